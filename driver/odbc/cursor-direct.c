/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The cursor of a statement that ran as one unit: calls go to the real driver's statement.
 *
 * Bindings and attributes are the application's at our face and are copied down when they have
 * changed since (DirectState remembers what an inner statement was told).  Wide text can't be asked
 * from a driver that was connected through its ANSI functions, so those columns are bound to UTF-8
 * buffers of ours and converted behind each fetch.
 */
#include "driver/odbc/cursor.h"

#include <string.h>

/* A column that is converted here: wide text, and numbers with a precision of the application's. */
typedef struct {
    guint column;
    char *buffer; /* rows elements */
    gsize element;
    SQLLEN *lengths;
} Converted;

/* What an inner statement was told; lives as long as it. */
typedef struct {
    ShardStmt *statement;
    ShardBackendStmt *inner;
    guint32 attributes, ard; /* generations */
    const ShardDesc *desc;
    gboolean is_bound; /* some column is */
    guint n_columns;   /* of the result that the bindings were made for */
    GArray *converted;
    SQLULEN size, bind_type; /* of the rowset */
    SQLLEN *offset;
    SQLUSMALLINT *status;
    SQLULEN *fetched;
} DirectState;

typedef struct {
    ShardCursor base;
    ShardBackendStmt *inner;
    DirectState *state;
    const ShardDriverLibrary *library;
    SQLHSTMT handle;
    guint n_columns;
    SQLULEN size, current; /* the rowset at hand */
    GString *text;         /* a whole value that is given in pieces */
    guint text_column;     /* whose it is; 0 none */
    gboolean text_null;
    ShardPieces pieces;
} DirectCursor;

static void
clear_converted(gpointer data)
{
    Converted *converted = data;

    g_free(converted->buffer);
    g_free(converted->lengths);
}

static GPtrArray *
states_of(ShardStmt *statement)
{
    if (statement->direct_states == NULL)
        statement->direct_states = g_ptr_array_new();
    return statement->direct_states;
}

static void
free_state(gpointer data)
{
    DirectState *state = data;

    if (state->statement != NULL)
        g_ptr_array_remove_fast(states_of(state->statement), state);
    g_array_unref(state->converted);
    g_free(state);
}

static DirectState *
state_of(ShardStmt *statement, ShardBackendStmt *inner)
{
    DirectState *state = shard_backend_stmt_face(inner);

    if (state != NULL)
        return state;
    state = g_new0(DirectState, 1);
    state->statement = statement;
    state->inner = inner;
    state->size = 1;
    state->converted = g_array_new(FALSE, TRUE, sizeof(Converted));
    g_array_set_clear_func(state->converted, clear_converted);
    g_ptr_array_add(states_of(statement), state);
    shard_backend_stmt_set_face(inner, state, free_state);
    return state;
}

void
shard_cursor_direct_forget(ShardStmt *statement)
{
    GPtrArray *states = statement->direct_states;

    if (states == NULL)
        return;
    for (guint i = 0; i < states->len; i++)
        ((DirectState *) states->pdata[i])->statement = NULL;
    g_ptr_array_unref(states);
    statement->direct_states = NULL;
}

static SQLRETURN
set_attribute(const DirectState *state, SQLINTEGER attribute, gconstpointer value)
{
    const ShardDriverLibrary *library = shard_backend_stmt_library(state->inner);

    return library->SQLSetStmtAttr(shard_backend_stmt_handle(state->inner), attribute,
                                   (SQLPOINTER) value, 0);
}

/* Rowset attributes; only what has changed since the last time. */
static void
tell_rowset(DirectState *state, const ShardDesc *ard, const ShardRowset *rowset)
{
    if (state->size != rowset->size) {
        set_attribute(state, SQL_ATTR_ROW_ARRAY_SIZE, (gconstpointer) rowset->size);
        state->size = rowset->size;
    }
    if (state->bind_type != ard->bind_type) {
        set_attribute(state, SQL_ATTR_ROW_BIND_TYPE, (gconstpointer) ard->bind_type);
        state->bind_type = ard->bind_type;
    }
    if (state->offset != ard->bind_offset) {
        set_attribute(state, SQL_ATTR_ROW_BIND_OFFSET_PTR, ard->bind_offset);
        state->offset = ard->bind_offset;
    }
    if (state->status != rowset->status) {
        set_attribute(state, SQL_ATTR_ROW_STATUS_PTR, rowset->status);
        state->status = rowset->status;
    }
    if (state->fetched != rowset->fetched) {
        set_attribute(state, SQL_ATTR_ROWS_FETCHED_PTR, rowset->fetched);
        state->fetched = rowset->fetched;
    }
}

gboolean
shard_cursor_direct_before(ShardBackendStmt *inner, gpointer data, GError **error)
{
    ShardStmt *statement = data;
    DirectState *state = state_of(statement, inner);

    if (state->attributes == statement->attribute_generation)
        return TRUE;
    for (guint i = 0; i < SHARD_ATTR_COUNT; i++) {
        const ShardAttrRow *row = shard_attr_row((ShardAttrIndex) i);
        gboolean fresh = state->attributes == 0;
        if (row->forwarded && !(fresh && statement->attributes[i] == row->initial))
            set_attribute(state, row->id, (gconstpointer) statement->attributes[i]);
    }
    if (statement->cursor_name != NULL)
        shard_backend_stmt_library(inner)->SQLSetCursorName(
            shard_backend_stmt_handle(inner), (SQLCHAR *) statement->cursor_name, SQL_NTS);
    state->attributes = statement->attribute_generation;
    return TRUE;
}

/* The real driver's records behind a call of ours, with shard and place. */
static SQLRETURN
report(DirectCursor *self, SQLRETURN rc, GError **error)
{
    if (rc == SQL_SUCCESS || rc == SQL_NO_DATA)
        return rc;
    GError *failure = NULL;
    shard_backend_diagnostics(shard_backend_stmt_backend(self->inner), SQL_HANDLE_STMT,
                              self->handle, &failure);
    if (failure != NULL)
        g_propagate_error(error, failure);
    return rc;
}

/* The connection under the inner statement was closed: its handle is gone. */
static gboolean
check_alive(DirectCursor *self, GError **error)
{
    if (shard_backend_stmt_library(self->inner) != NULL)
        return TRUE;
    shard_stmt_fail(error, "08S01", "the connection to the shard was closed under the cursor");
    return FALSE;
}

static gboolean
is_character(SQLSMALLINT sql_type)
{
    return sql_type == SQL_CHAR || sql_type == SQL_VARCHAR || sql_type == SQL_LONGVARCHAR;
}

static const ShardColumn *
find_column(DirectCursor *self, guint column)
{
    const ShardColumns *columns = shard_backend_stmt_describe(self->inner, NULL);

    if (columns == NULL || column < 1 || column > columns->n_columns)
        return NULL;
    return &columns->columns[column - 1];
}

/* The C type to ask for; SQL_C_WCHAR says that we convert. */
static SQLSMALLINT
effective_type(DirectCursor *self, guint column, SQLSMALLINT c_type)
{
    if (c_type != SQL_C_DEFAULT || !shard_dbc_reports_wide(self->base.statement->connection))
        return c_type;
    const ShardColumn *facts = find_column(self, column);
    return facts != NULL && is_character(facts->sql_type) ? SQL_C_WCHAR : c_type;
}

/* Binds one column to a buffer of ours that holds what fits into the application's. */
static SQLRETURN
bind_converted(DirectCursor *self, guint column, const ShardDescRecord *record, SQLULEN rows)
{
    gsize units = record->data == NULL ? 0 : (gsize) record->octet_length / sizeof(SQLWCHAR);
    Converted converted = {.column = column, .element = 3 * units + 4};

    converted.element = (converted.element + 7) & ~(gsize) 7;
    converted.buffer = g_malloc0(converted.element * rows);
    converted.lengths = g_new0(SQLLEN, rows);
    g_array_append_val(self->state->converted, converted);
    return self->library->SQLBindCol(self->handle, (SQLUSMALLINT) column, SQL_C_CHAR,
                                     converted.buffer, (SQLLEN) converted.element,
                                     converted.lengths);
}

static SQLRETURN
bind_one(DirectCursor *self, guint column, const ShardDescRecord *record, SQLULEN rows)
{
    SQLSMALLINT c_type = effective_type(self, column, record->concise_type);

    if (c_type == SQL_C_WCHAR)
        return bind_converted(self, column, record, rows);
    return self->library->SQLBindCol(self->handle, (SQLUSMALLINT) column, c_type, record->data,
                                     record->octet_length, record->octet_length_ptr);
}

static SQLRETURN
bind_columns(DirectCursor *self, ShardDesc *ard, SQLULEN rows, GError **error)
{
    DirectState *state = self->state;
    guint from = self->base.statement->attributes[SHARD_ATTR_USE_BOOKMARKS] != SQL_UB_OFF ? 0 : 1;
    SQLRETURN rc = SQL_SUCCESS;

    if (state->is_bound)
        self->library->SQLFreeStmt(self->handle, SQL_UNBIND);
    state->is_bound = FALSE;
    g_array_set_size(state->converted, 0);
    for (guint column = from; column <= MIN(ard->count, self->n_columns); column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (record == NULL || !shard_desc_is_bound(record))
            continue;
        rc = bind_one(self, column, record, rows);
        if (!SQL_SUCCEEDED(rc))
            return report(self, rc, error);
        state->is_bound = TRUE;
    }
    state->desc = ard;
    state->ard = ard->generation;
    state->n_columns = self->n_columns;
    return SQL_SUCCESS;
}

/* Everything that the application has bound, on the inner statement. */
static SQLRETURN
tell_bindings(DirectCursor *self, const ShardRowset *rowset, GError **error)
{
    DirectState *state = self->state;
    ShardDesc *ard = self->base.statement->ard;
    gboolean resized = state->size != rowset->size && state->converted->len > 0;

    tell_rowset(state, ard, rowset);
    if (state->desc == ard && state->ard == ard->generation &&
        state->n_columns == self->n_columns && !resized)
        return SQL_SUCCESS;
    return bind_columns(self, ard, rowset->size, error);
}

/* Reads a whole column as UTF-8 into self->text. */
static SQLRETURN
read_whole(DirectCursor *self, guint column, GError **error)
{
    gsize used = 0;

    self->text_column = 0;
    for (;;) {
        gsize room = MAX(self->text->allocated_len - used, 1024);
        g_string_set_size(self->text, used + room);
        SQLLEN indicator = 0;
        SQLRETURN rc = self->library->SQLGetData(self->handle, (SQLUSMALLINT) column, SQL_C_CHAR,
                                                 self->text->str + used, (SQLLEN) room, &indicator);
        if (rc == SQL_NO_DATA && used > 0)
            break;
        if (!SQL_SUCCEEDED(rc))
            return report(self, rc, error);
        self->text_null = indicator == SQL_NULL_DATA;
        if (self->text_null)
            break;
        if (indicator != SQL_NO_TOTAL && (gsize) indicator < room) {
            used += (gsize) indicator;
            break;
        }
        used += room - 1;
        if (indicator != SQL_NO_TOTAL && (gsize) indicator > room)
            g_string_set_size(self->text, used + (gsize) indicator - room + 16);
        else
            g_string_set_size(self->text, 2 * used + 1024);
    }
    g_string_set_size(self->text, used);
    self->text_column = column;
    self->pieces = (ShardPieces){0};
    return SQL_SUCCESS;
}

static SQLRETURN
give_text(DirectCursor *self, guint column, const ShardTarget *target, ShardPieces *pieces,
          GError **error)
{
    const ShardColumn *facts = find_column(self, column);
    const ShardColumn text = {.sql_type = SQL_VARCHAR};
    ShardValue value = self->text_null
                           ? SHARD_VALUE_INIT_NULL
                           : shard_value_string(self->text->str, (gssize) self->text->len);

    if (facts == NULL || !is_character(facts->sql_type))
        facts = &text;
    return shard_convert_out(&value, facts, shard_dbc_dialect(self->base.statement->connection),
                             target, pieces, error);
}

/* One converted column of one row, from our buffer; a value that doesn't fit there is read again
 * where the driver can, so that its whole length is known. */
static SQLRETURN
convert_cell(DirectCursor *self, const Converted *converted, SQLULEN row, GError **error)
{
    ShardStmt *statement = self->base.statement;
    const ShardDescRecord *record = shard_desc_find(statement->ard, converted->column);
    gsize element = (gsize) record->octet_length;
    const char *buffer = converted->buffer + row * converted->element;
    SQLLEN length = converted->lengths[row];
    ShardTarget target = {
        .c_type = SQL_C_WCHAR,
        .buffer = shard_cursor_address(statement->ard, record->data, row, element),
        .buffer_length = record->octet_length,
        .octet_length =
            shard_cursor_address(statement->ard, record->octet_length_ptr, row, sizeof(SQLLEN)),
        .indicator = shard_cursor_address(statement->ard, record->indicator, row, sizeof(SQLLEN)),
        .precision = -1,
        .scale = -1};
    gboolean cut = length == SQL_NO_TOTAL || length >= (SQLLEN) converted->element;

    if (cut && self->size == 1) {
        SQLRETURN rc = read_whole(self, converted->column, error);
        return SQL_SUCCEEDED(rc) ? give_text(self, converted->column, &target, NULL, error) : rc;
    }
    gsize size = cut ? strnlen(buffer, converted->element - 1) : (gsize) MAX(length, 0);
    g_string_truncate(self->text, 0);
    self->text_null = length == SQL_NULL_DATA;
    if (!self->text_null)
        g_string_append_len(self->text, buffer, (gssize) size);
    SQLRETURN rc = give_text(self, converted->column, &target, NULL, error);
    if (cut && target.octet_length != NULL)
        *target.octet_length = SQL_NO_TOTAL;
    self->text_column = 0;
    return rc;
}

static SQLRETURN
convert_rows(DirectCursor *self, const ShardRowset *rowset, SQLULEN n_rows, SQLRETURN rc)
{
    ShardStmt *statement = self->base.statement;
    const GArray *all = self->state->converted;

    for (SQLULEN row = 0; row < n_rows; row++)
        for (guint i = 0; i < all->len; i++) {
            const Converted *converted = &g_array_index(all, Converted, i);
            g_autoptr(GError) problem = NULL;
            SQLRETURN one = convert_cell(self, converted, row, &problem);
            if (problem != NULL)
                shard_diag_add(&statement->head.diag, problem, (SQLLEN) row + 1,
                               (SQLINTEGER) converted->column);
            if (one == SQL_ERROR && n_rows == 1)
                rc = SQL_ERROR;
            else if (one != SQL_SUCCESS && rc == SQL_SUCCESS)
                rc = SQL_SUCCESS_WITH_INFO;
            if (one == SQL_SUCCESS_WITH_INFO && rowset->status != NULL &&
                rowset->status[row] == SQL_ROW_SUCCESS)
                rowset->status[row] = SQL_ROW_SUCCESS_WITH_INFO;
        }
    return rc;
}

/* Rows of the block just fetched.  Where nobody asked for the number, the status or a plain rowset
 * tells it. */
static SQLULEN
count_rows(const ShardRowset *rowset, SQLRETURN rc)
{
    if (rc == SQL_NO_DATA)
        return 0;
    return rowset->fetched != NULL ? MIN(*rowset->fetched, rowset->size) : rowset->size;
}

static SQLRETURN
direct_fetch(ShardCursor *base, SQLSMALLINT orientation, SQLLEN offset, const ShardRowset *rowset,
             GError **error)
{
    DirectCursor *self = (DirectCursor *) base;
    ShardRowset known = *rowset;
    SQLULEN fetched = 0;

    /* The count is needed to convert a block; the attribute stays set only during the call. */
    if (known.size > 1 && known.fetched == NULL)
        known.fetched = &fetched;
    if (!check_alive(self, error) || !SQL_SUCCEEDED(tell_bindings(self, &known, error)))
        return SQL_ERROR;
    self->text_column = 0;
    SQLRETURN rc = orientation == SQL_FETCH_NEXT
                       ? self->library->SQLFetch(self->handle)
                       : self->library->SQLFetchScroll(self->handle, orientation, offset);
    if (rc == SQL_NO_DATA && known.fetched != NULL)
        *known.fetched = 0; /* MariaDB's driver leaves the old number */
    rc = report(self, rc, error);
    self->size = count_rows(&known, rc);
    self->current = 0;
    if (known.fetched == &fetched) {
        set_attribute(self->state, SQL_ATTR_ROWS_FETCHED_PTR, NULL);
        self->state->fetched = NULL;
    }
    if (!SQL_SUCCEEDED(rc) || self->state->converted->len == 0)
        return rc;
    return convert_rows(self, rowset, self->size, rc);
}

static SQLRETURN
direct_get_data(ShardCursor *base, guint column, const ShardTarget *target, GError **error)
{
    DirectCursor *self = (DirectCursor *) base;

    if (!check_alive(self, error))
        return SQL_ERROR;
    if (column > self->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (column > 0 && effective_type(self, column, target->c_type) == SQL_C_WCHAR) {
        if (self->text_column != column) {
            SQLRETURN rc = read_whole(self, column, error);
            if (!SQL_SUCCEEDED(rc))
                return rc;
        }
        ShardTarget wide = *target;
        wide.c_type = SQL_C_WCHAR;
        return give_text(self, column, &wide, &self->pieces, error);
    }
    self->text_column = 0;
    return report(self,
                  self->library->SQLGetData(self->handle, (SQLUSMALLINT) column, target->c_type,
                                            target->buffer, target->buffer_length,
                                            target->octet_length),
                  error);
}

static SQLRETURN
direct_set_position(ShardCursor *base, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock,
                    GError **error)
{
    DirectCursor *self = (DirectCursor *) base;

    if (!check_alive(self, error))
        return SQL_ERROR;
    if (self->library->SQLSetPos == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    self->text_column = 0;
    SQLRETURN rc = self->library->SQLSetPos(self->handle, row, operation, lock);
    if (SQL_SUCCEEDED(rc) && row > 0)
        self->current = row - 1;
    return report(self, rc, error);
}

static SQLRETURN
direct_bulk(ShardCursor *base, SQLSMALLINT operation, GError **error)
{
    DirectCursor *self = (DirectCursor *) base;

    if (!check_alive(self, error))
        return SQL_ERROR;
    if (self->library->SQLBulkOperations == NULL)
        return shard_stmt_fail(error, "HYC00", "Optional feature not implemented");
    return report(self, self->library->SQLBulkOperations(self->handle, operation), error);
}

static void
count_columns(DirectCursor *self)
{
    SQLSMALLINT n = 0;

    self->library->SQLNumResultCols(self->handle, &n);
    self->n_columns = (guint) MAX(n, 0);
}

static SQLRETURN
direct_more_results(ShardCursor *base, GError **error)
{
    DirectCursor *self = (DirectCursor *) base;

    self->text_column = 0;
    if (self->library->SQLMoreResults == NULL)
        return SQL_NO_DATA;
    if (!check_alive(self, error))
        return SQL_ERROR;
    SQLRETURN rc = self->library->SQLMoreResults(self->handle);
    if (SQL_SUCCEEDED(rc)) {
        shard_backend_stmt_redescribe(self->inner);
        count_columns(self);
    }
    return report(self, rc, error);
}

static const ShardColumns *
direct_columns(ShardCursor *base, GError **error)
{
    return shard_backend_stmt_describe(((DirectCursor *) base)->inner, error);
}

static gboolean
direct_column_field(ShardCursor *base, guint column, SQLUSMALLINT field, ShardColumnFact *out_fact)
{
    DirectCursor *self = (DirectCursor *) base;
    const ShardPlan *plan = base->statement->plan;

    return shard_stmt_ask_column(base->statement, self->inner, plan->units[0].shard, column, field,
                                 out_fact);
}

static SQLULEN
direct_row_number(ShardCursor *base)
{
    DirectCursor *self = (DirectCursor *) base;
    SQLULEN number = 0;

    if (self->library->SQLGetStmtAttr != NULL && check_alive(self, NULL))
        self->library->SQLGetStmtAttr(self->handle, SQL_ATTR_ROW_NUMBER, &number, 0, NULL);
    return number;
}

static void
direct_free(ShardCursor *base)
{
    DirectCursor *self = (DirectCursor *) base;

    g_string_free(self->text, TRUE);
    g_free(self);
}

static const ShardCursorOps direct_ops = {
    .fetch = direct_fetch,
    .get_data = direct_get_data,
    .set_position = direct_set_position,
    .bulk = direct_bulk,
    .more_results = direct_more_results,
    .columns = direct_columns,
    .column_field = direct_column_field,
    .row_number = direct_row_number,
    .free = direct_free,
};

ShardCursor *
shard_cursor_direct_new(ShardStmt *statement, ShardBackendStmt *inner)
{
    DirectCursor *self = g_new0(DirectCursor, 1);

    self->base = (ShardCursor){&direct_ops, statement};
    self->inner = inner;
    self->state = state_of(statement, inner);
    self->library = shard_backend_stmt_library(inner);
    self->handle = shard_backend_stmt_handle(inner);
    self->text = g_string_sized_new(256);
    count_columns(self);
    return &self->base;
}
