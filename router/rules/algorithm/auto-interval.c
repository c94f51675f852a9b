/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * AUTO_INTERVAL: the time since datetime-lower in slots of sharding-seconds, numbered from 0.
 *
 * The slot is the ratio rounded to hundredths and then up, as ShardingSphere computes it: values up
 * to half a hundredth of a slot after a boundary still fall into the slot before.  Existing rows
 * lie there, so the same is done here.
 */
#include "router/rules/algorithm/type.h"
#include "router/rules/civil.h"
#include "router/rules/java-pattern.h"

#include <math.h>
#include <string.h>

#define PATTERN "yyyy-MM-dd HH:mm:ss"
#define MAX_SLOTS 1000000

typedef struct {
    ShardAlgorithm base;
    ShardJavaPattern *pattern;
    gint64 lower; /* seconds */
    gint64 seconds;
    guint count;
} AutoInterval;

static gboolean
read_time(const AutoInterval *self, const ShardProperties *properties, const char *name,
          gint64 *out_seconds, GError **error)
{
    const char *text = shard_property_required(properties, name, error);
    ShardTime time;

    if (text == NULL)
        return FALSE;
    if (!shard_java_pattern_parse(self->pattern, text, strlen(text), &time))
        return shard_property_fail(error, name, text, "is not written " PATTERN);
    *out_seconds = shard_civil_seconds(&time);
    return TRUE;
}

static gboolean
auto_interval_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty seconds = {"sharding-seconds", TRUE, 0, 1, G_MAXINT64};
    AutoInterval *self = (AutoInterval *) base;
    gint64 upper;

    self->pattern = shard_java_pattern_new(PATTERN, NULL);
    if (!read_time(self, properties, "datetime-lower", &self->lower, error) ||
        !read_time(self, properties, "datetime-upper", &upper, error) ||
        !shard_property_integer(properties, &seconds, &self->seconds, error))
        return FALSE;
    const char *text = shard_property_text(properties, "datetime-upper");
    if (upper < self->lower)
        return shard_property_fail(error, "datetime-upper", text, "is before datetime-lower");
    if ((upper - self->lower) / self->seconds > MAX_SLOTS)
        return shard_property_fail(error, "sharding-seconds",
                                   shard_property_text(properties, "sharding-seconds"),
                                   "gives too many slots");
    self->count = (guint) ((upper - self->lower) / self->seconds) + 2;
    return TRUE;
}

static void
auto_interval_clear(ShardAlgorithm *base)
{
    shard_java_pattern_free(((AutoInterval *) base)->pattern);
}

static guint
find_slot(const AutoInterval *self, gint64 seconds)
{
    char hundredths[64];

    g_ascii_formatd(hundredths, sizeof hundredths, "%.2f",
                    (double) (seconds - self->lower) / (double) self->seconds);
    double slot = ceil(g_ascii_strtod(hundredths, NULL));
    if (slot < 0)
        return 0;
    return slot >= (double) self->count ? self->count - 1 : (guint) slot;
}

/* Whole seconds of a value; a text is read from its start. */
static gboolean
value_seconds(const AutoInterval *self, const ShardValue *value, gint64 *out)
{
    ShardTime time = value->time;

    switch (value->kind) {
    case SHARD_VALUE_DATE:
        time = (ShardTime){.year = time.year, .month = time.month, .day = time.day};
        break;
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        break;
    case SHARD_VALUE_STRING:
        if (!shard_java_pattern_parse_start(self->pattern, value->text.data, value->text.size,
                                            &time))
            return FALSE;
        break;
    default:
        return FALSE;
    }
    *out = shard_civil_seconds(&time);
    return TRUE;
}

static ShardPlace
auto_interval_place(const ShardAlgorithm *base, const ShardTargets *targets,
                    const ShardKeyValues *values, guint *out_target, GError **error)
{
    const AutoInterval *self = (const AutoInterval *) base;
    gint64 seconds;

    if (!value_seconds(self, &values->values[0], &seconds))
        return shard_place_bad_value(base, values, "it is no time written " PATTERN, error);
    return shard_place_number(base, targets, values, find_slot(self, seconds), out_target, error);
}

/* A bound that can't be read bounds nothing.  Times with offsets are ordered by their instant but
 * placed by their local fields. */
static gboolean
auto_interval_range(const ShardAlgorithm *base, const ShardTargets *targets,
                    const ShardRange *range, gboolean *out, GError **error)
{
    const AutoInterval *self = (const AutoInterval *) base;
    guint first = 0;
    guint last = self->count - 1;
    gint64 seconds;

    if (range->lower.kind != SHARD_VALUE_OFFSET_TIMESTAMP &&
        value_seconds(self, &range->lower, &seconds))
        first = find_slot(self, seconds);
    if (range->upper.kind != SHARD_VALUE_OFFSET_TIMESTAMP &&
        value_seconds(self, &range->upper, &seconds))
        last = find_slot(self, seconds);
    for (guint i = first; i <= last; i++)
        shard_mark_number(targets, i, out);
    return TRUE;
}

static gboolean
auto_interval_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                    const ShardTargets *targets, GError **error)
{
    return shard_check_numbers(base, targets, ((const AutoInterval *) base)->count, error);
}

static guint
auto_interval_auto_count(const ShardAlgorithm *base)
{
    return ((const AutoInterval *) base)->count;
}

static const char *const auto_interval_properties[] = {"datetime-lower", "datetime-upper",
                                                       "sharding-seconds", NULL};

const ShardAlgorithmType shard_auto_interval_algorithm = {
    .name = "AUTO_INTERVAL",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(AutoInterval),
    .properties = auto_interval_properties,
    .init = auto_interval_init,
    .clear = auto_interval_clear,
    .check = auto_interval_check,
    .place = auto_interval_place,
    .range = auto_interval_range,
    .auto_count = auto_interval_auto_count,
};
