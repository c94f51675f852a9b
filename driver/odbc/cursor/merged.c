/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A cursor over a stream of values: rows of several units, catalog rows, PREVIEW.
 *
 * Forward only: the stream's rows are read in place, and those of a rowset that the stream doesn't
 * keep to its end are copied, so that SQLSetPos and SQLGetData find them.  Static: every row that
 * was read is kept, in memory up to the connection's MergeMemory and in a file past it, and any can
 * be gone back to.
 * What is written through the cursor is seen in it as far as SQL_STATIC_SENSITIVITY says so.
 */
#include "driver/merge/kept.h"
#include "driver/odbc/cursor/merged.h"
#include "driver/odbc/info/info.h"
#include "router/base/buffer.h"

#include <string.h>

void
shard_merged_forget_pieces(ShardMergedCursor *self)
{
    if (self->piece_column != 0)
        self->pieces[self->piece_column - 1] = (ShardPieces){0};
    self->piece_column = 0;
}

/* Copies a row of a rowset into the arena, as one block.  NULL: there is no memory. */
static const ShardValue *
copy_row(ShardMergedCursor *self, const ShardValue *row, GError **error)
{
    guint n = shard_merged_columns(self)->n_columns;
    gsize size = MAX(n, 1) * sizeof *row;
    gsize whole = size + shard_values_text_size(row, n);
    if (!shard_arena_reserve(self->arena, whole)) {
        shard_no_memory(error);
        return NULL;
    }
    ShardValue *copy = shard_arena_alloc(self->arena, whole);

    shard_values_copy(copy, (char *) copy + size, row, n);
    return copy;
}

/* Of the rowset's rows those that are still the stream's: they will be gone with its next one. */
static gboolean
keep_rowset(ShardMergedCursor *self, GError **error)
{
    for (; self->n_own < self->rows->len; self->n_own++) {
        const ShardValue *copy = copy_row(self, self->rows->pdata[self->n_own], error);
        if (copy == NULL)
            return FALSE;
        self->rows->pdata[self->n_own] = (gpointer) copy;
    }
    return TRUE;
}

static guint64
n_kept(const ShardMergedCursor *self)
{
    return shard_row_store_n(self->kept);
}

/* The stream's next row, and what lies behind it. */
static const ShardValue *
pull_span(ShardMergedCursor *self, GError **error)
{
    const ShardValue *row;

    if (self->at_end)
        return NULL;
    if (self->max_rows != 0 && self->n_read >= self->max_rows) {
        self->at_end = TRUE;
        return NULL;
    }
    if (!shard_stream_stays(self->stream) && !keep_rowset(self, error))
        return NULL;
    ShardFetch got = shard_stream_next(self->stream, &row, error);
    self->at_end = got == SHARD_END;
    if (got != SHARD_ROW)
        return NULL;
    self->n_read++;
    guint64 most = self->max_rows == 0 ? G_MAXUINT : self->max_rows - self->n_read;
    self->span = shard_stream_take(self->stream, (guint) MIN(most, G_MAXUINT));
    return row;
}

/* The next row of the stream; NULL at its end (no error) or on failure. */
static const ShardValue *
pull(ShardMergedCursor *self, GError **error)
{
    ShardSpan *span = &self->span;

    if (self->first != NULL)
        return g_steal_pointer(&self->first);
    if (span->n == 0)
        return pull_span(self, error);
    const ShardValue *row = span->first;
    span->first += span->width;
    span->n--;
    self->n_read++;
    return row;
}

gboolean
shard_cursor_merged_start(ShardCursor *base, GError **error)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;
    GError *failure = NULL;

    self->first = pull(self, &failure);
    if (failure == NULL)
        return TRUE;
    g_propagate_error(error, failure);
    return FALSE;
}

/* Static: makes sure that row number (from 1) was read; number 0: all of them. */
gboolean
shard_merged_read(ShardMergedCursor *self, guint64 number, GError **error)
{
    GError *failure = NULL;

    while (number == 0 || n_kept(self) < number) {
        const ShardValue *row = pull(self, &failure);
        if (row == NULL)
            break;
        if (!shard_row_store_add(self->kept, row, &failure)) {
            self->first = row; /* there may be room for it when it is asked for again */
            break;
        }
    }
    if (failure == NULL)
        return TRUE;
    g_propagate_error(error, failure);
    return FALSE;
}

/* The number that stands for a row of the rowset as long as the cursor is open. */
gint64
shard_merged_bookmark(const ShardMergedCursor *self, SQLULEN row)
{
    if (self->is_static)
        return (gint64) g_array_index(self->shown, guint64, row) + 1;
    return self->start + (gint64) row;
}

static void
set_status(const ShardRowset *rowset, SQLULEN row, SQLUSMALLINT status)
{
    if (rowset->status != NULL)
        rowset->status[row] = status;
}

SQLUSMALLINT
shard_merged_status(SQLRETURN rc)
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
end_rowset(ShardMergedCursor *self, const ShardRowset *rowset, SQLULEN n_rows)
{
    for (SQLULEN row = n_rows; rowset->status != NULL && row < rowset->size; row++)
        rowset->status[row] = SQL_ROW_NOROW;
    if (rowset->fetched != NULL)
        *rowset->fetched = n_rows;
    self->size = n_rows;
    self->wanted = rowset->size;
    self->current = 0;
}

/* The next row for a forward cursor, noted when the rowset has several. */
static const ShardValue *
next_row(ShardMergedCursor *self, gboolean several, GError **error)
{
    const ShardValue *row = pull(self, error);

    self->row = row;
    if (row != NULL && several)
        g_ptr_array_add(self->rows, (gpointer) row);
    return row;
}

static SQLRETURN
fetch_forward(ShardMergedCursor *self, const ShardRowset *rowset, GError **error)
{
    guint n_errors = 0;
    guint n_warnings = 0;
    SQLULEN n_rows = 0;
    GError *failure = NULL;

    g_ptr_array_set_size(self->rows, 0);
    self->n_own = 0;
    if (rowset->size > 1)
        shard_arena_reset(self->arena);
    self->start = (gint64) self->n_read + (self->first == NULL);
    while (n_rows < rowset->size) {
        const ShardValue *row = next_row(self, rowset->size > 1, &failure);
        if (row == NULL)
            break;
        SQLRETURN rc = shard_merged_give(self, row, n_rows, self->start + (gint64) n_rows);
        set_status(rowset, n_rows++, shard_merged_status(rc));
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

/* Beyond any row, and yet far from what can't be added to. */
#define FARTHEST (G_MAXINT64 / 4)
/* The rowset would begin before the first row, and begins with it. */
#define OVERLAPS_FIRST (G_MININT64 + 1)

/* Where a static cursor goes: the number of the first row of the new rowset, 0 before the start, -1
 * past the end.  The rows of the standard's table for SQLFetchScroll. */
static gint64
find_start(ShardMergedCursor *self, SQLSMALLINT orientation, SQLLEN offset, GError **error)
{
    gint64 wanted = (gint64) (self->wanted - MIN(self->n_gone, self->wanted));
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
    if (!shard_merged_read(self, 0, error))
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
        return start > size ? start - size : OVERLAPS_FIRST;
    case SQL_FETCH_RELATIVE:
        if ((self->start == 0 && offset <= 0) || (self->start < 0 && offset >= 0))
            return self->start;
        start = self->start < 0 ? n + 1 : self->start;
        if (start + offset >= 1)
            return start + offset;
        return start > 1 && -offset <= size ? OVERLAPS_FIRST : 0;
    case SQL_FETCH_ABSOLUTE:
        if (offset == 0)
            return 0;
        if (n + offset + 1 >= 1)
            return n + offset + 1;
        return -offset <= size ? OVERLAPS_FIRST : 0;
    default:
        return offset;
    }
}

/* The place, from 1, that is offset from the row that SQL_ATTR_FETCH_BOOKMARK_PTR points to; 0
 * before the first; G_MININT64 and *error: there is no such row. */
static gint64
bookmark_start(ShardMergedCursor *self, SQLLEN offset, GError **error)
{
    const SQLLEN *bookmark =
        (const SQLLEN *) self->base.statement->attributes[SHARD_ATTR_FETCH_BOOKMARK];
    GError *failure = NULL;
    guint64 place;

    if (bookmark != NULL && *bookmark >= 1 &&
        shard_merged_read(self, (guint64) *bookmark, &failure) &&
        shard_row_store_place(self->kept, (guint64) *bookmark - 1, &place))
        return MAX((gint64) place + 1 + offset, 0);
    if (failure != NULL)
        g_propagate_error(error, failure);
    else
        shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    return G_MININT64;
}

/* The row at that place, from 1, becomes the next one of the rowset. */
static SQLRETURN
show_row(ShardMergedCursor *self, guint64 place, SQLULEN row, GError **error)
{
    guint64 index = shard_row_store_index(self->kept, place - 1);
    const ShardValue *values = shard_row_store_get(self->kept, index, error);

    if (values == NULL)
        return SQL_ERROR;
    g_array_append_val(self->shown, index);
    return shard_merged_give(self, values, row, (gint64) index + 1);
}

static void
note_overlap(ShardMergedCursor *self, guint *n_warnings)
{
    GError *warning = NULL;

    shard_stmt_fail(&warning, "01S06",
                    "Attempt to fetch before the result set returned the first rowset");
    shard_diag_add(&self->base.statement->head.diag, warning, SQL_NO_ROW_NUMBER,
                   SQL_NO_COLUMN_NUMBER);
    g_error_free(warning);
    *n_warnings += 1;
}

static SQLRETURN
fetch_static(ShardMergedCursor *self, SQLSMALLINT orientation, SQLLEN offset,
             const ShardRowset *rowset, GError **error)
{
    guint n_errors = 0;
    guint n_warnings = 0;
    SQLULEN n_rows = 0;
    GError *failure = NULL;

    self->size = rowset->size;
    gint64 start = orientation == SQL_FETCH_BOOKMARK ? bookmark_start(self, offset, error)
                                                     : find_start(self, orientation, offset, error);
    if (start == G_MININT64)
        return SQL_ERROR;
    gboolean overlaps = start == OVERLAPS_FIRST;
    start = overlaps ? 1 : start;
    if (start >= 1 && !shard_merged_read(self, (guint64) start + rowset->size - 1, error))
        return SQL_ERROR;
    if (start > (gint64) n_kept(self))
        start = -1;
    self->start = start;
    self->n_gone = 0;
    g_array_set_size(self->shown, 0);
    while (start >= 1 && n_rows < rowset->size && (guint64) start + n_rows <= n_kept(self)) {
        SQLRETURN rc = show_row(self, (guint64) start + n_rows, n_rows, &failure);
        if (failure != NULL) {
            g_propagate_error(error, failure);
            return SQL_ERROR;
        }
        set_status(rowset, n_rows++, shard_merged_status(rc));
        n_errors += rc == SQL_ERROR;
        n_warnings += rc == SQL_SUCCESS_WITH_INFO;
    }
    end_rowset(self, rowset, n_rows);
    if (overlaps && n_rows > 0)
        note_overlap(self, &n_warnings);
    return sum_up(n_rows, rowset->size, n_errors, n_warnings);
}

static SQLRETURN
merged_fetch(ShardCursor *base, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;

    shard_merged_forget_pieces(self);
    shard_merged_resolve(self);
    if (self->is_static)
        return fetch_static(self, orientation, CLAMP(offset, -FARTHEST, FARTHEST), rowset, error);
    return fetch_forward(self, rowset, error);
}

/* A row of the rowset; NULL: there is none, or it was deleted. */
const ShardValue *
shard_merged_row(const ShardMergedCursor *self, SQLULEN row)
{
    guint64 place;

    if (self->start < 1 || row >= self->size)
        return NULL;
    if (!self->is_static)
        return self->wanted > 1 ? self->rows->pdata[row] : self->row;
    guint64 index = g_array_index(self->shown, guint64, row);
    return shard_row_store_place(self->kept, index, &place)
               ? shard_row_store_get(self->kept, index, NULL)
               : NULL;
}

static SQLRETURN
get_bookmark(ShardMergedCursor *self, const ShardTarget *target, GError **error)
{
    if (self->base.statement->attributes[SHARD_ATTR_USE_BOOKMARKS] == SQL_UB_OFF)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (target->buffer != NULL)
        *(SQLULEN *) target->buffer = (SQLULEN) shard_merged_bookmark(self, self->current);
    if (target->octet_length != NULL)
        *target->octet_length = sizeof(SQLULEN);
    return SQL_SUCCESS;
}

static SQLRETURN
merged_get_data(ShardCursor *base, guint column, const ShardTarget *target, GError **error)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;
    const ShardColumns *columns = shard_merged_columns(self);
    const ShardValue *row = shard_merged_row(self, self->current);

    if (row == NULL && self->start >= 1)
        return shard_stmt_fail(error, "HY109", "Invalid cursor position");
    if (row == NULL)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    if (column == 0)
        return get_bookmark(self, target, error);
    if (column > columns->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    /* Another column, then this one again: it is read from its start. */
    if (self->piece_column != column)
        shard_merged_forget_pieces(self);
    self->piece_column = column;
    const ShardColumn *facts = &columns->columns[column - 1];
    ShardTarget resolved;
    if (target->c_type == SQL_C_DEFAULT) {
        resolved = *target;
        resolved.c_type = shard_cursor_c_type(base->statement, facts, target->c_type);
        target = &resolved;
    }
    return shard_convert_out(&row[column - 1], facts,
                             shard_dbc_dialect(base->statement->connection), target,
                             &self->pieces[column - 1], error);
}

static SQLRETURN
merged_more_results(ShardCursor *base, GError **error)
{
    return SQL_NO_DATA;
}

static const ShardColumns *
merged_columns(ShardCursor *base, GError **error)
{
    return shard_merged_columns((const ShardMergedCursor *) base);
}

static SQLULEN
merged_row_number(ShardCursor *base)
{
    const ShardMergedCursor *self = (const ShardMergedCursor *) base;
    guint64 place;

    if (self->start < 1 || self->current >= self->size)
        return 0;
    if (!self->is_static)
        return (SQLULEN) self->start + self->current;
    return shard_row_store_place(self->kept, g_array_index(self->shown, guint64, self->current),
                                 &place)
               ? place + 1
               : 0;
}

static void
merged_free(ShardCursor *base)
{
    ShardMergedCursor *self = (ShardMergedCursor *) base;

    if (self->owns_stream)
        shard_stream_free(self->stream);
    shard_row_store_free(self->kept);
    if (self->shown != NULL)
        g_array_unref(self->shown);
    if (self->changed != NULL)
        g_hash_table_unref(self->changed);
    g_ptr_array_unref(self->rows);
    g_array_unref(self->bound);
    shard_arena_free(self->arena);
    g_free(self->pieces);
    g_free(self);
}

static SQLULEN
merged_rowset_size(ShardCursor *base)
{
    return ((ShardMergedCursor *) base)->size;
}

static const ShardCursorOps merged_ops = {
    .fetch = merged_fetch,
    .get_data = merged_get_data,
    .set_position = shard_merged_set_position,
    .bulk = shard_merged_bulk,
    .more_results = merged_more_results,
    .columns = merged_columns,
    .column_field = NULL,
    .row_number = merged_row_number,
    .rowset_size = merged_rowset_size,
    .free = merged_free,
};

static SQLUINTEGER
sensitivity(const ShardStmt *statement)
{
    const ShardInfoContext context = {.session = statement->connection->session, .dsn = ""};
    SQLUINTEGER sees = 0;

    shard_info_get(&context, SQL_STATIC_SENSITIVITY, &sees, sizeof sees, NULL, NULL);
    return sees;
}

ShardCursor *
shard_cursor_merged_new(ShardStmt *statement, ShardStream *stream, gboolean owns_stream)
{
    ShardMergedCursor *self = g_new0(ShardMergedCursor, 1);

    self->base = (ShardCursor){&merged_ops, statement};
    self->stream = stream;
    self->owns_stream = owns_stream;
    self->is_static = statement->attributes[SHARD_ATTR_CURSOR_TYPE] != SQL_CURSOR_FORWARD_ONLY;
    self->max_rows = statement->attributes[SHARD_ATTR_MAX_ROWS];
    if (self->is_static) {
        const ShardSettings *settings = statement->connection->settings;
        self->kept = shard_row_store_new(stream->columns->n_columns, settings->merge_memory,
                                         settings->state);
        self->shown = g_array_new(FALSE, FALSE, sizeof(guint64));
        self->sees = sensitivity(statement);
    }
    self->rows = g_ptr_array_new();
    self->bound = shard_merged_bound_new();
    self->arena = shard_arena_new();
    self->pieces = g_new0(ShardPieces, MAX(stream->columns->n_columns, 1));
    self->wanted = 1;
    return &self->base;
}
