/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/counters.h"

ShardCounters shard_counters;

static const char *const routes[SHARD_ROUTE_KINDS] = {
    [SHARD_ROUTE_SINGLE] = "single",
    [SHARD_ROUTE_SEVERAL] = "several",
    [SHARD_ROUTE_RANGE] = "range",
    [SHARD_ROUTE_CARTESIAN] = "cartesian",
    [SHARD_ROUTE_BROADCAST] = "broadcast",
    [SHARD_ROUTE_SHARDS] = "shards",
    [SHARD_ROUTE_INSTANCES] = "instances",
    [SHARD_ROUTE_UNICAST] = "unicast",
    [SHARD_ROUTE_BLOCKED] = "blocked",
    [SHARD_ROUTE_DIRECT] = "direct",
    [SHARD_ROUTE_SINGLE_TABLE] = "single_table",
    [SHARD_ROUTE_DEFAULT] = "default",
};

const char *
shard_route_name(ShardRouteKind kind)
{
    return routes[kind];
}

static const struct {
    const char *name;
    atomic_ullong *counter;
} others[] = {
    {"statements_failed", &shard_counters.failed},
    {"statements_refused", &shard_counters.refused},
    {"rows_changed", &shard_counters.rows_changed},
    {"rules_reloads", &shard_counters.rules_reloads},
    {"rules_refused", &shard_counters.rules_refused},
};

gboolean
shard_counters_get(guint number, char *out_name, gsize name_size, guint64 *out_value)
{
    if (number < SHARD_ROUTE_KINDS) {
        g_snprintf(out_name, name_size, "statements_%s", routes[number]);
        *out_value = atomic_load(&shard_counters.statements[number]);
        return TRUE;
    }
    number -= SHARD_ROUTE_KINDS;
    if (number >= G_N_ELEMENTS(others))
        return FALSE;
    g_strlcpy(out_name, others[number].name, name_size);
    *out_value = atomic_load(others[number].counter);
    return TRUE;
}
