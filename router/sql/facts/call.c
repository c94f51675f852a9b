/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"
#include "router/sql/functions.h"

#include <string.h>

/* ---- functions ---- */

/* WITHIN GROUP (…), FILTER (…), OVER w and OVER (…) behind a call. */
static void
span_call_tail(ShardFacts *self, ShardSpan *span)
{
    static const char *const words[] = {"WITHIN", "FILTER", "OVER"};

    for (guint w = 0; w < G_N_ELEMENTS(words); w++) {
        gint next = span->last + 1;
        if (!shard_view_is(self->view, next, words[w]))
            continue;
        gint open = w == 0 ? next + 2 : next + 1;
        gint end =
            shard_view_is_symbol(self->view, open, "(") ? shard_view_match(self->view, open) : open;
        shard_span_token(self, span, end);
    }
}

static void
note_flags(ShardFacts *self, ShardExpr *expr, guint flags)
{
    ShardStatement *out = self->out;

    expr->volatile_call = (flags & (SHARD_FUNCTION_VOLATILE | SHARD_FUNCTION_NOW |
                                    SHARD_FUNCTION_SESSION | SHARD_FUNCTION_LAST_INSERT)) != 0;
    if ((flags & SHARD_FUNCTION_VOLATILE) != 0)
        out->has_volatile = TRUE;
    if (flags == 0 && !shard_function_is_plain(expr->name))
        out->calls_own = TRUE;
    if ((flags & SHARD_FUNCTION_NOW) != 0)
        out->has_now = TRUE;
    if ((flags & SHARD_FUNCTION_NOW) != 0 && (flags & SHARD_FUNCTION_VOLATILE) == 0)
        g_ptr_array_add(self->clocks, expr);
    if ((flags & SHARD_FUNCTION_SESSION) != 0)
        out->session_bound = TRUE;
    if ((flags & SHARD_FUNCTION_LAST_INSERT) != 0)
        out->last_insert = TRUE;
    if ((flags & SHARD_FUNCTION_LAST_STATEMENT) != 0)
        out->last_statement = TRUE;
}

/* Could the expression be 'now' for SQLite's date functions? */
static gboolean
may_be_now(ShardFacts *self, const ShardExpr *expr)
{
    ShardValue value;

    if (expr == NULL || expr->kind == SHARD_EXPR_COLUMN)
        return FALSE;
    if (expr->kind == SHARD_EXPR_LITERAL) {
        shard_facts_expr_matters(self, expr);
        return expr->literal == SHARD_LITERAL_VALUE &&
               shard_token_value(self->tokens, expr->last_token, self->mode, self->view->arena,
                                 &value) &&
               value.kind == SHARD_VALUE_STRING && value.text.size == strlen("now") &&
               g_ascii_strncasecmp(value.text.data, "now", value.text.size) == 0;
    }
    for (guint i = 0; i < expr->n_args; i++)
        if (may_be_now(self, expr->args[i]))
            return TRUE;
    return expr->n_args == 0 || expr->kind == SHARD_EXPR_SUBQUERY;
}

/* SQLite's date functions are the clock when they are asked for 'now', or nothing. */
static gboolean
is_sqlite_clock(ShardFacts *self, const ShardExpr *expr)
{
    static const char *const names[] = {"date",      "time",     "datetime", "julianday",
                                        "unixepoch", "strftime", "timediff", NULL};

    if (self->mode->dialect != SHARD_DIALECT_SQLITE || !g_strv_contains(names, expr->name))
        return FALSE;
    for (guint i = 0; i < expr->n_args; i++)
        if (may_be_now(self, expr->args[i]))
            return TRUE;
    return expr->n_args <= (strcmp(expr->name, "strftime") == 0 ? 1u : 0u);
}

static guint
call_flags(ShardFacts *self, const ShardExpr *expr)
{
    if (expr->name[0] == '@')
        return SHARD_FUNCTION_SESSION | SHARD_FUNCTION_VOLATILE;
    if (is_sqlite_clock(self, expr))
        return SHARD_FUNCTION_NOW;
    guint flags = shard_function_flags(self->mode->dialect, expr->name);
    /* SQLite's min and max of several arguments are plain functions. */
    if (self->mode->dialect == SHARD_DIALECT_SQLITE && expr->n_args > 1 &&
        (strcmp(expr->name, "min") == 0 || strcmp(expr->name, "max") == 0))
        flags &= ~(guint) SHARD_FUNCTION_AGGREGATE;
    return flags;
}

static const ShardWindow *
find_window(const ShardFacts *self, const char *name)
{
    for (const ShardWindow *window = self->windows; window != NULL; window = window->next)
        if (window->name != NULL && strcmp(window->name, name) == 0)
            return window;
    return NULL;
}

static void
set_window(ShardFacts *self, ShardExpr *expr, const PgQuery__WindowDef *over, ShardScope *scope)
{
    const char *base = over->name != NULL && over->name[0] != '\0' ? over->name : over->refname;
    const ShardWindow *window = base == NULL || base[0] == '\0' ? NULL : find_window(self, base);

    expr->kind = SHARD_EXPR_WINDOW;
    if (scope != NULL && scope->query >= 0)
        shard_facts_query_at(self, scope->query)->has_window = TRUE;
    if (over->n_partition_clause > 0) {
        expr->partition = shard_facts_expr_list(self, over->partition_clause,
                                                over->n_partition_clause, scope, NULL);
        expr->n_partition = (guint) over->n_partition_clause;
    } else if (window != NULL) {
        expr->partition = window->partition;
        expr->n_partition = window->n_partition;
    }
    if (over->n_order_clause > 0) {
        expr->order = shard_facts_order(self, over->order_clause, over->n_order_clause, scope);
        expr->n_order = (guint) over->n_order_clause;
    } else if (window != NULL) {
        expr->order = window->order;
        expr->n_order = window->n_order;
    }
}

static void
set_aggregate(ShardFacts *self, ShardExpr *expr, const PgQuery__FuncCall *call, ShardScope *scope)
{
    /* SQLite's COUNT() is COUNT(*). */
    expr->star = call->agg_star || (self->mode->dialect == SHARD_DIALECT_SQLITE &&
                                    call->n_args == 0 && strcmp(expr->name, "count") == 0);
    expr->distinct = call->agg_distinct;
    expr->within_group = call->agg_within_group;
    if (call->agg_filter != NULL)
        expr->filter = shard_facts_expr(self, call->agg_filter, scope);
    if (call->n_agg_order > 0 && call->over == NULL) {
        expr->order = shard_facts_order(self, call->agg_order, call->n_agg_order, scope);
        expr->n_order = (guint) call->n_agg_order;
    }
    for (guint i = 0; i < self->view->separators->len; i++) {
        const ShardViewSeparator *separator =
            &g_array_index(self->view->separators, ShardViewSeparator, i);
        if (separator->call == (gint) expr->first_token)
            expr->separator_token = separator->token;
    }
}

/* Whatever is certainly of aggregates only makes a call one, known or not. */
static gboolean
is_aggregate(const PgQuery__FuncCall *call, guint flags)
{
    return (flags & SHARD_FUNCTION_AGGREGATE) != 0 || call->agg_star || call->agg_distinct ||
           call->agg_within_group || call->n_agg_order > 0 || call->agg_filter != NULL;
}

/* The name as it is written, and the bracket behind it (-1: AT TIME ZONE and the like, which are
 * no written calls). */
static const char *
call_name(ShardFacts *self, const PgQuery__FuncCall *call, gint start, gint *out_open)
{
    gint end = shard_view_name_end(self->view, start);
    gboolean written =
        start >= 0 && shard_view_is_symbol(self->view, end + 1, "(") && call->n_funcname > 0;
    const char *tree = call->funcname[call->n_funcname - 1]->string->sval;

    *out_open = written ? end + 1 : -1;
    /* TRIM(BOTH x FROM y) is another function with each brand. */
    if (written && self->mode->dialect != SHARD_DIALECT_POSTGRESQL &&
        shard_view_is(self->view, start, "TRIM"))
        return call->n_args == 1 ? "trim" : "trim from";
    g_autofree char *lower = g_ascii_strdown(tree, -1);
    return shard_arena_strndup(self->arena, lower, -1);
}

static void
set_call_args(ShardFacts *self, ShardFactsExpr *expr, const PgQuery__FuncCall *call,
              ShardScope *scope, gboolean in_span)
{
    expr->expr.args =
        shard_facts_expr_list(self, call->args, call->n_args, scope, in_span ? &expr->span : NULL);
    expr->expr.n_args = (guint) call->n_args;
}

ShardExpr *
shard_facts_call(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__FuncCall *call = node->func_call;
    gint start = shard_view_at(self->view, call->location);
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_FUNCTION);
    gint open = -1;

    expr->expr.name = call_name(self, call, start, &open);
    shard_span_token(self, &expr->span, start);
    if (open >= 0)
        shard_span_token(self, &expr->span, shard_view_match(self->view, open));
    set_call_args(self, expr, call, scope, open < 0);
    if (open >= 0)
        span_call_tail(self, &expr->span);
    shard_facts_expr_done(self, expr);

    guint flags = call_flags(self, &expr->expr);
    note_flags(self, &expr->expr, flags);
    gboolean aggregate = is_aggregate(call, flags);
    if (aggregate || call->over != NULL)
        set_aggregate(self, &expr->expr, call, scope);
    if (call->over != NULL) {
        set_window(self, &expr->expr, call->over, scope);
    } else if (aggregate) {
        expr->expr.kind = SHARD_EXPR_AGGREGATE;
        if (scope != NULL && scope->query >= 0)
            shard_facts_query_at(self, scope->query)->has_aggregate = TRUE;
    }
    return &expr->expr;
}

/* ---- casts ---- */

static const char *const type_words[] = {
    "PRECISION", "VARYING", "WITH",   "WITHOUT", "TIME",  "ZONE",      "YEAR", "MONTH", "DAY",
    "HOUR",      "MINUTE",  "SECOND", "TO",      "ARRAY", "CHARACTER", "CHAR", NULL};

static gboolean
is_type_word(const ShardView *view, gint token)
{
    for (guint i = 0; type_words[i] != NULL; i++)
        if (shard_view_is(view, token, type_words[i]))
            return TRUE;
    return FALSE;
}

/* The last token of the type that starts at token. */
static gint
type_end(const ShardView *view, gint token)
{
    gint end = shard_view_name_end(view, token);

    for (;;) {
        if (is_type_word(view, end + 1))
            end++;
        else if (shard_view_is_symbol(view, end + 1, "(") ||
                 shard_view_is_symbol(view, end + 1, "["))
            end = shard_view_match(view, end + 1);
        else if (shard_view_is_symbol(view, end + 1, "%"))
            end += 2; /* t.c%TYPE */
        else
            return end;
        if (end < 0)
            return token;
    }
}

/* The type's name: the grammar's own for PostgreSQL (int4), the words as written elsewhere. */
static const char *
type_name(ShardFacts *self, const PgQuery__TypeName *type, gint first, gint last)
{
    g_autoptr(GString) name = g_string_new(NULL);

    gboolean escape = self->tokens->tokens[shard_facts_first(self, first)].kind ==
                      SHARD_TOKEN_PUNCTUATION; /* {d '2024-01-01'} */

    if (self->mode->dialect == SHARD_DIALECT_POSTGRESQL || first < 0 || escape) {
        if (type->n_names > 0)
            g_string_append(name, type->names[type->n_names - 1]->string->sval);
        for (gsize i = 0; i < type->n_array_bounds; i++)
            g_string_append(name, "[]");
        return shard_arena_strndup(self->arena, name->str, -1);
    }
    for (gint i = shard_facts_first(self, first); i <= shard_facts_last(self, last); i++) {
        const ShardToken *token = &self->tokens->tokens[i];
        if (token->kind != SHARD_TOKEN_NAME && token->kind != SHARD_TOKEN_QUOTED_NAME)
            break;
        if (name->len > 0)
            g_string_append_c(name, ' ');
        g_string_append_len(name, self->tokens->text + token->offset, token->size);
    }
    g_string_ascii_down(name);
    return shard_arena_strndup(self->arena, name->str, -1);
}

static void
set_type(ShardFacts *self, ShardFactsExpr *expr, const PgQuery__TypeName *type, gint last)
{
    gint first = shard_view_at(self->view, type->location);

    if (last < 0)
        last = type_end(self->view, first);
    expr->expr.name = type_name(self, type, first, last);
    expr->expr.type_first_token = (guint) shard_facts_first(self, first);
    expr->expr.type_last_token = (guint) shard_facts_last(self, last);
    shard_span_token(self, &expr->span, first);
    shard_span_token(self, &expr->span, last);
    shard_facts_matters(self, (gint) expr->expr.type_first_token,
                        (gint) expr->expr.type_last_token);
}

ShardExpr *
shard_facts_cast(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__TypeCast *cast = node->type_cast;
    gint start = shard_view_at(self->view, cast->location);
    gboolean call = shard_view_is(self->view, start, "CAST");
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_CAST);

    expr->expr.args = shard_arena_array(self->arena, ShardExpr *, 1);
    expr->expr.args[0] = shard_facts_expr(self, cast->arg, scope);
    expr->expr.n_args = 1;
    if (expr->expr.args[0] == NULL)
        return NULL;
    if (call) {
        gint close = shard_view_match(self->view, start + 1);
        set_type(self, expr, cast->type_name, close - 1);
        expr->span = SHARD_SPAN_INIT;
        shard_span_token(self, &expr->span, start);
        shard_span_token(self, &expr->span, close);
        return shard_facts_expr_done(self, expr);
    }
    ShardSpan arg = *shard_expr_span(expr->expr.args[0]);
    /* DATE '2024-01-01' has its type before the literal, and maybe fields of an interval behind. */
    set_type(self, expr, cast->type_name, start < 0 ? arg.first - 1 : -1);
    shard_span_join(&expr->span, &arg);
    while (start < 0 && is_type_word(self->view, expr->span.last + 1)) {
        shard_span_token(self, &expr->span, expr->span.last + 1);
        if (shard_view_is_symbol(self->view, expr->span.last + 1, "("))
            shard_span_token(self, &expr->span, shard_view_match(self->view, expr->span.last + 1));
    }
    return shard_facts_expr_done(self, expr);
}

/* ---- subqueries ---- */

static ShardQueryLink
link_of(const PgQuery__SubLink *link, const char *name, gboolean negated)
{
    switch (link->sub_link_type) {
    case PG_QUERY__SUB_LINK_TYPE__EXISTS_SUBLINK:
        return SHARD_LINK_EXISTS;
    case PG_QUERY__SUB_LINK_TYPE__ARRAY_SUBLINK:
        return SHARD_LINK_ARRAY;
    case PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK:
        if (name == NULL)
            return negated ? SHARD_LINK_NOT_IN : SHARD_LINK_IN;
        return strcmp(name, "=") == 0 ? SHARD_LINK_IN : SHARD_LINK_QUANTIFIED;
    case PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK:
        return name != NULL && strcmp(name, "<>") == 0 ? SHARD_LINK_NOT_IN : SHARD_LINK_QUANTIFIED;
    default:
        return SHARD_LINK_SCALAR;
    }
}

static void
span_sublink(ShardFacts *self, ShardSpan *span, gint token)
{
    shard_span_token(self, span, token);
    /* The bracket stands within three tokens: NOT IN (, = ANY (, EXISTS (. */
    for (gint i = token; i >= 0 && i <= token + 3; i++)
        if (shard_view_is_symbol(self->view, i, "(")) {
            shard_span_token(self, span, shard_view_match(self->view, i));
            return;
        }
}

ShardExpr *
shard_facts_sublink(ShardFacts *self, const PgQuery__SubLink *link, ShardScope *scope,
                    gint not_token)
{
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_SUBQUERY);
    const char *name =
        link->n_oper_name > 0 ? link->oper_name[link->n_oper_name - 1]->string->sval : NULL;

    if (link->subselect == NULL || link->subselect->node_case != PG_QUERY__NODE__NODE_SELECT_STMT) {
        shard_facts_fail(self, "a subquery", -1);
        return NULL;
    }
    expr->expr.link = link_of(link, name, not_token >= 0);
    expr->expr.name = name == NULL ? NULL : shard_arena_strndup(self->arena, name, -1);
    expr->expr.negated = link->sub_link_type == PG_QUERY__SUB_LINK_TYPE__ALL_SUBLINK;
    shard_span_token(self, &expr->span, not_token);
    span_sublink(self, &expr->span, shard_view_at(self->view, link->location));
    if (link->testexpr != NULL) {
        expr->expr.args =
            shard_facts_expr_list(self, (PgQuery__Node **) &link->testexpr, 1, scope, &expr->span);
        expr->expr.n_args = 1;
    }
    expr->expr.query = shard_facts_query(self, link->subselect->select_stmt, scope, expr->expr.link,
                                         scope == NULL ? -1 : scope->query);
    return shard_facts_expr_done(self, expr);
}
