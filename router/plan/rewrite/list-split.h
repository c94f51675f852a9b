/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * list-split.h - each node is asked for its own values of an IN list only.
 *
 *   WHERE k IN (1, 2, 3, 4)       k placed by k % 2
 *     ds_0: WHERE k IN (2, 4)
 *     ds_1: WHERE k IN (1, 3)
 *
 * A node holds no row with a value that is placed elsewhere, so the answer is the same.  A list of
 * markers becomes one whose length is a power of two (the last value repeated), so that a prepared
 * text serves many executes.  Of a list of one value MariaDB makes k = 1: where that is grouped by,
 * nothing is left to group, and the server describes MAX of a TEXT by another size than that of
 * several groups.  So there a second value stays.
 */
#pragma once

#include "router/plan/rewrite/edit.h"
#include "router/plan/route.h"

/* Stands in ShardUnitParam.marker: SHARD_PARAM_LIST - n is the nth value of the unit's list. */
#define SHARD_PARAM_LIST (-16)

/* An IN list on a sharding key that can be split; of one statement. */
typedef struct {
    const ShardExpr *in;
    gint table;
    guint key;
    gboolean of_markers; /* else of literals */
    gboolean keeps_two;  /* a unit's list has more than one value */
} ShardListSplit;

/* The list placed with the values of one execute. */
typedef struct {
    const ShardListSplit *split;
    ShardNodes *nodes; /* per element: where rows with it can lie */
} ShardListPlaces;

/* What one unit keeps of it: elements by number, n rounded up for markers. */
typedef struct {
    const ShardListSplit *split;
    guint *elements;
    guint n;
} ShardListChoice;

/* FALSE: the statement has no such list. */
gboolean shard_list_split_find(const ShardAnalysis *analysis, ShardListSplit *out);
/* FALSE: its values can't be split this time. */
gboolean shard_list_split_place(const ShardRouteInput *in, const ShardListSplit *split,
                                ShardListPlaces *out);
/* nodes: those of the list's table that the unit reads. */
ShardListChoice shard_list_split_choose(const ShardListPlaces *self, const ShardNodes *nodes,
                                        ShardArena *arena);
void shard_list_split_apply(const ShardListChoice *self, ShardEdits *edits);
/* Gives the values' places in params their markers. */
void shard_list_split_fill(const ShardListChoice *self, ShardUnitParam *params, guint n_params);
