/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One real connection: open, run, describe, rows with values of every type, long values. */
#include "driver/executor/backend/private.h"

#include "executor-ini.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

typedef struct {
    const char *dsn, *sql;
    const char *kind; /* of the one value */
    const char *text; /* as shard_value_to_text() gives it; NULL: don't look */
} ValueCase;

/* What the servers answer, asked by their own clients (psql, mariadb, sqlite3). */
static const ValueCase value_cases[] = {
    {"sl", "SELECT 1", "long", "1"},
    {"sl", "SELECT 9223372036854775807", "long", "9223372036854775807"},
    {"sl", "SELECT -9223372036854775808", "long", "-9223372036854775808"},
    {"sl", "SELECT NULL", "null", "null"},
    {"sl", "SELECT 'abc'", "string", "abc"},
    {"sl", "SELECT '007'", "string", "007"},
    {"sl", "SELECT 1.5", "string", "1.5"},
    {"sl", "SELECT ''", "string", ""},
    {"sl", "SELECT 'h€é😀'", "string", "h€é😀"},
    {"pg", "SELECT 1", "long", "1"},
    {"pg", "SELECT 9223372036854775807::bigint", "long", "9223372036854775807"},
    {"pg", "SELECT (-32768)::int2", "long", "-32768"},
    {"pg", "SELECT 12.30::numeric(10,2)", "decimal", "12.30"},
    {"pg", "SELECT 123456789012345678901234567890.5::numeric", "decimal",
     "123456789012345678901234567890.5"},
    {"pg", "SELECT 'NaN'::numeric", "string", "NaN"},
    {"pg", "SELECT 0.1::float8 + 0.2::float8", "double", NULL},
    {"pg", "SELECT true", "string", "1"},
    {"pg", "SELECT NULL::int", "null", "null"},
    {"pg", "SELECT date '2024-02-29'", "date", "2024-02-29"},
    {"pg", "SELECT date 'infinity'", "date", "0000-00-00"}, /* so psqlodbc prints it */
    {"pg", "SELECT date '9999-12-31'", "date", "9999-12-31"},
    {"pg", "SELECT time '10:20:30.5'", "time", "10:20:30.5"},
    {"pg", "SELECT timestamp '2024-01-15 10:20:30.123456'", "timestamp",
     "2024-01-15 10:20:30.123456"},
    {"pg", "SELECT timestamp '-infinity'", "string", "9999-01-01 00:00:00 BC"},
    {"pg", "SELECT uuid '7f000001-0000-4000-8000-0123456789ab'", "uuid",
     "7f000001-0000-4000-8000-0123456789ab"},
    {"pg", "SELECT '{\"a\": 1}'::jsonb", "string", "{\"a\": 1}"},
    {"pg", "SELECT 'h€é😀'::text", "string", "h€é😀"},
    {"pg", "SELECT 'ab'::char(4)", "string", "ab  "},
    {"pg", "SELECT '\\x00ff41'::bytea", "bytes", NULL},
    {"my", "SELECT 1", "long", "1"},
    {"my", "SELECT CAST(18446744073709551615 AS UNSIGNED)", "unsigned", "18446744073709551615"},
    {"my", "SELECT CAST('12.30' AS DECIMAL(10,2))", "decimal", "12.30"},
    {"my", "SELECT CAST(1.5 AS DOUBLE)", "double", "1.5"},
    {"my", "SELECT NULL", "null", "null"},
    {"my", "SELECT DATE '2024-02-29'", "date", "2024-02-29"},
    {"my", "SELECT CAST('10:20:30' AS TIME)", "time", "10:20:30"},
    {"my", "SELECT CAST('-838:59:59' AS TIME)", "string", "-838:59:59"},
    {"my", "SELECT TIMESTAMP '2024-01-15 10:20:30.5'", "timestamp", NULL},
    {"my", "SELECT 'h€é😀'", "string", "h€é😀"},
    {"my", "SELECT X'00FF41'", "bytes", NULL},
};

/* more: further keywords of the connection string. */
static ShardBackend *
open_with(const char *dsn, const char *more)
{
    GError *error = NULL;
    const ShardDriverLibrary *library = shard_driver_library_find(dsn, NULL, &error);
    assert_non_null(library);
    g_autofree char *text = g_strdup_printf("DSN=%s;%s", dsn, more);
    ShardBackend *backend =
        shard_backend_open("x", library, text, SQL_OV_ODBC3, (ShardPatience){.login = 5}, &error);
    if (backend == NULL)
        fail_msg("%s: %s", dsn, error->message);
    return backend;
}

static ShardBackend *
open_dsn(const char *dsn)
{
    return open_with(dsn, "");
}

static const ShardValue *
one_row(ShardBackendStmt *statement, ShardStream **stream, const char *sql)
{
    GError *error = NULL;
    SQLRETURN rc;
    const ShardValue *row = NULL;

    if (!shard_backend_stmt_exec_direct(statement, sql, strlen(sql), &rc, &error))
        fail_msg("%s: %s", sql, error->message);
    *stream = shard_backend_stmt_rows(statement, &error);
    assert_non_null(*stream);
    assert_int_equal(shard_stream_next(*stream, &row, &error), SHARD_ROW);
    return row;
}

static void
check_value(ShardBackendStmt *statement, const ValueCase *c)
{
    g_autoptr(ShardStream) stream = NULL;
    g_autoptr(ShardArena) arena = shard_arena_new();
    const ShardValue *row = one_row(statement, &stream, c->sql);
    const char *kind = shard_value_kind_name(row->kind);
    const char *text = shard_value_to_text(row, arena);

    if (strcmp(kind, c->kind) != 0 || (c->text != NULL && strcmp(text, c->text) != 0))
        fail_msg("%s %s: %s '%s', not %s '%s'", c->dsn, c->sql, kind, text, c->kind,
                 c->text != NULL ? c->text : "");
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
}

/* MariaDB's driver calls zero dates NULL in a struct. */
static void
zero_dates_are_no_nulls(void **state)
{
    static const char *const statements[] = {
        "SET sql_mode = ''", "CREATE TEMPORARY TABLE zero_dates (n INT, d DATE, t DATETIME(6))",
        "INSERT INTO zero_dates VALUES (1, '0000-00-00', '0000-00-00'), (2, NULL, NULL),"
        " (3, '2024-00-10', '2024-01-02 03:04:05.5'), (4, NULL, NULL),"
        " (5, '0000-00-00', '9999-12-31 23:59:59.999999'), (6, '9999-12-31', '0000-00-00')"};
    static const char *const rows[][2] = {
        {"0000-00-00", "0000-00-00 00:00:00"},        {"null", "null"},
        {"2024-00-10", "2024-01-02 03:04:05.5"},      {"null", "null"},
        {"0000-00-00", "9999-12-31 23:59:59.999999"}, {"9999-12-31", "0000-00-00 00:00:00"}};
    SQLRETURN rc;

    if (!executor_has("my_0"))
        skip();
    ShardBackend *backend = open_dsn("my_0");
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(statements); i++)
        assert_true(shard_backend_stmt_exec_direct(statement, statements[i], strlen(statements[i]),
                                                   &rc, NULL));
    ShardStream *stream;
    const ShardValue *row = one_row(statement, &stream, "SELECT d, t FROM zero_dates ORDER BY n");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        for (guint k = 0; k < 2; k++)
            assert_string_equal(shard_value_to_text(&row[k], arena), rows[i][k]);
        assert_int_equal(shard_stream_next(stream, &row, NULL),
                         i + 1 < G_N_ELEMENTS(rows) ? SHARD_ROW : SHARD_END);
    }
    shard_stream_free(stream);
    shard_backend_stmt_free(statement);
    shard_backend_close(backend, FALSE);
}

static void
values_have_the_right_kind(void **state)
{
    static const char *const brands[] = {"sl", "pg", "my"};

    for (guint b = 0; b < G_N_ELEMENTS(brands); b++) {
        g_autofree char *dsn = g_strconcat(brands[b], "_0", NULL);
        if (!executor_has(dsn))
            continue;
        ShardBackend *backend = open_dsn(dsn);
        ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
        for (guint i = 0; i < G_N_ELEMENTS(value_cases); i++)
            if (strcmp(value_cases[i].dsn, brands[b]) == 0)
                check_value(statement, &value_cases[i]);
        shard_backend_stmt_free(statement);
        shard_backend_close(backend, FALSE);
    }
}

static void
check_long_rows(ShardBackendStmt *statement, const char *sql, gsize n_letters)
{
    g_autoptr(ShardStream) stream = NULL;
    const ShardValue *row = one_row(statement, &stream, sql);
    gsize wanted = n_letters * strlen("é");
    guint n = 0;

    do {
        assert_int_equal(row[0].i, ++n);
        if (row[1].text.size != wanted)
            fail_msg("%s, row %u: %zu bytes, not %zu", sql, n, row[1].text.size, wanted);
        for (gsize k = 0; k + 1 < wanted; k += 2)
            if (memcmp(row[1].text.data + k, "é", 2) != 0)
                fail_msg("%s: byte %zu of row %u", sql, k, n);
    } while (shard_stream_next(stream, &row, NULL) == SHARD_ROW);
    assert_int_equal(n, 600);
}

/* Texts around the borders of buffers and chunks, and many rows of them. */
static void
long_values_come_whole(void **state)
{
    static const struct {
        const char *dsn, *sql;
    } queries[] = {
        {"sl_0", "WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 600)"
                 " SELECT n, replace(printf('%.%uc', 'x'), 'x', char(233)) FROM g"},
        {"pg_0", "SELECT n, repeat('é', %u) FROM generate_series(1, 600) AS g(n)"},
        {"my_0", "SELECT seq, repeat('é', %u) FROM seq_1_to_600"},
    };
    static const guint lengths[] = {0, 1, 35, 36, 127, 128, 511, 512, 513, 4000, 33000, 140000};

    for (guint q = 0; q < G_N_ELEMENTS(queries); q++) {
        if (!executor_has(queries[q].dsn))
            continue;
        ShardBackend *backend = open_dsn(queries[q].dsn);
        ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
        for (guint i = 0; i < G_N_ELEMENTS(lengths); i++) {
            guint length = MAX(lengths[i], q == 0); /* SQLite has no empty %c */
            g_auto(GStrv) parts = g_strsplit(queries[q].sql, "%u", 2);
            g_autofree char *sql = g_strdup_printf("%s%u%s", parts[0], length, parts[1]);
            check_long_rows(statement, sql, length);
        }
        shard_backend_stmt_free(statement);
        shard_backend_close(backend, FALSE);
    }
}

/* Row n of the query below, as it must come. */
static void
check_mixed_row(const ShardValue *row, guint n)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    gsize size = n % 5 == 2 ? 900 * n : n;

    assert_int_equal(row[0].i, n);
    if (n % 7 == 0) {
        assert_int_equal(row[1].kind, SHARD_VALUE_NULL);
    } else {
        g_autofree char *wanted = g_strdup_printf("%0*u", (int) size, n);
        if (row[1].text.size != MAX(size, strlen(wanted)) ||
            memcmp(row[1].text.data, wanted, row[1].text.size) != 0)
            fail_msg("row %u: %zu bytes, not %zu", n, row[1].text.size, size);
    }
    assert_string_equal(shard_value_to_text(&row[2], arena),
                        n % 11 == 0 ? "9999-01-01 00:00:00 BC" : "2024-01-02 03:04:05");
    assert_string_equal(shard_value_kind_name(row[2].kind), n % 11 == 0 ? "string" : "timestamp");
}

/* psqlodbc gives rows by blocks, in which long, infinite and absent values stand between others. */
static void
blocks_lose_nothing(void **state)
{
    static const char query[] =
        "SELECT n, CASE WHEN n %% 7 > 0 THEN lpad(n::text, greatest(length(n::text),"
        " CASE WHEN n %% 5 = 2 THEN 900 * n ELSE n END), '0') END, CASE WHEN n %% 11 = 0"
        " THEN '-infinity' ELSE timestamp '2024-01-02 03:04:05' END FROM generate_series(1, %u) "
        "g(n)";
    static const char *const more[] = {"", "UseDeclareFetch=1;Fetch=7;"};
    static const guint lengths[] = {1, 15, 16, 17, 18, 47, 48, 49, 80, 81, 200, 16};

    for (guint s = 0; s < G_N_ELEMENTS(more) && executor_has("pg_0"); s++) {
        ShardBackend *backend = open_with("pg_0", more[s]);
        ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
        for (guint i = 0; i < G_N_ELEMENTS(lengths); i++) {
            g_autofree char *sql = g_strdup_printf(query, lengths[i]);
            ShardStream *stream;
            const ShardValue *row = one_row(statement, &stream, sql);
            guint n = 0;
            do
                check_mixed_row(row, ++n);
            while (shard_stream_next(stream, &row, NULL) == SHARD_ROW);
            assert_int_equal(n, lengths[i]);
            shard_stream_free(stream);
            /* And who uses the statement next finds it as it was. */
            SQLULEN size = 0;
            statement->backend->library->SQLGetStmtAttr(statement->handle, SQL_ATTR_ROW_ARRAY_SIZE,
                                                        &size, 0, NULL);
            assert_int_equal(size, 1);
        }
        shard_backend_stmt_free(statement);
        shard_backend_close(backend, FALSE);
    }
}

/* Row n of the query below: from one on, each fifth text is long, each third day a zero date. */
static void
check_day_row(const ShardValue *row, guint n, guint from)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    gboolean odd = n >= from;
    const char *day = n % 4 == 0 ? "null" : odd && n % 3 == 0 ? "0000-00-00" : "2024-02-03";

    assert_int_equal(row[0].i, n);
    assert_string_equal(shard_value_to_text(&row[2], arena), day);
    if (n % 7 == 0) {
        assert_int_equal(row[1].kind, SHARD_VALUE_NULL);
        return;
    }
    g_autofree char *wanted = g_strdup_printf("%0*u", odd && n % 5 == 2 ? 3000 : 4, n);
    assert_int_equal(row[1].kind, SHARD_VALUE_STRING);
    assert_int_equal(row[1].text.size, strlen(wanted));
    assert_memory_equal(row[1].text.data, wanted, strlen(wanted));
}

/* The rows with the first long text or zero date at that place; how many the driver gave at once in
 * the end. */
static SQLULEN
read_days(ShardBackendStmt *statement, guint n_rows, guint from)
{
    g_autofree char *sql = g_strdup_printf(
        "SELECT seq, IF(seq %% 7 = 0, NULL, lpad(seq, IF(seq >= %u AND seq %% 5 = 2, 3000, 4),"
        " '0')), IF(seq %% 4 = 0, NULL, IF(seq >= %u AND seq %% 3 = 0, CAST('0000-00-00' AS DATE),"
        " DATE '2024-02-03')) FROM seq_1_to_%u",
        from, from, n_rows);
    g_autoptr(ShardStream) stream = NULL;
    const ShardValue *row = one_row(statement, &stream, sql);
    SQLULEN size = 0;
    guint n = 0;

    do
        check_day_row(row, ++n, from);
    while (shard_stream_next(stream, &row, NULL) == SHARD_ROW);
    assert_int_equal(n, n_rows);
    statement->backend->library->SQLGetStmtAttr(statement->handle, SQL_ATTR_ROW_ARRAY_SIZE, &size,
                                                0, NULL);
    return size;
}

/* MariaDB's driver can't read a cell of a block again: it goes back to the row. */
static void
mariadb_goes_back_in_blocks(void **state)
{
    static const char zero_dates[] = "SET sql_mode = ''";
    static const char *const more[] = {"", "FORWARDONLY=1;"};
    static const guint places[] = {1, 2, 16, 17, 18, 19, 144, 145, 146, 200, 399, 400};
    SQLRETURN rc;

    for (guint s = 0; s < G_N_ELEMENTS(more) && executor_has("my_0"); s++) {
        ShardBackend *backend = open_with("my_0", more[s]);
        ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
        assert_true(
            shard_backend_stmt_exec_direct(statement, zero_dates, strlen(zero_dates), &rc, NULL));
        for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
            SQLULEN size = read_days(statement, 400, places[i]);
            /* 400 is neither long nor a zero date. */
            assert_int_equal(size > 1, s == 0 && places[i] == 400);
        }
        shard_backend_stmt_free(statement);
        shard_backend_close(backend, FALSE);
    }
}

static void
parameters_are_read_at_execute(void **state)
{
    const char *dsns[] = {"sl_0", "pg_0", "my_0"};

    for (guint i = 0; i < G_N_ELEMENTS(dsns); i++) {
        if (!executor_has(dsns[i]))
            continue;
        ShardBackend *backend = open_dsn(dsns[i]);
        ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
        gint64 number = 0;
        SQLLEN indicator = 0;
        SQLRETURN rc;
        ShardBinding binding = {
            SQL_PARAM_INPUT, SQL_C_SBIGINT, SQL_BIGINT, 19, 0, &number, 0, &indicator, 1};
        const char *sql = "SELECT ? + 1";
        assert_true(shard_backend_stmt_prepare(statement, sql, strlen(sql), NULL));
        for (number = 1; number < 20; number++) {
            g_autoptr(ShardArena) arena = shard_arena_new();
            const ShardValue *row;
            assert_true(shard_backend_stmt_bind(statement, 0, &binding, NULL));
            assert_true(shard_backend_stmt_execute(statement, &rc, NULL));
            g_autoptr(ShardStream) stream = shard_backend_stmt_rows(statement, NULL);
            assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_ROW);
            assert_int_equal(g_ascii_strtoll(shard_value_to_text(row, arena), NULL, 10),
                             number + 1);
        }
        shard_backend_stmt_free(statement);
        shard_backend_close(backend, FALSE);
    }
}

static void
errors_keep_state_and_shard(void **state)
{
    const struct {
        const char *dsn, *sqlstate;
    } cases[] = {{"sl_0", "HY000"}, {"pg_0", "42P01"}, {"my_0", "42S02"}};

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        if (!executor_has(cases[i].dsn))
            continue;
        ShardBackend *backend = open_dsn(cases[i].dsn);
        assert_false(shard_backend_run(backend, "SELECT * FROM no_such_table", &error));
        assert_string_equal(shard_error_sqlstate(error, 0), cases[i].sqlstate);
        assert_string_equal(shard_error_shard(error, 0), "x");
        assert_true(error->message[0] != '[');
        assert_false(shard_backend_is_dead(backend));
        assert_true(shard_backend_run(backend, "SELECT 1", NULL));
        shard_backend_close(backend, FALSE);
    }
}

/* A statement that outlives its connection fails, and doesn't touch the driver. */
static void
orphans_fail(void **state)
{
    ShardBackend *backend = open_dsn("sl_0");
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardStream) stream = NULL;
    const ShardValue *row;

    one_row(statement, &stream, "SELECT 1 UNION SELECT 2");
    shard_backend_close(backend, FALSE);
    assert_int_equal(shard_stream_next(stream, &row, &error), SHARD_ROW);
    assert_int_equal(shard_stream_next(stream, &row, &error), SHARD_END);
    assert_false(shard_backend_stmt_prepare(statement, "SELECT 1", 8, &error));
    assert_string_equal(shard_error_sqlstate(error, 0), "08S01");
    g_clear_pointer(&stream, shard_stream_free);
    shard_backend_stmt_free(statement);
}

static void
queries_give_cells(void **state)
{
    ShardBackend *backend = open_dsn("sl_0");
    guint n = 0;
    g_autoptr(GPtrArray) rows =
        shard_backend_query(backend, "SELECT 'a', NULL, printf('%.2000c', 'x')", &n, NULL);

    assert_int_equal(n, 3);
    assert_int_equal(rows->len, 1);
    char **cells = rows->pdata[0];
    assert_string_equal(cells[0], "a");
    assert_null(cells[1]);
    assert_int_equal(strlen(cells[2]), 2000);
    shard_backend_close(backend, FALSE);
}

/* The drivers' own SQLCancel would close the statement that another thread reads. */
static void
check_cancel(const char *dsn)
{
    ShardBackend *backend = open_dsn(dsn);
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
    ShardStream *stream = NULL;
    const ShardValue *row = one_row(
        statement, &stream,
        "WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 100) SELECT k "
        "FROM n");

    for (gint64 k = 1; k <= 100; k++) {
        assert_int_equal(row->i, k);
        if (k % 20 == 0)
            shard_backend_stmt_cancel(statement);
        assert_int_equal(shard_stream_next(stream, &row, NULL), k < 100 ? SHARD_ROW : SHARD_END);
    }
    shard_stream_free(stream);
    shard_backend_stmt_free(statement);
    shard_backend_close(backend, FALSE);
}

/* Rows come once and in their order, however far the worker is ahead when another statement stops
 * it: the reader, who pauses now and then, is faster here and slower there. */
static void
check_reading_ahead(const char *dsn, gint64 pause_after)
{
    ShardBackend *backend = open_dsn(dsn);
    ShardBackendStmt *statement = shard_backend_stmt_new(backend, NULL);
    ShardStream *stream = NULL;
    const gint64 n = 30000;
    const ShardValue *row =
        one_row(statement, &stream,
                "WITH RECURSIVE d (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM d WHERE x < 9) "
                "SELECT a.x + 10 * b.x + 100 * c.x + 1000 * e.x + 10000 * f.x AS k "
                "FROM d a, d b, d c, d e, d f WHERE f.x < 3 ORDER BY 1");

    for (gint64 k = 0; k < n; k++) {
        assert_int_equal(row->i, k);
        if (k % pause_after == 0)
            g_usleep(1000);
        if (k % 7000 == 6999)
            assert_true(shard_backend_run(backend, "SELECT 1", NULL));
        assert_int_equal(shard_stream_next(stream, &row, NULL), k + 1 < n ? SHARD_ROW : SHARD_END);
    }
    assert_int_equal(shard_stream_next(stream, &row, NULL), SHARD_END);
    shard_stream_free(stream);
    shard_backend_stmt_free(statement);
    shard_backend_close(backend, FALSE);
}

static void
rows_come_once_and_in_order(void **state)
{
    static const char *const dsns[] = {"sl_0", "pg_0", "my_0"};

    for (guint i = 0; i < G_N_ELEMENTS(dsns); i++) {
        if (!executor_has(dsns[i]))
            continue;
        check_reading_ahead(dsns[i], 500);
        check_reading_ahead(dsns[i], 20000);
    }
}

static void
cancel_leaves_the_statement(void **state)
{
    check_cancel("sl_0");
    if (executor_has("my_0"))
        check_cancel("my_0");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_the_right_kind),
        cmocka_unit_test(zero_dates_are_no_nulls),
        cmocka_unit_test(long_values_come_whole),
        cmocka_unit_test(blocks_lose_nothing),
        cmocka_unit_test(mariadb_goes_back_in_blocks),
        cmocka_unit_test(parameters_are_read_at_execute),
        cmocka_unit_test(errors_keep_state_and_shard),
        cmocka_unit_test(orphans_fail),
        cmocka_unit_test(queries_give_cells),
        cmocka_unit_test(rows_come_once_and_in_order),
        cmocka_unit_test(cancel_leaves_the_statement),
    };

    executor_ini_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    executor_ini_end();
    return failed;
}
