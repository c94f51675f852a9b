/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

typedef ShardExpr *(*ExprFunc)(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope);

ShardFactsExpr *
shard_facts_expr_new(ShardFacts *self, ShardExprKind kind)
{
    ShardFactsExpr *expr = shard_arena_new0(self->arena, ShardFactsExpr);

    expr->expr =
        (ShardExpr){.kind = kind, .table = -1, .marker = -1, .query = -1, .separator_token = -1};
    expr->span = SHARD_SPAN_INIT;
    return expr;
}

ShardExpr *
shard_facts_expr_done(ShardFacts *self, ShardFactsExpr *expr)
{
    shard_span_balance(self, &expr->span);
    expr->expr.first_token = (guint) shard_facts_first(self, expr->span.first);
    expr->expr.last_token = (guint) shard_facts_last(self, expr->span.last);
    return &expr->expr;
}

ShardExpr **
shard_facts_expr_list(ShardFacts *self, PgQuery__Node **nodes, gsize n, ShardScope *scope,
                      ShardSpan *span)
{
    ShardExpr **args = shard_arena_array(self->arena, ShardExpr *, n + 1);

    for (gsize i = 0; i < n; i++) {
        args[i] = shard_facts_expr(self, nodes[i], scope);
        if (span != NULL && args[i] != NULL)
            shard_span_join(span, shard_expr_span(args[i]));
    }
    return args;
}

static ShardFactsExpr *
new_at(ShardFacts *self, ShardExprKind kind, gint location)
{
    ShardFactsExpr *expr = shard_facts_expr_new(self, kind);

    shard_span_token(self, &expr->span, shard_view_at(self->view, location));
    return expr;
}

static void
set_args(ShardFacts *self, ShardFactsExpr *expr, PgQuery__Node **nodes, gsize n, ShardScope *scope)
{
    expr->expr.args = shard_facts_expr_list(self, nodes, n, scope, &expr->span);
    expr->expr.n_args = (guint) n;
}

/* One or two sides; NULL ones are left out. */
static void
set_sides(ShardFacts *self, ShardFactsExpr *expr, PgQuery__Node *left, PgQuery__Node *right,
          ShardScope *scope)
{
    PgQuery__Node *sides[2];
    gsize n = 0;

    if (left != NULL)
        sides[n++] = left;
    if (right != NULL)
        sides[n++] = right;
    set_args(self, expr, sides, n, scope);
}

/* ---- leaves ---- */

static ShardExpr *
convert_column(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__ColumnRef *ref = node->column_ref;
    gint start = shard_view_at(self->view, ref->location);
    gint names[4] = {0};
    guint n = 0;

    if (start < 0) { /* TABLE t: a star that stands nowhere */
        ShardFactsExpr *star = shard_facts_expr_new(self, SHARD_EXPR_STAR);
        return &star->expr;
    }
    for (gint i = start; n < 4; i += 2) {
        names[n++] = i;
        if (n == ref->n_fields || !shard_view_is_symbol(self->view, i + 1, "."))
            break;
    }
    if (n != ref->n_fields) {
        shard_facts_fail(self, "a column name", start);
        return NULL;
    }
    gboolean star = ref->fields[n - 1]->node_case == PG_QUERY__NODE__NODE_A_STAR;
    ShardFactsExpr *expr = shard_facts_expr_new(self, star ? SHARD_EXPR_STAR : SHARD_EXPR_COLUMN);
    expr->expr.name = star ? NULL : shard_facts_name(self, names[n - 1]);
    expr->expr.qualifier = n > 1 ? shard_facts_name(self, names[n - 2]) : NULL;
    shard_span_token(self, &expr->span, start);
    shard_span_token(self, &expr->span, names[n - 1]);
    shard_facts_resolve(self, scope, &expr->expr, names, n);
    expr->expr.first_token = (guint) shard_facts_original(self, start);
    expr->expr.last_token = (guint) shard_facts_original(self, names[n - 1]);
    return &expr->expr;
}

static ShardLiteralKind
literal_kind(const PgQuery__AConst *constant)
{
    if (constant->isnull)
        return SHARD_LITERAL_NULL;
    if (constant->val_case != PG_QUERY__A__CONST__VAL_BOOLVAL)
        return SHARD_LITERAL_VALUE;
    return constant->boolval->boolval ? SHARD_LITERAL_TRUE : SHARD_LITERAL_FALSE;
}

/* The grammar folds minus signs into numbers: the literal stands behind them. */
static ShardExpr *
convert_constant(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope G_GNUC_UNUSED)
{
    const PgQuery__AConst *constant = node->a_const;
    gint token = shard_view_at(self->view, constant->location);
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_LITERAL);
    guint signs = 0;

    expr->expr.literal = literal_kind(constant);
    shard_span_token(self, &expr->span, token);
    while (shard_view_is_symbol(self->view, token, "-") ||
           shard_view_is_symbol(self->view, token, "(")) {
        signs += shard_view_is_symbol(self->view, token, "-") ? 1 : 0;
        token++;
    }
    shard_span_token(self, &expr->span, token);
    expr->expr.literal_sign_tokens = signs;
    shard_span_balance(self, &expr->span);
    expr->expr.first_token = (guint) shard_facts_original(self, token);
    expr->expr.last_token = expr->expr.first_token;
    return &expr->expr;
}

static ShardExpr *
convert_marker(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope G_GNUC_UNUSED)
{
    gint token = shard_view_at(self->view, node->param_ref->location);
    gint original = shard_facts_original(self, token);
    gint marker = self->tokens->tokens[original].marker;
    ShardFactsExpr *expr =
        shard_facts_expr_new(self, marker >= 0 ? SHARD_EXPR_MARKER : SHARD_EXPR_OPAQUE);

    expr->expr.marker = marker;
    shard_span_token(self, &expr->span, token);
    expr->expr.first_token = expr->expr.last_token = (guint) original;
    return &expr->expr;
}

static ShardExpr *
convert_default(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope G_GNUC_UNUSED)
{
    return shard_facts_expr_done(self,
                                 new_at(self, SHARD_EXPR_DEFAULT, node->set_to_default->location));
}

/* CURRENT_DATE, CURRENT_TIMESTAMP(3), USER … */
static ShardExpr *
convert_value_function(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope G_GNUC_UNUSED)
{
    gint token = shard_view_at(self->view, node->sqlvalue_function->location);
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_FUNCTION);
    gint original = shard_facts_original(self, token);
    const ShardToken *t = &self->tokens->tokens[original];
    g_autofree char *lower = g_ascii_strdown(self->tokens->text + t->offset, t->size);
    gboolean is_time =
        node->sqlvalue_function->op <= PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP_N;

    expr->expr.name = shard_arena_strndup(self->arena, lower, -1);
    expr->expr.volatile_call = TRUE;
    self->out->has_now = self->out->has_now || is_time;
    shard_span_token(self, &expr->span, token);
    if (shard_view_is_symbol(self->view, token + 1, "(")) {
        gint close = shard_view_match(self->view, token + 1);
        shard_span_token(self, &expr->span, close);
        shard_facts_matters(self, original, shard_facts_original(self, close));
    }
    if (is_time)
        g_ptr_array_add(self->clocks, expr);
    return shard_facts_expr_done(self, expr);
}

/* ---- logic ---- */

static ShardExpr *
convert_not_in(ShardFacts *self, const PgQuery__BoolExpr *logic, ShardScope *scope)
{
    if (logic->boolop != PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR ||
        logic->args[0]->node_case != PG_QUERY__NODE__NODE_SUB_LINK)
        return NULL;
    const PgQuery__SubLink *link = logic->args[0]->sub_link;
    if (link->sub_link_type != PG_QUERY__SUB_LINK_TYPE__ANY_SUBLINK || link->n_oper_name > 0)
        return NULL;
    return shard_facts_sublink(self, link, scope, shard_view_at(self->view, logic->location));
}

/* Where the view wrote OR for XOR nothing can be said but which columns are read. */
static ShardExprKind
logic_kind(const ShardFacts *self, PgQuery__BoolExprType type)
{
    if (type == PG_QUERY__BOOL_EXPR_TYPE__NOT_EXPR)
        return SHARD_EXPR_NOT;
    if (type == PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR)
        return SHARD_EXPR_AND;
    return self->view->exclusive_or ? SHARD_EXPR_OPAQUE : SHARD_EXPR_OR;
}

static ShardExpr *
convert_logic(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__BoolExpr *logic = node->bool_expr;
    ShardExpr *not_in = convert_not_in(self, logic, scope);

    if (not_in != NULL)
        return not_in;
    ShardFactsExpr *expr = new_at(self, logic_kind(self, logic->boolop), logic->location);
    set_args(self, expr, logic->args, logic->n_args, scope);
    return shard_facts_expr_done(self, expr);
}

/* Takes in the words of IS [NOT] NULL, ISNULL, IS [NOT] TRUE … from the first of them. */
static void
span_test_words(ShardFacts *self, ShardSpan *span, gint token)
{
    static const char *const words[] = {"NULL",   "TRUE",    "FALSE", "UNKNOWN",
                                        "ISNULL", "NOTNULL", NULL};

    for (gint i = token; i >= 0 && i <= token + 2; i++) {
        shard_span_token(self, span, i);
        for (guint w = 0; words[w] != NULL; w++)
            if (shard_view_is(self->view, i, words[w]))
                return;
    }
}

static ShardExpr *
convert_null_test(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__NullTest *test = node->null_test;
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_IS_NULL);

    set_sides(self, expr, test->arg, NULL, scope);
    expr->expr.negated = test->nulltesttype == PG_QUERY__NULL_TEST_TYPE__IS_NOT_NULL;
    span_test_words(self, &expr->span, shard_view_at(self->view, test->location));
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_boolean_test(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    static const struct {
        const char *name;
        gboolean negated;
    } tests[] = {{"", FALSE},     {"TRUE", FALSE},    {"TRUE", TRUE},   {"FALSE", FALSE},
                 {"FALSE", TRUE}, {"UNKNOWN", FALSE}, {"UNKNOWN", TRUE}};
    const PgQuery__BooleanTest *test = node->boolean_test;
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_IS_TRUE);
    guint kind = (guint) test->booltesttype < G_N_ELEMENTS(tests) ? (guint) test->booltesttype : 0;

    set_sides(self, expr, test->arg, NULL, scope);
    expr->expr.name = tests[kind].name;
    expr->expr.negated = tests[kind].negated;
    span_test_words(self, &expr->span, shard_view_at(self->view, test->location));
    return shard_facts_expr_done(self, expr);
}

/* ---- operators ---- */

static const char *const comparisons[] = {"=", "<>", "<", "<=", ">", ">=", NULL};

static const char *
comparison_name(const char *name)
{
    for (guint i = 0; comparisons[i] != NULL; i++)
        if (strcmp(comparisons[i], name) == 0)
            return comparisons[i];
    return NULL;
}

/* The operator as the original writes it, lower case: DIV becomes "div". */
static const char *
written_operator(ShardFacts *self, gint location)
{
    const ShardToken *t =
        &self->tokens->tokens[shard_facts_original(self, shard_view_at(self->view, location))];
    g_autofree char *lower = g_ascii_strdown(self->tokens->text + t->offset, t->size);

    return shard_arena_strndup(self->arena, lower, -1);
}

static const char *
operator_name(const PgQuery__AExpr *a)
{
    if (a->n_name == 0 || a->name[a->n_name - 1]->node_case != PG_QUERY__NODE__NODE_STRING)
        return "";
    return a->name[a->n_name - 1]->string->sval;
}

static gboolean
in_brackets(const ShardFacts *self, const ShardExpr *expr, guint depth)
{
    const ShardSpan *span = shard_expr_span((ShardExpr *) (guintptr) expr);

    return span->first >= 0 && span->depth > depth && self != NULL;
}

/* Operators that bind otherwise than in PostgreSQL. */
static gboolean
binds_otherwise(const ShardFacts *self, const char *name)
{
    static const char *const mysql[] = {"|", "&", "<<", ">>", "^", "!", ":=", "||", "binary", NULL};
    static const char *const sqlite[] = {"||", "->", "->>", NULL};
    const char *const *list = self->mode->dialect == SHARD_DIALECT_MYSQL    ? mysql
                              : self->mode->dialect == SHARD_DIALECT_SQLITE ? sqlite
                                                                            : NULL;

    for (guint i = 0; list != NULL && list[i] != NULL; i++)
        if (strcmp(list[i], name) == 0)
            return TRUE;
    return FALSE;
}

/* Where another dialect would build another tree, only the columns are believed. */
static void
doubt_operator(ShardFacts *self, ShardFactsExpr *expr)
{
    gboolean mine = binds_otherwise(self, expr->expr.name);

    for (guint i = 0; i < expr->expr.n_args; i++) {
        const ShardExpr *arg = expr->expr.args[i];
        if (arg == NULL || (arg->kind != SHARD_EXPR_OPERATOR && arg->kind != SHARD_EXPR_OPAQUE) ||
            arg->name == NULL || in_brackets(self, arg, expr->span.depth))
            continue;
        if (strcmp(arg->name, expr->expr.name) != 0 && (mine || binds_otherwise(self, arg->name)))
            expr->expr.kind = SHARD_EXPR_OPAQUE;
    }
}

static ShardExpr *
convert_operator(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    gboolean own = self->mode->dialect == SHARD_DIALECT_POSTGRESQL;
    gboolean foreign_schema = a->n_name > 1 && strcmp(a->name[0]->string->sval, "pg_catalog") != 0;
    const char *compare =
        a->lexpr == NULL || foreign_schema ? NULL : comparison_name(operator_name(a));
    ShardFactsExpr *expr =
        new_at(self, compare != NULL ? SHARD_EXPR_COMPARE : SHARD_EXPR_OPERATOR, a->location);

    if (compare != NULL)
        expr->expr.name = compare;
    else if (own)
        expr->expr.name = shard_arena_strndup(self->arena, operator_name(a), -1);
    else
        expr->expr.name = written_operator(self, a->location);
    set_sides(self, expr, a->lexpr, a->rexpr, scope);
    if (compare == NULL && !own)
        doubt_operator(self, expr);
    else if (compare == NULL && a->n_name == 1 && expr->expr.name[0] == '?')
        g_ptr_array_add(self->questions, &expr->expr);
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_array_comparison(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_ANY, a->location);

    expr->expr.name = shard_arena_strndup(self->arena, operator_name(a), -1);
    expr->expr.negated = a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL;
    set_sides(self, expr, a->lexpr, a->rexpr, scope);
    if (expr->expr.n_args == 2 && expr->expr.args[1] != NULL) {
        /* The bracket behind ANY closes after the array. */
        gint open = shard_view_at(self->view, a->location) + 2;
        shard_span_token(self, &expr->span, shard_view_match(self->view, open));
    }
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_distinct(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *same = new_at(self, SHARD_EXPR_COMPARE, a->location);

    same->expr.name = "<=>";
    set_sides(self, same, a->lexpr, a->rexpr, scope);
    shard_facts_expr_done(self, same);
    if (a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT)
        return &same->expr;
    ShardFactsExpr *other = shard_facts_expr_new(self, SHARD_EXPR_NOT);
    other->expr.args = shard_arena_array(self->arena, ShardExpr *, 1);
    other->expr.args[0] = &same->expr;
    other->expr.n_args = 1;
    other->span = same->span;
    return shard_facts_expr_done(self, other);
}

static ShardExpr *
convert_nullif(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_COALESCE, a->location);
    gint open = expr->span.first + 1;

    expr->expr.name = "nullif";
    set_sides(self, expr, a->lexpr, a->rexpr, scope);
    shard_span_token(self, &expr->span, shard_view_match(self->view, open));
    return shard_facts_expr_done(self, expr);
}

/* One side and a list: IN, BETWEEN. */
static ShardFactsExpr *
convert_side_and_list(ShardFacts *self, const PgQuery__AExpr *a, ShardExprKind kind,
                      ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, kind, a->location);
    gboolean list = a->rexpr != NULL && a->rexpr->node_case == PG_QUERY__NODE__NODE_LIST;
    gsize n = list ? a->rexpr->list->n_items : 0;
    PgQuery__Node **nodes = shard_arena_array(self->view->arena, PgQuery__Node *, n + 1);

    nodes[0] = a->lexpr;
    for (gsize i = 0; i < n; i++)
        nodes[i + 1] = a->rexpr->list->items[i];
    set_args(self, expr, nodes, n + 1, scope);
    return expr;
}

/* SQLite's IN (): the one value is the view's own. */
static gboolean
is_empty_list(const ShardFacts *self, const PgQuery__AExpr *a)
{
    if (a->rexpr == NULL || a->rexpr->node_case != PG_QUERY__NODE__NODE_LIST ||
        a->rexpr->list->n_items != 1 ||
        a->rexpr->list->items[0]->node_case != PG_QUERY__NODE__NODE_A_CONST)
        return FALSE;
    gint token = shard_view_at(self->view, a->rexpr->list->items[0]->a_const->location);
    return token >= 0 && shard_view_token(self->view, (guint) token)->original < 0;
}

static ShardExpr *
convert_in(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *expr = convert_side_and_list(self, a, SHARD_EXPR_IN, scope);
    gint open = shard_view_at(self->view, a->location);

    expr->expr.negated = strcmp(operator_name(a), "=") != 0;
    if (is_empty_list(self, a))
        expr->expr.n_args = 1;
    while (open >= 0 && (guint) open < self->view->view->len &&
           !shard_view_is_symbol(self->view, open, "("))
        open++;
    shard_span_token(self, &expr->span, shard_view_match(self->view, open));
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_between(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *expr = convert_side_and_list(self, a, SHARD_EXPR_BETWEEN, scope);

    expr->expr.symmetric = a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM ||
                           a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM;
    expr->expr.negated = a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN ||
                         a->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM;
    return shard_facts_expr_done(self, expr);
}

/* LIKE and its kin: the name is the word that is written; ESCAPE gives a third argument. */
static ShardExpr *
convert_like(ShardFacts *self, const PgQuery__AExpr *a, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_OPERATOR, a->location);
    gint word = expr->span.first;
    PgQuery__Node *nodes[3] = {a->lexpr, a->rexpr, NULL};
    gsize n = 2;

    expr->expr.negated = shard_view_is(self->view, word, "NOT");
    if (expr->expr.negated)
        word++;
    expr->expr.name =
        word < 0 || (guint) word >= self->view->view->len
            ? "like"
            : written_operator(self, (gint) shard_view_token(self->view, (guint) word)->offset);
    if (a->rexpr->node_case == PG_QUERY__NODE__NODE_FUNC_CALL &&
        a->rexpr->func_call->funcformat == PG_QUERY__COERCION_FORM__COERCE_EXPLICIT_CALL &&
        a->rexpr->func_call->n_funcname == 2 && a->rexpr->func_call->n_args > 0 &&
        g_str_has_suffix(a->rexpr->func_call->funcname[1]->string->sval, "_escape")) {
        n = 1;
        for (gsize i = 0; i < a->rexpr->func_call->n_args && i < 2; i++)
            nodes[n++] = a->rexpr->func_call->args[i];
    }
    set_args(self, expr, nodes, n, scope);
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_a_expr(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    typedef ShardExpr *(*AExprFunc)(ShardFacts *, const PgQuery__AExpr *, ShardScope *);
    static const AExprFunc functions[] = {
        [PG_QUERY__A__EXPR__KIND__AEXPR_OP] = convert_operator,
        [PG_QUERY__A__EXPR__KIND__AEXPR_OP_ANY] = convert_array_comparison,
        [PG_QUERY__A__EXPR__KIND__AEXPR_OP_ALL] = convert_array_comparison,
        [PG_QUERY__A__EXPR__KIND__AEXPR_DISTINCT] = convert_distinct,
        [PG_QUERY__A__EXPR__KIND__AEXPR_NOT_DISTINCT] = convert_distinct,
        [PG_QUERY__A__EXPR__KIND__AEXPR_NULLIF] = convert_nullif,
        [PG_QUERY__A__EXPR__KIND__AEXPR_IN] = convert_in,
        [PG_QUERY__A__EXPR__KIND__AEXPR_LIKE] = convert_like,
        [PG_QUERY__A__EXPR__KIND__AEXPR_ILIKE] = convert_like,
        [PG_QUERY__A__EXPR__KIND__AEXPR_SIMILAR] = convert_like,
        [PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN] = convert_between,
        [PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN] = convert_between,
        [PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM] = convert_between,
        [PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM] = convert_between,
    };
    const PgQuery__AExpr *a = node->a_expr;

    if ((guint) a->kind >= G_N_ELEMENTS(functions) || functions[a->kind] == NULL) {
        shard_facts_fail(self, "an operator", shard_view_at(self->view, a->location));
        return NULL;
    }
    return functions[a->kind](self, a, scope);
}

/* ---- calls of the grammar's own ---- */

static gint
case_end(const ShardView *view, gint token)
{
    guint open = 0;

    for (gint i = token; i >= 0 && (guint) i < view->view->len; i++) {
        if (shard_view_is_symbol(view, i - 1, ".") || shard_view_is(view, i - 1, "AS"))
            continue;
        if (shard_view_is(view, i, "CASE"))
            open++;
        else if (shard_view_is(view, i, "END") && --open == 0)
            return i;
    }
    return token;
}

static ShardExpr *
convert_case(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__CaseExpr *c = node->case_expr;
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_CASE, c->location);
    guint n = 0;

    expr->expr.args = shard_arena_array(self->arena, ShardExpr *, 2 * c->n_args + 2);
    expr->expr.n_args = (guint) (2 * c->n_args + 2);
    expr->expr.args[n++] = c->arg == NULL ? NULL : shard_facts_expr(self, c->arg, scope);
    for (gsize i = 0; i < c->n_args; i++) {
        const PgQuery__CaseWhen *when = c->args[i]->case_when;
        expr->expr.args[n++] = shard_facts_expr(self, when->expr, scope);
        expr->expr.args[n++] = shard_facts_expr(self, when->result, scope);
    }
    expr->expr.args[n] = c->defresult == NULL ? NULL : shard_facts_expr(self, c->defresult, scope);
    shard_span_token(self, &expr->span, case_end(self->view, expr->span.first));
    return shard_facts_expr_done(self, expr);
}

/* name ( args ): the span ends at the bracket. */
static ShardExpr *
call_like(ShardFacts *self, ShardFactsExpr *expr, PgQuery__Node **nodes, gsize n, ShardScope *scope)
{
    gint open = expr->span.first;

    if (!shard_view_is_symbol(self->view, open, "(") &&
        !shard_view_is_symbol(self->view, open, "["))
        open++;
    shard_span_token(self, &expr->span, shard_view_match(self->view, open));
    expr->expr.args = shard_facts_expr_list(self, nodes, n, scope, NULL);
    expr->expr.n_args = (guint) n;
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_coalesce(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_COALESCE, node->coalesce_expr->location);

    expr->expr.name = "coalesce";
    return call_like(self, expr, node->coalesce_expr->args, node->coalesce_expr->n_args, scope);
}

static ShardExpr *
convert_min_max(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_COALESCE, node->min_max_expr->location);

    expr->expr.name =
        node->min_max_expr->op == PG_QUERY__MIN_MAX_OP__IS_LEAST ? "least" : "greatest";
    return call_like(self, expr, node->min_max_expr->args, node->min_max_expr->n_args, scope);
}

static ShardExpr *
convert_row(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    return call_like(self, new_at(self, SHARD_EXPR_ROW, node->row_expr->location),
                     node->row_expr->args, node->row_expr->n_args, scope);
}

static ShardExpr *
convert_array(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    return call_like(self, new_at(self, SHARD_EXPR_ARRAY, node->a_array_expr->location),
                     node->a_array_expr->elements, node->a_array_expr->n_elements, scope);
}

static ShardExpr *
convert_grouping(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_FUNCTION, node->grouping_func->location);

    expr->expr.name = "grouping";
    return call_like(self, expr, node->grouping_func->args, node->grouping_func->n_args, scope);
}

static ShardExpr *
convert_xml(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__XmlExpr *xml = node->xml_expr;
    ShardFactsExpr *expr = new_at(self, SHARD_EXPR_OPAQUE, xml->location);
    gsize n = xml->n_args + xml->n_named_args;
    PgQuery__Node **nodes = shard_arena_array(self->view->arena, PgQuery__Node *, n + 1);

    for (gsize i = 0; i < xml->n_args; i++)
        nodes[i] = xml->args[i];
    for (gsize i = 0; i < xml->n_named_args; i++)
        nodes[xml->n_args + i] = xml->named_args[i]->res_target->val;
    expr->expr.name = "xml";
    return call_like(self, expr, nodes, n, scope);
}

/* ---- things that stand around an expression ---- */

static ShardExpr *
convert_collate(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__CollateClause *collate = node->collate_clause;
    gint token = shard_view_at(self->view, collate->location);
    ShardExpr *inner = shard_facts_expr(self, collate->arg, scope);

    if (inner == NULL)
        return NULL;
    ShardFactsExpr *expr = (ShardFactsExpr *) (void *) inner;
    gint end = shard_view_name_end(self->view, token + 1);
    inner->collation = shard_facts_name(self, end);
    shard_span_token(self, &expr->span, token);
    shard_span_token(self, &expr->span, end);
    if (inner->kind == SHARD_EXPR_LITERAL || inner->kind == SHARD_EXPR_MARKER) {
        /* first_token of a literal is the literal: it must stay so. */
        guint first = inner->first_token;
        shard_facts_expr_done(self, expr);
        inner->first_token = first;
        return inner;
    }
    return shard_facts_expr_done(self, expr);
}

/* x[1], (x).f: takes in what stands behind, and the brackets that it needs around x. */
static void
span_indirection(ShardFacts *self, ShardSpan *span, gsize n)
{
    while (n > 0) {
        gint next = span->last + 1;
        if (shard_view_is_symbol(self->view, next, ")") &&
            shard_view_is_symbol(self->view, span->first - 1, "(")) {
            shard_span_token(self, span, next);
            shard_span_token(self, span, span->first - 1);
        } else if (shard_view_is_symbol(self->view, next, "[")) {
            shard_span_token(self, span, shard_view_match(self->view, next));
            n--;
        } else if (shard_view_is_symbol(self->view, next, ".")) {
            shard_span_token(self, span, next + 1);
            n--;
        } else {
            return;
        }
    }
}

static ShardExpr *
convert_indirection(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    const PgQuery__AIndirection *ind = node->a_indirection;
    ShardFactsExpr *expr = shard_facts_expr_new(self, SHARD_EXPR_OPAQUE);
    PgQuery__Node **nodes =
        shard_arena_array(self->view->arena, PgQuery__Node *, 2 * ind->n_indirection + 1);
    gsize n = 0;

    nodes[n++] = ind->arg;
    for (gsize i = 0; i < ind->n_indirection; i++) {
        if (ind->indirection[i]->node_case != PG_QUERY__NODE__NODE_A_INDICES)
            continue;
        const PgQuery__AIndices *indices = ind->indirection[i]->a_indices;
        if (indices->lidx != NULL)
            nodes[n++] = indices->lidx;
        if (indices->uidx != NULL)
            nodes[n++] = indices->uidx;
    }
    expr->expr.name = "[]";
    set_args(self, expr, nodes, n, scope);
    if (expr->expr.args[0] != NULL)
        expr->span = *shard_expr_span(expr->expr.args[0]);
    span_indirection(self, &expr->span, ind->n_indirection);
    return shard_facts_expr_done(self, expr);
}

static ShardExpr *
convert_named_argument(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    return shard_facts_expr(self, node->named_arg_expr->arg, scope);
}

static ShardExpr *
convert_sublink(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    return shard_facts_sublink(self, node->sub_link, scope, -1);
}

/* ---- dispatch ---- */

static const struct {
    PgQuery__Node__NodeCase node;
    ExprFunc convert;
} converters[] = {
    {PG_QUERY__NODE__NODE_COLUMN_REF, convert_column},
    {PG_QUERY__NODE__NODE_A_CONST, convert_constant},
    {PG_QUERY__NODE__NODE_PARAM_REF, convert_marker},
    {PG_QUERY__NODE__NODE_A_EXPR, convert_a_expr},
    {PG_QUERY__NODE__NODE_BOOL_EXPR, convert_logic},
    {PG_QUERY__NODE__NODE_FUNC_CALL, shard_facts_call},
    {PG_QUERY__NODE__NODE_TYPE_CAST, shard_facts_cast},
    {PG_QUERY__NODE__NODE_SUB_LINK, convert_sublink},
    {PG_QUERY__NODE__NODE_CASE_EXPR, convert_case},
    {PG_QUERY__NODE__NODE_COALESCE_EXPR, convert_coalesce},
    {PG_QUERY__NODE__NODE_MIN_MAX_EXPR, convert_min_max},
    {PG_QUERY__NODE__NODE_NULL_TEST, convert_null_test},
    {PG_QUERY__NODE__NODE_BOOLEAN_TEST, convert_boolean_test},
    {PG_QUERY__NODE__NODE_ROW_EXPR, convert_row},
    {PG_QUERY__NODE__NODE_A_ARRAY_EXPR, convert_array},
    {PG_QUERY__NODE__NODE_A_INDIRECTION, convert_indirection},
    {PG_QUERY__NODE__NODE_COLLATE_CLAUSE, convert_collate},
    {PG_QUERY__NODE__NODE_SQLVALUE_FUNCTION, convert_value_function},
    {PG_QUERY__NODE__NODE_SET_TO_DEFAULT, convert_default},
    {PG_QUERY__NODE__NODE_GROUPING_FUNC, convert_grouping},
    {PG_QUERY__NODE__NODE_NAMED_ARG_EXPR, convert_named_argument},
    {PG_QUERY__NODE__NODE_XML_EXPR, convert_xml},
};

ShardExpr *
shard_facts_expr(ShardFacts *self, const PgQuery__Node *node, ShardScope *scope)
{
    if (node == NULL || shard_facts_failed(self))
        return NULL;
    for (guint i = 0; i < G_N_ELEMENTS(converters); i++)
        if (converters[i].node == node->node_case)
            return converters[i].convert(self, node, scope);
    shard_facts_fail(self, "an expression of a kind that isn't known", -1);
    return NULL;
}
