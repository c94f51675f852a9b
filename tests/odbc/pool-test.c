/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * pool-test.c - the driver manager's pool of connections: the next user gets a clean one.
 *
 * Usage: pool-test BRAND; the driver's section of odbcinst.ini has CPTimeout, [ODBC] has
 * Pooling=Yes.  Makes the table t itself.  Prints FAIL lines and, last, "pool: N passed, N failed".
 */
#include "tests/odbc/client.h"

/* What differs between the brands; NULL: it has no such thing. */
static const struct {
    const char *brand;
    const char *set, *setting, *usual;
    const char *isolation, *usual_isolation;
    const char *sessions; /* statements that end the shards' other sessions */
} brands[] = {
    {"pg", "SET statement_timeout = '77s'", "SHOW statement_timeout", "0",
     "SHOW default_transaction_isolation", "read committed",
     "SELECT 'SELECT pg_terminate_backend(' || pid || ')' FROM pg_stat_activity WHERE datname LIKE "
     "'shard%' AND pid <> pg_backend_pid()"},
    {"my", "SET SESSION max_sort_length = 777", "SELECT @@max_sort_length", "1024",
     "SELECT @@tx_isolation", "REPEATABLE-READ",
     "SELECT CONCAT('KILL ', id) FROM information_schema.processlist WHERE user = 'shard' AND id "
     "<> "
     "CONNECTION_ID()"},
    {"sl", NULL, NULL, NULL, NULL, NULL, NULL},
};
static size_t b;

static void
give(SQLHDBC dbc)
{
    if (!SQL_SUCCEEDED(SQLDisconnect(dbc))) {
        SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_ROLLBACK);
        SQLDisconnect(dbc);
    }
    SQLFreeHandle(SQL_HANDLE_DBC, dbc);
}

/* The first cell of the answer as text; "" when there is none. */
static const char *
ask(SQLHDBC dbc, const char *sql)
{
    static char answer[100];
    SQLHSTMT stmt = NULL;

    answer[0] = '\0';
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLRETURN rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
    if (SQL_SUCCEEDED(rc) && SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 1, SQL_C_CHAR, answer, sizeof answer, NULL);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return answer;
}

static int
try_run(SQLHDBC dbc, const char *sql, int is_told)
{
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    int good = SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS));
    if (!good && is_told)
        show(SQL_HANDLE_STMT, stmt);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return good;
}

static int
run(SQLHDBC dbc, const char *sql)
{
    return try_run(dbc, sql, 1);
}

static SQLUINTEGER
attribute(SQLHDBC dbc, SQLINTEGER number)
{
    SQLUINTEGER value = 12345;

    SQLGetConnectAttr(dbc, number, &value, 0, NULL);
    return value;
}

static void
check_clean(SQLHDBC dbc, const char *after)
{
    check(attribute(dbc, SQL_ATTR_AUTOCOMMIT) == SQL_AUTOCOMMIT_ON, after);
    check(strcmp(ask(dbc, "SELECT COUNT(*) FROM t"), "1") == 0, after);
    check(strcmp(ask(dbc, "SELECT SUM(k) FROM t"), "1") == 0, after);
    if (brands[b].set != NULL)
        check(strcmp(ask(dbc, brands[b].setting), brands[b].usual) == 0, after);
    if (brands[b].isolation != NULL)
        check(strcmp(ask(dbc, brands[b].isolation), brands[b].usual_isolation) == 0, after);
    check(run(dbc, "CREATE TEMPORARY TABLE of_mine (a INTEGER)"), after);
    check(attribute(dbc, SQL_ATTR_CONNECTION_TIMEOUT) == 0, after);
}

static void
test_transaction(void)
{
    SQLHDBC dbc = connect_new();

    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    check(run(dbc, "INSERT INTO t (k, s) VALUES (2, 'x'), (3, 'y')"), "insert");
    give(dbc);
    dbc = connect_new();
    check_clean(dbc, "after an open transaction");
    give(dbc);
}

static void
test_settings(void)
{
    SQLHDBC dbc = connect_new();

    if (brands[b].set != NULL)
        check(run(dbc, brands[b].set), "SET");
    if (brands[b].isolation != NULL)
        check(SQL_SUCCEEDED(SQLSetConnectAttr(dbc, SQL_ATTR_TXN_ISOLATION,
                                              (SQLPOINTER) SQL_TXN_SERIALIZABLE, 0)),
              "isolation");
    SQLSetConnectAttr(dbc, SQL_ATTR_CONNECTION_TIMEOUT, (SQLPOINTER) 77, 0);
    run(dbc, "SET SHARDING HINT shard = 'ds_3'");
    run(dbc, "CREATE TEMPORARY TABLE of_mine (a INTEGER)");
    give(dbc);
    dbc = connect_new();
    check_clean(dbc, "after settings");
    give(dbc);
}

/* BEGIN as text, and a cursor that is still open. */
static void
test_text(void)
{
    SQLHDBC dbc = connect_new();
    SQLHSTMT stmt = NULL;

    check(run(dbc, "BEGIN"), "BEGIN");
    check(run(dbc, "DELETE FROM t"), "DELETE");
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLExecDirect(stmt, (SQLCHAR *) "SELECT k FROM t", SQL_NTS);
    give(dbc);
    dbc = connect_new();
    check_clean(dbc, "after BEGIN and an open cursor");
    give(dbc);
}

/* Connections to the first shard that are open in this process. */
static int
open_connections(SQLHDBC dbc)
{
    SQLHSTMT stmt = NULL;
    SQLINTEGER n = -1;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLExecDirect(stmt, (SQLCHAR *) "SHOW SHARDING STATUS", SQL_NTS);
    if (SQLFetch(stmt) == SQL_SUCCESS)
        SQLGetData(stmt, 7, SQL_C_LONG, &n, 0, NULL);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    return n;
}

/* Nothing was left: the very connections to the shards are used again. */
static void
test_reuse(void)
{
    SQLHDBC dbc = connect_new();

    check(open_connections(dbc) == 0, "a connection with a temporary table is closed");
    give(dbc);
    dbc = connect_new();
    check(strcmp(ask(dbc, "SELECT COUNT(*) FROM t"), "1") == 0, "count");
    check(open_connections(dbc) == 1, "open");
    give(dbc);
    dbc = connect_new();
    check(open_connections(dbc) == 1, "clean connections are kept");
    give(dbc);
}

/* As if the server had been restarted. */
static void
end_sessions(void)
{
    char whole[20];
    SQLCHAR sql[200] = "";
    SQLHSTMT list = NULL, stmt = NULL;

    snprintf(whole, sizeof whole, "%s_whole", dsn);
    SQLHDBC dbc = connect_to(whole);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &list);
    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLExecDirect(list, (SQLCHAR *) brands[b].sessions, SQL_NTS);
    while (SQLFetch(list) == SQL_SUCCESS) {
        SQLGetData(list, 1, SQL_C_CHAR, sql, sizeof sql, NULL);
        SQLExecDirect(stmt, sql, SQL_NTS);
        SQLFreeStmt(stmt, SQL_CLOSE);
    }
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    SQLFreeHandle(SQL_HANDLE_STMT, list);
    give(dbc);
}

/* A client that keeps its connection, or its pool, asks whether it is alive. */
static void
test_dead(void)
{
    SQLHDBC dbc = connect_new();

    if (brands[b].sessions == NULL) {
        give(dbc);
        return;
    }
    check(run(dbc, "UPDATE t SET s = 'new'"), "before");
    check(attribute(dbc, SQL_ATTR_CONNECTION_DEAD) == SQL_CD_FALSE, "alive");
    end_sessions();
    check(strcmp(ask(dbc, "SELECT COUNT(*) FROM t"), "1") == 0, "a read opens them again");
    end_sessions();
    check(run(dbc, "UPDATE t SET s = 'newer'"), "and so does a write over the shards");
    end_sessions();
    check(!try_run(dbc, "UPDATE t SET s = 'lost' WHERE k = 1", 0), "a write on one shard fails");
    check(attribute(dbc, SQL_ATTR_CONNECTION_DEAD) == SQL_CD_TRUE, "dead");
    check(run(dbc, "UPDATE t SET s = 'newest'"), "the next one opens them again");
    check(attribute(dbc, SQL_ATTR_CONNECTION_DEAD) == SQL_CD_FALSE, "alive again");
    end_sessions();
    check(!try_run(dbc, "UPDATE t SET s = 'lost' WHERE k = 1", 0), "a write fails again");
    give(dbc);
    dbc = connect_new();
    check(attribute(dbc, SQL_ATTR_CONNECTION_DEAD) == SQL_CD_FALSE, "the pool gives one alive");
    check(strcmp(ask(dbc, "SELECT s FROM t"), "newest") == 0, "and it works");
    give(dbc);
}

static void
make_table(void)
{
    SQLHDBC dbc = connect_new();
    SQLHSTMT stmt = NULL;

    SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    SQLExecDirect(stmt, (SQLCHAR *) "DROP TABLE t", SQL_NTS);
    SQLFreeHandle(SQL_HANDLE_STMT, stmt);
    run(dbc, "CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, s VARCHAR(20))");
    check(run(dbc, "INSERT INTO t (k, s) VALUES (1, 'one')"), "prepare");
    give(dbc);
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: pool-test BRAND\n");
        return 2;
    }
    while (b + 1 < sizeof brands / sizeof brands[0] && strcmp(brands[b].brand, argv[1]) != 0)
        b++;
    SQLSetEnvAttr(SQL_NULL_HANDLE, SQL_ATTR_CONNECTION_POOLING, (SQLPOINTER) SQL_CP_ONE_PER_HENV,
                  0);
    client_begin("pool", argv[1]);
    SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3_80, 0);
    make_table();
    test_transaction();
    test_settings();
    test_text();
    test_reuse();
    test_dead();
    SQLHDBC dbc = connect_new();
    run(dbc, "DROP TABLE t");
    give(dbc);
    return client_end();
}
