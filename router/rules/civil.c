/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/civil.h"

#define DAY_SECONDS 86400
/* 1900-01-01. */
#define EARLIEST G_GINT64_CONSTANT(-2208988800)

static gint64
floor_div(gint64 a, gint64 b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Years start in March here, so that the leap day is the last of the year. */
gint64
shard_civil_days(gint64 year, guint month, guint day)
{
    gint64 y = month <= 2 ? year - 1 : year;
    gint64 era = floor_div(y, 400);
    gint64 year_of_era = y - era * 400;
    gint64 shifted = (month + 9) % 12;
    gint64 day_of_year = (153 * shifted + 2) / 5 + day - 1;
    gint64 day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

void
shard_civil_from_days(gint64 days, ShardTime *out_date)
{
    gint64 z = days + 719468;
    gint64 era = floor_div(z, 146097);
    gint64 doe = z - era * 146097;
    gint64 yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    gint64 doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    gint64 mp = (5 * doy + 2) / 153;

    out_date->day = (guint8) (doy - (153 * mp + 2) / 5 + 1);
    out_date->month = (guint8) (mp < 10 ? mp + 3 : mp - 9);
    out_date->year = (gint32) (yoe + era * 400 + (out_date->month <= 2 ? 1 : 0));
}

static gboolean
is_leap(gint64 year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

guint
shard_civil_month_length(gint64 year, guint month)
{
    static const guint8 lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : lengths[month - 1];
}

gint64
shard_civil_seconds(const ShardTime *time)
{
    return shard_civil_days(time->year, time->month, time->day) * DAY_SECONDS + time->hour * 3600 +
           time->minute * 60 + time->second;
}

void
shard_civil_from_seconds(gint64 seconds, ShardTime *out_time)
{
    gint64 days = floor_div(seconds, DAY_SECONDS);
    guint rest = (guint) (seconds - days * DAY_SECONDS);

    *out_time = (ShardTime){.hour = (guint8) (rest / 3600),
                            .minute = (guint8) (rest / 60 % 60),
                            .second = (guint8) (rest % 60)};
    shard_civil_from_days(days, out_time);
}

void
shard_civil_add_months(ShardTime *time, gint64 months)
{
    gint64 count = (gint64) time->year * 12 + time->month - 1 + months;

    time->year = (gint32) floor_div(count, 12);
    time->month = (guint8) (count - (gint64) time->year * 12 + 1);
    time->day = (guint8) MIN(time->day, shard_civil_month_length(time->year, time->month));
}

int
shard_civil_compare(const ShardTime *a, const ShardTime *b)
{
    gint64 left = shard_civil_seconds(a);
    gint64 right = shard_civil_seconds(b);

    if (left == right) {
        left = a->nanosecond;
        right = b->nanosecond;
    }
    return (left > right) - (left < right);
}

/* java.util.Date counts dates before the Gregorian reform in the Julian calendar. */
static gint64
legacy_days(const ShardTime *time)
{
    gint64 days = shard_civil_days(time->year, time->month, time->day);

    if (days >= -141427) /* 1582-10-15 */
        return days;
    gint64 y = (gint64) time->year + 4800 - (time->month <= 2 ? 1 : 0);
    gint64 m = (time->month + 9) % 12;
    return time->day + (153 * m + 2) / 5 + 365 * y + floor_div(y, 4) - 32083 - 2440588;
}

/* Java's tables begin with 1900 and take today's standard offset for what was before. */
static gint64
early_offset(GTimeZone *zone)
{
    static const gint64 moments[] = {1704067200, 1719792000}; /* January and July 2024 */
    gint64 offset = 0;

    for (guint i = 0; i < G_N_ELEMENTS(moments); i++) {
        gint interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, moments[i]);
        if (interval >= 0 && (i == 0 || !g_time_zone_is_dst(zone, interval)))
            offset = g_time_zone_get_offset(zone, interval);
        if (interval >= 0 && !g_time_zone_is_dst(zone, interval))
            break;
    }
    return offset;
}

/* Offset of the zone at a local time: the standard one where two fit or none does. */
static gint64
local_offset(gint64 local, GTimeZone *zone)
{
    if (local < EARLIEST)
        return early_offset(zone);
    gint interval = g_time_zone_find_interval(zone, G_TIME_TYPE_STANDARD, local);
    if (interval < 0)
        interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, local - 43200);
    gint64 offset = interval < 0 ? 0 : g_time_zone_get_offset(zone, interval);
    /* In a gap neither type fits; the instant just before has the standard offset. */
    gint before = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, local - offset);
    if (before >= 0 && g_time_zone_get_offset(zone, before) == offset)
        return offset;
    return interval < 0 ? 0 : offset;
}

gint64
shard_civil_epoch_ms(const ShardTime *time, GTimeZone *zone)
{
    gint64 local =
        legacy_days(time) * DAY_SECONDS + time->hour * 3600 + time->minute * 60 + time->second;
    return (local - local_offset(local, zone)) * 1000 + time->nanosecond / 1000000;
}

void
shard_civil_from_epoch_ms(gint64 ms, GTimeZone *zone, ShardTime *out_time)
{
    gint64 seconds = floor_div(ms, 1000);
    gint interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, seconds);

    shard_civil_from_seconds(seconds + g_time_zone_get_offset(zone, MAX(interval, 0)), out_time);
    out_time->nanosecond = (guint32) (ms - seconds * 1000) * 1000000;
}

/* A place in a text being read. */
typedef struct {
    const char *at, *end;
} Cursor;

static gboolean
read_number(Cursor *cursor, guint digits, guint max, guint *out)
{
    guint value = 0;

    if (cursor->end - cursor->at < (gssize) digits)
        return FALSE;
    for (guint i = 0; i < digits; i++) {
        if (!g_ascii_isdigit(cursor->at[i]))
            return FALSE;
        value = value * 10 + (guint) (cursor->at[i] - '0');
    }
    cursor->at += digits;
    *out = value;
    return value <= max;
}

static gboolean
accept(Cursor *cursor, char c)
{
    if (cursor->at == cursor->end || *cursor->at != c)
        return FALSE;
    cursor->at++;
    return TRUE;
}

static gboolean
read_date(Cursor *cursor, ShardTime *out)
{
    guint year, month, day;

    if (!read_number(cursor, 4, 9999, &year) || !accept(cursor, '-') ||
        !read_number(cursor, 2, 12, &month) || !accept(cursor, '-') ||
        !read_number(cursor, 2, 31, &day))
        return FALSE;
    if (year == 0 || month == 0 || day == 0 || day > shard_civil_month_length(year, month))
        return FALSE;
    out->year = (gint32) year;
    out->month = (guint8) month;
    out->day = (guint8) day;
    return TRUE;
}

static gboolean
read_fraction(Cursor *cursor, guint32 *out)
{
    guint32 value = 0;
    guint digits = 0;

    for (; cursor->at < cursor->end && g_ascii_isdigit(*cursor->at); cursor->at++, digits++) {
        if (digits >= 9 && *cursor->at != '0')
            return FALSE;
        if (digits < 9)
            value = value * 10 + (guint32) (*cursor->at - '0');
    }
    if (digits == 0)
        return FALSE;
    for (; digits < 9; digits++)
        value *= 10;
    *out = value;
    return TRUE;
}

static gboolean
read_clock(Cursor *cursor, ShardTime *out)
{
    guint hour, minute, second = 0;

    if (!read_number(cursor, 2, 23, &hour) || !accept(cursor, ':') ||
        !read_number(cursor, 2, 59, &minute))
        return FALSE;
    if (accept(cursor, ':')) {
        if (!read_number(cursor, 2, 59, &second))
            return FALSE;
        if (accept(cursor, '.') && !read_fraction(cursor, &out->nanosecond))
            return FALSE;
    }
    out->hour = (guint8) hour;
    out->minute = (guint8) minute;
    out->second = (guint8) second;
    return TRUE;
}

static gboolean
read_offset(Cursor *cursor, gint32 *out)
{
    guint hour, minute = 0;

    if (accept(cursor, 'Z') || accept(cursor, 'z')) {
        *out = 0;
        return TRUE;
    }
    gboolean west = cursor->at < cursor->end && *cursor->at == '-';
    if ((!accept(cursor, '+') && !accept(cursor, '-')) || !read_number(cursor, 2, 18, &hour))
        return FALSE;
    if ((accept(cursor, ':') || cursor->at < cursor->end) && !read_number(cursor, 2, 59, &minute))
        return FALSE;
    gint32 seconds = (gint32) (hour * 3600 + minute * 60);
    *out = west ? -seconds : seconds;
    return TRUE;
}

gboolean
shard_civil_parse(const char *text, gsize size, ShardTimeText *out)
{
    Cursor cursor = {text, text + size};
    ShardTimeText found = {.has_date = size >= 5 && text[4] == '-'};

    found.has_time = !found.has_date;
    if (found.has_date) {
        if (!read_date(&cursor, &found.time))
            return FALSE;
        found.has_time = cursor.at < cursor.end;
        if (found.has_time && !accept(&cursor, ' ') && !accept(&cursor, 'T'))
            return FALSE;
    }
    if (found.has_time && !read_clock(&cursor, &found.time))
        return FALSE;
    if (cursor.at < cursor.end) {
        found.has_offset = TRUE;
        if (!found.has_time || !read_offset(&cursor, &found.time.offset))
            return FALSE;
    }
    if (cursor.at < cursor.end)
        return FALSE;
    *out = found;
    return TRUE;
}
