/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/held-lock.h"

#ifdef __GLIBC__

#include <malloc.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

/* Nothing but a mutex that this very thread has locked looks like this; a block that isn't one is
 * only read. */
static gboolean
is_held_here(const pthread_mutex_t *mutex, pid_t thread)
{
    return mutex->__data.__owner == thread && mutex->__data.__kind == PTHREAD_MUTEX_RECURSIVE_NP &&
           mutex->__data.__nusers == 1 && mutex->__data.__lock > 0 && mutex->__data.__lock <= 2 &&
           mutex->__data.__count > 0;
}

guint
shard_held_locks_release(gpointer handle)
{
    gsize size = malloc_usable_size(handle);
    pid_t thread = gettid();
    guint n_released = 0;

    for (gsize at = 0; at + sizeof(pthread_mutex_t) <= size; at += _Alignof(pthread_mutex_t)) {
        pthread_mutex_t *mutex = (pthread_mutex_t *) (gpointer) ((char *) handle + at);
        while (is_held_here(mutex, thread) && pthread_mutex_unlock(mutex) == 0)
            n_released++;
    }
    return n_released;
}

#else

guint
shard_held_locks_release(gpointer handle)
{
    return 0;
}

#endif
