/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/consistent-hash.h"

#include <string.h>

static gint32
shift_right(gint32 value, guint bits)
{
    return value >> bits; /* arithmetic, as in Java */
}

gboolean
shard_fnv1_32(const char *text, gsize size, guint64 *out_hash)
{
    glong n;
    g_autofree gunichar2 *units = g_utf8_to_utf16(text, (glong) size, NULL, &n, NULL);
    guint32 hash = 0x811C9DC5u;

    if (units == NULL)
        return FALSE;
    for (glong i = 0; i < n; i++)
        hash = (hash ^ units[i]) * 16777619u;
    hash += hash << 13;
    hash ^= (guint32) shift_right((gint32) hash, 7);
    hash += hash << 3;
    hash ^= (guint32) shift_right((gint32) hash, 17);
    hash += hash << 5;
    /* Math.abs() leaves -2^31 as it is. */
    gint32 result = (gint32) hash;
    if (result < 0 && result != G_MININT32)
        result = -result;
    *out_hash = (guint64) (gint64) result;
    return TRUE;
}

static guint64
rotate(guint64 value, guint bits)
{
    return value << bits | value >> (64 - bits);
}

static guint64
read_le64(const char *at)
{
    guint64 value;
    memcpy(&value, at, sizeof value);
    return GUINT64_FROM_LE(value);
}

static guint32
read_le32(const char *at)
{
    guint32 value;
    memcpy(&value, at, sizeof value);
    return GUINT32_FROM_LE(value);
}

#define MURMUR_1 G_GUINT64_CONSTANT(0x87c37b91114253d5)
#define MURMUR_2 G_GUINT64_CONSTANT(0x4cf5ad432745937f)

static guint64
murmur_final(guint64 value)
{
    value ^= value >> 33;
    value *= G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
    value ^= value >> 33;
    value *= G_GUINT64_CONSTANT(0xc4ceb9fe1a85ec53);
    return value ^ value >> 33;
}

gboolean
shard_murmur3_64(const char *text, gsize size, guint64 *out_hash)
{
    guint64 h1 = 0;
    guint64 h2 = 0;
    gsize i = 0;

    for (; i + 16 <= size; i += 16) {
        h1 ^= rotate(read_le64(text + i) * MURMUR_1, 31) * MURMUR_2;
        h1 = (rotate(h1, 27) + h2) * 5 + 0x52dce729;
        h2 ^= rotate(read_le64(text + i + 8) * MURMUR_2, 33) * MURMUR_1;
        h2 = (rotate(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    /* The last, shorter block counts as if it were filled up with zeros. */
    char tail[16] = {0};
    if (i < size)
        memcpy(tail, text + i, size - i);
    h2 ^= rotate(read_le64(tail + 8) * MURMUR_2, 33) * MURMUR_1;
    h1 ^= rotate(read_le64(tail) * MURMUR_1, 31) * MURMUR_2;
    h1 ^= size;
    h2 ^= size;
    h1 += h2;
    h2 += h1;
    *out_hash = murmur_final(h1) + murmur_final(h2);
    return TRUE;
}

#define XX_1 G_GUINT64_CONSTANT(0x9E3779B185EBCA87)
#define XX_2 G_GUINT64_CONSTANT(0xC2B2AE3D27D4EB4F)
#define XX_3 G_GUINT64_CONSTANT(0x165667B19E3779F9)
#define XX_4 G_GUINT64_CONSTANT(0x85EBCA77C2B2AE63)
#define XX_5 G_GUINT64_CONSTANT(0x27D4EB2F165667C5)

static guint64
xx_round(guint64 lane, guint64 input)
{
    return rotate(lane + input * XX_2, 31) * XX_1;
}

/* The long form: four lanes of 32-byte stripes. */
static guint64
xx_stripes(const char *text, gsize size, gsize *out_used)
{
    guint64 lanes[4] = {XX_1 + XX_2, XX_2, 0, -XX_1};
    gsize i = 0;

    for (; i + 32 <= size; i += 32)
        for (guint lane = 0; lane < 4; lane++)
            lanes[lane] = xx_round(lanes[lane], read_le64(text + i + 8 * lane));
    guint64 hash =
        rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
    for (guint lane = 0; lane < 4; lane++)
        hash = (hash ^ xx_round(0, lanes[lane])) * XX_1 + XX_4;
    *out_used = i;
    return hash;
}

gboolean
shard_xxhash64(const char *text, gsize size, guint64 *out_hash)
{
    gsize i = 0;
    guint64 hash = size >= 32 ? xx_stripes(text, size, &i) : XX_5;

    hash += size;
    for (; i + 8 <= size; i += 8)
        hash = rotate(hash ^ xx_round(0, read_le64(text + i)), 27) * XX_1 + XX_4;
    if (i + 4 <= size) {
        hash = rotate(hash ^ read_le32(text + i) * XX_1, 23) * XX_2 + XX_3;
        i += 4;
    }
    for (; i < size; i++)
        hash = rotate(hash ^ (guchar) text[i] * XX_5, 11) * XX_1;
    hash = (hash ^ hash >> 33) * XX_2;
    hash = (hash ^ hash >> 29) * XX_3;
    *out_hash = hash ^ hash >> 32;
    return TRUE;
}
