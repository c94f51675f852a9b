/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * operand.h - the value of an expression that holds no column: a literal, a marker, or what can be
 * folded exactly from them.
 *
 *   5, -5, - -5, '5', 2 + 3, CAST('5' AS INT), DATE '2024-01-15', ?
 *
 * Whatever could come out differently in the database is SHARD_VALUE_UNKNOWN: division, decimals,
 * functions, overflow, casts that change a value.
 */
#pragma once

#include "router/sql/statement.h"

/* What constants are read from.  values NULL: markers are UNKNOWN. */
typedef struct {
    const ShardTokens *tokens;
    const ShardSqlMode *mode;
    const ShardValue *values;
    guint n_values;
    ShardArena *arena;
} ShardConstants;

/* NULL gives SHARD_VALUE_NULL; TRUE and FALSE give SHARD_VALUE_BOOLEAN. */
ShardValue shard_operand_value(const ShardExpr *expr, const ShardConstants *constants);

/* What a cast makes of a value. */
ShardValue shard_operand_cast(const ShardExpr *cast, const ShardValue *value,
                              const ShardConstants *constants);

/* May expr have a value that doesn't depend on a row?  (Structure only.) */
gboolean shard_operand_is_constant(const ShardExpr *expr);
