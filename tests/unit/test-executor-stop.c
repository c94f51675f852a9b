/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What ends early, over four shards of each brand that is there: the rest after a failure,
 * cancelled statements, timeouts, lost connections, a forked child's. */
#include "executor-brands.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void
first_failure_cancels_the_rest(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        const char *slow = slow_text(f.brand, 20);
        gint64 start = g_get_monotonic_time();
        assert_false(try_run(
            &f,
            &(Texts){.texts = {slow, "SELECT * FROM no_such_table", slow, slow}, .is_query = TRUE},
            NULL, &error));
        if (seconds_since(start) > 3)
            fail_msg("%s: %.1f seconds", f.brand, seconds_since(start));
        assert_string_equal(shard_error_shard(error, 0), "ds_1");
        assert_int_equal(shard_error_n_records(error), strcmp(f.brand, "pg") == 0 ? 1 : 1);
        assert_rows(&f, "SELECT 1", "1 1 1 1");
        fixture_end(&f);
    }
}

static void *
cancel_soon(void *data)
{
    g_usleep(300 * 1000);
    shard_run_cancel(((Fixture *) data)->run);
    return NULL;
}

static void
cancel_reaches_all_shards(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        for (guint n = 1; n <= N_SHARDS; n += 3) {
            g_autoptr(GError) error = NULL;
            const char *slow = slow_text(f.brand, 20);
            Texts texts = {.is_query = TRUE, .direct = n == 1};
            pthread_t thread;
            for (guint i = 0; i < n; i++)
                texts.texts[i] = slow;
            gint64 start = g_get_monotonic_time();
            pthread_create(&thread, NULL, cancel_soon, &f);
            gboolean done = try_run(&f, &texts, NULL, &error);
            pthread_join(thread, NULL);
            if (done || strcmp(shard_error_sqlstate(error, 0), "HY008") != 0)
                fail_msg("%s over %u: %s", f.brand, n, done ? "ran" : error->message);
            if (seconds_since(start) > 2)
                fail_msg("%s: %.1f seconds", f.brand, seconds_since(start));
            assert_rows(&f, "SELECT 1", "1 1 1 1");
        }
        shard_run_cancel(f.run); /* idle: nothing happens */
        assert_rows(&f, "SELECT 1", "1 1 1 1");
        fixture_end(&f);
    }
}

static void
timeouts_are_ours(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        ShardRunOptions options = {.query_timeout = 1};
        gint64 start = g_get_monotonic_time();
        gboolean done = try_run(
            &f, &(Texts){.texts = ALL(slow_text(f.brand, 20)), .is_query = TRUE}, &options, &error);
        assert_false(done);
        assert_string_equal(shard_error_sqlstate(error, 0), "HYT00");
        assert_true(seconds_since(start) > 0.9 && seconds_since(start) < 3);
        assert_true(
            try_run(&f, &(Texts){.texts = ALL("SELECT 1"), .is_query = TRUE}, &options, &error));
        fixture_end(&f);
    }
}

/* A lost connection is not seen by a read, is reported by a write, and ends a transaction. */
static void
lost_connections(void **state)
{
    Fixture f, killer;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        if (strcmp(f.brand, "sl") == 0) {
            fixture_end(&f);
            continue;
        }
        gboolean pg = strcmp(f.brand, "pg") == 0;
        killer = (Fixture){.brand = f.brand};
        g_autoptr(ShardSettings) settings = settings_of(f.brand);
        killer.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        killer.run = shard_run_new(killer.session);
        for (guint round = 0; round < 3; round++) {
            assert_rows(&f, "SELECT 1", "1 1 1 1");
            if (round == 2)
                assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
            if (round == 2)
                must_run(&f, &(Texts){.texts = {NULL, INSERT(9), NULL, NULL}, .is_write = TRUE});
            Texts ask = {.texts = {NULL, pg ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()"},
                         .is_query = TRUE};
            g_autofree char *id = rows_of(&f, &ask);
            g_autofree char *kill =
                g_strdup_printf(pg ? "SELECT pg_terminate_backend(%s)" : "KILL %s", id);
            shard_run_close(f.run);
            must_run(&killer, &(Texts){.texts = {NULL, kill}, .is_query = pg, .is_write = !pg});
            shard_run_close(killer.run);
            g_usleep(100 * 1000);
            if (round == 0) {
                assert_rows(&f, "SELECT 1", "1 1 1 1");
            } else {
                assert_false(try_run(&f, &(Texts){.texts = {NULL, INSERT(5)}, .is_write = TRUE},
                                     NULL, &error));
                if (strncmp(shard_error_sqlstate(error, 0), "08", 2) != 0 &&
                    strcmp(shard_error_sqlstate(error, 0), "57P01") != 0)
                    fail_msg("%s: %s %s", f.brand, shard_error_sqlstate(error, 0), error->message);
                assert_true(shard_session_is_dead(f.session));
                g_clear_error(&error);
            }
        }
        assert_false(try_run(&f, &(Texts){.texts = {INSERT(8)}, .is_write = TRUE}, NULL, &error));
        assert_string_equal(shard_error_sqlstate(error, 0), "25P02");
        g_clear_error(&error);
        assert_false(shard_session_end(f.session, TRUE, &error));
        assert_string_equal(shard_error_sqlstate(error, 0), "25S03");
        assert_rows(&f, ROWS, "");
        assert_true(shard_session_end(f.session, FALSE, NULL));
        shard_run_free(killer.run);
        shard_session_free(killer.session);
        fixture_end(&f);
    }
}

static void
forked_child_starts_anew(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        assert_rows(&f, "SELECT 1", "1 1 1 1");
#ifdef __SANITIZE_THREAD__
        fixture_end(&f); /* which can't follow threads of a forked child */
        continue;
#endif
        pid_t child = fork();
        if (child == 0) {
            g_autoptr(GError) error = NULL;
            Texts texts = {.texts = ALL("SELECT 1"), .is_query = TRUE};
            gboolean first = try_run(&f, &texts, NULL, &error);
            if (first || strcmp(shard_error_sqlstate(error, 0), "08S01") != 0)
                _exit(1);
            if (!try_run(&f, &texts, NULL, NULL))
                _exit(2);
            shard_run_free(f.run);
            shard_session_free(f.session);
            _exit(0);
        }
        int status = -1;
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("%s: child ended with %x", f.brand, status);
        assert_rows(&f, "SELECT 1", "1 1 1 1");
        fixture_end(&f);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_failure_cancels_the_rest),
        cmocka_unit_test(cancel_reaches_all_shards),
        cmocka_unit_test(timeouts_are_ours),
        cmocka_unit_test(lost_connections),
        cmocka_unit_test(forked_child_starts_anew),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
