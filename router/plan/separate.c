/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * separate.c - a grouping list that holds all keys keeps every group on one node.
 */
#include "router/plan/colocate.h"
#include "router/plan/condition/expr.h"
#include "router/plan/condition/scope.h"

#include <string.h>

/* Keys that rows must agree in to lie on one node: up to both strategies. */
typedef struct {
    const ShardStrategy *strategies[2];
    guint n;
} Needed;

static gboolean
has_keys(const ShardStrategy *strategy)
{
    return strategy->algorithm != NULL && strategy->n_keys > 0;
}

/* With every actual name on one shard only, the table's name says the shard too. */
static gboolean
names_are_unique(const ShardTable *table)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardNode *node = &table->nodes[i];
        char *name = g_strconcat(node->schema == NULL ? "" : node->schema, ".", node->table, NULL);
        if (!g_hash_table_add(names, name))
            return FALSE;
    }
    return TRUE;
}

static gboolean
find_needed(const ShardTable *table, ShardSpread spread, Needed *out)
{
    gboolean by_table = has_keys(&table->table_strategy);
    gboolean by_shard = has_keys(&table->shard_strategy);

    out->n = 0;
    if (spread.several_nodes && !by_table)
        return FALSE;
    if (spread.several_shards && by_shard)
        out->strategies[out->n++] = &table->shard_strategy;
    else if (spread.several_shards && !(by_table && names_are_unique(table)))
        return FALSE;
    if (spread.several_nodes || (spread.several_shards && !by_shard))
        out->strategies[out->n++] = &table->table_strategy;
    return TRUE;
}

static gboolean
groups_exactly(const ShardRef *ref, const char *key)
{
    for (guint i = 0; i < ref->keys.n_keys; i++) {
        if (shard_identifier_equal_fold(ref->keys.keys[i].name, key))
            return ref->keys.keys[i].exact_groups;
    }
    return FALSE;
}

static gboolean
has_column(const GArray *ids, const ShardEquality *equality, ShardColumnId key)
{
    for (guint i = 0; i < ids->len; i++) {
        if (shard_equality_has(equality, g_array_index(ids, ShardColumnId, i), key))
            return TRUE;
    }
    return FALSE;
}

static gboolean
has_keys_of(const ShardAnalysis *self, guint table, const GArray *ids,
            const ShardEquality *equality, ShardSpread spread)
{
    const ShardRef *ref = &self->refs[table];
    Needed needed;

    if (ref->kind != SHARD_REF_SHARDED || !find_needed(ref->table, spread, &needed) ||
        needed.n == 0)
        return FALSE;
    for (guint i = 0; i < needed.n; i++) {
        for (guint j = 0; j < needed.strategies[i]->n_keys; j++) {
            const char *key = needed.strategies[i]->keys[j];
            if (!groups_exactly(ref, key) ||
                !has_column(ids, equality, (ShardColumnId){(gint) table, key, 0}))
                return FALSE;
        }
    }
    return TRUE;
}

gboolean
shard_separates(const ShardAnalysis *self, gint query, ShardExpr *const *exprs, guint n_exprs,
                ShardSpread spread)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(ShardColumnId));
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));

    for (guint i = 0; i < n_exprs; i++) {
        ShardColumnId id;
        if (exprs[i] != NULL && exprs[i]->collation == NULL &&
            shard_scope_resolve(self, exprs[i], query, &id) &&
            !shard_scope_is_nullable(self, (guint) id.table, query))
            g_array_append_val(ids, id);
    }
    if (ids->len == 0 || (!spread.several_shards && !spread.several_nodes))
        return !spread.several_shards && !spread.several_nodes;
    shard_scope_inner(self, query, conjuncts);
    g_autoptr(ShardEquality) equality = shard_equality_new(self, conjuncts);
    for (guint i = 0; i < self->n_refs; i++) {
        if (has_keys_of(self, i, ids, equality, spread))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_is_placed_by_keys(const ShardTable *table)
{
    g_autoptr(GHashTable) shards = g_hash_table_new(NULL, NULL);
    ShardSpread spread;
    Needed needed;

    for (guint i = 0; i < table->n_nodes; i++)
        g_hash_table_add(shards, GUINT_TO_POINTER(table->nodes[i].shard));
    spread.several_shards = g_hash_table_size(shards) > 1;
    spread.several_nodes = g_hash_table_size(shards) < table->n_nodes;
    return find_needed(table, spread, &needed);
}

/* The key columns that a * brings with it. */
static void
add_star(const ShardAnalysis *self, gint query, const ShardExpr *star, ShardArena *arena,
         GPtrArray *out)
{
    for (guint i = 0; i < self->n_refs; i++) {
        const ShardTableRef *table = &self->statement->tables[i];
        if (self->refs[i].kind != SHARD_REF_SHARDED || table->query != query ||
            (star->qualifier != NULL && star->table != (gint) i))
            continue;
        for (guint j = 0; j < self->refs[i].keys.n_keys; j++) {
            ShardExpr *column = shard_arena_new0(arena, ShardExpr);
            column->kind = SHARD_EXPR_COLUMN;
            column->name = self->refs[i].keys.keys[j].name;
            column->table = (gint) i;
            g_ptr_array_add(out, column);
        }
    }
}

gboolean
shard_items_separate(const ShardAnalysis *self, gint query, ShardSpread spread)
{
    const ShardQuery *facts = &self->statement->queries[query];
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GPtrArray) exprs = g_ptr_array_new();

    for (guint i = 0; i < facts->n_items; i++) {
        if (facts->items[i].expr->kind == SHARD_EXPR_STAR)
            add_star(self, query, facts->items[i].expr, arena, exprs);
        else
            g_ptr_array_add(exprs, facts->items[i].expr);
    }
    return shard_separates(self, query, (ShardExpr **) exprs->pdata, exprs->len, spread);
}

gboolean
shard_group_separates(const ShardAnalysis *self, gint query, ShardSpread spread)
{
    const ShardQuery *facts = &self->statement->queries[query];
    g_autoptr(GPtrArray) exprs = g_ptr_array_new();

    if (facts->grouping_sets)
        return FALSE;
    for (guint i = 0; i < facts->n_group; i++)
        g_ptr_array_add(exprs, (ShardExpr *) shard_scope_group_expr(self, query, i));
    return shard_separates(self, query, (ShardExpr **) exprs->pdata, exprs->len, spread);
}

typedef struct {
    const ShardAnalysis *self;
    gint query;
    ShardSpread spread;
} WindowCheck;

static gboolean
is_spread_window(const ShardExpr *expr, void *data)
{
    const WindowCheck *check = data;

    return expr->kind == SHARD_EXPR_WINDOW &&
           !shard_separates(check->self, check->query, expr->partition, expr->n_partition,
                            check->spread);
}

gboolean
shard_windows_separate(const ShardAnalysis *self, gint query, ShardSpread spread)
{
    WindowCheck check = {self, query, spread};

    return !shard_query_walk(&self->statement->queries[query], is_spread_window, &check);
}
