/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * buffer.h - bytes whose number the data decide.
 *
 * GLib's strings and arrays end the process when memory is short; a value of some hundred megabytes
 * shall only fail its statement.
 */
#pragma once

#include "router/base/error.h"

/* Zeroed: empty. */
typedef struct {
    char *data;
    gsize size; /* in use */
    gsize room; /* there are */
} ShardBuffer;

/* The size becomes that; what is added isn't set.  FALSE, HY001: no memory, nothing has changed. */
gboolean shard_buffer_resize(ShardBuffer *self, gsize size, GError **error);
gboolean shard_buffer_append(ShardBuffer *self, gconstpointer bytes, gsize size, GError **error);
/* The bytes, to be freed by g_free(). */
char *shard_buffer_steal(ShardBuffer *self);
void shard_buffer_clear(ShardBuffer *self);

/* What every such failure is called; FALSE always. */
gboolean shard_no_memory(GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ShardBuffer, shard_buffer_clear)
