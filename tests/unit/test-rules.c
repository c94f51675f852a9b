/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Rules files: what they mean, where rows go, and what is said of bad ones.
 */
#include "router/base/error.h"
#include "router/base/identifier.h"
#include "router/rules/actual-name.h"
#include "router/rules/rules.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SHARDS                                                                                     \
    "[shard ds_0]\ndsn = shop_0\nreplicas = r1, \"r, 2\"\nserver = pg-a\n"                         \
    "replica-choice = random\nreplica-weights = 3, 1\n"                                            \
    "[shard ds_1]\nconnection = Driver=x;Server=y\nuid = me\npwd = secret\n"
#define ALGORITHMS                                                                                 \
    "[algorithm by_user]\ntype = INLINE\nalgorithm-expression = ds_${user_id % 2}\n"               \
    "[algorithm by_order]\ntype = inline\nalgorithm-expression = t_order_${order_id % 2}\n"        \
    "[algorithm by_item]\ntype = INLINE\nalgorithm-expression = t_item_${ order_id % 2 }\n"        \
    "[algorithm four]\ntype = HASH_MOD\nsharding-count = 4\n"                                      \
    "[algorithm two]\ntype = MOD\nsharding-count = 2\n"                                            \
    "[algorithm hinted]\ntype = HINT_INLINE\nalgorithm-expression = ds_${value}\n"                 \
    "[algorithm monthly]\ntype = INTERVAL\ndatetime-pattern = yyyy-MM-dd\n"                        \
    "datetime-lower = 2024-01-01\ndatetime-upper = 2024-02-29\nsharding-suffix-pattern = yyyyMM\n" \
    "datetime-interval-unit = Months\n"                                                            \
    "[algorithm schemas]\ntype = INLINE\nalgorithm-expression = db_${c.length()}.t_deep\n"         \
    "[algorithm bare]\ntype = INLINE\nalgorithm-expression = t_${c.length() > 0 ? 'deep' : ''}\n"  \
    "[generator ids]\ntype = SNOWFLAKE\nworker-id = 1\n"

static const char good[] =
    "# comment\n[shardodbc]\ndialect = mysql\ndefault-shard = \"ds_1\"\n\n" SHARDS ALGORITHMS
    "[table t_order]\n"
    "nodes = ds_${0..1}.t_order_${0..1}   \n"
    "shard-key = user_id\nshard-algorithm = by_user\n"
    "table-key = order_id\ntable-algorithm = by_order\n"
    "value-type = user_id: long, order_id: integer\n"
    "generate = order_id: ids\nbind = order\nbind-on = order_id\n"
    "scatter-read = warn\nscatter-write = refuse\nmove-rows = true\nlocal-unique = true\n"
    "key-match = casefold\nnull-node = ds_1.t_order_0\n"
    "[table t_item]\n"
    "nodes = ds_1.t_item_${0..1}, ds_0.t_item_${0..1}\n"
    "shard-key = user_id\nshard-algorithm = by_user\n"
    "table-key = order_id\ntable-algorithm = by_item\n"
    "value-type = user_id: long, order_id: integer\nbind = order\n"
    "[table t_auto]\nauto-shards = ds_0, ds_1\ntable-key = k\ntable-algorithm = four\n"
    "value-type = k: long\n"
    "[table t_dict]\nbroadcast = true\n"
    "[table t_part]\nbroadcast = true\nnodes = ds_1.t_part\n"
    "[table t_audit]\nnodes = ds_0.t_audit\n"
    "[table t_loose]\nnodes = ds_${0..1}.t_loose\n"
    "[table t_only_shard]\nnodes = ds_${0..1}.t_os_${0..1}\nshard-key = user_id\n"
    "shard-algorithm = by_user\n"
    "[table t_only_table]\nnodes = ds_${0..1}.t_ot_${0..1}\ntable-key = k\ntable-algorithm = two\n"
    "[table t_deep]\nnodes = ds_0.db_${1..2}.t_deep, ds_1.db_${3..4}.t_deep\ntable-key = c\n"
    "table-algorithm = schemas\n"
    "[table t_bare]\nnodes = ds_0.b_${1..2}.t_deep2, ds_1.b_${3..4}.t_deep2\ntable-key = c\n"
    "table-algorithm = \"bare2\"\n"
    "[algorithm bare2]\ntype = INLINE\nalgorithm-expression = t_deep${c.length()}\n"
    "[table t_hint]\nnodes = ds_${0..1}.t_hint\nshard-algorithm = hinted\n"
    "[table t_month]\nnodes = ds_0.t_m_${202401..202402}\ntable-key = day\n"
    "table-algorithm = monthly\nvalue-type = day: local-date\n"
    "[table \"my table\"]\nnodes = ds_0.\"my \"\"table.x\", ds_1.\"other, one\"\n"
    "[table MixedCase]\nnodes = ds_0.MixedCase\n"
    "[table Twin]\nnodes = ds_0.twin1\n[table TWIN]\nnodes = ds_0.twin2\n"
    "[table t_sql]\nnodes = ds_0.t_sql_${0..3}\ntable-key = at\ntable-algorithm = four\n"
    "value-type = at: sql-timestamp\ntime-zone = UTC\n"
    "[routine Close_Order]\ntable = \"t_order\"\nargument = 1\n";

static ShardRules *
load(const char *text)
{
    g_autoptr(GError) error = NULL;
    ShardRules *rules = shard_rules_parse(text, strlen(text), "test.ini", &error);

    if (rules == NULL)
        fail_msg("%s", error->message);
    return rules;
}

static void
test_facts(void **state)
{
    g_autoptr(ShardRules) rules = load(good);
    const ShardDataSource *first = shard_rules_shard(rules, 0);
    const ShardDataSource *second = shard_rules_shard(rules, 1);

    assert_int_equal(shard_rules_dialect(rules), SHARD_DIALECT_MYSQL);
    assert_int_equal(shard_rules_default_shard(rules), 1);
    assert_int_equal(shard_rules_find_shard(rules, "ds_1"), 1);
    assert_int_equal(shard_rules_find_shard(rules, "ds_2"), -1);
    assert_string_equal(first->dsn, "shop_0");
    assert_null(first->connection);
    assert_string_equal(first->server, "pg-a");
    assert_string_equal(first->replicas[1], "r, 2");
    assert_null(first->replicas[2]);
    assert_true(first->replicas_at_random);
    assert_int_equal(first->replica_weights[0], 3);
    assert_int_equal(first->replica_weights[1], 1);
    assert_string_equal(second->connection, "Driver=x;Server=y");
    assert_string_equal(second->server, "ds_1");
    assert_string_equal(second->pwd, "secret");

    const ShardTable *order = shard_rules_find_table(rules, "t_order", FALSE);
    assert_int_equal(order->kind, SHARD_TABLE_SHARDED);
    assert_int_equal(order->n_nodes, 4);
    assert_string_equal(order->nodes[1].table, "t_order_1");
    assert_int_equal(order->nodes[2].shard, 1);
    assert_int_equal(order->scatter_read, SHARD_POLICY_WARN);
    assert_int_equal(order->scatter_write, SHARD_POLICY_REFUSE);
    assert_true(order->move_rows);
    assert_true(order->local_unique);
    assert_int_equal(order->key_match, SHARD_KEY_MATCH_CASEFOLD);
    assert_int_equal(order->null_node, 2);
    assert_string_equal(order->generate_column, "order_id");
    assert_string_equal(shard_generator_name(order->generator), "ids");
    assert_string_equal(order->bind_on[0], "order_id");
    assert_int_equal(order->key_types[1].kind, SHARD_VALUE_INTEGER);
    assert_true(shard_table_is_key(order, "USER_ID"));
    assert_false(shard_table_is_key(order, "id"));
    assert_string_equal(shard_table_keys(order)[1], "order_id");
    assert_null(shard_table_keys(order)[2]);
}

static void
test_kinds(void **state)
{
    static const struct {
        const char *name;
        ShardTableKind kind;
        guint n_nodes;
    } kinds[] = {
        {"t_auto", SHARD_TABLE_SHARDED, 4},   {"t_dict", SHARD_TABLE_BROADCAST, 2},
        {"t_part", SHARD_TABLE_BROADCAST, 1}, {"t_audit", SHARD_TABLE_SINGLE, 1},
        {"t_loose", SHARD_TABLE_SHARDED, 2},  {"t_deep", SHARD_TABLE_SHARDED, 4},
        {"my table", SHARD_TABLE_SHARDED, 2},
    };
    g_autoptr(ShardRules) rules = load(good);

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const ShardTable *table = shard_rules_find_table(rules, kinds[i].name, FALSE);
        assert_non_null(table);
        assert_int_equal(table->kind, kinds[i].kind);
        assert_int_equal(table->n_nodes, kinds[i].n_nodes);
    }
    const ShardTable *odd = shard_rules_find_table(rules, "my table", TRUE);
    assert_string_equal(odd->nodes[0].table, "my \"table.x");
    assert_string_equal(odd->nodes[1].table, "other, one");
    const ShardTable *deep = shard_rules_find_table(rules, "t_deep", TRUE);
    assert_string_equal(deep->nodes[1].schema, "db_2");
    const ShardTable *dealt = shard_rules_find_table(rules, "t_auto", TRUE);
    assert_int_equal(dealt->nodes[2].shard, 0);
    assert_int_equal(dealt->nodes[3].shard, 1);
    assert_string_equal(dealt->nodes[3].table, "t_auto_3");
    /* t_loose and "my table" take no row. */
    assert_non_null(strstr(shard_rules_warnings(rules)[0], "t_loose"));
    assert_non_null(strstr(shard_rules_warnings(rules)[1], "my table"));
    assert_null(shard_rules_warnings(rules)[2]);
}

static void
test_names(void **state)
{
    g_autoptr(ShardRules) rules = load(good);
    guint node = 0;

    assert_non_null(shard_rules_find_table(rules, "mixedcase", FALSE));
    assert_null(shard_rules_find_table(rules, "mixedcase", TRUE));
    assert_null(shard_rules_find_table(rules, "twin", FALSE));
    assert_string_equal(shard_rules_find_table(rules, "Twin", FALSE)->name, "Twin");
    assert_null(shard_rules_find_table(rules, "nobody", FALSE));
    assert_string_equal(shard_rules_find_actual(rules, 1, NULL, "t_order_1", &node)->name,
                        "t_order");
    assert_int_equal(node, 3);
    assert_string_equal(shard_rules_find_actual(rules, 1, "public", "t_order_1", NULL)->name,
                        "t_order");
    assert_null(shard_rules_find_actual(rules, 0, NULL, "t_order", NULL));
    assert_string_equal(shard_rules_find_actual(rules, 0, "db_2", "t_deep", &node)->name, "t_deep");
    assert_int_equal(node, 1);
    assert_null(shard_rules_find_actual(rules, 0, NULL, "t_deep", NULL));
    assert_null(shard_rules_find_actual(rules, 0, "db_3", "t_deep", NULL));
    const ShardRoutine *routine = shard_rules_find_routine(rules, "CLOSE_order");
    assert_string_equal(routine->table->name, "t_order");
    assert_int_equal(routine->argument, 1);
    assert_null(shard_rules_find_routine(rules, "other"));
}

static void
test_binding(void **state)
{
    g_autoptr(ShardRules) rules = load(good);
    const ShardTable *order = shard_rules_find_table(rules, "t_order", FALSE);
    const ShardTable *item = shard_rules_find_table(rules, "t_item", FALSE);
    const ShardTable *audit = shard_rules_find_table(rules, "t_audit", FALSE);

    assert_true(shard_table_bound(order, item));
    assert_false(shard_table_bound(order, audit));
    assert_int_equal(shard_table_bound_node(order, 0, audit), -1);
    /* The lists are in different order: partners go by name. */
    for (guint i = 0; i < 4; i++) {
        gint partner = shard_table_bound_node(order, i, item);
        assert_true(partner >= 0);
        assert_int_equal(item->nodes[partner].shard, order->nodes[i].shard);
        assert_string_equal(item->nodes[partner].table + strlen("t_item"),
                            order->nodes[i].table + strlen("t_order"));
        assert_int_equal(shard_table_bound_node(item, (guint) partner, order), i);
    }
}

typedef struct {
    const char *table;
    const char *values[3]; /* in the order of the keys; "?" is unknown */
    const char *nodes;     /* "shard.table" of each; "error", "outside" */
} PlaceCase;

static const PlaceCase place_cases[] = {
    {"t_order", {"Long 5", "Integer 6"}, "ds_1.t_order_0"},
    {"t_order", {"Long 4", "?"}, "ds_0.t_order_0 ds_0.t_order_1"},
    {"t_order", {"?", "Integer 7"}, "ds_0.t_order_1 ds_1.t_order_1"},
    {"t_order", {"?", "?"}, "ds_0.t_order_0 ds_0.t_order_1 ds_1.t_order_0 ds_1.t_order_1"},
    {"t_order", {"null", "Integer 1"}, "ds_1.t_order_0"},
    {"t_order", {"Long -5", "Integer 6"}, "error"},
    {"t_item", {"null", "Integer 1"}, "error"},
    {"t_auto", {"Long -5"}, "ds_0.t_auto_0"},
    {"t_auto", {"Long 3"}, "ds_1.t_auto_3"},
    {"t_only_shard", {"Long 3"}, "ds_1.t_os_0 ds_1.t_os_1"},
    {"t_only_table", {"Long 3"}, "ds_0.t_ot_1 ds_1.t_ot_1"},
    {"t_deep", {"String abc"}, "ds_1.db_3.t_deep"},
    {"t_deep", {"String abcdefg"}, "error"},
    /* A bare table's name is every node of that name. */
    {"t_bare",
     {"String ab"},
     "ds_0.b_1.t_deep2 ds_0.b_2.t_deep2 ds_1.b_3.t_deep2 ds_1.b_4.t_deep2"},
    {"t_month", {"LocalDate 2024-02-10"}, "ds_0.t_m_202402"},
    {"t_month", {"LocalDate 2025-02-10"}, "outside"},
    {"t_sql", {"SqlTimestamp 2024-01-15 10:20:30.123456"}, "ds_0.t_sql_2"},
    {"t_audit", {NULL}, "ds_0.t_audit"},
};

static char *
describe_nodes(const ShardRules *rules, const ShardTable *table, const gboolean *marks)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardNode *node = &table->nodes[i];
        if (!marks[i])
            continue;
        g_string_append_printf(text, "%s%s.", text->len == 0 ? "" : " ",
                               shard_rules_shard(rules, node->shard)->name);
        if (node->schema != NULL)
            g_string_append_printf(text, "%s.", node->schema);
        g_string_append(text, node->table);
    }
    return g_string_free(text, FALSE);
}

static ShardValue
case_value(const char *text, ShardArena *arena)
{
    if (strcmp(text, "?") == 0)
        return (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
    return typed_value(text, arena, NULL);
}

static void
test_place(void **state)
{
    g_autoptr(ShardRules) rules = load(good);

    for (guint i = 0; i < G_N_ELEMENTS(place_cases); i++) {
        const PlaceCase *at = &place_cases[i];
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(GError) error = NULL;
        const ShardTable *table = shard_rules_find_table(rules, at->table, FALSE);
        ShardValue values[3];
        gboolean marks[8] = {FALSE};
        for (guint j = 0; at->values[j] != NULL; j++)
            values[j] = case_value(at->values[j], arena);
        ShardPlace place = shard_table_place(table, values, marks, &error);
        assert_true((place == SHARD_PLACE_ERROR) == (error != NULL));
        g_autofree char *found = place == SHARD_PLACE_FOUND   ? describe_nodes(rules, table, marks)
                                 : place == SHARD_PLACE_ERROR ? g_strdup("error")
                                                              : g_strdup("outside");
        if (strcmp(found, at->nodes) != 0)
            fail_msg("%s %s: %s, not %s", at->table, at->values[0], found, at->nodes);
    }
}

static void
test_place_range(void **state)
{
    g_autoptr(ShardRules) rules = load(good);
    const ShardTable *table = shard_rules_find_table(rules, "t_only_table", FALSE);
    const ShardTable *order = shard_rules_find_table(rules, "t_order", FALSE);
    ShardRange range = {.lower = shard_value_long(3),
                        .upper = shard_value_long(3),
                        .lower_closed = TRUE,
                        .upper_closed = TRUE};
    gboolean marks[4] = {FALSE};
    gboolean all[4] = {FALSE};

    assert_true(shard_table_place_range(table, 0, &range, marks, NULL));
    g_autofree char *found = describe_nodes(rules, table, marks);
    assert_string_equal(found, "ds_0.t_ot_1 ds_1.t_ot_1");
    /* INLINE can't narrow a range. */
    assert_true(shard_table_place_range(order, 1, &range, all, NULL));
    for (guint i = 0; i < 4; i++)
        assert_true(all[i]);
}

static void
test_place_hint(void **state)
{
    g_autoptr(ShardRules) rules = load(good);
    const ShardTable *table = shard_rules_find_table(rules, "t_hint", FALSE);
    ShardValue values[] = {shard_value_long(1), shard_value_string("7", -1)};
    ShardHintValues none = {NULL, 0};
    ShardHintValues one = {values, 1};
    ShardHintValues two = {values, 2};
    gboolean marks[2] = {FALSE};
    gboolean all[2] = {FALSE};

    assert_int_equal(shard_table_place_hint(table, &one, &none, marks, NULL), SHARD_PLACE_FOUND);
    assert_false(marks[0]);
    assert_true(marks[1]);
    assert_int_equal(shard_table_place_hint(table, &none, &none, all, NULL), SHARD_PLACE_FOUND);
    assert_true(all[0] && all[1]);
    g_autoptr(GError) error = NULL;
    assert_int_equal(shard_table_place_hint(table, &two, &none, marks, &error), SHARD_PLACE_ERROR);
    assert_non_null(strstr(error->message, "ds_7"));
}

typedef struct {
    const char *text;
    const char *parts[4]; /* what the message must name */
} BadCase;

#define TABLE "[table t]\n"

static const BadCase bad_cases[] = {
    {"", {"test.ini", "[shard"}},
    {"x = 1\n", {"test.ini:1", "x = 1"}},
    {"[shard a\n", {"test.ini:1", "[shard a"}},
    {"[shard a]\nfoo\n", {"test.ini:2", "'foo'"}},
    {"[shard a]\n= foo\n", {"test.ini:2"}},
    {"[shard a]\ndsn = x\n[shard a]\ndsn = y\n", {"test.ini:3", "[shard a]", "twice"}},
    {"[shard a]\ndsn = x\ndsn = y\n", {"test.ini", "[shard a]", "'dsn'", "twice"}},
    {"[shard a]\ndsn = x\ncolour = red\n", {"test.ini:3", "[shard a] colour", "replicas"}},
    {"[shard a]\ndsn = x\n[table t]\ncolour = red\n", {"test.ini:4", "[table t] colour", "red"}},
    {"[shards a]\n", {"test.ini:1", "'shards'"}},
    {"[shard]\n", {"test.ini:1", "name"}},
    {"[shardodbc x]\n", {"test.ini:1", "no name"}},
    {"[shard \"a]\ndsn = x\n", {"test.ini:1", "quote"}},
    {SHARDS "[table shop.t]\nnodes = ds_0.t\n", {"test.ini:", "[table shop.t]", "double quotes"}},
    {SHARDS "[table my t]\nnodes = ds_0.t\n", {"test.ini:", "[table my t]", "double quotes"}},
    {"[shard a]\n", {"[shard a]", "dsn"}},
    {"[shard a]\ndsn = x\nconnection = y\n", {"[shard a]", "dsn"}},
    {"[shard a]\ndsn =\n", {"test.ini:2", "[shard a] dsn", "''"}},
    {"[shard a]\nconnection = \n", {"test.ini:2", "[shard a] connection", "''"}},
    {"[shard a]\ndsn = x\nreplicas = a,,b\n", {"replicas", "a,,b"}},
    {"[shard a]\ndsn = x\nreplicas = a\nreplica-choice = best\n", {"replica-choice", "best"}},
    {"[shard a]\ndsn = x\nreplicas = a, b\nreplica-weights = 1\n", {"replica-weights", "each"}},
    {"[shard a]\ndsn = x\nreplicas = a, b\nreplica-weights = 1, 0\n", {"replica-weights", "'0'"}},
    {"[shardodbc]\ndialect = oracle\n[shard a]\ndsn = x\n", {"test.ini:2", "dialect", "'oracle'"}},
    {"[shardodbc]\ndefault-shard = q\n[shard a]\ndsn = x\n", {"default-shard", "'q'"}},
    {SHARDS TABLE, {"[table t]", "nodes"}},
    {SHARDS TABLE "nodes = ds_9.t\n", {"[table t] nodes", "'ds_9'"}},
    {SHARDS TABLE "nodes = t\n", {"[table t] nodes", "'t'"}},
    {SHARDS TABLE "nodes = a.b.c.d\n", {"[table t] nodes", "'a.b.c.d'"}},
    {SHARDS TABLE "nodes = ds_${0..\n", {"[table t] nodes", "column", "ds_${0.."}},
    {SHARDS TABLE "nodes = ds_${0..99999}.t_${0..9}\n", {"[table t] nodes", "20000"}},
    {SHARDS TABLE "nodes =\n", {"[table t] nodes", "no name"}},
    {SHARDS TABLE "nodes = ds_0.t, ds_0.t\n", {"[table t] nodes", "'ds_0.t'", "twice"}},
    {SHARDS TABLE "nodes = ds_0.t\n[table u]\nnodes = ds_0.t\n", {"[table u]", "'t'", "[table t]"}},
    {SHARDS TABLE "nodes = ds_0.t\nauto-shards = ds_0\n", {"auto-shards", "'ds_0'"}},
    {SHARDS ALGORITHMS TABLE "auto-shards = ds_0\ntable-key = k\ntable-algorithm = by_order\n",
     {"auto-shards", "number of nodes"}},
    {SHARDS ALGORITHMS TABLE "auto-shards = ds_7\ntable-key = k\ntable-algorithm = four\n",
     {"auto-shards", "'ds_7'"}},
    {SHARDS TABLE "nodes = ds_0.t\nshard-key = k\n", {"shard-key", "'k'", "shard-algorithm"}},
    {SHARDS ALGORITHMS TABLE "nodes = ds_0.t\nshard-algorithm = by_user\n",
     {"shard-algorithm", "'by_user'", "shard-key"}},
    {SHARDS TABLE "nodes = ds_0.t\nshard-key = k\nshard-algorithm = nope\n",
     {"shard-algorithm", "'nope'"}},
    {SHARDS ALGORITHMS TABLE "nodes = ds_0.t\nshard-key = k\nshard-algorithm = by_user\n",
     {"[table t] shard-algorithm", "'user_id'", "ds_${user_id % 2}"}},
    {SHARDS ALGORITHMS TABLE "nodes = ds_0.t_${0..2}\ntable-key = k\ntable-algorithm = four\n",
     {"[table t] table-algorithm", "'t_3'"}},
    {SHARDS ALGORITHMS TABLE
     "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = four\nvalue-type = x: long\n",
     {"value-type", "'x'"}},
    {SHARDS ALGORITHMS TABLE
     "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = four\nvalue-type = k: bigint\n",
     {"value-type", "'bigint'"}},
    {SHARDS ALGORITHMS TABLE "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = "
                             "four\nvalue-type = k: integer, k: long\n",
     {"[table t] value-type", "'k'", "twice"}},
    {SHARDS TABLE "nodes = ds_${0..1}.t\nbind =\n", {"[table t] bind", "''"}},
    {SHARDS ALGORITHMS TABLE
     "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = four\nvalue-type = k: sql-date\n",
     {"value-type", "sql-date", "time-zone"}},
    {SHARDS ALGORITHMS TABLE "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = "
                             "four\nvalue-type = k: sql-date\ntime-zone = Nowhere/City\n",
     {"time-zone", "Nowhere/City"}},
    {SHARDS TABLE "nodes = ds_0.t\nscatter-read = perhaps\n", {"scatter-read", "'perhaps'"}},
    {SHARDS TABLE "nodes = ds_0.t\nbroadcast = yes\n", {"broadcast", "'yes'"}},
    {SHARDS TABLE "nodes = ds_0.t\ngenerate = k\n", {"generate", "'k'"}},
    {SHARDS TABLE "nodes = ds_0.t\ngenerate = k: g\n", {"generate", "'g'"}},
    {SHARDS TABLE "nodes = ds_0.t\nnull-node = ds_1.t\n", {"null-node", "'ds_1.t'"}},
    {SHARDS ALGORITHMS TABLE
     "broadcast = true\nshard-key = user_id\nshard-algorithm = by_user\nnodes = ds_${0..1}.t\n",
     {"[table t] broadcast"}},
    {SHARDS TABLE "broadcast = true\nnodes = ds_0.t, ds_0.u\n",
     {"[table t] nodes", "'u'", "'ds_0'"}},
    {SHARDS "[algorithm a]\n", {"[algorithm a]", "type"}},
    {SHARDS "[algorithm a]\ntype = NOPE\n", {"[algorithm a]", "'NOPE'"}},
    {SHARDS "[algorithm a]\ntype = MOD\nsharding-count = four\n",
     {"[algorithm a] sharding-count", "'four'"}},
    {"[algorithm a]\ntype = MOD\n# c\nsharding-count = four\n",
     {"test.ini:4: [algorithm a] sharding-count: 'four'"}},
    {"[shard a]\ndsn = x\n[algorithm a]\ntype = MOD\nsharding-count = 2\nsharding-cont = 4\n",
     {"test.ini:6: [algorithm a] sharding-cont: is no property"}},
    {"[shard a]\ndsn = x\n[algorithm a]\ntype = INLINE\nalgorithm-expression = ds_${k %% 2}\n",
     {"test.ini:5: [algorithm a] algorithm-expression"}},
    {"[shard a]\ndsn = x\n[generator g]\ntype = SNOWFLAKE\nworker-id = 5000\n",
     {"test.ini:5: [generator g] worker-id: '5000'"}},
    {"[shard a]\ndsn = x\n[algorithm a]\ntype = MOOD\nsharding-count = 2\n",
     {"test.ini:4: [algorithm a] type: 'MOOD'"}},
    {SHARDS "[generator g]\ntype = SEQUENCE\n", {"[generator g]", "'SEQUENCE'"}},
    {SHARDS "[generator g]\ntype = SNOWFLAKE\nworker-id = 5000\n",
     {"[generator g] worker-id", "'5000'"}},
    {SHARDS "[routine r]\ntable = t\nargument = 1\n", {"[routine r]", "'t'"}},
    {SHARDS "[routine r]\nargument = 1\n", {"[routine r]", "table"}},
    {SHARDS ALGORITHMS
     "[table t_order]\nnodes = ds_${0..1}.t_order_${0..1}\ntable-key = order_id\ntable-algorithm = "
     "by_order\nbind = b\n[table t_item]\nnodes = ds_0.t_item_${0..1}\ntable-key = "
     "order_id\ntable-algorithm = by_item\nbind = b\n",
     {"[table t_item] bind", "'b'", "it has 2 nodes, not 4"}},
    {SHARDS ALGORITHMS "[table t_order]\nnodes = ds_0.t_order_${0..1}\ntable-key = "
                       "order_id\ntable-algorithm = by_order\nbind = b\n[table u]\nnodes = "
                       "ds_0.u_${0..1}\ntable-key = order_id\ntable-algorithm = two\nbind = b\n",
     {"[table u] bind", "'b'", "table-algorithms"}},
    {SHARDS ALGORITHMS "[table a]\nnodes = ds_0.a_${0..1}\ntable-key = k\ntable-algorithm = "
                       "two\nbind = b\n[table c]\nnodes = ds_0.c_0, ds_1.c_1\ntable-key = "
                       "k\ntable-algorithm = two\nbind = b\n",
     {"[table c] bind", "'c_1'", "ds_1"}},
    {"[shard a]\ndsn = \xff\n", {"test.ini:2: ", "not UTF-8", "iconv -f LATIN1"}},
    {"\xff\xfe[", {"test.ini:1: ", "UTF-16"}},
    {"rules:\n- !SHARDING\n", {"test.ini:1: 'rules:'", "shardodbc import"}},
    {"[shardodbc]\n; a remark\n", {"test.ini:2: ", "a comment starts with #"}},
    {"[shardodbc]\ntime-zone = Europe/Berln\n" SHARDS,
     {"test.ini:2: [shardodbc] time-zone: 'Europe/Berln'", "+08:00"}},
    {"[algorithm a]\ntype = MOD\nsharding-count = 4 # four\n",
     {"test.ini:3: [algorithm a] sharding-count: '4 # four'", "a line of its own"}},
    {SHARDS TABLE "broadcast = true # everywhere\n", {"broadcast", "a line of its own"}},
    {"[algorithm a]\ntype = MOD\n", {"test.ini:1: [algorithm a]: sharding-count is missing"}},
    {"[algorithm a]\ntype = MOD\nsharding-count =\n",
     {"test.ini:3: [algorithm a] sharding-count: has no value"}},
    {"[algorithm a]\ntype = CLASS_BASED\n", {"'CLASS_BASED'", "PLUGIN, or an expression"}},
    {"[algorithm a]\ntype = INLINE\nalgorithm-expression = ds_${k.hashcode()}\n",
     {"hashcode()", "(there is hashCode())"}},
    {SHARDS "[algorithm a]\ntype = INLINE\nalgorithm-expression = k % 2\n" TABLE
            "nodes = ds_${0..1}.t\nshard-key = k\nshard-algorithm = a\n",
     {"[table t] shard-algorithm", "'k % 2'", "${...}", "ds_${k % 2}"}},
    {SHARDS ALGORITHMS TABLE
     "nodes = ds_0.t_${0..3}\ntable-key = k\ntable-algorithm = four\nvalue-type = k: int\n",
     {"value-type: 'int'", "there are integer, long"}},
    {SHARDS TABLE "nodes = ds_0.t\ngenerate = k: g\n", {"generate", "'g'", "it has none"}},
    {SHARDS ALGORITHMS TABLE "auto-shards = ds_${0..9}\ntable-key = k\ntable-algorithm = four\n",
     {"auto-shards", "'ds_2'"}},
    {SHARDS TABLE "nodes = <INTERVAL>P=ds_0.t_;SP=yyyy;DIA=1;DIU=Years;DL=2023;DU=2024, "
                  "<INTERVAL>P=ds_1.t_;SP=yyyy;DIA=1;DIU=Years;DL=2023;DU=2024\n",
     {"[table t] nodes", "<INTERVAL>", "one prefix"}},
    {SHARDS TABLE "nodes = ds_0.t, <literal>ds_1.t\n", {"[table t] nodes", "one prefix"}},
    {SHARDS TABLE "nodes = <INTERVAL>P=ds_0.t_;SP=yyyy;DIU=Years;DL=2023;DU=2024\n",
     {"[table t] nodes: <INTERVAL> DIA", "no such key"}},
    {SHARDS TABLE "nodes = <INTERVAL>P=ds_0.t_;SP=yyyy;DIA=1;DIU=Year;DL=2023;DU=2024\n",
     {"'Year'", "Months, Years"}},
    {"[algorithm a]\ntype = INTERVAL\ndatetime-pattern = YYYY-MM-dd\n",
     {"test.ini:3: [algorithm a] datetime-pattern", "'Y'", "y u M d"}},
    {"[algorithm a]\ntype = INTERVAL\ndatetime-pattern = yyyy-MM-dd\ndatetime-lower = 2024-01-01\n"
     "datetime-upper = 2023-01-01\nsharding-suffix-pattern = yyyyMM\n",
     {"test.ini:5: [algorithm a] datetime-upper", "before datetime-lower"}},
};

static void
test_refuse(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(bad_cases); i++) {
        const BadCase *at = &bad_cases[i];
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardRules) rules =
            shard_rules_parse(at->text, strlen(at->text), "test.ini", &error);
        if (rules != NULL)
            fail_msg("taken: %s", at->text);
        assert_string_equal(shard_error_sqlstate(error, 0), "HY000");
        for (guint j = 0; j < 4 && at->parts[j] != NULL; j++)
            if (strstr(error->message, at->parts[j]) == NULL)
                fail_msg("%s lacks '%s'", error->message, at->parts[j]);
    }
}

/* What is said of a value as long as a book names its place, and its end, and is short. */
static void
test_long_value(void **state)
{
    g_autofree char *filler = g_strnfill(100000, 'x');
    g_autofree char *text =
        g_strconcat("[shard a]\ndsn = x\n[table t]\nbroadcast = ", filler, NULL);
    g_autoptr(GError) error = NULL;

    assert_null(shard_rules_parse(text, strlen(text), "test.ini", &error));
    assert_true(g_str_has_prefix(error->message, "test.ini:4: [table t] broadcast: 'xxx"));
    assert_true(g_str_has_suffix(error->message, "xxx' is none of false, true"));
    assert_true(strlen(error->message) < 600);
}

static const struct {
    const char *object, *actual, *folded;
    gboolean is_sharded;
} object_cases[] = {
    {"ix_v_t_0", "t_0", "ix_v", TRUE},
    {"t_0_pkey", "t_0", "t_pkey", TRUE},
    {"t_0_v_key", "t_0", "t_v_key", TRUE},
    {"PRIMARY", "t_0", "PRIMARY", TRUE},
    {"t_0", "t_0", "t_0", TRUE},
    {"t_00_pkey", "t_0", "t_00_pkey", TRUE},
    {"_t_0", "t_0", "_t_0", TRUE},
    {"sqlite_autoindex_t_0_1", "t_0", "sqlite_autoindex_t_1", TRUE},
    {"ix_t", "t", "ix_t", FALSE},
    {"ix_t_0", "t_0", "ix_t_0", FALSE},
    {"t_0_pkey", "t_0", "t_pkey", FALSE},
};

static void
test_object_names(void **state)
{
    for (gsize i = 0; i < G_N_ELEMENTS(object_cases); i++) {
        g_autofree char *folded = shard_object_name_fold(
            object_cases[i].object, object_cases[i].actual, "t", object_cases[i].is_sharded);
        assert_string_equal(folded, object_cases[i].folded);
    }
}

/* What databases say; of ds_0 (0), which has t_order_0 and t_order_1 of t_order. */
static const struct {
    ShardDialect dialect;
    const char *said, *told;
} told_cases[] = {
    {SHARD_DIALECT_POSTGRESQL,
     "ERROR: new row for relation \"t_order_1\" violates check constraint \"positive_t_order_1\"\n"
     "DETAIL: Failing row contains (t_order_1, 3).",
     "ERROR: new row for relation \"t_order\" violates check constraint \"positive\"\n"
     "DETAIL: Failing row contains (t_order_1, 3)."},
    {SHARD_DIALECT_POSTGRESQL,
     "duplicate key value violates unique constraint \"t_order_0_pkey\"\n"
     "DETAIL: Key (name)=(t_order_0) already exists.",
     "duplicate key value violates unique constraint \"t_order_pkey\"\n"
     "DETAIL: Key (name)=(t_order_0) already exists."},
    {SHARD_DIALECT_POSTGRESQL, "DETAIL: constraint fk_t_item_0 on table t_item_0 depends on x",
     "DETAIL: constraint fk on table t_item depends on x"},
    {SHARD_DIALECT_POSTGRESQL, "invalid input syntax for type integer: \"t_order_0\"",
     "invalid input syntax for type integer: \"t_order_0\""},
    /* Not sharded: called as they are. */
    {SHARD_DIALECT_POSTGRESQL, "unique constraint \"uq_t_audit\" of table \"t_dict\"",
     "unique constraint \"uq_t_audit\" of table \"t_dict\""},
    {SHARD_DIALECT_MYSQL,
     "a foreign key constraint fails (`shop_0`.`t_item_1`, CONSTRAINT `fk_t_item_1` FOREIGN KEY"
     " (`t_order_0`) REFERENCES `t_order_1` (`id`))",
     "a foreign key constraint fails (`shop_0`.`t_item`, CONSTRAINT `fk` FOREIGN KEY"
     " (`t_order_0`) REFERENCES `t_order` (`id`))"},
    {SHARD_DIALECT_MYSQL, "Table 'shop_0.t_order_1' doesn't exist",
     "Table 'shop_0.t_order' doesn't exist"},
    {SHARD_DIALECT_MYSQL, "Duplicate entry 't_order_1' for key 'uq_t_order_1'",
     "Duplicate entry 't_order_1' for key 'uq_t_order_1'"},
    {SHARD_DIALECT_MYSQL, "Data too long for column `shop_0`.`t_order_0`.`v` at row 1",
     "Data too long for column `shop_0`.`t_order`.`v` at row 1"},
    {SHARD_DIALECT_SQLITE, "UNIQUE constraint failed: t_order_0.a, t_order_0.b (19)",
     "UNIQUE constraint failed: t_order.a, t_order.b (19)"},
    {SHARD_DIALECT_SQLITE, "CHECK constraint failed: positive_t_order_0",
     "CHECK constraint failed: positive"},
    {SHARD_DIALECT_SQLITE, "table t_order_1 has no column named t_order_1",
     "table t_order has no column named t_order_1"},
    {SHARD_DIALECT_SQLITE, "no such table: t_other_0", "no such table: t_other_0"},
    {SHARD_DIALECT_SQLITE, "", ""},
};

static void
test_told(void **state)
{
    g_autoptr(ShardRules) rules = load(good);

    for (gsize i = 0; i < G_N_ELEMENTS(told_cases); i++) {
        g_autofree char *told =
            shard_rules_tell(rules, 0, told_cases[i].dialect, told_cases[i].said);
        assert_string_equal(told, told_cases[i].told);
    }
}

static void
test_missing_file(void **state)
{
    g_autoptr(GError) error = NULL;

    assert_null(shard_rules_load("/nowhere/rules.ini", &error));
    assert_non_null(strstr(error->message, "/nowhere/rules.ini"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_binding),
        cmocka_unit_test(test_place),        cmocka_unit_test(test_place_range),
        cmocka_unit_test(test_place_hint),   cmocka_unit_test(test_refuse),
        cmocka_unit_test(test_long_value),   cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_object_names), cmocka_unit_test(test_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
