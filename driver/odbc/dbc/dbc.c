/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/dbc/dbc.h"

#include "driver/executor/counters-file.h"
#include "driver/odbc/stmt/stmt.h"

#include <string.h>
#include <unistd.h>

void
shard_dbc_custom_clear(gpointer data)
{
    ShardDbcCustom *custom = data;

    if (custom->is_text)
        g_free(custom->value);
}

ShardDbc *
shard_dbc_new(ShardEnv *env)
{
    ShardDbc *self = g_new0(ShardDbc, 1);

    shard_handle_init(&self->head, SQL_HANDLE_DBC, NULL);
    pthread_mutex_init(&self->work, NULL);
    self->env = env;
    self->statements = g_ptr_array_new();
    self->descriptors = g_ptr_array_new();
    self->dsn = g_strdup("");
    self->custom = g_array_new(FALSE, FALSE, sizeof(ShardDbcCustom));
    g_array_set_clear_func(self->custom, shard_dbc_custom_clear);
    self->autocommit = SQL_AUTOCOMMIT_ON;
    self->access_mode = SQL_MODE_READ_WRITE;
    self->odbc_cursors = SQL_CUR_USE_DRIVER;
    g_ptr_array_add(env->connections, self);
    return self;
}

static SQLRETURN
fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return SQL_ERROR;
}

/* What was said so far is forgotten with an error. */
static void
end_browsing(ShardDbc *self)
{
    if (self->browse != NULL)
        g_string_free(g_steal_pointer(&self->browse), TRUE);
}

SQLRETURN
shard_dbc_free(ShardDbc *self, GError **error)
{
    if (self->connected)
        return fail(error, "HY010", "the connection is still open");
    g_ptr_array_remove(self->env->connections, self);
    g_ptr_array_unref(self->statements);
    g_ptr_array_unref(self->descriptors);
    g_array_unref(self->custom);
    g_free(self->statement_defaults);
    shard_hint_texts_clear(&self->statement_hints);
    g_free(self->dsn);
    g_free(self->catalog);
    end_browsing(self);
    pthread_mutex_unlock(self->head.lock);
    pthread_mutex_destroy(&self->work);
    shard_handle_destroy(&self->head);
    g_free(self);
    return SQL_SUCCESS;
}

/* What the brand hasn't got: SQLite is always serializable, and there is one catalog. */
static gboolean
settle_attributes(ShardDbc *self, GError **error)
{
    if (self->txn_isolation != 0 && shard_dbc_dialect(self) == SHARD_DIALECT_SQLITE)
        self->txn_isolation = SQL_TXN_SERIALIZABLE;
    if (self->catalog == NULL || shard_dbc_is_catalog(self, self->catalog))
        return TRUE;
    if (shard_dbc_dialect(self) == SHARD_DIALECT_MYSQL)
        return SQL_SUCCEEDED(shard_dbc_refuse_catalog(self, self->catalog, error));
    g_clear_pointer(&self->catalog, g_free);
    return TRUE;
}

/* What was set before connect, brought to the new session. */
gboolean
shard_dbc_apply_attributes(ShardDbc *self, GError **error)
{
    if (!settle_attributes(self, error))
        return FALSE;
    const struct {
        SQLINTEGER attribute;
        SQLULEN value, initial;
    } numbers[] = {
        {SQL_ATTR_LOGIN_TIMEOUT, self->login_timeout, 0},
        {SQL_ATTR_CONNECTION_TIMEOUT, self->connection_timeout, 0},
        {SQL_ATTR_ACCESS_MODE, self->access_mode, SQL_MODE_READ_WRITE},
        {SQL_ATTR_TXN_ISOLATION, self->txn_isolation, 0},
        {SQL_ATTR_PACKET_SIZE, self->packet_size, 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i].value != numbers[i].initial &&
            !shard_session_set_attribute(self->session, numbers[i].attribute,
                                         (SQLPOINTER) numbers[i].value, SQL_IS_UINTEGER, error))
            return FALSE;
    for (guint i = 0; i < self->custom->len; i++)
        if (!shard_dbc_bring_custom(self, &g_array_index(self->custom, ShardDbcCustom, i), error))
            return FALSE;
    if (self->autocommit == SQL_AUTOCOMMIT_OFF)
        return shard_session_set_autocommit(self->session, FALSE, error);
    return TRUE;
}

gboolean
shard_dbc_bring_custom(ShardDbc *self, const ShardDbcCustom *custom, GError **error)
{
    return shard_session_set_attribute(self->session, custom->attribute, custom->value,
                                       custom->is_text ? SQL_NTS : SQL_IS_UINTEGER, error);
}

static void
open_log(ShardDbc *self)
{
    static atomic_uint n_connections;

    shard_counters_publish(self->settings->state);
    self->log = shard_log_open(self->settings);
    self->log_name =
        g_strdup_printf("%d-%u", (int) getpid(), atomic_fetch_add(&n_connections, 1) + 1);
}

static SQLRETURN
open_session(ShardDbc *self, ShardConnStr *connstr, GError **error)
{
    g_autoptr(GError) warnings = NULL;
    g_autoptr(ShardSettings) settings = shard_connstr_settings(connstr, &warnings, error);
    if (settings == NULL)
        return SQL_ERROR;
    SQLINTEGER version = self->env->odbc_version;
    if (version == 0)
        version = SQL_OV_ODBC3;
    ShardSession *session = shard_session_new(settings, version, error);
    if (session == NULL)
        return SQL_ERROR;

    pthread_mutex_lock(&self->work);
    self->session = session;
    gboolean ok = shard_dbc_apply_attributes(self, error);
    if (ok && settings->connect_all)
        ok = shard_session_open_all(session, error);
    if (!ok) {
        shard_session_free(session);
        self->session = NULL;
    }
    pthread_mutex_unlock(&self->work);
    if (!ok)
        return SQL_ERROR;
    const char *dsn = shard_connstr_get(connstr, "DSN");
    g_free(self->dsn);
    self->dsn = g_strdup(dsn == NULL ? "" : dsn);
    self->settings = g_steal_pointer(&settings);
    open_log(self);
    self->connected = TRUE;
    if (warnings == NULL)
        return SQL_SUCCESS;
    g_propagate_error(error, g_steal_pointer(&warnings));
    return SQL_SUCCESS_WITH_INFO;
}

SQLRETURN
shard_dbc_connect(ShardDbc *self, const char *dsn, const char *uid, const char *pwd, GError **error)
{
    if (self->connected)
        return fail(error, "08002", "Connection name in use");
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse(NULL, error);
    shard_connstr_set(connstr, "DSN", dsn == NULL ? "DEFAULT" : dsn);
    if (uid != NULL && uid[0] != '\0')
        shard_connstr_set(connstr, "UID", uid);
    if (pwd != NULL && pwd[0] != '\0')
        shard_connstr_set(connstr, "PWD", pwd);
    shard_connstr_add_dsn(connstr);
    return open_session(self, connstr, error);
}

SQLRETURN
shard_dbc_driver_connect(ShardDbc *self, const char *text, char **out_text, GError **error)
{
    *out_text = NULL;
    if (self->connected)
        return fail(error, "08002", "Connection name in use");
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse(text, error);
    if (connstr == NULL)
        return SQL_ERROR;
    /* Neither a DSN nor a driver: the default data source, as the standard has it. */
    if (shard_connstr_get(connstr, "DSN") == NULL && shard_connstr_get(connstr, "Driver") == NULL)
        shard_connstr_set(connstr, "DSN", "DEFAULT");
    g_autofree char *complete = shard_connstr_to_text(connstr);
    shard_connstr_add_dsn(connstr);
    SQLRETURN rc = open_session(self, connstr, error);
    if (rc != SQL_ERROR)
        *out_text = g_steal_pointer(&complete);
    return rc;
}

SQLRETURN
shard_dbc_browse_connect(ShardDbc *self, const char *text, char **out_text, GError **error)
{
    *out_text = NULL;
    if (self->connected)
        return fail(error, "08002", "Connection name in use");
    if (self->browse == NULL)
        self->browse = g_string_new(NULL);
    /* The first of two equal keywords counts: what was said last stands first. */
    g_autofree char *all = g_strdup_printf("%s;%s", text == NULL ? "" : text, self->browse->str);
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse(all, error);
    if (connstr == NULL) {
        end_browsing(self);
        return SQL_ERROR;
    }
    g_autofree char *complete = shard_connstr_to_text(connstr);
    g_string_assign(self->browse, complete);
    shard_connstr_add_dsn(connstr);
    const char *rules = shard_connstr_get(connstr, "Rules");
    if (rules == NULL || rules[0] == '\0') {
        *out_text = g_strdup("Rules:Rules file=?;*UID:User=?;*PWD:Password=?;");
        return SQL_NEED_DATA;
    }
    SQLRETURN rc = open_session(self, connstr, error);
    end_browsing(self);
    if (rc != SQL_ERROR)
        *out_text = g_steal_pointer(&complete);
    return rc;
}

static void
free_children(ShardDbc *self)
{
    while (self->statements->len > 0)
        shard_stmt_free(self->statements->pdata[self->statements->len - 1]);
    while (self->descriptors->len > 0) {
        ShardDesc *desc = self->descriptors->pdata[self->descriptors->len - 1];
        g_ptr_array_remove_index(self->descriptors, self->descriptors->len - 1);
        shard_desc_destroy(desc);
        g_free(desc);
    }
}

/* Does another thread wait to begin a call with one of them? */
static gboolean
has_waiting_child(const ShardDbc *self)
{
    for (guint i = 0; i < self->statements->len; i++)
        if (shard_handle_is_used(self->statements->pdata[i]))
            return TRUE;
    for (guint i = 0; i < self->descriptors->len; i++)
        if (shard_handle_is_used(self->descriptors->pdata[i]))
            return TRUE;
    return FALSE;
}

SQLRETURN
shard_dbc_disconnect(ShardDbc *self, GError **error)
{
    if (self->browse != NULL) {
        end_browsing(self);
        return SQL_SUCCESS;
    }
    if (!self->connected)
        return fail(error, "08003", "Connection does not exist");
    pthread_mutex_lock(&self->work);
    if (self->autocommit == SQL_AUTOCOMMIT_OFF && shard_session_in_transaction(self->session)) {
        pthread_mutex_unlock(&self->work);
        return fail(error, "25000", "a transaction is open: commit or roll back first");
    }
    if (has_waiting_child(self)) {
        pthread_mutex_unlock(&self->work);
        return fail(error, "HY010", "Function sequence error: a statement is being executed");
    }
    free_children(self);
    g_clear_pointer(&self->prepared, shard_prepared_cache_free);
    shard_session_free(self->session);
    self->session = NULL;
    pthread_mutex_unlock(&self->work);
    shard_hint_texts_clear(&self->hints);
    self->choices = (ShardChoices){0};
    g_clear_pointer(&self->log, shard_log_close);
    g_clear_pointer(&self->log_name, g_free);
    g_clear_pointer(&self->settings, shard_settings_free);
    g_clear_pointer(&self->catalog, g_free);
    self->connected = FALSE;
    self->wide = FALSE;
    self->dialect_known = FALSE;
    return SQL_SUCCESS;
}

SQLRETURN
shard_dbc_end(ShardDbc *self, SQLSMALLINT completion, GError **error)
{
    if (completion != SQL_COMMIT && completion != SQL_ROLLBACK)
        return fail(error, "HY012", "Invalid transaction operation code");
    if (!self->connected)
        return fail(error, "08003", "Connection does not exist");
    pthread_mutex_lock(&self->work);
    gboolean ok = shard_session_end_as_said(self->session, completion == SQL_COMMIT, error);
    GError *warning = ok ? shard_session_take_warning(self->session) : NULL;
    pthread_mutex_unlock(&self->work);
    if (warning == NULL)
        return ok ? SQL_SUCCESS : SQL_ERROR;
    g_propagate_error(error, warning);
    return SQL_SUCCESS_WITH_INFO;
}

ShardDialect
shard_dbc_dialect(ShardDbc *self)
{
    if (!self->dialect_known && self->session != NULL) {
        g_autoptr(GError) ignored = NULL;
        self->dialect = shard_session_dialect(self->session, &ignored);
        self->dialect_known = ignored == NULL;
    }
    return self->dialect;
}

gboolean
shard_dbc_reports_wide(ShardDbc *self)
{
    return self->wide && shard_dbc_dialect(self) != SHARD_DIALECT_SQLITE;
}
