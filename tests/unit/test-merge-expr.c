/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Expressions over merged values; what is expected was read from PostgreSQL 15, MariaDB 10.11 and
 * SQLite 3.40. */
#include "driver/merge/merge.h"
#include "router/plan/merge/functions.h"

#include "tests/unit/merge-sexpr.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct {
    const char *columns; /* the first one is computed */
    const char *row;
    const char *expr;
    const char *expected; /* "!22012" an error */
} ExprCase;

static const ExprCase postgresql_cases[] = {
    {"r:-5 a:-5 b:-5", "NULL|7|2", "(/ $1 $2)", "3"},
    {"r:-5 a:-5 b:-5", "NULL|-5|2", "(/ $1 $2)", "-2"},
    {"r:-5 a:-5 b:-5", "NULL|-5|3", "(% $1 $2)", "-2"},
    {"r:-5 a:-5 b:-5", "NULL|1|0", "(/ $1 $2)", "!22012"},
    {"r:-5 a:-5 b:-5", "NULL|NULL|0", "(/ $1 $2)", "NULL"},
    {"r:-5 a:-5", "NULL|-9223372036854775808", "(/ $1 -1)", "!22003"},
    {"r:-5 a:-5", "NULL|-9223372036854775808", "(% $1 -1)", "0"},
    {"r:4 a:4", "NULL|2147483647", "(+ $1 1)", "!22003"},
    {"r:-5 a:-5", "NULL|2147483647", "(+ $1 1)", "2147483648"},
    {"r:5 a:5", "NULL|32767", "(+ $1 $1)", "!22003"},
    {"r:2 a:2 b:-5", "NULL|#0|5", "(/ $1 $2)", "0.00000000000000000000"},
    {"r:2 a:2", "NULL|NULL", "(/ (coalesce $1 0) 2)", "0.00000000000000000000"},
    {"r:2 a:2", "NULL|#10", "(/ $1 3)", "3.3333333333333333"},
    {"r:2 a:2", "NULL|12345678.5", "(/ $1 7)", "1763668.357142857143"},
    {"r:2", "NULL", "(/ 1 3.0)", "0.33333333333333333333"},
    {"r:2 a:2", "NULL|0.00012", "(/ $1 7)", "0.000017142857142857142857"},
    {"r:2 a:2", "NULL|#100000000", "(/ $1 3)", "33333333.333333333333"},
    {"r:2 a:2", "NULL|5.5", "(% $1 2)", "1.5"},
    {"r:2 a:2", "NULL|1.50", "(* $1 2.5)", "3.750"},
    {"r:2 a:2", "NULL|1.50", "(- $1 2)", "-0.50"},
    {"r:2 a:2", "NULL|2.5", "(round $1)", "#3"},
    {"r:2 a:2", "NULL|-2.5", "(round $1 0)", "#-3"},
    {"r:8 a:8", "NULL|2.5d", "(round $1)", "2d"},
    {"r:2 a:2", "NULL|1.5", "(round $1 4)", "1.5000"},
    {"r:2 a:2", "NULL|1234.5", "(round $1 -2)", "#1200"},
    {"r:2 a:2", "NULL|1.999", "(trunc $1 1)", "1.9"},
    {"r:2 a:2", "NULL|-1.5", "(floor $1)", "#-2"},
    {"r:2 a:2", "NULL|1.2", "(ceil $1)", "#2"},
    {"r:2 a:2", "NULL|-1.50", "(abs $1)", "1.50"},
    {"r:8 a:4", "NULL|5", "(round $1)", "5d"},
    {"r:2 a:4", "NULL|5", "(round $1 1)", "5.0"},
    {"r:4 a:4", "NULL|-2147483648", "(abs $1)", "!22003"},
    {"r:8 a:8", "NULL|1e300d", "(* $1 $1)", "!22003"},
    {"r:8 a:8", "NULL|1d", "(/ $1 0)", "!22012"},
    {"r:2 a:2", "NULL|#NaN", "(+ $1 1)", "'NaN"},
    {"r:2 a:8", "NULL|0.1d", "(cast \"numeric\" $1)", "0.1"},
    {"r:2 a:8", "NULL|1e20d", "(cast \"numeric\" $1)", "#100000000000000000000"},
    {"r:2 a:8", "NULL|123456789.123456789d", "(cast \"numeric\" $1)", "123456789.123457"},
    {"r:4 a:8", "NULL|2.5d", "(cast \"int\" $1)", "2"},
    {"r:4 a:8", "NULL|3.5d", "(cast \"integer\" $1)", "4"},
    {"r:4 a:2", "NULL|2.5", "(cast \"int4\" $1)", "3"},
    {"r:4 a:2", "NULL|-2.5", "(cast \"int4\" $1)", "-3"},
    {"r:4 a:-5", "NULL|3000000000", "(cast \"int\" $1)", "!22003"},
    {"r:2 a:2", "NULL|12.345", "(cast \"numeric(10,2)\" $1)", "12.35"},
    {"r:2 a:2", "NULL|1234.5", "(cast \"numeric(3,1)\" $1)", "!22003"},
    {"r:12 a:2", "NULL|12.50", "(cast \"text\" $1)", "'12.50"},
    {"r:12 a:2", "NULL|12.50", "(cast \"varchar(4)\" $1)", "'12.5"},
    {"r:12 a:2", "NULL|12.50", "(cast \"varchar(9)\" $1)", "'12.50"},
    {"r:12 a:8", "NULL|12.5d", "(cast \"text\" $1)", "!0A000"},
    {"r:8 a:2", "NULL|1.5", "(cast \"double precision\" $1)", "1.5d"},
    {"r:12 a:4", "NULL|1", "(= $1 1.0)", "'1"},
    {"r:-7 a:8", "NULL|0.1d", "(= $1 0.1)", "true"},
    {"r:-7 a:-5", "NULL|9007199254740993", "(= $1 9007199254740992d)", "true"},
    {"r:-7", "NULL", "(and NULL false)", "false"},
    {"r:-7", "NULL", "(or NULL true)", "true"},
    {"r:-7", "NULL", "(or NULL false)", "NULL"},
    {"r:-7", "NULL", "(not NULL)", "NULL"},
    {"r:-7", "NULL", "(in 1 NULL 1)", "true"},
    {"r:-7", "NULL", "(in 2 1 NULL)", "NULL"},
    {"r:-7", "NULL", "(notin 2 1 NULL)", "NULL"},
    {"r:-7", "NULL", "(notin 2 1 3)", "true"},
    {"r:-7", "NULL", "(between 1 NULL 0)", "false"},
    {"r:-7", "NULL", "(notbetween 1 NULL 0)", "true"},
    {"r:-7 a:12", "NULL|'x", "(= $1 'x)", "true"},
    {"r:-7 a:-5", "NULL|5", "(> $1 '4)", "true"},
    {"r:-7 a:-5", "NULL|5", "(> $1 'x)", "!0A000"},
    {"r:2 a:2", "NULL|#5", "(case nil (> $1 4) 1 0.5)", "#1"},
    {"r:12 a:-5", "NULL|5", "(case $1 4 'four 5 'five nil)", "'five"},
    {"r:12 a:-5", "NULL|6", "(case $1 4 'four 5 'five nil)", "NULL"},
    {"r:4 a:4", "NULL|1", "(nullif $1 1)", "NULL"},
    {"r:2 a:4", "NULL|1", "(nullif $1 2.5)", "#1"},
    {"r:2", "NULL", "(greatest 1 NULL 3.5 2)", "3.5"},
    {"r:2", "NULL", "(least 1 NULL 3.5)", "#1"},
    {"r:12 a:-5", "NULL|1", "(concat $1 NULL 'a 2.50 true)", "'1a2.50t"},
    {"r:12 a:-5", "NULL|1", "(|| $1 'a)", "'1a"},
    {"r:12 a:-5", "NULL|NULL", "(|| $1 'a)", "NULL"},
    {"r:8 a:8", "NULL|2d", "(sqrt $1)", "!0A000"},
    {"r:8 a:8", "NULL|2d", "(- $1)", "-2d"},
};

static const ExprCase mysql_cases[] = {
    {"r:3 a:-5 b:-5", "NULL|7|2", "(/ $1 $2)", "3.5000"},
    {"r:3 a:-5", "NULL|1", "(* (/ $1 3) 3)", "1.0000"},
    {"r:3 a:3.2 b:-5", "NULL|11.52|3", "(/ $1 $2)", "3.840000"},
    {"r:3 a:3.5", "NULL|2.00000", "(/ $1 3)", "0.666666666"},
    {"r:3 a:3.0", "NULL|#2", "(* (/ $1 7) 7)", "2.0000"},
    {"r:-5 a:3", "NULL|#2", "(div $1 3)", "0"},
    {"r:-5 a:3.2", "NULL|11.52", "(div $1 2)", "5"},
    {"r:3 a:3.2", "NULL|11.52", "(% $1 3)", "2.52"},
    {"r:3 a:3", "NULL|#2", "(mod $1 2)", "#0"},
    {"r:3 a:3", "NULL|#2", "(% $1 0)", "NULL"},
    {"r:3 a:3", "NULL|#2", "(/ $1 0)", "NULL"},
    {"r:3 a:3.2", "NULL|11.52", "(- $1)", "-11.52"},
    {"r:3 a:3.2", "NULL|11.52", "(* $1 $1)", "132.7104"},
    {"r:3 a:3", "NULL|#9223372036854775813", "(+ $1 1.5)", "9223372036854775814.5"},
    {"r:-5", "NULL", "(% -5 3)", "-2"},
    {"r:-5", "NULL", "(div -5 2)", "-2"},
    {"r:-5 a:-5", "NULL|3", "(* $1 9223372036854775807)", "!22003"},
    {"r:-5 a:-5u", "NULL|1u", "(- $1 2)", "!22003"},
    {"r:-5u a:-5u", "NULL|18446744073709551615u", "(- $1 5)", "18446744073709551610u"},
    {"r:3 a:3.4", "NULL|0.6667", "(round $1 2)", "0.67"},
    {"r:3", "NULL", "(round 1.5 4)", "1.5000"},
    {"r:3 a:3", "NULL|#2", "(round (/ $1 3) 1)", "0.7"},
    {"r:3 a:3", "NULL|#2", "(round (/ $1 3) 40)", "0.66666666600000000000000000000000000000"},
    {"r:4 a:3.6", "NULL|3.840000", "(floor $1)", "3"},
    {"r:4 a:3.6", "NULL|3.840000", "(ceil $1)", "4"},
    {"r:3 a:3.6", "NULL|-3.840000", "(abs $1)", "3.840000"},
    {"r:3 a:3.6", "NULL|3.840000", "(truncate $1 1)", "3.8"},
    {"r:3", "NULL", "(truncate 1.5 3)", "1.500"},
    {"r:3 a:3", "NULL|#2", "(round $1 2)", "2.00"},
    {"r:3 a:3.2", "NULL|11.52", "(round $1 -1)", "#10"},
    {"r:-5 a:-5", "NULL|3", "(round $1 2)", "3"},
    {"r:3 a:-5", "NULL|3", "(round $1 -1)", "!0A000"},
    {"r:-5 a:-5", "NULL|3", "(truncate $1 1)", "3"},
    {"r:8 a:8", "NULL|6.85d", "(round $1 1)", "6.8d"},
    {"r:8", "NULL", "(round 2.5d)", "2d"},
    {"r:8", "NULL", "(round 1.005d 2)", "1d"},
    {"r:3 a:3.4", "NULL|NULL", "(coalesce $1 0)", "0.0000"},
    {"r:3 a:3", "NULL|NULL", "(ifnull $1 0)", "#0"},
    {"r:3", "NULL", "(if true 1 2.55)", "1.00"},
    {"r:3 a:3.4", "NULL|5.0000", "(case nil true 0 $1)", "0.0000"},
    {"r:3 a:3", "NULL|#2", "(greatest $1 1.55)", "2.00"},
    {"r:3 a:-5", "NULL|3", "(greatest $1 NULL)", "!0A000"},
    {"r:3 a:-5", "NULL|3", "(+ $1 NULL)", "!0A000"},
    {"r:-5 a:-5 u:-5u", "NULL|-9|5u", "(% $1 $2)", "-4"},
    {"r:3 a:3.2", "NULL|-1.00", "(% $1 0.5)", "!0A000"},
    {"r:3 a:-5u b:-5", "NULL|NULL|5", "(coalesce $1 $2)", "#5"},
    {"r:12 a:3", "NULL|#2", "(concat $1 'x (/ $1 3) 7)", "'2x0.66677"},
    {"r:-5 a:3", "NULL|#2", "(cast \"signed\" (/ $1 3))", "1"},
    {"r:3 a:3.2", "NULL|11.52", "(cast \"decimal(10,1)\" $1)", "11.5"},
    {"r:3", "NULL", "(cast \"decimal(4,1)\" 123456.789)", "999.9"},
    {"r:3", "NULL", "(cast \"decimal\" 0.6667)", "#1"},
    {"r:-5", "NULL", "(cast \"signed\" 2.5)", "3"},
    {"r:12 a:3.2", "NULL|12.50", "(cast \"char(3)\" $1)", "'12."},
    {"r:-5", "NULL", "(cast \"signed\" 2.5d)", "2"},
    {"r:4 a:3", "NULL|#2", "(= (/ $1 3) 0.6667)", "1"},
    {"r:4 a:3", "NULL|#2", "(= (/ $1 3) 0.66666667)", "0"},
    {"r:4 a:3", "NULL|#2", "(> (/ $1 3) 0.66666)", "1"},
    {"r:4 a:-5", "NULL|3", "(= $1 3.0)", "1"},
    {"r:4 a:-5", "NULL|3", "(not $1)", "0"},
    {"r:4 a:-5", "NULL|3", "(and $1 NULL)", "NULL"},
    {"r:4 a:-5", "NULL|3", "(<=> $1 3)", "1"},
    {"r:4 a:-5", "NULL|NULL", "(<=> $1 NULL)", "1"},
    {"r:4 a:-5", "NULL|NULL", "(<=> $1 3)", "0"},
    {"r:4 a:-5", "NULL|3", "(= $1 'x)", "!0A000"},
    {"r:12 a:8", "NULL|3d", "(concat $1)", "!0A000"},
};

static const ExprCase sqlite_cases[] = {
    {"r:12 a:12 b:12", "NULL|7|2", "(/ $1 $2)", "3"},
    {"r:12 a:12 b:12", "NULL|7|2.0d", "(/ $1 $2)", "3.5d"},
    {"r:12 a:12 b:12", "NULL|7|0", "(/ $1 $2)", "NULL"},
    {"r:12 a:12 b:12", "NULL|7.5d|2", "(% $1 $2)", "1d"},
    {"r:12 a:12 b:12", "NULL|-7|2", "(% $1 $2)", "-1"},
    {"r:12 a:12", "NULL|9223372036854775807", "(+ $1 1)", "9.22337203685478e+18d"},
    {"r:12 a:12", "NULL|-9223372036854775808", "(abs $1)", "!HY000"},
    {"r:12 a:12", "NULL|5", "(round $1)", "5d"},
    {"r:12 a:12", "NULL|2.5d", "(round $1)", "3d"},
    {"r:12 a:12", "NULL|-2.5d", "(round $1)", "-3d"},
    {"r:12 a:12", "NULL|0.125d", "(round $1 2)", "0.13d"},
    {"r:12 a:12", "NULL|12.6d", "(round $1 2)", "12.6d"},
    {"r:12 a:12", "NULL|3.14159d", "(round $1 3)", "3.142d"},
    {"r:12 a:12", "NULL|2.675d", "(round $1 2)", "!0A000"},
    {"r:12 a:12", "NULL|7.9d", "(cast \"integer\" $1)", "7"},
    {"r:12 a:12", "NULL|1e300d", "(cast \"integer\" $1)", "9223372036854775807"},
    {"r:12 a:12", "NULL|7", "(cast \"real\" $1)", "7d"},
    {"r:12 a:12", "NULL|7", "(cast \"text\" $1)", "'7"},
    {"r:12 a:12", "NULL|7", "(= $1 7.0d)", "1"},
    {"r:12 a:12", "NULL|'a", "(= $1 'a)", "1"},
    {"r:12 a:12", "NULL|'a", "(= $1 5)", "!0A000"},
    {"r:12 a:12", "NULL|NULL", "(ifnull $1 0)", "0"},
    {"r:12 a:12", "NULL|7", "(iif (> $1 5) 'big 'small)", "'big"},
    {"r:12 a:12", "NULL|7", "(|| $1 'a)", "'7a"},
    {"r:12 a:12", "NULL|7.5d", "(|| $1 'a)", "!0A000"},
    {"r:12 a:12", "NULL|7.5d", "(floor $1)", "7d"},
    {"r:12 a:12", "NULL|-9223372036854775808", "(/ $1 -1)", "9.22337203685478e+18d"},
    {"r:12 a:12", "NULL|-9223372036854775808", "(% $1 -1)", "0"},
};

static char *
evaluate(ShardDialect dialect, const ExprCase *test)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardMergeComputed computed = {.target = 0, .expr = sexpr_parse(test->expr, arena)};
    ShardMergeSpec spec = {.dialect = dialect, .computed = &computed, .n_computed = 1};
    ShardMergeOptions options = {0};
    ShardStream *stream = fake_stream_new(test->columns, test->row, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardStream) merged = shard_merge_new(&spec, &stream, 1, &options, &error);

    if (merged == NULL)
        return g_strdup_printf("!%s", shard_error_sqlstate(error, 0));
    char *result = fake_read_all(merged, NULL);
    char *bar = strchr(result, '|');
    if (bar != NULL)
        *bar = '\0';
    return result;
}

static void
check_cases(ShardDialect dialect, const ExprCase *cases, gsize n_cases)
{
    guint n_wrong = 0;

    for (gsize i = 0; i < n_cases; i++) {
        g_autofree char *result = evaluate(dialect, &cases[i]);
        if (strcmp(result, cases[i].expected) == 0)
            continue;
        n_wrong++;
        print_error("%s of %s: %s, expected %s\n", cases[i].expr, cases[i].row, result,
                    cases[i].expected);
    }
    assert_int_equal(n_wrong, 0);
}

static void
test_postgresql(void **state)
{
    check_cases(SHARD_DIALECT_POSTGRESQL, postgresql_cases, G_N_ELEMENTS(postgresql_cases));
}

static void
test_mysql(void **state)
{
    check_cases(SHARD_DIALECT_MYSQL, mysql_cases, G_N_ELEMENTS(mysql_cases));
}

static void
test_sqlite(void **state)
{
    check_cases(SHARD_DIALECT_SQLITE, sqlite_cases, G_N_ELEMENTS(sqlite_cases));
}

static void
test_supported(void **state)
{
    static const struct {
        ShardDialect dialect;
        const char *name;
        guint n_args;
        gboolean supported;
    } calls[] = {
        {SHARD_DIALECT_POSTGRESQL, "round", 2, TRUE},  {SHARD_DIALECT_POSTGRESQL, "ROUND", 1, TRUE},
        {SHARD_DIALECT_POSTGRESQL, "round", 3, FALSE}, {SHARD_DIALECT_POSTGRESQL, "sqrt", 1, FALSE},
        {SHARD_DIALECT_SQLITE, "concat", 2, FALSE},    {SHARD_DIALECT_MYSQL, "||", 2, FALSE},
        {SHARD_DIALECT_MYSQL, "if", 3, TRUE},          {SHARD_DIALECT_UNKNOWN, "+", 2, FALSE},
        {SHARD_DIALECT_MYSQL, NULL, 2, FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++)
        assert_int_equal(
            shard_merge_expr_supported(calls[i].dialect, calls[i].name, calls[i].n_args),
            calls[i].supported);
}

static void
test_casts(void **state)
{
    static const struct {
        ShardDialect dialect;
        const char *name;
        gboolean known;
        gint32 precision, scale;
    } casts[] = {
        {SHARD_DIALECT_POSTGRESQL, "numeric(10, 2)", TRUE, 10, 2},
        {SHARD_DIALECT_POSTGRESQL, "NUMERIC", TRUE, -1, -1},
        {SHARD_DIALECT_POSTGRESQL, "numeric(5)", TRUE, 5, 0},
        {SHARD_DIALECT_POSTGRESQL, "numeric(2,5)", FALSE, 0, 0},
        {SHARD_DIALECT_POSTGRESQL, "numeric(", FALSE, 0, 0},
        {SHARD_DIALECT_POSTGRESQL, "varchar(5)", TRUE, 5, -1},
        {SHARD_DIALECT_POSTGRESQL, "varchar(x)", FALSE, 0, 0},
        {SHARD_DIALECT_POSTGRESQL, "char(5)", FALSE, 0, 0},
        {SHARD_DIALECT_SQLITE, "varchar(5)", TRUE, -1, -1},
        {SHARD_DIALECT_MYSQL, "decimal", TRUE, 10, 0},
        {SHARD_DIALECT_MYSQL, "char", TRUE, -1, -1},
        {SHARD_DIALECT_MYSQL, "binary", FALSE, 0, 0},
        {SHARD_DIALECT_SQLITE, "numeric", FALSE, 0, 0},
        {SHARD_DIALECT_SQLITE, NULL, FALSE, 0, 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(casts); i++) {
        ShardMergeCast cast = {0};
        assert_int_equal(shard_merge_cast_parse(casts[i].dialect, casts[i].name, &cast),
                         casts[i].known);
        assert_int_equal(cast.precision, casts[i].precision);
        assert_int_equal(cast.scale, casts[i].scale);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_postgresql), cmocka_unit_test(test_mysql),
        cmocka_unit_test(test_sqlite),     cmocka_unit_test(test_supported),
        cmocka_unit_test(test_casts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
