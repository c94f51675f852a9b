/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Connecting and disconnecting. */
#include "driver/odbc/api/api.h"

typedef struct {
    gconstpointer text;
    SQLSMALLINT length;
} Text;

static SQLRETURN
connect_to(SQLHDBC handle, const Text parts[3], gboolean wide)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    char *texts[3] = {NULL, NULL, NULL};
    SQLRETURN rc = SQL_SUCCESS;
    for (guint i = 0; i < 3 && rc == SQL_SUCCESS; i++)
        if (!shard_text_in(parts[i].text, parts[i].length, wide, &texts[i], NULL, &error))
            rc = SQL_ERROR;
    if (rc == SQL_SUCCESS)
        rc = shard_dbc_connect(dbc, texts[0], texts[1], texts[2], &error);
    if (SQL_SUCCEEDED(rc))
        dbc->wide = wide;
    for (guint i = 0; i < 3; i++)
        g_free(texts[i]);
    return shard_handle_leave(dbc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLConnect(SQLHDBC handle, SQLCHAR *dsn, SQLSMALLINT dsn_length, SQLCHAR *user,
           SQLSMALLINT user_length, SQLCHAR *password, SQLSMALLINT password_length)
{
    const Text parts[] = {{dsn, dsn_length}, {user, user_length}, {password, password_length}};
    return connect_to(handle, parts, FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLConnectW(SQLHDBC handle, SQLWCHAR *dsn, SQLSMALLINT dsn_length, SQLWCHAR *user,
            SQLSMALLINT user_length, SQLWCHAR *password, SQLSMALLINT password_length)
{
    const Text parts[] = {{dsn, dsn_length}, {user, user_length}, {password, password_length}};
    return connect_to(handle, parts, TRUE);
}

typedef SQLRETURN (*ConnectFunction)(ShardDbc *, const char *, char **, GError **);

/* SQLDriverConnect and SQLBrowseConnect. */
static SQLRETURN
connect_with(SQLHDBC handle, const Text *text, const ShardTextOut *out, ConnectFunction function)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    g_autofree char *input = NULL;
    g_autofree char *complete = NULL;
    SQLRETURN rc = SQL_ERROR;
    if (shard_text_in(text->text, text->length, out->wide, &input, NULL, &error))
        rc = function(dbc, input, &complete, &error);
    if (SQL_SUCCEEDED(rc))
        dbc->wide = out->wide;
    if (complete != NULL) {
        GError *cut = NULL;
        if (shard_text_out(out, complete, &cut) != SQL_SUCCESS) {
            if (rc == SQL_SUCCESS)
                rc = SQL_SUCCESS_WITH_INFO;
            shard_error_join(&error, cut);
        }
    }
    return shard_handle_leave(dbc, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDriverConnect(SQLHDBC handle, SQLHWND window, SQLCHAR *text, SQLSMALLINT length, SQLCHAR *out,
                 SQLSMALLINT out_size, SQLSMALLINT *out_length, SQLUSMALLINT completion)
{
    const Text input = {text, length};
    const ShardTextOut output = {.buffer = out, .capacity = out_size, .length16 = out_length};
    return connect_with(handle, &input, &output, shard_dbc_driver_connect);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDriverConnectW(SQLHDBC handle, SQLHWND window, SQLWCHAR *text, SQLSMALLINT length, SQLWCHAR *out,
                  SQLSMALLINT out_size, SQLSMALLINT *out_length, SQLUSMALLINT completion)
{
    const Text input = {text, length};
    const ShardTextOut output = {
        .wide = TRUE, .buffer = out, .capacity = out_size, .length16 = out_length};
    return connect_with(handle, &input, &output, shard_dbc_driver_connect);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLBrowseConnect(SQLHDBC handle, SQLCHAR *text, SQLSMALLINT length, SQLCHAR *out,
                 SQLSMALLINT out_size, SQLSMALLINT *out_length)
{
    const Text input = {text, length};
    const ShardTextOut output = {.buffer = out, .capacity = out_size, .length16 = out_length};
    return connect_with(handle, &input, &output, shard_dbc_browse_connect);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLBrowseConnectW(SQLHDBC handle, SQLWCHAR *text, SQLSMALLINT length, SQLWCHAR *out,
                  SQLSMALLINT out_size, SQLSMALLINT *out_length)
{
    const Text input = {text, length};
    const ShardTextOut output = {
        .wide = TRUE, .buffer = out, .capacity = out_size, .length16 = out_length};
    return connect_with(handle, &input, &output, shard_dbc_browse_connect);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDisconnect(SQLHDBC handle)
{
    ShardDbc *dbc = shard_handle_enter(handle, SQL_HANDLE_DBC);
    if (dbc == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(dbc, shard_dbc_disconnect(dbc, &error), &error);
}
