/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/handle.h"

#include "router/base/fork.h"

#define HANDLE_MAGIC 0x5348u

void
shard_handle_init(ShardHandle *self, SQLSMALLINT type, pthread_mutex_t *lock)
{
    self->magic = HANDLE_MAGIC << 16 | (guint32) type;
    self->type = type;
    pthread_mutex_init(&self->own, NULL);
    self->lock = lock != NULL ? lock : &self->own;
    shard_diag_init(&self->diag);
    if (type == SQL_HANDLE_ENV)
        shard_fork_guard(self->lock); /* threads of a process share it */
}

void
shard_handle_destroy(ShardHandle *self)
{
    self->magic = 0;
    if (self->type == SQL_HANDLE_ENV)
        shard_fork_unguard(self->lock);
    shard_diag_destroy(&self->diag);
    pthread_mutex_destroy(&self->own);
}

gpointer
shard_handle_check(SQLHANDLE handle, SQLSMALLINT type)
{
    const ShardHandle *self = handle;

    if (self == NULL || self->magic != (HANDLE_MAGIC << 16 | (guint32) type))
        return NULL;
    return handle;
}

void
shard_handle_note_inside(ShardHandle *self)
{
    atomic_store_explicit(&self->is_inside, TRUE, memory_order_relaxed);
    shard_diag_clear(&self->diag);
}

void
shard_handle_begin_wait(ShardHandle *self)
{
    atomic_fetch_add(&self->n_waiting, 1);
}

void
shard_handle_end_wait(ShardHandle *self)
{
    atomic_fetch_sub(&self->n_waiting, 1);
}

gboolean
shard_handle_is_used(ShardHandle *self)
{
    return atomic_load(&self->n_waiting) > 0 || atomic_load(&self->is_inside);
}

gpointer
shard_handle_enter(SQLHANDLE handle, SQLSMALLINT type)
{
    ShardHandle *self = shard_handle_check(handle, type);

    if (self == NULL)
        return NULL;
    if (pthread_mutex_trylock(self->lock) != 0) {
        shard_handle_begin_wait(self);
        pthread_mutex_lock(self->lock);
        shard_handle_end_wait(self);
    }
    shard_handle_note_inside(self);
    return self;
}

SQLRETURN
shard_handle_leave(gpointer handle, SQLRETURN rc, GError **error)
{
    ShardHandle *self = handle;
    g_autoptr(GError) problem = error == NULL ? NULL : g_steal_pointer(error);

    if (problem == NULL && rc == SQL_ERROR &&
        !atomic_load_explicit(&self->diag.has_any, memory_order_relaxed))
        shard_error_set(&problem, SHARD_ERROR_FAILED, "HY000", "General error");
    if (problem != NULL) {
        shard_diag_add(&self->diag, problem, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
        if (rc == SQL_SUCCESS)
            rc = SQL_SUCCESS_WITH_INFO;
    }
    atomic_store_explicit(&self->diag.return_code, rc, memory_order_relaxed);
    atomic_store_explicit(&self->is_inside, FALSE, memory_order_relaxed);
    pthread_mutex_unlock(self->lock);
    return rc;
}
