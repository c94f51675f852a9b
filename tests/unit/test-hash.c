/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Java's hash codes, and what HASH_MOD makes of them.
 */
#include "router/base/error.h"
#include "router/rules/algorithm.h"
#include "router/rules/algorithm/consistent-hash.h"
#include "router/rules/java-hash.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct {
    const char *value;
    gint32 hash;
    guint rest[4]; /* modulo 2, 4, 8, 10 */
} HashCase;

static const guint counts[] = {2, 4, 8, 10};

static const HashCase cases[] = {
    {"Integer 0", 0, {0, 0, 0, 0}},
    {"Integer 1", 1, {1, 1, 1, 1}},
    {"Integer 10", 10, {0, 2, 2, 0}},
    {"Integer -1", -1, {1, 1, 1, 1}},
    {"Integer -5", -5, {1, 1, 5, 5}},
    {"Integer 2147483647", 2147483647, {1, 3, 7, 7}},
    {"Integer -2147483648", G_MININT32, {0, 0, 0, 8}},
    {"Long 1", 1, {1, 1, 1, 1}},
    {"Long -1", 0, {0, 0, 0, 0}},
    {"Long -5", 4, {0, 0, 4, 4}},
    {"Long 2147483648", G_MININT32, {0, 0, 0, 8}},
    {"Long 4294967296", 1, {1, 1, 1, 1}},
    {"Long 10000000000", 1410065410, {0, 2, 2, 0}},
    {"Long 1234567890123", 1912276436, {0, 0, 4, 6}},
    {"Long 779950000000000001", -1908273051, {1, 3, 3, 1}},
    {"Long 9223372036854775807", G_MININT32, {0, 0, 0, 8}},
    {"Long -9223372036854775808", G_MININT32, {0, 0, 0, 8}},
    {"String ", 0, {0, 0, 0, 0}},
    {"String 1", 49, {1, 1, 1, 9}},
    {"String 10", 1567, {1, 3, 7, 7}},
    {"String abc", 96354, {0, 2, 2, 4}},
    {"String ABC", 64578, {0, 2, 2, 8}},
    {"String hello", 99162322, {0, 2, 2, 2}},
    {"String user_1001", 337474644, {0, 0, 4, 4}},
    {"String order_code_35711", -1373333580, {0, 0, 4, 0}},
    {"String polygenelubricants", G_MININT32, {0, 0, 0, 8}},
    {"String \xE4\xB8\xAD\xE6\x96\x87", 646394, {0, 2, 2, 4}},
    {"String \xF0\x9F\x98\x80", 1772899, {1, 3, 3, 9}},
    {"String 2024-01-15", -613341597, {1, 1, 5, 7}},
    {"String 2024-01-15 10:20:30", -1903998693, {1, 1, 5, 3}},
    {"String 550e8400-e29b-41d4-a716-446655440000", 1716781005, {1, 1, 5, 5}},
    {"BigDecimal 0", 0, {0, 0, 0, 0}},
    {"BigDecimal 0.5", 156, {0, 0, 4, 6}},
    {"BigDecimal 1", 31, {1, 3, 7, 1}},
    {"BigDecimal 1.0", 311, {1, 3, 7, 1}},
    {"BigDecimal 1.00", 3102, {0, 2, 6, 2}},
    {"BigDecimal 10", 310, {0, 2, 6, 0}},
    {"BigDecimal 1E+3", 28, {0, 0, 4, 8}},
    {"BigDecimal 123.45", 382697, {1, 1, 1, 7}},
    {"BigDecimal -123.45", -382693, {1, 1, 5, 3}},
    {"BigDecimal 4294967296.5", 9766, {0, 2, 6, 6}},
    {"BigDecimal 99999999999.99", -2147253509, {1, 1, 5, 9}},
    {"BigDecimal 123456789012345678901234567890.12", -1747325893, {1, 1, 5, 3}},
    {"BigInteger 1", 1, {1, 1, 1, 1}},
    {"BigInteger -1", -1, {1, 1, 1, 1}},
    {"BigInteger 9223372036854775808", G_MININT32, {0, 0, 0, 8}},
    {"BigInteger 18446744073709551615", -32, {0, 0, 0, 2}},
    {"Unsigned 18446744073709551615", -32, {0, 0, 0, 2}},
    {"Unsigned 4294967296", 1, {1, 1, 1, 1}},
    {"Double 1.0", 1072693248, {0, 0, 0, 8}},
    {"Double 0.1", -1507852285, {1, 1, 5, 5}},
    {"Double -2.5", -1073479680, {0, 0, 0, 0}},
    {"Double -0.0", G_MININT32, {0, 0, 0, 8}},
    {"Float 1.0", 1065353216, {0, 0, 0, 6}},
    {"Float 0.1", 1036831949, {1, 1, 5, 9}},
    {"Boolean true", 1231, {1, 3, 7, 1}},
    {"Boolean false", 1237, {1, 1, 5, 7}},
    {"LocalDate 2024-01-15", 4145231, {1, 3, 7, 1}},
    {"LocalDate 2000-02-29", 4096157, {1, 1, 5, 7}},
    {"LocalDate 1969-12-31", 4033311, {1, 3, 7, 1}},
    {"LocalTime 10:20:30", 1223486940, {0, 0, 4, 0}},
    {"LocalDateTime 2024-01-15T10:20:30", 1221832083, {1, 3, 3, 3}},
    {"LocalDateTime 2024-01-15T10:20:30.123456", 1350039443, {1, 3, 3, 3}},
    {"LocalDateTime 2024-01-15T00:00", 4145231, {1, 3, 7, 1}},
    {"OffsetDateTime 2024-01-15T10:20:30+08:00", 1221844243, {1, 3, 3, 3}},
    {"SqlTimestamp 2024-01-15 10:20:30.123456", 212013990, {0, 2, 6, 0}},
    {"SqlDate 2024-01-15", 174783885, {1, 1, 5, 5}},
    {"SqlDate 1960-05-05", -123478087, {1, 3, 7, 7}},
    {"SqlTime 10:20:30", 37230000, {0, 0, 0, 0}},
    {"UUID 550e8400-e29b-41d4-a716-446655440000", 1170702770, {0, 2, 2, 0}},
};

static ShardAlgorithm *
hash_mod(guint count)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    ShardProperties properties = {"h", values, NULL};
    g_autoptr(GError) error = NULL;

    g_hash_table_insert(values, (gpointer) "sharding-count", g_strdup_printf("%u", count));
    ShardAlgorithm *algorithm = shard_algorithm_new("hash_mod", &properties, &error);
    assert_non_null(algorithm);
    return algorithm;
}

static ShardTargets *
numbered_targets(guint count)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < count; i++)
        g_ptr_array_add(names, g_strdup_printf("t_%u", i));
    return shard_targets_new("t", (const char *const *) names->pdata, names->len);
}

static guint
place(guint count, const ShardValue *value, GTimeZone *zone)
{
    static const char *const keys[] = {"k", NULL};
    g_autoptr(ShardAlgorithm) algorithm = hash_mod(count);
    ShardTargets *targets = numbered_targets(count);
    ShardKeyValues values = {keys, value, 1, &zone};
    guint target = G_MAXUINT;

    assert_int_equal(shard_algorithm_place(algorithm, targets, &values, &target, NULL),
                     SHARD_PLACE_FOUND);
    shard_targets_free(targets);
    return target;
}

static void
test_hash_code(void **state)
{
    g_autoptr(GTimeZone) utc = g_time_zone_new_identifier("UTC");

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        gboolean sql;
        ShardValue value = typed_value(cases[i].value, arena, &sql);
        gint32 hash = 0;
        assert_true(shard_java_hash(&value, sql ? utc : NULL, &hash));
        if (hash != cases[i].hash)
            fail_msg("%s: %d, not %d", cases[i].value, hash, cases[i].hash);
        for (guint j = 0; j < G_N_ELEMENTS(counts); j++) {
            guint target = place(counts[j], &value, sql ? utc : NULL);
            if (target != cases[i].rest[j])
                fail_msg("%s modulo %u: %u, not %u", cases[i].value, counts[j], target,
                         cases[i].rest[j]);
        }
    }
}

typedef struct {
    const char *text;
    guint count;
    guint rest;
} CountCase;

static const CountCase count_cases[] = {
    {"10", 3, 1},
    {"10", 5, 2},
    {"10", 16, 15},
    {"10", 512, 31},
    {"abc", 3, 0},
    {"abc", 5, 4},
    {"abc", 16, 2},
    {"abc", 512, 98},
    {"user_1001", 3, 0},
    {"user_1001", 5, 4},
    {"user_1001", 16, 4},
    {"user_1001", 512, 84},
    {"order_code_35711", 3, 0},
    {"order_code_35711", 5, 0},
    {"order_code_35711", 16, 12},
    {"order_code_35711", 512, 76},
    {"550e8400-e29b-41d4-a716-446655440000", 3, 0},
    {"550e8400-e29b-41d4-a716-446655440000", 5, 0},
    {"550e8400-e29b-41d4-a716-446655440000", 16, 13},
    {"550e8400-e29b-41d4-a716-446655440000", 512, 461},
};

static void
test_counts(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(count_cases); i++) {
        ShardValue value = shard_value_string(count_cases[i].text, -1);
        assert_int_equal(place(count_cases[i].count, &value, NULL), count_cases[i].rest);
    }
}

/* Computed with java.sql.Timestamp.valueOf() in that zone. */
static const struct {
    const char *zone;
    const char *local;
    gint64 ms;
} instants[] = {
    {"America/New_York", "2024-11-03 01:30:00", 1730615400000},
    {"America/New_York", "2024-03-10 02:30:00", 1710055800000},
    {"America/New_York", "1500-03-01 00:00:00", -14825790000000},
    {"Europe/Berlin", "2024-10-27 02:30:00", 1729992600000},
    {"Europe/Berlin", "2024-03-31 02:30:00", 1711848600000},
    {"Asia/Shanghai", "2024-11-03 01:30:00", 1730568600000},
};

static void
test_instants(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(instants); i++) {
        g_autoptr(GTimeZone) zone = g_time_zone_new_identifier(instants[i].zone);
        ShardTimeText time;
        assert_true(shard_civil_parse(instants[i].local, strlen(instants[i].local), &time));
        gint64 ms = shard_civil_epoch_ms(&time.time, zone);
        if (ms != instants[i].ms)
            fail_msg("%s %s: %" G_GINT64_FORMAT, instants[i].zone, instants[i].local, ms);
    }
}

static const struct {
    const char *text;
    guint64 fnv, murmur, xxhash;
} text_hashes[] = {
    {"user_0-manji0", 1929757959, 0, 0},
    {"user_0-manji1", 78666422, 0, 0},
    {"user_0-manji2", 1811545607, 0, 0},
    {"user_1-manji0", 1081459970, 0, 0},
    {"user_1-manji1", 511715115, 0, 0},
    {"user_1-manji2", 69308873, 0, 0},
    {"user_2-manji0", 678104086, 0, 0},
    {"user_2-manji1", 1484840815, 0, 0},
    {"user_2-manji2", 20707000, 0, 0},
    {"1", 1081142246, 0, 0},
    {"2", 1310673766, 0, 0},
    {"3", 895667540, 0, 0},
    {"1001", 1041849769, 0, 0},
    {"abc", 34757373, G_GUINT64_CONSTANT(0xb4963f3f3fad7867),
     G_GUINT64_CONSTANT(0x44bc2cf5ad770999)},
    {"35711", 1734296567, 0, 0},
    {"", 0, 0, G_GUINT64_CONSTANT(0xef46db3751d8e999)},
    {"The quick brown fox jumps over the lazy dog", 0, G_GUINT64_CONSTANT(0xe34bbc7bbc071b6c),
     G_GUINT64_CONSTANT(0x0b242d361fda71bc)},
};

static void
test_text_hashes(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(text_hashes); i++) {
        const char *text = text_hashes[i].text;
        guint64 fnv, murmur, xxhash;
        assert_true(shard_fnv1_32(text, strlen(text), &fnv));
        assert_true(shard_murmur3_64(text, strlen(text), &murmur));
        assert_true(shard_xxhash64(text, strlen(text), &xxhash));
        if (text_hashes[i].fnv != 0)
            assert_int_equal(fnv, text_hashes[i].fnv);
        if (text_hashes[i].murmur != 0)
            assert_int_equal(murmur, text_hashes[i].murmur);
        if (text_hashes[i].xxhash != 0)
            assert_int_equal(xxhash, text_hashes[i].xxhash);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash_code),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_instants),
        cmocka_unit_test(test_text_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
