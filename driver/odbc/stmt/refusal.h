/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * refusal.h - what the database itself would not take is no construct that several nodes can't
 * answer: the database's own error is the answer then.
 *
 *   SELECT cuont(*) FROM t     no such function
 *   SELECT k FROM t WHER v = 1  a syntax error
 *
 * A shard is asked to prepare the text, never to run it.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

/* *error: why planning failed.  Where that is a refusal and a shard finds a mistake in the text
 * itself, it becomes the shard's error. */
void shard_stmt_check_refusal(ShardStmt *self, GError **error);
