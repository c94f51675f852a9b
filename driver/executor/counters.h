/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * counters.h - what this process has done so far, over all its connections.
 *
 * Thread-safe; a count costs one atomic addition, and nothing is counted row by row.  The counters
 * are one block of memory without pointers, so that a file can hold them (counters-file.h).
 */
#pragma once

#include "router/plan/plan.h"

#include <stdatomic.h>

#define SHARD_ROUTE_KINDS (SHARD_ROUTE_DEFAULT + 1)
#define SHARD_COUNTED_PLACES 640
#define SHARD_LATENCY_BUCKETS 14 /* and one more for what is slower */

/* A shard, or a replica of one, of a rules file.  Its address stays the same for the process's
 * life. */
typedef struct {
    char rules[192], shard[64];             /* the end of a longer path; "": not in use */
    atomic_uint n_open;                     /* connections now */
    atomic_ullong units;                    /* times that a statement's units were run there */
    atomic_ullong errors;                   /* of those */
    atomic_ullong rows;                     /* that came from there */
    atomic_ullong waits, wait_microseconds; /* for a connection (MaxConnectionsPerShard) */
    atomic_ullong microseconds;             /* of the units */
    atomic_ullong buckets[SHARD_LATENCY_BUCKETS + 1]; /* units by time; each in one bucket */
} ShardPlaceCounters;

typedef struct {
    guint64 magic, size; /* of this struct, as this version has it */
    gint64 pid, started; /* seconds since 1970 */
    char program[32];
    atomic_ullong statements[SHARD_ROUTE_KINDS]; /* sent to shards, by route */
    atomic_ullong failed;                        /* of those */
    atomic_ullong refused;                       /* without asking a shard */
    atomic_ullong cache_hits, cache_misses;      /* statements whose meaning was known, was not */
    atomic_ullong rows_returned;                 /* to the application */
    atomic_ullong rows_changed;
    atomic_ullong partial_commits; /* transactions that only some of their shards committed */
    atomic_ullong rules_reloads, rules_refused;
    /* The first: all those together that have no room of their own.  The others are used in order.
     */
    ShardPlaceCounters places[SHARD_COUNTED_PLACES];
} ShardCounters;

/* Of the process.  Alone on its pages, for a file may be mapped there. */
#define SHARD_COUNTERS_PAGE 65536
#define SHARD_COUNTERS_ROOM                                                                        \
    ((sizeof(ShardCounters) / SHARD_COUNTERS_PAGE + 1) * SHARD_COUNTERS_PAGE)
extern ShardCounters *const shard_counters;

static inline void
shard_count(atomic_ullong *counter, guint64 more)
{
    atomic_fetch_add_explicit(counter, more, memory_order_relaxed);
}

/* Asked before a place is used for the first time whether the memory up to there may be written;
 * NULL: it may.  Called with a lock. */
extern gboolean (*shard_counters_reserve)(gsize bytes);

/* The shard's counters, made at first; where there is no room for one more, all such are counted
 * together under "others". */
ShardPlaceCounters *shard_counters_place(const char *rules, const char *shard);
/* Units of a statement have run there. */
void shard_counters_unit(ShardPlaceCounters *place, gint64 microseconds, gboolean failed);
/* The bucket's upper end in microseconds; -1: there is none. */
gint64 shard_latency_limit(guint bucket);

const char *shard_route_name(ShardRouteKind kind);

typedef struct {
    const char *name, *route; /* route NULL: not divided by routes */
    const char *help;
    guint64 value;
} ShardCounter;
/* The counters of the process, one number after the other; FALSE past the last. */
gboolean shard_counters_get(const ShardCounters *self, guint number, ShardCounter *out);
