/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Has a routine ended the transaction of its shard?  MariaDB's may say COMMIT, ROLLBACK, or change
 * a table's definition.  One database would have ended everything with it; other shards know
 * nothing of that.  A savepoint made before the call is gone then, and is asked for before anything
 * else is said in the transaction, since the routine's results may still be read until then.
 */
#include "driver/executor/session-private.h"

#define SAVEPOINT_NAME "shardodbc_call"
#define NO_SUCH_SAVEPOINT 1305

gboolean
shard_session_watch_end(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];

    if (!shard_backend_run(slot->backend, "SAVEPOINT " SAVEPOINT_NAME, error))
        return FALSE;
    slot->is_watched = TRUE;
    return TRUE;
}

static gboolean
has_ended(ShardMember *slot)
{
    g_autoptr(GError) failure = NULL;

    if (!slot->is_watched || slot->backend == NULL)
        return FALSE;
    slot->is_watched = FALSE;
    return !shard_backend_run(slot->backend, "RELEASE SAVEPOINT " SAVEPOINT_NAME, &failure) &&
           shard_error_native(failure, 0) == NO_SUCH_SAVEPOINT;
}

static gboolean
others_wrote(const ShardSession *self, guint shard)
{
    for (guint i = 0; i < self->n_shards; i++)
        if (i != shard && self->joined[i] && self->slots[i].wrote)
            return TRUE;
    return FALSE;
}

gboolean
shard_session_check_ended(ShardSession *self, gboolean *out_over, GError **error)
{
    *out_over = FALSE;
    for (guint i = 0; i < self->n_shards; i++) {
        if (!self->joined[i] || !has_ended(&self->slots[i]))
            continue;
        *out_over = TRUE;
        if (!others_wrote(self, i))
            continue;
        self->failed = self->lost = TRUE;
        shard_error_set(error, SHARD_ERROR_FAILED, "40003",
                        "a routine has ended the transaction of shard %s by itself: what it had "
                        "done on other shards is rolled back",
                        shard_rules_shard(self->rules, i)->name);
        return FALSE;
    }
    return TRUE;
}
