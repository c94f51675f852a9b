/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tie.h - do the rows of two references that a join brings together lie on one node?
 *
 *   t_order o JOIN t_item i ON o.order_id = i.order_id     yes, if both tables are placed by
 *                                                          order_id, alike, and bound
 *   t_order o JOIN t_item i ON o.user_id = i.user_id       not if order_id has a part in it too
 *
 * The rules' bind-on says in other columns when rows of two bound tables belong together.
 */
#pragma once

#include "router/plan/condition/scope.h"

/* The rows of a sharded reference; use as ShardColumnId's. */
typedef struct {
    guint ref;
    gint use;
} ShardInstance;

/* No column is known to be of these rows: a CTE that is named several times, in another such one.
 */
#define SHARD_USE_NESTED (-1)

/* equality: what the join and the predicates say.  by_shard: it is
 * enough that the rows lie on one shard. */
gboolean shard_refs_tied(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                         ShardInstance b, gboolean by_shard);

/* What is missing for shard_refs_tied(), as a message for the user; (transfer full). */
char *shard_refs_untied(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                        ShardInstance b);
