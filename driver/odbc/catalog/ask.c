/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Asking a real driver.  What the three drivers answer differs in types and labels and, for names
 * that don't exist, between NULL and ""; here it is brought to the standard's columns.
 */
#include "driver/odbc/catalog/private.h"
#include "driver/odbc/convert/private.h"

/* A name argument and its length. */
#define ARGUMENT(text) (SQLCHAR *) (text), (SQLSMALLINT) ((text) != NULL ? SQL_NTS : 0)

typedef SQLRETURN (*Caller)(const ShardDriverLibrary *library, SQLHSTMT handle,
                            const ShardCatalogRequest *request);

static SQLRETURN
call_tables(const ShardDriverLibrary *library, SQLHSTMT handle, const ShardCatalogRequest *request)
{
    /* sqliteodbc lists the types for this, whatever the table. */
    const char *types = shard_catalog_is_all(request->types) ? NULL : request->types;

    return library->SQLTables(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                              ARGUMENT(request->table), ARGUMENT(types));
}

static SQLRETURN
call_columns(const ShardDriverLibrary *library, SQLHSTMT handle, const ShardCatalogRequest *request)
{
    return library->SQLColumns(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                               ARGUMENT(request->table), ARGUMENT(request->column));
}

static SQLRETURN
call_primary_keys(const ShardDriverLibrary *library, SQLHSTMT handle,
                  const ShardCatalogRequest *request)
{
    return library->SQLPrimaryKeys(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                                   ARGUMENT(request->table));
}

static SQLRETURN
call_foreign_keys(const ShardDriverLibrary *library, SQLHSTMT handle,
                  const ShardCatalogRequest *request)
{
    return library->SQLForeignKeys(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                                   ARGUMENT(request->table), ARGUMENT(request->other_catalog),
                                   ARGUMENT(request->other_schema), ARGUMENT(request->other_table));
}

static SQLRETURN
call_statistics(const ShardDriverLibrary *library, SQLHSTMT handle,
                const ShardCatalogRequest *request)
{
    return library->SQLStatistics(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                                  ARGUMENT(request->table), request->unique, request->accuracy);
}

static SQLRETURN
call_special_columns(const ShardDriverLibrary *library, SQLHSTMT handle,
                     const ShardCatalogRequest *request)
{
    return library->SQLSpecialColumns(handle, request->identifier_type, ARGUMENT(request->catalog),
                                      ARGUMENT(request->schema), ARGUMENT(request->table),
                                      request->scope, request->nullable);
}

static SQLRETURN
call_procedures(const ShardDriverLibrary *library, SQLHSTMT handle,
                const ShardCatalogRequest *request)
{
    return library->SQLProcedures(handle, ARGUMENT(request->catalog), ARGUMENT(request->schema),
                                  ARGUMENT(request->table));
}

static SQLRETURN
call_procedure_columns(const ShardDriverLibrary *library, SQLHSTMT handle,
                       const ShardCatalogRequest *request)
{
    return library->SQLProcedureColumns(handle, ARGUMENT(request->catalog),
                                        ARGUMENT(request->schema), ARGUMENT(request->table),
                                        ARGUMENT(request->column));
}

static SQLRETURN
call_table_privileges(const ShardDriverLibrary *library, SQLHSTMT handle,
                      const ShardCatalogRequest *request)
{
    return library->SQLTablePrivileges(handle, ARGUMENT(request->catalog),
                                       ARGUMENT(request->schema), ARGUMENT(request->table));
}

static SQLRETURN
call_column_privileges(const ShardDriverLibrary *library, SQLHSTMT handle,
                       const ShardCatalogRequest *request)
{
    return library->SQLColumnPrivileges(handle, ARGUMENT(request->catalog),
                                        ARGUMENT(request->schema), ARGUMENT(request->table),
                                        ARGUMENT(request->column));
}

static const struct {
    SQLUSMALLINT function;
    gsize offset; /* of the entry in the library, to see whether the driver has it */
    const char *name;
    Caller call;
} callers[] = {
#define CALLER(id, name, call)                                                                     \
    {                                                                                              \
        id, offsetof(ShardDriverLibrary, name), #name, call                                        \
    }
    CALLER(SQL_API_SQLTABLES, SQLTables, call_tables),
    CALLER(SQL_API_SQLCOLUMNS, SQLColumns, call_columns),
    CALLER(SQL_API_SQLPRIMARYKEYS, SQLPrimaryKeys, call_primary_keys),
    CALLER(SQL_API_SQLFOREIGNKEYS, SQLForeignKeys, call_foreign_keys),
    CALLER(SQL_API_SQLSTATISTICS, SQLStatistics, call_statistics),
    CALLER(SQL_API_SQLSPECIALCOLUMNS, SQLSpecialColumns, call_special_columns),
    CALLER(SQL_API_SQLPROCEDURES, SQLProcedures, call_procedures),
    CALLER(SQL_API_SQLPROCEDURECOLUMNS, SQLProcedureColumns, call_procedure_columns),
    CALLER(SQL_API_SQLTABLEPRIVILEGES, SQLTablePrivileges, call_table_privileges),
    CALLER(SQL_API_SQLCOLUMNPRIVILEGES, SQLColumnPrivileges, call_column_privileges),
};

/* The driver's own answer to SQLGetFunctions: psqlodbc exports a function that it hasn't. */
static gboolean
is_supported(ShardBackend *backend, SQLUSMALLINT function, gsize offset)
{
    const ShardDriverLibrary *library = shard_backend_library(backend);
    SQLUSMALLINT supported = SQL_TRUE;
    gpointer entry;

    memcpy(&entry, (const char *) library + offset, sizeof entry);
    if (entry == NULL)
        return FALSE;
    if (library->SQLGetFunctions == NULL ||
        !SQL_SUCCEEDED(
            library->SQLGetFunctions(shard_backend_handle(backend), function, &supported)))
        return TRUE;
    return supported != SQL_FALSE;
}

/* Again while it waits for a lock of SQLite's. */
static gboolean
make_call(ShardBackendStmt *statement, Caller call, const ShardCatalogRequest *request,
          GError **error)
{
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;

    shard_run_begin_question(request->run, statement);
    do
        rc = call(shard_backend_stmt_library(statement), shard_backend_stmt_handle(statement),
                  request);
    while (shard_backend_stmt_goes_on_waiting(statement, rc, &locks));
    return shard_run_end_question(request->run, statement, rc, error);
}

static ShardBackendStmt *
call_driver(ShardBackend *backend, const ShardCatalogRequest *request, GError **error)
{
    guint i = 0;

    while (callers[i].function != request->function)
        i++;
    if (!is_supported(backend, request->function, callers[i].offset)) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "HYC00", "the shard's driver has no %s",
                        callers[i].name);
        return NULL;
    }
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, error);
    if (statement == NULL)
        return NULL;
    if (make_call(statement, callers[i].call, request, error))
        return statement;
    shard_backend_stmt_free(statement);
    return NULL;
}

static ShardValue
normalise(const ShardStaticColumn *column, const ShardValue *value, ShardArena *arena)
{
    gboolean is_number = column->sql_type == SQL_SMALLINT || column->sql_type == SQL_INTEGER;
    ShardWhole whole;

    if (value->kind == SHARD_VALUE_NULL || value->kind == SHARD_VALUE_BYTES)
        return SHARD_VALUE_INIT_NULL;
    if (!is_number)
        return value->kind == SHARD_VALUE_STRING
                   ? shard_value_copy(value, arena)
                   : shard_value_string(shard_value_to_text(value, arena), -1);
    if (shard_convert_read_whole(value, &whole) != SHARD_READ_OK || whole.magnitude > G_MAXINT64)
        return SHARD_VALUE_INIT_NULL;
    /* MariaDB's driver has 4294967295 for the size of a LONGTEXT, and gives 32 bits of it. */
    gint64 number = whole.negative ? -(gint64) whole.magnitude : (gint64) whole.magnitude;
    return shard_value_long(column->sql_type == SQL_INTEGER ? (gint32) number : number);
}

static void
clear_empty_names(ShardValue *row, gint names)
{
    for (gint i = names; names >= 0 && i < names + 2; i++)
        if (row[i].kind == SHARD_VALUE_STRING && row[i].text.size == 0)
            row[i] = SHARD_VALUE_INIT_NULL;
}

/* 1 -> -8 and so on: what an application that connected wide is told. */
static void
widen(ShardValue *row, gint column)
{
    static const gint64 wide[][2] = {
        {SQL_CHAR, SQL_WCHAR}, {SQL_VARCHAR, SQL_WVARCHAR}, {SQL_LONGVARCHAR, SQL_WLONGVARCHAR}};

    if (column < 0 || row[column].kind != SHARD_VALUE_LONG)
        return;
    for (guint i = 0; i < G_N_ELEMENTS(wide); i++)
        if (row[column].i == wide[i][0]) {
            row[column].i = wide[i][1];
            return;
        }
}

/* psqlodbc counts two bytes a character of wide columns, but for BUFFER_LENGTH of long ones. */
static void
widen_lengths(ShardValue *row, const ShardCatalogFunction *function)
{
    enum { SIZE = 2, BUFFER = 3, OCTETS = 11 }; /* behind DATA_TYPE, in each function's columns */
    gint type = function->data_type;
    gboolean has_octets = function->sql_data_type >= 0;

    if (type < 0 || row[type].kind != SHARD_VALUE_LONG || row[type].i > SQL_WCHAR ||
        row[type].i < SQL_WLONGVARCHAR || row[type + SIZE].kind != SHARD_VALUE_LONG)
        return;
    if (has_octets && (row[type + OCTETS].kind != SHARD_VALUE_LONG || row[type + OCTETS].i <= 0))
        return;
    gint64 bytes = row[type + SIZE].i * (gint64) sizeof(SQLWCHAR);
    if (row[type].i != SQL_WLONGVARCHAR)
        row[type + BUFFER] = shard_value_long(bytes);
    if (has_octets)
        row[type + OCTETS] = shard_value_long(bytes);
}

/* psqlodbc counts its rows instead of the columns of each table; a column of its own behind the
 * standard's has the number.  What it and sqliteodbc leave out of the standard's follows from
 * NULLABLE, and -1 isn't a length. */
static void
mend_column(ShardValue *row, const ShardCatalog *self, const ShardValue *cells, guint n_cells)
{
    enum { NULLABLE = 10, OCTETS = 15, ORDINAL = 16, IS_NULLABLE = 17, PHYSICAL_NUMBER = 21 };

    if (self->dialect == SHARD_DIALECT_POSTGRESQL && n_cells > PHYSICAL_NUMBER &&
        cells[PHYSICAL_NUMBER].kind == SHARD_VALUE_LONG)
        row[ORDINAL] = shard_value_long(cells[PHYSICAL_NUMBER].i);
    if (row[OCTETS].kind == SHARD_VALUE_LONG && row[OCTETS].i < 0)
        row[OCTETS] = SHARD_VALUE_INIT_NULL;
    const char *is_nullable = shard_catalog_text(&row[IS_NULLABLE]);
    if ((is_nullable == NULL || is_nullable[0] == '\0') && row[NULLABLE].kind == SHARD_VALUE_LONG)
        row[IS_NULLABLE] = shard_value_string(row[NULLABLE].i == SQL_NO_NULLS ? "NO" : "YES", -1);
}

static ShardValue *
make_row(const ShardCatalog *self, const ShardCatalogFunction *function, const ShardValue *cells,
         guint n_cells)
{
    ShardValue *row = shard_arena_array(self->arena, ShardValue, function->n_columns);

    for (guint i = 0; i < function->n_columns; i++)
        row[i] = i < n_cells ? normalise(&function->columns[i], &cells[i], self->arena)
                             : SHARD_VALUE_INIT_NULL;
    if (function->function == SQL_API_SQLCOLUMNS)
        mend_column(row, self, cells, n_cells);
    clear_empty_names(row, function->names);
    clear_empty_names(row, function->other_names);
    if (self->request->wide && self->dialect != SHARD_DIALECT_SQLITE) {
        widen(row, function->data_type);
        widen(row, function->sql_data_type);
        if (self->dialect == SHARD_DIALECT_POSTGRESQL)
            widen_lengths(row, function);
    }
    return row;
}

static GPtrArray *
read_rows(const ShardCatalog *self, ShardBackendStmt *statement,
          const ShardCatalogFunction *function, GError **error)
{
    const ShardColumns *described = shard_backend_stmt_describe(statement, error);
    if (described == NULL)
        return NULL;
    g_autoptr(ShardStream) stream = shard_backend_stmt_rows(statement, error);
    if (stream == NULL)
        return NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    const ShardValue *cells;
    ShardFetch fetch;
    while ((fetch = shard_stream_next(stream, &cells, error)) == SHARD_ROW)
        g_ptr_array_add(rows, make_row(self, function, cells, stream->columns->n_columns));
    return fetch == SHARD_END ? g_steal_pointer(&rows) : NULL;
}

GPtrArray *
shard_catalog_ask(ShardCatalog *self, guint shard, const ShardCatalogRequest *request,
                  GError **error)
{
    ShardBackend *backend = shard_session_backend(self->session, shard, error);
    if (backend == NULL)
        return NULL;
    ShardBackendStmt *statement = call_driver(backend, request, error);
    if (statement == NULL)
        return NULL;
    GPtrArray *rows =
        read_rows(self, statement, shard_catalog_function_find(request->function), error);
    shard_backend_stmt_free(statement);
    return rows;
}

static const char *
ask_home(ShardCatalog *self, ShardBackend *backend, GError **error)
{
    static const char *const texts[] = {[SHARD_DIALECT_POSTGRESQL] = "SELECT current_schema()",
                                        [SHARD_DIALECT_MYSQL] = "SELECT DATABASE()",
                                        [SHARD_DIALECT_SQLITE] = NULL};
    guint n_columns = 0;

    if (texts[self->dialect] == NULL)
        return "";
    g_autoptr(GPtrArray) rows =
        shard_backend_query(backend, texts[self->dialect], &n_columns, error);
    if (rows == NULL)
        return NULL;
    char **cells = rows->len > 0 && n_columns > 0 ? rows->pdata[0] : NULL;
    return cells != NULL && cells[0] != NULL ? shard_arena_strndup(self->arena, cells[0], -1) : "";
}

const char *
shard_catalog_home(ShardCatalog *self, guint shard, GError **error)
{
    if (self->schemas[shard] != NULL)
        return self->schemas[shard];
    ShardBackend *backend = shard_session_backend(self->session, shard, error);
    if (backend != NULL)
        self->schemas[shard] = ask_home(self, backend, error);
    return self->schemas[shard];
}
