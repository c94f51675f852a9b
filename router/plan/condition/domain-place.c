/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * domain-place.c - asks the algorithm for the values and intervals of each key.
 *
 *   {4, 6} of the only key           -> each value's node
 *   {4, 6} and {1, 2} of two keys    -> the nodes of all four pairs
 *   {4} and [10, 20] of two keys     -> the nodes of 4 that are also the interval's
 */
#include "router/plan/condition/private.h"

#include <string.h>

/* More combinations of several keys' values than this are not placed one by one. */
#define MAX_COMBINATIONS 4096u

/* A few integers are asked one by one, which tells more than their interval: INLINE knows nothing
 * of intervals.  A value that no node takes is no error there. */
#define MAX_EXPANDED 64

typedef struct {
    const ShardKeyFacts *keys;
    ShardArena *arena;
    GError **error;
} Placer;

static gboolean place_domains(const Placer *self, const ShardDomain *domains, ShardNodes *out);
static gboolean place_expanded(const Placer *self, const ShardDomain *domains, ShardNodes *out);

gboolean
shard_domains_place(const ShardKeyFacts *keys, const ShardDomain *domains, ShardArena *arena,
                    ShardNodes *out, GError **error)
{
    const Placer placer = {keys, arena, error};
    ShardNodes expanded = shard_nodes_none(arena, keys->table->n_nodes);

    if (!place_expanded(&placer, domains, &expanded))
        return place_domains(&placer, domains, out);
    shard_nodes_unite(out, &expanded);
    return TRUE;
}

/* Several nodes, or a fault to be told in full. */
static gboolean
place_marks(const Placer *self, const ShardValue *values, ShardNodes *out)
{
    const ShardTable *table = self->keys->table;
    g_autofree gboolean *nodes = g_new0(gboolean, table->n_nodes);
    ShardPlace place = shard_table_place(table, values, nodes, self->error);

    for (guint i = 0; place == SHARD_PLACE_FOUND && i < table->n_nodes; i++) {
        if (nodes[i])
            shard_nodes_add(out, i);
    }
    return place != SHARD_PLACE_ERROR;
}

static gboolean
place_values(const Placer *self, const ShardValue *values, ShardNodes *out)
{
    ShardPlace place;
    gint node = shard_table_place_node(self->keys->table, values, &place, self->error);

    if (node >= 0)
        shard_nodes_add(out, (guint) node);
    if (node >= 0 || place != SHARD_PLACE_FOUND)
        return place != SHARD_PLACE_ERROR;
    return place_marks(self, values, out);
}

static gboolean
place_range(const Placer *self, guint key, const ShardRange *range, ShardNodes *out)
{
    const ShardTable *table = self->keys->table;
    g_autofree gboolean *nodes = g_new0(gboolean, table->n_nodes);

    if (!shard_table_place_range(table, key, range, nodes, self->error))
        return FALSE;
    for (guint i = 0; i < table->n_nodes; i++) {
        if (nodes[i])
            shard_nodes_add(out, i);
    }
    return TRUE;
}

static gboolean
is_finite(const ShardDomain *domain)
{
    return !domain->all && domain->n_ranges == 0;
}

/* All combinations of the finite keys' values; the other keys unknown. */
static gboolean
place_combinations(const Placer *self, const ShardDomain *domains, ShardNodes *out)
{
    guint n_keys = self->keys->n_keys;
    ShardValue *values = shard_arena_array(self->arena, ShardValue, n_keys);
    guint *at = shard_arena_array(self->arena, guint, n_keys);

    for (;;) {
        for (guint i = 0; i < n_keys; i++)
            values[i] = is_finite(&domains[i]) ? domains[i].values[at[i]]
                                               : (ShardValue){.kind = SHARD_VALUE_UNKNOWN};
        if (!place_values(self, values, out))
            return FALSE;
        guint i = 0;
        while (i < n_keys && (!is_finite(&domains[i]) || ++at[i] == domains[i].n_values))
            at[i++] = 0;
        if (i == n_keys)
            return TRUE;
    }
}

/* One key alone, the others unknown. */
static gboolean
place_key(const Placer *self, guint key, const ShardDomain *domain, ShardNodes *out)
{
    ShardDomain *alone = shard_arena_array(self->arena, ShardDomain, self->keys->n_keys);

    for (guint i = 0; i < self->keys->n_keys; i++)
        alone[i] = SHARD_DOMAIN_ALL;
    if (domain->n_values > 0) {
        alone[key] = *domain;
        alone[key].n_ranges = 0;
        if (!place_combinations(self, alone, out))
            return FALSE;
    }
    for (guint i = 0; i < domain->n_ranges; i++) {
        if (!place_range(self, key, &domain->ranges[i], out))
            return FALSE;
    }
    return TRUE;
}

static gboolean
are_combinable(const Placer *self, const ShardDomain *domains)
{
    guint64 combinations = 1;
    guint n_finite = 0;

    for (guint i = 0; i < self->keys->n_keys; i++) {
        if (!is_finite(&domains[i]))
            continue;
        n_finite++;
        combinations *= domains[i].n_values;
        if (combinations > MAX_COMBINATIONS && n_finite > 1)
            return FALSE;
    }
    return n_finite > 0;
}

static gboolean
place_domains(const Placer *self, const ShardDomain *domains, ShardNodes *out)
{
    gboolean combined = are_combinable(self, domains);
    ShardNodes part = shard_nodes_none(self->arena, out->n_nodes);

    if (combined && !place_combinations(self, domains, &part))
        return FALSE;
    if (!combined)
        shard_nodes_fill(&part);
    for (guint i = 0; i < self->keys->n_keys; i++) {
        if (domains[i].all || (combined && is_finite(&domains[i])))
            continue;
        ShardNodes of_key = shard_nodes_none(self->arena, out->n_nodes);
        if (!place_key(self, i, &domains[i], &of_key))
            return FALSE;
        shard_nodes_intersect(&part, &of_key);
    }
    shard_nodes_unite(out, &part);
    return TRUE;
}

static gint64
width(const ShardRange *range)
{
    guint64 between;

    if (range->lower.kind != range->upper.kind || !range->lower_closed || !range->upper_closed ||
        (range->lower.kind != SHARD_VALUE_LONG && range->lower.kind != SHARD_VALUE_INTEGER))
        return -1;
    between = (guint64) range->upper.i - (guint64) range->lower.i;
    return between < MAX_EXPANDED ? (gint64) between + 1 : -1;
}

static gboolean
expand(const Placer *self, ShardDomain *domain)
{
    gint64 total = 0;

    if (domain->all || domain->n_ranges == 0)
        return FALSE;
    for (guint i = 0; i < domain->n_ranges; i++) {
        gint64 more = width(&domain->ranges[i]);
        if (more < 0 || total > MAX_EXPANDED)
            return FALSE;
        total += more;
    }
    ShardValue *values =
        shard_arena_array(self->arena, ShardValue, domain->n_values + (gsize) total);
    guint n = domain->n_values;
    memcpy(values, domain->values, sizeof *values * n);
    for (guint i = 0; i < domain->n_ranges; i++) {
        for (gint64 j = 0; j < width(&domain->ranges[i]); j++) {
            values[n] = domain->ranges[i].lower;
            values[n++].i += j;
        }
    }
    *domain = (ShardDomain){.values = values, .n_values = n};
    return TRUE;
}

static gboolean
place_expanded(const Placer *self, const ShardDomain *domains, ShardNodes *out)
{
    ShardDomain *expanded =
        shard_arena_memdup(self->arena, domains, sizeof *domains * self->keys->n_keys);
    Placer silent = *self;
    gboolean any = FALSE;

    silent.error = NULL;
    for (guint i = 0; i < self->keys->n_keys; i++)
        any = expand(self, &expanded[i]) || any;
    return any && place_domains(&silent, expanded, out);
}
