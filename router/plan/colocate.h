/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * colocate.h - can each node answer for its own rows?
 *
 * A statement is co-located when every sharded reference, at every level, is tied by its keys to
 * the others, so that rows that meet lie on one node:
 *
 *   t_order o JOIN t_item i ON o.user_id = i.user_id AND o.order_id = i.order_id    yes
 *   t_order o LEFT JOIN t_dict d ON ...          yes: d has a copy everywhere
 *   t_dict d LEFT JOIN t_order o ON ...          no: d's unmatched rows would come once per node
 *   WHERE EXISTS (SELECT 1 FROM t_item i WHERE i.order_id = o.order_id AND ...)     yes, if tied
 *   FROM (SELECT g, COUNT(*) FROM t GROUP BY g) q  no: g is on several nodes
 */
#pragma once

#include "router/plan/analysis.h"

/* Sets colocated and reason. */
void shard_colocate(ShardAnalysis *self);

/* Which levels of placement can part two rows: of several shards, of several nodes on a shard. */
typedef struct {
    gboolean several_shards;
    gboolean several_nodes;
} ShardSpread;

/* Do rows of block query that agree in all of exprs always lie on one node? */
gboolean shard_separates(const ShardAnalysis *self, gint query, ShardExpr *const *exprs,
                         guint n_exprs, ShardSpread spread);

/* The same for the select list and for the GROUP BY of a block; * stands for all its columns. */
gboolean shard_items_separate(const ShardAnalysis *self, gint query, ShardSpread spread);
gboolean shard_group_separates(const ShardAnalysis *self, gint query, ShardSpread spread);
/* Every window of the block is partitioned so. */
gboolean shard_windows_separate(const ShardAnalysis *self, gint query, ShardSpread spread);

/* Is the node of every row decided by the table's keys?  (A level without algorithm isn't.) */
gboolean shard_is_placed_by_keys(const ShardTable *table);
