/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * write.h - rows written through a cursor where the real driver can't be let alone with it.
 *
 * A driver writes to the table that its cursor reads.  A row that is added to a table of several
 * nodes may belong to another node, a changed key may move it there, and a copy of a broadcast
 * table isn't the only one.  Such writes become INSERT, UPDATE and DELETE of the logical table,
 * made of the bound columns, which are routed as any others.
 */
#pragma once

#include "driver/odbc/cursor/cursor.h"

/* Are rows of the open cursor those of one table, for all that its text says? */
gboolean shard_cursor_is_of_table(const ShardStmt *statement);
/* … that the rules have? */
gboolean shard_cursor_is_of_known(const ShardStmt *statement);
/* … that has several nodes? */
gboolean shard_cursor_is_of_nodes(const ShardStmt *statement);
/* … whose nodes all have the same rows? */
gboolean shard_cursor_is_of_copies(const ShardStmt *statement);

/* What is returned for several rows: an error only if it is one of all. */
SQLRETURN shard_cursor_sum_up(guint n_tried, guint n_errors, guint n_warnings);

/* SQL_ADD, of a cursor of one table, of row (from 1) of the bound buffers; 0: of all that aren't to
 * be ignored.  What fails is among the statement's diagnostics; the rows that were added, from 0,
 * are told in out_rows (of SQLULEN, may be NULL). */
SQLRETURN shard_cursor_add(ShardStmt *statement, SQLSETPOSIROW row, GArray *out_rows);

/* Would the bound values leave every row on the node that the cursor reads?  0A000 if not. */
gboolean shard_cursor_keeps_place(ShardStmt *statement, SQLSETPOSIROW row, GError **error);

/* A row that the cursor has read. */
typedef struct {
    const ShardValue *values;
    gboolean is_old; /* it was changed through the cursor since, and the values weren't */
} ShardKnownRow;

/* SQL_UPDATE or SQL_DELETE of a row, found by the table's primary key, with what is bound in place
 * row; HYC00 when the cursor lacks the key, 01001 in *error (SQL_SUCCESS_WITH_INFO) when it isn't
 * one row, or no longer has the values. */
SQLRETURN shard_cursor_change(ShardStmt *statement, SQLUSMALLINT operation, SQLULEN row,
                              const ShardKnownRow *known, GError **error);

/* MariaDB counts rows whose values became others: is the row there, as it was? */
gboolean shard_cursor_is_as_it_was(ShardStmt *statement, const ShardValue *values);

/* A row that was written as the table has it now: in out_values, in the arena.  old: what the
 * cursor knew of it, which stays where a column is no column of the table; NULL: it was added.
 * FALSE: it can't be found by what is bound and known. */
gboolean shard_cursor_reread(ShardStmt *statement, SQLULEN row, const ShardValue *old,
                             ShardArena *arena, ShardValue *out_values);
