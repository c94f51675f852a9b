/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The cursor of a statement that ran as one unit: calls go to the real driver's statement.
 *
 * Two drivers can't read a single row of a block (SQLSetPos, then SQLGetData), so that the driver
 * is moved to that row alone, and the next fetch says where it goes on.
 */
#include "driver/odbc/cursor/private.h"
#include "driver/odbc/cursor/write.h"

/* The connection under the inner statement was closed: its handle is gone. */
static gboolean
check_alive(ShardDirectCursor *self, GError **error)
{
    if (shard_backend_stmt_library(self->inner) != NULL)
        return TRUE;
    shard_stmt_fail(error, "08S01", "the connection to the shard was closed under the cursor");
    return FALSE;
}

/* Rows of the block just fetched.  Where nobody asked for the number, the status or a plain rowset
 * tells it. */
static SQLULEN
count_rows(const ShardRowset *rowset, SQLRETURN rc)
{
    if (rc == SQL_NO_DATA)
        return 0;
    return rowset->fetched != NULL ? MIN(*rowset->fetched, rowset->size) : rowset->size;
}

/* Where a rowset that is fetched now starts; -1: not known. */
static gint64
next_start(const ShardDirectCursor *self, SQLSMALLINT orientation, SQLLEN offset, SQLULEN size)
{
    gboolean known = self->start > 0;

    switch (orientation) {
    case SQL_FETCH_NEXT:
        return self->start == 0 ? 1 : known ? self->start + (gint64) self->wanted : -1;
    case SQL_FETCH_FIRST:
        return 1;
    case SQL_FETCH_PRIOR:
        return known ? MAX(self->start - (gint64) size, 1) : -1;
    case SQL_FETCH_RELATIVE:
        return known && self->start + offset > 0 ? self->start + offset : -1;
    case SQL_FETCH_ABSOLUTE:
        return offset > 0 ? offset : -1;
    default:
        return -1;
    }
}

/* sqliteodbc goes back by one row where it should by a rowset, and a driver that was moved to a row
 * has to be told where the application is: both by the number of the row. */
static void
by_number(const ShardDirectCursor *self, SQLSMALLINT *orientation, SQLLEN *offset, gint64 start,
          SQLULEN size)
{
    ShardDialect dialect = shard_dbc_dialect(self->base.statement->connection);
    gboolean back = *orientation == SQL_FETCH_PRIOR && self->start > 1 && size > 1 &&
                    dialect == SHARD_DIALECT_SQLITE;

    if (start > 0 && (back || self->was_moved)) {
        *orientation = SQL_FETCH_ABSOLUTE;
        *offset = start;
    }
}

/* MariaDB's driver knows bookmarks, the numbers of rows, but can't go to one. */
static gboolean
go_to_bookmark(const ShardDirectCursor *self, SQLSMALLINT *orientation, SQLLEN *offset)
{
    const SQLLEN *mark =
        (const SQLLEN *) self->base.statement->attributes[SHARD_ATTR_FETCH_BOOKMARK];

    if (shard_dbc_dialect(self->base.statement->connection) != SHARD_DIALECT_MYSQL) {
        shard_direct_set(self->state, SQL_ATTR_FETCH_BOOKMARK_PTR, mark);
        return TRUE;
    }
    *orientation = SQL_FETCH_ABSOLUTE;
    *offset += *mark;
    return *offset > 0;
}

static SQLRETURN
fetch_rows(ShardDirectCursor *self, SQLSMALLINT orientation, SQLLEN offset,
           const ShardRowset *rowset, GError **error)
{
    gint64 start = next_start(self, orientation, offset, rowset->size);

    by_number(self, &orientation, &offset, start, rowset->size);
    if (orientation == SQL_FETCH_BOOKMARK && !go_to_bookmark(self, &orientation, &offset))
        return shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    if (orientation != SQL_FETCH_NEXT && self->library->SQLFetchScroll == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    SQLRETURN rc = orientation == SQL_FETCH_NEXT
                       ? self->library->SQLFetch(self->handle)
                       : self->library->SQLFetchScroll(self->handle, orientation, offset);
    if (rc == SQL_NO_DATA && rowset->fetched != NULL)
        *rowset->fetched = 0; /* MariaDB's driver leaves the old number */
    self->start = rc == SQL_NO_DATA ? -1 : start;
    self->size = count_rows(rowset, rc);
    self->wanted = rowset->size;
    self->current = 0;
    self->was_moved = FALSE;
    return shard_direct_report(self, rc, error);
}

static SQLRETURN
direct_fetch(ShardCursor *base, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    ShardRowset known = *rowset;
    SQLULEN fetched = 0;

    /* The count is needed to convert a block; the attribute stays set only during the call. */
    if (known.size > 1 && known.fetched == NULL)
        known.fetched = &fetched;
    if (!check_alive(self, error) || !SQL_SUCCEEDED(shard_direct_bind(self, &known, error)))
        return SQL_ERROR;
    self->text_column = 0;
    SQLRETURN rc = fetch_rows(self, orientation, offset, &known, error);
    if (known.fetched == &fetched) {
        shard_direct_set(self->state, SQL_ATTR_ROWS_FETCHED_PTR, NULL);
        self->state->fetched = NULL;
    }
    if (!SQL_SUCCEEDED(rc) || self->state->converted->len == 0)
        return rc;
    return shard_direct_give(self, rowset, self->size, rc);
}

/* Moves the driver to the current row of a block, alone. */
static SQLRETURN
move_to_row(ShardDirectCursor *self, GError **error)
{
    ShardDirectState *state = self->state;

    if (self->start < 1 || self->library->SQLFetchScroll == NULL)
        return shard_stmt_fail(error, "HYC00",
                               "the shard's driver can't read a single row of this block");
    shard_direct_unbind(self);
    shard_direct_set(state, SQL_ATTR_ROW_ARRAY_SIZE, (gconstpointer) 1);
    shard_direct_set(state, SQL_ATTR_ROW_STATUS_PTR, NULL);
    shard_direct_set(state, SQL_ATTR_ROWS_FETCHED_PTR, NULL);
    state->size = 1;
    state->status = NULL;
    state->fetched = NULL;
    self->was_moved = TRUE;
    self->moved_to = self->current;
    return shard_direct_report(
        self,
        self->library->SQLFetchScroll(self->handle, SQL_FETCH_ABSOLUTE,
                                      (SQLLEN) (self->start + (gint64) self->current)),
        error);
}

static SQLRETURN
get_text(ShardDirectCursor *self, guint column, const ShardTarget *target, GError **error)
{
    ShardTarget resolved = *target;

    if (resolved.c_type == SQL_C_DEFAULT)
        resolved.c_type = SQL_C_WCHAR;
    if (self->text_column != column) {
        SQLRETURN rc = shard_direct_read(self, column, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
    }
    return shard_direct_give_text(self, column, &resolved, &self->pieces, error);
}

/* Bookmarks that are the numbers of rows, made here. */
static gboolean
numbers_rows(const ShardDirectCursor *self)
{
    const ShardStmt *statement = self->base.statement;

    return self->start > 0 && statement->attributes[SHARD_ATTR_USE_BOOKMARKS] != SQL_UB_OFF &&
           shard_dbc_dialect(statement->connection) == SHARD_DIALECT_MYSQL;
}

static SQLRETURN
get_bookmark(const ShardDirectCursor *self, const ShardTarget *target)
{
    if (target->buffer != NULL)
        *(SQLULEN *) target->buffer = (SQLULEN) self->start + self->current;
    if (target->octet_length != NULL)
        *target->octet_length = sizeof(SQLULEN);
    return SQL_SUCCESS;
}

static SQLRETURN
direct_get_data(ShardCursor *base, guint column, const ShardTarget *target, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    if (!check_alive(self, error))
        return SQL_ERROR;
    if (column > self->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (self->seeks && self->wanted > 1 && !(self->was_moved && self->moved_to == self->current)) {
        SQLRETURN rc = move_to_row(self, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
    }
    if (column == 0 && numbers_rows(self))
        return get_bookmark(self, target);
    if (column > 0 && shard_direct_is_text(self, column, target))
        return get_text(self, column, target, error);
    self->text_column = 0;
    SQLRETURN rc =
        self->library->SQLGetData(self->handle, (SQLUSMALLINT) column, target->c_type,
                                  target->buffer, target->buffer_length, target->octet_length);
    return shard_direct_report(self, rc, error);
}

/* Values that the application gives in its own buffers don't pass through ours. */
static gboolean
check_writable(ShardDirectCursor *self, GError **error)
{
    if (self->state->converted->len == 0)
        return TRUE;
    shard_stmt_fail(error, "HYC00",
                    "rows with bound wide text can't be changed through the cursor");
    return FALSE;
}

/* May the driver write to the table that it reads?  (write.h) */
static gboolean
check_place(ShardDirectCursor *self, SQLSETPOSIROW row, gboolean updates, GError **error)
{
    ShardStmt *statement = self->base.statement;

    if (shard_cursor_is_of_copies(statement)) {
        shard_stmt_fail(error, "HYC00",
                        "rows of a table that every shard has a copy of can't be changed through "
                        "the cursor: use UPDATE or DELETE");
        return FALSE;
    }
    return !updates || !shard_cursor_is_of_nodes(statement) ||
           shard_cursor_keeps_place(statement, row, error);
}

static SQLRETURN
set_row(ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT lock, GError **error)
{
    if (row < 1 || row > self->size)
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    if (lock != SQL_LOCK_NO_CHANGE)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    self->current = row - 1;
    return SQL_SUCCESS;
}

static SQLRETURN
direct_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock,
                    GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    self->text_column = 0;
    if (!check_alive(self, error))
        return SQL_ERROR;
    if (operation == SQL_POSITION && self->seeks && self->wanted > 1)
        return set_row(self, row, lock, error);
    if (self->library->SQLSetPos == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    if (operation == SQL_ADD && shard_cursor_is_of_nodes(base->statement))
        return shard_cursor_add(base->statement, row, error);
    if ((operation == SQL_UPDATE || operation == SQL_ADD) && !check_writable(self, error))
        return SQL_ERROR;
    if ((operation == SQL_UPDATE || operation == SQL_DELETE) &&
        !check_place(self, row, operation == SQL_UPDATE, error))
        return SQL_ERROR;
    SQLRETURN rc = self->library->SQLSetPos(self->handle, row, operation, lock);
    shard_backend_release_locks(shard_backend_stmt_backend(self->inner));
    if (SQL_SUCCEEDED(rc) && row > 0)
        self->current = row - 1;
    return shard_direct_report(self, rc, error);
}

static SQLRETURN
direct_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    if (!check_alive(self, error))
        return SQL_ERROR;
    if (operation == SQL_ADD && shard_cursor_is_of_nodes(base->statement))
        return shard_cursor_add(base->statement, 0, error);
    if (!check_writable(self, error))
        return SQL_ERROR;
    if ((operation == SQL_UPDATE_BY_BOOKMARK || operation == SQL_DELETE_BY_BOOKMARK) &&
        !check_place(self, 0, operation == SQL_UPDATE_BY_BOOKMARK, error))
        return SQL_ERROR;
    if (self->library->SQLBulkOperations == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    return shard_direct_report(self, self->library->SQLBulkOperations(self->handle, operation),
                               error);
}

static void
count_columns(ShardDirectCursor *self)
{
    SQLSMALLINT n = 0;

    self->library->SQLNumResultCols(self->handle, &n);
    self->n_columns = (guint) MAX(n, 0);
}

static SQLRETURN
direct_more_results(ShardCursor *base, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    self->text_column = 0;
    if (self->library->SQLMoreResults == NULL)
        return SQL_NO_DATA;
    if (!check_alive(self, error))
        return SQL_ERROR;
    SQLRETURN rc = self->library->SQLMoreResults(self->handle);
    if (SQL_SUCCEEDED(rc)) {
        shard_backend_stmt_redescribe(self->inner);
        count_columns(self);
    }
    return shard_direct_report(self, rc, error);
}

static const ShardColumns *
direct_columns(ShardCursor *base, GError **error)
{
    return shard_backend_stmt_describe(((ShardDirectCursor *) base)->inner, error);
}

static gboolean
direct_column_field(ShardCursor *base, guint column, SQLUSMALLINT field, ShardColumnFact *out_fact)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    const ShardPlan *plan = base->statement->plan;

    return shard_stmt_ask_column(base->statement, self->inner, plan->units[0].shard, column, field,
                                 out_fact);
}

static SQLULEN
direct_row_number(ShardCursor *base)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    SQLULEN number = 0;

    if (self->library->SQLGetStmtAttr != NULL && check_alive(self, NULL))
        self->library->SQLGetStmtAttr(self->handle, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
    return number;
}

void
shard_cursor_direct_drop(ShardCursor *cursor)
{
    ShardDirectCursor *self = (ShardDirectCursor *) cursor;

    if (self == NULL)
        return;
    g_string_free(self->text, TRUE);
    g_free(self);
}

/* A text that was large once is not kept for ever. */
#define MOST_KEPT_TEXT 65536

static void
direct_free(ShardCursor *base)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    ShardStmt *statement = base->statement;

    if (statement->spare_cursor != NULL || self->text->allocated_len > MOST_KEPT_TEXT)
        shard_cursor_direct_drop(base);
    else
        statement->spare_cursor = base;
}

static const ShardCursorOps direct_ops = {
    .fetch = direct_fetch,
    .get_data = direct_get_data,
    .set_position = direct_set_position,
    .bulk = direct_bulk,
    .more_results = direct_more_results,
    .columns = direct_columns,
    .column_field = direct_column_field,
    .row_number = direct_row_number,
    .free = direct_free,
};

ShardCursor *
shard_cursor_direct_new(ShardStmt *statement, ShardBackendStmt *inner, guint n_columns)
{
    ShardDirectCursor *self = (ShardDirectCursor *) g_steal_pointer(&statement->spare_cursor);
    GString *text = self == NULL ? g_string_sized_new(256) : self->text;

    if (self == NULL)
        self = g_new(ShardDirectCursor, 1);
    *self = (ShardDirectCursor){
        .base = {&direct_ops, statement},
        .inner = inner,
        .state = shard_direct_state(inner),
        .library = shard_backend_stmt_library(inner),
        .handle = shard_backend_stmt_handle(inner),
        .n_columns = n_columns,
        .wanted = 1,
        .seeks = shard_dbc_dialect(statement->connection) != SHARD_DIALECT_POSTGRESQL,
        .text = text,
    };
    return &self->base;
}
