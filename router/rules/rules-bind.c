/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Binding groups: tables sharded alike, so that node i of one lies beside exactly one node of each
 * other.  Partners are found by name, not by position: same shard, same schema, and the same rest
 * of the table's name behind the logical one.
 */
#include "router/rules/rules-private.h"

#include <string.h>

static const ShardRulesGroup *
group_of(const ShardRulesLoader *loader, const ShardTableFull *table)
{
    for (guint i = 0; i < loader->file->groups->len; i++) {
        const ShardRulesGroup *group = loader->file->groups->pdata[i];
        if (strcmp(group->kind, "table") == 0 && strcmp(group->name, table->base.name) == 0)
            return group;
    }
    return loader->file->groups->pdata[0];
}

/* What tells a node from the others of its table: "0/db_1/_3" for shard 0, schema db_1, t_order_3.
 */
static char *
node_label(const ShardTableFull *table, guint node)
{
    const ShardNode *at = &table->base.nodes[node];
    const char *logical = table->base.name;
    const char *prefix = shard_targets_prefix(table->table_targets);
    const char *dot = strrchr(prefix, '.');
    const char *rest = at->table;

    prefix = dot == NULL ? prefix : dot + 1;
    if (g_ascii_strncasecmp(rest, logical, strlen(logical)) == 0)
        rest += strlen(logical);
    else if (g_str_has_prefix(rest, prefix))
        rest += strlen(prefix);
    return g_strdup_printf("%u/%s/%s", at->shard, at->schema == NULL ? "" : at->schema, rest);
}

static gboolean
same_strategy(const ShardStrategy *a, const ShardStrategy *b)
{
    if (a->algorithm == NULL || b->algorithm == NULL)
        return a->algorithm == b->algorithm;
    return a->n_keys == b->n_keys &&
           shard_algorithm_same_structure(a->algorithm, a->n_keys > 0 ? a->keys[0] : "",
                                          b->algorithm, b->n_keys > 0 ? b->keys[0] : "");
}

static gboolean
same_types(const ShardTableFull *a, const ShardTableFull *b)
{
    for (guint i = 0; i < MIN(a->n_keys, b->n_keys); i++)
        if (a->base.key_types[i].kind != b->base.key_types[i].kind ||
            g_strcmp0(a->base.key_types[i].time_zone, b->base.key_types[i].time_zone) != 0)
            return FALSE;
    return TRUE;
}

/* What keeps the two from being bound; NULL: nothing. */
static char *
find_difference(const ShardTableFull *first, const ShardTableFull *table)
{
    const guint nodes[] = {first->base.n_nodes, table->base.n_nodes};

    if (table->base.kind != SHARD_TABLE_SHARDED || first->base.kind != SHARD_TABLE_SHARDED)
        return g_strdup("only sharded tables can be bound");
    if (nodes[0] != nodes[1])
        return g_strdup_printf("it has %u nodes, not %u", nodes[1], nodes[0]);
    if (!same_strategy(&first->base.shard_strategy, &table->base.shard_strategy))
        return g_strdup("the shard-algorithms place rows differently");
    if (!same_strategy(&first->base.table_strategy, &table->base.table_strategy))
        return g_strdup("the table-algorithms place rows differently");
    return same_types(first, table) ? NULL : g_strdup("the value-types differ");
}

/* Numbers the nodes of table as the first table of its group numbers its own. */
static gboolean
pair_nodes(ShardRulesLoader *loader, const ShardTableFull *first, ShardTableFull *table,
           GError **error)
{
    g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    ShardArena *arena = loader->rules->arena;
    guint n = table->base.n_nodes;

    table->bind_position = shard_arena_array(arena, guint, n + 1);
    table->bind_node = shard_arena_array(arena, guint, n + 1);
    for (guint i = 0; i < n; i++)
        g_hash_table_insert(places, node_label(first, i), GUINT_TO_POINTER(i + 1));
    for (guint i = 0; i < n; i++) {
        g_autofree char *label = node_label(table, i);
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, label));
        if (place == 0)
            return shard_rules_file_fail(
                loader->file, group_of(loader, table), "bind", error,
                "table '%s' of shard '%s' has no partner of the same suffix in [table %s]",
                table->base.nodes[i].table, loader->rules->shards[table->base.nodes[i].shard].name,
                first->base.name);
        g_hash_table_remove(places, label);
        table->bind_position[i] = place - 1;
        table->bind_node[place - 1] = i;
    }
    return TRUE;
}

gboolean
shard_rules_load_bindings(ShardRulesLoader *loader, GError **error)
{
    g_autoptr(GHashTable) firsts = g_hash_table_new(g_str_hash, g_str_equal);
    ShardRules *rules = loader->rules;

    for (guint i = 0; i < rules->n_tables; i++) {
        ShardTableFull *table = rules->tables[i];
        if (table->base.bind == NULL)
            continue;
        if (*table->base.bind == '\0')
            return shard_rules_file_fail(loader->file, group_of(loader, table), "bind", error,
                                         "'' is no word for a group of tables");
        const ShardTableFull *first = g_hash_table_lookup(firsts, table->base.bind);
        if (first == NULL) {
            first = table;
            g_hash_table_insert(firsts, (gpointer) table->base.bind, table);
        }
        g_autofree char *reason = find_difference(first, table);
        if (reason != NULL)
            return shard_rules_file_fail(loader->file, group_of(loader, table), "bind", error,
                                         "'%s': %s (compared with [table %s])", table->base.bind,
                                         reason, first->base.name);
        if (!pair_nodes(loader, first, table, error))
            return FALSE;
    }
    return TRUE;
}
