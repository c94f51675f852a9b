/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Connections: who uses which one, when, and who waits for it, by the scriptable driver. */
#include "executor-fake.h"

#include <pthread.h>

/* How many calls were in the driver at once, and how many on one connection. */
static void
assert_inside(Fixture *f, guint at_once, guint on_one)
{
    ShardFetch last;
    const ShardValue *row;

    assert_true(run(f, &(Texts){.texts = {"INSIDE"}, .is_query = TRUE}, NULL));
    last = shard_stream_next(shard_run_stream(f->run), &row, NULL);
    assert_int_equal(last, SHARD_ROW);
    assert_int_equal(row[0].i, at_once * 10 + on_one);
    shard_run_close(f->run);
}

/* Statements run while others of the same session fetch ahead. */
static void
use_session(Fixture *f)
{
    Texts rows = {.is_query = TRUE}, sleeps = {.is_query = TRUE};
    ShardRun *first = f->run;
    ShardFetch last;

    for (guint i = 0; i < 4; i++) {
        rows.texts[i] = "COLUMNS int,text; ROWS 3000";
        sleeps.texts[i] = "SLEEP 60; ROWS 1";
    }
    assert_true(run(f, &rows, NULL));
    HandMade kept = f->made;
    f->run = shard_run_new(f->session);
    assert_true(run(f, &sleeps, NULL));
    shard_run_free(f->run);
    f->run = first;
    assert_int_equal(count_rows(f, &last, NULL), 12000);
    assert_int_equal(last, SHARD_END);
    f->made = kept;
    shard_run_close(f->run);
}

static void
one_thread_on_a_connection(void **state)
{
    Fixture f;

    start(&f, 4, "postgresql", NULL);
    assert_true(run(&f, &(Texts){.texts = {"INSIDE"}, .is_query = TRUE}, NULL));
    shard_run_close(f.run);
    use_session(&f);
    assert_inside(&f, 4, 1);
    end(&f);
}

/* Threading=3 of the driver's section: one thread in the driver, but for SQLCancel. */
static void
one_thread_in_a_driver(void **state)
{
    Fixture f;
    ShardRunOptions options = {.query_timeout = 1};
    Texts sleeps = {.texts = {"SLEEP 9000", "SLEEP 9000"}, .is_query = TRUE};
    g_autoptr(GError) error = NULL;

    section = "Serial";
    start(&f, 4, "postgresql", NULL);
    use_session(&f);
    assert_inside(&f, 1, 1);
    gint64 from = g_get_monotonic_time();
    assert_false(run_with(&f, &sleeps, &options, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HYT00");
    assert_true(seconds_since(from) < 4);
    end(&f);
    section = NULL;
}

/* Set before any shard was opened, they are set on those opened later. */
static void
attributes_reach_shards_opened_later(void **state)
{
    Fixture f;
    Texts texts = {.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE};

    start(&f, 2, "postgresql", NULL);
    assert_true(shard_session_set_attribute(f.session, SQL_ATTR_TXN_ISOLATION,
                                            (SQLPOINTER) SQL_TXN_SERIALIZABLE, 0, NULL));
    assert_true(run(&f, &texts, NULL));
    assert_true(run(&f, &texts, NULL));
    for (guint i = 0; i < 2; i++) {
        g_autofree char *shard = g_strdup_printf("f_%u", i);
        g_autofree char *log = log_of(shard);
        assert_string_equal(log, "connect / attribute 108 = 8 / ROWS 1 / ROWS 1");
    }
    end(&f);
}

/* One that a shard doesn't take is on none of them. */
static void
refused_attributes_are_nowhere(void **state)
{
    const char *extra[] = {NULL, "On=attribute=HYC00"};
    Fixture f;
    Texts texts = {.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE};

    start(&f, 2, "postgresql", extra);
    assert_true(run(&f, &texts, NULL));
    shard_run_close(f.run);
    assert_false(shard_session_set_attribute(f.session, SQL_ATTR_TXN_ISOLATION,
                                             (SQLPOINTER) SQL_TXN_SERIALIZABLE, 0, NULL));
    assert_true(run(&f, &texts, NULL));
    g_autofree char *log = log_of("f_0");
    assert_string_equal(log,
                        "connect / ROWS 1 / attribute 108 = 8 / disconnect / connect / ROWS 1");
    end(&f);
}

static void
slow_failures_to_connect_are_not_repeated_at_once(void **state)
{
    const char *extra[] = {NULL, "ConnectSleep=700;ConnectError=08001", NULL};
    Fixture f;

    start(&f, 3, "postgresql", extra);
    gint64 from = g_get_monotonic_time();
    for (guint i = 0; i < 5; i++) {
        g_autoptr(GError) error = NULL;
        assert_false(run(&f, &(Texts){.texts = {NULL, "ROWS 1"}, .is_query = TRUE}, &error));
        assert_string_equal(shard_error_sqlstate(error, 0), "08001");
        assert_string_equal(shard_error_shard(error, 0), "f_1");
        assert_true(run(&f, &(Texts){.texts = {"ROWS 1", NULL, "ROWS 1"}, .is_query = TRUE}, NULL));
    }
    assert_true(seconds_since(from) < 1.3);
    end(&f);
}

static void
open_all_tells_every_failure(void **state)
{
    const char *extra[] = {"ConnectError=08001", NULL, "ConnectError=28000"};
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 3, "postgresql", extra);
    assert_false(shard_session_open_all(f.session, &error));
    assert_int_equal(shard_error_n_records(error), 2);
    assert_string_equal(shard_error_shard(error, 1), "f_2");
    end(&f);
}

/* The workers that open them note them all: each goes back to the pool. */
static void
all_that_were_opened_go_back(void **state)
{
    static const guint n = 64;
    Fixture f;

    cap = 1;
    start(&f, n, "postgresql", NULL);
    cap = 0;
    for (guint i = 0; i < 100; i++) {
        assert_true(shard_session_open_all(f.session, NULL));
        shard_run_close(f.run);
        for (guint k = 0; k < n; k++)
            assert_int_equal(shard_session_pool_status(f.session, k).n_idle, 1);
    }
    end(&f);
}

static void *
session_thread(void *data)
{
    const ShardSettings *settings = data;
    Fixture f;

    f.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
    f.run = shard_run_new(f.session);
    for (guint i = 0; i < 50; i++) {
        ShardFetch last;
        if (!run(&f,
                 &(Texts){.texts = {"SLEEP 1; ROWS 40", "ROWS 40", "ROWS 40", "ROWS 40"},
                          .is_query = TRUE},
                 NULL) ||
            count_rows(&f, &last, NULL) != 160)
            return NULL;
    }
    end(&f);
    return data;
}

/* Sessions of several threads share router, libraries, workers and clock. */
static void
many_sessions_at_once(void **state)
{
    Fixture f;
    pthread_t threads[16];

    start(&f, 4, "postgresql", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
        pthread_create(&threads[i], NULL, session_thread,
                       (void *) shard_session_settings(f.session));
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
        void *done = NULL;
        pthread_join(threads[i], &done);
        assert_non_null(done);
    }
    end(&f);
}

static void *
scatter_thread(void *data)
{
    Fixture f;
    static gint n_workers;
    gboolean writes = g_atomic_int_add(&n_workers, 1) % 2 == 0;

    f.session = shard_session_new(data, SQL_OV_ODBC3, NULL);
    f.run = shard_run_new(f.session);
    for (guint i = 0; i < 200; i++) {
        ShardFetch last;
        Texts texts = {.texts = {"ROWS 3", "ROWS 3"}, .is_query = TRUE};
        if (writes)
            texts = (Texts){.texts = {"COUNT 1", "COUNT 1"}, .is_write = TRUE};
        g_autoptr(GError) error = NULL;
        if (!run(&f, &texts, &error)) {
            print_message("%s\n", error->message);
            return NULL;
        }
        if (!writes && count_rows(&f, &last, NULL) != 6)
            return NULL;
        shard_run_close(f.run);
    }
    end(&f);
    return data;
}

/* One connection per shard for eight threads: everybody gets his turn. */
static void
capped_connections_go_round(void **state)
{
    Fixture f;
    pthread_t threads[8];

    cap = 1;
    start(&f, 2, "postgresql", NULL);
    cap = 0;
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
        pthread_create(&threads[i], NULL, scatter_thread,
                       (void *) shard_session_settings(f.session));
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
        void *done = NULL;
        pthread_join(threads[i], &done);
        assert_non_null(done);
    }
    for (guint i = 0; i < 2; i++) {
        ShardPoolStatus status = shard_session_pool_status(f.session, i);
        assert_int_equal(status.n_open, 1);
        assert_int_equal(status.n_idle, 1);
        assert_int_equal(status.n_waiting, 0);
    }
    g_autofree char *log = log_of("f_0");
    assert_null(strstr(strstr(log, "connect") + 1, "connect")); /* only once */
    end(&f);
}

static void *
cancel_soon(void *run)
{
    g_usleep(300 * 1000);
    shard_run_cancel(run);
    return NULL;
}

/* Who waits for a connection of the pool is heard, too. */
static void
waiting_for_a_connection_can_be_stopped(void **state)
{
    Fixture f, other;
    Texts texts = {.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE};
    ShardRunOptions options = {.query_timeout = 1}, none = {0};
    pthread_t thread;

    cap = 1;
    start(&f, 2, "postgresql", NULL);
    cap = 0;
    other.session = shard_session_new(shard_session_settings(f.session), SQL_OV_ODBC3, NULL);
    other.run = shard_run_new(other.session);
    assert_true(shard_session_set_autocommit(other.session, FALSE, NULL));
    assert_true(run(&other, &texts, NULL));
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        gint64 from = g_get_monotonic_time();
        if (i == 1)
            pthread_create(&thread, NULL, cancel_soon, f.run);
        assert_false(run_with(&f, &texts, i == 0 ? &options : &none, &error));
        assert_string_equal(shard_error_sqlstate(error, 0), i == 0 ? "HYT00" : "HY008");
        assert_true(seconds_since(from) < 2);
    }
    pthread_join(thread, NULL);
    end(&other);
    assert_true(run(&f, &texts, NULL));
    end(&f);
}

/* The statement has run before; now not even its transaction begins on the second shard. */
static void
what_did_not_begin_is_no_success(void **state)
{
    const char *extra[] = {NULL, "On=BEGIN=HY000"};
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 2, "sqlite", extra);
    assert_true(run(&f, &(Texts){.texts = {"ROWS 1", "ROWS 1"}, .is_query = TRUE}, NULL));
    assert_false(run(&f, &(Texts){.texts = {"COUNT 1", "COUNT 1"}, .is_write = TRUE}, &error));
    assert_string_equal(shard_error_shard(error, 0), "f_1");
    end(&f);
}

/* A connection with a state stays, and is closed rather than shown to anybody else. */
static void
connections_with_a_state_are_not_shared(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    cap = 1;
    start(&f, 1, "postgresql", NULL);
    g_autoptr(ShardSettings) settings = shard_settings_copy(shard_session_settings(f.session));
    cap = 0;
    assert_true(
        shard_session_set_attribute(f.session, SQL_ATTR_LOGIN_TIMEOUT, (SQLPOINTER) 1, 0, NULL));
    assert_true(shard_session_set(f.session, "SET x = 1", NULL));
    assert_true(run(&f, &(Texts){.texts = {"COUNT 1"}, .is_write = TRUE}, NULL));
    assert_int_equal(shard_session_pool_status(f.session, 0).n_idle, 0);
    Fixture other;
    other.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
    other.run = shard_run_new(other.session);
    assert_true(shard_session_set_attribute(other.session, SQL_ATTR_LOGIN_TIMEOUT, (SQLPOINTER) 1,
                                            0, NULL));
    assert_false(run(&other, &(Texts){.texts = {"COUNT 1"}, .is_write = TRUE}, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "HYT01");
    end(&f);
    assert_true(run(&other, &(Texts){.texts = {"COUNT 1"}, .is_write = TRUE}, NULL));
    g_autofree char *log = log_of("f_0");
    assert_string_equal(log, "connect / SET x = 1 / COUNT 1 / disconnect / connect / COUNT 1");
    end(&other);
}

/* Data sources r_caught_up, r_behind and r_down in the private odbc.ini. */
static void
write_replicas(void)
{
    g_autofree char *driver = fake_path();
    g_autofree char *log = log_path();
    static const char *const more[][2] = {
        {"r_caught_up", "On=SELECT CASE WHEN=ROW 1"},
        {"r_behind", "On=SELECT CASE WHEN=ROW 0"},
        {"r_down", "ConnectError=08001"},
    };
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < G_N_ELEMENTS(more); i++)
        g_string_append_printf(text, "[%s]\nDriver=%s\nName=%s\nBrand=PostgreSQL\nLog=%s\n%s\n",
                               more[i][0], driver, more[i][0], log, more[i][1]);
    executor_write("odbc.ini", text->str);
}

typedef struct {
    const char *replicas;
    const char *before, *after; /* who answers a weak read before and after a write */
} ReplicaCase;

static const ReplicaCase replica_cases[] = {
    {"r_caught_up", "r_caught_up", "r_caught_up"},
    {"r_behind", "r_behind", "f_0"},
    {"r_down", "f_0", "f_0"},
    {"r_down, r_caught_up", "r_caught_up", "r_caught_up"},
};

static void
weak_read(Fixture *f, const char *wanted)
{
    g_autofree char *path = log_path();
    g_autofree char *text = NULL;
    g_autofree char *line = g_strconcat(wanted, ": ROWS 7\n", NULL);

    executor_plan(&f->made, &(Texts){.texts = {"ROWS 7"}, .is_query = TRUE});
    f->made.plan.weak_read_allowed = TRUE;
    ShardRunOptions options = {0};
    SQLRETURN rc;
    assert_true(shard_run_execute(f->run, &f->made.plan, &options, &rc, NULL, NULL));
    shard_run_close(f->run);
    g_file_get_contents(path, &text, NULL, NULL);
    if (!g_str_has_suffix(text, line))
        fail_msg("not by %s: %s", wanted, text);
}

/* A session sees its own writes: it reads from a replica only what that has replayed. */
static void
weak_reads_go_to_replicas(void **state)
{
    write_replicas();
    for (guint i = 0; i < G_N_ELEMENTS(replica_cases); i++) {
        const ReplicaCase *c = &replica_cases[i];
        const char *extra[] = {"On={SELECT pg_current_wal=ROW 0/10}"};
        Fixture f;
        replicas = c->replicas;
        start(&f, 1, "postgresql", extra);
        replicas = NULL;
        weak_read(&f, c->before);
        weak_read(&f, c->before);
        assert_true(run(&f, &(Texts){.texts = {"COUNT 1"}, .is_write = TRUE}, NULL));
        weak_read(&f, c->after);
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        weak_read(&f, "f_0"); /* inside a transaction */
        assert_true(shard_session_end(f.session, TRUE, NULL));
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        weak_read(&f, c->after);
        end(&f);
    }
}

/* Another copy of the driver is another library, with a lock of its own. */
static void
write_serial_driver(void)
{
    g_autofree char *from = fake_path();
    g_autofree char *to = g_build_filename(executor_folder, "libfakeserial.so", NULL);
    g_autofree char *library = NULL;
    gsize size = 0;

    g_file_get_contents(from, &library, &size, NULL);
    g_file_set_contents(to, library, (gssize) size, NULL);
    g_autofree char *ini = g_strdup_printf("[Serial]\nDriver=%s\nThreading=3\n", to);
    executor_write("odbcinst.ini", ini);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_on_a_connection),
        cmocka_unit_test(one_thread_in_a_driver),
        cmocka_unit_test(attributes_reach_shards_opened_later),
        cmocka_unit_test(refused_attributes_are_nowhere),
        cmocka_unit_test(slow_failures_to_connect_are_not_repeated_at_once),
        cmocka_unit_test(open_all_tells_every_failure),
        cmocka_unit_test(all_that_were_opened_go_back),
        cmocka_unit_test(many_sessions_at_once),
        cmocka_unit_test(capped_connections_go_round),
        cmocka_unit_test(waiting_for_a_connection_can_be_stopped),
        cmocka_unit_test(what_did_not_begin_is_no_success),
        cmocka_unit_test(connections_with_a_state_are_not_shared),
        cmocka_unit_test(weak_reads_go_to_replicas),
    };

    g_unsetenv("ODBCINI"); /* no servers here */
    executor_ini_start();
    write_serial_driver();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
