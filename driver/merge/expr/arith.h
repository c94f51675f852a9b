/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arith.h - the brands' arithmetic on two numbers, and their conversions.
 *
 * Operands aren't NULL.  A result may be NULL (division by zero outside PostgreSQL).  Text of
 * results lies in the arena.
 */
#pragma once

#include "driver/merge/aggregate/sum.h"
#include "router/plan/merge/functions.h"

typedef struct {
    ShardDialect dialect;
    ShardArena *arena;
} ShardArith;

/* a call b as type (UNKNOWN: SQLite, by the operands' kinds).  FALSE with the brand's error. */
gboolean shard_arith(const ShardArith *self, ShardMergeCall call, ShardTypeClass type,
                     const ShardValue *operands, ShardValue *out_value, GError **error);

/* value as type, a number, as the brand converts it implicitly or by CAST (cast NULL: implicitly).
 */
gboolean shard_arith_convert(const ShardArith *self, const ShardValue *value, ShardTypeClass type,
                             const ShardMergeCast *cast, ShardValue *out_value, GError **error);

/* Rounded to digits behind the point, as ROUND, TRUNC, FLOOR and CEIL do. */
gboolean shard_arith_round(const ShardArith *self, ShardMergeCall call, const ShardValue *value,
                           gint32 digits, ShardValue *out_value, GError **error);

ShardValue shard_arith_real(double value);
/* Decimal rounded half away from zero; other values as they are. */
ShardValue shard_arith_rescale(const ShardArith *self, const ShardValue *value, gint32 scale);
gboolean shard_arith_out_of_range(const ShardArith *self, ShardTypeClass type, GError **error);
