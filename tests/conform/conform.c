/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * conform.c - one ODBC program whose output must be the same on a real DSN and on ours.
 *
 * Usage: conform DSN CHAPTER [wide|narrow [TABLE]].  It makes the table t (k, s, n, v) itself; on
 * ours that table is spread over the shards, or TABLE lies on one of them.  Everything is printed
 * with its return code; differences between the two outputs are what run.sh looks at.
 */
#include "conform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SQLHENV env;
SQLHDBC dbc;
SQLHSTMT stmt;
int is_pg, is_my;

static const char *table = "t";

/* The statement with the word t become the table's name. */
char *
named(const char *sql)
{
    static char text[1000];
    size_t n = 0;

    for (const char *c = sql; *c != '\0' && n < sizeof text - 50; c++) {
        int border = c[1] == '\0' || strchr(" ,()", c[1]) != NULL;
        if (*c == 't' && c > sql && c[-1] == ' ' && border)
            n += (size_t) snprintf(text + n, 50, "%s", table);
        else
            text[n++] = *c;
    }
    text[n] = '\0';
    return text;
}

/* The message's end: what the brand itself says, without prefixes and shard names. */
static const char *
plain(char *text)
{
    char *at = text;
    while (*at == '[') {
        char *end = strchr(at, ']');
        if (end == NULL)
            break;
        at = end + 1;
    }
    while (*at == ' ')
        at++;
    at[strcspn(at, "\n;")] = '\0';
    return at;
}

void
show_diag(SQLSMALLINT type, SQLHANDLE handle)
{
    SQLCHAR state[6] = "", text[500] = "";
    SQLINTEGER native = 0;
    SQLSMALLINT length = 0;

    for (SQLSMALLINT i = 1; i < 5; i++) {
        SQLRETURN rc = SQLGetDiagRec(type, handle, i, state, &native, text, sizeof text, &length);
        if (!SQL_SUCCEEDED(rc))
            break;
        printf("    %s %d\n", state, (int) native);
        if (getenv("CONFORM_TEXT") != NULL)
            printf("    %s\n", plain((char *) text));
    }
}

SQLRETURN
say(const char *what, SQLRETURN rc)
{
    printf("%s: %d\n", what, rc);
    if (rc == SQL_ERROR || rc == SQL_SUCCESS_WITH_INFO)
        show_diag(SQL_HANDLE_STMT, stmt);
    return rc;
}

SQLRETURN
run(const char *sql)
{
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) named(sql), SQL_NTS);
    SQLLEN count = -99;

    printf("%s: %d", sql, rc);
    if (rc == SQL_SUCCESS && SQL_SUCCEEDED(SQLRowCount(stmt, &count)) && count > 0 &&
        strncmp(sql, "SELECT", 6) != 0)
        printf(" count %ld", (long) count);
    printf("\n");
    if (rc == SQL_ERROR || rc == SQL_SUCCESS_WITH_INFO)
        show_diag(SQL_HANDLE_STMT, stmt);
    return rc;
}

void
close_cursor(void)
{
    SQLFreeStmt(stmt, SQL_CLOSE);
}

void
fresh(void)
{
    if (stmt != NULL)
        SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
}

static void
make_table(void)
{
    fresh();
    SQLExecDirect(stmt, (SQLCHAR *) named("DROP TABLE t"), SQL_NTS);
    fresh();
    run(is_my ? "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(40), n DECIMAL(10,2), v "
                "DOUBLE)"
              : "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(40), n NUMERIC(10,2), v "
                "DOUBLE PRECISION)");
    run("INSERT INTO t (k, s, n, v) VALUES (1, 'one', 1.50, 0.5), (2, 'zwei', -2.25, 1.25), "
        "(3, NULL, NULL, NULL), (4, 'four', 1000.00, 1e10), (5, 'f\xc3\xbcnf', 5.05, -1.5), "
        "(6, '', 0, 0), (7, 'sieben', 7.77, 7.5)");
    close_cursor();
}

static void
chapter_describe(void)
{
    /* Fields that all three drivers answer as the standard has it. */
    static const SQLUSMALLINT numbers[] = {
        SQL_DESC_DISPLAY_SIZE, SQL_DESC_LENGTH,   SQL_DESC_PRECISION,  SQL_DESC_SCALE,
        SQL_DESC_OCTET_LENGTH, SQL_DESC_NULLABLE, SQL_DESC_UNSIGNED,   SQL_DESC_SEARCHABLE,
        SQL_COLUMN_LENGTH,     SQL_COLUMN_SCALE,  SQL_COLUMN_PRECISION};
    static const SQLUSMALLINT texts[] = {
        SQL_DESC_NAME,       SQL_DESC_LABEL,           SQL_DESC_BASE_COLUMN_NAME,
        SQL_DESC_TABLE_NAME, SQL_DESC_BASE_TABLE_NAME, SQL_DESC_TYPE_NAME};
    static const char *const queries[] = {"SELECT * FROM t WHERE k = 1",
                                          "SELECT * FROM t ORDER BY k",
                                          "SELECT k AS x, s AS \"y z\" FROM t WHERE k IN (1, 2)",
                                          "SELECT COUNT(*), SUM(v), MAX(s) FROM t",
                                          "SELECT k % 2 AS g, AVG(k) AS a, MAX(n) - MIN(n) AS d "
                                          "FROM t GROUP BY k % 2 ORDER BY 1 DESC"};

    for (size_t q = 0; q < sizeof queries / sizeof queries[0]; q++)
        for (int execute = 0; execute < 2; execute++) {
            SQLSMALLINT n = -1;
            char sql[200];
            snprintf(sql, sizeof sql, "%s", queries[q]);
            for (char *c = sql; is_my && *c != '\0'; c++)
                *c = *c == '"' ? '`' : *c;
            fresh();
            printf("-- %s%s\n", queries[q], execute ? " (executed)" : "");
            say("SQLPrepare", SQLPrepare(stmt, (SQLCHAR *) named(sql), SQL_NTS));
            if (execute)
                SAY(SQLExecute(stmt));
            SAY(SQLNumResultCols(stmt, &n));
            printf("n %d\n", n);
            for (SQLUSMALLINT i = 1; i <= n; i++) {
                SQLCHAR name[100];
                SQLSMALLINT length = -1, type = -1, digits = -1, nullable = -1;
                SQLULEN size = 77;
                SQLRETURN rc = SQLDescribeCol(stmt, i, name, sizeof name, &length, &type, &size,
                                              &digits, &nullable);
                printf("%d: %d %s %d type %d size %lu digits %d null %d\n", i, rc, name, length,
                       type, (unsigned long) size, digits, nullable);
                for (size_t f = 0; f < sizeof numbers / sizeof numbers[0]; f++) {
                    SQLLEN number = -77;
                    rc = SQLColAttribute(stmt, i, numbers[f], NULL, 0, NULL, &number);
                    printf("  %d: %d %ld\n", numbers[f], rc, (long) number);
                }
                for (size_t f = 0; f < sizeof texts / sizeof texts[0]; f++) {
                    char text[100] = "?";
                    rc = SQLColAttribute(stmt, i, texts[f], text, sizeof text, &length, NULL);
                    printf("  %d: %d %d %s\n", texts[f], rc, length, text);
                }
            }
        }
}

static void
chapter_getdata(void)
{
    char buffer[8];
    SQLLEN indicator;
    SQLINTEGER number;

    fresh();
    run("SELECT k, s, n, v FROM t WHERE k <= 5 ORDER BY k");
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        static const struct {
            SQLUSMALLINT column;
            SQLSMALLINT type;
        } reads[] = {{3, SQL_C_CHAR}, {1, SQL_C_CHAR}, {4, SQL_C_DOUBLE}, {2, SQL_C_CHAR}};
        for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
            memset(buffer, 0, sizeof buffer);
            indicator = -77;
            SQLRETURN rc =
                SQLGetData(stmt, reads[i].column, reads[i].type, buffer, sizeof buffer, &indicator);
            printf("col %d type %d: %d %ld", reads[i].column, reads[i].type, rc, (long) indicator);
            if (reads[i].type == SQL_C_LONG)
                printf(" %d", *(int *) buffer);
            else if (reads[i].type == SQL_C_DOUBLE && indicator > 0)
                printf(" %g", *(double *) buffer);
            else if (reads[i].type != SQL_C_DOUBLE)
                printf(" '%.8s'", buffer);
            printf("\n");
        }
    }
    close_cursor();
    /* A text in pieces of three bytes. */
    run("SELECT s FROM t WHERE k = 7");
    SAY(SQLGetData(stmt, 1, SQL_C_CHAR, buffer, sizeof buffer, &indicator));
    SQLFetch(stmt);
    for (int i = 0; i < 5; i++) {
        memset(buffer, 0, sizeof buffer);
        indicator = -77;
        SQLRETURN rc = SQLGetData(stmt, 1, SQL_C_CHAR, buffer, 4, &indicator);
        printf("piece: %d %ld '%s'\n", rc, rc == SQL_NO_DATA ? 0L : (long) indicator,
               rc == SQL_NO_DATA ? "" : buffer);
        if (rc != SQL_SUCCESS_WITH_INFO)
            break;
        show_diag(SQL_HANDLE_STMT, stmt);
    }
    SAY(SQLFetch(stmt));
    close_cursor();
    run("SELECT k FROM t WHERE s = 'zwei'");
    SQLFetch(stmt);
    SAY(SQLGetData(stmt, 1, SQL_C_LONG, &number, 0, NULL));
    printf("%d\n", (int) number);
    close_cursor();
}

static void
chapter_bind(void)
{
    SQLINTEGER k = -1;
    char s[6];
    double v = 0;
    SQLLEN ik, is, iv;
    SQLRETURN rc;

    fresh();
    SAY(SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, &ik));
    SAY(SQLBindCol(stmt, 2, SQL_C_CHAR, s, sizeof s, &is));
    run("SELECT k, s, v FROM t ORDER BY k");
    SAY(SQLBindCol(stmt, 3, SQL_C_DOUBLE, &v, 0, &iv));
    while (SQL_SUCCEEDED(rc = SQLFetch(stmt))) {
        printf("row %d: %d %ld '%s' %ld %g %ld\n", rc, (int) k, (long) ik,
               is == SQL_NULL_DATA ? "" : s, (long) is, iv == SQL_NULL_DATA ? 0 : v, (long) iv);
        if (rc == SQL_SUCCESS_WITH_INFO)
            show_diag(SQL_HANDLE_STMT, stmt);
        if (k == 2)
            SAY(SQLBindCol(stmt, 2, SQL_C_CHAR, NULL, 0, NULL));
    }
    printf("end %d\n", rc);
    SAY(SQLFetch(stmt));
    close_cursor();
    SAY(SQLFreeStmt(stmt, SQL_UNBIND));
    k = -5;
    run("SELECT k, s FROM t WHERE k = 4");
    SAY(SQLFetch(stmt));
    printf("unbound %d\n", (int) k);
    SAY(SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL));
    close_cursor();
    SAY(SQLFetch(stmt));
}

static void
print_block(const SQLINTEGER *k, char s[][8], const SQLLEN *is, const SQLUSMALLINT *status,
            SQLULEN fetched)
{
    printf("fetched %lu:", (unsigned long) fetched);
    for (SQLULEN i = 0; i < fetched && i < 3; i++)
        printf(" (%d %d '%s')", status[i], (int) k[i], is[i] == SQL_NULL_DATA ? "" : s[i]);
    printf("\n");
}

static void
chapter_block(void)
{
    SQLINTEGER k[3];
    char s[3][8];
    SQLLEN is[3];
    SQLUSMALLINT status[3];
    SQLULEN fetched;
    struct {
        SQLINTEGER k;
        SQLLEN ik;
        char s[8];
        SQLLEN is;
    } rows[3];

    fresh();
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 3, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_STATUS_PTR, status, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
    SQLBindCol(stmt, 2, SQL_C_CHAR, s, 8, is);
    run("SELECT k, s FROM t ORDER BY k");
    for (int i = 0; i < 4; i++) {
        SQLRETURN rc = SQLFetch(stmt);
        printf("block %d\n", rc);
        if (rc != SQL_NO_DATA)
            print_block(k, s, is, status, fetched);
    }
    close_cursor();
    SQLSetStmtAttr(stmt, SQL_ATTR_ROW_BIND_TYPE, (SQLPOINTER) sizeof rows[0], 0);
    SQLBindCol(stmt, 1, SQL_C_LONG, &rows[0].k, 0, &rows[0].ik);
    SQLBindCol(stmt, 2, SQL_C_CHAR, rows[0].s, sizeof rows[0].s, &rows[0].is);
    run("SELECT k, s FROM t WHERE k IN (1, 2, 3, 4) ORDER BY k");
    while (SQLFetch(stmt) != SQL_NO_DATA)
        for (SQLULEN i = 0; i < fetched; i++)
            printf("row-wise %d %s\n", (int) rows[i].k,
                   rows[i].is == SQL_NULL_DATA ? "NULL" : rows[i].s);
    close_cursor();
}

static void
chapter_scroll(void)
{
    static const struct {
        SQLSMALLINT orientation;
        SQLLEN offset;
    } moves[] = {{SQL_FETCH_NEXT, 0},      {SQL_FETCH_LAST, 0},      {SQL_FETCH_NEXT, 0},
                 {SQL_FETCH_PRIOR, 0},     {SQL_FETCH_FIRST, 0},     {SQL_FETCH_PRIOR, 0},
                 {SQL_FETCH_NEXT, 0},      {SQL_FETCH_ABSOLUTE, 5},  {SQL_FETCH_RELATIVE, -2},
                 {SQL_FETCH_ABSOLUTE, -1}, {SQL_FETCH_ABSOLUTE, 99}, {SQL_FETCH_PRIOR, 0},
                 {SQL_FETCH_RELATIVE, 1},  {SQL_FETCH_ABSOLUTE, 0},  {SQL_FETCH_NEXT, 0},
                 {SQL_FETCH_RELATIVE, -5}};

    for (SQLULEN size = 1; size <= (is_pg || is_my ? 3 : 1); size += 2) {
        SQLINTEGER k[3];
        SQLULEN fetched;
        fresh();
        SQLSetStmtAttr(stmt, SQL_ATTR_CURSOR_TYPE, (SQLPOINTER) SQL_CURSOR_STATIC, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) size, 0);
        SQLSetStmtAttr(stmt, SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
        SQLBindCol(stmt, 1, SQL_C_LONG, k, 0, NULL);
        run("SELECT k FROM t ORDER BY k");
        for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
            SQLRETURN rc = SQLFetchScroll(stmt, moves[i].orientation, moves[i].offset);
            printf("%d %ld: %d", moves[i].orientation, (long) moves[i].offset, rc);
            for (SQLULEN j = 0; SQL_SUCCEEDED(rc) && j < fetched; j++)
                printf(" %d", (int) k[j]);
            printf("\n");
            if (rc == SQL_ERROR || rc == SQL_SUCCESS_WITH_INFO)
                show_diag(SQL_HANDLE_STMT, stmt);
        }
        close_cursor();
    }
}

static void
chapter_param(void)
{
    SQLINTEGER k = 2;
    char s[20] = "zwei";
    SQLLEN ik = 0, is = SQL_NTS;
    SQLSMALLINT n = -1;
    SQLINTEGER found = -1;

    fresh();
    SAY(SQLPrepare(stmt, (SQLCHAR *) named("SELECT k FROM t WHERE k >= ? AND s = ?"), SQL_NTS));
    SAY(SQLNumParams(stmt, &n));
    printf("n %d\n", n);
    SAY(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, &ik));
    SAY(SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, s, sizeof s,
                         &is));
    for (int i = 0; i < 3; i++) {
        SAY(SQLExecute(stmt));
        SQLRETURN rc = SQLFetch(stmt);
        found = -1;
        if (rc == SQL_SUCCESS)
            SQLGetData(stmt, 1, SQL_C_LONG, &found, 0, NULL);
        printf("found %d %d\n", rc, (int) found);
        close_cursor();
        if (i == 0) {
            k = 5;
            strcpy(s, "sieben");
        } else {
            strcpy(s, "siebenXX");
            is = 6;
        }
    }
    fresh();
    SAY(SQLPrepare(stmt, (SQLCHAR *) named("UPDATE t SET s = ?, n = ? WHERE k = ?"), SQL_NTS));
    is = SQL_NULL_DATA;
    double amount = 12.5;
    SAY(SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, s, sizeof s,
                         &is));
    SAY(SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_DOUBLE, SQL_DOUBLE, 15, 0, &amount, 0,
                         NULL));
    SAY(SQLBindParameter(stmt, 3, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, &ik));
    SAY(SQLExecute(stmt));
    SQLLEN count = -1;
    SQLRowCount(stmt, &count);
    printf("count %ld\n", (long) count);
    k = 99;
    SAY(SQLExecute(stmt));
    close_cursor();
    run("SELECT s, n FROM t WHERE k = 5");
    SQLFetch(stmt);
    SAY(SQLGetData(stmt, 1, SQL_C_CHAR, s, sizeof s, &is));
    printf("ind %ld\n", (long) is);
    SAY(SQLGetData(stmt, 2, SQL_C_CHAR, s, sizeof s, &is));
    printf("'%s' %ld\n", s, (long) is);
    close_cursor();
}

static void
chapter_array(void)
{
    SQLINTEGER k[4] = {20, 21, 22, 23};
    char s[4][6] = {"aa", "bb", "cc", "dd"};
    SQLLEN is[4] = {SQL_NTS, SQL_NULL_DATA, 2, SQL_NTS};
    SQLUSMALLINT operation[4] = {SQL_PARAM_PROCEED, SQL_PARAM_PROCEED, SQL_PARAM_PROCEED,
                                 SQL_PARAM_PROCEED};
    SQLULEN processed = 0;
    SQLINTEGER found;

    fresh();
    SAY(SQLPrepare(stmt, (SQLCHAR *) named("INSERT INTO t (k, s) VALUES (?, ?)"), SQL_NTS));
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 4, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_OPERATION_PTR, operation, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMS_PROCESSED_PTR, &processed, 0);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, s, 6, is);
    SAY(SQLExecute(stmt));
    printf("processed %lu\n", (unsigned long) processed);
    fresh();
    run("SELECT k, s FROM t WHERE k >= 20 ORDER BY k");
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        char text[10] = "";
        SQLLEN indicator;
        SQLGetData(stmt, 1, SQL_C_LONG, &found, 0, NULL);
        SQLGetData(stmt, 2, SQL_C_CHAR, text, sizeof text, &indicator);
        printf("%d '%s' %ld\n", (int) found, indicator < 0 ? "" : text, (long) indicator);
    }
    close_cursor();
}

static void
chapter_dae(void)
{
    SQLINTEGER k = 30;
    SQLLEN ik = SQL_DATA_AT_EXEC, is = SQL_LEN_DATA_AT_EXEC(0);
    SQLPOINTER token;
    SQLRETURN rc;

    fresh();
    SAY(SQLPrepare(stmt, (SQLCHAR *) named("INSERT INTO t (k, s) VALUES (?, ?)"), SQL_NTS));
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, (SQLPOINTER) 1, 0,
                     is_my ? NULL : &ik);
    if (is_my)
        SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, (SQLPOINTER) 2, 0,
                     &is);
    rc = SAY(SQLExecute(stmt));
    while (rc == SQL_NEED_DATA) {
        rc = SAY(SQLParamData(stmt, &token));
        if (rc != SQL_NEED_DATA)
            break;
        printf("token %d\n", (int) (long) token);
        if (token == (SQLPOINTER) 1) {
            SAY(SQLPutData(stmt, &k, sizeof k));
        } else {
            SAY(SQLPutData(stmt, "abc", 3));
            SAY(SQLPutData(stmt, "def", SQL_NTS));
        }
    }
    fresh();
    run("SELECT s FROM t WHERE k = 30");
    char text[20] = "";
    SQLFetch(stmt);
    SAY(SQLGetData(stmt, 1, SQL_C_CHAR, text, sizeof text, NULL));
    printf("'%s'\n", text);
    close_cursor();
}

static void
chapter_error(void)
{
    SQLINTEGER number;

    fresh();
    run("SELECT nosuch FROM t WHERE k = 1");
    run("INSERT INTO t (k, s) VALUES (1, 'again')");
    run("SELECT k FROM t WHERE k = 1");
    SAY(SQLGetData(stmt, 1, SQL_C_LONG, &number, 0, NULL));
    SAY(SQLFetch(stmt));
    SAY(SQLFetch(stmt));
    SAY(SQLCloseCursor(stmt));
    SAY(SQLCloseCursor(stmt));
    SAY(SQLFreeStmt(stmt, SQL_CLOSE));
    SAY(SQLMoreResults(stmt));
    SAY(SQLExecute(stmt));
    SAY(SQLFetch(stmt));
    run("SELECT k FROM t WHERE k = 2");
    SAY(SQLMoreResults(stmt));
    SAY(SQLNumResultCols(stmt, NULL));
}

static void
chapter_transaction(void)
{
    SQLINTEGER count;
    SQLUINTEGER value = 77;

    fresh();
    printf("%d\n", SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0));
    printf("%d\n", SQLGetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, &value, 0, NULL));
    printf("autocommit %u\n", (unsigned) value);
    for (int commit = 0; commit < 2; commit++) {
        run("INSERT INTO t (k, s) VALUES (40, 'x'), (41, 'y')");
        run("UPDATE t SET s = 'changed' WHERE k >= 40");
        printf("end %d\n",
               SQLEndTran(SQL_HANDLE_DBC, dbc, (SQLSMALLINT) (commit ? SQL_COMMIT : SQL_ROLLBACK)));
        run("SELECT COUNT(*) FROM t WHERE k >= 40");
        SQLFetch(stmt);
        SQLGetData(stmt, 1, SQL_C_LONG, &count, 0, NULL);
        printf("count %d\n", (int) count);
        close_cursor();
        printf("end %d\n", SQLEndTran(SQL_HANDLE_ENV, env, SQL_COMMIT));
    }
    run("DELETE FROM t WHERE k >= 40");
    printf("end %d\n", SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT));
    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
}

static const struct {
    const char *name;
    void (*run)(void);
} chapters[] = {{"describe", chapter_describe}, {"getdata", chapter_getdata},
                {"bind", chapter_bind},         {"block", chapter_block},
                {"scroll", chapter_scroll},     {"param", chapter_param},
                {"array", chapter_array},       {"dae", chapter_dae},
                {"error", chapter_error},       {"transaction", chapter_transaction},
                {"wide", chapter_wide},         {"setpos", chapter_setpos},
                {"cursor", chapter_cursor},     {"several", chapter_several},
                {"types", chapter_types},       {"returning", chapter_returning}};

static int
connect_to(const char *dsn, int wide)
{
    SQLWCHAR text[200];
    char narrow[200];
    size_t i;

    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    snprintf(narrow, sizeof narrow, "DSN=%s", dsn);
    for (i = 0; narrow[i] != '\0'; i++)
        text[i] = (SQLWCHAR) narrow[i];
    text[i] = 0;
    SQLRETURN rc =
        wide ? SQLDriverConnectW(dbc, NULL, text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT)
             : SQLDriverConnect(dbc, NULL, (SQLCHAR *) narrow, SQL_NTS, NULL, 0, NULL,
                                SQL_DRIVER_NOPROMPT);
    if (SQL_SUCCEEDED(rc))
        return 1;
    show_diag(SQL_HANDLE_DBC, dbc);
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: conform DSN CHAPTER [wide|narrow [TABLE]]\n");
        return 2;
    }
    if (argc > 4)
        table = argv[4];
    if (!connect_to(argv[1], argc > 3 && strcmp(argv[3], "wide") == 0))
        return 1;
    char name[50] = "";
    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    is_pg = strcmp(name, "PostgreSQL") == 0;
    is_my = strcmp(name, "MariaDB") == 0 || strcmp(name, "MySQL") == 0;
    make_table();
    for (size_t i = 0; i < sizeof chapters / sizeof chapters[0]; i++)
        if (strcmp(argv[2], chapters[i].name) == 0 || strcmp(argv[2], "all") == 0) {
            printf("== %s\n", chapters[i].name);
            chapters[i].run();
        }
    fresh();
    SQLExecDirect(stmt, (SQLCHAR *) named("DROP TABLE t"), SQL_NTS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    printf("disconnect %d\n", SQLDisconnect(dbc));
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    return 0;
}
