/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters: buckets, places, what processes publish and leave behind. */
#include "driver/executor/counters-file.h"

#include <glib/gstdio.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char *folder;

static int
make_folder(void **state)
{
    folder = g_dir_make_tmp("shard-counters.XXXXXX", NULL);
    return folder == NULL;
}

static int
remove_folder(void **state)
{
    g_autoptr(GDir) names = g_dir_open(folder, 0, NULL);
    const char *name;

    while (names != NULL && (name = g_dir_read_name(names)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
    return 0;
}

static void
test_buckets(void **state)
{
    static const struct {
        gint64 microseconds;
        guint bucket;
    } cases[] = {{0, 0}, {250, 0}, {251, 1}, {1000, 2}, {10000000, 13}, {10000001, 14}};
    ShardPlaceCounters *place = shard_counters_place("/rules", "timed");

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint64 before = place->buckets[cases[i].bucket];
        shard_counters_unit(place, cases[i].microseconds, i == 0);
        assert_int_equal(place->buckets[cases[i].bucket], before + 1);
    }
    assert_int_equal(place->units, G_N_ELEMENTS(cases));
    assert_int_equal(place->errors, 1);
    assert_int_equal(shard_latency_limit(0), 250);
    assert_int_equal(shard_latency_limit(SHARD_LATENCY_BUCKETS), -1);
}

static void
test_places(void **state)
{
    g_autofree char *path = g_strnfill(500, 'p');
    ShardPlaceCounters *place = shard_counters_place(path, "a");

    assert_ptr_equal(place, shard_counters_place(path, "a"));
    assert_ptr_not_equal(place, shard_counters_place(path, "b"));
    assert_ptr_not_equal(place, shard_counters_place("/other", "a"));
    assert_int_equal(strlen(place->rules), sizeof place->rules - 1);
}

static void *
count_much(void *unused)
{
    for (guint i = 0; i < 1000; i++) {
        shard_counters_unit(shard_counters_place("/rules", i % 2 ? "ds_0" : "ds_1"), i, FALSE);
        shard_count(&shard_counters->statements[0], 1);
    }
    return NULL;
}

static const ShardPlaceCounters *
find(const ShardCounters *counters, const char *shard)
{
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++)
        if (strcmp(counters->places[i].shard, shard) == 0)
            return &counters->places[i];
    return NULL;
}

static void
test_publish(void **state)
{
    pthread_t threads[4];

    shard_counters_publish(folder);
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
        pthread_create(&threads[i], NULL, count_much, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
        pthread_join(threads[i], NULL);
    g_autoptr(GPtrArray) all = shard_counters_read(folder);
    assert_int_equal(all->len, 2);
    const ShardCounters *own = all->pdata[1];
    assert_int_equal(own->pid, getpid());
    assert_int_equal(own->statements[0], 4000);
    assert_int_equal(find(own, "ds_0")->units, 2000);
    assert_non_null(find(own, "timed")); /* from before it was published */
}

/* A child counts for itself from nothing; what it counted stays when it is gone. */
static void
test_fork(void **state)
{
    pid_t child = fork();

    if (child == 0) {
        shard_counters_after_fork();
        shard_count(&shard_counters->refused, 3);
        shard_counters_unit(shard_counters_place("/rules", "ds_0"), 1, FALSE);
        _exit(shard_counters->statements[0] != 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    for (guint i = 0; i < 2; i++) { /* it is added up once */
        g_autoptr(GPtrArray) all = shard_counters_read(folder);
        assert_int_equal(all->len, 2);
        const ShardCounters *gone = all->pdata[0], *own = all->pdata[1];
        assert_int_equal(gone->refused, 3);
        assert_int_equal(gone->statements[0], 0);
        assert_int_equal(find(gone, "ds_0")->units, 1);
        assert_int_equal(own->refused, 0);
    }
}

static void
test_others(void **state)
{
    for (guint i = 0; i < SHARD_COUNTED_PLACES + 10; i++) {
        g_autofree char *name = g_strdup_printf("many_%u", i);
        shard_counters_unit(shard_counters_place("/many", name), 5, FALSE);
    }
    g_autoptr(GPtrArray) all = shard_counters_read(folder);
    const ShardCounters *own = all->pdata[1];
    assert_true(find(own, "others")->units >= 10);
    assert_int_equal(find(own, "many_0")->units, 1);
    /* A sum has the same room, and loses nothing either. */
    g_autofree ShardCounters *sum = g_new0(ShardCounters, 1);
    shard_counters_add(sum, own);
    shard_counters_add(sum, own);
    assert_int_equal(find(sum, "others")->units, 2 * find(own, "others")->units);
    assert_int_equal(find(sum, "many_0")->units, 2);
}

static void
test_strangers(void **state)
{
    g_autofree char *path = g_build_filename(folder, "counters-99-x", NULL);

    assert_true(g_file_set_contents(path, "no counters", -1, NULL));
    g_autoptr(GPtrArray) all = shard_counters_read(folder);
    assert_int_equal(all->len, 2);
    assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    g_autoptr(GPtrArray) none = shard_counters_read("/nowhere/at/all");
    assert_int_equal(none->len, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buckets), cmocka_unit_test(test_places),
        cmocka_unit_test(test_publish), cmocka_unit_test(test_fork),
        cmocka_unit_test(test_others),  cmocka_unit_test(test_strangers),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
