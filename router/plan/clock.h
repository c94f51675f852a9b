/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * clock.h - one time for all units of a statement.
 *
 *   SELECT k, now() FROM t                              over several nodes
 *     first:  the time on one shard                     2024-05-01 10:00:00.123456
 *     then:   SELECT k, CAST('2024-05-01 10:00:00.123456+00' AS timestamp with time zone) AS now
 *             FROM t
 *
 * Each node would read its own clock, and a statement has one time.  In a transaction of PostgreSQL
 * that is the transaction's: the same shard is asked each time.  A statement that goes to one node
 * is left as it is.
 */
#pragma once

#include "router/plan/router-private.h"

typedef ShardPlan *(*ShardPlanFunction)(ShardPrepared *self, const ShardPlanInput *input,
                                        GError **error);

/* What plan makes of the statement; if that has several units, or is refused, with the time written
 * into the text first. */
ShardPlan *shard_clock_plan(ShardPrepared *self, const ShardPlanInput *input,
                            ShardPlanFunction plan, GError **error);
