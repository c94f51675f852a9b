/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/error.h"
#include "router/rules/generator.h"
#include "router/rules/generator/slot.h"
#include "router/rules/generator/snowflake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <cmocka.h>

#define UTC SHARD_SNOWFLAKE_EPOCH_UTC
#define CHINA G_GINT64_CONSTANT(1477929600000)

static const struct {
    gint64 ms, worker, sequence;
    gint64 utc, china; /* -1: overflow */
} ids[] = {
    {1477958400000, 0, 0, 0, 120795955200000},
    {1705314030123, 0, 0, 953598628847419392, 953719424802619392},
    {1705314030123, 0, 1, 953598628847419393, 953719424802619393},
    {1705314030123, 1, 0, 953598628847423488, 953719424802623488},
    {1705314030123, 1023, 4095, 953598628851613695, 953719424806813695},
    {3676981655551, 1023, 4095, 9223372036854775807, -1},
};

static gint64
make_id(gint64 epoch, guint i)
{
    /* The sequence before the wanted one, in the same millisecond. */
    ShardSnowflake state = {.epoch = epoch,
                            .worker = ids[i].worker,
                            .tolerance = 10,
                            .last = ids[i].sequence == 0 ? -1 : ids[i].ms,
                            .sequence = ids[i].sequence - 1,
                            .vibration = -1};
    gint64 id = -1;
    ShardSnowflakeStep step = shard_snowflake_next(&state, ids[i].ms, &id);

    return step == SHARD_SNOWFLAKE_OK ? id : -1;
}

static void
test_layout(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
        assert_int_equal(make_id(UTC, i), ids[i].utc);
        assert_int_equal(make_id(CHINA, i), ids[i].china);
    }
}

/* One key a millisecond. */
static void
test_vibration(void **state)
{
    static const gint64 offsets[] = {3, 1, 0};
    static const gint64 expected[][8] = {
        {0, 1, 2, 3, 0, 1, 2, 3}, {0, 1, 0, 1, 0, 1, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0}};

    for (guint i = 0; i < G_N_ELEMENTS(offsets); i++) {
        ShardSnowflake self = {
            .epoch = UTC, .max_vibration = offsets[i], .last = -1, .vibration = -1};
        for (guint j = 0; j < 8; j++) {
            gint64 id;
            assert_int_equal(shard_snowflake_next(&self, UTC + 1000 + j, &id), SHARD_SNOWFLAKE_OK);
            assert_int_equal(id & 4095, expected[i][j]);
        }
    }
}

static void
test_clock(void **state)
{
    ShardSnowflake self = {.epoch = UTC, .tolerance = 10, .last = -1, .vibration = -1};
    gint64 id;

    assert_int_equal(shard_snowflake_next(&self, UTC + 100, &id), SHARD_SNOWFLAKE_OK);
    assert_int_equal(shard_snowflake_next(&self, UTC + 91, &id), SHARD_SNOWFLAKE_WAIT);
    assert_int_equal(shard_snowflake_next(&self, UTC + 90, &id), SHARD_SNOWFLAKE_BACKWARDS);
    assert_int_equal(shard_snowflake_next(&self, UTC - 1, &id), SHARD_SNOWFLAKE_BACKWARDS);
    /* A full millisecond waits for the next, which starts with 0. */
    for (guint i = 1; i < 4096; i++)
        assert_int_equal(shard_snowflake_next(&self, UTC + 100, &id), SHARD_SNOWFLAKE_OK);
    assert_int_equal(id & 4095, 4095);
    assert_int_equal(shard_snowflake_next(&self, UTC + 100, &id), SHARD_SNOWFLAKE_WAIT);
    assert_int_equal(shard_snowflake_next(&self, UTC + 101, &id), SHARD_SNOWFLAKE_OK);
    assert_int_equal(id & 4095, 0);
}

static ShardGenerator *
make_generator(const char *type, const char *property, const char *text, const char *folder)
{
    g_autoptr(GHashTable) values = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GError) error = NULL;
    ShardProperties properties = {"g", values, NULL};

    if (property != NULL)
        g_hash_table_insert(values, (gpointer) property, (gpointer) text);
    if (folder != NULL)
        g_hash_table_insert(values, (gpointer) "state", (gpointer) folder);
    ShardGenerator *generator = shard_generator_new(type, &properties, &error);
    if (generator == NULL)
        fail_msg("%s", error->message);
    return generator;
}

static gint64
next_long(ShardGenerator *generator)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GError) error = NULL;
    ShardValue value = SHARD_VALUE_INIT_NULL;

    if (!shard_generator_next(generator, arena, &value, &error))
        fail_msg("%s", error->message);
    assert_int_equal(value.kind, SHARD_VALUE_LONG);
    return value.i;
}

static char *
make_folder(void)
{
    char *folder = g_dir_make_tmp("shardodbc-XXXXXX", NULL);
    assert_non_null(folder);
    return folder;
}

static void
remove_folder(char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
}

/* Two rule sets with one worker id share the sequence; another process is told. */
static void
test_fixed_worker(void **state)
{
    char *folder = make_folder();
    ShardGenerator *a = make_generator("SNOWFLAKE", "worker-id", "7", folder);
    ShardGenerator *b = make_generator("snowflake", "worker-id", "7", folder);
    gint64 last = 0;

    for (guint i = 0; i < 1000; i++) {
        gint64 id = next_long(i % 2 == 0 ? a : b);
        assert_true(id > last);
        assert_int_equal(id >> 12 & 1023, 7);
        last = id;
    }
    pid_t child = fork();
    if (child == 0) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(GError) error = NULL;
        ShardValue value;
        gboolean ok = shard_generator_next(a, arena, &value, &error);
        _exit(!ok && strstr(error->message, "worker id 7") != NULL ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(next_long(a) > last);
    shard_generator_free(a);
    shard_generator_free(b);
    remove_folder(folder);
}

/* A forked child claims another slot and leaves the parent's alone. */
static void
test_automatic_worker(void **state)
{
    char *folder = make_folder();
    ShardGenerator *generator = make_generator("SNOWFLAKE", "worker-id", "auto", folder);
    gint64 mine = next_long(generator) >> 12 & 1023;

    pid_t child = fork();
    if (child == 0)
        _exit((int) (next_long(generator) >> 12 & 1023));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), mine);
    assert_int_equal(next_long(generator) >> 12 & 1023, mine);
    shard_generator_free(generator);
    remove_folder(folder);
}

static void
test_full_slots(void **state)
{
    char *folder = make_folder();
    g_autoptr(GError) error = NULL;
    ShardWorkerSlot *first = shard_worker_slot_claim(folder, 5, 2, NULL);
    ShardWorkerSlot *second = shard_worker_slot_claim(folder, 5, 2, NULL);

    assert_int_equal(shard_worker_slot_number(first), 5);
    assert_int_equal(shard_worker_slot_number(second), 6);
    assert_null(shard_worker_slot_claim(folder, 5, 2, &error));
    assert_non_null(strstr(error->message, folder));
    shard_worker_slot_free(first);
    first = shard_worker_slot_claim(folder, 5, 2, NULL);
    assert_int_equal(shard_worker_slot_number(first), 5);
    shard_worker_slot_free(first);
    shard_worker_slot_free(second);
    remove_folder(folder);
}

/* The default follows the number of targets: one key a millisecond hits them all. */
static void
test_spread(void **state)
{
    char *folder = make_folder();
    ShardGenerator *generator = make_generator("SNOWFLAKE", NULL, NULL, folder);
    ShardGenerator *fixed = make_generator("SNOWFLAKE", "max-vibration-offset", "0", folder);
    gboolean hit[8] = {FALSE};

    shard_generator_spread(generator, 8);
    shard_generator_spread(fixed, 8);
    for (guint i = 0; i < 8; i++) {
        hit[next_long(generator) & 7] = TRUE;
        g_usleep(2000);
    }
    for (guint i = 0; i < 8; i++) {
        assert_int_equal(next_long(fixed) & 7, 0);
        g_usleep(2000);
    }
    for (guint i = 0; i < 8; i++)
        assert_true(hit[i]);
    shard_generator_free(generator);
    shard_generator_free(fixed);
    remove_folder(folder);
}

#define THREADS 4
#define PER_THREAD 5000

static void *
make_many(void *data)
{
    gint64 *found = g_new(gint64, PER_THREAD);
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < PER_THREAD; i++) {
        ShardValue value = SHARD_VALUE_INIT_NULL;
        shard_generator_next(data, arena, &value, NULL);
        found[i] = value.i;
    }
    return found;
}

static void
test_threads(void **state)
{
    char *folder = make_folder();
    ShardGenerator *generator = make_generator("SNOWFLAKE", "max-vibration-offset", "15", folder);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    pthread_t threads[THREADS];

    for (guint i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_many, generator), 0);
    for (guint i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        g_autofree gint64 *found = result;
        for (guint j = 0; j < PER_THREAD; j++)
            assert_true(g_hash_table_add(seen, g_memdup2(&found[j], sizeof *found)));
    }
    shard_generator_free(generator);
    remove_folder(folder);
}

static void
test_text_keys(void **state)
{
    static const struct {
        const char *type;
        gsize size;
        const char *alphabet;
    } kinds[] = {
        {"UUID", 32, "0123456789abcdef"},
        {"NANOID", 21, "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}};

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        ShardGenerator *generator = make_generator(kinds[i].type, NULL, NULL, NULL);
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
        for (guint j = 0; j < 1000; j++) {
            ShardValue value;
            assert_true(shard_generator_next(generator, arena, &value, NULL));
            assert_int_equal(value.text.size, kinds[i].size);
            assert_int_equal(strspn(value.text.data, kinds[i].alphabet), kinds[i].size);
            assert_true(g_hash_table_add(seen, (gpointer) value.text.data));
        }
        shard_generator_free(generator);
    }
}

static const struct {
    const char *type, *property, *text;
} bad[] = {{"SEQUENCE", NULL, NULL},
           {"SNOWFLAKE", "worker-id", "1024"},
           {"SNOWFLAKE", "worker-id", "x"},
           {"SNOWFLAKE", "max-vibration-offset", "4096"},
           {"SNOWFLAKE", "epoch", "yesterday"},
           {"SNOWFLAKE", "colour", "red"},
           {"UUID", "worker-id", "1"}};

static void
test_refuse(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GHashTable) values = g_hash_table_new(g_str_hash, g_str_equal);
        g_autoptr(GError) error = NULL;
        ShardProperties properties = {"g", values, NULL};
        if (bad[i].property != NULL)
            g_hash_table_insert(values, (gpointer) bad[i].property, (gpointer) bad[i].text);
        assert_null(shard_generator_new(bad[i].type, &properties, &error));
        assert_non_null(
            strstr(error->message, bad[i].property == NULL ? bad[i].type : bad[i].property));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_vibration),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_fixed_worker),
        cmocka_unit_test(test_automatic_worker),
        cmocka_unit_test(test_full_slots),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_text_keys),
        cmocka_unit_test(test_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
