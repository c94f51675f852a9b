/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * variable.c - MariaDB's user variables, which each connection has for itself.
 *
 * SET @a = 5 runs on every shard.  What only one shard can say (SELECT v INTO @a FROM t WHERE
 * k = 3, @a := …, SET @a = now(), a routine's OUT argument) stays there: from then on statements
 * with user variables go to that shard, or are refused.
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include "router/sql/functions.h"

guint
shard_planner_home_shard(const ShardPlanner *self)
{
    gint shard = shard_rules_default_shard(self->analysis->rules);

    if (self->statement->reads_variable && self->input->variable_shard > 0)
        return self->input->variable_shard - 1;
    return shard < 0 ? 0 : (guint) shard;
}

/* A word that isn't known to be a constant, the name of a setting, or a call that gives the same
 * everywhere. */
static gboolean
may_differ(const ShardPlanner *self, guint token)
{
    static const char *const constants[] = {"set",   "true",   "false",   "null", "session",
                                            "local", "global", "default", "not",  "and",
                                            "or",    "div",    "mod",     "is",   "collate"};
    const ShardTokens *tokens = self->prepared->tokens;

    if (tokens->tokens[token].kind != SHARD_TOKEN_NAME || shard_token_is(tokens, token + 1, "=") ||
        shard_token_is(tokens, token + 1, ":="))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(constants); i++) {
        if (shard_token_is(tokens, token, constants[i]))
            return FALSE;
    }
    g_autofree char *name = g_ascii_strdown(tokens->text + tokens->tokens[token].offset,
                                            (gssize) tokens->tokens[token].size);
    if (shard_token_is(tokens, token + 1, "("))
        return shard_function_flags(SHARD_DIALECT_MYSQL, name) != 0 ||
               !shard_function_is_plain(name);
    return shard_function_flags(SHARD_DIALECT_MYSQL, name) != 0 ||
           shard_token_is(tokens, token, "select");
}

gboolean
shard_planner_sets_computed(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = 0; self->statement->reads_variable && i < tokens->n_tokens; i++) {
        if (may_differ(self, i))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_planner_check_variables(ShardPlanner *self, GError **error)
{
    const ShardRules *rules = self->analysis->rules;
    ShardPlan *plan = self->plan;

    if (!self->statement->reads_variable || plan->kind != SHARD_PLAN_UNITS)
        return TRUE;
    for (guint i = 0; self->input->variable_shard > 0 && i < plan->n_units; i++) {
        if (plan->units[i].shard == self->input->variable_shard - 1)
            continue;
        return shard_planner_refuse(error,
                                    "a user variable: they were assigned on shard '%s', and this "
                                    "statement goes to shard '%s'; give the value as a parameter",
                                    shard_rules_shard(rules, self->input->variable_shard - 1)->name,
                                    shard_rules_shard(rules, plan->units[i].shard)->name);
    }
    plan->sets_variables =
        self->statement->sets_variable || self->statement->kind == SHARD_STATEMENT_SET;
    return TRUE;
}
