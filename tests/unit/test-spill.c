/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-spill.c - rows in a temporary file come back as they went in, whatever forked children do.
 */
#include "driver/executor/spill.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define N_ROWS 1000
#define N_COLUMNS 3
/* Larger than what is written at once. */
#define LARGE 200000

/* The child of a program ends as programs do: with all that the C library does then. */
static void
fork_and_exit(void)
{
    pid_t child = fork();
    int status = -1;

    if (child == 0)
        exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static gsize
text_size(guint row)
{
    return row % 250 == 249 ? LARGE : row % 40;
}

static void
fill_row(ShardValue *values, char *text, guint row)
{
    memset(text, 'a' + (int) (row % 26), LARGE);
    values[0] = shard_value_long(row);
    values[1] = shard_value_string(text, (gssize) text_size(row));
    values[2] = SHARD_VALUE_INIT_NULL;
}

static char *
alloc_in_arena(gpointer arena, gsize size)
{
    return shard_arena_alloc(arena, size);
}

static void
test_rows(void **state)
{
    ShardSpill *spill = shard_spill_new(NULL, NULL);
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autofree char *text = g_malloc(LARGE);
    ShardValue wanted[N_COLUMNS], got[N_COLUMNS];

    assert_non_null(spill);
    for (guint row = 0; row < N_ROWS; row++) {
        fill_row(wanted, text, row);
        assert_true(shard_spill_write(spill, wanted, N_COLUMNS, NULL));
        if (row % 300 == 7)
            fork_and_exit();
    }
    assert_true(shard_spill_rewind(spill, NULL));
    for (guint row = 0; row < N_ROWS; row++) {
        assert_int_equal(shard_spill_n_left(spill), N_ROWS - row);
        assert_true(shard_spill_read(spill, got, N_COLUMNS, alloc_in_arena, arena, NULL));
        fill_row(wanted, text, row);
        for (guint i = 0; i < N_COLUMNS; i++)
            assert_true(shard_value_identical(&got[i], &wanted[i]));
        shard_arena_reset(arena);
        if (row % 300 == 7)
            fork_and_exit();
    }
    assert_int_equal(shard_spill_n_left(spill), 0);
    shard_spill_free(spill);
}

static void
test_no_folder(void **state)
{
    g_autoptr(GError) error = NULL;

    assert_null(shard_spill_new("/nowhere/at/all", &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HY000");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
