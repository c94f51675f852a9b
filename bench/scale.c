/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scale.c - what a statement costs as the number of shards grows, on shards that cost nothing.
 *
 * Use:  bench/scale DRIVER FAKE [SHARDS,SHARDS...] [ROWS]
 *
 * DRIVER is libshardodbc.so, FAKE the scriptable driver of tests/fake (libfakeodbc.so).  For each
 * number of shards (1,4,16,64,256,1024) a process of its own writes ini files and rules, with a
 * table of 10 nodes a shard at most, connects through the driver manager and prints one line:
 *
 *   shards= nodes=     of the rules
 *   named_ms=          connect to rules whose shards each have a data source of their own
 *   load_ms=           connect to rules that weren't read yet
 *   again_ms=          another connect
 *   open_ms=           first scatter: a connection to every shard
 *   point_us=          CPU of a prepared statement on one shard, the shards in turn
 *   scatter_us=        CPU of a statement that gets one row of every shard; per_shard_us= the same
 *                      divided by the shards
 *   row_ns= order_ns=  CPU per row of ROWS rows (default 100000) of all shards, appended and in
 *                      order; alone_ns= the same rows of one shard read without us
 *   tables_us=         CPU of SQLTables
 *   idle_kb=           memory of a connection that has only connected
 *   busy_kb=           memory of the connection that used every shard, per shard
 *   threads=           of the process, at its end
 *   pooled_us=         point_us with PoolMode=transaction
 *   close_ms=          disconnect of the connection that used every shard
 *   p50_us= p99_us= scatter_p50_ms=   elapsed time of points and scatters while one shard in a
 *                      hundred takes 20 ms
 */
#include "scale.h"

#include <sqlext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLOW_MS 20
#define N_IDLE 200
#define N_TAIL 400

struct setup setup;

static void
fail(SQLSMALLINT type, SQLHANDLE handle, const char *what)
{
    SQLCHAR state[6] = "", text[512] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(type, handle, 1, state, &native, text, sizeof text, &length);
    fprintf(stderr, "%d shards: %s: %s %s\n", setup.shards, what, state, text);
    exit(1);
}

static double
seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static double
wall(void)
{
    return seconds(CLOCK_MONOTONIC);
}

/* A number of /proc/self/status. */
static long
status_of(const char *key)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long value = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0)
            value = atol(line + strlen(key) + 1);
    if (file != NULL)
        fclose(file);
    return value;
}

static SQLHDBC
open_connection(const char *dsn)
{
    SQLHDBC connection;
    char text[64];

    snprintf(text, sizeof text, "DSN=%s;", dsn);
    SQLAllocHandle(SQL_HANDLE_DBC, setup.environment, &connection);
    if (!SQL_SUCCEEDED(SQLDriverConnect(connection, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                        SQL_DRIVER_NOPROMPT)))
        fail(SQL_HANDLE_DBC, connection, "connect");
    return connection;
}

static void
close_connection(SQLHDBC connection)
{
    SQLDisconnect(connection);
    SQLFreeHandle(SQL_HANDLE_DBC, connection);
}

/* A prepared statement with one marker, and two bound columns. */
typedef struct {
    SQLHSTMT handle;
    SQLBIGINT key, id;
    char text[64];
    SQLLEN lengths[2];
} Statement;

static Statement *
prepare(SQLHDBC connection, const char *sql)
{
    Statement *self = calloc(1, sizeof *self);

    SQLAllocHandle(SQL_HANDLE_STMT, connection, &self->handle);
    if (strchr(sql, '?') != NULL)
        SQLBindParameter(self->handle, 1, SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19, 0,
                         &self->key, 0, NULL);
    SQLBindCol(self->handle, 1, SQL_C_SBIGINT, &self->id, 0, &self->lengths[0]);
    SQLBindCol(self->handle, 2, SQL_C_CHAR, self->text, sizeof self->text, &self->lengths[1]);
    if (!SQL_SUCCEEDED(SQLPrepare(self->handle, (SQLCHAR *) sql, SQL_NTS)))
        fail(SQL_HANDLE_STMT, self->handle, sql);
    return self;
}

static void
run(Statement *self, long wanted)
{
    SQLRETURN rc;
    long rows = 0;

    if (!SQL_SUCCEEDED(SQLExecute(self->handle)))
        fail(SQL_HANDLE_STMT, self->handle, "execute");
    while (SQL_SUCCEEDED(rc = SQLFetch(self->handle)))
        rows++;
    if (rc != SQL_NO_DATA)
        fail(SQL_HANDLE_STMT, self->handle, "fetch");
    SQLFreeStmt(self->handle, SQL_CLOSE);
    if (rows == wanted)
        return;
    fprintf(stderr, "%d shards: %ld rows, not %ld\n", setup.shards, rows, wanted);
    exit(1);
}

static void
release(Statement *self)
{
    SQLFreeHandle(SQL_HANDLE_STMT, self->handle);
    free(self);
}

/* CPU of one execute, in microseconds; the best of some rounds. */
static double
measure(SQLHDBC connection, const char *sql, long wanted, int times)
{
    Statement *statement = prepare(connection, sql);
    double best = 1e99;

    for (int i = 0; i < setup.shards; i++) {
        statement->key = i;
        if (i == 0 || strchr(sql, '?') != NULL)
            run(statement, wanted);
    }
    for (int round = 0; round < 5; round++) {
        double start = cpu();
        for (int i = 0; i < times; i++) {
            statement->key = i;
            run(statement, wanted);
        }
        double spent = (cpu() - start) * 1e6 / times;
        best = spent < best ? spent : best;
    }
    release(statement);
    return best;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;

    return x < y ? -1 : x > y;
}

/* Elapsed times of executes, sorted, in microseconds. */
static void
take_times(SQLHDBC connection, const char *sql, long wanted, double *out, int n)
{
    Statement *statement = prepare(connection, sql);

    for (int i = 0; i < n; i++) {
        statement->key = i * 7919L % setup.shards;
        double start = wall();
        run(statement, wanted);
        out[i] = (wall() - start) * 1e6;
    }
    qsort(out, (size_t) n, sizeof *out, compare);
    release(statement);
}

static void
set_ini(const char *name)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", setup.folder, name);
    setenv("ODBCINI", path, 1);
}

static void
print_named(void)
{
    double start = wall();

    set_ini("many.ini");
    close_connection(open_connection("named"));
    printf(" named_ms=%.1f", (wall() - start) * 1e3);
    set_ini("odbc.ini");
}

static void
print_connects(void)
{
    double start = wall();
    SQLHDBC first = open_connection("scale");
    double loaded = wall();
    SQLHDBC others[N_IDLE];
    long memory;

    others[0] = open_connection("scale");
    printf(" load_ms=%.1f again_ms=%.2f", (loaded - start) * 1e3, (wall() - loaded) * 1e3);
    memory = status_of("VmRSS:");
    for (int i = 1; i < N_IDLE; i++)
        others[i] = open_connection("scale");
    printf(" idle_kb=%.1f", (double) (status_of("VmRSS:") - memory) / (N_IDLE - 1));
    for (int i = 0; i < N_IDLE; i++)
        close_connection(others[i]);
    close_connection(first);
}

static void
print_statements(SQLHDBC connection)
{
    int n = setup.shards;
    long rows = setup.rows / n * n;
    double start = wall();
    long memory = status_of("VmRSS:");
    Statement *first = prepare(connection, "SELECT id, a FROM t");

    run(first, n);
    release(first);
    printf(" open_ms=%.1f busy_kb=%.1f", (wall() - start) * 1e3,
           (double) (status_of("VmRSS:") - memory) / n);
    printf(" point_us=%.2f", measure(connection, "SELECT id, a FROM t WHERE id = ?", 1, 2000));
    double scatter = measure(connection, "SELECT id, a FROM t", n, 20);
    printf(" scatter_us=%.1f per_shard_us=%.2f", scatter, scatter / n);
    printf(" row_ns=%.0f",
           measure(connection, "SELECT id, b FROM t", rows, 1) * 1e3 / (double) rows);
    printf(" order_ns=%.0f",
           measure(connection, "SELECT id, b FROM t ORDER BY 1", rows, 1) * 1e3 / (double) rows);
}

static void
print_tables(SQLHDBC connection)
{
    SQLHSTMT statement;
    double start = cpu();
    int times = 10;

    SQLAllocHandle(SQL_HANDLE_STMT, connection, &statement);
    for (int i = 0; i < times; i++) {
        if (!SQL_SUCCEEDED(
                SQLTables(statement, NULL, 0, NULL, 0, (SQLCHAR *) "%", SQL_NTS, NULL, 0)))
            fail(SQL_HANDLE_STMT, statement, "tables");
        while (SQL_SUCCEEDED(SQLFetch(statement)))
            continue;
        SQLFreeStmt(statement, SQL_CLOSE);
    }
    printf(" tables_us=%.1f", (cpu() - start) * 1e6 / times);
    SQLFreeHandle(SQL_HANDLE_STMT, statement);
}

/* Connections that borrow those to the shards for each statement. */
static void
print_pooled(void)
{
    SQLHDBC connection = open_connection("pooled");

    printf(" pooled_us=%.2f", measure(connection, "SELECT id, a FROM t WHERE id = ?", 1, 2000));
    close_connection(connection);
}

static void
print_alone(void)
{
    SQLHDBC connection = open_connection("fast");
    long rows = setup.rows / setup.shards;

    printf(" alone_ns=%.0f", measure(connection, "SELECT id, b", rows, 1) * 1e3 / (double) rows);
    close_connection(connection);
}

static void
print_tail(SQLHDBC connection)
{
    double times[N_TAIL];

    if (setup.shards < 64)
        return;
    take_times(connection, "SELECT id, s FROM t WHERE id = ?", 1, times, N_TAIL);
    printf(" p50_us=%.0f p99_us=%.0f", times[N_TAIL / 2], times[N_TAIL * 99 / 100]);
    take_times(connection, "SELECT id, s FROM t", setup.shards, times, 20);
    printf(" scatter_p50_ms=%.1f", times[10] / 1e3);
}

static void
print_line(void)
{
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &setup.environment);
    SQLSetEnvAttr(setup.environment, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    printf("shards=%d nodes=%d", setup.shards, n_nodes());
    print_named();
    print_connects();
    SQLHDBC connection = open_connection("scale");
    print_statements(connection);
    print_tables(connection);
    print_tail(connection);
    printf(" threads=%ld", status_of("Threads:"));
    double start = wall();
    close_connection(connection);
    printf(" close_ms=%.1f", (wall() - start) * 1e3);
    print_pooled();
    print_alone();
    printf("\n");
    SQLFreeHandle(SQL_HANDLE_ENV, setup.environment);
}

/* In a process of its own, so that memory and threads are its own. */
static int
run_scale(int shards)
{
    int status = 1;

    setup.shards = shards;
    snprintf(setup.folder, sizeof setup.folder, "/tmp/shardodbc-scale-XXXXXX");
    if (mkdtemp(setup.folder) == NULL)
        return 1;
    write_files();
    pid_t child = fork();
    if (child == 0) {
        setenv("ODBCSYSINI", setup.folder, 1);
        print_line();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    remove_files();
    return status != 0;
}

int
main(int argc, char **argv)
{
    char numbers[] = "1,4,16,64,256,1024";
    int failed = 0;

    if (argc < 3) {
        fprintf(stderr, "usage: scale DRIVER FAKE [SHARDS,SHARDS...] [ROWS]\n");
        return 2;
    }
    setup.driver = argv[1];
    setup.fake = argv[2];
    setup.rows = argc > 4 ? atol(argv[4]) : 100000;
    for (char *number = strtok(argc > 3 ? argv[3] : numbers, ","); number != NULL;
         number = strtok(NULL, ","))
        failed |= run_scale(atoi(number));
    return failed;
}
