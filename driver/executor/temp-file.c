/* SPDX-License-Identifier: LGPL-2.1-or-later */
#define _GNU_SOURCE /* O_TMPFILE */
#include "driver/executor/temp-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int
shard_temp_file_open(const char *folder)
{
    if (folder == NULL || folder[0] == '\0')
        folder = g_get_tmp_dir();
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0)
        return file;
    /* Not every file system knows files without a name. */
    g_autofree char *path = g_build_filename(folder, "shardodbc-rows-XXXXXX", NULL);
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

gboolean
shard_temp_file_write(int file, gconstpointer data, gsize size, guint64 at)
{
    const char *rest = data;

    while (size > 0) {
        gssize written = pwrite(file, rest, size, (off_t) at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return FALSE;
        rest += written;
        size -= (gsize) written;
        at += (guint64) written;
    }
    return TRUE;
}

gboolean
shard_temp_file_read(int file, gpointer data, gsize size, guint64 at)
{
    char *rest = data;

    while (size > 0) {
        gssize got = pread(file, rest, size, (off_t) at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0)
            return FALSE;
        rest += got;
        size -= (gsize) got;
        at += (guint64) got;
    }
    return TRUE;
}
