/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/compare/time.h"

#include "driver/merge/compare/number.h"

#include <string.h>

/* Days since 1970-01-01 of a date of the Gregorian calendar, extended backwards. */
static gint64
days_of(const ShardTime *time)
{
    gint64 year = time->month <= 2 ? (gint64) time->year - 1 : time->year;
    gint64 era = (year >= 0 ? year : year - 399) / 400;
    gint64 year_of_era = year - era * 400;
    gint64 month = (time->month + 9) % 12;
    gint64 day_of_year = (153 * month + 2) / 5 + time->day - 1;

    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
           719468;
}

static gint64
instant_of(const ShardTime *time)
{
    return days_of(time) * 86400 + time->hour * 3600 + time->minute * 60 + time->second -
           time->offset;
}

static int
compare_integers(gint64 a, gint64 b)
{
    return (a > b) - (a < b);
}

int
shard_time_compare(const ShardValue *a, const ShardValue *b)
{
    const ShardTime *left = &a->time;
    const ShardTime *right = &b->time;

    if (a->kind == SHARD_VALUE_OFFSET_TIMESTAMP && b->kind == SHARD_VALUE_OFFSET_TIMESTAMP) {
        int result = compare_integers(instant_of(left), instant_of(right));
        return result != 0 ? result : compare_integers(left->nanosecond, right->nanosecond);
    }
    const gint64 parts[][2] = {
        {left->year, right->year},
        {left->month, right->month},
        {left->day, right->day},
        {left->hour, right->hour},
        {left->minute, right->minute},
        {left->second, right->second},
        {left->nanosecond, right->nanosecond},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (parts[i][0] != parts[i][1])
            return compare_integers(parts[i][0], parts[i][1]);
    return 0;
}

guint64
shard_time_hash(const ShardValue *value)
{
    gint64 instant = instant_of(&value->time);

    if (value->kind != SHARD_VALUE_OFFSET_TIMESTAMP)
        instant += value->time.offset;
    ShardValue number = shard_value_long(instant ^ ((gint64) value->time.nanosecond << 32));
    return shard_number_hash(&number);
}

typedef struct {
    const char *at, *end;
} Reader;

static gboolean
read_number(Reader *self, guint64 *out_number)
{
    const char *start = self->at;
    guint64 number = 0;

    for (; self->at < self->end && g_ascii_isdigit(*self->at); self->at++)
        number = number * 10 + (guint64) (*self->at - '0');
    *out_number = number;
    return self->at > start && self->at - start <= 9;
}

static gboolean
read_char(Reader *self, char wanted)
{
    if (self->at == self->end || *self->at != wanted)
        return FALSE;
    self->at++;
    return TRUE;
}

static gboolean
read_fraction(Reader *self, guint32 *out_nanosecond)
{
    guint32 unit = 100000000;

    *out_nanosecond = 0;
    if (!read_char(self, '.'))
        return TRUE;
    for (; self->at < self->end && g_ascii_isdigit(*self->at); self->at++, unit /= 10)
        *out_nanosecond += (guint32) (*self->at - '0') * unit;
    return TRUE;
}

/* [-]hours:minutes:seconds[.fraction] */
static gboolean
read_clock(Reader *self, guint64 parts[3], guint32 *out_nanosecond)
{
    return read_number(self, &parts[0]) && read_char(self, ':') && read_number(self, &parts[1]) &&
           read_char(self, ':') && read_number(self, &parts[2]) &&
           read_fraction(self, out_nanosecond);
}

/* Seconds in year, so that longer and negative times compare; the fraction counts upwards. */
static ShardTime
count_seconds(gboolean negative, const guint64 parts[3], guint32 nanosecond)
{
    gint64 seconds = (gint64) (parts[0] * 3600 + parts[1] * 60 + parts[2]);
    ShardTime time = {.nanosecond = nanosecond};

    if (negative) {
        seconds = -seconds - (nanosecond > 0);
        time.nanosecond = nanosecond > 0 ? 1000000000 - nanosecond : 0;
    }
    time.year = (gint32) CLAMP(seconds, G_MININT32, G_MAXINT32);
    return time;
}

static gboolean
parse_time(const char *text, gsize size, ShardTime *out_time)
{
    Reader reader = {text, text + size};
    gboolean negative = read_char(&reader, '-');
    guint64 parts[3] = {0};
    guint32 nanosecond = 0;

    if (!read_clock(&reader, parts, &nanosecond) || reader.at != reader.end)
        return FALSE;
    *out_time = count_seconds(negative, parts, nanosecond);
    return TRUE;
}

/* year-month-day[ clock][ BC] */
static gboolean
parse_date(const char *text, gsize size, ShardTime *out_time)
{
    gboolean christ = size > 3 && memcmp(text + size - 3, " BC", 3) == 0;
    Reader reader = {text, text + size - (christ ? 3 : 0)};
    guint64 year = 0;
    guint64 month = 0;
    guint64 day = 0;
    guint64 clock[3] = {0};
    ShardTime time = {0};

    if (!read_number(&reader, &year) || !read_char(&reader, '-') || !read_number(&reader, &month) ||
        !read_char(&reader, '-') || !read_number(&reader, &day))
        return FALSE;
    if (read_char(&reader, ' ') && !read_clock(&reader, clock, &time.nanosecond))
        return FALSE;
    if (reader.at != reader.end)
        return FALSE;
    time.year = christ ? 1 - (gint32) year : (gint32) year;
    time.month = (guint8) month;
    time.day = (guint8) day;
    time.hour = (guint8) clock[0];
    time.minute = (guint8) clock[1];
    time.second = (guint8) clock[2];
    *out_time = time;
    return TRUE;
}

static gboolean
parse_infinity(const char *text, gsize size, ShardTime *out_time)
{
    gboolean negative = size == 9 && memcmp(text, "-infinity", 9) == 0;

    if (!negative && !(size == 8 && memcmp(text, "infinity", 8) == 0))
        return FALSE;
    *out_time = (ShardTime){.year = negative ? G_MININT32 : G_MAXINT32};
    return TRUE;
}

void
shard_time_normalize(ShardValue *value)
{
    ShardTime time;

    if (value->kind == SHARD_VALUE_TIME) {
        const guint64 parts[3] = {value->time.hour, value->time.minute, value->time.second};
        value->time = count_seconds(FALSE, parts, value->time.nanosecond);
        return;
    }
    if (value->kind != SHARD_VALUE_STRING)
        return;
    const char *text = value->text.data;
    gsize size = value->text.size;
    if (parse_infinity(text, size, &time) || parse_date(text, size, &time))
        *value = (ShardValue){.kind = SHARD_VALUE_TIMESTAMP, .time = time};
    else if (parse_time(text, size, &time))
        *value = (ShardValue){.kind = SHARD_VALUE_TIME, .time = time};
}

gboolean
shard_time_is_shown(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_TIMESTAMP && value->time.year > 0 && value->time.year <= 9999;
}
