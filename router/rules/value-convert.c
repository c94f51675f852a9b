/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/value-convert.h"

#include "router/base/decimal.h"
#include "router/rules/civil.h"

#include <math.h>
#include <string.h>

/* Up to here every integer is a double of its own. */
#define EXACT_DOUBLE 9007199254740992.0
/* Decimals of so many digits are told apart by doubles. */
#define EXACT_DIGITS 15

typedef struct {
    const ShardValue *from;
    ShardValueKind to;
    gint32 scale;
    ShardArena *arena;
    ShardValue *out;
} Conversion;

typedef ShardConversion (*Converter)(const Conversion *self);

static gboolean
is_number(ShardValueKind kind)
{
    return kind >= SHARD_VALUE_BOOLEAN && kind <= SHARD_VALUE_DOUBLE;
}

/* Digits as the servers write them: no plus, no leading zeros, no point at an end. */
static gboolean
is_canonical_number(const char *text, gsize size, gboolean with_point)
{
    gsize i = size > 0 && text[0] == '-' ? 1 : 0;
    gboolean negative = i == 1;
    gsize first = i;

    while (i < size && g_ascii_isdigit(text[i]))
        i++;
    if (i == first || (text[first] == '0' && i - first > 1))
        return FALSE;
    if (i < size && text[i] == '.' && with_point) {
        gsize point = i++;
        while (i < size && g_ascii_isdigit(text[i]))
            i++;
        if (i == point + 1)
            return FALSE;
    }
    gboolean minus_zero = negative && size == 2 && text[1] == '0';
    return i == size && !minus_zero;
}

/* The shortest decimal that reads back as that double; FALSE if doubles are too coarse there. */
static gboolean
decimal_from_double(double value, ShardDecimal *out)
{
    char text[40];

    g_ascii_formatd(text, sizeof text, "%.14e", value);
    return g_ascii_strtod(text, NULL) == value && shard_decimal_parse(out, text, -1);
}

static ShardConversion
read_double(double value, ShardDecimal *out)
{
    if (isnan(value))
        return SHARD_CONVERT_UNKNOWN;
    if (isinf(value))
        return value > 0 ? SHARD_CONVERT_ABOVE : SHARD_CONVERT_BELOW;
    /* A brand compares an integer with a larger double by rounding the integer. */
    if (fabs(value) >= EXACT_DOUBLE)
        return SHARD_CONVERT_UNKNOWN;
    if (value == floor(value)) {
        shard_decimal_set_int64(out, (gint64) value);
        return SHARD_CONVERT_EXACT;
    }
    if (!decimal_from_double(value, out))
        return SHARD_CONVERT_UNKNOWN;
    shard_decimal_strip(out);
    return SHARD_CONVERT_EXACT;
}

static ShardConversion
read_text_number(const ShardValue *from, ShardDecimal *out)
{
    gboolean string = from->kind == SHARD_VALUE_STRING;

    if (string && !is_canonical_number(from->text.data, from->text.size, TRUE))
        return SHARD_CONVERT_UNKNOWN;
    if (!shard_decimal_parse(out, from->text.data, (gssize) from->text.size))
        return SHARD_CONVERT_UNKNOWN;
    return SHARD_CONVERT_EXACT;
}

/* Any number, or the text of one, as a decimal. */
static ShardConversion
read_number(const ShardValue *from, ShardDecimal *out)
{
    if (from->kind == SHARD_VALUE_STRING || from->kind == SHARD_VALUE_DECIMAL ||
        from->kind == SHARD_VALUE_BIG_INTEGER)
        return read_text_number(from, out);
    if (from->kind == SHARD_VALUE_FLOAT || from->kind == SHARD_VALUE_DOUBLE)
        return read_double(from->d, out);
    if (from->kind == SHARD_VALUE_UNSIGNED) {
        shard_decimal_set_uint64(out, from->u);
        return SHARD_CONVERT_EXACT;
    }
    if (!is_number(from->kind))
        return SHARD_CONVERT_UNKNOWN;
    shard_decimal_set_int64(out, from->i);
    return SHARD_CONVERT_EXACT;
}

/* '3.0' as text is not how an integer column writes 3, and may not be equal to it. */
static gboolean
is_pointed_text(const ShardValue *from)
{
    return from->kind == SHARD_VALUE_STRING &&
           memchr(from->text.data, '.', from->text.size) != NULL;
}

static ShardConversion
clip_int64(const ShardDecimal *number, gint64 lowest, gint64 highest, gint64 *out)
{
    if (!mpz_fits_slong_p(number->unscaled))
        return mpz_sgn(number->unscaled) > 0 ? SHARD_CONVERT_ABOVE : SHARD_CONVERT_BELOW;
    *out = mpz_get_si(number->unscaled);
    if (*out < lowest)
        return SHARD_CONVERT_BELOW;
    return *out > highest ? SHARD_CONVERT_ABOVE : SHARD_CONVERT_EXACT;
}

static ShardConversion
to_signed(const Conversion *self)
{
    gint64 lowest = self->to == SHARD_VALUE_INTEGER ? G_MININT32 : G_MININT64;
    gint64 highest = self->to == SHARD_VALUE_INTEGER ? G_MAXINT32 : G_MAXINT64;
    ShardValueKind kind = self->from->kind;

    self->out->kind = self->to;
    if (kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG || kind == SHARD_VALUE_BOOLEAN) {
        self->out->i = self->from->i;
        if (self->from->i < lowest)
            return SHARD_CONVERT_BELOW;
        return self->from->i > highest ? SHARD_CONVERT_ABOVE : SHARD_CONVERT_EXACT;
    }
    if (is_pointed_text(self->from))
        return SHARD_CONVERT_UNKNOWN;
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    ShardConversion found = read_number(self->from, &number);
    if (found != SHARD_CONVERT_EXACT)
        return found;
    gboolean whole = shard_decimal_is_integer(&number);
    shard_decimal_set_scale(&number, 0, SHARD_ROUND_FLOOR);
    found = clip_int64(&number, lowest, highest, &self->out->i);
    return found == SHARD_CONVERT_EXACT && !whole ? SHARD_CONVERT_BETWEEN : found;
}

static ShardConversion
to_unsigned(const Conversion *self)
{
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    ShardConversion found =
        is_pointed_text(self->from) ? SHARD_CONVERT_UNKNOWN : read_number(self->from, &number);
    if (found != SHARD_CONVERT_EXACT)
        return found;
    gboolean whole = shard_decimal_is_integer(&number);
    shard_decimal_set_scale(&number, 0, SHARD_ROUND_FLOOR);
    if (mpz_sgn(number.unscaled) < 0)
        return SHARD_CONVERT_BELOW;
    if (!mpz_fits_ulong_p(number.unscaled))
        return SHARD_CONVERT_ABOVE;
    self->out->kind = SHARD_VALUE_UNSIGNED;
    self->out->u = mpz_get_ui(number.unscaled);
    return whole ? SHARD_CONVERT_EXACT : SHARD_CONVERT_BETWEEN;
}

/* Decimals and big integers: text with a fixed number of decimals. */
static ShardConversion
to_decimal(const Conversion *self)
{
    gint32 scale = self->to == SHARD_VALUE_BIG_INTEGER ? 0 : self->scale;

    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (self->to == SHARD_VALUE_BIG_INTEGER && is_pointed_text(self->from))
        return SHARD_CONVERT_UNKNOWN;
    ShardConversion found = read_number(self->from, &number);
    if (found != SHARD_CONVERT_EXACT)
        return found;
    gboolean floating =
        self->from->kind == SHARD_VALUE_FLOAT || self->from->kind == SHARD_VALUE_DOUBLE;
    if (floating && (scale < 0 || mpz_sizeinbase(number.unscaled, 10) > EXACT_DIGITS))
        return SHARD_CONVERT_UNKNOWN;
    gboolean between = FALSE;
    if (scale >= 0) {
        g_auto(ShardDecimal) whole;
        shard_decimal_init(&whole);
        shard_decimal_set(&whole, &number);
        shard_decimal_set_scale(&number, scale, SHARD_ROUND_FLOOR);
        between = shard_decimal_compare(&whole, &number) != 0;
    }
    gsize size;
    const char *text = shard_decimal_to_text(&number, self->arena, &size);
    *self->out = shard_value_decimal(text, (gssize) size);
    self->out->kind = self->to;
    return between ? SHARD_CONVERT_BETWEEN : SHARD_CONVERT_EXACT;
}

static ShardConversion
to_floating(const Conversion *self)
{
    double value;

    if (self->from->kind == SHARD_VALUE_FLOAT || self->from->kind == SHARD_VALUE_DOUBLE) {
        value = self->from->d;
        if (isnan(value))
            return SHARD_CONVERT_UNKNOWN;
    } else {
        g_auto(ShardDecimal) number;
        shard_decimal_init(&number);
        ShardConversion found = read_number(self->from, &number);
        if (found != SHARD_CONVERT_EXACT)
            return found;
        value = shard_decimal_to_double(&number);
        /* Some brands compare a large integer with a double exactly, others rounded. */
        if (isinf(value) || fabs(value) >= EXACT_DOUBLE)
            return SHARD_CONVERT_UNKNOWN;
    }
    if (self->to == SHARD_VALUE_FLOAT && (double) (float) value != value)
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = self->to;
    self->out->d = value;
    return SHARD_CONVERT_EXACT;
}

static ShardConversion
to_boolean(const Conversion *self)
{
    Conversion inner = *self;
    ShardValue number;

    inner.to = SHARD_VALUE_LONG;
    inner.out = &number;
    if (to_signed(&inner) != SHARD_CONVERT_EXACT || number.i < 0 || number.i > 1)
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = SHARD_VALUE_BOOLEAN;
    self->out->i = number.i;
    return SHARD_CONVERT_EXACT;
}

static ShardConversion
to_string(const Conversion *self)
{
    return SHARD_CONVERT_UNKNOWN;
}

static ShardConversion
to_bytes(const Conversion *self)
{
    /* A backslash starts an escape of PostgreSQL's bytea; the others take it as it is. */
    if (self->from->kind != SHARD_VALUE_STRING ||
        (self->from->text.size > 0 &&
         memchr(self->from->text.data, '\\', self->from->text.size) != NULL))
        return SHARD_CONVERT_UNKNOWN;
    *self->out = *self->from;
    self->out->kind = SHARD_VALUE_BYTES;
    return SHARD_CONVERT_EXACT;
}

/* The parts of time that a date, time or timestamp has. */
static gboolean
read_time(const ShardValue *from, ShardTimeText *out)
{
    *out = (ShardTimeText){.time = from->time};
    switch (from->kind) {
    case SHARD_VALUE_DATE:
        out->has_date = TRUE;
        out->time =
            (ShardTime){.year = from->time.year, .month = from->time.month, .day = from->time.day};
        return TRUE;
    case SHARD_VALUE_TIME:
        out->has_time = TRUE;
        return TRUE;
    case SHARD_VALUE_TIMESTAMP:
        out->has_date = out->has_time = TRUE;
        return TRUE;
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        out->has_date = out->has_time = out->has_offset = TRUE;
        return TRUE;
    case SHARD_VALUE_STRING:
        return shard_civil_parse(from->text.data, from->text.size, out);
    default:
        return FALSE;
    }
}

static ShardConversion
to_date(const Conversion *self)
{
    ShardTimeText found;

    if (!read_time(self->from, &found) || !found.has_date || found.has_offset)
        return SHARD_CONVERT_UNKNOWN;
    gboolean midnight = found.time.hour == 0 && found.time.minute == 0 && found.time.second == 0 &&
                        found.time.nanosecond == 0;
    /* PostgreSQL drops the clock of such a text, MariaDB compares it. */
    if (!midnight && self->from->kind == SHARD_VALUE_STRING)
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = SHARD_VALUE_DATE;
    self->out->time =
        (ShardTime){.year = found.time.year, .month = found.time.month, .day = found.time.day};
    return midnight ? SHARD_CONVERT_EXACT : SHARD_CONVERT_BETWEEN;
}

static ShardConversion
to_time(const Conversion *self)
{
    ShardTimeText found;

    if (!read_time(self->from, &found) || found.has_date || found.has_offset)
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = SHARD_VALUE_TIME;
    self->out->time = found.time;
    return SHARD_CONVERT_EXACT;
}

static ShardConversion
to_timestamp(const Conversion *self)
{
    ShardTimeText found;
    gboolean offset = self->to == SHARD_VALUE_OFFSET_TIMESTAMP;

    if (!read_time(self->from, &found) || !found.has_date || found.has_offset != offset)
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = self->to;
    self->out->time = found.time;
    return SHARD_CONVERT_EXACT;
}

static gboolean
read_uuid(const char *text, gsize size, guint8 *out)
{
    guint digits = 0;

    if (size >= 2 && text[0] == '{' && text[size - 1] == '}') {
        text++;
        size -= 2;
    }
    gboolean dashes = size == 36;
    if (!dashes && size != 32)
        return FALSE;
    for (gsize i = 0; i < size; i++) {
        gboolean dash = dashes && (i == 8 || i == 13 || i == 18 || i == 23);
        gint digit = g_ascii_xdigit_value(text[i]);
        if (dash ? text[i] != '-' : digit < 0)
            return FALSE;
        if (dash)
            continue;
        out[digits / 2] = (guint8) (digits % 2 == 0 ? digit << 4 : out[digits / 2] | digit);
        digits++;
    }
    return digits == 32;
}

static ShardConversion
to_uuid(const Conversion *self)
{
    guint8 bytes[16];

    if (self->from->kind != SHARD_VALUE_STRING ||
        !read_uuid(self->from->text.data, self->from->text.size, bytes))
        return SHARD_CONVERT_UNKNOWN;
    self->out->kind = SHARD_VALUE_UUID;
    memcpy(self->out->uuid, bytes, sizeof bytes);
    return SHARD_CONVERT_EXACT;
}

static const Converter converters[] = {
    [SHARD_VALUE_BOOLEAN] = to_boolean,     [SHARD_VALUE_INTEGER] = to_signed,
    [SHARD_VALUE_LONG] = to_signed,         [SHARD_VALUE_UNSIGNED] = to_unsigned,
    [SHARD_VALUE_BIG_INTEGER] = to_decimal, [SHARD_VALUE_DECIMAL] = to_decimal,
    [SHARD_VALUE_FLOAT] = to_floating,      [SHARD_VALUE_DOUBLE] = to_floating,
    [SHARD_VALUE_STRING] = to_string,       [SHARD_VALUE_BYTES] = to_bytes,
    [SHARD_VALUE_DATE] = to_date,           [SHARD_VALUE_TIME] = to_time,
    [SHARD_VALUE_TIMESTAMP] = to_timestamp, [SHARD_VALUE_OFFSET_TIMESTAMP] = to_timestamp,
    [SHARD_VALUE_UUID] = to_uuid,
};

/* Kinds that have one spelling per value, so that the value stays as it is. */
static gboolean
is_same_kind(const ShardValue *from, ShardValueKind to)
{
    return from->kind == to && to != SHARD_VALUE_DECIMAL && to != SHARD_VALUE_BIG_INTEGER &&
           to != SHARD_VALUE_FLOAT && to != SHARD_VALUE_DOUBLE && to != SHARD_VALUE_UNKNOWN;
}

static ShardConversion
convert(const Conversion *self)
{
    if (self->from->kind == SHARD_VALUE_NULL || is_same_kind(self->from, self->to)) {
        *self->out = *self->from;
        return SHARD_CONVERT_EXACT;
    }
    if ((guint) self->to >= G_N_ELEMENTS(converters) || converters[self->to] == NULL)
        return SHARD_CONVERT_UNKNOWN;
    return converters[self->to](self);
}

/* Values that are equal in SQL and yet placed apart: 0.0 and -0.0, one moment written with
 * different offsets, and times finer than microseconds, which databases round.  Equality with such
 * a value says nothing of the node. */
static gboolean
has_twin(const ShardValue *value)
{
    gboolean time = value->kind == SHARD_VALUE_TIME || value->kind == SHARD_VALUE_TIMESTAMP;

    if (time && value->time.nanosecond % 1000 != 0)
        return TRUE;
    return value->kind == SHARD_VALUE_OFFSET_TIMESTAMP ||
           ((value->kind == SHARD_VALUE_FLOAT || value->kind == SHARD_VALUE_DOUBLE) &&
            value->d == 0);
}

gboolean
shard_value_convert(const ShardValue *from, ShardValueKind to, gint32 scale, ShardArena *arena,
                    ShardValue *out, ShardConversion *out_conversion)
{
    ShardValue converted = SHARD_VALUE_INIT_NULL;
    Conversion self = {from, to, scale, arena, &converted};
    ShardConversion found = convert(&self);

    if (found == SHARD_CONVERT_EXACT && has_twin(&converted))
        found = SHARD_CONVERT_UNKNOWN;
    if (out_conversion != NULL)
        *out_conversion = found;
    if (found == SHARD_CONVERT_EXACT || found == SHARD_CONVERT_BETWEEN)
        *out = converted;
    return found == SHARD_CONVERT_EXACT;
}

static gboolean
is_integer(ShardValueKind kind)
{
    return kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG ||
           kind == SHARD_VALUE_UNSIGNED || kind == SHARD_VALUE_BIG_INTEGER;
}

/* Text without the blanks around a number, its plus and leading zeros, which no brand stores. */
static ShardValue
bare_number(const ShardValue *text, ShardArena *arena)
{
    const char *at = text->text.data;
    const char *end = at + text->text.size;

    while (at < end && *at == ' ')
        at++;
    while (end > at && end[-1] == ' ')
        end--;
    gboolean negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end || !g_ascii_isdigit(*at))
        return *text;
    while (end - at > 1 && at[0] == '0' && g_ascii_isdigit(at[1]))
        at++;
    if (!negative || (end - at == 1 && *at == '0'))
        return shard_value_string(at, (gssize) (end - at));
    char *copy = shard_arena_alloc(arena, (gsize) (end - at) + 1);
    copy[0] = '-';
    memcpy(copy + 1, at, (gsize) (end - at));
    return shard_value_string(copy, (gssize) (end - at) + 1);
}

gboolean
shard_value_assign(const ShardValue *from, ShardValueKind to, gint32 scale, ShardArena *arena,
                   ShardValue *out)
{
    ShardValue converted = SHARD_VALUE_INIT_NULL;
    ShardValue bare;
    Conversion self = {from, to, scale, arena, &converted};

    if (from->kind == SHARD_VALUE_STRING && (is_integer(to) || to == SHARD_VALUE_DECIMAL)) {
        bare = bare_number(from, arena);
        self.from = &bare;
    }
    if (to == SHARD_VALUE_STRING && is_integer(from->kind)) {
        *out = shard_value_string(shard_value_to_text(from, arena), -1);
        return TRUE;
    }
    if (convert(&self) != SHARD_CONVERT_EXACT)
        return FALSE;
    *out = converted;
    return TRUE;
}

/* ---- PostgreSQL's bytea ---- */

/* Blanks may stand between the pairs of digits. */
static gboolean
read_hexadecimal(const char *text, gsize size, char *bytes, gsize *n_bytes)
{
    for (gsize i = 0; i < size; i++) {
        if (g_ascii_isspace(text[i]))
            continue;
        if (i + 1 == size || !g_ascii_isxdigit(text[i]) || !g_ascii_isxdigit(text[i + 1]))
            return FALSE;
        bytes[(*n_bytes)++] =
            (char) (g_ascii_xdigit_value(text[i]) * 16 + g_ascii_xdigit_value(text[i + 1]));
        i++;
    }
    return TRUE;
}

static gboolean
is_octal(char c, char most)
{
    return c >= '0' && c <= most;
}

static gboolean
read_escapes(const char *text, gsize size, char *bytes, gsize *n_bytes)
{
    for (gsize i = 0; i < size; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < size && text[i + 1] == '\\') {
            i++;
        } else if (c == '\\' && i + 3 < size && is_octal(text[i + 1], '3') &&
                   is_octal(text[i + 2], '7') && is_octal(text[i + 3], '7')) {
            c = (char) ((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + text[i + 3] - '0');
            i += 3;
        } else if (c == '\\') {
            return FALSE;
        }
        bytes[(*n_bytes)++] = c;
    }
    return TRUE;
}

gboolean
shard_bytea_parse(const ShardValue *text, ShardArena *arena, ShardValue *out)
{
    const char *data = text->text.data;
    gsize size = text->text.size, n_bytes = 0;
    char *bytes = shard_arena_alloc(arena, size + 1);
    gboolean hexadecimal = size >= 2 && data[0] == '\\' && data[1] == 'x';

    if (hexadecimal ? !read_hexadecimal(data + 2, size - 2, bytes, &n_bytes)
                    : !read_escapes(data, size, bytes, &n_bytes))
        return FALSE;
    *out = shard_value_string(bytes, (gssize) n_bytes);
    out->kind = SHARD_VALUE_BYTES;
    return TRUE;
}
