/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * sum.h - an exact sum of integers and decimals of any size, beside one of floating numbers.
 *
 * Zeroed memory is an empty sum.  Nothing is allocated while the digits fit 128 bits.
 */
#pragma once

#include "driver/merge/compare/number.h"
#include "router/base/error.h"
#include "router/base/identifier.h"
#include "router/rules/schema.h"

typedef struct {
    __int128 units; /* value = units * 10^-scale, unless big is there */
    gint32 scale;   /* the largest scale that came */
    ShardDecimal *big;
    long double real;
    gboolean any, has_decimal, has_real;
    gboolean nan, infinite, minus_infinite; /* among the decimals */
} ShardSum;

void shard_sum_clear(ShardSum *self); /* empty again */
/* FALSE if it isn't a number. */
gboolean shard_sum_add(ShardSum *self, const ShardValue *value);
/* An integer that no value can hold. */
void shard_sum_add_integer(ShardSum *self, __int128 number);
/* The exact part. */
void shard_sum_to_decimal(const ShardSum *self, ShardDecimal *out_decimal);
double shard_sum_to_double(const ShardSum *self); /* all of it */
/* What a brand has of it: SQLite has NULL for NaN. */
ShardValue shard_real_value(double real, ShardDialect dialect);
/* "NaN" and the like when such values came among decimals; NULL else. */
const char *shard_sum_special(const ShardSum *self);

/* The sum as a value of type (UNKNOWN: as the values were); NULL of an empty one.  22003 where it
 * doesn't fit. */
gboolean shard_sum_finish(const ShardSum *self, ShardTypeClass type, ShardDialect dialect,
                          ShardArena *arena, ShardValue *out_value, GError **error);

/* A decimal's text as a value in the arena. */
ShardValue shard_decimal_value(const ShardDecimal *decimal, ShardArena *arena);
/* LONG; FALSE with 22003 where it doesn't fit the type (INTEGER, BIGINT, UNSIGNED). */
gboolean shard_decimal_to_integer(const ShardDecimal *decimal, ShardTypeClass type,
                                  ShardDialect dialect, ShardValue *out_value, GError **error);
