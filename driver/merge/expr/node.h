/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * node.h - one compiled node of an expression; private to this folder.
 */
#pragma once

#include "driver/merge/expr/arith.h"
#include "driver/merge/expr/expr.h"

typedef struct ShardMergeNode ShardMergeNode;

/* What one evaluation works on. */
typedef struct {
    ShardArith arith;
    const ShardValue *row;
} ShardMergeEval;

typedef gboolean (*ShardMergeNodeEval)(const ShardMergeNode *node, ShardMergeEval *eval,
                                       ShardValue *out_value, GError **error);

struct ShardMergeNode {
    ShardMergeNodeEval eval;
    const ShardMergeExpr *expr;
    ShardSlotType type;
    ShardMergeNode **args; /* entries NULL as in CASE */
    guint n_args;
    ShardValue constant;     /* VALUE */
    ShardComparer *comparer; /* SLOT: how it is read; comparisons: of what isn't a number */
    ShardComparer *exact;    /* SLOT: a date, in the form that tells whether it is shown; or NULL */
    ShardMergeCall call;     /* CALL */
    ShardMergeCast cast;     /* CAST */
};

/* Calls: types, then the function that evaluates.  FALSE with 0A000. */
gboolean shard_merge_node_bind_call(ShardMergeNode *node, const ShardLayout *layout,
                                    GError **error);
gboolean shard_merge_node_bind_cast(ShardMergeNode *node, const ShardLayout *layout,
                                    GError **error);
/* IN, BETWEEN, CASE with operand, NULLIF and comparisons: sets comparer where one is needed. */
gboolean shard_merge_node_bind_compare(ShardMergeNode *node, const ShardLayout *layout,
                                       ShardComparePurpose purpose, GError **error);

/* Compares two values that aren't NULL, the results of node's args of these two numbers. */
gboolean shard_merge_node_compare(const ShardMergeNode *node, ShardMergeEval *eval,
                                  const guint args[2], const ShardValue values[2], int *out_result,
                                  GError **error);

/* Common type of the given args, as COALESCE and CASE have it. */
gboolean shard_merge_node_unify(ShardMergeNode *node, const ShardLayout *layout, guint first,
                                guint step, GError **error);
/* value as node's own type. */
gboolean shard_merge_node_promote(const ShardMergeNode *node, ShardMergeEval *eval,
                                  const ShardValue *value, ShardValue *out_value, GError **error);

/* Type and MariaDB's digits of a call b. */
ShardTypeClass shard_merge_arith_type(ShardDialect dialect, ShardMergeCall call, ShardTypeClass a,
                                      ShardTypeClass b);
gint32 shard_merge_arith_scale(ShardMergeCall call, gint32 a, gint32 b);
/* A literal or parameter in quotes beside a number is meant as one; FALSE if it can't be. */
gboolean shard_merge_node_adopt_text(ShardMergeNode *node, const ShardLayout *layout);
gboolean shard_merge_node_may_be_number(const ShardMergeNode *node);

gboolean shard_merge_node_eval(const ShardMergeNode *node, ShardMergeEval *eval,
                               ShardValue *out_value, GError **error);
/* 1, 0, or -1 for NULL. */
gboolean shard_merge_node_truth(const ShardMergeNode *node, ShardMergeEval *eval, int *out_truth,
                                GError **error);
ShardValue shard_merge_truth_value(const ShardMergeEval *eval, int truth);
gboolean shard_merge_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
gboolean shard_type_is_number(ShardTypeClass type);
gboolean shard_type_is_real(ShardTypeClass type);
