/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/env.h"

#include "driver/odbc/dbc/dbc.h"

ShardEnv *
shard_env_new(void)
{
    ShardEnv *self = g_new0(ShardEnv, 1);

    shard_handle_init(&self->head, SQL_HANDLE_ENV, NULL);
    self->output_nts = SQL_TRUE;
    self->connections = g_ptr_array_new();
    return self;
}

static SQLRETURN
fail(GError **error, const char *sqlstate, const char *message)
{
    shard_error_set(error, SHARD_ERROR_FAILED, sqlstate, "%s", message);
    return SQL_ERROR;
}

SQLRETURN
shard_env_free(ShardEnv *self, GError **error)
{
    if (self->connections->len > 0)
        return fail(error, "HY010", "connections of this environment are still allocated");
    g_ptr_array_unref(self->connections);
    pthread_mutex_unlock(self->head.lock);
    shard_handle_destroy(&self->head);
    g_free(self);
    return SQL_SUCCESS;
}

static SQLRETURN
set_version(ShardEnv *self, SQLINTEGER version, GError **error)
{
    if (version != SQL_OV_ODBC2 && version != SQL_OV_ODBC3 && version != SQL_OV_ODBC3_80)
        return fail(error, "HY024", "unknown ODBC version");
    if (self->connections->len > 0)
        return fail(error, "HY011", "the ODBC version can't be set behind the first connection");
    self->odbc_version = version;
    return SQL_SUCCESS;
}

SQLRETURN
shard_env_set_attribute(ShardEnv *self, SQLINTEGER attribute, SQLPOINTER value, GError **error)
{
    SQLINTEGER number = (SQLINTEGER) (gintptr) value;

    switch (attribute) {
    case SQL_ATTR_ODBC_VERSION:
        return set_version(self, number, error);
    case SQL_ATTR_CONNECTION_POOLING:
        self->connection_pooling = number;
        return SQL_SUCCESS;
    case SQL_ATTR_CP_MATCH:
        self->cp_match = number;
        return SQL_SUCCESS;
    case SQL_ATTR_OUTPUT_NTS:
        return number == SQL_TRUE ? SQL_SUCCESS
                                  : fail(error, "HYC00", "output without NUL isn't implemented");
    default:
        return fail(error, "HY092", "Invalid attribute/option identifier");
    }
}

SQLRETURN
shard_env_get_attribute(ShardEnv *self, SQLINTEGER attribute, SQLPOINTER value,
                        SQLINTEGER *out_length, GError **error)
{
    SQLINTEGER number;

    switch (attribute) {
    case SQL_ATTR_ODBC_VERSION:
        number = self->odbc_version;
        break;
    case SQL_ATTR_CONNECTION_POOLING:
        number = self->connection_pooling;
        break;
    case SQL_ATTR_CP_MATCH:
        number = self->cp_match;
        break;
    case SQL_ATTR_OUTPUT_NTS:
        number = self->output_nts;
        break;
    default:
        return fail(error, "HY092", "Invalid attribute/option identifier");
    }
    if (value != NULL)
        *(SQLINTEGER *) value = number;
    if (out_length != NULL)
        *out_length = sizeof(SQLINTEGER);
    return SQL_SUCCESS;
}

SQLRETURN
shard_env_end(ShardEnv *self, SQLSMALLINT completion, GError **error)
{
    GError *all = NULL;
    SQLRETURN worst = SQL_SUCCESS;

    for (guint i = 0; i < self->connections->len; i++) {
        ShardDbc *connection = self->connections->pdata[i];
        GError *one = NULL;
        pthread_mutex_lock(connection->head.lock);
        SQLRETURN rc =
            connection->connected ? shard_dbc_end(connection, completion, &one) : SQL_SUCCESS;
        pthread_mutex_unlock(connection->head.lock);
        worst = rc == SQL_ERROR || worst == SQL_SUCCESS ? rc : worst;
        shard_error_join(&all, one);
    }
    if (all != NULL)
        g_propagate_error(error, all);
    return worst;
}
