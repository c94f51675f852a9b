/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * odbc2.c - an application written to ODBC 2, whose output must be the same on a real DSN and ours.
 *
 * Usage: odbc2 DSN TABLE.  Makes the table itself.
 */
#define ODBCVER 0x0250
#include <sql.h>
#include <sqlext.h>

#include <stdio.h>
#include <string.h>

static HENV env;
static HDBC dbc;
static HSTMT stmt;

static void
show_error(RETCODE rc)
{
    UCHAR state[6] = "", text[300] = "";
    SDWORD native = 0;
    SWORD length = 0;

    if (rc != SQL_ERROR && rc != SQL_SUCCESS_WITH_INFO)
        return;
    while (SQLError(env, dbc, stmt, state, &native, text, sizeof text, &length) == SQL_SUCCESS)
        printf("    %s %d\n", state, (int) native);
}

static RETCODE
run(const char *format, const char *table)
{
    char sql[300];

    snprintf(sql, sizeof sql, format, table);
    RETCODE rc = SQLExecDirect(stmt, (UCHAR *) sql, SQL_NTS);
    printf("%s: %d\n", format, rc);
    show_error(rc);
    return rc;
}

static void
describe(void)
{
    static const UWORD fields[] = {SQL_COLUMN_NAME,      SQL_COLUMN_TYPE,  SQL_COLUMN_LENGTH,
                                   SQL_COLUMN_PRECISION, SQL_COLUMN_SCALE, SQL_COLUMN_DISPLAY_SIZE,
                                   SQL_COLUMN_NULLABLE,  SQL_COLUMN_LABEL, SQL_COLUMN_TYPE_NAME};
    SWORD n = 0;

    SQLNumResultCols(stmt, &n);
    for (UWORD i = 1; i <= n; i++)
        for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
            char text[60] = "";
            SWORD length = 0;
            SQLLEN number = 0;
            RETCODE rc = SQLColAttributes(stmt, i, fields[f], text, sizeof text, &length, &number);
            printf("  %d %d: %d %s %ld\n", i, fields[f], rc, text, (long) number);
        }
}

static void
read_all(void)
{
    UDWORD k = 0;
    DATE_STRUCT d;
    TIMESTAMP_STRUCT t;
    SQLLEN id = 0, it = 0;

    memset(&d, 0, sizeof d);
    memset(&t, 0, sizeof t);
    SQLBindCol(stmt, 1, SQL_C_LONG, &k, 0, NULL);
    SQLBindCol(stmt, 2, SQL_C_DATE, &d, 0, &id);
    while (SQLFetch(stmt) == SQL_SUCCESS) {
        RETCODE rc = SQLGetData(stmt, 3, SQL_C_TIMESTAMP, &t, 0, &it);
        printf("row %d %d-%d-%d (%ld) %d %d:%d:%d (%ld)\n", (int) k, d.year, d.month, d.day,
               (long) id, rc, t.hour, t.minute, t.second, (long) it);
    }
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLFreeStmt(stmt, SQL_UNBIND);
}

static void
parameters(const char *table)
{
    char sql[200];
    SDWORD k = 1;
    SQLLEN length = 0;
    DATE_STRUCT d = {2024, 2, 29};

    snprintf(sql, sizeof sql, "SELECT k, d, t FROM %s WHERE k = ? AND d = ?", table);
    printf("prepare %d\n", SQLPrepare(stmt, (UCHAR *) sql, SQL_NTS));
    printf("bind %d\n", SQLSetParam(stmt, 1, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, &length));
    printf("bind %d\n",
           SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_DATE, SQL_DATE, 10, 0, &d, 0, NULL));
    printf("execute %d\n", SQLExecute(stmt));
    read_all();
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
}

int
main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: odbc2 DSN TABLE\n");
        return 2;
    }
    const char *table = argv[2];
    UDWORD value = 77;

    SQLAllocEnv(&env);
    SQLAllocConnect(env, &dbc);
    RETCODE rc = SQLConnect(dbc, (UCHAR *) argv[1], SQL_NTS, NULL, 0, NULL, 0);
    printf("connect %d\n", rc);
    show_error(rc);
    SQLAllocStmt(dbc, &stmt);
    run("DROP TABLE %s", table);
    SQLFreeStmt(stmt, SQL_CLOSE);
    run("CREATE TABLE %s (k INTEGER NOT NULL, d DATE, t TIMESTAMP NULL, s VARCHAR(20))", table);
    run("INSERT INTO %s (k, d, t, s) VALUES (1, '2024-02-29', '2024-02-29 10:20:30', 'a')", table);
    run("INSERT INTO %s (k, d, t, s) VALUES (2, '1999-12-31', '1999-12-31 23:59:59', NULL)", table);
    run("SELECT k, d, t, s FROM %s ORDER BY k", table);
    describe();
    read_all();
    parameters(table);
    printf("option %d\n", SQLSetConnectOption(dbc, SQL_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF));
    printf("option %d %u\n", SQLGetConnectOption(dbc, SQL_AUTOCOMMIT, &value), (unsigned) value);
    run("DELETE FROM %s WHERE k < 5", table);
    printf("transact %d\n", SQLTransact(env, dbc, SQL_ROLLBACK));
    run("SELECT k, d, t, s FROM %s ORDER BY k", table);
    read_all();
    run("SELECT nosuch FROM %s WHERE k = 1", table);
    SQLFreeStmt(stmt, SQL_CLOSE);
    printf("transact %d\n", SQLTransact(env, SQL_NULL_HDBC, SQL_ROLLBACK));
    SQLSetConnectOption(dbc, SQL_AUTOCOMMIT, SQL_AUTOCOMMIT_ON);
    printf("option %d\n", SQLSetStmtOption(stmt, SQL_MAX_ROWS, 1));
    run("SELECT k, d, t, s FROM %s ORDER BY k", table);
    read_all();
    SQLSetStmtOption(stmt, SQL_MAX_ROWS, 0);
    printf("info %d\n", SQLGetTypeInfo(stmt, SQL_DATE));
    printf("fetch %d\n", SQLFetch(stmt));
    SQLINTEGER type = 0;
    SQLGetData(stmt, 2, SQL_C_LONG, &type, 0, NULL);
    printf("date type %d\n", (int) type);
    SQLFreeStmt(stmt, SQL_CLOSE);
    run("DROP TABLE %s", table);
    SQLFreeStmt(stmt, SQL_DROP);
    printf("disconnect %d\n", SQLDisconnect(dbc));
    SQLFreeConnect(dbc);
    SQLFreeEnv(env);
    return 0;
}
