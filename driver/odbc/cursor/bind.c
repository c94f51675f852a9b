/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Bound columns of the direct cursor.
 *
 * What the application has bound is handed down as it is wherever the real driver can fill it.
 * Wide text can't be asked from a driver that was connected through its ANSI functions, nor can
 * numbers of a certain precision from one without descriptors: such columns are bound to buffers of
 * ours as UTF-8 text and converted behind each fetch.  Buffers of ours lie column by column, so
 * that beside them nothing can be bound row-wise or with an offset: then every column goes through
 * one.
 */
#include "driver/odbc/cursor/private.h"

#include <langinfo.h>
#include <string.h>

static void
clear_converted(gpointer data)
{
    ShardConverted *converted = data;

    g_free(converted->buffer);
    g_free(converted->lengths);
}

static void
free_state(gpointer data)
{
    ShardDirectState *state = data;

    g_array_unref(state->converted);
    g_free(state);
}

ShardDirectState *
shard_direct_state(ShardBackendStmt *inner)
{
    ShardDirectState *state = shard_backend_stmt_face(inner);

    if (state != NULL)
        return state;
    state = g_new0(ShardDirectState, 1);
    state->inner = inner;
    state->size = 1;
    state->converted = g_array_new(FALSE, TRUE, sizeof(ShardConverted));
    g_array_set_clear_func(state->converted, clear_converted);
    shard_backend_stmt_set_face(inner, state, free_state);
    return state;
}

SQLRETURN
shard_direct_set(const ShardDirectState *state, SQLINTEGER attribute, gconstpointer value)
{
    const ShardDriverLibrary *library = shard_backend_stmt_library(state->inner);

    return library->SQLSetStmtAttr(shard_backend_stmt_handle(state->inner), attribute,
                                   (SQLPOINTER) value, 0);
}

gboolean
shard_cursor_direct_before(ShardBackendStmt *inner, gpointer data, GError **error)
{
    ShardStmt *statement = data;
    ShardDirectState *state = shard_direct_state(inner);

    if (state->attributes == statement->attribute_generation)
        return TRUE;
    for (guint i = 0; i < SHARD_ATTR_COUNT; i++) {
        const ShardAttrRow *row = shard_attr_row((ShardAttrIndex) i);
        gboolean fresh = state->attributes == 0;
        if (row->forwarded && !(fresh && statement->attributes[i] == row->initial))
            shard_direct_set(state, row->id, (gconstpointer) statement->attributes[i]);
    }
    if (statement->cursor_name != NULL)
        shard_backend_stmt_library(inner)->SQLSetCursorName(
            shard_backend_stmt_handle(inner), (SQLCHAR *) statement->cursor_name, SQL_NTS);
    state->attributes = statement->attribute_generation;
    return TRUE;
}

void
shard_direct_follow(const ShardDirectState *state, const ShardStmt *statement)
{
    if (state->attributes != statement->attribute_generation)
        shard_direct_set(state, SQL_ATTR_RETRIEVE_DATA,
                         (gconstpointer) statement->attributes[SHARD_ATTR_RETRIEVE_DATA]);
}

void
shard_cursor_give_bookmark(ShardDesc *ard, gint64 number, SQLULEN row)
{
    const ShardDescRecord *record = shard_desc_find(ard, 0);

    if (record == NULL || !shard_desc_is_bound(record))
        return;
    gsize element =
        record->concise_type == SQL_C_VARBOOKMARK ? (gsize) record->octet_length : sizeof(SQLULEN);
    gpointer place = shard_cursor_address(ard, record->data, row, element);
    SQLLEN *length = shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
    if (place != NULL)
        memcpy(place, &number, MIN(element, sizeof number));
    if (length != NULL)
        *length = sizeof(SQLULEN);
}

guint64
shard_cursor_take_bookmark(ShardDesc *ard, SQLULEN row)
{
    const ShardDescRecord *record = shard_desc_find(ard, 0);

    if (record == NULL || record->data == NULL)
        return 0;
    gsize element =
        record->concise_type == SQL_C_VARBOOKMARK ? (gsize) record->octet_length : sizeof(SQLULEN);
    guint64 number = 0;

    /* A variable one may be short, and lie anywhere. */
    memcpy(&number, shard_cursor_address(ard, record->data, row, element),
           MIN(element, sizeof number));
    return number;
}

SQLRETURN
shard_direct_report(ShardDirectCursor *self, SQLRETURN rc, GError **error)
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

static const ShardColumn *
find_column(ShardDirectCursor *self, guint column)
{
    const ShardColumns *columns = shard_backend_stmt_describe(self->inner, NULL);

    if (columns == NULL || column < 1 || column > columns->n_columns)
        return NULL;
    return &columns->columns[column - 1];
}

/* The C type the application gets.  SQL_C_DEFAULT is the standard's: two of the drivers give some
 * numbers as text, and one forgets its length. */
static SQLSMALLINT
effective_type(ShardDirectCursor *self, guint column, SQLSMALLINT c_type)
{
    const ShardColumn *facts = c_type == SQL_C_DEFAULT ? find_column(self, column) : NULL;

    return facts == NULL ? c_type : shard_cursor_c_type(self->base.statement, facts, c_type);
}

static gboolean
is_character(SQLSMALLINT sql_type)
{
    return sql_type == SQL_CHAR || sql_type == SQL_VARCHAR || sql_type == SQL_LONGVARCHAR;
}

/* psqlodbc, which has intervals as text, gives a struct of zeros for some. */
static gboolean
is_interval_text(ShardDirectCursor *self, guint column, SQLSMALLINT c_type)
{
    if (c_type < SQL_C_INTERVAL_YEAR || c_type > SQL_C_INTERVAL_MINUTE_TO_SECOND ||
        shard_dbc_dialect(self->base.statement->connection) != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    const ShardColumn *facts = find_column(self, column);
    return facts != NULL && is_character(facts->sql_type);
}

/* MariaDB's driver reads decimals and texts as floating numbers by the locale, up to a point that
 * is a comma there. */
static gboolean
is_point_lost(ShardDirectCursor *self, guint column, SQLSMALLINT c_type)
{
    if ((c_type != SQL_C_DOUBLE && c_type != SQL_C_FLOAT) || nl_langinfo(RADIXCHAR)[0] == '.' ||
        shard_dbc_dialect(self->base.statement->connection) != SHARD_DIALECT_MYSQL)
        return FALSE;
    const ShardColumn *facts = find_column(self, column);
    return facts != NULL && (is_character(facts->sql_type) || facts->sql_type == SQL_DECIMAL ||
                             facts->sql_type == SQL_NUMERIC);
}

gboolean
shard_direct_is_text(ShardDirectCursor *self, guint column, const ShardTarget *target)
{
    SQLSMALLINT c_type = effective_type(self, column, target->c_type);

    return c_type == SQL_C_WCHAR || (c_type == SQL_C_NUMERIC && target->precision >= 0) ||
           is_interval_text(self, column, c_type) || is_point_lost(self, column, c_type);
}

static gboolean
goes_via_text(ShardDirectCursor *self, guint column, const ShardDescRecord *record)
{
    const ShardTarget target = {.c_type = record->concise_type,
                                .precision =
                                    record->precision_set ? record->precision : (SQLSMALLINT) -1};

    return shard_direct_is_text(self, column, &target);
}

static gboolean
is_bound(const ShardDescRecord *record)
{
    return record != NULL && shard_desc_is_bound(record);
}

static gboolean
is_sqlite(const ShardDirectCursor *self)
{
    return shard_dbc_dialect(self->base.statement->connection) == SHARD_DIALECT_SQLITE;
}

/* Must every column be copied? If one needs a buffer of ours where such can't stand beside the
 * application's; if length and indicator are two places; or if sqliteodbc would write to the place
 * that is one only with the offset. */
static gboolean
needs_copies(ShardDirectCursor *self, ShardDesc *ard, guint n)
{
    gboolean apart = ard->bind_type != SQL_BIND_BY_COLUMN || ard->bind_offset != NULL;

    for (guint column = 1; column <= n; column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (!is_bound(record))
            continue;
        if (ard->bind_offset != NULL && is_sqlite(self))
            return TRUE;
        if (record->indicator != record->octet_length_ptr)
            return TRUE;
        if (apart && goes_via_text(self, column, record))
            return TRUE;
    }
    return FALSE;
}

/* Bytes of wide text as UTF-8, with its NUL; the application may have said any length. */
static gsize
narrow_size(gsize octet_length)
{
    gsize units = octet_length / sizeof(SQLWCHAR);

    return units > G_MAXSIZE / 4 ? G_MAXSIZE : 3 * units + 4;
}

/* Binds one column to a buffer of ours. */
static SQLRETURN
bind_converted(ShardDirectCursor *self, guint column, const ShardDescRecord *record, ShardVia via,
               SQLULEN rows, GError **error)
{
    ShardConverted converted = {
        .via = via, .column = column, .c_type = effective_type(self, column, record->concise_type)};

    if (via == SHARD_VIA_COPY)
        converted.element = shard_cursor_element(record, converted.c_type);
    else if (converted.c_type == SQL_C_WCHAR)
        converted.element = narrow_size((gsize) record->octet_length);
    else
        converted.element = 128; /* digits of a number, fields of an interval */
    converted.buffer = g_try_malloc0_n(rows, MAX(converted.element, 1));
    converted.lengths = g_try_new0(SQLLEN, rows);
    g_array_append_val(self->state->converted, converted);
    if (converted.buffer == NULL || converted.lengths == NULL)
        return shard_stmt_fail(error, "HY001", "Memory allocation error");
    SQLRETURN rc = self->library->SQLBindCol(
        self->handle, (SQLUSMALLINT) column, via == SHARD_VIA_COPY ? converted.c_type : SQL_C_CHAR,
        converted.buffer, (SQLLEN) converted.element, converted.lengths);
    return SQL_SUCCEEDED(rc) ? rc : shard_direct_report(self, rc, error);
}

static SQLRETURN
bind_one(ShardDirectCursor *self, guint column, const ShardDescRecord *record, SQLULEN rows,
         GError **error)
{
    if (column > 0 && goes_via_text(self, column, record))
        return bind_converted(self, column, record, SHARD_VIA_TEXT, rows, error);
    if (self->state->copies)
        return bind_converted(self, column, record, SHARD_VIA_COPY, rows, error);
    /* sqliteodbc writes a length of 0, and the application's may be that of a row to be written. */
    SQLLEN *length = is_sqlite(self) ? record->octet_length_ptr : NULL;
    SQLLEN kept = length == NULL ? 0 : *length;
    SQLRETURN rc = self->library->SQLBindCol(
        self->handle, (SQLUSMALLINT) column, effective_type(self, column, record->concise_type),
        record->data, record->octet_length, record->octet_length_ptr);
    if (length != NULL)
        *length = kept;
    return SQL_SUCCEEDED(rc) ? rc : shard_direct_report(self, rc, error);
}

/* sqliteodbc would go on writing bookmarks to where they were bound. */
static void
unbind_bookmarks(ShardDirectCursor *self)
{
    SQLULEN kind = self->base.statement->attributes[SHARD_ATTR_USE_BOOKMARKS];

    if (kind != SQL_UB_OFF && is_sqlite(self))
        self->library->SQLBindCol(self->handle, 0,
                                  kind == SQL_UB_ON ? SQL_C_BOOKMARK : SQL_C_VARBOOKMARK, NULL,
                                  sizeof(SQLLEN), NULL);
}

void
shard_direct_unbind(ShardDirectCursor *self)
{
    if (self->state->is_bound) {
        self->library->SQLFreeStmt(self->handle, SQL_UNBIND);
        unbind_bookmarks(self);
    }
    self->state->is_bound = FALSE;
    self->state->ard = 0;
    g_array_set_size(self->state->converted, 0);
}

static SQLRETURN
bind_columns(ShardDirectCursor *self, ShardDesc *ard, SQLULEN rows, GError **error)
{
    ShardDirectState *state = self->state;
    guint n = MIN(ard->count, self->n_columns);
    const ShardStmt *statement = self->base.statement;
    /* MariaDB's driver gives a block's first row its bookmark, and no other. */
    gboolean bookmarks = statement->attributes[SHARD_ATTR_USE_BOOKMARKS] != SQL_UB_OFF &&
                         shard_dbc_dialect(statement->connection) != SHARD_DIALECT_MYSQL;

    shard_direct_unbind(self);
    state->copies = needs_copies(self, ard, n);
    for (guint column = bookmarks ? 0 : 1; column <= n; column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (!is_bound(record))
            continue;
        SQLRETURN rc = bind_one(self, column, record, rows, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
        state->is_bound = TRUE;
    }
    state->ard = ard->generation;
    state->n_columns = self->n_columns;
    state->bound_rows = rows;
    return SQL_SUCCESS;
}

SQLRETURN
shard_direct_bind_row(ShardDirectCursor *self, SQLULEN row, GError **error)
{
    ShardDirectState *state = self->state;
    ShardDesc *ard = self->base.statement->ard;
    guint n = MIN(ard->count, self->n_columns);

    shard_direct_unbind(self);
    state->copies = needs_copies(self, ard, n);
    if (state->bind_type != SQL_BIND_BY_COLUMN)
        shard_direct_set(state, SQL_ATTR_ROW_BIND_TYPE, (gconstpointer) SQL_BIND_BY_COLUMN);
    if (state->offset != NULL)
        shard_direct_set(state, SQL_ATTR_ROW_BIND_OFFSET_PTR, NULL);
    state->bind_type = SQL_BIND_BY_COLUMN;
    state->offset = NULL;
    for (guint column = 1; column <= n; column++) {
        const ShardDescRecord *record = shard_desc_find(ard, column);
        if (!is_bound(record))
            continue;
        ShardDescRecord one = *record;
        gsize element =
            shard_cursor_element(record, effective_type(self, column, record->concise_type));
        one.data = shard_cursor_address(ard, record->data, row, element);
        one.octet_length_ptr =
            shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN));
        SQLRETURN rc = bind_one(self, column, &one, 1, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
        state->is_bound = TRUE;
    }
    return SQL_SUCCESS;
}

/* Rowset attributes; only what has changed since the last time. */
static void
tell_rowset(ShardDirectCursor *self, const ShardDesc *ard, const ShardRowset *rowset)
{
    ShardDirectState *state = self->state;
    /* The other drivers write one row at a time, and MariaDB's writes into the array. */
    const SQLUSMALLINT *operation = self->seeks ? NULL : ard->array_status;
    SQLULEN bind_type = state->copies ? SQL_BIND_BY_COLUMN : ard->bind_type;
    SQLLEN *offset = state->copies ? NULL : ard->bind_offset;

    if (state->size != rowset->size)
        shard_direct_set(state, SQL_ATTR_ROW_ARRAY_SIZE, (gconstpointer) rowset->size);
    if (state->bind_type != bind_type)
        shard_direct_set(state, SQL_ATTR_ROW_BIND_TYPE, (gconstpointer) bind_type);
    if (state->offset != offset)
        shard_direct_set(state, SQL_ATTR_ROW_BIND_OFFSET_PTR, offset);
    if (state->status != rowset->status)
        shard_direct_set(state, SQL_ATTR_ROW_STATUS_PTR, rowset->status);
    if (state->fetched != rowset->fetched)
        shard_direct_set(state, SQL_ATTR_ROWS_FETCHED_PTR, rowset->fetched);
    if (state->operation != operation)
        shard_direct_set(state, SQL_ATTR_ROW_OPERATION_PTR, operation);
    state->size = rowset->size;
    state->bind_type = bind_type;
    state->offset = offset;
    state->status = rowset->status;
    state->fetched = rowset->fetched;
    state->operation = operation;
}

SQLRETURN
shard_direct_bind(ShardDirectCursor *self, const ShardRowset *rowset, GError **error)
{
    ShardDirectState *state = self->state;
    ShardDesc *ard = self->base.statement->ard;
    gboolean resized = state->bound_rows != rowset->size && state->converted->len > 0;
    gboolean changed = state->ard != ard->generation || state->n_columns != self->n_columns;

    if (changed || resized) {
        SQLRETURN rc = bind_columns(self, ard, rowset->size, error);
        if (!SQL_SUCCEEDED(rc))
            return rc;
    }
    tell_rowset(self, ard, rowset);
    return SQL_SUCCESS;
}

SQLRETURN
shard_direct_get(ShardDirectCursor *self, guint column, const ShardTarget *target)
{
    SQLSMALLINT c_type = effective_type(self, column, target->c_type);
    gboolean another = self->read_column != column;
    guint n_tries = is_sqlite(self) && another ? 2 : 1;
    SQLRETURN rc = SQL_NO_DATA;

    /* sqliteodbc finds nothing more, once, in a column that was read before the last one. */
    for (guint i = 0; i < n_tries && rc == SQL_NO_DATA; i++)
        rc = self->library->SQLGetData(self->handle, (SQLUSMALLINT) column, c_type, target->buffer,
                                       target->buffer_length, target->octet_length);
    self->read_column = column;
    return rc;
}

SQLRETURN
shard_direct_read(ShardDirectCursor *self, guint column, GError **error)
{
    gsize used = 0;

    self->text_column = 0;
    for (;;) {
        gsize room = MAX(self->text.room - used, 1024); /* the driver's NUL counts */
        if (!shard_buffer_resize(&self->text, used + room, error))
            return SQL_ERROR;
        SQLLEN indicator = 0;
        const ShardTarget target = {.c_type = SQL_C_CHAR,
                                    .buffer = self->text.data + used,
                                    .buffer_length = (SQLLEN) room,
                                    .octet_length = &indicator};
        SQLRETURN rc = shard_direct_get(self, column, &target);
        if (rc == SQL_NO_DATA && used > 0)
            break;
        if (!SQL_SUCCEEDED(rc))
            return shard_direct_report(self, rc, error);
        self->text_null = indicator == SQL_NULL_DATA;
        if (self->text_null)
            break;
        if (indicator != SQL_NO_TOTAL && (gsize) indicator < room) {
            used += (gsize) indicator;
            break;
        }
        used += room - 1;
        gsize more = indicator == SQL_NO_TOTAL ? used : (gsize) indicator - (room - 1);
        if (!shard_buffer_resize(&self->text, used + more + 1024, error))
            return SQL_ERROR;
    }
    self->text.size = used;
    self->text_column = column;
    self->pieces = (ShardPieces){0};
    return SQL_SUCCESS;
}

/* psqlodbc writes the locale's point into numbers. */
static void
restore_point(ShardBuffer *text)
{
    const char radix = nl_langinfo(RADIXCHAR)[0];

    for (gsize i = 0; radix != '.' && i < text->size; i++)
        if (text->data[i] == radix)
            text->data[i] = '.';
}

SQLRETURN
shard_direct_give_text(ShardDirectCursor *self, guint column, const ShardTarget *target,
                       ShardPieces *pieces, GError **error)
{
    const ShardColumn *facts = find_column(self, column);
    const ShardColumn text = {.sql_type = SQL_VARCHAR};

    if (target->c_type == SQL_C_NUMERIC && facts != NULL && !is_character(facts->sql_type))
        restore_point(&self->text);
    ShardValue value = self->text_null
                           ? SHARD_VALUE_INIT_NULL
                           : shard_value_string(self->text.data, (gssize) self->text.size);

    if (facts == NULL || !is_character(facts->sql_type))
        facts = &text;
    return shard_convert_out(&value, facts, shard_dbc_dialect(self->base.statement->connection),
                             target, pieces, error);
}

static ShardTarget
target_of(ShardDirectCursor *self, const ShardConverted *converted, SQLULEN row)
{
    ShardDesc *ard = self->base.statement->ard;
    const ShardDescRecord *record = shard_desc_find(ard, converted->column);
    gsize element = shard_cursor_element(record, converted->c_type);

    return (ShardTarget){
        .c_type = converted->c_type,
        .buffer = shard_cursor_address(ard, record->data, row, element),
        .buffer_length = record->octet_length,
        .octet_length = shard_cursor_address(ard, record->octet_length_ptr, row, sizeof(SQLLEN)),
        .indicator = shard_cursor_address(ard, record->indicator, row, sizeof(SQLLEN)),
        .precision = record->precision_set ? record->precision : (SQLSMALLINT) -1,
        .scale = record->precision_set ? record->scale : (SQLSMALLINT) -1};
}

/* A value that doesn't fit into our buffer is read again where the driver can, so that its whole
 * length is known; in a block it is not. */
static SQLRETURN
give_via_text(ShardDirectCursor *self, const ShardConverted *converted, SQLULEN row, SQLULEN at,
              GError **error)
{
    const char *buffer = converted->buffer + at * converted->element;
    SQLLEN length = converted->lengths[at];
    const ShardTarget target = target_of(self, converted, row);
    gboolean cut = length == SQL_NO_TOTAL || length >= (SQLLEN) converted->element;

    if (cut && self->state->size == 1) {
        SQLRETURN rc = shard_direct_read(self, converted->column, error);
        if (SQL_SUCCEEDED(rc))
            rc = shard_direct_give_text(self, converted->column, &target, NULL, error);
        self->text_column = 0;
        return rc;
    }
    gsize size = cut ? strnlen(buffer, converted->element - 1) : (gsize) MAX(length, 0);
    self->text.size = 0;
    self->text_null = length == SQL_NULL_DATA;
    if (!self->text_null && !shard_buffer_append(&self->text, buffer, size, error))
        return SQL_ERROR;
    SQLRETURN rc = shard_direct_give_text(self, converted->column, &target, NULL, error);
    if (cut && target.octet_length != NULL)
        *target.octet_length = SQL_NO_TOTAL;
    self->text_column = 0;
    return rc;
}

/* Bytes of the value that the driver has written, with a text's NUL. */
static gsize
copied_size(const ShardConverted *converted, SQLLEN length)
{
    if (shard_convert_c_size(converted->c_type) != 0)
        return converted->element;
    gsize nul = converted->c_type == SQL_C_CHAR ? 1 : 0;
    if (length == SQL_NO_TOTAL)
        return converted->element;
    return MIN((gsize) MAX(length, 0) + nul, converted->element);
}

static SQLRETURN
give_via_copy(ShardDirectCursor *self, const ShardConverted *converted, SQLULEN row, SQLULEN at,
              GError **error)
{
    const ShardTarget target = target_of(self, converted, row);
    SQLLEN length = converted->lengths[at];

    if (length == SQL_NULL_DATA) {
        if (target.indicator == NULL)
            return shard_stmt_fail(error, "22002", "Indicator variable required but not supplied");
        *target.indicator = SQL_NULL_DATA;
        return SQL_SUCCESS;
    }
    if (target.indicator != NULL)
        *target.indicator = 0;
    if (target.octet_length != NULL)
        *target.octet_length = length;
    if (target.buffer != NULL)
        memcpy(target.buffer, converted->buffer + at * converted->element,
               copied_size(converted, length));
    return SQL_SUCCESS;
}

/* The value in place at of our buffer is that of the application's row. */
static SQLRETURN
give_cell(ShardDirectCursor *self, const ShardConverted *converted, SQLULEN row, SQLULEN at)
{
    g_autoptr(GError) problem = NULL;
    SQLRETURN rc = converted->via == SHARD_VIA_COPY
                       ? give_via_copy(self, converted, row, at, &problem)
                       : give_via_text(self, converted, row, at, &problem);

    if (problem != NULL)
        shard_diag_add(&self->base.statement->head.diag, problem, (SQLLEN) row + 1,
                       (SQLINTEGER) converted->column);
    return rc;
}

SQLRETURN
shard_direct_give_row(ShardDirectCursor *self, SQLULEN row, SQLULEN at)
{
    const GArray *all = self->state->converted;
    SQLRETURN worst = SQL_SUCCESS;

    for (guint i = 0; i < all->len; i++) {
        SQLRETURN rc = give_cell(self, &g_array_index(all, ShardConverted, i), row, at);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
    }
    return worst;
}

/* Wide text of the application as UTF-8 in the buffer that stands for it. */
static gboolean
take_text(ShardConverted *converted, SQLULEN at, const ShardTarget *from, SQLLEN length,
          GError **error)
{
    char *buffer = converted->buffer + at * converted->element;
    gsize units = length == SQL_NTS ? shard_text_wide_length(from->buffer)
                                    : (gsize) length / sizeof(SQLWCHAR);

    if (3 * units + 1 > converted->element) {
        shard_stmt_fail(error, "HY090", "Invalid string or buffer length");
        return FALSE;
    }
    gssize size = shard_text_from_wide_into(from->buffer, units, buffer);
    if (size < 0) {
        shard_stmt_fail(error, "22018", "wide text has half of a surrogate pair");
        return FALSE;
    }
    converted->lengths[at] = size;
    return TRUE;
}

static gboolean
take_copy(ShardConverted *converted, SQLULEN at, const ShardTarget *from, SQLLEN length)
{
    gsize size = converted->element;

    if (shard_convert_c_size(converted->c_type) == 0 && length != SQL_NTS)
        size = MIN(size, (gsize) length);
    memcpy(converted->buffer + at * converted->element, from->buffer, size);
    converted->lengths[at] = length;
    return TRUE;
}

static gboolean
take_cell(ShardDirectCursor *self, ShardConverted *converted, SQLULEN row, SQLULEN at,
          GError **error)
{
    const ShardTarget from = target_of(self, converted, row);
    SQLLEN length = from.octet_length == NULL ? SQL_NTS : *from.octet_length;

    if (from.indicator != NULL && *from.indicator == SQL_NULL_DATA)
        length = SQL_NULL_DATA;
    converted->lengths[at] = length;
    if (length == SQL_NULL_DATA || length == SQL_COLUMN_IGNORE || from.buffer == NULL)
        return TRUE;
    if (converted->via == SHARD_VIA_COPY)
        return take_copy(converted, at, &from, length);
    if (converted->c_type == SQL_C_WCHAR)
        return take_text(converted, at, &from, length, error);
    shard_stmt_fail(error, "HYC00", "a bound SQL_C_NUMERIC can't be written through the cursor");
    return FALSE;
}

gboolean
shard_direct_take(ShardDirectCursor *self, SQLULEN row, SQLULEN at, GError **error)
{
    GArray *all = self->state->converted;

    for (guint i = 0; i < all->len; i++)
        if (!take_cell(self, &g_array_index(all, ShardConverted, i), row, at, error))
            return FALSE;
    return TRUE;
}

SQLRETURN
shard_direct_give(ShardDirectCursor *self, const ShardRowset *rowset, SQLULEN n_rows, SQLRETURN rc)
{
    const GArray *all = self->state->converted;
    SQLUSMALLINT *status = rowset->status;

    for (SQLULEN row = 0; row < n_rows; row++)
        for (guint i = 0; i < all->len; i++) {
            SQLRETURN one = give_cell(self, &g_array_index(all, ShardConverted, i), row, row);
            if (one == SQL_ERROR && n_rows == 1)
                rc = SQL_ERROR;
            else if (one != SQL_SUCCESS && rc == SQL_SUCCESS)
                rc = SQL_SUCCESS_WITH_INFO;
            if (status != NULL && one == SQL_ERROR)
                status[row] = SQL_ROW_ERROR;
            else if (status != NULL && one == SQL_SUCCESS_WITH_INFO &&
                     status[row] == SQL_ROW_SUCCESS)
                status[row] = SQL_ROW_SUCCESS_WITH_INFO;
        }
    return rc;
}
