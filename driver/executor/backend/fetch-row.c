/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Rows of the driver's cursor, fetched into bound buffers, and one after the other copied as values
 * into a batch.  That a cell didn't fit is seen by its indicator, never by the return code; then
 * the whole cell is read by SQLGetData, the driver standing on its row.
 *
 * psqlodbc does much anew with each fetch, even asks for the time zone under a lock of the whole
 * process: longer results are fetched by blocks from it.  The other drivers would gain little, and
 * can't go back to a long cell in a block.
 */
#include "driver/executor/backend/rows.h"

#include "router/base/buffer.h"

#include <string.h>

#define FIRST_TEXT ((gsize) 4096)
#define LARGEST_BUFFER ((gsize) 64 * 1024)
/* Cells begin where any C type may. */
#define CELL_APART 16
#define SINGLE_ROWS 16
#define MOST_AT_ONCE 32

static gboolean
driver_failed(ShardRows *self, GError **error)
{
    shard_backend_diagnostics(self->statement->backend, SQL_HANDLE_STMT, self->statement->handle,
                              error);
    return FALSE;
}

static char *
row_of(const ShardRows *self)
{
    return self->block.rows + self->block.position * self->block.row_size;
}

static char *
cell_of(const ShardRows *self, guint i)
{
    return row_of(self) + self->columns[i].offset;
}

static SQLLEN
indicator_of(const ShardRows *self, guint i)
{
    return ((const SQLLEN *) (gconstpointer) row_of(self))[i];
}

static gboolean
bind_column(ShardRows *self, guint i, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];
    SQLSMALLINT c_type = shard_cell_c_type(column->kind);
    char *rows = self->block.rows;

    column->room = column->buffer_size - (c_type == SQL_C_CHAR);
    SQLRETURN rc = self->statement->backend->library->SQLBindCol(
        self->statement->handle, (SQLUSMALLINT) (i + 1), c_type, rows + column->offset,
        (SQLLEN) column->buffer_size, (SQLLEN *) (gpointer) rows + i);
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

/* Where the cells of a row lie. */
static void
lay_out(ShardRows *self)
{
    gsize size = self->n_columns * sizeof(SQLLEN);

    for (guint i = 0; i < self->n_columns; i++) {
        self->columns[i].offset = (size + CELL_APART - 1) / CELL_APART * CELL_APART;
        size = self->columns[i].offset + self->columns[i].buffer_size;
    }
    self->block.row_size = (size + APART - 1) / APART * APART;
}

static void
set_attribute(ShardRows *self, SQLINTEGER attribute, gpointer value)
{
    self->statement->backend->library->SQLSetStmtAttr(self->statement->handle, attribute, value, 0);
}

/* Before a fetch: all rows that were fetched are taken. */
static gboolean
bind_block(ShardRows *self, guint n_rows, GError **error)
{
    ShardFetchBlock *block = &self->block;

    lay_out(self);
    if (block->size < block->row_size * n_rows) {
        g_aligned_free(block->rows);
        block->size = block->row_size * n_rows;
        block->rows = shard_alloc_apart(block->size);
    }
    shard_cell_mark(block->rows, block->row_size * n_rows);
    if (n_rows > 1 && block->statuses == NULL)
        block->statuses = g_new0(SQLUSMALLINT, MOST_AT_ONCE);
    if (n_rows > 1 || self->statement->fetches_blocks) {
        set_attribute(self, SQL_ATTR_ROW_ARRAY_SIZE, GUINT_TO_POINTER(n_rows));
        set_attribute(self, SQL_ATTR_ROW_BIND_TYPE, (gpointer) block->row_size);
        set_attribute(self, SQL_ATTR_ROW_STATUS_PTR, block->statuses);
        set_attribute(self, SQL_ATTR_ROWS_FETCHED_PTR, &block->n_fetched);
        self->statement->fetches_blocks = TRUE;
    }
    block->n_rows = n_rows;
    block->n_fetched = block->position = 0;
    for (guint i = 0; i < self->n_columns; i++)
        if (!bind_column(self, i, error))
            return FALSE;
    return TRUE;
}

gboolean
shard_rows_bind(ShardRows *self, GError **error)
{
    ShardDialect dialect = self->statement->backend->dialect;

    for (guint i = 0; i < self->n_columns; i++) {
        ShardBoundColumn *column = &self->columns[i];
        column->kind = shard_cell_kind(&self->base.columns->columns[i], dialect);
        column->buffer_size = shard_cell_buffer_size(column->kind, &self->base.columns->columns[i]);
        column->is_variable = shard_cell_is_variable(column->kind);
    }
    return bind_block(self, 1, error);
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

/* For SQLGetData; a single row that was fetched is the driver's anyway. */
static gboolean
stand_on_row(ShardRows *self, GError **error)
{
    if (self->block.n_rows == 1)
        return TRUE;
    SQLRETURN rc = self->statement->backend->library->SQLSetPos(
        self->statement->handle, self->block.position + 1, SQL_POSITION, SQL_LOCK_NO_CHANGE);
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

/* The cell of the row that is taken, read anew from its beginning, as one piece. */
static char *
read_again(ShardRows *self, guint i, SQLSMALLINT c_type, gsize *out_size, gboolean *out_is_null,
           GError **error)
{
    const ShardDriverLibrary *library = self->statement->backend->library;
    gsize known = (gsize) MAX(indicator_of(self, i), 0);
    gsize end = c_type == SQL_C_CHAR; /* the NUL that the driver adds to each piece */
    g_auto(ShardBuffer) cell = {0};

    if (!stand_on_row(self, error))
        return NULL;
    for (;;) {
        gsize before = cell.size;
        gsize room = MAX(known > before ? known - before : 0, (gsize) 4096) + end;
        SQLLEN indicator = 0;
        if (!shard_buffer_resize(&cell, before + room, error))
            return NULL;
        SQLRETURN rc = library->SQLGetData(self->statement->handle, (SQLUSMALLINT) (i + 1), c_type,
                                           cell.data + before, (SQLLEN) room, &indicator);
        if (rc != SQL_NO_DATA && !SQL_SUCCEEDED(rc)) {
            driver_failed(self, error);
            return NULL;
        }
        gsize got = rc == SQL_NO_DATA || indicator == SQL_NULL_DATA ? 0
                    : indicator == SQL_NO_TOTAL                     ? room - end
                                                : MIN((gsize) indicator, room - end);
        cell.size = before + got;
        *out_is_null = indicator == SQL_NULL_DATA;
        if (got < room - end || indicator == (SQLLEN) (room - end))
            break;
    }
    *out_size = cell.size;
    return shard_buffer_steal(&cell);
}

static gboolean
keep_long_cell(ShardRows *self, ShardRowBatch *batch, guint i, ShardCellKind kind, ShardValue *out,
               GError **error)
{
    SQLLEN indicator = indicator_of(self, i);
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
    char *cell = cell_of(self, i);

    *out = SHARD_VALUE_INIT_NULL;
    if (shard_cell_is_certainly_null(column->kind, cell))
        return TRUE;
    shard_cell_mark(cell, column->buffer_size);
    return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
}

/* Later cells of the column will likely be as long: the next block has room for them. */
static gboolean
keep_wide_cell(ShardRows *self, ShardRowBatch *batch, guint i, ShardValue *out, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];
    SQLLEN indicator = indicator_of(self, i);

    if (indicator >= 0 && column->buffer_size < LARGEST_BUFFER &&
        (gsize) indicator < LARGEST_BUFFER) {
        column->wanted = MAX(column->wanted, (gsize) indicator + 1);
        self->block.is_narrow = TRUE;
    }
    return keep_long_cell(self, batch, i, column->kind, out, error);
}

static gboolean
take_cell(ShardRows *self, ShardRowBatch *batch, guint i, ShardValue *out, GError **error)
{
    ShardBoundColumn *column = &self->columns[i];
    SQLLEN indicator = indicator_of(self, i);

    if (indicator == SQL_NULL_DATA)
        return take_null(self, batch, i, out, error);
    if (!column->is_variable) {
        if (shard_cell_value(column->kind, cell_of(self, i), column->buffer_size, out))
            return TRUE;
        return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
    }
    if (indicator < 0 || (gsize) indicator > column->room)
        return keep_wide_cell(self, batch, i, out, error);
    gsize size = (gsize) indicator;
    char *copy = shard_rows_alloc(batch, size);
    if (copy == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "no memory for a value");
        return FALSE;
    }
    memcpy(copy, cell_of(self, i), size);
    shard_cell_value(column->kind, copy, size, out);
    return TRUE;
}

static void
widen(ShardRows *self)
{
    for (guint i = 0; i < self->n_columns; i++) {
        ShardBoundColumn *column = &self->columns[i];
        if (column->wanted > 0)
            column->buffer_size = MIN(
                MAX(column->wanted + column->wanted / 2, column->buffer_size * 2), LARGEST_BUFFER);
        column->wanted = 0;
    }
    self->block.is_narrow = FALSE;
    lay_out(self);
}

/* How many rows the driver is to give at once: small results are over before it would matter. */
static guint
rows_at_once(const ShardRows *self)
{
    const ShardDriverLibrary *library = self->statement->backend->library;

    if (library->dialect != SHARD_DIALECT_POSTGRESQL || library->SQLSetPos == NULL ||
        self->block.n_fetches < SINGLE_ROWS)
        return 1;
    return (guint) CLAMP(self->budget / 4 / self->block.row_size, 1, MOST_AT_ONCE);
}

/* The driver's next rows. */
static ShardFetch
fetch_block(ShardRows *self, GError **error)
{
    ShardFetchBlock *block = &self->block;
    gboolean is_narrow = block->is_narrow;

    if (is_narrow)
        widen(self);
    guint n_rows = rows_at_once(self);
    if ((is_narrow || n_rows != block->n_rows) && !bind_block(self, n_rows, error))
        return SHARD_FAILED;
    block->position = 0;
    block->n_fetched = 0;
    SQLRETURN rc = self->statement->backend->library->SQLFetch(self->statement->handle);
    if (rc == SQL_NO_DATA)
        return SHARD_END;
    if (!SQL_SUCCEEDED(rc)) {
        driver_failed(self, error);
        return SHARD_FAILED;
    }
    if (block->n_rows == 1)
        block->n_fetched = 1;
    block->n_fetches++;
    return SHARD_ROW;
}

/* With several rows at once the return code tells of all of them. */
static gboolean
row_failed(const ShardRows *self)
{
    return self->block.n_rows > 1 && self->block.statuses[self->block.position] == SQL_ROW_ERROR;
}

ShardFetch
shard_rows_fetch(ShardRows *self, ShardRowBatch *batch, GError **error)
{
    ShardValue *out = batch->values + (gsize) batch->n_rows * self->n_columns;
    ShardFetch got = SHARD_ROW;

    if (self->block.position == self->block.n_fetched)
        got = fetch_block(self, error);
    if (got != SHARD_ROW)
        return got;
    if (row_failed(self)) {
        driver_failed(self, error);
        return SHARD_FAILED;
    }
    for (guint i = 0; i < self->n_columns; i++)
        if (!take_cell(self, batch, i, &out[i], error))
            return SHARD_FAILED;
    self->block.position++;
    return SHARD_ROW;
}
