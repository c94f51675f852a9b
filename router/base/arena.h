/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * arena.h - memory that is given back all at once.
 *
 * A statement's facts, or the scratch of one execute, live in an arena: many small blocks, no
 * single free.  Not thread-safe.  Blocks are aligned for any type and zeroed.
 */
#pragma once

#include <glib.h>

typedef struct _ShardArena ShardArena;

ShardArena *shard_arena_new(void);
void shard_arena_free(ShardArena *self); /* accepts NULL */
/* Forgets all blocks but keeps one chunk, so that a loop allocates nothing in the steady state. */
void shard_arena_reset(ShardArena *self);
/* The memory that it holds. */
gsize shard_arena_size(const ShardArena *self);

void *shard_arena_alloc(ShardArena *self, gsize size);
/* Before blocks whose size the data decide: FALSE when there is no memory for that many bytes; else
 * alloc has them, for one block of that size or several within it (each is rounded up to 16). */
gboolean shard_arena_reserve(ShardArena *self, gsize size);
/* A copy with a NUL added behind the length bytes; length -1: up to the NUL; text NULL: NULL. */
char *shard_arena_strndup(ShardArena *self, const char *text, gssize length);
void *shard_arena_memdup(ShardArena *self, const void *bytes, gsize size);

#define shard_arena_new0(arena, type) ((type *) shard_arena_alloc((arena), sizeof(type)))
#define shard_arena_array(arena, type, n) ((type *) shard_arena_alloc((arena), sizeof(type) * (n)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardArena, shard_arena_free)
