/* SPDX-License-Identifier: LGPL-2.1-or-later */
#define _GNU_SOURCE /* O_TMPFILE */
#include "driver/executor/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct _ShardSpill {
    FILE *file;
    guint64 n_rows, n_read;
};

static gboolean
fail(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "temporary file for rows: %s",
                    g_strerror(errno));
    return FALSE;
}

static int
open_file(const char *folder)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    if (file >= 0)
        return file;
    g_autofree char *path = g_build_filename(folder, "shardodbc-rows-XXXXXX", NULL);
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

ShardSpill *
shard_spill_new(const char *folder, GError **error)
{
    int file = open_file(folder != NULL && folder[0] != '\0' ? folder : g_get_tmp_dir());
    FILE *stream = file < 0 ? NULL : fdopen(file, "w+");

    if (stream == NULL) {
        fail(error);
        if (file >= 0)
            close(file);
        return NULL;
    }
    ShardSpill *self = g_new0(ShardSpill, 1);
    self->file = stream;
    return self;
}

void
shard_spill_free(ShardSpill *self)
{
    if (self == NULL)
        return;
    fclose(self->file);
    g_free(self);
}

static gboolean
is_text(ShardValueKind kind)
{
    return kind == SHARD_VALUE_STRING || kind == SHARD_VALUE_BYTES || kind == SHARD_VALUE_DECIMAL ||
           kind == SHARD_VALUE_BIG_INTEGER;
}

gboolean
shard_spill_write(ShardSpill *self, const ShardValue *row, guint n_columns, GError **error)
{
    for (guint i = 0; i < n_columns; i++) {
        if (fwrite(&row[i], sizeof row[i], 1, self->file) != 1)
            return fail(error);
        if (is_text(row[i].kind) && row[i].text.size > 0 &&
            fwrite(row[i].text.data, 1, row[i].text.size, self->file) != row[i].text.size)
            return fail(error);
    }
    self->n_rows++;
    return TRUE;
}

gboolean
shard_spill_rewind(ShardSpill *self, GError **error)
{
    return fflush(self->file) == 0 && fseek(self->file, 0, SEEK_SET) == 0 ? TRUE : fail(error);
}

guint64
shard_spill_n_left(const ShardSpill *self)
{
    return self->n_rows - self->n_read;
}

gboolean
shard_spill_read(ShardSpill *self, ShardValue *row, guint n_columns,
                 char *(*alloc)(gpointer data, gsize size), gpointer data, GError **error)
{
    for (guint i = 0; i < n_columns; i++) {
        if (fread(&row[i], sizeof row[i], 1, self->file) != 1)
            return fail(error);
        if (!is_text(row[i].kind))
            continue;
        char *text = alloc(data, row[i].text.size);
        if (text == NULL || fread(text, 1, row[i].text.size, self->file) != row[i].text.size)
            return fail(error);
        row[i].text.data = text;
    }
    self->n_read++;
    return TRUE;
}
