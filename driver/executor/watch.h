/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * watch.h - threads that are inside drivers, and a way to get them out.
 *
 * A server that has stopped, or a network that swallows everything, answers nothing, not even the
 * request to cancel; the drivers wait for it without end.  Breaking a watch looks what its threads
 * wait for, and shuts the sockets among that down: for the driver the server has gone, and its call
 * fails.  Linux alone tells what a thread waits for; elsewhere nothing is broken.
 */
#pragma once

#include <glib.h>

#include <pthread.h>
#include <sys/types.h>

typedef struct ShardWatcher ShardWatcher;

typedef struct {
    pthread_mutex_t lock;
    ShardWatcher *first;
    guint n_broken;
} ShardWatch;

/* A thread in a watch; lies on its stack. */
struct ShardWatcher {
    ShardWatch *watch; /* NULL: in none */
    pid_t thread;
    ShardWatcher *next, *outer;
};

void shard_watch_init(ShardWatch *self);
void shard_watch_clear(ShardWatch *self);

/* From enter to leave the calling thread, and what shard_parallel() runs for it, may be broken: it
 * must wait for no socket but a driver's.  watch NULL: enters none. */
void shard_watch_enter(ShardWatch *watch, ShardWatcher *place);
void shard_watch_leave(ShardWatcher *place);
/* The one that the calling thread has entered last; NULL none. */
ShardWatch *shard_watch_current(void);

/* From any other thread: how many sockets were shut down. */
guint shard_watch_break(ShardWatch *self);
/* How many were, ever; of NULL none. */
guint shard_watch_n_broken(ShardWatch *self);
