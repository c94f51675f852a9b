/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/parallel.h"

#include "driver/executor/watch.h"
#include "driver/executor/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Tasks are taken one by one, by whoever is there: a worker that wakes late finds less to do, and
 * the caller doesn't wait for one that hasn't woken. */
typedef struct {
    void (*run)(gpointer task);
    ShardWatch *watch; /* that the caller is in; there as long as a task runs */
    gpointer *tasks;
    guint n_tasks;
    _Atomic guint next;  /* the first task that nobody has taken */
    _Atomic guint users; /* the caller, and workers that may still come */
    guint left;          /* not done; under lock */
    pthread_mutex_t lock;
    pthread_cond_t done;
} Team;

typedef struct {
    ShardJob job; /* must be first */
    Team *team;
} TeamJob;

/* Team, jobs and tasks are one block: a worker may come after the caller has gone. */
static Team *
team_new(void (*run)(gpointer task), gpointer const *tasks, guint n_tasks, TeamJob **out_jobs)
{
    guint n_jobs = n_tasks - 1;
    Team *self = g_malloc(sizeof(Team) + n_jobs * sizeof(TeamJob) + n_tasks * sizeof(gpointer));
    TeamJob *jobs = (TeamJob *) (void *) (self + 1);

    *self = (Team){.run = run,
                   .watch = shard_watch_current(),
                   .tasks = (gpointer *) (void *) (jobs + n_jobs),
                   .n_tasks = n_tasks,
                   .users = n_tasks,
                   .left = n_tasks};
    memcpy(self->tasks, tasks, n_tasks * sizeof(gpointer));
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->done, NULL);
    *out_jobs = jobs;
    return self;
}

static void
team_leave(Team *self)
{
    if (atomic_fetch_sub(&self->users, 1) != 1)
        return;
    pthread_cond_destroy(&self->done);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

static void
run_task(Team *self, gpointer task, gboolean is_worker)
{
    ShardWatcher place;

    shard_watch_enter(is_worker ? self->watch : NULL, &place);
    self->run(task);
    shard_watch_leave(&place);
}

static void
run_tasks(Team *self, gboolean is_worker)
{
    for (;;) {
        guint task = atomic_fetch_add(&self->next, 1);
        if (task >= self->n_tasks)
            return;
        run_task(self, self->tasks[task], is_worker);
        pthread_mutex_lock(&self->lock);
        if (--self->left == 0)
            pthread_cond_signal(&self->done);
        pthread_mutex_unlock(&self->lock);
    }
}

static void
join_team(ShardJob *job)
{
    Team *team = ((TeamJob *) job)->team;

    run_tasks(team, TRUE);
    team_leave(team);
}

void
shard_parallel(void (*run)(gpointer task), gpointer const *tasks, guint n_tasks)
{
    TeamJob *jobs;

    if (n_tasks <= 1) {
        if (n_tasks == 1)
            run(tasks[0]);
        return;
    }
    Team *team = team_new(run, tasks, n_tasks, &jobs);
    for (guint i = 0; i + 1 < n_tasks; i++) {
        jobs[i] = (TeamJob){{join_team, NULL}, team};
        if (!shard_workers_submit(&jobs[i].job, FALSE))
            team_leave(team);
    }
    run_tasks(team, FALSE);
    pthread_mutex_lock(&team->lock);
    while (team->left > 0)
        pthread_cond_wait(&team->done, &team->lock);
    pthread_mutex_unlock(&team->lock);
    team_leave(team);
}
