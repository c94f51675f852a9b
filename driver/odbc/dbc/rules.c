/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A connection takes over rules that changed. */
#include "driver/odbc/stmt/batch.h"

#include <time.h>

static gboolean
has_open_statement(const ShardDbc *self)
{
    for (guint i = 0; i < self->statements->len; i++) {
        const ShardStmt *stmt = self->statements->pdata[i];
        if (stmt->cursor != NULL || stmt->state == SHARD_STMT_OPEN ||
            stmt->state == SHARD_STMT_NEED_DATA ||
            (stmt->batch != NULL && shard_batch_is_running(stmt->batch)))
            return TRUE;
    }
    return FALSE;
}

static void
log_rules(ShardDbc *self, const GError *fault)
{
    const ShardLogEntry entry = {
        .event = "rules",
        .connection = self->log_name,
        .rows = -1,
        .microseconds = -1,
        .waited = -1,
        .sqlstate = fault == NULL ? NULL : shard_error_sqlstate(fault, 0),
        .message = fault == NULL ? "the changed rules file is in use now" : fault->message,
    };

    if (self->log != NULL)
        shard_log_write(self->log, &entry);
}

static void
refresh(ShardDbc *self)
{
    g_autoptr(GError) fault = NULL;

    if (has_open_statement(self))
        return;
    ShardReload done = shard_session_reload(self->session, &fault);
    if (done == SHARD_RELOAD_REFUSED)
        log_rules(self, fault);
    if (done != SHARD_RELOAD_DONE)
        return;
    log_rules(self, NULL);
    g_clear_pointer(&self->prepared, shard_prepared_cache_free);
    for (guint i = 0; i < self->statements->len; i++)
        shard_stmt_refresh(self->statements->pdata[i]);
}

void
shard_dbc_refresh_rules(ShardDbc *self)
{
    struct timespec now;

    /* The coarse clock costs no system call. */
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (now.tv_sec == self->rules_looked_at)
        return;
    self->rules_looked_at = now.tv_sec;
    refresh(self);
}
