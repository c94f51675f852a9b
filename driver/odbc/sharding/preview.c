/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * PREVIEW <sql>: what would run where, from the plan that execution would use.
 */
#include "driver/odbc/cursor/static-result.h"

#include <sqlext.h>

static const ShardStaticColumn columns[] = {
    {"data_source_name", SQL_VARCHAR, 128, 0, SQL_NULLABLE},
    {"actual_sql", SQL_LONGVARCHAR, 65535, 0, SQL_NULLABLE},
    {"merge", SQL_VARCHAR, 255, 0, SQL_NULLABLE},
    {"reason", SQL_VARCHAR, 255, 0, SQL_NULLABLE},
};

static ShardValue
make_text(const char *text)
{
    return text == NULL ? SHARD_VALUE_INIT_NULL : shard_value_string(text, -1);
}

/* What the plans without units do. */
static const char *const kind_words[] = {
    [SHARD_PLAN_UNITS] = "",
    [SHARD_PLAN_TRANSACTION] = "on every shard of the transaction, and on those that join later",
    [SHARD_PLAN_SESSION] = "on every open connection, and on those opened later",
    [SHARD_PLAN_PREVIEW] = "PREVIEW: nothing is sent",
    [SHARD_PLAN_SHOW_SHARDING] = "answered without a shard",
    [SHARD_PLAN_SET_SHARDING] = "answered without a shard",
    [SHARD_PLAN_USE] = "answered without a shard",
    [SHARD_PLAN_BEFORE] = "",
    [SHARD_PLAN_DONE] = "",
};

static const char *const route_words[] = {
    [SHARD_ROUTE_SINGLE] = "one node by the sharding key",
    [SHARD_ROUTE_SEVERAL] = "several nodes by the sharding key",
    [SHARD_ROUTE_RANGE] = "nodes of a range of the sharding key",
    [SHARD_ROUTE_CARTESIAN] = "pairs of nodes inside each shard",
    [SHARD_ROUTE_BROADCAST] = "no condition on a sharding key: all nodes",
    [SHARD_ROUTE_SHARDS] = "all shards",
    [SHARD_ROUTE_INSTANCES] = "each server once",
    [SHARD_ROUTE_UNICAST] = "any one node",
    [SHARD_ROUTE_BLOCKED] = "answered without a shard",
    [SHARD_ROUTE_DIRECT] = "the hint's shard",
    [SHARD_ROUTE_SINGLE_TABLE] = "single tables",
    [SHARD_ROUTE_DEFAULT] = "the default shard",
};

static void
add_units(ShardStaticResult *result, const ShardPlan *plan, const ShardRules *rules)
{
    const ShardPlan *merged = plan;
    while (merged->kind == SHARD_PLAN_BEFORE && merged->step.plan != NULL)
        merged = merged->step.plan; /* whose units these are */
    const char *merge = merged->merge != NULL ? shard_plan_merge_text(merged) : NULL;

    for (guint i = 0; i < plan->n_units; i++) {
        const ShardUnit *unit = &plan->units[i];
        ShardValue row[] = {
            make_text(shard_rules_shard(rules, unit->shard)->name),
            shard_value_string(unit->sql, (gssize) unit->sql_size),
            make_text(merge),
            make_text(plan->reason != NULL ? plan->reason : route_words[plan->route]),
        };
        shard_static_result_add(result, row);
    }
}

ShardStream *
shard_preview_stream(const ShardPlan *plan, const ShardRules *rules, GError **error)
{
    const ShardPlan *shown = plan->kind == SHARD_PLAN_PREVIEW ? plan->inner : plan;

    if (shown == NULL) {
        if (plan->inner_error != NULL)
            g_propagate_error(error, g_error_copy(plan->inner_error));
        else
            shard_error_set(error, SHARD_ERROR_SYNTAX, "42000", "PREVIEW needs a statement");
        return NULL;
    }
    ShardStaticResult *result = shard_static_result_new(columns, G_N_ELEMENTS(columns));
    add_units(result, shown, rules);
    if (shown->n_units == 0) {
        ShardValue row[] = {
            SHARD_VALUE_INIT_NULL, SHARD_VALUE_INIT_NULL, SHARD_VALUE_INIT_NULL,
            make_text(shown->reason != NULL ? shown->reason : kind_words[shown->kind])};
        shard_static_result_add(result, row);
    }
    return shard_static_result_stream(result);
}
