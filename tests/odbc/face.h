/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * face.h - a test program of functions that each find five rows (k, s, n) in a table.
 *
 * Its main() gives the functions to face_main(): the table is made before them, filled anew for
 * each, and dropped.  Usage of such a program: NAME-test DSN [TABLE].
 */
#pragma once

#include "tests/odbc/client.h"

#include <sqlucode.h>

static SQLHDBC dbc;
static const char *table = "t";

#define OK(call) check_rc(call, #call, __LINE__)

static inline void
check_rc(SQLRETURN rc, const char *text, int line)
{
    check_at(rc == SQL_SUCCESS, text, line);
    if (rc != SQL_SUCCESS)
        printf("  returned %d\n", rc);
}

/* format has one %s, the table's name. */
static inline SQLRETURN
run(SQLHSTMT stmt, const char *format)
{
    char sql[500];
    const char *place = strstr(format, "%s");
    if (place == NULL)
        snprintf(sql, sizeof sql, "%s", format);
    else
        snprintf(sql, sizeof sql, "%.*s%s%s", (int) (place - format), format, table, place + 2);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA && rc != SQL_NEED_DATA) {
        printf("  %s\n", sql);
        show(SQL_HANDLE_STMT, stmt);
    }
    return rc;
}

static inline int
wide_equal(const SQLWCHAR *wide, const char *narrow)
{
    size_t i = 0;

    for (; narrow[i] != '\0'; i++)
        if (wide[i] != (SQLWCHAR) (unsigned char) narrow[i])
            return 0;
    return wide[i] == 0;
}

static inline void
fill(void)
{
    SQLHSTMT stmt = stmt_new(dbc);

    run(stmt, "DELETE FROM %s");
    OK(run(stmt, "INSERT INTO %s (k, s, n) VALUES (1, 'one', 1.25), (2, NULL, NULL), "
                 "(3, 'three', -3.50), (4, 'four', 4.00), (5, 'five', 5.05)"));
    stmt_free(stmt);
}

static inline int
count_rows(const char *format)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = -1;

    if (run(stmt, format) == SQL_SUCCESS && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL);
    stmt_free(stmt);
    return n;
}

static inline int
prepare_table(int create)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char sql[200];

    snprintf(sql, sizeof sql, "DROP TABLE %s", table);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (create) {
        SQLFreeHandle(SQL_HANDLE_STMT, stmt);
        stmt = stmt_new(dbc);
        snprintf(sql, sizeof sql,
                 "CREATE TABLE %s (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20), n NUMERIC(10,2))",
                 table);
        rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
        if (rc == SQL_ERROR)
            show(SQL_HANDLE_STMT, stmt);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return rc != SQL_ERROR;
}

static inline int
face_main(const char *name, int argc, char **argv, void (*const *tests)(void), size_t n_tests)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s-test DSN [TABLE]\n", name);
        return 2;
    }
    client_begin(name, argv[1]);
    if (argc > 2)
        table = argv[2];
    dbc = connect_new();
    CHECK(dbc != NULL);
    if (dbc != NULL && prepare_table(1)) {
        for (size_t i = 0; i < n_tests; i++) {
            fill();
            tests[i]();
        }
        prepare_table(0);
        OK(SQLDisconnect(dbc));
        SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    } else {
        failed++;
    }
    return client_end();
}
