/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/check/check.h"
#include "tools/map/map.h"
#include "tools/report.h"
#include "tools/terminal.h"

#include <string.h>

static void
table_free(gpointer data)
{
    MapTable *self = data;

    g_free(self->rows);
    g_free(self);
}

Map *
map_new(const ShardRules *rules, const char *only)
{
    Map *self = g_new0(Map, 1);

    self->rules = rules;
    self->tables = g_ptr_array_new_with_free_func(table_free);
    for (guint i = 0; i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        if (only != NULL && g_ascii_strcasecmp(only, table->name) != 0)
            continue;
        MapTable *entry = g_new0(MapTable, 1);
        entry->table = table;
        entry->total = -1;
        entry->rows = g_new(gint64, table->n_nodes + 1);
        for (guint j = 0; j < table->n_nodes; j++)
            entry->rows[j] = -1;
        g_ptr_array_add(self->tables, entry);
    }
    return self;
}

void
map_free(Map *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->tables);
    g_free(self);
}

gint64
map_shard_rows(const Map *self, guint shard)
{
    gint64 rows = -1;

    for (guint i = 0; i < self->tables->len; i++) {
        const MapTable *table = self->tables->pdata[i];
        for (guint j = 0; j < table->table->n_nodes; j++)
            if (table->table->nodes[j].shard == shard && table->rows[j] >= 0)
                rows = MAX(rows, 0) + table->rows[j];
    }
    return rows;
}

double
map_skew(const MapTable *table)
{
    guint n = table->table->n_nodes;

    if (table->total <= 0 || n < 2 || table->table->kind == SHARD_TABLE_BROADCAST)
        return 0;
    return (double) table->largest * n / (double) table->total;
}

static gboolean
count_node(MapTable *table, guint node, ShardSession *session, GError **error)
{
    const ShardNode *at = &table->table->nodes[node];
    ShardBackend *backend = shard_session_backend(session, at->shard, error);
    g_autoptr(GString) sql = g_string_new("SELECT COUNT(*) FROM ");
    guint n_columns;

    if (backend == NULL)
        return FALSE;
    check_append_table(sql, shard_backend_dialect(backend), at);
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n_columns, error);
    if (rows == NULL)
        return FALSE;
    const char *cell = rows->len == 1 ? ((char **) rows->pdata[0])[0] : NULL;
    table->rows[node] = cell == NULL ? -1 : g_ascii_strtoll(cell, NULL, 10);
    table->largest = MAX(table->largest, table->rows[node]);
    if (table->rows[node] >= 0)
        table->total = MAX(table->total, 0) + table->rows[node];
    return TRUE;
}

gboolean
map_count(Map *self, const ShardSettings *settings)
{
    g_autoptr(GError) error = NULL;
    ShardSession *session = shard_session_new(settings, SQL_OV_ODBC3, &error);
    Progress progress = {.what = "counting", .total = self->tables->len};
    gboolean ok = session != NULL;

    if (session == NULL)
        g_printerr("shardodbc map: %s\n", error->message);
    for (guint i = 0; session != NULL && i < self->tables->len; i++) {
        MapTable *table = self->tables->pdata[i];
        for (guint j = 0; j < table->table->n_nodes; j++) {
            g_autoptr(GError) failure = NULL;
            progress_show(&progress, i, table->table->name);
            if (count_node(table, j, session, &failure))
                continue;
            progress_end(&progress);
            g_autofree char *fault = report_one_line(failure->message);
            const ShardNode *node = &table->table->nodes[j];
            g_printerr("shardodbc map: %s.%s: %s\n",
                       shard_rules_shard(self->rules, node->shard)->name, node->table, fault);
            ok = FALSE;
        }
    }
    progress_end(&progress);
    shard_session_free(session);
    return ok;
}
