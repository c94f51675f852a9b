/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/aggregate/aggregate.h"

#include "driver/merge/aggregate/ops.h"
#include "driver/merge/brand-decimal.h"
#include "driver/merge/compare/number.h"

#include <string.h>

#define ALIGNMENT 16 /* ShardSum holds 128-bit numbers */

struct _ShardAggregates {
    ShardMergeContext *context;
    ShardAggregate *items;
    guint n_items;
    gsize state_size;
    ShardArena *arena;
    gboolean winner;
};

static const ShardCompare numeric_compare = {
    .collation = {.kind = SHARD_COLLATION_BINARY},
    .weight = SHARD_SLOT_NONE,
    .storage = SHARD_SLOT_NONE,
    .type = SHARD_TYPE_DECIMAL,
};

static gboolean
is_extreme(ShardAggregateKind kind)
{
    return kind == SHARD_AGGREGATE_MIN || kind == SHARD_AGGREGATE_MAX;
}

static gboolean
refuse_kind(const ShardAggregate *item, GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "%s%s can't be merged exactly across shards of this brand",
                    shard_aggregate_name(item->spec->kind),
                    item->spec->distinct ? " (DISTINCT)" : "");
    return FALSE;
}

/* How the input is read: as it compares for MIN, MAX and DISTINCT, else as a number or as it is. */
static ShardComparer *
make_comparer(ShardAggregate *item, GError **error)
{
    const ShardLayout *layout = &item->context->layout;
    ShardCompare compare = item->spec->compare;

    if (item->ops->needs_order)
        return shard_comparer_new(layout, item->spec->input, &compare, SHARD_FOR_ORDER, error);
    if (item->spec->distinct)
        return shard_comparer_new(layout, item->spec->input, &compare, SHARD_FOR_EQUALITY, error);
    ShardCompare numeric = numeric_compare;
    numeric.storage = compare.storage;
    if (item->spec->kind == SHARD_AGGREGATE_BOOL_AND || item->spec->kind == SHARD_AGGREGATE_BOOL_OR)
        numeric.type = SHARD_TYPE_BOOLEAN;
    return shard_comparer_new(layout, item->spec->input, &numeric, SHARD_FOR_EQUALITY, error);
}

static gboolean
item_set_keys(ShardAggregate *item, GError **error)
{
    const ShardLayout *layout = &item->context->layout;

    item->comparer = make_comparer(item, error);
    if (item->comparer == NULL)
        return FALSE;
    if (item->spec->distinct) {
        ShardComparer *comparer = shard_comparer_new(
            layout, item->spec->input, &item->spec->compare, SHARD_FOR_EQUALITY, error);
        if (comparer == NULL)
            return FALSE;
        item->distinct = shard_keys_new_single(comparer);
    }
    if (item->spec->n_order == 0)
        return TRUE;
    item->order =
        shard_keys_new(layout, item->spec->order, item->spec->n_order, SHARD_FOR_ORDER, error);
    return item->order != NULL;
}

static gboolean
item_set_slots(ShardAggregate *item, GError **error)
{
    const ShardLayout *layout = &item->context->layout;
    gboolean two =
        item->spec->in_halves || (item->spec->kind == SHARD_AGGREGATE_AVG && !item->spec->distinct);

    item->input = shard_layout_index(layout, item->spec->input, error);
    if (item->input == G_MAXUINT)
        return FALSE;
    item->target = shard_layout_index(layout, item->spec->target, error);
    if (item->target == G_MAXUINT)
        return FALSE;
    item->in_expressions =
        item->context->spec->n_computed > 0 || item->context->spec->having != NULL;
    if (two)
        item->input2 = shard_layout_index(layout, item->spec->input2, error);
    return !two || item->input2 != G_MAXUINT;
}

static gboolean
sums_are_real(const ShardAggregate *item)
{
    const ShardLayout *layout = &item->context->layout;

    return item->spec->kind == SHARD_AGGREGATE_AVG && !item->spec->distinct &&
           layout->dialect == SHARD_DIALECT_POSTGRESQL &&
           shard_type_of_column(&layout->columns->columns[item->input], layout->dialect) ==
               SHARD_TYPE_FLOAT;
}

static gboolean
is_of_bits(ShardAggregateKind kind)
{
    return kind >= SHARD_AGGREGATE_BIT_AND && kind <= SHARD_AGGREGATE_BIT_XOR;
}

/* PostgreSQL adds intervals, too, which come as text, and has bit strings. */
static gboolean
check_number(const ShardAggregate *item, GError **error)
{
    const ShardLayout *layout = &item->context->layout;
    ShardAggregateKind kind = item->spec->kind;
    ShardTypeClass type =
        shard_type_of_column(&layout->columns->columns[item->input], layout->dialect);
    gboolean adds = kind == SHARD_AGGREGATE_SUM || kind == SHARD_AGGREGATE_AVG;
    gboolean of_text = type == SHARD_TYPE_TEXT || type == SHARD_TYPE_OTHER;

    if (layout->dialect != SHARD_DIALECT_POSTGRESQL || !(adds || is_of_bits(kind)) ||
        !(of_text || (is_of_bits(kind) && type == SHARD_TYPE_BOOLEAN)))
        return TRUE;
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "%s of column '%s' can't be merged across shards: its values aren't numbers",
                    shard_aggregate_name(item->spec->kind),
                    shard_layout_label(layout, item->input));
    return FALSE;
}

static gboolean
item_init(ShardAggregate *item, ShardAggregates *set, const ShardMergeAggregate *spec,
          GError **error)
{
    item->spec = spec;
    item->context = set->context;
    item->arena = set->arena;
    item->winner = &set->winner;
    item->ops = shard_aggregate_ops(spec->kind);
    if (item->ops == NULL || !(item->ops->dialects & (1U << set->context->layout.dialect)))
        return refuse_kind(item, error);
    if (!item_set_slots(item, error) || !check_number(item, error) || !item_set_keys(item, error))
        return FALSE;
    item->type = shard_aggregate_type(spec, &set->context->layout);
    item->real_sums = sums_are_real(item);
    item->offset = set->state_size;
    gsize size = item->ops->state_size + (spec->distinct ? sizeof(ShardHash) : 0);
    set->state_size += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return TRUE;
}

/* MIN and MAX go first, so that ANY can follow the row that won (SQLite's bare columns). */
ShardAggregates *
shard_aggregates_new(ShardMergeContext *context, GError **error)
{
    g_autoptr(ShardAggregates) self = g_new0(ShardAggregates, 1);
    const ShardMergeSpec *spec = context->spec;

    self->context = context;
    self->arena = shard_arena_new();
    self->items = g_new0(ShardAggregate, MAX(spec->n_aggregates, 1));
    for (guint round = 0; round < 2; round++)
        for (guint i = 0; i < spec->n_aggregates; i++)
            if (is_extreme(spec->aggregates[i].kind) == (round == 0) &&
                !item_init(&self->items[self->n_items++], self, &spec->aggregates[i], error))
                return NULL;
    return g_steal_pointer(&self);
}

void
shard_aggregates_free(ShardAggregates *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < self->n_items; i++) {
        shard_comparer_free(self->items[i].comparer);
        shard_keys_free(self->items[i].distinct);
        shard_keys_free(self->items[i].order);
    }
    shard_arena_free(self->arena);
    g_free(self->items);
    g_free(self);
}

gsize
shard_aggregates_state_size(const ShardAggregates *self)
{
    return self->state_size;
}

/* The values seen lie behind the state proper. */
static ShardHash *
item_seen(const ShardAggregate *item, gpointer state)
{
    return (ShardHash *) ((char *) state + item->ops->state_size);
}

static gboolean
item_step(ShardAggregate *item, gpointer state, const ShardValue *row, GError **error)
{
    ShardValue cell;
    gboolean is_new = TRUE;

    shard_comparer_read(item->comparer, row, &cell);
    if (cell.kind == SHARD_VALUE_NULL && !item->ops->takes_null)
        return TRUE;
    if (item->distinct != NULL) {
        ShardHash *seen = item_seen(item, state);
        seen->keys = item->distinct;
        if (!shard_hash_add_copy(seen, &cell, item->arena, &item->context->memory, &is_new, error))
            return FALSE;
    }
    return !is_new || item->ops->step(item, state, &cell, row, error);
}

gboolean
shard_aggregates_step(ShardAggregates *self, gpointer states, const ShardValue *row, GError **error)
{
    self->winner = FALSE;
    for (guint i = 0; i < self->n_items; i++)
        if (!item_step(&self->items[i], (char *) states + self->items[i].offset, row, error))
            return FALSE;
    return TRUE;
}

static const char *
storage_name(const ShardValue *value)
{
    if (value->kind == SHARD_VALUE_NULL)
        return "null";
    if (value->kind == SHARD_VALUE_STRING)
        return "text";
    if (value->kind == SHARD_VALUE_BYTES)
        return "blob";
    return shard_value_is_real(value) ? "real" : "integer";
}

/* What stands beside the result, for those who compare it, has to be the result's own. */
static void
finish_beside(ShardAggregates *self, const ShardAggregate *item, const ShardValue *cell,
              ShardValue *row, ShardArena *arena)
{
    const ShardLayout *layout = &self->context->layout;
    const ShardCompare *compare = &item->spec->compare;

    if (compare->storage != SHARD_SLOT_NONE)
        row[shard_layout_index(layout, compare->storage, NULL)] =
            shard_value_string(storage_name(&row[item->target]), -1);
    if (compare->weight != SHARD_SLOT_NONE && cell != NULL)
        row[shard_layout_index(layout, compare->weight, NULL)] = shard_value_copy(cell, arena);
}

gboolean
shard_aggregates_finish(ShardAggregates *self, gpointer states, ShardValue *row, ShardArena *arena,
                        GError **error)
{
    for (guint i = 0; i < self->n_items; i++) {
        ShardAggregate *item = &self->items[i];
        gpointer state = (char *) states + item->offset;
        if (!item->ops->finish(item, state, arena, &row[item->target], error))
            return FALSE;
        if (is_extreme(item->spec->kind))
            finish_beside(self, item, shard_extreme_cell(state), row, arena);
        else if (item->spec->compare.storage != SHARD_SLOT_NONE)
            finish_beside(self, item, NULL, row, arena);
    }
    return TRUE;
}

void
shard_aggregates_clear(ShardAggregates *self, gpointer states)
{
    for (guint i = 0; i < self->n_items; i++) {
        ShardAggregate *item = &self->items[i];
        gpointer state = (char *) states + item->offset;
        if (item->ops->clear != NULL)
            item->ops->clear(state);
        if (item->distinct != NULL)
            shard_hash_clear(item_seen(item, state));
    }
    memset(states, 0, self->state_size);
}

void
shard_aggregates_forget(ShardAggregates *self)
{
    shard_arena_reset(self->arena);
}

/* SUM's type by its argument's; a partial sum has the sum's type already. */
static ShardTypeClass
sum_type(const ShardMergeAggregate *aggregate, ShardTypeClass input, ShardDialect dialect)
{
    if (!aggregate->distinct || input == SHARD_TYPE_UNKNOWN)
        return input;
    if (input == SHARD_TYPE_FLOAT || input == SHARD_TYPE_DOUBLE)
        return dialect == SHARD_DIALECT_MYSQL ? SHARD_TYPE_DOUBLE : input;
    if (input == SHARD_TYPE_INTEGER && dialect == SHARD_DIALECT_POSTGRESQL)
        return SHARD_TYPE_BIGINT;
    return SHARD_TYPE_DECIMAL;
}

static gboolean
is_real_type(ShardTypeClass type)
{
    return type == SHARD_TYPE_FLOAT || type == SHARD_TYPE_DOUBLE;
}

ShardTypeClass
shard_aggregate_type(const ShardMergeAggregate *aggregate, const ShardLayout *layout)
{
    guint index = shard_layout_index(layout, aggregate->input, NULL);
    ShardTypeClass input =
        index != G_MAXUINT ? shard_type_of_column(&layout->columns->columns[index], layout->dialect)
                           : SHARD_TYPE_UNKNOWN;

    switch (aggregate->kind) {
    case SHARD_AGGREGATE_COUNT:
        return SHARD_TYPE_BIGINT;
    case SHARD_AGGREGATE_SUM:
        return sum_type(aggregate, input, layout->dialect);
    case SHARD_AGGREGATE_AVG:
        if (layout->dialect == SHARD_DIALECT_SQLITE)
            return SHARD_TYPE_UNKNOWN;
        return is_real_type(input) ? SHARD_TYPE_DOUBLE : SHARD_TYPE_DECIMAL;
    case SHARD_AGGREGATE_MIN:
    case SHARD_AGGREGATE_MAX:
    case SHARD_AGGREGATE_ANY:
        return input;
    case SHARD_AGGREGATE_BOOL_AND:
    case SHARD_AGGREGATE_BOOL_OR:
        return SHARD_TYPE_BOOLEAN;
    case SHARD_AGGREGATE_BIT_AND:
    case SHARD_AGGREGATE_BIT_OR:
    case SHARD_AGGREGATE_BIT_XOR:
        return layout->dialect == SHARD_DIALECT_MYSQL ? SHARD_TYPE_UNSIGNED : input;
    case SHARD_AGGREGATE_VAR_POP:
    case SHARD_AGGREGATE_VAR_SAMP:
    case SHARD_AGGREGATE_STDDEV_POP:
    case SHARD_AGGREGATE_STDDEV_SAMP:
        return is_real_type(input) || layout->dialect == SHARD_DIALECT_MYSQL ? SHARD_TYPE_DOUBLE
                                                                             : SHARD_TYPE_DECIMAL;
    case SHARD_AGGREGATE_STRING:
        return SHARD_TYPE_TEXT;
    }
    return SHARD_TYPE_UNKNOWN;
}
