/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * UUID: 128 random bits as 32 lower-case hexadecimal digits.  NANOID: 21 characters of 64.
 */
#include "router/rules/generator/type.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define UUID_BYTES 16
#define NANOID_SIZE 21

gboolean
shard_random_bytes(guint8 *out, gsize size, GError **error)
{
    gsize have = 0;

    while (have < size) {
        gssize n = getrandom(out + have, size - have, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "no random bytes: %s",
                            g_strerror(errno));
            return FALSE;
        }
        have += (gsize) n;
    }
    return TRUE;
}

static gboolean
uuid_next(ShardGenerator *self, ShardArena *arena, ShardValue *out_value, GError **error)
{
    static const char digits[] = "0123456789abcdef";
    guint8 bytes[UUID_BYTES];

    if (!shard_random_bytes(bytes, sizeof bytes, error))
        return FALSE;
    char *text = shard_arena_alloc(arena, 2 * UUID_BYTES + 1);
    for (guint i = 0; i < UUID_BYTES; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    *out_value = shard_value_string(text, 2 * UUID_BYTES);
    return TRUE;
}

static gboolean
nanoid_next(ShardGenerator *self, ShardArena *arena, ShardValue *out_value, GError **error)
{
    static const char alphabet[] =
        "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    guint8 bytes[NANOID_SIZE];

    if (!shard_random_bytes(bytes, sizeof bytes, error))
        return FALSE;
    char *text = shard_arena_alloc(arena, NANOID_SIZE + 1);
    for (guint i = 0; i < NANOID_SIZE; i++)
        text[i] = alphabet[bytes[i] & 63];
    *out_value = shard_value_string(text, NANOID_SIZE);
    return TRUE;
}

static const char *const no_properties[] = {NULL};

const ShardGeneratorType shard_generator_uuid = {
    .name = "UUID",
    .size = sizeof(ShardGenerator),
    .properties = no_properties,
    .next = uuid_next,
};

const ShardGeneratorType shard_generator_nanoid = {
    .name = "NANOID",
    .size = sizeof(ShardGenerator),
    .properties = no_properties,
    .next = nanoid_next,
};
