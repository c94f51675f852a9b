/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/buffer.h"

#include <string.h>

#define FIRST_ROOM 256

gboolean
shard_no_memory(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "Memory allocation error");
    return FALSE;
}

gboolean
shard_buffer_resize(ShardBuffer *self, gsize size, GError **error)
{
    gsize room = MAX(FIRST_ROOM, self->room * 2);

    if (size > self->room) {
        char *data = size < room ? g_try_realloc(self->data, room) : NULL;
        if (data == NULL)
            data = g_try_realloc(self->data, room = size);
        if (data == NULL)
            return shard_no_memory(error);
        self->data = data;
        self->room = room;
    }
    self->size = size;
    return TRUE;
}

gboolean
shard_buffer_append(ShardBuffer *self, gconstpointer bytes, gsize size, GError **error)
{
    gsize before = self->size;

    if (!shard_buffer_resize(self, before + size, error))
        return FALSE;
    if (size > 0)
        memcpy(self->data + before, bytes, size);
    return TRUE;
}

char *
shard_buffer_steal(ShardBuffer *self)
{
    char *data = self->data;

    *self = (ShardBuffer){0};
    return data;
}

void
shard_buffer_clear(ShardBuffer *self)
{
    g_free(shard_buffer_steal(self));
}
