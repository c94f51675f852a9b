/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * operators.h - the steps of a merge, each a stream over another one.
 *
 * Every maker takes its input streams, also when it fails.  The context outlives the operators.
 */
#pragma once

#include "driver/merge/compare/compare.h"
#include "driver/merge/merge.h"

typedef struct {
    const ShardMergeSpec *spec;
    ShardLayout layout;
    ShardMemory memory;
    guint64 max_rows;
    char **shard_names; /* n_streams of them, entries NULL where unknown */
} ShardMergeContext;

/* Streams one after the other; with leading_shard_column the shard's name stands before each row.
 */
ShardStream *shard_append_new(ShardMergeContext *context, ShardStream **streams, guint n_streams);
/* The rows of a set operation over the units' streams (takes those of its branches). */
ShardStream *shard_combine_new(const ShardMergeSpec *spec, const ShardMergeSet *set,
                               ShardStream **streams, const ShardMergeOptions *options,
                               GError **error);
/* What is known of the values by their columns; (transfer full). */
ShardSlotType *shard_slot_types_of_columns(const ShardColumns *columns, ShardDialect dialect);
/* Streams that are sorted by keys, merged in that order (takes keys).  A stream that turns out not
 * to be sorted so is an error. */
ShardStream *shard_sort_new(ShardMergeContext *context, ShardStream **streams, guint n_streams,
                            ShardKeys *keys);
/* All rows of input, sorted (takes keys); n_wanted: no more rows are needed, G_MAXUINT64 all. */
ShardStream *shard_sort_memory_new(ShardMergeContext *context, ShardStream *input, ShardKeys *keys,
                                   guint64 n_wanted);
/* Groups and aggregates as the spec says. */
ShardStream *shard_group_new(ShardMergeContext *context, ShardStream *input, GError **error);
/* Computed values and HAVING. */
ShardStream *shard_compute_new(ShardMergeContext *context, ShardStream *input, GError **error);
/* Rows whose cells came already are left out (takes keys).  adjacent: equal rows come one after the
 * other, so that only the last one has to be kept. */
ShardStream *shard_distinct_new(ShardMergeContext *context, ShardStream *input, ShardKeys *keys,
                                gboolean adjacent);
/* OFFSET, LIMIT [WITH TIES by keys (taken; may be NULL)], the most rows that are wanted at all. */
ShardStream *shard_limit_new(ShardMergeContext *context, ShardStream *input, ShardKeys *ties);
/* The outermost: hidden columns cut off, the end and errors repeated; frees the context. */
ShardStream *shard_project_new(ShardMergeContext *context, ShardStream *input,
                               ShardStream *const *streams, guint n_streams);

void shard_merge_context_free(ShardMergeContext *self);
