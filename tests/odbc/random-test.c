/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * random-test.c - random sequences of calls, sensible ones and others, straight into the driver:
 * nothing may crash, hang or leak, whatever the order, and every failure has its diagnostic.
 *
 * Usage: random-test DRIVER.so DSN [N [SEED]].  Uses the table t, which may or may not exist.
 * Prints "random: N passed, N failed".
 */
#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* clang-format off */
#define FUNCTIONS(X)                                                                               \
    X(SQLAllocHandle) X(SQLFreeHandle) X(SQLSetEnvAttr) X(SQLConnect) X(SQLDisconnect)             \
    X(SQLExecDirect) X(SQLPrepare) X(SQLExecute) X(SQLFetch) X(SQLFetchScroll) X(SQLGetData)       \
    X(SQLBindCol) X(SQLBindParameter) X(SQLFreeStmt) X(SQLCloseCursor) X(SQLNumResultCols)         \
    X(SQLDescribeCol) X(SQLColAttribute) X(SQLRowCount) X(SQLMoreResults) X(SQLGetDiagRec)         \
    X(SQLGetDiagField) X(SQLSetStmtAttr) X(SQLGetStmtAttr) X(SQLSetConnectAttr)                    \
    X(SQLGetConnectAttr) X(SQLSetPos) X(SQLBulkOperations) X(SQLParamData) X(SQLPutData)           \
    X(SQLNumParams) X(SQLDescribeParam) X(SQLSetDescField) X(SQLGetDescField) X(SQLSetDescRec)     \
    X(SQLGetDescRec) X(SQLCopyDesc) X(SQLEndTran) X(SQLCancel) X(SQLGetInfo) X(SQLGetTypeInfo)     \
    X(SQLTables) X(SQLColumns) X(SQLSetCursorName) X(SQLGetCursorName) X(SQLNativeSql)             \
    X(SQLExtendedFetch) X(SQLGetFunctions)
/* clang-format on */

#include "tests/odbc/loaded.h"

#define N_STATEMENTS 4
#define N_ROWS 4

static SQLHENV env;
static SQLHDBC dbc;
static SQLHSTMT statements[N_STATEMENTS];
static SQLHDESC explicit_desc;
static char buffers[8][N_ROWS * 64];
static SQLLEN indicators[8][N_ROWS];
static SQLUSMALLINT status[N_ROWS];
static SQLULEN n_rows;
static SQLLEN bookmark;
static long failed;

static int
pick(int n)
{
    return rand() % n;
}

/* One of the values, or now and then any number at all. */
#define ONE_OF(...)                                                                                \
    (pick(20) == 0                                                                                 \
         ? (long) rand() - RAND_MAX / 2                                                            \
         : ((const long[]){                                                                        \
               __VA_ARGS__})[pick((int) (sizeof((const long[]){__VA_ARGS__}) / sizeof(long)))])

static SQLHSTMT
statement(void)
{
    return pick(50) == 0 ? SQL_NULL_HSTMT : statements[pick(N_STATEMENTS)];
}

static SQLSMALLINT
c_type(void)
{
    return (SQLSMALLINT) ONE_OF(SQL_C_CHAR, SQL_C_WCHAR, SQL_C_LONG, SQL_C_SBIGINT, SQL_C_DOUBLE,
                                SQL_C_DEFAULT, SQL_C_TYPE_DATE, SQL_C_TYPE_TIMESTAMP, SQL_C_BINARY,
                                SQL_C_NUMERIC, SQL_C_BIT, SQL_C_GUID, SQL_ARD_TYPE);
}

static const char *
text(void)
{
    static const char *const texts[] = {
        "SELECT k, s FROM t ORDER BY k",
        "SELECT * FROM t WHERE k = 3",
        "SELECT k FROM t WHERE k = ?",
        "SELECT COUNT(*), MAX(s) FROM t WHERE k > ? AND s <> ?",
        "INSERT INTO t (k, s) VALUES (?, ?)",
        "UPDATE t SET s = 'x' WHERE k = ?",
        "DELETE FROM t WHERE k > 1000",
        "SELECT 1",
        "SELECT nosuch FROM t",
        "SELEC",
        "",
        "PREVIEW SELECT * FROM t WHERE k IN (1, 2)",
        "SHOW SHARDING TABLES",
        "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))",
        "BEGIN",
        "COMMIT",
        "SELECT k FROM t WHERE k = ?; UPDATE t SET s = 'y' WHERE k = ?; SELECT s FROM t ORDER BY k",
        "SELECT {fn LOCATE(?, s)}, {fn UCASE(s)} FROM t WHERE k = {fn ABS(-3)} ORDER BY {fn MOD(k, "
        "2)}",
        "UPDATE t SET s = 'z' WHERE CURRENT OF x",
        "{fn {fn {d",
        "SELECT 'unclosed",
        "SELECT \xff\xfe FROM t"};

    return texts[pick((int) (sizeof texts / sizeof texts[0]))];
}

static SQLRETURN
call_result(SQLHSTMT stmt)
{
    int buffer = pick(8);
    SQLSMALLINT small = 0, type = 0, digits = 0, nullable = 0;
    SQLULEN size = 0;
    SQLLEN number = 0;

    switch (pick(14)) {
    case 0:
        return pSQLFetch(stmt);
    case 1:
        return pSQLFetchScroll(stmt, (SQLSMALLINT) ONE_OF(1, 2, 3, 4, 5, 6, 8),
                               ONE_OF(0, 1, -1, 3, -3, 100));
    case 2:
        return pSQLGetData(stmt, (SQLUSMALLINT) ONE_OF(0, 1, 2, 3), c_type(), buffers[buffer],
                           ONE_OF(0, 1, 7, 64), indicators[buffer]);
    case 3:
        return pSQLBindCol(stmt, (SQLUSMALLINT) (pick(3) + (pick(9) == 0 ? 40 : 0)), c_type(),
                           pick(4) == 0 ? NULL : buffers[buffer], pick(20) == 0 ? -1 : 64,
                           pick(4) == 0 ? NULL : indicators[buffer]);
    case 4:
        return pSQLCloseCursor(stmt);
    case 5:
        return pSQLFreeStmt(stmt, (SQLUSMALLINT) (pick(9) == 0 ? 77 : (int[]){0, 2, 3}[pick(3)]));
    case 6:
        return pSQLNumResultCols(stmt, &small);
    case 7:
        return pSQLDescribeCol(stmt, (SQLUSMALLINT) ONE_OF(0, 1, 2), (SQLCHAR *) buffers[buffer],
                               64, &small, &type, &size, &digits, &nullable);
    case 8:
        return pSQLColAttribute(stmt, (SQLUSMALLINT) ONE_OF(0, 1, 2),
                                (SQLUSMALLINT) ONE_OF(1, 2, 6, 8, 14, 15, 18, 22, 1001, 1002, 1008),
                                buffers[buffer], 64, &small, &number);
    case 9:
        return pSQLRowCount(stmt, &number);
    case 10:
        return pSQLMoreResults(stmt);
    case 11:
        return pSQLSetPos(stmt, (SQLSETPOSIROW) ONE_OF(0, 1, 2), (SQLUSMALLINT) pick(5),
                          SQL_LOCK_NO_CHANGE);
    case 12:
        return pSQLExtendedFetch(stmt, (SQLUSMALLINT) ONE_OF(1, 2, 3, 8), ONE_OF(0, 1, 2), &n_rows,
                                 status);
    default:
        return pSQLBulkOperations(stmt, (SQLSMALLINT) ONE_OF(4, 5, 6, 7, 0));
    }
}

static SQLRETURN
call_statement(SQLHSTMT stmt)
{
    int buffer = pick(8);
    SQLSMALLINT small = 0;
    SQLULEN size = 0;
    SQLPOINTER token = NULL;

    switch (pick(12)) {
    case 0:
    case 1:
        return pSQLExecDirect(stmt, (SQLCHAR *) text(), SQL_NTS);
    case 2:
        return pSQLPrepare(stmt, (SQLCHAR *) text(), SQL_NTS);
    case 3:
        return pSQLExecute(stmt);
    case 4: {
        SQLSMALLINT type = c_type();
        indicators[buffer][0] = ONE_OF(SQL_NULL_DATA, SQL_NTS, 3, SQL_DATA_AT_EXEC);
        memset(buffers[buffer], 0, sizeof buffers[buffer]);
        memcpy(buffers[buffer], "12\0\0", 4);
        if (indicators[buffer][0] > 60)
            indicators[buffer][0] = 4;
        return pSQLBindParameter(stmt, (SQLUSMALLINT) ONE_OF(1, 2, 0),
                                 (SQLSMALLINT) ONE_OF(SQL_PARAM_INPUT, 99), type,
                                 (SQLSMALLINT) ONE_OF(SQL_INTEGER, SQL_VARCHAR, SQL_WVARCHAR), 20,
                                 0, buffers[buffer], 64, indicators[buffer]);
    }
    case 5:
        return pSQLParamData(stmt, &token);
    case 6:
        return pSQLPutData(stmt, buffers[buffer],
                           (SQLLEN[]){4, SQL_NULL_DATA, 0, SQL_NTS, -77}[pick(5)]);
    case 7:
        return pSQLNumParams(stmt, &small);
    case 8:
        return pSQLDescribeParam(stmt, (SQLUSMALLINT) ONE_OF(0, 1, 2), &small, &size, &small,
                                 &small);
    case 9:
        return pSQLCancel(stmt);
    case 10:
        return pSQLSetCursorName(stmt, (SQLCHAR *) (pick(2) == 0 ? "a" : "SQL_CUR"), SQL_NTS);
    default:
        return pSQLGetCursorName(stmt, (SQLCHAR *) buffers[buffer], (SQLSMALLINT) ONE_OF(0, 2, 60),
                                 &small);
    }
}

static SQLRETURN
call_attribute(SQLHSTMT stmt)
{
    static const SQLINTEGER attributes[] = {
        SQL_ATTR_CURSOR_TYPE,   SQL_ATTR_CONCURRENCY,   SQL_ATTR_MAX_ROWS,
        SQL_ATTR_USE_BOOKMARKS, SQL_ATTR_QUERY_TIMEOUT, SQL_ATTR_NOSCAN,
        SQL_ATTR_MAX_LENGTH,    SQL_ATTR_METADATA_ID,   SQL_ATTR_CURSOR_SCROLLABLE};
    SQLULEN value = 0;
    SQLINTEGER length = 0;

    switch (pick(8)) {
    case 0:
        return pSQLSetStmtAttr(stmt, attributes[pick(9)], (SQLPOINTER) (SQLULEN) pick(4), 0);
    case 1:
        return pSQLGetStmtAttr(stmt, attributes[pick(9)], &value, 0, &length);
    case 2:
        return pSQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE,
                               (SQLPOINTER) (SQLULEN) pick(N_ROWS + 1), 0);
    case 3:
        return pSQLSetStmtAttr(stmt, SQL_ATTR_ROW_STATUS_PTR, pick(2) ? status : NULL, 0);
    case 4:
        return pSQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, pick(2) ? &n_rows : NULL, 0);
    case 5:
        return pSQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE,
                               (SQLPOINTER) (SQLULEN) (pick(4) == 0 ? pick(N_ROWS + 1) : 1), 0);
    case 6:
        bookmark = pick(5);
        return pSQLSetStmtAttr(stmt, SQL_ATTR_FETCH_BOOKMARK_PTR, pick(4) ? &bookmark : NULL, 0);
    default:
        return pSQLSetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, pick(2) ? explicit_desc : NULL, 0);
    }
}

static SQLRETURN
call_descriptor(SQLHSTMT stmt)
{
    static const SQLINTEGER kinds[] = {SQL_ATTR_APP_ROW_DESC, SQL_ATTR_APP_PARAM_DESC,
                                       SQL_ATTR_IMP_ROW_DESC, SQL_ATTR_IMP_PARAM_DESC};
    SQLHDESC desc = NULL;
    SQLSMALLINT small = 0;
    SQLINTEGER length = 0;
    SQLLEN octets = 0;
    SQLSMALLINT field = (SQLSMALLINT) ONE_OF(
        SQL_DESC_COUNT, SQL_DESC_TYPE, SQL_DESC_CONCISE_TYPE, SQL_DESC_LENGTH, SQL_DESC_PRECISION,
        SQL_DESC_SCALE, SQL_DESC_NAME, SQL_DESC_OCTET_LENGTH, SQL_DESC_NULLABLE, SQL_DESC_UNNAMED);

    if (stmt == SQL_NULL_HSTMT ||
        !SQL_SUCCEEDED(pSQLGetStmtAttr(stmt, kinds[pick(4)], &desc, 0, &length)))
        return SQL_ERROR;
    switch (pick(5)) {
    case 0:
        return pSQLGetDescField(desc, (SQLSMALLINT) ONE_OF(0, 1, 2), field, buffers[0], 64,
                                &length);
    case 1:
        if (field == SQL_DESC_NAME || field == SQL_DESC_OCTET_LENGTH)
            return SQL_SUCCESS;
        return pSQLSetDescField(desc, (SQLSMALLINT) pick(3), field, (SQLPOINTER) (SQLLEN) pick(5),
                                0);
    case 2:
        return pSQLGetDescRec(desc, (SQLSMALLINT) pick(3), (SQLCHAR *) buffers[0], 64, &small,
                              &small, &small, &octets, &small, &small, &small);
    case 3:
        return pSQLSetDescRec(desc, (SQLSMALLINT) (1 + pick(2)), SQL_C_LONG, 0, 4, 0, 0, buffers[1],
                              indicators[1], indicators[1]);
    default:
        return pSQLCopyDesc(desc, explicit_desc);
    }
}

static SQLRETURN
call_connection(SQLHSTMT stmt)
{
    SQLSMALLINT small = 0;
    SQLINTEGER length = 0;
    SQLUSMALLINT supported[SQL_API_ODBC3_ALL_FUNCTIONS_SIZE];

    switch (pick(8)) {
    case 0:
        return pSQLEndTran(SQL_HANDLE_DBC, dbc, (SQLSMALLINT) ONE_OF(0, 1));
    case 1:
        return pSQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) (SQLULEN) pick(2), 0);
    case 2:
        return pSQLGetConnectAttr(dbc, (SQLINTEGER) ONE_OF(101, 102, 108, 1209), buffers[0], 64,
                                  &length);
    case 3:
        return pSQLGetInfo(dbc, (SQLUSMALLINT) pick(200), buffers[0], (SQLSMALLINT) pick(64),
                           &small);
    case 4:
        return pSQLGetTypeInfo(stmt, (SQLSMALLINT) ONE_OF(0, 4, 12, 99));
    case 5:
        return pSQLTables(stmt, NULL, 0, NULL, 0, (SQLCHAR *) "%", SQL_NTS, NULL, 0);
    case 6:
        return pSQLNativeSql(dbc, (SQLCHAR *) text(), SQL_NTS, (SQLCHAR *) buffers[0],
                             (SQLINTEGER) ONE_OF(0, 10, 60), &length);
    default:
        return pSQLGetFunctions(dbc, (SQLUSMALLINT) ONE_OF(0, 11, 999), supported);
    }
}

/* A failure without a record is itself one. */
static void
check_diagnostic(SQLHSTMT stmt)
{
    SQLCHAR state[6] = "", message[40];
    SQLINTEGER native = 0, number = 0;
    SQLSMALLINT length = 0;

    pSQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_NUMBER, &number, 0, &length);
    SQLRETURN rc = pSQLGetDiagRec(SQL_HANDLE_STMT, stmt, (SQLSMALLINT) (1 + pick(2)), state,
                                  &native, message, (SQLSMALLINT) pick(40), &length);
    if (number > 0 && rc == SQL_ERROR) {
        failed++;
        printf("FAIL random: a record can't be read\n");
    }
}

static void
step(void)
{
    static SQLRETURN (*const calls[])(SQLHSTMT) = {call_result,    call_result,    call_statement,
                                                   call_statement, call_attribute, call_descriptor,
                                                   call_connection};
    SQLHSTMT stmt = statement();
    int kind = pick((int) (sizeof calls / sizeof calls[0]));
    SQLRETURN rc = calls[kind](stmt);

    if (stmt == SQL_NULL_HSTMT && kind < 4 && rc != SQL_INVALID_HANDLE) {
        failed++;
        printf("FAIL random: a null handle gave %d\n", rc);
    }
    if (stmt != SQL_NULL_HSTMT)
        check_diagnostic(stmt);
    if (pick(200) == 0) {
        int i = pick(N_STATEMENTS);
        pSQLFreeHandle(SQL_HANDLE_STMT, statements[i]);
        pSQLAllocHandle(SQL_HANDLE_STMT, dbc, &statements[i]);
    }
}

int
main(int argc, char **argv)
{
    long n = argc > 3 ? atol(argv[3]) : 20000;
    unsigned seed = argc > 4 ? (unsigned) atol(argv[4]) : (unsigned) time(NULL);

    if (argc < 3 || !load(argv[1])) {
        fprintf(stderr, "usage: random-test DRIVER.so DSN [N [SEED]]\n");
        return 2;
    }
    srand(seed);
    pSQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    pSQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    pSQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    if (!SQL_SUCCEEDED(pSQLConnect(dbc, (SQLCHAR *) argv[2], SQL_NTS, NULL, 0, NULL, 0))) {
        printf("random: 0 passed, 1 failed\n");
        return 1;
    }
    pSQLAllocHandle(SQL_HANDLE_DESC, dbc, &explicit_desc);
    for (int i = 0; i < N_STATEMENTS; i++)
        pSQLAllocHandle(SQL_HANDLE_STMT, dbc, &statements[i]);
    pSQLExecDirect(statements[0], (SQLCHAR *) text(), SQL_NTS);
    pSQLFreeStmt(statements[0], SQL_CLOSE);
    for (long i = 0; i < n; i++)
        step();
    pSQLEndTran(SQL_HANDLE_DBC, dbc, SQL_ROLLBACK);
    for (int i = 0; i < N_STATEMENTS; i++)
        pSQLFreeHandle(SQL_HANDLE_STMT, statements[i]);
    pSQLFreeHandle(SQL_HANDLE_DESC, explicit_desc);
    pSQLDisconnect(dbc);
    pSQLFreeHandle(SQL_HANDLE_DBC, dbc);
    pSQLFreeHandle(SQL_HANDLE_ENV, env);
    printf("random seed %u: %ld passed, %ld failed\n", seed, n - failed, failed);
    return failed > 0;
}
