/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/before.h"

#include "router/plan/scope.h"

#include "router/base/error.h"

#include <string.h>

#define MAX_SUBQUERIES 8u

/* A subquery that can be taken out. */
typedef struct {
    gint query;
    gboolean scalar, negated;
    gboolean
        drops_null; /* it is only asked whether IN is true: NULLs among the values don't matter */
    guint open, close;     /* its brackets */
    const ShardExpr *left; /* the column it is compared with */
    const ShardColumnSchema *column;
    gboolean of_text; /* both sides are text columns that compare alike */
    const ShardAnswer *answer;
} Subquery;

typedef struct {
    ShardPrepared *prepared;
    const ShardAnalysis *analysis;
    gint block; /* whose WHERE it is */
    Subquery found[MAX_SUBQUERIES];
    guint n_found;
} Finder;

/* ---- which subqueries ---- */

static const ShardColumnSchema *
column_of(const Finder *self, const ShardExpr *expr, gint query)
{
    const ShardAnalysis *analysis = self->analysis;
    ShardColumnId id;

    if (expr == NULL || expr->kind != SHARD_EXPR_COLUMN || expr->collation != NULL ||
        analysis->schema == NULL || !shard_scope_resolve(analysis, expr, query, &id) ||
        analysis->refs[id.table].table == NULL)
        return NULL;
    const ShardTableSchema *table =
        shard_schema_table(analysis->schema, analysis->refs[id.table].table->name);
    gint number = table == NULL ? -1 : shard_table_schema_column(table, id.column);
    return number < 0 ? NULL : &table->columns[number];
}

static gboolean
same_text(const ShardColumnSchema *a, const ShardColumnSchema *b)
{
    return a != NULL && b != NULL && a->type == SHARD_TYPE_TEXT && b->type == SHARD_TYPE_TEXT &&
           a->collation.kind != SHARD_COLLATION_UNKNOWN && a->collation.kind == b->collation.kind &&
           g_strcmp0(a->collation.name, b->collation.name) == 0;
}

static gboolean
is_numeric_item(const Finder *self, const ShardExpr *expr)
{
    static const char *const names[] = {"count", "max", "min", "sum"};

    if (expr->kind == SHARD_EXPR_COLUMN)
        return TRUE;
    if (expr->kind != SHARD_EXPR_AGGREGATE || expr->name == NULL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(expr->name, names[i]) == 0)
            return TRUE;
    }
    return self->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL &&
           strcmp(expr->name, "avg") == 0;
}

/* Does a literal of the subquery's value compare with the column as the value itself does? */
static gboolean
compares_alike(const Finder *self, Subquery *subquery, gboolean equality)
{
    const ShardExpr *item = self->analysis->statement->queries[subquery->query].items[0].expr;

    switch (subquery->column->type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_UNSIGNED:
        return is_numeric_item(self, item);
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DATE:
    case SHARD_TYPE_TIMESTAMP:
        return self->prepared->mode.dialect != SHARD_DIALECT_SQLITE && is_numeric_item(self, item);
    case SHARD_TYPE_TEXT:
        subquery->of_text =
            equality && same_text(subquery->column, column_of(self, item, subquery->query));
        return subquery->of_text;
    default:
        return FALSE;
    }
}

/* The subquery and all in it name nothing outside. */
static gboolean
stands_alone(const Finder *self, gint query)
{
    const ShardStatement *statement = self->analysis->statement;
    const ShardQuery *facts = &statement->queries[query];

    if (facts->correlated || facts->set != SHARD_SET_NONE || facts->n_items != 1 ||
        facts->items[0].expr->kind == SHARD_EXPR_STAR || facts->for_update || facts->is_values)
        return FALSE;
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *inner = &statement->queries[i];
        if (inner->correlated && inner->first_token > facts->first_token &&
            inner->last_token < facts->last_token)
            return FALSE;
    }
    return TRUE;
}

static void
add_subquery(Finder *self, const ShardExpr *left, const ShardExpr *expr, gboolean equality)
{
    const ShardTokens *tokens = self->prepared->tokens;
    Subquery subquery = {.query = expr->query, .left = left};

    if (self->n_found == MAX_SUBQUERIES || !stands_alone(self, expr->query))
        return;
    const ShardQuery *facts = &self->analysis->statement->queries[expr->query];
    subquery.open = facts->first_token - 1;
    subquery.close = facts->last_token + 1;
    subquery.scalar = expr->link == SHARD_LINK_SCALAR;
    if (!shard_token_is(tokens, subquery.open, "(") ||
        !shard_token_is(tokens, subquery.close, ")") ||
        shard_token_is(tokens, subquery.open - 1, "("))
        return;
    if (!subquery.scalar) {
        subquery.negated = shard_token_is(tokens, subquery.open - 2, "not");
        subquery.drops_null = expr->link == SHARD_LINK_IN && !subquery.negated &&
                              shard_scope_is_positive(self->analysis, expr->query);
        /* MariaDB takes no LIMIT there. */
        if ((facts->limit.present && self->prepared->mode.dialect == SHARD_DIALECT_MYSQL) ||
            !shard_token_is(tokens, subquery.open - 1, "in") ||
            left->last_token + (subquery.negated ? 3 : 2) != subquery.open)
            return;
    }
    subquery.column = column_of(self, left, self->block);
    if (subquery.column != NULL && compares_alike(self, &subquery, equality))
        self->found[self->n_found++] = subquery;
}

static gboolean
is_scalar_subquery(const ShardExpr *expr)
{
    return expr != NULL && expr->kind == SHARD_EXPR_SUBQUERY && expr->link == SHARD_LINK_SCALAR;
}

static void
find_in(Finder *self, const ShardExpr *expr)
{
    if (expr == NULL)
        return;
    switch (expr->kind) {
    case SHARD_EXPR_AND:
    case SHARD_EXPR_OR:
    case SHARD_EXPR_NOT:
        for (guint i = 0; i < expr->n_args; i++)
            find_in(self, expr->args[i]);
        break;
    case SHARD_EXPR_COMPARE: {
        if (expr->n_args != 2 || expr->name == NULL)
            return;
        gboolean equality = strcmp(expr->name, "=") == 0 || strcmp(expr->name, "<>") == 0;
        if (is_scalar_subquery(expr->args[1]))
            add_subquery(self, expr->args[0], expr->args[1], equality);
        else if (is_scalar_subquery(expr->args[0]))
            add_subquery(self, expr->args[1], expr->args[0], equality);
        break;
    }
    case SHARD_EXPR_SUBQUERY:
        if ((expr->link == SHARD_LINK_IN || expr->link == SHARD_LINK_NOT_IN) && expr->n_args == 1 &&
            expr->args[0] != NULL && expr->args[0]->kind == SHARD_EXPR_COLUMN)
            add_subquery(self, expr->args[0], expr, TRUE);
        break;
    default:
        break;
    }
}

/* What a statement does that must be done once, and with its tables named. */
static gboolean
is_plain(const ShardStatement *statement)
{
    if (statement->has_volatile || statement->has_now || statement->session_bound ||
        statement->last_insert || statement->data_modifying_cte || statement->several_statements)
        return FALSE;
    for (guint i = 0; i < statement->n_tables; i++) {
        if (statement->tables[i].is_cte)
            return FALSE;
    }
    return TRUE;
}

static void
find(Finder *self)
{
    const ShardStatement *statement = self->prepared->statement;

    if (!is_plain(statement))
        return;
    if (statement->modify != NULL && statement->kind != SHARD_STATEMENT_MERGE) {
        self->block = -1;
        find_in(self, statement->modify->where);
    } else if (statement->kind == SHARD_STATEMENT_SELECT && self->analysis->top >= 0) {
        self->block = self->analysis->top;
        find_in(self, statement->queries[self->block].where);
    }
}

/* ---- first ---- */

static ShardPrepared *
prepare_subquery(Finder *self, guint number, GError **error)
{
    ShardPrepared *prepared = self->prepared;
    const ShardTokens *tokens = prepared->tokens;
    const Subquery *subquery = &self->found[number];
    gsize start = tokens->tokens[subquery->open].offset + 1;
    gsize end = tokens->tokens[subquery->close].offset;

    if (prepared->subqueries == NULL)
        prepared->subqueries = g_ptr_array_new();
    if (number < prepared->subqueries->len)
        return prepared->subqueries->pdata[number];
    ShardPrepared *inner = shard_router_prepare(prepared->router, tokens->text + start, end - start,
                                                &prepared->mode, error);
    if (inner != NULL)
        g_ptr_array_add(prepared->subqueries, inner);
    return inner;
}

static guint
first_marker(const ShardTokens *tokens, const Subquery *subquery)
{
    for (guint i = subquery->open; i < subquery->close; i++) {
        if (tokens->tokens[i].kind == SHARD_TOKEN_MARKER)
            return (guint) tokens->tokens[i].marker;
    }
    return 0;
}

static gboolean
plan_subquery(Finder *self, guint number, const ShardPlanInput *input, ShardStep *out,
              GError **error)
{
    ShardPrepared *inner = prepare_subquery(self, number, error);
    ShardPlanInput inner_input = *input;

    if (inner == NULL)
        return FALSE;
    out->first_marker = first_marker(self->prepared->tokens, &self->found[number]);
    inner_input.n_values = shard_prepared_n_markers(inner);
    inner_input.values = input->values == NULL ? NULL : input->values + out->first_marker;
    out->plan = shard_prepared_plan(inner, &inner_input, error);
    if (out->plan == NULL)
        return FALSE;
    if (out->plan->kind == SHARD_PLAN_BEFORE) /* it has a subquery of that kind itself */
        return TRUE;
    if (out->plan->kind != SHARD_PLAN_UNITS || !out->plan->is_query) {
        g_clear_pointer(&out->plan, shard_plan_free);
        return shard_planner_refuse(error, "a subquery that isn't a plain one");
    }
    out->plan->weak_read_allowed =
        out->plan->weak_read_allowed && self->prepared->statement->kind == SHARD_STATEMENT_SELECT;
    return TRUE;
}

/* The plan that asks for a subquery's answer; takes step.plan. */
static ShardPlan *
ask(Finder *self, ShardStep step)
{
    static const char reason[] =
        "a subquery is run first, and its values are written into the statement";
    ShardPlan *plan = step.plan;

    if (plan->kind == SHARD_PLAN_BEFORE) {
        plan->step.first_marker += step.first_marker;
    } else {
        ShardArena *arena = shard_arena_new();
        plan = shard_arena_new0(arena, ShardPlan);
        plan->arena = arena;
        shard_planner_wait(plan, step, self->prepared->mode.dialect);
    }
    plan->statement = self->prepared->statement;
    plan->reason = reason;
    return plan;
}

/* The next subquery whose answer is missing; NULL: there is none, or *error. */
static ShardPlan *
plan_first(Finder *self, const ShardPlanInput *input, GError **error)
{
    for (guint i = 0; i < self->n_found; i++) {
        ShardStep step = {0};
        if (!plan_subquery(self, i, input, &step, error))
            return NULL;
        if (step.plan->kind == SHARD_PLAN_BEFORE)
            return ask(self, step);
        const ShardAnswer *answer = shard_planner_answer(input);
        if (answer == NULL)
            return ask(self, step);
        shard_plan_free(step.plan);
        self->found[i].answer = answer;
    }
    return NULL;
}

/* ---- then ---- */

static gboolean
is_plain_number(const ShardValue *value)
{
    for (gsize i = 0; i < value->text.size; i++) {
        char c = value->text.data[i];
        if (!g_ascii_isdigit(c) && c != '.' && !(c == '-' && i == 0))
            return FALSE;
    }
    return value->text.size > 0 && value->text.size < 100;
}

static gboolean
append_text(GString *out, const ShardValue *value)
{
    const char *text = value->text.data;
    gsize size = value->text.size;

    if (memchr(text, '\\', size) != NULL || memchr(text, '\0', size) != NULL ||
        !g_utf8_validate(text, (gssize) size, NULL))
        return FALSE;
    g_string_append_c(out, '\'');
    for (gsize i = 0; i < size; i++)
        g_string_append_len(out, text[i] == '\'' ? "''" : text + i, text[i] == '\'' ? 2 : 1);
    g_string_append_c(out, '\'');
    return TRUE;
}

/* Infinity comes as the year 9999 from some drivers. */
static gboolean
append_time(GString *out, const ShardValue *value)
{
    const ShardTime *time = &value->time;

    if (time->year < 1 || time->year >= 9999 || time->nanosecond % 1000 != 0)
        return FALSE;
    g_string_append_printf(out, "%s '%04d-%02u-%02u",
                           value->kind == SHARD_VALUE_DATE ? "DATE" : "TIMESTAMP", time->year,
                           time->month, time->day);
    if (value->kind == SHARD_VALUE_TIMESTAMP)
        g_string_append_printf(out, " %02u:%02u:%02u.%06u", time->hour, time->minute, time->second,
                               time->nanosecond / 1000);
    g_string_append_c(out, '\'');
    return TRUE;
}

static gboolean
is_number_column(const Subquery *subquery)
{
    ShardTypeClass type = subquery->column->type;

    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL;
}

static gboolean
append_literal(GString *out, const Subquery *subquery, const ShardValue *value)
{
    ShardTypeClass type = subquery->column->type;

    switch (value->kind) {
    case SHARD_VALUE_NULL:
        g_string_append(out, "NULL");
        return TRUE;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value->i);
        return is_number_column(subquery) && value->i != G_MININT64;
    case SHARD_VALUE_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, value->u);
        return is_number_column(subquery);
    case SHARD_VALUE_DECIMAL:
    case SHARD_VALUE_BIG_INTEGER:
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
        return is_number_column(subquery) && is_plain_number(value);
    case SHARD_VALUE_STRING:
        return subquery->of_text && append_text(out, value);
    case SHARD_VALUE_DATE:
        return type == SHARD_TYPE_DATE && append_time(out, value);
    case SHARD_VALUE_TIMESTAMP:
        return type == SHARD_TYPE_TIMESTAMP && append_time(out, value);
    default:
        return FALSE;
    }
}

static gboolean
refuse_values(GError **error)
{
    return shard_planner_refuse(error, "a subquery over several nodes whose values can't be "
                                       "written as literals that compare alike");
}

static gboolean
too_many_rows(const Finder *self, GError **error)
{
    switch (self->prepared->mode.dialect) {
    case SHARD_DIALECT_POSTGRESQL:
        shard_error_set(error, SHARD_ERROR_FAILED, "21000",
                        "more than one row returned by a subquery used as an expression");
        return FALSE;
    case SHARD_DIALECT_MYSQL:
        shard_error_set(error, SHARD_ERROR_FAILED, "21000", "Subquery returns more than 1 row");
        return FALSE;
    default:
        return shard_planner_refuse(error, "a subquery of which any one row counts");
    }
}

static gboolean
write_scalar(Finder *self, ShardEdits *edits, const Subquery *subquery, GError **error)
{
    const ShardAnswer *answer = subquery->answer;
    g_autoptr(GString) text = g_string_new(" ");
    const ShardValue null = SHARD_VALUE_INIT_NULL;

    if (answer->n_rows > 1)
        return too_many_rows(self, error);
    if (!append_literal(text, subquery, answer->n_rows == 0 ? &null : &answer->values[0]))
        return refuse_values(error);
    g_string_append_c(text, ' ');
    shard_edits_replace(edits, subquery->open, subquery->close,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

/* Nothing is IN no values, not even NULL is unknown to be so. */
static gboolean
write_list(ShardEdits *edits, const Subquery *subquery, GError **error)
{
    const ShardAnswer *answer = subquery->answer;
    g_autoptr(GString) text = g_string_new(NULL);

    if (answer->n_rows == 0) {
        shard_edits_replace(edits, subquery->left->first_token, subquery->close,
                            subquery->negated ? "(1 = 1)" : "(1 = 0)");
        return TRUE;
    }
    for (guint i = 0; i < answer->n_rows; i++) {
        if (subquery->drops_null && answer->values[i].kind == SHARD_VALUE_NULL)
            continue;
        if (text->len > 0)
            g_string_append(text, ", ");
        if (!append_literal(text, subquery, &answer->values[i]))
            return refuse_values(error);
    }
    if (text->len == 0)
        g_string_append(text, "NULL");
    shard_edits_replace(edits, subquery->open + 1, subquery->close - 1,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

static ShardPlan *
plan_then(Finder *self, const ShardPlanInput *input, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, self->prepared->tokens, arena);
    for (guint i = 0; i < self->n_found; i++) {
        const Subquery *subquery = &self->found[i];
        gboolean written = subquery->scalar ? write_scalar(self, &edits, subquery, error)
                                            : write_list(&edits, subquery, error);
        if (!written)
            return NULL;
    }
    ShardText text = shard_edits_apply(&edits, arena);
    return shard_derived_plan(&self->prepared->derived, self->prepared, &text, input, error);
}

ShardPlan *
shard_before_plan(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    Finder finder = {.prepared = self, .analysis = &self->analysis};

    if (input->values == NULL && self->tokens->n_markers > 0)
        return NULL;
    find(&finder);
    if (finder.n_found == 0)
        return NULL;
    GError *failed = NULL;
    ShardPlan *first = plan_first(&finder, input, &failed);
    if (first != NULL)
        return first;
    if (failed == NULL)
        return plan_then(&finder, input, error);
    g_propagate_error(error, failed);
    return NULL;
}

void
shard_before_free(GPtrArray *subqueries)
{
    for (guint i = 0; subqueries != NULL && i < subqueries->len; i++)
        shard_prepared_free(subqueries->pdata[i]);
    g_clear_pointer(&subqueries, g_ptr_array_unref);
}
