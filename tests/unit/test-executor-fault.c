/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Delays and failures of shards, by the scriptable driver of tests/fake. */
#include "executor-ini.h"
#include "executor-plan.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

typedef struct {
    ShardSession *session;
    ShardRun *run;
    HandMade made;
} Fixture;

static char *
fake_path(void)
{
    const char *top = g_getenv("top_builddir");
    g_autofree char *here = g_get_current_dir();

    return g_build_filename(top != NULL ? top : here, "tests/fake/.libs/libfakeodbc.so", NULL);
}

static char *
log_path(void)
{
    return g_build_filename(executor_folder, "log", NULL);
}

/* n shards f_0 …; extra[i] is added to the connection string of shard i. */
static guint cap;            /* MaxConnectionsPerShard of the next start */
static const char *replicas; /* of its shards; then its reads are weak */
static gboolean two_phase;
static const char *section; /* of odbcinst.ini; NULL: the library itself */

static void
start(Fixture *f, guint n, const char *dialect, const char *const *extra)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *driver = section != NULL ? g_strdup(section) : fake_path();
    g_autofree char *log = log_path();
    g_autoptr(GString) rules = g_string_new(NULL);
    g_autoptr(ShardSettings) settings = shard_settings_new();
    static guint n_files;

    g_string_append_printf(rules, "[shardodbc]\ndialect = %s\ndefault-shard = f_0\n", dialect);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(
            rules, "[shard f_%u]\nconnection = Driver=%s;Name=f_%u;Brand=%s;Log=%s;%s\n", i, driver,
            i, strcmp(dialect, "mysql") == 0 ? "MariaDB" : dialect, log,
            extra != NULL && extra[i] != NULL ? extra[i] : "");
    if (replicas != NULL)
        g_string_append_printf(rules, "replicas = %s\n", replicas);
    g_autofree char *name = g_strdup_printf("fake-%u.ini", n_files++);
    executor_write(name, rules->str);
    g_unlink(log);
    settings->rules_path = g_build_filename(executor_folder, name, NULL);
    settings->max_connections_per_shard = cap;
    settings->weak = replicas != NULL;
    settings->two_phase = two_phase;
    settings->state = g_build_filename(executor_folder, "state", NULL);
    f->session = shard_session_new(settings, SQL_OV_ODBC3, &error);
    if (f->session == NULL)
        fail_msg("%s", error->message);
    f->run = shard_run_new(f->session);
}

static void
end(Fixture *f)
{
    shard_run_free(f->run);
    shard_session_free(f->session);
}

static gboolean
run_with(Fixture *f, const Texts *texts, const ShardRunOptions *options, GError **error)
{
    SQLRETURN rc;

    executor_plan(&f->made, texts);
    return shard_run_execute(f->run, &f->made.plan, options, &rc, NULL, error);
}

static gboolean
run(Fixture *f, const Texts *texts, GError **error)
{
    static const ShardRunOptions none = {0};

    return run_with(f, texts, &none, error);
}

/* The lines of one shard, joined by " / ". */
static char *
log_of(const char *shard)
{
    g_autofree char *path = log_path();
    g_autofree char *text = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *prefix = g_strconcat(shard, ": ", NULL);

    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++)
        if (g_str_has_prefix(lines[i], prefix))
            g_string_append_printf(out, "%s%s", out->len > 0 ? " / " : "",
                                   lines[i] + strlen(prefix));
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static double
seconds_since(gint64 from)
{
    return (double) (g_get_monotonic_time() - from) / G_USEC_PER_SEC;
}

/* Rows until the end or a failure. */
static guint
count_rows(Fixture *f, ShardFetch *out_last, GError **error)
{
    const ShardValue *row;
    guint n = 0;

    while ((*out_last = shard_stream_next(shard_run_stream(f->run), &row, error)) == SHARD_ROW)
        n++;
    return n;
}

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
own_transaction_is_seen(void **state)
{
    Fixture f;

    start(&f, 2, "mysql", NULL);
    assert_true(run(&f, &(Texts){.texts = {"COUNT 2", "COUNT 3"}, .is_write = TRUE}, NULL));
    assert_int_equal(shard_run_row_count(f.run), 5);
    g_autofree char *log = log_of("f_1");
    assert_string_equal(log, "connect / START TRANSACTION / COUNT 3 / COMMIT");
    g_autoptr(GError) error = NULL;
    assert_false(run(&f,
                     &(Texts){.texts = {"COUNT 2", "SLEEP 300; ERROR 23000 dup"}, .is_write = TRUE},
                     &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "23000");
    g_autofree char *after = log_of("f_0");
    assert_true(g_str_has_suffix(after, "START TRANSACTION / COUNT 2 / ROLLBACK"));
    end(&f);
}

static void
scatter_write_inside_a_transaction_has_savepoints(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 2, "postgresql", NULL);
    assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
    assert_true(run(&f, &(Texts){.texts = {"COUNT 1", NULL}, .is_write = TRUE}, NULL));
    assert_false(run(&f,
                     &(Texts){.texts = {"COUNT 2", "SLEEP 300; ERROR 23505 dup"}, .is_write = TRUE},
                     &error));
    assert_true(shard_session_end(f.session, TRUE, NULL));
    g_autofree char *log = log_of("f_0");
    assert_string_equal(log, "connect / autocommit off / COUNT 1 / "
                             "SELECT 0; SAVEPOINT shardodbc_guard / "
                             "COUNT 2 / ROLLBACK TO SAVEPOINT shardodbc_guard / "
                             "RELEASE SAVEPOINT shardodbc_guard / "
                             "SELECT 1 FROM pg_constraint WHERE condeferrable LIMIT 1 / "
                             "SELECT 1; COMMIT");
    end(&f);
}

typedef struct {
    const char *extra[3];
    const char *sqlstate; /* NULL: success */
    guint n_records;
    const char *records[4];
} CommitCase;

static const CommitCase commit_cases[] = {
    {{NULL, NULL, NULL}, NULL, 0, {NULL}},
    {{NULL, "On={COMMIT=40001}", NULL},
     "40003",
     4,
     {"2 of 3", "f_0: committed", "f_1: rolled back", "f_2: committed"}},
    {{NULL, "On={COMMIT=08S01}", NULL},
     "08007",
     4,
     {"2 of 3", "f_0: committed", "f_1: unknown", "f_2: committed"}},
    {{"On={COMMIT=40001}", "On={COMMIT=40001}", "On={COMMIT=40001}"}, "40001", 3, {NULL}},
    {{"On={SET CONSTRAINTS=23503|SELECT 1 FROM pg_constraint=ROWS 1}", NULL, NULL},
     "23503",
     1,
     {NULL}},
};

static void
partial_commits_are_told(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(commit_cases); i++) {
        const CommitCase *c = &commit_cases[i];
        Fixture f;
        g_autoptr(GError) error = NULL;
        start(&f, 3, "postgresql", c->extra);
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        assert_true(
            run(&f, &(Texts){.texts = {"COUNT 1", "COUNT 1", "COUNT 1"}, .is_write = TRUE}, NULL));
        gboolean done = shard_session_end(f.session, TRUE, &error);
        assert_int_equal(done, c->sqlstate == NULL);
        if (!done) {
            assert_string_equal(shard_error_sqlstate(error, 0), c->sqlstate);
            assert_int_equal(shard_error_n_records(error), c->n_records);
            for (guint k = 0; k < 4 && c->records[k] != NULL; k++)
                if (strstr(shard_error_message(error, k), c->records[k]) == NULL)
                    fail_msg("case %u: %s", i, shard_error_message(error, k));
        }
        assert_false(shard_session_in_transaction(f.session));
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        assert_true(
            run(&f, &(Texts){.texts = {"ROWS 1", "ROWS 1", "ROWS 1"}, .is_query = TRUE}, NULL));
        end(&f);
    }
}

/* Transaction=2pc with one shard that wrote: the others have the word before it. */
static void
readers_commit_first(void **state)
{
    static const char *const refusing[] = {NULL, "On={COMMIT=40001}"};

    two_phase = TRUE;
    for (guint i = 0; i < 2; i++) {
        Fixture f;
        g_autoptr(GError) error = NULL;
        start(&f, 2, "postgresql", i == 0 ? NULL : refusing);
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        assert_true(run(&f, &(Texts){.texts = {"COUNT 1", NULL}, .is_write = TRUE}, NULL));
        assert_true(run(&f, &(Texts){.texts = {NULL, "ROWS 1"}, .is_query = TRUE}, NULL));
        assert_int_equal(shard_session_end(f.session, TRUE, &error), i == 0);
        if (i == 1)
            assert_string_equal(shard_error_sqlstate(error, 0), "40001");
        g_autofree char *writer = log_of("f_0");
        assert_true(
            g_str_has_suffix(writer, i == 0 ? "COUNT 1 / SELECT 1; COMMIT" : "COUNT 1 / ROLLBACK"));
        end(&f);
    }
    two_phase = FALSE;
}

/* A PREPARE of an aborted transaction must not pass for one. */
static void
aborted_transactions_are_not_prepared(void **state)
{
    static const char *const aborted[] = {NULL, "On={SELECT 1=25P02}"};
    Fixture f;
    g_autoptr(GError) error = NULL;

    two_phase = TRUE;
    start(&f, 2, "postgresql", aborted);
    assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
    assert_true(run(&f, &(Texts){.texts = {"COUNT 1", "COUNT 1"}, .is_write = TRUE}, NULL));
    assert_false(shard_session_end(f.session, TRUE, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "25P02");
    g_autofree char *log = log_of("f_0");
    assert_non_null(strstr(log, "SELECT 1; PREPARE TRANSACTION"));
    assert_non_null(strstr(log, "ROLLBACK PREPARED"));
    assert_null(strstr(log, "COMMIT PREPARED"));
    end(&f);
    two_phase = FALSE;
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
        cmocka_unit_test(rows_of_many_shards),
        cmocka_unit_test(failed_fetch_is_never_the_end),
        cmocka_unit_test(cells_longer_than_their_buffer),
        cmocka_unit_test(several_failures_are_several_records),
        cmocka_unit_test(equal_failures_are_one_record),
        cmocka_unit_test(timeout_waits_for_the_deaf),
        cmocka_unit_test(one_thread_on_a_connection),
        cmocka_unit_test(one_thread_in_a_driver),
        cmocka_unit_test(attributes_reach_shards_opened_later),
        cmocka_unit_test(cancel_races),
        cmocka_unit_test(cancel_between_steps_is_heard),
        cmocka_unit_test(steps_have_one_timeout),
        cmocka_unit_test(own_transaction_is_seen),
        cmocka_unit_test(scatter_write_inside_a_transaction_has_savepoints),
        cmocka_unit_test(partial_commits_are_told),
        cmocka_unit_test(readers_commit_first),
        cmocka_unit_test(aborted_transactions_are_not_prepared),
        cmocka_unit_test(slow_failures_to_connect_are_not_repeated_at_once),
        cmocka_unit_test(open_all_tells_every_failure),
        cmocka_unit_test(equal_warnings_are_one),
        cmocka_unit_test(rows_are_fetched_ahead),
        cmocka_unit_test(cancelled_execute_is_no_empty_result),
        cmocka_unit_test(waiting_for_rows_can_be_cancelled),
        cmocka_unit_test(many_sessions_at_once),
        cmocka_unit_test(capped_connections_go_round),
        cmocka_unit_test(waiting_for_a_connection_can_be_stopped),
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
