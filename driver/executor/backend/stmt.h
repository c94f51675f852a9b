/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * stmt.h - one statement at a shard: prepare, bind, execute, rows, cancel.
 *
 * The direct cursor forwards calls through handle and library; everything else goes through the
 * functions here.
 */
#pragma once

#include "driver/executor/backend/backend.h"
#include "driver/executor/stop.h"
#include "driver/merge/stream.h"

/* One parameter as the application bound it.  Wide text has been made UTF-8 by the ODBC face, so
 * that c_type is never SQL_C_WCHAR here; the pointers may be the application's own. */
typedef struct {
    SQLSMALLINT io_type, c_type, sql_type;
    SQLULEN column_size;
    SQLSMALLINT digits;
    SQLPOINTER data;
    SQLLEN buffer_length;
    SQLLEN *indicator;
    guint32 generation; /* changes whenever any field above does; 0: never the same twice */
} ShardBinding;

typedef struct _ShardBackendStmt ShardBackendStmt;

ShardBackendStmt *shard_backend_stmt_new(ShardBackend *backend, GError **error);
void shard_backend_stmt_free(ShardBackendStmt *self); /* accepts NULL */

SQLHSTMT shard_backend_stmt_handle(const ShardBackendStmt *self);
ShardBackend *shard_backend_stmt_backend(const ShardBackendStmt *self);
const ShardDriverLibrary *shard_backend_stmt_library(const ShardBackendStmt *self);

gboolean shard_backend_stmt_prepare(ShardBackendStmt *self, const char *sql, gsize size,
                                    GError **error);
/* After prepare or execute; (transfer none), valid until the next prepare, execute or free. */
const ShardColumns *shard_backend_stmt_describe(ShardBackendStmt *self, GError **error);
/* After SQLMoreResults: the columns are others now. */
void shard_backend_stmt_redescribe(ShardBackendStmt *self);
/* rc of the real call in *out_rc (SUCCESS, WITH_INFO, NO_DATA, NEED_DATA are TRUE). */
gboolean shard_backend_stmt_execute(ShardBackendStmt *self, SQLRETURN *out_rc, GError **error);
gboolean shard_backend_stmt_exec_direct(ShardBackendStmt *self, const char *sql, gsize size,
                                        SQLRETURN *out_rc, GError **error);
gboolean shard_backend_stmt_bind(ShardBackendStmt *self, guint marker, const ShardBinding *binding,
                                 GError **error);
/* Forgets all bound parameters. */
void shard_backend_stmt_reset_params(ShardBackendStmt *self);
gboolean shard_backend_stmt_row_count(ShardBackendStmt *self, gint64 *out_count, GError **error);
void shard_backend_stmt_close(ShardBackendStmt *self); /* SQLFreeStmt(SQL_CLOSE) */
/* From any thread, only while a worker is inside a call of it. */
void shard_backend_stmt_cancel(ShardBackendStmt *self);

/* How long calls of SQLite's driver have waited for a lock: in slices (lock-wait.c). */
typedef struct {
    gint64 since, tried; /* monotonic; the first call, and the last one */
} ShardLockWait;

static inline ShardLockWait
shard_lock_wait_begin(void)
{
    gint64 now = g_get_monotonic_time();

    return (ShardLockWait){now, now};
}
/* Behind a call of the statement's driver: has it failed since it waits for a lock, and is it to be
 * made again? */
gboolean shard_backend_stmt_goes_on_waiting(ShardBackendStmt *self, SQLRETURN rc,
                                            ShardLockWait *wait);
/* Before its driver writes by itself, through the cursor: from here on the connection waits for
 * locks as long as the application wants.  See run/turns.c. */
gboolean shard_backend_stmt_calm(ShardBackendStmt *self, GError **error);

/* What the ODBC face has told this statement (attributes, column bindings); freed with it. */
gpointer shard_backend_stmt_face(const ShardBackendStmt *self);
void shard_backend_stmt_set_face(ShardBackendStmt *self, gpointer data, GDestroyNotify free);

/* The rows of the open cursor as batches of values (design §10); batches are filled by the thread
 * that calls next.  The stream doesn't own the statement. */
ShardStream *shard_backend_stmt_rows(ShardBackendStmt *self, GError **error);
/* Fills the first batch of such a stream; FALSE when not even one row came, but an error. */
gboolean shard_backend_rows_prefill(ShardStream *rows, GError **error);
/* About how many bytes each of the stream's two batches may take. */
void shard_backend_rows_set_budget(ShardStream *rows, gsize bytes);
/* While it goes on, reading the stream ends at the next batch when the call shall end. */
void shard_backend_rows_set_call(ShardStream *rows, const ShardCall *call);
/* Around waiting for rows, or for a description: from there to here it can be cancelled.  end: was
 * it? */
void shard_backend_stmt_begin_fetch(ShardBackendStmt *self);
gboolean shard_backend_stmt_end_fetch(ShardBackendStmt *self);
/* From any thread: is the application waiting for rows of it; and was that cancelled? */
gboolean shard_backend_stmt_is_fetching(ShardBackendStmt *self);
gboolean shard_backend_stmt_is_cancelled(ShardBackendStmt *self);
/* From any thread: when the application is waiting for rows of it, the fetch ends with HY008; FALSE
 * always, for who goes through all statements. */
gboolean shard_backend_stmt_cancel_fetch(ShardBackendStmt *self);
/* Gives the connection up if somebody is waiting for rows of it, or for that cancel; FALSE. */
gboolean shard_backend_stmt_break_fetch(ShardBackendStmt *self);
/* Reads all further rows at once, so that the cursor can be closed: up to memory bytes here, the
 * rest into a temporary file in folder.  What goes wrong is told when the rows are read. */
void shard_backend_rows_drain(ShardStream *rows, gsize memory, const char *folder);
