/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLSetPos and SQLBulkOperations of the direct cursor: the real driver writes, unless a row might
 * not stay where it belongs (write.h).
 *
 * The drivers that can't read a single row of a block can't be trusted to write one either: they
 * are moved to it alone, with the application's buffers for that row.
 */
#include "driver/odbc/cursor/private.h"
#include "driver/odbc/cursor/read-row.h"
#include "driver/odbc/cursor/write.h"

/* May the driver write to the table that it reads? */
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

/* SQLRowCount tells of the write from now on.  sqliteodbc has no number for it. */
static void
note_count(ShardDirectCursor *self, SQLRETURN rc, SQLULEN n_rows)
{
    ShardStmt *statement = self->base.statement;
    SQLLEN count = -1;

    if (!SQL_SUCCEEDED(rc))
        return;
    if (shard_dbc_dialect(statement->connection) == SHARD_DIALECT_SQLITE)
        count = (SQLLEN) n_rows;
    else if (!SQL_SUCCEEDED(self->library->SQLRowCount(self->handle, &count)))
        return;
    statement->row_count = count;
    self->was_written = TRUE;
}

static gboolean
is_mariadb(const ShardDirectCursor *self)
{
    return shard_dbc_dialect(self->base.statement->connection) == SHARD_DIALECT_MYSQL;
}

/* Rows that may belong elsewhere, and all of MariaDB's: its driver frees something twice after some
 * that it can't add. */
static gboolean
adds_by_insert(const ShardDirectCursor *self)
{
    return shard_cursor_is_of_nodes(self->base.statement) || is_mariadb(self);
}

static SQLRETURN
add_by_insert(ShardDirectCursor *self, SQLSETPOSIROW row, GError **error)
{
    if (!shard_cursor_is_of_table(self->base.statement))
        return shard_stmt_fail(error, "HYC00", "rows of this result can't be added to a table");
    self->was_written = TRUE;
    return shard_cursor_add(self->base.statement, row, NULL);
}

static gboolean
takes_values(SQLUSMALLINT operation)
{
    return operation == SQL_UPDATE || operation == SQL_ADD;
}

/* sqliteodbc writes columns that are to be left as they are, too, and none where one isn't bound.
 */
static gboolean
leaves_columns(const ShardDirectCursor *self, SQLULEN row)
{
    ShardDesc *ard = self->base.statement->ard;
    gboolean leaves = ard->count < self->n_columns;

    for (guint column = 1; column <= self->n_columns && !leaves; column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        leaves = !shard_desc_is_bound(record);
        const SQLLEN *length =
            leaves ? NULL
                   : shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
        leaves = leaves || (length != NULL && *length == SQL_COLUMN_IGNORE);
    }
    return leaves && shard_dbc_dialect(self->base.statement->connection) == SHARD_DIALECT_SQLITE &&
           shard_cursor_is_of_known(self->base.statement);
}

/* Is each row written by itself, with what is bound of it? */
static gboolean
writes_by_row(const ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation)
{
    return self->seeks && (self->wanted > 1 || row == 0 || is_mariadb(self) ||
                           (operation == SQL_UPDATE && leaves_columns(self, row - 1)));
}

/* The values of the row that the driver is on; NULL: it can't read them. */
static ShardValue *
read_moved(ShardDirectCursor *self, ShardArena *arena, GError **error)
{
    const ShardColumns *columns = shard_stmt_columns(self->base.statement, error);
    g_autofree ShardValue *values = g_new0(ShardValue, self->n_columns + 1);

    self->text_column = 0;
    self->read_column = 0;
    if (columns == NULL || !shard_cursor_read_row(&self->base, columns, arena, values, error))
        return NULL;
    return g_steal_pointer(&values);
}

/* ---- one row, where the driver is moved to it ---- */

/* The columns that are bound, by a statement of ours. */
static SQLRETURN
update_moved(ShardDirectCursor *self, SQLULEN row, GError **error)
{
    ShardArena *arena = shard_arena_new();
    g_autofree ShardValue *values = read_moved(self, arena, error);
    const ShardKnownRow known = {.values = values, .is_old = TRUE};
    SQLRETURN rc = values == NULL
                       ? SQL_ERROR
                       : shard_cursor_change(self->base.statement, SQL_UPDATE, row, &known, error);

    self->was_written = TRUE;
    shard_arena_free(arena);
    return rc;
}

/* MariaDB's driver looks for the row with all values that it has read, and doesn't say when there
 * is none such any more.  A row that keeps its values isn't counted, either. */
static gboolean
is_lost(ShardDirectCursor *self, SQLUSMALLINT operation)
{
    ShardStmt *statement = self->base.statement;

    if (!is_mariadb(self) || statement->row_count != 0)
        return FALSE;
    if (operation != SQL_UPDATE)
        return operation == SQL_DELETE;
    if (!shard_cursor_is_of_known(statement))
        return FALSE;
    ShardArena *arena = shard_arena_new();
    g_autofree ShardValue *values = read_moved(self, arena, NULL);
    gboolean lost = values != NULL && !shard_cursor_is_as_it_was(statement, values);
    shard_arena_free(arena);
    return lost;
}

static SQLUSMALLINT
status_of(SQLRETURN rc, SQLUSMALLINT operation)
{
    static const SQLUSMALLINT done[] = {
        [SQL_UPDATE] = SQL_ROW_UPDATED, [SQL_DELETE] = SQL_ROW_DELETED, [SQL_ADD] = SQL_ROW_ADDED};

    return rc == SQL_SUCCESS ? done[operation] : SQL_ROW_SUCCESS_WITH_INFO;
}

/* Through the driver's own SQLSetPos. */
static SQLRETURN
call_set_pos(ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock)
{
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;

    do
        rc = self->library->SQLSetPos(self->handle, row, operation, lock);
    while (row > 0 && shard_backend_stmt_goes_on_waiting(self->inner, rc, &locks));
    return rc;
}

/* The row that the driver was moved to. */
static SQLRETURN
write_here(ShardDirectCursor *self, SQLULEN row, SQLUSMALLINT operation, SQLUSMALLINT lock,
           GError **error)
{
    ShardStmt *statement = self->base.statement;
    SQLUSMALLINT *status = shard_stmt_row_status(statement);

    if (operation == SQL_UPDATE && leaves_columns(self, row))
        return update_moved(self, row, error);
    SQLRETURN rc = shard_direct_bind_row(self, row, error);
    if (!SQL_SUCCEEDED(rc) || (takes_values(operation) && !shard_direct_take(self, row, 0, error)))
        return SQL_ERROR;
    shard_direct_set(self->state, SQL_ATTR_ROW_STATUS_PTR, status == NULL ? NULL : status + row);
    rc = call_set_pos(self, 1, operation, lock);
    shard_direct_report(self, rc, error); /* before the next call clears it */
    shard_direct_set(self->state, SQL_ATTR_ROW_STATUS_PTR, NULL);
    self->state->status = NULL;
    note_count(self, rc, 1);
    shard_direct_unbind(self);
    if (rc == SQL_SUCCESS && is_lost(self, operation)) {
        g_clear_error(error);
        shard_stmt_fail(error, "01001", "Cursor operation conflict");
        rc = SQL_SUCCESS_WITH_INFO;
    }
    /* MariaDB's driver leaves it. */
    if (SQL_SUCCEEDED(rc) && status != NULL)
        status[row] = status_of(rc, operation);
    return rc;
}

static SQLRETURN
write_moved(ShardDirectCursor *self, SQLULEN row, SQLUSMALLINT operation, SQLUSMALLINT lock,
            GError **error)
{
    self->current = row;
    SQLRETURN rc = shard_direct_move(self, error);
    return SQL_SUCCEEDED(rc) ? write_here(self, row, operation, lock, error) : rc;
}

static gboolean
is_ignored(const ShardStmt *statement, SQLULEN row)
{
    const SQLUSMALLINT *operation = statement->ard->array_status;

    return operation != NULL && operation[row] == SQL_ROW_IGNORE;
}

/* All rows of the block that aren't to be ignored. */
static SQLRETURN
write_all_moved(ShardDirectCursor *self, SQLUSMALLINT operation, SQLUSMALLINT lock)
{
    ShardStmt *statement = self->base.statement;
    guint n_tried = 0;
    guint n_errors = 0;
    guint n_warnings = 0;
    gint64 n_written = 0;

    for (SQLULEN row = 0; row < self->size; row++) {
        g_autoptr(GError) problem = NULL;
        if (is_ignored(statement, row))
            continue;
        SQLRETURN rc = write_moved(self, row, operation, lock, &problem);
        n_tried++;
        n_errors += !SQL_SUCCEEDED(rc);
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
        n_written += SQL_SUCCEEDED(rc) ? MAX(statement->row_count, 0) : 0;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1,
                           SQL_COLUMN_NUMBER_UNKNOWN);
    }
    statement->row_count = n_written;
    return shard_cursor_sum_up(n_tried, n_errors, n_warnings);
}

static SQLUSMALLINT
fetched_status(SQLRETURN rc)
{
    if (rc == SQL_SUCCESS)
        return SQL_ROW_SUCCESS;
    return rc == SQL_SUCCESS_WITH_INFO ? SQL_ROW_SUCCESS_WITH_INFO : SQL_ROW_ERROR;
}

/* The row of that number, which the driver is on, into the application's row. */
static SQLRETURN
fetch_moved(ShardDirectCursor *self, SQLULEN row, gint64 number, GError **error)
{
    SQLUSMALLINT *status = shard_stmt_row_status(self->base.statement);
    SQLRETURN rc = shard_direct_bind_row(self, row, error);

    if (!SQL_SUCCEEDED(rc))
        return rc;
    rc = shard_direct_report(
        self, self->library->SQLFetchScroll(self->handle, SQL_FETCH_ABSOLUTE, (SQLLEN) number),
        error);
    if (SQL_SUCCEEDED(rc) && shard_direct_give_row(self, row, 0) != SQL_SUCCESS)
        rc = SQL_SUCCESS_WITH_INFO;
    shard_direct_unbind(self);
    if (status != NULL)
        status[row] = fetched_status(rc);
    return rc;
}

/* The driver was moved away from the block, or its SQL_REFRESH does nothing. */
static gboolean
refreshes_by_row(const ShardDirectCursor *self)
{
    return self->start >= 1 && (self->was_moved || is_mariadb(self)) &&
           self->base.statement->attributes[SHARD_ATTR_CURSOR_TYPE] != SQL_CURSOR_FORWARD_ONLY;
}

static SQLRETURN
refresh_moved(ShardDirectCursor *self, SQLSETPOSIROW asked)
{
    ShardStmt *statement = self->base.statement;
    SQLULEN first = asked == 0 ? 0 : asked - 1;
    SQLULEN end = asked == 0 ? self->size : asked;
    SQLRETURN worst = SQL_SUCCESS;

    for (SQLULEN row = first; row < end; row++) {
        g_autoptr(GError) problem = NULL;
        if (asked == 0 && is_ignored(statement, row))
            continue;
        const gint64 number = self->start + (gint64) row;
        SQLRETURN rc = shard_direct_move_to(self, number, &problem);
        if (SQL_SUCCEEDED(rc))
            rc = fetch_moved(self, row, number, &problem);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1, SQL_NO_COLUMN_NUMBER);
    }
    self->current = first;
    if (self->wanted == 1)
        shard_direct_move(self, NULL);
    return worst;
}

/* One bound column of the row that SQLGetData reads, as a fetch would give it. */
static SQLRETURN
reread_column(ShardDirectCursor *self, SQLULEN row, guint column, const ShardColumn *facts,
              GError **error)
{
    ShardDesc *ard = self->base.statement->ard;
    const ShardDescRecord *record = shard_desc_find(ard, column);

    if (record == NULL || !shard_desc_is_bound(record))
        return SQL_SUCCESS;
    SQLSMALLINT c_type = shard_cursor_c_type(self->base.statement, facts, record->concise_type);
    SQLLEN *octets = shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
    SQLLEN *indicator = shard_cursor_address(ard, record->indicator, row, sizeof(SQLLEN));
    SQLLEN length = 0;
    const ShardTarget target = {
        .c_type = c_type,
        .buffer =
            shard_cursor_address(ard, record->data, row, shard_cursor_element(record, c_type)),
        .buffer_length = record->octet_length,
        .octet_length = &length,
        .indicator = &length,
        .precision = record->precision_set ? record->precision : (SQLSMALLINT) -1,
        .scale = record->precision_set ? record->scale : (SQLSMALLINT) -1};
    SQLRETURN rc = self->base.ops->get_data(&self->base, column, &target, error);
    if (!SQL_SUCCEEDED(rc))
        return rc;
    if (length == SQL_NULL_DATA && indicator == NULL)
        return shard_stmt_fail(error, "22002", "Indicator variable required but not supplied");
    if (indicator != NULL)
        *indicator = length == SQL_NULL_DATA ? SQL_NULL_DATA : 0;
    if (octets != NULL && length != SQL_NULL_DATA)
        *octets = length;
    return rc;
}

static SQLRETURN
reread_row(ShardDirectCursor *self, SQLULEN row, GError **error)
{
    const ShardColumns *columns = shard_stmt_columns(self->base.statement, error);
    SQLUSMALLINT *status = shard_stmt_row_status(self->base.statement);

    if (columns == NULL)
        return SQL_ERROR;
    SQLRETURN worst = shard_direct_report(
        self, self->library->SQLSetPos(self->handle, row + 1, SQL_POSITION, SQL_LOCK_NO_CHANGE),
        error);
    self->current = row;
    for (guint column = 1; column <= columns->n_columns && SQL_SUCCEEDED(worst); column++) {
        SQLRETURN rc = reread_column(self, row, column, &columns->columns[column - 1], error);
        worst = rc == SQL_SUCCESS || rc == SQL_NO_DATA ? worst : rc;
    }
    self->text_column = 0;
    self->read_column = 0;
    if (status != NULL)
        status[row] = fetched_status(worst);
    return worst;
}

/* psqlodbc gives the rowset's second row for each one, and goes on from another. */
static SQLRETURN
reread_rows(ShardDirectCursor *self, SQLSETPOSIROW asked)
{
    SQLULEN first = asked == 0 ? 0 : asked - 1;
    SQLULEN end = asked == 0 ? self->size : asked;
    ShardStmt *statement = self->base.statement;
    SQLRETURN worst = SQL_SUCCESS;

    for (SQLULEN row = first; row < end; row++) {
        g_autoptr(GError) problem = NULL;
        if (asked == 0 && is_ignored(statement, row))
            continue;
        SQLRETURN rc = reread_row(self, row, &problem);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1, SQL_NO_COLUMN_NUMBER);
    }
    if (asked == 0) {
        self->library->SQLSetPos(self->handle, 1, SQL_POSITION, SQL_LOCK_NO_CHANGE);
        self->current = 0;
    }
    return worst;
}

/* ---- SQLSetPos ---- */

static SQLRETURN
set_row(ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT lock, GError **error)
{
    if (row < 1 || row > self->size)
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    if (lock != SQL_LOCK_NO_CHANGE)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    self->current = row - 1;
    self->moved_to = self->size; /* no row: its columns are read from their starts */
    return SQL_SUCCESS;
}

static gboolean
check_write(ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation, GError **error)
{
    return operation == SQL_ADD || check_place(self, row, operation == SQL_UPDATE, error);
}

/* Through the bindings and the rowset that the driver has. */
static SQLRETURN
set_position(ShardDirectCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock,
             GError **error)
{
    const ShardDirectState *state = self->state;
    const ShardRowset rowset = {
        .size = state->size, .status = state->status, .fetched = state->fetched};
    SQLULEN first = row == 0 ? 0 : row - 1;
    SQLULEN end = row == 0 ? self->size : row;

    if (operation != SQL_POSITION && !SQL_SUCCEEDED(shard_direct_bind(self, &rowset, error)))
        return SQL_ERROR;
    for (SQLULEN i = first; takes_values(operation) && i < end; i++)
        if (!shard_direct_take(self, i, i, error))
            return SQL_ERROR;
    SQLRETURN rc = call_set_pos(self, row, operation, lock);
    if (SQL_SUCCEEDED(rc) && row > 0)
        self->current = row - 1;
    shard_direct_report(self, rc, error);
    for (SQLULEN i = first; operation == SQL_REFRESH && SQL_SUCCEEDED(rc) && i < end; i++)
        if (shard_direct_give_row(self, i, i) != SQL_SUCCESS)
            rc = SQL_SUCCESS_WITH_INFO;
    if (operation != SQL_POSITION && operation != SQL_REFRESH)
        note_count(self, rc, end - first);
    return rc;
}

SQLRETURN
shard_direct_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation,
                          SQLUSMALLINT lock, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    gboolean moves = self->seeks && self->wanted > 1;
    gboolean writes = operation != SQL_POSITION && operation != SQL_REFRESH;
    SQLRETURN rc;

    self->text_column = 0;
    self->read_column = 0;
    if (!shard_direct_is_alive(self, error) ||
        (writes && !shard_backend_stmt_calm(self->inner, error)))
        return SQL_ERROR;
    if (operation == SQL_POSITION && moves)
        return set_row(self, row, lock, error);
    if (self->library->SQLSetPos == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    if (operation == SQL_ADD && adds_by_insert(self))
        return add_by_insert(self, row, error);
    if ((self->seeks || operation == SQL_REFRESH) && row > self->size)
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    if (writes && !check_write(self, row, operation, error))
        return SQL_ERROR;
    if (operation == SQL_REFRESH && self->seeks && refreshes_by_row(self))
        return refresh_moved(self, row);
    if (operation == SQL_REFRESH && is_mariadb(self))
        return SQL_SUCCESS; /* as its driver: nothing */
    if (operation == SQL_REFRESH && !self->seeks)
        return reread_rows(self, row);
    if (!writes || !writes_by_row(self, row, operation))
        rc = set_position(self, row, operation, lock, error);
    else if (row == 0)
        rc = write_all_moved(self, operation, lock);
    else
        rc = write_moved(self, row - 1, operation, lock, error);
    if (shard_direct_is_alive(self, NULL))
        shard_backend_release_locks(shard_backend_stmt_backend(self->inner));
    return rc;
}

/* ---- SQLBulkOperations ---- */

static gboolean
prepare_bulk(ShardDirectCursor *self, SQLSMALLINT operation, GError **error)
{
    const ShardStmt *statement = self->base.statement;
    const ShardRowset rowset = {.size = statement->ard->array_size,
                                .status = statement->ird.array_status,
                                .fetched = statement->ird.rows_processed};
    gboolean values = operation == SQL_ADD || operation == SQL_UPDATE_BY_BOOKMARK;

    if ((operation == SQL_UPDATE_BY_BOOKMARK || operation == SQL_DELETE_BY_BOOKMARK) &&
        !check_place(self, 0, operation == SQL_UPDATE_BY_BOOKMARK, error))
        return FALSE;
    if (!SQL_SUCCEEDED(shard_direct_bind(self, &rowset, error)))
        return FALSE;
    for (SQLULEN row = 0; values && row < rowset.size; row++)
        if (!shard_direct_take(self, row, row, error))
            return FALSE;
    return TRUE;
}

static SQLRETURN
use_bookmark(ShardDirectCursor *self, SQLSMALLINT operation, SQLULEN row, GError **error)
{
    guint64 number = shard_cursor_take_bookmark(self->base.statement->ard, row);
    SQLRETURN rc = number == 0 ? SQL_NO_DATA : shard_direct_move_to(self, (gint64) number, error);

    if (rc == SQL_NO_DATA)
        return shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    if (!SQL_SUCCEEDED(rc))
        return rc;
    self->moved_to = self->current; /* where its columns are read */
    return operation == SQL_FETCH_BY_BOOKMARK
               ? fetch_moved(self, row, (gint64) number, error)
               : write_here(self, row,
                            operation == SQL_UPDATE_BY_BOOKMARK ? SQL_UPDATE : SQL_DELETE,
                            SQL_LOCK_NO_CHANGE, error);
}

/* MariaDB's driver has no bulk operation by bookmark, which is a row's number there: it is moved to
 * each row, and back. */
static SQLRETURN
bulk_moved(ShardDirectCursor *self, SQLSMALLINT operation, GError **error)
{
    ShardStmt *statement = self->base.statement;
    guint n_tried = 0, n_errors = 0, n_warnings = 0;
    gint64 n_written = 0;

    if (operation != SQL_FETCH_BY_BOOKMARK &&
        !check_place(self, 0, operation == SQL_UPDATE_BY_BOOKMARK, error))
        return SQL_ERROR;
    for (SQLULEN row = 0; row < statement->ard->array_size; row++) {
        g_autoptr(GError) problem = NULL;
        if (operation != SQL_FETCH_BY_BOOKMARK && is_ignored(statement, row))
            continue;
        SQLRETURN rc = use_bookmark(self, operation, row, &problem);
        n_tried++;
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
        if (rc == SQL_ERROR && statement->ird.array_status != NULL)
            statement->ird.array_status[row] = SQL_ROW_ERROR;
        n_written += SQL_SUCCEEDED(rc) ? MAX(statement->row_count, 0) : 0;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1, SQL_NO_COLUMN_NUMBER);
    }
    if (operation != SQL_FETCH_BY_BOOKMARK)
        statement->row_count = n_written;
    self->moved_to = self->size;
    if (self->wanted == 1 && self->start >= 1)
        shard_direct_move(self, NULL);
    return shard_cursor_sum_up(n_tried, n_errors, n_warnings);
}

/* Rows that were found by their bookmarks; psqlodbc calls the first of them deleted. */
static SQLRETURN
give_found(ShardDirectCursor *self, SQLULEN n_rows, SQLRETURN rc)
{
    SQLUSMALLINT *status = rc == SQL_SUCCESS ? shard_stmt_row_status(self->base.statement) : NULL;

    for (SQLULEN row = 0; row < n_rows; row++) {
        SQLRETURN given = shard_direct_give_row(self, row, row);
        if (given != SQL_SUCCESS)
            rc = SQL_SUCCESS_WITH_INFO;
        if (status != NULL)
            status[row] = fetched_status(given);
    }
    return rc;
}

SQLRETURN
shard_direct_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    ShardDirectCursor *self = (ShardDirectCursor *) base;
    SQLULEN n_rows = base->statement->ard->array_size;

    if (!shard_direct_is_alive(self, error) || !shard_backend_stmt_calm(self->inner, error))
        return SQL_ERROR;
    if (operation == SQL_ADD && adds_by_insert(self))
        return add_by_insert(self, 0, error);
    if (is_mariadb(self))
        return bulk_moved(self, operation, error);
    if (self->library->SQLBulkOperations == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    if (!prepare_bulk(self, operation, error))
        return SQL_ERROR;
    SQLRETURN rc = self->library->SQLBulkOperations(self->handle, operation);
    shard_direct_report(self, rc, error);
    if (operation == SQL_FETCH_BY_BOOKMARK && SQL_SUCCEEDED(rc))
        rc = give_found(self, n_rows, rc);
    if (operation != SQL_FETCH_BY_BOOKMARK)
        note_count(self, rc, n_rows);
    return rc;
}
