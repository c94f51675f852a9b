/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers of one type made another's: implicitly, by CAST, by ROUND and its like. */
#include "driver/merge/expr/arith.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static gboolean
refuse(const char *what, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000", "%s isn't computed across shards", what);
    return FALSE;
}

/* PostgreSQL makes a numeric of a double by its 15 significant digits (a float: 6). */
static gboolean
decimal_of_real(const ShardArith *self, const ShardValue *value, ShardDecimal *out_decimal,
                GError **error)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    const char *format = value->kind == SHARD_VALUE_FLOAT ? "%.6g" : "%.15g";

    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return refuse("a cast from a floating number to a decimal", error);
    g_ascii_formatd(text, sizeof text, format, value->d);
    if (!shard_decimal_parse(out_decimal, text, strlen(text)))
        return refuse("a cast from an infinite number", error);
    if (out_decimal->scale < 0)
        shard_decimal_set_scale(out_decimal, 0, SHARD_ROUND_DOWN);
    return TRUE;
}

/* 10^precision - 1 of the last digit: what MariaDB gives for a decimal that doesn't fit. */
static void
clamp_decimal(ShardDecimal *decimal, const ShardMergeCast *cast)
{
    gboolean negative = shard_decimal_sign(decimal) < 0;

    mpz_ui_pow_ui(decimal->unscaled, 10, (unsigned long) cast->precision);
    mpz_sub_ui(decimal->unscaled, decimal->unscaled, 1);
    if (negative)
        mpz_neg(decimal->unscaled, decimal->unscaled);
}

static gboolean
limit_decimal(const ShardArith *self, ShardDecimal *decimal, const ShardMergeCast *cast,
              GError **error)
{
    if (cast == NULL || cast->precision < 0)
        return TRUE;
    shard_decimal_set_scale(decimal, MAX(cast->scale, 0), SHARD_ROUND_HALF_UP);
    g_auto(ShardDecimal) limit = {0};
    shard_decimal_init(&limit);
    mpz_ui_pow_ui(limit.unscaled, 10, (unsigned long) cast->precision);
    if (mpz_cmpabs(decimal->unscaled, limit.unscaled) < 0)
        return TRUE;
    if (self->dialect == SHARD_DIALECT_MYSQL) {
        clamp_decimal(decimal, cast);
        return TRUE;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "22003", "numeric field overflow");
    return FALSE;
}

static gboolean
to_decimal(const ShardArith *self, const ShardValue *value, const ShardMergeCast *cast,
           ShardValue *out_value, GError **error)
{
    g_auto(ShardDecimal) decimal = {0};

    if (shard_number_class(value) == SHARD_NUMBER_NAN) {
        *out_value = shard_value_decimal("NaN", 3);
        return TRUE;
    }
    shard_decimal_init(&decimal);
    if (shard_value_is_real(value) ? !decimal_of_real(self, value, &decimal, error)
                                   : !shard_number_to_decimal(value, &decimal) &&
                                         !refuse("a cast from an infinite number", error))
        return FALSE;
    if (decimal.scale < 0)
        shard_decimal_set_scale(&decimal, 0, SHARD_ROUND_DOWN);
    if (!limit_decimal(self, &decimal, cast, error))
        return FALSE;
    *out_value = shard_decimal_value(&decimal, self->arena);
    return TRUE;
}

/* SQLite cuts off, the others round; PostgreSQL and MariaDB round doubles half to even. */
static gboolean
whole_of(const ShardArith *self, const ShardValue *value, ShardDecimal *out_whole)
{
    ShardValue rounded = *value;
    gboolean cut = self->dialect == SHARD_DIALECT_SQLITE;

    if (shard_value_is_real(value)) {
        rounded.d = cut ? trunc(value->d) : rint(value->d);
        if (cut && !isnan(rounded.d))
            rounded.d = CLAMP(rounded.d, -0x1p63, 0x1p63);
    }
    if (!shard_number_to_decimal(&rounded, out_whole))
        return FALSE;
    shard_decimal_set_scale(out_whole, 0, cut ? SHARD_ROUND_DOWN : SHARD_ROUND_HALF_UP);
    return TRUE;
}

static gboolean
to_integer(const ShardArith *self, const ShardValue *value, ShardTypeClass type,
           const ShardMergeCast *cast, ShardValue *out_value, GError **error)
{
    g_auto(ShardDecimal) whole = {0};

    shard_decimal_init(&whole);
    if (!whole_of(self, value, &whole))
        return self->dialect == SHARD_DIALECT_POSTGRESQL
                   ? shard_arith_out_of_range(self, type, error)
                   : refuse("a cast from an infinite number", error);
    gint64 number = 0;
    gboolean fits = shard_decimal_to_int64(&whole, &number);
    if (!fits && self->dialect == SHARD_DIALECT_SQLITE) {
        *out_value = shard_value_long(shard_decimal_sign(&whole) < 0 ? G_MININT64 : G_MAXINT64);
        return TRUE;
    }
    if (cast != NULL && cast->bits == 16 && fits && (number < G_MININT16 || number > G_MAXINT16)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "22003", "smallint out of range");
        return FALSE;
    }
    if (!fits && self->dialect == SHARD_DIALECT_MYSQL)
        return refuse("a cast of a number beyond 64 bits", error);
    return shard_decimal_to_integer(&whole, type, self->dialect, out_value, error);
}

static gboolean
to_real(const ShardArith *self, const ShardValue *value, ShardTypeClass type, ShardValue *out_value,
        GError **error)
{
    double real = shard_number_to_double(value);
    gboolean narrow = type == SHARD_TYPE_FLOAT;

    if (narrow && !isinf(real) && (fabs(real) > FLT_MAX || (real != 0 && (float) real == 0))) {
        shard_error_set(error, SHARD_ERROR_FAILED, "22003", "value out of range: %s",
                        fabs(real) > 1 ? "overflow" : "underflow");
        return FALSE;
    }
    *out_value = (ShardValue){.kind = narrow ? SHARD_VALUE_FLOAT : SHARD_VALUE_DOUBLE,
                              .d = narrow ? (float) real : real};
    return TRUE;
}

gboolean
shard_arith_convert(const ShardArith *self, const ShardValue *value, ShardTypeClass type,
                    const ShardMergeCast *cast, ShardValue *out_value, GError **error)
{
    switch (type) {
    case SHARD_TYPE_DECIMAL:
        return to_decimal(self, value, cast, out_value, error);
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
        return to_integer(self, value, type, cast, out_value, error);
    case SHARD_TYPE_FLOAT:
    case SHARD_TYPE_DOUBLE:
        return to_real(self, value, type, out_value, error);
    default:
        *out_value = *value;
        return TRUE;
    }
}

/* ---- ROUND, TRUNC, FLOOR, CEIL ---- */

static ShardRounding
rounding_of(ShardMergeCall call)
{
    static const ShardRounding roundings[] = {
        [SHARD_CALL_ROUND] = SHARD_ROUND_HALF_UP,
        [SHARD_CALL_TRUNCATE] = SHARD_ROUND_DOWN,
        [SHARD_CALL_FLOOR] = SHARD_ROUND_FLOOR,
        [SHARD_CALL_CEILING] = SHARD_ROUND_CEILING,
    };
    return roundings[call];
}

static double
whole_real(ShardMergeCall call, double value)
{
    if (call == SHARD_CALL_TRUNCATE)
        return trunc(value);
    if (call == SHARD_CALL_FLOOR)
        return floor(value);
    return call == SHARD_CALL_CEILING ? ceil(value) : rint(value);
}

/* How far value is from the nearest tie of so many digits, as a part of value; 0: it is one. */
static double
distance_from_tie(const ShardDecimal *value, gint32 digits)
{
    g_auto(ShardDecimal) tie = {0};

    shard_decimal_init(&tie);
    shard_decimal_set(&tie, value);
    shard_decimal_set_scale(&tie, digits, SHARD_ROUND_DOWN);
    shard_decimal_set_scale(&tie, digits + 1, SHARD_ROUND_DOWN);
    mpz_add_ui(tie.unscaled, tie.unscaled, 5);
    shard_decimal_subtract(&tie, value);
    return fabs(shard_decimal_to_double(&tie)) / shard_decimal_to_double(value);
}

/* SQLite's round() depends on its version where the number is near to a tie without being one, and
 * then it isn't answered; an exact tie goes away from zero in all of them. */
static gboolean
sqlite_round(const ShardArith *self, double value, gint32 digits, ShardValue *out_value,
             GError **error)
{
    *out_value = shard_arith_real(value);
    if (!isfinite(value) || fabs(value) >= 0x1p52 || value == 0)
        return TRUE;

    g_auto(ShardDecimal) exact = {0};
    ShardValue magnitude = shard_arith_real(fabs(value));
    shard_decimal_init(&exact);
    shard_number_to_decimal(&magnitude, &exact);
    double distance = distance_from_tie(&exact, digits);
    if (digits > 15 || magnitude.d * pow(10, digits) > 1e15 || (distance != 0 && distance < 1e-14))
        return refuse("SQLite's round() of a number so near to a tie", error);
    shard_decimal_set_scale(&exact, digits, SHARD_ROUND_HALF_UP);
    ShardValue text = shard_decimal_value(&exact, self->arena);
    double rounded = shard_number_to_double(&text);
    *out_value = shard_arith_real(value < 0 && rounded != 0 ? -rounded : rounded);
    return TRUE;
}

/* MariaDB's my_double_round(): multiplied, rounded half to even, divided again. */
static double
mysql_round(ShardMergeCall call, double value, gint32 digits)
{
    double factor = pow(10.0, abs(digits));

    if (digits >= 0) {
        double scaled = value * factor;
        return isinf(scaled) ? value : whole_real(call, scaled) / factor;
    }
    return isinf(factor) ? 0.0 : whole_real(call, value / factor) * factor;
}

static gboolean
round_real(const ShardArith *self, ShardMergeCall call, double value, gint32 digits,
           ShardValue *out_value, GError **error)
{
    if (self->dialect == SHARD_DIALECT_SQLITE && call == SHARD_CALL_ROUND)
        return sqlite_round(self, value, MAX(digits, 0), out_value, error);
    if (digits == 0)
        *out_value = shard_arith_real(whole_real(call, value));
    else if (self->dialect == SHARD_DIALECT_MYSQL)
        *out_value = shard_arith_real(mysql_round(call, value, digits));
    else
        return refuse("rounding a floating number to digits", error);
    return TRUE;
}

gboolean
shard_arith_round(const ShardArith *self, ShardMergeCall call, const ShardValue *value,
                  gint32 digits, ShardValue *out_value, GError **error)
{
    if (shard_value_is_real(value))
        return round_real(self, call, value->d, digits, out_value, error);

    g_auto(ShardDecimal) decimal = {0};
    shard_decimal_init(&decimal);
    if (!shard_number_to_decimal(value, &decimal)) {
        *out_value = *value;
        return TRUE;
    }
    shard_decimal_set_scale(&decimal, digits, rounding_of(call));
    if (digits < 0)
        shard_decimal_set_scale(&decimal, 0, SHARD_ROUND_DOWN);
    *out_value = shard_decimal_value(&decimal, self->arena);
    return TRUE;
}
