/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * handle.h - the common head of all handles: type tag, lock, diagnostics, enter and leave.
 *
 * Locks, in the order they are taken: environment, connection, and the connection's work lock,
 * which all its statements and descriptors share (they use the same real connections, one thread at
 * a time).  SQLCancel, SQLGetDiag* and SQLGetFunctions take none of them.
 */
#pragma once

#include "driver/odbc/diag.h"

typedef struct {
    guint32 magic;
    SQLSMALLINT type;
    pthread_mutex_t *lock; /* own, or the connection's work lock */
    pthread_mutex_t own;
    atomic_bool is_inside; /* a thread has the lock for a call with this handle */
    atomic_uint n_waiting; /* threads that wait for the lock for one */
    ShardDiag diag;
} ShardHandle;

/* lock NULL: one of its own. */
void shard_handle_init(ShardHandle *self, SQLSMALLINT type, pthread_mutex_t *lock);
void shard_handle_destroy(ShardHandle *self);

/* The calling thread, which has the lock, works with this handle till it leaves; its diagnostics
 * are cleared. */
void shard_handle_note_inside(ShardHandle *self);
/* The handle if it is one of that type, locked and with its diagnostics cleared; else NULL:
 * SQL_INVALID_HANDLE. */
gpointer shard_handle_enter(SQLHANDLE handle, SQLSMALLINT type);
/* Makes diagnostics of *error (taken; may be NULL), unlocks, and gives rc back.  SUCCESS becomes
 * SUCCESS_WITH_INFO when there are records. */
SQLRETURN shard_handle_leave(gpointer handle, SQLRETURN rc, GError **error);

/* Around waiting for the lock otherwise than shard_handle_enter() does. */
void shard_handle_begin_wait(ShardHandle *self);
void shard_handle_end_wait(ShardHandle *self);
/* Is another thread in a call with the handle, or waiting to begin one?  Then it can't be freed. */
gboolean shard_handle_is_used(ShardHandle *self);

/* The handle if it is one of that type, nothing locked. */
gpointer shard_handle_check(SQLHANDLE handle, SQLSMALLINT type);
