/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * late-write.h - SQLSetPos and SQLBulkOperations whose values SQLPutData brings.
 *
 * A row whose bound length says SQL_DATA_AT_EXEC waits for SQLParamData and SQLPutData.  When all
 * values are there, everything that is bound is copied into buffers of ours, they among it, and the
 * cursor writes from those as from any others: no cursor knows that it waited.
 */
#pragma once

#include "driver/odbc/cursor/cursor.h"

/* A call that may write. */
typedef struct {
    gboolean is_bulk; /* SQLBulkOperations; else SQLSetPos */
    SQLSETPOSIROW row;
    SQLUSMALLINT operation, lock;
} ShardCursorWrite;

/* The cursor's own call, at once. */
SQLRETURN shard_cursor_write(ShardStmt *statement, const ShardCursorWrite *write, GError **error);

/* Does the call have to wait? Then it is statement->late. */
gboolean shard_late_write_wait(ShardStmt *statement, const ShardCursorWrite *write);
/* SQLParamData: the next value's buffer as the application has bound it; FALSE: that was all. */
gboolean shard_late_write_ask(ShardLateWrite *self, SQLPOINTER *out_token);
gboolean shard_late_write_is_asked(const ShardLateWrite *self);
/* SQLPutData: a piece of the value that was asked for last, if one was. */
SQLRETURN shard_late_write_put(ShardLateWrite *self, SQLPOINTER data, SQLLEN length,
                               GError **error);
/* Writes; frees it. */
SQLRETURN shard_late_write_run(ShardLateWrite *self, GError **error);
void shard_late_write_free(ShardLateWrite *self);
