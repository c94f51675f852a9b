/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * prepared-cache.h - a connection's own few statements, by their exact text.
 *
 * A text that comes again is neither read nor looked up among those that all threads share.  A
 * statement is taken out while somebody uses it and given back afterwards; the one that lay unused
 * for longest makes room.  Under the connection's work lock.
 */
#pragma once

#include "router/plan/router.h"

typedef struct _ShardPreparedCache ShardPreparedCache;

ShardPreparedCache *shard_prepared_cache_new(void);
void shard_prepared_cache_free(ShardPreparedCache *self); /* accepts NULL */

/* NULL: it isn't here. (transfer full) */
ShardPrepared *shard_prepared_cache_take(ShardPreparedCache *self, const char *sql, gsize size,
                                         const ShardSqlMode *mode);
/* Takes prepared. */
void shard_prepared_cache_give(ShardPreparedCache *self, ShardPrepared *prepared);
