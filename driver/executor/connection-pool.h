/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * connection-pool.h - idle connections of a process, and the cap of connections per shard.
 *
 * Used with PoolMode=transaction or MaxConnectionsPerShard; otherwise a session's connections are
 * closed with it.  The key of a connection says everything that it was opened with.  A session
 * takes connections of several shards in the order of the shards, so that no two wait for each
 * other inside one statement.  Thread-safe.
 */
#pragma once

#include "driver/executor/backend/backend.h"

typedef struct _ShardPool ShardPool;

ShardPool *shard_pool_new(guint n_shards);
void shard_pool_free(ShardPool *self); /* closes what is idle */

typedef struct {
    const char *key;
    guint cap;               /* connections of the shard; 0: no cap */
    gint64 deadline;         /* monotonic */
    const _Atomic int *stop; /* not zero: nobody waits for it any more; may be NULL */
    gint64 waited;           /* out: microseconds; 0: there was one at once */
} ShardPoolWish;

/* TRUE: *out_backend is an idle connection of that key, or NULL: a new one may be opened.  Waits,
 * at most until the deadline or a stop, while the shard has as many as its cap; then HYT01. */
gboolean shard_pool_take(ShardPool *self, guint shard, ShardPoolWish *wish,
                         ShardBackend **out_backend, GError **error);
/* Gives it back, clean and without statements; it is closed when too many are idle. */
void shard_pool_give(ShardPool *self, guint shard, const char *key, ShardBackend *backend);
/* A connection that was taken is closed, or could not be opened. */
void shard_pool_closed(ShardPool *self, guint shard, gboolean was_lost);

typedef struct {
    guint n_open, n_idle, n_waiting;
    guint64 n_waits; /* so far */
} ShardPoolStatus;
ShardPoolStatus shard_pool_status(ShardPool *self, guint shard);
