/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/counters-file.h"

#include "router/base/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "counters-"
#define GONE PREFIX "gone"
/* Whole pages, as large as they may be. */
#define STEP ((gsize) SHARD_COUNTERS_PAGE)
#define MAGIC G_GUINT64_CONSTANT(0x53686172644f4401) /* the last byte: version of the layout */

static pthread_mutex_t publish_lock = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
SHARD_FORK_GUARD(publish_lock)
static int published = -1; /* the file, with its lock */
static gsize reserved;     /* bytes of it that are there; the rest is a hole */
static char *published_folder;
static pid_t counting; /* the process that the memory belongs to; 0: not asked yet */

/* ---- publishing ---- */

static void
describe_process(ShardCounters *self)
{
    self->magic = MAGIC;
    self->size = sizeof *self;
    self->pid = getpid();
    self->started = time(NULL);
    int file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    gssize n = file < 0 ? -1 : read(file, self->program, sizeof self->program - 1);
    self->program[MAX(n, 0)] = '\0';
    g_strchomp(self->program);
    if (file >= 0)
        close(file);
}

/* A hole that can't be filled when it is written to would kill the process. */
static gboolean
reserve(gsize bytes)
{
    if (published < 0 || bytes <= reserved)
        return TRUE;
    gsize wanted = (bytes / STEP + 1) * STEP;
    if (posix_fallocate(published, 0, (off_t) wanted) != 0)
        return FALSE;
    reserved = wanted;
    return TRUE;
}

/* Behind the last place in use. */
static gsize
used_bytes(void)
{
    gsize end = G_STRUCT_OFFSET(ShardCounters, places[1]);

    for (guint i = 1; i < SHARD_COUNTED_PLACES && shard_counters->places[i].shard[0] != '\0'; i++)
        end += sizeof shard_counters->places[i];
    return end;
}

/* A file of the counters' size, locked before it has a name that others look at; -1: none. */
static int
make_file(const char *folder)
{
    g_autofree char *draft = g_strdup_printf("%s/.counters.XXXXXX", folder);
    int file = g_mkstemp_full(draft, O_RDWR | O_CLOEXEC, 0600);

    if (file < 0)
        return -1;
    g_autofree char *path =
        g_strdup_printf("%s/" PREFIX "%d-%s", folder, (int) getpid(), strrchr(draft, '.') + 1);
    gsize used = used_bytes(), whole = (used / STEP + 1) * STEP;
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && ftruncate(file, SHARD_COUNTERS_ROOM) == 0 &&
        posix_fallocate(file, 0, (off_t) whole) == 0 &&
        pwrite(file, shard_counters, used, 0) == (gssize) used && rename(draft, path) == 0) {
        reserved = whole;
        return file;
    }
    unlink(draft);
    close(file);
    return -1;
}

/* The file takes the memory's place; what is counted in between is lost. */
static void
publish_locked(const char *folder)
{
    if (g_mkdir_with_parents(folder, 0700) != 0)
        return;
    /* Many short processes shall not leave many files. */
    shard_counters_tidy(folder);
    describe_process(shard_counters);
    published = make_file(folder);
    if (published < 0)
        return;
    if (mmap(shard_counters, SHARD_COUNTERS_ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             published, 0) == MAP_FAILED) {
        close(published);
        published = -1;
    }
    shard_counters_reserve = reserve;
}

void
shard_counters_publish(const char *folder)
{
    shard_counters_after_fork();
    pthread_mutex_lock(&publish_lock);
    if (folder != NULL && published_folder == NULL) {
        published_folder = g_strdup(folder);
        publish_locked(folder);
    }
    pthread_mutex_unlock(&publish_lock);
}

/* Everything from nothing, but for the names, which are known by their places, and the connections,
 * which the child has inherited. */
static void
restart_counting(void)
{
    g_autofree ShardCounters *old = g_memdup2(shard_counters, sizeof *shard_counters);

    if (mmap(shard_counters, SHARD_COUNTERS_ROOM, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        return;
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++) {
        ShardPlaceCounters *place = &shard_counters->places[i];
        if (old->places[i].shard[0] == '\0')
            continue;
        memcpy(place->rules, old->places[i].rules, sizeof place->rules);
        memcpy(place->shard, old->places[i].shard, sizeof place->shard);
        atomic_store(&place->n_open, atomic_load(&old->places[i].n_open));
    }
}

void
shard_counters_after_fork(void)
{
    pid_t self = getpid();

    if (G_LIKELY(__atomic_load_n(&counting, __ATOMIC_RELAXED) == self))
        return;
    pthread_mutex_lock(&publish_lock);
    if (counting != 0 && counting != self && published_folder != NULL) {
        /* The parent's lock stays with the parent's descriptor. */
        if (published >= 0)
            close(published);
        published = -1;
        restart_counting();
        publish_locked(published_folder);
    }
    __atomic_store_n(&counting, self, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&publish_lock);
}

/* ---- reading ---- */

static ShardPlaceCounters *
same_place(ShardCounters *self, const ShardPlaceCounters *other, gboolean others)
{
    guint i = others ? 0 : 1;

    while (i > 0 && self->places[i].shard[0] != '\0' &&
           (strcmp(self->places[i].shard, other->shard) != 0 ||
            strcmp(self->places[i].rules, other->rules) != 0))
        i = i + 1 < SHARD_COUNTED_PLACES ? i + 1 : 0;
    ShardPlaceCounters *place = &self->places[i];
    if (place->shard[0] == '\0') {
        memcpy(place->rules, i == 0 ? "" : other->rules, i == 0 ? 1 : sizeof place->rules);
        memcpy(place->shard, i == 0 ? "others" : other->shard, i == 0 ? 7 : sizeof place->shard);
    }
    return place;
}

/* All atomic_ullongs from one field to the next but one, as each struct has them in a row. */
static void
add_range(gpointer sum, gconstpointer from, gsize begin, gsize end)
{
    for (gsize at = begin; at < end; at += sizeof(atomic_ullong))
        shard_count((atomic_ullong *) G_STRUCT_MEMBER_P(sum, at),
                    atomic_load_explicit((const atomic_ullong *) G_STRUCT_MEMBER_P(from, at),
                                         memory_order_relaxed));
}

void
shard_counters_add(ShardCounters *sum, const ShardCounters *from)
{
    add_range(sum, from, G_STRUCT_OFFSET(ShardCounters, statements),
              G_STRUCT_OFFSET(ShardCounters, places));
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++) {
        const ShardPlaceCounters *place = &from->places[i];
        if (place->shard[0] == '\0')
            continue;
        ShardPlaceCounters *to = same_place(sum, place, i == 0);
        add_range(to, place, G_STRUCT_OFFSET(ShardPlaceCounters, units), sizeof *place);
        if (from->pid != 0)
            atomic_fetch_add(&to->n_open, atomic_load(&place->n_open));
    }
}

/* NULL: not ours, or of another version. */
static ShardCounters *
read_file(int file)
{
    g_autofree ShardCounters *counters = g_new0(ShardCounters, 1);

    if (pread(file, counters, sizeof *counters, 0) != (gssize) sizeof *counters ||
        counters->magic != MAGIC || counters->size != sizeof *counters)
        return NULL;
    counters->program[sizeof counters->program - 1] = '\0';
    for (guint i = 0; i < SHARD_COUNTED_PLACES; i++) {
        counters->places[i].rules[sizeof counters->places[i].rules - 1] = '\0';
        counters->places[i].shard[sizeof counters->places[i].shard - 1] = '\0';
    }
    return g_steal_pointer(&counters);
}

/* The sum of those that are gone, locked; -1: it can't be written. */
static int
open_gone(const char *folder, ShardCounters **out_sum)
{
    g_autofree char *path = g_build_filename(folder, GONE, NULL);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (file >= 0 && flock(file, LOCK_EX) != 0) {
        close(file);
        file = -1;
    }
    *out_sum = file < 0 ? NULL : read_file(file);
    if (*out_sum == NULL) {
        *out_sum = g_new0(ShardCounters, 1);
        (*out_sum)->magic = MAGIC;
        (*out_sum)->size = sizeof **out_sum;
    }
    return file;
}

/* One process's file: given to the living (NULL: not wanted), or added to the sum when nobody holds
 * its lock.  TRUE: the sum has changed. */
static gboolean
take_file(const char *path, GPtrArray *living, ShardCounters *gone)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (file < 0)
        return FALSE;
    gboolean is_over = flock(file, LOCK_EX | LOCK_NB) == 0;
    ShardCounters *counters = is_over || living != NULL ? read_file(file) : NULL;
    if (counters != NULL && is_over) {
        counters->pid = 0;
        shard_counters_add(gone, counters);
    }
    if (counters != NULL && !is_over)
        g_ptr_array_add(living, counters);
    else
        g_free(counters);
    if (is_over && counters != NULL)
        unlink(path);
    close(file);
    return is_over && counters != NULL;
}

/* The sum of those that are gone, with what has become of the folder's files; the living are added.
 */
static ShardCounters *
read_folder_locked(const char *folder, GDir *names, GPtrArray *living)
{
    ShardCounters *gone = NULL;
    gboolean changed = FALSE;
    const char *name;
    int file = open_gone(folder, &gone);

    while ((name = g_dir_read_name(names)) != NULL) {
        if (!g_str_has_prefix(name, PREFIX) || strcmp(name, GONE) == 0)
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        changed |= take_file(path, living, gone);
    }
    if (file >= 0) {
        if (changed && pwrite(file, gone, sizeof *gone, 0) != (gssize) sizeof *gone) {
            /* The disk is full: those counts are lost. */
        }
        close(file);
    }
    return gone;
}

static ShardCounters *
read_folder(const char *folder, GPtrArray *living)
{
    g_autoptr(GDir) names = g_dir_open(folder, 0, NULL);

    return names == NULL ? g_new0(ShardCounters, 1) : read_folder_locked(folder, names, living);
}

void
shard_counters_tidy(const char *folder)
{
    g_free(read_folder(folder, NULL));
}

GPtrArray *
shard_counters_read(const char *folder)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);

    g_ptr_array_insert(all, 0, read_folder(folder, all));
    return all;
}
