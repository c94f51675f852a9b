/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * rows.h - what the files of a cursor's rows share.
 *
 *   fetch-row.c   one row from the driver into a batch
 *   rows.c        the stream: batches, filled ahead by a worker
 *   drain.c       all further rows at once, to free the connection
 */
#pragma once

#include "driver/executor/backend/cell.h"
#include "driver/executor/backend/private.h"
#include "driver/executor/spill.h"
#include "driver/executor/stop.h"
#include "driver/executor/workers.h"

/* What the reader and the worker write for each row stands in different cache lines. */
#define APART 64
/* Of a cursor: one is read while a worker fills the others.  With several, it seldom has to wait
 * for the reader, nor the reader for it. */
#define N_BATCHES 4

typedef struct {
    ShardCellKind kind;
    ShardCellReader read; /* of the kind */
    gboolean is_variable;
    gsize room; /* bytes that a cell may have to fit, without the NUL that the driver adds */
    gsize buffer_size;
    gsize offset; /* of the cell in a row of the block */
    gsize wanted; /* a cell had no room: as much would have done; 0: all had */
} ShardBoundColumn;

/* What the driver fetches into: rows that each begin with the indicators of their cells. */
typedef struct {
    char *rows;
    gsize size; /* bytes */
    gsize row_size;
    guint n_rows;        /* that the driver gives at once */
    SQLULEN n_fetched;   /* that it gave */
    guint position;      /* the one that is taken next */
    char *row;           /* where that one lies */
    guint64 n_before;    /* rows that it gave before these */
    guint n_fetches;     /* so far */
    gboolean one_by_one; /* there is no way to go by blocks, or no more */
    gboolean is_narrow;  /* a column's wanted is set */
    SQLUSMALLINT *statuses;
} ShardFetchBlock;

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
} ShardRowBatch;

struct ShardRows {
    ShardStream base; /* must be first */
    ShardBackendStmt *statement;
    guint generation; /* the statement's when this cursor was opened */
    ShardBoundColumn *columns;
    guint n_columns;
    ShardFetchBlock block;
    guint next_size; /* rows of the next batch */
    gsize budget;    /* bytes of a batch, half of them text */
    /* A ring: number n lies in n % N_BATCHES.  Number 0 is there from the start, without rows. */
    ShardRowBatch batches[N_BATCHES];
    _Alignas(APART) _Atomic guint n_filled; /* so many were filled; who fills sets it */
    _Alignas(APART) _Atomic guint front;    /* the number of the one that is read; the reader's */
    atomic_bool is_ahead; /* a worker is filling; set by the reader, cleared by the worker */
    gboolean is_drained;  /* all further rows are here, and the cursor is closed */
    GQueue drained;       /* ShardRowBatch: first those, then the spilled rows, then the tail */
    ShardSpill *spill;
    ShardRowBatch *tail; /* without rows: how it ended */
    ShardJob job;
    const ShardCall *call; /* that reads them; NULL: nobody ends it early */
};

static inline ShardRowBatch *
shard_rows_batch(ShardRows *self, guint number)
{
    return &self->batches[number % N_BATCHES];
}

/* The one that is read; for the reader. */
static inline ShardRowBatch *
shard_rows_front(ShardRows *self)
{
    return shard_rows_batch(self, atomic_load_explicit(&self->front, memory_order_relaxed));
}

/* Zeroed memory that shares no cache line with anything else; for g_aligned_free. */
static inline gpointer
shard_alloc_apart(gsize size)
{
    return g_aligned_alloc0((size + APART - 1) / APART, APART, APART);
}

/* Binds a buffer for each column. */
gboolean shard_rows_bind(ShardRows *self, GError **error);
/* ROW: the cursor's next row stands behind the batch's last one, which doesn't count it yet. */
ShardFetch shard_rows_fetch(ShardRows *self, ShardRowBatch *batch, GError **error);
/* Another text for cells, with room for so many bytes; FALSE: no memory. */
gboolean shard_rows_grow_text(ShardRowBatch *batch, gsize size);

/* Room for a copied cell that lasts as long as the batch; NULL: no memory. */
static inline char *
shard_rows_alloc(ShardRowBatch *batch, gsize size)
{
    gboolean fits = batch->text != NULL && size <= batch->text_size - batch->text_used;

    if (!fits && !shard_rows_grow_text(batch, size))
        return NULL;
    char *place = batch->text + batch->text_used;
    batch->text_used += size;
    batch->bytes += size;
    return place;
}

/* Makes room for the rows of the next batch, within the budget. */
void shard_rows_reserve(ShardRows *self, ShardRowBatch *batch);
/* Until the batch is full, the rows end, or somebody else needs the connection. */
void shard_rows_fill(ShardRows *self, ShardRowBatch *batch);
void shard_rows_empty(ShardRowBatch *batch);
/* What it has is freed, not the batch. */
void shard_rows_clear(ShardRowBatch *batch);

/* The front batch becomes the next of those that were drained. */
void shard_rows_take_drained(ShardRows *self);
