/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Whole numbers from values, for the algorithms that cut the line of numbers into pieces.
 */
#include "router/base/decimal.h"
#include "router/rules/algorithm/type.h"

#include <math.h>
#include <string.h>

static gboolean
parse_digits(const char *text, gsize size, gint64 *out)
{
    g_autofree char *copy = g_strndup(text, size);
    const char *at = *copy == '+' ? copy + 1 : copy;

    if (strlen(copy) != size || (at != copy && !g_ascii_isdigit(*at)))
        return FALSE;
    return g_ascii_string_to_signed(at, 10, G_MININT64, G_MAXINT64, out, NULL);
}

gboolean
shard_value_parse_long(const ShardValue *value, gint64 *out)
{
    switch (value->kind) {
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out = value->i;
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        *out = value->i;
        return value->u <= (guint64) G_MAXINT64;
    case SHARD_VALUE_STRING:
    case SHARD_VALUE_BIG_INTEGER:
        return parse_digits(value->text.data, value->text.size, out);
    case SHARD_VALUE_DECIMAL: {
        /* 7 is read, 7.0 and 7E+1 are not. */
        g_autoptr(ShardArena) arena = shard_arena_new();
        const char *text = shard_value_to_text(value, arena);
        return parse_digits(text, strlen(text), out);
    }
    default:
        return FALSE;
    }
}

static gint64
floor_double(double value)
{
    if (isnan(value))
        return G_MININT64;
    if (value >= 9223372036854775807.0)
        return G_MAXINT64;
    return value <= -9223372036854775808.0 ? G_MININT64 : (gint64) floor(value);
}

gboolean
shard_value_floor(const ShardValue *value, gint64 *out)
{
    switch (value->kind) {
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out = value->i;
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        *out = value->u > (guint64) G_MAXINT64 ? G_MAXINT64 : value->i;
        return TRUE;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        *out = floor_double(value->d);
        return TRUE;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL: {
        g_auto(ShardDecimal) number;
        shard_decimal_init(&number);
        if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
            return FALSE;
        shard_decimal_set_scale(&number, 0, SHARD_ROUND_FLOOR);
        if (!shard_decimal_to_int64(&number, out))
            *out = shard_decimal_sign(&number) > 0 ? G_MAXINT64 : G_MININT64;
        return TRUE;
    }
    default:
        return FALSE;
    }
}
