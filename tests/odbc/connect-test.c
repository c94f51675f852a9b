/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * connect-test.c - connecting step by step and at once, connections that an environment ends
 * together.
 *
 * Usage: connect-test DSN, with the rules in $ODBCSYSINI/rules/DSN.ini.  Prints FAIL lines and,
 * last, "connect: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <sqlucode.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char rules[300];

#define OK(call) check_rc(call, #call, __LINE__)

static void
check_rc(SQLRETURN rc, const char *text, int line)
{
    check_at(rc == SQL_SUCCESS, text, line);
    if (rc != SQL_SUCCESS)
        printf("  returned %d\n", rc);
}

static SQLHDBC
allocate(void)
{
    SQLHDBC dbc = NULL;

    OK(SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc));
    return dbc;
}

static int
works(SQLHDBC dbc)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = 0;

    int good = SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) "SELECT 7", SQL_NTS)) &&
               SQL_SUCCEEDED(SQLFetch(stmt)) &&
               SQL_SUCCEEDED(SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL)) && n == 7;
    stmt_free(stmt);
    return good;
}

/* Either width; what comes back is in out. */
static SQLRETURN
browse(SQLHDBC dbc, int is_wide, const char *text, char out[300])
{
    SQLWCHAR wide[300], wide_out[300] = {0};
    SQLSMALLINT length = -7;
    size_t i;

    out[0] = '\0';
    if (!is_wide)
        return SQLBrowseConnect(dbc, (SQLCHAR *) text, SQL_NTS, (SQLCHAR *) out, 300, &length);
    for (i = 0; text[i] != '\0'; i++)
        wide[i] = (SQLWCHAR) (unsigned char) text[i];
    wide[i] = 0;
    SQLRETURN rc = SQLBrowseConnectW(dbc, wide, SQL_NTS, wide_out, 300, &length);
    for (i = 0; i < 299 && wide_out[i] != 0; i++)
        out[i] = (char) wide_out[i];
    out[i] = '\0';
    return rc;
}

/* A log that is a pipe without a reader must not end the program. */
static void
test_log_to_pipe(void)
{
    char folder[] = "/tmp/shardodbc-pipe.XXXXXX", path[100], text[300];
    SQLHDBC dbc = allocate();

    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/log", folder);
    CHECK(mkfifo(path, 0600) == 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    snprintf(text, sizeof text, "DSN=%s;Log=%s;LogLevel=sql", dsn, path);
    OK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT));
    CHECK(works(dbc));
    close(reader);
    CHECK(works(dbc));
    connect_free(dbc);
    unlink(path);
    rmdir(folder);
}

/* The shards' drivers' own attributes: numbers come with any length, text is given back as it came.
 */
static void
test_drivers_attributes(void)
{
    static const SQLINTEGER lengths[] = {0, 4, 8, SQL_NTS, SQL_IS_INTEGER, SQL_IS_UINTEGER};
    SQLHDBC dbc = connect_new();
    char text[20] = "";
    SQLINTEGER length = -1;

    CHECK(dbc != NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        SQLSetConnectAttr(dbc, 65541, (SQLPOINTER) 1, lengths[i]);
    CHECK(works(dbc));
    SQLDisconnect(dbc);
    /* Kept until there are shards that may know it. */
    OK(SQLSetConnectAttr(dbc, 70000, "name of it", SQL_NTS));
    OK(SQLGetConnectAttr(dbc, 70000, text, sizeof text, &length));
    CHECK(strcmp(text, "name of it") == 0 && length == 10);
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
}

static void
test_browse(int is_wide)
{
    SQLHDBC dbc = allocate();
    char out[300], text[400];

    /* What is missing is asked for, as often as it is. */
    CHECK(browse(dbc, is_wide, "DRIVER=ShardODBC", out) == SQL_NEED_DATA);
    CHECK(strstr(out, "Rules:Rules file=?") != NULL && strstr(out, "*UID:") != NULL);
    CHECK(browse(dbc, is_wide, "UID=nobody", out) == SQL_NEED_DATA);
    CHECK(strstr(out, "Rules:Rules file=?") != NULL);
    snprintf(text, sizeof text, "Rules=%s", rules);
    OK(browse(dbc, is_wide, text, out));
    CHECK(strstr(out, "UID=nobody") != NULL && strstr(out, rules) != NULL);
    CHECK(browse(dbc, is_wide, text, out) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DBC, dbc, "08002"));
    CHECK(works(dbc));
    OK(SQLDisconnect(dbc));
    /* The string that came back connects at once. */
    snprintf(text, sizeof text, "DSN=%s", dsn);
    OK(browse(dbc, is_wide, text, out));
    OK(SQLDisconnect(dbc));
    OK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) out, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT));
    CHECK(works(dbc));
    OK(SQLDisconnect(dbc));
    /* An error ends it, and so does SQLDisconnect: nothing of it is left. */
    CHECK(browse(dbc, is_wide, "DRIVER=ShardODBC;UID=nobody", out) == SQL_NEED_DATA);
    CHECK(browse(dbc, is_wide, "what is this", out) == SQL_ERROR);
    CHECK(browse(dbc, is_wide, "DRIVER=ShardODBC", out) == SQL_NEED_DATA);
    CHECK(browse(dbc, is_wide, "Rules=/nowhere/rules.ini", out) == SQL_ERROR);
    CHECK(browse(dbc, is_wide, "DRIVER=ShardODBC;UID=nobody", out) == SQL_NEED_DATA);
    OK(SQLDisconnect(dbc));
    snprintf(text, sizeof text, "DRIVER=ShardODBC;Rules=%s", rules);
    OK(browse(dbc, is_wide, text, out));
    CHECK(strstr(out, "nobody") == NULL);
    OK(SQLDisconnect(dbc));
    OK(SQLFreeHandle(SQL_HANDLE_DBC, dbc));
}

/* Without a window nobody is asked, whatever may be. */
static void
test_completions(void)
{
    static const SQLUSMALLINT completions[] = {SQL_DRIVER_NOPROMPT, SQL_DRIVER_COMPLETE,
                                               SQL_DRIVER_COMPLETE_REQUIRED};
    SQLHDBC dbc = allocate();
    SQLCHAR out[300] = "";
    SQLSMALLINT length = 0;
    char text[400];

    snprintf(text, sizeof text, "DRIVER={ShardODBC};Rules={%s};Description=a b ; ;", rules);
    for (size_t i = 0; i < sizeof completions / sizeof completions[0]; i++) {
        OK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, (SQLSMALLINT) strlen(text), out,
                            sizeof out, &length, completions[i]));
        CHECK(strstr((char *) out, "Description=a b;") != NULL);
        CHECK(length == (SQLSMALLINT) strlen((char *) out));
        CHECK(works(dbc));
        OK(SQLDisconnect(dbc));
    }
    /* Keywords count in any case, the first of two. */
    snprintf(text, sizeof text, "dsn=%s;RULES=%s;Rules=/nowhere", dsn, rules);
    OK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT));
    OK(SQLDisconnect(dbc));
    CHECK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) "DRIVER=ShardODBC;Rules={open", SQL_NTS, NULL, 0,
                           NULL, SQL_DRIVER_NOPROMPT) == SQL_ERROR);
    CHECK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) "DRIVER=ShardODBC", SQL_NTS, NULL, 0, NULL,
                           SQL_DRIVER_NOPROMPT) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DBC, dbc, "08001"));
    OK(SQLFreeHandle(SQL_HANDLE_DBC, dbc));
}

static int
count_rows(SQLHDBC dbc)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER n = -1;

    SQLExecDirect(stmt, (SQLCHAR *) "SELECT COUNT(*) FROM t", SQL_NTS);
    SQLFetch(stmt);
    SQLGetData(stmt, 1, SQL_C_LONG, &n, 0, NULL);
    stmt_free(stmt);
    return n;
}

static void
run(SQLHDBC dbc, const char *sql)
{
    SQLHSTMT stmt = stmt_new(dbc);

    SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    stmt_free(stmt);
}

/* The transactions of all connections, those that aren't connected left out. */
static void
test_environment(void)
{
    SQLHDBC dbcs[2] = {connect_new(), connect_new()}, idle = allocate();
    static const char *const inserts[] = {"INSERT INTO t (k) VALUES (1), (2), (3)",
                                          "INSERT INTO t (k) VALUES (4), (5), (6)"};
    /* One writer at a time in a file. */
    int n = dsn[0] == 's' ? 1 : 2;

    run(dbcs[0], "DROP TABLE t");
    run(dbcs[0], "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY)");
    for (int commit = 0; commit < 2; commit++) {
        for (int i = 0; i < n; i++) {
            OK(SQLSetConnectAttr(dbcs[i], SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0));
            run(dbcs[i], inserts[i]);
            CHECK(count_rows(dbcs[i]) == 3);
        }
        OK(SQLEndTran(SQL_HANDLE_ENV, env, (SQLSMALLINT) (commit ? SQL_COMMIT : SQL_ROLLBACK)));
        for (int i = 0; i < n; i++) {
            CHECK(count_rows(dbcs[i]) == (commit ? 3 * n : 0));
            OK(SQLEndTran(SQL_HANDLE_DBC, dbcs[i], SQL_COMMIT));
        }
    }
    CHECK(SQLEndTran(SQL_HANDLE_ENV, env, 77) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_ENV, env, "HY012"));
    CHECK(SQLEndTran(SQL_HANDLE_DBC, idle, SQL_COMMIT) == SQL_ERROR);
    CHECK(has_state(SQL_HANDLE_DBC, idle, "08003"));
    SQLSetConnectAttr(dbcs[0], SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
    SQLSetConnectAttr(dbcs[1], SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
    connect_free(dbcs[1]);
    run(dbcs[0], "DROP TABLE t");
    connect_free(dbcs[0]);
    OK(SQLFreeHandle(SQL_HANDLE_DBC, idle));
}

/* ---- the catalog, the isolation level ---- */

static void
check_catalog(SQLHDBC dbc)
{
    char name[20] = "";

    OK(SQLGetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, name, sizeof name, NULL));
    CHECK(strcmp(name, "shop") == 0);
}

/* Another database than the one that there is: MariaDB doesn't know it, the others stay. */
static void
test_catalog(void)
{
    SQLHDBC dbc = allocate();
    char text[100];
    int is_my = dsn[0] == 'm';

    snprintf(text, sizeof text, "DSN=%s;Database=shop", dsn);
    SQLSetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, "other", SQL_NTS);
    SQLRETURN rc =
        SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT);
    CHECK(is_my ? rc == SQL_ERROR && has_state(SQL_HANDLE_DBC, dbc, "42000") : rc == SQL_SUCCESS);
    if (rc == SQL_SUCCESS) {
        check_catalog(dbc);
        SQLDisconnect(dbc);
    }
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);

    dbc = allocate();
    OK(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT));
    check_catalog(dbc);
    OK(SQLSetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, "shop", SQL_NTS));
    rc = SQLSetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, "other", SQL_NTS);
    CHECK(rc == (is_my ? SQL_ERROR : SQL_SUCCESS_WITH_INFO));
    CHECK(has_state(SQL_HANDLE_DBC, dbc, is_my ? "42000" : "01S02"));
    check_catalog(dbc);
    if (is_my) {
        SQLHSTMT stmt = stmt_new(dbc);
        OK(SQLExecDirect(stmt, (SQLCHAR *) "USE shop", SQL_NTS));
        CHECK(SQLExecDirect(stmt, (SQLCHAR *) "USE other", SQL_NTS) == SQL_ERROR);
        CHECK(has_state(SQL_HANDLE_STMT, stmt, "42000"));
        stmt_free(stmt);
    }
    connect_free(dbc);
}

/* SQLite is always serializable. */
static void
test_isolation(void)
{
    SQLULEN asked = SQL_TXN_READ_COMMITTED, level = dsn[0] == 's' ? SQL_TXN_SERIALIZABLE : asked;

    for (int before = 0; before < 2; before++) {
        SQLHDBC dbc = allocate();
        SQLULEN now = 0;
        if (before)
            OK(SQLSetConnectAttr(dbc, SQL_ATTR_TXN_ISOLATION, (SQLPOINTER) asked, 0));
        OK(SQLConnect(dbc, (SQLCHAR *) dsn, SQL_NTS, NULL, 0, NULL, 0));
        if (!before)
            CHECK(SQLSetConnectAttr(dbc, SQL_ATTR_TXN_ISOLATION, (SQLPOINTER) asked, 0) ==
                  (asked == level ? SQL_SUCCESS : SQL_SUCCESS_WITH_INFO));
        OK(SQLGetConnectAttr(dbc, SQL_ATTR_TXN_ISOLATION, &now, 0, NULL));
        CHECK(now == level);
        connect_free(dbc);
    }
}

int
main(int argc, char **argv)
{
    const char *folder = getenv("ODBCSYSINI");

    if (argc < 2) {
        fprintf(stderr, "usage: connect-test DSN\n");
        return 2;
    }
    client_begin("connect", argv[1]);
    snprintf(rules, sizeof rules, "%s/rules/%s.ini", folder == NULL ? "" : folder, dsn);
    for (int is_wide = 0; is_wide < 2; is_wide++)
        test_browse(is_wide);
    test_completions();
    test_environment();
    test_catalog();
    test_isolation();
    test_drivers_attributes();
    test_log_to_pipe();
    return client_end();
}
