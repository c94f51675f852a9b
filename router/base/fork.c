/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/base/fork.h"

/* How long fork() waits for a lock that somebody holds for longer than he should. */
#define PATIENCE (5 * (gint64) G_USEC_PER_SEC)
#define PAUSE 50

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static GHashTable *guarded, *renewed;                             /* pthread_mutex_t */
static GPtrArray *taken;                                          /* those held for the fork */

static void
give_back(void)
{
    for (guint i = 0; i < taken->len; i++)
        pthread_mutex_unlock(taken->pdata[i]);
    g_ptr_array_set_size(taken, 0);
}

/* Never waits for one while it holds others: in whatever order threads take them, none of them
 * waits for the fork in vain.  FALSE: some are held by others. */
static gboolean
take_all(void)
{
    GHashTableIter iter;
    gpointer lock;
    gboolean all = TRUE;

    g_hash_table_iter_init(&iter, guarded);
    while (g_hash_table_iter_next(&iter, &lock, NULL)) {
        if (pthread_mutex_trylock(lock) == 0)
            g_ptr_array_add(taken, lock);
        else
            all = FALSE;
    }
    return all;
}

static void
before_fork(void)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;

    pthread_mutex_lock(&registry_lock);
    while (!take_all() && g_get_monotonic_time() < end) {
        give_back();
        pthread_mutex_unlock(&registry_lock);
        g_usleep(PAUSE);
        pthread_mutex_lock(&registry_lock);
    }
}

static void
after_fork_in_parent(void)
{
    give_back();
    pthread_mutex_unlock(&registry_lock);
}

static void
make_new(GHashTable *locks, gboolean all)
{
    GHashTableIter iter;
    gpointer lock;

    g_hash_table_iter_init(&iter, locks);
    while (g_hash_table_iter_next(&iter, &lock, NULL))
        if (all || !g_ptr_array_find(taken, lock, NULL))
            pthread_mutex_init(lock, NULL);
}

static void
after_fork_in_child(void)
{
    make_new(renewed, TRUE);
    make_new(guarded, FALSE); /* those that were waited for in vain */
    after_fork_in_parent();
}

/* This code is never unloaded (-z nodelete), so that the handlers stay valid. */
static void
prepare_registry(void)
{
    if (guarded != NULL)
        return;
    guarded = g_hash_table_new(NULL, NULL);
    renewed = g_hash_table_new(NULL, NULL);
    taken = g_ptr_array_new();
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void
shard_fork_guard(pthread_mutex_t *lock)
{
    pthread_mutex_lock(&registry_lock);
    prepare_registry();
    g_hash_table_add(guarded, lock);
    pthread_mutex_unlock(&registry_lock);
}

void
shard_fork_unguard(pthread_mutex_t *lock)
{
    pthread_mutex_lock(&registry_lock);
    g_hash_table_remove(guarded, lock);
    g_hash_table_remove(renewed, lock);
    pthread_mutex_unlock(&registry_lock);
}

void
shard_fork_renew(pthread_mutex_t *lock)
{
    pthread_mutex_lock(&registry_lock);
    prepare_registry();
    g_hash_table_add(renewed, lock);
    pthread_mutex_unlock(&registry_lock);
}
