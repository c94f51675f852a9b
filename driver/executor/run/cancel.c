/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ending an execute early: the first failure, SQLCancel, the query timeout. */
#include "driver/executor/parallel.h"
#include "driver/executor/run/private.h"

#include <time.h>

/* How long a server may take before its connection is given up: for accepting a cancel, for obeying
 * one, while rows are fetched, and for taking back what the statement did. */
#define TIME_TO_ACCEPT (G_USEC_PER_SEC * 7 / 10)
#define TIME_TO_OBEY (G_USEC_PER_SEC * 10)
#define TIME_TO_END_FETCH G_USEC_PER_SEC
#define TIME_TO_TAKE_BACK (G_USEC_PER_SEC * 3)

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
cancel_lane(gpointer task)
{
    ShardLane *lane = task;

    pthread_mutex_lock(&lane->lock);
    if (lane->inside != NULL) {
        lane->was_cancelled = TRUE;
        shard_backend_stmt_cancel(lane->inside);
    }
    pthread_mutex_unlock(&lane->lock);
}

/* All at once: one server that doesn't answer must not keep the others running. */
static void
cancel_lanes(ShardRun *self)
{
    if (!must_not_interrupt(self))
        shard_parallel(cancel_lane, self->lanes->pdata, self->lanes->len);
}

/* With the lock held. */
static void
pause_for(ShardRun *self, gint64 microseconds)
{
    gint64 at = g_get_monotonic_time() + microseconds;
    struct timespec until = {at / G_USEC_PER_SEC, at % G_USEC_PER_SEC * 1000};

    pthread_cond_timedwait(&self->changed, &self->lock, &until);
}

/* What runs is in no call that could be cancelled: it is connecting, or beginning a transaction. */
static gboolean
has_deaf_lane(ShardRun *self)
{
    gboolean deaf = self->n_active == 0;

    for (guint i = 0; i < self->lanes->len && !deaf; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        /* Whoever has the lock is cancelling it. */
        if (!lane->is_running || pthread_mutex_trylock(&lane->lock) != 0)
            continue;
        deaf = lane->inside == NULL;
        pthread_mutex_unlock(&lane->lock);
    }
    return deaf;
}

/* With the lock held: has a server had its time?  since: when the execute was stopped, or when its
 * lanes had ended. */
static gboolean
is_given_up(ShardRun *self, gint64 since)
{
    gint64 now = g_get_monotonic_time();

    if (self->cancelling_since != 0)
        return now - self->cancelling_since > TIME_TO_ACCEPT;
    if (!self->executing)
        return now - since > TIME_TO_TAKE_BACK;
    return now - since > TIME_TO_OBEY || (now - since > TIME_TO_ACCEPT && has_deaf_lane(self));
}

static void
break_job(ShardJob *job)
{
    ShardRun *self = (ShardRun *) ((char *) job - G_STRUCT_OFFSET(ShardRun, break_job));
    gint64 since = g_get_monotonic_time();
    gboolean was_executing = TRUE;

    pthread_mutex_lock(&self->lock);
    while (!self->is_over) {
        if (self->executing != was_executing)
            since = g_get_monotonic_time();
        was_executing = self->executing;
        if (is_given_up(self, since)) {
            pthread_mutex_unlock(&self->lock);
            shard_watch_break(&self->cancel_watch);
            shard_watch_break(&self->watch);
            pthread_mutex_lock(&self->lock);
        }
        if (!self->is_over)
            pause_for(self, G_USEC_PER_SEC / 10);
    }
    self->n_breakers = 0;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

/* With the lock held. */
static void
start_breaker(ShardRun *self)
{
    if (self->n_breakers > 0)
        return;
    self->n_breakers = 1;
    if (!shard_workers_submit(&self->break_job, TRUE))
        self->n_breakers = 0;
}

void
shard_run_cancel_until_done(ShardRun *self)
{
    gint64 pause = 20 * 1000;
    ShardWatcher place;

    shard_watch_enter(&self->cancel_watch, &place);
    pthread_mutex_lock(&self->lock);
    if (self->n_active > 0)
        start_breaker(self);
    while (self->n_active > 0) {
        self->cancelling_since = g_get_monotonic_time();
        pthread_mutex_unlock(&self->lock);
        /* A server forgets a cancel that comes before the statement: it is said again. */
        cancel_lanes(self);
        pthread_mutex_lock(&self->lock);
        self->cancelling_since = 0;
        if (self->n_active > 0)
            pause_for(self, pause);
        pause = MIN(pause * 2, G_USEC_PER_SEC / 2);
    }
    pthread_mutex_unlock(&self->lock);
    shard_watch_leave(&place);
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
    start_breaker(self);
}

static void
deadline_expired(ShardDeadline *deadline)
{
    ShardRun *self = (ShardRun *) ((char *) deadline - G_STRUCT_OFFSET(ShardRun, deadline));

    if (!shard_run_stop(self, SHARD_STOP_TIMEOUT))
        return;
    pthread_mutex_lock(&self->lock);
    if (!self->committing)
        start_canceller(self);
    pthread_mutex_unlock(&self->lock);
}

/* The lanes' units don't change while the lock is held.  TRUE as soon as one call is. */
static gboolean
any_kept(ShardRun *self, gboolean (*call)(ShardBackendStmt *statement))
{
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardKept *kept = g_array_index(lane->units, ShardUnitRun, k).kept;
            if (kept != NULL && call(kept->statement))
                return TRUE;
        }
    }
    return self->asked != NULL && call(self->asked);
}

/* On the clock's thread: is the server so deaf that cancelling still goes on, or that what was
 * cancelled does?  Then it is given up by all that wait for its rows. */
static void
fetch_deadline_expired(ShardDeadline *deadline)
{
    ShardRun *self = (ShardRun *) ((char *) deadline - G_STRUCT_OFFSET(ShardRun, fetch_deadline));

    if (atomic_load(&self->cancels_fetch)) {
        /* The lock is with the canceller, for us too. */
        any_kept(self, shard_backend_stmt_break_fetch);
        return;
    }
    if (pthread_mutex_trylock(&self->lock) != 0)
        return;
    /* The next execute's lanes have no lock, and it is no fetch. */
    if (!self->executing && any_kept(self, shard_backend_stmt_is_cancelled))
        any_kept(self, shard_backend_stmt_break_fetch);
    pthread_mutex_unlock(&self->lock);
}

/* With the lock held. */
static void
cancel_fetches(ShardRun *self)
{
    if (!any_kept(self, shard_backend_stmt_is_fetching))
        return;
    /* Who cancels again and again doesn't put the end off. */
    if (!shard_deadline_stop(&self->fetch_deadline) ||
        !any_kept(self, shard_backend_stmt_is_cancelled))
        self->fetch_deadline.at = g_get_monotonic_time() + TIME_TO_END_FETCH;
    atomic_store(&self->cancels_fetch, TRUE);
    shard_deadline_start(&self->fetch_deadline);
    any_kept(self, shard_backend_stmt_cancel_fetch);
    /* From here on it takes the lock itself. */
    gboolean is_left = shard_deadline_stop(&self->fetch_deadline);
    atomic_store(&self->cancels_fetch, FALSE);
    if (is_left)
        shard_deadline_start(&self->fetch_deadline);
}

void
shard_run_cancel(ShardRun *self)
{
    guint64 call = atomic_load(&self->call.number);

    atomic_store(&self->call.cancelled, call);
    pthread_mutex_lock(&self->lock);
    /* If it has ended meanwhile, the next one isn't meant. */
    gboolean is_meant = atomic_load(&self->call.number) == call;
    if (is_meant && self->committing)
        shard_run_stop(self, SHARD_STOP_CANCEL);
    else if (is_meant && !self->executing)
        cancel_fetches(self);
    else if (is_meant && shard_run_stop(self, SHARD_STOP_CANCEL))
        start_canceller(self);
    pthread_mutex_unlock(&self->lock);
}

/* With the lock held. */
static void
end_breaker(ShardRun *self)
{
    self->is_over = TRUE;
    if (self->n_breakers > 0)
        pthread_cond_broadcast(&self->changed);
    while (self->n_breakers > 0)
        pthread_cond_wait(&self->changed, &self->lock);
}

/* Only the thread that makes the call changes the number. */
static void
next_call(ShardRun *self)
{
    guint64 number = atomic_load_explicit(&self->call.number, memory_order_relaxed);

    atomic_store_explicit(&self->call.number, number + 1, memory_order_release);
}

void
shard_run_begin_call(ShardRun *self)
{
    if (self->call_depth++ > 0)
        return;
    self->call_since = 0;
    next_call(self);
}

void
shard_run_end_call(ShardRun *self)
{
    if (--self->call_depth > 0)
        return;
    next_call(self);
    self->call_since = 0;
}

/* Microseconds that the execute may take, by the application's attributes or by a hint; 0 no limit.
 */
static gint64
time_allowed(const ShardRun *self)
{
    gint64 asked = (gint64) self->options->query_timeout * G_USEC_PER_SEC;
    gint64 hinted = (gint64) MIN(self->plan->timeout, G_MAXINT64 / 2);

    return asked == 0 || (hinted != 0 && hinted < asked) ? hinted : asked;
}

/* The timeout may be over before this execute has begun. */
static void
start_deadline(ShardRun *self)
{
    gint64 now = g_get_monotonic_time();

    if (self->call_depth == 0 || self->call_since == 0)
        self->call_since = now;
    self->deadline.at = self->call_since + time_allowed(self);
    shard_deadline_start(&self->deadline);
}

void
shard_run_begin_execute(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    end_breaker(self);
    self->is_over = FALSE;
    atomic_store(&self->stop, (int) shard_call_stop(&self->call));
    self->n_active = 0;
    self->executing = TRUE;
    pthread_mutex_unlock(&self->lock);
    self->session->stop = &self->stop;
    if (time_allowed(self) > 0)
        start_deadline(self);
}

void
shard_run_end_execute(ShardRun *self)
{
    if (time_allowed(self) > 0)
        shard_deadline_stop(&self->deadline);
    self->session->stop = NULL;
    pthread_mutex_lock(&self->lock);
    self->executing = FALSE;
    while (self->n_cancellers > 0)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

/* The timeout of a call whose shards have answered, and whose rows are being merged.  A shard may
 * be waited for all the same.  This is the clock's thread, which whoever cancels fetches waits for
 * with the lock: it doesn't take the lock. */
static void
rows_expired(ShardDeadline *deadline)
{
    ShardRun *self = (ShardRun *) ((char *) deadline - G_STRUCT_OFFSET(ShardRun, rows_deadline));

    atomic_store(&self->call.expired, atomic_load(&self->call.number));
    atomic_store(&self->ends_rows, TRUE);
    if (!shard_workers_submit(&self->rows_job, TRUE))
        atomic_store(&self->ends_rows, FALSE);
}

static void
rows_job(ShardJob *job)
{
    ShardRun *self = (ShardRun *) ((char *) job - G_STRUCT_OFFSET(ShardRun, rows_job));

    pthread_mutex_lock(&self->lock);
    cancel_fetches(self);
    atomic_store(&self->ends_rows, FALSE);
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

/* An earlier execute of the call may have had a timeout by a hint, and this one none. */
void
shard_run_begin_rows(ShardRun *self)
{
    self->limits_rows = self->call_depth > 0 && self->call_since != 0 && time_allowed(self) > 0;
    if (!self->limits_rows)
        return;
    self->rows_deadline.at = self->call_since + time_allowed(self);
    shard_deadline_start(&self->rows_deadline);
}

void
shard_run_end_rows(ShardRun *self)
{
    if (!self->limits_rows)
        return;
    shard_deadline_stop(&self->rows_deadline);
    pthread_mutex_lock(&self->lock);
    while (atomic_load(&self->ends_rows))
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

void
shard_run_begin_commit(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    self->committing = TRUE;
    pthread_mutex_unlock(&self->lock);
    self->session->stop = &self->stop;
    if (time_allowed(self) > 0)
        shard_deadline_start(&self->deadline);
}

void
shard_run_end_commit(ShardRun *self)
{
    if (time_allowed(self) > 0)
        shard_deadline_stop(&self->deadline);
    self->session->stop = NULL;
    pthread_mutex_lock(&self->lock);
    self->committing = FALSE;
    pthread_mutex_unlock(&self->lock);
}

void
shard_run_begin_watch(ShardRun *self, ShardWatcher *place)
{
    shard_watch_enter(&self->watch, place);
}

void
shard_run_end_watch(ShardRun *self, ShardWatcher *place)
{
    shard_watch_leave(place);
    pthread_mutex_lock(&self->lock);
    end_breaker(self);
    pthread_mutex_unlock(&self->lock);
}

static void
set_asked(ShardRun *self, ShardBackendStmt *asked)
{
    pthread_mutex_lock(&self->lock);
    self->asked = asked;
    pthread_mutex_unlock(&self->lock);
}

void
shard_run_begin_question(ShardRun *self, ShardBackendStmt *asked)
{
    ShardBackend *backend = asked->backend;

    if (self == NULL)
        return;
    shard_backend_begin_wait(backend, backend->patience, &self->question_wait);
    shard_watch_enter(&backend->gate.watch, &self->question_place);
    shard_backend_stmt_begin_fetch(asked);
    set_asked(self, asked);
}

gboolean
shard_run_end_question(ShardRun *self, ShardBackendStmt *asked, SQLRETURN rc, GError **error)
{
    ShardBackend *backend = asked->backend;
    gboolean cancelled = FALSE, given_up = FALSE;
    GError *failure = NULL;

    if (self != NULL) {
        cancelled = shard_backend_stmt_end_fetch(asked);
        set_asked(self, NULL);
        shard_watch_leave(&self->question_place);
        given_up = shard_backend_end_wait(backend, &self->question_wait);
    }
    if (SQL_SUCCEEDED(rc))
        return TRUE;
    shard_backend_diagnostics(backend, SQL_HANDLE_STMT, asked->handle, &failure);
    if (cancelled)
        failure = shard_stopped_error(SHARD_STOP_CANCEL, failure);
    else if (given_up)
        shard_backend_say_given_up(backend, &self->question_wait, FALSE, &failure);
    if (failure != NULL)
        g_propagate_error(error, failure);
    return FALSE;
}

void
shard_run_cancel_init(ShardRun *self)
{
    self->cancel_job.run = cancel_job;
    self->break_job.run = break_job;
    self->rows_job.run = rows_job;
    self->deadline.expired = deadline_expired;
    self->fetch_deadline.expired = fetch_deadline_expired;
    self->rows_deadline.expired = rows_expired;
    shard_watch_init(&self->watch);
    shard_watch_init(&self->cancel_watch);
}

void
shard_run_cancel_clear(ShardRun *self)
{
    shard_deadline_stop(&self->fetch_deadline);
    shard_watch_clear(&self->watch);
    shard_watch_clear(&self->cancel_watch);
}
