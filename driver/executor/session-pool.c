/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A session's side of the pool: connections go back as soon as nothing of the application hangs on
 * them.  What was set on one (SET, attributes, temporary tables, locks …) keeps it with the session
 * to its end, and then it is closed, so that no state is ever seen by somebody else.
 */
#include "driver/executor/session-private.h"

#define DEFAULT_WAIT (30 * G_USEC_PER_SEC)

gboolean
shard_session_is_pooled(const ShardSession *self)
{
    return self->settings->pool_transaction || self->settings->max_connections_per_shard > 0;
}

/* The string has the password in it: only its sum is kept. */
static char *
key_of(const ShardSession *self, const char *connection)
{
    g_autofree char *text =
        g_strdup_printf("%d %u %u %s", (int) self->odbc_version, self->login_timeout,
                        self->settings->lock_timeout, connection);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

static gboolean
take_from_pool(ShardSession *self, guint shard, ShardPoolWish *wish, ShardBackend **out,
               GError **error)
{
    gboolean taken = shard_pool_take(shard_fleet_pool(self->fleet), shard, wish, out, error);

    if (wish->waited > 0) {
        ShardPlaceCounters *counters = shard_fleet_counters(self->fleet, shard);
        shard_count(&counters->waits, 1);
        shard_count(&counters->wait_microseconds, (guint64) wish->waited);
        atomic_fetch_add(&self->waited, wish->waited);
    }
    return taken;
}

gint64
shard_session_take_waited(ShardSession *self)
{
    return atomic_exchange(&self->waited, 0);
}

ShardBackend *
shard_session_take(ShardSession *self, guint shard, const char *connection,
                   ShardBackend *(*open)(ShardSession *self, guint shard, const char *connection,
                                         GError **error),
                   GError **error)
{
    ShardMember *slot = &self->slots[shard];
    ShardPool *pool = shard_fleet_pool(self->fleet);
    ShardBackend *backend = NULL;
    gint64 wait =
        self->login_timeout > 0 ? (gint64) self->login_timeout * G_USEC_PER_SEC : DEFAULT_WAIT;

    if (slot->key == NULL)
        slot->key = key_of(self, connection);
    ShardPoolWish wish = {slot->key, self->settings->max_connections_per_shard,
                          g_get_monotonic_time() + wait, self->stop, 0};
    if (!take_from_pool(self, shard, &wish, &backend, error))
        return NULL;
    slot->is_reused = backend != NULL;
    if (backend == NULL)
        backend = open(self, shard, connection, error);
    slot->is_counted = backend != NULL;
    if (backend == NULL) {
        shard_pool_closed(pool, shard, FALSE);
        return NULL;
    }
    pthread_mutex_lock(&self->taken_lock);
    g_array_append_val(self->taken, shard);
    pthread_mutex_unlock(&self->taken_lock);
    return backend;
}

void
shard_session_close_slot(ShardSession *self, guint shard)
{
    ShardMember *slot = &self->slots[shard];
    gboolean counted = slot->is_counted;
    gboolean lost = shard_backend_is_dead(slot->backend);

    shard_backend_close(slot->backend, FALSE);
    *slot = (ShardMember){.key = slot->key};
    if (counted)
        shard_pool_closed(shard_fleet_pool(self->fleet), shard, lost);
}

gboolean
shard_session_has_open_cursor(const ShardBackend *backend)
{
    for (guint i = 0; i < backend->statements->len; i++)
        if (((ShardBackendStmt *) backend->statements->pdata[i])->has_cursor)
            return TRUE;
    return FALSE;
}

gboolean
shard_session_has_state(const ShardMember *slot)
{
    return slot->is_tainted || slot->is_doubtful || slot->settings_done > 0 ||
           slot->attributes_epoch > 0;
}

static gboolean
is_free(const ShardSession *self, guint shard)
{
    const ShardMember *slot = &self->slots[shard];

    return slot->backend != NULL && slot->is_counted && !self->joined[shard] &&
           !shard_session_has_state(slot) && !shard_backend_is_dead(slot->backend) &&
           !shard_session_has_open_cursor(slot->backend);
}

static gboolean
give_back(ShardSession *self, guint shard)
{
    ShardMember *slot = &self->slots[shard];

    if (!is_free(self, shard) || !shard_backend_set_autocommit(slot->backend, TRUE, NULL))
        return FALSE;
    shard_backend_drop_statements(slot->backend);
    ShardBackend *backend = slot->backend;
    backend->stop = NULL;
    *slot = (ShardMember){.key = slot->key};
    shard_pool_give(shard_fleet_pool(self->fleet), shard, slot->key, backend);
    return TRUE;
}

/* Looks only at what was taken, however many shards there are. */
void
shard_session_release(ShardSession *self)
{
    if (!shard_session_is_pooled(self) || shard_session_in_transaction(self))
        return;
    for (guint i = self->taken->len; i-- > 0;) {
        guint shard = g_array_index(self->taken, guint, i);
        gboolean gone = shard >= self->n_slots || !self->slots[shard].is_counted;
        if (gone || give_back(self, shard))
            g_array_remove_index_fast(self->taken, i);
    }
}

const ShardPlaceCounters *
shard_session_counters(ShardSession *self, guint shard)
{
    return shard_fleet_counters(self->fleet, shard);
}

ShardPoolStatus
shard_session_pool_status(ShardSession *self, guint shard)
{
    return shard_pool_status(shard_fleet_pool(self->fleet), shard);
}
