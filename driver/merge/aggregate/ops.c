/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/aggregate/ops.h"

#include "driver/merge/brand-decimal.h"
#include "driver/merge/compare/time.h"
#include "driver/merge/expr/arith.h"
#include "driver/merge/aggregate/sum.h"

#include <string.h>

#define IN_POSTGRESQL (1U << SHARD_DIALECT_POSTGRESQL)
#define IN_MYSQL (1U << SHARD_DIALECT_MYSQL)
#define IN_SQLITE (1U << SHARD_DIALECT_SQLITE)
#define IN_ALL (IN_POSTGRESQL | IN_MYSQL | IN_SQLITE)

static gboolean
refuse_because(const ShardAggregate *self, const char *why, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "%s of column '%s' can't be merged across shards: %s",
                    shard_aggregate_name(self->spec->kind),
                    shard_layout_label(&self->context->layout, self->input), why);
    return FALSE;
}

static gboolean
refuse_value(const ShardAggregate *self, GError **error)
{
    return refuse_because(self, "its values aren't numbers", error);
}

/* ---- COUNT, SUM, AVG ---- */

typedef struct {
    ShardSum sum;
    guint64 count;
} SumState;

static void
sum_clear(gpointer state)
{
    shard_sum_clear(&((SumState *) state)->sum);
}

static gboolean
count_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
           GError **error)
{
    guint64 *count = state;
    gint64 part = 1;

    if (self->distinct == NULL &&
        !(shard_value_is_number(cell) && shard_number_to_int64(cell, &part)))
        return refuse_value(self, error);
    *count += (guint64) part;
    return TRUE;
}

static gboolean
count_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
             GError **error)
{
    *out_value = shard_value_long((gint64) * (guint64 *) state);
    return TRUE;
}

#define HALF 1000000000 /* SQLite's integers come in two halves */

static gboolean
add_halves(ShardAggregate *self, SumState *sum, const ShardValue *cell, const ShardValue *row,
           GError **error)
{
    ShardValue low = row[self->input2];
    gint64 high_number, low_number;

    if (low.kind == SHARD_VALUE_STRING)
        shard_number_parse(low.text.data, low.text.size, &low);
    if (!shard_number_to_int64(cell, &high_number) || !shard_number_to_int64(&low, &low_number))
        return refuse_value(self, error);
    shard_sum_add_integer(&sum->sum, (__int128) high_number * HALF + low_number);
    return TRUE;
}

static gboolean
sum_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
         GError **error)
{
    SumState *sum = state;

    sum->count++;
    if (self->spec->in_halves && shard_value_is_integer(cell))
        return add_halves(self, sum, cell, row, error);
    return shard_sum_add(&sum->sum, cell) || refuse_value(self, error);
}

static gboolean
sum_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
           GError **error)
{
    SumState *sum = state;

    if (!shard_sum_finish(&sum->sum, self->type, self->context->layout.dialect, arena, out_value,
                          error))
        return FALSE;
    if (self->spec->is_quotient && !self->in_expressions)
        *out_value = shard_aggregate_shown(self->spec, &self->context->layout, out_value, arena);
    return TRUE;
}

/* A node's sum, from its average. */
static gboolean
add_real_average(ShardAggregate *self, SumState *sum, const ShardValue *average, gint64 count,
                 GError **error)
{
    if (average->kind != SHARD_VALUE_DOUBLE)
        return refuse_value(self, error);
    ShardValue part = {.kind = SHARD_VALUE_DOUBLE, .d = average->d * (double) count};
    return shard_sum_add(&sum->sum, &part);
}

static gboolean
avg_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
         GError **error)
{
    SumState *sum = state;
    gint64 part = 1;

    if (self->distinct == NULL) {
        ShardValue count = row[self->input2];
        if (count.kind == SHARD_VALUE_STRING)
            shard_number_parse(count.text.data, count.text.size, &count);
        if (!shard_value_is_number(&count) || !shard_number_to_int64(&count, &part))
            return refuse_value(self, error);
    }
    sum->count += (guint64) part;
    if (part == 0)
        return TRUE; /* SQLite's TOTAL of nothing is 0.0 */
    if (self->real_sums)
        return add_real_average(self, sum, &row[self->target], part, error);
    return shard_sum_add(&sum->sum, cell) || refuse_value(self, error);
}

static gint32
mysql_column_scale(const ShardLayout *layout, guint index)
{
    const ShardColumn *column = &layout->columns->columns[index];

    return shard_type_of_column(column, SHARD_DIALECT_MYSQL) == SHARD_TYPE_DECIMAL
               ? MAX(column->digits, 0)
               : 0;
}

gint32
shard_aggregate_mysql_scale(const ShardMergeAggregate *aggregate, const ShardLayout *layout)
{
    gint32 input = mysql_column_scale(layout, shard_layout_index(layout, aggregate->input, NULL));
    gint32 target = mysql_column_scale(layout, shard_layout_index(layout, aggregate->target, NULL));

    if (aggregate->is_quotient)
        return target;
    if (aggregate->kind != SHARD_AGGREGATE_AVG)
        return input;
    /* More digits than the sum's: the column is the average's own, as the server describes it. */
    if (target > input)
        return target;
    if (aggregate->argument_scale >= 0)
        input = aggregate->argument_scale;
    return MIN(input + SHARD_MYSQL_DIVISION_INCREMENT, SHARD_MYSQL_SCALE_MAX);
}

ShardValue
shard_aggregate_shown(const ShardMergeAggregate *aggregate, const ShardLayout *layout,
                      const ShardValue *value, ShardArena *arena)
{
    ShardArith arith = {.dialect = SHARD_DIALECT_MYSQL, .arena = arena};

    return shard_arith_rescale(&arith, value, shard_aggregate_mysql_scale(aggregate, layout));
}

/* A sum that was kept as it is shown has no more decimals than that. */
static void
forget_zeros(ShardDecimal *sum, gint32 scale)
{
    g_auto(ShardDecimal) shown = {0};

    shard_decimal_init(&shown);
    shard_decimal_set(&shown, sum);
    shard_decimal_set_scale(&shown, scale, SHARD_ROUND_DOWN);
    if (shard_decimal_compare(&shown, sum) == 0)
        shard_decimal_set(sum, &shown);
}

static ShardValue
divide_exact(const ShardAggregate *self, const SumState *sum, ShardArena *arena)
{
    g_auto(ShardDecimal) quotient = {0};
    g_auto(ShardDecimal) count = {0};

    shard_decimal_init(&quotient);
    shard_decimal_init(&count);
    shard_sum_to_decimal(&sum->sum, &quotient);
    shard_decimal_set_uint64(&count, sum->count);
    if (self->context->layout.dialect == SHARD_DIALECT_POSTGRESQL) {
        gint32 scale = shard_postgresql_division_scale(&quotient, &count);
        shard_decimal_divide(&quotient, &count, scale, SHARD_ROUND_HALF_UP);
        return shard_decimal_value(&quotient, arena);
    }
    gint32 scale = shard_aggregate_mysql_scale(self->spec, &self->context->layout);
    gboolean negative = shard_decimal_sign(&quotient) < 0;
    if (self->spec->is_quotient && self->spec->by_plan)
        forget_zeros(&quotient, scale - SHARD_MYSQL_DIVISION_INCREMENT);
    shard_mysql_divide(&quotient, &count,
                       self->spec->is_quotient ? SHARD_MYSQL_DIVISION_INCREMENT
                                               : scale - quotient.scale);
    if (self->in_expressions)
        return shard_mysql_quotient(&quotient, negative, arena);
    negative = negative && scale >= quotient.scale;
    shard_decimal_set_scale(&quotient, scale, SHARD_ROUND_HALF_UP);
    return shard_mysql_quotient(&quotient, negative, arena);
}

static gboolean
avg_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
           GError **error)
{
    const SumState *sum = state;
    const char *special = shard_sum_special(&sum->sum);
    gboolean real = sum->sum.has_real || self->type == SHARD_TYPE_DOUBLE ||
                    self->context->layout.dialect == SHARD_DIALECT_SQLITE;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (sum->count == 0)
        return TRUE;
    if (real)
        *out_value = shard_real_value(shard_sum_to_double(&sum->sum) / (double) sum->count,
                                      self->context->layout.dialect);
    else if (special != NULL)
        *out_value = shard_value_string(special, -1);
    else
        *out_value = divide_exact(self, sum, arena);
    return TRUE;
}

/* ---- MIN, MAX, ANY ---- */

/* Its texts lie in the aggregates' arena. */
typedef struct {
    gboolean any;
    ShardValue kept[2]; /* the cell or what stands in the weight or storage slot, and the value */
    char *bytes;
    gsize capacity;
} ValueState;

static gboolean
value_keep(ShardAggregate *self, ValueState *state, const ShardValue *cell, const ShardValue *row,
           GError **error)
{
    const ShardValue values[G_N_ELEMENTS(state->kept)] = {*cell, row[self->input]};
    gsize size = shard_values_text_size(values, G_N_ELEMENTS(values));
    gsize capacity = MAX(size, state->capacity * 2);

    if (size > state->capacity) {
        if (!shard_memory_take_from(&self->context->memory, self->arena, capacity, "grouping",
                                    error))
            return FALSE;
        state->bytes = shard_arena_alloc(self->arena, capacity);
        state->capacity = capacity;
    }
    shard_values_copy(state->kept, state->bytes, values, G_N_ELEMENTS(values));
    state->any = TRUE;
    return TRUE;
}

static gboolean
extreme_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
             GError **error)
{
    ValueState *value = state;

    if (value->any) {
        int result = shard_comparer_compare(self->comparer, cell, &value->kept[0]);
        if (!shard_comparer_check(self->comparer, error))
            return FALSE;
        if (self->spec->kind == SHARD_AGGREGATE_MIN ? result >= 0 : result <= 0)
            return TRUE;
    }
    *self->winner = TRUE;
    return value_keep(self, value, cell, row, error);
}

static gboolean
any_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
         GError **error)
{
    ValueState *value = state;

    if (value->any && !*self->winner)
        return TRUE;
    return value_keep(self, value, cell, row, error);
}

static ShardValue
copy_value(const ShardValue *value, ShardArena *arena)
{
    return shard_value_copy(value, arena);
}

/* The bytes that hex digits stand for. */
static ShardValue
bytes_of_hex(const ShardValue *hex, ShardArena *arena)
{
    ShardValue bytes = {.kind = SHARD_VALUE_BYTES};
    gsize size = hex->text.size / 2;
    char *data = shard_arena_alloc(arena, size + 1);

    for (gsize i = 0; i < size; i++)
        data[i] = (char) (g_ascii_xdigit_value(hex->text.data[2 * i]) * 16 +
                          g_ascii_xdigit_value(hex->text.data[2 * i + 1]));
    bytes.text.data = data;
    bytes.text.size = size;
    return bytes;
}

static gboolean
value_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
             GError **error)
{
    const ValueState *value = state;
    gboolean storage = self->spec->compare.storage != SHARD_SLOT_NONE;

    if (storage && value->any && value->kept[0].kind == SHARD_VALUE_UNKNOWN)
        return refuse_because(self, "the driver can't read its value", error);
    if (self->spec->must_be_shown && value->any && !shard_time_is_shown(&value->kept[0]))
        return refuse_because(self, "the driver doesn't show its date as it is", error);
    if (!value->any)
        *out_value = SHARD_VALUE_INIT_NULL;
    else if (storage && value->kept[0].kind == SHARD_VALUE_BYTES)
        *out_value = bytes_of_hex(&value->kept[0], arena);
    else /* SQLite's values came as text; what typeof() said of them is in the cell. */
        *out_value = copy_value(&value->kept[storage ? 0 : 1], arena);
    return TRUE;
}

const ShardValue *
shard_extreme_cell(gconstpointer state)
{
    const ValueState *value = state;

    return value->any ? &value->kept[0] : NULL;
}

/* ---- BOOL_AND, BOOL_OR ---- */

typedef struct {
    gboolean any, truth;
    gchar style; /* first character of the text that stood for a boolean; 0: none */
} BooleanState;

static gboolean
boolean_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
             GError **error)
{
    BooleanState *boolean = state;
    const ShardValue *value = &row[self->input];

    if (!shard_value_is_integer(cell))
        return refuse_value(self, error);
    gboolean truth = cell->i != 0;
    if (!boolean->any)
        boolean->truth = truth;
    else if (self->spec->kind == SHARD_AGGREGATE_BOOL_AND)
        boolean->truth &= truth;
    else
        boolean->truth |= truth;
    boolean->any = TRUE;
    if (value->kind == SHARD_VALUE_STRING && value->text.size > 0)
        boolean->style = value->text.data[0];
    return TRUE;
}

static gboolean
boolean_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
               GError **error)
{
    const BooleanState *boolean = state;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (!boolean->any)
        return TRUE;
    if (boolean->style == '\0')
        *out_value = (ShardValue){.kind = SHARD_VALUE_BOOLEAN, .i = boolean->truth};
    else if (g_ascii_isdigit(boolean->style))
        *out_value = shard_value_string(boolean->truth ? "1" : "0", 1);
    else
        *out_value = shard_value_string(boolean->truth ? "t" : "f", 1);
    return TRUE;
}

/* ---- BIT_AND, BIT_OR, BIT_XOR ---- */

typedef struct {
    gboolean any;
    guint64 bits;
} BitState;

static gboolean
bit_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
         GError **error)
{
    BitState *bit = state;
    gint64 whole = 0;

    if (cell->kind == SHARD_VALUE_UNSIGNED)
        whole = (gint64) cell->u;
    else if (!shard_value_is_number(cell) || !shard_number_to_int64(cell, &whole))
        return refuse_value(self, error);
    if (!bit->any)
        bit->bits = (guint64) whole;
    else if (self->spec->kind == SHARD_AGGREGATE_BIT_AND)
        bit->bits &= (guint64) whole;
    else if (self->spec->kind == SHARD_AGGREGATE_BIT_OR)
        bit->bits |= (guint64) whole;
    else
        bit->bits ^= (guint64) whole;
    bit->any = TRUE;
    return TRUE;
}

static gboolean
bit_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
           GError **error)
{
    const BitState *bit = state;
    gboolean mysql = self->context->layout.dialect == SHARD_DIALECT_MYSQL;

    if (mysql && !bit->any)
        *out_value =
            (ShardValue){.kind = SHARD_VALUE_UNSIGNED,
                         .u = self->spec->kind == SHARD_AGGREGATE_BIT_AND ? G_MAXUINT64 : 0};
    else if (mysql)
        *out_value = (ShardValue){.kind = SHARD_VALUE_UNSIGNED, .u = bit->bits};
    else
        *out_value = bit->any ? shard_value_long((gint64) bit->bits) : SHARD_VALUE_INIT_NULL;
    return TRUE;
}

static const ShardAggregateOps count_ops = {sizeof(guint64), FALSE,        FALSE, IN_ALL,
                                            count_step,      count_finish, NULL};
static const ShardAggregateOps sum_ops = {sizeof(SumState), FALSE,      FALSE,    IN_ALL,
                                          sum_step,         sum_finish, sum_clear};
static const ShardAggregateOps avg_ops = {sizeof(SumState), FALSE,      FALSE,    IN_ALL,
                                          avg_step,         avg_finish, sum_clear};
static const ShardAggregateOps extreme_ops = {sizeof(ValueState), TRUE,         FALSE, IN_ALL,
                                              extreme_step,       value_finish, NULL};
static const ShardAggregateOps any_ops = {sizeof(ValueState), FALSE,        TRUE, IN_ALL,
                                          any_step,           value_finish, NULL};
static const ShardAggregateOps boolean_ops = {
    sizeof(BooleanState), FALSE, FALSE, IN_POSTGRESQL, boolean_step, boolean_finish, NULL};
static const ShardAggregateOps bit_ops = {
    sizeof(BitState), FALSE, FALSE, IN_POSTGRESQL | IN_MYSQL, bit_step, bit_finish, NULL};

static const struct {
    const char *name;
    const ShardAggregateOps *ops;
} kinds[] = {
    [SHARD_AGGREGATE_COUNT] = {"COUNT", &count_ops},
    [SHARD_AGGREGATE_SUM] = {"SUM", &sum_ops},
    [SHARD_AGGREGATE_AVG] = {"AVG", &avg_ops},
    [SHARD_AGGREGATE_MIN] = {"MIN", &extreme_ops},
    [SHARD_AGGREGATE_MAX] = {"MAX", &extreme_ops},
    [SHARD_AGGREGATE_BOOL_AND] = {"BOOL_AND", &boolean_ops},
    [SHARD_AGGREGATE_BOOL_OR] = {"BOOL_OR", &boolean_ops},
    [SHARD_AGGREGATE_BIT_AND] = {"BIT_AND", &bit_ops},
    [SHARD_AGGREGATE_BIT_OR] = {"BIT_OR", &bit_ops},
    [SHARD_AGGREGATE_BIT_XOR] = {"BIT_XOR", &bit_ops},
    [SHARD_AGGREGATE_VAR_POP] = {"VAR_POP", &shard_variance_ops},
    [SHARD_AGGREGATE_VAR_SAMP] = {"VAR_SAMP", &shard_variance_ops},
    [SHARD_AGGREGATE_STDDEV_POP] = {"STDDEV_POP", &shard_variance_ops},
    [SHARD_AGGREGATE_STDDEV_SAMP] = {"STDDEV_SAMP", &shard_variance_ops},
    [SHARD_AGGREGATE_STRING] = {"STRING_AGG", &shard_string_ops},
    [SHARD_AGGREGATE_ANY] = {"ANY_VALUE", &any_ops},
};

const ShardAggregateOps *
shard_aggregate_ops(ShardAggregateKind kind)
{
    return (gsize) kind < G_N_ELEMENTS(kinds) ? kinds[kind].ops : NULL;
}

const char *
shard_aggregate_name(ShardAggregateKind kind)
{
    return (gsize) kind < G_N_ELEMENTS(kinds) ? kinds[kind].name : "?";
}
