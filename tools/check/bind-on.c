/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * bind-on.c - proves the promise that rows of a binding group which are equal in these columns lie
 * on one node.
 *
 * Each value's node is remembered under 128 bits of its hash (24 bytes a value), so a clash of
 * hashes is out of the question.
 */
#include "tools/check/check.h"

#include "tools/terminal.h"

#include <string.h>

typedef struct {
    guint64 high, low;
    guint node; /* as the group's first table numbers them */
} Seen;

typedef struct {
    Check *check;
    const ShardTable *first; /* of the group */
    GHashTable *seen;        /* Seen* -> itself */
    guint64 n_wrong;
    Progress progress;
} Promise;

static guint
seen_hash(gconstpointer key)
{
    return (guint) ((const Seen *) key)->low;
}

static gboolean
seen_equal(gconstpointer a, gconstpointer b)
{
    const Seen *left = a;
    const Seen *right = b;
    return left->high == right->high && left->low == right->low;
}

static Seen
hash_row(char *const *row, guint n_columns)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
    guint8 digest[20];
    gsize size = sizeof digest;
    Seen seen = {0};

    for (guint i = 0; i < n_columns; i++) {
        g_checksum_update(sum, (const guchar *) (row[i] == NULL ? "N" : "V"), 1);
        if (row[i] != NULL)
            g_checksum_update(sum, (const guchar *) row[i], (gssize) strlen(row[i]) + 1);
    }
    g_checksum_get_digest(sum, digest, &size);
    memcpy(&seen.high, digest, 8);
    memcpy(&seen.low, digest + 8, 8);
    return seen;
}

static void
take_row(Promise *self, const ShardTable *table, guint node, char *const *row, guint n_columns)
{
    Seen seen = hash_row(row, n_columns);
    gint place =
        table == self->first ? (gint) node : shard_table_bound_node(table, node, self->first);

    seen.node = (guint) MAX(place, 0);
    const Seen *other = g_hash_table_lookup(self->seen, &seen);
    if (other == NULL) {
        Seen *kept = g_new(Seen, 1);
        *kept = seen;
        g_hash_table_add(self->seen, kept);
        return;
    }
    if (other->node == seen.node || self->n_wrong++ >= self->check->sample)
        return;
    g_autofree char *here = check_node_name(self->check, &table->nodes[node]);
    g_autofree char *there = check_node_name(self->check, &self->first->nodes[other->node]);
    g_autofree char *columns = g_strjoinv(", ", (char **) table->bind_on);
    report_add(self->check->report, FINDING_ERROR, "bind-on", report_subject("node", here),
               "%s = %s is here, and beside %s, too", columns, row[0] == NULL ? "NULL" : row[0],
               there);
}

static void
scan_node(Promise *self, const ShardTable *table, guint node)
{
    ShardBackend *backend = self->check->backends->pdata[table->nodes[node].shard];
    g_autoptr(GString) sql = g_string_new("SELECT DISTINCT ");
    g_autoptr(GError) error = NULL;
    guint n_columns;

    if (backend == NULL)
        return;
    for (guint i = 0; table->bind_on[i] != NULL; i++) {
        g_string_append(sql, i == 0 ? "" : ", ");
        shard_identifier_quote(sql, shard_backend_dialect(backend), table->bind_on[i]);
    }
    g_string_append(sql, " FROM ");
    check_append_table(sql, shard_backend_dialect(backend), &table->nodes[node]);
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n_columns, &error);
    if (rows == NULL) {
        report_add(self->check->report, FINDING_ERROR, "bind-on",
                   report_subject("table", table->name), "%s", error->message);
        return;
    }
    for (guint i = 0; i < rows->len; i++)
        take_row(self, table, node, rows->pdata[i], n_columns);
}

static void
scan_group(Check *check, const ShardTable *first)
{
    Promise promise = {.check = check,
                       .first = first,
                       .seen = g_hash_table_new_full(seen_hash, seen_equal, g_free, NULL),
                       .progress = {.what = "bind-on", .total = first->n_nodes}};

    for (guint i = 0; i < shard_rules_n_tables(check->rules); i++) {
        const ShardTable *table = shard_rules_table(check->rules, i);
        if (g_strcmp0(table->bind, first->bind) != 0 || table->bind_on[0] == NULL)
            continue;
        for (guint node = 0; node < table->n_nodes; node++) {
            progress_show(&promise.progress, node, table->name);
            scan_node(&promise, table, node);
        }
    }
    progress_end(&promise.progress);
    if (promise.n_wrong > 0)
        report_add(check->report, FINDING_ERROR, "bind-on", report_subject("group", first->bind),
                   "%" G_GUINT64_FORMAT " values are on several nodes: bind-on is not true",
                   promise.n_wrong);
    else
        report_add(check->report, FINDING_NOTE, "bind-on", report_subject("group", first->bind),
                   "%u values, each on one node", g_hash_table_size(promise.seen));
    g_hash_table_unref(promise.seen);
}

void
check_bind_on(Check *self)
{
    g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        if (table->bind == NULL || table->bind_on[0] == NULL ||
            !g_hash_table_add(done, (gpointer) table->bind))
            continue;
        scan_group(self, table);
    }
}
