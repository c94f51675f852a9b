/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * quotient.c - MariaDB's quotients, which have more digits than they show.
 *
 *   SUM(price / 7)     one database adds 0.142857142 and the like, and shows seven decimals
 *
 * The sums of several nodes, each with its seven decimals, add up to another number.  So the nodes
 * are asked for all digits: a zero with as many decimals goes to the sum.  Where they group with a
 * temporary table they add what is shown, row by row, as one database would.  A DISTINCT aggregate
 * would have kept it from that, but here makes the nodes' groups finer; then the zero goes to the
 * argument.
 */
#include "router/plan/merge/private.h"

#include <string.h>

#define DIGITS_OF_A_WORD 9
#define MOST_OF_A_PRODUCT 31
#define MOST_DECIMALS 38
#define MORE_OF_QUOTIENTS 4 /* div_precision_increment, which isn't changed */

/* What is known of an expression's values: exact numbers with so many decimals, or one of these. */
enum { UNKNOWN = -1, REAL = -2 };

static gint digits_of(const Maker *self, const ShardExpr *expr);

static gint
in_words(gint digits)
{
    return (digits + DIGITS_OF_A_WORD - 1) / DIGITS_OF_A_WORD * DIGITS_OF_A_WORD;
}

static gint
of_quotient(gint a, gint b)
{
    gint more = MORE_OF_QUOTIENTS - (in_words(a) - a) - (in_words(b) - b);

    return in_words(in_words(a) + in_words(b) + MAX(more, 0));
}

/* REAL beside anything that is known is a real. */
static gint
together(gint a, gint b)
{
    if (a == UNKNOWN || b == UNKNOWN)
        return UNKNOWN;
    return a == REAL || b == REAL ? REAL : MAX(a, b);
}

/* The maker of the only derived table in FROM, if the server puts its query into the outer one, so
 * that nothing is rounded on the way. */
static gboolean
inner_maker(const Maker *self, ShardMergeInput *in, Maker *out_inner)
{
    gint number = maker_derived_query(self);

    if (number < 0)
        return FALSE;
    *in = *self->in;
    in->query = number;
    *out_inner = *self;
    out_inner->in = in;
    out_inner->query = &self->analysis->statement->queries[number];
    return out_inner->query->n_group == 0 && !out_inner->query->has_aggregate &&
           !out_inner->query->distinct && !out_inner->query->limit.present;
}

/* What a column of it stands for; NULL: it is a column as any other. */
static const ShardExpr *
inner_item(const Maker *self, const ShardExpr *expr, ShardMergeInput *in, Maker *out_inner)
{
    if (expr->kind != SHARD_EXPR_COLUMN || !inner_maker(self, in, out_inner))
        return NULL;
    return maker_derived_item(self, expr);
}

static gint
column_digits(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);
    ShardMergeInput in;
    Maker inner;
    const ShardExpr *item = column == NULL ? inner_item(self, expr, &in, &inner) : NULL;

    if (item != NULL)
        return digits_of(&inner, item);
    switch (column == NULL ? SHARD_TYPE_UNKNOWN : column->type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
    case SHARD_TYPE_BOOLEAN:
        return 0;
    case SHARD_TYPE_DECIMAL:
        return column->scale;
    case SHARD_TYPE_FLOAT:
    case SHARD_TYPE_DOUBLE:
    case SHARD_TYPE_TEXT:
        return REAL;
    default:
        return UNKNOWN;
    }
}

/* The arguments from first on, step apart. */
static gint
most_digits(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    gint most = 0;

    for (guint i = first; i < expr->n_args; i += step)
        most = expr->args[i] == NULL ? most : together(most, digits_of(self, expr->args[i]));
    return most;
}

/* CASE: [operand], when, then, when, then ..., [else]. */
static gint
case_digits(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *other = expr->n_args % 2 == 0 ? expr->args[expr->n_args - 1] : NULL;
    gint most = most_digits(self, expr, 2, 2);

    return other == NULL ? most : together(most, digits_of(self, other));
}

static gint
operator_digits(const Maker *self, const ShardExpr *expr)
{
    gint most = most_digits(self, expr, 0, 1);

    if (most < 0 || strlen(expr->name) != 1 || strchr("+-%*/", expr->name[0]) == NULL)
        return most < 0 ? most : UNKNOWN;
    if (expr->n_args < 2 || strchr("+-%", expr->name[0]) != NULL)
        return most;
    gint a = digits_of(self, expr->args[0]), b = digits_of(self, expr->args[1]);
    return expr->name[0] == '*' ? MIN(a + b, MOST_OF_A_PRODUCT) : of_quotient(a, b);
}

/* ROUND(x), ROUND(x, 2), FLOOR(x): of reals a real. */
static gint
round_digits(const Maker *self, const ShardExpr *expr)
{
    gint of_argument = expr->n_args == 0 ? UNKNOWN : digits_of(self, expr->args[0]);

    if (of_argument < 0 || expr->n_args == 1)
        return of_argument < 0 ? of_argument : 0;
    return maker_rounded_decimals(self, expr);
}

typedef enum { OF_FIRST, OF_ALL, OF_LATER, OF_ROUNDED, WHOLE } Rule;

static const struct {
    const char *name;
    Rule rule;
} calls[] = {
    {"abs", OF_FIRST},        {"nullif", OF_FIRST},     {"coalesce", OF_ALL},
    {"ifnull", OF_ALL},       {"greatest", OF_ALL},     {"least", OF_ALL},
    {"mod", OF_ALL},          {"if", OF_LATER},         {"round", OF_ROUNDED},
    {"floor", OF_ROUNDED},    {"ceil", OF_ROUNDED},     {"ceiling", OF_ROUNDED},
    {"truncate", OF_ROUNDED}, {"length", WHOLE},        {"char_length", WHOLE},
    {"year", WHOLE},          {"month", WHOLE},         {"day", WHOLE},
    {"datediff", WHOLE},      {"timestampdiff", WHOLE}, {"sign", WHOLE},
};

static gint
call_digits(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (g_strcmp0(calls[i].name, expr->name) != 0)
            continue;
        if (calls[i].rule == WHOLE)
            return 0;
        if (calls[i].rule == OF_ROUNDED)
            return round_digits(self, expr);
        if (calls[i].rule == OF_FIRST && expr->n_args > 0)
            return digits_of(self, expr->args[0]);
        return most_digits(self, expr, calls[i].rule == OF_LATER ? 1 : 0, 1);
    }
    return UNKNOWN;
}

static gint
digits_of(const Maker *self, const ShardExpr *expr)
{
    gint literal;

    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
        return column_digits(self, expr);
    case SHARD_EXPR_LITERAL:
        literal = maker_literal_decimals(self, expr);
        return literal < 0 ? REAL : literal;
    case SHARD_EXPR_OPERATOR:
        return operator_digits(self, expr);
    case SHARD_EXPR_CASE:
        return case_digits(self, expr);
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_COALESCE:
        return call_digits(self, expr);
    default:
        return shard_expr_is_truth(expr) ? 0 : UNKNOWN;
    }
}

static gboolean
is_division(const ShardExpr *expr, void *data G_GNUC_UNUSED)
{
    return expr->kind == SHARD_EXPR_OPERATOR && strcmp(expr->name, "/") == 0;
}

/* Does any other query of the statement select one? */
static gboolean
is_divided_elsewhere(const Maker *self)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint k = 0; query != self->query && k < query->n_items; k++) {
            if (shard_expr_walk(query->items[k].expr, is_division, NULL))
                return TRUE;
        }
    }
    return FALSE;
}

static gboolean
has_quotient(const ShardExpr *expr, void *data)
{
    const Maker *self = data;
    ShardMergeInput in;
    Maker inner;

    if (is_division(expr, NULL))
        return TRUE;
    if (expr->kind != SHARD_EXPR_COLUMN || maker_column(self, expr) != NULL)
        return FALSE;
    const ShardExpr *item = inner_item(self, expr, &in, &inner);
    if (item != NULL)
        return shard_expr_walk(item, has_quotient, &inner);
    /* A query of its own rounds its columns; of a join it isn't known which one it is. */
    return (maker_derived_query(self) < 0 || inner_maker(self, &in, &inner)) &&
           is_divided_elsewhere(self);
}

static gboolean
groups_rows(const ShardExpr *expr, void *data G_GNUC_UNUSED)
{
    return expr->kind == SHARD_EXPR_AGGREGATE &&
           (expr->distinct || g_strcmp0(expr->name, "group_concat") == 0);
}

/* Would one database add all digits, though the nodes are to show what they add?  Rows of a join
 * are sorted by group in a table, with the arguments in it as they are shown. */
gboolean
maker_adds_quotients(const Maker *self)
{
    gboolean joins = self->query->n_from > 1 || self->query->from[0]->kind == SHARD_FROM_JOIN;

    return self->query->n_group == 0 ||
           (!joins && shard_query_walk(self->query, groups_rows, NULL));
}

gboolean
maker_quotient_digits(Maker *self, const ShardExpr *call, gint *out_digits)
{
    const ShardExpr *argument = call->n_args > 0 ? call->args[0] : NULL;

    *out_digits = 0;
    if (self->dialect != SHARD_DIALECT_MYSQL || !shard_expr_walk(argument, has_quotient, self))
        return TRUE;
    gint digits = digits_of(self, argument);
    if (digits == UNKNOWN || digits > MOST_DECIMALS)
        return maker_refuse(self, "'%s' of a quotient whose digits aren't known", call->name);
    *out_digits = MAX(digits, 0);
    return TRUE;
}

ShardSlot
maker_hide_quotient(Maker *self, const ShardExpr *call, const char *name, gint digits)
{
    const ShardExpr *argument = call->args[0];
    gboolean inside = maker_adds_quotients(self);
    g_autofree char *zero = g_strdup_printf(" + 0.%0*d", digits, 0);
    g_autofree char *head = g_strconcat(name, inside ? "((" : "(", NULL);
    g_autofree char *tail =
        inside ? g_strconcat(")", zero, ")", NULL) : g_strconcat(")", zero, NULL);
    const ShardPiece pieces[] = {SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, head, -1)),
                                 SHARD_PIECE_TOKENS(argument->first_token, argument->last_token),
                                 SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, tail, -1))};

    return maker_hide(self, pieces, G_N_ELEMENTS(pieces));
}
