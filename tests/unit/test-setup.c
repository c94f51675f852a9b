/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-setup.c - the setup library against private ini files.
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <sqltypes.h>
#include <odbcinstext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int INSTAPI ODBCINSTGetProperties(HODBCINSTPROPERTY last);

static char folder[] = "/tmp/test-setup-XXXXXX";

static void
properties_free(HODBCINSTPROPERTY property)
{
    while (property != NULL) {
        HODBCINSTPROPERTY next = property->pNext;
        free(property->aPromptData);
        free(property->pszHelp);
        free(property);
        property = next;
    }
}

static void
test_properties(void **state)
{
    static const struct {
        const char *name;
        int prompt;
        const char *value;
        const char *second_choice; /* NULL: no list */
    } cases[] = {
        {"Rules", ODBCINST_PROMPTTYPE_FILENAME, "", NULL},
        {"PWD", ODBCINST_PROMPTTYPE_TEXTEDIT_PASSWORD, "", NULL},
        {"Connect", ODBCINST_PROMPTTYPE_LISTBOX, "lazy", "all"},
        {"Transaction", ODBCINST_PROMPTTYPE_LISTBOX, "local", "2pc"},
        {"MergeMemory", ODBCINST_PROMPTTYPE_TEXTEDIT, "67108864", NULL},
    };
    ODBCINSTPROPERTY *first = calloc(1, sizeof *first);

    assert_int_equal(ODBCINSTGetProperties(first), 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ODBCINSTPROPERTY *found = first;
        while (found != NULL && strcmp(found->szName, cases[i].name) != 0)
            found = found->pNext;
        assert_non_null(found);
        assert_int_equal(found->nPromptType, cases[i].prompt);
        assert_string_equal(found->szValue, cases[i].value);
        if (cases[i].second_choice != NULL)
            assert_string_equal(found->aPromptData[1], cases[i].second_choice);
        else
            assert_null(found->aPromptData);
    }
    for (ODBCINSTPROPERTY *found = first; found != NULL; found = found->pNext)
        assert_string_not_equal(found->szName, "Description");
    properties_free(first);
}

/* Read from the file itself: odbcinst caches what it has read for some seconds. */
static void
assert_in_file(const char *line, int wanted)
{
    g_autofree char *path = g_build_filename(folder, "odbc.ini", NULL);
    g_autofree char *text = NULL;

    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_int_equal(strstr(text, line) != NULL, wanted);
}

static void
test_add_change_remove(void **state)
{
    assert_true(
        ConfigDSN(NULL, ODBC_ADD_DSN, "ShardODBC", "DSN=shop\0Rules=/etc/shop.ini\0Connect=all\0"));
    assert_in_file("[shop]", 1);
    assert_in_file("/etc/shop.ini", 1);
    assert_in_file("all", 1);
    assert_in_file("DSN", 0);

    assert_true(ConfigDSN(NULL, ODBC_CONFIG_DSN, "ShardODBC", "DSN=shop\0Connect=lazy\0"));
    assert_in_file("lazy", 1);
    assert_in_file("all", 0);
    assert_in_file("/etc/shop.ini", 1);

    assert_true(ConfigDSN(NULL, ODBC_REMOVE_DSN, "ShardODBC", "DSN=shop\0"));
    assert_in_file("[shop]", 0);
}

static void
test_refused(void **state)
{
    static const struct {
        WORD request;
        const char *driver;
        const char *attributes;
        DWORD code;
    } cases[] = {
        {77, "ShardODBC", "DSN=a\0", ODBC_ERROR_INVALID_REQUEST_TYPE},
        {ODBC_ADD_DSN, "ShardODBC", "Rules=/x\0", ODBC_ERROR_INVALID_DSN},
        {ODBC_ADD_DSN, "ShardODBC", "DSN=a[b\0", ODBC_ERROR_INVALID_DSN},
        {ODBC_ADD_DSN, "", "DSN=a\0", ODBC_ERROR_INVALID_NAME},
        {ODBC_ADD_DSN, "ShardODBC", "DSN=a\0Rules\0", ODBC_ERROR_INVALID_KEYWORD_VALUE},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        DWORD code = 0;
        char message[200];
        WORD length;
        assert_false(ConfigDSN(NULL, cases[i].request, cases[i].driver, cases[i].attributes));
        for (WORD record = 1; record <= 8; record++)
            SQLInstallerError(record, &code, message, sizeof message, &length);
        assert_int_equal(code, cases[i].code);
    }
}

static void
test_driver(void **state)
{
    char message[10] = "x";
    WORD length = 7;

    assert_true(
        ConfigDriver(NULL, ODBC_INSTALL_DRIVER, "ShardODBC", "", message, sizeof message, &length));
    assert_int_equal(length, 0);
    assert_string_equal(message, "");
    assert_false(ConfigDriver(NULL, 99, "ShardODBC", "", NULL, 0, NULL));
}

static int
private_ini(void **state)
{
    if (mkdtemp(folder) == NULL)
        return -1;
    g_autofree char *path = g_build_filename(folder, "odbc.ini", NULL);
    return g_setenv("ODBCINI", path, TRUE) && g_setenv("ODBCSYSINI", folder, TRUE) ? 0 : -1;
}

static int
remove_ini(void **state)
{
    g_autofree char *path = g_build_filename(folder, "odbc.ini", NULL);

    unlink(path);
    return rmdir(folder);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_add_change_remove),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_driver),
    };

    return cmocka_run_group_tests(tests, private_ini, remove_ini);
}
