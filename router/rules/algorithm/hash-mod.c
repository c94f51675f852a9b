/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * HASH_MOD: the absolute value of Java's hashCode() modulo sharding-count is the number of the
 * target.  The absolute value is taken in 64 bits, so it is never negative.
 *
 *   count 10:  '10' (hash 1567) -> 7,  'polygenelubricants' (hash -2147483648) -> 8
 */
#include "router/rules/algorithm/type.h"
#include "router/rules/java-hash.h"

typedef struct {
    ShardAlgorithm base;
    gint64 count;
} HashMod;

static gboolean
hash_mod_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty count = {"sharding-count", TRUE, 0, 1, G_MAXINT32};

    return shard_property_integer(properties, &count, &((HashMod *) base)->count, error);
}

static ShardPlace
hash_mod_place(const ShardAlgorithm *base, const ShardTargets *targets,
               const ShardKeyValues *values, guint *out_target, GError **error)
{
    const HashMod *self = (const HashMod *) base;
    gint32 hash;

    if (!shard_java_hash(&values->values[0], values->zones == NULL ? NULL : values->zones[0],
                         &hash))
        return shard_place_bad_value(base, values, "its type has no hash by value", error);
    guint64 absolute = (guint64) ABS((gint64) hash);
    return shard_place_number(base, targets, values, absolute % (guint64) self->count, out_target,
                              error);
}

static guint
hash_mod_auto_count(const ShardAlgorithm *base)
{
    return (guint) ((const HashMod *) base)->count;
}

static gboolean
hash_mod_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
               const ShardTargets *targets, GError **error)
{
    return shard_check_numbers(base, targets, (guint64) ((const HashMod *) base)->count, error);
}

static const char *const hash_mod_properties[] = {"sharding-count", NULL};

const ShardAlgorithmType shard_hash_mod_algorithm = {
    .name = "HASH_MOD",
    .size = sizeof(HashMod),
    .hashes = TRUE,
    .properties = hash_mod_properties,
    .init = hash_mod_init,
    .check = hash_mod_check,
    .place = hash_mod_place,
    .auto_count = hash_mod_auto_count,
};
