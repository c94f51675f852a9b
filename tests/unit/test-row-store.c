/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-row-store.c - rows kept for scrolling, in memory and past it.
 */
#include "driver/odbc/cursor/row-store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define N_ROWS 1000

static void
make_row(guint number, char *text, ShardValue row[4])
{
    g_snprintf(text, 40, "row number %u", number);
    row[0] = shard_value_long(number);
    row[1] = shard_value_string(text, -1);
    row[2] = number % 3 == 0 ? SHARD_VALUE_INIT_NULL : shard_value_decimal("1.50", -1);
    row[3] = (ShardValue){.kind = SHARD_VALUE_BYTES, .text = {"a\0b", number % 4}};
}

static void
check_row(ShardRowStore *store, guint number)
{
    char text[40];
    ShardValue wanted[4];
    const ShardValue *found = shard_row_store_get(store, number, NULL);

    make_row(number, text, wanted);
    assert_non_null(found);
    for (guint i = 0; i < 4; i++)
        assert_true(shard_value_identical(&found[i], &wanted[i]));
}

/* Everything in memory, everything in the file, and some of both. */
static void
test_rows(void **state)
{
    static const gsize limits[] = {1 << 30, 0, 20000};

    for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
        ShardRowStore *store = shard_row_store_new(4, limits[i], NULL);
        for (guint row = 0; row < N_ROWS; row++) {
            char text[40];
            ShardValue values[4];
            make_row(row, text, values);
            assert_true(shard_row_store_add(store, values, NULL));
        }
        assert_int_equal(shard_row_store_n(store), N_ROWS);
        for (guint row = 0; row < N_ROWS; row++)
            check_row(store, row);
        for (guint row = N_ROWS; row-- > 0;)
            check_row(store, row);
        check_row(store, N_ROWS - 1);
        check_row(store, 0);
        shard_row_store_free(store);
    }
}

/* The number that is in the row of that place. */
static gint64
number_at(ShardRowStore *store, guint64 place)
{
    return shard_row_store_get(store, shard_row_store_index(store, place), NULL)[0].i;
}

/* Rows that are removed leave no hole, replaced ones their place; every other row keeps its index.
 */
static void
test_changes(void **state)
{
    static const gsize limits[] = {1 << 30, 0, 200};
    static const guint64 removed[] = {5, 0, 9, 4, 1};
    static const gint64 left[] = {2, 33, 6, 7, 8};

    for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
        ShardRowStore *store = shard_row_store_new(1, limits[i], NULL);
        guint64 place = 99;
        for (gint64 row = 0; row < 10; row++) {
            ShardValue value = shard_value_long(row);
            assert_true(shard_row_store_add(store, &value, NULL));
        }
        const ShardValue other = shard_value_long(33);
        shard_row_store_replace(store, 3, &other);
        for (gsize j = 0; j < G_N_ELEMENTS(removed); j++) {
            shard_row_store_remove(store, removed[j]);
            assert_false(shard_row_store_place(store, removed[j], &place));
        }
        assert_int_equal(shard_row_store_n(store), G_N_ELEMENTS(left));
        for (gsize j = 0; j < G_N_ELEMENTS(left); j++) {
            assert_int_equal(number_at(store, j), left[j]);
            assert_true(shard_row_store_place(store, shard_row_store_index(store, j), &place));
            assert_int_equal(place, j);
        }
        assert_false(shard_row_store_place(store, 10, &place));
        shard_row_store_free(store);
    }
}

static void
test_bad_folder(void **state)
{
    g_autoptr(GError) error = NULL;
    ShardRowStore *store = shard_row_store_new(1, 0, "/nowhere/at/all");
    ShardValue value = shard_value_long(1);

    assert_false(shard_row_store_add(store, &value, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HY001");
    assert_int_equal(shard_row_store_n(store), 0);
    shard_row_store_free(store);
    shard_row_store_free(NULL);
}

/* In a child that has no more memory than it uses already, but for some. */
static int
add_with_little_memory(const ShardValue *row, gsize limit)
{
    ShardRowStore *store = shard_row_store_new(1, limit, NULL);
    gsize n_pages = 0;
    g_autofree char *text = NULL;
    GError *error = NULL;

    if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL) ||
        sscanf(text, "%zu", &n_pages) != 1)
        return 2;
    gsize most = n_pages * (gsize) sysconf(_SC_PAGESIZE) + row->text.size / 2;
    setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
    return shard_row_store_add(store, row, &error) ||
           strcmp(shard_error_sqlstate(error, 0), "HY001") != 0;
}

/* A row that there is no memory for is an error, not the end of the process. */
static void
test_short_memory(void **state)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    skip(); /* their own memory is larger than any limit */
#endif
    static const gsize limits[] = {(gsize) 1 << 40, 0};
    const gsize size = 100 << 20;
    g_autofree char *bytes = g_malloc0(size);
    const ShardValue row = shard_value_string(bytes, (gssize) size);

    for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
        int status = -1;
        pid_t child = fork();
        if (child == 0)
            _exit(add_with_little_memory(&row, limits[i]));
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_bad_folder),
        cmocka_unit_test(test_short_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
