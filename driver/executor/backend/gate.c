/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Fetching ahead: while the application reads a batch, a worker fills the next one.  Drivers allow
 * one thread at a time on a connection, so every other call on it first stops the worker at the
 * border of a row, and none starts while an open cursor is in the hands of the ODBC face, whose
 * calls aren't seen here.
 */
#include "driver/executor/backend/private.h"

#include <unistd.h>

void
shard_backend_gate_init(ShardBackend *self)
{
    self->pid = getpid();
    pthread_mutex_init(&self->gate.lock, NULL);
    pthread_cond_init(&self->gate.done, NULL);
    shard_watch_init(&self->gate.watch);
}

void
shard_backend_gate_clear(ShardBackend *self)
{
    if (self->pid == getpid()) {
        /* The worker that was here last has to be out of the lock. */
        pthread_mutex_lock(&self->gate.lock);
        pthread_mutex_unlock(&self->gate.lock);
    }
    shard_watch_clear(&self->gate.watch);
    pthread_cond_destroy(&self->gate.done);
    pthread_mutex_destroy(&self->gate.lock);
}

void
shard_backend_quiesce(ShardBackend *self)
{
    ShardGate *gate = &self->gate;

    if (!atomic_load(&gate->busy) || self->pid != getpid())
        return;
    pthread_mutex_lock(&gate->lock);
    atomic_store(&gate->stop, TRUE);
    while (atomic_load(&gate->busy))
        pthread_cond_wait(&gate->done, &gate->lock);
    atomic_store(&gate->stop, FALSE);
    pthread_mutex_unlock(&gate->lock);
}

void
shard_backend_wait_ahead(ShardBackend *self, const _Atomic guint *n_filled, guint n)
{
    ShardGate *gate = &self->gate;

    if (self->pid != getpid())
        return;
    pthread_mutex_lock(&gate->lock);
    atomic_store(&gate->waits, TRUE);
    while (atomic_load(&gate->busy) && atomic_load(n_filled) == n)
        pthread_cond_wait(&gate->done, &gate->lock);
    atomic_store(&gate->waits, FALSE);
    pthread_mutex_unlock(&gate->lock);
}

void
shard_backend_note_ahead(ShardBackend *self)
{
    if (!atomic_load(&self->gate.waits))
        return;
    pthread_mutex_lock(&self->gate.lock);
    pthread_cond_broadcast(&self->gate.done);
    pthread_mutex_unlock(&self->gate.lock);
}

gboolean
shard_backend_begin_ahead(ShardBackend *self)
{
    if (atomic_load(&self->gate.busy))
        return FALSE;
    for (guint i = 0; i < self->statements->len; i++) {
        const ShardBackendStmt *statement = self->statements->pdata[i];
        if (statement->is_lent && statement->has_cursor)
            return FALSE;
    }
    atomic_store(&self->gate.busy, TRUE);
    return TRUE;
}

void
shard_backend_end_ahead(ShardBackend *self)
{
    pthread_mutex_lock(&self->gate.lock);
    atomic_store(&self->gate.busy, FALSE);
    pthread_cond_broadcast(&self->gate.done);
    pthread_mutex_unlock(&self->gate.lock);
}
