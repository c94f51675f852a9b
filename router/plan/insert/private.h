/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the files of INSERT share.
 *
 *   columns.c         which value is which column's
 *   mistake.c         rows that no database of the brand would take
 *   generated.c       keys that the rules' generator makes
 *   check.c           conflicts and numbers that one node can't see or give alone
 *   text.c            each node's text, with its rows only
 *   ../plan-insert.c  the rows' nodes, and what else an INSERT may be
 *   ../plan-with.c    an INSERT that stands in, or behind, a WITH that changes rows
 */
#pragma once

#include "router/plan/router-private.h"

typedef struct {
    ShardPlanner *planner;
    const ShardInsert *insert;
    const ShardRef *ref;
    const ShardTable *table;
    const ShardTableSchema *schema; /* NULL unknown */
    gint *positions;                /* per key: number of its column in the list; -1: left out */
    gint skipped;                   /* number of the column that rows leave out; -1 none */
    gboolean generates;             /* the generated column is added */
    gint fills;                     /* its position, where rows say DEFAULT or the like; -1 none */
    gint generated_key;             /* the key that it is; -1 none */
    ShardValue *generated;          /* per row */
    guint *nodes;                   /* per row */
    GError **error;
} ShardInserter;

/* ---- mistake.c: TRUE with *error set where every database of the brand fails ---- */

/* The list of columns names one that isn't there. */
gboolean shard_inserter_tell_missing_column(const ShardInserter *self);
/* The text doesn't fit into its column, where it is never cut. */
gboolean shard_inserter_tell_too_long(const ShardInserter *self, const ShardColumnSchema *column,
                                      const ShardValue *value);

/* ---- columns.c ---- */

/* Without a column list they are the catalog's, less the one that is skipped. */
const char *shard_inserter_column(const ShardInserter *self, guint position);
guint shard_inserter_n_columns(const ShardInserter *self);
/* Its position in the rows; -1: they don't give it. */
gint shard_inserter_find_column(const ShardInserter *self, const char *name);
/* Sets positions and skipped. */
gboolean shard_inserter_find_positions(ShardInserter *self);

/* ---- generated.c ---- */

/* Does the database number the column itself for that value: DEFAULT; NULL (not PostgreSQL), and 0
 * of MariaDB? */
gboolean shard_inserter_is_numbered(const ShardInserter *self, const ShardExpr *expr,
                                    gboolean auto_increment);
/* Row's value of the generated column is to be made by the generator. */
gboolean shard_inserter_is_filled(const ShardInserter *self, guint row);
/* Makes the rows' generated values. */
gboolean shard_inserter_generate(ShardInserter *self);

/* ---- check.c ---- */

gboolean shard_inserter_check(const ShardInserter *self);

/* ---- ../plan-insert.c ---- */

/* Of a statement's INSERT into a table that the rules name. */
ShardInserter shard_inserter_of(ShardPlanner *planner, const ShardInsert *insert, GError **error);
/* Sets the nodes of its rows; positions are known. */
gboolean shard_inserter_place(ShardInserter *self);
/* The reference whose rows a query gives with all their keys, so that the target's rows lie beside
 * them; -1: there is none. */
gint shard_inserter_source(const ShardInserter *self, gint query);

/* ---- text.c ---- */

/* Where all rows belong to one node: what they get beside what is written. */
void shard_inserter_edit(const ShardInserter *self, ShardEdits *edits);

/* The plan's units: the rows' nodes are known. */
gboolean shard_inserter_make_units(ShardInserter *self);
