/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a plan is made of: the text, one set of parameters, and what the connection knows. */
#include "driver/odbc/stmt/stmt.h"

/* Table facts that planning wants; loads what is missing. */
static const ShardSchema *
find_schema(ShardStmt *self, GError **error)
{
    ShardSession *session = self->connection->session;
    const ShardSchema *schema = shard_session_schema(session, NULL, error);

    if (schema == NULL || shard_schema_version(schema) == self->complete_schema)
        return schema;
    g_autofree const char **missing = shard_prepared_missing_tables(self->prepared, schema);
    if (missing != NULL)
        return shard_session_schema(session, missing, error);
    self->complete_schema = shard_schema_version(schema);
    return schema;
}

static gboolean
fill_input(ShardStmt *self, ShardPlanInput *input, GError **error)
{
    ShardDbc *connection = self->connection;
    ShardSession *session = connection->session;

    *input = (ShardPlanInput){
        .schema = find_schema(self, error),
        .joined = shard_session_in_transaction(session) ? shard_session_joined(session) : NULL,
        .last_write_shard = shard_session_last_write_shard(session),
        .last_shard = shard_session_last_shard(session),
        .variable_shard = shard_session_variable_shard(session),
        .generated_key = shard_session_generated_key(session),
        .hints_enabled = connection->settings->hints,
        .catalog =
            connection->catalog != NULL ? connection->catalog : connection->settings->catalog};
    /* Only what can be run again may be tried the quick way. */
    input->sums_in_halves =
        self->sums_in_halves ||
        shard_prepared_statement(self->prepared)->kind != SHARD_STATEMENT_SELECT;
    input->limits = &connection->settings->limits;
    input->scatter_read = connection->choices.scatter_read;
    input->scatter_write = connection->choices.scatter_write;
    const ShardModify *modify = shard_prepared_statement(self->prepared)->modify;
    if (modify != NULL && modify->current_of != NULL &&
        !shard_stmt_find_cursor(self, modify->current_of, input, error))
        return FALSE;
    const ShardHintSources hints = {&connection->hints, &self->hint_texts, self->attributes};
    if (input->schema != NULL && shard_has_hints(&hints)) {
        const ShardRules *rules = shard_router_rules(shard_session_router(session));
        input->hints = &self->hints;
        return shard_choose_hints(&hints, rules, &self->hints, error);
    }
    return input->schema != NULL;
}

ShardPlan *
shard_stmt_describe_plan(ShardStmt *self, GError **error)
{
    ShardPlanInput input;

    if (!fill_input(self, &input, error))
        return NULL;
    return shard_prepared_describe(self->prepared, &input, error);
}

ShardPlan *
shard_stmt_plan_row(ShardStmt *self, SQLULEN row, GError **error)
{
    ShardPlanInput input;
    guint n = shard_prepared_n_markers(self->prepared);

    shard_arena_reset(self->arena);
    if (n > 0 && shard_prepared_statement(self->prepared)->kind == SHARD_STATEMENT_PREVIEW &&
        self->apd->count < n)
        n = 0; /* PREVIEW works with markers that nothing is bound to */
    if (!shard_params_collect(self, n, row, error) || !fill_input(self, &input, error))
        return NULL;
    input.values = n == 0 ? NULL : self->params.values;
    input.n_values = n;
    return shard_prepared_plan(self->prepared, &input, error);
}

ShardPlan *
shard_stmt_plan_again(ShardStmt *self, ShardAnswers *answers, const GError *unmergeable,
                      GError **error)
{
    ShardPlanInput input;
    guint n = shard_prepared_n_markers(self->prepared);

    if (!fill_input(self, &input, error))
        return NULL;
    input.values = n == 0 ? NULL : self->params.values;
    input.n_values = n;
    input.answers = answers;
    input.unmergeable = unmergeable;
    return shard_prepared_plan(self->prepared, &input, error);
}
