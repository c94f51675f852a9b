/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * array.h - an array of parameters as arrays: its rows are dealt to the shards, each shard
 * gets its rows as one array, all shards at once.
 *
 * Only for a plain INSERT, UPDATE or DELETE, each row of which goes to one node.  All of its rows
 * are done or none, in autocommit and inside a transaction.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

typedef enum {
    SHARD_ARRAY_DONE,
    SHARD_ARRAY_FAILED,
    SHARD_ARRAY_REFUSED,   /* row array_row can't be placed; nothing was sent */
    SHARD_ARRAY_ROW_BY_ROW /* it can't be done; nothing was sent */
} ShardArrayResult;

/* Runs all rows of the statement's parameters, *out_count rows were changed (-1 unknown).  The plan
 * stays with the statement. */
ShardArrayResult shard_stmt_run_array(ShardStmt *self, gint64 *out_count, GError **error);
