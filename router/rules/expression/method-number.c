/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include <math.h>
#include <string.h>

static gboolean
need_number(const ExprCall *call, const ExprValue *value)
{
    if (expr_is_number(value))
        return TRUE;
    return expr_fail(call->context, "%s() needs a number, not %s", call->method->name,
                     expr_type_name(value));
}

/* x.intdiv(y), x.mod(y), x.plus(y) ...: the operator is the row's detail. */
static gboolean
call_operator(const ExprCall *call)
{
    return need_number(call, &call->arguments[0]) &&
           expr_arithmetic(call->context, (ExprOperator) call->method->detail, call->self,
                           &call->arguments[0], call->out);
}

static gboolean
absolute(ExprContext *context, const ExprValue *value, ExprValue *out)
{
    ExprValue zero = expr_integer(0);

    if (expr_kind(value) == SHARD_VALUE_DOUBLE || expr_kind(value) == SHARD_VALUE_FLOAT) {
        *out = *value;
        out->v.d = fabs(value->v.d);
        return TRUE;
    }
    if (expr_compare_numbers(value, &zero) < 0)
        return expr_negate(context, value, out);
    *out = *value;
    return TRUE;
}

static gboolean
call_abs(const ExprCall *call)
{
    return absolute(call->context, call->self, call->out);
}

static gboolean
call_long_value(const ExprCall *call)
{
    *call->out = expr_long(expr_long_value(call->self));
    return TRUE;
}

static gboolean
call_int_value(const ExprCall *call)
{
    *call->out = expr_integer(expr_int_value(call->self));
    return TRUE;
}

static gboolean
call_double_value(const ExprCall *call)
{
    *call->out = expr_double(expr_double_value(call->self));
    return TRUE;
}

static gboolean
call_negate(const ExprCall *call)
{
    return expr_negate(call->context, call->self, call->out);
}

static gboolean
call_signum(const ExprCall *call)
{
    ExprValue zero = expr_integer(0);

    *call->out = expr_integer(expr_compare_numbers(call->self, &zero));
    return TRUE;
}

/* toBigInteger(), toBigDecimal(): the casts of these names; the row's detail tells which. */
static gboolean
call_cast(const ExprCall *call)
{
    const char *type = call->method->detail == 0 ? "BigInteger" : "BigDecimal";

    return expr_find_type(type, strlen(type))->cast(call->context, call->self, FALSE, call->out);
}

static gboolean
read_both(const ExprCall *call, ShardDecimal *a, ShardDecimal *b)
{
    if (!need_number(call, &call->arguments[0]) || !expr_to_decimal(call->self, a) ||
        !expr_to_decimal(&call->arguments[0], b))
        return FALSE;
    if (shard_decimal_sign(b) != 0)
        return TRUE;
    return expr_fail(call->context, "division by zero");
}

/* BigDecimal.divideToIntegralValue: exact, with the dividend's scale less the divisor's if it can
 * be. */
static void
integral_quotient(ShardDecimal *quotient, const ShardDecimal *a, const ShardDecimal *b)
{
    gint32 preferred = a->scale - b->scale;

    shard_decimal_set(quotient, a);
    shard_decimal_divide(quotient, b, 0, SHARD_ROUND_DOWN);
    if (preferred >= 0) {
        shard_decimal_set_scale(quotient, preferred, SHARD_ROUND_DOWN);
        return;
    }
    while (quotient->scale > preferred && mpz_divisible_ui_p(quotient->unscaled, 10)) {
        mpz_divexact_ui(quotient->unscaled, quotient->unscaled, 10);
        quotient->scale--;
        if (mpz_sgn(quotient->unscaled) == 0)
            quotient->scale = preferred;
    }
}

static ExprValue
as_kind_of(const ExprCall *call, const ShardDecimal *number)
{
    return expr_kind(call->self) == SHARD_VALUE_DECIMAL ? expr_from_decimal(call->context, number)
                                                        : expr_from_integer(call->context, number);
}

/* Array of quotient and remainder, or (detail 1) the remainder alone. */
static gboolean
call_divide_and_remainder(const ExprCall *call)
{
    g_auto(ShardDecimal) a;
    g_auto(ShardDecimal) b;
    g_auto(ShardDecimal) quotient;
    shard_decimal_init(&a);
    shard_decimal_init(&b);
    shard_decimal_init(&quotient);
    if (!read_both(call, &a, &b))
        return expr_fail(call->context, "%s() failed", call->method->name);
    integral_quotient(&quotient, &a, &b);
    ExprValue *pair = shard_arena_array(expr_arena(call->context), ExprValue, 2);
    pair[0] = as_kind_of(call, &quotient);
    shard_decimal_multiply(&quotient, &b);
    shard_decimal_subtract(&a, &quotient);
    pair[1] = as_kind_of(call, &a);
    if (call->method->detail == 1)
        *call->out = pair[1];
    else
        *call->out = (ExprValue){.shape = EXPR_LIST, .items = pair, .n_items = 2, .is_array = TRUE};
    return TRUE;
}

#define EXPR_ON_EXACT (EXPR_ON_BIG | EXPR_ON_DECIMAL)

const ExprMethod expr_number_methods[] = {
    {NULL, "intdiv", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_INTDIV, NULL},
    {NULL, "mod", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_MODULO, NULL},
    {NULL, "plus", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_ADD, NULL},
    {NULL, "minus", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_SUBTRACT, NULL},
    {NULL, "multiply", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_MULTIPLY, NULL},
    {NULL, "div", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_DIVIDE, NULL},
    {NULL, "and", EXPR_ON_WHOLE, 1, 1, call_operator, EXPR_AND, NULL},
    {NULL, "or", EXPR_ON_WHOLE, 1, 1, call_operator, EXPR_OR, NULL},
    {NULL, "xor", EXPR_ON_WHOLE, 1, 1, call_operator, EXPR_XOR, NULL},
    {NULL, "abs", EXPR_ON_NUMBER, 0, 0, call_abs, 0, NULL},
    {NULL, "negate", EXPR_ON_EXACT, 0, 0, call_negate, 0, NULL},
    {NULL, "signum", EXPR_ON_EXACT, 0, 0, call_signum, 0, NULL},
    {NULL, "longValue", EXPR_ON_NUMBER, 0, 0, call_long_value, 0, NULL},
    {NULL, "intValue", EXPR_ON_NUMBER, 0, 0, call_int_value, 0, NULL},
    {NULL, "doubleValue", EXPR_ON_NUMBER, 0, 0, call_double_value, 0, NULL},
    {NULL, "toLong", EXPR_ON_NUMBER, 0, 0, call_long_value, 0, NULL},
    {NULL, "toInteger", EXPR_ON_NUMBER, 0, 0, call_int_value, 0, NULL},
    {NULL, "toDouble", EXPR_ON_NUMBER, 0, 0, call_double_value, 0, NULL},
    {NULL, "toBigInteger", EXPR_ON_NUMBER, 0, 0, call_cast, 0, NULL},
    {NULL, "toBigDecimal", EXPR_ON_NUMBER, 0, 0, call_cast, 1, NULL},
    {NULL, "divideAndRemainder", EXPR_ON_EXACT, 1, 1, call_divide_and_remainder, 0, NULL},
    {NULL, "remainder", EXPR_ON_EXACT, 1, 1, call_divide_and_remainder, 1, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
