/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Aggregates over several shards; what is expected was read from PostgreSQL 15, MariaDB 10.11 and
 * SQLite 3.40 holding all the rows. */
#include "driver/merge/merge.h"

#include "tests/unit/fake-stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define PG SHARD_DIALECT_POSTGRESQL
#define MY SHARD_DIALECT_MYSQL
#define SL SHARD_DIALECT_SQLITE

/* Slot 0 is the target; slot 1 the input, slot 2 a count, a storage class or a sort key. */
typedef struct {
    ShardDialect dialect;
    ShardAggregateKind kind;
    const char *columns;
    const char *rows[3];
    const char *expected;
    gboolean distinct;
    gboolean stored;  /* slot 2 says the storage class */
    gboolean ordered; /* STRING: by slot 2, descending */
} AggregateCase;

static const AggregateCase cases[] = {
    {PG, SHARD_AGGREGATE_COUNT, "r:-5 c:-5", {"0|5", "0|7"}, "12", 0, 0, 0},
    {PG, SHARD_AGGREGATE_COUNT, "r:-5 c:-5", {"0|0", "0|0"}, "0", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:-5 s:-5", {"0|NULL", "0|NULL"}, "NULL", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:2 s:2", {"0|1.50", "0|2.2500"}, "3.7500", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:2 s:2", {"0|#NaN", "0|2.25"}, "'NaN", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:2 s:2", {"0|#Infinity", "0|#-Infinity"}, "'NaN", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:8 s:8", {"0|1.5d", "0|2.25d"}, "3.75d", 0, 0, 0},
    {PG, SHARD_AGGREGATE_SUM, "r:-5 s:4", {"0|5;0|6", "0|5"}, "11", TRUE, 0, 0},
    {PG,
     SHARD_AGGREGATE_SUM,
     "r:-5 s:4",
     {"0|2147483647", "0|2147483646"},
     "4294967293",
     TRUE,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_SUM,
     "r:2 s:-5",
     {"0|9223372036854775807", "0|1"},
     "#9223372036854775808",
     TRUE,
     0,
     0},
    {PG, SHARD_AGGREGATE_SUM, "r:12 s:12", {"0|'1 day", "0|'2 days"}, "!0A000", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_SUM,
     "r:2 s:2",
     {"0|99999999999999999999999999999999999999999999.5", "0|0.5"},
     "100000000000000000000000000000000000000000000.0",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_AVG,
     "r:2 s:2 c:-5",
     {"0|10.125|1", "0|53.750|4"},
     "12.7750000000000000",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_AVG,
     "r:2 s:2 c:-5",
     {"0|123456789012345.678|1", "0|0.001|1"},
     "61728394506172.8395",
     0,
     0,
     0},
    {PG, SHARD_AGGREGATE_AVG, "r:2 s:-5 c:-5", {"0|NULL|0", "0|NULL|0"}, "NULL", 0, 0, 0},
    {PG, SHARD_AGGREGATE_AVG, "r:2 s:2 c:-5", {"0|#NaN|1", "0|#1|1"}, "'NaN", 0, 0, 0},
    {PG, SHARD_AGGREGATE_AVG, "r:8 s:8 c:-5", {"0|1.5d|1", "0|2.25d|2"}, "1.25d", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_AVG,
     "r:2 s:4",
     {"0|10;0|20", "0|10;0|NULL;0|1"},
     "10.3333333333333333",
     TRUE,
     0,
     0},
    {MY, SHARD_AGGREGATE_AVG, "r:3.4 s:3.0 c:-5", {"0|#1|2", "0|#1|1"}, "0.6667", 0, 0, 0},
    {MY,
     SHARD_AGGREGATE_AVG,
     "r:3.9 s:3.5 c:-5",
     {"0|2.00000|2", "0|0.00000|1"},
     "0.666666666",
     0,
     0,
     0},
    {MY, SHARD_AGGREGATE_AVG, "r:3.9 s:3.5 c:-5", {"0|-0.00001|100000"}, "-0.000000000", 0, 0, 0},
    {MY, SHARD_AGGREGATE_AVG, "r:3.4 s:3.0 c:-5", {"0|#-1|100000"}, "0.0000", 0, 0, 0},
    {MY, SHARD_AGGREGATE_AVG, "r:3.6 s:3.2 c:-5", {"0|3.75|2", "0|7.77|1"}, "3.840000", 0, 0, 0},
    {MY,
     SHARD_AGGREGATE_AVG,
     "r:3.4 s:3.0 c:-5",
     {"0|#18446744073709551616|2", "0|#2|1"},
     "6148914691236517206.0000",
     0,
     0,
     0},
    {MY,
     SHARD_AGGREGATE_AVG,
     "r:3.4 s:3.0 c:-5",
     {"0|#9223372036854775808|2", "0|#5|1"},
     "3074457345618258604.3333",
     0,
     0,
     0},
    {MY, SHARD_AGGREGATE_AVG, "r:3.4 s:4", {"0|1;0|2", "0|2;0|4"}, "2.3333", TRUE, 0, 0},
    {MY,
     SHARD_AGGREGATE_SUM,
     "r:3.0 s:3.0",
     {"0|#18446744073709551617", "0|#1"},
     "#18446744073709551618",
     0,
     0,
     0},
    {SL,
     SHARD_AGGREGATE_SUM,
     "r:12 s:12 t:12",
     {"0|'5|'integer", "0|'7|'integer"},
     "12",
     0,
     TRUE,
     0},
    {SL,
     SHARD_AGGREGATE_SUM,
     "r:12 s:12 t:12",
     {"0|'5|'integer", "0|'7.0|'real"},
     "12d",
     0,
     TRUE,
     0},
    {SL, SHARD_AGGREGATE_MIN, "r:12 s:12 t:12", {"0|'10|'text", "0|'9|'integer"}, "9", 0, TRUE, 0},
    {SL,
     SHARD_AGGREGATE_MAX,
     "r:12 s:12 t:12",
     {"0|'10|'text", "0|'9|'integer"},
     "'10",
     0,
     TRUE,
     0},
    {SL,
     SHARD_AGGREGATE_COUNT,
     "r:12 s:12 t:12",
     {"0|'1|'integer;0|'1|'text", "0|'1.0|'real;0|NULL|'null"},
     "2",
     TRUE,
     TRUE,
     0},
    /* sums of reals are coarse: the partial averages count */
    {PG,
     SHARD_AGGREGATE_AVG,
     "r:8 v:7 c:-5",
     {"1.25d|2d|2;NULL|NULL|0", "2.25d|2d|1"},
     "1.58333333333333d",
     0,
     0,
     0},
    {PG, SHARD_AGGREGATE_AVG, "r:2 v:7 c:-5", {"0|2d|2", "0|2d|1"}, "!0A000", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_VAR_POP,
     "r:2 v:4",
     {"0|10;0|20", "0|1;0|2;0|30"},
     "122.2400000000000000",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_VAR_SAMP,
     "r:2 v:4",
     {"0|10;0|20", "0|1;0|2;0|30"},
     "152.8000000000000000",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_STDDEV_POP,
     "r:2 v:4",
     {"0|10;0|20", "0|1;0|2;0|30"},
     "11.0562199688682027",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_STDDEV_SAMP,
     "r:2 v:4",
     {"0|10;0|20", "0|1;0|2;0|30"},
     "12.3612297122899549",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_VAR_POP,
     "r:2 v:2",
     {"0|10.125;0|20.5", "0|1;0|2.25;0|30"},
     "122.5650000000000000",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_STDDEV_SAMP,
     "r:2 v:2",
     {"0|10.125;0|20.5", "0|1;0|2.25;0|30"},
     "12.3776512311504399",
     0,
     0,
     0},
    {PG, SHARD_AGGREGATE_VAR_POP, "r:2 v:4", {"0|5;0|5", "0|5"}, "#0", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_VAR_POP,
     "r:2 v:2",
     {"0|123456789012345.678", "0|0.001"},
     "3810394688309709070263680435.147082",
     0,
     0,
     0},
    {PG,
     SHARD_AGGREGATE_STDDEV_SAMP,
     "r:2 v:2",
     {"0|123456789012345.678", "0|0.001"},
     "87297132694146.479283",
     0,
     0,
     0},
    {PG, SHARD_AGGREGATE_VAR_SAMP, "r:2 v:2", {"0|5", "0|NULL"}, "NULL", 0, 0, 0},
    {PG, SHARD_AGGREGATE_VAR_POP, "r:2 v:2", {"0|5", "0|NULL"}, "#0", 0, 0, 0},
    {PG, SHARD_AGGREGATE_VAR_POP, "r:2 v:2", {"0|#NaN", "0|1"}, "'NaN", 0, 0, 0},
    {PG, SHARD_AGGREGATE_VAR_POP, "r:8 v:8", {"0|1d;0|2d", "0|4d"}, "1.55555555555556d", 0, 0, 0},
    {MY, SHARD_AGGREGATE_VAR_POP, "r:8 v:4", {"0|1;0|0", "0|1"}, "0.222222222222222d", 0, 0, 0},
    {MY, SHARD_AGGREGATE_STDDEV_SAMP, "r:8 v:4", {"0|1;0|0", "0|1"}, "0.577350269189626d", 0, 0, 0},
    {SL, SHARD_AGGREGATE_VAR_POP, "r:8 v:4", {"0|1;0|0", "0|1"}, "!0A000", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BOOL_AND, "r:12 v:12", {"0|'1", "0|'0"}, "'0", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BOOL_OR, "r:12 v:12", {"0|'1", "0|'0"}, "'1", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BOOL_OR, "r:-7 v:-7", {"0|false", "0|NULL"}, "false", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BOOL_AND, "r:-7 v:-7", {"0|NULL", "0|NULL"}, "NULL", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BIT_AND, "r:4 v:4", {"0|7", "0|-2"}, "6", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BIT_XOR, "r:4 v:4", {"0|7", "0|2"}, "5", 0, 0, 0},
    {PG, SHARD_AGGREGATE_BIT_OR, "r:4 v:4", {"0|NULL", "0|NULL"}, "NULL", 0, 0, 0},
    {MY,
     SHARD_AGGREGATE_BIT_AND,
     "r:-5u v:-5u",
     {"0|18446744073709551615u", "0|3u"},
     "3u",
     0,
     0,
     0},
    {MY, SHARD_AGGREGATE_BIT_AND, "r:-5u v:-5u", {"", ""}, "18446744073709551615u", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_STRING,
     "r:12 v:12 o:4",
     {"0|'a|1;0|NULL|9", "0|'b|2;0|'|3"},
     "',b,a",
     0,
     0,
     TRUE},
    {PG,
     SHARD_AGGREGATE_STRING,
     "r:12 v:12 o:4",
     {"0|'a|1;0|'c|9", "0|'b|2;0|'a|3"},
     "'a,c,b",
     TRUE,
     0,
     0},
    {PG, SHARD_AGGREGATE_STRING, "r:12 v:12 o:4", {"0|NULL|1", ""}, "NULL", 0, 0, 0},
    {MY, SHARD_AGGREGATE_STRING, "r:-1 v:4 o:4", {"0|5|1;0|7|2", "0|6|3"}, "'6,7,5", 0, 0, TRUE},
    {MY, SHARD_AGGREGATE_STRING, "r:-1 v:8 o:4", {"0|5d|1", ""}, "!0A000", 0, 0, 0},
    {PG,
     SHARD_AGGREGATE_MIN,
     "r:91 v:91",
     {"0|@2024-02-01", "0|@2024-01-31"},
     "@2024-01-31",
     0,
     0,
     0},
    {PG, SHARD_AGGREGATE_MAX, "r:2 v:2", {"0|1.0", "0|#NaN"}, "#NaN", 0, 0, 0},
    {PG, SHARD_AGGREGATE_MAX, "r:2 v:2", {"0|9.50", "0|10.25"}, "10.25", 0, 0, 0},
    {PG, SHARD_AGGREGATE_MIN, "r:4 v:4", {"0|NULL", "0|NULL"}, "NULL", 0, 0, 0},
    {MY, SHARD_AGGREGATE_ANY, "r:4 v:4", {"0|7", "0|8"}, "7", 0, 0, 0},
};

static char *
run_aggregate(const AggregateCase *test)
{
    static const ShardValue comma = {.kind = SHARD_VALUE_STRING, .text = {",", 1}};
    const ShardMergeKey order = {.slot = 2,
                                 .compare = {.collation = {.kind = SHARD_COLLATION_BINARY},
                                             .weight = SHARD_SLOT_NONE,
                                             .storage = SHARD_SLOT_NONE},
                                 .descending = TRUE};
    ShardMergeAggregate aggregate = {
        .kind = test->kind,
        .distinct = test->distinct,
        .input = 1,
        .input2 = 2,
        .target = 0,
        .compare = {.collation = {.kind = SHARD_COLLATION_BINARY},
                    .weight = SHARD_SLOT_NONE,
                    .storage = test->stored ? 2 : SHARD_SLOT_NONE},
        .argument_scale = -1,
        .separator = &comma,
        .order = &order,
        .n_order = test->ordered ? 1 : 0,
    };
    ShardMergeSpec spec = {.dialect = test->dialect,
                           .group = SHARD_GROUP_ALL,
                           .aggregates = &aggregate,
                           .n_aggregates = 1};
    ShardMergeOptions options = {0};
    ShardStream *streams[3];
    guint n_streams = 0;
    g_autoptr(GError) error = NULL;

    for (; test->rows[n_streams] != NULL; n_streams++)
        streams[n_streams] = fake_stream_new(test->columns, test->rows[n_streams], NULL);
    g_autoptr(ShardStream) merged = shard_merge_new(&spec, streams, n_streams, &options, &error);
    if (merged == NULL)
        return g_strdup_printf("!%s", shard_error_sqlstate(error, 0));
    char *result = fake_read_all(merged, NULL);
    char *bar = strchr(result, '|');
    if (bar != NULL)
        *bar = '\0';
    return result;
}

static void
test_aggregates(void **state)
{
    guint n_wrong = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *result = run_aggregate(&cases[i]);
        if (strcmp(result, cases[i].expected) == 0)
            continue;
        n_wrong++;
        print_error("case %zu of %s: %s, expected %s\n", i, cases[i].rows[0], result,
                    cases[i].expected);
    }
    assert_int_equal(n_wrong, 0);
}

/* SQLite: a bare column beside one MIN or MAX comes from the row that won. */
static void
test_winner(void **state)
{
    const ShardCompare plain = {.collation = {.kind = SHARD_COLLATION_BINARY},
                                .weight = SHARD_SLOT_NONE,
                                .storage = SHARD_SLOT_NONE};
    ShardMergeAggregate aggregates[] = {
        {.kind = SHARD_AGGREGATE_ANY, .input = 0, .target = 0, .compare = plain},
        {.kind = SHARD_AGGREGATE_MAX, .input = 1, .target = 1, .compare = plain},
    };
    ShardMergeSpec spec = {
        .dialect = SL, .group = SHARD_GROUP_ALL, .aggregates = aggregates, .n_aggregates = 2};
    ShardMergeOptions options = {0};
    ShardStream *streams[] = {fake_stream_new("k:4 v:4", "1|10;2|30", NULL),
                              fake_stream_new("k:4 v:4", "3|20;4|30", NULL)};
    g_autoptr(ShardStream) merged = shard_merge_new(&spec, streams, 2, &options, NULL);
    g_autofree char *result = fake_read_all(merged, NULL);

    assert_string_equal(result, "2|30");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aggregates),
        cmocka_unit_test(test_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
