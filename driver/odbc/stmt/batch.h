/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * batch.h - several results of one execute: of several statements in one text, where they can't all
 * go to one shard as they are, or of an array of parameters.
 *
 *   UPDATE t SET v = 1 WHERE k = 2; SELECT k FROM t ORDER BY k
 *
 * They are run one after the other, all of them before the application gets the first result: in
 * autocommit in one transaction, as the database has it.  Rows are kept until SQLMoreResults comes
 * to them.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

/* Is the statement's text such a one? */
gboolean shard_batch_is_needed(ShardStmt *statement);
/* Runs all; the first result is open then. */
SQLRETURN shard_batch_run(ShardStmt *statement, GError **error);
/* The other kind of several results, an array of parameters for a statement that gives rows: keeps
 * the rows of the open cursor as one of them.  HYC00: several statements in the text. */
gboolean shard_batch_keep(ShardStmt *statement, GError **error);
/* SQL_NO_DATA: there is no further result. */
SQLRETURN shard_batch_next(ShardStmt *statement);
/* Are there texts of it that have not run yet? */
gboolean shard_batch_is_running(const ShardBatch *self);
void shard_batch_free(ShardBatch *self); /* accepts NULL */
