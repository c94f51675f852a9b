/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * param-test.c - parameters: at execution, in arrays, bound again, described.
 *
 * Usage: param-test DSN [TABLE].  Prints FAIL lines and, last, "param: N passed, N failed".
 */
#include "tests/odbc/face.h"

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

/* A row that can't be placed is told by its number, and nothing has run, whatever the transaction.
 */
static void
test_refused_row(void)
{
    SQLINTEGER k[4] = {300, 301, 0, 303};
    SQLLEN lengths[4] = {0, 0, SQL_NULL_DATA, 0}, row = -99;
    SQLUSMALLINT status[4];
    SQLULEN done;

    if (strcmp(table, "t") != 0)
        return;
    for (int commits = 0; commits < 2; commits++) {
        SQLHSTMT stmt = stmt_new(dbc);
        done = 99;
        SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) (SQLULEN) commits, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 4, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_STATUS_PTR, status, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_PARAMS_PROCESSED_PTR, &done, 0);
        SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, lengths);
        char sql[100];
        snprintf(sql, sizeof sql, "INSERT INTO %s (k) VALUES (?)", table);
        CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_ERROR);
        CHECK(has_state(SQL_HANDLE_STMT, stmt, "0A000"));
        SQLGetDiagField(SQL_HANDLE_STMT, stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
        CHECK(row == 3 && done == 3);
        for (int i = 0; i < 4; i++)
            CHECK(status[i] == (i < 3 ? SQL_PARAM_ERROR : SQL_PARAM_UNUSED));
        stmt_free(stmt);
        CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 300") == 0);
        SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT);
    }
}

static void
run_array(const char *format, SQLSMALLINT c_type, SQLSMALLINT sql_type, SQLPOINTER values,
          SQLLEN *lengths)
{
    SQLINTEGER k[3] = {1, 2, 3};
    SQLHSTMT stmt = stmt_new(dbc);

    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 3, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, c_type, sql_type, 20, 2, values, 0, lengths);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    OK(run(stmt, format));
    stmt_free(stmt);
}

/* Values that some drivers are given in another type: all of an array alike, NULLs and those that
 * would do as they are among them. */
static void
test_array_of_others(void)
{
    SQLUINTEGER numbers[3] = {7, 3000000000u, 8};
    SQL_NUMERIC_STRUCT decimals[3] = {
        {20, 2, 1, {125}}, {20, 2, 1, {250}}, {20, 2, 0, {0x77, 1}}}; /* -3.75 */
    const SQLGUID guid = {0x03020100, 0x0504, 0x0706, {8, 9, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15}};
    SQLGUID guids[3] = {guid, guid, guid};
    SQLLEN all[3] = {0, 0, 0}, without_first[3] = {SQL_NULL_DATA, 0, 0};

    run_array("UPDATE %s SET s = ? WHERE k = ?", SQL_C_ULONG, SQL_BIGINT, numbers, all);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k = 1 AND s = '7' OR k = 2 AND "
                     "s = '3000000000' OR k = 3 AND s = '8'") == 3);
    run_array("UPDATE %s SET n = ? WHERE k = ?", SQL_C_NUMERIC, SQL_NUMERIC, decimals,
              without_first);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k = 1 AND n IS NULL OR k = 2 AND n = 2.5 OR "
                     "k = 3 AND n = -3.75") == 3);
    run_array("UPDATE %s SET s = 'guid' WHERE ? = '03020100-0504-0706-0809-101112131415' AND "
              "k = ?",
              SQL_C_GUID, SQL_GUID, guids, without_first);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k IN (2, 3) AND s = 'guid'") == 2);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE s = 'guid'") == 2);
}

/* An array that changes nothing is what the brand's driver says of it. */
static void
test_idle_array(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[2] = {901, 902};
    SQLLEN rows = -1;
    char sql[100];

    snprintf(sql, sizeof sql, "DELETE FROM %s WHERE k = ?", table);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 2, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) ==
          (dsn[0] == 's' ? SQL_NO_DATA : SQL_SUCCESS));
    k[1] = 5;
    OK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS));
    OK(SQLRowCount(stmt, &rows));
    CHECK(rows == 1);
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

/* Each SQLParamData that wants data says of what: row by row, a row without any among them. */
static void
test_array_at_execution(void)
{
    static const char *const texts[] = {"eins", "zwei", "drei"};
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k[3] = {410, 411, 412}, n = 0;
    SQLLEN at[3] = {SQL_DATA_AT_EXEC, 4, SQL_LEN_DATA_AT_EXEC(4)}, count = -1;
    char s[3][8] = {"", "zwei", ""}, sql[100];
    SQLPOINTER token = NULL;
    SQLRETURN rc;

    snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES (?, ?)", table);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 3, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, s, sizeof s[0], at);
    CHECK(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_NEED_DATA);
    while (n < 5 && (rc = SQLParamData(stmt, &token)) == SQL_NEED_DATA) {
        int row = n++ == 0 ? 0 : 2;
        CHECK(token == s[row]);
        OK(SQLPutData(stmt, (SQLPOINTER) texts[row], SQL_NTS));
        token = NULL;
    }
    CHECK(n == 2 && rc == SQL_SUCCESS);
    OK(SQLRowCount(stmt, &count));
    CHECK(count == 3);
    stmt_free(stmt);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k = 410 AND s = 'eins' OR k = 411 AND s = "
                     "'zwei' OR k = 412 AND s = 'drei'") == 3);
    stmt = stmt_new(dbc);
    run(stmt, "DELETE FROM %s WHERE k >= 400");
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

/* An interval of that type, its fields numbered from days (0) or years to seconds. */
static SQL_INTERVAL_STRUCT
make_interval(SQLSMALLINT type, int is_negative)
{
    static const struct {
        int first, last;
    } fields[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {0, 1},
                  {2, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};
    static const SQLUINTEGER values[] = {3, 7, 5, 11, 22, 33};
    SQL_INTERVAL_STRUCT interval;
    SQLUINTEGER set[6] = {0};

    for (int i = fields[type - SQL_C_INTERVAL_YEAR].first;
         i <= fields[type - SQL_C_INTERVAL_YEAR].last; i++)
        set[i] = values[i];
    memset(&interval, 0, sizeof interval);
    interval.interval_type = (SQLINTERVAL) (type - SQL_C_INTERVAL_YEAR + SQL_IS_YEAR);
    interval.interval_sign = (SQLSMALLINT) is_negative;
    if (set[0] != 0 || set[1] != 0)
        interval.intval.year_month = (SQL_YEAR_MONTH_STRUCT){set[0], set[1]};
    else
        interval.intval.day_second =
            (SQL_DAY_SECOND_STRUCT){set[2], set[3], set[4], set[5], set[5] != 0 ? 500000 : 0};
    return interval;
}

/* Given and read again, by SQLGetData and bound. */
static void
test_intervals(void)
{
    SQL_INTERVAL_STRUCT given, got;
    SQLLEN size = sizeof given, length;
    SQLSMALLINT type;

    if (dsn[0] != 'p')
        return; /* the other drivers have none */
    for (type = SQL_C_INTERVAL_YEAR; type <= SQL_C_INTERVAL_MINUTE_TO_SECOND; type++)
        for (int mode = 0; mode < 4; mode++) {
            SQLHSTMT stmt = stmt_new(dbc);
            given = make_interval(type, mode & 1);
            memset(&got, 0xee, sizeof got);
            SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, type, mode < 2 ? type : SQL_VARCHAR, 40, 6,
                             &given, sizeof given, &size);
            if (mode >= 2)
                SQLBindCol(stmt, 2, type, &got, sizeof got, &length);
            OK(run(stmt, "SELECT k, CAST(? AS INTERVAL) FROM %s WHERE k IN (1, 2) ORDER BY k"));
            OK(SQLFetch(stmt));
            if (mode < 2)
                OK(SQLGetData(stmt, 2, type, &got, sizeof got, &length));
            CHECK(got.interval_type == given.interval_type && length == sizeof got);
            CHECK(got.interval_sign == given.interval_sign);
            CHECK(memcmp(&got.intval, &given.intval,
                         type <= SQL_C_INTERVAL_MONTH || type == SQL_C_INTERVAL_YEAR_TO_MONTH
                             ? sizeof given.intval.year_month
                             : sizeof given.intval.day_second) == 0);
            stmt_free(stmt);
        }
}

/* Keys and texts at execution, cancelled at every step, and executed again. */
static void
test_cancelled_keys(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN at[2] = {SQL_DATA_AT_EXEC, SQL_LEN_DATA_AT_EXEC(4)};
    SQLINTEGER k = 500;
    SQLPOINTER token = NULL;
    char sql[100];

    snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES (?, ?)", table);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, (SQLPOINTER) 1, 0,
                     &at[0]);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, (SQLPOINTER) 2, 0,
                     &at[1]);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    for (int steps = 0; steps <= 5; steps++) {
        CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
        if (steps > 0)
            CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == (SQLPOINTER) 1);
        if (steps > 1)
            OK(SQLPutData(stmt, &k, 0));
        if (steps > 2)
            CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == (SQLPOINTER) 2);
        if (steps > 3)
            OK(SQLPutData(stmt, "ab", 2));
        if (steps > 4) {
            OK(SQLPutData(stmt, "cd", 2));
            OK(SQLParamData(stmt, &token));
            break;
        }
        OK(SQLCancel(stmt));
        CHECK(SQLParamData(stmt, &token) == SQL_ERROR);
        CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY010"));
    }
    stmt_free(stmt);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 500") == 1);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k = 500 AND s = 'abcd'") == 1);
}

/* A length without an address: the standard's HY090, whatever the type and the direction; of text
 * an empty value needs none. */
static void
test_no_address(void)
{
    static const SQLSMALLINT types[] = {SQL_C_LONG, SQL_C_CHAR, SQL_C_WCHAR, SQL_C_BINARY,
                                        SQL_C_NUMERIC};
    static const SQLSMALLINT directions[] = {SQL_PARAM_INPUT, SQL_PARAM_INPUT_OUTPUT};
    static const SQLLEN lengths[] = {1, 1000000, SQL_NTS};
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 600;
    char sql[100];

    snprintf(sql, sizeof sql, "INSERT INTO %s (k, s) VALUES (?, ?)", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL));
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        for (size_t j = 0; j < 2; j++)
            for (size_t n = 0; n < 3; n++) {
                SQLLEN length = lengths[n];
                OK(SQLBindParameter(stmt, 2, directions[j], types[i], SQL_VARCHAR, 20, 0, NULL, 0,
                                    &length));
                CHECK(SQLExecute(stmt) == SQL_ERROR);
                CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY090"));
            }
    SQLLEN empty = 0;
    OK(SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, NULL, 0, &empty));
    OK(SQLExecute(stmt));
    k++;
    OK(SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_WCHAR, SQL_WVARCHAR, 20, 0, NULL, 0,
                        &empty));
    OK(SQLExecute(stmt));
    stmt_free(stmt);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k >= 600 AND s = ''") == 2);
}

/* What has one size comes whole and once.  An error is the end of waiting. */
static void
test_numbers_in_pieces(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN at = SQL_DATA_AT_EXEC;
    SQLINTEGER k = 700;
    SQLPOINTER token = NULL;
    char sql[100];

    snprintf(sql, sizeof sql, "INSERT INTO %s (k) VALUES (?)", table);
    OK(SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS));
    OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, &at));
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA);
    CHECK(SQLPutData(stmt, NULL, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY009"));
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA);
    OK(SQLPutData(stmt, &k, sizeof k));
    CHECK(SQLPutData(stmt, &k, sizeof k) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "HY019"));
    CHECK(SQLExecute(stmt) == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA);
    OK(SQLPutData(stmt, &k, sizeof k));
    OK(SQLParamData(stmt, &token));
    stmt_free(stmt);
    CHECK(count_rows("SELECT COUNT(*) FROM %s WHERE k = 700") == 1);
}

static void (*const tests[])(void) = {
    test_wide_at_execution,  test_parameter_arrays, test_rebinding,       test_describe_param,
    test_refused_row,        test_idle_array,       test_array_of_others, test_cancelled_array,
    test_array_at_execution, test_intervals,        test_cancelled_keys,  test_no_address,
    test_numbers_in_pieces};

int
main(int argc, char **argv)
{
    return face_main("param", argc, argv, tests, sizeof tests / sizeof tests[0]);
}
