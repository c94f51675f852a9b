/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * inline-common.h - what INLINE, COMPLEX_INLINE and HINT_INLINE share.
 */
#pragma once

#include "router/rules/algorithm/type.h"
#include "router/rules/expression.h"

typedef struct {
    ShardAlgorithm base;
    ShardExpression *expression;
    gboolean allow_range;
    char **columns; /* COMPLEX_INLINE: sharding-columns; NULL: not said */
} ShardInline;

/* expression NULL: algorithm-expression is required. */
gboolean shard_inline_init(ShardAlgorithm *base, const ShardProperties *properties,
                           const char *default_expression, GError **error);
void shard_inline_clear(ShardAlgorithm *base);
/* Every name in the expression must be one of the keys, and its constant start that of a target. */
gboolean shard_inline_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                            const ShardTargets *targets, GError **error);
ShardPlace shard_inline_place(const ShardAlgorithm *base, const ShardTargets *targets,
                              const ShardKeyValues *values, guint *out_target, GError **error);
/* Same text apart from blanks, the constant start and the key's name. */
gboolean shard_inline_same(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
                           const char *key_b);
