/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* explain.h - why a statement goes where it goes: which predicate narrows which table, and to what.
 */
#pragma once

#include "router/plan/router.h"

/* Prints after the plan's own lines:
 *
 *   why     the sharding key names one node
 *   table   t_order: 1 of 4 nodes: ds_1.t_order_0
 *   key     user_id is placed as long (assumed: the rules and the schema don't say)
 *   by      user_id = ?  2 of 4 nodes
 */
void explain_print(const ShardRules *rules, const ShardPrepared *prepared,
                   const ShardPlanInput *input, const ShardSqlMode *mode);
