/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transactions over four shards of each brand that is there: what a failure, a rollback and a lock
 * leave, and what shards that join later are told. */
#include "driver/executor/session-private.h"

#include "executor-brands.h"

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

typedef struct {
    guint brand;
    const char *said[4]; /* again and again; a shard opened later hears the last round */
    guint n_kept;        /* at the end */
    const char *ask, *wanted;
} AgainCase;

static const AgainCase again_cases[] = {
    {0,
     {"PRAGMA cache_size = 7", "PRAGMA temp_store = 1", "PRAGMA cache_size=77"},
     2,
     "SELECT cache_size FROM pragma_cache_size",
     "77 77 77 77"},
    {1,
     {"SET application_name = 'a'", "SET search_path TO public, x", "SET Application_Name TO 'b'"},
     2,
     "SELECT current_setting('application_name')",
     "b b b b"},
    {2, {"SET @a = 1", "SET @b = 5", "SET @a = 2"}, 2, "SELECT CONCAT(@a, @b)", "25 25 25 25"},
    /* What may have read it stays behind it. */
    {2,
     {"SET @a = 1", "SET @b = @a", "SET @a = 2"},
     3 * 10 - 9,
     "SELECT CONCAT(@a, @b)",
     "21 21 21 21"},
    /* So does what it is written in the way of. */
    {2,
     {"SET sql_mode = 'ANSI_QUOTES'", "SET @b = 1", "SET sql_mode = ''"},
     3 * 10 - 9,
     "SELECT CONCAT(@@sql_mode, @b)",
     "1 1 1 1"},
    {1,
     {"SET TIME ZONE 'UTC'", "SET TIME ZONE 'CET'"},
     2,
     "SELECT current_setting('TimeZone')",
     "CET CET CET CET"},
};

static void
must_set(const Fixture *f, const char *sql)
{
    g_autoptr(GError) error = NULL;

    if (!shard_session_set(f->session, sql, &error))
        fail_msg("%s %s: %s", f->brand, sql, error->message);
}

static void
settings_said_again_are_kept_once(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(again_cases); i++) {
        const AgainCase *c = &again_cases[i];
        g_autofree char *dsn = g_strconcat(brands[c->brand], "_3", NULL);
        if (!executor_has(dsn))
            continue;
        g_autoptr(ShardSettings) settings = settings_of(brands[c->brand]);
        Fixture f = {.brand = brands[c->brand]};
        f.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        f.run = shard_run_new(f.session);
        for (guint round = 0; round < 10; round++)
            for (guint k = 0; c->said[k] != NULL; k++)
                must_set(&f, c->said[k]);
        assert_int_equal(f.session->set_texts->len, c->n_kept);
        assert_rows(&f, c->ask, c->wanted);
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

/* SQLite was busy: the transaction is as it was, and its COMMIT can be said again. */
static void
busy_commit_can_be_repeated(void **state)
{
    Fixture reader;

    for (guint i = 0; i < 2 && fixture_start(&reader, "sl"); i++) {
        Fixture f = {.brand = "sl"};
        Texts one = {.texts = {INSERT(4)}, .is_write = TRUE};
        g_autoptr(ShardSettings) settings = settings_of("sl");
        g_free(settings->handed_on);
        settings->handed_on = g_strdup("Timeout=10");
        f.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        f.run = shard_run_new(f.session);
        assert_true(shard_session_set_autocommit(reader.session, FALSE, NULL));
        assert_rows(&reader, ROWS, "");
        if (i == 0)
            assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
        else
            assert_true(say(&f, SHARD_STATEMENT_BEGIN, NULL, "BEGIN"));
        must_run(&f, &one);
        assert_false(i == 0 ? shard_session_end_as_said(f.session, TRUE, NULL)
                            : say(&f, SHARD_STATEMENT_COMMIT, NULL, "COMMIT"));
        assert_true(shard_session_in_transaction(f.session));
        assert_true(shard_session_end(reader.session, FALSE, NULL));
        assert_true(i == 0 ? shard_session_end_as_said(f.session, TRUE, NULL)
                           : say(&f, SHARD_STATEMENT_COMMIT, NULL, "COMMIT"));
        assert_false(shard_session_in_transaction(f.session));
        assert_rows(&reader, ROWS, "4");
        assert_true(shard_session_end(reader.session, FALSE, NULL));
        /* Where nobody can repeat it, it is rolled back, however it was begun. */
        assert_true(shard_session_set_autocommit(f.session, TRUE, NULL));
        assert_rows(&reader, ROWS, "4");
        assert_true(say(&f, SHARD_STATEMENT_BEGIN, NULL, "BEGIN"));
        must_run(&f, &(Texts){.texts = {INSERT(8)}, .is_write = TRUE});
        assert_false(shard_session_end(f.session, TRUE, NULL));
        assert_true(shard_session_end(reader.session, FALSE, NULL));
        must_run(&f, &(Texts){.texts = {INSERT(12)}, .is_write = TRUE});
        assert_rows(&reader, ROWS, "4 12");
        assert_true(shard_session_end(reader.session, FALSE, NULL));
        shard_run_free(f.run);
        shard_session_free(f.session);
        fixture_end(&reader);
    }
}

/* What a comment says is nothing. */
static void
chained_transactions(void **state)
{
    static const struct {
        const char *text;
        gboolean chained;
    } ends[] = {{"COMMIT", FALSE},
                {"COMMIT AND CHAIN", TRUE},
                {"COMMIT WORK AND NO CHAIN", FALSE},
                {"COMMIT AND CHAIN NO RELEASE", TRUE},
                {"COMMIT AND CHAIN /* NO */", TRUE},
                {"COMMIT /* AND CHAIN */", FALSE},
                {"COMMIT -- AND CHAIN", FALSE}};
    Fixture f;

    FOR_BRANDS(f)
    {
        for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
            assert_true(say(&f, SHARD_STATEMENT_BEGIN, NULL, "BEGIN"));
            assert_true(say(&f, SHARD_STATEMENT_COMMIT, NULL, ends[i].text));
            if (shard_session_manual(f.session) != ends[i].chained)
                fail_msg("%s: %s", f.brand, ends[i].text);
            if (ends[i].chained)
                assert_true(say(&f, SHARD_STATEMENT_COMMIT, NULL, "COMMIT"));
        }
        fixture_end(&f);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_autocommit_write_leaves_nothing),
        cmocka_unit_test(failed_write_in_transaction_leaves_the_rest),
        cmocka_unit_test(rollback_undoes_all_shards),
        cmocka_unit_test(failed_transactions_follow_the_level),
        cmocka_unit_test(savepoints_reach_shards_that_join_later),
        cmocka_unit_test(settings_reach_shards_opened_later),
        cmocka_unit_test(settings_said_again_are_kept_once),
        cmocka_unit_test(settings_are_rolled_back),
        cmocka_unit_test(lock_waits_end),
        cmocka_unit_test(busy_commit_can_be_repeated),
        cmocka_unit_test(chained_transactions),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
