/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SHOW SHARDING <words>: the rules and the state of this connection as rows.
 */
#include "driver/executor/counters.h"
#include "driver/odbc/cursor/static-result.h"

#include <sqlext.h>
#include <string.h>

#define NAME(label)                                                                                \
    {                                                                                              \
        label, SQL_VARCHAR, 128, 0, SQL_NULLABLE                                                   \
    }
#define TEXT(label)                                                                                \
    {                                                                                              \
        label, SQL_VARCHAR, 255, 0, SQL_NULLABLE                                                   \
    }
#define COUNT(label)                                                                               \
    {                                                                                              \
        label, SQL_INTEGER, 10, 0, SQL_NULLABLE                                                    \
    }

typedef struct {
    const ShardDbc *connection;
    ShardSession *session;
    const ShardHintTexts *hints;
    const ShardRules *rules;
} ShowInput;

static ShardValue
make_text(const char *text)
{
    return text == NULL ? SHARD_VALUE_INIT_NULL : shard_value_string(text, -1);
}

/* ---- TABLES ---- */

static const ShardStaticColumn table_columns[] = {
    NAME("table_name"),      NAME("kind"),      COUNT("nodes"),          NAME("shard_key"),
    NAME("shard_algorithm"), NAME("table_key"), NAME("table_algorithm"), NAME("bind"),
    NAME("generate"),
};

static ShardValue
make_keys(const ShardStrategy *strategy, GPtrArray *texts)
{
    g_autoptr(GString) keys = g_string_new(NULL);

    for (guint i = 0; i < strategy->n_keys; i++)
        g_string_append_printf(keys, "%s%s", i > 0 ? ", " : "", strategy->keys[i]);
    if (keys->len == 0)
        return SHARD_VALUE_INIT_NULL;
    g_ptr_array_add(texts, g_strdup(keys->str));
    return make_text(texts->pdata[texts->len - 1]);
}

static ShardValue
make_algorithm(const ShardStrategy *strategy)
{
    return make_text(strategy->algorithm != NULL ? shard_algorithm_name(strategy->algorithm)
                                                 : NULL);
}

static void
fill_tables(ShardStaticResult *result, const ShowInput *in)
{
    static const char *const kinds[] = {[SHARD_TABLE_SHARDED] = "sharded",
                                        [SHARD_TABLE_SINGLE] = "single",
                                        [SHARD_TABLE_BROADCAST] = "broadcast"};

    for (guint i = 0; i < shard_rules_n_tables(in->rules); i++) {
        const ShardTable *table = shard_rules_table(in->rules, i);
        g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
        ShardValue row[] = {
            make_text(table->name),
            make_text(kinds[table->kind]),
            shard_value_long(table->n_nodes),
            make_keys(&table->shard_strategy, texts),
            make_algorithm(&table->shard_strategy),
            make_keys(&table->table_strategy, texts),
            make_algorithm(&table->table_strategy),
            make_text(table->bind),
            make_text(table->generate_column),
        };
        shard_static_result_add(result, row);
    }
}

/* ---- NODES ---- */

static const ShardStaticColumn node_columns[] = {
    NAME("table_name"),  COUNT("node"),        NAME("data_source_name"),
    NAME("schema_name"), NAME("actual_table"),
};

static void
fill_nodes(ShardStaticResult *result, const ShowInput *in)
{
    for (guint i = 0; i < shard_rules_n_tables(in->rules); i++) {
        const ShardTable *table = shard_rules_table(in->rules, i);
        for (guint n = 0; n < table->n_nodes; n++) {
            const ShardNode *node = &table->nodes[n];
            ShardValue row[] = {
                make_text(table->name),
                shard_value_long(n),
                make_text(shard_rules_shard(in->rules, node->shard)->name),
                make_text(node->schema),
                make_text(node->table),
            };
            shard_static_result_add(result, row);
        }
    }
}

/* ---- ALGORITHMS ---- */

static const ShardStaticColumn algorithm_columns[] = {NAME("algorithm"), NAME("type"),
                                                      TEXT("tables")};

static gboolean
uses(const ShardTable *table, const ShardAlgorithm *algorithm)
{
    return table->shard_strategy.algorithm == algorithm ||
           table->table_strategy.algorithm == algorithm;
}

static void
add_algorithm(ShardStaticResult *result, const ShardRules *rules, const ShardAlgorithm *algorithm)
{
    g_autoptr(GString) tables = g_string_new(NULL);

    for (guint i = 0; i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        if (uses(table, algorithm))
            g_string_append_printf(tables, "%s%s", tables->len > 0 ? ", " : "", table->name);
    }
    ShardValue row[] = {make_text(shard_algorithm_name(algorithm)),
                        make_text(shard_algorithm_type(algorithm)), make_text(tables->str)};
    shard_static_result_add(result, row);
}

static void
fill_algorithms(ShardStaticResult *result, const ShowInput *in)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

    for (guint i = 0; i < shard_rules_n_tables(in->rules); i++) {
        const ShardTable *table = shard_rules_table(in->rules, i);
        const ShardAlgorithm *both[] = {table->shard_strategy.algorithm,
                                        table->table_strategy.algorithm};
        for (guint n = 0; n < G_N_ELEMENTS(both); n++)
            if (both[n] != NULL && g_hash_table_add(seen, (gpointer) both[n]))
                add_algorithm(result, in->rules, both[n]);
    }
}

/* ---- STATUS ---- */

static const ShardStaticColumn status_columns[] = {
    NAME("data_source_name"),  NAME("dsn"),         NAME("server"),
    NAME("connection"),        NAME("transaction"), NAME("is_default"),
    COUNT("open_connections"), COUNT("errors"),     COUNT("waits"),
    COUNT("rows_fetched"),     COUNT("mean_us"),    TEXT("rules_fault"),
};

/* Microseconds of a statement's units there; NULL: none yet. */
static ShardValue
mean_us(const ShardPlaceCounters *counters)
{
    guint64 n = atomic_load(&counters->units);

    return n == 0 ? make_text(NULL)
                  : shard_value_long((gint64) (atomic_load(&counters->microseconds) / n));
}

static void
fill_status(ShardStaticResult *result, const ShowInput *in)
{
    const gboolean *joined = shard_session_joined(in->session);
    g_autofree char *fault = shard_session_rules_fault(in->session);

    for (guint i = 0; i < shard_rules_n_shards(in->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(in->rules, i);
        const ShardPlaceCounters *counters = shard_session_counters(in->session, i);
        gboolean is_default = shard_rules_default_shard(in->rules) == (gint) i;
        ShardValue row[] = {
            make_text(shard->name),
            make_text(shard->dsn),
            make_text(shard->server),
            make_text(shard_session_is_open(in->session, i) ? "open" : "closed"),
            make_text(joined != NULL && joined[i] ? "joined" : "none"),
            make_text(is_default ? "yes" : "no"),
            shard_value_long(atomic_load(&counters->n_open)),
            shard_value_long((gint64) atomic_load(&counters->errors)),
            shard_value_long((gint64) atomic_load(&counters->waits)),
            shard_value_long((gint64) atomic_load(&counters->rows)),
            mean_us(counters),
            make_text(fault),
        };
        shard_static_result_add(result, row);
    }
}

/* ---- COUNTERS ---- */

static const ShardStaticColumn counter_columns[] = {NAME("name"), TEXT("value")};

static void
add_counter(ShardStaticResult *result, const char *name, const char *value)
{
    ShardValue row[] = {make_text(name), make_text(value)};

    shard_static_result_add(result, row);
}

static void
fill_counters(ShardStaticResult *result, const ShowInput *in)
{
    g_autofree char *fault = shard_session_rules_fault(in->session);
    ShardCounter counter;

    for (guint i = 0; shard_counters_get(shard_counters, i, &counter); i++) {
        g_autofree char *name = counter.route == NULL
                                    ? g_strdup(counter.name)
                                    : g_strdup_printf("%s_%s", counter.name, counter.route);
        g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, counter.value);
        add_counter(result, name, text);
    }
    add_counter(result, "rules_file", shard_rules_path(in->rules));
    add_counter(result, "rules_fault", fault);
}

/* ---- HINTS ---- */

static const ShardStaticColumn hint_columns[] = {NAME("hint"), TEXT("meaning"), NAME("in_comments"),
                                                 TEXT("value"), COUNT("attribute")};

static const struct {
    const char *hint, *meaning;
    gint own; /* ShardHintName; -1: not by SET SHARDING HINT */
    SQLINTEGER attribute;
} hints[] = {
    {"shard", "send the statement to this shard as it is", SHARD_HINT_SHARD,
     SQL_ATTR_SHARD_HINT_SHARD_NAME},
    {"DATA_SOURCE_NAME", "the same, by ShardingSphere's name", SHARD_HINT_SHARD,
     SQL_ATTR_SHARD_HINT_SHARD_NAME},
    {"SHARDING_DATABASE_VALUE", "value that hint algorithms choose the shard by",
     SHARD_HINT_DATABASE_VALUE, SQL_ATTR_SHARD_HINT_DATABASE_VALUE},
    {"SHARDING_TABLE_VALUE", "value that hint algorithms choose the table by",
     SHARD_HINT_TABLE_VALUE, SQL_ATTR_SHARD_HINT_TABLE_VALUE},
    {"WRITE_ROUTE_ONLY", "read from the primary", SHARD_HINT_WRITE_ROUTE_ONLY,
     SQL_ATTR_SHARD_HINT_WRITE_ROUTE_ONLY},
    {"SKIP_SQL_REWRITE", "leave the names in the text as they are", -1,
     SQL_ATTR_SHARD_HINT_SKIP_REWRITE},
    {"READ_CONSISTENCY", "WEAK: a replica may answer; STRONG: the primary", SHARD_HINT_CONSISTENCY,
     SQL_ATTR_SHARD_HINT_CONSISTENCY},
    {"QUERY_TIMEOUT", "microseconds that the statement may take", -1, SQL_ATTR_QUERY_TIMEOUT},
};

static void
fill_hints(ShardStaticResult *result, const ShowInput *in)
{
    gboolean enabled = shard_session_settings(in->session)->hints;

    for (gsize i = 0; i < G_N_ELEMENTS(hints); i++) {
        ShardValue row[] = {make_text(hints[i].hint), make_text(hints[i].meaning),
                            make_text(enabled ? "on" : "off"),
                            make_text(hints[i].own < 0 ? NULL : in->hints->values[hints[i].own]),
                            shard_value_long(hints[i].attribute)};
        shard_static_result_add(result, row);
    }
}

/* ---- SETTINGS ---- */

static const ShardStaticColumn setting_columns[] = {NAME("name"), NAME("value"), NAME("usual"),
                                                    TEXT("meaning")};

static void
fill_settings(ShardStaticResult *result, const ShowInput *in)
{
    ShardChoiceShown shown;

    for (guint i = 0; shard_choices_show(in->connection, i, &shown); i++) {
        ShardValue row[] = {make_text(shown.name), make_text(shown.value), make_text(shown.usual),
                            make_text(shown.meaning)};
        shard_static_result_add(result, row);
    }
}

#define SHOW(word, columns, fill)                                                                  \
    {                                                                                              \
        word, columns, G_N_ELEMENTS(columns), fill                                                 \
    }

static const struct {
    const char *words;
    const ShardStaticColumn *columns;
    guint n_columns;
    void (*fill)(ShardStaticResult *result, const ShowInput *in);
} shows[] = {
    SHOW("TABLES", table_columns, fill_tables),
    SHOW("NODES", node_columns, fill_nodes),
    SHOW("ALGORITHMS", algorithm_columns, fill_algorithms),
    SHOW("STATUS", status_columns, fill_status),
    SHOW("COUNTERS", counter_columns, fill_counters),
    SHOW("HINTS", hint_columns, fill_hints),
    SHOW("SETTINGS", setting_columns, fill_settings),
};

ShardStream *
shard_show_sharding_stream(ShardDbc *connection, const char *words, GError **error)
{
    ShardSession *session = connection->session;
    const ShowInput in = {connection, session, &connection->hints,
                          shard_router_rules(shard_session_router(session))};

    for (gsize i = 0; i < G_N_ELEMENTS(shows); i++) {
        if (words == NULL || strcmp(shows[i].words, words) != 0)
            continue;
        ShardStaticResult *result = shard_static_result_new(shows[i].columns, shows[i].n_columns);
        shows[i].fill(result, &in);
        return shard_static_result_stream(result);
    }
    shard_error_set(
        error, SHARD_ERROR_SYNTAX, "42000",
        "SHOW SHARDING%s%s: TABLES, NODES, ALGORITHMS, STATUS, COUNTERS, HINTS and SETTINGS can be "
        "shown",
        words == NULL || words[0] == '\0' ? "" : " ", words != NULL ? words : "");
    return NULL;
}
