/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * counters-file.h - the counters of all processes that share a state folder.
 *
 * A process with State= in its data source keeps its counters in a file there, counters-<pid>-<x>,
 * mapped over the memory that it counts in: others read it at any time, and counting costs no more.
 * It holds the file's lock as long as it lives.  What processes that are gone have counted is added
 * up in counters-gone, so that the sums never become less.  Files have mode 0600.
 */
#pragma once

#include "driver/executor/counters.h"

/* Once per process; failures leave it unpublished.  folder NULL: nothing is published. */
void shard_counters_publish(const char *folder);
/* First thing in the child of a fork that is to count for itself; costs nothing otherwise. */
void shard_counters_after_fork(void);

/* Adds up those that are gone. */
void shard_counters_tidy(const char *folder);
/* The same, and reads the others: ShardCounters, the first the sum of the gone
 * ones (pid 0); (transfer full).  The folder may be missing. */
GPtrArray *shard_counters_read(const char *folder);
/* from's counts on top of sum's; open connections only when from lives. */
void shard_counters_add(ShardCounters *sum, const ShardCounters *from);
