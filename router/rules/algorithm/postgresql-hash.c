/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * POSTGRESQL_HASH: the remainder that PostgreSQL's PARTITION BY HASH would put a row under, as the
 * number of the target.  Several keys combine in the order of the strategy.
 */
#include "router/rules/algorithm/postgresql-hash.h"
#include "router/rules/algorithm/type.h"

typedef struct {
    ShardAlgorithm base;
    gint64 count;
} PostgresqlHash;

static gboolean
postgresql_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty count = {"sharding-count", TRUE, 0, 1, G_MAXINT32};

    return shard_property_integer(properties, &count, &((PostgresqlHash *) base)->count, error);
}

static gboolean
postgresql_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                 const ShardTargets *targets, GError **error)
{
    return shard_check_numbers(base, targets, (guint64) ((const PostgresqlHash *) base)->count,
                               error);
}

static ShardPlace
postgresql_place(const ShardAlgorithm *base, const ShardTargets *targets,
                 const ShardKeyValues *values, guint *out_target, GError **error)
{
    const PostgresqlHash *self = (const PostgresqlHash *) base;
    guint64 row = 0;

    for (guint i = 0; i < values->n; i++) {
        guint64 hash;
        if (!shard_postgresql_hash(&values->values[i], SHARD_POSTGRESQL_SEED, &hash))
            return shard_place_bad_value(base, values, "PostgreSQL can't hash it exactly", error);
        row = shard_postgresql_combine(row, hash);
    }
    return shard_place_number(base, targets, values, row % (guint64) self->count, out_target,
                              error);
}

static guint
postgresql_auto_count(const ShardAlgorithm *base)
{
    return (guint) ((const PostgresqlHash *) base)->count;
}

static const char *const postgresql_properties[] = {"sharding-count", NULL};

const ShardAlgorithmType shard_postgresql_hash_algorithm = {
    .name = "POSTGRESQL_HASH",
    .mixes = SHARD_MIXES_NUMBERS,
    .size = sizeof(PostgresqlHash),
    .many = TRUE,
    .properties = postgresql_properties,
    .init = postgresql_init,
    .check = postgresql_check,
    .place = postgresql_place,
    .auto_count = postgresql_auto_count,
};
