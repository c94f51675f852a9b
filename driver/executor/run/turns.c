/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Statements that lock rows on several shards.  Two of them at once could each have locked what the
 * other waits for, on another shard, and no database would see it: they would wait for ever.  In
 * turn, in the order of the shards, they can't.  So locking reads run in turn.  Writes run at once
 * and wait a moment for a lock; where that isn't enough they are taken back and run in turn, too,
 * and so do the process's next ones for some seconds.
 */
#include "driver/executor/run/private.h"

#include <string.h>

/* InnoDB counts in seconds. */
#define HASTE_MYSQL "SET @shardodbc_wait = @@innodb_lock_wait_timeout, innodb_lock_wait_timeout = 1"
#define CALM_MYSQL "SET innodb_lock_wait_timeout = @shardodbc_wait"

/* SQLite locks all of a file, from the transaction's first write in it on. */
static gboolean
locks_files(const ShardRun *self)
{
    gboolean locks = FALSE;

    for (guint i = 0; i < self->plan->n_units && self->guarded; i++)
        locks |= !self->session->slots[self->plan->units[i].shard].wrote;
    return locks;
}

void
shard_run_choose_turns(ShardRun *self)
{
    const ShardPlan *plan = self->plan;
    gboolean writes = self->own_transaction || self->guarded;
    gboolean is_sqlite = self->session->mode.dialect == SHARD_DIALECT_SQLITE;

    if (is_sqlite)
        self->in_turn = locks_files(self);
    else
        self->in_turn =
            plan->n_units > 1 &&
            (plan->for_update || (writes && shard_fleet_is_contended(self->session->fleet)));
    self->hasty = writes && !self->in_turn && !is_sqlite;
}

gboolean
shard_lane_set_haste(ShardLane *self, ShardBackend *backend, GError **error)
{
    const ShardRun *run = self->run;

    if (shard_backend_dialect(backend) == SHARD_DIALECT_POSTGRESQL)
        return !run->hasty || !run->own_transaction ||
               shard_backend_run(backend, SHARD_HASTE, error);
    if (!run->hasty)
        return shard_backend_calm(backend, error);
    if (!backend->is_hasty && !shard_backend_run(backend, HASTE_MYSQL, error))
        return FALSE;
    backend->is_hasty = TRUE;
    return TRUE;
}

gboolean
shard_backend_calm(ShardBackend *self, GError **error)
{
    if (self->is_hasty && !shard_backend_run(self, CALM_MYSQL, error))
        return FALSE;
    self->is_hasty = FALSE;
    return TRUE;
}

gboolean
shard_backend_stmt_calm(ShardBackendStmt *self, GError **error)
{
    return shard_backend_calm(self->backend, error);
}

static gboolean
is_deadlock(const ShardRun *self, const GError *failure)
{
    return self->session->mode.dialect == SHARD_DIALECT_MYSQL
               ? shard_error_native(failure, 0) == 1213
               : strcmp(shard_error_sqlstate(failure, 0), "40P01") == 0;
}

static gboolean
is_lock_timeout(const ShardRun *self, const GError *failure)
{
    return self->session->mode.dialect == SHARD_DIALECT_MYSQL
               ? shard_error_native(failure, 0) == 1205
               : strcmp(shard_error_sqlstate(failure, 0), "55P03") == 0;
}

/* Did a lane wait too long?  A deadlock that its database saw is the doing of its rows' order,
 * which statements that were taken back have changed. */
static gboolean
lost_a_lock(const ShardRun *self)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const ShardLane *lane = self->lanes->pdata[i];
        if (lane->failure != NULL && !lane->was_cancelled &&
            ((self->hasty && is_lock_timeout(self, lane->failure)) ||
             is_deadlock(self, lane->failure)))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_run_take_turns(ShardRun *self)
{
    if (self->session->mode.dialect == SHARD_DIALECT_SQLITE ||
        !(self->hasty || self->own_transaction) || self->lanes->len < 2 ||
        atomic_load(&self->stop) != SHARD_STOP_FAILURE ||
        shard_run_effect_of_failure(self) != SHARD_EFFECT_NONE || !lost_a_lock(self))
        return FALSE;
    shard_fleet_note_contention(self->session->fleet);
    shard_run_take_back(self);
    self->in_turn = TRUE;
    self->hasty = FALSE;
    return !self->session->failed;
}

static gint
by_shard(gconstpointer one, gconstpointer other)
{
    const ShardLane *a = *(ShardLane *const *) one, *b = *(ShardLane *const *) other;

    return (a->shard > b->shard) - (a->shard < b->shard);
}

void
shard_run_lanes_in_turn(ShardRun *self)
{
    g_autoptr(GPtrArray) lanes = g_ptr_array_copy(self->lanes, NULL, NULL);

    g_ptr_array_sort(lanes, by_shard);
    for (guint i = 0; i < lanes->len; i++)
        shard_lane_run(lanes->pdata[i]);
}
