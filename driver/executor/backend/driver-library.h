/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * driver-library.h - the real drivers, loaded directly (never through the driver manager).
 *
 * Finds a DSN's driver as the manager would (odbc.ini, odbcinst.ini, module folders), opens it
 * RTLD_NOW|RTLD_LOCAL, once per file and process, and keeps a table of its functions.  Text goes
 * through the ANSI entry points as UTF-8.  Never unloaded.  Threading=3 of the driver's section in
 * odbcinst.ini, as the manager would take it, when it is first loaded (serial-driver.h).
 */
#pragma once

#include "router/base/identifier.h"

#include <glib.h>
#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

/* Every entry point we may call: one X per function, also the list that is looked up.  Optional
 * ones may be NULL after loading. */
/* clang-format off */
#define SHARD_DRIVER_FUNCTIONS(X)                                                                 \
    X(SQLAllocHandle) X(SQLFreeHandle) X(SQLSetEnvAttr) X(SQLSetConnectAttr)                      \
    X(SQLGetConnectAttr) X(SQLSetStmtAttr) X(SQLGetStmtAttr) X(SQLDriverConnect)                  \
    X(SQLDisconnect) X(SQLGetInfo) X(SQLGetFunctions) X(SQLGetTypeInfo) X(SQLPrepare)             \
    X(SQLExecute) X(SQLExecDirect) X(SQLNativeSql) X(SQLBindParameter) X(SQLNumParams)            \
    X(SQLDescribeParam) X(SQLParamData) X(SQLPutData) X(SQLNumResultCols) X(SQLDescribeCol)       \
    X(SQLColAttribute) X(SQLBindCol) X(SQLFetch) X(SQLFetchScroll) X(SQLExtendedFetch)            \
    X(SQLGetData) X(SQLSetPos) X(SQLBulkOperations) X(SQLRowCount) X(SQLMoreResults)              \
    X(SQLCloseCursor) X(SQLFreeStmt) X(SQLCancel) X(SQLEndTran) X(SQLGetDiagRec)                  \
    X(SQLGetDiagField) X(SQLSetCursorName) X(SQLGetCursorName) X(SQLTables) X(SQLColumns)         \
    X(SQLPrimaryKeys) X(SQLForeignKeys) X(SQLStatistics) X(SQLSpecialColumns) X(SQLProcedures)    \
    X(SQLProcedureColumns) X(SQLTablePrivileges) X(SQLColumnPrivileges) X(SQLSetDescField)        \
    X(SQLGetDescField) X(SQLSetDescRec)
/* clang-format on */

typedef struct {
#define X(name) __typeof__(&name) name;
    SHARD_DRIVER_FUNCTIONS(X)
#undef X
    ShardDialect dialect; /* by file name; UNKNOWN until a connection tells */
    gboolean keeps_locks; /* its calls may return with the connection locked (held-lock.h) */
    const char *path;
} ShardDriverLibrary;

/* The library that a DSN (or the Driver= of a connection string) names.  (transfer none), lives for
 * ever.  IM002, IM003 with all paths tried, or a missing needed function by name.  Reads ini files
 * and loads under one process-wide mutex. */
const ShardDriverLibrary *shard_driver_library_find(const char *dsn, const char *connection,
                                                    GError **error);

/* One entry of odbc.ini or odbcinst.ini (file), as the manager would read it; "" if there is none.
 * Serialised, since the first reads of libodbcinst race.  (transfer full) */
char *shard_ini_string(const char *section, const char *key, const char *file);
/* The keys of a section, each with a NUL behind, the last with two.  (transfer full) */
char *shard_ini_keys(const char *section, const char *file);

/* Around every connect.  The first one of a library has to be alone in the process until it waits
 * for its server: then the others don't wait for that, too.  psqlodbc's later ones take turns,
 * though nobody waits long for his: it calls setlocale() when it has connected, and uses what that
 * returned while another thread's call frees it. */
typedef enum { SHARD_CONNECT_FREELY, SHARD_CONNECT_FIRST, SHARD_CONNECT_IN_TURN } ShardConnectTurn;
ShardConnectTurn shard_driver_library_enter_connect(const ShardDriverLibrary *self);
/* connected: the connection, NULL when it failed. */
void shard_driver_library_leave_connect(const ShardDriverLibrary *self, ShardConnectTurn turn,
                                        SQLHDBC connected);
