/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * svg.c - the map as a picture: a column per shard, a band per table, a box per node.  A box is the
 * darker the more rows it holds, against the table's fullest node.
 */
#include "tools/map/map.h"

#include <string.h>

enum { COLUMN = 170, GAP = 12, BOX = 22, HEAD = 40, LEFT = 150, BAND_GAP = 18, MOST_BOXES = 40 };

static char *
escape(const char *text)
{
    return g_markup_escape_text(text, -1);
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

static void
print_box(const MapTable *table, guint node, guint x, guint y)
{
    const ShardNode *at = &table->table->nodes[node];
    g_autofree char *raw =
        at->schema == NULL ? g_strdup(at->table) : g_strconcat(at->schema, ".", at->table, NULL);
    g_autofree char *name = escape(raw);
    gint64 rows = table->rows[node];
    double part = rows <= 0 || table->largest <= 0 ? 0 : (double) rows / (double) table->largest;
    char room[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd(room, sizeof room, "%.2f", 0.12 + 0.7 * part);
    g_print("<g><title>%s%s", name, rows < 0 ? "" : ": ");
    if (rows >= 0)
        g_print("%" G_GINT64_FORMAT " rows", rows);
    g_print("</title><rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\" fill=\"#2a6fb0\" "
            "fill-opacity=\"%s\" stroke=\"#2a6fb0\"/>",
            x, y, (guint) COLUMN, (guint) BOX, room);
    g_print("<text x=\"%u\" y=\"%u\"%s>%.24s</text>", x + 6, y + 15,
            part > 0.6 ? " fill=\"#fff\"" : "", name);
    if (rows >= 0)
        g_print("<text x=\"%u\" y=\"%u\" text-anchor=\"end\"%s>%" G_GINT64_FORMAT "</text>",
                x + COLUMN - 6, y + 15, part > 0.6 ? " fill=\"#fff\"" : "", rows);
    g_print("</g>\n");
}

static void
print_band(const Map *self, const MapTable *table, guint y)
{
    g_autofree char *name = escape(table->table->name);
    g_autofree guint *used = g_new0(guint, shard_rules_n_shards(self->rules) + 1);
    double skew = map_skew(table);

    g_print("<text x=\"8\" y=\"%u\" font-weight=\"bold\">%s</text>\n", y + 15, name);
    if (table->total >= 0)
        g_print("<text x=\"8\" y=\"%u\" fill=\"#666\">%" G_GINT64_FORMAT " rows</text>\n", y + 31,
                table->total);
    if (skew > 0) {
        char room[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(room, sizeof room, "%.2f", skew);
        g_print("<text x=\"8\" y=\"%u\" fill=\"%s\">fullest %s x mean</text>\n", y + 47,
                skew > 1.5 ? "#c02020" : "#666", room);
    }
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
    for (guint i = 0; i < shard_rules_n_shards(self->rules); i++) {
        const ShardDataSource *shard = shard_rules_shard(self->rules, i);
        g_autofree char *name = escape(shard->name);
        g_autofree char *dsn = escape(shard->dsn == NULL ? "" : shard->dsn);
        guint x = LEFT + i * (COLUMN + GAP);
        gint64 rows = map_shard_rows(self, i);
        g_print("<text x=\"%u\" y=\"16\" font-weight=\"bold\">%s</text>"
                "<text x=\"%u\" y=\"31\" fill=\"#666\">%s</text>\n",
                x, name, x, dsn);
        if (rows >= 0)
            g_print("<text x=\"%u\" y=\"16\" text-anchor=\"end\">%" G_GINT64_FORMAT "</text>\n",
                    x + COLUMN, rows);
    }
}

void
map_print_svg(const Map *self)
{
    guint width = LEFT + shard_rules_n_shards(self->rules) * (COLUMN + GAP);
    guint height = HEAD;

    for (guint i = 0; i < self->tables->len; i++)
        height += MAX(band_height(self, self->tables->pdata[i]), 52u) + BAND_GAP;
    g_print("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            width, height);
    print_heads(self);
    guint y = HEAD;
    for (guint i = 0; i < self->tables->len; i++) {
        print_band(self, self->tables->pdata[i], y);
        y += MAX(band_height(self, self->tables->pdata[i]), 52u) + BAND_GAP;
    }
    g_print("</svg>\n");
}
