/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settle.h - from what a configuration says to what a rules file says.
 *
 * Defaults are filled in, names are resolved, and each table is tried with the loader of rules:
 * what it doesn't take is left out and told, the smallest part that helps.  A table whose rows
 * can't be placed keeps its nodes (reads reach all of them, INSERT is refused); if not even these
 * are known, there is no default shard that its name could wrongly go to.
 */
#pragma once

#include "tools/import/config.h"
#include "tools/import/jdbc.h"

typedef struct {
    const char *source;     /* name of the file, for comments */
    const char *dsn;        /* of the logical data source; NULL: the catalog's name, or "sharded" */
    const char *prefix;     /* before the names of the shards' DSNs */
    const char *rules_path; /* what the DSN's Rules says */
    GHashTable *plugins;    /* Java class -> shared object; may be NULL */
} ImportOptions;

typedef struct {
    char *name;
    char *dsn;
    char *server;        /* NULL: its own */
    GPtrArray *replicas; /* char*: DSNs */
    gboolean at_random;  /* a session gets any of them */
    char *weights;       /* of the replicas, in their order; NULL: all alike */
} ImportShard;

/* A level of a table as the rules say it. */
typedef struct {
    char *keys;      /* NULL: none */
    char *algorithm; /* NULL: no strategy */
} ImportLevelText;

typedef struct {
    char *name;
    char *nodes, *auto_shards; /* NULL: not said */
    gboolean broadcast;
    ImportLevelText shard, table;
    char *generate; /* "column: generator" */
    char *bind;     /* NULL none */
    char *bind_on;  /* for the comment */
    gboolean refuse_scatter;
    gboolean is_hashed;  /* the Java type of the key counts */
    gboolean is_lost;    /* only a comment */
    GPtrArray *comments; /* char* */
    char *place;
} ImportTableText;

typedef struct {
    ImportConfig *config;
    const ImportOptions *options;
    GPtrArray *shards;     /* ImportShard* */
    GPtrArray *targets;    /* ImportTarget*, one per config->sources */
    GPtrArray *algorithms; /* char*: texts of their groups */
    GPtrArray *generators; /* char* */
    GPtrArray *tables;     /* ImportTableText* */
    GHashTable *usable;    /* names of algorithms that can be had */
    char *default_shard;   /* NULL none */
    ShardDialect dialect;
    gboolean has_lost_table;
} ImportSettled;

ImportSettled *import_settle(ImportConfig *config, const ImportOptions *options);
void import_settled_free(ImportSettled *self);

/* Parts, a file each. */
void import_settle_shards(ImportSettled *self);
void import_settle_replicas(ImportSettled *self, ImportShard *shard, const ImportGroup *group);
/* Says which load balancers, and which of their properties, no replica is dealt by. */
void import_report_balancers(ImportSettled *self);
/* Shards that nodes name, but nothing describes. */
void import_settle_node_shards(ImportSettled *self);
void import_settle_algorithms(ImportSettled *self);
void import_settle_tables(ImportSettled *self);
void import_settle_singles(ImportSettled *self);
void import_settle_bindings(ImportSettled *self);
void import_settle_conflicts(ImportSettled *self);

const ImportShard *import_find_shard(const ImportSettled *self, const char *name);
/* The shard that a data source belongs to: itself, or its group.  NULL: none. */
const ImportShard *import_home_shard(const ImportSettled *self, const char *source);
ImportTableText *import_find_table_text(const ImportSettled *self, const char *name);
ImportTableText *import_table_text_new(ImportSettled *self, const char *name, const char *place);

/* The groups of the rules file; write.c. */
void import_write_shard(GString *out, const ImportShard *shard);
void import_write_table(GString *out, const ImportTableText *table);
/* Do the rules load with just these tables?  NULL: yes, else why not.  (transfer full) */
char *import_try_tables(const ImportSettled *self, ImportTableText *const *tables, guint n);

/* The whole result.  NULL and *error: the loader of rules doesn't take it. */
char *import_write_rules(const ImportSettled *self, GError **error);
char *import_write_odbc(const ImportSettled *self);     /* odbc.ini */
char *import_write_odbcinst(const ImportSettled *self); /* odbcinst.ini */

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportSettled, import_settled_free)
