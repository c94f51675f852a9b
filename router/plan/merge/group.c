/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group.c - groups that several nodes hold parts of: partial rows from each, grouped again.
 */
#include "router/plan/merge/private.h"

#include <string.h>

static const ShardExpr *
group_expr(const Maker *self, guint number, gint *out_item)
{
    const ShardQuery *query = self->query;

    *out_item = shard_scope_group_item(self->analysis, self->in->query, number);
    if (*out_item >= 0)
        return query->items[*out_item].expr;
    *out_item = maker_find_item(self, query->group[number]);
    return query->group[number];
}

static gboolean
add_group_keys(Maker *self)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_group);

    for (guint i = 0; i < query->n_group; i++) {
        gint item;
        const ShardExpr *expr = group_expr(self, i, &item);
        if (!maker_key(self, expr, item, NULL, &keys[i]))
            return FALSE;
    }
    self->spec->group = query->n_group > 0 ? SHARD_GROUP_HASHED : SHARD_GROUP_ALL;
    self->spec->group_keys = keys;
    self->spec->n_group_keys = query->n_group;
    return TRUE;
}

static void
add_any(Maker *self, ShardSlot slot)
{
    ShardMergeAggregate any = {.kind = SHARD_AGGREGATE_ANY,
                               .input = slot,
                               .input2 = SHARD_SLOT_NONE,
                               .target = slot,
                               .argument_scale = -1};

    any.compare.weight = SHARD_SLOT_NONE;
    any.compare.storage = SHARD_SLOT_NONE;
    g_array_append_val(self->aggregates, any);
}

static gboolean
is_arithmetic(const ShardExpr *expr)
{
    return expr->kind == SHARD_EXPR_OPERATOR &&
           (strcmp(expr->name, "+") == 0 || strcmp(expr->name, "-") == 0 ||
            strcmp(expr->name, "*") == 0);
}

static gboolean
is_small(const ShardExpr *expr)
{
    return expr->kind == SHARD_EXPR_LITERAL ||
           (expr->kind == SHARD_EXPR_AGGREGATE && g_strcmp0(expr->name, "count") == 0);
}

/* MariaDB's calls that warn at most. */
static gboolean
is_safe_call(const ShardExpr *expr)
{
    static const char *const names[] = {"ifnull",  "if",       "round",  "floor",  "ceil",
                                        "ceiling", "truncate", "concat", "format", "length"};

    for (guint i = 0; expr->name != NULL && i < G_N_ELEMENTS(names); i++) {
        if (strcmp(names[i], expr->name) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Can evaluating it on partial values fail? */
static gboolean
may_fail(const ShardExpr *expr, void *data G_GNUC_UNUSED)
{
    switch (expr->kind) {
    case SHARD_EXPR_AND:
    case SHARD_EXPR_OR:
    case SHARD_EXPR_NOT:
    case SHARD_EXPR_COMPARE:
    case SHARD_EXPR_IN:
    case SHARD_EXPR_BETWEEN:
    case SHARD_EXPR_IS_NULL:
    case SHARD_EXPR_CASE:
    case SHARD_EXPR_COALESCE:
    case SHARD_EXPR_LITERAL:
    case SHARD_EXPR_MARKER:
    case SHARD_EXPR_COLUMN:
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_CAST:
        return FALSE;
    case SHARD_EXPR_FUNCTION:
        return !is_safe_call(expr);
    default:
        break;
    }
    if (!is_arithmetic(expr))
        return TRUE;
    if (expr->n_args == 1)
        return expr->args[0]->kind != SHARD_EXPR_AGGREGATE ||
               maker_extreme_argument(expr->args[0]) != NULL;
    return !is_small(expr->args[0]) || !is_small(expr->args[1]);
}

/* The visible place of an expression over aggregates: of its type, never evaluated, since on
 * partial values it could fail (a division by zero) where the whole doesn't.  MariaDB also tells
 * which expressions can't be NULL: there it stays when it can't fail. */
static gboolean
blank_out(Maker *self, const ShardExpr *expr)
{
    if (self->dialect == SHARD_DIALECT_MYSQL && !shard_expr_walk(expr, may_fail, NULL))
        return FALSE;
    /* SQLite would make the aggregates nevertheless, and its columns have no types. */
    if (self->dialect == SHARD_DIALECT_SQLITE) {
        const ShardPiece nothing = SHARD_PIECE_TEXT("NULL");
        maker_change(self, SHARD_CHANGE_REPLACE, expr->first_token, expr->last_token, &nothing, 1);
        return TRUE;
    }
    const ShardPiece pieces[] = {SHARD_PIECE_TEXT("CASE WHEN 1=0 THEN "),
                                 SHARD_PIECE_TOKENS(expr->first_token, expr->last_token),
                                 SHARD_PIECE_TEXT(" END")};
    /* A CASE would lose the length that a cast names. */
    const ShardPiece null[] = {SHARD_PIECE_TEXT("CAST(NULL AS "),
                               SHARD_PIECE_TOKENS(expr->type_first_token, expr->type_last_token),
                               SHARD_PIECE_TEXT(")")};
    gboolean cast = expr->kind == SHARD_EXPR_CAST && self->dialect == SHARD_DIALECT_POSTGRESQL;

    maker_change(self, SHARD_CHANGE_REPLACE, expr->first_token, expr->last_token,
                 cast ? null : pieces, G_N_ELEMENTS(pieces));
    return TRUE;
}

static gboolean
add_computed(Maker *self, const ShardExpr *expr, ShardSlot target)
{
    ShardMergeComputed computed = {.target = target, .expr = maker_expr(self, expr)};

    if (computed.expr == NULL)
        return FALSE;
    g_array_append_val(self->computed, computed);
    return TRUE;
}

typedef struct {
    guint extremes, all;
} Count;

static gboolean
count_aggregates(const ShardExpr *expr, void *data)
{
    Count *count = data;

    if (expr->kind != SHARD_EXPR_AGGREGATE)
        return FALSE;
    count->all++;
    if (g_strcmp0(expr->name, "min") == 0 || g_strcmp0(expr->name, "max") == 0)
        count->extremes++;
    return FALSE;
}

/* A column that isn't grouped by: MariaDB takes any row's value, SQLite the one of the row that has
 * the only MIN or MAX. */
static gboolean
add_bare(Maker *self, const ShardExpr *expr, guint item)
{
    Count count = {0, 0};

    shard_query_walk(self->query, count_aggregates, &count);
    gboolean any = self->dialect == SHARD_DIALECT_MYSQL && self->query->n_group > 0;
    gboolean winner = self->dialect == SHARD_DIALECT_SQLITE && count.extremes == 1 &&
                      count.all == 1 && self->extra_group->len == 0;
    if (!any && !winner)
        return maker_refuse(self,
                            "column '%s', by which isn't grouped, beside a GROUP BY or an "
                            "aggregate",
                            expr->name != NULL ? expr->name : "?");
    add_any(self, (ShardSlot) item);
    return TRUE;
}

/* MariaDB makes each aggregate for itself, and of an average over several nodes only the type is
 * wanted: the same one over no rows has it, and is made once. */
static void
blank_average(Maker *self, guint item)
{
    const ShardQuery *query = self->query;
    const ShardExpr *expr = query->items[item].expr;
    const ShardStatement *statement = self->analysis->statement;

    if (self->dialect != SHARD_DIALECT_MYSQL || g_strcmp0(expr->name, "avg") != 0 ||
        expr->distinct || shard_expr_has_kind(expr, SHARD_EXPR_MARKER) || query->n_from != 1 ||
        query->from[0]->kind != SHARD_FROM_TABLE || query->for_update)
        return;
    const ShardTableRef *table = &statement->tables[query->from[0]->table];
    if (table->is_cte)
        return;
    g_autoptr(GString) name = g_string_new(NULL);
    shard_identifier_quote(name, self->dialect, table->alias != NULL ? table->alias : table->name);
    const char *alias = shard_arena_strndup(self->arena, name->str, (gssize) name->len);
    const ShardPiece pieces[] = {
        SHARD_PIECE_TEXT("(SELECT "),     SHARD_PIECE_TOKENS(expr->first_token, expr->last_token),
        SHARD_PIECE_TEXT(" FROM "),       SHARD_PIECE_TOKENS(table->first_token, table->last_token),
        SHARD_PIECE_TEXT(" AS "),         SHARD_PIECE_TEXT(alias),
        SHARD_PIECE_TEXT(" WHERE FALSE)")};
    maker_change(self, SHARD_CHANGE_REPLACE, expr->first_token, expr->last_token, pieces,
                 G_N_ELEMENTS(pieces));
    maker_keep_label(self, item);
}

/* Its value is made of TOTAL and COUNT, and tells what type it has. */
static gboolean
is_sqlite_average(const Maker *self, const ShardExpr *expr)
{
    return self->dialect == SHARD_DIALECT_SQLITE && expr->kind == SHARD_EXPR_AGGREGATE &&
           strcmp(expr->name, "avg") == 0 && !expr->distinct;
}

static gboolean
add_item(Maker *self, guint item)
{
    const ShardExpr *expr = self->query->items[item].expr;
    ShardSlot slot;

    if (maker_sums_exactly(self, expr) || is_sqlite_average(self, expr)) {
        blank_out(self, expr);
        maker_keep_label(self, item);
    }
    if (expr->kind == SHARD_EXPR_AGGREGATE) {
        blank_average(self, item);
        return maker_aggregate(self, expr, (ShardSlot) item, &slot);
    }
    if (shard_expr_has_aggregate(expr)) {
        if (blank_out(self, expr))
            maker_keep_label(self, item);
        return add_computed(self, expr, (ShardSlot) item);
    }
    if (!maker_is_of_group(self, expr)) {
        if (expr->kind == SHARD_EXPR_COLUMN)
            return add_bare(self, expr, item);
        return maker_refuse(self, "an expression that isn't made of the GROUP BY columns");
    }
    add_any(self, (ShardSlot) item);
    return TRUE;
}

/* ---- ORDER BY ---- */

/* A hidden place for a value that only the order needs. */
static gboolean
hide_computed(Maker *self, const ShardExpr *expr, ShardSlot *out_slot)
{
    const ShardPiece pieces[] = {SHARD_PIECE_TEXT("CASE WHEN 1=0 THEN "),
                                 SHARD_PIECE_TOKENS(expr->first_token, expr->last_token),
                                 SHARD_PIECE_TEXT(" END")};

    if (expr->kind == SHARD_EXPR_AGGREGATE)
        return maker_aggregate(self, expr, SHARD_SLOT_NONE, out_slot);
    const ShardPiece null = SHARD_PIECE_TEXT("NULL");
    gboolean typed = self->dialect == SHARD_DIALECT_POSTGRESQL;
    *out_slot = maker_hide_place(self, typed ? pieces : &null, typed ? G_N_ELEMENTS(pieces) : 1);
    return add_computed(self, expr, *out_slot);
}

/* Is the final value of that item made by the merge, not by a node? */
static gboolean
is_made(const Maker *self, gint item)
{
    return item >= 0 && shard_expr_has_aggregate(self->query->items[item].expr);
}

static ShardCompare
made_compare(const Maker *self, const ShardExpr *expr, const char *collation)
{
    const ShardExpr *argument =
        self->dialect == SHARD_DIALECT_SQLITE ? expr : maker_extreme_argument(expr);
    ShardCompare compare = maker_compare(self, argument, collation);

    if (argument == NULL && collation == NULL && self->dialect == SHARD_DIALECT_POSTGRESQL)
        maker_derive_collation(self, expr, &compare.collation);
    maker_note_doubt(self, expr, &compare);
    return compare;
}

static gboolean
add_order_key(Maker *self, const ShardOrderItem *order, ShardMergeKey *key)
{
    gint item = order->item >= 0 ? order->item : maker_find_item(self, order->expr);
    const ShardExpr *expr = item >= 0 ? self->query->items[item].expr : order->expr;

    key->descending = order->descending;
    key->nulls_first = maker_nulls_first(self, order);
    if (is_made(self, item) || shard_expr_has_aggregate(expr)) {
        key->compare = made_compare(self, expr, order->collation);
        key->slot = (ShardSlot) item;
        if (self->dialect == SHARD_DIALECT_MYSQL &&
            key->compare.collation.kind == SHARD_COLLATION_MYSQL)
            return maker_refuse(self, "ORDER BY on an aggregate of text");
        return item >= 0 || hide_computed(self, expr, &key->slot);
    }
    if (!maker_is_of_group(self, expr))
        return maker_refuse(self, "ORDER BY on what isn't grouped by");
    return maker_key(self, expr, item, order->collation, key);
}

/* The units' ORDER BY goes, and with it the database's word that this is no column's number. */
static gboolean
check_number(Maker *self, const ShardOrderItem *order)
{
    const ShardExpr *expr = order->expr;

    if (order->item >= 0 || expr->kind != SHARD_EXPR_LITERAL ||
        (self->dialect != SHARD_DIALECT_POSTGRESQL &&
         self->tokens->tokens[expr->first_token].kind != SHARD_TOKEN_INTEGER))
        return TRUE;
    return maker_refuse(self, "ORDER BY a constant beside a GROUP BY or an aggregate");
}

static gboolean
add_order(Maker *self)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_order);

    for (guint i = 0; i < query->n_order; i++) {
        if (!check_number(self, &query->order[i]))
            return FALSE;
        if (maker_order_is_idle(self, &query->order[i]))
            continue;
        if (!add_order_key(self, &query->order[i], &keys[self->spec->n_order++]))
            return FALSE;
    }
    self->spec->order = keys;
    return TRUE;
}

/* ---- what the units are asked ---- */

static void
extend_group(Maker *self)
{
    const ShardQuery *query = self->query;
    const ShardPiece head = SHARD_PIECE_TEXT(query->n_group > 0 ? ", " : " GROUP BY ");
    guint after = query->group_last_token;

    if (self->extra_group->len == 0)
        return;
    if (query->n_group == 0)
        after = query->where != NULL ? query->where_last_token : query->tail_token;
    g_array_prepend_val(self->extra_group, head);
    maker_change(self, SHARD_CHANGE_INSERT, after, after,
                 (const ShardPiece *) self->extra_group->data, self->extra_group->len);
}

static void
remove_clause(Maker *self, guint first, guint last)
{
    if (last > 0)
        maker_change(self, SHARD_CHANGE_DELETE, first, last, NULL, 0);
}

/* Where no table follows, GROUP BY goes behind FROM. */
static gboolean
check_group_point(Maker *self)
{
    if (self->extra_group->len == 0)
        return TRUE;
    if (self->query->from_token < 0)
        return maker_refuse(self, "an aggregate over DISTINCT values without FROM");
    /* Of no rows nothing comes, and a constant would be lost. */
    for (guint i = 0; self->query->n_group == 0 && i < self->query->n_items; i++) {
        if (!shard_expr_has_aggregate(self->query->items[i].expr))
            return maker_refuse(self, "a constant beside an aggregate over DISTINCT values");
    }
    return TRUE;
}

static const ShardExpr *
order_expr(const Maker *self, guint number)
{
    const ShardOrderItem *order = &self->query->order[number];

    return order->item >= 0 ? self->query->items[order->item].expr : order->expr;
}

static gboolean
is_in_group(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; i < self->query->n_group; i++) {
        gint item;
        if (shard_expr_equal(group_expr(self, i, &item), expr, self->tokens))
            return TRUE;
    }
    return FALSE;
}

static gboolean
is_in_order(const Maker *self, const ShardExpr *expr)
{
    for (guint i = 0; i < self->query->n_order; i++) {
        if (shard_expr_equal(order_expr(self, i), expr, self->tokens))
            return TRUE;
    }
    return FALSE;
}

/* Is the order by group columns alone, and by all of them? */
static gboolean
order_is_of_groups(const Maker *self)
{
    const ShardQuery *query = self->query;

    for (guint i = 0; i < query->n_order; i++) {
        if (query->order[i].collation != NULL || !is_in_group(self, order_expr(self, i)))
            return FALSE;
    }
    for (guint i = 0; i < query->n_group; i++) {
        gint item;
        if (!is_in_order(self, group_expr(self, i, &item)))
            return FALSE;
    }
    return query->n_group > 0;
}

/* A limit may cut groups off only when the order finds all of them. */
gboolean
maker_may_push_limit(const Maker *self)
{
    return self->query->having == NULL && self->extra_group->len == 0 &&
           !self->query->limit.with_ties && order_is_of_groups(self);
}

/* The units' groups come in the order that is asked for: one is at hand at a time.  No database
 * promises that a derived table's order outlives it. */
gboolean
maker_stream_groups(Maker *self)
{
    ShardMergeSpec *spec = self->spec;

    if (self->in->query > 0 || spec->n_order == 0 || !order_is_of_groups(self))
        return FALSE;
    spec->group = SHARD_GROUP_SORTED;
    spec->group_keys = spec->order;
    spec->n_group_keys = spec->n_order;
    return TRUE;
}

gboolean
maker_regroup(Maker *self)
{
    const ShardQuery *query = self->query;

    if (query->grouping_sets)
        return maker_refuse_or(self, "ROLLUP, CUBE or GROUPING SETS",
                               "ask for each grouping with UNION ALL");
    if (self->star_at < query->n_items)
        return maker_refuse(self, "* beside a GROUP BY or an aggregate");
    if (!add_group_keys(self))
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        if (!add_item(self, i))
            return FALSE;
    }
    self->sees_aliases = TRUE;
    if (query->having != NULL) {
        self->spec->having = maker_expr(self, query->having);
        if (self->spec->having == NULL)
            return FALSE;
        remove_clause(self, query->having_first_token, query->having_last_token);
    }
    if (!add_order(self) || !check_group_point(self))
        return FALSE;
    extend_group(self);
    return TRUE;
}
