/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * config.h - a sharding configuration as ShardingSphere means it, whatever version and format said
 * it; and what is to be told about it.
 *
 *   tree (tree.h) -> config (here) -> rules file and ini sections (write.h)
 */
#pragma once

#include "tools/import/tree.h"

typedef enum {
    IMPORT_NOTE, /* done otherwise, or nothing to do */
    IMPORT_LOST  /* has no counterpart: the result does less than the original */
} ImportLevel;

typedef struct {
    ImportLevel level;
    char *place; /* "line 12: rules/…"; NULL none */
    char *text;
} ImportMessage;

typedef struct {
    char *text;
    char *place; /* NULL none */
} ImportText;

typedef struct {
    char *name;
    char *url; /* NULL: not given */
    char *user, *password;
    char *place;
} ImportSource;

/* Read/write splitting: a logical data source. */
typedef struct {
    char *name;
    char *write;
    GPtrArray *reads; /* char* */
    char *balancer;   /* of config->balancers; NULL: none is named */
    char *place;
} ImportGroup;

/* An algorithm or a key generator. */
typedef struct {
    char *name;
    char *type;
    GPtrArray *properties; /* name, value in turn; ShardingSphere's names */
    char *place;
} ImportAlgorithm;

typedef struct {
    GPtrArray *columns; /* char* */
    char *algorithm;    /* of config->algorithms; NULL: none */
    gboolean is_hint;
    gboolean is_lost; /* there is one, but it can't be had here */
    char *lost;       /* what it was, for comments */
    char *place;
} ImportStrategy;

typedef struct {
    char *name;
    char *nodes;                   /* NULL: not given */
    char *auto_shards;             /* an auto table */
    ImportStrategy *shard, *table; /* NULL: not given, the default counts */
    char *generate_column, *generator;
    gboolean refuse_scatter;
    gboolean no_audit; /* says itself that it has none, so that the default doesn't count */
    char *place;
} ImportTable;

typedef struct {
    char *catalog;         /* databaseName, schemaName; NULL */
    GPtrArray *sources;    /* ImportSource* */
    GPtrArray *groups;     /* ImportGroup* */
    GPtrArray *tables;     /* ImportTable* */
    GPtrArray *algorithms; /* ImportAlgorithm* */
    GPtrArray *generators; /* ImportAlgorithm* */
    GPtrArray *balancers;  /* ImportAlgorithm*: how reads are dealt over replicas */
    GPtrArray *bindings;   /* ImportText*: "t_order,t_order_item" */
    GPtrArray *broadcasts; /* char* */
    GPtrArray *singles;    /* ImportText*: "ds_0.t", "ds_0.public.t", with * */
    ImportStrategy *default_shard_strategy, *default_table_strategy; /* NULL none */
    char *default_column;                                            /* of keys */
    char *default_generate_column, *default_generator;
    gboolean default_refuse_scatter;
    char *default_source;
    gboolean finds_singles; /* the version finds unnamed tables itself */
    gboolean two_phase;
    GPtrArray *messages;  /* ImportMessage* */
    GHashTable *auditors; /* names whose type refuses statements without keys */
} ImportConfig;

ImportConfig *import_config_new(void);
void import_config_free(ImportConfig *self);
/* Reads the tree into a new config.  NULL and *error when there is no sharding configuration. */
ImportConfig *import_config_read(ImportNode *root, GError **error);

/* node may be NULL: no place. */
void import_say(ImportConfig *self, ImportLevel level, const ImportNode *node, const char *format,
                ...) G_GNUC_PRINTF(4, 5);
/* The same where the node is gone. */
void import_say_at(ImportConfig *self, ImportLevel level, const char *place, const char *format,
                   ...) G_GNUC_PRINTF(4, 5);
char *import_place(const ImportNode *node); /* (transfer full) */

/* Adders; the strings are copied. */
ImportSource *import_add_source(ImportConfig *self, const char *name, const ImportNode *node);
ImportGroup *import_add_group(ImportConfig *self, const char *name, const ImportNode *node);
ImportTable *import_add_table(ImportConfig *self, const char *name, const ImportNode *node);
ImportTable *import_find_table(const ImportConfig *self, const char *name); /* case-blind */
/* Takes properties (a list of name, value; NULL: none). */
ImportAlgorithm *import_add_algorithm(GPtrArray *list, const char *name, const char *type,
                                      GPtrArray *properties, const ImportNode *node);
const ImportAlgorithm *import_find_algorithm(const GPtrArray *list, const char *name);
/* An INLINE or COMPLEX_INLINE algorithm of that expression: an equal one that is there already, or
 * a new one with a name made from hint.  (transfer none) */
const char *import_inline_algorithm(ImportConfig *self, const char *hint, const char *type,
                                    const char *expression, const ImportNode *node);
void import_add_text(GPtrArray *list, const char *text, const ImportNode *node);
/* Sets what is said last; NULL says nothing. */
void import_set_text(char **place, const char *text);
void import_set_strategy(ImportStrategy **place, ImportStrategy *strategy); /* takes it */
ImportStrategy *import_strategy_new(const ImportNode *node);
void import_strategy_free(ImportStrategy *self);

/* A map of algorithms, generators or balancers; NULL: none. */
void import_read_algorithms(GPtrArray *list, ImportNode *map);
/* Groups of names with commas; NULL: none. */
void import_read_bindings(ImportConfig *self, ImportNode *node);

/* Parts of the reading, a file each. */
void import_read_sources(ImportConfig *self, ImportNode *sources); /* dataSources: a map */
void import_read_rules(ImportConfig *self, ImportNode *rules); /* 5.x: a list, or Spring's map */
void import_read_sharding_rule(ImportConfig *self, ImportNode *rule); /* 3.x and 4.x */
void import_read_master_slave(ImportConfig *self, ImportNode *rule, const char *name);
void import_read_master_slaves(ImportConfig *self, ImportNode *rules); /* a map of them, or NULL */
/* Keys beside the rules that have no part here. */
void import_read_idle(ImportConfig *self, ImportNode *parent);
void import_read_mode(ImportConfig *self, ImportNode *mode);
void import_read_props(ImportConfig *self, ImportNode *props);
/* The keys of a YAML file; says what is not understood.  FALSE: there is no rule. */
gboolean import_read_plain(ImportConfig *self, ImportNode *root);
gboolean import_read_spring(ImportConfig *self, ImportNode *root); /* FALSE: none of it is there */
gboolean import_read_beans(ImportConfig *self, ImportNode *root);  /* Spring's XML */
void import_read_key_generator(ImportConfig *self, ImportNode *node, const char *hint,
                               char **out_column, char **out_generator);
/* Says it where a node has strategies of more than one kind; the last of kinds is taken then. */
void import_check_one_strategy(ImportConfig *self, const ImportNode *node, const char *const *kinds,
                               guint n_kinds);
/* Strategies of 3.x and 4.x. */
ImportStrategy *import_read_old_strategy(ImportConfig *self, ImportNode *node, const char *hint);
void import_read_encrypt(ImportConfig *self, ImportNode *rule);
void import_read_shadow(ImportConfig *self, ImportNode *rule);
/* What is understood, but has no part here: says why, and which keys stand in it; all of it is
 * marked.  node NULL: nothing. */
extern const char import_for_programs[]; /* why configMap is passed over */
void import_pass_over(ImportConfig *self, ImportLevel level, ImportNode *node, const char *why);
/* Says it where a map is wanted, and a text or a list stands. */
void import_check_map(ImportConfig *self, const ImportNode *node);
/* Says what was not asked for. */
void import_report_unseen(ImportConfig *self, ImportNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportConfig, import_config_free)
