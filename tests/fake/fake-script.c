/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fake.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

typedef SQLRETURN (*Command)(FakeStmt *stmt, char **words, const char *rest);

static guint
number(const char *text, guint fallback)
{
    return text == NULL ? fallback : (guint) g_ascii_strtoull(text, NULL, 10);
}

gboolean
fake_sleep(FakeStmt *stmt, guint ms)
{
    struct timespec until;
    gint64 at = g_get_monotonic_time() + (gint64) ms * 1000;

    until.tv_sec = at / G_USEC_PER_SEC;
    until.tv_nsec = at % G_USEC_PER_SEC * 1000;
    pthread_mutex_lock(&stmt->lock);
    stmt->sleeping = TRUE;
    while (!(stmt->cancelled && !stmt->deaf) && g_get_monotonic_time() < at)
        pthread_cond_timedwait(&stmt->wake, &stmt->lock, &until);
    gboolean whole = !stmt->cancelled || stmt->deaf;
    stmt->sleeping = FALSE;
    pthread_mutex_unlock(&stmt->lock);
    return whole;
}

static SQLRETURN
do_sleep(FakeStmt *stmt, char **words, const char *rest)
{
    if (fake_sleep(stmt, number(words[1], 0)))
        return SQL_SUCCESS;
    return fake_fail(&stmt->diag, "HY008", "[Fake]cancelled");
}

static SQLRETURN
do_deaf(FakeStmt *stmt, char **words, const char *rest)
{
    stmt->deaf = TRUE;
    return SQL_SUCCESS;
}

static SQLRETURN
do_columns(FakeStmt *stmt, char **words, const char *rest)
{
    static const char *const names[] = {"int", "text", "num", "double", "ts", "bytes"};
    g_auto(GStrv) types = g_strsplit(words[1], ",", -1);

    stmt->n_columns = g_strv_length(types);
    stmt->types = g_renew(FakeType, stmt->types, stmt->n_columns);
    for (guint i = 0; i < stmt->n_columns; i++)
        for (guint k = 0; k < G_N_ELEMENTS(names); k++)
            if (strcmp(names[k], types[i]) == 0)
                stmt->types[i] = (FakeType) k;
    return SQL_SUCCESS;
}

static void
need_columns(FakeStmt *stmt)
{
    if (stmt->n_columns > 0)
        return;
    stmt->n_columns = 1;
    stmt->types = g_new0(FakeType, 1);
}

static SQLRETURN
do_rows(FakeStmt *stmt, char **words, const char *rest)
{
    need_columns(stmt);
    stmt->n_rows = number(words[1], 0);
    stmt->first_row = number(words[2], 1);
    return SQL_SUCCESS;
}

static SQLRETURN
do_row(FakeStmt *stmt, char **words, const char *rest)
{
    need_columns(stmt);
    if (stmt->rows == NULL)
        stmt->rows = g_ptr_array_new_with_free_func((GDestroyNotify) g_strfreev);
    g_ptr_array_add(stmt->rows, g_strsplit(rest, "|", -1));
    stmt->n_rows = stmt->rows->len;
    return SQL_SUCCESS;
}

static SQLRETURN
do_count(FakeStmt *stmt, char **words, const char *rest)
{
    stmt->count = number(words[1], 0);
    return SQL_SUCCESS;
}

static SQLRETURN
do_fetch_sleep(FakeStmt *stmt, char **words, const char *rest)
{
    stmt->fetch_sleep = number(words[1], 0);
    return SQL_SUCCESS;
}

static SQLRETURN
do_slow_row(FakeStmt *stmt, char **words, const char *rest)
{
    stmt->slow_row = number(words[1], 1);
    stmt->slow_ms = number(words[2], 0);
    return SQL_SUCCESS;
}

static SQLRETURN
do_fetch_error(FakeStmt *stmt, char **words, const char *rest)
{
    stmt->fetch_error_row = number(words[1], 1);
    g_strlcpy(stmt->fetch_state, words[2] != NULL ? words[2] : "HY000", sizeof stmt->fetch_state);
    return SQL_SUCCESS;
}

static atomic_uint n_inside, most_inside, most_on_one;

static void
note_most(atomic_uint *most, guint n)
{
    guint seen = atomic_load(most);

    while (seen < n && !atomic_compare_exchange_weak(most, &seen, n))
        continue;
}

void
fake_enter(FakeDbc *dbc)
{
    note_most(&most_inside, atomic_fetch_add(&n_inside, 1) + 1);
    note_most(&most_on_one, atomic_fetch_add(&dbc->n_inside, 1) + 1);
}

void
fake_leave(FakeDbc *dbc)
{
    atomic_fetch_sub(&n_inside, 1);
    atomic_fetch_sub(&dbc->n_inside, 1);
}

static SQLRETURN
do_inside(FakeStmt *stmt, char **words, const char *rest)
{
    g_autofree char *row =
        g_strdup_printf("%u%u", atomic_exchange(&most_inside, 0), atomic_exchange(&most_on_one, 0));

    return do_row(stmt, words, row);
}

static SQLRETURN
do_info(FakeStmt *stmt, char **words, const char *rest)
{
    fake_fail(&stmt->diag, words[1] != NULL ? words[1] : "01000", rest);
    stmt->has_info = TRUE;
    return SQL_SUCCESS;
}

static SQLRETURN
do_error(FakeStmt *stmt, char **words, const char *rest)
{
    const char *state = words[1] != NULL ? words[1] : "HY000";

    if (strncmp(state, "08", 2) == 0)
        stmt->dbc->dead = TRUE;
    return fake_fail(&stmt->diag, state, rest);
}

static const struct {
    const char *word;
    Command run;
} commands[] = {
    {"SLEEP", do_sleep},
    {"DEAF", do_deaf},
    {"COLUMNS", do_columns},
    {"ROWS", do_rows},
    {"ROW", do_row},
    {"COUNT", do_count},
    {"FETCHSLEEP", do_fetch_sleep},
    {"FETCHERROR", do_fetch_error},
    {"SLOWROW", do_slow_row},
    {"INSIDE", do_inside},
    {"INFO", do_info},
    {"ERROR", do_error},
};

static SQLRETURN
run_command(FakeStmt *stmt, const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    const char *rest = strchr(line, ' ');

    for (guint i = 0; words[0] != NULL && i < G_N_ELEMENTS(commands); i++)
        if (strcmp(commands[i].word, words[0]) == 0)
            return commands[i].run(stmt, words, rest != NULL ? rest + 1 : "");
    return SQL_SUCCESS;
}

static SQLRETURN
run_commands(FakeStmt *stmt, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, ";", -1);

    for (guint i = 0; lines[i] != NULL; i++) {
        SQLRETURN rc = run_command(stmt, g_strstrip(lines[i]));
        if (rc != SQL_SUCCESS)
            return rc;
    }
    return stmt->has_info ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

static SQLRETURN
run_script(FakeStmt *stmt, const char *text)
{
    fake_forget_result(stmt);
    pthread_mutex_lock(&stmt->lock);
    stmt->cancelled = FALSE;
    pthread_mutex_unlock(&stmt->lock);
    if (stmt->dbc->dead)
        return fake_fail(&stmt->diag, "08S01", "[Fake]the connection is gone");
    fake_log(stmt->dbc, text);
    if (!stmt->dbc->autocommit)
        stmt->dbc->in_transaction = TRUE;
    const char *state = fake_failure_of(stmt->dbc, text);
    if (state != NULL && strchr(state, ' ') != NULL) {
        text = state;
    } else if (state != NULL) {
        stmt->dbc->dead |= strncmp(state, "08", 2) == 0;
        return fake_fail(&stmt->diag, state, "[Fake]as the connection string says");
    }
    return run_commands(stmt, text);
}

SQLRETURN
fake_run_script(FakeStmt *stmt, const char *text)
{
    fake_enter(stmt->dbc);
    SQLRETURN rc = run_script(stmt, text);
    fake_leave(stmt->dbc);
    return rc;
}

void
fake_forget_result(FakeStmt *stmt)
{
    g_clear_pointer(&stmt->types, g_free);
    g_clear_pointer(&stmt->rows, g_ptr_array_unref);
    stmt->n_columns = 0;
    stmt->n_rows = stmt->position = 0;
    stmt->count = -1;
    stmt->fetch_sleep = stmt->slow_row = stmt->fetch_error_row = 0;
    stmt->has_info = stmt->deaf = FALSE;
    stmt->piece = 0;
}

const char *
fake_cell(const FakeStmt *stmt, guint64 row, guint column, char scratch[FAKE_SCRATCH])
{
    guint64 n = stmt->first_row + row;

    if (stmt->rows != NULL) {
        char **cells = stmt->rows->pdata[row];
        if (column >= g_strv_length(cells) || strcmp(cells[column], "NULL") == 0)
            return NULL;
        return cells[column];
    }
    switch (stmt->types[column]) {
    case FAKE_NUM:
        snprintf(scratch, FAKE_SCRATCH, "%" G_GUINT64_FORMAT ".50", n);
        break;
    case FAKE_TEXT:
        snprintf(scratch, FAKE_SCRATCH, "row %" G_GUINT64_FORMAT, n);
        break;
    case FAKE_TS:
        snprintf(scratch, FAKE_SCRATCH, "2024-01-%02u 00:00:00", (guint) (n % 28 + 1));
        break;
    default:
        snprintf(scratch, FAKE_SCRATCH, "%" G_GUINT64_FORMAT, n);
    }
    return scratch;
}
