/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/domain.h"

#include "router/base/decimal.h"

#include <string.h>

/* Comparing every pair of two long lists costs more than visiting a few nodes too many. */
#define MAX_PAIRS 1000000u

ShardDomain
shard_domain_values(ShardArena *arena, const ShardValue *values, guint n_values)
{
    ShardDomain self = SHARD_DOMAIN_EMPTY;
    self.values = shard_arena_memdup(arena, values, sizeof *values * n_values);
    self.n_values = n_values;
    return self;
}

ShardDomain
shard_domain_range(ShardArena *arena, const ShardRange *range)
{
    ShardDomain self = SHARD_DOMAIN_EMPTY;
    self.ranges = shard_arena_memdup(arena, range, sizeof *range);
    self.n_ranges = 1;
    return self;
}

gboolean
shard_domain_is_empty(const ShardDomain *self)
{
    return !self->all && self->n_values == 0 && self->n_ranges == 0;
}

static int
order_of(gint64 a, gint64 b)
{
    return (a > b) - (a < b);
}

static gboolean
compare_decimal(const ShardValue *a, const ShardValue *b, int *out_order)
{
    g_auto(ShardDecimal) left, right;
    shard_decimal_init(&left);
    shard_decimal_init(&right);

    if (!shard_decimal_parse(&left, a->text.data, (gssize) a->text.size) ||
        !shard_decimal_parse(&right, b->text.data, (gssize) b->text.size))
        return FALSE;
    *out_order = shard_decimal_compare(&left, &right);
    return TRUE;
}

static gboolean
compare_bytes(const ShardValue *a, const ShardValue *b, gboolean by_bytes, int *out_order)
{
    gsize size = MIN(a->text.size, b->text.size);
    int order = size == 0 ? 0 : memcmp(a->text.data, b->text.data, size);

    *out_order = order != 0 ? order : order_of((gint64) a->text.size, (gint64) b->text.size);
    return by_bytes || *out_order == 0;
}

static gboolean
compare_time(const ShardValue *a, const ShardValue *b, int *out_order)
{
    const ShardTime *x = &a->time, *y = &b->time;
    const gint64 parts[][2] = {{x->year, y->year},
                               {x->month, y->month},
                               {x->day, y->day},
                               {x->hour, y->hour},
                               {x->minute, y->minute},
                               {x->second, y->second},
                               {x->nanosecond, y->nanosecond}};

    *out_order = 0;
    for (guint i = 0; i < G_N_ELEMENTS(parts) && *out_order == 0; i++)
        *out_order = order_of(parts[i][0], parts[i][1]);
    return TRUE;
}

static gboolean
compare_double(const ShardValue *a, const ShardValue *b, int *out_order)
{
    *out_order = (a->d > b->d) - (a->d < b->d);
    return a->d == a->d && b->d == b->d;
}

gboolean
shard_domain_compare(const ShardValue *a, const ShardValue *b, gboolean by_bytes, int *out_order)
{
    if (a->kind != b->kind)
        return FALSE;
    switch (a->kind) {
    case SHARD_VALUE_BOOLEAN:
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        *out_order = order_of(a->i, b->i);
        return TRUE;
    case SHARD_VALUE_UNSIGNED:
        *out_order = (a->u > b->u) - (a->u < b->u);
        return TRUE;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        return compare_decimal(a, b, out_order);
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        return compare_double(a, b, out_order);
    case SHARD_VALUE_STRING:
        return compare_bytes(a, b, by_bytes, out_order);
    case SHARD_VALUE_BYTES:
        return compare_bytes(a, b, TRUE, out_order);
    case SHARD_VALUE_DATE:
    case SHARD_VALUE_TIME:
    case SHARD_VALUE_TIMESTAMP:
        return compare_time(a, b, out_order);
    case SHARD_VALUE_UUID:
        *out_order = memcmp(a->uuid, b->uuid, sizeof a->uuid);
        return TRUE;
    case SHARD_VALUE_NULL:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
    case SHARD_VALUE_UNKNOWN:
        break;
    }
    return FALSE;
}

/* May value lie in range?  TRUE in doubt. */
static gboolean
may_contain(const ShardRange *range, const ShardValue *value, gboolean by_bytes)
{
    int order;

    if (range->lower.kind != SHARD_VALUE_NULL &&
        shard_domain_compare(value, &range->lower, by_bytes, &order) &&
        (order < 0 || (order == 0 && !range->lower_closed)))
        return FALSE;
    if (range->upper.kind != SHARD_VALUE_NULL &&
        shard_domain_compare(value, &range->upper, by_bytes, &order) &&
        (order > 0 || (order == 0 && !range->upper_closed)))
        return FALSE;
    return TRUE;
}

static gboolean
may_have_value(const ShardDomain *self, const ShardValue *value, gboolean by_bytes)
{
    int order;

    for (guint i = 0; i < self->n_values; i++) {
        if (!shard_domain_compare(value, &self->values[i], by_bytes, &order) || order == 0)
            return TRUE;
    }
    for (guint i = 0; i < self->n_ranges; i++) {
        if (may_contain(&self->ranges[i], value, by_bytes))
            return TRUE;
    }
    return FALSE;
}

/* Narrows the lower (or upper) bound of *range by other's. */
static void
take_lower(ShardRange *range, const ShardRange *other)
{
    int order;

    if (other->lower.kind == SHARD_VALUE_NULL)
        return;
    if (range->lower.kind == SHARD_VALUE_NULL) {
        range->lower = other->lower;
        range->lower_closed = other->lower_closed;
        return;
    }
    if (!shard_domain_compare(&other->lower, &range->lower, TRUE, &order) || order < 0)
        return;
    range->lower_closed = other->lower_closed && (order > 0 || range->lower_closed);
    range->lower = other->lower;
}

static void
take_upper(ShardRange *range, const ShardRange *other)
{
    int order;

    if (other->upper.kind == SHARD_VALUE_NULL)
        return;
    if (range->upper.kind == SHARD_VALUE_NULL) {
        range->upper = other->upper;
        range->upper_closed = other->upper_closed;
        return;
    }
    if (!shard_domain_compare(&other->upper, &range->upper, TRUE, &order) || order > 0)
        return;
    range->upper_closed = other->upper_closed && (order < 0 || range->upper_closed);
    range->upper = other->upper;
}

static gboolean
range_is_empty(const ShardRange *range)
{
    int order;

    if (range->lower.kind == SHARD_VALUE_NULL || range->upper.kind == SHARD_VALUE_NULL ||
        !shard_domain_compare(&range->lower, &range->upper, TRUE, &order))
        return FALSE;
    return order > 0 || (order == 0 && !(range->lower_closed && range->upper_closed));
}

static gboolean
is_text_range(const ShardRange *range)
{
    return range->lower.kind == SHARD_VALUE_STRING || range->upper.kind == SHARD_VALUE_STRING;
}

static void
intersect_ranges(const ShardDomain *a, const ShardDomain *b, gboolean by_bytes, GArray *out)
{
    for (guint i = 0; i < a->n_ranges; i++) {
        for (guint j = 0; j < b->n_ranges; j++) {
            ShardRange range = a->ranges[i];
            if (by_bytes || !is_text_range(&range)) {
                take_lower(&range, &b->ranges[j]);
                take_upper(&range, &b->ranges[j]);
            }
            if (!range_is_empty(&range) || (is_text_range(&range) && !by_bytes))
                g_array_append_val(out, range);
        }
    }
}

static void
keep_values(const ShardDomain *of, const ShardDomain *in, gboolean by_bytes, GArray *out)
{
    for (guint i = 0; i < of->n_values; i++) {
        if (may_have_value(in, &of->values[i], by_bytes))
            g_array_append_val(out, of->values[i]);
    }
}

ShardDomain
shard_domain_intersect(const ShardDomain *a, const ShardDomain *b, gboolean by_bytes,
                       ShardArena *arena)
{
    if (a->all)
        return *b;
    if (b->all)
        return *a;
    const ShardDomain *smaller = a->n_values + a->n_ranges <= b->n_values + b->n_ranges ? a : b;
    guint64 pairs = (guint64) (a->n_values + a->n_ranges) * (b->n_values + b->n_ranges);
    if (pairs > MAX_PAIRS)
        return *smaller;

    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(ShardValue));
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(ShardRange));
    /* A value that is only in the other's intervals is kept too: both lists are walked, and a
     * value of both lists is taken from the first alone. */
    ShardDomain a_intervals = {.ranges = a->ranges, .n_ranges = a->n_ranges};
    keep_values(a, b, by_bytes, values);
    keep_values(b, &a_intervals, by_bytes, values);
    intersect_ranges(a, b, by_bytes, ranges);

    ShardDomain self = SHARD_DOMAIN_EMPTY;
    self.values = shard_arena_memdup(arena, values->data, sizeof(ShardValue) * values->len);
    self.n_values = values->len;
    self.ranges = shard_arena_memdup(arena, ranges->data, sizeof(ShardRange) * ranges->len);
    self.n_ranges = ranges->len;
    return self;
}

ShardDomain
shard_domain_unite(const ShardDomain *a, const ShardDomain *b, ShardArena *arena)
{
    if (a->all || b->all)
        return SHARD_DOMAIN_ALL;
    if (shard_domain_is_empty(a))
        return *b;
    if (shard_domain_is_empty(b))
        return *a;
    ShardDomain self = SHARD_DOMAIN_EMPTY;
    ShardValue *values = shard_arena_array(arena, ShardValue, a->n_values + b->n_values);
    ShardRange *ranges = shard_arena_array(arena, ShardRange, a->n_ranges + b->n_ranges);
    for (guint i = 0; i < a->n_values + b->n_values; i++)
        values[i] = i < a->n_values ? a->values[i] : b->values[i - a->n_values];
    for (guint i = 0; i < a->n_ranges + b->n_ranges; i++)
        ranges[i] = i < a->n_ranges ? a->ranges[i] : b->ranges[i - a->n_ranges];
    self.values = values;
    self.n_values = a->n_values + b->n_values;
    self.ranges = ranges;
    self.n_ranges = a->n_ranges + b->n_ranges;
    return self;
}

ShardRange
shard_range_unbounded(void)
{
    return (ShardRange){.lower = SHARD_VALUE_INIT_NULL, .upper = SHARD_VALUE_INIT_NULL};
}

void
shard_range_close(ShardRange *range)
{
    ShardValue *lower = &range->lower, *upper = &range->upper;

    if ((lower->kind == SHARD_VALUE_LONG || lower->kind == SHARD_VALUE_INTEGER) &&
        !range->lower_closed && lower->i < G_MAXINT64) {
        lower->i++;
        range->lower_closed = TRUE;
    }
    if ((upper->kind == SHARD_VALUE_LONG || upper->kind == SHARD_VALUE_INTEGER) &&
        !range->upper_closed && upper->i > G_MININT64) {
        upper->i--;
        range->upper_closed = TRUE;
    }
}
