/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Catalog functions: each gathers its arguments into one request. */
#include "driver/odbc/api/api.h"
#include "driver/odbc/catalog/catalog.h"

#define MOST_TEXTS 6

/* A text argument and the field of the request it goes to. */
typedef struct {
    gsize offset;
    gconstpointer text;
    SQLSMALLINT length;
} Argument;

/* A text argument as parameters, and as the field of the request that has its name. */
#define TEXT(Char, name) Char *name, SQLSMALLINT name##_length
#define FIELD(name)                                                                                \
    {                                                                                              \
        G_STRUCT_OFFSET(ShardCatalogRequest, name), name, name##_length                            \
    }

static SQLRETURN
open_catalog(ShardStmt *stmt, ShardCatalogRequest *request, GError **error)
{
    ShardDbc *dbc = stmt->connection;

    if (!shard_stmt_check_closed(stmt, error))
        return SQL_ERROR;
    request->metadata_id = stmt->attributes[SHARD_ATTR_METADATA_ID] == SQL_TRUE;
    request->wide = dbc->wide;
    request->odbc_version = dbc->env->odbc_version;
    request->run = shard_stmt_run(stmt);
    ShardStream *stream = shard_catalog_new(dbc->session, request, error);
    return stream == NULL ? SQL_ERROR : shard_stmt_open_stream(stmt, stream, error);
}

static SQLRETURN
ask(SQLHSTMT handle, ShardCatalogRequest *request, const Argument *arguments, guint n,
    gboolean wide)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    char *texts[MOST_TEXTS] = {NULL};
    rc = SQL_SUCCESS;
    for (guint i = 0; i < n && rc == SQL_SUCCESS; i++) {
        if (!shard_text_in(arguments[i].text, arguments[i].length, wide, &texts[i], NULL, &error))
            rc = SQL_ERROR;
        G_STRUCT_MEMBER(const char *, request, arguments[i].offset) = texts[i];
    }
    if (rc == SQL_SUCCESS)
        rc = open_catalog(stmt, request, &error);
    for (guint i = 0; i < n; i++)
        g_free(texts[i]);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTables(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table),
          TEXT(SQLCHAR, types))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(types)};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablesW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema), TEXT(SQLWCHAR, table),
           TEXT(SQLWCHAR, types))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(types)};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumns(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table),
           TEXT(SQLCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnsW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema), TEXT(SQLWCHAR, table),
            TEXT(SQLWCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrimaryKeys(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPRIMARYKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrimaryKeysW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
                TEXT(SQLWCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPRIMARYKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLForeignKeys(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table),
               TEXT(SQLCHAR, other_catalog), TEXT(SQLCHAR, other_schema),
               TEXT(SQLCHAR, other_table))
{
    const Argument arguments[] = {FIELD(catalog),       FIELD(schema),       FIELD(table),
                                  FIELD(other_catalog), FIELD(other_schema), FIELD(other_table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLFOREIGNKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLForeignKeysW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
                TEXT(SQLWCHAR, table), TEXT(SQLWCHAR, other_catalog), TEXT(SQLWCHAR, other_schema),
                TEXT(SQLWCHAR, other_table))
{
    const Argument arguments[] = {FIELD(catalog),       FIELD(schema),       FIELD(table),
                                  FIELD(other_catalog), FIELD(other_schema), FIELD(other_table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLFOREIGNKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLStatistics(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table),
              SQLUSMALLINT unique, SQLUSMALLINT accuracy)
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {
        .function = SQL_API_SQLSTATISTICS, .unique = unique, .accuracy = accuracy};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLStatisticsW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
               TEXT(SQLWCHAR, table), SQLUSMALLINT unique, SQLUSMALLINT accuracy)
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {
        .function = SQL_API_SQLSTATISTICS, .unique = unique, .accuracy = accuracy};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSpecialColumns(SQLHSTMT handle, SQLUSMALLINT identifier_type, TEXT(SQLCHAR, catalog),
                  TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table), SQLUSMALLINT scope,
                  SQLUSMALLINT nullable)
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLSPECIALCOLUMNS,
                                   .identifier_type = identifier_type,
                                   .scope = scope,
                                   .nullable = nullable};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSpecialColumnsW(SQLHSTMT handle, SQLUSMALLINT identifier_type, TEXT(SQLWCHAR, catalog),
                   TEXT(SQLWCHAR, schema), TEXT(SQLWCHAR, table), SQLUSMALLINT scope,
                   SQLUSMALLINT nullable)
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLSPECIALCOLUMNS,
                                   .identifier_type = identifier_type,
                                   .scope = scope,
                                   .nullable = nullable};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedures(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema), TEXT(SQLCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProceduresW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
               TEXT(SQLWCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedureColumns(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema),
                    TEXT(SQLCHAR, table), TEXT(SQLCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURECOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedureColumnsW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
                     TEXT(SQLWCHAR, table), TEXT(SQLWCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURECOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablePrivileges(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema),
                   TEXT(SQLCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLEPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablePrivilegesW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
                    TEXT(SQLWCHAR, table))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table)};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLEPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnPrivileges(SQLHSTMT handle, TEXT(SQLCHAR, catalog), TEXT(SQLCHAR, schema),
                    TEXT(SQLCHAR, table), TEXT(SQLCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnPrivilegesW(SQLHSTMT handle, TEXT(SQLWCHAR, catalog), TEXT(SQLWCHAR, schema),
                     TEXT(SQLWCHAR, table), TEXT(SQLWCHAR, column))
{
    const Argument arguments[] = {FIELD(catalog), FIELD(schema), FIELD(table), FIELD(column)};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}
