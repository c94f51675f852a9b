/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * test-connstr.c - connection strings: reading, writing, DSNs, what becomes of each keyword.
 */
#include "driver/odbc/dbc/connstr.h"

#include <glib/gstdio.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
test_parse(void **state)
{
    static const struct {
        const char *text;
        const char *again; /* NULL: refused */
    } cases[] = {
        {"", ""},
        {";;  ; ", ""},
        {"DSN=shop", "DSN=shop;"},
        {"dsn = shop ; UID= anna ;", "dsn=shop;UID=anna;"},
        {"PWD={a;b}", "PWD={a;b};"},
        {"PWD={a}}b}", "PWD={a}}b};"},
        {"PWD={}}}}}", "PWD={}}}}};"},
        {"PWD={}", "PWD=;"},
        {"PWD={ a }", "PWD={ a };"},
        {"UID=a;uid=b", "UID=a;"},
        {"A=x=y", "A={x=y};"},
        {"Driver={ShardODBC};Rules=/etc/r.ini", "Driver=ShardODBC;Rules=/etc/r.ini;"},
        {"A={x", NULL},
        {"A={x}y", NULL},
        {"novalue", NULL},
        {"=x", NULL},
        {"a=b;novalue;c=d", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardConnStr) connstr = shard_connstr_parse(cases[i].text, &error);
        if (cases[i].again == NULL) {
            assert_null(connstr);
            assert_non_null(error);
            continue;
        }
        assert_non_null(connstr);
        g_autofree char *again = shard_connstr_to_text(connstr);
        assert_string_equal(again, cases[i].again);
    }
}

static void
test_keywords(void **state)
{
    static const struct {
        const char *text;
        const char *handed_on;
    } cases[] = {
        {"Rules=r;UseDeclareFetch=1;BoolsAsChar=0", "UseDeclareFetch=1;BoolsAsChar=0;"},
        {"Rules=r;CHARSET=utf8mb4;Database=shop", "CHARSET=utf8mb4;"},
        {"Rules=r;Server=h;Servername=h;Host=h;Port=1;Socket=s;DB=d;DBQ=q", ""},
        {"Rules=r;Driver=x;DSN=y;FileDSN=f;SaveFile=s;Description=d;Setup=u", ""},
        {"Rules=r;Trace=1;TraceFile=f;Debug=1;CommLog=1", ""},
        {"Rules=r;Username=u;User=u;Password=p", ""},
        {"Rules=r;InitStmt={SET x=1;}", "InitStmt={SET x=1;};"},
        {"Rules=r;hints=on;logLEVEL=sql", ""},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) warnings = NULL;
        g_autoptr(ShardConnStr) connstr = shard_connstr_parse(cases[i].text, NULL);
        g_autoptr(ShardSettings) settings = shard_connstr_settings(connstr, &warnings, NULL);
        assert_non_null(settings);
        assert_null(warnings);
        assert_string_equal(settings->handed_on, cases[i].handed_on);
    }
}

static void
test_settings(void **state)
{
    g_autoptr(GError) warnings = NULL;
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse(
        "Rules=/r;UID=u;PWD={p;w};Database=shop;Connect=ALL;Log=syslog;LogLevel=slow;Hints=yes;"
        "Transaction=2pc;PoolMode=transaction;MaxConnectionsPerShard=7;MergeMemory=5000000000;"
        "GatherRows=20000;GatherMemory=8000000;Consistency=weak;LockTimeout=3;TrustCollation=on;"
        "State=/s",
        NULL);
    g_autoptr(ShardSettings) settings = shard_connstr_settings(connstr, &warnings, NULL);

    assert_non_null(settings);
    assert_null(warnings);
    assert_string_equal(settings->rules_path, "/r");
    assert_string_equal(settings->uid, "u");
    assert_string_equal(settings->pwd, "p;w");
    assert_string_equal(settings->catalog, "shop");
    assert_string_equal(settings->log, "syslog");
    assert_string_equal(settings->state, "/s");
    assert_true(settings->connect_all && settings->hints && settings->two_phase);
    assert_true(settings->pool_transaction && settings->weak && settings->trust_collation);
    assert_int_equal(settings->log_level, 2);
    assert_int_equal(settings->max_connections_per_shard, 7);
    assert_int_equal(settings->lock_timeout, 3);
    assert_int_equal(settings->merge_memory, 5000000000);
    assert_int_equal(settings->limits.rows, 20000);
    assert_int_equal(settings->limits.bytes, 8000000);
}

static void
test_bad_values(void **state)
{
    static const char *const texts[] = {"Rules=r;Connect=some",     "Rules=r;MergeMemory=many",
                                        "Rules=r;MergeMemory=-1",   "Rules=r;LockTimeout=1x",
                                        "Rules=r;Hints=2",          "Rules=r;Transction=2pc",
                                        "Rules=r;Transactions=2pc", "Rules=r;consistencx=weak"};

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) warnings = NULL;
        g_autoptr(ShardConnStr) connstr = shard_connstr_parse(texts[i], NULL);
        g_autoptr(ShardSettings) settings = shard_connstr_settings(connstr, &warnings, NULL);
        assert_non_null(settings);
        assert_non_null(warnings);
        assert_string_equal(shard_error_sqlstate(warnings, 0), "01S00");
        assert_int_equal(shard_error_n_records(warnings), 1);
    }
}

static void
test_no_rules(void **state)
{
    g_autoptr(GError) warnings = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse("UID=x", NULL);

    assert_null(shard_connstr_settings(connstr, &warnings, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "08001");
}

static void
test_dsn(void **state)
{
    g_autofree char *folder = g_strdup("/tmp/test-connstr-XXXXXX");
    assert_non_null(g_mkdtemp(folder));
    g_autofree char *path = g_build_filename(folder, "odbc.ini", NULL);
    g_autofree char *value = g_strnfill(900, 'v');
    g_autofree char *text = g_strdup_printf("[shop]\nDriver=ShardODBC\nRules=/from/ini\nUID=ini\n"
                                            "Long=%s\nServer=h\n[other]\nRules=/no\n",
                                            value);
    assert_true(g_file_set_contents(path, text, -1, NULL));
    g_setenv("ODBCINI", path, TRUE);
    g_autoptr(GError) warnings = NULL;
    g_autoptr(ShardConnStr) connstr = shard_connstr_parse("DSN=shop;UID=string", NULL);
    shard_connstr_add_dsn(connstr);
    g_autoptr(ShardSettings) settings = shard_connstr_settings(connstr, &warnings, NULL);

    assert_non_null(settings);
    assert_string_equal(settings->rules_path, "/from/ini");
    assert_string_equal(settings->uid, "string");
    g_autofree char *handed_on = g_strdup_printf("Long=%s;", value);
    assert_string_equal(settings->handed_on, handed_on);
    g_unlink(path);
    g_rmdir(folder);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),    cmocka_unit_test(test_keywords),
        cmocka_unit_test(test_settings), cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_no_rules), cmocka_unit_test(test_dsn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
