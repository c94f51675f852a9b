/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A cursor over a stream of values: rows of several units, catalog rows, PREVIEW.
 *
 * Forward only: the stream's current row is read in place; with a rowset of several rows these are
 * copied, so that SQLSetPos and SQLGetData find them.  Static: every row that was read is kept, in
 * memory up to the connection's MergeMemory and in a file past it, and any can be gone back to.
 */
#include "driver/merge/kept.h"
#include "driver/odbc/cursor/write.h"
#include "driver/odbc/cursor/row-store.h"

#include <string.h>

/* A bound column, resolved once for all rows. */
typedef struct {
    guint column;
    gsize element;
    ShardTarget base;        /* of row 0, without the bind offset */
    ShardQuickConvert quick; /* NULL: none */
} BoundColumn;

/* Where a row lies in the application's arrays. */
typedef struct {
    gsize number; /* within the rowset */
    gsize offset; /* that the application added to its bindings */
    gsize stride; /* bytes from row to row; 0: each column has its own */
} RowPlace;

typedef struct {
    ShardCursor base;
    ShardStream *stream;
    gboolean owns_stream;
    gboolean is_static;
    gboolean at_end;     /* the stream has no more rows */
    ShardRowStore *kept; /* static: all rows read so far */
    GPtrArray *rows;     /* const ShardValue *: forward only, those of the rowset */
    ShardArena *arena;
    guint64 n_read;        /* rows taken from the stream */
    guint64 max_rows;      /* 0: all */
    gint64 start;          /* number of the rowset's first row, from 1; 0 before, -1 past */
    SQLULEN size;          /* rows in the current rowset */
    SQLULEN wanted;        /* size of the rowset that was asked for */
    SQLULEN current;       /* row within the rowset that SQLGetData reads */
    const ShardValue *row; /* forward only with one row: the stream's */
    GArray *bound;         /* BoundColumn; of what follows */
    const ShardDesc *bound_desc;
    guint32 bound_generation;
    ShardPieces *pieces; /* per column, of the current row */
    guint piece_column;  /* the column that was read last; 0 none */
} MergedCursor;

static const ShardColumns *
columns_of(const MergedCursor *self)
{
    return self->stream->columns;
}

static void
forget_pieces(MergedCursor *self)
{
    if (self->piece_column != 0)
        self->pieces[self->piece_column - 1] = (ShardPieces){0};
    self->piece_column = 0;
}

/* Copies a row of a rowset into the arena, as one block. */
static const ShardValue *
copy_row(MergedCursor *self, const ShardValue *row)
{
    guint n = columns_of(self)->n_columns;
    gsize size = MAX(n, 1) * sizeof *row;
    ShardValue *copy = shard_arena_alloc(self->arena, size + shard_values_text_size(row, n));

    shard_values_copy(copy, (char *) copy + size, row, n);
    return copy;
}

static guint64
n_kept(const MergedCursor *self)
{
    return shard_row_store_n(self->kept);
}

/* The next row of the stream; NULL at its end (no error) or on failure. */
static const ShardValue *
pull(MergedCursor *self, GError **error)
{
    const ShardValue *row;

    if (self->at_end)
        return NULL;
    if (self->max_rows != 0 && self->n_read >= self->max_rows) {
        self->at_end = TRUE;
        return NULL;
    }
    ShardFetch got = shard_stream_next(self->stream, &row, error);
    if (got == SHARD_ROW) {
        self->n_read++;
        return row;
    }
    self->at_end = got == SHARD_END;
    return NULL;
}

/* Static: makes sure that row number (from 1) was read; number 0: all of them. */
static gboolean
read_until(MergedCursor *self, guint64 number, GError **error)
{
    GError *failure = NULL;

    while (number == 0 || n_kept(self) < number) {
        const ShardValue *row = pull(self, &failure);
        if (row == NULL || !shard_row_store_add(self->kept, row, &failure))
            break;
    }
    if (failure == NULL)
        return TRUE;
    g_propagate_error(error, failure);
    return FALSE;
}

static void
resolve_column(MergedCursor *self, guint column, const ShardDescRecord *record)
{
    const ShardColumn *facts = &columns_of(self)->columns[column - 1];
    SQLSMALLINT c_type = shard_cursor_c_type(self->base.statement, facts, record->concise_type);
    gboolean sized = record->precision_set || c_type != SQL_C_NUMERIC;
    BoundColumn bound = {.column = column,
                         .element = shard_cursor_element(record, c_type),
                         .quick = record->data == NULL ? NULL : shard_convert_quick(c_type),
                         .base = {.c_type = c_type,
                                  .buffer = record->data,
                                  .buffer_length = record->octet_length,
                                  .octet_length = record->octet_length_ptr,
                                  .indicator = record->indicator,
                                  .precision = sized ? record->precision : (SQLSMALLINT) -1,
                                  .scale = sized ? record->scale : (SQLSMALLINT) -1}};

    g_array_append_val(self->bound, bound);
}

/* The bound columns as they are now. */
static void
resolve_columns(MergedCursor *self)
{
    ShardDesc *ard = self->base.statement->ard;

    if (self->bound_desc == ard && self->bound_generation == ard->generation)
        return;
    g_array_set_size(self->bound, 0);
    for (guint column = 1; column <= MIN(ard->count, columns_of(self)->n_columns); column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (shard_desc_is_bound(record))
            resolve_column(self, column, record);
    }
    self->bound_desc = ard;
    self->bound_generation = ard->generation;
}

static RowPlace
place_row(const ShardDesc *ard, SQLULEN row)
{
    return (RowPlace){
        .number = row,
        .offset = ard->bind_offset == NULL ? 0 : (gsize) *ard->bind_offset,
        .stride = ard->bind_type == SQL_BIND_BY_COLUMN ? 0 : (gsize) ard->bind_type,
    };
}

static gpointer
move_pointer(gpointer base, const RowPlace *place, gsize element)
{
    gsize stride = place->stride == 0 ? element : place->stride;

    return base == NULL ? NULL : (char *) base + place->offset + place->number * stride;
}

static ShardTarget
target_of(const BoundColumn *bound, const RowPlace *place)
{
    ShardTarget target = bound->base;

    target.buffer = move_pointer(target.buffer, place, bound->element);
    target.octet_length = move_pointer(target.octet_length, place, sizeof(SQLLEN));
    target.indicator = move_pointer(target.indicator, place, sizeof(SQLLEN));
    return target;
}

/* One bound column of one row, whatever is in it. */
static SQLRETURN
give_column(MergedCursor *self, const BoundColumn *bound, const ShardTarget *target,
            const ShardValue *value, GError **error)
{
    ShardStmt *statement = self->base.statement;
    const ShardColumn *facts = &columns_of(self)->columns[bound->column - 1];

    return shard_convert_out(value, facts, shard_dbc_dialect(statement->connection), target, NULL,
                             error);
}

static void
note_problem(MergedCursor *self, GError *problem, SQLULEN row, guint column)
{
    if (problem != NULL)
        shard_diag_add(&self->base.statement->head.diag, problem, (SQLLEN) row + 1,
                       (SQLINTEGER) column);
    g_clear_error(&problem);
}

/* A cell that needs no conversion worth the name: most do not.  FALSE: nothing is done. */
static gboolean
give_quickly(const BoundColumn *bound, const RowPlace *place, const ShardValue *value)
{
    const SQLLEN not_null = 0;
    SQLLEN length = SQL_NULL_DATA;
    SQLLEN *indicator = move_pointer(bound->base.indicator, place, sizeof length);

    if (value->kind == SHARD_VALUE_NULL) {
        if (indicator == NULL)
            return FALSE;
        memcpy(indicator, &length, sizeof length);
        return TRUE;
    }
    char *buffer = move_pointer(bound->base.buffer, place, bound->element);
    if (!bound->quick(value, buffer, bound->base.buffer_length, &length))
        return FALSE;
    SQLLEN *octets = bound->base.octet_length == bound->base.indicator
                         ? indicator
                         : move_pointer(bound->base.octet_length, place, sizeof length);
    if (indicator != octets && indicator != NULL)
        memcpy(indicator, &not_null, sizeof not_null);
    if (octets != NULL)
        memcpy(octets, &length, sizeof length);
    return TRUE;
}

/* All bound columns of one row; diagnostics carry row and column. */
static SQLRETURN
give_row(MergedCursor *self, const ShardValue *values, SQLULEN row)
{
    ShardStmt *statement = self->base.statement;
    const RowPlace place = place_row(statement->ard, row);
    SQLRETURN worst = SQL_SUCCESS;

    if (statement->attributes[SHARD_ATTR_RETRIEVE_DATA] == SQL_RD_OFF)
        return SQL_SUCCESS;
    shard_cursor_give_bookmark(statement->ard, self->start + (gint64) row, row);
    for (guint i = 0; i < self->bound->len; i++) {
        const BoundColumn *bound = &g_array_index(self->bound, BoundColumn, i);
        const ShardValue *value = &values[bound->column - 1];
        if (bound->quick != NULL && give_quickly(bound, &place, value))
            continue;
        const ShardTarget target = target_of(bound, &place);
        GError *problem = NULL;
        SQLRETURN rc = give_column(self, bound, &target, value, &problem);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        note_problem(self, problem, row, bound->column);
    }
    return worst;
}

static void
set_status(const ShardRowset *rowset, SQLULEN row, SQLUSMALLINT status)
{
    if (rowset->status != NULL)
        rowset->status[row] = status;
}

static SQLUSMALLINT
status_of(SQLRETURN rc)
{
    if (rc == SQL_ERROR)
        return SQL_ROW_ERROR;
    return rc == SQL_SUCCESS_WITH_INFO ? SQL_ROW_SUCCESS_WITH_INFO : SQL_ROW_SUCCESS;
}

/* What the whole fetch answers from its rows' results. */
static SQLRETURN
sum_up(SQLULEN n_rows, SQLULEN wanted, guint n_errors, guint n_warnings)
{
    if (n_rows == 0)
        return SQL_NO_DATA;
    if (n_errors == n_rows)
        return SQL_ERROR;
    return n_errors + n_warnings > 0 ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

static void
end_rowset(MergedCursor *self, const ShardRowset *rowset, SQLULEN n_rows)
{
    for (SQLULEN row = n_rows; row < rowset->size; row++)
        set_status(rowset, row, SQL_ROW_NOROW);
    if (rowset->fetched != NULL)
        *rowset->fetched = n_rows;
    self->size = n_rows;
    self->wanted = rowset->size;
    self->current = 0;
}

/* The next row for a forward cursor, copied when the rowset has several. */
static const ShardValue *
next_row(MergedCursor *self, gboolean copy, GError **error)
{
    const ShardValue *row = pull(self, error);

    self->row = row;
    if (row == NULL || !copy)
        return row;
    const ShardValue *kept = copy_row(self, row);
    g_ptr_array_add(self->rows, (gpointer) kept);
    return kept;
}

static SQLRETURN
fetch_forward(MergedCursor *self, const ShardRowset *rowset, GError **error)
{
    guint n_errors = 0;
    guint n_warnings = 0;
    SQLULEN n_rows = 0;
    GError *failure = NULL;

    if (rowset->size > 1) {
        g_ptr_array_set_size(self->rows, 0);
        shard_arena_reset(self->arena);
    }
    self->start = (gint64) self->n_read + 1;
    while (n_rows < rowset->size) {
        const ShardValue *row = next_row(self, rowset->size > 1, &failure);
        if (row == NULL)
            break;
        SQLRETURN rc = give_row(self, row, n_rows);
        set_status(rowset, n_rows++, status_of(rc));
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
    }
    if (failure != NULL) {
        end_rowset(self, rowset, n_rows);
        g_propagate_error(error, failure);
        return SQL_ERROR;
    }
    end_rowset(self, rowset, n_rows);
    if (n_rows == 0)
        self->start = -1;
    return sum_up(n_rows, rowset->size, n_errors, n_warnings);
}

/* Where a static cursor goes: the number of the first row of the new rowset, 0 before the start, -1
 * past the end.  The rows of the standard's table for SQLFetchScroll. */
static gint64
find_start(MergedCursor *self, SQLSMALLINT orientation, SQLLEN offset, GError **error)
{
    gint64 wanted = (gint64) self->wanted;
    gint64 start;

    switch (orientation) {
    case SQL_FETCH_NEXT:
        return self->start < 0 ? -1 : self->start == 0 ? 1 : self->start + wanted;
    case SQL_FETCH_FIRST:
        return 1;
    default:
        break;
    }
    if (orientation == SQL_FETCH_ABSOLUTE && offset > 0)
        return offset;
    if (!read_until(self, 0, error))
        return G_MININT64;
    gint64 n = (gint64) n_kept(self);
    gint64 size = (gint64) self->size; /* set to the new size by the caller */
    switch (orientation) {
    case SQL_FETCH_LAST:
        return MAX(n - size + 1, 1);
    case SQL_FETCH_PRIOR:
        if (self->start == 0 || self->start == 1)
            return 0;
        start = self->start < 0 ? n + 1 : self->start;
        return start > size ? start - size : (self->start < 0 || start > 1) ? 1 : 0;
    case SQL_FETCH_RELATIVE:
        if ((self->start == 0 && offset <= 0) || (self->start < 0 && offset >= 0))
            return self->start;
        start = self->start < 0 ? n + 1 : self->start;
        if (start + offset >= 1)
            return start + offset;
        return start > 1 && -offset <= size ? 1 : 0;
    case SQL_FETCH_ABSOLUTE:
        if (offset == 0)
            return 0;
        if (n + offset + 1 >= 1)
            return n + offset + 1;
        return -offset <= size ? 1 : 0;
    default:
        return offset;
    }
}

/* The row that SQL_ATTR_FETCH_BOOKMARK_PTR points to, and offset from there. */
static SQLLEN
bookmark_start(const MergedCursor *self, SQLLEN offset)
{
    const SQLLEN *bookmark =
        (const SQLLEN *) self->base.statement->attributes[SHARD_ATTR_FETCH_BOOKMARK];

    return bookmark == NULL ? 0 : *bookmark + offset;
}

static SQLRETURN
fetch_static(MergedCursor *self, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    guint n_errors = 0;
    guint n_warnings = 0;
    SQLULEN n_rows = 0;

    self->size = rowset->size;
    if (orientation == SQL_FETCH_BOOKMARK) {
        offset = bookmark_start(self, offset);
        if (offset == 0)
            offset = -G_MAXINT32;
    }
    gint64 start = find_start(
        self, orientation == SQL_FETCH_BOOKMARK ? SQL_FETCH_ABSOLUTE : orientation, offset, error);
    if (start == G_MININT64)
        return SQL_ERROR;
    if (start >= 1 && !read_until(self, (guint64) start + rowset->size - 1, error))
        return SQL_ERROR;
    if (start > (gint64) n_kept(self))
        start = -1;
    self->start = start;
    while (start >= 1 && n_rows < rowset->size && (guint64) start + n_rows <= n_kept(self)) {
        const ShardValue *row =
            shard_row_store_get(self->kept, (guint64) start - 1 + n_rows, error);
        if (row == NULL)
            return SQL_ERROR;
        SQLRETURN rc = give_row(self, row, n_rows);
        set_status(rowset, n_rows++, status_of(rc));
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
    }
    end_rowset(self, rowset, n_rows);
    return sum_up(n_rows, rowset->size, n_errors, n_warnings);
}

static SQLRETURN
merged_fetch(ShardCursor *base, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    MergedCursor *self = (MergedCursor *) base;

    forget_pieces(self);
    resolve_columns(self);
    if (self->is_static)
        return fetch_static(self, orientation, offset, rowset, error);
    return fetch_forward(self, rowset, error);
}

/* The row that SQLGetData reads; NULL: none. */
static const ShardValue *
current_row(const MergedCursor *self)
{
    if (self->start < 1 || self->current >= self->size)
        return NULL;
    if (self->is_static)
        return shard_row_store_get(self->kept, (guint64) self->start - 1 + self->current, NULL);
    return self->wanted > 1 ? self->rows->pdata[self->current] : self->row;
}

static SQLRETURN
get_bookmark(MergedCursor *self, const ShardTarget *target, GError **error)
{
    if (self->base.statement->attributes[SHARD_ATTR_USE_BOOKMARKS] == SQL_UB_OFF)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (target->buffer != NULL)
        *(SQLULEN *) target->buffer = (SQLULEN) self->start + self->current;
    if (target->octet_length != NULL)
        *target->octet_length = sizeof(SQLULEN);
    return SQL_SUCCESS;
}

static SQLRETURN
merged_get_data(ShardCursor *base, guint column, const ShardTarget *target, GError **error)
{
    MergedCursor *self = (MergedCursor *) base;
    const ShardColumns *columns = columns_of(self);
    const ShardValue *row = current_row(self);

    if (row == NULL)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    if (column == 0)
        return get_bookmark(self, target, error);
    if (column > columns->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    /* Another column, then this one again: it is read from its start. */
    if (self->piece_column != column)
        forget_pieces(self);
    self->piece_column = column;
    ShardTarget resolved = *target;
    const ShardColumn *facts = &columns->columns[column - 1];
    resolved.c_type = shard_cursor_c_type(base->statement, facts, target->c_type);
    return shard_convert_out(&row[column - 1], facts,
                             shard_dbc_dialect(base->statement->connection), &resolved,
                             &self->pieces[column - 1], error);
}

/* The row at that place of the rowset. */
static const ShardValue *
row_at(MergedCursor *self, SQLULEN at)
{
    SQLULEN current = self->current;

    self->current = at;
    const ShardValue *row = current_row(self);
    self->current = current;
    return row;
}

/* SQL_UPDATE and SQL_DELETE of one row, or of all (row 0). */
static SQLRETURN
change_rows(MergedCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation)
{
    ShardStmt *statement = self->base.statement;
    const SQLUSMALLINT *ignore = row == 0 ? statement->ard->array_status : NULL;
    SQLULEN first = row == 0 ? 0 : row - 1, end = row == 0 ? self->size : row;
    guint n_errors = 0, n_warnings = 0;

    for (SQLULEN i = first; i < end; i++) {
        GError *problem = NULL;
        if (ignore != NULL && ignore[i] == SQL_ROW_IGNORE)
            continue;
        SQLRETURN rc = shard_cursor_change(statement, operation, i, row_at(self, i), &problem);
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
        if (problem != NULL)
            shard_diag_add(&statement->head.diag, problem, (SQLLEN) i + 1, SQL_NO_COLUMN_NUMBER);
        g_clear_error(&problem);
    }
    return n_errors == end - first     ? SQL_ERROR
           : n_errors + n_warnings > 0 ? SQL_SUCCESS_WITH_INFO
                                       : SQL_SUCCESS;
}

static SQLRETURN
write_rows(MergedCursor *self, SQLSETPOSIROW row, SQLUSMALLINT operation, GError **error)
{
    ShardStmt *statement = self->base.statement;

    if (!shard_cursor_is_of_nodes(statement))
        return shard_stmt_fail(error, "HYC00",
                               "rows of a result that isn't one table's can't be changed through "
                               "the cursor: use UPDATE, DELETE or INSERT");
    if (operation == SQL_ADD)
        return shard_cursor_add(statement, row, error);
    if (self->is_static && self->start >= 1)
        return change_rows(self, row, operation);
    return shard_stmt_fail(error, "HYC00",
                           "rows are changed through a static cursor only: set "
                           "SQL_ATTR_CURSOR_TYPE to SQL_CURSOR_STATIC");
}

static SQLRETURN
merged_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock,
                    GError **error)
{
    MergedCursor *self = (MergedCursor *) base;

    if (row > self->size)
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    if (lock != SQL_LOCK_NO_CHANGE)
        return shard_stmt_fail(error, "HYC00", "rows of several shards can't be locked");
    if (operation == SQL_POSITION && row == 0)
        return shard_stmt_fail(error, "HY109", "Invalid cursor position");
    if (operation != SQL_POSITION && operation != SQL_REFRESH)
        return write_rows(self, row, operation, error);
    if (row == 0)
        return SQL_SUCCESS;
    self->current = row - 1;
    forget_pieces(self);
    resolve_columns(self);
    if (operation == SQL_REFRESH)
        return give_row(self, current_row(self), self->current);
    return SQL_SUCCESS;
}

/* The number of the row that the bookmark bound in that place means; 0 and HY111: none. */
static guint64
bookmarked(MergedCursor *self, SQLULEN row, GError **error)
{
    ShardDesc *ard = self->base.statement->ard;
    const ShardDescRecord *record = shard_desc_find(ard, 0);
    SQLULEN number = 0;

    if (record != NULL && record->data != NULL) {
        gsize element = record->concise_type == SQL_C_VARBOOKMARK ? (gsize) record->octet_length
                                                                  : sizeof(SQLULEN);
        number = *(SQLULEN *) shard_cursor_address(ard, record->data, row, element);
    }
    if (number >= 1 && read_until(self, number, error) && number <= n_kept(self))
        return number;
    if (error == NULL || *error == NULL)
        shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    return 0;
}

/* One row of SQLBulkOperations by bookmark. */
static SQLRETURN
use_bookmark(MergedCursor *self, SQLSMALLINT operation, SQLULEN row, GError **error)
{
    guint64 number = bookmarked(self, row, error);
    const ShardValue *values =
        number == 0 ? NULL : shard_row_store_get(self->kept, number - 1, error);

    if (values == NULL)
        return SQL_ERROR;
    if (operation != SQL_FETCH_BY_BOOKMARK)
        return shard_cursor_change(self->base.statement,
                                   operation == SQL_UPDATE_BY_BOOKMARK ? SQL_UPDATE : SQL_DELETE,
                                   row, values, error);
    gint64 start = self->start;
    self->start = (gint64) (number - row); /* give_row adds the row again */
    SQLRETURN rc = give_row(self, values, row);
    self->start = start;
    return rc;
}

static SQLRETURN
bulk_by_bookmark(MergedCursor *self, SQLSMALLINT operation, GError **error)
{
    const ShardDesc *ard = self->base.statement->ard;
    SQLRETURN worst = SQL_SUCCESS;

    resolve_columns(self);
    for (SQLULEN row = 0; row < ard->array_size && worst != SQL_ERROR; row++) {
        GError *problem = NULL;
        if (operation != SQL_FETCH_BY_BOOKMARK && ard->array_status != NULL &&
            ard->array_status[row] == SQL_ROW_IGNORE)
            continue;
        SQLRETURN rc = use_bookmark(self, operation, row, &problem);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        note_problem(self, problem, row, (guint) SQL_NO_COLUMN_NUMBER);
    }
    return worst;
}

static SQLRETURN
merged_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    MergedCursor *self = (MergedCursor *) base;

    if (operation == SQL_ADD)
        return write_rows(self, 0, operation, error);
    gboolean writes = operation != SQL_FETCH_BY_BOOKMARK;
    if (self->is_static && (!writes || shard_cursor_is_of_nodes(base->statement)))
        return bulk_by_bookmark(self, operation, error);
    return shard_stmt_fail(error, "HYC00",
                           "bookmarks are for static cursors, those that change rows for cursors "
                           "of one table's rows");
}

static SQLRETURN
merged_more_results(ShardCursor *base, GError **error)
{
    return SQL_NO_DATA;
}

static const ShardColumns *
merged_columns(ShardCursor *base, GError **error)
{
    return columns_of((const MergedCursor *) base);
}

static SQLULEN
merged_row_number(ShardCursor *base)
{
    const MergedCursor *self = (const MergedCursor *) base;

    return self->start < 1 ? 0 : (SQLULEN) self->start + self->current;
}

static void
merged_free(ShardCursor *base)
{
    MergedCursor *self = (MergedCursor *) base;

    if (self->owns_stream)
        shard_stream_free(self->stream);
    shard_row_store_free(self->kept);
    g_ptr_array_unref(self->rows);
    g_array_unref(self->bound);
    shard_arena_free(self->arena);
    g_free(self->pieces);
    g_free(self);
}

static const ShardCursorOps merged_ops = {
    .fetch = merged_fetch,
    .get_data = merged_get_data,
    .set_position = merged_set_position,
    .bulk = merged_bulk,
    .more_results = merged_more_results,
    .columns = merged_columns,
    .column_field = NULL,
    .row_number = merged_row_number,
    .free = merged_free,
};

ShardCursor *
shard_cursor_merged_new(ShardStmt *statement, ShardStream *stream, gboolean owns_stream)
{
    MergedCursor *self = g_new0(MergedCursor, 1);

    self->base = (ShardCursor){&merged_ops, statement};
    self->stream = stream;
    self->owns_stream = owns_stream;
    self->is_static = statement->attributes[SHARD_ATTR_CURSOR_TYPE] != SQL_CURSOR_FORWARD_ONLY;
    self->max_rows = statement->attributes[SHARD_ATTR_MAX_ROWS];
    if (self->is_static) {
        const ShardSettings *settings = statement->connection->settings;
        self->kept = shard_row_store_new(stream->columns->n_columns, settings->merge_memory,
                                         settings->state);
    }
    self->rows = g_ptr_array_new();
    self->bound = g_array_new(FALSE, FALSE, sizeof(BoundColumn));
    self->arena = shard_arena_new();
    self->pieces = g_new0(ShardPieces, MAX(stream->columns->n_columns, 1));
    self->wanted = 1;
    return &self->base;
}
