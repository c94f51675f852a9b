/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * parallel.h - the same function over several tasks, at once.
 */
#pragma once

#include <glib.h>

/* Calls run(tasks[i]) for all of them, on the calling thread and on workers, each taking the next
 * one that nobody has begun; returns when all have returned.  A task alone costs no hand-over. */
void shard_parallel(void (*run)(gpointer task), gpointer const *tasks, guint n_tasks);
