/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * MariaDB's driver asks the server to stop a statement only while it has its connection's lock.  If
 * SQLCancel comes a moment before or behind, or while rows are fetched, it closes the statement
 * that another thread is in, and that one reads what was freed.  So the server is told here, on a
 * connection made for it; where nothing runs, that does nothing.
 *
 * SQLite's driver interrupts the whole connection, and closes the statement, always: it is told
 * through a statement of the connection that is never executed.
 */
#include "driver/executor/backend/private.h"

#include "router/base/fork.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#define NANOSECONDS 1000000000
/* How long one KILL waits for others' to be over, in nanoseconds, and how long theirs takes effect.
 */
#define MOST_TURN_WAIT (NANOSECONDS / 10)
#define TAKES_EFFECT (NANOSECONDS / 1000)

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_RENEW(turn)

void
shard_backend_init_kill(ShardBackend *self, const char *connection_string)
{
    guint n = 0;

    if (self->dialect == SHARD_DIALECT_SQLITE &&
        !SQL_SUCCEEDED(
            self->library->SQLAllocHandle(SQL_HANDLE_STMT, self->dbc, &self->interrupter)))
        self->interrupter = NULL;
    if (self->dialect != SHARD_DIALECT_MYSQL)
        return;
    g_autoptr(GPtrArray) rows = shard_backend_query(self, "SELECT CONNECTION_ID()", &n, NULL);
    if (rows == NULL || rows->len != 1)
        return;
    self->kill_text = g_strconcat("KILL QUERY ", ((char **) rows->pdata[0])[0], NULL);
    self->kill_through = g_strdup(connection_string);
}

void
shard_backend_clear_kill(ShardBackend *self)
{
    if (self->kill_through != NULL)
        explicit_bzero(self->kill_through, strlen(self->kill_through));
    g_free(self->kill_through);
    g_free(self->kill_text);
}

/* Sessions of one server that are in SLEEP() share a lock.  Of two that are woken at once, one can
 * keep it from the other one's KILL for two seconds, and that KILL keeps it from going on. */
static gboolean
take_turn(void)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MOST_TURN_WAIT;
    until.tv_sec += until.tv_nsec / NANOSECONDS;
    until.tv_nsec %= NANOSECONDS;
    return pthread_mutex_timedlock(&turn, &until) == 0;
}

static void
end_turn(void)
{
    struct timespec pause = {0, TAKES_EFFECT};

    nanosleep(&pause, NULL);
    pthread_mutex_unlock(&turn);
}

void
shard_backend_free_interrupter(ShardBackend *self)
{
    if (self->interrupter != NULL)
        self->library->SQLFreeHandle(SQL_HANDLE_STMT, self->interrupter);
    self->interrupter = NULL;
}

static void
run(const ShardBackend *self, SQLHDBC dbc)
{
    const ShardDriverLibrary *library = self->library;
    SQLHSTMT statement;

    if (!SQL_SUCCEEDED(library->SQLAllocHandle(SQL_HANDLE_STMT, dbc, &statement)))
        return;
    gboolean is_alone = take_turn();
    library->SQLExecDirect(statement, (SQLCHAR *) self->kill_text, SQL_NTS);
    if (is_alone)
        end_turn();
    library->SQLFreeHandle(SQL_HANDLE_STMT, statement);
}

static void
connect_and_run(const ShardBackend *self, SQLHENV env)
{
    const ShardDriverLibrary *library = self->library;
    SQLHDBC dbc;

    if (!SQL_SUCCEEDED(library->SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc)))
        return;
    if (SQL_SUCCEEDED(library->SQLDriverConnect(dbc, NULL, (SQLCHAR *) self->kill_through, SQL_NTS,
                                                NULL, 0, NULL, SQL_DRIVER_NOPROMPT))) {
        run(self, dbc);
        library->SQLDisconnect(dbc);
    }
    library->SQLFreeHandle(SQL_HANDLE_DBC, dbc);
}

void
shard_backend_cancel(const ShardBackend *self, SQLHSTMT handle)
{
    const ShardDriverLibrary *library = self->library;
    SQLHENV env;

    if (self->dialect != SHARD_DIALECT_MYSQL) {
        library->SQLCancel(self->interrupter != NULL ? self->interrupter : handle);
        return;
    }
    if (self->kill_text == NULL ||
        !SQL_SUCCEEDED(library->SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env)))
        return;
    library->SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    connect_and_run(self, env);
    library->SQLFreeHandle(SQL_HANDLE_ENV, env);
}
