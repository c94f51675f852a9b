/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/static-result.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const ShardStaticColumn columns[] = {
    {"name", SQL_VARCHAR, 10, 0, SQL_NULLABLE},
    {"n", SQL_INTEGER, 10, 0, SQL_NO_NULLS},
};

static ShardStream *
make_stream(void)
{
    static const struct {
        const char *name;
        gint64 n;
    } rows[] = {{"b", 1}, {NULL, 5}, {"a", 2}, {"b", 0}, {"ab", 7}};
    static const guint by_name[] = {0};
    ShardStaticResult *result = shard_static_result_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        char name[8] = "";
        ShardValue values[2] = {SHARD_VALUE_INIT_NULL, shard_value_long(rows[i].n)};
        if (rows[i].name != NULL) {
            g_strlcpy(name, rows[i].name, sizeof name);
            values[0] = shard_value_string(name, -1);
        }
        shard_static_result_add(result, values);
        memset(name, 'x', sizeof name);
    }
    shard_static_result_sort(result, by_name, 1);
    return shard_static_result_stream(result);
}

/* NULL first, then by bytes; equal ones as they were added; END is answered again. */
static void
test_rows(void **state)
{
    static const gint64 wanted[] = {5, 2, 7, 1, 0};
    g_autoptr(ShardStream) stream = make_stream();
    const ShardValue *row;

    assert_int_equal(stream->columns->n_columns, 2);
    assert_string_equal(stream->columns->columns[0].label, "name");
    assert_int_equal(stream->columns->columns[1].sql_type, SQL_INTEGER);
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_ROW);
        assert_int_equal(row[1].i, wanted[i]);
    }
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
}

static void
test_empty(void **state)
{
    g_autoptr(ShardStream) stream =
        shard_static_result_stream(shard_static_result_new(columns, G_N_ELEMENTS(columns)));
    const ShardValue *row;

    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
