/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    char letter;
    SQLSMALLINT c_type, type;
    SQLULEN size;
    SQLSMALLINT digits;
} parameter_types[] = {
    {'u', SQL_C_LONG, SQL_INTEGER, 10, 0},
    {'o', SQL_C_SBIGINT, SQL_BIGINT, 19, 0},
    {'s', SQL_C_CHAR, SQL_VARCHAR, 20, 0},
    {'a', SQL_C_CHAR, SQL_NUMERIC, 12, 2},
    {'t', SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 19, 0},
    {'n', SQL_C_CHAR, SQL_VARCHAR, 80, 0},
};

/* How a column is fetched, and how wide in a block; what isn't here: as text. */
static const struct {
    SQLSMALLINT type, c_type;
    SQLLEN width;
} column_types[] = {
    {SQL_INTEGER, SQL_C_LONG, sizeof(SQLINTEGER)},
    {SQL_SMALLINT, SQL_C_LONG, sizeof(SQLINTEGER)},
    {SQL_BIGINT, SQL_C_SBIGINT, sizeof(SQLBIGINT)},
    {SQL_TYPE_TIMESTAMP, SQL_C_TYPE_TIMESTAMP, sizeof(SQL_TIMESTAMP_STRUCT)},
    {SQL_DOUBLE, SQL_C_DOUBLE, sizeof(double)},
    {SQL_FLOAT, SQL_C_DOUBLE, sizeof(double)},
    {0, SQL_C_CHAR, 64},
};

typedef union {
    SQLINTEGER integer;
    SQLBIGINT big;
    double number;
    SQL_TIMESTAMP_STRUCT time;
    char text[256];
} Cell;

void
conn_fail(Conn *self, SQLSMALLINT type, SQLHANDLE handle, const char *what)
{
    SQLCHAR state[8] = "", text[400] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    SQLGetDiagRec(type, handle, 1, state, &native, text, sizeof text, &length);
    for (SQLCHAR *c = text; *c; c++)
        if (*c == '\n' || *c == '"')
            *c = ' ';
    if (!self->failed)
        snprintf(self->error, sizeof self->error, "%s: [%s] %s", what, state, text);
    self->failed = 1;
}

Conn *
conn_open(const Target *target, int number)
{
    static SQLHENV environment;
    const char *name = target->names[number];
    Conn *self = calloc(1, sizeof *self);
    char text[400];

    if (!environment) {
        SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment);
        SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    }
    self->is_shard = target->is_sharded;
    SQLAllocHandle(SQL_HANDLE_DBC, environment, &self->handle);
    snprintf(text, sizeof text, "%s%s", strchr(name, '=') ? "" : "DSN=", name);
    if (!SUCCEEDED(SQLDriverConnect(self->handle, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                    SQL_DRIVER_NOPROMPT))) {
        conn_fail(self, SQL_HANDLE_DBC, self->handle, "connect");
        fprintf(stderr, "%s: %s\n", name, self->error);
        exit(2);
    }
    return self;
}

void
conn_close(Conn *self)
{
    for (int q = 0; q < N_STATEMENTS; q++)
        if (self->prepared[q])
            SQLFreeHandle(SQL_HANDLE_STMT, self->prepared[q]->handle);
    SQLDisconnect(self->handle);
    SQLFreeHandle(SQL_HANDLE_DBC, self->handle);
}

void
bind_parameter(SQLHSTMT handle, int number, char letter, void *value, SQLLEN *indicator)
{
    int i = 0;

    while (parameter_types[i].letter != letter)
        i++;
    SQLBindParameter(handle, number, SQL_PARAM_INPUT, parameter_types[i].c_type,
                     parameter_types[i].type, parameter_types[i].size, parameter_types[i].digits,
                     value, 0, indicator);
}

static void
bind_values(Prepared *self, const char *letters)
{
    int n_users = 0, n_orders = 0, n_texts = 0, n_times = 0;
    Values *values = &self->values;

    for (int i = 0; letters && letters[i]; i++) {
        int is_text = letters[i] == 's' || letters[i] == 'a';
        void *value = is_text             ? (void *) values->texts[n_texts++]
                      : letters[i] == 'u' ? (void *) &values->users[n_users++]
                      : letters[i] == 'o' ? (void *) &values->orders[n_orders++]
                                          : (void *) &values->times[n_times++];
        values->indicators[i] = is_text ? SQL_NTS : 0;
        bind_parameter(self->handle, i + 1, letters[i], value, &values->indicators[i]);
    }
}

static SQLCHAR *
text_for(const Conn *conn, int q)
{
    const Statement *statement = &statements[q];

    return (SQLCHAR *) (conn->is_shard && statement->shard_text ? statement->shard_text
                                                                : statement->text);
}

Prepared *
conn_prepare(Conn *self, int q)
{
    if (self->prepared[q])
        return self->prepared[q];

    Prepared *prepared = self->prepared[q] = calloc(1, sizeof *prepared);
    SQLAllocHandle(SQL_HANDLE_STMT, self->handle, &prepared->handle);
    bind_values(prepared, statements[q].parameters);
    if (!statements[q].is_direct &&
        !SUCCEEDED(SQLPrepare(prepared->handle, text_for(self, q), SQL_NTS)))
        conn_fail(self, SQL_HANDLE_STMT, prepared->handle, "prepare");
    return prepared;
}

/* What the columns are; those of a block are bound. */
static void
describe(Prepared *self, int is_block)
{
    SQLSMALLINT n = 0;

    SQLNumResultCols(self->handle, &n);
    self->n_columns = n > MAX_COLUMNS ? MAX_COLUMNS : n;
    for (int k = 0; k < self->n_columns; k++) {
        SQLCHAR name[64];
        SQLSMALLINT length, type, digits, nullable;
        SQLULEN size;
        int i = 0;

        SQLDescribeCol(self->handle, k + 1, name, sizeof name, &length, &type, &size, &digits,
                       &nullable);
        while (column_types[i].type && column_types[i].type != type)
            i++;
        self->c_types[k] = column_types[i].c_type;
        if (!is_block)
            continue;
        self->blocks[k] = malloc(column_types[i].width * BLOCK);
        self->indicators[k] = malloc(sizeof(SQLLEN) * BLOCK);
        SQLBindCol(self->handle, k + 1, self->c_types[k], self->blocks[k], column_types[i].width,
                   self->indicators[k]);
    }
    if (is_block) {
        SQLSetStmtAttr(self->handle, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) BLOCK, 0);
        SQLSetStmtAttr(self->handle, SQL_ATTR_ROWS_FETCHED_PTR, &self->fetched, 0);
    }
}

static void
add_block(Conn *conn, Prepared *self, Result *result)
{
    (void) conn;
    result->rows += self->fetched;
    for (int k = 0; k < self->n_columns; k++) {
        if (self->c_types[k] == SQL_C_LONG)
            for (SQLULEN i = 0; i < self->fetched; i++)
                result->sum += ((SQLINTEGER *) self->blocks[k])[i];
        if (self->c_types[k] == SQL_C_SBIGINT)
            for (SQLULEN i = 0; i < self->fetched; i++)
                result->sum += ((SQLBIGINT *) self->blocks[k])[i];
    }
}

static void
add_row(Conn *conn, Prepared *self, Result *result)
{
    result->rows++;
    for (int k = 0; k < self->n_columns; k++) {
        Cell cell;
        SQLLEN indicator;

        cell.big = 0;
        if (!SUCCEEDED(SQLGetData(self->handle, k + 1, self->c_types[k], &cell, sizeof cell,
                                  &indicator))) {
            conn_fail(conn, SQL_HANDLE_STMT, self->handle, "getdata");
            return;
        }
        if (self->c_types[k] == SQL_C_LONG)
            result->sum += cell.integer;
        else if (self->c_types[k] == SQL_C_SBIGINT)
            result->sum += cell.big;
    }
}

static Result
fetch_all(Conn *conn, Prepared *prepared, int is_block)
{
    void (*add)(Conn *, Prepared *, Result *) = is_block ? add_block : add_row;
    Result result = {0};
    SQLRETURN rc;

    if (!prepared->n_columns)
        describe(prepared, is_block);
    while (SUCCEEDED(rc = SQLFetch(prepared->handle))) {
        if (!result.rows)
            conn->first = now() - conn->begin;
        add(conn, prepared, &result);
    }
    if (rc != SQL_NO_DATA)
        conn_fail(conn, SQL_HANDLE_STMT, prepared->handle, "fetch");
    return result;
}

Result
conn_run(Conn *self, int q)
{
    Prepared *prepared = conn_prepare(self, q);
    Result result = {0};

    self->begin = now();
    self->first = 0;
    SQLRETURN rc = statements[q].is_direct
                       ? SQLExecDirect(prepared->handle, text_for(self, q), SQL_NTS)
                       : SQLExecute(prepared->handle);
    if (!SUCCEEDED(rc) && rc != SQL_NO_DATA) {
        conn_fail(self, SQL_HANDLE_STMT, prepared->handle, "execute");
    } else if (statements[q].is_write) {
        SQLLEN n = 0;
        SQLRowCount(prepared->handle, &n);
        result.rows = n;
    } else {
        result = fetch_all(self, prepared, statements[q].is_block);
    }
    SQLFreeStmt(prepared->handle, SQL_CLOSE);
    return result;
}

void
job_run(Job *job)
{
    job->result = conn_run(job->conn, job->q);
}
