/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two-phase commit with the databases' own means.
 *
 *   PostgreSQL: … PREPARE TRANSACTION 'name:shard'   | COMMIT PREPARED 'name:shard'
 *   MariaDB:    XA START x … XA END x, XA PREPARE x  | XA COMMIT x
 *
 * The decision is written to the disk at the bar.  Shards that only read are committed plainly, and
 * a single writer needs no second phase.
 */
#include "driver/executor/transaction/two-phase.h"

#include "driver/executor/transaction/decision-log.h"
#include "driver/executor/parallel.h"

#include <stdatomic.h>
#include <string.h>

typedef struct {
    const char *prepare[2]; /* NULL-padded; %s: the branch's name, quoted */
    const char *commit, *roll_back;
} Words;

typedef struct {
    ShardSession *session;
    guint shard;
    gboolean writes;
    char *branch;
    gboolean prepared, done;
    gboolean lost;   /* in the first phase: whether it is prepared is not known */
    gboolean commit; /* in the second phase */
    GError *failure;
} Branch;

#define XA_UNKNOWN 1397

static const Words brand_words[] = {
    /* In an aborted transaction PREPARE is a rollback, without an error: SELECT fails then. */
    [SHARD_DIALECT_POSTGRESQL] = {{"SELECT 1; PREPARE TRANSACTION %s", NULL},
                                  "COMMIT PREPARED %s",
                                  "ROLLBACK PREPARED %s"},
    [SHARD_DIALECT_MYSQL] = {{"XA END %s", "XA PREPARE %s"}, "XA COMMIT %s", "XA ROLLBACK %s"},
    [SHARD_DIALECT_SQLITE] = {{NULL}, NULL, NULL},
};

__attribute__((weak)) void
shard_fault_point(const char *name)
{
}

gboolean
shard_two_phase_uses_xa(const ShardSession *self)
{
    return self->settings->two_phase && self->mode.dialect == SHARD_DIALECT_MYSQL;
}

static gboolean
make_name(ShardSession *self, GError **error)
{
    ShardDecisions *decisions =
        shard_decisions_get(self->settings->state, shard_rules_path(self->rules), error);

    if (decisions == NULL)
        return FALSE;
    self->two_phase_name = shard_decisions_begin(decisions, error);
    self->decisions = decisions;
    return self->two_phase_name != NULL;
}

gboolean
shard_two_phase_name(ShardSession *self, GError **error)
{
    if (!shard_two_phase_uses_xa(self) || self->two_phase_name != NULL)
        return TRUE;
    return make_name(self, error);
}

/* The shard's number is part of it: several shards may be one server. */
char *
shard_two_phase_xid(const ShardSession *self, guint shard)
{
    if (self->mode.dialect == SHARD_DIALECT_MYSQL)
        return g_strdup_printf("'%s','%u'", self->two_phase_name, shard);
    return g_strdup_printf("'%s:%u'", self->two_phase_name, shard);
}

void
shard_two_phase_forget(ShardSession *self)
{
    if (self->two_phase_name != NULL)
        shard_decisions_end(self->decisions, self->two_phase_name);
    g_clear_pointer(&self->two_phase_name, g_free);
}

static gboolean
say(ShardBackend *backend, const char *format, const char *branch, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(format, "%s", 2);
    g_autofree char *sql = g_strconcat(parts[0], branch, parts[1], NULL);

    return shard_backend_run(backend, sql, error);
}

static void
prepare_task(gpointer task)
{
    Branch *self = task;
    ShardBackend *backend = self->session->slots[self->shard].backend;
    const Words *words = &brand_words[self->session->mode.dialect];

    if (!self->writes) {
        self->done = shard_backend_end(backend, TRUE, &self->failure);
        return;
    }
    shard_fault_point("before-prepare");
    for (guint i = 0; i < G_N_ELEMENTS(words->prepare) && words->prepare[i] != NULL; i++)
        if (!say(backend, words->prepare[i], self->branch, &self->failure))
            return;
    backend->begun = SHARD_BEGUN_NO;
    self->prepared = TRUE;
    shard_fault_point("after-prepare");
}

static gboolean
is_listed(ShardBackend *backend, const char *branch)
{
    g_autoptr(GPtrArray) branches = shard_two_phase_branches(backend, NULL);

    for (guint i = 0; branches != NULL && i < branches->len; i++)
        if (strcmp(((ShardBranchName *) branches->pdata[i])->quoted, branch) == 0)
            return TRUE;
    return branches == NULL;
}

/* MariaDB says of a branch that another connection still holds what it says of one that is not
 * there. */
static gboolean
is_finished_already(ShardBackend *backend, const char *branch, const GError *failure)
{
    if (strcmp(shard_error_sqlstate(failure, 0), "42704") == 0)
        return TRUE;
    return shard_error_native(failure, 0) == XA_UNKNOWN && !is_listed(backend, branch);
}

gboolean
shard_two_phase_is_held(const GError *failure)
{
    return shard_error_native(failure, 0) == XA_UNKNOWN;
}

gboolean
shard_two_phase_finish(ShardBackend *backend, const char *branch, gboolean commit, GError **error)
{
    const Words *words = &brand_words[shard_backend_dialect(backend)];
    g_autoptr(GError) failure = NULL;

    /* PostgreSQL doesn't take it inside a transaction. */
    if (!shard_backend_set_autocommit(backend, TRUE, error))
        return FALSE;
    if (say(backend, commit ? words->commit : words->roll_back, branch, &failure) ||
        is_finished_already(backend, branch, failure))
        return TRUE;
    if (shard_two_phase_is_held(failure))
        shard_error_set_backend(error, shard_backend_shard(backend), "XAE04", XA_UNKNOWN,
                                "a connection that has ended still holds the prepared transaction");
    else
        g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
}

static void
finish_task(gpointer task)
{
    Branch *self = task;
    ShardSession *session = self->session;
    ShardBackend *backend = session->slots[self->shard].backend;

    shard_fault_point("before-commit");
    self->done = !shard_backend_is_dead(backend) &&
                 shard_two_phase_finish(backend, self->branch, self->commit, &self->failure);
    shard_fault_point("after-commit");
    if (self->done)
        return;
    /* Another connection does as well. */
    session->joined[self->shard] = FALSE;
    shard_session_drop(session, self->shard);
    g_autoptr(GError) failure = NULL;
    backend = shard_session_open(session, self->shard, &failure);
    self->done =
        backend != NULL && shard_two_phase_finish(backend, self->branch, self->commit, NULL);
    if (self->done)
        g_clear_error(&self->failure);
    else if (self->failure == NULL)
        self->failure = g_steal_pointer(&failure);
}

static void
run_branches(GArray *branches, void (*run)(gpointer task), gboolean only_prepared)
{
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();

    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        if (!only_prepared || branch->prepared)
            g_ptr_array_add(tasks, branch);
    }
    shard_parallel(run, tasks->pdata, tasks->len);
}

static void
branch_clear(gpointer data)
{
    Branch *branch = data;

    g_free(branch->branch);
    g_clear_error(&branch->failure);
}

static GArray *
joined_branches(ShardSession *self)
{
    GArray *branches = g_array_new(FALSE, TRUE, sizeof(Branch));

    g_array_set_clear_func(branches, branch_clear);
    for (guint i = 0; i < self->n_shards; i++) {
        if (!self->joined[i] || self->slots[i].backend == NULL)
            continue;
        Branch branch = {.session = self, .shard = i, .writes = self->slots[i].wrote};
        branch.branch = shard_two_phase_xid(self, i);
        g_array_append_val(branches, branch);
    }
    return branches;
}

/* A transaction that some shards still have to be told the end of; when the last one knows it, the
 * log does, too.  Lives for ever if one never does. */
typedef struct _ShardOwed {
    struct _ShardDecisions *decisions;
    char *name;
    atomic_uint n_open;
} Owed;

/* Its record in the log stays without an end. */
static Owed *
keep_open(ShardSession *self)
{
    Owed *owed = g_new0(Owed, 1);

    owed->decisions = self->decisions;
    owed->name = g_steal_pointer(&self->two_phase_name);
    return owed;
}

static void
settled(Owed *owed)
{
    if (atomic_fetch_sub(&owed->n_open, 1) != 1)
        return;
    shard_decisions_end(owed->decisions, owed->name);
    g_free(owed->name);
    g_free(owed);
}

/* The branches that are not done are the shards' debts. */
static void
owe_open_branches(ShardSession *self, GArray *branches)
{
    g_autoptr(GPtrArray) debts = g_ptr_array_new();

    for (guint i = 0; i < branches->len; i++) {
        const Branch *branch = &g_array_index(branches, Branch, i);
        if (branch->prepared && !branch->done)
            g_ptr_array_add(debts, (gpointer) branch);
    }
    if (debts->len == 0)
        return;
    Owed *owed = keep_open(self);
    atomic_store(&owed->n_open, debts->len);
    for (guint i = 0; i < debts->len; i++) {
        const Branch *branch = debts->pdata[i];
        ShardDebt *debt = g_new(ShardDebt, 1);
        *debt = (ShardDebt){g_strdup(branch->branch), branch->commit, owed};
        shard_fleet_owe(self->fleet, branch->shard, debt);
    }
}

/* Takes the first phase back; a shard that was lost in it may have prepared all the same. */
static void
roll_back(ShardSession *self, GArray *branches)
{
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        ShardBackend *backend = self->slots[branch->shard].backend;
        branch->commit = FALSE;
        branch->lost = branch->writes && shard_backend_is_dead(backend);
        if (branch->lost)
            branch->prepared = TRUE;
        else if (!branch->prepared && !branch->done)
            shard_backend_end(backend, FALSE, NULL);
    }
    run_branches(branches, finish_task, TRUE);
    /* The server may be busy with PREPARE still: that there was nothing to roll back says little,
     * and is asked again. */
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        branch->done &= !branch->lost;
    }
    owe_open_branches(self, branches);
}

static gboolean
first_phase(ShardSession *self, GArray *branches, GError **error)
{
    GError *first = NULL;

    run_branches(branches, prepare_task, FALSE);
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        GError *failure = g_steal_pointer(&branch->failure);
        if (failure == NULL)
            continue;
        if (first == NULL)
            first = failure;
        else
            shard_error_append(first, failure);
    }
    shard_fault_point("before-decision");
    if (first == NULL && shard_decisions_commit(self->decisions, self->two_phase_name, &first)) {
        shard_fault_point("after-decision");
        return TRUE;
    }
    roll_back(self, branches);
    g_propagate_error(error, first);
    return FALSE;
}

static void
warn_of(ShardSession *self, const Branch *branch)
{
    const char *shard = shard_rules_shard(self->rules, branch->shard)->name;
    g_autofree char *text =
        g_strdup_printf("the transaction is committed, but shard %s can't be reached now: it "
                        "commits when it can be reached again",
                        shard);
    GError *warning = NULL;

    shard_error_set_backend(&warning, shard, "01000", 0, text);
    if (self->warning == NULL)
        self->warning = warning;
    else
        shard_error_append(self->warning, warning);
}

/* Decided: whatever happens now, every shard will commit. */
static void
second_phase(ShardSession *self, GArray *branches)
{
    for (guint i = 0; i < branches->len; i++)
        g_array_index(branches, Branch, i).commit = TRUE;
    run_branches(branches, finish_task, TRUE);
    for (guint i = 0; i < branches->len; i++) {
        const Branch *branch = &g_array_index(branches, Branch, i);
        if (branch->writes && !branch->done)
            warn_of(self, branch);
    }
    owe_open_branches(self, branches);
}

gboolean
shard_two_phase_needed(const ShardSession *self)
{
    guint n = 0;

    for (guint i = 0; self->settings->two_phase && i < self->n_shards; i++)
        n += self->joined[i] && self->slots[i].backend != NULL && self->slots[i].wrote;
    return n > 1;
}

gboolean
shard_two_phase_commit(ShardSession *self, GError **error)
{
    if (brand_words[self->mode.dialect].commit == NULL) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "a transaction that wrote on several shards can't be committed with "
                        "Transaction=2pc: %s has no prepared transactions; it is rolled back",
                        shard_dialect_name(self->mode.dialect));
        shard_session_roll_back_joined(self);
        return FALSE;
    }
    if (self->two_phase_name == NULL && !make_name(self, error)) {
        shard_session_roll_back_joined(self);
        return FALSE;
    }
    g_autoptr(GArray) branches = joined_branches(self);
    if (!first_phase(self, branches, error))
        return FALSE;
    second_phase(self, branches);
    return TRUE;
}

gboolean
shard_two_phase_settle(ShardFleet *fleet, guint shard, ShardBackend *backend, GError **error)
{
    g_autoptr(GPtrArray) debts = shard_fleet_take_debts(fleet, shard);

    while (debts->len > 0) {
        ShardDebt *debt = debts->pdata[0];
        if (!shard_two_phase_finish(backend, debt->branch, debt->commit, error))
            break;
        settled(debt->owed);
        g_ptr_array_remove_index(debts, 0);
    }
    if (debts->len == 0)
        return TRUE;
    while (debts->len > 0)
        shard_fleet_owe(fleet, shard, g_ptr_array_steal_index(debts, 0));
    return FALSE;
}
