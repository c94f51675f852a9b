/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/arena.h"

#include <string.h>

/* Arena and first chunk are one block, small enough for malloc's own caches of blocks. */
#define FIRST_BLOCK 1024
#define SECOND_CHUNK 4096
#define ALIGNMENT 16

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *next;
    gsize size;
    gsize used;
    _Alignas(ALIGNMENT) char bytes[];
};

struct _ShardArena {
    Chunk *chunk; /* newest first; the last is that within the arena */
    _Alignas(ALIGNMENT) char first[];
};

typedef gpointer (*Allocate)(gsize size);

/* NULL: there is no memory, and allocate says so. */
static Chunk *
chunk_new(gsize size, Chunk *next, Allocate allocate)
{
    Chunk *self = allocate(sizeof(Chunk) + size);

    if (self == NULL)
        return NULL;
    self->next = next;
    self->size = size;
    self->used = 0;
    return self;
}

/* All but the one within the arena, which has no next. */
static void
chunks_free(Chunk *chunk)
{
    while (chunk->next != NULL) {
        Chunk *next = chunk->next;
        g_free(chunk);
        chunk = next;
    }
}

ShardArena *
shard_arena_new(void)
{
    ShardArena *self = g_malloc(FIRST_BLOCK);
    Chunk *first = (Chunk *) (void *) self->first;

    first->next = NULL;
    first->size = FIRST_BLOCK - sizeof(ShardArena) - sizeof(Chunk);
    first->used = 0;
    self->chunk = first;
    return self;
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
    Chunk *newest = self->chunk;
    Chunk *first = (Chunk *) (void *) self->first;

    /* The newest chunk is the largest: keep that one. */
    if (newest != first) {
        chunks_free(newest->next);
        newest->next = first;
    }
    newest->used = 0;
    first->used = 0;
}

gsize
shard_arena_size(const ShardArena *self)
{
    gsize size = 0;

    for (const Chunk *chunk = self->chunk; chunk != NULL; chunk = chunk->next)
        size += sizeof *chunk + chunk->size;
    return size;
}

static gsize
round_up(gsize size)
{
    return (size + ALIGNMENT - 1) & ~(gsize) (ALIGNMENT - 1);
}

gboolean
shard_arena_reserve(ShardArena *self, gsize size)
{
    gsize rounded = round_up(size);
    gsize wanted = MAX(self->chunk->size * 2, SECOND_CHUNK);

    if (self->chunk->size - self->chunk->used >= rounded)
        return TRUE;
    Chunk *made = rounded < wanted ? chunk_new(wanted, self->chunk, g_try_malloc) : NULL;
    if (made == NULL)
        made = chunk_new(rounded, self->chunk, g_try_malloc);
    if (made == NULL)
        return FALSE;
    self->chunk = made;
    return TRUE;
}

void *
shard_arena_alloc(ShardArena *self, gsize size)
{
    gsize rounded = round_up(size);
    Chunk *chunk = self->chunk;

    if (chunk->size - chunk->used < rounded) {
        gsize wanted = MAX(chunk->size * 2, SECOND_CHUNK);
        self->chunk = chunk = chunk_new(MAX(wanted, rounded), chunk, g_malloc);
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
