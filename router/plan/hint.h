/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hint.h - what a statement's comment asks of the router.
 *
 *   SHARDODBC: shard=ds_1
 *   SHARDINGSPHERE_HINT: t_order.SHARDING_DATABASE_VALUE=1, WRITE_ROUTE_ONLY=true
 *   + READ_CONSISTENCY(WEAK) QUERY_TIMEOUT(1000000)        (begins with a plus)
 *
 * A leading comment, or one right behind the first word, is read; behind ShardingSphere's words one
 * anywhere, as there.
 */
#pragma once

#include "router/plan/router.h"

/* A value for hint algorithms; table NULL: for all tables. */
typedef struct {
    char *table;
    char *value;
} ShardHintValue;

typedef struct {
    char *shard;                         /* send as it is to that shard; NULL none */
    GArray *shard_values, *table_values; /* ShardHintValue */
    gboolean write_route_only, skip_rewrite, weak, strong;
    gboolean shadow; /* asks for a database of test rows, which there is none of */
    guint64 timeout; /* microseconds; 0 none */
} ShardHintSet;

/* NULL without error: the text has no hint.  42000 for one that isn't understood. */
ShardHintSet *shard_hints_parse(const ShardTokens *tokens, GError **error);
/* What attributes of statement or connection say, and the comment (NULL none).  What the comment
 * says of where (shard, values), and of what may answer (consistency, primary), wins as a whole. */
ShardHintSet *shard_hints_from_attributes(const ShardHints *hints, const ShardHintSet *comment);
void shard_hints_free(ShardHintSet *self); /* accepts NULL */

/* The values for a table, as hint algorithms take them; in the arena. */
const ShardValue *shard_hints_values(const GArray *values, const char *table, ShardArena *arena,
                                     guint *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardHintSet, shard_hints_free)
