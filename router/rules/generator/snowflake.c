/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/generator/snowflake.h"

#include "router/base/fork.h"
#include "router/rules/generator/slot.h"
#include "router/rules/generator/type.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_MILLISECONDS (G_GINT64_CONSTANT(1) << 41)

/* The worker of this process behind all generators of the same configuration: two rule sets with
 * one worker id must not give the same key twice. */
typedef struct Worker Worker;
struct Worker {
    Worker *next;
    guint references;
    pthread_mutex_t lock; /* of what follows */
    ShardSnowflake state;
    char *folder;
    guint first, n; /* numbers that may be claimed */
    ShardWorkerSlot *slot;
    pid_t owner; /* process that claimed it */
};

static pthread_mutex_t workers_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(workers_lock)
static Worker *workers;

typedef struct {
    ShardGenerator base;
    Worker *worker;
    gint64 max_vibration, tolerance;
    gboolean fixed_vibration; /* the rules say it */
} Snowflake;

ShardSnowflakeStep
shard_snowflake_next(ShardSnowflake *self, gint64 now, gint64 *out_id)
{
    if (now < self->last)
        return self->last - now < self->tolerance ? SHARD_SNOWFLAKE_WAIT
                                                  : SHARD_SNOWFLAKE_BACKWARDS;
    if (now - self->epoch < 0 || now - self->epoch >= MAX_MILLISECONDS)
        return SHARD_SNOWFLAKE_OVERFLOW;
    if (now == self->last) {
        if (self->sequence == SHARD_SNOWFLAKE_MAX_SEQUENCE)
            return SHARD_SNOWFLAKE_WAIT;
        self->sequence++;
    } else {
        /* A full millisecond is followed by sequence 0 without moving the vibration on. */
        gboolean full = self->sequence == SHARD_SNOWFLAKE_MAX_SEQUENCE && now == self->last + 1;
        if (!full)
            self->vibration = self->vibration >= self->max_vibration ? 0 : self->vibration + 1;
        self->sequence = full ? 0 : self->vibration;
    }
    self->last = now;
    *out_id = (now - self->epoch) << 22 | self->worker << 12 | self->sequence;
    return SHARD_SNOWFLAKE_OK;
}

static gint64
clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (gint64) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* utc (the default), +08:00, or milliseconds. */
static gboolean
read_epoch(const ShardProperties *properties, gint64 *out_epoch, GError **error)
{
    const char *text = shard_property_text(properties, "epoch");

    *out_epoch = SHARD_SNOWFLAKE_EPOCH_UTC;
    if (text == NULL || g_ascii_strcasecmp(text, "utc") == 0)
        return TRUE;
    if (*text != '+' && *text != '-')
        return g_ascii_string_to_signed(text, 10, 0, G_MAXINT64 >> 1, out_epoch, NULL) ||
               shard_property_fail(error, "epoch", text,
                                   "is neither utc nor an offset (+08:00) nor milliseconds");
    g_autoptr(GTimeZone) zone = g_time_zone_new_identifier(text);
    if (zone == NULL)
        return shard_property_fail(error, "epoch", text, "is no offset");
    *out_epoch -= (gint64) g_time_zone_get_offset(zone, 0) * 1000;
    return TRUE;
}

/* worker-id = n, or auto (the default) within worker-base and worker-count. */
static gboolean
read_worker(Worker *wanted, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty fixed = {"worker-id", FALSE, 0, 0,
                                               SHARD_SNOWFLAKE_MAX_WORKER};
    static const ShardIntegerProperty base = {"worker-base", FALSE, 0, 0,
                                              SHARD_SNOWFLAKE_MAX_WORKER};
    static const ShardIntegerProperty count = {
        "worker-count", FALSE, SHARD_SNOWFLAKE_MAX_WORKER + 1, 1, SHARD_SNOWFLAKE_MAX_WORKER + 1};
    const char *text = shard_property_text(properties, "worker-id");
    gboolean automatic = text == NULL || g_ascii_strcasecmp(text, "auto") == 0;
    gint64 first, n;

    if (!shard_property_integer(properties, automatic ? &base : &fixed, &first, error) ||
        !shard_property_integer(properties, &count, &n, error))
        return FALSE;
    wanted->first = (guint) first;
    wanted->n = automatic ? (guint) MIN(n, SHARD_SNOWFLAKE_MAX_WORKER + 1 - first) : 1;
    wanted->folder = (char *) shard_property_text(properties, "state");
    return TRUE;
}

static gboolean
is_same_worker(const Worker *a, const Worker *b)
{
    return a->first == b->first && a->n == b->n && a->state.epoch == b->state.epoch &&
           g_strcmp0(a->folder, b->folder) == 0;
}

static Worker *
share_worker(const Worker *wanted)
{
    Worker *worker;

    pthread_mutex_lock(&workers_lock);
    for (worker = workers; worker != NULL; worker = worker->next)
        if (is_same_worker(worker, wanted))
            break;
    if (worker == NULL) {
        worker = g_new0(Worker, 1);
        *worker = *wanted;
        worker->folder = g_strdup(wanted->folder);
        pthread_mutex_init(&worker->lock, NULL);
        shard_fork_guard(&worker->lock);
        worker->next = workers;
        workers = worker;
    }
    worker->references++;
    pthread_mutex_unlock(&workers_lock);
    return worker;
}

static void
release_worker(Worker *worker)
{
    pthread_mutex_lock(&workers_lock);
    if (--worker->references == 0) {
        Worker **link = &workers;
        while (*link != worker)
            link = &(*link)->next;
        *link = worker->next;
        shard_worker_slot_free(worker->slot);
        shard_fork_unguard(&worker->lock);
        pthread_mutex_destroy(&worker->lock);
        g_free(worker->folder);
        g_free(worker);
    }
    pthread_mutex_unlock(&workers_lock);
}

static gboolean
snowflake_init(ShardGenerator *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty vibration = {"max-vibration-offset", FALSE, 1, 0,
                                                   SHARD_SNOWFLAKE_MAX_SEQUENCE};
    static const ShardIntegerProperty tolerance = {"max-tolerate-time-difference-milliseconds",
                                                   FALSE, 10, 0, G_MAXINT32};
    Snowflake *self = (Snowflake *) base;
    Worker wanted = {.state = {.vibration = -1, .last = -1}};

    if (!shard_property_integer(properties, &vibration, &self->max_vibration, error) ||
        !shard_property_integer(properties, &tolerance, &self->tolerance, error) ||
        !read_epoch(properties, &wanted.state.epoch, error) ||
        !read_worker(&wanted, properties, error))
        return FALSE;
    ((Snowflake *) base)->fixed_vibration = shard_property_text(properties, vibration.name) != NULL;
    ((Snowflake *) base)->worker = share_worker(&wanted);
    return TRUE;
}

/* The first sequences of the milliseconds cycle 0, 1 .. 2^k - 1, and so do ids modulo 2^k: with the
 * usual 0 and 1 only two of many targets would ever be hit. */
static void
snowflake_spread(ShardGenerator *base, guint n)
{
    Snowflake *self = (Snowflake *) base;
    gint64 most = 1;

    while (most < (gint64) n - 1 && most < SHARD_SNOWFLAKE_MAX_SEQUENCE)
        most = most * 2 + 1;
    if (!self->fixed_vibration)
        self->max_vibration = MAX(self->max_vibration, most);
}

static void
snowflake_clear(ShardGenerator *base)
{
    Worker *worker = ((Snowflake *) base)->worker;

    if (worker != NULL)
        release_worker(worker);
}

/* The slot is claimed at the first key, and anew in a forked child: the parent keeps its own. */
static gboolean
claim_slot(Worker *worker, GError **error)
{
    if (worker->slot != NULL && worker->owner == getpid())
        return TRUE;
    shard_worker_slot_abandon(g_steal_pointer(&worker->slot));
    worker->slot = shard_worker_slot_claim(worker->folder, worker->first, worker->n, error);
    if (worker->slot == NULL)
        return FALSE;
    worker->owner = getpid();
    worker->state.worker = shard_worker_slot_number(worker->slot);
    return TRUE;
}

static gboolean
next_locked(Worker *worker, const char *name, gint64 *out_id, GError **error)
{
    for (;;) {
        gint64 now = clock_ms();
        switch (shard_snowflake_next(&worker->state, now, out_id)) {
        case SHARD_SNOWFLAKE_OK:
            return TRUE;
        case SHARD_SNOWFLAKE_WAIT:
            g_usleep(now < worker->state.last ? (gulong) (worker->state.last - now) * 1000 : 100);
            break;
        case SHARD_SNOWFLAKE_BACKWARDS:
            shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                            "generator %s: the clock went back by %" G_GINT64_FORMAT
                            " milliseconds, more than is tolerated",
                            name, worker->state.last - now);
            return FALSE;
        case SHARD_SNOWFLAKE_OVERFLOW:
            shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                            "generator %s: the time doesn't fit 41 bits since the epoch", name);
            return FALSE;
        }
    }
}

static gboolean
snowflake_next(ShardGenerator *base, ShardArena *arena, ShardValue *out_value, GError **error)
{
    const Snowflake *self = (const Snowflake *) base;
    Worker *worker = self->worker;
    gint64 id;

    pthread_mutex_lock(&worker->lock);
    worker->state.max_vibration = self->max_vibration;
    worker->state.tolerance = self->tolerance;
    gboolean ok = claim_slot(worker, error) && next_locked(worker, base->name, &id, error);
    pthread_mutex_unlock(&worker->lock);
    if (ok)
        *out_value = shard_value_long(id);
    return ok;
}

static const char *const snowflake_properties[] = {"worker-id",
                                                   "worker-base",
                                                   "worker-count",
                                                   "max-vibration-offset",
                                                   "max-tolerate-time-difference-milliseconds",
                                                   "epoch",
                                                   "state",
                                                   NULL};

const ShardGeneratorType shard_generator_snowflake = {
    .name = "SNOWFLAKE",
    .size = sizeof(Snowflake),
    .properties = snowflake_properties,
    .init = snowflake_init,
    .clear = snowflake_clear,
    .next = snowflake_next,
    .spread = snowflake_spread,
};
