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

/* WITH of the whole: what its branches name of it goes before each of them.  Tokens; first > last:
 * none. */
typedef struct {
    guint first, last;
} With;

typedef struct {
    ShardPlanner *planner;
    With with;
    GPtrArray *plans; /* of the branches, in order */
    GArray *units;
    gboolean waits; /* a branch has a step to run first: the plan is that */
    GError **error;
} SetPlanner;

static const ShardMergeSetKind kinds[] = {
    [SHARD_SET_UNION] = SHARD_MERGE_UNION,
    [SHARD_SET_UNION_ALL] = SHARD_MERGE_UNION_ALL,
    [SHARD_SET_INTERSECT] = SHARD_MERGE_INTERSECT,
    [SHARD_SET_EXCEPT] = SHARD_MERGE_EXCEPT,
    [SHARD_SET_INTERSECT_ALL] = SHARD_MERGE_INTERSECT_ALL,
    [SHARD_SET_EXCEPT_ALL] = SHARD_MERGE_EXCEPT_ALL,
};

/* ---- branches ---- */

/* A branch's text, and where its parameters are among the statement's: those of WITH first. */
typedef struct {
    const ShardQuery *query;
    gboolean with;
    guint with_marker, n_with; /* the first one in WITH, their number */
    guint marker;              /* the first one in the branch itself */
} Branch;

static guint
count_markers(const ShardTokens *tokens, guint first_token, guint end_token)
{
    guint n = 0;

    for (guint i = first_token; i < end_token; i++)
        n += tokens->tokens[i].kind == SHARD_TOKEN_MARKER;
    return n;
}

static gboolean
names_cte(const ShardStatement *statement, const ShardQuery *query)
{
    for (guint i = 0; i < statement->n_tables; i++) {
        const ShardTableRef *ref = &statement->tables[i];
        if (ref->is_cte && ref->first_token >= query->first_token &&
            ref->last_token <= query->last_token)
            return TRUE;
    }
    return FALSE;
}

static Branch
find_branch(const SetPlanner *self, const ShardQuery *query)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;
    Branch branch = {.query = query, .marker = count_markers(tokens, 0, query->first_token)};

    branch.with = self->with.first <= self->with.last && names_cte(self->planner->statement, query);
    if (!branch.with)
        return branch;
    branch.with_marker = count_markers(tokens, 0, self->with.first);
    branch.n_with = count_markers(tokens, self->with.first, self->with.last + 1);
    return branch;
}

/* The statement's number of one of the branch's markers. */
static guint
marker_of(const Branch *branch, guint marker)
{
    return marker < branch->n_with ? branch->with_marker + marker
                                   : branch->marker + marker - branch->n_with;
}

static void
append_tokens(GString *out, const ShardTokens *tokens, guint first, guint last)
{
    gsize start = tokens->tokens[first].offset;
    gsize end = tokens->tokens[last].offset + tokens->tokens[last].size;

    g_string_append_len(out, tokens->text + start, (gssize) (end - start));
}

static ShardPrepared *
prepare_branch(SetPlanner *self, const Branch *branch)
{
    ShardPrepared *prepared = self->planner->prepared;
    const ShardQuery *query = branch->query;
    g_autoptr(GString) text = g_string_new(NULL);
    guint number = self->plans->len;

    if (prepared->branches == NULL)
        prepared->branches = g_ptr_array_new();
    if (number < prepared->branches->len)
        return prepared->branches->pdata[number];
    if (branch->with && shard_token_is(prepared->tokens, query->first_token, "with")) {
        shard_planner_refuse(self->error, "WITH inside a WITH and a set operation over several "
                                          "nodes");
        return NULL;
    }
    if (branch->with) {
        append_tokens(text, prepared->tokens, self->with.first, self->with.last);
        g_string_append_c(text, ' ');
    }
    append_tokens(text, prepared->tokens, query->first_token, query->last_token);
    ShardPrepared *made =
        shard_router_prepare(prepared->router, text->str, text->len, &prepared->mode, self->error);
    if (made != NULL)
        g_ptr_array_add(prepared->branches, made);
    return made;
}

static ShardPlan *
plan_branch(SetPlanner *self, const Branch *branch)
{
    ShardPlanInput input = *self->planner->input;
    ShardPrepared *prepared = prepare_branch(self, branch);

    if (prepared == NULL)
        return NULL;
    input.n_values = shard_prepared_n_markers(prepared);
    if (input.values != NULL && branch->n_with > 0) {
        ShardValue *values = shard_arena_array(self->planner->arena, ShardValue, input.n_values);
        for (guint i = 0; i < input.n_values; i++)
            values[i] = input.values[marker_of(branch, i)];
        input.values = values;
    } else if (input.values != NULL) {
        input.values += branch->marker;
    }
    return shard_prepared_plan(prepared, &input, self->error);
}

/* The branch's units with the statement's markers; takes plan. */
static void
add_units(SetPlanner *self, ShardPlan *plan, const Branch *branch)
{
    g_ptr_array_add(self->plans, plan);
    for (guint i = 0; i < plan->n_units; i++) {
        ShardUnit unit = plan->units[i];
        ShardUnitParam *params =
            shard_arena_memdup(plan->arena, unit.params, sizeof *params * unit.n_params);
        for (guint j = 0; j < unit.n_params; j++) {
            if (params[j].marker >= 0)
                params[j].marker = (gint) marker_of(branch, (guint) params[j].marker);
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
wait_for(SetPlanner *self, ShardPlan *plan, const Branch *branch)
{
    ShardStep step = plan->step;

    if (branch->n_with > 0) {
        shard_plan_free(plan);
        return shard_planner_refuse(self->error,
                                    "parameters in a WITH beside a set operation and a "
                                    "subquery that is run first");
    }
    plan->step.plan = NULL;
    step.first_marker += branch->marker;
    shard_planner_wait(self->planner->plan, step, self->planner->prepared->mode.dialect);
    shard_plan_free(plan);
    self->waits = TRUE;
    return FALSE;
}

static ShardMergeLiteral
literal_of(const SetPlanner *self, const ShardExpr *expr)
{
    const ShardToken *tokens = self->planner->prepared->tokens->tokens;

    if (expr == NULL || expr->kind != SHARD_EXPR_LITERAL)
        return SHARD_MERGE_TYPED;
    if (expr->literal == SHARD_LITERAL_NULL)
        return SHARD_MERGE_NULL;
    return expr->literal == SHARD_LITERAL_VALUE &&
                   tokens[expr->last_token].kind == SHARD_TOKEN_STRING
               ? SHARD_MERGE_STRING
               : SHARD_MERGE_TYPED;
}

static void
note_literals(const SetPlanner *self, const ShardQuery *query, ShardMergeSet *out)
{
    ShardMergeLiteral *literals =
        shard_arena_array(self->planner->arena, ShardMergeLiteral, query->n_items + 1);

    if (query->set != SHARD_SET_NONE)
        return;
    for (guint i = 0; i < query->n_items; i++)
        literals[i] = literal_of(self, query->items[i].expr);
    out->literals = literals;
    out->n_literals = query->n_items;
}

static gboolean
add_branch(SetPlanner *self, const ShardQuery *query, ShardMergeSet *out)
{
    const Branch branch = find_branch(self, query);
    ShardPlan *plan;

    if (self->plans->len == MAX_BRANCHES)
        return shard_planner_refuse(self->error, "a set operation of more than %u branches",
                                    MAX_BRANCHES);
    plan = plan_branch(self, &branch);
    if (plan == NULL)
        return FALSE;
    if (plan->kind == SHARD_PLAN_BEFORE)
        return wait_for(self, plan, &branch);
    if (plan->kind != SHARD_PLAN_UNITS || !plan->is_query || plan->is_write) {
        shard_plan_free(plan);
        return shard_planner_refuse(self->error, "a branch of a set operation that isn't a query");
    }
    *out = (ShardMergeSet){.spec = spec_of(self, plan),
                           .first_unit = self->units->len,
                           .n_units = plan->n_units,
                           .text = plan->merge == NULL ? "append" : shard_plan_merge_text(plan)};
    note_literals(self, query, out);
    add_units(self, plan, &branch);
    return TRUE;
}

/* What has an order or limit of its own is a branch, even if it is a set operation. */
static gboolean
is_branch(const ShardQuery *query, gboolean is_top)
{
    return query->set == SHARD_SET_NONE ||
           (!is_top && (query->n_order > 0 || query->limit.present));
}

static gboolean
add_set(SetPlanner *self, gint number, gboolean is_top, ShardMergeSet *out)
{
    const ShardQuery *query = &self->planner->statement->queries[number];
    ShardArena *arena = self->planner->arena;
    ShardMergeSet *left = shard_arena_new0(arena, ShardMergeSet);
    ShardMergeSet *right = shard_arena_new0(arena, ShardMergeSet);

    if (is_branch(query, is_top))
        return add_branch(self, query, out);
    out->kind = kinds[query->set];
    out->left = left;
    out->right = right;
    return add_set(self, query->left, FALSE, left) && add_set(self, query->right, FALSE, right);
}

/* ---- the whole ---- */

/* From WITH to the bracket that closes its last query. */
static gboolean
find_with(const ShardPlanner *self, With *out, GError **error)
{
    const ShardStatement *statement = self->statement;
    const ShardTokens *tokens = self->prepared->tokens;
    guint first = statement->queries[0].first_token;

    *out = (With){1, 0};
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->link != SHARD_LINK_CTE || query->parent != 0)
            continue;
        if (query->recursive)
            return shard_planner_refuse(error, "WITH RECURSIVE beside a set operation over several "
                                               "nodes");
        guint last = query->last_token;
        while (last + 1 < tokens->n_tokens &&
               tokens->tokens[last].depth > tokens->tokens[first].depth)
            last++;
        *out = (With){first, MAX(out->last, last)};
    }
    return TRUE;
}

static guint
count_with(const SetPlanner *self, gint number, gboolean is_top)
{
    const ShardQuery *query = &self->planner->statement->queries[number];

    return is_branch(query, is_top)
               ? (guint) find_branch(self, query).with
               : count_with(self, query->left, FALSE) + count_with(self, query->right, FALSE);
}

/* Which rows it has may differ each time it is asked. */
static gboolean
is_loose(const ShardQuery *query)
{
    return query->limit.present || query->n_distinct_on > 0 || query->has_window;
}

/* Branches that name the same rows of WITH must mean the same rows. */
static gboolean
check_with(const SetPlanner *self)
{
    const ShardStatement *statement = self->planner->statement;

    if (self->with.first > self->with.last || count_with(self, 0, TRUE) < 2)
        return TRUE;
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->first_token > self->with.first && query->last_token < self->with.last &&
            is_loose(query))
            return shard_planner_refuse(self->error,
                                        "a WITH with LIMIT, DISTINCT ON or windows that several "
                                        "branches of a set operation name, over several nodes");
    }
    return TRUE;
}

static gboolean
check(const ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;

    if (statement->has_volatile)
        return shard_planner_refuse(error, "a volatile function in a set operation over several "
                                           "nodes");
    return TRUE;
}

/* Items that have one type as likely as not: only what their branches are described to give tells
 * more of them, and a merge that fails. */
static gboolean
is_like(const SetPlanner *self, const ShardExpr *one, const ShardExpr *other)
{
    const ShardToken *tokens = self->planner->prepared->tokens->tokens;

    if (one == NULL || other == NULL || one->kind != other->kind)
        return one == other;
    if (one->kind == SHARD_EXPR_LITERAL)
        return one->literal == other->literal &&
               tokens[one->last_token].kind == tokens[other->last_token].kind;
    return one->kind == SHARD_EXPR_COLUMN ||
           (one->kind == SHARD_EXPR_AGGREGATE && g_strcmp0(one->name, other->name) == 0);
}

/* Do the branches' items look as if they had other types than the first one's? */
static gboolean
are_mixed(const SetPlanner *self, gint number, gboolean is_top, const ShardQuery **first)
{
    const ShardQuery *query = &self->planner->statement->queries[number];

    if (!is_branch(query, is_top))
        return are_mixed(self, query->left, FALSE, first) ||
               are_mixed(self, query->right, FALSE, first);
    while (query->set != SHARD_SET_NONE)
        query = &self->planner->statement->queries[query->left];
    if (*first == NULL)
        *first = query;
    for (guint i = 0; i < MIN(query->n_items, (*first)->n_items); i++)
        if (!is_like(self, (*first)->items[i].expr, query->items[i].expr))
            return TRUE;
    return FALSE;
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
    const ShardQuery *first = NULL;
    ShardMergePlan merge;

    if (!shard_merge_plan_new(&input, &merge, self->error))
        return FALSE;
    merge.spec->set = set;
    merge.spec->is_doubtful = merge.spec->is_doubtful || are_mixed(self, 0, TRUE, &first);
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

    if (!check(self, error) || !find_with(self, &planner.with, error) || !check_with(&planner))
        return FALSE;
    if (add_set(&planner, 0, TRUE, set))
        return finish(&planner, set);
    return planner.waits;
}
