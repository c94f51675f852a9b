/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * route.h - where one execute of a statement goes.
 *
 * Examples, t_order on ds_0.t_order_0, ds_0.t_order_1, ds_1.t_order_0, ds_1.t_order_1:
 *
 *   WHERE user_id = 3 AND order_id = 4   one unit, ds_1.t_order_0
 *   WHERE user_id IN (3, 4)              four units
 *   WHERE user_id = NULL                 one unit: a contradiction still runs, once
 */
#pragma once

#include "router/plan/analysis.h"
#include "router/plan/colocate.h"
#include "router/plan/hint.h"
#include "router/plan/plan.h"
#include "router/plan/router.h"

/* One text's place: the shard, and which node each table reference means there. */
typedef struct {
    guint shard;
    guint lead_node;        /* node of the analysis' lead; G_MAXUINT without a sharded table */
    const guint *ref_nodes; /* per reference; NULL: the partners of lead_node */
} ShardRouteUnit;

typedef struct {
    ShardRouteKind kind;
    ShardRouteUnit *units;
    guint n_units;
    ShardSpread spread;
    /* All nodes lie on one shard, and a SELECT may be answered by it whole, each sharded table
     * replaced by the union of its nodes: union_nodes, per reference. */
    gboolean may_unite;
    const ShardNodes *union_nodes;
    /* Each shard may answer for itself over the unions of its nodes (see shard_route_by_shard). */
    gboolean may_unite_shards;
    /* Several units and no answer from each of them alone: only a union may be sent. */
    const char *only_unite;
} ShardRoute;

typedef struct {
    const ShardAnalysis *analysis;
    const ShardPlanInput *input;
    const ShardConstants *constants;
    ShardArena *arena;         /* the plan's */
    const ShardHintSet *hints; /* NULL none */
    /* Per reference, the nodes that rows of an INSERT go to; of others no nodes.  NULL: none. */
    const ShardNodes *rows;
} ShardRouteInput;

/* What of a sharded reference can matter. */
gboolean shard_route_scan(const ShardRouteInput *in, guint table, ShardNodes *out, GError **error);

/* Takes from nodes what hint values exclude. */
gboolean shard_route_hint(const ShardRouteInput *in, const ShardTable *table, ShardNodes *nodes,
                          GError **error);

/* Of a statement that reads or changes rows of its tables by predicates: SELECT, UPDATE, DELETE. */
gboolean shard_route_rows(const ShardRouteInput *in, ShardRoute *out, GError **error);
/* A unit per shard; union_nodes holds what of each table can matter, on all shards. */
gboolean shard_route_by_shard(const ShardRouteInput *in, const ShardNodes *scans, ShardRoute *out,
                              GError **error);
/* Those of nodes that lie on a shard. */
ShardNodes shard_route_on_shard(const ShardTable *table, const ShardNodes *nodes, guint shard,
                                ShardArena *arena);
/* A unit per node of the lead table. */
void shard_route_nodes(const ShardRouteInput *in, const ShardTable *table, const ShardNodes *nodes,
                       ShardRoute *out);
/* Of an INSERT … SELECT that each node answers for itself: the nodes of the source. */
gboolean shard_route_source(const ShardRouteInput *in, ShardRoute *out, GError **error);
/* Every node of the lead table, or every copy, as DDL needs it. */
gboolean shard_route_all_nodes(const ShardRouteInput *in, ShardRoute *out, GError **error);
/* Every shard once; only instances: one shard of each server. */
void shard_route_shards(const ShardRouteInput *in, gboolean instances, ShardRoute *out);
void shard_route_one(const ShardRouteInput *in, guint shard, ShardRouteKind kind, ShardRoute *out);
/* A shard for what any can answer: one that the transaction uses already, else the default one. */
guint shard_route_any(const ShardRouteInput *in);

/* The node that a reference means in a unit; NULL when it lies there under its own name (OTHER). */
const ShardNode *shard_route_node(const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                                  guint table);
/* FALSE and *error: a table of the statement has no node on a unit's shard. */
gboolean shard_route_check(const ShardRouteInput *in, const ShardRoute *route, GError **error);
