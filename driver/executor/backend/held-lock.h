/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * held-lock.h - locks that a shard's driver has forgotten to give back.
 *
 * MariaDB's connector guards a connection with a recursive mutex, and returns with it locked from
 * some calls: a text of less than five bytes, several statements in one text, SQLSetPos that
 * deletes several rows.  The thread that made the call notices nothing; every other one then waits
 * for ever.
 */
#pragma once

#include <glib.h>

/* After a call on it: unlocks the recursive mutexes inside the driver's handle (a block of malloc)
 * that the calling thread holds.  How many there were; 0 as well where the C library's mutexes
 * can't be looked into. */
guint shard_held_locks_release(gpointer handle);
