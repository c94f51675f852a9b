/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/param/param.h"

#include "driver/odbc/param/brand.h"
#include "driver/odbc/param/output.h"
#include "driver/odbc/stmt/stmt.h"

#include <string.h>

void
shard_params_drop_pieces(ShardParams *self)
{
    if (!self->has_pieces)
        return;
    for (guint i = 0; i < self->n; i++)
        shard_put_value_clear(&self->scratch[i].put);
    self->has_pieces = FALSE;
    self->asked = 0;
}

void
shard_params_clear(ShardParams *self)
{
    shard_params_drop_pieces(self);
    for (guint i = 0; i < self->n; i++)
        g_free(self->scratch[i].buffer);
    g_free(self->scratch);
    g_free(self->bindings);
    g_free(self->values);
    *self = (ShardParams){.generation = self->generation};
}

static void
grow(ShardParams *self, guint n)
{
    if (n <= self->n)
        return;
    self->scratch = g_renew(ShardParamScratch, self->scratch, n);
    self->bindings = g_renew(ShardBinding, self->bindings, n);
    self->values = g_renew(ShardValue, self->values, n);
    for (guint i = self->n; i < n; i++) {
        self->scratch[i] = (ShardParamScratch){0};
        self->bindings[i] = (ShardBinding){0};
        self->values[i] = SHARD_VALUE_INIT_NULL;
    }
    self->n = n;
}

static gboolean
is_io_type(SQLSMALLINT io_type)
{
    return io_type == SQL_PARAM_INPUT || io_type == SQL_PARAM_OUTPUT ||
           io_type == SQL_PARAM_INPUT_OUTPUT;
}

/* SQLSetParam of ODBC 2 as the driver manager maps it: an input parameter of any length. */
#define LENGTH_OF_SET_PARAM (-1)

SQLRETURN
shard_param_bind(ShardStmt *statement, const ShardParamCall *given, GError **error)
{
    const ShardParamCall *call = given;
    ShardParamCall mapped = *given;

    if (given->buffer_length == LENGTH_OF_SET_PARAM) {
        mapped.io_type = SQL_PARAM_INPUT;
        mapped.buffer_length = 0;
        call = &mapped;
    }
    if (call->number < 1)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    if (!is_io_type(call->io_type))
        return shard_stmt_fail(error, "HY105", "Invalid parameter type");
    if (!shard_convert_is_c_type(call->c_type) && call->c_type != SQL_C_DEFAULT)
        return shard_stmt_fail(error, "HY003", "Invalid application buffer type");
    if (call->data == NULL && call->indicator == NULL && call->io_type != SQL_PARAM_OUTPUT)
        return shard_stmt_fail(error, "HY009", "Invalid use of null pointer");
    if (call->buffer_length < 0)
        return shard_stmt_fail(error, "HY090", "Invalid string or buffer length");

    ShardDescRecord *application = shard_desc_make(statement->apd, call->number);
    shard_desc_set_type(application, call->c_type);
    application->octet_length = call->buffer_length;
    application->data = call->data;
    application->indicator = application->octet_length_ptr = call->indicator;
    ShardDescRecord *implementation = shard_desc_make(&statement->ipd, call->number);
    shard_desc_set_type(implementation, call->sql_type);
    implementation->parameter_type = call->io_type;
    implementation->length = call->column_size;
    implementation->precision = (SQLSMALLINT) MIN(call->column_size, (SQLULEN) G_MAXINT16);
    implementation->scale = call->digits;
    if (call->c_type == SQL_C_NUMERIC) {
        application->precision = implementation->precision;
        application->scale = call->digits;
    }
    statement->apd->generation++;
    statement->ipd.generation++;
    return SQL_SUCCESS;
}

/* Byte distance of two rows' elements. */
static gsize
stride(const ShardDesc *apd, gsize element)
{
    return apd->bind_type == SQL_PARAM_BIND_BY_COLUMN ? element : (gsize) apd->bind_type;
}

static gpointer
address(const ShardDesc *apd, gpointer base, SQLULEN row, gsize element)
{
    if (base == NULL)
        return NULL;
    gsize offset = apd->bind_offset == NULL ? 0 : (gsize) *apd->bind_offset;
    return (char *) base + offset + row * stride(apd, element);
}

static SQLSMALLINT
resolve_c_type(const ShardDescRecord *application, const ShardDescRecord *implementation)
{
    if (application->concise_type != SQL_C_DEFAULT)
        return application->concise_type;
    const ShardColumn column = {.sql_type = implementation->concise_type,
                                .size = implementation->length,
                                .digits = implementation->scale};
    return shard_convert_default(&column, FALSE);
}

/* Wide SQL types are made at our face only. */
static SQLSMALLINT
narrow_type(SQLSMALLINT sql_type)
{
    if (sql_type == SQL_WCHAR)
        return SQL_CHAR;
    if (sql_type == SQL_WVARCHAR)
        return SQL_VARCHAR;
    return sql_type == SQL_WLONGVARCHAR ? SQL_LONGVARCHAR : sql_type;
}

gboolean
shard_param_reserve(ShardParamScratch *scratch, gsize size, GError **error)
{
    if (size <= scratch->capacity)
        return TRUE;
    size = MAX(size, 64);
    char *buffer = g_try_realloc(scratch->buffer, size);
    if (buffer == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "Memory allocation error");
        return FALSE;
    }
    scratch->buffer = buffer;
    scratch->capacity = size;
    return TRUE;
}

/* UTF-16 of the application into our buffer, which becomes the binding's data. */
static gboolean
narrow_text(ShardParamScratch *scratch, ShardBinding *binding, const SQLWCHAR *units, gsize n_units,
            GError **error)
{
    if (!shard_param_reserve(scratch, 3 * n_units + 1, error))
        return FALSE;
    gssize size = shard_text_from_wide_into(units, n_units, scratch->buffer);
    if (size < 0) {
        shard_error_set(error, SHARD_ERROR_FAILED, "22018", "a parameter isn't valid UTF-16");
        return FALSE;
    }
    scratch->length = size;
    binding->data = scratch->buffer;
    binding->buffer_length = (SQLLEN) scratch->capacity;
    binding->indicator = &scratch->length;
    return TRUE;
}

/* The value's indicator, from the two pointers that descriptors have. */
static SQLLEN
read_indicator(const SQLLEN *indicator, const SQLLEN *octets)
{
    if (indicator != NULL && *indicator == SQL_NULL_DATA)
        return SQL_NULL_DATA;
    if (octets != NULL)
        return *octets;
    return indicator != NULL && *indicator < 0 ? *indicator : SQL_NTS;
}

gboolean
shard_is_at_execution(SQLLEN length)
{
    return length == SQL_DATA_AT_EXEC || length <= SQL_LEN_DATA_AT_EXEC_OFFSET;
}

/* What the pieces of SQLPutData made up. */
static gboolean
use_pieces(ShardParamScratch *scratch, ShardBinding *binding, SQLSMALLINT c_type, GError **error)
{
    ShardBuffer *pieces = &scratch->put.bytes;

    scratch->length = SQL_NULL_DATA;
    binding->indicator = &scratch->length;
    if (scratch->put.is_null || !scratch->put.has_bytes)
        return TRUE;
    if (c_type == SQL_C_WCHAR)
        return narrow_text(scratch, binding, (const SQLWCHAR *) pieces->data,
                           pieces->size / sizeof(SQLWCHAR), error);
    /* A NUL stands behind the value: drivers look for the end of a number that is a text, and
     * psqlodbc asks for an address of an empty value too. */
    if (!shard_buffer_append(pieces, "", 1, error))
        return FALSE;
    pieces->size--;
    scratch->length = (SQLLEN) pieces->size;
    binding->data = pieces->data;
    binding->buffer_length = (SQLLEN) pieces->size;
    return TRUE;
}

static gboolean
use_wide(ShardParamScratch *scratch, ShardBinding *binding, SQLLEN indicator, GError **error)
{
    const SQLWCHAR *units = binding->data;

    if (indicator == SQL_NULL_DATA || indicator == SQL_DEFAULT_PARAM) {
        scratch->length = indicator;
        binding->data = scratch->buffer;
        binding->buffer_length = (SQLLEN) scratch->capacity;
        binding->indicator = &scratch->length;
        return TRUE;
    }
    gsize n_units = indicator == SQL_NTS ? shard_text_wide_length(units)
                                         : (gsize) MAX(indicator, 0) / sizeof(SQLWCHAR);
    return narrow_text(scratch, binding, units, n_units, error);
}

/* HY090 for a length without an address; that of an empty value is ours. */
static gboolean
check_address(ShardBinding *binding, SQLSMALLINT c_type, SQLLEN size, GError **error)
{
    if (binding->data != NULL || size == SQL_NULL_DATA || size == SQL_DEFAULT_PARAM ||
        shard_is_at_execution(size))
        return TRUE;
    if (size != 0 || shard_convert_c_size(c_type) != 0) {
        shard_stmt_fail(error, "HY090", "Invalid string or buffer length: no buffer is bound");
        return FALSE;
    }
    binding->data = (SQLPOINTER) u"";
    return TRUE;
}

/* Fills one binding for one row. */
static gboolean
fill_binding(ShardStmt *statement, guint number, SQLULEN row, ShardBinding *out, GError **error)
{
    ShardDescRecord *application = shard_desc_find(statement->apd, number);
    ShardDescRecord *implementation = shard_desc_find(&statement->ipd, number);
    ShardParamScratch *scratch = &statement->params.scratch[number - 1];

    if (application == NULL || implementation == NULL ||
        (!shard_desc_is_bound(application) && implementation->parameter_type != SQL_PARAM_OUTPUT)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "07002",
                        "COUNT field incorrect: parameter %u isn't bound", number);
        return FALSE;
    }
    SQLSMALLINT c_type = resolve_c_type(application, implementation);
    gsize element = shard_convert_c_size(c_type);
    if (element == 0)
        element = (gsize) application->octet_length;
    SQLLEN *octets = address(statement->apd, application->octet_length_ptr, row, sizeof(SQLLEN));
    SQLLEN *indicator = address(statement->apd, application->indicator, row, sizeof(SQLLEN));
    *out = (ShardBinding){.io_type = implementation->parameter_type,
                          .c_type = c_type == SQL_C_WCHAR ? SQL_C_CHAR : c_type,
                          .sql_type = narrow_type(implementation->concise_type),
                          .column_size = implementation->length,
                          .digits = implementation->scale,
                          .data = address(statement->apd, application->data, row, element),
                          .buffer_length = application->octet_length,
                          .indicator = octets};
    SQLLEN size =
        out->io_type == SQL_PARAM_OUTPUT ? SQL_NULL_DATA : read_indicator(indicator, octets);
    scratch->output = (ShardParamOutput){0};
    if (!shard_param_may_default(statement, size, error) ||
        !check_address(out, c_type, size, error))
        return FALSE;
    if (shard_is_at_execution(size))
        return use_pieces(scratch, out, c_type, error) &&
               shard_param_spell(statement, scratch, out, error);
    if (out->io_type != SQL_PARAM_INPUT) {
        const ShardOutputCall call = {c_type, size, octets, indicator};
        return shard_param_use_output(statement, scratch, &call, out, error);
    }
    if (c_type == SQL_C_WCHAR)
        return use_wide(scratch, out, size, error);
    /* Of a type of one size the length means nothing, but psqlodbc reads by it. */
    gboolean no_length = octets != NULL && shard_convert_c_size(c_type) != 0 &&
                         size != SQL_NULL_DATA && size != SQL_DEFAULT_PARAM;
    if (indicator != octets || no_length) {
        scratch->length = no_length ? (SQLLEN) element : size;
        out->indicator = &scratch->length;
    }
    return shard_param_spell(statement, scratch, out, error);
}

static gboolean
is_same(const ShardBinding *a, const ShardBinding *b)
{
    return a->io_type == b->io_type && a->c_type == b->c_type && a->sql_type == b->sql_type &&
           a->column_size == b->column_size && a->digits == b->digits && a->data == b->data &&
           a->buffer_length == b->buffer_length && a->indicator == b->indicator;
}

gboolean
shard_params_collect(ShardStmt *statement, guint n_markers, SQLULEN row, GError **error)
{
    ShardParams *self = &statement->params;

    grow(self, n_markers);
    for (guint i = n_markers; i < self->n; i++)
        self->scratch[i].output.pending = FALSE;
    for (guint i = 0; i < n_markers; i++) {
        ShardBinding binding;
        if (!fill_binding(statement, i + 1, row, &binding, error))
            return FALSE;
        binding.generation = self->bindings[i].generation;
        if (binding.generation == 0 || !is_same(&binding, &self->bindings[i])) {
            if (!shard_param_check_types(statement, &binding, error))
                return FALSE;
            binding.generation = ++self->generation;
        }
        self->bindings[i] = binding;
        if (!shard_convert_in(&binding, statement->arena, &self->values[i], error))
            return FALSE;
        if (shard_param_is_doubtful(statement, &binding, &self->values[i]))
            self->values[i] = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
    }
    return TRUE;
}

guint
shard_params_next_at_execution(ShardStmt *statement, guint n_markers, guint after, SQLULEN row)
{
    grow(&statement->params, n_markers);
    for (guint number = after + 1; number <= n_markers; number++) {
        const ShardDescRecord *record = shard_desc_find(statement->apd, number);
        const ShardDescRecord *implementation = shard_desc_find(&statement->ipd, number);
        if (record == NULL || implementation == NULL ||
            implementation->parameter_type == SQL_PARAM_OUTPUT)
            continue;
        SQLLEN *octets = address(statement->apd, record->octet_length_ptr, row, sizeof(SQLLEN));
        SQLLEN *indicator = address(statement->apd, record->indicator, row, sizeof(SQLLEN));
        if (shard_is_at_execution(read_indicator(indicator, octets)))
            return number;
    }
    return 0;
}

SQLPOINTER
shard_params_token(ShardStmt *statement, guint number, SQLULEN row)
{
    ShardDescRecord *record = shard_desc_find(statement->apd, number);
    ShardDescRecord *implementation = shard_desc_find(&statement->ipd, number);
    gsize element = shard_convert_c_size(resolve_c_type(record, implementation));

    if (element == 0)
        element = (gsize) record->octet_length;
    return address(statement->apd, record->data, row, element);
}

/* Bytes of one piece of a value that has no size of its own; -1: an error. */
static gssize
piece_size(SQLSMALLINT c_type, SQLPOINTER data, SQLLEN length)
{
    if (length == SQL_NTS && c_type == SQL_C_WCHAR)
        return (gssize) (shard_text_wide_length(data) * sizeof(SQLWCHAR));
    if (length == SQL_NTS && c_type == SQL_C_CHAR)
        return (gssize) strlen(data);
    return length < 0 ? -1 : (gssize) length;
}

SQLRETURN
shard_put_value_add(ShardPutValue *self, SQLSMALLINT c_type, SQLPOINTER data, SQLLEN length,
                    GError **error)
{
    gsize fixed = shard_convert_c_size(c_type);
    gboolean is_null = length == SQL_NULL_DATA;

    if (data == NULL && !is_null && (length != 0 || fixed != 0))
        return shard_stmt_fail(error, "HY009", "Invalid use of null pointer");
    if (self->is_null || (is_null && self->has_bytes))
        return shard_stmt_fail(error, "HY020", "Attempt to concatenate a null value");
    if (fixed != 0 && self->has_bytes)
        return shard_stmt_fail(error, "HY019", "Non-character and non-binary data sent in pieces");
    self->is_null = is_null;
    if (is_null)
        return SQL_SUCCESS;
    gssize size = fixed != 0 ? (gssize) fixed : piece_size(c_type, data, length);
    if (size < 0)
        return shard_stmt_fail(error, "HY090", "Invalid string or buffer length");
    self->has_bytes = TRUE;
    return shard_buffer_append(&self->bytes, data, (gsize) size, error) ? SQL_SUCCESS : SQL_ERROR;
}

void
shard_put_value_clear(ShardPutValue *self)
{
    shard_buffer_clear(&self->bytes);
    *self = (ShardPutValue){0};
}

SQLRETURN
shard_params_put(ShardStmt *statement, SQLPOINTER data, SQLLEN length, GError **error)
{
    ShardParams *self = &statement->params;
    const ShardDescRecord *record = shard_desc_find(statement->apd, self->asked);
    const ShardDescRecord *implementation = shard_desc_find(&statement->ipd, self->asked);

    if (record == NULL || implementation == NULL)
        return shard_stmt_fail(error, "HY010", "Function sequence error");
    return shard_put_value_add(&self->scratch[self->asked - 1].put,
                               resolve_c_type(record, implementation), data, length, error);
}
