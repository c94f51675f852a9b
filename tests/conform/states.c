/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * states.c - every call in every state of a statement.
 *
 * Usage: states DSN TABLE.  Makes the table (k, s) itself.  A line per state (appendix B's S1 to
 * S10, and a few that it doesn't name) and call: what is returned with which SQLSTATE, and how the
 * statement answers afterwards.  Then the same as a matrix, which must be that of states.txt,
 * appendix B's with what the driver manager makes of it.  The output must be the same for each
 * brand and however many shards the table has; the real drivers differ from each other.
 */
#include <sql.h>
#include <sqlext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SQLHENV env;
static SQLHDBC dbc;
static SQLHSTMT stmt;
static const char *table;

/* What the calls below read and write. */
static SQLINTEGER key = 3;
static char text[20] = "abc";
static SQLLEN at_execution = SQL_DATA_AT_EXEC, length;
static SQLUSMALLINT status[4];
static SQLULEN fetched;
static SQLSMALLINT small;
static SQLPOINTER token;

/* The text with % become the table's name. */
static SQLCHAR *
named(const char *sql)
{
    static char out[300];
    size_t n = 0;

    for (const char *c = sql; *c != '\0' && n < sizeof out - 50; c++)
        if (*c == '%')
            n += (size_t) snprintf(out + n, 50, "%s", table);
        else
            out[n++] = *c;
    out[n] = '\0';
    return (SQLCHAR *) out;
}

/* ---- states ---- */

static SQLRETURN
prepare(const char *sql)
{
    return SQLPrepare(stmt, named(sql), SQL_NTS);
}

static SQLRETURN
execute(const char *sql)
{
    return SQLExecDirect(stmt, named(sql), SQL_NTS);
}

static const char query[] = "SELECT k, s FROM % ORDER BY k";
static const char update[] = "UPDATE % SET s = 'x' WHERE k = 1";

static void
allocated(void)
{
}

static void
prepared_write(void)
{
    prepare(update);
}

static void
prepared_query(void)
{
    prepare(query);
}

static void
prepared_marker(void)
{
    prepare("SELECT k, s FROM % WHERE k = ? ORDER BY k");
}

static void
executed_write(void)
{
    execute(update);
}

static void
executed_prepared_write(void)
{
    prepared_write();
    SQLExecute(stmt);
}

static void
open_direct(void)
{
    execute(query);
}

static void
open_prepared(void)
{
    prepared_query();
    SQLExecute(stmt);
}

static void
open_static(void)
{
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    open_direct();
}

static void
fetched_once(void)
{
    open_direct();
    SQLFetch(stmt);
}

static void
fetched_static(void)
{
    open_static();
    SQLFetchScroll(stmt, SQL_FETCH_NEXT, 0);
}

static void
at_the_end(void)
{
    open_prepared();
    while (SQL_SUCCEEDED(SQLFetch(stmt)))
        continue;
}

static void
extended(void)
{
    open_static();
    SQLExtendedFetch(stmt, SQL_FETCH_NEXT, 0, &fetched, status);
}

static void
need_data(void)
{
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, text, 0,
                     &at_execution);
    execute("UPDATE % SET s = ? WHERE k = 2");
}

static void
must_put(void)
{
    need_data();
    SQLParamData(stmt, &token);
}

static void
can_put(void)
{
    must_put();
    SQLPutData(stmt, text, 3);
}

static void
closed(void)
{
    open_prepared();
    SQLCloseCursor(stmt);
}

static void
closed_direct(void)
{
    open_direct();
    SQLCloseCursor(stmt);
}

static void
no_more_results(void)
{
    open_prepared();
    SQLMoreResults(stmt);
}

static void
failed(void)
{
    execute("SELECT nosuch FROM %");
}

static void
failed_prepared(void)
{
    prepare("INSERT INTO % (k, s) VALUES (1, 'a')");
    SQLExecute(stmt);
}

static void
of_catalog(void)
{
    SQLTables(stmt, NULL, 0, NULL, 0, (SQLCHAR *) table, SQL_NTS, (SQLCHAR *) "TABLE", SQL_NTS);
}

#define STATES(X)                                                                                  \
    X(allocated)                                                                                   \
    X(prepared_write)                                                                              \
    X(prepared_query)                                                                              \
    X(prepared_marker)                                                                             \
    X(executed_write)                                                                              \
    X(executed_prepared_write)                                                                     \
    X(open_direct)                                                                                 \
    X(open_prepared)                                                                               \
    X(open_static)                                                                                 \
    X(fetched_once)                                                                                \
    X(fetched_static)                                                                              \
    X(at_the_end)                                                                                  \
    X(extended)                                                                                    \
    X(closed)                                                                                      \
    X(closed_direct)                                                                               \
    X(no_more_results)                                                                             \
    X(failed)                                                                                      \
    X(failed_prepared)                                                                             \
    X(of_catalog)                                                                                  \
    X(need_data)                                                                                   \
    X(must_put)                                                                                    \
    X(can_put)

/* ---- calls ---- */

#define CALLS(X)                                                                                   \
    X(Prepare, prepare("SELECT k FROM %"))                                                         \
    X(Execute, SQLExecute(stmt))                                                                   \
    X(ExecDirect, execute("SELECT k FROM % WHERE k = 2"))                                          \
    X(Fetch, SQLFetch(stmt))                                                                       \
    X(FetchScroll, SQLFetchScroll(stmt, SQL_FETCH_NEXT, 0))                                        \
    X(FetchScroll_first, SQLFetchScroll(stmt, SQL_FETCH_FIRST, 0))                                 \
    X(FetchScroll_unknown, SQLFetchScroll(stmt, 77, 0))                                            \
    X(ExtendedFetch, SQLExtendedFetch(stmt, SQL_FETCH_NEXT, 0, &fetched, status))                  \
    X(GetData, SQLGetData(stmt, 1, SQL_C_LONG, &key, 0, NULL))                                     \
    X(GetData_text, SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &length))                   \
    X(GetData_nowhere, SQLGetData(stmt, 2, SQL_C_CHAR, NULL, 0, &length))                          \
    X(GetData_7, SQLGetData(stmt, 7, SQL_C_LONG, &key, 0, NULL))                                   \
    X(GetData_0, SQLGetData(stmt, 0, SQL_C_BOOKMARK, &key, 0, NULL))                               \
    X(NumResultCols, SQLNumResultCols(stmt, &small))                                               \
    X(DescribeCol, SQLDescribeCol(stmt, 1, NULL, 0, &small, NULL, NULL, NULL, NULL))               \
    X(DescribeCol_9, SQLDescribeCol(stmt, 9, NULL, 0, &small, NULL, NULL, NULL, NULL))             \
    X(DescribeCol_0, SQLDescribeCol(stmt, 0, NULL, 0, &small, NULL, NULL, NULL, NULL))             \
    X(ColAttribute, SQLColAttribute(stmt, 1, SQL_DESC_CONCISE_TYPE, NULL, 0, NULL, &length))       \
    X(ColAttribute_count, SQLColAttribute(stmt, 0, SQL_DESC_COUNT, NULL, 0, NULL, &length))        \
    X(ColAttribute_9, SQLColAttribute(stmt, 9, SQL_DESC_TYPE, NULL, 0, NULL, &length))             \
    X(RowCount, SQLRowCount(stmt, &length))                                                        \
    X(NumParams, SQLNumParams(stmt, &small))                                                       \
    X(MoreResults, SQLMoreResults(stmt))                                                           \
    X(CloseCursor, SQLCloseCursor(stmt))                                                           \
    X(FreeStmt_close, SQLFreeStmt(stmt, SQL_CLOSE))                                                \
    X(FreeStmt_unbind, SQLFreeStmt(stmt, SQL_UNBIND))                                              \
    X(FreeStmt_reset, SQLFreeStmt(stmt, SQL_RESET_PARAMS))                                         \
    X(Cancel, SQLCancel(stmt))                                                                     \
    X(BindCol, SQLBindCol(stmt, 1, SQL_C_LONG, &key, 0, NULL))                                     \
    X(BindParameter,                                                                               \
      SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &key, 0, NULL))    \
    X(ParamData, SQLParamData(stmt, &token))                                                       \
    X(PutData, SQLPutData(stmt, text, 2))                                                          \
    X(PutData_null, SQLPutData(stmt, NULL, SQL_NULL_DATA))                                         \
    X(PutData_nothing, SQLPutData(stmt, NULL, 5))                                                  \
    X(SetPos, SQLSetPos(stmt, 1, SQL_POSITION, SQL_LOCK_NO_CHANGE))                                \
    X(GetCursorName, SQLGetCursorName(stmt, (SQLCHAR *) text, sizeof text, NULL))                  \
    X(SetCursorName, SQLSetCursorName(stmt, (SQLCHAR *) "mine", SQL_NTS))                          \
    X(set_type, SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0))     \
    X(set_rows, SQLSetStmtAttr(stmt, SQL_ATTR_MAX_ROWS, (SQLPOINTER) 2, 0))                        \
    X(set_array, SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0))                 \
    X(set_read_only,                                                                               \
      SQLSetStmtAttr(stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_READ_ONLY, 0))            \
    X(set_bookmarks,                                                                               \
      SQLSetStmtAttr(stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0))               \
    X(get_number, SQLGetStmtAttr(stmt, SQL_ATTR_ROW_NUMBER, &fetched, 0, NULL))                    \
    X(GetTypeInfo, SQLGetTypeInfo(stmt, SQL_INTEGER))                                              \
    X(Tables, SQLTables(stmt, NULL, 0, NULL, 0, (SQLCHAR *) table, SQL_NTS, NULL, 0))              \
    X(EndTran, SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT))

#define STATE(name) {#name, name},
#define FUNCTION(name, call)                                                                       \
    static SQLRETURN call_##name(void)                                                             \
    {                                                                                              \
        return call;                                                                               \
    }
#define CALL(name, call) {#name, call_##name},

static const struct {
    const char *name;
    void (*enter)(void);
} states[] = {STATES(STATE)};

CALLS(FUNCTION)

static const struct {
    const char *name;
    SQLRETURN (*call)(void);
} calls[] = {CALLS(CALL)};

/* What show has said. */
static char last[12];
static int is_refused; /* the statement inserts a key that is there */

static void
show(const char *what, SQLRETURN rc)
{
    SQLCHAR state[6] = "";

    if (rc == SQL_ERROR || rc == SQL_SUCCESS_WITH_INFO)
        SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, NULL, 0, NULL);
    /* Each server has its own code for a key that is there already. */
    if (is_refused &&
        (strncmp((char *) state, "23", 2) == 0 || strcmp((char *) state, "HY000") == 0))
        strcpy((char *) state, "key");
    printf(" %s %d%s%s", what, rc, state[0] == '\0' ? "" : " ", (char *) state);
    if (rc == SQL_ERROR)
        snprintf(last, sizeof last, "%s", (char *) state);
    else
        snprintf(last, sizeof last, "%d", rc);
}

/* What the statement is good for now. */
static void
probe(void)
{
    small = -1;
    show("columns", SQLNumResultCols(stmt, &small));
    printf(" (%d)", small);
    show("rows", SQLRowCount(stmt, &length));
    show("fetch", SQLFetch(stmt));
    show("close", SQLCloseCursor(stmt));
    show("execute", SQLExecute(stmt));
}

static void
run(const char *sql)
{
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    execute(sql);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

#define N(array) (sizeof(array) / sizeof *(array))

static char results[N(calls)][N(states)][sizeof last];

static void
one(size_t state, size_t call)
{
    if (SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt) != SQL_SUCCESS) {
        printf("no statement\n");
        return;
    }
    key = 3;
    strcpy(text, "abc");
    states[state].enter();
    printf("%s %s:", states[state].name, calls[call].name);
    is_refused = states[state].enter == failed_prepared;
    show("", calls[call].call());
    strcpy(results[call][state], last);
    probe();
    printf("\n");
    fflush(stdout);
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
show_matrix(void)
{
    printf("matrix\n");
    for (size_t i = 0; i < N(states); i++)
        printf("%c %s\n", (int) ('a' + i), states[i].name);
    for (size_t j = 0; j < N(calls); j++) {
        printf("%-20s", calls[j].name);
        for (size_t i = 0; i < N(states); i++)
            printf(" %5s", results[j][i]);
        printf("\n");
    }
}

int
main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: states DSN TABLE\n");
        return 2;
    }
    table = argv[2];
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    if (!SQL_SUCCEEDED(SQLConnect(dbc, (SQLCHAR *) argv[1], SQL_NTS, NULL, 0, NULL, 0)))
        return 1;
    run("DROP TABLE %");
    run("CREATE TABLE % (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))");
    run("INSERT INTO % (k, s) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    for (size_t i = 0; i < N(states); i++)
        for (size_t j = 0; j < N(calls); j++)
            one(i, j);
    show_matrix();
    run("DROP TABLE %");
    SQLDisconnect(dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    return 0;
}
