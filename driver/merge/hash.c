/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/hash.h"

#include "router/base/buffer.h"

#define FIRST_SLOTS 16

void
shard_hash_init(ShardHash *self, ShardKeys *keys)
{
    *self = (ShardHash){.keys = keys};
}

void
shard_hash_clear(ShardHash *self)
{
    g_free(self->slots);
    *self = (ShardHash){.keys = self->keys};
}

ShardHashEntry *
shard_hash_find(const ShardHash *self, guint64 hash, const ShardValue *cells)
{
    if (self->n_slots == 0)
        return NULL;
    for (gsize at = hash & (self->n_slots - 1); self->slots[at] != NULL;
         at = (at + 1) & (self->n_slots - 1)) {
        ShardHashEntry *entry = self->slots[at];
        if (entry->hash == hash && shard_keys_equal(self->keys, entry->cells, cells))
            return entry;
    }
    return NULL;
}

static void
hash_place(ShardHash *self, ShardHashEntry *entry)
{
    gsize at = entry->hash & (self->n_slots - 1);

    while (self->slots[at] != NULL)
        at = (at + 1) & (self->n_slots - 1);
    self->slots[at] = entry;
}

static gboolean
hash_grow(ShardHash *self, ShardMemory *memory, GError **error)
{
    gsize n_slots = MAX(FIRST_SLOTS, self->n_slots * 2);

    if (!shard_memory_take(memory, (n_slots - self->n_slots) * sizeof *self->slots, "grouping",
                           error))
        return FALSE;
    ShardHashEntry **slots = g_try_new0(ShardHashEntry *, n_slots);
    if (slots == NULL)
        return shard_no_memory(error);
    g_free(self->slots);
    self->slots = slots;
    self->n_slots = n_slots;
    for (ShardHashEntry *entry = self->first; entry != NULL; entry = entry->next)
        hash_place(self, entry);
    return TRUE;
}

gboolean
shard_hash_add(ShardHash *self, ShardHashEntry *entry, ShardMemory *memory, GError **error)
{
    if ((self->n_entries + 1) * 2 > self->n_slots && !hash_grow(self, memory, error))
        return FALSE;
    hash_place(self, entry);
    entry->next = NULL;
    if (self->last != NULL)
        self->last->next = entry;
    else
        self->first = entry;
    self->last = entry;
    self->n_entries++;
    return TRUE;
}

/* How an entry made by shard_hash_add_copy begins; its cells follow. */
typedef struct {
    ShardHashEntry entry; /* must be first */
    guint64 count;
} CopiedEntry;

gboolean
shard_hash_add_copy(ShardHash *self, const ShardValue *cells, ShardArena *arena,
                    ShardMemory *memory, gboolean *out_new, GError **error)
{
    guint64 hash = shard_keys_hash(self->keys, cells);
    CopiedEntry *found = (CopiedEntry *) shard_hash_find(self, hash, cells);

    *out_new = found == NULL;
    if (!shard_keys_check(self->keys, error))
        return FALSE;
    if (found != NULL) {
        found->count++;
        return TRUE;
    }
    guint n = shard_keys_n(self->keys);
    gsize cells_size = n * sizeof(ShardValue);
    gsize size = sizeof(CopiedEntry) + cells_size + shard_values_text_size(cells, n);
    if (!shard_memory_take_from(memory, arena, size, "removing duplicates", error))
        return FALSE;
    CopiedEntry *copied = shard_arena_alloc(arena, size);
    ShardValue *copies = (ShardValue *) (copied + 1);
    shard_values_copy(copies, (char *) copies + cells_size, cells, n);
    copied->entry.hash = hash;
    copied->entry.cells = copies;
    copied->count = 1;
    return shard_hash_add(self, &copied->entry, memory, error);
}

gboolean
shard_hash_take(ShardHash *self, const ShardValue *cells)
{
    CopiedEntry *found =
        (CopiedEntry *) shard_hash_find(self, shard_keys_hash(self->keys, cells), cells);

    if (found == NULL || found->count == 0)
        return FALSE;
    found->count--;
    return TRUE;
}
