/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * derive.h - a statement planned as another one, in which values stand that are known now.
 *
 *   SELECT * FROM o WHERE id = LAST_INSERT_ID()       the connection's last key is 77
 *   SELECT * FROM o WHERE id = ?                      77
 *
 * The other text is prepared on its own; its markers are the first one's and values of ours.
 */
#pragma once

#include "router/plan/rewrite/edit.h"
#include "router/plan/router.h"

typedef struct ShardDerived ShardDerived;

/* Keeps the prepared text in *kept (made anew for another text), which the plan borrows from.
 * Limits and lists mean nothing in text's parameters. */
ShardPlan *shard_derived_plan(ShardDerived **kept, ShardPrepared *from, const ShardText *text,
                              const ShardPlanInput *input, GError **error);
void shard_derived_free(ShardDerived *self); /* accepts NULL */

/* The statement with the key that a generator gave this connection last in place of
 * LAST_INSERT_ID() and the like; FALSE: there is nothing to replace. */
gboolean shard_derive_last_insert(ShardPrepared *self, const ShardPlanInput *input,
                                  ShardArena *arena, ShardText *out);
/* SELECT DISTINCT *, or SELECT * with ORDER BY a column's number, with the columns written out;
 * FALSE: it is no such statement, or they aren't known.  After its analysis was made. */
gboolean shard_derive_star(ShardPrepared *self, const ShardPlanInput *input, ShardArena *arena,
                           ShardText *out);
/* Does it ask the catalog of a table without naming one of the catalog's?  to_regclass('t'),
 * 't'::regclass, pragma_table_info('t') */
gboolean shard_asks_catalog_by_name(const ShardPrepared *self);
/* A question to the system catalogs with actual tables' names for logical ones; FALSE: nothing to
 * replace, or no such question.  After its analysis was made. */
gboolean shard_derive_catalog_names(ShardPrepared *self, const ShardPlanInput *input,
                                    ShardArena *arena, ShardText *out);
