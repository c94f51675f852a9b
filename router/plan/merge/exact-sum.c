/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * exact-sum.c - SQLite's SUM of integers, which fails past 64 bits: on one shard, maybe,
 * where the sum of all shards fits.  Since it costs a scan twice as much, this is asked for only
 * when a shard's plain sum has failed.
 *
 *   SUM(v)   each node:  SUM(v / 1000000000), SUM(v % 1000000000)   neither of which gets there
 *            merge:      the first times 10^9 and the second
 *
 * A sum with a real number in it is real, and made as TOTAL makes it.
 *
 * Infinity and minus infinity have no sum: SQLite gives NULL, as of no rows, and 0.0 for that in
 * printf().  It comes as 'nan' here.
 */
#include "router/plan/merge/private.h"

#include <string.h>

typedef struct {
    ShardPiece argument, filter;
    gboolean has_filter, is_column;
    GArray *pieces; /* ShardPiece */
} Writer;

static void
add_text(Writer *self, const char *text)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(text);

    g_array_append_val(self->pieces, piece);
}

/* before, the argument, after the rest of the call. */
static void
add_call(Writer *self, const char *before, const char *behind)
{
    add_text(self, before);
    g_array_append_val(self->pieces, self->argument);
    add_text(self, behind);
    if (self->has_filter) {
        add_text(self, " ");
        g_array_append_val(self->pieces, self->filter);
    }
}

/* Of the parts, the sum of the first is an integer if all numbers are. */
static void
add_part(Writer *self, const char *what)
{
    add_text(self, "SUM((");
    add_call(self, "", what);
}

/* Are all values integers, as far as there are any?  A column may hold what is no number, too: that
 * isn't less than any text. */
static void
add_all_integers(Writer *self)
{
    if (self->is_column) {
        add_call(self, "TOTAL((", ") < '')");
        add_call(self, " = COUNT(", ")");
        add_text(self, " AND ");
    }
    add_text(self, "typeof(");
    add_part(self, ") / 1000000000)");
    add_text(self, ") = 'integer'");
}

static ShardSlot
hide(Writer *self, Maker *maker)
{
    ShardSlot slot = maker_hide(maker, (const ShardPiece *) self->pieces->data, self->pieces->len);

    g_array_set_size(self->pieces, 0);
    return slot;
}

static void
init_writer(Writer *self, const Maker *maker, const ShardExpr *expr)
{
    const ShardExpr *argument = expr->args[0];
    /* The bracket behind the argument. */
    guint close = argument->last_token + 1;

    while (close < expr->last_token && !shard_token_is(maker->tokens, close, ")"))
        close++;
    self->argument = SHARD_PIECE_TOKENS(argument->first_token, argument->last_token);
    self->filter = SHARD_PIECE_TOKENS(close + 1, expr->last_token);
    self->has_filter = expr->filter != NULL;
    self->is_column = argument->kind == SHARD_EXPR_COLUMN;
}

/* call: "SUM(" or "TOTAL(". */
static void
add_real(Writer *self, const char *call)
{
    add_text(self, "CASE WHEN ");
    add_call(self, call, ")");
    add_text(self, " IS NULL THEN 'nan' ELSE printf('%!.17g', ");
    add_call(self, call, ")");
    add_text(self, ") END");
}

void
maker_add_real_sum(Maker *self, const ShardExpr *expr, const char *call,
                   ShardMergeAggregate *aggregate)
{
    const ShardPiece real = SHARD_PIECE_TEXT("'real'");
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    Writer writer = {.pieces = pieces};

    init_writer(&writer, self, expr);
    add_real(&writer, call);
    aggregate->input = hide(&writer, self);
    aggregate->compare.storage = maker_hide(self, &real, 1);
}

/* Is there certainly no infinity?  A column may hold one, whatever it is declared. */
static gboolean
is_finite(const Maker *self, const ShardExpr *expr)
{
    if (expr == NULL || shard_expr_is_truth(expr))
        return TRUE;
    if (expr->kind == SHARD_EXPR_LITERAL) {
        ShardValue value = shard_operand_value(expr, self->in->constants);
        return value.kind == SHARD_VALUE_NULL || value.kind == SHARD_VALUE_INTEGER ||
               value.kind == SHARD_VALUE_LONG;
    }
    if (expr->kind != SHARD_EXPR_CASE)
        return FALSE;
    for (guint i = 2; i < expr->n_args; i += 2) {
        if (!is_finite(self, expr->args[i]))
            return FALSE;
    }
    return expr->n_args % 2 != 0 || is_finite(self, expr->args[expr->n_args - 1]);
}

void
maker_add_sum(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    Writer writer = {.pieces = pieces};

    init_writer(&writer, self, expr);
    if (!is_finite(self, expr->args[0])) {
        add_call(&writer, "CASE WHEN SUM(", ")");
        add_call(&writer, " IS NULL AND COUNT(", ")");
        add_text(&writer, " > 0 THEN 'real' ELSE ");
    }
    add_call(&writer, "typeof(SUM(", ")");
    add_text(&writer, is_finite(self, expr->args[0]) ? ")" : ") END");
    aggregate->compare.storage = hide(&writer, self);
    add_call(&writer, "CASE typeof(SUM(", ")");
    add_call(&writer, ") WHEN 'integer' THEN CAST(SUM(", ")");
    add_text(&writer, " AS TEXT) ELSE ");
    add_real(&writer, "SUM(");
    add_text(&writer, " END");
    aggregate->input = hide(&writer, self);
}

/* Numbers only: a text that looks like one would count as an integer. */
static gboolean
is_of_numbers(const Maker *self, const ShardExpr *expr)
{
    static const char operators[] = "+-*";
    const ShardColumnSchema *column = maker_column(self, expr);

    if (expr->kind == SHARD_EXPR_OPERATOR)
        return strlen(expr->name) == 1 && strchr(operators, expr->name[0]) != NULL;
    return column != NULL && column->type >= SHARD_TYPE_INTEGER &&
           column->type <= SHARD_TYPE_DOUBLE;
}

gboolean
maker_sums_exactly(const Maker *self, const ShardExpr *expr)
{
    return self->in->sums_in_halves && self->dialect == SHARD_DIALECT_SQLITE &&
           expr->kind == SHARD_EXPR_AGGREGATE && strcmp(expr->name, "sum") == 0 &&
           !expr->distinct && expr->n_args == 1 && is_of_numbers(self, expr->args[0]);
}

void
maker_add_exact_sum(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    Writer writer = {.pieces = pieces};

    init_writer(&writer, self, expr);
    add_call(&writer, "CASE WHEN COUNT(", ")");
    add_text(&writer, " = 0 THEN 'null' WHEN ");
    add_all_integers(&writer);
    add_text(&writer, " THEN 'integer' ELSE 'real' END");
    aggregate->compare.storage = hide(&writer, self);
    add_text(&writer, "CASE WHEN ");
    add_all_integers(&writer);
    add_text(&writer, " THEN ");
    add_part(&writer, ") / 1000000000)");
    add_text(&writer, " ELSE ");
    add_real(&writer, "TOTAL(");
    add_text(&writer, " END");
    aggregate->input = hide(&writer, self);
    add_part(&writer, ") % 1000000000)");
    aggregate->input2 = hide(&writer, self);
    aggregate->in_halves = TRUE;
}
