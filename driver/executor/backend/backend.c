/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/backend.h"

#include "driver/executor/backend/private.h"
#include "driver/executor/connection-string.h"

#include <string.h>

/* Behind a driver's own timeout. */
#define GRACE (G_USEC_PER_SEC / 2)
/* For a disconnect, and for the answer to whether a server lives. */
#define TIME_TO_DISCONNECT (3 * G_USEC_PER_SEC)
#define TIME_TO_ANSWER (10 * G_USEC_PER_SEC)

static gboolean connect_backend(ShardBackend *self, const char *connection_string,
                                guint login_timeout, GError **error);
static gboolean alloc_handles(ShardBackend *self, GError **error);
static void recognise_brand(ShardBackend *self);

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
    shard_backend_init_kill(self, connection_string);
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

/* sqliteodbc says "connect failed", and no more. */
static void
name_database(const ShardBackend *self, const char *connection_string, GError **error)
{
    g_autofree char *database = shard_connection_string_get(connection_string, "Database");
    g_autofree char *dsn = shard_connection_string_get(connection_string, "DSN");
    const char *name = database != NULL ? database : dsn;

    if (self->dialect != SHARD_DIALECT_SQLITE || name == NULL || error == NULL || *error == NULL ||
        strstr((*error)->message, "connect failed") == NULL)
        return;
    g_autofree char *sqlstate = g_strdup(shard_error_sqlstate(*error, 0));
    g_autofree char *text = g_strdup_printf("connect failed: %s '%s'",
                                            database != NULL ? "database" : "data source", name);
    g_clear_error(error);
    shard_error_set_backend(error, self->shard, sqlstate, 0, text);
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
    name_database(self, connection_string, error);
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
        shard_backend_free_interrupter(self);
        disconnect(self);
        library->SQLFreeHandle(SQL_HANDLE_DBC, self->dbc);
    }
    if (!abandon && self->env != NULL)
        library->SQLFreeHandle(SQL_HANDLE_ENV, self->env);
    shard_backend_end_wait(self, &wait);
    shard_backend_count_in(self, NULL);
    g_ptr_array_unref(self->statements);
    shard_backend_gate_clear(self);
    shard_backend_clear_kill(self);
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
    return shard_backend_say(self, "SELECT 1", least(self, TIME_TO_ANSWER), FALSE, NULL) &&
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
