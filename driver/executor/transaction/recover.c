/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/transaction/recover.h"

#include "driver/executor/deadline.h"
#include "driver/executor/transaction/decision-log.h"
#include "driver/executor/transaction/last-resource.h"
#include "driver/executor/transaction/two-phase.h"
#include "driver/executor/workers.h"
#include "router/base/fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Tenths of a second. */
#define PATIENCE 20

typedef struct {
    ShardSession *session;
    ShardRecoverMode mode;
    gboolean with_foreign;
    GPtrArray *logs;     /* ShardDeadLog */
    char *folder_prefix; /* of all names of this state folder; NULL: it has none */
    GPtrArray *doubts;   /* ShardDoubt */
    gboolean all_finished;
} Recovery;

/* Dead logs may be held by one thread only. */
static pthread_mutex_t recovery_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_RENEW(recovery_lock)

static void
doubt_free(gpointer data)
{
    ShardDoubt *doubt = data;

    g_free(doubt->shard);
    g_free(doubt->name);
    g_free(doubt->problem);
    g_free(doubt);
}

static ShardDoubt *
add_doubt(Recovery *self, guint shard, const char *name)
{
    ShardDoubt *doubt = g_new0(ShardDoubt, 1);

    doubt->shard = g_strdup(shard_rules_shard(self->session->rules, shard)->name);
    doubt->name = g_strdup(name);
    g_ptr_array_add(self->doubts, doubt);
    return doubt;
}

/* A server takes a moment to notice that the connection of a process that died has ended. */
static ShardOutcome
wait_for_outcome(ShardBackend *backend, const char *mark, GError **error)
{
    ShardOutcome outcome = shard_last_resource_outcome(backend, mark, error);

    for (guint i = 0; i < PATIENCE && outcome == SHARD_OUTCOME_RUNNING; i++) {
        g_usleep(100 * 1000);
        outcome = shard_last_resource_outcome(backend, mark, error);
    }
    return outcome;
}

/* left: "mark shard"; that shard's commit was the decision. */
static ShardDoubtDecision
ask_shard(Recovery *self, const char *left, char **out_problem)
{
    static const ShardDoubtDecision decisions[] = {
        [SHARD_OUTCOME_UNKNOWN] = SHARD_DOUBT_FORGOT,
        [SHARD_OUTCOME_RUNNING] = SHARD_DOUBT_ASK,
        [SHARD_OUTCOME_COMMITTED] = SHARD_DOUBT_COMMIT,
        [SHARD_OUTCOME_ROLLED_BACK] = SHARD_DOUBT_ROLLBACK,
    };
    g_auto(GStrv) words = g_strsplit(left, " ", 2);
    gint shard = shard_rules_find_shard(self->session->rules, words[1]);
    g_autoptr(GError) failure = NULL;

    if (shard < 0) {
        *out_problem = g_strdup_printf("shard %s, which has decided, isn't in the rules", words[1]);
        return SHARD_DOUBT_FORGOT;
    }
    ShardBackend *backend = shard_session_backend(self->session, (guint) shard, &failure);
    ShardOutcome outcome =
        backend == NULL ? SHARD_OUTCOME_RUNNING : wait_for_outcome(backend, words[0], &failure);
    if (failure != NULL)
        *out_problem = g_strdup_printf("%s: %s", words[1], failure->message);
    else if (outcome == SHARD_OUTCOME_RUNNING)
        *out_problem = g_strdup_printf("%s has not ended it yet", words[1]);
    gboolean is_lost = backend != NULL && shard_backend_is_dead(backend);
    return is_lost ? SHARD_DOUBT_ASK : decisions[outcome];
}

/* *out_problem: why that can't be known now; else untouched. */
static ShardDoubtDecision
decide(Recovery *self, const char *name, char **out_problem)
{
    static const ShardDoubtDecision decisions[] = {
        [SHARD_LOG_GONE] = SHARD_DOUBT_UNKNOWN,
        [SHARD_LOG_IN_USE] = SHARD_DOUBT_IN_USE,
        [SHARD_LOG_COMMIT] = SHARD_DOUBT_COMMIT,
        [SHARD_LOG_ROLLBACK] = SHARD_DOUBT_ROLLBACK,
        [SHARD_LOG_ASK] = SHARD_DOUBT_ASK,
        [SHARD_LOG_DAMAGED] = SHARD_DOUBT_DAMAGED,
        [SHARD_LOG_UNREADABLE] = SHARD_DOUBT_UNREADABLE,
    };
    const char *left = NULL;
    ShardLogWord word = SHARD_LOG_GONE;

    for (guint i = 0; i < self->logs->len && word == SHARD_LOG_GONE; i++)
        word = shard_dead_log_says(self->logs->pdata[i], name, &left);
    if (left != NULL)
        return ask_shard(self, left, out_problem);
    if (word == SHARD_LOG_GONE)
        word = shard_log_says(self->session->settings->state, name);
    if (word == SHARD_LOG_ASK)
        *out_problem = g_strdup("a shard has decided: recover with the rules that it is of");
    return decisions[word];
}

/* A server may not have noticed yet that the connection has ended which holds the branch. */
static gboolean
finish_branch(ShardBackend *backend, const char *branch, gboolean commit, GError **error)
{
    for (guint i = 0; i < PATIENCE; i++) {
        g_autoptr(GError) failure = NULL;
        if (shard_two_phase_finish(backend, branch, commit, &failure))
            return TRUE;
        if (i + 1 == PATIENCE || !shard_two_phase_is_held(failure)) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return FALSE;
        }
        g_usleep(100 * 1000);
    }
    return FALSE;
}

/* Nobody will ever know. */
static gboolean
is_lost(ShardDoubtDecision decision)
{
    return decision == SHARD_DOUBT_UNKNOWN || decision == SHARD_DOUBT_DAMAGED ||
           decision == SHARD_DOUBT_FORGOT;
}

static void
finish(Recovery *self, ShardBackend *backend, ShardDoubt *doubt, const char *branch)
{
    g_autoptr(GError) failure = NULL;
    gboolean known =
        doubt->decision == SHARD_DOUBT_COMMIT || doubt->decision == SHARD_DOUBT_ROLLBACK;
    gboolean forced = is_lost(doubt->decision) && self->mode > SHARD_RECOVER_FINISH;
    gboolean commit =
        known ? doubt->decision == SHARD_DOUBT_COMMIT : self->mode == SHARD_RECOVER_COMMIT;

    if (self->mode != SHARD_RECOVER_LIST && (known || forced))
        doubt->finished = finish_branch(backend, branch, commit, &failure);
    if (failure != NULL) {
        g_free(doubt->problem);
        doubt->problem = g_strdup(failure->message);
    }
    if (doubt->finished)
        g_clear_pointer(&doubt->problem, g_free);
    else if (doubt->decision >= SHARD_DOUBT_DAMAGED)
        self->all_finished = FALSE;
}

static void
recover_shard(Recovery *self, guint shard)
{
    g_autoptr(GError) failure = NULL;
    ShardBackend *backend = shard_session_backend(self->session, shard, &failure);
    g_autoptr(GPtrArray) branches =
        backend == NULL ? NULL : shard_two_phase_branches(backend, &failure);

    if (failure != NULL) {
        add_doubt(self, shard, NULL)->problem = g_strdup(failure->message);
        self->all_finished = FALSE;
    }
    for (guint i = 0; branches != NULL && i < branches->len; i++) {
        ShardBranchName *branch = branches->pdata[i];
        gboolean own =
            self->folder_prefix != NULL && g_str_has_prefix(branch->name, self->folder_prefix);
        if (own) {
            ShardDoubt *doubt = add_doubt(self, shard, branch->name);
            doubt->decision = decide(self, branch->name, &doubt->problem);
            finish(self, backend, doubt, branch->quoted);
        } else if (self->with_foreign && g_str_has_prefix(branch->name, SHARD_TRANSACTION_PREFIX)) {
            add_doubt(self, shard, branch->name)->decision = SHARD_DOUBT_FOREIGN;
        }
    }
}

static GPtrArray *
recover_locked(const ShardSettings *settings, const ShardRecoverWish *wish, GError **error)
{
    g_autoptr(ShardSettings) plain = shard_settings_copy(settings);
    plain->two_phase = FALSE;
    Recovery self = {
        .mode = wish->mode, .with_foreign = wish->with_foreign, .all_finished = wish->id == NULL};

    self.session = shard_session_new(plain, SQL_OV_ODBC3, error);
    if (self.session == NULL)
        return NULL;
    self.folder_prefix = wish->id == NULL
                             ? shard_folder_prefix(settings->state)
                             : g_strconcat(SHARD_TRANSACTION_PREFIX, wish->id, ":", NULL);
    self.logs = shard_dead_logs(settings->state, settings->rules_path);
    self.doubts = g_ptr_array_new_with_free_func(doubt_free);
    for (guint i = 0; i < self.session->n_shards; i++)
        recover_shard(&self, i);
    for (guint i = 0; i < self.logs->len; i++)
        if (self.all_finished && wish->mode != SHARD_RECOVER_LIST)
            shard_dead_log_recovered(self.logs->pdata[i]);
    g_ptr_array_unref(self.logs);
    g_free(self.folder_prefix);
    shard_session_free(self.session);
    return self.doubts;
}

GPtrArray *
shard_recover_wish(const ShardSettings *settings, const ShardRecoverWish *wish, GError **error)
{
    pthread_mutex_lock(&recovery_lock);
    GPtrArray *doubts = recover_locked(settings, wish, error);
    pthread_mutex_unlock(&recovery_lock);
    return doubts;
}

GPtrArray *
shard_recover(const ShardSettings *settings, ShardRecoverMode mode, GError **error)
{
    const ShardRecoverWish wish = {.mode = mode};

    return shard_recover_wish(settings, &wish, error);
}

typedef struct {
    ShardJob job;           /* must be first */
    ShardDeadline deadline; /* of the next look */
    gint64 pause;           /* before it; seconds */
    ShardSettings *settings;
} RecoverJob;

#define LONGEST_PAUSE 300

static atomic_bool second_look_is_set;

static void
recover_job_free(RecoverJob *self)
{
    shard_settings_free(self->settings);
    g_free(self);
}

static void
second_look(ShardDeadline *deadline)
{
    RecoverJob *self = (RecoverJob *) ((char *) deadline - G_STRUCT_OFFSET(RecoverJob, deadline));

    atomic_store(&second_look_is_set, FALSE);
    if (!shard_workers_submit(&self->job, FALSE))
        recover_job_free(self);
}

typedef enum { WORK_NONE, WORK_LATER, WORK_NOW } Work;

/* Logs that are over just go. */
static Work
work_left(const ShardSettings *settings)
{
    Work work = WORK_NONE;
    g_autoptr(GPtrArray) logs = shard_dead_logs(settings->state, settings->rules_path);

    for (guint i = 0; i < logs->len; i++) {
        ShardDeadLog *log = logs->pdata[i];
        if (log->is_clean)
            shard_dead_log_recovered(log);
        else if (log->recovered_at == 0 || shard_dead_log_is_over(log))
            work = WORK_NOW;
        else
            work = MAX(work, WORK_LATER);
    }
    return work;
}

static Work
ask_work_left(const ShardSettings *settings)
{
    pthread_mutex_lock(&recovery_lock);
    Work work = work_left(settings);
    pthread_mutex_unlock(&recovery_lock);
    return work;
}

/* What is left then. */
static Work
recover_once(const ShardSettings *settings)
{
    Work work = ask_work_left(settings);

    if (work != WORK_NOW)
        return work;
    GPtrArray *doubts = shard_recover(settings, SHARD_RECOVER_FINISH, NULL);
    if (doubts != NULL)
        g_ptr_array_unref(doubts);
    return ask_work_left(settings);
}

static void
recover_job(ShardJob *job)
{
    RecoverJob *self = (RecoverJob *) job;
    Work work = recover_once(self->settings);

    if (work == WORK_NONE || atomic_exchange(&second_look_is_set, TRUE)) {
        recover_job_free(self);
        return;
    }
    /* What can't be finished since its shard is away is tried again, less and less often. */
    self->pause = self->pause == 0 ? SHARD_SECOND_LOOK + 1 : MIN(self->pause * 2, LONGEST_PAUSE);
    self->deadline = (ShardDeadline){.expired = second_look};
    self->deadline.at = g_get_monotonic_time() + self->pause * G_USEC_PER_SEC;
    shard_deadline_start(&self->deadline);
}

void
shard_recover_start(const ShardSettings *settings)
{
    Work work = WORK_NOW; /* perhaps: another recovery is at it, which may have begun before */

    if (!settings->two_phase)
        return;
    if (pthread_mutex_trylock(&recovery_lock) == 0) {
        work = work_left(settings);
        pthread_mutex_unlock(&recovery_lock);
    }
    if (work != WORK_NOW)
        return;
    RecoverJob *job = g_new0(RecoverJob, 1);
    job->job.run = recover_job;
    job->settings = shard_settings_copy(settings);
    if (!shard_workers_submit(&job->job, FALSE))
        recover_job_free(job);
}
