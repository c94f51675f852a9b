/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * place-test.c - parameters as sharding keys: values of every C type bound as every kind of SQL
 * type.
 *
 * Usage: place-test DSN.  Makes the tables t (k, an integer key) and c (id, a text key).  What a
 * row is placed by must be what its shard has stored, whatever the shard's driver has made of the
 * parameter: a row that was taken is found by the key that it has then.  Prints FAIL lines and,
 * last, "place: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <sqlucode.h>

#include <stdlib.h>

static SQLHDBC dbc;

static SQLINTEGER long_six = 6, long_large = 16777217;
static SQLSMALLINT short_seven = 7;
static SQLSCHAR tiny_five = 5;
static SQLCHAR unsigned_tiny = 200, bit = 1;
static SQLUINTEGER unsigned_large = 4000000005U;
static SQLBIGINT big_ten = 10;
static SQLUBIGINT unsigned_big = 11;
static SQLREAL real = 13;
static SQLDOUBLE whole = 14, half = 14.5, large = 16777217;
static SQLWCHAR wide[] = {'2', '3', 0};
static SQL_NUMERIC_STRUCT numeric = {4, 0, 1, {25}}, tenths = {4, 1, 1, {250}},
                          tens = {4, -1, 1, {3}}, negative = {4, 1, 0, {70}};
static SQL_DATE_STRUCT date = {2024, 2, 29};
static SQL_TIME_STRUCT clock_time = {1, 2, 3};
static SQL_TIMESTAMP_STRUCT stamp = {2024, 2, 29, 0, 0, 0, 0};
static SQLGUID guid = {0x123e4567, 0xe89b, 0x12d3, {0xa4, 0x56, 0x42, 0x66, 0x14, 0x17, 0x40, 0}};

#define TEXT(text)                                                                                 \
    {                                                                                              \
        SQL_C_CHAR, text, SQL_NTS                                                                  \
    }

static const struct {
    SQLSMALLINT c_type;
    void *data;
    SQLLEN length;
} values[] = {
    {SQL_C_LONG, &long_six, 0},
    {SQL_C_SLONG, &long_large, 0},
    {SQL_C_SHORT, &short_seven, 0},
    {SQL_C_TINYINT, &tiny_five, 0},
    {SQL_C_UTINYINT, &unsigned_tiny, 0},
    {SQL_C_ULONG, &unsigned_large, 0},
    {SQL_C_SBIGINT, &big_ten, 0},
    {SQL_C_UBIGINT, &unsigned_big, 0},
    {SQL_C_FLOAT, &real, 0},
    {SQL_C_DOUBLE, &whole, 0},
    {SQL_C_DOUBLE, &half, 0},
    {SQL_C_DOUBLE, &large, 0},
    {SQL_C_BIT, &bit, 0},
    {SQL_C_WCHAR, wide, SQL_NTS},
    {SQL_C_NUMERIC, &numeric, sizeof numeric},
    {SQL_C_NUMERIC, &tenths, sizeof tenths},
    {SQL_C_NUMERIC, &tens, sizeof tens},
    {SQL_C_NUMERIC, &negative, sizeof negative},
    {SQL_C_BINARY, "26", 2},
    {SQL_C_TYPE_DATE, &date, sizeof date},
    {SQL_C_TYPE_TIME, &clock_time, sizeof clock_time},
    {SQL_C_TYPE_TIMESTAMP, &stamp, sizeof stamp},
    {SQL_C_GUID, &guid, sizeof guid},
    TEXT("15"),
    TEXT(" 17 "),
    TEXT("18.0"),
    TEXT("1e1"),
    TEXT("019"),
    TEXT("+21"),
    TEXT("22.5"),
    TEXT("-3"),
    TEXT("16777217"),
    TEXT("2024-2-29"),
    TEXT("2024-02-29 00:00:00"),
    TEXT("1:2:3"),
    TEXT("123E4567-E89B-12D3-A456-426614174000"),
    TEXT("12x"),
    TEXT(""),
    TEXT("1"),
    TEXT("t"),
};

static const SQLSMALLINT types[] = {SQL_INTEGER,        SQL_SMALLINT,  SQL_BIGINT,    SQL_BIT,
                                    SQL_DECIMAL,        SQL_REAL,      SQL_DOUBLE,    SQL_VARCHAR,
                                    SQL_WVARCHAR,       SQL_VARBINARY, SQL_TYPE_DATE, SQL_TYPE_TIME,
                                    SQL_TYPE_TIMESTAMP, SQL_GUID};

typedef struct {
    const char *name, *key, *form; /* form: a literal of the key */
} Table;

static SQLRETURN
run(SQLHSTMT stmt, const char *format, const Table *table, const char *rest)
{
    char sql[300];

    snprintf(sql, sizeof sql, format, table->name, table->key, rest);
    return SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
}

/* Makes the literal of a text. */
static const char *
quoted(const Table *table, const char *text)
{
    static char out[200];
    char inner[150];
    size_t n = 0;

    for (; *text != '\0' && n < sizeof inner - 2; text++) {
        if (*text == '\'')
            inner[n++] = '\'';
        inner[n++] = *text;
    }
    inner[n] = '\0';
    snprintf(out, sizeof out, table->form, inner);
    return out;
}

/* The stored key, which every node is asked for; FALSE: there is none, or it is NULL. */
static int
stored(const Table *table, char *out, SQLLEN size)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN length = SQL_NULL_DATA;

    int good = SQL_SUCCEEDED(run(stmt, "SELECT MAX(%2$s) FROM %1$s", table, "")) &&
               SQLFetch(stmt) == SQL_SUCCESS &&
               SQL_SUCCEEDED(SQLGetData(stmt, 1, SQL_C_CHAR, out, size, &length)) && length >= 0;
    stmt_free(stmt);
    return good;
}

static void
try_one(const Table *table, size_t value, SQLSMALLINT type, SQLSMALLINT digits)
{
    SQLHSTMT stmt = stmt_new(dbc);
    SQLLEN length = values[value].length;
    char key[200];

    run(stmt, "DELETE FROM %s", table, "");
    SQLFreeStmt(stmt, SQL_CLOSE);
    SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, values[value].c_type, type,
                     type == SQL_VARCHAR || type == SQL_WVARCHAR ? 60 : 20, digits,
                     values[value].data, 0, length == 0 ? NULL : &length);
    if (SQL_SUCCEEDED(run(stmt, "INSERT INTO %s (%s) VALUES (?)", table, "")) &&
        stored(table, key, sizeof key)) {
        char text[300];
        SQLFreeStmt(stmt, SQL_RESET_PARAMS);
        SQLRETURN rc = run(stmt, "SELECT s FROM %s WHERE %s = %s", table, quoted(table, key));
        snprintf(text, sizeof text, "value %zu of C type %d as %d is stored as '%s' elsewhere",
                 value, values[value].c_type, type, key);
        check(rc == SQL_ERROR || SQLFetch(stmt) == SQL_SUCCESS, text);
    }
    stmt_free(stmt);
}

static void
try_table(const Table *table, const char *column_type)
{
    SQLHSTMT stmt = stmt_new(dbc);
    char text[100];

    run(stmt, "DROP TABLE %s", table, "");
    snprintf(text, sizeof text, "%s NOT NULL PRIMARY KEY, s VARCHAR(40))", column_type);
    check(SQL_SUCCEEDED(run(stmt, "CREATE TABLE %s (%s %s", table, text)), "CREATE TABLE");
    /* A file is slow to commit, and a failure there ends no transaction. */
    if (dsn[0] == 's')
        SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_OFF, 0);
    for (size_t value = 0; value < sizeof values / sizeof values[0]; value++) {
        for (size_t type = 0; type < sizeof types / sizeof types[0]; type++)
            try_one(table, value, types[type], types[type] == SQL_TYPE_TIMESTAMP ? 6 : 0);
        if (values[value].c_type == SQL_C_NUMERIC)
            for (SQLSMALLINT digits = -2; digits <= 2; digits++)
                try_one(table, value, SQL_NUMERIC, digits);
    }
    SQLSetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) SQL_AUTOCOMMIT_ON, 0);
    run(stmt, "DROP TABLE %s", table, "");
    stmt_free(stmt);
}

int
main(int argc, char **argv)
{
    static const Table numbers = {"t", "k", "%s"}, texts = {"c", "id", "'%s'"};

    if (argc < 2) {
        fprintf(stderr, "usage: place-test DSN\n");
        return 2;
    }
    client_begin("place", argv[1]);
    dbc = connect_new();
    if (dbc == NULL)
        return 1;
    try_table(&numbers, argv[1][0] == 's' ? "INTEGER" : "BIGINT");
    try_table(&texts, "VARCHAR(60)");
    connect_free(dbc);
    return client_end();
}
