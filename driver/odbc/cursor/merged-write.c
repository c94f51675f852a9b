/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLSetPos and SQLBulkOperations of the merged cursor.  Rows that are written become statements
 * (write.h); a static cursor then has them as they are in the table, as far as
 * SQL_STATIC_SENSITIVITY says that it sees them.
 */
#include "driver/odbc/cursor/merged.h"

/* The row isn't among the cursor's any more: those behind it move up. */
static void
forget_row(ShardMergedCursor *self, guint64 index)
{
    guint64 place = 0;

    if ((self->sees & SQL_SS_DELETIONS) == 0 || !shard_row_store_place(self->kept, index, &place))
        return;
    gint64 number = (gint64) place + 1;
    if (self->start > number)
        self->start--;
    else if (self->start >= 1 && number < self->start + (gint64) (self->size - self->n_gone))
        self->n_gone++;
    shard_row_store_remove(self->kept, index);
}

static void
note_changed(ShardMergedCursor *self, guint64 index)
{
    if (self->changed == NULL)
        self->changed = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_hash_table_add(self->changed, g_memdup2(&index, sizeof index));
}

/* Takes over what was written of the row of these buffers. */
static void
see_change(ShardMergedCursor *self, SQLUSMALLINT operation, SQLULEN row, guint64 index)
{
    if (operation == SQL_DELETE) {
        forget_row(self, index);
        return;
    }
    if ((self->sees & SQL_SS_UPDATES) == 0) {
        note_changed(self, index);
        return;
    }
    const ShardValue *old = shard_row_store_get(self->kept, index, NULL);
    g_autofree ShardValue *values = g_new(ShardValue, MAX(self->stream->columns->n_columns, 1));
    ShardArena *arena = shard_arena_new();
    if (old != NULL && shard_cursor_reread(self->base.statement, row, old, arena, values))
        shard_row_store_replace(self->kept, index, values);
    shard_arena_free(arena);
}

/* Rows that were added come behind all others. */
static void
see_added(ShardMergedCursor *self, const GArray *rows)
{
    g_autoptr(GError) ignored = NULL;

    if (rows->len == 0 || !self->is_static || (self->sees & SQL_SS_ADDITIONS) == 0 ||
        !shard_merged_read(self, 0, &ignored))
        return;
    g_autofree ShardValue *values = g_new(ShardValue, MAX(self->stream->columns->n_columns, 1));
    for (guint i = 0; i < rows->len; i++) {
        ShardArena *arena = shard_arena_new();
        if (shard_cursor_reread(self->base.statement, g_array_index(rows, SQLULEN, i), NULL, arena,
                                values))
            shard_row_store_add(self->kept, values, NULL);
        shard_arena_free(arena);
    }
}

/* The kept row of that index, with what is bound in place row. */
static SQLRETURN
change_kept(ShardMergedCursor *self, SQLUSMALLINT operation, SQLULEN row, guint64 index,
            GError **error)
{
    const ShardKnownRow known = {.values = shard_row_store_get(self->kept, index, error),
                                 .is_old = self->changed != NULL &&
                                           g_hash_table_contains(self->changed, &index)};

    if (known.values == NULL)
        return SQL_ERROR;
    SQLRETURN rc = shard_cursor_change(self->base.statement, operation, row, &known, error);
    if (rc == SQL_SUCCESS)
        see_change(self, operation, row, index);
    return rc;
}

static SQLRETURN
change_row(ShardMergedCursor *self, SQLUSMALLINT operation, SQLULEN row, GError **error)
{
    SQLUSMALLINT *status = shard_stmt_row_status(self->base.statement);

    if (shard_merged_row(self, row) == NULL) {
        if (status != NULL)
            status[row] = SQL_ROW_ERROR;
        return shard_stmt_fail(error, "HY109", "Invalid cursor position: the row was deleted");
    }
    return change_kept(self, operation, row, g_array_index(self->shown, guint64, row), error);
}

/* SQL_UPDATE and SQL_DELETE of one row, or of all (row 0). */
static SQLRETURN
change_rows(ShardMergedCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation)
{
    ShardStmt *statement = self->base.statement;
    const SQLUSMALLINT *ignore = row == 0 ? statement->ard->array_status : NULL;
    SQLULEN first = row == 0 ? 0 : row - 1, end = row == 0 ? self->size : row;
    guint n_tried = 0, n_errors = 0, n_warnings = 0;
    gint64 n_changed = 0;

    for (SQLULEN i = first; i < end; i++) {
        GError *problem = NULL;
        if (ignore != NULL && ignore[i] == SQL_ROW_IGNORE)
            continue;
        statement->row_count = 0;
        SQLRETURN rc = change_row(self, operation, i, &problem);
        n_changed += statement->row_count;
        n_tried++;
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) i + 1, SQL_NO_COLUMN_NUMBER);
        g_clear_error(&problem);
    }
    statement->row_count = n_changed;
    return shard_cursor_sum_up(n_tried, n_errors, n_warnings);
}

static SQLRETURN
write_rows(ShardMergedCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation, GError **error)
{
    ShardStmt *statement = self->base.statement;

    if (!shard_cursor_is_of_nodes(statement))
        return shard_stmt_fail(error, "HYC00",
                               "rows of a result that isn't one table's can't be changed through "
                               "the cursor: use UPDATE, DELETE or INSERT");
    if (operation == SQL_ADD) {
        g_autoptr(GArray) added = g_array_new(FALSE, FALSE, sizeof(SQLULEN));
        SQLRETURN rc = shard_cursor_add(statement, row, added);
        see_added(self, added);
        return rc;
    }
    if (self->is_static && self->start >= 1)
        return change_rows(self, row, operation);
    return shard_stmt_fail(error, "HYC00",
                           "rows are changed through a static cursor only: set "
                           "SQL_ATTR_CURSOR_TYPE to SQL_CURSOR_STATIC");
}

static SQLRETURN
refresh_row(ShardMergedCursor *self, SQLULEN row)
{
    SQLUSMALLINT *status = shard_stmt_row_status(self->base.statement);
    SQLRETURN rc =
        shard_merged_give(self, shard_merged_row(self, row), row, shard_merged_bookmark(self, row));

    if (status != NULL)
        status[row] = shard_merged_status(rc);
    return rc;
}

static SQLRETURN
refresh_rows(ShardMergedCursor *self)
{
    const SQLUSMALLINT *ignore = self->base.statement->ard->array_status;
    SQLRETURN worst = SQL_SUCCESS;

    shard_merged_resolve(self);
    for (SQLULEN row = 0; row < self->size; row++) {
        if ((ignore != NULL && ignore[row] == SQL_ROW_IGNORE) ||
            shard_merged_row(self, row) == NULL)
            continue;
        SQLRETURN rc = refresh_row(self, row);
        worst = rc == SQL_SUCCESS ? worst : SQL_SUCCESS_WITH_INFO;
    }
    return worst;
}

SQLRETURN
shard_merged_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation,
                          SQLUSMALLINT lock, GError **error)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;

    if (row > self->size)
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    if (lock != SQL_LOCK_NO_CHANGE)
        return shard_stmt_fail(error, "HYC00", "rows of several shards can't be locked");
    if (operation == SQL_POSITION && row == 0)
        return shard_stmt_fail(error, "HY109", "Invalid cursor position");
    if (operation != SQL_POSITION && operation != SQL_REFRESH)
        return write_rows(self, row, operation, error);
    if (row == 0)
        return refresh_rows(self);
    if (shard_merged_row(self, row - 1) == NULL)
        return shard_stmt_fail(error, "HY109", "Invalid cursor position: the row was deleted");
    self->current = row - 1;
    shard_merged_forget_pieces(self);
    shard_merged_resolve(self);
    return operation == SQL_REFRESH ? refresh_row(self, row - 1) : SQL_SUCCESS;
}

/* The number of the row that the bookmark bound in that place means; 0 and HY111: none. */
static guint64
bookmarked(ShardMergedCursor *self, SQLULEN row, GError **error)
{
    guint64 number = shard_cursor_take_bookmark(self->base.statement->ard, row);
    guint64 place;
    if (number >= 1 && shard_merged_read(self, number, error) &&
        shard_row_store_place(self->kept, number - 1, &place))
        return number;
    if (error == NULL || *error == NULL)
        shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    return 0;
}

/* One row of SQLBulkOperations by bookmark. */
static SQLRETURN
use_bookmark(ShardMergedCursor *self, SQLSMALLINT operation, SQLULEN row, GError **error)
{
    guint64 number = bookmarked(self, row, error);
    const ShardValue *values =
        number == 0 ? NULL : shard_row_store_get(self->kept, number - 1, error);

    if (values == NULL)
        return SQL_ERROR;
    if (operation == SQL_FETCH_BY_BOOKMARK) {
        SQLRETURN rc = shard_merged_give(self, values, row, (gint64) number);
        SQLUSMALLINT *status = shard_stmt_row_status(self->base.statement);
        if (status != NULL)
            status[row] = shard_merged_status(rc);
        return rc;
    }
    return change_kept(self, operation == SQL_UPDATE_BY_BOOKMARK ? SQL_UPDATE : SQL_DELETE, row,
                       number - 1, error);
}

static SQLRETURN
bulk_by_bookmark(ShardMergedCursor *self, SQLSMALLINT operation, GError **error)
{
    ShardStmt *statement = self->base.statement;
    const ShardDesc *ard = statement->ard;
    SQLUSMALLINT *status = shard_stmt_row_status(statement);
    const gint64 known = statement->row_count;
    guint n_tried = 0, n_errors = 0, n_warnings = 0;
    gint64 n_changed = 0;

    shard_merged_resolve(self);
    for (SQLULEN row = 0; row < ard->array_size; row++) {
        GError *problem = NULL;
        if (operation != SQL_FETCH_BY_BOOKMARK && ard->array_status != NULL &&
            ard->array_status[row] == SQL_ROW_IGNORE)
            continue;
        statement->row_count = 0;
        SQLRETURN rc = use_bookmark(self, operation, row, &problem);
        n_changed += statement->row_count;
        n_tried++;
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
        if (rc == SQL_ERROR && status != NULL)
            status[row] = SQL_ROW_ERROR;
        shard_merged_note(self, problem, row, (guint) SQL_NO_COLUMN_NUMBER);
    }
    statement->row_count = operation == SQL_FETCH_BY_BOOKMARK ? known : n_changed;
    return shard_cursor_sum_up(n_tried, n_errors, n_warnings);
}

SQLRETURN
shard_merged_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;

    if (operation == SQL_ADD)
        return write_rows(self, 0, operation, error);
    gboolean writes = operation != SQL_FETCH_BY_BOOKMARK;
    if (self->is_static && (!writes || shard_cursor_is_of_nodes(base->statement)))
        return bulk_by_bookmark(self, operation, error);
    return shard_stmt_fail(error, "HYC00",
                           "bookmarks are for static cursors, those that change rows for cursors "
                           "of one table's rows");
}
