/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * functions.h - the calls and casts that merging evaluates itself, per brand.
 *
 * An expression over aggregates (SUM(a) / COUNT(*), ROUND(AVG(x), 2)) is evaluated on final values
 * only when every call in it is in this table: there the result is the brand's own, digit by digit.
 */
#pragma once

#include "router/base/identifier.h"
#include "router/rules/schema.h"

#include <glib.h>

typedef enum {
    SHARD_CALL_ADD,
    SHARD_CALL_SUBTRACT,
    SHARD_CALL_MULTIPLY,
    SHARD_CALL_DIVIDE,
    SHARD_CALL_INTEGER_DIVIDE, /* MariaDB's DIV */
    SHARD_CALL_MODULO,
    SHARD_CALL_NEGATE,
    SHARD_CALL_PLUS,
    SHARD_CALL_EQUAL,
    SHARD_CALL_NOT_EQUAL,
    SHARD_CALL_LESS,
    SHARD_CALL_LESS_EQUAL,
    SHARD_CALL_GREATER,
    SHARD_CALL_GREATER_EQUAL,
    SHARD_CALL_NULL_SAFE_EQUAL,
    SHARD_CALL_CONCAT_OPERATOR,
    SHARD_CALL_CONCAT,
    SHARD_CALL_COALESCE,
    SHARD_CALL_NULLIF,
    SHARD_CALL_GREATEST,
    SHARD_CALL_LEAST,
    SHARD_CALL_IF,
    SHARD_CALL_ABS,
    SHARD_CALL_ROUND,
    SHARD_CALL_TRUNCATE,
    SHARD_CALL_FLOOR,
    SHARD_CALL_CEILING,
    SHARD_CALL_N
} ShardMergeCall;

typedef struct {
    const char *name; /* operator or function, lower case */
    ShardMergeCall call;
    guint dialects; /* bits 1 << ShardDialect */
    guint min_args, max_args;
} ShardMergeFunction;

typedef struct {
    ShardTypeClass type;     /* BOOLEAN, INTEGER, BIGINT, UNSIGNED, DECIMAL, FLOAT, DOUBLE, TEXT */
    guint bits;              /* of an integer: 16, 32, 64 */
    gint32 precision, scale; /* DECIMAL; TEXT: most characters; -1 not given */
} ShardMergeCast;

/* NULL when merging can't evaluate it. */
const ShardMergeFunction *shard_merge_function_find(ShardDialect dialect, const char *name,
                                                    guint n_args);
gboolean shard_merge_expr_supported(ShardDialect dialect, const char *name, guint n_args);

/* type_name as written, with arguments if any: "numeric(10,2)", "signed integer".  FALSE when
 * merging can't cast to it. */
gboolean shard_merge_cast_parse(ShardDialect dialect, const char *type_name,
                                ShardMergeCast *out_cast);
