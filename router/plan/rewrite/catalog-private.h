/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* catalog-private.h - what the files about questions to the system catalogs share. */
#pragma once

#include "router/plan/steps/derive.h"

typedef struct {
    ShardPrepared *prepared;
    const ShardPlanInput *input;
    ShardEdits *edits;
    GString *whens;         /* WHEN 't_0' THEN 't' … */
    GPtrArray *plain;       /* columns that are compared with constants: they stay as they are */
    gboolean replaced;      /* an actual name stands for a logical one */
    gboolean maps_back;     /* and the answer names its table */
    gboolean says_database; /* DATABASE() stands for the logical database's name */
    gboolean names_node;    /* a node is asked for by its own name */
} ShardNamer;

/* Is it a column of a catalog that holds a table's name? */
gboolean shard_namer_is_name(const ShardNamer *self, const ShardExpr *expr);
/* A name between quotes; one with anything to be escaped isn't simple, and not looked for. */
void shard_namer_append_string(GString *out, const char *text);
gboolean shard_namer_is_simple(const char *name);
/* column as the logical name; with_label: called as it was. */
void shard_namer_map(const ShardNamer *self, const ShardExpr *column, gboolean with_label);

/* catalog-list.c: logical names for the tables of the shard that is asked into whens, names that
 * aren't shown into hidden. */
void shard_namer_read_rules(ShardNamer *self, GString *hidden);
/* An item that is a table's name, or SQLite's *; FALSE: it is something else. */
gboolean shard_namer_map_item(ShardNamer *self, const ShardQuery *query, const ShardItem *item);
/* catalog-definition.c: the tables that definitions of foreign keys refer to; FALSE: none is asked
 * for. */
gboolean shard_namer_map_definitions(ShardNamer *self);
/* A question that names no table is answered with logical names, each once. */
gboolean shard_namer_list(ShardNamer *self);
/* catalog-show.c: the text for SHOW TABLES; FALSE: it is something else, or good as it is. */
gboolean shard_namer_show_tables(ShardNamer *self, ShardText *out);
