/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * text.c - the map for a terminal.
 *
 *   t_order  sharded by user_id (MOD) and order_id (INLINE), 4 nodes, 30 rows, fullest 1.3 x mean
 *     ds_0  t_order_0  ########               8
 *           t_order_1  ##########            10
 */
#include "tools/map/map.h"
#include "tools/terminal.h"

#include <string.h>

/* Nodes of a table that are listed one by one. */
#define MOST_NODES 256

static void
append_strategy(GString *out, const char *word, const ShardStrategy *strategy)
{
    if (strategy->algorithm == NULL)
        return;
    g_string_append_printf(out, "%s", word);
    for (guint i = 0; i < strategy->n_keys; i++)
        g_string_append_printf(out, "%s%s", i == 0 ? "" : ", ", strategy->keys[i]);
    g_string_append_printf(out, "%s(%s)", strategy->n_keys == 0 ? "" : " ",
                           shard_algorithm_type(strategy->algorithm));
}

static char *
describe(const MapTable *self)
{
    const ShardTable *table = self->table;
    g_autoptr(GString) out = g_string_new(NULL);

    if (table->kind == SHARD_TABLE_BROADCAST)
        g_string_append_printf(out, "broadcast, %u copies", table->n_nodes);
    else if (table->kind == SHARD_TABLE_SINGLE)
        g_string_append(out, "single");
    else {
        g_string_append(out, "sharded");
        append_strategy(out, " by ", &table->shard_strategy);
        append_strategy(out, table->shard_strategy.algorithm != NULL ? " and " : " by ",
                        &table->table_strategy);
        g_string_append_printf(out, ", %u nodes", table->n_nodes);
    }
    if (table->bind != NULL)
        g_string_append_printf(out, ", bound as %s", table->bind);
    if (self->total >= 0 && table->kind != SHARD_TABLE_BROADCAST)
        g_string_append_printf(out, ", %" G_GINT64_FORMAT " rows", self->total);
    if (map_skew(self) > 0)
        g_string_append_printf(out, ", fullest %.2f x mean", map_skew(self));
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static void
print_bar(gint64 rows, gint64 largest, guint width)
{
    guint filled = largest <= 0 ? 0 : (guint) ((guint64) rows * width / (guint64) largest);

    g_print("  %s", ink(INK_BLUE));
    for (guint i = 0; i < width; i++)
        g_print("%s",
                i < MAX(filled, rows > 0 ? 1u : 0u) ? (terminal_is_wide_text() ? "█" : "#") : " ");
    g_print("%s %10" G_GINT64_FORMAT "\n", ink(INK_PLAIN), rows);
}

static char *
actual_name(const ShardNode *node)
{
    return node->schema == NULL ? g_strdup(node->table)
                                : g_strconcat(node->schema, ".", node->table, NULL);
}

static guint
longest_name(const Map *self, const MapTable *table, gboolean shards)
{
    gsize longest = 0;

    for (guint i = 0; i < table->table->n_nodes; i++) {
        g_autofree char *name =
            shards ? g_strdup(shard_rules_shard(self->rules, table->table->nodes[i].shard)->name)
                   : actual_name(&table->table->nodes[i]);
        longest = MAX(longest, (gsize) g_utf8_strlen(name, -1));
    }
    return (guint) longest;
}

static void
print_nodes(const Map *self, const MapTable *table)
{
    guint shard_width = longest_name(self, table, TRUE);
    guint name_width = longest_name(self, table, FALSE);
    guint used = shard_width + name_width + 20;
    guint width = CLAMP(terminal_columns() > used ? terminal_columns() - used : 10, 10, 40);
    gint last = -1;

    for (guint i = 0; i < MIN(table->table->n_nodes, MOST_NODES); i++) {
        const ShardNode *node = &table->table->nodes[i];
        g_autofree char *name = actual_name(node);
        g_print("  %-*s  %-*s", (int) shard_width,
                (gint) node->shard == last ? "" : shard_rules_shard(self->rules, node->shard)->name,
                (int) name_width, name);
        last = (gint) node->shard;
        if (table->rows[i] >= 0)
            print_bar(table->rows[i], table->largest, width);
        else
            g_print("\n");
    }
    if (table->table->n_nodes > MOST_NODES)
        g_print("  … and %u nodes more\n", table->table->n_nodes - MOST_NODES);
}

/* "shop_0 and 2 replicas (default)" */
static char *
describe_shard(const Map *self, guint number)
{
    const ShardDataSource *shard = shard_rules_shard(self->rules, number);
    GString *text = g_string_new(shard->dsn == NULL ? "connection" : shard->dsn);
    guint n = g_strv_length((char **) shard->replicas);

    if (n > 0)
        g_string_append_printf(text, " and %u replica%s", n, n == 1 ? "" : "s");
    if ((gint) number == shard_rules_default_shard(self->rules))
        g_string_append(text, " (default)");
    return g_string_free(text, FALSE);
}

static void
print_shards(const Map *self)
{
    gint64 largest = 0;
    gsize width = 0, about_width = 0;

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        largest = MAX(largest, map_shard_rows(self, i));
        width = MAX(width, strlen(shard_rules_shard(self->rules, i)->name));
        g_autofree char *about = describe_shard(self, i);
        about_width = MAX(about_width, strlen(about));
    }
    g_print("%sshards%s\n", ink(INK_BOLD), ink(INK_PLAIN));
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        gint64 rows = map_shard_rows(self, i);
        g_autofree char *about = describe_shard(self, i);
        g_print("  %-*s  %s%-*s%s", (int) width, shard->name, ink(INK_DIM), (int) about_width,
                about, ink(INK_PLAIN));
        if (rows >= 0)
            print_bar(rows, largest, 30);
        else
            g_print("\n");
    }
}

void
map_print_text(const Map *self)
{
    print_shards(self);
    for (guint i = 0; i < self->tables->len; i++) {
        const MapTable *table = self->tables->pdata[i];
        g_autofree char *text = describe(table);
        g_print("\n%s%s%s  %s\n", ink(INK_BOLD), table->table->name, ink(INK_PLAIN), text);
        print_nodes(self, table);
    }
}
