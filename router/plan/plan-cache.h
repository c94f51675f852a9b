/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-cache.h - the facts of statements seen before, shared by all threads.
 *
 * Keyed by the text with its literals taken out, the way of reading it, and the values of the few
 * literals that facts depend on.  Bounded; the least recently used goes first.
 */
#pragma once

#include "router/sql/statement.h"

typedef struct _ShardPlanCache ShardPlanCache;

/* A statement's facts, shared. */
typedef struct {
    gint references;
    ShardStatement *statement;
    GPtrArray *marked; /* texts of the literals that facts depend on; in order of tokens */
} ShardCachedFacts;

ShardPlanCache *shard_plan_cache_new(guint capacity);
void shard_plan_cache_free(ShardPlanCache *self); /* accepts NULL */

/* The facts of tokens, found or made.  (transfer full) */
ShardCachedFacts *shard_plan_cache_facts(ShardPlanCache *self, const ShardTokens *tokens,
                                         const ShardSqlMode *mode, GError **error);
void shard_cached_facts_unref(ShardCachedFacts *self); /* accepts NULL */

void shard_plan_cache_counts(ShardPlanCache *self, guint64 *out_hits, guint64 *out_misses);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardCachedFacts, shard_cached_facts_unref)
