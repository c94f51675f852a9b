/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads from replicas.  A session stays with one replica of a shard.  After it has used the shard
 * itself, or when it changes the replica, the new one must first have reached the position that the
 * shard has then: so a session sees its own writes, and never goes back in time.  A replica that
 * doesn't get there in a moment is passed over, in the end for the shard itself.
 */
#include "driver/executor/session-private.h"

#include <string.h>

#define WAIT_MICROSECONDS (G_USEC_PER_SEC / 2)
#define POLL_MICROSECONDS (10 * 1000)
/* Not every read shall wait for a replica that lags. */
#define PAUSE_MICROSECONDS (4 * G_USEC_PER_SEC)

/* The one cell of a query; NULL when it fails or is NULL. */
static char *
ask(ShardBackend *backend, const char *sql)
{
    guint n = 0;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql, &n, NULL);

    if (rows == NULL || rows->len != 1 || n != 1)
        return NULL;
    return g_strdup(((char **) rows->pdata[0])[0]);
}

/* Positions are made of digits, letters and few signs: whatever else comes is none. */
static gboolean
is_position(const char *text)
{
    return text != NULL && text[0] != '\0' &&
           strspn(text, "0123456789ABCDEFabcdef/-,") == strlen(text);
}

static char *
position_of_shard(ShardSession *self, guint shard)
{
    static const char *const questions[] = {
        [SHARD_DIALECT_UNKNOWN] = NULL,
        [SHARD_DIALECT_POSTGRESQL] = "SELECT pg_current_wal_insert_lsn()",
        [SHARD_DIALECT_MYSQL] = "SELECT @@gtid_binlog_pos",
        [SHARD_DIALECT_SQLITE] = NULL,
    };
    ShardBackend *backend = shard_session_open(self, shard, NULL);
    const char *question = backend == NULL ? NULL : questions[shard_backend_dialect(backend)];
    g_autofree char *position = question == NULL ? NULL : ask(backend, question);

    return is_position(position) ? g_steal_pointer(&position) : NULL;
}

static gboolean
has_replayed(ShardBackend *replica, const char *position, gint64 wait)
{
    g_autofree char *sql = g_strdup_printf(
        "SELECT CASE WHEN pg_last_wal_replay_lsn() >= '%s' THEN 1 ELSE 0 END", position);
    gint64 end = g_get_monotonic_time() + wait;

    for (;;) {
        g_autofree char *answer = ask(replica, sql);
        if (answer == NULL)
            return FALSE;
        if (strcmp(answer, "1") == 0)
            return TRUE;
        if (g_get_monotonic_time() >= end)
            return FALSE;
        g_usleep(POLL_MICROSECONDS);
    }
}

static gboolean
has_reached(ShardBackend *replica, const char *position, gint64 wait)
{
    if (shard_backend_dialect(replica) == SHARD_DIALECT_POSTGRESQL)
        return has_replayed(replica, position, wait);
    g_autofree char *sql = g_strdup_printf("SELECT MASTER_GTID_WAIT('%s', %.1f)", position,
                                           (double) wait / G_USEC_PER_SEC);
    g_autofree char *answer = ask(replica, sql);
    return g_strcmp0(answer, "0") == 0;
}

static gboolean
catch_up(ShardSession *self, guint shard, ShardBackend *replica)
{
    ShardReplica *state = &self->replicas[shard];

    if (state->position == NULL)
        state->position = position_of_shard(self, shard);
    if (state->position == NULL)
        return FALSE;
    gint64 now = g_get_monotonic_time();
    gint64 wait = now < state->wait_from ? 0 : WAIT_MICROSECONDS;
    if (has_reached(replica, state->position, wait))
        return TRUE;
    if (wait > 0)
        state->wait_from = now + PAUSE_MICROSECONDS;
    return FALSE;
}

static gboolean
try_place(ShardSession *self, guint shard, guint place)
{
    ShardReplica *state = &self->replicas[shard];
    ShardBackend *backend = shard_session_open(self, place, NULL);

    if (backend == NULL)
        return FALSE;
    gboolean other = state->place >= 0 && (guint) state->place != place;
    if ((state->must_catch_up || other) && !catch_up(self, shard, backend))
        return FALSE;
    g_free(state->position);
    *state = (ShardReplica){.place = (gint) place};
    return TRUE;
}

/* The replica for a session that has none yet; who weighs more has more of the lots. */
static guint
draw(ShardSession *self, guint shard, guint n)
{
    const ShardDataSource *source = shard_rules_shard(self->rules, shard);
    const guint *weights = source->replica_weights;
    guint lots = 0, i = 0;

    for (guint k = 0; k < n; k++)
        lots += weights != NULL ? weights[k] : 1;
    guint lot = source->replicas_at_random ? (guint) g_random_int_range(0, (gint32) lots)
                                           : shard_fleet_next_turn(self->fleet) % lots;
    for (; weights != NULL && lot >= weights[i]; i++)
        lot -= weights[i];
    return weights != NULL ? i : lot;
}

guint
shard_session_choose_replica(ShardSession *self, guint shard)
{
    guint first;
    guint n = shard_fleet_replicas(self->fleet, shard, &first);

    if (n == 0)
        return shard;
    ShardReplica *state = &self->replicas[shard];
    guint start = state->place >= 0 ? (guint) state->place - first : draw(self, shard, n);
    for (guint i = 0; i < n; i++) {
        guint place = first + (start + i) % n;
        if (try_place(self, shard, place))
            return place;
    }
    return shard;
}

void
shard_session_note_primary(ShardSession *self, guint shard)
{
    if (self->replicas == NULL)
        return;
    self->replicas[shard].must_catch_up = TRUE;
    g_clear_pointer(&self->replicas[shard].position, g_free);
}
