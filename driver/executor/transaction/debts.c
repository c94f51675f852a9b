/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/transaction/debts.h"

#include "driver/executor/deadline.h"
#include "driver/executor/transaction/decision-log.h"
#include "driver/executor/transaction/two-phase.h"
#include "driver/executor/workers.h"

#include <stdatomic.h>

#define FIRST_PAUSE (G_USEC_PER_SEC / 2)
#define LONGEST_PAUSE (60 * (gint64) G_USEC_PER_SEC)
/* A server may be busy with what prepares a branch: that there is none says little before then. */
#define SURE_AFTER (SHARD_SECOND_LOOK * (gint64) G_USEC_PER_SEC)

/* A transaction that shards still have to be told the end of. */
typedef struct _ShardOwed {
    ShardDecisions *decisions;
    char *name, *mark;
    atomic_int outcome; /* ShardOutcome */
    atomic_uint n_open;
    atomic_uint references; /* of each debt, and of the job */
    gint64 sure_at;

    ShardJob job;
    ShardDeadline deadline; /* of the next try */
    gint64 pause;           /* before it */
    ShardSettings *settings;
} Owed;

static void
owed_unref(Owed *self)
{
    if (atomic_fetch_sub(&self->references, 1) != 1)
        return;
    shard_settings_free(self->settings);
    g_free(self->name);
    g_free(self->mark);
    g_free(self);
}

static void
settled(Owed *self)
{
    if (atomic_fetch_sub(&self->n_open, 1) == 1)
        shard_decisions_end(self->decisions, self->name);
    owed_unref(self);
}

/* The shard that decides is asked; once it has answered it is not needed any more. */
static gboolean
ask(Owed *self, ShardBackend *backend)
{
    ShardOutcome outcome = shard_last_resource_outcome(backend, self->mark, NULL);

    if (outcome == SHARD_OUTCOME_UNKNOWN || outcome == SHARD_OUTCOME_RUNNING)
        return FALSE;
    if (outcome == SHARD_OUTCOME_COMMITTED)
        shard_decisions_commit(self->decisions, self->name, NULL);
    atomic_store(&self->outcome, (int) outcome);
    return TRUE;
}

/* *error is set if it should have been paid and wasn't. */
static gboolean
pay(const ShardDebt *debt, ShardBackend *backend, GError **error)
{
    ShardOutcome outcome = (ShardOutcome) atomic_load(&debt->owed->outcome);

    if (debt->branch == NULL)
        return ask(debt->owed, backend);
    if (outcome == SHARD_OUTCOME_UNKNOWN ||
        !shard_two_phase_finish(backend, debt->branch, outcome == SHARD_OUTCOME_COMMITTED, error))
        return FALSE;
    return outcome == SHARD_OUTCOME_COMMITTED || g_get_monotonic_time() >= debt->owed->sure_at;
}

gboolean
shard_debts_settle(ShardFleet *fleet, guint shard, ShardBackend *backend, GError **error)
{
    g_autoptr(GPtrArray) debts = shard_fleet_take_debts(fleet, shard);
    GError *failure = NULL;

    while (debts->len > 0) {
        ShardDebt *debt = g_ptr_array_steal_index(debts, 0);
        if (failure == NULL && pay(debt, backend, &failure)) {
            settled(debt->owed);
            shard_debt_free(debt);
        } else {
            shard_fleet_owe(fleet, shard, debt);
        }
    }
    if (failure == NULL)
        return TRUE;
    g_propagate_error(error, failure);
    return FALSE;
}

/* On connections of its own, so that it depends on nobody's next statement. */
static void
visit_shards(Owed *self)
{
    ShardSession *session = shard_session_new(self->settings, SQL_OV_ODBC3, NULL);

    for (guint i = 0; session != NULL && i < session->n_shards; i++) {
        ShardBackend *backend = shard_fleet_has_debts(session->fleet, i)
                                    ? shard_session_backend(session, i, NULL)
                                    : NULL;
        if (backend != NULL)
            shard_debts_settle(session->fleet, i, backend, NULL);
    }
    shard_session_free(session);
}

static void
wait_for_try(Owed *self)
{
    self->deadline.at = g_get_monotonic_time() + self->pause;
    self->pause = MIN(self->pause * 2, LONGEST_PAUSE);
    shard_deadline_start(&self->deadline);
}

/* What one shard has said lets others be told. */
static void
try_again(ShardJob *job)
{
    Owed *self = (Owed *) ((char *) job - G_STRUCT_OFFSET(Owed, job));
    guint before = G_MAXUINT;

    for (guint left; (left = atomic_load(&self->n_open)) > 0 && left < before; before = left)
        visit_shards(self);
    if (atomic_load(&self->n_open) > 0)
        wait_for_try(self);
    else
        owed_unref(self);
}

static void
it_is_time(ShardDeadline *deadline)
{
    Owed *self = (Owed *) ((char *) deadline - G_STRUCT_OFFSET(Owed, deadline));

    if (!shard_workers_submit(&self->job, FALSE))
        owed_unref(self); /* no thread: who opens the shard pays */
}

static Owed *
owed_new(ShardSession *session, const ShardOpenEnd *end)
{
    Owed *self = g_new0(Owed, 1);

    self->decisions = session->decisions;
    self->name = g_steal_pointer(&session->two_phase_name);
    self->mark = g_strdup(end->mark);
    atomic_store(&self->outcome, (int) end->outcome);
    atomic_store(&self->n_open, end->branches->len);
    atomic_store(&self->references, end->branches->len + 1);
    self->settings = shard_settings_copy(session->settings);
    self->settings->two_phase = FALSE;
    self->sure_at = g_get_monotonic_time() + SURE_AFTER;
    self->job.run = try_again;
    self->deadline.expired = it_is_time;
    self->pause = FIRST_PAUSE;
    return self;
}

void
shard_debts_owe(ShardSession *self, const ShardOpenEnd *end)
{
    if (end->branches->len == 0)
        return;
    Owed *owed = owed_new(self, end);
    for (guint i = 0; i < end->branches->len; i++) {
        ShardOpenBranch *branch = &g_array_index(end->branches, ShardOpenBranch, i);
        ShardDebt *debt = g_new(ShardDebt, 1);
        *debt = (ShardDebt){g_strdup(branch->branch), owed};
        shard_fleet_owe(self->fleet, branch->shard, debt);
    }
    wait_for_try(owed);
}
