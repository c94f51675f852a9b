/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-merge.c - MERGE: each node for its own rows.
 *
 *   MERGE INTO t USING u ON t.k = u.k
 *     WHEN MATCHED THEN UPDATE SET v = u.v
 *     WHEN NOT MATCHED THEN INSERT (k, v) VALUES (u.k, u.v)
 *
 * ON ties the tables as in a join.  What is inserted must have the key that ON compares, so that it
 * belongs where its source row lies.
 */
#include "router/plan/condition/expr.h"
#include "router/plan/router-private.h"
#include "router/plan/condition/scope.h"

#include "router/base/error.h"

#include <string.h>

typedef struct {
    ShardPlanner *planner;
    const ShardModify *modify;
    const ShardRef *ref; /* the target */
    GError **error;
} Merger;

/* ---- which column of the source ON compares with a key ---- */

static gboolean
is_target_key(const Merger *self, const ShardExpr *expr, guint key)
{
    return expr != NULL && expr->kind == SHARD_EXPR_COLUMN && expr->table == self->modify->table &&
           expr->collation == NULL &&
           shard_identifier_equal_fold(expr->name, self->ref->keys.keys[key].name);
}

static const ShardExpr *
find_compared(const Merger *self, const ShardExpr *on, guint key)
{
    if (on == NULL)
        return NULL;
    if (on->kind == SHARD_EXPR_AND) {
        for (guint i = 0; i < on->n_args; i++) {
            const ShardExpr *found = find_compared(self, on->args[i], key);
            if (found != NULL)
                return found;
        }
        return NULL;
    }
    if (on->kind != SHARD_EXPR_COMPARE || on->n_args != 2 || g_strcmp0(on->name, "=") != 0)
        return NULL;
    for (guint i = 0; i < 2; i++) {
        if (is_target_key(self, on->args[i], key) && on->args[1 - i] != NULL &&
            on->args[1 - i]->collation == NULL)
            return on->args[1 - i];
    }
    return NULL;
}

/* ---- what is inserted ---- */

static const ShardExpr *
inserted_value(const Merger *self, const ShardMergeInsert *insert, guint key)
{
    const char *name = self->ref->keys.keys[key].name;
    const ShardSchema *schema = self->planner->analysis->schema;
    const ShardTableSchema *facts =
        schema == NULL ? NULL : shard_schema_table(schema, self->ref->table->name);
    gint position = -1;

    for (guint i = 0; i < insert->n_columns && position < 0; i++) {
        if (shard_identifier_equal_fold(insert->columns[i], name))
            position = (gint) i;
    }
    if (insert->columns == NULL && facts != NULL)
        position = shard_table_schema_column(facts, name);
    return position < 0 || (guint) position >= insert->n_values ? NULL : insert->values[position];
}

static gboolean
is_same_column(const ShardExpr *a, const ShardExpr *b)
{
    return a != NULL && b != NULL && a->kind == SHARD_EXPR_COLUMN && b->kind == SHARD_EXPR_COLUMN &&
           a->table == b->table && a->query == b->query &&
           shard_identifier_equal_fold(a->name, b->name) &&
           (a->table >= 0 || (a->qualifier != NULL && b->qualifier != NULL &&
                              shard_identifier_equal_fold(a->qualifier, b->qualifier)));
}

static gboolean
check_inserts(const Merger *self)
{
    for (guint i = 0; i < self->modify->n_merge_inserts; i++) {
        for (guint key = 0; key < self->ref->keys.n_keys; key++) {
            const ShardExpr *compared = find_compared(self, self->modify->merge_on, key);
            if (self->ref->keys.keys[key].exact_joins &&
                is_same_column(compared,
                               inserted_value(self, &self->modify->merge_inserts[i], key)))
                continue;
            return shard_planner_refuse(
                self->error,
                "MERGE INTO '%s' whose INSERT gives the sharding key '%s' another value than the "
                "one that ON compares it with",
                self->ref->table->name, self->ref->keys.keys[key].name);
        }
    }
    return TRUE;
}

/* What a subquery behind ON reads isn't tied to the rows of the join. */
static gboolean
check_actions(const Merger *self)
{
    const ShardStatement *statement = self->planner->statement;

    for (guint i = 0; i < statement->n_queries && self->modify->merge_on != NULL; i++) {
        if (statement->queries[i].first_token > self->modify->merge_on->last_token)
            return shard_planner_refuse(self->error, "a subquery in a WHEN of MERGE INTO '%s'",
                                        self->ref->table->name);
    }
    return TRUE;
}

/* ---- a source of one row without tables ---- */

static gboolean
is_query(const ShardFrom *source)
{
    return (source->kind == SHARD_FROM_QUERY || source->kind == SHARD_FROM_VALUES) &&
           source->query >= 0;
}

/* VALUES (3, 'a') alone. */
static gboolean
is_one_row(const Merger *self, const ShardQuery *query)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;

    return !query->is_values ||
           shard_tokens_match(tokens, query->first_token + 1) == (gint) query->last_token;
}

/* Which column of (VALUES (3, 'a')) AS s (k, g) is called so; -1 none. */
static gint
listed_position(const Merger *self, const ShardQuery *query, const char *name)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;
    guint at = query->last_token + 1;
    gint position = 0;

    while (shard_token_is(tokens, at, ")"))
        at++;
    if (shard_token_is(tokens, at, "as"))
        at++;
    if (!shard_token_is(tokens, at + 1, "("))
        return -1;
    for (at += 2; at < tokens->n_tokens; at += 2, position++) {
        const ShardToken *token = &tokens->tokens[at];
        gboolean quoted;
        g_autofree char *column =
            shard_identifier_from_token(self->planner->prepared->mode.dialect,
                                        tokens->text + token->offset, token->size, &quoted);
        if (column != NULL && shard_identifier_equal_fold(column, name))
            return position;
        if (!shard_token_is(tokens, at + 1, ","))
            return -1;
    }
    return -1;
}

static const ShardExpr *
item_at(const ShardQuery *query, gint position)
{
    return position < 0 || (guint) position >= query->n_items ? NULL : query->items[position].expr;
}

/* The constant that a column of (SELECT 3 AS k, ...) s or (VALUES (3, ...)) s (k, ...) stands for.
 */
static const ShardExpr *
constant_of(const Merger *self, const ShardFrom *source, const ShardExpr *column)
{
    const ShardQuery *query = &self->planner->statement->queries[source->query];

    if (column == NULL || column->kind != SHARD_EXPR_COLUMN || column->table >= 0 ||
        column->qualifier == NULL || source->alias == NULL ||
        !shard_identifier_equal_fold(column->qualifier, source->alias))
        return NULL;
    if (shard_scope_renames_columns(self->planner->analysis, source->query))
        return item_at(query, listed_position(self, query, column->name));
    for (guint i = 0; i < query->n_items; i++) {
        const char *name = query->items[i].alias;
        if (name != NULL && shard_identifier_equal_fold(name, column->name))
            return query->items[i].expr;
    }
    return NULL;
}

static gboolean
key_constant(const Merger *self, const ShardFrom *source, guint key, ShardValue *out)
{
    const ShardExpr *compared = find_compared(self, self->modify->merge_on, key);
    const ShardExpr *constant =
        shard_operand_is_constant(compared) ? compared : constant_of(self, source, compared);

    if (constant == NULL || !shard_operand_is_constant(constant))
        return FALSE;
    const ShardValue value = shard_operand_value(constant, &self->planner->constants);
    return value.kind != SHARD_VALUE_UNKNOWN && value.kind != SHARD_VALUE_NULL &&
           shard_key_assign(&self->ref->keys.keys[key], &value, self->planner->arena, out);
}

gboolean
shard_plan_route_merge(ShardPlanner *self, ShardRoute *out)
{
    const ShardModify *modify = self->statement->modify;
    const Merger merger = {
        .planner = self, .modify = modify, .ref = &self->analysis->refs[modify->table]};
    const ShardFrom *join = modify->n_from == 1 ? modify->from[0] : NULL;
    guint n_keys = merger.ref->keys.n_keys, node;
    ShardValue *values = shard_arena_array(self->arena, ShardValue, n_keys + 1);

    if (self->analysis->n_refs != 1 || join == NULL || join->kind != SHARD_FROM_JOIN ||
        !is_query(join->left) || n_keys == 0)
        return FALSE;
    const ShardQuery *query = &self->statement->queries[join->left->query];
    if (query->n_from > 0 || query->set != SHARD_SET_NONE || !is_one_row(&merger, query))
        return FALSE;
    for (guint i = 0; i < n_keys; i++) {
        if (merger.ref->keys.keys[i].scatter || !key_constant(&merger, join->left, i, &values[i]))
            return FALSE;
    }
    if (!shard_planner_place_row(self, merger.ref, values, &node, NULL))
        return FALSE;
    ShardNodes nodes = shard_nodes_none(self->arena, merger.ref->table->n_nodes);
    shard_nodes_add(&nodes, node);
    shard_route_nodes(&self->route_input, merger.ref->table, &nodes, out);
    return TRUE;
}

gboolean
shard_plan_check_merge(ShardPlanner *self, GError **error)
{
    const ShardModify *modify = self->statement->modify;
    const Merger merger = {.planner = self,
                           .modify = modify,
                           .ref = &self->analysis->refs[modify->table],
                           .error = error};

    if (merger.ref->kind != SHARD_REF_SHARDED || merger.ref->table->n_nodes == 1)
        return TRUE;
    const ShardFrom *join = modify->n_from == 1 ? modify->from[0] : NULL;
    if (modify->n_merge_inserts > 0 && join != NULL && join->kind == SHARD_FROM_JOIN &&
        is_query(join->left) && !is_one_row(&merger, &self->statement->queries[join->left->query]))
        return shard_planner_refuse(error,
                                    "MERGE INTO '%s' that inserts several rows of VALUES; give it "
                                    "one row at a time, or write INSERT ... ON CONFLICT",
                                    merger.ref->table->name);
    return check_actions(&merger) && check_inserts(&merger);
}
