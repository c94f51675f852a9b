/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gather-private.h - tables whose rows are read first: what is asked, and what is written then. */
#pragma once

#include "router/plan/steps/gather.h"

typedef struct {
    ShardPrepared *prepared;
    const ShardAnalysis *analysis;
    ShardArena *arena;
    ShardAnswerLimits limits;
    gint target; /* the table that is written, which isn't read; -1: a SELECT */
    gint home;   /* the shard of tables that stay where they are; -1: every shard has those */
} ShardGatherer;

/* Is that reference one whose rows are read?  Single tables stay where they are, and so the answer
 * comes from their shard; one that lies on yet another shard is read, too. */
gboolean shard_gather_reads(const ShardGatherer *self, guint table);

/* gather-check.c: does the answer depend on nothing but the rows, whatever order they come in, and
 * can all tables that are read be replaced?  Finds the home. */
gboolean shard_gather_check(ShardGatherer *self);
/* Has the shard that answers a table of that name, whose columns the rows' are modelled on? */
gboolean shard_gather_has_pattern(const ShardGatherer *self, guint table);

/* Are the rows to be written without a table of the shard as their model?  A write goes to several
 * shards, and such a table would be one more that they don't share. */
gboolean shard_gather_stands_alone(const ShardGatherer *self, guint table);

/* gather-literal.c: an expression of the column, written %s, that gives what is to be written;
 * NULL: none is certain. */
const char *shard_gather_literal(const ShardGatherer *self, const ShardColumnSchema *column);

/* gather-text.c: the columns of that reference that the statement may name, as numbers of its
 * table's; NULL: one is of a type that no literal is certain to give. */
GArray *shard_gather_columns(const ShardGatherer *self, guint table);
/* SELECT of those columns' literals, with the predicates that concern this table alone. */
ShardText shard_gather_question(const ShardGatherer *self, guint table, const GArray *columns);
/* What is known of the reference's table. */
const ShardTableSchema *shard_gather_facts(const ShardGatherer *self, guint table);

/* gather-write.c: items whose text is their label keep it, where rows are written into them;
 * FALSE: one is longer than the brand's labels may be. */
gboolean shard_gather_keep_labels(const ShardGatherer *self, ShardEdits *edits);
/* The table's place becomes the rows. */
void shard_gather_write(const ShardGatherer *self, guint table, const GArray *columns,
                        const ShardAnswer *answer, ShardEdits *edits);
/* Is every value what it was? */
gboolean shard_gather_is_exact(const ShardAnswer *answer);
