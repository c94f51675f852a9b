/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * INLINE: the name of the target is an expression over one key.  A range is every target
 * (ShardingSphere refuses it unless allow-range-query-with-inline-sharding; we answer it).
 */
#include "router/rules/algorithm/inline-common.h"

static gboolean
inline_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    return shard_inline_init(base, properties, NULL, error);
}

static const char *const inline_properties[] = {"algorithm-expression",
                                                "allow-range-query-with-inline-sharding", NULL};

const ShardAlgorithmType shard_inline_algorithm = {
    .name = "INLINE",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(ShardInline),
    .properties = inline_properties,
    .init = inline_init,
    .clear = shard_inline_clear,
    .check = shard_inline_check,
    .place = shard_inline_place,
    .same_structure = shard_inline_same,
};
