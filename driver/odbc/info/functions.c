/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * SQLGetFunctions: the functions that we export.  A test holds the list against the exports.
 */
#include "driver/odbc/info/private.h"

#include <string.h>

static const SQLUSMALLINT functions[] = {
    SQL_API_SQLALLOCHANDLE,     SQL_API_SQLBINDCOL,
    SQL_API_SQLBINDPARAMETER,   SQL_API_SQLBROWSECONNECT,
    SQL_API_SQLBULKOPERATIONS,  SQL_API_SQLCANCEL,
    SQL_API_SQLCANCELHANDLE,    SQL_API_SQLCLOSECURSOR,
    SQL_API_SQLCOLATTRIBUTE,    SQL_API_SQLCOLUMNPRIVILEGES,
    SQL_API_SQLCOLUMNS,         SQL_API_SQLCONNECT,
    SQL_API_SQLCOPYDESC,        SQL_API_SQLDESCRIBECOL,
    SQL_API_SQLDESCRIBEPARAM,   SQL_API_SQLDISCONNECT,
    SQL_API_SQLDRIVERCONNECT,   SQL_API_SQLENDTRAN,
    SQL_API_SQLEXECDIRECT,      SQL_API_SQLEXECUTE,
    SQL_API_SQLEXTENDEDFETCH,   SQL_API_SQLFETCH,
    SQL_API_SQLFETCHSCROLL,     SQL_API_SQLFOREIGNKEYS,
    SQL_API_SQLFREEHANDLE,      SQL_API_SQLFREESTMT,
    SQL_API_SQLGETCONNECTATTR,  SQL_API_SQLGETCURSORNAME,
    SQL_API_SQLGETDATA,         SQL_API_SQLGETDESCFIELD,
    SQL_API_SQLGETDESCREC,      SQL_API_SQLGETDIAGFIELD,
    SQL_API_SQLGETDIAGREC,      SQL_API_SQLGETENVATTR,
    SQL_API_SQLGETFUNCTIONS,    SQL_API_SQLGETINFO,
    SQL_API_SQLGETSTMTATTR,     SQL_API_SQLGETTYPEINFO,
    SQL_API_SQLMORERESULTS,     SQL_API_SQLNATIVESQL,
    SQL_API_SQLNUMPARAMS,       SQL_API_SQLNUMRESULTCOLS,
    SQL_API_SQLPARAMDATA,       SQL_API_SQLPREPARE,
    SQL_API_SQLPRIMARYKEYS,     SQL_API_SQLPROCEDURECOLUMNS,
    SQL_API_SQLPROCEDURES,      SQL_API_SQLPUTDATA,
    SQL_API_SQLROWCOUNT,        SQL_API_SQLSETCONNECTATTR,
    SQL_API_SQLSETCURSORNAME,   SQL_API_SQLSETDESCFIELD,
    SQL_API_SQLSETDESCREC,      SQL_API_SQLSETENVATTR,
    SQL_API_SQLSETPOS,          SQL_API_SQLSETSTMTATTR,
    SQL_API_SQLSPECIALCOLUMNS,  SQL_API_SQLSTATISTICS,
    SQL_API_SQLTABLEPRIVILEGES, SQL_API_SQLTABLES,
};

/* ODBC 2 asks by these numbers for what the manager maps onto ours. */
static const SQLUSMALLINT mapped[] = {
    SQL_API_SQLALLOCCONNECT,  SQL_API_SQLALLOCENV,
    SQL_API_SQLALLOCSTMT,     SQL_API_SQLCOLATTRIBUTES,
    SQL_API_SQLERROR,         SQL_API_SQLFREECONNECT,
    SQL_API_SQLFREEENV,       SQL_API_SQLGETCONNECTOPTION,
    SQL_API_SQLGETSTMTOPTION, SQL_API_SQLSETCONNECTOPTION,
    SQL_API_SQLSETPARAM,      SQL_API_SQLSETSTMTOPTION,
    SQL_API_SQLTRANSACT,
};

static gboolean
contains(const SQLUSMALLINT *list, guint n, SQLUSMALLINT function)
{
    for (guint i = 0; i < n; i++)
        if (list[i] == function)
            return TRUE;
    return FALSE;
}

/* One bit per function, 16 to a word. */
static void
fill_bitmap(SQLUSMALLINT *out)
{
    memset(out, 0, sizeof(SQLUSMALLINT) * SQL_API_ODBC3_ALL_FUNCTIONS_SIZE);
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
        out[functions[i] >> 4] |= (SQLUSMALLINT) (1 << (functions[i] & 0xF));
}

/* One word per function below 100. */
static void
fill_array(SQLUSMALLINT *out)
{
    for (SQLUSMALLINT i = 0; i < 100; i++)
        out[i] = contains(functions, G_N_ELEMENTS(functions), i) ||
                 contains(mapped, G_N_ELEMENTS(mapped), i);
}

SQLRETURN
shard_info_functions(SQLUSMALLINT function, SQLUSMALLINT *out_supported, GError **error)
{
    if (function == SQL_API_ODBC3_ALL_FUNCTIONS)
        fill_bitmap(out_supported);
    else if (function == SQL_API_ALL_FUNCTIONS)
        fill_array(out_supported);
    else
        *out_supported = contains(functions, G_N_ELEMENTS(functions), function) ||
                         contains(mapped, G_N_ELEMENTS(mapped), function);
    return SQL_SUCCESS;
}
