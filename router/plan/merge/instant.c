/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * instant.c - times that aren't shown as they are.
 *
 * PostgreSQL's timestamptz and MariaDB's TIMESTAMP come as local time, which an hour in autumn has
 * twice.  They compare by a hidden column in UTC.  PostgreSQL's dates come without BC, and years
 * beyond 9999 and infinity as 0000-00-00: they compare by a hidden column of text.
 */
#include "router/plan/merge/private.h"

#include <string.h>

typedef enum { INSTANT_NONE, INSTANT_DATE, INSTANT_ZONED } Instant;

static Instant instant_of(const Maker *self, const ShardExpr *expr);

/* A column of a subquery in FROM is what its item is there. */
static Instant
of_derived(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *item = maker_derived_item(self, expr);
    ShardMergeInput in = *self->in;
    Maker inner = *self;

    if (item == NULL)
        return INSTANT_NONE;
    in.query = maker_derived_query(self);
    inner.in = &in;
    inner.query = &self->analysis->statement->queries[in.query];
    return instant_of(&inner, item);
}

static Instant
of_column(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column = maker_column(self, expr);

    if (column == NULL)
        return of_derived(self, expr);
    if (self->dialect == SHARD_DIALECT_POSTGRESQL && column->type == SHARD_TYPE_DATE)
        return INSTANT_DATE;
    gboolean zoned = self->dialect == SHARD_DIALECT_POSTGRESQL
                         ? column->type == SHARD_TYPE_OFFSET_TIMESTAMP
                         : column->type_name != NULL &&
                               g_ascii_strncasecmp(column->type_name, "timestamp", 9) == 0;
    return zoned ? INSTANT_ZONED : INSTANT_NONE;
}

/* Of values that have one type: what the most telling of them is. */
static Instant
of_values(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    Instant found = INSTANT_NONE;

    for (guint i = first; i < expr->n_args; i += step)
        found = MAX(found, instant_of(self, expr->args[i]));
    return found;
}

static Instant
of_case(const Maker *self, const ShardExpr *expr)
{
    Instant found = of_values(self, expr, 2, 2);
    gboolean has_else = expr->n_args > 0 && expr->n_args % 2 == 0;

    return has_else ? MAX(found, instant_of(self, expr->args[expr->n_args - 1])) : found;
}

static Instant
of_call(const Maker *self, const ShardExpr *expr)
{
    static const struct {
        const char *name;
        Instant instant; /* NONE: that of the argument, if it is at least */
        Instant least;
        guint argument; /* G_MAXUINT: all */
    } calls[] = {
        {"date_trunc", INSTANT_NONE, INSTANT_ZONED, 1},
        {"date_bin", INSTANT_NONE, INSTANT_ZONED, 1},
        {"nullif", INSTANT_NONE, INSTANT_DATE, 0},
        {"greatest", INSTANT_NONE, INSTANT_DATE, G_MAXUINT},
        {"least", INSTANT_NONE, INSTANT_DATE, G_MAXUINT},
        {"date", INSTANT_DATE, INSTANT_NONE, 0},
        {"make_date", INSTANT_DATE, INSTANT_NONE, 0},
        {"to_date", INSTANT_DATE, INSTANT_NONE, 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (g_strcmp0(expr->name, calls[i].name) != 0)
            continue;
        if (calls[i].instant != INSTANT_NONE)
            return calls[i].instant;
        guint first = calls[i].argument == G_MAXUINT ? 0 : calls[i].argument;
        guint step = calls[i].argument == G_MAXUINT ? 1 : expr->n_args;
        Instant found = of_values(self, expr, first, step);
        return found >= calls[i].least ? found : INSTANT_NONE;
    }
    return INSTANT_NONE;
}

/* date - 7; what is between two dates is a number. */
static gboolean
is_days(const ShardExpr *expr, const ShardTokens *tokens)
{
    return expr->kind == SHARD_EXPR_LITERAL &&
           tokens->tokens[expr->last_token].kind == SHARD_TOKEN_INTEGER;
}

/* tz + interval, interval + tz, tz - interval, date + days; what two times leave is an interval. */
static Instant
of_sum(const Maker *self, const ShardExpr *expr)
{
    if (expr->n_args != 2)
        return INSTANT_NONE;
    Instant left = instant_of(self, expr->args[0]), right = instant_of(self, expr->args[1]);
    gboolean one = (left == INSTANT_NONE) != (right == INSTANT_NONE);
    if (strcmp(expr->name, "+") == 0)
        return one ? MAX(left, right) : INSTANT_NONE;
    if (strcmp(expr->name, "-") != 0 || right != INSTANT_NONE)
        return INSTANT_NONE;
    gboolean stays = left == INSTANT_DATE ? is_days(expr->args[1], self->tokens)
                                          : expr->args[1]->kind != SHARD_EXPR_COLUMN;
    return stays ? left : INSTANT_NONE;
}

static Instant
of_cast(const ShardExpr *expr)
{
    if (g_strcmp0(expr->name, "timestamptz") == 0)
        return INSTANT_ZONED;
    return g_strcmp0(expr->name, "date") == 0 ? INSTANT_DATE : INSTANT_NONE;
}

static Instant
instant_of(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL || self->dialect == SHARD_DIALECT_SQLITE)
        return INSTANT_NONE;
    if (expr->kind == SHARD_EXPR_COLUMN)
        return of_column(self, expr);
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return INSTANT_NONE;
    switch (expr->kind) {
    case SHARD_EXPR_CAST:
        return of_cast(expr);
    case SHARD_EXPR_OPERATOR:
        return of_sum(self, expr);
    case SHARD_EXPR_FUNCTION:
        return of_call(self, expr);
    case SHARD_EXPR_COALESCE:
        return of_values(self, expr, 0, 1);
    case SHARD_EXPR_CASE:
        return of_case(self, expr);
    case SHARD_EXPR_AGGREGATE:
        return instant_of(self, maker_extreme_argument(expr));
    default:
        return INSTANT_NONE;
    }
}

gboolean
maker_is_zoned(const Maker *self, const ShardExpr *expr)
{
    return instant_of(self, expr) == INSTANT_ZONED && !shard_operand_is_constant(expr);
}

gboolean
maker_is_date(const Maker *self, const ShardExpr *expr)
{
    return instant_of(self, expr) == INSTANT_DATE && !shard_operand_is_constant(expr);
}

static gboolean
hide_between(Maker *self, const char *before, const ShardPiece *pieces, guint n_pieces,
             const char *behind, ShardCompare *compare)
{
    const ShardPiece head = SHARD_PIECE_TEXT(before), tail = SHARD_PIECE_TEXT(behind);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ShardPiece));

    g_array_append_val(all, head);
    g_array_append_vals(all, pieces, n_pieces);
    g_array_append_val(all, tail);
    compare->weight = maker_hide(self, (const ShardPiece *) all->data, all->len);
    compare->by_weight = TRUE;
    return TRUE;
}

gboolean
maker_add_instant(Maker *self, const ShardPiece *pieces, guint n_pieces, ShardCompare *compare)
{
    if (self->no_hidden)
        return maker_refuse(self, "a time in the session's zone here");
    /* As text, since the driver gives the ends of the calendar for infinity. */
    if (self->dialect == SHARD_DIALECT_POSTGRESQL)
        return hide_between(self, "CAST((", pieces, n_pieces, ") AT TIME ZONE 'UTC' AS text)",
                            compare);
    return hide_between(self, "UNIX_TIMESTAMP(", pieces, n_pieces, ")", compare);
}

gboolean
maker_add_date(Maker *self, const ShardPiece *pieces, guint n_pieces, ShardCompare *compare)
{
    return self->no_hidden || hide_between(self, "CAST(", pieces, n_pieces, " AS text)", compare);
}
