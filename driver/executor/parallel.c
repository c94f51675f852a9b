/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/parallel.h"

#include "driver/executor/workers.h"

#include <pthread.h>

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    guint left;
} Latch;

typedef struct {
    ShardJob job; /* must be first */
    void (*run)(gpointer task);
    gpointer task;
    Latch *latch;
} ParallelJob;

static void
run_job(ShardJob *job)
{
    ParallelJob *self = (ParallelJob *) job;
    Latch *latch = self->latch;

    self->run(self->task);
    pthread_mutex_lock(&latch->lock);
    if (--latch->left == 0)
        pthread_cond_signal(&latch->done);
    pthread_mutex_unlock(&latch->lock);
}

void
shard_parallel(void (*run)(gpointer task), gpointer const *tasks, guint n_tasks)
{
    if (n_tasks <= 1) {
        if (n_tasks == 1)
            run(tasks[0]);
        return;
    }
    Latch latch = {.left = n_tasks};
    g_autofree ParallelJob *jobs = g_new(ParallelJob, n_tasks);
    pthread_mutex_init(&latch.lock, NULL);
    pthread_cond_init(&latch.done, NULL);
    for (guint i = 0; i < n_tasks; i++)
        jobs[i] = (ParallelJob){{run_job, NULL}, run, tasks[i], &latch};
    for (guint i = 1; i < n_tasks; i++)
        if (!shard_workers_submit(&jobs[i].job, FALSE))
            run_job(&jobs[i].job);
    run_job(&jobs[0].job);
    pthread_mutex_lock(&latch.lock);
    while (latch.left > 0)
        pthread_cond_wait(&latch.done, &latch.lock);
    pthread_mutex_unlock(&latch.lock);
    pthread_cond_destroy(&latch.done);
    pthread_mutex_destroy(&latch.lock);
}
