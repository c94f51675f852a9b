/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hand-made plans over four shards of each brand that is there: rows, prepared statements, facts of
 * tables. */
#include "driver/executor/schema/private.h"
#include "executor-brands.h"

static void
rows_of_all_shards_are_appended(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        must_run(&f,
                 &(Texts){.texts = {INSERT(0), INSERT(1), INSERT(2), INSERT(3)}, .is_write = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 4);
        assert_rows(&f, ROWS, "0 1 2 3");
        must_run(&f, &(Texts){.texts = ALL("UPDATE xt SET v = 'w'"), .is_write = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 4);
        assert_int_equal(shard_session_last_write_shard(f.session), -2);
        assert_int_equal(shard_session_last_shard(f.session), -2);
        fixture_end(&f);
    }
}

static void
direct_statements_are_the_drivers_own(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        g_autoptr(GError) error = NULL;
        must_run(
            &f, &(Texts){.texts = {NULL, INSERT(7), NULL, NULL}, .is_write = TRUE, .direct = TRUE});
        assert_int_equal(shard_run_row_count(f.run), 1);
        assert_int_equal(shard_session_last_write_shard(f.session), 1);
        must_run(&f, &(Texts){.texts = {NULL, "SELECT k, v FROM xt", NULL, NULL},
                              .is_query = TRUE,
                              .direct = TRUE});
        ShardBackendStmt *statement = shard_run_direct(f.run);
        assert_non_null(statement);
        assert_int_equal(shard_session_last_shard(f.session), 1);
        assert_null(shard_run_stream(f.run));
        const ShardColumns *columns = shard_backend_stmt_describe(statement, &error);
        assert_int_equal(columns->n_columns, 2);
        assert_string_equal(columns->columns[1].label, "v");
        fixture_end(&f);
    }
}

static void
prepared_statements_are_kept(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        gint64 k = 0;
        SQLLEN indicator = 0;
        ShardBinding binding = {
            SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19, 0, &k, 0, &indicator, 1};
        ShardRunOptions options = {.bindings = &binding, .n_bindings = 1, .prepared = TRUE};
        ShardUnitParam params[] = {{.marker = 0},
                                   {.marker = -1, .value = shard_value_string("ours", -1)}};
        Texts insert = {.texts = ALL("INSERT INTO xt VALUES (?, ?)"),
                        .is_write = TRUE,
                        .params = params,
                        .n_params = 2};
        Texts select = {.texts = ALL("SELECT v FROM xt WHERE k = ?"),
                        .is_query = TRUE,
                        .params = params,
                        .n_params = 1};
        for (k = 0; k < 10; k++) {
            g_autoptr(GError) error = NULL;
            if (!try_run(&f, &insert, &options, &error))
                fail_msg("%s: %s", f.brand, error->message);
            assert_int_equal(shard_run_row_count(f.run), 4);
            guint n = 0;
            const ShardValue *row;
            assert_true(try_run(&f, &select, &options, &error));
            while (shard_stream_next(shard_run_stream(f.run), &row, NULL) == SHARD_ROW) {
                assert_int_equal(row->text.size, 4);
                n++;
            }
            assert_int_equal(n, 4);
        }
        fixture_end(&f);
    }
}

/* SELECT * FROM xt, which may be long.  limit NULL: none. */
static void
start_scan(Fixture *f, const char *sql, const ShardMergeSpec *limit)
{
    static ShardExpr star = {.kind = SHARD_EXPR_STAR};
    static ShardItem item = {.expr = &star};
    static ShardQuery query = {.items = &item, .n_items = 1};
    static ShardTableRef table = {.name = "xt"};
    static const ShardRunOptions none = {0};
    g_autoptr(GError) error = NULL;
    SQLRETURN rc;

    executor_plan(&made, &(Texts){.texts = ALL(sql), .is_query = TRUE});
    made.statement.queries = &query;
    made.statement.n_queries = 1;
    made.statement.tables = &table;
    made.statement.n_tables = 1;
    made.plan.streamable = TRUE;
    if (limit != NULL)
        made.spec = *limit;
    if (!shard_run_execute(f->run, &made.plan, &none, &rc, NULL, &error))
        fail_msg("%s: %s", f->brand, error->message);
}

static void
fill_table(Fixture *f)
{
    static const char *const fills[] = {
        [0] = ("WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 60000) "
               "INSERT INTO xt SELECT n, 'row ' || n FROM g"),
        [1] = "INSERT INTO xt SELECT n, 'row ' || n FROM generate_series(1, 60000) AS g(n)",
        [2] = "INSERT INTO xt SELECT seq, concat('row ', seq) FROM seq_1_to_60000",
    };

    if (strcmp(f->brand, "sl") == 0)
        assert_rows(f, "PRAGMA journal_mode = WAL", "wal wal wal wal");
    for (guint i = 0; i < G_N_ELEMENTS(brands); i++)
        if (strcmp(brands[i], f->brand) == 0)
            must_run(f, &(Texts){.texts = ALL(fills[i]), .is_write = TRUE});
    if (strcmp(f->brand, "pg") == 0)
        must_run(f, &(Texts){.texts = ALL("ANALYZE xt"), .is_write = TRUE});
}

static const struct {
    guint64 limit, offset;
    const char *brands; /* that stream it */
} limit_cases[] = {
    {1000, 0, ""}, {100, 1000, "sl"}, {1, 60000, "sl pg"}, {G_MAXUINT64, 1000, "sl pg"}};

/* SQLite makes rows one by one, and so no more of each shard than merging gets to. */
static void
try_limits(const Fixture *f, const ShardSettings *settings)
{
    for (guint i = 0; i < G_N_ELEMENTS(limit_cases); i++) {
        const ShardMergeSpec limit = {
            .has_limit = TRUE, .limit = limit_cases[i].limit, .offset = limit_cases[i].offset};
        Fixture reader = {.brand = f->brand};
        reader.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
        reader.run = shard_run_new(reader.session);
        start_scan(&reader, "SELECT * FROM xt ORDER BY k LIMIT 1100", &limit);
        assert_int_equal(shard_session_is_open(reader.session, N_SHARDS),
                         strstr(limit_cases[i].brands, f->brand) != NULL);
        shard_run_free(reader.run);
        shard_session_free(reader.session);
    }
}

/* Long results come whole, whatever happens to the table while they are read. */
static void
long_results_are_streamed(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        gboolean streams = strcmp(f.brand, "my") != 0;
        g_autoptr(ShardSettings) settings = settings_of(f.brand);
        fill_table(&f);
        try_limits(&f, settings);
        settings->merge_memory = 1024 * 1024;
        for (guint change = 0; change < 2; change++) {
            Fixture reader = {.brand = f.brand}, writer = {.brand = f.brand};
            const ShardValue *row;
            ShardFetch fetch;
            gint64 sum = 0, n = 0;
            reader.session = writer.session = shard_session_new(settings, SQL_OV_ODBC3, NULL);
            reader.run = shard_run_new(reader.session);
            writer.run = shard_run_new(writer.session);
            start_scan(&reader, "SELECT * FROM xt", NULL);
            assert_int_equal(shard_session_is_open(reader.session, N_SHARDS), streams);
            while ((fetch = shard_stream_next(shard_run_stream(reader.run), &row, NULL)) ==
                   SHARD_ROW) {
                sum += row[0].i;
                g_autofree char *text = g_strdup_printf("row %" G_GINT64_FORMAT, row[0].i);
                assert_int_equal(row[1].text.size, strlen(text));
                assert_memory_equal(row[1].text.data, text, strlen(text));
                if (++n != 5000 || change == 0)
                    continue;
                HandMade plan = made; /* the reader's, which must stay */
                must_run(&writer, &(Texts){.texts = ALL("ALTER TABLE xt ADD COLUMN w INTEGER"),
                                           .is_write = TRUE,
                                           .is_ddl = TRUE});
                must_run(&writer,
                         &(Texts){.texts = ALL("UPDATE xt SET v = 'x'"), .is_write = TRUE});
                made = plan;
            }
            assert_int_equal(fetch, SHARD_END);
            assert_int_equal(n, 4 * 60000);
            assert_int_equal(sum, 4 * ((gint64) 60000 * 60001 / 2));
            shard_run_free(reader.run);
            shard_run_free(writer.run);
            shard_session_free(reader.session);
        }
        if (strcmp(f.brand, "sl") == 0)
            assert_rows(&f, "PRAGMA journal_mode = DELETE", "delete delete delete delete");
        fixture_end(&f);
    }
}

static void
shards_work_at_the_same_time(void **state)
{
    Fixture f;

    FOR_BRANDS(f)
    {
        const char *text = slow_text(f.brand, 0);
        if (text != NULL) {
            must_run(&f, &(Texts){.texts = ALL("SELECT 1"), .is_query = TRUE});
            gint64 start = g_get_monotonic_time();
            must_run(&f, &(Texts){.texts = ALL(text), .is_query = TRUE});
            assert_true(seconds_since(start) < 1.2);
        }
        fixture_end(&f);
    }
}

/* Defaults as the catalogs write them. */
static void
computed_defaults_are_told_from_constants(void **state)
{
    static const char *const constants[] = {
        NULL,
        "NULL",
        "5",
        "-1.5e3",
        "'x'",
        "'it''s now()'",
        "'x'::character varying(10)",
        "true",
        "'2024-01-01 00:00:00'::timestamp(3) without time zone",
        "(5)::numeric(10,2)",
        "x'00'",
        "'{}'::text[]",
        "_utf8mb4 'a'",
        "\"abc\"",
        "'-1'::integer",
        "(1 + 2)",
    };
    static const char *const computed[] = {
        "now()",
        "CURRENT_TIMESTAMP",
        "current_timestamp(6)",
        "random()",
        "uuid()",
        "(rand())",
        "nextval('s'::regclass)",
        "('a'::text || now())",
        "('t'::boolean AND (random() > 0.5))",
        "CURRENT_DATE",
        "('now'::text || CURRENT_USER)",
        "strftime('%f', 'now')",
    };

    for (guint i = 0; i < G_N_ELEMENTS(constants); i++)
        if (shard_default_is_computed(constants[i]))
            fail_msg("computed: %s", constants[i]);
    for (guint i = 0; i < G_N_ELEMENTS(computed); i++)
        if (!shard_default_is_computed(computed[i]))
            fail_msg("constant: %s", computed[i]);
}

static void
facts_of_tables_are_read(void **state)
{
    static const char *const creates[] = {
        [0] = "CREATE TABLE xf (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE NOT NULL, "
              "b DECIMAL(10,2) DEFAULT 1, c BLOB, d TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "
              "UNIQUE (a, b))",
        [1] = "CREATE TABLE xf (id bigserial PRIMARY KEY, a text COLLATE \"C\" NOT NULL, "
              "b numeric(10,2) DEFAULT 1, c bytea, d timestamp DEFAULT now(), UNIQUE (a, b))",
        [2] = "CREATE TABLE xf (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
              "a VARCHAR(20) COLLATE utf8mb4_nopad_bin NOT NULL, b DECIMAL(10,2) DEFAULT 1, "
              "c VARBINARY(9), d DATETIME DEFAULT NOW() ON UPDATE NOW(), UNIQUE (a, b))",
    };
    static const ShardCollationKind kinds[] = {SHARD_COLLATION_NOCASE, SHARD_COLLATION_BINARY,
                                               SHARD_COLLATION_BINARY};
    Fixture f;

    FOR_BRANDS(f)
    {
        const char *names[] = {"xf", "no_such", NULL};
        must_run(&f, &(Texts){.texts = {"DROP TABLE IF EXISTS xf"}, .is_write = TRUE});
        must_run(&f, &(Texts){.texts = {creates[brand_]}, .is_write = TRUE});
        const ShardSchema *schema = shard_session_schema(f.session, names, NULL);
        const ShardTableSchema *table = shard_schema_table(schema, "xf");
        assert_non_null(table);
        assert_null(shard_schema_table(schema, "no_such"));
        assert_int_equal(table->n_columns, 5);
        assert_string_equal(table->columns[0].name, "id");
        assert_int_equal(table->columns[0].type, SHARD_TYPE_BIGINT);
        assert_true(table->columns[0].auto_increment);
        assert_true(table->columns[0].not_null);
        assert_int_equal(table->columns[1].type, SHARD_TYPE_TEXT);
        assert_int_equal(table->columns[1].collation.kind, kinds[brand_]);
        assert_true(table->columns[1].not_null);
        assert_int_equal(table->columns[2].type, SHARD_TYPE_DECIMAL);
        assert_int_equal(table->columns[2].length, 10);
        assert_int_equal(table->columns[2].scale, 2);
        assert_true(table->columns[2].has_default);
        assert_false(table->columns[2].computed_default);
        assert_true(table->columns[4].computed_default);
        assert_int_equal(table->columns[4].on_update, strcmp(f.brand, "my") == 0);
        assert_int_equal(table->columns[3].type, SHARD_TYPE_BYTES);
        assert_int_equal(table->n_indexes, 2);
        for (guint i = 0; i < 2; i++) {
            assert_true(table->indexes[i].unique);
            assert_false(table->indexes[i].partial);
            assert_int_equal(table->indexes[i].n_columns, table->indexes[i].primary ? 1 : 2);
        }
        must_run(&f, &(Texts){.texts = {"DROP TABLE xf"}, .is_write = TRUE});
        shard_session_forget_schema(f.session, names);
        assert_null(shard_schema_table(shard_session_schema(f.session, names, NULL), "xf"));
        fixture_end(&f);
    }
}

/* A shard that couldn't be asked for a table's columns is asked again. */
static void
tables_are_asked_for_again(void **state)
{
    static const char *const tables[] = {"xt", NULL};
    g_autofree char *folder = g_build_filename(executor_folder, "state", "later", NULL);
    g_autofree char *rules = g_strdup_printf("[shardodbc]\ndefault-shard = ds_0\n[shard ds_0]\n"
                                             "connection = Driver=SQLite3;Database=%s/0.db\n"
                                             "[table xt]\nnodes = ds_0.xt\n",
                                             folder);
    g_autoptr(ShardSettings) settings = shard_settings_new();

    if (!executor_has("sl_0"))
        return;
    executor_write("later.ini", rules);
    settings->rules_path = g_build_filename(executor_folder, "later.ini", NULL);
    Fixture f = {.brand = "sl", .session = shard_session_new(settings, SQL_OV_ODBC3, NULL)};
    f.run = shard_run_new(f.session);
    assert_null(shard_schema_table(shard_session_schema(f.session, tables, NULL), "xt"));
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    must_run(&f, &(Texts){.texts = {"CREATE TABLE xt (k INTEGER)"}, .is_write = TRUE});
    assert_non_null(shard_schema_table(shard_session_schema(f.session, tables, NULL), "xt"));
    shard_run_free(f.run);
    shard_session_free(f.session);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_all_shards_are_appended),
        cmocka_unit_test(direct_statements_are_the_drivers_own),
        cmocka_unit_test(prepared_statements_are_kept),
        cmocka_unit_test(long_results_are_streamed),
        cmocka_unit_test(shards_work_at_the_same_time),
        cmocka_unit_test(computed_defaults_are_told_from_constants),
        cmocka_unit_test(facts_of_tables_are_read),
        cmocka_unit_test(tables_are_asked_for_again),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
