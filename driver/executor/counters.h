/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * counters.h - what this process has done so far, over all its connections.  Thread-safe; a count
 * costs one atomic addition.
 */
#pragma once

#include "router/plan/plan.h"

#include <stdatomic.h>

#define SHARD_ROUTE_KINDS (SHARD_ROUTE_DEFAULT + 1)

typedef struct {
    atomic_ullong statements[SHARD_ROUTE_KINDS]; /* sent to shards, by route */
    atomic_ullong failed;                        /* of those */
    atomic_ullong refused;                       /* without asking a shard */
    atomic_ullong rows_changed;
    atomic_ullong rules_reloads, rules_refused;
} ShardCounters;

extern ShardCounters shard_counters;

static inline void
shard_count(atomic_ullong *counter, guint64 more)
{
    atomic_fetch_add_explicit(counter, more, memory_order_relaxed);
}

const char *shard_route_name(ShardRouteKind kind);

/* One number after the other: name and value; FALSE past the last. */
gboolean shard_counters_get(guint number, char *out_name, gsize name_size, guint64 *out_value);
