/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * type.h - what one type of key generator implements.
 */
#pragma once

#include "router/rules/algorithm/type.h"
#include "router/rules/generator.h"

typedef struct {
    const char *name;
    gsize size;
    const char *const *properties; /* NULL-terminated */
    gboolean (*init)(ShardGenerator *self, const ShardProperties *properties, GError **error);
    void (*clear)(ShardGenerator *self);
    gboolean (*next)(ShardGenerator *self, ShardArena *arena, ShardValue *out_value,
                     GError **error);
    void (*spread)(ShardGenerator *self, guint n); /* NULL: nothing to do */
} ShardGeneratorType;

struct _ShardGenerator {
    const ShardGeneratorType *type;
    char *name;
};

extern const ShardGeneratorType shard_generator_snowflake;
extern const ShardGeneratorType shard_generator_uuid;
extern const ShardGeneratorType shard_generator_nanoid;

/* Bytes of the system's random source. */
gboolean shard_random_bytes(guint8 *out, gsize size, GError **error);
