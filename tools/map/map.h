/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* map.h - how many rows lie where. */
#pragma once

#include "driver/executor/session.h"

typedef struct {
    const ShardTable *table;
    gint64 *rows;   /* per node; -1 not counted */
    gint64 total;   /* of the counted ones; -1 none was */
    gint64 largest; /* of a node */
} MapTable;

typedef struct {
    const ShardRules *rules;
    GPtrArray *tables; /* MapTable* */
} Map;

/* only: name of a table; NULL all. */
Map *map_new(const ShardRules *rules, const char *only);
void map_free(Map *self);
/* FALSE if something could not be counted (said on standard error). */
gboolean map_count(Map *self, const ShardSettings *settings);

void map_print_text(const Map *self);
void map_print_svg(const Map *self);

/* Rows of a shard over all tables of the map; -1 not counted. */
gint64 map_shard_rows(const Map *self, guint shard);
/* The fullest node against the mean of all, 1.0 even; 0 unknown. */
double map_skew(const MapTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Map, map_free)
