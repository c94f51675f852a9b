/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole merges: streams and a spec in, rows out. */
#include "driver/merge/merge.h"

#include "tests/unit/fake-stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define PG SHARD_DIALECT_POSTGRESQL
#define MY SHARD_DIALECT_MYSQL
#define SL SHARD_DIALECT_SQLITE
#define H SHARD_SLOT_HIDDEN
#define NONE SHARD_SLOT_NONE

#define COMPARE(kind_)                                                                             \
    {                                                                                              \
        .collation = {.kind = SHARD_COLLATION_##kind_}, .weight = NONE, .storage = NONE            \
    }
#define WEIGHTED(slot_)                                                                            \
    {                                                                                              \
        .collation = {.kind = SHARD_COLLATION_MYSQL}, .weight = slot_, .storage = NONE             \
    }
#define STORED(slot_)                                                                              \
    {                                                                                              \
        .collation = {.kind = SHARD_COLLATION_BINARY}, .weight = NONE, .storage = slot_            \
    }
#define ASC_LAST(slot_)                                                                            \
    {                                                                                              \
        .slot = slot_, .compare = COMPARE(BINARY)                                                  \
    }
#define ASC_FIRST(slot_)                                                                           \
    {                                                                                              \
        .slot = slot_, .compare = COMPARE(BINARY), .nulls_first = TRUE                             \
    }
#define DESC_LAST(slot_)                                                                           \
    {                                                                                              \
        .slot = slot_, .compare = COMPARE(BINARY), .descending = TRUE                              \
    }
#define DESC_FIRST(slot_)                                                                          \
    {                                                                                              \
        .slot = slot_, .compare = COMPARE(BINARY), .descending = TRUE, .nulls_first = TRUE         \
    }

#define KEYS(...)                                                                                  \
    .order = (const ShardMergeKey[]){__VA_ARGS__},                                                 \
    .n_order = sizeof((const ShardMergeKey[]){__VA_ARGS__}) / sizeof(ShardMergeKey)
#define GROUP_BY(...)                                                                              \
    .group_keys = (const ShardMergeKey[]){__VA_ARGS__},                                            \
    .n_group_keys = sizeof((const ShardMergeKey[]){__VA_ARGS__}) / sizeof(ShardMergeKey)
#define AGGREGATES(...)                                                                            \
    .aggregates = (const ShardMergeAggregate[]){__VA_ARGS__},                                      \
    .n_aggregates =                                                                                \
        sizeof((const ShardMergeAggregate[]){__VA_ARGS__}) / sizeof(ShardMergeAggregate)
#define AGG(kind_, in, out, ...)                                                                   \
    {                                                                                              \
        .kind = SHARD_AGGREGATE_##kind_, .input = in, .target = out, .compare = COMPARE(BINARY),   \
        .argument_scale = -1, __VA_ARGS__                                                          \
    }
#define AVG(sum, count, out, ...) AGG(AVG, sum, out, .input2 = count, __VA_ARGS__)

typedef struct {
    const char *name;
    ShardMergeSpec spec;
    const char *columns;
    const char *rows[4]; /* per shard, NULL-terminated */
    const char *expected;
    ShardMergeOptions options;
} MergeCase;

static const MergeCase cases[] = {
    {"append", {.dialect = PG}, "k:4", {"1;3", "", "2"}, "1;3;2", {0}},
    {"sort",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(ASC_LAST(0))},
     "k:4",
     {"1;4;9", "2;3;10", "0"},
     "0;1;2;3;4;9;10",
     {0}},
    {"sort/nulls-last",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(ASC_LAST(1), ASC_LAST(0))},
     "k:4 v:4",
     {"2|10;4|20;6|NULL", "1|1;3|2;5|30"},
     "1|1;3|2;2|10;4|20;5|30;6|NULL",
     {0}},
    {"sort/nulls-first-desc",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(DESC_FIRST(1), ASC_LAST(0))},
     "k:4 v:4",
     {"6|NULL;4|20;2|10", "5|30;3|2;1|1"},
     "6|NULL;5|30;4|20;2|10;3|2;1|1",
     {0}},
    {"sort/nulls-low",
     {.dialect = MY, .streams_sorted = TRUE, KEYS(DESC_LAST(1), ASC_FIRST(0))},
     "k:4 v:4",
     {"4|20;2|10;6|NULL", "5|30;3|2;1|1"},
     "5|30;4|20;2|10;3|2;1|1;6|NULL",
     {0}},
    {"sort/hidden",
     {.dialect = PG, .n_hidden = 1, .streams_sorted = TRUE, KEYS(DESC_FIRST(H(0)))},
     "k:4 v:4",
     {"4|20;2|10", "5|30;3|2;1|1"},
     "5;4;2;3;1",
     {0}},
    {"sort/mixed-numbers",
     {.dialect = MY, .streams_sorted = TRUE, KEYS(ASC_FIRST(0))},
     "v:-5",
     {"9;10;18446744073709551615u", "-1.5;9.25;10.0"},
     "-1.5;9;9.25;10;10.0;18446744073709551615u",
     {0}},
    {"sort/unsorted",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(ASC_LAST(0))},
     "n:12",
     {"'a;'B;'c", "'b"},
     "'a!HY000",
     {0}},
    {"sort/unknown-collation",
     {.dialect = PG, .streams_sorted = TRUE, KEYS({.slot = 0, .compare = COMPARE(UNKNOWN)})},
     "n:12",
     {"'a", "'b"},
     "!0A000",
     {0}},
    {"sort/trusted",
     {.dialect = PG, .streams_sorted = TRUE, KEYS({.slot = 0, .compare = COMPARE(UNKNOWN)})},
     "n:12",
     {"'a", "'B;'b"},
     "'B;'a;'b",
     {.trust_collation = TRUE}},
    {"sort/weights",
     {.dialect = MY,
      .n_hidden = 1,
      .streams_sorted = TRUE,
      KEYS({.slot = 0, .compare = WEIGHTED(H(0)), .nulls_first = TRUE})},
     "n:12 w:-3",
     {"NULL|NULL;'b|xB;'C|xC", "'a|xA;'B|xB"},
     "NULL;'a;'b;'B;'C",
     {0}},
    {"sort/drift",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(ASC_LAST(0))},
     "v:4",
     {"5", "'a"},
     "!0A000",
     {0}},
    {"sort/fails",
     {.dialect = PG, .streams_sorted = TRUE, KEYS(ASC_LAST(0))},
     "v:4",
     {"5;!", "1;9"},
     "1;5!08S01",
     {0}},
    {"limit",
     {.dialect = PG,
      .streams_sorted = TRUE,
      KEYS(ASC_LAST(0)),
      .offset = 1,
      .has_limit = TRUE,
      .limit = 2},
     "k:4",
     {"1;4;!", "2;3;10"},
     "2;3",
     {0}},
    {"limit/zero", {.dialect = PG, .has_limit = TRUE}, "k:4", {"!"}, "", {0}},
    {"limit/ties",
     {.dialect = PG,
      .streams_sorted = TRUE,
      KEYS(ASC_LAST(0)),
      .has_limit = TRUE,
      .limit = 2,
      .with_ties = TRUE},
     "k:4",
     {"1;2;2;3", "2;4"},
     "1;2;2;2",
     {0}},
    {"limit/max-rows", {.dialect = PG}, "k:4", {"1;2", "3;!"}, "1;2;3", {.max_rows = 3}},
    {"limit/huge",
     {.dialect = PG, .offset = 2, .has_limit = TRUE, .limit = G_MAXUINT64},
     "k:4",
     {"1;2", "3;4"},
     "3;4",
     {0}},
    {"distinct",
     {.dialect = PG, .distinct = TRUE},
     "g:12",
     {"'a;'b;NULL", "'a;'c;NULL"},
     "'a;'b;NULL;'c",
     {0}},
    {"distinct/numbers",
     {.dialect = PG, .distinct = TRUE},
     "g:2",
     {"1;-0.0d;#NaN;0.5", "1.0;0;#NaN;0.50d"},
     "1;-0d;#NaN;0.5",
     {0}},
    {"distinct/sorted",
     {.dialect = PG, .distinct = TRUE, .streams_sorted = TRUE, KEYS(ASC_LAST(0))},
     "g:4",
     {"1;2;2;3", "1;3;3"},
     "1;2;3",
     {0}},
    {"distinct-on",
     {.dialect = PG,
      .streams_sorted = TRUE,
      KEYS(ASC_LAST(0), DESC_FIRST(1)),
      .distinct_on = (const ShardMergeKey[]){ASC_LAST(0)},
      .n_distinct_on = 1,
      .has_limit = TRUE,
      .limit = 2},
     "g:12 k:4",
     {"'a|6;'a|2;'b|4", "'a|1;'b|3;'c|5"},
     "'a|6;'b|4",
     {0}},
    {"group/sorted",
     {.dialect = PG,
      .group = SHARD_GROUP_SORTED,
      GROUP_BY(ASC_LAST(0)),
      AGGREGATES(AGG(COUNT, 1, 1), AGG(SUM, 2, 2), AGG(MAX, 3, 3))},
     "g:12 c:-5 s:-5 m:4",
     {"'a|3|10|10;'b|1|20|20", "'a|1|1|1;'b|1|2|2;'c|1|30|30;NULL|1|NULL|NULL"},
     "'a|4|11|10;'b|2|22|20;'c|1|30|30;NULL|1|NULL|NULL",
     {0}},
    {"group/hashed-order",
     {.dialect = PG,
      .group = SHARD_GROUP_HASHED,
      GROUP_BY(ASC_LAST(0)),
      AGGREGATES(AGG(SUM, 1, 1)),
      KEYS(DESC_FIRST(1)),
      .has_limit = TRUE,
      .limit = 1},
     "g:12 s:-5",
     {"'x|10;'y|9", "'y|9;'z|10"},
     "'y|18",
     {0}},
    {"group/weights",
     {.dialect = MY,
      .n_hidden = 1,
      .group = SHARD_GROUP_HASHED,
      GROUP_BY({.slot = 0, .compare = WEIGHTED(H(0))}),
      AGGREGATES(AGG(COUNT, 1, 1))},
     "n:12 c:-5 w:-3",
     {"'b|1|xB;'C|1|xC", "'a|1|xA;'B|1|xB"},
     "'b|2;'C|1;'a|1",
     {0}},
    {"group/memory",
     {.dialect = PG,
      .group = SHARD_GROUP_HASHED,
      GROUP_BY(ASC_LAST(0)),
      AGGREGATES(AGG(SUM, 1, 1))},
     "g:12 s:-5",
     {"'x|10;'y|9;'q|3", "'y|9;'z|10"},
     "!HY001",
     {.memory_limit = 600}},
    {"all/avg",
     {.dialect = PG, .n_hidden = 2, .group = SHARD_GROUP_ALL, AGGREGATES(AVG(H(0), H(1), 0))},
     "a:2 s:-5 c:-5",
     {"15.0|30|2", "11.0|33|3"},
     "12.6000000000000000",
     {0}},
    {"all/avg-mysql",
     {.dialect = MY, .n_hidden = 2, .group = SHARD_GROUP_ALL, AGGREGATES(AVG(H(0), H(1), 0))},
     "a:3.4 s:3 c:-5",
     {"15.0000|#30|2", "11.0000|#33|3"},
     "12.6000",
     {0}},
    {"all/avg-sqlite",
     {.dialect = SL, .n_hidden = 2, .group = SHARD_GROUP_ALL, AGGREGATES(AVG(H(0), H(1), 0))},
     "a:12 s:12 c:12",
     {"'15.0|'30.0|'2", "'11.0|'33.0|3", "NULL|0.0d|0"},
     "12.6d",
     {0}},
    {"all/nothing",
     {.dialect = PG,
      .group = SHARD_GROUP_ALL,
      AGGREGATES(AGG(COUNT, 0, 0, .distinct = TRUE), AGG(SUM, 1, 1), AGG(MIN, 2, 2))},
     "c:4 s:4 m:4",
     {"", ""},
     "0|NULL|NULL",
     {0}},
    {"all/distinct",
     {.dialect = PG,
      .n_hidden = 1,
      .group = SHARD_GROUP_ALL,
      AGGREGATES(AGG(COUNT, H(0), 0, .distinct = TRUE), AGG(SUM, H(0), 1, .distinct = TRUE),
                 AGG(AVG, H(0), 2, .distinct = TRUE))},
     "c:-5 s:-5 a:2 v:4",
     {"0|0|0|10;0|0|0|20;0|0|0|NULL", "0|0|0|1;0|0|0|2;0|0|0|30;0|0|0|10"},
     "5|63|12.6000000000000000",
     {0}},
    {"all/big-sum",
     {.dialect = PG, .group = SHARD_GROUP_ALL, AGGREGATES(AGG(SUM, 0, 0), AGG(SUM, 1, 1))},
     "s:2 d:2",
     {"9223372036854775807.|9007199254740993.1000", "1|0.2000"},
     "#9223372036854775808|9007199254740993.3000",
     {0}},
    {"all/overflow",
     {.dialect = PG, .group = SHARD_GROUP_ALL, AGGREGATES(AGG(SUM, 0, 0))},
     "s:-5",
     {"9223372036854775807", "1"},
     "!22003",
     {0}},
    {"all/overflow-sqlite",
     {.dialect = SL, .group = SHARD_GROUP_ALL, AGGREGATES(AGG(SUM, 0, 0))},
     "s:4",
     {"9223372036854775807", "1"},
     "!HY000",
     {0}},
    {"all/min-text",
     {.dialect = PG, .group = SHARD_GROUP_ALL, AGGREGATES(AGG(MAX, 0, 0), AGG(MIN, 1, 1))},
     "a:12 b:12",
     {"'9|'9", "'10|'10"},
     "'9|'10",
     {0}},
    /* The place of a value that merging makes has the type of what stood there, not of the value.
     */
    {"group/order-by-made",
     {.dialect = PG,
      .n_hidden = 2,
      .group = SHARD_GROUP_HASHED,
      GROUP_BY(ASC_LAST(0)),
      AGGREGATES(AGG(COUNT, H(0), H(1), .distinct = TRUE)),
      KEYS({.slot = H(1), .compare = COMPARE(UNKNOWN), .descending = TRUE})},
     "g:4 v:4 n:12",
     {"1|5|NULL;2|6|NULL;2|7|NULL", "1|5|NULL"},
     "2;1",
     {0}},
    {"sqlite/storage",
     {.dialect = SL,
      .n_hidden = 2,
      .streams_sorted = TRUE,
      KEYS({.slot = H(0), .compare = STORED(H(1)), .nulls_first = TRUE})},
     "v:12 x:12 t:12",
     {"NULL|NULL|'null;'2|'2|'integer;'10|'10|'integer;'a|'a|'text",
      "'1.5|'1.5|'real;'9|'9|'text;'X'00'|'X'00'|'blob"},
     "NULL;'1.5;'2;'10;'9;'a;'X'00'",
     {0}},
    {"explain",
     {.dialect = PG, .leading_shard_column = TRUE},
     "p:12",
     {"'a", "'b"},
     "'0|'a;'1|'b",
     {0}},
};

static void
run_case(void **state)
{
    const MergeCase *test = *state;
    ShardStream *streams[4];
    guint n_live = 0;
    guint n_streams = 0;
    g_autoptr(GError) error = NULL;
    g_autofree char *result = NULL;
    g_autofree char *message = NULL;

    for (; test->rows[n_streams] != NULL; n_streams++)
        streams[n_streams] = fake_stream_new(test->columns, test->rows[n_streams], &n_live);
    ShardStream *merged = shard_merge_new(&test->spec, streams, n_streams, &test->options, &error);
    if (merged == NULL) {
        result = g_strdup_printf("!%s", shard_error_sqlstate(error, 0));
    } else {
        result = fake_read_all(merged, &message);
        g_autofree char *again = fake_read_all(merged, NULL);
        const char *bang = strchr(result, '!');
        assert_string_equal(again, bang != NULL ? bang : "");
    }
    shard_stream_free(merged);
    assert_string_equal(result, test->expected);
    assert_int_equal(n_live, 0);
}

/* A sort with a LIMIT keeps no more than it needs; one without fails at the limit of memory. */
static void
test_sort_memory(void **state)
{
    GString *rows = g_string_new("5000|'x");
    ShardMergeKey key = ASC_LAST(0);
    ShardMergeSpec spec = {
        .dialect = PG, .order = &key, .n_order = 1, .has_limit = TRUE, .limit = 3};
    ShardMergeOptions options = {.memory_limit = 400000};

    for (guint i = 4999; i > 0; i--)
        g_string_append_printf(rows, ";%u|'text", i);
    for (guint limited = 0; limited < 2; limited++) {
        g_autoptr(GError) error = NULL;
        ShardStream *stream = fake_stream_new("k:4 t:12", rows->str, NULL);
        spec.has_limit = limited;
        ShardStream *merged = shard_merge_new(&spec, &stream, 1, &options, &error);
        g_autofree char *result = fake_read_all(merged, NULL);
        assert_string_equal(result, limited ? "1|'text;2|'text;3|'text" : "!HY001");
        shard_stream_free(merged);
    }
    g_string_free(rows, TRUE);
}

/* What can't be compared is known by the columns, before there are streams. */
static void
test_check(void **state)
{
    static const struct {
        const char *columns;
        gboolean merges;
    } checks[] = {{"g:12 k:4", FALSE}, {"g:4 k:4", TRUE}, {"g:93 k:12", TRUE}};
    ShardMergeKey key = {.slot = 0, .compare = COMPARE(UNKNOWN)};
    const ShardMergeSpec specs[] = {
        {.dialect = PG, .order = &key, .n_order = 1, .streams_sorted = TRUE},
        {.dialect = PG, .order = &key, .n_order = 1},
        {.dialect = PG, .group = SHARD_GROUP_HASHED, .group_keys = &key, .n_group_keys = 1},
        {.dialect = PG,
         .group = SHARD_GROUP_ALL,
         AGGREGATES({.kind = SHARD_AGGREGATE_MAX,
                     .input = 0,
                     .input2 = NONE,
                     .target = 0,
                     .compare = COMPARE(UNKNOWN),
                     .argument_scale = -1})}};
    const ShardMergeOptions options = {.memory_limit = 1000000};

    for (gsize i = 0; i < G_N_ELEMENTS(checks); i++) {
        ShardStream *stream = fake_stream_new(checks[i].columns, "", NULL);
        for (gsize k = 0; k < G_N_ELEMENTS(specs); k++) {
            g_autoptr(GError) error = NULL;
            const ShardColumns *both[] = {stream->columns, stream->columns};
            gboolean merges = shard_merge_check(&specs[k], both, 2, &options, &error);
            assert_int_equal(merges, checks[i].merges);
            if (!merges)
                assert_string_equal(shard_error_sqlstate(error, 0), "0A000");
        }
        assert_int_equal(((FakeStream *) stream)->n_reads, 0);
        shard_stream_free(stream);
    }
}

/* A * over tables whose columns stand in another order: their names tell. */
static void
test_names(void **state)
{
    static const struct {
        const char *first, *second, *expected;
    } pairs[] = {{"k:4 v:4", "v:4 k:4", "!0A000"},
                 {"k:4 v:4", "K:4 v:4", "1|2;3|4"},
                 {"count(a):4", "count(b):4", "1;3"},
                 {"k:4 v:4", "k:4 v:12", "!0A000"}};

    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autoptr(GError) error = NULL;
        gboolean two = strchr(pairs[i].first, ' ') != NULL;
        ShardStream *streams[] = {fake_stream_new(pairs[i].first, two ? "1|2" : "1", NULL),
                                  fake_stream_new(pairs[i].second, two ? "3|4" : "3", NULL)};
        ShardMergeSpec spec = {.dialect = PG};
        ShardMergeOptions options = {0};
        ShardStream *merged = shard_merge_new(&spec, streams, 2, &options, &error);
        g_autofree char *result = merged == NULL
                                      ? g_strdup_printf("!%s", shard_error_sqlstate(error, 0))
                                      : fake_read_all(merged, NULL);
        assert_string_equal(result, pairs[i].expected);
        shard_stream_free(merged);
    }
}

static ShardReadiness
two_rows_then_wait(const ShardStream *base)
{
    return ((const FakeStream *) base)->n_reads < 2 ? SHARD_IDLE : SHARD_UNDER_WAY;
}

/* While one shard is waited for, the others are set to work, and what they have is taken. */
static void
test_side_by_side(void **state)
{
    ShardStream *streams[] = {fake_stream_new("k:4", "1;2;3", NULL),
                              fake_stream_new("k:4", "11;12;13", NULL),
                              fake_stream_new("k:4", "21;22", NULL)};
    ShardMergeSpec spec = {.dialect = PG};
    ShardMergeOptions options = {0};
    g_autoptr(GError) error = NULL;

    for (guint i = 0; i < G_N_ELEMENTS(streams); i++)
        streams[i]->readiness = two_rows_then_wait;
    ShardStream *merged = shard_merge_new(&spec, streams, G_N_ELEMENTS(streams), &options, &error);
    g_autofree char *result = fake_read_all(merged, NULL);
    assert_string_equal(result, "1;2;11;12;21;22;3;13");
    shard_stream_free(merged);
}

int
main(void)
{
    struct CMUnitTest tests[G_N_ELEMENTS(cases) + 4];

    tests[G_N_ELEMENTS(cases)] = (struct CMUnitTest) cmocka_unit_test(test_sort_memory);
    tests[G_N_ELEMENTS(cases) + 1] = (struct CMUnitTest) cmocka_unit_test(test_check);
    tests[G_N_ELEMENTS(cases) + 2] = (struct CMUnitTest) cmocka_unit_test(test_names);
    tests[G_N_ELEMENTS(cases) + 3] = (struct CMUnitTest) cmocka_unit_test(test_side_by_side);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        tests[i] = (struct CMUnitTest){
            .name = cases[i].name, .test_func = run_case, .initial_state = (void *) &cases[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
