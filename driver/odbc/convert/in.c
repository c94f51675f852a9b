/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parameters as values, for routing.
 *
 * What counts is what the database will see: a number that is written as text but bound as
 * SQL_INTEGER is a number; text bound as text stays text, even if it looks like a number.  Of text
 * that can't be read as its SQL type nobody knows what a driver makes of it: it has no value.
 * Numbers whose text isn't the one that the number has itself are decimals, which stand for no
 * text.
 */
#include "driver/odbc/convert/private.h"

#include "driver/odbc/text.h"

#include <math.h>

typedef struct {
    const ShardBinding *binding;
    ShardArena *arena;
    const char *data;
    gsize size; /* bytes; of fixed types their own */
    GError **error;
} Input;

typedef gboolean (*Reader)(const Input *self, ShardValue *out_value);

static gboolean
fail(const Input *self, const char *sqlstate, const char *text)
{
    shard_error_set(self->error, SHARD_ERROR_FAILED, sqlstate, "%s", text);
    return FALSE;
}

/* [+-]digits, all of it. */
static gboolean
is_integer_text(const char *text, gsize size)
{
    gsize at = size > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;

    if (at == size)
        return FALSE;
    for (; at < size; at++)
        if (!g_ascii_isdigit(text[at]))
            return FALSE;
    return TRUE;
}

/* Is it what the number is written as? */
static gboolean
is_canonical(const char *text, gsize size)
{
    gsize at = size > 0 && text[0] == '-' ? 1 : 0;

    return text[0] != '+' && (text[at] != '0' || size == 1);
}

/* Digits that a number of that type keeps; G_MAXSIZE: all. */
static gsize
digits_kept(SQLSMALLINT sql_type)
{
    if (sql_type == SQL_REAL)
        return 6;
    return sql_type == SQL_FLOAT || sql_type == SQL_DOUBLE ? 15 : G_MAXSIZE;
}

static void
set_unknown(ShardValue *out_value)
{
    *out_value = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
}

/* A text of digits. */
static void
set_integer_text(const ShardValue *text, ShardValue *out_value)
{
    ShardWhole whole;
    ShardRead read = shard_convert_read_whole(text, &whole);

    *out_value = *text;
    out_value->kind = SHARD_VALUE_BIG_INTEGER;
    if (read == SHARD_READ_OK && whole.magnitude <= (guint64) G_MAXINT64 + (whole.negative ? 1 : 0))
        *out_value =
            shard_value_long((gint64) (whole.negative ? 0 - whole.magnitude : whole.magnitude));
}

/* text has no blanks around it; is_whole: the application's had none either. */
static void
set_number_text(const ShardValue *text, gboolean is_whole, ShardValue *out_value)
{
    const char *data = text->text.data;
    gsize size = text->text.size;
    double number;

    if (is_whole && is_integer_text(data, size) && is_canonical(data, size)) {
        set_integer_text(text, out_value);
        return;
    }
    set_unknown(out_value);
    if (shard_convert_read_double(text, &number) != SHARD_READ_OK || !isfinite(number))
        return;
    gsize sign = data[0] == '+' ? 1 : 0;
    *out_value = shard_value_decimal(data + sign, (gssize) (size - sign));
}

static void
set_time_text(const ShardValue *text, gboolean is_whole, ShardValue *out_value)
{
    ShardTime time;
    ShardValueKind kind;

    set_unknown(out_value);
    if (!shard_convert_read_time(text->text.data, text->text.size, &time, &kind))
        return;
    out_value->kind = kind;
    out_value->time = time;
}

static void
set_uuid_text(const ShardValue *text, gboolean is_whole, ShardValue *out_value)
{
    guint8 uuid[16];

    set_unknown(out_value);
    if (!shard_convert_read_uuid(text->text.data, text->text.size, uuid))
        return;
    out_value->kind = SHARD_VALUE_UUID;
    memcpy(out_value->uuid, uuid, sizeof uuid);
}

/* How text is read when it is bound as another SQL type. */
static const struct {
    SQLSMALLINT sql_type;
    void (*set)(const ShardValue *text, gboolean is_whole, ShardValue *out_value);
} text_readers[] = {
    {SQL_BIT, set_number_text},          {SQL_TINYINT, set_number_text},
    {SQL_SMALLINT, set_number_text},     {SQL_INTEGER, set_number_text},
    {SQL_BIGINT, set_number_text},       {SQL_DECIMAL, set_number_text},
    {SQL_NUMERIC, set_number_text},      {SQL_REAL, set_number_text},
    {SQL_FLOAT, set_number_text},        {SQL_DOUBLE, set_number_text},
    {SQL_TYPE_DATE, set_time_text},      {SQL_TYPE_TIME, set_time_text},
    {SQL_TYPE_TIMESTAMP, set_time_text}, {SQL_DATE, set_time_text},
    {SQL_TIME, set_time_text},           {SQL_TIMESTAMP, set_time_text},
    {SQL_GUID, set_uuid_text},
};

static gboolean
is_binary_type(SQLSMALLINT sql_type)
{
    return sql_type == SQL_BINARY || sql_type == SQL_VARBINARY || sql_type == SQL_LONGVARBINARY;
}

/* Text bound as a binary type is hexadecimal by the standard, raw by two of the brands' drivers. */
static gboolean
set_text(const Input *self, const char *text, gsize size, ShardValue *out_value)
{
    SQLSMALLINT sql_type = self->binding->sql_type;
    ShardValue raw = shard_value_string(text, (gssize) size);

    *out_value = raw;
    if (is_binary_type(sql_type)) {
        out_value->kind = SHARD_VALUE_UNKNOWN;
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(text_readers); i++) {
        if (text_readers[i].sql_type != sql_type)
            continue;
        while (raw.text.size > 0 && g_ascii_isspace(raw.text.data[raw.text.size - 1]))
            raw.text.size--;
        while (raw.text.size > 0 && g_ascii_isspace(raw.text.data[0])) {
            raw.text.data++;
            raw.text.size--;
        }
        if (raw.text.size > digits_kept(sql_type))
            set_unknown(out_value);
        else
            text_readers[i].set(&raw, raw.text.size == size, out_value);
        return TRUE;
    }
    return TRUE;
}

static gboolean
read_text(const Input *self, ShardValue *out_value)
{
    return set_text(self, self->data, self->size, out_value);
}

static gboolean
read_wide(const Input *self, ShardValue *out_value)
{
    gsize n_units = self->size / sizeof(SQLWCHAR);
    SQLWCHAR *aligned = shard_arena_memdup(self->arena, self->data, self->size);
    char *text = shard_arena_alloc(self->arena, n_units * 3 + 1);
    gssize size = shard_text_from_wide_into(aligned, n_units, text);

    if (size < 0)
        return fail(self, "22018", "half of a surrogate pair in a parameter's text");
    return set_text(self, text, (gsize) size, out_value);
}

static gboolean
read_bytes(const Input *self, ShardValue *out_value)
{
    *out_value = shard_value_string(self->data, (gssize) self->size);
    if (is_binary_type(self->binding->sql_type) ||
        !g_utf8_validate_len(self->data, self->size, NULL))
        out_value->kind = SHARD_VALUE_BYTES;
    return TRUE;
}

static gboolean
read_bit(const Input *self, ShardValue *out_value)
{
    *out_value = shard_value_long(self->data[0] != 0);
    out_value->kind = SHARD_VALUE_BOOLEAN;
    return TRUE;
}

/* Has the number no more digits than its SQL type keeps? */
static gboolean
keeps_digits(const Input *self, guint64 magnitude)
{
    static const guint64 limits[] = {1000000, 1000000000000000};
    gsize digits = digits_kept(self->binding->sql_type);

    return digits > 15 || magnitude < limits[digits == 15];
}

static gboolean
read_integer(const Input *self, ShardValue *out_value)
{
    const ShardCType *type = shard_c_type_find(self->binding->c_type);
    guint64 number = 0;
    guint unused = 64 - type->size * 8u;

    for (guint i = 0; i < type->size; i++) {
        gsize at = G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : type->size - 1u - i;
        number |= (guint64) (guint8) self->data[at] << (8 * i);
    }
    if (type->is_signed)
        number = (guint64) ((gint64) (number << unused) >> unused);
    if (type->is_signed)
        *out_value = shard_value_long((gint64) number);
    else if (number <= G_MAXINT64)
        *out_value = shard_value_long((gint64) number);
    else
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNSIGNED, .u = number};
    if (!keeps_digits(self, type->is_signed && (gint64) number < 0 ? 0 - number : number))
        set_unknown(out_value);
    return TRUE;
}

static gboolean
read_real(const Input *self, ShardValue *out_value)
{
    float small;

    if (self->size == sizeof small) {
        memcpy(&small, self->data, sizeof small);
        *out_value = (ShardValue){.kind = SHARD_VALUE_FLOAT, .d = (double) small};
        return TRUE;
    }
    *out_value = (ShardValue){.kind = SHARD_VALUE_DOUBLE};
    memcpy(&out_value->d, self->data, sizeof out_value->d);
    /* Half of its digits may get lost. */
    if (self->binding->sql_type == SQL_REAL && (double) (float) out_value->d != out_value->d)
        set_unknown(out_value);
    return TRUE;
}

/* Digits of the struct's 128-bit number, the point set in by its scale. */
static gboolean
read_numeric(const Input *self, ShardValue *out_value)
{
    SQL_NUMERIC_STRUCT number;
    unsigned __int128 digits = 0;
    char reversed[64];
    guint n_digits = 0;

    memcpy(&number, self->data, sizeof number);
    for (guint i = SQL_MAX_NUMERIC_LEN; i-- > 0;)
        digits = digits << 8 | number.val[i];
    gint scale = MAX((gint) number.scale, 0);
    while (digits != 0 || (gint) n_digits <= MIN(scale, 40)) {
        reversed[n_digits++] = (char) ('0' + (guint) (digits % 10));
        digits /= 10;
    }
    if (scale > 40)
        return fail(self, "22003", "the scale of a SQL_C_NUMERIC parameter is too large");
    char *text = shard_arena_alloc(self->arena, n_digits + 260);
    gsize size = 0;
    if (number.sign == 0)
        text[size++] = '-';
    while (n_digits > 0) {
        text[size++] = reversed[--n_digits];
        if ((gint) n_digits == scale && scale > 0)
            text[size++] = '.';
    }
    for (gint i = number.scale; i < 0; i++)
        text[size++] = '0';
    *out_value = shard_value_decimal(text, (gssize) size);
    return TRUE;
}

static gboolean
is_date_type(SQLSMALLINT sql_type)
{
    return sql_type == SQL_TYPE_DATE || sql_type == SQL_DATE;
}

static gboolean
is_timestamp_type(SQLSMALLINT sql_type)
{
    return sql_type == SQL_TYPE_TIMESTAMP || sql_type == SQL_TIMESTAMP;
}

static gboolean
read_date(const Input *self, ShardValue *out_value)
{
    SQL_DATE_STRUCT date;

    memcpy(&date, self->data, sizeof date);
    *out_value = (ShardValue){.kind = SHARD_VALUE_DATE};
    out_value->time.year = date.year;
    out_value->time.month = (guint8) date.month;
    out_value->time.day = (guint8) date.day;
    if (is_timestamp_type(self->binding->sql_type))
        out_value->kind = SHARD_VALUE_TIMESTAMP;
    return TRUE;
}

static gboolean
read_time(const Input *self, ShardValue *out_value)
{
    SQL_TIME_STRUCT clock;

    /* Bound as a timestamp it means today, whose date only the shard knows. */
    if (is_timestamp_type(self->binding->sql_type)) {
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
        return TRUE;
    }
    memcpy(&clock, self->data, sizeof clock);
    *out_value = (ShardValue){.kind = SHARD_VALUE_TIME};
    out_value->time.hour = (guint8) clock.hour;
    out_value->time.minute = (guint8) clock.minute;
    out_value->time.second = (guint8) clock.second;
    return TRUE;
}

static gboolean
read_timestamp(const Input *self, ShardValue *out_value)
{
    SQL_TIMESTAMP_STRUCT stamp;
    SQLSMALLINT sql_type = self->binding->sql_type;

    memcpy(&stamp, self->data, sizeof stamp);
    *out_value = (ShardValue){.kind = SHARD_VALUE_TIMESTAMP};
    out_value->time = (ShardTime){stamp.year,
                                  (guint8) stamp.month,
                                  (guint8) stamp.day,
                                  (guint8) stamp.hour,
                                  (guint8) stamp.minute,
                                  (guint8) stamp.second,
                                  stamp.fraction,
                                  0};
    if (is_date_type(sql_type))
        out_value->kind = SHARD_VALUE_DATE;
    else if (sql_type == SQL_TYPE_TIME || sql_type == SQL_TIME)
        out_value->kind = SHARD_VALUE_TIME;
    return TRUE;
}

static gboolean
read_guid(const Input *self, ShardValue *out_value)
{
    SQLGUID guid;

    memcpy(&guid, self->data, sizeof guid);
    *out_value = (ShardValue){.kind = SHARD_VALUE_UUID};
    guint32 first = (guint32) guid.Data1;
    for (guint i = 0; i < 4; i++)
        out_value->uuid[i] = (guint8) (first >> (24 - 8 * i));
    for (guint i = 0; i < 2; i++) {
        out_value->uuid[4 + i] = (guint8) (guid.Data2 >> (8 - 8 * i));
        out_value->uuid[6 + i] = (guint8) (guid.Data3 >> (8 - 8 * i));
    }
    memcpy(out_value->uuid + 8, guid.Data4, 8);
    return TRUE;
}

static gboolean
read_unknown(const Input *self, ShardValue *out_value)
{
    *out_value = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
    return TRUE;
}

static const Reader readers[SHARD_C_N_FAMILIES] = {
    [SHARD_C_TEXT] = read_text,       [SHARD_C_WIDE] = read_wide,
    [SHARD_C_BYTES] = read_bytes,     [SHARD_C_BIT] = read_bit,
    [SHARD_C_INTEGER] = read_integer, [SHARD_C_REAL] = read_real,
    [SHARD_C_NUMERIC] = read_numeric, [SHARD_C_DATE] = read_date,
    [SHARD_C_TIME] = read_time,       [SHARD_C_TIMESTAMP] = read_timestamp,
    [SHARD_C_GUID] = read_guid,       [SHARD_C_INTERVAL] = read_unknown,
};

static gsize
measure_string(const Input *self, ShardCFamily family)
{
    gsize size = 0;

    if (family != SHARD_C_WIDE)
        return strlen(self->data);
    while (self->data[size] != 0 || self->data[size + 1] != 0)
        size += 2;
    return size;
}

/* The value's bytes: the type's own, what the indicator says, or up to the NUL. */
static gboolean
measure(Input *self, const ShardCType *type)
{
    SQLLEN length = SQL_NTS;

    self->data = self->binding->data;
    if (self->binding->indicator != NULL)
        memcpy(&length, self->binding->indicator, sizeof length);
    if (self->data == NULL) {
        if (type->size > 0 || length != 0)
            return fail(self, "HY090", "a parameter has no buffer");
        self->data = "";
        return TRUE;
    }
    if (type->size > 0)
        self->size = type->size;
    else if (length >= 0)
        self->size = (gsize) length;
    else if (length == SQL_NTS)
        self->size = measure_string(self, type->family);
    else
        return fail(self, "HY090", "a parameter's length is negative");
    return TRUE;
}

/* Values that come later, or from the column's default. */
static gboolean
is_given_later(const ShardBinding *binding, SQLLEN length)
{
    return length == SQL_DATA_AT_EXEC || length <= SQL_LEN_DATA_AT_EXEC_OFFSET ||
           length == SQL_DEFAULT_PARAM || binding->io_type == SQL_PARAM_OUTPUT;
}

gboolean
shard_convert_in(const ShardBinding *binding, ShardArena *arena, ShardValue *out_value,
                 GError **error)
{
    ShardBinding resolved = *binding;
    Input self = {&resolved, arena, NULL, 0, error};
    SQLLEN length = 0;

    if (binding->indicator != NULL)
        memcpy(&length, binding->indicator, sizeof length);
    if (is_given_later(binding, length)) {
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
        return TRUE;
    }
    if (length == SQL_NULL_DATA) {
        *out_value = SHARD_VALUE_INIT_NULL;
        return TRUE;
    }
    if (binding->c_type == SQL_C_DEFAULT) {
        ShardColumn column = {.sql_type = binding->sql_type};
        resolved.c_type = shard_convert_default(&column, FALSE);
    }
    const ShardCType *type = shard_c_type_find(resolved.c_type);
    if (type == NULL)
        return fail(&self, "HY003", "unknown C type of a parameter");
    return measure(&self, type) && readers[type->family](&self, out_value);
}
