/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plan -> run -> cursor. */
#include "driver/odbc/stmt/execute.h"

#include "driver/executor/counters.h"
#include "driver/odbc/cursor/write.h"
#include "driver/odbc/cursor/static-result.h"
#include "driver/odbc/stmt/batch.h"
#include "driver/odbc/stmt/log.h"
#include "driver/odbc/stmt/refusal.h"
#include "driver/odbc/stmt/steps.h"

#include <string.h>

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

static gboolean
open_result(ShardStmt *self, GError **error)
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
        return TRUE;
    self->state = SHARD_STMT_OPEN;
    if (shard_dbc_dialect(self->connection) == SHARD_DIALECT_SQLITE)
        self->row_count = -1; /* the driver says 0, which clients take for an empty result */
    if (n_columns > 0 || self->plan->statement->kind != SHARD_STATEMENT_SELECT)
        return TRUE;
    shard_run_begin_rows(run);
    gboolean started = shard_cursor_merged_start(self->cursor, error);
    shard_run_end_rows(run);
    return started;
}

/* A write over several units that touched no row, as the brand's driver answers it: psqlodbc of
 * RETURNING, too. */
static SQLRETURN
nothing_written(const ShardStmt *self)
{
    const ShardPlan *plan = self->plan;
    ShardDialect dialect = shard_dbc_dialect(self->connection);
    ShardStatementKind kind = plan->statement->kind;
    gboolean searched = kind == SHARD_STATEMENT_UPDATE || kind == SHARD_STATEMENT_DELETE;

    if (self->row_count != 0 || plan->direct)
        return SQL_SUCCESS;
    if (dialect == SHARD_DIALECT_POSTGRESQL && searched)
        return SQL_NO_DATA;
    if (dialect == SHARD_DIALECT_SQLITE && self->state == SHARD_STMT_EXECUTED &&
        (searched || kind == SHARD_STATEMENT_INSERT))
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

/* {?=call f(?)}: psqlodbc loses the arguments when it prepares it. */
static gboolean
asks_for_value(const ShardPlan *plan)
{
    if (plan->statement->kind != SHARD_STATEMENT_CALL || plan->n_units != 1)
        return FALSE;
    const char *sql = plan->units[0].sql;
    if (*sql != '{')
        return FALSE;
    do
        sql++;
    while (g_ascii_isspace(*sql));
    return *sql == '?';
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
        .prepared = self->is_prepared && !asks_for_value(plan),
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
    if (!open_result(self, error))
        return SQL_ERROR;
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
        return shard_dbc_is_catalog(self->connection, plan->statement->name)
                   ? SQL_SUCCESS
                   : shard_dbc_refuse_catalog(self->connection, plan->statement->name, error);
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

SQLRETURN
shard_stmt_fail_row(ShardStmt *self)
{
    if (self->cursor != NULL) {
        shard_stmt_count_rows(self);
        self->cursor->ops->free(self->cursor);
    }
    self->cursor = NULL;
    if (self->plan != NULL)
        shard_run_close(shard_stmt_run(self));
    shard_stmt_drop_plan(self);
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

/* SQLite: a shard's own sum of integers has passed 64 bits.  That of all shards may not, and is
 * asked for again in a way that can't. */
static gboolean
halve_sums(ShardStmt *self, const GError *error)
{
    if (self->sums_in_halves || shard_dbc_dialect(self->connection) != SHARD_DIALECT_SQLITE ||
        shard_prepared_statement(self->prepared)->kind != SHARD_STATEMENT_SELECT ||
        !g_error_matches(error, SHARD_ERROR, SHARD_ERROR_BACKEND) ||
        strstr(error->message, "integer overflow") == NULL)
        return FALSE;
    self->sums_in_halves = TRUE;
    return TRUE;
}

static SQLRETURN
plan_and_run(ShardStmt *self, SQLULEN row, GError **error)
{
    if (self->plan != NULL) {
        shard_run_close(shard_stmt_run(self));
        shard_stmt_drop_plan(self);
    }
    ShardSteps steps;
    ShardPlan *first = shard_stmt_plan_row(self, row, error);
    self->plan = shard_steps_run(&steps, self, first, error);
    count_plan(self);
    if (self->plan == NULL)
        shard_stmt_check_refusal(self, error);
    SQLRETURN rc = self->plan == NULL ? SQL_ERROR : run_plan(self, error);
    if (!shard_steps_end(&steps, rc != SQL_ERROR, rc == SQL_ERROR ? NULL : error))
        rc = SQL_ERROR;
    return rc;
}

SQLRETURN
shard_stmt_run_row(ShardStmt *self, SQLULEN row, GError **error)
{
    gint64 started = shard_stmt_note_start(self);
    SQLRETURN rc = plan_and_run(self, row, error);

    if (rc == SQL_ERROR && halve_sums(self, *error)) {
        g_clear_error(error);
        rc = plan_and_run(self, row, error);
    }
    shard_stmt_note(self, started, rc == SQL_ERROR ? *error : NULL);
    if (rc == SQL_NO_DATA)
        atomic_store(&self->seems_closed, TRUE);
    if (rc == SQL_ERROR)
        shard_hints_recall(&self->connection->hints, *error);
    return rc == SQL_ERROR ? shard_stmt_fail_row(self) : rc;
}

/* What the diagnostic header calls each kind of statement; first and second: where the kind alone
 * doesn't say, the words that it begins with. */
typedef struct {
    ShardStatementKind kind;
    const char *first, *second;
    const char *name;
    SQLINTEGER code;
} FunctionRow;

static const FunctionRow functions[] = {
    {SHARD_STATEMENT_SELECT, NULL, NULL, "SELECT CURSOR", SQL_DIAG_SELECT_CURSOR},
    {SHARD_STATEMENT_INSERT, NULL, NULL, "INSERT", SQL_DIAG_INSERT},
    {SHARD_STATEMENT_UPDATE, NULL, NULL, "UPDATE WHERE", SQL_DIAG_UPDATE_WHERE},
    {SHARD_STATEMENT_DELETE, NULL, NULL, "DELETE WHERE", SQL_DIAG_DELETE_WHERE},
    {SHARD_STATEMENT_CREATE_TABLE, NULL, NULL, "CREATE TABLE", SQL_DIAG_CREATE_TABLE},
    {SHARD_STATEMENT_ALTER_TABLE, NULL, NULL, "ALTER TABLE", SQL_DIAG_ALTER_TABLE},
    {SHARD_STATEMENT_DROP_TABLE, NULL, NULL, "DROP TABLE", SQL_DIAG_DROP_TABLE},
    {SHARD_STATEMENT_CREATE_INDEX, NULL, NULL, "CREATE INDEX", SQL_DIAG_CREATE_INDEX},
    {SHARD_STATEMENT_DROP_INDEX, NULL, NULL, "DROP INDEX", SQL_DIAG_DROP_INDEX},
    {SHARD_STATEMENT_CREATE_VIEW, NULL, NULL, "CREATE VIEW", SQL_DIAG_CREATE_VIEW},
    {SHARD_STATEMENT_DROP_VIEW, NULL, NULL, "DROP VIEW", SQL_DIAG_DROP_VIEW},
    {SHARD_STATEMENT_GRANT, "GRANT", NULL, "GRANT", SQL_DIAG_GRANT},
    {SHARD_STATEMENT_GRANT, "REVOKE", NULL, "REVOKE", SQL_DIAG_REVOKE},
    {SHARD_STATEMENT_USER, "GRANT", NULL, "GRANT", SQL_DIAG_GRANT},
    {SHARD_STATEMENT_USER, "REVOKE", NULL, "REVOKE", SQL_DIAG_REVOKE},
    {SHARD_STATEMENT_CALL, NULL, NULL, "CALL", SQL_DIAG_CALL},
    {SHARD_STATEMENT_OTHER_DDL, "CREATE", "SCHEMA", "CREATE SCHEMA", SQL_DIAG_CREATE_SCHEMA},
    {SHARD_STATEMENT_OTHER_DDL, "DROP", "SCHEMA", "DROP SCHEMA", SQL_DIAG_DROP_SCHEMA},
    {SHARD_STATEMENT_OTHER_DDL, "CREATE", "DOMAIN", "CREATE DOMAIN", SQL_DIAG_CREATE_DOMAIN},
    {SHARD_STATEMENT_OTHER_DDL, "ALTER", "DOMAIN", "ALTER DOMAIN", SQL_DIAG_ALTER_DOMAIN},
    {SHARD_STATEMENT_OTHER_DDL, "DROP", "DOMAIN", "DROP DOMAIN", SQL_DIAG_DROP_DOMAIN},
    {SHARD_STATEMENT_OTHER_DDL, "CREATE", "COLLATION", "CREATE COLLATION",
     SQL_DIAG_CREATE_COLLATION},
    {SHARD_STATEMENT_OTHER_DDL, "DROP", "COLLATION", "DROP COLLATION", SQL_DIAG_DROP_COLLATION},
};

static const FunctionRow positioned[] = {
    {SHARD_STATEMENT_UPDATE, NULL, NULL, "DYNAMIC UPDATE CURSOR", SQL_DIAG_DYNAMIC_UPDATE_CURSOR},
    {SHARD_STATEMENT_DELETE, NULL, NULL, "DYNAMIC DELETE CURSOR", SQL_DIAG_DYNAMIC_DELETE_CURSOR},
};

static gboolean
is_function(const FunctionRow *row, const ShardStatement *statement, const ShardTokens *tokens)
{
    return row->kind == statement->kind &&
           (row->first == NULL || shard_token_is(tokens, 0, row->first)) &&
           (row->second == NULL || shard_token_is(tokens, 1, row->second));
}

/* NULL: the standard has no name for it. */
static const FunctionRow *
find_function(const ShardPrepared *prepared)
{
    const ShardStatement *statement = shard_prepared_statement(prepared);
    const ShardTokens *tokens = shard_prepared_tokens(prepared);

    for (gsize i = 0; i < G_N_ELEMENTS(positioned); i++)
        if (statement->modify != NULL && statement->modify->current_of != NULL &&
            is_function(&positioned[i], statement, tokens))
            return &positioned[i];
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++)
        if (is_function(&functions[i], statement, tokens))
            return &functions[i];
    return NULL;
}

void
shard_stmt_note_function(ShardStmt *self)
{
    const FunctionRow *found = find_function(self->prepared);
    gboolean open = self->state == SHARD_STMT_OPEN;
    const ShardDiagStatement facts = {.function = found == NULL ? "" : found->name,
                                      .code =
                                          found == NULL ? SQL_DIAG_UNKNOWN_STATEMENT : found->code,
                                      .row_count = open ? -1 : (SQLLEN) self->row_count,
                                      .cursor_row_count = open ? (SQLLEN) self->row_count : -1};
    shard_diag_set_statement(&self->head.diag, &facts);
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
