/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/parameter.h"
#include "driver/executor/run/private.h"
#include "driver/executor/transaction/two-phase.h"

/* Statements that a lane keeps prepared; an old one makes room. */
#define MOST_KEPT 64
/* Bytes that the batches of one execute may take together. */
#define ALL_BATCHES ((gsize) 32 * 1024 * 1024)
#define GUARD "shardodbc_guard"

ShardLane *
shard_lane_new(ShardRun *run, guint shard)
{
    ShardLane *self = g_new0(ShardLane, 1);

    self->run = run;
    self->shard = shard;
    self->kept = g_ptr_array_new();
    self->units = g_array_new(FALSE, TRUE, sizeof(ShardUnitRun));
    self->arena = shard_arena_new();
    pthread_mutex_init(&self->lock, NULL);
    return self;
}

static void
kept_free(ShardKept *self)
{
    shard_backend_stmt_free(self->statement);
    g_free(self);
}

void
shard_lane_close(ShardLane *self)
{
    for (guint i = 0; i < self->units->len; i++) {
        ShardUnitRun *unit = &g_array_index(self->units, ShardUnitRun, i);
        shard_stream_free(unit->stream);
    }
    for (guint i = 0; i < self->kept->len; i++) {
        ShardKept *kept = self->kept->pdata[i];
        if (kept->in_use)
            shard_backend_stmt_close(kept->statement);
        kept->in_use = FALSE;
    }
    g_array_set_size(self->units, 0);
    g_clear_error(&self->failure);
    g_clear_error(&self->warnings);
    self->was_cancelled = FALSE;
    self->has_savepoint = FALSE;
    self->in_own_transaction = FALSE;
    self->is_opened = FALSE;
    self->done = FALSE;
    self->microseconds = 0;
}

void
shard_lane_free(ShardLane *self)
{
    shard_lane_close(self);
    for (guint i = 0; i < self->kept->len; i++)
        kept_free(self->kept->pdata[i]);
    g_ptr_array_unref(self->kept);
    g_array_unref(self->units);
    shard_arena_free(self->arena);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

gboolean
shard_lane_enter(ShardLane *self, ShardBackendStmt *statement)
{
    pthread_mutex_lock(&self->lock);
    gboolean go_on = atomic_load(&self->run->stop) == SHARD_STOP_NO;
    if (go_on)
        self->inside = statement;
    pthread_mutex_unlock(&self->lock);
    return go_on;
}

void
shard_lane_leave(ShardLane *self)
{
    pthread_mutex_lock(&self->lock);
    self->inside = NULL;
    pthread_mutex_unlock(&self->lock);
}

/* Its connection was closed since, or it is the oldest of too many. */
static void
drop_kept(ShardLane *self)
{
    guint oldest = G_MAXUINT;

    for (guint i = self->kept->len; i-- > 0;) {
        ShardKept *kept = self->kept->pdata[i];
        if (kept->in_use)
            continue;
        if (kept->statement->backend == NULL) {
            kept_free(kept);
            g_ptr_array_remove_index(self->kept, i);
            oldest = oldest == G_MAXUINT ? oldest : oldest - 1;
        } else if (oldest == G_MAXUINT ||
                   kept->last_use < ((ShardKept *) self->kept->pdata[oldest])->last_use) {
            oldest = i;
        }
    }
    if (self->kept->len < MOST_KEPT || oldest == G_MAXUINT)
        return;
    kept_free(self->kept->pdata[oldest]);
    g_ptr_array_remove_index(self->kept, oldest);
}

ShardKept *
shard_lane_statement(ShardLane *self, const void *text_id, ShardBackend *backend, GError **error)
{
    gboolean direct = self->run->plan->direct;

    for (guint i = 0; i < self->kept->len; i++) {
        ShardKept *kept = self->kept->pdata[i];
        if (kept->text_id == text_id && kept->direct == direct && !kept->in_use &&
            kept->statement->backend == backend) {
            kept->in_use = TRUE;
            kept->last_use = ++self->clock;
            return kept;
        }
    }
    drop_kept(self);
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, error);
    if (statement == NULL)
        return NULL;
    ShardKept *kept = g_new0(ShardKept, 1);
    *kept = (ShardKept){.text_id = text_id,
                        .direct = direct,
                        .in_use = TRUE,
                        .last_use = ++self->clock,
                        .statement = statement};
    g_ptr_array_add(self->kept, kept);
    return kept;
}

/* The array of parameters that a unit takes; NULL: one row. */
static const ShardUnitRows *
rows_of(const ShardLane *self, const ShardUnitRun *unit)
{
    const ShardRun *run = self->run;

    return run->options->unit_rows == NULL
               ? NULL
               : &run->options->unit_rows[unit->unit - run->plan->units];
}

static void
set_rows(ShardUnitRun *unit, SQLULEN n_rows, SQLUSMALLINT *status)
{
    ShardBackendStmt *statement = unit->kept->statement;
    const ShardDriverLibrary *library = shard_backend_stmt_library(statement);

    library->SQLSetStmtAttr(statement->handle, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) n_rows, 0);
    library->SQLSetStmtAttr(statement->handle, SQL_ATTR_PARAM_STATUS_PTR, status, 0);
}

/* psqlodbc writes casts of bound parameters into a text that it executes directly, and cuts them
 * short behind number 999; a prepared text has none.  An integer for a text column is an error with
 * the cast and right without: what the application has prepared is prepared there too. */
static gboolean
must_prepare_once(const ShardLane *self, const ShardKept *kept, const ShardUnit *text)
{
    return kept->text_id == NULL && text->n_params > 0 &&
           (text->n_params > 999 ||
            (self->run->options->prepared &&
             shard_backend_dialect(kept->statement->backend) == SHARD_DIALECT_POSTGRESQL));
}

/* Executes with an array: a row that failed fails all, whatever the driver returns. */
static gboolean
execute_rows(ShardLane *self, ShardUnitRun *unit, const ShardUnitRows *rows, GError **error)
{
    ShardBackendStmt *statement = unit->kept->statement;

    set_rows(unit, rows->n_rows, rows->status);
    gboolean done = unit->kept->prepared || must_prepare_once(self, unit->kept, unit->unit)
                        ? shard_backend_stmt_execute(statement, &self->rc, error)
                        : shard_backend_stmt_exec_direct(statement, unit->unit->sql,
                                                         unit->unit->sql_size, &self->rc, error);
    for (SQLULEN i = 0; done && i < rows->n_rows; i++)
        if (rows->status[i] == SQL_PARAM_ERROR) {
            shard_backend_diagnostics(statement->backend, SQL_HANDLE_STMT, statement->handle,
                                      error);
            done = FALSE;
        }
    if (statement->backend != NULL)
        set_rows(unit, 1, NULL);
    return done;
}

static gboolean
bind_unit(ShardLane *self, ShardUnitRun *unit, GError **error)
{
    const ShardRunOptions *options = self->run->options;
    const ShardUnitRows *rows = rows_of(self, unit);
    const ShardBinding *bindings = rows == NULL ? options->bindings : rows->bindings;
    ShardBackendStmt *statement = unit->kept->statement;
    ShardDialect dialect = shard_backend_dialect(statement->backend);

    if (unit->kept->text_id == NULL)
        shard_backend_stmt_reset_params(statement);
    for (guint i = 0; i < unit->unit->n_params; i++) {
        const ShardUnitParam *param = &unit->unit->params[i];
        const ShardBinding *binding;
        if (param->marker < 0) {
            binding = shard_parameter_binding(&param->value, dialect, self->arena);
        } else if ((guint) param->marker < options->n_bindings) {
            binding = &bindings[param->marker];
        } else {
            shard_error_set(error, SHARD_ERROR_FAILED, "07002", "parameter %d is not bound",
                            param->marker + 1);
            return FALSE;
        }
        if (!shard_backend_stmt_bind(statement, i, binding, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
selects_all(const ShardStatement *statement)
{
    for (guint i = 0; statement != NULL && i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint k = 0; k < query->n_items; k++)
            if (query->items[k].expr != NULL && query->items[k].expr->kind == SHARD_EXPR_STAR)
                return TRUE;
    }
    return FALSE;
}

/* SQLite's driver reads as many columns as there were when it prepared; when a table has got more
 * since, what merging looks for behind a star would be another one's values. */
static gboolean
reads_behind_star(const ShardLane *self)
{
    const ShardPlan *plan = self->run->plan;

    return self->run->session->mode.dialect == SHARD_DIALECT_SQLITE && plan->is_query &&
           !plan->direct && plan->merge != NULL && plan->merge->n_hidden > 0 &&
           selects_all(plan->statement);
}

/* A database learns of others' changes to its tables when it reads something. */
static gboolean
renew_tables(ShardBackend *backend, ShardKept *kept, GError **error)
{
    kept->prepared = FALSE;
    return shard_backend_run(backend, "SELECT 1 FROM sqlite_master LIMIT 0", error);
}

/* Prepare if need be, bind, execute; the first batch of a merged query. */
static gboolean
call_unit(ShardLane *self, ShardUnitRun *unit, GError **error)
{
    ShardRun *run = self->run;
    ShardKept *kept = unit->kept;
    const ShardUnit *text = unit->unit;
    gboolean once = must_prepare_once(self, kept, text);

    if (reads_behind_star(self) && !renew_tables(kept->statement->backend, kept, error))
        return FALSE;
    if (once || (kept->text_id != NULL && !kept->prepared)) {
        if (!shard_backend_stmt_prepare(kept->statement, text->sql, text->sql_size, error))
            return FALSE;
        kept->prepared = !once;
    }
    if (!bind_unit(self, unit, error))
        return FALSE;
    if (run->plan->direct && run->options->before_direct != NULL &&
        !run->options->before_direct(kept->statement, run->options->before_direct_data, error))
        return FALSE;
    const ShardUnitRows *rows = rows_of(self, unit);
    gboolean done = rows != NULL ? execute_rows(self, unit, rows, error)
                    : kept->prepared || once
                        ? shard_backend_stmt_execute(kept->statement, &self->rc, error)
                        : shard_backend_stmt_exec_direct(kept->statement, text->sql, text->sql_size,
                                                         &self->rc, error);
    if (!done)
        return FALSE;
    if (self->rc == SQL_SUCCESS_WITH_INFO) {
        GError *record = NULL;
        shard_backend_diagnostics(kept->statement->backend, SQL_HANDLE_STMT,
                                  kept->statement->handle, &record);
        shard_error_join(&self->warnings, record);
    }
    if (run->plan->direct || !run->plan->is_query)
        return TRUE;
    unit->stream = shard_backend_stmt_rows(kept->statement, error);
    if (unit->stream == NULL)
        return FALSE;
    shard_backend_rows_set_budget(unit->stream, ALL_BATCHES / run->plan->n_units);
    shard_backend_rows_set_call(unit->stream, &run->call);
    return shard_backend_rows_prefill(unit->stream, error);
}

/* Rows that the unit changed.  psqlodbc has a result for each row of an array, the others one. */
static gboolean
count_rows(ShardUnitRun *unit, gboolean is_array, GError **error)
{
    ShardBackendStmt *statement = unit->kept->statement;
    gint64 sum = 0, count;

    do {
        if (!shard_backend_stmt_row_count(statement, &count, error))
            return FALSE;
        sum = count < 0 || sum < 0 ? -1 : sum + count;
    } while (
        is_array && shard_backend_dialect(statement->backend) == SHARD_DIALECT_POSTGRESQL &&
        SQL_SUCCEEDED(shard_backend_stmt_library(statement)->SQLMoreResults(statement->handle)));
    unit->row_count = sum;
    return TRUE;
}

static gboolean
run_unit(ShardLane *self, ShardUnitRun *unit, ShardBackend *backend, GError **error)
{
    ShardRun *run = self->run;
    const void *text_id = run->options->prepared ? unit->unit->text_id : NULL;

    unit->row_count = -1;
    unit->kept = shard_lane_statement(self, text_id, backend, error);
    if (unit->kept == NULL)
        return FALSE;
    if (!shard_lane_enter(self, unit->kept->statement))
        return FALSE;
    gboolean done = call_unit(self, unit, error);
    shard_lane_leave(self);
    if (!done || run->plan->direct || run->plan->is_query)
        return done;
    done = count_rows(unit, rows_of(self, unit) != NULL, error);
    shard_backend_stmt_close(unit->kept->statement);
    return done;
}

static void
note_state(const ShardRun *run, ShardMember *slot)
{
    const ShardStatement *statement = run->plan->statement;

    slot->is_tainted |= shard_run_leaves_state(run);
    slot->is_doubtful |= statement != NULL && statement->calls_own;
}

static const char *
savepoint_text(const ShardRun *run)
{
    if (run->session->mode.dialect != SHARD_DIALECT_POSTGRESQL)
        return "SAVEPOINT " GUARD;
    return run->hasty ? SHARD_HASTY_SAVEPOINT(GUARD) : SHARD_SAVEPOINT_POSTGRESQL(GUARD);
}

/* A transaction of ours around an autocommit write; a savepoint inside the application's. */
static gboolean
guard(ShardLane *self, ShardBackend *backend, GError **error)
{
    ShardSession *session = self->run->session;

    if (self->run->own_transaction && !session->joined[self->shard]) {
        gboolean begun = shard_two_phase_uses_xa(session)
                             ? shard_session_begin_branch(session, self->shard, error)
                             : shard_backend_begin(backend, TRUE, error);
        if (!begun)
            return FALSE;
        session->joined[self->shard] = TRUE;
        self->in_own_transaction = TRUE;
    }
    if (!shard_lane_set_haste(self, backend, error))
        return FALSE;
    if (self->run->guarded) {
        if (!shard_backend_run(backend, savepoint_text(self->run), error))
            return FALSE;
        self->has_savepoint = TRUE;
    }
    if (self->run->watched && !shard_session_watch_end(session, self->shard, error))
        return FALSE;
    if (self->run->plan->is_ddl)
        shard_backend_note_ddl(backend);
    note_state(self->run, &session->slots[self->shard]);
    if (shard_run_may_write(self->run))
        session->slots[self->shard].wrote = TRUE;
    return TRUE;
}

/* Where the lane's units go: the shard, a replica of it, or the connection that streams. */
static guint
choose_place(ShardLane *self)
{
    ShardSession *session = self->run->session;
    guint place = self->shard;

    if (shard_run_is_weak(self->run))
        return shard_session_choose_replica(session, self->shard);
    if (self->run->streaming)
        place = shard_fleet_stream_place(session->fleet, self->shard);
    /* A server may have no room for a second connection. */
    return place != self->shard && shard_session_open(session, place, NULL) == NULL ? self->shard
                                                                                    : place;
}

gboolean
shard_lane_open(ShardLane *self, GError **error)
{
    ShardSession *session = self->run->session;

    self->place = choose_place(self);
    self->was_open = shard_session_is_open(session, self->place);
    self->is_opened = self->place != self->shard;
    if (!self->is_opened || self->run->streaming)
        shard_session_note_primary(session, self->shard);
    if (self->is_opened)
        return TRUE;
    shard_run_drain_streams(self->run, self->shard);
    ShardBackend *backend = self->run->outside ? shard_session_open(session, self->shard, error)
                                               : shard_session_join(session, self->shard, error);
    self->was_open |= backend != NULL && session->slots[self->shard].is_reused;
    self->is_opened = backend != NULL && guard(self, backend, error);
    return self->is_opened;
}

static gboolean
run_units(ShardLane *self, GError **error)
{
    ShardSession *session = self->run->session;

    if (atomic_load(&self->run->stop) != SHARD_STOP_NO)
        return FALSE;
    if (!self->is_opened && !shard_lane_open(self, error))
        return FALSE;
    for (guint i = 0; i < self->units->len; i++)
        if (!run_unit(self, &g_array_index(self->units, ShardUnitRun, i),
                      session->slots[self->place].backend, error))
            return FALSE;
    return TRUE;
}

void
shard_lane_run(gpointer lane)
{
    ShardLane *self = lane;
    ShardRun *run = self->run;
    gint64 started = g_get_monotonic_time();

    pthread_mutex_lock(&run->lock);
    run->n_active++;
    self->is_running = TRUE;
    pthread_mutex_unlock(&run->lock);
    gboolean done = run_units(self, &self->failure);
    gboolean first = !done && self->failure != NULL && shard_run_stop(run, SHARD_STOP_FAILURE);

    self->done = done;
    self->microseconds = g_get_monotonic_time() - started;
    shard_counters_unit(shard_fleet_counters(run->session->fleet, self->place), self->microseconds,
                        self->failure != NULL && !self->was_cancelled);
    pthread_mutex_lock(&run->lock);
    run->n_active--;
    self->is_running = FALSE;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    if (first)
        shard_run_cancel_until_done(run);
}
