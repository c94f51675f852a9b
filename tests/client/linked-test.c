/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * linked-test.c - an application in C that is linked to the driver manager.
 *
 * There SQLFetch and the like are the driver manager's for the whole process: a driver that called
 * its own exported functions would land in the manager. Uses the tables of tests/differential.
 *
 * Usage: linked-test DSN.  Prints FAIL lines and, last, "linked: N passed, N failed".
 */
#include "tests/odbc/client.h"

static SQLHDBC dbc;

static SQLRETURN
run(SQLHSTMT stmt, const char *sql)
{
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);

    if (!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA)
        show(SQL_HANDLE_STMT, stmt);
    return rc;
}

/* Blocks of four rows, bound by column, of a statement over all shards and of one over a single. */
static void
test_blocks(const char *sql, int n_rows)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[4];
    SQLLEN k_length[4], g_length[4];
    char g[4][11];
    SQLULEN fetched = 0;
    int total = 0;

    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 4, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, k_length);
    SQLBindCol(stmt, 2, SQL_C_CHAR, g, sizeof g[0], g_length);
    CHECK(run(stmt, sql) == SQL_SUCCESS);
    while (SQL_SUCCEEDED(SQLFetch(stmt))) {
        for (SQLULEN i = 0; i < fetched; i++)
            CHECK(k[i] == ++total);
    }
    CHECK(total == n_rows);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_pieces(const char *sql)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char piece[11], whole[200] = "";
    SQLLEN length = 0;
    SQLRETURN rc;

    CHECK(run(stmt, sql) == SQL_SUCCESS);
    CHECK(SQLFetchScroll(stmt, SQL_FETCH_NEXT, 0) == SQL_SUCCESS);
    while (SQL_SUCCEEDED(rc = SQLGetData(stmt, 1, SQL_C_CHAR, piece, sizeof piece, &length))) {
        strcat(whole, piece);
        if (rc == SQL_SUCCESS)
            break;
        CHECK(has_state(SQL_HANDLE_STMT, stmt, "01004"));
    }
    CHECK(strcmp(whole, "abcdefghijklmnopqrstuvwxyz0123456789") == 0);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* One prepared statement whose parameter changes from shard to shard, with a bind offset. */
static void
test_rerouted(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    struct {
        SQLINTEGER k;
        SQLLEN length;
    } params[3] = {{2, 0}, {3, 0}, {1, 0}};
    SQLULEN offset = 0;
    SQLINTEGER found = 0;
    SQLLEN length;

    CHECK(SQLPrepare(stmt, (SQLCHAR *) "SELECT k FROM t WHERE k = ?", SQL_NTS) == SQL_SUCCESS);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 10, 0, &params[0].k, 0,
                     &params[0].length);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_BIND_OFFSET_PTR, &offset, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &found, 0, &length);
    for (int i = 0; i < 6; i++) {
        offset = (SQLULEN) (i % 3) * sizeof params[0];
        CHECK(SQLExecute(stmt) == SQL_SUCCESS);
        CHECK(SQLFetch(stmt) == SQL_SUCCESS);
        CHECK(found == params[i % 3].k);
        CHECK(SQLFetch(stmt) == SQL_NO_DATA);
        CHECK(SQLFreeStmt(stmt, SQL_CLOSE) == SQL_SUCCESS);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_array(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[10], v[10];
    SQLLEN k_length[10], v_length[10], count = 0;
    SQLUSMALLINT status[10];
    SQLULEN done = 0;

    for (int i = 0; i < 10; i++) {
        k[i] = 1000 + i;
        v[i] = i;
        k_length[i] = v_length[i] = 0;
    }
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 10, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_STATUS_PTR, status, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMS_PROCESSED_PTR, &done, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 10, 0, k, 0, k_length);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 10, 0, v, 0, v_length);
    CHECK(run(stmt, "INSERT INTO t (k, v) VALUES (?, ?)") == SQL_SUCCESS);
    CHECK(done == 10);
    CHECK(SQLRowCount(stmt, &count) == SQL_SUCCESS && count == 10);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);

    stmt = stmt_new(dbc);
    CHECK(run(stmt, "DELETE FROM t WHERE k >= 1000") == SQL_SUCCESS);
    CHECK(SQLRowCount(stmt, &count) == SQL_SUCCESS && count == 10);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_diagnostics(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = 0;
    SQLSMALLINT length;

    CHECK(SQLExecDirect(stmt, (SQLCHAR *) "INSERT INTO t (g, v) VALUES ('no key', 1)", SQL_NTS) ==
          SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "0A000"));
    CHECK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_NUMBER, &n, SQL_IS_INTEGER, &length) ==
          SQL_SUCCESS);
    CHECK(n >= 1);
    CHECK(SQLFetch(stmt) == SQL_ERROR);
    CHECK(run(stmt, "SELECT k FROM t WHERE k = 3") == SQL_SUCCESS);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS);
    CHECK(SQLGetData(stmt, 7, SQL_C_LONG, &n, 0, NULL) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "07009"));
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_environment_transaction(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN count = 0;

    CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0) ==
          SQL_SUCCESS);
    CHECK(run(stmt, "UPDATE t SET v = 0") == SQL_SUCCESS);
    CHECK(SQLEndTran(SQL_HANDLE_ENV, env, SQL_ROLLBACK) == SQL_SUCCESS);
    CHECK(run(stmt, "UPDATE t SET v = 31 WHERE v = 30") == SQL_SUCCESS);
    CHECK(SQLRowCount(stmt, &count) == SQL_SUCCESS && count == 1);
    CHECK(SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_ROLLBACK) == SQL_SUCCESS);
    CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0) ==
          SQL_SUCCESS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

static void
test_idle_calls(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLUSMALLINT functions[SQL_API_ODBC3_ALL_FUNCTIONS_SIZE];
    SQLUINTEGER dead = 9;
    SQLSMALLINT columns = 9;

    CHECK(SQLCancel(stmt) == SQL_SUCCESS);
    CHECK(SQLGetFunctions(dbc, SQL_API_ODBC3_ALL_FUNCTIONS, functions) == SQL_SUCCESS);
    CHECK(SQL_FUNC_EXISTS(functions, SQL_API_SQLFETCHSCROLL));
    CHECK(SQLGetConnectAttr(dbc, SQL_ATTR_CONNECTION_DEAD, &dead, 0, NULL) == SQL_SUCCESS);
    CHECK(dead == SQL_CD_FALSE);
    CHECK(SQLPrepare(stmt, (SQLCHAR *) "SELECT k FROM t ORDER BY v", SQL_NTS) == SQL_SUCCESS);
    CHECK(SQLNumResultCols(stmt, &columns) == SQL_SUCCESS && columns == 1);
    CHECK(SQLExecute(stmt) == SQL_SUCCESS);
    CHECK(SQLNumResultCols(stmt, &columns) == SQL_SUCCESS && columns == 1);
    CHECK(SQLMoreResults(stmt) == SQL_NO_DATA);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* An empty text given at execution, as PHP does with every parameter. */
static void
test_empty_at_execution(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 401;
    SQLLEN length = SQL_LEN_DATA_AT_EXEC(0), found = -2;
    SQLPOINTER token = NULL;
    SQLCHAR text[10] = "x";

    CHECK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, &k, 0,
                           NULL) == SQL_SUCCESS);
    CHECK(SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 10, 0, text, 0,
                           &length) == SQL_SUCCESS);
    CHECK(run(stmt, "INSERT INTO t (k, g) VALUES (?, ?)") == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == text);
    CHECK(SQLPutData(stmt, "", 0) == SQL_SUCCESS);
    CHECK(SQL_SUCCEEDED(SQLParamData(stmt, &token)));
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
    CHECK(run(stmt, "SELECT g FROM t WHERE k = 401") == SQL_SUCCESS);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS);
    CHECK(SQLGetData(stmt, 1, SQL_C_CHAR, text, sizeof text, &found) == SQL_SUCCESS && found == 0);
    SQLFreeStmt(stmt, SQL_CLOSE);
    CHECK(run(stmt, "DELETE FROM t WHERE k = 401") == SQL_SUCCESS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* A column's facts aren't those of an earlier statement on the same handle. */
static void
test_facts_of_next_statement(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN before = -1, after = -1;
    SQLCHAR name[40] = "";

    CHECK(run(stmt, "SELECT a FROM d ORDER BY k") == SQL_SUCCESS);
    CHECK(SQLColAttribute(stmt, 1, SQL_DESC_SCALE, NULL, 0, NULL, &before) == SQL_SUCCESS);
    SQLFreeStmt(stmt, SQL_CLOSE);
    CHECK(run(stmt, "SELECT s FROM e ORDER BY k") == SQL_SUCCESS);
    CHECK(SQLColAttribute(stmt, 1, SQL_DESC_SCALE, NULL, 0, NULL, &after) == SQL_SUCCESS);
    CHECK(after == 0);
    SQLFreeStmt(stmt, SQL_CLOSE);
    /* The type's name follows the type, where SQLite's driver finds it by the value. */
    CHECK(run(stmt, "SELECT COUNT(*) FROM w") == SQL_SUCCESS);
    CHECK(SQLColAttribute(stmt, 1, SQL_DESC_TYPE_NAME, name, sizeof name, NULL, NULL) ==
          SQL_SUCCESS);
    CHECK(strstr((char *) name, "char") == NULL);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* Each text read in parts needs no more memory than the one before. */
static void
test_many_texts(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLWCHAR text[40];
    SQLLEN length;
    int good = 0;

    for (int i = 0; i < 60; i++) {
        CHECK(run(stmt, "SELECT g FROM t WHERE k = 3") == SQL_SUCCESS);
        SQLFetch(stmt);
        good += SQLGetData(stmt, 1, SQL_C_WCHAR, text, sizeof text, &length) == SQL_SUCCESS &&
                length == sizeof(SQLWCHAR);
        SQLFreeStmt(stmt, SQL_CLOSE);
    }
    CHECK(good == 60);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

int
main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    client_begin("linked", argv[1]);
    dbc = connect_new();
    CHECK(dbc != NULL);
    if (dbc == NULL)
        return client_end();
    test_blocks("SELECT k, g FROM w ORDER BY k", 64);
    test_blocks("SELECT k, g FROM t WHERE k = 1", 1);
    test_blocks("SELECT k, g FROM t ORDER BY k", 6);
    test_pieces("SELECT 'abcdefghijklmnopqrstuvwxyz0123456789' AS x, k FROM t ORDER BY k");
    test_pieces("SELECT 'abcdefghijklmnopqrstuvwxyz0123456789' AS x, k FROM t WHERE k = 3");
    test_rerouted();
    test_array();
    test_diagnostics();
    test_environment_transaction();
    test_idle_calls();
    test_empty_at_execution();
    test_facts_of_next_statement();
    test_many_texts();
    CHECK(SQLDisconnect(dbc) == SQL_SUCCESS);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    return client_end();
}
