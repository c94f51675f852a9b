/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * All further rows of a cursor that somebody else's statement would have to wait for: kept in
 * memory up to a budget, in a file past it, and given on from there.
 */
#include "driver/executor/backend/rows.h"

static ShardRowBatch *
batch_new(void)
{
    ShardRowBatch *batch = shard_alloc_apart(sizeof(ShardRowBatch));

    batch->large = g_ptr_array_new_with_free_func(g_free);
    return batch;
}

static gsize
batch_bytes(const ShardRows *self, const ShardRowBatch *batch)
{
    return sizeof(ShardValue) * batch->capacity * MAX(self->n_columns, 1) + batch->text_size +
           batch->bytes - batch->text_used;
}

static char *
alloc_in_batch(gpointer data, gsize size)
{
    return shard_rows_alloc(data, size);
}

/* A batch of spilled rows. */
static void
read_spilled(ShardRows *self, ShardRowBatch *batch)
{
    shard_rows_empty(batch);
    shard_rows_reserve(self, batch);
    batch->last = SHARD_ROW;
    while (batch->last == SHARD_ROW && batch->n_rows < batch->capacity &&
           batch->bytes < self->budget / 2 && shard_spill_n_left(self->spill) > 0) {
        ShardValue *row = batch->values + (gsize) batch->n_rows * self->n_columns;
        if (shard_spill_read(self->spill, row, self->n_columns, alloc_in_batch, batch,
                             &batch->failure))
            batch->n_rows++;
        else
            batch->last = SHARD_FAILED;
    }
}

void
shard_rows_take_drained(ShardRows *self)
{
    ShardRowBatch *front = shard_rows_front(self);
    ShardRowBatch *next = g_queue_pop_head(&self->drained);

    if (next == NULL && self->spill != NULL && shard_spill_n_left(self->spill) > 0) {
        read_spilled(self, front);
        return;
    }
    if (next == NULL)
        next = g_steal_pointer(&self->tail);
    shard_rows_clear(front);
    *front = *next;
    g_aligned_free(next);
}

/* Writes a batch to the file instead of keeping it; FALSE: batch->failure says why not. */
static gboolean
spill_batch(ShardRows *self, ShardRowBatch *batch, const char *folder)
{
    if (batch->n_rows == 0)
        return TRUE;
    if (self->spill == NULL)
        self->spill = shard_spill_new(folder, &batch->failure);
    for (guint i = 0; self->spill != NULL && i < batch->n_rows; i++)
        if (!shard_spill_write(self->spill, batch->values + (gsize) i * self->n_columns,
                               self->n_columns, &batch->failure))
            break;
    return batch->failure == NULL;
}

static gsize
drain_batch(ShardRows *self, gboolean in_memory, const char *folder)
{
    ShardRowBatch *batch = batch_new();

    shard_rows_fill(self, batch);
    if (in_memory && batch->n_rows > 0) {
        ShardRowBatch *end = batch_new();
        end->last = batch->last;
        end->failure = g_steal_pointer(&batch->failure);
        batch->last = SHARD_ROW;
        g_queue_push_tail(&self->drained, batch);
        self->tail = end;
        return batch_bytes(self, batch);
    }
    g_autoptr(GError) failure = g_steal_pointer(&batch->failure);
    if (!spill_batch(self, batch, folder))
        batch->last = SHARD_FAILED;
    else
        batch->failure = g_steal_pointer(&failure);
    shard_rows_empty(batch);
    self->tail = batch;
    return 0;
}

void
shard_backend_rows_drain(ShardStream *base, gsize memory, const char *folder)
{
    ShardRows *self = (ShardRows *) base;
    gsize bytes = 0;

    if (self->is_drained || self->statement->backend == NULL)
        return;
    shard_backend_quiesce(self->statement->backend);
    const ShardRowBatch *latest = shard_rows_batch(self, atomic_load(&self->n_filled) - 1);
    if (latest->last != SHARD_ROW)
        return;
    do {
        if (self->tail != NULL) {
            shard_rows_clear(self->tail);
            g_clear_pointer(&self->tail, g_aligned_free);
        }
        bytes += drain_batch(self, bytes < memory, folder);
    } while (self->tail->last == SHARD_ROW);
    g_autoptr(GError) failure = NULL;
    if (self->spill != NULL && !shard_spill_rewind(self->spill, &failure)) {
        g_clear_error(&self->tail->failure);
        self->tail->failure = g_steal_pointer(&failure);
        self->tail->last = SHARD_FAILED;
    }
    self->is_drained = TRUE;
    shard_backend_stmt_close(self->statement);
}
