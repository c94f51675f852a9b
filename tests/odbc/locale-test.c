/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * locale-test.c - numbers and dates in the locale of the environment, whose decimals may have a
 * comma: the output is the same in each.
 *
 * Usage: locale-test DSN [LOCALE]; makes the table t itself.  With LOCALE it fails when setlocale()
 * doesn't give that one.  Where that has decimals with a comma, a single shard is not asked: its
 * driver's own conversions are given then, in which psqlodbc writes commas, and MariaDB's connector
 * reads no point.  MERGED= in the environment leaves that out in every locale.
 */
#include "tests/odbc/client.h"

#include <locale.h>
#include <stdlib.h>

static SQLHDBC dbc;
static SQLHSTMT stmt;

static void
show_failed(const char *what)
{
    SQLCHAR state[6] = "", text[300] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, state, &native, text, sizeof text, &length);
    printf("%s: failed with %s\n", what, state);
    fprintf(stderr, "%s: %s\n", what, text);
}

static int
run(const char *sql)
{
    if (SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS)))
        return 1;
    show_failed(sql);
    return 0;
}

/* ---- what each column is read as ---- */

/* A double without the help of printf, which has the locale's decimals. */
static void
put_double(double value)
{
    long long thousandths = (long long) (value * 1000 + (value < 0 ? -0.5 : 0.5));

    printf("%lld/1000", thousandths);
}

static void
read_column(SQLUSMALLINT column, SQLSMALLINT c_type)
{
    union {
        char text[100];
        double number;
        SQLINTEGER integer;
        SQL_NUMERIC_STRUCT numeric;
        SQL_TIMESTAMP_STRUCT time;
        SQLWCHAR wide[100];
    } value;
    SQLLEN indicator = 0;

    memset(&value, 0, sizeof value);
    if (!SQL_SUCCEEDED(SQLGetData(stmt, column, c_type, &value, sizeof value, &indicator))) {
        show_failed("SQLGetData");
        return;
    }
    if (indicator == SQL_NULL_DATA)
        printf("NULL");
    else if (c_type == SQL_C_CHAR)
        printf("%s", value.text);
    else if (c_type == SQL_C_DOUBLE)
        put_double(value.number);
    else if (c_type == SQL_C_LONG)
        printf("%d", (int) value.integer);
    else if (c_type == SQL_C_NUMERIC)
        printf("%u%u e%d %c", value.numeric.val[1], value.numeric.val[0], value.numeric.scale,
               value.numeric.sign ? '+' : '-');
    else if (c_type == SQL_C_TYPE_TIMESTAMP)
        printf("%d.%u.%u", value.time.year, value.time.month, value.time.day);
    else
        for (SQLLEN i = 0; i < indicator / 2; i++)
            printf("%c", value.wide[i] < 128 ? (char) value.wide[i] : '?');
}

static void
read_all(const char *sql, const SQLSMALLINT *c_types)
{
    SQLSMALLINT n = 0;

    printf("%s\n", sql);
    if (!run(sql))
        return;
    SQLNumResultCols(stmt, &n);
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        for (SQLSMALLINT i = 0; i < n; i++) {
            printf(" | ");
            read_column((SQLUSMALLINT) (i + 1), c_types[i]);
        }
        printf("\n");
    }
    SQLFreeStmt(stmt, SQL_CLOSE);
}

/* ---- what is put in ---- */

static void
insert_parameters(void)
{
    SQLINTEGER k = 5;
    double number = 2.25;
    SQL_TIMESTAMP_STRUCT time = {2024, 2, 29, 0, 0, 0, 0};

    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_DOUBLE, SQL_DOUBLE, 0, 0, &number, 0, NULL);
    SQLBindParameter(stmt, 3, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_NUMERIC, 12, 3, "-7.125", 0, NULL);
    SQLBindParameter(stmt, 4, SQL_PARAM_INPUT, SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 19, 0,
                     &time, 0, NULL);
    SQLBindParameter(stmt, 5, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 40, 0, "3.5", 0, NULL);
    run("INSERT INTO t (k, d, n, e, s) VALUES (?, ?, ?, ?, ?)");
    k = 6;
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_DOUBLE, 0, 0, "0.5", 0, NULL);
    SQLBindParameter(stmt, 3, SQL_PARAM_INPUT, SQL_C_DOUBLE, SQL_NUMERIC, 12, 3, &number, 0, NULL);
    run("INSERT INTO t (k, d, n, e, s) VALUES (?, ?, ?, ?, ?)");
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
}

static int
prepare_table(void)
{
    SQLExecDirect(stmt, (SQLCHAR *) "DROP TABLE t", SQL_NTS);
    SQLFreeStmt(stmt, SQL_CLOSE);
    return run("CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, d DOUBLE PRECISION, n "
               "NUMERIC(12,3), e TIMESTAMP NULL, s VARCHAR(40))") &&
           run("INSERT INTO t (k, d, n, e, s) VALUES (1, 1234.5, 1234.567, '2024-01-02 00:00:00', "
               "'1234.5'), (2, -0.25, -0.250, NULL, '-0.25'), (3, 1e3, 12.5, '2023-12-31 "
               "00:00:00', '1000')");
}

static void
read_everything(int one_too, int numeric_too)
{
    static const SQLSMALLINT text[] = {SQL_C_CHAR, SQL_C_CHAR, SQL_C_CHAR, SQL_C_CHAR, SQL_C_CHAR};
    static const SQLSMALLINT number[] = {SQL_C_LONG, SQL_C_DOUBLE, SQL_C_DOUBLE,
                                         SQL_C_TYPE_TIMESTAMP, SQL_C_DOUBLE};
    static const SQLSMALLINT numeric[] = {SQL_C_LONG, SQL_C_LONG, SQL_C_NUMERIC,
                                          SQL_C_TYPE_TIMESTAMP, SQL_C_LONG};
    static const SQLSMALLINT wide[] = {SQL_C_WCHAR, SQL_C_WCHAR, SQL_C_WCHAR, SQL_C_WCHAR,
                                       SQL_C_WCHAR};

    for (int one = 0; one <= one_too; one++) {
        const char *sql = one ? "SELECT k, d, n, e, s FROM t WHERE k = 1"
                              : "SELECT k, d, n, e, s FROM t ORDER BY d, k";
        read_all(sql, text);
        read_all(sql, number);
        if (numeric_too)
            read_all(sql, numeric);
        read_all(sql, wide);
    }
    read_all("SELECT COUNT(*), SUM(d), SUM(n), MAX(e) FROM t", text);
    read_all("SELECT COUNT(*), AVG(d), AVG(n), MIN(e) FROM t", number);
    read_all("SELECT MIN(k), MAX(d), MIN(n), MAX(e) FROM t WHERE d > 0.3", text);
    read_all("SELECT k, d, n, e, s FROM t WHERE d > 1.5 AND n < 2000.75 ORDER BY n DESC", number);
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: locale-test DSN [LOCALE]\n");
        return 2;
    }
    const char *got = setlocale(LC_ALL, "");
    if (argc > 2 && (got == NULL || strcmp(got, argv[2]) != 0)) {
        fprintf(stderr, "the locale is %s\n", got == NULL ? "unknown" : got);
        return 3;
    }
    client_begin("locale", argv[1]);
    dbc = connect_new();
    if (dbc == NULL)
        return 1;
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    if (prepare_table()) {
        insert_parameters();
        /* The other drivers scale SQL_C_NUMERIC in their own way, or not at all. */
        read_everything(localeconv()->decimal_point[0] == '.' && getenv("MERGED") == NULL,
                        strncmp(argv[1], "pg", 2) == 0);
        run("DROP TABLE t");
    }
    stmt_free(stmt);
    connect_free(dbc);
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    /* The host's locale is its own. */
    return strcmp(setlocale(LC_ALL, NULL), argc > 2 ? argv[2] : setlocale(LC_ALL, NULL)) != 0;
}
