/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/node-pattern.h"
#include "router/rules/rules-private.h"

#include <string.h>

typedef struct {
    const char *word;
    gint value;
} Word;

static const Word booleans[] = {{"false", FALSE}, {"true", TRUE}, {NULL, 0}};
static const Word policies[] = {{"allow", SHARD_POLICY_ALLOW},
                                {"warn", SHARD_POLICY_WARN},
                                {"refuse", SHARD_POLICY_REFUSE},
                                {NULL, 0}};
static const Word matches[] = {{"exact", SHARD_KEY_MATCH_EXACT},
                               {"casefold", SHARD_KEY_MATCH_CASEFOLD},
                               {"scatter", SHARD_KEY_MATCH_SCATTER},
                               {NULL, 0}};

/* The value that a key's word stands for; fallback where the key is not given. */
static gboolean
read_word(const ShardRulesLoader *loader, const ShardRulesGroup *group, const char *key,
          const Word *words, gint *out_value, GError **error)
{
    const char *text = shard_rules_group_value(group, key);
    g_autoptr(GString) known = g_string_new(NULL);

    if (text == NULL)
        return TRUE;
    for (guint i = 0; words[i].word != NULL; i++) {
        g_string_append_printf(known, "%s%s", i == 0 ? "" : ", ", words[i].word);
        if (g_ascii_strcasecmp(words[i].word, text) != 0)
            continue;
        *out_value = words[i].value;
        return TRUE;
    }
    return shard_rules_file_fail(loader->file, group, key, error, "'%s' is none of %s", text,
                                 known->str);
}

static gboolean
read_words(const ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTable *table,
           GError **error)
{
    gint broadcast = FALSE;
    gint read = SHARD_POLICY_ALLOW;
    gint write = SHARD_POLICY_ALLOW;
    gint match = SHARD_KEY_MATCH_DEFAULT;
    gint move = FALSE;
    gint unique = FALSE;
    const struct {
        const char *key;
        const Word *words;
        gint *value;
    } wanted[] = {{"broadcast", booleans, &broadcast}, {"scatter-read", policies, &read},
                  {"scatter-write", policies, &write}, {"key-match", matches, &match},
                  {"move-rows", booleans, &move},      {"local-unique", booleans, &unique}};

    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
        if (!read_word(loader, group, wanted[i].key, wanted[i].words, wanted[i].value, error))
            return FALSE;
    table->kind = broadcast ? SHARD_TABLE_BROADCAST : SHARD_TABLE_SHARDED;
    table->scatter_read = (ShardPolicy) read;
    table->scatter_write = (ShardPolicy) write;
    table->key_match = (ShardKeyMatch) match;
    table->move_rows = move;
    table->local_unique = unique;
    return TRUE;
}

/* "shard.table" or "shard.schema.table", parts perhaps quoted. */
static gboolean
read_node(const ShardRulesLoader *loader, const char *text, ShardNode *out, GError **error)
{
    g_autoptr(GPtrArray) parts = shard_split_names(text, '.', error);
    ShardArena *arena = loader->rules->arena;

    if (parts == NULL)
        return FALSE;
    if (parts->len < 2 || parts->len > 3) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "'%s' is neither shard.table nor shard.schema.table", text);
        return FALSE;
    }
    gint shard = shard_rules_find_shard(loader->rules, parts->pdata[0]);
    if (shard < 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "'%s' in '%s' is no shard of this file%s", (char *) parts->pdata[0], text,
                        shard_rules_known_shards(loader));
        return FALSE;
    }
    out->shard = (guint) shard;
    out->schema = parts->len == 3 ? shard_arena_strndup(arena, parts->pdata[1], -1) : NULL;
    out->table = shard_arena_strndup(arena, parts->pdata[parts->len - 1], -1);
    return TRUE;
}

static gboolean
check_twins(const GPtrArray *names, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < names->len; i++) {
        if (!g_hash_table_add(seen, names->pdata[i])) {
            shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' is given twice",
                            (char *) names->pdata[i]);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean
read_nodes(const ShardRulesLoader *loader, const char *text, ShardTable *table, GError **error)
{
    g_autoptr(GPtrArray) names = shard_node_pattern_expand(text, error);

    if (names == NULL || !check_twins(names, error))
        return FALSE;
    ShardNode *nodes = shard_arena_array(loader->rules->arena, ShardNode, names->len);
    for (guint i = 0; i < names->len; i++)
        if (!read_node(loader, names->pdata[i], &nodes[i], error))
            return FALSE;
    table->nodes = nodes;
    table->n_nodes = names->len;
    return TRUE;
}

/* Node i of an auto table is <table>_i on shard i modulo the number of shards. */
static gboolean
deal_auto_nodes(const ShardRulesLoader *loader, const char *text, ShardTable *table, GError **error)
{
    const ShardAlgorithm *algorithm = table->table_strategy.algorithm;
    ShardArena *arena = loader->rules->arena;
    g_autoptr(GPtrArray) names = shard_node_pattern_expand(text, error);

    if (names == NULL || !check_twins(names, error))
        return FALSE;
    guint count = algorithm == NULL ? 0 : shard_algorithm_auto_count(algorithm);
    if (count == 0 || count > SHARD_NODE_LIMIT) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "'%s' needs a table-algorithm that says the number of nodes, at most %u",
                        text, SHARD_NODE_LIMIT);
        return FALSE;
    }
    ShardNode *nodes = shard_arena_array(arena, ShardNode, MAX(count, names->len));
    for (guint i = 0; i < MAX(count, names->len); i++) {
        const char *name = names->pdata[i % names->len];
        gint shard = shard_rules_find_shard(loader->rules, name);
        if (shard < 0) {
            shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' is no shard of this file%s",
                            name, shard_rules_known_shards(loader));
            return FALSE;
        }
        g_autofree char *actual = g_strdup_printf("%s_%u", table->name, i);
        nodes[i] = (ShardNode){(guint) shard, NULL, shard_arena_strndup(arena, actual, -1)};
    }
    table->nodes = nodes;
    table->n_nodes = count;
    return TRUE;
}

static void
spread_over_shards(const ShardRulesLoader *loader, ShardTable *table)
{
    guint n = loader->rules->n_shards;
    ShardNode *nodes = shard_arena_array(loader->rules->arena, ShardNode, n);

    for (guint i = 0; i < n; i++)
        nodes[i] = (ShardNode){i, NULL, table->name};
    table->nodes = nodes;
    table->n_nodes = n;
}

static gboolean
load_nodes(const ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTable *table,
           GError **error)
{
    const char *nodes = shard_rules_group_value(group, "nodes");
    const char *shards = shard_rules_group_value(group, "auto-shards");

    if (nodes != NULL && shards != NULL)
        return shard_rules_file_fail(loader->file, group, "auto-shards", error,
                                     "'%s' and nodes can't stand together", shards);
    if (shards != NULL && table->shard_strategy.algorithm != NULL)
        return shard_rules_file_fail(loader->file, group, "shard-algorithm", error,
                                     "an auto table has only a table-algorithm");
    if (nodes != NULL)
        return read_nodes(loader, nodes, table, error) ||
               shard_rules_file_prefix(loader->file, group, "nodes", error);
    if (shards != NULL)
        return deal_auto_nodes(loader, shards, table, error) ||
               shard_rules_file_prefix(loader->file, group, "auto-shards", error);
    if (table->kind != SHARD_TABLE_BROADCAST)
        return shard_rules_file_fail(loader->file, group, NULL, error,
                                     "a table needs nodes, auto-shards or broadcast = true");
    spread_over_shards(loader, table);
    return TRUE;
}

/* "order_id: ids" */
static gboolean
load_generate(const ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTable *table,
              GError **error)
{
    const char *text = shard_rules_group_value(group, "generate");

    if (text == NULL)
        return TRUE;
    g_autoptr(GPtrArray) parts = shard_split_names(text, ':', error);
    if (parts == NULL)
        return shard_rules_file_prefix(loader->file, group, "generate", error);
    if (parts->len != 2)
        return shard_rules_file_fail(loader->file, group, "generate", error,
                                     "'%s' is not column: generator", text);
    table->generate_column = shard_arena_strndup(loader->rules->arena, parts->pdata[0], -1);
    table->generator = g_hash_table_lookup(loader->generators, parts->pdata[1]);
    if (table->generator != NULL) {
        shard_generator_spread(table->generator, table->n_nodes);
        return TRUE;
    }
    return shard_rules_file_fail(loader->file, group, "generate", error,
                                 "'%s' is no generator of this file%s", (char *) parts->pdata[1],
                                 shard_rules_known_names(loader, loader->generators));
}

static gboolean
load_null_node(const ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTable *table,
               GError **error)
{
    const char *text = shard_rules_group_value(group, "null-node");
    ShardNode wanted;

    table->null_node = -1;
    if (text == NULL)
        return TRUE;
    if (!read_node(loader, text, &wanted, error))
        return shard_rules_file_prefix(loader->file, group, "null-node", error);
    for (guint i = 0; i < table->n_nodes; i++)
        if (table->nodes[i].shard == wanted.shard &&
            g_strcmp0(table->nodes[i].schema, wanted.schema) == 0 &&
            strcmp(table->nodes[i].table, wanted.table) == 0)
            table->null_node = (gint) i;
    if (table->null_node >= 0)
        return TRUE;
    return shard_rules_file_fail(loader->file, group, "null-node", error,
                                 "'%s' is no node of this table", text);
}

static void
add_warning(ShardRulesLoader *loader, const ShardRulesGroup *group, const char *text)
{
    g_ptr_array_add(loader->rules->warnings, g_strdup_printf("%s:%u: [%s]: %s", loader->file->name,
                                                             group->line, group->header, text));
}

static gboolean
has_strategy(const ShardTable *table)
{
    return table->shard_strategy.algorithm != NULL || table->table_strategy.algorithm != NULL;
}

/* A broadcast table is once on a shard. */
static gboolean
check_broadcast(const ShardRulesLoader *loader, const ShardRulesGroup *group,
                const ShardTable *table, GError **error)
{
    for (guint i = 1; i < table->n_nodes; i++)
        for (guint j = 0; j < i; j++)
            if (table->nodes[i].shard == table->nodes[j].shard)
                return shard_rules_file_fail(
                    loader->file, group, "nodes", error,
                    "a broadcast table is once on a shard, but '%s' and '%s' are both on '%s'",
                    table->nodes[j].table, table->nodes[i].table,
                    loader->rules->shards[table->nodes[i].shard].name);
    return TRUE;
}

static gboolean
load_kind(ShardRulesLoader *loader, const ShardRulesGroup *group, ShardTable *table, GError **error)
{
    if (table->kind == SHARD_TABLE_BROADCAST && has_strategy(table))
        return shard_rules_file_fail(loader->file, group, "broadcast", error,
                                     "a broadcast table has no key and no algorithm");
    if (table->kind == SHARD_TABLE_BROADCAST)
        return check_broadcast(loader, group, table, error);
    if (table->n_nodes == 1 && !has_strategy(table))
        table->kind = SHARD_TABLE_SINGLE;
    else if (!has_strategy(table))
        add_warning(loader, group, "several nodes and no algorithm: rows can't be inserted");
    return TRUE;
}

ShardTableFull *
shard_rules_load_table(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    ShardArena *arena = loader->rules->arena;
    ShardTableFull *self = shard_arena_new0(arena, ShardTableFull);
    ShardTable *table = &self->base;
    const char *bind_on = shard_rules_group_value(group, "bind-on");
    g_autoptr(GPtrArray) columns = NULL;

    table->name = shard_arena_strndup(arena, group->name, -1);
    table->bind = shard_arena_strndup(arena, shard_rules_group_value(group, "bind"), -1);
    if (bind_on != NULL && (columns = shard_split_names(bind_on, ',', error)) == NULL) {
        shard_rules_file_prefix(loader->file, group, "bind-on", error);
        return NULL;
    }
    table->bind_on = shard_rules_name_list(arena, columns);
    if (read_words(loader, group, table, error) &&
        shard_rules_load_strategies(loader, group, self, error) &&
        load_nodes(loader, group, table, error) && load_kind(loader, group, table, error) &&
        load_null_node(loader, group, table, error) && load_generate(loader, group, table, error) &&
        shard_rules_finish_table(loader, group, self, error))
        return self;
    shard_rules_table_clear(self);
    return NULL;
}
