/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * count.c - one statement, again and again, for counting the instructions that it takes.
 *
 * Use:  count DSN[,DSN...] SCENARIO TIMES [COLUMNS]
 *       count DSN[,DSN...] SELECT TIMES [bound|data|block] [TYPES]
 *
 * TYPES has a letter for the C type of each column, else it goes by the column's name: i SBIGINT,
 * r DOUBLE, t TYPE_TIMESTAMP, c CHAR, w WCHAR, n NUMERIC, y BINARY.
 *
 * With several DSNs each execute goes to all of them in turn: what the real drivers take by
 * themselves.  Under callgrind with two numbers of times the difference is what the executes take,
 * without connecting and preparing.  Prints the rows read, the time until the first of them and
 * until the last (of the last execute), and the process's peak memory.
 */
#include <sql.h>
#include <sqlext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define MOST_CONNECTIONS 64
#define MOST_COLUMNS 16
#define BLOCK 1000
#define ROOM 64

typedef enum { RUN_PREPARED, RUN_DIRECT } Run;
typedef enum { READ_BOUND, READ_DATA, READ_BLOCK } Read;

typedef struct {
    const char *name;
    Run run;
    Read read;
    int n_markers;
    const char *sql; /* @c: the columns; @i: a key */
} Scenario;

static const Scenario scenarios[] = {
    {"point", RUN_PREPARED, READ_BOUND, 1, "SELECT @c FROM item WHERE id = ?"},
    {"point-marker", RUN_DIRECT, READ_BOUND, 1, "SELECT @c FROM item WHERE id = ?"},
    {"point-literal", RUN_DIRECT, READ_BOUND, 0, "SELECT @c FROM item WHERE id = @i"},
    {"append", RUN_PREPARED, READ_BOUND, 0, "SELECT @c FROM item"},
    {"append-data", RUN_PREPARED, READ_DATA, 0, "SELECT @c FROM item"},
    {"append-block", RUN_PREPARED, READ_BLOCK, 0, "SELECT @c FROM item"},
    {"merge", RUN_PREPARED, READ_BOUND, 0, "SELECT @c FROM item ORDER BY id"},
    {"merge-block", RUN_PREPARED, READ_BLOCK, 0, "SELECT @c FROM item ORDER BY id"},
    {"group", RUN_PREPARED, READ_BOUND, 0, "SELECT g, count(*), sum(id) FROM item GROUP BY g"},
};

typedef struct {
    SQLHDBC connection;
    SQLHSTMT statement;
} Target;

static struct {
    SQLBIGINT id;
    SQLLEN indicator;
    char cells[MOST_COLUMNS][BLOCK][ROOM];
    SQLLEN lengths[MOST_COLUMNS][BLOCK];
    SQLULEN fetched;
    SQLSMALLINT types[MOST_COLUMNS];
    int n_columns;
    const char *letters; /* NULL: by name */
    long rows;
    double start, first; /* seconds; first 0: no row yet */
} state;

static void
fail(SQLSMALLINT type, SQLHANDLE handle, const char *what)
{
    SQLCHAR sqlstate[6] = "", text[512] = "";

    SQLGetDiagRec(type, handle, 1, sqlstate, NULL, text, sizeof text, NULL);
    fprintf(stderr, "%s: %s %s\n", what, (char *) sqlstate, (char *) text);
    exit(1);
}

static void
check(SQLRETURN rc, Target *target, const char *what)
{
    if (!SQL_SUCCEEDED(rc))
        fail(SQL_HANDLE_STMT, target->statement, what);
}

/* Columns whose names begin so are read as that C type; others as text. */
static SQLSMALLINT
type_of(const char *label)
{
    static const struct {
        const char *prefix;
        SQLSMALLINT c_type;
    } types[] = {{"id", SQL_C_SBIGINT},  {"g", SQL_C_SLONG},           {"count", SQL_C_SBIGINT},
                 {"sum", SQL_C_SBIGINT}, {"i_", SQL_C_SLONG},          {"b_", SQL_C_SBIGINT},
                 {"r_", SQL_C_DOUBLE},   {"t_", SQL_C_TYPE_TIMESTAMP}, {"d_", SQL_C_TYPE_DATE},
                 {"w_", SQL_C_WCHAR},    {"y_", SQL_C_BINARY}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strncmp(label, types[i].prefix, strlen(types[i].prefix)) == 0)
            return types[i].c_type;
    return SQL_C_CHAR;
}

/* The C type that a letter of TYPES stands for. */
static SQLSMALLINT
type_of_letter(char letter)
{
    static const struct {
        char letter;
        SQLSMALLINT c_type;
    } types[] = {{'i', SQL_C_SBIGINT}, {'r', SQL_C_DOUBLE},  {'t', SQL_C_TYPE_TIMESTAMP},
                 {'w', SQL_C_WCHAR},   {'n', SQL_C_NUMERIC}, {'y', SQL_C_BINARY}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].letter == letter)
            return types[i].c_type;
    return SQL_C_CHAR;
}

static void
describe(Target *target)
{
    size_t n_letters = state.letters == NULL ? 0 : strlen(state.letters);
    SQLSMALLINT n = 0;

    SQLNumResultCols(target->statement, &n);
    state.n_columns = n > MOST_COLUMNS ? MOST_COLUMNS : n;
    for (int i = 0; i < state.n_columns; i++) {
        SQLCHAR label[128] = "";
        if ((size_t) i < n_letters) {
            state.types[i] = type_of_letter(state.letters[i]);
            continue;
        }
        SQLDescribeCol(target->statement, (SQLUSMALLINT) (i + 1), label, sizeof label, NULL, NULL,
                       NULL, NULL, NULL);
        state.types[i] = type_of((const char *) label);
    }
}

static void
bind(Target *target, const Scenario *scenario)
{
    describe(target);
    if (scenario->read == READ_DATA)
        return;
    for (int i = 0; i < state.n_columns; i++)
        check(SQLBindCol(target->statement, (SQLUSMALLINT) (i + 1), state.types[i], state.cells[i],
                         ROOM, state.lengths[i]),
              target, "bind");
    if (scenario->read != READ_BLOCK)
        return;
    SQLSetStmtAttr(target->statement, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) BLOCK, 0);
    SQLSetStmtAttr(target->statement, SQL_ATTR_ROWS_FETCHED_PTR, &state.fetched, 0);
}

static double
now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void
read_rows(Target *target, const Scenario *scenario)
{
    SQLRETURN rc;

    while (SQL_SUCCEEDED(rc = SQLFetch(target->statement))) {
        if (state.first == 0)
            state.first = now();
        state.rows += scenario->read == READ_BLOCK ? (long) state.fetched : 1;
        for (int i = 0; scenario->read == READ_DATA && i < state.n_columns; i++)
            check(SQLGetData(target->statement, (SQLUSMALLINT) (i + 1), state.types[i],
                             state.cells[i], ROOM, state.lengths[i]),
                  target, "read");
    }
    if (rc != SQL_NO_DATA)
        fail(SQL_HANDLE_STMT, target->statement, "fetch");
}

/* The scenario's SELECT with its columns and key filled in. */
static void
text_of(const Scenario *scenario, const char *columns, char *out, size_t size)
{
    const char *rest = scenario->sql;
    const char *mark;
    size_t used = 0;

    out[0] = '\0';
    while ((mark = strchr(rest, '@')) != NULL && (mark[1] == 'c' || mark[1] == 'i')) {
        used += (size_t) snprintf(out + used, size - used, "%.*s", (int) (mark - rest), rest);
        if (mark[1] == 'c')
            used += (size_t) snprintf(out + used, size - used, "%s", columns);
        else
            used += (size_t) snprintf(out + used, size - used, "%ld", (long) state.id);
        rest = mark + 2;
    }
    snprintf(out + used, size - used, "%s", rest);
}

static void
run(Target *target, const Scenario *scenario, const char *columns)
{
    static char text[1024];

    state.start = now();
    state.first = 0;
    if (scenario->run == RUN_DIRECT) {
        text_of(scenario, columns, text, sizeof text);
        check(SQLExecDirect(target->statement, (SQLCHAR *) text, SQL_NTS), target, "execute");
    } else {
        check(SQLExecute(target->statement), target, "execute");
    }
    if (state.n_columns == 0)
        bind(target, scenario);
    read_rows(target, scenario);
    SQLFreeStmt(target->statement, SQL_CLOSE);
}

static void
start(Target *target, SQLHENV environment, const char *dsn, const Scenario *scenario,
      const char *columns)
{
    char text[1024];

    SQLAllocHandle(SQL_HANDLE_DBC, environment, &target->connection);
    if (!SQL_SUCCEEDED(SQLConnect(target->connection, (SQLCHAR *) dsn, SQL_NTS, NULL, 0, NULL, 0)))
        fail(SQL_HANDLE_DBC, target->connection, dsn);
    SQLAllocHandle(SQL_HANDLE_STMT, target->connection, &target->statement);
    if (scenario->n_markers > 0)
        check(SQLBindParameter(target->statement, 1, SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19,
                               0, &state.id, 0, &state.indicator),
              target, "bind parameter");
    if (scenario->run == RUN_DIRECT)
        return;
    text_of(scenario, columns, text, sizeof text);
    check(SQLPrepare(target->statement, (SQLCHAR *) text, SQL_NTS), target, "prepare");
}

static const Scenario *
find(const char *name, const char *read)
{
    static Scenario given = {NULL, RUN_PREPARED, READ_BOUND, 0, NULL};

    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, name) == 0)
            return &scenarios[i];
    given.sql = name;
    given.read = strcmp(read, "data") == 0    ? READ_DATA
                 : strcmp(read, "block") == 0 ? READ_BLOCK
                                              : READ_BOUND;
    if (strchr(name, ' ') != NULL)
        return &given;
    fprintf(stderr, "no scenario %s\n", name);
    exit(2);
}

int
main(int argc, char **argv)
{
    Target targets[MOST_CONNECTIONS];
    int n_targets = 0;
    SQLHENV environment = SQL_NULL_HENV;

    if (argc < 4) {
        fprintf(
            stderr,
            "usage: count DSN[,DSN...] SCENARIO|SELECT TIMES [COLUMNS|bound|data|block [TYPES]]\n");
        return 2;
    }
    const Scenario *scenario = find(argv[2], argc > 4 ? argv[4] : "");
    const char *columns = argc > 4 ? argv[4] : "id, i_n, s_name";
    state.letters = argc > 5 ? argv[5] : NULL;
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment);
    SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    for (char *dsn = strtok(argv[1], ","); dsn != NULL && n_targets < MOST_CONNECTIONS;
         dsn = strtok(NULL, ","))
        start(&targets[n_targets++], environment, dsn, scenario, columns);
    for (long i = 0, n = atol(argv[3]); i < n; i++) {
        state.id = 1 + i % 50;
        for (int k = 0; k < n_targets; k++) {
            if (n_targets > 1)
                state.n_columns = 0;
            run(&targets[k], scenario, columns);
        }
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("rows %ld first_ms %.1f all_ms %.1f peak_kb %ld\n", state.rows,
           state.first == 0 ? 0 : (state.first - state.start) * 1e3, (now() - state.start) * 1e3,
           usage.ru_maxrss);
    for (int k = 0; k < n_targets; k++)
        SQLDisconnect(targets[k].connection);
    return 0;
}
