/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/arena.h"

#include <string.h>

#define FIRST_CHUNK 4096
#define ALIGNMENT 16

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *next;
    gsize size;
    gsize used;
    _Alignas(ALIGNMENT) char bytes[];
};

struct _ShardArena {
    Chunk *chunk; /* newest first */
};

static Chunk *
chunk_new(gsize size, Chunk *next)
{
    Chunk *self = g_malloc(sizeof(Chunk) + size);

    self->next = next;
    self->size = size;
    self->used = 0;
    return self;
}

static void
chunks_free(Chunk *chunk)
{
    while (chunk != NULL) {
        Chunk *next = chunk->next;
        g_free(chunk);
        chunk = next;
    }
}

ShardArena *
shard_arena_new(void)
{
    return g_new0(ShardArena, 1);
}

void
shard_arena_free(ShardArena *self)
{
    if (self == NULL)
        return;
    chunks_free(self->chunk);
    g_free(self);
}

void
shard_arena_reset(ShardArena *self)
{
    if (self->chunk == NULL)
        return;
    /* The newest chunk is the largest: keep that one. */
    chunks_free(self->chunk->next);
    self->chunk->next = NULL;
    self->chunk->used = 0;
}

void *
shard_arena_alloc(ShardArena *self, gsize size)
{
    gsize rounded = (size + ALIGNMENT - 1) & ~(gsize) (ALIGNMENT - 1);
    Chunk *chunk = self->chunk;

    if (chunk == NULL || chunk->size - chunk->used < rounded) {
        gsize wanted = chunk == NULL ? FIRST_CHUNK : chunk->size * 2;
        self->chunk = chunk = chunk_new(MAX(wanted, rounded), chunk);
    }
    void *block = chunk->bytes + chunk->used;
    chunk->used += rounded;
    memset(block, 0, size);
    return block;
}

void *
shard_arena_memdup(ShardArena *self, const void *bytes, gsize size)
{
    void *block = shard_arena_alloc(self, size);

    if (size > 0)
        memcpy(block, bytes, size);
    return block;
}

char *
shard_arena_strndup(ShardArena *self, const char *text, gssize length)
{
    if (text == NULL)
        return NULL;
    gsize size = length < 0 ? strlen(text) : (gsize) length;
    char *copy = shard_arena_alloc(self, size + 1);
    memcpy(copy, text, size);
    return copy;
}
