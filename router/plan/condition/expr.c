/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/expr.h"

#include <string.h>

static gboolean
walk_list(ShardExpr *const *exprs, guint n_exprs, ShardExprVisit visit, void *data)
{
    for (guint i = 0; i < n_exprs; i++) {
        if (shard_expr_walk(exprs[i], visit, data))
            return TRUE;
    }
    return FALSE;
}

static gboolean
walk_order(const ShardOrderItem *order, guint n_order, ShardExprVisit visit, void *data)
{
    for (guint i = 0; i < n_order; i++) {
        if (shard_expr_walk(order[i].expr, visit, data))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_expr_walk(const ShardExpr *expr, ShardExprVisit visit, void *data)
{
    if (expr == NULL)
        return FALSE;
    return visit(expr, data) || walk_list(expr->args, expr->n_args, visit, data) ||
           shard_expr_walk(expr->filter, visit, data) ||
           walk_order(expr->order, expr->n_order, visit, data) ||
           walk_list(expr->partition, expr->n_partition, visit, data);
}

gboolean
shard_expr_is_truth(const ShardExpr *expr)
{
    static const ShardExprKind kinds[] = {SHARD_EXPR_AND,     SHARD_EXPR_OR,     SHARD_EXPR_NOT,
                                          SHARD_EXPR_COMPARE, SHARD_EXPR_IN,     SHARD_EXPR_BETWEEN,
                                          SHARD_EXPR_IS_NULL, SHARD_EXPR_IS_TRUE};

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (kinds[i] == expr->kind)
            return TRUE;
    return FALSE;
}

static gboolean
same_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return shard_identifier_equal_fold(a, b);
}

static gboolean
same_token(const ShardTokens *tokens, guint a, guint b)
{
    const ShardToken *x = &tokens->tokens[a], *y = &tokens->tokens[b];

    return x->kind == y->kind && x->size == y->size &&
           memcmp(tokens->text + x->offset, tokens->text + y->offset, x->size) == 0;
}

static gboolean
same_literal(const ShardExpr *a, const ShardExpr *b, const ShardTokens *tokens)
{
    return a->literal == b->literal && a->literal_sign_tokens == b->literal_sign_tokens &&
           (a->literal != SHARD_LITERAL_VALUE ||
            same_token(tokens, a->first_token, b->first_token));
}

static gboolean
same_column(const ShardExpr *a, const ShardExpr *b)
{
    if (!same_text(a->name, b->name))
        return FALSE;
    if (a->table >= 0 || b->table >= 0)
        return a->table == b->table;
    return same_text(a->qualifier, b->qualifier);
}

/* Expressions whose whole text counts (casts' types, opaque calls). */
static gboolean
same_tokens(const ShardExpr *a, const ShardExpr *b, const ShardTokens *tokens)
{
    if (a->last_token - a->first_token != b->last_token - b->first_token)
        return FALSE;
    for (guint i = 0; i <= a->last_token - a->first_token; i++) {
        if (!same_token(tokens, a->first_token + i, b->first_token + i) ||
            tokens->tokens[a->first_token + i].kind == SHARD_TOKEN_MARKER)
            return FALSE;
    }
    return TRUE;
}

static gboolean
same_args(const ShardExpr *a, const ShardExpr *b, const ShardTokens *tokens)
{
    if (a->n_args != b->n_args)
        return FALSE;
    for (guint i = 0; i < a->n_args; i++) {
        if (!shard_expr_equal(a->args[i], b->args[i], tokens))
            return FALSE;
    }
    return TRUE;
}

static gboolean
is_plain_call(const ShardExpr *expr)
{
    return expr->filter == NULL && expr->n_order == 0 && expr->n_partition == 0 &&
           expr->separator_token < 0 && !expr->within_group;
}

gboolean
shard_expr_equal(const ShardExpr *a, const ShardExpr *b, const ShardTokens *tokens)
{
    if (a == NULL || b == NULL || a == b)
        return a == b;
    if (a->kind != b->kind || !same_text(a->collation, b->collation))
        return FALSE;
    switch (a->kind) {
    case SHARD_EXPR_COLUMN:
        return same_column(a, b);
    case SHARD_EXPR_LITERAL:
        return same_literal(a, b, tokens);
    case SHARD_EXPR_MARKER:
    case SHARD_EXPR_SUBQUERY:
    case SHARD_EXPR_STAR:
    case SHARD_EXPR_DEFAULT:
        return FALSE;
    case SHARD_EXPR_CAST:
    case SHARD_EXPR_OPAQUE:
    case SHARD_EXPR_WINDOW:
        return same_tokens(a, b, tokens);
    case SHARD_EXPR_AGGREGATE:
        if (!is_plain_call(a) || !is_plain_call(b))
            return same_tokens(a, b, tokens);
        return same_text(a->name, b->name) && a->star == b->star && a->distinct == b->distinct &&
               same_args(a, b, tokens);
    default:
        return same_text(a->name, b->name) && a->negated == b->negated &&
               a->symmetric == b->symmetric && same_args(a, b, tokens);
    }
}

static gboolean
is_kind(const ShardExpr *expr, void *data)
{
    return expr->kind == *(const ShardExprKind *) data;
}

gboolean
shard_expr_has_kind(const ShardExpr *expr, ShardExprKind kind)
{
    return shard_expr_walk(expr, is_kind, &kind);
}

static gboolean
is_volatile(const ShardExpr *expr, void *data)
{
    return expr->volatile_call;
}

gboolean
shard_expr_has_volatile(const ShardExpr *expr)
{
    return shard_expr_walk(expr, is_volatile, NULL);
}

gboolean
shard_from_walk(const ShardFrom *from, ShardExprVisit visit, void *data)
{
    if (from == NULL || from->kind != SHARD_FROM_JOIN)
        return FALSE;
    return shard_from_walk(from->left, visit, data) || shard_from_walk(from->right, visit, data) ||
           shard_expr_walk(from->on, visit, data);
}

gboolean
shard_query_walk(const ShardQuery *query, ShardExprVisit visit, void *data)
{
    for (guint i = 0; i < query->n_items; i++) {
        if (shard_expr_walk(query->items[i].expr, visit, data))
            return TRUE;
    }
    for (guint i = 0; i < query->n_from; i++) {
        if (shard_from_walk(query->from[i], visit, data))
            return TRUE;
    }
    return shard_expr_walk(query->where, visit, data) ||
           walk_list(query->group, query->n_group, visit, data) ||
           shard_expr_walk(query->having, visit, data) ||
           walk_order(query->order, query->n_order, visit, data) ||
           walk_list(query->distinct_on, query->n_distinct_on, visit, data) ||
           shard_expr_walk(query->limit.count, visit, data) ||
           shard_expr_walk(query->limit.offset, visit, data);
}
