/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- inserts ---- */

Rows *
conn_rows(Conn *self)
{
    if (!self->rows)
        self->rows = calloc(1, sizeof *self->rows);
    return self->rows;
}

/* Without indicators: a text ends where it ends. */
static void
bind_row(SQLHSTMT handle, int first, Row *row, SQLLEN *indicators)
{
    static const char letters[] = "ousatn";
    void *values[] = {&row->order, &row->user, row->status, row->amount, &row->time, row->note};

    for (int i = 0; letters[i]; i++) {
        int is_text = strchr("san", letters[i]) != NULL;
        if (indicators)
            indicators[i] = SQL_NTS;
        bind_parameter(handle, first + i, letters[i], values[i],
                       indicators && is_text ? &indicators[i] : NULL);
    }
}

/* One row in the text and an array of them bound, or all of them in the text. */
static void
prepare_insert(Conn *conn, int q)
{
    Rows *rows = conn_rows(conn);
    Prepared *prepared = conn->prepared[q] = calloc(1, sizeof *prepared);
    int is_array = q == Q11A, n = is_array ? 1 : rows->n;
    char *text = NULL;
    size_t size;

    prepared->n_rows = rows->n;
    SQLAllocHandle(SQL_HANDLE_STMT, conn->handle, &prepared->handle);
    if (is_array) {
        SQLSetStmtAttr(prepared->handle, SQL_ATTR_PARAM_BIND_TYPE, (SQLPOINTER) sizeof(Row), 0);
        SQLSetStmtAttr(prepared->handle, SQL_ATTR_PARAMSET_SIZE, (SQLPOINTER) (SQLULEN) rows->n, 0);
    }
    FILE *out = open_memstream(&text, &size);
    fputs("INSERT INTO orders(" ORDER_COLUMNS ") VALUES ", out);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", (?, ?, ?, ?, ?, ?)" : "(?, ?, ?, ?, ?, ?)", out);
        bind_row(prepared->handle, 6 * i + 1, &rows->rows[i],
                 is_array ? NULL : rows->indicators[i]);
    }
    fclose(out);
    if (!SUCCEEDED(SQLPrepare(prepared->handle, (SQLCHAR *) text, SQL_NTS)))
        conn_fail(conn, SQL_HANDLE_STMT, prepared->handle, "prepare");
    free(text);
}

void
job_insert_rows(Job *job)
{
    Conn *conn = job->conn;
    Prepared *prepared = conn->prepared[job->q];
    int n = conn_rows(conn)->n;

    if (prepared && prepared->n_rows != n) {
        SQLFreeHandle(SQL_HANDLE_STMT, prepared->handle);
        free(prepared);
        prepared = NULL;
    }
    if (!prepared)
        prepare_insert(conn, job->q);
    job->result = conn_run(conn, job->q);
    /* Drivers differ in what they count of an array. */
    if (job->q == Q11A)
        job->result.rows = n;
}

/* ---- transactions ---- */

static void
set_autocommit(Target *target, unsigned mask, SQLULEN value)
{
    for (int i = 0; i < target->n; i++)
        if (mask & 1u << i)
            SQLSetConnectAttr(target->conns[i]->handle, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) value, 0);
}

static void
job_commit(Job *job)
{
    if (!SUCCEEDED(SQLEndTran(SQL_HANDLE_DBC, job->conn->handle, SQL_COMMIT)))
        conn_fail(job->conn, SQL_HANDLE_DBC, job->conn->handle, "commit");
}

Result
run_in_transaction(Target *target, int q, JobFunction function)
{
    unsigned mask = EVERYWHERE(target);

    set_autocommit(target, mask, SQL_AUTOCOMMIT_OFF);
    Result result = run_on(target, q, function, mask);
    run_on(target, q, job_commit, mask);
    set_autocommit(target, mask, SQL_AUTOCOMMIT_ON);
    return result;
}

static void
run_text(Conn *conn, const char *text)
{
    SQLHSTMT handle;

    SQLAllocHandle(SQL_HANDLE_STMT, conn->handle, &handle);
    SQLRETURN rc = SQLExecDirect(handle, (SQLCHAR *) text, SQL_NTS);
    if (!SUCCEEDED(rc) && rc != SQL_NO_DATA)
        conn_fail(conn, SQL_HANDLE_STMT, handle, text);
    SQLFreeHandle(SQL_HANDLE_STMT, handle);
}

/* A step of two-phase commit by hand, in the words of PostgreSQL or of MariaDB; NULL: it has none.
 */
static void
step(Conn *conn, const char *postgresql, const char *mariadb)
{
    char text[80];

    if (!conn->dbms[0])
        SQLGetInfo(conn->handle, SQL_DBMS_NAME, conn->dbms, sizeof conn->dbms, NULL);
    const char *words = strncmp(conn->dbms, "Postgre", 7) == 0 ? postgresql : mariadb;
    if (!words)
        return;
    if (strcmp(words, "BEGIN") == 0)
        snprintf(text, sizeof text, "%s", words);
    else
        snprintf(text, sizeof text, "%s 'b%d_%p'", words, (int) getpid(), (void *) conn);
    run_text(conn, text);
}

static void
job_prepare_phase(Job *job)
{
    step(job->conn, NULL, "XA END");
    step(job->conn, "PREPARE TRANSACTION", "XA PREPARE");
}

static void
job_commit_phase(Job *job)
{
    step(job->conn, "COMMIT PREPARED", "XA COMMIT");
}

static long
add_amount(Conn *conn, const char *amount, long order)
{
    Values *values = &conn_prepare(conn, Q_TRANSFER)->values;

    snprintf(values->texts[0], sizeof values->texts[0], "%s", amount);
    values->users[0] = user_of(order);
    values->orders[0] = order;
    return conn_run(conn, Q_TRANSFER).rows;
}

Result
transfer(Target *target, int q, const long orders[2])
{
    int from = user_of(orders[0]) % target->n, to = user_of(orders[1]) % target->n;
    int in_two_phases = q == Q13P && target->is_sharded;
    unsigned mask = 1u << from | 1u << to;
    Result result = {0};

    if (in_two_phases) {
        step(target->conns[from], "BEGIN", "XA START");
        step(target->conns[to], "BEGIN", "XA START");
    } else {
        set_autocommit(target, mask, SQL_AUTOCOMMIT_OFF);
    }
    result.rows += add_amount(target->conns[from], "-1.00", orders[0]);
    result.rows += add_amount(target->conns[to], "1.00", orders[1]);
    if (in_two_phases) {
        run_on(target, q, job_prepare_phase, mask);
        run_on(target, q, job_commit_phase, mask);
    } else {
        run_on(target, q, job_commit, mask);
        set_autocommit(target, mask, SQL_AUTOCOMMIT_ON);
    }
    return result;
}
