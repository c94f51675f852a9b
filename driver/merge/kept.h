/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * kept.h - copies of values that outlive the row they came from, and the memory they may take.
 *
 * A row of a stream is borrowed until the next call.  ShardKept keeps one set of values in buffers
 * that are used again and again, so that a stream that keeps its last row allocates nothing per
 * row.
 */
#pragma once

#include "router/base/error.h"
#include "router/base/value.h"

#include <glib.h>

/* Bytes kept by one result; past limit the statement fails. */
typedef struct {
    gsize used, limit;
} ShardMemory;

/* FALSE with HY001 when size more bytes would pass the limit; what names the step. */
gboolean shard_memory_take(ShardMemory *self, gsize size, const char *what, GError **error);
/* The same, and the arena has that many bytes then; HY001, too, when there is no memory. */
gboolean shard_memory_take_from(ShardMemory *self, ShardArena *arena, gsize size, const char *what,
                                GError **error);

typedef struct {
    ShardValue *values; /* n of them; text lies in bytes, each with a NUL behind it */
    guint n;
    char *bytes;
    gsize capacity;
} ShardKept;

void shard_kept_init(ShardKept *self, guint n); /* all NULL */
void shard_kept_clear(ShardKept *self);
/* Copies n values; they may not point into self.  FALSE, HY001: no memory. */
gboolean shard_kept_set(ShardKept *self, const ShardValue *values, GError **error);
/* The values were written over by borrowed ones: copies their text. */
gboolean shard_kept_own(ShardKept *self, GError **error);
void shard_kept_swap(ShardKept *a, ShardKept *b);

/* Bytes of text in n values, a NUL for each counted. */
gsize shard_values_text_size(const ShardValue *values, guint n);
/* Copies n values to out, their text to bytes (of shard_values_text_size()). */
void shard_values_copy(ShardValue *out, char *bytes, const ShardValue *values, guint n);
