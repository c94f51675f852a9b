/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * expression.h - inline expressions: the part of Groovy that sharding rules are written in.
 *
 *   t_order_${order_id % 2}                    with a value: the name of a target
 *   ds_$->{0..1}.t_order_${['a', 'b']}         without: all names, leftmost hole slowest
 *
 * A text is compiled once; what is not understood is refused then, with its column.  Values have
 * Groovy's types and arithmetic (Integer wraps at 32 bits, % keeps the sign, / gives a decimal).
 * Immutable once made; an evaluation allocates nothing where only integers and text are used.
 */
#pragma once

#include "router/base/error.h"
#include "router/rules/algorithm.h"

#include <glib.h>

typedef struct _ShardExpression ShardExpression;

/* NULL and *error (SHARD_ERROR_RULES) naming the column of what is not understood. */
ShardExpression *shard_expression_new(const char *text, GError **error);
void shard_expression_free(ShardExpression *self); /* accepts NULL */

const char *shard_expression_source(const ShardExpression *self);
/* Names that must be bound, as written; NULL-terminated. */
const char *const *shard_expression_variables(const ShardExpression *self);
/* The constant text before the first hole. */
const char *shard_expression_literal_prefix(const ShardExpression *self);
/* TRUE if a "/" may give a fraction: what a strange result is then explained by. */
gboolean shard_expression_has_division(const ShardExpression *self);

/* Room for a result: the text lies in it, or in memory that _clear gives back. */
typedef struct {
    const char *text;
    gsize size;
    char room[192];
    ShardArena *arena; /* NULL until needed */
} ShardExpressionResult;

void shard_expression_result_clear(ShardExpressionResult *self);

/* The text for these values (names are compared case-blind).  out is initialised here and must be
 * cleared in any case. */
gboolean shard_expression_evaluate(const ShardExpression *self, const ShardKeyValues *values,
                                   ShardExpressionResult *out, GError **error);

/* All texts of a node pattern without variables (transfer full: GPtrArray of char*).  More than
 * limit is an error. */
GPtrArray *shard_expression_expand(const ShardExpression *self, guint limit, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardExpression, shard_expression_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ShardExpressionResult, shard_expression_result_clear)
