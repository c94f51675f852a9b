/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules.h - the immutable rule set that a rules file describes.
 *
 * Format: doc/rules.md.  Read once, reference-counted, then shared by all threads without locks.
 * Shards, tables and nodes are numbered; the numbers are valid for this rule set only.  All strings
 * live as long as the rules.
 */
#pragma once

#include "router/base/identifier.h"
#include "router/rules/algorithm.h"
#include "router/rules/generator.h"

#include <glib.h>

typedef struct _ShardRules ShardRules;

typedef struct {
    const char *name;
    const char *dsn;              /* NULL when connection is given */
    const char *connection;       /* connection string; NULL when dsn is given */
    const char *uid, *pwd;        /* NULL: none of its own */
    const char *server;           /* shards of one server are one instance; never NULL */
    const char *const *replicas;  /* DSNs; NULL-terminated; never NULL */
    gboolean replicas_at_random;  /* else in turn */
    const guint *replica_weights; /* one each; NULL: all alike */
} ShardDataSource;

/* Where rows of a table lie: a shard, optionally a schema there, and the actual table's name. */
typedef struct {
    guint shard;
    const char *schema; /* NULL: the connection's */
    const char *table;
} ShardNode;

typedef enum {
    SHARD_TABLE_SHARDED, /* several nodes, or one with a strategy */
    SHARD_TABLE_SINGLE,  /* one node, no strategy */
    SHARD_TABLE_BROADCAST
} ShardTableKind;

typedef enum { SHARD_POLICY_ALLOW, SHARD_POLICY_WARN, SHARD_POLICY_REFUSE } ShardPolicy;

typedef enum {
    SHARD_KEY_MATCH_DEFAULT, /* exact for binary collations, scatter for the others */
    SHARD_KEY_MATCH_EXACT,
    SHARD_KEY_MATCH_CASEFOLD,
    SHARD_KEY_MATCH_SCATTER
} ShardKeyMatch;

/* Keys and the algorithm that turns their values into a target.  algorithm NULL: no strategy, every
 * target. */
typedef struct {
    const char *const *keys; /* column names */
    guint n_keys;
    const ShardAlgorithm *algorithm;
} ShardStrategy;

typedef struct {
    const char *column;
    ShardValueKind kind;   /* what value-type says; SHARD_VALUE_UNKNOWN: ask the catalog */
    const char *time_zone; /* for the sql- kinds; NULL: none */
} ShardKeyType;

typedef struct {
    const char *name; /* logical, the catalog's spelling */
    ShardTableKind kind;
    const ShardNode *nodes; /* ordered as the rules list them */
    guint n_nodes;
    ShardStrategy shard_strategy; /* targets: names of the shards */
    ShardStrategy table_strategy; /* targets: actual tables of one shard */
    const ShardKeyType *key_types;
    guint n_key_types;
    const char *bind;            /* NULL: in no binding group */
    const char *const *bind_on;  /* NULL-terminated; never NULL */
    const char *generate_column; /* NULL: none */
    ShardGenerator *generator;
    ShardPolicy scatter_read, scatter_write;
    gboolean move_rows;
    gboolean local_unique;
    ShardKeyMatch key_match;
    gint null_node; /* node number that holds NULL keys; -1 none */
    guint index;    /* number of this table in the rules */
} ShardTable;

typedef struct {
    const char *name;
    const ShardTable *table;
    guint argument; /* 1-based */
} ShardRoutine;

/* Reads and checks a rules file.  Every error names file, group, key and the offending text. */
ShardRules *shard_rules_load(const char *path, GError **error);
/* The same from memory; name stands for the file in messages, directory may be NULL. */
ShardRules *shard_rules_parse(const char *text, gsize size, const char *name, GError **error);
ShardRules *shard_rules_ref(ShardRules *self);
void shard_rules_unref(ShardRules *self); /* accepts NULL */

const char *shard_rules_path(const ShardRules *self);
/* What the file says; UNKNOWN for auto. */
ShardDialect shard_rules_dialect(const ShardRules *self);

guint shard_rules_n_shards(const ShardRules *self);
const ShardDataSource *shard_rules_shard(const ShardRules *self, guint shard);
gint shard_rules_find_shard(const ShardRules *self, const char *name); /* -1: none */
gint shard_rules_default_shard(const ShardRules *self);                /* -1: none */

guint shard_rules_n_tables(const ShardRules *self);
const ShardTable *shard_rules_table(const ShardRules *self, guint table);
/* The table that a name in a statement means: exact, then (if not quoted) case-blind when exactly
 * one fits.  NULL: no group names it. */
const ShardTable *shard_rules_find_table(const ShardRules *self, const char *name, gboolean quoted);
/* The logical table and node whose actual name this is on that shard; NULL if none. */
const ShardTable *shard_rules_find_actual(const ShardRules *self, guint shard, const char *schema,
                                          const char *table, guint *out_node);
const ShardRoutine *shard_rules_find_routine(const ShardRules *self, const char *name);

/* Warnings found while loading (a table that can't be inserted into …); NULL-terminated. */
const char *const *shard_rules_warnings(const ShardRules *self);

/* Are they one table, or two of one binding group? */
gboolean shard_table_bound(const ShardTable *a, const ShardTable *b);
/* The node of b that lies beside that one of a; -1: they aren't bound. */
gint shard_table_bound_node(const ShardTable *a, guint node, const ShardTable *b);

/* Is that column a key of the shard or table strategy (case-blind)? */
gboolean shard_table_is_key(const ShardTable *self, const char *column);
/* All key columns of both strategies, each once; NULL-terminated. */
const char *const *shard_table_keys(const ShardTable *self);

/* The nodes a row with these key values belongs to, as a bit per node in out_nodes (cleared by the
 * caller).  values[i] belongs to shard_table_keys()[i]; a value of kind SHARD_VALUE_UNKNOWN stands
 * for any value: then every node it can't exclude is marked.  OUTSIDE: none. */
ShardPlace shard_table_place(const ShardTable *self, const ShardValue *values, gboolean *out_nodes,
                             GError **error);
/* The node of those values when it is just one, without a look at all the others; -1: *out_place
 * says whether there is none, or (FOUND) shard_table_place() has to be asked. */
gint shard_table_place_node(const ShardTable *self, const ShardValue *values, ShardPlace *out_place,
                            GError **error);
/* As shard_table_place() when key number key lies in range and the other keys are unknown. */
gboolean shard_table_place_range(const ShardTable *self, guint key, const ShardRange *range,
                                 gboolean *out_nodes, GError **error);
/* Values that a hint gives for one level; n 0: none, every target. */
typedef struct {
    const ShardValue *values;
    guint n;
} ShardHintValues;

/* The same for hint values (database values and table values as in HintManager). */
ShardPlace shard_table_place_hint(const ShardTable *self, const ShardHintValues *shard_hints,
                                  const ShardHintValues *table_hints, gboolean *out_nodes,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardRules, shard_rules_unref)
