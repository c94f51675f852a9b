/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Waiting for SQLite's locks.  Its driver would wait inside a call that hears neither a cancel nor
 * a timeout; so it waits for a moment only, and is asked again as long as its Timeout says and
 * nobody wants an end.
 */
#include "driver/executor/backend/private.h"
#include "driver/executor/connection-string.h"

#include <string.h>

#define SLICE (G_USEC_PER_SEC / 10)
/* Of SQLite's driver, in milliseconds. */
#define DEFAULT_TIMEOUT "100000"

static char *
timeout_of(const char *connection_string)
{
    char *said = shard_connection_string_get(connection_string, "Timeout");

    if (said != NULL)
        return said;
    g_autofree char *dsn = shard_connection_string_get(connection_string, "DSN");
    g_autofree char *in_section = dsn == NULL ? NULL : shard_ini_string(dsn, "Timeout", "odbc.ini");
    return g_strdup(in_section != NULL && in_section[0] != '\0' ? in_section : DEFAULT_TIMEOUT);
}

/* Of two equal keywords its driver takes the first. */
char *
shard_backend_slice_lock_wait(ShardBackend *self, const char *connection_string)
{
    g_autofree char *text = timeout_of(connection_string);

    self->lock_wait = (gint64) g_ascii_strtoull(text, NULL, 10) * 1000;
    if (self->lock_wait <= SLICE)
        return g_strdup(connection_string);
    return g_strdup_printf("Timeout=%d;%s", (int) (SLICE / 1000), connection_string);
}

/* A statement that was refused a lock in the middle may have taken the transaction with it. */
static gboolean
has_transaction_still(ShardBackend *self)
{
    if (self->autocommit && self->begun == SHARD_BEGUN_NO)
        return TRUE;
    if (!shard_backend_run(self, "BEGIN", NULL))
        return TRUE;
    shard_backend_run(self, "ROLLBACK", NULL);
    return FALSE;
}

gboolean
shard_backend_goes_on_waiting(ShardBackend *self, SQLSMALLINT type, SQLHANDLE handle,
                              ShardLockWait *wait)
{
    SQLCHAR state[6] = "";
    SQLINTEGER native = 0;
    gint64 now = g_get_monotonic_time();
    gint64 waited = now - wait->tried;

    self->is_busy = FALSE;
    if (self->dialect != SHARD_DIALECT_SQLITE || self->lock_wait <= SLICE ||
        (!self->one_slice && self->stop != NULL && *self->stop != NULL &&
         atomic_load(*self->stop) != 0))
        return FALSE;
    /* Refused at once, it would wait for ever: each has what the other one wants. */
    if (waited < SLICE * 3 / 4 || now - wait->since >= self->lock_wait ||
        !SQL_SUCCEEDED(
            self->library->SQLGetDiagRec(type, handle, 1, state, &native, NULL, 0, NULL)) ||
        native != SHARD_SQLITE_BUSY || self->is_asking)
        return FALSE;
    self->is_asking = TRUE;
    gboolean goes_on = has_transaction_still(self);
    self->is_asking = FALSE;
    wait->tried = g_get_monotonic_time();
    self->is_busy = goes_on;
    return goes_on && !self->one_slice;
}
