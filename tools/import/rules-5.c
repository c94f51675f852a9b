/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules-5.c - the rules of ShardingSphere 5.x: a list of tagged maps (!SHARDING ...), or Spring's
 * map of rule names.
 */
#include "tools/import/config.h"

#include <string.h>

/* 5.0.0-alpha has the algorithm's name as a level of its own: standard.by_user.sharding-column. */
static ImportNode *
find_body(const ImportNode *strategy, const char *kind)
{
    ImportNode *body = import_find(strategy, kind);

    for (guint i = 0; body != NULL && i < body->children->len; i++) {
        ImportNode *level = body->children->pdata[i];
        if (import_find(level, "shardingAlgorithmName") == NULL)
            continue;
        import_mark(level);
        return level;
    }
    return body;
}

static ImportStrategy *
read_strategy(ImportConfig *config, ImportNode *node)
{
    static const char *const kinds[] = {"standard", "complex", "hint"};

    if (node == NULL)
        return NULL;
    import_check_map(config, node);
    ImportStrategy *self = import_strategy_new(node);
    import_mark(import_find(node, "none"));
    import_check_one_strategy(config, node, kinds, G_N_ELEMENTS(kinds));
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        ImportNode *body = find_body(node, kinds[i]);
        if (body == NULL)
            continue;
        g_ptr_array_unref(self->columns);
        self->columns = import_texts(body, i == 1 ? "shardingColumns" : "shardingColumn");
        import_set_text(&self->algorithm, import_text(body, "shardingAlgorithmName"));
        self->is_hint = i == 2;
        /* Before 5.0 the kind was said beside the algorithm's name. */
        import_mark(import_find(body, "type"));
        if (self->algorithm == NULL)
            import_say(config, IMPORT_LOST, body, "no shardingAlgorithmName");
    }
    return self;
}

static void
read_generate(ImportConfig *config, ImportNode *node, char **out_column, char **out_generator)
{
    if (node == NULL)
        return;
    import_check_map(config, node);
    import_set_text(out_column, import_text(node, "column"));
    import_set_text(out_generator, import_text(node, "keyGeneratorName"));
}

/* TRUE if a named auditor refuses statements without keys. */
static gboolean
read_audit(ImportConfig *config, ImportNode *node)
{
    gboolean refuses = FALSE;
    g_autoptr(GPtrArray) names = import_texts(node, "auditorNames");

    if (import_flag(node, "allowHintDisable"))
        import_say(config, IMPORT_NOTE, import_find(node, "allowHintDisable"),
                   "SET SHARDING SCATTER_READ and SCATTER_WRITE allow it for a connection");
    for (guint i = 0; i < names->len; i++) {
        if (g_hash_table_contains(config->auditors, names->pdata[i]))
            refuses = TRUE;
        else
            import_say(config, IMPORT_LOST, node, "auditor '%s'", (char *) names->pdata[i]);
    }
    return refuses;
}

static void
read_common(ImportConfig *config, ImportTable *table, ImportNode *node)
{
    ImportNode *audit = import_find(node, "auditStrategy");

    read_generate(config, import_find(node, "keyGenerateStrategy"), &table->generate_column,
                  &table->generator);
    table->no_audit = audit != NULL;
    if (audit != NULL)
        table->refuse_scatter = read_audit(config, audit);
    import_mark(import_find(node, "logicTable"));
}

static void
read_table(ImportConfig *config, ImportNode *node)
{
    ImportTable *table = import_add_table(config, node->name, node);

    import_set_text(&table->nodes, import_text(node, "actualDataNodes"));
    table->shard = read_strategy(config, import_find(node, "databaseStrategy"));
    table->table = read_strategy(config, import_find(node, "tableStrategy"));
    read_common(config, table, node);
}

static void
read_auto_table(ImportConfig *config, ImportNode *node)
{
    ImportTable *table = import_add_table(config, node->name, node);

    import_set_text(&table->auto_shards, import_text(node, "actualDataSources"));
    if (table->auto_shards == NULL)
        table->auto_shards = g_strdup("");
    table->table = read_strategy(config, import_find(node, "shardingStrategy"));
    /* The default database strategy is not an auto table's. */
    table->shard = import_strategy_new(node);
    read_common(config, table, node);
}

static void
each(ImportConfig *config, ImportNode *map, void (*read)(ImportConfig *, ImportNode *))
{
    for (guint i = 0; map != NULL && i < map->children->len; i++) {
        ImportNode *child = map->children->pdata[i];
        import_mark(child);
        import_check_map(config, child);
        read(config, child);
    }
}

/* Properties that stand beside "type" instead of below "props". */
static void
take_stray_properties(GPtrArray *properties, ImportNode *node)
{
    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        if (child->seen || child->value == NULL)
            continue;
        child->seen = TRUE;
        g_ptr_array_add(properties, g_strdup(child->name));
        g_ptr_array_add(properties, g_strdup(child->value));
    }
}

void
import_read_algorithms(GPtrArray *list, ImportNode *map)
{
    for (guint i = 0; map != NULL && i < map->children->len; i++) {
        ImportNode *child = map->children->pdata[i];
        const char *type = import_text(child, "type");
        GPtrArray *properties = import_leaves(child, "props");
        import_mark(child);
        take_stray_properties(properties, child);
        import_add_algorithm(list, child->name, type == NULL ? "" : type, properties, child);
    }
}

static void
read_auditor(ImportConfig *config, ImportNode *node)
{
    const char *type = import_text(node, "type");

    import_pass_over(config, IMPORT_LOST, import_find(node, "props"), "properties of an auditor");
    if (type != NULL && import_same_name(type, "DML_SHARDING_CONDITIONS"))
        g_hash_table_add(config->auditors, g_strdup(node->name));
    else
        import_say(config, IMPORT_LOST, node, "auditor of type '%s'", type == NULL ? "" : type);
}

/* "name:a,b" as DistSQL writes them. */
static void
add_binding(ImportConfig *config, const ImportNode *node)
{
    const char *colon = strchr(node->value, ':');
    import_add_text(config->bindings, colon == NULL ? node->value : colon + 1, node);
}

void
import_read_bindings(ImportConfig *self, ImportNode *node)
{
    if (node != NULL && node->value != NULL)
        add_binding(self, node);
    for (guint i = 0; node != NULL && i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        child->seen = TRUE;
        if (child->value != NULL)
            add_binding(self, child);
    }
}

static void
take_texts(GPtrArray *out, ImportNode *node, const char *name)
{
    g_autoptr(GPtrArray) texts = import_texts(node, name);

    for (guint i = 0; i < texts->len; i++)
        g_ptr_array_add(out, g_strdup(texts->pdata[i]));
}

static const char no_scaling[] = "rows don't move by themselves here: shardodbc diff and check "
                                 "--placement help to";

static void
read_sharding(ImportConfig *config, ImportNode *node)
{
    ImportNode *audit = import_find(node, "defaultAuditStrategy");

    each(config, import_find(node, "auditors"), read_auditor);
    each(config, import_find(node, "tables"), read_table);
    each(config, import_find(node, "autoTables"), read_auto_table);
    import_read_bindings(config, import_find(node, "bindingTables"));
    import_read_bindings(config, import_find(node, "bindingTableGroups"));
    take_texts(config->broadcasts, node, "broadcastTables");
    import_set_strategy(&config->default_shard_strategy,
                        read_strategy(config, import_find(node, "defaultDatabaseStrategy")));
    import_set_strategy(&config->default_table_strategy,
                        read_strategy(config, import_find(node, "defaultTableStrategy")));
    import_set_text(&config->default_column, import_text(node, "defaultShardingColumn"));
    read_generate(config, import_find(node, "defaultKeyGenerateStrategy"),
                  &config->default_generate_column, &config->default_generator);
    if (audit != NULL)
        config->default_refuse_scatter = read_audit(config, audit);
    import_set_text(&config->default_source, import_text(node, "defaultDataSourceName"));
    import_read_algorithms(config->algorithms, import_find(node, "shardingAlgorithms"));
    import_read_algorithms(config->generators, import_find(node, "keyGenerators"));
    import_pass_over(config, IMPORT_NOTE, import_find(node, "scalingName"), no_scaling);
    import_pass_over(config, IMPORT_NOTE, import_find(node, "scaling"), no_scaling);
    import_pass_over(config, IMPORT_NOTE, import_find(node, "shardingCache"),
                     "plans are always cached");
}

static void
read_broadcast(ImportConfig *config, ImportNode *node)
{
    take_texts(config->broadcasts, node, "tables");
}

static void
read_single(ImportConfig *config, ImportNode *node)
{
    ImportNode *tables = import_find(node, "tables");
    g_autoptr(GPtrArray) names = import_node_texts(tables);

    for (guint i = 0; i < names->len; i++)
        import_add_text(config->singles, names->pdata[i], tables);
    config->finds_singles = FALSE;
    import_set_text(&config->default_source, import_text(node, "defaultDataSource"));
}

static void
take_reads(ImportGroup *group, ImportNode *node)
{
    static const char *const names[] = {"readDataSourceNames", "replicaDataSourceNames",
                                        "slaveDataSourceNames"};

    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        take_texts(group->reads, node, names[i]);
}

static const char *
find_write(ImportNode *node)
{
    static const char *const names[] = {"writeDataSourceName", "primaryDataSourceName",
                                        "masterDataSourceName"};
    const char *found = NULL;

    for (guint i = 0; i < G_N_ELEMENTS(names) && found == NULL; i++)
        found = import_text(node, names[i]);
    return found;
}

static const char at_run_time[] = "the primary is found at run time there; name the DSNs here";

static void
read_group(ImportConfig *config, ImportNode *node)
{
    ImportGroup *group = import_add_group(config, node->name, node);
    ImportNode *bodies[] = {node, import_find(node, "staticStrategy"), import_find(node, "props")};
    ImportNode *dynamic = import_find(node, "dynamicStrategy");
    const char *policy = import_text(node, "transactionalReadQueryStrategy");

    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        if (group->write == NULL)
            group->write = g_strdup(find_write(bodies[i]));
        take_reads(group, bodies[i]);
        import_set_text(&group->balancer, import_text(bodies[i], "loadBalancerName"));
        import_set_text(&group->balancer, import_text(bodies[i], "loadBalanceAlgorithmRef"));
    }
    import_mark(import_find(node, "type"));
    import_mark(import_find(node, "name"));
    if (policy != NULL && !import_same_name(policy, "PRIMARY"))
        import_say(config, IMPORT_LOST, import_find(node, "transactionalReadQueryStrategy"),
                   "'%s': inside a transaction everything is read from the primary", policy);
    import_pass_over(config, group->write == NULL ? IMPORT_LOST : IMPORT_NOTE, dynamic,
                     at_run_time);
    if (group->write == NULL && dynamic == NULL)
        import_say(config, IMPORT_LOST, node, "%s", at_run_time);
}

static void
read_splitting(ImportConfig *config, ImportNode *node)
{
    each(config, import_find(node, "dataSourceGroups"), read_group);
    each(config, import_find(node, "dataSources"), read_group);
    import_read_algorithms(config->balancers, import_find(node, "loadBalancers"));
}

static void
report_columns(ImportConfig *config, ImportNode *rule, const char *what)
{
    ImportNode *tables = import_find(rule, "tables");

    for (guint i = 0; tables != NULL && i < tables->children->len; i++) {
        ImportNode *table = tables->children->pdata[i];
        ImportNode *columns = import_find(table, "columns");
        table->seen |= columns != NULL;
        for (guint j = 0; columns != NULL && j < columns->children->len; j++) {
            ImportNode *column = columns->children->pdata[j];
            const char *name = import_text(column, "logicColumn");
            import_say(config, IMPORT_LOST, column, "column %s.%s is %s", table->name,
                       name != NULL ? name : column->name, what);
            import_mark_all(column);
        }
    }
    import_pass_over(config, IMPORT_LOST, rule, "nothing of it is done here");
}

void
import_read_encrypt(ImportConfig *self, ImportNode *rule)
{
    report_columns(self, rule, "encrypted there: here it is what is stored");
}

static void
read_mask(ImportConfig *config, ImportNode *rule)
{
    report_columns(config, rule, "masked there: here it is what is stored");
}

void
import_read_shadow(ImportConfig *self, ImportNode *rule)
{
    ImportNode *tables = import_find(rule, "tables");
    ImportNode *sources = import_find(rule, "dataSources");

    for (guint i = 0; tables != NULL && i < tables->children->len; i++) {
        const ImportNode *table = tables->children->pdata[i];
        import_say(self, IMPORT_LOST, table,
                   "shadow table %s: its test rows are not kept apart here", table->name);
    }
    for (guint i = 0; sources != NULL && i < sources->children->len; i++) {
        const ImportNode *source = sources->children->pdata[i];
        import_say(self, IMPORT_LOST, source, "shadow data source %s", source->name);
    }
    import_mark_all(tables);
    import_mark_all(sources);
    import_pass_over(self, IMPORT_LOST, rule, "shadow databases");
}

static void
read_discovery(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, IMPORT_LOST, rule,
                     "finding the primary at run time: name the DSNs of primaries and replicas");
}

static void
read_transaction(ImportConfig *config, ImportNode *rule)
{
    const char *type = import_text(rule, "defaultType");

    config->two_phase = type != NULL && import_same_name(type, "XA");
    if (type != NULL && import_same_name(type, "BASE"))
        import_say(config, IMPORT_LOST, rule, "transactions of type BASE");
    for (guint i = 0; i < rule->children->len; i++)
        if (!((ImportNode *) rule->children->pdata[i])->seen)
            import_pass_over(config, IMPORT_NOTE, rule->children->pdata[i],
                             "transactions over several shards are the driver's own affair");
}

static void
read_federation(ImportConfig *config, ImportNode *rule)
{
    gboolean on = import_flag(rule, "sqlFederationEnabled");

    import_pass_over(config, on ? IMPORT_LOST : IMPORT_NOTE, rule,
                     "SQL federation: what several nodes can't answer is refused here");
}

static void
read_parser(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, IMPORT_NOTE, rule, "the parser needs no settings");
}

static void
read_authority(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, IMPORT_NOTE, rule,
                     "there are no users of its own here: the databases' accounts count");
}

static void
read_logging(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, IMPORT_NOTE, rule, "the log is the DSN's: Log and LogLevel");
}

static void
read_translator(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, IMPORT_LOST, rule, "translation between SQL dialects");
}

static void
read_clock(ImportConfig *config, ImportNode *rule)
{
    import_pass_over(config, import_flag(rule, "enabled") ? IMPORT_LOST : IMPORT_NOTE, rule,
                     "there is no snapshot over several shards here");
}

typedef struct {
    const char *name;
    void (*read)(ImportConfig *config, ImportNode *rule);
} RuleReader;

static const RuleReader rule_readers[] = {
    {"SHARDING", read_sharding},
    {"BROADCAST", read_broadcast},
    {"SINGLE", read_single},
    {"READWRITE_SPLITTING", read_splitting},
    {"REPLICA_QUERY", read_splitting},
    {"ENCRYPT", import_read_encrypt},
    {"MASK", read_mask},
    {"SHADOW", import_read_shadow},
    {"DB_DISCOVERY", read_discovery},
    {"TRANSACTION", read_transaction},
    {"SQL_FEDERATION", read_federation},
    {"SQL_PARSER", read_parser},
    {"AUTHORITY", read_authority},
    {"LOGGING", read_logging},
    {"SQL_TRANSLATOR", read_translator},
    {"GLOBAL_CLOCK", read_clock},
};

void
import_read_rules(ImportConfig *self, ImportNode *rules)
{
    for (guint i = 0; rules != NULL && i < rules->children->len; i++) {
        ImportNode *rule = rules->children->pdata[i];
        const char *name = rule->tag != NULL && *rule->tag == '!' ? rule->tag + 1 : rule->name;
        guint at = 0;
        while (at < G_N_ELEMENTS(rule_readers) && !import_same_name(rule_readers[at].name, name))
            at++;
        import_mark(rule);
        if (at < G_N_ELEMENTS(rule_readers)) {
            rule_readers[at].read(self, rule);
            continue;
        }
        g_autofree char *why = g_strdup_printf("rule '%s'", name);
        import_pass_over(self, IMPORT_LOST, rule, why);
    }
}
