/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * expr.c - expressions over group keys and aggregates, for evaluation on final values.
 */
#include "router/plan/merge/functions.h"
#include "router/plan/merge/private.h"
#include "router/plan/condition/scalar.h"

#include <string.h>

static ShardMergeExpr *
expr_new(Maker *self, ShardMergeExprKind kind)
{
    ShardMergeExpr *expr = shard_arena_new0(self->arena, ShardMergeExpr);

    expr->kind = kind;
    expr->slot = SHARD_SLOT_NONE;
    expr->compare.weight = SHARD_SLOT_NONE;
    expr->compare.storage = SHARD_SLOT_NONE;
    return expr;
}

/* PostgreSQL's char(n), whose blanks count in some places and not in others, is in no expression
 * here. */
static gboolean
is_padded(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *extreme = maker_extreme_argument(expr);
    const ShardColumnSchema *column = maker_column(self, extreme != NULL ? extreme : expr);

    return self->dialect == SHARD_DIALECT_POSTGRESQL && column != NULL &&
           column->type == SHARD_TYPE_CHAR;
}

static gboolean
add_args(Maker *self, ShardMergeExpr *into, ShardExpr *const *args, guint n_args)
{
    into->args = shard_arena_array(self->arena, ShardMergeExpr *, n_args);
    into->n_args = n_args;
    for (guint i = 0; i < n_args; i++) {
        if (args[i] == NULL)
            continue;
        if (is_padded(self, args[i]))
            return maker_refuse(self, "char(n) in an expression over aggregates");
        into->args[i] = maker_expr(self, args[i]);
        if (into->args[i] == NULL)
            return FALSE;
    }
    return TRUE;
}

static ShardMergeExpr *
value_expr(Maker *self, const ShardExpr *source)
{
    ShardMergeExpr *expr = expr_new(self, SHARD_MERGE_EXPR_VALUE);

    expr->value = shard_operand_value(source, self->in->constants);
    if (expr->value.kind != SHARD_VALUE_UNKNOWN || source->kind == SHARD_EXPR_MARKER)
        return expr;
    maker_refuse(self, "this literal in an expression over aggregates");
    return NULL;
}

static ShardMergeExpr *
aggregate_expr(Maker *self, const ShardExpr *source)
{
    ShardMergeExpr *expr = expr_new(self, SHARD_MERGE_EXPR_SLOT);

    if (!maker_aggregate(self, source, SHARD_SLOT_NONE, &expr->slot))
        return NULL;
    expr->compare = maker_compare(self, maker_extreme_argument(source), NULL);
    return expr;
}

const ShardExpr *
maker_extreme_argument(const ShardExpr *expr)
{
    if (expr->kind != SHARD_EXPR_AGGREGATE || expr->n_args != 1 ||
        (g_strcmp0(expr->name, "min") != 0 && g_strcmp0(expr->name, "max") != 0))
        return NULL;
    return expr->args[0];
}

/* HAVING c > 2, where c is a select item's alias (MariaDB, SQLite).  In SQLite a column of that
 * name comes first. */
static const ShardExpr *
aliased_item(const Maker *self, const ShardExpr *expr)
{
    if (!self->sees_aliases || expr->kind != SHARD_EXPR_COLUMN || expr->qualifier != NULL ||
        self->dialect == SHARD_DIALECT_POSTGRESQL)
        return NULL;
    if (self->dialect == SHARD_DIALECT_SQLITE && self->analysis->schema != NULL &&
        shard_scope_has_column(self->analysis, self->in->query, expr->name, 0) != SHARD_ABSENT)
        return NULL;
    for (guint i = 0; i < self->query->n_items; i++) {
        const ShardItem *item = &self->query->items[i];
        if (item->alias != NULL && item->expr->kind != SHARD_EXPR_COLUMN &&
            shard_identifier_equal_fold(item->alias, expr->name))
            return item->expr;
    }
    return NULL;
}

/* The value of a group key; all rows of the group have it. */
static ShardMergeExpr *
key_expr(Maker *self, const ShardExpr *source)
{
    ShardMergeExpr *expr = expr_new(self, SHARD_MERGE_EXPR_SLOT);
    ShardMergeKey key;

    if (!maker_key(self, source, maker_find_item(self, source), NULL, &key))
        return NULL;
    expr->slot = key.slot;
    expr->compare = key.compare;
    return expr;
}

static ShardMergeExpr *
call_expr(Maker *self, const ShardExpr *source)
{
    if (!shard_merge_expr_supported(self->dialect, source->name, source->n_args)) {
        maker_refuse(self, "'%s' in an expression over aggregates", source->name);
        return NULL;
    }
    if (self->analysis->mode->signed_subtraction && strcmp(source->name, "-") == 0) {
        maker_refuse(self, "'-' over aggregates with the sql_mode NO_UNSIGNED_SUBTRACTION");
        return NULL;
    }
    ShardMergeExpr *expr = expr_new(self, SHARD_MERGE_EXPR_CALL);
    maker_note_sum(self, source->kind == SHARD_EXPR_OPERATOR ? source : NULL);
    expr->name = source->name;
    return add_args(self, expr, source->args, source->n_args) ? expr : NULL;
}

static char *
type_text(const Maker *self, const ShardExpr *source)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = source->type_first_token; i <= source->type_last_token; i++) {
        const ShardToken *token = &self->tokens->tokens[i];
        gboolean tight = token->kind == SHARD_TOKEN_PUNCTUATION ||
                         (i > 0 && self->tokens->tokens[i - 1].kind == SHARD_TOKEN_PUNCTUATION);
        if (text->len > 0 && !tight)
            g_string_append_c(text, ' ');
        g_string_append_len(text, self->tokens->text + token->offset, (gssize) token->size);
    }
    return shard_arena_strndup(self->arena, text->str, (gssize) text->len);
}

static ShardMergeExpr *
cast_expr(Maker *self, const ShardExpr *source)
{
    ShardMergeExpr *expr = expr_new(self, SHARD_MERGE_EXPR_CAST);
    ShardMergeCast cast;

    expr->name = type_text(self, source);
    if (!shard_merge_cast_parse(self->dialect, expr->name, &cast)) {
        maker_refuse(self, "a cast to '%s' in an expression over aggregates", expr->name);
        return NULL;
    }
    return add_args(self, expr, source->args, source->n_args) ? expr : NULL;
}

static ShardMergeExpr *
list_expr(Maker *self, const ShardExpr *source, ShardMergeExprKind kind)
{
    ShardMergeExpr *expr = expr_new(self, kind);

    expr->negated = source->negated;
    if (source->symmetric) {
        maker_refuse(self, "BETWEEN SYMMETRIC over aggregates");
        return NULL;
    }
    return add_args(self, expr, source->args, source->n_args) ? expr : NULL;
}

static const struct {
    ShardExprKind kind;
    ShardMergeExprKind merge_kind;
} list_kinds[] = {
    {SHARD_EXPR_AND, SHARD_MERGE_EXPR_AND},         {SHARD_EXPR_OR, SHARD_MERGE_EXPR_OR},
    {SHARD_EXPR_NOT, SHARD_MERGE_EXPR_NOT},         {SHARD_EXPR_IN, SHARD_MERGE_EXPR_IN},
    {SHARD_EXPR_BETWEEN, SHARD_MERGE_EXPR_BETWEEN}, {SHARD_EXPR_IS_NULL, SHARD_MERGE_EXPR_IS_NULL},
    {SHARD_EXPR_CASE, SHARD_MERGE_EXPR_CASE},
};

static gboolean
is_group_key(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; i < self->query->n_group; i++) {
        if (shard_expr_equal(shard_scope_group_expr(self->analysis, self->in->query, i), expr,
                             self->tokens))
            return TRUE;
    }
    return FALSE;
}

ShardMergeExpr *
maker_expr(Maker *self, const ShardExpr *expr)
{
    if (expr->collation != NULL) {
        maker_refuse(self, "COLLATE in an expression over aggregates");
        return NULL;
    }
    if (is_group_key(self, expr))
        return key_expr(self, expr);
    const ShardExpr *aliased = aliased_item(self, expr);
    if (aliased != NULL) {
        self->sees_aliases = FALSE;
        ShardMergeExpr *meant = maker_expr(self, aliased);
        self->sees_aliases = TRUE;
        return meant;
    }
    switch (expr->kind) {
    case SHARD_EXPR_AGGREGATE:
        return aggregate_expr(self, expr);
    case SHARD_EXPR_LITERAL:
    case SHARD_EXPR_MARKER:
        return value_expr(self, expr);
    case SHARD_EXPR_CAST:
        return cast_expr(self, expr);
    case SHARD_EXPR_COMPARE:
    case SHARD_EXPR_OPERATOR:
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_COALESCE:
        return call_expr(self, expr);
    default:
        break;
    }
    for (guint i = 0; i < G_N_ELEMENTS(list_kinds); i++) {
        if (list_kinds[i].kind == expr->kind)
            return list_expr(self, expr, list_kinds[i].merge_kind);
    }
    if (expr->kind == SHARD_EXPR_COLUMN)
        maker_refuse(self, "column '%s', by which isn't grouped, beside aggregates", expr->name);
    else
        maker_refuse(self, "this expression over aggregates");
    return NULL;
}

/* s COLLATE NOCASE beside GROUP BY s: the same value. */
static gboolean
is_collated_key(const Maker *self, const ShardExpr *expr)
{
    ShardExpr plain = *expr;

    plain.collation = NULL;
    return expr->kind == SHARD_EXPR_COLUMN && expr->collation != NULL && is_group_key(self, &plain);
}

gboolean
maker_is_of_group(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL || is_group_key(self, expr) || is_collated_key(self, expr))
        return TRUE;
    switch (expr->kind) {
    case SHARD_EXPR_LITERAL:
    case SHARD_EXPR_MARKER:
        return TRUE;
    case SHARD_EXPR_COLUMN:
    case SHARD_EXPR_STAR:
    case SHARD_EXPR_SUBQUERY:
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_WINDOW:
    case SHARD_EXPR_OPAQUE:
    case SHARD_EXPR_DEFAULT:
        return FALSE;
    default:
        break;
    }
    if (expr->volatile_call ||
        (expr->kind == SHARD_EXPR_FUNCTION && !shard_function_is_scalar(expr->name)))
        return FALSE;
    for (guint i = 0; i < expr->n_args; i++) {
        if (!maker_is_of_group(self, expr->args[i]))
            return FALSE;
    }
    return TRUE;
}
