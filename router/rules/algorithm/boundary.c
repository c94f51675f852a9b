/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * VOLUME_RANGE and BOUNDARY_RANGE: the line of whole numbers cut into numbered pieces.
 *
 *   VOLUME_RANGE 10..25 by 10:  9 -> 0, 10 -> 1, 19 -> 1, 20 -> 2, 25 -> 3
 *   BOUNDARY_RANGE 1,5,10:      0 -> 0, 1 -> 1, 5 -> 2, 10 -> 3
 */
#include "router/rules/algorithm/type.h"

#include <string.h>

typedef struct {
    ShardAlgorithm base;
    gint64 *bounds; /* BOUNDARY_RANGE: ascending */
    guint n_bounds;
    gint64 lower, upper, volume; /* VOLUME_RANGE */
    guint count;
    guint (*piece)(const ShardAlgorithm *self, gint64 value);
} Boundary;

static guint
volume_piece(const ShardAlgorithm *base, gint64 value)
{
    const Boundary *self = (const Boundary *) base;

    if (value < self->lower)
        return 0;
    if (value >= self->upper)
        return self->count - 1;
    return (guint) (((guint64) value - (guint64) self->lower) / (guint64) self->volume) + 1;
}

static guint
boundary_piece(const ShardAlgorithm *base, gint64 value)
{
    const Boundary *self = (const Boundary *) base;
    guint low = 0;
    guint high = self->n_bounds;

    while (low < high) {
        guint middle = (low + high) / 2;
        if (value < self->bounds[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static gboolean
volume_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty lower = {"range-lower", TRUE, 0, G_MININT64, G_MAXINT64};
    static const ShardIntegerProperty upper = {"range-upper", TRUE, 0, G_MININT64, G_MAXINT64};
    static const ShardIntegerProperty volume = {"sharding-volume", TRUE, 0, 1, G_MAXINT64};
    Boundary *self = (Boundary *) base;

    if (!shard_property_integer(properties, &lower, &self->lower, error) ||
        !shard_property_integer(properties, &upper, &self->upper, error) ||
        !shard_property_integer(properties, &volume, &self->volume, error))
        return FALSE;
    guint64 span = (guint64) self->upper - (guint64) self->lower;
    const char *text = shard_property_text(properties, "sharding-volume");
    if (self->upper < self->lower || span < (guint64) self->volume)
        return shard_property_fail(error, "sharding-volume", text,
                                   "is more than range-upper less range-lower");
    guint64 pieces = (span - 1) / (guint64) self->volume + 1;
    if (pieces > G_MAXINT32)
        return shard_property_fail(error, "sharding-volume", text, "gives too many pieces");
    self->count = (guint) pieces + 2;
    self->piece = volume_piece;
    return TRUE;
}

static int
compare_bounds(const void *a, const void *b)
{
    gint64 left = *(const gint64 *) a;
    gint64 right = *(const gint64 *) b;
    return (left > right) - (left < right);
}

/* Entries that are no numbers are dropped, as ShardingSphere does: its rows are placed so. */
static gboolean
boundary_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    Boundary *self = (Boundary *) base;
    const char *text = shard_property_required(properties, "sharding-ranges", error);

    if (text == NULL)
        return FALSE;
    g_auto(GStrv) pieces = g_strsplit(text, ",", -1);
    self->bounds = g_new0(gint64, g_strv_length(pieces) + 1);
    for (guint i = 0; pieces[i] != NULL; i++) {
        ShardValue value = shard_value_string(g_strstrip(pieces[i]), -1);
        if (shard_value_parse_long(&value, &self->bounds[self->n_bounds]))
            self->n_bounds++;
    }
    if (self->n_bounds == 0)
        return shard_property_fail(error, "sharding-ranges", text, "has no number");
    qsort(self->bounds, self->n_bounds, sizeof(gint64), compare_bounds);
    self->count = self->n_bounds + 1;
    self->piece = boundary_piece;
    return TRUE;
}

static void
boundary_clear(ShardAlgorithm *base)
{
    g_free(((Boundary *) base)->bounds);
}

static gboolean
boundary_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
               const ShardTargets *targets, GError **error)
{
    return shard_check_numbers(base, targets, ((const Boundary *) base)->count, error);
}

static ShardPlace
boundary_place(const ShardAlgorithm *base, const ShardTargets *targets,
               const ShardKeyValues *values, guint *out_target, GError **error)
{
    const Boundary *self = (const Boundary *) base;
    gint64 value;

    if (!shard_value_parse_long(&values->values[0], &value))
        return shard_place_bad_value(base, values, "it is no whole number of 64 bits", error);
    return shard_place_number(base, targets, values, self->piece(base, value), out_target, error);
}

/* A text is ordered by its characters and placed by its number: its ranges say nothing. */
static gboolean
boundary_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
               gboolean *out, GError **error)
{
    const Boundary *self = (const Boundary *) base;
    guint first = 0;
    guint last = self->count - 1;
    gint64 bound;

    if (range->lower.kind != SHARD_VALUE_NULL) {
        if (!shard_value_floor(&range->lower, &bound))
            return shard_mark_all(targets, out);
        first = self->piece(base, bound);
    }
    if (range->upper.kind != SHARD_VALUE_NULL) {
        if (!shard_value_floor(&range->upper, &bound))
            return shard_mark_all(targets, out);
        last = self->piece(base, bound);
    }
    for (guint i = first; i <= last; i++)
        shard_mark_number(targets, i, out);
    return TRUE;
}

static guint
boundary_auto_count(const ShardAlgorithm *base)
{
    return ((const Boundary *) base)->count;
}

static const char *const volume_properties[] = {"range-lower", "range-upper", "sharding-volume",
                                                NULL};
static const char *const boundary_properties[] = {"sharding-ranges", NULL};

const ShardAlgorithmType shard_volume_range_algorithm = {
    .name = "VOLUME_RANGE",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(Boundary),
    .properties = volume_properties,
    .init = volume_init,
    .check = boundary_check,
    .place = boundary_place,
    .range = boundary_range,
    .auto_count = boundary_auto_count,
};

const ShardAlgorithmType shard_boundary_range_algorithm = {
    .name = "BOUNDARY_RANGE",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(Boundary),
    .properties = boundary_properties,
    .init = boundary_init,
    .clear = boundary_clear,
    .check = boundary_check,
    .place = boundary_place,
    .range = boundary_range,
    .auto_count = boundary_auto_count,
};
