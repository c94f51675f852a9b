/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session.h - the real connections behind one logical connection, and its transaction.
 *
 * Shards are opened when first needed; what was set on the logical connection (attributes, SET
 * statements, savepoints) is replayed on a shard that joins later.  Used by one thread at a time,
 * except where said.
 */
#pragma once

#include "driver/executor/backend/stmt.h"
#include "driver/executor/connection-pool.h"
#include "driver/executor/fleet.h"
#include "driver/executor/settings.h"
#include "router/plan/router.h"

typedef struct _ShardSession ShardSession;

/* The process keeps one router per rules file (path, size, mtime), shared by its sessions. */
ShardSession *shard_session_new(const ShardSettings *settings, SQLINTEGER odbc_version,
                                GError **error);
void shard_session_free(ShardSession *self); /* rolls back; accepts NULL */

typedef enum {
    SHARD_RELOAD_NOTHING, /* the rules file is as it was */
    SHARD_RELOAD_LATER,   /* not now: in a transaction */
    SHARD_RELOAD_REFUSED, /* the new file is bad, the old rules stay; told once per file */
    SHARD_RELOAD_DONE     /* router and rules are new ones: nothing made by the old ones may run */
} ShardReload;
/* Looks whether the rules file changed.  Between statements, no cursor of the session open. */
ShardReload shard_session_reload(ShardSession *self, GError **error);
/* Why the rules file isn't in use as it stands now; NULL: it is.  (transfer full) */
char *shard_session_rules_fault(ShardSession *self);

ShardRouter *shard_session_router(ShardSession *self); /* (transfer none) */
const ShardSettings *shard_session_settings(const ShardSession *self);
/* From the driver library of the first shard, without connecting. */
ShardDialect shard_session_dialect(ShardSession *self, GError **error);
/* How a text is read now; server_version is known once a shard was opened. */
const ShardSqlMode *shard_session_sql_mode(ShardSession *self);

/* Opens all shards in parallel (Connect=all); one diagnostic per shard that fails. */
gboolean shard_session_open_all(ShardSession *self, GError **error);
/* The shard's connection, opened and brought up to date if need be. */
ShardBackend *shard_session_backend(ShardSession *self, guint shard, GError **error);
/* Any connection: one that is open, else the default shard, else the first. */
ShardBackend *shard_session_any_backend(ShardSession *self, GError **error);
gboolean shard_session_is_open(const ShardSession *self, guint shard);
gboolean shard_session_is_dead(const ShardSession *self); /* cached state, no network */

/* Connection attributes that shards must know (isolation, access mode, timeouts, psqlodbc's own):
 * recorded, set on the open ones now and on the others at their opening.  length SQL_NTS: text,
 * else a number. */
gboolean shard_session_set_attribute(ShardSession *self, SQLINTEGER attribute, SQLPOINTER value,
                                     SQLINTEGER length, GError **error);
/* Forgets what was set (attributes, SET, what a statement left on a connection), in no
 * transaction: connections that know of it are closed. */
void shard_session_reset(ShardSession *self);
/* A SET statement: run on the open connections (at least one), recorded for the others. */
gboolean shard_session_set(ShardSession *self, const char *sql, GError **error);

gboolean shard_session_autocommit(const ShardSession *self);
gboolean shard_session_set_autocommit(ShardSession *self, gboolean on, GError **error);
gboolean shard_session_in_transaction(const ShardSession *self);
/* Commit or roll back the logical transaction on every joined shard; 40003 or 08007 with one record
 * per shard when only some committed. */
gboolean shard_session_end(ShardSession *self, gboolean commit, GError **error);
/* The same, as the application has said it: a COMMIT that SQLite couldn't do leaves the transaction
 * open, as with one database, so that it can be said again. */
gboolean shard_session_end_as_said(ShardSession *self, gboolean commit, GError **error);
/* What a successful end has to tell (a shard that commits later); (transfer full), NULL: nothing.
 */
GError *shard_session_take_warning(ShardSession *self);
/* BEGIN, SAVEPOINT … as text: kind and name from the statement, sql as written. */
gboolean shard_session_transaction(ShardSession *self, const ShardStatement *statement,
                                   const char *sql, GError **error);
/* A write that is several statements, kept together: by a transaction of ours in autocommit
 * (*out_own), else by a savepoint. */
gboolean shard_session_begin_steps(ShardSession *self, gboolean *out_own, GError **error);
/* keep FALSE: nothing of it stays; then it always succeeds. */
gboolean shard_session_end_steps(ShardSession *self, gboolean own, gboolean keep, GError **error);
/* Per shard: joined the open transaction.  (transfer none), n_shards entries. */
const gboolean *shard_session_joined(const ShardSession *self);
gint shard_session_last_write_shard(const ShardSession *self);
/* Where the last statement went; -1 nowhere, -2 to several nodes. */
gint shard_session_last_shard(const ShardSession *self);
/* + 1: the shard that has the user variables (@x) that were assigned; 0: none, or all have them. */
guint shard_session_variable_shard(const ShardSession *self);
/* The key that a generator gave the last row inserted here; NULL: none, or the database numbered a
 * row since. */
const ShardValue *shard_session_generated_key(const ShardSession *self);
void shard_session_set_generated_key(ShardSession *self, const ShardValue *key); /* NULL: none */

/* What this process has done on the shard. */
const ShardPlaceCounters *shard_session_counters(ShardSession *self, guint shard);
/* How long the session has waited for connections of the pool since it was asked last,
 * microseconds. */
gint64 shard_session_take_waited(ShardSession *self);
/* Connections of the shard that this process has in its pool; all 0 when nothing is pooled. */
ShardPoolStatus shard_session_pool_status(ShardSession *self, guint shard);

/* Table facts of this process: loads what tables (logical names, NULL-terminated; NULL nothing)
 * lack, from one node each.  (transfer none), valid until the next call on this session. */
const ShardSchema *shard_session_schema(ShardSession *self, const char *const *tables,
                                        GError **error);
/* After DDL: forget these (NULL: all). */
void shard_session_forget_schema(ShardSession *self, const char *const *tables);
