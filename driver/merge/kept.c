/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/kept.h"

#include "router/base/buffer.h"

#include <string.h>

gboolean
shard_memory_take(ShardMemory *self, gsize size, const char *what, GError **error)
{
    if (self->limit == 0 || (size <= self->limit && self->used <= self->limit - size)) {
        self->used += size;
        return TRUE;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "HY001",
                    "%s needs more than the %" G_GSIZE_FORMAT " bytes that MergeMemory allows",
                    what, self->limit);
    return FALSE;
}

gboolean
shard_memory_take_from(ShardMemory *self, ShardArena *arena, gsize size, const char *what,
                       GError **error)
{
    if (!shard_memory_take(self, size, what, error))
        return FALSE;
    return shard_arena_reserve(arena, size) || shard_no_memory(error);
}

gsize
shard_values_text_size(const ShardValue *values, guint n)
{
    gsize size = 0;

    for (guint i = 0; i < n; i++)
        if (shard_value_has_text(&values[i]))
            size += values[i].text.size + 1;
    return size;
}

/* The values' text comes to lie in bytes. */
static void
move_texts(ShardValue *values, guint n, char *bytes)
{
    for (guint i = 0; i < n; i++) {
        if (!shard_value_has_text(&values[i]))
            continue;
        gsize size = values[i].text.size;
        if (size > 0)
            memcpy(bytes, values[i].text.data, size);
        bytes[size] = '\0';
        values[i].text.data = bytes;
        bytes += size + 1;
    }
}

void
shard_values_copy(ShardValue *out, char *bytes, const ShardValue *values, guint n)
{
    memcpy(out, values, n * sizeof *out);
    move_texts(out, n, bytes);
}

void
shard_kept_init(ShardKept *self, guint n)
{
    *self = (ShardKept){.values = g_new0(ShardValue, MAX(n, 1)), .n = n};
}

void
shard_kept_clear(ShardKept *self)
{
    g_free(self->values);
    g_free(self->bytes);
    *self = (ShardKept){0};
}

gboolean
shard_kept_own(ShardKept *self, GError **error)
{
    gsize size = shard_values_text_size(self->values, self->n);

    if (size == 0)
        return TRUE;
    if (size > self->capacity) {
        gsize capacity = MAX(size, self->capacity * 2);
        g_free(self->bytes);
        self->bytes = g_try_malloc(capacity);
        self->capacity = self->bytes != NULL ? capacity : 0;
        if (self->bytes == NULL)
            return shard_no_memory(error);
    }
    move_texts(self->values, self->n, self->bytes);
    return TRUE;
}

gboolean
shard_kept_set(ShardKept *self, const ShardValue *values, GError **error)
{
    memcpy(self->values, values, self->n * sizeof *values);
    return shard_kept_own(self, error);
}

void
shard_kept_swap(ShardKept *a, ShardKept *b)
{
    ShardKept held = *a;

    *a = *b;
    *b = held;
}
