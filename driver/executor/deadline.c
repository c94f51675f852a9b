/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/deadline.h"

#include "driver/executor/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#define IDLE (30 * G_USEC_PER_SEC)

typedef struct {
    ShardJob job; /* must be first */
    pid_t pid;
    pthread_mutex_t lock; /* held while a deadline's function runs, so that stop waits for it */
    pthread_cond_t changed;
    ShardDeadline *first; /* sorted by time */
    gboolean has_thread;
    gint64 sleeps_until;
} Clock;

static _Atomic(Clock *) current;

static void clock_main(ShardJob *job);

/* As for the workers, a child of fork() has a clock of its own. */
static Clock *
clock_of_process(void)
{
    pid_t pid = getpid();
    Clock *clock = atomic_load(&current);

    while (clock == NULL || clock->pid != pid) {
        pthread_condattr_t attributes;
        Clock *made = g_new0(Clock, 1);
        made->job.run = clock_main;
        made->pid = pid;
        pthread_mutex_init(&made->lock, NULL);
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&made->changed, &attributes);
        pthread_condattr_destroy(&attributes);
        if (atomic_compare_exchange_strong(&current, &clock, made))
            return made;
        pthread_cond_destroy(&made->changed);
        pthread_mutex_destroy(&made->lock);
        g_free(made);
    }
    return clock;
}

static void
sleep_until(Clock *self, gint64 at)
{
    struct timespec until = {.tv_sec = at / G_USEC_PER_SEC, .tv_nsec = at % G_USEC_PER_SEC * 1000};

    self->sleeps_until = at;
    pthread_cond_timedwait(&self->changed, &self->lock, &until);
    self->sleeps_until = 0;
}

/* With the lock held. */
static void
insert(Clock *self, ShardDeadline *deadline)
{
    ShardDeadline **link = &self->first;

    while (*link != NULL && (*link)->at <= deadline->at)
        link = &(*link)->next;
    deadline->next = *link;
    *link = deadline;
    deadline->is_set = TRUE;
}

static void
clock_main(ShardJob *job)
{
    Clock *self = (Clock *) job;
    gint64 idle_since = g_get_monotonic_time();

    pthread_mutex_lock(&self->lock);
    for (;;) {
        gint64 now = g_get_monotonic_time();
        ShardDeadline *due = self->first;
        if (due != NULL)
            idle_since = now;
        else if (now - idle_since > IDLE)
            break;
        if (due == NULL || due->at > now) {
            sleep_until(self, due != NULL ? due->at : now + IDLE);
            continue;
        }
        self->first = due->next;
        due->is_set = FALSE;
        gint64 again = due->again;
        due->expired(due);
        if (again == 0)
            continue; /* it may be gone */
        due->at = g_get_monotonic_time() + again;
        insert(self, due);
    }
    self->has_thread = FALSE;
    pthread_mutex_unlock(&self->lock);
}

void
shard_deadline_start(ShardDeadline *self)
{
    Clock *clock = clock_of_process();

    pthread_mutex_lock(&clock->lock);
    insert(clock, self);
    if (!clock->has_thread)
        clock->has_thread = shard_workers_submit(&clock->job, TRUE);
    else if (clock->sleeps_until > self->at)
        pthread_cond_signal(&clock->changed);
    pthread_mutex_unlock(&clock->lock);
}

gboolean
shard_deadline_stop(ShardDeadline *self)
{
    Clock *clock = clock_of_process();

    pthread_mutex_lock(&clock->lock);
    ShardDeadline **link = &clock->first;
    while (self->is_set && *link != NULL && *link != self)
        link = &(*link)->next;
    if (self->is_set && *link == self)
        *link = self->next;
    gboolean was_set = self->is_set;
    self->is_set = FALSE;
    pthread_mutex_unlock(&clock->lock);
    return was_set;
}
