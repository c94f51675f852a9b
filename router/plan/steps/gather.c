/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/gather-private.h"

/* The plan that asks for a table's rows; takes reading. */
static ShardPlan *
ask(const ShardGatherer *self, ShardPlan *reading, const GError *refused)
{
    ShardArena *arena = shard_arena_new();
    ShardPlan *plan = shard_arena_new0(arena, ShardPlan);
    const ShardStep step = {.plan = reading,
                            .wants = SHARD_STEP_ROWS,
                            .most_bytes = self->limits.bytes,
                            .why = shard_arena_strndup(arena, refused->message, -1)};

    plan->arena = arena;
    shard_planner_wait(plan, step, self->prepared->mode.dialect);
    plan->statement = self->prepared->statement;
    plan->reason = self->target < 0
                       ? "the tables' rows are read first, and one shard answers over them"
                       : "the other tables' rows are read first, and written into the statement";
    return plan;
}

static ShardDerived **
reader_of(ShardPrepared *prepared, guint table)
{
    if (prepared->readers == NULL)
        prepared->readers = g_ptr_array_new();
    if (prepared->readers->len <= table)
        g_ptr_array_set_size(prepared->readers, (gint) table + 1);
    return (ShardDerived **) &prepared->readers->pdata[table];
}

/* NULL with *answer: the rows are there. */
static ShardPlan *
read_table(ShardGatherer *self, guint table, const GArray *columns, const ShardPlanInput *input,
           const ShardAnswer **answer, GError **error)
{
    ShardText text = shard_gather_question(self, table, columns);
    ShardPlanInput reading = *input;

    /* What forbids to read all nodes forbids this, too. */
    reading.is_gathering = TRUE;
    ShardPlan *plan = shard_derived_plan(reader_of(self->prepared, table), self->prepared, &text,
                                         &reading, error);

    if (plan == NULL)
        return NULL;
    if (plan->kind != SHARD_PLAN_UNITS || !plan->is_query) {
        shard_plan_free(plan);
        shard_planner_refuse(error, "a table whose rows can't be read first");
        return NULL;
    }
    plan->weak_read_allowed = plan->weak_read_allowed && self->target < 0;
    *answer = shard_planner_answer(input);
    if (*answer == NULL)
        return plan;
    shard_plan_free(plan);
    return NULL;
}

ShardPlan *
shard_gather_plan(ShardPrepared *self, const ShardPlanInput *input, const GError *refused,
                  GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_auto(ShardEdits) edits = {0};
    ShardGatherer gatherer = {.prepared = self, .analysis = &self->analysis, .arena = arena};

    gatherer.limits = input->limits != NULL
                          ? *input->limits
                          : (ShardAnswerLimits){SHARD_ANSWER_ROWS, SHARD_ANSWER_BYTES};
    if (gatherer.limits.rows == 0 || (input->values == NULL && self->tokens->n_markers > 0) ||
        !shard_gather_check(&gatherer))
        return NULL;
    shard_edits_init(&edits, self->tokens, arena);
    for (guint i = 0; i < self->analysis.n_refs; i++) {
        const ShardAnswer *answer = NULL;
        GError *failed = NULL;
        if (!shard_gather_reads(&gatherer, i))
            continue;
        g_autoptr(GArray) columns = shard_gather_columns(&gatherer, i);
        if (columns == NULL)
            return NULL;
        ShardPlan *reading = read_table(&gatherer, i, columns, input, &answer, &failed);
        if (reading != NULL)
            return ask(&gatherer, reading, refused);
        if (failed != NULL) {
            g_propagate_error(error, failed);
            return NULL;
        }
        if (!shard_gather_is_exact(answer)) {
            shard_planner_refuse(error,
                                 "a time that a time zone has twice, a date without a month or a "
                                 "very long text in rows that are read first: %s",
                                 refused->message);
            return NULL;
        }
        shard_gather_write(&gatherer, i, columns, answer, &edits);
    }
    if (!shard_gather_keep_labels(&gatherer, &edits))
        return NULL;
    ShardText text = shard_edits_apply(&edits, arena);
    if (text.size > gatherer.limits.bytes) {
        shard_planner_refuse(error, SHARD_TOO_MANY_BYTES "%s%s", gatherer.limits.bytes, ": ",
                             refused->message);
        return NULL;
    }
    ShardPlanInput then = *input;
    then.is_gathering = TRUE;
    ShardPlan *plan = shard_derived_plan(&self->derived, self, &text, &then, error);
    if (plan != NULL)
        plan->written_out = TRUE;
    return plan;
}

void
shard_gather_free(GPtrArray *readers)
{
    for (guint i = 0; readers != NULL && i < readers->len; i++)
        shard_derived_free(readers->pdata[i]);
    g_clear_pointer(&readers, g_ptr_array_unref);
}
