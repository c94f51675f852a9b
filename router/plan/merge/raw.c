/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * raw.c - aggregates that have no partial values: variances, string_agg, GROUP_CONCAT.
 *
 * They need every row's argument.  The units' GROUP BY is made finer by a unique key of each table,
 * so that each group is one row; the argument comes beside it, and all other partial values stay
 * right.
 *
 *   SELECT g, STDDEV(v), COUNT(*) FROM t GROUP BY g
 *     each node:  SELECT g, STDDEV(v), COUNT(*), v FROM t_0 AS t GROUP BY g, t.k
 */
#include "router/plan/merge/private.h"

#include <string.h>

#define PG (1U << SHARD_DIALECT_POSTGRESQL)
#define MY (1U << SHARD_DIALECT_MYSQL)

static const struct {
    const char *name;
    ShardAggregateKind kind;
    guint dialects;
} raw_names[] = {
    {"var_pop", SHARD_AGGREGATE_VAR_POP, PG | MY},
    {"variance", SHARD_AGGREGATE_VAR_POP, MY},
    {"variance", SHARD_AGGREGATE_VAR_SAMP, PG},
    {"var_samp", SHARD_AGGREGATE_VAR_SAMP, PG | MY},
    {"stddev_pop", SHARD_AGGREGATE_STDDEV_POP, PG | MY},
    {"stddev", SHARD_AGGREGATE_STDDEV_POP, MY},
    {"std", SHARD_AGGREGATE_STDDEV_POP, MY},
    {"stddev", SHARD_AGGREGATE_STDDEV_SAMP, PG},
    {"stddev_samp", SHARD_AGGREGATE_STDDEV_SAMP, PG | MY},
    {"string_agg", SHARD_AGGREGATE_STRING, PG},
    {"group_concat", SHARD_AGGREGATE_STRING, MY},
};

gboolean
maker_raw_kind(const Maker *self, const ShardExpr *expr, ShardAggregateKind *out_kind)
{
    for (guint i = 0; expr->name != NULL && i < G_N_ELEMENTS(raw_names); i++) {
        if ((raw_names[i].dialects & (1U << self->dialect)) == 0 ||
            strcmp(raw_names[i].name, expr->name) != 0)
            continue;
        *out_kind = raw_names[i].kind;
        return TRUE;
    }
    return FALSE;
}

/* ---- unique keys ---- */

static gboolean
is_never_null(const ShardTableSchema *facts, const ShardIndexSchema *index)
{
    for (guint i = 0; i < index->n_columns; i++) {
        if (!facts->columns[index->columns[i]].not_null && !index->primary)
            return FALSE;
    }
    return index->n_columns > 0;
}

static const ShardIndexSchema *
find_unique(const ShardTableSchema *facts)
{
    for (guint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < facts->n_indexes; i++) {
            const ShardIndexSchema *index = &facts->indexes[i];
            if ((index->primary || pass == 1) && index->unique && !index->partial &&
                is_never_null(facts, index))
                return index;
        }
    }
    return NULL;
}

static void
add_group_column(Maker *self, const ShardTableRef *table, const char *column)
{
    g_autoptr(GString) text = g_string_new(NULL);

    shard_identifier_append(text, self->dialect, table->alias != NULL ? table->alias : table->name,
                            '\0');
    g_string_append_c(text, '.');
    shard_identifier_append(text, self->dialect, column, '\0');
    const ShardPiece piece =
        SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, text->str, (gssize) text->len));
    for (guint i = 0; i < self->extra_group->len; i++) {
        if (maker_same_piece(self, &g_array_index(self->extra_group, ShardPiece, i), &piece))
            return;
    }
    const ShardPiece comma = SHARD_PIECE_TEXT(", ");
    if (self->extra_group->len > 0)
        g_array_append_val(self->extra_group, comma);
    g_array_append_val(self->extra_group, piece);
}

static gboolean
add_table_key(Maker *self, guint number)
{
    const ShardTable *table = self->analysis->refs[number].table;
    const ShardTableSchema *facts = table == NULL || self->analysis->schema == NULL
                                        ? NULL
                                        : shard_schema_table(self->analysis->schema, table->name);
    const ShardIndexSchema *index = facts == NULL ? NULL : find_unique(facts);

    if (index == NULL)
        return maker_refuse(self, "an aggregate of whole rows of '%s', which has no primary key,",
                            self->analysis->statement->tables[number].name);
    for (guint i = 0; i < index->n_columns; i++)
        add_group_column(self, &self->analysis->statement->tables[number],
                         facts->columns[index->columns[i]].name);
    return TRUE;
}

static gboolean
add_leaf_keys(Maker *self, const ShardFrom *from)
{
    if (from->kind == SHARD_FROM_JOIN)
        return add_leaf_keys(self, from->left) && add_leaf_keys(self, from->right);
    if (from->kind != SHARD_FROM_TABLE)
        return maker_refuse(self, "an aggregate of whole rows of a subquery");
    return add_table_key(self, (guint) from->table);
}

static gboolean
add_row_keys(Maker *self)
{
    if (self->in->united)
        return maker_refuse(self, "an aggregate of whole rows of several nodes in one text");
    for (guint i = 0; i < self->query->n_from; i++) {
        if (!add_leaf_keys(self, self->query->from[i]))
            return FALSE;
    }
    return TRUE;
}

/* ---- arguments ---- */

static ShardSlot
hide_argument(Maker *self, const ShardExpr *expr, gint digits)
{
    const ShardExpr *argument = expr->args[0], *filter = expr->filter;

    if (digits > 0)
        return maker_hide_quotient(self, expr, "", digits);
    if (filter == NULL)
        return maker_hide_expr(self, argument);
    const ShardPiece pieces[] = {
        SHARD_PIECE_TEXT("CASE WHEN "), SHARD_PIECE_TOKENS(filter->first_token, filter->last_token),
        SHARD_PIECE_TEXT(" THEN "), SHARD_PIECE_TOKENS(argument->first_token, argument->last_token),
        SHARD_PIECE_TEXT(" END")};
    return maker_hide(self, pieces, G_N_ELEMENTS(pieces));
}

static gboolean
add_separator(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    ShardValue *value = shard_arena_new0(self->arena, ShardValue);

    *value = shard_value_string(",", 1);
    if (self->dialect == SHARD_DIALECT_POSTGRESQL) {
        if (expr->n_args != 2 || !shard_operand_is_constant(expr->args[1]))
            return maker_refuse(self, "string_agg with a separator that isn't constant");
        *value = shard_operand_value(expr->args[1], self->in->constants);
    } else if (expr->separator_token >= 0 &&
               !shard_token_value(self->tokens, (guint) expr->separator_token,
                                  self->in->constants->mode, self->arena, value)) {
        return maker_refuse(self, "GROUP_CONCAT with this separator");
    }
    if (value->kind != SHARD_VALUE_STRING)
        return maker_refuse(self, "'%s' with this separator", expr->name);
    aggregate->separator = value;
    return TRUE;
}

/* MariaDB's GROUP_CONCAT takes NULL for 0 or '' in its order (the merge does so for numbers), and
 * leaves NULL arguments out. */
static gboolean
has_certain_nulls(const Maker *self, const ShardExpr *call, const ShardExpr *order)
{
    const ShardColumnSchema *column = maker_column(self, order);

    if (self->dialect != SHARD_DIALECT_MYSQL ||
        shard_expr_equal(call->args[0], order, self->tokens))
        return TRUE;
    return column != NULL &&
           (column->not_null || column->type == SHARD_TYPE_DATE ||
            column->type == SHARD_TYPE_TIMESTAMP ||
            (column->type >= SHARD_TYPE_INTEGER && column->type <= SHARD_TYPE_DOUBLE));
}

/* PostgreSQL sorts the arguments to find those that DISTINCT leaves out, and hands them on so. */
static gboolean
add_distinct_order(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    ShardMergeKey *key = shard_arena_array(self->arena, ShardMergeKey, 1);

    aggregate->order = key;
    aggregate->n_order = 1;
    return maker_key(self, expr->args[0], -1, NULL, key);
}

static gboolean
add_order(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, expr->n_order);

    if (expr->n_order == 0 && expr->distinct && self->dialect == SHARD_DIALECT_POSTGRESQL)
        return add_distinct_order(self, expr, aggregate);
    if (expr->n_order == 0) {
        g_autofree char *what = g_strdup_printf("'%s' without ORDER BY inside", expr->name);
        return maker_refuse_or(self, what, "write ORDER BY into it");
    }
    for (guint i = 0; i < expr->n_order; i++) {
        const ShardOrderItem *order = &expr->order[i];
        if (order->expr->kind == SHARD_EXPR_LITERAL)
            return maker_refuse(self, "'%s' ordered by a number", expr->name);
        if (!has_certain_nulls(self, expr, order->expr))
            return maker_refuse(self, "'%s' ordered by what may be NULL", expr->name);
        if (!maker_key(self, order->expr, -1, order->collation, &keys[i]))
            return FALSE;
        keys[i].descending = order->descending;
        keys[i].nulls_first = maker_nulls_first(self, order);
    }
    aggregate->order = keys;
    aggregate->n_order = expr->n_order;
    return TRUE;
}

gboolean
maker_raw(Maker *self, const ShardExpr *expr, ShardMergeAggregate *aggregate)
{
    gboolean is_string = aggregate->kind == SHARD_AGGREGATE_STRING;
    guint most = is_string && self->dialect == SHARD_DIALECT_POSTGRESQL ? 2 : 1;
    gint digits = 0;

    if (expr->n_args == 0 || expr->n_args > most || (expr->distinct && !is_string) ||
        shard_expr_has_volatile(expr))
        return maker_refuse(self, "the aggregate '%s' in this form", expr->name);
    if (maker_is_of_bits(self, expr->args[0]))
        return maker_refuse(self, "'%s' of a BIT column", expr->name);
    if (is_string && maker_is_zero_filled(self, expr->args[0]))
        return maker_refuse(self, "'%s' of a ZEROFILL or YEAR column", expr->name);
    if (!add_row_keys(self) || (!is_string && !maker_quotient_digits(self, expr, &digits)))
        return FALSE;
    aggregate->input = hide_argument(self, expr, digits);
    aggregate->distinct = expr->distinct;
    return !is_string || (add_separator(self, expr, aggregate) && add_order(self, expr, aggregate));
}
