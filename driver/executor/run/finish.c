/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* After a successful execute: commit of our own transaction, counts, merged rows, warnings. */
#include "driver/executor/parallel.h"
#include "driver/executor/run/private.h"

#include <string.h>

typedef struct {
    ShardBackend *backend;
    const char *sql;
    gboolean done;
    GError *failure;
} SavepointEnd;

static void
end_savepoint(gpointer task)
{
    SavepointEnd *end = task;

    end->done = shard_backend_run(end->backend, end->sql, &end->failure);
}

gboolean
shard_run_end_savepoints(ShardRun *self, const char *sql, GError **error)
{
    g_autofree SavepointEnd *ends = g_new0(SavepointEnd, MAX(self->lanes->len, 1));
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();
    gboolean done = TRUE;

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        ends[i] = (SavepointEnd){self->session->slots[lane->shard].backend, sql, FALSE, NULL};
        if (lane->has_savepoint && ends[i].backend != NULL)
            g_ptr_array_add(tasks, &ends[i]);
    }
    shard_parallel(end_savepoint, tasks->pdata, tasks->len);
    for (guint i = 0; i < self->lanes->len; i++) {
        if (ends[i].failure == NULL)
            continue;
        if (done)
            g_propagate_error(error, ends[i].failure);
        else
            g_error_free(ends[i].failure);
        done = FALSE;
    }
    return done;
}

/* RELEASE keeps PostgreSQL's list of savepoints short; MariaDB's next one replaces it. */
static gboolean
release_savepoints(ShardRun *self, GError **error)
{
    if (!self->guarded || self->session->mode.dialect == SHARD_DIALECT_MYSQL)
        return TRUE;
    const char *sql =
        self->hasty ? SHARD_HASTY_RELEASE("shardodbc_guard") : "RELEASE SAVEPOINT shardodbc_guard";
    return shard_run_end_savepoints(self, sql, error);
}

static void
add_up_counts(ShardRun *self)
{
    gint64 sum = 0;

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardUnitRun *unit = &g_array_index(lane->units, ShardUnitRun, k);
            if (self->plan->row_count == SHARD_COUNT_FIRST && unit->unit != self->plan->units)
                continue;
            sum = sum < 0 || unit->row_count < 0 ? -1 : sum + unit->row_count;
        }
    }
    self->row_count = sum;
}

/* For the last inserted key and the row count.  A table made everywhere has neither. */
static void
note_write(ShardRun *self)
{
    if (!self->plan->is_write || self->lanes->len == 0 ||
        (self->plan->is_ddl && self->plan->n_units > 1))
        return;
    /* Of several nodes of one shard it would tell the last one's. */
    self->session->last_write_shard =
        self->plan->n_units > 1 ? -2 : (gint) ((ShardLane *) self->lanes->pdata[0])->shard;
}

/* MariaDB's LOCK TABLES, which commits as UNLOCK TABLES then does. */
static void
note_locks(ShardRun *self)
{
    const ShardStatement *statement = self->plan->statement;

    if (statement != NULL && statement->unlocks)
        self->session->locked_tables = FALSE;
    else if (statement != NULL && statement->kind == SHARD_STATEMENT_LOCK &&
             statement->implicit_commit)
        self->session->locked_tables = TRUE;
}

/* User variables that it assigned are on its shard only. */
static void
note_variables(ShardRun *self)
{
    if (self->plan->sets_variables && self->plan->n_units == 1 && self->lanes->len > 0)
        self->session->variable_shard = ((ShardLane *) self->lanes->pdata[0])->shard + 1;
}

/* How many rows merging will give, where the shards' drivers say how many there are and merging
 * only puts them together; -1: can't be known. */
static gint64
merged_row_count(ShardRun *self)
{
    const ShardMergeSpec *spec = self->plan->merge;
    gint64 sum = 0;

    if (spec == NULL || spec->set != NULL || spec->group != SHARD_GROUP_NONE || spec->distinct ||
        spec->n_distinct_on > 0 || spec->having != NULL || spec->with_ties ||
        self->session->mode.dialect == SHARD_DIALECT_SQLITE)
        return -1;
    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            gint64 count = -1;
            ShardKept *kept = g_array_index(lane->units, ShardUnitRun, k).kept;
            if (!shard_backend_stmt_row_count(kept->statement, &count, NULL) || count < 0)
                return -1;
            sum += count;
        }
    }
    sum = MAX(sum - (gint64) MIN(spec->offset, (guint64) G_MAXINT64), 0);
    if (spec->has_limit && (guint64) sum > spec->limit)
        sum = (gint64) spec->limit;
    if (self->options->max_rows > 0 && (guint64) sum > self->options->max_rows)
        sum = (gint64) self->options->max_rows;
    return sum;
}

/* The streams in the order of the plan's units. */
static gboolean
merge_streams(ShardRun *self, GError **error)
{
    const ShardPlan *plan = self->plan;
    g_autofree ShardStream **streams = g_new0(ShardStream *, plan->n_units);
    g_autofree const char **names = g_new0(const char *, plan->n_units);

    for (guint i = 0; i < self->lanes->len; i++) {
        ShardLane *lane = self->lanes->pdata[i];
        for (guint k = 0; k < lane->units->len; k++) {
            ShardUnitRun *unit = &g_array_index(lane->units, ShardUnitRun, k);
            gsize at = (gsize) (unit->unit - plan->units);
            streams[at] = g_steal_pointer(&unit->stream);
            names[at] = shard_rules_shard(self->session->rules, lane->shard)->name;
        }
    }
    ShardMergeOptions options = {
        .memory_limit = self->session->settings->merge_memory,
        .trust_collation = self->session->settings->trust_collation,
        .max_rows = self->options->max_rows,
        .shard_names = names,
    };
    self->row_count = merged_row_count(self);
    self->stream = shard_merge_new(plan->merge, streams, plan->n_units, &options, error);
    return self->stream != NULL;
}

/* Only SQLite waits for others in COMMIT: there a cancel, or the timeout, is heard as long as
 * nothing is committed. */
static gboolean
commit(ShardRun *self, GError **error)
{
    gboolean hears = self->session->mode.dialect == SHARD_DIALECT_SQLITE;
    GError *failure = NULL;

    if (hears)
        shard_run_begin_commit(self);
    gboolean done = shard_session_end(self->session, TRUE, &failure);
    if (hears)
        shard_run_end_commit(self);
    int stop = atomic_load(&self->stop);
    if (!done && hears && stop != SHARD_STOP_NO &&
        shard_error_native(failure, 0) == SHARD_SQLITE_BUSY)
        failure = shard_stopped_error(stop, failure);
    if (!done)
        g_propagate_error(error, failure);
    return done;
}

gboolean
shard_run_finish(ShardRun *self, SQLRETURN *out_rc, GError **error)
{
    const ShardPlan *plan = self->plan;

    if (!release_savepoints(self, error))
        return FALSE;
    if (self->own_transaction && !commit(self, error))
        return FALSE;
    note_write(self);
    note_variables(self);
    note_locks(self);
    if (plan->changed_tables != NULL)
        shard_session_forget_schema(self->session, plan->changed_tables);
    if (plan->direct && self->lanes->len == 1) {
        ShardLane *lane = self->lanes->pdata[0];
        self->direct = g_array_index(lane->units, ShardUnitRun, 0).kept->statement;
        *out_rc = lane->rc;
        return TRUE;
    }
    *out_rc = SQL_SUCCESS;
    if (plan->is_query)
        return merge_streams(self, error);
    add_up_counts(self);
    return TRUE;
}

/* Records of the same state and text are one. */
static void
add_warning(GError **warnings, const GError *lane, guint record)
{
    GError *made = NULL;

    for (guint i = 0; *warnings != NULL && i < shard_error_n_records(*warnings); i++)
        if (strcmp(shard_error_sqlstate(*warnings, i), shard_error_sqlstate(lane, record)) == 0 &&
            strcmp(shard_error_message(*warnings, i), shard_error_message(lane, record)) == 0)
            return;
    shard_error_set_backend(&made, shard_error_shard(lane, record),
                            shard_error_sqlstate(lane, record), shard_error_native(lane, record),
                            shard_error_message(lane, record));
    shard_error_join(warnings, made);
}

void
shard_run_collect_warnings(ShardRun *self, GError **out_warnings)
{
    for (guint i = 0; i < self->lanes->len; i++) {
        const GError *lane = ((ShardLane *) self->lanes->pdata[i])->warnings;
        for (guint k = 0; lane != NULL && k < shard_error_n_records(lane); k++)
            add_warning(out_warnings, lane, k);
    }
    g_autoptr(GError) end = shard_session_take_warning(self->session);
    for (guint k = 0; end != NULL && k < shard_error_n_records(end); k++)
        add_warning(out_warnings, end, k);
}
