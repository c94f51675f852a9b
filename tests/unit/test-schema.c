/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/error.h"
#include "router/rules/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <glib/gstdio.h>

#include <cmocka.h>

static const char text[] = "[t_order]\n"
                           "order_id = bigint not null auto-increment\n"
                           "user_id = int unsigned\n"
                           "price = numeric(10,2) default\n"
                           "name = varchar(40) collate C\n"
                           "code = char(8) collate de_DE.utf8\n"
                           "at = timestamp not null\n"
                           "total = double precision generated\n"
                           "primary key = order_id\n"
                           "unique uq_name = NAME, price\n"
                           "[t_dict]\n"
                           "id = serial\n";

static char *
write_file(const char *content)
{
    char *path = g_build_filename(g_get_tmp_dir(), "shardodbc-schema-XXXXXX", NULL);
    int file = g_mkstemp(path);

    assert_true(file >= 0);
    g_close(file, NULL);
    assert_true(g_file_set_contents(path, content, -1, NULL));
    return path;
}

static void
test_load(void **state)
{
    g_autofree char *path = write_file(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardSchema) schema = shard_schema_load(path, &error);
    if (schema == NULL)
        fail_msg("%s", error->message);
    g_unlink(path);
    const ShardTableSchema *table = shard_schema_table(schema, "t_order");
    static const struct {
        const char *name;
        ShardTypeClass type;
        gint32 length, scale;
        gboolean not_null;
        ShardCollationKind collation;
    } columns[] = {
        {"order_id", SHARD_TYPE_BIGINT, -1, -1, TRUE, SHARD_COLLATION_UNKNOWN},
        {"user_id", SHARD_TYPE_BIGINT, -1, -1, FALSE, SHARD_COLLATION_UNKNOWN},
        {"price", SHARD_TYPE_DECIMAL, 10, 2, FALSE, SHARD_COLLATION_UNKNOWN},
        {"name", SHARD_TYPE_TEXT, 40, -1, FALSE, SHARD_COLLATION_BINARY},
        {"code", SHARD_TYPE_CHAR, 8, -1, FALSE, SHARD_COLLATION_LIBC},
        {"at", SHARD_TYPE_TIMESTAMP, -1, -1, TRUE, SHARD_COLLATION_UNKNOWN},
        {"total", SHARD_TYPE_DOUBLE, -1, -1, FALSE, SHARD_COLLATION_UNKNOWN},
    };

    assert_int_equal(table->n_columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < table->n_columns; i++) {
        const ShardColumnSchema *column = &table->columns[i];
        assert_string_equal(column->name, columns[i].name);
        assert_int_equal(column->type, columns[i].type);
        assert_int_equal(column->length, columns[i].length);
        assert_int_equal(column->scale, columns[i].scale);
        assert_int_equal(column->not_null, columns[i].not_null);
        assert_int_equal(column->collation.kind, columns[i].collation);
    }
    assert_true(table->columns[0].auto_increment);
    assert_true(table->columns[2].has_default);
    assert_true(table->columns[6].generated);
    assert_int_equal(table->n_indexes, 2);
    assert_true(table->indexes[0].primary);
    assert_string_equal(table->indexes[1].name, "uq_name");
    assert_int_equal(table->indexes[1].columns[0], 3);
    assert_int_equal(shard_table_schema_column(table, "PRICE"), 2);
    assert_int_equal(shard_table_schema_column(table, "nope"), -1);
    assert_true(shard_schema_table(schema, "t_dict")->columns[0].auto_increment);
}

static void
test_snapshots(void **state)
{
    ShardColumnSchema column = {.name = "k", .type = SHARD_TYPE_UUID, .length = -1, .scale = -1};
    ShardTableSchema facts = {.name = "t", .columns = &column, .n_columns = 1};
    ShardTableSchema none = {.name = "t"};
    g_autoptr(ShardSchema) empty = shard_schema_new();
    g_autoptr(ShardSchema) with = shard_schema_with_table(empty, &facts);
    g_autoptr(ShardSchema) without = shard_schema_with_table(with, &none);

    assert_null(shard_schema_table(empty, "t"));
    assert_int_equal(shard_schema_table(with, "t")->columns[0].type, SHARD_TYPE_UUID);
    assert_null(shard_schema_table(without, "t"));
    assert_true(shard_schema_version(with) > shard_schema_version(empty));
    assert_true(shard_schema_version(without) > shard_schema_version(with));
    assert_int_equal(shard_type_value_kind(SHARD_TYPE_BIGINT), SHARD_VALUE_LONG);
    assert_int_equal(shard_type_value_kind(SHARD_TYPE_OTHER), SHARD_VALUE_UNKNOWN);
}

static void
test_refuse(void **state)
{
    static const struct {
        const char *text, *message;
    } bad[] = {{"[t]\na = nonsense\n", "nonsense"},
               {"[t]\na = int sometimes\n", "sometimes"},
               {"[t]\na = int\nprimary key = b\n", "'b'"},
               {"[t]\na = int\na = int\n", "twice"}};

    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *path = write_file(bad[i].text);
        g_autoptr(GError) error = NULL;
        assert_null(shard_schema_load(path, &error));
        assert_non_null(strstr(error->message, bad[i].message));
        g_unlink(path);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
