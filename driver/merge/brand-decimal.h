/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * brand-decimal.h - how many digits each brand's decimal arithmetic keeps, and the types of columns
 * as far as arithmetic goes.
 */
#pragma once

#include "driver/merge/stream.h"
#include "router/base/decimal.h"
#include "router/base/identifier.h"
#include "router/rules/schema.h"

/* MariaDB's default of @@div_precision_increment, and its largest scale. */
#define SHARD_MYSQL_DIVISION_INCREMENT 4
#define SHARD_MYSQL_SCALE_MAX 38

/* PostgreSQL's scale of a / b: at least 16 significant digits, and no less than either operand's.
 */
gint32 shard_postgresql_division_scale(const ShardDecimal *a, const ShardDecimal *b);

/* MariaDB's a / b as it is kept inside expressions: cut off, not rounded, at a border of nine
 * digits behind the wanted ones.  b isn't zero. */
void shard_mysql_divide(ShardDecimal *a, const ShardDecimal *b, gint32 increment);
/* The quotient as a value.  A negative one that was cut off to zero keeps its sign there: it shows
 * as -0.000000000 unless it is rounded to fewer digits. */
ShardValue shard_mysql_quotient(const ShardDecimal *quotient, gboolean negative, ShardArena *arena);

/* As PostgreSQL's sqrt(numeric): rounded to scale digits. */
void shard_decimal_sqrt(ShardDecimal *self, gint32 scale);

/* SHARD_TYPE_UNKNOWN where values of any type may come (SQLite). */
ShardTypeClass shard_type_of_column(const ShardColumn *column, ShardDialect dialect);
