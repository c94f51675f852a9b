/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What an error on one shard has done to the transaction there, and so to all of it.
 *
 * Most errors undo their statement only.  But a deadlock takes InnoDB's whole transaction with it,
 * INSERT OR ROLLBACK SQLite's, and psqlodbc aborts or rolls back as its Protocol says.  One
 * database would have lost everything then: the other shards may not keep their parts.
 */
#include "driver/executor/session-private.h"

#include <string.h>

/* Errors with which MariaDB may have rolled back everything: it knows. */
static gboolean
mysql_may_have_rolled_back(const GError *failure)
{
    static const gint32 natives[] = {1020, 1205, 1206, 1213, 1402, 1613, 1614};
    gint32 native = shard_error_native(failure, 0);

    for (guint i = 0; i < G_N_ELEMENTS(natives); i++)
        if (natives[i] == native)
            return TRUE;
    return FALSE;
}

static ShardEffect
effect_on_mysql(ShardBackend *backend, const GError *failure)
{
    guint n = 0;

    if (!mysql_may_have_rolled_back(failure))
        return SHARD_EFFECT_NONE;
    /* A branch of XA that may only be rolled back doesn't even answer. */
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, "SELECT @@in_transaction", &n, NULL);
    gboolean alive =
        rows != NULL && rows->len == 1 && g_strcmp0(((char **) rows->pdata[0])[0], "1") == 0;
    return alive ? SHARD_EFFECT_NONE : SHARD_EFFECT_ROLLED_BACK;
}

/* It has no other question that tells.  A transaction begun by the question is ended as the lost
 * one would have been. */
static ShardEffect
effect_on_sqlite(ShardBackend *backend)
{
    return shard_backend_run(backend, "BEGIN", NULL) ? SHARD_EFFECT_ROLLED_BACK : SHARD_EFFECT_NONE;
}

/* psqlodbc sends its savepoint and the statement as one text: one that doesn't parse takes the
 * savepoint with it, and then the driver rolls back everything.  A transaction that has an id has
 * survived. */
static ShardEffect
effect_on_statement_level(ShardBackend *backend, const GError *failure)
{
    guint n = 0;

    if (strcmp(shard_error_sqlstate(failure, 0), "42601") != 0)
        return SHARD_EFFECT_NONE;
    g_autoptr(GPtrArray) rows =
        shard_backend_query(backend, "SELECT txid_current_if_assigned()", &n, NULL);
    if (rows == NULL)
        return SHARD_EFFECT_ABORTED;
    return rows->len == 1 && ((char **) rows->pdata[0])[0] != NULL ? SHARD_EFFECT_NONE
                                                                   : SHARD_EFFECT_LOST;
}

static ShardEffect
effect_on_postgresql(ShardSession *self, ShardBackend *backend, const GError *failure)
{
    guint n_joined = 0;

    if (self->on_error == SHARD_ON_ERROR_ABORT)
        return SHARD_EFFECT_ABORTED;
    if (self->on_error == SHARD_ON_ERROR_TRANSACTION)
        return SHARD_EFFECT_ROLLED_BACK;
    for (guint i = 0; i < self->n_shards; i++)
        n_joined += self->joined[i];
    /* What one shard alone does is what one database does. */
    return n_joined < 2 ? SHARD_EFFECT_NONE : effect_on_statement_level(backend, failure);
}

ShardEffect
shard_session_effect(ShardSession *self, guint shard, const GError *failure)
{
    ShardBackend *backend = self->slots[shard].backend;

    if (!self->joined[shard] || backend == NULL)
        return SHARD_EFFECT_NONE;
    if (shard_backend_is_dead(backend))
        return SHARD_EFFECT_LOST;
    if (self->mode.dialect == SHARD_DIALECT_POSTGRESQL)
        return effect_on_postgresql(self, backend, failure);
    if (self->mode.dialect == SHARD_DIALECT_MYSQL)
        return effect_on_mysql(backend, failure);
    return self->mode.dialect == SHARD_DIALECT_SQLITE ? effect_on_sqlite(backend)
                                                      : SHARD_EFFECT_NONE;
}

void
shard_session_take_effect(ShardSession *self, ShardEffect effect)
{
    if (effect == SHARD_EFFECT_ROLLED_BACK)
        shard_session_end(self, FALSE, NULL);
    self->failed |= effect == SHARD_EFFECT_ABORTED || effect == SHARD_EFFECT_LOST;
    self->lost |= effect == SHARD_EFFECT_LOST;
}

void
shard_session_note_failure(ShardSession *self, const GError *failure)
{
    ShardEffect effect = SHARD_EFFECT_NONE;

    if (!shard_session_manual(self) || failure == NULL)
        return;
    for (guint i = 0; i < self->n_shards; i++) {
        const char *name = shard_rules_shard(self->rules, i)->name;
        if (g_strcmp0(shard_error_shard(failure, 0), name) != 0)
            continue;
        ShardEffect there = shard_session_effect(self, i, failure);
        effect = MAX(effect, there);
    }
    shard_session_take_effect(self, effect);
}
