/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * type.h - what one type of algorithm implements; the registry is in algorithm.c.
 *
 * Private to router/rules.  A type's own struct starts with ShardAlgorithm.
 */
#pragma once

#include "router/base/error.h"
#include "router/rules/algorithm.h"

/* Which numbers that are equal are placed alike, though their types differ. */
typedef enum {
    SHARD_MIXES_NOTHING,
    SHARD_MIXES_INTEGERS, /* of 32 and of 64 bits */
    SHARD_MIXES_NUMBERS   /* those, and decimals of any scale */
} ShardMixes;

typedef struct {
    const char *name; /* ShardingSphere's word */
    gsize size;       /* of the type's struct */
    gboolean hint;    /* needs no key */
    gboolean many;    /* takes several keys */
    gboolean hashes;  /* a java.sql date is placed by its milliseconds */
    ShardMixes mixes;
    gboolean any_property;         /* properties are the type's own affair (PLUGIN) */
    const char *const *properties; /* known names; NULL-terminated */
    gboolean (*init)(ShardAlgorithm *self, const ShardProperties *properties, GError **error);
    void (*clear)(ShardAlgorithm *self); /* may be NULL */
    gboolean (*check)(const ShardAlgorithm *self, const char *const *keys, guint n_keys,
                      const ShardTargets *targets, GError **error); /* may be NULL */
    ShardPlace (*place)(const ShardAlgorithm *self, const ShardTargets *targets,
                        const ShardKeyValues *values, guint *out_target, GError **error);
    /* NULL: a range is every target. */
    gboolean (*range)(const ShardAlgorithm *self, const ShardTargets *targets,
                      const ShardRange *range, gboolean *out, GError **error);
    guint (*auto_count)(const ShardAlgorithm *self); /* NULL: can't be said */
    gboolean (*is_hint)(const ShardAlgorithm *self); /* NULL: as the member hint says */
    /* NULL: same properties. */
    gboolean (*same_structure)(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
                               const char *key_b);
} ShardAlgorithmType;

struct _ShardAlgorithm {
    const ShardAlgorithmType *type;
    gint references; /* atomic */
    char *name;
    GHashTable *values; /* copy of the properties */
};

extern const ShardAlgorithmType shard_mod_algorithm;
extern const ShardAlgorithmType shard_hash_mod_algorithm;
extern const ShardAlgorithmType shard_inline_algorithm;
extern const ShardAlgorithmType shard_complex_inline_algorithm;
extern const ShardAlgorithmType shard_hint_inline_algorithm;
extern const ShardAlgorithmType shard_volume_range_algorithm;
extern const ShardAlgorithmType shard_boundary_range_algorithm;
extern const ShardAlgorithmType shard_auto_interval_algorithm;
extern const ShardAlgorithmType shard_interval_algorithm;
extern const ShardAlgorithmType shard_cosid_mod_algorithm;
extern const ShardAlgorithmType shard_cosid_interval_algorithm;
extern const ShardAlgorithmType shard_cosid_interval_snowflake_algorithm;
extern const ShardAlgorithmType shard_consistent_hash_algorithm;
extern const ShardAlgorithmType shard_postgresql_hash_algorithm;
extern const ShardAlgorithmType shard_range_algorithm;
extern const ShardAlgorithmType shard_list_algorithm;
extern const ShardAlgorithmType shard_plugin_algorithm;

/* Properties.  Missing optional ones give the default; errors name the property and the text. */
const char *shard_property_text(const ShardProperties *self, const char *name);
/* The same, but an error if it is not there. */
const char *shard_property_required(const ShardProperties *self, const char *name, GError **error);
typedef struct {
    const char *name;
    gboolean required;
    gint64 value; /* if it is not there */
    gint64 lowest, highest;
} ShardIntegerProperty;
gboolean shard_property_integer(const ShardProperties *self, const ShardIntegerProperty *wanted,
                                gint64 *out_value, GError **error);
gboolean shard_property_boolean(const ShardProperties *self, const char *name,
                                gboolean default_value, gboolean *out_value, GError **error);
gboolean shard_property_fail(GError **error, const char *name, const char *text,
                             const char *reason);

/* Whether each property is one of known (ends with NULL). */
gboolean shard_properties_check(const ShardProperties *self, const char *const *known,
                                GError **error);

/* Marks every target; the range of what can't narrow. */
gboolean shard_mark_all(const ShardTargets *targets, gboolean *out);
/* A result that names no target. */
ShardPlace shard_place_missing(const ShardAlgorithm *self, const ShardTargets *targets,
                               const ShardKeyValues *values, const char *result, GError **error);
/* A value of a kind that the algorithm can't take. */
ShardPlace shard_place_bad_value(const ShardAlgorithm *self, const ShardKeyValues *values,
                                 const char *reason, GError **error);
/* The target of a number, by suffix. */
ShardPlace shard_place_number(const ShardAlgorithm *self, const ShardTargets *targets,
                              const ShardKeyValues *values, guint64 number, guint *out_target,
                              GError **error);
/* Marks the target of a number in a range; a number without target marks nothing. */
void shard_mark_number(const ShardTargets *targets, guint64 number, gboolean *out);
/* At load: each of the numbers 0 .. count - 1 must name a target. */
gboolean shard_check_numbers(const ShardAlgorithm *self, const ShardTargets *targets, guint64 count,
                             GError **error);

/* Long.parseLong() of the value's text, as ShardingSphere's range algorithms read a value; FALSE if
 * it is no whole number of 64 bits. */
gboolean shard_value_parse_long(const ShardValue *value, gint64 *out);
/* The largest whole number that is not above a numeric bound, clipped to 64 bits; FALSE for other
 * kinds, whose order says nothing about the numbers. */
gboolean shard_value_floor(const ShardValue *value, gint64 *out);
