/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * INTERVAL: slots of time from datetime-lower to datetime-upper; the target's name ends with the
 * start of the slot, written by sharding-suffix-pattern.
 *
 *   monthly from 2024-01-01, suffix yyyyMM:  2024-03-15 -> t_order_202403
 *
 * What datetime-lower holds (date and time, date, year and month ...) says how finely values are
 * read.  Slots are counted on from the one before, as ShardingSphere does: from 31 January the
 * months go on to 29 February and then 29 March.
 */
#include "router/rules/algorithm/slots.h"
#include "router/rules/algorithm/type.h"
#include "router/rules/civil.h"

#include <string.h>
#include <time.h>

#define SUFFIX_ROOM 128
#define CLOCK_FIELDS                                                                               \
    (SHARD_FIELD_HOUR | SHARD_FIELD_MINUTE | SHARD_FIELD_SECOND | SHARD_FIELD_FRACTION)

typedef enum { DATE_TIME, DATE, YEAR_MONTH, YEAR, MONTH, TIME } Grain;

typedef struct {
    ShardAlgorithm base;
    ShardJavaPattern *pattern, *suffix;
    Grain grain;
    ShardTimeStep step;
    gint64 amount;
    ShardSlots slots;
    guint n_begun;    /* slots that aren't in the future; all where datetime-upper is said */
    gboolean ordered; /* texts in the pattern order as their times do */
} Interval;

/* Targets of the slots, kept with the targets. */
typedef struct {
    guint n;
    gint targets[]; /* -1: none */
} SlotTargets;

static gboolean
find_grain(guint fields, Grain *out)
{
    guint date = fields & SHARD_FIELDS_DATE;
    gboolean clock = (fields & SHARD_FIELD_HOUR) != 0;

    if (date == SHARD_FIELDS_DATE)
        *out = clock ? DATE_TIME : DATE;
    else if (date == (SHARD_FIELD_YEAR | SHARD_FIELD_MONTH))
        *out = YEAR_MONTH;
    else if (date == SHARD_FIELD_YEAR)
        *out = YEAR;
    else if (date == SHARD_FIELD_MONTH)
        *out = MONTH;
    else if (date == 0 && clock)
        *out = TIME;
    else
        return FALSE;
    return (fields & SHARD_FIELD_QUARTER) == 0;
}

static ShardJavaPattern *
read_pattern(const ShardProperties *properties, const char *name, GError **error)
{
    const char *text = shard_property_required(properties, name, error);
    char bad = '\0';

    if (text == NULL)
        return NULL;
    ShardJavaPattern *pattern = shard_java_pattern_new(text, &bad);
    if (pattern == NULL) {
        g_autofree char *reason = g_strdup_printf(
            "is not understood at '%c': it takes y u M d H m s S Q, in numbers, and other text",
            bad);
        shard_property_fail(error, name, text, reason);
    }
    return pattern;
}

static gboolean
read_bound(const Interval *self, const ShardProperties *properties, const char *name,
           ShardTime *out, GError **error)
{
    const char *text = shard_property_text(properties, name);
    gsize size = shard_java_pattern_size(self->pattern);

    /* As for a value, what is longer than the pattern doesn't count. */
    if (text != NULL && strlen(text) >= size &&
        shard_java_pattern_parse(self->pattern, text, size, out))
        return TRUE;
    if (text != NULL && shard_java_pattern_parse(self->pattern, text, strlen(text), out))
        return TRUE;
    g_autofree char *reason =
        g_strdup_printf("is not written %s", shard_java_pattern_text(self->pattern));
    return shard_property_fail(error, name, text == NULL ? "" : text, reason);
}

/* Longer than a program runs. */
#define YEARS_AHEAD 5

/* Without datetime-upper ShardingSphere's slots end when a service starts.  One that started after
 * this program has put rows into later slots, so they count here, too. */
static void
read_clock(ShardTime *out_now, ShardTime *out_upper)
{
    time_t now = time(NULL);
    g_autoptr(GTimeZone) zone = g_time_zone_new_local();

    shard_civil_from_epoch_ms((gint64) now * 1000, zone, out_now);
    *out_upper = *out_now;
    out_upper->year += YEARS_AHEAD;
}

/* The unit must be one that the grain can be counted in. */
static gboolean
read_step(Interval *self, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty amount = {"datetime-interval-amount", FALSE, 1, 1, 1000000};
    const char *unit = shard_property_text(properties, "datetime-interval-unit");

    if (unit == NULL)
        unit = "Days";
    if (!shard_property_integer(properties, &amount, &self->amount, error))
        return FALSE;
    if (!shard_time_step_parse(unit, self->amount, &self->step))
        return shard_property_fail(error, "datetime-interval-unit", unit,
                                   "is none of " SHARD_TIME_UNITS);
    gboolean months = self->step.months != 0;
    gboolean days = !months && self->step.seconds / self->amount >= 86400;
    gboolean years = months && self->step.months / self->amount >= 12;
    const gboolean fits[] = {
        [DATE_TIME] = TRUE, [DATE] = months || days,    [YEAR_MONTH] = months,
        [YEAR] = years,     [MONTH] = months && !years, [TIME] = !months && !days,
    };
    if (fits[self->grain])
        return TRUE;
    return shard_property_fail(error, "datetime-interval-unit", unit,
                               "can't count what datetime-pattern holds");
}

/* Suffixes may use only what the grain has. */
static gboolean
check_suffix(const Interval *self, const ShardProperties *properties, GError **error)
{
    guint quarter = SHARD_FIELD_QUARTER;
    const guint available[] = {
        [DATE_TIME] = SHARD_FIELDS_DATE | CLOCK_FIELDS | quarter,
        [DATE] = SHARD_FIELDS_DATE | quarter,
        [YEAR_MONTH] = SHARD_FIELD_YEAR | SHARD_FIELD_MONTH | quarter,
        [YEAR] = SHARD_FIELD_YEAR,
        [MONTH] = SHARD_FIELD_MONTH | quarter,
        [TIME] = CLOCK_FIELDS,
    };

    if ((shard_java_pattern_fields(self->suffix) & ~available[self->grain]) == 0)
        return TRUE;
    return shard_property_fail(error, "sharding-suffix-pattern",
                               shard_property_text(properties, "sharding-suffix-pattern"),
                               "uses what datetime-pattern doesn't hold");
}

/* The next cursor; FALSE where ShardingSphere's count ends: a month past December, a clock past
 * midnight. */
static gboolean
advance(const Interval *self, const ShardTime *cursor, ShardTime *out)
{
    shard_time_step_add(&self->step, cursor, 1, out);
    if (self->grain == MONTH)
        return out->year == cursor->year;
    return self->grain != TIME || out->day == cursor->day;
}

static gboolean
build_slots(Interval *self, const ShardTime *lower, const ShardTime *upper)
{
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(ShardTime));
    ShardTime cursor = *lower;
    ShardTime next;

    while (shard_civil_compare(&cursor, upper) <= 0) {
        gboolean more = advance(self, &cursor, &next);
        /* In the month grain a slot that would end after December is never reached. */
        if (self->grain == MONTH && !more)
            break;
        g_array_append_val(starts, cursor);
        if (starts->len > SHARD_MAX_SLOTS || next.year > 9999)
            return FALSE;
        cursor = next;
        if (!more)
            break;
    }
    self->slots.n = starts->len;
    g_array_append_val(starts, cursor);
    self->slots.starts = g_memdup2(starts->data, starts->len * sizeof(ShardTime));
    self->slots.suffixes = g_new0(char *, self->slots.n + 1);
    for (guint i = 0; i < self->slots.n; i++) {
        char suffix[SUFFIX_ROOM];
        if (shard_java_pattern_format(self->suffix, &self->slots.starts[i], suffix,
                                      sizeof suffix) == 0)
            return FALSE;
        self->slots.suffixes[i] = g_strdup(suffix);
    }
    return TRUE;
}

/* Letters from large to small, two or four of each: then texts order as times do. */
static gboolean
is_ordered(const char *pattern)
{
    static const char *const runs[] = {"yyyy", "MM", "dd", "HH", "mm", "ss"};
    guint next = 0;

    for (const char *at = pattern; *at != '\0';) {
        if (!g_ascii_isalpha(*at)) {
            at++;
            continue;
        }
        while (next < G_N_ELEMENTS(runs) && !g_str_has_prefix(at, runs[next]))
            next++;
        if (next == G_N_ELEMENTS(runs))
            return FALSE;
        at += strlen(runs[next++]);
    }
    return strchr(pattern, '\'') == NULL;
}

static void
count_begun(Interval *self, const ShardTime *now)
{
    while (self->n_begun < self->slots.n &&
           (now == NULL || shard_civil_compare(&self->slots.starts[self->n_begun], now) <= 0))
        self->n_begun++;
}

static gboolean
read_slots(Interval *self, const ShardProperties *properties, GError **error)
{
    const char *last = shard_property_text(properties, "datetime-upper");
    ShardTime lower, upper, now;

    if (shard_property_required(properties, "datetime-lower", error) == NULL ||
        !read_bound(self, properties, "datetime-lower", &lower, error))
        return FALSE;
    if (last == NULL)
        read_clock(&now, &upper);
    else if (!read_bound(self, properties, "datetime-upper", &upper, error))
        return FALSE;
    if (!read_step(self, properties, error) || !check_suffix(self, properties, error))
        return FALSE;
    if (last != NULL && shard_civil_compare(&lower, &upper) > 0)
        return shard_property_fail(error, "datetime-upper", last, "lies before datetime-lower");
    if (!build_slots(self, &lower, &upper))
        return shard_property_fail(error, "datetime-upper",
                                   shard_property_text(properties, "datetime-lower"),
                                   "as lower bound gives too many slots");
    count_begun(self, last == NULL ? &now : NULL);
    return TRUE;
}

static gboolean
interval_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    Interval *self = (Interval *) base;

    self->pattern = read_pattern(properties, "datetime-pattern", error);
    if (self->pattern == NULL)
        return FALSE;
    self->suffix = read_pattern(properties, "sharding-suffix-pattern", error);
    if (self->suffix == NULL)
        return FALSE;
    const char *pattern = shard_property_text(properties, "datetime-pattern");
    if (!find_grain(shard_java_pattern_fields(self->pattern), &self->grain))
        return shard_property_fail(error, "datetime-pattern", pattern,
                                   "holds neither a date, a month, a year nor a time");
    self->ordered = is_ordered(pattern);
    return read_slots(self, properties, error);
}

static void
interval_clear(ShardAlgorithm *base)
{
    Interval *self = (Interval *) base;

    shard_java_pattern_free(self->pattern);
    shard_java_pattern_free(self->suffix);
    shard_slots_clear(&self->slots);
}

/* A text shorter than the pattern is read by as much of the pattern; it must still hold all that
 * the grain needs. */
static gboolean
read_short_text(const Interval *self, const char *text, gsize size, ShardTime *out)
{
    g_autofree char *cut = g_utf8_substring(shard_java_pattern_text(self->pattern), 0,
                                            g_utf8_strlen(text, (gssize) size));
    g_autoptr(ShardJavaPattern) pattern = shard_java_pattern_new(cut, NULL);
    Grain grain;

    return pattern != NULL && find_grain(shard_java_pattern_fields(pattern), &grain) &&
           grain == self->grain && shard_java_pattern_parse(pattern, text, size, out);
}

static gboolean
read_text(const Interval *self, const char *text, gsize size, ShardTime *out)
{
    gsize wanted = shard_java_pattern_size(self->pattern);

    if (!g_utf8_validate(text, (gssize) size, NULL))
        return FALSE;
    if ((gsize) g_utf8_strlen(text, (gssize) size) < wanted)
        return read_short_text(self, text, size, out);
    gsize cut = (gsize) (g_utf8_offset_to_pointer(text, (glong) wanted) - text);
    return shard_java_pattern_parse(self->pattern, text, cut, out);
}

/* Fields below the grain don't count: they are cut off, as writing by the pattern does. */
static void
cut_to_grain(const Interval *self, ShardTime *time)
{
    guint fields = shard_java_pattern_fields(self->pattern);

    time->offset = 0;
    if ((fields & SHARD_FIELD_FRACTION) == 0)
        time->nanosecond = 0;
    if ((fields & SHARD_FIELD_SECOND) == 0)
        time->second = 0;
    if ((fields & SHARD_FIELD_MINUTE) == 0)
        time->minute = 0;
    if ((fields & SHARD_FIELD_HOUR) == 0)
        time->hour = 0;
    if ((fields & SHARD_FIELD_DAY) == 0)
        time->day = 1;
    if ((fields & SHARD_FIELD_MONTH) == 0)
        time->month = 1;
    if ((fields & SHARD_FIELD_YEAR) == 0)
        time->year = 0;
}

static gboolean
read_value(const Interval *self, const ShardValue *value, ShardTime *out)
{
    *out = value->time;
    switch (value->kind) {
    case SHARD_VALUE_DATE:
        *out = (ShardTime){
            .year = value->time.year, .month = value->time.month, .day = value->time.day};
        break;
    case SHARD_VALUE_TIME:
        out->year = 0;
        out->month = out->day = 1;
        break;
    case SHARD_VALUE_TIMESTAMP:
    case SHARD_VALUE_OFFSET_TIMESTAMP:
        break;
    case SHARD_VALUE_STRING:
        return read_text(self, value->text.data, value->text.size, out);
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG: {
        /* Anything else is read by its text: 20240115 under yyyyMMdd. */
        char text[24];
        g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, value->i);
        return read_text(self, text, strlen(text), out);
    }
    default:
        return FALSE;
    }
    if (value->kind == SHARD_VALUE_TIME ? self->grain != TIME
                                        : self->grain == TIME && value->kind == SHARD_VALUE_DATE)
        return FALSE;
    cut_to_grain(self, out);
    return TRUE;
}

/* The first target of the slot; *out_twin is a second one, -1 if there is none. */
static gint
find_target(const ShardTargets *targets, const char *suffix, gint *out_twin)
{
    gint found = -1;

    *out_twin = -1;
    for (guint i = 0; i < shard_targets_n(targets); i++) {
        if (!g_str_has_suffix(shard_targets_name(targets, i), suffix))
            continue;
        if (found >= 0) {
            *out_twin = (gint) i;
            return found;
        }
        found = (gint) i;
    }
    return found;
}

/* Finds the targets of all slots once; two of one slot are an error, as a row would lie in either.
 */
static gboolean
interval_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
               const ShardTargets *targets, GError **error)
{
    const Interval *self = (const Interval *) base;
    SlotTargets *slots = g_malloc0(sizeof(SlotTargets) + self->slots.n * sizeof(gint));

    slots->n = self->slots.n;
    for (guint i = 0; i < slots->n; i++) {
        gint twin;
        slots->targets[i] = find_target(targets, self->slots.suffixes[i], &twin);
        if (twin < 0)
            continue;
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (INTERVAL): '%s' and '%s' both end with '%s'", base->name,
                        shard_targets_name(targets, (guint) slots->targets[i]),
                        shard_targets_name(targets, (guint) twin), self->slots.suffixes[i]);
        g_free(slots);
        return FALSE;
    }
    shard_targets_attach(targets, base, slots, g_free);
    return TRUE;
}

static gint
slot_target(const Interval *self, const ShardTargets *targets, guint slot)
{
    const SlotTargets *slots = shard_targets_attached(targets, self);
    gint twin;

    return slots != NULL ? slots->targets[slot]
                         : find_target(targets, self->slots.suffixes[slot], &twin);
}

static ShardPlace
interval_place(const ShardAlgorithm *base, const ShardTargets *targets,
               const ShardKeyValues *values, guint *out_target, GError **error)
{
    const Interval *self = (const Interval *) base;
    ShardTime time;

    if (!read_value(self, &values->values[0], &time)) {
        g_autofree char *reason =
            g_strdup_printf("it is not written %s", shard_java_pattern_text(self->pattern));
        return shard_place_bad_value(base, values, reason, error);
    }
    gint slot = shard_slots_find(&self->slots, &time);
    if (slot < 0)
        return SHARD_PLACE_OUTSIDE;
    gint target = slot_target(self, targets, (guint) slot);
    if (target < 0 && (guint) slot >= self->n_begun)
        return SHARD_PLACE_OUTSIDE;
    if (target < 0)
        return shard_place_missing(base, targets, values, self->slots.suffixes[slot], error);
    *out_target = (guint) target;
    return SHARD_PLACE_FOUND;
}

/* Do bounds of that kind order as the slots do? */
static gboolean
is_ordered_kind(const Interval *self, ShardValueKind kind)
{
    if (self->grain == MONTH)
        return FALSE; /* the same month of every year */
    if (self->grain == TIME)
        return kind == SHARD_VALUE_TIME;
    return kind == SHARD_VALUE_DATE || kind == SHARD_VALUE_TIMESTAMP ||
           (kind == SHARD_VALUE_STRING && self->ordered);
}

/* Was nothing cut off? */
static gboolean
is_exact(const Interval *self, const ShardValue *bound, const ShardTime *read)
{
    if (bound->kind == SHARD_VALUE_STRING)
        return bound->text.size == shard_java_pattern_size(self->pattern);
    return bound->kind == SHARD_VALUE_DATE || shard_civil_compare(read, &bound->time) == 0;
}

static gboolean
interval_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
               gboolean *out, GError **error)
{
    const Interval *self = (const Interval *) base;
    const ShardValue *given = range->lower.kind != SHARD_VALUE_NULL ? &range->lower : &range->upper;
    ShardTime lower, upper;
    guint first, last;

    gboolean ordered = is_ordered_kind(self, given->kind);
    /* A bound that can't be read bounds nothing.  What is cut off behind an open upper bound lies
     * before it, so the bound counts as closed then. */
    gboolean bounded_below = ordered && read_value(self, &range->lower, &lower);
    gboolean bounded_above = ordered && read_value(self, &range->upper, &upper);
    gboolean exact = bounded_above && is_exact(self, &range->upper, &upper);
    if (!shard_slots_span(&self->slots, bounded_below ? &lower : NULL,
                          bounded_above ? &upper : NULL, range->upper_closed || !exact, &first,
                          &last))
        return TRUE;
    for (guint i = first; i <= last; i++) {
        gint target = slot_target(self, targets, i);
        if (target >= 0)
            out[target] = TRUE;
    }
    return TRUE;
}

static const char *const interval_properties[] = {"datetime-pattern",
                                                  "datetime-lower",
                                                  "datetime-upper",
                                                  "sharding-suffix-pattern",
                                                  "datetime-interval-amount",
                                                  "datetime-interval-unit",
                                                  NULL};

const ShardAlgorithmType shard_interval_algorithm = {
    .name = "INTERVAL",
    .mixes = SHARD_MIXES_INTEGERS,
    .size = sizeof(Interval),
    .properties = interval_properties,
    .init = interval_init,
    .clear = interval_clear,
    .check = interval_check,
    .place = interval_place,
    .range = interval_range,
};
