/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decision-log.h - the durable record of two-phase commits.
 *
 * A process writes one file into the state folder and holds a lock on it while it lives.  A
 * transaction is committed from the moment its COMMIT record is on the disk; one without is rolled
 * back (presumed abort).  Names of transactions say whose they are:
 *
 *   shardodbc:<folder's id>:<log's id>:<number>
 *
 * so that recovery touches only those of this folder whose process is gone.  Records are lines
 * "checksum word name\n".  A torn last line doesn't count; a log with another line that can't be
 * read is damaged, and says nothing of transactions without a COMMIT record.
 */
#pragma once

#include <glib.h>

typedef struct _ShardDecisions ShardDecisions;

/* The process's log in that folder (NULL: the user's own state folder), made when first needed;
 * lives for ever.  rules: path of the rules file, for recovery.  Thread-safe. */
ShardDecisions *shard_decisions_get(const char *folder, const char *rules, GError **error);

/* Is it this process's own, and still where recovery would look for it? */
gboolean shard_decisions_serve(const ShardDecisions *self);

/* A name for a new transaction; written down, though not yet to the disk.  (transfer full) */
char *shard_decisions_begin(ShardDecisions *self, GError **error);
/* On the disk when TRUE. */
gboolean shard_decisions_commit(ShardDecisions *self, const char *name, GError **error);
/* As long as there is no other record, the transaction ends as that shard's own one with the mark
 * does (last-resource.h).  On the disk when TRUE. */
gboolean shard_decisions_leave_to(ShardDecisions *self, const char *name, const char *shard,
                                  const char *mark, GError **error);
/* Nothing of the transaction is left on any shard. */
void shard_decisions_end(ShardDecisions *self, const char *name);

/* The log of a process that is gone, locked by us until freed. */
typedef struct {
    char *path;
    int file;
    char *prefix;          /* of its transactions' names: "shardodbc:folder:log:" */
    GHashTable *committed; /* names that must be committed */
    GHashTable *left;      /* name to "mark shard": others that a shard decides */
    gboolean is_clean;     /* every transaction in it has ended, and nothing can be missing */
    gboolean is_ours;      /* of the rules that were asked for */
    gboolean has_head;     /* names its rules */
    gboolean is_damaged;
    gint64 recovered_at; /* Unix time; 0: not yet */
    gint64
        recovered_clock; /* seconds of the clock that nobody sets; 0: the machine started since */
} ShardDeadLog;

/* Seconds from the first recovery of a log to the one that removes it. */
#define SHARD_SECOND_LOOK 5

/* Those of that folder and rules file; (transfer full), empty when there are none.  Only one thread
 * of a process may have them at a time. */
GPtrArray *shard_dead_logs(const char *folder, const char *rules);
/* Would nothing be found on the servers that has not been found before? */
gboolean shard_dead_log_is_over(ShardDeadLog *self);
/* All its transactions that servers have are finished: the file goes when it is over; else that is
 * noted in it. */
void shard_dead_log_recovered(ShardDeadLog *self);

/* What all names begin with, and that with a folder's id. */
#define SHARD_TRANSACTION_PREFIX "shardodbc:"
/* "shardodbc:<folder's id>:", or NULL when nothing was ever written there.  (transfer full) */
char *shard_folder_prefix(const char *folder);
typedef enum {
    SHARD_LOG_GONE,
    SHARD_LOG_IN_USE, /* its process lives, or recovers it */
    SHARD_LOG_COMMIT,
    SHARD_LOG_ROLLBACK,
    SHARD_LOG_ASK,       /* a shard knows */
    SHARD_LOG_DAMAGED,   /* perhaps it did say COMMIT */
    SHARD_LOG_UNREADABLE /* by us, or now */
} ShardLogWord;
/* What the log says of a name on a server, which may be followed by ":" and a shard; GONE: it is of
 * another log.  out_left: with ASK "mark shard"; NULL: not wanted. */
ShardLogWord shard_dead_log_says(const ShardDeadLog *self, const char *name, const char **out_left);
/* What the log that wrote this name says of it, whatever rules it is of. */
ShardLogWord shard_log_says(const char *folder, const char *name);
