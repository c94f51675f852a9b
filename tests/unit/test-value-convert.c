/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/value-convert.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct {
    const char *from;
    ShardValueKind to;
    gint32 scale;
    const char *out; /* text, where there is one */
    ShardConversion conversion;
} Case;

#define EXACT SHARD_CONVERT_EXACT
#define BETWEEN SHARD_CONVERT_BETWEEN
#define BELOW SHARD_CONVERT_BELOW
#define ABOVE SHARD_CONVERT_ABOVE
#define UNKNOWN SHARD_CONVERT_UNKNOWN

static const Case cases[] = {
    {"null", SHARD_VALUE_LONG, -1, "null", EXACT},
    {"Integer 3", SHARD_VALUE_LONG, -1, "3", EXACT},
    {"Long 3", SHARD_VALUE_INTEGER, -1, "3", EXACT},
    {"Long 3000000000", SHARD_VALUE_INTEGER, -1, NULL, ABOVE},
    {"Long -3000000000", SHARD_VALUE_INTEGER, -1, NULL, BELOW},
    {"Unsigned 18446744073709551615", SHARD_VALUE_LONG, -1, NULL, ABOVE},
    {"Long -1", SHARD_VALUE_UNSIGNED, -1, NULL, BELOW},
    {"BigDecimal 1.5", SHARD_VALUE_UNSIGNED, -1, "1", BETWEEN},
    {"BigDecimal 3.0", SHARD_VALUE_LONG, -1, "3", EXACT},
    {"BigDecimal 3E+2", SHARD_VALUE_LONG, -1, "300", EXACT},
    {"BigDecimal 3.5", SHARD_VALUE_LONG, -1, "3", BETWEEN},
    {"BigDecimal -3.5", SHARD_VALUE_LONG, -1, "-4", BETWEEN},
    {"BigDecimal 1e30", SHARD_VALUE_LONG, -1, NULL, ABOVE},
    {"BigInteger -99999999999999999999", SHARD_VALUE_LONG, -1, NULL, BELOW},
    {"String 3", SHARD_VALUE_LONG, -1, "3", EXACT},
    {"String -3", SHARD_VALUE_LONG, -1, "-3", EXACT},
    {"String 03", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String  3", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String 3 ", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String +3", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String 3.0", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String 3e2", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String abc", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String ", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String -0", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"String 99999999999999999999", SHARD_VALUE_LONG, -1, NULL, ABOVE},
    {"Double 3", SHARD_VALUE_LONG, -1, "3", EXACT},
    {"Double 3.5", SHARD_VALUE_LONG, -1, "3", BETWEEN},
    {"Double 1e17", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"Double inf", SHARD_VALUE_LONG, -1, NULL, ABOVE},
    {"Double nan", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"Boolean true", SHARD_VALUE_INTEGER, -1, "1", EXACT},
    {"Integer 1", SHARD_VALUE_BOOLEAN, -1, "true", EXACT},
    {"Integer 2", SHARD_VALUE_BOOLEAN, -1, NULL, UNKNOWN},
    {"Integer 5", SHARD_VALUE_DECIMAL, 2, "5.00", EXACT},
    {"BigDecimal 1.5", SHARD_VALUE_DECIMAL, 2, "1.50", EXACT},
    {"BigDecimal 1.500", SHARD_VALUE_DECIMAL, 2, "1.50", EXACT},
    {"BigDecimal 1.555", SHARD_VALUE_DECIMAL, 2, "1.55", BETWEEN},
    {"BigDecimal 1.5", SHARD_VALUE_DECIMAL, -1, "1.5", EXACT},
    {"Double 0.1", SHARD_VALUE_DECIMAL, 2, "0.10", EXACT},
    {"Double 0.1", SHARD_VALUE_DECIMAL, -1, NULL, UNKNOWN},
    {"String 1.5", SHARD_VALUE_DECIMAL, 2, "1.50", EXACT},
    {"String 01.5", SHARD_VALUE_DECIMAL, 2, NULL, UNKNOWN},
    {"Long 12", SHARD_VALUE_BIG_INTEGER, -1, "12", EXACT},
    {"BigDecimal 12.5", SHARD_VALUE_BIG_INTEGER, -1, "12", BETWEEN},
    {"BigDecimal 0.1", SHARD_VALUE_DOUBLE, -1, "0.1", EXACT},
    {"Long 9007199254740993", SHARD_VALUE_DOUBLE, -1, NULL, UNKNOWN},
    {"BigDecimal 0.1", SHARD_VALUE_FLOAT, -1, NULL, UNKNOWN},
    {"BigDecimal 0.5", SHARD_VALUE_FLOAT, -1, "0.5", EXACT},
    {"Integer 5", SHARD_VALUE_STRING, -1, NULL, UNKNOWN},
    {"LocalDate 2024-01-15", SHARD_VALUE_STRING, -1, NULL, UNKNOWN},
    {"String abc", SHARD_VALUE_STRING, -1, "abc", EXACT},
    {"String abc", SHARD_VALUE_BYTES, -1, "616263", EXACT},
    {"String \\x61", SHARD_VALUE_BYTES, -1, NULL, UNKNOWN},
    {"String 2024-01-15", SHARD_VALUE_DATE, -1, "2024-01-15", EXACT},
    {"String 2024-1-15", SHARD_VALUE_DATE, -1, NULL, UNKNOWN},
    {"String 2024-02-30", SHARD_VALUE_DATE, -1, NULL, UNKNOWN},
    {"String 2024-01-15 00:00:00", SHARD_VALUE_DATE, -1, "2024-01-15", EXACT},
    {"String 2024-01-15 10:20:30", SHARD_VALUE_DATE, -1, NULL, UNKNOWN},
    {"LocalDateTime 2024-01-15 10:20:30", SHARD_VALUE_DATE, -1, "2024-01-15", BETWEEN},
    {"LocalDate 2024-01-15", SHARD_VALUE_TIMESTAMP, -1, "2024-01-15 00:00:00", EXACT},
    {"String 2024-01-15", SHARD_VALUE_TIMESTAMP, -1, "2024-01-15 00:00:00", EXACT},
    {"String 2024-01-15 10:20", SHARD_VALUE_TIMESTAMP, -1, "2024-01-15 10:20:00", EXACT},
    {"String 2024-01-15T10:20:30.5", SHARD_VALUE_TIMESTAMP, -1, "2024-01-15 10:20:30.5", EXACT},
    {"String 2024-01-15 10:20:30.123456000", SHARD_VALUE_TIMESTAMP, -1,
     "2024-01-15 10:20:30.123456", EXACT},
    {"String 2024-01-15 10:20:30.1234567891", SHARD_VALUE_TIMESTAMP, -1, NULL, UNKNOWN},
    {"String 2024-01-15 10:20:30+08", SHARD_VALUE_TIMESTAMP, -1, NULL, UNKNOWN},
    {"String 2024-01-15 24:00:00", SHARD_VALUE_TIMESTAMP, -1, NULL, UNKNOWN},
    {"String 2024-01-15 10:20:30+08", SHARD_VALUE_OFFSET_TIMESTAMP, -1, NULL, UNKNOWN},
    {"Integer 0", SHARD_VALUE_DOUBLE, -1, NULL, UNKNOWN},
    {"Double -0.0", SHARD_VALUE_DOUBLE, -1, NULL, UNKNOWN},
    {"String 2024-01-15 10:20:30", SHARD_VALUE_OFFSET_TIMESTAMP, -1, NULL, UNKNOWN},
    {"String 10:20:30", SHARD_VALUE_TIME, -1, "10:20:30", EXACT},
    {"String 10:20", SHARD_VALUE_TIME, -1, "10:20:00", EXACT},
    {"String 2024-01-15 10:20", SHARD_VALUE_TIME, -1, NULL, UNKNOWN},
    {"String {550E8400-E29B-41D4-A716-446655440000}", SHARD_VALUE_UUID, -1,
     "550e8400-e29b-41d4-a716-446655440000", EXACT},
    {"String 550e8400e29b41d4a716446655440000", SHARD_VALUE_UUID, -1,
     "550e8400-e29b-41d4-a716-446655440000", EXACT},
    {"String 550e8400-e29b-41d4-a716-44665544000", SHARD_VALUE_UUID, -1, NULL, UNKNOWN},
    {"UUID 550e8400-e29b-41d4-a716-446655440000", SHARD_VALUE_LONG, -1, NULL, UNKNOWN},
    {"Integer 5", SHARD_VALUE_DATE, -1, NULL, UNKNOWN},
    {"Integer 5", SHARD_VALUE_UNKNOWN, -1, NULL, UNKNOWN},
};

static void
test_convert(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Case *at = &cases[i];
        g_autoptr(ShardArena) arena = shard_arena_new();
        ShardValue from = typed_value(at->from, arena, NULL);
        ShardValue out = {.kind = SHARD_VALUE_UNKNOWN};
        ShardConversion found;
        gboolean exact = shard_value_convert(&from, at->to, at->scale, arena, &out, &found);
        if (found != at->conversion || exact != (found == EXACT))
            fail_msg("%s to %s: %d, not %d", at->from, shard_value_kind_name(at->to), found,
                     at->conversion);
        if (at->out == NULL) {
            assert_int_equal(out.kind, SHARD_VALUE_UNKNOWN);
            continue;
        }
        assert_string_equal(shard_value_to_text(&out, arena), at->out);
        if (from.kind != SHARD_VALUE_NULL)
            assert_int_equal(out.kind, at->to);
    }
}

/* What each brand stores into a column of numbers. */
static void
test_assign_text(void **state)
{
    static const struct {
        const char *text;
        ShardValueKind kind;
        const char *stored; /* NULL: it can't be said */
    } texts[] = {
        {"007", SHARD_VALUE_LONG, "7"},
        {" +7 ", SHARD_VALUE_INTEGER, "7"},
        {"-007", SHARD_VALUE_LONG, "-7"},
        {"-0", SHARD_VALUE_LONG, "0"},
        {"000", SHARD_VALUE_LONG, "0"},
        {"007.50", SHARD_VALUE_DECIMAL, "7.50"},
        {"+00012", SHARD_VALUE_BIG_INTEGER, "12"},
        {"", SHARD_VALUE_LONG, NULL},
        {" ", SHARD_VALUE_LONG, NULL},
        {"-", SHARD_VALUE_LONG, NULL},
        {"+-7", SHARD_VALUE_LONG, NULL},
        {"7 7", SHARD_VALUE_LONG, NULL},
        {"7e0", SHARD_VALUE_LONG, NULL},
        {"0x7", SHARD_VALUE_LONG, NULL},
        {"- 7", SHARD_VALUE_LONG, NULL},
    };
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        ShardValue text = shard_value_string(texts[i].text, -1);
        ShardValue out = SHARD_VALUE_INIT_NULL;
        gboolean taken = shard_value_assign(&text, texts[i].kind, -1, arena, &out);
        if (taken != (texts[i].stored != NULL))
            fail_msg("'%s' is %s", texts[i].text, taken ? "taken" : "refused");
        if (taken)
            assert_string_equal(shard_value_to_text(&out, arena), texts[i].stored);
    }
}

static void
test_assign(void **state)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardValue number = shard_value_long(-42);
    ShardValue half = shard_value_decimal("3.5", -1);
    ShardValue out;

    assert_true(shard_value_assign(&number, SHARD_VALUE_STRING, -1, arena, &out));
    assert_int_equal(out.kind, SHARD_VALUE_STRING);
    assert_string_equal(shard_value_to_text(&out, arena), "-42");
    ShardValue moment = shard_value_string("2024-01-15 10:20:30+08", -1);
    assert_true(shard_value_assign(&moment, SHARD_VALUE_OFFSET_TIMESTAMP, -1, arena, &out));
    assert_string_equal(shard_value_to_text(&out, arena), "2024-01-15 10:20:30+08:00");
    ShardValue zero = shard_value_long(0);
    assert_true(shard_value_assign(&zero, SHARD_VALUE_DOUBLE, -1, arena, &out));
    assert_false(shard_value_assign(&half, SHARD_VALUE_STRING, -1, arena, &out));
    assert_false(shard_value_assign(&half, SHARD_VALUE_LONG, -1, arena, &out));
}

static void
test_bytea(void **state)
{
    static const struct {
        const char *text, *bytes; /* bytes NULL: PostgreSQL reads nothing of it */
        gsize size;
    } texts[] = {
        {"\\xA1", "\xa1", 1},  {"\\xa1", "\xa1", 1},
        {"\\x", "", 0},        {"\\x a1 00\n7F ", "\xa1\0\x7f", 3},
        {"abc", "abc", 3},     {"", "", 0},
        {"a\\\\b", "a\\b", 3}, {"\\000\\377x", "\0\xffx", 3},
        {"\\xa", NULL, 0},     {"\\xag", NULL, 0},
        {"\\xa 1", NULL, 0},   {"\\", NULL, 0},
        {"\\400", NULL, 0},    {"\\12", NULL, 0},
        {"\\Xa1", NULL, 0},
    };

    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        ShardValue text = shard_value_string(texts[i].text, -1), out;
        assert_int_equal(shard_bytea_parse(&text, arena, &out), texts[i].bytes != NULL);
        if (texts[i].bytes == NULL)
            continue;
        assert_int_equal(out.kind, SHARD_VALUE_BYTES);
        assert_int_equal(out.text.size, texts[i].size);
        assert_memory_equal(out.text.data, texts[i].bytes, texts[i].size);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convert),
        cmocka_unit_test(test_bytea),
        cmocka_unit_test(test_assign),
        cmocka_unit_test(test_assign_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
