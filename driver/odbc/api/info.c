/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the driver is and can. */
#include "driver/odbc/api/api.h"
#include "driver/odbc/info/info.h"

static ShardInfoContext
make_context(ShardDbc *dbc, gboolean wide)
{
    return (ShardInfoContext){.session = dbc->session,
                              .dsn = dbc->dsn,
                              .wide = wide,
                              .odbc_version = dbc->env->odbc_version};
}

static SQLRETURN
get_info(SQLHDBC handle, SQLUSMALLINT type, const ShardTextOut *out)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc;
    if (!dbc->connected && type != SQL_ODBC_VER && type != SQL_DRIVER_ODBC_VER) {
        rc = shard_stmt_fail(&error, "08003", "Connection does not exist");
    } else {
        pthread_mutex_lock(&dbc->work);
        const ShardInfoContext context = make_context(dbc, out->wide);
        rc = shard_info_get(&context, type, out->buffer, (SQLSMALLINT) out->capacity, out->length16,
                            &error);
        pthread_mutex_unlock(&dbc->work);
    }
    return shard_handle_leave(dbc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetInfo(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER value, SQLSMALLINT size,
           SQLSMALLINT *out_length)
{
    const ShardTextOut out = {.buffer = value, .capacity = size, .length16 = out_length};
    return get_info(handle, type, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetInfoW(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER value, SQLSMALLINT size,
            SQLSMALLINT *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .buffer = value, .capacity = size, .length16 = out_length};
    return get_info(handle, type, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetFunctions(SQLHDBC handle, SQLUSMALLINT function, SQLUSMALLINT *out_supported)
{
    ShardDbc *dbc = shard_handle_check(handle, SQL_HANDLE_DBC);
    g_autoptr(GError) error = NULL;

    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    SQLRETURN rc = shard_info_functions(function, out_supported, &error);
    if (error != NULL)
        shard_diag_add(&dbc->head.diag, error, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    return rc;
}

static SQLRETURN
type_info(SQLHSTMT handle, SQLSMALLINT type)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = SQL_ERROR;
    if (shard_stmt_check_closed(stmt, &error)) {
        const ShardInfoContext context = make_context(stmt->connection, stmt->connection->wide);
        ShardStream *stream = shard_info_types(&context, type, &error);
        if (stream != NULL)
            rc = shard_stmt_open_stream(stmt, stream, &error);
    }
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetTypeInfo(SQLHSTMT handle, SQLSMALLINT type)
{
    return type_info(handle, type);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetTypeInfoW(SQLHSTMT handle, SQLSMALLINT type)
{
    return type_info(handle, type);
}
