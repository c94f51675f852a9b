/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The open cursor of a statement as a stream: rows are fetched in batches, a few of them in a ring:
 * a worker fills the next ones while one is read.
 */
#include "driver/executor/backend/rows.h"

#define FIRST_BATCH 16
#define LARGEST_BATCH 2048
/* These at least grow from one to the next. */
#define SMALL_BATCHES 6
/* Results smaller than this are not worth a worker. */
#define WORTH_AHEAD 128
#define DEFAULT_BUDGET ((gsize) 256 * 1024)
#define MOST_SPARE ((gsize) 16 * 1024)

static ShardFetch rows_next(ShardStream *base, const ShardValue **out_row, GError **error);
static void rows_free(ShardStream *base);
static void fill_ahead(ShardJob *job);

static ShardReadiness rows_readiness(const ShardStream *base);
static ShardSpan rows_take(ShardStream *base, guint most);
static gboolean rows_stays(const ShardStream *base);

static const ShardStreamOps rows_ops = {rows_next, rows_free};

static ShardRows *
rows_new(guint n_columns)
{
    ShardRows *self = shard_alloc_apart(sizeof(ShardRows));

    self->n_columns = n_columns;
    self->columns = shard_alloc_apart(sizeof(ShardBoundColumn) * MAX(n_columns, 1));
    for (guint i = 0; i < G_N_ELEMENTS(self->batches); i++)
        self->batches[i].large = g_ptr_array_new_with_free_func(g_free);
    atomic_init(&self->n_filled, 1);
    return self;
}

/* Those of the statement's last execute, if they are of use, else new ones. */
static ShardRows *
take_rows(ShardBackendStmt *statement, guint n_columns)
{
    ShardRows *spare = g_steal_pointer(&statement->spare_rows);

    if (spare != NULL && spare->n_columns == n_columns)
        return spare;
    shard_rows_destroy(spare);
    return rows_new(n_columns);
}

ShardStream *
shard_backend_stmt_rows(ShardBackendStmt *self, GError **error)
{
    const ShardColumns *columns = shard_backend_stmt_describe(self, error);

    if (columns == NULL)
        return NULL;
    ShardRows *rows = take_rows(self, columns->n_columns);
    rows->base = (ShardStream){&rows_ops, columns, rows_readiness, rows_take, rows_stays};
    rows->statement = self;
    rows->generation = self->generation;
    rows->next_size = FIRST_BATCH;
    rows->budget = DEFAULT_BUDGET;
    rows->job.run = fill_ahead;
    shard_backend_stmt_unbind(self);
    self->bound_by = rows;
    if (!shard_rows_bind(rows, error)) {
        rows_free(&rows->base);
        return NULL;
    }
    return &rows->base;
}

void
shard_backend_rows_set_budget(ShardStream *base, gsize bytes)
{
    ((ShardRows *) base)->budget = CLAMP(bytes / N_BATCHES, (gsize) 4 * 1024, DEFAULT_BUDGET);
}

void
shard_backend_rows_set_call(ShardStream *base, const ShardCall *call)
{
    ((ShardRows *) base)->call = call;
}

void
shard_rows_reserve(ShardRows *self, ShardRowBatch *batch)
{
    gsize row_size = sizeof(ShardValue) * MAX(self->n_columns, 1);
    guint most = (guint) CLAMP(self->budget / 2 / row_size, 4, LARGEST_BATCH);
    guint wanted = MIN(self->next_size, most);

    if (batch->capacity < wanted) {
        g_free(batch->values);
        batch->values = g_malloc(row_size * wanted);
        batch->capacity = wanted;
    }
    self->next_size = MIN(self->next_size * 2, LARGEST_BATCH);
}

static gboolean
may_fill(ShardRows *self, GError **error)
{
    if (self->statement->backend == NULL)
        return shard_backend_stmt_lost(error);
    if (self->statement->generation == self->generation)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "24000",
                    "the rows of this execute are gone: the statement was used again or closed");
    return FALSE;
}

void
shard_rows_empty(ShardRowBatch *batch)
{
    batch->n_rows = batch->position = 0;
    batch->text_used = batch->bytes = 0;
    g_ptr_array_set_size(batch->large, 0);
}

void
shard_rows_fill(ShardRows *self, ShardRowBatch *batch)
{
    ShardBackend *backend = self->statement->backend;
    ShardWatcher place;

    shard_watch_enter(backend == NULL ? NULL : &backend->gate.watch, &place);
    shard_rows_reserve(self, batch);
    batch->last = may_fill(self, &batch->failure) ? SHARD_ROW : SHARD_FAILED;
    while (batch->last == SHARD_ROW && batch->n_rows < batch->capacity &&
           batch->bytes < self->budget / 2 && !atomic_load(&backend->gate.stop)) {
        batch->last = shard_rows_fetch(self, batch, &batch->failure);
        batch->n_rows += batch->last == SHARD_ROW;
    }
    shard_watch_leave(&place);
    if (backend != NULL && backend->counters != NULL)
        shard_count(&backend->counters->rows, batch->n_rows);
}

/* Fills the ring's next batch. */
static ShardFetch
fill_next(ShardRows *self)
{
    guint number = atomic_load_explicit(&self->n_filled, memory_order_relaxed);
    ShardRowBatch *batch = shard_rows_batch(self, number);

    shard_rows_empty(batch);
    shard_rows_fill(self, batch);
    ShardFetch last = batch->last;
    atomic_store(&self->n_filled, number + 1);
    return last;
}

/* How many batches are to wait for the reader; at first no more rows than were read already, since
 * the reader may not want them. */
static guint
most_ahead(const ShardRows *self)
{
    return atomic_load(&self->front) < SMALL_BATCHES ? 1 : N_BATCHES - 1;
}

/* Batches that may be filled: not the one that is read, nor those that wait to be. */
static guint
n_free(const ShardRows *self)
{
    return most_ahead(self) + 1 - (atomic_load(&self->n_filled) - atomic_load(&self->front));
}

static void
fill_ahead(ShardJob *job)
{
    ShardRows *self = (ShardRows *) ((char *) job - G_STRUCT_OFFSET(ShardRows, job));
    ShardBackend *backend = self->statement->backend;

    while (fill_next(self) == SHARD_ROW && n_free(self) > 0 && !atomic_load(&backend->gate.stop))
        shard_backend_note_ahead(backend);
    atomic_store(&self->is_ahead, FALSE);
    shard_backend_end_ahead(backend);
}

/* Lets a worker fill what is free, when it is worth waking one. */
static void
start_ahead(ShardRows *self)
{
    const ShardRowBatch *front = shard_rows_front(self);
    ShardBackend *backend = self->statement->backend;

    if (atomic_load(&self->is_ahead) || n_free(self) * 2 <= most_ahead(self))
        return;
    const ShardRowBatch *latest = shard_rows_batch(self, atomic_load(&self->n_filled) - 1);
    if (latest->last != SHARD_ROW || front->n_rows < WORTH_AHEAD || backend == NULL ||
        self->is_drained || !shard_backend_begin_ahead(backend))
        return;
    atomic_store(&self->is_ahead, TRUE);
    if (shard_workers_submit(&self->job, FALSE))
        return;
    atomic_store(&self->is_ahead, FALSE);
    shard_backend_end_ahead(backend);
}

/* Is there a batch behind the one that is read? */
static gboolean
has_next(const ShardRows *self)
{
    return atomic_load(&self->n_filled) - atomic_load_explicit(&self->front, memory_order_relaxed) >
           1;
}

static void
go_on(ShardRows *self)
{
    atomic_store(&self->front, atomic_load_explicit(&self->front, memory_order_relaxed) + 1);
}

/* A cancelled cursor may say that its rows have ended: that is no end.  The call that was waiting
 * for the batch ends now, with rows in it or not: it would only wait for another shard next. */
static void
end_early(ShardRows *self, ShardStop reason)
{
    ShardRowBatch *batch = shard_rows_front(self);

    batch->last = SHARD_FAILED;
    batch->n_rows = batch->position;
    batch->failure = shard_stopped_error(reason, g_steal_pointer(&batch->failure));
}

static ShardStop
asked_to_stop(const ShardRows *self)
{
    return self->call == NULL ? SHARD_STOP_NO : shard_call_stop(self->call);
}

void
shard_rows_clear(ShardRowBatch *batch)
{
    g_free(batch->values);
    g_free(batch->text);
    g_ptr_array_unref(batch->large);
    g_clear_error(&batch->failure);
}

/* Waits for a batch that a worker is filling, or fills one. */
static void
wait_for_next(ShardRows *self)
{
    ShardBackend *backend = self->statement->backend;

    shard_backend_stmt_begin_fetch(self->statement);
    if (backend != NULL && atomic_load(&self->is_ahead))
        shard_backend_wait_ahead(backend, &self->n_filled, atomic_load(&self->front) + 1);
    if (!has_next(self)) {
        if (backend != NULL)
            shard_backend_quiesce(backend);
        fill_next(self);
    }
    go_on(self);
    if (shard_backend_stmt_end_fetch(self->statement))
        end_early(self, asked_to_stop(self));
}

/* The next batch becomes the front one: the worker's, one filled here, or a drained one. */
static void
turn(ShardRows *self)
{
    ShardStop stop = asked_to_stop(self);

    /* Between batches nobody waits for a shard, and what comes is merged only. */
    if (stop != SHARD_STOP_NO)
        end_early(self, stop);
    else if (has_next(self))
        go_on(self);
    else if (self->is_drained)
        shard_rows_take_drained(self);
    else
        wait_for_next(self);
}

static ShardFetch
rows_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    ShardRows *self = (ShardRows *) base;
    ShardRowBatch *batch = shard_rows_front(self);

    while (batch->position == batch->n_rows && batch->last == SHARD_ROW) {
        turn(self);
        batch = shard_rows_front(self);
        start_ahead(self);
    }
    if (batch->position < batch->n_rows) {
        *out_row = batch->values + (gsize) batch->position++ * self->n_columns;
        return SHARD_ROW;
    }
    if (batch->last == SHARD_FAILED && error != NULL)
        *error = g_error_copy(batch->failure);
    return batch->last;
}

static ShardSpan
rows_take(ShardStream *base, guint most)
{
    ShardRows *self = (ShardRows *) base;
    ShardRowBatch *batch = shard_rows_front(self);
    ShardSpan span = {.first = batch->values + (gsize) batch->position * self->n_columns,
                      .n = MIN(most, batch->n_rows - batch->position),
                      .width = self->n_columns};

    batch->position += span.n;
    return span;
}

/* Within a batch, and at the end of the last one. */
static gboolean
rows_stays(const ShardStream *base)
{
    ShardRows *self = (ShardRows *) base;
    const ShardRowBatch *batch = shard_rows_front(self);

    return batch->position < batch->n_rows || batch->last != SHARD_ROW;
}

static ShardReadiness
rows_readiness(const ShardStream *base)
{
    ShardRows *self = (ShardRows *) base;
    const ShardRowBatch *batch = shard_rows_front(self);

    if (batch->position < batch->n_rows || batch->last != SHARD_ROW || has_next(self))
        return SHARD_AT_HAND;
    return atomic_load(&self->is_ahead) ? SHARD_UNDER_WAY : SHARD_IDLE;
}

gboolean
shard_backend_rows_prefill(ShardStream *base, GError **error)
{
    ShardRows *self = (ShardRows *) base;
    ShardRowBatch *batch = &self->batches[0];

    shard_rows_fill(self, batch);
    if (batch->last != SHARD_FAILED || batch->n_rows > 0)
        return TRUE;
    if (error != NULL)
        *error = g_error_copy(batch->failure);
    return FALSE;
}

void
shard_rows_destroy(ShardRows *self)
{
    if (self == NULL)
        return;
    g_aligned_free(self->block.rows);
    g_free(self->block.statuses);
    g_aligned_free(self->columns);
    for (guint i = 0; i < G_N_ELEMENTS(self->batches); i++)
        shard_rows_clear(&self->batches[i]);
    for (ShardRowBatch *batch = g_queue_pop_head(&self->drained); batch != NULL;
         batch = g_queue_pop_head(&self->drained)) {
        shard_rows_clear(batch);
        g_aligned_free(batch);
    }
    if (self->tail != NULL)
        shard_rows_clear(self->tail);
    g_aligned_free(self->tail);
    shard_spill_free(self->spill);
    g_aligned_free(self);
}

/* Worth keeping for the next execute: what a small result needs, and no more. */
static gboolean
is_small(const ShardRows *self)
{
    gsize bytes = self->block.size;

    for (guint i = 0; i < G_N_ELEMENTS(self->batches); i++)
        bytes += sizeof(ShardValue) * self->batches[i].capacity * self->n_columns +
                 self->batches[i].text_size;
    return !self->is_drained && bytes <= MOST_SPARE;
}

static void
keep_spare(ShardRows *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(self->batches); i++) {
        shard_rows_empty(&self->batches[i]);
        self->batches[i].last = SHARD_ROW;
        g_clear_error(&self->batches[i].failure);
    }
    for (guint i = 0; i < self->n_columns; i++)
        self->columns[i].wanted = 0;
    atomic_store(&self->n_filled, 1);
    atomic_store(&self->front, 0);
    self->call = NULL;
    self->block.is_narrow = FALSE;
    self->block.n_fetches = 0;
    self->block.n_before = self->block.n_fetched = 0;
    self->block.one_by_one = FALSE;
    self->statement->spare_rows = self;
}

static void
rows_free(ShardStream *base)
{
    ShardRows *self = (ShardRows *) base;

    if (self->statement->backend != NULL)
        shard_backend_quiesce(self->statement->backend);
    /* Buffers may go away: the statement must not write into them at its next execute. */
    if (self->statement->generation == self->generation)
        shard_backend_stmt_close(self->statement);
    if (self->statement->bound_by == self)
        shard_backend_stmt_unbind(self->statement);
    if (self->statement->spare_rows == NULL && is_small(self))
        keep_spare(self);
    else
        shard_rows_destroy(self);
}
