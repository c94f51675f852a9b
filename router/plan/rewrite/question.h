/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * question.h - PostgreSQL's operators of jsonb that have a ? in them, written ?? where ? is a
 * marker.
 *
 * psqlodbc knows no way to write them, so they become the functions that they stand for:
 *
 *   WHERE j ?? 'a'     WHERE (pg_catalog.jsonb_exists( j , 'a') AND TRUE)
 *
 * AND TRUE changes no value, and a column of a result keeps the name "?column?".
 */
#pragma once

#include "router/base/arena.h"
#include "router/sql/statement.h"

gboolean shard_question_found(const ShardTokens *tokens);
/* The text with the functions in it, in the arena; NULL and *error (0A000) where one of the
 * operators is another one, or can't be told apart from what stands around it. */
const char *shard_question_text(const ShardStatement *statement, const ShardTokens *tokens,
                                ShardArena *arena, gsize *out_size, GError **error);
