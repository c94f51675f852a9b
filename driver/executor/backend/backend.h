/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * backend.h - one real connection to one shard.  Used by one thread at a time.
 */
#pragma once

#include "driver/executor/counters.h"
#include "driver/executor/backend/driver-library.h"
#include "router/base/error.h"

#include <stdatomic.h>

typedef struct _ShardBackend ShardBackend;

/* Seconds; 0: without end. */
typedef struct {
    guint login;  /* to connect, told to the driver; 0: answer, not told to it */
    guint answer; /* that it waits for the server in calls that no timeout of a statement reaches */
} ShardPatience;

/* Opens it: env, dbc, attributes, ANSI SQLDriverConnect(NOPROMPT).  shard is the name for messages.
 * 08001 and the like carry the driver's text and state; HYT00: it took too long. */
ShardBackend *shard_backend_open(const char *shard, const ShardDriverLibrary *library,
                                 const char *connection_string, SQLINTEGER odbc_version,
                                 ShardPatience patience, GError **error);
void shard_backend_set_patience(ShardBackend *self, guint seconds);
/* Frees statements, disconnects.  abandon: after a fork, only memory of ours is given back. */
void shard_backend_close(ShardBackend *self, gboolean abandon);

const char *shard_backend_shard(const ShardBackend *self);
/* Adds the connection to that count until it is closed, instead of where it was counted before. */
void shard_backend_count_in(ShardBackend *self, ShardPlaceCounters *counters);
const ShardDriverLibrary *shard_backend_library(const ShardBackend *self);
ShardDialect shard_backend_dialect(const ShardBackend *self);
SQLHDBC shard_backend_handle(const ShardBackend *self);
const char *shard_backend_server_version(ShardBackend *self); /* SQL_DBMS_VER; cached */
/* Does it live?  It is asked when it has been silent for longer than that (microseconds); SQLite
 * has nobody to ask. */
gboolean shard_backend_answers(ShardBackend *self, gint64 trusted);
gboolean shard_backend_is_dead(const ShardBackend *self); /* cached, no network */

/* Runs a text that gives no rows that matter (SET, SAVEPOINT, XA …). */
gboolean shard_backend_run(ShardBackend *self, const char *sql, GError **error);
/* Rows of a small query as text cells: GPtrArray of (char **, NULL cells allowed), n columns each;
 * (transfer full). */
GPtrArray *shard_backend_query(ShardBackend *self, const char *sql, guint *out_n_columns,
                               GError **error);
gboolean shard_backend_set_attribute(ShardBackend *self, SQLINTEGER attribute, SQLPOINTER value,
                                     SQLINTEGER length, GError **error);
/* What the inner connection is set to; nothing is sent when it is so already. */
gboolean shard_backend_set_autocommit(ShardBackend *self, gboolean on, GError **error);
/* Begins a transaction in the brand's cheapest way; writes: it is known to write. */
gboolean shard_backend_begin(ShardBackend *self, gboolean writes, GError **error);
/* Begins an XA branch of that name ("'…','…'"); autocommit has to be on. */
gboolean shard_backend_begin_xa(ShardBackend *self, const char *xid, GError **error);
/* PostgreSQL, inside a transaction: SET CONSTRAINTS ALL IMMEDIATE, if the database has any that can
 * be deferred; that is asked once per connection, and again after DDL through it. */
gboolean shard_backend_check_deferred(ShardBackend *self, GError **error);
void shard_backend_note_ddl(ShardBackend *self);
/* A BEGIN was run as text: the end is text, too. */
void shard_backend_note_begun(ShardBackend *self);
/* Ends what was begun, in the way it was begun; autocommit stays as it is. */
gboolean shard_backend_end(ShardBackend *self, gboolean commit, GError **error);
/* Commits one of several shards; fails where a driver would call the end of an aborted transaction
 * a success. */
gboolean shard_backend_commit_part(ShardBackend *self, GError **error);

/* After a call through a raw handle: gives back what the driver kept locked (held-lock.h); reading
 * diagnostics does so, too. */
void shard_backend_release_locks(ShardBackend *self);
/* Reads all diagnostic records of an inner handle into *error (prefix-free texts, state and native
 * code kept); marks the back end dead on 08xxx.  Also for SUCCESS_WITH_INFO. */
void shard_backend_diagnostics(ShardBackend *self, SQLSMALLINT handle_type, SQLHANDLE handle,
                               GError **error);
