/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * algorithm.h - the interface of a sharding algorithm and the registry of their types.
 *
 * An algorithm is immutable once made and may be asked from several threads.  Placement of a value
 * is exactly ShardingSphere's (shown by vectors in tests/unit); a range gives a superset of the
 * targets of every value in it.
 */
#pragma once

#include "router/base/value.h"
#include "router/rules/targets.h"

#include <glib.h>

typedef struct _ShardAlgorithm ShardAlgorithm;

/* Properties of an [algorithm x] group, by ShardingSphere's names. */
typedef struct {
    const char *name;      /* of the algorithm, for messages */
    GHashTable *values;    /* char* -> char* */
    const char *directory; /* of the rules file: relative plug-in paths start there */
} ShardProperties;

/* One value per key of the strategy, in the strategy's order; each of the kind that value-type
 * asks for (conversion is the caller's).  Never NULL values. */
typedef struct {
    const char *const *keys;
    const ShardValue *values;
    guint n;
    GTimeZone *const *zones; /* per value: the zone of a sql- kind (java.sql.*), else NULL; the
                                array itself may be NULL */
} ShardKeyValues;

/* A bound that is absent is SHARD_VALUE_NULL. */
typedef struct {
    ShardValue lower, upper;
    gboolean lower_closed, upper_closed;
    GTimeZone *zone; /* of the key, as in ShardKeyValues; NULL: none */
} ShardRange;

/* What shard_algorithm_place() found. */
typedef enum {
    SHARD_PLACE_FOUND,
    SHARD_PLACE_OUTSIDE, /* the value is outside the algorithm's domain: no row can have it */
    SHARD_PLACE_ERROR    /* a result that names no target, or a value that can't be taken */
} ShardPlace;

/* Makes an algorithm of that type ("INLINE", "MOD" … case-blind).  NULL and *error
 * (SHARD_ERROR_RULES, naming the property and the offending text) for an unknown type, an unknown,
 * missing or bad property. */
ShardAlgorithm *shard_algorithm_new(const char *type, const ShardProperties *properties,
                                    GError **error);
/* The properties that a type knows, NULL-terminated; NULL: there is no such type.  (A type may take
 * others, too: PLUGIN.) */
const char *const *shard_algorithm_properties(const char *type);
void shard_algorithm_unref(ShardAlgorithm *self); /* accepts NULL */

/* Checks what can be checked once keys and targets are known (an INLINE expression that doesn't
 * name its column, a count above the targets, ends-with ambiguity of INTERVAL …). */
gboolean shard_algorithm_check(const ShardAlgorithm *self, const char *const *keys, guint n_keys,
                               const ShardTargets *targets, GError **error);

/* The target of one row.  The message of an error names algorithm, value and result. */
ShardPlace shard_algorithm_place(const ShardAlgorithm *self, const ShardTargets *targets,
                                 const ShardKeyValues *values, guint *out_target, GError **error);

/* Marks in out (a bit per target, cleared by the caller) all targets that rows with the first key
 * in range can have.  TRUE unless an error; an algorithm that can't narrow marks all. */
gboolean shard_algorithm_range(const ShardAlgorithm *self, const ShardTargets *targets,
                               const ShardRange *range, gboolean *out, GError **error);

const char *shard_algorithm_type(const ShardAlgorithm *self);
const char *shard_algorithm_name(const ShardAlgorithm *self);
/* How many nodes an auto table has (MOD: sharding-count …); 0 when the algorithm can't say. */
guint shard_algorithm_auto_count(const ShardAlgorithm *self);
/* TRUE for types that need no key (HINT_INLINE, PLUGIN of that kind). */
gboolean shard_algorithm_is_hint(const ShardAlgorithm *self);
/* Are equal numbers placed alike if one is an integer of 32 bits and one of 64, or (decimals) if
 * they are decimals of different scales? */
gboolean shard_algorithm_mixes(const ShardAlgorithm *self, gboolean decimals);
/* TRUE if a date is placed by the number of its moment, so that java.sql's types need a zone. */
gboolean shard_algorithm_hashes(const ShardAlgorithm *self);
/* TRUE when two algorithms place equally named values alike, apart from the targets' prefix:
 * what binding tables need. */
gboolean shard_algorithm_same_structure(const ShardAlgorithm *a, const char *key_a,
                                        const ShardAlgorithm *b, const char *key_b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardAlgorithm, shard_algorithm_unref)
