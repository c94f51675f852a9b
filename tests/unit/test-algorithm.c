/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Placement and ranges of every algorithm against ShardingSphere's results.
 */
#include "router/base/error.h"
#include "router/rules/algorithm.h"
#include "router/rules/node-pattern.h"
#include "tests/unit/typed-value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* An algorithm and its targets: "TYPE; property = value; ..." and a node pattern. */
typedef struct {
    const char *algorithm;
    const char *logical;
    const char *targets;
} Setup;

typedef struct {
    const Setup *setup;
    const char *value;
    const char *expected; /* a target's name, "error", "outside" */
} PlaceCase;

#define MOD(count) "MOD; sharding-count = " #count

static const Setup mod_4 = {MOD(4), "t", "t_${0..3}"};
static const Setup mod_10 = {MOD(10), "t", "t_${0..9}"};
static const Setup mod_16_4 = {MOD(16) "; start-offset = 4", "t", "t_${0..15}"};
static const Setup mod_8_1 = {MOD(8) "; start-offset = 1", "t", "t_${0..7}"};
static const Setup mod_16_0_2 = {MOD(16) "; stop-offset = 2; zero-padding = true", "t",
                                 "t_${['01','15']}"};
static const Setup mod_100_1_1 = {
    MOD(100) "; start-offset = 1; stop-offset = 1; zero-padding = true", "t", "t_${10..99}"};
static const Setup mod_100 = {MOD(100) "; zero-padding = true", "t", "t_${['00','05','99']}"};
static const Setup mod_101 = {MOD(101) "; zero-padding = true", "t", "t_${['000','005']}"};
static const Setup mod_11 = {MOD(11) "; zero-padding = true", "t", "t_${['00','02']}"};
static const Setup mod_1 = {MOD(1) "; zero-padding = true", "t", "t_0"};
static const Setup mod_4_1_1 = {MOD(4) "; start-offset = 1; stop-offset = 1", "t", "t_${0..3}"};
/* Suffix matching. */
static const Setup suffix_plain = {MOD(3), "t_order", "t_order_${0..2}"};
static const Setup suffix_padded = {MOD(3), "t_order", "t_order_${['00','01','02']}"};
static const Setup suffix_mixed = {MOD(11), "t_order", "t_order_${8..10}"};
static const Setup suffix_digit = {MOD(2), "t_order2", "t_order2_${0..1}"};
static const Setup suffix_t2 = {MOD(2), "t2", "t2${0..1}"};
static const Setup suffix_year = {MOD(2), "t_order", "o_2024_${0..1}"};
static const Setup suffix_short = {MOD(4), "t_order", "t_order${0..1}"};

static const Setup volume = {
    "VOLUME_RANGE; range-lower = 10; range-upper = 25; sharding-volume = 10", "t", "t_${0..3}"};
static const Setup volume_300 = {
    "VOLUME_RANGE; range-lower = 0; range-upper = 1000; sharding-volume = 300", "t", "t_${0..5}"};
static const Setup boundary = {"BOUNDARY_RANGE; sharding-ranges = 1,5,10", "t", "t_${0..3}"};
static const Setup boundary_odd = {"BOUNDARY_RANGE; sharding-ranges = 10, 5,abc,1", "t",
                                   "t_${0..3}"};
static const Setup auto_days = {
    "AUTO_INTERVAL; datetime-lower = 2024-01-01 00:00:00; datetime-upper = "
    "2024-01-31 00:00:00; sharding-seconds = 86400",
    "t", "t_${0..31}"};
static const Setup auto_years = {
    "AUTO_INTERVAL; datetime-lower = 2020-01-01 00:00:00; datetime-upper "
    "= 2022-01-01 00:00:00; sharding-seconds = 31536000",
    "t", "t_${0..3}"};
static const Setup auto_hours = {
    "AUTO_INTERVAL; datetime-lower = 2024-01-01 00:00:00; datetime-upper "
    "= 2024-01-01 10:00:00; sharding-seconds = 10800",
    "t", "t_${0..4}"};

#define MONTHLY(lower)                                                                             \
    "INTERVAL; datetime-pattern = yyyy-MM-dd HH:mm:ss; datetime-lower = " lower                    \
    "; datetime-upper = 2024-12-31 23:59:59; sharding-suffix-pattern = yyyyMM; "                   \
    "datetime-interval-unit = MONTHS"
#define DAILY(amount, suffix)                                                                      \
    "INTERVAL; datetime-pattern = yyyy-MM-dd; datetime-lower = 2024-02-01; datetime-upper = "      \
    "2024-02-07; sharding-suffix-pattern = " suffix                                                \
    "; datetime-interval-unit = Days; datetime-interval-amount = " amount

static const Setup monthly = {MONTHLY("2024-01-01 00:00:00"), "t_order",
                              "t_order_${202401..202412}"};
static const Setup mid_month = {MONTHLY("2024-01-15 00:00:00"), "t_order",
                                "t_order_${202401..202412}"};
static const Setup end_month = {MONTHLY("2024-01-31 00:00:00"), "t_order",
                                "t_order_${202401..202412}"};
static const Setup daily = {DAILY("1", "yyyyMMdd"), "t", "t_${20240201..20240207}"};
static const Setup two_days = {DAILY("2", "yyyyMMdd"), "t",
                               "t_${[20240201, 20240203, 20240205, 20240207]}"};
static const Setup yearly = {
    "INTERVAL; datetime-pattern = yyyy; datetime-lower = 2022; datetime-upper = 2024; "
    "sharding-suffix-pattern = yyyy; datetime-interval-unit = YEARS",
    "t", "t_${2022..2024}"};
static const Setup hourly = {
    "INTERVAL; datetime-pattern = HH:mm:ss; datetime-lower = 00:00:00; datetime-upper = 22:59:59; "
    "sharding-suffix-pattern = HH; datetime-interval-unit = Hours",
    "t", "t_${['00','01','02','13','22']}"};
static const Setup quarterly = {
    "INTERVAL; datetime-pattern = yyyy-MM-dd; datetime-lower = 2024-01-01; datetime-upper = "
    "2024-12-31; sharding-suffix-pattern = yyyyQQ; datetime-interval-unit = MONTHS; "
    "datetime-interval-amount = 3",
    "t", "t_${202401..202404}"};
/* Without an upper bound the years to come have their slots, if they have a target. */
static const Setup no_upper = {
    "INTERVAL; datetime-pattern = yyyy-MM-dd; datetime-lower = 2024-01-01; "
    "sharding-suffix-pattern = yyyy; datetime-interval-unit = YEARS",
    "t", "t_${2025..2100}"};
static const Setup month_only = {
    "INTERVAL; datetime-pattern = MM; datetime-lower = 01; datetime-upper = 12; "
    "sharding-suffix-pattern = MM; datetime-interval-unit = MONTHS",
    "t", "t_${['01','02','11','12']}"};

static const Setup inlined = {"INLINE; algorithm-expression = t_${k % 4}", "t", "t_${0..3}"};
static const Setup fraction = {"INLINE; algorithm-expression = ds_${k / 32}", "", "ds_${0..15}"};
static const Setup hint = {"HINT_INLINE; algorithm-expression = t_${value % 4}", "t", "t_${0..3}"};
static const Setup hint_default = {"HINT_INLINE", "t", "t_${0..3}"};

static const Setup cosid_mod = {"COSID_MOD; mod = 4; logic-name-prefix = t_mod_", "t_mod",
                                "t_mod_${0..3}"};
#define COSID                                                                                      \
    "logic-name-prefix = t; datetime-lower = 2021-01-01 00:00:00; datetime-upper = 2022-01-01 "    \
    "00:00:00; sharding-suffix-pattern = _yyyyMM; datetime-interval-unit = MONTHS"
static const Setup cosid = {"COSID_INTERVAL; zone-id = Asia/Shanghai; " COSID, "t",
                            "t_${202101..202112}, t_202201"};
static const Setup cosid_seconds = {
    "COSID_INTERVAL; zone-id = Asia/Shanghai; ts-unit = SECOND; " COSID, "t",
    "t_${202101..202112}, t_202201"};
/* Snowflake ids from the epoch 1477929600000; 2021-05-31 23:59:59 and a second later in +08:00. */
static const Setup cosid_snowflake = {
    "COSID_INTERVAL_SNOWFLAKE; zone-id = Asia/Shanghai; epoch = 1477929600000; " COSID, "t",
    "t_${202101..202112}, t_202201"};

static const Setup ring = {"CONSISTENT_HASH; hash = FNV1_32; virtual-node-count = 3", "user",
                           "user_${0..2}"};
static const Setup ranges = {"RANGE; ranges = t_0: [, 1000), t_1: [1000, 5000), 2: [5000, 9000)",
                             "t", "t_${0..2}"};
static const Setup ranges_default = {"RANGE; ranges = t_0: [0, 10), t_1: [20, 30); default = t_2",
                                     "t", "t_${0..2}"};
static const Setup text_ranges = {
    "RANGE; order = text; ranges = t_0: [, 'g'), t_1: ['g', 'p'), t_2: ['p', ); binary = true", "t",
    "t_${0..2}"};
static const Setup date_ranges = {
    "RANGE; order = date; ranges = t_0: [2024-01-01, 2024-02-01), t_1: "
    "[2024-02-01, 2024-03-01 12:00:00)",
    "t", "t_${0..1}"};
static const Setup lists = {"LIST; order = text; lists = t_eu: (DE, FR, 'I,T'), t_us: (US)", "t",
                            "t_${['eu', 'us']}"};
static const Setup number_lists = {"LIST; lists = t_0: (1, 2.50), t_1: (3); default = t_2", "t",
                                   "t_${0..2}"};
static const Setup date_lists = {"LIST; order = date; lists = t_0: (2024-01-01), t_1: (2024-01-02)",
                                 "t", "t_${0..1}"};

static const PlaceCase place_cases[] = {
    {&mod_4, "Integer 0", "t_0"},
    {&mod_4, "Integer 7", "t_3"},
    {&mod_4, "Integer -1", "t_3"},
    {&mod_4, "Long -7", "t_1"},
    {&mod_4, "Long 10000000003", "t_3"},
    {&mod_10, "String 12345678901234567890123", "t_3"},
    {&mod_4, "String -3", "t_1"},
    {&mod_4, "BigDecimal 7.9", "t_3"},
    {&mod_4, "BigDecimal -7.9", "t_1"},
    {&mod_4, "Double -7.9", "t_1"},
    {&mod_4, "String 7.9", "error"},
    {&mod_4, "String ", "error"},
    {&mod_4, "LocalDate 2024-01-15", "error"},
    {&mod_4, "Unsigned 18446744073709551615", "t_3"},
    {&mod_16_4, "Integer 20240115", "t_3"},
    {&mod_16_4, "String 20240115", "t_3"},
    {&mod_8_1, "String A0012", "t_4"},
    {&mod_16_0_2, "String 2024000103", "t_01"},
    {&mod_100_1_1, "Integer 12345", "t_34"},
    {&mod_100, "Integer 5", "t_05"},
    {&mod_101, "Integer 5", "t_005"},
    {&mod_11, "Integer 123", "t_02"},
    {&mod_1, "Integer 7", "t_0"},
    {&mod_4_1_1, "String 12", "error"},
    {&suffix_plain, "Integer 1", "t_order_1"},
    {&suffix_padded, "Integer 1", "t_order_01"},
    {&suffix_mixed, "Integer 10", "t_order_10"},
    {&suffix_digit, "Integer 1", "t_order2_1"},
    {&suffix_t2, "Integer 1", "t21"},
    {&suffix_year, "Integer 1", "o_2024_1"},
    {&suffix_short, "Integer 3", "error"},
    {&volume, "Integer 9", "t_0"},
    {&volume, "Integer 10", "t_1"},
    {&volume, "Integer 19", "t_1"},
    {&volume, "Integer 20", "t_2"},
    {&volume, "Integer 24", "t_2"},
    {&volume, "Integer 25", "t_3"},
    {&volume, "Integer 30", "t_3"},
    {&volume, "Integer -5", "t_0"},
    {&volume, "String 19", "t_1"},
    {&volume, "BigDecimal 19", "t_1"},
    {&volume, "BigDecimal 19.0", "error"},
    {&volume_300, "Integer -1", "t_0"},
    {&volume_300, "Integer 0", "t_1"},
    {&volume_300, "Integer 299", "t_1"},
    {&volume_300, "Integer 300", "t_2"},
    {&volume_300, "Integer 899", "t_3"},
    {&volume_300, "Integer 900", "t_4"},
    {&volume_300, "Integer 999", "t_4"},
    {&volume_300, "Integer 1000", "t_5"},
    {&boundary, "Integer -100", "t_0"},
    {&boundary, "Integer 0", "t_0"},
    {&boundary, "Integer 1", "t_1"},
    {&boundary, "Integer 4", "t_1"},
    {&boundary, "Integer 5", "t_2"},
    {&boundary, "Integer 9", "t_2"},
    {&boundary, "Integer 10", "t_3"},
    {&boundary, "Integer 11", "t_3"},
    {&boundary_odd, "Integer 0", "t_0"},
    {&boundary_odd, "Integer 1", "t_1"},
    {&boundary_odd, "Integer 5", "t_2"},
    {&boundary_odd, "Integer 10", "t_3"},
    {&auto_days, "String 2023-12-31 23:59:59", "t_0"},
    {&auto_days, "String 2024-01-01 00:00:00", "t_0"},
    {&auto_days, "String 2024-01-01 00:00:01", "t_0"},
    {&auto_days, "SqlTimestamp 2024-01-01 00:07:11", "t_0"},
    {&auto_days, "SqlTimestamp 2024-01-01 00:07:12", "t_1"},
    {&auto_days, "String 2024-01-01 00:10:00", "t_1"},
    {&auto_days, "String 2024-01-01 12:00:00", "t_1"},
    {&auto_days, "String 2024-01-02 00:00:00", "t_1"},
    {&auto_days, "String 2024-01-02 00:07:12", "t_1"},
    {&auto_days, "String 2024-01-02 00:07:13", "t_2"},
    {&auto_days, "SqlTimestamp 2024-01-15 10:20:30.123", "t_15"},
    {&auto_days, "String 2024-01-15 10:20:30.123", "t_15"},
    {&auto_days, "String 2024-01-30 23:59:59", "t_30"},
    {&auto_days, "String 2024-01-31 00:00:00", "t_30"},
    {&auto_days, "String 2024-01-31 12:00:00", "t_31"},
    {&auto_days, "String 2024-03-01 00:00:00", "t_31"},
    {&auto_days, "String 2024-01-15T10:20:30", "error"},
    {&auto_years, "String 2019-06-01 00:00:00", "t_0"},
    {&auto_years, "String 2020-01-01 00:00:00", "t_0"},
    {&auto_years, "String 2020-01-02 00:00:00", "t_0"},
    {&auto_years, "String 2020-01-03 00:00:00", "t_1"},
    {&auto_years, "String 2020-12-31 00:00:00", "t_1"},
    {&auto_years, "String 2021-01-01 00:00:00", "t_1"},
    {&auto_years, "String 2021-06-01 00:00:00", "t_2"},
    {&auto_years, "String 2022-01-01 00:00:00", "t_2"},
    {&auto_years, "String 2023-01-01 00:00:00", "t_3"},
    {&auto_hours, "String 2024-01-01 01:00:00", "t_1"},
    {&auto_hours, "String 2024-01-01 03:00:00", "t_1"},
    {&auto_hours, "String 2024-01-01 03:01:00", "t_2"},
    {&auto_hours, "String 2024-01-01 09:00:00", "t_3"},
    {&auto_hours, "String 2024-01-01 09:30:00", "t_4"},
    {&auto_hours, "String 2024-01-01 10:00:00", "t_4"},
    {&auto_hours, "String 2024-01-01 13:00:00", "t_4"},
    {&monthly, "String 2024-01-01 00:00:00", "t_order_202401"},
    {&monthly, "SqlTimestamp 2024-01-31 23:59:59", "t_order_202401"},
    {&monthly, "String 2024-02-01 00:00:00", "t_order_202402"},
    {&monthly, "String 2024-12-31 23:59:59", "t_order_202412"},
    {&monthly, "String 2023-12-31 23:59:59", "outside"},
    {&monthly, "LocalDateTime 2025-01-01 00:00:00", "outside"},
    {&monthly, "String 2024-03-15 10:20:30.123", "t_order_202403"},
    {&monthly, "LocalDateTime 2024-03-15 10:20:30.123", "t_order_202403"},
    {&monthly, "String 2024-03-15", "error"},
    {&monthly, "String 2024-03-15 10:20", "t_order_202403"},
    {&monthly, "String 2024-03-15T10:20:30", "error"},
    {&mid_month, "String 2024-01-10 00:00:00", "outside"},
    {&mid_month, "String 2024-02-10 00:00:00", "t_order_202401"},
    {&mid_month, "String 2024-02-15 00:00:00", "t_order_202402"},
    {&mid_month, "String 2024-12-20 00:00:00", "t_order_202412"},
    {&end_month, "String 2024-02-29 00:00:00", "t_order_202402"},
    {&end_month, "String 2024-03-28 00:00:00", "t_order_202402"},
    {&end_month, "String 2024-03-29 00:00:00", "t_order_202403"},
    {&daily, "String 2024-02-01", "t_20240201"},
    {&daily, "String 2024-02-03 23:59:59", "t_20240203"},
    {&daily, "LocalDate 2024-02-07", "t_20240207"},
    {&daily, "SqlDate 2024-02-08", "outside"},
    {&two_days, "LocalDate 2024-02-01", "t_20240201"},
    {&two_days, "LocalDate 2024-02-02", "t_20240201"},
    {&two_days, "LocalDate 2024-02-04", "t_20240203"},
    {&two_days, "LocalDate 2024-02-08", "t_20240207"},
    {&yearly, "String 2022", "t_2022"},
    {&yearly, "String 2023-05-01", "t_2023"},
    {&yearly, "Integer 2024", "t_2024"},
    {&yearly, "String 2025", "outside"},
    {&hourly, "String 13:20:30", "t_13"},
    {&hourly, "LocalTime 22:59:59", "t_22"},
    {&quarterly, "LocalDate 2024-02-05", "t_202401"},
    {&quarterly, "LocalDate 2024-04-01", "t_202402"},
    {&quarterly, "LocalDate 2024-12-31", "t_202404"},
    {&no_upper, "LocalDate 2024-05-01", "error"},
    {&no_upper, "LocalDate 2025-05-01", "t_2025"},
    {&no_upper, "LocalDate 2023-05-01", "outside"},
    {&no_upper, "LocalDate 2101-01-01", "outside"},
    {&month_only, "String 11", "t_11"},
    {&month_only, "String 12", "outside"},
    {&month_only, "LocalDate 2024-02-05", "t_02"},
    {&inlined, "Integer 7", "t_3"},
    {&inlined, "Integer -7", "error"},
    {&fraction, "Integer 64", "ds_2"},
    {&fraction, "Integer 470", "error"},
    {&hint, "Integer 7", "t_3"},
    {&hint_default, "String t_2", "t_2"},
    {&hint_default, "String 2", "error"},
    {&cosid_mod, "Integer 0", "t_mod_0"},
    {&cosid_mod, "Integer 7", "t_mod_3"},
    {&cosid_mod, "Integer -1", "t_mod_3"},
    {&cosid_mod, "Integer -7", "t_mod_1"},
    {&cosid_mod, "Long 10000000003", "t_mod_3"},
    {&cosid_mod, "String 7", "error"},
    {&cosid, "String 2021-01-31 23:59:59", "t_202101"},
    {&cosid, "LocalDate 2021-12-31", "t_202112"},
    {&cosid, "String 2022-01-01 00:00:00", "t_202201"},
    {&cosid, "String 2022-01-01 00:00:01", "outside"},
    {&cosid, "LocalDateTime 2020-12-31 23:59:59", "outside"},
    {&cosid, "Long 1622476799000", "t_202105"},
    {&cosid, "Long 1622476800000", "t_202106"},
    {&cosid_seconds, "Long 1622476799", "t_202105"},
    {&cosid_seconds, "Long 1622476800", "t_202106"},
    {&cosid_snowflake, "Long 606274894954496000", "t_202105"},
    {&cosid_snowflake, "Long 606274899148800000", "t_202106"},
    {&cosid_snowflake, "String 606274894954496000", "error"},
    {&ring, "String 1", "user_1"},
    {&ring, "String 2", "user_2"},
    {&ring, "String 3", "user_1"},
    {&ring, "String 4", "user_1"},
    {&ring, "String 5", "user_1"},
    {&ring, "String 1001", "user_1"},
    {&ring, "Integer 1001", "user_1"},
    {&ring, "String abc", "user_1"},
    {&ring, "String 35711", "user_0"},
    {&ranges, "Integer -5", "t_0"},
    {&ranges, "Integer 999", "t_0"},
    {&ranges, "BigDecimal 999.5", "t_0"},
    {&ranges, "Double 999.999", "t_0"},
    {&ranges, "Long 1000", "t_1"},
    {&ranges, "Integer 5000", "t_2"},
    {&ranges, "Integer 9000", "outside"},
    {&ranges, "String 5", "error"},
    {&ranges_default, "Integer 15", "t_2"},
    {&ranges_default, "Integer -1", "t_2"},
    {&ranges_default, "Integer 25", "t_1"},
    {&text_ranges, "String abc", "t_0"},
    {&text_ranges, "String g", "t_1"},
    {&text_ranges, "String z", "t_2"},
    {&date_ranges, "LocalDate 2024-01-31", "t_0"},
    {&date_ranges, "LocalDateTime 2024-03-01 11:59:59.9", "t_1"},
    {&date_ranges, "LocalDateTime 2024-03-01 12:00:00", "outside"},
    {&lists, "String DE", "t_eu"},
    {&lists, "String I,T", "t_eu"},
    {&lists, "String US", "t_us"},
    {&lists, "String XX", "outside"},
    {&number_lists, "Integer 1", "t_0"},
    {&number_lists, "BigDecimal 2.5", "t_0"},
    {&number_lists, "Integer 3", "t_1"},
    {&number_lists, "Integer 4", "t_2"},
    {&date_lists, "LocalDate 2024-01-02", "t_1"},
};

static gboolean
split_setting(const char *text, GHashTable *values)
{
    g_auto(GStrv) pieces = g_strsplit(text, ";", -1);

    for (guint i = 1; pieces[i] != NULL; i++) {
        char *equals = strchr(pieces[i], '=');
        *equals = '\0';
        g_hash_table_insert(values, g_strdup(g_strstrip(pieces[i])),
                            g_strdup(g_strstrip(equals + 1)));
    }
    return TRUE;
}

static ShardAlgorithm *
make_algorithm(const char *text, GError **error)
{
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    ShardProperties properties = {"a", values, "."};
    g_autofree char *type = g_strndup(text, strcspn(text, ";"));

    split_setting(text, values);
    return shard_algorithm_new(type, &properties, error);
}

static ShardTargets *
make_targets(const Setup *setup)
{
    g_autoptr(GPtrArray) names = shard_node_pattern_expand(setup->targets, NULL);

    assert_non_null(names);
    return shard_targets_new(setup->logical, (const char *const *) names->pdata, names->len);
}

static const char *
place(const Setup *setup, gboolean checked, const char *text, ShardTargets **targets)
{
    static const char *const keys[] = {"k", NULL};
    static const char *const hint_keys[] = {"value", NULL};
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardAlgorithm) algorithm = make_algorithm(setup->algorithm, &error);
    if (algorithm == NULL)
        fail_msg("%s: %s", setup->algorithm, error->message);
    *targets = make_targets(setup);
    gboolean is_hint = shard_algorithm_is_hint(algorithm);
    if (checked)
        shard_algorithm_check(algorithm, keys, is_hint ? 0 : 1, *targets, NULL);
    ShardValue value = typed_value(text, arena, NULL);
    ShardKeyValues values = {is_hint ? hint_keys : keys, &value, 1, NULL};
    guint target = G_MAXUINT;
    ShardPlace result = shard_algorithm_place(algorithm, *targets, &values, &target, &error);
    assert_true((result == SHARD_PLACE_ERROR) == (error != NULL));
    if (result == SHARD_PLACE_FOUND)
        return shard_targets_name(*targets, target);
    return result == SHARD_PLACE_OUTSIDE ? "outside" : "error";
}

static void
test_place(void **state)
{
    for (guint i = 0; i < 2 * G_N_ELEMENTS(place_cases); i++) {
        const PlaceCase *at = &place_cases[i / 2];
        ShardTargets *targets;
        const char *found = place(at->setup, i % 2 == 1, at->value, &targets);
        if (strcmp(found, at->expected) != 0)
            fail_msg("%s of %s: %s, not %s", at->setup->algorithm, at->value, found, at->expected);
        shard_targets_free(targets);
    }
}

typedef struct {
    const Setup *setup;
    const char *lower, *upper; /* NULL: absent */
    const char *closed;        /* "[]", "[)", ... */
    const char *expected;
} RangeCase;

static const RangeCase range_cases[] = {
    {&mod_4, "Integer 5", "Integer 6", "[]", "t_1 t_2"},
    {&mod_4, "Integer 5", "Integer 7", "[]", "t_1 t_2 t_3"},
    {&mod_4, "Integer 5", "Integer 8", "[]", "t_0 t_1 t_2 t_3"},
    {&mod_4, "Integer -2", "Integer 0", "[]", "t_0 t_2 t_3"},
    {&mod_4, "Integer 3", "Integer 3", "[]", "t_3"},
    {&mod_4, "Integer 5", NULL, "[]", "t_0 t_1 t_2 t_3"},
    {&mod_4, NULL, "Integer 5", "[]", "t_0 t_1 t_2 t_3"},
    {&mod_4, "Long -9223372036854775808", "Long 9223372036854775807", "[]", "t_0 t_1 t_2 t_3"},
    {&mod_4, "BigDecimal 7.9", "BigDecimal 8.1", "[]", "t_0 t_3"},
    {&mod_4, "String 5", "String 6", "[]", "t_0 t_1 t_2 t_3"},
    {&mod_16_4, "Integer 20240115", "Integer 20240116", "[]",
     "t_0 t_1 t_2 t_3 t_4 t_5 t_6 t_7 t_8 t_9 t_10 t_11 t_12 t_13 t_14 t_15"},
    {&inlined, "Integer 1", "Integer 2", "[]", "t_0 t_1 t_2 t_3"},
    {&volume, "Integer 10", "Integer 20", "[]", "t_1 t_2"},
    {&volume, NULL, "Integer 10", "()", "t_0 t_1"},
    {&volume, "Integer 25", NULL, "()", "t_3"},
    {&volume, "BigDecimal 19.5", "BigDecimal 19.7", "[]", "t_1"},
    {&volume, "String 10", "String 20", "[]", "t_0 t_1 t_2 t_3"},
    {&boundary, "Integer 2", "Integer 5", "[]", "t_1 t_2"},
    {&boundary, "Integer 10", NULL, "[]", "t_3"},
    {&auto_hours, "String 2024-01-01 01:00:00", "String 2024-01-01 03:01:00", "[]", "t_1 t_2"},
    {&auto_hours, "LocalDateTime 2024-01-01 09:00:00", NULL, "[]", "t_3 t_4"},
    {&auto_hours, "String 2024", "String 2024-01-01 03:01:00", "[]", "t_0 t_1 t_2"},
    {&monthly, "String 2024-03-15 00:00:00", "String 2024-05-01 00:00:00", "[]",
     "t_order_202403 t_order_202404 t_order_202405"},
    {&monthly, "String 2024-03-15 00:00:00", "String 2024-05-01 00:00:00", "[)",
     "t_order_202403 t_order_202404"},
    {&monthly, "LocalDateTime 2024-03-15 00:00", "LocalDateTime 2024-05-01 00:00", "[)",
     "t_order_202403 t_order_202404"},
    {&monthly, "LocalDateTime 2024-03-15 00:00", "LocalDateTime 2024-05-01 00:00:00.5", "[)",
     "t_order_202403 t_order_202404 t_order_202405"},
    {&monthly, "String 2024-11-15 00:00:00", NULL, "()", "t_order_202411 t_order_202412"},
    {&monthly, NULL, "String 2024-02-01 00:00:00", "[]", "t_order_202401 t_order_202402"},
    {&monthly, "String 2026-01-01 00:00:00", NULL, "[]", ""},
    {&monthly, "LocalDate 2024-11-30", "LocalDate 2024-12-01", "[)", "t_order_202411"},
    {&mid_month, NULL, "LocalDateTime 2024-02-14 00:00", "[]", "t_order_202401"},
    {&two_days, "LocalDate 2024-02-02", "LocalDate 2024-02-05", "[)", "t_20240201 t_20240203"},
    {&two_days, "LocalDate 2024-02-08", NULL, "[]", "t_20240207"},
    {&two_days, "LocalDate 2024-02-09", NULL, "[]", ""},
    {&month_only, "LocalDate 2024-02-02", "LocalDate 2024-02-05", "[]", "t_01 t_02 t_11"},
    {&cosid_mod, "Integer 1", "Integer 2", "[]", "t_mod_1 t_mod_2"},
    {&cosid_mod, "Integer 1", "Integer 3", "()", "t_mod_2"},
    {&cosid_mod, "Integer 0", "Integer 9", "[]", "t_mod_0 t_mod_1 t_mod_2 t_mod_3"},
    {&cosid_mod, "Integer 7", NULL, "[]", "t_mod_0 t_mod_1 t_mod_2 t_mod_3"},
    {&cosid_mod, NULL, "Integer 7", "[]", "t_mod_0 t_mod_1 t_mod_2 t_mod_3"},
    {&cosid_mod, "BigDecimal -0.5", "BigDecimal 0.5", "()", "t_mod_0"},
    {&cosid, "String 2021-05-01 00:00:00", "String 2021-07-01 00:00:00", "[)", "t_202105 t_202106"},
    {&cosid, "String 2021-12-05 00:00:00", NULL, "[)", "t_202112 t_202201"},
    {&cosid, "String 2022-02-05 00:00:00", NULL, "[)", ""},
    {&cosid, NULL, "String 2020-02-05 00:00:00", "[)", ""},
    {&cosid, "Long 1622476800000", "Long 1622476900000", "[]", "t_202105 t_202106"},
    {&cosid, "Long 1623476800000", "Long 1623476900000", "[]", "t_202106"},
    {&ring, "String a", "String b", "[]", "user_0 user_1 user_2"},
    {&ranges, "Integer 500", "Integer 1000", "[)", "t_0"},
    {&ranges, "Integer 500", "Integer 1000", "[]", "t_0 t_1"},
    {&ranges, "Integer 9000", NULL, "[]", ""},
    {&ranges_default, "Integer 25", "Integer 26", "[]", "t_1 t_2"},
    {&text_ranges, "String h", "String i", "[]", "t_1"},
    {&date_ranges, "LocalDate 2024-02-01", NULL, "[]", "t_1"},
    {&lists, "String A", "String E", "[]", "t_eu t_us"},
    {&number_lists, "Integer 2", "Integer 3", "[]", "t_0 t_1 t_2"},
    {&date_lists, "LocalDate 2024-01-02", NULL, "[]", "t_1"},
};

static void
test_range(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(range_cases); i++) {
        const RangeCase *at = &range_cases[i];
        static const char *const keys[] = {"k", NULL};
        g_autoptr(ShardArena) arena = shard_arena_new();
        g_autoptr(ShardAlgorithm) algorithm = make_algorithm(at->setup->algorithm, NULL);
        ShardTargets *targets = make_targets(at->setup);
        shard_algorithm_check(algorithm, keys, 1, targets, NULL);
        ShardRange range = {
            .lower = typed_value(at->lower == NULL ? "null" : at->lower, arena, NULL),
            .upper = typed_value(at->upper == NULL ? "null" : at->upper, arena, NULL),
            .lower_closed = at->closed[0] == '[',
            .upper_closed = at->closed[1] == ']'};
        g_autofree gboolean *marks = g_new0(gboolean, shard_targets_n(targets) + 1);
        assert_true(shard_algorithm_range(algorithm, targets, &range, marks, NULL));
        g_autoptr(GString) found = g_string_new(NULL);
        for (guint j = 0; j < shard_targets_n(targets); j++)
            if (marks[j])
                g_string_append_printf(found, "%s%s", found->len == 0 ? "" : " ",
                                       shard_targets_name(targets, j));
        if (strcmp(found->str, at->expected) != 0)
            fail_msg("%s in %c%s, %s%c: %s, not %s", at->setup->algorithm, at->closed[0], at->lower,
                     at->upper, at->closed[1], found->str, at->expected);
        shard_targets_free(targets);
    }
}

/* Of random values in a random range, none may lie outside of the marked targets. */
static void
test_superset(void **state)
{
    static const Setup *const setups[] = {&mod_4,      &mod_16_4,       &volume,
                                          &volume_300, &boundary,       &cosid_mod,
                                          &ranges,     &ranges_default, &number_lists};
    GRand *rand = g_rand_new_with_seed(7);

    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        static const char *const keys[] = {"k", NULL};
        g_autoptr(ShardAlgorithm) algorithm = make_algorithm(setups[i]->algorithm, NULL);
        ShardTargets *targets = make_targets(setups[i]);
        shard_algorithm_check(algorithm, keys, 1, targets, NULL);
        for (guint n = 0; n < 3000; n++) {
            gboolean marks[32] = {FALSE};
            gint64 low = g_rand_int_range(rand, -60, 10000) / (n % 2 == 0 ? 1 : 100);
            gint64 high = low + g_rand_int_range(rand, 0, 30);
            ShardRange range = {.lower = shard_value_long(low),
                                .upper = shard_value_long(high),
                                .lower_closed = n % 3 == 0,
                                .upper_closed = n % 5 == 0};
            assert_true(shard_algorithm_range(algorithm, targets, &range, marks, NULL));
            for (gint64 v = low + !range.lower_closed; v <= high - !range.upper_closed; v++) {
                ShardValue value = shard_value_long(v);
                ShardKeyValues values = {keys, &value, 1, NULL};
                guint target;
                if (shard_algorithm_place(algorithm, targets, &values, &target, NULL) ==
                    SHARD_PLACE_FOUND)
                    assert_true(marks[target]);
            }
        }
        shard_targets_free(targets);
    }
    g_rand_free(rand);
}

/* The same over times. */
static void
test_superset_time(void **state)
{
    static const Setup *const setups[] = {&auto_days, &auto_hours, &monthly,
                                          &mid_month, &end_month,  &daily,
                                          &two_days,  &cosid,      &date_ranges};
    static const char *const keys[] = {"k", NULL};
    GRand *rand = g_rand_new_with_seed(9);

    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        g_autoptr(ShardAlgorithm) algorithm = make_algorithm(setups[i]->algorithm, NULL);
        ShardTargets *targets = make_targets(setups[i]);
        shard_algorithm_check(algorithm, keys, 1, targets, NULL);
        gint64 start = setups[i] == &cosid ? 1609459200 : 1703980800;
        for (guint n = 0; n < 3000; n++) {
            gboolean marks[64] = {FALSE};
            ShardValue bounds[3];
            gint64 span = n % 2 == 0 ? 86400 * 400 : 86400 * 10;
            gint64 low = start + g_rand_int_range(rand, -86400, (gint32) span) / 3600 * 3600;
            gint64 length = g_rand_int_range(rand, 1, n % 3 == 0 ? 86400 * 40 : 7200);
            gint64 seconds[3] = {low, low + length,
                                 low + g_rand_int_range(rand, 0, (gint32) length)};
            for (guint j = 0; j < 3; j++) {
                bounds[j] = (ShardValue){.kind = SHARD_VALUE_TIMESTAMP};
                shard_civil_from_seconds(seconds[j], &bounds[j].time);
                bounds[j].time.nanosecond = j == 2 ? 500000000 : 0;
            }
            ShardRange range = {.lower = bounds[0], .upper = bounds[1], .lower_closed = TRUE};
            assert_true(shard_algorithm_range(algorithm, targets, &range, marks, NULL));
            ShardKeyValues values = {keys, &bounds[2], 1, NULL};
            guint target;
            if (shard_algorithm_place(algorithm, targets, &values, &target, NULL) ==
                SHARD_PLACE_FOUND)
                assert_true(marks[target]);
        }
        shard_targets_free(targets);
    }
    g_rand_free(rand);
}

typedef struct {
    const char *algorithm;
    const char *message;
} BadCase;

static const BadCase bad_cases[] = {
    {"NOSUCH", "NOSUCH"},
    {"MOD", "sharding-count"},
    {"MOD; sharding-count = x", "'x'"},
    {"MOD; sharding-count = 0", "'0'"},
    {"MOD; sharding-count = 2; zero-padding = maybe", "'maybe'"},
    {"MOD; sharding-count = 2; color = red",
     "color: is no property of this type; there are sharding-count, "},
    {"HASH_MOD; sharding-count = -1", "'-1'"},
    {"INLINE", "algorithm-expression"},
    {"INLINE; algorithm-expression = t_${k %}", "column"},
    {"VOLUME_RANGE; range-lower = 0; range-upper = 10; sharding-volume = 20", "sharding-volume"},
    {"BOUNDARY_RANGE; sharding-ranges = a,b", "a,b"},
    {"AUTO_INTERVAL; datetime-lower = 2024; datetime-upper = 2025; sharding-seconds = 1", "2024"},
    {"INTERVAL; datetime-pattern = EEE; sharding-suffix-pattern = yyyy", "'E'"},
    {"INTERVAL; datetime-pattern = yyyy-MM-dd; sharding-suffix-pattern = HH; datetime-lower = "
     "2024-01-01; datetime-upper = 2024-02-01",
     "sharding-suffix-pattern"},
    {"INTERVAL; datetime-pattern = yyyy-MM-dd; sharding-suffix-pattern = MM; datetime-lower = "
     "2024-01-01; datetime-upper = 2024-02-01; datetime-interval-unit = Hours",
     "Hours"},
    {"INTERVAL; datetime-pattern = yyyy-MM-dd; sharding-suffix-pattern = MM; datetime-lower = "
     "01/02/2024",
     "01/02/2024"},
    {"COSID_MOD; mod = 4", "logic-name-prefix"},
    {"COSID_INTERVAL_SNOWFLAKE; zone-id = Mars/Olympus; epoch = 1; " COSID, "Mars/Olympus"},
    {"COSID_INTERVAL_SNOWFLAKE; zone-id = UTC; " COSID, "epoch"},
    {"CONSISTENT_HASH; hash = MD5", "MD5"},
    {"POSTGRESQL_HASH", "sharding-count"},
    {"RANGE; ranges = t_0: [0, 10), t_1: [20, 30)", "gap"},
    {"RANGE; ranges = t_0: [0, 10), t_1: [5, 30)", "overlaps"},
    {"RANGE; ranges = t_0: [10, 5)", "empty"},
    {"RANGE; ranges = t_0: 10", "t_0: 10"},
    {"RANGE; ranges = t_0: [a, b)", "[a, b)"},
    {"LIST; lists = t_0: (1, 2), t_1: (2)", "twice"},
    {"LIST; lists = t_0: (1, 2", "(value"},
    {"LIST; lists = t_0: (x)", "'x'"},
    {"PLUGIN", "library"},
    {"PLUGIN; library = /nowhere/x.so", "/nowhere/x.so"},
};

static void
test_refuse(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(bad_cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardAlgorithm) algorithm = make_algorithm(bad_cases[i].algorithm, &error);
        if (algorithm != NULL)
            fail_msg("%s was taken", bad_cases[i].algorithm);
        if (strstr(error->message, bad_cases[i].message) == NULL)
            fail_msg("%s: %s", bad_cases[i].algorithm, error->message);
    }
}

typedef struct {
    Setup setup;
    guint n_keys;
    const char *message; /* NULL: fine */
} CheckCase;

static const CheckCase check_cases[] = {
    {{MOD(4), "t", "t_${0..2}"}, 1, "'t_3'"},
    {{MOD(4), "t", "t_${0..3}"}, 2, "one key"},
    {{MOD(4), "t", "t_${0..3}"}, 0, "needs a key"},
    {{"INLINE; algorithm-expression = t_${other % 2}", "t", "t_${0..1}"}, 1, "'other'"},
    {{"INLINE; algorithm-expression = t_${K % 2}", "t", "t_${0..1}"}, 1, NULL},
    {{"INLINE; algorithm-expression = t_0", "t", "t_${0..1}"}, 1, "doesn't use"},
    {{"INLINE; algorithm-expression = ds_${k % 2}", "t", "t_${0..1}"}, 1, "'ds_'"},
    {{"INLINE; algorithm-expression = t_${k % 2}", "t", "db.t_${0..1}"}, 1, NULL},
    {{"COMPLEX_INLINE; algorithm-expression = t_${k % 2 + l}; sharding-columns = k, l", "t",
      "t_${0..1}"},
     2,
     NULL},
    {{"COMPLEX_INLINE; algorithm-expression = t_${k % 2}; sharding-columns = k, l", "t",
      "t_${0..1}"},
     1,
     "sharding-columns"},
    {{"HINT_INLINE", "t", "t_${0..1}"}, 1, "no key"},
    {{"HINT_INLINE", "t", "t_${0..1}"}, 0, NULL},
    {{"INTERVAL; datetime-pattern = yyyy-MM-dd; datetime-lower = 2024-01-01; datetime-upper = "
      "2024-12-31; sharding-suffix-pattern = M; datetime-interval-unit = Months",
      "t", "t_${['1','01','11','12']}"},
     1,
     "both end with '1'"},
    {{"LIST; lists = x: (1)", "t", "t_${0..1}"}, 1, "'x'"},
    {{"RANGE; ranges = 5: [1, 2)", "t", "t_${0..1}"}, 1, "'5'"},
};

static void
test_check(void **state)
{
    for (guint i = 0; i < G_N_ELEMENTS(check_cases); i++) {
        static const char *const all[] = {"k", "l", NULL};
        const CheckCase *at = &check_cases[i];
        const char *keys[] = {NULL, NULL, NULL};
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardAlgorithm) algorithm = make_algorithm(at->setup.algorithm, &error);
        assert_non_null(algorithm);
        ShardTargets *targets = make_targets(&at->setup);
        for (guint j = 0; j < at->n_keys; j++)
            keys[j] = all[j];
        gboolean ok = shard_algorithm_check(algorithm, keys, at->n_keys, targets, &error);
        if (ok != (at->message == NULL))
            fail_msg("%s: %s", at->setup.algorithm, ok ? "taken" : error->message);
        if (!ok && strstr(error->message, at->message) == NULL)
            fail_msg("%s: %s", at->setup.algorithm, error->message);
        shard_targets_free(targets);
    }
}

/* Several keys. */
static void
test_complex(void **state)
{
    static const char *const keys[] = {"user_id", "order_id", NULL};
    static const struct {
        gint64 user, order;
        const char *target;
    } cases[] = {{1, 3, "t_0"}, {2, 3, "t_1"}, {5, 6, "t_3"}};
    static const Setup setup = {
        "COMPLEX_INLINE; algorithm-expression = t_${(user_id + order_id) % 4}", "t", "t_${0..3}"};
    g_autoptr(ShardAlgorithm) algorithm = make_algorithm(setup.algorithm, NULL);
    ShardTargets *targets = make_targets(&setup);

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        ShardValue list[] = {shard_value_long(cases[i].user), shard_value_long(cases[i].order)};
        ShardKeyValues values = {keys, list, 2, NULL};
        guint target;
        assert_int_equal(shard_algorithm_place(algorithm, targets, &values, &target, NULL),
                         SHARD_PLACE_FOUND);
        assert_string_equal(shard_targets_name(targets, target), cases[i].target);
    }
    shard_targets_free(targets);
}

/* A result with a fraction says what to write instead. */
static void
test_fraction_message(void **state)
{
    static const char *const keys[] = {"k", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardAlgorithm) algorithm = make_algorithm(fraction.algorithm, NULL);
    ShardTargets *targets = make_targets(&fraction);
    ShardValue value = shard_value_long(470);
    ShardKeyValues values = {keys, &value, 1, NULL};
    guint target;

    assert_int_equal(shard_algorithm_place(algorithm, targets, &values, &target, &error),
                     SHARD_PLACE_ERROR);
    assert_non_null(strstr(error->message, "'ds_14.6875'"));
    assert_non_null(strstr(error->message, ".intdiv("));
    assert_non_null(strstr(error->message, "k = 470"));
    shard_targets_free(targets);
}

/* Another program, started later, may have put rows into slots that begin after now. */
static void
test_no_upper(void **state)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    gint year = g_date_time_get_year(now) + 1;
    g_autofree char *value = g_strdup_printf("LocalDate %d-03-04", year);
    g_autofree char *name = g_strdup_printf("t_%d", year);
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(ShardAlgorithm) algorithm = make_algorithm(no_upper.algorithm, NULL);
    ShardRange range = {.lower = typed_value(value, arena, NULL), .lower_closed = TRUE};
    ShardTargets *targets;

    assert_string_equal(place(&no_upper, TRUE, value, &targets), name);
    gint target = shard_targets_find(targets, name, strlen(name));
    g_autofree gboolean *marks = g_new0(gboolean, shard_targets_n(targets));
    assert_true(shard_algorithm_range(algorithm, targets, &range, marks, NULL));
    assert_true(marks[target] && marks[target + 1]);
    assert_false(marks[target - 1]);
    shard_targets_free(targets);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_place),    cmocka_unit_test(test_range),
        cmocka_unit_test(test_superset), cmocka_unit_test(test_superset_time),
        cmocka_unit_test(test_refuse),   cmocka_unit_test(test_check),
        cmocka_unit_test(test_complex),  cmocka_unit_test(test_fraction_message),
        cmocka_unit_test(test_no_upper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
