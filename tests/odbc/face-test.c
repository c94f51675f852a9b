/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * face-test.c - what an application can do with handles, bindings, cursors and descriptors.
 *
 * Usage: face-test DSN [TABLE].  Makes the table (k, s, n) itself and drops it.  Prints FAIL lines
 * and, last, "face: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <sqlucode.h>

#include <stdlib.h>

static SQLHDBC dbc;
static const char *table = "t";

#define OK(call) check_rc(call, #call, __LINE__)

static void
check_rc(SQLRETURN rc, const char *text, int line)
{
    check_at(rc == SQL_SUCCESS, text, line);
    if (rc != SQL_SUCCESS)
        printf("  returned %d\n", rc);
}

/* format has one %s, the table's name. */
static SQLRETURN
run(SQLHSTMT stmt, const char *format)
{
    char sql[500];
    const char *place = strstr(format, "%s");
    if (place == NULL)
        snprintf(sql, sizeof sql, "%s", format);
    else
        snprintf(sql, sizeof sql, "%.*s%s%s", (int) (place - format), format, table, place + 2);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA && rc != SQL_NEED_DATA) {
        printf("  %s\n", sql);
        show(SQL_HANDLE_STMT, stmt);
    }
    return rc;
}

static int
wide_equal(const SQLWCHAR *wide, const char *narrow)
{
    size_t i = 0;

    for (; narrow[i] != '\0'; i++)
        if (wide[i] != (SQLWCHAR) (unsigned char) narrow[i])
            return 0;
    return wide[i] == 0;
}

static void
fill(void)
{
    SQLHSTMT stmt = stmt_new(dbc);

    run(stmt, "DELETE FROM %s");
    OK(run(stmt, "INSERT INTO %s (k, s, n) VALUES (1, 'one', 1.25), (2, NULL, NULL), "
                 "(3, 'three', -3.50), (4, 'four', 4.00), (5, 'five', 5.05)"));
    stmt_free(stmt);
}

static void
test_wide_blocks(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[2];
    SQLWCHAR s[2][4];
    SQLLEN is[2];
    SQLULEN fetched = 0;
    SQLUSMALLINT status[2] = {77, 77};

    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_STATUS_PTR, status, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    SQLBindCol(stmt, 2, SQL_C_WCHAR, s, sizeof s[0], is);
    OK(run(stmt, "SELECT k, s FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    CHECK(fetched == 2 && k[0] == 1 && k[1] == 2);
    CHECK(wide_equal(s[0], "one") && is[0] == 6 && is[1] == SQL_NULL_DATA);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS_WITH_INFO);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "01004"));
    CHECK(wide_equal(s[0], "thr") && wide_equal(s[1], "fou"));
    CHECK(is[0] == 10 || is[0] == SQL_NO_TOTAL);
    CHECK(status[0] == SQL_ROW_SUCCESS_WITH_INFO);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS_WITH_INFO);
    CHECK(fetched == 1 && status[1] == SQL_ROW_NOROW);
    CHECK(SQLFetch(stmt) == SQL_NO_DATA);
    stmt_free(stmt);
}

typedef struct {
    SQLINTEGER k;
    SQLWCHAR s[10];
    SQLLEN is;
    double n;
    SQLLEN in;
} Row;

static void
test_wide_row_wise(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    Row rows[6];
    SQLULEN fetched = 0;
    SQLLEN offset = 0;

    memset(rows, 0, sizeof rows);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 3, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_TYPE, (SQLPOINTER) sizeof rows[0], 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_OFFSET_PTR, &offset, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &rows[0].k, 0, NULL);
    SQLBindCol(stmt, 2, SQL_C_WCHAR, rows[0].s, sizeof rows[0].s, &rows[0].is);
    SQLBindCol(stmt, 3, SQL_C_DOUBLE, &rows[0].n, 0, &rows[0].in);
    OK(run(stmt, "SELECT k, s, n FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    CHECK(fetched == 3);
    offset = 3 * (SQLLEN) sizeof rows[0];
    OK(SQLFetch(stmt));
    CHECK(fetched == 2);
    for (int i = 0; i < 5; i++)
        CHECK(rows[i].k == i + 1);
    CHECK(wide_equal(rows[0].s, "one") && wide_equal(rows[2].s, "three"));
    CHECK(wide_equal(rows[4].s, "five") && rows[1].is == SQL_NULL_DATA && rows[4].is == 8);
    CHECK(rows[1].in == SQL_NULL_DATA && rows[2].n == -3.5 && rows[3].n == 4);
    stmt_free(stmt);
}

static void
test_numeric(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ard = NULL;
    SQL_NUMERIC_STRUCT number;
    SQLLEN length;

    memset(&number, 0, sizeof number);
    OK(SQLGetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, &ard, 0, NULL));
    OK(SQLSetDescField(ard, 1, SQL_DESC_TYPE, (SQLPOINTER) SQL_C_NUMERIC, 0));
    OK(SQLSetDescField(ard, 1, SQL_DESC_PRECISION, (SQLPOINTER) 10, 0));
    OK(SQLSetDescField(ard, 1, SQL_DESC_SCALE, (SQLPOINTER) 3, 0));
    OK(SQLSetDescField(ard, 1, SQL_DESC_OCTET_LENGTH_PTR, &length, 0));
    OK(SQLSetDescField(ard, 1, SQL_DESC_INDICATOR_PTR, &length, 0));
    OK(SQLSetDescField(ard, 1, SQL_DESC_DATA_PTR, &number, 0));
    OK(run(stmt, "SELECT n FROM %s WHERE k = 1"));
    OK(SQLFetch(stmt));
    CHECK(number.scale == 3 && number.sign == 1 && number.val[0] == (1250 & 255) &&
          number.val[1] == 1250 / 256);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    OK(SQLFreeStmt(stmt, SQL_UNBIND));
    stmt_free(stmt);
}

static void
test_separate_indicators(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ard = NULL;
    char s[10] = "";
    SQLLEN length = -77, indicator = -77;

    OK(SQLGetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, &ard, 0, NULL));
    OK(SQLSetDescRec(ard, 1, SQL_C_CHAR, 0, sizeof s, 0, 0, s, &length, &indicator));
    OK(run(stmt, "SELECT s FROM %s WHERE k IN (1, 2) ORDER BY k"));
    OK(SQLFetch(stmt));
    CHECK(strcmp(s, "one") == 0 && length == 3 && indicator != SQL_NULL_DATA);
    OK(SQLFetch(stmt));
    CHECK(indicator == SQL_NULL_DATA);
    stmt_free(stmt);
}

static void
test_explicit_descriptor(void)
{
    SQLHSTMT one = stmt_new(dbc), two = stmt_new(dbc);
    SQLHDESC desc = NULL, own = NULL, copy = NULL;
    SQLINTEGER k = 0;
    SQLSMALLINT count = 0, alloc = 0;

    OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &desc));
    OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &copy));
    OK(SQLSetStmtAttr(one, SQL_ATTR_APP_ROW_DESC, desc, 0));
    OK(SQLSetStmtAttr(two, SQL_ATTR_APP_ROW_DESC, desc, 0));
    OK(SQLBindCol(one, 1, SQL_C_LONG, &k, 0, NULL));
    OK(run(one, "SELECT k FROM %s WHERE k = 3"));
    OK(run(two, "SELECT k FROM %s WHERE k = 4"));
    OK(SQLFetch(one));
    CHECK(k == 3);
    OK(SQLFetch(two));
    CHECK(k == 4);
    OK(SQLGetDescField(desc, 0, SQL_DESC_COUNT, &count, 0, NULL));
    OK(SQLGetDescField(desc, 0, SQL_DESC_ALLOC_TYPE, &alloc, 0, NULL));
    CHECK(count == 1 && alloc == SQL_DESC_ALLOC_USER);
    OK(SQLCopyDesc(desc, copy));
    count = 0;
    OK(SQLGetDescField(copy, 0, SQL_DESC_COUNT, &count, 0, NULL));
    CHECK(count == 1);
    OK(SQLFreeHandle(SQL_HANDLE_DESC, desc));
    OK(SQLGetStmtAttr(one, SQL_ATTR_APP_ROW_DESC, &own, 0, NULL));
    CHECK(own != NULL && own != desc);
    CHECK(SQLSetStmtAttr(one, SQL_ATTR_IMP_ROW_DESC, copy, 0) == SQL_ERROR);
    OK(SQLFreeHandle(SQL_HANDLE_DESC, copy));
    stmt_free(one);
    stmt_free(two);
}

static void
test_ird(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ird = NULL;
    SQLSMALLINT count = 0, type = 0;
    char name[20] = "", sql[100];
    SQLINTEGER length = 0;

    snprintf(sql, sizeof sql, "SELECT k, s FROM %s WHERE k > ?", table);
    OK(SQLGetStmtAttr(stmt, SQL_ATTR_IMP_ROW_DESC, &ird, 0, NULL));
    CHECK(SQLGetDescField(ird, 1, SQL_DESC_NAME, name, sizeof name, &length) == SQL_ERROR);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    OK(SQLGetDescField(ird, 0, SQL_DESC_COUNT, &count, 0, NULL));
    OK(SQLGetDescField(ird, 2, SQL_DESC_NAME, name, sizeof name, &length));
    OK(SQLGetDescField(ird, 1, SQL_DESC_CONCISE_TYPE, &type, 0, NULL));
    CHECK(count == 2 && strcmp(name, "s") == 0 && length == 1 && type == SQL_INTEGER);
    CHECK(SQLGetDescField(ird, 3, SQL_DESC_NAME, name, sizeof name, &length) == SQL_NO_DATA);
    CHECK(SQLSetDescField(ird, 1, SQL_DESC_NAME, "x", SQL_NTS) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, ird, "HY016"));
    stmt_free(stmt);
}

static void
test_bookmarks(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 0;
    SQLLEN mark = 0;

    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    for (int i = 0; i < 3; i++)
        OK(SQLFetch(stmt));
    OK(SQLGetData(stmt, 0, SQL_C_VARBOOKMARK, &mark, sizeof mark, NULL));
    OK(SQLFetch(stmt));
    CHECK(k == 4);
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_FETCH_BOOKMARK_PTR, &mark, 0));
    OK(SQLFetchScroll(stmt, SQL_FETCH_BOOKMARK, 0));
    CHECK(k == 3);
    OK(SQLFetchScroll(stmt, SQL_FETCH_BOOKMARK, 2));
    CHECK(k == 5);
    stmt_free(stmt);
}

/* Rows of a block, read singly from the last to the first, also by a cursor that can't scroll. */
static void
test_set_position(void)
{
    for (SQLULEN type = SQL_CURSOR_FORWARD_ONLY; type <= SQL_CURSOR_STATIC; type += 3) {
        SQLHSTMT stmt = stmt_new(dbc);
        SQLINTEGER k[2], number;
        SQLULEN fetched = 0;
        int seen = 0;
        char text[10];
        SQLLEN length;

        SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) type, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
        SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
        OK(run(stmt, "SELECT k, s FROM %s ORDER BY k"));
        while (SQL_SUCCEEDED(SQLFetch(stmt)))
            for (SQLULEN i = fetched; i >= 1; i--) {
                number = -1;
                OK(SQLSetPos(stmt, i, SQL_POSITION, SQL_LOCK_NO_CHANGE));
                OK(SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &length));
                OK(SQLGetData(stmt, 1, SQL_C_LONG, &number, 0, NULL));
                CHECK(number == k[i - 1]);
                CHECK(length == (number == 2 ? SQL_NULL_DATA : (SQLLEN) strlen(text)));
                seen++;
            }
        CHECK(seen == 5);
        CHECK(SQLSetPos(stmt, 9, SQL_POSITION, SQL_LOCK_NO_CHANGE) == SQL_ERROR);
        stmt_free(stmt);
    }
}

/* A scrollable result that is larger than the memory for it goes on in a file. */
static void
test_large_scroll(void)
{
    SQLHDBC other = NULL;
    SQLHSTMT stmt = NULL;
    SQLINTEGER k = 0;
    char text[200];

    OK(SQLAllocHandle(SQL_HANDLE_DBC, env, &other));
    snprintf(text, sizeof text, "DSN=%s;MergeMemory=200", dsn);
    OK(SQLDriverConnect(other, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                        SQL_DRIVER_NOPROMPT));
    OK(SQLAllocHandle(SQL_HANDLE_STMT, other, &stmt));
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    OK(run(stmt, "SELECT k, s, n FROM %s ORDER BY k"));
    OK(SQLFetchScroll(stmt, SQL_FETCH_LAST, 0));
    CHECK(k == 5);
    OK(SQLFetchScroll(stmt, SQL_FETCH_FIRST, 0));
    CHECK(k == 1);
    OK(SQLFetchScroll(stmt, SQL_FETCH_ABSOLUTE, 3));
    OK(SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, NULL));
    CHECK(k == 3 && strcmp(text, "three") == 0);
    OK(SQLFreeHandle(SQL_HANDLE_STMT, stmt));
    OK(SQLDisconnect(other));
    OK(SQLFreeHandle(SQL_HANDLE_DBC, other));
}

static void
test_diagnostic_header(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char name[40] = "";
    SQLINTEGER code = 0, number = -1;
    SQLLEN rows = -1;

    OK(run(stmt, "UPDATE %s SET n = 1 WHERE k < 4"));
    OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_DYNAMIC_FUNCTION, name, sizeof name,
                       NULL));
    OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_DYNAMIC_FUNCTION_CODE, &code, 0, NULL));
    OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_ROW_COUNT, &rows, 0, NULL));
    OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_NUMBER, &number, 0, NULL));
    CHECK(strcmp(name, "UPDATE WHERE") == 0 && code == SQL_DIAG_UPDATE_WHERE);
    CHECK(rows == 3 && number == 0);
    stmt_free(stmt);
}

static void
test_extended_fetch(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[3];
    SQLULEN n = 0;
    SQLUSMALLINT status[3];

    SQLSetStmtAttr(stmt, SQL_ROWSET_SIZE, (SQLPOINTER) 3, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    OK(SQLExtendedFetch(stmt, SQL_FETCH_NEXT, 0, &n, status));
    CHECK(n == 3 && k[0] == 1 && k[2] == 3 && status[2] == SQL_ROW_SUCCESS);
    OK(SQLExtendedFetch(stmt, SQL_FETCH_NEXT, 0, &n, status));
    CHECK(n == 2 && k[1] == 5 && status[2] == SQL_ROW_NOROW);
    CHECK(SQLExtendedFetch(stmt, SQL_FETCH_NEXT, 0, &n, status) == SQL_NO_DATA);
    stmt_free(stmt);
}

static void
test_wide_at_execution(void)
{
    static SQLWCHAR first[] = {'a', 0xd83c, 0}, second[] = {0xdf41, 'z', 0};
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 100;
    SQLLEN at = SQL_LEN_DATA_AT_EXEC(8), length = 0;
    SQLPOINTER token = NULL;
    char sql[100];
    SQLWCHAR back[10];

    snprintf(sql, sizeof sql, "INSERT INTO %s (s, k) VALUES (?, ?)", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_WCHAR, SQL_WVARCHAR, 20, 0, (SQLPOINTER) 7, 0,
                     &at);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, (SQLPOINTER) 8, 0,
                     &at);
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == (SQLPOINTER) 7);
    OK(SQLPutData(stmt, first, 4));
    OK(SQLPutData(stmt, second, SQL_NTS));
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == (SQLPOINTER) 8);
    OK(SQLPutData(stmt, &k, sizeof k));
    OK(SQLParamData(stmt, &token));
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    OK(SQLFreeStmt(stmt, SQL_RESET_PARAMS));
    OK(run(stmt, "SELECT s FROM %s WHERE k = 100"));
    OK(SQLFetch(stmt));
    OK(SQLGetData(stmt, 1, SQL_C_WCHAR, back, sizeof back, &length));
    CHECK(length == 8 && back[0] == 'a' && back[1] == 0xd83c && back[2] == 0xdf41 &&
          back[3] == 'z' && back[4] == 0);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    /* Cancelled while data is wanted: as if it had never been executed. */
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, (SQLPOINTER) 7, 0,
                     &at);
    k = 101;
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL);
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    OK(SQLCancel(stmt));
    OK(SQLFreeStmt(stmt, SQL_RESET_PARAMS));
    OK(run(stmt, "SELECT s FROM %s WHERE k = 101"));
    CHECK(SQLFetch(stmt) == SQL_NO_DATA);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    OK(run(stmt, "DELETE FROM %s WHERE k = 100"));
    stmt_free(stmt);
}

typedef struct {
    SQLINTEGER k;
    SQLLEN ik;
    SQLWCHAR s[6];
    SQLLEN is;
} Param;

static int
count_rows(const char *format)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = -1;

    if (run(stmt, format) == SQL_SUCCESS && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL);
    stmt_free(stmt);
    return n;
}

static void
test_parameter_arrays(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    Param params[4] = {{200, 0, {'a', 0}, SQL_NTS},
                       {201, 0, {'b', 0}, 2},
                       {202, 0, {'c', 0}, SQL_NULL_DATA},
                       {203, 0, {'d', 0}, SQL_NTS}};
    SQLUSMALLINT operation[4] = {SQL_PARAM_PROCEED, SQL_PARAM_IGNORE, SQL_PARAM_PROCEED,
                                 SQL_PARAM_PROCEED};
    SQLUSMALLINT status[4];
    SQLULEN done = 99;
    SQLLEN rows = -1;
    char sql[100];

    snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES (?, ?)", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_BIND_TYPE, (SQLPOINTER) sizeof params[0], 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 4, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_OPERATION_PTR, operation, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_STATUS_PTR, status, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMS_PROCESSED_PTR, &done, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &params[0].k, 0,
                     &params[0].ik);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_WCHAR, SQL_WVARCHAR, 20, 0, params[0].s,
                     sizeof params[0].s, &params[0].is);
    OK(SQLExecute(stmt));
    OK(SQLRowCount(stmt, &rows));
    CHECK(rows == 3 && done == 4);
    CHECK(status[0] == SQL_PARAM_SUCCESS && status[1] == SQL_PARAM_UNUSED &&
          status[3] == SQL_PARAM_SUCCESS);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 200") == 3);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 200 AND s IS NULL") == 1);
    /* A duplicate in the middle: nothing of the array stays. */
    params[0].k = 300;
    params[2].k = 200;
    params[3].k = 301;
    CHECK(SQLExecute(stmt) == SQL_ERROR);
    CHECK(status[0] == SQL_PARAM_ERROR && status[2] == SQL_PARAM_ERROR);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 300") == 0);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    stmt_free(stmt);
    stmt = stmt_new(dbc);
    run(stmt, "DELETE FROM %s WHERE k >= 200");
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 0, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY024"));
    stmt_free(stmt);
}

/* Cancelled while the data of an array's row is wanted: the connection commits by itself again. */
static void
test_cancelled_array(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDBC other = connect_new();
    SQLINTEGER k[2] = {400, 401}, n = -1;
    SQLLEN at[2] = {SQL_LEN_DATA_AT_EXEC(8), SQL_LEN_DATA_AT_EXEC(8)};
    char sql[100];

    snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES (?, ?)", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 2, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, (SQLPOINTER) 7, 0,
                     at);
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    OK(SQLCancel(stmt));
    stmt_free(stmt);
    stmt = stmt_new(dbc);
    OK(run(stmt, "INSERT INTO %s (k) VALUES (402)"));
    stmt_free(stmt);
    stmt = stmt_new(other);
    OK(run(stmt, "SELECT COUNT(*) FROM %s WHERE k >= 400"));
    OK(SQLFetch(stmt));
    OK(SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL));
    CHECK(n == 1);
    stmt_free(stmt);
    connect_free(other);
    stmt = stmt_new(dbc);
    run(stmt, "DELETE FROM %s WHERE k >= 400");
    stmt_free(stmt);
}

/* One descriptor after the other, perhaps at the same address, each with a buffer of its own. */
static void
test_descriptors_in_turn(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[4] = {0};
    SQLHDESC desc = NULL;
    char sql[100];

    snprintf(sql, sizeof sql, "SELECT k FROM %s WHERE k = 3", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    for (int i = 0; i < 4; i++) {
        OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &desc));
        OK(SQLSetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, desc, 0));
        OK(SQLBindCol(stmt, 1, SQL_C_LONG, &k[i], 0, NULL));
        OK(SQLExecute(stmt));
        OK(SQLFetch(stmt));
        CHECK(k[i] == 3);
        OK(SQLFreeStmt(stmt, SQL_CLOSE));
        OK(SQLFreeHandle(SQL_HANDLE_DESC, desc));
    }
    stmt_free(stmt);
}

/* Rows and lengths that no memory is large enough for; what is there is never written past. */
static void
test_sizes(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ard = NULL;
    SQLWCHAR s[10];
    SQLUSMALLINT status = 0;
    unsigned char mark[2 * sizeof(SQLULEN)];

    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) ((SQLULEN) 1 << 40), 0);
    SQLBindCol(stmt, 1, SQL_C_WCHAR, s, (SQLLEN) 1 << 40, NULL);
    OK(run(stmt, "SELECT s FROM %s WHERE k = 0"));
    SQLRETURN rc = SQLFetch(stmt);
    CHECK(rc == SQL_NO_DATA || (rc == SQL_ERROR && has_state(SQL_HANDLE_STMT, stmt, "HY001")));
    stmt_free(stmt);

    stmt = stmt_new(dbc);
    OK(SQLGetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, &ard, 0, NULL));
    CHECK(SQLSetDescField(ard, 1, SQL_DESC_OCTET_LENGTH, (SQLPOINTER) -9, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, ard, "HY090"));
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_STATUS_PTR, &status, 0);
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    memset(mark, 0xee, sizeof mark);
    rc = SQLGetData(stmt, 0, SQL_C_VARBOOKMARK, mark, 2, NULL);
    CHECK(rc == SQL_ERROR || rc == SQL_SUCCESS_WITH_INFO);
    CHECK(mark[2] == 0xee && mark[sizeof mark - 1] == 0xee);
    OK(SQLFetchScroll(stmt, SQL_FETCH_LAST, 0));
    if (strcmp(table, "t") == 0) {
        CHECK(SQLFetchScroll(stmt, SQL_FETCH_RELATIVE, ((SQLULEN) -1) >> 1) == SQL_NO_DATA);
        OK(SQLFetchScroll(stmt, SQL_FETCH_PRIOR, 0));
    }
    stmt_free(stmt);
}

static void
test_rebinding(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 1, other = 0;
    SQLLEN offset = 0;
    SQLINTEGER keys[2] = {3, 4};
    char text[10] = "5", sql[100];

    snprintf(sql, sizeof sql, "SELECT k FROM %s WHERE k = ?", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    OK(SQLBindCol(stmt, 1, SQL_C_LONG, &other, 0, NULL));
    for (k = 1; k <= 3; k++) {
        OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL));
        OK(SQLExecute(stmt));
        OK(SQLFetch(stmt));
        CHECK(other == k);
        OK(SQLCloseCursor(stmt));
    }
    /* The same statement with another type, then with an offset. */
    OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 10, 0, text, sizeof text,
                        NULL));
    OK(SQLExecute(stmt));
    OK(SQLFetch(stmt));
    CHECK(other == 5);
    OK(SQLCloseCursor(stmt));
    OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, keys, 0, NULL));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_BIND_OFFSET_PTR, &offset, 0));
    for (int i = 0; i < 2; i++) {
        offset = i * (SQLLEN) sizeof keys[0];
        OK(SQLExecute(stmt));
        OK(SQLFetch(stmt));
        CHECK(other == keys[i]);
        OK(SQLCloseCursor(stmt));
    }
    stmt_free(stmt);
}

static void
test_states(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLSMALLINT n = 0;
    SQLINTEGER number = 0;
    SQLCHAR name[30] = "";

    CHECK(SQLExecute(stmt) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY010"));
    CHECK(SQLBindParameter(stmt, 1, 99, SQL_C_LONG, SQL_INTEGER, 0, 0, &number, 0, NULL) ==
          SQL_ERROR);
    CHECK(SQLBindCol(stmt, 1, 4711, &number, 0, NULL) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY003"));
    OK(run(stmt, "SELECT k FROM %s WHERE k = 1"));
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0) ==
          SQL_ERROR);
    OK(SQLNumResultCols(stmt, &n));
    CHECK(n == 1);
    OK(SQLFetch(stmt));
    CHECK(SQLGetData(stmt, 2, SQL_C_LONG, &number, 0, NULL) == SQL_ERROR);
    CHECK(SQLFetchScroll(stmt, SQL_FETCH_PRIOR, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY106"));
    OK(SQLCloseCursor(stmt));
    OK(SQLSetCursorName(stmt, (SQLCHAR *) "mine", SQL_NTS));
    OK(SQLGetCursorName(stmt, name, sizeof name, NULL));
    CHECK(strcmp((char *) name, "mine") == 0);
    SQLHSTMT other = stmt_new(dbc);
    CHECK(SQLSetCursorName(other, (SQLCHAR *) "MINE", SQL_NTS) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, other, "3C000"));
    OK(SQLGetCursorName(other, name, sizeof name, NULL));
    CHECK(strncmp((char *) name, "SQL_CUR", 7) == 0);
    stmt_free(other);
    stmt_free(stmt);
}

static void
test_attributes(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    struct {
        SQLUINTEGER value, guard;
    } small = {0xabababab, 0xabababab};
    SQLULEN value = 0;

    OK(SQLGetConnectAttr(dbc, SQL_ATTR_CONNECTION_DEAD, &small.value, 0, NULL));
    CHECK(small.value == SQL_CD_FALSE && small.guard == 0xabababab);
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_QUERY_TIMEOUT, (SQLPOINTER) 7, 0));
    OK(SQLGetStmtAttr(stmt, SQL_ATTR_QUERY_TIMEOUT, &value, 0, NULL));
    CHECK(value == 7);
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_MAX_ROWS, (SQLPOINTER) 2, 0));
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    OK(SQLFetch(stmt));
    CHECK(SQLFetch(stmt) == SQL_NO_DATA);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_ASYNC_ENABLE, (SQLPOINTER) SQL_ASYNC_ENABLE_ON, 0) !=
          SQL_ERROR);
    value = 77;
    OK(SQLGetStmtAttr(stmt, SQL_ATTR_ASYNC_ENABLE, &value, 0, NULL));
    CHECK(value == SQL_ASYNC_ENABLE_OFF);
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_DYNAMIC, 0) ==
          SQL_SUCCESS_WITH_INFO);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "01S02"));
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) 99, 0) == SQL_ERROR);
    CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_TXN_ISOLATION, (SQLPOINTER) 99, 0) == SQL_ERROR);
    CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_PACKET_SIZE, (SQLPOINTER) 512, 0) == SQL_ERROR);
    stmt_free(stmt);
}

static void
test_transactions(void)
{
    SQLHSTMT stmt = stmt_new(dbc);

    OK(SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0));
    OK(run(stmt, "INSERT INTO %s (k, s) VALUES (400, 'x'), (401, 'y'), (402, 'z')"));
    CHECK(SQLDisconnect(dbc) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DBC, dbc, "25000"));
    OK(SQLEndTran(SQL_HANDLE_ENV, env, SQL_ROLLBACK));
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 400") == 0);
    OK(SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT));
    OK(SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0));
    stmt_free(stmt);
}

static void
test_describe_param(void)
{
    static const struct {
        const char *sql;
        SQLSMALLINT types[2];
    } cases[] = {
        {"SELECT k FROM %s WHERE s = ? AND k IN (1, ?)", {SQL_VARCHAR, SQL_INTEGER}},
        {"INSERT INTO %s (n, k) VALUES (?, ?)", {SQL_NUMERIC, SQL_INTEGER}},
        {"INSERT INTO %s (s, k) SELECT ?, k FROM %s WHERE ? = k", {SQL_VARCHAR, SQL_INTEGER}},
        {"SELECT k FROM %s WHERE (k, s) = (?, ?)", {SQL_INTEGER, SQL_VARCHAR}},
        {"SELECT ? FROM %s ORDER BY k LIMIT ?", {SQL_VARCHAR, SQL_BIGINT}},
        {"SELECT k FROM u WHERE a = ? AND x = ?", {SQL_SMALLINT, SQL_LONGVARCHAR}}};
    SQLHSTMT stmt = stmt_new(dbc);
    SQLSMALLINT n = 0, type = 0;

    SQLExecDirect(stmt, (SQLCHAR *) "DROP TABLE u", SQL_NTS);
    OK(run(stmt, "CREATE TABLE u (k INTEGER NOT NULL PRIMARY KEY, a SMALLINT, x TEXT)"));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, cases[i].sql, table, table);
        OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
        CHECK(SQLNumParams(stmt, &n) == SQL_SUCCESS && n == 2);
        for (SQLUSMALLINT j = 0; j < 2; j++) {
            OK(SQLDescribeParam(stmt, j + 1, &type, NULL, NULL, NULL));
            check_at((type == SQL_DECIMAL ? SQL_NUMERIC : type) == cases[i].types[j], sql,
                     __LINE__);
        }
        CHECK(SQLDescribeParam(stmt, 3, &type, NULL, NULL, NULL) == SQL_ERROR);
    }
    OK(run(stmt, "DROP TABLE u"));
    stmt_free(stmt);
}

static void
test_two_at_once(void)
{
    SQLHSTMT one = stmt_new(dbc), two = stmt_new(dbc);
    SQLINTEGER a = 0, b = 0;

    SQLBindCol(one, 1, SQL_C_LONG, &a, 0, NULL);
    SQLBindCol(two, 1, SQL_C_LONG, &b, 0, NULL);
    OK(run(one, "SELECT k FROM %s ORDER BY k"));
    OK(run(two, "SELECT k FROM %s ORDER BY k DESC"));
    for (int i = 1; i <= 5; i++) {
        OK(SQLFetch(one));
        OK(SQLFetch(two));
        CHECK(a == i && b == 6 - i);
    }
    CHECK(SQLFetch(one) == SQL_NO_DATA && SQLFetch(two) == SQL_NO_DATA);
    stmt_free(one);
    stmt_free(two);
}

static void
test_connect_strings(void)
{
    SQLHDBC other = NULL;
    SQLCHAR out[200] = "";
    SQLSMALLINT length = 0;
    char text[200];

    OK(SQLAllocHandle(SQL_HANDLE_DBC, env, &other));
    snprintf(text, sizeof text, "DSN=%s;Description={a;b}", dsn);
    OK(SQLDriverConnect(other, NULL, (SQLCHAR *) text, SQL_NTS, out, sizeof out, &length,
                        SQL_DRIVER_NOPROMPT));
    CHECK(strstr((char *) out, "DSN=") != NULL && strstr((char *) out, "{a;b}") != NULL);
    CHECK(length == (SQLSMALLINT) strlen((char *) out));
    OK(SQLDisconnect(other));
    snprintf(text, sizeof text, "DSN=%s;Rules=/nowhere/rules.ini", dsn);
    CHECK(SQLDriverConnect(other, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                           SQL_DRIVER_NOPROMPT) == SQL_ERROR);
    snprintf(text, sizeof text, "DSN=%s;Hints=perhaps", dsn);
    CHECK(SQLDriverConnect(other, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                           SQL_DRIVER_NOPROMPT) == SQL_SUCCESS_WITH_INFO);
    CHECK(has_state(SQL_HANDLE_DBC, other, "01S00"));
    OK(SQLDisconnect(other));
    OK(SQLSetConnectAttr(other, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0));
    OK(SQLConnect(other, (SQLCHAR *) dsn, SQL_NTS, NULL, 0, NULL, 0));
    SQLUINTEGER autocommit = 77;
    OK(SQLGetConnectAttr(other, SQL_ATTR_AUTOCOMMIT, &autocommit, 0, NULL));
    CHECK(autocommit == SQL_AUTOCOMMIT_OFF);
    OK(SQLDisconnect(other));
    OK(SQLFreeHandle(SQL_HANDLE_DBC, other));
}

static int
prepare_table(int create)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char sql[200];

    snprintf(sql, sizeof sql, "DROP TABLE %s", table);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (create) {
        SQLFreeHandle(SQL_HANDLE_STMT, stmt);
        stmt = stmt_new(dbc);
        snprintf(sql, sizeof sql,
                 "CREATE TABLE %s (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20), n NUMERIC(10,2))",
                 table);
        rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
        if (rc == SQL_ERROR)
            show(SQL_HANDLE_STMT, stmt);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return rc != SQL_ERROR;
}

static void (*const tests[])(void) = {test_wide_blocks,
                                      test_wide_row_wise,
                                      test_numeric,
                                      test_separate_indicators,
                                      test_explicit_descriptor,
                                      test_ird,
                                      test_set_position,
                                      test_large_scroll,
                                      test_diagnostic_header,
                                      test_bookmarks,
                                      test_extended_fetch,
                                      test_wide_at_execution,
                                      test_parameter_arrays,
                                      test_rebinding,
                                      test_states,
                                      test_attributes,
                                      test_transactions,
                                      test_describe_param,
                                      test_two_at_once,
                                      test_connect_strings,
                                      test_cancelled_array,
                                      test_descriptors_in_turn,
                                      test_sizes};

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: face-test DSN [TABLE]\n");
        return 2;
    }
    client_begin("face", argv[1]);
    if (argc > 2)
        table = argv[2];
    dbc = connect_new();
    CHECK(dbc != NULL);
    if (dbc != NULL && prepare_table(1)) {
        for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
            fill();
            tests[i]();
        }
        prepare_table(0);
        OK(SQLDisconnect(dbc));
        SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    } else {
        failed++;
    }
    return client_end();
}
