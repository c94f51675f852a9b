/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * number.h - numbers of every kind compared by value: 1 = 1.0, -0.0 = 0.0, NaN = NaN.
 *
 * NaN is larger than every number, as PostgreSQL orders it; DECIMAL text may be NaN, Infinity and
 * -Infinity too.
 */
#pragma once

#include "router/base/decimal.h"
#include "router/base/value.h"

#include <glib.h>

typedef enum {
    SHARD_NUMBER_FINITE,
    SHARD_NUMBER_INFINITE,
    SHARD_NUMBER_MINUS_INFINITE,
    SHARD_NUMBER_NAN
} ShardNumberClass;

gboolean shard_value_is_number(const ShardValue *value);  /* booleans count: 0 and 1 */
gboolean shard_value_is_integer(const ShardValue *value); /* BOOLEAN, INTEGER, LONG */
gboolean shard_value_is_real(const ShardValue *value);    /* FLOAT, DOUBLE */
ShardNumberClass shard_number_class(const ShardValue *value);

/* <0, 0, >0; both are numbers. */
int shard_number_compare(const ShardValue *a, const ShardValue *b);
/* Equal numbers of whatever kind have equal hashes. */
guint64 shard_number_hash(const ShardValue *value);

/* Exactly; FALSE for NaN and infinities. */
gboolean shard_number_to_decimal(const ShardValue *value, ShardDecimal *out_decimal);
double shard_number_to_double(const ShardValue *value); /* nearest */
/* FALSE if it isn't an integer that fits. */
gboolean shard_number_to_int64(const ShardValue *value, gint64 *out_value);

/* Whole text as a number: LONG, DECIMAL or, with an exponent or a special name, DOUBLE.  FALSE, out
 * untouched, for other text.  Decimals borrow the text. */
gboolean shard_number_parse(const char *text, gsize size, ShardValue *out_value);
/* Plain digits with an optional sign into 64 bits. */
gboolean shard_number_parse_int64(const char *text, gsize size, gint64 *out_value);
