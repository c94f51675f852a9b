/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * executor-ini.h - data sources for the executor's tests.
 *
 * With servers started (tests/servers), their ini files are used; else private ones with four
 * SQLite files, sl_0 to sl_3, are made in a temporary folder.
 */
#pragma once

#include "driver/executor/backend/driver-library.h"

#include <glib/gstdio.h>
#include <stdlib.h>

static char *executor_folder;

static inline void
executor_write(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(executor_folder, name, NULL);
    g_file_set_contents(path, text, -1, NULL);
}

static inline void
executor_ini_start(void)
{
    executor_folder = g_dir_make_tmp("shardodbc-test-XXXXXX", NULL);
    if (g_getenv("ODBCINI") != NULL && g_getenv("ODBCSYSINI") != NULL)
        return;
    g_autoptr(GString) ini = g_string_new(NULL);
    for (guint i = 0; i < 4; i++)
        g_string_append_printf(ini, "[sl_%u]\nDriver=SQLite3\nDatabase=%s/%u.db\n", i,
                               executor_folder, i);
    executor_write("odbc.ini", ini->str);
    executor_write("odbcinst.ini", "[SQLite3]\nDriver=" SYSTEM_ODBC_MODULES "/libsqlite3odbc.so\n");
    g_autofree char *path = g_build_filename(executor_folder, "odbc.ini", NULL);
    g_setenv("ODBCINI", path, TRUE);
    g_setenv("ODBCSYSINI", executor_folder, TRUE);
}

static inline void
executor_ini_end(void)
{
    g_autoptr(GDir) folder = g_dir_open(executor_folder, 0, NULL);
    const char *name;

    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *path = g_build_filename(executor_folder, name, NULL);
        g_unlink(path);
    }
    g_autofree char *clean = g_strdup_printf("rm -rf %s/state", executor_folder);
    if (system(clean) == 0)
        g_rmdir(executor_folder);
    g_clear_pointer(&executor_folder, g_free);
}

/* Does the data source exist here? */
static inline gboolean
executor_has(const char *dsn)
{
    g_autofree char *driver = shard_ini_string(dsn, "Driver", "odbc.ini");
    return driver[0] != '\0';
}

/* The beginning of rules for the brand's four data sources, ds_0 to ds_3.  (transfer full) */
static inline GString *
executor_rules(const char *brand)
{
    GString *rules = g_string_new("[shardodbc]\ndefault-shard = ds_0\n");

    for (guint i = 0; i < 4; i++)
        g_string_append_printf(rules, "[shard ds_%u]\ndsn = %s_%u\n", i, brand, i);
    return rules;
}

static inline gboolean
executor_has_brand(const char *brand)
{
    g_autofree char *dsn = g_strconcat(brand, "_3", NULL);

    return executor_has(dsn);
}

/* Of the monotonic clock. */
static inline double
seconds_since(gint64 from)
{
    return (double) (g_get_monotonic_time() - from) / G_USEC_PER_SEC;
}
