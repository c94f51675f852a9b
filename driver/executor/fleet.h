/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fleet.h - the shards of one rules file, as this process knows them.
 *
 * All sessions on one rules file (path, size, mtime, inode) share its router, the libraries of the
 * shards' drivers, the schema facts read so far, and which shards could not be reached lately.
 * Thread-safe.
 */
#pragma once

#include "driver/executor/connection-pool.h"
#include "driver/executor/counters.h"
#include "driver/executor/backend/driver-library.h"
#include "router/plan/router.h"

typedef struct _ShardFleet ShardFleet;

/* Reads the rules when they are new.  Fails when the rules are bad, a shard's driver is ShardODBC
 * itself, or the shards are of several brands; a shard whose driver can't be found fails only when
 * it is used. */
ShardFleet *shard_fleet_get(const char *rules_path, GError **error);
void shard_fleet_unref(ShardFleet *self); /* accepts NULL */

/* Has the rules file changed?  *out_newer NULL: no, or that is known to be bad; FALSE: it is bad,
 * which is told once.  A file that was written within the last second is left alone: it may be half
 * of what it will be. */
gboolean shard_fleet_newer(ShardFleet *self, ShardFleet **out_newer, GError **error);
/* What is bad about the file as it stands; NULL: nothing.  (transfer full) */
char *shard_fleet_fault(ShardFleet *self);

ShardRouter *shard_fleet_router(ShardFleet *self);
const ShardRules *shard_fleet_rules(ShardFleet *self);
/* Where connections go: the shards themselves, by their numbers, and behind them the replicas of
 * each (named "shard/dsn").  All that is said of a shard below holds for such a place. */
guint shard_fleet_n_places(ShardFleet *self);
const ShardDataSource *shard_fleet_place(ShardFleet *self, guint place);
/* The replicas of a shard are *out_first and those behind it; how many. */
guint shard_fleet_replicas(ShardFleet *self, guint shard, guint *out_first);
/* The place of a second connection to a shard, whose driver streams long results. */
guint shard_fleet_stream_place(ShardFleet *self, guint shard);
gboolean shard_fleet_is_stream_place(ShardFleet *self, guint place);
/* About how many rows a logical table's node has, as asked less than a minute ago; FALSE: not
 * known. */
gboolean shard_fleet_table_rows(ShardFleet *self, guint table, gint64 *out_rows);
void shard_fleet_set_table_rows(ShardFleet *self, guint table, gint64 rows);
/* Another one each time, so that replicas are used evenly. */
guint shard_fleet_next_turn(ShardFleet *self);
/* Sessions lately waited for each other's rows on several shards. */
void shard_fleet_note_contention(ShardFleet *self);
gboolean shard_fleet_is_contended(const ShardFleet *self);
/* By the drivers' files, else as the rules say; UNKNOWN when nothing tells. */
ShardDialect shard_fleet_dialect(ShardFleet *self);
/* PostgreSQL: what an error does to a transaction, as the shards' Protocol says. */
typedef enum {
    SHARD_ON_ERROR_ABORT,       /* 7.4-0: nothing goes on until it is rolled back */
    SHARD_ON_ERROR_TRANSACTION, /* 7.4-1: the driver rolls it back */
    SHARD_ON_ERROR_STATEMENT    /* 7.4-2, and all other brands: only the statement is undone */
} ShardOnError;
ShardOnError shard_fleet_on_error(ShardFleet *self);
ShardOnError shard_on_error_of(const char *protocol); /* NULL or "": the driver's default */
void shard_fleet_set_dialect(ShardFleet *self, ShardDialect dialect); /* a connection told */
const ShardDriverLibrary *shard_fleet_library(ShardFleet *self, guint shard, GError **error);

ShardPool *shard_fleet_pool(ShardFleet *self);

/* What this process has done there. */
ShardPlaceCounters *shard_fleet_counters(ShardFleet *self, guint place);
/* The connection is counted as one of the place's until it is closed. */
void shard_fleet_count_open(ShardFleet *self, guint place, ShardBackend *backend);

ShardSchema *shard_fleet_schema(ShardFleet *self); /* (transfer full) */
/* Adds facts of one table; columns NULL takes them out. */
void shard_fleet_add_table(ShardFleet *self, const ShardTableSchema *table);
void shard_fleet_forget_tables(ShardFleet *self); /* all of them */

/* The table's nodes on that shard have been found to have the same columns in the same order.
 * Forgotten whenever facts of a table are. */
gboolean shard_fleet_is_even(ShardFleet *self, const ShardTable *table, guint shard);
void shard_fleet_set_even(ShardFleet *self, const ShardTable *table, guint shard);

/* A shard that took long to fail is not tried again for a moment: FALSE and that failure. */
gboolean shard_fleet_may_connect(ShardFleet *self, guint shard, GError **error);
/* What connecting gave (failure NULL: success) and how long it took. */
void shard_fleet_connected(ShardFleet *self, guint shard, const GError *failure,
                           gint64 microseconds);

/* What a shard could not be told, or asked (transaction/debts.h). */
typedef struct {
    char *branch;            /* NULL: it is asked */
    struct _ShardOwed *owed; /* the transaction that it is of; (transfer none) */
} ShardDebt;
void shard_debt_free(gpointer debt);
void shard_fleet_owe(ShardFleet *self, guint shard, ShardDebt *debt); /* (transfer full) */
/* Takes them away; ShardDebt, (transfer full). */
GPtrArray *shard_fleet_take_debts(ShardFleet *self, guint shard);
gboolean shard_fleet_has_debts(ShardFleet *self, guint shard);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardFleet, shard_fleet_unref)
