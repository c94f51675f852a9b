/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * move-rows.h - an UPDATE of the sharding key that takes rows to other nodes (move-rows = true).
 *
 *   UPDATE t SET k = k + 1, v = 0 WHERE v = 7           k placed by k % 2
 *
 *   1  SELECT k, k + 1 FROM t WHERE v = 7 FOR UPDATE    which rows move, and where to
 *   2  how many foreign keys refer to t                 any: refused
 *   3  UPDATE t_0 …; UPDATE t_1 …                       the statement, each node for its rows
 *   4  SELECT the columns, as literals, FROM t_0 WHERE k IN (3)     what now lies on a wrong node
 *   5  DELETE FROM t_0 WHERE k IN (3)
 *   6  INSERT INTO t (k, v) VALUES (3, 0)               routed as any other
 *
 * The database itself evaluates the assignments, and the count is that of step 3.
 */
#pragma once

#include "router/plan/router-private.h"

/* What the steps share. */
typedef struct {
    ShardPlanner *planner;
    const ShardRef *ref;     /* the table */
    const ShardRoute *route; /* of the UPDATE */
    const ShardTableSchema *schema;
    const ShardAssignment **assigned; /* per key; NULL: it keeps its value */
    ShardValue *constants;            /* per key; kind UNKNOWN: no constant is assigned */
    const ShardAnswer *rows;          /* step 1 */
    guint n_rekeyed;                  /* of those, rows that get another key */
    GPtrArray **moved; /* per unit of route: new keys (ShardValue *) that don't belong there */
    GError **error;
} ShardMove;

/* Fills self->plan: the next step, or that all is done.  FALSE: *error. */
gboolean shard_plan_move(ShardPlanner *self, const ShardRoute *route, GError **error);

/* ---- texts: move-text.c ---- */

/* Step 1, from the statement's text; FALSE: it has something else in it. */
gboolean shard_move_read_text(const ShardMove *self, ShardArena *arena, ShardText *out);
/* Step 2: one row: how many foreign keys refer to the node's table, and PostgreSQL: whether
 * floating numbers are written inexactly; MariaDB: whether rows may come between those of step 1.
 */
const char *shard_move_check_text(const ShardMove *self, const ShardNode *node);
/* Steps 4 and 5, for the rows with the moved keys of a unit.  FALSE: a key has no literal. */
gboolean shard_move_unit_texts(const ShardMove *self, guint unit, const char **out_select,
                               const char **out_delete);
/* Step 6, of the rows that step 4 gave. */
ShardText shard_move_insert_text(const ShardMove *self, const ShardAnswer *rows);
/* A column whose values can't be written as literals; NULL: none. */
const char *shard_move_bad_column(const ShardMove *self);
