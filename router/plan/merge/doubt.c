/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * doubt.c - can it be told before anything runs whether values will compare?
 *
 * Text compares only by a known collation.  What is certainly no text, or text of a known
 * collation, is in no doubt; for the rest a shard is asked what the columns are before the
 * statement runs.
 */
#include "router/plan/merge/private.h"

#include <string.h>

static const char *const textless_functions[] = {"abs",       "ceil",     "ceiling",
                                                 "floor",     "round",    "trunc",
                                                 "truncate",  "mod",      "sign",
                                                 "length",    "year",     "month",
                                                 "day",       "hour",     "minute",
                                                 "second",    "quarter",  "dayofmonth",
                                                 "extract",   "datediff", "char_length",
                                                 "date_part", "date",     "date_trunc",
                                                 "position",  "strpos",   "character_length",
                                                 "locate",    "instr",    "unix_timestamp"};

static const char *const textless_aggregates[] = {"count",   "sum",    "avg",
                                                  "bit_and", "bit_or", "bit_xor"};

static const char *const textless_types[] = {
    "int2",   "int4",    "int8",  "integer", "int",  "smallint",    "bigint",    "numeric",
    "dec",    "decimal", "float", "float4",  "real", "float8",      "double",    "date",
    "signed", "bool",    "time",  "boolean", "uuid", "timestamptz", "timestamp", "unsigned"};

static gboolean
is_in_list(const char *name, const char *const *list, guint n)
{
    for (guint i = 0; name != NULL && i < n; i++) {
        if (g_ascii_strcasecmp(list[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_textless(const Maker *self, const ShardExpr *expr);

/* Every step-th argument from first on, and the last one of a CASE with an ELSE. */
static gboolean
are_textless(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    for (guint i = first; i < expr->n_args; i += step) {
        if (!is_textless(self, expr->args[i]))
            return FALSE;
    }
    gboolean has_else = step == 2 && expr->n_args % 2 == 0 && expr->n_args > 0;
    return !has_else || is_textless(self, expr->args[expr->n_args - 1]);
}

static gboolean
is_arithmetic(const ShardExpr *expr)
{
    return strlen(expr->name) == 1 && strchr("+-*/%", expr->name[0]) != NULL;
}

static const char *const number_functions[] = {
    "abs",  "ceil",   "ceiling", "floor",       "round",     "trunc",    "mod",
    "sign", "length", "extract", "char_length", "date_part", "position", "strpos"};

static const char *const number_types[] = {"int2",     "int4",   "int8",    "integer", "int",
                                           "smallint", "bigint", "numeric", "dec",     "decimal",
                                           "float",    "float4", "real",    "float8"};

static gboolean are_numbers(const Maker *self, const ShardExpr *expr, guint first, guint step);

/* PostgreSQL: is it certainly a number?  Times have a sum and a difference, too. */
static gboolean
is_number(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
        return column != NULL && column->type >= SHARD_TYPE_INTEGER &&
               column->type <= SHARD_TYPE_DOUBLE;
    case SHARD_EXPR_LITERAL:
        return expr->literal == SHARD_LITERAL_NULL ||
               (expr->literal == SHARD_LITERAL_VALUE &&
                self->tokens->tokens[expr->last_token].kind != SHARD_TOKEN_STRING);
    case SHARD_EXPR_MARKER:
        return TRUE;
    case SHARD_EXPR_OPERATOR:
        return is_arithmetic(expr) && are_numbers(self, expr, 0, 1);
    case SHARD_EXPR_FUNCTION:
        return is_in_list(expr->name, number_functions, G_N_ELEMENTS(number_functions));
    case SHARD_EXPR_AGGREGATE:
        return g_strcmp0(expr->name, "count") == 0 ||
               (expr->n_args == 1 && is_number(self, expr->args[0]));
    case SHARD_EXPR_CAST:
        return is_in_list(expr->name, number_types, G_N_ELEMENTS(number_types));
    case SHARD_EXPR_COALESCE:
        return are_numbers(self, expr, 0, 1);
    case SHARD_EXPR_CASE:
        return are_numbers(self, expr, 2, 2);
    default:
        return FALSE;
    }
}

/* As are_textless(). */
static gboolean
are_numbers(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    for (guint i = first; i < expr->n_args; i += step) {
        if (expr->args[i] != NULL && !is_number(self, expr->args[i]))
            return FALSE;
    }
    gboolean has_else = step == 2 && expr->n_args % 2 == 0 && expr->n_args > 0;
    const ShardExpr *last = has_else ? expr->args[expr->n_args - 1] : NULL;
    return last == NULL || is_number(self, last);
}

static gboolean
is_textless_column(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    return column != NULL && column->type != SHARD_TYPE_UNKNOWN &&
           column->type != SHARD_TYPE_TEXT && column->type != SHARD_TYPE_CHAR;
}

static gboolean
is_textless_aggregate(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *argument = maker_extreme_argument(expr);

    return argument != NULL
               ? is_textless(self, argument)
               : is_in_list(expr->name, textless_aggregates, G_N_ELEMENTS(textless_aggregates));
}

static gboolean
is_textless(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL)
        return TRUE;
    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
        return is_textless_column(self, expr);
    case SHARD_EXPR_LITERAL:
        return expr->literal != SHARD_LITERAL_VALUE ||
               self->tokens->tokens[expr->last_token].kind != SHARD_TOKEN_STRING;
    case SHARD_EXPR_OPERATOR:
        return is_arithmetic(expr) &&
               (self->dialect != SHARD_DIALECT_POSTGRESQL || is_number(self, expr));
    case SHARD_EXPR_FUNCTION:
        return is_in_list(expr->name, textless_functions, G_N_ELEMENTS(textless_functions));
    case SHARD_EXPR_AGGREGATE:
        return is_textless_aggregate(self, expr);
    case SHARD_EXPR_CAST:
        return is_in_list(expr->name, textless_types, G_N_ELEMENTS(textless_types));
    case SHARD_EXPR_COALESCE:
        return are_textless(self, expr, 0, 1);
    case SHARD_EXPR_CASE:
        return are_textless(self, expr, 2, 2);
    default:
        return shard_expr_is_truth(expr);
    }
}

void
maker_note_doubt(const Maker *self, const ShardExpr *expr, const ShardCompare *compare)
{
    gboolean has_no_order = compare->type == SHARD_TYPE_ENUM || compare->type == SHARD_TYPE_OTHER;
    gboolean may_be_text = compare->type == SHARD_TYPE_UNKNOWN ||
                           compare->type == SHARD_TYPE_TEXT || compare->type == SHARD_TYPE_CHAR;

    if (has_no_order && self->dialect != SHARD_DIALECT_SQLITE)
        self->spec->is_doubtful = TRUE;
    if (self->dialect == SHARD_DIALECT_SQLITE ||
        compare->collation.kind != SHARD_COLLATION_UNKNOWN || !may_be_text)
        return;
    if (expr == NULL ? self->no_hidden : !is_textless(self, expr))
        self->spec->is_doubtful = TRUE;
}

void
maker_note_sum(const Maker *self, const ShardExpr *argument)
{
    if (self->dialect == SHARD_DIALECT_POSTGRESQL && argument != NULL && !is_number(self, argument))
        self->spec->is_doubtful = TRUE;
}
