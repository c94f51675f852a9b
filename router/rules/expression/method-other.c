/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include <string.h>

static gboolean
call_to_string(const ExprCall *call)
{
    const char *text;
    gsize size;

    if (!expr_text(call->context, call->self, &text, &size))
        return FALSE;
    *call->out = expr_string(text, size);
    return TRUE;
}

static gboolean
call_size(const ExprCall *call)
{
    guint n = call->self->n_items;

    *call->out = expr_integer((gint32) (call->self->shape == EXPR_MAP ? n / 2 : n));
    return TRUE;
}

static gboolean
call_compare_to(const ExprCall *call)
{
    int order;

    /* Java's compareTo() takes its own type only. */
    if (expr_kind(call->self) != expr_kind(&call->arguments[0]))
        return expr_fail(call->context, "compareTo() of %s and %s is not supported: write <=>",
                         expr_type_name(call->self), expr_type_name(&call->arguments[0]));
    if (!expr_compare(call->context, call->self, &call->arguments[0], &order))
        return FALSE;
    *call->out = expr_integer(order);
    return TRUE;
}

/* equals() is false between different types: 1 and 1L. */
static gboolean
call_equals(const ExprCall *call)
{
    const ExprValue *other = &call->arguments[0];
    gboolean same_type = expr_kind(call->self) == expr_kind(other);

    if (expr_kind(other) == SHARD_VALUE_DECIMAL)
        return expr_fail(call->context, "equals() of a BigDecimal is not supported: write ==");
    *call->out = expr_boolean(same_type && expr_equal(call->self, other));
    return TRUE;
}

#define EXPR_ON_SCALAR (EXPR_ON_ANY & ~(EXPR_ON_LIST | EXPR_ON_MAP))

const ExprMethod expr_other_methods[] = {
    {NULL, "hashCode", EXPR_ON_SCALAR, 0, 0, expr_hash_code, 0, NULL},
    {NULL, "toString", EXPR_ON_ANY, 0, 0, call_to_string, 0, NULL},
    {NULL, "size", EXPR_ON_LIST | EXPR_ON_MAP, 0, 0, call_size, 0, NULL},
    {NULL, "compareTo", EXPR_ON_NUMBER | EXPR_ON_BOOLEAN, 1, 1, call_compare_to, 0, NULL},
    {NULL, "equals", EXPR_ON_INTEGER | EXPR_ON_BOOLEAN, 1, 1, call_equals, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
