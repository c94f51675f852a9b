/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Beginning and end of a transaction on one connection, in the words of its brand. */
#include "driver/executor/backend/private.h"

gboolean
shard_backend_set_autocommit(ShardBackend *self, gboolean on, GError **error)
{
    SQLPOINTER value = (SQLPOINTER) (gsize) (on ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF);

    if (self->autocommit == on)
        return TRUE;
    if (!shard_backend_set_attribute(self, SQL_ATTR_AUTOCOMMIT, value, SQL_IS_UINTEGER, error))
        return FALSE;
    self->autocommit = on;
    return TRUE;
}

gboolean
shard_backend_begin(ShardBackend *self, gboolean writes, GError **error)
{
    static const char *const texts[] = {
        [SHARD_DIALECT_UNKNOWN] = NULL,    /* autocommit off is what every driver has */
        [SHARD_DIALECT_POSTGRESQL] = NULL, /* costs no round trip there */
        [SHARD_DIALECT_MYSQL] = "START TRANSACTION",
        [SHARD_DIALECT_SQLITE] = "BEGIN",
    };
    const char *text = texts[self->dialect];

    if (self->begun != SHARD_BEGUN_NO)
        return TRUE;
    if (text == NULL || !self->autocommit) {
        if (!shard_backend_set_autocommit(self, FALSE, error))
            return FALSE;
        self->begun = SHARD_BEGUN_ATTRIBUTE;
        return TRUE;
    }
    /* A write lock taken late can't be waited for in SQLite. */
    if (writes && self->dialect == SHARD_DIALECT_SQLITE)
        text = "BEGIN IMMEDIATE";
    if (!shard_backend_run(self, text, error))
        return FALSE;
    self->begun = SHARD_BEGUN_TEXT;
    return TRUE;
}

gboolean
shard_backend_begin_xa(ShardBackend *self, const char *xid, GError **error)
{
    g_autofree char *sql = g_strconcat("XA START ", xid, NULL);

    if (!shard_backend_set_autocommit(self, TRUE, error) || !shard_backend_run(self, sql, error))
        return FALSE;
    g_free(self->xid);
    self->xid = g_strdup(xid);
    self->begun = SHARD_BEGUN_XA;
    return TRUE;
}

/* One phase is enough for a branch alone. */
static gboolean
end_xa(ShardBackend *self, gboolean commit, GError **error)
{
    g_autofree char *end = g_strconcat("XA END ", self->xid, NULL);
    g_autofree char *finish = g_strconcat(commit ? "XA COMMIT " : "XA ROLLBACK ", self->xid,
                                          commit ? " ONE PHASE" : "", NULL);

    /* A branch that a deadlock has broken can't be ended, but rolled back. */
    gboolean ended = shard_backend_run(self, end, commit ? error : NULL);
    if (commit && !ended)
        return FALSE;
    return shard_backend_say(self, finish, self->patience, commit, error);
}

gboolean
shard_backend_check_deferred(ShardBackend *self, GError **error)
{
    if (self->deferred == DEFERRED_UNKNOWN) {
        guint n;
        g_autoptr(GPtrArray) rows = shard_backend_query(
            self, "SELECT 1 FROM pg_constraint WHERE condeferrable LIMIT 1", &n, error);
        if (rows == NULL)
            return FALSE;
        self->deferred = rows->len > 0 ? DEFERRED_SOME : DEFERRED_NONE;
    }
    return self->deferred == DEFERRED_NONE ||
           shard_backend_run(self, "SET CONSTRAINTS ALL IMMEDIATE", error);
}

void
shard_backend_note_ddl(ShardBackend *self)
{
    self->deferred = DEFERRED_UNKNOWN;
}

void
shard_backend_note_begun(ShardBackend *self)
{
    self->begun = SHARD_BEGUN_TEXT;
}

static gboolean
end_by_call(ShardBackend *self, gboolean commit, GError **error)
{
    ShardWait wait;

    if (!shard_backend_is_usable(self, error))
        return FALSE;
    shard_backend_quiesce(self);
    shard_backend_begin_wait(self, self->patience, &wait);
    ShardLockWait locks = shard_lock_wait_begin();
    SQLRETURN rc;
    do
        rc = self->library->SQLEndTran(SQL_HANDLE_DBC, self->dbc,
                                       commit ? SQL_COMMIT : SQL_ROLLBACK);
    while (rc == SQL_ERROR &&
           shard_backend_goes_on_waiting(self, SQL_HANDLE_DBC, self->dbc, &locks));
    gboolean given_up = shard_backend_end_wait(self, &wait);
    if (SQL_SUCCEEDED(rc))
        return TRUE;
    if (given_up)
        return shard_backend_say_given_up(self, &wait, commit, error);
    shard_backend_diagnostics(self, SQL_HANDLE_DBC, self->dbc, error);
    return FALSE;
}

gboolean
shard_backend_end(ShardBackend *self, gboolean commit, GError **error)
{
    ShardBegun begun = self->begun;

    self->begun = SHARD_BEGUN_NO;
    if (begun == SHARD_BEGUN_XA)
        return end_xa(self, commit, error);
    if (begun == SHARD_BEGUN_TEXT)
        return shard_backend_say(self, commit ? "COMMIT" : "ROLLBACK", self->patience, commit,
                                 error);
    return end_by_call(self, commit, error);
}

gboolean
shard_backend_commit_part(ShardBackend *self, GError **error)
{
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return shard_backend_end(self, TRUE, error);
    /* COMMIT of an aborted transaction is a rollback, without an error: any statement fails then,
     * and this one gives no rows, which would cost more than all the rest. */
    if (!shard_backend_say(self, "SET CONSTRAINTS ALL IMMEDIATE; COMMIT", self->patience, TRUE,
                           error))
        return FALSE;
    self->begun = SHARD_BEGUN_NO;
    return TRUE;
}
