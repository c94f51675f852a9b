/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plugin.h - the interface of sharding algorithms in shared objects (type = PLUGIN).
 *
 * A plug-in exports one function, shard_plugin(), that gives its table of functions.  Plain C, no
 * library needed.  Everything handed in is valid during the call only, and read-only; place() and
 * range() may be called from several threads at once, and must give the same answer for the same
 * values always: rows are found again only by it.  Nothing may be thrown or longjmp'ed out of them.
 *
 * This header is versioned: a later version adds members at the end and a higher number.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SHARD_PLUGIN_VERSION 1

#ifdef __GNUC__
#define SHARD_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define SHARD_PLUGIN_EXPORT
#endif

typedef enum {
    SHARD_PLUGIN_NONE,      /* an absent bound of a range */
    SHARD_PLUGIN_INTEGER,   /* integer: boolean, integer, long; unsigned up to 2^63 - 1 */
    SHARD_PLUGIN_DECIMAL,   /* text: digits, perhaps a sign and a point */
    SHARD_PLUGIN_DOUBLE,    /* real */
    SHARD_PLUGIN_TEXT,      /* text: UTF-8 */
    SHARD_PLUGIN_BYTES,     /* text */
    SHARD_PLUGIN_DATE,      /* text: 2024-01-15 */
    SHARD_PLUGIN_TIME,      /* text: 10:20:30[.fraction] */
    SHARD_PLUGIN_TIMESTAMP, /* text: 2024-01-15 10:20:30[.fraction][+08:00] */
    SHARD_PLUGIN_UUID       /* text: lower case, with dashes */
} ShardPluginKind;

typedef struct {
    const char *column; /* the key's name in the rules; "value" for a hint */
    ShardPluginKind kind;
    int64_t integer;
    double real;
    const char *text; /* size bytes and a NUL */
    size_t size;
} ShardPluginValue;

/* The names to choose from: shards, or the tables of a shard, in the rules' order. */
typedef struct {
    const char *const *names;
    size_t n;
} ShardPluginTargets;

/* A property of the [algorithm ...] group, but type and library. */
typedef struct {
    const char *name;
    const char *value;
} ShardPluginProperty;

typedef struct {
    ShardPluginValue lower, upper; /* kind NONE: no bound */
    int lower_closed, upper_closed;
} ShardPluginRange;

/* Room for a message of what went wrong; always ended by a NUL. */
typedef struct {
    char text[256];
} ShardPluginMessage;

typedef enum {
    SHARD_PLUGIN_FOUND,
    SHARD_PLUGIN_OUTSIDE, /* no row can have these values */
    SHARD_PLUGIN_FAILED   /* see the message */
} ShardPluginResult;

typedef struct {
    uint32_t version; /* SHARD_PLUGIN_VERSION */
    uint32_t hint;    /* 1: takes hint values instead of keys */

    /* State for one [algorithm ...] group; NULL with a message if the properties are bad. */
    void *(*create)(const ShardPluginProperty *properties, size_t n, ShardPluginMessage *message);
    void (*destroy)(void *self);

    /* The number of the target for one row's key values. */
    ShardPluginResult (*place)(void *self, const ShardPluginTargets *targets,
                               const ShardPluginValue *values, size_t n, size_t *target,
                               ShardPluginMessage *message);

    /* Sets marks[i] to 1 for every target that a row whose (only) key lies in the range can have;
     * too many are harmless, too few lose rows.  NULL: every target. */
    ShardPluginResult (*range)(void *self, const ShardPluginTargets *targets,
                               const ShardPluginRange *range, unsigned char *marks,
                               ShardPluginMessage *message);
} ShardPlugin;

/* What the plug-in exports; the table must stay valid. */
SHARD_PLUGIN_EXPORT const ShardPlugin *shard_plugin(void);

#ifdef __cplusplus
}
#endif
