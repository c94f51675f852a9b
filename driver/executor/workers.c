/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/workers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 512
#define IDLE_SECONDS 30
#define STACK_BYTES ((gsize) 1024 * 1024)

typedef struct Worker Worker;
struct Worker {
    pthread_cond_t wake;
    ShardJob *job; /* given while it waits */
    Worker *next;  /* in the list of idle ones */
};

typedef struct {
    pid_t pid;
    pthread_mutex_t lock;
    Worker *idle;           /* the one that waited last is first: its caches are warm */
    ShardJob *first, *last; /* waiting for a thread */
    guint n_threads;
} Workers;

/* A child of fork() has none of the threads, and perhaps a held lock: it makes a new one. */
static _Atomic(Workers *) current;

static Workers *
workers_of_process(void)
{
    pid_t pid = getpid();
    Workers *workers = atomic_load(&current);

    while (workers == NULL || workers->pid != pid) {
        Workers *made = g_new0(Workers, 1);
        made->pid = pid;
        pthread_mutex_init(&made->lock, NULL);
        if (atomic_compare_exchange_strong(&current, &workers, made))
            return made;
        pthread_mutex_destroy(&made->lock);
        g_free(made);
    }
    return workers;
}

static ShardJob *
take_queued(Workers *self)
{
    ShardJob *job = self->first;

    if (job == NULL)
        return NULL;
    self->first = job->next;
    if (self->first == NULL)
        self->last = NULL;
    return job;
}

static void
remove_idle(Workers *self, Worker *worker)
{
    Worker **link = &self->idle;

    while (*link != NULL && *link != worker)
        link = &(*link)->next;
    if (*link == worker)
        *link = worker->next;
}

/* Waits for a job with the lock held; NULL after a long time without one. */
static ShardJob *
wait_for_job(Workers *self, Worker *worker)
{
    struct timespec until;

    worker->job = NULL;
    worker->next = self->idle;
    self->idle = worker;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += IDLE_SECONDS;
    while (worker->job == NULL) {
        int rc = pthread_cond_timedwait(&worker->wake, &self->lock, &until);
        if (rc == ETIMEDOUT && worker->job == NULL) {
            remove_idle(self, worker);
            return NULL;
        }
    }
    return worker->job;
}

typedef struct {
    Workers *workers;
    ShardJob *first;
} Start;

static void *
worker_main(void *data)
{
    Start *start = data;
    Workers *self = start->workers;
    ShardJob *job = start->first;
    Worker worker = {.job = NULL};
    pthread_condattr_t attributes;

    g_free(start);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&worker.wake, &attributes);
    pthread_condattr_destroy(&attributes);
    while (job != NULL) {
        job->run(job);
        pthread_mutex_lock(&self->lock);
        job = take_queued(self);
        if (job == NULL)
            job = wait_for_job(self, &worker);
        if (job == NULL)
            self->n_threads--;
        pthread_mutex_unlock(&self->lock);
    }
    pthread_cond_destroy(&worker.wake);
    return NULL;
}

static gboolean
start_thread(Workers *self, ShardJob *job)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    Start *start = g_new(Start, 1);

    *start = (Start){self, job};
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int rc = pthread_create(&thread, &attributes, worker_main, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (rc != 0)
        g_free(start);
    return rc == 0;
}

static void
enqueue(Workers *self, ShardJob *job)
{
    job->next = NULL;
    if (self->last != NULL)
        self->last->next = job;
    else
        self->first = job;
    self->last = job;
}

gboolean
shard_workers_submit(ShardJob *job, gboolean urgent)
{
    Workers *self = workers_of_process();
    gboolean done = TRUE;

    pthread_mutex_lock(&self->lock);
    Worker *worker = self->idle;
    if (worker != NULL) {
        self->idle = worker->next;
        worker->job = job;
        pthread_cond_signal(&worker->wake);
    } else if (self->n_threads >= MOST_THREADS && !urgent) {
        enqueue(self, job);
    } else if (start_thread(self, job)) {
        self->n_threads++;
    } else if (self->n_threads > 0 && !urgent) {
        enqueue(self, job);
    } else {
        done = FALSE;
    }
    pthread_mutex_unlock(&self->lock);
    return done;
}
