/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/compare/number.h"

#include "driver/merge/kept.h"

#include <math.h>
#include <string.h>

#define INT64_TEXT_SIZE 24

/* A decimal's text taken apart: no copy, leading zeros of the integer part and trailing zeros of
 * the fraction left out. */
typedef struct {
    gboolean negative;
    const char *whole;
    gsize n_whole;
    const char *fraction;
    gsize n_fraction;
} Digits;

static const struct {
    const char *text;
    ShardNumberClass number_class;
} special_names[] = {
    {"nan", SHARD_NUMBER_NAN},
    {"infinity", SHARD_NUMBER_INFINITE},
    {"-infinity", SHARD_NUMBER_MINUS_INFINITE},
    {"inf", SHARD_NUMBER_INFINITE},
    {"-inf", SHARD_NUMBER_MINUS_INFINITE},
};

gboolean
shard_value_is_integer(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_LONG || value->kind == SHARD_VALUE_INTEGER ||
           value->kind == SHARD_VALUE_BOOLEAN;
}

gboolean
shard_value_is_real(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_DOUBLE || value->kind == SHARD_VALUE_FLOAT;
}

gboolean
shard_value_is_number(const ShardValue *value)
{
    return shard_value_is_integer(value) || shard_value_is_real(value) ||
           value->kind == SHARD_VALUE_UNSIGNED || value->kind == SHARD_VALUE_DECIMAL ||
           value->kind == SHARD_VALUE_BIG_INTEGER;
}

static ShardNumberClass
text_class(const char *text, gsize size)
{
    if (size == 0 || g_ascii_isdigit(text[size - 1]))
        return SHARD_NUMBER_FINITE;
    for (gsize i = 0; i < G_N_ELEMENTS(special_names); i++)
        if (strlen(special_names[i].text) == size &&
            g_ascii_strncasecmp(special_names[i].text, text, size) == 0)
            return special_names[i].number_class;
    return SHARD_NUMBER_FINITE;
}

ShardNumberClass
shard_number_class(const ShardValue *value)
{
    if (shard_value_is_real(value)) {
        if (isnan(value->d))
            return SHARD_NUMBER_NAN;
        if (isinf(value->d))
            return value->d > 0 ? SHARD_NUMBER_INFINITE : SHARD_NUMBER_MINUS_INFINITE;
        return SHARD_NUMBER_FINITE;
    }
    if (shard_value_has_text(value))
        return text_class(value->text.data, value->text.size);
    return SHARD_NUMBER_FINITE;
}

static void
digits_trim(Digits *self)
{
    while (self->n_whole > 0 && self->whole[0] == '0') {
        self->whole++;
        self->n_whole--;
    }
    while (self->n_fraction > 0 && self->fraction[self->n_fraction - 1] == '0')
        self->n_fraction--;
    if (self->n_whole == 0 && self->n_fraction == 0)
        self->negative = FALSE;
}

/* FALSE for an exponent or anything else that isn't plain digits. */
static gboolean
digits_parse(Digits *self, const char *text, gsize size)
{
    gsize at = 0;

    *self = (Digits){0};
    if (size > 0 && (text[0] == '-' || text[0] == '+'))
        self->negative = text[at++] == '-';
    self->whole = text + at;
    while (at < size && g_ascii_isdigit(text[at]))
        at++;
    self->n_whole = (gsize) (text + at - self->whole);
    self->fraction = text + at;
    if (at < size && text[at] == '.') {
        self->fraction = text + ++at;
        while (at < size && g_ascii_isdigit(text[at]))
            at++;
        self->n_fraction = (gsize) (text + at - self->fraction);
    }
    if (at != size || self->n_whole + self->n_fraction == 0)
        return FALSE;
    digits_trim(self);
    return TRUE;
}

static gsize
write_uint64(char *end, guint64 value)
{
    char *at = end;

    do
        *--at = (char) ('0' + value % 10);
    while ((value /= 10) > 0);
    return (gsize) (end - at);
}

/* buffer holds an integer's digits where the value isn't text. */
static gboolean
digits_of(Digits *self, const ShardValue *value, char buffer[static INT64_TEXT_SIZE])
{
    if (shard_value_has_text(value))
        return digits_parse(self, value->text.data, value->text.size);
    if (shard_value_is_real(value))
        return FALSE;

    gboolean negative = value->kind != SHARD_VALUE_UNSIGNED && value->i < 0;
    guint64 magnitude = negative ? -(guint64) value->i : value->u;
    gsize size = write_uint64(buffer + INT64_TEXT_SIZE, magnitude);
    *self =
        (Digits){.negative = negative, .whole = buffer + INT64_TEXT_SIZE - size, .n_whole = size};
    self->fraction = self->whole;
    digits_trim(self);
    return TRUE;
}

static int
digits_compare_magnitude(const Digits *a, const Digits *b)
{
    if (a->n_whole != b->n_whole)
        return a->n_whole < b->n_whole ? -1 : 1;
    int result = a->n_whole > 0 ? memcmp(a->whole, b->whole, a->n_whole) : 0;
    if (result != 0)
        return result;
    gsize common = MIN(a->n_fraction, b->n_fraction);
    result = common > 0 ? memcmp(a->fraction, b->fraction, common) : 0;
    if (result != 0)
        return result;
    return (a->n_fraction > b->n_fraction) - (a->n_fraction < b->n_fraction);
}

static int
digits_compare(const Digits *a, const Digits *b)
{
    if (a->negative != b->negative)
        return a->negative ? -1 : 1;
    int result = digits_compare_magnitude(a, b);
    return a->negative ? -result : result;
}

/* value = mantissa * 2^exponent, exactly. */
static void
decimal_from_double(ShardDecimal *out, double value)
{
    int exponent = 0;
    double mantissa = ldexp(frexp(value, &exponent), 53);

    exponent -= 53;
    mpz_set_d(out->unscaled, mantissa);
    out->scale = 0;
    if (exponent >= 0) {
        mpz_mul_2exp(out->unscaled, out->unscaled, (mp_bitcnt_t) exponent);
        return;
    }
    /* Halving is multiplying by five and moving the point; zeros of the mantissa go first. */
    while (exponent < 0 && mpz_sgn(out->unscaled) != 0 && mpz_even_p(out->unscaled)) {
        mpz_tdiv_q_2exp(out->unscaled, out->unscaled, 1);
        exponent++;
    }
    if (mpz_sgn(out->unscaled) == 0 || exponent == 0)
        return;
    mpz_t fives;
    mpz_init(fives);
    mpz_ui_pow_ui(fives, 5, (unsigned long) -exponent);
    mpz_mul(out->unscaled, out->unscaled, fives);
    mpz_clear(fives);
    out->scale = -exponent;
}

gboolean
shard_number_to_decimal(const ShardValue *value, ShardDecimal *out_decimal)
{
    if (shard_number_class(value) != SHARD_NUMBER_FINITE)
        return FALSE;
    if (shard_value_is_integer(value))
        shard_decimal_set_int64(out_decimal, value->i);
    else if (value->kind == SHARD_VALUE_UNSIGNED)
        shard_decimal_set_uint64(out_decimal, value->u);
    else if (shard_value_is_real(value))
        decimal_from_double(out_decimal, value->d);
    else
        return shard_decimal_parse(out_decimal, value->text.data, value->text.size);
    return TRUE;
}

static int
compare_exact(const ShardValue *a, const ShardValue *b)
{
    g_auto(ShardDecimal) left = {0};
    g_auto(ShardDecimal) right = {0};

    shard_decimal_init(&left);
    shard_decimal_init(&right);
    gboolean known = shard_number_to_decimal(a, &left) && shard_number_to_decimal(b, &right);
    return known ? shard_decimal_compare(&left, &right) : 0;
}

static int
compare_reals(double a, double b)
{
    if (isnan(a) || isnan(b))
        return (isnan(a) != 0) - (isnan(b) != 0);
    return (a > b) - (a < b);
}

/* Order of the classes on a line, finite numbers in the middle. */
static int
class_rank(ShardNumberClass number_class)
{
    static const int ranks[] = {
        [SHARD_NUMBER_MINUS_INFINITE] = -1,
        [SHARD_NUMBER_FINITE] = 0,
        [SHARD_NUMBER_INFINITE] = 1,
        [SHARD_NUMBER_NAN] = 2,
    };
    return ranks[number_class];
}

static int
compare_mixed(const ShardValue *a, const ShardValue *b)
{
    int rank_a = class_rank(shard_number_class(a));
    int rank_b = class_rank(shard_number_class(b));
    if (rank_a != 0 || rank_b != 0)
        return (rank_a > rank_b) - (rank_a < rank_b);

    char buffer_a[INT64_TEXT_SIZE];
    char buffer_b[INT64_TEXT_SIZE];
    Digits digits_a;
    Digits digits_b;
    if (digits_of(&digits_a, a, buffer_a) && digits_of(&digits_b, b, buffer_b))
        return digits_compare(&digits_a, &digits_b);
    return compare_exact(a, b);
}

int
shard_number_compare(const ShardValue *a, const ShardValue *b)
{
    if (shard_value_is_integer(a) && shard_value_is_integer(b))
        return (a->i > b->i) - (a->i < b->i);
    if (a->kind == SHARD_VALUE_UNSIGNED && b->kind == SHARD_VALUE_UNSIGNED)
        return (a->u > b->u) - (a->u < b->u);
    if (shard_value_is_real(a) && shard_value_is_real(b))
        return compare_reals(a->d, b->d);
    return compare_mixed(a, b);
}

gboolean
shard_number_parse_int64(const char *text, gsize size, gint64 *out_value)
{
    gsize at = size > 0 && (text[0] == '-' || text[0] == '+');
    gboolean negative = at == 1 && text[0] == '-';
    gint64 value = 0;

    if (at == size)
        return FALSE;
    for (; at < size; at++) {
        if (!g_ascii_isdigit(text[at]) || __builtin_mul_overflow(value, 10, &value))
            return FALSE;
        gint64 digit = text[at] - '0';
        if (__builtin_add_overflow(value, negative ? -digit : digit, &value))
            return FALSE;
    }
    *out_value = value;
    return TRUE;
}

gboolean
shard_number_to_int64(const ShardValue *value, gint64 *out_value)
{
    if (shard_value_is_integer(value)) {
        *out_value = value->i;
        return TRUE;
    }
    if (value->kind == SHARD_VALUE_UNSIGNED) {
        if (value->u > G_MAXINT64)
            return FALSE;
        *out_value = (gint64) value->u;
        return TRUE;
    }
    if (shard_value_is_real(value)) {
        /* 2^63 is exact as a double, the largest int64 is not. */
        if (!(value->d >= -0x1p63 && value->d < 0x1p63) || value->d != floor(value->d))
            return FALSE;
        *out_value = (gint64) value->d;
        return TRUE;
    }
    Digits digits;
    if (!digits_parse(&digits, value->text.data, value->text.size)) {
        g_auto(ShardDecimal) decimal = {0};
        shard_decimal_init(&decimal);
        return shard_number_to_decimal(value, &decimal) &&
               shard_decimal_to_int64(&decimal, out_value);
    }
    if (digits.n_fraction > 0 || digits.n_whole > 19)
        return FALSE;
    gint64 number = 0;
    for (gsize i = 0; i < digits.n_whole; i++) {
        gint64 digit = digits.whole[i] - '0';
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, digits.negative ? -digit : digit, &number))
            return FALSE;
    }
    *out_value = number;
    return TRUE;
}

double
shard_number_to_double(const ShardValue *value)
{
    if (shard_value_is_real(value))
        return value->d;
    if (shard_value_is_integer(value))
        return (double) value->i;
    if (value->kind == SHARD_VALUE_UNSIGNED)
        return (double) value->u;

    switch (shard_number_class(value)) {
    case SHARD_NUMBER_NAN:
        return NAN;
    case SHARD_NUMBER_INFINITE:
        return INFINITY;
    case SHARD_NUMBER_MINUS_INFINITE:
        return -INFINITY;
    case SHARD_NUMBER_FINITE:
        break;
    }
    g_auto(ShardDecimal) decimal = {0};
    shard_decimal_init(&decimal);
    return shard_number_to_decimal(value, &decimal) ? shard_decimal_to_double(&decimal) : 0.0;
}

static guint64
mix(guint64 bits)
{
    bits ^= bits >> 33;
    bits *= G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
    bits ^= bits >> 33;
    bits *= G_GUINT64_CONSTANT(0xc4ceb9fe1a85ec53);
    return bits ^ (bits >> 33);
}

guint64
shard_number_hash(const ShardValue *value)
{
    gint64 whole = 0;

    if (shard_number_to_int64(value, &whole))
        return mix((guint64) whole);
    double real = shard_number_to_double(value);
    if (isnan(real))
        return mix(G_MAXUINT64);
    guint64 bits = 0;
    memcpy(&bits, &real, sizeof bits);
    return mix(bits);
}

gboolean
shard_number_parse(const char *text, gsize size, ShardValue *out_value)
{
    gint64 whole = 0;
    if (shard_number_parse_int64(text, size, &whole)) {
        *out_value = shard_value_long(whole);
        return TRUE;
    }
    Digits digits;
    if (digits_parse(&digits, text, size) || text_class(text, size) != SHARD_NUMBER_FINITE) {
        *out_value = shard_value_decimal(text, (gssize) size);
        return TRUE;
    }
    for (gsize i = 0; i < size; i++)
        if (strchr("0123456789+-.eE", text[i]) == NULL || text[i] == '\0')
            return FALSE;
    g_autofree char *copy = g_strndup(text, size);
    char *end = NULL;
    double real = g_ascii_strtod(copy, &end);
    if (size == 0 || end != copy + size)
        return FALSE;
    *out_value = (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = real};
    return TRUE;
}
