/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One shard of a session: its connection, and whether that one still lives. */
#include "driver/executor/connection-string.h"
#include "driver/executor/session-private.h"
#include "driver/executor/transaction/debts.h"

#include <string.h>

/* A connection that has been silent for longer is asked whether it still lives. */
#define TRUSTED_MICROSECONDS (G_USEC_PER_SEC)

/* SQLite's lock timeout is in its connection string. */
static gboolean
set_lock_timeout(ShardSession *self, ShardBackend *backend, GError **error)
{
    guint seconds = self->settings->lock_timeout;
    g_autofree char *sql = NULL;

    if (seconds == 0)
        return TRUE;
    if (shard_backend_dialect(backend) == SHARD_DIALECT_POSTGRESQL)
        sql = g_strdup_printf("SET lock_timeout = '%us'", seconds);
    else if (shard_backend_dialect(backend) == SHARD_DIALECT_MYSQL)
        sql = g_strdup_printf("SET innodb_lock_wait_timeout = %u, lock_wait_timeout = %u", seconds,
                              seconds);
    return sql == NULL || shard_backend_run(backend, sql, error);
}

ShardPatience
shard_session_patience(const ShardSession *self)
{
    guint answer = self->settings->answer_timeout, connection = self->connection_timeout;

    if (answer == 0 || (connection != 0 && connection < answer))
        answer = connection;
    return (ShardPatience){self->login_timeout, answer};
}

static ShardBackend *
connect_shard(ShardSession *self, guint shard, const char *connection, GError **error)
{
    GError *failure = NULL;
    gint64 start = g_get_monotonic_time();
    ShardWatch *watch = shard_watch_current();
    guint n_broken = shard_watch_n_broken(watch);
    ShardBackend *backend = shard_backend_open(
        shard_fleet_place(self->fleet, shard)->name, shard_fleet_library(self->fleet, shard, NULL),
        connection, self->odbc_version, shard_session_patience(self), &failure);

    if (backend != NULL && (!set_lock_timeout(self, backend, &failure) ||
                            !shard_debts_settle(self->fleet, shard, backend, &failure))) {
        shard_backend_close(backend, FALSE);
        backend = NULL;
    }
    if (backend != NULL)
        shard_fleet_count_open(self->fleet, shard, backend);
    /* That the statement failed elsewhere, and this was broken off, says nothing of the server. */
    if (shard_watch_n_broken(watch) == n_broken)
        shard_fleet_connected(self->fleet, shard, failure, g_get_monotonic_time() - start);
    if (failure != NULL)
        g_propagate_error(error, failure);
    return backend;
}

static ShardBackend *
open_backend(ShardSession *self, guint shard, GError **error)
{
    const ShardDataSource *source = shard_fleet_place(self->fleet, shard);
    const ShardDriverLibrary *library = shard_fleet_library(self->fleet, shard, error);

    if (library == NULL || !shard_fleet_may_connect(self->fleet, shard, error))
        return NULL;
    g_autofree char *text =
        shard_connection_string_for(source, self->settings, library->dialect, self->login_timeout,
                                    shard_fleet_is_stream_place(self->fleet, shard));
    ShardBackend *backend = shard_session_is_pooled(self)
                                ? shard_session_take(self, shard, text, connect_shard, error)
                                : connect_shard(self, shard, text, error);
    explicit_bzero(text, strlen(text));
    return backend;
}

/* A server that was restarted while nothing was asked of it isn't noticed, but for what the
 * connection alone had: temporary tables, locks.  An error that was told before is told once. */
static gboolean
drop_if_gone(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];

    if (slot->backend == NULL || self->joined[shard])
        return TRUE;
    gboolean told = shard_backend_is_dead(slot->backend);
    if (!told && (shard_session_has_open_cursor(slot->backend) ||
                  shard_backend_answers(slot->backend, TRUSTED_MICROSECONDS)))
        return TRUE;
    gboolean has_state = slot->is_tainted && !told;
    if (has_state)
        shard_error_set_backend(error, shard_backend_shard(slot->backend), "08S01", 0,
                                "the connection was lost, and with it its temporary tables, locks "
                                "or variables");
    shard_session_drop(self, shard);
    return !has_state;
}

ShardBackend *
shard_session_open(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];

    if (!drop_if_gone(self, shard, error))
        return NULL;
    if (slot->backend != NULL && shard_backend_is_dead(slot->backend))
        shard_session_drop(self, shard);
    if (slot->backend == NULL)
        slot->backend = open_backend(self, shard, error);
    if (slot->backend == NULL)
        return NULL;
    shard_backend_set_patience(slot->backend, shard_session_patience(self).answer);
    slot->backend->stop = &self->stop;
    if (shard_session_apply_settings(self, slot, error))
        return slot->backend;
    /* Half brought up to date, it must not be used. */
    if (!self->joined[shard])
        shard_session_drop(self, shard);
    return NULL;
}

ShardBackend *
shard_session_join(ShardSession *self, guint shard, GError **error)
{
    ShardMember *slot = &self->slots[shard];
    gboolean dead = slot->backend != NULL && shard_backend_is_dead(slot->backend);

    if (dead && self->joined[shard]) {
        shard_error_set_backend(error, shard_rules_shard(self->rules, shard)->name, "08S01", 0,
                                "the connection was lost inside the transaction; roll back");
        return NULL;
    }
    if (shard_session_open(self, shard, error) == NULL)
        return NULL;
    gboolean manual = shard_session_manual(self);
    if ((!manual && !shard_backend_set_autocommit(slot->backend, TRUE, error)) ||
        (manual && !shard_session_join_transaction(self, shard, error))) {
        /* Half brought up to date, it must not be used. */
        if (!self->joined[shard])
            shard_session_drop(self, shard);
        return NULL;
    }
    return slot->backend;
}
