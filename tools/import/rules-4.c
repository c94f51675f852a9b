/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules-4.c - shardingRule and masterSlaveRule of Sharding-JDBC 2.x, 3.x and 4.x.
 *
 * Inline strategies hold their expression themselves; all others name Java classes, which have no
 * counterpart.
 */
#include "tools/import/config.h"

#include <string.h>

static const char *
first_text(const ImportNode *node, const char *const *names)
{
    const char *found = NULL;

    for (guint i = 0; names[i] != NULL; i++) {
        const char *text = import_text(node, names[i]);
        if (found == NULL)
            found = text;
    }
    return found;
}

static void
take_columns(ImportStrategy *strategy, const ImportNode *node)
{
    g_autoptr(GPtrArray) many = import_texts(node, "shardingColumns");
    GPtrArray *one = import_texts(node, "shardingColumn");

    g_ptr_array_unref(strategy->columns);
    strategy->columns = one;
    for (guint i = 0; i < many->len; i++)
        g_ptr_array_add(one, g_strdup(many->pdata[i]));
}

static void
read_inline(ImportConfig *config, ImportStrategy *strategy, ImportNode *node, const char *hint)
{
    static const char *const names[] = {"algorithmExpression", "algorithmInlineExpression", NULL};
    const char *expression = first_text(node, names);

    take_columns(strategy, node);
    if (expression == NULL) {
        import_say(config, IMPORT_LOST, node, "no algorithmExpression");
        return;
    }
    const char *type = strategy->columns->len > 1 ? "COMPLEX_INLINE" : "INLINE";
    import_set_text(&strategy->algorithm,
                    import_inline_algorithm(config, hint, type, expression, node));
}

static void
read_classes(ImportConfig *config, ImportStrategy *strategy, ImportNode *node)
{
    static const char *const names[] = {"preciseAlgorithmClassName",
                                        "rangeAlgorithmClassName",
                                        "algorithmClassName",
                                        "preciseAlgorithmClass",
                                        "rangeAlgorithmClass",
                                        "algorithmClass",
                                        "preciseAlgorithmRef",
                                        "rangeAlgorithmRef",
                                        "algorithmRef",
                                        NULL};
    g_autoptr(GString) classes = g_string_new(NULL);

    take_columns(strategy, node);
    for (guint i = 0; names[i] != NULL; i++) {
        const char *text = import_text(node, names[i]);
        if (text != NULL)
            g_string_append_printf(classes, "%s%s", classes->len > 0 ? ", " : "", text);
    }
    strategy->is_lost = TRUE;
    g_free(strategy->lost);
    strategy->lost = g_strdup_printf("Java class %s", classes->str);
    import_say(config, IMPORT_LOST, node, "algorithm in Java class %s", classes->str);
}

void
import_check_one_strategy(ImportConfig *self, const ImportNode *node, const char *const *kinds,
                          guint n_kinds)
{
    const char *last = NULL;

    for (guint i = 0; i < n_kinds; i++) {
        if (import_find(node, kinds[i]) == NULL)
            continue;
        if (last != NULL)
            import_say(self, IMPORT_LOST, node,
                       "there are several strategies, which ShardingSphere refuses: '%s' is taken, "
                       "'%s' is not",
                       kinds[i], last);
        last = kinds[i];
    }
}

ImportStrategy *
import_read_old_strategy(ImportConfig *self, ImportNode *node, const char *hint)
{
    static const char *const kinds[] = {"inline", "standard", "complex", "hint"};

    if (node == NULL)
        return NULL;
    import_check_map(self, node);
    ImportStrategy *strategy = import_strategy_new(node);
    import_mark(import_find(node, "none"));
    import_check_one_strategy(self, node, kinds, G_N_ELEMENTS(kinds));
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        ImportNode *body = import_find(node, kinds[i]);
        if (body == NULL)
            continue;
        strategy->is_hint = i == 3;
        if (i == 0 || import_find(body, "algorithmExpression") != NULL)
            read_inline(self, strategy, body, hint);
        else
            read_classes(self, strategy, body);
    }
    return strategy;
}

/* Default classes of 2.x and 3.x. */
static const char *
generator_type(const char *class_name)
{
    const char *dot = strrchr(class_name, '.');
    const char *name = dot == NULL ? class_name : dot + 1;
    const struct {
        const char *class_name, *type;
    } known[] = {{"DefaultKeyGenerator", "SNOWFLAKE"},
                 {"SnowflakeKeyGenerator", "SNOWFLAKE"},
                 {"SnowflakeShardingKeyGenerator", "SNOWFLAKE"},
                 {"UUIDShardingKeyGenerator", "UUID"},
                 {"UUIDKeyGenerator", "UUID"}};

    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (strcmp(known[i].class_name, name) == 0)
            return known[i].type;
    return class_name;
}

static gboolean
same_properties(const GPtrArray *a, const GPtrArray *b)
{
    for (guint i = 0; i < a->len && i < b->len; i++)
        if (strcmp(a->pdata[i], b->pdata[i]) != 0)
            return FALSE;
    return a->len == b->len;
}

/* An equal generator or balancer that is in the list already, or a new one. */
static const char *
find_or_add(GPtrArray *list, const char *type, GPtrArray *properties, const ImportNode *node)
{
    g_autofree char *base = g_ascii_strdown(type, -1);
    g_autofree char *name = g_strdup(base);

    for (guint i = 2; import_find_algorithm(list, name) != NULL; i++) {
        const ImportAlgorithm *other = import_find_algorithm(list, name);
        if (g_ascii_strcasecmp(other->type, type) == 0 &&
            same_properties(other->properties, properties)) {
            g_ptr_array_unref(properties);
            return other->name;
        }
        g_free(name);
        name = g_strdup_printf("%s_%u", base, i);
    }
    return import_add_algorithm(list, name, type, properties, node)->name;
}

void
import_read_key_generator(ImportConfig *self, ImportNode *node, const char *hint, char **out_column,
                          char **out_generator)
{
    static const char *const columns[] = {"column", "columnName", NULL};
    static const char *const types[] = {"type", "className", NULL};
    const char *column = first_text(node, columns);
    const char *type = first_text(node, types);

    import_check_map(self, node);
    if (node == NULL || (column == NULL && type == NULL))
        return;
    type = type == NULL ? "SNOWFLAKE" : generator_type(type);
    import_set_text(out_column, column);
    import_set_text(out_generator,
                    find_or_add(self->generators, type, import_leaves(node, "props"), node));
}

/* keyGeneratorColumnName and keyGeneratorClassName beside the other keys. */
static void
read_flat_generator(ImportConfig *config, ImportTable *table, ImportNode *node)
{
    static const char *const columns[] = {"keyGeneratorColumnName", "generateKeyColumnName", NULL};
    static const char *const classes[] = {"keyGeneratorClassName", "keyGeneratorClass", NULL};
    const char *column = first_text(node, columns);
    const char *class_name = first_text(node, classes);

    if (column == NULL || table->generate_column != NULL)
        return;
    table->generate_column = g_strdup(column);
    if (class_name == NULL && config->default_generator != NULL)
        return;
    const char *type = class_name == NULL ? "SNOWFLAKE" : generator_type(class_name);
    table->generator = g_strdup(
        find_or_add(config->generators, type, g_ptr_array_new_with_free_func(g_free), node));
}

static void
read_table(ImportConfig *config, ImportNode *node)
{
    const char *name = import_text(node, "logicTable");
    ImportTable *table = import_add_table(config, name == NULL ? node->name : name, node);
    g_autofree char *shard_hint = g_strconcat(table->name, "_shard", NULL);
    g_autofree char *table_hint = g_strconcat(table->name, "_table", NULL);

    import_check_map(config, node);
    import_set_text(&table->nodes, import_text(node, "actualDataNodes"));
    table->shard =
        import_read_old_strategy(config, import_find(node, "databaseStrategy"), shard_hint);
    table->table = import_read_old_strategy(config, import_find(node, "tableStrategy"), table_hint);
    import_read_key_generator(config, import_find(node, "keyGenerator"), table->name,
                              &table->generate_column, &table->generator);
    read_flat_generator(config, table, node);
    import_pass_over(config, IMPORT_NOTE, import_find(node, "logicIndex"),
                     "indexes are found by their tables");
}

/* ShardingSphere's own classes by their types' names. */
static const char *
balancer_type(const char *class_name)
{
    if (g_str_has_suffix(class_name, ".RandomMasterSlaveLoadBalanceAlgorithm"))
        return "RANDOM";
    if (g_str_has_suffix(class_name, ".RoundRobinMasterSlaveLoadBalanceAlgorithm"))
        return "ROUND_ROBIN";
    return class_name;
}

/* A balancer is named by its element, its type or its class; those of one type are one. */
static void
read_balancer(ImportConfig *config, ImportGroup *group, const ImportNode *rule)
{
    static const char *const names[] = {
        "loadBalanceAlgorithmRef",  "strategyRef",  "loadBalanceAlgorithmClassName",
        "loadBalanceAlgorithmType", "strategyType", NULL};
    const char *name = first_text(rule, names);

    if (name == NULL)
        return;
    g_autoptr(GPtrArray) properties = import_leaves(rule, "props");
    const ImportAlgorithm *known = import_find_algorithm(config->balancers, name);
    group->balancer = g_strdup(known != NULL && properties->len == 0
                                   ? name
                                   : find_or_add(config->balancers, balancer_type(name),
                                                 g_steal_pointer(&properties), rule));
}

void
import_read_master_slave(ImportConfig *self, ImportNode *rule, const char *name)
{
    ImportGroup *group = import_add_group(self, name, rule);

    import_set_text(&group->write, import_text(rule, "masterDataSourceName"));
    g_ptr_array_unref(group->reads);
    group->reads = import_texts(rule, "slaveDataSourceNames");
    import_mark(import_find(rule, "name"));
    read_balancer(self, group, rule);
    import_pass_over(self, IMPORT_NOTE, import_find(rule, "configMap"), import_for_programs);
    if (group->write == NULL)
        import_say(self, IMPORT_LOST, rule, "no masterDataSourceName");
}

void
import_read_master_slaves(ImportConfig *self, ImportNode *rules)
{
    for (guint i = 0; rules != NULL && i < rules->children->len; i++) {
        ImportNode *rule = rules->children->pdata[i];
        import_mark(rule);
        import_read_master_slave(self, rule, rule->name);
    }
}

static void
read_defaults(ImportConfig *config, ImportNode *rule)
{
    static const char *const classes[] = {"defaultKeyGeneratorClassName",
                                          "defaultKeyGeneratorClass", NULL};
    const char *class_name = first_text(rule, classes);

    import_set_text(&config->default_source, import_text(rule, "defaultDataSourceName"));
    import_set_strategy(&config->default_shard_strategy,
                        import_read_old_strategy(
                            config, import_find(rule, "defaultDatabaseStrategy"), "default_shard"));
    import_set_strategy(&config->default_table_strategy,
                        import_read_old_strategy(config, import_find(rule, "defaultTableStrategy"),
                                                 "default_table"));
    import_read_key_generator(config, import_find(rule, "defaultKeyGenerator"), "default",
                              &config->default_generate_column, &config->default_generator);
    if (class_name != NULL && config->default_generator == NULL)
        config->default_generator =
            g_strdup(find_or_add(config->generators, generator_type(class_name),
                                 g_ptr_array_new_with_free_func(g_free), rule));
}

void
import_read_sharding_rule(ImportConfig *self, ImportNode *rule)
{
    ImportNode *tables = import_find(rule, "tables");
    ImportNode *groups = import_find(rule, "masterSlaveRules");
    ImportNode *encrypt = import_find(rule, "encryptRule");
    g_autoptr(GPtrArray) broadcasts = import_texts(rule, "broadcastTables");

    read_defaults(self, rule);
    for (guint i = 0; tables != NULL && i < tables->children->len; i++) {
        ImportNode *table = tables->children->pdata[i];
        import_mark(table);
        read_table(self, table);
    }
    import_read_master_slaves(self, groups);
    import_read_bindings(self, import_find(rule, "bindingTables"));
    /* 5.0.0-alpha has them here beside rules elsewhere. */
    import_read_algorithms(self->algorithms, import_find(rule, "shardingAlgorithms"));
    import_read_algorithms(self->generators, import_find(rule, "keyGenerators"));
    for (guint i = 0; i < broadcasts->len; i++)
        g_ptr_array_add(self->broadcasts, g_strdup(broadcasts->pdata[i]));
    if (encrypt != NULL)
        import_read_encrypt(self, encrypt);
    import_pass_over(self, IMPORT_NOTE, import_find(rule, "configMap"), import_for_programs);
    if (import_find(rule, "props") != NULL)
        import_read_props(self, import_find(rule, "props"));
}
