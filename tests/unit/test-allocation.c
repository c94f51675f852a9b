/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reading a long result allocates as often as reading a short one, and takes as good as no locks:
 * the driver as a whole over shards of tests/fake, which do neither.  Functions that do, the
 * program's own ones, count.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <setjmp.h>
#include <sql.h>
#include <sqlext.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define SHARDS 4
#define FEW 2000 /* of each shard; enough for the largest batch */
#define MANY 25000
#define BLOCK 500
/* Blocks that grow once more, and threads that start. */
#define SLACK 200

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifndef SANITIZED

static atomic_ulong n_allocations, n_locks;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);

void *
malloc(size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_calloc(n, size);
}

void *
realloc(void *block, size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_realloc(block, size);
}

int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
    static int (*_Atomic real)(pthread_mutex_t *);

    if (real == NULL)
        real = (int (*)(pthread_mutex_t *))(gsize) dlsym(RTLD_NEXT, "pthread_mutex_lock");
    atomic_fetch_add(&n_locks, 1);
    return real(mutex);
}

#define FUNCTIONS(X)                                                                               \
    X(SQLAllocHandle)                                                                              \
    X(SQLSetEnvAttr)                                                                               \
    X(SQLDriverConnect)                                                                            \
    X(SQLDisconnect)                                                                               \
    X(SQLFreeHandle)                                                                               \
    X(SQLSetStmtAttr) X(SQLBindCol) X(SQLExecDirect) X(SQLFetch) X(SQLGetData) X(SQLGetDiagRec)

static struct {
#define X(name) __typeof__(&name) name;
    FUNCTIONS(X)
#undef X
} driver;

static const struct {
    const char *name;
    gpointer *place;
} entries[] = {
#define X(name) {#name, (gpointer *) &driver.name},
    FUNCTIONS(X)
#undef X
};

static char *folder;
static SQLHENV environment;
static SQLHDBC connection;

static struct {
    SQLBIGINT id[BLOCK];
    char text[BLOCK][64];
    SQLLEN lengths[2][BLOCK];
    SQLULEN n_fetched;
} rows;

typedef enum { BOUND, BLOCKS, DATA } Read;

typedef struct {
    const char *sql; /* with few or with many in it */
    Read read;
    SQLSMALLINT c_type; /* of the second column */
} Case;

/* A fetch takes the handle's lock, so those of blocks only are counted. */
static const Case cases[] = {
    {"SELECT id, %s FROM t", BOUND, SQL_C_CHAR},
    {"SELECT id, %s FROM t", BLOCKS, SQL_C_CHAR},
    {"SELECT id, %s FROM t", DATA, SQL_C_CHAR},
    {"SELECT id, %s FROM t", BLOCKS, SQL_C_WCHAR},
    {"SELECT id, %s FROM t", DATA, SQL_C_WCHAR},
    {"SELECT id, %s FROM t ORDER BY 1", BOUND, SQL_C_CHAR},
    {"SELECT id, %s FROM t ORDER BY 1", BLOCKS, SQL_C_WCHAR},
    {"SELECT n, %s FROM t", BLOCKS, SQL_C_CHAR},
    {"SELECT n, %s FROM t", BLOCKS, SQL_C_NUMERIC},
    {"SELECT n, %s FROM t", DATA, SQL_C_NUMERIC},
    {"SELECT n, %s FROM t", BLOCKS, SQL_C_DOUBLE},
    {"SELECT n, %s FROM t ORDER BY 2, 1", BLOCKS, SQL_C_CHAR},
    {"SELECT y, %s FROM t", BLOCKS, SQL_C_BINARY},
    {"SELECT y, %s FROM t", BLOCKS, SQL_C_CHAR},
    {"SELECT d, %s FROM t", BLOCKS, SQL_C_DOUBLE},
    {"SELECT d, %s FROM t", BLOCKS, SQL_C_CHAR},
    {"SELECT s, %s FROM t", BLOCKS, SQL_C_TYPE_TIMESTAMP},
    {"SELECT s, %s FROM t", BLOCKS, SQL_C_CHAR},
    {"SELECT g, count(%s) FROM t GROUP BY g ORDER BY 1", BLOCKS, SQL_C_CHAR},
    {"SELECT g, sum(%s) FROM t GROUP BY g ORDER BY 1", BLOCKS, SQL_C_CHAR},
    {"SELECT g, sum(%s) FROM t GROUP BY g ORDER BY 1", BLOCKS, SQL_C_NUMERIC},
    {"SELECT g, max(%s) FROM t GROUP BY g ORDER BY 1", BOUND, SQL_C_CHAR},
    {"SELECT g, max(%s) FROM t GROUP BY g ORDER BY 1", BLOCKS, SQL_C_WCHAR},
};

static void
write_file(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* The fake driver knows a statement by how it begins. */
static void
write_files(const char *library)
{
    static const struct {
        const char *begins, *types;
    } answers[] = {{"SELECT id, ", "int,text"},   {"SELECT n, ", "int,num"},
                   {"SELECT y, ", "int,bytes"},   {"SELECT d, ", "int,double"},
                   {"SELECT s, ", "int,ts"},      {"SELECT g, count(", "int,int"},
                   {"SELECT g, sum(", "int,num"}, {"SELECT g, max(", "int,num"}};
    g_autoptr(GString) ini = g_string_new("[shard]\nDriver=Fake\nBrand=PostgreSQL\nOn=");
    g_autoptr(GString) rules = g_string_new(NULL);
    g_autofree char *drivers = g_strdup_printf("[Fake]\nDriver=%s\n", library);

    for (guint i = 0; i < G_N_ELEMENTS(answers); i++)
        g_string_append_printf(ini, "%sfew=COLUMNS %s; ROWS %d|%smany=COLUMNS %s; ROWS %d|",
                               answers[i].begins, answers[i].types, FEW, answers[i].begins,
                               answers[i].types, MANY);
    g_string_append_c(ini, '\n');
    g_string_append(rules, "[shardodbc]\ndialect = postgresql\ndefault-shard = s_0\n");
    for (guint i = 0; i < SHARDS; i++)
        g_string_append_printf(rules, "[shard s_%u]\nconnection = DSN=shard;Name=s_%u\n", i, i);
    g_string_append_printf(rules,
                           "[table t]\nnodes = s_${0..%d}.t\nshard-key = id\n"
                           "shard-algorithm = m\nvalue-type = id: long\n"
                           "[algorithm m]\ntype = MOD\nsharding-count = %d\n",
                           SHARDS - 1, SHARDS);
    write_file("odbc.ini", ini->str);
    write_file("odbcinst.ini", drivers);
    write_file("rules.ini", rules->str);
}

static void
check(SQLRETURN rc, SQLSMALLINT type, SQLHANDLE handle, const char *what)
{
    SQLCHAR state[6] = "", text[512] = "";
    SQLINTEGER native;
    SQLSMALLINT length;

    if (SQL_SUCCEEDED(rc))
        return;
    driver.SQLGetDiagRec(type, handle, 1, state, &native, text, sizeof text, &length);
    fail_msg("%s: %s %s", what, (char *) state, (char *) text);
}

static guint64
read_all(SQLHSTMT statement, const Case *test)
{
    guint64 n = 0;
    SQLRETURN rc;

    while (SQL_SUCCEEDED(rc = driver.SQLFetch(statement))) {
        n += test->read == BLOCKS ? rows.n_fetched : 1;
        for (guint i = 0; test->read == DATA && i < 2; i++)
            driver.SQLGetData(statement, (SQLUSMALLINT) (i + 1), test->c_type, rows.text[0],
                              sizeof rows.text[0], rows.lengths[i]);
    }
    assert_int_equal(rc, SQL_NO_DATA);
    return n;
}

/* Reads all rows of the case with few or many. */
static void
measure(const Case *test, const char *which, gulong *out_allocations, gulong *out_locks)
{
    g_autofree char *before = g_strndup(test->sql, (gsize) (strstr(test->sql, "%s") - test->sql));
    g_autofree char *sql = g_strconcat(before, which, strstr(test->sql, "%s") + strlen("%s"), NULL);
    gboolean grouped = strstr(sql, "GROUP BY") != NULL;
    guint64 wanted = (strcmp(which, "few") == 0 ? FEW : MANY) * (grouped ? 1 : SHARDS);
    SQLHSTMT statement;

    driver.SQLAllocHandle(SQL_HANDLE_STMT, connection, &statement);
    if (test->read != DATA) {
        driver.SQLBindCol(statement, 1, SQL_C_SBIGINT, rows.id, 0, rows.lengths[0]);
        driver.SQLBindCol(statement, 2, test->c_type, rows.text, sizeof rows.text[0],
                          rows.lengths[1]);
    }
    if (test->read == BLOCKS)
        driver.SQLSetStmtAttr(statement, SQL_ATTR_ROW_ARRAY_SIZE, (SQLPOINTER) BLOCK, 0);
    driver.SQLSetStmtAttr(statement, SQL_ATTR_ROWS_FETCHED_PTR, &rows.n_fetched, 0);
    gulong allocations = atomic_load(&n_allocations);
    gulong locks = atomic_load(&n_locks);
    check(driver.SQLExecDirect(statement, (SQLCHAR *) sql, SQL_NTS), SQL_HANDLE_STMT, statement,
          sql);
    assert_int_equal(read_all(statement, test), wanted);
    *out_allocations = atomic_load(&n_allocations) - allocations;
    *out_locks = atomic_load(&n_locks) - locks;
    driver.SQLFreeHandle(SQL_HANDLE_STMT, statement);
}

static void
none_per_row(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        gulong few, many, few_locks, many_locks;
        measure(&cases[i], "few", &few, &few_locks); /* once for what is kept */
        measure(&cases[i], "many", &many, &many_locks);
        measure(&cases[i], "few", &few, &few_locks);
        measure(&cases[i], "many", &many, &many_locks);
        print_message("%s (%d, %d): allocations %lu and %lu, locks %lu and %lu\n", cases[i].sql,
                      (int) cases[i].read, cases[i].c_type, few, many, few_locks, many_locks);
        if (many > few + SLACK)
            fail_msg("%s: %lu allocations for few rows, %lu for many", cases[i].sql, few, many);
        if (cases[i].read == BLOCKS && many_locks > MANY / 20)
            fail_msg("%s: %lu locks for %d rows", cases[i].sql, many_locks, MANY * SHARDS);
    }
}

static char *
built(const char *name)
{
    const char *top = g_getenv("top_builddir");
    g_autofree char *here = g_get_current_dir();

    return g_build_filename(top != NULL ? top : here, name, NULL);
}

static int
set_up(void **state)
{
    g_autofree char *path = built(".libs/libshardodbc.so");
    g_autofree char *fake = built("tests/fake/.libs/libfakeodbc.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        print_error("%s\n", dlerror());
        return -1;
    }
    for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
        *entries[i].place = dlsym(library, entries[i].name);
    folder = g_dir_make_tmp("shardodbc-allocation-XXXXXX", NULL);
    write_files(fake);
    g_autofree char *ini = g_build_filename(folder, "odbc.ini", NULL);
    g_setenv("ODBCINI", ini, TRUE);
    g_setenv("ODBCSYSINI", folder, TRUE);
    g_autofree char *text = g_strdup_printf("Driver=ShardODBC;Rules=%s/rules.ini;", folder);
    driver.SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment);
    driver.SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
    driver.SQLAllocHandle(SQL_HANDLE_DBC, environment, &connection);
    check(driver.SQLDriverConnect(connection, NULL, (SQLCHAR *) text, SQL_NTS, NULL, 0, NULL,
                                  SQL_DRIVER_NOPROMPT),
          SQL_HANDLE_DBC, connection, "connect");
    return 0;
}

static int
tear_down(void **state)
{
    static const char *const names[] = {"odbc.ini", "odbcinst.ini", "rules.ini"};

    driver.SQLDisconnect(connection);
    driver.SQLFreeHandle(SQL_HANDLE_DBC, connection);
    driver.SQLFreeHandle(SQL_HANDLE_ENV, environment);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_clear_pointer(&folder, g_free);
    return 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(none_per_row)};

    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#else

int
main(void)
{
    puts("sanitizers have allocators and locks of their own");
    return 77;
}

#endif
