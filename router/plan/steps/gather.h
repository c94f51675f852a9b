/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * gather.h - a SELECT whose tables' rows are read first, and that one shard answers over them.
 *
 *   SELECT k, RANK() OVER (ORDER BY v) FROM t WHERE v > 5
 *     first:  SELECT k, v FROM t WHERE (v > 5) LIMIT 10001              each value as a literal
 *     then:   SELECT k, RANK() OVER (ORDER BY v) FROM (SELECT k, v FROM t WHERE 1 = 0
 *             UNION ALL VALUES (1, 10), (4, 20)) AS t WHERE v > 5       on one shard
 *
 * The tables that an UPDATE, DELETE or MERGE reads beside its own are read so, too; it goes to each
 * node of its own table then, with their rows in it.
 *
 * The last way out: the answer is the database's own, whatever the statement holds, but all rows
 * that matter travel twice, and there is a limit for each table's.
 */
#pragma once

#include "router/plan/router-private.h"

/* The plan that reads the next table (kind BEFORE) or, once all are read, of the text over their
 * rows.  refused: why the statement can't be planned whole, told when there are too many rows.
 * NULL without error: the statement isn't one whose rows can be gathered. */
ShardPlan *shard_gather_plan(ShardPrepared *self, const ShardPlanInput *input,
                             const GError *refused, GError **error);
/* A prepared statement's texts that read tables; may be NULL. */
void shard_gather_free(GPtrArray *readers);
