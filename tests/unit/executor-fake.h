/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * executor-fake.h - sessions on shards that are the scriptable driver of tests/fake: their delays,
 * failures and what they were asked are the test's.
 */
#pragma once

#include "executor-ini.h"
#include "executor-plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

typedef struct {
    ShardSession *session;
    ShardRun *run;
    HandMade made;
} Fixture;

static inline char *
fake_path(void)
{
    const char *top = g_getenv("top_builddir");
    g_autofree char *here = g_get_current_dir();

    return g_build_filename(top != NULL ? top : here, "tests/fake/.libs/libfakeodbc.so", NULL);
}

static inline char *
log_path(void)
{
    return g_build_filename(executor_folder, "log", NULL);
}

/* n shards f_0 …; extra[i] is added to the connection string of shard i. */
static guint cap;            /* MaxConnectionsPerShard of the next start */
static const char *replicas; /* of its shards; then its reads are weak */
static gboolean two_phase;
static const char *section; /* of odbcinst.ini; NULL: the library itself */

static inline void
start(Fixture *f, guint n, const char *dialect, const char *const *extra)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *driver = section != NULL ? g_strdup(section) : fake_path();
    g_autofree char *log = log_path();
    g_autoptr(GString) rules = g_string_new(NULL);
    g_autoptr(ShardSettings) settings = shard_settings_new();
    static guint n_files;

    g_string_append_printf(rules, "[shardodbc]\ndialect = %s\ndefault-shard = f_0\n", dialect);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(
            rules, "[shard f_%u]\nconnection = Driver=%s;Name=f_%u;Brand=%s;Log=%s;%s\n", i, driver,
            i, strcmp(dialect, "mysql") == 0 ? "MariaDB" : dialect, log,
            extra != NULL && extra[i] != NULL ? extra[i] : "");
    if (replicas != NULL)
        g_string_append_printf(rules, "replicas = %s\n", replicas);
    g_autofree char *name = g_strdup_printf("fake-%u.ini", n_files++);
    executor_write(name, rules->str);
    g_unlink(log);
    settings->rules_path = g_build_filename(executor_folder, name, NULL);
    settings->max_connections_per_shard = cap;
    settings->weak = replicas != NULL;
    settings->two_phase = two_phase;
    settings->state = g_build_filename(executor_folder, "state", NULL);
    f->session = shard_session_new(settings, SQL_OV_ODBC3, &error);
    if (f->session == NULL)
        fail_msg("%s", error->message);
    f->run = shard_run_new(f->session);
}

static inline void
end(Fixture *f)
{
    shard_run_free(f->run);
    shard_session_free(f->session);
}

static inline gboolean
run_with(Fixture *f, const Texts *texts, const ShardRunOptions *options, GError **error)
{
    return executor_run(f->run, &f->made, texts, options, error);
}

static inline gboolean
run(Fixture *f, const Texts *texts, GError **error)
{
    return executor_run(f->run, &f->made, texts, NULL, error);
}

/* The lines of one shard, joined by " / ". */
static inline char *
log_of(const char *shard)
{
    g_autofree char *path = log_path();
    g_autofree char *text = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *prefix = g_strconcat(shard, ": ", NULL);

    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++)
        if (g_str_has_prefix(lines[i], prefix))
            g_string_append_printf(out, "%s%s", out->len > 0 ? " / " : "",
                                   lines[i] + strlen(prefix));
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* Rows until the end or a failure. */
static inline guint
count_rows(Fixture *f, ShardFetch *out_last, GError **error)
{
    const ShardValue *row;
    guint n = 0;

    while ((*out_last = shard_stream_next(shard_run_stream(f->run), &row, error)) == SHARD_ROW)
        n++;
    return n;
}
