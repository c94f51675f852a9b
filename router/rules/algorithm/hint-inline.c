/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * HINT_INLINE: as INLINE, over the value that a hint gives under the name "value".
 */
#include "router/rules/algorithm/inline-common.h"

static gboolean
hint_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    return shard_inline_init(base, properties, "${value}", error);
}

static gboolean
hint_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
           const ShardTargets *targets, GError **error)
{
    static const char *const value[] = {"value", NULL};

    if (n_keys > 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (HINT_INLINE) takes no key: leave '%s' out", base->name,
                        keys[0]);
        return FALSE;
    }
    return shard_inline_check(base, value, 1, targets, error);
}

static const char *const hint_properties[] = {"algorithm-expression", NULL};

const ShardAlgorithmType shard_hint_inline_algorithm = {
    .name = "HINT_INLINE",
    .size = sizeof(ShardInline),
    .hint = TRUE,
    .properties = hint_properties,
    .init = hint_init,
    .clear = shard_inline_clear,
    .check = hint_check,
    .place = shard_inline_place,
    .same_structure = shard_inline_same,
};
