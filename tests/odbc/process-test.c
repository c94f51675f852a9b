/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * process-test.c - a child of fork() that goes on with its parent's connection, and processes that
 * end without a word: with open cursors, inside a transaction, while a thread is inside a call.
 *
 * Usage: process-test DSN.  Makes the table t itself.  Prints FAIL lines and, last, "process: N
 * passed, N failed".
 */
#include "tests/odbc/client.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define N_ROWS 40

static SQLHDBC dbc;

static int
run(SQLHSTMT stmt, const char *sql)
{
    return SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS));
}

/* Are all rows there, in their order? */
static int
scan(SQLHSTMT stmt)
{
    SQLINTEGER k = -1, wanted = 0;

    if (!run(stmt, "SELECT k FROM t ORDER BY k"))
        return 0;
    int good = 1;
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        SQLGetData(stmt, 1, SQL_C_LONG, &k, 0, NULL);
        good = good && k == wanted++;
    }
    SQLFreeStmt(stmt, SQL_CLOSE);
    return good && wanted == N_ROWS;
}

/* The status of the child, -1 when a signal ended it or it took more than that many seconds. */
static int
wait_for(pid_t child, int seconds)
{
    struct timespec pause = {0, 20 * 1000 * 1000};
    int status = 0;

    for (int i = 0; i < seconds * 50; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* ---- fork ---- */

/* The connection, and a statement with an open cursor, are the parent's: the first statement says
 * so, the next one has a connection of the child's own. */
static int
be_child(SQLHSTMT open, SQLHSTMT stmt)
{
    SQLCHAR state[6] = "";
    SQLINTEGER native;

    SQLFetch(open);
    if (run(stmt, "SELECT k FROM t ORDER BY k"))
        return 1;
    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, NULL, 0, NULL);
    if (strcmp((char *) state, "08S01") != 0)
        return 2;
    for (int i = 0; i < 20; i++)
        if (!scan(stmt))
            return 3;
    SQLFreeHandle(SQL_HANDLE_STMT, open);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLDisconnect(dbc);
    return 0;
}

static void
test_fork(int by_exit)
{
    SQLHSTMT open = stmt_new(dbc), stmt = stmt_new(dbc);

    check(scan(stmt) && run(open, "SELECT k FROM t ORDER BY k"), "before the fork");
    SQLFetch(open);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int status = be_child(open, stmt);
        if (by_exit)
            exit(status);
        _exit(status);
    }
    int good = 1, n = 1;
    for (int i = 0; good && i < 20; i++)
        good = scan(stmt);
    check(good, "the parent works on beside its child");
    check(wait_for(child, 20) == 0, "the child goes on with connections of its own");
    while (SQLFetch(open) == SQL_SUCCESS)
        n++;
    check(n == N_ROWS, "the parent's cursor is whole");
    check(scan(stmt), "the parent works on after its child");
    SQLFreeHandle(SQL_HANDLE_STMT, open);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* ---- ends without a word ---- */

static const char *
slow_statement(void)
{
    char name[50] = "";

    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    if (strcmp(name, "PostgreSQL") == 0)
        return "SELECT k, pg_sleep(0.2) FROM t";
    if (strcmp(name, "MariaDB") == 0)
        return "SELECT k, SLEEP(0.2) FROM t";
    return "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000000) "
           "SELECT COUNT(*) FROM c";
}

static void *
be_inside(void *stmt)
{
    run(stmt, slow_statement());
    return NULL;
}

static void
end_with_cursor(void)
{
    SQLHSTMT stmt = stmt_new(dbc);

    if (run(stmt, "SELECT k FROM t ORDER BY k"))
        SQLFetch(stmt);
}

static void
end_in_transaction(void)
{
    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    run(stmt_new(dbc), "UPDATE t SET s = 'never'");
}

static void
end_inside(void)
{
    struct timespec pause = {0, 400 * 1000 * 1000};
    pthread_t thread;

    scan(stmt_new(dbc));
    pthread_create(&thread, NULL, be_inside, stmt_new(dbc));
    nanosleep(&pause, NULL);
}

static const struct {
    const char *name;
    void (*run)(void);
} ends[] = {
    {"with an open cursor", end_with_cursor},
    {"in a transaction", end_in_transaction},
    {"while a thread is inside a call", end_inside},
};

/* As a program of its own, so that nothing of this one's state is there. */
static void
test_end(size_t i, const char *program)
{
    char number[20];

    snprintf(number, sizeof number, "%zu", i);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, dsn, number, (char *) NULL);
        _exit(99);
    }
    check(wait_for(child, 10) == 42, ends[i].name);
}

static int
prepare_table(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char sql[100];

    run(stmt, "DROP TABLE t");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    stmt = stmt_new(dbc);
    int good = run(stmt, "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))");
    for (int i = 0; good && i < N_ROWS; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO t (k, s) VALUES (%d, 'row')", i);
        good = run(stmt, sql);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return good;
}

static int
count_never(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = -1;

    if (run(stmt, "SELECT COUNT(*) FROM t WHERE s = 'never'") && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return n;
}

static int
count_threads(void)
{
    int n = 0;
    DIR *folder = opendir("/proc/self/task");

    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        n += entry->d_name[0] != '.';
    if (folder != NULL)
        closedir(folder);
    return n;
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: process-test DSN\n");
        return 2;
    }
    client_begin("process", argv[1]);
    dbc = connect_new();
    if (dbc == NULL)
        return 3;
    if (argc > 2) {
        ends[atoi(argv[2])].run();
        exit(42);
    }
    /* A host that forks its workers after loading us must find nothing running. */
    check(count_threads() == 1, "no thread before the first statement");
    check(prepare_table(), "prepare");
    check(count_threads() > 1, "threads for the shards");
    test_fork(0);
    test_fork(1);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        test_end(i, argv[0]);
    check(count_never() == 0, "what wasn't committed isn't there");
    SQLHSTMT stmt = stmt_new(dbc);
    check(run(stmt, "DROP TABLE t"), "nobody holds a lock");
    stmt_free(stmt);
    connect_free(dbc);
    return client_end();
}
