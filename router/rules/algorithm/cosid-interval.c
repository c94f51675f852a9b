/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * COSID_INTERVAL and COSID_INTERVAL_SNOWFLAKE: logic-name-prefix and the start of the value's slot.
 *
 *   monthly from 2021-01-01, prefix t, suffix _yyyyMM:  2021-01-31 23:59:59 -> t_202101
 *
 * A value is a date or time, its text, an epoch second or millisecond (ts-unit), or for the second
 * type a snowflake id whose time counts from epoch; the latter two are moments in zone-id.  Outside
 * of [datetime-lower, datetime-upper] there is no row.
 */
#include "router/rules/algorithm/type.h"
#include "router/rules/civil.h"
#include "router/rules/java-pattern.h"

#include <string.h>

#define PATTERN "yyyy-MM-dd HH:mm:ss"
#define NAME_ROOM 160
#define MAX_SLOTS 200000
/* A zone's clock is put back by less than this. */
#define CLOCK_SHIFT 10800
/* Milliseconds from the epoch to the year 9999 and back. */
#define MAX_MOMENT G_GINT64_CONSTANT(253000000000000)

typedef struct {
    ShardAlgorithm base;
    char *prefix;
    ShardJavaPattern *pattern, *suffix;
    GTimeZone *zone;
    ShardTimeStep unit; /* one unit of the interval */
    gint64 amount;
    ShardTime lower, upper; /* floored to the unit */
    guint n_slots;
    gboolean seconds; /* ts-unit */
    gboolean snowflake;
    gint64 epoch;
} Cosid;

static gboolean
read_time(const Cosid *self, const ShardProperties *properties, const char *name, ShardTime *out,
          GError **error)
{
    const char *text = shard_property_required(properties, name, error);

    if (text == NULL)
        return FALSE;
    return shard_java_pattern_parse(self->pattern, text, strlen(text), out) ||
           shard_property_fail(error, name, text, "is not written " PATTERN);
}

/* The start of the unit that the time lies in. */
static void
floor_to_unit(const Cosid *self, ShardTime *time)
{
    time->nanosecond = 0;
    if (self->unit.months >= 12)
        time->month = 1;
    if (self->unit.months > 0)
        time->day = 1;
    if (self->unit.months > 0 || self->unit.seconds >= 86400)
        time->hour = 0;
    if (self->unit.months > 0 || self->unit.seconds >= 3600)
        time->minute = 0;
    if (self->unit.months > 0 || self->unit.seconds >= 60)
        time->second = 0;
}

static gboolean
read_unit(Cosid *self, const ShardProperties *properties, GError **error)
{
    static const char *const units[] = {"YEARS",   "MONTHS",  "DAYS", "HOURS",
                                        "MINUTES", "SECONDS", NULL};
    static const ShardIntegerProperty amount = {"datetime-interval-amount", FALSE, 1, 1, 1000000};
    const char *unit = shard_property_required(properties, "datetime-interval-unit", error);

    if (unit == NULL || !shard_property_integer(properties, &amount, &self->amount, error))
        return FALSE;
    g_autofree char *upper = g_ascii_strup(unit, -1);
    if (!g_strv_contains(units, upper) || !shard_time_step_parse(unit, 1, &self->unit))
        return shard_property_fail(error, "datetime-interval-unit", unit,
                                   "is none of YEARS, MONTHS, DAYS, HOURS, MINUTES, SECONDS");
    return TRUE;
}

static gboolean
read_moments(Cosid *self, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty epoch = {"epoch", TRUE, 0, 0, G_MAXINT64 / 2};
    const char *zone = shard_property_text(properties, "zone-id");
    const char *unit = shard_property_text(properties, "ts-unit");

    if (zone != NULL && (self->zone = g_time_zone_new_identifier(zone)) == NULL)
        return shard_property_fail(error, "zone-id", zone, "is no time zone of this system");
    self->seconds = unit != NULL && g_ascii_strcasecmp(unit, "SECOND") == 0;
    if (unit != NULL && !self->seconds && g_ascii_strcasecmp(unit, "MILLISECOND") != 0)
        return shard_property_fail(error, "ts-unit", unit, "is neither SECOND nor MILLISECOND");
    if (!self->snowflake)
        return TRUE;
    if (zone == NULL)
        return shard_property_required(properties, "zone-id", error) != NULL;
    return shard_property_integer(properties, &epoch, &self->epoch, error);
}

/* Whole units from lower to the time, as ChronoUnit.between(). */
static gint64
units_between(const Cosid *self, const ShardTime *time)
{
    if (self->unit.months > 0) {
        gint64 months =
            ((gint64) time->year - self->lower.year) * 12 + time->month - self->lower.month;
        return months / self->unit.months;
    }
    return (shard_civil_seconds(time) - shard_civil_seconds(&self->lower)) / self->unit.seconds;
}

static gboolean
cosid_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    Cosid *self = (Cosid *) base;
    const char *suffix = shard_property_required(properties, "sharding-suffix-pattern", error);
    const char *prefix = shard_property_required(properties, "logic-name-prefix", error);

    if (suffix == NULL || prefix == NULL)
        return FALSE;
    self->prefix = g_strdup(prefix);
    self->pattern = shard_java_pattern_new(PATTERN, NULL);
    self->suffix = shard_java_pattern_new(suffix, NULL);
    if (self->suffix == NULL)
        return shard_property_fail(error, "sharding-suffix-pattern", suffix, "is not understood");
    if (!read_unit(self, properties, error) ||
        !read_time(self, properties, "datetime-lower", &self->lower, error) ||
        !read_time(self, properties, "datetime-upper", &self->upper, error) ||
        !read_moments(self, properties, error))
        return FALSE;
    floor_to_unit(self, &self->lower);
    floor_to_unit(self, &self->upper);
    const char *upper = shard_property_text(properties, "datetime-upper");
    if (shard_civil_compare(&self->upper, &self->lower) < 0)
        return shard_property_fail(error, "datetime-upper", upper, "is before datetime-lower");
    gint64 slots = units_between(self, &self->upper) / self->amount + 1;
    if (slots > MAX_SLOTS)
        return shard_property_fail(error, "datetime-upper", upper, "gives too many slots");
    self->n_slots = (guint) slots;
    return TRUE;
}

static gboolean
cosid_snowflake_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    ((Cosid *) base)->snowflake = TRUE;
    return cosid_init(base, properties, error);
}

static void
cosid_clear(ShardAlgorithm *base)
{
    Cosid *self = (Cosid *) base;

    shard_java_pattern_free(self->pattern);
    shard_java_pattern_free(self->suffix);
    g_clear_pointer(&self->zone, g_time_zone_unref);
    g_free(self->prefix);
}

/* The moment of a number, moved by some seconds, as local time. */
static gboolean
read_moment(const Cosid *self, gint64 number, gint64 shift, ShardTime *out)
{
    gint64 ms = number;

    if (self->zone == NULL || (self->snowflake && number < 0))
        return FALSE;
    if (self->snowflake)
        ms = (number >> 22) + self->epoch;
    else if (self->seconds && ABS(number) > MAX_MOMENT / 1000)
        return FALSE;
    else if (self->seconds)
        ms = number * 1000;
    if (ms > MAX_MOMENT || ms < -MAX_MOMENT)
        return FALSE;
    shard_civil_from_epoch_ms(ms + shift * 1000, self->zone, out);
    return TRUE;
}

static gboolean
read_value(const Cosid *self, const ShardValue *value, gint64 shift, ShardTime *out)
{
    gboolean number = value->kind == SHARD_VALUE_INTEGER || value->kind == SHARD_VALUE_LONG;

    if (number)
        return read_moment(self, value->i, shift, out);
    if (self->snowflake)
        return FALSE;
    *out = value->time;
    if (value->kind == SHARD_VALUE_DATE)
        *out = (ShardTime){
            .year = value->time.year, .month = value->time.month, .day = value->time.day};
    if (value->kind == SHARD_VALUE_STRING)
        return shard_java_pattern_parse(self->pattern, value->text.data, value->text.size, out);
    return value->kind == SHARD_VALUE_DATE || value->kind == SHARD_VALUE_TIMESTAMP ||
           value->kind == SHARD_VALUE_OFFSET_TIMESTAMP;
}

static void
slot_start(const Cosid *self, gint64 slot, ShardTime *out)
{
    ShardTimeStep step = {self->unit.months * self->amount, self->unit.seconds * self->amount};
    shard_time_step_add(&step, &self->lower, slot, out);
}

static gboolean
slot_name(const Cosid *self, gint64 slot, char *out)
{
    gsize size = strlen(self->prefix);
    ShardTime start;

    slot_start(self, slot, &start);
    if (size >= NAME_ROOM)
        return FALSE;
    memcpy(out, self->prefix, size);
    return shard_java_pattern_format(self->suffix, &start, out + size, NAME_ROOM - size) > 0;
}

static ShardPlace
cosid_place(const ShardAlgorithm *base, const ShardTargets *targets, const ShardKeyValues *values,
            guint *out_target, GError **error)
{
    const Cosid *self = (const Cosid *) base;
    ShardTime time;
    char name[NAME_ROOM];

    if (!read_value(self, &values->values[0], 0, &time))
        return shard_place_bad_value(base, values,
                                     self->snowflake ? "it is no snowflake id"
                                                     : "it is no time written " PATTERN
                                                       ", nor a moment with zone-id",
                                     error);
    if (shard_civil_compare(&time, &self->lower) < 0 ||
        shard_civil_compare(&time, &self->upper) > 0)
        return SHARD_PLACE_OUTSIDE;
    if (!slot_name(self, units_between(self, &time) / self->amount, name))
        return shard_place_bad_value(base, values, "the name gets too long", error);
    gint target = shard_targets_find(targets, name, strlen(name));
    if (target < 0)
        return shard_place_missing(base, targets, values, name, error);
    *out_target = (guint) target;
    return SHARD_PLACE_FOUND;
}

/* Times with offsets are ordered by their instant but placed by their local fields. */
static gboolean
read_bound(const Cosid *self, const ShardValue *value, gint64 shift, ShardTime *out)
{
    return value->kind != SHARD_VALUE_OFFSET_TIMESTAMP && value->kind != SHARD_VALUE_NULL &&
           read_value(self, value, shift, out);
}

static gint64
clip_slot(const Cosid *self, const ShardTime *time)
{
    if (shard_civil_compare(time, &self->lower) < 0)
        return -1;
    return MIN(units_between(self, time) / self->amount, (gint64) self->n_slots - 1);
}

static gboolean
cosid_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
            gboolean *out, GError **error)
{
    const Cosid *self = (const Cosid *) base;
    gint64 first = 0;
    gint64 last = (gint64) self->n_slots - 1;
    ShardTime time, start;
    char name[NAME_ROOM];

    /* Moments may be an hour or two apart from their local order where a zone's clock is put
     * back. */
    if (read_bound(self, &range->lower, -CLOCK_SHIFT, &time)) {
        if (shard_civil_compare(&time, &self->upper) > 0)
            return TRUE;
        first = MAX(clip_slot(self, &time), 0);
    }
    if (read_bound(self, &range->upper, CLOCK_SHIFT, &time)) {
        last = clip_slot(self, &time);
        gboolean number =
            range->upper.kind == SHARD_VALUE_INTEGER || range->upper.kind == SHARD_VALUE_LONG;
        if (last >= 0)
            slot_start(self, last, &start);
        if (last >= 0 && !number && !range->upper_closed && shard_civil_compare(&time, &start) == 0)
            last--;
    }
    for (gint64 i = first; i <= last; i++) {
        gint target =
            slot_name(self, i, name) ? shard_targets_find(targets, name, strlen(name)) : -1;
        guint n = 0;
        const guint *members =
            target < 0 ? NULL : shard_targets_members(targets, (guint) target, &n);
        for (guint j = 0; j < n; j++)
            out[members[j]] = TRUE;
    }
    return TRUE;
}

static const char *const cosid_properties[] = {"zone-id",
                                               "logic-name-prefix",
                                               "datetime-lower",
                                               "datetime-upper",
                                               "sharding-suffix-pattern",
                                               "datetime-interval-unit",
                                               "datetime-interval-amount",
                                               "ts-unit",
                                               NULL};
static const char *const cosid_snowflake_properties[] = {"zone-id",
                                                         "logic-name-prefix",
                                                         "datetime-lower",
                                                         "datetime-upper",
                                                         "sharding-suffix-pattern",
                                                         "datetime-interval-unit",
                                                         "datetime-interval-amount",
                                                         "epoch",
                                                         NULL};

static gboolean
cosid_same(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b, const char *key_b)
{
    GHashTableIter iter;
    gpointer name, text;

    g_hash_table_iter_init(&iter, a->values);
    while (g_hash_table_iter_next(&iter, &name, &text))
        if (strcmp(name, "logic-name-prefix") != 0 &&
            g_strcmp0(text, g_hash_table_lookup(b->values, name)) != 0)
            return FALSE;
    return g_hash_table_size(a->values) == g_hash_table_size(b->values);
}

const ShardAlgorithmType shard_cosid_interval_algorithm = {
    .name = "COSID_INTERVAL",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(Cosid),
    .properties = cosid_properties,
    .init = cosid_init,
    .clear = cosid_clear,
    .place = cosid_place,
    .range = cosid_range,
    .same_structure = cosid_same,
};

const ShardAlgorithmType shard_cosid_interval_snowflake_algorithm = {
    .name = "COSID_INTERVAL_SNOWFLAKE",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(Cosid),
    .properties = cosid_snowflake_properties,
    .init = cosid_snowflake_init,
    .clear = cosid_clear,
    .place = cosid_place,
    .range = cosid_range,
    .same_structure = cosid_same,
};
