/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * write-test.c - rows written through cursors (SQLSetPos, SQLBulkOperations) and by arrays of
 * parameters that fail; parameters that a shard's driver can't be given as they are.
 *
 * Usage: write-test DSN [TABLE].  Makes the table (k, s) itself and drops it.  A row on the wrong
 * node isn't found by its key.  Prints FAIL lines and, last, "write: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <stdlib.h>

static SQLHDBC dbc;
static const char *table = "t";
static int is_sqlite, is_postgresql, is_mariadb;

static SQLRETURN
run(SQLHSTMT stmt, const char *form)
{
    char sql[300];

    SQLFreeStmt(stmt, SQL_CLOSE);
    snprintf(sql, sizeof sql, form, table);
    return SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
}

/* Makes "k=s k=s" of all rows, each looked for by its key. */
static const char *
rows(void)
{
    static char out[300];
    char text[50];
    SQLHSTMT stmt;
    size_t used = 0;

    out[0] = '\0';
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    for (int k = 1; k <= 40; k++) {
        char form[100];
        snprintf(form, sizeof form, "SELECT s FROM %%s WHERE k = %d", k);
        run(stmt, form);
        while (SQL_SUCCEEDED(SQLFetch(stmt))) {
            SQLLEN length = 0;
            SQLGetData(stmt, 1, SQL_C_CHAR, text, sizeof text, &length);
            if (length == SQL_NULL_DATA)
                strcpy(text, "NULL");
            used += (size_t) snprintf(out + used, sizeof out - used, "%s%d=%s", used ? " " : "", k,
                                      text);
        }
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return out;
}

static void
check_rows(const char *wanted, int line)
{
    const char *got = rows();
    check_at(strcmp(got, wanted) == 0, got, line);
}

static void
fill(void)
{
    SQLHSTMT stmt;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    run(stmt, "DELETE FROM %s");
    run(stmt, "INSERT INTO %s (k, s) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

typedef struct {
    SQLHSTMT stmt;
    SQLINTEGER k[2];
    char s[2][20];
    SQLLEN ik[2], is[2];
    SQLUSMALLINT status[2], operation[2];
} Cursor;

static void
open_cursor(Cursor *self, const char *form)
{
    memset(self, 0, sizeof *self);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &self->stmt);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROW_STATUS_PTR, self->status, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_ROW_OPERATION_PTR, self->operation, 0);
    SQLBindCol(self->stmt, 1, SQL_C_LONG, self->k, 0, self->ik);
    SQLBindCol(self->stmt, 2, SQL_C_CHAR, self->s, sizeof self->s[0], self->is);
    CHECK(SQL_SUCCEEDED(run(self->stmt, form)));
    CHECK(SQL_SUCCEEDED(SQLFetch(self->stmt)));
}

static void
set(Cursor *self, int row, SQLINTEGER k, const char *s)
{
    self->k[row] = k;
    self->ik[row] = 0;
    snprintf(self->s[row], sizeof self->s[row], "%s", s);
    self->is[row] = SQL_NTS;
}

/* Rows that are added belong where their keys say, whatever node the cursor reads. */
static void
test_add(const char *form)
{
    Cursor cursor;
    SQLLEN count = -1;

    fill();
    open_cursor(&cursor, form);
    set(&cursor, 0, 30, "x");
    set(&cursor, 1, 31, "y");
    CHECK(SQLBulkOperations(cursor.stmt, SQL_ADD) == SQL_SUCCESS);
    if (strcmp(table, "t") == 0) {
        CHECK(cursor.status[0] == SQL_ROW_ADDED && cursor.status[1] == SQL_ROW_ADDED);
        SQLRowCount(cursor.stmt, &count);
        CHECK(count == 2);
    }
    check_rows("1=a 2=b 3=c 30=x 31=y", __LINE__);
    /* One of them is there already. */
    if (strcmp(table, "t") == 0) {
        set(&cursor, 0, 2, "again");
        set(&cursor, 1, 32, "z");
        CHECK(SQLBulkOperations(cursor.stmt, SQL_ADD) == SQL_SUCCESS_WITH_INFO);
        CHECK(cursor.status[0] == SQL_ROW_ERROR && cursor.status[1] == SQL_ROW_ADDED);
        SQLLEN row = 0;
        SQLGetDiagField(SQL_HANDLE_STMT, cursor.stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
        CHECK(row == 1);
        check_rows("1=a 2=b 3=c 30=x 31=y 32=z", __LINE__);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* No row of the buffers. */
static void
test_row_number(void)
{
    static const SQLUSMALLINT operations[] = {SQL_UPDATE, SQL_DELETE, SQL_ADD, SQL_REFRESH};
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    set(&cursor, 0, 30, "x");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        for (SQLSETPOSIROW row = 3; row < 1000000000000; row *= 1000000) {
            SQLCHAR state[6] = "";
            CHECK(SQLSetPos(cursor.stmt, row, operations[i], SQL_LOCK_NO_CHANGE) == SQL_ERROR);
            SQLGetDiagRec(SQL_HANDLE_STMT, cursor.stmt, 1, state, NULL, NULL, 0, NULL);
            CHECK(strcmp((char *) state, "HY107") == 0);
        }
    check_rows("1=a 2=b 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

static void
test_column_ignore(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s WHERE k IN (1, 2) ORDER BY k");
    set(&cursor, 1, 2, "changed");
    cursor.ik[1] = SQL_COLUMN_IGNORE;
    CHECK(SQLSetPos(cursor.stmt, 2, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
    CHECK(cursor.status[1] == SQL_ROW_UPDATED);
    check_rows("1=a 2=changed 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* What is bound of a row comes back, and of no other. */
static void
test_refresh(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    for (SQLSETPOSIROW row = 0; row <= 2; row++) {
        set(&cursor, 0, 70, "changed");
        set(&cursor, 1, 71, "changed");
        CHECK(SQLSetPos(cursor.stmt, row, SQL_REFRESH, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
        CHECK(cursor.k[0] == (row == 2 ? 70 : 1) && cursor.k[1] == (row == 1 ? 71 : 2));
    }
    for (int back = 0; back < 2; back++) {
        set(&cursor, 0, 70, "changed");
        set(&cursor, 1, 71, "changed");
        CHECK(SQLSetPos(cursor.stmt, 2, SQL_REFRESH, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
        CHECK(cursor.k[0] == 70 && strcmp(cursor.s[0], "changed") == 0);
        CHECK(cursor.k[1] == 2 && strcmp(cursor.s[1], "b") == 0 && cursor.is[1] == 1);
        /* A row that was read alone in between. */
        char text[20] = "";
        CHECK(SQLSetPos(cursor.stmt, 1, SQL_POSITION, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
        CHECK(SQLGetData(cursor.stmt, 2, SQL_C_CHAR, text, sizeof text, NULL) == SQL_SUCCESS);
        CHECK(strcmp(text, "a") == 0);
    }
    CHECK(SQL_SUCCEEDED(SQLFetch(cursor.stmt)) && cursor.k[0] == 3);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* All rows of a block but one. */
static void
test_block(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    SQLLEN count = -1;
    cursor.ik[0] = cursor.ik[1] = SQL_COLUMN_IGNORE;
    cursor.is[0] = cursor.is[1] = SQL_NTS;
    strcpy(cursor.s[0], "A");
    strcpy(cursor.s[1], "B");
    CHECK(SQLSetPos(cursor.stmt, 0, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
    SQLRowCount(cursor.stmt, &count);
    CHECK(count == 2);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    cursor.operation[0] = SQL_ROW_IGNORE;
    CHECK(SQLSetPos(cursor.stmt, 0, SQL_DELETE, SQL_LOCK_NO_CHANGE) == SQL_SUCCESS);
    SQLRowCount(cursor.stmt, &count);
    CHECK(count == 1);
    check_rows("1=a 3=c", __LINE__);
    if (strcmp(table, "t") == 0) {
        /* It is gone: from the cursor, too, but on SQLite, where cursors don't see that. */
        CHECK(SQLSetPos(cursor.stmt, 2, SQL_DELETE, SQL_LOCK_NO_CHANGE) ==
              (is_sqlite ? SQL_SUCCESS_WITH_INFO : SQL_ERROR));
        SQLCHAR state[6] = "";
        SQLGetDiagRec(SQL_HANDLE_STMT, cursor.stmt, 1, state, NULL, NULL, 0, NULL);
        CHECK(strcmp((char *) state, is_sqlite ? "01001" : "HY109") == 0);
        CHECK(cursor.status[1] == (is_sqlite ? SQL_ROW_SUCCESS_WITH_INFO : SQL_ROW_ERROR));
    }
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* A key that belongs to another node, on a cursor of one node. */
static void
test_key(void)
{
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s WHERE k = 1");
    set(&cursor, 0, 2, "moved");
    CHECK(SQLSetPos(cursor.stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_ERROR);
    check_rows("1=a 2=b 3=c", __LINE__);
    set(&cursor, 0, 1, "stays");
    CHECK(SQL_SUCCEEDED(SQLSetPos(cursor.stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE)));
    check_rows("1=stays 2=b 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

static void
test_no_key(void)
{
    Cursor cursor;

    fill();
    memset(&cursor, 0, sizeof cursor);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &cursor.stmt);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLBindCol(cursor.stmt, 1, SQL_C_CHAR, cursor.s, sizeof cursor.s[0], cursor.is);
    run(cursor.stmt, "SELECT s FROM %s ORDER BY s");
    SQLFetch(cursor.stmt);
    CHECK(SQLSetPos(cursor.stmt, 1, SQL_DELETE, SQL_LOCK_NO_CHANGE) == SQL_ERROR);
    SQLCHAR state[6] = "";
    SQLGetDiagRec(SQL_HANDLE_STMT, cursor.stmt, 1, state, NULL, NULL, 0, NULL);
    CHECK(strcmp((char *) state, "HYC00") == 0);
    check_rows("1=a 2=b 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* One that means nothing is an error of its row alone. */
static void
test_bad_bookmark(void)
{
    static const SQLUSMALLINT operations[] = {SQL_UPDATE_BY_BOOKMARK, SQL_FETCH_BY_BOOKMARK,
                                              SQL_DELETE_BY_BOOKMARK};
    SQLLEN marks[2] = {0, 0}, count = -1, row = 0;
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    SQLFreeStmt(cursor.stmt, SQL_CLOSE);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0);
    SQLBindCol(cursor.stmt, 0, SQL_C_VARBOOKMARK, marks, sizeof marks[0], NULL);
    CHECK(SQL_SUCCEEDED(run(cursor.stmt, "SELECT k, s FROM %s ORDER BY k")));
    CHECK(SQLFetch(cursor.stmt) == SQL_SUCCESS);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        marks[0] = 77;
        marks[1] = 3;
        set(&cursor, 1, 3, "changed");
        cursor.status[0] = cursor.status[1] = 99;
        CHECK(SQLBulkOperations(cursor.stmt, (SQLSMALLINT) operations[i]) == SQL_SUCCESS_WITH_INFO);
        CHECK(cursor.status[0] == SQL_ROW_ERROR && cursor.status[1] != SQL_ROW_ERROR);
        SQLGetDiagField(SQL_HANDLE_STMT, cursor.stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
        CHECK(row == 1);
        if (i != 0)
            continue;
        SQLRowCount(cursor.stmt, &count);
        CHECK(count == 1);
        check_rows("1=a 2=b 3=changed", __LINE__);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* Rows that were seen before, by their bookmarks. */
static void
test_bookmarks(void)
{
    SQLLEN marks[2] = {0, 0};
    Cursor cursor = {0};

    fill();
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &cursor.stmt);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_USE_BOOKMARKS, (SQLPOINTER) SQL_UB_VARIABLE, 0);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 2, 0);
    SQLBindCol(cursor.stmt, 0, SQL_C_VARBOOKMARK, marks, sizeof marks[0], NULL);
    SQLBindCol(cursor.stmt, 2, SQL_C_CHAR, cursor.s, sizeof cursor.s[0], cursor.is);
    SQLSetStmtAttr(cursor.stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    CHECK(SQL_SUCCEEDED(run(cursor.stmt, "SELECT k, s FROM %s ORDER BY k")));
    CHECK(SQLFetch(cursor.stmt) == SQL_SUCCESS);
    marks[0] = 3;
    CHECK(SQLBulkOperations(cursor.stmt, SQL_FETCH_BY_BOOKMARK) == SQL_SUCCESS);
    CHECK(strcmp(cursor.s[0], "c") == 0 && strcmp(cursor.s[1], "b") == 0);
    marks[0] = 1;
    set(&cursor, 0, 0, "x");
    set(&cursor, 1, 0, "y");
    CHECK(SQLBulkOperations(cursor.stmt, SQL_UPDATE_BY_BOOKMARK) == SQL_SUCCESS);
    check_rows("1=x 2=y 3=c", __LINE__);
    CHECK(SQLFetch(cursor.stmt) == SQL_SUCCESS);
    CHECK(marks[0] == 3 && strcmp(cursor.s[0], "c") == 0);
    marks[1] = 1;
    /* MariaDB's driver looks for the row as it was read, and so doesn't find it. */
    int finds = !is_mariadb || strcmp(table, "t") == 0;
    CHECK(SQLBulkOperations(cursor.stmt, SQL_DELETE_BY_BOOKMARK) ==
          (finds ? SQL_SUCCESS : SQL_SUCCESS_WITH_INFO));
    check_rows(finds ? "2=y" : "1=x 2=y", __LINE__);
    marks[0] = marks[1] = 77;
    CHECK(SQLBulkOperations(cursor.stmt, SQL_DELETE_BY_BOOKMARK) == SQL_ERROR);
    check_rows(finds ? "2=y" : "1=x 2=y", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
    if (strcmp(table, "t") == 0 || is_mariadb)
        test_bad_bookmark();
}

/* Gives the values that a write waits for, by the buffers that they are bound to: of k 30 and 31,
 * of s what texts says, in two pieces. */
static SQLRETURN
bring(Cursor *self, const char *const texts[2])
{
    SQLPOINTER token = NULL;
    SQLRETURN rc;

    while ((rc = SQLParamData(self->stmt, &token)) == SQL_NEED_DATA) {
        for (int row = 0; row < 2; row++) {
            SQLINTEGER k = 30 + row;
            if (token == &self->k[row])
                CHECK(SQLPutData(self->stmt, &k, 0) == SQL_SUCCESS);
            if (token != self->s[row])
                continue;
            if (texts[row] == NULL) {
                CHECK(SQLPutData(self->stmt, NULL, SQL_NULL_DATA) == SQL_SUCCESS);
                continue;
            }
            CHECK(SQLPutData(self->stmt, (SQLPOINTER) texts[row], 1) == SQL_SUCCESS);
            CHECK(SQLPutData(self->stmt, (SQLPOINTER) (texts[row] + 1), SQL_NTS) == SQL_SUCCESS);
        }
    }
    return rc;
}

/* Values that come after the call, longer than the buffers, of one row and of several. */
static void
test_late_values(void)
{
    static const char *const texts[] = {"a value of thirty-five characters..", "zwei"};
    static const char *const null[] = {NULL, "drei"};
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    cursor.ik[0] = cursor.ik[1] = SQL_COLUMN_IGNORE;
    cursor.is[0] = SQL_LEN_DATA_AT_EXEC(35);
    CHECK(SQLSetPos(cursor.stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_NEED_DATA);
    CHECK(SQLFetch(cursor.stmt) == SQL_ERROR);
    CHECK(bring(&cursor, texts) == SQL_SUCCESS);
    CHECK(cursor.status[0] == SQL_ROW_UPDATED);
    check_rows("1=a value of thirty-five characters.. 2=b 3=c", __LINE__);
    /* Nothing is written of what was cancelled, and the cursor is still there. */
    CHECK(SQLSetPos(cursor.stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_NEED_DATA);
    CHECK(SQLCancel(cursor.stmt) == SQL_SUCCESS);
    cursor.is[0] = SQL_COLUMN_IGNORE;
    cursor.is[1] = SQL_DATA_AT_EXEC;
    CHECK(SQLSetPos(cursor.stmt, 2, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_NEED_DATA);
    CHECK(bring(&cursor, texts) == SQL_SUCCESS);
    check_rows("1=a value of thirty-five characters.. 2=zwei 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    cursor.ik[0] = cursor.ik[1] = SQL_COLUMN_IGNORE;
    cursor.is[0] = cursor.is[1] = SQL_DATA_AT_EXEC;
    CHECK(SQLSetPos(cursor.stmt, 0, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_NEED_DATA);
    CHECK(bring(&cursor, null) == SQL_SUCCESS);
    check_rows("1=NULL 2=drei 3=c", __LINE__);
    /* The application's buffers are bound as before. */
    CHECK(SQL_SUCCEEDED(SQLFetchScroll(cursor.stmt, SQL_FETCH_ABSOLUTE, 3)));
    CHECK(cursor.k[0] == 3 && strcmp(cursor.s[0], "c") == 0);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

static void
test_late_rows(void)
{
    static const char *const texts[] = {"dreissig", NULL};
    Cursor cursor;

    fill();
    open_cursor(&cursor, "SELECT k, s FROM %s ORDER BY k");
    cursor.ik[0] = cursor.ik[1] = SQL_DATA_AT_EXEC;
    cursor.is[0] = cursor.is[1] = SQL_LEN_DATA_AT_EXEC(8);
    CHECK(SQLBulkOperations(cursor.stmt, SQL_ADD) == SQL_NEED_DATA);
    CHECK(bring(&cursor, texts) == SQL_SUCCESS);
    check_rows("1=a 2=b 3=c 30=dreissig 31=NULL", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, cursor.stmt);
}

/* Wide text may end within a character. */
static void
test_late_wide(void)
{
    static SQLWCHAR text[] = {'x', 0xD83D, 0xDE00, 'y', 0};
    SQLWCHAR s[2] = {0};
    SQLLEN length = 0;
    SQLPOINTER token = NULL;
    SQLHSTMT stmt;

    fill();
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_CONCURRENCY, (SQLPOINTER) SQL_CONCUR_ROWVER, 0);
    SQLBindCol(stmt, 2, SQL_C_WCHAR, s, sizeof s, &length);
    CHECK(SQL_SUCCEEDED(run(stmt, "SELECT k, s FROM %s ORDER BY k")));
    CHECK(SQLFetch(stmt) == SQL_SUCCESS);
    length = SQL_DATA_AT_EXEC;
    CHECK(SQLSetPos(stmt, 1, SQL_UPDATE, SQL_LOCK_NO_CHANGE) == SQL_NEED_DATA);
    CHECK(SQLParamData(stmt, &token) == SQL_NEED_DATA && token == s);
    CHECK(SQLPutData(stmt, text, 4) == SQL_SUCCESS);
    CHECK(SQLPutData(stmt, text + 2, SQL_NTS) == SQL_SUCCESS);
    CHECK(SQLParamData(stmt, &token) == SQL_SUCCESS);
    check_rows("1=x\xf0\x9f\x98\x80y 2=b 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* A keyset-driven cursor over several nodes is a static one, and says so once. */
static void
test_keyset(void)
{
    SQLHSTMT stmt;
    SQLCHAR state[6] = "";
    SQLULEN type = 99;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLRETURN set =
        SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_KEYSET_DRIVEN, 0);
    SQLRETURN rc = run(stmt, "SELECT k, s FROM %s ORDER BY k");
    CHECK((is_postgresql ? rc : set) == SQL_SUCCESS_WITH_INFO);
    CHECK((is_postgresql ? set : rc) == SQL_SUCCESS);
    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, NULL, 0, NULL);
    CHECK(!is_postgresql || strcmp((char *) state, "01S02") == 0);
    SQLGetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, &type, 0, NULL);
    CHECK(type == SQL_CURSOR_STATIC);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

typedef struct {
    SQLHSTMT stmt;
    SQLINTEGER k[4];
    SQLUSMALLINT status[4];
    SQLULEN processed;
} Array;

static void
make_array(Array *self, const SQLINTEGER *k)
{
    memset(self, 0, sizeof *self);
    memcpy(self->k, k, sizeof self->k);
    self->processed = 99;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &self->stmt);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 4, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_PARAM_STATUS_PTR, self->status, 0);
    SQLSetStmtAttr(self->stmt, SQL_ATTR_PARAMS_PROCESSED_PTR, &self->processed, 0);
    SQLBindParameter(self->stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, self->k, 0,
                     NULL);
}

static void
check_failed_row(Array *self, SQLLEN wanted, int line)
{
    SQLLEN row = -99;

    SQLGetDiagField(SQL_HANDLE_STMT, self->stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
    check_at(wanted == 0 || row == wanted, "SQL_DIAG_ROW_NUMBER", line);
    check_at(self->processed == (SQLULEN) wanted, "SQL_ATTR_PARAMS_PROCESSED_PTR", line);
    for (int i = 0; i < 4; i++)
        check_at(self->status[i] == (i < wanted ? SQL_PARAM_ERROR : SQL_PARAM_UNUSED), "status",
                 line);
    SQLFreeHandle(SQL_HANDLE_STMT, self->stmt);
}

/* The third row is there already: its number is told, and none of them stays. */
static void
test_failing_array(void)
{
    static const SQLINTEGER inserted[] = {20, 21, 2, 23}, updated[] = {1, 2, 3, 3};
    Array array;

    fill();
    make_array(&array, inserted);
    CHECK(run(array.stmt, "INSERT INTO %s (k) VALUES (?)") == SQL_ERROR);
    check_failed_row(&array, 3, __LINE__);
    check_rows("1=a 2=b 3=c", __LINE__);
    make_array(&array, updated);
    CHECK(run(array.stmt, "UPDATE %s SET k = 1 WHERE k = ?") == SQL_ERROR);
    check_failed_row(&array, 2, __LINE__);
    check_rows("1=a 2=b 3=c", __LINE__);
}

/* Inside a transaction it is as the brand's own driver has it: SQLite's keeps the rows before the
 * failing one, the others take back the whole array.  The status array says which. */
static void
test_failing_array_in_transaction(void)
{
    static const SQLINTEGER inserted[] = {20, 21, 2, 23};
    static const SQLUSMALLINT kept[] = {SQL_PARAM_SUCCESS, SQL_PARAM_SUCCESS, SQL_PARAM_ERROR,
                                        SQL_PARAM_UNUSED};
    SQLLEN row = -99;
    Array array;

    fill();
    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    make_array(&array, inserted);
    CHECK(run(array.stmt, "INSERT INTO %s (k) VALUES (?)") == SQL_ERROR);
    SQLGetDiagField(SQL_HANDLE_STMT, array.stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
    CHECK(row == (is_sqlite ? 3 : SQL_ROW_NUMBER_UNKNOWN));
    CHECK(array.processed == (is_sqlite ? 3 : 4));
    for (int i = 0; i < 4; i++)
        CHECK(array.status[i] == (is_sqlite ? kept[i] : SQL_PARAM_ERROR));
    SQLFreeHandle(SQL_HANDLE_STMT, array.stmt);
    check_rows(is_sqlite ? "1=a 2=b 3=c 20=NULL 21=NULL" : "1=a 2=b 3=c", __LINE__);
    SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT);
    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
    check_rows(is_sqlite ? "1=a 2=b 3=c 20=NULL 21=NULL" : "1=a 2=b 3=c", __LINE__);
}

/* More rows than a driver sends at once. */
static void
test_failing_late(void)
{
    static SQLINTEGER k[300];
    SQLLEN row = -99;
    SQLHSTMT stmt;

    fill();
    for (int i = 0; i < 300; i++)
        k[i] = 1000 + i;
    k[250] = 2;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 300, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    CHECK(run(stmt, "INSERT INTO %s (k) VALUES (?)") == SQL_ERROR);
    SQLGetDiagField(SQL_HANDLE_STMT, stmt, 1, SQL_DIAG_ROW_NUMBER, &row, 0, NULL);
    CHECK(row == 251);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    check_rows("1=a 2=b 3=c", __LINE__);
}

/* Of UPDATE and DELETE each row may change none, one row twice; a row that is ignored none. */
static void
test_array_of_changes(void)
{
    static const SQLINTEGER updated[] = {1, 99, 2, 1}, deleted[] = {3, 99, 2, 3};
    SQLUSMALLINT operation[4] = {SQL_PARAM_PROCEED, SQL_PARAM_PROCEED, SQL_PARAM_IGNORE,
                                 SQL_PARAM_PROCEED};
    char s[4][4] = {"x", "y", "z", "last"};
    SQLLEN sizes[4] = {1, SQL_NULL_DATA, 1, 4}, rows = -9;
    Array array;

    fill();
    make_array(&array, updated);
    SQLSetStmtAttr(array.stmt, SQL_ATTR_PARAM_OPERATION_PTR, operation, 0);
    SQLBindParameter(array.stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, s, 4, sizes);
    SQLBindParameter(array.stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, array.k, 0,
                     NULL);
    CHECK(run(array.stmt, "UPDATE %s SET s = ? WHERE k = ?") == SQL_SUCCESS);
    SQLRowCount(array.stmt, &rows);
    CHECK(rows == 2 && array.processed == 4);
    for (int i = 0; i < 4; i++)
        CHECK(array.status[i] == (i == 2 ? SQL_PARAM_UNUSED : SQL_PARAM_SUCCESS));
    SQLFreeHandle(SQL_HANDLE_STMT, array.stmt);
    check_rows("1=last 2=b 3=c", __LINE__);
    make_array(&array, deleted);
    CHECK(run(array.stmt, "DELETE FROM %s WHERE k = ?") == SQL_SUCCESS);
    SQLRowCount(array.stmt, &rows);
    CHECK(rows == 2 && array.processed == 4);
    SQLFreeHandle(SQL_HANDLE_STMT, array.stmt);
    check_rows("1=last", __LINE__);
}

/* Makes "k k, k k" of the results that are left, read through a bound column. */
static const char *
results(SQLHSTMT stmt)
{
    static char out[200];
    SQLINTEGER k = 0;
    size_t used = 0;

    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    do {
        while (SQLFetch(stmt) == SQL_SUCCESS)
            used += (size_t) snprintf(out + used, sizeof out - used, "%d ", (int) k);
        used += (size_t) snprintf(out + used, sizeof out - used, ", ");
    } while (SQLMoreResults(stmt) == SQL_SUCCESS && used < sizeof out - 50);
    return out;
}

/* A result for each row of the array, of rows on one node and on several. */
static void
test_array_with_rows(void)
{
    static const SQLINTEGER keys[] = {3, 1, 99, 2};
    SQLUSMALLINT operation[4] = {SQL_PARAM_PROCEED, SQL_PARAM_IGNORE, SQL_PARAM_PROCEED,
                                 SQL_PARAM_PROCEED};
    SQLUINTEGER batch = 0;
    Array array;

    fill();
    SQLGetInfo(dbc, SQL_PARAM_ARRAY_SELECTS, &batch, 0, NULL);
    CHECK(batch == SQL_PAS_BATCH);
    make_array(&array, keys);
    CHECK(run(array.stmt, "SELECT k FROM %s WHERE k <= ? ORDER BY k") == SQL_SUCCESS);
    CHECK(strcmp(results(array.stmt), "1 2 3 , 1 , 1 2 3 , 1 2 , ") == 0);
    CHECK(array.processed == 4 && array.status[2] == SQL_PARAM_SUCCESS);
    CHECK(run(array.stmt, "SELECT k, s FROM %s WHERE k = ?") == SQL_SUCCESS);
    CHECK(strcmp(results(array.stmt), "3 , 1 , , 2 , ") == 0);
    SQLSetStmtAttr(array.stmt, SQL_ATTR_PARAM_OPERATION_PTR, operation, 0);
    CHECK(run(array.stmt, "SELECT k, s FROM %s WHERE k = ?") == SQL_SUCCESS);
    CHECK(array.status[1] == SQL_PARAM_UNUSED);
    /* A cursor that is closed takes the results behind it away. */
    SQLFreeStmt(array.stmt, SQL_CLOSE);
    CHECK(SQLMoreResults(array.stmt) == SQL_NO_DATA);
    CHECK(run(array.stmt, "SELECT k, s FROM %s WHERE k = ?") == SQL_SUCCESS);
    CHECK(strcmp(results(array.stmt), "3 , , 2 , ") == 0);
    SQLFreeHandle(SQL_HANDLE_STMT, array.stmt);
}

/* Rows of written rows; a failing one takes the others back.  sqliteodbc gives none. */
static void
test_array_returning(void)
{
    static const SQLINTEGER fresh[] = {30, 31, 32, 33}, failing[] = {34, 35, 1, 36};
    Array array;

    if (is_sqlite)
        return;
    fill();
    make_array(&array, fresh);
    CHECK(run(array.stmt, "INSERT INTO %s (k, s) VALUES (?, 'z') RETURNING k") == SQL_SUCCESS);
    CHECK(strcmp(results(array.stmt), "30 , 31 , 32 , 33 , ") == 0);
    SQLFreeHandle(SQL_HANDLE_STMT, array.stmt);
    make_array(&array, failing);
    CHECK(run(array.stmt, "INSERT INTO %s (k, s) VALUES (?, 'z') RETURNING k") == SQL_ERROR);
    CHECK(SQLMoreResults(array.stmt) == SQL_NO_DATA);
    check_failed_row(&array, 3, __LINE__);
    check_rows("1=a 2=b 3=c 30=z 31=z 32=z 33=z", __LINE__);
}

static void
test_guid(void)
{
    SQLGUID guid = {0x123e4567, 0xe89b, 0x12d3, {0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0}};
    SQLLEN length = sizeof guid;
    SQLHSTMT stmt;

    fill();
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_GUID, SQL_GUID, 16, 0, &guid, sizeof guid,
                     &length);
    CHECK(
        run(stmt, "SELECT k FROM %s WHERE k = 1 AND ? = '123e4567-e89b-12d3-a456-426614174000'") ==
        SQL_SUCCESS);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* Two drivers have no intervals. */
static void
test_interval(void)
{
    SQL_INTERVAL_STRUCT interval = {.interval_type = SQL_IS_YEAR};
    SQLLEN length = sizeof interval;
    SQLHSTMT stmt;

    fill();
    interval.intval.year_month.year = 12;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_INTERVAL_YEAR, SQL_VARCHAR, 20, 0, &interval,
                     sizeof interval, &length);
    SQLRETURN rc = run(stmt, "UPDATE %s SET s = ? WHERE k = 1");
    if (is_postgresql) {
        CHECK(rc == SQL_SUCCESS);
    } else {
        CHECK(rc == SQL_ERROR);
        check_rows("1=a 2=b 3=c", __LINE__);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

/* Only a procedure's argument has a default. */
static void
test_default(void)
{
    SQLLEN length = SQL_DEFAULT_PARAM;
    SQLCHAR state[6] = "";
    SQLHSTMT stmt;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, "x", 0, &length);
    CHECK(run(stmt, "INSERT INTO %s (k, s) VALUES (9, ?)") == SQL_ERROR);
    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, NULL, 0, NULL);
    CHECK(strcmp((char *) state, "07S01") == 0);
    check_rows("1=a 2=b 3=c", __LINE__);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
}

int
main(int argc, char **argv)
{
    char name[50] = "";
    SQLHSTMT stmt;

    if (argc < 2) {
        fprintf(stderr, "usage: write-test DSN [TABLE]\n");
        return 2;
    }
    if (argc > 2)
        table = argv[2];
    client_begin("write", argv[1]);
    dbc = connect_new();
    CHECK(dbc != NULL);
    if (dbc == NULL)
        return client_end();
    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    is_sqlite = name[0] == 'S';
    is_postgresql = name[0] == 'P';
    is_mariadb = name[0] == 'M';
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    run(stmt, "DROP TABLE %s");
    CHECK(SQL_SUCCEEDED(
        run(stmt, "CREATE TABLE %s (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(40))")));
    /* sqliteodbc adds to a block of one row only. */
    if (!is_sqlite || strcmp(table, "t") == 0)
        test_add("SELECT k, s FROM %s WHERE k = 1");
    test_add("SELECT k, s FROM %s ORDER BY k");
    test_row_number();
    test_column_ignore();
    test_refresh();
    test_block();
    if (strcmp(table, "t") == 0) {
        test_key();
        test_no_key();
        test_keyset();
    }
    /* sqliteodbc has no bulk operations by bookmark. */
    if (!is_sqlite || strcmp(table, "t") == 0)
        test_bookmarks();
    test_late_values();
    if (!is_sqlite || strcmp(table, "t") == 0)
        test_late_rows();
    test_late_wide();
    test_failing_array();
    test_failing_array_in_transaction();
    test_failing_late();
    test_array_of_changes();
    test_array_with_rows();
    test_array_returning();
    test_guid();
    test_default();
    test_interval();
    run(stmt, "DROP TABLE %s");
    stmt_free(stmt);
    connect_free(dbc);
    return client_end();
}
