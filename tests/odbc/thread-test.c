/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * thread-test.c - many threads on one environment; several statements of one connection used by
 * several threads, and rows read by another thread than asked for them; little stack; a statement
 * cancelled from another thread; a fork.
 *
 * Usage: thread-test DSN [SECONDS].  Makes the table t itself.  Prints FAIL lines and, last,
 * "thread: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 16
#define N_ROWS 40

static int seconds = 2;

static SQLRETURN
run(SQLHSTMT stmt, const char *sql)
{
    return SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
}

/* Reads all rows over the shards; the right sum and order is all it is about. */
static int
scan(SQLHSTMT stmt)
{
    SQLINTEGER k = 0, wanted = 0;

    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    if (!SQL_SUCCEEDED(run(stmt, "SELECT k, s FROM t ORDER BY k"))) {
        show(SQL_HANDLE_STMT, stmt);
        return 0;
    }
    int good = 1;
    while (SQLFetch(stmt) == SQL_SUCCESS)
        good = good && k == wanted++;
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLFreeStmt(stmt, SQL_UNBIND);
    return good && wanted == N_ROWS;
}

static int
point(SQLHSTMT stmt, SQLINTEGER key)
{
    SQLINTEGER found = -1;

    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &key, 0, NULL);
    SQLRETURN rc = run(stmt, "SELECT k FROM t WHERE k = ?");
    if (SQL_SUCCEEDED(rc) && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_LONG, &found, 0, NULL);
    else
        show(SQL_HANDLE_STMT, stmt);
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
    return found == key;
}

static int
loop(SQLHDBC dbc)
{
    SQLHSTMT stmt = NULL;
    int good = 1;
    time_t end = time(NULL) + seconds;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    for (int i = 0; good && time(NULL) < end; i++)
        good = scan(stmt) && point(stmt, i % N_ROWS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return good;
}

static void *
own_connection(void *unused)
{
    (void) unused;
    SQLHDBC dbc = connect_new();
    check(dbc != NULL && loop(dbc), "own connection");
    if (dbc != NULL)
        connect_free(dbc);
    return NULL;
}

static void *
shared_connection(void *dbc)
{
    check(loop(dbc), "shared connection");
    return NULL;
}

static void
run_threads(void *(*function)(void *), void *argument, int n)
{
    pthread_t threads[N_THREADS];

    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, function, argument);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

/* ---- rows that another thread reads than the one that asked for them ---- */

typedef struct {
    SQLHSTMT stmt;
    int from, n; /* rows */
    int good;
} Part;

static void *
fetch_part(void *data)
{
    Part *part = data;
    SQLINTEGER k = -1;

    part->good = 1;
    for (int i = 0; i < part->n; i++)
        part->good = part->good && SQLFetch(part->stmt) == SQL_SUCCESS &&
                     SQLGetData(part->stmt, 1, SQL_C_LONG, &k, 0, NULL) == SQL_SUCCESS &&
                     k == part->from + i;
    return NULL;
}

static void
fetch_elsewhere(Part *part, int n)
{
    pthread_t thread;

    part->n = n;
    pthread_create(&thread, NULL, fetch_part, part);
    pthread_join(thread, NULL);
    check(part->good, "rows fetched by another thread");
    part->from += n;
}

static void
test_fetch_elsewhere(SQLHDBC dbc)
{
    Part parts[3] = {{NULL, 0, 0, 0}};
    int turn;

    for (int i = 0; i < 3; i++) {
        SQLAllocHandle(SQL_HANDLE_STMT, dbc, &parts[i].stmt);
        check(SQL_SUCCEEDED(run(parts[i].stmt, "SELECT k FROM t ORDER BY k")), "execute");
    }
    for (turn = 0; turn < 3; turn++)
        for (int i = 0; i < 3; i++)
            fetch_elsewhere(&parts[i], 11);
    for (int i = 0; i < 3; i++) {
        fetch_part(&(Part){parts[i].stmt, parts[i].from, N_ROWS - parts[i].from, 0});
        check(SQLFetch(parts[i].stmt) == SQL_NO_DATA, "the end of the rows");
        SQLFreeHandle(SQL_HANDLE_STMT, parts[i].stmt);
    }
}

/* ---- threads with little stack ---- */

static void *
use_little_stack(void *dbc)
{
    char sql[5000] = "SELECT COUNT(*) FROM t WHERE k < 1000";
    SQLHSTMT stmt = NULL;
    SQLINTEGER n = -1;

    for (int i = 0; i < 150; i++)
        strcat(sql, " + 1");
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    check(scan(stmt) && point(stmt, 7), "a thread with a stack of 128 KiB");
    if (SQL_SUCCEEDED(run(stmt, sql)) && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL);
    check(n == N_ROWS, "a deep statement there");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return NULL;
}

static void *
connect_with_little_stack(void *unused)
{
    (void) unused;
    SQLHDBC dbc = connect_new();
    check(dbc != NULL, "connect with a stack of 128 KiB");
    if (dbc != NULL) {
        use_little_stack(dbc);
        connect_free(dbc);
    }
    return NULL;
}

static void
test_little_stack(SQLHDBC dbc)
{
    pthread_attr_t attributes;
    pthread_t threads[2];

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    pthread_create(&threads[0], &attributes, use_little_stack, dbc);
    pthread_create(&threads[1], &attributes, connect_with_little_stack, NULL);
    pthread_attr_destroy(&attributes);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

static void *
cancel_soon(void *stmt)
{
    struct timespec pause = {0, 300 * 1000 * 1000};

    nanosleep(&pause, NULL);
    check(SQLCancel(stmt) == SQL_SUCCESS, "SQLCancel");
    return NULL;
}

static void *
cancel_handle_soon(void *stmt)
{
    struct timespec pause = {0, 300 * 1000 * 1000};

    nanosleep(&pause, NULL);
    check(SQLCancelHandle(SQL_HANDLE_STMT, stmt) == SQL_SUCCESS, "SQLCancelHandle");
    return NULL;
}

/* Takes twenty seconds. */
static const char *
long_text(SQLHDBC dbc)
{
    char name[50] = "";

    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    if (strcmp(name, "PostgreSQL") == 0)
        return "SELECT pg_sleep(20)";
    if (strcmp(name, "MariaDB") == 0)
        return "SELECT SLEEP(20)";
    return "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000000)"
           " SELECT COUNT(*) FROM c";
}

static int
is_cancelled(SQLHSTMT stmt)
{
    SQLCHAR state[6] = "";
    SQLINTEGER native;

    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, NULL, 0, NULL);
    return strcmp((char *) state, "HY008") == 0;
}

/* MariaDB's CR_SERVER_LOST. */
static int
is_lost(SQLHSTMT stmt)
{
    SQLCHAR state[6] = "";
    SQLINTEGER native = 0;

    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, NULL, 0, NULL);
    return native == 2013;
}

static void
test_cancel(SQLHDBC dbc, void *(*cancel)(void *) )
{
    SQLHSTMT stmt = NULL;
    pthread_t thread;
    time_t begin = time(NULL);

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    pthread_create(&thread, NULL, cancel, stmt);
    check(run(stmt, long_text(dbc)) == SQL_ERROR, "cancelled statement");
    check(is_cancelled(stmt), "HY008");
    pthread_join(thread, NULL);
    check(time(NULL) - begin <= 3, "cancelled in time");
    check(scan(stmt), "usable after cancel");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* Shards of one server that sleep, stopped at once: none of them keeps the others, until their
 * connections are given up. */
static void
test_cancel_over_shards(SQLHDBC dbc)
{
    SQLHSTMT stmt = NULL;
    pthread_t thread;
    char name[50] = "";

    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    if (strcmp(name, "SQLite") == 0)
        return;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    for (int i = 0; i < 5; i++) {
        pthread_create(&thread, NULL, cancel_soon, stmt);
        check(run(stmt, strcmp(name, "MariaDB") == 0
                            ? "SELECT k FROM t WHERE SLEEP(20) = 0"
                            : "SELECT k FROM t WHERE pg_sleep(20) IS NOT NULL") == SQL_ERROR &&
                  is_cancelled(stmt),
              "a scatter is cancelled");
        check(!is_lost(stmt), "its connections are not lost");
        pthread_join(thread, NULL);
    }
    check(scan(stmt), "usable after cancels over shards");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* A thread that does one thing with a statement, and says when it has done it. */
typedef struct {
    SQLHSTMT stmt;
    const char *sql;
    atomic_int done;
} Task;

static void *
run_task(void *data)
{
    Task *task = data;

    run(task->stmt, task->sql);
    atomic_store(&task->done, 1);
    return NULL;
}

/* Until the other thread has done what it does. */
static void *
cancel_until_done(void *data)
{
    Task *task = data;
    struct timespec pause = {0, 100 * 1000 * 1000};

    while (!atomic_load(&task->done)) {
        nanosleep(&pause, NULL);
        SQLCancel(task->stmt);
    }
    return NULL;
}

/* While another thread executes a statement it can't be freed (HY010, which the driver manager
 * doesn't hand on). */
static void
test_free_executing(SQLHDBC dbc)
{
    Task task = {.sql = long_text(dbc)};
    struct timespec pause = {0, 300 * 1000 * 1000};
    pthread_t runner, canceller;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &task.stmt);
    pthread_create(&runner, NULL, run_task, &task);
    nanosleep(&pause, NULL);
    check(SQLFreeHandle(SQL_HANDLE_STMT, task.stmt) == SQL_ERROR, "freed while it was executed");
    pthread_create(&canceller, NULL, cancel_until_done, &task);
    pthread_join(runner, NULL);
    pthread_join(canceller, NULL);
    check(scan(task.stmt), "usable after that");
    check(SQLFreeHandle(SQL_HANDLE_STMT, task.stmt) == SQL_SUCCESS, "freed at last");
}

/* Nor one whose thread waits for its turn on the connection. */
static void
test_free_waiting(SQLHDBC dbc)
{
    Task first = {.sql = long_text(dbc)}, second = {.sql = "SELECT k FROM t WHERE k = 1"};
    struct timespec pause = {0, 300 * 1000 * 1000};
    pthread_t runner, waiter;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &first.stmt);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &second.stmt);
    pthread_create(&runner, NULL, run_task, &first);
    nanosleep(&pause, NULL);
    pthread_create(&waiter, NULL, run_task, &second);
    nanosleep(&pause, NULL);
    check(SQLFreeHandle(SQL_HANDLE_STMT, second.stmt) == SQL_ERROR, "freed while it waited");
    cancel_until_done(&first);
    pthread_join(runner, NULL);
    pthread_join(waiter, NULL);
    SQLFreeStmt(second.stmt, SQL_CLOSE);
    check(scan(second.stmt), "usable after it waited");
    check(SQLFreeHandle(SQL_HANDLE_STMT, first.stmt) == SQL_SUCCESS, "freed behind its execute");
    check(SQLFreeHandle(SQL_HANDLE_STMT, second.stmt) == SQL_SUCCESS, "freed behind its wait");
}

/* A statement that waits for its turn on the connection is cancelled, the one before it is not. */
static void
test_cancel_waiting(SQLHDBC dbc)
{
    Task first = {.sql = long_text(dbc)}, second = {0};
    pthread_t runner, canceller;
    SQLRETURN rc;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &first.stmt);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &second.stmt);
    pthread_create(&runner, NULL, run_task, &first);
    pthread_create(&canceller, NULL, cancel_until_done, &second);
    /* It may be quicker than the first one. */
    do
        rc = run(second.stmt, "UPDATE t SET s = 'row 1' WHERE k = 1");
    while (SQL_SUCCEEDED(rc));
    check(rc == SQL_ERROR && is_cancelled(second.stmt), "cancelled while it waited");
    check(!atomic_load(&first.done), "the one that was waited for goes on");
    atomic_store(&second.done, 1);
    pthread_join(canceller, NULL);
    cancel_until_done(&first);
    pthread_join(runner, NULL);
    check(scan(second.stmt), "usable after a cancelled wait");
    SQLFreeHandle(SQL_HANDLE_STMT, first.stmt);
    SQLFreeHandle(SQL_HANDLE_STMT, second.stmt);
}

static void
open_for_update(SQLHSTMT stmt, const char *sql, SQLINTEGER *k, char *s, SQLLEN size)
{
    static SQLLEN length;

    length = SQL_NTS;
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    SQLBindCol(stmt, 2, SQL_C_CHAR, s, size, &length);
    check(SQL_SUCCEEDED(run(stmt, sql)) && SQL_SUCCEEDED(SQLFetch(stmt)),
          "a cursor to update through");
}

/* A transaction of another connection that holds a row, or the whole table. */
static SQLHDBC
hold(const char *sql)
{
    SQLHDBC other = connect_new();
    SQLHSTMT holder = NULL;

    SQLSetConnectAttr(other, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    SQLAllocHandle(SQL_HANDLE_STMT, other, &holder);
    check(SQL_SUCCEEDED(run(holder, sql)), "the row is held");
    SQLFreeHandle(SQL_HANDLE_STMT, holder);
    return other;
}

static void
let_go(SQLHDBC other)
{
    SQLEndTran(SQL_HANDLE_DBC, other, SQL_ROLLBACK);
    connect_free(other);
}

#define HOLD_ROW "UPDATE t SET s = 'held' WHERE k = 0"

static void
check_scan(SQLHDBC dbc, const char *what)
{
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    check(scan(stmt), what);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* A row that is written through a cursor over the shards waits for somebody's lock. */
static void
test_cancel_of_a_row(SQLHDBC dbc)
{
    Task task = {0};
    pthread_t canceller;
    SQLINTEGER k = 0;
    char s[30];

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &task.stmt);
    open_for_update(task.stmt, "SELECT k, s FROM t ORDER BY k", &k, s, sizeof s);
    SQLHDBC other = hold(HOLD_ROW);
    strcpy(s, "written");
    pthread_create(&canceller, NULL, cancel_until_done, &task);
    check(SQLSetPos(task.stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_ERROR &&
              is_cancelled(task.stmt),
          "a row's write is cancelled");
    atomic_store(&task.done, 1);
    pthread_join(canceller, NULL);
    let_go(other);
    SQLFreeHandle(SQL_HANDLE_STMT, task.stmt);
    check_scan(dbc, "usable after a cancelled row");
}

/* The same with a timeout. */
static void
test_timeout_of_a_row(SQLHDBC dbc)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 0;
    char s[30];

    SQLSetStmtAttr(stmt, SQL_ATTR_QUERY_TIMEOUT, (SQLPOINTER) 1, 0);
    open_for_update(stmt, "SELECT k, s FROM t ORDER BY k", &k, s, sizeof s);
    SQLHDBC other = hold(HOLD_ROW);
    strcpy(s, "written");
    check(SQLSetPos(stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_ERROR &&
              has_state(SQL_HANDLE_STMT, stmt, "HYT00"),
          "a row's write has the timeout of its cursor");
    let_go(other);
    stmt_free(stmt);
    check_scan(dbc, "usable after a row's timeout");
}

static void *
let_go_late(void *other)
{
    sleep(2);
    let_go(other);
    return NULL;
}

/* A row that a driver writes by itself waits as long as the application wants, also behind writes
 * over the shards, which wait only a moment for a lock: MariaDB, where that's a setting. */
static void
test_wait_of_a_row(SQLHDBC dbc)
{
    static const char *const reads[] = {"SELECT k, s FROM t WHERE k = 0",
                                        "SELECT k, s FROM t ORDER BY k"};
    char s[30];
    SQLINTEGER k = 0;
    char name[50] = "";
    pthread_t thread;

    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    if (strcmp(name, "MariaDB") != 0)
        return;
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        SQLHSTMT stmt = stmt_new(dbc), writer = stmt_new(dbc);
        open_for_update(stmt, reads[i], &k, s, sizeof s);
        check(SQL_SUCCEEDED(run(writer, "UPDATE t SET s = s")), "a write over the shards");
        pthread_create(&thread, NULL, let_go_late, hold(HOLD_ROW));
        strcpy(s, "written");
        check(SQLSetPos(stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS,
              "a row's write waits for its lock");
        pthread_join(thread, NULL);
        stmt_free(stmt);
        stmt_free(writer);
    }
}

/* Where a description waits for a lock: PostgreSQL, whose driver hears no cancel in it. */
static void
test_cancel_of_a_description(SQLHDBC dbc)
{
    Task task = {0};
    pthread_t canceller;
    SQLSMALLINT n = 0;
    char name[50] = "";

    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    if (strcmp(name, "PostgreSQL") != 0)
        return;
    task.stmt = stmt_new(dbc);
    SQLHDBC other = hold("ALTER TABLE t ADD COLUMN w INTEGER");
    SQLPrepare(task.stmt, (SQLCHAR *) "SELECT k FROM t WHERE s = ?", SQL_NTS);
    time_t begin = time(NULL);
    pthread_create(&canceller, NULL, cancel_until_done, &task);
    check(SQLNumResultCols(task.stmt, &n) == SQL_ERROR && is_cancelled(task.stmt),
          "a description is cancelled");
    check(time(NULL) - begin < 20, "cancels don't put its end off");
    atomic_store(&task.done, 1);
    pthread_join(canceller, NULL);
    let_go(other);
    check(SQLNumResultCols(task.stmt, &n) == SQL_SUCCESS && n == 1, "described at last");
    stmt_free(task.stmt);
    check_scan(dbc, "usable after a cancelled description");
}

/* MariaDB's connector keeps its connection locked after such texts, for the thread that ran them:
 * the workers that read over the shards must not wait for it. */
static void
test_locks(SQLHDBC dbc)
{
    static const char *const texts[] = {"", "DO", "SELECT 1; SELECT 2", "SELECT 1; SELEC 2"};
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        run(stmt, texts[i]);
        SQLFreeStmt(stmt, SQL_CLOSE);
        SQLPrepare(stmt, (SQLCHAR *) texts[i], SQL_NTS);
        SQLExecute(stmt);
        SQLFreeStmt(stmt, SQL_CLOSE);
        check(scan(stmt), "a scan after a text that keeps the lock");
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* As above, on a connection that takes several statements in one text. */
static void
test_several_statements(void)
{
    SQLHDBC dbc = NULL;
    char text[200];

    snprintf(text, sizeof text, "DSN=%s;OPTION=67108864", dsn);
    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    check(SQL_SUCCEEDED(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                         SQL_DRIVER_NOPROMPT)),
          "connect with an option");
    test_locks(dbc);
    connect_free(dbc);
}

static void
test_fork(SQLHDBC dbc)
{
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    check(scan(stmt), "before fork");
    pid_t child = fork();
    if (child == 0) {
        /* A connection of its own works in the child; the parent's is left alone. */
        SQLHDBC own = connect_new();
        SQLHSTMT inner = NULL;
        SQLAllocHandle(SQL_HANDLE_STMT, own, &inner);
        int good = scan(inner);
        SQLFreeHandle(SQL_HANDLE_STMT, inner);
        connect_free(own);
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check(status == 0, "in the child");
    check(scan(stmt), "in the parent after the child's end");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static int
prepare_table(SQLHDBC dbc)
{
    SQLHSTMT stmt = NULL;
    char sql[200];
    int good;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    run(stmt, "DROP TABLE t");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    good =
        SQL_SUCCEEDED(run(stmt, "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))"));
    for (int i = 0; good && i < N_ROWS; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO t (k, s) VALUES (%d, 'row %d')", i, i);
        good = SQL_SUCCEEDED(run(stmt, sql));
    }
    if (!good)
        show(SQL_HANDLE_STMT, stmt);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return good;
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: thread-test DSN [SECONDS]\n");
        return 2;
    }
    client_begin("thread", argv[1]);
    if (argc > 2)
        seconds = atoi(argv[2]);
    SQLHDBC dbc = connect_new();
    check(dbc != NULL && prepare_table(dbc), "prepare");
    if (failed == 0) {
        run_threads(own_connection, NULL, N_THREADS);
        run_threads(shared_connection, dbc, 4);
        test_fetch_elsewhere(dbc);
        test_little_stack(dbc);
        test_cancel(dbc, cancel_soon);
        test_cancel(dbc, cancel_handle_soon);
        test_cancel_over_shards(dbc);
        test_free_executing(dbc);
        test_free_waiting(dbc);
        test_cancel_waiting(dbc);
        test_cancel_of_a_row(dbc);
        test_timeout_of_a_row(dbc);
        test_wait_of_a_row(dbc);
        test_cancel_of_a_description(dbc);
        test_locks(dbc);
        test_several_statements();
        test_fork(dbc);
        SQLHSTMT stmt = NULL;
        SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
        run(stmt, "DROP TABLE t");
        SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    }
    if (dbc != NULL)
        connect_free(dbc);
    return client_end();
}
