/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * run.h - runs the units of one logical statement's plans.
 *
 * A run belongs to one logical statement and is used again for each of its executes: it keeps one
 * inner statement per shard and text_id.  Units run in parallel on the process's worker threads,
 * the calling thread running one itself; a single unit is never handed over.  The first failure
 * cancels the rest; execute returns when every unit has answered (rows: its first batch is there).
 *
 * A write over several units in autocommit is one transaction of ours; inside a transaction it is
 * guarded by savepoints.
 */
#pragma once

#include "driver/executor/session.h"
#include "driver/merge/merge.h"

typedef struct _ShardRun ShardRun;

/* The rows of an array of parameters that one unit takes. */
typedef struct {
    const ShardBinding *bindings; /* as below, but each a column of n_rows elements */
    SQLULEN n_rows;
    SQLUSMALLINT *status; /* n_rows; what the driver says of each */
} ShardUnitRows;

typedef struct {
    const ShardBinding *bindings; /* per marker of the logical statement */
    guint n_bindings;
    guint query_timeout; /* seconds; 0 none: HYT00 */
    guint64 max_rows;
    const ShardUnitRows *unit_rows; /* per unit of the plan; NULL: each unit takes one row */
    gboolean prepared;              /* keep inner statements prepared by text_id; else ExecDirect */
    /* Called on the calling thread with the inner statement of a direct plan before it executes, so
     * that attributes, column bindings and the like can be set on it.  May be NULL. */
    gboolean (*before_direct)(ShardBackendStmt *statement, gpointer data, GError **error);
    gpointer before_direct_data;
} ShardRunOptions;

ShardRun *shard_run_new(ShardSession *session);
/* Around all the executes that are one call of the application's (steps, rows of an array, several
 * texts), in any depth: a cancel that comes between two of them ends the next one, and the query
 * timeout is that of all of them together.  Around fetches, too: one that merges rows for long ends
 * by a cancel. */
void shard_run_begin_call(ShardRun *self);
void shard_run_end_call(ShardRun *self);
/* Inside of a call, around reading the rows that execute gave: its query timeout ends that, too. */
void shard_run_begin_rows(ShardRun *self);
void shard_run_end_rows(ShardRun *self);
void shard_run_free(ShardRun *self); /* closes everything; accepts NULL */

/* May the plan run, as far as a shard's description of its columns tells?  FALSE and 0A000: what
 * the shards would give can't be merged.  An execute of the same plan doesn't ask again. */
gboolean shard_run_check(ShardRun *self, const ShardPlan *plan,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* plan, bindings and spec must stay until the next execute, close or free.  *out_rc: what a direct
 * statement's driver returned (SQL_SUCCESS, WITH_INFO, NO_DATA, NEED_DATA); SQL_SUCCESS else.
 * *out_warnings: records of shards' WITH_INFO, equal ones collapsed (transfer full), or NULL. */
gboolean shard_run_execute(ShardRun *self, const ShardPlan *plan, const ShardRunOptions *options,
                           SQLRETURN *out_rc, GError **out_warnings, GError **error);

/* After execute. */
ShardBackendStmt *shard_run_direct(ShardRun *self); /* NULL: not direct */
ShardStream *shard_run_stream(ShardRun *self);      /* merged rows; NULL: none; owned by the run */
gint64 shard_run_row_count(ShardRun *self);         /* -1: unknown */

/* The columns of a describe plan (shard_prepared_describe), by preparing it; valid until the next
 * call on this run.  NULL without error: gives no rows.  Until then shard_run_direct() is the
 * prepared inner statement, for the facts of columns that ShardColumns doesn't hold. */
const ShardColumns *shard_run_describe(ShardRun *self, const ShardPlan *plan, GError **error);

/* Around a call of a statement that is none of the run's, which asks a shard something for the
 * application: in between a cancel of the run is heard, and the server has its usual time to
 * answer.  end: FALSE when the call has failed (rc), with the reason.  run NULL: neither is heeded.
 */
void shard_run_begin_question(ShardRun *self, ShardBackendStmt *asked);
gboolean shard_run_end_question(ShardRun *self, ShardBackendStmt *asked, SQLRETURN rc,
                                GError **error);

/* How long the shard took for its units; -1: it had none. */
gint64 shard_run_microseconds(ShardRun *self, guint shard);

/* Rows that a unit of the plan changed; -1 unknown. */
gint64 shard_run_unit_rows(ShardRun *self, guint unit);
/* The rows that a direct statement's driver gave to the application; nothing when it isn't one. */
void shard_run_count_direct_rows(ShardRun *self, guint64 n);

void shard_run_close(ShardRun *self); /* cursors; inner statements are kept */
/* The prepared statement goes away: what is kept by text_id is forgotten (its addresses may come
 * again with another text).  Inner statements themselves may be kept for later use. */
void shard_run_forget(ShardRun *self);
/* From any thread, takes no lock that execute holds: execute ends with HY008. */
void shard_run_cancel(ShardRun *self);
