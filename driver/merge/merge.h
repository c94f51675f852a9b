/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * merge.h - several streams and a merge spec -> one stream, as one database would answer.
 *
 * Pull-based, exact, bounded: nothing is kept but the current row of each stream, hash groups and
 * sorted results, and those only up to memory_limit bytes (then HY001).  No ODBC, no threads.
 */
#pragma once

#include "driver/merge/stream.h"
#include "router/plan/merge/spec.h"

typedef struct {
    gsize memory_limit;             /* MergeMemory */
    gboolean trust_collation;       /* TrustCollation: unknown text order is taken to be bytes */
    guint64 max_rows;               /* SQL_ATTR_MAX_ROWS; 0: all */
    const char *const *shard_names; /* per stream; for leading_shard_column and messages */
} ShardMergeOptions;

/* Takes the streams (also on failure).  spec must outlive the result.  The result's columns are the
 * visible ones.  Fails with 0A000 when the streams' types can't be merged exactly as spec asks. */
ShardStream *shard_merge_new(const ShardMergeSpec *spec, ShardStream **streams, guint n_streams,
                             const ShardMergeOptions *options, GError **error);

/* Could streams of these columns, one entry each, be merged so?  Asked before they run; reads no
 * row. */
gboolean shard_merge_check(const ShardMergeSpec *spec, const ShardColumns *const *columns,
                           guint n_streams, const ShardMergeOptions *options, GError **error);

/* A copy that lives in the arena. */
ShardColumns *shard_columns_copy(const ShardColumns *self, ShardArena *arena);
