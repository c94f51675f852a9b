/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Predicates -> nodes, over tables of several algorithms and key types: a line per predicate.
 */

#include "tests/unit/test-router.h"

static const char rules_text[] = "[shardodbc]\n"
                                 "dialect = postgresql\n"
                                 "[shard s0]\ndsn = a\n"
                                 "[shard s1]\ndsn = b\n"
                                 "[shard s2]\ndsn = c\n"
                                 "[table three]\n"
                                 "auto-shards = s0, s1, s2\n"
                                 "table-key = k\n"
                                 "table-algorithm = mod3\n"
                                 "value-type = k: long\n"
                                 "[table inline]\n"
                                 "nodes = s${0..2}.t\n"
                                 "shard-key = k\n"
                                 "shard-algorithm = by_k\n"
                                 "value-type = k: long\n"
                                 "[table ranges]\n"
                                 "auto-shards = s0, s1, s2\n"
                                 "table-key = k\n"
                                 "table-algorithm = bounds\n"
                                 "value-type = k: long\n"
                                 "[table text]\n"
                                 "auto-shards = s0, s1, s2\n"
                                 "table-key = k\n"
                                 "table-algorithm = hash3\n"
                                 "value-type = k: string\n"
                                 "[table pair]\n"
                                 "nodes = s${0..1}.p_${0..1}\n"
                                 "shard-key = a\n"
                                 "shard-algorithm = by_a\n"
                                 "table-key = b\n"
                                 "table-algorithm = by_b\n"
                                 "value-type = a: long, b: long\n"
                                 "[algorithm mod3]\ntype = MOD\nsharding-count = 3\n"
                                 "[algorithm hash3]\ntype = HASH_MOD\nsharding-count = 3\n"
                                 "[algorithm by_k]\ntype = INLINE\n"
                                 "algorithm-expression = s${Math.abs(k % 3)}\n"
                                 "[algorithm bounds]\ntype = BOUNDARY_RANGE\n"
                                 "sharding-ranges = 10,20\n"
                                 "[algorithm by_a]\ntype = INLINE\n"
                                 "algorithm-expression = s${a % 2}\n"
                                 "[algorithm by_b]\ntype = INLINE\n"
                                 "algorithm-expression = p_${b % 2}\n";

typedef struct {
    const char *table;
    const char *predicate;
    const char *nodes; /* "s0 s2", or "error" */
} ConditionCase;

static const ConditionCase cases[] = {
    /* floored modulo */
    {"three", "k = 4", "s1"},
    {"three", "k = -1", "s2"},
    {"three", "k = -3", "s0"},
    {"three", "k = -9223372036854775808", "s1"},
    {"three", "k = 99999999999999999999", "s0"},
    /* domains, before the algorithm is asked */
    {"three", "k >= 5 AND k <= 6", "s0 s2"},
    {"three", "k > 5 AND k < 7", "s0"},
    {"three", "k > 5 AND k < 6", "s0"},
    {"three", "k BETWEEN 5 AND 6 AND k <> 5", "s0"},
    {"three", "k IN (1, 2, 3) AND k > 1", "s0 s2"},
    {"three", "k IN (1, 2, 3) AND k NOT IN (1)", "s0 s2"},
    {"three", "k = 1 OR k = 4 OR k = 7", "s1"},
    {"three", "(k = 1 OR k = 2) AND (k = 2 OR k = 3)", "s2"},
    {"three", "(k = 1 OR v = 2) AND k = 2", "s2"},
    {"three", "(k = 1 OR v = 2) AND (k = 2 OR v = 1)", "s0 s1 s2"},
    {"three", "NOT (k = 1 OR k > 2) AND k > 0", "s2"},
    {"three", "NOT (NOT (k = 4))", "s1"},
    {"three", "k <= 4 AND k >= 4", "s1"},
    {"three", "4 >= k AND 4 <= k", "s1"},
    {"three", "k < 4 AND k > 4", "s0"},
    /* fractions: never a wrong node */
    {"three", "k = 4.0", "s1"},
    {"three", "k = 4.5", "s0"},
    {"three", "k > 3.5 AND k < 4.5", "s1"},
    {"three", "k >= 3.5 AND k <= 4.5", "s1"},
    /* NULL */
    {"three", "k = NULL", "s0"},
    {"three", "k <> NULL", "s0"},
    {"three", "k IN (NULL, 4)", "s1"},
    {"three", "k NOT IN (NULL, 4)", "s0"},
    {"three", "k BETWEEN 4 AND NULL", "s0"},
    {"three", "NOT (k BETWEEN 4 AND NULL) AND k = 2", "s2"},
    {"three", "k IS NULL", "s0 s1 s2"},
    {"three", "NULL", "s0"},
    {"three", "k = 4 OR NULL", "s1"},
    /* what isn't understood */
    {"three", "k + 0 = 4", "s0 s1 s2"},
    {"three", "k = v", "s0 s1 s2"},
    {"three", "k = 4 OR v LIKE 'a%'", "s0 s1 s2"},
    {"three", "k = 4 AND v LIKE 'a%'", "s1"},
    {"three", "k IN (SELECT 1)", "s0 s1 s2"},
    {"three", "k = 2 + 2", "s1"},
    {"three", "k = 9223372036854775807 + 1", "s0 s1 s2"},
    {"three", "k = 8 / 2", "s0 s1 s2"},
    {"three", "k = ' 4'", "s0 s1 s2"},
    {"three", "k = '4'", "s1"},
    /* INLINE knows no ranges, but few integers are asked one by one */
    {"inline", "k = 4", "s1"},
    {"inline", "k BETWEEN 3 AND 4", "s0 s1"},
    {"inline", "k > 4", "s0 s1 s2"},
    {"inline", "k BETWEEN 0 AND 1000", "s0 s1 s2"},
    /* ranges of an order-preserving algorithm: (-inf,10) [10,20) [20,inf) */
    {"ranges", "k = 10", "s1"},
    {"ranges", "k < 10", "s0"},
    {"ranges", "k <= 10", "s0 s1"},
    {"ranges", "k >= 20", "s2"},
    {"ranges", "k >= 3147483647", "s2"},
    {"ranges", "NOT (k BETWEEN 10 AND 19)", "s0 s2"},
    {"ranges", "k BETWEEN SYMMETRIC 15 AND 5", "s0 s1"},
    {"ranges", "k BETWEEN 6 AND 1", "s0"},
    {"ranges", "k > 5 AND (k < 9 OR k > 25)", "s0 s2"},
    /* text: equality by bytes, order by an unknown collation */
    {"text", "k = 'abc'", "s0"},
    {"text", "k > 'abc'", "s0 s1 s2"},
    {"text", "k = 'abc' AND k > 'zzz'", "s0"},
    {"text", "k = 5", "s0 s1 s2"},
    /* several keys: the pair, not two lists */
    {"pair", "a = 1 AND b = 0", "s1.p_0"},
    {"pair", "a = 1", "s1.p_0 s1.p_1"},
    {"pair", "b = 1", "s0.p_1 s1.p_1"},
    {"pair", "(a = 1 AND b = 0) OR (a = 0 AND b = 1)", "s0.p_1 s1.p_0"},
    {"pair", "(a, b) IN ((1, 0), (0, 1))", "s0.p_1 s1.p_0"},
    {"pair", "a IN (1, 3) AND b IN (0, 1)", "s1.p_0 s1.p_1"},
    {"pair", "a = 1 OR b = 0", "s0.p_0 s1.p_0 s1.p_1"},
    {"pair", "(a = 1 OR b = 0) AND a = 0", "s0.p_0"},
};

static char *
route(ShardRouter *router, const ConditionCase *this)
{
    const ShardSqlMode mode = {.dialect = SHARD_DIALECT_POSTGRESQL, .no_backslash_escapes = TRUE};
    const ShardPlanInput input = {.last_write_shard = -1};
    g_autofree char *sql =
        g_strdup_printf("SELECT * FROM %s WHERE %s", this->table, this->predicate);
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) nodes = g_string_new(NULL);
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(router, sql, strlen(sql), &mode, &error);
    assert_non_null(prepared);
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);
    gboolean with_table = strcmp(this->table, "pair") == 0;

    if (plan == NULL)
        return g_strdup("error");
    for (guint i = 0; i < plan->n_units; i++) {
        const ShardRules *rules = shard_router_rules(router);
        g_string_append_printf(nodes, "%s%s%s%s", i == 0 ? "" : " ",
                               shard_rules_shard(rules, plan->units[i].shard)->name,
                               with_table ? "." : "", with_table ? plan->units[i].nodes_text : "");
    }
    return g_string_free(g_steal_pointer(&nodes), FALSE);
}

static void
test_cases(void **state)
{
    guint n_failed = 0;

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *found = route(*state, &cases[i]);
        if (strcmp(found, cases[i].nodes) == 0)
            continue;
        n_failed++;
        print_error("%s: %s: expected '%s', found '%s'\n", cases[i].table, cases[i].predicate,
                    cases[i].nodes, found);
    }
    assert_int_equal(n_failed, 0);
}

static int
set_up(void **state)
{
    *state = router_of(rules_text);
    return *state == NULL ? -1 : 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};

    return cmocka_run_group_tests(tests, set_up, router_tear_down);
}
