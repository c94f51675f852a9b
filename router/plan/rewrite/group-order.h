/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * group-order.h - MariaDB's GROUP BY with directions, which the grammar doesn't take.
 *
 *   SELECT g FROM t GROUP BY g DESC LIMIT 3    SELECT g FROM t GROUP BY g ORDER BY g DESC LIMIT 3
 *   … GROUP BY g DESC ORDER BY v               … GROUP BY g ORDER BY v
 */
#pragma once

#include "router/base/arena.h"
#include "router/sql/statement.h"

/* The text written so, in the arena; NULL: nothing of that kind is in it, or it can't be told apart
 * from what stands around it. */
const char *shard_group_order_text(const ShardStatement *statement, const ShardTokens *tokens,
                                   ShardArena *arena, gsize *out_size);
