/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/watch.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* poll() with more than that isn't a driver's. */
#define MOST_POLLED 8

static _Thread_local ShardWatcher *innermost;

void
shard_watch_init(ShardWatch *self)
{
    pthread_mutex_init(&self->lock, NULL);
    self->first = NULL;
    self->n_broken = 0;
}

void
shard_watch_clear(ShardWatch *self)
{
    pthread_mutex_destroy(&self->lock);
}

void
shard_watch_enter(ShardWatch *watch, ShardWatcher *place)
{
    *place = (ShardWatcher){.watch = watch, .thread = gettid(), .outer = innermost};
    innermost = place;
    if (watch == NULL)
        return;
    pthread_mutex_lock(&watch->lock);
    place->next = watch->first;
    watch->first = place;
    pthread_mutex_unlock(&watch->lock);
}

void
shard_watch_leave(ShardWatcher *place)
{
    innermost = place->outer;
    if (place->watch == NULL)
        return;
    pthread_mutex_lock(&place->watch->lock);
    ShardWatcher **link = &place->watch->first;
    while (*link != place)
        link = &(*link)->next;
    *link = place->next;
    pthread_mutex_unlock(&place->watch->lock);
}

ShardWatch *
shard_watch_current(void)
{
    return innermost == NULL ? NULL : innermost->watch;
}

/* ---- what a thread waits for ---- */

/* A system call that a thread is in, with its first two arguments. */
typedef struct {
    long number;
    unsigned long arguments[2];
    char line[256]; /* as the kernel tells it: the same line, the same call */
} Call;

typedef enum { WAITS_FOR_ONE, WAITS_FOR_SEVERAL } Kind;

static const struct {
    long number;
    Kind kind;
} waits[] = {
    {SYS_read, WAITS_FOR_ONE},      {SYS_readv, WAITS_FOR_ONE},   {SYS_recvfrom, WAITS_FOR_ONE},
    {SYS_recvmsg, WAITS_FOR_ONE},   {SYS_write, WAITS_FOR_ONE},   {SYS_writev, WAITS_FOR_ONE},
    {SYS_sendto, WAITS_FOR_ONE},    {SYS_sendmsg, WAITS_FOR_ONE}, {SYS_connect, WAITS_FOR_ONE},
    {SYS_ppoll, WAITS_FOR_SEVERAL},
#ifdef SYS_poll
    {SYS_poll, WAITS_FOR_SEVERAL},
#endif
};

/* FALSE: it is in none. */
static gboolean
read_call(pid_t thread, Call *out)
{
    char path[64];

    g_snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int) thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return FALSE;
    ssize_t size = read(file, out->line, sizeof out->line - 1);
    close(file);
    out->line[MAX(size, 0)] = '\0';
    return sscanf(out->line, "%ld %lx %lx", &out->number, &out->arguments[0], &out->arguments[1]) ==
           3;
}

/* The descriptors that the call waits for; 0: it isn't one that waits for any. */
static guint
read_descriptors(const Call *call, int *out_descriptors)
{
    struct pollfd polled[MOST_POLLED];
    guint at = 0;

    while (at < G_N_ELEMENTS(waits) && waits[at].number != call->number)
        at++;
    if (at == G_N_ELEMENTS(waits))
        return 0;
    if (waits[at].kind == WAITS_FOR_ONE) {
        out_descriptors[0] = (int) call->arguments[0];
        return 1;
    }
    gsize n = call->arguments[1], size = n * sizeof polled[0];
    if (n == 0 || n > MOST_POLLED)
        return 0;
    /* The other thread's memory may be gone by now: read in a way that only fails then. */
    struct iovec here = {polled, size}, there = {(void *) call->arguments[0], size};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t) size)
        return 0;
    for (gsize i = 0; i < n; i++)
        out_descriptors[i] = polled[i].fd;
    return (guint) n;
}

static gboolean
is_connection(int descriptor)
{
    int type = 0;
    socklen_t size = sizeof type;

    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

static guint
break_thread(pid_t thread)
{
    int descriptors[MOST_POLLED];
    guint n_broken = 0;
    Call call, again;

    if (!read_call(thread, &call))
        return 0;
    guint n = read_descriptors(&call, descriptors);
    /* Still in that very call: what was read was its own. */
    if (n == 0 || !read_call(thread, &again) || strcmp(call.line, again.line) != 0)
        return 0;
    for (guint i = 0; i < n; i++)
        n_broken +=
            is_connection(descriptors[i]) && shutdown(descriptors[i], SHUT_RDWR) == 0 ? 1 : 0;
    return n_broken;
}

guint
shard_watch_break(ShardWatch *self)
{
    guint n_broken = 0;

    pthread_mutex_lock(&self->lock);
    for (const ShardWatcher *watcher = self->first; watcher != NULL; watcher = watcher->next)
        n_broken += break_thread(watcher->thread);
    self->n_broken += n_broken;
    pthread_mutex_unlock(&self->lock);
    return n_broken;
}

guint
shard_watch_n_broken(ShardWatch *self)
{
    if (self == NULL)
        return 0;
    pthread_mutex_lock(&self->lock);
    guint n_broken = self->n_broken;
    pthread_mutex_unlock(&self->lock);
    return n_broken;
}
