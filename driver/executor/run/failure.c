/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* After a failed execute: what it left is taken back, and what is told of it. */
#include "driver/executor/run/private.h"

#include <string.h>

/* What is wrong with a statement is the same on each shard that came to say so before it was
 * cancelled; of lost connections each is told. */
static gboolean
says_the_same(const GError *one, const GError *other)
{
    const char *state = shard_error_sqlstate(one, 0);

    return !g_str_has_prefix(state, "08") && strcmp(state, shard_error_sqlstate(other, 0)) == 0 &&
           shard_error_n_records(other) == 1 &&
           shard_error_native(one, 0) == shard_error_native(other, 0) &&
           strcmp(one->message, other->message) == 0;
}

/* One error of all lanes' failures; those that are only our own cancelling left out. */
static GError *
take_failure(ShardRun *self)
{
    GError *first = NULL, *cancelled = NULL;

    for (guint pass = 0; pass < 2; pass++)
        for (guint i = 0; i < self->lanes->len; i++) {
            ShardLane *lane = self->lanes->pdata[i];
            if (lane->failure == NULL || lane->was_cancelled != (pass == 1))
                continue;
            GError *failure = g_steal_pointer(&lane->failure);
            GError **place = pass == 1 ? &cancelled : &first;
            if (*place != NULL && says_the_same(*place, failure))
                g_error_free(failure);
            else
                shard_error_join(place, failure);
        }
    if (first == NULL)
        return cancelled;
    g_clear_error(&cancelled);
    return first;
}

void
shard_run_take_back(ShardRun *self)
{
    ShardSession *session = self->session;

    if (self->own_transaction) {
        shard_session_end(session, FALSE, NULL);
        return;
    }
    if (!shard_run_end_savepoints(self, "ROLLBACK TO SAVEPOINT shardodbc_guard", NULL))
        session->failed = session->lost = TRUE;
    else if (session->mode.dialect != SHARD_DIALECT_MYSQL)
        shard_run_end_savepoints(self, "RELEASE SAVEPOINT shardodbc_guard", NULL);
}

/* A shard that is gone took its half of the transaction with it. */
void
shard_run_note_lost(ShardRun *self)
{
    ShardSession *session = self->session;

    for (guint i = 0; i < session->n_shards; i++)
        if (session->joined[i] && session->slots[i].backend != NULL &&
            shard_backend_is_dead(session->slots[i].backend))
            session->failed = session->lost = TRUE;
}

ShardEffect
shard_run_effect_of_failure(ShardRun *self)
{
    ShardEffect effect = SHARD_EFFECT_NONE;

    for (guint i = 0; i < self->lanes->len && shard_session_manual(self->session); i++) {
        const ShardLane *lane = self->lanes->pdata[i];
        if (lane->failure == NULL || !lane->is_opened)
            continue;
        ShardEffect there = shard_session_effect(self->session, lane->shard, lane->failure);
        effect = MAX(effect, there);
    }
    return effect;
}

/* Then nobody has waited, and the program looks for its database's own error. */
static gboolean
says_nowait(const ShardPlan *plan)
{
    g_autofree char *text = g_ascii_strdown(plan->units[0].sql, -1);

    return strstr(text, "nowait") != NULL;
}

/* Waiting for a lock in a transaction over several shards may be half of a deadlock, which no
 * single database can see: the application shall begin again. */
static GError *
name_deadlock(ShardRun *self, GError *failure)
{
    guint n_joined = 0;
    GError *made = NULL;

    for (guint i = 0; i < self->session->n_shards; i++)
        n_joined += self->session->joined[i];
    if (failure == NULL || n_joined < 2 ||
        (strcmp(shard_error_sqlstate(failure, 0), "55P03") != 0 &&
         (self->session->mode.dialect != SHARD_DIALECT_MYSQL ||
          shard_error_native(failure, 0) != 1205)) ||
        says_nowait(self->plan))
        return failure;
    g_autofree char *text = g_strdup_printf(
        "lock timeout in a transaction over %u shards, perhaps a deadlock between them: %s",
        n_joined, failure->message);
    shard_error_set_backend(&made, shard_error_shard(failure, 0), "40001",
                            shard_error_native(failure, 0), text);
    g_error_free(failure);
    return made;
}

gboolean
shard_run_fail(ShardRun *self, GError **error)
{
    ShardEffect effect = shard_run_effect_of_failure(self);
    GError *failure = name_deadlock(self, take_failure(self));
    int stop = atomic_load(&self->stop);

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++)
            shard_stream_free(g_steal_pointer(&g_array_index(lane->units, ShardUnitRun, k).stream));
    }
    shard_run_take_back(self);
    if (shard_session_manual(self->session))
        shard_run_note_lost(self);
    shard_session_take_effect(self->session, effect);
    if (stop == SHARD_STOP_CANCEL || stop == SHARD_STOP_TIMEOUT)
        failure = shard_stopped_error(stop, failure);
    shard_session_release(self->session);
    g_propagate_error(error, failure);
    return FALSE;
}
