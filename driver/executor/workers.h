/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * workers.h - the process's worker threads.
 *
 * Made when first needed, used again, gone after a while without work.  All signals are blocked in
 * them.  They are never joined: a process may exit while one is inside a driver.  A forked child
 * starts with none.
 */
#pragma once

#include <glib.h>

/* One piece of work; the caller owns it, and run must tell him when it is done: afterwards nobody
 * touches it. */
typedef struct ShardJob ShardJob;
struct ShardJob {
    void (*run)(ShardJob *self);
    ShardJob *next; /* in the queue; private */
};

/* Hands the job to a worker.  urgent: never waits for a thread to become free (cancelling must not
 * queue behind what it cancels).  FALSE when no thread can be made at all: run it yourself. */
gboolean shard_workers_submit(ShardJob *job, gboolean urgent);
