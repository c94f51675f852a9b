/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * svg.c - the map as a picture: a column per shard, a band per table, a box per node.  The bar in a
 * box is as long as the node is full, against the table's fullest; a line marks the mean, and what
 * is far above it is red.
 */
#include "tools/map/map.h"

#include <string.h>

enum { COLUMN = 170, GAP = 12, BOX = 22, HEAD = 52, LEFT = 210, BAND_GAP = 18, MOST_BOXES = 40 };
enum { LINE = 16, LABEL = 4 * LINE + 4, FOOT = 28, MOST_LETTERS = 22 };

#define MUCH 1.5 /* times the mean */

/* What fits, as text of XML. */
static char *
escape(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);

    if (g_utf8_strlen(valid, -1) <= MOST_LETTERS)
        return g_markup_escape_text(valid, -1);
    g_autofree char *start = g_utf8_substring(valid, 0, MOST_LETTERS - 1);
    g_autofree char *cut = g_strconcat(start, "…", NULL);
    return g_markup_escape_text(cut, -1);
}

static guint
boxes_on(const MapTable *table, guint shard)
{
    guint n = 0;

    for (guint i = 0; i < table->table->n_nodes; i++)
        n += table->table->nodes[i].shard == shard;
    return n;
}

static guint
band_height(const Map *self, const MapTable *table)
{
    guint most = 1;

    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++)
        most = MAX(most, MIN(boxes_on(table, i), MOST_BOXES + 1));
    return most * (BOX + 4);
}

/* Copies of a broadcast table are equal: only the others have a mean that says something. */
static double
mean_rows(const MapTable *table)
{
    if (table->table->kind != SHARD_TABLE_SHARDED || table->total <= 0)
        return -1;
    return (double) table->total / table->table->n_nodes;
}

static void
print_bar(const MapTable *table, gint64 rows, guint x, guint y)
{
    double mean = mean_rows(table), largest = (double) MAX(table->largest, 1);

    g_print("<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\" fill=\"#f2f6fa\" "
            "stroke=\"#9bb4cc\"/>",
            x, y, (guint) COLUMN, (guint) BOX);
    if (rows > 0)
        g_print("<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\" fill=\"%s\"/>", x, y,
                MAX((guint) (COLUMN * ((double) rows / largest)), 2u), (guint) BOX,
                mean > 0 && (double) rows > MUCH * mean ? "#eda79b" : "#a9c8e6");
    if (mean > 0)
        g_print("<path d=\"M%u %uv%u\" stroke=\"#456\" stroke-dasharray=\"2 2\"/>",
                x + (guint) (COLUMN * mean / largest), y, (guint) BOX);
}

static void
print_box(const MapTable *table, guint node, guint x, guint y)
{
    const ShardNode *at = &table->table->nodes[node];
    g_autofree char *raw =
        at->schema == NULL ? g_strdup(at->table) : g_strconcat(at->schema, ".", at->table, NULL);
    g_autofree char *whole = g_markup_escape_text(raw, -1);
    g_autofree char *name = escape(raw);
    gint64 rows = table->rows[node];

    g_print("<g><title>%s%s", whole, rows < 0 ? "" : ": ");
    if (rows >= 0)
        g_print("%" G_GINT64_FORMAT " rows", rows);
    g_print("</title>");
    print_bar(table, rows, x, y);
    g_print("<text x=\"%u\" y=\"%u\">%s</text>", x + 6, y + 15, name);
    if (rows >= 0)
        g_print("<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%" G_GINT64_FORMAT "</text>",
                x + COLUMN - 6, y + 15, rows);
    g_print("</g>\n");
}

/* "by user_id, order_id", "broadcast", "single" */
static char *
describe_table(const ShardTable *table)
{
    const char *const *keys = shard_table_keys(table);
    g_autofree char *names = NULL;

    if (table->kind == SHARD_TABLE_BROADCAST)
        return g_strdup("a copy on every shard");
    if (table->kind == SHARD_TABLE_SINGLE)
        return g_strdup("on one shard");
    if (keys[0] == NULL)
        return g_strdup("by no key");
    names = g_strjoinv(", ", (char **) keys);
    return g_strconcat("by ", names, NULL);
}

static void
print_label(const MapTable *table, guint y)
{
    g_autofree char *name = escape(table->table->name);
    g_autofree char *raw = describe_table(table->table);
    g_autofree char *kind = escape(raw);
    double skew = table->table->kind == SHARD_TABLE_SHARDED ? map_skew(table) : 0;
    char room[G_ASCII_DTOSTR_BUF_SIZE];

    g_print("<text x=\"8\" y=\"%u\" font-weight=\"bold\">%s</text>"
            "<text x=\"8\" y=\"%u\" fill=\"#666\">%s</text>\n",
            y + 15, name, y + 15 + LINE, kind);
    if (table->total >= 0 && table->table->kind != SHARD_TABLE_BROADCAST)
        g_print("<text x=\"8\" y=\"%u\" fill=\"#666\">%" G_GINT64_FORMAT " rows, %u nodes</text>\n",
                y + 15 + 2 * LINE, table->total, table->table->n_nodes);
    if (skew > 0)
        g_print("<text x=\"8\" y=\"%u\" fill=\"%s\">fullest %s x mean</text>\n", y + 15 + 3 * LINE,
                skew > MUCH ? "#c02020" : "#666", g_ascii_formatd(room, sizeof room, "%.2f", skew));
}

static void
print_band(const Map *self, const MapTable *table, guint y)
{
    g_autofree guint *used = g_new0(guint, shard_rules_n_shards(self->rules) + 1);

    print_label(table, y);
    for (guint i = 0; i < table->table->n_nodes; i++) {
        guint shard = table->table->nodes[i].shard;
        guint x = LEFT + shard * (COLUMN + GAP);
        guint at = y + used[shard] * (BOX + 4);
        if (used[shard]++ < MOST_BOXES)
            print_box(table, i, x, at);
    }
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++)
        if (used[i] > MOST_BOXES)
            g_print("<text x=\"%u\" y=\"%u\" fill=\"#666\">and %u more</text>\n",
                    LEFT + i * (COLUMN + GAP) + 6, y + MOST_BOXES * (BOX + 4) + 15,
                    used[i] - MOST_BOXES);
}

static void
print_heads(const Map *self)
{
    guint n = shard_rules_n_shards(self->rules);
    gint64 largest = 1;

    for (guint i = 0; i < n; i++)
        largest = MAX(largest, map_shard_rows(self, i));
    for (guint i = 0; i < n; i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        g_autofree char *name = escape(shard->name);
        g_autofree char *dsn = escape(shard->dsn == NULL ? "" : shard->dsn);
        guint x = LEFT + i * (COLUMN + GAP);
        gint64 rows = map_shard_rows(self, i);
        g_print("<text x=\"%u\" y=\"16\" font-weight=\"bold\">%s</text>"
                "<text x=\"%u\" y=\"31\" fill=\"#666\">%s</text>\n",
                x, name, x, dsn);
        if (rows >= 0)
            g_print("<text x=\"%u\" y=\"16\" text-anchor=\"end\">%" G_GINT64_FORMAT " rows</text>"
                    "<rect x=\"%u\" y=\"37\" width=\"%u\" height=\"4\" fill=\"#456\"/>\n",
                    x + COLUMN, rows, x, (guint) (COLUMN * ((double) rows / (double) largest)));
    }
}

static guint
whole_band(const Map *self, const MapTable *table)
{
    return MAX(band_height(self, table), (guint) LABEL) + BAND_GAP;
}

void
map_print_svg(const Map *self)
{
    guint width = LEFT + shard_rules_n_shards(self->rules) * (COLUMN + GAP);
    guint height = HEAD + FOOT;

    for (guint i = 0; i < self->tables->len; i++)
        height += whole_band(self, self->tables->pdata[i]);
    g_print("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height);
    print_heads(self);
    guint y = HEAD;
    for (guint i = 0; i < self->tables->len; i++) {
        print_band(self, self->tables->pdata[i], y);
        y += whole_band(self, self->tables->pdata[i]);
    }
    g_print(
        "<text x=\"8\" y=\"%u\" fill=\"#666\">a bar: the node's rows against the table's fullest "
        "node; dashes: the mean; red: more than %g times the mean</text>\n</svg>\n",
        height - 10, MUCH);
}
