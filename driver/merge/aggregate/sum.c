/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/aggregate/sum.h"

#include "driver/merge/kept.h"

#include <math.h>

#define DIGITS_MAX 36 /* so many fit 128 bits, with room for a factor of ten */

void
shard_sum_clear(ShardSum *self)
{
    if (self->big != NULL) {
        shard_decimal_clear(self->big);
        g_free(self->big);
    }
    *self = (ShardSum){0};
}

/* Plain digits of at most DIGITS_MAX; FALSE for anything else. */
static gboolean
parse_units(const char *text, gsize size, __int128 *out_units, gint32 *out_scale)
{
    gsize at = size > 0 && (text[0] == '-' || text[0] == '+');
    gboolean negative = at == 1 && text[0] == '-';
    gboolean fraction = FALSE;
    __int128 units = 0;
    gint32 scale = 0;

    if (size > DIGITS_MAX || at == size)
        return FALSE;
    for (; at < size; at++) {
        if (text[at] == '.' && !fraction) {
            fraction = TRUE;
            continue;
        }
        if (!g_ascii_isdigit(text[at]))
            return FALSE;
        units = units * 10 + (text[at] - '0');
        scale += fraction;
    }
    *out_units = negative ? -units : units;
    *out_scale = scale;
    return TRUE;
}

static gboolean
scale_up(__int128 *units, gint32 by)
{
    for (; by > 0; by--)
        if (__builtin_mul_overflow(*units, (__int128) 10, units))
            return FALSE;
    return TRUE;
}

static gboolean
add_units(ShardSum *self, __int128 units, gint32 scale)
{
    __int128 sum = self->units;
    gint32 common = MAX(scale, self->scale);

    if (!scale_up(&sum, common - self->scale) || !scale_up(&units, common - scale) ||
        __builtin_add_overflow(sum, units, &sum))
        return FALSE;
    self->units = sum;
    self->scale = common;
    return TRUE;
}

static void
set_units(ShardDecimal *decimal, __int128 units, gint32 scale)
{
    unsigned __int128 magnitude =
        units < 0 ? -(unsigned __int128) units : (unsigned __int128) units;
    guint64 halves[2] = {(guint64) (magnitude >> 64), (guint64) magnitude};

    mpz_import(decimal->unscaled, 2, 1, sizeof(guint64), 0, 0, halves);
    if (units < 0)
        mpz_neg(decimal->unscaled, decimal->unscaled);
    decimal->scale = scale;
}

static void
add_big(ShardSum *self, const ShardDecimal *value)
{
    if (self->big == NULL) {
        self->big = g_new0(ShardDecimal, 1);
        shard_decimal_init(self->big);
        set_units(self->big, self->units, self->scale);
    }
    shard_decimal_add(self->big, value);
    self->scale = MAX(self->scale, value->scale);
}

static gboolean
add_decimal(ShardSum *self, const ShardValue *value)
{
    g_auto(ShardDecimal) decimal = {0};

    shard_decimal_init(&decimal);
    if (!shard_number_to_decimal(value, &decimal))
        return FALSE;
    if (decimal.scale < 0)
        shard_decimal_set_scale(&decimal, 0, SHARD_ROUND_DOWN);
    add_big(self, &decimal);
    return TRUE;
}

static gboolean
add_special(ShardSum *self, ShardNumberClass number_class)
{
    self->nan |= number_class == SHARD_NUMBER_NAN;
    self->infinite |= number_class == SHARD_NUMBER_INFINITE;
    self->minus_infinite |= number_class == SHARD_NUMBER_MINUS_INFINITE;
    return TRUE;
}

static void
add_whole(ShardSum *self, __int128 units, gint32 scale)
{
    g_auto(ShardDecimal) decimal = {0};

    if (self->big == NULL && add_units(self, units, scale))
        return;
    shard_decimal_init(&decimal);
    set_units(&decimal, units, scale);
    add_big(self, &decimal);
}

static gboolean
add_exact(ShardSum *self, const ShardValue *value)
{
    __int128 units = 0;
    gint32 scale = 0;

    if (shard_value_is_integer(value))
        units = value->i;
    else if (value->kind == SHARD_VALUE_UNSIGNED)
        units = value->u;
    else if (!parse_units(value->text.data, value->text.size, &units, &scale))
        return add_decimal(self, value);
    add_whole(self, units, scale);
    return TRUE;
}

void
shard_sum_add_integer(ShardSum *self, __int128 number)
{
    self->any = TRUE;
    add_whole(self, number, 0);
}

gboolean
shard_sum_add(ShardSum *self, const ShardValue *value)
{
    if (!shard_value_is_number(value))
        return FALSE;
    self->any = TRUE;
    if (shard_value_is_real(value)) {
        self->has_real = TRUE;
        self->real += value->d;
        return TRUE;
    }
    self->has_decimal |= shard_value_has_text(value);
    ShardNumberClass number_class = shard_number_class(value);
    if (number_class != SHARD_NUMBER_FINITE)
        return add_special(self, number_class);
    return add_exact(self, value);
}

void
shard_sum_to_decimal(const ShardSum *self, ShardDecimal *out_decimal)
{
    if (self->big != NULL)
        shard_decimal_set(out_decimal, self->big);
    else
        set_units(out_decimal, self->units, self->scale);
}

const char *
shard_sum_special(const ShardSum *self)
{
    if (self->nan || (self->infinite && self->minus_infinite))
        return "NaN";
    if (self->infinite)
        return "Infinity";
    return self->minus_infinite ? "-Infinity" : NULL;
}

ShardValue
shard_real_value(double real, ShardDialect dialect)
{
    if (dialect == SHARD_DIALECT_SQLITE && isnan(real))
        return SHARD_VALUE_INIT_NULL;
    return (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = real};
}

double
shard_sum_to_double(const ShardSum *self)
{
    const char *special = shard_sum_special(self);
    if (special != NULL) {
        ShardValue value = shard_value_decimal(special, -1);
        return shard_number_to_double(&value) + (double) self->real;
    }
    g_auto(ShardDecimal) exact = {0};
    shard_decimal_init(&exact);
    shard_sum_to_decimal(self, &exact);
    if (!self->has_real)
        return shard_decimal_to_double(&exact);
    return (double) (self->real + (long double) shard_decimal_to_double(&exact));
}

ShardValue
shard_decimal_value(const ShardDecimal *decimal, ShardArena *arena)
{
    gsize size = 0;
    const char *text = shard_decimal_to_text(decimal, arena, &size);

    return shard_value_decimal(text, (gssize) size);
}

static gboolean
out_of_range(ShardTypeClass type, ShardDialect dialect, GError **error)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "integer overflow");
    else if (dialect == SHARD_DIALECT_MYSQL)
        shard_error_set(error, SHARD_ERROR_FAILED, "22003", "BIGINT%s value is out of range",
                        type == SHARD_TYPE_UNSIGNED ? " UNSIGNED" : "");
    else
        shard_error_set(error, SHARD_ERROR_FAILED, "22003", "%s out of range",
                        type == SHARD_TYPE_INTEGER ? "integer" : "bigint");
    return FALSE;
}

gboolean
shard_decimal_to_integer(const ShardDecimal *decimal, ShardTypeClass type, ShardDialect dialect,
                         ShardValue *out_value, GError **error)
{
    if (type == SHARD_TYPE_UNSIGNED && mpz_sgn(decimal->unscaled) >= 0 && decimal->scale == 0 &&
        mpz_sizeinbase(decimal->unscaled, 2) <= 64) {
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNSIGNED, .u = mpz_get_ui(decimal->unscaled)};
        return TRUE;
    }
    gint64 whole = 0;
    if (type == SHARD_TYPE_UNSIGNED || !shard_decimal_to_int64(decimal, &whole) ||
        (type == SHARD_TYPE_INTEGER && (whole < G_MININT32 || whole > G_MAXINT32)))
        return out_of_range(type, dialect, error);
    *out_value = shard_value_long(whole);
    return TRUE;
}

static gboolean
is_exact_type(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL;
}

static ShardTypeClass
natural_type(const ShardSum *self, ShardDialect dialect)
{
    if (self->has_real)
        return SHARD_TYPE_DOUBLE;
    if (dialect == SHARD_DIALECT_SQLITE)
        return self->has_decimal ? SHARD_TYPE_DOUBLE : SHARD_TYPE_BIGINT;
    return SHARD_TYPE_DECIMAL;
}

/* Decimal text of units * 10^-scale. */
static ShardValue
units_value(const ShardSum *self, ShardArena *arena)
{
    char buffer[64]; /* 39 digits at most, or a scale of DIGITS_MAX and what a sum adds to it */
    char *at = buffer + sizeof buffer;
    unsigned __int128 rest =
        self->units < 0 ? -(unsigned __int128) self->units : (unsigned __int128) self->units;

    for (gint32 n = 0; rest > 0 || n <= self->scale; rest /= 10) {
        *--at = (char) ('0' + (guint) (rest % 10));
        if (++n == self->scale)
            *--at = '.';
    }
    if (self->units < 0)
        *--at = '-';
    gsize size = (gsize) (buffer + sizeof buffer - at);
    return shard_value_decimal(shard_arena_strndup(arena, at, (gssize) size), (gssize) size);
}

/* What most sums are, without a detour over numbers of any size; FALSE: this one isn't. */
static gboolean
finish_units(const ShardSum *self, ShardTypeClass type, ShardArena *arena, ShardValue *out_value)
{
    if (self->big != NULL || self->scale > DIGITS_MAX)
        return FALSE;
    if (type == SHARD_TYPE_DECIMAL) {
        *out_value = units_value(self, arena);
        return TRUE;
    }
    gint64 whole = (gint64) self->units;
    if (type != SHARD_TYPE_BIGINT || self->scale != 0 || whole != self->units)
        return FALSE;
    *out_value = shard_value_long(whole);
    return TRUE;
}

gboolean
shard_sum_finish(const ShardSum *self, ShardTypeClass type, ShardDialect dialect, ShardArena *arena,
                 ShardValue *out_value, GError **error)
{
    *out_value = SHARD_VALUE_INIT_NULL;
    if (!self->any)
        return TRUE;
    gboolean real = type == SHARD_TYPE_DOUBLE || type == SHARD_TYPE_FLOAT;
    if (!real && (self->has_real || !is_exact_type(type)))
        type = natural_type(self, dialect);
    if (type == SHARD_TYPE_FLOAT) {
        *out_value =
            (ShardValue){.kind = SHARD_VALUE_FLOAT, .d = (float) shard_sum_to_double(self)};
        return TRUE;
    }
    if (type == SHARD_TYPE_DOUBLE) {
        *out_value = shard_real_value(shard_sum_to_double(self), dialect);
        return TRUE;
    }
    const char *special = shard_sum_special(self);
    if (special != NULL) {
        *out_value = shard_value_string(special, -1); /* as the drivers give it */
        return TRUE;
    }
    if (finish_units(self, type, arena, out_value))
        return TRUE;
    g_auto(ShardDecimal) exact = {0};
    shard_decimal_init(&exact);
    shard_sum_to_decimal(self, &exact);
    if (type != SHARD_TYPE_DECIMAL)
        return shard_decimal_to_integer(&exact, type, dialect, out_value, error);
    *out_value = shard_decimal_value(&exact, arena);
    return TRUE;
}
