/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/stmt.h"

#include "driver/executor/backend/private.h"

#include <string.h>

#define NAME_SIZE 1024

ShardBackendStmt *
shard_backend_stmt_new(ShardBackend *backend, GError **error)
{
    SQLHSTMT handle = NULL;

    shard_backend_quiesce(backend);
    if (!SQL_SUCCEEDED(backend->library->SQLAllocHandle(SQL_HANDLE_STMT, backend->dbc, &handle))) {
        shard_backend_diagnostics(backend, SQL_HANDLE_DBC, backend->dbc, error);
        return NULL;
    }
    ShardBackendStmt *self = g_new0(ShardBackendStmt, 1);
    self->backend = backend;
    self->handle = handle;
    pthread_mutex_init(&self->fetch_lock, NULL);
    self->bound = g_array_new(FALSE, TRUE, sizeof(guint32));
    g_ptr_array_add(backend->statements, self);
    return self;
}

void
shard_backend_stmt_free(ShardBackendStmt *self)
{
    if (self == NULL)
        return;
    if (self->backend != NULL) {
        shard_backend_quiesce(self->backend);
        g_ptr_array_remove_fast(self->backend->statements, self);
        self->backend->library->SQLFreeHandle(SQL_HANDLE_STMT, self->handle);
    }
    shard_backend_stmt_set_face(self, NULL, NULL);
    shard_rows_destroy(self->spare_rows);
    shard_columns_clear(&self->columns);
    g_array_unref(self->bound);
    pthread_mutex_destroy(&self->fetch_lock);
    g_free(self);
}

gpointer
shard_backend_stmt_face(const ShardBackendStmt *self)
{
    return self->face;
}

void
shard_backend_stmt_set_face(ShardBackendStmt *self, gpointer data, GDestroyNotify free)
{
    if (self->face != NULL && self->face_free != NULL)
        self->face_free(self->face);
    self->face = data;
    self->face_free = free;
}

SQLHSTMT
shard_backend_stmt_handle(const ShardBackendStmt *self)
{
    if (self->backend != NULL)
        shard_backend_quiesce(self->backend);
    ((ShardBackendStmt *) self)->is_lent = TRUE;
    return self->handle;
}

ShardBackend *
shard_backend_stmt_backend(const ShardBackendStmt *self)
{
    return self->backend;
}

const ShardDriverLibrary *
shard_backend_stmt_library(const ShardBackendStmt *self)
{
    return self->backend == NULL ? NULL : self->backend->library;
}

gboolean
shard_backend_stmt_lost(GError **error)
{
    shard_error_set(error, SHARD_ERROR_BACKEND, "08S01",
                    "the connection to the shard was closed under this statement");
    return FALSE;
}

void
shard_columns_clear(ShardColumns *self)
{
    for (guint i = 0; i < self->n_columns; i++)
        g_free(self->columns[i].label);
    g_clear_pointer(&self->columns, g_free);
    self->n_columns = 0;
}

static gboolean
fail(ShardBackendStmt *self, GError **error)
{
    shard_backend_diagnostics(self->backend, SQL_HANDLE_STMT, self->handle, error);
    return FALSE;
}

static void
forget_result(ShardBackendStmt *self)
{
    shard_backend_quiesce(self->backend);
    shard_backend_stmt_close(self);
    self->described = FALSE;
    self->generation++;
}

/* MariaDB's connector knows by the length alone that such a text is wrong, and leaves its
 * connection locked: it is told here in the same words. */
static gboolean
is_too_short(ShardBackendStmt *self, gsize size, GError **error)
{
    if (size >= 5 || !self->backend->library->keeps_locks)
        return FALSE;
    shard_error_set_backend(error, self->backend->shard, "42000", 0,
                            "Syntax error or access violation");
    return TRUE;
}

static gboolean
is_usable(ShardBackendStmt *self, GError **error)
{
    return self->backend == NULL ? shard_backend_stmt_lost(error)
                                 : shard_backend_is_usable(self->backend, error);
}

gboolean
shard_backend_stmt_goes_on_waiting(ShardBackendStmt *self, SQLRETURN rc, ShardLockWait *wait)
{
    return rc == SQL_ERROR && !shard_backend_stmt_is_cancelled(self) &&
           shard_backend_goes_on_waiting(self->backend, SQL_HANDLE_STMT, self->handle, wait);
}

gboolean
shard_backend_stmt_prepare(ShardBackendStmt *self, const char *sql, gsize size, GError **error)
{
    if (!is_usable(self, error))
        return FALSE;
    forget_result(self);
    /* MariaDB's driver keeps the old columns' precision and scale of a statement that isn't closed,
     * although it was never executed. */
    if (self->is_prepared)
        self->backend->library->SQLFreeStmt(self->handle, SQL_CLOSE);
    if (is_too_short(self, size, error))
        return FALSE;
    self->is_prepared = TRUE;
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;
    do
        rc = self->backend->library->SQLPrepare(self->handle, (SQLCHAR *) sql, (SQLINTEGER) size);
    while (shard_backend_stmt_goes_on_waiting(self, rc, &locks));
    return SQL_SUCCEEDED(rc) || fail(self, error);
}

static gboolean
describe_column(ShardBackendStmt *self, guint column, ShardColumn *out, GError **error)
{
    const ShardDriverLibrary *library = self->backend->library;
    SQLUSMALLINT number = (SQLUSMALLINT) (column + 1);
    SQLCHAR name[NAME_SIZE] = "";
    SQLSMALLINT length = 0, type = 0, digits = 0, nullable = SQL_NULLABLE_UNKNOWN;
    SQLULEN size = 0;
    SQLLEN is_unsigned = SQL_FALSE;

    if (!SQL_SUCCEEDED(library->SQLDescribeCol(self->handle, number, name, sizeof name, &length,
                                               &type, &size, &digits, &nullable)))
        return fail(self, error);
    if (library->SQLColAttribute != NULL)
        library->SQLColAttribute(self->handle, number, SQL_DESC_UNSIGNED, NULL, 0, NULL,
                                 &is_unsigned);
    name[sizeof name - 1] = '\0';
    *out = (ShardColumn){
        .label = g_strdup((const char *) name),
        .sql_type = type,
        .size = size,
        .digits = digits,
        .nullable = nullable,
        .is_unsigned = is_unsigned == SQL_TRUE,
    };
    return TRUE;
}

const ShardColumns *
shard_backend_stmt_describe(ShardBackendStmt *self, GError **error)
{
    SQLSMALLINT n = 0;

    if (self->backend == NULL) {
        shard_backend_stmt_lost(error);
        return NULL;
    }
    if (self->described)
        return &self->columns;
    shard_backend_quiesce(self->backend);
    if (!SQL_SUCCEEDED(self->backend->library->SQLNumResultCols(self->handle, &n))) {
        fail(self, error);
        return NULL;
    }
    shard_columns_clear(&self->columns);
    self->columns.columns = g_new0(ShardColumn, MAX(n, 1));
    for (guint i = 0; (SQLSMALLINT) i < n; i++) {
        if (!describe_column(self, i, &self->columns.columns[i], error))
            return NULL;
        self->columns.n_columns = i + 1;
    }
    self->described = TRUE;
    return &self->columns;
}

void
shard_backend_stmt_redescribe(ShardBackendStmt *self)
{
    self->described = FALSE;
}

static gboolean
after_execute(ShardBackendStmt *self, SQLRETURN rc, SQLRETURN *out_rc, GError **error)
{
    self->has_cursor = TRUE;
    self->backend->used_at = g_get_monotonic_time();
    *out_rc = rc;
    if (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA || rc == SQL_NEED_DATA)
        return TRUE;
    return fail(self, error);
}

gboolean
shard_backend_stmt_execute(ShardBackendStmt *self, SQLRETURN *out_rc, GError **error)
{
    if (!is_usable(self, error))
        return FALSE;
    forget_result(self);
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;
    do
        rc = self->backend->library->SQLExecute(self->handle);
    while (shard_backend_stmt_goes_on_waiting(self, rc, &locks));
    return after_execute(self, rc, out_rc, error);
}

gboolean
shard_backend_stmt_exec_direct(ShardBackendStmt *self, const char *sql, gsize size,
                               SQLRETURN *out_rc, GError **error)
{
    if (!is_usable(self, error))
        return FALSE;
    forget_result(self);
    if (is_too_short(self, size, error))
        return FALSE;
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;
    do
        rc =
            self->backend->library->SQLExecDirect(self->handle, (SQLCHAR *) sql, (SQLINTEGER) size);
    while (shard_backend_stmt_goes_on_waiting(self, rc, &locks));
    shard_backend_release_locks(self->backend);
    return after_execute(self, rc, out_rc, error);
}

gboolean
shard_backend_stmt_bind(ShardBackendStmt *self, guint marker, const ShardBinding *binding,
                        GError **error)
{
    if (self->backend == NULL)
        return shard_backend_stmt_lost(error);
    if (marker >= self->bound->len)
        g_array_set_size(self->bound, marker + 1);
    guint32 *known = &g_array_index(self->bound, guint32, marker);
    if (binding->generation != 0 && *known == binding->generation)
        return TRUE;
    *known = 0;
    shard_backend_quiesce(self->backend);
    SQLRETURN rc = self->backend->library->SQLBindParameter(
        self->handle, (SQLUSMALLINT) (marker + 1), binding->io_type, binding->c_type,
        binding->sql_type, binding->column_size, binding->digits, binding->data,
        binding->buffer_length, binding->indicator);
    if (!SQL_SUCCEEDED(rc))
        return fail(self, error);
    *known = binding->generation;
    return TRUE;
}

void
shard_backend_stmt_reset_params(ShardBackendStmt *self)
{
    if (self->backend == NULL || self->bound->len == 0)
        return;
    shard_backend_quiesce(self->backend);
    self->backend->library->SQLFreeStmt(self->handle, SQL_RESET_PARAMS);
    g_array_set_size(self->bound, 0);
}

gboolean
shard_backend_stmt_row_count(ShardBackendStmt *self, gint64 *out_count, GError **error)
{
    SQLLEN count = -1;

    if (self->backend == NULL)
        return shard_backend_stmt_lost(error);
    shard_backend_quiesce(self->backend);
    if (!SQL_SUCCEEDED(self->backend->library->SQLRowCount(self->handle, &count)))
        return fail(self, error);
    *out_count = count;
    return TRUE;
}

void
shard_backend_stmt_close(ShardBackendStmt *self)
{
    if (self->backend == NULL || !self->has_cursor)
        return;
    shard_backend_quiesce(self->backend);
    self->backend->library->SQLFreeStmt(self->handle, SQL_CLOSE);
    self->has_cursor = FALSE;
    self->generation++;
}

static void
end_blocks(ShardBackendStmt *self)
{
    const ShardDriverLibrary *library = self->backend->library;

    library->SQLSetStmtAttr(self->handle, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) 1, 0);
    library->SQLSetStmtAttr(self->handle, SQL_ATTR_ROW_BIND_TYPE, (SQLPOINTER) SQL_BIND_BY_COLUMN,
                            0);
    library->SQLSetStmtAttr(self->handle, SQL_ATTR_ROW_STATUS_PTR, NULL, 0);
    library->SQLSetStmtAttr(self->handle, SQL_ATTR_ROWS_FETCHED_PTR, NULL, 0);
    self->fetches_blocks = FALSE;
}

void
shard_backend_stmt_unbind(ShardBackendStmt *self)
{
    if (self->backend != NULL)
        shard_backend_quiesce(self->backend);
    if (self->bound_by != NULL && self->backend != NULL)
        self->backend->library->SQLFreeStmt(self->handle, SQL_UNBIND);
    if (self->fetches_blocks && self->backend != NULL)
        end_blocks(self);
    self->bound_by = NULL;
}

void
shard_backend_stmt_cancel(ShardBackendStmt *self)
{
    if (self->backend != NULL)
        shard_backend_cancel(self->backend, self->handle);
}

void
shard_backend_stmt_begin_fetch(ShardBackendStmt *self)
{
    atomic_store_explicit(&self->fetching, SHARD_FETCHING_YES, memory_order_release);
}

gboolean
shard_backend_stmt_end_fetch(ShardBackendStmt *self)
{
    int state = SHARD_FETCHING_YES;

    if (atomic_compare_exchange_strong(&self->fetching, &state, SHARD_FETCHING_NO))
        return FALSE;
    pthread_mutex_lock(&self->fetch_lock);
    atomic_store(&self->fetching, SHARD_FETCHING_NO);
    pthread_mutex_unlock(&self->fetch_lock);
    return state == SHARD_FETCHING_CANCELLED;
}

gboolean
shard_backend_stmt_is_fetching(ShardBackendStmt *self)
{
    return atomic_load(&self->fetching) != SHARD_FETCHING_NO;
}

gboolean
shard_backend_stmt_is_cancelled(ShardBackendStmt *self)
{
    return atomic_load(&self->fetching) == SHARD_FETCHING_CANCELLED;
}

gboolean
shard_backend_stmt_cancel_fetch(ShardBackendStmt *self)
{
    int state = SHARD_FETCHING_YES;

    pthread_mutex_lock(&self->fetch_lock);
    if (self->backend != NULL &&
        (atomic_compare_exchange_strong(&self->fetching, &state, SHARD_FETCHING_CANCELLED) ||
         state == SHARD_FETCHING_CANCELLED)) {
        ShardWatcher place;
        shard_watch_enter(&self->backend->gate.watch, &place);
        shard_backend_cancel(self->backend, self->handle);
        shard_watch_leave(&place);
    }
    pthread_mutex_unlock(&self->fetch_lock);
    return FALSE;
}

gboolean
shard_backend_stmt_break_fetch(ShardBackendStmt *self)
{
    if (self->backend != NULL)
        shard_watch_break(&self->backend->gate.watch);
    return FALSE;
}
