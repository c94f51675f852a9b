/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hash.h - a table of cells: groups, and values or rows already seen.
 *
 * Entries belong to the caller (an arena as a rule) and are kept in the order they came in.
 */
#pragma once

#include "driver/merge/compare/compare.h"

typedef struct ShardHashEntry ShardHashEntry;
struct ShardHashEntry {
    ShardHashEntry *next; /* in order of insertion */
    guint64 hash;
    const ShardValue *cells;
};

typedef struct {
    ShardKeys *keys; /* borrowed */
    ShardHashEntry **slots;
    gsize n_slots, n_entries;
    ShardHashEntry *first, *last;
} ShardHash;

void shard_hash_init(ShardHash *self, ShardKeys *keys);
void shard_hash_clear(ShardHash *self); /* the slots; entries are the caller's */

/* Takes one off the count of these cells, which were added as copies; FALSE: there is none left. */
gboolean shard_hash_take(ShardHash *self, const ShardValue *cells);

/* The entry whose cells equal these, or NULL. */
ShardHashEntry *shard_hash_find(const ShardHash *self, guint64 hash, const ShardValue *cells);
/* Adds an entry that isn't there yet; FALSE with HY001. */
gboolean shard_hash_add(ShardHash *self, ShardHashEntry *entry, ShardMemory *memory,
                        GError **error);
/* Adds cells, copied into arena, unless they are there; *out_new tells.  How often that was done is
 * counted with them. */
gboolean shard_hash_add_copy(ShardHash *self, const ShardValue *cells, ShardArena *arena,
                             ShardMemory *memory, gboolean *out_new, GError **error);
