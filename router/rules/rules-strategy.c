/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Keys, their types and their algorithms; and, once the nodes are known, what makes a look-up fast.
 */
#include "router/rules/node-pattern.h"
#include "router/rules/rules-private.h"

#include <string.h>

typedef struct {
    const char *word;
    ShardValueKind kind;
    gboolean sql; /* java.sql's type: needs a zone where it is hashed */
} ValueType;

static const ValueType value_types[] = {
    {"integer", SHARD_VALUE_INTEGER, FALSE},
    {"long", SHARD_VALUE_LONG, FALSE},
    {"unsigned", SHARD_VALUE_UNSIGNED, FALSE},
    {"big-integer", SHARD_VALUE_BIG_INTEGER, FALSE},
    {"string", SHARD_VALUE_STRING, FALSE},
    {"decimal", SHARD_VALUE_DECIMAL, FALSE},
    {"float", SHARD_VALUE_FLOAT, FALSE},
    {"double", SHARD_VALUE_DOUBLE, FALSE},
    {"boolean", SHARD_VALUE_BOOLEAN, FALSE},
    {"sql-date", SHARD_VALUE_DATE, TRUE},
    {"sql-time", SHARD_VALUE_TIME, TRUE},
    {"sql-timestamp", SHARD_VALUE_TIMESTAMP, TRUE},
    {"date", SHARD_VALUE_DATE, TRUE},
    {"time", SHARD_VALUE_TIME, TRUE},
    {"timestamp", SHARD_VALUE_TIMESTAMP, TRUE},
    {"local-date", SHARD_VALUE_DATE, FALSE},
    {"local-time", SHARD_VALUE_TIME, FALSE},
    {"local-date-time", SHARD_VALUE_TIMESTAMP, FALSE},
    {"offset-date-time", SHARD_VALUE_OFFSET_TIMESTAMP, FALSE},
    {"uuid", SHARD_VALUE_UUID, FALSE},
    {"bytes", SHARD_VALUE_BYTES, FALSE},
};

/* One level: "shard-key" and "shard-algorithm", or "table-...". */
typedef struct {
    const char *key, *algorithm;
    ShardStrategy *strategy;
} Level;

static gboolean
load_strategy(ShardRulesLoader *loader, const ShardRulesGroup *group, const Level *level,
              GError **error)
{
    const char *keys = shard_rules_group_value(group, level->key);
    const char *name = shard_rules_reference(loader, group, level->algorithm);
    g_autoptr(GPtrArray) columns = NULL;

    if (keys != NULL && (columns = shard_split_names(keys, ',', error)) == NULL)
        return shard_rules_file_prefix(loader->file, group, level->key, error);
    level->strategy->keys = shard_rules_name_list(loader->rules->arena, columns);
    level->strategy->n_keys = columns == NULL ? 0 : columns->len;
    if (keys != NULL && name == NULL)
        return shard_rules_file_fail(loader->file, group, level->key, error,
                                     "'%s' without %s says nothing", keys, level->algorithm);
    if (name == NULL)
        return TRUE;
    level->strategy->algorithm = g_hash_table_lookup(loader->algorithms, name);
    if (level->strategy->algorithm == NULL)
        return shard_rules_file_fail(loader->file, group, level->algorithm, error,
                                     "'%s' is no algorithm of this file%s", name,
                                     shard_rules_known_names(loader, loader->algorithms));
    if (keys == NULL && !shard_algorithm_is_hint(level->strategy->algorithm))
        return shard_rules_file_fail(loader->file, group, level->algorithm, error,
                                     "'%s' needs a %s", name, level->key);
    return TRUE;
}

static guint
find_key(const ShardTableFull *table, const char *column)
{
    guint i = 0;
    while (i < table->n_keys && g_ascii_strcasecmp(table->keys[i], column) != 0)
        i++;
    return i;
}

/* Positions of a strategy's keys among all keys, which grow as needed. */
static guint *
number_keys(ShardRulesLoader *loader, ShardTableFull *table, const ShardStrategy *strategy)
{
    guint *at = shard_arena_array(loader->rules->arena, guint, strategy->n_keys + 1);

    for (guint i = 0; i < strategy->n_keys; i++) {
        at[i] = find_key(table, strategy->keys[i]);
        if (at[i] == table->n_keys)
            table->keys[table->n_keys++] = strategy->keys[i];
    }
    return at;
}

static const ValueType *
find_value_type(const char *word)
{
    for (guint i = 0; i < G_N_ELEMENTS(value_types); i++)
        if (g_ascii_strcasecmp(value_types[i].word, word) == 0)
            return &value_types[i];
    return NULL;
}

GTimeZone *
shard_rules_find_zone(ShardRulesLoader *loader, const char *name)
{
    GTimeZone *zone = g_time_zone_new_identifier(name == NULL ? "UTC" : name);

    if (zone != NULL)
        g_ptr_array_add(loader->rules->zones, zone);
    return zone;
}

/* Does a strategy that uses the key make a number of the moment it stands for? */
static gboolean
hashes_key(const ShardTableFull *table, const char *column)
{
    const ShardStrategy *const strategies[] = {&table->base.shard_strategy,
                                               &table->base.table_strategy};

    for (guint i = 0; i < G_N_ELEMENTS(strategies); i++)
        for (guint j = 0; j < strategies[i]->n_keys; j++)
            if (g_ascii_strcasecmp(strategies[i]->keys[j], column) == 0 &&
                shard_algorithm_hashes(strategies[i]->algorithm))
                return TRUE;
    return FALSE;
}

static gboolean
fail_value_type(const ShardRulesLoader *loader, const ShardRulesGroup *group, const char *word,
                GError **error)
{
    g_autoptr(GString) known = g_string_new(NULL);

    for (guint i = 0; i < G_N_ELEMENTS(value_types); i++)
        g_string_append_printf(known, "%s%s", i == 0 ? "" : ", ", value_types[i].word);
    return shard_rules_file_fail(loader->file, group, "value-type", error,
                                 "'%s' is no type of a value; there are %s", word, known->str);
}

/* One "column: type" of value-type. */
static gboolean
load_value_type(ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTableFull *table,
                const char *text, GError **error)
{
    g_autoptr(GPtrArray) parts = shard_split_names(text, ':', error);
    const char *zone_name = shard_rules_group_value(group, "time-zone");

    if (parts == NULL)
        return shard_rules_file_prefix(loader->file, group, "value-type", error);
    if (parts->len != 2)
        return shard_rules_file_fail(loader->file, group, "value-type", error,
                                     "'%s' is not column: type", text);
    guint key = find_key(table, parts->pdata[0]);
    const ValueType *type = find_value_type(parts->pdata[1]);
    if (key == table->n_keys)
        return shard_rules_file_fail(loader->file, group, "value-type", error,
                                     "'%s' is no key of this table", (char *) parts->pdata[0]);
    if (type == NULL)
        return fail_value_type(loader, group, parts->pdata[1], error);
    ShardKeyType *entry = (ShardKeyType *) &table->base.key_types[key];
    if (entry->kind != SHARD_VALUE_UNKNOWN)
        return shard_rules_file_fail(loader->file, group, "value-type", error,
                                     "'%s' is given twice", (char *) parts->pdata[0]);
    if (zone_name == NULL)
        zone_name = loader->time_zone;
    if (type->sql && zone_name == NULL && hashes_key(table, table->keys[key]))
        return shard_rules_file_fail(loader->file, group, "value-type", error,
                                     "'%s' is hashed by its moment: give time-zone, the zone of "
                                     "the programs that wrote the rows",
                                     text);
    entry->kind = type->kind;
    if (!type->sql)
        return TRUE;
    entry->time_zone = shard_arena_strndup(loader->rules->arena, zone_name, -1);
    table->zones[key] = shard_rules_find_zone(loader, zone_name);
    if (table->zones[key] != NULL)
        return TRUE;
    return shard_rules_file_fail(loader->file, group, "time-zone", error, SHARD_RULES_NO_ZONE,
                                 zone_name);
}

static gboolean
load_value_types(ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTableFull *table,
                 GError **error)
{
    const char *text = shard_rules_group_value(group, "value-type");
    ShardKeyType *types = shard_arena_array(loader->rules->arena, ShardKeyType, table->n_keys + 1);

    for (guint i = 0; i < table->n_keys; i++)
        types[i] = (ShardKeyType){.column = table->keys[i], .kind = SHARD_VALUE_UNKNOWN};
    table->base.key_types = types;
    table->base.n_key_types = table->n_keys;
    if (text == NULL)
        return TRUE;
    g_auto(GStrv) pieces = g_strsplit(text, ",", -1);
    for (guint i = 0; pieces[i] != NULL; i++)
        if (!load_value_type(loader, group, table, g_strstrip(pieces[i]), error))
            return FALSE;
    return TRUE;
}

static GTimeZone **
pick_zones(ShardRulesLoader *loader, const ShardTableFull *table, const guint *at, guint n)
{
    GTimeZone **zones = shard_arena_array(loader->rules->arena, GTimeZone *, n + 1);

    for (guint i = 0; i < n; i++)
        zones[i] = table->zones[at[i]];
    return zones;
}

gboolean
shard_rules_load_strategies(ShardRulesLoader *loader, const ShardRulesGroup *group,
                            ShardTableFull *table, GError **error)
{
    ShardStrategy *shard = &table->base.shard_strategy;
    ShardStrategy *inner = &table->base.table_strategy;
    const Level levels[] = {{"shard-key", "shard-algorithm", shard},
                            {"table-key", "table-algorithm", inner}};

    for (guint i = 0; i < G_N_ELEMENTS(levels); i++)
        if (!load_strategy(loader, group, &levels[i], error))
            return FALSE;
    guint most = shard->n_keys + inner->n_keys;
    table->keys = shard_arena_array(loader->rules->arena, const char *, most + 1);
    table->zones = shard_arena_array(loader->rules->arena, GTimeZone *, most + 1);
    table->shard_key_at = number_keys(loader, table, shard);
    table->table_key_at = number_keys(loader, table, inner);
    if (!load_value_types(loader, group, table, error))
        return FALSE;
    table->shard_zones = pick_zones(loader, table, table->shard_key_at, shard->n_keys);
    table->table_zones = pick_zones(loader, table, table->table_key_at, inner->n_keys);
    return TRUE;
}

/* Distinct names in order, and for each node which one it has. */
typedef struct {
    GPtrArray *names;  /* const char* */
    GPtrArray *tables; /* the part behind the schema, or NULL */
    guint *of_node;
} NameSet;

static void
collect_names(ShardRulesLoader *loader, const ShardTable *table, gboolean shards, NameSet *out)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    ShardArena *arena = loader->rules->arena;

    out->of_node = shard_arena_array(arena, guint, table->n_nodes + 1);
    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardNode *node = &table->nodes[i];
        const char *name = shards ? loader->rules->shards[node->shard].name : node->table;
        if (!shards && node->schema != NULL) {
            g_autofree char *whole = g_strconcat(node->schema, ".", node->table, NULL);
            name = shard_arena_strndup(arena, whole, -1);
        }
        gpointer number = g_hash_table_lookup(seen, name);
        if (number == NULL) {
            g_ptr_array_add(out->names, (gpointer) name);
            g_ptr_array_add(out->tables,
                            shards || node->schema == NULL ? NULL : (gpointer) node->table);
            number = GUINT_TO_POINTER(out->names->len);
            g_hash_table_insert(seen, (gpointer) name, number);
        }
        out->of_node[i] = GPOINTER_TO_UINT(number) - 1;
    }
}

static ShardTargets *
make_targets(ShardRulesLoader *loader, const ShardTable *table, gboolean shards,
             guint **out_of_node)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) tables = g_ptr_array_new();
    NameSet set = {names, tables, NULL};

    collect_names(loader, table, shards, &set);
    *out_of_node = set.of_node;
    return shard_targets_new_qualified(table->name, (const char *const *) names->pdata,
                                       (const char *const *) tables->pdata, names->len);
}

/* Nodes sorted by target (counting sort). */
static ShardNodeLists
list_nodes(ShardArena *arena, const guint *of_node, guint n_nodes, guint n_targets)
{
    ShardNodeLists lists = {shard_arena_array(arena, guint, n_targets + 2),
                            shard_arena_array(arena, guint, n_nodes + 1)};

    for (guint i = 0; i < n_nodes; i++)
        lists.start[of_node[i] + 2]++;
    for (guint i = 2; i < n_targets + 2; i++)
        lists.start[i] += lists.start[i - 1];
    for (guint i = 0; i < n_nodes; i++)
        lists.nodes[lists.start[of_node[i] + 1]++] = i;
    return lists;
}

static void
index_pairs(ShardArena *arena, ShardTableFull *table)
{
    guint room = 8;

    while (room < table->base.n_nodes * 2)
        room *= 2;
    table->slots = shard_arena_array(arena, ShardNodeSlot, room);
    table->slot_mask = room - 1;
    for (guint i = 0; i < room; i++)
        table->slots[i].node = G_MAXUINT;
    for (guint i = 0; i < table->base.n_nodes; i++) {
        guint shard = table->node_shard_target[i];
        guint inner = table->node_table_target[i];
        guint at = (shard * 2654435761u + inner) & table->slot_mask;
        while (table->slots[at].node != G_MAXUINT)
            at = (at + 1) & table->slot_mask;
        table->slots[at] = (ShardNodeSlot){shard, inner, i};
    }
}

static gboolean
check_strategy(ShardRulesLoader *loader, const ShardRulesGroup *group, const char *key,
               const ShardStrategy *strategy, const ShardTargets *targets, GError **error)
{
    if (strategy->algorithm == NULL || shard_algorithm_check(strategy->algorithm, strategy->keys,
                                                             strategy->n_keys, targets, error))
        return TRUE;
    return shard_rules_file_prefix(loader->file, group, key, error);
}

gboolean
shard_rules_finish_table(ShardRulesLoader *loader, const ShardRulesGroup *group,
                         ShardTableFull *table, GError **error)
{
    ShardTable *base = &table->base;
    ShardArena *arena = loader->rules->arena;

    table->shard_targets = make_targets(loader, base, TRUE, &table->node_shard_target);
    table->table_targets = make_targets(loader, base, FALSE, &table->node_table_target);
    table->by_shard = list_nodes(arena, table->node_shard_target, base->n_nodes,
                                 shard_targets_n(table->shard_targets));
    table->by_table = list_nodes(arena, table->node_table_target, base->n_nodes,
                                 shard_targets_n(table->table_targets));
    index_pairs(arena, table);
    return check_strategy(loader, group, "shard-algorithm", &base->shard_strategy,
                          table->shard_targets, error) &&
           check_strategy(loader, group, "table-algorithm", &base->table_strategy,
                          table->table_targets, error);
}

void
shard_rules_table_clear(ShardTableFull *self)
{
    shard_targets_free(self->shard_targets);
    shard_targets_free(self->table_targets);
    self->shard_targets = self->table_targets = NULL;
}
