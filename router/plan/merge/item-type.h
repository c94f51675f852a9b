/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* item-type.h - the types of what a SELECT gives, where the catalog makes them certain. */
#pragma once

#include "router/plan/analysis.h"

/* The catalog's facts of a bare column in a block; NULL unknown. */
const ShardColumnSchema *shard_item_column(const ShardAnalysis *analysis, const ShardExpr *expr,
                                           gint query);
/* The type of a block's item (a column, or COUNT, SUM, MIN, MAX, AVG of one), and how PostgreSQL
 * calls it; UNKNOWN: not certain. */
ShardTypeClass shard_item_type(const ShardAnalysis *analysis, gint query, guint item,
                               const char **out_name);
gboolean shard_is_aggregate(const ShardExpr *expr, const char *name);
