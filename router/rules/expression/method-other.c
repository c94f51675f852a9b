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

const ExprMethod expr_other_methods[] = {
    {NULL, "hashCode", EXPR_ON_ANY & ~(EXPR_ON_LIST | EXPR_ON_MAP), 0, 0, expr_hash_code, 0, NULL},
    {NULL, "toString", EXPR_ON_ANY, 0, 0, call_to_string, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
