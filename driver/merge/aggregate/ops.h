/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * ops.h - what each kind of aggregate does with a value: a table of three functions.
 */
#pragma once

#include "driver/merge/aggregate/aggregate.h"
#include "driver/merge/hash.h"

/* One aggregate, made ready. */
typedef struct {
    const ShardMergeAggregate *spec;
    const struct ShardAggregateOps *ops;
    guint input, input2, target;
    gboolean real_sums;      /* of PostgreSQL's AVG: too coarse, the partial averages are taken */
    gboolean in_expressions; /* of MariaDB: an average keeps more digits than it shows */
    ShardTypeClass type;     /* of the result */
    ShardComparer *comparer;
    ShardKeys *distinct; /* NULL: all values count */
    ShardKeys *order;    /* STRING with ORDER BY; NULL else */
    ShardMergeContext *context;
    ShardArena *arena; /* borrowed: what states keep */
    gsize offset;      /* of its state in a group's states */
    gboolean *winner;  /* shared: this row became the MIN or MAX */
} ShardAggregate;

typedef struct ShardAggregateOps {
    gsize state_size;
    gboolean needs_order; /* values are compared: text wants a collation */
    gboolean takes_null;  /* step is called for NULL too */
    guint dialects;       /* bits 1 << ShardDialect where it is exact */
    /* cell: the input as it compares; row: the whole row. */
    gboolean (*step)(ShardAggregate *self, gpointer state, const ShardValue *cell,
                     const ShardValue *row, GError **error);
    gboolean (*finish)(ShardAggregate *self, gpointer state, ShardArena *arena,
                       ShardValue *out_value, GError **error);
    void (*clear)(gpointer state); /* NULL: nothing to give back */
} ShardAggregateOps;

/* NULL for a kind that isn't merged. */
const ShardAggregateOps *shard_aggregate_ops(ShardAggregateKind kind);
const char *shard_aggregate_name(ShardAggregateKind kind);

/* The cell that a MIN or MAX keeps; NULL: none yet. */
const ShardValue *shard_extreme_cell(gconstpointer state);

extern const ShardAggregateOps shard_variance_ops;
extern const ShardAggregateOps shard_string_ops;
