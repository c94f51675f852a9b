/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The rules files of examples/: 512 databases on 16 servers, and the plug-in; and how large rules
 * load.
 */
#include "router/base/error.h"
#include "router/rules/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <glib/gstdio.h>

#include <cmocka.h>

static char *
source_path(const char *name)
{
    const char *folder = g_getenv("top_srcdir");
    return g_build_filename(folder == NULL ? "." : folder, name, NULL);
}

static ShardRules *
load_file(const char *path)
{
    g_autoptr(GError) error = NULL;
    ShardRules *rules = shard_rules_load(path, &error);

    if (rules == NULL)
        fail_msg("%s", error->message);
    return rules;
}

/* The one node of a row; -1: none, or several. */
static gint
find_node(const ShardTable *table, const ShardValue *values, guint n_keys)
{
    g_autofree gboolean *marks = g_new0(gboolean, table->n_nodes);
    ShardValue all[4];
    gint found = -1;

    for (guint i = 0; i < n_keys; i++)
        all[i] = values[i];
    if (shard_table_place(table, all, marks, NULL) != SHARD_PLACE_FOUND)
        return -1;
    for (guint i = 0; i < table->n_nodes; i++) {
        if (!marks[i])
            continue;
        if (found >= 0)
            return -1;
        found = (gint) i;
    }
    return found;
}

static void
test_512_databases(void **state)
{
    static const struct {
        const char *code;
        const char *shard, *schema;
    } cases[] = {
        {"order_code_35711", "ds_2", "db_76"},
        {"10", "ds_0", "db_31"},
        {"abc", "ds_3", "db_98"},
        {"user_1001", "ds_2", "db_84"},
        {"polygenelubricants", "ds_0", "db_0"},
        {"550e8400-e29b-41d4-a716-446655440000", "ds_14", "db_461"},
    };
    g_autofree char *path = source_path("examples/512-databases/rules.ini");
    g_autoptr(ShardRules) rules = load_file(path);
    const ShardTable *table = shard_rules_find_table(rules, "t_order", FALSE);

    assert_int_equal(shard_rules_n_shards(rules), 16);
    assert_int_equal(table->n_nodes, 512);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        ShardValue code = shard_value_string(cases[i].code, -1);
        gint node = find_node(table, &code, 1);
        assert_true(node >= 0);
        assert_string_equal(shard_rules_shard(rules, table->nodes[node].shard)->name,
                            cases[i].shard);
        assert_string_equal(table->nodes[node].schema, cases[i].schema);
        assert_string_equal(table->nodes[node].table, "t_order");
    }
}

/* Every code has exactly one database, on the server that the rules list for it. */
static void
test_512_spread(void **state)
{
    g_autofree char *path = source_path("examples/512-databases/rules.ini");
    g_autoptr(ShardRules) rules = load_file(path);
    const ShardTable *table = shard_rules_find_table(rules, "t_order", FALSE);
    guint hits[512] = {0};

    for (guint i = 0; i < 20000; i++) {
        g_autofree char *text = g_strdup_printf("order_code_%u", i);
        ShardValue code = shard_value_string(text, -1);
        gint node = find_node(table, &code, 1);
        assert_true(node >= 0);
        assert_int_equal((guint) node / 32, table->nodes[node].shard);
        hits[node]++;
    }
    for (guint i = 0; i < 512; i++)
        assert_true(hits[i] > 0);
}

#ifdef TENANT_LIBRARY
static void
test_plugin(void **state)
{
    static const struct {
        gint64 tenant;
        const char *table;
    } cases[] = {{7, "t_order_0"}, {12, "t_order_1"}, {0, "t_order_2"},
                 {4, "t_order_3"}, {5, "t_order_4"},  {-1, "t_order_4"}};
    g_autofree char *path = source_path("examples/plugin/rules.ini");
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GString) content = g_string_new(text);
    g_string_replace(content, "libtenant.so", TENANT_LIBRARY, 1);
    g_autoptr(ShardRules) rules =
        shard_rules_parse(content->str, content->len, "rules.ini", &error);
    if (rules == NULL)
        fail_msg("%s", error->message);
    const ShardTable *table = shard_rules_find_table(rules, "t_order", FALSE);

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        ShardValue tenant = shard_value_long(cases[i].tenant);
        gint node = find_node(table, &tenant, 1);
        assert_true(node >= 0);
        assert_string_equal(table->nodes[node].table, cases[i].table);
    }
    ShardValue text_value = shard_value_string("x", -1);
    gboolean marks[5] = {FALSE};
    assert_int_equal(shard_table_place(table, &text_value, marks, &error), SHARD_PLACE_ERROR);
    assert_non_null(strstr(error->message, "a tenant is a number"));

    ShardRange range = {.lower = shard_value_long(7),
                        .upper = shard_value_long(8),
                        .lower_closed = TRUE,
                        .upper_closed = TRUE};
    assert_true(shard_table_place_range(table, 0, &range, marks, NULL));
    assert_true(marks[0] && !marks[1] && !marks[2] && !marks[3] && marks[4]);
}

static void
test_bad_plugin(void **state)
{
    static const struct {
        const char *library, *property, *message;
    } cases[] = {{TENANT_LIBRARY, "big = seven", "big = seven is not understood"},
                 {TENANT_LIBRARY, "colour = red", "colour = red is not understood"},
                 {"libc.so.6", "big = 7: t_0", "can't be loaded"},
                 {"/lib/x86_64-linux-gnu/libm.so.6", "big = 7: t_0", "library"}};

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf("[shard d]\ndsn = d\n[algorithm a]\ntype = PLUGIN\n"
                                                "library = %s\n%s\n",
                                                cases[i].library, cases[i].property);
        g_autoptr(GError) error = NULL;
        assert_null(shard_rules_parse(text, strlen(text), "/nowhere/rules.ini", &error));
        assert_non_null(strstr(error->message, cases[i].message));
    }
}
#endif

/* 10,000 nodes: loaded at once, and a row found without going through them. */
static void
test_large(void **state)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    for (guint i = 0; i < 100; i++)
        g_string_append_printf(text, "[shard ds_%u]\ndsn = d%u\n", i, i);
    g_string_append(text, "[table t]\nnodes = ds_${0..99}.t_${0..99}\n"
                          "shard-key = a\nshard-algorithm = s\ntable-key = b\ntable-algorithm = t\n"
                          "value-type = a: long, b: long\n"
                          "[algorithm s]\ntype = MOD\nsharding-count = 100\n"
                          "[algorithm t]\ntype = INLINE\nalgorithm-expression = t_${b % 100}\n");
    gint64 start = g_get_monotonic_time();
    g_autoptr(ShardRules) rules = shard_rules_parse(text->str, text->len, "large.ini", &error);
    gint64 took = g_get_monotonic_time() - start;
    if (rules == NULL)
        fail_msg("%s", error->message);
    /* A tenth of a second is the aim; a loaded machine and sanitizers take longer. */
    assert_true(took < 2 * G_USEC_PER_SEC);
    const ShardTable *table = shard_rules_find_table(rules, "t", FALSE);
    assert_int_equal(table->n_nodes, 10000);
    for (gint64 i = 0; i < 300; i++) {
        ShardValue values[] = {shard_value_long(i * 7), shard_value_long(i * 13)};
        assert_int_equal(find_node(table, values, 2), (i * 7 % 100) * 100 + i * 13 % 100);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_512_databases), cmocka_unit_test(test_512_spread),
#ifdef TENANT_LIBRARY
        cmocka_unit_test(test_plugin),        cmocka_unit_test(test_bad_plugin),
#endif
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
