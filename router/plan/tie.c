/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/tie.h"

#include "router/plan/colocate.h"

#include <string.h>

/* Columns of a reference that belong together, in order. */
typedef struct {
    ShardInstance of;
    const char *const *columns;
    guint n;
} Columns;

static gboolean
all_equal(const ShardEquality *equality, Columns a, Columns b)
{
    for (guint i = 0; i < a.n; i++) {
        if (!shard_equality_has(equality, (ShardColumnId){(gint) a.of.ref, a.columns[i], a.of.use},
                                (ShardColumnId){(gint) b.of.ref, b.columns[i], b.of.use}))
            return FALSE;
    }
    return TRUE;
}

static Columns
strategy_columns(const ShardAnalysis *self, ShardInstance of, gboolean shard)
{
    const ShardTable *table = self->refs[of.ref].table;
    const ShardStrategy *strategy = shard ? &table->shard_strategy : &table->table_strategy;

    return (Columns){of, strategy->keys, strategy->n_keys};
}

static gboolean
tied_by_strategy(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                 ShardInstance b, gboolean shard)
{
    Columns of_a = strategy_columns(self, a, shard), of_b = strategy_columns(self, b, shard);

    return of_a.n == of_b.n && all_equal(equality, of_a, of_b) &&
           shard_keys_placed_alike(&self->refs[a.ref].keys, &self->refs[b.ref].keys, shard);
}

/* Equal values must lie on one node: text that is equal in spite of its bytes needn't. */
static gboolean
joins_exactly(const ShardRef *ref)
{
    for (guint i = 0; i < ref->keys.n_keys; i++) {
        if (!ref->keys.keys[i].exact_joins)
            return FALSE;
    }
    return TRUE;
}

static gboolean
has_node_on(const ShardTable *table, guint shard)
{
    for (guint i = 0; i < table->n_nodes; i++) {
        if (table->nodes[i].shard == shard)
            return TRUE;
    }
    return FALSE;
}

static gboolean
are_on_same_shards(const ShardTable *a, const ShardTable *b)
{
    for (guint i = 0; i < a->n_nodes; i++) {
        if (!has_node_on(b, a->nodes[i].shard))
            return FALSE;
    }
    for (guint i = 0; i < b->n_nodes; i++) {
        if (!has_node_on(a, b->nodes[i].shard))
            return FALSE;
    }
    return TRUE;
}

/* One algorithm on equal keys gives one shard, whatever the tables inside are. */
static gboolean
is_tied_by_shard(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                 ShardInstance b)
{
    const ShardRef *ref_a = &self->refs[a.ref], *ref_b = &self->refs[b.ref];
    const ShardStrategy *x = &ref_a->table->shard_strategy, *y = &ref_b->table->shard_strategy;

    if (x->algorithm == NULL || y->algorithm == NULL || x->n_keys == 0 || x->n_keys != y->n_keys ||
        g_strcmp0(shard_algorithm_name(x->algorithm), shard_algorithm_name(y->algorithm)) != 0 ||
        !are_on_same_shards(ref_a->table, ref_b->table))
        return FALSE;
    return joins_exactly(ref_a) && joins_exactly(ref_b) &&
           tied_by_strategy(self, equality, a, b, TRUE);
}

gboolean
shard_refs_tied(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                ShardInstance b, gboolean by_shard)
{
    const ShardTable *x = self->refs[a.ref].table, *y = self->refs[b.ref].table;

    /* A CTE that is named several times, in two others: its rows aren't told apart. */
    if (a.ref == b.ref && a.use == b.use)
        return FALSE;
    if (by_shard && is_tied_by_shard(self, equality, a, b))
        return TRUE;
    if (!shard_table_bound(x, y) || !shard_is_placed_by_keys(x))
        return FALSE;
    guint n_on = 0;
    while (x->bind_on[n_on] != NULL && y->bind_on[n_on] != NULL)
        n_on++;
    if (n_on > 0 &&
        all_equal(equality, (Columns){a, x->bind_on, n_on}, (Columns){b, y->bind_on, n_on}))
        return TRUE;
    return joins_exactly(&self->refs[a.ref]) && joins_exactly(&self->refs[b.ref]) &&
           tied_by_strategy(self, equality, a, b, TRUE) &&
           tied_by_strategy(self, equality, a, b, FALSE);
}

/* ---- why not ---- */

static const char *
algorithm_of_key(const ShardTable *table, const char *key)
{
    const ShardStrategy *strategies[] = {&table->shard_strategy, &table->table_strategy};

    for (gsize i = 0; i < G_N_ELEMENTS(strategies); i++)
        for (guint j = 0; j < strategies[i]->n_keys; j++)
            if (strcmp(strategies[i]->keys[j], key) == 0 && strategies[i]->algorithm != NULL)
                return shard_algorithm_name(strategies[i]->algorithm);
    return NULL;
}

/* "'t_order' (user_id by by_user, order_id by by_order)" */
static void
append_placement(const ShardAnalysis *self, GString *out, guint ref)
{
    const ShardTable *table = self->refs[ref].table;
    const char *const *keys = shard_table_keys(table);

    g_string_append_printf(out, "'%s' (", self->statement->tables[ref].name);
    for (guint i = 0; keys[i] != NULL; i++)
        g_string_append_printf(out, "%s%s by %s", i == 0 ? "" : ", ", keys[i],
                               algorithm_of_key(table, keys[i]));
    g_string_append(out, keys[0] == NULL ? "placed by no key)" : ")");
}

/* "user_id" or "id = order_id" for each pair of keys that isn't equated; nothing: all are. */
static void
append_missing(const ShardAnalysis *self, const ShardEquality *equality, GString *out,
               ShardInstance a, ShardInstance b)
{
    const char *const *x = shard_table_keys(self->refs[a.ref].table);
    const char *const *y = shard_table_keys(self->refs[b.ref].table);

    for (guint i = 0; x[i] != NULL && y[i] != NULL; i++) {
        if (all_equal(equality, (Columns){a, &x[i], 1}, (Columns){b, &y[i], 1}))
            continue;
        g_string_append_printf(out, "%s%s", out->len == 0 ? "" : ", ", x[i]);
        if (!shard_identifier_equal_fold(x[i], y[i]))
            g_string_append_printf(out, " = %s", y[i]);
    }
}

static gboolean
are_keyed_alike(const ShardTable *a, const ShardTable *b)
{
    return a->shard_strategy.n_keys == b->shard_strategy.n_keys &&
           a->table_strategy.n_keys == b->table_strategy.n_keys && shard_table_keys(a)[0] != NULL;
}

static void
append_reason(const ShardAnalysis *self, const ShardEquality *equality, GString *out,
              ShardInstance a, ShardInstance b)
{
    const ShardTable *x = self->refs[a.ref].table, *y = self->refs[b.ref].table;
    g_autoptr(GString) missing = g_string_new(NULL);

    if (!are_keyed_alike(x, y)) {
        g_string_append(out, " is of tables that aren't placed alike");
        return;
    }
    append_missing(self, equality, missing, a, b);
    if (missing->len > 0)
        g_string_append_printf(out, " doesn't equate %s", missing->str);
    else if (shard_table_bound(x, y))
        g_string_append(out, " equates keys that may be equal and placed apart (key-match)");
    if (!shard_table_bound(x, y))
        g_string_append_printf(out, "%s the tables are in no common binding group",
                               missing->len > 0 ? ", and" : " equates their keys, but");
}

char *
shard_refs_untied(const ShardAnalysis *self, const ShardEquality *equality, ShardInstance a,
                  ShardInstance b)
{
    GString *text = g_string_new("the join of ");

    append_placement(self, text, a.ref);
    g_string_append(text, " and ");
    append_placement(self, text, b.ref);
    append_reason(self, equality, text, a, b);
    g_string_append(text, ": rows that meet may lie on different nodes");
    return g_string_free(text, FALSE);
}
