/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/run/run.h"

#include "driver/executor/counters.h"
#include "driver/executor/parallel.h"
#include "driver/executor/run/private.h"
#include "driver/executor/transaction/two-phase.h"

#include <string.h>
#include <time.h>

/* How often a statement is tried again, in turn. */
#define MOST_TURNS 3

static void
lane_free(gpointer lane)
{
    shard_lane_free(lane);
}

ShardRun *
shard_run_new(ShardSession *session)
{
    ShardRun *self = g_new0(ShardRun, 1);
    pthread_condattr_t attributes;

    self->session = session;
    self->lanes_by_shard = g_hash_table_new_full(NULL, NULL, NULL, lane_free);
    self->lanes = g_ptr_array_new();
    self->row_count = -1;
    shard_run_cancel_init(self);
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
    shard_run_cancel_clear(self);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

gint64
shard_run_microseconds(ShardRun *self, guint shard)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const ShardLane *lane = self->lanes->pdata[i];
        if (lane->shard == shard)
            return lane->microseconds;
    }
    return -1;
}

gint64
shard_run_unit_rows(ShardRun *self, guint unit)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            const ShardUnitRun *ran = &g_array_index(lane->units, ShardUnitRun, k);
            if (ran->unit == &self->plan->units[unit])
                return ran->row_count;
        }
    }
    return -1;
}

void
shard_run_count_direct_rows(ShardRun *self, guint64 n)
{
    if (self->direct != NULL && self->direct->backend != NULL &&
        self->direct->backend->counters != NULL)
        shard_count(&self->direct->backend->counters->rows, n);
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

/* MariaDB's routines may, and texts that nobody has read. */
static gboolean
may_end_transaction(const ShardRun *self)
{
    const ShardStatement *statement = self->plan->statement;

    if (statement == NULL || self->session->mode.dialect != SHARD_DIALECT_MYSQL ||
        self->session->settings->two_phase || !shard_session_manual(self->session))
        return FALSE;
    return statement->kind == SHARD_STATEMENT_CALL || statement->kind == SHARD_STATEMENT_UNPARSED ||
           (statement->kind == SHARD_STATEMENT_LOCK && !self->outside) ||
           statement->several_statements;
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
    ends_itself |= self->outside || plan->no_transaction;
    self->own_transaction = several && !ends_itself && !shard_session_manual(self->session);
    self->guarded = several && !ends_itself && shard_session_manual(self->session);
    self->watched = may_end_transaction(self);
    shard_run_choose_turns(self);
}

gboolean
shard_run_may_write(const ShardRun *self)
{
    const ShardPlan *plan = self->plan;

    if (plan->is_write || !plan->is_query)
        return TRUE;
    return plan->statement != NULL &&
           (plan->statement->has_volatile || plan->statement->session_bound ||
            plan->statement->calls_own || plan->statement->kind == SHARD_STATEMENT_CALL ||
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

/* Of PostgreSQL and SQLite; SELECT … INTO TEMP names none. */
static gboolean
makes_temporary(const ShardStatement *statement)
{
    static const char *const schemas[] = {"pg_temp", "temp"};

    for (guint i = 0; i < statement->n_tables; i++)
        for (guint k = 0; k < G_N_ELEMENTS(schemas); k++)
            if (g_strcmp0(statement->tables[i].schema, schemas[k]) == 0)
                return TRUE;
    return statement->temporary || (statement->n_queries > 0 && statement->queries[0].into);
}

gboolean
shard_run_leaves_state(const ShardRun *self)
{
    static const ShardStatementKind kinds[] = {
        SHARD_STATEMENT_SET,  SHARD_STATEMENT_USE,      SHARD_STATEMENT_CALL,
        SHARD_STATEMENT_LOCK, SHARD_STATEMENT_UNPARSED, SHARD_STATEMENT_OTHER_DDL,
    };
    const ShardStatement *statement = self->plan->statement;

    if (statement == NULL || statement->session_bound || statement->several_statements ||
        statement->sets_variable || makes_temporary(statement))
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (statement->kind == kinds[i])
            return TRUE;
    return FALSE;
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
    if (self->plan->changes_server || self->in_turn) {
        shard_run_lanes_in_turn(self);
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

/* What was sent to connections that turn out to have been lost while idle can be sent once more: a
 * restart of a server between two statements is not seen.  That holds for reads, and for a write in
 * a transaction of ours: no shard has been told to commit it. */
static gboolean
may_repeat(ShardRun *self)
{
    const ShardPlan *plan = self->plan;
    gboolean changes = !plan->is_query || plan->is_write || plan->for_update;
    guint n_lost = 0;

    if ((changes && !self->own_transaction) || shard_session_manual(self->session) ||
        atomic_load(&self->stop) != SHARD_STOP_FAILURE)
        return FALSE;
    if (plan->statement != NULL && (plan->statement->has_volatile ||
                                    plan->statement->session_bound || plan->statement->calls_own))
        return FALSE;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        ShardBackend *backend = self->session->slots[lane->place].backend;
        if (lane->failure == NULL || lane->was_cancelled)
            continue;
        if (!lane->was_open || backend == NULL || !shard_backend_is_dead(backend) ||
            self->session->slots[lane->place].is_tainted)
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
    shard_run_begin_execute(self);
    self->streaming = shard_run_is_streaming(self);
    run_lanes(self);
    shard_run_end_execute(self);
    return all_done(self);
}

static const ShardColumns *describe_unit(ShardRun *self, const ShardUnit *unit, GError **error);

/* Does it end the session's transaction before it runs? */
static gboolean
ends_transaction(const ShardRun *self)
{
    const ShardStatement *statement = self->plan->statement;
    const ShardSession *session = self->session;

    return statement != NULL && statement->implicit_commit &&
           session->mode.dialect == SHARD_DIALECT_MYSQL &&
           (!statement->unlocks || session->locked_tables) && shard_session_in_transaction(session);
}

/* A transaction that a routine has ended is over here, too. */
static gboolean
check_ended(ShardSession *session, GError **error)
{
    gboolean over;

    if (!shard_session_check_ended(session, &over, error))
        return FALSE;
    return !over || !session->explicit_begin || shard_session_end(session, TRUE, error);
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
    if (shard_session_manual(session))
        shard_run_note_lost(self);
    if (!session->failed && !check_ended(session, error))
        return FALSE;
    if (session->failed)
        return shard_session_refuse_failed(error);
    if (self->plan->kind != SHARD_PLAN_UNITS) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "this plan has nothing to run");
        return FALSE;
    }
    if (self->plan->changes_server && shard_session_manual(session)) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "this statement changes what databases of one server share; in a "
                        "transaction over several shards they could wait for each other for ever: "
                        "run it with autocommit");
        return FALSE;
    }
    return !ends_transaction(self) || shard_session_end(session, TRUE, error);
}

static gboolean
name_transaction(ShardRun *self, GError **error)
{
    if (!self->own_transaction && !shard_session_manual(self->session))
        return TRUE;
    return shard_two_phase_name(self->session, error);
}

/* Who can be asked what the statement leaves: warnings, counts; -2: nobody, it has several shards.
 * A connection of the pool may be another one's when the question comes. */
static void
note_place(ShardRun *self, gint shard)
{
    gboolean shared =
        shard_session_is_pooled(self->session) && !shard_session_manual(self->session);

    self->session->last_shard = shared ? -2 : shard;
}

static gboolean
run_plan_watched(ShardRun *self, SQLRETURN *out_rc, GError **error)
{
    choose_guard(self);
    if (self->plan->n_units > 0)
        note_place(self, self->plan->n_units > 1 ? -2 : (gint) self->plan->units[0].shard);
    if (!name_transaction(self, error))
        return FALSE;
    gboolean done = execute_once(self);
    /* The first failure stops the others, so that each may show another connection to be lost. */
    for (guint i = 0; !done && i < self->lanes->len && may_repeat(self); i++) {
        if (self->own_transaction)
            shard_session_end(self->session, FALSE, NULL);
        if (!name_transaction(self, error))
            return FALSE;
        done = execute_once(self);
    }
    for (guint i = 0; !done && i < MOST_TURNS && shard_run_take_turns(self); i++) {
        if (!name_transaction(self, error))
            return FALSE;
        done = execute_once(self);
    }
    if (!done)
        return shard_run_fail(self, error);
    return shard_run_finish(self, out_rc, error);
}

static gboolean
run_plan(ShardRun *self, SQLRETURN *out_rc, GError **error)
{
    ShardWatcher place;

    shard_run_begin_watch(self, &place);
    gboolean done = run_plan_watched(self, out_rc, error);
    shard_run_end_watch(self, &place);
    return done;
}

/* What n units will give, as the first one's shard describes it. */
static gboolean
describe_alike(ShardRun *self, guint first, guint n, ShardArena *arena, const ShardColumns **out)
{
    shard_run_close(self);
    const ShardColumns *columns = describe_unit(self, &self->plan->units[first], NULL);
    self->direct = NULL;
    if (columns == NULL)
        return FALSE;
    const ShardColumns *copy = shard_columns_copy(columns, arena);
    for (guint i = 0; i < n; i++)
        out[first + i] = copy;
    return TRUE;
}

static gboolean
describe_branches(ShardRun *self, const ShardMergeSet *set, ShardArena *arena,
                  const ShardColumns **out)
{
    if (set->left == NULL)
        return describe_alike(self, set->first_unit, set->n_units, arena, out);
    return describe_branches(self, set->left, arena, out) &&
           describe_branches(self, set->right, arena, out);
}

/* Nothing runs if what the shards will give can't be merged. */
static gboolean
check_merge(ShardRun *self, GError **error)
{
    const ShardPlan *plan = self->plan;
    const ShardMergeOptions options = {
        .memory_limit = self->session->settings->merge_memory,
        .trust_collation = self->session->settings->trust_collation,
    };

    if (plan->merge == NULL || !plan->merge->is_doubtful || plan->n_units < 2 ||
        self->checked == plan)
        return TRUE;
    self->checked = plan;
    g_autoptr(ShardArena) arena = shard_arena_new();
    const ShardColumns **columns = shard_arena_array(arena, const ShardColumns *, plan->n_units);
    gboolean described = plan->merge->set != NULL
                             ? describe_branches(self, plan->merge->set, arena, columns)
                             : describe_alike(self, 0, plan->n_units, arena, columns);
    /* What a shard doesn't describe, it will fail to run, and say why. */
    if (!described || shard_merge_check(plan->merge, columns, plan->n_units, &options, error))
        return TRUE;
    self->checked = NULL;
    return FALSE;
}

gboolean
shard_run_check(ShardRun *self, const ShardPlan *plan, GError **error)
{
    self->plan = plan;
    return check_start(self, error) && check_merge(self, error);
}

/* Nothing runs if a text would read one column's values as another's. */
static gboolean
check_united(ShardRun *self, GError **error)
{
    for (guint i = 0; i < self->plan->n_units; i++) {
        const ShardUnit *unit = &self->plan->units[i];
        for (guint j = 0; j < unit->n_united; j++)
            if (!shard_session_check_even(self->session, unit->united[j], unit->shard, error))
                return FALSE;
    }
    return TRUE;
}

gboolean
shard_run_execute(ShardRun *self, const ShardPlan *plan, const ShardRunOptions *options,
                  SQLRETURN *out_rc, GError **out_warnings, GError **error)
{
    self->plan = plan;
    self->options = options;
    if (out_warnings != NULL)
        *out_warnings = NULL;
    if (!check_start(self, error) || !check_united(self, error) || !check_merge(self, error))
        return FALSE;
    self->checked = NULL;
    shard_count(&shard_counters->statements[plan->route], 1);
    if (!run_plan(self, out_rc, error)) {
        shard_count(&shard_counters->failed, 1);
        return FALSE;
    }
    if (plan->is_write && self->row_count > 0)
        shard_count(&shard_counters->rows_changed, (guint64) self->row_count);
    if (out_warnings != NULL)
        shard_run_collect_warnings(self, out_warnings);
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

static const ShardColumns *
prepare_and_describe(ShardKept *kept, const ShardUnit *unit, GError **error)
{
    if (!kept->prepared || kept->text_id == NULL) {
        kept->prepared = FALSE;
        if (!shard_backend_stmt_prepare(kept->statement, unit->sql, unit->sql_size, error))
            return NULL;
        kept->prepared = kept->text_id != NULL;
    }
    return shard_backend_stmt_describe(kept->statement, error);
}

/* No timeout of a statement holds here, but a cancel; psqlodbc hears none in this, and has its
 * connection given up. */
static const ShardColumns *
wait_for_description(ShardKept *kept, const ShardUnit *unit, GError **error)
{
    ShardBackend *backend = kept->statement->backend;
    GError *failure = NULL;
    ShardWatcher place;
    ShardWait wait;

    shard_backend_begin_wait(backend, backend->patience, &wait);
    shard_watch_enter(&backend->gate.watch, &place);
    shard_backend_stmt_begin_fetch(kept->statement);
    const ShardColumns *columns = prepare_and_describe(kept, unit, &failure);
    gboolean cancelled = shard_backend_stmt_end_fetch(kept->statement);
    shard_watch_leave(&place);
    gboolean given_up = shard_backend_end_wait(backend, &wait);
    if (columns == NULL && cancelled)
        failure = shard_stopped_error(SHARD_STOP_CANCEL, failure);
    else if (columns == NULL && given_up)
        shard_backend_say_given_up(backend, &wait, FALSE, &failure);
    if (failure != NULL)
        g_propagate_error(error, failure);
    return columns;
}

static const ShardColumns *
describe_unit(ShardRun *self, const ShardUnit *unit, GError **error)
{
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
    self->direct = kept->statement;
    const ShardUnitRun described = {.unit = unit, .kept = kept, .row_count = -1};
    pthread_mutex_lock(&self->lock);
    g_array_append_val(lane->units, described);
    pthread_mutex_unlock(&self->lock);
    const ShardColumns *columns = wait_for_description(kept, unit, error);
    return columns == NULL || columns->n_columns == 0 ? NULL : columns;
}

const ShardColumns *
shard_run_describe(ShardRun *self, const ShardPlan *plan, GError **error)
{
    static const ShardRunOptions no_options = {0};
    GError *failure = NULL;

    shard_run_close(self);
    if (plan->n_units == 0)
        return NULL;
    self->plan = plan;
    self->options = &no_options;
    const ShardColumns *columns = describe_unit(self, plan->units, &failure);
    if (failure != NULL) {
        shard_session_note_failure(self->session, failure);
        note_place(self, (gint) plan->units[0].shard);
        g_propagate_error(error, failure);
    }
    return columns;
}
