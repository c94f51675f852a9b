/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/cell.h"

#include "router/rules/civil.h"

#include <string.h>
#include <time.h>

typedef struct {
    SQLSMALLINT sql_type;
    ShardCellKind kind; /* PostgreSQL and unknown brands */
    ShardCellKind mysql_kind;
    ShardCellKind sqlite_kind;
} TypeRow;

/* psqlodbc makes today of a struct for an infinite date, so dates are text. */
static const TypeRow types[] = {
    {SQL_TINYINT, SHARD_CELL_INTEGER, SHARD_CELL_INTEGER, SHARD_CELL_NUMBER_TEXT},
    {SQL_SMALLINT, SHARD_CELL_INTEGER, SHARD_CELL_INTEGER, SHARD_CELL_NUMBER_TEXT},
    {SQL_INTEGER, SHARD_CELL_INTEGER, SHARD_CELL_INTEGER, SHARD_CELL_NUMBER_TEXT},
    {SQL_BIGINT, SHARD_CELL_INTEGER, SHARD_CELL_INTEGER, SHARD_CELL_NUMBER_TEXT},
    {SQL_REAL, SHARD_CELL_FLOAT, SHARD_CELL_FLOAT, SHARD_CELL_NUMBER_TEXT},
    {SQL_FLOAT, SHARD_CELL_DOUBLE, SHARD_CELL_DOUBLE, SHARD_CELL_NUMBER_TEXT},
    {SQL_DOUBLE, SHARD_CELL_DOUBLE, SHARD_CELL_DOUBLE, SHARD_CELL_NUMBER_TEXT},
    {SQL_NUMERIC, SHARD_CELL_DECIMAL_TEXT, SHARD_CELL_DECIMAL_TEXT, SHARD_CELL_NUMBER_TEXT},
    {SQL_DECIMAL, SHARD_CELL_DECIMAL_TEXT, SHARD_CELL_DECIMAL_TEXT, SHARD_CELL_NUMBER_TEXT},
    /* psqlodbc has bit(5) described as SQL_BIT, and its text is 10101. */
    {SQL_BIT, SHARD_CELL_TEXT, SHARD_CELL_BIT, SHARD_CELL_NUMBER_TEXT},
    {SQL_TYPE_DATE, SHARD_CELL_DATE_TEXT, SHARD_CELL_DATE_STRUCT, SHARD_CELL_TEXT},
    {SQL_DATE, SHARD_CELL_DATE_TEXT, SHARD_CELL_DATE_STRUCT, SHARD_CELL_TEXT},
    {SQL_TYPE_TIME, SHARD_CELL_TIME_TEXT, SHARD_CELL_TIME_TEXT, SHARD_CELL_TEXT},
    {SQL_TIME, SHARD_CELL_TIME_TEXT, SHARD_CELL_TIME_TEXT, SHARD_CELL_TEXT},
    {SQL_TYPE_TIMESTAMP, SHARD_CELL_CALENDAR_STRUCT, SHARD_CELL_TIMESTAMP_STRUCT, SHARD_CELL_TEXT},
    {SQL_TIMESTAMP, SHARD_CELL_CALENDAR_STRUCT, SHARD_CELL_TIMESTAMP_STRUCT, SHARD_CELL_TEXT},
    {SQL_GUID, SHARD_CELL_UUID_TEXT, SHARD_CELL_TEXT, SHARD_CELL_TEXT},
    {SQL_BINARY, SHARD_CELL_BYTES, SHARD_CELL_BYTES, SHARD_CELL_BLOB_TEXT},
    {SQL_VARBINARY, SHARD_CELL_BYTES, SHARD_CELL_BYTES, SHARD_CELL_BLOB_TEXT},
    {SQL_LONGVARBINARY, SHARD_CELL_BYTES, SHARD_CELL_BYTES, SHARD_CELL_BLOB_TEXT},
};

ShardCellKind
shard_cell_kind(const ShardColumn *column, ShardDialect dialect)
{
    if (shard_column_is_money(column, dialect))
        return SHARD_CELL_TEXT;
    for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
        if (types[i].sql_type != column->sql_type)
            continue;
        if (dialect == SHARD_DIALECT_SQLITE)
            return types[i].sqlite_kind;
        if (dialect != SHARD_DIALECT_MYSQL)
            return types[i].kind;
        if (column->sql_type == SQL_BIGINT && column->is_unsigned)
            return SHARD_CELL_UNSIGNED;
        return types[i].mysql_kind;
    }
    return SHARD_CELL_TEXT;
}

/* Digits at *text into *out, exactly or at most n of them; moves *text. */
static gboolean
read_digits(const char **text, const char *end, guint n, guint32 *out)
{
    guint32 value = 0;

    for (guint i = 0; i < n; i++, (*text)++) {
        if (*text >= end || !g_ascii_isdigit(**text))
            return FALSE;
        value = value * 10 + (guint32) (**text - '0');
    }
    *out = value;
    return TRUE;
}

static gboolean
read_char(const char **text, const char *end, char wanted)
{
    if (*text >= end || **text != wanted)
        return FALSE;
    (*text)++;
    return TRUE;
}

static gboolean
read_date(const char **text, const char *end, ShardTime *out)
{
    guint32 year, month, day;

    if (!read_digits(text, end, 4, &year) || !read_char(text, end, '-') ||
        !read_digits(text, end, 2, &month) || !read_char(text, end, '-') ||
        !read_digits(text, end, 2, &day))
        return FALSE;
    out->year = (gint32) year;
    out->month = (guint8) month;
    out->day = (guint8) day;
    return TRUE;
}

static gboolean
read_time(const char **text, const char *end, ShardTime *out)
{
    guint32 hour, minute, second, digit;
    guint32 unit = 100000000;

    if (!read_digits(text, end, 2, &hour) || !read_char(text, end, ':') ||
        !read_digits(text, end, 2, &minute) || !read_char(text, end, ':') ||
        !read_digits(text, end, 2, &second))
        return FALSE;
    out->hour = (guint8) hour;
    out->minute = (guint8) minute;
    out->second = (guint8) second;
    if (!read_char(text, end, '.'))
        return TRUE;
    for (; *text < end && unit > 0; unit /= 10) {
        if (!read_digits(text, end, 1, &digit))
            return FALSE;
        out->nanosecond += digit * unit;
    }
    return TRUE;
}

static gboolean
read_text(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_STRING;
    out->text.data = data;
    out->text.size = size;
    return TRUE;
}

static gboolean
read_bytes(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_BYTES;
    out->text.data = data;
    out->text.size = size;
    return TRUE;
}

/* The brand's plain spelling becomes that kind; whatever else it writes stays text. */
static gboolean
read_time_text(ShardValueKind kind, char *data, gsize size, ShardValue *out)
{
    ShardTime time = {0};
    const char *text = data;
    const char *end = data + size;
    gboolean ok = TRUE;

    if (kind != SHARD_VALUE_TIME)
        ok = read_date(&text, end, &time);
    if (ok && kind == SHARD_VALUE_TIMESTAMP)
        ok = read_char(&text, end, ' ');
    if (ok && kind != SHARD_VALUE_DATE)
        ok = read_time(&text, end, &time);
    if (!ok || text != end)
        return read_text(data, size, out);
    *out = (ShardValue){.kind = kind, .time = time};
    return TRUE;
}

static gboolean
read_date_text(char *data, gsize size, ShardValue *out)
{
    return read_time_text(SHARD_VALUE_DATE, data, size, out);
}

static gboolean
read_clock_text(char *data, gsize size, ShardValue *out)
{
    return read_time_text(SHARD_VALUE_TIME, data, size, out);
}

static gboolean
read_timestamp_text(char *data, gsize size, ShardValue *out)
{
    return read_time_text(SHARD_VALUE_TIMESTAMP, data, size, out);
}

/* psqlodbc gives the ends of the calendar for 'infinity' and '-infinity'. */
static gboolean
is_suspect_year(gint32 year)
{
    return year >= 9999 || year <= -4713;
}

static gboolean
read_timestamp_struct(char *data, gsize size, ShardValue *out)
{
    SQL_TIMESTAMP_STRUCT stamp;

    memcpy(&stamp, data, sizeof stamp);
    *out = (ShardValue){.kind = SHARD_VALUE_TIMESTAMP,
                        .time = {.year = stamp.year,
                                 .month = (guint8) stamp.month,
                                 .day = (guint8) stamp.day,
                                 .hour = (guint8) stamp.hour,
                                 .minute = (guint8) stamp.minute,
                                 .second = (guint8) stamp.second,
                                 .nanosecond = (guint32) stamp.fraction}};
    return TRUE;
}

/* psqlodbc gives the beginning of today for years beyond 9999, whatever the zone says that is. */
static gboolean
is_suspect_day(const ShardTime *day)
{
    if (day->hour != 0 || day->minute != 0 || day->second != 0 || day->nanosecond != 0)
        return FALSE;
    gint64 days = shard_civil_days(day->year, day->month, day->day);
    gint64 today = (gint64) time(NULL) / 86400;
    return ABS(days - today) <= 1;
}

static gboolean
read_calendar_struct(char *data, gsize size, ShardValue *out)
{
    return read_timestamp_struct(data, size, out) && !is_suspect_year(out->time.year) &&
           !is_suspect_day(&out->time);
}

static gboolean
read_date_struct(char *data, gsize size, ShardValue *out)
{
    SQL_DATE_STRUCT date;

    memcpy(&date, data, sizeof date);
    *out = (ShardValue){
        .kind = SHARD_VALUE_DATE,
        .time = {.year = date.year, .month = (guint8) date.month, .day = (guint8) date.day}};
    return TRUE;
}

/* psqlodbc puts the process's decimal point into numbers; SQL has only one. */
static gboolean
read_decimal(char *data, gsize size, ShardValue *out)
{
    gsize signs = size > 0 && (data[0] == '-' || data[0] == '+');
    gsize points = 0, others = 0;

    for (gsize i = signs; i < size; i++) {
        if ((guint) (data[i] - '0') <= 9)
            continue;
        if (data[i] == ',')
            data[i] = '.';
        if (data[i] == '.')
            points++;
        else
            others++;
    }
    read_text(data, size, out);
    if (points <= 1 && others == 0 && size > signs + points)
        out->kind = SHARD_VALUE_DECIMAL;
    return TRUE;
}

/* Only what an integer prints as; "007" or "1e3" stay the text that the driver gave. */
static gboolean
read_number(char *data, gsize size, ShardValue *out)
{
    gsize first = size > 0 && data[0] == '-';
    guint64 value = 0;

    read_text(data, size, out);
    if (size == first || size > 20 || (data[first] == '0' && size > 1))
        return TRUE;
    for (gsize i = first; i < size; i++) {
        guint digit = (guint) (data[i] - '0');
        if (digit > 9 || (i >= 18 && value > (G_MAXUINT64 - digit) / 10))
            return TRUE;
        value = value * 10 + digit;
    }
    if (first == 0 && value <= G_MAXINT64)
        *out = shard_value_long((gint64) value);
    else if (first == 1 && value <= (guint64) G_MAXINT64 + 1)
        *out = shard_value_long((gint64) (0 - value));
    return TRUE;
}

static gboolean
read_uuid(char *data, gsize size, ShardValue *out)
{
    guint n = 0;
    ShardValue uuid = {.kind = SHARD_VALUE_UUID};

    read_text(data, size, out);
    for (gsize i = 0; i < size; i++) {
        gint digit = g_ascii_xdigit_value(data[i]);
        if (digit < 0 && data[i] == '-')
            continue;
        if (digit < 0 || n >= 32)
            return TRUE;
        uuid.uuid[n / 2] = (guint8) (uuid.uuid[n / 2] << 4 | digit);
        n++;
    }
    if (n == 32)
        *out = uuid;
    return TRUE;
}

static gboolean
read_integer(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_LONG;
    memcpy(&out->i, data, sizeof out->i);
    return TRUE;
}

static gboolean
read_unsigned(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_UNSIGNED;
    memcpy(&out->u, data, sizeof out->u);
    return TRUE;
}

static gboolean
read_float(char *data, gsize size, ShardValue *out)
{
    float real;

    memcpy(&real, data, sizeof real);
    out->kind = SHARD_VALUE_FLOAT;
    out->d = (double) real;
    return TRUE;
}

static gboolean
read_double(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_DOUBLE;
    memcpy(&out->d, data, sizeof out->d);
    return TRUE;
}

static gboolean
read_bit(char *data, gsize size, ShardValue *out)
{
    out->kind = SHARD_VALUE_BOOLEAN;
    out->i = *data != 0;
    return TRUE;
}

/* A column that is declared BLOB may hold text and numbers, too, which as bytes would look the
 * same. */
static gboolean
read_blob_text(char *data, gsize size, ShardValue *out)
{
    gsize n = 0;

    read_text(data, size, out);
    if (size < 3 || size % 2 == 0 || data[0] != 'X' || data[1] != '\'' || data[size - 1] != '\'')
        return TRUE;
    for (gsize i = 2; i + 2 < size; i++) {
        if (!g_ascii_isxdigit(data[i]))
            return TRUE;
    }
    for (gsize i = 2; i + 2 < size; i += 2)
        data[n++] = (char) (g_ascii_xdigit_value(data[i]) * 16 + g_ascii_xdigit_value(data[i + 1]));
    return read_bytes(data, n, out);
}

/* How a kind is fetched, and what its cells are. */
static const struct {
    SQLSMALLINT c_type;
    ShardCellReader read;
} kinds[] = {
    [SHARD_CELL_INTEGER] = {SQL_C_SBIGINT, read_integer},
    [SHARD_CELL_UNSIGNED] = {SQL_C_UBIGINT, read_unsigned},
    [SHARD_CELL_FLOAT] = {SQL_C_FLOAT, read_float},
    [SHARD_CELL_DOUBLE] = {SQL_C_DOUBLE, read_double},
    /* MariaDB's driver sets no indicator for SQL_C_BIT. */
    [SHARD_CELL_BIT] = {SQL_C_UTINYINT, read_bit},
    [SHARD_CELL_CALENDAR_STRUCT] = {SQL_C_TYPE_TIMESTAMP, read_calendar_struct},
    [SHARD_CELL_TIMESTAMP_STRUCT] = {SQL_C_TYPE_TIMESTAMP, read_timestamp_struct},
    [SHARD_CELL_DATE_STRUCT] = {SQL_C_TYPE_DATE, read_date_struct},
    [SHARD_CELL_DATE_TEXT] = {SQL_C_CHAR, read_date_text},
    [SHARD_CELL_TIME_TEXT] = {SQL_C_CHAR, read_clock_text},
    [SHARD_CELL_TIMESTAMP_TEXT] = {SQL_C_CHAR, read_timestamp_text},
    [SHARD_CELL_DECIMAL_TEXT] = {SQL_C_CHAR, read_decimal},
    [SHARD_CELL_UUID_TEXT] = {SQL_C_CHAR, read_uuid},
    [SHARD_CELL_NUMBER_TEXT] = {SQL_C_CHAR, read_number},
    [SHARD_CELL_TEXT] = {SQL_C_CHAR, read_text},
    [SHARD_CELL_BYTES] = {SQL_C_BINARY, read_bytes},
    [SHARD_CELL_BLOB_TEXT] = {SQL_C_CHAR, read_blob_text},
};

ShardCellReader
shard_cell_reader(ShardCellKind kind)
{
    return kinds[kind].read;
}

SQLSMALLINT
shard_cell_c_type(ShardCellKind kind)
{
    return kinds[kind].c_type;
}

gboolean
shard_cell_is_variable(ShardCellKind kind)
{
    return kinds[kind].c_type == SQL_C_CHAR || kinds[kind].c_type == SQL_C_BINARY;
}

ShardCellKind
shard_cell_text_kind(ShardCellKind kind)
{
    if (kind == SHARD_CELL_DATE_STRUCT)
        return SHARD_CELL_DATE_TEXT;
    return shard_cell_is_variable(kind) ? SHARD_CELL_TEXT : SHARD_CELL_TIMESTAMP_TEXT;
}

void
shard_cell_mark(char *buffer, gsize size)
{
    if (size > 0)
        memset(buffer, 0xff, size);
}

/* Both structs begin with year, month and day. */
gboolean
shard_cell_is_certainly_null(ShardCellKind kind, const char *buffer)
{
    static const char zero[sizeof(SQL_DATE_STRUCT)];

    return (kind != SHARD_CELL_TIMESTAMP_STRUCT && kind != SHARD_CELL_DATE_STRUCT) ||
           memcmp(buffer, zero, sizeof zero) != 0;
}

gsize
shard_cell_buffer_size(ShardCellKind kind, const ShardColumn *column)
{
    /* Declared sizes are characters, of up to four bytes, and caps rather than limits. */
    gsize declared = (gsize) MIN(column->size, (guint64) 512) * 4 + 1;

    if (!shard_cell_is_variable(kind))
        return sizeof(SQL_TIMESTAMP_STRUCT);
    return CLAMP(declared, 72, 1024);
}
