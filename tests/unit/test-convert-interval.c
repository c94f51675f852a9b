/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/convert/convert.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const char *text;
    SQLSMALLINT c_type;
    const char *sqlstate; /* "" success */
    const char *fields;   /* sign and fields: "-1 2 3 4 5.6" as y-m or d h m s.f */
} IntervalCase;

static const IntervalCase cases[] = {
    {"1 year 2 mons", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "+1-2"},
    {"1-2", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "+1-2"},
    {"INTERVAL '1-2' YEAR TO MONTH", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "+1-2"},
    {"INTERVAL -'1-2' YEAR TO MONTH", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "-1-2"},
    {"14 mons", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "+1-2"},
    {"14 mons", SQL_C_INTERVAL_YEAR, "01S07", "+1-0"},
    {"2 years", SQL_C_INTERVAL_MONTH, "", "+0-24"},
    {"3 days 04:05:06.7", SQL_C_INTERVAL_DAY_TO_SECOND, "", "+3 4 5 6 700000"},
    {"3 04:05:06.7", SQL_C_INTERVAL_DAY_TO_SECOND, "", "+3 4 5 6 700000"},
    {"-04:05:06", SQL_C_INTERVAL_HOUR_TO_SECOND, "", "-0 4 5 6 0"},
    {"3 days 04:05:06.7", SQL_C_INTERVAL_DAY, "01S07", "+3 0 0 0 0"},
    {"90", SQL_C_INTERVAL_MINUTE, "", "+0 0 90 0 0"},
    {"01:30:00", SQL_C_INTERVAL_MINUTE, "", "+0 0 90 0 0"},
    {"05:06.25", SQL_C_INTERVAL_MINUTE_TO_SECOND, "", "+0 0 5 6 250000"},
    {"12.5", SQL_C_INTERVAL_SECOND, "", "+0 0 0 12 500000"},
    {"1 day", SQL_C_INTERVAL_YEAR, "22015", ""},
    {"1 mon 1 day", SQL_C_INTERVAL_DAY, "22015", ""},
    {"abc", SQL_C_INTERVAL_DAY, "22018", ""},
    {"", SQL_C_INTERVAL_DAY, "22018", ""},
    {"3 days x", SQL_C_INTERVAL_DAY, "22018", ""},
    {"2024-02-29", SQL_C_INTERVAL_DAY, "22018", ""}, /* a date is no sum */
    {"2024-02-29", SQL_C_INTERVAL_YEAR, "22018", ""},
    {"2024-02-29 10:11:12", SQL_C_INTERVAL_DAY_TO_SECOND, "22018", ""},
    {"2024 2 29", SQL_C_INTERVAL_DAY, "22018", ""},
    {"1 day2", SQL_C_INTERVAL_DAY, "22018", ""},
    {"+1-2", SQL_C_INTERVAL_YEAR_TO_MONTH, "", "+1-2"},
    {"-3 +4:05:06", SQL_C_INTERVAL_DAY_TO_SECOND, "", "-2 19 54 54 0"},
    {"2562047:47:16.9", SQL_C_INTERVAL_HOUR, "22018", ""}, /* past 64 bits of nanoseconds */
    {"9999999999 days", SQL_C_INTERVAL_DAY, "22018", ""},
};

static void
check(const ShardValue *value, const IntervalCase *test)
{
    SQL_INTERVAL_STRUCT interval;
    SQLLEN length = -77;
    ShardTarget target = {test->c_type, &interval, sizeof interval, &length, &length, -1, -1};
    g_autoptr(GError) error = NULL;
    char text[128];

    SQLRETURN rc = shard_convert_out(value, NULL, SHARD_DIALECT_POSTGRESQL, &target, NULL, &error);
    assert_string_equal(error != NULL ? shard_error_sqlstate(error, 0) : "", test->sqlstate);
    if (rc == SQL_ERROR)
        return;
    assert_int_equal(length, sizeof interval);
    char sign = interval.interval_sign == SQL_TRUE ? '-' : '+';
    assert_int_equal(interval.interval_type, test->c_type - 100);
    if (strchr(test->fields + 1, ' ') == NULL)
        g_snprintf(text, sizeof text, "%c%u-%u", sign, interval.intval.year_month.year,
                   interval.intval.year_month.month);
    else
        g_snprintf(text, sizeof text, "%c%u %u %u %u %u", sign, interval.intval.day_second.day,
                   interval.intval.day_second.hour, interval.intval.day_second.minute,
                   interval.intval.day_second.second, interval.intval.day_second.fraction);
    assert_string_equal(text, test->fields);
}

static void
test_texts(void **state)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        ShardValue value = shard_value_string(cases[i].text, -1);
        check(&value, &cases[i]);
    }
}

static void
test_numbers(void **state)
{
    static const IntervalCase wanted[] = {
        {"", SQL_C_INTERVAL_DAY, "", "+7 0 0 0 0"},
        {"", SQL_C_INTERVAL_YEAR, "", "+7-0"},
        {"", SQL_C_INTERVAL_DAY_TO_HOUR, "07006", ""},
    };
    ShardValue seven = shard_value_long(7);
    ShardValue half = shard_value_decimal("-7.5", -1);
    static const IntervalCase cut = {"", SQL_C_INTERVAL_HOUR, "01S07", "-0 7 0 0 0"};

    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++)
        check(&seven, &wanted[i]);
    check(&half, &cut);
}

/* A leading field of two digits holds 99 at most. */
static void
test_precision(void **state)
{
    ShardValue value = shard_value_string("100 days", -1);
    SQL_INTERVAL_STRUCT interval;
    SQLLEN length;
    ShardTarget target = {SQL_C_INTERVAL_DAY, &interval, sizeof interval, &length, &length, -1, 2};
    g_autoptr(GError) error = NULL;

    assert_int_equal(
        shard_convert_out(&value, NULL, SHARD_DIALECT_POSTGRESQL, &target, NULL, &error),
        SQL_ERROR);
    assert_string_equal(shard_error_sqlstate(error, 0), "22015");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_precision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
