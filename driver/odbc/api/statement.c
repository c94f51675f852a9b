/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statement texts: prepare, execute, cancel. */
#include "driver/odbc/api/api.h"
#include "router/plan/rewrite/escape.h"

typedef SQLRETURN (*TextFunction)(ShardStmt *, const char *, gsize, GError **);

static SQLRETURN
with_text(SQLHSTMT handle, gconstpointer text, SQLINTEGER length, gboolean wide,
          TextFunction function)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    g_autofree char *sql = NULL;
    gsize size;
    rc = SQL_ERROR;
    if (shard_text_in(text, length, wide, &sql, &size, &error))
        rc = function(stmt, sql, size, &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrepare(SQLHSTMT handle, SQLCHAR *text, SQLINTEGER length)
{
    return with_text(handle, text, length, FALSE, shard_stmt_prepare);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrepareW(SQLHSTMT handle, SQLWCHAR *text, SQLINTEGER length)
{
    return with_text(handle, text, length, TRUE, shard_stmt_prepare);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLExecDirect(SQLHSTMT handle, SQLCHAR *text, SQLINTEGER length)
{
    return with_text(handle, text, length, FALSE, shard_stmt_exec_direct);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLExecDirectW(SQLHSTMT handle, SQLWCHAR *text, SQLINTEGER length)
{
    return with_text(handle, text, length, TRUE, shard_stmt_exec_direct);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLExecute(SQLHSTMT handle)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_execute(stmt, &error), &error);
}

static SQLRETURN
cancel_stmt(SQLHANDLE handle)
{
    ShardStmt *stmt = shard_handle_check(handle, SQL_HANDLE_STMT);

    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    shard_stmt_cancel(stmt);
    return SQL_SUCCESS;
}

static SQLRETURN
cancel_dbc(SQLHANDLE handle)
{
    ShardDbc *dbc = shard_handle_check(handle, SQL_HANDLE_DBC);

    /* Nothing runs asynchronously on a connection: there is nothing to cancel. */
    return dbc == NULL ? SQL_INVALID_HANDLE : SQL_SUCCESS;
}

SHARD_EXPORT SQLRETURN SQL_API
SQLCancel(SQLHSTMT handle)
{
    return cancel_stmt(handle);
}

/* unixODBC calls SQLCancel for a statement. */
SHARD_EXPORT SQLRETURN SQL_API
SQLCancelHandle(SQLSMALLINT type, SQLHANDLE handle)
{
    if (type == SQL_HANDLE_DBC)
        return cancel_dbc(handle);
    return type == SQL_HANDLE_STMT ? cancel_stmt(handle) : SQL_INVALID_HANDLE;
}

/* Names stay the application's: which actual tables are meant is known only when it runs. */
static SQLRETURN
translate(ShardDbc *dbc, const char *sql, gsize size, const ShardTextOut *out, GError **error)
{
    ShardSqlMode mode = *shard_session_sql_mode(dbc->session);
    const SQLULEN *defaults = dbc->statement_defaults;

    mode.no_escapes = defaults != NULL && defaults[SHARD_ATTR_NOSCAN] == SQL_NOSCAN_ON;
    g_autofree char *native = shard_escape_native(sql, size, &mode);
    return shard_text_out(out, native, error);
}

static SQLRETURN
native_sql(SQLHDBC handle, gconstpointer text, SQLINTEGER length, const ShardTextOut *out)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    g_autofree char *sql = NULL;
    gsize size;
    SQLRETURN rc = SQL_ERROR;
    if (!dbc->connected)
        rc = shard_stmt_fail(&error, "08003", "Connection not open");
    else if (text == NULL)
        rc = shard_stmt_fail(&error, "HY009", "Invalid use of null pointer");
    else if (shard_text_in(text, length, out->wide, &sql, &size, &error))
        rc = translate(dbc, sql, size, out, &error);
    return shard_handle_leave(dbc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLNativeSql(SQLHDBC handle, SQLCHAR *text, SQLINTEGER length, SQLCHAR *out, SQLINTEGER out_size,
             SQLINTEGER *out_length)
{
    const ShardTextOut output = {.buffer = out, .capacity = out_size, .length32 = out_length};
    return native_sql(handle, text, length, &output);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLNativeSqlW(SQLHDBC handle, SQLWCHAR *text, SQLINTEGER length, SQLWCHAR *out, SQLINTEGER out_size,
              SQLINTEGER *out_length)
{
    const ShardTextOut output = {
        .wide = TRUE, .buffer = out, .capacity = out_size, .length32 = out_length};
    return native_sql(handle, text, length, &output);
}

static SQLRETURN
set_cursor_name(SQLHSTMT handle, gconstpointer name, SQLSMALLINT length, gboolean wide)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    g_autofree char *text = NULL;
    SQLRETURN rc = SQL_ERROR;
    if (shard_text_in(name, length, wide, &text, NULL, &error))
        rc = shard_stmt_set_cursor_name(stmt, text, &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetCursorName(SQLHSTMT handle, SQLCHAR *name, SQLSMALLINT length)
{
    return set_cursor_name(handle, name, length, FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetCursorNameW(SQLHSTMT handle, SQLWCHAR *name, SQLSMALLINT length)
{
    return set_cursor_name(handle, name, length, TRUE);
}

static SQLRETURN
get_cursor_name(SQLHSTMT handle, const ShardTextOut *out)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_text_out(out, shard_stmt_cursor_name(stmt), &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetCursorName(SQLHSTMT handle, SQLCHAR *name, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {.buffer = name, .capacity = size, .length16 = out_length};
    return get_cursor_name(handle, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetCursorNameW(SQLHSTMT handle, SQLWCHAR *name, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .buffer = name, .capacity = size, .length16 = out_length};
    return get_cursor_name(handle, &out);
}
