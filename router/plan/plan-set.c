/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-set.c - UNION, INTERSECT and EXCEPT whose branches are answered each for itself.
 *
 *   (SELECT k FROM t ORDER BY k DESC LIMIT 1) UNION ALL (SELECT k FROM t ORDER BY k LIMIT 1)
 *     units of the first branch, units of the second
 *     merge: (sort k desc; take 1) union all (sort k asc; take 1)
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"

#define MAX_BRANCHES 64u

typedef struct {
    ShardPlanner *planner;
    GPtrArray *plans; /* of the branches, in order */
    GArray *units;
    gboolean waits; /* a branch has a step to run first: the plan is that */
    GError **error;
} SetPlanner;

static gboolean
find_kind(const ShardQuery *query, ShardMergeSetKind *out)
{
    switch (query->set) {
    case SHARD_SET_UNION_ALL:
        *out = SHARD_MERGE_UNION_ALL;
        return TRUE;
    case SHARD_SET_UNION:
        *out = SHARD_MERGE_UNION;
        return TRUE;
    case SHARD_SET_INTERSECT:
        *out = SHARD_MERGE_INTERSECT;
        return TRUE;
    case SHARD_SET_EXCEPT:
        *out = SHARD_MERGE_EXCEPT;
        return TRUE;
    case SHARD_SET_NONE:
    case SHARD_SET_OTHER:
        break;
    }
    return FALSE;
}

/* ---- branches ---- */

static ShardPrepared *
prepare_branch(SetPlanner *self, const ShardQuery *query)
{
    ShardPrepared *prepared = self->planner->prepared;
    const ShardTokens *tokens = prepared->tokens;
    const ShardToken *last = &tokens->tokens[query->last_token];
    gsize start = tokens->tokens[query->first_token].offset, end = last->offset + last->size;
    guint number = self->plans->len;

    if (prepared->branches == NULL)
        prepared->branches = g_ptr_array_new();
    if (number < prepared->branches->len)
        return prepared->branches->pdata[number];
    ShardPrepared *branch = shard_router_prepare(prepared->router, tokens->text + start,
                                                 end - start, &prepared->mode, self->error);
    if (branch != NULL)
        g_ptr_array_add(prepared->branches, branch);
    return branch;
}

/* Markers of the statement before the branch. */
static guint
first_marker(const ShardTokens *tokens, guint first_token)
{
    guint n = 0;

    for (guint i = 0; i < first_token; i++)
        n += tokens->tokens[i].kind == SHARD_TOKEN_MARKER;
    return n;
}

static ShardPlan *
plan_branch(SetPlanner *self, const ShardQuery *query, guint marker)
{
    ShardPlanInput input = *self->planner->input;
    ShardPrepared *prepared = prepare_branch(self, query);

    if (prepared == NULL)
        return NULL;
    input.n_values = shard_prepared_n_markers(prepared);
    input.values = input.values == NULL ? NULL : input.values + marker;
    return shard_prepared_plan(prepared, &input, self->error);
}

/* The branch's units with the statement's markers; takes plan. */
static void
add_units(SetPlanner *self, ShardPlan *plan, guint marker)
{
    g_ptr_array_add(self->plans, plan);
    for (guint i = 0; i < plan->n_units; i++) {
        ShardUnit unit = plan->units[i];
        ShardUnitParam *params =
            shard_arena_memdup(plan->arena, unit.params, sizeof *params * unit.n_params);
        for (guint j = 0; j < unit.n_params; j++) {
            if (params[j].marker >= 0)
                params[j].marker += (gint) marker;
        }
        unit.params = params;
        g_array_append_val(self->units, unit);
    }
}

static const ShardMergeSpec *
spec_of(const SetPlanner *self, const ShardPlan *plan)
{
    return plan->merge != NULL ? plan->merge : shard_planner_append(self->planner);
}

static gboolean
wait_for(SetPlanner *self, ShardPlan *branch, guint marker)
{
    ShardStep step = branch->step;

    branch->step.plan = NULL;
    step.first_marker += marker;
    shard_planner_wait(self->planner->plan, step, self->planner->prepared->mode.dialect);
    shard_plan_free(branch);
    self->waits = TRUE;
    return FALSE;
}

static gboolean
add_branch(SetPlanner *self, const ShardQuery *query, ShardMergeSet *out)
{
    guint marker = first_marker(self->planner->prepared->tokens, query->first_token);
    ShardPlan *plan;

    if (self->plans->len == MAX_BRANCHES)
        return shard_planner_refuse(self->error, "a set operation of more than %u branches",
                                    MAX_BRANCHES);
    plan = plan_branch(self, query, marker);
    if (plan == NULL)
        return FALSE;
    if (plan->kind == SHARD_PLAN_BEFORE)
        return wait_for(self, plan, marker);
    if (plan->kind != SHARD_PLAN_UNITS || !plan->is_query || plan->is_write) {
        shard_plan_free(plan);
        return shard_planner_refuse(self->error, "a branch of a set operation that isn't a query");
    }
    *out = (ShardMergeSet){.spec = spec_of(self, plan),
                           .first_unit = self->units->len,
                           .n_units = plan->n_units,
                           .text = plan->merge == NULL ? "append" : shard_plan_merge_text(plan)};
    add_units(self, plan, marker);
    return TRUE;
}

/* What has an order or limit of its own is a branch, even if it is a set operation. */
static gboolean
add_set(SetPlanner *self, gint number, gboolean is_top, ShardMergeSet *out)
{
    const ShardQuery *query = &self->planner->statement->queries[number];
    ShardArena *arena = self->planner->arena;
    ShardMergeSet *left = shard_arena_new0(arena, ShardMergeSet);
    ShardMergeSet *right = shard_arena_new0(arena, ShardMergeSet);

    if (query->set == SHARD_SET_NONE || (!is_top && (query->n_order > 0 || query->limit.present)))
        return add_branch(self, query, out);
    if (!find_kind(query, &out->kind))
        return shard_planner_refuse(self->error, "INTERSECT ALL or EXCEPT ALL over several nodes");
    out->left = left;
    out->right = right;
    return add_set(self, query->left, FALSE, left) && add_set(self, query->right, FALSE, right);
}

/* ---- the whole ---- */

static gboolean
check(const ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;

    for (guint i = 0; i < statement->n_tables; i++) {
        if (statement->tables[i].is_cte)
            return shard_planner_refuse(error, "WITH beside a set operation over several nodes");
    }
    if (statement->has_volatile || statement->data_modifying_cte)
        return shard_planner_refuse(error, "a volatile function in a set operation over several "
                                           "nodes");
    return TRUE;
}

static gboolean
finish(SetPlanner *self, const ShardMergeSet *set)
{
    ShardPlanner *planner = self->planner;
    ShardPlan *plan = planner->plan;
    const ShardMergeInput input = {.analysis = planner->analysis,
                                   .query = 0,
                                   .spread = {TRUE, TRUE},
                                   .combined = TRUE,
                                   .constants = &planner->constants,
                                   .arena = planner->arena};
    ShardMergePlan merge;

    if (!shard_merge_plan_new(&input, &merge, self->error))
        return FALSE;
    merge.spec->set = set;
    plan->merge = merge.spec;
    plan->n_units = self->units->len;
    plan->units =
        shard_arena_memdup(planner->arena, self->units->data, sizeof(ShardUnit) * plan->n_units);
    plan->n_branches = self->plans->len;
    plan->branches = shard_arena_memdup(planner->arena, self->plans->pdata,
                                        sizeof(ShardPlan *) * plan->n_branches);
    g_ptr_array_set_free_func(self->plans, NULL);
    plan->route = SHARD_ROUTE_SEVERAL;
    plan->reason = "each branch of the set operation is answered for itself";
    return TRUE;
}

static void
free_plan(gpointer plan)
{
    shard_plan_free(plan);
}

gboolean
shard_plan_set(ShardPlanner *self, GError **error)
{
    g_autoptr(GPtrArray) plans = g_ptr_array_new_with_free_func(free_plan);
    g_autoptr(GArray) units = g_array_new(FALSE, FALSE, sizeof(ShardUnit));
    SetPlanner planner = {.planner = self, .plans = plans, .units = units, .error = error};
    ShardMergeSet *set = shard_arena_new0(self->arena, ShardMergeSet);

    if (!check(self, error))
        return FALSE;
    if (add_set(&planner, 0, TRUE, set))
        return finish(&planner, set);
    return planner.waits;
}
