/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * targets.h - the names an algorithm chooses from: shards of a table, or actual tables of a shard.
 *
 * Immutable after shard_targets_new().  Look-up by name is exact; by suffix it follows
 * ShardingSphere's rule (number padded with 0 to the shortest suffix, appended to the prefix of the
 * first target).
 */
#pragma once

#include <glib.h>

typedef struct _ShardTargets ShardTargets;

/* names are copied; logical_name decides where the suffix of the first one starts.  Names may be
 * "schema.table". */
ShardTargets *shard_targets_new(const char *logical_name, const char *const *names, guint n_names);
void shard_targets_free(ShardTargets *self);

guint shard_targets_n(const ShardTargets *self);
const char *shard_targets_name(const ShardTargets *self, guint target);
const char *shard_targets_prefix(const ShardTargets *self);

/* -1: no such target. */
gint shard_targets_find(const ShardTargets *self, const char *name, gsize size);
gint shard_targets_find_suffix(const ShardTargets *self, const char *number, gsize size);
