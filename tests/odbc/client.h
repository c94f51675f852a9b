/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * client.h - what the C programs that are an application of a data source share: they count what
 * held, show diagnostics, connect.
 *
 * A program is one file; what stands here is its own, for it to use or not.  It begins with
 * client_begin() and returns what client_end() says; with CLIENT_LOCALE in the environment it has
 * that one's locale.  FAIL lines name the program and the data source, the last line is "program: N
 * passed, N failed".
 */
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <locale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SQLHENV env;
static const char *program, *dsn;
static atomic_int passed, failed;

static inline void
client_begin(const char *name, const char *data_source)
{
    program = name;
    dsn = data_source;
    if (getenv("CLIENT_LOCALE") != NULL)
        setlocale(LC_ALL, "");
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
}

/* The program's status. */
static inline int
client_end(void)
{
    SQLFreeHandle(SQL_HANDLE_ENV, env);
    printf("%s: %d passed, %d failed\n", program, passed, failed);
    return failed > 0;
}

/* ---- what held ---- */

/* line 0: the text alone says where. */
static inline void
check_at(int good, const char *text, int line)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    if (line > 0)
        printf("FAIL %s on %s, line %d: %s\n", program, dsn, line, text);
    else
        printf("FAIL %s on %s: %s\n", program, dsn, text);
}

static inline void
check(int good, const char *text)
{
    check_at(good, text, 0);
}

#define CHECK(condition) check_at((condition) != 0, #condition, __LINE__)

/* ---- diagnostics ---- */

static inline void
show(SQLSMALLINT type, SQLHANDLE handle)
{
    SQLCHAR state[6] = "", text[500] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    for (SQLSMALLINT i = 1;
         SQL_SUCCEEDED(SQLGetDiagRec(type, handle, i, state, &native, text, sizeof text, &length));
         i++)
        printf("  [%s] %s\n", state, text);
}

static inline int
has_state(SQLSMALLINT type, SQLHANDLE handle, const char *wanted)
{
    SQLCHAR state[6] = "", text[500] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(type, handle, 1, state, &native, text, sizeof text, &length);
    if (strcmp((char *) state, wanted) == 0)
        return 1;
    printf("  state %s, wanted %s: %s\n", state, wanted, text);
    return 0;
}

/* ---- handles ---- */

/* NULL, with its diagnostics shown, when it can't be connected. */
static inline SQLHDBC
connect_to(const char *data_source)
{
    SQLHDBC dbc = NULL;

    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    if (SQL_SUCCEEDED(SQLConnect(dbc, (SQLCHAR *) data_source, SQL_NTS, NULL, 0, NULL, 0)))
        return dbc;
    show(SQL_HANDLE_DBC, dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    return NULL;
}

static inline SQLHDBC
connect_new(void)
{
    return connect_to(dsn);
}

static inline void
connect_free(SQLHDBC dbc)
{
    SQLDisconnect(dbc);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
}

static inline SQLHSTMT
stmt_new(SQLHDBC dbc)
{
    SQLHSTMT stmt = SQL_NULL_HSTMT;

    if (SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt) != SQL_SUCCESS)
        check(0, "SQLAllocHandle of a statement");
    return stmt;
}

static inline void
stmt_free(SQLHSTMT stmt)
{
    if (SQLFreeHandle(SQL_HANDLE_STMT, stmt) != SQL_SUCCESS)
        check(0, "SQLFreeHandle of a statement");
}
