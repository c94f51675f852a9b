/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows, failures, timeouts and cancels of shards, by the scriptable driver. */
#include "driver/executor/run/private.h"

#include "executor-fake.h"

#include <pthread.h>

static void
rows_of_many_shards(void **state)
{
    Fixture f;
    Texts texts = {.is_query = TRUE};
    ShardFetch last;

    start(&f, 64, "postgresql", NULL);
    for (guint i = 0; i < 64; i++)
        texts.texts[i] = "SLEEP 50; COLUMNS int,text,num,double,ts,bytes; ROWS 300";
    gint64 from = g_get_monotonic_time();
    assert_true(run(&f, &texts, NULL));
    assert_true(seconds_since(from) < 1.5);
    assert_int_equal(count_rows(&f, &last, NULL), 64 * 300);
    assert_int_equal(last, SHARD_END);
    end(&f);
}

static void
failed_fetch_is_never_the_end(void **state)
{
    static const guint at[] = {1, 2, 16, 17, 18, 300};
    Fixture f;

    start(&f, 2, "postgresql", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(at); i++) {
        g_autofree char *text = g_strdup_printf("ROWS 1000; FETCHERROR %u 40001", at[i]);
        Texts texts = {.texts = {"ROWS 5", text}, .is_query = TRUE};
        g_autoptr(GError) error = NULL;
        gboolean done = run(&f, &texts, &error);
        if (at[i] == 1) {
            assert_false(done);
        } else {
            ShardFetch last;
            assert_true(done);
            count_rows(&f, &last, &error);
            assert_int_equal(last, SHARD_FAILED);
            g_clear_error(&error);
            count_rows(&f, &last, &error);
            assert_int_equal(last, SHARD_FAILED);
        }
        assert_string_equal(shard_error_sqlstate(error, 0), "40001");
        assert_string_equal(shard_error_shard(error, 0), "f_1");
        assert_int_equal(shard_error_native(error, 0), 7);
    }
    end(&f);
}

static void
cells_longer_than_their_buffer(void **state)
{
    Fixture f;
    g_autofree char *cell = g_strnfill(5000, 'x');
    g_autofree char *text =
        g_strdup_printf("COLUMNS text,bytes; ROW a|b; ROW %s|%s; ROW NULL|c", cell, cell);
    Texts texts = {.texts = {text}, .is_query = TRUE};
    const ShardValue *row;

    start(&f, 1, "postgresql", NULL);
    assert_true(run(&f, &texts, NULL));
    ShardStream *stream = shard_run_stream(f.run);
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_ROW);
    assert_int_equal(row[0].text.size, 1);
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_ROW);
    assert_int_equal(row[0].text.size, 5000);
    assert_int_equal(row[1].text.size, 5000);
    assert_memory_equal(row[1].text.data, cell, 5000);
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_ROW);
    assert_int_equal(row[0].kind, SHARD_VALUE_NULL);
    end(&f);
}

static void
several_failures_are_several_records(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 3, "postgresql", NULL);
    assert_false(run(&f,
                     &(Texts){.texts = {"SLEEP 50; DEAF; SLEEP 100; ERROR 42P01 a", "ROWS 1",
                                        "SLEEP 50; DEAF; SLEEP 100; ERROR 42P01 b"},
                              .is_query = TRUE},
                     &error));
    assert_true(shard_error_n_records(error) >= 1);
    end(&f);
}

/* Whether the second shard was cancelled in time or not. */
static void
equal_failures_are_one_record(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 2, "postgresql", NULL);
    assert_false(
        run(&f,
            &(Texts){.texts = {"DEAF; SLEEP 50; ERROR 42P01 a", "DEAF; SLEEP 50; ERROR 42P01 a"},
                     .is_query = TRUE},
            &error));
    assert_int_equal(shard_error_n_records(error), 1);
    assert_string_equal(shard_error_sqlstate(error, 0), "42P01");
    end(&f);
}

static void
timeout_waits_for_the_deaf(void **state)
{
    Fixture f;
    ShardRunOptions options = {.query_timeout = 1};
    g_autoptr(GError) error = NULL;

    start(&f, 3, "postgresql", NULL);
    gint64 from = g_get_monotonic_time();
    assert_false(run_with(
        &f, &(Texts){.texts = {"ROWS 1", "SLEEP 30000", "DEAF; SLEEP 1300"}, .is_query = TRUE},
        &options, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HYT00");
    assert_true(seconds_since(from) > 1.2 && seconds_since(from) < 2.5);
    assert_true(run_with(&f, &(Texts){.texts = {"ROWS 1", "ROWS 1", "ROWS 1"}, .is_query = TRUE},
                         &options, NULL));
    end(&f);
}

static void *
cancel_at_once(void *data)
{
    Fixture *f = data;

    for (guint i = 0; i < 20; i++) {
        g_usleep(g_random_int_range(0, 3000));
        shard_run_cancel(f->run);
    }
    return NULL;
}

/* However the cancel falls: the run ends, and either with HY008 or with its result. */
static void
cancel_races(void **state)
{
    Fixture f;

    start(&f, 4, "postgresql", NULL);
    for (guint i = 0; i < 50; i++) {
        g_autoptr(GError) error = NULL;
        pthread_t thread;
        const char *text = i % 2 == 0 ? "SLEEP 5; ROWS 3" : "SLEEP 5000";
        pthread_create(&thread, NULL, cancel_at_once, &f);
        gboolean done =
            run(&f, &(Texts){.texts = {text, text, text, text}, .is_query = TRUE}, &error);
        pthread_join(thread, NULL);
        if (!done)
            assert_string_equal(shard_error_sqlstate(error, 0), "HY008");
        else
            assert_true(i % 2 == 0);
    }
    end(&f);
}

/* A statement that is several executes: it is one for a cancel. */
static void
cancel_between_steps_is_heard(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;
    Texts texts = {.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE};

    start(&f, 2, "postgresql", NULL);
    shard_run_begin_call(f.run);
    assert_true(run(&f, &texts, NULL));
    shard_run_cancel(f.run);
    assert_false(run(&f, &(Texts){.texts = {"COUNT 1", "COUNT 1"}, .is_write = TRUE}, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HY008");
    shard_run_end_call(f.run);
    shard_run_cancel(f.run); /* nothing runs: nobody is meant */
    assert_true(run(&f, &texts, NULL));
    g_autofree char *log = log_of("f_0");
    assert_null(strstr(log, "COUNT"));
    end(&f);
}

/* And for its timeout. */
static void
steps_have_one_timeout(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;
    ShardRunOptions options = {.query_timeout = 1};

    start(&f, 1, "postgresql", NULL);
    shard_run_begin_call(f.run);
    assert_true(
        run_with(&f, &(Texts){.texts = {"SLEEP 700; ROWS 1"}, .is_query = TRUE}, &options, NULL));
    gint64 from = g_get_monotonic_time();
    assert_false(
        run_with(&f, &(Texts){.texts = {"SLEEP 30000"}, .is_query = TRUE}, &options, &error));
    assert_true(seconds_since(from) < 0.9);
    assert_string_equal(shard_error_sqlstate(error, 0), "HYT00");
    shard_run_end_call(f.run);
    assert_true(
        run_with(&f, &(Texts){.texts = {"SLEEP 500; ROWS 1"}, .is_query = TRUE}, &options, NULL));
    end(&f);
}

static void
equal_warnings_are_one(void **state)
{
    Fixture f;
    GError *warnings = NULL;
    static const ShardRunOptions none = {0};
    SQLRETURN rc;

    start(&f, 3, "postgresql", NULL);
    executor_plan(&f.made, &(Texts){.texts = {"INFO 01000 a", "INFO 01000 a", "INFO 01000 b"},
                                    .is_write = TRUE});
    assert_true(shard_run_execute(f.run, &f.made.plan, &none, &rc, &warnings, NULL));
    assert_int_equal(shard_error_n_records(warnings), 2);
    g_error_free(warnings);
    end(&f);
}

/* More rows than one batch: fetched ahead, and in the right order all the same. */
static void
rows_are_fetched_ahead(void **state)
{
    Fixture f, other;
    const ShardValue *row;
    gint64 n = 0;

    start(&f, 1, "postgresql", NULL);
    other = (Fixture){.session = f.session, .run = shard_run_new(f.session)};
    assert_true(
        run(&f, &(Texts){.texts = {"COLUMNS int,text; ROWS 20000"}, .is_query = TRUE}, NULL));
    while (shard_stream_next(shard_run_stream(f.run), &row, NULL) == SHARD_ROW) {
        g_autofree char *text = g_strdup_printf("row %" G_GINT64_FORMAT, ++n);
        assert_int_equal(row[0].i, n);
        assert_int_equal(row[1].text.size, strlen(text));
        assert_memory_equal(row[1].text.data, text, strlen(text));
        /* Now and then somebody else uses the connection. */
        if (n % 3001 == 0)
            assert_true(run(&other, &(Texts){.texts = {"ROWS 2"}, .is_query = n % 2 == 0}, NULL));
        if (n % 5003 == 0)
            assert_true(shard_backend_run(shard_session_backend(f.session, 0, NULL), "x", NULL));
    }
    assert_int_equal(n, 20000);
    assert_true(run(&f, &(Texts){.texts = {"ROWS 20000"}, .is_query = TRUE}, NULL));
    for (guint i = 0; i < 300; i++)
        shard_stream_next(shard_run_stream(f.run), &row, NULL);
    shard_run_free(other.run);
    end(&f); /* in the middle */
}

/* A driver may take a cancelled first fetch for an empty result. */
static void
cancelled_execute_is_no_empty_result(void **state)
{
    Fixture f;
    ShardRunOptions options = {.query_timeout = 1};
    g_autoptr(GError) error = NULL;

    start(&f, 2, "postgresql", NULL);
    assert_false(
        run_with(&f, &(Texts){.texts = {"ROWS 5", "ROWS 5; SLOWROW 3 20000"}, .is_query = TRUE},
                 &options, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HYT00");
    end(&f);
}

static void *
cancel_fetch_soon(void *data)
{
    g_usleep(300 * 1000);
    shard_run_cancel(((Fixture *) data)->run);
    return NULL;
}

static void
waiting_for_rows_can_be_cancelled(void **state)
{
    static const guint befores[] = {17, 300}; /* rows of the first batch belong to execute */

    for (guint i = 0; i < G_N_ELEMENTS(befores); i++) {
        Fixture f;
        const ShardValue *row;
        pthread_t thread;
        g_autoptr(GError) error = NULL;
        g_autofree char *text = g_strdup_printf("ROWS 100000; SLOWROW %u 20000", befores[i]);
        start(&f, 1, "postgresql", NULL);
        assert_true(run(&f, &(Texts){.texts = {text}, .is_query = TRUE}, NULL));
        pthread_create(&thread, NULL, cancel_fetch_soon, &f);
        ShardFetch fetch;
        gint64 from = g_get_monotonic_time();
        while ((fetch = shard_stream_next(shard_run_stream(f.run), &row, &error)) == SHARD_ROW)
            ;
        pthread_join(thread, NULL);
        assert_int_equal(fetch, SHARD_FAILED);
        assert_string_equal(shard_error_sqlstate(error, 0), "HY008");
        assert_true(seconds_since(from) < 3);
        end(&f);
    }
}

/* All rows of two shards, of which one is long, read in one call; at the tenth row somebody cancels
 * it, or its timeout is over, though nobody waits for a shard. */
static const char *
read_in_a_call(Fixture *f, gboolean cancels, guint timeout, GError **error)
{
    Texts texts = {.texts = {"ROWS 100000", "ROWS 5"}, .is_query = TRUE};
    ShardRunOptions options = {.query_timeout = timeout};
    const ShardValue *row;
    ShardFetch fetch;
    guint n = 0;

    shard_run_begin_call(f->run);
    assert_true(run_with(f, &texts, &options, NULL));
    shard_run_begin_rows(f->run);
    while ((fetch = shard_stream_next(shard_run_stream(f->run), &row, error)) == SHARD_ROW)
        if (++n == 10 && cancels)
            shard_run_cancel(f->run);
        else if (n == 10 && timeout > 0)
            g_usleep(1500 * 1000);
    shard_run_end_rows(f->run);
    shard_run_end_call(f->run);
    assert_true(fetch == SHARD_END ? n == 100005 : n < 100000);
    return fetch == SHARD_END ? "" : shard_error_sqlstate(*error, 0);
}

static void
merging_ends_early(void **state)
{
    Fixture f;
    g_autoptr(GError) cancelled = NULL, late = NULL, expired = NULL, in_time = NULL;

    start(&f, 2, "postgresql", NULL);
    assert_string_equal(read_in_a_call(&f, TRUE, 0, &cancelled), "HY008");
    shard_run_cancel(f.run); /* the next call isn't meant */
    assert_string_equal(read_in_a_call(&f, FALSE, 0, &late), "");
    assert_string_equal(read_in_a_call(&f, FALSE, 1, &expired), "HYT00");
    assert_string_equal(read_in_a_call(&f, FALSE, 0, &in_time), "");
    end(&f);
}

/* A transaction that failed, and that nobody has begun, is a driver's: another connection is asked.
 */
static void
failed_transaction_of_the_driver(void **state)
{
    Fixture f;

    for (guint begun = 0; begun < 2; begun++) {
        start(&f, 2, "postgresql", NULL);
        assert_true(shard_session_set_autocommit(f.session, begun == 0, NULL));
        assert_true(run(&f, &(Texts){.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE}, NULL));
        assert_false(
            run(&f, &(Texts){.texts = {"ROWS 2", "ERROR 25P02 failed"}, .is_query = TRUE}, NULL));
        g_autofree char *log = log_of("f_1");
        const char *first = strstr(log, "25P02");
        assert_non_null(first);
        assert_true((strstr(first + 1, "25P02") != NULL) == (begun == 0));
        end(&f);
    }
}

/* Of two statements of one call only the first one is limited: the other's rows are not. */
static void
limits_are_of_one_statement(void **state)
{
    Texts texts = {.texts = {"ROWS 100000", "ROWS 5"}, .is_query = TRUE};
    ShardRunOptions limited = {.query_timeout = 100}, unlimited = {0};
    g_autoptr(GError) error = NULL;
    const ShardValue *row;
    ShardFetch fetch;
    Fixture f;

    start(&f, 2, "postgresql", NULL);
    shard_run_begin_call(f.run);
    assert_true(run_with(&f, &texts, &limited, NULL));
    assert_true(run_with(&f, &texts, &unlimited, NULL));
    shard_run_begin_rows(f.run);
    assert_false(f.run->rows_deadline.is_set);
    while ((fetch = shard_stream_next(shard_run_stream(f.run), &row, &error)) == SHARD_ROW)
        continue;
    assert_int_equal(fetch, SHARD_END);
    shard_run_end_rows(f.run);
    shard_run_end_call(f.run);
    end(&f);
}

/* Who cancels fetches asks the clock for time while it has the run's lock, and the timeout of the
 * rows comes meanwhile. */
static void
timeout_comes_while_cancelling(void **state)
{
    Texts texts = {.texts = {"ROWS 1000", "ROWS 5"}, .is_query = TRUE};
    ShardRunOptions options = {.query_timeout = 100};
    Fixture f;

    start(&f, 2, "postgresql", NULL);
    shard_run_begin_call(f.run);
    assert_true(run_with(&f, &texts, &options, NULL));
    pthread_mutex_lock(&f.run->lock);
    f.run->call_since -= 100 * G_USEC_PER_SEC;
    shard_run_begin_rows(f.run);
    while (shard_call_stop(&f.run->call) != SHARD_STOP_TIMEOUT)
        g_usleep(1000);
    shard_deadline_stop(&f.run->fetch_deadline);
    pthread_mutex_unlock(&f.run->lock);
    shard_run_end_rows(f.run);
    shard_run_end_call(f.run);
    end(&f);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_many_shards),
        cmocka_unit_test(failed_fetch_is_never_the_end),
        cmocka_unit_test(cells_longer_than_their_buffer),
        cmocka_unit_test(several_failures_are_several_records),
        cmocka_unit_test(equal_failures_are_one_record),
        cmocka_unit_test(timeout_waits_for_the_deaf),
        cmocka_unit_test(cancel_races),
        cmocka_unit_test(cancel_between_steps_is_heard),
        cmocka_unit_test(steps_have_one_timeout),
        cmocka_unit_test(equal_warnings_are_one),
        cmocka_unit_test(rows_are_fetched_ahead),
        cmocka_unit_test(cancelled_execute_is_no_empty_result),
        cmocka_unit_test(waiting_for_rows_can_be_cancelled),
        cmocka_unit_test(merging_ends_early),
        cmocka_unit_test(limits_are_of_one_statement),
        cmocka_unit_test(timeout_comes_while_cancelling),
        cmocka_unit_test(failed_transaction_of_the_driver),
    };

    g_unsetenv("ODBCINI"); /* no servers here */
    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
