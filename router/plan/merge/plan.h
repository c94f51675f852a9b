/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan.h - a SELECT over several nodes: what each node is asked, and how the answers become
 * one.
 *
 *   SELECT g, AVG(v) FROM t GROUP BY g ORDER BY g LIMIT 5
 *     each node:  SELECT g, AVG(v), SUM(v), COUNT(v) FROM t_0 GROUP BY g
 *     merge:      group by column 0; column 1 = sum(-1) / sum(-2); order by column 0; take 5
 *
 * Whatever can't be merged into exactly what one database would have answered is refused, naming
 * the construct.
 */
#pragma once

#include "router/plan/analysis.h"
#include "router/plan/colocate.h"
#include "router/plan/rewrite/edit.h"

typedef enum { SHARD_CHANGE_INSERT, SHARD_CHANGE_REPLACE, SHARD_CHANGE_DELETE } ShardChangeKind;

/* A change to every unit's text, beside the names. */
typedef struct {
    ShardChangeKind kind;
    guint first, last; /* INSERT: behind last */
    const ShardPiece *pieces;
    guint n_pieces;
} ShardChange;

typedef struct {
    ShardMergeSpec *spec;
    const ShardChange *changes;
    guint n_changes;
    /* Values of the parameters that stand for the widened limits. */
    gint64 limit_value; /* count + offset; the offset's is 0 */
    gboolean limit_known, limit_is_null;
} ShardMergePlan;

typedef struct {
    const ShardAnalysis *analysis;
    gint query; /* the top block */
    ShardSpread spread;
    gboolean united;   /* a unit holds several nodes of its shard */
    gboolean combined; /* a set operation whose branches are merged already */
    gboolean sums_in_halves;
    const ShardConstants *constants;
    ShardArena *arena;
} ShardMergeInput;

gboolean shard_merge_plan_new(const ShardMergeInput *in, ShardMergePlan *out, GError **error);
/* What a spec says of text of floating numbers; part of shard_merge_plan_new(). */
void shard_merge_add_decimals(const ShardMergeInput *in, ShardMergeSpec *spec);

/* Adds the changes to a unit's edits. */
void shard_merge_plan_apply(const ShardMergePlan *self, ShardEdits *edits);

/* " AS label": what the brand calls an item without AS; NULL when that is too long for an alias. */
const char *shard_item_label(const ShardTokens *tokens, ShardDialect dialect, const ShardItem *item,
                             ShardArena *arena);
/* MySQL and SQLite call an item without AS by its text: one with a subquery, whose tables' names
 * are changed already, keeps its label.  merged: the merge's own changes come behind. */
void shard_labels_keep(ShardEdits *edits, const ShardAnalysis *analysis, ShardDialect dialect,
                       gboolean merged);
