/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * beans.c - Spring's XML with the sharding namespaces of 2.x to 5.x.
 *
 * The elements are put together as the YAML of the same version has them, and read as that: an
 * element's attributes become keys, a reference ("database-strategy-ref") becomes what it names.
 */
#include "tools/import/config.h"

#include <string.h>

typedef struct {
    ImportConfig *config;
    ImportNode *root;
    GHashTable *by_id; /* id -> ImportNode*: beans, strategies, algorithms ... */
    ImportNode *out;   /* the tree in YAML's shape */
} Beans;

static void
index_ids(Beans *self, ImportNode *node)
{
    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        const char *id = child->children->len == 0 ? NULL : import_text(child, "id");
        if (id != NULL && !g_hash_table_contains(self->by_id, id))
            g_hash_table_insert(self->by_id, (gpointer) id, child);
        index_ids(self, child);
    }
}

static gboolean
is_ours(const ImportNode *node)
{
    return node->tag != NULL &&
           (strstr(node->tag, "sharding") != NULL || strstr(node->tag, "dangdang") != NULL);
}

/* A key of out, with the element's line. */
static ImportNode *
put(ImportNode *out, const char *name, const char *value, const ImportNode *from)
{
    ImportNode *child = import_node_new(name, from->line);

    child->value = g_strdup(value);
    return import_node_add(out, child);
}

static gboolean
is_attribute(const ImportNode *node)
{
    return node->children->len == 0 && node->tag == NULL && node->value != NULL;
}

/* Attributes that were not asked for, as keys. */
static void
put_attributes(ImportNode *out, ImportNode *element)
{
    for (guint i = 0; i < element->children->len; i++) {
        ImportNode *child = element->children->pdata[i];
        if (!is_attribute(child) || child->seen)
            continue;
        child->seen = TRUE;
        put(out, child->name, child->value, child);
    }
}

/* The attributes that nobody asked for, of an element that others refer to by its id. */
static void
put_rest(ImportNode *out, ImportNode *element)
{
    import_mark(import_find(element, "id"));
    put_attributes(out, element);
}

/* <props><prop key="...">value</prop></props> below the element, or by props-ref. */
static void
put_props(Beans *self, ImportNode *out, ImportNode *element)
{
    ImportNode *props = import_find(element, "props");
    const char *ref = import_text(element, "props-ref");

    if (props == NULL && ref != NULL)
        props = g_hash_table_lookup(self->by_id, ref);
    if (props == NULL)
        return;
    import_mark(props);
    ImportNode *map = put(out, "props", NULL, props);
    for (guint i = 0; i < props->children->len; i++) {
        ImportNode *prop = props->children->pdata[i];
        const char *key = import_text(prop, "key");
        if (key == NULL)
            continue;
        prop->seen = TRUE;
        put(map, key, prop->value, prop);
    }
}

static ImportNode *
follow(Beans *self, ImportNode *element, const char *attribute)
{
    const char *id = import_text(element, attribute);
    ImportNode *found = id == NULL ? NULL : g_hash_table_lookup(self->by_id, id);

    if (id != NULL && found == NULL)
        import_say(self->config, IMPORT_LOST, import_find(element, attribute),
                   "there is no element of id '%s'", id);
    import_mark(found);
    return found;
}

/* A bean's class where a bean is meant, else the text itself. */
static void
put_class(Beans *self, ImportNode *out, ImportNode *element, const char *attribute)
{
    const char *id = import_text(element, attribute);
    ImportNode *bean = id == NULL ? NULL : g_hash_table_lookup(self->by_id, id);
    const char *class_name = bean == NULL ? NULL : import_text(bean, "class");

    if (id == NULL)
        return;
    if (bean != NULL && import_same_name(bean->name, "sharding-algorithm")) {
        put(out, "shardingAlgorithmName", id, element);
        return;
    }
    import_mark_all(bean);
    put(out, attribute, class_name == NULL ? id : class_name, element);
}

/* database-strategy-ref and its kind. */
static void
put_strategy(Beans *self, ImportNode *out, const char *key, ImportNode *element,
             const char *attribute)
{
    static const char *const refs[] = {"algorithm-ref", "precise-algorithm-ref",
                                       "range-algorithm-ref"};
    ImportNode *found = follow(self, element, attribute);

    if (found == NULL)
        return;
    const char *dash = strstr(found->name, "-strategy");
    g_autofree char *kind =
        dash == NULL ? g_strdup("inline") : g_strndup(found->name, (gsize) (dash - found->name));
    ImportNode *strategy = put(out, key, NULL, found);
    ImportNode *body = put(strategy, kind, NULL, found);
    for (guint i = 0; i < G_N_ELEMENTS(refs); i++)
        put_class(self, body, found, refs[i]);
    import_mark(import_find(found, "id"));
    for (guint i = 0; i < found->children->len; i++) {
        ImportNode *child = found->children->pdata[i];
        gboolean known = import_same_name(child->name, "id");
        for (guint j = 0; j < G_N_ELEMENTS(refs); j++)
            known |= import_same_name(child->name, refs[j]);
        if (!known && is_attribute(child))
            put(body, child->name, child->value, child);
        child->seen = TRUE;
    }
}

/* 5.x names a strategy with its algorithm, 4.x a generator, 3.x a bean. */
static void
put_generator(Beans *self, ImportNode *out, ImportNode *element, const char *prefix)
{
    g_autofree char *new_ref = g_strconcat(prefix, "key-generate-strategy-ref", NULL);
    g_autofree char *old_ref = g_strconcat(prefix, "key-generator-ref", NULL);
    ImportNode *fresh = follow(self, element, new_ref);
    ImportNode *old = fresh == NULL ? follow(self, element, old_ref) : NULL;
    ImportNode *nested = import_find(element, "generate-key-column");
    gboolean is_default = *prefix != '\0';

    if (fresh != NULL) {
        ImportNode *map = put(
            out, is_default ? "defaultKeyGenerateStrategy" : "keyGenerateStrategy", NULL, fresh);
        put(map, "column", import_text(fresh, "column"), fresh);
        const char *name = import_text(fresh, "algorithm-ref");
        if (name == NULL)
            name = import_text(fresh, "key-generator-ref");
        put(map, "keyGeneratorName", name, fresh);
        put_rest(map, fresh);
    } else if (old != NULL && import_same_name(old->name, "bean")) {
        put(out, is_default ? "defaultKeyGeneratorClassName" : "keyGeneratorClassName",
            import_text(old, "class"), old);
        import_mark_all(old);
    } else if (old != NULL) {
        ImportNode *map = put(out, is_default ? "defaultKeyGenerator" : "keyGenerator", NULL, old);
        put(map, "type", import_text(old, "type"), old);
        put(map, "column", import_text(old, "column"), old);
        put_props(self, map, old);
        put_rest(map, old);
    }
    if (nested == NULL)
        return;
    put(out, "keyGeneratorColumnName", import_text(nested, "column-name"), nested);
    put(out, "keyGeneratorClassName", import_text(nested, "column-key-generator-class"), nested);
}

static void
put_table(Beans *self, ImportNode *out, ImportNode *element)
{
    const char *name = import_text(element, "logic-table");
    ImportNode *table = put(out, name == NULL ? "" : name, NULL, element);

    element->seen = TRUE;
    put_strategy(self, table, "databaseStrategy", element, "database-strategy-ref");
    put_strategy(self, table, "tableStrategy", element, "table-strategy-ref");
    put_strategy(self, table, "shardingStrategy", element, "sharding-strategy-ref");
    put_generator(self, table, element, "");
    put_attributes(table, element);
}

static void
put_tables(Beans *self, ImportNode *out, ImportNode *rule, gboolean is_auto)
{
    ImportNode *list = import_find(rule, is_auto ? "auto-table-rules" : "table-rules");
    ImportNode *map;

    if (list == NULL)
        return;
    map = put(out, is_auto ? "autoTables" : "tables", NULL, list);
    for (guint i = 0; i < list->children->len; i++)
        if (!is_attribute(list->children->pdata[i]))
            put_table(self, map, list->children->pdata[i]);
}

/* <binding-table-rules><binding-table-rule logic-tables="a,b"/> and the like. */
static void
put_list(ImportNode *out, const char *key, ImportNode *list, const char *attribute)
{
    if (list == NULL)
        return;
    ImportNode *items = put(out, key, NULL, list);
    items->is_list = TRUE;
    for (guint i = 0; i < list->children->len; i++) {
        ImportNode *child = list->children->pdata[i];
        if (is_attribute(child))
            continue;
        child->seen = TRUE;
        put(items, "", import_text(child, attribute), child);
    }
}

static void
put_groups(Beans *self, ImportNode *out, ImportNode *list)
{
    ImportNode *map = list == NULL ? NULL : put(out, "masterSlaveRules", NULL, list);

    for (guint i = 0; list != NULL && i < list->children->len; i++) {
        ImportNode *child = list->children->pdata[i];
        const char *id = import_text(child, "id");
        child->seen = TRUE;
        put_attributes(put(map, id == NULL ? "" : id, NULL, child), child);
    }
}

static ImportNode *
put_rule_body(Beans *self, ImportNode *out, ImportNode *rule)
{
    import_mark(rule);
    import_mark(import_find(rule, "id"));
    put_tables(self, out, rule, FALSE);
    put_tables(self, out, rule, TRUE);
    put_list(out, "bindingTables", import_find(rule, "binding-table-rules"), "logic-tables");
    put_list(out, "broadcastTables", import_find(rule, "broadcast-table-rules"), "table");
    put_groups(self, out, import_find(rule, "master-slave-rules"));
    put_strategy(self, out, "defaultDatabaseStrategy", rule, "default-database-strategy-ref");
    put_strategy(self, out, "defaultTableStrategy", rule, "default-table-strategy-ref");
    put_generator(self, out, rule, "default-");
    put_props(self, out, rule);
    put_attributes(out, rule);
    return out;
}

static void
put_algorithm(Beans *self, ImportNode *out, ImportNode *element)
{
    const char *id = import_text(element, "id");
    ImportNode *algorithm = put(out, id == NULL ? "" : id, NULL, element);

    element->seen = TRUE;
    put(algorithm, "type", import_text(element, "type"), element);
    put_props(self, algorithm, element);
    put_rest(algorithm, element);
}

static void
put_splitting(Beans *self, ImportNode *rules, ImportNode *rule)
{
    ImportNode *body = put(rules, "readwrite-splitting", NULL, rule);
    ImportNode *groups = put(body, "dataSources", NULL, rule);

    rule->seen = TRUE;
    import_mark(import_find(rule, "id"));
    for (guint i = 0; i < rule->children->len; i++) {
        ImportNode *child = rule->children->pdata[i];
        ImportNode *nested = import_find(child, "static-strategy");
        const char *id = import_text(child, "id");
        if (is_attribute(child))
            continue;
        child->seen = TRUE;
        ImportNode *group = put(groups, id == NULL ? "" : id, NULL, child);
        put_attributes(group, child);
        if (nested == NULL)
            continue;
        import_mark(import_find(nested, "id"));
        put_attributes(put(group, "staticStrategy", NULL, nested), nested);
    }
}

/* Elements of the rules' own namespaces that hold columns, users ... of which nothing is kept. */
static void
put_feature(ImportNode *rules, ImportNode *rule)
{
    static const char *const features[] = {"encrypt", "shadow", "mask", "database-discovery"};

    rule->seen = TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(features); i++) {
        if (strstr(rule->tag, features[i]) == NULL)
            continue;
        import_mark_all(rule);
        ImportNode *body = put(rules, i == 3 ? "DB_DISCOVERY" : features[i], NULL, rule);
        ImportNode *tables = put(body, "tables", NULL, rule);
        for (guint j = 0; j < rule->children->len; j++) {
            ImportNode *table = rule->children->pdata[j];
            if (is_attribute(table))
                continue;
            const char *name = import_text(table, "name");
            ImportNode *columns = put(put(tables, name == NULL ? table->name : name, NULL, table),
                                      "columns", NULL, table);
            for (guint k = 0; k < table->children->len; k++) {
                ImportNode *column = table->children->pdata[k];
                const char *logical = import_text(column, "logic-column");
                if (logical != NULL)
                    put(columns, logical, NULL, column);
            }
        }
    }
}

static const char *
bean_value(ImportNode *property)
{
    const char *value = import_text(property, "value");
    return value != NULL ? value : property->value;
}

static gboolean
is_bean_value(const char *element)
{
    return import_same_name(element, "property") || import_same_name(element, "constructor-arg");
}

/* Properties of a bean and of the beans that it is made from. */
static void
put_bean(Beans *self, ImportNode *out, ImportNode *bean, guint depth)
{
    const char *parent = import_text(bean, "parent");

    import_mark_all(bean);
    for (guint i = 0; i < bean->children->len; i++) {
        ImportNode *child = bean->children->pdata[i];
        const char *name = import_text(child, "name");
        if (is_bean_value(child->name) && name != NULL) {
            if (import_find(out, name) == NULL)
                put(out, name, bean_value(child), child);
        } else if (is_attribute(child) && import_find(out, child->name) == NULL) {
            put(out, child->name, child->value, child);
        }
    }
    ImportNode *base = parent == NULL ? NULL : g_hash_table_lookup(self->by_id, parent);
    if (base != NULL && depth < 8)
        put_bean(self, out, base, depth + 1);
    for (guint i = 0; i < out->children->len; i++)
        ((ImportNode *) out->children->pdata[i])->seen = FALSE;
}

static void
put_sources(Beans *self, ImportNode *out, const GPtrArray *names)
{
    for (guint i = 0; i < names->len; i++) {
        ImportNode *bean = g_hash_table_lookup(self->by_id, names->pdata[i]);
        gboolean known = FALSE;
        for (guint j = 0; j < out->children->len; j++)
            known |= strcmp(((ImportNode *) out->children->pdata[j])->name, names->pdata[i]) == 0;
        if (known)
            continue;
        if (bean == NULL) {
            put(out, names->pdata[i], NULL, self->root);
            import_say(self->config, IMPORT_LOST, NULL, "there is no bean '%s'",
                       (char *) names->pdata[i]);
            continue;
        }
        put_bean(self, put(out, names->pdata[i], NULL, bean), bean, 0);
    }
}

/* Names of data sources that an element lists. */
static void
take_names(Beans *self, ImportNode *out, ImportNode *element)
{
    static const char *const lists[] = {"data-source-names",        "data-sources",
                                        "master-data-source-name",  "slave-data-source-names",
                                        "write-data-source-name",   "read-data-source-names",
                                        "primary-data-source-name", "replica-data-source-names"};

    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        ImportNode *attribute = import_find(element, lists[i]);
        g_autoptr(GPtrArray) names = import_node_texts(attribute);
        g_autoptr(GPtrArray) beans = g_ptr_array_new();
        if (attribute != NULL)
            attribute->seen = FALSE; /* it is read again with the rule */
        for (guint j = 0; j < names->len; j++) {
            ImportNode *named = g_hash_table_lookup(self->by_id, names->pdata[j]);
            if (named == NULL || import_same_name(named->name, "bean"))
                g_ptr_array_add(beans, names->pdata[j]);
        }
        put_sources(self, out, beans);
    }
    for (guint i = 0; i < element->children->len; i++) {
        ImportNode *child = element->children->pdata[i];
        if (!is_attribute(child))
            take_names(self, out, child);
    }
}

typedef struct {
    ImportNode *sources, *rules, *sharding, *algorithms, *generators, *balancers;
} Places;

/* <shardingsphere:data-source>, <sharding:data-source>, <master-slave:data-source> */
static void
take_data_source(Beans *self, ImportNode *element)
{
    ImportNode *rule = import_find(element, "sharding-rule");
    const char *catalog = import_text(element, "database-name");

    import_mark(element);
    import_mark(import_find(element, "id"));
    import_mark(import_find(element, "rule-refs"));
    import_mark(import_find(element, "data-source-names"));
    if (import_find(element, "mode") != NULL)
        import_read_mode(self->config, import_find(element, "mode"));
    if (catalog == NULL)
        catalog = import_text(element, "schema-name");
    if (catalog != NULL)
        put(self->out, "databaseName", catalog, element);
    put_props(self, self->out, element);
    if (rule != NULL && import_find(self->out, "shardingRule") != NULL) {
        import_pass_over(self->config, IMPORT_LOST, rule,
                         "another data source: import it from a file of its own");
    } else if (rule != NULL) {
        import_mark(import_find(rule, "data-source-names"));
        put_rule_body(self, put(self->out, "shardingRule", NULL, rule), rule);
    } else if (import_find(element, "master-data-source-name") != NULL) {
        const char *id = import_text(element, "id");
        ImportNode *pairs = import_node_child(self->out, "masterSlaveRules", element->line);
        ImportNode *pair = put(pairs, id == NULL ? "ms_ds" : id, NULL, element);
        import_find(element, "master-data-source-name")->seen = FALSE;
        put_class(self, pair, element, "strategy-ref");
        put_attributes(pair, element);
    }
}

/* What others name tells what isn't understood of it. */
static gboolean
is_referred_to(const ImportNode *element)
{
    return strstr(element->name, "-strategy") != NULL ||
           import_same_name(element->name, "key-generator") ||
           g_str_has_suffix(element->name, "-algorithm");
}

/* When all references have been followed: the rest serves nobody. */
static void
mark_unused(ImportNode *node)
{
    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        if (is_ours(child) && is_referred_to(child))
            import_mark_all(child);
        else if (import_same_name(child->name, "beans"))
            mark_unused(child);
    }
}

static gboolean
is_splitting(const char *namespace)
{
    return strstr(namespace, "readwrite") != NULL || strstr(namespace, "replica-query") != NULL;
}

static void
take_element(Beans *self, Places *places, ImportNode *element)
{
    const char *name = element->name;

    if (import_same_name(name, "sharding-algorithm"))
        put_algorithm(self, places->algorithms, element);
    else if (import_same_name(name, "key-generate-algorithm") ||
             (import_same_name(name, "key-generator") && import_find(element, "column") == NULL))
        put_algorithm(self, places->generators, element);
    else if (import_same_name(name, "load-balance-algorithm"))
        put_algorithm(self, places->balancers, element);
    else if (import_same_name(name, "rule") && is_splitting(element->tag))
        put_splitting(self, places->rules, element);
    else if (import_same_name(name, "rule") && g_str_has_suffix(element->tag, "sharding"))
        put_rule_body(self, places->sharding, element);
    else if (import_same_name(name, "rule") || import_same_name(name, "encrypt-rule"))
        put_feature(places->rules, element);
    else if (import_same_name(name, "data-source"))
        take_data_source(self, element);
    else if (is_referred_to(element))
        import_mark(element);
}

static void
take_elements(Beans *self, Places *places, ImportNode *node)
{
    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        if (import_same_name(child->name, "beans") && !is_ours(child)) {
            child->seen = TRUE;
            take_elements(self, places, child);
        } else if (import_same_name(child->name, "import")) {
            import_pass_over(self->config, IMPORT_LOST, child, "another file, which isn't read");
        } else if (is_ours(child)) {
            take_names(self, places->sources, child);
            take_element(self, places, child);
        } else {
            import_mark_all(child);
        }
    }
}

gboolean
import_read_beans(ImportConfig *self, ImportNode *root)
{
    g_autoptr(GHashTable) by_id = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(ImportNode) out = import_node_new("", 1);
    Beans beans = {self, root, by_id, out};
    ImportNode *top = import_find(root, "beans");
    ImportNode *rules = import_node_new("rules", 0);
    ImportNode *sharding = import_node_new("sharding", 0);
    Places places = {import_node_add(out, import_node_new("dataSources", 0)),
                     rules,
                     sharding,
                     import_node_add(sharding, import_node_new("shardingAlgorithms", 0)),
                     import_node_add(sharding, import_node_new("keyGenerators", 0)),
                     import_node_new("loadBalancers", 0)};

    index_ids(&beans, top);
    take_elements(&beans, &places, top);
    if (places.balancers->children->len > 0)
        import_node_add(import_node_child(rules, "readwrite-splitting", 0), places.balancers);
    else
        import_node_free(places.balancers);
    if (sharding->children->len > 2 || places.algorithms->children->len > 0)
        import_node_add(rules, sharding);
    else
        import_node_free(sharding);
    if (rules->children->len > 0)
        import_node_add(out, rules);
    else
        import_node_free(rules);
    mark_unused(top);
    import_report_unseen(self, top);
    return import_read_plain(self, out);
}
