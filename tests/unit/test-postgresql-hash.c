/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * POSTGRESQL_HASH against PostgreSQL 15: remainders as satisfies_hash_partition() gives them for
 * modulus 97 (int2 to float4 in the order of the table).
 */
#include "router/rules/algorithm/postgresql-hash.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MODULUS 97

typedef struct {
    const char *value;
    guint remainder;
} Case;

static const Case cases[] = {
    {"Integer 0", 18},
    {"Integer -5", 58},
    {"Integer 32767", 49},
    {"Integer 0", 18},
    {"Integer 1", 30},
    {"Integer -1", 2},
    {"Integer 2147483647", 20},
    {"Integer -2147483648", 87},
    {"Integer 123456", 48},
    {"Long 1", 30},
    {"Long -1", 2},
    {"Long 4294967296", 30},
    {"Long 9223372036854775807", 87},
    {"Long -9223372036854775808", 20},
    {"Long 779950000000000001", 73},
    {"String ", 40},
    {"String a", 52},
    {"String abc", 96},
    {"String hello world", 48},
    {"String hello world!", 3},
    {"String a text longer than two blocks", 59},
    {"String \344\270\255\346\226\207", 11},
    {"String \360\237\230\200", 85},
    {"UUID 550e8400-e29b-41d4-a716-446655440000", 54},
    {"UUID 00000000-0000-0000-0000-000000000000", 75},
    {"LocalDate 2000-01-01", 18},
    {"LocalDate 2024-02-29", 3},
    {"LocalDate 1969-12-31", 33},
    {"LocalDate 0001-01-01", 24},
    {"LocalDateTime 2000-01-01 00:00:00", 18},
    {"LocalDateTime 2024-01-15 10:20:30.123456", 10},
    {"LocalDateTime 1960-05-05 01:02:03", 69},
    {"OffsetDateTime 2024-01-15 10:20:30+08:00", 72},
    {"OffsetDateTime 2024-01-15 10:20:30.5-03:30", 78},
    {"LocalTime 00:00:00", 18},
    {"LocalTime 10:20:30.5", 44},
    {"BigDecimal 0", 43},
    {"BigDecimal 0.00", 43},
    {"BigDecimal 1", 58},
    {"BigDecimal 1.0", 58},
    {"BigDecimal 1.00", 58},
    {"BigDecimal -1", 58},
    {"BigDecimal 10000", 59},
    {"BigDecimal 9999", 33},
    {"BigDecimal 123.45", 67},
    {"BigDecimal -123.45", 67},
    {"BigDecimal 0.0001", 62},
    {"BigDecimal 0.00001", 77},
    {"BigDecimal 100000000", 56},
    {"BigDecimal 123456789012345678901234567890.12", 53},
    {"BigDecimal 1e30", 80},
    {"BigDecimal 0.000000000000000000123", 59},
    {"BigDecimal 50000.5", 94},
    {"Bytes ", 40},
    {"Bytes 00", 48},
    {"Bytes 616263", 96},
    {"Bytes deadbeef00112233445566778899", 51},
    {"Boolean true", 30},
    {"Boolean false", 18},
    {"Double 0", 44},
    {"Double -0", 44},
    {"Double 1.5", 74},
    {"Double -2.25e100", 68},
    {"Double 0.1", 76},
    {"Float 0.1", 86},
    {"Float 1.5", 74},
};

static guint64
hash(const ShardValue *value)
{
    guint64 hash_value;

    assert_true(shard_postgresql_hash(value, SHARD_POSTGRESQL_SEED, &hash_value));
    return hash_value;
}

static void
test_remainder(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        ShardValue value = typed_value(cases[i].value, arena, NULL);
        guint64 row = shard_postgresql_combine(0, hash(&value));
        if (row % MODULUS != cases[i].remainder)
            fail_msg("%s: %u, not %u", cases[i].value, (guint) (row % MODULUS), cases[i].remainder);
    }
}

/* PARTITION BY HASH (a int, b text, c numeric), values (42, 'abc', 1.50). */
static void
test_combine(void **state)
{
    ShardValue a = shard_value_long(42);
    ShardValue b = shard_value_string("abc", -1);
    ShardValue c = shard_value_decimal("1.50", -1);
    guint64 row = 0;

    row = shard_postgresql_combine(row, hash(&a));
    row = shard_postgresql_combine(row, hash(&b));
    row = shard_postgresql_combine(row, hash(&c));
    assert_int_equal(row % MODULUS, 11);
}

/* Finer than a microsecond: PostgreSQL would round it. */
static void
test_refuse(void **state)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardValue value = typed_value("LocalDateTime 2024-01-15 10:20:30.123456789", arena, NULL);
    guint64 hash_value;

    assert_false(shard_postgresql_hash(&value, SHARD_POSTGRESQL_SEED, &hash_value));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_remainder),
        cmocka_unit_test(test_combine),
        cmocka_unit_test(test_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
