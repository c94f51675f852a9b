/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Catalog functions: each gathers its arguments into one request. */
#include "driver/odbc/api.h"
#include "driver/odbc/catalog.h"

#define MOST_TEXTS 6

/* A text argument and the field of the request it goes to. */
typedef struct {
    gsize offset;
    gconstpointer text;
    SQLSMALLINT length;
} Argument;

#define FIELD(name) G_STRUCT_OFFSET(ShardCatalogRequest, name)

static SQLRETURN
open_catalog(ShardStmt *stmt, ShardCatalogRequest *request, GError **error)
{
    ShardDbc *dbc = stmt->connection;

    if (!shard_stmt_check_closed(stmt, error))
        return SQL_ERROR;
    request->metadata_id = stmt->attributes[SHARD_ATTR_METADATA_ID] == SQL_TRUE;
    request->wide = dbc->wide;
    request->odbc_version = dbc->env->odbc_version;
    ShardStream *stream = shard_catalog_new(dbc->session, request, error);
    return stream == NULL ? SQL_ERROR : shard_stmt_open_stream(stmt, stream, error);
}

static SQLRETURN
ask(SQLHSTMT handle, ShardCatalogRequest *request, const Argument *arguments, guint n,
    gboolean wide)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    char *texts[MOST_TEXTS] = {NULL};
    SQLRETURN rc = SQL_SUCCESS;
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
SQLTables(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
          SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length, SQLCHAR *types,
          SQLSMALLINT types_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(types), types, types_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablesW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
           SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length, SQLWCHAR *types,
           SQLSMALLINT types_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(types), types, types_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumns(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
           SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length, SQLCHAR *column,
           SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnsW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
            SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length, SQLWCHAR *column,
            SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrimaryKeys(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
               SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPRIMARYKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLPrimaryKeysW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
                SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPRIMARYKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLForeignKeys(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
               SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length,
               SQLCHAR *other_catalog, SQLSMALLINT other_catalog_length, SQLCHAR *other_schema,
               SQLSMALLINT other_schema_length, SQLCHAR *other_table,
               SQLSMALLINT other_table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(other_catalog), other_catalog, other_catalog_length},
                                  {FIELD(other_schema), other_schema, other_schema_length},
                                  {FIELD(other_table), other_table, other_table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLFOREIGNKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLForeignKeysW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
                SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length,
                SQLWCHAR *other_catalog, SQLSMALLINT other_catalog_length, SQLWCHAR *other_schema,
                SQLSMALLINT other_schema_length, SQLWCHAR *other_table,
                SQLSMALLINT other_table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(other_catalog), other_catalog, other_catalog_length},
                                  {FIELD(other_schema), other_schema, other_schema_length},
                                  {FIELD(other_table), other_table, other_table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLFOREIGNKEYS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLStatistics(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
              SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length,
              SQLUSMALLINT unique, SQLUSMALLINT accuracy)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {
        .function = SQL_API_SQLSTATISTICS, .unique = unique, .accuracy = accuracy};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLStatisticsW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
               SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length,
               SQLUSMALLINT unique, SQLUSMALLINT accuracy)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {
        .function = SQL_API_SQLSTATISTICS, .unique = unique, .accuracy = accuracy};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSpecialColumns(SQLHSTMT handle, SQLUSMALLINT identifier_type, SQLCHAR *catalog,
                  SQLSMALLINT catalog_length, SQLCHAR *schema, SQLSMALLINT schema_length,
                  SQLCHAR *table, SQLSMALLINT table_length, SQLUSMALLINT scope,
                  SQLUSMALLINT nullable)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLSPECIALCOLUMNS,
                                   .identifier_type = identifier_type,
                                   .scope = scope,
                                   .nullable = nullable};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSpecialColumnsW(SQLHSTMT handle, SQLUSMALLINT identifier_type, SQLWCHAR *catalog,
                   SQLSMALLINT catalog_length, SQLWCHAR *schema, SQLSMALLINT schema_length,
                   SQLWCHAR *table, SQLSMALLINT table_length, SQLUSMALLINT scope,
                   SQLUSMALLINT nullable)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLSPECIALCOLUMNS,
                                   .identifier_type = identifier_type,
                                   .scope = scope,
                                   .nullable = nullable};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedures(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
              SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProceduresW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length, SQLWCHAR *schema,
               SQLSMALLINT schema_length, SQLWCHAR *table, SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedureColumns(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
                    SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length,
                    SQLCHAR *column, SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURECOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLProcedureColumnsW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length,
                     SQLWCHAR *schema, SQLSMALLINT schema_length, SQLWCHAR *table,
                     SQLSMALLINT table_length, SQLWCHAR *column, SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLPROCEDURECOLUMNS};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablePrivileges(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
                   SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLEPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLTablePrivilegesW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length,
                    SQLWCHAR *schema, SQLSMALLINT schema_length, SQLWCHAR *table,
                    SQLSMALLINT table_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLEPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnPrivileges(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_length, SQLCHAR *schema,
                    SQLSMALLINT schema_length, SQLCHAR *table, SQLSMALLINT table_length,
                    SQLCHAR *column, SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), FALSE);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColumnPrivilegesW(SQLHSTMT handle, SQLWCHAR *catalog, SQLSMALLINT catalog_length,
                     SQLWCHAR *schema, SQLSMALLINT schema_length, SQLWCHAR *table,
                     SQLSMALLINT table_length, SQLWCHAR *column, SQLSMALLINT column_length)
{
    const Argument arguments[] = {{FIELD(catalog), catalog, catalog_length},
                                  {FIELD(schema), schema, schema_length},
                                  {FIELD(table), table, table_length},
                                  {FIELD(column), column, column_length}};
    ShardCatalogRequest request = {.function = SQL_API_SQLCOLUMNPRIVILEGES};
    return ask(handle, &request, arguments, G_N_ELEMENTS(arguments), TRUE);
}
