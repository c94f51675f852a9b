/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/decimal.h"

#include <string.h>

/* Larger exponents would let a few bytes of input ask for gigabytes of zeros. */
#define MAX_EXPONENT 100000

void
shard_decimal_init(ShardDecimal *self)
{
    mpz_init(self->unscaled);
    self->scale = 0;
}

void
shard_decimal_clear(ShardDecimal *self)
{
    mpz_clear(self->unscaled);
}

void
shard_decimal_set(ShardDecimal *self, const ShardDecimal *from)
{
    mpz_set(self->unscaled, from->unscaled);
    self->scale = from->scale;
}

void
shard_decimal_set_int64(ShardDecimal *self, gint64 value)
{
    G_STATIC_ASSERT(sizeof(long) == sizeof(gint64));
    mpz_set_si(self->unscaled, (long) value);
    self->scale = 0;
}

void
shard_decimal_set_uint64(ShardDecimal *self, guint64 value)
{
    mpz_set_ui(self->unscaled, (unsigned long) value);
    self->scale = 0;
}

/* The pieces of a number's text. */
typedef struct {
    gboolean negative;
    const char *whole, *fraction;
    gsize n_whole, n_fraction;
    gint32 exponent;
} Spelling;

static gsize
count_digits(const char *text, const char *end)
{
    gsize n = 0;
    while (text + n < end && g_ascii_isdigit(text[n]))
        n++;
    return n;
}

static gboolean
read_exponent(const char *at, const char *end, gint32 *out_exponent)
{
    gint32 value = 0;
    gboolean negative = at < end && *at == '-';

    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end || count_digits(at, end) != (gsize) (end - at))
        return FALSE;
    for (; at < end; at++) {
        value = value * 10 + (*at - '0');
        if (value > MAX_EXPONENT)
            return FALSE;
    }
    *out_exponent = negative ? -value : value;
    return TRUE;
}

static gboolean
read_spelling(const char *text, gsize size, Spelling *out)
{
    const char *at = text;
    const char *end = text + size;

    *out = (Spelling){.negative = size > 0 && *text == '-'};
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    out->whole = at;
    out->n_whole = count_digits(at, end);
    at += out->n_whole;
    if (at < end && *at == '.') {
        out->fraction = ++at;
        out->n_fraction = count_digits(at, end);
        at += out->n_fraction;
    }
    if (out->n_whole + out->n_fraction == 0 || out->n_fraction > MAX_EXPONENT)
        return FALSE;
    if (at < end && (*at == 'e' || *at == 'E'))
        /* What is written out again is read again: no more digits behind the point than above. */
        return read_exponent(at + 1, end, &out->exponent) &&
               (gssize) out->n_fraction - out->exponent <= MAX_EXPONENT;
    return at == end;
}

gboolean
shard_decimal_parse(ShardDecimal *self, const char *text, gssize size)
{
    Spelling spelling;

    if (!read_spelling(text, size < 0 ? strlen(text) : (gsize) size, &spelling))
        return FALSE;
    g_autoptr(GString) digits = g_string_sized_new(spelling.n_whole + spelling.n_fraction + 2);
    if (spelling.negative)
        g_string_append_c(digits, '-');
    g_string_append_len(digits, spelling.whole, (gssize) spelling.n_whole);
    if (spelling.n_fraction > 0)
        g_string_append_len(digits, spelling.fraction, (gssize) spelling.n_fraction);
    mpz_set_str(self->unscaled, digits->str, 10);
    self->scale = (gint32) spelling.n_fraction - spelling.exponent;
    return TRUE;
}

static void
multiply_by_power(mpz_t number, guint32 exponent)
{
    if (exponent == 0)
        return;
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, exponent);
    mpz_mul(number, number, power);
    mpz_clear(power);
}

/* Raises both to the larger scale; other is a copy that may be changed. */
static void
align(ShardDecimal *self, ShardDecimal *other)
{
    if (self->scale < other->scale) {
        multiply_by_power(self->unscaled, (guint32) (other->scale - self->scale));
        self->scale = other->scale;
    } else if (other->scale < self->scale) {
        multiply_by_power(other->unscaled, (guint32) (self->scale - other->scale));
        other->scale = self->scale;
    }
}

void
shard_decimal_add(ShardDecimal *self, const ShardDecimal *other)
{
    if (self->scale == other->scale) {
        mpz_add(self->unscaled, self->unscaled, other->unscaled);
        return;
    }
    g_auto(ShardDecimal) copy;
    shard_decimal_init(&copy);
    shard_decimal_set(&copy, other);
    align(self, &copy);
    mpz_add(self->unscaled, self->unscaled, copy.unscaled);
}

void
shard_decimal_subtract(ShardDecimal *self, const ShardDecimal *other)
{
    g_auto(ShardDecimal) copy;
    shard_decimal_init(&copy);
    shard_decimal_set(&copy, other);
    align(self, &copy);
    mpz_sub(self->unscaled, self->unscaled, copy.unscaled);
}

void
shard_decimal_multiply(ShardDecimal *self, const ShardDecimal *other)
{
    mpz_mul(self->unscaled, self->unscaled, other->unscaled);
    self->scale += other->scale;
}

/* Is the quotient with that remainder to be moved one away from zero? */
static gboolean
rounds_away(const mpz_t quotient, const mpz_t remainder, const mpz_t divisor, int sign,
            ShardRounding rounding)
{
    if (mpz_sgn(remainder) == 0 || rounding == SHARD_ROUND_DOWN)
        return FALSE;
    if (rounding == SHARD_ROUND_FLOOR)
        return sign < 0;
    if (rounding == SHARD_ROUND_CEILING)
        return sign > 0;
    mpz_t twice;
    mpz_init(twice);
    mpz_mul_2exp(twice, remainder, 1);
    int order = mpz_cmpabs(twice, divisor);
    mpz_clear(twice);
    if (order != 0)
        return order > 0;
    return rounding == SHARD_ROUND_HALF_UP || mpz_odd_p(quotient);
}

/* number = number / divisor as an integer. */
static void
divide_rounded(mpz_t number, const mpz_t divisor, ShardRounding rounding)
{
    int sign = mpz_sgn(number) * mpz_sgn(divisor);
    mpz_t remainder;

    mpz_init(remainder);
    mpz_tdiv_qr(number, remainder, number, divisor);
    gboolean away = rounds_away(number, remainder, divisor, sign, rounding);
    mpz_clear(remainder);
    if (away && sign > 0)
        mpz_add_ui(number, number, 1);
    else if (away)
        mpz_sub_ui(number, number, 1);
}

gboolean
shard_decimal_divide(ShardDecimal *self, const ShardDecimal *other, gint32 scale,
                     ShardRounding rounding)
{
    if (mpz_sgn(other->unscaled) == 0)
        return FALSE;
    /* self/other = (u1/u2) * 10^(s2-s1); the quotient's unscaled is that times 10^scale. */
    gint64 shift = (gint64) scale + other->scale - self->scale;
    mpz_t divisor;
    mpz_init_set(divisor, other->unscaled);
    if (shift >= 0)
        multiply_by_power(self->unscaled, (guint32) shift);
    else
        multiply_by_power(divisor, (guint32) -shift);
    divide_rounded(self->unscaled, divisor, rounding);
    mpz_clear(divisor);
    self->scale = scale;
    return TRUE;
}

void
shard_decimal_set_scale(ShardDecimal *self, gint32 scale, ShardRounding rounding)
{
    if (scale >= self->scale) {
        multiply_by_power(self->unscaled, (guint32) (scale - self->scale));
    } else {
        mpz_t divisor;
        mpz_init(divisor);
        mpz_ui_pow_ui(divisor, 10, (guint32) (self->scale - scale));
        divide_rounded(self->unscaled, divisor, rounding);
        mpz_clear(divisor);
    }
    self->scale = scale;
}

void
shard_decimal_strip(ShardDecimal *self)
{
    if (mpz_sgn(self->unscaled) == 0) {
        self->scale = 0;
        return;
    }
    while (mpz_divisible_ui_p(self->unscaled, 10)) {
        mpz_divexact_ui(self->unscaled, self->unscaled, 10);
        self->scale--;
    }
}

void
shard_decimal_negate(ShardDecimal *self)
{
    mpz_neg(self->unscaled, self->unscaled);
}

int
shard_decimal_compare(const ShardDecimal *a, const ShardDecimal *b)
{
    if (a->scale == b->scale)
        return mpz_cmp(a->unscaled, b->unscaled);
    if (mpz_sgn(a->unscaled) != mpz_sgn(b->unscaled))
        return mpz_sgn(a->unscaled) - mpz_sgn(b->unscaled);
    g_auto(ShardDecimal) left;
    g_auto(ShardDecimal) right;
    shard_decimal_init(&left);
    shard_decimal_init(&right);
    shard_decimal_set(&left, a);
    shard_decimal_set(&right, b);
    align(&left, &right);
    return mpz_cmp(left.unscaled, right.unscaled);
}

int
shard_decimal_sign(const ShardDecimal *self)
{
    return mpz_sgn(self->unscaled);
}

gboolean
shard_decimal_is_integer(const ShardDecimal *self)
{
    if (self->scale <= 0)
        return TRUE;
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (guint32) self->scale);
    gboolean divisible = mpz_divisible_p(self->unscaled, power) != 0;
    mpz_clear(power);
    return divisible;
}

gboolean
shard_decimal_to_int64(const ShardDecimal *self, gint64 *out_value)
{
    if (self->scale == 0 && mpz_fits_slong_p(self->unscaled)) {
        *out_value = mpz_get_si(self->unscaled);
        return TRUE;
    }
    if (!shard_decimal_is_integer(self))
        return FALSE;
    g_auto(ShardDecimal) copy;
    shard_decimal_init(&copy);
    shard_decimal_set(&copy, self);
    shard_decimal_set_scale(&copy, 0, SHARD_ROUND_DOWN);
    if (!mpz_fits_slong_p(copy.unscaled))
        return FALSE;
    *out_value = mpz_get_si(copy.unscaled);
    return TRUE;
}

double
shard_decimal_to_double(const ShardDecimal *self)
{
    /* g_ascii_strtod rounds to nearest; mpz_get_d would truncate. */
    g_autofree char *digits = g_malloc(mpz_sizeinbase(self->unscaled, 10) + 2);
    mpz_get_str(digits, 10, self->unscaled);
    g_autofree char *text = g_strdup_printf("%sE%d", digits, -self->scale);
    return g_ascii_strtod(text, NULL);
}

const char *
shard_decimal_to_text(const ShardDecimal *self, ShardArena *arena, gsize *out_size)
{
    gsize room = mpz_sizeinbase(self->unscaled, 10) + 2;
    g_autofree char *buffer = g_malloc(room);
    mpz_get_str(buffer, 10, self->unscaled);
    gboolean negative = buffer[0] == '-';
    const char *digits = buffer + (negative ? 1 : 0);
    gsize n = strlen(digits);
    gsize fraction = self->scale > 0 ? (gsize) self->scale : 0;
    gsize tail = self->scale < 0 && mpz_sgn(self->unscaled) != 0 ? (gsize) -self->scale : 0;
    gsize lead = n <= fraction ? fraction + 1 - n : 0; /* zeros before the digits */
    gsize whole = lead + n - fraction;
    char *text = shard_arena_alloc(arena, lead + n + tail + 3);
    char *at = text;

    if (negative)
        *at++ = '-';
    memset(at, '0', lead);
    memcpy(at + lead, digits, n);
    if (fraction > 0) {
        memmove(at + whole + 1, at + whole, fraction);
        at[whole] = '.';
        at += 1;
    }
    memset(at + lead + n, '0', tail);
    at += lead + n + tail;
    if (out_size != NULL)
        *out_size = (gsize) (at - text);
    return text;
}
