/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fast-hash.h - a hash of bytes for tables in memory: quick, the same within one process only. */
#pragma once

#include <glib.h>

#include <string.h>

static inline guint64
shard_fast_hash(const char *bytes, gsize size)
{
    const guint64 factor = G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    guint64 hash = size;
    guint64 word;
    gsize i = 0;

    /* Eight bytes at a time; the high half of the product carries what the low bits were. */
    for (; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, bytes + i, size - i);
    hash = (hash ^ word) * factor;
    return hash ^ (hash >> 32);
}
