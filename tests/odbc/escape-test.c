/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * escape-test.c - ODBC's escapes, on every brand and over several shards.
 *
 * Usage: escape-test DSN.  Makes the table t (k, g, v, d) itself and drops it.  Expected values are
 * the standard's; where brands differ in spelling or type, the brand's own are given.  Prints FAIL
 * lines and, last, "escape: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <sqlucode.h>

#include <stdlib.h>

typedef enum { POSTGRESQL, MARIADB, SQLITE } Brand;

static SQLHDBC dbc;
static SQLHSTMT stmt;
static Brand brand;

/* Rows joined by |, columns by comma.  my, sl NULL: as pg; "-": not on this brand. */
typedef struct {
    const char *sql, *pg, *my, *sl;
} Case;

/* Each as SELECT {fn …}. */
static const Case functions[] = {
    {"ASCII('A')", "65", NULL, NULL},
    {"BIT_LENGTH('ab')", "16", NULL, NULL},
    {"CHAR(65)", "A", NULL, NULL},
    {"CHAR_LENGTH('abc')", "3", NULL, NULL},
    {"CHARACTER_LENGTH('abc')", "3", NULL, NULL},
    {"CONCAT('a', 'b')", "ab", NULL, NULL},
    {"INSERT('abcdef', 2, 3, 'XY')", "aXYef", NULL, NULL},
    {"LCASE('ABC')", "abc", NULL, NULL},
    {"LEFT('abcdef', 2)", "ab", NULL, NULL},
    {"LENGTH('abc')", "3", NULL, NULL},
    {"LOCATE('c', 'abcabc')", "3", NULL, NULL},
    {"LOCATE('c', 'abcabc', 4)", "6", NULL, NULL},
    {"LOCATE('x', 'abcabc', 4)", "-", "0", "0"},
    {"LTRIM('  a')", "a", NULL, NULL},
    {"OCTET_LENGTH('abc')", "3", NULL, NULL},
    {"POSITION('b' IN 'abc')", "2", NULL, NULL},
    {"REPEAT('ab', 3)", "ababab", NULL, NULL},
    {"REPLACE('abab', 'a', 'x')", "xbxb", NULL, NULL},
    {"RIGHT('abcdef', 2)", "ef", NULL, NULL},
    {"RTRIM('a  ')", "a", NULL, NULL},
    {"SPACE(3)", "   ", NULL, NULL},
    {"SUBSTRING('abcdef', 2, 3)", "bcd", NULL, NULL},
    {"UCASE('abc')", "ABC", NULL, NULL},
    {"ABS(-3)", "3", NULL, NULL},
    {"ACOS(1)", "0", NULL, "0.0"},
    {"ASIN(0)", "0", NULL, "0.0"},
    {"ATAN(0)", "0", NULL, "0.0"},
    {"ATAN2(0, 1)", "0", NULL, "0.0"},
    {"CEILING(1.2)", "2", NULL, "2.0"},
    {"COS(0)", "1", NULL, "1.0"},
    {"ROUND({fn COT(1)}, 2)", "-", "0.64", "0.64"},
    {"DEGREES(0)", "0", NULL, "0.0"},
    {"EXP(0)", "1", NULL, "1.0"},
    {"FLOOR(1.7)", "1", NULL, "1.0"},
    {"FLOOR(1000 * {fn LOG(10)})", "2302", NULL, "2302.0"},
    {"LOG10(100)", "2", NULL, "2.0"},
    {"MOD(7, 3)", "1", NULL, NULL},
    {"FLOOR(100 * {fn PI()})", "314", NULL, "314.0"},
    {"POWER(2, 10)", "1024", NULL, "1024.0"},
    {"RADIANS(0)", "0", NULL, "0.0"},
    {"FLOOR({fn RAND()})", "0", NULL, "0.0"},
    {"ROUND(1.256, 2)", "1.26", NULL, NULL},
    {"SIGN(-4)", "-1", NULL, NULL},
    {"SIN(0)", "0", NULL, "0.0"},
    {"SQRT(16)", "4", NULL, "4.0"},
    {"TAN(0)", "0", NULL, "0.0"},
    {"TRUNCATE(1.256, 2)", "1.25", NULL, NULL},
    {"TRUNCATE(-1.256, 1)", "-1.2", NULL, NULL},
    {"DAYNAME({d '2024-02-29'})", "Thursday ", "Thursday", "Thursday"},
    {"DAYOFMONTH({d '2024-02-29'})", "29", NULL, NULL},
    {"DAYOFWEEK({d '2024-02-29'})", "5", NULL, NULL},
    {"DAYOFYEAR({d '2024-02-29'})", "60", NULL, NULL},
    {"EXTRACT(YEAR FROM {d '2024-02-29'})", "2024", NULL, NULL},
    {"HOUR({ts '2024-02-29 10:11:12'})", "10", NULL, NULL},
    {"MINUTE({t '10:11:12'})", "11", NULL, NULL},
    {"SECOND({t '10:11:12'})", "12", NULL, NULL},
    {"MONTH({d '2024-02-29'})", "2", NULL, NULL},
    {"MONTHNAME({d '2024-09-29'})", "September", NULL, NULL},
    {"QUARTER({d '2024-04-29'})", "2", NULL, NULL},
    {"WEEK({d '2024-02-29'})", "9", "8", "9"},
    {"YEAR({d '2024-02-29'})", "2024", NULL, NULL},
    {"TIMESTAMPADD(SQL_TSI_SECOND, 1, {ts '2024-01-31 23:59:59'})", "2024-02-01 00:00:00", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_MINUTE, 1, {ts '2024-01-31 10:11:12'})", "2024-01-31 10:12:12", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_HOUR, -1, {ts '2024-01-31 10:11:12'})", "2024-01-31 09:11:12", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_DAY, 1, {ts '2024-02-29 10:11:12'})", "2024-03-01 10:11:12", NULL, NULL},
    {"TIMESTAMPADD(SQL_TSI_WEEK, 1, {ts '2024-01-31 10:11:12'})", "2024-02-07 10:11:12", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_MONTH, 1, {ts '2024-01-31 10:11:12'})", "2024-02-29 10:11:12", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_QUARTER, 1, {ts '2024-01-31 10:11:12'})", "2024-04-30 10:11:12", NULL,
     NULL},
    {"TIMESTAMPADD(SQL_TSI_YEAR, -1, {ts '2024-02-29 10:11:12'})", "2023-02-28 10:11:12", NULL,
     NULL},
    {"TIMESTAMPDIFF(SQL_TSI_SECOND, {ts '2024-02-28 12:00:00'}, {ts '2024-03-01 10:11:12'})",
     "166272", NULL, NULL},
    {"TIMESTAMPDIFF(SQL_TSI_HOUR, {ts '2024-02-28 12:00:00'}, {ts '2024-03-01 10:11:12'})", "46",
     NULL, NULL},
    {"TIMESTAMPDIFF(SQL_TSI_DAY, {ts '2024-02-28 12:00:00'}, {ts '2024-03-01 12:11:12'})", "2",
     NULL, NULL},
    {"TIMESTAMPDIFF(SQL_TSI_MONTH, {d '2024-01-31'}, {d '2024-03-01'})", "-", "1", "1"},
    {"TIMESTAMPDIFF(SQL_TSI_MONTH, {d '2024-03-01'}, {d '2024-01-31'})", "-", "-1", "-1"},
    {"TIMESTAMPDIFF(SQL_TSI_QUARTER, {d '2024-01-31'}, {d '2024-12-01'})", "-", "3", "3"},
    {"TIMESTAMPDIFF(SQL_TSI_YEAR, {d '2024-01-31'}, {d '2026-01-30'})", "-", "1", "1"},
    {"IFNULL(NULL, 5)", "5", NULL, NULL},
    {"CONVERT('12', SQL_INTEGER)", "12", NULL, NULL},
    {"CONVERT('12', SQL_BIGINT)", "12", NULL, NULL},
    {"CONVERT(12, SQL_VARCHAR)", "12", NULL, NULL},
    {"CONVERT('12.5', SQL_DOUBLE)", "12.5", NULL, NULL},
    {"CONVERT('2024-02-29', SQL_TYPE_DATE)", "2024-02-29", NULL, NULL},
    {"LCASE({fn UCASE({fn CONCAT('a', 'B')})})", "ab", NULL, NULL},
};

/* Statements over all shards, and to one. */
static const Case statements[] = {
    {"SELECT {fn UCASE(g)} FROM t WHERE k = {fn ABS(-3)}", "A%X", NULL, NULL},
    {"SELECT {fn UCASE(g)} FROM t ORDER BY v DESC", "AB|A%X|EF|CD", NULL, NULL},
    {"SELECT {fn LOCATE('b', g)} FROM t ORDER BY k", "0|0|0|2", NULL, NULL},
    {"SELECT {fn LENGTH(g)}, COUNT(*) FROM t GROUP BY {fn LENGTH(g)} ORDER BY 1", "2,3|3,1", NULL,
     NULL},
    {"SELECT k FROM t WHERE g LIKE 'a!%%' {escape '!'} ORDER BY k", "3", NULL, NULL},
    {"SELECT k FROM t WHERE d = {d '2024-02-21'} ORDER BY k", "1|4", NULL, NULL},
    {"SELECT {fn YEAR(d)} FROM t ORDER BY {fn DAYOFMONTH(d)} DESC, k", "2024|2024|2024|2024", NULL,
     NULL},
    {"SELECT a.k, b.v FROM {oj t a LEFT OUTER JOIN t b ON a.k = b.k} WHERE a.k < 3 ORDER BY a.k",
     "1,10|2,20", NULL, NULL},
    {"SELECT MAX({fn ABS(-v)}), {fn ABS(SUM(v))} FROM t", "40,100", NULL, NULL},
    {"SELECT {fn IFNULL(MAX(v), 0)} FROM t WHERE k > 100", "0", NULL, NULL},
    {"SELECT k FROM t WHERE k IN ({fn ABS(-3)}, 4) ORDER BY k", "3|4", NULL, NULL},
    {"SELECT '{fn x}' FROM t WHERE k = 2", "{fn x}", NULL, NULL},
    {"SELECT COUNT(*) FROM t WHERE {fn LEFT(g, 1)} = 'a'", "2", NULL, NULL},
    {"UPDATE t SET g = {fn INSERT(g, 1, 1, 'Z')} WHERE k IN (1, 2)", "2 rows", NULL, NULL},
    {"SELECT g FROM t WHERE k < 3 ORDER BY k", "Zd|Zf", NULL, NULL},
    {"DELETE FROM t WHERE {fn MOD(k, 2)} = 0", "2 rows", NULL, NULL},
};

static void
read_rows(char *out, size_t size)
{
    SQLSMALLINT n = 0;
    size_t used = 0;
    char cell[200];
    SQLLEN length;

    out[0] = '\0';
    SQLNumResultCols(stmt, &n);
    for (int row = 0; SQL_SUCCEEDED(SQLFetch(stmt)); row++)
        for (SQLUSMALLINT i = 1; i <= n; i++) {
            cell[0] = '\0';
            SQLGetData(stmt, i, SQL_C_CHAR, cell, sizeof cell, &length);
            used += (size_t) snprintf(out + used, size - used, "%s%s",
                                      i > 1     ? ","
                                      : row > 0 ? "|"
                                                : "",
                                      cell);
        }
}

static void
answer(const char *sql, char *out, size_t size)
{
    SQLCHAR state[6] = "", text[300] = "";
    SQLLEN count = -1;
    SQLSMALLINT n = 0;

    SQLFreeStmt(stmt, SQL_CLOSE);
    if (SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS) == SQL_ERROR) {
        SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, text, sizeof text, NULL);
        snprintf(out, size, "%s %s", state, text);
        return;
    }
    SQLNumResultCols(stmt, &n);
    if (n > 0) {
        read_rows(out, size);
        return;
    }
    SQLRowCount(stmt, &count);
    snprintf(out, size, "%ld rows", (long) count);
}

static void
expect(const char *what, const char *got, const char *wanted)
{
    if (strcmp(got, wanted) == 0) {
        passed++;
        return;
    }
    failed++;
    printf("FAIL escape %s: '%s', wanted '%s'\n", what, got, wanted);
}

static const char *
wanted(const Case *c)
{
    const char *own = brand == MARIADB ? c->my : brand == SQLITE ? c->sl : NULL;

    return own != NULL ? own : c->pg;
}

static void
run_cases(const Case *cases, size_t n, const char *form)
{
    char sql[500], got[500];

    for (size_t i = 0; i < n; i++) {
        if (strcmp(wanted(&cases[i]), "-") == 0)
            continue;
        snprintf(sql, sizeof sql, form, cases[i].sql);
        answer(sql, got, sizeof got);
        /* A timestamp's fraction is printed by some. */
        if (strstr(cases[i].sql, "TIMESTAMPADD") != NULL)
            got[19] = '\0';
        expect(cases[i].sql, got, wanted(&cases[i]));
    }
}

/* Arguments change their places: so must the markers' values. */
static void
test_markers(void)
{
    char text[10] = "d", got[100];
    SQLLEN length = SQL_NTS;
    SQLINTEGER number = 1;

    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 10, 0, text, 10, &length);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &number, 0, NULL);
    answer("SELECT k FROM t WHERE {fn LOCATE(?, g)} > ? ORDER BY k", got, sizeof got);
    expect("markers", got, "1");
    answer("SELECT {fn RIGHT({fn CONCAT(g, ?)}, ?)} FROM t ORDER BY k", got, sizeof got);
    expect("markers used twice", got, "d|d");
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
}

static void
test_no_scan(void)
{
    SQLCHAR state[6] = "";

    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLSetStmtAttr(stmt, SQL_ATTR_NOSCAN, (SQLPOINTER) SQL_NOSCAN_ON, 0);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) "SELECT {fn UCASE('{')}", SQL_NTS);
    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, NULL, NULL, 0, NULL);
    /* psqlodbc and MariaDB's server read it all the same. */
    expect("SQL_NOSCAN_ON", rc == SQL_ERROR ? "error" : "success",
           brand == SQLITE ? "error" : "success");
    SQLSetStmtAttr(stmt, SQL_ATTR_NOSCAN, (SQLPOINTER) SQL_NOSCAN_OFF, 0);
}

static void
check_native(SQLRETURN rc, SQLRETURN wanted_rc, const char *text, SQLINTEGER length)
{
    char got[300], expected[300];
    static const char *const native[] = {"SELECT {fn UCASE(g)} FROM t",
                                         "SELECT {fn UCASE(g)} FROM t", "SELECT upper(g) FROM t"};
    int room = wanted_rc == SQL_SUCCESS ? 100 : 9;

    snprintf(got, sizeof got, "%d %d %s", rc, (int) length, text);
    snprintf(expected, sizeof expected, "%d %d %.*s", wanted_rc, (int) strlen(native[brand]), room,
             native[brand]);
    expect("SQLNativeSql", got, expected);
}

static void
test_native(void)
{
    SQLCHAR *sql = (SQLCHAR *) "SELECT {fn UCASE(g)} FROM tXX";
    SQLINTEGER size = (SQLINTEGER) strlen((char *) sql) - 2, length = -1;
    char text[100] = "";
    SQLWCHAR wide_sql[100], wide[100];

    for (SQLINTEGER i = 0; i < size; i++)
        wide_sql[i] = sql[i];
    SQLRETURN rc = SQLNativeSql(dbc, sql, size, (SQLCHAR *) text, sizeof text, &length);
    check_native(rc, SQL_SUCCESS, text, length);
    rc = SQLNativeSql(dbc, sql, size, (SQLCHAR *) text, 10, &length);
    check_native(rc, SQL_SUCCESS_WITH_INFO, text, length);
    rc = SQLNativeSqlW(dbc, wide_sql, size, wide, 100, &length);
    for (SQLINTEGER i = 0; i <= length && i < 100; i++)
        text[i] = (char) wide[i];
    check_native(rc, SQL_SUCCESS, text, length);
    rc = SQLNativeSqlW(dbc, wide_sql, size, wide, 10, &length);
    for (SQLINTEGER i = 0; i < 10; i++)
        text[i] = (char) wide[i];
    check_native(rc, SQL_SUCCESS_WITH_INFO, text, length);
}

/* SQLGetInfo lists no function that isn't among the cases; the bits of what the brand hasn't. */
static void
test_info(void)
{
    static const struct {
        SQLUSMALLINT type;
        SQLUINTEGER not_tested;
    } masks[] = {{SQL_STRING_FUNCTIONS, ~0xFD7FFFU},
                 {SQL_NUMERIC_FUNCTIONS, ~0xFFFFFFU},
                 {SQL_TIMEDATE_FUNCTIONS, ~0x1FFFFFU}};

    for (size_t i = 0; i < sizeof masks / sizeof masks[0]; i++) {
        SQLUINTEGER bits = 0;
        SQLGetInfo(dbc, masks[i].type, &bits, sizeof bits, NULL);
        /* MariaDB knows SOUNDEX. */
        bits &= ~(SQLUINTEGER) (brand == MARIADB ? SQL_FN_STR_SOUNDEX : 0);
        expect("information", (bits & masks[i].not_tested) == 0 && bits != 0 ? "true" : "false",
               "true");
    }
}

static void
make_table(void)
{
    static const char *const rows[] = {
        "(1, 'Cd', 10, {d '2024-02-21'})", "(2, 'ef', 20, {d '2024-02-22'})",
        "(3, 'a%x', 30, {d '2024-02-20'})", "(4, 'ab', 40, {d '2024-02-21'})"};
    char sql[300], got[300];

    answer("DROP TABLE t", got, sizeof got);
    answer("CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, g VARCHAR(20), v INTEGER, d DATE)", got,
           sizeof got);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(sql, sizeof sql, "INSERT INTO t (k, g, v, d) VALUES %s", rows[i]);
        answer(sql, got, sizeof got);
        expect(sql, got, "1 rows");
    }
}

int
main(int argc, char **argv)
{
    char name[50] = "", got[300];

    if (argc < 2) {
        fprintf(stderr, "usage: escape-test DSN\n");
        return 2;
    }
    client_begin("escape", argv[1]);
    dbc = connect_new();
    CHECK(dbc != NULL);
    if (dbc == NULL)
        return client_end();
    SQLGetInfo(dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    brand = name[0] == 'P' ? POSTGRESQL : name[0] == 'M' ? MARIADB : SQLITE;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    make_table();
    run_cases(functions, sizeof functions / sizeof functions[0], "SELECT {fn %s}");
    run_cases(statements, sizeof statements / sizeof statements[0], "%s");
    test_markers();
    test_no_scan();
    test_native();
    test_info();
    answer("DROP TABLE t", got, sizeof got);
    stmt_free(stmt);
    connect_free(dbc);
    return client_end();
}
