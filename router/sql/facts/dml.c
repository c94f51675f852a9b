/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

static gint
target_table(ShardFacts *self, const PgQuery__RangeVar *relation, ShardScope *scope)
{
    ShardCteName *ctes = self->ctes;

    self->ctes = NULL; /* what is written is a table, whatever WITH calls so */
    gint table = shard_facts_table(self, relation, scope);
    self->ctes = ctes;
    if (table >= 0)
        g_array_index(self->tables, ShardTableRef, table).is_target = TRUE;
    return table;
}

/* RETURNING is the last clause of its statement: its depth is that of the target's name. */
static ShardItem *
read_returning(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
               const PgQuery__Node *hidden)
{
    gint start = shard_view_at(self->view, nodes[0]->res_target->location);
    guint depth = shard_view_depth(self->view, start);
    gint end = (gint) self->view->view->len - 1;

    for (gint i = start; (guint) i < self->view->view->len; i++)
        if (shard_view_depth(self->view, i) < depth || shard_view_is_symbol(self->view, i, ";")) {
            end = i - 1;
            break;
        }
    if (hidden != NULL)
        end = shard_view_at(self->view, hidden->res_target->location) - 2;
    return shard_facts_items(self, nodes, n, scope, end);
}

/* ---- assignments ---- */

/* a = …, t.a = …, a[1] = …; (a, b) = ROW(…) gives one assignment per column. */
static ShardExpr *
assigned_value(ShardFacts *self, const PgQuery__Node *val, ShardScope *scope)
{
    if (val == NULL || val->node_case != PG_QUERY__NODE__NODE_MULTI_ASSIGN_REF)
        return shard_facts_expr(self, val, scope);
    const PgQuery__MultiAssignRef *ref = val->multi_assign_ref;
    const PgQuery__Node *source = ref->source;
    if (source == NULL)
        return NULL;
    if (source->node_case == PG_QUERY__NODE__NODE_ROW_EXPR && ref->colno >= 1 &&
        (gsize) ref->colno <= source->row_expr->n_args)
        return shard_facts_expr(self, source->row_expr->args[ref->colno - 1], scope);
    if (ref->colno == 1) /* once for its tables and flags */
        shard_facts_expr(self, source, scope);
    return NULL;
}

/* The qualifier of t.a = … is a table's name like any other. */
static void
resolve_target(ShardFacts *self, gint start, gint end, ShardScope *scope)
{
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_STAR);
    gint names[4];
    guint n = 0;

    for (gint i = start; i <= end && n < 4; i += 2)
        names[n++] = i;
    expr->expr.qualifier = shard_facts_name(self, end - 2);
    if (n >= 2 && expr->expr.qualifier != NULL)
        shard_facts_resolve(self, scope, &expr->expr, names, n);
}

static ShardAssignment *
read_assignments(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
                 gboolean qualified)
{
    ShardAssignment *list = shard_arena_array(self->arena, ShardAssignment, n + 1);

    for (gsize i = 0; i < n && !shard_facts_failed(self); i++) {
        const PgQuery__ResTarget *target = nodes[i]->res_target;
        gint start = shard_view_at(self->view, target->location);
        gint end = qualified ? shard_view_name_end(self->view, start) : start;
        list[i].column = shard_facts_name(self, end);
        list[i].column_first_token = (guint) shard_facts_original(self, start);
        list[i].column_last_token = (guint) shard_facts_original(self, end);
        if (list[i].column == NULL)
            shard_facts_fail(self, "an assignment", start);
        else if (end > start)
            resolve_target(self, start, end, scope);
        list[i].value = assigned_value(self, target->val, scope);
    }
    return list;
}

/* ---- INSERT ---- */

/* MariaDB: INSERT INTO t (t.k, shop.t.v) … */
static void
note_column_qualifier(ShardFacts *self, const ShardInsert *insert, guint name)
{
    guint first = name;

    while (first >= 2 && shard_token_is(self->tokens, first - 1, "."))
        first -= 2;
    if (self->mode->dialect != SHARD_DIALECT_MYSQL || first == name)
        return;
    ShardQualifier qualifier = {
        .first_token = first, .last_token = name - 2, .table = insert->table};
    g_array_append_val(self->qualifiers, qualifier);
}

static void
read_columns(ShardFacts *self, const PgQuery__InsertStmt *stmt, ShardInsert *insert)
{
    insert->columns_close_token = -1;
    if (stmt->n_cols == 0)
        return;
    gint last = -1;
    insert->n_columns = (guint) stmt->n_cols;
    insert->columns = shard_arena_array(self->arena, const char *, stmt->n_cols + 1);
    insert->column_tokens = shard_arena_array(self->arena, guint, stmt->n_cols + 1);
    for (gsize i = 0; i < stmt->n_cols; i++) {
        gint start = shard_view_at(self->view, stmt->cols[i]->res_target->location);
        last = shard_view_name_end(self->view, start);
        insert->columns[i] = shard_facts_name(self, last);
        insert->column_tokens[i] = (guint) shard_facts_original(self, last);
        if (insert->columns[i] == NULL)
            shard_facts_fail(self, "a column of INSERT", start);
        note_column_qualifier(self, insert, insert->column_tokens[i]);
    }
    while (last >= 0 && (guint) last < self->view->view->len &&
           !shard_view_is_symbol(self->view, last, ")"))
        last++;
    if (!self->view->set_form)
        insert->columns_close_token = shard_facts_original(self, last);
}

/* One row; *token is at or before its opening bracket and moves behind its closing one. */
static void
read_row(ShardFacts *self, const PgQuery__List *list, ShardScope *scope, gint *token,
         ShardInsertRow *out)
{
    out->values = shard_facts_expr_list(self, list->items, list->n_items, scope, NULL);
    out->n_values = (guint) list->n_items;
    while ((guint) *token < self->view->view->len && !shard_view_is_symbol(self->view, *token, "("))
        (*token)++;
    gint close = shard_view_match(self->view, *token);
    if (close < 0) {
        shard_facts_fail(self, "a row of VALUES", *token);
        return;
    }
    out->first_token = (guint) shard_facts_first(self, *token);
    out->last_token = (guint) shard_facts_last(self, close);
    *token = close + 1;
}

/* VALUES stands behind the target and its columns, at the statement's own depth. */
static void
read_rows(ShardFacts *self, const PgQuery__InsertStmt *stmt, const PgQuery__SelectStmt *select,
          ShardScope *scope, ShardInsert *insert)
{
    gint target = shard_view_at(self->view, stmt->relation->location);
    guint depth = shard_view_depth(self->view, target);
    gint token = shard_view_find(self->view, target, (gint) self->view->view->len, depth, "VALUES");

    insert->n_rows = (guint) select->n_values_lists;
    insert->rows = shard_arena_array(self->arena, ShardInsertRow, insert->n_rows + 1);
    if (token < 0) {
        shard_facts_fail(self, "VALUES", target);
        return;
    }
    for (guint i = 0; i < insert->n_rows && !shard_facts_failed(self); i++)
        read_row(self, select->values_lists[i]->list, scope, &token, &insert->rows[i]);
}

static gboolean
is_plain_values(const PgQuery__SelectStmt *select)
{
    return select->n_values_lists > 0 && select->n_sort_clause == 0 &&
           select->limit_count == NULL && select->limit_offset == NULL &&
           select->with_clause == NULL;
}

static void
read_conflict(ShardFacts *self, const PgQuery__OnConflictClause *clause, ShardScope *scope,
              ShardInsert *insert)
{
    if (clause == NULL)
        return;
    insert->conflict = clause->action == PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_NOTHING
                           ? SHARD_CONFLICT_IGNORE
                           : SHARD_CONFLICT_UPDATE;
    if (clause->infer != NULL && clause->infer->conname != NULL &&
        clause->infer->conname[0] != '\0') {
        gint token = shard_view_at(self->view, clause->infer->location);
        for (gint i = token; i >= 0 && i < token + 4; i++)
            if (shard_view_is(self->view, i, "CONSTRAINT"))
                insert->constraint_token = shard_facts_original(self, i + 1);
    }
    /* What is inserted can be named too. */
    ShardScope *inner = shard_scope_new(self, scope, self->write_block);
    shard_scope_add(inner,
                    (ShardScopeEntry){
                        .name = "excluded", .table = -1, .is_alias = TRUE, .qualified_only = TRUE});
    for (guint i = 0; i < scope->entries->len; i++)
        shard_scope_add(inner, g_array_index(scope->entries, ShardScopeEntry, i));
    if (clause->infer != NULL)
        shard_facts_expr(self, clause->infer->where_clause, scope);
    insert->updates = read_assignments(self, clause->target_list, clause->n_target_list, inner,
                                       self->mode->dialect == SHARD_DIALECT_MYSQL);
    insert->n_updates = (guint) clause->n_target_list;
    shard_facts_expr(self, clause->where_clause, inner);
}

static void
read_source(ShardFacts *self, const PgQuery__InsertStmt *stmt, ShardScope *scope, ShardScope *outer,
            ShardInsert *insert)
{
    if (stmt->select_stmt == NULL) {
        insert->default_values = TRUE;
        return;
    }
    const PgQuery__SelectStmt *select = stmt->select_stmt->select_stmt;
    if (is_plain_values(select))
        read_rows(self, stmt, select, scope, insert);
    else
        insert->query =
            shard_facts_query(self, select, outer, SHARD_LINK_INSERT_SOURCE, self->write_block);
}

void
shard_facts_insert(ShardFacts *self, const PgQuery__InsertStmt *stmt, ShardScope *outer)
{
    ShardInsert *insert = shard_arena_new0(self->arena, ShardInsert);
    ShardScope *scope = shard_scope_new(self, outer, self->write_block);
    ShardCteName *ctes = self->ctes;

    if (stmt->with_clause != NULL)
        shard_facts_with(self, stmt->with_clause, outer, self->write_block);
    insert->query = -1;
    insert->constraint_token = -1;
    insert->set_form = self->view->set_form;
    insert->table = target_table(self, stmt->relation, scope);
    if (self->view->replace)
        insert->conflict = SHARD_CONFLICT_REPLACE;
    else if (self->view->ignore)
        insert->conflict = SHARD_CONFLICT_IGNORE;
    if (!shard_facts_failed(self)) {
        read_columns(self, stmt, insert);
        /* Values can't name the target's columns, but MySQL lets them: a = b + 1. */
        read_source(self, stmt, self->mode->dialect == SHARD_DIALECT_MYSQL ? scope : outer, outer,
                    insert);
        read_conflict(self, stmt->on_conflict_clause, scope, insert);
    }
    if (stmt->n_returning_list > 0 && !shard_facts_failed(self)) {
        insert->returning =
            read_returning(self, stmt->returning_list, stmt->n_returning_list, scope, NULL);
        insert->n_returning = (guint) stmt->n_returning_list;
    }
    self->ctes = ctes;
    self->out->insert = insert;
}

/* ---- UPDATE and DELETE ---- */

static void
read_from_list(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
               ShardScope *outer, ShardModify *modify)
{
    guint first = modify->table >= 0 ? 1 : 0;

    modify->from = shard_arena_array(self->arena, ShardFrom *, n + first + 1);
    if (first > 0) {
        modify->from[0] = shard_arena_new0(self->arena, ShardFrom);
        *modify->from[0] =
            (ShardFrom){.kind = SHARD_FROM_TABLE,
                        .table = modify->table,
                        .query = -1,
                        .alias = g_array_index(self->tables, ShardTableRef, modify->table).alias};
    }
    for (gsize i = 0; i < n; i++)
        modify->from[first + i] = shard_facts_from(self, nodes[i], scope, outer);
    for (gsize i = 0; i < n; i++)
        shard_facts_from_conditions(self, nodes[i], modify->from[first + i], scope);
    modify->n_from = (guint) n + first;
}

static void
read_where(ShardFacts *self, const PgQuery__Node *where, ShardScope *scope, ShardModify *modify)
{
    if (where != NULL && where->node_case == PG_QUERY__NODE__NODE_CURRENT_OF_EXPR)
        modify->current_of =
            shard_arena_strndup(self->arena, where->current_of_expr->cursor_name, -1);
    else
        modify->where = shard_facts_expr(self, where, scope);
}

static void
limit_range(ShardFacts *self, gint from, ShardLimit *limit)
{
    gint end = (gint) self->view->view->len - 1;
    guint depth = shard_view_depth(self->view, from);

    for (gint i = from; i <= end; i++) {
        if (shard_view_depth(self->view, i) < depth)
            end = i - 1;
        else if (shard_view_is(self->view, i, "LIMIT") || shard_view_is(self->view, i, "OFFSET"))
            limit->first_token =
                limit->first_token == 0 ? (guint) shard_facts_first(self, i) : limit->first_token;
    }
    limit->last_token = (guint) shard_facts_last(self, end);
}

/* UPDATE … ORDER BY … LIMIT …, which the view has hidden in a subquery behind RETURNING. */
static void
read_modify_tail(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope,
                 ShardModify *modify)
{
    const PgQuery__Node *val = node->res_target->val;

    if (val == NULL || val->node_case != PG_QUERY__NODE__NODE_SUB_LINK)
        return;
    const PgQuery__SelectStmt *select = val->sub_link->subselect->select_stmt;
    modify->order = shard_facts_order(self, select->sort_clause, select->n_sort_clause, scope);
    modify->n_order = (guint) select->n_sort_clause;
    for (guint i = 0; i < modify->n_order; i++)
        modify->order[i].item = -1;
    shard_facts_limit(self, select, scope, &modify->limit);
    if (modify->limit.present)
        limit_range(self, shard_view_at(self->view, val->sub_link->location) + 1, &modify->limit);
}

static void
read_modify_returning(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
                      ShardModify *modify)
{
    const PgQuery__Node *hidden = NULL;

    if (n > 0 && self->view->modify_tail && self->out->modify == NULL) {
        hidden = nodes[--n];
        read_modify_tail(self, hidden, scope, modify);
    }
    if (n == 0 || shard_facts_failed(self))
        return;
    modify->returning = read_returning(self, nodes, n, scope, hidden);
    modify->n_returning = (guint) n;
}

/* A joined UPDATE writes the tables whose columns it assigns; without a qualifier nobody knows. */
static void
mark_assigned(ShardFacts *self, ShardScope *scope, ShardModify *modify)
{
    gint only = -1;
    gboolean several = FALSE;

    for (guint i = 0; i < modify->n_assignments; i++) {
        const ShardAssignment *a = &modify->assignments[i];
        gint table = -1;
        if (a->column_last_token > a->column_first_token) {
            const ShardToken *token = &self->tokens->tokens[a->column_last_token - 2];
            gboolean quoted;
            g_autofree char *name = shard_identifier_from_token(
                self->mode->dialect, self->tokens->text + token->offset, token->size, &quoted);
            for (guint e = 0; e < scope->entries->len; e++) {
                const ShardScopeEntry *entry = &g_array_index(scope->entries, ShardScopeEntry, e);
                if (entry->name != NULL && shard_identifier_equal_fold(entry->name, name))
                    table = entry->table;
            }
        }
        if (table >= 0)
            g_array_index(self->tables, ShardTableRef, table).is_target = TRUE;
        several = several || table < 0 || (only >= 0 && only != table);
        only = table;
    }
    if (!several)
        modify->table = only;
}

/* MySQL's joined form names its targets in front: DELETE a, b FROM … */
static void
mark_targets(ShardFacts *self, ShardScope *scope, ShardModify *modify)
{
    for (guint t = 0; t < self->view->targets->len; t++) {
        gint original = g_array_index(self->view->targets, gint, t);
        const ShardToken *token = &self->tokens->tokens[original];
        gboolean quoted;
        g_autofree char *name = shard_identifier_from_token(
            self->mode->dialect, self->tokens->text + token->offset, token->size, &quoted);
        for (guint i = 0; i < scope->entries->len; i++) {
            const ShardScopeEntry *entry = &g_array_index(scope->entries, ShardScopeEntry, i);
            if (entry->table < 0 || entry->name == NULL ||
                !shard_identifier_equal_fold(entry->name, name))
                continue;
            g_array_index(self->tables, ShardTableRef, entry->table).is_target = TRUE;
            modify->table = self->view->targets->len == 1 ? entry->table : -1;
            if (!entry->is_alias) {
                gboolean has_schema =
                    original >= 2 && shard_token_is(self->tokens, (guint) original - 1, ".");
                ShardQualifier qualifier = {.first_token = (guint) original - (has_schema ? 2 : 0),
                                            .last_token = (guint) original,
                                            .table = entry->table};
                g_array_append_val(self->qualifiers, qualifier);
            }
        }
    }
}

void
shard_facts_update(ShardFacts *self, const PgQuery__UpdateStmt *stmt, ShardScope *outer)
{
    ShardModify *modify = shard_arena_new0(self->arena, ShardModify);
    ShardScope *scope = shard_scope_new(self, outer, self->write_block);
    ShardCteName *ctes = self->ctes;
    gboolean multi = self->view->multi_table && self->out->modify == NULL;

    if (stmt->with_clause != NULL)
        shard_facts_with(self, stmt->with_clause, outer, self->write_block);
    modify->multi_table = multi;
    modify->table = multi ? -1 : target_table(self, stmt->relation, scope);
    read_from_list(self, stmt->from_clause, stmt->n_from_clause, scope, outer, modify);
    modify->assignments = read_assignments(self, stmt->target_list, stmt->n_target_list, scope,
                                           self->mode->dialect == SHARD_DIALECT_MYSQL);
    modify->n_assignments = (guint) stmt->n_target_list;
    if (multi && !shard_facts_failed(self))
        mark_assigned(self, scope, modify);
    read_where(self, stmt->where_clause, scope, modify);
    read_modify_returning(self, stmt->returning_list, stmt->n_returning_list, scope, modify);
    self->ctes = ctes;
    self->out->modify = modify;
}

void
shard_facts_delete(ShardFacts *self, const PgQuery__DeleteStmt *stmt, ShardScope *outer)
{
    ShardModify *modify = shard_arena_new0(self->arena, ShardModify);
    ShardScope *scope = shard_scope_new(self, outer, self->write_block);
    ShardCteName *ctes = self->ctes;
    gboolean multi = self->view->multi_table && self->out->modify == NULL;

    if (stmt->with_clause != NULL)
        shard_facts_with(self, stmt->with_clause, outer, self->write_block);
    modify->multi_table = multi;
    modify->table = multi ? -1 : target_table(self, stmt->relation, scope);
    read_from_list(self, stmt->using_clause, stmt->n_using_clause, scope, outer, modify);
    if (multi)
        mark_targets(self, scope, modify);
    read_where(self, stmt->where_clause, scope, modify);
    read_modify_returning(self, stmt->returning_list, stmt->n_returning_list, scope, modify);
    self->ctes = ctes;
    self->out->modify = modify;
}

/* ---- MERGE ---- */

static void
read_merge_insert(ShardFacts *self, const PgQuery__MergeWhenClause *when, ShardScope *scope,
                  ShardModify *modify)
{
    guint n = modify->n_merge_inserts;
    ShardMergeInsert *all = shard_arena_array(self->arena, ShardMergeInsert, n + 1);
    ShardMergeInsert *made = &all[n];

    if (n > 0)
        memcpy(all, modify->merge_inserts, n * sizeof *all);
    if (when->n_target_list > 0)
        made->columns = shard_arena_array(self->arena, const char *, when->n_target_list);
    for (gsize i = 0; i < when->n_target_list; i++)
        made->columns[made->n_columns++] =
            shard_arena_strndup(self->arena, when->target_list[i]->res_target->name, -1);
    made->values = shard_facts_expr_list(self, when->values, when->n_values, scope, NULL);
    made->n_values = (guint) when->n_values;
    modify->merge_inserts = all;
    modify->n_merge_inserts = n + 1;
}

static void
read_merge_action(ShardFacts *self, const PgQuery__MergeWhenClause *when, ShardScope *scope,
                  ShardModify *modify)
{
    shard_facts_expr(self, when->condition, scope);
    /* An INSERT's targets have no value of their own. */
    if (when->n_values == 0) {
        ShardAssignment *more =
            read_assignments(self, when->target_list, when->n_target_list, scope, FALSE);
        guint n = modify->n_assignments + (guint) when->n_target_list;
        ShardAssignment *all = shard_arena_array(self->arena, ShardAssignment, n + 1);
        if (modify->n_assignments > 0)
            memcpy(all, modify->assignments, modify->n_assignments * sizeof(*all));
        if (when->n_target_list > 0)
            memcpy(all + modify->n_assignments, more, when->n_target_list * sizeof(*all));
        modify->assignments = all;
        modify->n_assignments = n;
    }
    if (when->command_type == PG_QUERY__CMD_TYPE__CMD_INSERT)
        read_merge_insert(self, when, scope, modify);
}

/* The target's rows stand beside the source's; those of the source that have none stay, if they are
 * inserted. */
static void
join_merge(ShardFacts *self, ShardModify *modify)
{
    ShardFrom *join = shard_arena_new0(self->arena, ShardFrom);

    if (modify->n_from != 2 || modify->from[1] == NULL)
        return;
    *join = (ShardFrom){.kind = SHARD_FROM_JOIN,
                        .table = -1,
                        .query = -1,
                        .join = modify->n_merge_inserts > 0 ? SHARD_JOIN_LEFT : SHARD_JOIN_INNER,
                        .left = modify->from[1],
                        .right = modify->from[0],
                        .on = modify->merge_on};
    modify->from[0] = join;
    modify->n_from = 1;
}

void
shard_facts_merge(ShardFacts *self, const PgQuery__MergeStmt *stmt, ShardScope *outer)
{
    ShardModify *modify = shard_arena_new0(self->arena, ShardModify);
    ShardScope *scope = shard_scope_new(self, outer, self->write_block);

    if (stmt->with_clause != NULL)
        shard_facts_with(self, stmt->with_clause, outer, self->write_block);
    modify->table = target_table(self, stmt->relation, scope);
    read_from_list(self, (PgQuery__Node **) &stmt->source_relation, 1, scope, outer, modify);
    modify->merge_on = shard_facts_expr(self, stmt->join_condition, scope);
    for (gsize i = 0; i < stmt->n_merge_when_clauses && !shard_facts_failed(self); i++)
        read_merge_action(self, stmt->merge_when_clauses[i]->merge_when_clause, scope, modify);
    join_merge(self, modify);
    self->out->modify = modify;
}
