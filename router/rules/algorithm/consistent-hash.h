/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * consistent-hash.h - the hash functions of CONSISTENT_HASH, for its tests too.
 */
#pragma once

#include <glib.h>

/* The 32-bit variant of FNV-1 that Java code of this kind uses: over UTF-16 units, with a final
 * mix, negative results made positive.  FALSE for text that is no UTF-8. */
gboolean shard_fnv1_32(const char *text, gsize size, guint64 *out_hash);
/* First half of MurmurHash3_x64_128, seed 0, over the bytes. */
gboolean shard_murmur3_64(const char *text, gsize size, guint64 *out_hash);
/* XXH64, seed 0, over the bytes. */
gboolean shard_xxhash64(const char *text, gsize size, guint64 *out_hash);
