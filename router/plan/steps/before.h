/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * before.h - subqueries whose answer is fetched first and written into the statement.
 *
 *   SELECT * FROM t WHERE k = (SELECT MAX(k) FROM t)
 *     first:  SELECT MAX(k) FROM t               9
 *     then:   SELECT * FROM t WHERE k =  9
 *
 * Only of subqueries that name nothing outside, stand beside = and the like or IN in WHERE, and
 * give values that a literal compares just as they do.
 */
#pragma once

#include "router/plan/router-private.h"

/* What can't be planned whole, planned with the next of its subqueries first (kind BEFORE), or,
 * once all are answered, with their values.  NULL without error: no subquery can be taken out. */
ShardPlan *shard_before_plan(ShardPrepared *self, const ShardPlanInput *input, GError **error);
/* A prepared statement's subqueries, prepared; may be NULL. */
void shard_before_free(GPtrArray *subqueries);
