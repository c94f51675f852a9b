/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/operand.h"

#include "router/rules/value-convert.h"

#include <string.h>

static const ShardValue unknown = {.kind = SHARD_VALUE_UNKNOWN};

gboolean
shard_operand_is_constant(const ShardExpr *expr)
{
    if (expr == NULL)
        return FALSE;
    switch (expr->kind) {
    case SHARD_EXPR_LITERAL:
    case SHARD_EXPR_MARKER:
        return TRUE;
    case SHARD_EXPR_CAST:
        return expr->n_args == 1 && shard_operand_is_constant(expr->args[0]);
    case SHARD_EXPR_OPERATOR:
        for (guint i = 0; i < expr->n_args; i++) {
            if (!shard_operand_is_constant(expr->args[i]))
                return FALSE;
        }
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean
is_integer(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_INTEGER || value->kind == SHARD_VALUE_LONG;
}

static ShardValue
negate(const ShardValue *value, ShardArena *arena)
{
    ShardValue negated = *value;

    if (is_integer(value) && value->i != G_MININT64) {
        negated.i = -value->i;
        return negated;
    }
    if (value->kind != SHARD_VALUE_BIG_INTEGER && value->kind != SHARD_VALUE_DECIMAL)
        return unknown;
    if (value->text.size > 0 && value->text.data[0] == '-') {
        negated.text.data++;
        negated.text.size--;
        return negated;
    }
    char *text = shard_arena_alloc(arena, value->text.size + 2);
    text[0] = '-';
    memcpy(text + 1, value->text.data, value->text.size);
    negated.text.data = text;
    negated.text.size++;
    return negated;
}

static ShardValue
literal_value(const ShardExpr *expr, const ShardConstants *constants)
{
    ShardValue value;

    if (expr->literal == SHARD_LITERAL_NULL)
        return SHARD_VALUE_INIT_NULL;
    if (expr->literal != SHARD_LITERAL_VALUE) {
        value = (ShardValue){.kind = SHARD_VALUE_BOOLEAN};
        value.i = expr->literal == SHARD_LITERAL_TRUE;
        return value;
    }
    if (!shard_token_value(constants->tokens, expr->first_token, constants->mode, constants->arena,
                           &value))
        return unknown;
    return expr->literal_sign_tokens % 2 == 0 ? value : negate(&value, constants->arena);
}

static ShardValue
marker_value(const ShardExpr *expr, const ShardConstants *constants)
{
    if (constants->values == NULL || expr->marker < 0 ||
        (guint) expr->marker >= constants->n_values)
        return unknown;
    return constants->values[expr->marker];
}

static ShardValue
fold_operator(const ShardExpr *expr, const ShardConstants *constants)
{
    ShardValue left = shard_operand_value(expr->args[0], constants);
    if (expr->n_args == 1) {
        if (strcmp(expr->name, "-") == 0)
            return negate(&left, constants->arena);
        return strcmp(expr->name, "+") == 0 && is_integer(&left) ? left : unknown;
    }
    ShardValue right = shard_operand_value(expr->args[1], constants);
    if (!is_integer(&left) || !is_integer(&right) || strlen(expr->name) != 1)
        return unknown;
    gint64 result;
    gboolean overflow = TRUE;
    if (expr->name[0] == '+')
        overflow = __builtin_add_overflow(left.i, right.i, &result);
    else if (expr->name[0] == '-')
        overflow = __builtin_sub_overflow(left.i, right.i, &result);
    else if (expr->name[0] == '*')
        overflow = __builtin_mul_overflow(left.i, right.i, &result);
    return overflow ? unknown : shard_value_long(result);
}

typedef enum { CAST_INTEGER, CAST_TEXT, CAST_DATE, CAST_TIMESTAMP, CAST_UUID } CastKind;

static const struct {
    const char *name;
    CastKind kind;
} casts[] = {
    {"int", CAST_INTEGER},        {"int2", CAST_INTEGER},    {"int4", CAST_INTEGER},
    {"int8", CAST_INTEGER},       {"integer", CAST_INTEGER}, {"bigint", CAST_INTEGER},
    {"smallint", CAST_INTEGER},   {"signed", CAST_INTEGER},  {"text", CAST_TEXT},
    {"varchar", CAST_TEXT},       {"date", CAST_DATE},       {"timestamp", CAST_TIMESTAMP},
    {"datetime", CAST_TIMESTAMP}, {"uuid", CAST_UUID},
};

static gboolean
has_fraction(const ShardValue *value)
{
    if (value->kind == SHARD_VALUE_STRING)
        return value->text.size > 0 && memchr(value->text.data, '.', value->text.size) != NULL;
    return value->kind == SHARD_VALUE_TIMESTAMP && value->time.nanosecond != 0;
}

static ShardValue
cast_value(const ShardValue *value, CastKind kind, const ShardConstants *constants)
{
    ShardValue converted;

    switch (kind) {
    case CAST_INTEGER:
        if (shard_value_convert(value, SHARD_VALUE_LONG, -1, constants->arena, &converted, NULL))
            return converted;
        return unknown;
    case CAST_TEXT:
    case CAST_UUID:
        return value->kind == SHARD_VALUE_STRING || value->kind == SHARD_VALUE_UUID ? *value
                                                                                    : unknown;
    case CAST_DATE:
        /* A cast to date cuts the time of day off; without one it changes nothing. */
        if (value->kind == SHARD_VALUE_DATE ||
            (value->kind == SHARD_VALUE_STRING && value->text.size == 10))
            return *value;
        return unknown;
    case CAST_TIMESTAMP:
        /* MariaDB's DATETIME has no digits behind the second. */
        if (constants->mode->dialect == SHARD_DIALECT_MYSQL && has_fraction(value))
            return unknown;
        if (value->kind == SHARD_VALUE_STRING || value->kind == SHARD_VALUE_TIMESTAMP ||
            value->kind == SHARD_VALUE_DATE)
            return *value;
        return unknown;
    }
    return unknown;
}

ShardValue
shard_operand_cast(const ShardExpr *expr, const ShardValue *value, const ShardConstants *constants)
{
    if (value->kind == SHARD_VALUE_NULL || expr->name == NULL)
        return value->kind == SHARD_VALUE_NULL ? *value : unknown;
    /* A length or precision may cut the value. */
    for (guint i = expr->type_first_token; i <= expr->type_last_token; i++) {
        if (i < constants->tokens->n_tokens && shard_token_is(constants->tokens, i, "("))
            return unknown;
    }
    for (guint i = 0; i < G_N_ELEMENTS(casts); i++) {
        if (strcmp(casts[i].name, expr->name) == 0)
            return cast_value(value, casts[i].kind, constants);
    }
    return unknown;
}

static ShardValue
fold_cast(const ShardExpr *expr, const ShardConstants *constants)
{
    ShardValue value = shard_operand_value(expr->args[0], constants);
    return shard_operand_cast(expr, &value, constants);
}

ShardValue
shard_operand_value(const ShardExpr *expr, const ShardConstants *constants)
{
    /* An explicit collation makes other texts equal to this one, too. */
    if (expr == NULL || expr->collation != NULL)
        return unknown;
    switch (expr->kind) {
    case SHARD_EXPR_LITERAL:
        return literal_value(expr, constants);
    case SHARD_EXPR_MARKER:
        return marker_value(expr, constants);
    case SHARD_EXPR_OPERATOR:
        return expr->n_args == 1 || expr->n_args == 2 ? fold_operator(expr, constants) : unknown;
    case SHARD_EXPR_CAST:
        return expr->n_args == 1 ? fold_cast(expr, constants) : unknown;
    default:
        return unknown;
    }
}
