/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * router.h - the front door: SQL text + rules + parameters -> plan.
 *
 * A router holds a rule set and the cache of analysed statements; all threads share it.  A prepared
 * statement belongs to one thread at a time (it keeps unit texts that it has made).
 *
 *   ShardPrepared *prepared = shard_router_prepare(router, sql, size, &mode, &error);
 *   ShardPlan *plan = shard_prepared_plan(prepared, &input, &error);
 *   … run plan->units, merge by plan->merge …
 *   shard_plan_free(plan);
 */
#pragma once

#include "router/plan/plan.h"
#include "router/rules/rules.h"
#include "router/rules/schema.h"

typedef struct _ShardRouter ShardRouter;
typedef struct _ShardPrepared ShardPrepared;

/* Hint values of a statement or connection; texts are the application's. */
typedef struct {
    const char *shard;                       /* DATA_SOURCE_NAME: send as it is; NULL none */
    const char *shard_values, *table_values; /* "[table.]value, …"; NULL none */
    gboolean write_route_only, skip_rewrite, weak, strong;
} ShardHints;

/* What a step that was run first has given: rows of n_columns values; or only a count, of rows or
 * (a write) of changed ones. */
typedef struct {
    const ShardValue *values;
    guint n_rows, n_columns;
    gint64 count;
} ShardAnswer;

/* All answers of one execute so far, in the order in which planning asked for them.  Every planning
 * of that execute takes them again from the first one on, until one is missing: it gives a plan of
 * kind BEFORE then. */
typedef struct {
    const ShardAnswer *answers;
    guint n, n_used;
} ShardAnswers;

/* How many rows one step may give, and how long a text may get that they are written into; well
 * below what servers take as one packet. */
typedef struct {
    guint rows;
    gsize bytes;
} ShardAnswerLimits;

/* What is said of more, with the limit behind it. */
#define SHARD_TOO_MANY_ROWS                                                                        \
    "a statement over several nodes that needs more than %u rows of them at once (GatherRows)"
#define SHARD_TOO_MANY_BYTES                                                                       \
    "a statement over several nodes that needs rows of more than %" G_GSIZE_FORMAT                 \
    " bytes at once (GatherMemory)"

#define SHARD_ANSWER_ROWS 10000u
#define SHARD_ANSWER_BYTES ((gsize) 4 << 20)

typedef struct {
    gboolean is_set;
    ShardPolicy policy;
} ShardPolicyChoice;

typedef struct {
    const ShardSchema *schema; /* may be NULL: nothing known */
    const ShardValue *values;  /* one per marker; NULL: nothing is bound (describe, PREVIEW) */
    guint n_values;
    const gboolean *joined;          /* per shard: already used in this transaction; NULL none */
    gint last_write_shard;           /* -1 none; -2 several */
    gint last_shard;                 /* of the statement before; the same */
    guint variable_shard;            /* + 1: where user variables (@x) were assigned; 0 nowhere */
    gboolean hints_enabled;          /* read hints in comments */
    const ShardHints *hints;         /* of statement or connection attributes; NULL none */
    const char *catalog;             /* logical database name; NULL none */
    const ShardValue *generated_key; /* that a generator gave this connection last; NULL none */
    const ShardUnit *cursor_unit;    /* WHERE CURRENT OF: what that cursor reads; NULL none */
    const char *cursor_name;         /* what the shard calls it; NULL: as the statement does */
    ShardAnswers *answers;           /* n_used 0; NULL: none yet */
    const ShardAnswerLimits *limits; /* of them; NULL: the usual ones */
    const GError *unmergeable;       /* what its plan's rows can't be merged for; NULL: nothing */
    gboolean sums_in_halves;         /* SQLite: a node's own sum may be too large */
    gboolean is_gathering;           /* part of a plan that reads rows first: it can't once more */
    /* What the connection says of several nodes, instead of the rules. */
    ShardPolicyChoice scatter_read, scatter_write;
} ShardPlanInput;

/* Takes a reference to rules. */
ShardRouter *shard_router_new(ShardRules *rules);
ShardRouter *shard_router_ref(ShardRouter *self);
void shard_router_unref(ShardRouter *self);
const ShardRules *shard_router_rules(const ShardRouter *self);

/* Lexes, and finds or makes the facts.  Takes a reference to the router. */
ShardPrepared *shard_router_prepare(ShardRouter *self, const char *sql, gsize size,
                                    const ShardSqlMode *mode, GError **error);
void shard_prepared_free(ShardPrepared *self); /* accepts NULL */

guint shard_prepared_n_markers(const ShardPrepared *self);
const ShardStatement *shard_prepared_statement(const ShardPrepared *self);
const ShardTokens *shard_prepared_tokens(const ShardPrepared *self);
/* Was what the statement means known already when it was planned last? */
gboolean shard_prepared_was_cached(const ShardPrepared *self);
const ShardSqlMode *shard_prepared_mode(const ShardPrepared *self);
/* Logical tables that planning wants facts of and schema lacks; NULL-terminated, (transfer
 * container); NULL when none. */
const char **shard_prepared_missing_tables(const ShardPrepared *self, const ShardSchema *schema);

/* Binds, routes and rewrites.  NULL and *error: 0A000 for what several nodes can't answer, before
 * anything ran. */
ShardPlan *shard_prepared_plan(ShardPrepared *self, const ShardPlanInput *input, GError **error);

/* One unit with the application's text on one node, nothing hidden, nothing widened: what the
 * statement's columns are described by.  NULL without error: the statement gives no rows. */
ShardPlan *shard_prepared_describe(ShardPrepared *self, const ShardPlanInput *input,
                                   GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardRouter, shard_router_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardPrepared, shard_prepared_free)
