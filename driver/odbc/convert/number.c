/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values as numbers of every width.
 *
 * Text (decimals are text too) is read by its digits, never through a double: the digits are
 * collected with the place of the point, so that 1E+3, 0.5 and 9007199254740993.25 come out exact.
 */
#include "driver/odbc/convert/private.h"

#include <float.h>
#include <math.h>

/* A number as written: digits * 10^exponent, borrowed digits with at most one point among them. */
typedef struct {
    gboolean negative;
    const char *digits;
    gsize size;
    gint64 exponent;
    gboolean not_finite; /* NaN, Infinity */
} Literal;

static void
trim(const char **text, gsize *size)
{
    while (*size > 0 && g_ascii_isspace(**text)) {
        (*text)++;
        (*size)--;
    }
    while (*size > 0 && g_ascii_isspace((*text)[*size - 1]))
        (*size)--;
}

static gboolean
is_word(const char *text, gsize size, const char *word)
{
    return strlen(word) == size && g_ascii_strncasecmp(text, word, size) == 0;
}

/* [+-]digits behind an E, to the end. */
static gboolean
read_exponent(const char *text, gsize size, gint64 *out_exponent)
{
    gboolean negative = size > 0 && text[0] == '-';
    gsize at = size > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    gint64 exponent = 0;

    if (at == size)
        return FALSE;
    for (; at < size; at++) {
        if (!g_ascii_isdigit(text[at]))
            return FALSE;
        exponent = MIN(exponent * 10 + (text[at] - '0'), 1000000);
    }
    *out_exponent = negative ? -exponent : exponent;
    return TRUE;
}

static gboolean
read_literal(const char *text, gsize size, Literal *out_literal)
{
    Literal literal = {0};
    gsize n_digits = 0;
    gboolean has_point = FALSE;

    trim(&text, &size);
    if (size > 0 && (text[0] == '-' || text[0] == '+')) {
        literal.negative = text[0] == '-';
        text++;
        size--;
    }
    if (is_word(text, size, "nan") || is_word(text, size, "infinity") ||
        is_word(text, size, "inf")) {
        out_literal->not_finite = TRUE;
        return TRUE;
    }
    literal.digits = text;
    while (literal.size < size) {
        char c = text[literal.size];
        if (!g_ascii_isdigit(c) && (c != '.' || has_point))
            break;
        has_point |= c == '.';
        n_digits += c != '.';
        literal.size++;
    }
    gsize behind = size - literal.size;
    const char *rest = text + literal.size;
    if (n_digits == 0)
        return FALSE;
    if (behind > 0 && ((rest[0] != 'e' && rest[0] != 'E') ||
                       !read_exponent(rest + 1, behind - 1, &literal.exponent)))
        return FALSE;
    *out_literal = literal;
    return TRUE;
}

/* Digits before the point, once the exponent has moved it. */
static gint64
count_whole_digits(const Literal *literal)
{
    const char *point = memchr(literal->digits, '.', literal->size);
    gint64 whole = point != NULL ? point - literal->digits : (gint64) literal->size;

    return whole + literal->exponent;
}

typedef unsigned __int128 Wide;

/* So many fit in 64 bits. */
#define FEW_DIGITS 19

/* The first whole digits of the literal, FEW_DIGITS at most, and zeros where it has fewer. */
static guint64
read_few_digits(const Literal *literal, gint64 whole, gboolean *out_fraction)
{
    const char *digits = literal->digits;
    guint64 number = 0;
    gint64 seen = 0;
    gsize i = 0;

    *out_fraction = FALSE;
    for (; i < literal->size && seen < whole; i++) {
        if (digits[i] == '.')
            continue;
        number = number * 10 + (guint) (digits[i] - '0');
        seen++;
    }
    for (; i < literal->size; i++)
        *out_fraction |= digits[i] != '0' && digits[i] != '.';
    for (; seen < whole; seen++)
        number *= 10;
    return number;
}

/* The first whole digits of the literal as a number; FALSE if it passes limit.  *out_fraction: some
 * later digit isn't zero. */
static gboolean
read_digits(const Literal *literal, gint64 whole, Wide limit, Wide *out_number,
            gboolean *out_fraction)
{
    Wide number = 0;
    gint64 seen = 0;

    if (whole <= FEW_DIGITS) {
        *out_number = read_few_digits(literal, whole, out_fraction);
        return *out_number <= limit;
    }
    *out_fraction = FALSE;
    for (gsize i = 0; i < literal->size; i++) {
        if (literal->digits[i] == '.')
            continue;
        guint digit = (guint) (literal->digits[i] - '0');
        if (seen++ >= whole) {
            *out_fraction |= digit != 0;
            continue;
        }
        if (number > (limit - digit) / 10)
            return FALSE;
        number = number * 10 + digit;
    }
    for (; seen < whole && number != 0; seen++) {
        if (number > limit / 10)
            return FALSE;
        number *= 10;
    }
    *out_number = number;
    return TRUE;
}

static ShardRead
read_whole_text(const ShardValue *value, ShardWhole *out_whole)
{
    Literal literal = {0};
    Wide number = 0;

    if (!read_literal(value->text.data, value->text.size, &literal))
        return SHARD_READ_NO_NUMBER;
    if (literal.not_finite)
        return SHARD_READ_RANGE;
    if (!read_digits(&literal, count_whole_digits(&literal), G_MAXUINT64, &number,
                     &out_whole->has_fraction))
        return SHARD_READ_RANGE;
    out_whole->negative = literal.negative;
    out_whole->magnitude = (guint64) number;
    return SHARD_READ_OK;
}

static ShardRead
read_whole_double(double number, ShardWhole *out_whole)
{
    double whole = trunc(number);

    if (!isfinite(number) || fabs(whole) >= 18446744073709551616.0)
        return SHARD_READ_RANGE;
    out_whole->negative = whole < 0;
    out_whole->magnitude = (guint64) fabs(whole);
    out_whole->has_fraction = whole != number;
    return SHARD_READ_OK;
}

ShardRead
shard_convert_read_whole(const ShardValue *value, ShardWhole *out_whole)
{
    *out_whole = (ShardWhole){0};
    switch (value->kind) {
    case SHARD_VALUE_BOOLEAN:
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        out_whole->negative = value->i < 0;
        out_whole->magnitude = value->i < 0 ? 0 - (guint64) value->i : (guint64) value->i;
        return SHARD_READ_OK;
    case SHARD_VALUE_UNSIGNED:
        out_whole->magnitude = value->u;
        return SHARD_READ_OK;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        return read_whole_double(value->d, out_whole);
    default:
        return read_whole_text(value, out_whole);
    }
}

static ShardRead
read_double_text(const ShardValue *value, double *out_number)
{
    const char *text = value->text.data;
    gsize size = value->text.size;
    Literal literal = {0};

    if (!read_literal(text, size, &literal))
        return SHARD_READ_NO_NUMBER;
    trim(&text, &size);
    char small[64];
    g_autofree char *large = NULL;
    char *copy = small;
    if (size >= sizeof small)
        copy = large = g_malloc(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    double number = g_ascii_strtod(copy, NULL);
    if (isinf(number) && !literal.not_finite)
        return SHARD_READ_RANGE;
    *out_number = number;
    return SHARD_READ_OK;
}

ShardRead
shard_convert_read_double(const ShardValue *value, double *out_number)
{
    switch (value->kind) {
    case SHARD_VALUE_BOOLEAN:
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out_number = (double) value->i;
        return SHARD_READ_OK;
    case SHARD_VALUE_UNSIGNED:
        *out_number = (double) value->u;
        return SHARD_READ_OK;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        *out_number = value->d;
        return SHARD_READ_OK;
    default:
        return read_double_text(value, out_number);
    }
}

static SQLRETURN
fail_read(const ShardConversion *self, ShardRead read)
{
    return read == SHARD_READ_RANGE ? shard_convert_out_of_range(self)
                                    : shard_convert_no_literal(self);
}

static SQLRETURN
emit_number(const ShardConversion *self, const void *bytes, gsize size, gboolean cut)
{
    SQLRETURN rc = shard_emit_fixed(self, bytes, size);
    return cut ? shard_convert_fraction_truncated(self) : rc;
}

static gboolean
whole_fits(const ShardWhole *whole, const ShardCType *type)
{
    guint bits = type->size * 8u;
    guint64 highest = G_MAXUINT64 >> (64 - bits + (type->is_signed ? 1 : 0));

    if (!whole->negative || whole->magnitude == 0)
        return whole->magnitude <= highest;
    return type->is_signed && whole->magnitude <= highest + 1;
}

SQLRETURN
shard_integer_from_number(const ShardConversion *self)
{
    const ShardCType *type = shard_c_type_find(self->target->c_type);
    ShardWhole whole;
    ShardRead read = shard_convert_read_whole(self->value, &whole);

    if (read != SHARD_READ_OK)
        return fail_read(self, read);
    if (!whole_fits(&whole, type))
        return shard_convert_out_of_range(self);
    guint64 number = whole.negative ? 0 - whole.magnitude : whole.magnitude;
    guint8 bytes[8];
    for (guint i = 0; i < type->size; i++)
        bytes[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : type->size - 1u - i] =
            (guint8) (number >> (8 * i));
    return emit_number(self, bytes, type->size, whole.has_fraction);
}

/* psqlodbc calls a bit(5) SQL_BIT, and gives the lowest byte of the number that its digits spell.
 */
static gboolean
is_bit_string(const ShardConversion *self)
{
    return self->dialect == SHARD_DIALECT_POSTGRESQL && self->column != NULL &&
           self->column->sql_type == SQL_BIT && self->value->kind == SHARD_VALUE_STRING;
}

/* 0 and 1 as they are, what lies between is cut, the rest is out of range. */
SQLRETURN
shard_bit_from_number(const ShardConversion *self)
{
    ShardWhole whole;
    ShardRead read = shard_convert_read_whole(self->value, &whole);

    if (read != SHARD_READ_OK)
        return fail_read(self, read);
    gboolean below_zero = whole.negative && (whole.magnitude > 0 || whole.has_fraction);
    if (below_zero || (whole.magnitude > 1 && !is_bit_string(self)))
        return shard_convert_out_of_range(self);
    guint8 bit = (guint8) whole.magnitude;
    return emit_number(self, &bit, sizeof bit, whole.has_fraction);
}

/* psqlodbc reads a float4's text, so that 0.1 is 0.1 as a double too; MariaDB widens the bits. */
static ShardRead
read_real(const ShardConversion *self, double *out_number)
{
    char scratch[SHARD_SCRATCH];
    ShardValue text = {.kind = SHARD_VALUE_DECIMAL};

    if (self->value->kind != SHARD_VALUE_FLOAT || self->target->c_type != SQL_C_DOUBLE ||
        self->dialect != SHARD_DIALECT_POSTGRESQL)
        return shard_convert_read_double(self->value, out_number);
    text.text.data = shard_convert_print(self, scratch, &text.text.size);
    return shard_convert_read_double(&text, out_number);
}

SQLRETURN
shard_real_from_number(const ShardConversion *self)
{
    double number = 0;
    ShardRead read = read_real(self, &number);

    if (read != SHARD_READ_OK)
        return fail_read(self, read);
    if (self->target->c_type == SQL_C_DOUBLE)
        return shard_emit_fixed(self, &number, sizeof number);
    if (isfinite(number) && fabs(number) > FLT_MAX)
        return shard_convert_out_of_range(self);
    float small = (float) number;
    return shard_emit_fixed(self, &small, sizeof small);
}

#define MAX_PRECISION 38

static Wide
power_of_ten(guint exponent)
{
    Wide power = 1;

    while (exponent-- > 0)
        power *= 10;
    return power;
}

/* Digits behind the point as the literal is written. */
static gint64
count_scale(const Literal *literal)
{
    const char *point = memchr(literal->digits, '.', literal->size);
    gint64 behind = point != NULL ? literal->digits + literal->size - point - 1 : 0;

    return MAX(behind - literal->exponent, 0);
}

static SQLRETURN
emit_numeric(const ShardConversion *self, const Literal *literal)
{
    const ShardTarget *target = self->target;
    gint precision = target->precision > 0 ? MIN(target->precision, MAX_PRECISION) : MAX_PRECISION;
    gint64 scale = target->scale >= 0 ? target->scale : MIN(count_scale(literal), precision);
    gint64 whole = count_whole_digits(literal) + scale;
    Wide most = whole <= precision ? ~(Wide) 0 : power_of_ten((guint) precision) - 1;
    SQL_NUMERIC_STRUCT number = {0};
    gboolean has_fraction;
    Wide digits = 0;

    if (!read_digits(literal, whole, most, &digits, &has_fraction))
        return shard_convert_out_of_range(self);
    number.precision = (SQLCHAR) precision;
    number.scale = (SQLSCHAR) scale;
    number.sign = literal->negative ? 0 : 1;
    const guint64 halves[] = {GUINT64_TO_LE((guint64) digits),
                              GUINT64_TO_LE((guint64) (digits >> 64))};
    memcpy(number.val, halves, sizeof halves);
    return emit_number(self, &number, sizeof number, has_fraction);
}

SQLRETURN
shard_numeric_from_number(const ShardConversion *self)
{
    char scratch[SHARD_SCRATCH];
    gsize size;
    const char *text = shard_convert_print(self, scratch, &size);
    Literal literal = {0};

    if (!read_literal(text, size, &literal))
        return shard_convert_no_literal(self);
    if (literal.not_finite)
        return shard_convert_out_of_range(self);
    return emit_numeric(self, &literal);
}
