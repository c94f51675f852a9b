/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/before-private.h"

#include <string.h>

/* ---- first ---- */

static ShardPrepared *
prepare_subquery(ShardBeforeFinder *self, guint number, GError **error)
{
    ShardPrepared *prepared = self->prepared;
    const ShardTokens *tokens = prepared->tokens;
    const ShardBeforeQuery *subquery = &self->found[number];
    gsize start = tokens->tokens[subquery->open].offset + 1;
    gsize end = tokens->tokens[subquery->close].offset;
    const ShardQuery *facts = &prepared->statement->queries[subquery->query];
    gboolean one = subquery->kind == SHARD_BEFORE_EXISTS && !facts->limit.present;

    if (prepared->subqueries == NULL)
        prepared->subqueries = g_ptr_array_new();
    if (number < prepared->subqueries->len)
        return prepared->subqueries->pdata[number];
    g_autofree char *sql =
        g_strdup_printf("%.*s%s", (int) (end - start), tokens->text + start, one ? " LIMIT 1" : "");
    ShardPrepared *inner =
        shard_router_prepare(prepared->router, sql, strlen(sql), &prepared->mode, error);
    if (inner != NULL)
        g_ptr_array_add(prepared->subqueries, inner);
    return inner;
}

static guint
first_marker(const ShardTokens *tokens, const ShardBeforeQuery *subquery)
{
    for (guint i = subquery->open; i < subquery->close; i++) {
        if (tokens->tokens[i].kind == SHARD_TOKEN_MARKER)
            return (guint) tokens->tokens[i].marker;
    }
    return 0;
}

static gboolean
plan_subquery(ShardBeforeFinder *self, guint number, const ShardPlanInput *input, ShardStep *out,
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
ask(ShardBeforeFinder *self, ShardStep step)
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
plan_first(ShardBeforeFinder *self, const ShardPlanInput *input, GError **error)
{
    static const ShardStepWants wants[] = {[SHARD_BEFORE_VALUE] = SHARD_STEP_ROWS,
                                           [SHARD_BEFORE_LIST] = SHARD_STEP_ROWS,
                                           [SHARD_BEFORE_EXISTS] = SHARD_STEP_ANY_ROW,
                                           [SHARD_BEFORE_COUNT] = SHARD_STEP_COUNT,
                                           [SHARD_BEFORE_TABLE] = SHARD_STEP_ROWS};

    for (guint i = 0; i < self->n_found; i++) {
        ShardStep step = {.wants = wants[self->found[i].kind]};
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

static ShardPlan *
plan_then(ShardBeforeFinder *self, const ShardPlanInput *input, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, self->prepared->tokens, arena);
    if (!shard_before_write(self, &edits, error))
        return NULL;
    ShardText text = shard_edits_apply(&edits, arena);
    return shard_derived_plan(&self->prepared->derived, self->prepared, &text, input, error);
}

ShardPlan *
shard_before_plan(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardBeforeFinder finder = {.prepared = self, .analysis = &self->analysis, .arena = arena};

    if (input->values == NULL && self->tokens->n_markers > 0)
        return NULL;
    shard_before_find(&finder);
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
