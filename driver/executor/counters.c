/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/counters.h"

#include "router/base/fork.h"

#include <pthread.h>
#include <string.h>

static union {
    ShardCounters counters;
    char pages[SHARD_COUNTERS_ROOM];
} room __attribute__((aligned(SHARD_COUNTERS_PAGE)));

ShardCounters *const shard_counters = &room.counters;

gboolean (*shard_counters_reserve)(gsize bytes);

static pthread_mutex_t places_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(places_lock)

static const char *const routes[SHARD_ROUTE_KINDS] = {
    [SHARD_ROUTE_SINGLE] = "single",
    [SHARD_ROUTE_SEVERAL] = "several",
    [SHARD_ROUTE_RANGE] = "range",
    [SHARD_ROUTE_CARTESIAN] = "cartesian",
    [SHARD_ROUTE_BROADCAST] = "broadcast",
    [SHARD_ROUTE_SHARDS] = "shards",
    [SHARD_ROUTE_INSTANCES] = "instances",
    [SHARD_ROUTE_UNICAST] = "unicast",
    [SHARD_ROUTE_BLOCKED] = "blocked",
    [SHARD_ROUTE_DIRECT] = "direct",
    [SHARD_ROUTE_SINGLE_TABLE] = "single_table",
    [SHARD_ROUTE_DEFAULT] = "default",
};

const char *
shard_route_name(ShardRouteKind kind)
{
    return routes[kind];
}

static gint64 const limits[SHARD_LATENCY_BUCKETS] = {250,    500,     1000,    2500,    5000,
                                                     10000,  25000,   50000,   100000,  250000,
                                                     500000, 1000000, 2500000, 10000000};

gint64
shard_latency_limit(guint bucket)
{
    return bucket < SHARD_LATENCY_BUCKETS ? limits[bucket] : -1;
}

void
shard_counters_unit(ShardPlaceCounters *place, gint64 microseconds, gboolean failed)
{
    guint bucket = 0;

    while (bucket < SHARD_LATENCY_BUCKETS && microseconds > limits[bucket])
        bucket++;
    shard_count(&place->buckets[bucket], 1);
    shard_count(&place->units, 1);
    shard_count(&place->microseconds, (guint64) MAX(microseconds, 0));
    if (failed)
        shard_count(&place->errors, 1);
}

/* ---- shards ---- */

/* The end says more than the beginning. */
static const char *
fitting(const char *text, gsize room_for)
{
    gsize size = strlen(text);

    return size < room_for ? text : text + (size - room_for + 1);
}

static gboolean
take_place(ShardPlaceCounters *place, const char *rules, const char *shard)
{
    gsize end = (gsize) ((char *) (place + 1) - (char *) shard_counters);

    if (shard_counters_reserve != NULL && !shard_counters_reserve(end))
        return FALSE;
    g_strlcpy(place->rules, rules, sizeof place->rules);
    g_strlcpy(place->shard, shard, sizeof place->shard);
    return TRUE;
}

static ShardPlaceCounters *
find_place(const char *rules, const char *shard)
{
    for (guint i = 1; i < SHARD_COUNTED_PLACES; i++) {
        ShardPlaceCounters *place = &shard_counters->places[i];
        if (place->shard[0] == '\0' && !take_place(place, rules, shard))
            break;
        if (strcmp(place->shard, shard) == 0 && strcmp(place->rules, rules) == 0)
            return place;
    }
    g_strlcpy(shard_counters->places[0].shard, "others", sizeof shard_counters->places[0].shard);
    return &shard_counters->places[0];
}

ShardPlaceCounters *
shard_counters_place(const char *rules, const char *shard)
{
    pthread_mutex_lock(&places_lock);
    ShardPlaceCounters *place = find_place(fitting(rules, sizeof shard_counters->places[0].rules),
                                           fitting(shard, sizeof shard_counters->places[0].shard));
    pthread_mutex_unlock(&places_lock);
    return place;
}

/* ---- all of them, by number ---- */

#define COUNTER(name, field, help)                                                                 \
    {                                                                                              \
        name, G_STRUCT_OFFSET(ShardCounters, field), help                                          \
    }

static const struct {
    const char *name;
    gsize offset;
    const char *help;
} others[] = {
    COUNTER("statements_failed", failed, "Statements that failed on a shard"),
    COUNTER("statements_refused", refused, "Statements refused before anything was sent"),
    COUNTER("plan_cache_hits", cache_hits, "Statements whose meaning was known already"),
    COUNTER("plan_cache_misses", cache_misses, "Statements that had to be parsed"),
    COUNTER("rows_returned", rows_returned, "Rows given to applications"),
    COUNTER("rows_changed", rows_changed, "Rows changed by statements over several nodes"),
    COUNTER("partial_commits", partial_commits,
            "Transactions that only some of their shards committed"),
    COUNTER("rules_reloads", rules_reloads, "Changed rules files taken over"),
    COUNTER("rules_refused", rules_refused, "Changed rules files that were wrong"),
};

static guint64
read_at(const ShardCounters *self, gsize offset)
{
    return atomic_load_explicit((const atomic_ullong *) G_STRUCT_MEMBER_P(self, offset),
                                memory_order_relaxed);
}

gboolean
shard_counters_get(const ShardCounters *self, guint number, ShardCounter *out)
{
    if (number < SHARD_ROUTE_KINDS) {
        *out =
            (ShardCounter){"statements", routes[number], "Statements sent to shards, by route",
                           atomic_load_explicit(&self->statements[number], memory_order_relaxed)};
        return TRUE;
    }
    number -= SHARD_ROUTE_KINDS;
    if (number >= G_N_ELEMENTS(others))
        return FALSE;
    *out = (ShardCounter){others[number].name, NULL, others[number].help,
                          read_at(self, others[number].offset)};
    return TRUE;
}
