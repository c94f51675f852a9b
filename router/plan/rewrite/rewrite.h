/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rewrite.h - a statement's text with the actual tables' names in it.
 *
 *   SELECT o.v FROM t_order o             SELECT o.v FROM t_order_1 o
 *   SELECT t_order.v FROM t_order         SELECT t_order.v FROM t_order_1 AS t_order
 *   DELETE FROM t_order WHERE t_order.v=1 DELETE FROM t_order_1 WHERE t_order_1.v=1    (MariaDB)
 *   CREATE INDEX i ON t_order (v)         CREATE INDEX i_t_order_1 ON t_order_1 (v)
 */
#pragma once

#include "router/plan/rewrite/edit.h"
#include "router/plan/route.h"

/* Adds the edits that put the actual names into one unit's text.  FALSE and *error when a name
 * can't be made. */
gboolean shard_rewrite_names(ShardEdits *edits, const ShardAnalysis *analysis,
                             const ShardRouteUnit *unit, GError **error);

/* The same, each sharded reference of a FROM replaced by the union of those of nodes[reference]
 * that lie on the unit's shard.  FALSE without an error where the text has no place for it. */
gboolean shard_rewrite_union(ShardEdits *edits, const ShardAnalysis *analysis,
                             const ShardRouteUnit *unit, const ShardNodes *nodes);

/* "t_order_0, t_item_0": the actual tables of a unit, for people. */
const char *shard_rewrite_nodes_text(const ShardAnalysis *analysis, const ShardRouteUnit *unit,
                                     ShardArena *arena);
/* The same of a union. */
const char *shard_rewrite_union_nodes_text(const ShardAnalysis *analysis,
                                           const ShardRouteUnit *unit, const ShardNodes *nodes,
                                           ShardArena *arena);
