/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parameters. */
#include "driver/odbc/api/api.h"

SHARD_EXPORT SQLRETURN SQL_API
SQLBindParameter(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT io_type, SQLSMALLINT c_type,
                 SQLSMALLINT sql_type, SQLULEN column_size, SQLSMALLINT digits, SQLPOINTER data,
                 SQLLEN buffer_length, SQLLEN *indicator)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    const ShardParamCall call = {number, io_type, c_type,        sql_type, column_size,
                                 digits, data,    buffer_length, indicator};
    return shard_handle_leave(stmt, shard_param_bind(stmt, &call, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLNumParams(SQLHSTMT handle, SQLSMALLINT *out_n)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_num_params(stmt, out_n, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDescribeParam(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT *out_type, SQLULEN *out_size,
                 SQLSMALLINT *out_digits, SQLSMALLINT *out_nullable)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    ShardParamFacts facts = {0};
    SQLRETURN rc = shard_stmt_describe_param(stmt, number, &facts, &error);
    if (SQL_SUCCEEDED(rc)) {
        if (out_type != NULL)
            *out_type = facts.sql_type;
        if (out_size != NULL)
            *out_size = facts.size;
        if (out_digits != NULL)
            *out_digits = facts.digits;
        if (out_nullable != NULL)
            *out_nullable = facts.nullable;
    }
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLParamData(SQLHSTMT handle, SQLPOINTER *out_token)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_param_data(stmt, out_token, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPutData(SQLHSTMT handle, SQLPOINTER data, SQLLEN length)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_put_data(stmt, data, length, &error), &error);
}
