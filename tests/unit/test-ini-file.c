/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is kept of odbc.ini is what libodbcinst reads from it. */
#include "driver/executor/ini-file.h"

#include <glib/gstdio.h>
#include <odbcinst.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

static char *folder;

static void
write_ini(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static const char user_text[] = "; a comment = no entry\n"
                                "# [neither]\n"
                                "[First]  \n"
                                "  Indented = yes\n"
                                "Driver = one \n"
                                "driver=later\n"
                                "Equals=a=b;c\n"
                                "Empty=\n"
                                "Spaces=  x  y  \n"
                                "PWD=secret\n"
                                "no entry\n"
                                "[Both]\n"
                                "Here=user\n"
                                "Server=user\n"
                                "[First]\n"
                                "Again=2\n"
                                "[last]\n"
                                "End=no newline";
static const char system_text[] = "[Both]\nServer=system\nThere=system\n[Common]\nDriver=c\n";

/* Each is what libodbcinst says of it. */
static const struct {
    const char *section, *key;
} entries[] = {
    {"First", "Driver"},  {"FIRST", "DRIVER"}, {"First", "Equals"}, {"First", "Empty"},
    {"First", "Spaces"},  {"First", "Again"},  {"First", "None"},   {"First", "Indented"},
    {"Both", "Here"},     {"Both", "Server"},  {"Both", "There"},   {"Both", "Driver"},
    {"Common", "Driver"}, {"last", "End"},
};

static void
same_as_libodbcinst(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(entries); i++) {
        char theirs[256] = "";
        g_autofree char *ours = shard_ini_file_get(entries[i].section, entries[i].key);
        SQLGetPrivateProfileString(entries[i].section, entries[i].key, "", theirs, sizeof theirs,
                                   "odbc.ini");
        if (g_strcmp0(ours, theirs) != 0)
            fail_msg("[%s] %s: '%s', not '%s'", entries[i].section, entries[i].key, ours, theirs);
    }
}

static void
others_are_not_known(void **state)
{
    assert_null(shard_ini_file_get("neither", "Driver"));
    assert_null(shard_ini_file_get("First", "pwd"));
    g_setenv("ODBCSEARCH", "ODBC_SYSTEM_DSN", TRUE);
    assert_null(shard_ini_file_get("First", "Driver"));
    g_unsetenv("ODBCSEARCH");
}

static void
changes_are_seen(void **state)
{
    g_autofree char *before = shard_ini_file_get("First", "Driver");
    assert_string_equal(before, "one");
    write_ini("user.ini", "[First]\nDriver=another\n");
    g_autofree char *after = shard_ini_file_get("First", "Driver");
    assert_string_equal(after, "another");
    write_ini("user.ini", user_text);
}

static int
set_up(void **state)
{
    folder = g_dir_make_tmp("shardodbc-ini-XXXXXX", NULL);
    write_ini("user.ini", user_text);
    write_ini("odbc.ini", system_text);
    g_autofree char *path = g_build_filename(folder, "user.ini", NULL);
    g_unsetenv("ODBCSEARCH");
    return g_setenv("ODBCINI", path, TRUE) && g_setenv("ODBCSYSINI", folder, TRUE) ? 0 : -1;
}

static int
tear_down(void **state)
{
    static const char *const names[] = {"user.ini", "odbc.ini"};

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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_libodbcinst),
        cmocka_unit_test(others_are_not_known),
        cmocka_unit_test(changes_are_seen),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
