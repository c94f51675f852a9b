/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parameters -> plan -> run -> cursor, for one set of parameters or an array of them. */
#include "driver/executor/counters.h"
#include "driver/odbc/cursor/write.h"
#include "driver/odbc/param-array.h"
#include "driver/odbc/cursor/static-result.h"
#include "driver/odbc/stmt/batch.h"
#include "driver/odbc/stmt/log.h"
#include "driver/odbc/stmt/refusal.h"
#include "driver/odbc/stmt/steps.h"

#include <string.h>

/* Table facts that planning wants; loads what is missing. */
static const ShardSchema *
find_schema(ShardStmt *self, GError **error)
{
    ShardSession *session = self->connection->session;
    const ShardSchema *schema = shard_session_schema(session, NULL, error);

    if (schema == NULL || shard_schema_version(schema) == self->complete_schema)
        return schema;
    g_autofree const char **missing = shard_prepared_missing_tables(self->prepared, schema);
    if (missing != NULL)
        return shard_session_schema(session, missing, error);
    self->complete_schema = shard_schema_version(schema);
    return schema;
}

static gboolean
fill_input(ShardStmt *self, ShardPlanInput *input, GError **error)
{
    ShardDbc *connection = self->connection;
    ShardSession *session = connection->session;

    *input = (ShardPlanInput){
        .schema = find_schema(self, error),
        .joined = shard_session_in_transaction(session) ? shard_session_joined(session) : NULL,
        .last_write_shard = shard_session_last_write_shard(session),
        .last_shard = shard_session_last_shard(session),
        .generated_key = shard_session_generated_key(session),
        .hints_enabled = connection->settings->hints,
        .catalog =
            connection->catalog != NULL ? connection->catalog : connection->settings->catalog};
    input->scatter_read = connection->choices.scatter_read;
    input->scatter_write = connection->choices.scatter_write;
    const ShardModify *modify = shard_prepared_statement(self->prepared)->modify;
    if (modify != NULL && modify->current_of != NULL &&
        !shard_stmt_find_cursor(self, modify->current_of, input, error))
        return FALSE;
    const ShardHintSources hints = {&connection->hints, &self->hint_texts, self->attributes};
    if (input->schema != NULL && shard_has_hints(&hints)) {
        const ShardRules *rules = shard_router_rules(shard_session_router(session));
        input->hints = &self->hints;
        return shard_choose_hints(&hints, rules, &self->hints, error);
    }
    return input->schema != NULL;
}

ShardPlan *
shard_stmt_describe_plan(ShardStmt *self, GError **error)
{
    ShardPlanInput input;

    if (!fill_input(self, &input, error))
        return NULL;
    return shard_prepared_describe(self->prepared, &input, error);
}

ShardPlan *
shard_stmt_plan_row(ShardStmt *self, SQLULEN row, GError **error)
{
    ShardPlanInput input;
    guint n = shard_prepared_n_markers(self->prepared);

    shard_arena_reset(self->arena);
    if (n > 0 && shard_prepared_statement(self->prepared)->kind == SHARD_STATEMENT_PREVIEW &&
        self->apd->count < n)
        n = 0; /* PREVIEW works with markers that nothing is bound to */
    if (!shard_params_collect(self, n, row, error) || !fill_input(self, &input, error))
        return NULL;
    input.values = n == 0 ? NULL : self->params.values;
    input.n_values = n;
    return shard_prepared_plan(self->prepared, &input, error);
}

ShardPlan *
shard_stmt_plan_again(ShardStmt *self, ShardAnswers *answers, const GError *unmergeable,
                      GError **error)
{
    ShardPlanInput input;
    guint n = shard_prepared_n_markers(self->prepared);

    if (!fill_input(self, &input, error))
        return NULL;
    input.values = n == 0 ? NULL : self->params.values;
    input.n_values = n;
    input.answers = answers;
    input.unmergeable = unmergeable;
    return shard_prepared_plan(self->prepared, &input, error);
}

static void
add_warnings(ShardStmt *self, GError *warnings)
{
    if (warnings == NULL)
        return;
    SQLLEN row =
        self->apd->array_size > 1 ? (SQLLEN) self->array_row + 1 : (SQLLEN) SQL_NO_ROW_NUMBER;
    shard_diag_add(&self->head.diag, warnings, row, SQL_NO_COLUMN_NUMBER);
    g_error_free(warnings);
}

/* Columns that the direct statement's real driver has now; 0: no result set. */
static guint
count_columns(ShardBackendStmt *inner)
{
    SQLSMALLINT n = 0;

    shard_backend_stmt_library(inner)->SQLNumResultCols(shard_backend_stmt_handle(inner), &n);
    return (guint) MAX(n, 0);
}

static void
open_result(ShardStmt *self)
{
    ShardRun *run = shard_stmt_run(self);
    ShardBackendStmt *inner = self->plan->direct ? shard_run_direct(run) : NULL;
    ShardStream *stream = inner == NULL ? shard_run_stream(run) : NULL;

    self->state = SHARD_STMT_EXECUTED;
    self->row_count = shard_run_row_count(run);
    guint n_columns = inner == NULL ? 0 : count_columns(inner);
    if (n_columns > 0)
        self->cursor = shard_cursor_direct_new(self, inner, n_columns);
    else if (stream != NULL)
        self->cursor = shard_cursor_merged_new(self, stream, FALSE);
    if (self->cursor == NULL)
        return;
    self->state = SHARD_STMT_OPEN;
    if (shard_dbc_dialect(self->connection) == SHARD_DIALECT_SQLITE)
        self->row_count = -1; /* the driver says 0, which clients take for an empty result */
}

/* A write over several units that touched no row, as the brand's driver answers it. */
static SQLRETURN
nothing_written(const ShardStmt *self)
{
    const ShardPlan *plan = self->plan;
    ShardDialect dialect = shard_dbc_dialect(self->connection);
    ShardStatementKind kind = plan->statement->kind;
    gboolean searched = kind == SHARD_STATEMENT_UPDATE || kind == SHARD_STATEMENT_DELETE;

    if (self->state != SHARD_STMT_EXECUTED || self->row_count != 0 || plan->direct)
        return SQL_SUCCESS;
    if (dialect == SHARD_DIALECT_POSTGRESQL && searched)
        return SQL_NO_DATA;
    if (dialect == SHARD_DIALECT_SQLITE && (searched || kind == SHARD_STATEMENT_INSERT))
        return SQL_NO_DATA;
    return SQL_SUCCESS;
}

/* What a result over several units can't be: one that follows its rows, or that holds rows against
 * others; rows of one table can be changed through it (cursor/write.h). */
static SQLRETURN
downgrade(ShardStmt *self)
{
    SQLULEN *values = self->attributes;
    gboolean keyset = values[SHARD_ATTR_CURSOR_TYPE] == SQL_CURSOR_KEYSET_DRIVEN;
    gboolean locks =
        values[SHARD_ATTR_CONCURRENCY] == SQL_CONCUR_ROWVER && !shard_cursor_is_of_nodes(self);
    g_autoptr(GError) warning = NULL;

    if (self->cursor == NULL || (!keyset && !locks))
        return SQL_SUCCESS;
    shard_error_set(&warning, SHARD_ERROR_FAILED, "01S02",
                    "Option value changed: over several nodes the cursor is static%s",
                    locks ? ", its rows read only" : "");
    if (keyset)
        values[SHARD_ATTR_CURSOR_TYPE] = SQL_CURSOR_STATIC;
    if (locks)
        values[SHARD_ATTR_CONCURRENCY] = SQL_CONCUR_READ_ONLY;
    self->attribute_generation++;
    shard_diag_add(&self->head.diag, warning, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    return SQL_SUCCESS_WITH_INFO;
}

/* A shard doesn't know a table or column, or has it changed: what is known of tables is stale. */
static gboolean
is_about_tables(const GError *error)
{
    static const char *const states[] = {"42S02", "42S22", "42S12", "42703", "42P01", "0A000"};
    const char *state = shard_error_sqlstate(error, 0);

    for (gsize i = 0; i < G_N_ELEMENTS(states); i++)
        if (strcmp(state, states[i]) == 0)
            return TRUE;
    return FALSE;
}

/* What LAST_INSERT_ID() and the like mean from now on: a key of ours, or what the database numbered
 * in a table that isn't sharded. */
static void
note_generated_key(const ShardStmt *self)
{
    ShardSession *session = self->connection->session;
    const ShardPlan *plan = self->plan;

    if (plan->statement->kind != SHARD_STATEMENT_INSERT)
        return;
    if (plan->has_generated_key)
        shard_session_set_generated_key(session, &plan->generated_key);
    else if (plan->route == SHARD_ROUTE_SINGLE_TABLE || plan->route == SHARD_ROUTE_DEFAULT)
        shard_session_set_generated_key(session, NULL);
}

static SQLRETURN
run_units(ShardStmt *self, GError **error)
{
    const ShardPlan *plan = self->plan;
    SQLRETURN rc = SQL_SUCCESS;
    GError *warnings = NULL;
    const ShardRunOptions options = {
        .bindings = self->params.bindings,
        .n_bindings = plan->statement->n_markers,
        .query_timeout = shard_stmt_timeout(self),
        .max_rows = self->attributes[SHARD_ATTR_MAX_ROWS],
        .prepared = self->is_prepared,
        .before_direct = shard_cursor_direct_before,
        .before_direct_data = self,
    };

    gboolean ok = shard_run_execute(shard_stmt_run(self), plan, &options, &rc, &warnings, error);
    add_warnings(self, warnings);
    if (plan->is_ddl)
        shard_session_forget_schema(self->connection->session, plan->changed_tables);
    if (!ok) {
        if (error != NULL && *error != NULL && is_about_tables(*error))
            shard_session_forget_schema(self->connection->session, NULL);
        return SQL_ERROR;
    }
    note_generated_key(self);
    open_result(self);
    if (!plan->direct && downgrade(self) != SQL_SUCCESS && rc == SQL_SUCCESS)
        rc = SQL_SUCCESS_WITH_INFO;
    SQLRETURN given = shard_params_give_back(self, error);
    if (given != SQL_SUCCESS)
        return given;
    return rc == SQL_SUCCESS ? nothing_written(self) : rc;
}

static SQLRETURN
open_own(ShardStmt *self, ShardStream *stream)
{
    if (stream == NULL)
        return SQL_ERROR;
    self->cursor = shard_cursor_merged_new(self, stream, TRUE);
    self->state = SHARD_STMT_OPEN;
    return SQL_SUCCESS;
}

/* The row count that the brands' drivers have for statements in which nothing is counted. */
static gint64
idle_row_count(const ShardStmt *self)
{
    ShardPlanKind kind = self->plan->kind;
    gboolean idle =
        kind == SHARD_PLAN_TRANSACTION || kind == SHARD_PLAN_SESSION || kind == SHARD_PLAN_USE;

    return idle && shard_dbc_dialect(self->connection) != SHARD_DIALECT_POSTGRESQL ? 0 : -1;
}

static SQLRETURN
run_plan(ShardStmt *self, GError **error)
{
    ShardSession *session = self->connection->session;
    const ShardPlan *plan = self->plan;

    self->state = SHARD_STMT_EXECUTED;
    self->row_count = idle_row_count(self);
    switch (plan->kind) {
    case SHARD_PLAN_UNITS:
        return run_units(self, error);
    case SHARD_PLAN_TRANSACTION:
        if (!shard_session_transaction(session, plan->statement, self->sql, error))
            return SQL_ERROR;
        self->connection->autocommit =
            shard_session_autocommit(session) ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF;
        return SQL_SUCCESS;
    case SHARD_PLAN_SESSION:
        return shard_session_set(session, self->sql, error) ? SQL_SUCCESS : SQL_ERROR;
    case SHARD_PLAN_PREVIEW:
        return open_own(self, shard_preview_stream(
                                  plan, shard_router_rules(shard_session_router(session)), error));
    case SHARD_PLAN_SHOW_SHARDING:
        return open_own(
            self, shard_show_sharding_stream(self->connection, plan->statement->words, error));
    case SHARD_PLAN_USE:
        return SQL_SUCCESS;
    case SHARD_PLAN_DONE:
        self->row_count = plan->count;
        return nothing_written(self);
    case SHARD_PLAN_BEFORE:
        break;
    case SHARD_PLAN_SET_SHARDING:
        return shard_set_sharding(self->connection, self->prepared, error) ? SQL_SUCCESS
                                                                           : SQL_ERROR;
    }
    return SQL_ERROR;
}

/* After a failure the statement is as if it had not been executed. */
static SQLRETURN
fail_row(ShardStmt *self)
{
    if (self->cursor != NULL) {
        shard_stmt_count_rows(self);
        self->cursor->ops->free(self->cursor);
    }
    self->cursor = NULL;
    if (self->plan != NULL)
        shard_run_close(shard_stmt_run(self));
    g_clear_pointer(&self->plan, shard_plan_free);
    self->row_count = -1;
    return SQL_ERROR;
}

static void
count_plan(const ShardStmt *self)
{
    if (self->plan == NULL)
        shard_count(&shard_counters->refused, 1);
    else if (shard_prepared_was_cached(self->prepared))
        shard_count(&shard_counters->cache_hits, 1);
    else
        shard_count(&shard_counters->cache_misses, 1);
}

static SQLRETURN
run_row(ShardStmt *self, SQLULEN row, GError **error)
{
    if (self->plan != NULL) {
        shard_run_close(shard_stmt_run(self));
        g_clear_pointer(&self->plan, shard_plan_free);
    }
    gint64 started = shard_stmt_note_start(self);
    ShardSteps steps;
    ShardPlan *first = shard_stmt_plan_row(self, row, error);
    self->plan = shard_steps_run(&steps, self, first, error);
    count_plan(self);
    if (self->plan == NULL)
        shard_stmt_check_refusal(self, error);
    SQLRETURN rc = self->plan == NULL ? SQL_ERROR : run_plan(self, error);
    if (!shard_steps_end(&steps, rc != SQL_ERROR, rc == SQL_ERROR ? NULL : error))
        rc = SQL_ERROR;
    shard_stmt_note(self, started, rc == SQL_ERROR ? *error : NULL);
    if (rc == SQL_ERROR)
        shard_hints_recall(&self->connection->hints, *error);
    return rc == SQL_ERROR ? fail_row(self) : rc;
}

/* An array that failed was taken back: none of its rows succeeded. */
static void
spoil_statuses(ShardStmt *self)
{
    SQLUSMALLINT *status = self->ipd.array_status;

    for (SQLULEN i = 0; status != NULL && i < self->apd->array_size; i++)
        if (status[i] == SQL_PARAM_SUCCESS || status[i] == SQL_PARAM_SUCCESS_WITH_INFO)
            status[i] = SQL_PARAM_ERROR;
}

static void
set_row_status(ShardStmt *self, SQLULEN row, SQLUSMALLINT status)
{
    if (self->ipd.array_status != NULL)
        self->ipd.array_status[row] = status;
}

static SQLUSMALLINT
status_of(SQLRETURN rc)
{
    if (rc == SQL_ERROR)
        return SQL_PARAM_ERROR;
    return rc == SQL_SUCCESS_WITH_INFO ? SQL_PARAM_SUCCESS_WITH_INFO : SQL_PARAM_SUCCESS;
}

static gboolean
is_ignored(const ShardStmt *self, SQLULEN row)
{
    return self->apd->array_status != NULL && self->apd->array_size > 1 &&
           self->apd->array_status[row] == SQL_PARAM_IGNORE;
}

static void
end_state(ShardStmt *self)
{
    self->state = self->is_prepared ? SHARD_STMT_PREPARED : SHARD_STMT_ALLOCATED;
}

/* One array of parameters is one statement: in autocommit one transaction, all or nothing; there is
 * nothing to take back of what only reads. */
static gboolean
begin_array(ShardStmt *self, GError **error)
{
    ShardSession *session = self->connection->session;
    gboolean reads = shard_prepared_statement(self->prepared)->kind == SHARD_STATEMENT_SELECT;

    self->array_is_transaction = self->apd->array_size > 1 && !reads &&
                                 shard_session_autocommit(session) &&
                                 !shard_session_in_transaction(session);
    return !self->array_is_transaction || shard_session_set_autocommit(session, FALSE, error);
}

static SQLRETURN
end_array(ShardStmt *self, SQLRETURN rc, GError **error)
{
    ShardSession *session = self->connection->session;

    if (!self->array_is_transaction)
        return rc;
    self->array_is_transaction = FALSE;
    gboolean ok = shard_session_end(session, rc != SQL_ERROR, rc == SQL_ERROR ? NULL : error);
    gboolean back =
        shard_session_set_autocommit(session, TRUE, ok && rc != SQL_ERROR ? error : NULL);
    if (rc == SQL_ERROR)
        spoil_statuses(self);
    if (rc == SQL_ERROR || (ok && back))
        return rc;
    return fail_row(self);
}

void
shard_stmt_abandon_array(ShardStmt *self)
{
    ShardSession *session = self->connection->session;

    if (!self->array_is_transaction)
        return;
    self->array_is_transaction = FALSE;
    shard_session_end(session, FALSE, NULL);
    shard_session_set_autocommit(session, TRUE, NULL);
}

static SQLRETURN
wait_for_data(ShardStmt *self)
{
    self->state = SHARD_STMT_NEED_DATA;
    self->params.asked = 0;
    atomic_store(&self->needs_data, TRUE);
    return SQL_NEED_DATA;
}

/* What the diagnostic header calls each kind of statement. */
typedef struct {
    ShardStatementKind kind;
    const char *name;
    SQLINTEGER code;
} FunctionRow;

static const FunctionRow functions[] = {
    {SHARD_STATEMENT_SELECT, "SELECT CURSOR", SQL_DIAG_SELECT_CURSOR},
    {SHARD_STATEMENT_INSERT, "INSERT", SQL_DIAG_INSERT},
    {SHARD_STATEMENT_UPDATE, "UPDATE WHERE", SQL_DIAG_UPDATE_WHERE},
    {SHARD_STATEMENT_DELETE, "DELETE WHERE", SQL_DIAG_DELETE_WHERE},
    {SHARD_STATEMENT_CREATE_TABLE, "CREATE TABLE", SQL_DIAG_CREATE_TABLE},
    {SHARD_STATEMENT_ALTER_TABLE, "ALTER TABLE", SQL_DIAG_ALTER_TABLE},
    {SHARD_STATEMENT_DROP_TABLE, "DROP TABLE", SQL_DIAG_DROP_TABLE},
    {SHARD_STATEMENT_CREATE_INDEX, "CREATE INDEX", SQL_DIAG_CREATE_INDEX},
    {SHARD_STATEMENT_DROP_INDEX, "DROP INDEX", SQL_DIAG_DROP_INDEX},
    {SHARD_STATEMENT_CREATE_VIEW, "CREATE VIEW", SQL_DIAG_CREATE_VIEW},
    {SHARD_STATEMENT_DROP_VIEW, "DROP VIEW", SQL_DIAG_DROP_VIEW},
    {SHARD_STATEMENT_GRANT, "GRANT", SQL_DIAG_GRANT},
    {SHARD_STATEMENT_CALL, "CALL", SQL_DIAG_CALL},
};

static void
note_function(ShardStmt *self)
{
    const ShardStatement *statement = shard_prepared_statement(self->prepared);
    const FunctionRow *found = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(functions) && found == NULL; i++)
        if (functions[i].kind == statement->kind)
            found = &functions[i];
    gboolean open = self->state == SHARD_STMT_OPEN;
    const ShardDiagStatement facts = {.function = found == NULL ? "" : found->name,
                                      .code =
                                          found == NULL ? SQL_DIAG_UNKNOWN_STATEMENT : found->code,
                                      .row_count = open ? -1 : (SQLLEN) self->row_count,
                                      .cursor_row_count = open ? (SQLLEN) self->row_count : -1};
    shard_diag_set_statement(&self->head.diag, &facts);
}

static SQLRETURN
finish(ShardStmt *self, SQLRETURN rc, GError **error)
{
    rc = end_array(self, rc, error);
    if (rc == SQL_ERROR) {
        g_clear_pointer(&self->batch, shard_batch_free);
        end_state(self);
    } else if (self->apd->array_size > 1) {
        self->row_count = self->array_count;
        rc = self->array_warned ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
        if (self->batch != NULL)
            shard_batch_next(self);
    }
    note_function(self);
    return rc;
}

/* The rows that one row of an array gave are a result of their own, kept for SQLMoreResults. */
static SQLRETURN
keep_result(ShardStmt *self, SQLRETURN rc, GError **error)
{
    if (rc == SQL_ERROR || self->cursor == NULL || self->apd->array_size <= 1)
        return rc;
    gboolean kept = shard_batch_keep(self, error);
    fail_row(self);
    return kept ? rc : SQL_ERROR;
}

static SQLRETURN
run_one(ShardStmt *self, GError **error)
{
    SQLULEN row = self->array_row;
    SQLRETURN rc = run_row(self, row, error);

    rc = keep_result(self, rc, error);
    shard_params_drop_pieces(&self->params);
    set_row_status(self, row, status_of(rc));
    if (self->ipd.rows_processed != NULL)
        *self->ipd.rows_processed = row + 1;
    self->array_warned = self->array_warned || rc == SQL_SUCCESS_WITH_INFO;
    if (self->row_count > 0)
        self->array_count += self->row_count;
    return rc;
}

/* A failure of one row of an array is reported with the row's number; -2: it isn't known. */
static void
report_row(ShardStmt *self, SQLLEN row, GError **error)
{
    if (self->apd->array_size <= 1 || error == NULL || *error == NULL)
        return;
    shard_diag_add(&self->head.diag, *error, row, SQL_NO_COLUMN_NUMBER);
    g_clear_error(error);
}

/* Rows from array_row on; has_data: the first one's data was put already. */
static SQLRETURN
run_rows(ShardStmt *self, gboolean has_data, GError **error)
{
    guint n = shard_prepared_n_markers(self->prepared);
    SQLRETURN rc = SQL_SUCCESS;

    for (; self->array_row < self->apd->array_size; self->array_row++) {
        SQLULEN row = self->array_row;
        if (is_ignored(self, row)) {
            set_row_status(self, row, SQL_PARAM_UNUSED);
            continue;
        }
        if (!has_data && shard_params_next_at_execution(self, n, 0, row) != 0)
            return wait_for_data(self);
        has_data = FALSE;
        rc = run_one(self, error);
        if (rc == SQL_ERROR) {
            report_row(self, (SQLLEN) row + 1, error);
            break;
        }
    }
    return finish(self, rc, error);
}

static void
set_statuses(ShardStmt *self, SQLUSMALLINT status)
{
    for (SQLULEN i = 0; self->ipd.array_status != NULL && i < self->apd->array_size; i++)
        if (!is_ignored(self, i))
            self->ipd.array_status[i] = status;
}

/* The whole array at once; *out_rc is set unless its rows must run one by one. */
static gboolean
run_at_once(ShardStmt *self, SQLRETURN *out_rc, GError **error)
{
    gint64 started = shard_stmt_note_start(self);
    ShardArrayResult result = shard_stmt_run_array(self, &self->array_count, error);

    if (result == SHARD_ARRAY_ROW_BY_ROW)
        return FALSE;
    self->row_count = result == SHARD_ARRAY_DONE ? self->array_count : -1;
    shard_stmt_note(self, started, result == SHARD_ARRAY_DONE ? NULL : *error);
    set_statuses(self, result == SHARD_ARRAY_DONE ? SQL_PARAM_SUCCESS : SQL_PARAM_ERROR);
    if (self->ipd.rows_processed != NULL)
        *self->ipd.rows_processed = self->apd->array_size;
    self->state = SHARD_STMT_EXECUTED;
    *out_rc = result == SHARD_ARRAY_DONE ? SQL_SUCCESS : SQL_ERROR;
    return TRUE;
}

/* Inside a transaction the shard's own driver keeps the rows before the failing one. */
static gboolean
driver_keeps_rows(const ShardStmt *self)
{
    ShardDialect dialect = shard_dbc_dialect(self->connection);

    return dialect == SHARD_DIALECT_SQLITE ||
           (dialect == SHARD_DIALECT_MYSQL &&
            shard_prepared_statement(self->prepared)->kind != SHARD_STATEMENT_INSERT);
}

/* What was tried at once is back where it was: row by row it fails again, but says in which one. */
static gboolean
may_try_by_row(const ShardStmt *self, const GError *error)
{
    ShardSession *session = self->connection->session;
    const char *state = shard_error_sqlstate(error, 0);

    if (!g_str_has_prefix(state, "22") && !g_str_has_prefix(state, "23") &&
        strcmp(state, "HY000") != 0)
        return FALSE;
    return (shard_session_autocommit(session) && !shard_session_in_transaction(session)) ||
           driver_keeps_rows(self);
}

/* TRUE: *out_rc is the whole array's. */
static gboolean
start_at_once(ShardStmt *self, SQLRETURN *out_rc, GError **error)
{
    GError *failure = NULL;

    if (self->apd->array_size <= 1 || !run_at_once(self, out_rc, &failure))
        return FALSE;
    if (*out_rc == SQL_ERROR && failure != NULL && may_try_by_row(self, failure)) {
        g_error_free(failure);
        shard_diag_clear(&self->head.diag);
        set_statuses(self, SQL_PARAM_UNUSED);
        return FALSE;
    }
    report_row(self, SQL_ROW_NUMBER_UNKNOWN, &failure);
    if (failure != NULL)
        g_propagate_error(error, failure);
    *out_rc = finish(self, *out_rc, error);
    return TRUE;
}

static SQLRETURN
start(ShardStmt *self, GError **error)
{
    SQLRETURN rc;

    self->array_row = 0;
    self->array_count = 0;
    self->array_warned = FALSE;
    if (self->ipd.rows_processed != NULL)
        *self->ipd.rows_processed = 0;
    for (SQLULEN i = 0; self->ipd.array_status != NULL && i < self->apd->array_size; i++)
        self->ipd.array_status[i] = SQL_PARAM_UNUSED;
    if (self->apd->array_size <= 1 && shard_batch_is_needed(self)) {
        rc = shard_batch_run(self, error);
        if (rc == SQL_ERROR)
            end_state(self);
        return rc;
    }
    if (start_at_once(self, &rc, error))
        return rc;
    if (!begin_array(self, error)) {
        end_state(self);
        return SQL_ERROR;
    }
    return run_rows(self, FALSE, error);
}

SQLRETURN
shard_stmt_start(ShardStmt *self, GError **error)
{
    ShardRun *run = shard_stmt_run(self);

    shard_run_begin_call(run);
    SQLRETURN rc = start(self, error);
    shard_run_end_call(run);
    return rc;
}

SQLRETURN
shard_stmt_resume(ShardStmt *self, GError **error)
{
    ShardRun *run = shard_stmt_run(self);

    shard_run_begin_call(run);
    atomic_store(&self->needs_data, FALSE);
    end_state(self);
    SQLRETURN rc = run_rows(self, TRUE, error);
    shard_run_end_call(run);
    return rc;
}

/* The first of several statements that one shard has run gave no rows: what follows may. */
static gboolean
follow_first_result(ShardStmt *self)
{
    if (self->plan == NULL || !self->plan->direct ||
        !shard_prepared_statement(self->prepared)->several_statements)
        return FALSE;
    ShardBackendStmt *inner = shard_run_direct(shard_stmt_run(self));
    if (inner == NULL)
        return FALSE;
    self->cursor = shard_cursor_direct_new(self, inner, 0);
    return TRUE;
}

SQLRETURN
shard_stmt_next_result(ShardStmt *self, GError **error)
{
    if (self->batch != NULL)
        return shard_batch_next(self);
    if (self->cursor == NULL && !follow_first_result(self))
        return SQL_NO_DATA;
    SQLRETURN rc = self->cursor->ops->more_results(self->cursor, error);
    if (!SQL_SUCCEEDED(rc))
        return rc;
    ShardBackendStmt *inner = shard_run_direct(shard_stmt_run(self));
    gint64 count = -1;
    if (inner != NULL)
        shard_backend_stmt_row_count(inner, &count, NULL);
    self->row_count = count;
    self->fetched = FALSE;
    self->state =
        inner != NULL && count_columns(inner) == 0 ? SHARD_STMT_EXECUTED : SHARD_STMT_OPEN;
    return rc;
}
