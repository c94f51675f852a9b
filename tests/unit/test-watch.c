/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/watch.h"

#include "driver/executor/parallel.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* A thread that waits for a socket in one way or another. */
typedef struct {
    ShardWatch *watch;
    int socket, pipe;
    gboolean by_poll, ended;
} Waiter;

static void
wait_for_answer(gpointer data)
{
    Waiter *self = data;
    char answer;

    if (self->by_poll) {
        struct pollfd polled[] = {{self->pipe, POLLIN, 0}, {self->socket, POLLIN, 0}};
        poll(polled, 2, -1);
    }
    self->ended = recv(self->socket, &answer, 1, 0) == 0;
}

static void *
wait_watched(void *data)
{
    Waiter *self = data;
    ShardWatcher place;

    shard_watch_enter(self->watch, &place);
    wait_for_answer(self);
    shard_watch_leave(&place);
    return NULL;
}

static gboolean
kernel_tells(void)
{
    return access("/proc/self/syscall", R_OK) == 0 &&
           g_file_test("/proc/self/task", G_FILE_TEST_IS_DIR);
}

static void
break_until(ShardWatch *watch, guint wanted)
{
    guint n_broken = 0;

    for (guint i = 0; i < 500 && n_broken < wanted; i++) {
        n_broken += shard_watch_break(watch);
        g_usleep(10000);
    }
    assert_int_equal(n_broken, wanted);
}

static void
wait_is_broken(gboolean by_poll)
{
    ShardWatch watch;
    int pair[2], pipes[2];
    pthread_t thread;

    if (!kernel_tells())
        skip();
    shard_watch_init(&watch);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(pipe(pipes), 0);
    Waiter waiter = {&watch, pair[0], pipes[0], by_poll, FALSE};
    assert_int_equal(shard_watch_break(&watch), 0);
    pthread_create(&thread, NULL, wait_watched, &waiter);
    break_until(&watch, 1);
    pthread_join(thread, NULL);
    assert_true(waiter.ended);
    assert_null(watch.first);
    assert_int_equal(shard_watch_n_broken(&watch), 1);
    assert_int_equal(shard_watch_n_broken(NULL), 0);
    shard_watch_clear(&watch);
    for (guint i = 0; i < 2; i++) {
        close(pair[i]);
        close(pipes[i]);
    }
}

static void
waiting_in_recv_is_broken(void **state)
{
    wait_is_broken(FALSE);
}

static void
waiting_in_poll_is_broken(void **state)
{
    wait_is_broken(TRUE);
}

static void *
break_three(void *watch)
{
    break_until(watch, 3);
    return NULL;
}

/* What runs in parallel is in the caller's watch. */
static void
workers_are_watched(void **state)
{
    ShardWatch watch;
    ShardWatcher place;
    Waiter waiters[3];
    gpointer tasks[3];
    int pairs[3][2];
    pthread_t breaker;

    if (!kernel_tells())
        skip();
    shard_watch_init(&watch);
    for (guint i = 0; i < 3; i++) {
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]), 0);
        waiters[i] = (Waiter){NULL, pairs[i][0], -1, FALSE, FALSE};
        tasks[i] = &waiters[i];
    }
    pthread_create(&breaker, NULL, break_three, &watch);
    shard_watch_enter(&watch, &place);
    assert_ptr_equal(shard_watch_current(), &watch);
    shard_parallel(wait_for_answer, tasks, 3);
    shard_watch_leave(&place);
    assert_null(shard_watch_current());
    pthread_join(breaker, NULL);
    for (guint i = 0; i < 3; i++) {
        assert_true(waiters[i].ended);
        close(pairs[i][0]);
        close(pairs[i][1]);
    }
    shard_watch_clear(&watch);
}

static void *
wait_unwatched(void *data)
{
    wait_for_answer(data);
    return NULL;
}

/* Nobody's socket is touched but that of a thread in the watch. */
static void
others_are_left_alone(void **state)
{
    ShardWatch watch;
    int pair[2];
    pthread_t thread;

    shard_watch_init(&watch);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    Waiter waiter = {NULL, pair[0], -1, FALSE, FALSE};
    pthread_create(&thread, NULL, wait_unwatched, &waiter);
    g_usleep(50000);
    assert_int_equal(shard_watch_break(&watch), 0);
    assert_int_equal(send(pair[1], "x", 1, 0), 1);
    pthread_join(thread, NULL);
    assert_false(waiter.ended);
    shard_watch_clear(&watch);
    close(pair[0]);
    close(pair[1]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_in_recv_is_broken),
        cmocka_unit_test(waiting_in_poll_is_broken),
        cmocka_unit_test(workers_are_watched),
        cmocka_unit_test(others_are_left_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
