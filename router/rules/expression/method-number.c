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

/* Math.abs(): a BigDecimal becomes a double, as Java's overloads have it. */
static gboolean
static_abs(const ExprCall *call)
{
    const ExprValue *value = &call->arguments[0];

    if (!need_number(call, value))
        return FALSE;
    if (expr_kind(value) == SHARD_VALUE_BIG_INTEGER)
        return expr_fail(call->context, "Math.abs() of a BigInteger: use .abs()");
    if (expr_kind(value) == SHARD_VALUE_DECIMAL) {
        *call->out = expr_double(fabs(expr_double_value(value)));
        return TRUE;
    }
    return absolute(call->context, value, call->out);
}

const ExprMethod expr_number_methods[] = {
    {NULL, "intdiv", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_INTDIV, NULL},
    {NULL, "mod", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_MODULO, NULL},
    {NULL, "plus", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_ADD, NULL},
    {NULL, "minus", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_SUBTRACT, NULL},
    {NULL, "multiply", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_MULTIPLY, NULL},
    {NULL, "div", EXPR_ON_NUMBER, 1, 1, call_operator, EXPR_DIVIDE, NULL},
    {NULL, "abs", EXPR_ON_NUMBER, 0, 0, call_abs, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};

const ExprMethod expr_static_methods[] = {
    {"Math", "abs", 0, 1, 1, static_abs, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
