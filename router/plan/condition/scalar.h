/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scalar.h - functions that certainly give one value per row.
 *
 * A function that nobody knows may be an aggregate of the application's own, and then each node's
 * value would pass for the answer.
 */
#pragma once

#include "router/sql/statement.h"

gboolean shard_function_is_scalar(const char *name);

/* The first function in the block's items, HAVING and ORDER BY that might be an aggregate; NULL
 * none. */
const char *shard_query_doubtful_function(const ShardQuery *query, ShardDialect dialect);
