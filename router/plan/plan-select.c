/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/expr.h"
#include "router/plan/rewrite/rewrite.h"
#include "router/plan/router-private.h"
#include "router/plan/condition/scope.h"

#include "router/base/error.h"

#include <string.h>

static gboolean
is_for_update(const ShardStatement *statement)
{
    for (guint i = 0; i < statement->n_queries; i++) {
        if (statement->queries[i].for_update)
            return TRUE;
    }
    return FALSE;
}

/* Is the answer just the rows of each node, in any order? */
static gboolean
is_plain(const ShardQuery *query)
{
    return query->set == SHARD_SET_NONE && !query->distinct && query->n_distinct_on == 0 &&
           query->n_group == 0 && !query->has_aggregate && !query->has_window &&
           query->having == NULL && query->n_order == 0 && !query->limit.present &&
           !query->is_values;
}

/* Does it name a column that isn't grouped by, outside of aggregates? */
static gboolean
leaves_group(const ShardPlanner *self, guint number, const ShardExpr *expr)
{
    const ShardQuery *query = &self->statement->queries[number];

    if (expr == NULL || expr->kind == SHARD_EXPR_AGGREGATE || expr->kind == SHARD_EXPR_SUBQUERY)
        return FALSE;
    for (guint i = 0; i < query->n_group; i++) {
        if (shard_expr_equal(shard_scope_group_expr(self->analysis, (gint) number, i), expr,
                             self->prepared->tokens))
            return FALSE;
    }
    for (guint i = 0; i < expr->n_args; i++) {
        if (leaves_group(self, number, expr->args[i]))
            return TRUE;
    }
    return expr->kind == SHARD_EXPR_COLUMN || expr->kind == SHARD_EXPR_STAR;
}

/* PostgreSQL: a primary key that is grouped by lets its table's other columns stand; a union has no
 * primary key. */
static gboolean
needs_primary_key(const ShardPlanner *self)
{
    if (self->prepared->mode.dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    for (guint i = 0; i < self->statement->n_queries; i++) {
        const ShardQuery *query = &self->statement->queries[i];
        gboolean found = query->n_group > 0 && leaves_group(self, i, query->having);
        for (guint j = 0; j < query->n_items && query->n_group > 0 && !found; j++)
            found = leaves_group(self, i, query->items[j].expr);
        for (guint j = 0; j < query->n_order && query->n_group > 0 && !found; j++)
            found = query->order[j].item < 0 && leaves_group(self, i, query->order[j].expr);
        if (found)
            return TRUE;
    }
    return FALSE;
}

/* A union has no rowid or ctid.  MariaDB changes ENUM, SET and BIT columns, and columns of several
 * collations in it. */
static gboolean
keeps_columns(const ShardPlanner *self)
{
    if (shard_scope_names_place(self->analysis) || needs_primary_key(self))
        return FALSE;
    if (self->prepared->mode.dialect != SHARD_DIALECT_MYSQL || self->analysis->schema == NULL)
        return TRUE;
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        const ShardRef *ref = &self->analysis->refs[i];
        if (ref->kind != SHARD_REF_SHARDED)
            continue;
        const ShardTableSchema *facts =
            shard_schema_table(self->analysis->schema, ref->table->name);
        for (guint j = 0; facts != NULL && j < facts->n_columns; j++) {
            if (facts->columns[j].type == SHARD_TYPE_ENUM ||
                facts->columns[j].type == SHARD_TYPE_OTHER)
                return FALSE;
        }
    }
    return TRUE;
}

/* The IN list's values that the nodes of a shard can have. */
static gboolean
choose_values(ShardPlanner *self, const ShardRoute *route, guint shard, ShardListChoice *out)
{
    ShardListPlaces places;

    if (!shard_planner_split_list(self, &places))
        return FALSE;
    guint table = (guint) places.split->table;
    ShardNodes nodes = shard_route_on_shard(self->analysis->refs[table].table,
                                            &route->union_nodes[table], shard, self->arena);
    *out = shard_list_split_choose(&places, &nodes, self->arena);
    return TRUE;
}

static void
note_united(const ShardPlanner *self, ShardUnit *unit)
{
    const ShardTable **tables =
        shard_arena_array(self->arena, const ShardTable *, self->analysis->n_refs);

    for (guint i = 0; i < self->analysis->n_refs; i++) {
        const ShardRef *ref = &self->analysis->refs[i];
        if (ref->kind == SHARD_REF_SHARDED && ref->is_used)
            tables[unit->n_united++] = ref->table;
    }
    unit->united = tables;
}

/* One text for all nodes of a shard that matter. */
static gboolean
make_union(ShardPlanner *self, const ShardRoute *route, guint number, const ShardMergePlan *merge,
           ShardUnit *unit)
{
    g_auto(ShardEdits) edits = {0};
    const ShardRouteUnit *place = &route->units[number];
    ShardListChoice list;

    shard_edits_init(&edits, self->prepared->tokens, self->arena);
    if (!shard_rewrite_union(&edits, self->analysis, place, route->union_nodes))
        return FALSE;
    shard_labels_keep(&edits, self->analysis, self->prepared->mode.dialect, merge != NULL);
    if (merge != NULL)
        shard_merge_plan_apply(merge, &edits);
    gboolean splits = route->n_units > 1 && choose_values(self, route, place->shard, &list);
    if (splits)
        shard_list_split_apply(&list, &edits);
    ShardText text = shard_edits_apply(&edits, self->arena);
    if (splits)
        shard_list_split_fill(&list, (ShardUnitParam *) text.params, text.n_params);
    shard_planner_set_unit(unit, place, &text);
    note_united(self, unit);
    if (merge != NULL)
        unit->params = shard_planner_fill_params(self, &text, merge);
    unit->nodes_text =
        shard_rewrite_union_nodes_text(self->analysis, place, route->union_nodes, self->arena);
    /* PostgreSQL doesn't say NOT NULL of a union's columns. */
    self->plan->written_out = self->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL;
    return TRUE;
}

/* Rows of one text, as they come. */
static const ShardMergeSpec *
append_rows(ShardPlanner *self)
{
    const ShardMergeInput input = {
        .analysis = self->analysis, .query = self->analysis->top, .arena = self->arena};
    ShardMergeSpec *spec =
        shard_arena_memdup(self->arena, shard_planner_append(self), sizeof *spec);

    shard_merge_add_decimals(&input, spec);
    return spec;
}

/* All nodes on one shard: its database answers the statement over the union of them. */
static gboolean
plan_union(ShardPlanner *self, const ShardRoute *route)
{
    ShardUnit *unit = shard_arena_new0(self->arena, ShardUnit);

    if (!keeps_columns(self) || !make_union(self, route, 0, NULL, unit))
        return FALSE;
    self->plan->units = unit;
    self->plan->n_units = 1;
    self->plan->route = route->kind;
    self->plan->merge = append_rows(self);
    self->plan->reason = "all nodes on one shard, in one text";
    return TRUE;
}

/* Each shard answers over the union of its nodes, and the shards' answers are merged. */
static gboolean
plan_shard_unions(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    const ShardMergeInput input = {.analysis = self->analysis,
                                   .query = self->analysis->top,
                                   .spread = {.several_shards = route->n_units > 1},
                                   .united = TRUE,
                                   .constants = &self->constants,
                                   .sums_in_halves = self->input->sums_in_halves,
                                   .arena = self->arena};
    ShardUnit *units = shard_arena_array(self->arena, ShardUnit, route->n_units);
    ShardMergePlan merge;

    if (!keeps_columns(self))
        return shard_planner_refuse(error, "columns that a union changes");
    if (route->n_units > 1 && !shard_merge_plan_new(&input, &merge, error))
        return FALSE;
    for (guint i = 0; i < route->n_units; i++) {
        if (!make_union(self, route, i, route->n_units > 1 ? &merge : NULL, &units[i]))
            return shard_planner_refuse(error, "a table of several nodes in this place");
    }
    self->plan->units = units;
    self->plan->n_units = route->n_units;
    self->plan->route = route->kind;
    self->plan->merge = route->n_units > 1 ? merge.spec : append_rows(self);
    self->plan->reason = "each shard answers over all its nodes, in one text";
    return TRUE;
}

static gboolean
plan_scatter(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    const ShardMergeInput input = {.analysis = self->analysis,
                                   .query = self->analysis->top,
                                   .spread = route->spread,
                                   .constants = &self->constants,
                                   .sums_in_halves = self->input->sums_in_halves,
                                   .arena = self->arena};
    ShardMergePlan merge;

    if (!shard_merge_plan_new(&input, &merge, error) ||
        !shard_planner_units(self, route, &merge, error))
        return FALSE;
    self->plan->merge = merge.spec;
    return TRUE;
}

/* What the nodes of one shard can't be merged for, its database may answer over all of them. */
static gboolean
plan_scatter_or_unions(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    g_autoptr(GError) refused = NULL;
    ShardRoute by_shard;

    if (plan_scatter(self, route, &refused))
        return TRUE;
    if (route->may_unite_shards && route->spread.several_nodes &&
        shard_route_by_shard(&self->route_input, route->union_nodes, &by_shard, NULL) &&
        plan_shard_unions(self, &by_shard, NULL))
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&refused));
    return FALSE;
}

static gboolean
plan_several(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    const ShardQuery *query = &self->statement->queries[self->analysis->top];

    if (!shard_planner_check_policy(self, &route->spread, FALSE, error))
        return FALSE;
    if (route->may_unite && (route->only_unite != NULL || !is_plain(query)) &&
        plan_union(self, route))
        return TRUE;
    if (route->only_unite != NULL && route->may_unite_shards)
        return plan_shard_unions(self, route, error);
    if (route->only_unite != NULL)
        return shard_planner_refuse(error, "%s; over several nodes this can't be answered",
                                    route->only_unite);
    return plan_scatter_or_unions(self, route, error);
}

#define QUOTED_SET_CONFIG "\"set_config\""

/* PostgreSQL's set_config() is a SET, and would be one of a single shard. */
static gboolean
sets_one_session(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    if (!self->statement->session_bound || shard_rules_n_shards(self->analysis->rules) == 1)
        return FALSE;
    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        gboolean is_quoted =
            token->size == strlen(QUOTED_SET_CONFIG) &&
            memcmp(tokens->text + token->offset, QUOTED_SET_CONFIG, token->size) == 0;
        if ((is_quoted || shard_token_is(tokens, i, "set_config")) &&
            shard_token_is(tokens, i + 1, "("))
            return TRUE;
    }
    return FALSE;
}

/* nextval, locks and the like belong to one session: the default shard's. */
static gboolean
route_session(ShardPlanner *self, ShardRoute *route, GError **error)
{
    const ShardStatement *statement = self->statement;
    gint last = self->input->last_write_shard;

    if (sets_one_session(self))
        return shard_planner_refuse(error, "set_config() would be of one shard's session; write "
                                           "SET, or SET LOCAL");
    if (self->analysis->n_refs > 0 ||
        (!statement->session_bound && !statement->last_insert && !statement->last_statement))
        return shard_route_rows(&self->route_input, route, error);
    if (statement->last_statement && (self->input->last_shard == -2 ||
                                      (statement->last_insert && last != self->input->last_shard)))
        return shard_planner_refuse(error, "what the last statement left (warnings, counts of "
                                           "rows), which went to several nodes");
    if (statement->last_statement && !statement->last_insert && self->input->last_shard >= 0) {
        shard_route_one(&self->route_input, (guint) self->input->last_shard, SHARD_ROUTE_DEFAULT,
                        route);
        return TRUE;
    }
    if (statement->last_insert && last == -2)
        return shard_planner_refuse(error, "the last write went to several shards, so the last "
                                           "inserted key or row count isn't one value");
    guint shard =
        statement->last_insert && last >= 0 ? (guint) last : shard_planner_home_shard(self);
    shard_route_one(&self->route_input, shard, SHARD_ROUTE_DEFAULT, route);
    return TRUE;
}

static gboolean
plan_whole(ShardPlanner *self, GError **error)
{
    ShardRoute route;

    if (!route_session(self, &route, error))
        return FALSE;
    if (route.n_units == 1 && route.only_unite == NULL)
        return shard_planner_units(self, &route, NULL, error);
    return plan_several(self, &route, error);
}

/* What the nodes can't answer as a whole may be made of the answers to the branches. */
static gboolean
plan_whole_or_set(ShardPlanner *self, GError **error)
{
    g_autoptr(GError) refused = NULL;

    if (plan_whole(self, &refused))
        return TRUE;
    if (!g_error_matches(refused, SHARD_ERROR, SHARD_ERROR_REFUSED) ||
        self->statement->n_queries == 0 || self->statement->queries[0].set == SHARD_SET_NONE) {
        g_propagate_error(error, g_steal_pointer(&refused));
        return FALSE;
    }
    return shard_plan_set(self, error);
}

/* MariaDB's connector takes VALUES for no query, and loses its way in the rows that come. */
static gboolean
check_values(const ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    guint first = 0;

    while (shard_token_is(tokens, first, "("))
        first++;
    if (self->prepared->mode.dialect != SHARD_DIALECT_MYSQL ||
        !shard_token_is(tokens, first, "values"))
        return TRUE;
    return shard_planner_refuse(error, "VALUES as a statement; write SELECT * FROM (VALUES ...) t");
}

gboolean
shard_plan_select(ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;

    if (!check_values(self, error))
        return FALSE;

    self->plan->for_update = is_for_update(statement);
    self->plan->weak_read_allowed = !self->plan->for_update && !statement->has_volatile &&
                                    !statement->calls_own && !statement->session_bound &&
                                    !statement->last_insert;
    self->plan->streamable = self->plan->weak_read_allowed;
    if (!plan_whole_or_set(self, error))
        return FALSE;
    if (self->plan->kind == SHARD_PLAN_UNITS)
        shard_planner_finish(self, TRUE);
    return TRUE;
}

/* ---- describing ---- */

static gboolean
place_all(ShardPlanner *self, guint shard, ShardRouteUnit *out)
{
    const ShardAnalysis *analysis = self->analysis;
    guint *nodes = shard_arena_array(self->arena, guint, analysis->n_refs + 1);

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        gboolean found = ref->table == NULL;
        for (guint node = 0; ref->table != NULL && node < ref->table->n_nodes && !found; node++) {
            found = ref->table->nodes[node].shard == shard;
            nodes[i] = node;
        }
        if (!found ||
            (ref->kind == SHARD_REF_OTHER && !ref->is_catalog && ref->shard != (gint) shard))
            return FALSE;
    }
    *out = (ShardRouteUnit){.shard = shard, .lead_node = nodes[analysis->lead], .ref_nodes = nodes};
    return TRUE;
}

/* One node of every table, all on one shard; what they hold doesn't matter. */
static gboolean
plan_description(ShardPlanner *self, GError **error)
{
    guint n = shard_rules_n_shards(self->analysis->rules);
    ShardRoute route = {.n_units = 1, .kind = SHARD_ROUTE_UNICAST};
    ShardRouteUnit place;

    route.units = &place;
    if (place_all(self, shard_route_any(&self->route_input), &place))
        return shard_planner_units(self, &route, NULL, error);
    for (guint i = 0; i < n; i++) {
        if (place_all(self, i, &place))
            return shard_planner_units(self, &route, NULL, error);
    }
    return shard_planner_refuse(error, "the statement's tables aren't together on any shard");
}

gboolean
shard_plan_describe(ShardPlanner *self, GError **error)
{
    gboolean made;

    if (self->analysis->lead >= 0) {
        made = plan_description(self, error);
    } else {
        ShardRoute route;
        made = route_session(self, &route, error) && shard_planner_units(self, &route, NULL, error);
    }
    if (made)
        shard_planner_finish(self, TRUE);
    return made;
}
