/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The open cursor of a statement as a stream: every row is fetched into bound buffers and copied as
 * values into a batch, double-buffered: a worker fills the next one while this one is read.  Block
 * fetches would gain little, and two of three drivers lose long values in them.  That a cell didn't
 * fit is seen by its indicator, never by the return code; then the whole cell is read by SQLGetData
 * while the driver still stands on the row.
 */
#include "driver/executor/backend/stmt.h"

#include "driver/executor/backend/private.h"
#include "driver/executor/backend/cell.h"
#include "driver/executor/spill.h"
#include "driver/executor/workers.h"

#include <string.h>

#define FIRST_BATCH 16
#define LARGEST_BATCH 2048
/* Results smaller than this are not worth a worker. */
#define WORTH_AHEAD 128
#define DEFAULT_BUDGET ((gsize) 512 * 1024)
#define FIRST_TEXT ((gsize) 4096)
#define LARGEST_BUFFER ((gsize) 64 * 1024)
/* What the reader and the worker write for each row stands in different cache lines. */
#define APART 64

typedef struct {
    ShardCellKind kind;
    gboolean is_variable;
    gsize room; /* bytes that a cell may have to fit, without the NUL that the driver adds */
    gsize buffer_size;
    char *buffer;
    SQLLEN indicator;
} BoundColumn;

/* Rows and what they point to.  All of it is used again for the next rows, so that a long result
 * allocates nothing in the steady state. */
typedef struct {
    _Alignas(APART) ShardValue *values;
    guint capacity, n_rows, position;
    char *text; /* of cells; made when first needed, larger when there was no room */
    gsize text_size, text_used;
    GPtrArray *large; /* long cells, and texts that became too small */
    gsize bytes;      /* of all cells in it */
    ShardFetch last;  /* what came behind the rows; ROW: more may follow */
    GError *failure;
} Batch;

typedef struct {
    ShardStream base; /* must be first */
    ShardBackendStmt *statement;
    guint generation; /* the statement's when this cursor was opened */
    BoundColumn *columns;
    guint n_columns;
    guint next_size; /* rows of the next batch */
    gsize budget;    /* bytes of a batch, half of them text */
    Batch batches[2];
    guint front;         /* the one that is read */
    gboolean is_ahead;   /* a worker was given the other one */
    gboolean is_drained; /* all further rows are here, and the cursor is closed */
    GQueue drained;      /* Batch: first those, then the spilled rows, then the tail */
    ShardSpill *spill;
    Batch *tail; /* without rows: how it ended */
    ShardJob job;
} Rows;

/* Zeroed memory that shares no cache line with anything else; for g_aligned_free. */
static gpointer
alloc_apart(gsize size)
{
    return g_aligned_alloc0((size + APART - 1) / APART, APART, APART);
}

static ShardFetch rows_next(ShardStream *base, const ShardValue **out_row, GError **error);
static void rows_free(ShardStream *base);
static void fill_ahead(ShardJob *job);

static ShardReadiness rows_readiness(const ShardStream *base);

static const ShardStreamOps rows_ops = {rows_next, rows_free};

static gboolean
driver_failed(Rows *self, GError **error)
{
    shard_backend_diagnostics(self->statement->backend, SQL_HANDLE_STMT, self->statement->handle,
                              error);
    return FALSE;
}

static gboolean
bind_column(Rows *self, guint i, GError **error)
{
    BoundColumn *column = &self->columns[i];
    SQLSMALLINT c_type = shard_cell_c_type(column->kind);

    column->is_variable = shard_cell_is_variable(column->kind);
    column->room = column->buffer_size - (c_type == SQL_C_CHAR);
    SQLRETURN rc = self->statement->backend->library->SQLBindCol(
        self->statement->handle, (SQLUSMALLINT) (i + 1), c_type, column->buffer,
        (SQLLEN) column->buffer_size, &column->indicator);
    return SQL_SUCCEEDED(rc) ? TRUE : driver_failed(self, error);
}

static gboolean
bind_columns(Rows *self, GError **error)
{
    ShardDialect dialect = self->statement->backend->dialect;

    for (guint i = 0; i < self->n_columns; i++) {
        BoundColumn *column = &self->columns[i];
        column->kind = shard_cell_kind(&self->base.columns->columns[i], dialect);
        column->buffer_size = shard_cell_buffer_size(column->kind, &self->base.columns->columns[i]);
        column->buffer = alloc_apart(column->buffer_size);
        shard_cell_mark(column->buffer, column->buffer_size);
        if (!bind_column(self, i, error))
            return FALSE;
    }
    return TRUE;
}

ShardStream *
shard_backend_stmt_rows(ShardBackendStmt *self, GError **error)
{
    const ShardColumns *columns = shard_backend_stmt_describe(self, error);

    if (columns == NULL)
        return NULL;
    Rows *rows = alloc_apart(sizeof(Rows));
    rows->base = (ShardStream){&rows_ops, columns, rows_readiness};
    rows->statement = self;
    rows->generation = self->generation;
    rows->n_columns = columns->n_columns;
    rows->columns = alloc_apart(sizeof(BoundColumn) * MAX(rows->n_columns, 1));
    rows->next_size = FIRST_BATCH;
    rows->budget = DEFAULT_BUDGET;
    rows->job.run = fill_ahead;
    for (guint i = 0; i < G_N_ELEMENTS(rows->batches); i++)
        rows->batches[i].large = g_ptr_array_new_with_free_func(g_free);
    shard_backend_stmt_unbind(self);
    self->bound_by = rows;
    if (!bind_columns(rows, error)) {
        rows_free(&rows->base);
        return NULL;
    }
    return &rows->base;
}

void
shard_backend_rows_set_budget(ShardStream *base, gsize bytes)
{
    ((Rows *) base)->budget = CLAMP(bytes, (gsize) 8 * 1024, DEFAULT_BUDGET);
}

/* Another text, for cells that the one there has no room for; that one stays as long as the rows.
 */
static gboolean
grow_text(Batch *batch, gsize size)
{
    gsize wanted = MAX(MAX(batch->text_size * 2, FIRST_TEXT), size);
    char *text = g_try_malloc(wanted);

    if (text == NULL)
        return FALSE;
    if (batch->text != NULL)
        g_ptr_array_add(batch->large, batch->text);
    batch->text = text;
    batch->text_size = wanted;
    batch->text_used = 0;
    return TRUE;
}

/* Room for a copied cell that lasts as long as the batch. */
static char *
batch_alloc(Batch *batch, gsize size)
{
    gboolean fits = batch->text != NULL && size <= batch->text_size - batch->text_used;

    if (!fits && !grow_text(batch, size))
        return NULL;
    char *place = batch->text + batch->text_used;
    batch->text_used += size;
    batch->bytes += size;
    return place;
}

/* Later cells of the column will likely be as long: give them room at once. */
static gboolean
grow_buffer(Rows *self, guint i, gsize wanted, GError **error)
{
    BoundColumn *column = &self->columns[i];

    if (wanted > LARGEST_BUFFER || column->buffer_size >= LARGEST_BUFFER)
        return TRUE;
    g_aligned_free(column->buffer);
    column->buffer_size = MIN(MAX(wanted + wanted / 2, column->buffer_size * 2), LARGEST_BUFFER);
    column->buffer = alloc_apart(column->buffer_size);
    return bind_column(self, i, error);
}

/* The cell under the driver's row, read anew from its beginning, as one piece. */
static char *
read_again(Rows *self, guint i, SQLSMALLINT c_type, gsize *out_size, gboolean *out_is_null,
           GError **error)
{
    const ShardDriverLibrary *library = self->statement->backend->library;
    gsize known = self->columns[i].indicator > 0 ? (gsize) self->columns[i].indicator : 0;
    gsize end = c_type == SQL_C_CHAR; /* the NUL that the driver adds to each piece */
    g_autoptr(GByteArray) cell = g_byte_array_new();

    for (;;) {
        gsize room = MAX(known > cell->len ? known - cell->len : 0, (gsize) 4096) + end;
        SQLLEN indicator = 0;
        guint before = cell->len;
        if (before + room > G_MAXINT / 2) {
            shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "a value is larger than 1 GB");
            return NULL;
        }
        g_byte_array_set_size(cell, before + (guint) room);
        SQLRETURN rc = library->SQLGetData(self->statement->handle, (SQLUSMALLINT) (i + 1), c_type,
                                           cell->data + before, (SQLLEN) room, &indicator);
        if (rc != SQL_NO_DATA && !SQL_SUCCEEDED(rc)) {
            driver_failed(self, error);
            return NULL;
        }
        gsize got = rc == SQL_NO_DATA || indicator == SQL_NULL_DATA ? 0
                    : indicator == SQL_NO_TOTAL                     ? room - end
                                                : MIN((gsize) indicator, room - end);
        g_byte_array_set_size(cell, before + (guint) got);
        *out_is_null = indicator == SQL_NULL_DATA;
        if (got < room - end || indicator == (SQLLEN) (room - end))
            break;
    }
    *out_size = cell->len;
    gsize size;
    return (char *) g_byte_array_steal(cell, &size);
}

static gboolean
keep_long_cell(Rows *self, Batch *batch, guint i, ShardCellKind kind, ShardValue *out,
               GError **error)
{
    SQLLEN indicator = self->columns[i].indicator;
    gsize size = 0;
    gboolean is_null = FALSE;
    char *cell = read_again(self, i, shard_cell_c_type(kind), &size, &is_null, error);

    if (cell == NULL)
        return FALSE;
    g_ptr_array_add(batch->large, cell);
    batch->bytes += size;
    if (kind == self->columns[i].kind && indicator >= 0 && size != (gsize) indicator) {
        shard_error_set(error, SHARD_ERROR_BACKEND, "HY000",
                        "the shard's driver gave %" G_GSIZE_FORMAT " of %ld bytes of column %u",
                        size, (long) indicator, i + 1);
        return FALSE;
    }
    if (is_null)
        *out = SHARD_VALUE_INIT_NULL;
    else
        shard_cell_value(kind, cell, size, out);
    return TRUE;
}

static gboolean
take_null(Rows *self, Batch *batch, guint i, ShardValue *out, GError **error)
{
    BoundColumn *column = &self->columns[i];

    *out = SHARD_VALUE_INIT_NULL;
    if (shard_cell_is_certainly_null(column->kind, column->buffer))
        return TRUE;
    shard_cell_mark(column->buffer, column->buffer_size);
    return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
}

static gboolean
take_cell(Rows *self, Batch *batch, guint i, ShardValue *out, GError **error)
{
    BoundColumn *column = &self->columns[i];

    if (column->indicator == SQL_NULL_DATA)
        return take_null(self, batch, i, out, error);
    if (!column->is_variable) {
        if (shard_cell_value(column->kind, column->buffer, column->buffer_size, out))
            return TRUE;
        return keep_long_cell(self, batch, i, shard_cell_text_kind(column->kind), out, error);
    }
    if (column->indicator < 0 || (gsize) column->indicator > column->room)
        return keep_long_cell(self, batch, i, column->kind, out, error);
    gsize size = (gsize) column->indicator;
    char *copy = batch_alloc(batch, size);
    if (copy == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "no memory for a value");
        return FALSE;
    }
    memcpy(copy, column->buffer, size);
    shard_cell_value(column->kind, copy, size, out);
    return TRUE;
}

/* Buffers grow only when all cells of the row have been taken. */
static gboolean
grow_for_long_cells(Rows *self, GError **error)
{
    for (guint i = 0; i < self->n_columns; i++) {
        BoundColumn *column = &self->columns[i];
        if (column->is_variable && column->indicator >= 0 &&
            (gsize) column->indicator >= column->buffer_size &&
            !grow_buffer(self, i, (gsize) column->indicator + 1, error))
            return FALSE;
    }
    return TRUE;
}

static ShardFetch
fetch_row(Rows *self, Batch *batch, GError **error)
{
    ShardValue *out = batch->values + (gsize) batch->n_rows * self->n_columns;
    SQLRETURN rc = self->statement->backend->library->SQLFetch(self->statement->handle);

    if (rc == SQL_NO_DATA)
        return SHARD_END;
    if (!SQL_SUCCEEDED(rc)) {
        driver_failed(self, error);
        return SHARD_FAILED;
    }
    guint n_large = batch->large->len;
    for (guint i = 0; i < self->n_columns; i++)
        if (!take_cell(self, batch, i, &out[i], error))
            return SHARD_FAILED;
    if (batch->large->len != n_large && !grow_for_long_cells(self, error))
        return SHARD_FAILED;
    return SHARD_ROW;
}

/* Makes room for the rows of the next batch, within the budget. */
static void
reserve(Rows *self, Batch *batch)
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
may_fill(Rows *self, GError **error)
{
    if (self->statement->backend == NULL)
        return shard_backend_stmt_lost(error);
    if (self->statement->generation == self->generation)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "24000",
                    "the rows of this execute are gone: the statement was used again or closed");
    return FALSE;
}

static void
empty(Batch *batch)
{
    batch->n_rows = batch->position = 0;
    batch->text_used = batch->bytes = 0;
    g_ptr_array_set_size(batch->large, 0);
}

/* Until the batch is full, the rows end, or somebody else needs the connection. */
static void
fill(Rows *self, Batch *batch)
{
    ShardBackend *backend = self->statement->backend;
    ShardWatcher place;

    shard_watch_enter(backend == NULL ? NULL : &backend->gate.watch, &place);
    reserve(self, batch);
    batch->last = may_fill(self, &batch->failure) ? SHARD_ROW : SHARD_FAILED;
    while (batch->last == SHARD_ROW && batch->n_rows < batch->capacity &&
           batch->bytes < self->budget / 2 && !atomic_load(&backend->gate.stop)) {
        batch->last = fetch_row(self, batch, &batch->failure);
        batch->n_rows += batch->last == SHARD_ROW;
    }
    shard_watch_leave(&place);
    if (backend != NULL && backend->counters != NULL)
        shard_count(&backend->counters->rows, batch->n_rows);
}

static void
fill_ahead(ShardJob *job)
{
    Rows *self = (Rows *) ((char *) job - G_STRUCT_OFFSET(Rows, job));
    ShardBackend *backend = self->statement->backend;

    fill(self, &self->batches[1 - self->front]);
    shard_backend_end_ahead(backend);
}

/* Lets a worker fill the other batch while this one is read. */
static void
start_ahead(Rows *self)
{
    Batch *front = &self->batches[self->front];
    Batch *back = &self->batches[1 - self->front];
    ShardBackend *backend = self->statement->backend;

    if (front->last != SHARD_ROW || front->n_rows < WORTH_AHEAD || backend == NULL ||
        self->is_drained || !shard_backend_begin_ahead(backend))
        return;
    empty(back);
    self->is_ahead = shard_workers_submit(&self->job, FALSE);
    if (!self->is_ahead)
        shard_backend_end_ahead(backend);
}

/* A cancelled cursor may say that its rows have ended: that is no end.  The call that was waiting
 * for the batch ends now, with rows in it or not: it would only wait for another shard next. */
static void
note_cancelled(Batch *batch)
{
    g_autoptr(GError) cause = g_steal_pointer(&batch->failure);

    batch->last = SHARD_FAILED;
    batch->n_rows = batch->position;
    if (cause != NULL && shard_error_shard(cause, 0) != NULL)
        shard_error_set_backend(&batch->failure, shard_error_shard(cause, 0), "HY008",
                                shard_error_native(cause, 0), cause->message);
    else
        shard_error_set(&batch->failure, SHARD_ERROR_CANCELLED, "HY008", "operation cancelled");
}

static void
batch_clear(Batch *batch)
{
    g_free(batch->values);
    g_free(batch->text);
    g_ptr_array_unref(batch->large);
    g_clear_error(&batch->failure);
}

static Batch *
batch_new(void)
{
    Batch *batch = alloc_apart(sizeof(Batch));

    batch->large = g_ptr_array_new_with_free_func(g_free);
    return batch;
}

static gsize
batch_bytes(const Rows *self, const Batch *batch)
{
    return sizeof(ShardValue) * batch->capacity * MAX(self->n_columns, 1) + batch->text_size +
           batch->bytes - batch->text_used;
}

static char *
alloc_in_batch(gpointer data, gsize size)
{
    return batch_alloc(data, size);
}

/* A batch of spilled rows. */
static void
read_spilled(Rows *self, Batch *batch)
{
    empty(batch);
    reserve(self, batch);
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

/* The front batch becomes the next of those that were drained. */
static void
take_drained(Rows *self)
{
    Batch *front = &self->batches[self->front];
    Batch *next = g_queue_pop_head(&self->drained);

    if (next == NULL && self->spill != NULL && shard_spill_n_left(self->spill) > 0) {
        read_spilled(self, front);
        return;
    }
    if (next == NULL)
        next = g_steal_pointer(&self->tail);
    batch_clear(front);
    *front = *next;
    g_aligned_free(next);
}

/* The next batch becomes the front one: the worker's, one filled here, or a drained one. */
static void
turn(Rows *self)
{
    ShardBackend *backend = self->statement->backend;

    if (self->is_drained && !self->is_ahead) {
        take_drained(self);
        return;
    }
    shard_backend_stmt_begin_fetch(self->statement);
    if (self->is_ahead) {
        if (backend != NULL)
            shard_backend_wait_ahead(backend);
        self->is_ahead = FALSE;
        self->front = 1 - self->front;
    } else {
        if (backend != NULL)
            shard_backend_quiesce(backend);
        empty(&self->batches[self->front]);
        fill(self, &self->batches[self->front]);
    }
    if (shard_backend_stmt_end_fetch(self->statement))
        note_cancelled(&self->batches[self->front]);
}

/* Writes a batch to the file instead of keeping it; FALSE: batch->failure says why not. */
static gboolean
spill_batch(Rows *self, Batch *batch, const char *folder)
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
drain_batch(Rows *self, gboolean in_memory, const char *folder)
{
    Batch *batch = batch_new();

    fill(self, batch);
    if (in_memory && batch->n_rows > 0) {
        Batch *end = batch_new();
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
    empty(batch);
    self->tail = batch;
    return 0;
}

void
shard_backend_rows_drain(ShardStream *base, gsize memory, const char *folder)
{
    Rows *self = (Rows *) base;
    gsize bytes = 0;

    if (self->is_drained || self->statement->backend == NULL)
        return;
    shard_backend_quiesce(self->statement->backend);
    const Batch *latest = &self->batches[self->is_ahead ? 1 - self->front : self->front];
    if (latest->last != SHARD_ROW)
        return;
    do {
        if (self->tail != NULL) {
            batch_clear(self->tail);
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

static ShardFetch
rows_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    Rows *self = (Rows *) base;
    Batch *batch = &self->batches[self->front];

    while (batch->position == batch->n_rows && batch->last == SHARD_ROW) {
        turn(self);
        batch = &self->batches[self->front];
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

static ShardReadiness
rows_readiness(const ShardStream *base)
{
    const Rows *self = (const Rows *) base;
    const Batch *batch = &self->batches[self->front];
    ShardBackend *backend = self->statement->backend;

    if (batch->position < batch->n_rows || batch->last != SHARD_ROW)
        return SHARD_AT_HAND;
    if (!self->is_ahead)
        return SHARD_IDLE;
    return backend != NULL && atomic_load(&backend->gate.busy) ? SHARD_UNDER_WAY : SHARD_AT_HAND;
}

gboolean
shard_backend_rows_prefill(ShardStream *base, GError **error)
{
    Rows *self = (Rows *) base;
    Batch *batch = &self->batches[0];

    fill(self, batch);
    if (batch->last != SHARD_FAILED || batch->n_rows > 0)
        return TRUE;
    if (error != NULL)
        *error = g_error_copy(batch->failure);
    return FALSE;
}

static void
rows_free(ShardStream *base)
{
    Rows *self = (Rows *) base;

    if (self->statement->backend != NULL)
        shard_backend_quiesce(self->statement->backend);
    /* Buffers go away: the statement must not write into them at its next execute. */
    if (self->statement->generation == self->generation)
        shard_backend_stmt_close(self->statement);
    if (self->statement->bound_by == self)
        shard_backend_stmt_unbind(self->statement);
    for (guint i = 0; i < self->n_columns; i++)
        g_aligned_free(self->columns[i].buffer);
    g_aligned_free(self->columns);
    for (guint i = 0; i < G_N_ELEMENTS(self->batches); i++)
        batch_clear(&self->batches[i]);
    for (Batch *batch = g_queue_pop_head(&self->drained); batch != NULL;
         batch = g_queue_pop_head(&self->drained)) {
        batch_clear(batch);
        g_aligned_free(batch);
    }
    if (self->tail != NULL)
        batch_clear(self->tail);
    g_aligned_free(self->tail);
    shard_spill_free(self->spill);
    g_aligned_free(self);
}
