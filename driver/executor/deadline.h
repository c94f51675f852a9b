/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deadline.h - one clock thread for the timeouts of the whole process.
 */
#pragma once

#include <glib.h>

typedef struct ShardDeadline ShardDeadline;
struct ShardDeadline {
    gint64 at;                            /* as g_get_monotonic_time() */
    void (*expired)(ShardDeadline *self); /* on the clock's thread: must be short */
    gint64 again;                         /* microseconds until it is called once more; 0: never */
    ShardDeadline *next;                  /* private */
    gboolean is_set;
};

/* The struct is the caller's, until stop. */
void shard_deadline_start(ShardDeadline *self);
/* Afterwards expired is not running and will not be called.  FALSE: it has been called for the last
 * time. */
gboolean shard_deadline_stop(ShardDeadline *self);
