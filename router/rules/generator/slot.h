/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * slot.h - numbers of workers, each held by one process of this machine at a time.
 *
 * A number is a file worker-<n> in the state folder; who holds its lock has the number.  The lock
 * goes with the process, so nothing is left behind by a crash.
 */
#pragma once

#include <glib.h>

typedef struct _ShardWorkerSlot ShardWorkerSlot;

/* The folder used where a generator names none; NULL: under the user's state folder. */
void shard_worker_slot_set_folder(const char *folder);

/* The first free number of first .. first + n - 1; several generators of one process share theirs.
 * NULL and *error if none is free or the folder can't be used. */
ShardWorkerSlot *shard_worker_slot_claim(const char *folder, guint first, guint n, GError **error);
guint shard_worker_slot_number(const ShardWorkerSlot *self);
void shard_worker_slot_free(ShardWorkerSlot *self); /* accepts NULL */
/* In a forked child: forgets the slot that the parent holds. */
void shard_worker_slot_abandon(ShardWorkerSlot *self); /* accepts NULL */
