/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bench.h"

#include <stdlib.h>

typedef struct {
    Pool *pool;
    int number;
} Worker;

/* A thread for each shard, as long as the program. */
struct Pool {
    pthread_mutex_t mutex;
    pthread_cond_t go, done;
    JobFunction function;
    int left; /* jobs that aren't done */
    int wanted[MAX_SHARDS];
    Job jobs[MAX_SHARDS];
    pthread_t threads[MAX_SHARDS];
    Worker workers[MAX_SHARDS];
};

static void *
work(void *argument)
{
    Worker *self = argument;
    Pool *pool = self->pool;

    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->wanted[self->number])
            pthread_cond_wait(&pool->go, &pool->mutex);
        pthread_mutex_unlock(&pool->mutex);
        pool->function(&pool->jobs[self->number]);
        pthread_mutex_lock(&pool->mutex);
        pool->wanted[self->number] = 0;
        if (--pool->left == 0)
            pthread_cond_signal(&pool->done);
    }
    return NULL;
}

Pool *
pool_new(int n)
{
    Pool *self = calloc(1, sizeof *self);

    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->go, NULL);
    pthread_cond_init(&self->done, NULL);
    for (int i = 0; i < n; i++) {
        self->workers[i] = (Worker){self, i};
        pthread_create(&self->threads[i], NULL, work, &self->workers[i]);
    }
    return self;
}

static void
pool_start(Pool *self, JobFunction function, unsigned mask)
{
    pthread_mutex_lock(&self->mutex);
    self->function = function;
    self->left = __builtin_popcount(mask);
    for (int i = 0; i < MAX_SHARDS; i++)
        if (mask & 1u << i)
            self->wanted[i] = 1;
    pthread_cond_broadcast(&self->go);
    pthread_mutex_unlock(&self->mutex);
}

static void
pool_wait(Pool *self)
{
    pthread_mutex_lock(&self->mutex);
    while (self->left)
        pthread_cond_wait(&self->done, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}

static void
pool_run(Pool *self, JobFunction function, unsigned mask)
{
    /* The caller's thread serves one shard itself, the last. */
    int last = 31 - __builtin_clz(mask);
    unsigned others = mask & ~(1u << last);

    if (others)
        pool_start(self, function, others);
    function(&self->jobs[last]);
    if (others)
        pool_wait(self);
}

Result
run_on(Target *target, int q, JobFunction function, unsigned mask)
{
    Job in_turn[MAX_SHARDS], *jobs = target->pool ? target->pool->jobs : in_turn;
    Result sum = {0};

    for (int i = 0; i < target->n; i++)
        jobs[i] = (Job){.conn = target->conns[i], .q = q};
    if (target->pool)
        pool_run(target->pool, function, mask);
    for (int i = 0; i < target->n; i++) {
        if (!(mask & 1u << i))
            continue;
        if (!target->pool)
            function(&jobs[i]);
        sum.rows += jobs[i].result.rows;
        sum.sum += jobs[i].result.sum;
    }
    return sum;
}
