/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Expressions over final values: computed columns, then HAVING. */
#include "driver/merge/aggregate/aggregate.h"
#include "driver/merge/brand-decimal.h"
#include "driver/merge/expr/arith.h"
#include "driver/merge/expr/expr.h"
#include "driver/merge/operator/operators.h"

#include <string.h>

#define SQL_TYPE_SMALLINT 5

typedef struct {
    guint target;
    ShardMergeProgram *program;
} ComputedColumn;

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ComputedColumn *computed;
    guint n_computed;
    ShardMergeProgram *having;
    ShardArena *results;
    ShardValue *row;
} ComputeStream;

static void
compute_free(ShardStream *base)
{
    ComputeStream *self = (ComputeStream *) base;

    shard_stream_free(self->input);
    for (guint i = 0; i < self->n_computed; i++)
        shard_merge_program_free(self->computed[i].program);
    shard_merge_program_free(self->having);
    shard_arena_free(self->results);
    g_free(self->computed);
    g_free(self->row);
    g_free(self);
}

static gboolean
check_smallint(const ShardColumn *column, ShardDialect dialect, const ShardValue *value,
               GError **error)
{
    if (dialect != SHARD_DIALECT_POSTGRESQL || column->sql_type != SQL_TYPE_SMALLINT ||
        !shard_value_is_integer(value) || (value->i >= G_MININT16 && value->i <= G_MAXINT16))
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "22003", "smallint out of range");
    return FALSE;
}

/* The value in the form that the shards' own values of that column have. */
static gboolean
fit_column(ComputeStream *self, const ComputedColumn *computed, ShardValue *value, GError **error)
{
    const ShardLayout *layout = &self->context->layout;
    const ShardColumn *column = &layout->columns->columns[computed->target];
    ShardTypeClass type = shard_type_of_column(column, layout->dialect);
    gint64 whole = 0;

    if (layout->dialect == SHARD_DIALECT_POSTGRESQL && value->kind == SHARD_VALUE_BOOLEAN &&
        type == SHARD_TYPE_TEXT)
        *value = shard_value_string(value->i ? "1" : "0", 1);
    if (value->kind == SHARD_VALUE_DECIMAL && shard_number_class(value) != SHARD_NUMBER_FINITE)
        value->kind = SHARD_VALUE_STRING; /* as the drivers give NaN */
    if ((type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT) &&
        value->kind == SHARD_VALUE_DECIMAL && shard_number_to_int64(value, &whole))
        *value = shard_value_long(whole);
    return check_smallint(column, layout->dialect, value, error);
}

/* MariaDB computes with more digits than it shows. */
static void
show_decimals(ComputeStream *self)
{
    const ShardMergeSpec *spec = self->context->spec;
    ShardArith arith = {.dialect = SHARD_DIALECT_MYSQL, .arena = self->results};

    for (guint i = 0; i < spec->n_aggregates; i++) {
        const ShardMergeAggregate *aggregate = &spec->aggregates[i];
        if (aggregate->kind != SHARD_AGGREGATE_AVG && !aggregate->is_quotient)
            continue;
        guint target = shard_layout_index(&self->context->layout, aggregate->target, NULL);
        self->row[target] = shard_aggregate_shown(aggregate, &self->context->layout,
                                                  &self->row[target], self->results);
    }
    for (guint i = 0; i < self->n_computed; i++) {
        ShardValue *value = &self->row[self->computed[i].target];
        ShardSlotType type = shard_merge_program_type(self->computed[i].program);
        if (type.type == SHARD_TYPE_DECIMAL && value->kind == SHARD_VALUE_DECIMAL)
            *value = shard_arith_rescale(&arith, value, type.scale);
    }
}

static gboolean
compute_row(ComputeStream *self, gboolean *out_keep, GError **error)
{
    *out_keep = TRUE;
    for (guint i = 0; i < self->n_computed; i++) {
        ShardValue value;
        if (!shard_merge_program_eval(self->computed[i].program, self->row, self->results, &value,
                                      error) ||
            !fit_column(self, &self->computed[i], &value, error))
            return FALSE;
        self->row[self->computed[i].target] = value;
    }
    return self->having == NULL ||
           shard_merge_program_test(self->having, self->row, self->results, out_keep, error);
}

static ShardFetch
compute_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    ComputeStream *self = (ComputeStream *) base;
    const ShardValue *row = NULL;
    ShardFetch fetch = SHARD_ROW;
    gboolean keep = FALSE;

    while ((fetch = shard_stream_next(self->input, &row, error)) == SHARD_ROW) {
        shard_arena_reset(self->results);
        memcpy(self->row, row, self->base.columns->n_columns * sizeof *row);
        if (!compute_row(self, &keep, error))
            return SHARD_FAILED;
        if (!keep)
            continue;
        if (self->context->layout.dialect == SHARD_DIALECT_MYSQL)
            show_decimals(self);
        *out_row = self->row;
        return SHARD_ROW;
    }
    return fetch;
}

static gboolean
compile_all(ComputeStream *self, GError **error)
{
    const ShardLayout *layout = &self->context->layout;
    const ShardMergeSpec *spec = self->context->spec;

    for (guint i = 0; i < spec->n_computed; i++) {
        ComputedColumn *computed = &self->computed[self->n_computed];
        computed->target = shard_layout_index(layout, spec->computed[i].target, error);
        if (computed->target == G_MAXUINT)
            return FALSE;
        computed->program = shard_merge_program_new(layout, spec->computed[i].expr, error);
        if (computed->program == NULL)
            return FALSE;
        layout->types[computed->target] = shard_merge_program_type(computed->program);
        self->n_computed++;
    }
    if (spec->having == NULL)
        return TRUE;
    self->having = shard_merge_program_new(layout, spec->having, error);
    return self->having != NULL;
}

static const ShardStreamOps compute_ops = {compute_next, compute_free};

ShardStream *
shard_compute_new(ShardMergeContext *context, ShardStream *input, GError **error)
{
    guint n_columns = context->layout.columns->n_columns;
    ComputeStream *self = g_new0(ComputeStream, 1);
    g_autoptr(ShardStream) owner = &self->base;

    self->base.ops = &compute_ops;
    self->base.columns = context->layout.columns;
    self->context = context;
    self->input = input;
    self->computed = g_new0(ComputedColumn, MAX(context->spec->n_computed, 1));
    self->results = shard_arena_new();
    self->row = g_new0(ShardValue, n_columns);
    return compile_all(self, error) ? g_steal_pointer(&owner) : NULL;
}
