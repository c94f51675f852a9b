/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What golden files don't hold: edits by themselves, texts kept between executes, the description
 * of a statement, facts shared by statements that differ in literals, deep statements, threads'
 * small stacks.
 */
#include "router/plan/rewrite/edit.h"
#include "router/plan/plan-cache.h"
#include "tests/unit/test-router.h"

#include <pthread.h>
#include <string.h>

static const ShardSqlMode mode = {.dialect = SHARD_DIALECT_POSTGRESQL,
                                  .no_backslash_escapes = TRUE};

static const char rules_text[] = "[shardodbc]\n"
                                 "dialect = postgresql\n"
                                 "default-shard = s0\n"
                                 "[shard s0]\ndsn = a\n"
                                 "[shard s1]\ndsn = b\n"
                                 "[table t]\n"
                                 "auto-shards = s0, s1\n"
                                 "table-key = k\n"
                                 "table-algorithm = two\n"
                                 "value-type = k: long\n"
                                 "[algorithm two]\ntype = MOD\nsharding-count = 2\n";

static ShardPrepared *
prepare(void **state, const char *sql)
{
    g_autoptr(GError) error = NULL;
    ShardPrepared *prepared = shard_router_prepare(*state, sql, strlen(sql), &mode, &error);

    if (prepared == NULL)
        fail_msg("%s: %s", sql, error->message);
    return prepared;
}

static ShardPlan *
plan_long(ShardPrepared *prepared, gint64 key)
{
    g_autoptr(GError) error = NULL;
    const ShardValue value = shard_value_long(key);
    const ShardPlanInput input = {.values = &value, .n_values = 1, .last_write_shard = -1};
    ShardPlan *plan = shard_prepared_plan(prepared, &input, &error);

    if (plan == NULL)
        fail_msg("%s", error->message);
    return plan;
}

static void
test_edits(void **state)
{
    static const char sql[] = "SELECT a , b FROM t WHERE x = ? AND y = ?";
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &mode);
    g_auto(ShardEdits) edits = {0};
    const ShardPiece copy[] = {SHARD_PIECE_TEXT(", ("), SHARD_PIECE_TOKENS(7, 9),
                               SHARD_PIECE_TEXT(")")};

    (void) state;
    shard_edits_init(&edits, tokens, arena);
    shard_edits_replace(&edits, 5, 5, "t_0");
    shard_edits_replace(&edits, 7, 7, "z");
    shard_edits_insert_pieces(&edits, 3, copy, G_N_ELEMENTS(copy));
    shard_edits_delete(&edits, 10, 13);
    ShardText text = shard_edits_apply(&edits, arena);
    assert_string_equal(text.sql, "SELECT a , b, (z = ?) FROM t_0 WHERE z = ?");
    assert_int_equal(text.n_params, 2);
    assert_int_equal(text.params[0].marker, 0);
    assert_int_equal(text.params[1].marker, 0);
}

/* One statement, executed with other keys: the same text for the same node. */
static void
test_kept_texts(void **state)
{
    g_autoptr(ShardPrepared) prepared = prepare(state, "SELECT v FROM t WHERE k = ?");
    g_autoptr(ShardPlan) first = plan_long(prepared, 2);
    g_autoptr(ShardPlan) second = plan_long(prepared, 3);
    g_autoptr(ShardPlan) third = plan_long(prepared, 4);

    assert_true(first->direct && second->direct && third->direct);
    assert_string_equal(first->units[0].sql, "SELECT v FROM t_0 AS t WHERE k = ?");
    assert_string_equal(second->units[0].sql, "SELECT v FROM t_1 AS t WHERE k = ?");
    assert_non_null(first->units[0].text_id);
    assert_ptr_equal(first->units[0].text_id, third->units[0].text_id);
    assert_ptr_not_equal(first->units[0].text_id, second->units[0].text_id);
}

static const void *
text_id_with(ShardPrepared *prepared, const ShardSchema *schema, gint64 key)
{
    g_autoptr(GError) error = NULL;
    const ShardValue value = shard_value_long(key);
    const ShardPlanInput input = {
        .values = &value, .n_values = 1, .schema = schema, .last_write_shard = -1};
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);

    if (plan == NULL)
        fail_msg("%s", error->message);
    assert_int_equal(plan->n_units, 1);
    return plan->units[0].text_id;
}

/* A column list that the catalog adds doesn't make it a text of one execute; another catalog makes
 * it another text. */
static void
test_kept_columns(void **state)
{
    const ShardColumnSchema column = {.name = "k", .type = SHARD_TYPE_BIGINT};
    const ShardTableSchema table = {.name = "t", .columns = &column, .n_columns = 1};
    g_autoptr(ShardSchema) empty = shard_schema_new();
    g_autoptr(ShardSchema) before = shard_schema_with_table(empty, &table);
    g_autoptr(ShardSchema) after = shard_schema_with_table(before, &table);
    g_autoptr(ShardPrepared) prepared = prepare(state, "INSERT INTO t VALUES (?)");
    const void *first = text_id_with(prepared, before, 2);

    assert_non_null(first);
    assert_ptr_not_equal(text_id_with(prepared, before, 3), first);
    assert_ptr_equal(text_id_with(prepared, before, 4), first);
    assert_ptr_not_equal(text_id_with(prepared, after, 2), first);
}

static void
test_kept_limits(void **state)
{
    g_autoptr(ShardPrepared) prepared =
        prepare(state, "SELECT v FROM t ORDER BY v LIMIT 5 OFFSET ?");
    g_autoptr(ShardPlan) first = plan_long(prepared, 2);
    g_autoptr(ShardPlan) second = plan_long(prepared, 3);

    assert_ptr_equal(first->units[0].text_id, second->units[0].text_id);
    assert_int_equal(first->units[0].params[0].value.i, 7);
    assert_int_equal(second->units[0].params[0].value.i, 8);
    assert_int_equal(second->units[0].params[1].value.i, 0);
    assert_int_equal(second->merge->offset, 3);
}

static void
test_description(void **state)
{
    static const struct {
        const char *sql, *expected; /* NULL: gives no rows */
    } cases[] = {
        {"SELECT g, AVG(v) FROM t GROUP BY g ORDER BY 2 LIMIT 3",
         "SELECT g, AVG(v) FROM t_0 AS t GROUP BY g ORDER BY 2 LIMIT 3"},
        {"SELECT rank() OVER (ORDER BY v) FROM t", "SELECT rank() OVER (ORDER BY v) FROM t_0 AS t"},
        {"INSERT INTO t (k) VALUES (?) RETURNING k", "INSERT INTO t_0 (k) VALUES (?) RETURNING k"},
        {"INSERT INTO t (k) VALUES (?)", NULL},
        {"UPDATE t SET v = 1", NULL},
        {"SELECT 1", "SELECT 1"},
        {"COMMIT", NULL},
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ShardPrepared) prepared = prepare(state, cases[i].sql);
        const ShardPlanInput input = {.last_write_shard = -1};
        g_autoptr(ShardPlan) plan = shard_prepared_describe(prepared, &input, &error);
        assert_null(error);
        assert_int_equal(plan != NULL, cases[i].expected != NULL);
        if (plan != NULL)
            assert_string_equal(plan->units[0].sql, cases[i].expected);
    }
}

/* Literals that facts depend on make facts of their own. */
static void
test_shared_facts(void **state)
{
    static const struct {
        const char *a, *b;
        gboolean shared;
    } cases[] = {
        {"SELECT v FROM t WHERE k = 1", "SELECT v FROM t WHERE k = 2", TRUE},
        {"SELECT v FROM t WHERE g = 'a'", "SELECT v FROM t WHERE g = 'bcd'", TRUE},
        {"SELECT v, w FROM t ORDER BY 1", "SELECT v, w FROM t ORDER BY 2", FALSE},
        {"SELECT v FROM t WHERE k = 1", "SELECT v FROM t WHERE k = '1'", FALSE},
        {"SELECT v FROM t WHERE k = 1", "SELECT v FROM t WHERE k = -1", FALSE},
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(ShardPrepared) a = prepare(state, cases[i].a);
        g_autoptr(ShardPrepared) b = prepare(state, cases[i].b);
        gboolean shared = shard_prepared_statement(a) == shard_prepared_statement(b);
        if (shared != cases[i].shared)
            fail_msg("%s and %s", cases[i].a, cases[i].b);
    }
}

static void
test_settings_not_shared(void **state)
{
    const ShardSqlMode mysql = {.dialect = SHARD_DIALECT_MYSQL};
    g_autoptr(ShardPrepared) off =
        shard_router_prepare(*state, "SET autocommit = 0", 18, &mysql, NULL);
    g_autoptr(ShardPrepared) on =
        shard_router_prepare(*state, "SET autocommit = 1", 18, &mysql, NULL);

    assert_false(shard_prepared_statement(off)->autocommit);
    assert_true(shard_prepared_statement(on)->autocommit);
}

static char *
deep_sql(guint n)
{
    GString *sql = g_string_new("SELECT v FROM t WHERE k = 3 AND v = 1");

    for (guint i = 0; i < n; i++)
        g_string_append(sql, " + 1");
    for (guint i = 0; i < n / 10; i++)
        g_string_append(sql, " OR (NOT (v = 2 AND w = 1))");
    return g_string_free(sql, FALSE);
}

static void *
plan_deep(void *data)
{
    g_autofree char *sql = deep_sql(5000);
    void *state = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(state, sql, strlen(sql), &mode, &error);
    const ShardPlanInput input = {.last_write_shard = -1};
    g_autoptr(ShardPlan) plan =
        prepared == NULL ? NULL : shard_prepared_plan(prepared, &input, &error);

    return plan != NULL || error != NULL ? data : NULL;
}

static void
test_small_stack(void **state)
{
    pthread_attr_t attributes;
    pthread_t thread;
    void *result = NULL;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    assert_int_equal(pthread_create(&thread, &attributes, plan_deep, *state), 0);
    pthread_join(thread, &result);
    pthread_attr_destroy(&attributes);
    assert_ptr_equal(result, *state);
}

/* A thousand branches, as generators write them, are walked without recursion. */
static void
test_long_union(void **state)
{
    g_autoptr(GString) sql = g_string_new("SELECT k FROM t");
    g_autoptr(GError) error = NULL;
    const ShardPlanInput input = {.last_write_shard = -1};

    for (guint i = 0; i < 300; i++)
        g_string_append(sql, " UNION ALL SELECT k FROM t");
    g_autoptr(ShardPrepared) prepared = prepare(state, sql->str);
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);
    if (plan == NULL)
        fail_msg("%s", error->message);
    assert_int_equal(plan->n_units, 2);
}

/* CTEs that name each other twice must not cost twice as much each. */
static void
test_doubling_ctes(void **state)
{
    g_autoptr(GString) sql = g_string_new("WITH c0 AS (SELECT k FROM t)");
    g_autoptr(GError) error = NULL;
    const ShardPlanInput input = {.last_write_shard = -1};

    for (guint i = 1; i < 40; i++)
        g_string_append_printf(sql, ", c%u AS (SELECT a.k FROM c%u a JOIN c%u b ON a.k = b.k)", i,
                               i - 1, i - 1);
    g_string_append(sql, " SELECT * FROM c39");
    g_autoptr(ShardPrepared) prepared = prepare(state, sql->str);
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &input, &error);
    assert_true(plan != NULL || error != NULL);
}

static void
test_missing_tables(void **state)
{
    g_autoptr(ShardPrepared) prepared = prepare(state, "PREVIEW SELECT * FROM t, other");
    g_autofree const char **missing = shard_prepared_missing_tables(prepared, NULL);

    assert_non_null(missing);
    assert_string_equal(missing[0], "t");
    assert_null(missing[1]);
}

/* TRUE: the facts were there already. */
static gboolean
ask_cache(ShardPlanCache *cache, const char *sql)
{
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &mode);
    g_autoptr(GError) error = NULL;
    guint64 before, hits, misses;

    shard_plan_cache_counts(cache, &before, &misses);
    g_autoptr(ShardCachedFacts) facts = shard_plan_cache_facts(cache, tokens, &mode, &error);
    assert_non_null(facts);
    shard_plan_cache_counts(cache, &hits, &misses);
    return hits > before;
}

/* Lists of ever other lengths don't push other statements out. */
static void
test_list_lengths(void **state)
{
    g_autoptr(ShardPlanCache) cache = shard_plan_cache_new(50);
    g_autoptr(GString) in = g_string_new("SELECT * FROM t WHERE k IN (1");
    g_autoptr(GString) rows = g_string_new("INSERT INTO t (k, v) VALUES (1, ?)");

    assert_false(ask_cache(cache, "SELECT v FROM t WHERE k = 3"));
    for (guint i = 0; i < 200; i++) {
        g_autofree char *sql = g_strdup_printf("%s) AND v = 2", in->str);
        assert_false(ask_cache(cache, sql));
        assert_true(ask_cache(cache, sql));
        assert_false(ask_cache(cache, rows->str));
        g_string_append(in, ", 2");
        g_string_append(rows, ", (2, ?)");
    }
    assert_true(ask_cache(cache, "SELECT v FROM t WHERE k = 4"));
}

/* Those of a mapper that asks for up to 200 keys at a time are all known the second time. */
static void
test_many_lengths(void **state)
{
    g_autoptr(ShardPlanCache) cache = shard_plan_cache_new(2000);

    for (guint pass = 0; pass < 2; pass++) {
        g_autoptr(GString) in = g_string_new("SELECT * FROM t WHERE k IN (?");
        for (guint i = 0; i < 200; i++) {
            g_autofree char *sql = g_strdup_printf("%s) AND v = 2", in->str);
            assert_int_equal(ask_cache(cache, sql), pass);
            g_string_append(in, ", ?");
        }
    }
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edits),         cmocka_unit_test(test_kept_texts),
        cmocka_unit_test(test_kept_limits),   cmocka_unit_test(test_description),
        cmocka_unit_test(test_shared_facts),  cmocka_unit_test(test_settings_not_shared),
        cmocka_unit_test(test_small_stack),   cmocka_unit_test(test_long_union),
        cmocka_unit_test(test_doubling_ctes), cmocka_unit_test(test_missing_tables),
        cmocka_unit_test(test_list_lengths),  cmocka_unit_test(test_many_lengths),
        cmocka_unit_test(test_kept_columns),
    };

    return cmocka_run_group_tests(tests, set_up, router_tear_down);
}
