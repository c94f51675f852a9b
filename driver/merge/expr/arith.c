/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/expr/arith.h"

#include "driver/merge/brand-decimal.h"
#include "driver/merge/kept.h"

#include <math.h>

#define MYSQL_DIGITS_MAX 65
#define POSTGRESQL_SCALE_MAX 16383

ShardValue
shard_arith_real(double value)
{
    return (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = value};
}

static gboolean
fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return FALSE;
}

gboolean
shard_arith_out_of_range(const ShardArith *self, ShardTypeClass type, GError **error)
{
    if (self->dialect == SHARD_DIALECT_SQLITE)
        return fail(error, "HY000", "integer overflow");
    if (self->dialect == SHARD_DIALECT_MYSQL)
        return fail(error, "22003",
                    type == SHARD_TYPE_UNSIGNED ? "BIGINT UNSIGNED value is out of range"
                                                : "BIGINT value is out of range");
    return fail(error, "22003",
                type == SHARD_TYPE_INTEGER ? "integer out of range" : "bigint out of range");
}

/* PostgreSQL reports it, the others answer NULL. */
static gboolean
divided_by_zero(const ShardArith *self, ShardValue *out_value, GError **error)
{
    *out_value = SHARD_VALUE_INIT_NULL;
    return self->dialect != SHARD_DIALECT_POSTGRESQL || fail(error, "22012", "division by zero");
}

/* ---- integers ---- */

static __int128
wide_of(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_UNSIGNED ? (__int128) value->u : (__int128) value->i;
}

static gboolean
is_division(ShardMergeCall call)
{
    return call == SHARD_CALL_DIVIDE || call == SHARD_CALL_INTEGER_DIVIDE ||
           call == SHARD_CALL_MODULO;
}

static gboolean
wide_result(ShardMergeCall call, __int128 a, __int128 b, __int128 *out_result)
{
    switch (call) {
    case SHARD_CALL_ADD:
        *out_result = a + b;
        return TRUE;
    case SHARD_CALL_SUBTRACT:
        *out_result = a - b;
        return TRUE;
    case SHARD_CALL_MULTIPLY:
        return !__builtin_mul_overflow(a, b, out_result);
    case SHARD_CALL_MODULO:
        *out_result = a % b;
        return TRUE;
    default:
        *out_result = a / b;
        return TRUE;
    }
}

static gboolean
store_integer(const ShardArith *self, __int128 result, ShardTypeClass type, ShardValue *out_value,
              GError **error)
{
    gboolean narrow = type == SHARD_TYPE_INTEGER && self->dialect == SHARD_DIALECT_POSTGRESQL;
    __int128 low = narrow ? G_MININT32 : G_MININT64;
    __int128 high = narrow ? G_MAXINT32 : G_MAXINT64;

    if (type == SHARD_TYPE_UNSIGNED) {
        if (result < 0 || result > G_MAXUINT64)
            return shard_arith_out_of_range(self, type, error);
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNSIGNED, .u = (guint64) result};
        return TRUE;
    }
    if (result < low || result > high)
        return shard_arith_out_of_range(self, type, error);
    *out_value = shard_value_long((gint64) result);
    return TRUE;
}

static gboolean
integer_arith(const ShardArith *self, ShardMergeCall call, ShardTypeClass type,
              const ShardValue *operands, ShardValue *out_value, GError **error)
{
    __int128 a = wide_of(&operands[0]);
    __int128 b = wide_of(&operands[1]);
    __int128 result = 0;

    if (is_division(call) && b == 0)
        return divided_by_zero(self, out_value, error);
    if (!wide_result(call, a, b, &result))
        return shard_arith_out_of_range(self, type, error);
    return store_integer(self, result, type, out_value, error);
}

/* ---- decimals ---- */

/* NaN spreads; what infinity does isn't worth being wrong about. */
static gboolean
special_arith(const ShardValue *operands, ShardValue *out_value, GError **error)
{
    for (guint i = 0; i < 2; i++)
        if (shard_number_class(&operands[i]) == SHARD_NUMBER_NAN) {
            *out_value = shard_value_decimal("NaN", 3);
            return TRUE;
        }
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "arithmetic with infinite numerics isn't merged across shards");
    return FALSE;
}

static void
modulo(ShardDecimal *a, const ShardDecimal *b)
{
    g_auto(ShardDecimal) product = {0};
    gint32 scale = MAX(a->scale, b->scale);

    shard_decimal_init(&product);
    shard_decimal_set(&product, a);
    shard_decimal_divide(&product, b, 0, SHARD_ROUND_DOWN);
    shard_decimal_multiply(&product, b);
    shard_decimal_subtract(a, &product);
    shard_decimal_set_scale(a, scale, SHARD_ROUND_DOWN);
}

static void
divide(const ShardArith *self, ShardDecimal *a, const ShardDecimal *b)
{
    if (self->dialect == SHARD_DIALECT_MYSQL) {
        shard_mysql_divide(a, b, SHARD_MYSQL_DIVISION_INCREMENT);
        return;
    }
    gint32 scale = shard_postgresql_division_scale(a, b);
    shard_decimal_divide(a, b, scale, SHARD_ROUND_HALF_UP);
}

static gboolean
store_decimal(const ShardArith *self, const ShardDecimal *result, ShardValue *out_value,
              GError **error)
{
    gsize digits = mpz_sizeinbase(result->unscaled, 10);

    if ((self->dialect == SHARD_DIALECT_MYSQL &&
         (digits > MYSQL_DIGITS_MAX || result->scale > MYSQL_DIGITS_MAX)) ||
        result->scale > POSTGRESQL_SCALE_MAX) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "a decimal with so many digits isn't computed across shards");
        return FALSE;
    }
    *out_value = shard_decimal_value(result, self->arena);
    return TRUE;
}

static gboolean
store_quotient(const ShardArith *self, const ShardDecimal *quotient, gboolean negative,
               ShardValue *out_value, GError **error)
{
    if (!store_decimal(self, quotient, out_value, error))
        return FALSE;
    if (self->dialect == SHARD_DIALECT_MYSQL)
        *out_value = shard_mysql_quotient(quotient, negative, self->arena);
    return TRUE;
}

/* MariaDB shows it as -0.00, and only as long as it isn't stored. */
static gboolean
refuse_negative_zero(GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "a remainder of -0 isn't computed across shards");
    return FALSE;
}

static gboolean
decimal_arith(const ShardArith *self, ShardMergeCall call, ShardTypeClass type,
              const ShardValue *operands, ShardValue *out_value, GError **error)
{
    g_auto(ShardDecimal) a = {0};
    g_auto(ShardDecimal) b = {0};

    shard_decimal_init(&a);
    shard_decimal_init(&b);
    if (!shard_number_to_decimal(&operands[0], &a) || !shard_number_to_decimal(&operands[1], &b))
        return special_arith(operands, out_value, error);
    if (is_division(call) && shard_decimal_sign(&b) == 0)
        return divided_by_zero(self, out_value, error);
    if (call == SHARD_CALL_ADD)
        shard_decimal_add(&a, &b);
    else if (call == SHARD_CALL_SUBTRACT)
        shard_decimal_subtract(&a, &b);
    else if (call == SHARD_CALL_MULTIPLY)
        shard_decimal_multiply(&a, &b);
    else if (call == SHARD_CALL_MODULO) {
        gboolean negative = shard_decimal_sign(&a) < 0;
        modulo(&a, &b);
        if (negative && shard_decimal_sign(&a) == 0 && self->dialect == SHARD_DIALECT_MYSQL)
            return refuse_negative_zero(error);
    } else if (call == SHARD_CALL_DIVIDE) {
        gboolean negative = shard_decimal_sign(&a) * shard_decimal_sign(&b) < 0;
        divide(self, &a, &b);
        return store_quotient(self, &a, negative, out_value, error);
    } else {
        shard_decimal_divide(&a, &b, 0, SHARD_ROUND_DOWN);
        return shard_decimal_to_integer(&a, type, self->dialect, out_value, error);
    }
    return store_decimal(self, &a, out_value, error);
}

/* ---- floating numbers ---- */

static double
real_result(ShardMergeCall call, double a, double b)
{
    switch (call) {
    case SHARD_CALL_ADD:
        return a + b;
    case SHARD_CALL_SUBTRACT:
        return a - b;
    case SHARD_CALL_MULTIPLY:
        return a * b;
    case SHARD_CALL_MODULO:
        return fmod(a, b);
    default:
        return a / b;
    }
}

static gboolean
real_arith(const ShardArith *self, ShardMergeCall call, ShardTypeClass type,
           const ShardValue *operands, ShardValue *out_value, GError **error)
{
    double a = shard_number_to_double(&operands[0]);
    double b = shard_number_to_double(&operands[1]);

    if (is_division(call) && b == 0)
        return divided_by_zero(self, out_value, error);
    double result = real_result(call, a, b);
    gboolean narrow = type == SHARD_TYPE_FLOAT;
    if (narrow)
        result = (float) result;
    if (isinf(result) && !isinf(a) && !isinf(b) && self->dialect != SHARD_DIALECT_SQLITE)
        return fail(error, "22003",
                    self->dialect == SHARD_DIALECT_MYSQL ? "DOUBLE value is out of range"
                                                         : "value out of range: overflow");
    if (result == 0 && a != 0 && b != 0 && self->dialect == SHARD_DIALECT_POSTGRESQL &&
        (call == SHARD_CALL_MULTIPLY || call == SHARD_CALL_DIVIDE) && !isinf(b))
        return fail(error, "22003", "value out of range: underflow");
    if (isnan(result) && self->dialect == SHARD_DIALECT_SQLITE)
        *out_value = SHARD_VALUE_INIT_NULL;
    else
        *out_value =
            (ShardValue){.kind = narrow ? SHARD_VALUE_FLOAT : SHARD_VALUE_DOUBLE, .d = result};
    return TRUE;
}

/* ---- SQLite: by the operands' kinds ---- */

/* A floating number as SQLite makes an integer of it: cut off, and the nearest end out of range. */
static gint64
truncated(const ShardValue *value)
{
    double real = shard_number_to_double(value);

    if (shard_value_is_integer(value))
        return value->i;
    if (!(real > -0x1p63))
        return G_MININT64;
    return real < 0x1p63 ? (gint64) real : G_MAXINT64;
}

static gboolean
sqlite_modulo(const ShardValue *operands, gboolean integers, ShardValue *out_value)
{
    gint64 a = truncated(&operands[0]);
    gint64 b = truncated(&operands[1]);

    *out_value = SHARD_VALUE_INIT_NULL;
    if (b == 0)
        return TRUE;
    gint64 result = b == -1 ? 0 : a % b;
    *out_value = integers ? shard_value_long(result) : shard_arith_real((double) result);
    return TRUE;
}

static gboolean
sqlite_arith(const ShardArith *self, ShardMergeCall call, const ShardValue *operands,
             ShardValue *out_value, GError **error)
{
    gboolean integers =
        shard_value_is_integer(&operands[0]) && shard_value_is_integer(&operands[1]);
    __int128 result = 0;

    if (call == SHARD_CALL_MODULO)
        return sqlite_modulo(operands, integers, out_value);
    if (!integers)
        return real_arith(self, call, SHARD_TYPE_DOUBLE, operands, out_value, error);
    if (is_division(call) && operands[1].i == 0)
        return divided_by_zero(self, out_value, error);
    wide_result(call, operands[0].i, operands[1].i, &result);
    if (result < G_MININT64 || result > G_MAXINT64)
        return real_arith(self, call, SHARD_TYPE_DOUBLE, operands, out_value, error);
    *out_value = shard_value_long((gint64) result);
    return TRUE;
}

gboolean
shard_arith(const ShardArith *self, ShardMergeCall call, ShardTypeClass type,
            const ShardValue *operands, ShardValue *out_value, GError **error)
{
    switch (type) {
    case SHARD_TYPE_UNKNOWN:
        return sqlite_arith(self, call, operands, out_value, error);
    case SHARD_TYPE_DECIMAL:
        return decimal_arith(self, call, type, operands, out_value, error);
    case SHARD_TYPE_FLOAT:
    case SHARD_TYPE_DOUBLE:
        return real_arith(self, call, type, operands, out_value, error);
    default:
        break;
    }
    if (operands[0].kind == SHARD_VALUE_DECIMAL || operands[1].kind == SHARD_VALUE_DECIMAL)
        return decimal_arith(self, call, type, operands, out_value, error);
    return integer_arith(self, call, type, operands, out_value, error);
}

ShardValue
shard_arith_rescale(const ShardArith *self, const ShardValue *value, gint32 scale)
{
    g_auto(ShardDecimal) decimal = {0};

    if (value->kind == SHARD_VALUE_NULL || shard_value_is_real(value) || scale < 0)
        return *value;
    shard_decimal_init(&decimal);
    if (!shard_number_to_decimal(value, &decimal) || decimal.scale == scale)
        return *value;
    /* A zero with a sign keeps it as long as nothing is rounded off. */
    gboolean negative = shard_value_has_text(value) && value->text.size > 0 &&
                        value->text.data[0] == '-' && scale > decimal.scale;
    shard_decimal_set_scale(&decimal, scale, SHARD_ROUND_HALF_UP);
    return shard_mysql_quotient(&decimal, negative, self->arena);
}
