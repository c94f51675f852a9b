/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/late-write.h"

#include <string.h>

/* A value that is waited for. */
typedef struct {
    SQLULEN row; /* of the buffers, from 0 */
    guint column;
    SQLSMALLINT c_type;
    SQLPOINTER token; /* where it is bound */
    ShardPutValue value;
} LateValue;

struct _ShardLateWrite {
    ShardStmt *statement;
    ShardCursorWrite write;
    SQLULEN first, end; /* the rows that it is about */
    GArray *values;     /* LateValue, row by row */
    guint n_asked;      /* of them; the last one is what SQLPutData brings */
    ShardDesc filled;   /* the bindings, in buffers of ours */
    GPtrArray *buffers;
};

SQLRETURN
shard_cursor_write(ShardStmt *statement, const ShardCursorWrite *write, GError **error)
{
    ShardCursor *cursor = statement->cursor;
    ShardRun *run = shard_stmt_write_run(statement);

    /* A cancel between two rows is heard, too. */
    shard_run_begin_call(run);
    SQLRETURN rc = write->is_bulk ? cursor->ops->bulk(cursor, (SQLSMALLINT) write->operation, error)
                                  : cursor->ops->set_position(cursor, write->row, write->operation,
                                                              write->lock, error);
    shard_run_end_call(run);
    return rc;
}

/* The rows that the call writes to; none: it takes no values, or is wrong. */
static void
find_rows(ShardLateWrite *self)
{
    const ShardStmt *statement = self->statement;
    const ShardCursorWrite *write = &self->write;
    gboolean adds = write->operation == SQL_ADD;
    gboolean takes =
        adds || write->operation == (write->is_bulk ? SQL_UPDATE_BY_BOOKMARK : SQL_UPDATE);
    SQLULEN n_rows = write->is_bulk || adds
                         ? shard_stmt_rowset_size(statement)
                         : statement->cursor->ops->rowset_size(statement->cursor);

    if (!takes || write->row > n_rows)
        return;
    self->first = write->row == 0 ? 0 : write->row - 1;
    self->end = write->row == 0 ? n_rows : write->row;
}

static gboolean
is_ignored(const ShardLateWrite *self, SQLULEN row)
{
    const SQLUSMALLINT *operation = self->statement->ard->array_status;

    return self->write.row == 0 && operation != NULL && operation[row] == SQL_ROW_IGNORE;
}

/* Column 0 holds bookmarks. */
static SQLSMALLINT
c_type_of(const ShardLateWrite *self, const ShardColumns *columns, guint column)
{
    SQLSMALLINT c_type = shard_desc_find(self->statement->ard, column)->concise_type;

    if (column == 0)
        return c_type == SQL_C_VARBOOKMARK ? SQL_C_BINARY : SQL_C_UBIGINT;
    return shard_cursor_c_type(self->statement, &columns->columns[column - 1], c_type);
}

/* One cell of the application's buffers. */
typedef struct {
    gconstpointer data;
    SQLLEN length;
    SQLSMALLINT c_type;
} Cell;

static Cell
find_cell(const ShardLateWrite *self, guint column, SQLSMALLINT c_type, SQLULEN row)
{
    ShardDesc *ard = self->statement->ard;
    const ShardDescRecord *record = shard_desc_find(ard, column);
    gsize element = shard_convert_c_size(c_type);
    const SQLLEN *length = shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
    const SQLLEN *indicator = shard_cursor_address(ard, record->indicator, row, sizeof(SQLLEN));
    Cell cell = {.data = shard_cursor_address(
                     ard, record->data, row, element != 0 ? element : (gsize) record->octet_length),
                 .length = c_type == SQL_C_BINARY ? record->octet_length : SQL_NTS,
                 .c_type = c_type};

    if (length != NULL)
        cell.length = *length;
    if (indicator != NULL && *indicator == SQL_NULL_DATA)
        cell.length = SQL_NULL_DATA;
    return cell;
}

static void
note_row(ShardLateWrite *self, const ShardColumns *columns, SQLULEN row)
{
    ShardDesc *ard = self->statement->ard;

    for (guint column = 1; column <= MIN(ard->count, columns->n_columns); column++) {
        if (!shard_desc_is_bound(shard_desc_find(ard, column)))
            continue;
        Cell cell = find_cell(self, column, c_type_of(self, columns, column), row);
        LateValue value = {
            .row = row, .column = column, .c_type = cell.c_type, .token = (SQLPOINTER) cell.data};
        if (shard_is_at_execution(cell.length))
            g_array_append_val(self->values, value);
    }
}

static void
clear_value(gpointer data)
{
    shard_put_value_clear(&((LateValue *) data)->value);
}

gboolean
shard_late_write_wait(ShardStmt *statement, const ShardCursorWrite *write)
{
    const ShardColumns *columns = shard_stmt_columns(statement, NULL);
    ShardLateWrite found = {.statement = statement, .write = *write};

    find_rows(&found);
    if (columns == NULL || found.first == found.end)
        return FALSE;
    found.values = g_array_new(FALSE, FALSE, sizeof(LateValue));
    g_array_set_clear_func(found.values, clear_value);
    for (SQLULEN row = found.first; row < found.end; row++)
        if (!is_ignored(&found, row))
            note_row(&found, columns, row);
    if (found.values->len == 0) {
        g_array_unref(found.values);
        return FALSE;
    }
    statement->late = g_memdup2(&found, sizeof found);
    statement->state = SHARD_STMT_NEED_DATA;
    atomic_store(&statement->needs_data, TRUE);
    return TRUE;
}

gboolean
shard_late_write_ask(ShardLateWrite *self, SQLPOINTER *out_token)
{
    if (self->n_asked == self->values->len)
        return FALSE;
    if (out_token != NULL)
        *out_token = g_array_index(self->values, LateValue, self->n_asked).token;
    self->n_asked++;
    return TRUE;
}

gboolean
shard_late_write_is_asked(const ShardLateWrite *self)
{
    return self->n_asked > 0;
}

SQLRETURN
shard_late_write_put(ShardLateWrite *self, SQLPOINTER data, SQLLEN length, GError **error)
{
    LateValue *asked = &g_array_index(self->values, LateValue, self->n_asked - 1);
    return shard_put_value_add(&asked->value, asked->c_type, data, length, error);
}

/* ---- the buffers ---- */

/* Bytes that a driver may read of a cell. */
static gsize
cell_size(const Cell *cell)
{
    gsize fixed = shard_convert_c_size(cell->c_type);

    if (cell->data == NULL || cell->length == SQL_NULL_DATA || cell->length == SQL_COLUMN_IGNORE ||
        shard_is_at_execution(cell->length))
        return 0;
    if (fixed != 0)
        return fixed;
    if (cell->length >= 0)
        return (gsize) cell->length;
    return cell->c_type == SQL_C_WCHAR ? shard_text_wide_length(cell->data) * sizeof(SQLWCHAR)
           : cell->length == SQL_NTS   ? strlen(cell->data)
                                       : 0;
}

/* The size of a column's elements: its largest value's, with a NUL. */
static gsize
element_size(const ShardLateWrite *self, guint column, SQLSMALLINT c_type)
{
    gsize size = (gsize) shard_desc_find(self->statement->ard, column)->octet_length;

    if (shard_convert_c_size(c_type) != 0)
        return shard_convert_c_size(c_type);
    if (column == 0)
        return size;
    for (SQLULEN row = self->first; row < self->end; row++) {
        Cell cell = find_cell(self, column, c_type, row);
        size = MAX(size, cell_size(&cell) + sizeof(SQLWCHAR));
    }
    for (guint i = 0; i < self->values->len; i++) {
        const LateValue *late = &g_array_index(self->values, LateValue, i);
        if (late->column == column && late->value.has_bytes)
            size = MAX(size, late->value.bytes.size + sizeof(SQLWCHAR));
    }
    return (size + 7) / 8 * 8;
}

static gboolean
make_buffers(ShardLateWrite *self, ShardDescRecord *record, gsize element)
{
    char *data = g_try_malloc0_n(self->end, MAX(element, 1));
    SQLLEN *lengths = g_try_new0(SQLLEN, self->end);

    record->data = data;
    record->indicator = record->octet_length_ptr = lengths;
    record->octet_length = (SQLLEN) element;
    g_ptr_array_add(self->buffers, data);
    g_ptr_array_add(self->buffers, lengths);
    return data != NULL && lengths != NULL;
}

static void
place_values(const ShardLateWrite *self, guint column, const ShardDescRecord *record, gsize element)
{
    for (guint i = 0; i < self->values->len; i++) {
        const LateValue *late = &g_array_index(self->values, LateValue, i);
        const ShardBuffer *bytes = late->value.has_bytes ? &late->value.bytes : NULL;
        if (late->column != column)
            continue;
        record->octet_length_ptr[late->row] = bytes == NULL ? SQL_NULL_DATA : (SQLLEN) bytes->size;
        if (bytes != NULL)
            memcpy((char *) record->data + late->row * element, bytes->data,
                   MIN(bytes->size, element));
    }
}

static gboolean
fill_column(ShardLateWrite *self, const ShardColumns *columns, guint column, GError **error)
{
    const ShardDescRecord *bound = shard_desc_find(self->statement->ard, column);

    if (!shard_desc_is_bound(bound))
        return TRUE;
    SQLSMALLINT c_type = c_type_of(self, columns, column);
    gsize element = element_size(self, column, c_type);
    ShardDescRecord *record = shard_desc_make(&self->filled, column);
    *record = *bound;
    record->name = NULL;
    if (column > 0)
        record->concise_type = c_type;
    if (!make_buffers(self, record, element)) {
        shard_stmt_fail(error, "HY001", "Memory allocation error");
        return FALSE;
    }
    for (SQLULEN row = self->first; row < self->end; row++) {
        Cell cell = find_cell(self, column, c_type, row);
        memcpy((char *) record->data + row * element, cell.data == NULL ? "" : cell.data,
               MIN(cell_size(&cell), element));
        record->octet_length_ptr[row] = cell.length;
    }
    place_values(self, column, record, element);
    return TRUE;
}

static gboolean
fill(ShardLateWrite *self, GError **error)
{
    ShardDesc *ard = self->statement->ard;
    const ShardColumns *columns = shard_stmt_columns(self->statement, error);

    self->buffers = g_ptr_array_new_with_free_func(g_free);
    shard_desc_init(&self->filled, SHARD_DESC_ARD, ard->connection, self->statement->head.lock);
    self->filled.array_size = ard->array_size;
    self->filled.array_status = ard->array_status;
    if (columns == NULL)
        return FALSE;
    for (guint column = 0; column <= MIN(ard->count, columns->n_columns); column++)
        if (!fill_column(self, columns, column, error))
            return FALSE;
    return TRUE;
}

SQLRETURN
shard_late_write_run(ShardLateWrite *self, GError **error)
{
    ShardStmt *statement = self->statement;
    ShardCursor *cursor = statement->cursor;
    ShardDesc *ard = statement->ard;
    SQLRETURN rc = SQL_ERROR;

    if (fill(self, error)) {
        statement->ard = &self->filled;
        rc = shard_cursor_write(statement, &self->write, error);
        statement->ard = ard;
        if (cursor->ops->unbind != NULL)
            cursor->ops->unbind(cursor);
    }
    shard_late_write_free(self);
    return rc;
}

void
shard_late_write_free(ShardLateWrite *self)
{
    if (self->buffers != NULL) {
        shard_desc_destroy(&self->filled);
        g_ptr_array_unref(self->buffers);
    }
    g_array_unref(self->values);
    g_free(self);
}
