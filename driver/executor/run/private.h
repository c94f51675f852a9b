/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the files of a run share.
 *
 * The units of one execute are dealt to lanes, one per shard.  A lane runs its units in turn on the
 * shard's one connection; the lanes run at once, the first on the calling thread.
 */
#pragma once

#include "driver/executor/deadline.h"
#include "driver/executor/run/run.h"
#include "driver/executor/session-private.h"
#include "driver/executor/stop.h"
#include "driver/executor/watch.h"
#include "driver/executor/workers.h"

#include <pthread.h>
#include <stdatomic.h>

/* An inner statement that is used again by later executes. */
typedef struct {
    const void *text_id; /* NULL: for texts of one execute */
    gboolean direct;     /* carries the application's attributes and bindings */
    gboolean prepared;
    gboolean in_use; /* in the current execute */
    guint64 last_use;
    ShardBackendStmt *statement;
} ShardKept;

typedef struct {
    const ShardUnit *unit;
    ShardKept *kept;
    ShardStream *stream; /* of a query, until merging takes it */
    gint64 row_count;
} ShardUnitRun;

typedef struct {
    ShardRun *run;
    guint shard;
    guint place;       /* the shard itself, or a replica of it, in this execute */
    GPtrArray *kept;   /* ShardKept */
    guint64 clock;     /* for their age */
    GArray *units;     /* ShardUnitRun, of this execute */
    ShardArena *arena; /* bindings of this execute */
    gboolean was_open, is_opened, in_own_transaction, has_savepoint;
    gboolean is_running; /* under the run's lock */
    gboolean done;       /* all units succeeded */
    SQLRETURN rc;        /* of the last unit */
    gint64 microseconds; /* that it took */
    GError *failure, *warnings;
    pthread_mutex_t
        lock; /* of the two below; held while cancelling, so that the lane can't go on */
    ShardBackendStmt *inside; /* the statement that a call of is running; NULL none */
    gboolean was_cancelled;
} ShardLane;

struct _ShardRun {
    ShardSession *session;
    GHashTable *lanes_by_shard; /* shard -> ShardLane, kept over executes */
    GPtrArray *lanes;           /* of this execute */
    const ShardPlan *plan;
    const ShardPlan *checked; /* that a shard's description was compared with; NULL none */
    const ShardRunOptions *options;
    gboolean own_transaction, guarded;
    gboolean in_turn; /* the lanes, in the order of the shards: see turns.c */
    gboolean hasty;   /* they run at once, and don't wait long for locks */
    gboolean streaming;
    gboolean watched; /* it may end its shard's transaction */
    gboolean outside; /* of any transaction: MariaDB commits by itself */
    ShardStream *stream;
    ShardBackendStmt *direct;
    ShardBackendStmt *asked; /* by a question, under the lock; NULL none */
    ShardWatcher question_place;
    ShardWait question_wait;
    gint64 row_count;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    guint n_active;          /* lanes that are running */
    guint n_cancellers;      /* that look at the lanes */
    guint n_breakers;        /* that look whether servers answer */
    gboolean executing;      /* lanes may run: they can be cancelled */
    gboolean is_over;        /* nothing is left that a breaker could be needed for */
    gint64 cancelling_since; /* the canceller is asking the drivers; 0: it isn't */
    ShardWatch watch;        /* of the threads that run lanes, or take back what those did */
    ShardWatch cancel_watch; /* of those that cancel */
    _Atomic int stop;        /* ShardStop */
    guint call_depth;        /* of the thread that executes */
    gint64 call_since;       /* 0: not begun */
    ShardCall call;
    gboolean committing; /* with the lock held: a stop is only noted */
    ShardJob cancel_job, break_job, rows_job;
    ShardDeadline deadline, fetch_deadline, rows_deadline;
    atomic_bool cancels_fetch; /* a thread is in there, with the lock */
    atomic_bool ends_rows;     /* rows_job is under way; set without the lock */
    gboolean limits_rows;      /* rows_deadline has been started */
};

ShardLane *shard_lane_new(ShardRun *run, guint shard);
void shard_lane_free(ShardLane *self);
/* Connection, transaction and savepoint; run does it when nobody did before. */
gboolean shard_lane_open(ShardLane *self, GError **error);
/* Runs the lane's units of this execute; any thread. */
void shard_lane_run(gpointer lane);
/* Closes cursors and forgets the units; statements are kept. */
void shard_lane_close(ShardLane *self);
/* The statement for a text, made when there is none. */
ShardKept *shard_lane_statement(ShardLane *self, const void *text_id, ShardBackend *backend,
                                GError **error);
/* Makes a call of the statement cancellable; FALSE: the run was stopped, don't make it. */
gboolean shard_lane_enter(ShardLane *self, ShardBackendStmt *statement);
void shard_lane_leave(ShardLane *self);

/* Could the plan change anything?  A function that it calls might. */
gboolean shard_run_may_write(const ShardRun *self);
/* May it be answered by replicas? */
gboolean shard_run_is_weak(const ShardRun *self);
/* Will its rows be many, so that they shall come over the connections that stream? */
gboolean shard_run_is_streaming(ShardRun *self);
/* Ends the streams on a shard that the plan would otherwise have to wait for. */
void shard_run_drain_streams(ShardRun *self, guint shard);
/* Could the plan leave something on the connection that the next statement sees? */
gboolean shard_run_leaves_state(const ShardRun *self);
/* TRUE for the first reason only. */
gboolean shard_run_stop(ShardRun *self, ShardStop reason);
/* Cancels what runs, again and again, until no lane is active. */
void shard_run_cancel_until_done(ShardRun *self);
void shard_run_cancel_init(ShardRun *self);
void shard_run_cancel_clear(ShardRun *self);
/* Around the lanes' running: from here to there they can be cancelled. */
void shard_run_begin_execute(ShardRun *self);
void shard_run_end_execute(ShardRun *self);
/* Around the commit that follows: only whether an end is wanted is noted. */
void shard_run_begin_commit(ShardRun *self);
void shard_run_end_commit(ShardRun *self);
/* Around all of execute, what follows the lanes too: while an execute that was stopped doesn't come
 * to its end since a server doesn't answer, connections are given up. */
void shard_run_begin_watch(ShardRun *self, ShardWatcher *place);
void shard_run_end_watch(ShardRun *self, ShardWatcher *place);

/* Do the plan's lanes run in turn, or at once and hastily? */
void shard_run_choose_turns(ShardRun *self);
/* After a failed execute: could it end well in turn?  Then it is taken back, and will run so. */
gboolean shard_run_take_turns(ShardRun *self);
void shard_run_lanes_in_turn(ShardRun *self);
/* How long the lane's statements wait for locks; in a transaction, if there is one. */
gboolean shard_lane_set_haste(ShardLane *self, ShardBackend *backend, GError **error);
/* PostgreSQL: not long from a savepoint on, as long as before from its end. */
#define SHARD_HASTY_SAVEPOINT(name)                                                                \
    "SELECT set_config('shardodbc.lock_timeout', current_setting('lock_timeout'), true); "         \
    "SAVEPOINT " name "; " SHARD_HASTE
#define SHARD_HASTY_RELEASE(name)                                                                  \
    "RELEASE SAVEPOINT " name "; "                                                                 \
    "SELECT set_config('lock_timeout', current_setting('shardodbc.lock_timeout'), true)"
#define SHARD_HASTE "SET LOCAL lock_timeout = '250ms'"

/* What the failures did to the application's transaction.  Asked before anything is taken back. */
ShardEffect shard_run_effect_of_failure(ShardRun *self);
/* Undoes what a failed write left, so that nothing of the statement stays. */
void shard_run_take_back(ShardRun *self);
/* Takes back what the failed lanes left, and makes one error of theirs.  FALSE always. */
gboolean shard_run_fail(ShardRun *self, GError **error);
/* A shard that is gone took its part of the application's transaction with it. */
void shard_run_note_lost(ShardRun *self);

/* Says sql on all shards where this execute has set a savepoint. */
gboolean shard_run_end_savepoints(ShardRun *self, const char *sql, GError **error);

/* All lanes have succeeded: what they were is settled, their rows merged. */
gboolean shard_run_finish(ShardRun *self, SQLRETURN *out_rc, GError **error);
void shard_run_collect_warnings(ShardRun *self, GError **out_warnings);
