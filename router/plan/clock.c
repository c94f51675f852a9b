/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/clock.h"

#include "router/base/error.h"

#include <string.h>

/* ---- calls ---- */

/* What stands in place of a call: before, the time in column of the answer from its character start
 * on, behind.  A %s in behind is the precision as it is written, with its brackets. */
typedef struct {
    ShardDialect dialect;
    const char *name;
    guint column, start, size; /* size 0: to the precision's end */
    const char *before, *behind;
} ClockCall;

#define PG SHARD_DIALECT_POSTGRESQL
#define MY SHARD_DIALECT_MYSQL
#define SL SHARD_DIALECT_SQLITE
#define ZONED "+00' AS timestamp with time zone)"
#define WHOLE 26u /* 2024-05-01 10:00:00.123456 */
#define SECONDS 19u

static const ClockCall calls[] = {
    {PG, "now", 0, 0, WHOLE, "CAST('", ZONED},
    {PG, "transaction_timestamp", 0, 0, WHOLE, "CAST('", ZONED},
    {PG, "statement_timestamp", 1, 0, WHOLE, "CAST('", ZONED},
    {PG, "current_timestamp", 0, 0, WHOLE, "CAST('", "+00' AS timestamp%s with time zone)"},
    {PG, "current_date", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS date)"},
    {PG, "curdate", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS date)"},
    {PG, "localtimestamp", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS timestamp%s)"},
    {PG, "current_time", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS time%s with time zone)"},
    {PG, "localtime", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS time%s)"},
    {PG, "curtime", 0, 0, WHOLE, "CAST(CAST('", ZONED " AS time%s)"},
    {MY, "now", 0, 0, 0, "TIMESTAMP'", "'"},
    {MY, "current_timestamp", 0, 0, 0, "TIMESTAMP'", "'"},
    {MY, "localtimestamp", 0, 0, 0, "TIMESTAMP'", "'"},
    {MY, "localtime", 0, 0, 0, "TIMESTAMP'", "'"},
    {MY, "curdate", 0, 0, 10, "DATE'", "'"},
    {MY, "current_date", 0, 0, 10, "DATE'", "'"},
    {MY, "curtime", 0, 11, 0, "TIME'", "'"},
    {MY, "current_time", 0, 11, 0, "TIME'", "'"},
    {MY, "utc_timestamp", 1, 0, 0, "TIMESTAMP'", "'"},
    {MY, "utc_date", 1, 0, 10, "DATE'", "'"},
    {MY, "utc_time", 1, 11, 0, "TIME'", "'"},
    /* It is described as what may be NULL. */
    {MY, "unix_timestamp", 2, 0, WHOLE, "NULLIF(CAST(", " AS SIGNED), -1)"},
    {SL, "current_timestamp", 0, 0, SECONDS, "'", "'"},
    {SL, "current_date", 0, 0, 10, "'", "'"},
    {SL, "current_time", 0, 11, 8, "'", "'"},
};

/* What one shard is asked; every column a text. */
static const struct {
    ShardDialect dialect;
    const char *sql;
    guint n_columns;
} questions[] = {
    {PG,
     "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS a, "
     "to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS b",
     2},
    {MY,
     "SELECT CAST(NOW(6) AS CHAR(26)) AS a, CAST(UTC_TIMESTAMP(6) AS CHAR(26)) AS b, "
     "CAST(UNIX_TIMESTAMP() AS CHAR(20)) AS c",
     3},
    {SL, "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now') AS a", 1},
};

typedef struct {
    ShardPrepared *prepared;
    const ShardStatement *statement;
    const ShardTokens *tokens;
    ShardDialect dialect;
    ShardConstants constants;
    ShardArena *arena;
    const char *times[3];
} Clock;

static const ClockCall *
find_call(const Clock *self, const ShardExpr *expr)
{
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (calls[i].dialect == self->dialect && strcmp(calls[i].name, expr->name) == 0)
            return &calls[i];
    }
    return NULL;
}

/* ---- SQLite's date functions ---- */

static gboolean
is_now(const Clock *self, const ShardExpr *expr)
{
    if (expr == NULL || (expr->kind != SHARD_EXPR_LITERAL && expr->kind != SHARD_EXPR_MARKER))
        return FALSE;
    ShardValue value = shard_operand_value(expr, &self->constants);
    return value.kind == SHARD_VALUE_STRING && value.text.size == 3 &&
           g_ascii_strncasecmp(value.text.data, "now", 3) == 0;
}

/* date() and strftime('%s') are of now too. */
static gboolean
is_implied(const ShardExpr *expr)
{
    return expr->n_args == (strcmp(expr->name, "strftime") == 0 ? 1 : 0);
}

static gboolean
is_clock(const Clock *self, const ShardExpr *expr)
{
    if (self->dialect != SL || find_call(self, expr) != NULL)
        return strcmp(expr->name, "unix_timestamp") != 0 || expr->n_args == 0;
    for (guint i = 0; i < expr->n_args; i++) {
        if (is_now(self, expr->args[i]))
            return TRUE;
    }
    return is_implied(expr);
}

static const char *
quoted_time(const Clock *self, const char *before)
{
    g_autofree char *text = g_strdup_printf("%s'%s'", before, self->times[0]);

    return shard_arena_strndup(self->arena, text, -1);
}

static void
edit_date_function(const Clock *self, const ShardExpr *expr, ShardEdits *edits)
{
    for (guint i = 0; i < expr->n_args; i++) {
        if (is_now(self, expr->args[i]))
            shard_edits_replace(edits, expr->args[i]->first_token, expr->args[i]->last_token,
                                quoted_time(self, ""));
    }
    if (is_implied(expr))
        shard_edits_insert(edits, expr->last_token - 1,
                           quoted_time(self, expr->n_args == 0 ? "" : ", "));
}

/* ---- texts ---- */

/* The call without the braces of {fn NOW()}. */
static void
find_span(const Clock *self, const ShardExpr *expr, guint *out_first, guint *out_last)
{
    gboolean braced = shard_token_is(self->tokens, expr->first_token, "{");

    *out_first = expr->first_token + (braced ? 2 : 0);
    *out_last = expr->last_token - (braced ? 1 : 0);
}

/* The 3 of NOW(3); -1 none, -2 not a plain number. */
static gint
read_precision(const Clock *self, const ShardExpr *expr)
{
    guint first, last;

    find_span(self, expr, &first, &last);
    if (last <= first + 2)
        return -1;
    const ShardToken *digits = &self->tokens->tokens[first + 2];
    if (last != first + 3 || digits->kind != SHARD_TOKEN_INTEGER || digits->size != 1)
        return -2;
    gint precision = self->tokens->text[digits->offset] - '0';
    return precision <= 6 ? precision : -2;
}

/* Cut off, as MariaDB does; PostgreSQL's casts round, as its functions do. */
static const char *
text_of(const Clock *self, const ClockCall *call, const ShardExpr *expr)
{
    gint precision = read_precision(self, expr);
    const char *time = self->times[call->column] + call->start;
    const char *place = strstr(call->behind, "%s");
    guint size = call->size > 0  ? call->size
                 : precision > 0 ? SECONDS + 1 + (guint) precision - call->start
                                 : SECONDS - call->start;
    g_autoptr(GString) text = g_string_new(call->before);

    if (precision < -1)
        return NULL;
    g_string_append_len(text, time, (gssize) MIN(size, strlen(time)));
    g_string_append_len(text, call->behind,
                        place == NULL ? (gssize) strlen(call->behind) : place - call->behind);
    if (place != NULL && precision >= 0)
        g_string_append_printf(text, "(%d)", precision);
    if (place != NULL)
        g_string_append(text, place + 2);
    return shard_arena_strndup(self->arena, text->str, (gssize) text->len);
}

/* A call in an expression that is read twice stands in the list twice. */
static gboolean
was_seen(const Clock *self, guint number)
{
    for (guint i = 0; i < number; i++) {
        if (self->statement->clocks[i]->first_token == self->statement->clocks[number]->first_token)
            return TRUE;
    }
    return FALSE;
}

static gboolean
edit_calls(const Clock *self, ShardEdits *edits)
{
    for (guint i = 0; i < self->statement->n_clocks; i++) {
        const ShardExpr *expr = self->statement->clocks[i];
        const ClockCall *call = find_call(self, expr);
        if (!is_clock(self, expr) || was_seen(self, i))
            continue;
        if (call == NULL && self->dialect != SL)
            return FALSE;
        if (call == NULL) {
            edit_date_function(self, expr, edits);
            continue;
        }
        const char *text = text_of(self, call, expr);
        if (text == NULL)
            return FALSE;
        shard_edits_replace(edits, expr->first_token, expr->last_token, text);
    }
    return TRUE;
}

/* ---- labels ---- */

static gboolean
has_clock(const Clock *self, const ShardItem *item)
{
    for (guint i = 0; i < self->statement->n_clocks; i++) {
        const ShardExpr *expr = self->statement->clocks[i];
        if (expr->first_token >= item->first_token && expr->last_token <= item->last_token &&
            is_clock(self, expr))
            return TRUE;
    }
    return FALSE;
}

static void
keep_labels(const Clock *self, const ShardItem *items, guint n_items, ShardEdits *edits)
{
    for (guint i = 0; i < n_items; i++) {
        const char *label =
            items[i].alias == NULL && has_clock(self, &items[i])
                ? shard_item_label(self->tokens, self->dialect, &items[i], self->arena)
                : NULL;
        if (label != NULL)
            shard_edits_insert(edits, items[i].last_token, label);
    }
}

static void
keep_all_labels(const Clock *self, ShardEdits *edits)
{
    const ShardStatement *statement = self->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (!query->is_values && query->set == SHARD_SET_NONE)
            keep_labels(self, query->items, query->n_items, edits);
    }
    if (statement->insert != NULL)
        keep_labels(self, statement->insert->returning, statement->insert->n_returning, edits);
    if (statement->modify != NULL)
        keep_labels(self, statement->modify->returning, statement->modify->n_returning, edits);
}

/* ---- the statement with its time ---- */

static gboolean
read_answer(Clock *self, const ShardAnswer *answer)
{
    for (guint i = 0; i < answer->n_columns && i < G_N_ELEMENTS(self->times); i++) {
        const ShardValue *value = &answer->values[i];
        if (answer->n_rows != 1 || value->kind != SHARD_VALUE_STRING)
            return FALSE;
        self->times[i] =
            shard_arena_strndup(self->arena, value->text.data, (gssize) value->text.size);
        if (i < 2 && value->text.size < SECONDS)
            return FALSE;
    }
    return TRUE;
}

static ShardPlan *
plan_with_time(Clock *self, const ShardPlanInput *input, GError **error)
{
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, self->tokens, self->arena);
    if (!edit_calls(self, &edits)) {
        shard_planner_refuse(error, "a time function in this form over several nodes; pass the "
                                    "value as a parameter");
        return NULL;
    }
    keep_all_labels(self, &edits);
    ShardText text = shard_edits_apply(&edits, self->arena);
    return shard_derived_plan(&self->prepared->derived, self->prepared, &text, input, error);
}

static ShardPlan *
plan_question(const Clock *self, const ShardPlanInput *input, GError **error)
{
    ShardPrepared *prepared = self->prepared;
    gint shard = shard_rules_default_shard(prepared->router->rules);
    const ShardHints hints = {
        .shard = shard_rules_shard(prepared->router->rules, shard < 0 ? 0 : (guint) shard)->name};
    ShardPlanInput question_input = *input;

    for (guint i = 0; prepared->clock == NULL && i < G_N_ELEMENTS(questions); i++) {
        if (questions[i].dialect != self->dialect)
            continue;
        prepared->clock = shard_router_prepare(prepared->router, questions[i].sql,
                                               strlen(questions[i].sql), &prepared->mode, error);
        if (prepared->clock == NULL)
            return NULL;
    }
    question_input.values = NULL;
    question_input.n_values = 0;
    question_input.answers = NULL;
    question_input.hints_enabled = FALSE;
    question_input.hints = &hints;
    return shard_prepared_plan(prepared->clock, &question_input, error);
}

/* The same plan as there will be, for PREVIEW, and to know that there will be one. */
static ShardPlan *
plan_to_show(Clock *self, const ShardPlanInput *input, GError **error)
{
    ShardPlanInput without = *input;

    without.answers = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(self->times); i++)
        self->times[i] = i == 2 ? "1577836800" : "2020-01-01 00:00:00.000000";
    return plan_with_time(self, &without, error);
}

static ShardPlan *
plan_to_ask(Clock *self, const ShardPlanInput *input, ShardPlan *shown, GError **error)
{
    if (shown == NULL && (shown = plan_to_show(self, input, error)) == NULL)
        return NULL;
    gboolean waits = shown->kind == SHARD_PLAN_BEFORE;
    if (waits)
        shard_plan_free(g_steal_pointer(&shown->step.plan));
    const ShardStep step = {.plan = plan_question(self, input, error)};
    if (step.plan == NULL) {
        shard_plan_free(shown);
        return NULL;
    }
    const ShardUnit *units = shown->units;
    guint n_units = shown->n_units;
    shard_planner_wait(shown, step, self->dialect);
    shown->reason = "the time is asked of one shard first, and written into the statement";
    if (!waits) {
        shown->units = units;
        shown->n_units = n_units;
    }
    return shown;
}

static gboolean
has_clocks(const Clock *self)
{
    for (guint i = 0; i < self->statement->n_clocks; i++) {
        if (is_clock(self, self->statement->clocks[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
needs_one_time(const ShardPlan *plan, const GError *refused)
{
    if (plan == NULL)
        return g_error_matches(refused, SHARD_ERROR, SHARD_ERROR_REFUSED);
    return plan->kind == SHARD_PLAN_BEFORE || (plan->kind == SHARD_PLAN_UNITS && plan->n_units > 1);
}

ShardPlan *
shard_clock_plan(ShardPrepared *self, const ShardPlanInput *input, ShardPlanFunction plan,
                 GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GError) refused = NULL;
    Clock clock = {.prepared = self,
                   .statement = self->statement,
                   .tokens = self->tokens,
                   .dialect = self->mode.dialect,
                   .constants = {.tokens = self->tokens,
                                 .mode = &self->mode,
                                 .values = input->values,
                                 .n_values = input->n_values,
                                 .arena = arena},
                   .arena = arena};

    if (!has_clocks(&clock))
        return plan(self, input, error);
    /* It is asked for first. */
    const ShardAnswer *answer = shard_planner_answer(input);
    if (answer != NULL && read_answer(&clock, answer))
        return plan_with_time(&clock, input, error);
    ShardPlan *whole = plan(self, input, &refused);
    if (!needs_one_time(whole, refused)) {
        if (refused != NULL)
            g_propagate_error(error, g_steal_pointer(&refused));
        return whole;
    }
    if (whole != NULL && whole->kind == SHARD_PLAN_BEFORE)
        shard_plan_free(g_steal_pointer(&whole));
    ShardPlan *ask = plan_to_ask(&clock, input, whole, error);
    /* With a time it is refused too: for what it says itself. */
    if (ask == NULL && refused != NULL) {
        g_clear_error(error);
        g_propagate_error(error, g_steal_pointer(&refused));
    }
    return ask;
}
