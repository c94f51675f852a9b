/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/backend.h"

#include "driver/executor/backend/private.h"
#include "driver/executor/backend/held-lock.h"

#include <string.h>

#define MAX_RECORDS 64
#define MESSAGE_SIZE 4096
/* Behind a driver's own timeout. */
#define GRACE (G_USEC_PER_SEC / 2)
/* For a disconnect, and for the answer to whether a server lives. */
#define TIME_TO_DISCONNECT (3 * G_USEC_PER_SEC)
#define TIME_TO_ANSWER (10 * G_USEC_PER_SEC)

static gboolean connect_backend(ShardBackend *self, const char *connection_string,
                                guint login_timeout, GError **error);
static gboolean alloc_handles(ShardBackend *self, GError **error);
static void recognise_brand(ShardBackend *self);
static gboolean say(ShardBackend *self, const char *sql, gint64 most, gboolean commit,
                    GError **error);

ShardBackend *
shard_backend_open(const char *shard, const ShardDriverLibrary *library,
                   const char *connection_string, SQLINTEGER odbc_version, ShardPatience patience,
                   GError **error)
{
    ShardBackend *self = g_new0(ShardBackend, 1);

    self->shard = g_strdup(shard);
    self->library = library;
    self->dialect = library->dialect;
    self->odbc_version = odbc_version;
    self->autocommit = TRUE;
    self->statements = g_ptr_array_new();
    shard_backend_gate_init(self);
    self->used_at = g_get_monotonic_time();
    shard_backend_set_patience(self, patience.answer);
    if (!alloc_handles(self, error) ||
        !connect_backend(self, connection_string, patience.login, error)) {
        shard_backend_close(self, FALSE);
        return NULL;
    }
    recognise_brand(self);
    return self;
}

static gboolean
alloc_handles(ShardBackend *self, GError **error)
{
    const ShardDriverLibrary *library = self->library;
    SQLPOINTER version = (SQLPOINTER) (gsize) self->odbc_version;

    if (!SQL_SUCCEEDED(library->SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &self->env))) {
        self->env = NULL;
        shard_error_set_backend(error, self->shard, "HY001", 0,
                                "the shard's driver gives no environment");
        return FALSE;
    }
    /* Drivers of ODBC 3.0 don't know 3.80. */
    if (!SQL_SUCCEEDED(library->SQLSetEnvAttr(self->env, SQL_ATTR_ODBC_VERSION, version, 0)))
        library->SQLSetEnvAttr(self->env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    if (!SQL_SUCCEEDED(library->SQLAllocHandle(SQL_HANDLE_DBC, self->env, &self->dbc))) {
        self->dbc = NULL;
        shard_backend_diagnostics(self, SQL_HANDLE_ENV, self->env, error);
        return FALSE;
    }
    return TRUE;
}

static void
say_login_timeout(ShardBackend *self, gint64 most, GError **error)
{
    g_autofree char *text = g_strdup_printf("the server has not answered for %.3g seconds",
                                            (double) most / G_USEC_PER_SEC);

    g_clear_error(error);
    shard_error_set_backend(error, self->shard, "HYT00", 0, text);
}

static gboolean
connect_backend(ShardBackend *self, const char *connection_string, guint login_timeout,
                GError **error)
{
    const ShardDriverLibrary *library = self->library;

    if (login_timeout > 0)
        library->SQLSetConnectAttr(self->dbc, SQL_ATTR_LOGIN_TIMEOUT,
                                   (SQLPOINTER) (gsize) login_timeout, SQL_IS_UINTEGER);
    ShardConnectTurn turn = shard_driver_library_enter_connect(library);
    /* The driver's own timeout comes first, where it has one. */
    gint64 most = login_timeout > 0 ? login_timeout * G_USEC_PER_SEC + GRACE : self->patience;
    g_autofree char *sliced = self->dialect == SHARD_DIALECT_SQLITE
                                  ? shard_backend_slice_lock_wait(self, connection_string)
                                  : NULL;
    ShardWait wait;
    shard_backend_begin_wait(self, most, &wait);
    SQLRETURN rc = library->SQLDriverConnect(
        self->dbc, NULL, (SQLCHAR *) (sliced != NULL ? sliced : connection_string), SQL_NTS, NULL,
        0, NULL, SQL_DRIVER_NOPROMPT);
    gboolean given_up = shard_backend_end_wait(self, &wait);
    if (sliced != NULL)
        explicit_bzero(sliced, strlen(sliced));
    shard_driver_library_leave_connect(library, turn, SQL_SUCCEEDED(rc) ? self->dbc : NULL);
    if (SQL_SUCCEEDED(rc))
        return TRUE;
    shard_backend_diagnostics(self, SQL_HANDLE_DBC, self->dbc, error);
    if (given_up)
        say_login_timeout(self, most, error);
    library->SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
    self->dbc = NULL;
    return FALSE;
}

/* Where the file's name tells nothing, the server does. */
static void
recognise_brand(ShardBackend *self)
{
    static const struct {
        const char *part;
        ShardDialect dialect;
    } names[] = {
        {"postgres", SHARD_DIALECT_POSTGRESQL},
        {"mariadb", SHARD_DIALECT_MYSQL},
        {"mysql", SHARD_DIALECT_MYSQL},
        {"sqlite", SHARD_DIALECT_SQLITE},
    };
    char name[64] = "";

    if (self->dialect != SHARD_DIALECT_UNKNOWN)
        return;
    self->library->SQLGetInfo(self->dbc, SQL_DBMS_NAME, name, sizeof name, NULL);
    g_autofree char *lower = g_ascii_strdown(name, -1);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (strstr(lower, names[i].part) != NULL)
            self->dialect = names[i].dialect;
}

static void
orphan_statements(ShardBackend *self, gboolean abandon)
{
    for (guint i = 0; i < self->statements->len; i++) {
        ShardBackendStmt *statement = self->statements->pdata[i];
        if (!abandon)
            self->library->SQLFreeHandle(SQL_HANDLE_STMT, statement->handle);
        statement->handle = NULL;
        statement->backend = NULL;
        statement->has_cursor = FALSE;
        statement->generation++;
    }
    g_ptr_array_set_size(self->statements, 0);
}

void
shard_backend_drop_statements(ShardBackend *self)
{
    shard_backend_quiesce(self);
    orphan_statements(self, FALSE);
    shard_backend_stmt_free(g_steal_pointer(&self->service));
}

/* Inside a transaction drivers refuse to disconnect, and what they had would stay. */
static void
disconnect(ShardBackend *self)
{
    if (SQL_SUCCEEDED(self->library->SQLDisconnect(self->dbc)))
        return;
    self->library->SQLEndTran(SQL_HANDLE_DBC, self->dbc, SQL_ROLLBACK);
    self->library->SQLDisconnect(self->dbc);
}

/* That time, or less where the patience is less. */
static gint64
least(const ShardBackend *self, gint64 microseconds)
{
    return self->patience == 0 ? microseconds : MIN(self->patience, microseconds);
}

void
shard_backend_close(ShardBackend *self, gboolean abandon)
{
    if (self == NULL)
        return;
    const ShardDriverLibrary *library = self->library;

    shard_backend_quiesce(self);
    ShardWait wait;
    shard_backend_begin_wait(self, abandon ? 0 : least(self, TIME_TO_DISCONNECT), &wait);
    orphan_statements(self, abandon);
    shard_backend_stmt_free(self->service);
    if (!abandon && self->dbc != NULL) {
        disconnect(self);
        library->SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
    }
    if (!abandon && self->env != NULL)
        library->SQLFreeHandle(SQL_HANDLE_ENV, self->env);
    shard_backend_end_wait(self, &wait);
    shard_backend_count_in(self, NULL);
    g_ptr_array_unref(self->statements);
    shard_backend_gate_clear(self);
    g_free(self->version);
    g_free(self->xid);
    g_free(self->shard);
    g_free(self);
}

void
shard_backend_count_in(ShardBackend *self, ShardPlaceCounters *counters)
{
    if (self->counters != NULL)
        atomic_fetch_sub(&self->counters->n_open, 1);
    if (counters != NULL)
        atomic_fetch_add(&counters->n_open, 1);
    self->counters = counters;
}

const char *
shard_backend_shard(const ShardBackend *self)
{
    return self->shard;
}

const ShardDriverLibrary *
shard_backend_library(const ShardBackend *self)
{
    return self->library;
}

ShardDialect
shard_backend_dialect(const ShardBackend *self)
{
    return self->dialect;
}

SQLHDBC
shard_backend_handle(const ShardBackend *self)
{
    shard_backend_quiesce((ShardBackend *) self);
    return self->dbc;
}

gboolean
shard_backend_answers(ShardBackend *self, gint64 trusted)
{
    if (shard_backend_is_dead(self))
        return FALSE;
    if (self->dialect == SHARD_DIALECT_SQLITE || g_get_monotonic_time() - self->used_at < trusted)
        return TRUE;
    /* With autocommit off the question itself begins a transaction. */
    return say(self, "SELECT 1", least(self, TIME_TO_ANSWER), FALSE, NULL) &&
           (self->autocommit || self->begun != SHARD_BEGUN_NO ||
            shard_backend_end(self, FALSE, NULL));
}

gboolean
shard_backend_is_dead(const ShardBackend *self)
{
    return atomic_load(&((ShardBackend *) self)->dead);
}

const char *
shard_backend_server_version(ShardBackend *self)
{
    char text[128] = "";

    if (self->version != NULL)
        return self->version;
    shard_backend_quiesce(self);
    self->library->SQLGetInfo(self->dbc, SQL_DBMS_VER, text, sizeof text, NULL);
    text[sizeof text - 1] = '\0';
    self->version = g_strdup(text);
    return self->version;
}

static ShardBackendStmt *
service_statement(ShardBackend *self, GError **error)
{
    if (self->service == NULL)
        self->service = shard_backend_stmt_new(self, error);
    return self->service;
}

static gboolean
say(ShardBackend *self, const char *sql, gint64 most, gboolean commit, GError **error)
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
    return say(self, sql, self->patience, FALSE, error);
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

gboolean
shard_backend_set_attribute(ShardBackend *self, SQLINTEGER attribute, SQLPOINTER value,
                            SQLINTEGER length, GError **error)
{
    ShardWait wait;

    if (!shard_backend_is_usable(self, error))
        return FALSE;
    shard_backend_quiesce(self);
    shard_backend_begin_wait(self, self->patience, &wait);
    SQLRETURN rc = self->library->SQLSetConnectAttr(self->dbc, attribute, value, length);
    gboolean given_up = shard_backend_end_wait(self, &wait);
    if (SQL_SUCCEEDED(rc))
        return TRUE;
    if (given_up)
        return shard_backend_say_given_up(self, &wait, FALSE, error);
    shard_backend_diagnostics(self, SQL_HANDLE_DBC, self->dbc, error);
    return FALSE;
}

gboolean
shard_backend_set_autocommit(ShardBackend *self, gboolean on, GError **error)
{
    SQLPOINTER value = (SQLPOINTER) (gsize) (on ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF);

    if (self->autocommit == on)
        return TRUE;
    if (!shard_backend_set_attribute(self, SQL_ATTR_AUTOCOMMIT, value, SQL_IS_UINTEGER, error))
        return FALSE;
    self->autocommit = on;
    return TRUE;
}

gboolean
shard_backend_begin(ShardBackend *self, gboolean writes, GError **error)
{
    static const char *const texts[] = {
        [SHARD_DIALECT_UNKNOWN] = NULL,    /* autocommit off is what every driver has */
        [SHARD_DIALECT_POSTGRESQL] = NULL, /* costs no round trip there */
        [SHARD_DIALECT_MYSQL] = "START TRANSACTION",
        [SHARD_DIALECT_SQLITE] = "BEGIN",
    };
    const char *text = texts[self->dialect];

    if (self->begun != SHARD_BEGUN_NO)
        return TRUE;
    if (text == NULL || !self->autocommit) {
        if (!shard_backend_set_autocommit(self, FALSE, error))
            return FALSE;
        self->begun = SHARD_BEGUN_ATTRIBUTE;
        return TRUE;
    }
    /* A write lock taken late can't be waited for in SQLite. */
    if (writes && self->dialect == SHARD_DIALECT_SQLITE)
        text = "BEGIN IMMEDIATE";
    if (!shard_backend_run(self, text, error))
        return FALSE;
    self->begun = SHARD_BEGUN_TEXT;
    return TRUE;
}

gboolean
shard_backend_begin_xa(ShardBackend *self, const char *xid, GError **error)
{
    g_autofree char *sql = g_strconcat("XA START ", xid, NULL);

    if (!shard_backend_set_autocommit(self, TRUE, error) || !shard_backend_run(self, sql, error))
        return FALSE;
    g_free(self->xid);
    self->xid = g_strdup(xid);
    self->begun = SHARD_BEGUN_XA;
    return TRUE;
}

/* One phase is enough for a branch alone. */
static gboolean
end_xa(ShardBackend *self, gboolean commit, GError **error)
{
    g_autofree char *end = g_strconcat("XA END ", self->xid, NULL);
    g_autofree char *finish = g_strconcat(commit ? "XA COMMIT " : "XA ROLLBACK ", self->xid,
                                          commit ? " ONE PHASE" : "", NULL);

    /* A branch that a deadlock has broken can't be ended, but rolled back. */
    gboolean ended = shard_backend_run(self, end, commit ? error : NULL);
    if (commit && !ended)
        return FALSE;
    return say(self, finish, self->patience, commit, error);
}

gboolean
shard_backend_check_deferred(ShardBackend *self, GError **error)
{
    if (self->deferred == DEFERRED_UNKNOWN) {
        guint n;
        g_autoptr(GPtrArray) rows = shard_backend_query(
            self, "SELECT 1 FROM pg_constraint WHERE condeferrable LIMIT 1", &n, error);
        if (rows == NULL)
            return FALSE;
        self->deferred = rows->len > 0 ? DEFERRED_SOME : DEFERRED_NONE;
    }
    return self->deferred == DEFERRED_NONE ||
           shard_backend_run(self, "SET CONSTRAINTS ALL IMMEDIATE", error);
}

void
shard_backend_note_ddl(ShardBackend *self)
{
    self->deferred = DEFERRED_UNKNOWN;
}

void
shard_backend_note_begun(ShardBackend *self)
{
    self->begun = SHARD_BEGUN_TEXT;
}

static gboolean
end_by_call(ShardBackend *self, gboolean commit, GError **error)
{
    ShardWait wait;

    if (!shard_backend_is_usable(self, error))
        return FALSE;
    shard_backend_quiesce(self);
    shard_backend_begin_wait(self, self->patience, &wait);
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;
    do
        rc = self->library->SQLEndTran(SQL_HANDLE_DBC, self->dbc,
                                       commit ? SQL_COMMIT : SQL_ROLLBACK);
    while (rc == SQL_ERROR &&
           shard_backend_goes_on_waiting(self, SQL_HANDLE_DBC, self->dbc, &locks));
    gboolean given_up = shard_backend_end_wait(self, &wait);
    if (SQL_SUCCEEDED(rc))
        return TRUE;
    if (given_up)
        return shard_backend_say_given_up(self, &wait, commit, error);
    shard_backend_diagnostics(self, SQL_HANDLE_DBC, self->dbc, error);
    return FALSE;
}

gboolean
shard_backend_end(ShardBackend *self, gboolean commit, GError **error)
{
    ShardBegun begun = self->begun;

    self->begun = SHARD_BEGUN_NO;
    if (begun == SHARD_BEGUN_XA)
        return end_xa(self, commit, error);
    if (begun == SHARD_BEGUN_TEXT)
        return say(self, commit ? "COMMIT" : "ROLLBACK", self->patience, commit, error);
    return end_by_call(self, commit, error);
}

gboolean
shard_backend_commit_part(ShardBackend *self, GError **error)
{
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return shard_backend_end(self, TRUE, error);
    /* COMMIT of an aborted transaction is a rollback, without an error: SELECT fails then. */
    if (!say(self, "SELECT 1; COMMIT", self->patience, TRUE, error))
        return FALSE;
    self->begun = SHARD_BEGUN_NO;
    return TRUE;
}

gboolean
shard_backend_is_fatal_state(const char *sqlstate, gint32 native, ShardDialect dialect)
{
    static const gint32 mysql_lost[] = {2006, 2013, 2055, 4031, 1927, 1053, 5013, 5014};

    /* 08007 and 08003 mean the same for us: the session is of no more use. */
    if (strncmp(sqlstate, "08", 2) == 0 || strncmp(sqlstate, "57P0", 4) == 0)
        return TRUE;
    if (dialect != SHARD_DIALECT_MYSQL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(mysql_lost); i++)
        if (native == mysql_lost[i])
            return TRUE;
    return FALSE;
}

/* "[ma-3.1.15][10.11.19-MariaDB]text" -> "text": vendors' brackets hold no blanks. */
static const char *
skip_prefixes(const char *message)
{
    while (message[0] == '[') {
        gsize length = strcspn(message + 1, "] \n[");
        if (message[1 + length] != ']' || length == 0 || length > 48)
            break;
        message += length + 2;
    }
    while (*message == ' ')
        message++;
    return message;
}

static void
add_record(ShardBackend *self, const char *sqlstate, gint32 native, const char *message,
           GError **first)
{
    GError *record = NULL;

    g_autofree char *valid = g_utf8_make_valid(skip_prefixes(message), -1);
    shard_error_set_backend(&record, self->shard, sqlstate, native, valid);
    if (*first == NULL)
        *first = record;
    else
        shard_error_append(*first, record);
}

void
shard_backend_release_locks(ShardBackend *self)
{
    if (self->library->keeps_locks && self->dbc != NULL)
        shard_held_locks_release(self->dbc);
}

void
shard_backend_diagnostics(ShardBackend *self, SQLSMALLINT handle_type, SQLHANDLE handle,
                          GError **error)
{
    GError *first = NULL;
    g_autofree char *message = g_malloc(MESSAGE_SIZE);

    shard_backend_release_locks(self);
    for (SQLSMALLINT i = 1; i <= MAX_RECORDS; i++) {
        SQLCHAR sqlstate[6] = "HY000";
        SQLINTEGER native = 0;
        SQLSMALLINT length = 0;
        message[0] = '\0';
        SQLRETURN rc = self->library->SQLGetDiagRec(handle_type, handle, i, sqlstate, &native,
                                                    (SQLCHAR *) message, MESSAGE_SIZE, &length);
        if (!SQL_SUCCEEDED(rc))
            break;
        sqlstate[5] = '\0';
        message[MESSAGE_SIZE - 1] = '\0';
        if (shard_backend_is_fatal_state((const char *) sqlstate, native, self->dialect))
            atomic_store(&self->dead, TRUE);
        add_record(self, (const char *) sqlstate, native, message, &first);
    }
    if (first == NULL)
        add_record(self, "HY000", 0, "the shard's driver reported a failure without a reason",
                   &first);
    if (error == NULL)
        g_error_free(first);
    else
        g_propagate_error(error, first);
}
