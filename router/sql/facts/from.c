/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

/* ---- tables ---- */

/* Is it the name of a CTE that can be seen from here?  In an item of a WITH in a subquery MariaDB
 * finds those of the WITH around in some places, and in others the table of that name. */
static gboolean
names_cte(ShardFacts *self, const char *name, gint token)
{
    gboolean is_outer = FALSE;

    for (ShardCteName *cte = self->ctes; cte != NULL; cte = cte->next) {
        is_outer |= cte == self->outer_ctes;
        if (!shard_facts_same_name(self, cte->name, name))
            continue;
        if (is_outer && self->mode->dialect == SHARD_DIALECT_MYSQL)
            shard_facts_fail(self, "a WITH in a WITH that names an item of the outer one", token);
        cte->named_early |= cte->is_open;
        return TRUE;
    }
    return FALSE;
}

/* Finds the alias that the tree knows of behind the name: [*] [AS] alias. */
static void
find_alias(ShardFacts *self, gint name_end, ShardTableRef *out)
{
    gint token = name_end + 1;

    while (shard_view_is_symbol(self->view, token, "*") ||
           shard_view_is_symbol(self->view, token, ")") || shard_view_is(self->view, token, "AS"))
        token++;
    const char *alias = shard_facts_name(self, token);
    if (alias == NULL) {
        shard_facts_fail(self, "an alias", token);
        return;
    }
    out->alias = alias;
    out->alias_token = shard_facts_original(self, token);
}

static gboolean
is_quoted(const ShardFacts *self, gint token)
{
    gint original = shard_facts_original(self, token);

    return self->tokens->tokens[original].kind == SHARD_TOKEN_QUOTED_NAME;
}

/* SQLite's x IN t, which the view wrote as x IN (SELECT * FROM t). */
static gboolean
is_bare_in(const ShardFacts *self, gint token)
{
    return self->view->bare_in && shard_view_is_symbol(self->view, token - 2, "*") &&
           shard_view_token(self->view, (guint) token - 2)->original < 0;
}

gint
shard_facts_table(ShardFacts *self, const PgQuery__RangeVar *relation, ShardScope *scope)
{
    gint start = shard_view_at(self->view, relation->location);
    gint end = shard_view_name_end(self->view, start);
    ShardTableRef ref = {.query = scope == NULL ? -1 : scope->query, .alias_token = -1};

    /* Every table of the tree has to be a name of the text. */
    ref.name = start < 0 ? NULL : shard_facts_name(self, end);
    if (ref.name == NULL || shard_view_token(self->view, (guint) end)->original < 0) {
        shard_facts_fail(self, "a table's name", start);
        return -1;
    }
    ref.schema = end > start ? shard_facts_name(self, end - 2) : NULL;
    ref.catalog = end >= start + 4 ? shard_facts_name(self, end - 4) : NULL;
    ref.quoted = is_quoted(self, end);
    ref.first_token = (guint) shard_facts_original(self, start);
    ref.last_token = (guint) shard_facts_original(self, end);
    ref.alias_point = (guint) shard_view_token(self->view, (guint) end)->alias_point;
    ref.only_star = !relation->inh || shard_view_is_symbol(self->view, end + 1, "*");
    ref.no_alias =
        scope == NULL || shard_view_is(self->view, start - 1, "TABLE") || is_bare_in(self, start);
    ref.is_cte = ref.schema == NULL && scope != NULL && names_cte(self, ref.name, end);
    if (relation->alias != NULL)
        find_alias(self, end, &ref);
    g_array_append_val(self->tables, ref);
    gint number = (gint) self->tables->len - 1;
    if (scope != NULL)
        shard_scope_add(scope, (ShardScopeEntry){.schema = ref.schema,
                                                 .name = ref.alias != NULL ? ref.alias : ref.name,
                                                 .table = number,
                                                 .is_alias = ref.alias != NULL || ref.is_cte});
    return number;
}

/* ---- FROM ---- */

static ShardFrom *
from_query(ShardFacts *self, const PgQuery__RangeSubselect *sub, ShardScope *scope,
           ShardScope *outer, ShardFrom *from)
{
    from->kind = SHARD_FROM_QUERY;
    from->lateral = sub->lateral;
    if (sub->subquery->node_case != PG_QUERY__NODE__NODE_SELECT_STMT) {
        shard_facts_fail(self, "a derived table", -1);
        return from;
    }
    /* A derived table sees what is around the whole FROM; LATERAL also what stands before it. */
    ShardScope *sees = sub->lateral ? scope : outer;
    from->query =
        shard_facts_query(self, sub->subquery->select_stmt, sees, SHARD_LINK_FROM, scope->query);
    if (sub->alias != NULL && sub->alias->aliasname[0] != '?' && !shard_facts_failed(self))
        from->alias = shard_arena_strndup(self->arena, sub->alias->aliasname, -1);
    if (!shard_facts_failed(self) && from->query >= 0 &&
        shard_facts_query_at(self, from->query)->is_values)
        from->kind = SHARD_FROM_VALUES;
    shard_scope_add(scope, (ShardScopeEntry){.name = from->alias, .table = -1, .is_alias = TRUE});
    return from;
}

static ShardFrom *
from_function(ShardFacts *self, const PgQuery__RangeFunction *function, ShardScope *scope,
              ShardFrom *from)
{
    guint n_clocks = self->clocks->len;

    from->kind = SHARD_FROM_FUNCTION;
    from->lateral = function->lateral;
    for (gsize i = 0; i < function->n_functions; i++) {
        const PgQuery__Node *node = function->functions[i];
        if (node->node_case == PG_QUERY__NODE__NODE_LIST && node->list->n_items > 0)
            node = node->list->items[0];
        const ShardExpr *call = shard_facts_expr(self, node, scope);
        if (self->clocks->len > n_clocks && self->clocks->pdata[self->clocks->len - 1] == call)
            shard_facts_one_node(self, "the time as a table");
    }
    if (function->alias != NULL)
        from->alias = shard_arena_strndup(self->arena, function->alias->aliasname, -1);
    shard_scope_add(scope, (ShardScopeEntry){.name = from->alias, .table = -1, .is_alias = TRUE});
    return from;
}

static ShardJoinKind
join_kind(PgQuery__JoinType type)
{
    switch (type) {
    case PG_QUERY__JOIN_TYPE__JOIN_LEFT:
        return SHARD_JOIN_LEFT;
    case PG_QUERY__JOIN_TYPE__JOIN_RIGHT:
        return SHARD_JOIN_RIGHT;
    case PG_QUERY__JOIN_TYPE__JOIN_FULL:
        return SHARD_JOIN_FULL;
    default:
        return SHARD_JOIN_INNER;
    }
}

static ShardFrom *
from_join(ShardFacts *self, const PgQuery__JoinExpr *join, ShardScope *scope, ShardScope *outer,
          ShardFrom *from)
{
    from->kind = SHARD_FROM_JOIN;
    from->join = join_kind(join->jointype);
    from->natural = join->is_natural;
    from->left = shard_facts_from(self, join->larg, scope, outer);
    from->right = shard_facts_from(self, join->rarg, scope, outer);
    if (join->n_using_clause > 0) {
        const char **columns =
            shard_arena_array(self->arena, const char *, join->n_using_clause + 1);
        for (gsize i = 0; i < join->n_using_clause; i++)
            columns[i] = shard_arena_strndup(self->arena, join->using_clause[i]->string->sval, -1);
        from->using_columns = columns;
    }
    if (join->alias != NULL)
        shard_facts_one_node(self, "an alias of a join");
    return from;
}

ShardFrom *
shard_facts_from(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope, ShardScope *outer)
{
    ShardFrom *from = shard_arena_new0(self->arena, ShardFrom);

    from->table = -1;
    from->query = -1;
    if (shard_facts_failed(self))
        return from;
    switch (node->node_case) {
    case PG_QUERY__NODE__NODE_RANGE_VAR:
        from->kind = SHARD_FROM_TABLE;
        from->table = shard_facts_table(self, node->range_var, scope);
        if (from->table >= 0)
            from->alias = g_array_index(self->tables, ShardTableRef, from->table).alias;
        return from;
    case PG_QUERY__NODE__NODE_RANGE_SUBSELECT:
        return from_query(self, node->range_subselect, scope, outer, from);
    case PG_QUERY__NODE__NODE_RANGE_FUNCTION:
        return from_function(self, node->range_function, scope, from);
    case PG_QUERY__NODE__NODE_JOIN_EXPR:
        return from_join(self, node->join_expr, scope, outer, from);
    case PG_QUERY__NODE__NODE_RANGE_TABLE_SAMPLE:
        shard_facts_one_node(self, "TABLESAMPLE");
        return shard_facts_from(self, node->range_table_sample->relation, scope, outer);
    default:
        shard_facts_fail(self, "a FROM item of a kind that isn't known", -1);
        return from;
    }
}

void
shard_facts_from_conditions(ShardFacts *self, const PgQuery__Node *node, ShardFrom *from,
                            ShardScope *scope)
{
    if (shard_facts_failed(self) || node->node_case != PG_QUERY__NODE__NODE_JOIN_EXPR)
        return;
    const PgQuery__JoinExpr *join = node->join_expr;
    shard_facts_from_conditions(self, join->larg, from->left, scope);
    shard_facts_from_conditions(self, join->rarg, from->right, scope);
    from->on = shard_facts_expr(self, join->quals, scope);
    /* The view's own ON true is no condition. */
    if (from->on != NULL && from->on->kind == SHARD_EXPR_LITERAL &&
        from->on->literal == SHARD_LITERAL_TRUE && from->on->first_token == 0)
        from->on = NULL;
}

/* ---- WITH ---- */

static ShardCteName *
push_cte(ShardFacts *self, const char *name, gboolean is_open)
{
    ShardCteName *cte = shard_arena_new0(self->view->arena, ShardCteName);

    *cte = (ShardCteName){.next = self->ctes, .name = name, .is_open = is_open};
    self->ctes = cte;
    return cte;
}

/* A CTE that writes is a statement of its own in a block of its own. */
static void
read_writing_cte(ShardFacts *self, const PgQuery__Node *node, ShardScope *outer,
                 ShardCteWrite *write)
{
    ShardInsert *insert = self->out->insert;
    ShardModify *modify = self->out->modify;
    gint block = self->write_block;
    guint number = self->cte_writes->len;

    g_array_append_val(self->cte_writes, *write);
    self->write_block = shard_cte_write_block(number);
    self->out->insert = NULL;
    self->out->modify = NULL;
    shard_facts_one_node(self, "a WITH that writes");
    outer = shard_scope_new(self, outer, self->write_block);
    if (node->node_case == PG_QUERY__NODE__NODE_INSERT_STMT)
        shard_facts_insert(self, node->insert_stmt, outer);
    else if (node->node_case == PG_QUERY__NODE__NODE_UPDATE_STMT)
        shard_facts_update(self, node->update_stmt, outer);
    else if (node->node_case == PG_QUERY__NODE__NODE_DELETE_STMT)
        shard_facts_delete(self, node->delete_stmt, outer);
    else
        shard_facts_fail(self, "a WITH item of a kind that isn't known", -1);
    g_array_index(self->cte_writes, ShardCteWrite, number).insert = self->out->insert;
    g_array_index(self->cte_writes, ShardCteWrite, number).modify = self->out->modify;
    self->out->insert = insert;
    self->out->modify = modify;
    self->write_block = block;
}

static const char *
cte_name(ShardFacts *self, const PgQuery__CommonTableExpr *cte)
{
    const char *name = shard_facts_name(self, shard_view_at(self->view, cte->location));

    if (name == NULL)
        shard_facts_fail(self, "a WITH item's name", -1);
    return name;
}

/* open: by its name, where it is seen while its query is read; else NULL. */
static void
read_cte(ShardFacts *self, const PgQuery__CommonTableExpr *cte, ShardScope *outer, gint parent,
         ShardCteName *open)
{
    const char *name = cte_name(self, cte);

    if (name == NULL)
        return;
    if (cte->ctequery->node_case == PG_QUERY__NODE__NODE_SELECT_STMT) {
        gint query =
            shard_facts_query(self, cte->ctequery->select_stmt, outer, SHARD_LINK_CTE, parent);
        shard_facts_query_at(self, query)->cte_name = name;
        shard_facts_query_at(self, query)->recursive = open != NULL && open->named_early;
    } else {
        gint token = shard_view_at(self->view, cte->location);
        ShardCteWrite write = {.name = name,
                               .parent = parent,
                               .first_token = (guint) shard_facts_original(self, token)};
        read_writing_cte(self, cte->ctequery, outer, &write);
    }
    if (open != NULL)
        open->is_open = FALSE;
    else
        push_cte(self, name, FALSE);
}

/* The items of WITH RECURSIVE, and SQLite's of any WITH, are seen by those before them and by
 * themselves. */
void
shard_facts_with(ShardFacts *self, const PgQuery__WithClause *with, ShardScope *outer, gint parent)
{
    gboolean all_see_all = with->recursive || self->mode->dialect == SHARD_DIALECT_SQLITE;
    const ShardCteName *outer_ctes = self->outer_ctes;
    g_autofree ShardCteName **open = g_new0(ShardCteName *, with->n_ctes);

    self->outer_ctes = self->ctes;
    for (gsize i = 0; all_see_all && i < with->n_ctes && !shard_facts_failed(self); i++) {
        const char *name = cte_name(self, with->ctes[i]->common_table_expr);
        open[i] = name == NULL ? NULL : push_cte(self, name, TRUE);
    }
    for (gsize i = 0; i < with->n_ctes && !shard_facts_failed(self); i++)
        read_cte(self, with->ctes[i]->common_table_expr, outer, parent, open[i]);
    self->outer_ctes = outer_ctes;
}
