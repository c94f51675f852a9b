/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fork.h - locks that are free in the child of a fork.
 *
 * A lock that another thread holds at that moment would stay held in the child for ever, and what
 * it guards might be half changed.  So fork() waits until all guarded locks are free, for a few
 * seconds at most.  For locks of the whole process only, held for short; those of a handle are the
 * business of the threads that use it.
 */
#pragma once

#include <glib.h>
#include <pthread.h>

/* Between pthread_mutex_init() and _destroy(). */
void shard_fork_guard(pthread_mutex_t *lock);
void shard_fork_unguard(pthread_mutex_t *lock);
/* For a lock that is held for long, and guards no data but a turn: fork() doesn't wait for it, the
 * child has a new one. */
void shard_fork_renew(pthread_mutex_t *lock);

/* At the top level of a file, for its static lock. */
#define SHARD_FORK_GUARD(lock)                                                                     \
    __attribute__((constructor)) static void guard_##lock(void)                                    \
    {                                                                                              \
        shard_fork_guard(&lock);                                                                   \
    }
#define SHARD_FORK_RENEW(lock)                                                                     \
    __attribute__((constructor)) static void renew_##lock(void)                                    \
    {                                                                                              \
        shard_fork_renew(&lock);                                                                   \
    }
