/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * All rows read, then given sorted; equal rows stay in the order they came.
 *
 * With a LIMIT only the first rows are wanted: whenever twice as many are there, the later half is
 * thrown away, so that memory is bounded by the limit.
 */
#include "driver/merge/operator/operators.h"

#define PRUNE_SLACK 1024

typedef struct {
    ShardValue *cells; /* borrow from values */
    ShardValue *values;
} SortedRow;

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardKeys *keys;
    guint64 n_wanted;
    gsize taken; /* of the context's memory */
    ShardArena *arena;
    GArray *rows; /* SortedRow */
    guint at;
    gboolean read;
} SortMemoryStream;

static void
sort_memory_free(ShardStream *base)
{
    SortMemoryStream *self = (SortMemoryStream *) base;

    shard_stream_free(self->input);
    shard_keys_free(self->keys);
    shard_arena_free(self->arena);
    g_array_free(self->rows, TRUE);
    g_free(self);
}

static int
compare_rows(gconstpointer a, gconstpointer b, gpointer data)
{
    const SortedRow *left = a;
    const SortedRow *right = b;

    return shard_keys_compare(data, left->cells, right->cells);
}

static gboolean
keep_row(SortMemoryStream *self, const ShardValue *row, GError **error)
{
    guint n_values = self->base.columns->n_columns;
    guint n_cells = shard_keys_n(self->keys);
    gsize fixed = (n_values + n_cells) * sizeof(ShardValue);
    gsize size = fixed + shard_values_text_size(row, n_values);

    if (!shard_memory_take_from(&self->context->memory, self->arena, size + sizeof(SortedRow),
                                "sorting", error))
        return FALSE;
    self->taken += size + sizeof(SortedRow);
    ShardValue *values = shard_arena_alloc(self->arena, size);
    shard_values_copy(values, (char *) values + fixed, row, n_values);
    SortedRow kept = {.cells = values + n_values, .values = values};
    shard_keys_read(self->keys, values, kept.cells);
    g_array_append_val(self->rows, kept);
    return TRUE;
}

/* Only the rows that are wanted stay, in a new arena. */
static gboolean
prune(SortMemoryStream *self, GError **error)
{
    g_autoptr(GArray) rows = g_steal_pointer(&self->rows);
    ShardArena *outdated = self->arena; /* holds the rows until the wanted ones are copied */

    g_array_sort_with_data(rows, compare_rows, self->keys);
    self->context->memory.used -= self->taken;
    self->taken = 0;
    self->arena = shard_arena_new();
    self->rows = g_array_new(FALSE, FALSE, sizeof(SortedRow));
    gboolean kept = TRUE;
    for (guint i = 0; kept && i < self->n_wanted; i++)
        kept = keep_row(self, g_array_index(rows, SortedRow, i).values, error);
    shard_arena_free(outdated);
    return kept && shard_keys_check(self->keys, error);
}

static gboolean
read_all(SortMemoryStream *self, GError **error)
{
    const ShardValue *row = NULL;
    ShardFetch fetch = SHARD_ROW;

    while ((fetch = shard_stream_next(self->input, &row, error)) == SHARD_ROW) {
        if (!keep_row(self, row, error))
            return FALSE;
        if (self->n_wanted < G_MAXUINT / 4 && self->rows->len >= 2 * self->n_wanted + PRUNE_SLACK &&
            !prune(self, error))
            return FALSE;
    }
    if (fetch == SHARD_FAILED)
        return FALSE;
    g_array_sort_with_data(self->rows, compare_rows, self->keys);
    self->read = TRUE;
    return shard_keys_check(self->keys, error);
}

static ShardFetch
sort_memory_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    SortMemoryStream *self = (SortMemoryStream *) base;

    if (!self->read && !read_all(self, error))
        return SHARD_FAILED;
    if (self->at == self->rows->len)
        return SHARD_END;
    *out_row = g_array_index(self->rows, SortedRow, self->at++).values;
    return SHARD_ROW;
}

static const ShardStreamOps sort_memory_ops = {sort_memory_next, sort_memory_free};

ShardStream *
shard_sort_memory_new(ShardMergeContext *context, ShardStream *input, ShardKeys *keys,
                      guint64 n_wanted)
{
    SortMemoryStream *self = g_new0(SortMemoryStream, 1);

    self->base.ops = &sort_memory_ops;
    self->base.columns = context->layout.columns;
    self->context = context;
    self->input = input;
    self->keys = keys;
    self->n_wanted = n_wanted;
    self->arena = shard_arena_new();
    self->rows = g_array_new(FALSE, FALSE, sizeof(SortedRow));
    return &self->base;
}
