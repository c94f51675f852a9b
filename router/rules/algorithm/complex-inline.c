/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * COMPLEX_INLINE: as INLINE, over several keys.
 */
#include "router/rules/algorithm/inline-common.h"

static gboolean
complex_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    const char *columns = shard_property_text(properties, "sharding-columns");
    ShardInline *self = (ShardInline *) base;

    if (columns != NULL) {
        self->columns = g_strsplit(columns, ",", -1);
        for (guint i = 0; self->columns[i] != NULL; i++)
            g_strstrip(self->columns[i]);
    }
    return shard_inline_init(base, properties, NULL, error);
}

/* The columns that the algorithm names must be the strategy's keys. */
static gboolean
complex_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
              const ShardTargets *targets, GError **error)
{
    const ShardInline *self = (const ShardInline *) base;
    guint found = 0;

    for (guint i = 0; self->columns != NULL && self->columns[i] != NULL; i++)
        for (guint j = 0; j < n_keys; j++)
            found += g_ascii_strcasecmp(self->columns[i], keys[j]) == 0;
    if (self->columns != NULL && (found != n_keys || g_strv_length(self->columns) != n_keys)) {
        g_autofree char *named = g_strjoinv(", ", self->columns);
        g_autofree char *list = g_strjoinv(", ", (char **) (gpointer) keys);
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s: sharding-columns '%s' are not the keys '%s'", base->name,
                        named, list);
        return FALSE;
    }
    return shard_inline_check(base, keys, n_keys, targets, error);
}

static const char *const complex_properties[] = {"algorithm-expression", "sharding-columns",
                                                 "allow-range-query-with-inline-sharding", NULL};

const ShardAlgorithmType shard_complex_inline_algorithm = {
    .name = "COMPLEX_INLINE",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(ShardInline),
    .many = TRUE,
    .properties = complex_properties,
    .init = complex_init,
    .clear = shard_inline_clear,
    .check = complex_check,
    .place = shard_inline_place,
    .same_structure = shard_inline_same,
};
