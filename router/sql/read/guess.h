/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * guess.h - tables of a text that no facts are made of: a routine's body, a subquery in SET.
 */
#pragma once

#include "router/sql/statement.h"

/* The tables that tokens let guess, rather too many than too few: names behind FROM, JOIN, INTO,
 * UPDATE, TABLE … and behind the commas of their lists.  In the arena. */
ShardTableRef *shard_guess_tables(const ShardTokens *tokens, const ShardSqlMode *mode,
                                  ShardArena *arena, guint *out_n);
