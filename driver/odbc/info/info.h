/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * info.h - SQLGetInfo, SQLGetFunctions and SQLGetTypeInfo, answered from tables.
 *
 * None of them opens a shard, but for what truly needs a server (SQL_DBMS_VER …), which is asked
 * once per process and rules file.
 */
#pragma once

#include "driver/executor/session.h"

typedef struct {
    ShardSession *session; /* NULL: not connected (SQL_DRIVER_ODBC_VER only) */
    const char *dsn;       /* never NULL */
    gboolean wide;
    SQLINTEGER odbc_version;
    guint n_statements_limit;
} ShardInfoContext;

/* As SQLGetInfo: value may be NULL; length in bytes, for text of the W entry point too.  HY096 for
 * an unknown type; 01004 as SUCCESS_WITH_INFO. */
SQLRETURN shard_info_get(const ShardInfoContext *context, SQLUSMALLINT type, SQLPOINTER value,
                         SQLSMALLINT length, SQLSMALLINT *out_length, GError **error);

/* As SQLGetFunctions: one function, SQL_API_ALL_FUNCTIONS or SQL_API_ODBC3_ALL_FUNCTIONS. */
SQLRETURN shard_info_functions(SQLUSMALLINT function, SQLUSMALLINT *out_supported, GError **error);

/* The rows of SQLGetTypeInfo(type), per brand. */
ShardStream *shard_info_types(const ShardInfoContext *context, SQLSMALLINT type, GError **error);
