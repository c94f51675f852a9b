/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * classify.h - what a statement is by its first tokens, and facts that tokens alone give; private
 * to this folder.
 *
 * Data definition, transaction control, SET, SHOW and the like are read here, for all dialects:
 * no grammar is needed to find the names in them.
 */
#pragma once

#include "router/sql/statement.h"

typedef struct {
    ShardStatement *out;
    const ShardTokens *tokens;
    const ShardSqlMode *mode;
    GArray *tables;  /* ShardTableRef */
    GArray *objects; /* ShardObjectName */
    guint at;        /* token that is read next */
    guint end;       /* behind the last one */
    gint read_from;  /* a query or DML statement starts there and is to be parsed; -1 none */
} ShardReader;

/* Sets the kind and reads what tokens give; read_from tells what is left to the grammar. */
void shard_classify(ShardReader *self);

/* Data definition: the reader stands behind CREATE, ALTER, DROP … */
void shard_read_create(ShardReader *self);
void shard_read_alter(ShardReader *self);
void shard_read_drop(ShardReader *self);
void shard_read_truncate(ShardReader *self);
void shard_read_rename(ShardReader *self);
void shard_read_grant(ShardReader *self);

/* What hangs on a table. */
void shard_read_comment(ShardReader *self);
void shard_read_label(ShardReader *self);
void shard_read_refresh(ShardReader *self);
void shard_read_owner(ShardReader *self);             /* behind SEQUENCE */
void shard_read_create_statistics(ShardReader *self); /* behind STATISTICS */
void shard_read_publication(ShardReader *self);       /* behind PUBLICATION */
void shard_read_on_table(ShardReader *self);          /* … ON table */

/* All tables that tokens let guess (guess.h) from the reader on. */
void shard_read_guess(ShardReader *self);

/* Steps over word if it is next. */
gboolean shard_reader_skip(ShardReader *self, const char *word);
gboolean shard_reader_skip_list(ShardReader *self, const char *const *words);
gboolean shard_reader_is(const ShardReader *self, guint ahead, const char *word);
gboolean shard_reader_is_name(const ShardReader *self, guint ahead);
/* The name at the reader, as it is folded; in the arena; the reader moves on.  NULL: no name. */
const char *shard_reader_name(ShardReader *self);
/* Reads schema.name into a new table reference; its number, or -1. */
gint shard_reader_table(ShardReader *self, gboolean target);
/* SQLite takes a string for a name where a name has to be: reads it, or steps over what it isn't.
 */
void shard_reader_string_table(ShardReader *self);
gint shard_reader_tables(ShardReader *self, gboolean target); /* a, b, c; the first one's number */
void shard_reader_object(ShardReader *self, ShardObjectKind kind, gint table);
void shard_reader_existing_index(ShardReader *self, gint table); /* not one that is being made */
