/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * backend-private.h - what the files of one inner connection share.
 */
#pragma once

#include "driver/executor/backend-stmt.h"

#include <pthread.h>
#include <stdatomic.h>

typedef enum {
    SHARD_BEGUN_NO,
    SHARD_BEGUN_ATTRIBUTE, /* autocommit is off: ends by SQLEndTran */
    SHARD_BEGUN_TEXT,      /* by BEGIN: ends by COMMIT or ROLLBACK */
    SHARD_BEGUN_XA         /* by XA START: a branch, ends by its name */
} ShardBegun;

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
    char *xid; /* XA: the branch's name, quoted */
    char *version;
    ShardBackendStmt *service; /* for shard_backend_run and _query */
    GPtrArray *statements;     /* ShardBackendStmt, borrowed; orphaned at close */
};

struct _ShardBackendStmt {
    ShardBackend *backend; /* NULL: its connection was closed */
    SQLHSTMT handle;
    ShardColumns columns;
    gboolean described;
    gboolean has_cursor; /* executed, and not closed since */
    guint generation;    /* of prepare and execute: a stream of an older one is over */
    gpointer face;       /* the ODBC face's, freed by face_free */
    GDestroyNotify face_free;
    gpointer bound_by;   /* the stream whose buffers are bound to the columns; NULL none */
    GArray *bound;       /* guint32 generation per marker; 0: bind again */
};

void shard_backend_stmt_unbind(ShardBackendStmt *self);
void shard_columns_clear(ShardColumns *self);
/* *error says that the connection under the statement is gone; FALSE always. */
gboolean shard_backend_stmt_lost(GError **error);
gboolean shard_backend_is_fatal_state(const char *sqlstate, gint32 native, ShardDialect dialect);
