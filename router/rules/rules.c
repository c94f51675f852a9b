/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/rules.h"

#include "router/rules/rules-private.h"

#include <string.h>

ShardRules *
shard_rules_ref(ShardRules *self)
{
    g_atomic_int_inc(&self->references);
    return self;
}

void
shard_rules_unref(ShardRules *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(&self->references))
        return;
    for (guint i = 0; i < self->n_tables; i++)
        shard_rules_table_clear(self->tables[i]);
    g_ptr_array_unref(self->algorithms);
    g_ptr_array_unref(self->generators);
    g_ptr_array_unref(self->zones);
    g_hash_table_unref(self->shard_by_name);
    g_hash_table_unref(self->table_by_name);
    g_hash_table_unref(self->table_by_fold);
    g_hash_table_unref(self->actuals);
    g_hash_table_unref(self->routines);
    g_ptr_array_unref(self->warnings);
    shard_arena_free(self->arena);
    g_free(self->directory);
    g_free(self->path);
    g_free(self);
}

const char *
shard_rules_path(const ShardRules *self)
{
    return self->path;
}

ShardDialect
shard_rules_dialect(const ShardRules *self)
{
    return self->dialect;
}

guint
shard_rules_n_shards(const ShardRules *self)
{
    return self->n_shards;
}

const ShardDataSource *
shard_rules_shard(const ShardRules *self, guint shard)
{
    return &self->shards[shard];
}

gint
shard_rules_find_shard(const ShardRules *self, const char *name)
{
    return (gint) GPOINTER_TO_UINT(g_hash_table_lookup(self->shard_by_name, name)) - 1;
}

gint
shard_rules_default_shard(const ShardRules *self)
{
    return self->default_shard;
}

guint
shard_rules_n_tables(const ShardRules *self)
{
    return self->n_tables;
}

const ShardTable *
shard_rules_table(const ShardRules *self, guint table)
{
    return &self->tables[table]->base;
}

const ShardTable *
shard_rules_find_table(const ShardRules *self, const char *name, gboolean quoted)
{
    const ShardTableFull *table = g_hash_table_lookup(self->table_by_name, name);

    if (table != NULL || quoted)
        return table == NULL ? NULL : &table->base;
    g_autofree char *fold = g_ascii_strdown(name, -1);
    gpointer found = g_hash_table_lookup(self->table_by_fold, fold);
    /* The rules stand there where several tables differ by case only. */
    return found == NULL || found == self ? NULL : &((const ShardTableFull *) found)->base;
}

/* How well an entry fits: 0 not at all, then better and better. */
static guint
rate_actual(const ShardActual *actual, const char *schema, const char *table)
{
    const ShardNode *node = &actual->table->base.nodes[actual->node];
    guint rate = strcmp(node->table, table) == 0 ? 2 : 1;

    if (g_strcmp0(node->schema, schema) == 0)
        return rate + 4;
    return schema == NULL || node->schema == NULL ? rate : 0;
}

const ShardTable *
shard_rules_find_actual(const ShardRules *self, guint shard, const char *schema, const char *table,
                        guint *out_node)
{
    g_autofree char *spelled = g_strdup_printf("%u/%s", shard, table);
    g_autofree char *key = g_ascii_strdown(spelled, -1);
    const GArray *actuals = g_hash_table_lookup(self->actuals, key);
    const ShardActual *best = NULL;
    guint best_rate = 0;
    guint ties = 0;

    for (guint i = 0; actuals != NULL && i < actuals->len; i++) {
        const ShardActual *actual = &g_array_index(actuals, ShardActual, i);
        guint rate = rate_actual(actual, schema, table);
        ties = rate > best_rate ? 1 : ties + (rate == best_rate ? 1 : 0);
        if (rate > best_rate)
            best = actual;
        best_rate = MAX(rate, best_rate);
    }
    if (best == NULL || ties > 1)
        return NULL;
    if (out_node != NULL)
        *out_node = best->node;
    return &best->table->base;
}

const ShardRoutine *
shard_rules_find_routine(const ShardRules *self, const char *name)
{
    g_autofree char *fold = g_ascii_strdown(name, -1);
    return g_hash_table_lookup(self->routines, fold);
}

const char *const *
shard_rules_warnings(const ShardRules *self)
{
    return (const char *const *) self->warnings->pdata;
}

static const ShardTableFull *
full(const ShardTable *self)
{
    return (const ShardTableFull *) self;
}

gboolean
shard_table_bound(const ShardTable *a, const ShardTable *b)
{
    return a == b || (a->bind != NULL && b->bind != NULL && strcmp(a->bind, b->bind) == 0);
}

gint
shard_table_bound_node(const ShardTable *a, guint node, const ShardTable *b)
{
    if (a == b)
        return (gint) node;
    if (!shard_table_bound(a, b) || full(a)->bind_position == NULL || full(b)->bind_node == NULL)
        return -1;
    return (gint) full(b)->bind_node[full(a)->bind_position[node]];
}

gboolean
shard_table_is_key(const ShardTable *self, const char *column)
{
    for (guint i = 0; i < full(self)->n_keys; i++)
        if (g_ascii_strcasecmp(full(self)->keys[i], column) == 0)
            return TRUE;
    return FALSE;
}

const char *const *
shard_table_keys(const ShardTable *self)
{
    return full(self)->keys;
}
