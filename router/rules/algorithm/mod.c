/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * MOD: the key modulo sharding-count, never negative, is the number of the target.
 *
 *   count 4:  7 -> 3,  -1 -> 3,  7.9 -> 3,  '12' -> 0
 *   start-offset 4, count 16:  20240115 -> text '0115' -> 3
 */
#include "router/base/decimal.h"
#include "router/rules/algorithm/type.h"

#include <string.h>

typedef struct {
    ShardAlgorithm base;
    gint64 count;
    gint64 start_offset, stop_offset;
    gboolean zero_padding;
    guint digits; /* of count - 1: what zero-padding pads to */
} Mod;

static gboolean
mod_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty count = {"sharding-count", TRUE, 0, 1, G_MAXINT32};
    static const ShardIntegerProperty start = {"start-offset", FALSE, 0, 0, G_MAXINT32};
    static const ShardIntegerProperty stop = {"stop-offset", FALSE, 0, 0, G_MAXINT32};
    Mod *self = (Mod *) base;

    if (!shard_property_integer(properties, &count, &self->count, error) ||
        !shard_property_integer(properties, &start, &self->start_offset, error) ||
        !shard_property_integer(properties, &stop, &self->stop_offset, error) ||
        !shard_property_boolean(properties, "zero-padding", FALSE, &self->zero_padding, error))
        return FALSE;
    self->digits = 1;
    for (gint64 rest = (self->count - 1) / 10; rest > 0; rest /= 10)
        self->digits++;
    return TRUE;
}

static guint64
positive_modulo(gint64 value, gint64 count)
{
    gint64 rest = value % count;
    return (guint64) (rest < 0 ? rest + count : rest);
}

/* Java's longValue(): the fraction is cut off, the low 64 bits stay. */
static gint64
decimal_long_value(const ShardDecimal *number)
{
    g_auto(ShardDecimal) whole;
    shard_decimal_init(&whole);
    shard_decimal_set(&whole, number);
    shard_decimal_set_scale(&whole, 0, SHARD_ROUND_DOWN);
    guint64 low = mpz_get_ui(whole.unscaled);
    return (gint64) (mpz_sgn(whole.unscaled) < 0 ? -low : low);
}

static gint64
double_long_value(double value)
{
    if (value != value)
        return 0;
    if (value >= 9223372036854775807.0)
        return G_MAXINT64;
    return value <= -9223372036854775808.0 ? G_MININT64 : (gint64) value;
}

/* A text of decimal digits of any length. */
static gboolean
text_modulo(const char *text, gsize size, gint64 count, guint64 *out)
{
    gsize i = size > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    gint64 rest = 0;

    if (i == size)
        return FALSE;
    gboolean negative = text[0] == '-';
    for (; i < size; i++) {
        if (!g_ascii_isdigit(text[i]))
            return FALSE;
        rest = (rest * 10 + (text[i] - '0')) % count;
    }
    *out = positive_modulo(negative ? -rest : rest, count);
    return TRUE;
}

static gboolean
whole_modulo(const Mod *self, const ShardValue *value, guint64 *out)
{
    switch (value->kind) {
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
    case SHARD_VALUE_UNSIGNED: /* BigInteger.longValue() wraps */
        *out = positive_modulo(value->i, self->count);
        return TRUE;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        *out = positive_modulo(double_long_value(value->d), self->count);
        return TRUE;
    case SHARD_VALUE_STRING:
        return text_modulo(value->text.data, value->text.size, self->count, out);
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL: {
        g_auto(ShardDecimal) number;
        shard_decimal_init(&number);
        if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
            return FALSE;
        *out = positive_modulo(decimal_long_value(&number), self->count);
        return TRUE;
    }
    default:
        return FALSE;
    }
}

/* The text without its first and last units; what is left must be a number. */
static gboolean
cut_modulo(const Mod *self, const char *text, gsize size, guint64 *out)
{
    glong n;
    g_autofree gunichar2 *units = g_utf8_to_utf16(text, (glong) size, NULL, &n, NULL);

    if (units == NULL || n - self->stop_offset <= self->start_offset)
        return FALSE;
    g_autofree char *rest =
        g_utf16_to_utf8(units + self->start_offset,
                        (glong) (n - self->stop_offset - self->start_offset), NULL, NULL, NULL);
    return rest != NULL && text_modulo(rest, strlen(rest), self->count, out);
}

static gboolean
modulo(const Mod *self, const ShardValue *value, guint64 *out)
{
    if (self->start_offset == 0 && self->stop_offset == 0)
        return whole_modulo(self, value, out);
    if (value->kind == SHARD_VALUE_STRING)
        return cut_modulo(self, value->text.data, value->text.size, out);
    g_autoptr(ShardArena) arena = shard_arena_new();
    const char *text = shard_value_to_text(value, arena);
    return cut_modulo(self, text, strlen(text), out);
}

static ShardPlace
mod_place(const ShardAlgorithm *base, const ShardTargets *targets, const ShardKeyValues *values,
          guint *out_target, GError **error)
{
    const Mod *self = (const Mod *) base;
    guint64 number;

    if (!modulo(self, &values->values[0], &number))
        return shard_place_bad_value(base, values, "it is no whole number", error);
    if (!self->zero_padding)
        return shard_place_number(base, targets, values, number, out_target, error);
    char padded[24];
    g_snprintf(padded, sizeof padded, "%0*" G_GUINT64_FORMAT, (int) self->digits, number);
    gint target = shard_targets_find_suffix(targets, padded, strlen(padded));
    if (target < 0)
        return shard_place_missing(base, targets, values, padded, error);
    *out_target = (guint) target;
    return SHARD_PLACE_FOUND;
}

/* The whole number that a bound is placed by; FALSE where modulo and order don't go together. */
static gboolean
bound_number(const ShardValue *value, gint64 *out)
{
    switch (value->kind) {
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out = value->i;
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        *out = value->i;
        return value->u <= (guint64) G_MAXINT64;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL: {
        g_auto(ShardDecimal) number;
        shard_decimal_init(&number);
        if (!shard_decimal_parse(&number, value->text.data, (gssize) value->text.size))
            return FALSE;
        shard_decimal_set_scale(&number, 0, SHARD_ROUND_DOWN);
        return shard_decimal_to_int64(&number, out);
    }
    default:
        return FALSE;
    }
}

static void
mark_padded(const Mod *self, const ShardTargets *targets, guint64 number, gboolean *out)
{
    char padded[24];

    g_snprintf(padded, sizeof padded, "%0*" G_GUINT64_FORMAT,
               self->zero_padding ? (int) self->digits : 1, number);
    gint target = shard_targets_find_suffix(targets, padded, strlen(padded));
    if (target >= 0)
        out[target] = TRUE;
}

/* Fewer whole numbers than the count: each by itself.  Cutting toward zero keeps the order, so the
 * bounds' numbers bracket those of all values between. */
static gboolean
mod_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
          gboolean *out, GError **error)
{
    const Mod *self = (const Mod *) base;
    gint64 lower, upper;

    if (self->start_offset != 0 || self->stop_offset != 0 || !bound_number(&range->lower, &lower) ||
        !bound_number(&range->upper, &upper))
        return shard_mark_all(targets, out);
    if (lower > upper)
        return TRUE;
    if ((guint64) upper - (guint64) lower >= (guint64) self->count - 1)
        return shard_mark_all(targets, out);
    for (guint64 i = 0; i <= (guint64) upper - (guint64) lower; i++)
        mark_padded(self, targets, positive_modulo(lower + (gint64) i, self->count), out);
    return TRUE;
}

static guint
mod_auto_count(const ShardAlgorithm *base)
{
    return (guint) ((const Mod *) base)->count;
}

static gboolean
mod_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
          const ShardTargets *targets, GError **error)
{
    const Mod *self = (const Mod *) base;

    /* Zero-padding may name other targets; they are looked up row by row. */
    return self->zero_padding || shard_check_numbers(base, targets, (guint64) self->count, error);
}

static const char *const mod_properties[] = {"sharding-count", "start-offset", "stop-offset",
                                             "zero-padding", NULL};

const ShardAlgorithmType shard_mod_algorithm = {
    .name = "MOD",
    .mixes = SHARD_MIXES_NUMBERS,
    .size = sizeof(Mod),
    .properties = mod_properties,
    .init = mod_init,
    .check = mod_check,
    .place = mod_place,
    .range = mod_range,
    .auto_count = mod_auto_count,
};
