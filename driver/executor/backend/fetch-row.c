/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Rows of the driver's cursor, fetched into bound buffers, and one after the other copied as values
 * into a batch.  That a cell didn't fit is seen by its indicator, never by the return code; then
 * the whole cell is read by SQLGetData, the driver standing on its row.
 *
 * Longer results are fetched by blocks, since drivers do much anew with each fetch: psqlodbc even
 * asks for the time zone under a lock of the whole process.  It can be told to stand on a row of a
 * block; MariaDB's driver can't, its SQLGetData reads the block's first row whatever SQLSetPos has
 * said, but its static cursor can go back to a row, and from there on rows come one by one.
 */
#include "driver/executor/backend/rows.h"

#include "router/base/buffer.h"

#include <string.h>

#define FIRST_TEXT ((gsize) 4096)
#define LARGEST_BUFFER ((gsize) 64 * 1024)
/* Cells begin where any C type may. */
#define CELL_APART 16
#define SINGLE_ROWS 16
#define MOST_AT_ONCE 128

static gboolean
driver_failed(ShardRows *self, GError **error)
{
    shard_backend_diagnostics(self->statement->backend, SQL_HANDLE_STMT, self->statement->handle,
                              error);
    return FALSE;
}

static char *
cell_of(const ShardRows *self, guint i)
{
    return self->block.row + self->columns[i].offset;
}

static SQLLEN
indicator_of(const ShardRows *self, guint i)
{
    return ((const SQLLEN *) (gconstpointer) self->block.row)[i];
}

/* The row with that number in the block is the one that is taken. */
static void
move_to(ShardFetchBlock *block, guint position)
{
    block->position = position;
    block->row = block->rows + position * block->row_size;
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
    block->n_fetched = 0;
    move_to(block, 0);
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
        column->read = shard_cell_reader(column->kind);
        column->buffer_size = shard_cell_buffer_size(column->kind, &self->base.columns->columns[i]);
        column->is_variable = shard_cell_is_variable(column->kind);
    }
    return bind_block(self, 1, error);
}

/* The text that is there stays as long as the rows. */
gboolean
shard_rows_grow_text(ShardRowBatch *batch, gsize size)
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

/* The row that is taken is fetched once more, alone, as all behind it will be. */
static gboolean
go_back_to_row(ShardRows *self, GError **error)
{
    ShardFetchBlock *block = &self->block;
    SQLLEN number = (SQLLEN) (block->n_before + block->position + 1);

    block->one_by_one = TRUE;
    block->n_before += block->position;
    if (!bind_block(self, 1, error))
        return FALSE;
    SQLRETURN rc = self->statement->backend->library->SQLFetchScroll(self->statement->handle,
                                                                     SQL_FETCH_ABSOLUTE, number);
    block->n_fetched = 1;
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

/* For SQLGetData; a single row that was fetched is the driver's anyway. */
static gboolean
stand_on_row(ShardRows *self, GError **error)
{
    const ShardDriverLibrary *library = self->statement->backend->library;

    if (self->block.n_rows == 1)
        return TRUE;
    if (library->dialect == SHARD_DIALECT_MYSQL)
        return go_back_to_row(self, error);
    SQLRETURN rc = library->SQLSetPos(self->statement->handle, self->block.position + 1,
                                      SQL_POSITION, SQL_LOCK_NO_CHANGE);
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
        shard_cell_reader(kind)(cell, size, out);
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
        if (column->read(cell_of(self, i), column->buffer_size, out))
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
    return column->read(copy, size, out);
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

/* Is there a way to a cell that has no room in a block? */
static gboolean
may_fetch_blocks(ShardRows *self)
{
    const ShardDriverLibrary *library = self->statement->backend->library;
    SQLULEN cursor = SQL_CURSOR_FORWARD_ONLY;

    if (library->dialect == SHARD_DIALECT_POSTGRESQL)
        return library->SQLSetPos != NULL;
    if (library->dialect != SHARD_DIALECT_MYSQL || library->SQLFetchScroll == NULL ||
        library->SQLGetStmtAttr == NULL)
        return FALSE;
    /* The connection may say that its cursors are forward only. */
    return SQL_SUCCEEDED(library->SQLGetStmtAttr(self->statement->handle, SQL_ATTR_CURSOR_TYPE,
                                                 &cursor, 0, NULL)) &&
           (SQLUINTEGER) cursor == SQL_CURSOR_STATIC;
}

/* How many rows the driver is to give at once: small results are over before it would matter. */
static guint
rows_at_once(ShardRows *self)
{
    ShardFetchBlock *block = &self->block;

    if (block->one_by_one || block->n_fetches < SINGLE_ROWS)
        return 1;
    if (block->n_fetches == SINGLE_ROWS && !may_fetch_blocks(self)) {
        block->one_by_one = TRUE;
        return 1;
    }
    return (guint) CLAMP(self->budget / 4 / block->row_size, 1, MOST_AT_ONCE);
}

/* The driver's next rows. */
static ShardFetch
fetch_block(ShardRows *self, GError **error)
{
    ShardFetchBlock *block = &self->block;
    gboolean is_narrow = block->is_narrow;

    block->n_before += block->n_fetched;
    if (is_narrow)
        widen(self);
    guint n_rows = rows_at_once(self);
    if ((is_narrow || n_rows != block->n_rows) && !bind_block(self, n_rows, error))
        return SHARD_FAILED;
    block->n_fetched = 0;
    move_to(block, 0);
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
    if (self->block.n_rows == 1)
        return FALSE;
    SQLUSMALLINT status = self->block.statuses[self->block.position];
    return status == SQL_ROW_ERROR || status == SQL_ROW_NOROW;
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
    move_to(&self->block, self->block.position + 1);
    return SHARD_ROW;
}
