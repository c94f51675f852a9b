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
/* As above; tables[i] (or NULL) is the part of names[i] behind its schema.  A result that is just a
 * table's name then means every target with that table. */
ShardTargets *shard_targets_new_qualified(const char *logical_name, const char *const *names,
                                          const char *const *tables, guint n_names);
void shard_targets_free(ShardTargets *self);

guint shard_targets_n(const ShardTargets *self);
const char *shard_targets_name(const ShardTargets *self, guint target);
const char *shard_targets_prefix(const ShardTargets *self);

/* -1: no such target.  A bare table's name that several targets have gives a number from
 * shard_targets_n() on; shard_targets_members() tells them. */
gint shard_targets_find(const ShardTargets *self, const char *name, gsize size);
gint shard_targets_find_suffix(const ShardTargets *self, const char *number, gsize size);
/* The targets that a number found above stands for; (transfer none). */
const guint *shard_targets_members(const ShardTargets *self, guint target, guint *out_n);
/* Something that an algorithm has worked out for these targets, kept with them: attached once,
 * while the rules are loaded; found again under the same owner (NULL: nothing). */
void shard_targets_attach(const ShardTargets *self, gconstpointer owner, gpointer data,
                          GDestroyNotify destroy);
gconstpointer shard_targets_attached(const ShardTargets *self, gconstpointer owner);
/* A list of some of the names, for messages.  (transfer full) */
char *shard_targets_describe(const ShardTargets *self);
