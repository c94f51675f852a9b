/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soak-test.c - sixteen threads do all kinds of things for some time: every answer must be right,
 * and memory flat.
 *
 * Usage: soak-test DSN [SECONDS].  Makes the table t itself.  Between its rounds everything is
 * disconnected, and what is still allocated then must not grow.  Prints what was done, FAIL lines
 * and, last, "soak: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 16
#define N_ROWS 40
#define N_ROUNDS 5
/* Caches may still fill, and the real drivers keep a little. */
#define MOST_GROWTH (512L * 1024)

static double seconds = 20;
static atomic_long n_done, n_retried;

typedef struct {
    int number;
    unsigned seed;
    double until;
    SQLHDBC dbc;
    SQLHSTMT stmt;
    SQLBIGINT key; /* of the prepared statement */
    SQLHSTMT prepared;
} Client;

static double
now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static int
fail(SQLSMALLINT type, SQLHANDLE handle, const char *what)
{
    SQLCHAR state[6] = "", text[400] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(type, handle, 1, state, &native, text, sizeof text, &length);
    if (atomic_fetch_add(&failed, 1) < 20)
        printf("FAIL soak: %s [%s] %s\n", what, (char *) state, (char *) text);
    return 0;
}

/* SQLite gives up on a lock when another's wait would never end. */
static int
is_busy(SQLHSTMT stmt)
{
    SQLCHAR state[6] = "", text[400] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, text, sizeof text, &length);
    return strstr((char *) text, "locked") != NULL;
}

static int
run(Client *self, const char *sql)
{
    for (int i = 0; i < 20; i++) {
        atomic_fetch_add(&n_done, 1);
        if (SQL_SUCCEEDED(SQLExecDirect(self->stmt, (SQLCHAR *) sql, SQL_NTS)))
            return 1;
        if (!is_busy(self->stmt))
            break;
        atomic_fetch_add(&n_retried, 1);
    }
    return fail(SQL_HANDLE_STMT, self->stmt, sql);
}

/* The only number of the only row. */
static int
gives(Client *self, const char *sql, SQLBIGINT wanted)
{
    SQLBIGINT found = -1;

    if (!run(self, sql))
        return 0;
    if (SQLFetch(self->stmt) == SQL_SUCCESS)
        SQLGetData(self->stmt, 1, SQL_C_SBIGINT, &found, 0, NULL);
    int good = found == wanted && SQLFetch(self->stmt) == SQL_NO_DATA;
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    return good || fail(SQL_HANDLE_STMT, self->stmt, sql);
}

static int
scan(Client *self)
{
    SQLBIGINT k = -1, wanted = 0;
    char text[30], right[30];
    int good = 1;

    SQLBindCol(self->stmt, 1, SQL_C_SBIGINT, &k, 0, NULL);
    if (!run(self, "SELECT k, s FROM t WHERE k < 40 ORDER BY k"))
        return 0;
    while (SQLFetch(self->stmt) == SQL_SUCCESS) {
        snprintf(right, sizeof right, "row %ld", (long) wanted);
        SQLGetData(self->stmt, 2, SQL_C_CHAR, text, sizeof text, NULL);
        good = good && k == wanted++ && strcmp(text, right) == 0;
    }
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    SQLFreeStmt(self->stmt, SQL_UNBIND);
    return (good && wanted == N_ROWS) || fail(SQL_HANDLE_STMT, self->stmt, "scan");
}

static int
scan_blocks(Client *self)
{
    SQLBIGINT keys[7], sum = 0;
    SQLULEN n_fetched = 0, n = 0;

    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 7, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROWS_FETCHED_PTR, &n_fetched, 0);
    SQLBindCol(self->stmt, 1, SQL_C_SBIGINT, keys, 0, NULL);
    if (run(self, "SELECT k FROM t WHERE k < 40"))
        while (SQLFetch(self->stmt) == SQL_SUCCESS) {
            for (SQLULEN i = 0; i < n_fetched; i++)
                sum += keys[i];
            n += n_fetched;
        }
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    SQLFreeStmt(self->stmt, SQL_UNBIND);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 1, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROWS_FETCHED_PTR, NULL, 0);
    return (n == N_ROWS && sum == 780) || fail(SQL_HANDLE_STMT, self->stmt, "blocks");
}

static int
leave_cursor(Client *self)
{
    int good = run(self, "SELECT k, s FROM t WHERE k < 40 ORDER BY k DESC");

    good = good && SQLFetch(self->stmt) == SQL_SUCCESS;
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    return good || fail(SQL_HANDLE_STMT, self->stmt, "left cursor");
}

static int
aggregate(Client *self)
{
    return gives(self, "SELECT SUM(k) FROM t WHERE k < 40", 780) &&
           gives(self, "SELECT COUNT(DISTINCT k) FROM t WHERE k IN (1, 2, 3, 17, 39)", 5) &&
           gives(self, "SELECT MAX(k) FROM t WHERE k < 40 GROUP BY k ORDER BY k LIMIT 1 OFFSET 9",
                 9);
}

static int
point(Client *self)
{
    SQLBIGINT found = -1;

    self->key = rand_r(&self->seed) % N_ROWS;
    atomic_fetch_add(&n_done, 1);
    if (!SQL_SUCCEEDED(SQLExecute(self->prepared)))
        return fail(SQL_HANDLE_STMT, self->prepared, "point");
    if (SQLFetch(self->prepared) == SQL_SUCCESS)
        SQLGetData(self->prepared, 1, SQL_C_SBIGINT, &found, 0, NULL);
    SQLFreeStmt(self->prepared, SQL_CLOSE);
    return found == self->key || fail(SQL_HANDLE_STMT, self->prepared, "point's row");
}

/* What is wrong has to stay so, and to leave nothing behind. */
static int
mistakes(Client *self)
{
    static const char *const texts[] = {"SELECT nothing FROM t", "SELECT k FROM missing_table",
                                        "SELEC 1", "SELECT k FROM t WHERE ("};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (SQLExecDirect(self->stmt, (SQLCHAR *) texts[i], SQL_NTS) != SQL_ERROR)
            return fail(SQL_HANDLE_STMT, self->stmt, texts[i]);
    return 1;
}

/* Rows of its own on several shards, there and gone again. */
static int
write_rows(Client *self)
{
    long key = 1000 + self->number * 10;
    char insert[160], count[100], update[100], delete[100];

    snprintf(insert, sizeof insert,
             "INSERT INTO t (k, s) VALUES (%ld, 'a'), (%ld, 'b'), (%ld, 'c')", key, key + 1,
             key + 2);
    snprintf(count, sizeof count, "SELECT COUNT(*) FROM t WHERE k IN (%ld, %ld, %ld) AND s = 'x'",
             key, key + 1, key + 2);
    snprintf(update, sizeof update, "UPDATE t SET s = 'x' WHERE k IN (%ld, %ld, %ld)", key, key + 1,
             key + 2);
    snprintf(delete, sizeof delete, "DELETE FROM t WHERE k BETWEEN %ld AND %ld", key, key + 2);
    return run(self, insert) && gives(self, count, 0) && run(self, update) &&
           gives(self, count, 3) && run(self, delete) && gives(self, count, 0);
}

static int
roll_back(Client *self)
{
    long key = 1005 + self->number * 10;
    char insert[80], count[60];

    snprintf(insert, sizeof insert, "INSERT INTO t (k, s) VALUES (%ld, 'gone')", key);
    snprintf(count, sizeof count, "SELECT COUNT(*) FROM t WHERE k = %ld", key);
    SQLSetConnectAttr(self->dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    int good = run(self, insert) && gives(self, count, 1);
    SQLEndTran(SQL_HANDLE_DBC, self->dbc, SQL_ROLLBACK);
    SQLSetConnectAttr(self->dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
    return good && gives(self, count, 0);
}

static int
start(Client *self)
{
    SQLAllocHandle(SQL_HANDLE_DBC, env, &self->dbc);
    if (!SQL_SUCCEEDED(SQLConnect(self->dbc, (SQLCHAR *) dsn, SQL_NTS, NULL, 0, NULL, 0)))
        return fail(SQL_HANDLE_DBC, self->dbc, "connect");
    SQLAllocHandle(SQL_HANDLE_STMT, self->dbc, &self->stmt);
    SQLAllocHandle(SQL_HANDLE_STMT, self->dbc, &self->prepared);
    SQLBindParameter(self->prepared, 1, SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19, 0,
                     &self->key, 0, NULL);
    if (!SQL_SUCCEEDED(
            SQLPrepare(self->prepared, (SQLCHAR *) "SELECT k, s FROM t WHERE k = ?", SQL_NTS)))
        return fail(SQL_HANDLE_STMT, self->prepared, "prepare");
    return 1;
}

static void
stop(Client *self)
{
    SQLFreeHandle(SQL_HANDLE_STMT, self->stmt);
    SQLFreeHandle(SQL_HANDLE_STMT, self->prepared);
    SQLDisconnect(self->dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
}

/* Things that threads do; the frequent ones stand there more than once. */
static int (*const deeds[])(Client *self) = {
    point, point, point, point,        point,     scan,     scan,      scan_blocks, leave_cursor,
    point, point, scan,  leave_cursor, aggregate, mistakes, roll_back, write_rows,  scan_blocks,
};

static void *
client_main(void *data)
{
    Client *self = data;
    int good = start(self);

    for (int i = 1; good && now() < self->until; i++) {
        good = deeds[(unsigned) rand_r(&self->seed) % (sizeof deeds / sizeof *deeds)](self);
        if (good && i % 100 == 0) {
            stop(self);
            good = start(self);
        }
    }
    stop(self);
    if (good)
        atomic_fetch_add(&passed, 1);
    return NULL;
}

static void
run_round(int round)
{
    Client clients[N_THREADS];
    pthread_t threads[N_THREADS];

    for (int i = 0; i < N_THREADS; i++) {
        clients[i] = (Client){.number = i,
                              .seed = (unsigned) (round * N_THREADS + i + 1),
                              .until = now() + seconds / N_ROUNDS};
        pthread_create(&threads[i], NULL, client_main, &clients[i]);
    }
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
}

static int
make_table(int drop_only)
{
    Client client = {0};
    char sql[100];
    int good = 0;

    SQLAllocHandle(SQL_HANDLE_DBC, env, &client.dbc);
    if (!SQL_SUCCEEDED(SQLConnect(client.dbc, (SQLCHAR *) dsn, SQL_NTS, NULL, 0, NULL, 0)))
        return fail(SQL_HANDLE_DBC, client.dbc, "connect");
    SQLAllocHandle(SQL_HANDLE_STMT, client.dbc, &client.stmt);
    SQLExecDirect(client.stmt, (SQLCHAR *) "DROP TABLE t", SQL_NTS);
    if (!drop_only)
        good = run(&client, "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))");
    for (int i = 0; good && i < N_ROWS; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO t (k, s) VALUES (%d, 'row %d')", i, i);
        good = run(&client, sql);
    }
    stmt_free(client.stmt);
    connect_free(client.dbc);
    return good;
}

/* Blocks that threads keep for their next allocations would count as in use. */
static void
count_exactly(char **argv)
{
    if (getenv("GLIBC_TUNABLES") != NULL)
        return;
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0", 1);
    execv("/proc/self/exe", argv);
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: soak-test DSN [SECONDS]\n");
        return 2;
    }
    count_exactly(argv);
    client_begin("soak", argv[1]);
    if (argc > 2)
        seconds = atof(argv[2]);
    long in_use[N_ROUNDS] = {0};
    int made = make_table(0);
    for (int round = 0; made && failed == 0 && round < N_ROUNDS; round++) {
        run_round(round);
        in_use[round] = (long) mallinfo2().uordblks;
    }
    make_table(1);
    long growth = in_use[N_ROUNDS - 1] - in_use[0];
    printf("%ld statements, %ld of them again after a lock; in use %ld bytes, %ld more than at "
           "first\n",
           n_done, n_retried, in_use[N_ROUNDS - 1], growth);
    if (growth <= MOST_GROWTH)
        passed++;
    else
        fail(SQL_HANDLE_ENV, env, "memory grows");
    return client_end();
}
