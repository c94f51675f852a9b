/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The open result as the application sees it: columns, fetch, bound columns, data in pieces. */
#include "driver/odbc/cursor/late-write.h"
#include "driver/odbc/stmt/log.h"
#include "driver/odbc/stmt/refusal.h"

#include <string.h>

/* The standard type codes, wide ones for an application that connected wide. */
SQLSMALLINT
shard_stmt_column_type(const ShardStmt *self, const ShardColumn *column)
{
    if (!shard_dbc_reports_wide(self->connection))
        return column->sql_type;
    switch (column->sql_type) {
    case SQL_CHAR:
        return SQL_WCHAR;
    case SQL_VARCHAR:
        return SQL_WVARCHAR;
    case SQL_LONGVARCHAR:
        return SQL_WLONGVARCHAR;
    default:
        return column->sql_type;
    }
}

/* Prepares the text on one node, unless that was done already; *out_columns may be NULL: no result
 * set.  Once the text has run this is done beside that: there may be an open cursor, and the real
 * drivers don't describe what they have executed and closed. */
gboolean
shard_stmt_describe(ShardStmt *self, const ShardColumns **out_columns, GError **error)
{
    GError *failure = NULL;

    *out_columns = NULL;
    if (self->prepared == NULL)
        return TRUE;
    ShardRun *run = shard_stmt_run(self);
    if (self->has_run) {
        run = atomic_load(&self->describe_run);
        if (run == NULL) {
            run = shard_run_new(self->connection->session);
            atomic_store(&self->describe_run, run);
        }
    }
    self->describer = NULL;
    shard_run_close(run);
    g_clear_pointer(&self->describe_plan, shard_plan_free);
    self->describe_plan = shard_stmt_describe_plan(self, &failure);
    if (self->describe_plan != NULL)
        *out_columns = shard_run_describe(run, self->describe_plan, &failure);
    if (failure != NULL) {
        shard_stmt_check_refusal(self, &failure);
        g_propagate_error(error, failure);
        return FALSE;
    }
    if (*out_columns != NULL)
        self->describer = shard_run_direct(run);
    return TRUE;
}

/* The prepared statement's columns, asked from one node and kept. */
static const ShardColumns *
describe(ShardStmt *self, GError **error)
{
    const ShardColumns *columns;

    if (self->was_described)
        return self->described;
    if (!shard_stmt_describe(self, &columns, error))
        return NULL;
    if (columns != NULL && columns->n_columns > 0) {
        self->columns_arena = shard_arena_new();
        self->described = shard_columns_copy(columns, self->columns_arena);
    }
    self->was_described = TRUE;
    return self->described;
}

/* MariaDB describes the union of several nodes' TEXTs as the next larger type, in bytes or (MIN,
 * MAX) as four for each.  The size of one node's, if the prepared text had that. */
static guint64
text_size(guint64 described, guint64 found)
{
    static const guint64 sizes[] = {255, 65535, 16777215, 1073741823};
    const guint longest = G_N_ELEMENTS(sizes) - 1;

    for (guint i = 0; i < longest; i++) {
        if (described != sizes[i] && described != 4 * sizes[i])
            continue;
        if (found == 4 * sizes[i + 1])
            return 4 * sizes[i];
        if (found == sizes[i + 1])
            return i + 1 < longest ? sizes[i] : described;
    }
    return found;
}

/* The open cursor's columns, with what the prepared text says of NULL, and of the size of text, if
 * it can be asked. */
static const ShardColumns *
with_described(ShardStmt *self, const ShardColumns *columns)
{
    if (columns == NULL || self->shown != NULL)
        return self->shown;
    self->shown = columns;
    const ShardColumns *described = describe(self, NULL);
    if (described == NULL || described->n_columns != columns->n_columns)
        return columns;
    ShardColumns *shown = shard_arena_memdup(self->plan->arena, columns, sizeof *columns);
    shown->columns = shard_arena_memdup(self->plan->arena, columns->columns,
                                        sizeof *columns->columns * columns->n_columns);
    for (guint i = 0; i < columns->n_columns; i++) {
        ShardColumn *column = &shown->columns[i];
        if (described->columns[i].nullable == SQL_NO_NULLS)
            column->nullable = SQL_NO_NULLS;
        if (column->sql_type == SQL_LONGVARCHAR &&
            described->columns[i].sql_type == SQL_LONGVARCHAR)
            column->size = text_size(described->columns[i].size, column->size);
    }
    self->shown = shown;
    return shown;
}

/* Are these columns other ones than those of the statement's own text? */
static gboolean
needs_described(const ShardPlan *plan, const ShardColumns *columns)
{
    if (plan == NULL || columns == NULL)
        return FALSE;
    gboolean of_unions = plan->n_units > 0 && plan->units[0].n_united > 0 && plan->merge != NULL &&
                         plan->merge->dialect == SHARD_DIALECT_MYSQL;
    for (guint i = 0; of_unions && i < columns->n_columns; i++) {
        if (columns->columns[i].sql_type == SQL_LONGVARCHAR)
            return TRUE;
    }
    return plan->written_out;
}

const ShardColumns *
shard_stmt_columns(ShardStmt *self, GError **error)
{
    const ShardColumns *columns;

    switch (self->state) {
    case SHARD_STMT_OPEN:
        columns = self->cursor->ops->columns(self->cursor, error);
        return needs_described(self->plan, columns) ? with_described(self, columns) : columns;
    case SHARD_STMT_EXECUTED:
        return NULL;
    case SHARD_STMT_PREPARED:
        return describe(self, error);
    case SHARD_STMT_ALLOCATED:
    case SHARD_STMT_NEED_DATA:
        break;
    }
    shard_stmt_fail(error, "HY010", "Function sequence error");
    return NULL;
}

static gboolean
check_open(ShardStmt *self, GError **error)
{
    atomic_store_explicit(&self->seems_closed, FALSE, memory_order_relaxed);
    if (self->state == SHARD_STMT_OPEN)
        return TRUE;
    if (self->state == SHARD_STMT_EXECUTED)
        shard_stmt_fail(error, "24000", "Invalid cursor state");
    else
        shard_stmt_fail(error, "HY010", "Function sequence error");
    return FALSE;
}

/* Orientations past NEXT need a cursor that can scroll. */
static gboolean
check_orientation(const ShardStmt *self, SQLSMALLINT orientation, GError **error)
{
    gboolean known = (orientation >= SQL_FETCH_NEXT && orientation <= SQL_FETCH_RELATIVE) ||
                     orientation == SQL_FETCH_BOOKMARK;

    if (known && (orientation == SQL_FETCH_NEXT ||
                  self->attributes[SHARD_ATTR_CURSOR_TYPE] != SQL_CURSOR_FORWARD_ONLY))
        return TRUE;
    shard_stmt_fail(error, "HY106", "Fetch type out of range");
    return FALSE;
}

/* Rows that a fetch gave. */
static SQLULEN
count_given(const ShardStmt *self, const ShardRowset *rowset)
{
    if (rowset->fetched != NULL || rowset->size <= 1)
        return rowset->fetched != NULL ? *rowset->fetched : rowset->size;
    return self->cursor->ops->rowset_size(self->cursor);
}

static SQLRETURN
fetch(ShardStmt *self, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
      GError **error)
{
    ShardRun *run = atomic_load_explicit(&self->run, memory_order_relaxed);

    if (run != NULL)
        shard_run_begin_call(run);
    SQLRETURN rc = self->cursor->ops->fetch(self->cursor, orientation, offset, rowset, error);
    if (run != NULL)
        shard_run_end_call(run);
    self->fetched = SQL_SUCCEEDED(rc);
    if (self->fetched)
        self->n_given += count_given(self, rowset);
    else if (rc == SQL_ERROR && error != NULL && *error != NULL)
        shard_stmt_log_fetch(self, *error);
    return rc;
}

SQLRETURN
shard_stmt_fetch(ShardStmt *self, SQLSMALLINT orientation, SQLLEN offset, GError **error)
{
    if (!check_open(self, error) || !check_orientation(self, orientation, error))
        return SQL_ERROR;
    if (self->extended)
        return shard_stmt_fail(error, "HY010", "SQLFetch mixed with SQLExtendedFetch");
    const ShardRowset rowset = {.size = self->ard->array_size,
                                .status = self->ird.array_status,
                                .fetched = self->ird.rows_processed};
    if (orientation == SQL_FETCH_BOOKMARK) {
        const SQLLEN *bookmark = (const SQLLEN *) self->attributes[SHARD_ATTR_FETCH_BOOKMARK];
        if (bookmark == NULL || self->attributes[SHARD_ATTR_USE_BOOKMARKS] == SQL_UB_OFF)
            return shard_stmt_fail(error, "HY111", "Invalid bookmark value");
    }
    return fetch(self, orientation, offset, &rowset, error);
}

SQLRETURN
shard_stmt_extended_fetch(ShardStmt *self, SQLSMALLINT orientation, SQLLEN offset,
                          SQLULEN *out_rows, SQLUSMALLINT *out_status, GError **error)
{
    if (!check_open(self, error) || !check_orientation(self, orientation, error))
        return SQL_ERROR;
    const ShardRowset rowset = {.size = self->attributes[SHARD_ATTR_ROWSET_SIZE],
                                .status = out_status,
                                .fetched = out_rows};
    self->extended = TRUE;
    self->extended_status = out_status;
    if (orientation != SQL_FETCH_BOOKMARK)
        return fetch(self, orientation, offset, &rowset, error);
    /* There the bookmark itself is given, and no offset. */
    if (self->attributes[SHARD_ATTR_USE_BOOKMARKS] == SQL_UB_OFF)
        return shard_stmt_fail(error, "HY106", "Fetch type out of range");
    SQLULEN *place = &self->attributes[SHARD_ATTR_FETCH_BOOKMARK];
    SQLULEN kept = *place;
    *place = (SQLULEN) &offset;
    SQLRETURN rc = fetch(self, orientation, 0, &rowset, error);
    *place = kept;
    return rc;
}

SQLULEN
shard_stmt_rowset_size(const ShardStmt *self)
{
    return self->extended ? self->attributes[SHARD_ATTR_ROWSET_SIZE] : self->ard->array_size;
}

SQLUSMALLINT *
shard_stmt_row_status(const ShardStmt *self)
{
    return self->extended ? self->extended_status : self->ird.array_status;
}

/* The target with what the application's descriptor says of the column. */
static gboolean
resolve_target(ShardStmt *self, SQLUSMALLINT column, ShardTarget *target, GError **error)
{
    const ShardDescRecord *record = shard_desc_find(self->ard, column);
    gboolean is_of_descriptor = target->c_type == SQL_ARD_TYPE;

    if (is_of_descriptor && record == NULL) {
        shard_stmt_fail(error, "07009", "Invalid descriptor index");
        return FALSE;
    }
    if (is_of_descriptor)
        target->c_type = record->concise_type;
    if (is_of_descriptor || (record != NULL && record->precision_set)) {
        target->precision = record->precision;
        target->scale = record->scale;
    }
    return TRUE;
}

SQLRETURN
shard_stmt_get_data(ShardStmt *self, SQLUSMALLINT column, ShardTarget *target, GError **error)
{
    if (!check_open(self, error))
        return SQL_ERROR;
    if (!self->fetched)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    /* Half a bookmark is none, and not every driver looks how much room there is. */
    if (target->buffer_length < 0 || (column == 0 && target->c_type == SQL_C_VARBOOKMARK &&
                                      target->buffer_length < (SQLLEN) sizeof(SQLULEN)))
        return shard_stmt_fail(error, "HY090", "Invalid string or buffer length");
    gboolean is_described = target->c_type == SQL_ARD_TYPE || target->c_type == SQL_C_NUMERIC;
    if (is_described && !resolve_target(self, column, target, error))
        return SQL_ERROR;
    if (target->c_type != SQL_C_DEFAULT && !shard_convert_is_c_type(target->c_type))
        return shard_stmt_fail(error, "HY003", "Program type out of range");
    return self->cursor->ops->get_data(self->cursor, column, target, error);
}

SQLRETURN
shard_stmt_set_position(ShardStmt *self, SQLSETPOSIROW row, SQLUSMALLINT operation,
                        SQLUSMALLINT lock, GError **error)
{
    if (!check_open(self, error))
        return SQL_ERROR;
    if (operation > SQL_ADD)
        return shard_stmt_fail(error, "HY092", "Option type out of range");
    if (!self->fetched && operation != SQL_ADD)
        return shard_stmt_fail(error, "24000", "Invalid cursor state");
    /* Nobody looks for a row where the application's buffers end. */
    if (row > MAX(shard_stmt_rowset_size(self), self->cursor->ops->rowset_size(self->cursor)))
        return shard_stmt_fail(error, "HY107", "Row value out of range");
    const ShardCursorWrite write = {.row = row, .operation = operation, .lock = lock};
    return shard_late_write_wait(self, &write) ? SQL_NEED_DATA
                                               : shard_cursor_write(self, &write, error);
}

SQLRETURN
shard_stmt_bulk(ShardStmt *self, SQLSMALLINT operation, GError **error)
{
    if (!check_open(self, error))
        return SQL_ERROR;
    if (operation < SQL_ADD || operation > SQL_FETCH_BY_BOOKMARK)
        return shard_stmt_fail(error, "HY092", "Option type out of range");
    const ShardCursorWrite write = {.is_bulk = TRUE, .operation = (SQLUSMALLINT) operation};
    return shard_late_write_wait(self, &write) ? SQL_NEED_DATA
                                               : shard_cursor_write(self, &write, error);
}

SQLRETURN
shard_stmt_bind_column(ShardStmt *self, SQLUSMALLINT column, const ShardTarget *target,
                       GError **error)
{
    gboolean unbind = target->buffer == NULL && target->octet_length == NULL;

    if (!unbind && target->c_type != SQL_C_DEFAULT && !shard_convert_is_c_type(target->c_type))
        return shard_stmt_fail(error, "HY003", "Program type out of range");
    if (target->buffer_length < 0)
        return shard_stmt_fail(error, "HY090", "Invalid string or buffer length");
    if (unbind && column > 0 && column >= self->ard->count) {
        /* The highest column that is still bound becomes the count. */
        guint count = column - 1u;
        while (count > 0 && !shard_desc_is_bound(shard_desc_find(self->ard, count)))
            count--;
        shard_desc_set_count(self->ard, count);
        return SQL_SUCCESS;
    }
    ShardDescRecord *record = shard_desc_make(self->ard, column);
    shard_desc_set_type(record, target->c_type);
    record->octet_length = target->buffer_length;
    record->data = target->buffer;
    record->octet_length_ptr = record->indicator = target->octet_length;
    self->ard->generation++;
    return SQL_SUCCESS;
}

SQLSMALLINT
shard_cursor_c_type(const ShardStmt *statement, const ShardColumn *column, SQLSMALLINT c_type)
{
    if (c_type != SQL_C_DEFAULT)
        return c_type;
    return shard_convert_default(column, shard_dbc_reports_wide(statement->connection));
}

gpointer
shard_cursor_address(const ShardDesc *ard, gpointer base, SQLULEN row, gsize element)
{
    if (base == NULL)
        return NULL;
    gsize offset = ard->bind_offset == NULL ? 0 : (gsize) *ard->bind_offset;
    gsize stride = ard->bind_type == SQL_BIND_BY_COLUMN ? element : (gsize) ard->bind_type;
    return (char *) base + offset + row * stride;
}

gsize
shard_cursor_element(const ShardDescRecord *record, SQLSMALLINT c_type)
{
    gsize fixed = shard_convert_c_size(c_type);

    return fixed != 0 ? fixed : (gsize) record->octet_length;
}
