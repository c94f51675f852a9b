/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The catalog functions over two SQLite shards: real driver, real rules, a session that only opens
 * connections.  Skipped where sqliteodbc isn't installed.
 */
#include "driver/odbc/catalog/catalog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <glib/gstdio.h>

#include <cmocka.h>

#define DRIVER "libsqlite3odbc.so"

struct _ShardSession {
    ShardRules *rules;
    ShardSettings settings;
    ShardBackend *backends[2];
};

static ShardSession session;

ShardDialect
shard_session_dialect(ShardSession *self, GError **error)
{
    return SHARD_DIALECT_SQLITE;
}

const ShardSettings *
shard_session_settings(const ShardSession *self)
{
    return &self->settings;
}

ShardRouter *
shard_session_router(ShardSession *self)
{
    return (ShardRouter *) self;
}

const ShardRules *
shard_router_rules(const ShardRouter *self)
{
    return ((const ShardSession *) self)->rules;
}

ShardBackend *
shard_session_backend(ShardSession *self, guint shard, GError **error)
{
    return self->backends[shard];
}

/* ---- the data ---- */

static const char rules_format[] = "[shardodbc]\n"
                                   "default-shard = ds_0\n"
                                   "[shard ds_0]\n"
                                   "connection = Driver=" DRIVER ";Database=%s/0.db\n"
                                   "[shard ds_1]\n"
                                   "connection = Driver=" DRIVER ";Database=%s/1.db\n"
                                   "[table t]\n"
                                   "nodes = ds_1.t_1, ds_0.t_0\n"
                                   "shard-key = k\n"
                                   "shard-algorithm = by_k\n"
                                   "[table u]\n"
                                   "nodes = ds_1.u_1, ds_0.u_0\n"
                                   "[table d]\n"
                                   "broadcast = true\n"
                                   "[algorithm by_k]\n"
                                   "type = INLINE\n"
                                   "algorithm-expression = ds_${k %% 2}\n";

static const char *const ddl[] = {
    "CREATE TABLE t_%u(k INTEGER PRIMARY KEY, g VARCHAR(10) NOT NULL, v INT)",
    "CREATE UNIQUE INDEX uq_t_%u ON t_%u(g)",
    "CREATE UNIQUE INDEX uk_t_%u ON t_%u(k, v)",
    "CREATE INDEX ix_v_t_%u ON t_%u(v)",
    "CREATE TABLE u_%u(id INT, k INT REFERENCES t_%u(k))",
    "CREATE TABLE d(id INTEGER PRIMARY KEY, name VARCHAR(5))",
    "CREATE TABLE mine(a INT)",
    "CREATE TABLE t(wrong INT)",
    "CREATE VIEW look AS SELECT * FROM d",
};

static char *folder;

static int
open_shard(guint shard)
{
    const char *connection = shard_rules_shard(session.rules, shard)->connection;
    const ShardDriverLibrary *library = shard_driver_library_find(NULL, connection, NULL);

    if (library == NULL)
        return -1;
    session.backends[shard] =
        shard_backend_open("ds", library, connection, SQL_OV_ODBC3, (ShardPatience){0}, NULL);
    for (guint i = 0; session.backends[shard] != NULL && i < G_N_ELEMENTS(ddl); i++) {
        g_auto(GStrv) parts = g_strsplit(ddl[i], "%u", -1);
        g_autofree char *sql = g_strjoinv(shard == 0 ? "0" : "1", parts);
        if (!shard_backend_run(session.backends[shard], sql, NULL))
            return -1;
    }
    return session.backends[shard] != NULL ? 0 : -1;
}

static int
set_up(void **state)
{
    folder = g_dir_make_tmp("catalog-XXXXXX", NULL);
    g_autofree char *text = g_strdup_printf(rules_format, folder, folder);
    session.rules = shard_rules_parse(text, strlen(text), "rules", NULL);
    if (session.rules == NULL)
        return -1;
    /* Without the driver every test skips itself. */
    if (shard_driver_library_find(NULL, shard_rules_shard(session.rules, 0)->connection, NULL) ==
        NULL)
        return 0;
    return open_shard(0) == 0 && open_shard(1) == 0 ? 0 : -1;
}

static int
tear_down(void **state)
{
    static const char *const files[] = {"0.db", "1.db"};

    for (guint i = 0; i < 2; i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        if (session.backends[i] != NULL)
            shard_backend_close(session.backends[i], FALSE);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
    shard_rules_unref(session.rules);
    return 0;
}

/* ---- the cases ---- */

/* Some columns of the rows, as "a|b, c|d"; NULL is ~. */
typedef struct {
    const char *name;
    ShardCatalogRequest request;
    const char *columns; /* numbers, 1-based: "3 4" */
    const char *rows;
} CatalogCase;

#define TABLES .function = SQL_API_SQLTABLES
#define COLUMNS .function = SQL_API_SQLCOLUMNS
#define KEYS .function = SQL_API_SQLPRIMARYKEYS
#define FOREIGN .function = SQL_API_SQLFOREIGNKEYS
#define STATISTICS .function = SQL_API_SQLSTATISTICS
#define SPECIAL .function = SQL_API_SQLSPECIALCOLUMNS

static const CatalogCase cases[] = {
    {"all",
     {TABLES},
     "1 2 3 4",
     "~|~|d|TABLE, ~|~|mine|TABLE, ~|~|t|TABLE, ~|~|u|TABLE, "
     "~|~|look|VIEW"},
    {"percent", {TABLES, .table = "%"}, "3", "d, mine, t, u, look"},
    {"types", {TABLES, .types = "TABLE"}, "3", "d, mine, t, u"},
    {"types in quotes", {TABLES, .types = "'TABLE','VIEW'"}, "3", "d, mine, t, u, look"},
    {"views", {TABLES, .types = "VIEW"}, "3", "look"},
    {"pattern", {TABLES, .table = "_"}, "3", "d, t, u"},
    {"escape", {TABLES, .table = "\\_"}, "3", ""},
    {"actual name", {TABLES, .table = "t_0"}, "3", ""},
    {"actual pattern", {TABLES, .table = "t%"}, "3", "t"},
    {"case", {TABLES, .table = "T"}, "3", "t"},
    {"unknown", {TABLES, .table = "MSysConf"}, "3", ""},
    {"other catalog", {TABLES, .catalog = "x"}, "3", ""},
    {"any catalog", {TABLES, .catalog = "%", .table = "t"}, "3", "t"},
    {"catalogs", {TABLES, .catalog = "%", .schema = "", .table = ""}, "1", ""},
    {"schemas", {TABLES, .catalog = "", .schema = "%", .table = ""}, "2", ""},
    {"table types",
     {TABLES, .catalog = "", .schema = "", .table = "", .types = "%"},
     "1 3 4",
     "~|~|SYSTEM TABLE, ~|~|TABLE, ~|~|VIEW"},
    {"identifier", {TABLES, .table = " T ", .metadata_id = TRUE}, "3", "t"},
    {"identifier is no pattern", {TABLES, .table = "%", .metadata_id = TRUE}, "3", ""},
    {"columns", {COLUMNS, .table = "t"}, "3 4 5 17 18", "t|k|4|1|YES, t|g|12|2|NO, t|v|4|3|YES"},
    {"one column", {COLUMNS, .table = "t", .column = "g"}, "3 4 17", "t|g|2"},
    {"columns, wide", {COLUMNS, .table = "t", .column = "g", .wide = TRUE}, "5", "12"},
    {"columns of all", {COLUMNS, .column = "k"}, "3 4", "t|k, u|k"},
    {"primary key", {KEYS, .table = "t"}, "3 4 5", "t|k|1"},
    {"primary key, broadcast", {KEYS, .table = "d"}, "3 4", "d|id"},
    {"primary key, actual", {KEYS, .table = "t_0"}, "3 4", ""},
    {"foreign key, from", {FOREIGN, .table = "t"}, "3 4 7 8", "t|k|u|k"},
    {"foreign key, to", {FOREIGN, .other_table = "u"}, "3 4 7 8", "t|k|u|k"},
    {"foreign key, both", {FOREIGN, .table = "t", .other_table = "u"}, "3 7", "t|u"},
    {"foreign key, none", {FOREIGN, .table = "d", .other_table = "u"}, "3 7", ""},
    {"row id", {SPECIAL, .table = "t", .identifier_type = SQL_BEST_ROWID, .nullable = 1}, "2", "k"},
    {"no row id over nodes",
     {SPECIAL, .table = "u", .identifier_type = SQL_BEST_ROWID, .nullable = 1},
     "2",
     ""},
    {"row id of one node",
     {SPECIAL, .table = "mine", .identifier_type = SQL_BEST_ROWID, .nullable = 1},
     "2",
     "_ROWID_"},
    {"unique indexes",
     {STATISTICS, .table = "t", .unique = SQL_INDEX_UNIQUE},
     "3 4 6 9",
     "t|0|sqlite_autoindex_0|k, t|0|uk|k, t|0|uk|v"},
    {"indexes",
     {STATISTICS, .table = "t", .unique = SQL_INDEX_ALL},
     "4 6 9 11",
     "0|sqlite_autoindex_0|k|~, 0|uk|k|~, 0|uk|v|~, 1|ix_v|v|~, 1|uq|g|~"},
};

static void
append_cell(GString *out, const ShardValue *value)
{
    if (value->kind == SHARD_VALUE_LONG)
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value->i);
    else if (value->kind == SHARD_VALUE_STRING)
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
    else
        g_string_append_c(out, '~');
}

static char *
read_rows(ShardStream *stream, const char *columns)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) numbers = g_strsplit(columns, " ", -1);
    const ShardValue *row;

    while (shard_stream_next(stream, &row, NULL) == SHARD_ROW) {
        if (out->len > 0)
            g_string_append(out, ", ");
        for (guint i = 0; numbers[i] != NULL; i++) {
            if (i > 0)
                g_string_append_c(out, '|');
            append_cell(out, &row[g_ascii_strtoull(numbers[i], NULL, 10) - 1]);
        }
    }
    return g_string_free(out, FALSE);
}

static void
test_cases(void **state)
{
    guint failed = 0;

    if (session.backends[0] == NULL)
        skip();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardStream) stream = shard_catalog_new(&session, &cases[i].request, &error);
        g_autofree char *rows =
            stream != NULL ? read_rows(stream, cases[i].columns) : g_strdup(error->message);
        if (strcmp(rows, cases[i].rows) == 0)
            continue;
        print_error("%s: %s\n  expected %s\n", cases[i].name, rows, cases[i].rows);
        failed++;
    }
    assert_int_equal(failed, 0);
}

static void
test_catalog_name(void **state)
{
    ShardCatalogRequest all = {.function = SQL_API_SQLTABLES, .catalog = "%", .table = "t"};
    ShardCatalogRequest list = {
        .function = SQL_API_SQLTABLES, .catalog = "%", .schema = "", .table = ""};

    if (session.backends[0] == NULL)
        skip();
    session.settings.catalog = (char *) "shop";
    g_autoptr(ShardStream) tables = shard_catalog_new(&session, &all, NULL);
    g_autoptr(ShardStream) catalogs = shard_catalog_new(&session, &list, NULL);
    session.settings.catalog = NULL;
    g_autofree char *rows = read_rows(tables, "1 3");
    g_autofree char *names = read_rows(catalogs, "1 3 4");
    assert_string_equal(rows, "shop|t");
    assert_string_equal(names, "shop|~|~");
}

static void
test_refusals(void **state)
{
    static const struct {
        ShardCatalogRequest request;
        const char *sqlstate;
    } wanted[] = {
        {{.function = SQL_API_SQLTABLES, .metadata_id = TRUE}, "HY009"},
        {{.function = SQL_API_SQLEXECUTE}, "HY092"},
        {{.function = SQL_API_SQLCOLUMNPRIVILEGES, .table = "t", .column = "%"}, "HYC00"},
    };

    if (session.backends[0] == NULL)
        skip();
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(shard_catalog_new(&session, &wanted[i].request, &error));
        assert_string_equal(shard_error_sqlstate(error, 0), wanted[i].sqlstate);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_catalog_name),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
