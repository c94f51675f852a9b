/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fake.h"

#include <string.h>

SQLRETURN SQL_API
SQLPrepare(SQLHSTMT handle, SQLCHAR *text, SQLINTEGER length)
{
    FakeStmt *stmt = handle;

    g_free(stmt->text);
    stmt->text = length == SQL_NTS ? g_strdup((char *) text) : g_strndup((char *) text, length);
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLExecute(SQLHSTMT handle)
{
    FakeStmt *stmt = handle;

    return fake_run_script(stmt, stmt->text != NULL ? stmt->text : "");
}

SQLRETURN SQL_API
SQLExecDirect(SQLHSTMT handle, SQLCHAR *text, SQLINTEGER length)
{
    FakeStmt *stmt = handle;

    SQLPrepare(handle, text, length);
    return fake_run_script(stmt, stmt->text);
}

SQLRETURN SQL_API
SQLTables(SQLHSTMT handle, SQLCHAR *catalog, SQLSMALLINT catalog_size, SQLCHAR *schema,
          SQLSMALLINT schema_size, SQLCHAR *table, SQLSMALLINT table_size, SQLCHAR *type,
          SQLSMALLINT type_size)
{
    return fake_run_script(handle, "TABLES");
}

SQLRETURN SQL_API
SQLBindParameter(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT io, SQLSMALLINT c_type,
                 SQLSMALLINT type, SQLULEN size, SQLSMALLINT digits, SQLPOINTER value,
                 SQLLEN length, SQLLEN *indicator)
{
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLNumParams(SQLHSTMT handle, SQLSMALLINT *out)
{
    *out = 0;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLNumResultCols(SQLHSTMT handle, SQLSMALLINT *out)
{
    *out = (SQLSMALLINT) ((FakeStmt *) handle)->n_columns;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLDescribeCol(SQLHSTMT handle, SQLUSMALLINT column, SQLCHAR *name, SQLSMALLINT name_size,
               SQLSMALLINT *name_length, SQLSMALLINT *type, SQLULEN *size, SQLSMALLINT *digits,
               SQLSMALLINT *nullable)
{
    static const SQLSMALLINT types[] = {
        [FAKE_INT] = SQL_BIGINT,    [FAKE_TEXT] = SQL_VARCHAR,      [FAKE_NUM] = SQL_NUMERIC,
        [FAKE_DOUBLE] = SQL_DOUBLE, [FAKE_TS] = SQL_TYPE_TIMESTAMP, [FAKE_BYTES] = SQL_VARBINARY};
    FakeStmt *stmt = handle;
    g_autofree char *label = g_strdup_printf("c%u", column);

    g_strlcpy((char *) name, label, (gsize) name_size);
    *name_length = (SQLSMALLINT) strlen(label);
    *type = types[stmt->types[column - 1]];
    *size = 20;
    *digits = stmt->types[column - 1] == FAKE_NUM ? 2 : 0;
    *nullable = SQL_NULLABLE;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLColAttribute(SQLHSTMT handle, SQLUSMALLINT column, SQLUSMALLINT field, SQLPOINTER text,
                SQLSMALLINT size, SQLSMALLINT *length, SQLLEN *number)
{
    if (number != NULL)
        *number = 0;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLBindCol(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER buffer, SQLLEN size,
           SQLLEN *indicator)
{
    FakeStmt *stmt = handle;

    if (column > stmt->bindings->len)
        g_array_set_size(stmt->bindings, column);
    g_array_index(stmt->bindings, FakeBinding, column - 1) =
        (FakeBinding){c_type, buffer, size, indicator};
    return SQL_SUCCESS;
}

/* Text from offset on into the buffer; the indicator tells what was left. */
static SQLRETURN
put_text(const FakeBinding *binding, const char *text, gsize offset)
{
    gsize left = strlen(text) - offset;
    gsize end = binding->c_type == SQL_C_CHAR;
    gsize room = (gsize) binding->size < end ? 0 : (gsize) binding->size - end;
    gsize n = MIN(left, room);

    memcpy(binding->buffer, text + offset, n);
    if (end == 1 && binding->size > 0)
        ((char *) binding->buffer)[n] = '\0';
    if (binding->indicator != NULL)
        *binding->indicator = (SQLLEN) left;
    return n < left ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

static void
put_timestamp(const FakeBinding *binding, const char *text)
{
    SQL_TIMESTAMP_STRUCT stamp = {2024, 1, 1, 0, 0, 0, 0};

    stamp.day = (SQLUSMALLINT) g_ascii_strtoull(text + 8, NULL, 10);
    memcpy(binding->buffer, &stamp, sizeof stamp);
}

static SQLRETURN
put_cell(const FakeBinding *binding, const char *text, gsize offset)
{
    gint64 number;
    double real;

    if (text == NULL) {
        *binding->indicator = SQL_NULL_DATA;
        return SQL_SUCCESS;
    }
    switch (binding->c_type) {
    case SQL_C_SBIGINT:
        number = g_ascii_strtoll(text, NULL, 10);
        memcpy(binding->buffer, &number, sizeof number);
        break;
    case SQL_C_DOUBLE:
        real = g_ascii_strtod(text, NULL);
        memcpy(binding->buffer, &real, sizeof real);
        break;
    case SQL_C_TYPE_TIMESTAMP:
        put_timestamp(binding, text);
        break;
    default:
        return put_text(binding, text, offset);
    }
    if (binding->indicator != NULL)
        *binding->indicator = 8;
    return SQL_SUCCESS;
}

static SQLRETURN
fetch(FakeStmt *stmt)
{
    SQLRETURN rc = SQL_SUCCESS;
    char scratch[FAKE_SCRATCH];

    if (stmt->fetch_sleep > 0 && !fake_sleep(stmt, stmt->fetch_sleep))
        return fake_fail(&stmt->diag, "HY008", "[Fake]cancelled");
    if (stmt->slow_row > 0 && stmt->position + 1 == stmt->slow_row &&
        !fake_sleep(stmt, stmt->slow_ms))
        return SQL_NO_DATA; /* as some drivers do: not to be taken for the end */
    if (stmt->fetch_error_row > 0 && stmt->position + 1 == stmt->fetch_error_row) {
        stmt->dbc->dead |= strncmp(stmt->fetch_state, "08", 2) == 0;
        return fake_fail(&stmt->diag, stmt->fetch_state, "[Fake]no further row");
    }
    if (stmt->position >= stmt->n_rows)
        return SQL_NO_DATA;
    stmt->piece = 0;
    for (guint i = 0; i < MIN(stmt->n_columns, stmt->bindings->len); i++) {
        const FakeBinding *binding = &g_array_index(stmt->bindings, FakeBinding, i);
        if (binding->buffer == NULL)
            continue;
        const char *text = fake_cell(stmt, stmt->position, i, scratch);
        if (put_cell(binding, text, 0) == SQL_SUCCESS_WITH_INFO)
            rc = SQL_SUCCESS_WITH_INFO;
    }
    stmt->position++;
    return rc;
}

SQLRETURN SQL_API
SQLFetch(SQLHSTMT handle)
{
    FakeStmt *stmt = handle;

    fake_enter(stmt->dbc);
    SQLRETURN rc = fetch(stmt);
    fake_leave(stmt->dbc);
    return rc;
}

SQLRETURN SQL_API
SQLGetData(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER buffer, SQLLEN size,
           SQLLEN *indicator)
{
    FakeStmt *stmt = handle;
    FakeBinding binding = {c_type, buffer, size, indicator};
    char scratch[FAKE_SCRATCH];
    const char *text = fake_cell(stmt, stmt->position - 1, column - 1u, scratch);

    if (stmt->piece_column != column)
        stmt->piece = 0;
    stmt->piece_column = column;
    if (text != NULL && stmt->piece > 0 && stmt->piece >= strlen(text))
        return SQL_NO_DATA;
    SQLRETURN rc = put_cell(&binding, text, stmt->piece);
    stmt->piece = rc == SQL_SUCCESS_WITH_INFO ? stmt->piece + (gsize) size - (c_type == SQL_C_CHAR)
                  : text != NULL              ? strlen(text)
                                              : 0;
    return rc;
}

SQLRETURN SQL_API
SQLRowCount(SQLHSTMT handle, SQLLEN *out)
{
    *out = (SQLLEN) ((FakeStmt *) handle)->count;
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLMoreResults(SQLHSTMT handle)
{
    return SQL_NO_DATA;
}

SQLRETURN SQL_API
SQLFreeStmt(SQLHSTMT handle, SQLUSMALLINT option)
{
    FakeStmt *stmt = handle;

    if (option == SQL_CLOSE)
        fake_forget_result(stmt);
    if (option == SQL_UNBIND)
        g_array_set_size(stmt->bindings, 0);
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLSetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER length)
{
    return SQL_SUCCESS;
}

SQLRETURN SQL_API
SQLGetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value, SQLINTEGER size,
               SQLINTEGER *length)
{
    *(SQLULEN *) value = 0;
    return SQL_SUCCESS;
}

/* As a server does, it forgets a cancel that comes before the statement. */
SQLRETURN SQL_API
SQLCancel(SQLHSTMT handle)
{
    FakeStmt *stmt = handle;

    pthread_mutex_lock(&stmt->lock);
    if (stmt->sleeping)
        stmt->cancelled = TRUE;
    pthread_cond_broadcast(&stmt->wake);
    pthread_mutex_unlock(&stmt->lock);
    return SQL_SUCCESS;
}
