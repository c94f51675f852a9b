/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * statement-text.h - facts as text, for tests and for whoever wonders what was understood.
 */
#pragma once

#include "router/sql/statement.h"

/* One line per table, query and other thing; expressions in prefix form: (= t#0.k 5).  Literals and
 * other tokens are shown as the statement spells them.  (transfer full) */
char *shard_statement_to_text(const ShardStatement *self, const ShardTokens *tokens);
/* One expression in that form. */
void shard_expr_append(GString *out, const ShardExpr *expr, const ShardTokens *tokens);
