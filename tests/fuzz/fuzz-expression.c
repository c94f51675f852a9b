/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-expression.c - any text is an expression or an error, and so is its value, or its names.
 */
#include "router/base/error.h"
#include "router/rules/expression.h"
#include "router/rules/node-pattern.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autofree char *text = g_strndup((const char *) data, size);
    g_autoptr(GError) error = NULL, bad_value = NULL, bad_names = NULL;
    g_autoptr(ShardExpression) expression = shard_expression_new(text, &error);
    g_autoptr(GPtrArray) names = shard_node_pattern_expand(text, &bad_names);
    static const char *const keys[] = {"id", "s", NULL};
    ShardValue values[] = {shard_value_long((gint64) size * 7919 - 50),
                           shard_value_string("a_07-Z", -1)};
    ShardKeyValues given = {keys, values, 2, NULL};
    g_auto(ShardExpressionResult) result = {.arena = NULL};

    g_assert((expression == NULL) == (error != NULL) && (names == NULL) == (bad_names != NULL));
    if (expression != NULL)
        g_assert(shard_expression_evaluate(expression, &given, &result, &bad_value) ==
                 (bad_value == NULL));
    return 0;
}
