/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fork-test.c - children of fork() work, whatever the other threads are doing at that moment.
 *
 * Threads connect, run statements in transactions over two shards, write the log and disconnect,
 * all the time; each child has to do the same once, with a connection of its own.  The shards are
 * the scriptable driver of tests/fake: what real drivers hold locked is not ours.
 */
#include <glib.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sql.h>
#include <sqlext.h>
#include <cmocka.h>

#define N_THREADS 6
#define N_CHILDREN 60
#define SECONDS 20
/* The sanitizers' own locks may be held at a fork: a child allocates nothing, and its threads can't
 * be followed. */
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
#define FOLLOWS_CHILDREN FALSE
#else
#define FOLLOWS_CHILDREN TRUE
#endif

static char *folder, *connection;
static SQLHENV env;
static atomic_bool stop;
static atomic_uint n_done;

static void
write_rules(void)
{
    g_autofree char *rules = g_build_filename(folder, "rules.ini", NULL);
    g_autofree char *here = g_get_current_dir();
    const char *top = g_getenv("top_builddir") != NULL ? g_getenv("top_builddir") : here;
    g_autoptr(GString) text = g_string_new("[shardodbc]\ndialect = postgresql\n"
                                           "default-shard = f_0\n");

    for (guint i = 0; i < 2; i++)
        g_string_append_printf(text,
                               "[shard f_%u]\nconnection = Driver=%s/tests/fake/.libs/"
                               "libfakeodbc.so;Name=f_%u;Brand=PostgreSQL\n",
                               i, top, i);
    g_string_append(text, "[table t]\nnodes = f_${0..1}.t\nshard-key = k\n"
                          "shard-algorithm = two\nvalue-type = k: integer\ngenerate = id: flake\n"
                          "[algorithm two]\ntype = MOD\nsharding-count = 2\n"
                          "[generator flake]\ntype = SNOWFLAKE\n");
    assert_true(g_file_set_contents(rules, text->str, -1, NULL));
    connection =
        g_strdup_printf("Rules=%s;State=%s/state;Log=%s/log;LogLevel=sql;", rules, folder, folder);
}

static gboolean
run(SQLHDBC dbc, const char *sql)
{
    SQLHSTMT stmt = NULL;

    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt)))
        return FALSE;
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (!SQL_SUCCEEDED(rc)) {
        SQLCHAR state[6] = "", text[300] = "";
        SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, text, sizeof text, NULL);
        fprintf(stderr, "%s: %s %s\n", sql, state, text);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return SQL_SUCCEEDED(rc);
}

/* New texts, so that the cache of statements is written to, too. */
static gboolean
work_once(guint number)
{
    SQLHDBC dbc = NULL;
    g_autofree char *update = g_strdup_printf("UPDATE t SET a%u = 1 WHERE k = 1", number % 700);
    g_autofree char *insert = g_strdup_printf("INSERT INTO t (k, v) VALUES (2, %u)", number);

    if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc)))
        return FALSE;
    gboolean good = SQL_SUCCEEDED(SQLDriverConnect(dbc, NULL, (SQLCHAR *) connection, SQL_NTS, NULL,
                                                   0, NULL, SQL_DRIVER_NOPROMPT)) &&
                    run(dbc, update) && run(dbc, insert);
    SQLDisconnect(dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    return good;
}

static void *
hammer(void *data)
{
    for (guint number = GPOINTER_TO_UINT(data) * 100000; !atomic_load(&stop); number++)
        if (work_once(number))
            atomic_fetch_add(&n_done, 1);
    return NULL;
}

static gboolean
child_ends(pid_t child)
{
    int status = -1;

    for (guint i = 0; i < SECONDS * 100; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        g_usleep(10000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    fprintf(stderr, "a child hangs\n");
    return FALSE;
}

static void
children_work(void **state)
{
    pthread_t threads[N_THREADS];
    guint n_good = 0;

    assert_true(work_once(0));
    for (guint i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, GUINT_TO_POINTER(i + 1)), 0);
    for (guint i = 0; i < N_CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(FOLLOWS_CHILDREN && !work_once(9000000 + i));
        n_good += child_ends(child);
    }
    atomic_store(&stop, TRUE);
    for (guint i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(n_good, N_CHILDREN);
    assert_true(atomic_load(&n_done) > 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(children_work)};

    folder = g_dir_make_tmp("shardodbc-fork.XXXXXX", NULL);
    write_rules();
    SQLAllocHandle(SQL_HANDLE_ENV, NULL, &env);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", folder);
    return system(remove) != 0 || failed;
}
