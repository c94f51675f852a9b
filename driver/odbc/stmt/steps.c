/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/steps.h"

#include <string.h>

/* FALSE: there are too many rows, or they are too long, by what has come so far. */
static gboolean
check_limits(const ShardSteps *self, const ShardStep *step, const ShardAnswer *answer, gsize bytes,
             GError **error)
{
    guint most = self->statement->connection->settings->limits.rows;
    const char *between = step->why != NULL ? ": " : "", *why = step->why != NULL ? step->why : "";

    if (answer->n_rows == most) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000", SHARD_TOO_MANY_ROWS "%s%s", most,
                        between, why);
        return FALSE;
    }
    if (step->most_bytes > 0 && bytes > step->most_bytes) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000", SHARD_TOO_MANY_BYTES "%s%s",
                        step->most_bytes, between, why);
        return FALSE;
    }
    return TRUE;
}

static gboolean
read_rows(ShardSteps *self, const ShardStep *step, ShardStream *stream, ShardAnswer *out,
          GError **error)
{
    ShardArena *arena = self->statement->arena;
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(ShardValue));
    const ShardValue *row;
    ShardFetch fetched;
    gsize bytes = 0;

    out->n_columns = stream->columns->n_columns;
    while ((fetched = shard_stream_next(stream, &row, error)) == SHARD_ROW) {
        out->count++;
        if (step->wants == SHARD_STEP_COUNT)
            continue;
        if (!check_limits(self, step, out, bytes, error))
            return FALSE;
        for (guint i = 0; i < out->n_columns; i++) {
            ShardValue value = shard_value_copy(&row[i], arena);
            bytes += shard_value_has_text(&value) ? value.text.size : 0;
            g_array_append_val(values, value);
        }
        out->n_rows++;
        if (step->wants == SHARD_STEP_ANY_ROW)
            break;
    }
    out->values = shard_arena_memdup(arena, values->data, sizeof(ShardValue) * values->len);
    return fetched != SHARD_FAILED;
}

static gboolean
run_step(ShardSteps *self, const ShardStep *step, ShardAnswer *out, GError **error)
{
    ShardStmt *statement = self->statement;
    ShardRun *run = shard_stmt_run(statement);
    guint n = shard_prepared_n_markers(statement->prepared), first = step->first_marker;
    SQLRETURN rc = SQL_SUCCESS;
    g_autoptr(GError) warnings = NULL;
    const ShardRunOptions options = {
        .bindings = n == 0 ? NULL : statement->params.bindings + first,
        .n_bindings = n - MIN(n, first),
        .query_timeout = shard_stmt_timeout(statement),
    };

    gboolean ok = shard_run_execute(run, step->plan, &options, &rc, &warnings, error);
    if (ok && step->plan->is_query) {
        shard_run_begin_rows(run);
        ok = read_rows(self, step, shard_run_stream(run), out, error);
        shard_run_end_rows(run);
    } else if (ok)
        out->count = shard_run_row_count(run);
    shard_run_close(run);
    return ok;
}

/* A write of several steps happens whole or not at all. */
static gboolean
guard(ShardSteps *self, const ShardPlan *plan, GError **error)
{
    ShardSession *session = self->statement->connection->session;

    if (self->guarded || plan->statement->kind == SHARD_STATEMENT_SELECT)
        return TRUE;
    self->guarded = shard_session_begin_steps(session, &self->own, error);
    return self->guarded;
}

static ShardPlan *
plan_again(ShardSteps *self, GError **error)
{
    ShardAnswers answers = {0};

    if (self->answers != NULL)
        answers = (ShardAnswers){(const ShardAnswer *) (void *) self->answers->data,
                                 self->answers->len, 0};
    return shard_stmt_plan_again(self->statement, &answers, self->unmergeable, error);
}

static ShardPlan *
run_steps(ShardSteps *self, ShardPlan *plan, GError **error)
{
    while (plan != NULL && plan->kind == SHARD_PLAN_BEFORE) {
        g_autoptr(ShardPlan) asking = plan;
        ShardAnswer answer = {0};
        if (self->answers == NULL)
            self->answers = g_array_new(FALSE, FALSE, sizeof(ShardAnswer));
        if (!guard(self, asking, error) || !run_step(self, &asking->step, &answer, error))
            return NULL;
        g_array_append_val(self->answers, answer);
        plan = plan_again(self, error);
    }
    return plan;
}

/* Does a shard's description tell that the rows can't be merged? */
static gboolean
is_unmergeable(ShardSteps *self, const ShardPlan *plan)
{
    if (plan == NULL || plan->kind != SHARD_PLAN_UNITS || plan->merge == NULL ||
        !plan->merge->is_doubtful || self->unmergeable != NULL ||
        shard_run_check(shard_stmt_run(self->statement), plan, &self->unmergeable))
        return FALSE;
    if (g_error_matches(self->unmergeable, SHARD_ERROR, SHARD_ERROR_REFUSED))
        return TRUE;
    g_clear_error(&self->unmergeable);
    return FALSE;
}

ShardPlan *
shard_steps_run(ShardSteps *self, ShardStmt *statement, ShardPlan *plan, GError **error)
{
    *self = (ShardSteps){.statement = statement};
    plan = run_steps(self, plan, error);
    if (!is_unmergeable(self, plan))
        return plan;
    shard_plan_free(plan);
    g_clear_pointer(&self->answers, g_array_unref);
    return run_steps(self, plan_again(self, error), error);
}

gboolean
shard_steps_end(ShardSteps *self, gboolean keep, GError **error)
{
    g_clear_pointer(&self->answers, g_array_unref);
    g_clear_error(&self->unmergeable);
    if (!self->guarded)
        return TRUE;
    self->guarded = FALSE;
    return shard_session_end_steps(self->statement->connection->session, self->own, keep, error);
}
