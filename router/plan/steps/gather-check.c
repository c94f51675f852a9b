/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which statements one shard answers rightly when it is given the rows: those whose answer is the
 * same in whatever order the rows come.
 */
#include "router/plan/steps/gather-private.h"

#include "router/plan/condition/expr.h"
#include "router/sql/functions.h"

#include <string.h>

/* Their answer follows the order of the rows, which is that of an ORDER BY inside or none. */
static const char *const ordered_calls[] = {
    "string_agg",
    "array_agg",
    "json_agg",
    "jsonb_agg",
    "json_object_agg",
    "jsonb_object_agg",
    "xmlagg",
    "range_agg",
    "group_concat",
    "json_arrayagg",
    "json_objectagg",
    "json_group_array",
    "json_group_object",
    "any_value",
    "row_number",
    "ntile",
    "lag",
    "lead",
    "first_value",
    "last_value",
    "nth_value",
};

static gboolean
is_ordered_call(const ShardTokens *tokens, guint token)
{
    for (guint i = 0; i < G_N_ELEMENTS(ordered_calls); i++) {
        if (shard_token_is(tokens, token, ordered_calls[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
has_word(const ShardTokens *tokens, guint first, guint last, const char *word)
{
    for (guint i = first; i <= last; i++) {
        if (shard_token_is(tokens, i, word))
            return TRUE;
    }
    return FALSE;
}

/* call ( … ) [OVER ( … )]: where it ends. */
static guint
end_of_call(const ShardTokens *tokens, guint open)
{
    gint close = shard_tokens_match(tokens, open);

    if (close < 0)
        return open;
    guint end = (guint) close;
    if (end + 2 < tokens->n_tokens && shard_token_is(tokens, end + 1, "over") &&
        shard_token_is(tokens, end + 2, "(")) {
        gint over = shard_tokens_match(tokens, end + 2);
        return over < 0 ? end : (guint) over;
    }
    return end;
}

/* Every call whose answer follows the order says which. */
static gboolean
calls_say_order(const ShardTokens *tokens)
{
    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        if (!shard_token_is(tokens, i + 1, "("))
            continue;
        gboolean framed = shard_token_is(tokens, i, "over");
        if (!framed && !is_ordered_call(tokens, i))
            continue;
        guint end = end_of_call(tokens, i + 1);
        framed = framed && has_word(tokens, i + 1, end, "rows");
        if ((framed || is_ordered_call(tokens, i)) && !has_word(tokens, i + 1, end, "order"))
            return FALSE;
    }
    return !has_word(tokens, 0, tokens->n_tokens - 1, "window");
}

/* ---- columns that aren't grouped by ---- */

static gboolean
is_group_key(const ShardGatherer *self, gint number, const ShardExpr *expr)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    for (guint i = 0; i < query->n_group; i++) {
        gint item = query->grouping_sets && query->group_items != NULL ? query->group_items[i] : -1;
        const ShardExpr *key = item >= 0 ? query->items[item].expr
                               : query->grouping_sets
                                   ? query->group[i]
                                   : shard_scope_group_expr(self->analysis, number, i);
        if (key != NULL && shard_expr_equal(key, expr, self->prepared->tokens))
            return TRUE;
    }
    return FALSE;
}

/* Does the column stand in the brackets of an aggregate?  What isn't read of a call (INTERVAL 1
 * DAY) tells no more than its columns. */
static gboolean
is_aggregated(const ShardGatherer *self, const ShardExpr *call, const ShardExpr *column)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = call->first_token + 1; i < column->first_token; i++) {
        gint close = shard_token_is(tokens, i, "(") ? shard_tokens_match(tokens, i) : -1;
        if (close < (gint) column->last_token)
            continue;
        const ShardToken *name = &tokens->tokens[i - 1];
        g_autofree char *word = g_strndup(tokens->text + name->offset, name->size);
        if ((shard_function_flags(self->prepared->mode.dialect, word) & SHARD_FUNCTION_AGGREGATE) !=
            0)
            return TRUE;
    }
    return FALSE;
}

/* A column of any one row of its group, outside of aggregates. */
static gboolean
takes_any_row(const ShardGatherer *self, gint number, const ShardExpr *expr, gboolean in_item)
{
    if (expr == NULL || expr->kind == SHARD_EXPR_AGGREGATE || expr->kind == SHARD_EXPR_SUBQUERY ||
        is_group_key(self, number, expr))
        return FALSE;
    if (expr->kind == SHARD_EXPR_STAR)
        return TRUE;
    /* In HAVING and ORDER BY what no table has is an item's name. */
    if (expr->kind == SHARD_EXPR_COLUMN)
        return in_item ||
               shard_scope_has_column(self->analysis, number, expr->name, 0) != SHARD_ABSENT;
    for (guint i = 0; i < expr->n_args; i++) {
        gboolean hidden = expr->kind == SHARD_EXPR_OPAQUE && expr->args[i] != NULL &&
                          is_aggregated(self, expr, expr->args[i]);
        if (!hidden && takes_any_row(self, number, expr->args[i], in_item))
            return TRUE;
    }
    return FALSE;
}

static gboolean
block_takes_any_row(const ShardGatherer *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    if (query->n_group == 0 && !query->has_aggregate && !query->grouping_sets)
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        if (takes_any_row(self, number, query->items[i].expr, TRUE))
            return TRUE;
    }
    for (guint i = 0; i < query->n_order; i++) {
        if (query->order[i].item < 0 && takes_any_row(self, number, query->order[i].expr, FALSE))
            return TRUE;
    }
    return takes_any_row(self, number, query->having, FALSE);
}

/* ---- the whole ---- */

static gboolean
blocks_are_plain(const ShardGatherer *self)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->for_update || query->into || query->calc_found_rows ||
            (query->n_order == 0 &&
             (query->link == SHARD_LINK_ARRAY || (query->limit.present && i > 0))) ||
            block_takes_any_row(self, (gint) i))
            return FALSE;
    }
    return TRUE;
}

static gboolean
has_leaf(const ShardFrom *from, gint table)
{
    if (from == NULL)
        return FALSE;
    if (from->kind == SHARD_FROM_JOIN)
        return has_leaf(from->left, table) || has_leaf(from->right, table);
    return from->kind == SHARD_FROM_TABLE && from->table == table;
}

/* name [AS alias] in a FROM, and no more. */
static gboolean
is_replaceable(const ShardGatherer *self, guint table)
{
    const ShardTokens *tokens = self->prepared->tokens;
    const ShardTableRef *ref = &self->analysis->statement->tables[table];
    const ShardQuery *query = &self->analysis->statement->queries[MAX(ref->query, 0)];
    guint last = ref->alias_token >= 0 ? (guint) ref->alias_token : ref->last_token;
    gboolean found = FALSE;

    for (guint i = 0; ref->query >= 0 && i < query->n_from && !found; i++)
        found = has_leaf(query->from[i], (gint) table);
    guint between = ref->last_token + 1;
    if (between < last && shard_token_is(tokens, between, "as"))
        between++;
    return found && !ref->only_star && !ref->no_alias && between >= last &&
           !shard_token_is(tokens, last + 1, "(");
}

static gboolean
tables_are_replaceable(const ShardGatherer *self)
{
    const ShardAnalysis *analysis = self->analysis;
    guint n_sharded = 0;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_BROADCAST || ref->kind == SHARD_REF_CTE)
            continue;
        if (ref->kind != SHARD_REF_SHARDED || !is_replaceable(self, i))
            return FALSE;
        n_sharded++;
    }
    for (guint i = 0; i < analysis->statement->n_qualifiers; i++) {
        const ShardQualifier *qualifier = &analysis->statement->qualifiers[i];
        if (qualifier->last_token > qualifier->first_token)
            return FALSE;
    }
    return n_sharded > 0;
}

gboolean
shard_gather_check(const ShardGatherer *self)
{
    const ShardStatement *statement = self->analysis->statement;

    return statement->kind == SHARD_STATEMENT_SELECT && self->analysis->schema != NULL &&
           !statement->has_volatile && !statement->has_now && !statement->session_bound &&
           !statement->last_insert && !statement->data_modifying_cte &&
           !statement->several_statements && !statement->calls_own &&
           statement->only_one_node == NULL && statement->place_column == NULL &&
           tables_are_replaceable(self) && blocks_are_plain(self) &&
           calls_say_order(self->prepared->tokens);
}
