/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The rows of parameters of one execute: at once, where they can go as an array, else one after the
 * other, and what the application is told of each.
 */
#include "driver/odbc/param/array.h"
#include "driver/odbc/stmt/batch.h"
#include "driver/odbc/stmt/execute.h"
#include "driver/odbc/stmt/log.h"

#include <string.h>

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
    return shard_stmt_fail_row(self);
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

/* sqliteodbc says so of an array, too; the others don't. */
static gboolean
wrote_nothing(const ShardStmt *self)
{
    ShardStatementKind kind = shard_prepared_statement(self->prepared)->kind;

    return shard_dbc_dialect(self->connection) == SHARD_DIALECT_SQLITE && self->batch == NULL &&
           self->array_count == 0 &&
           (kind == SHARD_STATEMENT_INSERT || kind == SHARD_STATEMENT_UPDATE ||
            kind == SHARD_STATEMENT_DELETE);
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
        rc = self->array_warned    ? SQL_SUCCESS_WITH_INFO
             : wrote_nothing(self) ? SQL_NO_DATA
                                   : SQL_SUCCESS;
        if (self->batch != NULL)
            shard_batch_next(self);
    }
    shard_stmt_note_function(self);
    return rc;
}

/* The rows that one row of an array gave are a result of their own, kept for SQLMoreResults. */
static SQLRETURN
keep_result(ShardStmt *self, SQLRETURN rc, GError **error)
{
    if (rc == SQL_ERROR || self->cursor == NULL || self->apd->array_size <= 1)
        return rc;
    gboolean kept = shard_batch_keep(self, error);
    shard_stmt_fail_row(self);
    return kept ? rc : SQL_ERROR;
}

static SQLRETURN
run_one(ShardStmt *self, GError **error)
{
    SQLULEN row = self->array_row;
    SQLRETURN rc = shard_stmt_run_row(self, row, error);

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

/* Of the first n rows. */
static void
set_statuses(ShardStmt *self, SQLUSMALLINT status, SQLULEN n)
{
    for (SQLULEN i = 0; self->ipd.array_status != NULL && i < n; i++)
        if (!is_ignored(self, i))
            self->ipd.array_status[i] = status;
}

/* The whole array at once; unless its rows must run one by one. */
static ShardArrayResult
run_at_once(ShardStmt *self, GError **error)
{
    gint64 started = shard_stmt_note_start(self);
    ShardArrayResult result = shard_stmt_run_array(self, &self->array_count, error);

    if (result == SHARD_ARRAY_ROW_BY_ROW) {
        self->array_row = 0;
        return result;
    }
    self->row_count = result == SHARD_ARRAY_DONE ? self->array_count : -1;
    shard_stmt_note(self, started, result == SHARD_ARRAY_DONE ? NULL : *error);
    /* Nobody has come to what stands behind a row that can't be placed. */
    SQLULEN n = result == SHARD_ARRAY_REFUSED ? self->array_row + 1 : self->apd->array_size;
    set_statuses(self, result == SHARD_ARRAY_DONE ? SQL_PARAM_SUCCESS : SQL_PARAM_ERROR, n);
    if (self->ipd.rows_processed != NULL)
        *self->ipd.rows_processed = n;
    self->state = SHARD_STMT_EXECUTED;
    return result;
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

    if (self->apd->array_size <= 1)
        return FALSE;
    ShardArrayResult result = run_at_once(self, &failure);
    if (result == SHARD_ARRAY_ROW_BY_ROW)
        return FALSE;
    if (failure != NULL && may_try_by_row(self, failure)) {
        g_error_free(failure);
        shard_diag_clear(&self->head.diag);
        set_statuses(self, SQL_PARAM_UNUSED, self->apd->array_size);
        self->array_row = 0;
        return FALSE;
    }
    *out_rc = result == SHARD_ARRAY_DONE ? SQL_SUCCESS : SQL_ERROR;
    SQLLEN row = result == SHARD_ARRAY_REFUSED ? (SQLLEN) self->array_row + 1
                                               : (SQLLEN) SQL_ROW_NUMBER_UNKNOWN;
    report_row(self, row, &failure);
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
