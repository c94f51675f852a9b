/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * execute.h - one set of parameters: planned, run, its result opened.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

/* After a failure the statement is as if it had not been executed. */
SQLRETURN shard_stmt_run_row(ShardStmt *self, SQLULEN row, GError **error);
/* Makes it so; SQL_ERROR always. */
SQLRETURN shard_stmt_fail_row(ShardStmt *self);
/* The diagnostic header's fields of the function that was executed. */
void shard_stmt_note_function(ShardStmt *self);
