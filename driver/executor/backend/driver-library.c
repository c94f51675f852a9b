/* SPDX-License-Identifier: LGPL-2.1-or-later */
#define _GNU_SOURCE /* dladdr */
#include "driver/executor/backend/driver-library.h"

#include "driver/executor/connection-string.h"
#include "driver/executor/backend/serial-driver.h"
#include "driver/executor/ini-file.h"
#include "router/base/error.h"
#include "router/base/fork.h"

#include <dlfcn.h>
#include <odbcinst.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#define TURN_NANOSECONDS (20 * 1000000)
/* The first connect that takes longer is past what it has to be alone for: a server keeps it. */
#define FIRST_NANOSECONDS (300 * 1000000)

typedef struct {
    ShardDriverLibrary functions; /* must be first */
    void *handle;
    atomic_bool connected_once;
    pthread_mutex_t turn; /* of connecting */
} Library;

typedef struct {
    const char *name;
    gsize offset;
    gboolean needed;
} Entry;

typedef struct {
    const char *part; /* of the file's name */
    ShardDialect dialect;
} Brand;

/* Whatever a back end can't do without; the rest is asked for when it is used. */
static const char *const needed_names[] = {
    "SQLAllocHandle", "SQLFreeHandle", "SQLDriverConnect", "SQLDisconnect",     "SQLGetInfo",
    "SQLPrepare",     "SQLExecute",    "SQLExecDirect",    "SQLNumResultCols",  "SQLDescribeCol",
    "SQLBindCol",     "SQLFetch",      "SQLGetData",       "SQLBindParameter",  "SQLRowCount",
    "SQLFreeStmt",    "SQLEndTran",    "SQLGetDiagRec",    "SQLSetConnectAttr", "SQLSetEnvAttr",
    "SQLSetStmtAttr", "SQLCancel",
};

static const Brand brands[] = {
    {"psqlodbc", SHARD_DIALECT_POSTGRESQL},
    {"maodbc", SHARD_DIALECT_MYSQL},
    {"myodbc", SHARD_DIALECT_MYSQL},
    {"sqlite", SHARD_DIALECT_SQLITE},
};

static const Entry entries[] = {
#define X(name) {#name, G_STRUCT_OFFSET(ShardDriverLibrary, name), FALSE},
    SHARD_DRIVER_FUNCTIONS(X)
#undef X
};

/* Guards the list of libraries, reading of ini files and loading. */
static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(load_lock)
static pthread_mutex_t connect_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_RENEW(connect_lock)
static pthread_mutex_t functions_lock = PTHREAD_MUTEX_INITIALIZER;
SHARD_FORK_GUARD(functions_lock)
static GPtrArray *libraries; /* Library, one per file */

static char *read_ini(const char *section, const char *key, const char *file);
static char *find_driver(const char *dsn, const char *connection, GError **error);
static Library *load(const char *driver, GError **error);

char *
shard_ini_string(const char *section, const char *key, const char *file)
{
    pthread_mutex_lock(&load_lock);
    char *text = read_ini(section, key, file);
    pthread_mutex_unlock(&load_lock);
    return text;
}

char *
shard_ini_keys(const char *section, const char *file)
{
    for (int size = 4096; size <= 1 << 20; size *= 4) {
        g_autofree char *buffer = g_malloc0((gsize) size + 2);
        pthread_mutex_lock(&load_lock);
        int n = SQLGetPrivateProfileString(section, NULL, "", buffer, size, file);
        pthread_mutex_unlock(&load_lock);
        if (n < 0)
            break;
        if (n < size - 2)
            return g_steal_pointer(&buffer);
    }
    return g_malloc0(2);
}

const ShardDriverLibrary *
shard_driver_library_find(const char *dsn, const char *connection, GError **error)
{
    pthread_mutex_lock(&load_lock);
    g_autofree char *driver = find_driver(dsn, connection, error);
    Library *library = driver == NULL ? NULL : load(driver, error);
    pthread_mutex_unlock(&load_lock);
    return library == NULL ? NULL : &library->functions;
}

static gboolean
is_psqlodbc(const Library *self)
{
    return self->functions.dialect == SHARD_DIALECT_POSTGRESQL;
}

static gboolean
lock_within(pthread_mutex_t *mutex, glong nanoseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_mutex_timedlock(mutex, &until) == 0;
}

ShardConnectTurn
shard_driver_library_enter_connect(const ShardDriverLibrary *self)
{
    Library *library = (Library *) self;

    if (!atomic_load(&library->connected_once) && lock_within(&connect_lock, FIRST_NANOSECONDS)) {
        if (!atomic_load(&library->connected_once))
            return SHARD_CONNECT_FIRST;
        pthread_mutex_unlock(&connect_lock);
    }
    return is_psqlodbc(library) && lock_within(&library->turn, TURN_NANOSECONDS)
               ? SHARD_CONNECT_IN_TURN
               : SHARD_CONNECT_FREELY;
}

/* Takes what the driver exports but says that it doesn't support out of the table. */
static void
mask_functions(Library *library, SQLHDBC connected)
{
    ShardDriverLibrary *functions = &library->functions;
    static const struct {
        gsize offset;
        SQLUSMALLINT id;
    } optional[] = {
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLBulkOperations), SQL_API_SQLBULKOPERATIONS},
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLSetPos), SQL_API_SQLSETPOS},
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLFetchScroll), SQL_API_SQLFETCHSCROLL},
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLExtendedFetch), SQL_API_SQLEXTENDEDFETCH},
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLDescribeParam), SQL_API_SQLDESCRIBEPARAM},
        {G_STRUCT_OFFSET(ShardDriverLibrary, SQLMoreResults), SQL_API_SQLMORERESULTS},
    };
    SQLUSMALLINT supported[SQL_API_ODBC3_ALL_FUNCTIONS_SIZE] = {0};

    if (functions->SQLGetFunctions == NULL ||
        !SQL_SUCCEEDED(
            functions->SQLGetFunctions(connected, SQL_API_ODBC3_ALL_FUNCTIONS, supported)))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(optional); i++)
        if (!SQL_FUNC_EXISTS(supported, optional[i].id))
            G_STRUCT_MEMBER(gpointer, functions, optional[i].offset) = NULL;
}

/* Before anybody has a connection to call one of them on: the first to connect may not be the one
 * that was alone, if that waits for its server. */
static void
learn_functions(Library *library, SQLHDBC connected)
{
    pthread_mutex_lock(&functions_lock);
    if (!atomic_load(&library->connected_once))
        mask_functions(library, connected);
    atomic_store(&library->connected_once, TRUE);
    pthread_mutex_unlock(&functions_lock);
}

void
shard_driver_library_leave_connect(const ShardDriverLibrary *self, ShardConnectTurn turn,
                                   SQLHDBC connected)
{
    Library *library = (Library *) self;

    if (turn == SHARD_CONNECT_IN_TURN)
        pthread_mutex_unlock(&library->turn);
    if (connected != NULL && !atomic_load(&library->connected_once))
        learn_functions(library, connected);
    if (turn == SHARD_CONNECT_FIRST)
        pthread_mutex_unlock(&connect_lock);
}

static char *
read_ini(const char *section, const char *key, const char *file)
{
    char *known = strcmp(file, "odbc.ini") == 0 ? shard_ini_file_get(section, key) : NULL;

    if (known != NULL)
        return known;
    for (int size = 1024;; size *= 4) {
        g_autofree char *buffer = g_malloc0((gsize) size);
        int length = SQLGetPrivateProfileString(section, key, "", buffer, size, file);
        if (length < size - 1 || size > 1024 * 1024)
            return g_steal_pointer(&buffer);
    }
}

/* The library of a driver's section in odbcinst.ini, or the name itself when there is none. */
static char *
driver_file(const char *driver)
{
    if (driver[0] == '/')
        return g_strdup(driver);
    if (sizeof(void *) == 8) {
        g_autofree char *file = read_ini(driver, "Driver64", "odbcinst.ini");
        if (file[0] != '\0')
            return g_steal_pointer(&file);
    }
    g_autofree char *file = read_ini(driver, "Driver", "odbcinst.ini");
    return file[0] != '\0' ? g_steal_pointer(&file) : g_strdup(driver);
}

/* Threading=3, said as for the driver manager: in the driver's section, else for all drivers. */
static gboolean
is_serial(const char *driver)
{
    g_autofree char *own =
        driver[0] == '/' ? g_strdup("") : read_ini(driver, "Threading", "odbcinst.ini");
    g_autofree char *common = read_ini("ODBC", "Threading", "odbcinst.ini");

    return g_ascii_strtoll(own[0] != '\0' ? own : common, NULL, 10) == 3;
}

/* The driver as the data source names it: a section of odbcinst.ini, or a file. */
static char *
find_driver(const char *dsn, const char *connection, GError **error)
{
    g_autofree char *named = NULL;

    if (connection != NULL) {
        g_autofree char *driver = shard_connection_string_get(connection, "Driver");
        if (driver != NULL)
            return g_steal_pointer(&driver);
        named = shard_connection_string_get(connection, "DSN");
        dsn = named;
    }
    if (dsn == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "IM002",
                        "the connection string names neither Driver nor DSN");
        return NULL;
    }
    g_autofree char *driver = read_ini(dsn, "Driver", "odbc.ini");
    if (driver[0] == '\0') {
        shard_error_set(error, SHARD_ERROR_FAILED, "IM002",
                        "data source '%s' is not in odbc.ini, or has no Driver there (odbcinst -j "
                        "shows which files are read)",
                        dsn);
        return NULL;
    }
    return g_steal_pointer(&driver);
}

/* Where this code itself was loaded from; NULL in a program that the linker made. */
static char *
own_folder(void)
{
    Dl_info info;

    if (dladdr((void *) (gsize) shard_driver_library_find, &info) == 0 || info.dli_fname == NULL)
        return NULL;
    return g_path_get_dirname(info.dli_fname);
}

static void *
open_file(const char *path, GString *tried)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        g_string_append_printf(tried, "%s%s", tried->len > 0 ? "; " : "", dlerror());
    return handle;
}

static void *
open_library(const char *path, GError **error)
{
    g_autoptr(GString) tried = g_string_new(NULL);

    /* It isn't cited: the rest of a connection string stands in it, with its password. */
    if (strchr(path, ';') != NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "IM003",
                        "the name of the driver in the connection string has no closing brace");
        return NULL;
    }
    void *handle = open_file(path, tried);

    if (handle == NULL && strchr(path, '/') == NULL) {
        g_autofree char *folder = own_folder();
        g_autofree char *beside = folder == NULL ? NULL : g_build_filename(folder, path, NULL);
        g_autofree char *module = g_build_filename(SYSTEM_ODBC_MODULES, path, NULL);
        if (beside != NULL)
            handle = open_file(beside, tried);
        if (handle == NULL)
            handle = open_file(module, tried);
    }
    if (handle == NULL)
        shard_error_set(error, SHARD_ERROR_FAILED, "IM003", "driver '%s' can't be loaded: %s", path,
                        tried->str);
    return handle;
}

/* This very library, or another copy of it, would call itself for ever. */
static gboolean
is_ourselves(void *symbol)
{
    Dl_info theirs, ours;

    if (dladdr(symbol, &theirs) == 0 ||
        dladdr((void *) (gsize) shard_driver_library_find, &ours) == 0)
        return FALSE;
    if (theirs.dli_fbase == ours.dli_fbase)
        return TRUE;
    g_autofree char *name = g_path_get_basename(theirs.dli_fname);
    return g_str_has_prefix(name, "libshardodbc");
}

static gboolean
is_needed(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(needed_names); i++)
        if (strcmp(needed_names[i], name) == 0)
            return TRUE;
    return FALSE;
}

static gboolean
resolve(Library *library, const char *path, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(entries); i++) {
        void *symbol = dlsym(library->handle, entries[i].name);
        if (symbol == NULL) {
            g_autofree char *ansi = g_strconcat(entries[i].name, "A", NULL);
            symbol = dlsym(library->handle, ansi);
        }
        if (symbol == NULL && is_needed(entries[i].name)) {
            shard_error_set(error, SHARD_ERROR_FAILED, "IM003",
                            "driver '%s' has no function %s (drivers with wide functions only "
                            "can't be used)",
                            path, entries[i].name);
            return FALSE;
        }
        G_STRUCT_MEMBER(gpointer, &library->functions, entries[i].offset) = symbol;
    }
    if (is_ourselves((void *) (gsize) library->functions.SQLAllocHandle)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "08001",
                        "'%s' is ShardODBC itself: a shard must name a real database, not the "
                        "logical data source",
                        path);
        return FALSE;
    }
    return TRUE;
}

static ShardDialect
guess_dialect(const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *name = g_ascii_strdown(base, -1);

    for (guint i = 0; i < G_N_ELEMENTS(brands); i++)
        if (strstr(name, brands[i].part) != NULL)
            return brands[i].dialect;
    return SHARD_DIALECT_UNKNOWN;
}

static gboolean
is_mariadb_connector(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);

    return strstr(name, "maodbc") != NULL;
}

static Library *
load(const char *driver, GError **error)
{
    g_autofree char *path = driver_file(driver);
    void *handle = open_library(path, error);
    if (handle == NULL)
        return NULL;
    if (libraries == NULL)
        libraries = g_ptr_array_new();
    for (guint i = 0; i < libraries->len; i++) {
        Library *known = libraries->pdata[i];
        if (known->handle == handle) {
            dlclose(handle); /* only the count of the second opening */
            return known;
        }
    }
    Library *library = g_new0(Library, 1);
    library->handle = handle;
    if (!resolve(library, path, error) ||
        (is_serial(driver) && !shard_serial_driver_wrap(&library->functions, error))) {
        g_free(library);
        return NULL;
    }
    library->functions.path = g_strdup(path);
    library->functions.dialect = guess_dialect(path);
    library->functions.keeps_locks = is_mariadb_connector(path);
    pthread_mutex_init(&library->turn, NULL);
    shard_fork_renew(&library->turn);
    g_ptr_array_add(libraries, library);
    return library;
}
