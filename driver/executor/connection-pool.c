/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/connection-pool.h"

#include "driver/executor/backend-private.h"
#include "driver/executor/deadline.h"
#include "driver/executor/workers.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_IDLE 16
#define IDLE_MICROSECONDS (60 * G_USEC_PER_SEC)
/* A connection idle for longer is asked whether it still lives. */
#define TRUSTED_MICROSECONDS (2 * G_USEC_PER_SEC)

typedef struct {
    char *key;
    ShardBackend *backend;
    gint64 since;
} Idle;

typedef struct {
    GQueue idle;            /* Idle, the last given first */
    pthread_cond_t changed; /* one came back, or was closed: whoever waits here can use that */
    guint n_open;
    guint n_waiting;
    guint64 n_waits;
} Place;

struct _ShardPool {
    pid_t pid;
    pthread_mutex_t lock;
    pthread_cond_t reaped;
    Place *places;
    guint n_places;
    ShardDeadline reaper; /* closes what stays idle; its work is done by the job */
    ShardJob reap_job;
    atomic_bool armed; /* until the job has ended */
    gboolean ending;
};

static void reaper_expired(ShardDeadline *deadline);
static void reap(ShardJob *job);

static void
init_locks(ShardPool *self)
{
    pthread_condattr_t attributes;

    self->pid = getpid();
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->reaped, &attributes);
    for (guint i = 0; i < self->n_places; i++)
        pthread_cond_init(&self->places[i].changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

ShardPool *
shard_pool_new(guint n_shards)
{
    ShardPool *self = g_new0(ShardPool, 1);

    self->n_places = n_shards;
    self->places = g_new0(Place, MAX(n_shards, 1));
    for (guint i = 0; i < n_shards; i++)
        g_queue_init(&self->places[i].idle);
    self->reaper.expired = reaper_expired;
    self->reap_job.run = reap;
    init_locks(self);
    return self;
}

static void
idle_free(Idle *idle, gboolean abandon)
{
    shard_backend_close(idle->backend, abandon);
    g_free(idle->key);
    g_free(idle);
}

void
shard_pool_free(ShardPool *self)
{
    gboolean abandon = self->pid != getpid();
    Idle *idle;

    if (!abandon) {
        pthread_mutex_lock(&self->lock);
        self->ending = TRUE;
        gboolean armed = atomic_load(&self->armed);
        pthread_mutex_unlock(&self->lock);
        gboolean will_run = armed && !shard_deadline_stop(&self->reaper);
        pthread_mutex_lock(&self->lock);
        while (will_run && atomic_load(&self->armed))
            pthread_cond_wait(&self->reaped, &self->lock);
        pthread_mutex_unlock(&self->lock);
    }

    for (guint i = 0; i < self->n_places; i++) {
        while ((idle = g_queue_pop_head(&self->places[i].idle)) != NULL)
            idle_free(idle, abandon);
        pthread_cond_destroy(&self->places[i].changed);
    }
    g_free(self->places);
    pthread_cond_destroy(&self->reaped);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

/* In the child of a fork: the parent's connections are not ours, nor is the state of its locks. */
static void
enter(ShardPool *self)
{
    if (self->pid != getpid()) {
        init_locks(self);
        for (guint i = 0; i < self->n_places; i++) {
            Place *place = &self->places[i];
            Idle *idle;
            while ((idle = g_queue_pop_head(&place->idle)) != NULL)
                idle_free(idle, TRUE);
            place->n_open = place->n_waiting = 0;
        }
        atomic_store(&self->armed, FALSE);
    }
    pthread_mutex_lock(&self->lock);
}

/* Takes out what nobody has wanted for long, to be closed without the lock. */
static void
collect_old(Place *place, GPtrArray *old)
{
    gint64 now = g_get_monotonic_time();

    for (Idle *last = g_queue_peek_tail(&place->idle);
         last != NULL && now - last->since > IDLE_MICROSECONDS;
         last = g_queue_peek_tail(&place->idle)) {
        g_ptr_array_add(old, g_queue_pop_tail(&place->idle));
        place->n_open--;
    }
}

/* With the lock. */
static void
arm_reaper(ShardPool *self)
{
    if (self->ending || atomic_exchange(&self->armed, TRUE))
        return;
    self->reaper.at = g_get_monotonic_time() + IDLE_MICROSECONDS + G_USEC_PER_SEC;
    shard_deadline_start(&self->reaper);
}

static void
reap(ShardJob *job)
{
    ShardPool *self = (ShardPool *) ((char *) job - G_STRUCT_OFFSET(ShardPool, reap_job));
    g_autoptr(GPtrArray) old = g_ptr_array_new();
    gboolean more = FALSE;

    pthread_mutex_lock(&self->lock);
    for (guint i = 0; i < self->n_places; i++) {
        collect_old(&self->places[i], old);
        more |= self->places[i].idle.length > 0;
    }
    pthread_mutex_unlock(&self->lock);
    for (guint i = 0; i < old->len; i++)
        idle_free(old->pdata[i], FALSE);
    pthread_mutex_lock(&self->lock);
    atomic_store(&self->armed, FALSE);
    if (more)
        arm_reaper(self);
    pthread_cond_broadcast(&self->reaped);
    pthread_mutex_unlock(&self->lock);
}

/* On the clock's thread, which must not wait for the lock's holder: he may be waiting for the
 * clock. */
static void
reaper_expired(ShardDeadline *deadline)
{
    ShardPool *self = (ShardPool *) ((char *) deadline - G_STRUCT_OFFSET(ShardPool, reaper));

    if (!shard_workers_submit(&self->reap_job, TRUE))
        atomic_store(&self->armed, FALSE);
}

static Idle *
find_idle(Place *place, const char *key)
{
    for (GList *link = place->idle.head; link != NULL; link = link->next) {
        Idle *idle = link->data;
        if (strcmp(idle->key, key) != 0)
            continue;
        g_queue_delete_link(&place->idle, link);
        return idle;
    }
    return NULL;
}

/* FALSE at the deadline. */
static gboolean
wait_for_change(ShardPool *self, Place *place, ShardPoolWish *wish)
{
    gint64 deadline = wish->deadline, started = g_get_monotonic_time();
    struct timespec until = {.tv_sec = deadline / G_USEC_PER_SEC,
                             .tv_nsec = deadline % G_USEC_PER_SEC * 1000};

    place->n_waiting++;
    place->n_waits++;
    int rc = pthread_cond_timedwait(&place->changed, &self->lock, &until);
    place->n_waiting--;
    wish->waited += MAX(g_get_monotonic_time() - started, 1);
    return rc != ETIMEDOUT;
}

/* With the lock: an idle one, or room for a new one; FALSE at the deadline. */
static gboolean
take_locked(ShardPool *self, Place *place, ShardPoolWish *wish, Idle **out_idle)
{
    gboolean in_time = TRUE;

    for (;;) {
        *out_idle = find_idle(place, wish->key);
        if (*out_idle != NULL)
            return TRUE;
        if (wish->cap == 0 || place->n_open < wish->cap) {
            place->n_open++;
            return TRUE;
        }
        /* One of another user makes room. */
        *out_idle = g_queue_pop_tail(&place->idle);
        if (*out_idle != NULL)
            return TRUE;
        /* Who was woken at the deadline looks once more: nobody else was. */
        if (!in_time)
            return FALSE;
        in_time = wait_for_change(self, place, wish);
    }
}

static gboolean
is_alive(const Idle *idle)
{
    if (shard_backend_is_dead(idle->backend))
        return FALSE;
    return g_get_monotonic_time() - idle->since < TRUSTED_MICROSECONDS ||
           shard_backend_run(idle->backend, "SELECT 1", NULL);
}

gboolean
shard_pool_take(ShardPool *self, guint shard, ShardPoolWish *wish, ShardBackend **out_backend,
                GError **error)
{
    Place *place = &self->places[shard];
    g_autoptr(GPtrArray) old = g_ptr_array_new();
    Idle *idle = NULL;

    enter(self);
    collect_old(place, old);
    gboolean taken = take_locked(self, place, wish, &idle);
    pthread_mutex_unlock(&self->lock);
    for (guint i = 0; i < old->len; i++)
        idle_free(old->pdata[i], FALSE);
    if (!taken) {
        shard_error_set(error, SHARD_ERROR_TIMEOUT, "HYT01",
                        "no connection became free: MaxConnectionsPerShard is %u", wish->cap);
        return FALSE;
    }
    *out_backend = NULL;
    if (idle != NULL && strcmp(idle->key, wish->key) == 0 && is_alive(idle))
        *out_backend = g_steal_pointer(&idle->backend);
    if (idle != NULL && idle->backend != NULL)
        idle_free(idle, FALSE);
    else if (idle != NULL) {
        g_free(idle->key);
        g_free(idle);
    }
    return TRUE;
}

void
shard_pool_give(ShardPool *self, guint shard, const char *key, ShardBackend *backend)
{
    Place *place = &self->places[shard];
    Idle *idle = g_new(Idle, 1);
    Idle *surplus = NULL;

    *idle = (Idle){g_strdup(key), backend, g_get_monotonic_time()};
    enter(self);
    g_queue_push_head(&place->idle, idle);
    if (place->idle.length > MOST_IDLE) {
        surplus = g_queue_pop_tail(&place->idle);
        place->n_open--;
    }
    arm_reaper(self);
    pthread_cond_signal(&place->changed);
    pthread_mutex_unlock(&self->lock);
    if (surplus != NULL)
        idle_free(surplus, FALSE);
}

void
shard_pool_closed(ShardPool *self, guint shard)
{
    enter(self);
    if (self->places[shard].n_open > 0)
        self->places[shard].n_open--;
    pthread_cond_signal(&self->places[shard].changed);
    pthread_mutex_unlock(&self->lock);
}

ShardPoolStatus
shard_pool_status(ShardPool *self, guint shard)
{
    const Place *place = &self->places[shard];

    enter(self);
    ShardPoolStatus status = {place->n_open, place->idle.length, place->n_waiting, place->n_waits};
    pthread_mutex_unlock(&self->lock);
    return status;
}
