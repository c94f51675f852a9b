/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fake.h - a scriptable ODBC driver for tests: delays, errors and odd values without a database.
 *
 * The text of a statement is its script, commands separated by semicolons:
 *
 *   SLEEP ms             execute takes that long (SQLCancel ends it with HY008)
 *   DEAF                 this statement doesn't hear SQLCancel
 *   COLUMNS t,t,…        types of the result's columns: int, text, num, double, ts, bytes
 *   ROWS n [from]        n rows; every cell is made of the row's number
 *   ROW a|b|…            one row with these cells; NULL
 *   COUNT n              what SQLRowCount says
 *   FETCHSLEEP ms        every fetch takes that long
 *   SLOWROW n ms         fetching row n takes that long
 *   FETCHERROR n STATE   fetching row n (from 1) fails
 *   INSIDE               one row: how many calls were inside the driver at once, and on one
 *                        connection, at most since this was last asked
 *   INFO STATE text      execute succeeds with information
 *   ERROR STATE text     execute fails; states of class 08 break the connection
 *
 * Any other text succeeds without a result; SQLTables is the text TABLES.  A connection string, or
 * its DSN, may hold Name (for the log), Brand (SQL_DBMS_NAME), Log (a file, to which every
 * statement is appended as "name: text"), ConnectSleep (ms), ConnectError (a state), and On:
 * "PREFIX=STATE|PREFIX=STATE", errors for the texts that start so, or a script to run instead;
 * SQLEndTran counts as COMMIT and ROLLBACK, an attribute as its line in the log.  A state of class
 * 08 is reported after the text was logged, as if the server had done it and then died.
 */
#pragma once

#include <glib.h>
#include <pthread.h>
#include <sql.h>
#include <sqlext.h>
#include <stdatomic.h>

typedef struct {
    char sqlstate[6];
    char *message; /* NULL: no record */
} FakeDiag;

typedef struct {
    FakeDiag diag; /* must be first in every handle */
} FakeEnv;

typedef struct {
    FakeDiag diag;
    char *name, *brand, *log, *on;
    gboolean autocommit, in_transaction, dead;
    atomic_uint n_inside;
} FakeDbc;

typedef enum { FAKE_INT, FAKE_TEXT, FAKE_NUM, FAKE_DOUBLE, FAKE_TS, FAKE_BYTES } FakeType;

typedef struct {
    SQLSMALLINT c_type;
    SQLPOINTER buffer;
    SQLLEN size;
    SQLLEN *indicator;
} FakeBinding;

typedef struct {
    FakeDiag diag;
    FakeDbc *dbc;
    char *text; /* prepared */
    FakeType *types;
    guint n_columns;
    GPtrArray *rows; /* char **, NULL-terminated copies of cells; NULL rows are generated */
    guint64 n_rows, first_row, position;
    gint64 count;
    guint fetch_sleep, slow_row, slow_ms, fetch_error_row;
    char fetch_state[6];
    gboolean has_info, deaf;
    GArray *bindings; /* FakeBinding */
    gsize piece;      /* of SQLGetData */
    guint piece_column;
    pthread_mutex_t lock; /* of the two below */
    pthread_cond_t wake;
    gboolean cancelled, sleeping;
} FakeStmt;

SQLRETURN fake_fail(FakeDiag *diag, const char *sqlstate, const char *message);
/* Waits, unless cancelled: FALSE then. */
gboolean fake_sleep(FakeStmt *stmt, guint ms);
void fake_log(FakeDbc *dbc, const char *text);
/* The state that On names for this text; NULL: none. */
const char *fake_failure_of(FakeDbc *dbc, const char *text);
/* Around a call that does something; not SQLCancel. */
void fake_enter(FakeDbc *dbc);
void fake_leave(FakeDbc *dbc);
SQLRETURN fake_run_script(FakeStmt *stmt, const char *text);
void fake_forget_result(FakeStmt *stmt);
#define FAKE_SCRATCH 32
/* The cell as text, borrowed from the row or made in scratch, so that rows cost no allocation; NULL
 * for NULL. */
const char *fake_cell(const FakeStmt *stmt, guint64 row, guint column, char scratch[FAKE_SCRATCH]);
