/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which subqueries can be run first: those that name nothing outside themselves, and whose values
 * mean the same as literals where they stand.
 */
#include "router/plan/steps/before-private.h"

#include "router/plan/condition/expr.h"
#include "router/plan/merge/item-type.h"
#include "router/plan/condition/scope.h"

#include <string.h>

typedef ShardBeforeFinder Finder;

/* How an expression is used. */
typedef enum {
    USE_OPERAND, /* by an operator or function, or as a condition */
    USE_ITEM,    /* as a select item */
    USE_WRITE    /* as what is written into a column */
} Use;

static void find_in(Finder *self, const ShardExpr *expr, Use use);

/* ---- types ---- */

static const ShardColumnSchema *
column_of(const Finder *self, const ShardExpr *expr, gint query)
{
    return shard_item_column(self->analysis, expr, query);
}

static gboolean
same_text(const ShardColumnSchema *a, const ShardColumnSchema *b)
{
    return a != NULL && b != NULL && a->type == SHARD_TYPE_TEXT && b->type == SHARD_TYPE_TEXT &&
           a->collation.kind != SHARD_COLLATION_UNKNOWN && a->collation.kind == b->collation.kind &&
           g_strcmp0(a->collation.name, b->collation.name) == 0;
}

static ShardDialect
dialect_of(const Finder *self)
{
    return self->prepared->mode.dialect;
}

static ShardTypeClass
item_type(const Finder *self, gint query, const char **out_name)
{
    return shard_item_type(self->analysis, query, 0, out_name);
}

/* Does a literal of that type behave as the subquery does, whatever is done with it? */
static gboolean
is_literal_type(const Finder *self, ShardTypeClass type, Use use)
{
    ShardDialect dialect = dialect_of(self);
    gboolean sqlite = dialect == SHARD_DIALECT_SQLITE, mysql = dialect == SHARD_DIALECT_MYSQL;

    switch (type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT: /* SQLite: a subquery has its column's affinity */
        return !sqlite || use != USE_OPERAND;
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DATE:
        return !sqlite;
    case SHARD_TYPE_TIMESTAMP: /* MariaDB's literal shows six digits */
        return !sqlite && (!mysql || use == USE_WRITE);
    case SHARD_TYPE_TEXT: /* whose collation counts elsewhere, and in MariaDB's lists its length */
        return use == USE_WRITE || (use == USE_ITEM && !mysql);
    default:
        return FALSE;
    }
}

/* Does a literal of the subquery's value compare with the column as the value itself does? */
static gboolean
compares_alike(const Finder *self, const ShardColumnSchema *column, gint query, gboolean equality)
{
    const ShardExpr *item = self->analysis->statement->queries[query].items[0].expr;
    const char *name;
    gboolean is_number = item->kind == SHARD_EXPR_COLUMN || shard_is_aggregate(item, "count") ||
                         shard_is_aggregate(item, "max") || shard_is_aggregate(item, "min") ||
                         shard_is_aggregate(item, "sum") ||
                         item_type(self, query, &name) == SHARD_TYPE_DECIMAL;

    if (column == NULL)
        return FALSE;
    switch (column->type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
        return is_number;
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DATE:
    case SHARD_TYPE_TIMESTAMP:
        return dialect_of(self) != SHARD_DIALECT_SQLITE && is_number;
    case SHARD_TYPE_TEXT:
        return equality && same_text(column, column_of(self, item, query));
    default:
        return FALSE;
    }
}

/* ---- subqueries ---- */

static gboolean
is_inside(const ShardQuery *query, guint first, guint last)
{
    return query->first_token <= first && last <= query->last_token;
}

typedef struct {
    const Finder *finder;
    gint block, top;
} OutsideSearch;

static gboolean
is_alias(const ShardQuery *query, const char *name)
{
    for (guint i = 0; i < query->n_items; i++) {
        if (query->items[i].alias != NULL &&
            shard_identifier_equal_fold(query->items[i].alias, name))
            return TRUE;
    }
    return FALSE;
}

/* A bare column that no FROM has from its block up to the subquery is one of outside. */
static gboolean
is_outside(const ShardExpr *expr, void *data)
{
    const OutsideSearch *search = data;
    const ShardAnalysis *analysis = search->finder->analysis;
    const ShardQuery *queries = analysis->statement->queries;

    if (expr->kind != SHARD_EXPR_COLUMN || expr->qualifier != NULL ||
        is_alias(&queries[search->block], expr->name))
        return FALSE;
    for (gint at = search->block; at >= 0; at = queries[at].parent) {
        if (shard_scope_has_column(analysis, at, expr->name, 0) != SHARD_ABSENT)
            return FALSE;
        if (at == search->top)
            return TRUE;
    }
    return FALSE;
}

static gboolean
block_names_outside(const Finder *self, gint block, gint top)
{
    OutsideSearch search = {self, block, top};

    return shard_query_walk(&self->analysis->statement->queries[block], is_outside, &search);
}

/* The subquery and all in it name nothing outside. */
static gboolean
stands_alone(const Finder *self, gint query)
{
    const ShardStatement *statement = self->analysis->statement;
    const ShardQuery *facts = &statement->queries[query];

    if (facts->correlated || facts->for_update || facts->is_values)
        return FALSE;
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *inner = &statement->queries[i];
        if (!is_inside(facts, inner->first_token, inner->last_token))
            continue;
        if (inner->correlated ||
            (inner->set == SHARD_SET_NONE && block_names_outside(self, (gint) i, query)))
            return FALSE;
    }
    for (guint i = 0; i < statement->n_tables; i++) {
        const ShardTableRef *table = &statement->tables[i];
        if (table->is_cte && is_inside(facts, table->first_token, table->last_token))
            return FALSE;
    }
    return TRUE;
}

static gboolean
has_one_item(const Finder *self, gint query)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];

    return facts->set == SHARD_SET_NONE && facts->n_items == 1 &&
           facts->items[0].expr->kind != SHARD_EXPR_STAR;
}

/* Fills the brackets; FALSE: they aren't plain ones, or there are enough subqueries already. */
static gboolean
begin(const Finder *self, const ShardExpr *expr, ShardBeforeQuery *out)
{
    const ShardTokens *tokens = self->prepared->tokens;

    if (self->n_found == SHARD_MAX_BEFORE || !stands_alone(self, expr->query))
        return FALSE;
    const ShardQuery *facts = &self->analysis->statement->queries[expr->query];
    *out = (ShardBeforeQuery){
        .query = expr->query, .open = facts->first_token - 1, .close = facts->last_token + 1};
    return shard_token_is(tokens, out->open, "(") && shard_token_is(tokens, out->close, ")") &&
           !(shard_token_is(tokens, out->open - 1, "(") &&
             shard_token_is(tokens, out->close + 1, ")") && expr->link != SHARD_LINK_SCALAR);
}

static void
add_exists(Finder *self, const ShardExpr *expr)
{
    ShardBeforeQuery subquery;

    if (!begin(self, expr, &subquery) ||
        !shard_token_is(self->prepared->tokens, subquery.open - 1, "exists"))
        return;
    subquery.kind = SHARD_BEFORE_EXISTS;
    self->found[self->n_found++] = subquery;
}

/* IN ( or NOT IN ( or = ANY ( behind left. */
static gboolean
find_list_start(const Finder *self, const ShardExpr *left, ShardBeforeQuery *subquery)
{
    const ShardTokens *tokens = self->prepared->tokens;
    guint open = subquery->open;

    if (shard_token_is(tokens, open - 1, "in")) {
        subquery->negated = shard_token_is(tokens, open - 2, "not");
        subquery->list_first = subquery->negated ? open - 2 : open - 1;
    } else if ((shard_token_is(tokens, open - 1, "any") ||
                shard_token_is(tokens, open - 1, "some")) &&
               shard_token_is(tokens, open - 2, "=")) {
        subquery->list_first = open - 2;
    } else {
        return FALSE;
    }
    return left->last_token + 1 == subquery->list_first;
}

static void
add_list(Finder *self, const ShardExpr *expr)
{
    const ShardExpr *left = expr->n_args == 1 ? expr->args[0] : NULL;
    const ShardColumnSchema *column = column_of(self, left, self->block);
    ShardBeforeQuery subquery;

    if (column == NULL || !begin(self, expr, &subquery) || !has_one_item(self, expr->query) ||
        !find_list_start(self, left, &subquery))
        return;
    /* MariaDB takes no LIMIT there. */
    if (self->analysis->statement->queries[expr->query].limit.present &&
        dialect_of(self) == SHARD_DIALECT_MYSQL)
        return;
    subquery.kind = SHARD_BEFORE_LIST;
    subquery.left = left;
    subquery.type = column->type;
    subquery.drops_null = expr->link == SHARD_LINK_IN && !subquery.negated &&
                          shard_scope_is_positive(self->analysis, expr->query);
    if (compares_alike(self, column, expr->query, TRUE))
        self->found[self->n_found++] = subquery;
}

/* MariaDB's select items: of the same type, and not NOT NULL as a literal is. */
static gboolean
wrap_mysql_item(const Finder *self, ShardBeforeQuery *subquery, const char *name, Use use)
{
    gboolean is_int = g_ascii_strncasecmp(name, "int", strlen("int")) == 0;

    subquery->before = "NULLIF(IF(1, ";
    switch (subquery->type) {
    case SHARD_TYPE_INTEGER: /* an expression's type depends on its length */
        subquery->before = "NULLIF(";
        subquery->behind = ", NULL)";
        subquery->null_text = "NULLIF(0, 0)";
        return is_int && use == USE_ITEM;
    case SHARD_TYPE_BIGINT:
        subquery->behind = ", -9223372036854775807), NULL)";
        return !is_int;
    case SHARD_TYPE_DATE:
        subquery->behind = ", DATE'2000-01-01'), NULL)";
        return TRUE;
    case SHARD_TYPE_DECIMAL: {
        g_autofree char *behind = g_strdup_printf(", CAST(0 AS %s)), NULL)", name);
        subquery->behind = shard_arena_strndup(self->arena, behind, -1);
        return g_str_has_prefix(name, "decimal(") && g_str_has_suffix(name, ")");
    }
    default:
        return FALSE;
    }
}

static gboolean
wrap(const Finder *self, ShardBeforeQuery *subquery, const char *name, Use use)
{
    if (dialect_of(self) == SHARD_DIALECT_MYSQL && self->in_item)
        return name != NULL && wrap_mysql_item(self, subquery, name, use);
    if (dialect_of(self) != SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    if (name == NULL)
        return FALSE;
    g_autofree char *behind = g_strdup_printf(" AS %s)", name);
    subquery->before = "CAST(";
    subquery->behind = shard_arena_strndup(self->arena, behind, -1);
    return TRUE;
}

static void
add_scalar(Finder *self, const ShardExpr *expr, Use use)
{
    ShardBeforeQuery subquery;
    const char *name = NULL;

    if (!begin(self, expr, &subquery) || !has_one_item(self, expr->query))
        return;
    subquery.type = item_type(self, expr->query, &name);
    if (is_literal_type(self, subquery.type, use) && wrap(self, &subquery, name, use))
        self->found[self->n_found++] = subquery;
}

/* A scalar subquery beside a column takes the column's type, without a cast. */
static gboolean
add_compared(Finder *self, const ShardExpr *left, const ShardExpr *expr, gboolean equality)
{
    const ShardColumnSchema *column = column_of(self, left, self->block);
    ShardBeforeQuery subquery;

    if (column == NULL || !begin(self, expr, &subquery) || !has_one_item(self, expr->query) ||
        !compares_alike(self, column, expr->query, equality))
        return FALSE;
    subquery.type = column->type;
    self->found[self->n_found++] = subquery;
    return TRUE;
}

/* ---- where they stand ---- */

static gboolean
is_scalar(const ShardExpr *expr)
{
    return expr != NULL && expr->kind == SHARD_EXPR_SUBQUERY && expr->link == SHARD_LINK_SCALAR;
}

static void
find_in_args(Finder *self, const ShardExpr *expr)
{
    for (guint i = 0; i < expr->n_args; i++)
        find_in(self, expr->args[i], USE_OPERAND);
}

static void
find_in_comparison(Finder *self, const ShardExpr *expr)
{
    gboolean equality =
        expr->name != NULL && (strcmp(expr->name, "=") == 0 || strcmp(expr->name, "<>") == 0);

    for (guint i = 0; i < 2 && expr->n_args == 2; i++) {
        if (is_scalar(expr->args[i]) &&
            add_compared(self, expr->args[1 - i], expr->args[i], equality)) {
            find_in(self, expr->args[1 - i], USE_OPERAND);
            return;
        }
    }
    find_in_args(self, expr);
}

static void
find_in_subquery(Finder *self, const ShardExpr *expr, Use use)
{
    switch (expr->link) {
    case SHARD_LINK_SCALAR:
        add_scalar(self, expr, use);
        break;
    case SHARD_LINK_EXISTS:
        add_exists(self, expr);
        break;
    case SHARD_LINK_IN:
    case SHARD_LINK_NOT_IN:
        add_list(self, expr);
        break;
    default:
        break;
    }
}

static void
find_in(Finder *self, const ShardExpr *expr, Use use)
{
    if (expr == NULL)
        return;
    if (expr->kind == SHARD_EXPR_SUBQUERY)
        find_in_subquery(self, expr, use);
    else if (expr->kind == SHARD_EXPR_COMPARE)
        find_in_comparison(self, expr);
    else
        find_in_args(self, expr);
}

static void
find_in_from(Finder *self, const ShardFrom *from)
{
    if (from == NULL || from->kind != SHARD_FROM_JOIN)
        return;
    find_in_from(self, from->left);
    find_in_from(self, from->right);
    find_in(self, from->on, USE_OPERAND);
}

/* SELECT COUNT(*) FROM (SELECT ...) x, and nothing else. */
static gboolean
only_counts(const ShardQuery *query)
{
    if (query->set != SHARD_SET_NONE || query->n_from != 1 || query->where != NULL ||
        query->n_group > 0 || query->having != NULL || query->n_items == 0 ||
        query->from[0]->kind != SHARD_FROM_QUERY || query->for_update || query->into)
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        const ShardExpr *expr = query->items[i].expr;
        if (!shard_is_aggregate(expr, "count") || !expr->star || expr->filter != NULL)
            return FALSE;
    }
    return TRUE;
}

/* The brackets of a derived table, if it has nothing of the outside. */
static void
add_counted(Finder *self, gint derived)
{
    const ShardExpr expr = {.kind = SHARD_EXPR_SUBQUERY, .query = derived};
    ShardBeforeQuery subquery;

    if (!begin(self, &expr, &subquery))
        return;
    subquery.kind = SHARD_BEFORE_COUNT;
    self->found[self->n_found++] = subquery;
}

const char *
shard_before_item_name(const ShardItem *item)
{
    const ShardExpr *expr = item->expr;

    if (item->alias != NULL)
        return item->alias;
    return expr->kind == SHARD_EXPR_COLUMN || expr->kind == SHARD_EXPR_AGGREGATE ? expr->name
                                                                                 : NULL;
}

/* PostgreSQL: a derived table or CTE that no node can answer for itself, with columns whose types
 * and collations are certain. */
static gboolean
is_gathered(const Finder *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];
    gboolean needs = query->limit.present || query->n_group > 0 || query->has_aggregate ||
                     query->distinct || query->n_distinct_on > 0 || query->has_window;

    if ((query->link != SHARD_LINK_FROM && query->link != SHARD_LINK_CTE) || query->recursive ||
        !needs || query->set != SHARD_SET_NONE || query->n_items == 0 ||
        dialect_of(self) != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        const char *name = NULL;
        const ShardColumnSchema *column =
            shard_item_column(self->analysis, query->items[i].expr, number);
        ShardTypeClass type = shard_item_type(self->analysis, number, i, &name);
        if (shard_before_item_name(&query->items[i]) == NULL || name == NULL)
            return FALSE;
        if (type == SHARD_TYPE_TEXT ? column == NULL || column->collation.name == NULL
                                    : !is_literal_type(self, type, USE_OPERAND))
            return FALSE;
    }
    return TRUE;
}

static gboolean
add_gathered(Finder *self, gint number)
{
    const ShardExpr expr = {.kind = SHARD_EXPR_SUBQUERY, .query = number};
    ShardBeforeQuery subquery;

    if (!is_gathered(self, number) || !begin(self, &expr, &subquery))
        return FALSE;
    subquery.kind = SHARD_BEFORE_TABLE;
    self->found[self->n_found++] = subquery;
    return TRUE;
}

static gboolean
is_found(const Finder *self, const ShardQuery *query)
{
    for (guint i = 0; i < self->n_found; i++) {
        if (self->found[i].open < query->first_token && query->last_token < self->found[i].close)
            return TRUE;
    }
    return FALSE;
}

static void
find_in_block(Finder *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    self->block = number;
    if (number == 0 && only_counts(query)) {
        add_counted(self, query->from[0]->query);
        return;
    }
    self->in_item = TRUE;
    for (guint i = 0; i < query->n_items; i++)
        find_in(self, query->items[i].expr, USE_ITEM);
    self->in_item = FALSE;
    for (guint i = 0; i < query->n_from; i++)
        find_in_from(self, query->from[i]);
    find_in(self, query->where, USE_OPERAND);
    find_in(self, query->having, USE_OPERAND);
}

static void
find_in_write(Finder *self)
{
    const ShardStatement *statement = self->analysis->statement;

    self->block = -1;
    for (guint i = 0; statement->modify != NULL && i < statement->modify->n_assignments; i++)
        find_in(self, statement->modify->assignments[i].value, USE_WRITE);
    for (guint i = 0; statement->modify != NULL && i < statement->modify->n_from; i++)
        find_in_from(self, statement->modify->from[i]);
    if (statement->modify != NULL)
        find_in(self, statement->modify->where, USE_OPERAND);
    for (guint i = 0; statement->insert != NULL && i < statement->insert->n_rows; i++) {
        const ShardInsertRow *row = &statement->insert->rows[i];
        for (guint k = 0; k < row->n_values; k++)
            find_in(self, row->values[k], USE_WRITE);
    }
}

/* What a statement does that must be done once. */
static gboolean
is_plain(const ShardStatement *statement)
{
    return !statement->has_volatile && !statement->has_now && !statement->session_bound &&
           !statement->last_insert && statement->n_cte_writes == 0 &&
           !statement->several_statements;
}

static gboolean
is_searched(ShardStatementKind kind)
{
    return kind == SHARD_STATEMENT_SELECT || kind == SHARD_STATEMENT_INSERT ||
           kind == SHARD_STATEMENT_UPDATE || kind == SHARD_STATEMENT_DELETE;
}

void
shard_before_find(ShardBeforeFinder *self)
{
    const ShardStatement *statement = self->analysis->statement;

    if (!is_plain(statement) || !is_searched(statement->kind))
        return;
    find_in_write(self);
    for (guint i = 0; i < statement->n_queries; i++) {
        if (!is_found(self, &statement->queries[i]) && !add_gathered(self, (gint) i))
            find_in_block(self, (gint) i);
    }
}
