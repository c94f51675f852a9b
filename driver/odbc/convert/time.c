/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as dates, times and timestamps.
 */
#include "driver/odbc/convert/private.h"

#include <time.h>

/* Where reading of a text stands. */
typedef struct {
    const char *at, *end;
} Reader;

static gboolean
read_number(Reader *reader, guint min_digits, guint max_digits, guint *out_number)
{
    guint n_digits = 0;
    guint number = 0;

    while (reader->at < reader->end && n_digits < max_digits && g_ascii_isdigit(*reader->at)) {
        number = number * 10 + (guint) (*reader->at++ - '0');
        n_digits++;
    }
    *out_number = number;
    return n_digits >= min_digits;
}

static gboolean
read_char(Reader *reader, const char *any_of)
{
    if (reader->at == reader->end || *reader->at == '\0' || strchr(any_of, *reader->at) == NULL)
        return FALSE;
    reader->at++;
    return TRUE;
}

/* Days of a month; a month of 0 stands for MariaDB's zero dates. */
static guint
count_days(guint year, guint month)
{
    static const guint8 days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    gboolean leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return month == 2 && !leap ? 28 : days[month];
}

static gboolean
read_date(Reader *reader, ShardTime *out_time)
{
    guint year, month, day;

    if (!read_number(reader, 4, 5, &year) || !read_char(reader, "-/") ||
        !read_number(reader, 1, 2, &month) || !read_char(reader, "-/") ||
        !read_number(reader, 1, 2, &day))
        return FALSE;
    if (year > G_MAXINT16 || month > 12 || day > count_days(year, month))
        return FALSE;
    out_time->year = (gint32) year;
    out_time->month = (guint8) month;
    out_time->day = (guint8) day;
    return TRUE;
}

static void
read_fraction(Reader *reader, ShardTime *out_time)
{
    guint32 unit = 100000000;

    if (!read_char(reader, "."))
        return;
    while (reader->at < reader->end && g_ascii_isdigit(*reader->at)) {
        out_time->nanosecond += unit * (guint32) (*reader->at++ - '0');
        unit /= 10;
    }
}

static gboolean
read_clock(Reader *reader, ShardTime *out_time)
{
    guint hour, minute;
    guint second = 0;

    if (!read_number(reader, 1, 2, &hour) || !read_char(reader, ":") ||
        !read_number(reader, 2, 2, &minute))
        return FALSE;
    if (read_char(reader, ":") && !read_number(reader, 2, 2, &second))
        return FALSE;
    if (hour > 23 || minute > 59 || second > 61)
        return FALSE;
    out_time->hour = (guint8) hour;
    out_time->minute = (guint8) minute;
    out_time->second = (guint8) second;
    read_fraction(reader, out_time);
    return TRUE;
}

/* A zone behind the time (Z, +02, -03:30) is passed over: ODBC's structs have none. */
static void
skip_zone(Reader *reader)
{
    guint number;

    if (read_char(reader, "Zz") || !read_char(reader, "+-"))
        return;
    read_number(reader, 1, 2, &number);
    while (read_char(reader, ":"))
        read_number(reader, 2, 2, &number);
}

gboolean
shard_convert_read_time(const char *text, gsize size, ShardTime *out_time, ShardValueKind *out_kind)
{
    ShardTime time = {0};

    while (size > 0 && g_ascii_isspace(text[size - 1]))
        size--;
    while (size > 0 && g_ascii_isspace(*text)) {
        text++;
        size--;
    }
    Reader reader = {text, text + size};
    gboolean has_date = read_date(&reader, &time);
    if (!has_date) {
        time = (ShardTime){0};
        reader.at = text;
    }
    gboolean has_clock = FALSE;
    if (!has_date || read_char(&reader, " Tt")) {
        has_clock = read_clock(&reader, &time);
        if (!has_clock)
            return FALSE;
        skip_zone(&reader);
    }
    if (reader.at != reader.end)
        return FALSE;
    *out_time = time;
    *out_kind = !has_clock  ? SHARD_VALUE_DATE
                : !has_date ? SHARD_VALUE_TIME
                            : SHARD_VALUE_TIMESTAMP;
    return TRUE;
}

static gboolean
get_time(const ShardConversion *self, ShardTime *out_time, ShardValueKind *out_kind)
{
    const char *text = self->value->text.data;
    gsize size = self->value->text.size;

    /* PostgreSQL's minus infinity, "9999-01-01 00:00:00 BC" with its driver. */
    if (self->value->kind == SHARD_VALUE_STRING && size > 3 &&
        self->dialect == SHARD_DIALECT_POSTGRESQL && memcmp(text + size - 3, " BC", 3) == 0) {
        gboolean read = shard_convert_read_time(text, size - 3, out_time, out_kind);
        out_time->year = -out_time->year;
        return read;
    }
    if (self->value->kind == SHARD_VALUE_STRING)
        return shard_convert_read_time(text, size, out_time, out_kind);
    *out_time = self->value->time;
    *out_kind = self->value->kind;
    return TRUE;
}

/* 0000-00-00 is no date of ODBC: MariaDB's driver gives NULL for it, SQLite's for any month or day
 * of 0. */
static gboolean
is_zero_date(const ShardConversion *self, const ShardTime *time, ShardValueKind kind)
{
    if (kind == SHARD_VALUE_TIME)
        return FALSE;
    if (self->dialect == SHARD_DIALECT_SQLITE)
        return time->month == 0 || time->day == 0;
    return self->dialect == SHARD_DIALECT_MYSQL && time->year == 0 && time->month == 0 &&
           time->day == 0;
}

/* ---- what SQLite's driver makes of texts ---- */

/* Anything may stand in a column that was declared a date: for numbers, empty texts and words its
 * driver gives NULL.  (14 digits are a date and a time there.) */
static gboolean
is_no_time(const ShardConversion *self)
{
    const char *text = self->value->text.data;
    gsize size = self->value->text.size;
    gsize first = 0, digits = 0, others = 0;

    if (self->dialect != SHARD_DIALECT_SQLITE || self->value->kind != SHARD_VALUE_STRING)
        return FALSE;
    while (first < size && g_ascii_isdigit(text[first]))
        first++;
    for (gsize i = 0; i < size; i++) {
        digits += g_ascii_isdigit(text[i]);
        others += !g_ascii_isdigit(text[i]) && !(text[i] == '.' && i == first);
    }
    return digits == 0 || (others == 0 && first > 0 && first < 14);
}

/* A text that is no time: an error, or what SQLite's driver gives. */
static SQLRETURN
refuse_text(const ShardConversion *self)
{
    return is_no_time(self) ? shard_convert_null(self) : shard_convert_no_literal(self);
}

/* Its driver takes a zone that is written +hh:mm behind a fraction off the time, and no other. */
static void
take_zone_off(const ShardConversion *self, ShardTime *time)
{
    const char *text = self->value->text.data;
    gsize size = self->value->text.size;

    if (self->dialect != SHARD_DIALECT_SQLITE || self->value->kind != SHARD_VALUE_STRING ||
        size < 7)
        return;
    const char *zone = text + size - 6;
    const char *dot = memchr(text, '.', size);
    if ((zone[0] != '+' && zone[0] != '-') || zone[3] != ':' || dot == NULL || dot > zone)
        return;
    gint hours = (zone[1] - '0') * 10 + zone[2] - '0';
    gint minutes = hours * 60 + (zone[4] - '0') * 10 + zone[5] - '0';
    g_autoptr(GDateTime) local = g_date_time_new_utc(time->year, time->month, time->day, time->hour,
                                                     time->minute, time->second);
    if (local == NULL)
        return;
    g_autoptr(GDateTime) utc = g_date_time_add_minutes(local, zone[0] == '+' ? -minutes : minutes);
    time->year = g_date_time_get_year(utc);
    time->month = (guint8) g_date_time_get_month(utc);
    time->day = (guint8) g_date_time_get_day_of_month(utc);
    time->hour = (guint8) g_date_time_get_hour(utc);
    time->minute = (guint8) g_date_time_get_minute(utc);
}

static gboolean
has_clock_part(const ShardTime *time)
{
    return time->hour != 0 || time->minute != 0 || time->second != 0 || time->nanosecond != 0;
}

static void
set_today(ShardTime *time)
{
    time_t now = g_get_real_time() / G_USEC_PER_SEC;
    struct tm today;

    if (localtime_r(&now, &today) == NULL)
        return;
    time->year = today.tm_year + 1900;
    time->month = (guint8) (today.tm_mon + 1);
    time->day = (guint8) today.tm_mday;
}

/* psqlodbc's texts of infinite dates and of years beyond 9999 have parts that are 0: those of today
 * stand for them. */
static void
fill_from_today(const ShardConversion *self, ShardTime *time)
{
    ShardTime today = *time;

    if (self->dialect != SHARD_DIALECT_POSTGRESQL || time->month != 0)
        return;
    set_today(&today);
    time->year = time->year != 0 ? time->year : today.year;
    time->month = today.month;
    time->day = time->day != 0 ? time->day : today.day;
}

SQLRETURN
shard_date_from_time(const ShardConversion *self)
{
    ShardTime time;
    ShardValueKind kind;

    if (!get_time(self, &time, &kind) || kind == SHARD_VALUE_TIME)
        return refuse_text(self);
    if (is_zero_date(self, &time, kind))
        return shard_convert_null(self);
    fill_from_today(self, &time);
    SQL_DATE_STRUCT date = {(SQLSMALLINT) time.year, time.month, time.day};
    SQLRETURN rc = shard_emit_fixed(self, &date, sizeof date);
    return has_clock_part(&time) ? shard_convert_fraction_truncated(self) : rc;
}

SQLRETURN
shard_time_from_time(const ShardConversion *self)
{
    ShardTime time;
    ShardValueKind kind;

    if (!get_time(self, &time, &kind) || kind == SHARD_VALUE_DATE)
        return refuse_text(self);
    SQL_TIME_STRUCT clock = {time.hour, time.minute, time.second};
    SQLRETURN rc = shard_emit_fixed(self, &clock, sizeof clock);
    return time.nanosecond != 0 ? shard_convert_fraction_truncated(self) : rc;
}

/* A time alone gets the day of today and no fraction, as the standard says; psqlodbc leaves the
 * fraction, and that is how some programs read it. */
SQLRETURN
shard_timestamp_from_time(const ShardConversion *self)
{
    ShardTime time;
    ShardValueKind kind;

    if (!get_time(self, &time, &kind))
        return refuse_text(self);
    if (is_zero_date(self, &time, kind))
        return shard_convert_null(self);
    gboolean cut = kind == SHARD_VALUE_TIME && time.nanosecond != 0 &&
                   self->dialect != SHARD_DIALECT_POSTGRESQL;
    if (kind == SHARD_VALUE_TIMESTAMP)
        take_zone_off(self, &time);
    if (kind == SHARD_VALUE_TIME)
        set_today(&time);
    else
        fill_from_today(self, &time);
    if (cut)
        time.nanosecond = 0;
    SQL_TIMESTAMP_STRUCT stamp = {
        (SQLSMALLINT) time.year, time.month, time.day, time.hour, time.minute, time.second,
        time.nanosecond};
    SQLRETURN rc = shard_emit_fixed(self, &stamp, sizeof stamp);
    return cut ? shard_convert_fraction_truncated(self) : rc;
}
