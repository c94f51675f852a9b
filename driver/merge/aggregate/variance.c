/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP over the raw arguments.
 *
 * PostgreSQL computes them exactly for integers and numeric, (N sum(x^2) - sum(x)^2) / (N (N - 1)),
 * and gives a numeric; floating arguments, and everything in MariaDB, go by Welford's recurrence.
 */
#include "driver/merge/aggregate/ops.h"
#include "driver/merge/brand-decimal.h"
#include "driver/merge/aggregate/sum.h"

#include <math.h>

typedef struct {
    ShardSum sum, squares;
    guint64 count;
    long double mean, deviation; /* Welford's */
} VarianceState;

static gboolean
is_sample(const ShardAggregate *self)
{
    return self->spec->kind == SHARD_AGGREGATE_VAR_SAMP ||
           self->spec->kind == SHARD_AGGREGATE_STDDEV_SAMP;
}

static gboolean
is_deviation(const ShardAggregate *self)
{
    return self->spec->kind == SHARD_AGGREGATE_STDDEV_POP ||
           self->spec->kind == SHARD_AGGREGATE_STDDEV_SAMP;
}

static void
add_square(VarianceState *state, const ShardValue *cell, ShardArena *arena)
{
    g_auto(ShardDecimal) value = {0};

    shard_decimal_init(&value);
    if (!shard_number_to_decimal(cell, &value))
        return;
    shard_decimal_multiply(&value, &value);
    g_autoptr(ShardArena) scratch = shard_arena_new();
    ShardValue square = shard_decimal_value(&value, scratch);
    shard_sum_add(&state->squares, &square);
}

static gboolean
variance_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
              GError **error)
{
    VarianceState *variance = state;

    if (!shard_sum_add(&variance->sum, cell)) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "%s of column '%s' can't be merged across shards: its values aren't "
                        "numbers",
                        shard_aggregate_name(self->spec->kind),
                        shard_layout_label(&self->context->layout, self->input));
        return FALSE;
    }
    variance->count++;
    if (self->type == SHARD_TYPE_DECIMAL && !shard_value_is_real(cell)) {
        add_square(variance, cell, self->arena);
        return TRUE;
    }
    long double value = shard_number_to_double(cell);
    long double delta = value - variance->mean;
    variance->mean += delta / variance->count;
    variance->deviation += delta * (value - variance->mean);
    return TRUE;
}

static ShardValue
finish_exact(const ShardAggregate *self, const VarianceState *state, ShardArena *arena)
{
    g_auto(ShardDecimal) sum = {0};
    g_auto(ShardDecimal) numerator = {0};
    g_auto(ShardDecimal) count = {0};

    shard_decimal_init(&sum);
    shard_decimal_init(&numerator);
    shard_decimal_init(&count);
    shard_sum_to_decimal(&state->sum, &sum);
    shard_sum_to_decimal(&state->squares, &numerator);
    shard_decimal_set_uint64(&count, state->count);
    shard_decimal_multiply(&numerator, &count);
    shard_decimal_multiply(&sum, &sum);
    shard_decimal_subtract(&numerator, &sum);
    if (shard_decimal_sign(&numerator) <= 0)
        return shard_value_decimal("0", 1);

    g_auto(ShardDecimal) other = {0};
    shard_decimal_init(&other);
    shard_decimal_set_uint64(&other, state->count - is_sample(self));
    shard_decimal_multiply(&count, &other);
    gint32 scale = shard_postgresql_division_scale(&numerator, &count);
    shard_decimal_divide(&numerator, &count, scale, SHARD_ROUND_HALF_UP);
    if (is_deviation(self))
        shard_decimal_sqrt(&numerator, scale);
    return shard_decimal_value(&numerator, arena);
}

static gboolean
variance_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
                GError **error)
{
    const VarianceState *variance = state;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (variance->count < 1U + is_sample(self))
        return TRUE;
    if (self->type == SHARD_TYPE_DECIMAL && !variance->sum.has_real) {
        *out_value = shard_sum_special(&variance->sum) != NULL
                         ? shard_value_string("NaN", 3)
                         : finish_exact(self, variance, arena);
        return TRUE;
    }
    long double result = variance->deviation / (variance->count - is_sample(self));
    if (is_deviation(self))
        result = sqrtl(result);
    *out_value = (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = (double) result};
    return TRUE;
}

static void
variance_clear(gpointer state)
{
    shard_sum_clear(&((VarianceState *) state)->sum);
    shard_sum_clear(&((VarianceState *) state)->squares);
}

const ShardAggregateOps shard_variance_ops = {
    sizeof(VarianceState),
    FALSE,
    FALSE,
    (1U << SHARD_DIALECT_POSTGRESQL) | (1U << SHARD_DIALECT_MYSQL),
    variance_step,
    variance_finish,
    variance_clear,
};
