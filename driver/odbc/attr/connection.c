/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Connection attributes: SQLSetConnectAttr and SQLGetConnectAttr. */
#include "driver/odbc/attr/attr.h"
#include "driver/odbc/dbc/dbc.h"
#include "driver/odbc/stmt/stmt.h"

#include <string.h>

/* unixODBC's headers don't name these. */
#ifndef SQL_ATTR_RESET_CONNECTION
#define SQL_ATTR_RESET_CONNECTION 116
#endif
#ifndef SQL_ATTR_ANSI_APP
#define SQL_ATTR_ANSI_APP 115
#endif
/* Attributes from here on are drivers' own (psqlodbc's 65536 …). */
#define FIRST_DRIVER_ATTRIBUTE 30000

enum {
    NOT_CONNECTED = 1, /* only before connect */
    CONNECTED = 2,     /* only after */
    READ_ONLY = 4,
    TO_SHARDS = 8 /* shards must know it */
};

typedef struct {
    SQLINTEGER id;
    gsize offset; /* SQLULEN in ShardDbc; 0 none */
    guint flags;
    SQLULEN highest; /* HY024 beyond it */
} Row;

#define FIELD(name) G_STRUCT_OFFSET(ShardDbc, name)

static const Row rows[] = {
    {SQL_ATTR_ACCESS_MODE, FIELD(access_mode), TO_SHARDS, SQL_MODE_READ_ONLY},
    {SQL_ATTR_AUTOCOMMIT, FIELD(autocommit), 0, SQL_AUTOCOMMIT_ON},
    {SQL_ATTR_CONNECTION_TIMEOUT, FIELD(connection_timeout), TO_SHARDS, G_MAXUINT32},
    {SQL_ATTR_LOGIN_TIMEOUT, FIELD(login_timeout), TO_SHARDS, G_MAXUINT32},
    {SQL_ATTR_METADATA_ID, FIELD(metadata_id), 0, SQL_TRUE},
    {SQL_ATTR_ODBC_CURSORS, FIELD(odbc_cursors), 0, SQL_CUR_USE_DRIVER},
    {SQL_ATTR_PACKET_SIZE, FIELD(packet_size), NOT_CONNECTED, G_MAXUINT32},
    {SQL_ATTR_TXN_ISOLATION, FIELD(txn_isolation), TO_SHARDS, 32},
    {SQL_ATTR_ANSI_APP, FIELD(ansi_app), 0, SQL_AA_TRUE},
};

static const Row *
find_row(SQLINTEGER id)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].id == id)
            return &rows[i];
    return NULL;
}

static SQLRETURN
fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return SQL_ERROR;
}

static SQLRETURN
option_changed(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "01S02", "Option value changed");
    return SQL_SUCCESS_WITH_INFO;
}

static gboolean
tell_session(ShardDbc *self, const Row *row, SQLULEN value, GError **error)
{
    if (row->id == SQL_ATTR_AUTOCOMMIT)
        return shard_session_set_autocommit(self->session, value == SQL_AUTOCOMMIT_ON, error);
    if ((row->flags & TO_SHARDS) == 0)
        return TRUE;
    return shard_session_set_attribute(self->session, row->id, (SQLPOINTER) value, SQL_IS_UINTEGER,
                                       error);
}

static gboolean
is_isolation(SQLULEN value)
{
    return value == SQL_TXN_READ_UNCOMMITTED || value == SQL_TXN_READ_COMMITTED ||
           value == SQL_TXN_REPEATABLE_READ || value == SQL_TXN_SERIALIZABLE;
}

/* Is it always serializable, whatever is asked for? */
static gboolean
has_one_isolation(ShardDbc *self)
{
    return self->connected && shard_dbc_dialect(self) == SHARD_DIALECT_SQLITE;
}

static SQLRETURN
set_number(ShardDbc *self, const Row *row, SQLULEN value, GError **error)
{
    if (value > row->highest || (row->id == SQL_ATTR_TXN_ISOLATION && !is_isolation(value)))
        return fail(error, "HY024", "Invalid attribute value");
    if ((row->flags & NOT_CONNECTED) != 0 && self->connected)
        return fail(error, "HY011", "Attribute cannot be set now");
    pthread_mutex_lock(&self->work);
    gboolean changed = row->id == SQL_ATTR_TXN_ISOLATION && value != SQL_TXN_SERIALIZABLE &&
                       has_one_isolation(self);
    if (changed)
        value = SQL_TXN_SERIALIZABLE;
    gboolean ok = !self->connected || tell_session(self, row, value, error);
    if (ok)
        G_STRUCT_MEMBER(SQLULEN, self, row->offset) = value;
    pthread_mutex_unlock(&self->work);
    if (!ok)
        return SQL_ERROR;
    return changed ? option_changed(error) : SQL_SUCCESS;
}

/* The logical one; while the connection is made, too. */
static const char *
catalog_of(const ShardDbc *self)
{
    return self->session != NULL ? shard_session_settings(self->session)->catalog : NULL;
}

gboolean
shard_dbc_is_catalog(const ShardDbc *self, const char *name)
{
    const char *catalog = catalog_of(self);

    return catalog == NULL || catalog[0] == '\0' || name == NULL ||
           shard_identifier_equal_fold(catalog, name);
}

SQLRETURN
shard_dbc_refuse_catalog(ShardDbc *self, const char *name, GError **error)
{
    if (shard_dbc_dialect(self) == SHARD_DIALECT_MYSQL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "42000",
                        "Unknown database '%s': there is '%s', as Database says", name,
                        catalog_of(self));
        return SQL_ERROR;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "01S02", "Option value changed: the catalog is '%s'",
                    catalog_of(self));
    return SQL_SUCCESS_WITH_INFO;
}

/* The logical catalog's name; shards keep the database of their DSN. */
static SQLRETURN
set_catalog(ShardDbc *self, SQLPOINTER value, SQLINTEGER length, gboolean wide, GError **error)
{
    g_autofree char *name = NULL;
    SQLLEN characters = wide && length > 0 ? length / (SQLINTEGER) sizeof(SQLWCHAR) : length;

    if (!shard_text_in(value, characters, wide, &name, NULL, error))
        return SQL_ERROR;
    SQLRETURN rc = SQL_SUCCESS;
    pthread_mutex_lock(&self->work);
    if (self->connected && !shard_dbc_is_catalog(self, name)) {
        rc = shard_dbc_refuse_catalog(self, name, error);
    } else {
        g_free(self->catalog);
        self->catalog = g_steal_pointer(&name);
    }
    pthread_mutex_unlock(&self->work);
    return rc;
}

static void
forget_custom(ShardDbc *self, SQLINTEGER attribute)
{
    for (guint i = self->custom->len; i > 0; i--)
        if (g_array_index(self->custom, ShardDbcCustom, i - 1).attribute == attribute)
            g_array_remove_index(self->custom, i - 1);
}

/* Attributes of a shard's own driver: kept as they came, text as UTF-8.  Numbers come with any
 * length, so that only what can be an address is taken for text. */
static SQLRETURN
set_custom(ShardDbc *self, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length, gboolean wide,
           GError **error)
{
    ShardDbcCustom custom = {.attribute = attribute, .value = value};

    if ((length == SQL_NTS || length > 0) && (guintptr) value > 0x10000) {
        SQLLEN characters = wide && length > 0 ? length / (SQLINTEGER) sizeof(SQLWCHAR) : length;
        char *text;
        if (!shard_text_in(value, characters, wide, &text, NULL, error))
            return SQL_ERROR;
        custom = (ShardDbcCustom){attribute, text, TRUE};
    }
    if (self->connected) {
        pthread_mutex_lock(&self->work);
        gboolean ok = shard_dbc_bring_custom(self, &custom, error);
        pthread_mutex_unlock(&self->work);
        if (!ok) {
            shard_dbc_custom_clear(&custom);
            return SQL_ERROR;
        }
    }
    forget_custom(self, attribute);
    g_array_append_val(self->custom, custom);
    return SQL_SUCCESS;
}

/* What was set since it was made, as it was then. */
static void
forget_attributes(ShardDbc *self)
{
    self->access_mode = SQL_MODE_READ_WRITE;
    self->txn_isolation = 0;
    self->connection_timeout = 0;
    self->metadata_id = SQL_FALSE;
    self->quiet_mode = NULL;
    shard_hint_texts_clear(&self->hints);
    shard_hint_texts_clear(&self->statement_hints);
    shard_choices_reset(self);
    g_clear_pointer(&self->statement_defaults, g_free);
    g_clear_pointer(&self->catalog, g_free);
    g_array_set_size(self->custom, 0);
}

/* A pool hands the connection to somebody else: as it was when it was new.  Where rolling back
 * fails the connections are lost, and what was in them too. */
static SQLRETURN
reset(ShardDbc *self, GError **error)
{
    if (!self->connected)
        return SQL_SUCCESS;
    pthread_mutex_lock(&self->work);
    for (guint i = 0; i < self->statements->len; i++)
        shard_stmt_close(self->statements->pdata[i]);
    pthread_mutex_unlock(&self->work);
    shard_dbc_end(self, SQL_ROLLBACK, NULL);
    if (self->autocommit != SQL_AUTOCOMMIT_ON &&
        set_number(self, find_row(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_ON, error) != SQL_SUCCESS)
        return SQL_ERROR;
    pthread_mutex_lock(&self->work);
    forget_attributes(self);
    shard_session_reset(self->session);
    gboolean ok = shard_dbc_apply_attributes(self, error);
    pthread_mutex_unlock(&self->work);
    return ok ? SQL_SUCCESS : SQL_ERROR;
}

static SQLRETURN
set_statement_default(ShardDbc *self, const ShardAttrRow *attribute, SQLULEN value, GError **error)
{
    gboolean bad = FALSE;
    SQLULEN chosen =
        attribute->choose == NULL ? value : attribute->choose(value, SHARD_DIALECT_UNKNOWN, &bad);

    if (bad)
        return fail(error, "HY024", "Invalid attribute value");
    if (self->statement_defaults == NULL) {
        self->statement_defaults = g_new(SQLULEN, SHARD_ATTR_COUNT);
        shard_attr_init(self->statement_defaults);
    }
    self->statement_defaults[attribute->index] = chosen;
    return chosen == value ? SQL_SUCCESS : option_changed(error);
}

SQLRETURN
shard_dbc_set_attribute(ShardDbc *self, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length,
                        gboolean wide, GError **error)
{
    const Row *row = find_row(attribute);
    const ShardAttrRow *of_statement = shard_attr_find(attribute);

    if (row != NULL)
        return set_number(self, row, (SQLULEN) value, error);
    switch (attribute) {
    case SQL_ATTR_CURRENT_CATALOG:
        return set_catalog(self, value, length, wide, error);
    case SQL_ATTR_QUIET_MODE:
        self->quiet_mode = value;
        return SQL_SUCCESS;
    case SQL_ATTR_RESET_CONNECTION:
        return reset(self, error);
    case SQL_ATTR_ASYNC_ENABLE:
        return value == NULL ? SQL_SUCCESS
                             : fail(error, "HYC00",
                                    "calls are answered when they are done: there "
                                    "are no asynchronous ones");
    case SQL_ATTR_CONNECTION_DEAD:
    case SQL_ATTR_AUTO_IPD:
        return fail(error, "HY092", "the attribute can only be read");
    case SQL_ATTR_TRANSLATE_LIB:
    case SQL_ATTR_TRANSLATE_OPTION:
    case SQL_ATTR_ENLIST_IN_DTC:
        return fail(error, "HYC00", "Optional feature not implemented");
    }
    if (of_statement != NULL && of_statement->owner == SHARD_ATTR_OF_STATEMENT)
        return set_statement_default(self, of_statement, (SQLULEN) value, error);
    if (of_statement != NULL && of_statement->owner == SHARD_ATTR_OF_HINTS) {
        const ShardAttrValue given = {.value = value, .length = length, .wide = wide};
        return shard_hint_texts_set_attribute(&self->statement_hints,
                                              (ShardHintName) of_statement->index, &given, error);
    }
    if (attribute < FIRST_DRIVER_ATTRIBUTE)
        return fail(error, "HY092", "Invalid attribute/option identifier");
    return set_custom(self, attribute, value, length, wide, error);
}

static SQLRETURN
give_number(const ShardTextOut *out, SQLULEN value)
{
    /* All of them are 32 bits wide, SQL_ATTR_CONNECTION_DEAD too. */
    if (out->buffer != NULL)
        *(SQLUINTEGER *) out->buffer = (SQLUINTEGER) value;
    if (out->length32 != NULL)
        *out->length32 = sizeof(SQLUINTEGER);
    return SQL_SUCCESS;
}

/* A connection whose statement is at work is taken to live. */
static gboolean
is_dead(ShardDbc *self)
{
    if (!self->connected)
        return TRUE;
    if (pthread_mutex_trylock(&self->work) != 0)
        return FALSE;
    gboolean dead = shard_session_is_dead(self->session);
    pthread_mutex_unlock(&self->work);
    return dead;
}

static SQLULEN
default_isolation(ShardDbc *self)
{
    pthread_mutex_lock(&self->work);
    ShardDialect dialect = self->connected ? shard_dbc_dialect(self) : SHARD_DIALECT_UNKNOWN;
    pthread_mutex_unlock(&self->work);
    if (dialect == SHARD_DIALECT_SQLITE)
        return SQL_TXN_SERIALIZABLE;
    return dialect == SHARD_DIALECT_MYSQL ? SQL_TXN_REPEATABLE_READ : SQL_TXN_READ_COMMITTED;
}

/* Hints for statements to come; other attributes of statements aren't the connection's. */
static SQLRETURN
give_hint(const ShardDbc *self, const ShardAttrRow *hint, const ShardTextOut *out, GError **error)
{
    if (hint->owner == SHARD_ATTR_OF_HINTS)
        return shard_text_out(out, self->statement_hints.values[hint->index], error);
    return give_number(out, self->statement_defaults == NULL
                                ? hint->initial
                                : self->statement_defaults[hint->index]);
}

SQLRETURN
shard_dbc_get_attribute(ShardDbc *self, SQLINTEGER attribute, const ShardTextOut *out,
                        GError **error)
{
    const Row *row = find_row(attribute);
    const ShardAttrRow *of_statement =
        attribute < FIRST_DRIVER_ATTRIBUTE ? NULL : shard_attr_find(attribute);

    if (of_statement != NULL)
        return give_hint(self, of_statement, out, error);
    if (attribute == SQL_ATTR_TXN_ISOLATION && self->txn_isolation == 0)
        return give_number(out, default_isolation(self));
    if (row != NULL)
        return give_number(out, G_STRUCT_MEMBER(SQLULEN, self, row->offset));
    switch (attribute) {
    case SQL_ATTR_CONNECTION_DEAD:
        return give_number(out, is_dead(self) ? SQL_CD_TRUE : SQL_CD_FALSE);
    case SQL_ATTR_CURRENT_CATALOG:
        if (self->catalog == NULL && self->settings != NULL)
            return shard_text_out(out, self->settings->catalog, error);
        return shard_text_out(out, self->catalog, error);
    case SQL_ATTR_ASYNC_ENABLE:
    case SQL_ATTR_AUTO_IPD:
        return give_number(out, 0);
    case SQL_ATTR_QUIET_MODE:
        if (out->buffer != NULL)
            *(SQLPOINTER *) out->buffer = self->quiet_mode;
        return SQL_SUCCESS;
    case SQL_ATTR_TRANSLATE_LIB:
    case SQL_ATTR_TRANSLATE_OPTION:
        return fail(error, "HYC00", "Optional feature not implemented");
    }
    for (guint i = self->custom->len; i > 0; i--) {
        const ShardDbcCustom *custom = &g_array_index(self->custom, ShardDbcCustom, i - 1);
        if (custom->attribute == attribute)
            return custom->is_text ? shard_text_out(out, custom->value, error)
                                   : give_number(out, (SQLULEN) custom->value);
    }
    return fail(error, "HY092", "Invalid attribute/option identifier");
}
