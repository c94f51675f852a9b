/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Results: columns, binding, fetching. */
#include "driver/odbc/api/api.h"

SHARD_EXPORT SQLRETURN SQL_API
SQLNumResultCols(SQLHSTMT handle, SQLSMALLINT *out_n)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    const ShardColumns *columns = shard_stmt_columns(stmt, &error);
    if (out_n != NULL && error == NULL)
        *out_n = columns == NULL ? 0 : (SQLSMALLINT) columns->n_columns;
    return shard_handle_leave(stmt, error == NULL ? SQL_SUCCESS : SQL_ERROR, &error);
}

typedef struct {
    SQLSMALLINT *type;
    SQLULEN *size;
    SQLSMALLINT *digits, *nullable;
} ColumnOut;

static SQLRETURN
give_column(ShardStmt *stmt, SQLUSMALLINT number, const ShardTextOut *name, const ColumnOut *out,
            GError **error)
{
    GError *failure = NULL;
    const ShardColumns *columns = shard_stmt_columns(stmt, &failure);

    if (failure != NULL) {
        g_propagate_error(error, failure);
        return SQL_ERROR;
    }
    if (columns == NULL)
        return shard_stmt_fail(error, "07005", "Prepared statement not a cursor-specification");
    if (number < 1 || number > columns->n_columns)
        return shard_stmt_fail(error, "07009", "Invalid descriptor index");
    const ShardColumn *column = &columns->columns[number - 1];
    if (out->type != NULL)
        *out->type = shard_stmt_column_type(stmt, column);
    if (out->size != NULL)
        *out->size = column->size;
    if (out->digits != NULL)
        *out->digits = column->digits;
    if (out->nullable != NULL)
        *out->nullable = column->nullable;
    return shard_text_out(name, column->label, error);
}

static SQLRETURN
describe_col(SQLHSTMT handle, SQLUSMALLINT number, const ShardTextOut *name, const ColumnOut *out)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, give_column(stmt, number, name, out, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDescribeCol(SQLHSTMT handle, SQLUSMALLINT number, SQLCHAR *name, SQLSMALLINT size,
               SQLSMALLINT *out_length, SQLSMALLINT *out_type, SQLULEN *out_size,
               SQLSMALLINT *out_digits, SQLSMALLINT *out_nullable)
{
    const ShardTextOut text = {.buffer = name, .capacity = size, .length16 = out_length};
    const ColumnOut out = {out_type, out_size, out_digits, out_nullable};
    return describe_col(handle, number, &text, &out);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLDescribeColW(SQLHSTMT handle, SQLUSMALLINT number, SQLWCHAR *name, SQLSMALLINT size,
                SQLSMALLINT *out_length, SQLSMALLINT *out_type, SQLULEN *out_size,
                SQLSMALLINT *out_digits, SQLSMALLINT *out_nullable)
{
    const ShardTextOut text = {
        .wide = TRUE, .buffer = name, .capacity = size, .length16 = out_length};
    const ColumnOut out = {out_type, out_size, out_digits, out_nullable};
    return describe_col(handle, number, &text, &out);
}

static SQLRETURN
column_attribute(SQLHSTMT handle, SQLUSMALLINT number, SQLUSMALLINT field, const ShardTextOut *out,
                 SQLLEN *out_number)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = shard_stmt_column_field(stmt, number, field, out, out_number, &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColAttribute(SQLHSTMT handle, SQLUSMALLINT number, SQLUSMALLINT field, SQLPOINTER text,
                SQLSMALLINT size, SQLSMALLINT *out_length, SQLLEN *out_number)
{
    const ShardTextOut out = {
        .bytes = TRUE, .buffer = text, .capacity = size, .length16 = out_length};
    return column_attribute(handle, number, field, &out, out_number);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLColAttributeW(SQLHSTMT handle, SQLUSMALLINT number, SQLUSMALLINT field, SQLPOINTER text,
                 SQLSMALLINT size, SQLSMALLINT *out_length, SQLLEN *out_number)
{
    const ShardTextOut out = {
        .wide = TRUE, .bytes = TRUE, .buffer = text, .capacity = size, .length16 = out_length};
    return column_attribute(handle, number, field, &out, out_number);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLBindCol(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER buffer,
           SQLLEN buffer_length, SQLLEN *indicator)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    const ShardTarget target = {.c_type = c_type,
                                .buffer = buffer,
                                .buffer_length = buffer_length,
                                .octet_length = indicator};
    return shard_handle_leave(stmt, shard_stmt_bind_column(stmt, column, &target, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLFetch(SQLHSTMT handle)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_fetch(stmt, SQL_FETCH_NEXT, 0, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLFetchScroll(SQLHSTMT handle, SQLSMALLINT orientation, SQLLEN offset)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_fetch(stmt, orientation, offset, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLExtendedFetch(SQLHSTMT handle, SQLUSMALLINT orientation, SQLLEN offset, SQLULEN *out_rows,
                 SQLUSMALLINT *out_status)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    rc = shard_stmt_extended_fetch(stmt, (SQLSMALLINT) orientation, offset, out_rows, out_status,
                                   &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLGetData(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER buffer,
           SQLLEN buffer_length, SQLLEN *indicator)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    ShardTarget target = {.c_type = c_type,
                          .buffer = buffer,
                          .buffer_length = buffer_length,
                          .octet_length = indicator,
                          .indicator = indicator,
                          .precision = -1,
                          .scale = -1};
    return shard_handle_leave(stmt, shard_stmt_get_data(stmt, column, &target, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLSetPos(SQLHSTMT handle, SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    rc = shard_stmt_set_position(stmt, row, operation, lock, &error);
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLBulkOperations(SQLHSTMT handle, SQLSMALLINT operation)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_bulk(stmt, operation, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLRowCount(SQLHSTMT handle, SQLLEN *out_count)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    SQLRETURN rc = SQL_SUCCESS;
    if (stmt->state != SHARD_STMT_EXECUTED && stmt->state != SHARD_STMT_OPEN)
        rc = shard_stmt_fail(&error, "HY010", "Function sequence error");
    else if (out_count != NULL)
        *out_count = (SQLLEN) stmt->row_count;
    return shard_handle_leave(stmt, rc, &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLMoreResults(SQLHSTMT handle)
{
    SQLRETURN rc;
    ShardStmt *stmt = shard_stmt_enter(handle, &rc);
    if (stmt == NULL)
        return rc;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_more_results(stmt, &error), &error);
}

SHARD_EXPORT SQLRETURN SQL_API
SQLCloseCursor(SQLHSTMT handle)
{
    ShardStmt *stmt = shard_handle_enter(handle, SQL_HANDLE_STMT);
    if (stmt == NULL)
        return SQL_INVALID_HANDLE;
    GError *error = NULL;
    return shard_handle_leave(stmt, shard_stmt_close_cursor(stmt, &error), &error);
}
