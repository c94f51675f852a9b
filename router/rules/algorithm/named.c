/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Targets by the names that an algorithm's properties give them. */
#include "router/rules/algorithm/named.h"

#include <string.h>

static gint
find_target(const ShardTargets *targets, const char *name)
{
    gint target = shard_targets_find(targets, name, strlen(name));
    return target >= 0 ? target : shard_targets_find_suffix(targets, name, strlen(name));
}

gboolean
shard_named_check(const ShardAlgorithm *base, const ShardTargets *targets, const char *name,
                  GError **error)
{
    if (name == NULL || find_target(targets, name) >= 0)
        return TRUE;
    g_autofree char *names = shard_targets_describe(targets);
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "algorithm %s (%s): '%s' is none of %s",
                    base->name, base->type->name, name, names);
    return FALSE;
}

ShardPlace
shard_named_place(const ShardAlgorithm *base, const ShardTargets *targets,
                  const ShardKeyValues *values, const char *name, guint *out_target, GError **error)
{
    if (name == NULL)
        return SHARD_PLACE_OUTSIDE;
    gint target = find_target(targets, name);
    if (target < 0)
        return shard_place_missing(base, targets, values, name, error);
    *out_target = (guint) target;
    return SHARD_PLACE_FOUND;
}

void
shard_named_mark(const ShardTargets *targets, const char *name, gboolean *out)
{
    gint target = name == NULL ? -1 : find_target(targets, name);
    guint n = 0;
    const guint *members = target < 0 ? NULL : shard_targets_members(targets, (guint) target, &n);

    for (guint i = 0; i < n; i++)
        out[members[i]] = TRUE;
}
