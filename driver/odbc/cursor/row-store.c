/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * In the file a row is its values as they lie in memory, each text or byte string behind them; the
 * place where each row starts is kept in memory, eight bytes a row.
 */
#include "driver/odbc/cursor/row-store.h"

#include "driver/executor/temp-file.h"
#include "router/base/buffer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct _ShardRowStore {
    guint n_columns;
    gsize limit, used;
    char *folder;
    ShardArena *arena; /* rows in memory */
    GPtrArray *rows;
    int file;       /* -1: none yet */
    GArray *places; /* guint64: where the rows past those in memory start; the end is the last */
    ShardBuffer buffer;   /* of the row that is written or was read last */
    GHashTable *replaced; /* index -> the values it has now; NULL none */
    GArray *removed;      /* guint64, indexes in order */
};

ShardRowStore *
shard_row_store_new(guint n_columns, gsize limit, const char *folder)
{
    ShardRowStore *self = g_new0(ShardRowStore, 1);

    self->n_columns = n_columns;
    self->limit = limit;
    self->folder = g_strdup(folder);
    self->arena = shard_arena_new();
    self->rows = g_ptr_array_new();
    self->file = -1;
    self->places = g_array_new(FALSE, FALSE, sizeof(guint64));
    self->removed = g_array_new(FALSE, FALSE, sizeof(guint64));
    return self;
}

void
shard_row_store_free(ShardRowStore *self)
{
    if (self == NULL)
        return;
    if (self->file >= 0)
        close(self->file);
    g_free(self->folder);
    shard_arena_free(self->arena);
    g_ptr_array_unref(self->rows);
    g_array_unref(self->places);
    shard_buffer_clear(&self->buffer);
    g_array_unref(self->removed);
    if (self->replaced != NULL)
        g_hash_table_unref(self->replaced);
    g_free(self);
}

static guint64
rows_in_file(const ShardRowStore *self)
{
    return self->places->len == 0 ? 0 : self->places->len - 1;
}

static guint64
n_all(const ShardRowStore *self)
{
    return self->rows->len + rows_in_file(self);
}

guint64
shard_row_store_n(const ShardRowStore *self)
{
    return n_all(self) - self->removed->len;
}

static guint64
removed_at(const ShardRowStore *self, guint i)
{
    return g_array_index(self->removed, guint64, i);
}

/* How many of the removed rows are before the one at that place: number i is, if the rows left
 * before it, removed_at(i) - i, are no more than place. */
guint64
shard_row_store_index(const ShardRowStore *self, guint64 place)
{
    guint low = 0;
    guint high = self->removed->len;

    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (removed_at(self, middle) - middle <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return place + low;
}

/* Where index stands among the removed ones, or would. */
static guint
find_removed(const ShardRowStore *self, guint64 index)
{
    guint low = 0;
    guint high = self->removed->len;

    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (removed_at(self, middle) < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

gboolean
shard_row_store_place(const ShardRowStore *self, guint64 index, guint64 *out_place)
{
    guint before = find_removed(self, index);

    if (index >= n_all(self) || (before < self->removed->len && removed_at(self, before) == index))
        return FALSE;
    *out_place = index - before;
    return TRUE;
}

void
shard_row_store_remove(ShardRowStore *self, guint64 index)
{
    g_array_insert_val(self->removed, find_removed(self, index), index);
}

static gboolean
fail(GError **error, const char *what)
{
    int code = errno;

    shard_error_set(error, SHARD_ERROR_FAILED, "HY001",
                    "rows kept for scrolling: %s: %s (MergeMemory is exhausted)", what,
                    g_strerror(code));
    return FALSE;
}

static gboolean
open_file(ShardRowStore *self, GError **error)
{
    guint64 start = 0;

    self->file = shard_temp_file_open(self->folder);
    if (self->file < 0)
        return fail(error, self->folder == NULL ? "a temporary file" : self->folder);
    g_array_append_val(self->places, start);
    return TRUE;
}

static gboolean
add_to_file(ShardRowStore *self, const ShardValue *row, GError **error)
{
    if (self->file < 0 && !open_file(self, error))
        return FALSE;
    self->buffer.size = 0;
    gboolean good = shard_buffer_append(&self->buffer, row, self->n_columns * sizeof *row, error);
    for (guint i = 0; i < self->n_columns && good; i++)
        if (shard_value_has_text(&row[i]))
            good = shard_buffer_append(&self->buffer, row[i].text.data, row[i].text.size, error) &&
                   shard_buffer_append(&self->buffer, "", 1, error);
    if (!good)
        return FALSE;
    guint64 at = g_array_index(self->places, guint64, self->places->len - 1);
    if (!shard_temp_file_write(self->file, self->buffer.data, self->buffer.size, at))
        return fail(error, "writing");
    at += self->buffer.size;
    g_array_append_val(self->places, at);
    return TRUE;
}

static ShardValue *
copy_row(ShardRowStore *self, const ShardValue *row)
{
    ShardValue *copy = shard_arena_array(self->arena, ShardValue, MAX(self->n_columns, 1));

    for (guint i = 0; i < self->n_columns; i++)
        copy[i] = shard_value_copy(&row[i], self->arena);
    return copy;
}

void
shard_row_store_replace(ShardRowStore *self, guint64 index, const ShardValue *row)
{
    ShardValue *copy = copy_row(self, row);

    if (index < self->rows->len) {
        self->rows->pdata[index] = copy;
        return;
    }
    if (self->replaced == NULL)
        self->replaced = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_hash_table_insert(self->replaced, g_memdup2(&index, sizeof index), copy);
}

gboolean
shard_row_store_add(ShardRowStore *self, const ShardValue *row, GError **error)
{
    gsize size = self->n_columns * sizeof *row;

    for (guint i = 0; i < self->n_columns; i++)
        if (shard_value_has_text(&row[i]))
            size += row[i].text.size + 1;
    if (self->file >= 0 || self->used + size > self->limit)
        return add_to_file(self, row, error);
    if (!shard_arena_reserve(self->arena, size + 16 * (self->n_columns + 1)))
        return shard_no_memory(error);
    g_ptr_array_add(self->rows, copy_row(self, row));
    self->used += size;
    return TRUE;
}

const ShardValue *
shard_row_store_get(ShardRowStore *self, guint64 index, GError **error)
{
    if (index < self->rows->len)
        return self->rows->pdata[index];
    const ShardValue *now =
        self->replaced == NULL ? NULL : g_hash_table_lookup(self->replaced, &index);
    if (now != NULL)
        return now;
    guint number = (guint) (index - self->rows->len);
    guint64 start = g_array_index(self->places, guint64, number);
    guint64 end = g_array_index(self->places, guint64, number + 1);
    if (!shard_buffer_resize(&self->buffer, (gsize) (end - start), error))
        return NULL;
    if (!shard_temp_file_read(self->file, self->buffer.data, (gsize) (end - start), start)) {
        fail(error, "reading");
        return NULL;
    }
    ShardValue *values = (ShardValue *) (gpointer) self->buffer.data;
    const char *text = self->buffer.data + self->n_columns * sizeof *values;
    for (guint i = 0; i < self->n_columns; i++) {
        if (!shard_value_has_text(&values[i]))
            continue;
        values[i].text.data = text;
        text += values[i].text.size + 1;
    }
    return values;
}
