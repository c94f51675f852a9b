/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLGetInfo, SQLGetFunctions, SQLGetTypeInfo.
 */
#include "driver/odbc/info/info.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fake-session.h"

static const ShardDialect brands[] = {SHARD_DIALECT_POSTGRESQL, SHARD_DIALECT_MYSQL,
                                      SHARD_DIALECT_SQLITE};

static ShardInfoContext
make_context(ShardDialect dialect)
{
    fake_session = (ShardSession){.dialect = dialect,
                                  .settings = {.rules_path = (char *) "rules.ini"},
                                  .server_name = "PostgreSQL",
                                  .server_version = "15.0.18"};
    return (ShardInfoContext){
        .session = &fake_session, .dsn = "shop", .odbc_version = SQL_OV_ODBC3};
}

/* Every number of an information type, and many that are none: no crash, nothing but the item's own
 * width written, HY096 for what is unknown, and no shard asked but for the server's identity. */
static void
test_sweep(void **state)
{
    for (guint brand = 0; brand < G_N_ELEMENTS(brands); brand++) {
        ShardInfoContext context = make_context(brands[brand]);
        guint known = 0;
        for (guint type = 0; type < 25000; type++) {
            guint8 value[4096];
            SQLSMALLINT length = -77;
            g_autoptr(GError) error = NULL;
            memset(value, 0xAB, sizeof value);
            SQLRETURN rc =
                shard_info_get(&context, (SQLUSMALLINT) type, value, sizeof value, &length, &error);
            if (rc == SQL_ERROR) {
                assert_string_equal(shard_error_sqlstate(error, 0), "HY096");
                continue;
            }
            known++;
            assert_int_equal(rc, SQL_SUCCESS);
            gsize written = sizeof value;
            while (written > 0 && value[written - 1] == 0xAB)
                written--;
            gboolean is_number = length == 2 || length == 4;
            assert_true(written == (gsize) length + 1 || (is_number && written <= (gsize) length));
            assert_int_equal(shard_info_get(&context, (SQLUSMALLINT) type, NULL, 0, NULL, NULL),
                             SQL_SUCCESS);
        }
        assert_true(known > 170);
        assert_true(fake_session.n_asked <= 1);
    }
}

typedef enum { TEXT, NUMBER16, NUMBER32 } Form;

static const struct {
    SQLUSMALLINT type;
    Form form;
    const char *texts[3];
    guint32 numbers[3];
} items[] = {
    {SQL_DRIVER_NAME, TEXT, {"libshardodbc.so", "libshardodbc.so", "libshardodbc.so"}, {0}},
    {SQL_DRIVER_ODBC_VER, TEXT, {"03.80", "03.80", "03.80"}, {0}},
    {SQL_DATA_SOURCE_NAME, TEXT, {"shop", "shop", "shop"}, {0}},
    {SQL_IDENTIFIER_QUOTE_CHAR, TEXT, {"\"", "`", "\""}, {0}},
    {SQL_DESCRIBE_PARAMETER, TEXT, {"Y", "Y", "Y"}, {0}},
    {SQL_CATALOG_NAME, TEXT, {"N", "N", "N"}, {0}},
    {SQL_CATALOG_USAGE, NUMBER32, {NULL}, {0, 0, 0}},
    {SQL_IDENTIFIER_CASE, NUMBER16, {NULL}, {SQL_IC_LOWER, SQL_IC_MIXED, SQL_IC_SENSITIVE}},
    {SQL_TXN_CAPABLE, NUMBER16, {NULL}, {SQL_TC_ALL, SQL_TC_DDL_COMMIT, SQL_TC_ALL}},
    {SQL_NULL_COLLATION, NUMBER16, {NULL}, {SQL_NC_HIGH, SQL_NC_LOW, SQL_NC_LOW}},
    {SQL_ASYNC_MODE, NUMBER32, {NULL}, {SQL_AM_NONE, SQL_AM_NONE, SQL_AM_NONE}},
    {SQL_GETDATA_EXTENSIONS, NUMBER32, {NULL}, {15, 15, 15}},
    {SQL_PARAM_ARRAY_ROW_COUNTS,
     NUMBER32,
     {NULL},
     {SQL_PARC_NO_BATCH, SQL_PARC_NO_BATCH, SQL_PARC_NO_BATCH}},
};

static void
test_items(void **state)
{
    for (guint brand = 0; brand < G_N_ELEMENTS(brands); brand++)
        for (gsize i = 0; i < G_N_ELEMENTS(items); i++) {
            ShardInfoContext context = make_context(brands[brand]);
            char text[256];
            guint32 number = 0;
            guint16 narrow = 0;
            gboolean is_text = items[i].form == TEXT;
            SQLPOINTER value = is_text                     ? (SQLPOINTER) text
                               : items[i].form == NUMBER16 ? (SQLPOINTER) &narrow
                                                           : (SQLPOINTER) &number;
            assert_int_equal(
                shard_info_get(&context, items[i].type, value, sizeof text, NULL, NULL),
                SQL_SUCCESS);
            if (is_text)
                assert_string_equal(text, items[i].texts[brand]);
            else
                assert_int_equal(items[i].form == NUMBER16 ? narrow : number,
                                 items[i].numbers[brand]);
        }
}

static void
test_text_truncation(void **state)
{
    ShardInfoContext context = make_context(SHARD_DIALECT_POSTGRESQL);
    char text[6];
    guint16 wide[6];
    SQLSMALLINT length;
    g_autoptr(GError) error = NULL;

    assert_int_equal(shard_info_get(&context, SQL_DRIVER_NAME, text, sizeof text, &length, &error),
                     SQL_SUCCESS_WITH_INFO);
    assert_string_equal(text, "libsh");
    assert_int_equal(length, 15);
    assert_string_equal(shard_error_sqlstate(error, 0), "01004");
    context.wide = TRUE;
    assert_int_equal(shard_info_get(&context, SQL_DRIVER_NAME, wide, sizeof wide, &length, NULL),
                     SQL_SUCCESS_WITH_INFO);
    assert_int_equal(length, 30);
    assert_int_equal(wide[4], 'h');
    assert_int_equal(wide[5], 0);
}

/* The server's identity: asked once, and a shard that can't be reached is an error. */
static void
test_identity(void **state)
{
    ShardInfoContext context = make_context(SHARD_DIALECT_MYSQL);
    char text[64];
    g_autoptr(GError) error = NULL;

    fake_session.server_name = "MariaDB";
    fake_session.settings.rules_path = (char *) "other.ini";
    fake_session.unreachable = TRUE;
    assert_int_equal(shard_info_get(&context, SQL_DBMS_VER, text, sizeof text, NULL, &error),
                     SQL_ERROR);
    assert_string_equal(shard_error_sqlstate(error, 0), "08001");
    fake_session.unreachable = FALSE;
    for (guint i = 0; i < 3; i++) {
        assert_int_equal(shard_info_get(&context, SQL_DBMS_VER, text, sizeof text, NULL, NULL),
                         SQL_SUCCESS);
        assert_string_equal(text, "15.0.18");
        assert_int_equal(shard_info_get(&context, SQL_DBMS_NAME, text, sizeof text, NULL, NULL),
                         SQL_SUCCESS);
        assert_string_equal(text, "MariaDB");
    }
    assert_int_equal(fake_session.n_asked, 2);
    context = make_context(SHARD_DIALECT_SQLITE);
    shard_info_get(&context, SQL_DBMS_NAME, text, sizeof text, NULL, NULL);
    assert_string_equal(text, "SQLite");
    assert_int_equal(fake_session.n_asked, 0);
}

static void
test_catalog_on(void **state)
{
    ShardInfoContext context = make_context(SHARD_DIALECT_MYSQL);
    char text[64];

    fake_session.settings.catalog = (char *) "shopdb";
    shard_info_get(&context, SQL_CATALOG_NAME, text, sizeof text, NULL, NULL);
    assert_string_equal(text, "Y");
    shard_info_get(&context, SQL_DATABASE_NAME, text, sizeof text, NULL, NULL);
    assert_string_equal(text, "shopdb");
}

static void
test_not_connected(void **state)
{
    ShardInfoContext context = {.dsn = ""};
    char text[64];
    g_autoptr(GError) error = NULL;

    assert_int_equal(shard_info_get(&context, SQL_DRIVER_ODBC_VER, text, sizeof text, NULL, NULL),
                     SQL_SUCCESS);
    assert_int_equal(shard_info_get(&context, SQL_TXN_CAPABLE, text, sizeof text, NULL, &error),
                     SQL_ERROR);
    assert_string_equal(shard_error_sqlstate(error, 0), "08003");
}

/* ---- functions ---- */

#define NAME(name, id)                                                                             \
    {                                                                                              \
#name, id                                                                                  \
    }
static const struct {
    const char *name;
    SQLUSMALLINT id;
} names[] = {
    NAME(SQLAllocHandle, SQL_API_SQLALLOCHANDLE),
    NAME(SQLBindCol, SQL_API_SQLBINDCOL),
    NAME(SQLBindParameter, SQL_API_SQLBINDPARAMETER),
    NAME(SQLBrowseConnect, SQL_API_SQLBROWSECONNECT),
    NAME(SQLBulkOperations, SQL_API_SQLBULKOPERATIONS),
    NAME(SQLCancel, SQL_API_SQLCANCEL),
    NAME(SQLCancelHandle, SQL_API_SQLCANCELHANDLE),
    NAME(SQLCloseCursor, SQL_API_SQLCLOSECURSOR),
    NAME(SQLColAttribute, SQL_API_SQLCOLATTRIBUTE),
    NAME(SQLColumnPrivileges, SQL_API_SQLCOLUMNPRIVILEGES),
    NAME(SQLColumns, SQL_API_SQLCOLUMNS),
    NAME(SQLConnect, SQL_API_SQLCONNECT),
    NAME(SQLCopyDesc, SQL_API_SQLCOPYDESC),
    NAME(SQLDescribeCol, SQL_API_SQLDESCRIBECOL),
    NAME(SQLDescribeParam, SQL_API_SQLDESCRIBEPARAM),
    NAME(SQLDisconnect, SQL_API_SQLDISCONNECT),
    NAME(SQLDriverConnect, SQL_API_SQLDRIVERCONNECT),
    NAME(SQLEndTran, SQL_API_SQLENDTRAN),
    NAME(SQLExecDirect, SQL_API_SQLEXECDIRECT),
    NAME(SQLExecute, SQL_API_SQLEXECUTE),
    NAME(SQLExtendedFetch, SQL_API_SQLEXTENDEDFETCH),
    NAME(SQLFetch, SQL_API_SQLFETCH),
    NAME(SQLFetchScroll, SQL_API_SQLFETCHSCROLL),
    NAME(SQLForeignKeys, SQL_API_SQLFOREIGNKEYS),
    NAME(SQLFreeHandle, SQL_API_SQLFREEHANDLE),
    NAME(SQLFreeStmt, SQL_API_SQLFREESTMT),
    NAME(SQLGetConnectAttr, SQL_API_SQLGETCONNECTATTR),
    NAME(SQLGetCursorName, SQL_API_SQLGETCURSORNAME),
    NAME(SQLGetData, SQL_API_SQLGETDATA),
    NAME(SQLGetDescField, SQL_API_SQLGETDESCFIELD),
    NAME(SQLGetDescRec, SQL_API_SQLGETDESCREC),
    NAME(SQLGetDiagField, SQL_API_SQLGETDIAGFIELD),
    NAME(SQLGetDiagRec, SQL_API_SQLGETDIAGREC),
    NAME(SQLGetEnvAttr, SQL_API_SQLGETENVATTR),
    NAME(SQLGetFunctions, SQL_API_SQLGETFUNCTIONS),
    NAME(SQLGetInfo, SQL_API_SQLGETINFO),
    NAME(SQLGetStmtAttr, SQL_API_SQLGETSTMTATTR),
    NAME(SQLGetTypeInfo, SQL_API_SQLGETTYPEINFO),
    NAME(SQLMoreResults, SQL_API_SQLMORERESULTS),
    NAME(SQLNativeSql, SQL_API_SQLNATIVESQL),
    NAME(SQLNumParams, SQL_API_SQLNUMPARAMS),
    NAME(SQLNumResultCols, SQL_API_SQLNUMRESULTCOLS),
    NAME(SQLParamData, SQL_API_SQLPARAMDATA),
    NAME(SQLPrepare, SQL_API_SQLPREPARE),
    NAME(SQLPrimaryKeys, SQL_API_SQLPRIMARYKEYS),
    NAME(SQLProcedureColumns, SQL_API_SQLPROCEDURECOLUMNS),
    NAME(SQLProcedures, SQL_API_SQLPROCEDURES),
    NAME(SQLPutData, SQL_API_SQLPUTDATA),
    NAME(SQLRowCount, SQL_API_SQLROWCOUNT),
    NAME(SQLSetConnectAttr, SQL_API_SQLSETCONNECTATTR),
    NAME(SQLSetCursorName, SQL_API_SQLSETCURSORNAME),
    NAME(SQLSetDescField, SQL_API_SQLSETDESCFIELD),
    NAME(SQLSetDescRec, SQL_API_SQLSETDESCREC),
    NAME(SQLSetEnvAttr, SQL_API_SQLSETENVATTR),
    NAME(SQLSetPos, SQL_API_SQLSETPOS),
    NAME(SQLSetStmtAttr, SQL_API_SQLSETSTMTATTR),
    NAME(SQLSpecialColumns, SQL_API_SQLSPECIALCOLUMNS),
    NAME(SQLStatistics, SQL_API_SQLSTATISTICS),
    NAME(SQLTablePrivileges, SQL_API_SQLTABLEPRIVILEGES),
    NAME(SQLTables, SQL_API_SQLTABLES),
};

static SQLUSMALLINT
find_id(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].id;
    return 0;
}

/* The bitmap says exactly what is exported. */
static void
test_functions(void **state)
{
    const char *top = g_getenv("top_srcdir");
    g_autofree char *path = g_build_filename(top != NULL ? top : ".", "tests", "exports", NULL);
    g_autofree char *text = NULL;
    SQLUSMALLINT bitmap[SQL_API_ODBC3_ALL_FUNCTIONS_SIZE];
    guint n_set = 0, n_exported = 0;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        skip();
    assert_int_equal(shard_info_functions(SQL_API_ODBC3_ALL_FUNCTIONS, bitmap, NULL), SQL_SUCCESS);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        gsize size = strlen(lines[i]);
        if (size == 0 || lines[i][0] == '#' || lines[i][size - 1] == 'W')
            continue;
        SQLUSMALLINT id = find_id(lines[i]);
        if (id == 0 || !SQL_FUNC_EXISTS(bitmap, id))
            print_error("%s is exported, but SQLGetFunctions denies it\n", lines[i]);
        assert_true(id != 0 && SQL_FUNC_EXISTS(bitmap, id));
        n_exported++;
    }
    for (guint id = 0; id < SQL_API_ODBC3_ALL_FUNCTIONS_SIZE * 16; id++)
        n_set += SQL_FUNC_EXISTS(bitmap, id) ? 1 : 0;
    assert_int_equal(n_set, n_exported);
}

static void
test_one_function(void **state)
{
    SQLUSMALLINT supported = 77;
    SQLUSMALLINT array[100];

    shard_info_functions(SQL_API_SQLDESCRIBEPARAM, &supported, NULL);
    assert_int_equal(supported, SQL_TRUE);
    shard_info_functions(4711, &supported, NULL);
    assert_int_equal(supported, SQL_FALSE);
    shard_info_functions(SQL_API_ALL_FUNCTIONS, array, NULL);
    assert_int_equal(array[SQL_API_SQLEXTENDEDFETCH], SQL_TRUE);
    assert_int_equal(array[SQL_API_SQLTRANSACT], SQL_TRUE);
    assert_int_equal(array[99], SQL_FALSE);
}

/* ---- types ---- */

static guint
count_types(const ShardInfoContext *context, SQLSMALLINT type, gint64 *out_first)
{
    g_autoptr(ShardStream) stream = shard_info_types(context, type, NULL);
    const ShardValue *row;
    gint64 before = G_MININT64;
    guint n = 0;

    assert_int_equal(stream->columns->n_columns, 19);
    while (shard_stream_next(stream, &row, NULL) == SHARD_ROW) {
        assert_int_equal(row[0].kind, SHARD_VALUE_STRING);
        assert_int_equal(row[1].kind, SHARD_VALUE_LONG);
        assert_int_equal(row[2].kind, SHARD_VALUE_LONG);
        assert_true(row[2].i > 0);
        assert_true(row[1].i >= before);
        before = row[1].i;
        if (n++ == 0)
            *out_first = row[1].i;
    }
    return n;
}

/* What pyodbc, Qt and others ask for right after they connected. */
static void
test_types(void **state)
{
    static const SQLSMALLINT wanted[] = {SQL_ALL_TYPES,      SQL_VARCHAR,     SQL_WVARCHAR,
                                         SQL_VARBINARY,      SQL_INTEGER,     SQL_BIGINT,
                                         SQL_DOUBLE,         SQL_TYPE_DATE,   SQL_TYPE_TIME,
                                         SQL_TYPE_TIMESTAMP, SQL_LONGVARCHAR, SQL_NUMERIC};
    gint64 first = 0;

    for (guint brand = 0; brand < G_N_ELEMENTS(brands); brand++) {
        ShardInfoContext context = make_context(brands[brand]);
        for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
            assert_true(count_types(&context, wanted[i], &first) > 0);
        assert_int_equal(count_types(&context, 4711, &first), 0);
        assert_int_equal(fake_session.n_asked, 0);
    }
}

static void
test_types_odbc2(void **state)
{
    ShardInfoContext context = make_context(SHARD_DIALECT_POSTGRESQL);
    gint64 first = 0;

    assert_true(count_types(&context, SQL_TIMESTAMP, &first) > 0);
    assert_int_equal(first, SQL_TYPE_TIMESTAMP);
    context.odbc_version = SQL_OV_ODBC2;
    assert_true(count_types(&context, SQL_TIMESTAMP, &first) > 0);
    assert_int_equal(first, SQL_TIMESTAMP);
    g_autoptr(ShardStream) stream = shard_info_types(&context, SQL_ALL_TYPES, NULL);
    assert_string_equal(stream->columns->columns[2].label, "PRECISION");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweep),           cmocka_unit_test(test_items),
        cmocka_unit_test(test_text_truncation), cmocka_unit_test(test_identity),
        cmocka_unit_test(test_catalog_on),      cmocka_unit_test(test_not_connected),
        cmocka_unit_test(test_functions),       cmocka_unit_test(test_one_function),
        cmocka_unit_test(test_types),           cmocka_unit_test(test_types_odbc2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
