/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The conversions that nearly all cells need: a value of the C type's own kind, whole, without a
 * warning.  Anything else is left to the table in convert.c.
 */
#include "driver/odbc/convert/convert.h"

#include <string.h>

/* -9223372036854775808 and a NUL */
#define LONGEST_INTEGER 21

/* Digits of an integer at the end of buffer, and a NUL; where they begin. */
static const char *
write_integer(gint64 number, char buffer[LONGEST_INTEGER])
{
    guint64 rest = number < 0 ? 0 - (guint64) number : (guint64) number;
    char *at = &buffer[LONGEST_INTEGER - 1];

    *at = '\0';
    do {
        *--at = (char) ('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--at = '-';
    return at;
}

static gboolean
give_text(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    char digits[LONGEST_INTEGER];
    const char *text = value->text.data;
    gsize size = value->text.size;

    if (value->kind == SHARD_VALUE_LONG) {
        text = write_integer(value->i, digits);
        size = (gsize) (digits + LONGEST_INTEGER - 1 - text);
    } else if (value->kind != SHARD_VALUE_STRING && value->kind != SHARD_VALUE_DECIMAL) {
        return FALSE;
    }
    if (room <= 0 || size >= (gsize) room)
        return FALSE;
    if (size > 0)
        memcpy(buffer, text, size);
    buffer[size] = '\0';
    *out_length = (SQLLEN) size;
    return TRUE;
}

/* Text of ASCII alone: a unit for each byte. */
static gboolean
give_wide(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    const char *text = value->text.data;
    gsize size = value->text.size;

    if (value->kind != SHARD_VALUE_STRING || room <= 0 || (size + 1) * 2 > (gsize) room)
        return FALSE;
    for (gsize i = 0; i < size; i++) {
        guint16 unit = (guchar) text[i];
        if (unit >= 0x80)
            return FALSE;
        memcpy(buffer + 2 * i, &unit, sizeof unit);
    }
    memset(buffer + 2 * size, 0, 2);
    *out_length = (SQLLEN) (2 * size);
    return TRUE;
}

static gboolean
give_short(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    gint16 number = (gint16) value->i;

    if (value->kind != SHARD_VALUE_LONG || number != value->i)
        return FALSE;
    memcpy(buffer, &number, sizeof number);
    *out_length = sizeof number;
    return TRUE;
}

static gboolean
give_long(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    gint32 number = (gint32) value->i;

    if (value->kind != SHARD_VALUE_LONG || number != value->i)
        return FALSE;
    memcpy(buffer, &number, sizeof number);
    *out_length = sizeof number;
    return TRUE;
}

static gboolean
give_bigint(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    if (value->kind != SHARD_VALUE_LONG)
        return FALSE;
    memcpy(buffer, &value->i, sizeof value->i);
    *out_length = sizeof value->i;
    return TRUE;
}

static gboolean
give_double(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    if (value->kind != SHARD_VALUE_DOUBLE)
        return FALSE;
    memcpy(buffer, &value->d, sizeof value->d);
    *out_length = sizeof value->d;
    return TRUE;
}

/* Month 0 may be MariaDB's zero date, or one that psqlodbc has no struct for. */
static gboolean
give_date(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    const ShardTime *time = &value->time;
    const SQL_DATE_STRUCT date = {(SQLSMALLINT) time->year, time->month, time->day};

    if (value->kind != SHARD_VALUE_DATE || time->month == 0)
        return FALSE;
    memcpy(buffer, &date, sizeof date);
    *out_length = sizeof date;
    return TRUE;
}

static gboolean
give_timestamp(const ShardValue *value, char *buffer, SQLLEN room, SQLLEN *out_length)
{
    const ShardTime *time = &value->time;
    const SQL_TIMESTAMP_STRUCT stamp = {
        (SQLSMALLINT) time->year, time->month, time->day, time->hour, time->minute, time->second,
        time->nanosecond};

    if (value->kind != SHARD_VALUE_TIMESTAMP || time->month == 0)
        return FALSE;
    memcpy(buffer, &stamp, sizeof stamp);
    *out_length = sizeof stamp;
    return TRUE;
}

static const struct {
    SQLSMALLINT c_type;
    ShardQuickConvert give;
} quick[] = {
    {SQL_C_CHAR, give_text},     {SQL_C_SLONG, give_long},
    {SQL_C_LONG, give_long},     {SQL_C_SBIGINT, give_bigint},
    {SQL_C_WCHAR, give_wide},    {SQL_C_TYPE_TIMESTAMP, give_timestamp},
    {SQL_C_DOUBLE, give_double}, {SQL_C_TYPE_DATE, give_date},
    {SQL_C_SSHORT, give_short},  {SQL_C_SHORT, give_short},
};

ShardQuickConvert
shard_convert_quick(SQLSMALLINT c_type, const ShardColumn *column)
{
    if (column != NULL && column->text_digits > 0)
        return NULL;
    for (guint i = 0; i < G_N_ELEMENTS(quick); i++)
        if (quick[i].c_type == c_type)
            return quick[i].give;
    return NULL;
}
