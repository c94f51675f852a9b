/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hand-made plans over four shards of each brand that is there: rows, writes, transactions, cancel.
 */
#include "executor-ini.h"
#include "executor-plan.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define N_SHARDS 4

static const char *const brands[] = {"sl", "pg", "my"};

typedef struct {
    const char *brand;
    ShardSession *session;
    ShardRun *run;
} Fixture;

static HandMade made; /* of the last execute: plans stay until the next */

static gboolean
try_run(Fixture *f, const Texts *texts, const ShardRunOptions *options, GError **error)
{
    static const ShardRunOptions none = {0};
    SQLRETURN rc;

    executor_plan(&made, texts);
    return shard_run_execute(f->run, &made.plan, options != NULL ? options : &none, &rc, NULL,
                             error);
}

#define ALL(text)                                                                                  \
    {                                                                                              \
        text, text, text, text                                                                     \
    }

static void
must_run(Fixture *f, const Texts *texts)
{
    g_autoptr(GError) error = NULL;

    if (!try_run(f, texts, NULL, &error))
        fail_msg("%s %s: %s %s", f->brand, texts->texts[0], shard_error_sqlstate(error, 0),
                 error->message);
}

/* The first column of all rows, joined by blanks. */
static char *
rows_of(Fixture *f, const Texts *texts)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(ShardArena) arena = shard_arena_new();
    const ShardValue *row;
    ShardFetch fetch;
    g_autoptr(GError) error = NULL;

    must_run(f, texts);
    ShardStream *stream = shard_run_stream(f->run);
    assert_non_null(stream);
    while ((fetch = shard_stream_next(stream, &row, &error)) == SHARD_ROW)
        g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "",
                               shard_value_to_text(row, arena));
    assert_int_equal(fetch, SHARD_END);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static void
assert_rows(Fixture *f, const char *sql, const char *wanted)
{
    Texts texts = {.texts = ALL(sql), .is_query = TRUE};
    g_autofree char *got = rows_of(f, &texts);

    if (strcmp(got, wanted) != 0)
        fail_msg("%s %s: '%s', not '%s'", f->brand, sql, got, wanted);
    shard_run_close(f->run);
}

static ShardSettings *
settings_of(const char *brand)
{
    g_autofree char *name = g_strconcat(brand, "-rules.ini", NULL);
    g_autoptr(GString) rules = g_string_new("[shardodbc]\ndefault-shard = ds_0\n");
    ShardSettings *settings = shard_settings_new();

    for (guint i = 0; i < N_SHARDS; i++)
        g_string_append_printf(rules, "[shard ds_%u]\ndsn = %s_%u\n", i, brand, i);
    g_string_append(rules, "[table xt]\nnodes = ds_${0..3}.xt\nshard-key = k\n"
                           "shard-algorithm = m\nvalue-type = k: long\n"
                           "[algorithm m]\ntype = MOD\nsharding-count = 4\n");
    executor_write(name, rules->str);
    settings->rules_path = g_build_filename(executor_folder, name, NULL);
    return settings;
}

static gboolean
fixture_start(Fixture *f, const char *brand)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dsn = g_strconcat(brand, "_3", NULL);

    if (!executor_has(dsn))
        return FALSE;
    g_autoptr(ShardSettings) settings = settings_of(brand);
    f->brand = brand;
    f->session = shard_session_new(settings, SQL_OV_ODBC3, &error);
    if (f->session == NULL)
        fail_msg("%s: %s", brand, error->message);
    f->run = shard_run_new(f->session);
    must_run(f, &(Texts){.texts = ALL("DROP TABLE IF EXISTS xt"), .is_write = TRUE});
    must_run(f, &(Texts){.texts = ALL("CREATE TABLE xt (k INTEGER PRIMARY KEY, v VARCHAR(20))"),
                         .is_write = TRUE});
    return TRUE;
}

static void
fixture_end(Fixture *f)
{
    g_autoptr(GError) error = NULL;

    if (!shard_session_set_autocommit(f->session, TRUE, &error))
        fail_msg("%s: %s", f->brand, error->message);
    try_run(f, &(Texts){.texts = ALL("DROP TABLE IF EXISTS xt"), .is_write = TRUE}, NULL, NULL);
    shard_run_free(f->run);
    shard_session_free(f->session);
}

#define FOR_BRANDS(f)                                                                              \
    for (guint brand_ = 0; brand_ < G_N_ELEMENTS(brands); brand_++)                                \
        if (fixture_start(&(f), brands[brand_]))

#define INSERT(k) "INSERT INTO xt VALUES (" #k ", 'v')"
#define ROWS "SELECT k FROM xt ORDER BY k"

static void
rows_of_all_shards_are_appended(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        must_run(&f,
                 &(Texts){.texts = {INSERT(0), INSERT(1), INSERT(2), INSERT(3)}, .is_write = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 4);
        assert_rows(&f, ROWS, "0 1 2 3");
        must_run(&f, &(Texts){.texts = ALL("UPDATE xt SET v = 'w'"), .is_write = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 4);
        assert_int_equal(shard_session_last_write_shard(f.session), -2);
        fixture_end(&f);
    }
}

static void
failed_autocommit_write_leaves_nothing(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        must_run(&f, &(Texts){.texts = {NULL, NULL, INSERT(2), NULL}, .is_write = TRUE});
        assert_false(try_run(
            &f, &(Texts){.texts = {INSERT(0), INSERT(1), INSERT(2), INSERT(3)}, .is_write = TRUE},
            NULL, &error));
        assert_string_equal(shard_error_shard(error, 0), "ds_2");
        assert_rows(&f, ROWS, "2");
        /* The session is as good as before. */
        must_run(&f, &(Texts){.texts = {INSERT(0), INSERT(1), NULL, NULL}, .is_write = TRUE});
        assert_rows(&f, ROWS, "0 1 2");
        fixture_end(&f);
    }
}

static void
failed_write_in_transaction_leaves_the_rest(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        must_run(&f, &(Texts){.texts = {INSERT(0), NULL, INSERT(2), NULL}, .is_write = TRUE});
        assert_true(shard_session_in_transaction(f.session));
        assert_false(try_run(
            &f, &(Texts){.texts = {INSERT(4), INSERT(5), INSERT(2), NULL}, .is_write = TRUE}, NULL,
            &error));
        must_run(&f, &(Texts){.texts = {NULL, NULL, NULL, INSERT(3)}, .is_write = TRUE});
        if (!shard_session_end(f.session, TRUE, &error))
            fail_msg("%s: %s", f.brand, error->message);
        assert_false(shard_session_in_transaction(f.session));
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        assert_rows(&f, ROWS, "0 2 3");
        fixture_end(&f);
    }
}

static void
rollback_undoes_all_shards(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        must_run(&f,
                 &(Texts){.texts = {INSERT(0), INSERT(1), INSERT(2), INSERT(3)}, .is_write = TRUE});
        assert_rows(&f, ROWS, "0 1 2 3");
        assert_true(shard_session_end(f.session, FALSE, NULL));
        assert_rows(&f, ROWS, "");
        assert_true(shard_session_end(f.session, TRUE, NULL));
        fixture_end(&f);
    }
}

typedef struct {
    const char *protocol;
    const char *second; /* SQLSTATE of the next statement; NULL: it runs */
    const char *rows;   /* after COMMIT */
} LevelCase;

static const LevelCase level_cases[] = {
    {"Protocol=7.4-0", "25P02", ""},
    {"Protocol=7.4-1", NULL, "3"},
    {"Protocol=7.4-2", NULL, "0 3"},
};

/* An error on one shard is an error of the whole transaction, as psqlodbc's level says. */
static void
failed_transactions_follow_the_level(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(level_cases) && executor_has("pg_3"); i++) {
        const LevelCase *c = &level_cases[i];
        Fixture f;
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardSettings) settings = settings_of("pg");
        assert_true(fixture_start(&f, "pg"));
        shard_run_free(f.run);
        shard_session_free(f.session);
        g_free(settings->handed_on);
        settings->handed_on = g_strdup(c->protocol);
        f.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        f.run = shard_run_new(f.session);
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        must_run(&f, &(Texts){.texts = {INSERT(0)}, .is_write = TRUE});
        assert_false(try_run(
            &f, &(Texts){.texts = {NULL, "SELECT * FROM no_such"}, .is_query = TRUE}, NULL, NULL));
        gboolean done = try_run(
            &f, &(Texts){.texts = {NULL, NULL, NULL, INSERT(3)}, .is_write = TRUE}, NULL, &error);
        assert_int_equal(done, c->second == NULL);
        if (!done)
            assert_string_equal(shard_error_sqlstate(error, 0), c->second);
        assert_true(shard_session_end(f.session, TRUE, NULL));
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        assert_rows(&f, ROWS, c->rows);
        fixture_end(&f);
    }
}

static gboolean
say(Fixture *f, ShardStatementKind kind, const char *name, const char *sql)
{
    ShardStatement statement = {.kind = kind, .name = name};
    g_autoptr(GError) error = NULL;
    gboolean done = shard_session_transaction(f->session, &statement, sql, &error);

    if (!done)
        print_message("%s %s: %s\n", f->brand, sql, error->message);
    return done;
}

static void
savepoints_reach_shards_that_join_later(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        assert_true(say(&f, SHARD_STATEMENT_BEGIN, NULL, "BEGIN"));
        must_run(&f, &(Texts){.texts = {INSERT(0), NULL, NULL, NULL}, .is_write = TRUE});
        assert_true(say(&f, SHARD_STATEMENT_SAVEPOINT, "a", "SAVEPOINT a"));
        must_run(&f, &(Texts){.texts = {INSERT(4), INSERT(1), NULL, NULL}, .is_write = TRUE});
        assert_true(say(&f, SHARD_STATEMENT_ROLLBACK_TO, "a", "ROLLBACK TO SAVEPOINT a"));
        must_run(&f, &(Texts){.texts = {NULL, NULL, INSERT(2), NULL}, .is_write = TRUE});
        assert_true(say(&f, SHARD_STATEMENT_RELEASE, "a", "RELEASE SAVEPOINT a"));
        assert_false(say(&f, SHARD_STATEMENT_ROLLBACK_TO, "a", "ROLLBACK TO SAVEPOINT a"));
        assert_true(say(&f, SHARD_STATEMENT_COMMIT, NULL, "COMMIT"));
        /* PostgreSQL aborts the transaction with the second. */
        assert_rows(&f, ROWS, strcmp(f.brand, "pg") == 0 ? "" : "0 2");
        fixture_end(&f);
    }
}

static void
settings_reach_shards_opened_later(void **state)
{
    static const struct {
        const char *set, *ask, *wanted;
    } cases[] = {
        [0] = {"PRAGMA cache_size = 77", "SELECT cache_size FROM pragma_cache_size", "77 77 77 77"},
        [1] = {"SET application_name = 'later'", "SELECT current_setting('application_name')",
               "later later later later"},
        [2] = {"SET @@session.sql_select_limit = 77", "SELECT @@sql_select_limit", "77 77 77 77"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(brands); i++) {
        g_autofree char *dsn = g_strconcat(brands[i], "_3", NULL);
        if (!executor_has(dsn))
            continue;
        g_autoptr(ShardSettings) settings = settings_of(brands[i]);
        Fixture f = {.brand = brands[i]};
        f.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        f.run = shard_run_new(f.session);
        assert_true(shard_session_set(f.session, cases[i].set, NULL));
        assert_true(shard_session_is_open(f.session, 0));
        assert_false(shard_session_is_open(f.session, 1));
        assert_rows(&f, cases[i].ask, cases[i].wanted);
        shard_run_free(f.run);
        shard_session_free(f.session);
    }
}

/* PostgreSQL takes a SET back with the transaction. */
static void
settings_are_rolled_back(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        if (strcmp(f.brand, "pg") == 0) {
            assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
            assert_true(shard_session_set(f.session, "SET application_name = 'gone'", NULL));
            assert_true(shard_session_end(f.session, FALSE, NULL));
            assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
            assert_rows(&f,
                        "SELECT count(*) FROM pg_settings WHERE name = 'application_name' AND "
                        "setting = 'gone'",
                        "0 0 0 0");
        }
        fixture_end(&f);
    }
}

static void
direct_statements_are_the_drivers_own(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        must_run(
            &f, &(Texts){.texts = {NULL, INSERT(7), NULL, NULL}, .is_write = TRUE, .direct = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 1);
        assert_int_equal(shard_session_last_write_shard(f.session), 1);
        must_run(&f, &(Texts){.texts = {NULL, "SELECT k, v FROM xt", NULL, NULL},
                              .is_query = TRUE,
                              .direct = TRUE});
        ShardBackendStmt *statement = shard_run_direct(f.run);
        assert_non_null(statement);
        assert_null(shard_run_stream(f.run));
        const ShardColumns *columns = shard_backend_stmt_describe(statement, &error);
        assert_int_equal(columns->n_columns, 2);
        assert_string_equal(columns->columns[1].label, "v");
        fixture_end(&f);
    }
}

static void
prepared_statements_are_kept(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        gint64 k = 0;
        SQLLEN indicator = 0;
        ShardBinding binding = {
            SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19, 0, &k, 0, &indicator, 1};
        ShardRunOptions options = {.bindings = &binding, .n_bindings = 1, .prepared = TRUE};
        ShardUnitParam params[] = {{.marker = 0},
                                   {.marker = -1, .value = shard_value_string("ours", -1)}};
        Texts insert = {.texts = ALL("INSERT INTO xt VALUES (?, ?)"),
                        .is_write = TRUE,
                        .params = params,
                        .n_params = 2};
        Texts select = {.texts = ALL("SELECT v FROM xt WHERE k = ?"),
                        .is_query = TRUE,
                        .params = params,
                        .n_params = 1};
        for (k = 0; k < 10; k++) {
            g_autoptr(GError) error = NULL;
            if (!try_run(&f, &insert, &options, &error))
                fail_msg("%s: %s", f.brand, error->message);
            assert_int_equal(shard_run_row_count(f.run), 4);
            guint n = 0;
            const ShardValue *row;
            assert_true(try_run(&f, &select, &options, &error));
            while (shard_stream_next(shard_run_stream(f.run), &row, NULL) == SHARD_ROW) {
                assert_int_equal(row->text.size, 4);
                n++;
            }
            assert_int_equal(n, 4);
        }
        fixture_end(&f);
    }
}

/* SELECT * FROM xt, which may be long. */
static void
start_scan(Fixture *f, const char *sql)
{
    static ShardExpr star = {.kind = SHARD_EXPR_STAR};
    static ShardItem item = {.expr = &star};
    static ShardQuery query = {.items = &item, .n_items = 1};
    static ShardTableRef table = {.name = "xt"};
    static const ShardRunOptions none = {0};
    g_autoptr(GError) error = NULL;
    SQLRETURN rc;

    executor_plan(&made, &(Texts){.texts = ALL(sql), .is_query = TRUE});
    made.statement.queries = &query;
    made.statement.n_queries = 1;
    made.statement.tables = &table;
    made.statement.n_tables = 1;
    made.plan.streamable = TRUE;
    if (!shard_run_execute(f->run, &made.plan, &none, &rc, NULL, &error))
        fail_msg("%s: %s", f->brand, error->message);
}

static void
fill_table(Fixture *f)
{
    static const char *const fills[] = {
        [0] = ("WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 60000) "
               "INSERT INTO xt SELECT n, 'row ' || n FROM g"),
        [1] = "INSERT INTO xt SELECT n, 'row ' || n FROM generate_series(1, 60000) AS g(n)",
        [2] = "INSERT INTO xt SELECT seq, concat('row ', seq) FROM seq_1_to_60000",
    };

    if (strcmp(f->brand, "sl") == 0)
        assert_rows(f, "PRAGMA journal_mode = WAL", "wal wal wal wal");
    for (guint i = 0; i < G_N_ELEMENTS(brands); i++)
        if (strcmp(brands[i], f->brand) == 0)
            must_run(f, &(Texts){.texts = ALL(fills[i]), .is_write = TRUE});
    if (strcmp(f->brand, "pg") == 0)
        must_run(f, &(Texts){.texts = ALL("ANALYZE xt"), .is_write = TRUE});
}

/* Long results come whole, whatever happens to the table while they are read. */
static void
long_results_are_streamed(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        gboolean streams = strcmp(f.brand, "my") != 0;
        g_autoptr(ShardSettings) settings = settings_of(f.brand);
        fill_table(&f);
        settings->merge_memory = 1024 * 1024;
        for (guint change = 0; change < 2; change++) {
            Fixture reader = {.brand = f.brand}, writer = {.brand = f.brand};
            const ShardValue *row;
            ShardFetch fetch;
            gint64 sum = 0, n = 0;
            reader.session = writer.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
            reader.run = shard_run_new(reader.session);
            writer.run = shard_run_new(writer.session);
            start_scan(&reader, "SELECT * FROM xt");
            assert_int_equal(shard_session_is_open(reader.session, N_SHARDS), streams);
            while ((fetch = shard_stream_next(shard_run_stream(reader.run), &row, NULL)) ==
                   SHARD_ROW) {
                sum += row[0].i;
                g_autofree char *text = g_strdup_printf("row %" G_GINT64_FORMAT, row[0].i);
                assert_int_equal(row[1].text.size, strlen(text));
                assert_memory_equal(row[1].text.data, text, strlen(text));
                if (++n != 5000 || change == 0)
                    continue;
                HandMade plan = made; /* the reader's, which must stay */
                must_run(&writer, &(Texts){.texts = ALL("ALTER TABLE xt ADD COLUMN w INTEGER"),
                                           .is_write = TRUE,
                                           .is_ddl = TRUE});
                must_run(&writer,
                         &(Texts){.texts = ALL("UPDATE xt SET v = 'x'"), .is_write = TRUE});
                made = plan;
            }
            assert_int_equal(fetch, SHARD_END);
            assert_int_equal(n, 4 * 60000);
            assert_int_equal(sum, 4 * ((gint64) 60000 * 60001 / 2));
            shard_run_free(reader.run);
            shard_run_free(writer.run);
            shard_session_free(reader.session);
        }
        if (strcmp(f.brand, "sl") == 0)
            assert_rows(&f, "PRAGMA journal_mode = DELETE", "delete delete delete delete");
        fixture_end(&f);
    }
}

static const char *
slow_text(const char *brand, guint seconds)
{
    if (strcmp(brand, "pg") == 0)
        return seconds > 1 ? "SELECT pg_sleep(20)" : "SELECT pg_sleep(0.4)";
    if (strcmp(brand, "my") == 0)
        return seconds > 1 ? "SELECT SLEEP(20)" : "SELECT SLEEP(0.4)";
    return seconds > 1 ? "WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g) "
                         "SELECT count(*) FROM g"
                       : NULL;
}

static double
seconds_since(gint64 start)
{
    return (double) (g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void
shards_work_at_the_same_time(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        const char *text = slow_text(f.brand, 0);
        if (text != NULL) {
            must_run(&f, &(Texts){.texts = ALL("SELECT 1"), .is_query = TRUE});
            gint64 start = g_get_monotonic_time();
            must_run(&f, &(Texts){.texts = ALL(text), .is_query = TRUE});
            assert_true(seconds_since(start) < 1.2);
        }
        fixture_end(&f);
    }
}

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

static void
facts_of_tables_are_read(void **state)
{
    static const char *const creates[] = {
        [0] = "CREATE TABLE xf (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE NOT NULL, "
              "b DECIMAL(10,2) DEFAULT 1, c BLOB, UNIQUE (a, b))",
        [1] = "CREATE TABLE xf (id bigserial PRIMARY KEY, a text COLLATE \"C\" NOT NULL, "
              "b numeric(10,2) DEFAULT 1, c bytea, UNIQUE (a, b))",
        [2] = "CREATE TABLE xf (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
              "a VARCHAR(20) COLLATE utf8mb4_nopad_bin NOT NULL, b DECIMAL(10,2) DEFAULT 1, "
              "c VARBINARY(9), UNIQUE (a, b))",
    };
    static const ShardCollationKind kinds[] = {SHARD_COLLATION_NOCASE, SHARD_COLLATION_BINARY,
                                               SHARD_COLLATION_BINARY};
    Fixture f;

    FOR_BRANDS(f)
    {
        const char *names[] = {"xf", "no_such", NULL};
        must_run(&f, &(Texts){.texts = {"DROP TABLE IF EXISTS xf"}, .is_write = TRUE});
        must_run(&f, &(Texts){.texts = {creates[brand_]}, .is_write = TRUE});
        const ShardSchema *schema = shard_session_schema(f.session, names, NULL);
        const ShardTableSchema *table = shard_schema_table(schema, "xf");
        assert_non_null(table);
        assert_null(shard_schema_table(schema, "no_such"));
        assert_int_equal(table->n_columns, 4);
        assert_string_equal(table->columns[0].name, "id");
        assert_int_equal(table->columns[0].type, SHARD_TYPE_BIGINT);
        assert_true(table->columns[0].auto_increment);
        assert_true(table->columns[0].not_null);
        assert_int_equal(table->columns[1].type, SHARD_TYPE_TEXT);
        assert_int_equal(table->columns[1].collation.kind, kinds[brand_]);
        assert_true(table->columns[1].not_null);
        assert_int_equal(table->columns[2].type, SHARD_TYPE_DECIMAL);
        assert_int_equal(table->columns[2].length, 10);
        assert_int_equal(table->columns[2].scale, 2);
        assert_true(table->columns[2].has_default);
        assert_int_equal(table->columns[3].type, SHARD_TYPE_BYTES);
        assert_int_equal(table->n_indexes, 2);
        for (guint i = 0; i < 2; i++) {
            assert_true(table->indexes[i].unique);
            assert_false(table->indexes[i].partial);
            assert_int_equal(table->indexes[i].n_columns, table->indexes[i].primary ? 1 : 2);
        }
        must_run(&f, &(Texts){.texts = {"DROP TABLE xf"}, .is_write = TRUE});
        shard_session_forget_schema(f.session, names);
        assert_null(shard_schema_table(shard_session_schema(f.session, names, NULL), "xf"));
        fixture_end(&f);
    }
}

/* No single database can see a deadlock over two: waiting ends with 40001. */
static void
lock_waits_end(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardSettings) settings = settings_of(f.brand);
        Fixture other = {.brand = f.brand};
        Texts first = {.texts = {NULL, "UPDATE xt SET v = 'a' WHERE k = 1"}, .is_write = TRUE};
        Texts second = {.texts = {NULL, NULL, "UPDATE xt SET v = 'a' WHERE k = 2"},
                        .is_write = TRUE};
        if (strcmp(f.brand, "sl") == 0) {
            fixture_end(&f);
            continue;
        }
        must_run(&f, &(Texts){.texts = {INSERT(0), INSERT(1), INSERT(2), NULL}, .is_write = TRUE});
        settings->lock_timeout = 1;
        other.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        other.run = shard_run_new(other.session);
        assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        assert_true(shard_session_set_autocommit(other.session, FALSE, NULL));
        must_run(&f, &first);
        must_run(&other, &second);
        gint64 start = g_get_monotonic_time();
        assert_false(try_run(&other, &first, NULL, &error));
        assert_true(seconds_since(start) < 3);
        assert_string_equal(shard_error_sqlstate(error, 0), "40001");
        assert_string_equal(shard_error_shard(error, 0), "ds_1");
        assert_true(shard_session_end(other.session, FALSE, NULL));
        assert_true(shard_session_end(f.session, TRUE, NULL));
        shard_run_free(other.run);
        shard_session_free(other.session);
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
                    strcmp(shard_error_sqlstate(error, 0), "57P01") != 0 &&
                    shard_error_native(error, 0) != 2006 && shard_error_native(error, 0) != 2013)
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
        cmocka_unit_test(rows_of_all_shards_are_appended),
        cmocka_unit_test(failed_autocommit_write_leaves_nothing),
        cmocka_unit_test(failed_write_in_transaction_leaves_the_rest),
        cmocka_unit_test(rollback_undoes_all_shards),
        cmocka_unit_test(failed_transactions_follow_the_level),
        cmocka_unit_test(savepoints_reach_shards_that_join_later),
        cmocka_unit_test(settings_reach_shards_opened_later),
        cmocka_unit_test(settings_are_rolled_back),
        cmocka_unit_test(direct_statements_are_the_drivers_own),
        cmocka_unit_test(prepared_statements_are_kept),
        cmocka_unit_test(long_results_are_streamed),
        cmocka_unit_test(shards_work_at_the_same_time),
        cmocka_unit_test(first_failure_cancels_the_rest),
        cmocka_unit_test(cancel_reaches_all_shards),
        cmocka_unit_test(timeouts_are_ours),
        cmocka_unit_test(facts_of_tables_are_read),
        cmocka_unit_test(lock_waits_end),
        cmocka_unit_test(lost_connections),
        cmocka_unit_test(forked_child_starts_anew),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
