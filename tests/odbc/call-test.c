/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * call-test.c - procedures and functions: output parameters of every kind, and the shard that a
 * call goes to.
 *
 * Usage: call-test DSN (pg or my, whose rules name the routines co_where and co_value).
 */
#include "tests/odbc/client.h"

static SQLHDBC dbc;
static int is_pg;

static const char *const pg_routines[] = {
    "CREATE PROCEDURE co_all(k integer, INOUT a varchar(20), INOUT b integer, INOUT c varchar(20), "
    "INOUT d timestamp, INOUT e bytea, INOUT f decimal(10,2), INOUT g float8) LANGUAGE plpgsql AS "
    "$$ BEGIN IF k = 1 THEN a := NULL; b := NULL; c := ''; d := NULL; e := NULL; f := NULL; g := "
    "NULL; ELSE a := 'hello wörld'; b := b + 7; c := c || '!'; d := '2020-01-02 03:04:05'; e := "
    "'\\x0100'; f := 12.30; g := 0.1; END IF; END $$",
    "CREATE PROCEDURE co_where(k integer, INOUT w varchar(30)) LANGUAGE plpgsql AS "
    "$$ BEGIN w := current_database(); END $$",
    "CREATE FUNCTION co_value(k integer) RETURNS text LANGUAGE SQL AS "
    "'SELECT current_database()::text'",
};

static const char *const my_routines[] = {
    "CREATE PROCEDURE co_all(IN k integer, OUT a varchar(20), INOUT b integer, INOUT c "
    "varchar(20), OUT d datetime, OUT e varbinary(9), OUT f decimal(10,2), OUT g double) "
    "IF k = 1 THEN SET a = NULL, b = NULL, c = '', d = NULL, e = NULL, f = NULL, g = NULL; "
    "ELSE SET a = 'hello wörld', b = b + 7, c = concat(c, '!'), d = '2020-01-02 03:04:05', "
    "e = x'0100', f = 12.30, g = 0.1; END IF",
    "CREATE PROCEDURE co_where(IN k integer, OUT w varchar(30)) SET w = database()",
    "CREATE PROCEDURE co_value(IN k integer, OUT w varchar(30)) BEGIN SELECT 1, 2; "
    "SELECT 3; SET w = 'behind'; END",
};

static const char *const drops[] = {"DROP PROCEDURE co_all", "DROP PROCEDURE co_where",
                                    "DROP PROCEDURE co_value", "DROP FUNCTION co_value"};

static SQLRETURN
direct(SQLHSTMT stmt, const char *sql)
{
    SQLFreeStmt(stmt, SQL_CLOSE);
    return SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
}

/* What co_all is called with; lengths[0] is k's. */
typedef struct {
    SQLINTEGER k, b;
    char a[80], c[80], e[40], f[40];
    SQL_TIMESTAMP_STRUCT d;
    double g;
    SQLLEN lengths[8];
} Values;

/* io: of the parameters that the routine only writes; junk: what stands at their lengths. */
static SQLRETURN
call_all(SQLHSTMT stmt, Values *v, SQLSMALLINT a_type, SQLLEN a_size)
{
    SQLLEN *n = v->lengths;

    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &v->k, 0, n);
    SQLBindParameter(stmt, 2, SQL_PARAM_OUTPUT, a_type, SQL_VARCHAR, 20, 0, v->a, a_size, n + 1);
    /* Of a number the buffer's length means nothing. */
    SQLBindParameter(stmt, 3, SQL_PARAM_INPUT_OUTPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &v->b,
                     (SQLLEN) 1 << 60, n + 2);
    SQLBindParameter(stmt, 4, SQL_PARAM_INPUT_OUTPUT, SQL_C_CHAR, SQL_VARCHAR, 20, 0, v->c, 40,
                     n + 3);
    SQLBindParameter(stmt, 5, SQL_PARAM_OUTPUT, SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 19, 0,
                     &v->d, sizeof v->d, n + 4);
    SQLBindParameter(stmt, 6, SQL_PARAM_OUTPUT, SQL_C_BINARY, SQL_VARBINARY, 9, 0, v->e, 40, n + 5);
    SQLBindParameter(stmt, 7, SQL_PARAM_OUTPUT, SQL_C_CHAR, SQL_DECIMAL, 10, 2, v->f, 40, n + 6);
    SQLBindParameter(stmt, 8, SQL_PARAM_OUTPUT, SQL_C_DOUBLE, SQL_DOUBLE, 0, 0, &v->g, 0, n + 7);
    return direct(stmt, "CALL co_all(?,?,?,?,?,?,?,?)");
}

static Values
fresh_values(SQLINTEGER k, SQLLEN junk)
{
    Values v = {.k = k, .b = 35, .a = "before", .c = "in", .lengths = {0}};

    for (int i = 1; i < 8; i++)
        v.lengths[i] = junk;
    v.lengths[2] = 0;
    v.lengths[3] = SQL_NTS;
    return v;
}

/* Values and NULLs, whatever stood at the lengths of what is only written. */
static void
test_outputs(void)
{
    static const SQLLEN junk[] = {0, SQL_NULL_DATA, SQL_DEFAULT_PARAM, SQL_NTS, -7, -100, 4711};
    SQLHSTMT stmt = stmt_new(dbc);

    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++) {
        Values v = fresh_values(2, junk[i]);
        CHECK(call_all(stmt, &v, SQL_C_CHAR, 40) == SQL_SUCCESS);
        CHECK(strcmp(v.a, "hello wörld") == 0 && v.lengths[1] == 12);
        CHECK(v.b == 42 && v.lengths[2] == 4);
        CHECK(strcmp(v.c, "in!") == 0 && v.lengths[3] == 3);
        CHECK(v.d.year == 2020 && v.d.month == 1 && v.d.day == 2 && v.d.second == 5 &&
              v.d.fraction == 0);
        CHECK(v.e[0] == 1 && v.e[1] == 0 && v.lengths[5] == 2);
        CHECK(strcmp(v.f, "12.30") == 0 && v.lengths[6] == 5);
        CHECK(v.g == 0.1 && v.lengths[7] == 8);
        v = fresh_values(1, junk[i]);
        CHECK(call_all(stmt, &v, SQL_C_CHAR, 40) == SQL_SUCCESS);
        CHECK(v.lengths[3] == 0 && v.c[0] == '\0');
        for (int n = 1; n < 8; n++)
            CHECK(n == 3 || v.lengths[n] == SQL_NULL_DATA);
    }
    stmt_free(stmt);
}

/* NULL goes in; text that is cut is said to be, and ends with a NUL; wide text. */
static void
test_forms(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    Values v = fresh_values(2, 0);

    v.lengths[2] = SQL_NULL_DATA;
    v.lengths[3] = 0;
    CHECK(call_all(stmt, &v, SQL_C_CHAR, 40) == SQL_SUCCESS);
    CHECK(v.lengths[2] == SQL_NULL_DATA && strcmp(v.c, "!") == 0);
    v = fresh_values(2, 0);
    CHECK(call_all(stmt, &v, SQL_C_CHAR, 5) == SQL_SUCCESS_WITH_INFO);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "01004"));
    CHECK(strcmp(v.a, "hell") == 0 && v.lengths[1] == 12);
    v = fresh_values(2, 0);
    CHECK(call_all(stmt, &v, SQL_C_WCHAR, 80) == SQL_SUCCESS);
    CHECK(((SQLWCHAR *) v.a)[7] == 0xf6 && ((SQLWCHAR *) v.a)[11] == 0 && v.lengths[1] == 22);
    v = fresh_values(2, 0);
    CHECK(call_all(stmt, &v, SQL_C_WCHAR, 10) == SQL_SUCCESS_WITH_INFO);
    CHECK(has_state(SQL_HANDLE_STMT, stmt, "01004"));
    CHECK(((SQLWCHAR *) v.a)[3] == 'l' && ((SQLWCHAR *) v.a)[4] == 0 && v.lengths[1] == 22);
    stmt_free(stmt);
}

static void
check_untouched(const Values *v)
{
    const char *bytes = (const char *) v;
    size_t n = 0;

    while (n < sizeof *v && bytes[n] == 'x')
        n++;
    CHECK(n == sizeof *v);
}

/* Neither a later statement nor what comes behind the results writes to what was bound. */
static void
test_left_behind(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    Values v = fresh_values(2, 0);

    CHECK(call_all(stmt, &v, SQL_C_WCHAR, 80) == SQL_SUCCESS);
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
    memset(&v, 'x', sizeof v);
    CHECK(direct(stmt, "SELECT 1") == SQL_SUCCESS);
    CHECK(SQLMoreResults(stmt) == SQL_NO_DATA);
    check_untouched(&v);
    v = fresh_values(1, 0);
    CHECK(call_all(stmt, &v, SQL_C_CHAR, 40) == SQL_SUCCESS);
    SQLFreeStmt(stmt, SQL_RESET_PARAMS);
    memset(&v, 'x', sizeof v);
    while (SQL_SUCCEEDED(SQLMoreResults(stmt)))
        continue;
    check_untouched(&v);
    stmt_free(stmt);
}

/* The length and the indicator at addresses of their own. */
static void
test_descriptor(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLHDESC apd = NULL;
    Values v = fresh_values(2, 0);
    SQLLEN indicator = -9, octets = -9;

    SQLGetStmtAttr(stmt, SQL_ATTR_APP_PARAM_DESC, &apd, 0, NULL);
    for (v.k = 2; v.k >= 1; v.k--) {
        v.lengths[2] = 0;
        v.lengths[3] = SQL_NTS;
        octets = indicator = -9;
        call_all(stmt, &v, SQL_C_CHAR, 40);
        SQLSetDescField(apd, 2, SQL_DESC_INDICATOR_PTR, &indicator, 0);
        SQLSetDescField(apd, 2, SQL_DESC_OCTET_LENGTH_PTR, &octets, 0);
        v.lengths[2] = 0;
        v.lengths[3] = SQL_NTS;
        CHECK(direct(stmt, "CALL co_all(?,?,?,?,?,?,?,?)") == SQL_SUCCESS);
        CHECK(v.k == 1 ? indicator == SQL_NULL_DATA : indicator == 0 && octets == 12);
    }
    stmt_free(stmt);
}

/* ---- where a call goes ---- */

/* The shard that answers, after its database's name; -1 another answer. */
static int
shard_of(SQLHSTMT stmt, SQLRETURN rc, const char *answer)
{
    if (!SQL_SUCCEEDED(rc)) {
        show(SQL_HANDLE_STMT, stmt);
        return -1;
    }
    return strncmp(answer, "shard_", 6) == 0 ? atoi(answer + 6) : -1;
}

static void
test_routing(void)
{
    static const struct {
        const char *sql;
        int shard; /* -1: the argument's */
    } calls[] = {
        {"CALL co_where(?,?)", -1},
        {"/* one */ CALL co_where(?,?)", -1},
        {"/* SHARDODBC: shard=ds_3 */ CALL co_where(?,?)", 3},
    };
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 0;
    char w[40];
    SQLLEN length, none = 0;

    for (size_t i = 0; i < 2 * sizeof calls / sizeof calls[0]; i++) {
        SQLFreeStmt(stmt, SQL_CLOSE);
        SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, &none);
        SQLBindParameter(stmt, 2, SQL_PARAM_OUTPUT, SQL_C_CHAR, SQL_VARCHAR, 30, 0, w, 40, &length);
        if (i % 2 == 1)
            SQLPrepare(stmt, (SQLCHAR *) calls[i / 2].sql, SQL_NTS);
        for (k = 1; k < 4; k++) {
            strcpy(w, "before");
            length = -7;
            SQLFreeStmt(stmt, SQL_CLOSE);
            SQLRETURN rc = i % 2 == 1 ? SQLExecute(stmt) : direct(stmt, calls[i / 2].sql);
            CHECK(shard_of(stmt, rc, w) == (calls[i / 2].shard < 0 ? k : calls[i / 2].shard));
            CHECK(length == 7);
        }
    }
    stmt_free(stmt);
}

/* {?=call f(?)} is psqlodbc's alone. */
static void
test_function(void)
{
    static const char sql[] = "{ ?=call co_value(?)}";
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER keys[] = {1, 2, 3};
    char w[3][40] = {"", "", ""};
    SQLLEN lengths[3] = {0};
    SQLUSMALLINT status[3];

    SQLBindParameter(stmt, 1, SQL_PARAM_OUTPUT, SQL_C_CHAR, SQL_VARCHAR, 30, 0, w, 40, lengths);
    SQLBindParameter(stmt, 2, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, keys, 0, NULL);
    if (!is_pg) {
        CHECK(direct(stmt, sql) == SQL_ERROR && has_state(SQL_HANDLE_STMT, stmt, "42000"));
        stmt_free(stmt);
        return;
    }
    CHECK(shard_of(stmt, direct(stmt, sql), w[0]) == 1);
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLPrepare(stmt, (SQLCHAR *) sql, SQL_NTS);
    for (keys[0] = 3; keys[0] > 0; keys[0]--) {
        SQLFreeStmt(stmt, SQL_CLOSE);
        CHECK(shard_of(stmt, SQLExecute(stmt), w[0]) == keys[0]);
    }
    keys[0] = 1;
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) 3, 0);
    SQLSetStmtAttr(stmt, SQL_ATTR_PARAM_STATUS_PTR, status, 0);
    CHECK(SQLExecute(stmt) == SQL_SUCCESS);
    for (int i = 0; i < 3; i++)
        CHECK(shard_of(stmt, SQL_SUCCESS, w[i]) == i + 1 && lengths[i] == 7 &&
              status[i] == SQL_PARAM_SUCCESS);
    stmt_free(stmt);
}

/* What a procedure of MariaDB sets is there behind its results. */
static void
test_behind_results(void)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLINTEGER k = 1;
    char w[40] = "before";
    SQLLEN length = -7;
    SQLSMALLINT n = 0;

    if (is_pg) {
        stmt_free(stmt);
        return;
    }
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_LONG, SQL_INTEGER, 0, 0, &k, 0, NULL);
    SQLBindParameter(stmt, 2, SQL_PARAM_OUTPUT, SQL_C_CHAR, SQL_VARCHAR, 30, 0, w, 40, &length);
    CHECK(direct(stmt, "{call co_value(?,?)}") == SQL_SUCCESS);
    CHECK(SQLNumResultCols(stmt, &n) == SQL_SUCCESS && n == 2);
    CHECK(SQLFetch(stmt) == SQL_SUCCESS && SQLFetch(stmt) == SQL_NO_DATA);
    CHECK(SQLMoreResults(stmt) == SQL_SUCCESS);
    CHECK(SQLNumResultCols(stmt, &n) == SQL_SUCCESS && n == 1);
    while (SQL_SUCCEEDED(SQLMoreResults(stmt)))
        continue;
    CHECK(strcmp(w, "behind") == 0 && length == 6);
    stmt_free(stmt);
}

static void
drop_routines(SQLHSTMT stmt)
{
    for (size_t i = 0; i < sizeof drops / sizeof drops[0]; i++)
        direct(stmt, drops[i]);
}

int
main(int argc, char **argv)
{
    static void (*const tests[])(void) = {test_outputs,       test_forms,   test_left_behind,
                                          test_descriptor,    test_routing, test_function,
                                          test_behind_results};
    char text[100];

    if (argc < 2)
        return 2;
    client_begin("call", argv[1]);
    is_pg = argv[1][0] == 'p';
    SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    snprintf(text, sizeof text, "DSN=%s;Hints=on", argv[1]);
    if (!SQL_SUCCEEDED(SQLDriverConnect(dbc, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                        SQL_DRIVER_NOPROMPT)))
        return 1;
    SQLHSTMT stmt = stmt_new(dbc);
    drop_routines(stmt);
    for (int i = 0; i < 3; i++) {
        CHECK(SQL_SUCCEEDED(direct(stmt, is_pg ? pg_routines[i] : my_routines[i])));
        show(SQL_HANDLE_STMT, stmt);
    }
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tests[i]();
    drop_routines(stmt);
    stmt_free(stmt);
    connect_free(dbc);
    return client_end();
}
