/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From the values of a row's keys to its nodes: one target per level, then the node of the pair.
 */
#include "router/rules/rules-private.h"

#include <string.h>

/* Keys of one strategy that are gathered without allocation. */
#define FEW_KEYS 8

/* What one level chose. */
typedef struct {
    gboolean all;
    guint target; /* a number as of shard_targets_find() */
    const guint *members;
    guint n_members;
} Choice;

/* One level of a table. */
typedef struct {
    const ShardStrategy *strategy;
    const ShardTargets *targets;
    const guint *key_at;
    GTimeZone *const *zones;
} Level;

static const ShardTableFull *
full(const ShardTable *self)
{
    return (const ShardTableFull *) self;
}

static Level
shard_level(const ShardTableFull *self)
{
    return (Level){&self->base.shard_strategy, self->shard_targets, self->shard_key_at,
                   self->shard_zones};
}

static Level
table_level(const ShardTableFull *self)
{
    return (Level){&self->base.table_strategy, self->table_targets, self->table_key_at,
                   self->table_zones};
}

static ShardPlace
choose(const Level *level, const ShardValue *values, Choice *out, GError **error)
{
    const ShardStrategy *strategy = level->strategy;
    ShardValue room[FEW_KEYS];
    g_autofree ShardValue *many = NULL;
    ShardValue *chosen = room;

    out->all = strategy->algorithm == NULL || shard_algorithm_is_hint(strategy->algorithm);
    if (out->all && strategy->n_keys == 0)
        return SHARD_PLACE_FOUND;
    if (strategy->n_keys > FEW_KEYS)
        chosen = many = g_new(ShardValue, strategy->n_keys);
    for (guint i = 0; i < strategy->n_keys; i++) {
        chosen[i] = values[level->key_at[i]];
        out->all |= chosen[i].kind == SHARD_VALUE_UNKNOWN;
    }
    if (out->all)
        return SHARD_PLACE_FOUND;
    ShardKeyValues keys = {strategy->keys, chosen, strategy->n_keys, level->zones};
    ShardPlace place =
        shard_algorithm_place(strategy->algorithm, level->targets, &keys, &out->target, error);
    if (place == SHARD_PLACE_FOUND)
        out->members = shard_targets_members(level->targets, out->target, &out->n_members);
    return place;
}

static gint
find_node(const ShardTableFull *self, guint shard, guint table)
{
    guint at = (shard * 2654435761u + table) & self->slot_mask;

    for (;; at = (at + 1) & self->slot_mask) {
        const ShardNodeSlot *slot = &self->slots[at];
        if (slot->node == G_MAXUINT)
            return -1;
        if (slot->shard_target == shard && slot->table_target == table)
            return (gint) slot->node;
    }
}

static void
mark_list(const ShardNodeLists *lists, const Choice *choice, gboolean *out_nodes)
{
    for (guint i = 0; i < choice->n_members; i++) {
        guint target = choice->members[i];
        for (guint j = lists->start[target]; j < lists->start[target + 1]; j++)
            out_nodes[lists->nodes[j]] = TRUE;
    }
}

/* Both levels chose: the nodes of the pairs.  FALSE if there is none. */
static gboolean
mark_pairs(const ShardTableFull *self, const Choice *shard, const Choice *table,
           gboolean *out_nodes)
{
    gboolean found = FALSE;

    for (guint i = 0; i < shard->n_members; i++) {
        for (guint j = 0; j < table->n_members; j++) {
            gint node = find_node(self, shard->members[i], table->members[j]);
            if (node < 0)
                continue;
            out_nodes[node] = TRUE;
            found = TRUE;
        }
    }
    return found;
}

static ShardPlace
report_no_pair(const ShardTableFull *self, const Choice *shard, const Choice *table, GError **error)
{
    shard_error_set(
        error, SHARD_ERROR_ROUTE, "HY000",
        "table %s: algorithm %s gives '%s' and algorithm %s gives '%s', but there is no "
        "node '%s.%s'",
        self->base.name, shard_algorithm_name(self->base.shard_strategy.algorithm),
        shard_targets_name(self->shard_targets, shard->members[0]),
        shard_algorithm_name(self->base.table_strategy.algorithm),
        shard_targets_name(self->table_targets, table->members[0]),
        shard_targets_name(self->shard_targets, shard->members[0]),
        shard_targets_name(self->table_targets, table->members[0]));
    return SHARD_PLACE_ERROR;
}

static ShardPlace
mark_choices(const ShardTableFull *self, const Choice *shard, const Choice *table,
             gboolean *out_nodes, GError **error)
{
    if (shard->all && table->all) {
        for (guint i = 0; i < self->base.n_nodes; i++)
            out_nodes[i] = TRUE;
    } else if (table->all) {
        mark_list(&self->by_shard, shard, out_nodes);
    } else if (shard->all) {
        mark_list(&self->by_table, table, out_nodes);
    } else if (!mark_pairs(self, shard, table, out_nodes)) {
        return report_no_pair(self, shard, table, error);
    }
    return SHARD_PLACE_FOUND;
}

static gboolean
has_null(const ShardTableFull *self, const ShardValue *values)
{
    for (guint i = 0; i < self->n_keys; i++)
        if (values[i].kind == SHARD_VALUE_NULL)
            return TRUE;
    return FALSE;
}

static ShardPlace
place_null(const ShardTableFull *self, gboolean *out_nodes, GError **error)
{
    if (self->base.null_node >= 0) {
        out_nodes[self->base.null_node] = TRUE;
        return SHARD_PLACE_FOUND;
    }
    shard_error_set(error, SHARD_ERROR_ROUTE, "23000",
                    "table %s: a key is NULL, and the rules name no null-node", self->base.name);
    return SHARD_PLACE_ERROR;
}

ShardPlace
shard_table_place(const ShardTable *base, const ShardValue *values, gboolean *out_nodes,
                  GError **error)
{
    const ShardTableFull *self = full(base);
    Level outer = shard_level(self);
    Level inner = table_level(self);
    Choice shard, table;

    if (has_null(self, values))
        return place_null(self, out_nodes, error);
    ShardPlace place = choose(&outer, values, &shard, error);
    if (place == SHARD_PLACE_FOUND)
        place = choose(&inner, values, &table, error);
    if (place != SHARD_PLACE_FOUND)
        return place;
    return mark_choices(self, &shard, &table, out_nodes, error);
}

gint
shard_table_place_node(const ShardTable *base, const ShardValue *values, ShardPlace *out_place,
                       GError **error)
{
    const ShardTableFull *self = full(base);
    Level outer = shard_level(self);
    Level inner = table_level(self);
    Choice shard, table;

    *out_place = SHARD_PLACE_FOUND;
    if (has_null(self, values))
        return -1;
    *out_place = choose(&outer, values, &shard, error);
    if (*out_place == SHARD_PLACE_FOUND)
        *out_place = choose(&inner, values, &table, error);
    if (*out_place != SHARD_PLACE_FOUND || (shard.all && table.all))
        return -1;
    if (shard.all || table.all) {
        const ShardNodeLists *lists = shard.all ? &self->by_table : &self->by_shard;
        const Choice *choice = shard.all ? &table : &shard;
        guint start = lists->start[choice->members[0]];
        gboolean is_one =
            choice->n_members == 1 && lists->start[choice->members[0] + 1] == start + 1;
        return is_one ? (gint) lists->nodes[start] : -1;
    }
    if (shard.n_members != 1 || table.n_members != 1)
        return -1;
    return find_node(self, shard.members[0], table.members[0]);
}

/* Marks by level joined: a node is in if both of its targets are. */
static void
mark_nodes(const ShardTableFull *self, const gboolean *shards, const gboolean *tables,
           gboolean *out_nodes)
{
    for (guint i = 0; i < self->base.n_nodes; i++)
        out_nodes[i] |= shards[self->node_shard_target[i]] && tables[self->node_table_target[i]];
}

/* The targets of one level when only one key's range is known. */
static gboolean *
mark_level(const Level *level, guint key, const ShardRange *range, GError **error)
{
    guint n = shard_targets_n(level->targets);
    const ShardStrategy *strategy = level->strategy;
    g_autofree gboolean *marks = g_new0(gboolean, n + 1);
    gboolean narrows = strategy->algorithm != NULL && strategy->n_keys == 1 &&
                       level->key_at[0] == key && !shard_algorithm_is_hint(strategy->algorithm);

    if (narrows) {
        ShardRange zoned = *range;
        zoned.zone = level->zones[0];
        if (!shard_algorithm_range(strategy->algorithm, level->targets, &zoned, marks, error))
            return NULL;
        return g_steal_pointer(&marks);
    }
    for (guint i = 0; i < n; i++)
        marks[i] = TRUE;
    return g_steal_pointer(&marks);
}

gboolean
shard_table_place_range(const ShardTable *base, guint key, const ShardRange *range,
                        gboolean *out_nodes, GError **error)
{
    const ShardTableFull *self = full(base);
    Level outer = shard_level(self);
    Level inner = table_level(self);
    g_autofree gboolean *shards = mark_level(&outer, key, range, error);
    g_autofree gboolean *tables = shards == NULL ? NULL : mark_level(&inner, key, range, error);

    if (tables == NULL)
        return FALSE;
    mark_nodes(self, shards, tables, out_nodes);
    return TRUE;
}

/* Hint values of one level; without hint algorithm or values every target. */
static gboolean *
mark_hints(const Level *level, const ShardHintValues *hints, ShardPlace *out_place, GError **error)
{
    static const char *const names[] = {"value", NULL};
    guint n = shard_targets_n(level->targets);
    const ShardAlgorithm *algorithm = level->strategy->algorithm;
    g_autofree gboolean *marks = g_new0(gboolean, n + 1);
    gboolean hinted = algorithm != NULL && shard_algorithm_is_hint(algorithm) && hints->n > 0;

    *out_place = SHARD_PLACE_FOUND;
    for (guint i = 0; i < n; i++)
        marks[i] = !hinted;
    for (guint i = 0; hinted && i < hints->n; i++) {
        ShardKeyValues keys = {names, &hints->values[i], 1, NULL};
        guint target, n_members;
        ShardPlace place = shard_algorithm_place(algorithm, level->targets, &keys, &target, error);
        if (place == SHARD_PLACE_ERROR) {
            *out_place = place;
            return NULL;
        }
        if (place == SHARD_PLACE_OUTSIDE)
            continue;
        const guint *members = shard_targets_members(level->targets, target, &n_members);
        for (guint j = 0; j < n_members; j++)
            marks[members[j]] = TRUE;
    }
    return g_steal_pointer(&marks);
}

ShardPlace
shard_table_place_hint(const ShardTable *base, const ShardHintValues *shard_hints,
                       const ShardHintValues *table_hints, gboolean *out_nodes, GError **error)
{
    const ShardTableFull *self = full(base);
    Level outer = shard_level(self);
    Level inner = table_level(self);
    ShardPlace place;
    g_autofree gboolean *shards = mark_hints(&outer, shard_hints, &place, error);
    g_autofree gboolean *tables =
        shards == NULL ? NULL : mark_hints(&inner, table_hints, &place, error);

    if (tables == NULL)
        return place;
    mark_nodes(self, shards, tables, out_nodes);
    for (guint i = 0; i < base->n_nodes; i++)
        if (out_nodes[i])
            return SHARD_PLACE_FOUND;
    return SHARD_PLACE_OUTSIDE;
}
