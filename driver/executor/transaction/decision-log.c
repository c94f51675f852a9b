/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/transaction/decision-log.h"

#include "driver/executor/settings.h"
#include "router/base/error.h"
#include "router/base/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "shardodbc"
#define RECOVERED_WORD "recovered"
#define LOG_START "decisions-"
#define LOG_END ".log"
#define CHECKSUM_SIZE 8
/* Past this a log without open transactions starts anew. */
#define LARGE_LOG (1024 * 1024)

struct _ShardDecisions {
    char *folder, *rules;
    pid_t pid;
    char *folder_id, *log_id;
    pthread_mutex_t lock; /* of what follows */
    int file;
    guint64 n_begun, n_open;
    gsize size;
    gboolean has_head;
    gboolean is_spoiled; /* ends within a record: nothing more can be written */
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(list_lock)
static GPtrArray *list; /* ShardDecisions */

static gboolean
fail(GError **error, const char *path)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "state file '%s': %s", path,
                    g_strerror(errno));
    return FALSE;
}

/* The same rules may be named in several ways. */
static char *
real_path(const char *path)
{
    char *real = realpath(path, NULL);
    char *copy = g_strdup(real != NULL ? real : path);

    free(real);
    return copy;
}

static char *
random_id(void)
{
    guint32 parts[2] = {0, 0};
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

    if (file < 0 || read(file, parts, sizeof parts) != sizeof parts) {
        parts[0] = g_random_int();
        parts[1] = (guint32) getpid() ^ (guint32) g_get_real_time();
    }
    if (file >= 0)
        close(file);
    return g_strdup_printf("%08x%08x", parts[0], parts[1]);
}

static char *
boot_id(void)
{
    g_autofree char *text = NULL;

    if (!g_file_get_contents("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
        return g_strdup("unknown");
    return g_strdup(g_strstrip(text));
}

/* A new file with that text, on the disk; else errno says why not, and there is none. */
static gboolean
write_file(const char *path, const char *text)
{
    gssize size = (gssize) strlen(text);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file < 0)
        return FALSE;
    errno = ENOSPC; /* of a part that was written */
    gboolean done = write(file, text, (gsize) size) == size && fsync(file) == 0;
    int reason = errno;
    close(file);
    if (!done)
        unlink(path);
    errno = reason;
    return done;
}

/* Whose id it was made with is no matter, as long as there is one. */
static gboolean
make_folder_id(const char *path)
{
    g_autofree char *made = random_id();
    g_autofree char *temporary = g_strdup_printf("%s.%s", path, made);

    if (!write_file(temporary, made))
        return FALSE;
    gboolean done = link(temporary, path) == 0 || errno == EEXIST;
    int reason = errno;
    unlink(temporary);
    errno = reason;
    return done;
}

/* The folder's id is made once; who comes second takes the first one's. */
static char *
folder_id(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "folder-id", NULL);
    g_autofree char *text = NULL;

    if (g_mkdir_with_parents(folder, 0700) != 0) {
        fail(error, folder);
        return NULL;
    }
    if (!g_file_get_contents(path, &text, NULL, NULL) &&
        (!make_folder_id(path) || !g_file_get_contents(path, &text, NULL, NULL))) {
        fail(error, path);
        return NULL;
    }
    return g_strdup(g_strstrip(text));
}

/* POSIX locks: a forked child doesn't inherit them. */
static gboolean
lock_file(int file, int command)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int result;

    do
        result = fcntl(file, command, &lock);
    while (result != 0 && command == F_SETLKW && errno == EINTR);
    return result == 0;
}

static void
sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (file < 0)
        return;
    fsync(file);
    close(file);
}

static char *
checksum(const char *text)
{
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);

    return g_strndup(sum, CHECKSUM_SIZE);
}

/* With the lock.  A record that was written in part would spoil the next one: it is taken back. */
static gboolean
write_record(ShardDecisions *self, const char *word, const char *name)
{
    g_autofree char *text = g_strdup_printf("%s %s", word, name);
    g_autofree char *sum = checksum(text);
    g_autofree char *line = g_strdup_printf("%s %s\n", sum, text);
    gsize size = strlen(line);
    ssize_t written = self->is_spoiled ? 0 : write(self->file, line, size);

    if (written == (ssize_t) size) {
        self->size += size;
        return TRUE;
    }
    int reason = written < 0 ? errno : ENOSPC;
    self->is_spoiled |= written > 0 && ftruncate(self->file, (off_t) self->size) != 0;
    errno = reason;
    return FALSE;
}

static gboolean
write_head(ShardDecisions *self)
{
    g_autofree char *boot = boot_id();

    self->has_head = write_record(self, "rules", self->rules) && write_record(self, "boot", boot);
    return self->has_head;
}

static gboolean
open_log(ShardDecisions *self, GError **error)
{
    g_autofree char *name = g_strconcat(LOG_START, self->log_id, LOG_END, NULL);
    g_autofree char *path = g_build_filename(self->folder, name, NULL);

    self->file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (self->file < 0)
        return fail(error, path);
    /* A recovery may be looking at the new file. */
    if (!lock_file(self->file, F_SETLKW) || !write_head(self) || fsync(self->file) != 0) {
        fail(error, path);
        close(self->file);
        unlink(path);
        return FALSE;
    }
    sync_folder(self->folder);
    return TRUE;
}

/* Somebody has emptied the folder: what is written now nobody will find. */
static gboolean
is_deleted(const ShardDecisions *self)
{
    struct stat file;

    return fstat(self->file, &file) != 0 || file.st_nlink == 0;
}

gboolean
shard_decisions_serve(const ShardDecisions *self)
{
    return self->pid == getpid() && !is_deleted(self);
}

static ShardDecisions *
decisions_new(const char *folder, const char *rules, GError **error)
{
    g_autofree char *id = folder_id(folder, error);
    if (id == NULL)
        return NULL;
    ShardDecisions *self = g_new0(ShardDecisions, 1);
    self->folder = g_strdup(folder);
    self->rules = g_strdup(rules);
    self->pid = getpid();
    self->folder_id = g_steal_pointer(&id);
    self->log_id = random_id();
    pthread_mutex_init(&self->lock, NULL);
    shard_fork_guard(&self->lock);
    if (open_log(self, error))
        return self;
    shard_fork_unguard(&self->lock);
    pthread_mutex_destroy(&self->lock);
    g_free(self->folder);
    g_free(self->rules);
    g_free(self->folder_id);
    g_free(self->log_id);
    g_free(self);
    return NULL;
}

ShardDecisions *
shard_decisions_get(const char *folder, const char *rules, GError **error)
{
    g_autofree char *place = shard_state_folder(folder);
    g_autofree char *real = real_path(rules);
    ShardDecisions *found = NULL;

    pthread_mutex_lock(&list_lock);
    if (list == NULL)
        list = g_ptr_array_new();
    for (guint i = 0; i < list->len && found == NULL; i++) {
        ShardDecisions *known = list->pdata[i];
        if (strcmp(known->folder, place) == 0 && strcmp(known->rules, real) == 0 &&
            shard_decisions_serve(known))
            found = known;
    }
    if (found == NULL) {
        found = decisions_new(place, real, error);
        if (found != NULL)
            g_ptr_array_add(list, found);
    }
    pthread_mutex_unlock(&list_lock);
    return found;
}

/* A log of finished transactions only needs no history. */
static void
start_anew(ShardDecisions *self)
{
    if (self->n_open > 0 || self->size < LARGE_LOG || ftruncate(self->file, 0) != 0)
        return;
    self->size = 0;
    /* A log without its head is damaged. */
    if (write_head(self))
        fsync(self->file);
}

char *
shard_decisions_begin(ShardDecisions *self, GError **error)
{
    pthread_mutex_lock(&self->lock);
    start_anew(self);
    char *name = g_strdup_printf("%s:%s:%s:%" G_GUINT64_FORMAT, PREFIX, self->folder_id,
                                 self->log_id, ++self->n_begun);
    gboolean written = (self->has_head || write_head(self)) && write_record(self, "begin", name);
    self->n_open += written;
    pthread_mutex_unlock(&self->lock);
    if (written)
        return name;
    fail(error, self->folder);
    g_free(name);
    return NULL;
}

static gboolean
write_to_disk(ShardDecisions *self, const char *word, const char *text, GError **error)
{
    pthread_mutex_lock(&self->lock);
    gboolean written = write_record(self, word, text);
    pthread_mutex_unlock(&self->lock);
    /* Outside the lock: the disk writes several transactions' records at once. */
    written = written && fdatasync(self->file) == 0;
    if (written && !is_deleted(self))
        return TRUE;
    errno = written ? ENOENT : errno;
    return fail(error, self->folder);
}

gboolean
shard_decisions_commit(ShardDecisions *self, const char *name, GError **error)
{
    if (write_to_disk(self, "commit", name, error))
        return TRUE;
    /* Whether the record is on the disk is not known: it doesn't count. */
    pthread_mutex_lock(&self->lock);
    write_record(self, "rollback", name);
    pthread_mutex_unlock(&self->lock);
    return FALSE;
}

gboolean
shard_decisions_leave_to(ShardDecisions *self, const char *name, const char *shard,
                         const char *mark, GError **error)
{
    g_autofree char *text = g_strdup_printf("%s %s %s", name, mark, shard);

    return write_to_disk(self, "last", text, error);
}

void
shard_decisions_end(ShardDecisions *self, const char *name)
{
    pthread_mutex_lock(&self->lock);
    if (write_record(self, "end", name))
        self->n_open--;
    pthread_mutex_unlock(&self->lock);
}

static void
dead_log_free(gpointer data)
{
    ShardDeadLog *self = data;

    if (self->file >= 0)
        close(self->file);
    g_free(self->path);
    g_free(self->prefix);
    g_hash_table_unref(self->committed);
    g_hash_table_unref(self->left);
    g_free(self);
}

/* "checksum word name"; FALSE for a torn line. */
static gboolean
split_record(char *line, char **out_word, char **out_name)
{
    if (strlen(line) <= CHECKSUM_SIZE + 1 || line[CHECKSUM_SIZE] != ' ')
        return FALSE;
    char *text = line + CHECKSUM_SIZE + 1;
    g_autofree char *sum = checksum(text);
    if (strncmp(sum, line, CHECKSUM_SIZE) != 0)
        return FALSE;
    char *blank = strchr(text, ' ');
    if (blank == NULL)
        return FALSE;
    *blank = '\0';
    *out_word = text;
    *out_name = blank + 1;
    return TRUE;
}

/* "name mark shard" */
static void
read_last(ShardDeadLog *self, const char *text)
{
    const char *blank = strchr(text, ' ');

    if (blank != NULL)
        g_hash_table_insert(self->left, g_strndup(text, (gsize) (blank - text)),
                            g_strdup(blank + 1));
}

/* The last thing that was written, in part: nothing is behind it, or what a recovery has added. */
static gboolean
is_torn(GStrv lines, guint line)
{
    g_autofree char *next = g_strdup(lines[line + 1]);
    char *word, *name;

    return next == NULL || (split_record(next, &word, &name) && strcmp(word, RECOVERED_WORD) == 0);
}

static void
read_rules(ShardDeadLog *self, const char *name, const char *rules)
{
    self->has_head = TRUE;
    self->is_ours = strcmp(name, rules) == 0;
}

/* "seconds boot clock" */
static void
read_recovered(ShardDeadLog *self, const char *text, const char *boot)
{
    g_auto(GStrv) words = g_strsplit(text, " ", 3);

    self->recovered_at = g_ascii_strtoll(words[0], NULL, 10);
    if (g_strv_length(words) == 3 && strcmp(words[1], boot) == 0)
        self->recovered_clock = g_ascii_strtoll(words[2], NULL, 10);
}

static void
read_records(ShardDeadLog *self, char *text, const char *rules)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GHashTable) open = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *boot = boot_id();
    gboolean same_boot = FALSE;
    char *word, *name;

    for (guint i = 0; lines[i] != NULL; i++) {
        if (lines[i][0] == '\0')
            continue;
        if (!split_record(lines[i], &word, &name))
            self->is_damaged |= !is_torn(lines, i);
        else if (strcmp(word, "rules") == 0)
            read_rules(self, name, rules);
        else if (strcmp(word, "boot") == 0)
            same_boot = strcmp(name, boot) == 0;
        else if (strcmp(word, "begin") == 0)
            g_hash_table_add(open, name);
        else if (strcmp(word, "commit") == 0)
            g_hash_table_add(self->committed, g_strdup(name));
        else if (strcmp(word, "rollback") == 0)
            g_hash_table_remove(self->committed, name);
        else if (strcmp(word, "last") == 0)
            read_last(self, name);
        else if (strcmp(word, "end") == 0)
            g_hash_table_remove(open, name);
        else if (strcmp(word, RECOVERED_WORD) == 0)
            read_recovered(self, name, boot);
    }
    self->is_damaged |= !self->has_head;
    /* After a crash of the machine the last records may be missing. */
    self->is_clean = same_boot && !self->is_damaged && g_hash_table_size(open) == 0;
}

/* By the descriptor that holds the lock: opening the file again and closing that would give it up.
 */
static char *
read_file(int file)
{
    g_autoptr(GString) text = g_string_new(NULL);
    char piece[4096];
    ssize_t n;

    while ((n = read(file, piece, sizeof piece)) > 0)
        g_string_append_len(text, piece, n);
    /* What a machine that crashed hasn't written may read as zeros. */
    for (gsize i = 0; i < text->len; i++)
        if (text->str[i] == '\0')
            text->str[i] = ' ';
    return n < 0 ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

/* NULL: *out_why not, one of GONE, IN_USE and UNREADABLE. */
static ShardDeadLog *
read_dead_log(const char *folder, const char *file_name, const char *id, const char *rules,
              ShardLogWord *out_why)
{
    g_autofree char *path = g_build_filename(folder, file_name, NULL);
    g_autofree char *text = NULL;
    int file = open(path, O_RDWR | O_CLOEXEC);

    *out_why = file < 0 && errno == ENOENT ? SHARD_LOG_GONE : SHARD_LOG_UNREADABLE;
    if (file < 0)
        return NULL;
    ShardDeadLog *self = g_new0(ShardDeadLog, 1);
    self->file = file;
    self->path = g_strdup(path);
    self->committed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->left = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *log_id = g_strndup(file_name + strlen(LOG_START),
                                        strlen(file_name) - strlen(LOG_START) - strlen(LOG_END));
    self->prefix = g_strdup_printf("%s:%s:%s:", PREFIX, id, log_id);
    /* Else its process lives, or another one recovers it. */
    if (lock_file(file, F_SETLK))
        text = read_file(file);
    else if (errno == EACCES || errno == EAGAIN)
        *out_why = SHARD_LOG_IN_USE;
    if (text == NULL) {
        dead_log_free(self);
        return NULL;
    }
    read_records(self, text, rules);
    return self;
}

/* Closing a file gives up all locks of this process on it: its own logs are not even opened, by
 * whatever name their folder is called. */
static gboolean
is_own(const char *file_name)
{
    gboolean own = FALSE;

    pthread_mutex_lock(&list_lock);
    for (guint i = 0; list != NULL && i < list->len; i++) {
        ShardDecisions *known = list->pdata[i];
        own |= known->pid == getpid() &&
               strncmp(file_name + strlen(LOG_START), known->log_id, strlen(known->log_id)) == 0;
    }
    pthread_mutex_unlock(&list_lock);
    return own;
}

GPtrArray *
shard_dead_logs(const char *folder, const char *rules)
{
    GPtrArray *logs = g_ptr_array_new_with_free_func(dead_log_free);
    g_autofree char *place = shard_state_folder(folder);
    g_autoptr(GDir) directory = g_dir_open(place, 0, NULL);
    g_autofree char *id_path = g_build_filename(place, "folder-id", NULL);
    g_autofree char *id = NULL;
    g_autofree char *real = real_path(rules);
    ShardLogWord why;
    const char *name;

    if (directory == NULL || !g_file_get_contents(id_path, &id, NULL, NULL))
        return logs;
    g_strstrip(id);
    while ((name = g_dir_read_name(directory)) != NULL) {
        if (!g_str_has_prefix(name, LOG_START) || !g_str_has_suffix(name, LOG_END) || is_own(name))
            continue;
        ShardDeadLog *log = read_dead_log(place, name, id, real, &why);
        if (log != NULL && log->is_ours)
            g_ptr_array_add(logs, log);
        else if (log != NULL)
            dead_log_free(log);
    }
    return logs;
}

/* A server may still be busy with what the dead process said last: only a second look, a while
 * later, shows that nothing has come after the first one. */
gboolean
shard_dead_log_is_over(ShardDeadLog *self)
{
    gint64 now = g_get_real_time() / G_USEC_PER_SEC;
    gint64 clock = g_get_monotonic_time() / G_USEC_PER_SEC;

    /* The time of day may have been set meanwhile. */
    return self->is_clean ||
           (self->recovered_at > 0 && ABS(now - self->recovered_at) >= SHARD_SECOND_LOOK &&
            clock - self->recovered_clock >= SHARD_SECOND_LOOK);
}

void
shard_dead_log_recovered(ShardDeadLog *self)
{
    if (shard_dead_log_is_over(self)) {
        unlink(self->path);
        return;
    }
    if (self->recovered_at > 0)
        return;
    g_autofree char *boot = boot_id();
    g_autofree char *text = g_strdup_printf(
        RECOVERED_WORD " %" G_GINT64_FORMAT " %s %" G_GINT64_FORMAT,
        g_get_real_time() / G_USEC_PER_SEC, boot, g_get_monotonic_time() / G_USEC_PER_SEC);
    g_autofree char *sum = checksum(text);
    g_autofree char *line = g_strdup_printf("\n%s %s\n", sum, text); /* behind a torn line, too */
    if (write(self->file, line, strlen(line)) < 0)
        return; /* it is found again, that's all */
}

ShardLogWord
shard_dead_log_says(const ShardDeadLog *self, const char *name, const char **out_left)
{
    if (!g_str_has_prefix(name, self->prefix))
        return SHARD_LOG_GONE;
    gsize digits = strspn(name + strlen(self->prefix), "0123456789");
    g_autofree char *whole = g_strndup(name, strlen(self->prefix) + digits);
    const char *left = g_hash_table_lookup(self->left, whole);
    if (g_hash_table_contains(self->committed, whole))
        return SHARD_LOG_COMMIT;
    if (out_left != NULL)
        *out_left = left;
    /* The record of its commit may be the one that can't be read. */
    if (left == NULL && self->is_damaged)
        return SHARD_LOG_DAMAGED;
    return left != NULL ? SHARD_LOG_ASK : SHARD_LOG_ROLLBACK;
}

char *
shard_folder_prefix(const char *folder)
{
    g_autofree char *place = shard_state_folder(folder);
    g_autofree char *path = g_build_filename(place, "folder-id", NULL);
    g_autofree char *id = NULL;

    if (!g_file_get_contents(path, &id, NULL, NULL))
        return NULL;
    return g_strdup_printf("%s:%s:", PREFIX, g_strstrip(id));
}

ShardLogWord
shard_log_says(const char *folder, const char *name)
{
    g_autofree char *place = shard_state_folder(folder);
    g_auto(GStrv) parts = g_strsplit(name, ":", 4);

    if (g_strv_length(parts) < 4)
        return SHARD_LOG_GONE;
    g_autofree char *file = g_strconcat(LOG_START, parts[2], LOG_END, NULL);
    ShardLogWord word = SHARD_LOG_IN_USE;
    ShardDeadLog *log = is_own(file) ? NULL : read_dead_log(place, file, parts[1], "", &word);
    if (log == NULL)
        return word;
    word = shard_dead_log_says(log, name, NULL);
    dead_log_free(log);
    return word;
}
