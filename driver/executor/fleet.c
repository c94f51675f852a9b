/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/fleet.h"

#include "driver/executor/connection-string.h"
#include "router/base/error.h"
#include "router/base/fork.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

/* Failures faster than this cost nobody anything, and are simply tried again. */
#define SLOW_FAILURE (G_USEC_PER_SEC / 2)
#define FIRST_PAUSE (G_USEC_PER_SEC / 2)
#define ROWS_VALID (60 * (gint64) G_USEC_PER_SEC)
#define LONGEST_PAUSE (8 * G_USEC_PER_SEC)
#define CONTENDED_MICROSECONDS (5 * (gint64) G_USEC_PER_SEC)

typedef struct {
    const ShardDriverLibrary *library; /* found when first needed */
    GError *failure;                   /* of the last connect; NULL: none */
    gint64 pause, retry_at;
    GPtrArray *debts; /* ShardDebt; NULL: none */
} Member;

typedef struct {
    gint64 rows, asked_at; /* 0: never */
} TableRows;

struct _ShardFleet {
    guint references; /* under fleets_lock */
    char *path;
    struct stat file;
    ShardRouter *router;
    const ShardRules *rules;
    GArray *places;       /* ShardDataSource */
    guint *first_replica; /* per shard, and one behind the last */
    atomic_uint turn;
    atomic_llong contended_until; /* monotonic, microseconds */
    ShardPool *pool;
    ShardOnError on_error;
    ShardPlaceCounters **counters; /* per place */
    pthread_mutex_t lock;          /* of what follows */
    ShardDialect dialect;
    ShardSchema *schema;
    GHashTable *even; /* "shard/table": its nodes there are alike */
    Member *members;
    TableRows *table_rows; /* per table of the rules */
    struct stat refused;   /* a later version of the file that is bad, and why */
    char *fault;           /* NULL: none */
};

static pthread_mutex_t fleets_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(fleets_lock)
static GPtrArray *fleets; /* ShardFleet, with one reference each */

static gboolean
same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

void
shard_debt_free(gpointer debt)
{
    g_free(((ShardDebt *) debt)->branch);
    g_free(debt);
}

static void
fleet_free(ShardFleet *self)
{
    for (guint i = 0; self->members != NULL && i < self->places->len; i++) {
        g_clear_error(&self->members[i].failure);
        g_clear_pointer(&self->members[i].debts, g_ptr_array_unref);
    }
    guint n_shards = shard_rules_n_shards(self->rules);
    for (guint i = n_shards; i < self->first_replica[n_shards]; i++)
        g_free((char *) g_array_index(self->places, ShardDataSource, i).name);
    g_array_unref(self->places);
    g_free(self->first_replica);
    g_free(self->members);
    g_free(self->table_rows);
    shard_pool_free(self->pool);
    g_free(self->counters);
    shard_schema_unref(self->schema);
    g_hash_table_unref(self->even);
    shard_router_unref(self->router);
    shard_fork_unguard(&self->lock);
    pthread_mutex_destroy(&self->lock);
    g_free(self->path);
    g_free(self->fault);
    g_free(self);
}

static void
unref_locked(ShardFleet *self)
{
    if (--self->references == 0)
        fleet_free(self);
}

void
shard_fleet_unref(ShardFleet *self)
{
    if (self == NULL)
        return;
    pthread_mutex_lock(&fleets_lock);
    unref_locked(self);
    pthread_mutex_unlock(&fleets_lock);
}

/* All shards must be of one brand, and none may be ourselves; one that can't be found yet tells
 * nothing. */
static gboolean
check_brands(ShardFleet *self, GError **error)
{
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        g_autoptr(GError) failure = NULL;
        const ShardDriverLibrary *library = shard_fleet_library(self, i, &failure);
        const char *shard = shard_rules_shard(self->rules, i)->name;
        if (library == NULL && strcmp(shard_error_sqlstate(failure, 0), "08001") == 0) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return FALSE;
        }
        if (library == NULL || library->dialect == SHARD_DIALECT_UNKNOWN)
            continue;
        if (self->dialect == SHARD_DIALECT_UNKNOWN)
            self->dialect = library->dialect;
        if (library->dialect == self->dialect)
            continue;
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "%s: shard '%s' is %s, but the shards before it or the dialect key say %s; "
                        "all shards must be of one brand",
                        shard_rules_path(self->rules), shard, shard_dialect_name(library->dialect),
                        shard_dialect_name(self->dialect));
        return FALSE;
    }
    return TRUE;
}

ShardOnError
shard_on_error_of(const char *protocol)
{
    const char *dash = protocol == NULL ? NULL : strrchr(protocol, '-');

    if (dash == NULL || dash[1] < '0' || dash[1] > '1')
        return SHARD_ON_ERROR_STATEMENT;
    return dash[1] == '0' ? SHARD_ON_ERROR_ABORT : SHARD_ON_ERROR_TRANSACTION;
}

static ShardOnError
on_error_of_shard(const ShardDataSource *shard)
{
    g_autofree char *said = shard_connection_string_get(shard->connection, "Protocol");
    g_autofree char *dsn = shard->dsn != NULL
                               ? g_strdup(shard->dsn)
                               : shard_connection_string_get(shard->connection, "DSN");

    if (said == NULL && dsn != NULL)
        said = shard_ini_string(dsn, "Protocol", "odbc.ini");
    return shard_on_error_of(said);
}

/* One transaction can't go on on one shard and be gone on another. */
static gboolean
check_on_error(ShardFleet *self, GError **error)
{
    self->on_error = SHARD_ON_ERROR_STATEMENT;
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        ShardOnError level = on_error_of_shard(shard);
        if (i > 0 && level != self->on_error) {
            shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                            "%s: shard '%s' has another rollback on error (Protocol) than the "
                            "shards before it; all shards must have the same",
                            shard_rules_path(self->rules), shard->name);
            return FALSE;
        }
        self->on_error = level;
    }
    return TRUE;
}

ShardOnError
shard_fleet_on_error(ShardFleet *self)
{
    return self->on_error;
}

static void
make_places(ShardFleet *self)
{
    guint n_shards = shard_rules_n_shards(self->rules);

    self->places = g_array_new(FALSE, FALSE, sizeof(ShardDataSource));
    self->first_replica = g_new(guint, n_shards + 1);
    for (guint i = 0; i < n_shards; i++)
        g_array_append_vals(self->places, shard_rules_shard(self->rules, i), 1);
    for (guint i = 0; i < n_shards; i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        self->first_replica[i] = self->places->len;
        for (guint k = 0; shard->replicas[k] != NULL; k++) {
            ShardDataSource replica = *shard;
            replica.name = g_strdup_printf("%s/%s", shard->name, shard->replicas[k]);
            replica.dsn = shard->replicas[k];
            replica.connection = NULL;
            g_array_append_val(self->places, replica);
        }
    }
    self->first_replica[n_shards] = self->places->len;
    for (guint i = 0; i < n_shards; i++)
        g_array_append_vals(self->places, shard_rules_shard(self->rules, i), 1);
    self->table_rows = g_new0(TableRows, MAX(shard_rules_n_tables(self->rules), 1));
}

guint
shard_fleet_stream_place(ShardFleet *self, guint shard)
{
    return self->first_replica[shard_rules_n_shards(self->rules)] + shard;
}

gboolean
shard_fleet_is_stream_place(ShardFleet *self, guint place)
{
    return place >= shard_fleet_stream_place(self, 0);
}

gboolean
shard_fleet_table_rows(ShardFleet *self, guint table, gint64 *out_rows)
{
    pthread_mutex_lock(&self->lock);
    TableRows known = self->table_rows[table];
    pthread_mutex_unlock(&self->lock);
    if (known.asked_at == 0 || g_get_monotonic_time() - known.asked_at > ROWS_VALID)
        return FALSE;
    *out_rows = known.rows;
    return TRUE;
}

void
shard_fleet_set_table_rows(ShardFleet *self, guint table, gint64 rows)
{
    pthread_mutex_lock(&self->lock);
    self->table_rows[table] = (TableRows){rows, g_get_monotonic_time()};
    pthread_mutex_unlock(&self->lock);
}

guint
shard_fleet_n_places(ShardFleet *self)
{
    return self->places->len;
}

const ShardDataSource *
shard_fleet_place(ShardFleet *self, guint place)
{
    return &g_array_index(self->places, ShardDataSource, place);
}

guint
shard_fleet_replicas(ShardFleet *self, guint shard, guint *out_first)
{
    *out_first = self->first_replica[shard];
    return self->first_replica[shard + 1] - self->first_replica[shard];
}

guint
shard_fleet_next_turn(ShardFleet *self)
{
    return atomic_fetch_add(&self->turn, 1);
}

void
shard_fleet_note_contention(ShardFleet *self)
{
    atomic_store(&self->contended_until, g_get_monotonic_time() + CONTENDED_MICROSECONDS);
}

gboolean
shard_fleet_is_contended(const ShardFleet *self)
{
    return g_get_monotonic_time() < atomic_load(&self->contended_until);
}

static ShardFleet *
fleet_new(const char *path, const struct stat *file, GError **error)
{
    g_autoptr(ShardRules) rules = shard_rules_load(path, error);
    if (rules == NULL)
        return NULL;
    ShardRouter *router = shard_router_new(rules);
    if (router == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "no memory for the rules");
        return NULL;
    }
    ShardFleet *self = g_new0(ShardFleet, 1);
    self->references = 1;
    self->path = g_strdup(path);
    self->file = *file;
    self->router = router;
    self->rules = shard_router_rules(router);
    self->dialect = shard_rules_dialect(self->rules);
    self->schema = shard_schema_new();
    self->even = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    make_places(self);
    self->pool = shard_pool_new(self->places->len);
    self->members = g_new0(Member, MAX(self->places->len, 1));
    self->counters = g_new0(ShardPlaceCounters *, MAX(self->places->len, 1));
    for (guint i = 0; i < self->places->len; i++)
        self->counters[i] =
            shard_counters_place(path, g_array_index(self->places, ShardDataSource, i).name);
    pthread_mutex_init(&self->lock, NULL);
    shard_fork_guard(&self->lock);
    if (check_brands(self, error) && check_on_error(self, error))
        return self;
    fleet_free(self);
    return NULL;
}

/* The fleet of an older version of the file goes when its last session does. */
static ShardFleet *
find_locked(const char *path, const struct stat *file)
{
    for (guint i = 0; fleets != NULL && i < fleets->len; i++) {
        ShardFleet *fleet = fleets->pdata[i];
        if (strcmp(fleet->path, path) != 0)
            continue;
        if (same_file(&fleet->file, file))
            return fleet;
        g_ptr_array_remove_index_fast(fleets, i);
        unref_locked(fleet);
        return NULL;
    }
    return NULL;
}

ShardFleet *
shard_fleet_get(const char *rules_path, GError **error)
{
    struct stat file;

    if (rules_path == NULL || rules_path[0] == '\0') {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "the data source isn't in odbc.ini, or has no Rules there: the path of its "
                        "rules file (odbcinst -j shows which files are read)");
        return NULL;
    }
    if (stat(rules_path, &file) != 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "rules file '%s': %s", rules_path,
                        g_strerror(errno));
        return NULL;
    }
    pthread_mutex_lock(&fleets_lock);
    shard_error_quark(); /* registered before there are threads that fail */
    ShardFleet *self = find_locked(rules_path, &file);
    if (self == NULL) {
        self = fleet_new(rules_path, &file, error);
        if (self != NULL && fleets == NULL)
            fleets = g_ptr_array_new();
        if (self != NULL)
            g_ptr_array_add(fleets, self);
    }
    if (self != NULL)
        self->references++;
    pthread_mutex_unlock(&fleets_lock);
    return self;
}

static gboolean
is_refused(ShardFleet *self, const struct stat *file)
{
    pthread_mutex_lock(&self->lock);
    gboolean refused = self->fault != NULL && same_file(&self->refused, file);
    pthread_mutex_unlock(&self->lock);
    return refused;
}

static void
set_fault(ShardFleet *self, const struct stat *file, const char *fault)
{
    pthread_mutex_lock(&self->lock);
    g_free(self->fault);
    self->fault = g_strdup(fault);
    self->refused = *file;
    pthread_mutex_unlock(&self->lock);
}

static gboolean
is_settled(const struct stat *file)
{
    gint64 age = g_get_real_time() -
                 ((gint64) file->st_mtim.tv_sec * G_USEC_PER_SEC + file->st_mtim.tv_nsec / 1000);

    return age < 0 || age >= G_USEC_PER_SEC;
}

static ShardFleet *
get_newer(ShardFleet *self, GError **error)
{
    ShardFleet *newer = shard_fleet_get(self->path, error);
    ShardDialect before = shard_fleet_dialect(self);

    if (newer == NULL)
        return NULL;
    ShardDialect after = shard_fleet_dialect(newer);
    if (before == after || before == SHARD_DIALECT_UNKNOWN || after == SHARD_DIALECT_UNKNOWN)
        return newer;
    shard_fleet_unref(newer);
    shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                    "%s: the shards are %s now, open connections stay with %s", self->path,
                    shard_dialect_name(after), shard_dialect_name(before));
    return NULL;
}

gboolean
shard_fleet_newer(ShardFleet *self, ShardFleet **out_newer, GError **error)
{
    struct stat file = {0};
    g_autoptr(GError) failure = NULL;

    *out_newer = NULL;
    gboolean is_there = stat(self->path, &file) == 0;
    if (is_there && same_file(&self->file, &file)) {
        set_fault(self, &file, NULL);
        return TRUE;
    }
    if (is_refused(self, &file) || (is_there && !is_settled(&file)))
        return TRUE;
    *out_newer = get_newer(self, &failure);
    if (*out_newer != NULL)
        return TRUE;
    set_fault(self, &file, failure->message);
    g_propagate_error(error, g_steal_pointer(&failure));
    return FALSE;
}

char *
shard_fleet_fault(ShardFleet *self)
{
    pthread_mutex_lock(&self->lock);
    char *fault = g_strdup(self->fault);
    pthread_mutex_unlock(&self->lock);
    return fault;
}

ShardRouter *
shard_fleet_router(ShardFleet *self)
{
    return self->router;
}

const ShardRules *
shard_fleet_rules(ShardFleet *self)
{
    return self->rules;
}

ShardPool *
shard_fleet_pool(ShardFleet *self)
{
    return self->pool;
}

ShardPlaceCounters *
shard_fleet_counters(ShardFleet *self, guint place)
{
    return self->counters[place];
}

void
shard_fleet_count_open(ShardFleet *self, guint place, ShardBackend *backend)
{
    shard_backend_count_in(backend, self->counters[place]);
}

ShardDialect
shard_fleet_dialect(ShardFleet *self)
{
    pthread_mutex_lock(&self->lock);
    ShardDialect dialect = self->dialect;
    pthread_mutex_unlock(&self->lock);
    return dialect;
}

void
shard_fleet_set_dialect(ShardFleet *self, ShardDialect dialect)
{
    pthread_mutex_lock(&self->lock);
    if (self->dialect == SHARD_DIALECT_UNKNOWN)
        self->dialect = dialect;
    pthread_mutex_unlock(&self->lock);
}

const ShardDriverLibrary *
shard_fleet_library(ShardFleet *self, guint shard, GError **error)
{
    const ShardDataSource *source = shard_fleet_place(self, shard);

    pthread_mutex_lock(&self->lock);
    const ShardDriverLibrary *library = self->members[shard].library;
    pthread_mutex_unlock(&self->lock);
    if (library != NULL)
        return library;
    g_autoptr(GError) failure = NULL;
    library = shard_driver_library_find(source->dsn, source->connection, &failure);
    if (library == NULL) {
        shard_error_set_backend(error, source->name, shard_error_sqlstate(failure, 0), 0,
                                failure->message);
        return NULL;
    }
    pthread_mutex_lock(&self->lock);
    self->members[shard].library = library;
    pthread_mutex_unlock(&self->lock);
    return library;
}

ShardSchema *
shard_fleet_schema(ShardFleet *self)
{
    pthread_mutex_lock(&self->lock);
    ShardSchema *schema = shard_schema_ref(self->schema);
    pthread_mutex_unlock(&self->lock);
    return schema;
}

void
shard_fleet_add_table(ShardFleet *self, const ShardTableSchema *table)
{
    pthread_mutex_lock(&self->lock);
    ShardSchema *old = self->schema;
    self->schema = shard_schema_with_table(old, table);
    if (table->columns == NULL)
        g_hash_table_remove_all(self->even);
    pthread_mutex_unlock(&self->lock);
    shard_schema_unref(old);
}

void
shard_fleet_forget_tables(ShardFleet *self)
{
    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        ShardTableSchema gone = {.name = shard_rules_table(self->rules, i)->name};
        shard_fleet_add_table(self, &gone);
    }
}

static char *
even_key(const ShardTable *table, guint shard)
{
    return g_strdup_printf("%u/%s", shard, table->name);
}

gboolean
shard_fleet_is_even(ShardFleet *self, const ShardTable *table, guint shard)
{
    g_autofree char *key = even_key(table, shard);

    pthread_mutex_lock(&self->lock);
    gboolean even = g_hash_table_contains(self->even, key);
    pthread_mutex_unlock(&self->lock);
    return even;
}

void
shard_fleet_set_even(ShardFleet *self, const ShardTable *table, guint shard)
{
    pthread_mutex_lock(&self->lock);
    g_hash_table_add(self->even, even_key(table, shard));
    pthread_mutex_unlock(&self->lock);
}

gboolean
shard_fleet_may_connect(ShardFleet *self, guint shard, GError **error)
{
    Member *member = &self->members[shard];
    gboolean may = TRUE;

    pthread_mutex_lock(&self->lock);
    if (member->failure != NULL && g_get_monotonic_time() < member->retry_at) {
        may = FALSE;
        if (error != NULL)
            *error = g_error_copy(member->failure);
    }
    pthread_mutex_unlock(&self->lock);
    return may;
}

void
shard_fleet_connected(ShardFleet *self, guint shard, const GError *failure, gint64 microseconds)
{
    Member *member = &self->members[shard];

    pthread_mutex_lock(&self->lock);
    g_clear_error(&member->failure);
    if (failure == NULL) {
        member->pause = 0;
    } else if (microseconds >= SLOW_FAILURE) {
        member->failure = g_error_copy(failure);
        member->pause = CLAMP(member->pause * 2, FIRST_PAUSE, LONGEST_PAUSE);
        member->retry_at = g_get_monotonic_time() + member->pause;
    }
    pthread_mutex_unlock(&self->lock);
}

void
shard_fleet_owe(ShardFleet *self, guint shard, ShardDebt *debt)
{
    Member *member = &self->members[shard];

    pthread_mutex_lock(&self->lock);
    if (member->debts == NULL)
        member->debts = g_ptr_array_new_with_free_func(shard_debt_free);
    g_ptr_array_add(member->debts, debt);
    pthread_mutex_unlock(&self->lock);
}

GPtrArray *
shard_fleet_take_debts(ShardFleet *self, guint shard)
{
    pthread_mutex_lock(&self->lock);
    GPtrArray *debts = g_steal_pointer(&self->members[shard].debts);
    pthread_mutex_unlock(&self->lock);
    return debts != NULL ? debts : g_ptr_array_new_with_free_func(shard_debt_free);
}

gboolean
shard_fleet_has_debts(ShardFleet *self, guint shard)
{
    pthread_mutex_lock(&self->lock);
    gboolean has = self->members[shard].debts != NULL && self->members[shard].debts->len > 0;
    pthread_mutex_unlock(&self->lock);
    return has;
}
