/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Diagnostics: no handle lock, records stay as they are. */
#include "driver/odbc/api/api.h"

static SQLRETURN
get_record(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, const ShardTextOut *out,
           SQLINTEGER *out_native, char out_sqlstate[6])
{
    ShardHandle *head = shard_handle_check(handle, type);
    SQLINTEGER native = 0;

    if (head == NULL)
        return SQL_INVALID_HANDLE;
    SQLRETURN rc = shard_diag_get_record(&head->diag, number, out_sqlstate, &native, out);
    if (SQL_SUCCEEDED(rc) && out_native != NULL)
        *out_native = native;
    return rc;
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDiagRec(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, SQLCHAR *sqlstate,
              SQLINTEGER *out_native, SQLCHAR *message, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {.buffer = message, .capacity = size, .length16 = out_length};
    char state[6];
    SQLRETURN rc = get_record(type, handle, number, &out, out_native, state);
    if (SQL_SUCCEEDED(rc) && sqlstate != NULL)
        g_strlcpy((char *) sqlstate, state, sizeof state);
    return rc;
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDiagRecW(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, SQLWCHAR *sqlstate,
               SQLINTEGER *out_native, SQLWCHAR *message, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .buffer = message, .capacity = size, .length16 = out_length};
    char state[6];
    SQLRETURN rc = get_record(type, handle, number, &out, out_native, state);
    for (guint i = 0; SQL_SUCCEEDED(rc) && sqlstate != NULL && i < sizeof state; i++)
        sqlstate[i] = (SQLWCHAR) (guchar) state[i];
    return rc;
}

static SQLRETURN
get_field(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, SQLSMALLINT field,
          const ShardTextOut *out)
{
    ShardHandle *head = shard_handle_check(handle, type);

    return head == NULL ? SQL_INVALID_HANDLE
                        : shard_diag_get_field(&head->diag, type, number, field, out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDiagField(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, SQLSMALLINT field,
                SQLPOINTER value, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {
        .bytes = TRUE, .buffer = value, .capacity = size, .length16 = out_length};
    return get_field(type, handle, number, field, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetDiagFieldW(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number, SQLSMALLINT field,
                 SQLPOINTER value, SQLSMALLINT size, SQLSMALLINT *out_length)
{
    const ShardTextOut out = {
        .wide = TRUE, .bytes = TRUE, .buffer = value, .capacity = size, .length16 = out_length};
    return get_field(type, handle, number, field, &out);
}
