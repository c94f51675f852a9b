/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/statement-text.h"

#include "router/sql/cte-write.h"

static const char *const kind_names[] = {
    [SHARD_STATEMENT_SELECT] = "select",
    [SHARD_STATEMENT_INSERT] = "insert",
    [SHARD_STATEMENT_UPDATE] = "update",
    [SHARD_STATEMENT_DELETE] = "delete",
    [SHARD_STATEMENT_MERGE] = "merge",
    [SHARD_STATEMENT_CREATE_TABLE] = "create table",
    [SHARD_STATEMENT_ALTER_TABLE] = "alter table",
    [SHARD_STATEMENT_DROP_TABLE] = "drop table",
    [SHARD_STATEMENT_TRUNCATE] = "truncate",
    [SHARD_STATEMENT_CREATE_INDEX] = "create index",
    [SHARD_STATEMENT_DROP_INDEX] = "drop index",
    [SHARD_STATEMENT_CREATE_VIEW] = "create view",
    [SHARD_STATEMENT_DROP_VIEW] = "drop view",
    [SHARD_STATEMENT_OTHER_DDL] = "other ddl",
    [SHARD_STATEMENT_GRANT] = "grant",
    [SHARD_STATEMENT_USER] = "user",
    [SHARD_STATEMENT_BEGIN] = "begin",
    [SHARD_STATEMENT_COMMIT] = "commit",
    [SHARD_STATEMENT_ROLLBACK] = "rollback",
    [SHARD_STATEMENT_SAVEPOINT] = "savepoint",
    [SHARD_STATEMENT_RELEASE] = "release",
    [SHARD_STATEMENT_ROLLBACK_TO] = "rollback to",
    [SHARD_STATEMENT_SET_TRANSACTION] = "set transaction",
    [SHARD_STATEMENT_SET_AUTOCOMMIT] = "set autocommit",
    [SHARD_STATEMENT_SET] = "set",
    [SHARD_STATEMENT_USE] = "use",
    [SHARD_STATEMENT_SHOW] = "show",
    [SHARD_STATEMENT_EXPLAIN] = "explain",
    [SHARD_STATEMENT_CALL] = "call",
    [SHARD_STATEMENT_LOCK] = "lock",
    [SHARD_STATEMENT_PREVIEW] = "preview",
    [SHARD_STATEMENT_SHOW_SHARDING] = "show sharding",
    [SHARD_STATEMENT_SET_SHARDING] = "set sharding",
    [SHARD_STATEMENT_UNPARSED] = "unparsed",
};

static const char *const expr_names[] = {
    [SHARD_EXPR_COLUMN] = "column",
    [SHARD_EXPR_LITERAL] = "literal",
    [SHARD_EXPR_MARKER] = "marker",
    [SHARD_EXPR_AND] = "and",
    [SHARD_EXPR_OR] = "or",
    [SHARD_EXPR_NOT] = "not",
    [SHARD_EXPR_COMPARE] = "",
    [SHARD_EXPR_IN] = "in",
    [SHARD_EXPR_BETWEEN] = "between",
    [SHARD_EXPR_IS_NULL] = "is-null",
    [SHARD_EXPR_IS_TRUE] = "is",
    [SHARD_EXPR_ANY] = "any",
    [SHARD_EXPR_OPERATOR] = "op",
    [SHARD_EXPR_FUNCTION] = "call",
    [SHARD_EXPR_AGGREGATE] = "aggregate",
    [SHARD_EXPR_WINDOW] = "window",
    [SHARD_EXPR_CAST] = "cast",
    [SHARD_EXPR_CASE] = "case",
    [SHARD_EXPR_COALESCE] = "",
    [SHARD_EXPR_ROW] = "row",
    [SHARD_EXPR_ARRAY] = "array",
    [SHARD_EXPR_SUBQUERY] = "query",
    [SHARD_EXPR_STAR] = "*",
    [SHARD_EXPR_DEFAULT] = "default",
    [SHARD_EXPR_OPAQUE] = "opaque",
};

static const char *const link_names[] = {"top",        "from",   "cte",   "branch",
                                         "scalar",     "exists", "in",    "not-in",
                                         "quantified", "array",  "source"};
static const char *const set_names[] = {"",       "union",         "union all", "intersect",
                                        "except", "intersect all", "except all"};
static const char *const join_names[] = {"inner", "left", "right", "full", "semi"};

static void
append_tokens(GString *out, const ShardTokens *tokens, guint first, guint last)
{
    for (guint i = first; i <= last && i < tokens->n_tokens; i++) {
        if (i > first)
            g_string_append_c(out, ' ');
        g_string_append_len(out, tokens->text + tokens->tokens[i].offset, tokens->tokens[i].size);
    }
}

static void
append_order(GString *out, const ShardOrderItem *order, guint n, const ShardTokens *tokens)
{
    static const char *const nulls[] = {"", " nulls first", " nulls last"};

    for (guint i = 0; i < n; i++) {
        g_string_append(out, i == 0 ? "" : ", ");
        shard_expr_append(out, order[i].expr, tokens);
        if (order[i].item >= 0)
            g_string_append_printf(out, " item %d", order[i].item);
        g_string_append(out, order[i].descending ? " desc" : "");
        g_string_append(out, nulls[order[i].nulls]);
    }
}

static gboolean
append_leaf(GString *out, const ShardExpr *expr, const ShardTokens *tokens)
{
    static const char *const literals[] = {NULL, "null", "true", "false"};

    if (expr->kind == SHARD_EXPR_MARKER) {
        g_string_append_printf(out, "?%d", expr->marker);
    } else if (expr->kind == SHARD_EXPR_LITERAL) {
        for (guint i = 0; i < expr->literal_sign_tokens; i++)
            g_string_append_c(out, '-');
        if (expr->literal == SHARD_LITERAL_VALUE)
            append_tokens(out, tokens, expr->first_token, expr->first_token);
        else
            g_string_append(out, literals[expr->literal]);
    } else if (expr->kind == SHARD_EXPR_COLUMN || expr->kind == SHARD_EXPR_STAR) {
        if (expr->qualifier != NULL)
            g_string_append_printf(out, "%s.", expr->qualifier);
        g_string_append(out, expr->kind == SHARD_EXPR_STAR ? "*" : expr->name);
        if (expr->table >= 0)
            g_string_append_printf(out, "#%d", expr->table);
    } else {
        return FALSE;
    }
    if (expr->collation != NULL)
        g_string_append_printf(out, " collate %s", expr->collation);
    return TRUE;
}

static void
append_extras(GString *out, const ShardExpr *expr, const ShardTokens *tokens)
{
    if (expr->n_partition > 0) {
        g_string_append(out, " partition");
        for (guint i = 0; i < expr->n_partition; i++) {
            g_string_append_c(out, ' ');
            shard_expr_append(out, expr->partition[i], tokens);
        }
    }
    if (expr->n_order > 0) {
        g_string_append(out, expr->within_group ? " within " : " order ");
        append_order(out, expr->order, expr->n_order, tokens);
    }
    if (expr->separator_token >= 0) {
        g_string_append(out, " separator ");
        append_tokens(out, tokens, (guint) expr->separator_token, (guint) expr->separator_token);
    }
    if (expr->filter != NULL) {
        g_string_append(out, " filter ");
        shard_expr_append(out, expr->filter, tokens);
    }
    if (expr->kind == SHARD_EXPR_SUBQUERY)
        g_string_append_printf(out, " %s %d", link_names[expr->link], expr->query);
    if (expr->collation != NULL)
        g_string_append_printf(out, " collate %s", expr->collation);
}

void
shard_expr_append(GString *out, const ShardExpr *expr, const ShardTokens *tokens)
{
    if (expr == NULL) {
        g_string_append_c(out, '-');
        return;
    }
    if (append_leaf(out, expr, tokens))
        return;
    g_string_append_c(out, '(');
    g_string_append(out, expr->negated ? "not-" : "");
    g_string_append(out, expr_names[expr->kind]);
    if (expr->symmetric)
        g_string_append(out, "-symmetric");
    if (expr->name != NULL)
        g_string_append_printf(out, "%s%s", expr_names[expr->kind][0] == '\0' ? "" : " ",
                               expr->name);
    if (expr->star)
        g_string_append(out, " *");
    if (expr->distinct)
        g_string_append(out, " distinct");
    for (guint i = 0; i < expr->n_args; i++) {
        g_string_append_c(out, ' ');
        shard_expr_append(out, expr->args[i], tokens);
    }
    append_extras(out, expr, tokens);
    g_string_append_c(out, ')');
}

static void
append_from(GString *out, const ShardFrom *from, const ShardTokens *tokens)
{
    switch (from->kind) {
    case SHARD_FROM_TABLE:
        g_string_append_printf(out, "#%d", from->table);
        break;
    case SHARD_FROM_QUERY:
    case SHARD_FROM_VALUES:
        g_string_append_printf(out, "%squery %d", from->lateral ? "lateral " : "", from->query);
        break;
    case SHARD_FROM_FUNCTION:
        g_string_append(out, "function");
        break;
    case SHARD_FROM_JOIN:
        g_string_append_printf(out, "(%s%s ", from->natural ? "natural " : "",
                               join_names[from->join]);
        append_from(out, from->left, tokens);
        g_string_append_c(out, ' ');
        append_from(out, from->right, tokens);
        if (from->on != NULL) {
            g_string_append(out, " on ");
            shard_expr_append(out, from->on, tokens);
        }
        for (guint i = 0; from->using_columns != NULL && from->using_columns[i] != NULL; i++)
            g_string_append_printf(out, " using %s", from->using_columns[i]);
        g_string_append_c(out, ')');
        break;
    }
    if (from->alias != NULL)
        g_string_append_printf(out, " as %s", from->alias);
}

static void
append_from_list(GString *out, ShardFrom *const *from, guint n, const ShardTokens *tokens)
{
    if (n == 0)
        return;
    g_string_append(out, "  from ");
    for (guint i = 0; i < n; i++) {
        g_string_append(out, i == 0 ? "" : ", ");
        append_from(out, from[i], tokens);
    }
    g_string_append_c(out, '\n');
}

static void
append_named_expr(GString *out, const char *name, const ShardExpr *expr, const ShardTokens *tokens)
{
    if (expr == NULL)
        return;
    g_string_append_printf(out, "  %s ", name);
    shard_expr_append(out, expr, tokens);
    g_string_append_c(out, '\n');
}

static void
append_order_line(GString *out, const ShardOrderItem *order, guint n, const ShardTokens *tokens)
{
    if (n == 0)
        return;
    g_string_append(out, "  order ");
    append_order(out, order, n, tokens);
    g_string_append_c(out, '\n');
}

static void
append_limit(GString *out, const ShardLimit *limit, const ShardTokens *tokens)
{
    if (!limit->present)
        return;
    g_string_append(out, "  limit ");
    if (limit->count_one)
        g_string_append_c(out, '1');
    else
        shard_expr_append(out, limit->count, tokens);
    if (limit->offset != NULL) {
        g_string_append(out, limit->comma ? " comma " : " offset ");
        shard_expr_append(out, limit->offset, tokens);
    }
    g_string_append(out, limit->with_ties ? " with ties [" : " [");
    append_tokens(out, tokens, limit->first_token, limit->last_token);
    g_string_append(out, "]\n");
}

static void
append_items(GString *out, const char *name, const ShardItem *items, guint n,
             const ShardTokens *tokens)
{
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(out, "  %s ", name);
        shard_expr_append(out, items[i].expr, tokens);
        if (items[i].alias != NULL)
            g_string_append_printf(out, " as %s", items[i].alias);
        if (items[i].last_token > 0) {
            g_string_append(out, " [");
            append_tokens(out, tokens, items[i].first_token, items[i].last_token);
            g_string_append_c(out, ']');
        }
        g_string_append_c(out, '\n');
    }
}

static void
append_flags(GString *out, const ShardQuery *query)
{
    const struct {
        gboolean set;
        const char *word;
    } flags[] = {
        {query->distinct, "distinct"},       {query->is_values, "values"},
        {query->has_aggregate, "aggregate"}, {query->has_window, "window"},
        {query->for_update, "for-update"},   {query->into, "into"},
        {query->correlated, "correlated"},   {query->grouping_sets, "grouping-sets"},
        {query->recursive, "recursive"},     {query->calc_found_rows, "calc-found-rows"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(flags); i++)
        if (flags[i].set)
            g_string_append_printf(out, " %s", flags[i].word);
}

static void
append_query(GString *out, const ShardStatement *self, guint number, const ShardTokens *tokens)
{
    const ShardQuery *query = &self->queries[number];

    g_string_append_printf(out, "query %u in %d %s", number, query->parent,
                           link_names[query->link]);
    if (query->cte_name != NULL)
        g_string_append_printf(out, " %s", query->cte_name);
    if (query->set != SHARD_SET_NONE)
        g_string_append_printf(out, " (%s %d %d)", set_names[query->set], query->left,
                               query->right);
    append_flags(out, query);
    g_string_append(out, " [");
    append_tokens(out, tokens, query->first_token, query->last_token);
    g_string_append(out, "]\n");
    if (query->set == SHARD_SET_NONE)
        append_items(out, "item", query->items, query->n_items, tokens);
    append_from_list(out, query->from, query->n_from, tokens);
    append_named_expr(out, "where", query->where, tokens);
    for (guint i = 0; i < query->n_distinct_on; i++)
        append_named_expr(out, "distinct on", query->distinct_on[i], tokens);
    for (guint i = 0; i < query->n_group; i++) {
        g_string_append(out, "  group ");
        shard_expr_append(out, query->group[i], tokens);
        if (query->group_items[i] >= 0)
            g_string_append_printf(out, " item %d", query->group_items[i]);
        g_string_append_c(out, '\n');
    }
    append_named_expr(out, "having", query->having, tokens);
    append_order_line(out, query->order, query->n_order, tokens);
    append_limit(out, &query->limit, tokens);
    g_string_append(out, "  tail ");
    append_tokens(out, tokens, query->tail_token, query->tail_token);
    g_string_append_c(out, '\n');
}

static void
append_assignments(GString *out, const char *name, const ShardAssignment *list, guint n,
                   const ShardTokens *tokens)
{
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(out, "  %s %s = ", name, list[i].column);
        shard_expr_append(out, list[i].value, tokens);
        g_string_append_c(out, '\n');
    }
}

static void
append_insert(GString *out, const ShardInsert *insert, const ShardTokens *tokens)
{
    static const char *const conflicts[] = {"", " ignore", " update", " replace"};

    g_string_append_printf(out, "insert #%d%s%s%s", insert->table, conflicts[insert->conflict],
                           insert->set_form ? " set" : "",
                           insert->default_values ? " default-values" : "");
    if (insert->query >= 0)
        g_string_append_printf(out, " query %d", insert->query);
    for (guint i = 0; i < insert->n_columns; i++)
        g_string_append_printf(out, "%s%s", i == 0 ? " (" : ", ", insert->columns[i]);
    g_string_append(out, insert->n_columns > 0 ? ")\n" : "\n");
    for (guint i = 0; i < insert->n_rows; i++) {
        g_string_append(out, "  row");
        for (guint k = 0; k < insert->rows[i].n_values; k++) {
            g_string_append_c(out, ' ');
            shard_expr_append(out, insert->rows[i].values[k], tokens);
        }
        g_string_append(out, " [");
        append_tokens(out, tokens, insert->rows[i].first_token, insert->rows[i].last_token);
        g_string_append(out, "]\n");
    }
    if (insert->constraint_token >= 0) {
        g_string_append(out, "  constraint ");
        append_tokens(out, tokens, (guint) insert->constraint_token,
                      (guint) insert->constraint_token);
        g_string_append_c(out, '\n');
    }
    append_assignments(out, "update", insert->updates, insert->n_updates, tokens);
    append_items(out, "returning", insert->returning, insert->n_returning, tokens);
}

static void
append_modify(GString *out, const ShardModify *modify, const ShardTokens *tokens)
{
    g_string_append_printf(out, "modify #%d%s\n", modify->table,
                           modify->multi_table ? " multi-table" : "");
    append_assignments(out, "set", modify->assignments, modify->n_assignments, tokens);
    append_from_list(out, modify->from, modify->n_from, tokens);
    append_named_expr(out, "where", modify->where, tokens);
    append_named_expr(out, "on", modify->merge_on, tokens);
    append_order_line(out, modify->order, modify->n_order, tokens);
    append_limit(out, &modify->limit, tokens);
    if (modify->current_of != NULL)
        g_string_append_printf(out, "  current of %s\n", modify->current_of);
    append_items(out, "returning", modify->returning, modify->n_returning, tokens);
}

static void
append_write(GString *out, const ShardInsert *insert, const ShardModify *modify,
             const ShardTokens *tokens)
{
    if (insert != NULL)
        append_insert(out, insert, tokens);
    if (modify != NULL)
        append_modify(out, modify, tokens);
}

static void
append_statement_flags(GString *out, const ShardStatement *self)
{
    const struct {
        gboolean set;
        const char *word;
    } flags[] = {
        {self->implicit_commit, "implicit-commit"},
        {self->has_volatile, "volatile"},
        {self->has_now, "now"},
        {self->session_bound, "session-bound"},
        {self->last_insert, "last-insert"},
        {self->last_statement, "last-statement"},
        {self->temporary, "temporary"},
        {self->n_cte_writes > 0, "writing-cte"},
        {self->several_statements, "several"},
        {self->returns_value, "returns-value"},
        {self->autocommit, "autocommit"},
        {self->too_complex, "too-complex"},
    };

    g_string_append(out, kind_names[self->kind]);
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++)
        if (flags[i].set)
            g_string_append_printf(out, " %s", flags[i].word);
    if (self->name != NULL)
        g_string_append_printf(out, " name %s", self->name);
    if (self->words != NULL)
        g_string_append_printf(out, " words %s", self->words);
    if (self->inner_kind != self->kind)
        g_string_append_printf(out, " inner %s", kind_names[self->inner_kind]);
    if (self->one_per_shard != NULL)
        g_string_append_printf(out, " one-per-shard \"%s\"", self->one_per_shard);
    if (self->only_one_node != NULL)
        g_string_append_printf(out, " one-node \"%s\"", self->only_one_node);
    g_string_append_c(out, '\n');
}

static void
append_table(GString *out, const ShardStatement *self, guint number)
{
    const ShardTableRef *table = &self->tables[number];

    g_string_append_printf(out, "table #%u ", number);
    if (table->schema != NULL)
        g_string_append_printf(out, "%s.", table->schema);
    g_string_append(out, table->name);
    if (table->alias != NULL)
        g_string_append_printf(out, " as %s", table->alias);
    g_string_append_printf(out, " in %d", table->query);
    g_string_append(out, table->is_target ? " target" : "");
    g_string_append(out, table->is_cte ? " cte" : "");
    g_string_append(out, table->only_star ? " only" : "");
    g_string_append(out, table->quoted ? " quoted" : "");
    g_string_append(out, table->no_alias ? " no-alias" : "");
    g_string_append_c(out, '\n');
}

char *
shard_statement_to_text(const ShardStatement *self, const ShardTokens *tokens)
{
    static const char *const objects[] = {"index", "constraint", "other"};
    GString *out = g_string_new(NULL);

    append_statement_flags(out, self);
    if (self->unparsed_reason != NULL) {
        g_string_append_printf(out, "reason %s at ", self->unparsed_reason);
        append_tokens(out, tokens, self->unparsed_token, self->unparsed_token);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < self->n_tables; i++)
        append_table(out, self, i);
    for (guint i = 0; i < self->n_qualifiers; i++) {
        g_string_append_printf(out, "qualifier #%d ", self->qualifiers[i].table);
        append_tokens(out, tokens, self->qualifiers[i].first_token, self->qualifiers[i].last_token);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < self->n_objects; i++)
        g_string_append_printf(out, "object %s %s #%d\n", objects[self->objects[i].kind],
                               self->objects[i].name, self->objects[i].table);
    for (guint i = 0; i < self->n_arguments; i++)
        append_named_expr(out, "argument", self->arguments[i], tokens);
    for (guint i = 0; i < self->n_queries; i++)
        append_query(out, self, i, tokens);
    for (guint i = 0; i < self->n_cte_writes; i++) {
        g_string_append_printf(out, "with %s in %d: ", self->cte_writes[i].name,
                               self->cte_writes[i].parent);
        append_write(out, self->cte_writes[i].insert, self->cte_writes[i].modify, tokens);
    }
    append_write(out, self->insert, self->modify, tokens);
    return g_string_free(out, FALSE);
}
