/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scalar.h - bounds and members of RANGE and LIST: numbers, dates or text, with one order.
 */
#pragma once

#include "router/base/decimal.h"
#include "router/base/value.h"

#include <glib.h>

typedef enum { SHARD_ORDER_NUMBER, SHARD_ORDER_DATE, SHARD_ORDER_TEXT } ShardOrder;

typedef struct {
    ShardDecimal number;
    gint64 small; /* the number, if it is a whole one of 64 bits */
    gboolean is_small;
    ShardTime time;
    char *text;
    gsize size;
} ShardScalar;

/* From the rules; FALSE if the text is no such thing. */
gboolean shard_scalar_parse(ShardScalar *self, ShardOrder order, const char *text);
/* From a key's value; FALSE for a kind that doesn't go with the order.  Text is copied. */
gboolean shard_scalar_from_value(ShardScalar *self, ShardOrder order, const ShardValue *value);
void shard_scalar_clear(ShardScalar *self);

int shard_scalar_compare(const ShardScalar *a, const ShardScalar *b, ShardOrder order);

/* "number", "date", "text". */
gboolean shard_order_parse(const char *word, ShardOrder *out);
