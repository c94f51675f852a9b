/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Values, decimals and identifiers.
 */
#include "router/base/decimal.h"
#include "router/base/identifier.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct {
    const char *value;
    const char *text;
} TextCase;

/* Java's toString(). */
static const TextCase text_cases[] = {
    {"null", "null"},
    {"Boolean true", "true"},
    {"Integer -5", "-5"},
    {"Long -9223372036854775808", "-9223372036854775808"},
    {"Unsigned 18446744073709551615", "18446744073709551615"},
    {"BigInteger 123456789012345678901234567890", "123456789012345678901234567890"},
    {"BigDecimal 1.50", "1.50"},
    {"BigDecimal 1E+3", "1E+3"},
    {"BigDecimal 0.0000001", "1E-7"},
    {"BigDecimal 0.000001", "0.000001"},
    {"BigDecimal -12E-10", "-1.2E-9"},
    {"BigDecimal 0E-8", "0E-8"},
    {"BigDecimal 0E+3", "0E+3"},
    {"BigDecimal 123.45E+1", "1234.5"},
    {"Double 0.002", "0.002"},
    {"Double 1e23", "1.0E23"},
    {"Double 2.2250738585072014E-308", "2.2250738585072014E-308"},
    {"Double 4.9e-324", "4.9E-324"},
    {"Double 123456789.125", "1.23456789125E8"},
    {"Double 1e7", "1.0E7"},
    {"Double 9999999.5", "9999999.5"},
    {"Double 100", "100.0"},
    {"Double 0.001", "0.001"},
    {"Double 0.0001", "1.0E-4"},
    {"Double -0.0", "-0.0"},
    {"Double 0.1", "0.1"},
    {"Float 0.1", "0.1"},
    {"Float 16777216", "1.6777216E7"},
    {"String abc", "abc"},
    {"Bytes 00ff", "00ff"},
    {"LocalDate 2024-01-15", "2024-01-15"},
    {"LocalTime 10:20:30.5", "10:20:30.5"},
    {"LocalDateTime 2024-01-15T10:20:30", "2024-01-15 10:20:30"},
    {"LocalDateTime 2024-01-15 10:20:30.123456", "2024-01-15 10:20:30.123456"},
    {"OffsetDateTime 2024-01-15 10:20:30+08:00", "2024-01-15 10:20:30+08:00"},
    {"OffsetDateTime 2024-01-15 10:20:30-03:30", "2024-01-15 10:20:30-03:30"},
    {"OffsetDateTime 2024-01-15 10:20:30Z", "2024-01-15 10:20:30Z"},
    {"UUID 550E8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440000"},
};

static void
test_text(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(text_cases); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        ShardValue value = typed_value(text_cases[i].value, arena, NULL);
        ShardValue copy = shard_value_copy(&value, arena);
        assert_string_equal(shard_value_to_text(&value, arena), text_cases[i].text);
        assert_true(shard_value_identical(&value, &copy));
        assert_int_equal(shard_value_hash(&value), shard_value_hash(&copy));
    }
}

/* Every pair of different values is told apart. */
static void
test_identical(void **state)
{
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < G_N_ELEMENTS(text_cases); i++)
        for (guint j = 0; j < G_N_ELEMENTS(text_cases); j++) {
            ShardValue a = typed_value(text_cases[i].value, arena, NULL);
            ShardValue b = typed_value(text_cases[j].value, arena, NULL);
            assert_int_equal(shard_value_identical(&a, &b), i == j);
        }
}

typedef struct {
    const char *a;
    char op; /* + - * c(ompare) s(trip) or a digit: divided to so many decimals */
    const char *b;
    const char *expected;
} DecimalCase;

static const DecimalCase decimal_cases[] = {
    {"1.5", '+', "2.25", "3.75"},
    {"1.5", '-', "2.250", "-0.750"},
    {"-1.5", '*', "0.20", "-0.300"},
    {"7", '2', "3", "2.33"},
    {"8", '2', "3", "2.67"},
    {"-8", '2', "3", "-2.67"},
    {"1", '0', "2", "1"},
    {"-1", '0', "2", "-1"},
    {"1E+3", '1', "8", "125.0"},
    {"0.001", '4', "0.03", "0.0333"},
    {"1", '4', "0", "error"},
    {"1.0", 'c', "1.00", "0"},
    {"1.0", 'c', "1.01", "-1"},
    {"1E+5", 'c', "99999.999", "1"},
    {"-3", 'c', "2", "-1"},
    {"100.500", 's', "0", "100.5"},
    {"0.000", 's', "0", "0"},
    {"1200", 's', "0", "1200"},
    {".5", '+', "5.", "5.5"},
    {"+3", '+', "0", "3"},
    {"1e-3", '+', "0", "0.001"},
    {"99999999999999999999", '*', "99999999999999999999",
     "9999999999999999999800000000000000000001"},
};

static void
apply(const DecimalCase *at, ShardDecimal *a, const ShardDecimal *b, char **out)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    gboolean ok = TRUE;

    if (at->op == '+')
        shard_decimal_add(a, b);
    else if (at->op == '-')
        shard_decimal_subtract(a, b);
    else if (at->op == '*')
        shard_decimal_multiply(a, b);
    else if (at->op == 's')
        shard_decimal_strip(a);
    else if (g_ascii_isdigit(at->op))
        ok = shard_decimal_divide(a, b, at->op - '0', SHARD_ROUND_HALF_UP);
    if (at->op == 'c') {
        int order = shard_decimal_compare(a, b);
        *out = g_strdup_printf("%d", (order > 0) - (order < 0));
    } else {
        *out = g_strdup(ok ? shard_decimal_to_text(a, arena, NULL) : "error");
    }
}

static void
test_decimal(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(decimal_cases); i++) {
        g_auto(ShardDecimal) a;
        g_auto(ShardDecimal) b;
        g_autofree char *found = NULL;
        shard_decimal_init(&a);
        shard_decimal_init(&b);
        assert_true(shard_decimal_parse(&a, decimal_cases[i].a, -1));
        assert_true(shard_decimal_parse(&b, decimal_cases[i].b, -1));
        apply(&decimal_cases[i], &a, &b, &found);
        if (strcmp(found, decimal_cases[i].expected) != 0)
            fail_msg("%s %c %s: %s", decimal_cases[i].a, decimal_cases[i].op, decimal_cases[i].b,
                     found);
    }
}

static void
test_rounding(void **state)
{
    static const struct {
        const char *text;
        const char *expected[5]; /* in the order of ShardRounding, to no decimals */
    } cases[] = {
        {"2.5", {"2", "3", "2", "2", "3"}},     {"-2.5", {"-2", "-3", "-2", "-3", "-2"}},
        {"3.5", {"3", "4", "4", "3", "4"}},     {"2.4", {"2", "2", "2", "2", "3"}},
        {"-0.6", {"0", "-1", "-1", "-1", "0"}}, {"7", {"7", "7", "7", "7", "7"}},
    };
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        for (guint rounding = 0; rounding < 5; rounding++) {
            g_auto(ShardDecimal) number;
            shard_decimal_init(&number);
            assert_true(shard_decimal_parse(&number, cases[i].text, -1));
            shard_decimal_set_scale(&number, 0, (ShardRounding) rounding);
            assert_string_equal(shard_decimal_to_text(&number, arena, NULL),
                                cases[i].expected[rounding]);
        }
    }
}

static void
test_decimal_text(void **state)
{
    static const char *const bad[] = {"",    "-",  ".",  "1.2.3", "1e",  "e5", "1e999999999",
                                      "0x1", "1 ", " 1", "1e+",   "--1", "NaN"};
    static const struct {
        const char *text;
        gint64 number;
        gboolean fits;
    } whole[] = {{"9223372036854775807", G_MAXINT64, TRUE},
                 {"9223372036854775808", 0, FALSE},
                 {"-9223372036854775808", G_MININT64, TRUE},
                 {"5.000", 5, TRUE},
                 {"5.001", 0, FALSE},
                 {"5E+2", 500, TRUE}};

    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_auto(ShardDecimal) number;
        shard_decimal_init(&number);
        shard_decimal_set_int64(&number, 7);
        assert_false(shard_decimal_parse(&number, bad[i], -1));
        assert_int_equal(mpz_get_si(number.unscaled), 7);
    }
    for (guint i = 0; i < G_N_ELEMENTS(whole); i++) {
        g_auto(ShardDecimal) number;
        gint64 found = 0;
        shard_decimal_init(&number);
        assert_true(shard_decimal_parse(&number, whole[i].text, -1));
        assert_int_equal(shard_decimal_to_int64(&number, &found), whole[i].fits);
        assert_int_equal(found, whole[i].number);
    }
    g_auto(ShardDecimal) tenth;
    shard_decimal_init(&tenth);
    assert_true(shard_decimal_parse(&tenth, "0.1", -1));
    assert_true(shard_decimal_to_double(&tenth) == 0.1);
}

typedef struct {
    ShardDialect dialect;
    const char *token;
    const char *name;
    gboolean quoted;
    const char *written; /* by shard_identifier_append() with no quote */
} NameCase;

#define LONG_NAME "a234567890123456789012345678901234567890123456789012345678901234567890"

static const NameCase name_cases[] = {
    {SHARD_DIALECT_POSTGRESQL, "T_Order", "t_order", FALSE, "t_order"},
    {SHARD_DIALECT_POSTGRESQL, "\"T_Order\"", "T_Order", TRUE, "\"T_Order\""},
    {SHARD_DIALECT_POSTGRESQL, "\"a\"\"b\"", "a\"b", TRUE, "\"a\"\"b\""},
    {SHARD_DIALECT_POSTGRESQL, LONG_NAME,
     "a23456789012345678901234567890123456789012345678901234567890123", FALSE,
     "a23456789012345678901234567890123456789012345678901234567890123"},
    {SHARD_DIALECT_MYSQL, "T_Order", "T_Order", FALSE, "T_Order"},
    {SHARD_DIALECT_MYSQL, "`my``t`", "my`t", TRUE, "`my``t`"},
    {SHARD_DIALECT_MYSQL, "order", "order", FALSE, "`order`"},
    {SHARD_DIALECT_SQLITE, "[a b]", "a b", TRUE, "\"a b\""},
    {SHARD_DIALECT_SQLITE, "\"Select\"", "Select", TRUE, "\"Select\""},
    {SHARD_DIALECT_SQLITE, "\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9", FALSE,
     "\"\xC3\xA9t\xC3\xA9\""},
    {SHARD_DIALECT_SQLITE, "`x`", "x", TRUE, "x"},
};

static void
test_identifier(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(name_cases); i++) {
        const NameCase *at = &name_cases[i];
        gboolean quoted;
        g_autofree char *name =
            shard_identifier_from_token(at->dialect, at->token, strlen(at->token), &quoted);
        g_autoptr(GString) written = g_string_new(NULL);
        assert_string_equal(name, at->name);
        assert_int_equal(quoted, at->quoted);
        shard_identifier_append(written, at->dialect, name, 0);
        assert_string_equal(written->str, at->written);
    }
    g_autoptr(GString) kept = g_string_new(NULL);
    shard_identifier_append(kept, SHARD_DIALECT_SQLITE, "a b", '[');
    shard_identifier_append(kept, SHARD_DIALECT_SQLITE, "a]b", '[');
    shard_identifier_append(kept, SHARD_DIALECT_MYSQL, "ab", '`');
    assert_string_equal(kept->str, "[a b]\"a]b\"`ab`");
    assert_int_equal(shard_dialect_parse("PostgreSQL"), SHARD_DIALECT_POSTGRESQL);
    assert_int_equal(shard_dialect_parse("oracle"), SHARD_DIALECT_UNKNOWN);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),         cmocka_unit_test(test_identical),
        cmocka_unit_test(test_decimal),      cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_decimal_text), cmocka_unit_test(test_identifier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
