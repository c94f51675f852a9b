/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Attributes of environments, connections and statements. */
#include "driver/odbc/api/api.h"

SHARD_EXPORT SQLRETURN SQL_API
SQLSetEnvAttr(SQLHENV handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    ShardEnv *env = shard_handle_enter(handle, SQL_HANDLE_ENV);
    if (env == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_env_set_attribute(env, attribute, value, &error);
    return shard_handle_leave(env, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetEnvAttr(SQLHENV handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
              SQLINTEGER *out_length)
{
    ShardEnv *env = shard_handle_enter(handle, SQL_HANDLE_ENV);
    if (env == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_env_get_attribute(env, attribute, value, out_length, &error);
    return shard_handle_leave(env, rc, &error);
}

static SQLRETURN
set_connect_attr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length,
                 gboolean wide)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_dbc_set_attribute(dbc, attribute, value, length, wide, &error);
    return shard_handle_leave(dbc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    return set_connect_attr(handle, attribute, value, length, FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetConnectAttrW(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    return set_connect_attr(handle, attribute, value, length, TRUE);
}

static SQLRETURN
get_connect_attr(SQLHDBC handle, SQLINTEGER attribute, const ShardTextOut *out)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(dbc, shard_dbc_get_attribute(dbc, attribute, out, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
                  SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_connect_attr(handle, attribute, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetConnectAttrW(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
                   SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_connect_attr(handle, attribute, &out);
}

static SQLRETURN
set_stmt_attr(SQLHSTMT handle, SQLINTEGER attribute, const ShardAttrValue *value)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_set_attribute(stmt, attribute, value, &error),
                              &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    const ShardAttrValue given = {.value = value, .length = length};

    return set_stmt_attr(handle, attribute, &given);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetStmtAttrW(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    const ShardAttrValue given = {.value = value, .length = length, .wide = TRUE};

    return set_stmt_attr(handle, attribute, &given);
}

static SQLRETURN
get_stmt_attr(SQLHSTMT handle, SQLINTEGER attribute, const ShardTextOut *out)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_get_attribute(stmt, attribute, out, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
               SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_stmt_attr(handle, attribute, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetStmtAttrW(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
                SQLINTEGER *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .bytes = TRUE, .buffer = value, .capacity = size, .length32 = out_length};
    return get_stmt_attr(handle, attribute, &out);
}
