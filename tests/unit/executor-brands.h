/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * executor-brands.h - a session over four shards of each brand that is there, with the table xt.
 *
 * FOR_BRANDS(f) begins a loop over the brands; its body ends with fixture_end(&f).
 */
#pragma once

#include "executor-ini.h"
#include "executor-plan.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <cmocka.h>

#define N_SHARDS 4

static const char *const brands[] = {"sl", "pg", "my"};

typedef struct {
    const char *brand;
    ShardSession *session;
    ShardRun *run;
} Fixture;

static HandMade made; /* of the last execute: plans stay until the next */

static inline gboolean
try_run(Fixture *f, const Texts *texts, const ShardRunOptions *options, GError **error)
{
    return executor_run(f->run, &made, texts, options, error);
}

static inline void
must_run(Fixture *f, const Texts *texts)
{
    g_autoptr(GError) error = NULL;
    const char *first = texts->texts[0] != NULL ? texts->texts[0] : "";

    if (!try_run(f, texts, NULL, &error))
        fail_msg("%s %s: %s %s", f->brand, first, shard_error_sqlstate(error, 0), error->message);
}

/* The first column of all rows, joined by blanks. */
static inline char *
rows_of(Fixture *f, const Texts *texts)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(ShardArena) arena = shard_arena_new();
    const ShardValue *row;
    ShardFetch fetch;
    g_autoptr(GError) error = NULL;

    must_run(f, texts);
    ShardStream *stream = shard_run_stream(f->run);
    assert_non_null(stream);
    while ((fetch = shard_stream_next(stream, &row, &error)) == SHARD_ROW)
        g_string_append_printf(out, "%s%s", out->len > 0 ? " " : "",
                               shard_value_to_text(row, arena));
    assert_int_equal(fetch, SHARD_END);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static inline void
assert_rows(Fixture *f, const char *sql, const char *wanted)
{
    Texts texts = {.texts = ALL(sql), .is_query = TRUE};
    g_autofree char *got = rows_of(f, &texts);

    if (strcmp(got, wanted) != 0)
        fail_msg("%s %s: '%s', not '%s'", f->brand, sql, got, wanted);
    shard_run_close(f->run);
}

static inline ShardSettings *
settings_of(const char *brand)
{
    g_autofree char *name = g_strconcat(brand, "-rules.ini", NULL);
    g_autoptr(GString) rules = executor_rules(brand);
    ShardSettings *settings = shard_settings_new();

    g_string_append(rules, "[table xt]\nnodes = ds_${0..3}.xt\nshard-key = k\n"
                           "shard-algorithm = m\nvalue-type = k: long\n"
                           "[algorithm m]\ntype = MOD\nsharding-count = 4\n");
    executor_write(name, rules->str);
    settings->rules_path = g_build_filename(executor_folder, name, NULL);
    return settings;
}

/* Programs with the same table may run side by side, on the same servers: to its end each is alone
 * with it. */
static inline void
take_table(void)
{
    static int file = -1;

    if (file >= 0)
        return;
    g_autofree char *path = g_build_filename(g_getenv("ODBCSYSINI"), "xt.lock", NULL);
    file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0)
        flock(file, LOCK_EX);
}

static inline gboolean
fixture_start(Fixture *f, const char *brand)
{
    g_autoptr(GError) error = NULL;

    if (!executor_has_brand(brand))
        return FALSE;
    take_table();
    g_autoptr(ShardSettings) settings = settings_of(brand);
    f->brand = brand;
    f->session = shard_session_new(settings, SQL_OV_ODBC3, &error);
    if (f->session == NULL)
        fail_msg("%s: %s", brand, error->message);
    f->run = shard_run_new(f->session);
    must_run(f, &(Texts){.texts = ALL("DROP TABLE IF EXISTS xt"), .is_write = TRUE});
    must_run(f, &(Texts){.texts = ALL("CREATE TABLE xt (k INTEGER PRIMARY KEY, v VARCHAR(20))"),
                         .is_write = TRUE});
    return TRUE;
}

static inline void
fixture_end(Fixture *f)
{
    g_autoptr(GError) error = NULL;

    if (!shard_session_set_autocommit(f->session, TRUE, &error))
        fail_msg("%s: %s", f->brand, error->message);
    try_run(f, &(Texts){.texts = ALL("DROP TABLE IF EXISTS xt"), .is_write = TRUE}, NULL, NULL);
    shard_run_free(f->run);
    shard_session_free(f->session);
}

#define FOR_BRANDS(f)                                                                              \
    for (guint brand_ = 0; brand_ < G_N_ELEMENTS(brands); brand_++)                                \
        if (fixture_start(&(f), brands[brand_]))

#define INSERT(k) "INSERT INTO xt VALUES (" #k ", 'v')"
#define ROWS "SELECT k FROM xt ORDER BY k"

/* Takes so long; NULL: the brand has no such statement. */
static inline const char *
slow_text(const char *brand, guint seconds)
{
    if (strcmp(brand, "pg") == 0)
        return seconds > 1 ? "SELECT pg_sleep(20)" : "SELECT pg_sleep(0.4)";
    if (strcmp(brand, "my") == 0)
        return seconds > 1 ? "SELECT SLEEP(20)" : "SELECT SLEEP(0.4)";
    return seconds > 1 ? "WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g) "
                         "SELECT count(*) FROM g"
                       : NULL;
}
