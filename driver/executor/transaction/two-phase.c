/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Two-phase commit with the databases' own means.
 *
 *   PostgreSQL: … PREPARE TRANSACTION 'name:shard'   | COMMIT PREPARED 'name:shard'
 *   MariaDB:    XA START x … XA END x, XA PREPARE x  | XA COMMIT x
 *
 * The decision is written to the disk at the bar.  Shards that only read are committed plainly, and
 * a single writer needs no second phase.  One shard that can't prepare may be among the writers:
 * its commit at the bar is the decision (last-resource.h).
 */
#include "driver/executor/transaction/two-phase.h"

#include "driver/executor/transaction/decision-log.h"
#include "driver/executor/parallel.h"
#include "driver/executor/transaction/debts.h"

#include <string.h>

typedef struct {
    const char *prepare[2]; /* NULL-padded; %s: the branch's name, quoted */
    const char *commit, *roll_back;
} Words;

typedef struct {
    ShardSession *session;
    guint shard;
    gboolean writes;
    gboolean is_last; /* can't prepare: commits as the last one */
    char *mark;       /* then: of its transaction */
    char *branch;
    gboolean prepared, done;
    gboolean lost;   /* in the first phase: whether it is prepared is not known */
    gboolean commit; /* in the second phase */
    GError *failure;
} Branch;

#define XA_UNKNOWN 1397
/* How long a shard that was lost in the decisive commit is asked for what it did. */
#define ASK_PATIENCE (5 * (gint64) G_USEC_PER_SEC)
#define ASK_PAUSE (100 * 1000)

static const Words brand_words[] = {
    /* In an aborted transaction PREPARE is a rollback, without an error: any statement fails then,
     * and this one gives no rows. */
    [SHARD_DIALECT_POSTGRESQL] = {{"SET CONSTRAINTS ALL IMMEDIATE; PREPARE TRANSACTION %s", NULL},
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
    if (self->decisions == NULL || !shard_decisions_serve(self->decisions))
        self->decisions =
            shard_decisions_get(self->settings->state, shard_rules_path(self->rules), error);
    if (self->decisions == NULL)
        return FALSE;
    self->two_phase_name = shard_decisions_begin(self->decisions, error);
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
    if (self->is_last) {
        self->mark = shard_last_resource_mark(self->session, self->shard, &self->failure);
        return;
    }
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
    g_free(branch->mark);
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
        g_array_append_val(branches, branch);
    }
    return branches;
}

static void
name_branches(ShardSession *self, GArray *branches)
{
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        branch->branch = shard_two_phase_xid(self, branch->shard);
    }
}

/* The branches that are not done are the shards' debts. */
static void
owe_open_branches(ShardSession *self, GArray *branches, ShardOutcome outcome)
{
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(ShardOpenBranch));
    ShardOpenEnd end = {.outcome = outcome, .branches = open};

    for (guint i = 0; i < branches->len; i++) {
        const Branch *branch = &g_array_index(branches, Branch, i);
        gboolean asked = branch->is_last && outcome == SHARD_OUTCOME_UNKNOWN;
        ShardOpenBranch left = {branch->shard, branch->is_last ? NULL : branch->branch};
        if (asked)
            end.mark = branch->mark;
        if (asked || (branch->prepared && !branch->done))
            g_array_append_val(open, left);
    }
    shard_debts_owe(self, &end);
}

/* Takes the first phase back; a shard that was lost in it may have prepared all the same. */
static void
roll_back(ShardSession *self, GArray *branches)
{
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        ShardBackend *backend = self->slots[branch->shard].backend;
        branch->commit = FALSE;
        gboolean dead = shard_backend_is_dead(backend);
        branch->lost = branch->writes && !branch->is_last && dead;
        if (branch->lost)
            branch->prepared = TRUE;
        else if (!branch->prepared && !branch->done && !dead)
            shard_backend_end(backend, FALSE, NULL);
    }
    run_branches(branches, finish_task, TRUE);
    /* The server may be busy with PREPARE still: that there was nothing to roll back says little,
     * and is asked again. */
    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        branch->done &= !branch->lost;
    }
    owe_open_branches(self, branches, SHARD_OUTCOME_ROLLED_BACK);
}

/* The failures of the first phase, as the records of one error; NULL: none. */
static GError *
take_failures(GArray *branches)
{
    GError *first = NULL;

    for (guint i = 0; i < branches->len; i++)
        shard_error_join(&first, g_steal_pointer(&g_array_index(branches, Branch, i).failure));
    return first;
}

/* It was lost while it committed. */
static ShardOutcome
ask_last(ShardSession *self, const Branch *last)
{
    gint64 end = g_get_monotonic_time() + ASK_PATIENCE;
    ShardOutcome outcome = SHARD_OUTCOME_UNKNOWN;

    self->joined[last->shard] = FALSE;
    for (;;) {
        ShardBackend *backend = shard_session_open(self, last->shard, NULL);
        if (backend != NULL)
            outcome = shard_last_resource_outcome(backend, last->mark, NULL);
        if (outcome > SHARD_OUTCOME_RUNNING)
            return outcome;
        if (g_get_monotonic_time() >= end)
            return SHARD_OUTCOME_UNKNOWN;
        g_usleep(ASK_PAUSE);
    }
}

static void
say_unknown(ShardSession *self, const Branch *last, GError *failure, GError **error)
{
    const char *shard = shard_rules_shard(self->rules, last->shard)->name;
    GError *first = NULL;

    shard_error_set(&first, SHARD_ERROR_BACKEND, "08007",
                    "shard %s was lost while its commit decided for all shards, and can't be asked "
                    "now: as soon as it can be, the others end as it did",
                    shard);
    shard_error_append(first, failure);
    g_propagate_error(error, first);
}

/* A connection that was lost leaves open what the shard, asked again, has told. */
static void
say_rolled_back(const char *shard, GError *failure, GError **error)
{
    GError *first = failure;

    if (strncmp(shard_error_sqlstate(failure, 0), "08", 2) == 0) {
        first = NULL;
        shard_error_set_backend(&first, shard, "08S01", 0,
                                "the shard was lost before it had committed: the transaction is "
                                "rolled back");
        shard_error_append(first, failure);
    }
    g_propagate_error(error, first);
}

/* Everything else is prepared: what this shard's commit does is done everywhere. */
static gboolean
decide_by_last(ShardSession *self, GArray *branches, Branch *last, GError **error)
{
    const char *shard = shard_rules_shard(self->rules, last->shard)->name;
    ShardBackend *backend = self->slots[last->shard].backend;
    GError *failure = NULL;

    gboolean noted = shard_decisions_leave_to(self->decisions, self->two_phase_name, shard,
                                              last->mark, &failure);
    shard_fault_point("before-last");
    last->done = noted && shard_backend_commit_part(backend, &failure);
    shard_fault_point("after-last");
    ShardOutcome outcome = last->done ? SHARD_OUTCOME_COMMITTED : SHARD_OUTCOME_ROLLED_BACK;
    if (noted && !last->done && shard_backend_is_dead(backend))
        outcome = ask_last(self, last);
    if (outcome == SHARD_OUTCOME_COMMITTED) {
        g_clear_error(&failure);
        last->done = TRUE;
        /* That it can't be written changes nothing: the shard knows. */
        shard_decisions_commit(self->decisions, self->two_phase_name, NULL);
        return TRUE;
    }
    if (outcome == SHARD_OUTCOME_ROLLED_BACK) {
        roll_back(self, branches);
        say_rolled_back(shard, failure, error);
    } else {
        owe_open_branches(self, branches, outcome);
        say_unknown(self, last, failure, error);
    }
    return FALSE;
}

static Branch *
find_last(GArray *branches)
{
    for (guint i = 0; i < branches->len; i++)
        if (g_array_index(branches, Branch, i).is_last)
            return &g_array_index(branches, Branch, i);
    return NULL;
}

static gboolean
first_phase(ShardSession *self, GArray *branches, GError **error)
{
    Branch *last = find_last(branches);

    run_branches(branches, prepare_task, FALSE);
    GError *failure = take_failures(branches);
    shard_fault_point("before-decision");
    if (failure == NULL && last != NULL)
        return decide_by_last(self, branches, last, error);
    if (failure == NULL && shard_decisions_commit(self->decisions, self->two_phase_name, &failure))
        return TRUE;
    roll_back(self, branches);
    g_propagate_error(error, failure);
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
    shard_error_join(&self->warning, warning);
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
    owe_open_branches(self, branches, SHARD_OUTCOME_COMMITTED);
}

gboolean
shard_two_phase_needed(const ShardSession *self)
{
    guint n = 0;

    for (guint i = 0; self->settings->two_phase && i < self->n_shards; i++)
        n += self->joined[i] && self->slots[i].backend != NULL && self->slots[i].wrote;
    return n > 1;
}

static void
ask_task(gpointer task)
{
    Branch *self = task;
    gboolean can = TRUE;

    if (self->writes && shard_last_resource_can_prepare(self->session->slots[self->shard].backend,
                                                        &can, &self->failure))
        self->is_last = !can;
}

/* Side by side, those that have to be asked: most have told it before. */
static void
ask_branches(GArray *branches)
{
    g_autoptr(GPtrArray) unknown = g_ptr_array_new();

    for (guint i = 0; i < branches->len; i++) {
        Branch *branch = &g_array_index(branches, Branch, i);
        if (branch->session->slots[branch->shard].backend->preparing == SHARD_PREPARES_UNKNOWN)
            g_ptr_array_add(unknown, branch);
        else
            ask_task(branch);
    }
    shard_parallel(ask_task, unknown->pdata, unknown->len);
}

/* One shard that can't prepare may commit last; of two neither can. */
static gboolean
choose_last(ShardSession *self, GArray *branches, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();

    ask_branches(branches);
    GError *failure = take_failures(branches);
    for (guint i = 0; i < branches->len; i++) {
        const Branch *branch = &g_array_index(branches, Branch, i);
        if (branch->is_last)
            g_ptr_array_add(names, (char *) shard_rules_shard(self->rules, branch->shard)->name);
    }
    if (failure == NULL && names->len < 2)
        return TRUE;
    g_ptr_array_add(names, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **) names->pdata);
    if (failure == NULL)
        shard_error_set(&failure, SHARD_ERROR_REFUSED, "0A000",
                        "a transaction with Transaction=2pc may write on one shard without "
                        "prepared transactions (%s), not on several: %s; it is rolled back",
                        self->mode.dialect == SHARD_DIALECT_POSTGRESQL
                            ? "max_prepared_transactions = 0"
                            : shard_dialect_name(self->mode.dialect),
                        list);
    g_propagate_error(error, failure);
    return FALSE;
}

gboolean
shard_two_phase_commit(ShardSession *self, GError **error)
{
    g_autoptr(GArray) branches = joined_branches(self);

    if (!choose_last(self, branches, error) ||
        (self->two_phase_name == NULL && !make_name(self, error))) {
        shard_session_roll_back_joined(self);
        return FALSE;
    }
    name_branches(self, branches);
    if (!first_phase(self, branches, error))
        return FALSE;
    shard_fault_point("after-decision");
    second_phase(self, branches);
    return TRUE;
}
