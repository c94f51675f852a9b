/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * check.h - the parts of shardodbc check; each adds its findings to the report.
 */
#pragma once

#include "driver/executor/session.h"
#include "router/rules/rules.h"
#include "router/rules/schema.h"
#include "tools/report.h"

typedef struct {
    const char *path; /* of the rules file */
    ShardRules *rules;
    ShardSession *session;     /* NULL without --connect */
    GPtrArray *backends;       /* ShardBackend* per shard, NULL where it can't be reached */
    const ShardSchema *schema; /* NULL: nothing known */
    Report *report;
    gboolean connect;   /* what must be there now, not only later */
    gboolean two_phase; /* the DSN says Transaction=2pc */
    gboolean repair;    /* print statements that move rows */
    guint sample;       /* misplaced rows that are shown per node */
} Check;

/* ---- without a server ---- */

/* What the rules alone tell: nodes that no key reaches, results that are no node, names that differ
 * in zeros only, shards that nothing uses, broadcast tables that don't cover. */
void check_rules(Check *self);
/* The shards' DSNs: there at all, not ShardODBC again, no Debug and CommLog, no two alike, files
 * with passwords that others can read, how many connections may come together. */
void check_dsns(Check *self);
/* The logical data source's keywords in odbc.ini. */
void check_logical(Check *self, const char *dsn);
/* Keys, indexes, collations of tables that the schema knows. */
void check_schema(Check *self);

/* ---- with --connect ---- */

/* Opens every shard. */
void check_connect(Check *self);
/* Replicas: reachable, following somebody, with every table. */
void check_replicas(Check *self);
/* Versions, time zones, encodings, limits; are two shards one database? */
void check_servers(Check *self);
/* Every node has its table, with equal columns and indexes; fills self->schema. */
ShardSchema *check_drift(Check *self);
/* What a node has besides columns and indexes, name -> value.  (transfer full), never NULL. */
GHashTable *check_read_details(ShardBackend *backend, const ShardNode *node);
typedef void (*CheckTellDetail)(gpointer data, const char *what, const char *here,
                                const char *there);
/* Tells each in which other differs from first. */
void check_compare_details(GHashTable *first, GHashTable *other, CheckTellDetail tell,
                           gpointer data);
/* Streams the keys of all rows: which lie where the rules don't look for them? */
void check_placement(Check *self);
/* Rows of a binding group that are equal in its bind-on columns lie on one node? */
void check_bind_on(Check *self);

/* "ds_0.db_1.t_order_0" (transfer full). */
char *check_node_name(const Check *self, const ShardNode *node);
/* The actual table's name as SQL of the shard's brand. */
void check_append_table(GString *sql, ShardDialect dialect, const ShardNode *node);
/* Statements that move one misplaced row: insert where it belongs, delete where it is. */
void check_repair_row(Check *self, const ShardTable *table, guint from, guint to,
                      const ShardValue *row);
/* What check_repair_row() wants in the row: each column of the table, in order. */
void check_append_repaired_columns(GString *sql, ShardDialect dialect,
                                   const ShardTableSchema *schema);
