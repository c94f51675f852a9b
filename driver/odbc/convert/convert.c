/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/convert/private.h"

/* C types are small numbers around 0; the table is indexed by them. */
#define LOWEST (-32)
#define INDEX(c_type) ((c_type) -LOWEST)

static const ShardCType c_types[] = {
    [INDEX(SQL_C_CHAR)] = {SQL_C_CHAR, SHARD_C_TEXT, 0, FALSE},
    [INDEX(SQL_C_WCHAR)] = {SQL_C_WCHAR, SHARD_C_WIDE, 0, FALSE},
    [INDEX(SQL_C_BINARY)] = {SQL_C_BINARY, SHARD_C_BYTES, 0, FALSE},
    [INDEX(SQL_C_BIT)] = {SQL_C_BIT, SHARD_C_BIT, 1, FALSE},
    [INDEX(SQL_C_TINYINT)] = {SQL_C_TINYINT, SHARD_C_INTEGER, 1, TRUE},
    [INDEX(SQL_C_STINYINT)] = {SQL_C_STINYINT, SHARD_C_INTEGER, 1, TRUE},
    [INDEX(SQL_C_UTINYINT)] = {SQL_C_UTINYINT, SHARD_C_INTEGER, 1, FALSE},
    [INDEX(SQL_C_SHORT)] = {SQL_C_SHORT, SHARD_C_INTEGER, 2, TRUE},
    [INDEX(SQL_C_SSHORT)] = {SQL_C_SSHORT, SHARD_C_INTEGER, 2, TRUE},
    [INDEX(SQL_C_USHORT)] = {SQL_C_USHORT, SHARD_C_INTEGER, 2, FALSE},
    [INDEX(SQL_C_LONG)] = {SQL_C_LONG, SHARD_C_INTEGER, 4, TRUE},
    [INDEX(SQL_C_SLONG)] = {SQL_C_SLONG, SHARD_C_INTEGER, 4, TRUE},
    [INDEX(SQL_C_ULONG)] = {SQL_C_ULONG, SHARD_C_INTEGER, 4, FALSE},
    [INDEX(SQL_BIGINT)] = {SQL_BIGINT, SHARD_C_INTEGER, 8, TRUE},
    [INDEX(SQL_C_SBIGINT)] = {SQL_C_SBIGINT, SHARD_C_INTEGER, 8, TRUE},
    [INDEX(SQL_C_UBIGINT)] = {SQL_C_UBIGINT, SHARD_C_INTEGER, 8, FALSE},
    [INDEX(SQL_C_FLOAT)] = {SQL_C_FLOAT, SHARD_C_REAL, 4, TRUE},
    [INDEX(SQL_C_DOUBLE)] = {SQL_C_DOUBLE, SHARD_C_REAL, 8, TRUE},
    [INDEX(SQL_C_NUMERIC)] = {SQL_C_NUMERIC, SHARD_C_NUMERIC, sizeof(SQL_NUMERIC_STRUCT), TRUE},
    [INDEX(SQL_C_DATE)] = {SQL_C_DATE, SHARD_C_DATE, sizeof(SQL_DATE_STRUCT), FALSE},
    [INDEX(SQL_C_TYPE_DATE)] = {SQL_C_TYPE_DATE, SHARD_C_DATE, sizeof(SQL_DATE_STRUCT), FALSE},
    [INDEX(SQL_C_TIME)] = {SQL_C_TIME, SHARD_C_TIME, sizeof(SQL_TIME_STRUCT), FALSE},
    [INDEX(SQL_C_TYPE_TIME)] = {SQL_C_TYPE_TIME, SHARD_C_TIME, sizeof(SQL_TIME_STRUCT), FALSE},
    [INDEX(SQL_C_TIMESTAMP)] = {SQL_C_TIMESTAMP, SHARD_C_TIMESTAMP, sizeof(SQL_TIMESTAMP_STRUCT),
                                FALSE},
    [INDEX(SQL_C_TYPE_TIMESTAMP)] = {SQL_C_TYPE_TIMESTAMP, SHARD_C_TIMESTAMP,
                                     sizeof(SQL_TIMESTAMP_STRUCT), FALSE},
    [INDEX(SQL_C_GUID)] = {SQL_C_GUID, SHARD_C_GUID, sizeof(SQLGUID), FALSE},
    [INDEX(SQL_C_INTERVAL_YEAR)] = {SQL_C_INTERVAL_YEAR, SHARD_C_INTERVAL,
                                    sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_MONTH)] = {SQL_C_INTERVAL_MONTH, SHARD_C_INTERVAL,
                                     sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_DAY)] = {SQL_C_INTERVAL_DAY, SHARD_C_INTERVAL,
                                   sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_HOUR)] = {SQL_C_INTERVAL_HOUR, SHARD_C_INTERVAL,
                                    sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_MINUTE)] = {SQL_C_INTERVAL_MINUTE, SHARD_C_INTERVAL,
                                      sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_SECOND)] = {SQL_C_INTERVAL_SECOND, SHARD_C_INTERVAL,
                                      sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_YEAR_TO_MONTH)] = {SQL_C_INTERVAL_YEAR_TO_MONTH, SHARD_C_INTERVAL,
                                             sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_DAY_TO_HOUR)] = {SQL_C_INTERVAL_DAY_TO_HOUR, SHARD_C_INTERVAL,
                                           sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_DAY_TO_MINUTE)] = {SQL_C_INTERVAL_DAY_TO_MINUTE, SHARD_C_INTERVAL,
                                             sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_DAY_TO_SECOND)] = {SQL_C_INTERVAL_DAY_TO_SECOND, SHARD_C_INTERVAL,
                                             sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_HOUR_TO_MINUTE)] = {SQL_C_INTERVAL_HOUR_TO_MINUTE, SHARD_C_INTERVAL,
                                              sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_HOUR_TO_SECOND)] = {SQL_C_INTERVAL_HOUR_TO_SECOND, SHARD_C_INTERVAL,
                                              sizeof(SQL_INTERVAL_STRUCT), TRUE},
    [INDEX(SQL_C_INTERVAL_MINUTE_TO_SECOND)] = {SQL_C_INTERVAL_MINUTE_TO_SECOND, SHARD_C_INTERVAL,
                                                sizeof(SQL_INTERVAL_STRUCT), TRUE},
};

/* A row's cells, in the order of ShardCFamily. */
#define NEVER shard_convert_never
#define NUMBER_ROW(interval)                                                                       \
    {                                                                                              \
        shard_text_from_scalar, shard_wide_from_scalar, shard_bytes_from_scalar,                   \
            shard_bit_from_number, shard_integer_from_number, shard_real_from_number,              \
            shard_numeric_from_number, NEVER, NEVER, NEVER, NEVER, interval                        \
    }
#define TIME_ROW(date, time, timestamp)                                                            \
    {                                                                                              \
        shard_text_from_scalar, shard_wide_from_scalar, shard_bytes_from_scalar, NEVER, NEVER,     \
            NEVER, NEVER, date, time, timestamp, NEVER, NEVER                                      \
    }

static const ShardConverter converters[][SHARD_C_N_FAMILIES] = {
    [SHARD_VALUE_BOOLEAN] = NUMBER_ROW(NEVER),
    [SHARD_VALUE_INTEGER] = NUMBER_ROW(shard_interval_from_number),
    [SHARD_VALUE_LONG] = NUMBER_ROW(shard_interval_from_number),
    [SHARD_VALUE_UNSIGNED] = NUMBER_ROW(shard_interval_from_number),
    [SHARD_VALUE_BIG_INTEGER] = NUMBER_ROW(shard_interval_from_number),
    [SHARD_VALUE_DECIMAL] = NUMBER_ROW(shard_interval_from_number),
    [SHARD_VALUE_FLOAT] = NUMBER_ROW(NEVER),
    [SHARD_VALUE_DOUBLE] = NUMBER_ROW(NEVER),
    [SHARD_VALUE_STRING] = {shard_text_from_string, shard_wide_from_string, shard_bytes_from_string,
                            shard_bit_from_number, shard_integer_from_number,
                            shard_real_from_number, shard_numeric_from_number, shard_date_from_time,
                            shard_time_from_time, shard_timestamp_from_time, shard_guid_from_string,
                            shard_interval_from_string},
    [SHARD_VALUE_BYTES] = {shard_text_from_bytes, shard_wide_from_bytes, shard_bytes_from_string,
                           NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER},
    [SHARD_VALUE_DATE] = TIME_ROW(shard_date_from_time, NEVER, shard_timestamp_from_time),
    [SHARD_VALUE_TIME] = TIME_ROW(NEVER, shard_time_from_time, shard_timestamp_from_time),
    [SHARD_VALUE_TIMESTAMP] =
        TIME_ROW(shard_date_from_time, shard_time_from_time, shard_timestamp_from_time),
    [SHARD_VALUE_OFFSET_TIMESTAMP] =
        TIME_ROW(shard_date_from_time, shard_time_from_time, shard_timestamp_from_time),
    [SHARD_VALUE_UUID] = {shard_text_from_scalar, shard_wide_from_scalar, shard_bytes_from_scalar,
                          NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, shard_guid_from_uuid,
                          NEVER},
};

const ShardCType *
shard_c_type_find(SQLSMALLINT c_type)
{
    if (c_type < LOWEST || INDEX(c_type) >= (int) G_N_ELEMENTS(c_types))
        return NULL;
    const ShardCType *type = &c_types[INDEX(c_type)];
    return type->c_type == c_type && c_type != 0 ? type : NULL;
}

gsize
shard_convert_c_size(SQLSMALLINT c_type)
{
    const ShardCType *type = shard_c_type_find(c_type);
    return type != NULL ? type->size : 0;
}

gboolean
shard_convert_is_c_type(SQLSMALLINT c_type)
{
    return c_type == SQL_C_DEFAULT || shard_c_type_find(c_type) != NULL;
}

/* SQL type -> C type; what isn't here is read as text. */
static const struct {
    SQLSMALLINT sql_type, c_type, unsigned_c_type;
} defaults[] = {
    {SQL_BIT, SQL_C_BIT, SQL_C_BIT},
    {SQL_TINYINT, SQL_C_STINYINT, SQL_C_UTINYINT},
    {SQL_SMALLINT, SQL_C_SSHORT, SQL_C_USHORT},
    {SQL_INTEGER, SQL_C_SLONG, SQL_C_ULONG},
    {SQL_BIGINT, SQL_C_SBIGINT, SQL_C_UBIGINT},
    {SQL_REAL, SQL_C_FLOAT, SQL_C_FLOAT},
    {SQL_FLOAT, SQL_C_DOUBLE, SQL_C_DOUBLE},
    {SQL_DOUBLE, SQL_C_DOUBLE, SQL_C_DOUBLE},
    {SQL_BINARY, SQL_C_BINARY, SQL_C_BINARY},
    {SQL_VARBINARY, SQL_C_BINARY, SQL_C_BINARY},
    {SQL_LONGVARBINARY, SQL_C_BINARY, SQL_C_BINARY},
    {SQL_TYPE_DATE, SQL_C_TYPE_DATE, SQL_C_TYPE_DATE},
    {SQL_TYPE_TIME, SQL_C_TYPE_TIME, SQL_C_TYPE_TIME},
    {SQL_TYPE_TIMESTAMP, SQL_C_TYPE_TIMESTAMP, SQL_C_TYPE_TIMESTAMP},
    {SQL_DATE, SQL_C_DATE, SQL_C_DATE},
    {SQL_TIME, SQL_C_TIME, SQL_C_TIME},
    {SQL_TIMESTAMP, SQL_C_TIMESTAMP, SQL_C_TIMESTAMP},
    {SQL_GUID, SQL_C_GUID, SQL_C_GUID},
    {SQL_WCHAR, SQL_C_WCHAR, SQL_C_WCHAR},
    {SQL_WVARCHAR, SQL_C_WCHAR, SQL_C_WCHAR},
    {SQL_WLONGVARCHAR, SQL_C_WCHAR, SQL_C_WCHAR},
};

SQLSMALLINT
shard_convert_default(const ShardColumn *column, gboolean wide)
{
    SQLSMALLINT sql_type = column->sql_type;

    if (sql_type >= SQL_INTERVAL_YEAR && sql_type <= SQL_INTERVAL_MINUTE_TO_SECOND)
        return sql_type;
    for (gsize i = 0; i < G_N_ELEMENTS(defaults); i++)
        if (defaults[i].sql_type == sql_type)
            return column->is_unsigned ? defaults[i].unsigned_c_type : defaults[i].c_type;
    gboolean is_text =
        sql_type == SQL_CHAR || sql_type == SQL_VARCHAR || sql_type == SQL_LONGVARCHAR;
    return wide && is_text ? SQL_C_WCHAR : SQL_C_CHAR;
}

SQLRETURN
shard_convert_null(const ShardConversion *self)
{
    if (self->target->indicator == NULL)
        return shard_convert_fail(self, "22002", "NULL needs an indicator");
    SQLLEN null_data = SQL_NULL_DATA;
    memcpy(self->target->indicator, &null_data, sizeof null_data);
    if (self->pieces != NULL)
        self->pieces->finished = TRUE;
    return SQL_SUCCESS;
}

/* The usual cell, whole; FALSE: nothing was done. */
static gboolean
give_at_once(const ShardValue *value, const ShardColumn *column, const ShardTarget *target,
             ShardPieces *pieces)
{
    ShardQuickConvert give = shard_convert_quick(target->c_type, column);
    const ShardConversion self = {.value = value, .target = target};
    SQLLEN length;

    if (give == NULL || target->buffer == NULL ||
        (pieces != NULL && (pieces->started || pieces->offset != 0)) ||
        !give(value, target->buffer, target->buffer_length, &length))
        return FALSE;
    if (pieces != NULL)
        pieces->finished = TRUE;
    shard_emit_length(&self, (gsize) length);
    return TRUE;
}

/* PostgreSQL's money as its number: -$1,300.50 or ($1,300.50) is -1300.50. */
static void
plain_money(const ShardValue *value, GString *digits, ShardValue *out)
{
    for (gsize i = 0; i < value->text.size; i++) {
        char c = value->text.data[i];
        if (c == '(' || c == '-')
            g_string_append_c(digits, '-');
        else if (g_ascii_isdigit(c) || c == '.')
            g_string_append_c(digits, c);
    }
    *out = shard_value_string(digits->str, (gssize) digits->len);
    out->kind = SHARD_VALUE_DECIMAL;
}

static SQLRETURN
convert_value(const ShardConversion *self, const ShardCType *type)
{
    ShardValueKind kind = self->value->kind;

    if (kind >= G_N_ELEMENTS(converters) || converters[kind][type->family] == NULL)
        return shard_convert_never(self);
    return converters[kind][type->family](self);
}

static SQLRETURN
convert(const ShardConversion *self, const ShardCType *type)
{
    if (self->column == NULL || self->value->kind != SHARD_VALUE_STRING ||
        type->family <= SHARD_C_BYTES || !shard_column_is_money(self->column, self->dialect))
        return convert_value(self, type);
    g_autoptr(GString) digits = g_string_new(NULL);
    ShardValue number;
    ShardConversion plain = *self;
    plain_money(self->value, digits, &number);
    plain.value = &number;
    return convert_value(&plain, type);
}

SQLRETURN
shard_convert_out(const ShardValue *value, const ShardColumn *column, ShardDialect dialect,
                  const ShardTarget *target, ShardPieces *pieces, GError **error)
{
    if (pieces != NULL && pieces->finished)
        return SQL_NO_DATA;
    if (give_at_once(value, column, target, pieces))
        return SQL_SUCCESS;
    ShardTarget resolved = *target;
    ShardConversion self = {value, column, dialect, &resolved, pieces, error};

    if (resolved.c_type == SQL_C_DEFAULT)
        resolved.c_type = column != NULL ? shard_convert_default(column, FALSE) : SQL_C_CHAR;
    const ShardCType *type = shard_c_type_find(resolved.c_type);
    if (type == NULL)
        return shard_convert_fail(&self, "HY003", "unknown C type");
    if (value->kind == SHARD_VALUE_NULL)
        return shard_convert_null(&self);
    return convert(&self, type);
}

SQLRETURN
shard_convert_fail(const ShardConversion *self, const char *sqlstate, const char *text)
{
    const char *label = self->column != NULL ? self->column->label : NULL;

    if (label != NULL && label[0] != '\0')
        shard_error_set(self->error, SHARD_ERROR_FAILED, sqlstate, "column %s: %s", label, text);
    else
        shard_error_set(self->error, SHARD_ERROR_FAILED, sqlstate, "%s", text);
    return SQL_ERROR;
}

SQLRETURN
shard_convert_warn(const ShardConversion *self, const char *sqlstate, const char *text)
{
    shard_convert_fail(self, sqlstate, text);
    return SQL_SUCCESS_WITH_INFO;
}

SQLRETURN
shard_convert_never(const ShardConversion *self)
{
    return shard_convert_fail(self, "07006", "a value of this type can't be given as that C type");
}

SQLRETURN
shard_convert_no_literal(const ShardConversion *self)
{
    return shard_convert_fail(self, "22018", "the text is no value of the C type");
}

SQLRETURN
shard_convert_out_of_range(const ShardConversion *self)
{
    return shard_convert_fail(self, "22003", "the number is out of the C type's range");
}

SQLRETURN
shard_convert_truncated(const ShardConversion *self)
{
    return shard_convert_warn(self, "01004", "the data was truncated");
}

SQLRETURN
shard_convert_fraction_truncated(const ShardConversion *self)
{
    return shard_convert_warn(self, "01S07", "the fraction was truncated");
}

/* The application's indicators may lie at any address. */
static void
write_length(SQLLEN *where, SQLLEN length)
{
    if (where != NULL)
        memcpy(where, &length, sizeof length);
}

void
shard_emit_length(const ShardConversion *self, gsize length)
{
    const ShardTarget *target = self->target;

    if (target->indicator != target->octet_length)
        write_length(target->indicator, 0);
    write_length(target->octet_length, (SQLLEN) length);
}

SQLRETURN
shard_emit_fixed(const ShardConversion *self, const void *bytes, gsize size)
{
    if (self->target->buffer != NULL)
        memcpy(self->target->buffer, bytes, size);
    shard_emit_length(self, size);
    if (self->pieces != NULL)
        self->pieces->finished = TRUE;
    return SQL_SUCCESS;
}
