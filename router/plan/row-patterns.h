/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * row-patterns.h - how the rows of a multi-row INSERT were dealt to nodes by earlier executes.
 *
 *   VALUES (?, ?), (?, ?), (?, ?)      nodes 0, 1, 0; and again 0, 1, 0: pattern 1
 *
 * The texts that the nodes get depend on the pattern alone.  They are worth keeping, prepared at
 * the shards, only if it comes again, which rows with random keys never do.
 * A row alone has one pattern, whatever its node.
 */
#pragma once

#include <glib.h>

typedef struct _ShardRowPatterns ShardRowPatterns;

ShardRowPatterns *shard_row_patterns_new(void);
void shard_row_patterns_free(ShardRowPatterns *self); /* accepts NULL */

/* The pattern's number, from 1; 0: it comes for the first time, or there are enough. */
guint shard_row_patterns_number(ShardRowPatterns *self, const guint *nodes, guint n_rows);
