/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts of our own on a connection: without an answer, or with a small one. */
#include "driver/executor/backend/private.h"

#include <string.h>

static ShardBackendStmt *
service_statement(ShardBackend *self, GError **error)
{
    if (self->service == NULL)
        self->service = shard_backend_stmt_new(self, error);
    return self->service;
}

gboolean
shard_backend_say(ShardBackend *self, const char *sql, gint64 most, gboolean commit, GError **error)
{
    SQLRETURN rc;
    ShardWait wait;
    ShardBackendStmt *statement = service_statement(self, error);

    if (statement == NULL)
        return FALSE;
    shard_backend_begin_wait(self, most, &wait);
    gboolean done = shard_backend_stmt_exec_direct(statement, sql, strlen(sql), &rc, error);
    shard_backend_stmt_close(statement);
    if (shard_backend_end_wait(self, &wait) && !done)
        return shard_backend_say_given_up(self, &wait, commit, error);
    return done;
}

gboolean
shard_backend_run(ShardBackend *self, const char *sql, GError **error)
{
    return shard_backend_say(self, sql, self->patience, FALSE, error);
}

/* One cell as text, whatever its length; *out_text NULL for NULL. */
static gboolean
read_cell(ShardBackend *self, SQLHSTMT handle, guint column, char **out_text, GError **error)
{
    char piece[512];
    SQLLEN indicator = 0;
    g_autoptr(GString) text = g_string_new(NULL);

    for (;;) {
        SQLRETURN rc = self->library->SQLGetData(handle, (SQLUSMALLINT) (column + 1), SQL_C_CHAR,
                                                 piece, sizeof piece, &indicator);
        if (rc == SQL_NO_DATA)
            break;
        if (!SQL_SUCCEEDED(rc)) {
            shard_backend_diagnostics(self, SQL_HANDLE_STMT, handle, error);
            return FALSE;
        }
        if (indicator == SQL_NULL_DATA) {
            *out_text = NULL;
            return TRUE;
        }
        gboolean more = indicator == SQL_NO_TOTAL || indicator >= (SQLLEN) sizeof piece;
        g_string_append_len(text, piece,
                            more ? (gssize) sizeof piece - 1 : (gssize) MAX(indicator, 0));
        if (!more)
            break;
    }
    *out_text = g_string_free(g_steal_pointer(&text), FALSE);
    return TRUE;
}

static void
free_row(gpointer data)
{
    char **cells = data;
    guint n = GPOINTER_TO_UINT(cells[0]);

    for (guint i = 1; i <= n; i++)
        g_free(cells[i]);
    g_free(cells);
}

/* Rows keep their number of cells before the first cell, so that they can free themselves. */
static void
free_row_at_first_cell(gpointer data)
{
    free_row((char **) data - 1);
}

static gboolean
read_row(ShardBackend *self, SQLHSTMT handle, guint n_columns, GPtrArray *rows, GError **error)
{
    char **cells = g_new0(char *, n_columns + 1);

    cells[0] = GUINT_TO_POINTER(n_columns);
    g_ptr_array_add(rows, cells + 1);
    for (guint i = 0; i < n_columns; i++)
        if (!read_cell(self, handle, i, &cells[i + 1], error))
            return FALSE;
    return TRUE;
}

static GPtrArray *
query(ShardBackend *self, const char *sql, guint *out_n_columns, GError **error)
{
    SQLRETURN rc;
    SQLSMALLINT n_columns = 0;
    ShardBackendStmt *statement = service_statement(self, error);

    if (statement == NULL ||
        !shard_backend_stmt_exec_direct(statement, sql, strlen(sql), &rc, error))
        return NULL;
    SQLHSTMT handle = statement->handle;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(free_row_at_first_cell);
    self->library->SQLNumResultCols(handle, &n_columns);
    gboolean ok = TRUE;
    while (ok && n_columns > 0) {
        rc = self->library->SQLFetch(handle);
        if (rc == SQL_NO_DATA)
            break;
        ok = SQL_SUCCEEDED(rc);
        if (!ok)
            shard_backend_diagnostics(self, SQL_HANDLE_STMT, handle, error);
        else
            ok = read_row(self, handle, (guint) n_columns, rows, error);
    }
    shard_backend_stmt_close(statement);
    if (!ok)
        return NULL;
    *out_n_columns = (guint) MAX(n_columns, 0);
    return g_steal_pointer(&rows);
}

GPtrArray *
shard_backend_query(ShardBackend *self, const char *sql, guint *out_n_columns, GError **error)
{
    ShardWait wait;

    shard_backend_begin_wait(self, self->patience, &wait);
    GPtrArray *rows = query(self, sql, out_n_columns, error);
    if (shard_backend_end_wait(self, &wait) && rows == NULL)
        shard_backend_say_given_up(self, &wait, FALSE, error);
    return rows;
}
