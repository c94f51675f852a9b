/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * PostgreSQL with max_prepared_transactions = 0.
 *
 * The mark is the transaction's id, and txid_status() tells its fate.  One trap: a server that
 * crashes before any record with that id is on its disk gives the id to another transaction
 * afterwards, whose fate it would tell.  So the id is forced to the disk first: any commit behind
 * it does that, and where nobody else has committed a second connection does.
 */
#include "driver/executor/transaction/last-resource.h"

#include <string.h>

/* How long the server may take to write its log by itself, where no second connection may be. */
#define WRITE_PATIENCE (30 * (gint64) G_USEC_PER_SEC)
#define WRITE_PAUSE (20 * 1000)

/* What it commits has to stay, since the others build on it: never asynchronously. */
static const char mark_question[] =
    "SELECT txid_current(), pg_current_wal_insert_lsn(),"
    " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'off' THEN 'local' ELSE current_setting('synchronous_commit') END, true)";

static const char force_text[] = "BEGIN; SET LOCAL synchronous_commit = local;"
                                 " SELECT pg_logical_emit_message(true, 'shardodbc', ''); COMMIT";

static const char fill_text[] =
    "SELECT pg_logical_emit_message(false, 'shardodbc', repeat(' ', 16384))";

/* The first cell of the first row; NULL: none, and *error if it can't be asked.  (transfer full) */
static char *
ask(ShardBackend *backend, const char *sql, GError **error)
{
    guint n = 0;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql, &n, error);

    return rows == NULL || rows->len == 0 || n == 0 ? NULL : g_strdup(*(char **) rows->pdata[0]);
}

static gboolean
ask_limit(ShardBackend *backend, GError **error)
{
    g_autofree char *most =
        ask(backend, "SELECT current_setting('max_prepared_transactions')", error);

    if (most == NULL)
        return FALSE;
    backend->preparing = strcmp(most, "0") == 0 ? SHARD_PREPARES_NEVER : SHARD_PREPARES;
    return TRUE;
}

gboolean
shard_last_resource_can_prepare(ShardBackend *backend, gboolean *out_can, GError **error)
{
    if (backend->preparing == SHARD_PREPARES_UNKNOWN) {
        if (backend->dialect == SHARD_DIALECT_POSTGRESQL && !ask_limit(backend, error))
            return FALSE;
        if (backend->dialect != SHARD_DIALECT_POSTGRESQL)
            backend->preparing =
                backend->dialect == SHARD_DIALECT_MYSQL ? SHARD_PREPARES : SHARD_PREPARES_NEVER;
    }
    *out_can = backend->preparing == SHARD_PREPARES;
    return TRUE;
}

static gboolean
is_written(ShardBackend *backend, const char *position, gboolean *out_written, GError **error)
{
    g_autofree char *sql = g_strdup_printf("SELECT pg_current_wal_flush_lsn() >= '%s'", position);
    g_autofree char *answer = ask(backend, sql, error);

    *out_written = answer != NULL && (answer[0] == '1' || answer[0] == 't');
    return answer != NULL;
}

/* A commit of nothing, on the connection that long results are streamed over otherwise. */
static gboolean
force(ShardSession *self, guint shard)
{
    guint place = shard_fleet_stream_place(self->fleet, shard);

    if (self->settings->max_connections_per_shard > 0)
        return FALSE;
    /* It may have been lost unnoticed: then a new one does. */
    for (guint i = 0; i < 2; i++) {
        ShardBackend *other = shard_session_open(self, place, NULL);
        if (other == NULL || shard_session_has_open_cursor(other))
            return FALSE;
        if (shard_backend_run(other, force_text, NULL))
            return TRUE;
        shard_session_drop(self, place); /* it may be inside that transaction */
    }
    return FALSE;
}

/* By itself the server soon writes whole pages of its log, but may leave the last one for seconds:
 * so that is filled up. */
static gboolean
wait_until_written(ShardBackend *backend, const char *position, gboolean *out_written,
                   GError **error)
{
    gint64 end = g_get_monotonic_time() + WRITE_PATIENCE;

    if (!shard_backend_run(backend, fill_text, error))
        return FALSE;
    while (!*out_written && g_get_monotonic_time() < end) {
        g_usleep(WRITE_PAUSE);
        if (!is_written(backend, position, out_written, error))
            return FALSE;
    }
    return TRUE;
}

/* All that the server had logged at that position is on its disk. */
static gboolean
make_durable(ShardSession *self, guint shard, const char *position, GError **error)
{
    ShardBackend *backend = self->slots[shard].backend;
    gboolean written = FALSE;

    if (!is_written(backend, position, &written, error))
        return FALSE;
    if (written || force(self, shard))
        return TRUE;
    if (!wait_until_written(backend, position, &written, error))
        return FALSE;
    if (!written)
        shard_error_set_backend(error, shard_backend_shard(backend), "HYT01", 0,
                                "the server did not write its log in time: the transaction is "
                                "rolled back");
    return written;
}

char *
shard_last_resource_mark(ShardSession *self, guint shard, GError **error)
{
    ShardBackend *backend = self->slots[shard].backend;
    guint n = 0;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, mark_question, &n, error);

    if (rows == NULL)
        return NULL;
    char **cells = rows->len == 1 && n == 3 ? rows->pdata[0] : NULL;
    if (cells == NULL || cells[0] == NULL || cells[1] == NULL) {
        shard_error_set_backend(error, shard_backend_shard(backend), "HY000", 0,
                                "the server doesn't tell the transaction's id");
        return NULL;
    }
    return make_durable(self, shard, cells[1], error) ? g_strdup(cells[0]) : NULL;
}

ShardOutcome
shard_last_resource_outcome(ShardBackend *backend, const char *mark, GError **error)
{
    static const struct {
        const char *word;
        ShardOutcome outcome;
    } words[] = {{"committed", SHARD_OUTCOME_COMMITTED},
                 {"aborted", SHARD_OUTCOME_ROLLED_BACK},
                 {"in progress", SHARD_OUTCOME_RUNNING}};
    GError *failure = NULL;
    g_autofree char *sql = g_strdup_printf("SELECT txid_status(%s)", mark);
    g_autofree char *status = ask(backend, sql, &failure);

    for (guint i = 0; status != NULL && i < G_N_ELEMENTS(words); i++)
        if (strcmp(status, words[i].word) == 0)
            return words[i].outcome;
    if (failure == NULL)
        shard_error_set_backend(&failure, shard_backend_shard(backend), "HY000", 0,
                                "the server doesn't know any more what became of the transaction");
    g_propagate_error(error, failure);
    return SHARD_OUTCOME_UNKNOWN;
}
