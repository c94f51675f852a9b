/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bank.c - transfers between accounts on different shards, written to be killed.
 *
 *   bank CONNECTION-STRING JOURNAL FIRST-ID COUNT ACCOUNTS
 *
 * Each transfer takes from one account, adds to another one, and writes a row beside each; every
 * third one writes only those rows, in autocommit.  What is begun and how it ended, as the driver
 * told it, goes to the journal before anything else happens; tests/fault/bank.py compares that with
 * what the shards hold.
 *
 * BANK_SHARD is the number of a shard that takes part in all of them.  With BANK_STAYS the process
 * then lives on, connected, until its input ends.
 *
 * The driver is linked statically, so that its fault points are ours: at the FAULT_COUNT-th pass of
 * FAULT_POINT the process runs FAULT_COMMAND, or kills itself without one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sql.h>
#include <sqlext.h>

#define SECONDS_TO_CONNECT 60
#define N_SHARDS 4

void shard_fault_point(const char *name);

typedef struct {
    const char *connection;
    int journal;
    SQLHENV env;
    SQLHDBC dbc;
    SQLHSTMT stmt;
    int n_accounts;
    int shard; /* takes part in every transfer; -1: any */
    char state[6];
    char records[2048];
} Bank;

typedef struct {
    long id;
    int from, to, amount;
} Transfer;

static const char *fault_point, *fault_command;
static atomic_int fault_count;

void
shard_fault_point(const char *name)
{
    if (fault_point == NULL || strcmp(name, fault_point) != 0 ||
        atomic_fetch_sub(&fault_count, 1) != 1)
        return;
    if (fault_command == NULL)
        kill(getpid(), SIGKILL);
    else if (system(fault_command) != 0)
        fprintf(stderr, "bank: %s failed\n", fault_command);
}

__attribute__((format(printf, 2, 3))) static void
note(Bank *self, const char *format, ...)
{
    char line[4096];
    va_list arguments;

    va_start(arguments, format);
    int size = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (size < 0 || size > (int) sizeof line - 2)
        size = sizeof line - 2;
    for (int i = 0; i < size; i++)
        line[i] = line[i] == '\n' ? ' ' : line[i];
    line[size++] = '\n';
    if (write(self->journal, line, (size_t) size) != size)
        abort();
}

static void
read_diagnostics(Bank *self, SQLSMALLINT type, SQLHANDLE handle)
{
    size_t used = 0;

    memcpy(self->state, "?????", sizeof self->state);
    self->records[0] = '\0';
    for (SQLSMALLINT i = 1; i < 10; i++) {
        SQLCHAR state[6], text[400];
        SQLINTEGER native;
        SQLSMALLINT size;
        if (!SQL_SUCCEEDED(
                SQLGetDiagRec(type, handle, i, state, &native, text, sizeof text, &size)))
            break;
        if (i == 1)
            memcpy(self->state, state, sizeof state);
        int more = snprintf(self->records + used, sizeof self->records - used, "|%s", text);
        used = used + (size_t) more < sizeof self->records ? used + (size_t) more : used;
    }
}

static int
failed(Bank *self, SQLRETURN rc, SQLSMALLINT type, SQLHANDLE handle)
{
    if (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA)
        return 0;
    read_diagnostics(self, type, handle);
    return 1;
}

static void
disconnect(Bank *self)
{
    if (self->stmt != NULL)
        SQLFreeHandle(SQL_HANDLE_STMT, self->stmt);
    if (self->dbc != NULL) {
        SQLEndTran(SQL_HANDLE_DBC, self->dbc, SQL_ROLLBACK);
        SQLDisconnect(self->dbc);
        SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
    }
    self->stmt = self->dbc = NULL;
}

/* A server may be starting again just now. */
static void
connect_bank(Bank *self)
{
    for (int i = 0; i < SECONDS_TO_CONNECT * 5; i++) {
        SQLAllocHandle(SQL_HANDLE_DBC, self->env, &self->dbc);
        if (!failed(self,
                    SQLDriverConnect(self->dbc, NULL, (SQLCHAR *) self->connection, SQL_NTS, NULL,
                                     0, NULL, SQL_DRIVER_NOPROMPT),
                    SQL_HANDLE_DBC, self->dbc) &&
            !failed(self, SQLAllocHandle(SQL_HANDLE_STMT, self->dbc, &self->stmt), SQL_HANDLE_DBC,
                    self->dbc))
            return;
        SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
        usleep(200 * 1000);
    }
    fprintf(stderr, "bank: no connection: %s\n", self->records);
    exit(3);
}

__attribute__((format(printf, 2, 3))) static int
run(Bank *self, const char *format, ...)
{
    char sql[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sql, sizeof sql, format, arguments);
    va_end(arguments);
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    return !failed(self, SQLExecDirect(self->stmt, (SQLCHAR *) sql, SQL_NTS), SQL_HANDLE_STMT,
                   self->stmt);
}

static void
set_autocommit(Bank *self, int on)
{
    SQLSetConnectAttr(self->dbc, SQL_ATTR_AUTOCOMMIT, (SQLPOINTER) (size_t) on, SQL_IS_UINTEGER);
}

/* All accounts must come, or an error. */
static int
read_all(Bank *self)
{
    int n = 0;

    if (!run(self, "SELECT k, v FROM acct ORDER BY k"))
        return 0;
    for (SQLRETURN rc;; n++) {
        if (n == self->n_accounts / 2)
            shard_fault_point("fetch");
        rc = SQLFetch(self->stmt);
        if (rc == SQL_NO_DATA)
            break;
        if (failed(self, rc, SQL_HANDLE_STMT, self->stmt))
            return 0;
    }
    if (n != self->n_accounts)
        note(self, "wrong %d of %d accounts were read with success", n, self->n_accounts);
    return n == self->n_accounts;
}

static int
move(Bank *self, const Transfer *t)
{
    if (t->id % 5 == 0 && !read_all(self))
        return 0;
    if (!run(self, "UPDATE acct SET v = v - %d WHERE k = %d", t->amount, t->from))
        return 0;
    shard_fault_point("write");
    if (!run(self, "UPDATE acct SET v = v + %d WHERE k = %d", t->amount, t->to))
        return 0;
    shard_fault_point("written");
    if (!run(self, "INSERT INTO moves (k, id) VALUES (%d, %ld), (%d, %ld)", t->from, t->id, t->to,
             t->id))
        return 0;
    shard_fault_point("commit");
    return !failed(self, SQLEndTran(SQL_HANDLE_DBC, self->dbc, SQL_COMMIT), SQL_HANDLE_DBC,
                   self->dbc);
}

static void
note_end(Bank *self, const Transfer *t, int done)
{
    if (done)
        note(self, "committed %ld", t->id);
    else if (strcmp(self->state, "40003") == 0 || strcmp(self->state, "08007") == 0)
        note(self, "partial %ld %s %s", t->id, self->state, self->records);
    else
        note(self, "rolledback %ld %s %s", t->id, self->state, self->records);
}

static void
transfer(Bank *self, const Transfer *t)
{
    int alone = t->id % 3 == 0;

    note(self, "%s %ld %d %d %d", alone ? "insert" : "transfer", t->id, t->from, t->to, t->amount);
    set_autocommit(self, alone);
    int done = alone ? run(self, "INSERT INTO moves (k, id) VALUES (%d, %ld), (%d, %ld)", t->from,
                           t->id, t->to, t->id)
                     : move(self, t);
    note_end(self, t, done);
    if (done)
        return;
    if (strncmp(self->state, "08", 2) == 0)
        usleep(200 * 1000); /* a server that is starting again */
    SQLFreeStmt(self->stmt, SQL_CLOSE);
    if (failed(self, SQLEndTran(SQL_HANDLE_DBC, self->dbc, SQL_ROLLBACK), SQL_HANDLE_DBC,
               self->dbc)) {
        disconnect(self);
        connect_bank(self);
    }
}

static int
is_apart(const Bank *self, int one, int other)
{
    return other % N_SHARDS != one % N_SHARDS &&
           (self->shard < 0 || one % N_SHARDS == self->shard || other % N_SHARDS == self->shard);
}

/* Mostly in one order: deadlocks over two shards are ended by LockTimeout only. */
static void
choose(const Bank *self, unsigned *seed, Transfer *t)
{
    int one, other;

    do {
        one = rand_r(seed) % self->n_accounts;
        other = rand_r(seed) % self->n_accounts;
    } while (!is_apart(self, one, other));
    int ordered = rand_r(seed) % 10 > 0;
    t->from = ordered && one > other ? other : one;
    t->to = ordered && one > other ? one : other;
    t->amount = rand_r(seed) % 20 - 10;
}

int
main(int n_words, char **words)
{
    if (n_words != 6) {
        fprintf(stderr, "usage: bank CONNECTION-STRING JOURNAL FIRST-ID COUNT ACCOUNTS\n");
        return 2;
    }
    const char *shard = getenv("BANK_SHARD");
    Bank bank = {.connection = words[1],
                 .n_accounts = atoi(words[5]),
                 .shard = shard != NULL ? atoi(shard) : -1};
    Transfer t = {.id = atol(words[3])};
    unsigned seed = (unsigned) t.id;
    const char *count = getenv("FAULT_COUNT");

    fault_point = getenv("FAULT_POINT");
    fault_command = getenv("FAULT_COMMAND");
    atomic_store(&fault_count, count != NULL ? atoi(count) : 1);
    bank.journal = open(words[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    SQLAllocHandle(SQL_HANDLE_ENV, NULL, &bank.env);
    SQLSetEnvAttr(bank.env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    connect_bank(&bank);
    for (int left = atoi(words[4]); left > 0; left--, t.id++) {
        choose(&bank, &seed, &t);
        transfer(&bank, &t);
    }
    while (getenv("BANK_STAYS") != NULL && getchar() != EOF)
        ;
    disconnect(&bank);
    SQLFreeHandle(SQL_HANDLE_ENV, bank.env);
    return 0;
}
