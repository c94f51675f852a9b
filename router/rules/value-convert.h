/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * value-convert.h - the value of a key's kind that equals a literal or parameter of another kind.
 *
 * Exact or not at all: what a brand might compare in another way (a number with text, '5 ' with 5,
 * a string with a zone) is UNKNOWN, and then a predicate narrows nothing.
 *
 *   3 -> long          EXACT 3          '3' -> long            EXACT 3
 *   3.0 -> long        EXACT 3          ' 3', '03' -> long     UNKNOWN
 *   3.5 -> long        BETWEEN, out 3   5 -> string            UNKNOWN
 *   3e9 -> integer     ABOVE            '2024-01-15T10:00' -> timestamp  EXACT
 *   1.5 -> decimal(2)  EXACT 1.50       1.555 -> decimal(2)    BETWEEN, out 1.55
 *   0 -> double        UNKNOWN: 0.0 = -0.0, but they may be placed apart (likewise moments with
 *                      offsets); stored values are exact
 */
#pragma once

#include "router/base/value.h"

typedef enum {
    SHARD_CONVERT_EXACT,   /* out equals the value */
    SHARD_CONVERT_BETWEEN, /* no value of the kind equals it; out is the largest one below it */
    SHARD_CONVERT_BELOW,   /* below every value of the kind */
    SHARD_CONVERT_ABOVE,   /* above every value of the kind */
    SHARD_CONVERT_UNKNOWN  /* can't be said: nothing may be concluded */
} ShardConversion;

/* TRUE: out holds the equal value (text in the arena or borrowed from from).  FALSE: see
 * *out_conversion (may be NULL).  scale is the declared number of decimals of a decimal key, -1
 * where it is not known (then the value's own is kept).  NULL converts to NULL. */
gboolean shard_value_convert(const ShardValue *from, ShardValueKind to, gint32 scale,
                             ShardArena *arena, ShardValue *out, ShardConversion *out_conversion);

/* As above for a value that is stored into a column of that kind (INSERT, SET): an integer stored
 * into a text column is its digits, and ' +007' is the number 7; nothing is rounded. */
gboolean shard_value_assign(const ShardValue *from, ShardValueKind to, gint32 scale,
                            ShardArena *arena, ShardValue *out);

/* What PostgreSQL reads of text for a bytea: '\xa1' in hexadecimal, else bytes with escapes ('\\',
 * '\101').  FALSE where it reads nothing. */
gboolean shard_bytea_parse(const ShardValue *text, ShardArena *arena, ShardValue *out);
