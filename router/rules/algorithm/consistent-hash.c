/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * CONSISTENT_HASH: every target has some virtual nodes on a ring of hashes; a key belongs to the
 * first virtual node at or after its own hash.
 *
 *   targets user_0 .. user_2, three nodes each (user_0-manji0 ...):  'abc' -> user_1
 */
#include "router/rules/algorithm/consistent-hash.h"
#include "router/rules/algorithm/type.h"

#include <string.h>

typedef gboolean (*HashFunction)(const char *text, gsize size, guint64 *out_hash);

typedef struct {
    const char *name;
    HashFunction function;
    gint64 count; /* virtual nodes where the rules don't say */
    const char *suffix;
} HashChoice;

static const HashChoice choices[] = {
    {"FNV1_32", shard_fnv1_32, 3, "-manji"},
    {"MURMUR3_64", shard_murmur3_64, 160, "#"},
    {"XXHASH64", shard_xxhash64, 160, "#"},
};

typedef struct {
    ShardAlgorithm base;
    const HashChoice *choice;
    gint64 count;
    char *suffix;
} ConsistentHash;

/* Points by hash; of equal ones the last made stays. */
typedef struct {
    guint64 hash;
    guint target;
    guint order;
} Point;

typedef struct {
    Point *points;
    guint n;
} Ring;

static gboolean
consistent_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    ConsistentHash *self = (ConsistentHash *) base;
    const char *name = shard_property_text(properties, "hash");
    const char *suffix = shard_property_text(properties, "virtual-node-suffix");

    for (guint i = 0; i < G_N_ELEMENTS(choices); i++)
        if (g_ascii_strcasecmp(choices[i].name, name == NULL ? "FNV1_32" : name) == 0)
            self->choice = &choices[i];
    if (self->choice == NULL)
        return shard_property_fail(error, "hash", name, "is none of FNV1_32, MURMUR3_64, XXHASH64");
    ShardIntegerProperty count = {"virtual-node-count", FALSE, self->choice->count, 1, 10000};
    self->suffix = g_strdup(suffix == NULL ? self->choice->suffix : suffix);
    return shard_property_integer(properties, &count, &self->count, error);
}

static void
consistent_clear(ShardAlgorithm *base)
{
    g_free(((ConsistentHash *) base)->suffix);
}

static int
compare_points(const void *a, const void *b)
{
    const Point *left = a;
    const Point *right = b;

    if (left->hash != right->hash)
        return left->hash < right->hash ? -1 : 1;
    return left->order > right->order ? -1 : 1;
}

static void
ring_free(gpointer data)
{
    Ring *ring = data;

    g_free(ring->points);
    g_free(ring);
}

/* NULL: a name that is no UTF-8. */
static Ring *
ring_new(const ConsistentHash *self, const ShardTargets *targets)
{
    Ring *ring = g_new0(Ring, 1);
    guint n = shard_targets_n(targets);

    ring->points = g_new0(Point, (gsize) n * (gsize) self->count + 1);
    for (guint i = 0; i < n; i++) {
        for (gint64 j = 0; j < self->count; j++) {
            g_autofree char *text = g_strdup_printf(
                "%s%s%" G_GINT64_FORMAT, shard_targets_name(targets, i), self->suffix, j);
            Point *point = &ring->points[ring->n];
            if (!self->choice->function(text, strlen(text), &point->hash)) {
                ring_free(ring);
                return NULL;
            }
            point->target = i;
            point->order = ring->n++;
        }
    }
    qsort(ring->points, ring->n, sizeof(Point), compare_points);
    return ring;
}

static gboolean
consistent_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                 const ShardTargets *targets, GError **error)
{
    const ConsistentHash *self = (const ConsistentHash *) base;

    if ((guint64) shard_targets_n(targets) * (guint64) self->count > 10000000) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (CONSISTENT_HASH): %u targets with %" G_GINT64_FORMAT
                        " virtual nodes are too many",
                        base->name, shard_targets_n(targets), self->count);
        return FALSE;
    }
    Ring *ring = ring_new(self, targets);
    if (ring != NULL)
        shard_targets_attach(targets, base, ring, ring_free);
    return ring != NULL;
}

static guint
find_point(const Ring *ring, guint64 hash)
{
    guint low = 0;
    guint high = ring->n;

    while (low < high) {
        guint middle = (low + high) / 2;
        if (ring->points[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return ring->points[low == ring->n ? 0 : low].target;
}

static gboolean
hash_value(const ConsistentHash *self, const ShardValue *value, guint64 *out)
{
    if (value->kind == SHARD_VALUE_STRING || value->kind == SHARD_VALUE_BYTES)
        return self->choice->function(value->text.data, value->text.size, out);
    char digits[24];
    if (value->kind == SHARD_VALUE_INTEGER || value->kind == SHARD_VALUE_LONG) {
        g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, value->i);
        return self->choice->function(digits, strlen(digits), out);
    }
    g_autoptr(ShardArena) arena = shard_arena_new();
    const char *text = shard_value_to_text(value, arena);
    return self->choice->function(text, strlen(text), out);
}

static ShardPlace
consistent_place(const ShardAlgorithm *base, const ShardTargets *targets,
                 const ShardKeyValues *values, guint *out_target, GError **error)
{
    const ConsistentHash *self = (const ConsistentHash *) base;
    const Ring *ring = shard_targets_attached(targets, base);
    guint64 hash;

    if (!hash_value(self, &values->values[0], &hash))
        return shard_place_bad_value(base, values, "it is no UTF-8", error);
    if (ring != NULL) {
        *out_target = find_point(ring, hash);
        return SHARD_PLACE_FOUND;
    }
    /* Only where the targets were never checked. */
    Ring *made = ring_new(self, targets);
    if (made == NULL || made->n == 0)
        return shard_place_bad_value(base, values, "there are no targets", error);
    *out_target = find_point(made, hash);
    ring_free(made);
    return SHARD_PLACE_FOUND;
}

static const char *const consistent_properties[] = {"hash", "virtual-node-count",
                                                    "virtual-node-suffix", NULL};

/* Rings of differently named targets differ, so two algorithms never place alike. */
static gboolean
consistent_same(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
                const char *key_b)
{
    return a == b;
}

const ShardAlgorithmType shard_consistent_hash_algorithm = {
    .name = "CONSISTENT_HASH",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(ConsistentHash),
    .properties = consistent_properties,
    .init = consistent_init,
    .clear = consistent_clear,
    .check = consistent_check,
    .place = consistent_place,
    .same_structure = consistent_same,
};
