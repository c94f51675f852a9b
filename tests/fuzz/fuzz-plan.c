/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-plan.c - any text is planned or refused, in each dialect, with and without values.
 *
 * A plan or an error, never both, the same when it is asked for again; each unit goes to a shard
 * that there is, with a value for each of its markers, and is read by the front end as well as the
 * text that it was made of.  The first byte chooses mode, values and what is known of the tables.
 */
#include "router/base/error.h"
#include "router/plan/router.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define MOST_MARKERS 64

static ShardRules *rules;
static ShardSchema *schema;

static void
load(void)
{
    g_autoptr(GError) error = NULL;

    rules = shard_rules_load(FUZZ_FOLDER "/plan-rules.ini", &error);
    g_assert_no_error(error);
    schema = shard_schema_load(FUZZ_FOLDER "/plan-schema.ini", &error);
    g_assert_no_error(error);
}

static void
check_unit(const ShardPlan *plan, const ShardUnit *unit, const ShardSqlMode *mode)
{
    g_autoptr(GError) error = NULL;

    g_assert_cmpuint(unit->shard, <, shard_rules_n_shards(rules));
    g_assert_cmpuint(unit->sql_size, ==, strlen(unit->sql));
    g_autoptr(ShardTokens) tokens = shard_tokens_new(unit->sql, unit->sql_size, mode);
    g_assert_cmpuint(tokens->n_markers, ==, unit->n_params);
    if (plan->statement == NULL || plan->statement->kind == SHARD_STATEMENT_UNPARSED)
        return;
    g_autoptr(ShardStatement) statement = shard_statement_new(tokens, mode, &error);
    if (error != NULL || statement->kind == SHARD_STATEMENT_UNPARSED)
        g_printerr("a unit can't be read: %s\n", unit->sql);
    g_assert_no_error(error);
    g_assert_cmpint(statement->kind, !=, SHARD_STATEMENT_UNPARSED);
}

static void
check_plan(const ShardPlan *plan, const ShardSqlMode *mode)
{
    if (plan->kind == SHARD_PLAN_PREVIEW) {
        g_assert((plan->inner == NULL) == (plan->inner_error != NULL));
        return;
    }
    for (guint i = 0; plan->kind == SHARD_PLAN_UNITS && i < plan->n_units; i++)
        check_unit(plan, &plan->units[i], mode);
    g_assert(!plan->direct || plan->n_units == 1);
}

static void
plan_once(ShardPrepared *prepared, const ShardPlanInput *input, char **out_text)
{
    g_autoptr(GError) error = NULL;
    ShardAnswers answers = {0};
    ShardPlanInput asked = *input;

    asked.answers = &answers;
    g_autoptr(ShardPlan) plan = shard_prepared_plan(prepared, &asked, &error);
    g_assert((plan == NULL) == (error != NULL));
    if (plan != NULL)
        check_plan(plan, shard_prepared_mode(prepared));
    if (plan == NULL)
        *out_text = g_strdup(error->message);
    else if (plan->has_generated_key || plan->kind != SHARD_PLAN_UNITS)
        *out_text = g_strdup("");
    else
        *out_text = shard_plan_to_text(plan, rules);
}

static void
plan_text(ShardRouter *router, const char *sql, gsize size, const ShardSqlMode *mode, guint choice)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardPrepared) prepared = shard_router_prepare(router, sql, size, mode, &error);
    ShardValue values[MOST_MARKERS];

    g_assert((prepared == NULL) == (error != NULL));
    if (prepared == NULL || shard_prepared_n_markers(prepared) > MOST_MARKERS)
        return;
    for (guint i = 0; i < MOST_MARKERS; i++)
        values[i] = i % 5 == 4 ? shard_value_string("3", 1) : shard_value_long(i * 7 - 3);
    const ShardPlanInput input = {.schema = (choice & 2) != 0 ? NULL : schema,
                                  .values = (choice & 4) != 0 ? NULL : values,
                                  .n_values = shard_prepared_n_markers(prepared),
                                  .last_write_shard = -1,
                                  .hints_enabled = TRUE};
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;
    plan_once(prepared, &input, &first);
    plan_once(prepared, &input, &second);
    g_assert_cmpstr(first, ==, second);
    g_autoptr(ShardPlan) describing = shard_prepared_describe(prepared, &input, &error);
    if (describing != NULL)
        check_plan(describing, mode);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const ShardDialect dialects[] = {SHARD_DIALECT_POSTGRESQL, SHARD_DIALECT_MYSQL,
                                            SHARD_DIALECT_SQLITE};

    if (size == 0)
        return 0;
    if (rules == NULL)
        load();
    g_autoptr(ShardRouter) router = shard_router_new(rules);
    for (guint i = 0; i < G_N_ELEMENTS(dialects); i++) {
        const ShardSqlMode mode = {.dialect = dialects[i],
                                   .no_backslash_escapes =
                                       i == 0 || (i == 1 && (data[0] & 1) != 0)};
        plan_text(router, (const char *) data + 1, size - 1, &mode, data[0]);
    }
    return 0;
}
