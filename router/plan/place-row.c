/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * place-row.c - the one node that a row with known keys belongs to.
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"

typedef struct {
    ShardPlanner *planner;
    const ShardRef *ref;
    const ShardValue *values;
    GError **error;
} Placer;

static gboolean
null_node(const Placer *self, guint *out_node)
{
    const ShardTable *table = self->ref->table;
    const ShardKeyFacts *keys = &self->ref->keys;

    for (guint i = 0; i < keys->n_keys; i++) {
        if (self->values[i].kind == SHARD_VALUE_NULL && table->null_node >= 0)
            continue;
        return shard_planner_refuse(self->error, "the sharding key '%s' of a row for '%s' %s",
                                    keys->keys[i].name, table->name,
                                    table->null_node < 0 || keys->n_keys == 1
                                        ? "is NULL, and the rules name no null-node"
                                        : "is NULL, but not all keys are");
    }
    *out_node = (guint) table->null_node;
    return TRUE;
}

static gboolean
only_node(const Placer *self, const gboolean *marks, guint *out_node)
{
    const ShardTable *table = self->ref->table;
    ShardNodes nodes = shard_nodes_none(self->planner->arena, table->n_nodes);

    for (guint i = 0; i < table->n_nodes; i++) {
        if (marks[i])
            shard_nodes_add(&nodes, i);
    }
    if (!shard_route_hint(&self->planner->route_input, table, &nodes, self->error))
        return FALSE;
    guint count = shard_nodes_count(&nodes);
    *out_node = shard_nodes_next(&nodes, 0);
    if (count == 1)
        return TRUE;
    return shard_planner_refuse(self->error,
                                "the rules place a row of '%s' on %u nodes; name an algorithm for "
                                "the level that is left open",
                                table->name, count);
}

static gboolean
place(const Placer *self, guint *out_node)
{
    const ShardTable *table = self->ref->table;
    g_autofree gboolean *nodes = g_new0(gboolean, table->n_nodes);

    switch (shard_table_place(table, self->values, nodes, self->error)) {
    case SHARD_PLACE_FOUND:
        return only_node(self, nodes, out_node);
    case SHARD_PLACE_OUTSIDE:
        shard_error_set(self->error, SHARD_ERROR_ROUTE, "23514",
                        "no node of '%s' takes a row with %s = %s", table->name,
                        self->ref->keys.keys[0].name,
                        shard_value_to_text(&self->values[0], self->planner->arena));
        return FALSE;
    case SHARD_PLACE_ERROR:
        break;
    }
    return FALSE;
}

static gint
find_rounded(const ShardRef *ref, const ShardValue *values)
{
    for (guint i = 0; i < ref->keys.n_keys; i++) {
        if (shard_key_rounds(&ref->keys.keys[i], &values[i]))
            return (gint) i;
    }
    return -1;
}

/* A time that the database rounds, up or down, is placed where both are. */
static gboolean
place_rounded(const Placer *self, guint number, guint *out_node)
{
    const ShardKey *key = &self->ref->keys.keys[number];
    guint n_keys = self->ref->keys.n_keys, up_node;
    ShardArena *arena = self->planner->arena;
    ShardValue *values = shard_arena_memdup(arena, self->values, n_keys * sizeof *values);
    ShardValue up;

    if (shard_key_round(key, &self->values[number], &values[number], &up)) {
        if (!shard_planner_place_row(self->planner, self->ref, values, out_node, self->error))
            return FALSE;
        values[number] = up;
        if (!shard_planner_place_row(self->planner, self->ref, values, &up_node, self->error))
            return FALSE;
        if (up_node == *out_node)
            return TRUE;
    }
    return shard_planner_refuse(self->error,
                                "the sharding key '%s' of a row for '%s' is '%s', which the "
                                "column would round",
                                key->name, self->ref->table->name,
                                shard_value_to_text(&self->values[number], arena));
}

gboolean
shard_planner_place_row(ShardPlanner *self, const ShardRef *ref, const ShardValue *values,
                        guint *out_node, GError **error)
{
    const Placer placer = {self, ref, values, error};
    ShardPlace quick;

    for (guint i = 0; i < ref->keys.n_keys; i++) {
        if (values[i].kind == SHARD_VALUE_NULL)
            return null_node(&placer, out_node);
    }
    gint rounded = find_rounded(ref, values);
    if (rounded >= 0)
        return place_rounded(&placer, (guint) rounded, out_node);
    gint node = self->route_input.hints != NULL
                    ? -1
                    : shard_table_place_node(ref->table, values, &quick, NULL);
    if (node < 0)
        return place(&placer, out_node);
    *out_node = (guint) node;
    return TRUE;
}
