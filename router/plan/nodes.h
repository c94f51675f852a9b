/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * nodes.h - a set of node numbers of one table: a bit per node, in an arena.
 */
#pragma once

#include "router/base/arena.h"

#include <glib.h>
#include <string.h>

typedef struct {
    guint64 *words;
    guint n_nodes;
} ShardNodes;

static inline guint
shard_nodes_n_words(const ShardNodes *self)
{
    return (self->n_nodes + 63) / 64;
}

static inline ShardNodes
shard_nodes_none(ShardArena *arena, guint n_nodes)
{
    ShardNodes self = {NULL, n_nodes};
    self.words = shard_arena_array(arena, guint64, shard_nodes_n_words(&self));
    return self;
}

static inline void
shard_nodes_add(ShardNodes *self, guint node)
{
    self->words[node / 64] |= G_GUINT64_CONSTANT(1) << (node % 64);
}

static inline gboolean
shard_nodes_has(const ShardNodes *self, guint node)
{
    return (self->words[node / 64] >> (node % 64) & 1) != 0;
}

static inline void
shard_nodes_fill(ShardNodes *self)
{
    for (guint i = 0; i < self->n_nodes; i++)
        shard_nodes_add(self, i);
}

static inline void
shard_nodes_intersect(ShardNodes *self, const ShardNodes *other)
{
    for (guint i = 0; i < shard_nodes_n_words(self); i++)
        self->words[i] &= other->words[i];
}

static inline void
shard_nodes_unite(ShardNodes *self, const ShardNodes *other)
{
    for (guint i = 0; i < shard_nodes_n_words(self); i++)
        self->words[i] |= other->words[i];
}

static inline guint
shard_nodes_count(const ShardNodes *self)
{
    guint count = 0;

    for (guint i = 0; i < shard_nodes_n_words(self); i++)
        count += (guint) __builtin_popcountll(self->words[i]);
    return count;
}

/* The first node at or behind from; n_nodes when there is none. */
static inline guint
shard_nodes_next(const ShardNodes *self, guint from)
{
    for (guint word = from / 64; word < shard_nodes_n_words(self); word++) {
        guint64 bits = self->words[word];
        if (word == from / 64)
            bits &= ~G_GUINT64_CONSTANT(0) << (from % 64);
        if (bits != 0)
            return word * 64 + (guint) __builtin_ctzll(bits);
    }
    return self->n_nodes;
}
