/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/run.h"

#include "driver/executor/parallel.h"
#include "driver/executor/run-private.h"
#include "driver/executor/two-phase.h"

#include <string.h>
#include <time.h>

static void
lane_free(gpointer lane)
{
    shard_lane_free(lane);
}

static void cancel_job(ShardJob *job);
static void deadline_expired(ShardDeadline *deadline);

ShardRun *
shard_run_new(ShardSession *session)
{
    ShardRun *self = g_new0(ShardRun, 1);
    pthread_condattr_t attributes;

    self->session = session;
    self->lanes_by_shard = g_hash_table_new_full(NULL, NULL, NULL, lane_free);
    self->lanes = g_ptr_array_new();
    self->row_count = -1;
    self->cancel_job.run = cancel_job;
    self->deadline.expired = deadline_expired;
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return self;
}

void
shard_run_free(ShardRun *self)
{
    if (self == NULL)
        return;
    shard_run_close(self);
    g_hash_table_unref(self->lanes_by_shard);
    g_ptr_array_unref(self->lanes);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

void
shard_run_close(ShardRun *self)
{
    shard_stream_free(g_steal_pointer(&self->stream));
    pthread_mutex_lock(&self->lock);
    for (guint i = 0; i < self->lanes->len; i++)
        shard_lane_close(self->lanes->pdata[i]);
    g_ptr_array_set_size(self->lanes, 0);
    pthread_mutex_unlock(&self->lock);
    self->direct = NULL;
    self->row_count = -1;
    shard_session_release(self->session);
}

void
shard_run_forget(ShardRun *self)
{
    GHashTableIter lanes;
    gpointer lane;

    shard_run_close(self);
    g_hash_table_iter_init(&lanes, self->lanes_by_shard);
    while (g_hash_table_iter_next(&lanes, NULL, &lane)) {
        GPtrArray *kept = ((ShardLane *) lane)->kept;
        for (guint i = 0; i < kept->len; i++) {
            ((ShardKept *) kept->pdata[i])->text_id = NULL;
            ((ShardKept *) kept->pdata[i])->prepared = FALSE;
        }
    }
}

static ShardLane *
lane_of_shard(ShardRun *self, guint shard)
{
    ShardLane *lane = g_hash_table_lookup(self->lanes_by_shard, GUINT_TO_POINTER(shard));

    if (lane == NULL) {
        lane = shard_lane_new(self, shard);
        g_hash_table_insert(self->lanes_by_shard, GUINT_TO_POINTER(shard), lane);
    }
    return lane;
}

static void
deal_units(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    for (guint i = 0; i < self->plan->n_units; i++) {
        ShardUnitRun unit = {.unit = &self->plan->units[i], .row_count = -1};
        ShardLane *lane = lane_of_shard(self, unit.unit->shard);
        if (lane->units->len == 0) {
            shard_arena_reset(lane->arena);
            g_ptr_array_add(self->lanes, lane);
        }
        g_array_append_val(lane->units, unit);
    }
    pthread_mutex_unlock(&self->lock);
}

/* How the units are kept together. */
static void
choose_guard(ShardRun *self)
{
    const ShardPlan *plan = self->plan;
    gboolean several = plan->is_write && plan->n_units > 1;
    /* MariaDB's DDL commits by itself. */
    gboolean ends_itself = plan->is_ddl && self->session->mode.dialect == SHARD_DIALECT_MYSQL;

    self->outside = plan->statement != NULL && plan->statement->implicit_commit &&
                    self->session->mode.dialect == SHARD_DIALECT_MYSQL;
    ends_itself |= self->outside;
    self->own_transaction = several && !ends_itself && !shard_session_manual(self->session);
    self->guarded = several && !ends_itself && shard_session_manual(self->session);
}

gboolean
shard_run_may_write(const ShardRun *self)
{
    const ShardPlan *plan = self->plan;

    if (plan->is_write || !plan->is_query)
        return TRUE;
    return plan->statement != NULL &&
           (plan->statement->has_volatile || plan->statement->session_bound ||
            plan->statement->kind == SHARD_STATEMENT_CALL ||
            plan->statement->kind == SHARD_STATEMENT_UNPARSED);
}

gboolean
shard_run_is_weak(const ShardRun *self)
{
    const ShardPlan *plan = self->plan;

    return self->session->replicas != NULL && plan->weak_read_allowed &&
           (plan->weak_read_asked || self->session->settings->weak) &&
           !shard_session_manual(self->session);
}

gboolean
shard_run_leaves_state(const ShardRun *self)
{
    static const ShardStatementKind kinds[] = {
        SHARD_STATEMENT_SET,  SHARD_STATEMENT_USE,      SHARD_STATEMENT_CALL,
        SHARD_STATEMENT_LOCK, SHARD_STATEMENT_UNPARSED, SHARD_STATEMENT_OTHER_DDL,
    };
    const ShardStatement *statement = self->plan->statement;

    if (statement == NULL || statement->session_bound || statement->temporary ||
        statement->several_statements)
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (statement->kind == kinds[i])
            return TRUE;
    return FALSE;
}

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

static void
begin_execute(ShardRun *self)
{
    pthread_mutex_lock(&self->lock);
    atomic_store(&self->stop, SHARD_STOP_NO);
    self->n_active = self->lanes->len;
    self->executing = TRUE;
    pthread_mutex_unlock(&self->lock);
    if (self->options->query_timeout == 0)
        return;
    self->deadline.at =
        g_get_monotonic_time() + (gint64) self->options->query_timeout * G_USEC_PER_SEC;
    shard_deadline_start(&self->deadline);
}

static void
end_execute(ShardRun *self)
{
    if (self->options->query_timeout > 0)
        shard_deadline_stop(&self->deadline);
    pthread_mutex_lock(&self->lock);
    self->executing = FALSE;
    while (self->n_cancellers > 0)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

/* SQLite can't wait for a write lock that two sessions take in different order, nor can sessions
 * for connections of a pool: one after the other then, in the order of the shards. */
static gboolean
open_in_order(ShardRun *self)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        if (!shard_lane_open(lane, &lane->failure)) {
            shard_run_stop(self, SHARD_STOP_FAILURE);
            return FALSE;
        }
    }
    return TRUE;
}

static void
run_lanes(ShardRun *self)
{
    if (self->lanes->len == 1) {
        shard_lane_run(self->lanes->pdata[0]);
        return;
    }
    gboolean in_order =
        shard_session_is_pooled(self->session) ||
        (self->own_transaction && self->session->mode.dialect == SHARD_DIALECT_SQLITE);
    if (in_order && !open_in_order(self)) {
        pthread_mutex_lock(&self->lock);
        self->n_active = 0;
        pthread_mutex_unlock(&self->lock);
        return;
    }
    shard_parallel(shard_lane_run, self->lanes->pdata, self->lanes->len);
}

/* A cursor that was cancelled may claim success, and that its rows have ended: that is no result.
 */
static gboolean
all_done(ShardRun *self)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        if (!lane->done || (lane->was_cancelled && self->plan->is_query))
            return FALSE;
    }
    return TRUE;
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
            if (*place == NULL)
                *place = failure;
            else
                shard_error_append(*place, failure);
        }
    if (first == NULL)
        return cancelled;
    g_clear_error(&cancelled);
    return first;
}

static GError *
stopped_error(ShardRun *self, GError *cause)
{
    gboolean timeout = atomic_load(&self->stop) == SHARD_STOP_TIMEOUT;
    const char *state = timeout ? "HYT00" : "HY008";
    GError *made = NULL;

    if (cause != NULL && shard_error_shard(cause, 0) != NULL)
        shard_error_set_backend(&made, shard_error_shard(cause, 0), state,
                                shard_error_native(cause, 0), cause->message);
    else
        shard_error_set(&made, timeout ? SHARD_ERROR_TIMEOUT : SHARD_ERROR_CANCELLED, state, "%s",
                        timeout ? "query timeout expired" : "operation cancelled");
    g_clear_error(&cause);
    made->code = timeout ? SHARD_ERROR_TIMEOUT : SHARD_ERROR_CANCELLED;
    return made;
}

/* Undoes what a failed write left, so that nothing of the statement stays. */
static void
take_back(ShardRun *self)
{
    ShardSession *session = self->session;

    if (self->own_transaction) {
        shard_session_end(session, FALSE, NULL);
        return;
    }
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        ShardBackend *backend = session->slots[lane->shard].backend;
        if (!lane->has_savepoint || backend == NULL)
            continue;
        if (!shard_backend_run(backend, "ROLLBACK TO SAVEPOINT shardodbc_guard", NULL))
            session->failed = session->lost = TRUE;
        else if (session->mode.dialect != SHARD_DIALECT_MYSQL)
            shard_backend_run(backend, "RELEASE SAVEPOINT shardodbc_guard", NULL);
    }
}

/* A shard that is gone took its half of the transaction with it. */
static void
note_lost_transaction(ShardRun *self)
{
    ShardSession *session = self->session;

    for (guint i = 0; i < session->n_shards; i++)
        if (session->joined[i] && session->slots[i].backend != NULL &&
            shard_backend_is_dead(session->slots[i].backend))
            session->failed = session->lost = TRUE;
}

/* What failed on one shard of the application's transaction has failed in all of it, as the shards'
 * rollback-on-error level has it. */
static void
note_failed_transaction(ShardRun *self)
{
    ShardSession *session = self->session;

    if (session->mode.dialect != SHARD_DIALECT_POSTGRESQL)
        return;
    if (session->on_error == SHARD_ON_ERROR_ABORT)
        session->failed = TRUE;
    else if (session->on_error == SHARD_ON_ERROR_TRANSACTION)
        shard_session_end(session, FALSE, NULL);
}

static gboolean
has_failed_inside(const ShardRun *self)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const ShardLane *lane = self->lanes->pdata[i];
        if (lane->failure != NULL && lane->is_opened)
            return TRUE;
    }
    return FALSE;
}

static gboolean
fail(ShardRun *self, GError **error)
{
    gboolean inside = has_failed_inside(self);
    GError *failure = take_failure(self);
    int stop = atomic_load(&self->stop);

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++)
            shard_stream_free(g_steal_pointer(&g_array_index(lane->units, ShardUnitRun, k).stream));
    }
    take_back(self);
    if (shard_session_manual(self->session))
        note_lost_transaction(self);
    if (inside && shard_session_manual(self->session))
        note_failed_transaction(self);
    if (stop == SHARD_STOP_CANCEL || stop == SHARD_STOP_TIMEOUT)
        failure = stopped_error(self, failure);
    shard_session_release(self->session);
    g_propagate_error(error, failure);
    return FALSE;
}

/* RELEASE keeps PostgreSQL's list of savepoints short; MariaDB's next one replaces it. */
static gboolean
release_savepoints(ShardRun *self, GError **error)
{
    if (!self->guarded || self->session->mode.dialect == SHARD_DIALECT_MYSQL)
        return TRUE;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        if (!shard_backend_run(self->session->slots[lane->shard].backend,
                               "RELEASE SAVEPOINT shardodbc_guard", error))
            return FALSE;
    }
    return TRUE;
}

static void
add_up_counts(ShardRun *self)
{
    gint64 sum = 0;

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardUnitRun *unit = &g_array_index(lane->units, ShardUnitRun, k);
            if (self->plan->row_count == SHARD_COUNT_FIRST && unit->unit != self->plan->units)
                continue;
            sum = sum < 0 || unit->row_count < 0 ? -1 : sum + unit->row_count;
        }
    }
    self->row_count = sum;
}

static void
note_write(ShardRun *self)
{
    if (!self->plan->is_write || self->lanes->len == 0)
        return;
    self->session->last_write_shard =
        self->lanes->len > 1 ? -2 : (gint) ((ShardLane *) self->lanes->pdata[0])->shard;
}

/* How many rows merging will give, where the shards' drivers say how many there are and merging
 * only puts them together; -1: can't be known. */
static gint64
merged_row_count(ShardRun *self)
{
    const ShardMergeSpec *spec = self->plan->merge;
    gint64 sum = 0;

    if (spec == NULL || spec->group != SHARD_GROUP_NONE || spec->distinct ||
        spec->n_distinct_on > 0 || spec->having != NULL || spec->with_ties ||
        self->session->mode.dialect == SHARD_DIALECT_SQLITE)
        return -1;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            gint64 count = -1;
            ShardKept *kept = g_array_index(lane->units, ShardUnitRun, k).kept;
            if (!shard_backend_stmt_row_count(kept->statement, &count, NULL) || count < 0)
                return -1;
            sum += count;
        }
    }
    sum = MAX(sum - (gint64) MIN(spec->offset, (guint64) G_MAXINT64), 0);
    if (spec->has_limit && (guint64) sum > spec->limit)
        sum = (gint64) spec->limit;
    if (self->options->max_rows > 0 && (guint64) sum > self->options->max_rows)
        sum = (gint64) self->options->max_rows;
    return sum;
}

/* The streams in the order of the plan's units. */
static gboolean
merge_streams(ShardRun *self, GError **error)
{
    const ShardPlan *plan = self->plan;
    g_autofree ShardStream **streams = g_new0(ShardStream *, plan->n_units);
    g_autofree const char **names = g_new0(const char *, plan->n_units);

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardUnitRun *unit = &g_array_index(lane->units, ShardUnitRun, k);
            gsize at = (gsize) (unit->unit - plan->units);
            streams[at] = g_steal_pointer(&unit->stream);
            names[at] = shard_rules_shard(self->session->rules, lane->shard)->name;
        }
    }
    ShardMergeOptions options = {
        .memory_limit = self->session->settings->merge_memory,
        .trust_collation = self->session->settings->trust_collation,
        .max_rows = self->options->max_rows,
        .shard_names = names,
    };
    self->row_count = merged_row_count(self);
    self->stream = shard_merge_new(plan->merge, streams, plan->n_units, &options, error);
    return self->stream != NULL;
}

static gboolean
finish(ShardRun *self, SQLRETURN *out_rc, GError **error)
{
    const ShardPlan *plan = self->plan;

    if (!release_savepoints(self, error))
        return FALSE;
    if (self->own_transaction && !shard_session_end(self->session, TRUE, error))
        return FALSE;
    note_write(self);
    if (plan->changed_tables != NULL)
        shard_session_forget_schema(self->session, plan->changed_tables);
    if (plan->direct && self->lanes->len == 1) {
        ShardLane *lane = self->lanes->pdata[0];
        self->direct = g_array_index(lane->units, ShardUnitRun, 0).kept->statement;
        *out_rc = lane->rc;
        return TRUE;
    }
    *out_rc = SQL_SUCCESS;
    if (plan->is_query)
        return merge_streams(self, error);
    add_up_counts(self);
    return TRUE;
}

/* Records of the same state and text are one. */
static void
add_warning(GError **warnings, const GError *lane, guint record)
{
    GError *made = NULL;

    for (guint i = 0; *warnings != NULL && i < shard_error_n_records(*warnings); i++)
        if (strcmp(shard_error_sqlstate(*warnings, i), shard_error_sqlstate(lane, record)) == 0 &&
            strcmp(shard_error_message(*warnings, i), shard_error_message(lane, record)) == 0)
            return;
    shard_error_set_backend(&made, shard_error_shard(lane, record),
                            shard_error_sqlstate(lane, record), shard_error_native(lane, record),
                            shard_error_message(lane, record));
    if (*warnings == NULL)
        *warnings = made;
    else
        shard_error_append(*warnings, made);
}

static void
collect_warnings(ShardRun *self, GError **out_warnings)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const GError *lane = ((ShardLane *) self->lanes->pdata[i])->warnings;
        for (guint k = 0; lane != NULL && k < shard_error_n_records(lane); k++)
            add_warning(out_warnings, lane, k);
    }
}

/* A read whose connections turn out to have been lost while idle can be sent once more: a restart
 * of a server between two statements is not seen. */
static gboolean
may_repeat(ShardRun *self)
{
    const ShardPlan *plan = self->plan;
    guint n_lost = 0;

    if (!plan->is_query || plan->is_write || plan->for_update ||
        shard_session_manual(self->session) || atomic_load(&self->stop) != SHARD_STOP_FAILURE)
        return FALSE;
    if (plan->statement != NULL &&
        (plan->statement->has_volatile || plan->statement->session_bound))
        return FALSE;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        ShardBackend *backend = self->session->slots[lane->place].backend;
        if (lane->failure == NULL || lane->was_cancelled)
            continue;
        if (!lane->was_open || backend == NULL || !shard_backend_is_dead(backend))
            return FALSE;
        n_lost++;
    }
    return n_lost > 0;
}

static gboolean
execute_once(ShardRun *self)
{
    shard_run_close(self);
    deal_units(self);
    begin_execute(self);
    run_lanes(self);
    end_execute(self);
    return all_done(self);
}

/* What may not go on at all. */
static gboolean
check_start(ShardRun *self, GError **error)
{
    ShardSession *session = self->session;

    if (shard_session_after_fork(session)) {
        shard_error_set(error, SHARD_ERROR_BACKEND, "08S01",
                        "the process was forked: its parent's connections can't be used here, the "
                        "next statement opens new ones");
        return FALSE;
    }
    if (session->failed)
        return shard_session_refuse_failed(error);
    if (self->plan->kind != SHARD_PLAN_UNITS) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "this plan has nothing to run");
        return FALSE;
    }
    if (self->plan->statement != NULL && self->plan->statement->implicit_commit &&
        session->mode.dialect == SHARD_DIALECT_MYSQL && shard_session_in_transaction(session))
        return shard_session_end(session, TRUE, error);
    return TRUE;
}

static gboolean
name_transaction(ShardRun *self, GError **error)
{
    if (!self->own_transaction && !shard_session_manual(self->session))
        return TRUE;
    return shard_two_phase_name(self->session, error);
}

gboolean
shard_run_execute(ShardRun *self, const ShardPlan *plan, const ShardRunOptions *options,
                  SQLRETURN *out_rc, GError **out_warnings, GError **error)
{
    self->plan = plan;
    self->options = options;
    if (out_warnings != NULL)
        *out_warnings = NULL;
    if (!check_start(self, error))
        return FALSE;
    choose_guard(self);
    if (!name_transaction(self, error))
        return FALSE;
    gboolean done = execute_once(self);
    if (!done && may_repeat(self))
        done = execute_once(self);
    if (!done)
        return fail(self, error);
    if (!finish(self, out_rc, error))
        return FALSE;
    if (out_warnings != NULL)
        collect_warnings(self, out_warnings);
    shard_session_release(self->session);
    return TRUE;
}

ShardBackendStmt *
shard_run_direct(ShardRun *self)
{
    return self->direct;
}

ShardStream *
shard_run_stream(ShardRun *self)
{
    return self->stream;
}

gint64
shard_run_row_count(ShardRun *self)
{
    gint64 count = -1;

    if (self->direct == NULL)
        return self->row_count;
    return shard_backend_stmt_row_count(self->direct, &count, NULL) ? count : -1;
}

gboolean
shard_run_settle(ShardRun *self, SQLRETURN rc, GError **error)
{
    if (shard_session_manual(self->session))
        note_lost_transaction(self);
    return TRUE;
}

const ShardColumns *
shard_run_describe(ShardRun *self, const ShardPlan *plan, GError **error)
{
    static const ShardRunOptions no_options = {0};
    const ShardUnit *unit = plan->units;

    shard_run_close(self);
    if (plan->n_units == 0)
        return NULL;
    self->plan = plan;
    self->options = &no_options;
    ShardBackend *backend = shard_session_backend(self->session, unit->shard, error);
    if (backend == NULL)
        return NULL;
    ShardLane *lane = lane_of_shard(self, unit->shard);
    pthread_mutex_lock(&self->lock);
    g_ptr_array_add(self->lanes, lane);
    pthread_mutex_unlock(&self->lock);
    ShardKept *kept = shard_lane_statement(lane, unit->text_id, backend, error);
    if (kept == NULL)
        return NULL;
    if (!kept->prepared || kept->text_id == NULL) {
        kept->prepared = FALSE;
        if (!shard_backend_stmt_prepare(kept->statement, unit->sql, unit->sql_size, error))
            return NULL;
        kept->prepared = kept->text_id != NULL;
    }
    self->direct = kept->statement;
    const ShardColumns *columns = shard_backend_stmt_describe(kept->statement, error);
    return columns == NULL || columns->n_columns == 0 ? NULL : columns;
}
