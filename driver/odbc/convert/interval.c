/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as intervals.
 *
 * None of the brands' drivers has an interval type; PostgreSQL's intervals come as text ("1 year 2
 * mons", "3 days 04:05:06.7"), and the standard's spellings ('1-2', '3 04:05:06') are read as well,
 * with INTERVAL '…' around them or not.  A text is read into months and nanoseconds, which the
 * fields of the C type are then taken from: 90 minutes as HOUR TO MINUTE are 1 hour 30.
 */
#include "driver/odbc/convert/private.h"

#define SECOND G_GINT64_CONSTANT(1000000000)

/* The fields that an interval C type has, from leading to trailing. */
typedef enum { YEAR, MONTH, DAY, HOUR, MINUTE, SECONDS } Field;

typedef struct {
    SQLSMALLINT c_type;
    SQLINTERVAL type;
    Field first, last;
} IntervalType;

static const IntervalType interval_types[] = {
    {SQL_C_INTERVAL_YEAR, SQL_IS_YEAR, YEAR, YEAR},
    {SQL_C_INTERVAL_MONTH, SQL_IS_MONTH, MONTH, MONTH},
    {SQL_C_INTERVAL_DAY, SQL_IS_DAY, DAY, DAY},
    {SQL_C_INTERVAL_HOUR, SQL_IS_HOUR, HOUR, HOUR},
    {SQL_C_INTERVAL_MINUTE, SQL_IS_MINUTE, MINUTE, MINUTE},
    {SQL_C_INTERVAL_SECOND, SQL_IS_SECOND, SECONDS, SECONDS},
    {SQL_C_INTERVAL_YEAR_TO_MONTH, SQL_IS_YEAR_TO_MONTH, YEAR, MONTH},
    {SQL_C_INTERVAL_DAY_TO_HOUR, SQL_IS_DAY_TO_HOUR, DAY, HOUR},
    {SQL_C_INTERVAL_DAY_TO_MINUTE, SQL_IS_DAY_TO_MINUTE, DAY, MINUTE},
    {SQL_C_INTERVAL_DAY_TO_SECOND, SQL_IS_DAY_TO_SECOND, DAY, SECONDS},
    {SQL_C_INTERVAL_HOUR_TO_MINUTE, SQL_IS_HOUR_TO_MINUTE, HOUR, MINUTE},
    {SQL_C_INTERVAL_HOUR_TO_SECOND, SQL_IS_HOUR_TO_SECOND, HOUR, SECONDS},
    {SQL_C_INTERVAL_MINUTE_TO_SECOND, SQL_IS_MINUTE_TO_SECOND, MINUTE, SECONDS},
};

/* How much a field is worth: months, or nanoseconds. */
static const gint64 worths[] = {[YEAR] = 12,
                                [MONTH] = 1,
                                [DAY] = 86400 * SECOND,
                                [HOUR] = 3600 * SECOND,
                                [MINUTE] = 60 * SECOND,
                                [SECONDS] = SECOND};

typedef struct {
    gint64 months, nanoseconds;
    gboolean has_bare; /* a number without a word was among its parts */
} Amount;

static const IntervalType *
find_type(SQLSMALLINT c_type)
{
    guint i = 0;

    while (interval_types[i].c_type != c_type)
        i++;
    return &interval_types[i];
}

static gboolean
is_months(Field field)
{
    return field == YEAR || field == MONTH;
}

/* FALSE when it overflows. */
static gboolean
add(Amount *amount, Field field, gint64 count)
{
    gint64 *part = is_months(field) ? &amount->months : &amount->nanoseconds;
    gint64 product;

    return !__builtin_mul_overflow(count, worths[field], &product) &&
           !__builtin_add_overflow(*part, product, part);
}

static gboolean
add_nanoseconds(Amount *amount, gint64 nanoseconds)
{
    return !__builtin_add_overflow(amount->nanoseconds, nanoseconds, &amount->nanoseconds);
}

/* ---- reading ---- */

typedef struct {
    const char *at, *end;
} Reader;

static void
skip_blanks(Reader *reader)
{
    while (reader->at < reader->end && g_ascii_isspace(*reader->at))
        reader->at++;
}

static gboolean
read_char(Reader *reader, char wanted)
{
    if (reader->at == reader->end || *reader->at != wanted)
        return FALSE;
    reader->at++;
    return TRUE;
}

static gboolean
read_count(Reader *reader, gint64 *out_count)
{
    const char *start = reader->at;
    gint64 count = 0;

    while (reader->at < reader->end && g_ascii_isdigit(*reader->at) && reader->at - start < 15)
        count = count * 10 + (*reader->at++ - '0');
    *out_count = count;
    return reader->at > start;
}

static gint64
read_nanoseconds(Reader *reader)
{
    gint64 nanoseconds = 0;
    gint64 unit = SECOND / 10;

    if (!read_char(reader, '.'))
        return 0;
    for (; reader->at < reader->end && g_ascii_isdigit(*reader->at); reader->at++) {
        nanoseconds += unit * (*reader->at - '0');
        unit /= 10;
    }
    return nanoseconds;
}

/* [hours:]minutes[:seconds[.fraction]] whose first number was read already. */
static gboolean
read_clock(Reader *reader, const IntervalType *type, gint64 first, gint64 sign, Amount *amount)
{
    gint64 numbers[3] = {first, 0, 0};
    guint n = 1;

    while (n < 3 && read_char(reader, ':'))
        if (!read_count(reader, &numbers[n++]))
            return FALSE;
    gint64 nanoseconds = read_nanoseconds(reader);
    /* mm:ss where the type has no hours; hh:mm else. */
    Field field = n == 2 && type->first == MINUTE ? MINUTE : HOUR;
    for (guint i = 0; i < n; i++)
        if (!add(amount, (Field) ((guint) field + i), sign * numbers[i]))
            return FALSE;
    return add_nanoseconds(amount, sign * nanoseconds);
}

/* The unit's word; FALSE: none is there. */
static gboolean
read_unit(Reader *reader, Field *out_field)
{
    static const struct {
        const char *word;
        Field field;
    } units[] = {{"year", YEAR}, {"mon", MONTH},  {"day", DAY},
                 {"hour", HOUR}, {"min", MINUTE}, {"sec", SECONDS}};
    const char *start = reader->at;

    while (reader->at < reader->end && g_ascii_isalpha(*reader->at))
        reader->at++;
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        gsize size = strlen(units[i].word);
        if ((gsize) (reader->at - start) >= size &&
            g_ascii_strncasecmp(start, units[i].word, size) == 0) {
            *out_field = units[i].field;
            return TRUE;
        }
    }
    reader->at = start;
    return FALSE;
}

/* A number without a word: the leading field of the C type, or of "3 04:05" the days.  There is one
 * at most: "2024 2 29" counts nothing. */
static gboolean
add_bare(Reader *reader, const IntervalType *type, gint64 count, gint64 sign, Amount *amount)
{
    if (amount->has_bare)
        return FALSE;
    amount->has_bare = TRUE;
    if (type->first == YEAR && read_char(reader, '-')) {
        gint64 months;
        return read_count(reader, &months) && add(amount, YEAR, sign * count) &&
               add(amount, MONTH, sign * months);
    }
    if (reader->at < reader->end && *reader->at == '.' && type->last == SECONDS)
        return add_nanoseconds(amount, sign * read_nanoseconds(reader)) &&
               add(amount, SECONDS, sign * count);
    return add(amount, type->first, sign * count);
}

/* One part: "-1 years", "04:05:06", "3". */
static gboolean
read_part(Reader *reader, const IntervalType *type, gint64 sign, Amount *amount)
{
    gint64 count;
    Field field;

    if (read_char(reader, '-'))
        sign = -sign;
    else
        read_char(reader, '+');
    if (!read_count(reader, &count))
        return FALSE;
    if (reader->at < reader->end && *reader->at == ':')
        return read_clock(reader, type, count, sign, amount);
    const char *behind = reader->at;
    gint64 fraction = read_nanoseconds(reader);
    skip_blanks(reader);
    if (read_unit(reader, &field)) {
        return (fraction == 0 || field == SECONDS) && add_nanoseconds(amount, sign * fraction) &&
               add(amount, field, sign * count);
    }
    reader->at = behind;
    return add_bare(reader, type, count, sign, amount);
}

/* Takes INTERVAL [sign] '…' FIELD [TO FIELD] off the text; *sign is turned by a sign before it. */
static Reader
unwrap(const char *text, gsize size, gint64 *sign)
{
    Reader reader = {text, text + size};

    skip_blanks(&reader);
    if (reader.end - reader.at < 8 || g_ascii_strncasecmp(reader.at, "interval", 8) != 0)
        return reader;
    reader.at += 8;
    skip_blanks(&reader);
    if (read_char(&reader, '-'))
        *sign = -1;
    const char *open = memchr(reader.at, '\'', (gsize) (reader.end - reader.at));
    const char *close =
        open != NULL ? memchr(open + 1, '\'', (gsize) (reader.end - open - 1)) : NULL;
    return close != NULL ? (Reader){open + 1, close} : reader;
}

static gboolean
read_amount(const char *text, gsize size, const IntervalType *type, Amount *amount)
{
    gint64 sign = 1;
    Reader reader = unwrap(text, size, &sign);
    guint n_parts = 0;

    for (;;) {
        skip_blanks(&reader);
        if (reader.at == reader.end)
            return n_parts > 0;
        if (!read_part(&reader, type, sign, amount) ||
            (reader.at < reader.end && !g_ascii_isspace(*reader.at)))
            return FALSE;
        n_parts++;
    }
}

/* ---- writing ---- */

/* Spreads the amount over the fields; *rest is what is below the last one. */
static gboolean
spread(const IntervalType *type, gint64 amount, gint64 fields[6], gint64 *rest)
{
    for (guint i = type->first; i <= type->last; i++) {
        fields[i] = amount / worths[i];
        amount %= worths[i];
    }
    *rest = amount;
    return fields[type->first] <= G_MAXUINT32;
}

static guint64
highest_of_digits(gint digits)
{
    guint64 highest = 1;

    for (gint i = 0; i < digits && i < 18; i++)
        highest *= 10;
    return highest - 1;
}

static void
fill(SQL_INTERVAL_STRUCT *interval, const IntervalType *type, const gint64 fields[6])
{
    interval->interval_type = type->type;
    if (is_months(type->first)) {
        interval->intval.year_month.year = (SQLUINTEGER) fields[YEAR];
        interval->intval.year_month.month = (SQLUINTEGER) fields[MONTH];
        return;
    }
    interval->intval.day_second.day = (SQLUINTEGER) fields[DAY];
    interval->intval.day_second.hour = (SQLUINTEGER) fields[HOUR];
    interval->intval.day_second.minute = (SQLUINTEGER) fields[MINUTE];
    interval->intval.day_second.second = (SQLUINTEGER) fields[SECONDS];
}

/* The fraction in units of its precision's last digit; the rest is cut. */
static void
set_fraction(const ShardConversion *self, SQL_INTERVAL_STRUCT *interval, gint64 *rest)
{
    gint digits = self->target->precision >= 0 ? MIN(self->target->precision, 9) : 6;
    gint64 unit = SECOND / (gint64) (highest_of_digits(digits) + 1);

    interval->intval.day_second.fraction = (SQLUINTEGER) (*rest / unit);
    *rest %= unit;
}

static SQLRETURN
field_overflow(const ShardConversion *self)
{
    return shard_convert_fail(self, "22015", "the interval's leading field is too large");
}

static SQLRETURN
emit_interval(const ShardConversion *self, const IntervalType *type, const Amount *amount)
{
    gint64 whole = is_months(type->first) ? amount->months : amount->nanoseconds;
    gint64 other = is_months(type->first) ? amount->nanoseconds : amount->months;
    gint64 fields[6] = {0};
    gint64 rest;
    SQL_INTERVAL_STRUCT interval;

    /* Months can't be told in days, nor days in months. */
    if (other != 0)
        return field_overflow(self);
    gint64 magnitude = whole < 0 ? -whole : whole;
    if (!spread(type, magnitude, fields, &rest) ||
        (self->target->scale > 0 &&
         (guint64) fields[type->first] > highest_of_digits(self->target->scale)))
        return field_overflow(self);
    memset(&interval, 0, sizeof interval);
    fill(&interval, type, fields);
    interval.interval_sign = whole < 0 ? SQL_TRUE : SQL_FALSE;
    if (type->last == SECONDS)
        set_fraction(self, &interval, &rest);
    SQLRETURN rc = shard_emit_fixed(self, &interval, sizeof interval);
    return rest != 0 ? shard_convert_fraction_truncated(self) : rc;
}

SQLRETURN
shard_interval_from_string(const ShardConversion *self)
{
    const IntervalType *type = find_type(self->target->c_type);
    Amount amount = {0};

    if (!read_amount(self->value->text.data, self->value->text.size, type, &amount) ||
        amount.nanoseconds == G_MININT64 || amount.months == G_MININT64)
        return shard_convert_no_literal(self);
    return emit_interval(self, type, &amount);
}

/* A number is a count of the only field. */
SQLRETURN
shard_interval_from_number(const ShardConversion *self)
{
    const IntervalType *type = find_type(self->target->c_type);
    ShardWhole whole;
    Amount amount = {0};

    if (type->first != type->last)
        return shard_convert_never(self);
    ShardRead read = shard_convert_read_whole(self->value, &whole);
    if (read == SHARD_READ_NO_NUMBER)
        return shard_convert_no_literal(self);
    if (read != SHARD_READ_OK || whole.magnitude > G_MAXINT32 ||
        !add(&amount, type->first, (gint64) whole.magnitude * (whole.negative ? -1 : 1)))
        return field_overflow(self);
    SQLRETURN rc = emit_interval(self, type, &amount);
    return rc == SQL_SUCCESS && whole.has_fraction ? shard_convert_fraction_truncated(self) : rc;
}
