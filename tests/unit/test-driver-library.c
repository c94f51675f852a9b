/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding drivers, and connection strings. */
#include "driver/executor/connection-string.h"
#include "driver/executor/backend/driver-library.h"
#include "driver/executor/backend/serial-driver.h"
#include "router/base/error.h"

#include "executor-ini.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

typedef struct {
    const char *dsn, *connection;
    const char *sqlstate; /* NULL: is found */
    const char *message;  /* part of it */
} FindCase;

static const FindCase find_cases[] = {
    {"lib_by_section", NULL, NULL, NULL},
    {"lib_by_path", NULL, NULL, NULL},
    {"lib_by_name", NULL, NULL, NULL},
    {NULL, "DRIVER={SQLite3};Database=x", NULL, NULL},
    {NULL, "Database=x;driver=libsqlite3odbc.so", NULL, NULL},
    {NULL, "dsn=lib_by_section;", NULL, NULL},
    {"no_such_dsn", NULL, "IM002", "no_such_dsn"},
    {"lib_missing", NULL, "IM003", "no-such-driver.so"},
    {"lib_not_odbc", NULL, "IM003", "SQLAllocHandle"},
    {NULL, "Database=x", "IM002", "neither"},
};

static void
drivers_are_found(void **state)
{
    const ShardDriverLibrary *first = NULL;

    for (guint i = 0; i < G_N_ELEMENTS(find_cases); i++) {
        const FindCase *c = &find_cases[i];
        g_autoptr(GError) error = NULL;
        const ShardDriverLibrary *library =
            shard_driver_library_find(c->dsn, c->connection, &error);
        if (c->sqlstate == NULL) {
            if (library == NULL)
                fail_msg("%u: %s", i, error->message);
            assert_int_equal(library->dialect, SHARD_DIALECT_SQLITE);
            first = first == NULL ? library : first;
            assert_ptr_equal(library, first);
        } else {
            assert_null(library);
            assert_string_equal(shard_error_sqlstate(error, 0), c->sqlstate);
            if (strstr(error->message, c->message) == NULL)
                fail_msg("%u: %s", i, error->message);
        }
    }
}

static void
tried_paths_are_named(void **state)
{
    g_autoptr(GError) error = NULL;

    assert_null(shard_driver_library_find("lib_missing", NULL, &error));
    assert_non_null(strstr(error->message, SYSTEM_ODBC_MODULES "/no-such-driver.so"));
}

typedef struct {
    const char *text, *key, *value;
} GetCase;

static const GetCase get_cases[] = {
    {"A=1;B=2", "b", "2"},
    {"A=1;B=2", "c", NULL},
    {"PWD={a;b}}c};UID=x", "PWD", "a;b}c"},
    {"PWD={a;b}}c};UID=x", "uid", "x"},
    {" A = 1 ; B=", "A", "1"},
    {" A = 1 ; B=", "B", ""},
    {"", "A", NULL},
    {"A", "A", NULL},
    {"A={unclosed", "A", "unclosed"},
    {"A=x=y", "A", "x=y"},
};

static void
values_are_read(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(get_cases); i++) {
        g_autofree char *value = shard_connection_string_get(get_cases[i].text, get_cases[i].key);
        if (g_strcmp0(value, get_cases[i].value) != 0)
            fail_msg("%s: %s", get_cases[i].text, value);
    }
}

typedef struct {
    ShardDataSource shard;
    const char *uid, *pwd, *handed_on;
    ShardDialect dialect;
    guint login_timeout, lock_timeout;
    const char *wanted;
} StringCase;

static const StringCase string_cases[] = {
    {{.dsn = "plain"}, NULL, NULL, "", SHARD_DIALECT_POSTGRESQL, 0, 0, "DSN=plain;"},
    {{.dsn = "plain"},
     "u",
     "p;w",
     "",
     SHARD_DIALECT_POSTGRESQL,
     5,
     0,
     "DSN=plain;UID=u;PWD={p;w};"},
    {{.dsn = "with_user"}, "u", "p", "", SHARD_DIALECT_POSTGRESQL, 0, 0, "DSN=with_user;"},
    {{.dsn = "plain", .uid = "own", .pwd = "x"},
     "u",
     "p",
     "",
     SHARD_DIALECT_POSTGRESQL,
     0,
     0,
     "DSN=plain;UID=own;PWD=x;"},
    {{.dsn = "plain"},
     NULL,
     NULL,
     "UseDeclareFetch=1;BoolsAsChar=0",
     SHARD_DIALECT_POSTGRESQL,
     0,
     0,
     "DSN=plain;UseDeclareFetch=1;BoolsAsChar=0;"},
    {{.dsn = "plain"},
     NULL,
     NULL,
     "",
     SHARD_DIALECT_MYSQL,
     7,
     0,
     "DSN=plain;CHARSET=utf8mb4;CONN_TIMEOUT=7;"},
    {{.dsn = "with_charset"}, NULL, NULL, "", SHARD_DIALECT_MYSQL, 0, 0, "DSN=with_charset;"},
    {{.dsn = "plain"},
     NULL,
     NULL,
     "charset=latin1",
     SHARD_DIALECT_MYSQL,
     0,
     0,
     "DSN=plain;charset=latin1;"},
    {{.connection = "Driver={X Y};Database=a;User=b"},
     "u",
     "p",
     "Database=c",
     SHARD_DIALECT_SQLITE,
     0,
     3,
     "Driver=X Y;Database=c;User=b;Timeout=3000;"},
};

static void
strings_are_made(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(string_cases); i++) {
        const StringCase *c = &string_cases[i];
        g_autoptr(ShardSettings) settings = shard_settings_new();
        g_free(settings->handed_on);
        settings->handed_on = g_strdup(c->handed_on);
        settings->uid = g_strdup(c->uid);
        settings->pwd = g_strdup(c->pwd);
        settings->lock_timeout = c->lock_timeout;
        g_autofree char *text =
            shard_connection_string_for(&c->shard, settings, c->dialect, c->login_timeout, FALSE);
        assert_string_equal(text, c->wanted);
    }
}

/* Threading=3 holds back every function but SQLCancel. */
static void
all_functions_are_serialised(void **state)
{
    ShardDriverLibrary before, functions;

    const ShardDriverLibrary *real = shard_driver_library_find("lib_by_section", NULL, NULL);
    assert_non_null(real);
    before = *real;
    /* What this driver doesn't have is given some address, to be seen replaced. */
#define X(name)                                                                                    \
    if (before.name == NULL)                                                                       \
        before.name = (__typeof__(before.name)) (gsize) all_functions_are_serialised;
    SHARD_DRIVER_FUNCTIONS(X)
#undef X
    functions = before;
    assert_true(shard_serial_driver_wrap(&functions, NULL));
    assert_ptr_equal(functions.SQLCancel, before.SQLCancel);
    functions.SQLCancel = NULL;
#define X(name) assert_ptr_not_equal(functions.name, before.name);
    SHARD_DRIVER_FUNCTIONS(X)
#undef X
}

/* Another connection is there before the first one, which fails then: nobody is the first any more,
 * and nobody changes the functions that the other one uses. */
static void
first_connect_may_be_overtaken(void **state)
{
    const ShardDriverLibrary *library = shard_driver_library_find("lib_by_section", NULL, NULL);
    SQLHENV env = NULL;
    SQLHDBC dbc = NULL;

    assert_non_null(library);
    assert_int_equal(library->SQLAllocHandle(SQL_HANDLE_ENV, NULL, &env), SQL_SUCCESS);
    assert_int_equal(library->SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc), SQL_SUCCESS);
    assert_int_equal(shard_driver_library_enter_connect(library), SHARD_CONNECT_FIRST);
    shard_driver_library_leave_connect(library, SHARD_CONNECT_FREELY, dbc);
    shard_driver_library_leave_connect(library, SHARD_CONNECT_FIRST, NULL);
    assert_int_equal(shard_driver_library_enter_connect(library), SHARD_CONNECT_FREELY);
    library->SQLFreeHandle(SQL_HANDLE_DBC, dbc);
    library->SQLFreeHandle(SQL_HANDLE_ENV, env);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drivers_are_found),
        cmocka_unit_test(tried_paths_are_named),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(strings_are_made),
        cmocka_unit_test(all_functions_are_serialised),
        cmocka_unit_test(first_connect_may_be_overtaken),
    };

    g_unsetenv("ODBCINI");
    executor_ini_start();
    executor_write("odbc.ini", "[lib_by_section]\nDriver=SQLite3\n"
                               "[lib_by_path]\nDriver=" SYSTEM_ODBC_MODULES "/libsqlite3odbc.so\n"
                               "[lib_by_name]\nDriver=Bare\n"
                               "[lib_missing]\nDriver=Missing\n"
                               "[lib_not_odbc]\nDriver=NotOdbc\n"
                               "[plain]\nDriver=SQLite3\n"
                               "[with_user]\nDriver=SQLite3\nUsername=someone\n"
                               "[with_charset]\nDriver=SQLite3\nCharset=latin1\n");
    executor_write("odbcinst.ini", "[SQLite3]\nDriver=" SYSTEM_ODBC_MODULES "/libsqlite3odbc.so\n"
                                   "[Bare]\nDriver=libsqlite3odbc.so\n"
                                   "[Missing]\nDriver=no-such-driver.so\n"
                                   "[NotOdbc]\nDriver=libc.so.6\n");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
