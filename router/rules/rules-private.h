/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rules-private.h - what a rule set is made of; for the files that build and ask it.
 */
#pragma once

#include "router/base/arena.h"
#include "router/base/error.h"
#include "router/rules/rules-file.h"
#include "router/rules/rules.h"
#include "router/rules/targets.h"

/* Lists of nodes by target: those of target t are nodes[start[t] .. start[t + 1]). */
typedef struct {
    guint *start;
    guint *nodes;
} ShardNodeLists;

/* A node found by its two targets; node G_MAXUINT: free. */
typedef struct {
    guint shard_target, table_target, node;
} ShardNodeSlot;

typedef struct {
    ShardTable base; /* must be first */
    ShardTargets *shard_targets, *table_targets;
    guint *node_shard_target, *node_table_target; /* per node */
    ShardNodeLists by_shard, by_table;
    ShardNodeSlot *slots; /* open addressing */
    guint slot_mask;
    const char **keys; /* of both strategies, each once; NULL-terminated */
    guint n_keys;
    guint *shard_key_at, *table_key_at;     /* where in keys the strategies' keys are */
    GTimeZone **zones;                      /* per key; NULL: a java.time kind */
    GTimeZone **shard_zones, **table_zones; /* per key of the strategy */
    const char *bind_word;
    guint *bind_position; /* per node: its place in the binding group */
    guint *bind_node;     /* per place: the node */
} ShardTableFull;

struct _ShardRules {
    gint references; /* atomic */
    ShardArena *arena;
    char *path;
    char *directory;
    ShardDialect dialect;
    ShardDataSource *shards;
    guint n_shards;
    gint default_shard;
    ShardTableFull **tables;
    guint n_tables;
    GPtrArray *algorithms;     /* owned ShardAlgorithm */
    GPtrArray *generators;     /* owned ShardGenerator */
    GPtrArray *zones;          /* owned GTimeZone */
    GHashTable *shard_by_name; /* name -> number + 1 */
    GHashTable *table_by_name; /* exact */
    GHashTable *table_by_fold; /* lower case -> table, or the rules where several fit */
    GHashTable *actuals;       /* "shard/table" in lower case -> GArray of ShardActual */
    GHashTable *routines;      /* lower case -> ShardRoutine */
    GPtrArray *warnings;       /* char*, NULL-terminated at the end */
};

typedef struct {
    const ShardTableFull *table;
    guint node;
} ShardActual;

/* State of one loading. */
typedef struct {
    ShardRules *rules;
    const ShardRulesFile *file;
    GHashTable *algorithms; /* name -> ShardAlgorithm */
    GHashTable *generators; /* name -> ShardGenerator */
    const char *time_zone;  /* [shardodbc] time-zone; NULL: none */
} ShardRulesLoader;

/* rules-table.c: a [table x] group.  NULL and *error. */
ShardTableFull *shard_rules_load_table(ShardRulesLoader *loader, const ShardRulesGroup *group,
                                       GError **error);
void shard_rules_table_clear(ShardTableFull *self);
/* rules-strategy.c: keys, algorithms, types of keys. */
gboolean shard_rules_load_strategies(ShardRulesLoader *loader, const ShardRulesGroup *group,
                                     ShardTableFull *table, GError **error);
/* The zone of that name (NULL: UTC), kept with the rules; NULL: there is none. */
GTimeZone *shard_rules_find_zone(ShardRulesLoader *loader, const char *name);
#define SHARD_RULES_NO_ZONE                                                                        \
    "'%s' is no time zone of this system; they are written as Europe/Berlin or +08:00"
/* After the nodes are known: targets, look-ups, checks of algorithms. */
gboolean shard_rules_finish_table(ShardRulesLoader *loader, const ShardRulesGroup *group,
                                  ShardTableFull *table, GError **error);
/* rules-bind.c: all binding groups. */
gboolean shard_rules_load_bindings(ShardRulesLoader *loader, GError **error);

/* The list in the arena, NULL-terminated. */
const char *const *shard_rules_name_list(ShardArena *arena, const GPtrArray *names);

/* The name that a key of the group gives, without its quotes; NULL: there is no such key. */
const char *shard_rules_reference(const ShardRulesLoader *self, const ShardRulesGroup *group,
                                  const char *key);

/* "; it has ds_0, ds_1": for the error about a name that isn't there; in the rules' arena. */
const char *shard_rules_known_shards(const ShardRulesLoader *self);
const char *shard_rules_known_names(const ShardRulesLoader *self, GHashTable *named);
