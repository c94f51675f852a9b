/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * node.h - the compiled form of an expression: a tree whose nodes evaluate themselves.
 */
#pragma once

#include "router/rules/expression/number.h"

typedef struct ExprNode ExprNode;
typedef struct ExprMethod ExprMethod;

typedef gboolean (*ExprEval)(ExprContext *context, const ExprNode *node, ExprValue *out);

struct ExprNode {
    ExprEval eval;
    ExprValue constant; /* literals */
    const ExprNode *a, *b, *c;
    const ExprNode **items; /* arguments, elements, statements */
    guint n_items;
    guint detail;                     /* the operator, or a flag of the node's kind */
    ShardValueKind primitive;         /* the type where Java has an int, long, float or double in
                                         hand; else NULL */
    const char *name;                 /* variable, property, method */
    const ExprMethod *const *methods; /* NULL-terminated candidates */
};

/* Is it a literal, whose value is constant? */
gboolean expr_node_is_constant(const ExprNode *node);

/* One piece of the template: constant text, or a hole. */
typedef struct {
    const char *text;
    gsize size;
    const ExprNode *hole; /* NULL: text */
} ExprPart;

struct _ShardExpression {
    ShardArena *arena; /* owns everything below */
    const char *source;
    const char *literal_prefix; /* before the first hole */
    const ExprPart *parts;
    guint n_parts;
    const char *const *variables;
    gboolean has_division;
};

/* How each kind of node evaluates itself; operands as in node.h. */
gboolean expr_eval_constant(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_variable(ExprContext *context, const ExprNode *node, ExprValue *out);
/* A closure's parameter: detail is how many closures lie between. */
gboolean expr_eval_local(ExprContext *context, const ExprNode *node, ExprValue *out);
/* a.collect { … }: b is the closure's code. */
gboolean expr_eval_collect(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_list(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_map(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_range(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_arithmetic(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_negate(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_plus(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_complement(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_not(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_and(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_or(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_compare(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_in(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_cast(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_condition(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_index(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_call(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_static(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_property(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_sequence(ExprContext *context, const ExprNode *node, ExprValue *out);
gboolean expr_eval_return(ExprContext *context, const ExprNode *node, ExprValue *out);

/* detail of expr_eval_compare. */
typedef enum {
    EXPR_EQUAL,
    EXPR_UNEQUAL,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_THREE_WAY
} ExprComparison;

/* detail of expr_eval_range. */
typedef enum { EXPR_RANGE_CLOSED, EXPR_RANGE_OPEN } ExprRangeKind;

/* detail of expr_eval_condition: a ? b : c, or a ?: c. */
typedef enum { EXPR_TERNARY, EXPR_ELVIS } ExprConditionKind;
