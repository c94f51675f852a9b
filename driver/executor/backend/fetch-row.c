/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One row of the driver's cursor, fetched into bound buffers and copied as values into a batch.
 * Block fetches would gain little, and two of three drivers lose long values in them.  That a cell
 * didn't fit is seen by its indicator, never by the return code; then the whole cell is read by
 * SQLGetData while the driver still stands on the row.
 */
#include "driver/executor/backend/rows.h"

#include <string.h>

#define FIRST_TEXT ((gsize) 4096)
#define LARGEST_BUFFER ((gsize) 64 * 1024)

static gboolean
driver_failed(ShardRows *self, GError **error)
{
    shard_backend_diagnostics(self->statement->backend, SQL_HANDLE_STMT, self->statement->handle,
                              error);
    return FALSE;
}

static gboolean
bind_column(ShardRows *self, guint i, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];
    SQLSMALLINT c_type = shard_cell_c_type(column->kind);

    column->is_variable = shard_cell_is_variable(column->kind);
    column->room = column->buffer_size - (c_type == SQL_C_CHAR);
    SQLRETURN rc = self->statement->backend->library->SQLBindCol(
        self->statement->handle, (SQLUSMALLINT) (i + 1), c_type, column->buffer,
        (SQLLEN) column->buffer_size, &column->indicator);
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

gboolean
shard_rows_bind(ShardRows *self, GError **error)
{
    ShardDialect dialect = self->statement->backend->dialect;

    for (guint i = 0; i < self->n_columns; i++) {
        ShardBoundColumn *column = &self->columns[i];
        column->kind = shard_cell_kind(&self->base.columns->columns[i], dialect);
        column->buffer_size = shard_cell_buffer_size(column->kind, &self->base.columns->columns[i]);
        column->buffer = shard_alloc_apart(column->buffer_size);
        shard_cell_mark(column->buffer, column->buffer_size);
        if (!bind_column(self, i, error))
            return FALSE;
    }
    return TRUE;
}

/* Another text, for cells that the one there has no room for; that one stays as long as the rows.
 */
static gboolean
grow_text(ShardRowBatch *batch, gsize size)
{
    gsize wanted = MAX(MAX(batch->text_size * 2, FIRST_TEXT), size);
    char *text = g_try_malloc(wanted);

    if (text == NULL)
        return FALSE;
    if (batch->text != NULL)
        g_ptr_array_add(batch->large, batch->text);
    batch->text = text;
    batch->text_size = wanted;
    batch->text_used = 0;
    return TRUE;
}

char *
shard_rows_alloc(ShardRowBatch *batch, gsize size)
{
    gboolean fits = batch->text != NULL && size <= batch->text_size - batch->text_used;

    if (!fits && !grow_text(batch, size))
        return NULL;
    char *place = batch->text + batch->text_used;
    batch->text_used += size;
    batch->bytes += size;
    return place;
}

/* Later cells of the column will likely be as long: give them room at once. */
static gboolean
grow_buffer(ShardRows *self, guint i, gsize wanted, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];

    if (wanted > LARGEST_BUFFER || column->buffer_size >= LARGEST_BUFFER)
        return TRUE;
    g_aligned_free(column->buffer);
    column->buffer_size = MIN(MAX(wanted + wanted / 2, column->buffer_size * 2), LARGEST_BUFFER);
    column->buffer = shard_alloc_apart(column->buffer_size);
    return bind_column(self, i, error);
}

/* The cell under the driver's row, read anew from its beginning, as one piece. */
static char *
read_again(ShardRows *self, guint i, SQLSMALLINT c_type, gsize *out_size, gboolean *out_is_null,
           GError **error)
{
    const ShardDriverLibrary *library = self->statement->backend->library;
    gsize known = self->columns[i].indicator > 0 ? (gsize) self->columns[i].indicator : 0;
    gsize end = c_type == SQL_C_CHAR; /* the NUL that the driver adds to each piece */
    g_autoptr(GByteArray) cell = g_byte_array_new();

    for (;;) {
        gsize room = MAX(known > cell->len ? known - cell->len : 0, (gsize) 4096) + end;
        SQLLEN indicator = 0;
        guint before = cell->len;
        if (before + room > G_MAXINT / 2) {
            shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "a value is larger than 1 GB");
            return NULL;
        }
        g_byte_array_set_size(cell, before + (guint) room);
        SQLRETURN rc = library->SQLGetData(self->statement->handle, (SQLUSMALLINT) (i + 1), c_type,
                                           cell->data + before, (SQLLEN) room, &indicator);
        if (rc != SQL_NO_DATA && !SQL_SUCCEEDED(rc)) {
            driver_failed(self, error);
            return NULL;
        }
        gsize got = rc == SQL_NO_DATA || indicator == SQL_NULL_DATA ? 0
                    : indicator == SQL_NO_TOTAL                     ? room - end
                                                : MIN((gsize) indicator, room - end);
        g_byte_array_set_size(cell, before + (guint) got);
        *out_is_null = indicator == SQL_NULL_DATA;
        if (got < room - end || indicator == (SQLLEN) (room - end))
            break;
    }
    *out_size = cell->len;
    gsize size;
    return (char *) g_byte_array_steal(cell, &size);
}

static gboolean
keep_long_cell(ShardRows *self, ShardRowBatch *batch, guint i, ShardCellKind kind, ShardValue *out,
               GError **error)
{
    SQLLEN indicator = self->columns[i].indicator;
    gsize size = 0;
    gboolean is_null = FALSE;
    char *cell = read_again(self, i, shard_cell_c_type(kind), &size, &is_null, error);

    if (cell == NULL)
        return FALSE;
    g_ptr_array_add(batch->large, cell);
    batch->bytes += size;
    if (kind == self->columns[i].kind && indicator >= 0 && size != (gsize) indicator) {
        shard_error_set(error, SHARD_ERROR_BACKEND, "HY000",
                        "the shard's driver gave %" G_GSIZE_FORMAT " of %ld bytes of column %u",
                        size, (long) indicator, i + 1);
        return FALSE;
    }
    if (is_null)
        *out = SHARD_VALUE_INIT_NULL;
    else
        shard_cell_value(kind, cell, size, out);
    return TRUE;
}

static gboolean
take_null(ShardRows *self, ShardRowBatch *batch, guint i, ShardValue *out, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];

    *out = SHARD_VALUE_INIT_NULL;
    if (shard_cell_is_certainly_null(column->kind, column->buffer))
        return TRUE;
    shard_cell_mark(column->buffer, column->buffer_size);
    return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
}

static gboolean
take_cell(ShardRows *self, ShardRowBatch *batch, guint i, ShardValue *out, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];

    if (column->indicator == SQL_NULL_DATA)
        return take_null(self, batch, i, out, error);
    if (!column->is_variable) {
        if (shard_cell_value(column->kind, column->buffer, column->buffer_size, out))
            return TRUE;
        return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
    }
    if (column->indicator < 0 || (gsize) column->indicator > column->room)
        return keep_long_cell(self, batch, i, column->kind, out, error);
    gsize size = (gsize) column->indicator;
    char *copy = shard_rows_alloc(batch, size);
    if (copy == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "no memory for a value");
        return FALSE;
    }
    memcpy(copy, column->buffer, size);
    shard_cell_value(column->kind, copy, size, out);
    return TRUE;
}

/* Buffers grow only when all cells of the row have been taken. */
static gboolean
grow_for_long_cells(ShardRows *self, GError **error)
{
    for (guint i = 0; i < self->n_columns; i++) {
        ShardBoundColumn *column = &self->columns[i];
        if (column->is_variable && column->indicator >= 0 &&
            (gsize) column->indicator >= column->buffer_size &&
            !grow_buffer(self, i, (gsize) column->indicator + 1, error))
            return FALSE;
    }
    return TRUE;
}

ShardFetch
shard_rows_fetch(ShardRows *self, ShardRowBatch *batch, GError **error)
{
    ShardValue *out = batch->values + (gsize) batch->n_rows * self->n_columns;
    SQLRETURN rc = self->statement->backend->library->SQLFetch(self->statement->handle);

    if (rc == SQL_NO_DATA)
        return SHARD_END;
    if (!SQL_SUCCEEDED(rc)) {
        driver_failed(self, error);
        return SHARD_FAILED;
    }
    guint n_large = batch->large->len;
    for (guint i = 0; i < self->n_columns; i++)
        if (!take_cell(self, batch, i, &out[i], error))
            return SHARD_FAILED;
    if (batch->large->len != n_large && !grow_for_long_cells(self, error))
        return SHARD_FAILED;
    return SHARD_ROW;
}
