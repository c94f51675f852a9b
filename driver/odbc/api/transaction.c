/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ending transactions. */
#include "driver/odbc/api/api.h"

static SQLRETURN
end_dbc(SQLHANDLE handle, SQLSMALLINT completion)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(dbc, shard_dbc_end(dbc, completion, &error), &error);
}

static SQLRETURN
end_env(SQLHANDLE handle, SQLSMALLINT completion)
{
    ShardEnv *env = shard_handle_enter(handle, SQL_HANDLE_ENV);
    if (env == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(env, shard_env_end(env, completion, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLEndTran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT completion)
{
    if (type == SQL_HANDLE_DBC)
        return end_dbc(handle, completion);
    return type == SQL_HANDLE_ENV ? end_env(handle, completion) : SQL_INVALID_HANDLE;
}
