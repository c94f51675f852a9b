/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The open cursor of a statement as a stream: every row is fetched into bound buffers and copied as
 * values into a batch.  Block fetches would gain little, and two of three drivers lose long values in
 * them.  That a cell didn't fit is seen by its indicator, never by the return code; then the whole
 * cell is read by SQLGetData while the driver still stands on the row.
 */
#include "driver/executor/backend-stmt.h"

#include "driver/executor/backend-private.h"
#include "driver/executor/cell.h"

#include <string.h>

#define FIRST_BATCH 16
#define LARGEST_BATCH 256
#define TEXT_CHUNK ((gsize) 64 * 1024)
#define LARGEST_BUFFER ((gsize) 64 * 1024)
/* A batch ends early when its values beyond the chunk have grown to this. */
#define LARGE_BYTES ((gsize) 256 * 1024)

typedef struct {
    ShardCellKind kind;
    gsize buffer_size;
    char *buffer;
    SQLLEN indicator;
} BoundColumn;

typedef struct {
    ShardStream base; /* must be first */
    ShardBackendStmt *statement;
    guint generation; /* the statement's when this cursor was opened */
    BoundColumn *columns;
    guint n_columns;
    ShardValue *values; /* LARGEST_BATCH rows */
    guint n_rows, position, batch;
    char *text; /* TEXT_CHUNK, made when first needed */
    gsize text_used;
    GPtrArray *large; /* values that the chunk has no room for */
    gsize large_bytes;
    gboolean ended;
    GError *failure;
} Rows;

static ShardFetch rows_next(ShardStream *base, const ShardValue **out_row, GError **error);
static void rows_free(ShardStream *base);

static const ShardStreamOps rows_ops = {rows_next, rows_free};

static gboolean
driver_failed(Rows *self, GError **error)
{
    shard_backend_diagnostics(self->statement->backend, SQL_HANDLE_STMT, self->statement->handle,
                              error);
    return FALSE;
}

static gboolean
bind_column(Rows *self, guint i, GError **error)
{
    BoundColumn *column = &self->columns[i];

    SQLRETURN rc = self->statement->backend->library->SQLBindCol(
        self->statement->handle, (SQLUSMALLINT) (i + 1), shard_cell_c_type(column->kind),
        column->buffer, (SQLLEN) column->buffer_size, &column->indicator);
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

static gboolean
bind_columns(Rows *self, GError **error)
{
    ShardDialect dialect = self->statement->backend->dialect;

    for (guint i = 0; i < self->n_columns; i++) {
        BoundColumn *column = &self->columns[i];
        column->kind = shard_cell_kind(&self->base.columns->columns[i], dialect);
        column->buffer_size =
            shard_cell_buffer_size(column->kind, &self->base.columns->columns[i]);
        column->buffer = g_malloc(column->buffer_size);
        if (!bind_column(self, i, error))
            return FALSE;
    }
    return TRUE;
}

ShardStream *
shard_backend_stmt_rows(ShardBackendStmt *self, GError **error)
{
    const ShardColumns *columns = shard_backend_stmt_describe(self, error);

    if (columns == NULL)
        return NULL;
    Rows *rows = g_new0(Rows, 1);
    rows->base = (ShardStream){&rows_ops, columns};
    rows->statement = self;
    rows->generation = self->generation;
    rows->n_columns = columns->n_columns;
    rows->columns = g_new0(BoundColumn, MAX(rows->n_columns, 1));
    rows->values = g_new(ShardValue, MAX(rows->n_columns, 1) * LARGEST_BATCH);
    rows->batch = FIRST_BATCH;
    rows->large = g_ptr_array_new_with_free_func(g_free);
    shard_backend_stmt_unbind(self);
    self->bound_by = rows;
    if (!bind_columns(rows, error)) {
        rows_free(&rows->base);
        return NULL;
    }
    return &rows->base;
}

/* Room for a copied cell that lasts as long as the batch. */
static char *
batch_alloc(Rows *self, gsize size)
{
    if (self->text == NULL)
        self->text = g_malloc(TEXT_CHUNK);
    if (size <= TEXT_CHUNK - self->text_used) {
        char *place = self->text + self->text_used;
        self->text_used += size;
        return place;
    }
    char *place = g_try_malloc(size);
    if (place == NULL)
        return NULL;
    g_ptr_array_add(self->large, place);
    self->large_bytes += size;
    return place;
}

/* Later cells of the column will likely be as long: give them room at once. */
static gboolean
grow_buffer(Rows *self, guint i, gsize wanted, GError **error)
{
    BoundColumn *column = &self->columns[i];

    if (wanted > LARGEST_BUFFER || column->buffer_size >= LARGEST_BUFFER)
        return TRUE;
    g_free(column->buffer);
    column->buffer_size = MIN(MAX(wanted + wanted / 2, column->buffer_size * 2), LARGEST_BUFFER);
    column->buffer = g_malloc(column->buffer_size);
    return bind_column(self, i, error);
}

/* The cell under the driver's row, read anew from its beginning, as one piece. */
static char *
read_again(Rows *self, guint i, SQLSMALLINT c_type, gsize *out_size, GError **error)
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
        SQLRETURN rc =
            library->SQLGetData(self->statement->handle, (SQLUSMALLINT) (i + 1), c_type,
                                cell->data + before, (SQLLEN) room, &indicator);
        if (rc != SQL_NO_DATA && !SQL_SUCCEEDED(rc)) {
            driver_failed(self, error);
            return NULL;
        }
        gsize got = rc == SQL_NO_DATA || indicator == SQL_NULL_DATA ? 0
                    : indicator == SQL_NO_TOTAL                     ? room - end
                                                : MIN((gsize) indicator, room - end);
        g_byte_array_set_size(cell, before + (guint) got);
        if (got < room - end || indicator == (SQLLEN) (room - end))
            break;
    }
    *out_size = cell->len;
    gsize size;
    return (char *) g_byte_array_steal(cell, &size);
}

static gboolean
keep_long_cell(Rows *self, guint i, ShardCellKind kind, ShardValue *out, GError **error)
{
    SQLLEN indicator = self->columns[i].indicator;
    gsize size = 0;
    char *cell = read_again(self, i, shard_cell_c_type(kind), &size, error);

    if (cell == NULL)
        return FALSE;
    g_ptr_array_add(self->large, cell);
    self->large_bytes += size;
    if (kind == self->columns[i].kind && indicator >= 0 && size != (gsize) indicator) {
        shard_error_set(error, SHARD_ERROR_BACKEND, "HY000",
                        "the shard's driver gave %" G_GSIZE_FORMAT " of %ld bytes of column %u",
                        size, (long) indicator, i + 1);
        return FALSE;
    }
    shard_cell_value(kind, cell, size, out);
    return TRUE;
}

static gboolean
take_cell(Rows *self, guint i, ShardValue *out, GError **error)
{
    BoundColumn *column = &self->columns[i];

    if (column->indicator == SQL_NULL_DATA) {
        *out = SHARD_VALUE_INIT_NULL;
        return TRUE;
    }
    if (!shard_cell_is_variable(column->kind)) {
        if (shard_cell_value(column->kind, column->buffer, column->buffer_size, out))
            return TRUE;
        return keep_long_cell(self, i, shard_cell_text_kind(column->kind), out, error);
    }
    gsize room = column->buffer_size - (shard_cell_c_type(column->kind) == SQL_C_CHAR);
    if (column->indicator < 0 || (gsize) column->indicator > room)
        return keep_long_cell(self, i, column->kind, out, error);
    gsize size = (gsize) column->indicator;
    char *copy = batch_alloc(self, size);
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
grow_for_long_cells(Rows *self, GError **error)
{
    for (guint i = 0; i < self->n_columns; i++) {
        BoundColumn *column = &self->columns[i];
        if (shard_cell_is_variable(column->kind) && column->indicator >= 0 &&
            (gsize) column->indicator >= column->buffer_size &&
            !grow_buffer(self, i, (gsize) column->indicator + 1, error))
            return FALSE;
    }
    return TRUE;
}

static ShardFetch
fetch_row(Rows *self, ShardValue *out, GError **error)
{
    SQLRETURN rc = self->statement->backend->library->SQLFetch(self->statement->handle);

    if (rc == SQL_NO_DATA)
        return SHARD_END;
    if (!SQL_SUCCEEDED(rc)) {
        driver_failed(self, error);
        return SHARD_FAILED;
    }
    guint n_large = self->large->len;
    for (guint i = 0; i < self->n_columns; i++)
        if (!take_cell(self, i, &out[i], error))
            return SHARD_FAILED;
    if (self->large->len != n_large && !grow_for_long_cells(self, error))
        return SHARD_FAILED;
    return SHARD_ROW;
}

static void
fill_batch(Rows *self)
{
    ShardFetch fetch = SHARD_ROW;

    self->n_rows = self->position = 0;
    self->text_used = self->large_bytes = 0;
    g_ptr_array_set_size(self->large, 0);
    if (self->statement->backend == NULL) {
        shard_backend_stmt_lost(&self->failure);
        return;
    }
    if (self->statement->generation != self->generation) {
        shard_error_set(&self->failure, SHARD_ERROR_FAILED, "24000",
                        "the rows of this execute are gone: the statement was used again or closed");
        return;
    }
    while (fetch == SHARD_ROW && self->n_rows < self->batch && self->large_bytes < LARGE_BYTES) {
        fetch = fetch_row(self, self->values + (gsize) self->n_rows * self->n_columns,
                          &self->failure);
        self->n_rows += fetch == SHARD_ROW;
    }
    self->ended = fetch == SHARD_END;
    self->batch = MIN(self->batch * 2, LARGEST_BATCH);
}

static ShardFetch
rows_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    Rows *self = (Rows *) base;

    if (self->position == self->n_rows && !self->ended && self->failure == NULL)
        fill_batch(self);
    if (self->position < self->n_rows) {
        *out_row = self->values + (gsize) self->position++ * self->n_columns;
        return SHARD_ROW;
    }
    if (self->failure == NULL)
        return SHARD_END;
    if (error != NULL)
        *error = g_error_copy(self->failure);
    return SHARD_FAILED;
}

gboolean
shard_backend_rows_prefill(ShardStream *base, GError **error)
{
    Rows *self = (Rows *) base;

    if (self->n_rows == 0 && !self->ended && self->failure == NULL)
        fill_batch(self);
    if (self->failure == NULL || self->n_rows > 0)
        return TRUE;
    if (error != NULL)
        *error = g_error_copy(self->failure);
    return FALSE;
}

static void
rows_free(ShardStream *base)
{
    Rows *self = (Rows *) base;

    /* Buffers go away: the statement must not write into them at its next execute. */
    if (self->statement->generation == self->generation)
        shard_backend_stmt_close(self->statement);
    if (self->statement->bound_by == self)
        shard_backend_stmt_unbind(self->statement);
    for (guint i = 0; i < self->n_columns; i++)
        g_free(self->columns[i].buffer);
    g_free(self->columns);
    g_free(self->values);
    g_free(self->text);
    g_ptr_array_unref(self->large);
    g_clear_error(&self->failure);
    g_free(self);
}
