/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * string-test.c - each function that gives a text, narrow and wide, with buffers of every size:
 * none, of nothing, one less than the text with its NUL, that exactly, longer.
 *
 * Usage: string-test DRIVER.so DSN.  Straight into the driver: the driver manager would convert,
 * and cut, some of them itself.  Prints FAIL lines and, last, "strings: N passed, N failed".
 */
#include "tests/odbc/client.h"

#include <sqlucode.h>

#include <stdlib.h>

/* clang-format off */
#define FUNCTIONS(X)                                                                               \
    X(SQLAllocHandle) X(SQLFreeHandle) X(SQLSetEnvAttr) X(SQLConnect) X(SQLDisconnect)             \
    X(SQLExecDirectW) X(SQLPrepareW) X(SQLFreeStmt) X(SQLSetCursorNameW) X(SQLGetStmtAttr)         \
    X(SQLDescribeCol) X(SQLDescribeColW) X(SQLColAttribute) X(SQLColAttributeW)                    \
    X(SQLGetCursorName) X(SQLGetCursorNameW) X(SQLNativeSql) X(SQLNativeSqlW)                      \
    X(SQLGetInfo) X(SQLGetInfoW) X(SQLGetDiagRec) X(SQLGetDiagRecW) X(SQLGetDiagField)             \
    X(SQLGetDiagFieldW) X(SQLGetDescField) X(SQLGetDescFieldW) X(SQLGetDescRec) X(SQLGetDescRecW)  \
    X(SQLGetConnectAttr) X(SQLGetConnectAttrW) X(SQLSetConnectAttrW)                               \
    X(SQLDriverConnect) X(SQLDriverConnectW) X(SQLBrowseConnect) X(SQLBrowseConnectW)
/* clang-format on */

#include "tests/odbc/loaded.h"

#define MOST 4096

static SQLHDBC dbc, other;
static SQLHSTMT stmt;
static SQLHDESC ird;
static char connection[200];
static SQLWCHAR wide_connection[200];

/* Gives a text of size characters at most, or bytes, as the function counts them; the length is -7
 * where none was written. */
typedef SQLRETURN (*Give)(void *buffer, long size, long *length, int argument);

#define GIVE(name, type, call)                                                                     \
    static SQLRETURN name(void *buffer, long size, long *length, int argument)                     \
    {                                                                                              \
        type n = -7;                                                                               \
        (void) argument;                                                                           \
        SQLRETURN rc = call;                                                                       \
        *length = n;                                                                               \
        return rc;                                                                                 \
    }

#define S (SQLSMALLINT) size
#define L (SQLINTEGER) size

GIVE(describe, SQLSMALLINT, pSQLDescribeCol(stmt, 1, buffer, S, &n, NULL, NULL, NULL, NULL))
GIVE(describe_w, SQLSMALLINT, pSQLDescribeColW(stmt, 1, buffer, S, &n, NULL, NULL, NULL, NULL))
GIVE(attribute, SQLSMALLINT,
     pSQLColAttribute(stmt, 1, (SQLUSMALLINT) argument, buffer, S, &n, NULL))
GIVE(attribute_w, SQLSMALLINT,
     pSQLColAttributeW(stmt, 1, (SQLUSMALLINT) argument, buffer, S, &n, NULL))
GIVE(cursor, SQLSMALLINT, pSQLGetCursorName(stmt, buffer, S, &n))
GIVE(cursor_w, SQLSMALLINT, pSQLGetCursorNameW(stmt, buffer, S, &n))
GIVE(info, SQLSMALLINT, pSQLGetInfo(dbc, (SQLUSMALLINT) argument, buffer, S, &n))
GIVE(info_w, SQLSMALLINT, pSQLGetInfoW(dbc, (SQLUSMALLINT) argument, buffer, S, &n))
GIVE(record, SQLSMALLINT, pSQLGetDiagRec(SQL_HANDLE_DBC, other, 1, NULL, NULL, buffer, S, &n))
GIVE(record_w, SQLSMALLINT, pSQLGetDiagRecW(SQL_HANDLE_DBC, other, 1, NULL, NULL, buffer, S, &n))
GIVE(field, SQLSMALLINT,
     pSQLGetDiagField(SQL_HANDLE_DBC, other, 1, (SQLSMALLINT) argument, buffer, S, &n))
GIVE(field_w, SQLSMALLINT,
     pSQLGetDiagFieldW(SQL_HANDLE_DBC, other, 1, (SQLSMALLINT) argument, buffer, S, &n))
GIVE(descriptor, SQLINTEGER, pSQLGetDescField(ird, 1, (SQLSMALLINT) argument, buffer, L, &n))
GIVE(descriptor_w, SQLINTEGER, pSQLGetDescFieldW(ird, 1, (SQLSMALLINT) argument, buffer, L, &n))
GIVE(desc_record, SQLSMALLINT,
     pSQLGetDescRec(ird, 1, buffer, S, &n, NULL, NULL, NULL, NULL, NULL, NULL))
GIVE(desc_record_w, SQLSMALLINT,
     pSQLGetDescRecW(ird, 1, buffer, S, &n, NULL, NULL, NULL, NULL, NULL, NULL))
GIVE(catalog, SQLINTEGER, pSQLGetConnectAttr(dbc, argument, buffer, L, &n))
GIVE(catalog_w, SQLINTEGER, pSQLGetConnectAttrW(dbc, argument, buffer, L, &n))

static SQLCHAR native_text[] = "SELECT 'g\xc3\xa4\xf0\x9f\x8d\x81!', {d '2024-02-29'}";
static SQLWCHAR native_wide[] = {'S',  'E',  'L',    'E',    'C', 'T',  ' ',
                                 '\'', 0xe4, 0xd83c, 0xdf41, 'x', '\'', 0};
GIVE(native, SQLINTEGER, pSQLNativeSql(dbc, native_text, SQL_NTS, buffer, L, &n))
GIVE(native_w, SQLINTEGER, pSQLNativeSqlW(dbc, native_wide, SQL_NTS, buffer, L, &n))

/* A connection of its own for each call. */
#define CONNECTS(name, call)                                                                       \
    static SQLRETURN name(void *buffer, long size, long *length, int argument)                     \
    {                                                                                              \
        SQLSMALLINT n = -7;                                                                        \
        SQLHDBC new = NULL;                                                                        \
        (void) argument;                                                                           \
        pSQLAllocHandle(SQL_HANDLE_DBC, env, &new);                                                \
        SQLRETURN rc = call;                                                                       \
        *length = n;                                                                               \
        pSQLDisconnect(new);                                                                       \
        pSQLFreeHandle(SQL_HANDLE_DBC, new);                                                       \
        return rc;                                                                                 \
    }

CONNECTS(connects, pSQLDriverConnect(new, NULL, (SQLCHAR *) connection, SQL_NTS, buffer, S, &n,
                                     SQL_DRIVER_NOPROMPT))
CONNECTS(connects_w, pSQLDriverConnectW(new, NULL, wide_connection, SQL_NTS, buffer, S, &n,
                                        SQL_DRIVER_NOPROMPT))
CONNECTS(browses, pSQLBrowseConnect(new, (SQLCHAR *) connection, SQL_NTS, buffer, S, &n))
CONNECTS(browses_w, pSQLBrowseConnectW(new, wide_connection, SQL_NTS, buffer, S, &n))
/* Asks for what is missing. */
CONNECTS(asks, pSQLBrowseConnect(new, (SQLCHAR *) "DRIVER=ShardODBC", SQL_NTS, buffer, S, &n))

static const struct {
    const char *name;
    Give give;
    int argument;
    int is_wide;
    int in_bytes;
} functions[] = {
    {"SQLDescribeCol", describe, 0, 0, 0},
    {"SQLDescribeColW", describe_w, 0, 1, 0},
    {"SQLColAttribute label", attribute, SQL_DESC_LABEL, 0, 0},
    {"SQLColAttributeW label", attribute_w, SQL_DESC_LABEL, 1, 1},
    {"SQLColAttributeW old name", attribute_w, SQL_COLUMN_NAME, 1, 1},
    {"SQLColAttributeW type name", attribute_w, SQL_DESC_TYPE_NAME, 1, 1},
    {"SQLColAttribute table", attribute, SQL_DESC_TABLE_NAME, 0, 0},
    {"SQLColAttribute prefix", attribute, SQL_DESC_LITERAL_PREFIX, 0, 0},
    {"SQLGetCursorName", cursor, 0, 0, 0},
    {"SQLGetCursorNameW", cursor_w, 0, 1, 0},
    {"SQLNativeSql", native, 0, 0, 0},
    {"SQLNativeSqlW", native_w, 0, 1, 0},
    {"SQLGetDiagRec", record, 0, 0, 0},
    {"SQLGetDiagRecW", record_w, 0, 1, 0},
    {"SQLGetDiagField text", field, SQL_DIAG_MESSAGE_TEXT, 0, 0},
    {"SQLGetDiagFieldW text", field_w, SQL_DIAG_MESSAGE_TEXT, 1, 1},
    {"SQLGetDiagField state", field, SQL_DIAG_SQLSTATE, 0, 0},
    {"SQLGetDiagFieldW state", field_w, SQL_DIAG_SQLSTATE, 1, 1},
    {"SQLGetDiagFieldW origin", field_w, SQL_DIAG_CLASS_ORIGIN, 1, 1},
    {"SQLGetDiagFieldW server", field_w, SQL_DIAG_SERVER_NAME, 1, 1},
    {"SQLGetDescField", descriptor, SQL_DESC_NAME, 0, 0},
    {"SQLGetDescFieldW", descriptor_w, SQL_DESC_NAME, 1, 1},
    {"SQLGetDescFieldW type", descriptor_w, SQL_DESC_TYPE_NAME, 1, 1},
    {"SQLGetDescRec", desc_record, 0, 0, 0},
    {"SQLGetDescRecW", desc_record_w, 0, 1, 0},
    {"SQLGetConnectAttr", catalog, SQL_ATTR_CURRENT_CATALOG, 0, 0},
    {"SQLGetConnectAttrW", catalog_w, SQL_ATTR_CURRENT_CATALOG, 1, 1},
    {"SQLDriverConnect", connects, 0, 0, 0},
    {"SQLDriverConnectW", connects_w, 0, 1, 0},
    {"SQLBrowseConnect", browses, 0, 0, 0},
    {"SQLBrowseConnectW", browses_w, 0, 1, 0},
    {"SQLBrowseConnect for more", asks, 0, 0, 0},
    {"SQLGetInfo", info, SQL_DBMS_NAME, 0, 0},
    {"SQLGetInfoW", info_w, SQL_DBMS_VER, 1, 1},
    {"SQLGetInfo of the DSN", info, SQL_DATA_SOURCE_NAME, 0, 0},
    {"SQLGetInfoW of the database", info_w, SQL_DATABASE_NAME, 1, 1},
    {"SQLGetInfoW of keywords", info_w, SQL_KEYWORDS, 1, 1},
};

static size_t
units(const void *text, int is_wide)
{
    size_t n = 0;

    while (is_wide ? ((const SQLWCHAR *) text)[n] != 0 : ((const char *) text)[n] != 0)
        n++;
    return n;
}

/* Does no character end in the middle there? */
static int
ends_well(const void *text, size_t n, int is_wide)
{
    if (is_wide)
        return (((const SQLWCHAR *) text)[n] & 0xfc00) != 0xdc00;
    return (((const unsigned char *) text)[n] & 0xc0) != 0x80;
}

static void
complain(const char *name, const char *what, long size)
{
    char text[100];

    snprintf(text, sizeof text, "%s with room for %ld: %s", name, size, what);
    check(0, text);
}

/* room characters with the NUL; the buffer has nothing but 0xee before. */
static void
try_room(size_t i, const void *whole, long n, long room)
{
    static unsigned char buffer[2 * MOST + 16];
    const int width = functions[i].is_wide ? 2 : 1;
    const char *name = functions[i].name;
    long length = -7, factor = functions[i].in_bytes ? width : 1;
    int good = functions[i].give == asks ? SQL_NEED_DATA : SQL_SUCCESS;

    memset(buffer, 0xee, sizeof buffer);
    SQLRETURN rc = functions[i].give(buffer, room * factor, &length, functions[i].argument);
    if (functions[i].give != asks)
        check(rc == (room > n ? SQL_SUCCESS : SQL_SUCCESS_WITH_INFO), name);
    if (rc != good && rc != SQL_SUCCESS_WITH_INFO)
        complain(name, "returns something else", room);
    if (length != n * factor)
        complain(name, "another length", room);
    for (size_t at = (size_t) (room * width); at < sizeof buffer; at++)
        if (buffer[at] != 0xee) {
            complain(name, "writes past the buffer", room);
            break;
        }
    if (room == 0)
        return;
    size_t got = units(buffer, width == 2);
    if (memcmp(buffer, whole, got * (size_t) width) != 0 || !ends_well(whole, got, width == 2))
        complain(name, "another text", room);
    else
        check((long) got == (room > n ? n : room - 1) ||
                  !ends_well(whole, (size_t) room - 1, width == 2),
              name);
}

static void
try_function(size_t i)
{
    static unsigned char whole[2 * MOST + 16];
    const char *name = functions[i].name;
    long length = -7, factor = functions[i].in_bytes ? 2 : 1;

    memset(whole, 0, sizeof whole);
    SQLRETURN rc = functions[i].give(whole, MOST, &length, functions[i].argument);
    if (rc != SQL_SUCCESS && !(rc == SQL_NEED_DATA && functions[i].give == asks)) {
        complain(name, "fails", MOST);
        return;
    }
    long n = (long) units(whole, functions[i].is_wide);
    check(length == n * factor, name);
    /* Only the length. */
    length = -7;
    rc = functions[i].give(NULL, 0, &length, functions[i].argument);
    if ((rc != SQL_SUCCESS && rc != SQL_NEED_DATA) || length != n * factor)
        complain(name, "doesn't tell the length alone", 0);
    else
        check(1, name);
    const long rooms[] = {0, 1, 2, 3, 4, 5, n / 2, n - 3, n - 2, n - 1, n, n + 1, n + 2};
    for (size_t j = 0; j < sizeof rooms / sizeof rooms[0]; j++)
        if (rooms[j] >= 0)
            try_room(i, whole, n, rooms[j]);
}

static void
to_wide(const char *text, SQLWCHAR *out)
{
    while ((*out++ = (SQLWCHAR) (unsigned char) *text++) != 0)
        continue;
}

/* A statement with a column of an awkward name, a cursor likewise, and a connection that failed. */
static int
prepare(void)
{
    static SQLWCHAR mine[] = {'m', 0xd83c, 0xdf41, 0xe4, 'c', 0xd83d, 0xde00, 0};
    SQLWCHAR sql[100];

    pSQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    pSQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    pSQLAllocHandle(SQL_HANDLE_DBC, env, &dbc);
    pSQLAllocHandle(SQL_HANDLE_DBC, env, &other);
    snprintf(connection, sizeof connection,
             "DSN=%s;Database=g\xc3\xa4\xf0\x9f\x8d\x81;Description={a;}}b}", dsn);
    to_wide(connection, wide_connection);
    if (!SQL_SUCCEEDED(pSQLDriverConnect(dbc, NULL, (SQLCHAR *) connection, SQL_NTS, NULL, 0, NULL,
                                         SQL_DRIVER_NOPROMPT)) ||
        pSQLDriverConnect(other, NULL, (SQLCHAR *) "Rules=/g\xc3\xa4\xf0\x9f\x8d\x81/nosuch",
                          SQL_NTS, NULL, 0, NULL, SQL_DRIVER_NOPROMPT) != SQL_ERROR)
        return 0;
    pSQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt);
    pSQLGetStmtAttr(stmt, SQL_ATTR_IMP_ROW_DESC, &ird, 0, NULL);
    to_wide(dsn[0] == 'm' ? "SELECT 'x' AS `a\xe4\xe4"
                            "b`"
                          : "SELECT 'x' AS \"a\xe4\xe4"
                            "b\"",
            sql);
    return pSQLPrepareW(stmt, sql, SQL_NTS) == SQL_SUCCESS &&
           pSQLSetCursorNameW(stmt, mine, SQL_NTS) == SQL_SUCCESS;
}

int
main(int argc, char **argv)
{
    if (argc < 3 || !load(argv[1])) {
        fprintf(stderr, "usage: string-test DRIVER.so DSN\n");
        return 2;
    }
    program = "strings";
    dsn = argv[2];
    if (!prepare()) {
        printf("strings: 0 passed, 1 failed\n");
        return 1;
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        try_function(i);
    pSQLFreeHandle(SQL_HANDLE_STMT, stmt);
    pSQLDisconnect(dbc);
    pSQLFreeHandle(SQL_HANDLE_DBC, dbc);
    pSQLFreeHandle(SQL_HANDLE_DBC, other);
    pSQLFreeHandle(SQL_HANDLE_ENV, env);
    printf("strings: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}
