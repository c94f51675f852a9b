/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * decimals.c - MariaDB: the digits that text of numbers has.
 *
 *   price DOUBLE(10,2)   ROUND(f, 2)   STDDEV(v)        3.00, 3.00, 0.5000 and not 3, 3, 0.5
 *   number INT(6) ZEROFILL                              000005
 *
 * The server tells its driver, which prints by it; nothing of ODBC tells us.
 */
#include "router/plan/merge/private.h"

#include <string.h>

#define MOST_DECIMALS 30 /* more means: as many as it takes */
#define MORE_OF_QUOTIENTS 4
#define OF_SHARES 10

static gint decimals_of(const Maker *self, const ShardExpr *expr);

static gint
known(gint decimals)
{
    return decimals > MOST_DECIMALS ? -1 : decimals;
}

static gint
more(gint decimals)
{
    return decimals < 0 ? -1 : known(decimals + MORE_OF_QUOTIENTS);
}

/* double(10,2) has two; exact numbers have their scale. */
static gint
column_decimals(const ShardColumnSchema *column)
{
    const char *comma = column->type_name == NULL ? NULL : strchr(column->type_name, ',');

    switch (column->type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
        return 0;
    case SHARD_TYPE_DECIMAL:
        return column->scale;
    case SHARD_TYPE_FLOAT:
    case SHARD_TYPE_DOUBLE:
        return comma == NULL ? -1 : known((gint) g_ascii_strtoll(comma + 1, NULL, 10));
    default:
        return -1;
    }
}

gint
maker_literal_decimals(const Maker *self, const ShardExpr *expr)
{
    const ShardToken *token = &self->tokens->tokens[expr->last_token];
    const char *text = self->tokens->text + token->offset;
    const char *point = memchr(text, '.', token->size);

    if (expr->literal != SHARD_LITERAL_VALUE || token->kind == SHARD_TOKEN_INTEGER)
        return 0;
    if (token->kind == SHARD_TOKEN_STRING || memchr(text, 'e', token->size) != NULL ||
        memchr(text, 'E', token->size) != NULL)
        return -1;
    return point == NULL ? 0 : (gint) (text + token->size - point - 1);
}

/* The most that entries from first on, step apart, have. */
static gint
most_decimals(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    gint most = 0;

    for (guint i = first; i < expr->n_args && most >= 0; i += step) {
        gint decimals = expr->args[i] == NULL ? 0 : decimals_of(self, expr->args[i]);
        most = decimals < 0 ? -1 : MAX(most, decimals);
    }
    return most;
}

/* CASE: [operand], when, then, when, then ..., [else]. */
static gint
case_decimals(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *other = expr->n_args % 2 == 0 ? expr->args[expr->n_args - 1] : NULL;
    gint most = most_decimals(self, expr, 2, 2);
    gint last = other == NULL ? 0 : decimals_of(self, other);

    return most < 0 || last < 0 ? -1 : MAX(most, last);
}

static gint
operator_decimals(const Maker *self, const ShardExpr *expr)
{
    if (strlen(expr->name) != 1 || strchr("+-*/%", expr->name[0]) == NULL)
        return -1;
    gint most = most_decimals(self, expr, 0, 1);
    return expr->name[0] == '/' ? more(most) : most;
}

gint
maker_rounded_decimals(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *digits = expr->n_args == 2 ? expr->args[1] : NULL;

    if (expr->n_args == 1)
        return 0;
    if (digits == NULL || digits->kind != SHARD_EXPR_LITERAL || digits->literal_sign_tokens > 0 ||
        self->tokens->tokens[digits->last_token].kind != SHARD_TOKEN_INTEGER)
        return -1;
    const ShardToken *token = &self->tokens->tokens[digits->last_token];
    gint64 number = g_ascii_strtoll(self->tokens->text + token->offset, NULL, 10);
    return known((gint) CLAMP(number, 0, MOST_DECIMALS + 1));
}

/* Which of its arguments a call has the decimals of. */
typedef enum { OF_NONE, OF_FIRST, OF_ALL, OF_LATER, OF_QUOTIENT, OF_SHARE } Rule;

static const struct {
    const char *name;
    Rule rule;
} calls[] = {
    {"count", OF_NONE},
    {"sum", OF_FIRST},
    {"min", OF_FIRST},
    {"max", OF_FIRST},
    {"avg", OF_QUOTIENT},
    {"std", OF_QUOTIENT},
    {"stddev", OF_QUOTIENT},
    {"stddev_pop", OF_QUOTIENT},
    {"stddev_samp", OF_QUOTIENT},
    {"variance", OF_QUOTIENT},
    {"var_pop", OF_QUOTIENT},
    {"var_samp", OF_QUOTIENT},
    {"abs", OF_FIRST},
    {"nullif", OF_FIRST},
    {"ifnull", OF_ALL},
    {"coalesce", OF_ALL},
    {"greatest", OF_ALL},
    {"least", OF_ALL},
    {"mod", OF_ALL},
    {"if", OF_LATER},
    {"lag", OF_FIRST},
    {"lead", OF_FIRST},
    {"first_value", OF_FIRST},
    {"last_value", OF_FIRST},
    {"median", OF_SHARE},
    {"percentile_cont", OF_SHARE},
    {"cume_dist", OF_SHARE},
    {"percent_rank", OF_SHARE},
};

static gint
call_decimals(const Maker *self, const ShardExpr *expr)
{
    guint i = 0;

    if (g_strcmp0(expr->name, "round") == 0 || g_strcmp0(expr->name, "truncate") == 0)
        return maker_rounded_decimals(self, expr);
    while (i < G_N_ELEMENTS(calls) && g_strcmp0(calls[i].name, expr->name) != 0)
        i++;
    if (i == G_N_ELEMENTS(calls))
        return -1;
    if (calls[i].rule == OF_NONE || calls[i].rule == OF_SHARE)
        return calls[i].rule == OF_NONE ? 0 : OF_SHARES;
    if (expr->n_args == 0 || expr->args[0] == NULL)
        return -1;
    if (calls[i].rule == OF_FIRST)
        return decimals_of(self, expr->args[0]);
    if (calls[i].rule == OF_QUOTIENT)
        return more(decimals_of(self, expr->args[0]));
    return most_decimals(self, expr, calls[i].rule == OF_LATER ? 1 : 0, 1);
}

/* -1: as many as it takes. */
static gint
decimals_of(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column;

    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
        column = maker_column(self, expr);
        return column == NULL ? -1 : column_decimals(column);
    case SHARD_EXPR_LITERAL:
        return maker_literal_decimals(self, expr);
    case SHARD_EXPR_OPERATOR:
        return operator_decimals(self, expr);
    case SHARD_EXPR_CASE:
        return case_decimals(self, expr);
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_WINDOW:
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_COALESCE:
        return call_decimals(self, expr);
    default:
        return -1;
    }
}

/* int(6) zerofill has six, year(4) four. */
static guint8
filled_digits(const ShardColumnSchema *column)
{
    const char *bracket = column->type_name == NULL ? NULL : strchr(column->type_name, '(');

    if (bracket == NULL || !maker_type_is_filled(column->type_name) || column->scale > 0)
        return 0;
    return (guint8) CLAMP(g_ascii_strtoll(bracket + 1, NULL, 10), 0, MOST_DECIMALS);
}

static void
append(GArray *all, gint decimals, const ShardColumnSchema *column)
{
    const ShardTextForm form = {.decimals = (gint8) decimals,
                                .digits = column == NULL ? 0 : filled_digits(column)};

    g_array_append_val(all, form);
}

/* What * stands for, where FROM is one table; FALSE: that isn't known. */
static gboolean
append_star(const Maker *self, GArray *all)
{
    const ShardQuery *query = self->query;

    if (query->n_from != 1 || query->from[0]->kind != SHARD_FROM_TABLE ||
        self->analysis->schema == NULL)
        return FALSE;
    const ShardTable *table = self->analysis->refs[query->from[0]->table].table;
    const ShardTableSchema *facts =
        table == NULL ? NULL : shard_schema_table(self->analysis->schema, table->name);
    for (guint i = 0; facts != NULL && i < facts->n_columns; i++)
        append(all, column_decimals(&facts->columns[i]), &facts->columns[i]);
    return facts != NULL;
}

/* Of each column of a block; fewer where * hides them. */
static GArray *
block_decimals(const ShardMergeInput *in, gint query)
{
    ShardMergeInput own = *in;
    own.query = query;
    const Maker maker = {.in = &own,
                         .analysis = in->analysis,
                         .query = &in->analysis->statement->queries[query],
                         .tokens = in->analysis->tokens,
                         .dialect = in->analysis->mode->dialect};
    GArray *all = g_array_new(FALSE, FALSE, sizeof(ShardTextForm));
    gboolean goes_on = TRUE;

    for (guint i = 0; i < maker.query->n_items && goes_on; i++) {
        const ShardExpr *expr = maker.query->items[i].expr;
        if (expr->kind == SHARD_EXPR_STAR)
            goes_on = append_star(&maker, all);
        else
            append(all, decimals_of(&maker, expr), maker_column(&maker, expr));
    }
    return all;
}

/* The column of a set operation has the most of its branches. */
static GArray *
query_decimals(const ShardMergeInput *in, gint number)
{
    const ShardQuery *query = &in->analysis->statement->queries[number];

    if (query->set == SHARD_SET_NONE)
        return block_decimals(in, number);
    GArray *left = query_decimals(in, query->left);
    g_autoptr(GArray) right = query_decimals(in, query->right);
    g_array_set_size(left, MIN(left->len, right->len));
    for (guint i = 0; i < left->len; i++) {
        ShardTextForm *mine = &g_array_index(left, ShardTextForm, i);
        gint8 other = g_array_index(right, ShardTextForm, i).decimals;
        mine->decimals = mine->decimals < 0 || other < 0 ? -1 : MAX(mine->decimals, other);
        mine->digits = 0;
    }
    return left;
}

void
shard_merge_add_decimals(const ShardMergeInput *in, ShardMergeSpec *spec)
{
    if (spec->dialect != SHARD_DIALECT_MYSQL)
        return;
    g_autoptr(GArray) all = query_decimals(in, in->query);
    spec->text_forms = shard_arena_memdup(in->arena, all->data, all->len * sizeof(ShardTextForm));
    spec->n_text_forms = all->len;
}
