/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* router-private.h - what the planners of the statement kinds (plan-*.c) share. */
#pragma once

#include "router/plan/analysis.h"
#include "router/plan/steps/derive.h"
#include "router/plan/rewrite/edit.h"
#include "router/plan/rewrite/list-split.h"
#include "router/plan/merge/plan.h"
#include "router/plan/plan-cache.h"
#include "router/plan/route.h"
#include "router/plan/router.h"
#include "router/plan/row-patterns.h"
#include "router/plan/condition/scope.h"

struct _ShardRouter {
    gint references;
    ShardRules *rules;
    ShardPlanCache *cache;
};

struct _ShardPrepared {
    ShardRouter *router;
    ShardTokens *tokens;
    ShardSqlMode mode;
    ShardCachedFacts *facts;
    const ShardStatement *statement;
    ShardAnalysis *shared;                 /* of the newest schema seen; NULL not yet */
    gboolean is_new;                       /* that was made since the last plan */
    gboolean was_cached;                   /* that was there already when the last plan was made */
    ShardAnalysis analysis;                /* the same with this text's tokens */
    ShardPrepared *inner;                  /* PREVIEW, EXPLAIN */
    GPtrArray *subqueries;                 /* ShardPrepared: those that are run first; NULL none */
    GPtrArray *branches;                   /* ShardPrepared: those of a set operation; NULL none */
    GPtrArray *readers;                    /* ShardDerived: texts that gather tables; NULL none */
    ShardPrepared *clock;                  /* the question for the time; NULL not yet */
    ShardDerived *derived;                 /* the text planned in place of this one; NULL none */
    gboolean is_derived;                   /* it is such a text */
    ShardDerived *move_read, *move_insert; /* texts of a write's steps; NULL none */
    ShardHintSet *hints;                   /* of its comment; NULL none */
    GError *hint_error;                    /* its comment isn't understood */
    GHashTable *texts;                     /* TextKey -> ShardText, all in text_arena */
    ShardRowPatterns *patterns;            /* of a multi-row INSERT; NULL none yet */
    ShardArena *text_arena;
    ShardListSplit split; /* its IN list that is split by node, if can_split */
    gboolean knows_split, can_split;
    ShardArena *scratch;
};

typedef struct {
    ShardPrepared *prepared;
    const ShardAnalysis *analysis;
    const ShardStatement *statement;
    const ShardPlanInput *input;
    ShardConstants constants;
    ShardRouteInput route_input;
    ShardPlan *plan;
    ShardArena *arena;
} ShardPlanner;

/* The answer to a step that planning needs now; NULL: it must be run first. */
const ShardAnswer *shard_planner_answer(const ShardPlanInput *input);
/* Makes self a plan that runs the step first; takes step.plan. */
void shard_planner_wait(ShardPlan *self, ShardStep step, ShardDialect dialect);

/* Sets an error of the kind "several nodes can't do that"; always FALSE. */
gboolean shard_planner_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* plan->units: the statement's text, names spliced, at each place of the route; merge (may be NULL)
 * changes it further. */
gboolean shard_planner_units(ShardPlanner *self, const ShardRoute *route,
                             const ShardMergePlan *merge, GError **error);
/* The same for every copy of a table that all shards have; the first one's row count is told. */
gboolean shard_planner_copies(ShardPlanner *self, const ShardTable *table, GError **error);
/* The statement's IN list on a sharding key, its values placed; FALSE: none is to be split. */
gboolean shard_planner_split_list(ShardPlanner *self, ShardListPlaces *out);
/* One unit with a text of its own. */
void shard_planner_set_unit(ShardUnit *unit, const ShardRouteUnit *place, const ShardText *text);
/* The unit's text for the rows of a pattern, kept from an earlier execute; FALSE: not kept. */
gboolean shard_planner_reuse_text(ShardPlanner *self, ShardUnit *unit, const ShardRouteUnit *place,
                                  guint pattern);
/* Keeps the unit's text, which the unit has from then on. */
void shard_planner_keep_text(ShardPlanner *self, ShardUnit *unit, const ShardRouteUnit *place,
                             guint pattern);
/* The text's parameters with the widened limits filled in. */
const ShardUnitParam *shard_planner_fill_params(ShardPlanner *self, const ShardText *text,
                                                const ShardMergePlan *merge);
/* Does a RETURNING give rows?  SQLite's driver shows none. */
gboolean shard_planner_returns_rows(const ShardPrepared *prepared, guint n_returning);
/* A merge that only appends. */
const ShardMergeSpec *shard_planner_append(ShardPlanner *self);
/* The one node that a row with these keys belongs to; values as ref's keys, NULL kind for NULL. */
gboolean shard_planner_place_row(ShardPlanner *self, const ShardRef *ref, const ShardValue *values,
                                 guint *out_node, GError **error);
/* Marks the plan direct when it has one unit and gives it a merge when it has several. */
void shard_planner_finish(ShardPlanner *self, gboolean is_query);

gboolean shard_plan_select(ShardPlanner *self, GError **error);
/* A set operation whose branches are answered each for itself. */
gboolean shard_plan_set(ShardPlanner *self, GError **error);
gboolean shard_plan_insert(ShardPlanner *self, GError **error);
/* What a SELECT gives at a position; * of one table of which the catalog is known stands for its
 * columns.  FALSE: that can't be said. */
gboolean shard_insert_selected(const ShardAnalysis *analysis, gint query, guint position,
                               ShardColumnId *out);
/* Can each node answer it for its own rows alone? */
gboolean shard_insert_is_local(const ShardAnalysis *analysis, gint query, ShardSpread spread);
/* INSERT ... SELECT whose rows are read first. */
gboolean shard_plan_insert_rows(ShardPlanner *self, GError **error);
gboolean shard_plan_modify(ShardPlanner *self, GError **error);
/* The one table that an UPDATE, DELETE or MERGE writes; -1: several, or it isn't certain. */
gint shard_modify_target(const ShardAnalysis *self);
/* A statement with a WITH that changes rows. */
gboolean shard_plan_with(ShardPlanner *self, GError **error);
gboolean shard_plan_ddl(ShardPlanner *self, GError **error);
/* Says which units must not run in transactions. */
void shard_planner_keep_outside(ShardPlanner *self);
/* MERGE: rows that it inserts belong to their source rows' nodes. */
gboolean shard_plan_check_merge(ShardPlanner *self, GError **error);
/* The one node of a MERGE whose source is one row of constants; FALSE: it isn't so. */
gboolean shard_plan_route_merge(ShardPlanner *self, ShardRoute *out);
gboolean shard_plan_other(ShardPlanner *self, GError **error);
/* The drivers know a call by the text's first word: comments before it, hints among them, go. */
void shard_plan_settle_call(ShardPlanner *self);
/* The text as it is on one shard, as a hint says. */
gboolean shard_plan_hinted(ShardPlanner *self, const char *shard, GError **error);

/* A SELECT that only one shard answers, whatever is in it: its text for the description. */
gboolean shard_plan_describe(ShardPlanner *self, GError **error);

/* May a write be evaluated once per copy of a broadcast table? */
gboolean shard_planner_check_copies(ShardPlanner *self, GError **error);
/* copy-default.c: and no column gets a value that each shard computes for itself. */
gboolean shard_planner_check_copy_defaults(ShardPlanner *self, const ShardTable *table,
                                           GError **error);
gboolean shard_planner_check_added_defaults(ShardPlanner *self, const ShardTable *table,
                                            GError **error);
/* A write to every copy of a broadcast table. */
gboolean shard_plan_copies(ShardPlanner *self, const ShardTable *table, GError **error);
/* hidden.c: refuses a text that reads or writes a table of several nodes where nobody rewrites it:
 * a routine's body, a subquery in SET or CALL, a text for DO or PREPARE. */
gboolean shard_planner_check_hidden(const ShardPlanner *self, GError **error);
/* variable.c: the shard of what belongs to one session: where its user variables are, if they
 * matter, else the default one. */
guint shard_planner_home_shard(const ShardPlanner *self);
/* SET of user variables to what each shard would compute for itself (now(), rand()). */
gboolean shard_planner_sets_computed(const ShardPlanner *self);
/* Refuses user variables elsewhere than where they were assigned; notes in the plan where it
 * assigns them. */
gboolean shard_planner_check_variables(ShardPlanner *self, GError **error);
/* What isn't even tokens, such as U&"\0074", may hide the name of a table. */
gboolean shard_planner_check_tokens(const ShardPlanner *self, GError **error);
/* policy.c: may rows be written into that table of the statement by the name that it has?  Not into
 * a node of a sharded table, where its rules wouldn't place them, nor into one shard's catalog. */
gboolean shard_planner_check_node_name(const ShardPlanner *self, guint number, GError **error);
/* Is the table allowed to be read or written on several nodes? */
/* policy.c: may the statement reach several nodes, as the rules or the connection have it?  spread
 * NULL: rows of an INSERT.  What is only warned of is left in the plan. */
gboolean shard_planner_check_policy(ShardPlanner *self, const ShardSpread *spread, gboolean write,
                                    GError **error);
/* Does a write that a hint sends to that shard belong elsewhere by its keys?  0A000: yes. */
gboolean shard_planner_check_hinted(const ShardPlanner *self, const char *shard,
                                    gboolean (*plan)(ShardPlanner *self, GError **error),
                                    GError **error);
