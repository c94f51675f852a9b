/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dsn.c - the shards' data sources as the ini files describe them; nothing is connected.
 */
#include "tools/check/check.h"

#include "driver/executor/connection-string.h"
#include "driver/executor/backend/driver-library.h"
#include "driver/executor/fleet.h"

#include <odbcinst.h>
#include <string.h>
#include <sys/stat.h>

/* A keyword of a shard: from its connection string, else from its DSN's section.  (transfer full);
 * "" none */
static char *
shard_keyword(const char *dsn, const char *connection, const char *key)
{
    if (connection != NULL) {
        char *value = shard_connection_string_get(connection, key);
        return value != NULL ? value : g_strdup("");
    }
    return shard_ini_string(dsn, key, "odbc.ini");
}

static gboolean
is_ours(const char *driver)
{
    g_autofree char *file = shard_ini_string(driver, "Driver", "odbcinst.ini");
    const char *path = *file != '\0' ? file : driver;
    const char *slash = strrchr(path, '/');

    return g_str_has_prefix(slash == NULL ? path : slash + 1, "libshardodbc");
}

static void
check_debug(Check *self, const char *subject, const char *dsn, const char *connection)
{
    static const char *const keys[] = {"Debug", "CommLog", "Trace"};

    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *value = shard_keyword(dsn, connection, keys[i]);
        if (*value == '\0' || strcmp(value, "0") == 0 || g_ascii_strcasecmp(value, "no") == 0 ||
            g_ascii_strcasecmp(value, "off") == 0)
            continue;
        report_add(self->report, FINDING_WARNING, "debug", subject,
                   "%s = %s writes statements and their values to files that others can read",
                   keys[i], value);
    }
}

/* A connection string may name a data source instead of a driver.  (transfer full); "" none */
static char *
find_driver(const char *dsn, const char *connection)
{
    char *driver = shard_keyword(dsn, connection, "Driver");
    g_autofree char *named = NULL;

    if (*driver != '\0' || connection == NULL)
        return driver;
    named = shard_connection_string_get(connection, "DSN");
    if (named == NULL)
        return driver;
    g_free(driver);
    return shard_ini_string(named, "Driver", "odbc.ini");
}

static void
check_driver(Check *self, const char *subject, const char *dsn, const char *connection)
{
    g_autofree char *driver = find_driver(dsn, connection);
    g_autoptr(GError) error = NULL;

    FindingLevel level = self->connect ? FINDING_ERROR : FINDING_WARNING;

    if (*driver == '\0') {
        report_add(self->report, level, "dsn", subject,
                   connection == NULL
                       ? "the data source '%s' is in no odbc.ini (odbcinst -j shows which are "
                         "read)"
                       : "'%s' names no Driver, nor a DSN that is in odbc.ini",
                   connection == NULL ? dsn : "the connection string");
        return;
    }
    if (is_ours(driver)) {
        report_add(self->report, FINDING_ERROR, "recursion", subject,
                   "its driver is ShardODBC: a shard must be a real database");
        return;
    }
    if (shard_driver_library_find(dsn, connection, &error) == NULL)
        report_add(self->report, level, "driver", subject, "%s", error->message);
    check_debug(self, subject, dsn, connection);
}

/* ---- files ---- */

static void
check_file(Check *self, const char *path, const char *what)
{
    struct stat info;

    if (stat(path, &info) != 0 || (info.st_mode & (S_IRGRP | S_IROTH | S_IWGRP | S_IWOTH)) == 0)
        return;
    report_add(self->report, FINDING_WARNING, "permissions", report_subject("file", path),
               "holds %s and can be %s by others than its owner (mode %04o)", what,
               info.st_mode & (S_IWGRP | S_IWOTH) ? "written" : "read",
               (guint) (info.st_mode & 07777));
}

static gboolean
has_password(const char *connection)
{
    static const char *const keys[] = {"PWD", "Password"};

    for (guint i = 0; connection != NULL && i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *value = shard_connection_string_get(connection, keys[i]);
        if (value != NULL && *value != '\0')
            return TRUE;
    }
    return FALSE;
}

static gboolean
section_has_password(GKeyFile *file, const char *section)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, section, NULL, NULL);

    for (guint i = 0; keys != NULL && keys[i] != NULL; i++) {
        g_autofree char *value = g_key_file_get_string(file, section, keys[i], NULL);
        if ((g_ascii_strcasecmp(keys[i], "PWD") == 0 ||
             g_ascii_strcasecmp(keys[i], "Password") == 0) &&
            value != NULL && *value != '\0')
            return TRUE;
    }
    return FALSE;
}

/* The ini files that unixODBC reads: the user's, then the system's. */
static GPtrArray *
ini_paths(void)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    const char *own = g_getenv("ODBCINI");
    const char *folder = g_getenv("ODBCSYSINI");

    g_ptr_array_add(paths, own != NULL ? g_strdup(own)
                                       : g_build_filename(g_get_home_dir(), ".odbc.ini", NULL));
    g_ptr_array_add(paths, g_build_filename(folder == NULL ? "/etc" : folder, "odbc.ini", NULL));
    return paths;
}

static void
check_ini_file(Check *self, const char *path)
{
    g_autoptr(GKeyFile) file = g_key_file_new();

    if (!g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL))
        return;
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        if (shard->dsn == NULL || !section_has_password(file, shard->dsn))
            continue;
        check_file(self, path, "passwords of shards");
        return;
    }
}

static void
check_files(Check *self)
{
    g_autoptr(GPtrArray) paths = ini_paths();
    gboolean secret = FALSE;

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        secret |= (shard->pwd != NULL && *shard->pwd != '\0') || has_password(shard->connection);
    }
    if (secret)
        check_file(self, self->path, "passwords");
    for (guint i = 0; i < paths->len; i++) {
        gboolean known = FALSE;
        for (guint j = 0; j < i; j++)
            known |= strcmp(paths->pdata[i], paths->pdata[j]) == 0;
        if (!known)
            check_ini_file(self, paths->pdata[i]);
    }
}

/* ---- shards that are one database ---- */

static gboolean
same_place(const ShardDataSource *a, const ShardDataSource *b)
{
    if (a->dsn != NULL || b->dsn != NULL)
        return g_strcmp0(a->dsn, b->dsn) == 0;
    return strcmp(a->connection, b->connection) == 0;
}

static void
check_twins(Check *self)
{
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *a = shard_rules_shard(self->rules, i);
        for (guint j = 0; j < i; j++) {
            const ShardDataSource *b = shard_rules_shard(self->rules, j);
            if (same_place(a, b))
                report_add(self->report, FINDING_WARNING, "twins", report_subject("shard", a->name),
                           "has the same data source as shard %s: equal actual tables would be "
                           "read twice",
                           b->name);
        }
    }
}

/* ---- connections ---- */

static void
count_connections(Check *self)
{
    g_autoptr(GHashTable) servers = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter iter;
    gpointer server, n;

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        n = g_hash_table_lookup(servers, shard->server);
        g_hash_table_insert(servers, (gpointer) shard->server,
                            GUINT_TO_POINTER(GPOINTER_TO_UINT(n) + 1));
    }
    report_add(self->report, FINDING_NOTE, "connections", "",
               "at worst %u connections for each connection of an application (PoolMode=session)",
               shard_rules_n_shards(self->rules));
    g_hash_table_iter_init(&iter, servers);
    while (g_hash_table_iter_next(&iter, &server, &n))
        if (GPOINTER_TO_UINT(n) > 1)
            report_add(self->report, FINDING_NOTE, "connections", report_subject("server", server),
                       "%u of them; one shard with nodes shard.schema.table would need one",
                       GPOINTER_TO_UINT(n));
}

static void
check_threading(Check *self)
{
    g_autofree char *own = shard_ini_string("ShardODBC", "Threading", "odbcinst.ini");
    g_autofree char *all = shard_ini_string("ODBC", "Threading", "odbcinst.ini");
    const char *level = *own != '\0' ? own : all;

    if (strcmp(level, "3") == 0)
        report_add(self->report, FINDING_WARNING, "threading", "odbcinst.ini",
                   "Threading = 3 for ShardODBC: all connections of a process wait for each other; "
                   "0 is enough");
}

/* What connecting would refuse at once: shards of several brands, or of another one than the rules
 * say, or with several ways to go on after an error. */
static void
check_fleet(Check *self)
{
    g_autoptr(GError) error = NULL;
    ShardFleet *fleet = shard_fleet_get(self->path, &error);

    if (fleet == NULL)
        report_add(self->report, FINDING_ERROR, "shards", "", "%s", error->message);
    shard_fleet_unref(fleet);
}

void
check_dsns(Check *self)
{
    guint n_errors = self->report->n[FINDING_ERROR];

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        g_autofree char *subject = g_strdup(report_subject("shard", shard->name));
        check_driver(self, subject, shard->dsn, shard->connection);
        for (guint j = 0; shard->replicas[j] != NULL; j++) {
            g_autofree char *replica =
                g_strdup_printf("%s: replica %s", subject, shard->replicas[j]);
            check_driver(self, replica, shard->replicas[j], NULL);
        }
    }
    if (!self->connect && self->report->n[FINDING_ERROR] == n_errors)
        check_fleet(self);
    check_twins(self);
    check_files(self);
    check_threading(self);
    count_connections(self);
}
