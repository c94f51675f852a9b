/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * steps.h - statements that are planned in steps: a subquery is run first, or one write is
 * several, and what each step gives decides the next.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

/* What one execute has run so far. */
typedef struct {
    ShardStmt *statement;
    GArray *answers;     /* ShardAnswer, their values in the statement's arena */
    GError *unmergeable; /* why the first plan's rows can't be merged; NULL: they can */
    gboolean guarded;    /* the steps are kept together: end must follow */
    gboolean own;        /* by a transaction of ours; else by a savepoint in the application's */
} ShardSteps;

/* Runs steps until plan is one that needs none; takes plan.  NULL: *error.  In both cases
 * shard_steps_end() follows. */
ShardPlan *shard_steps_run(ShardSteps *self, ShardStmt *statement, ShardPlan *plan, GError **error);
/* keep: the statement succeeded.  FALSE and *error: it didn't, after all. */
gboolean shard_steps_end(ShardSteps *self, gboolean keep, GError **error);
