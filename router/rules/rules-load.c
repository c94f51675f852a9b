/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From the groups of a rules file to a rule set: shards first, then algorithms and generators, then
 * what refers to them.
 */
#include "router/rules/node-pattern.h"
#include "router/rules/rules-private.h"

#include <string.h>

typedef struct {
    const char *kind;
    gboolean named;
    gboolean any_key; /* properties are checked by their owner */
    const char *keys[24];
} GroupKind;

static const GroupKind group_kinds[] = {
    {"shardodbc", FALSE, FALSE, {"dialect", "default-shard", "time-zone"}},
    {"shard",
     TRUE,
     FALSE,
     {"dsn", "connection", "uid", "pwd", "replicas", "replica-choice", "replica-weights",
      "server"}},
    {"table",
     TRUE,
     FALSE,
     {"nodes", "auto-shards", "broadcast", "shard-key", "shard-algorithm", "table-key",
      "table-algorithm", "value-type", "time-zone", "generate", "bind", "bind-on", "scatter-read",
      "scatter-write", "move-rows", "local-unique", "key-match", "null-node"}},
    {"routine", TRUE, FALSE, {"table", "argument"}},
    {"algorithm", TRUE, TRUE, {NULL}},
    {"generator", TRUE, TRUE, {NULL}},
};

static const GroupKind *
find_kind(const char *kind)
{
    for (guint i = 0; i < G_N_ELEMENTS(group_kinds); i++)
        if (strcmp(group_kinds[i].kind, kind) == 0)
            return &group_kinds[i];
    return NULL;
}

/* A shard's values aren't cited: they may hold a password. */
static gboolean
fail_unknown_key(const ShardRulesFile *file, const ShardRulesGroup *group, const GroupKind *kind,
                 const ShardRulesEntry *entry, GError **error)
{
    g_autofree char *known = g_strjoinv(", ", (char **) kind->keys);

    if (strcmp(group->kind, "shard") == 0)
        return shard_rules_file_fail(file, group, entry->key, error, "no such key; a shard has %s",
                                     known);
    return shard_rules_file_fail(file, group, entry->key, error,
                                 "no such key (value '%s'); a group of this kind has %s",
                                 entry->value, known);
}

static gboolean
check_group(const ShardRulesFile *file, const ShardRulesGroup *group, GError **error)
{
    const GroupKind *kind = find_kind(group->kind);

    if (kind == NULL)
        return shard_rules_file_fail(file, group, NULL, error,
                                     "'%s' is no kind of group (shardodbc, shard, table, routine, "
                                     "algorithm, generator)",
                                     group->kind);
    if (kind->named != (*group->name != '\0'))
        return shard_rules_file_fail(file, group, NULL, error,
                                     kind->named ? "the group '%s' needs a name"
                                                 : "the group '%s' takes no name",
                                     group->kind);
    for (guint i = 0; i < group->entries->len && !kind->any_key; i++) {
        const ShardRulesEntry *entry = group->entries->pdata[i];
        if (!g_strv_contains(kind->keys, entry->key))
            return fail_unknown_key(file, group, kind, entry, error);
    }
    return TRUE;
}

const char *const *
shard_rules_name_list(ShardArena *arena, const GPtrArray *names)
{
    guint n = names == NULL ? 0 : names->len;
    const char **list = shard_arena_array(arena, const char *, n + 1);

    for (guint i = 0; i < n; i++)
        list[i] = shard_arena_strndup(arena, names->pdata[i], -1);
    return list;
}

/* "3, 1": how often each replica is chosen, compared with the others. */
static gboolean
load_weights(ShardRulesLoader *loader, const ShardRulesGroup *group, ShardDataSource *shard,
             GError **error)
{
    const char *text = shard_rules_group_value(group, "replica-weights");

    if (text == NULL)
        return TRUE;
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    guint n = g_strv_length(words);
    guint *weights = shard_arena_array(loader->rules->arena, guint, MAX(n, 1));
    guint64 weight;
    for (guint i = 0; i < n; i++) {
        if (!g_ascii_string_to_unsigned(g_strstrip(words[i]), 10, 1, 1000, &weight, NULL))
            return shard_rules_file_fail(loader->file, group, "replica-weights", error,
                                         "'%s' is no weight from 1 to 1000", words[i]);
        weights[i] = (guint) weight;
    }
    if (n != g_strv_length((char **) shard->replicas))
        return shard_rules_file_fail(loader->file, group, "replica-weights", error,
                                     "it needs a weight for each of the replicas");
    shard->replica_weights = weights;
    return TRUE;
}

static gboolean
load_choice(ShardRulesLoader *loader, const ShardRulesGroup *group, ShardDataSource *shard,
            GError **error)
{
    const char *choice = shard_rules_group_value(group, "replica-choice");

    shard->replicas_at_random = g_strcmp0(choice, "random") == 0;
    if (choice == NULL || shard->replicas_at_random || strcmp(choice, "round-robin") == 0)
        return load_weights(loader, group, shard, error);
    return shard_rules_file_fail(loader->file, group, "replica-choice", error,
                                 "it is round-robin or random, not '%s'", choice);
}

static gboolean
load_shard(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    ShardRules *rules = loader->rules;
    ShardDataSource *shard = &rules->shards[rules->n_shards];
    const char *replicas = shard_rules_group_value(group, "replicas");
    g_autoptr(GPtrArray) names = NULL;

    shard->name = shard_arena_strndup(rules->arena, group->name, -1);
    const struct {
        const char *key;
        const char **field;
    } fields[] = {{"dsn", &shard->dsn},
                  {"connection", &shard->connection},
                  {"uid", &shard->uid},
                  {"pwd", &shard->pwd},
                  {"server", &shard->server}};
    for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
        *fields[i].field =
            shard_arena_strndup(rules->arena, shard_rules_group_value(group, fields[i].key), -1);
    if ((shard->dsn == NULL) == (shard->connection == NULL))
        return shard_rules_file_fail(loader->file, group, NULL, error,
                                     "a shard needs either dsn or connection");
    const char *source = shard->dsn != NULL ? "dsn" : "connection";
    if (*shard_rules_group_value(group, source) == '\0')
        return shard_rules_file_fail(loader->file, group, source, error, "'' is no data source");
    if (shard->server == NULL || *shard->server == '\0')
        shard->server = shard->name;
    if (replicas != NULL && (names = shard_split_names(replicas, ',', error)) == NULL)
        return shard_rules_file_prefix(loader->file, group, "replicas", error);
    shard->replicas = shard_rules_name_list(rules->arena, names);
    if (!load_choice(loader, group, shard, error))
        return FALSE;
    g_hash_table_insert(rules->shard_by_name, (gpointer) shard->name,
                        GUINT_TO_POINTER(++rules->n_shards));
    return TRUE;
}

/* The group's keys but "type" as properties. */
static GHashTable *
take_properties(const ShardRulesGroup *group)
{
    GHashTable *values = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < group->entries->len; i++) {
        const ShardRulesEntry *entry = group->entries->pdata[i];
        if (strcmp(entry->key, "type") != 0)
            g_hash_table_insert(values, entry->key, entry->value);
    }
    return values;
}

static const char *
take_type(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    const char *type = shard_rules_group_value(group, "type");

    if (type == NULL)
        shard_rules_file_fail(loader->file, group, NULL, error, "type is missing");
    return type;
}

static gboolean
load_algorithm(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    const char *type = take_type(loader, group, error);
    g_autoptr(GHashTable) values = take_properties(group);
    ShardProperties properties = {group->name, values, loader->rules->directory};

    if (type == NULL)
        return FALSE;
    ShardAlgorithm *algorithm = shard_algorithm_new(type, &properties, error);
    if (algorithm == NULL)
        return shard_rules_file_prefix(loader->file, group, NULL, error);
    g_ptr_array_add(loader->rules->algorithms, algorithm);
    g_hash_table_insert(loader->algorithms, group->name, algorithm);
    return TRUE;
}

static gboolean
load_generator(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    const char *type = take_type(loader, group, error);
    g_autoptr(GHashTable) values = take_properties(group);
    ShardProperties properties = {group->name, values, loader->rules->directory};

    if (type == NULL)
        return FALSE;
    ShardGenerator *generator = shard_generator_new(type, &properties, error);
    if (generator == NULL)
        return shard_rules_file_prefix(loader->file, group, NULL, error);
    g_ptr_array_add(loader->rules->generators, generator);
    g_hash_table_insert(loader->generators, group->name, generator);
    return TRUE;
}

static void
index_actuals(ShardRules *rules, const ShardTableFull *table)
{
    for (guint i = 0; i < table->base.n_nodes; i++) {
        const ShardNode *node = &table->base.nodes[i];
        g_autofree char *spelled = g_strdup_printf("%u/%s", node->shard, node->table);
        char *key = g_ascii_strdown(spelled, -1);
        GArray *actuals = g_hash_table_lookup(rules->actuals, key);
        ShardActual actual = {table, i};
        if (actuals == NULL) {
            actuals = g_array_new(FALSE, FALSE, sizeof(ShardActual));
            g_hash_table_insert(rules->actuals, key, actuals);
        } else {
            g_free(key);
        }
        g_array_append_val(actuals, actual);
    }
}

/* Two logical tables on one actual table: a name of the catalog would have two meanings. */
static gboolean
check_actuals(ShardRulesLoader *loader, const ShardRulesGroup *group, const ShardTableFull *table,
              GError **error)
{
    for (guint i = 0; i < table->base.n_nodes; i++) {
        const ShardNode *node = &table->base.nodes[i];
        guint other;
        const ShardTable *owner =
            shard_rules_find_actual(loader->rules, node->shard, node->schema, node->table, &other);
        if (owner == NULL || strcmp(owner->nodes[other].table, node->table) != 0 ||
            g_strcmp0(owner->nodes[other].schema, node->schema) != 0)
            continue;
        return shard_rules_file_fail(loader->file, group, NULL, error,
                                     "table '%s' of shard '%s' belongs to [table %s] already",
                                     node->table, loader->rules->shards[node->shard].name,
                                     owner->name);
    }
    return TRUE;
}

static gboolean
load_table(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    ShardRules *rules = loader->rules;
    ShardTableFull *table = shard_rules_load_table(loader, group, error);

    if (table == NULL)
        return FALSE;
    table->base.index = rules->n_tables;
    rules->tables[rules->n_tables++] = table;
    if (!check_actuals(loader, group, table, error))
        return FALSE;
    index_actuals(rules, table);
    g_hash_table_insert(rules->table_by_name, (gpointer) table->base.name, table);
    char *fold = g_ascii_strdown(table->base.name, -1);
    gboolean several = g_hash_table_contains(rules->table_by_fold, fold);
    g_hash_table_insert(rules->table_by_fold, fold, several ? (gpointer) rules : table);
    return TRUE;
}

static gboolean
load_routine(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    ShardRules *rules = loader->rules;
    ShardRoutine *routine = shard_arena_new0(rules->arena, ShardRoutine);
    const char *name = shard_rules_reference(loader, group, "table");
    const char *argument = shard_rules_group_value(group, "argument");
    guint64 number;

    if (name == NULL || argument == NULL)
        return shard_rules_file_fail(loader->file, group, NULL, error,
                                     "a routine needs table and argument");
    const ShardTableFull *table = g_hash_table_lookup(rules->table_by_name, name);
    if (table == NULL || table->n_keys == 0)
        return shard_rules_file_fail(loader->file, group, "table", error,
                                     "'%s' is no table of this file with a key", name);
    if (!g_ascii_string_to_unsigned(argument, 10, 1, 1000, &number, NULL))
        return shard_rules_file_fail(loader->file, group, "argument", error,
                                     "'%s' is no number from 1 to 1000", argument);
    routine->name = shard_arena_strndup(rules->arena, group->name, -1);
    routine->table = &table->base;
    routine->argument = (guint) number;
    char *fold = g_ascii_strdown(group->name, -1);
    if (g_hash_table_contains(rules->routines, fold)) {
        g_free(fold);
        return shard_rules_file_fail(loader->file, group, NULL, error,
                                     "the routine '%s' is given twice", group->name);
    }
    g_hash_table_insert(rules->routines, fold, routine);
    return TRUE;
}

static gboolean
load_general(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    ShardRules *rules = loader->rules;
    const char *dialect = shard_rules_group_value(group, "dialect");

    loader->time_zone = shard_rules_group_value(group, "time-zone");
    if (loader->time_zone != NULL && shard_rules_find_zone(loader, loader->time_zone) == NULL)
        return shard_rules_file_fail(loader->file, group, "time-zone", error, SHARD_RULES_NO_ZONE,
                                     loader->time_zone);
    if (dialect == NULL || g_ascii_strcasecmp(dialect, "auto") == 0)
        return TRUE;
    rules->dialect = shard_dialect_parse(dialect);
    if (rules->dialect == SHARD_DIALECT_UNKNOWN && g_ascii_strcasecmp(dialect, "mariadb") == 0)
        rules->dialect = SHARD_DIALECT_MYSQL;
    if (rules->dialect != SHARD_DIALECT_UNKNOWN)
        return TRUE;
    return shard_rules_file_fail(loader->file, group, "dialect", error,
                                 "'%s' is none of auto, postgresql, mysql, sqlite", dialect);
}

const char *
shard_rules_reference(const ShardRulesLoader *self, const ShardRulesGroup *group, const char *key)
{
    const char *text = shard_rules_group_value(group, key);

    if (text == NULL || *text != '"')
        return text;
    g_autoptr(GPtrArray) parts = shard_split_names(text, '\0', NULL);
    return parts == NULL ? text : shard_arena_strndup(self->rules->arena, parts->pdata[0], -1);
}

/* Some names are enough to see what was meant. */
#define MOST_KNOWN 8

const char *
shard_rules_known_shards(const ShardRulesLoader *self)
{
    guint n = shard_rules_n_shards(self->rules);
    g_autoptr(GString) known = g_string_new("; it has ");

    for (guint i = 0; i < n && i < MOST_KNOWN; i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "",
                               shard_rules_shard(self->rules, i)->name);
    g_string_append(known, n > MOST_KNOWN ? " …" : "");
    return shard_arena_strndup(self->rules->arena, known->str, -1);
}

const char *
shard_rules_known_names(const ShardRulesLoader *self, GHashTable *named)
{
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(named), (GCompareFunc) strcmp);
    g_autoptr(GString) known = g_string_new(names == NULL ? "; it has none" : "; it has ");
    guint n = 0;

    for (GList *name = names; name != NULL && n < MOST_KNOWN; name = name->next)
        g_string_append_printf(known, "%s%s", n++ > 0 ? ", " : "", (char *) name->data);
    g_string_append(known, g_hash_table_size(named) > MOST_KNOWN ? " …" : "");
    return shard_arena_strndup(self->rules->arena, known->str, -1);
}

static gboolean
load_default_shard(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error)
{
    const char *name = shard_rules_reference(loader, group, "default-shard");

    if (name == NULL)
        return TRUE;
    loader->rules->default_shard = shard_rules_find_shard(loader->rules, name);
    if (loader->rules->default_shard >= 0)
        return TRUE;
    return shard_rules_file_fail(loader->file, group, "default-shard", error,
                                 "'%s' is no shard of this file%s", name,
                                 shard_rules_known_shards(loader));
}

typedef struct {
    const char *kind;
    gboolean (*load)(ShardRulesLoader *loader, const ShardRulesGroup *group, GError **error);
} LoadPass;

static const LoadPass passes[] = {
    {"shardodbc", load_general},   {"shard", load_shard},         {"shardodbc", load_default_shard},
    {"algorithm", load_algorithm}, {"generator", load_generator}, {"table", load_table},
    {"routine", load_routine},
};

static gboolean
run_pass(ShardRulesLoader *loader, const LoadPass *pass, GError **error)
{
    const GPtrArray *groups = loader->file->groups;

    for (guint i = 0; i < groups->len; i++) {
        const ShardRulesGroup *group = groups->pdata[i];
        if (strcmp(group->kind, pass->kind) == 0 && !pass->load(loader, group, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
load_groups(ShardRulesLoader *loader, GError **error)
{
    const GPtrArray *groups = loader->file->groups;

    for (guint i = 0; i < groups->len; i++)
        if (!check_group(loader->file, groups->pdata[i], error))
            return FALSE;
    loader->rules->shards = shard_arena_array(loader->rules->arena, ShardDataSource, groups->len);
    loader->rules->tables = shard_arena_array(loader->rules->arena, ShardTableFull *, groups->len);
    for (guint i = 0; i < G_N_ELEMENTS(passes); i++)
        if (!run_pass(loader, &passes[i], error))
            return FALSE;
    if (loader->rules->n_shards == 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s: there is no [shard ...] group",
                        loader->file->name);
        return FALSE;
    }
    return shard_rules_load_bindings(loader, error);
}

static void
free_actuals(gpointer data)
{
    g_array_unref(data);
}

static ShardRules *
rules_new(const char *name)
{
    ShardRules *self = g_new0(ShardRules, 1);

    self->references = 1;
    self->arena = shard_arena_new();
    self->path = g_strdup(name);
    self->directory = g_path_get_dirname(name);
    self->default_shard = -1;
    self->algorithms = g_ptr_array_new_with_free_func((GDestroyNotify) shard_algorithm_unref);
    self->generators = g_ptr_array_new_with_free_func((GDestroyNotify) shard_generator_free);
    self->zones = g_ptr_array_new_with_free_func((GDestroyNotify) g_time_zone_unref);
    self->shard_by_name = g_hash_table_new(g_str_hash, g_str_equal);
    self->table_by_name = g_hash_table_new(g_str_hash, g_str_equal);
    self->table_by_fold = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->actuals = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_actuals);
    self->routines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->warnings = g_ptr_array_new_with_free_func(g_free);
    return self;
}

ShardRules *
shard_rules_parse(const char *text, gsize size, const char *name, GError **error)
{
    g_autoptr(ShardRulesFile) file = shard_rules_file_parse(text, size, name, error);
    if (file == NULL)
        return NULL;
    ShardRulesLoader loader = {.rules = rules_new(name), .file = file};
    g_autoptr(GHashTable) algorithms = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) generators = g_hash_table_new(g_str_hash, g_str_equal);
    loader.algorithms = algorithms;
    loader.generators = generators;
    if (!load_groups(&loader, error)) {
        shard_rules_unref(loader.rules);
        return NULL;
    }
    g_ptr_array_add(loader.rules->warnings, NULL);
    return loader.rules;
}

ShardRules *
shard_rules_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize size;

    if (!shard_rules_file_read(path, "rules file", &text, &size, error))
        return NULL;
    return shard_rules_parse(text, size, path, error);
}
