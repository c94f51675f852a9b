/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/held-lock.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A connection as a driver may have it: a lock among other things. */
typedef struct {
    char before[40];
    pthread_mutex_t first;
    int between;
    pthread_mutex_t second;
    char after[8];
} Handle;

static void
make_recursive(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static Handle *
handle_new(void)
{
    Handle *self = g_new0(Handle, 1);

    memset(self->before, 1, sizeof self->before);
    memset(self->after, 1, sizeof self->after);
    self->between = 1;
    make_recursive(&self->first);
    make_recursive(&self->second);
    return self;
}

static void *
try_both(void *data)
{
    Handle *handle = data;
    gboolean free = pthread_mutex_trylock(&handle->first) == 0;

    if (free)
        pthread_mutex_unlock(&handle->first);
    free = free && pthread_mutex_trylock(&handle->second) == 0;
    if (free)
        pthread_mutex_unlock(&handle->second);
    return GINT_TO_POINTER(free);
}

static gboolean
is_free_for_others(Handle *handle)
{
    pthread_t thread;
    void *answer = NULL;

    pthread_create(&thread, NULL, try_both, handle);
    pthread_join(thread, &answer);
    return GPOINTER_TO_INT(answer);
}

static void
what_this_thread_holds_is_given_back(void **state)
{
    Handle *handle = handle_new();

    assert_int_equal(shard_held_locks_release(handle), 0);
    pthread_mutex_lock(&handle->second);
    pthread_mutex_lock(&handle->second);
    pthread_mutex_lock(&handle->first);
    assert_false(is_free_for_others(handle));
    assert_int_equal(shard_held_locks_release(handle), 3);
    assert_true(is_free_for_others(handle));
    assert_int_equal(shard_held_locks_release(handle), 0);
    g_free(handle);
}

static void *
release(void *handle)
{
    return GUINT_TO_POINTER(shard_held_locks_release(handle));
}

static void
what_others_hold_is_left_alone(void **state)
{
    Handle *handle = handle_new();
    pthread_t thread;
    void *n_released = NULL;

    pthread_mutex_lock(&handle->first);
    pthread_create(&thread, NULL, release, handle);
    pthread_join(thread, &n_released);
    assert_null(n_released);
    assert_false(is_free_for_others(handle));
    pthread_mutex_unlock(&handle->first);
    g_free(handle);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_this_thread_holds_is_given_back),
        cmocka_unit_test(what_others_hold_is_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
