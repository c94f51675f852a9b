/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The cursor of a statement that ran as one unit: calls go to the real driver's statement.
 *
 * Two drivers can't read a single row of a block (SQLSetPos, then SQLGetData), so that the driver
 * is moved to that row alone, and the next fetch says where it goes on.
 */
#include "driver/odbc/cursor/private.h"

gboolean
shard_direct_is_alive(ShardDirectCursor *self, GError **error)
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

/* MariaDB's driver knows how many rows it has. */
static gint64
last_start(const ShardDirectCursor *self, SQLULEN size)
{
    gint64 n = self->base.statement->row_count;

    if (shard_dbc_dialect(self->base.statement->connection) != SHARD_DIALECT_MYSQL ||
        self->was_written || n < 1)
        return -1;
    return MAX(n - (gint64) size + 1, 1);
}

/* Where a rowset that is fetched now starts; 0: before the first row; -1: not known. */
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
        return !known ? -1 : self->start == 1 ? 0 : MAX(self->start - (gint64) size, 1);
    case SQL_FETCH_RELATIVE:
        if (!known || offset > G_MAXINT64 - self->start)
            return -1;
        if (offset > -self->start)
            return self->start + offset;
        return self->start > 1 && offset >= -(gint64) size ? 1 : 0;
    case SQL_FETCH_ABSOLUTE:
        return offset > 0 ? offset : -1;
    case SQL_FETCH_LAST:
        return last_start(self, size);
    default:
        return -1;
    }
}

/* sqliteodbc goes on from the last row of a block where it should from the first, stays where it is
 * before the first row, and a driver that was moved to a row has to be told where the application
 * is: all by the number of the row. */
static void
by_number(const ShardDirectCursor *self, SQLSMALLINT *orientation, SQLLEN *offset, gint64 start,
          SQLULEN size)
{
    gboolean is_sqlite =
        shard_dbc_dialect(self->base.statement->connection) == SHARD_DIALECT_SQLITE;
    gboolean back = *orientation == SQL_FETCH_PRIOR && self->start != 0;
    gboolean strays = is_sqlite && size > 1 && (back || *orientation == SQL_FETCH_RELATIVE);
    gboolean is_before = is_sqlite && self->was_fetched && self->start == 0;

    if ((start > 0 || (start == 0 && *orientation != SQL_FETCH_ABSOLUTE)) &&
        (strays || self->was_moved)) {
        *orientation = SQL_FETCH_ABSOLUTE;
        *offset = start;
    } else if (strays && back) {
        *orientation = SQL_FETCH_LAST;
    } else if (is_before && *orientation == SQL_FETCH_NEXT) {
        *orientation = SQL_FETCH_FIRST;
    }
}

/* MariaDB's driver knows bookmarks, the numbers of rows, but can't go to one.  Before the first row
 * is where ABSOLUTE 0 goes. */
static void
go_to_bookmark(const ShardDirectCursor *self, SQLSMALLINT *orientation, SQLLEN *offset)
{
    const SQLLEN *mark =
        (const SQLLEN *) self->base.statement->attributes[SHARD_ATTR_FETCH_BOOKMARK];

    if (shard_dbc_dialect(self->base.statement->connection) != SHARD_DIALECT_MYSQL) {
        shard_direct_set(self->state, SQL_ATTR_FETCH_BOOKMARK_PTR, mark);
        return;
    }
    *orientation = SQL_FETCH_ABSOLUTE;
    if (__builtin_add_overflow(*mark, *offset, offset))
        *offset = *mark > 0 ? G_MAXINT64 : 0;
    *offset = MAX(*offset, 0);
}

/* Without a row there, is that before the first one? */
static gboolean
goes_back(SQLSMALLINT orientation, SQLLEN offset)
{
    if (orientation == SQL_FETCH_ABSOLUTE)
        return offset <= 0;
    return orientation == SQL_FETCH_PRIOR || (orientation == SQL_FETCH_RELATIVE && offset < 0);
}

/* Behind shard_backend_stmt_begin_fetch() and a call of the driver's: a cancelled cursor may say
 * that its rows have ended. */
static SQLRETURN
end_wait(ShardDirectCursor *self, SQLRETURN rc, GError **error)
{
    if (!shard_backend_stmt_end_fetch(self->inner) || SQL_SUCCEEDED(rc) || error == NULL)
        return rc;
    *error = shard_stopped_error(SHARD_STOP_CANCEL, g_steal_pointer(error));
    return SQL_ERROR;
}

/* MariaDB's driver leaves the old number and states. */
static void
note_no_rows(const ShardRowset *rowset)
{
    if (rowset->fetched != NULL)
        *rowset->fetched = 0;
    for (SQLULEN row = 0; rowset->status != NULL && row < rowset->size; row++)
        rowset->status[row] = SQL_ROW_NOROW;
}

/* psqlodbc ends a block at SQL_ATTR_MAX_ROWS, and goes on behind it with the next one. */
static gboolean
is_past_most(const ShardDirectCursor *self, SQLSMALLINT orientation, gint64 start)
{
    const SQLULEN *attributes = self->base.statement->attributes;
    SQLULEN most = attributes[SHARD_ATTR_MAX_ROWS];

    return most > 0 && orientation == SQL_FETCH_NEXT &&
           attributes[SHARD_ATTR_CURSOR_TYPE] == SQL_CURSOR_FORWARD_ONLY &&
           (start > 0 ? (SQLULEN) start > most : self->start < 0 && self->was_fetched);
}

static SQLRETURN
call_fetch(const ShardDirectCursor *self, SQLSMALLINT orientation, SQLLEN offset)
{
    return orientation == SQL_FETCH_NEXT
               ? self->library->SQLFetch(self->handle)
               : self->library->SQLFetchScroll(self->handle, orientation, offset);
}

static SQLRETURN
fetch_rows(ShardDirectCursor *self, SQLSMALLINT orientation, SQLLEN offset,
           const ShardRowset *rowset, GError **error)
{
    if (orientation == SQL_FETCH_BOOKMARK)
        go_to_bookmark(self, &orientation, &offset);
    gint64 start = next_start(self, orientation, offset, rowset->size);
    by_number(self, &orientation, &offset, start, rowset->size);
    if (orientation != SQL_FETCH_NEXT && self->library->SQLFetchScroll == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    SQLRETURN rc = is_past_most(self, orientation, start) ? SQL_NO_DATA
                                                          : call_fetch(self, orientation, offset);
    if (rc == SQL_NO_DATA) {
        note_no_rows(rowset);
        start = goes_back(orientation, offset) ? 0 : -1;
    }
    self->start = rc != SQL_NO_DATA && start == 0 ? -1 : start;
    self->size = count_rows(rowset, rc);
    self->wanted = rowset->size;
    self->current = 0;
    self->was_moved = FALSE;
    self->read_column = 0;
    self->was_fetched = TRUE;
    return shard_direct_report(self, rc, error);
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
direct_fetch(ShardCursor *base, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    ShardRowset known = *rowset;
    SQLULEN fetched = 0;

    /* The count is needed to convert a block; the attribute stays set only during the call. */
    if (known.size > 1 && known.fetched == NULL)
        known.fetched = &fetched;
    if (!shard_direct_is_alive(self, error) ||
        !SQL_SUCCEEDED(shard_direct_bind(self, &known, error)))
        return SQL_ERROR;
    self->text_column = 0;
    shard_direct_follow(self->state, base->statement);
    shard_backend_stmt_begin_fetch(self->inner);
    SQLRETURN rc = end_wait(self, fetch_rows(self, orientation, offset, &known, error), error);
    if (known.fetched == &fetched) {
        shard_direct_set(self->state, SQL_ATTR_ROWS_FETCHED_PTR, NULL);
        self->state->fetched = NULL;
    }
    for (SQLULEN row = 0; SQL_SUCCEEDED(rc) && numbers_rows(self) && row < self->size; row++)
        shard_cursor_give_bookmark(base->statement->ard, self->start + (gint64) row, row);
    if (!SQL_SUCCEEDED(rc) || self->state->converted->len == 0)
        return rc;
    return shard_direct_give(self, rowset, self->size, rc);
}

SQLRETURN
shard_direct_move_to(ShardDirectCursor *self, gint64 number, GError **error)
{
    ShardDirectState *state = self->state;

    shard_direct_unbind(self);
    shard_direct_set(state, SQL_ATTR_ROW_ARRAY_SIZE, (gconstpointer) 1);
    shard_direct_set(state, SQL_ATTR_ROW_STATUS_PTR, NULL);
    shard_direct_set(state, SQL_ATTR_ROWS_FETCHED_PTR, NULL);
    state->size = 1;
    state->status = NULL;
    state->fetched = NULL;
    self->was_moved = TRUE;
    self->moved_to = self->size; /* none of the block's */
    return shard_direct_report(
        self, self->library->SQLFetchScroll(self->handle, SQL_FETCH_ABSOLUTE, (SQLLEN) number),
        error);
}

SQLRETURN
shard_direct_move(ShardDirectCursor *self, GError **error)
{
    if (self->was_moved ? self->moved_to == self->current : self->wanted == 1)
        return SQL_SUCCESS;
    if (self->start < 1 || self->library->SQLFetchScroll == NULL)
        return shard_stmt_fail(error, "HYC00",
                               "the shard's driver can't read a single row of this block");
    SQLRETURN rc = shard_direct_move_to(self, self->start + (gint64) self->current, error);
    self->moved_to = self->current;
    return rc;
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

    if (!shard_direct_is_alive(self, error))
        return SQL_ERROR;
    if (column > self->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (self->seeks && self->wanted > 1) {
        SQLRETURN rc = shard_direct_move(self, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
    }
    if (column == 0 && numbers_rows(self))
        return get_bookmark(self, target);
    if (column > 0 && shard_direct_is_text(self, column, target))
        return get_text(self, column, target, error);
    self->text_column = 0;
    return shard_direct_report(self, shard_direct_get(self, column, target), error);
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
    if (!shard_direct_is_alive(self, error))
        return SQL_ERROR;
    shard_backend_stmt_begin_fetch(self->inner);
    SQLRETURN rc = self->library->SQLMoreResults(self->handle);
    if (SQL_SUCCEEDED(rc)) {
        shard_backend_stmt_redescribe(self->inner);
        count_columns(self);
    }
    return end_wait(self, shard_direct_report(self, rc, error), error);
}

static SQLRETURN
direct_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock,
                    GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    shard_backend_stmt_begin_fetch(self->inner);
    return end_wait(self, shard_direct_set_position(base, row, operation, lock, error), error);
}

static SQLRETURN
direct_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;

    shard_backend_stmt_begin_fetch(self->inner);
    return end_wait(self, shard_direct_bulk(base, operation, error), error);
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

    /* The drivers that have to be moved say any number, or none. */
    if (self->seeks && self->start >= 1)
        return (SQLULEN) self->start + self->current;
    if (self->library->SQLGetStmtAttr != NULL && shard_direct_is_alive(self, NULL))
        self->library->SQLGetStmtAttr(self->handle, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
    return number;
}

void
shard_cursor_direct_drop(ShardCursor *cursor)
{
    ShardDirectCursor *self = (ShardDirectCursor *) cursor;

    if (self == NULL)
        return;
    shard_buffer_clear(&self->text);
    g_free(self);
}

/* A text that was large once is not kept for ever. */
#define MOST_KEPT_TEXT 65536

static void
direct_free(ShardCursor *base)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    ShardStmt *statement = base->statement;

    if (statement->spare_cursor != NULL || self->text.room > MOST_KEPT_TEXT)
        shard_cursor_direct_drop(base);
    else
        statement->spare_cursor = base;
}

static SQLULEN
direct_rowset_size(ShardCursor *base)
{
    return ((ShardDirectCursor *) base)->size;
}

static void
direct_unbind(ShardCursor *base)
{
    if (shard_direct_is_alive((ShardDirectCursor *) base, NULL))
        shard_direct_unbind((ShardDirectCursor *) base);
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
    .rowset_size = direct_rowset_size,
    .unbind = direct_unbind,
    .free = direct_free,
};

ShardCursor *
shard_cursor_direct_new(ShardStmt *statement, ShardBackendStmt *inner, guint n_columns)
{
    ShardDirectCursor *self = (ShardDirectCursor *) g_steal_pointer(&statement->spare_cursor);

    if (self == NULL)
        self = g_new0(ShardDirectCursor, 1);
    ShardBuffer text = self->text; /* of the spare one: its memory is used again */
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
