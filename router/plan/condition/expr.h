/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * expr.h - questions about expressions: do two say the same, what is in one.
 */
#pragma once

#include "router/sql/statement.h"

/* Called for expr and everything below it, not entering subqueries; TRUE stops the walk. */
typedef gboolean (*ShardExprVisit)(const ShardExpr *expr, void *data);

/* TRUE when visit stopped it; expr may be NULL. */
gboolean shard_expr_walk(const ShardExpr *expr, ShardExprVisit visit, void *data);

/* The same expression, written alike: names case-blind, literals by their text, markers never
 * (each may have another value) but in the very same expression. */
gboolean shard_expr_equal(const ShardExpr *a, const ShardExpr *b, const ShardTokens *tokens);

/* A comparison or what joins them: its value is a truth, whatever its arguments are. */
gboolean shard_expr_is_truth(const ShardExpr *expr);
gboolean shard_expr_has_kind(const ShardExpr *expr, ShardExprKind kind);
static inline gboolean
shard_expr_has_aggregate(const ShardExpr *expr)
{
    return shard_expr_has_kind(expr, SHARD_EXPR_AGGREGATE);
}
gboolean shard_expr_has_volatile(const ShardExpr *expr);

/* All expressions of a block: items, FROM's ON, WHERE, GROUP BY, HAVING, ORDER BY, DISTINCT ON and
 * limits. */
gboolean shard_query_walk(const ShardQuery *query, ShardExprVisit visit, void *data);
gboolean shard_from_walk(const ShardFrom *from, ShardExprVisit visit, void *data);
