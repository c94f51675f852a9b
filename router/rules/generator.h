/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * generator.h - key generators: SNOWFLAKE, UUID, NANOID.  Thread-safe.
 */
#pragma once

#include "router/rules/algorithm.h"

typedef struct _ShardGenerator ShardGenerator;

ShardGenerator *shard_generator_new(const char *type, const ShardProperties *properties,
                                    GError **error);
/* The properties that a type knows, NULL-terminated; NULL: there is no such type. */
const char *const *shard_generator_properties(const char *type);
void shard_generator_free(ShardGenerator *self);

/* The next key; text in the arena. */
gboolean shard_generator_next(ShardGenerator *self, ShardArena *arena, ShardValue *out_value,
                              GError **error);
/* While loading: consecutive keys should hit all of n targets when they are sharded by modulo. Only
 * for a generator whose rules don't say how (max-vibration-offset). */
void shard_generator_spread(ShardGenerator *self, guint n);
const char *shard_generator_name(const ShardGenerator *self);

/* Where workers' numbers are claimed when a generator names no folder (the DSN's State); NULL:
 * below the user's state folder. */
void shard_generators_set_folder(const char *folder);
