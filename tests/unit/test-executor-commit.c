/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What shards are told at the end of a transaction, and what the application is told of it, by the
 * scriptable driver. */
#include "executor-fake.h"

#include <pthread.h>

/* Statements that run at once wait only a moment for locks. */
#define HASTE_MYSQL "SET @shardodbc_wait = @@innodb_lock_wait_timeout, innodb_lock_wait_timeout = 1"
#define HASTY_SAVEPOINT                                                                            \
    "SELECT set_config('shardodbc.lock_timeout', current_setting('lock_timeout'), true); "         \
    "SAVEPOINT shardodbc_guard; SET LOCAL lock_timeout = '250ms'"

static void
own_transaction_is_seen(void **state)
{
    Fixture f;

    start(&f, 2, "mysql", NULL);
    assert_true(run(&f, &(Texts){.texts = {"COUNT 2", "COUNT 3"}, .is_write = TRUE}, NULL));
    assert_int_equal(shard_run_row_count(f.run), 5);
    g_autofree char *log = log_of("f_1");
    assert_string_equal(log, "connect / SELECT CONNECTION_ID() / START TRANSACTION / " HASTE_MYSQL
                             " / COUNT 3 / COMMIT");
    g_autoptr(GError) error = NULL;
    assert_false(run(&f,
                     &(Texts){.texts = {"COUNT 2", "SLEEP 300; ERROR 23000 dup"}, .is_write = TRUE},
                     &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "23000");
    g_autofree char *after = log_of("f_0");
    assert_true(g_str_has_suffix(after, "START TRANSACTION / COUNT 2 / ROLLBACK"));
    end(&f);
}

/* Two statements may wait for each other on two shards: then one is taken back, and runs in turn,
 * waiting as long as it takes. */
static void
contended_writes_run_in_turn(void **state)
{
    Fixture f;
    g_autoptr(GError) error = NULL;

    start(&f, 2, "postgresql", NULL);
    Texts late = {.texts = {"COUNT 2", "SLEEP 300; ERROR 55P03"}, .is_write = TRUE};
    assert_false(run(&f, &late, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "40001");
    assert_true(run(&f, &(Texts){.texts = {"COUNT 4", "COUNT 5"}, .is_write = TRUE}, NULL));
    g_autofree char *log = log_of("f_0");
    assert_true(g_str_has_prefix(
        log, "connect / autocommit off / SET LOCAL lock_timeout = '250ms' / COUNT 2 / ROLLBACK / "
             "autocommit on / autocommit off / COUNT 2 / ROLLBACK / "
             "autocommit on / autocommit off / COUNT 4 / "));
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
    assert_string_equal(log, "connect / autocommit off / COUNT 1 / " HASTY_SAVEPOINT " / "
                             "COUNT 2 / ROLLBACK TO SAVEPOINT shardodbc_guard / "
                             "RELEASE SAVEPOINT shardodbc_guard / "
                             "SELECT 1 FROM pg_constraint WHERE condeferrable LIMIT 1 / "
                             "SET CONSTRAINTS ALL IMMEDIATE; COMMIT");
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
        assert_true(g_str_has_suffix(writer, i == 0
                                                 ? "COUNT 1 / SET CONSTRAINTS ALL IMMEDIATE; COMMIT"
                                                 : "COUNT 1 / ROLLBACK"));
        end(&f);
    }
    two_phase = FALSE;
}

/* A PREPARE of an aborted transaction must not pass for one. */
static void
aborted_transactions_are_not_prepared(void **state)
{
    static const char *const aborted[] = {NULL, "On={SET CONSTRAINTS=25P02}"};
    Fixture f;
    g_autoptr(GError) error = NULL;

    two_phase = TRUE;
    start(&f, 2, "postgresql", aborted);
    assert_true(shard_session_set_autocommit(f.session, FALSE, NULL));
    assert_true(run(&f, &(Texts){.texts = {"COUNT 1", "COUNT 1"}, .is_write = TRUE}, NULL));
    assert_false(shard_session_end(f.session, TRUE, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "25P02");
    g_autofree char *log = log_of("f_0");
    assert_non_null(strstr(log, "SET CONSTRAINTS ALL IMMEDIATE; PREPARE TRANSACTION"));
    assert_non_null(strstr(log, "ROLLBACK PREPARED"));
    assert_null(strstr(log, "COMMIT PREPARED"));
    end(&f);
    two_phase = FALSE;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_transaction_is_seen),
        cmocka_unit_test(contended_writes_run_in_turn),
        cmocka_unit_test(scatter_write_inside_a_transaction_has_savepoints),
        cmocka_unit_test(partial_commits_are_told),
        cmocka_unit_test(readers_commit_first),
        cmocka_unit_test(aborted_transactions_are_not_prepared),
    };

    g_unsetenv("ODBCINI"); /* no servers here */
    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
