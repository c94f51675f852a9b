/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * scope.c - names through derived tables, and the predicates that hold for a reference's rows.
 *
 * A predicate reaches a reference from WHERE, from the ON of inner joins, from the ON of an outer
 * join whose null-supplied side the reference is on (for what is scanned, never for what the result
 * has), and from the enclosing blocks as far as they can be carried inwards.  Every predicate is
 * used for rejecting rows only, so one that NULLs can't satisfy holds for made-up rows as well.
 */
#include "router/plan/condition/scope.h"

#include "router/plan/condition/expr.h"
#include "router/sql/cte-write.h"

#include <string.h>

/* Derived tables in derived tables in ...: deeper than this nothing is concluded. */
#define MAX_DEPTH 32u

static gboolean resolve(const ShardAnalysis *self, const ShardExpr *column, gint query,
                        ShardColumnId *out, guint depth);

/* The UPDATE or DELETE of a block that is no query; NULL none. */
static const ShardModify *
written_block(const ShardStatement *statement, gint block)
{
    const ShardCteWrite *write = shard_statement_cte_write(statement, block);

    return write != NULL ? write->modify : statement->modify;
}

ShardBlock
shard_scope_block(const ShardAnalysis *self, gint query)
{
    ShardBlock block = {.query = query};
    const ShardStatement *statement = self->statement;
    const ShardModify *modify = written_block(statement, query);

    if (query >= 0) {
        const ShardQuery *facts = &statement->queries[query];
        block.from = facts->from;
        block.n_from = facts->n_from;
        block.where = facts->where;
    } else if (modify != NULL) {
        block.from = modify->from;
        block.n_from = modify->n_from;
        block.where = modify->where;
    }
    return block;
}

/* ---- names ---- */

/* derived (a, b) and WITH c (a, b): the facts keep no such names. */
gboolean
shard_scope_renames_columns(const ShardAnalysis *self, gint number)
{
    const ShardQuery *query = &self->statement->queries[number];
    const ShardTokens *tokens = self->tokens;
    guint before = query->first_token, behind = query->last_token + 1;

    while (before > 0 && shard_token_is(tokens, before - 1, "("))
        before--;
    if (before > 1 && shard_token_is(tokens, before - 1, "materialized"))
        before--;
    if (before > 1 && shard_token_is(tokens, before - 1, "not"))
        before--;
    if (before > 1 && shard_token_is(tokens, before - 1, "as") &&
        shard_token_is(tokens, before - 2, ")"))
        return TRUE;
    while (behind < tokens->n_tokens && shard_token_is(tokens, behind, ")"))
        behind++;
    if (shard_token_is(tokens, behind, "as"))
        behind++;
    return query->link == SHARD_LINK_FROM && shard_token_is(tokens, behind + 1, "(");
}

static gboolean
is_grouped_by(const ShardAnalysis *self, gint number, const ShardExpr *column)
{
    const ShardQuery *query = &self->statement->queries[number];

    if (query->n_group == 0)
        return !query->has_aggregate && query->having == NULL;
    for (guint i = 0; i < query->n_group && !query->grouping_sets; i++) {
        if (shard_expr_equal(shard_scope_group_expr(self, number, i), column, self->tokens))
            return TRUE;
    }
    return FALSE;
}

static gboolean
resolve_star(const ShardAnalysis *self, const ShardQuery *query, gint number, const char *name,
             ShardColumnId *out, guint depth)
{
    const ShardFrom *leaf = query->n_from == 1 ? query->from[0] : NULL;

    if (leaf == NULL || leaf->kind == SHARD_FROM_JOIN || query->n_items != 1 ||
        query->items[0].expr->kind != SHARD_EXPR_STAR)
        return FALSE;
    ShardExpr column = {.kind = SHARD_EXPR_COLUMN,
                        .name = name,
                        .table = leaf->kind == SHARD_FROM_TABLE ? leaf->table : -1};
    return is_grouped_by(self, number, &column) && resolve(self, &column, number, out, depth + 1);
}

/* The same of a WITH item that changes rows: its RETURNING. */
static gboolean
resolve_returning(const ShardAnalysis *self, gint block, const char *name, ShardColumnId *out,
                  guint depth)
{
    const ShardCteWrite *write = shard_statement_cte_write(self->statement, block);
    gboolean renames = shard_token_is(self->tokens, write->first_token + 1, "(");
    guint n;
    const ShardItem *items = shard_cte_write_returning(write, &n);
    const ShardExpr *found = NULL;

    for (guint i = 0; i < n && !renames; i++) {
        const char *label = items[i].alias;
        if (items[i].expr->kind != SHARD_EXPR_COLUMN)
            return FALSE;
        if (!shard_identifier_equal_fold(label == NULL ? items[i].expr->name : label, name))
            continue;
        if (found != NULL)
            return FALSE;
        found = items[i].expr;
    }
    return found != NULL && resolve(self, found, block, out, depth + 1);
}

/* The base column behind column name of a derived table or CTE. */
static gboolean
resolve_output(const ShardAnalysis *self, gint number, const char *name, ShardColumnId *out,
               guint depth)
{
    const ShardQuery *query = number < 0 ? NULL : &self->statement->queries[number];
    const ShardExpr *found = NULL;

    if (depth > MAX_DEPTH || number == -1)
        return FALSE;
    if (query == NULL)
        return resolve_returning(self, number, name, out, depth);
    if (query->set != SHARD_SET_NONE || query->is_values || query->recursive ||
        shard_scope_renames_columns(self, number))
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        const ShardItem *item = &query->items[i];
        const char *label = item->alias;
        if (label == NULL && item->expr->kind == SHARD_EXPR_COLUMN)
            label = item->expr->name;
        if (item->expr->kind == SHARD_EXPR_STAR)
            return resolve_star(self, query, number, name, out, depth);
        if (label == NULL || !shard_identifier_equal_fold(label, name))
            continue;
        if (found != NULL)
            return FALSE;
        found = item->expr;
    }
    return found != NULL && found->kind == SHARD_EXPR_COLUMN &&
           is_grouped_by(self, number, found) && resolve(self, found, number, out, depth + 1);
}

/* FALSE: the column is one of a CTE named several times, and so is what it comes from. */
static gboolean
mark_use(const ShardAnalysis *self, gint table, ShardColumnId *id)
{
    if (shard_scope_only_use(self, self->refs[table].cte_query) >= 0)
        return TRUE;
    if (id->use != 0)
        return FALSE;
    id->use = table + 1;
    return TRUE;
}

static gboolean
resolve_table(const ShardAnalysis *self, gint table, const char *name, ShardColumnId *out,
              guint depth)
{
    if (self->refs[table].kind == SHARD_REF_CTE)
        return resolve_output(self, self->refs[table].cte_query, name, out, depth) &&
               mark_use(self, table, out);
    *out = (ShardColumnId){table, name, 0};
    return TRUE;
}

typedef struct {
    const ShardExpr *column;
    gboolean by_catalog; /* the catalog's word for a table's columns counts too */
    ShardColumnId found;
    guint n_found, n_leaves;
} LeafSearch;

/* A sharded table certainly has its key columns: an unqualified one can only mean it. */
static gboolean
certainly_has(const ShardAnalysis *self, gint number, const char *name, gboolean by_catalog)
{
    const ShardRef *ref = &self->refs[number];

    if (ref->kind == SHARD_REF_SHARDED && shard_table_is_key(ref->table, name))
        return TRUE;
    if (!by_catalog || ref->table == NULL || self->schema == NULL)
        return FALSE;
    const ShardTableSchema *facts = shard_schema_table(self->schema, ref->table->name);
    return facts != NULL && shard_table_schema_column(facts, name) >= 0;
}

static void
search_leaf(const ShardAnalysis *self, const ShardFrom *leaf, LeafSearch *search, guint depth)
{
    const char *qualifier = search->column->qualifier;
    ShardColumnId id;

    search->n_leaves++;
    if (leaf->kind == SHARD_FROM_QUERY) {
        if (qualifier != NULL &&
            (leaf->alias == NULL || !shard_identifier_equal_fold(leaf->alias, qualifier)))
            return;
        if (resolve_output(self, leaf->query, search->column->name, &id, depth) &&
            search->n_found++ == 0)
            search->found = id;
        return;
    }
    if (leaf->kind != SHARD_FROM_TABLE || qualifier != NULL ||
        !certainly_has(self, leaf->table, search->column->name, search->by_catalog))
        return;
    if (search->n_found++ == 0)
        search->found = (ShardColumnId){leaf->table, search->column->name, 0};
}

static void
search_from(const ShardAnalysis *self, const ShardFrom *from, LeafSearch *search, guint depth)
{
    if (from->kind != SHARD_FROM_JOIN) {
        search_leaf(self, from, search, depth);
        return;
    }
    search_from(self, from->left, search, depth);
    search_from(self, from->right, search, depth);
}

static gboolean
joins_left(const ShardFrom *from)
{
    return from->kind != SHARD_FROM_JOIN ||
           ((from->join == SHARD_JOIN_INNER || from->join == SHARD_JOIN_LEFT) &&
            joins_left(from->left) && joins_left(from->right));
}

static gboolean
merges_left(const ShardBlock *block)
{
    return block->n_from == 1 && joins_left(block->from[0]);
}

static gboolean
resolve(const ShardAnalysis *self, const ShardExpr *column, gint query, ShardColumnId *out,
        guint depth)
{
    if (column == NULL || column->kind != SHARD_EXPR_COLUMN || depth > MAX_DEPTH ||
        column->name == NULL)
        return FALSE;
    if (column->table >= 0)
        return resolve_table(self, column->table, column->name, out, depth);
    ShardBlock block = shard_scope_block(self, query);
    LeafSearch search = {.column = column};
    for (guint i = 0; i < block.n_from; i++)
        search_from(self, block.from[i], &search, depth);
    search.by_catalog = search.n_found == 0;
    for (guint i = 0; i < block.n_from && search.by_catalog; i++)
        search_from(self, block.from[i], &search, depth);
    /* Found twice, it is a column that USING or NATURAL merged, else the database says that it is
     * ambiguous: of inner and left joins the merged one is the left one. */
    if (search.n_found == 0 || (search.n_found > 1 && !merges_left(&block)))
        return FALSE;
    *out = search.found;
    return TRUE;
}

gboolean
shard_scope_resolve(const ShardAnalysis *self, const ShardExpr *column, gint query,
                    ShardColumnId *out)
{
    return resolve(self, column, query, out, 0);
}

gboolean
shard_scope_names_place(const ShardAnalysis *self)
{
    const char *name = self->statement->place_column;

    for (guint i = 0; i < self->n_refs && name != NULL; i++) {
        const ShardTable *table = self->refs[i].table;
        const ShardTableSchema *facts = table == NULL || self->schema == NULL
                                            ? NULL
                                            : shard_schema_table(self->schema, table->name);
        if (self->refs[i].kind == SHARD_REF_SHARDED &&
            (facts == NULL || shard_table_schema_column(facts, name) < 0))
            return TRUE;
    }
    return FALSE;
}

/* ---- conjuncts ---- */

void
shard_scope_split(GArray *out, const ShardExpr *expr, gint query)
{
    if (expr == NULL)
        return;
    if (expr->kind == SHARD_EXPR_AND) {
        for (guint i = 0; i < expr->n_args; i++)
            shard_scope_split(out, expr->args[i], query);
        return;
    }
    ShardConjunct conjunct = {.expr = expr, .query = query, .a = {-1, NULL, 0}, .b = {-1, NULL, 0}};
    g_array_append_val(out, conjunct);
}

static void
add_equal(GArray *out, ShardColumnId a, ShardColumnId b)
{
    ShardConjunct conjunct = {.query = -1, .a = a, .b = b};
    g_array_append_val(out, conjunct);
}

/* The one table under from that has column, by the rules or for want of another table. */
static gboolean
find_using(const ShardAnalysis *self, const ShardFrom *from, const char *column, ShardColumnId *out)
{
    ShardExpr expr = {.kind = SHARD_EXPR_COLUMN, .name = column, .table = -1};
    LeafSearch search = {.column = &expr};

    if (from->kind == SHARD_FROM_TABLE)
        return resolve_table(self, from->table, column, out, 0);
    search_from(self, from, &search, 0);
    if (search.n_found == 0)
        return FALSE;
    *out = search.found;
    return TRUE;
}

static void
join_on_column(const ShardAnalysis *self, GArray *out, const ShardFrom *join, const char *column)
{
    ShardColumnId left, right;

    if (find_using(self, join->left, column, &left) &&
        find_using(self, join->right, column, &right))
        add_equal(out, left, right);
}

/* NATURAL: a key column that both tables have for certain is one of the common columns. */
static void
join_natural(const ShardAnalysis *self, GArray *out, const ShardFrom *join)
{
    if (join->left->kind != SHARD_FROM_TABLE || join->right->kind != SHARD_FROM_TABLE)
        return;
    const ShardRef *left = &self->refs[join->left->table], *right = &self->refs[join->right->table];
    if (left->kind != SHARD_REF_SHARDED || right->kind != SHARD_REF_SHARDED)
        return;
    for (guint i = 0; i < left->keys.n_keys; i++) {
        if (shard_table_is_key(right->table, left->keys.keys[i].name))
            join_on_column(self, out, join, left->keys.keys[i].name);
    }
}

void
shard_scope_join(const ShardAnalysis *self, GArray *out, const ShardFrom *join, gint query)
{
    shard_scope_split(out, join->on, query);
    for (guint i = 0; join->using_columns != NULL && join->using_columns[i] != NULL; i++)
        join_on_column(self, out, join, join->using_columns[i]);
    if (join->natural)
        join_natural(self, out, join);
}

void
shard_scope_in(const ShardAnalysis *self, GArray *out, const ShardExpr *in, gint query)
{
    const ShardQuery *sub = &self->statement->queries[in->query];
    const ShardExpr *left = in->n_args > 0 ? in->args[0] : NULL;

    if (left == NULL || sub->set != SHARD_SET_NONE)
        return;
    ShardExpr *const *columns = left->kind == SHARD_EXPR_ROW ? left->args : in->args;
    guint n_columns = left->kind == SHARD_EXPR_ROW ? left->n_args : 1;
    for (guint i = 0; i < n_columns && n_columns == sub->n_items; i++) {
        ShardColumnId a, b;
        if (shard_scope_resolve(self, columns[i], query, &a) &&
            shard_scope_resolve(self, sub->items[i].expr, in->query, &b) &&
            is_grouped_by(self, in->query, sub->items[i].expr))
            add_equal(out, a, b);
    }
}

/* What one block contributes for the leaf (a table, or a derived table) that target names. */
typedef struct {
    const ShardAnalysis *self;
    gint table, query; /* the leaf: one of them, the other -1 */
    gint block;
    gboolean essential;
    GArray *out;
} Path;

static gboolean
is_target(const Path *path, const ShardFrom *leaf)
{
    return (leaf->kind == SHARD_FROM_TABLE && path->table >= 0 && leaf->table == path->table) ||
           (leaf->kind == SHARD_FROM_QUERY && path->query >= 0 && leaf->query == path->query);
}

static gboolean
contains(const Path *path, const ShardFrom *from)
{
    if (from->kind != SHARD_FROM_JOIN)
        return is_target(path, from);
    return contains(path, from->left) || contains(path, from->right);
}

/* What holds for every row of from: the conditions of its inner joins. */
static void
add_inner(const Path *path, const ShardFrom *from)
{
    if (from->kind != SHARD_FROM_JOIN || from->join == SHARD_JOIN_FULL)
        return;
    if (from->join == SHARD_JOIN_INNER)
        shard_scope_join(path->self, path->out, from, path->block);
    if (from->join != SHARD_JOIN_RIGHT)
        add_inner(path, from->left);
    if (from->join != SHARD_JOIN_LEFT)
        add_inner(path, from->right);
}

static gboolean
is_null_supplied(const ShardFrom *join, gboolean left)
{
    return join->join == SHARD_JOIN_FULL || (join->join == SHARD_JOIN_LEFT && !left) ||
           (join->join == SHARD_JOIN_RIGHT && left);
}

static void
add_path(const Path *path, const ShardFrom *from)
{
    if (from->kind != SHARD_FROM_JOIN)
        return;
    gboolean left = contains(path, from->left);
    gboolean made_up = is_null_supplied(from, left);
    gboolean inner = from->join == SHARD_JOIN_INNER;
    /* The other side is preserved, or inner: its rows satisfy their own inner joins. */
    if (inner || (made_up && from->join != SHARD_JOIN_FULL))
        add_inner(path, left ? from->right : from->left);
    if (inner || (made_up && from->join != SHARD_JOIN_FULL && !path->essential))
        shard_scope_join(path->self, path->out, from, path->block);
    if (!(path->essential && made_up))
        add_path(path, left ? from->left : from->right);
}

static void
add_block(const Path *path)
{
    ShardBlock block = shard_scope_block(path->self, path->block);

    shard_scope_split(path->out, block.where, path->block);
    for (guint i = 0; i < block.n_from; i++) {
        if (contains(path, block.from[i]))
            add_path(path, block.from[i]);
        else
            add_inner(path, block.from[i]);
    }
}

typedef struct {
    gint query;
    const ShardExpr *found;
} SubquerySearch;

static gboolean
is_subquery(const ShardExpr *expr, void *data)
{
    SubquerySearch *search = data;

    if (expr->kind != SHARD_EXPR_SUBQUERY || expr->query != search->query)
        return FALSE;
    search->found = expr;
    return TRUE;
}

static gboolean
walk_modify(const ShardModify *modify, ShardExprVisit visit, void *data)
{
    for (guint i = 0; i < modify->n_assignments; i++) {
        if (shard_expr_walk(modify->assignments[i].value, visit, data))
            return TRUE;
    }
    return shard_expr_walk(modify->where, visit, data);
}

const ShardExpr *
shard_scope_find_subquery(const ShardAnalysis *self, gint subquery, gboolean *out_in_on)
{
    gint parent = self->statement->queries[subquery].parent;
    SubquerySearch search = {subquery, NULL};
    ShardBlock block = shard_scope_block(self, parent);

    *out_in_on = FALSE;
    for (guint i = 0; i < block.n_from; i++) {
        if (shard_from_walk(block.from[i], is_subquery, &search)) {
            *out_in_on = TRUE;
            return search.found;
        }
    }
    if (parent >= 0)
        shard_query_walk(&self->statement->queries[parent], is_subquery, &search);
    else if (written_block(self->statement, parent) != NULL)
        walk_modify(written_block(self->statement, parent), is_subquery, &search);
    return search.found;
}

static gboolean
has_operand(const ShardExpr *expr, gint subquery)
{
    if (expr == NULL)
        return FALSE;
    if (expr->kind == SHARD_EXPR_SUBQUERY)
        return expr->query == subquery;
    if (expr->kind != SHARD_EXPR_AND && expr->kind != SHARD_EXPR_OR)
        return FALSE;
    for (guint i = 0; i < expr->n_args; i++) {
        if (has_operand(expr->args[i], subquery))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_scope_is_positive(const ShardAnalysis *self, gint subquery)
{
    ShardBlock block = shard_scope_block(self, self->statement->queries[subquery].parent);

    return has_operand(block.where, subquery);
}

/* May predicates of the enclosing block be carried into this derived table or CTE? */
static gboolean
is_transparent(const ShardQuery *query)
{
    return query->set == SHARD_SET_NONE && !query->limit.present && !query->has_window &&
           query->n_distinct_on == 0 && !query->is_values && !query->recursive &&
           !query->grouping_sets;
}

gint
shard_scope_only_use(const ShardAnalysis *self, gint cte)
{
    gint found = -1;

    for (guint i = 0; i < self->n_refs; i++) {
        if (self->refs[i].kind != SHARD_REF_CTE || self->refs[i].cte_query != cte)
            continue;
        if (found >= 0)
            return -1;
        found = (gint) i;
    }
    return found;
}

gint
shard_scope_branch(const ShardAnalysis *self, guint table)
{
    const ShardStatement *statement = self->statement;
    gint query = statement->tables[table].query;

    for (guint depth = 0; query >= 0 && query != self->top && depth < MAX_DEPTH; depth++) {
        gint use = -1;
        if (statement->queries[query].link == SHARD_LINK_CTE)
            use = shard_scope_only_use(self, query);
        if (use >= 0)
            query = statement->tables[use].query;
        else if (statement->queries[query].link == SHARD_LINK_FROM)
            query = statement->queries[query].parent;
        else
            break;
    }
    return query;
}

static gboolean add_enclosing(const ShardAnalysis *self, gint query, gboolean essential,
                              GArray *out, guint depth);

static gboolean
add_all(const ShardAnalysis *self, gint table, gint derived, gboolean essential, GArray *out,
        guint depth)
{
    gint block = table >= 0 ? self->statement->tables[table].query
                            : self->statement->queries[derived].parent;
    const Path path = {self, table, derived, block, essential, out};

    add_block(&path);
    return block < 0 || add_enclosing(self, block, essential, out, depth + 1);
}

/* A subquery in an expression: rows of the enclosing block that fail its WHERE don't ask it. */
static gboolean
add_expression_scope(const ShardAnalysis *self, gint query, GArray *out, guint depth)
{
    const ShardQuery *facts = &self->statement->queries[query];
    gboolean in_on = FALSE;
    const ShardExpr *expr = shard_scope_find_subquery(self, query, &in_on);

    if (expr == NULL)
        return FALSE;
    if (facts->link == SHARD_LINK_IN && !facts->limit.present && !facts->has_window &&
        shard_scope_is_positive(self, query))
        shard_scope_in(self, out, expr, facts->parent);
    if (in_on)
        return FALSE;
    const Path path = {self, -1, -1, facts->parent, FALSE, out};
    add_block(&path);
    if (facts->parent >= 0)
        add_enclosing(self, facts->parent, FALSE, out, depth + 1);
    return FALSE;
}

static gboolean
is_top_set(const ShardAnalysis *self, gint query)
{
    const ShardQuery *queries = self->statement->queries;

    while (queries[query].link == SHARD_LINK_SET_BRANCH && queries[query].parent >= 0)
        query = queries[query].parent;
    return query == self->top || queries[query].link == SHARD_LINK_TOP ||
           queries[query].link == SHARD_LINK_INSERT_SOURCE;
}

static gboolean
from_is_nullable(const Path *path, const ShardFrom *from)
{
    if (from->kind != SHARD_FROM_JOIN)
        return FALSE;
    gboolean left = contains(path, from->left);
    return is_null_supplied(from, left) || from_is_nullable(path, left ? from->left : from->right);
}

static gboolean
leaf_is_nullable(const ShardAnalysis *self, gint table, gint derived, gint block)
{
    const Path path = {self, table, derived, block, FALSE, NULL};
    ShardBlock facts = shard_scope_block(self, block);

    for (guint i = 0; i < facts.n_from; i++) {
        if (contains(&path, facts.from[i]))
            return from_is_nullable(&path, facts.from[i]);
    }
    return FALSE;
}

/* What holds inside a derived table doesn't hold for a row of NULLs that an outer join makes up. */
static void
drop_inner(const ShardAnalysis *self, gint table, gint derived, gint block, gboolean essential,
           GArray *out)
{
    if (essential && leaf_is_nullable(self, table, derived, block))
        g_array_set_size(out, 0);
}

/* Carries the predicates around query inwards.  TRUE when every row of the statement's result comes
 * from rows of query (and essential predicates were asked for). */
static gboolean
add_enclosing(const ShardAnalysis *self, gint query, gboolean essential, GArray *out, guint depth)
{
    const ShardQuery *facts = &self->statement->queries[query];

    if (depth > MAX_DEPTH)
        return FALSE;
    if (query == self->top)
        return TRUE;
    switch (facts->link) {
    case SHARD_LINK_TOP:
    case SHARD_LINK_INSERT_SOURCE:
        return TRUE;
    case SHARD_LINK_SET_BRANCH:
        /* Of the statement's own UNION, each branch is a result by itself. */
        return facts->parent >= 0 && is_top_set(self, facts->parent);
    case SHARD_LINK_FROM:
        if (!is_transparent(facts))
            return FALSE;
        drop_inner(self, -1, query, facts->parent, essential, out);
        return add_all(self, -1, query, essential, out, depth);
    case SHARD_LINK_CTE: {
        gint use = shard_scope_only_use(self, query);
        if (use < 0 || !is_transparent(facts))
            return FALSE;
        drop_inner(self, use, -1, self->statement->tables[use].query, essential, out);
        return add_all(self, use, -1, essential, out, depth);
    }
    default:
        break;
    }
    return essential ? FALSE : add_expression_scope(self, query, out, depth);
}

gboolean
shard_scope_conjuncts(const ShardAnalysis *self, guint table, gboolean essential, GArray *out)
{
    return add_all(self, (gint) table, -1, essential, out, 0);
}

gboolean
shard_scope_is_nullable(const ShardAnalysis *self, guint table, gint query)
{
    gint block = self->statement->tables[table].query;

    if (leaf_is_nullable(self, (gint) table, -1, block))
        return TRUE;
    while (block != query) {
        gint use = shard_statement_cte_write(self->statement, block) == NULL
                       ? -1
                       : shard_scope_only_use(self, block);
        if (use >= 0) {
            block = self->statement->tables[use].query;
            if (leaf_is_nullable(self, use, -1, block))
                return TRUE;
            continue;
        }
        const ShardQuery *facts = block < 0 ? NULL : &self->statement->queries[block];
        if (facts == NULL || facts->link != SHARD_LINK_FROM ||
            leaf_is_nullable(self, -1, block, facts->parent))
            return TRUE;
        block = facts->parent;
    }
    return FALSE;
}

void
shard_scope_inner(const ShardAnalysis *self, gint query, GArray *out)
{
    const Path path = {self, -1, -1, query, FALSE, out};
    add_block(&path);
}
