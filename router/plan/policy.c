/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * policy.c - what isn't done although it could be: statements over several nodes where the rules,
 * or the connection, forbid them, and writes that a hint, or a node's own name, would take away
 * from where their keys belong.
 */
#include "router/plan/colocate.h"
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include <string.h>

/* ---- several nodes ---- */

/* "'user_id' or 'line'": the columns whose values would have narrowed it. */
static const char *
missing_columns(const ShardTable *table, const ShardSpread *spread, ShardArena *arena)
{
    const ShardStrategy *strategy =
        spread->several_shards && table->shard_strategy.algorithm != NULL ? &table->shard_strategy
                                                                          : &table->table_strategy;
    g_autoptr(GString) names = g_string_new(NULL);

    for (guint i = 0; i < strategy->n_keys; i++)
        g_string_append_printf(names, "%s'%s'", i > 0 ? " and " : "", strategy->keys[i]);
    return names->len == 0 ? NULL : shard_arena_strndup(arena, names->str, -1);
}

static const char *
describe_scatter(ShardPlanner *self, const ShardTable *table, const ShardSpread *spread,
                 gboolean write)
{
    const char *several =
        spread != NULL && spread->several_shards ? "several shards" : "several nodes";
    const char *columns = spread == NULL ? NULL : missing_columns(table, spread, self->arena);
    g_autofree char *text = NULL;

    if (spread == NULL)
        text = g_strdup_printf("rows of several nodes of '%s' in one INSERT", table->name);
    else if (columns == NULL)
        text = g_strdup_printf("%s %s of '%s' at once", write ? "writes" : "reads", several,
                               table->name);
    else
        text = g_strdup_printf("%s %s of '%s' at once, as no condition narrows %s",
                               write ? "writes" : "reads", several, table->name, columns);
    return shard_arena_strndup(self->arena, text, -1);
}

static ShardPolicy
policy_of(const ShardPlanner *self, const ShardTable *table, gboolean write)
{
    const ShardPolicyChoice *choice =
        write ? &self->input->scatter_write : &self->input->scatter_read;

    if (choice->is_set)
        return choice->policy;
    return write ? table->scatter_write : table->scatter_read;
}

gboolean
shard_planner_check_policy(ShardPlanner *self, const ShardSpread *spread, gboolean write,
                           GError **error)
{
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        const ShardRef *ref = &self->analysis->refs[i];
        if (ref->kind != SHARD_REF_SHARDED || !ref->is_used)
            continue;
        ShardPolicy policy = policy_of(self, ref->table, write);
        if (policy == SHARD_POLICY_ALLOW)
            continue;
        const char *what = describe_scatter(self, ref->table, spread, write);
        if (policy == SHARD_POLICY_REFUSE)
            return shard_planner_refuse(error, "%s; scatter-%s = refuse forbids that", what,
                                        write ? "write" : "read");
        self->plan->warning = what;
    }
    return TRUE;
}

/* ---- names that can't be read ---- */

static gboolean
has_several_nodes(const ShardRules *rules)
{
    for (guint i = 0; i < shard_rules_n_tables(rules); i++)
        if (shard_rules_table(rules, i)->n_nodes > 1)
            return TRUE;
    return FALSE;
}

gboolean
shard_planner_check_tokens(const ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;

    if (tokens->invalid_token < 0 || !has_several_nodes(self->analysis->rules))
        return TRUE;
    const ShardToken *token = &tokens->tokens[tokens->invalid_token];
    return shard_planner_refuse(error,
                                "the statement can't be read at '%.*s', which may hide the name of "
                                "a table on several nodes",
                                (int) MIN(token->size, 40), tokens->text + token->offset);
}

/* ---- nodes by their own names ---- */

gboolean
shard_planner_check_node_name(const ShardPlanner *self, guint number, GError **error)
{
    const ShardTableRef *name = &self->statement->tables[number];
    const ShardRef *ref = &self->analysis->refs[number];
    const ShardHintSet *hints = self->route_input.hints;
    guint node;

    if (ref->kind != SHARD_REF_OTHER || ref->shard < 0 || (hints != NULL && hints->skip_rewrite))
        return TRUE;
    if (ref->is_catalog && shard_rules_n_shards(self->analysis->rules) > 1)
        return shard_planner_refuse(error, "a write to '%s', which each shard has for itself",
                                    name->name);
    const ShardTable *table = shard_rules_find_actual(self->analysis->rules, (guint) ref->shard,
                                                      name->schema, name->name, &node);
    if (table == NULL || table->kind != SHARD_TABLE_SHARDED || shard_table_keys(table)[0] == NULL ||
        (name->quoted && strcmp(table->nodes[node].table, name->name) != 0))
        return TRUE;
    return shard_planner_refuse(error, "'%s' is a node of '%s'; name '%s'", name->name, table->name,
                                table->name);
}

/* ---- hints ---- */

static gboolean
reaches(const ShardPlan *plan, guint shard)
{
    for (guint i = 0; i < plan->n_units; i++)
        if (plan->units[i].shard == shard)
            return TRUE;
    return FALSE;
}

/* Is any row of it placed elsewhere? */
static gboolean
belongs_elsewhere(const ShardPlanner *self, const ShardPlan *plan, guint shard)
{
    const ShardInsert *insert = self->statement->insert;

    if (plan->kind != SHARD_PLAN_UNITS)
        return FALSE;
    if (self->statement->kind == SHARD_STATEMENT_INSERT)
        return self->analysis->refs[insert->table].kind == SHARD_REF_SHARDED &&
               (!reaches(plan, shard) || plan->n_units > 1);
    return !reaches(plan, shard) &&
           (plan->route == SHARD_ROUTE_SINGLE || plan->route == SHARD_ROUTE_SEVERAL ||
            plan->route == SHARD_ROUTE_RANGE);
}

gboolean
shard_planner_check_hinted(const ShardPlanner *self, const char *shard,
                           gboolean (*plan)(ShardPlanner *self, GError **error), GError **error)
{
    gint number = shard_rules_find_shard(self->analysis->rules, shard);
    ShardStatementKind kind = self->statement->kind;
    ShardPlanInput input = *self->input;
    ShardPlanner probe = *self;

    if (number < 0 || (kind != SHARD_STATEMENT_INSERT && kind != SHARD_STATEMENT_UPDATE &&
                       kind != SHARD_STATEMENT_DELETE))
        return TRUE;
    /* The plan is only looked at; where it can't be made the hint alone counts. */
    input.answers = NULL;
    probe.input = &input;
    probe.plan = shard_arena_new0(self->arena, ShardPlan);
    probe.plan->statement = self->statement;
    gboolean conflicts = plan(&probe, NULL) && belongs_elsewhere(self, probe.plan, (guint) number);
    shard_plan_free(probe.plan->step.plan);
    if (!conflicts)
        return TRUE;
    const ShardUnit *unit = probe.plan->units;
    for (guint i = 0; i < probe.plan->n_units && unit->shard == (guint) number; i++)
        unit++;
    return shard_planner_refuse(
        error,
        "a hint sends this write to shard '%s', but its keys belong to shard '%s'; leave out "
        "one of them",
        shard, shard_rules_shard(self->analysis->rules, unit->shard)->name);
}
