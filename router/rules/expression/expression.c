/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression.h"

#include "router/rules/expression/node.h"

#include <string.h>

void
shard_expression_free(ShardExpression *self)
{
    /* The expression itself lies in its arena. */
    if (self != NULL)
        shard_arena_free(self->arena);
}

const char *
shard_expression_source(const ShardExpression *self)
{
    return self->source;
}

const char *const *
shard_expression_variables(const ShardExpression *self)
{
    return self->variables;
}

gboolean
shard_expression_has_division(const ShardExpression *self)
{
    return self->has_division;
}

void
shard_expression_result_clear(ShardExpressionResult *self)
{
    if (self->arena != NULL)
        shard_arena_free(self->arena);
    self->arena = NULL;
}

static gboolean
evaluate_hole(ExprContext *context, const ExprNode *hole, ExprValue *out)
{
    context->returned = FALSE;
    return hole->eval(context, hole, out);
}

gboolean
shard_expression_evaluate(const ShardExpression *self, const ShardKeyValues *values,
                          ShardExpressionResult *out, GError **error)
{
    out->arena = NULL;
    ExprContext context = {.values = values,
                           .arena = &out->arena,
                           .error = error,
                           .out = out->room,
                           .out_room = sizeof out->room};

    for (guint i = 0; i < self->n_parts; i++) {
        const ExprPart *part = &self->parts[i];
        ExprValue value;
        gboolean ok = part->hole == NULL ? expr_append(&context, part->text, part->size)
                                         : evaluate_hole(&context, part->hole, &value) &&
                                               expr_append_text(&context, &value);
        if (!ok)
            return FALSE;
    }
    out->text = context.out;
    out->size = context.out_size;
    return TRUE;
}

/* All texts so far, each followed by every one of a hole's values. */
static gboolean
multiply_names(ExprContext *context, GPtrArray **names, GPtrArray *endings, guint limit)
{
    GPtrArray *product = g_ptr_array_new_with_free_func(g_free);

    if ((guint64) (*names)->len * endings->len > limit) {
        g_ptr_array_unref(product);
        return expr_fail(context, "gives more than %u names", limit);
    }
    for (guint i = 0; i < (*names)->len; i++)
        for (guint j = 0; j < endings->len; j++)
            g_ptr_array_add(product, g_strconcat((*names)->pdata[i], endings->pdata[j], NULL));
    g_ptr_array_unref(*names);
    *names = product;
    return TRUE;
}

/* The texts of one value: a collection gives one for each different element, null none. */
static gboolean
add_endings(ExprContext *context, const ExprValue *value, GPtrArray *endings, GHashTable *seen)
{
    const char *text;
    gsize size;

    if (value->shape == EXPR_LIST) {
        for (guint i = 0; i < value->n_items; i++)
            if (!add_endings(context, &value->items[i], endings, seen))
                return FALSE;
        return TRUE;
    }
    if (expr_is_null(value))
        return TRUE;
    if (!expr_text(context, value, &text, &size))
        return FALSE;
    g_autofree char *ending = g_strndup(text, size);
    if (g_hash_table_contains(seen, ending))
        return TRUE;
    g_hash_table_add(seen, ending);
    g_ptr_array_add(endings, g_steal_pointer(&ending));
    return TRUE;
}

static gboolean
append_part(ExprContext *context, const ExprPart *part, GPtrArray **names, guint limit)
{
    g_autoptr(GPtrArray) endings = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    ExprValue value = {.shape = EXPR_SCALAR};

    if (part->hole == NULL)
        g_ptr_array_add(endings, g_strndup(part->text, part->size));
    else if (!evaluate_hole(context, part->hole, &value) ||
             !add_endings(context, &value, endings, seen))
        return FALSE;
    return multiply_names(context, names, endings, limit);
}

GPtrArray *
shard_expression_expand(const ShardExpression *self, guint limit, GError **error)
{
    ShardArena *arena = NULL;
    ExprContext context = {.arena = &arena, .error = error};
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    gboolean ok = TRUE;

    g_ptr_array_add(names, g_strdup(""));
    for (guint i = 0; i < self->n_parts && ok; i++)
        ok = append_part(&context, &self->parts[i], &names, limit);
    shard_arena_free(arena);
    if (ok)
        return names;
    g_ptr_array_unref(names);
    return NULL;
}

const char *
shard_expression_literal_prefix(const ShardExpression *self)
{
    return self->literal_prefix;
}
