/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

/* A query while it is made. */
typedef struct {
    ShardQuery query; /* must be first */
    gint start, end;  /* view tokens */
    guint depth;
} FactsQuery;

static void read_block(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
                       FactsQuery *query);
static void read_set(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *outer,
                     gint number);

ShardQuery *
shard_facts_query_at(ShardFacts *self, gint number)
{
    return g_ptr_array_index(self->queries, (guint) number);
}

static FactsQuery *
facts_query_at(ShardFacts *self, gint number)
{
    return g_ptr_array_index(self->queries, (guint) number);
}

gint
shard_facts_query(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *outer,
                  ShardQueryLink link, gint parent)
{
    FactsQuery *query = shard_arena_new0(self->arena, FactsQuery);
    ShardCteName *ctes = self->ctes;
    ShardWindow *windows = self->windows;
    gint number = (gint) self->queries->len;

    query->query =
        (ShardQuery){.parent = parent, .link = link, .left = -1, .right = -1, .from_token = -1};
    query->start = query->end = -1;
    g_ptr_array_add(self->queries, query);
    self->windows = NULL;
    if (select->with_clause != NULL)
        shard_facts_with(self, select->with_clause, outer, number);
    if (select->op != PG_QUERY__SET_OPERATION__SETOP_NONE)
        read_set(self, select, outer, number);
    else
        read_block(self, select, shard_scope_new(self, outer, number), query);
    if (select->with_clause != NULL && !shard_facts_failed(self)) {
        gint with = shard_view_at(self->view, select->with_clause->location);
        if (with >= 0 && with < query->start) {
            query->start = with;
            query->query.first_token = (guint) shard_facts_first(self, with);
        }
    }
    self->ctes = ctes;
    self->windows = windows;
    return number;
}

/* ---- order and limit ---- */

static gboolean
is_ordinal(ShardFacts *self, const ShardExpr *expr, guint n_items, gint *out_item)
{
    if (expr->kind != SHARD_EXPR_LITERAL || expr->literal != SHARD_LITERAL_VALUE ||
        expr->literal_sign_tokens > 0 ||
        self->tokens->tokens[expr->first_token].kind != SHARD_TOKEN_INTEGER)
        return FALSE;
    ShardValue value;
    if (!shard_token_value(self->tokens, expr->first_token, self->mode, self->view->arena,
                           &value) ||
        value.kind != SHARD_VALUE_INTEGER)
        return FALSE;
    *out_item = value.i >= 1 && value.i <= (gint64) n_items ? (gint) value.i - 1 : -1;
    return TRUE;
}

/* The name that PostgreSQL gives an item without an alias; NULL: none that anyone orders by. */
static const char *
implicit_name(const ShardExpr *expr)
{
    while (expr != NULL && expr->kind == SHARD_EXPR_CAST && expr->n_args > 0)
        expr = expr->args[0];
    if (expr == NULL)
        return NULL;
    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_WINDOW:
    case SHARD_EXPR_COALESCE:
        return expr->name;
    default:
        return NULL;
    }
}

/* ORDER BY sum, of SELECT SUM(v) without an alias. */
static gint
item_named(ShardFacts *self, const ShardQuery *query, const ShardExpr *expr)
{
    if (self->mode->dialect != SHARD_DIALECT_POSTGRESQL || expr == NULL ||
        expr->kind != SHARD_EXPR_COLUMN || expr->qualifier != NULL)
        return -1;
    for (guint i = 0; i < query->n_items; i++)
        if (query->items[i].alias == NULL &&
            shard_facts_same_name(self, implicit_name(query->items[i].expr), expr->name))
            return (gint) i;
    return -1;
}

/* The select item that an expression of ORDER BY or GROUP BY means, or -1. */
static gint
item_of(ShardFacts *self, const ShardQuery *query, const ShardExpr *expr)
{
    gint item = -1;

    if (expr == NULL)
        return -1;
    if (is_ordinal(self, expr, query->n_items, &item)) {
        for (gint i = 0; i <= item; i++)
            if (query->items[i].expr == NULL || query->items[i].expr->kind == SHARD_EXPR_STAR)
                return -1; /* a star is as many columns as the table has */
        return item;
    }
    if (expr->kind != SHARD_EXPR_COLUMN || expr->qualifier != NULL)
        return -1;
    for (guint i = 0; i < query->n_items; i++)
        if (shard_facts_same_name(self, query->items[i].alias, expr->name))
            return (gint) i;
    for (guint i = 0; i < query->n_items; i++) {
        const ShardExpr *other = query->items[i].expr;
        if (query->items[i].alias == NULL && other != NULL && other->kind == SHARD_EXPR_COLUMN &&
            shard_facts_same_name(self, other->name, expr->name))
            return (gint) i;
    }
    return -1;
}

/* Takes in the brackets around it and ASC, DESC, USING op, NULLS FIRST. */
static void
span_order_item(ShardFacts *self, ShardSpan *span)
{
    const ShardView *view = self->view;

    while (shard_view_is_symbol(view, span->last + 1, ")") &&
           shard_view_is_symbol(view, span->first - 1, "(") &&
           shard_view_match(view, span->first - 1) == span->last + 1) {
        span->first--;
        span->last++;
    }
    if (shard_view_is(view, span->last + 1, "ASC") || shard_view_is(view, span->last + 1, "DESC"))
        span->last++;
    if (shard_view_is(view, span->last + 1, "USING"))
        span->last += 2;
    if (shard_view_is(view, span->last + 1, "NULLS"))
        span->last += 2;
}

static void
set_order_item(ShardFacts *self, ShardOrderItem *item, const PgQuery__SortBy *sort,
               ShardScope *scope)
{
    static const ShardNullOrder nulls[] = {SHARD_NULLS_DEFAULT, SHARD_NULLS_DEFAULT,
                                           SHARD_NULLS_FIRST, SHARD_NULLS_LAST};

    item->item = -1;
    item->expr = shard_facts_expr(self, sort->node, scope);
    item->descending = sort->sortby_dir == PG_QUERY__SORT_BY_DIR__SORTBY_DESC;
    if (sort->sortby_dir == PG_QUERY__SORT_BY_DIR__SORTBY_USING)
        shard_facts_one_node(self, "ORDER BY … USING");
    if ((guint) sort->sortby_nulls < G_N_ELEMENTS(nulls))
        item->nulls = nulls[sort->sortby_nulls];
    if (item->expr == NULL)
        return;
    item->collation = item->expr->collation;
    ShardSpan span = *shard_expr_span(item->expr);
    span_order_item(self, &span);
    item->first_token = (guint) shard_facts_first(self, span.first);
    item->last_token = (guint) shard_facts_last(self, span.last);
    shard_facts_matters(self, (gint) item->first_token, (gint) item->last_token);
}

ShardOrderItem *
shard_facts_order(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope)
{
    ShardOrderItem *order = shard_arena_array(self->arena, ShardOrderItem, n + 1);

    for (gsize i = 0; i < n; i++)
        if (nodes[i]->node_case == PG_QUERY__NODE__NODE_SORT_BY)
            set_order_item(self, &order[i], nodes[i]->sort_by, scope);
    return order;
}

/* LIMIT ALL and LIMIT NULL are no limit. */
static ShardExpr *
limit_expr(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    ShardExpr *expr = shard_facts_expr(self, node, scope);

    if (expr == NULL || (expr->kind == SHARD_EXPR_LITERAL && expr->literal == SHARD_LITERAL_NULL))
        return NULL;
    if (expr->kind != SHARD_EXPR_MARKER &&
        (expr->kind != SHARD_EXPR_LITERAL ||
         self->tokens->tokens[expr->first_token].kind != SHARD_TOKEN_INTEGER))
        shard_facts_expr_matters(self, expr);
    return expr;
}

/* LIMIT a, b: does the comma stand behind a?  What ends with the view's last token ends with
 * b's. */
static gboolean
is_before_comma(const ShardFacts *self, const ShardExpr *offset)
{
    for (guint i = 0; i < self->view->commas->len; i++) {
        gint comma = g_array_index(self->view->commas, gint, i);
        if (comma > (gint) offset->first_token && comma <= (gint) offset->last_token + 1)
            return TRUE;
    }
    return FALSE;
}

void
shard_facts_limit(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
                  ShardLimit *out)
{
    const PgQuery__Node *count = select->limit_count;

    out->present = count != NULL || select->limit_offset != NULL;
    out->with_ties = select->limit_option == PG_QUERY__LIMIT_OPTION__LIMIT_OPTION_WITH_TIES;
    if (count != NULL && count->node_case == PG_QUERY__NODE__NODE_A_CONST &&
        !count->a_const->isnull && count->a_const->location < 0)
        out->count_one = TRUE;
    else
        out->count = limit_expr(self, count, scope);
    out->offset = limit_expr(self, select->limit_offset, scope);
    out->comma = out->offset != NULL && is_before_comma(self, out->offset);
}

/* ORDER BY, LIMIT and locks, which a block and a set operation have alike. */
static void
read_tail(ShardFacts *self, const PgQuery__SelectStmt *select, const ShardClauses *c,
          ShardScope *scope, FactsQuery *facts)
{
    ShardQuery *query = &facts->query;

    query->order = shard_facts_order(self, select->sort_clause, select->n_sort_clause, scope);
    query->n_order = (guint) select->n_sort_clause;
    for (guint i = 0; i < query->n_order; i++) {
        query->order[i].item = item_of(self, query, query->order[i].expr);
        if (query->order[i].item < 0)
            query->order[i].item = item_named(self, query, query->order[i].expr);
    }
    shard_clause_range(self, c, c->order, &query->order_first_token, &query->order_last_token);
    shard_facts_limit(self, select, scope, &query->limit);
    gint first = -1;
    gint tail = c->end;
    const gint starts[] = {c->limit, c->offset, c->fetch};
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        if (starts[i] < 0)
            continue;
        first = first < 0 ? starts[i] : MIN(first, starts[i]);
        guint last = (guint) shard_facts_last(self, shard_clause_end(c, starts[i]));
        query->limit.last_token = MAX(query->limit.last_token, last);
        tail = MIN(tail, starts[i] - 1);
    }
    if (first >= 0)
        query->limit.first_token = (guint) shard_facts_first(self, first);
    if (c->lock >= 0)
        tail = MIN(tail, c->lock - 1);
    query->tail_token = (guint) shard_facts_last(self, tail);
    query->for_update = select->n_locking_clause > 0;
}

/* ---- select lists ---- */

ShardItem *
shard_facts_items(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope, gint end)
{
    ShardItem *items = shard_arena_array(self->arena, ShardItem, n + 1);

    for (gsize i = 0; i < n; i++) {
        const PgQuery__ResTarget *target = nodes[i]->res_target;
        gint first = shard_view_at(self->view, target->location);
        gint last =
            i + 1 < n ? shard_view_at(self->view, nodes[i + 1]->res_target->location) - 2 : end;
        items[i].expr = shard_facts_expr(self, target->val, scope);
        if (target->name != NULL && target->name[0] != '\0')
            items[i].alias = shard_facts_name(self, last);
        /* The star of SQLite's x IN t stands nowhere. */
        if (first < 0 || shard_view_token(self->view, (guint) first)->first < 0)
            continue;
        items[i].first_token = (guint) shard_facts_first(self, first);
        items[i].last_token = (guint) shard_facts_last(self, last);
    }
    return items;
}

static void
read_distinct(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
              ShardQuery *query)
{
    if (select->n_distinct_clause == 0)
        return;
    query->distinct = TRUE;
    if (select->distinct_clause[0]->node_case == PG_QUERY__NODE__NODE__NOT_SET)
        return;
    query->distinct_on = shard_facts_expr_list(self, select->distinct_clause,
                                               select->n_distinct_clause, scope, NULL);
    query->n_distinct_on = (guint) select->n_distinct_clause;
    for (guint i = 0; i < query->n_distinct_on; i++)
        shard_facts_expr_matters(self, query->distinct_on[i]);
}

/* ---- GROUP BY ---- */

/* ROLLUP (a, b) and its kin: the columns of all of them, one by one. */
static void
add_group(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope, GPtrArray *out,
          ShardQuery *query)
{
    if (node->node_case != PG_QUERY__NODE__NODE_GROUPING_SET) {
        ShardExpr *expr = shard_facts_expr(self, node, scope);
        if (expr != NULL)
            g_ptr_array_add(out, expr);
        return;
    }
    query->grouping_sets = TRUE;
    /* WITH ROLLUP is a grouping set of the view's own: it names nothing. */
    gint token = shard_view_at(self->view, node->grouping_set->location);
    if (token >= 0 && shard_view_token(self->view, (guint) token)->original < 0)
        return;
    for (gsize i = 0; i < node->grouping_set->n_content; i++)
        add_group(self, node->grouping_set->content[i], scope, out, query);
}

static void
read_group(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
           ShardQuery *query)
{
    g_autoptr(GPtrArray) group = g_ptr_array_new();

    for (gsize i = 0; i < select->n_group_clause; i++)
        add_group(self, select->group_clause[i], scope, group, query);
    query->n_group = group->len;
    query->group = shard_arena_array(self->arena, ShardExpr *, group->len + 1);
    query->group_items = shard_arena_array(self->arena, gint, group->len + 1);
    for (guint i = 0; i < group->len; i++) {
        query->group[i] = g_ptr_array_index(group, i);
        query->group_items[i] = item_of(self, query, query->group[i]);
        shard_facts_expr_matters(self, query->group[i]);
    }
}

/* ---- blocks ---- */

static void
read_windows(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope)
{
    for (gsize i = 0; i < select->n_window_clause; i++) {
        const PgQuery__WindowDef *def = select->window_clause[i]->window_def;
        ShardWindow *window = shard_arena_new0(self->arena, ShardWindow);
        window->name = shard_arena_strndup(self->arena, def->name, -1);
        window->partition = shard_facts_expr_list(self, def->partition_clause,
                                                  def->n_partition_clause, scope, NULL);
        window->n_partition = (guint) def->n_partition_clause;
        window->order = shard_facts_order(self, def->order_clause, def->n_order_clause, scope);
        window->n_order = (guint) def->n_order_clause;
        window->next = self->windows;
        self->windows = window;
    }
}

/* FOR UPDATE OF t names tables again. */
static void
read_locks(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope)
{
    for (gsize i = 0; i < select->n_locking_clause; i++) {
        const PgQuery__LockingClause *lock = select->locking_clause[i]->locking_clause;
        for (gsize k = 0; k < lock->n_locked_rels; k++) {
            gint name = shard_view_at(self->view, lock->locked_rels[k]->range_var->location);
            ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_STAR);
            gint names[2] = {name, name};
            expr->expr.qualifier = shard_facts_name(self, name);
            if (expr->expr.qualifier != NULL)
                shard_facts_resolve(self, scope, &expr->expr, names, 2);
        }
    }
}

static void
read_values(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
            ShardQuery *query)
{
    query->is_values = TRUE;
    for (gsize i = 0; i < select->n_values_lists; i++) {
        const PgQuery__List *row = select->values_lists[i]->list;
        ShardExpr **values = shard_facts_expr_list(self, row->items, row->n_items, scope, NULL);
        if (i > 0)
            continue;
        /* The items are those of the first row. */
        query->items = shard_arena_array(self->arena, ShardItem, row->n_items + 1);
        query->n_items = (guint) row->n_items;
        for (gsize k = 0; k < row->n_items; k++)
            query->items[k].expr = values[k];
    }
}

static void
read_from(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope, ShardQuery *query)
{
    query->from = shard_arena_array(self->arena, ShardFrom *, select->n_from_clause + 1);
    query->n_from = (guint) select->n_from_clause;
    for (gsize i = 0; i < select->n_from_clause; i++)
        query->from[i] = shard_facts_from(self, select->from_clause[i], scope, scope->parent);
    for (gsize i = 0; i < select->n_from_clause; i++)
        shard_facts_from_conditions(self, select->from_clause[i], query->from[i], scope);
}

/* Literals count where expressions are compared with each other. */
static void
mark_compared(ShardFacts *self, const ShardQuery *query)
{
    if (query->n_group == 0 && query->n_order == 0 && !query->distinct)
        return;
    for (guint i = 0; i < query->n_items; i++)
        shard_facts_expr_matters(self, query->items[i].expr);
    shard_facts_expr_matters(self, query->having);
}

static void
read_parts(ShardFacts *self, const PgQuery__SelectStmt *select, const ShardClauses *c,
           ShardScope *scope, FactsQuery *facts)
{
    ShardQuery *query = &facts->query;
    gint items_end = shard_clause_end(c, facts->start);

    read_from(self, select, scope, query);
    read_windows(self, select, scope);
    query->from_token = c->from < 0 ? -1 : shard_facts_original(self, c->from);
    if (select->n_values_lists > 0) {
        read_values(self, select, scope, query);
    } else {
        query->items =
            shard_facts_items(self, select->target_list, select->n_target_list, scope, items_end);
        query->n_items = (guint) select->n_target_list;
        query->items_last_token = (guint) shard_facts_last(self, items_end);
    }
    read_distinct(self, select, scope, query);
    query->where = shard_facts_expr(self, select->where_clause, scope);
    shard_clause_range(self, c, c->where, &query->where_first_token, &query->where_last_token);
    read_group(self, select, scope, query);
    shard_clause_range(self, c, c->group, &query->group_first_token, &query->group_last_token);
    query->having = shard_facts_expr(self, select->having_clause, scope);
    shard_clause_range(self, c, c->having, &query->having_first_token, &query->having_last_token);
    read_tail(self, select, c, scope, facts);
    read_locks(self, select, scope);
    mark_compared(self, query);
}

static void
read_into(ShardFacts *self, const PgQuery__SelectStmt *select, ShardQuery *query)
{
    if (select->into_clause == NULL)
        return;
    query->into = TRUE;
    shard_facts_one_node(self, "SELECT INTO");
    gint table = shard_facts_table(self, select->into_clause->rel, NULL);
    if (table >= 0)
        g_array_index(self->tables, ShardTableRef, table).is_target = TRUE;
}

static void
read_block(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *scope,
           FactsQuery *query)
{
    query->start = shard_block_start(self, select);
    if (query->start < 0) {
        shard_facts_fail(self, "a SELECT without columns", -1);
        return;
    }
    query->depth = shard_view_depth(self->view, query->start);
    guint depth = query->depth;
    ShardClauses c = shard_block_clauses(self, select, query->start + 1, &depth);
    query->end = c.end;
    read_into(self, select, &query->query);
    read_parts(self, select, &c, scope, query);
    while (query->start > 0 && shard_view_depth(self->view, query->start) > depth)
        query->start--;
    query->depth = depth;
    query->query.first_token = (guint) shard_facts_first(self, query->start);
    query->query.last_token = (guint) shard_facts_last(self, query->end);
}

/* ---- set operations ---- */

static ShardSetOperation
set_operation(const PgQuery__SelectStmt *select)
{
    switch (select->op) {
    case PG_QUERY__SET_OPERATION__SETOP_UNION:
        return select->all ? SHARD_SET_UNION_ALL : SHARD_SET_UNION;
    case PG_QUERY__SET_OPERATION__SETOP_INTERSECT:
        return select->all ? SHARD_SET_INTERSECT_ALL : SHARD_SET_INTERSECT;
    case PG_QUERY__SET_OPERATION__SETOP_EXCEPT:
        return select->all ? SHARD_SET_EXCEPT_ALL : SHARD_SET_EXCEPT;
    default:
        return SHARD_SET_NONE;
    }
}

/* Labels and items of a set operation are those of its leftmost block. */
static void
take_items(ShardFacts *self, ShardQuery *query)
{
    const ShardQuery *left = shard_facts_query_at(self, query->left);

    query->items = left->items;
    query->n_items = left->n_items;
    query->items_last_token = left->items_last_token;
}

static void
read_set(ShardFacts *self, const PgQuery__SelectStmt *select, ShardScope *outer, gint number)
{
    FactsQuery *facts = facts_query_at(self, number);
    ShardQuery *query = &facts->query;

    query->set = set_operation(select);
    query->left = shard_facts_query(self, select->larg, outer, SHARD_LINK_SET_BRANCH, number);
    query->right = shard_facts_query(self, select->rarg, outer, SHARD_LINK_SET_BRANCH, number);
    if (shard_facts_failed(self))
        return;
    const FactsQuery *left = facts_query_at(self, query->left);
    const FactsQuery *right = facts_query_at(self, query->right);
    gint word = left->end + 1;
    while (shard_view_is_symbol(self->view, word, ")"))
        word++;
    facts->depth = shard_view_depth(self->view, word);
    facts->start = left->start;
    while (facts->start > 0 && shard_view_depth(self->view, facts->start) > facts->depth)
        facts->start--;
    gint end = right->end;
    while ((guint) end + 1 < self->view->view->len &&
           shard_view_depth(self->view, end) > facts->depth)
        end++;
    take_items(self, query);
    guint depth = facts->depth;
    ShardClauses c = shard_block_clauses(self, select, end + 1, &depth);
    while (facts->start > 0 && shard_view_depth(self->view, facts->start) > depth)
        facts->start--;
    facts->depth = depth;
    facts->end = MAX(c.end, end);
    read_tail(self, select, &c, shard_scope_new(self, outer, number), facts);
    query->first_token = (guint) shard_facts_first(self, facts->start);
    query->last_token = (guint) shard_facts_last(self, facts->end);
}
