/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan.h - what to run where, and how to make one answer of it.
 *
 * A plan is made for one execute and lives in its own arena.  It borrows from the prepared
 * statement it came from and from the values it was made with: both must outlive it.
 */
#pragma once

#include "router/plan/merge/spec.h"
#include "router/rules/rules.h"
#include "router/sql/statement.h"

#include <glib.h>

/* What stands at one marker of a unit's text: the application's parameter number marker, or (marker
 * -1) a value of ours. */
typedef struct {
    gint marker;
    ShardValue value;
} ShardUnitParam;

/* One statement text for one shard. */
typedef struct {
    guint shard;
    const char *sql;
    gsize sql_size;
    /* The same one means the same text as in an earlier plan, so that an inner prepared statement
     * can be kept; NULL: the text is for this execute only. */
    const void *text_id;
    const ShardUnitParam *params;
    guint n_params;
    const guint *rows; /* multi-row INSERT: numbers of the rows in it; NULL else */
    guint n_rows;
    guint node; /* of the first sharded table; G_MAXUINT none */
    /* Tables whose nodes on the shard are read as one, by the position of their columns. */
    const ShardTable *const *united;
    guint n_united;
    const char *nodes_text; /* "t_order_0, t_item_0": actual tables, for PREVIEW and --json */
} ShardUnit;

typedef enum {
    SHARD_PLAN_UNITS,       /* run the units */
    SHARD_PLAN_TRANSACTION, /* BEGIN, COMMIT, SAVEPOINT …: the session's business; see statement */
    SHARD_PLAN_SESSION,     /* SET: run on every open connection, record for later ones */
    SHARD_PLAN_PREVIEW,     /* result: inner plan, or its refusal */
    SHARD_PLAN_SHOW_SHARDING,
    SHARD_PLAN_SET_SHARDING,
    SHARD_PLAN_USE,    /* answered without a shard */
    SHARD_PLAN_BEFORE, /* run the step, then plan again with its answer; units: to be shown */
    SHARD_PLAN_DONE    /* the steps before have done everything; count */
} ShardPlanKind;

typedef enum {
    SHARD_COUNT_SUM,  /* row count: sum over the units */
    SHARD_COUNT_FIRST /* copies of a broadcast table: the first unit's */
} ShardRowCountMode;

typedef enum {
    SHARD_ROUTE_SINGLE,
    SHARD_ROUTE_SEVERAL,
    SHARD_ROUTE_RANGE,
    SHARD_ROUTE_CARTESIAN,
    SHARD_ROUTE_BROADCAST, /* all nodes */
    SHARD_ROUTE_SHARDS,    /* all shards */
    SHARD_ROUTE_INSTANCES,
    SHARD_ROUTE_UNICAST,
    SHARD_ROUTE_BLOCKED,
    SHARD_ROUTE_DIRECT,       /* hint */
    SHARD_ROUTE_SINGLE_TABLE, /* single tables */
    SHARD_ROUTE_DEFAULT
} ShardRouteKind;

typedef struct ShardPlan ShardPlan;

/* What of a step's rows is wanted. */
typedef enum {
    SHARD_STEP_ROWS,
    SHARD_STEP_ANY_ROW, /* whether there is one */
    SHARD_STEP_COUNT    /* how many there are */
} ShardStepWants;

/* What is run before the statement can be planned: a subquery whose rows are wanted, in any order,
 * or a write that is part of the statement. */
typedef struct {
    ShardPlan *plan;    /* a merged one, or a write; owned; NULL none */
    guint first_marker; /* its parameters are the application's from this one on */
    ShardStepWants wants;
    const char *why;  /* told when there are too many rows; NULL nothing */
    gsize most_bytes; /* of their texts; 0: any number */
} ShardStep;

struct ShardPlan {
    ShardPlanKind kind;
    const ShardStatement *statement;
    ShardArena *arena;
    ShardRouteKind route;
    const ShardUnit *units; /* in rule order of the shards */
    guint n_units;
    gboolean is_query;       /* gives rows: SELECT, RETURNING, SHOW … */
    gboolean is_write;       /* changes rows or the schema */
    gboolean sets_variables; /* leaves user variables (@x) on the one shard that it goes to */
    gboolean is_ddl;
    gboolean no_transaction; /* its units can't run in one: CREATE INDEX CONCURRENTLY */
    gboolean changes_server; /* what databases of one server share: in transactions of several
                                shards the second would wait for the first for ever */
    gboolean for_update;
    gboolean weak_read_allowed; /* may go to a replica */
    gboolean weak_read_asked;   /* a hint asks for a replica */
    guint64 timeout;            /* microseconds that a hint allows; 0 none */
    gboolean streamable;        /* pure SELECT whose result may be long */
    /* Direct: one unit, nothing to merge, no hidden column: the real driver's cursor is the answer.
     */
    gboolean direct;
    /* Its tables were written out of rows: whose columns they are, and NOT NULL, is known of the
     * statement's own text only. */
    gboolean written_out;
    const ShardMergeSpec *merge; /* NULL when not is_query, or direct */
    ShardRowCountMode row_count;
    gboolean has_generated_key;
    ShardValue generated_key;          /* the one that LAST_INSERT_ID() and the like give */
    const char *const *changed_tables; /* DDL: logical tables whose schema facts are stale; may be
                                          NULL */
    const char *reason;                /* one line for PREVIEW: why these units */
    const char *warning;               /* of a policy: for the log; NULL none */
    ShardStep step;                    /* BEFORE */
    gint64 count;                      /* DONE: rows that the statement has changed */
    ShardPlan **branches;              /* of a set operation, whose units these are; owned */
    guint n_branches;
    ShardPlan *inner; /* PREVIEW; NULL when refused */
    GError *inner_error;
};

void shard_plan_free(ShardPlan *self); /* accepts NULL */

/* {"units":[{"shard":…,"sql":…,"params":[…]}],"merge":…}, as `shardodbc route --json` prints it;
 * with_nodes: each unit's "nodes", too.  (transfer full) */
char *shard_plan_to_json(const ShardPlan *self, const ShardRules *rules, const ShardValue *params,
                         guint n_params, gboolean with_nodes);
/* The golden and human form: "unit ds_0 SELECT …" lines and a "merge …" line; (transfer full). */
char *shard_plan_to_text(const ShardPlan *self, const ShardRules *rules);
/* "append", "sort id asc; skip 2; take 10" …; in the plan's arena. */
const char *shard_plan_merge_text(const ShardPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardPlan, shard_plan_free)
