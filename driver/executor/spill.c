/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/spill.h"

#include "driver/executor/temp-file.h"
#include "router/base/buffer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What is read and written at once, but for larger texts. */
#define BLOCK ((gsize) 64 * 1024)

struct _ShardSpill {
    int file;
    guint64 size;      /* of what is in the file */
    guint64 read_to;   /* in the file: behind what is in the block */
    ShardBuffer block; /* what isn't written yet; what was read */
    gsize position;    /* in the block, of reading */
    guint64 n_rows, n_read;
};

static gboolean
fail(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "temporary file for rows: %s",
                    g_strerror(errno));
    return FALSE;
}

ShardSpill *
shard_spill_new(const char *folder, GError **error)
{
    int file = shard_temp_file_open(folder);

    if (file < 0) {
        fail(error);
        return NULL;
    }
    ShardSpill *self = g_new0(ShardSpill, 1);
    self->file = file;
    return self;
}

void
shard_spill_free(ShardSpill *self)
{
    if (self == NULL)
        return;
    close(self->file);
    shard_buffer_clear(&self->block);
    g_free(self);
}

/* ---- writing ---- */

static gboolean
append(ShardSpill *self, gconstpointer bytes, gsize size, GError **error)
{
    if (!shard_temp_file_write(self->file, bytes, size, self->size))
        return fail(error);
    self->size += size;
    return TRUE;
}

static gboolean
write_block(ShardSpill *self, GError **error)
{
    if (!append(self, self->block.data, self->block.size, error))
        return FALSE;
    self->block.size = 0;
    return TRUE;
}

static gboolean
write_bytes(ShardSpill *self, gconstpointer bytes, gsize size, GError **error)
{
    if (self->block.size + size > BLOCK && !write_block(self, error))
        return FALSE;
    return size > BLOCK ? append(self, bytes, size, error)
                        : shard_buffer_append(&self->block, bytes, size, error);
}

gboolean
shard_spill_write(ShardSpill *self, const ShardValue *row, guint n_columns, GError **error)
{
    for (guint i = 0; i < n_columns; i++)
        if (!write_bytes(self, &row[i], sizeof row[i], error) ||
            (shard_value_has_text(&row[i]) &&
             !write_bytes(self, row[i].text.data, row[i].text.size, error)))
            return FALSE;
    self->n_rows++;
    return TRUE;
}

gboolean
shard_spill_rewind(ShardSpill *self, GError **error)
{
    return write_block(self, error);
}

/* ---- reading ---- */

guint64
shard_spill_n_left(const ShardSpill *self)
{
    return self->n_rows - self->n_read;
}

static gboolean
read_block(ShardSpill *self, GError **error)
{
    gsize size = (gsize) MIN(BLOCK, self->size - self->read_to);

    if (size == 0) {
        errno = EIO;
        return fail(error);
    }
    if (!shard_buffer_resize(&self->block, size, error))
        return FALSE;
    if (!shard_temp_file_read(self->file, self->block.data, size, self->read_to))
        return fail(error);
    self->read_to += size;
    self->position = 0;
    return TRUE;
}

static gboolean
read_bytes(ShardSpill *self, gpointer out, gsize size, GError **error)
{
    while (size > 0) {
        gsize ready = MIN(size, self->block.size - self->position);
        if (ready == 0) {
            if (!read_block(self, error))
                return FALSE;
            continue;
        }
        memcpy(out, self->block.data + self->position, ready);
        self->position += ready;
        out = (char *) out + ready;
        size -= ready;
    }
    return TRUE;
}

gboolean
shard_spill_read(ShardSpill *self, ShardValue *row, guint n_columns,
                 char *(*alloc)(gpointer data, gsize size), gpointer data, GError **error)
{
    for (guint i = 0; i < n_columns; i++) {
        if (!read_bytes(self, &row[i], sizeof row[i], error))
            return FALSE;
        if (!shard_value_has_text(&row[i]))
            continue;
        char *text = alloc(data, row[i].text.size);
        if (text == NULL)
            return shard_no_memory(error);
        if (!read_bytes(self, text, row[i].text.size, error))
            return FALSE;
        row[i].text.data = text;
    }
    self->n_read++;
    return TRUE;
}
