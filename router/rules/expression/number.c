/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/number.h"

#include <math.h>
#include <string.h>

/* What Groovy adds to the operands' digits when a quotient doesn't end, and keeps at least. */
#define EXTRA_DIGITS 10
#define MIN_SCALE 10

static const char *const symbols[] = {
    [EXPR_ADD] = "+",         [EXPR_SUBTRACT] = "-",     [EXPR_MULTIPLY] = "*",
    [EXPR_DIVIDE] = "/",      [EXPR_MODULO] = "%",       [EXPR_INTDIV] = "intdiv()",
    [EXPR_AND] = "&",         [EXPR_OR] = "|",           [EXPR_XOR] = "^",
    [EXPR_SHIFT_LEFT] = "<<", [EXPR_SHIFT_RIGHT] = ">>", [EXPR_SHIFT_RIGHT_UNSIGNED] = ">>>",
};

static gboolean
is_small(const ExprValue *value)
{
    return value->v.kind == SHARD_VALUE_INTEGER || value->v.kind == SHARD_VALUE_LONG;
}

static gboolean
is_floating(const ExprValue *value)
{
    return value->v.kind == SHARD_VALUE_FLOAT || value->v.kind == SHARD_VALUE_DOUBLE;
}

gboolean
expr_to_decimal(const ExprValue *value, ShardDecimal *out)
{
    if (is_small(value)) {
        shard_decimal_set_int64(out, value->v.i);
        return TRUE;
    }
    if (is_floating(value)) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        return shard_decimal_parse(out, shard_value_to_text(&value->v, arena), -1);
    }
    return shard_decimal_parse(out, value->v.text.data, (gssize) value->v.text.size);
}

static ExprValue
number_text(ExprContext *context, const ShardDecimal *number, ShardValueKind kind)
{
    gsize size;
    const char *text;

    if (number->scale < 0) {
        /* The scale is part of the value: 2E+3 isn't 2000. */
        ShardDecimal digits = *number;
        digits.scale = 0;
        text = shard_decimal_to_text(&digits, expr_arena(context), NULL);
        g_autofree char *spelled = g_strdup_printf("%sE+%d", text, -number->scale);
        text = shard_arena_strndup(expr_arena(context), spelled, -1);
        size = strlen(text);
    } else {
        text = shard_decimal_to_text(number, expr_arena(context), &size);
    }
    ExprValue value = expr_string(text, size);
    value.v.kind = kind;
    return value;
}

ExprValue
expr_from_decimal(ExprContext *context, const ShardDecimal *number)
{
    return number_text(context, number, SHARD_VALUE_DECIMAL);
}

ExprValue
expr_from_integer(ExprContext *context, const ShardDecimal *number)
{
    return number_text(context, number, SHARD_VALUE_BIG_INTEGER);
}

/* The low 64 bits in two's complement, as Java's BigInteger.longValue(). */
static gint64
low_bits(const mpz_t number)
{
    guint64 low = mpz_get_ui(number); /* of the absolute value */
    return (gint64) (mpz_sgn(number) < 0 ? -low : low);
}

static gint64
clip_double(double value, gint64 lowest, gint64 highest)
{
    if (isnan(value))
        return 0;
    if (value >= (double) highest)
        return highest;
    return value <= (double) lowest ? lowest : (gint64) value;
}

gint64
expr_long_value(const ExprValue *value)
{
    if (is_small(value))
        return value->v.i;
    if (is_floating(value))
        return clip_double(value->v.d, G_MININT64, G_MAXINT64);
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!expr_to_decimal(value, &number))
        return 0;
    shard_decimal_set_scale(&number, 0, SHARD_ROUND_DOWN);
    return low_bits(number.unscaled);
}

gint32
expr_int_value(const ExprValue *value)
{
    if (is_floating(value))
        return (gint32) clip_double(value->v.d, G_MININT32, G_MAXINT32);
    return (gint32) (guint32) (guint64) expr_long_value(value);
}

double
expr_double_value(const ExprValue *value)
{
    if (is_floating(value))
        return value->v.d;
    if (is_small(value))
        return (double) value->v.i;
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    return expr_to_decimal(value, &number) ? shard_decimal_to_double(&number) : NAN;
}

int
expr_compare_numbers(const ExprValue *a, const ExprValue *b)
{
    if (is_small(a) && is_small(b))
        return (a->v.i > b->v.i) - (a->v.i < b->v.i);
    if (is_floating(a) || is_floating(b)) {
        double left = expr_double_value(a);
        double right = expr_double_value(b);
        return (left > right) - (left < right);
    }
    g_auto(ShardDecimal) left;
    g_auto(ShardDecimal) right;
    shard_decimal_init(&left);
    shard_decimal_init(&right);
    if (!expr_to_decimal(a, &left) || !expr_to_decimal(b, &right))
        return 1;
    int order = shard_decimal_compare(&left, &right);
    return (order > 0) - (order < 0);
}

static gboolean
refuse(ExprContext *context, ExprOperator op, const ExprValue *a, const ExprValue *b)
{
    return expr_fail(context, "%s has no meaning for %s and %s", symbols[op], expr_type_name(a),
                     expr_type_name(b));
}

static gboolean
divided_by_zero(ExprContext *context)
{
    if (context->error == NULL || *context->error == NULL)
        shard_error_set(context->error, SHARD_ERROR_ROUTE, "22012", "division by zero");
    return FALSE;
}

/* 64 bits that wrap; the caller narrows for Integer. */
static guint64
wrap(ExprOperator op, guint64 a, guint64 b)
{
    switch (op) {
    case EXPR_ADD:
        return a + b;
    case EXPR_SUBTRACT:
        return a - b;
    case EXPR_MULTIPLY:
        return a * b;
    case EXPR_AND:
        return a & b;
    case EXPR_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static gint64
shift(ExprOperator op, gint64 value, gint64 by, gboolean wide)
{
    guint bits = (guint) by & (wide ? 63u : 31u);

    if (op == EXPR_SHIFT_LEFT)
        return (gint64) ((guint64) value << bits);
    if (op == EXPR_SHIFT_RIGHT)
        return value >> bits;
    return wide ? (gint64) ((guint64) value >> bits) : (gint64) ((guint32) value >> bits);
}

static gboolean
is_shift(ExprOperator op)
{
    return op >= EXPR_SHIFT_LEFT;
}

/* Integer and Long. */
static gboolean
small_arithmetic(ExprContext *context, ExprOperator op, const ExprValue *a, const ExprValue *b,
                 ExprValue *out)
{
    gboolean wide =
        a->v.kind == SHARD_VALUE_LONG || (!is_shift(op) && b->v.kind == SHARD_VALUE_LONG);
    gint64 result;

    if (op == EXPR_MODULO || op == EXPR_INTDIV) {
        if (b->v.i == 0)
            return divided_by_zero(context);
        /* The one quotient that overflows wraps round. */
        if (b->v.i == -1)
            result = op == EXPR_MODULO ? 0 : (gint64) - (guint64) a->v.i;
        else
            result = op == EXPR_MODULO ? a->v.i % b->v.i : a->v.i / b->v.i;
    } else if (is_shift(op)) {
        result = shift(op, a->v.i, b->v.i, wide);
    } else {
        result = (gint64) wrap(op, (guint64) a->v.i, (guint64) b->v.i);
    }
    *out = wide ? expr_long(result) : expr_integer((gint32) (guint32) (guint64) result);
    return TRUE;
}

static gboolean
double_arithmetic(ExprContext *context, ExprOperator op, const ExprValue *a, const ExprValue *b,
                  ExprValue *out)
{
    double left = expr_double_value(a);
    double right = expr_double_value(b);

    switch (op) {
    case EXPR_ADD:
        *out = expr_double(left + right);
        return TRUE;
    case EXPR_SUBTRACT:
        *out = expr_double(left - right);
        return TRUE;
    case EXPR_MULTIPLY:
        *out = expr_double(left * right);
        return TRUE;
    case EXPR_DIVIDE:
        *out = expr_double(left / right);
        return TRUE;
    case EXPR_MODULO:
        *out = expr_double(fmod(left, right));
        return TRUE;
    default:
        return refuse(context, op, a, b);
    }
}

static gint32
precision(const ShardDecimal *number)
{
    g_autofree char *digits = mpz_sgn(number->unscaled) == 0
                                  ? g_strdup("0")
                                  : g_malloc(mpz_sizeinbase(number->unscaled, 10) + 2);
    if (mpz_sgn(number->unscaled) != 0)
        mpz_get_str(digits, 10, number->unscaled);
    return (gint32) strlen(digits) - (digits[0] == '-' ? 1 : 0);
}

/* Trailing zeros go as long as the scale stays at least preferred. */
static void
strip_to_scale(ShardDecimal *number, gint32 preferred)
{
    while (number->scale > preferred && mpz_divisible_ui_p(number->unscaled, 10)) {
        mpz_divexact_ui(number->unscaled, number->unscaled, 10);
        number->scale--;
        if (mpz_sgn(number->unscaled) == 0)
            number->scale = preferred;
    }
}

/* The exact quotient if it ends, as BigDecimal.divide(BigDecimal). */
static gboolean
divide_exactly(ShardDecimal *quotient, const ShardDecimal *a, const ShardDecimal *b)
{
    gint32 preferred = a->scale - b->scale;
    /* A quotient that ends does so within this many digits. */
    gint32 digits = (gint32) (mpz_sizeinbase(b->unscaled, 2) + 1);

    shard_decimal_set(quotient, a);
    shard_decimal_divide(quotient, b, preferred + digits, SHARD_ROUND_DOWN);
    g_auto(ShardDecimal) back;
    shard_decimal_init(&back);
    shard_decimal_set(&back, quotient);
    shard_decimal_multiply(&back, b);
    if (shard_decimal_compare(&back, a) != 0)
        return FALSE;
    strip_to_scale(quotient, preferred);
    return TRUE;
}

/* Groovy's quotient that doesn't end: digits of the operands + 10, then at most max(scales, 10)
 * decimals. */
static void
divide_rounded(ShardDecimal *quotient, const ShardDecimal *a, const ShardDecimal *b)
{
    gint32 digits = MAX(precision(a), precision(b)) + EXTRA_DIGITS;
    gint32 wanted = MAX(MAX(a->scale, b->scale), MIN_SCALE);
    gint32 scale = a->scale - b->scale + precision(b) - precision(a) + digits;

    shard_decimal_set(quotient, a);
    shard_decimal_divide(quotient, b, scale, SHARD_ROUND_HALF_UP);
    if (precision(quotient) > digits) {
        /* One digit more in front than guessed: divide anew, not to round twice. */
        shard_decimal_set(quotient, a);
        shard_decimal_divide(quotient, b, scale - 1, SHARD_ROUND_HALF_UP);
    }
    if (quotient->scale > wanted)
        shard_decimal_set_scale(quotient, wanted, SHARD_ROUND_HALF_UP);
}

static gboolean
divide_decimals(ExprContext *context, ShardDecimal *a, const ShardDecimal *b, ExprValue *out)
{
    if (shard_decimal_sign(b) == 0)
        return divided_by_zero(context);
    g_auto(ShardDecimal) quotient;
    shard_decimal_init(&quotient);
    if (!divide_exactly(&quotient, a, b))
        divide_rounded(&quotient, a, b);
    *out = expr_from_decimal(context, &quotient);
    return TRUE;
}

/* BigInteger: a = a op b. */
static gboolean
big_arithmetic(ExprContext *context, ExprOperator op, ShardDecimal *a, const ShardDecimal *b)
{
    switch (op) {
    case EXPR_ADD:
        shard_decimal_add(a, b);
        return TRUE;
    case EXPR_SUBTRACT:
        shard_decimal_subtract(a, b);
        return TRUE;
    case EXPR_MULTIPLY:
        shard_decimal_multiply(a, b);
        return TRUE;
    case EXPR_MODULO:
        /* BigInteger.mod(): never negative. */
        if (mpz_sgn(b->unscaled) <= 0)
            return divided_by_zero(context);
        mpz_fdiv_r(a->unscaled, a->unscaled, b->unscaled);
        return TRUE;
    case EXPR_INTDIV:
        if (mpz_sgn(b->unscaled) == 0)
            return divided_by_zero(context);
        mpz_tdiv_q(a->unscaled, a->unscaled, b->unscaled);
        return TRUE;
    case EXPR_AND:
        mpz_and(a->unscaled, a->unscaled, b->unscaled);
        return TRUE;
    case EXPR_OR:
        mpz_ior(a->unscaled, a->unscaled, b->unscaled);
        return TRUE;
    case EXPR_XOR:
        mpz_xor(a->unscaled, a->unscaled, b->unscaled);
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean
decimal_arithmetic(ExprContext *context, ExprOperator op, const ExprValue *a, const ExprValue *b,
                   ExprValue *out)
{
    gboolean decimal = a->v.kind == SHARD_VALUE_DECIMAL || b->v.kind == SHARD_VALUE_DECIMAL;

    /* Groovy has no shift of a BigInteger, and nothing whole of a BigDecimal. */
    if (is_shift(op) || (decimal && op >= EXPR_MODULO))
        return refuse(context, op, a, b);
    g_auto(ShardDecimal) left;
    g_auto(ShardDecimal) right;
    shard_decimal_init(&left);
    shard_decimal_init(&right);
    if (!expr_to_decimal(a, &left) || !expr_to_decimal(b, &right))
        return refuse(context, op, a, b);
    if (op == EXPR_DIVIDE)
        return divide_decimals(context, &left, &right, out);
    if (!big_arithmetic(context, op, &left, &right))
        return FALSE;
    *out = decimal ? expr_from_decimal(context, &left) : expr_from_integer(context, &left);
    return TRUE;
}

gboolean
expr_arithmetic(ExprContext *context, ExprOperator op, const ExprValue *a, const ExprValue *b,
                ExprValue *out)
{
    gboolean shifted = is_shift(op);

    if (shifted && (is_floating(b) || b->v.kind == SHARD_VALUE_DECIMAL))
        return refuse(context, op, a, b);
    if (is_small(a) && (is_small(b) || shifted) && op != EXPR_DIVIDE) {
        ExprValue by = shifted ? expr_integer(expr_int_value(b)) : *b;
        return small_arithmetic(context, op, a, &by, out);
    }
    if (is_floating(a) || (is_floating(b) && !shifted))
        return double_arithmetic(context, op, a, b, out);
    return decimal_arithmetic(context, op, a, b, out);
}

gboolean
expr_negate(ExprContext *context, const ExprValue *value, ExprValue *out)
{
    if (is_floating(value)) {
        *out = *value;
        out->v.d = -value->v.d;
        return TRUE;
    }
    if (is_small(value)) {
        ExprValue zero = expr_integer(0);
        return small_arithmetic(context, EXPR_SUBTRACT, &zero, value, out);
    }
    g_auto(ShardDecimal) number;
    shard_decimal_init(&number);
    if (!expr_to_decimal(value, &number))
        return expr_fail(context, "- has no meaning for %s", expr_type_name(value));
    shard_decimal_negate(&number);
    *out = number_text(context, &number, value->v.kind);
    return TRUE;
}

gboolean
expr_complement(ExprContext *context, const ExprValue *value, ExprValue *out)
{
    ExprValue ones = expr_integer(-1);

    if (is_floating(value) || value->v.kind == SHARD_VALUE_DECIMAL)
        return expr_fail(context, "~ has no meaning for %s", expr_type_name(value));
    return expr_arithmetic(context, EXPR_XOR, value, &ones, out);
}
