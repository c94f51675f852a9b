/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the readers of the brands' catalogs share.
 */
#pragma once

#include "driver/executor/schema/load.h"

typedef struct {
    const char *word; /* of the server, lower case */
    ShardTypeClass type;
} ShardTypeWord;

/* UNKNOWN's place is taken by fallback when no word fits. */
ShardTypeClass shard_type_of_word(const ShardTypeWord *words, guint n_words, const char *word,
                                  ShardTypeClass fallback);
/* 'text' with quotes doubled (and backslashes, for MariaDB). */
void shard_append_literal(GString *sql, const char *text, ShardDialect dialect);
/* A cell as a number; fallback for NULL. */
gint32 shard_cell_number(const char *cell, gint32 fallback);
gboolean shard_cell_true(const char *cell); /* t, true, 1, YES */
/* Is a column's default, as the catalog writes it, anything but a constant?  NULL: none. */
gboolean shard_default_is_computed(const char *text);

/* Rows of (index name, unique, primary, partial, column number from 0) in order, as indexes. */
typedef struct {
    const char *name;
    gboolean unique, primary, partial;
    gint column; /* -1: none (an expression) */
} ShardIndexRow;
void shard_indexes_from_rows(const GArray *rows, ShardArena *arena, ShardTableSchema *out);

gboolean shard_schema_read_postgresql(ShardBackend *backend, const ShardNode *node,
                                      ShardArena *arena, ShardTableSchema *out, GError **error);
gboolean shard_schema_read_mysql(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                                 ShardTableSchema *out, GError **error);
gboolean shard_schema_read_sqlite(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                                  ShardTableSchema *out, GError **error);
