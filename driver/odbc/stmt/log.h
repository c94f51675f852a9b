/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * log.h - what is counted and logged of a statement.
 *
 * Literals and parameters are masked unless LogParameters=on, and always in a statement that speaks
 * of passwords.
 */
#pragma once

#include "driver/odbc/stmt/stmt.h"

void shard_stmt_log(ShardStmt *self, gint64 started, const GError *error);
/* A failure while rows are fetched. */
void shard_stmt_log_fetch(ShardStmt *self, const GError *error);

/* When the statement began, for shard_stmt_note; 0: nobody wants to know. */
static inline gint64
shard_stmt_note_start(const ShardStmt *self)
{
    return G_LIKELY(self->connection->log == NULL) ? 0 : g_get_monotonic_time();
}

/* The rows that the open cursor gave, before it is closed; writes the line that waits for them. */
void shard_stmt_count_rows(ShardStmt *self);

/* After an execute, while its plan is there; error: of the failure, NULL: it went well. */
static inline void
shard_stmt_note(ShardStmt *self, gint64 started, const GError *error)
{
    if (G_UNLIKELY(started != 0))
        shard_stmt_log(self, started, error);
}
