/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/backend/serial-driver.h"

#include "router/base/error.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define N_SLOTS 4

/* A driver of this kind; a function can't know its library by anything but its own name, so that
 * each slot has functions of its own. */
typedef struct {
    ShardDriverLibrary real;
    pthread_mutex_t lock;
    _Atomic pid_t pid; /* whose lock it is; 0: the slot is free */
} Slot;

static Slot slots[N_SLOTS];

/* In a forked child the lock may be held by a thread that isn't there: it gets a new one. */
static void
check_fork(Slot *self)
{
    pid_t mine = getpid(), seen = atomic_load(&self->pid);

    if (G_LIKELY(seen == mine))
        return;
    if (seen > 0 && atomic_compare_exchange_strong(&self->pid, &seen, -mine)) {
        pthread_mutex_init(&self->lock, NULL);
        atomic_store(&self->pid, mine);
    }
    while (atomic_load(&self->pid) != mine)
        sched_yield();
}

static void
enter(Slot *self)
{
    check_fork(self);
    pthread_mutex_lock(&self->lock);
}

static void
leave(Slot *self)
{
    pthread_mutex_unlock(&self->lock);
}

/* X(n, name, parameters, arguments) for all but SQLCancel. */
/* clang-format off */
#define CALLS(X, n)                                                                               \
    X(n, SQLAllocHandle, (SQLSMALLINT a, SQLHANDLE b, SQLHANDLE *c), (a, b, c))                   \
    X(n, SQLFreeHandle, (SQLSMALLINT a, SQLHANDLE b), (a, b))                                     \
    X(n, SQLSetEnvAttr, (SQLHENV a, SQLINTEGER b, SQLPOINTER c, SQLINTEGER d), (a, b, c,          \
      d))                                                                                         \
    X(n, SQLSetConnectAttr, (SQLHDBC a, SQLINTEGER b, SQLPOINTER c, SQLINTEGER d), (a, b,         \
      c, d))                                                                                      \
    X(n, SQLGetConnectAttr, (SQLHDBC a, SQLINTEGER b, SQLPOINTER c, SQLINTEGER d,                 \
      SQLINTEGER *e), (a, b, c, d, e))                                                            \
    X(n, SQLSetStmtAttr, (SQLHSTMT a, SQLINTEGER b, SQLPOINTER c, SQLINTEGER d), (a, b, c,        \
      d))                                                                                         \
    X(n, SQLGetStmtAttr, (SQLHSTMT a, SQLINTEGER b, SQLPOINTER c, SQLINTEGER d, SQLINTEGER        \
      *e), (a, b, c, d, e))                                                                       \
    X(n, SQLDriverConnect, (SQLHDBC a, SQLHWND b, SQLCHAR *c, SQLSMALLINT d, SQLCHAR *e,          \
      SQLSMALLINT f, SQLSMALLINT *g, SQLUSMALLINT h), (a, b, c, d, e, f, g, h))                   \
    X(n, SQLDisconnect, (SQLHDBC a), (a))                                                         \
    X(n, SQLGetInfo, (SQLHDBC a, SQLUSMALLINT b, SQLPOINTER c, SQLSMALLINT d, SQLSMALLINT         \
      *e), (a, b, c, d, e))                                                                       \
    X(n, SQLGetFunctions, (SQLHDBC a, SQLUSMALLINT b, SQLUSMALLINT *c), (a, b, c))                \
    X(n, SQLGetTypeInfo, (SQLHSTMT a, SQLSMALLINT b), (a, b))                                     \
    X(n, SQLPrepare, (SQLHSTMT a, SQLCHAR *b, SQLINTEGER c), (a, b, c))                           \
    X(n, SQLExecute, (SQLHSTMT a), (a))                                                           \
    X(n, SQLExecDirect, (SQLHSTMT a, SQLCHAR *b, SQLINTEGER c), (a, b, c))                        \
    X(n, SQLNativeSql, (SQLHDBC a, SQLCHAR *b, SQLINTEGER c, SQLCHAR *d, SQLINTEGER e,            \
      SQLINTEGER *f), (a, b, c, d, e, f))                                                         \
    X(n, SQLBindParameter, (SQLHSTMT a, SQLUSMALLINT b, SQLSMALLINT c, SQLSMALLINT d,             \
      SQLSMALLINT e, SQLULEN f, SQLSMALLINT g, SQLPOINTER h, SQLLEN i, SQLLEN *j), (a, b,         \
      c, d, e, f, g, h, i, j))                                                                    \
    X(n, SQLNumParams, (SQLHSTMT a, SQLSMALLINT *b), (a, b))                                      \
    X(n, SQLDescribeParam, (SQLHSTMT a, SQLUSMALLINT b, SQLSMALLINT *c, SQLULEN *d,               \
      SQLSMALLINT *e, SQLSMALLINT *f), (a, b, c, d, e, f))                                        \
    X(n, SQLParamData, (SQLHSTMT a, SQLPOINTER *b), (a, b))                                       \
    X(n, SQLPutData, (SQLHSTMT a, SQLPOINTER b, SQLLEN c), (a, b, c))                             \
    X(n, SQLNumResultCols, (SQLHSTMT a, SQLSMALLINT *b), (a, b))                                  \
    X(n, SQLDescribeCol, (SQLHSTMT a, SQLUSMALLINT b, SQLCHAR *c, SQLSMALLINT d,                  \
      SQLSMALLINT *e, SQLSMALLINT *f, SQLULEN *g, SQLSMALLINT *h, SQLSMALLINT *i), (a, b,         \
      c, d, e, f, g, h, i))                                                                       \
    X(n, SQLColAttribute, (SQLHSTMT a, SQLUSMALLINT b, SQLUSMALLINT c, SQLPOINTER d,              \
      SQLSMALLINT e, SQLSMALLINT *f, SQLLEN *g), (a, b, c, d, e, f, g))                           \
    X(n, SQLBindCol, (SQLHSTMT a, SQLUSMALLINT b, SQLSMALLINT c, SQLPOINTER d, SQLLEN e,          \
      SQLLEN *f), (a, b, c, d, e, f))                                                             \
    X(n, SQLFetch, (SQLHSTMT a), (a))                                                             \
    X(n, SQLFetchScroll, (SQLHSTMT a, SQLSMALLINT b, SQLLEN c), (a, b, c))                        \
    X(n, SQLExtendedFetch, (SQLHSTMT a, SQLUSMALLINT b, SQLLEN c, SQLULEN *d, SQLUSMALLINT        \
      *e), (a, b, c, d, e))                                                                       \
    X(n, SQLGetData, (SQLHSTMT a, SQLUSMALLINT b, SQLSMALLINT c, SQLPOINTER d, SQLLEN e,          \
      SQLLEN *f), (a, b, c, d, e, f))                                                             \
    X(n, SQLSetPos, (SQLHSTMT a, SQLSETPOSIROW b, SQLUSMALLINT c, SQLUSMALLINT d), (a, b,         \
      c, d))                                                                                      \
    X(n, SQLBulkOperations, (SQLHSTMT a, SQLSMALLINT b), (a, b))                                  \
    X(n, SQLRowCount, (SQLHSTMT a, SQLLEN *b), (a, b))                                            \
    X(n, SQLMoreResults, (SQLHSTMT a), (a))                                                       \
    X(n, SQLCloseCursor, (SQLHSTMT a), (a))                                                       \
    X(n, SQLFreeStmt, (SQLHSTMT a, SQLUSMALLINT b), (a, b))                                       \
    X(n, SQLEndTran, (SQLSMALLINT a, SQLHANDLE b, SQLSMALLINT c), (a, b, c))                      \
    X(n, SQLGetDiagRec, (SQLSMALLINT a, SQLHANDLE b, SQLSMALLINT c, SQLCHAR *d, SQLINTEGER        \
      *e, SQLCHAR *f, SQLSMALLINT g, SQLSMALLINT *h), (a, b, c, d, e, f, g, h))                   \
    X(n, SQLGetDiagField, (SQLSMALLINT a, SQLHANDLE b, SQLSMALLINT c, SQLSMALLINT d,              \
      SQLPOINTER e, SQLSMALLINT f, SQLSMALLINT *g), (a, b, c, d, e, f, g))                        \
    X(n, SQLSetCursorName, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c), (a, b, c))                    \
    X(n, SQLGetCursorName, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLSMALLINT *d), (a, b,        \
      c, d))                                                                                      \
    X(n, SQLTables, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT e,            \
      SQLCHAR *f, SQLSMALLINT g, SQLCHAR *h, SQLSMALLINT i), (a, b, c, d, e, f, g, h, i))         \
    X(n, SQLColumns, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT e,           \
      SQLCHAR *f, SQLSMALLINT g, SQLCHAR *h, SQLSMALLINT i), (a, b, c, d, e, f, g, h, i))         \
    X(n, SQLPrimaryKeys, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT          \
      e, SQLCHAR *f, SQLSMALLINT g), (a, b, c, d, e, f, g))                                       \
    X(n, SQLForeignKeys, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT          \
      e, SQLCHAR *f, SQLSMALLINT g, SQLCHAR *h, SQLSMALLINT i, SQLCHAR *j, SQLSMALLINT k,         \
      SQLCHAR *l, SQLSMALLINT m), (a, b, c, d, e, f, g, h, i, j, k, l, m))                        \
    X(n, SQLStatistics, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT e,        \
      SQLCHAR *f, SQLSMALLINT g, SQLUSMALLINT h, SQLUSMALLINT i), (a, b, c, d, e, f, g, h,        \
      i))                                                                                         \
    X(n, SQLSpecialColumns, (SQLHSTMT a, SQLUSMALLINT b, SQLCHAR *c, SQLSMALLINT d,               \
      SQLCHAR *e, SQLSMALLINT f, SQLCHAR *g, SQLSMALLINT h, SQLUSMALLINT i, SQLUSMALLINT          \
      j), (a, b, c, d, e, f, g, h, i, j))                                                         \
    X(n, SQLProcedures, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d, SQLSMALLINT e,        \
      SQLCHAR *f, SQLSMALLINT g), (a, b, c, d, e, f, g))                                          \
    X(n, SQLProcedureColumns, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d,                 \
      SQLSMALLINT e, SQLCHAR *f, SQLSMALLINT g, SQLCHAR *h, SQLSMALLINT i), (a, b, c, d,          \
      e, f, g, h, i))                                                                             \
    X(n, SQLTablePrivileges, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d,                  \
      SQLSMALLINT e, SQLCHAR *f, SQLSMALLINT g), (a, b, c, d, e, f, g))                           \
    X(n, SQLColumnPrivileges, (SQLHSTMT a, SQLCHAR *b, SQLSMALLINT c, SQLCHAR *d,                 \
      SQLSMALLINT e, SQLCHAR *f, SQLSMALLINT g, SQLCHAR *h, SQLSMALLINT i), (a, b, c, d,          \
      e, f, g, h, i))                                                                             \
    X(n, SQLSetDescField, (SQLHDESC a, SQLSMALLINT b, SQLSMALLINT c, SQLPOINTER d,                \
      SQLINTEGER e), (a, b, c, d, e))                                                             \
    X(n, SQLSetDescRec, (SQLHDESC a, SQLSMALLINT b, SQLSMALLINT c, SQLSMALLINT d, SQLLEN          \
      e, SQLSMALLINT f, SQLSMALLINT g, SQLPOINTER h, SQLLEN *i, SQLLEN *j), (a, b, c, d,          \
      e, f, g, h, i, j))                                                                          \
    X(n, SQLGetDescField, (SQLHDESC a, SQLSMALLINT b, SQLSMALLINT c, SQLPOINTER d,                \
      SQLINTEGER e, SQLINTEGER *f), (a, b, c, d, e, f))

#define DEFINE(n, name, parameters, arguments)                                                    \
    static SQLRETURN SQL_API serial_##n##_##name parameters                                       \
    {                                                                                             \
        enter(&slots[n]);                                                                         \
        SQLRETURN rc = slots[n].real.name arguments;                                              \
        leave(&slots[n]);                                                                         \
        return rc;                                                                                \
    }
CALLS(DEFINE, 0)
CALLS(DEFINE, 1)
CALLS(DEFINE, 2)
CALLS(DEFINE, 3)

#define ENTRY(n, name, parameters, arguments) .name = serial_##n##_##name,
static const ShardDriverLibrary wrappers[N_SLOTS] = {
    {CALLS(ENTRY, 0)},
    {CALLS(ENTRY, 1)},
    {CALLS(ENTRY, 2)},
    {CALLS(ENTRY, 3)},
};
/* clang-format on */

gboolean
shard_serial_driver_wrap(ShardDriverLibrary *functions, GError **error)
{
    guint n = 0;

    while (n < N_SLOTS && atomic_load(&slots[n].pid) != 0)
        n++;
    if (n == N_SLOTS) {
        shard_error_set(error, SHARD_ERROR_FAILED, "IM003",
                        "more than %u drivers with Threading=3 can't be used in one process",
                        N_SLOTS);
        return FALSE;
    }
    slots[n].real = *functions;
    pthread_mutex_init(&slots[n].lock, NULL);
    atomic_store(&slots[n].pid, getpid());
#define X(name)                                                                                    \
    if (functions->name != NULL && wrappers[n].name != NULL)                                       \
        functions->name = wrappers[n].name;
    SHARD_DRIVER_FUNCTIONS(X)
#undef X
    return TRUE;
}
