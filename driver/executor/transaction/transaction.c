/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The logical transaction: one on every shard that took part, ended together.
 *
 * A shard joins when it is first used inside the transaction; what the transaction has said so far
 * (BEGIN with its characteristics, SET TRANSACTION, SET LOCAL, savepoints) is then said to it, too.
 */
#include "driver/executor/parallel.h"
#include "driver/executor/transaction/two-phase.h"

#include <string.h>

/* A shard that has answered since then is taken for living at COMMIT. */
#define SILENCE_MICROSECONDS (100 * 1000)

gboolean
shard_session_manual(const ShardSession *self)
{
    return !self->autocommit || self->explicit_begin;
}

gboolean
shard_session_in_transaction(const ShardSession *self)
{
    if (self->explicit_begin)
        return TRUE;
    for (guint i = 0; i < self->n_shards; i++)
        if (self->joined[i])
            return TRUE;
    return FALSE;
}

gboolean
shard_session_begin_branch(ShardSession *self, guint shard, GError **error)
{
    g_autofree char *xid = shard_two_phase_xid(self, shard);

    return shard_backend_begin_xa(self->slots[shard].backend, xid, error);
}

/* SET TRANSACTION: MariaDB's is about the next one, PostgreSQL's about this one. */
static gboolean
says_it_before(const ShardSession *self)
{
    return self->mode.dialect == SHARD_DIALECT_MYSQL;
}

static gboolean
replay_characteristics(ShardSession *self, ShardBackend *backend, GError **error)
{
    for (guint i = 0; i < self->tx_texts->len; i++)
        if (!shard_backend_run(backend, self->tx_texts->pdata[i], error))
            return FALSE;
    return TRUE;
}

/* The application's BEGIN.  What it has said of the transaction goes with it: psqlodbc would put a
 * savepoint before a text of its own, where PostgreSQL refuses it. */
static gboolean
begin_as_said(ShardSession *self, ShardBackend *backend, GError **error)
{
    g_autoptr(GString) text = g_string_new(self->begin_text);

    for (guint i = 0; i < self->tx_texts->len && !says_it_before(self); i++)
        g_string_append_printf(text, "\n; %s", (const char *) self->tx_texts->pdata[i]);
    /* A transaction before it may have turned autocommit off there. */
    if (!shard_backend_set_autocommit(backend, TRUE, error) ||
        !shard_backend_run(backend, text->str, error))
        return FALSE;
    shard_backend_note_begun(backend);
    return TRUE;
}

static gboolean
begin_on(ShardSession *self, guint shard, GError **error)
{
    ShardBackend *backend = self->slots[shard].backend;

    if (shard_two_phase_uses_xa(self))
        return shard_session_begin_branch(self, shard, error);
    if (self->autocommit)
        return begin_as_said(self, backend, error);
    return shard_backend_set_autocommit(backend, FALSE, error) &&
           shard_backend_begin(backend, FALSE, error) &&
           (says_it_before(self) || replay_characteristics(self, backend, error));
}

/* What SET has said in this transaction, between the same savepoints as where it was said first. */
static gboolean
replay_settings(ShardSession *self, ShardMember *slot, guint depth, GError **error)
{
    for (; slot->settings_done < self->set_texts->len; slot->settings_done++) {
        ShardSetting *set = &g_array_index(self->set_texts, ShardSetting, slot->settings_done);
        if (set->depth > depth)
            break;
        if (!shard_backend_run(slot->backend, set->sql, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
replay_on(ShardSession *self, ShardMember *slot, GError **error)
{
    for (guint depth = 0; depth < self->savepoints->len; depth++) {
        const char *sql = g_array_index(self->savepoints, ShardSavepoint, depth).sql;
        if (!replay_settings(self, slot, depth, error) ||
            !shard_backend_run(slot->backend, sql, error))
            return FALSE;
    }
    return replay_settings(self, slot, self->savepoints->len, error);
}

gboolean
shard_session_join_transaction(ShardSession *self, guint shard, GError **error)
{
    ShardBackend *backend = self->slots[shard].backend;

    if (self->joined[shard])
        return TRUE;
    if (says_it_before(self) && !replay_characteristics(self, backend, error))
        return FALSE;
    if (!begin_on(self, shard, error))
        return FALSE;
    self->joined[shard] = TRUE;
    if (replay_on(self, &self->slots[shard], error))
        return TRUE;
    shard_session_leave(self, shard);
    return FALSE;
}

void
shard_session_leave(ShardSession *self, guint shard)
{
    ShardMember *slot = &self->slots[shard];

    if (!self->joined[shard] || slot->backend == NULL)
        return;
    shard_backend_end(slot->backend, FALSE, NULL);
    self->joined[shard] = FALSE;
    slot->wrote = FALSE;
}

void
shard_session_forget_settings(ShardSession *self, gboolean committed, guint depth)
{
    for (guint i = self->set_texts->len; i-- > 0;) {
        ShardSetting *set = &g_array_index(self->set_texts, ShardSetting, i);
        gboolean gone = set->in_transaction && set->depth >= depth && (set->local || !committed);
        set->in_transaction &= depth > 0 || !committed;
        if (gone)
            shard_session_remove_setting(self, i);
    }
    shard_session_drop_void_settings(self);
}

void
shard_session_forget_transaction(ShardSession *self, gboolean committed)
{
    for (guint i = 0; i < self->n_shards; i++) {
        self->joined[i] = FALSE;
        self->slots[i].wrote = FALSE;
        self->slots[i].is_watched = FALSE;
    }
    shard_two_phase_forget(self);
    self->explicit_begin = FALSE;
    self->failed = self->lost = FALSE;
    g_clear_pointer(&self->begin_text, g_free);
    g_clear_pointer(&self->outer_savepoint, g_free);
    g_ptr_array_set_size(self->tx_texts, 0);
    g_array_set_size(self->savepoints, 0);
    shard_session_forget_settings(self, committed, 0);
}

void
shard_session_lift_settings(ShardSession *self, guint depth)
{
    for (guint i = 0; i < self->set_texts->len; i++) {
        ShardSetting *set = &g_array_index(self->set_texts, ShardSetting, i);
        set->depth = MIN(set->depth, depth);
    }
}

static void
end_task(gpointer task)
{
    ShardEnd *end = task;
    ShardBackend *backend = end->session->slots[end->shard].backend;

    if (shard_backend_is_dead(backend)) {
        shard_error_set_backend(&end->failure, shard_backend_shard(backend), "08S01", 0,
                                "the connection was lost before the end of the transaction");
        return;
    }
    if (end->commit)
        shard_fault_point("before-commit");
    ShardBegun begun = backend->begun;
    if (end->sql != NULL)
        end->done = shard_backend_run(backend, end->sql, &end->failure);
    else if (end->is_part)
        end->done = shard_backend_commit_part(backend, &end->failure);
    else
        end->done = shard_backend_end(backend, end->commit, &end->failure);
    /* What goes on has to be ended in the way it was begun. */
    if (!end->done)
        backend->begun = begun;
    if (end->commit)
        shard_fault_point("after-commit");
}

/* One task per joined shard. */
static GArray *
joined_tasks(ShardSession *self, const char *sql, gboolean commit)
{
    GArray *ends = g_array_new(FALSE, TRUE, sizeof(ShardEnd));

    for (guint i = 0; i < self->n_shards; i++) {
        ShardEnd end = {.session = self, .shard = i, .sql = sql, .commit = commit};
        if (self->joined[i] && self->slots[i].backend != NULL)
            g_array_append_val(ends, end);
    }
    return ends;
}

/* Those that are not done yet. */
static void
run_tasks(GArray *ends)
{
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();

    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        if (end->done)
            continue;
        g_clear_error(&end->failure);
        g_ptr_array_add(tasks, end);
    }
    shard_parallel(end_task, tasks->pdata, tasks->len);
}

/* The first failure, the others as its further records; FALSE when there was one. */
static gboolean
take_failures(GArray *ends, GError **error)
{
    GError *first = NULL;

    for (guint i = 0; i < ends->len; i++)
        shard_error_join(&first, g_steal_pointer(&g_array_index(ends, ShardEnd, i).failure));
    if (first == NULL)
        return TRUE;
    g_propagate_error(error, first);
    return FALSE;
}

gboolean
shard_session_run_joined(ShardSession *self, const char *sql, GError **error)
{
    g_autoptr(GArray) ends = joined_tasks(self, sql, FALSE);

    run_tasks(ends);
    return take_failures(ends, error);
}

/* A lost connection says nothing of whether the server had committed before. */
static gboolean
is_unknown(const ShardEnd *end)
{
    return !end->done && end->failure != NULL &&
           shard_backend_is_dead(end->session->slots[end->shard].backend);
}

/* Some committed and some not: one record per shard says which. */
static void
report_partial_commit(GArray *ends, GError **error)
{
    guint n_committed = 0, n_unknown = 0;
    GError *first = NULL;
    g_autoptr(GString) others = g_string_new(NULL);

    for (guint i = 0; i < ends->len; i++) {
        const ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        n_committed += end->done;
        n_unknown += is_unknown(end);
        if (!end->done)
            g_string_append_printf(others, "%s%s %s", others->len > 0 ? ", " : "",
                                   shard_rules_shard(end->session->rules, end->shard)->name,
                                   is_unknown(end) ? "unknown" : "rolled back");
    }
    shard_count(&shard_counters->partial_commits, 1);
    shard_error_set(&first, SHARD_ERROR_BACKEND, n_unknown > 0 ? "08007" : "40003",
                    "the transaction was committed on %u of %u shards only: %s", n_committed,
                    ends->len, others->str);
    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        const char *shard = shard_rules_shard(end->session->rules, end->shard)->name;
        const char *outcome = end->done         ? "committed"
                              : is_unknown(end) ? "unknown, whether committed or rolled back"
                                                : "rolled back";
        g_autofree char *text =
            g_strdup_printf("%s: %s%s%s", shard, outcome, end->failure != NULL ? ": " : "",
                            end->failure != NULL ? end->failure->message : "");
        GError *record = NULL;
        shard_error_set_backend(
            &record, shard, end->failure != NULL ? shard_error_sqlstate(end->failure, 0) : "01000",
            end->failure != NULL ? shard_error_native(end->failure, 0) : 0, text);
        shard_error_append(first, record);
    }
    g_propagate_error(error, first);
}

static void
check_deferred_task(gpointer task)
{
    ShardEnd *end = task;
    ShardBackend *backend = end->session->slots[end->shard].backend;

    end->done = shard_backend_check_deferred(backend, &end->failure);
}

/* PostgreSQL checks deferred constraints in COMMIT: with several shards writing, before the first
 * of them commits. */
static gboolean
check_deferred(ShardSession *self, GError **error)
{
    if (self->mode.dialect != SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    g_autoptr(GArray) ends = joined_tasks(self, NULL, FALSE);
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();
    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        if (self->slots[end->shard].wrote)
            g_ptr_array_add(tasks, end);
    }
    if (tasks->len < 2)
        return TRUE;
    shard_parallel(check_deferred_task, tasks->pdata, tasks->len);
    return take_failures(ends, error);
}

/* After a failed commit a shard may still be inside its transaction (MariaDB, SQLite busy). */
static void
roll_back_failed(ShardSession *self, GArray *ends)
{
    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        ShardBackend *backend = self->slots[end->shard].backend;
        if (end->done || shard_backend_is_dead(backend))
            continue;
        if (!shard_backend_end(backend, FALSE, NULL) &&
            !shard_backend_run(backend, "ROLLBACK", NULL))
            atomic_store(&backend->dead, TRUE);
    }
}

void
shard_session_roll_back_joined(ShardSession *self)
{
    g_autoptr(GArray) ends = joined_tasks(self, NULL, FALSE);

    run_tasks(ends);
    take_failures(ends, NULL);
}

static void
run_some(GArray *ends, gboolean writers)
{
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();

    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        if (end->session->slots[end->shard].wrote == writers)
            g_ptr_array_add(tasks, end);
    }
    shard_parallel(end_task, tasks->pdata, tasks->len);
}

/* With Transaction=2pc those that were only read commit before the one that wrote, whose word is
 * the last: whatever fails, the transaction is nowhere or everywhere. */
static gboolean
commit_in_turn(ShardSession *self, GArray *ends, GError **error)
{
    run_some(ends, FALSE);
    for (guint i = 0; i < ends->len; i++) {
        if (g_array_index(ends, ShardEnd, i).failure == NULL)
            continue;
        roll_back_failed(self, ends);
        return take_failures(ends, error);
    }
    run_some(ends, TRUE);
    gboolean unknown = FALSE;
    for (guint i = 0; i < ends->len; i++)
        unknown |= is_unknown(&g_array_index(ends, ShardEnd, i));
    if (unknown)
        report_partial_commit(ends, error);
    roll_back_failed(self, ends);
    return take_failures(ends, unknown ? NULL : error) && !unknown;
}

/* SQLite was busy, or a constraint that is checked last is violated: the transaction goes on there.
 */
static gboolean
goes_on(const ShardSession *self, const GArray *ends)
{
    enum { CONSTRAINT = 19 };

    for (guint i = 0; i < ends->len; i++) {
        const ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        gint32 native = end->failure == NULL ? 0 : shard_error_native(end->failure, 0);
        if (end->done || (native != SHARD_SQLITE_BUSY && native != CONSTRAINT))
            return FALSE;
    }
    return self->mode.dialect == SHARD_DIALECT_SQLITE && ends->len > 0;
}

/* Some wait for locks, and time is left; as long as nobody has committed, all have to be able to,
 * and nobody may want an end. */
static gboolean
goes_on_waiting(ShardSession *self, GArray *ends, gint64 since)
{
    guint n_done = 0, n_busy = 0;
    gint64 most = 0;

    for (guint i = 0; i < ends->len; i++) {
        const ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        const ShardBackend *backend = self->slots[end->shard].backend;
        n_done += end->done;
        n_busy += !end->done && backend->is_busy;
        most = MAX(most, backend->lock_wait);
    }
    gboolean stopped = self->stop != NULL && atomic_load(self->stop) != 0;
    return n_busy > 0 && (n_done > 0 || (n_busy == ends->len && !stopped)) &&
           g_get_monotonic_time() - since < most;
}

/* SQLite waits for readers in COMMIT.  A cancel that ended only some of the waits would leave the
 * transaction half committed: so all wait a slice at a time, and it is heard between two of them.
 */
static void
commit_in_slices(ShardSession *self, GArray *ends)
{
    gint64 since = g_get_monotonic_time();

    for (guint i = 0; i < ends->len; i++) {
        ShardBackend *backend = self->slots[g_array_index(ends, ShardEnd, i).shard].backend;
        backend->one_slice = TRUE;
        backend->is_busy = FALSE;
    }
    do
        run_tasks(ends);
    while (goes_on_waiting(self, ends, since));
    for (guint i = 0; i < ends->len; i++)
        self->slots[g_array_index(ends, ShardEnd, i).shard].backend->one_slice = FALSE;
}

/* out_open as for end. */
static gboolean
commit_at_once(ShardSession *self, GArray *ends, gboolean *out_open, GError **error)
{
    guint n_failed = 0, n_unknown = 0;

    if (self->mode.dialect == SHARD_DIALECT_SQLITE && ends->len > 1)
        commit_in_slices(self, ends);
    else
        run_tasks(ends);
    for (guint i = 0; i < ends->len; i++) {
        n_failed += !g_array_index(ends, ShardEnd, i).done;
        n_unknown += is_unknown(&g_array_index(ends, ShardEnd, i));
    }
    if (n_failed == 0)
        return TRUE;
    if (out_open != NULL && goes_on(self, ends)) {
        *out_open = TRUE;
        return take_failures(ends, error);
    }
    gboolean partial = ends->len > 1 && (n_failed < ends->len || n_unknown > 0);
    if (partial)
        report_partial_commit(ends, error);
    roll_back_failed(self, ends);
    return take_failures(ends, partial ? NULL : error) && FALSE;
}

static gboolean
commit_joined(ShardSession *self, gboolean *out_open, GError **error)
{
    if (shard_two_phase_needed(self))
        return shard_two_phase_commit(self, error);
    if (!check_deferred(self, error)) {
        shard_session_roll_back_joined(self);
        return FALSE;
    }
    g_autoptr(GArray) ends = joined_tasks(self, NULL, TRUE);
    for (guint i = 0; i < ends->len && ends->len > 1; i++)
        g_array_index(ends, ShardEnd, i).is_part = TRUE;
    return self->settings->two_phase && ends->len > 1 ? commit_in_turn(self, ends, error)
                                                      : commit_at_once(self, ends, out_open, error);
}

/* A rollback fails only with its connection, and then the server rolls back. */
static gboolean
roll_back_joined(ShardSession *self, GError **error)
{
    g_autoptr(GArray) ends = joined_tasks(self, NULL, FALSE);

    run_tasks(ends);
    for (guint i = 0; i < ends->len; i++) {
        ShardEnd *end = &g_array_index(ends, ShardEnd, i);
        ShardBackend *backend = self->slots[end->shard].backend;
        if (end->done)
            continue;
        if (shard_backend_is_dead(backend))
            g_clear_error(&end->failure);
        else
            atomic_store(&backend->dead, TRUE);
    }
    return take_failures(ends, error);
}

/* A shard that is known to be gone can't commit its part. */
static gboolean
has_lost_shard(const ShardSession *self)
{
    for (guint i = 0; i < self->n_shards; i++)
        if (self->joined[i] && self->slots[i].backend != NULL &&
            shard_backend_is_dead(self->slots[i].backend))
            return TRUE;
    return FALSE;
}

static void
ask_task(gpointer task)
{
    ShardEnd *end = task;

    shard_backend_answers(end->session->slots[end->shard].backend, SILENCE_MICROSECONDS);
}

/* Without a second phase a shard that was lost unnoticed would be found missing when the others
 * have committed: those that have not been heard of lately are asked before. */
static void
ask_silent_shards(ShardSession *self)
{
    g_autoptr(GArray) ends = joined_tasks(self, NULL, TRUE);
    g_autofree gpointer *tasks = g_new(gpointer, MAX(ends->len, 1));

    for (guint i = 0; i < ends->len; i++)
        tasks[i] = &g_array_index(ends, ShardEnd, i);
    if (ends->len > 1 && !self->settings->two_phase)
        shard_parallel(ask_task, tasks, ends->len);
}

/* *out_open TRUE: the commit failed, and the transaction goes on; NULL: it may not. */
static gboolean
end(ShardSession *self, gboolean commit, gboolean *out_open, GError **error)
{
    GError *ended = NULL;
    gboolean over;

    shard_session_after_fork(self);
    if (commit && !self->failed)
        ask_silent_shards(self);
    if (!self->failed)
        shard_session_check_ended(self, &over, &ended);
    gboolean lost = commit && (self->lost || has_lost_shard(self));
    /* As COMMIT of a failed transaction does in PostgreSQL. */
    commit = commit && !self->failed && !lost;
    gboolean done = commit ? commit_joined(self, out_open, error)
                           : roll_back_joined(self, lost || ended != NULL ? NULL : error);
    if (out_open != NULL && *out_open)
        return FALSE;
    if (ended != NULL) {
        g_propagate_error(error, ended);
        done = FALSE;
    } else if (lost) {
        shard_error_set(error, SHARD_ERROR_FAILED, "25S03",
                        "the transaction is rolled back: what it had done on a shard was lost");
        done = FALSE;
    }
    shard_session_forget_transaction(self, commit && done);
    shard_session_release(self);
    return done;
}

gboolean
shard_session_end(ShardSession *self, gboolean commit, GError **error)
{
    return end(self, commit, NULL, error);
}

gboolean
shard_session_end_as_said(ShardSession *self, gboolean commit, GError **error)
{
    gboolean is_open = FALSE;

    return end(self, commit, &is_open, error);
}

gboolean
shard_session_set_autocommit(ShardSession *self, gboolean on, GError **error)
{
    if (self->autocommit == on)
        return TRUE;
    if (shard_session_in_transaction(self) && !shard_session_end_as_said(self, TRUE, error))
        return FALSE;
    self->autocommit = on;
    return TRUE;
}
