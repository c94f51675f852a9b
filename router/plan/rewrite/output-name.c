/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * output-name.c - a bare name that may be a column or a select item's alias.
 *
 *   SELECT v AS g, COUNT(*) FROM t GROUP BY g    groups by column g when t has one
 *
 * All brands let the column win in GROUP BY, so that what the name means depends on the catalog.
 */
#include "router/plan/condition/scope.h"

#define MAX_DEPTH 32u

static ShardPresence query_has(const ShardAnalysis *self, gint query, const char *name,
                               guint depth);

static ShardPresence
table_has(const ShardAnalysis *self, gint table, const char *name, guint depth)
{
    const ShardRef *ref = &self->refs[table];

    if (ref->kind == SHARD_REF_CTE)
        return query_has(self, ref->cte_query, name, depth + 1);
    if (ref->kind == SHARD_REF_SHARDED && shard_table_is_key(ref->table, name))
        return SHARD_PRESENT;
    const ShardTableSchema *facts = ref->table == NULL || self->schema == NULL
                                        ? NULL
                                        : shard_schema_table(self->schema, ref->table->name);
    if (facts == NULL)
        return SHARD_PRESENCE_UNKNOWN;
    return shard_table_schema_column(facts, name) >= 0 ? SHARD_PRESENT : SHARD_ABSENT;
}

static ShardPresence
both(ShardPresence a, ShardPresence b)
{
    if (a == SHARD_PRESENT || b == SHARD_PRESENT)
        return SHARD_PRESENT;
    return a == SHARD_ABSENT ? b : a;
}

static ShardPresence
from_has(const ShardAnalysis *self, const ShardFrom *from, const char *name, guint depth)
{
    switch (from->kind) {
    case SHARD_FROM_TABLE:
        return table_has(self, from->table, name, depth);
    case SHARD_FROM_QUERY:
        return query_has(self, from->query, name, depth + 1);
    case SHARD_FROM_JOIN:
        return both(from_has(self, from->left, name, depth),
                    from_has(self, from->right, name, depth));
    case SHARD_FROM_FUNCTION:
    case SHARD_FROM_VALUES:
        break;
    }
    return SHARD_PRESENCE_UNKNOWN;
}

/* Does a derived table or CTE give a column of that name? */
static ShardPresence
query_has(const ShardAnalysis *self, gint number, const char *name, guint depth)
{
    const ShardQuery *query = &self->statement->queries[number];
    ShardPresence found = SHARD_ABSENT;

    if (depth > MAX_DEPTH || query->set != SHARD_SET_NONE || query->is_values || query->recursive ||
        shard_scope_renames_columns(self, number))
        return SHARD_PRESENCE_UNKNOWN;
    for (guint i = 0; i < query->n_items; i++) {
        const ShardItem *item = &query->items[i];
        const char *label = item->alias;
        if (label == NULL && item->expr->kind == SHARD_EXPR_COLUMN)
            label = item->expr->name;
        if (label != NULL && shard_identifier_equal_fold(label, name))
            return SHARD_PRESENT;
        if (item->expr->kind == SHARD_EXPR_STAR)
            found = both(found, shard_scope_has_column(self, number, name, depth + 1));
        else if (label == NULL)
            found = both(found, SHARD_PRESENCE_UNKNOWN);
    }
    return found;
}

ShardPresence
shard_scope_table_has(const ShardAnalysis *self, gint table, const char *name)
{
    return table_has(self, table, name, 0);
}

ShardPresence
shard_scope_has_column(const ShardAnalysis *self, gint query, const char *name, guint depth)
{
    ShardBlock block = shard_scope_block(self, query);
    ShardPresence found = SHARD_ABSENT;

    for (guint i = 0; i < block.n_from; i++)
        found = both(found, from_has(self, block.from[i], name, depth));
    return found;
}

/* GROUP BY s COLLATE NOCASE groups otherwise than the item s, and GROUP BY s than the item s
 * COLLATE NOCASE. */
static gboolean
is_collated_otherwise(const ShardExpr *group, const ShardExpr *item)
{
    if (group->kind != SHARD_EXPR_COLUMN || g_strcmp0(group->collation, item->collation) == 0)
        return FALSE;
    return group->collation != NULL || (item->kind == SHARD_EXPR_COLUMN &&
                                        shard_identifier_equal_fold(item->name, group->name));
}

gint
shard_scope_group_item(const ShardAnalysis *self, gint query, guint number)
{
    const ShardQuery *facts = &self->statement->queries[query];
    const ShardExpr *group = facts->group[number];
    gint item = facts->group_items == NULL ? -1 : facts->group_items[number];

    if (item >= 0 && is_collated_otherwise(group, facts->items[item].expr))
        return -1;
    if (item < 0 || group->kind != SHARD_EXPR_COLUMN || facts->items[item].alias == NULL)
        return item;
    const ShardExpr *expr = facts->items[item].expr;
    if (expr->kind == SHARD_EXPR_COLUMN && shard_identifier_equal_fold(expr->name, group->name))
        return item;
    ShardPresence presence = shard_scope_has_column(self, query, group->name, 0);
    /* Without any catalog the alias is what was likely meant. */
    if (presence == SHARD_PRESENCE_UNKNOWN && self->schema == NULL)
        return item;
    return presence == SHARD_ABSENT ? item : -1;
}

const ShardExpr *
shard_scope_group_expr(const ShardAnalysis *self, gint query, guint number)
{
    const ShardQuery *facts = &self->statement->queries[query];
    gint item = shard_scope_group_item(self, query, number);

    return item >= 0 ? facts->items[item].expr : facts->group[number];
}
