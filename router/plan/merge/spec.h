/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spec.h - what has to be done to the rows of several units to make one result.
 *
 * A unit's row has the visible columns, as the application's text asks for them, and behind them
 * the hidden ones that the rewriter added.  A slot names one of them: 0.. counts the visible
 * columns from the left, -1, -2 … the hidden ones (-1 is the first hidden).  How many are visible
 * is known only when the unit is described (a select list may hold *): total - n_hidden.
 *
 * Order of the steps: group (or distinct), aggregates, computed, having, order, offset, limit,
 * hidden columns cut off.  Aggregates and computed values are written into slots of the row.
 */
#pragma once

#include "router/base/identifier.h"
#include "router/base/value.h"
#include "router/rules/schema.h"

#include <glib.h>

typedef gint ShardSlot;
#define SHARD_SLOT_HIDDEN(n) (-1 - (ShardSlot) (n))
#define SHARD_SLOT_NONE G_MININT

/* How values of a slot compare.  Numbers, dates, bytes, booleans compare by value whatever this
 * says; it matters for text.  UNKNOWN text is refused when the stream turns out to hold text. */
typedef struct {
    ShardCollation collation;
    ShardSlot weight; /* MYSQL: slot of WEIGHT_STRING(...); else SHARD_SLOT_NONE */
    /* weight is a value that compares in this one's place: a time in UTC, a date's text */
    gboolean by_weight;
    ShardSlot storage;   /* sqlite: slot of typeof(x); else SHARD_SLOT_NONE */
    ShardTypeClass type; /* declared; UNKNOWN: as the values come */
} ShardCompare;

typedef struct {
    ShardSlot slot;
    ShardCompare compare;
    gboolean descending;
    gboolean nulls_first; /* resolved per brand already */
} ShardMergeKey;

typedef enum {
    SHARD_AGGREGATE_COUNT, /* input: partial counts; or with distinct: the values */
    SHARD_AGGREGATE_SUM,
    /* input: partial sum, input2: partial count; target: partial average, which counts instead of
     * the sum where that is a PostgreSQL real.  With distinct, input: the values */
    SHARD_AGGREGATE_AVG,
    SHARD_AGGREGATE_MIN,
    SHARD_AGGREGATE_MAX,
    SHARD_AGGREGATE_BOOL_AND,
    SHARD_AGGREGATE_BOOL_OR,
    SHARD_AGGREGATE_BIT_AND,
    SHARD_AGGREGATE_BIT_OR,
    SHARD_AGGREGATE_BIT_XOR,
    SHARD_AGGREGATE_VAR_POP, /* variance families: input holds the raw arguments */
    SHARD_AGGREGATE_VAR_SAMP,
    SHARD_AGGREGATE_STDDEV_POP,
    SHARD_AGGREGATE_STDDEV_SAMP,
    SHARD_AGGREGATE_STRING, /* string_agg, group_concat over raw arguments */
    SHARD_AGGREGATE_ANY     /* one node's value (a bare column that the brand allows) */
} ShardAggregateKind;

typedef struct {
    ShardAggregateKind kind;
    gboolean distinct;
    gboolean in_halves;   /* SUM: an integer input is to be taken 10^9 times, and input2 added */
    gboolean by_plan;     /* is_quotient: only if the nodes' plans keep them */
    gboolean is_quotient; /* mysql: input has more decimals than target's column, which are shown */
    /* MIN, MAX of dates: what is computed with must be what the driver shows of it */
    gboolean must_be_shown;
    ShardSlot input, input2;
    ShardSlot target;
    ShardCompare compare;        /* of the input: MIN, MAX, distinct */
    ShardTypeClass argument;     /* declared type of the argument, where known */
    gint32 argument_scale;       /* mysql DECIMAL: for AVG's scale; -1 unknown */
    const ShardValue *separator; /* STRING */
    const ShardMergeKey *order;  /* STRING: order of the raw arguments */
    guint n_order;
} ShardMergeAggregate;

typedef enum {
    SHARD_MERGE_EXPR_SLOT,
    SHARD_MERGE_EXPR_VALUE,
    SHARD_MERGE_EXPR_CALL, /* name: operator or function in lower case; args */
    SHARD_MERGE_EXPR_AND,
    SHARD_MERGE_EXPR_OR,
    SHARD_MERGE_EXPR_NOT,
    SHARD_MERGE_EXPR_IN, /* args[0] in args[1..]; negated */
    SHARD_MERGE_EXPR_BETWEEN,
    SHARD_MERGE_EXPR_IS_NULL, /* negated */
    SHARD_MERGE_EXPR_CASE,    /* args as ShardExpr's */
    SHARD_MERGE_EXPR_CAST     /* args[0]; name = type name, with arguments if any */
} ShardMergeExprKind;

typedef struct ShardMergeExpr ShardMergeExpr;
struct ShardMergeExpr {
    ShardMergeExprKind kind;
    const char *name;
    ShardSlot slot;
    ShardCompare compare; /* SLOT: how it compares */
    ShardValue value;
    ShardMergeExpr **args; /* entries NULL as in CASE */
    guint n_args;
    gboolean negated;
};

typedef struct {
    ShardSlot target;
    const ShardMergeExpr *expr;
} ShardMergeComputed;

typedef enum {
    SHARD_GROUP_NONE,
    SHARD_GROUP_SORTED, /* streams are sorted by the group keys: stream groups */
    SHARD_GROUP_HASHED, /* any order */
    SHARD_GROUP_ALL     /* no GROUP BY: one group, one row even of nothing */
} ShardGroupMode;

typedef enum {
    SHARD_MERGE_UNION_ALL,
    SHARD_MERGE_UNION,
    SHARD_MERGE_INTERSECT,
    SHARD_MERGE_EXCEPT,
    SHARD_MERGE_INTERSECT_ALL, /* each row as often as in the one that has it less often */
    SHARD_MERGE_EXCEPT_ALL     /* each row of the right takes one off */
} ShardMergeSetKind;

typedef enum { SHARD_MERGE_TYPED, SHARD_MERGE_NULL, SHARD_MERGE_STRING } ShardMergeLiteral;

/* A set operation whose branches are merged each for itself: two sets, or (left NULL) one branch,
 * which units it has and what is done to their rows. */
typedef struct ShardMergeSet ShardMergeSet;
struct ShardMergeSet {
    ShardMergeSetKind kind;
    const ShardMergeSet *left, *right;
    const struct ShardMergeSpec *spec;
    guint first_unit, n_units;
    /* Per item of a branch: a literal that takes its type from the other branches. */
    const ShardMergeLiteral *literals;
    guint n_literals;
    const char *text; /* of a branch's merge, for people */
};

typedef struct {
    gint8 decimals; /* of floating numbers; -1: as many as it takes */
    guint8 digits;  /* of whole ones, at least: ZEROFILL */
} ShardTextForm;

typedef struct ShardMergeSpec {
    ShardDialect dialect;
    /* The rows are those of a set operation; equal by distinct_compares.  NULL: the units' own. */
    const ShardMergeSet *set;
    gboolean is_doubtful; /* only the columns' types tell whether the values compare */
    guint n_hidden;
    ShardGroupMode group;
    const ShardMergeKey *group_keys;
    guint n_group_keys;
    const ShardMergeAggregate *aggregates;
    guint n_aggregates;
    gboolean distinct;                     /* over all visible columns */
    const ShardCompare *distinct_compares; /* per visible column; NULL: bytes */
    guint n_distinct_compares;
    const ShardMergeKey *distinct_on; /* DISTINCT ON: the first row of each, in order */
    guint n_distinct_on;
    const ShardMergeComputed *computed;
    guint n_computed;
    const ShardSlot *guessed; /* sqlite: columns without a declared type, whose driver tells the
                                 type of the first row's value */
    guint n_guessed;
    /* mysql: how numbers are written, per visible column from the left. */
    const ShardTextForm *text_forms;
    guint n_text_forms;
    const ShardMergeExpr *having;
    /* Streams come sorted by order when streams_sorted; else the result is sorted here. */
    const ShardMergeKey *order;
    guint n_order;
    gboolean streams_sorted;
    guint64 offset;
    gboolean has_limit;
    guint64 limit;
    gboolean with_ties;
    gboolean leading_shard_column; /* EXPLAIN of a scatter: first column says the shard */
} ShardMergeSpec;
