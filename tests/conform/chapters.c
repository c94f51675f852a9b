/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* chapters.c - those that came later: writes with rows, wide text, rows by position, types. */
#include "conform.h"

#include <stdio.h>
#include <string.h>

/* Writes that give rows, or none: then the same statement may be said again at once. */
void
chapter_returning(void)
{
    static const char *const texts[] = {
        "DELETE FROM t WHERE k = 99 RETURNING k", "DELETE FROM t WHERE s = 'none' RETURNING k",
        "DELETE FROM t WHERE k IN (98, 99) RETURNING s",
        "INSERT INTO t (k, s) VALUES (90, 'x'), (91, 'y'), (92, 'z') RETURNING k, s",
        "DELETE FROM t WHERE k >= 90 RETURNING k"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        SQLSMALLINT columns = -1;
        SQLLEN count = -1;
        fresh();
        if (run(texts[i]) == SQL_NO_DATA)
            run(texts[i]);
        SAY(SQLNumResultCols(stmt, &columns));
        SAY(SQLRowCount(stmt, &count));
        printf("%d columns, %ld rows\n", columns, (long) count);
        for (int rows = 0; rows < 4; rows++)
            printf("fetch %d\n", SQLFetch(stmt));
        SAY(SQLMoreResults(stmt));
    }
}

void
chapter_wide(void)
{
    SQLWCHAR buffer[8];
    SQLLEN indicator;
    SQLWCHAR text[] = {'f', 0xfc, 'n', 'f', 0};
    SQLLEN nts = SQL_NTS;
    SQLSMALLINT type = 0;

    fresh();
    run("SELECT s FROM t WHERE k = 7");
    SQLCHAR label[20];
    SQLDescribeCol(stmt, 1, label, sizeof label, NULL, &type, NULL, NULL, NULL);
    printf("type %d\n", type);
    SQLFetch(stmt);
    for (int i = 0; i < 5; i++) {
        memset(buffer, 0, sizeof buffer);
        indicator = -77;
        SQLRETURN rc = SQLGetData(stmt, 1, SQL_C_WCHAR, buffer, 4 * sizeof(SQLWCHAR), &indicator);
        printf("piece: %d %ld", rc, rc == SQL_NO_DATA ? 0L : (long) indicator);
        for (int j = 0; rc != SQL_NO_DATA && buffer[j] != 0; j++)
            printf(" %04x", buffer[j]);
        printf("\n");
        if (rc != SQL_SUCCESS_WITH_INFO)
            break;
    }
    close_cursor();
    SQLBindCol(stmt, 1, SQL_C_WCHAR, buffer, sizeof buffer, &indicator);
    run("SELECT s FROM t ORDER BY k");
    SQLRETURN rc;
    while (SQL_SUCCEEDED(rc = SQLFetch(stmt))) {
        printf("bound: %d %ld", rc, (long) indicator);
        for (int j = 0; indicator != SQL_NULL_DATA && buffer[j] != 0; j++)
            printf(" %04x", buffer[j]);
        printf("\n");
    }
    fresh();
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_WCHAR, SQL_WVARCHAR, 40, 0, text, sizeof text,
                     &nts);
    run("SELECT k FROM t WHERE s = ?");
    SQLINTEGER k = -1;
    SQLFetch(stmt);
    SQLGetData(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    printf("k %d\n", (int) k);
    close_cursor();
}

void
chapter_setpos(void)
{
    SQLINTEGER k[3], number;
    SQLULEN fetched;
    char text[20];

    fresh();
    SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 3, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    run("SELECT k, s FROM t ORDER BY k");
    while (SQL_SUCCEEDED(SQLFetch(stmt)))
        for (SQLULEN i = fetched; i >= 1; i--) {
            SAY(SQLSetPos(stmt, i, SQL_POSITION, SQL_LOCK_NO_CHANGE));
            memset(text, 0, sizeof text);
            number = -1;
            SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, NULL);
            SQLGetData(stmt, 1, SQL_C_LONG, &number, 0, NULL);
            printf("%d %s\n", (int) number, text);
        }
    close_cursor();
}

/* Statements about the row that a cursor is on, by the name that the driver gave it. */
void
chapter_cursor(void)
{
    static const char *const forms[] = {"UPDATE t SET s = 'here' WHERE CURRENT OF %s",
                                        "UPDATE t SET n = 3 WHERE CURRENT OF %s"};
    SQLHSTMT other;
    SQLCHAR name[50] = "";
    char sql[200];
    SQLLEN count = -1;

    fresh();
    run("SELECT k, s, n FROM t WHERE k = 5");
    SAY(SQLFetch(stmt));
    SAY(SQLGetCursorName(stmt, name, sizeof name, NULL));
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &other);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        snprintf(sql, sizeof sql, forms[i], (char *) name);
        SQLRETURN rc = SQLExecDirect(other, (SQLCHAR *) named(sql), SQL_NTS);
        printf("%s: %d\n", forms[i], rc);
        if (rc == SQL_ERROR)
            show_diag(SQL_HANDLE_STMT, other);
        else if (SQL_SUCCEEDED(SQLRowCount(other, &count)))
            printf("count %ld\n", (long) count);
        SQLFreeStmt(other, SQL_CLOSE);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, other);
    close_cursor();
    run("SELECT s FROM t WHERE k = 5");
    SQLFetch(stmt);
    SQLGetData(stmt, 1, SQL_C_CHAR, sql, sizeof sql, NULL);
    printf("'%s'\n", sql);
    close_cursor();
}

/* Several statements in one text: every result in its turn, all of them or none. */
void
chapter_several(void)
{
    static const char *const texts[] = {
        "UPDATE t SET v = 1 WHERE k = 1; SELECT s FROM t ORDER BY k; SELECT n FROM t WHERE k = 2",
        "SELECT k FROM t WHERE k = 1;; SELECT 'a;b' ; ",
        "DELETE FROM t WHERE k > 90; SELECT k FROM t WHERE k IN (1, 2) ORDER BY k",
        "INSERT INTO t (k) VALUES (50), (51); INSERT INTO t (k) VALUES (1)",
        "SELECT k FROM t WHERE k >= 50"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fresh();
        SQLRETURN rc = run(texts[i]);
        for (int results = 0; rc != SQL_ERROR && results < 5; results++) {
            char text[50];
            SQLSMALLINT n = -1;
            SQLLEN indicator;
            SQLNumResultCols(stmt, &n);
            printf("columns %d\n", n);
            while (n > 0 && SQLFetch(stmt) == SQL_SUCCESS) {
                SQLGetData(stmt, 1, SQL_C_CHAR, text, sizeof text, &indicator);
                printf("  %ld %s\n", (long) indicator, indicator < 0 ? "" : text);
            }
            rc = SAY(SQLMoreResults(stmt));
            if (rc == SQL_NO_DATA)
                break;
        }
    }
    fresh();
    run("DELETE FROM t WHERE k >= 50");
}

/* Makes t of columns of all kinds, two rows: values, and NULLs. */
static void
make_types(void)
{
    static const char *const columns[] = {
        "i SMALLINT, b BIGINT, n NUMERIC(12,3), f DOUBLE PRECISION, c CHAR(5), s VARCHAR(20), x "
        "TEXT, "
        "y BYTEA, d DATE, h TIME, m TIMESTAMP, g UUID, o BOOLEAN",
        "i SMALLINT, b BIGINT, n DECIMAL(12,3), f DOUBLE, c CHAR(5), s VARCHAR(20), x TEXT, y "
        "VARBINARY(10), d DATE, h TIME, m DATETIME(3), g BIGINT UNSIGNED, o TINYINT",
        "i SMALLINT, b BIGINT, n NUMERIC(12,3), f DOUBLE, c CHAR(5), s VARCHAR(20), x TEXT, y "
        "BLOB, d "
        "DATE, h TIME, m TIMESTAMP, g INTEGER, o TINYINT"};
    static const char *const values[] = {
        "'\\x00ff41', '2024-02-29', '12:34:56', '2024-02-29 12:34:56.5', "
        "'123e4567-e89b-12d3-a456-426614174000', true",
        "x'00ff41', '2024-02-29', '12:34:56', '2024-02-29 12:34:56.5', 18446744073709551615, 7",
        "x'00ff41', '2024-02-29', '12:34:56', '2024-02-29 12:34:56.500', 70000, 7"};
    int brand = is_pg ? 0 : is_my ? 1 : 2;
    char sql[600];

    fresh();
    run("DROP TABLE t");
    fresh();
    snprintf(sql, sizeof sql, "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, %s)",
             columns[brand]);
    run(sql);
    snprintf(
        sql, sizeof sql,
        "INSERT INTO t (k, i, b, n, f, c, s, x, y, d, h, m, g, o) VALUES (1, -7, 9007199254740993, "
        "-12.345, 0.5, 'abc', 'gr\xc3\xbc\xc3\x9f', 'a longer text', %s)",
        values[brand]);
    run(sql);
    run("INSERT INTO t (k) VALUES (2)");
    close_cursor();
}

static void
print_bytes(SQLRETURN rc, const unsigned char *buffer, SQLLEN length)
{
    printf(" %d %ld", rc, (long) length);
    for (SQLLEN i = 0; SQL_SUCCEEDED(rc) && i < length && i < 20; i++)
        printf("%s%02x", i == 0 ? " " : "", buffer[i]);
}

/* What SQL_C_DEFAULT makes of each type, read and bound; SQL_ARD_TYPE; lengths apart from
 * indicators. */
void
chapter_types(void)
{
    static unsigned char bound[14][64];
    SQLLEN lengths[14], indicators[14];
    SQLHDESC ard = NULL;

    make_types();
    for (int mode = 0; mode < 3; mode++) {
        fresh();
        SQLGetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, &ard, 0, NULL);
        for (SQLSMALLINT i = 1; mode == 1 && i <= 14; i++)
            SQLBindCol(stmt, (SQLUSMALLINT) i, SQL_C_DEFAULT, bound[i - 1], 64, &lengths[i - 1]);
        for (SQLSMALLINT i = 1; mode == 2 && i <= 14; i++) {
            SQLSetDescField(ard, i, SQL_DESC_CONCISE_TYPE, (SQLPOINTER) SQL_C_CHAR, 0);
            SQLSetDescField(ard, i, SQL_DESC_OCTET_LENGTH, (SQLPOINTER) 64, 0);
            SQLSetDescField(ard, i, SQL_DESC_OCTET_LENGTH_PTR, &lengths[i - 1], 0);
            SQLSetDescField(ard, i, SQL_DESC_INDICATOR_PTR, &indicators[i - 1], 0);
            SQLSetDescField(ard, i, SQL_DESC_DATA_PTR, bound[i - 1], 0);
        }
        run("SELECT * FROM t ORDER BY k");
        for (int row = 0; row < 2; row++) {
            for (int i = 0; i < 14; i++)
                lengths[i] = indicators[i] = -77;
            SQLRETURN rc = SAY(SQLFetch(stmt));
            for (SQLUSMALLINT i = 1; i <= 14; i++) {
                printf("mode %d row %d column %d:", mode, row, i);
                if (mode == 0)
                    rc = SQLGetData(stmt, i, SQL_C_DEFAULT, bound[i - 1], 64, &lengths[i - 1]);
                print_bytes(rc, bound[i - 1], lengths[i - 1]);
                if (mode == 2)
                    printf(" %ld", (long) indicators[i - 1]);
                printf("\n");
            }
        }
        close_cursor();
    }
}
