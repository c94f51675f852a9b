/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * aggregate.c - aggregates of groups that several nodes hold parts of.
 *
 * COUNT, SUM, MIN, MAX merge from their own partial values.  AVG is asked for as SUM and COUNT.
 * COUNT, SUM, AVG(DISTINCT x) need the values themselves: x joins the units' GROUP BY, which makes
 * their groups finer, so that all other partial values stay right.
 */
#include "router/plan/merge/private.h"

#include <string.h>

typedef struct {
    const char *name;
    ShardAggregateKind kind;
    guint dialects;
} AggregateName;

#define PG (1U << SHARD_DIALECT_POSTGRESQL)
#define MY (1U << SHARD_DIALECT_MYSQL)
#define SL (1U << SHARD_DIALECT_SQLITE)

static const AggregateName aggregate_names[] = {
    {"count", SHARD_AGGREGATE_COUNT, PG | MY | SL}, {"sum", SHARD_AGGREGATE_SUM, PG | MY | SL},
    {"avg", SHARD_AGGREGATE_AVG, PG | MY | SL},     {"min", SHARD_AGGREGATE_MIN, PG | MY | SL},
    {"max", SHARD_AGGREGATE_MAX, PG | MY | SL},     {"bool_and", SHARD_AGGREGATE_BOOL_AND, PG},
    {"every", SHARD_AGGREGATE_BOOL_AND, PG},        {"bool_or", SHARD_AGGREGATE_BOOL_OR, PG},
    {"bit_and", SHARD_AGGREGATE_BIT_AND, PG | MY},  {"bit_or", SHARD_AGGREGATE_BIT_OR, PG | MY},
    {"bit_xor", SHARD_AGGREGATE_BIT_XOR, PG | MY},  {"total", SHARD_AGGREGATE_SUM, SL},
};

static const AggregateName *
find_name(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; expr->name != NULL && i < G_N_ELEMENTS(aggregate_names); i++) {
        if ((aggregate_names[i].dialects & (1U << self->dialect)) != 0 &&
            strcmp(aggregate_names[i].name, expr->name) == 0)
            return &aggregate_names[i];
    }
    return NULL;
}

/* The brackets of a call: name ( … ) rest. */
static gboolean
find_brackets(const Maker *self, const ShardExpr *expr, guint *out_open, guint *out_close)
{
    guint open = expr->first_token;

    while (open <= expr->last_token && !shard_token_is(self->tokens, open, "("))
        open++;
    gint close = open <= expr->last_token ? shard_tokens_match(self->tokens, open) : -1;
    if (close <= (gint) open + 1 || (guint) close > expr->last_token)
        return FALSE;
    *out_open = open;
    *out_close = (guint) close;
    return TRUE;
}

/* The call with another name: AVG(x) FILTER (…) -> SUM(x) FILTER (…). */
static gboolean
renamed_call(Maker *self, const ShardExpr *expr, const char *name, ShardPiece out[3], guint *out_n)
{
    guint open, close;

    if (!find_brackets(self, expr, &open, &close))
        return maker_refuse(self, "the aggregate '%s' in this form", expr->name);
    out[0] = SHARD_PIECE_TEXT(name);
    out[1] = SHARD_PIECE_TOKENS(open, expr->last_token);
    *out_n = 2;
    return TRUE;
}

static ShardMergeAggregate
aggregate_new(const Maker *self, const ShardExpr *expr, ShardAggregateKind kind)
{
    const ShardExpr *argument = expr->n_args > 0 ? expr->args[0] : NULL;
    const ShardColumnSchema *column = maker_column(self, argument);
    ShardMergeAggregate aggregate = {.kind = kind,
                                     .input = SHARD_SLOT_NONE,
                                     .input2 = SHARD_SLOT_NONE,
                                     .target = SHARD_SLOT_NONE,
                                     .argument_scale = -1};

    aggregate.compare = maker_compare(self, argument, NULL);
    if (column != NULL) {
        aggregate.argument = column->type;
        aggregate.argument_scale = column->scale;
    }
    return aggregate;
}

/* ---- DISTINCT ---- */

static gboolean
aggregate_distinct(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    const ShardExpr *argument = expr->args[0];
    const ShardPiece piece = SHARD_PIECE_TOKENS(argument->first_token, argument->last_token);
    const ShardPiece comma = SHARD_PIECE_TEXT(", ");
    ShardMergeKey key;

    if (expr->n_args != 1 || expr->filter != NULL)
        return maker_refuse(self, "%s(DISTINCT ...) with FILTER or several arguments", expr->name);
    if (shard_expr_has_kind(argument, SHARD_EXPR_MARKER) ||
        shard_expr_has_kind(argument, SHARD_EXPR_SUBQUERY) ||
        shard_expr_has_kind(argument, SHARD_EXPR_STAR) || argument->kind == SHARD_EXPR_LITERAL)
        return maker_refuse(self, "%s(DISTINCT ...) over a parameter, constant, row or subquery",
                            expr->name);
    if (!maker_key(self, argument, -1, NULL, &key))
        return FALSE;
    aggregate->distinct = TRUE;
    aggregate->input = key.slot;
    aggregate->compare = key.compare;
    for (guint i = 0; i < self->extra_group->len; i++) {
        if (maker_same_piece(self, &g_array_index(self->extra_group, ShardPiece, i), &piece))
            return TRUE;
    }
    if (self->extra_group->len > 0)
        g_array_append_val(self->extra_group, comma);
    g_array_append_val(self->extra_group, piece);
    return TRUE;
}

/* ---- inputs ---- */

/* The select item that is SUM of what expr is the average of; -1 none. */
static gint
find_sum_item(const Maker *self, const ShardExpr *expr)
{
    const ShardPiece argument =
        SHARD_PIECE_TOKENS(expr->args[0]->first_token, expr->args[0]->last_token);

    for (guint i = 0; i < self->star_at; i++) {
        const ShardExpr *sum = self->query->items[i].expr;
        if (sum->kind != SHARD_EXPR_AGGREGATE || g_strcmp0(sum->name, "sum") != 0 ||
            sum->distinct || sum->n_args != 1)
            continue;
        const ShardPiece its =
            SHARD_PIECE_TOKENS(sum->args[0]->first_token, sum->args[0]->last_token);
        if (maker_same_piece(self, &its, &argument))
            return (gint) i;
    }
    return -1;
}

/* What AVG(x) is made of: its sum, which is shown already, or in SQLite is certainly a real. */
static gboolean
add_average_sum(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    ShardPiece pieces[3];
    guint n_pieces;
    /* Without a place of its own the average takes the sum's, which must not be one that is seen.
     */
    gboolean may_share =
        self->dialect == SHARD_DIALECT_MYSQL && aggregate->target != SHARD_SLOT_NONE;
    gint item = may_share ? find_sum_item(self, expr) : -1;

    if (item >= 0) {
        aggregate->input = maker_item_slot(self, (guint) item);
        return TRUE;
    }
    if (self->dialect != SHARD_DIALECT_SQLITE) {
        if (!renamed_call(self, expr, "SUM", pieces, &n_pieces))
            return FALSE;
        aggregate->input = maker_hide(self, pieces, n_pieces);
        return TRUE;
    }
    /* TOTAL never fails; SUM is often asked for beside the average. */
    maker_add_real_sum(self, expr, self->in->sums_in_halves ? "TOTAL(" : "SUM(", aggregate);
    return TRUE;
}

/* PostgreSQL's SUM of reals is a real, with six digits; its AVG has those of a double. */
static gboolean
may_be_real(const Maker *self, const ShardExpr *argument)
{
    const ShardColumnSchema *column = maker_column(self, argument);

    return self->dialect == SHARD_DIALECT_POSTGRESQL && self->analysis->schema != NULL &&
           (column == NULL || column->type == SHARD_TYPE_FLOAT);
}

static gboolean
add_average(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    ShardPiece pieces[3];
    guint n_pieces;

    if (!add_average_sum(self, expr, aggregate) ||
        !renamed_call(self, expr, "COUNT", pieces, &n_pieces))
        return FALSE;
    aggregate->input2 = maker_hide(self, pieces, n_pieces);
    /* The average itself, of which add_real_average of the merge makes the sum. */
    if (aggregate->target == SHARD_SLOT_NONE && may_be_real(self, expr->args[0]))
        aggregate->target = maker_hide_expr(self, expr);
    return TRUE;
}

/* MariaDB: all digits go into what is added, and into what an expression reads. */
static gboolean
add_quotient(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate, gint digits)
{
    gboolean averages = aggregate->kind == SHARD_AGGREGATE_AVG;
    ShardPiece pieces[3];
    guint n_pieces;

    if (aggregate->target == SHARD_SLOT_NONE)
        aggregate->target = maker_hide_expr(self, expr);
    aggregate->is_quotient = TRUE;
    aggregate->by_plan = !maker_adds_quotients(self);
    aggregate->input = maker_hide_quotient(self, expr, averages ? "SUM" : expr->name, digits);
    if (!averages)
        return TRUE;
    if (!renamed_call(self, expr, "COUNT", pieces, &n_pieces))
        return FALSE;
    aggregate->input2 = maker_hide(self, pieces, n_pieces);
    return TRUE;
}

static gboolean
needs_text_weight(ShardAggregateKind kind)
{
    return kind == SHARD_AGGREGATE_MIN || kind == SHARD_AGGREGATE_MAX;
}

/* May another step than the output read it? */
static gboolean
is_computed_with(const Maker *self, const ShardMergeAggregate *aggregate)
{
    const ShardQuery *query = self->query;

    return aggregate->target == SHARD_SLOT_NONE || query->n_order > 0 || query->having != NULL ||
           query->distinct;
}

/* The nodes' own MIN and MAX do where they are only shown. */
static gboolean
shows_fewer_digits(const ShardMergeAggregate *aggregate)
{
    return aggregate->kind == SHARD_AGGREGATE_SUM || aggregate->kind == SHARD_AGGREGATE_AVG ||
           (needs_text_weight(aggregate->kind) && aggregate->target == SHARD_SLOT_NONE);
}

static gboolean
add_plain(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    const ShardPiece piece = SHARD_PIECE_TOKENS(expr->first_token, expr->last_token);
    gint digits = 0;

    if (shows_fewer_digits(aggregate) && !maker_quotient_digits(self, expr, &digits))
        return FALSE;
    if (digits > 0)
        return add_quotient(self, expr, aggregate, digits);
    if (aggregate->kind == SHARD_AGGREGATE_AVG)
        return add_average(self, expr, aggregate);
    if (maker_sums_exactly(self, expr)) {
        maker_add_exact_sum(self, expr, aggregate);
        return TRUE;
    }
    if (needs_text_weight(aggregate->kind) && maker_is_of_bits(self, expr->args[0]))
        return maker_refuse(self, "'%s' of a BIT column", expr->name);
    if (needs_text_weight(aggregate->kind) &&
        !maker_add_weight(self, expr->args[0], &piece, 1, &aggregate->compare))
        return FALSE;
    aggregate->must_be_shown = needs_text_weight(aggregate->kind) &&
                               is_computed_with(self, aggregate) &&
                               maker_is_date(self, expr->args[0]);
    if (aggregate->target != SHARD_SLOT_NONE &&
        (self->dialect != SHARD_DIALECT_SQLITE || aggregate->kind == SHARD_AGGREGATE_COUNT)) {
        aggregate->input = aggregate->target;
        return TRUE;
    }
    if (aggregate->kind == SHARD_AGGREGATE_COUNT || self->dialect != SHARD_DIALECT_SQLITE)
        aggregate->input = maker_hide(self, &piece, 1);
    else if (strcmp(expr->name, "total") == 0)
        maker_add_real_sum(self, expr, "TOTAL(", aggregate);
    else if (aggregate->kind == SHARD_AGGREGATE_SUM)
        maker_add_sum(self, expr, aggregate);
    else
        aggregate->input = maker_hide_exact(self, &piece, 1, &aggregate->compare.storage);
    return TRUE;
}

static gboolean
find_kind(const Maker *self, const ShardExpr *expr, ShardAggregateKind *out_kind)
{
    const AggregateName *name = find_name(self, expr);

    if (name != NULL)
        *out_kind = name->kind;
    return name != NULL || maker_raw_kind(self, expr, out_kind);
}

/* MariaDB shows a grouped MIN with its noughts where its plan needs a temporary table. */
static gboolean
is_shown_by_plan(const Maker *self, const ShardExpr *expr, ShardAggregateKind kind)
{
    return (kind == SHARD_AGGREGATE_MIN || kind == SHARD_AGGREGATE_MAX) &&
           self->query->n_group > 0 && expr->n_args > 0 &&
           maker_is_zero_filled(self, expr->args[0]);
}

static gboolean
check(Maker *self, const ShardExpr *expr, ShardAggregateKind *out_kind)
{
    if (!find_kind(self, expr, out_kind))
        return maker_refuse(self, "the aggregate '%s'", expr->name);
    gboolean is_string = *out_kind == SHARD_AGGREGATE_STRING;
    if (expr->within_group || (expr->n_order > 0 && !is_string))
        return maker_refuse(self, "the aggregate '%s' with an order inside", expr->name);
    if (expr->n_args > 1 && !expr->distinct && !is_string)
        return maker_refuse(self, "the aggregate '%s' with %u arguments", expr->name, expr->n_args);
    if (!expr->star && expr->n_args == 0)
        return maker_refuse(self, "the aggregate '%s' without an argument", expr->name);
    if (is_shown_by_plan(self, expr, *out_kind))
        return maker_refuse(self, "'%s' of a ZEROFILL column beside GROUP BY", expr->name);
    for (guint i = 0; i < expr->n_args; i++) {
        if (shard_expr_has_aggregate(expr->args[i]) ||
            shard_expr_has_kind(expr->args[i], SHARD_EXPR_SUBQUERY))
            return maker_refuse(self, "an aggregate over an aggregate or a subquery");
    }
    return TRUE;
}

static gboolean
has_aggregate(const Maker *self, const ShardMergeAggregate *aggregate)
{
    for (guint i = 0; i < self->aggregates->len; i++) {
        const ShardMergeAggregate *other = &g_array_index(self->aggregates, ShardMergeAggregate, i);
        if (other->kind == aggregate->kind && other->target == aggregate->target &&
            other->input == aggregate->input && other->distinct == aggregate->distinct)
            return TRUE;
    }
    return FALSE;
}

static gboolean
is_raw(ShardAggregateKind kind)
{
    return kind >= SHARD_AGGREGATE_VAR_POP && kind <= SHARD_AGGREGATE_STRING;
}

/* DISTINCT changes nothing for these. */
static gboolean
is_idempotent(ShardAggregateKind kind)
{
    return kind == SHARD_AGGREGATE_MIN || kind == SHARD_AGGREGATE_MAX ||
           kind == SHARD_AGGREGATE_BOOL_AND || kind == SHARD_AGGREGATE_BOOL_OR;
}

static gboolean
is_of_numbers(ShardAggregateKind kind)
{
    return kind == SHARD_AGGREGATE_SUM || kind == SHARD_AGGREGATE_AVG ||
           (kind >= SHARD_AGGREGATE_BIT_AND && kind <= SHARD_AGGREGATE_BIT_XOR);
}

/* Inputs of values that the aggregate itself gathers; else of partial ones. */
static gboolean
add_inputs(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate,
           gboolean *out_gathers)
{
    gboolean distinct = expr->distinct && !is_idempotent(aggregate->kind);

    *out_gathers = distinct || is_raw(aggregate->kind);
    if (is_of_numbers(aggregate->kind))
        maker_note_sum(self, expr->n_args > 0 ? expr->args[0] : NULL);
    if (is_raw(aggregate->kind))
        return maker_raw(self, expr, aggregate);
    if (distinct && aggregate->kind > SHARD_AGGREGATE_AVG)
        return maker_refuse(self, "%s(DISTINCT ...)", expr->name);
    return distinct ? aggregate_distinct(self, expr, aggregate) : add_plain(self, expr, aggregate);
}

gboolean
maker_aggregate(Maker *self, const ShardExpr *expr, ShardSlot target, ShardSlot *out_slot)
{
    ShardAggregateKind kind;
    gboolean gathers;

    if (!check(self, expr, &kind))
        return FALSE;
    ShardMergeAggregate aggregate = aggregate_new(self, expr, kind);
    aggregate.target = target;
    if (!add_inputs(self, expr, &aggregate, &gathers))
        return FALSE;
    /* Inputs may be read by several steps, so a result of its own place is kept apart. */
    if (aggregate.target == SHARD_SLOT_NONE && !gathers)
        aggregate.target = aggregate.input;
    else if (aggregate.target == SHARD_SLOT_NONE) {
        const ShardPiece null = SHARD_PIECE_TEXT("NULL");
        aggregate.target = maker_hide_place(self, &null, 1);
    }
    if (!has_aggregate(self, &aggregate))
        g_array_append_val(self->aggregates, aggregate);
    *out_slot = aggregate.target;
    return TRUE;
}
