/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * session-private.h - what the files of a logical connection share.
 *
 * While units run in parallel, each worker touches only the slots of its own shards; the recorded
 * attributes, settings and the transaction's state are only read then.
 */
#pragma once

#include "driver/executor/backend/private.h"
#include "driver/executor/fleet.h"
#include "driver/executor/session.h"

#include <sys/types.h>

typedef struct {
    SQLINTEGER attribute;
    gboolean is_text;
    gsize number;
    char *text;
} ShardSetAttribute;

typedef struct {
    char *sql;
    char *subject;           /* what it sets, to a constant; NULL: that isn't known */
    gboolean in_transaction; /* the open one: PostgreSQL takes it back with ROLLBACK */
    gboolean local;          /* SET LOCAL: ends with the transaction in any case */
    guint depth;             /* savepoints open when it was set */
} ShardSetting;

typedef struct {
    char *name, *sql;
} ShardSavepoint;

/* One shard of the session. */
typedef struct {
    ShardBackend *backend;  /* NULL: not open */
    guint attributes_epoch; /* of the session, when this connection was brought up to date */
    guint settings_done;    /* how many of the settings it has */
    gboolean wrote;         /* in the open transaction */
    gboolean is_counted;    /* taken from the pool, or opened with its permission */
    gboolean is_reused;     /* it was idle in the pool, where it may have been lost */
    gboolean is_tainted;    /* has a state that nobody else may see */
    gboolean is_watched;    /* a routine ran that may have ended the transaction */
    gboolean is_doubtful;   /* may have one: a function of the user's own was called */
    char *key;              /* pool: what it was opened with; made when first needed */
} ShardMember;

/* What a session knows of the replicas of one shard. */
typedef struct {
    gint place; /* that it has read from; -1 none yet */
    gboolean
        must_catch_up; /* the session has seen, or made, something newer than the replica has */
    char *position;    /* that the replica has to reach; NULL: to be asked */
    gint64 wait_from;  /* it was too far behind: until then it is asked, but not waited for */
} ShardReplica;

struct _ShardSession {
    ShardSettings *settings;
    ShardFleet *fleet;
    const ShardRules *rules;
    SQLINTEGER odbc_version;
    pid_t pid;
    ShardMember *slots;
    guint n_shards;
    guint n_slots;          /* shards and, behind them, replicas */
    ShardReplica *replicas; /* per shard; NULL: there are none */
    ShardSchema *schema;    /* the snapshot given out last */
    GHashTable *absent;     /* names of tables that no shard had */
    ShardSqlMode mode;
    gboolean mode_known;

    GArray *attributes; /* ShardSetAttribute */
    guint attributes_epoch;
    guint login_timeout;
    guint connection_timeout; /* SQL_ATTR_CONNECTION_TIMEOUT; 0: none */
    GArray *set_texts;        /* ShardSetting */

    gboolean autocommit;
    gboolean locked_tables;  /* MariaDB: by LOCK TABLES */
    gboolean explicit_begin; /* by BEGIN, while autocommit is on */
    char *begin_text;        /* with its characteristics */
    char *outer_savepoint;   /* SQLite: the one that began the transaction */
    GPtrArray *tx_texts;     /* SET TRANSACTION …, for shards that join later */
    GArray *savepoints;      /* ShardSavepoint */
    gboolean *joined;
    pthread_mutex_t taken_lock; /* of the next: workers open connections at once */
    GArray *taken; /* guint: places whose connections came from the pool, and perhaps went since */
    gboolean failed; /* until rolled back: 25P02 */
    gboolean lost;   /* failed, and COMMIT has to say so: work of it is gone */
    ShardOnError on_error;
    ShardValue generated_key; /* a number; kind NULL: none */
    gint last_write_shard;
    gint last_shard;         /* of the last statement */
    guint variable_shard;    /* + 1: where user variables were assigned; 0 nowhere */
    const _Atomic int *stop; /* of the execute that is running (ShardStop); NULL: none is */

    struct _ShardDecisions *decisions;   /* Transaction=2pc; set with the first name */
    char *two_phase_name;                /* of the open transaction; NULL: none yet */
    GPtrArray *retired, *retired_fleets; /* of rules before; NULL: none */
    GError *warning;                     /* what the end of a transaction left to tell */
    atomic_llong waited;                 /* microseconds, for connections of the pool */
};

/* Commit or rollback on one shard, for the fan-out. */
typedef struct {
    ShardSession *session;
    guint shard;
    const char *sql; /* NULL: end the transaction */
    gboolean commit;
    gboolean is_part; /* of a commit on several shards */
    gboolean done;
    GError *failure;
} ShardEnd;

/* Open, up to date, and in the transaction if there is one; for the shard's own worker. */
ShardBackend *shard_session_join(ShardSession *self, guint shard, GError **error);
/* Just the connection, brought up to date, in no transaction. */
ShardBackend *shard_session_open(ShardSession *self, guint shard, GError **error);
/* It waits for locks as long as the application wants again (run/turns.c). */
gboolean shard_backend_calm(ShardBackend *backend, GError **error);
/* How long the session waits for a shard. */
ShardPatience shard_session_patience(const ShardSession *self);
/* No attribute and no setting was recorded yet. */
void shard_session_init_settings(ShardSession *self);
/* Says to a shard's connection what was set since it was brought up to date. */
gboolean shard_session_apply_settings(ShardSession *self, ShardMember *slot, GError **error);
/* Forgets what was set, by its number. */
void shard_session_remove_setting(ShardSession *self, guint number);
/* Forgets what was set to another value later. */
void shard_session_drop_void_settings(ShardSession *self);
/* In the child of a fork: drops what was inherited.  TRUE when there was something. */
gboolean shard_session_after_fork(ShardSession *self);
/* Is a statement run now part of a transaction that the application ends? */
gboolean shard_session_manual(const ShardSession *self);
/* psqlodbc thinks that a transaction which has only set savepoints has nothing to lose: it rolls
 * back all of it when the next statement fails.  With something before them it guards that one. */
#define SHARD_BEFORE_SAVEPOINT "SELECT 0; "
#define SHARD_SAVEPOINT_POSTGRESQL(name) SHARD_BEFORE_SAVEPOINT "SAVEPOINT " name

/* Joins a transaction on one open backend: BEGIN, characteristics, savepoints. */
gboolean shard_session_join_transaction(ShardSession *self, guint shard, GError **error);
/* XA START of the session's transaction on that shard. */
gboolean shard_session_begin_branch(ShardSession *self, guint shard, GError **error);
/* Nodes of a table that a text of that shard reads as one must have the same columns in the same
 * order, or values would be taken for another column's: FALSE, 0A000 when they haven't.  Asked once
 * per process; a shard that can't be asked is left to the statement itself to fail on. */
gboolean shard_session_check_even(ShardSession *self, const ShardTable *table, guint shard,
                                  GError **error);
/* Takes one shard out of the transaction that it was only asked something in. */
void shard_session_leave(ShardSession *self, guint shard);
/* Runs a text on all joined shards in parallel; the first failure. */
gboolean shard_session_run_joined(ShardSession *self, const char *sql, GError **error);
/* Nothing of the transaction stays on any shard; what fails there is lost anyway. */
void shard_session_roll_back_joined(ShardSession *self);
/* Closes a connection that is of no more use. */
void shard_session_drop(ShardSession *self, guint shard);
/* The transaction's records after its end. */
void shard_session_forget_transaction(ShardSession *self, gboolean committed);
/* Takes back what SET did inside the transaction, from that depth of savepoints on. */
void shard_session_forget_settings(ShardSession *self, gboolean committed, guint depth);
/* RELEASE: what was set behind the savepoint now belongs to what is before it. */
void shard_session_lift_settings(ShardSession *self, guint depth);
/* Are connections shared with the process's other sessions? */
gboolean shard_session_is_pooled(const ShardSession *self);
/* Gives back what nothing of the application hangs on: no transaction, cursor or state. */
void shard_session_release(ShardSession *self);
/* A connection from the pool, or a new one; then slot->is_counted. */
ShardBackend *shard_session_take(ShardSession *self, guint shard, const char *connection,
                                 ShardBackend *(*open)(ShardSession *self, guint shard,
                                                       const char *connection, GError **error),
                                 GError **error);
gboolean shard_session_has_open_cursor(const ShardBackend *backend);
/* Could another session that gets the connection see what this one has left on it? */
gboolean shard_session_has_state(const ShardMember *slot);
/* Closes the slot's connection, in no transaction. */
void shard_session_close_slot(ShardSession *self, guint shard);

/* A replica of the shard that a weak read may go to now, opened; the shard itself when there is
 * none. */
guint shard_session_choose_replica(ShardSession *self, guint shard);
/* The session has used the shard itself: replicas may be behind that. */
void shard_session_note_primary(ShardSession *self, guint shard);

/* What an error has done to a transaction; of several errors the greatest counts. */
typedef enum {
    SHARD_EFFECT_NONE,        /* it undid its statement, at most */
    SHARD_EFFECT_ROLLED_BACK, /* it is over; the next statement begins another one */
    SHARD_EFFECT_ABORTED,     /* nothing goes on until it is rolled back */
    SHARD_EFFECT_LOST         /* the same, and COMMIT has to say that work is gone */
} ShardEffect;
ShardEffect shard_session_effect(ShardSession *self, guint shard, const GError *failure);
/* Makes it so on all shards. */
void shard_session_take_effect(ShardSession *self, ShardEffect effect);
/* Both, for the error of an ordinary statement that names its shard. */
void shard_session_note_failure(ShardSession *self, const GError *failure);

/* Before a routine runs that could end the transaction of its shard. */
gboolean shard_session_watch_end(ShardSession *self, guint shard, GError **error);
/* Before anything else in the transaction.  *out_over: one has ended it.  FALSE, 40003 when work on
 * other shards can't end as that did, which nobody knows: the session's transaction has failed. */
gboolean shard_session_check_ended(ShardSession *self, gboolean *out_over, GError **error);

/* What every statement gets in a failed transaction: 25P02; FALSE always. */
gboolean shard_session_refuse_failed(GError **error);
