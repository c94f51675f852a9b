/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values compared: numbers of all kinds, text by collation, SQLite's storage classes. */
#include "driver/merge/compare/compare.h"
#include "driver/merge/compare/number.h"

#include "tests/unit/fake-stream.h"

#include <gnu/libc-version.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unicode/ucol.h>

#include <cmocka.h>

/* Each list is in order; '=' before a cell says that it equals the one before. */
static const char *const number_orders[] = {
    "-9223372036854775808|-9223372036854775807|-1.5|-1|=-1.0|=-1d|0|=-0.0d|=0.000|1|1.5|=1.50|=1."
    "5d|2",
    "9007199254740992d|9007199254740993|9007199254740994d|=9007199254740994.000",
    "9223372036854775807|9223372036854775808u|=9223372036854775808.0|=9223372036854775808d|"
    "18446744073709551615u|18446744073709551615.5|18446744073709551616d",
    "#-Infinity|-1e300d|-99999999999999999999999999999999.5|1E+3|=1000|=1000.0d|#Infinity|#NaN",
    "0.1|0.1d|0.10000000000000001",
    "-0.5|-0.49|-0.0|=0|0.0001|=0.00010",
    "false|true|=1|2",
};

static const char *const sqlite_orders[] = {
    "NULL|1|1.5d|2|'10|'9|'a|x00|xff",
};

static const char *const date_orders[] = {
    "NULL|@1999-12-31|@2024-01-31|=@2024-01-31|@2024-02-01",
};

/* As text, the way dates come that no struct can hold. */
static const char *const date_text_orders[] = {
    "NULL|'-infinity|'0044-03-15 BC|'0043-01-01 "
    "BC|'2024-01-31|=@2024-01-31|'2024-02-01 "
    "10:20:30|'2024-02-01 10:20:30.5|'12024-01-01|'infinity",
};

static const char *const time_orders[] = {
    "NULL|'-838:59:59|'-00:00:01.5|'-00:00:01|'00:00:00|'00:00:00.000001|'23:59:59|'838:59:59",
};

static ShardLayout
make_layout(ShardColumns *columns, ShardDialect dialect)
{
    fake_columns_init(columns, "v:12");
    return (ShardLayout){.dialect = dialect, .columns = columns, .n_visible = 1};
}

static void
clear_columns(ShardColumns *columns)
{
    g_free(columns->columns[0].label);
    g_free(columns->columns);
}

static ShardComparer *
make_comparer(ShardDialect dialect, const ShardCollation *collation, ShardTypeClass type,
              ShardComparePurpose purpose, GError **error)
{
    ShardColumns columns;
    ShardLayout layout = make_layout(&columns, dialect);
    ShardCompare compare = {.collation = *collation,
                            .weight = SHARD_SLOT_NONE,
                            .storage = SHARD_SLOT_NONE,
                            .type = type};
    ShardComparer *comparer = shard_comparer_new(&layout, 0, &compare, purpose, error);

    clear_columns(&columns);
    return comparer;
}

static int
sign_of(int number)
{
    return (number > 0) - (number < 0);
}

static void
check_order(ShardComparer *comparer, const char *list)
{
    g_auto(GStrv) cells = g_strsplit(list, "|", -1);
    guint n = g_strv_length(cells);
    g_autofree int *ranks = g_new0(int, n);

    for (guint i = 1; i < n; i++)
        ranks[i] = ranks[i - 1] + (cells[i][0] != '=');
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < n; k++) {
            ShardValue a = fake_value(cells[i] + (cells[i][0] == '='));
            ShardValue b = fake_value(cells[k] + (cells[k][0] == '='));
            int expected = sign_of(ranks[i] - ranks[k]);
            ShardValue left;
            ShardValue right;
            shard_comparer_read(comparer, &a, &left);
            shard_comparer_read(comparer, &b, &right);
            int result = sign_of(shard_comparer_compare(comparer, &left, &right));
            if (result != expected)
                fail_msg("%s with %s: %d, expected %d", cells[i], cells[k], result, expected);
            if (expected == 0)
                assert_true(shard_comparer_hash(comparer, &left) ==
                            shard_comparer_hash(comparer, &right));
        }
    assert_true(shard_comparer_check(comparer, NULL));
}

static void
check_orders(ShardDialect dialect, const char *const *orders, gsize n_orders)
{
    static const ShardCollation binary = {.kind = SHARD_COLLATION_BINARY};
    g_autoptr(ShardComparer) comparer =
        make_comparer(dialect, &binary, SHARD_TYPE_UNKNOWN, SHARD_FOR_ORDER, NULL);

    for (gsize i = 0; i < n_orders; i++)
        check_order(comparer, orders[i]);
}

static void
test_numbers(void **state)
{
    check_orders(SHARD_DIALECT_POSTGRESQL, number_orders, G_N_ELEMENTS(number_orders));
}

static void
test_sqlite(void **state)
{
    check_orders(SHARD_DIALECT_SQLITE, sqlite_orders, G_N_ELEMENTS(sqlite_orders));
}

static void
test_dates(void **state)
{
    check_orders(SHARD_DIALECT_POSTGRESQL, date_orders, G_N_ELEMENTS(date_orders));
}

static void
check_typed(ShardTypeClass type, const char *order)
{
    static const ShardCollation unknown = {.kind = SHARD_COLLATION_UNKNOWN};
    g_autoptr(ShardComparer) comparer =
        make_comparer(SHARD_DIALECT_POSTGRESQL, &unknown, type, SHARD_FOR_ORDER, NULL);

    check_order(comparer, order);
}

static void
test_date_text(void **state)
{
    check_typed(SHARD_TYPE_DATE, date_text_orders[0]);
    check_typed(SHARD_TYPE_TIMESTAMP, date_text_orders[0]);
    check_typed(SHARD_TYPE_TIME, time_orders[0]);
}

/* What psqlodbc gives for what it has no date for: infinity, years beyond 9999. */
static void
test_no_date(void **state)
{
    static const ShardTypeClass types[] = {SHARD_TYPE_DATE, SHARD_TYPE_TIMESTAMP};
    static const ShardCollation binary = {.kind = SHARD_COLLATION_BINARY};

    for (gsize i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autoptr(ShardComparer) comparer =
            make_comparer(SHARD_DIALECT_POSTGRESQL, &binary, types[i], SHARD_FOR_ORDER, NULL);
        ShardValue cells[] = {fake_value("'0000-00-00"), fake_value("'2024-01-31")};
        for (gsize k = 0; k < G_N_ELEMENTS(cells); k++)
            shard_comparer_read(comparer, &cells[k], &cells[k]);
        shard_comparer_compare(comparer, &cells[0], &cells[1]);
        assert_false(shard_comparer_check(comparer, NULL));
    }
}

static void
test_offset_timestamps(void **state)
{
    static const ShardCollation binary = {.kind = SHARD_COLLATION_BINARY};
    g_autoptr(ShardComparer) comparer = make_comparer(
        SHARD_DIALECT_POSTGRESQL, &binary, SHARD_TYPE_OFFSET_TIMESTAMP, SHARD_FOR_ORDER, NULL);
    ShardValue west = {.kind = SHARD_VALUE_OFFSET_TIMESTAMP,
                       .time = {2024, 1, 31, 23, 30, 0, 5, -3600}};
    ShardValue east = {.kind = SHARD_VALUE_OFFSET_TIMESTAMP,
                       .time = {2024, 2, 1, 2, 30, 0, 5, 7200}};
    ShardValue later = {.kind = SHARD_VALUE_OFFSET_TIMESTAMP, .time = {2024, 2, 1, 0, 30, 0, 6, 0}};

    assert_int_equal(shard_comparer_compare(comparer, &west, &east), 0);
    assert_true(shard_comparer_hash(comparer, &west) == shard_comparer_hash(comparer, &east));
    assert_true(shard_comparer_compare(comparer, &west, &later) < 0);
    assert_true(shard_comparer_check(comparer, NULL));
}

typedef struct {
    ShardDialect dialect;
    ShardCollationKind kind;
    ShardTypeClass type;
    const char *order;
} TextCase;

static const TextCase text_cases[] = {
    {SHARD_DIALECT_SQLITE, SHARD_COLLATION_NOCASE, SHARD_TYPE_TEXT,
     "'_|'A|='a|'b|='B|'Z|'\xc3\x84"},
    {SHARD_DIALECT_SQLITE, SHARD_COLLATION_RTRIM, SHARD_TYPE_TEXT, "'A|'a|='a  |'a b"},
    {SHARD_DIALECT_POSTGRESQL, SHARD_COLLATION_BINARY, SHARD_TYPE_TEXT, "'|'A|'a|'a |'b"},
    {SHARD_DIALECT_POSTGRESQL, SHARD_COLLATION_BINARY, SHARD_TYPE_CHAR, "'a|='a  |'a b|'b"},
    {SHARD_DIALECT_POSTGRESQL, SHARD_COLLATION_UNKNOWN, SHARD_TYPE_BOOLEAN,
     "'0|='f|=false|'1|='t|=true"},
    {SHARD_DIALECT_POSTGRESQL, SHARD_COLLATION_UNKNOWN, SHARD_TYPE_DECIMAL,
     "'-1|'9|'10|='10.0|'NaN"},
    {SHARD_DIALECT_POSTGRESQL, SHARD_COLLATION_UNKNOWN, SHARD_TYPE_UUID, "'aB|='AB|'ac"},
};

static void
test_text(void **state)
{
    for (gsize i = 0; i < G_N_ELEMENTS(text_cases); i++) {
        ShardCollation collation = {.kind = text_cases[i].kind};
        g_autoptr(ShardComparer) comparer = make_comparer(
            text_cases[i].dialect, &collation, text_cases[i].type, SHARD_FOR_ORDER, NULL);
        assert_non_null(comparer);
        check_order(comparer, text_cases[i].order);
    }
}

typedef struct {
    ShardCollation collation;
    ShardTypeClass type;
    gboolean order, equality; /* allowed */
} AllowedCase;

static const AllowedCase allowed_cases[] = {
    {{.kind = SHARD_COLLATION_UNKNOWN}, SHARD_TYPE_TEXT, FALSE, FALSE},
    {{.kind = SHARD_COLLATION_MYSQL}, SHARD_TYPE_TEXT, FALSE, FALSE},
    {{.kind = SHARD_COLLATION_LIBC, .locale = "xx_XX.UTF-8", .version = "2.36"},
     SHARD_TYPE_TEXT,
     FALSE,
     TRUE},
    {{.kind = SHARD_COLLATION_LIBC, .locale = "C"}, SHARD_TYPE_TEXT, TRUE, TRUE},
    {{.kind = SHARD_COLLATION_LIBC, .locale = "C.UTF-8"}, SHARD_TYPE_TEXT, TRUE, TRUE},
    {{.kind = SHARD_COLLATION_ICU, .locale = "en", .version = "0.0"}, SHARD_TYPE_TEXT, FALSE, TRUE},
    {{.kind = SHARD_COLLATION_ICU_NONDETERMINISTIC, .locale = "en"}, SHARD_TYPE_TEXT, FALSE, FALSE},
    {{.kind = SHARD_COLLATION_BINARY}, SHARD_TYPE_ENUM, FALSE, TRUE},
    {{.kind = SHARD_COLLATION_BINARY}, SHARD_TYPE_OTHER, FALSE, FALSE},
};

static void
test_allowed(void **state)
{
    for (gsize i = 0; i < G_N_ELEMENTS(allowed_cases); i++)
        for (guint purpose = SHARD_FOR_ORDER; purpose <= SHARD_FOR_EQUALITY; purpose++) {
            const AllowedCase *test = &allowed_cases[i];
            g_autoptr(GError) error = NULL;
            g_autoptr(ShardComparer) comparer = make_comparer(
                SHARD_DIALECT_POSTGRESQL, &test->collation, test->type, purpose, &error);
            gboolean allowed = purpose == SHARD_FOR_ORDER ? test->order : test->equality;
            if ((comparer != NULL) != (allowed != FALSE))
                fail_msg("case %zu for purpose %u", i, purpose);
            if (comparer == NULL)
                assert_string_equal(shard_error_sqlstate(error, 0), "0A000");
        }
}

static void
test_icu(void **state)
{
    UErrorCode status = U_ZERO_ERROR;
    UCollator *ucol = ucol_open("en", &status);
    UVersionInfo info;
    char version[U_MAX_VERSION_STRING_LENGTH] = "";

    ucol_getVersion(ucol, info);
    u_versionToString(info, version);
    ucol_close(ucol);
    ShardCollation collation = {.kind = SHARD_COLLATION_ICU, .locale = "en", .version = version};
    g_autoptr(ShardComparer) comparer =
        make_comparer(SHARD_DIALECT_POSTGRESQL, &collation, SHARD_TYPE_TEXT, SHARD_FOR_ORDER, NULL);
    assert_non_null(comparer);
    check_order(comparer, "'a|'A|'\xc3\xa4|'b|'B|'Z");

    collation.kind = SHARD_COLLATION_ICU_NONDETERMINISTIC;
    collation.locale = "en-u-ks-level2";
    g_autoptr(ShardComparer) blind = make_comparer(SHARD_DIALECT_POSTGRESQL, &collation,
                                                   SHARD_TYPE_TEXT, SHARD_FOR_EQUALITY, NULL);
    if (blind != NULL)
        check_order(blind, "'a|='A|'b|='B");
}

static void
test_libc(void **state)
{
    ShardCollation collation = {
        .kind = SHARD_COLLATION_LIBC, .locale = "en_US.UTF-8", .version = gnu_get_libc_version()};
    g_autoptr(ShardComparer) comparer =
        make_comparer(SHARD_DIALECT_POSTGRESQL, &collation, SHARD_TYPE_TEXT, SHARD_FOR_ORDER, NULL);

    if (comparer == NULL)
        skip(); /* this machine has no such locale */
    check_order(comparer, "'a|'A|'\xc3\xa4|'aa|'b|'B|'Z");
}

static void
test_numbers_read(void **state)
{
    static const struct {
        const char *text;
        ShardValueKind kind; /* NULL: refused */
    } texts[] = {
        {"5", SHARD_VALUE_LONG},       {"-9223372036854775808", SHARD_VALUE_LONG},
        {"1.50", SHARD_VALUE_DECIMAL}, {"9223372036854775808", SHARD_VALUE_DECIMAL},
        {"NaN", SHARD_VALUE_DECIMAL},  {"1e5", SHARD_VALUE_DOUBLE},
        {"", SHARD_VALUE_NULL},        {"5 ", SHARD_VALUE_NULL},
        {"0x10", SHARD_VALUE_NULL},    {"-", SHARD_VALUE_NULL},
        {"1.2.3", SHARD_VALUE_NULL},   {"$5.00", SHARD_VALUE_NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        ShardValue value = SHARD_VALUE_INIT_NULL;
        shard_number_parse(texts[i].text, strlen(texts[i].text), &value);
        assert_int_equal(value.kind, texts[i].kind);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),      cmocka_unit_test(test_sqlite),
        cmocka_unit_test(test_dates),        cmocka_unit_test(test_date_text),
        cmocka_unit_test(test_no_date),      cmocka_unit_test(test_offset_timestamps),
        cmocka_unit_test(test_text),         cmocka_unit_test(test_allowed),
        cmocka_unit_test(test_icu),          cmocka_unit_test(test_libc),
        cmocka_unit_test(test_numbers_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
