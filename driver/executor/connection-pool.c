/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/connection-pool.h"

#include "driver/executor/backend/private.h"
#include "driver/executor/deadline.h"
#include "driver/executor/workers.h"
#include "router/base/fork.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_IDLE 16
#define IDLE_MICROSECONDS (60 * G_USEC_PER_SEC)
/* Who waits looks that often whether the connection is still wanted. */
#define LOOK_AGAIN (G_USEC_PER_SEC / 10)
/* A connection idle for longer is asked whether it still lives. */
#define TRUSTED_MICROSECONDS (2 * G_USEC_PER_SEC)

typedef struct {
    char *key;
    ShardBackend *backend;
    gint64 since;
} Idle;

typedef struct {
    pthread_cond_t turn;
} Waiter;

typedef struct {
    GQueue idle;    /* Idle, the last given first */
    GQueue waiting; /* Waiter, the one that has waited longest first */
    guint n_open;
    guint64 n_waits;
    gint64 lost_at; /* a connection was found lost: those that were idle then may be, too */
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
init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

ShardPool *
shard_pool_new(guint n_shards)
{
    ShardPool *self = g_new0(ShardPool, 1);

    self->n_places = n_shards;
    self->places = g_new0(Place, MAX(n_shards, 1));
    for (guint i = 0; i < n_shards; i++) {
        g_queue_init(&self->places[i].idle);
        g_queue_init(&self->places[i].waiting);
    }
    self->reaper.expired = reaper_expired;
    self->reap_job.run = reap;
    self->pid = getpid();
    pthread_mutex_init(&self->lock, NULL);
    shard_fork_guard(&self->lock);
    init_condition(&self->reaped);
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

    for (guint i = 0; i < self->n_places; i++)
        while ((idle = g_queue_pop_head(&self->places[i].idle)) != NULL)
            idle_free(idle, abandon);
    g_free(self->places);
    pthread_cond_destroy(&self->reaped);
    shard_fork_unguard(&self->lock);
    pthread_mutex_destroy(&self->lock);
    g_free(self);
}

/* In the child of a fork, with the lock, which is free there: the parent's connections are not
 * ours, nor are its threads, that wait, here. */
static void
forget_parent(ShardPool *self)
{
    self->pid = getpid();
    init_condition(&self->reaped);
    for (guint i = 0; i < self->n_places; i++) {
        Place *place = &self->places[i];
        Idle *idle;
        while ((idle = g_queue_pop_head(&place->idle)) != NULL)
            idle_free(idle, TRUE);
        place->n_open = 0;
        g_queue_clear(&place->waiting);
    }
    atomic_store(&self->armed, FALSE);
}

static void
enter(ShardPool *self)
{
    pthread_mutex_lock(&self->lock);
    if (self->pid != getpid())
        forget_parent(self);
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

/* With the lock: an idle one, or room for a new one, if there is. */
static gboolean
take_now(Place *place, const ShardPoolWish *wish, Idle **out_idle)
{
    *out_idle = find_idle(place, wish->key);
    if (*out_idle != NULL)
        return TRUE;
    if (wish->cap == 0 || place->n_open < wish->cap) {
        place->n_open++;
        return TRUE;
    }
    /* One of another user makes room. */
    *out_idle = g_queue_pop_tail(&place->idle);
    return *out_idle != NULL;
}

/* With the lock: there may be something for who has waited longest. */
static void
wake_first(Place *place)
{
    Waiter *first = g_queue_peek_head(&place->waiting);

    if (first != NULL)
        pthread_cond_signal(&first->turn);
}

static gboolean
is_too_late(const ShardPoolWish *wish)
{
    return g_get_monotonic_time() >= wish->deadline ||
           (wish->stop != NULL && atomic_load(wish->stop) != 0);
}

/* With the lock: waits for a while, in which the wish may be given up. */
static void
wait_awhile(ShardPool *self, Waiter *waiter, const ShardPoolWish *wish)
{
    gint64 at = MIN(wish->deadline, g_get_monotonic_time() + LOOK_AGAIN);
    struct timespec until = {.tv_sec = at / G_USEC_PER_SEC, .tv_nsec = at % G_USEC_PER_SEC * 1000};

    pthread_cond_timedwait(&waiter->turn, &self->lock, &until);
}

/* With the lock; FALSE at the deadline, or when the statement was stopped. */
static gboolean
wait_for_turn(ShardPool *self, Place *place, const ShardPoolWish *wish, Idle **out_idle)
{
    Waiter waiter;
    gboolean taken = FALSE, too_late = FALSE;

    init_condition(&waiter.turn);
    g_queue_push_tail(&place->waiting, &waiter);
    while (!taken && !too_late) {
        wait_awhile(self, &waiter, wish);
        too_late = is_too_late(wish);
        taken = g_queue_peek_head(&place->waiting) == &waiter && take_now(place, wish, out_idle);
    }
    g_queue_remove(&place->waiting, &waiter);
    wake_first(place);
    pthread_cond_destroy(&waiter.turn);
    return taken;
}

/* With the lock: who comes later stands behind those that wait.  FALSE at the deadline. */
static gboolean
take_locked(ShardPool *self, Place *place, ShardPoolWish *wish, Idle **out_idle)
{
    gint64 started = g_get_monotonic_time();

    if (g_queue_is_empty(&place->waiting) && take_now(place, wish, out_idle))
        return TRUE;
    place->n_waits++;
    gboolean taken = wait_for_turn(self, place, wish, out_idle);
    wish->waited += MAX(g_get_monotonic_time() - started, 1);
    return taken;
}

static gboolean
is_alive(const Idle *idle, gint64 lost_at)
{
    return shard_backend_answers(idle->backend, idle->since < lost_at ? 0 : TRUSTED_MICROSECONDS);
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
    gint64 lost_at = place->lost_at;
    pthread_mutex_unlock(&self->lock);
    for (guint i = 0; i < old->len; i++)
        idle_free(old->pdata[i], FALSE);
    if (!taken) {
        shard_error_set(error, SHARD_ERROR_TIMEOUT, "HYT01",
                        "no connection became free: MaxConnectionsPerShard is %u", wish->cap);
        return FALSE;
    }
    *out_backend = NULL;
    if (idle != NULL && strcmp(idle->key, wish->key) == 0 && is_alive(idle, lost_at))
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
    wake_first(place);
    pthread_mutex_unlock(&self->lock);
    if (surplus != NULL)
        idle_free(surplus, FALSE);
}

void
shard_pool_closed(ShardPool *self, guint shard, gboolean was_lost)
{
    enter(self);
    if (was_lost)
        self->places[shard].lost_at = g_get_monotonic_time();
    if (self->places[shard].n_open > 0)
        self->places[shard].n_open--;
    wake_first(&self->places[shard]);
    pthread_mutex_unlock(&self->lock);
}

ShardPoolStatus
shard_pool_status(ShardPool *self, guint shard)
{
    const Place *place = &self->places[shard];

    enter(self);
    ShardPoolStatus status = {place->n_open, place->idle.length, place->waiting.length,
                              place->n_waits};
    pthread_mutex_unlock(&self->lock);
    return status;
}
