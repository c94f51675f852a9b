/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/recover.h"

#include "driver/executor/decision-log.h"
#include "driver/executor/two-phase.h"
#include "driver/executor/workers.h"

#include <pthread.h>
#include <string.h>

typedef struct {
    ShardSession *session;
    ShardRecoverMode mode;
    GPtrArray *logs;     /* ShardDeadLog */
    char *folder_prefix; /* of all names of this state folder */
    GPtrArray *doubts;   /* ShardDoubt */
    gboolean all_finished;
} Recovery;

/* Dead logs may be held by one thread only. */
static pthread_mutex_t recovery_lock = PTHREAD_MUTEX_INITIALIZER;

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

/* MariaDB gives both parts of an XA name in one, with their lengths. */
static char *
branch_of_row(ShardDialect dialect, char **row, guint n_columns, char **out_name)
{
    if (dialect == SHARD_DIALECT_POSTGRESQL) {
        *out_name = g_strdup(row[0]);
        return g_strdup_printf("'%s'", row[0]);
    }
    if (n_columns < 4 || row[1] == NULL || row[2] == NULL || row[3] == NULL)
        return NULL;
    gsize first = (gsize) g_ascii_strtoull(row[1], NULL, 10);
    if (first > strlen(row[3]))
        return NULL;
    *out_name = g_strndup(row[3], first);
    return g_strdup_printf("'%s','%s'", *out_name, row[3] + first);
}

static ShardDoubtDecision
decide(Recovery *self, const char *name)
{
    for (guint i = 0; i < self->logs->len; i++) {
        gboolean commit = FALSE;
        if (shard_dead_log_decides(self->logs->pdata[i], name, &commit))
            return commit ? SHARD_DOUBT_COMMIT : SHARD_DOUBT_ROLLBACK;
    }
    return shard_log_exists(self->session->settings->state, name) ? SHARD_DOUBT_IN_USE
                                                                  : SHARD_DOUBT_UNKNOWN;
}

static void
finish(Recovery *self, ShardBackend *backend, ShardDoubt *doubt, const char *branch)
{
    g_autoptr(GError) failure = NULL;
    gboolean known =
        doubt->decision == SHARD_DOUBT_COMMIT || doubt->decision == SHARD_DOUBT_ROLLBACK;
    gboolean forced = doubt->decision == SHARD_DOUBT_UNKNOWN && self->mode > SHARD_RECOVER_FINISH;
    gboolean commit =
        known ? doubt->decision == SHARD_DOUBT_COMMIT : self->mode == SHARD_RECOVER_COMMIT;

    if (self->mode != SHARD_RECOVER_LIST && (known || forced))
        doubt->finished = shard_two_phase_finish(backend, branch, commit, &failure);
    if (failure != NULL)
        doubt->problem = g_strdup(failure->message);
    if (known && !doubt->finished)
        self->all_finished = FALSE;
}

static void
recover_shard(Recovery *self, guint shard)
{
    static const char *const questions[] = {
        [SHARD_DIALECT_UNKNOWN] = NULL,
        [SHARD_DIALECT_POSTGRESQL] =
            "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()",
        /* A bare XA RECOVER breaks MariaDB's driver. */
        [SHARD_DIALECT_MYSQL] = "BEGIN NOT ATOMIC XA RECOVER; END",
        [SHARD_DIALECT_SQLITE] = NULL,
    };
    g_autoptr(GError) failure = NULL;
    guint n_columns = 0;
    ShardBackend *backend = shard_session_backend(self->session, shard, &failure);
    const char *question = backend == NULL ? NULL : questions[shard_backend_dialect(backend)];
    g_autoptr(GPtrArray) rows =
        question == NULL ? NULL : shard_backend_query(backend, question, &n_columns, &failure);

    if (failure != NULL) {
        add_doubt(self, shard, NULL)->problem = g_strdup(failure->message);
        self->all_finished = FALSE;
    }
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        g_autofree char *name = NULL;
        g_autofree char *branch =
            branch_of_row(shard_backend_dialect(backend), rows->pdata[i], n_columns, &name);
        if (branch == NULL || !g_str_has_prefix(name, self->folder_prefix))
            continue;
        ShardDoubt *doubt = add_doubt(self, shard, name);
        doubt->decision = decide(self, name);
        finish(self, backend, doubt, branch);
    }
}

static GPtrArray *
recover_locked(const ShardSettings *settings, ShardRecoverMode mode, GError **error)
{
    g_autoptr(ShardSettings) plain = shard_settings_copy(settings);
    plain->two_phase = FALSE;
    Recovery self = {.mode = mode, .all_finished = TRUE};

    self.session = shard_session_new(plain, SQL_OV_ODBC3, error);
    if (self.session == NULL)
        return NULL;
    self.folder_prefix = shard_folder_prefix(settings->state);
    self.logs = shard_dead_logs(settings->state, settings->rules_path);
    self.doubts = g_ptr_array_new_with_free_func(doubt_free);
    for (guint i = 0; self.folder_prefix != NULL && i < self.session->n_shards; i++)
        recover_shard(&self, i);
    for (guint i = 0; i < self.logs->len; i++)
        if (self.all_finished && mode != SHARD_RECOVER_LIST)
            shard_dead_log_remove(self.logs->pdata[i]);
    g_ptr_array_unref(self.logs);
    g_free(self.folder_prefix);
    shard_session_free(self.session);
    return self.doubts;
}

GPtrArray *
shard_recover(const ShardSettings *settings, ShardRecoverMode mode, GError **error)
{
    pthread_mutex_lock(&recovery_lock);
    GPtrArray *doubts = recover_locked(settings, mode, error);
    pthread_mutex_unlock(&recovery_lock);
    return doubts;
}

typedef struct {
    ShardJob job; /* must be first */
    ShardSettings *settings;
} RecoverJob;

static void
recover_job(ShardJob *job)
{
    RecoverJob *self = (RecoverJob *) job;
    GPtrArray *doubts = shard_recover(self->settings, SHARD_RECOVER_FINISH, NULL);

    if (doubts != NULL)
        g_ptr_array_unref(doubts);
    shard_settings_free(self->settings);
    g_free(self);
}

/* Whether a log is left that has to be worked on; clean ones just go. */
static gboolean
is_needed(const ShardSettings *settings)
{
    gboolean needed = FALSE;

    if (pthread_mutex_trylock(&recovery_lock) != 0)
        return FALSE;
    g_autoptr(GPtrArray) logs = shard_dead_logs(settings->state, settings->rules_path);
    for (guint i = 0; i < logs->len; i++) {
        ShardDeadLog *log = logs->pdata[i];
        if (log->is_clean)
            shard_dead_log_remove(log);
        else
            needed = TRUE;
    }
    pthread_mutex_unlock(&recovery_lock);
    return needed;
}

void
shard_recover_start(const ShardSettings *settings)
{
    if (!settings->two_phase || !is_needed(settings))
        return;
    RecoverJob *job = g_new0(RecoverJob, 1);
    job->job.run = recover_job;
    job->settings = shard_settings_copy(settings);
    if (shard_workers_submit(&job->job, FALSE))
        return;
    shard_settings_free(job->settings);
    g_free(job);
}
