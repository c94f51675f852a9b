/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aggregate.h - the aggregates of one merge, and their states for one group.
 *
 * The states of a group are one block of shard_aggregates_state_size() bytes; zeroed, they stand
 * for no rows.  What a state keeps besides (values seen, strings) lies in the arena of the set,
 * which lives until shard_aggregates_forget().
 */
#pragma once

#include "driver/merge/operator/operators.h"

typedef struct _ShardAggregates ShardAggregates;

/* 0A000 where an aggregate has no exact merge in the brand. */
ShardAggregates *shard_aggregates_new(ShardMergeContext *context, GError **error);
void shard_aggregates_free(ShardAggregates *self); /* accepts NULL */

gsize shard_aggregates_state_size(const ShardAggregates *self);
gboolean shard_aggregates_step(ShardAggregates *self, gpointer states, const ShardValue *row,
                               GError **error);
/* Writes the results into their slots of row (all columns); text lies in arena. */
gboolean shard_aggregates_finish(ShardAggregates *self, gpointer states, ShardValue *row,
                                 ShardArena *arena, GError **error);
/* Gives back what a group's states hold; they are zero again. */
void shard_aggregates_clear(ShardAggregates *self, gpointer states);
/* Forgets what lies in the arena, after all states were cleared. */
void shard_aggregates_forget(ShardAggregates *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardAggregates, shard_aggregates_free)

/* The type that an aggregate's result has, for arithmetic over it. */
ShardTypeClass shard_aggregate_type(const ShardMergeAggregate *aggregate,
                                    const ShardLayout *layout);
/* The digits behind the point that MariaDB shows of it. */
gint32 shard_aggregate_mysql_scale(const ShardMergeAggregate *aggregate, const ShardLayout *layout);
/* MariaDB: the value with so many of its decimals. */
ShardValue shard_aggregate_shown(const ShardMergeAggregate *aggregate, const ShardLayout *layout,
                                 const ShardValue *value, ShardArena *arena);
