/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the files of one inner connection share.
 */
#pragma once

#include "driver/executor/backend/stmt.h"
#include "driver/executor/deadline.h"
#include "driver/executor/watch.h"

#include <pthread.h>
#include <stdatomic.h>

typedef enum {
    SHARD_BEGUN_NO,
    SHARD_BEGUN_ATTRIBUTE, /* autocommit is off: ends by SQLEndTran */
    SHARD_BEGUN_TEXT,      /* by BEGIN: ends by COMMIT or ROLLBACK */
    SHARD_BEGUN_XA         /* by XA START: a branch, ends by its name */
} ShardBegun;

/* Native code of its driver: a lock is held by another connection. */
#define SHARD_SQLITE_BUSY 5

/* One worker may be fetching ahead on a connection; whoever else touches it stops that first. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    atomic_bool busy;  /* a worker is fetching ahead */
    atomic_bool stop;  /* it shall end at the next border of rows */
    atomic_bool waits; /* the reader does, for the worker's next rows */
    ShardWatch watch;  /* of who fetches, the worker or the application, and who cancels that */
} ShardGate;

struct _ShardBackend {
    char *shard;
    const ShardDriverLibrary *library;
    ShardDialect dialect;
    SQLINTEGER odbc_version;
    SQLHENV env;
    SQLHDBC dbc;
    atomic_bool dead;
    gboolean autocommit; /* what the inner connection is set to */
    ShardBegun begun;
    enum { DEFERRED_UNKNOWN, DEFERRED_NONE, DEFERRED_SOME } deferred; /* constraints */
    enum { SHARD_PREPARES_UNKNOWN, SHARD_PREPARES_NEVER, SHARD_PREPARES } preparing;
    char *xid; /* XA: the branch's name, quoted */
    char *version;
    SQLHSTMT interrupter; /* SQLite: never executed, for cancelling; NULL none */
    char *kill_text,
        *kill_through;  /* MariaDB: what stops its statement, and how to connect for it */
    gint64 used_at;     /* when it last answered, monotonic */
    gint64 lock_wait;   /* SQLite: how long locks are waited for, microseconds */
    gboolean is_asking; /* whether it has its transaction still */
    gboolean one_slice; /* of waiting for locks: then is_busy says that it may go on */
    gboolean is_busy;
    const _Atomic int *const *stop; /* **stop not 0: who uses it wants an end; NULL: no one */
    gint64 patience;   /* microseconds that calls of ours wait for it; 0: without end */
    gboolean is_hasty; /* MariaDB: it doesn't wait for locks as long as the application wants */
    pid_t pid;         /* that opened it: a forked child has no workers */
    ShardGate gate;
    ShardBackendStmt *service;    /* for shard_backend_run and _query */
    GPtrArray *statements;        /* ShardBackendStmt, borrowed; orphaned at close */
    ShardPlaceCounters *counters; /* where it is counted; NULL: nowhere */
};

typedef struct ShardRows ShardRows;
void shard_rows_destroy(ShardRows *self); /* accepts NULL */

typedef enum { SHARD_FETCHING_NO, SHARD_FETCHING_YES, SHARD_FETCHING_CANCELLED } ShardFetching;

struct _ShardBackendStmt {
    ShardBackend *backend; /* NULL: its connection was closed */
    SQLHSTMT handle;
    ShardColumns columns;
    gboolean described;
    gboolean has_cursor;        /* executed, and not closed since */
    gboolean is_prepared;       /* once at least */
    gboolean is_lent;           /* its raw handle was given out: calls on it can't be seen here */
    guint generation;           /* of prepare and execute: a stream of an older one is over */
    _Atomic int fetching;       /* ShardFetching */
    pthread_mutex_t fetch_lock; /* held while a fetch is cancelled, so that it can't end */
    gpointer face;              /* the ODBC face's, freed by face_free */
    GDestroyNotify face_free;
    gpointer bound_by;       /* the stream whose buffers are bound to the columns; NULL none */
    gboolean fetches_blocks; /* which it told the driver */
    ShardRows *spare_rows;   /* of the last execute, if they were few; NULL none */
    GArray *bound;           /* guint32 generation per marker; 0: bind again */
};

/* A call of ours that waits for the server, on the caller's stack. */
typedef struct {
    gint64 most; /* microseconds; 0: without end */
    guint n_broken;
    ShardWatch watch;
    ShardWatcher place;
    ShardDeadline deadline;
} ShardWait;

/* Around calls into the driver, on one thread.  end TRUE: the server didn't answer, the connection
 * was given up and is dead. */
void shard_backend_begin_wait(ShardBackend *self, gint64 most, ShardWait *wait);
gboolean shard_backend_end_wait(ShardBackend *self, ShardWait *wait);
/* That error instead of the driver's: HYT01, in a commit 08007.  FALSE always. */
gboolean shard_backend_say_given_up(ShardBackend *self, const ShardWait *wait, gboolean commit,
                                    GError **error);
/* SQLite: reads how long the driver would wait; with the string that is given back it does so in
 * slices.  (transfer full) */
char *shard_backend_slice_lock_wait(ShardBackend *self, const char *connection_string);
/* A call of SQLite's driver has failed: is it to be made again, since it only waits for a lock? */
gboolean shard_backend_goes_on_waiting(ShardBackend *self, SQLSMALLINT type, SQLHANDLE handle,
                                       ShardLockWait *wait);

/* FALSE, 08S01: it was lost.  Then drivers aren't called any more: MariaDB's reads what it has
 * freed when a statement fails on such a connection. */
gboolean shard_backend_is_usable(ShardBackend *self, GError **error);

/* kill.c: of a connection that was opened with that string; at its end. */
void shard_backend_init_kill(ShardBackend *self, const char *connection_string);
void shard_backend_clear_kill(ShardBackend *self);
/* Before the connection is closed. */
void shard_backend_free_interrupter(ShardBackend *self);
/* From any thread: what the statement is in shall end. */
void shard_backend_cancel(const ShardBackend *self, SQLHSTMT handle);

void shard_backend_gate_init(ShardBackend *self);
void shard_backend_gate_clear(ShardBackend *self);
/* Stops the worker that fetches ahead on the connection, if there is one. */
void shard_backend_quiesce(ShardBackend *self);
/* The worker's beginning (FALSE: one is there already, or somebody holds raw handles) and end. */
gboolean shard_backend_begin_ahead(ShardBackend *self);
void shard_backend_end_ahead(ShardBackend *self);
/* Waits until the worker has filled something, so that *n_filled, which it notes then, is no longer
 * n; or for its end. */
void shard_backend_wait_ahead(ShardBackend *self, const _Atomic guint *n_filled, guint n);
void shard_backend_note_ahead(ShardBackend *self);

/* Runs a text and waits so long, at most; commit: of one that commits, an end of the wait says so.
 */
gboolean shard_backend_say(ShardBackend *self, const char *sql, gint64 most, gboolean commit,
                           GError **error);

/* Frees all statements of the connection; who holds one finds it orphaned. */
void shard_backend_drop_statements(ShardBackend *self);
void shard_backend_stmt_unbind(ShardBackendStmt *self);
void shard_columns_clear(ShardColumns *self);
/* *error says that the connection under the statement is gone; FALSE always. */
gboolean shard_backend_stmt_lost(GError **error);
gboolean shard_backend_is_fatal_state(const char *sqlstate, gint32 native, ShardDialect dialect);
