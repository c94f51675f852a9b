/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which tables a catalog argument means, and what actual names are shown as.
 */
#include "driver/odbc/catalog/private.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/fake-session.h"

const char *
shard_catalog_home(ShardCatalog *self, guint shard, GError **error)
{
    return "public";
}

static const ShardNode order_nodes[] = {{0, NULL, "t_order_0"}, {1, NULL, "t_order_1"}};
static const ShardNode item_nodes[] = {{0, NULL, "t_item_0"}};
static const ShardNode upper_nodes[] = {{1, NULL, "Upper_0"}};
static const ShardTable tables[] = {
    {.name = "t_order", .nodes = order_nodes, .n_nodes = 2},
    {.name = "t_item", .nodes = item_nodes, .n_nodes = 1},
    {.name = "Upper", .nodes = upper_nodes, .n_nodes = 1},
};

static const struct {
    ShardDialect dialect;
    gboolean is_pattern, metadata_id;
    const char *argument;
    const char *tables; /* with commas */
} match_cases[] = {
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, NULL, "t_order,t_item,Upper"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "%", "t_order,t_item,Upper"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "t%", "t_order,t_item"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "t_order", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "t\\_order", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "t\\%", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "__order", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "%r%e%r", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "%%%%%%%%z", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "t_order_0", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "T_ORDER", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, FALSE, FALSE, "t_order", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, FALSE, FALSE, "t%", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, TRUE, "T_ORDER", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, TRUE, " \"t_order\" ", "t_order"},
    {SHARD_DIALECT_POSTGRESQL, TRUE, TRUE, "\"T_ORDER\"", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, TRUE, "t%", ""},
    {SHARD_DIALECT_POSTGRESQL, TRUE, FALSE, "%_o%", "t_order"},
    {SHARD_DIALECT_MYSQL, TRUE, FALSE, "upper", "Upper"},
    {SHARD_DIALECT_MYSQL, TRUE, FALSE, "%E_", "t_order,t_item,Upper"},
    {SHARD_DIALECT_SQLITE, TRUE, FALSE, "u%", "Upper"},
    {SHARD_DIALECT_SQLITE, TRUE, FALSE, "%P%R", "Upper"},
    {SHARD_DIALECT_MYSQL, TRUE, TRUE, "`Upper`", "Upper"},
    {SHARD_DIALECT_SQLITE, FALSE, FALSE, "T_Item", "t_item"},
};

static void
test_matching(void **state)
{
    for (gsize i = 0; i < G_N_ELEMENTS(match_cases); i++) {
        ShardCatalogRequest request = {.metadata_id = match_cases[i].metadata_id};
        ShardCatalogFunction function = {.is_pattern = match_cases[i].is_pattern};
        fake_session = (ShardSession){.tables = tables, .n_tables = G_N_ELEMENTS(tables)};
        ShardCatalog catalog = {.rules = (const ShardRules *) &fake_session,
                                .dialect = match_cases[i].dialect,
                                .request = &request,
                                .function = &function};
        g_autoptr(GPtrArray) found = shard_catalog_match_tables(&catalog, match_cases[i].argument);
        g_autoptr(GString) names = g_string_new(NULL);
        for (guint n = 0; n < found->len; n++)
            g_string_append_printf(names, "%s%s", n > 0 ? "," : "",
                                   ((const ShardTable *) found->pdata[n])->name);
        assert_string_equal(names->str, match_cases[i].tables);
    }
}

/* What is a node's, or stands behind a logical name, isn't shown as itself. */
static void
test_hidden(void **state)
{
    static const struct {
        const char *schema, *name;
        gboolean hidden;
    } wanted[] = {{"public", "t_order_0", TRUE}, {NULL, "t_order_0", TRUE},
                  {"other", "t_order_0", FALSE}, {"public", "t_order_1", FALSE},
                  {"public", "t_order", TRUE},   {"other", "t_order", FALSE},
                  {"public", "mine", FALSE}};
    ShardCatalog catalog = {.rules = (const ShardRules *) &fake_session,
                            .dialect = SHARD_DIALECT_POSTGRESQL};

    fake_session = (ShardSession){.tables = tables, .n_tables = G_N_ELEMENTS(tables)};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
        assert_int_equal(shard_catalog_is_hidden(&catalog, 0, wanted[i].schema, wanted[i].name),
                         wanted[i].hidden);
}

/* The tables of the standard: labels of ODBC 3 and 2, and positions that make sense. */
static void
test_columns(void **state)
{
    static const SQLUSMALLINT functions[] = {
        SQL_API_SQLTABLES,          SQL_API_SQLCOLUMNS,          SQL_API_SQLPRIMARYKEYS,
        SQL_API_SQLFOREIGNKEYS,     SQL_API_SQLSTATISTICS,       SQL_API_SQLSPECIALCOLUMNS,
        SQL_API_SQLPROCEDURES,      SQL_API_SQLPROCEDURECOLUMNS, SQL_API_SQLTABLEPRIVILEGES,
        SQL_API_SQLCOLUMNPRIVILEGES};
    static const guint counts[] = {5, 18, 6, 14, 13, 8, 8, 19, 7, 8};
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        const ShardCatalogFunction *function = shard_catalog_function_find(functions[i]);
        assert_non_null(function);
        assert_int_equal(function->n_columns, counts[i]);
        for (guint n = 0; n < function->n_order; n++)
            assert_true(function->order[n] < function->n_columns);
        if (function->data_type >= 0)
            assert_string_equal(function->columns[function->data_type].label, "DATA_TYPE");
        if (function->sql_data_type >= 0)
            assert_string_equal(function->columns[function->sql_data_type].label, "SQL_DATA_TYPE");
        const ShardStaticColumn *old = shard_catalog_columns2(function, arena);
        if (function->names == 0)
            assert_non_null(strstr(old[0].label, "_QUALIFIER"));
    }
    assert_null(shard_catalog_function_find(SQL_API_SQLEXECUTE));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matching),
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
