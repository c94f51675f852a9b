/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/generator/slot.h"

#include "router/base/error.h"
#include "router/base/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _ShardWorkerSlot {
    guint number;
    int file;
};

static pthread_mutex_t folder_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(folder_lock)
static char *default_folder;

void
shard_worker_slot_set_folder(const char *folder)
{
    pthread_mutex_lock(&folder_lock);
    g_free(default_folder);
    default_folder = g_strdup(folder);
    pthread_mutex_unlock(&folder_lock);
}

static char *
find_folder(const char *folder)
{
    if (folder != NULL)
        return g_strdup(folder);
    pthread_mutex_lock(&folder_lock);
    char *found = g_strdup(default_folder);
    pthread_mutex_unlock(&folder_lock);
    if (found != NULL)
        return found;
    const char *state = g_getenv("XDG_STATE_HOME");
    if (state != NULL && *state == '/')
        return g_build_filename(state, "shardodbc", NULL);
    return g_build_filename(g_get_home_dir(), ".local", "state", "shardodbc", NULL);
}

/* -1: held by another process, or not to be opened (*error set then). */
static int
lock_file(const char *path, GError **error)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    if (file < 0) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "worker slot '%s': %s", path,
                        g_strerror(errno));
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    close(file);
    return -1;
}

ShardWorkerSlot *
shard_worker_slot_claim(const char *folder, guint first, guint n, GError **error)
{
    g_autofree char *base = find_folder(folder);

    if (g_mkdir_with_parents(base, 0700) != 0) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "state folder '%s': %s", base,
                        g_strerror(errno));
        return NULL;
    }
    for (guint number = first; number < first + n; number++) {
        g_autofree char *name = g_strdup_printf("worker-%u", number);
        g_autofree char *path = g_build_filename(base, name, NULL);
        GError *inner = NULL;
        int file = lock_file(path, &inner);
        if (inner != NULL) {
            g_propagate_error(error, inner);
            return NULL;
        }
        if (file < 0)
            continue;
        ShardWorkerSlot *self = g_new0(ShardWorkerSlot, 1);
        self->number = number;
        self->file = file;
        return self;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                    n == 1 ? "worker id %u is held by another process (slots in '%s')"
                           : "no worker id from %u on is free (slots in '%s')",
                    first, base);
    return NULL;
}

guint
shard_worker_slot_number(const ShardWorkerSlot *self)
{
    return self->number;
}

void
shard_worker_slot_free(ShardWorkerSlot *self)
{
    if (self == NULL)
        return;
    close(self->file);
    g_free(self);
}

void
shard_worker_slot_abandon(ShardWorkerSlot *self)
{
    /* flock() belongs to the open file that parent and child share: closing our descriptor leaves
     * the parent's lock alone. */
    shard_worker_slot_free(self);
}
