/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How long calls of ours wait for a server: connecting, COMMIT, ROLLBACK, what a session says to
 * its shards, asking for columns.  The application's statements have their own timeouts; none
 * reaches these.  Past it the connection is given up, since a server that has stopped, or a network
 * that swallows everything, would keep its caller for ever.
 */
#include "driver/executor/backend/private.h"

/* The call may go on to wait for something else. */
#define AGAIN (G_USEC_PER_SEC / 10)

static void
give_up(ShardDeadline *deadline)
{
    ShardWait *wait = (ShardWait *) ((char *) deadline - G_STRUCT_OFFSET(ShardWait, deadline));

    wait->n_broken += shard_watch_break(&wait->watch);
}

void
shard_backend_begin_wait(ShardBackend *self, gint64 most, ShardWait *wait)
{
    wait->most = self->dialect == SHARD_DIALECT_SQLITE ? 0 : most;
    if (wait->most == 0)
        return;
    wait->n_broken = 0;
    shard_watch_init(&wait->watch);
    shard_watch_enter(&wait->watch, &wait->place);
    wait->deadline = (ShardDeadline){
        .at = g_get_monotonic_time() + wait->most, .again = AGAIN, .expired = give_up};
    shard_deadline_start(&wait->deadline);
}

gboolean
shard_backend_end_wait(ShardBackend *self, ShardWait *wait)
{
    if (wait->most == 0)
        return FALSE;
    shard_deadline_stop(&wait->deadline);
    shard_watch_leave(&wait->place);
    shard_watch_clear(&wait->watch);
    if (wait->n_broken > 0)
        atomic_store(&self->dead, TRUE);
    return wait->n_broken > 0;
}

gboolean
shard_backend_say_given_up(ShardBackend *self, const ShardWait *wait, gboolean commit,
                           GError **error)
{
    g_autofree char *text = g_strdup_printf(
        "the server has not answered for %.3g seconds, its connection is given up%s",
        (double) wait->most / G_USEC_PER_SEC,
        commit ? "; whether it has committed is not known" : "");

    if (error == NULL)
        return FALSE;
    g_clear_error(error);
    shard_error_set_backend(error, self->shard, commit ? "08007" : "HYT01", 0, text);
    return FALSE;
}

gboolean
shard_backend_is_usable(ShardBackend *self, GError **error)
{
    if (!shard_backend_is_dead(self))
        return TRUE;
    shard_error_set_backend(error, self->shard, "08S01", 0, "the connection to the shard was lost");
    return FALSE;
}

void
shard_backend_set_patience(ShardBackend *self, guint seconds)
{
    self->patience = (gint64) seconds * G_USEC_PER_SEC;
}
