/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * expr.h - expressions over final values, computed as the brand would.
 *
 * An expression is compiled once per merge: every node gets its type (PostgreSQL's and MariaDB's
 * arithmetic depends on declared types, not on values: 0 may be an integer or a numeric) and, for
 * MariaDB, the digits that it shows.  What isn't certain to come out as the brand's own is refused
 * then.
 */
#pragma once

#include "driver/merge/operator/operators.h"
#include "router/plan/merge/functions.h"

typedef struct _ShardMergeProgram ShardMergeProgram;

/* NULL with 0A000. */
ShardMergeProgram *shard_merge_program_new(const ShardLayout *layout, const ShardMergeExpr *expr,
                                           GError **error);
void shard_merge_program_free(ShardMergeProgram *self); /* accepts NULL */
ShardSlotType shard_merge_program_type(const ShardMergeProgram *self);

/* Text of the value lies in arena or in the row. */
gboolean shard_merge_program_eval(ShardMergeProgram *self, const ShardValue *row, ShardArena *arena,
                                  ShardValue *out_value, GError **error);
/* TRUE when the value is true; *out_true isn't for NULL. */
gboolean shard_merge_program_test(ShardMergeProgram *self, const ShardValue *row, ShardArena *arena,
                                  gboolean *out_true, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardMergeProgram, shard_merge_program_free)
