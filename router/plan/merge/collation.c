/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * collation.c - the collation of the text that an expression makes, and how long it can get.
 */
#include "router/plan/merge/private.h"

#include <string.h>

/* Longer text isn't weighed: MariaDB cuts its sort keys off (max_sort_length). */
#define MOST_CHARACTERS 255

static gboolean
is_text(ShardTypeClass type)
{
    return type == SHARD_TYPE_TEXT || type == SHARD_TYPE_CHAR;
}

static gboolean
is_in_list(const char *name, const char *const *list, guint n)
{
    for (guint i = 0; i < n; i++) {
        if (g_strcmp0(list[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean
is_text_literal(const Maker *self, const ShardExpr *expr)
{
    return expr->kind == SHARD_EXPR_LITERAL && expr->literal == SHARD_LITERAL_VALUE &&
           self->tokens->tokens[expr->last_token].kind == SHARD_TOKEN_STRING;
}

static gboolean
is_null(const ShardExpr *expr)
{
    return expr == NULL ||
           (expr->kind == SHARD_EXPR_LITERAL && expr->literal == SHARD_LITERAL_NULL);
}

/* ---- of the columns it is made of ---- */

/* Functions whose text has the collation of their text arguments; of MariaDB's others it may be the
 * connection's. */
static const char *const collation_keepers[] = {
    "upper",     "lower",    "ucase", "lcase",  "concat",  "concat_ws", "substr",
    "substring", "mid",      "trim",  "ltrim",  "rtrim",   "left",      "right",
    "replace",   "lpad",     "rpad",  "repeat", "reverse", "coalesce",  "ifnull",
    "nullif",    "greatest", "least", "||"};

/* PostgreSQL: calls that give text whatever they take. */
static const char *const text_calls[] = {"to_char",
                                         "upper",
                                         "lower",
                                         "initcap",
                                         "concat",
                                         "concat_ws",
                                         "substr",
                                         "substring",
                                         "btrim",
                                         "ltrim",
                                         "rtrim",
                                         "left",
                                         "right",
                                         "replace",
                                         "lpad",
                                         "rpad",
                                         "repeat",
                                         "reverse",
                                         "split_part",
                                         "translate",
                                         "md5",
                                         "to_hex",
                                         "chr",
                                         "format",
                                         "regexp_replace",
                                         "->>",
                                         "#>>",
                                         "json_extract_path_text",
                                         "jsonb_extract_path_text"};

static gboolean
keeps_collation(const Maker *self, const ShardExpr *expr)
{
    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
    case SHARD_EXPR_LITERAL:
        return TRUE;
    case SHARD_EXPR_CASE: /* what its operand is compared with doesn't count */
        return expr->n_args > 0 && expr->args[0] == NULL;
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_OPERATOR:
    case SHARD_EXPR_COALESCE:
        break;
    default:
        return FALSE;
    }
    /* What else PostgreSQL's calls make of text needn't be text (jsonb, arrays). */
    return is_in_list(expr->name, collation_keepers, G_N_ELEMENTS(collation_keepers)) ||
           (self->dialect == SHARD_DIALECT_POSTGRESQL &&
            is_in_list(expr->name, text_calls, G_N_ELEMENTS(text_calls)));
}

typedef struct {
    const Maker *maker;
    const ShardColumnSchema *found; /* a text column */
    gboolean doubtful;
} CollationSearch;

static gboolean
look_for_collation(const ShardExpr *expr, void *data)
{
    CollationSearch *search = data;

    search->doubtful = !keeps_collation(search->maker, expr) || expr->collation != NULL;
    if (search->doubtful || expr->kind != SHARD_EXPR_COLUMN)
        return search->doubtful;
    const ShardColumnSchema *column = maker_column(search->maker, expr);
    if (column == NULL) {
        search->doubtful = TRUE;
    } else if (is_text(column->type)) {
        const ShardColumnSchema *first = search->found == NULL ? column : search->found;
        search->doubtful = column->type != SHARD_TYPE_TEXT ||
                           first->collation.kind != column->collation.kind ||
                           g_strcmp0(first->collation.name, column->collation.name) != 0;
        search->found = first;
    }
    return search->doubtful;
}

/* ---- PostgreSQL: the database's ---- */

static const char *const text_types[] = {"text", "varchar"};

static gboolean
is_default(const ShardCollation *collation)
{
    return g_strcmp0(collation->name, "default") == 0;
}

/* Their values have no collation, or their argument's. */
static const char *const plain_aggregates[] = {"count", "sum", "avg", "min", "max"};

/* Does it bring in another collation than the database's? */
static gboolean
brings_collation(const ShardExpr *expr, void *data)
{
    if (expr->collation != NULL || expr->kind == SHARD_EXPR_SUBQUERY ||
        expr->kind == SHARD_EXPR_OPAQUE)
        return TRUE;
    if (expr->kind == SHARD_EXPR_AGGREGATE)
        return !is_in_list(expr->name, plain_aggregates, G_N_ELEMENTS(plain_aggregates));
    if (expr->kind != SHARD_EXPR_COLUMN)
        return FALSE;
    const ShardColumnSchema *column = maker_column(data, expr);
    return column == NULL || (is_text(column->type) && !is_default(&column->collation));
}

static gboolean is_database_text(const Maker *self, const ShardExpr *expr);

/* Entries from first on, step apart, are database text or NULL, and one is text. */
static gboolean
are_database_text(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    gboolean found = FALSE;

    for (guint i = first; i < expr->n_args; i += step) {
        if (is_null(expr->args[i]))
            continue;
        if (!is_database_text(self, expr->args[i]))
            return FALSE;
        found = TRUE;
    }
    return found;
}

/* CASE: [operand], when, then, when, then ..., [else]. */
static gboolean
is_case_of_text(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *other = expr->args[expr->n_args - 1];
    ShardExpr results = *expr;

    if (expr->n_args < 4 || (!is_null(other) && !is_database_text(self, other)))
        return FALSE;
    results.n_args--;
    return are_database_text(self, &results, 2, 2);
}

/* Is it certainly text or varchar in the database's own collation? */
static gboolean
is_database_text(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column;

    if (expr->collation != NULL)
        return FALSE;
    switch (expr->kind) {
    case SHARD_EXPR_LITERAL:
        return is_text_literal(self, expr);
    case SHARD_EXPR_COLUMN:
        column = maker_column(self, expr);
        return column != NULL && column->type == SHARD_TYPE_TEXT && is_default(&column->collation);
    case SHARD_EXPR_CASE:
        return is_case_of_text(self, expr);
    case SHARD_EXPR_COALESCE:
        return are_database_text(self, expr, 0, 1);
    case SHARD_EXPR_CAST:
        return is_in_list(expr->name, text_types, G_N_ELEMENTS(text_types)) &&
               !shard_expr_walk(expr, brings_collation, (void *) self);
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_OPERATOR:
        if (g_strcmp0(expr->name, "||") == 0)
            return are_database_text(self, expr, 0, 1);
        return is_in_list(expr->name, text_calls, G_N_ELEMENTS(text_calls)) &&
               !shard_expr_walk(expr, brings_collation, (void *) self);
    default:
        return FALSE;
    }
}

static gboolean
find_database_collation(const Maker *self, ShardCollation *out)
{
    const ShardAnalysis *analysis = self->analysis;

    for (guint i = 0; i < analysis->statement->n_tables && analysis->schema != NULL; i++) {
        const ShardTable *table = analysis->refs[i].table;
        const ShardTableSchema *facts =
            table == NULL ? NULL : shard_schema_table(analysis->schema, table->name);
        if (facts == NULL || facts->text_collation.kind == SHARD_COLLATION_UNKNOWN)
            continue;
        *out = facts->text_collation;
        return TRUE;
    }
    return FALSE;
}

/* ---- MariaDB: how long can it get ---- */

/* Calls of MariaDB that give text no longer than their first argument. */
static const char *const shortening_calls[] = {"upper",  "lower", "ucase",  "lcase", "trim",
                                               "ltrim",  "rtrim", "left",   "right", "substring",
                                               "substr", "mid",   "reverse"};

static gint32 text_length(const Maker *self, const ShardExpr *expr);

/* The longest of the entries from first on, step apart; -1 where one isn't text. */
static gint32
longest(const Maker *self, const ShardExpr *expr, guint first, guint step)
{
    gint32 result = 0;

    for (guint i = first; i < expr->n_args && result >= 0; i += step) {
        gint32 length = is_null(expr->args[i]) ? 0 : text_length(self, expr->args[i]);
        result = length < 0 ? -1 : MAX(result, length);
    }
    return result;
}

static gint32
case_length(const Maker *self, const ShardExpr *expr)
{
    const ShardExpr *other = expr->args[expr->n_args - 1];
    ShardExpr results = *expr;

    if (expr->n_args < 4)
        return -1;
    results.n_args--;
    gint32 length = longest(self, &results, 2, 2);
    gint32 other_length = is_null(other) ? 0 : text_length(self, other);
    return length < 0 || other_length < 0 ? -1 : MAX(length, other_length);
}

static gint32
call_length(const Maker *self, const ShardExpr *expr)
{
    gint32 sum = 0;

    if (g_strcmp0(expr->name, "date_format") == 0 && expr->n_args == 2 &&
        is_text_literal(self, expr->args[1]))
        return (gint32) self->tokens->tokens[expr->args[1]->last_token].size * 16;
    if (g_strcmp0(expr->name, "dayname") == 0 || g_strcmp0(expr->name, "monthname") == 0)
        return 64;
    if (g_strcmp0(expr->name, "if") == 0 && expr->n_args == 3)
        return longest(self, expr, 1, 1);
    if (g_strcmp0(expr->name, "ifnull") == 0)
        return longest(self, expr, 0, 1);
    if (expr->n_args > 0 &&
        is_in_list(expr->name, shortening_calls, G_N_ELEMENTS(shortening_calls)))
        return expr->args[0] == NULL ? -1 : text_length(self, expr->args[0]);
    if (g_strcmp0(expr->name, "concat") != 0)
        return -1;
    for (guint i = 0; i < expr->n_args && sum >= 0; i++) {
        gint32 length = expr->args[i] == NULL ? -1 : text_length(self, expr->args[i]);
        sum = length < 0 || sum > MOST_CHARACTERS ? -1 : sum + length;
    }
    return sum;
}

/* CAST(x AS CHAR(40)): the view leaves the number out. */
static gint32
cast_length(const Maker *self, const ShardExpr *expr)
{
    const ShardTokens *tokens = self->tokens;
    guint last = expr->last_token;

    if (last < 5 || last >= tokens->n_tokens || !shard_token_is(tokens, last, ")") ||
        !shard_token_is(tokens, last - 1, ")") || !shard_token_is(tokens, last - 3, "(") ||
        !shard_token_is(tokens, last - 4, "char"))
        return -1;
    guint64 length = g_ascii_strtoull(tokens->text + tokens->tokens[last - 2].offset, NULL, 10);
    return length > 0 && length <= MOST_CHARACTERS ? (gint32) length : -1;
}

/* The most characters of an expression that is certainly text; -1 not known, or not text. */
static gint32
text_length(const Maker *self, const ShardExpr *expr)
{
    const ShardColumnSchema *column;

    if (expr->collation != NULL)
        return -1;
    switch (expr->kind) {
    case SHARD_EXPR_LITERAL:
        return is_text_literal(self, expr) ? (gint32) self->tokens->tokens[expr->last_token].size
                                           : -1;
    case SHARD_EXPR_COLUMN:
        column = maker_column(self, expr);
        return column != NULL && is_text(column->type) && column->length > 0 ? column->length : -1;
    case SHARD_EXPR_CASE:
        return case_length(self, expr);
    case SHARD_EXPR_COALESCE:
        return longest(self, expr, 0, 1);
    case SHARD_EXPR_CAST:
        return cast_length(self, expr);
    case SHARD_EXPR_FUNCTION:
        return call_length(self, expr);
    default:
        return -1;
    }
}

gint32
maker_text_length(const Maker *self, const ShardExpr *expr)
{
    gint32 length =
        self->dialect == SHARD_DIALECT_MYSQL && expr != NULL ? text_length(self, expr) : -1;

    return length <= MOST_CHARACTERS ? length : -1;
}

/* ---- all together ---- */

gboolean
maker_derive_collation(const Maker *self, const ShardExpr *expr, ShardCollation *out)
{
    CollationSearch search = {self, NULL, FALSE};

    if (expr == NULL || self->dialect == SHARD_DIALECT_SQLITE)
        return FALSE;
    shard_expr_walk(expr, look_for_collation, &search);
    if (!search.doubtful && search.found != NULL) {
        *out = search.found->collation;
        return TRUE;
    }
    if (self->dialect == SHARD_DIALECT_POSTGRESQL)
        return is_database_text(self, expr) && find_database_collation(self, out);
    if (maker_text_length(self, expr) <= 0)
        return FALSE;
    *out = (ShardCollation){.kind = SHARD_COLLATION_MYSQL}; /* its weight says it all */
    return TRUE;
}
