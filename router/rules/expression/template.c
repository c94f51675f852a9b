/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * template.c - a whole expression: text, and holes in it.
 *
 *   ds_${user_id % 2}_$region    ds_ | user_id % 2 | _ | region
 */
#include "router/rules/expression/parse.h"

#include <string.h>

/* Nodes evaluate each other on whatever stack the application's thread has, and those of a chain
 * (a + b + c, a.b().c()) lie in each other without being nested in the text. */
#define MAX_HEIGHT 256

static gboolean parse_template(ExprParser *self, GArray *parts);

ShardExpression *
shard_expression_new(const char *text, GError **error)
{
    ShardArena *arena = shard_arena_new();
    ShardExpression *self = shard_arena_new0(arena, ShardExpression);
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(ExprPart));
    g_autoptr(GPtrArray) variables = g_ptr_array_new();

    self->arena = arena;
    self->source = shard_arena_strndup(arena, text, -1);
    ExprParser parser = {.scanner = {.text = self->source, .arena = arena, .error = error},
                         .arena = arena,
                         .variables = variables};
    if (!parse_template(&parser, parts)) {
        shard_expression_free(self);
        return NULL;
    }
    self->parts = shard_arena_memdup(arena, parts->data, parts->len * sizeof(ExprPart));
    self->n_parts = parts->len;
    g_ptr_array_add(variables, NULL);
    self->variables =
        shard_arena_memdup(arena, variables->pdata, variables->len * sizeof(gpointer));
    self->has_division = parser.has_division;
    gboolean starts_with_text = self->n_parts > 0 && self->parts[0].hole == NULL;
    self->literal_prefix = starts_with_text ? shard_arena_strndup(arena, self->parts[0].text,
                                                                  (gssize) self->parts[0].size)
                                            : "";
    return self;
}

static void
add_part(ExprParser *self, GArray *parts, const char *text, const char *end, const ExprNode *hole)
{
    ExprPart part = {.text = text, .size = (gsize) (end - text), .hole = hole};

    if (hole != NULL || part.size > 0)
        g_array_append_val(parts, part);
}

typedef struct {
    const ExprNode *node;
    guint height; /* nodes above it */
} Step;

static void
add_step(GArray *steps, const ExprNode *node, guint height)
{
    const Step step = {node, height};

    if (node != NULL)
        g_array_append_val(steps, step);
}

static gboolean
is_too_high(const ExprNode *root)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(Step));

    add_step(steps, root, 0);
    while (steps->len > 0) {
        const Step at = g_array_index(steps, Step, steps->len - 1);
        g_array_set_size(steps, steps->len - 1);
        if (at.height > MAX_HEIGHT)
            return TRUE;
        add_step(steps, at.node->a, at.height + 1);
        if (at.node->b != at.node) /* of "as" */
            add_step(steps, at.node->b, at.height + 1);
        if (at.node->eval != expr_eval_collect) /* whose c is around it */
            add_step(steps, at.node->c, at.height + 1);
        for (guint i = 0; i < at.node->n_items; i++)
            add_step(steps, at.node->items[i], at.height + 1);
    }
    return FALSE;
}

static gboolean
parse_template(ExprParser *self, GArray *parts)
{
    const char *at = self->scanner.text;
    const char *text = at;

    while (*at != '\0') {
        if (*at == '\\')
            return expr_scan_fail(&self->scanner, at, "a backslash is not supported here");
        if (*at != '$') {
            at++;
            continue;
        }
        add_part(self, parts, text, at, NULL);
        const ExprNode *hole;
        if (at[1] == '{' || strncmp(at, "$->{", 4) == 0)
            hole = expr_parse_hole(self, at + (at[1] == '{' ? 2 : 4));
        else if (g_ascii_isalpha(at[1]) || at[1] == '_')
            hole = expr_parse_bare_hole(self, at + 1);
        else
            return expr_scan_fail(&self->scanner, at, "'$' without '{'");
        if (hole == NULL)
            return FALSE;
        if (is_too_high(hole))
            return expr_scan_fail(&self->scanner, at, "too many operators or calls in a row");
        add_part(self, parts, at, at, hole);
        at = text = self->scanner.at;
    }
    add_part(self, parts, text, at, NULL);
    return TRUE;
}
