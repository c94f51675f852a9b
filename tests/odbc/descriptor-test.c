/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * descriptor-test.c - what descriptors say of bindings, types and parameters, of one connection and
 * several.
 *
 * Usage: descriptor-test DSN [TABLE].  Prints FAIL lines and, last, "descriptor: N passed, N
 * failed".
 */
#include "tests/odbc/face.h"

#include <stddef.h>

static SQLHDESC
desc_of(SQLHSTMT stmt, SQLINTEGER kind)
{
    SQLHDESC desc = NULL;

    OK(SQLGetStmtAttr(stmt, kind, &desc, 0, NULL));
    return desc;
}

typedef struct {
    SQLINTEGER k;
    SQLLEN length_k;
    char s[8];
    SQLLEN length_s, null_s;
    SQL_NUMERIC_STRUCT n;
    SQLLEN length_n, null_n;
} Row;

/* Binds a column so that its length and its indicator are two places. */
static void
bind_apart(SQLHDESC ard, SQLSMALLINT column, SQLSMALLINT type, void *data, SQLLEN *places[2])
{
    OK(SQLSetDescField(ard, column, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) (SQLLEN) type, 0));
    if (type == SQL_C_CHAR)
        OK(SQLSetDescField(ard, column, SQL_DESC_OCTET_LENGTH, (SQLPOINTER) 8, 0));
    if (type == SQL_C_NUMERIC) {
        OK(SQLSetDescField(ard, column, SQL_DESC_PRECISION, (SQLPOINTER) 10, 0));
        OK(SQLSetDescField(ard, column, SQL_DESC_SCALE, (SQLPOINTER) 1, 0));
    }
    OK(SQLSetDescField(ard, column, SQL_DESC_OCTET_LENGTH_PTR, places[0], 0));
    OK(SQLSetDescField(ard, column, SQL_DESC_INDICATOR_PTR, places[1], 0));
    OK(SQLSetDescField(ard, column, SQL_DESC_DATA_PTR, data, 0));
}

static SQLLEN
numeric(const SQL_NUMERIC_STRUCT *number)
{
    SQLLEN digits = number->val[0] + 256 * number->val[1];
    return number->sign == 1 ? digits : -digits;
}

/* Rows of structs, moved by an offset, numbers by the descriptor's scale, places apart. */
static void
test_rows(void)
{
    static const SQLLEN tenths[] = {12, 0, -35, 40, 50};
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ard = desc_of(stmt, SQL_ATTR_APP_ROW_DESC);
    SQLLEN offset = 0;
    SQLULEN fetched = 0;
    Row rows[6];

    memset(rows, 0, sizeof rows);
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_TYPE, (SQLPOINTER) sizeof rows[0], 0));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_OFFSET_PTR, &offset, 0));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0));
    OK(SQLBindCol(stmt, 1, SQL_C_LONG, &rows[0].k, 0, &rows[0].length_k));
    bind_apart(ard, 2, SQL_C_CHAR, rows[0].s, (SQLLEN *[]){&rows[0].length_s, &rows[0].null_s});
    bind_apart(ard, 3, SQL_C_NUMERIC, &rows[0].n, (SQLLEN *[]){&rows[0].length_n, &rows[0].null_n});
    OK(run(stmt, "SELECT k, s, n FROM %s ORDER BY k"));
    for (int i = 0; i < 3; i++) {
        offset = 2 * i * (SQLLEN) sizeof rows[0];
        CHECK(SQL_SUCCEEDED(SQLFetch(stmt)));
        CHECK(fetched == (i < 2 ? 2 : 1));
    }
    for (int i = 0; i < 5; i++) {
        CHECK(rows[i].k == i + 1 && rows[i].length_k == sizeof(SQLINTEGER));
        if (i == 1) {
            CHECK(rows[i].null_s == SQL_NULL_DATA && rows[i].null_n == SQL_NULL_DATA);
            continue;
        }
        CHECK(rows[i].null_s == 0 && rows[i].length_s == (SQLLEN) strlen(rows[i].s));
        CHECK(rows[i].n.scale == 1 && numeric(&rows[i].n) == tenths[i]);
    }
    stmt_free(stmt);
}

/* SQLGetData by the type that the descriptor has. */
static void
test_ard_type(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC ard = desc_of(stmt, SQL_ATTR_APP_ROW_DESC);
    SQL_NUMERIC_STRUCT number;
    SQLINTEGER k = 0;
    SQLLEN length = 0;

    OK(SQLSetDescField(ard, 1, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_C_LONG, 0));
    OK(SQLSetDescField(ard, 3, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_C_NUMERIC, 0));
    OK(SQLSetDescField(ard, 3, SQL_DESC_PRECISION, (SQLPOINTER) 12, 0));
    OK(SQLSetDescField(ard, 3, SQL_DESC_SCALE, (SQLPOINTER) 3, 0));
    OK(run(stmt, "SELECT k, s, n FROM %s WHERE k > 2 ORDER BY k"));
    OK(SQLFetch(stmt));
    OK(SQLGetData(stmt, 1, SQL_ARD_TYPE, &k, sizeof k, &length));
    CHECK(k == 3 && length == sizeof k);
    OK(SQLGetData(stmt, 3, SQL_ARD_TYPE, &number, sizeof number, &length));
    CHECK(number.scale == 3 && number.precision == 12 && numeric(&number) == -3500);
    stmt_free(stmt);
}

/* SQLGetData of rows that SQLSetPos went to, and of SQLExtendedFetch's. */
static void
test_get_data(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLULEN n = 0;
    SQLUSMALLINT status[3];
    char text[20];
    SQLLEN length = 0;

    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ROWSET_SIZE, (SQLPOINTER) 3, 0);
    OK(run(stmt, "SELECT k, s FROM %s ORDER BY k"));
    OK(SQLExtendedFetch(stmt, SQL_FETCH_ABSOLUTE, 3, &n, status));
    CHECK(n == 3);
    OK(SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &length));
    CHECK(strcmp(text, "three") == 0);
    OK(SQLSetPos(stmt, 3, SQL_POSITION, SQL_LOCK_NO_CHANGE));
    /* In parts, from its start after another row was read. */
    CHECK(SQLGetData(stmt, 2, SQL_C_CHAR, text, 3, &length) == SQL_SUCCESS_WITH_INFO);
    CHECK(strcmp(text, "fi") == 0 && length == 4);
    OK(SQLSetPos(stmt, 2, SQL_POSITION, SQL_LOCK_NO_CHANGE));
    OK(SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &length));
    CHECK(strcmp(text, "four") == 0);
    OK(SQLSetPos(stmt, 3, SQL_POSITION, SQL_LOCK_NO_CHANGE));
    OK(SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &length));
    CHECK(strcmp(text, "five") == 0);
    stmt_free(stmt);
}

/* Bindings of one connection's statement for another connection's. */
static void
test_copy(void)
{
    SQLHDBC other = connect_new();
    SQLHSTMT one = stmt_new(dbc), two = stmt_new(other);
    SQLHDESC ard = desc_of(one, SQL_ATTR_APP_ROW_DESC), ird = desc_of(one, SQL_ATTR_IMP_ROW_DESC);
    SQLHDESC there = desc_of(two, SQL_ATTR_APP_ROW_DESC), explicit_desc = NULL;
    SQLINTEGER k = 0;
    SQLSMALLINT type = 0, count = 0;

    OK(SQLBindCol(one, 1, SQL_C_LONG, &k, 0, NULL));
    OK(SQLCopyDesc(ard, there));
    OK(run(two, "SELECT k FROM %s WHERE k = 4"));
    OK(SQLFetch(two));
    CHECK(k == 4);
    OK(SQLFreeStmt(two, SQL_CLOSE));
    /* The source's later changes are its own. */
    OK(SQLFreeStmt(one, SQL_UNBIND));
    OK(run(two, "SELECT k FROM %s WHERE k = 5"));
    OK(SQLFetch(two));
    CHECK(k == 5);
    CHECK(SQLCopyDesc(ard, desc_of(two, SQL_ATTR_IMP_ROW_DESC)) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, desc_of(two, SQL_ATTR_IMP_ROW_DESC), "HY016"));
    /* A result's description is one when there is a result. */
    OK(SQLAllocHandle(SQL_HANDLE_DESC, other, &explicit_desc));
    CHECK(SQLCopyDesc(ird, explicit_desc) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, explicit_desc, "HY007"));
    OK(run(one, "SELECT k, s FROM %s WHERE k = 1"));
    OK(SQLCopyDesc(ird, explicit_desc));
    OK(SQLGetDescField(explicit_desc, 0, SQL_DESC_COUNT, &count, 0, NULL));
    OK(SQLGetDescField(explicit_desc, 1, SQL_DESC_CONCISE_TYPE, &type, 0, NULL));
    CHECK(count == 2 && type == SQL_INTEGER);
    /* Another connection's descriptor isn't this statement's. */
    CHECK(SQLSetStmtAttr(one, SQL_ATTR_APP_ROW_DESC, explicit_desc, 0) == SQL_ERROR);
    CHECK(SQLFreeHandle(SQL_HANDLE_DESC, ard) == SQL_ERROR);
    OK(SQLFreeHandle(SQL_HANDLE_DESC, explicit_desc));
    stmt_free(one);
    stmt_free(two);
    connect_free(other);
}

/* Freed while a cursor fetches by it, and while a parameter waits for its data. */
static void
test_freed(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC rows = NULL, params = NULL;
    SQLINTEGER k = 0;
    SQLLEN at = SQL_DATA_AT_EXEC;
    SQLPOINTER token = NULL;

    OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &rows));
    OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &params));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, rows, 0));
    OK(SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL));
    OK(run(stmt, "SELECT k FROM %s ORDER BY k"));
    OK(SQLFetch(stmt));
    CHECK(k == 1);
    OK(SQLFreeHandle(SQL_HANDLE_DESC, rows));
    OK(SQLFetch(stmt));
    CHECK(k == 1);
    OK(SQLGetData(stmt, 1, SQL_C_LONG, &k, 0, NULL));
    CHECK(k == 2);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    OK(SQLSetStmtAttr(stmt, SQL_ATTR_APP_PARAM_DESC, params, 0));
    OK(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, (SQLPOINTER) 7, 0,
                        &at));
    CHECK(run(stmt, "UPDATE %s SET s = ? WHERE k = 1") == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == (SQLPOINTER) 7);
    CHECK(SQLFreeHandle(SQL_HANDLE_DESC, params) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, params, "HY010"));
    OK(SQLPutData(stmt, "x", 1));
    OK(SQLParamData(stmt, &token));
    OK(SQLFreeHandle(SQL_HANDLE_DESC, params));
    stmt_free(stmt);
    CHECK(count_rows("SELECT COUNT(*) FROM %s") == 5);
}

/* One descriptor for the rows that are read and the parameters that are written. */
static void
test_shared(void)
{
    SQLHSTMT from = stmt_new(dbc), to = stmt_new(dbc);
    SQLHDESC desc = NULL;
    SQLINTEGER k = 0;
    char s[20];
    SQLLEN length = 0;

    OK(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &desc));
    OK(SQLSetStmtAttr(from, SQL_ATTR_APP_ROW_DESC, desc, 0));
    OK(SQLSetStmtAttr(to, SQL_ATTR_APP_PARAM_DESC, desc, 0));
    OK(SQLBindParameter(to, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL));
    OK(SQLBindParameter(to, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, s, sizeof s,
                        &length));
    OK(run(from, "SELECT k + 10, s FROM %s WHERE k < 4 ORDER BY k"));
    while (SQLFetch(from) == SQL_SUCCESS) {
        OK(run(to, "INSERT INTO %s (k, s) VALUES (?, ?)"));
        SQLFreeStmt(to, SQL_CLOSE);
    }
    stmt_free(from);
    stmt_free(to);
    OK(SQLFreeHandle(SQL_HANDLE_DESC, desc));
    CHECK(count_rows(
              "SELECT COUNT(*) FROM %s WHERE k = 11 AND s = 'one' OR k = 12 AND s IS NULL OR k "
              "= 13 AND s = 'three'") == 3);
}

/* A parameter made of descriptor fields alone, the implementation's too. */
static void
test_fields(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC apd = desc_of(stmt, SQL_ATTR_APP_PARAM_DESC),
             ipd = desc_of(stmt, SQL_ATTR_IMP_PARAM_DESC);
    SQLINTEGER k = 4, found = 0;
    SQLSMALLINT type = 0, verbose = 0, code = 0;

    OK(SQLSetDescField(apd, 1, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_C_LONG, 0));
    OK(SQLSetDescField(ipd, 1, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_INTEGER, 0));
    OK(SQLSetDescField(ipd, 1, SQL_DESC_PARAMETER_TYPE, (SQLPOINTER) SQL_PARAM_INPUT, 0));
    OK(SQLSetDescField(apd, 1, SQL_DESC_DATA_PTR, &k, 0));
    OK(run(stmt, "SELECT k FROM %s WHERE k = ?"));
    OK(SQLFetch(stmt));
    OK(SQLGetData(stmt, 1, SQL_C_LONG, &found, 0, NULL));
    CHECK(found == 4);
    OK(SQLFreeStmt(stmt, SQL_CLOSE));
    /* Type, interval code and concise type go together. */
    OK(SQLSetDescField(apd, 2, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_C_TYPE_DATE, 0));
    OK(SQLGetDescField(apd, 2, SQL_DESC_TYPE, &verbose, 0, NULL));
    OK(SQLGetDescField(apd, 2, SQL_DESC_DATETIME_INTERVAL_CODE, &code, 0, NULL));
    CHECK(verbose == SQL_DATETIME && code == SQL_CODE_DATE);
    OK(SQLSetDescField(apd, 2, SQL_DESC_TYPE, (SQLPOINTER) SQL_INTERVAL, 0));
    OK(SQLSetDescField(apd, 2, SQL_DESC_DATETIME_INTERVAL_CODE, (SQLPOINTER) SQL_CODE_DAY_TO_SECOND,
                       0));
    OK(SQLGetDescField(apd, 2, SQL_DESC_CONCISE_TYPE, &type, 0, NULL));
    CHECK(type == SQL_C_INTERVAL_DAY_TO_SECOND);
    /* What nobody has. */
    CHECK(SQLSetDescField(apd, 1, 4711, (SQLPOINTER) 1, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, apd, "HY091"));
    CHECK(SQLSetDescField(apd, -1, SQL_DESC_TYPE, (SQLPOINTER) SQL_C_LONG, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, apd, "07009"));
    CHECK(SQLSetDescField(apd, 1, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) 4711, 0) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DESC, apd, "HY021"));
    stmt_free(stmt);
}

static void (*const tests[])(void) = {test_rows,  test_ard_type, test_get_data, test_copy,
                                      test_freed, test_shared,   test_fields};

int
main(int argc, char **argv)
{
    return face_main("descriptor", argc, argv, tests, sizeof tests / sizeof tests[0]);
}
