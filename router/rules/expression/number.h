/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * number.h - Groovy's arithmetic: the wider operand decides (Integer, Long, BigInteger, BigDecimal,
 * then Double before all).
 */
#pragma once

#include "router/base/decimal.h"
#include "router/rules/expression/value.h"

typedef enum {
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_MODULO,
    EXPR_INTDIV,
    EXPR_AND,
    EXPR_OR,
    EXPR_XOR,
    EXPR_SHIFT_LEFT,
    EXPR_SHIFT_RIGHT,
    EXPR_SHIFT_RIGHT_UNSIGNED
} ExprOperator;

/* Both are numbers. */
gboolean expr_arithmetic(ExprContext *context, ExprOperator op, const ExprValue *a,
                         const ExprValue *b, ExprValue *out);
gboolean expr_negate(ExprContext *context, const ExprValue *value, ExprValue *out);
gboolean expr_complement(ExprContext *context, const ExprValue *value, ExprValue *out);
int expr_compare_numbers(const ExprValue *a, const ExprValue *b);

/* A decimal made from the number; (out initialised by the caller). */
gboolean expr_to_decimal(const ExprValue *value, ShardDecimal *out);
ExprValue expr_from_decimal(ExprContext *context, const ShardDecimal *number);
ExprValue expr_from_integer(ExprContext *context, const ShardDecimal *number); /* a BigInteger */

/* Number.intValue(), longValue(), doubleValue(). */
gint64 expr_long_value(const ExprValue *value);
gint32 expr_int_value(const ExprValue *value);
double expr_double_value(const ExprValue *value);
