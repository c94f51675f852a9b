/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gather-private.h - tables whose rows are read first: what is asked, and what is written then. */
#pragma once

#include "router/plan/steps/gather.h"

typedef struct {
    ShardPrepared *prepared;
    const ShardAnalysis *analysis;
    ShardArena *arena;
} ShardGatherer;

/* gather-check.c: does the answer depend on nothing but the rows, whatever order they come in, and
 * can all sharded tables in it be replaced? */
gboolean shard_gather_check(const ShardGatherer *self);

/* gather-text.c: the columns of that reference that the statement may name, as numbers of its
 * table's; NULL: one is of a type that no literal is certain to give. */
GArray *shard_gather_columns(const ShardGatherer *self, guint table);
/* SELECT of those columns' literals, with the predicates that concern this table alone. */
ShardText shard_gather_question(const ShardGatherer *self, guint table, const GArray *columns);
/* Items whose text is their label keep it, where rows are written into them; FALSE: one is longer
 * than the brand's labels may be. */
gboolean shard_gather_keep_labels(const ShardGatherer *self, ShardEdits *edits);
/* The table's place becomes the rows. */
void shard_gather_write(const ShardGatherer *self, guint table, const GArray *columns,
                        const ShardAnswer *answer, ShardEdits *edits);
