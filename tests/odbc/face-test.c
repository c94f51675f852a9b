/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * face-test.c - what an application can do with handles, bindings, cursors and descriptors.
 *
 * Usage: face-test DSN [TABLE].  Prints FAIL lines and, last, "face: N passed, N failed".
 */
#include "tests/odbc/face.h"

#include <unistd.h>

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

/* What the standard calls a statement, whether it succeeds or not. */
static void
test_dynamic_functions(void)
{
    static const struct {
        const char *sql, *name;
        SQLINTEGER code;
    } cases[] = {{"SELECT k FROM %s", "SELECT CURSOR", SQL_DIAG_SELECT_CURSOR},
                 {"DELETE FROM %s WHERE k = 99", "DELETE WHERE", SQL_DIAG_DELETE_WHERE},
                 {"UPDATE %s SET n = 1 WHERE CURRENT OF nosuch", "DYNAMIC UPDATE CURSOR",
                  SQL_DIAG_DYNAMIC_UPDATE_CURSOR},
                 {"DELETE FROM %s WHERE CURRENT OF nosuch", "DYNAMIC DELETE CURSOR",
                  SQL_DIAG_DYNAMIC_DELETE_CURSOR},
                 {"GRANT SELECT ON %s TO nosuch", "GRANT", SQL_DIAG_GRANT},
                 {"REVOKE SELECT ON %s FROM nosuch", "REVOKE", SQL_DIAG_REVOKE},
                 {"CREATE SCHEMA 1", "CREATE SCHEMA", SQL_DIAG_CREATE_SCHEMA},
                 {"COMMIT", "", SQL_DIAG_UNKNOWN_STATEMENT}};
    char sql[100], name[40];
    SQLINTEGER code;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SQLHSTMT stmt = stmt_new(dbc);
        if (dsn[0] == 's' && i >= 2 && i <= 6) {
            stmt_free(stmt); /* SQLite has none of them */
            continue;
        }
        snprintf(sql, sizeof sql, cases[i].sql, table);
        SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
        strcpy(name, "none");
        code = -77;
        OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_DYNAMIC_FUNCTION, name, sizeof name,
                           NULL));
        OK(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_DYNAMIC_FUNCTION_CODE, &code, 0,
                           NULL));
        check_at(strcmp(name, cases[i].name) == 0 && code == cases[i].code, sql, __LINE__);
        stmt_free(stmt);
    }
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
    CHECK(SQLSetStmtAttr(stmt, SQL_ATTR_ASYNC_ENABLE, (SQLPOINTER) SQL_ASYNC_ENABLE_ON, 0) ==
          SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HYC00"));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_ASYNC_ENABLE, (SQLPOINTER) SQL_ASYNC_ENABLE_OFF, 0));
    CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_ASYNC_ENABLE, (SQLPOINTER) SQL_ASYNC_ENABLE_ON, 0) ==
          SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DBC, dbc, "HYC00"));
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

/* Nothing is written to a place that isn't bound any more. */
static void
test_unbound(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN mark = 0, length = 0;
    SQLINTEGER k = 0;

    OK(SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0));
    OK(SQLBindCol(stmt, 0, SQL_C_VARBOOKMARK, &mark, sizeof mark, &length));
    OK(SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL));
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    CHECK(k == 1);
    OK(SQLFreeStmt(stmt, SQL_UNBIND)); /* all but the bookmark */
    OK(SQLBindCol(stmt, 0, SQL_C_VARBOOKMARK, NULL, 0, NULL));
    mark = length = 77;
    OK(SQLFetch(stmt));
    CHECK(mark == 77 && length == 77 && k == 1);
    stmt_free(stmt);
}

/* What fails before the first row fails at execute, as on one database: a fetch that fails is taken
 * for the end of the rows by many. */
static void
test_failing_result(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char name[50] = "", sql[200];
    const char *form = "SELECT MAX(k) / (COUNT(*) - 5) FROM %s";

    OK(SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL));
    if (name[0] == 'S')
        form = "SELECT SUM(k + 9223372036854775800) FROM %s";
    snprintf(sql, sizeof sql, form, table);
    if (name[0] != 'M') /* has NULL and numbers of 65 digits for these */
        CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_ERROR);
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    for (SQLINTEGER k = 0, i = 1; i <= 5; i++) {
        OK(SQLFetch(stmt));
        OK(SQLGetData(stmt, 1, SQL_C_LONG, &k, 0, NULL));
        CHECK(k == i);
    }
    CHECK(SQLFetch(stmt) == SQL_NO_DATA);
    stmt_free(stmt);
}

static int
count_fetched(SQLHSTMT stmt, SQLRETURN rc)
{
    int n = 0;

    if (!SQL_SUCCEEDED(rc))
        return -1;
    while (SQL_SUCCEEDED(SQLFetch(stmt)))
        n++;
    SQLCloseCursor(stmt);
    return n;
}

static int
count_columns(SQLHSTMT stmt, const char *schema, const char *column)
{
    return count_fetched(stmt, SQLColumns(stmt, NULL, 0, (SQLCHAR *) schema, SQL_NTS,
                                          (SQLCHAR *) table, SQL_NTS, (SQLCHAR *) column, SQL_NTS));
}

/* Patterns are patterns, and identifiers aren't. */
static void
test_catalog_arguments(void)
{
    SQLHSTMT stmt = stmt_new(dbc);

    CHECK(count_columns(stmt, NULL, "%") == 3);
    CHECK(count_columns(stmt, NULL, "_") == 3);
    CHECK(count_columns(stmt, "%", "k") == 1);
    CHECK(count_columns(stmt, NULL, "\\_") == 0);
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_METADATA_ID, (SQLPOINTER) SQL_TRUE, 0));
    CHECK(count_columns(stmt, NULL, "%") == 0);
    CHECK(count_columns(stmt, NULL, "_") == 0);
    CHECK(count_columns(stmt, "%", "k") == 0);
    CHECK(count_columns(stmt, NULL, " K ") == 1);
    CHECK(count_fetched(stmt,
                        SQLTables(stmt, NULL, 0, NULL, 0, (SQLCHAR *) "%", SQL_NTS, NULL, 0)) == 0);
    CHECK(count_fetched(stmt, SQLTables(stmt, NULL, 0, NULL, 0, NULL, 0, NULL, 0)) == -1);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY009"));
    stmt_free(stmt);
}

/* The log's rows are those that were given, though the application isn't told how many. */
static void
test_logged_rows(void)
{
    char path[] = "/tmp/shardodbc-face.XXXXXX", text[2000] = "";
    int file = mkstemp(path);
    SQLHDBC other = NULL;
    SQLHSTMT stmt = NULL;
    SQLINTEGER k[4];

    OK(SQLAllocHandle(SQL_HANDLE_DBC, env, &other));
    snprintf(text, sizeof text, "DSN=%s;Log=%s;LogLevel=sql;LogFormat=json", dsn, path);
    OK(SQLDriverConnect(other, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                        SQL_DRIVER_NOPROMPT));
    OK(SQLAllocHandle(SQL_HANDLE_STMT, other, &stmt));
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 4, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    while (SQL_SUCCEEDED(SQLFetch(stmt)))
        continue;
    OK(SQLFreeHandle(SQL_HANDLE_STMT, stmt));
    OK(SQLDisconnect(other));
    OK(SQLFreeHandle(SQL_HANDLE_DBC, other));
    ssize_t n = read(file, text, sizeof text - 1);
    text[n < 0 ? 0 : n] = '\0';
    CHECK(strstr(text, "\"rows\":5}") != NULL);
    close(file);
    unlink(path);
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
                                      test_dynamic_functions,
                                      test_bookmarks,
                                      test_extended_fetch,
                                      test_states,
                                      test_attributes,
                                      test_transactions,
                                      test_two_at_once,
                                      test_connect_strings,
                                      test_descriptors_in_turn,
                                      test_sizes,
                                      test_catalog_arguments,
                                      test_unbound,
                                      test_failing_result,
                                      test_logged_rows};

int
main(int argc, char **argv)
{
    return face_main("face", argc, argv, tests, sizeof tests / sizeof tests[0]);
}
