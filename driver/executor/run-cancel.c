/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ending an execute early: the first failure, SQLCancel, the query timeout. */
#include "driver/executor/run-private.h"

#include <time.h>

gboolean
shard_run_stop(ShardRun *self, ShardStop reason)
{
    int none = SHARD_STOP_NO;

    return atomic_compare_exchange_strong(&self->stop, &none, (int) reason);
}

/* An interrupted write takes SQLite's whole transaction back, not just itself: inside one of the
 * application's it is let go on when only another shard has failed. */
static gboolean
must_not_interrupt(ShardRun *self)
{
    return self->guarded && self->session->mode.dialect == SHARD_DIALECT_SQLITE &&
           atomic_load(&self->stop) == SHARD_STOP_FAILURE;
}

static void
cancel_lanes(ShardRun *self)
{
    if (must_not_interrupt(self))
        return;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        pthread_mutex_lock(&lane->lock);
        if (lane->inside != NULL) {
            lane->was_cancelled = TRUE;
            shard_backend_stmt_cancel(lane->inside);
        }
        pthread_mutex_unlock(&lane->lock);
    }
}

void
shard_run_cancel_until_done(ShardRun *self)
{
    gint64 pause = 20 * 1000;

    pthread_mutex_lock(&self->lock);
    while (self->n_active > 0) {
        pthread_mutex_unlock(&self->lock);
        /* A server forgets a cancel that comes before the statement: it is said again. */
        cancel_lanes(self);
        pthread_mutex_lock(&self->lock);
        gint64 at = g_get_monotonic_time() + pause;
        struct timespec until = {at / G_USEC_PER_SEC, at % G_USEC_PER_SEC * 1000};
        if (self->n_active > 0)
            pthread_cond_timedwait(&self->changed, &self->lock, &until);
        pause = MIN(pause * 2, G_USEC_PER_SEC / 2);
    }
    pthread_mutex_unlock(&self->lock);
}

static void
cancel_job(ShardJob *job)
{
    ShardRun *self = (ShardRun *) ((char *) job - G_STRUCT_OFFSET(ShardRun, cancel_job));

    shard_run_cancel_until_done(self);
    pthread_mutex_lock(&self->lock);
    self->n_cancellers--;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

/* With the lock held: cancels from a thread of ours, which execute will wait for. */
static void
start_canceller(ShardRun *self)
{
    self->n_cancellers++;
    if (!shard_workers_submit(&self->cancel_job, TRUE))
        self->n_cancellers--;
}

static void
deadline_expired(ShardDeadline *deadline)
{
    ShardRun *self = (ShardRun *) ((char *) deadline - G_STRUCT_OFFSET(ShardRun, deadline));

    if (!shard_run_stop(self, SHARD_STOP_TIMEOUT))
        return;
    pthread_mutex_lock(&self->lock);
    start_canceller(self);
    pthread_mutex_unlock(&self->lock);
}

/* The lanes' units don't change while the lock is held. */
static void
cancel_fetches(ShardRun *self)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardKept *kept = g_array_index(lane->units, ShardUnitRun, k).kept;
            if (kept != NULL)
                shard_backend_stmt_cancel_fetch(kept->statement);
        }
    }
}

void
shard_run_cancel(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    if (!self->executing)
        cancel_fetches(self);
    else if (shard_run_stop(self, SHARD_STOP_CANCEL))
        start_canceller(self);
    pthread_mutex_unlock(&self->lock);
}

void
shard_run_begin_execute(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    atomic_store(&self->stop, SHARD_STOP_NO);
    self->n_active = 0;
    self->executing = TRUE;
    pthread_mutex_unlock(&self->lock);
    if (self->options->query_timeout == 0)
        return;
    self->deadline.at =
        g_get_monotonic_time() + (gint64) self->options->query_timeout * G_USEC_PER_SEC;
    shard_deadline_start(&self->deadline);
}

void
shard_run_end_execute(ShardRun *self)
{
    if (self->options->query_timeout > 0)
        shard_deadline_stop(&self->deadline);
    pthread_mutex_lock(&self->lock);
    self->executing = FALSE;
    while (self->n_cancellers > 0)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

void
shard_run_cancel_init(ShardRun *self)
{
    self->cancel_job.run = cancel_job;
    self->deadline.expired = deadline_expired;
}
