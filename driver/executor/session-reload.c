/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A session takes over a rules file that changed: between statements, in no transaction.
 *
 * Connections to shards that are the same in both files stay, with all that the application has set
 * up on them.  The old fleet and slots are kept to the session's end: calls that take no lock may
 * be looking at them.
 */
#include "driver/executor/counters.h"
#include "driver/executor/session-private.h"

#include <unistd.h>

/* A connection leads to the same place for both descriptions. */
static gboolean
is_same_place(const ShardDataSource *a, const ShardDataSource *b)
{
    return g_strcmp0(a->name, b->name) == 0 && g_strcmp0(a->dsn, b->dsn) == 0 &&
           g_strcmp0(a->connection, b->connection) == 0 && g_strcmp0(a->server, b->server) == 0 &&
           g_strcmp0(a->uid, b->uid) == 0;
}

/* Connections that stream are not taken along: they are opened as they are needed. */
static gint
find_place(ShardFleet *fleet, const ShardDataSource *wanted)
{
    for (guint i = 0; i < shard_fleet_stream_place(fleet, 0); i++)
        if (is_same_place(shard_fleet_place(fleet, i), wanted))
            return (gint) i;
    return -1;
}

static void
move_debts(ShardFleet *from, guint place, ShardFleet *to, guint to_place)
{
    g_autoptr(GPtrArray) debts = shard_fleet_take_debts(from, place);

    while (debts->len > 0)
        shard_fleet_owe(to, to_place, g_ptr_array_steal_index(debts, 0));
}

/* Moves what the slots of the old fleet hold to those of the new one, or closes it. */
static void
move_slots(ShardSession *self, ShardFleet *fleet, ShardMember *slots)
{
    for (guint i = 0; i < self->n_slots; i++) {
        gint place = shard_fleet_is_stream_place(self->fleet, i)
                         ? -1
                         : find_place(fleet, shard_fleet_place(self->fleet, i));
        if (place >= 0)
            move_debts(self->fleet, i, fleet, (guint) place);
        /* Pooled connections are counted by the fleet that they came from. */
        if (place >= 0 && !self->slots[i].is_counted) {
            slots[place] = self->slots[i];
            slots[place].key = NULL;
            if (slots[place].backend != NULL)
                shard_fleet_count_open(fleet, (guint) place, slots[place].backend);
            self->slots[i] = (ShardMember){.key = self->slots[i].key};
        } else {
            shard_session_drop(self, i);
        }
        g_clear_pointer(&self->slots[i].key, g_free);
    }
}

static void
replace_replicas(ShardSession *self)
{
    for (guint i = 0; self->replicas != NULL && i < self->n_shards; i++)
        g_free(self->replicas[i].position);
    g_clear_pointer(&self->replicas, g_free);
    self->n_shards = shard_rules_n_shards(self->rules);
    if (shard_fleet_stream_place(self->fleet, 0) > self->n_shards)
        self->replicas = g_new0(ShardReplica, self->n_shards);
    for (guint i = 0; self->replicas != NULL && i < self->n_shards; i++)
        self->replicas[i].place = -1;
}

static void
adopt(ShardSession *self, ShardFleet *fleet)
{
    guint n_slots = shard_fleet_n_places(fleet);
    ShardMember *slots = g_new0(ShardMember, MAX(n_slots, 1));

    move_slots(self, fleet, slots);
    if (self->retired == NULL)
        self->retired = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(self->retired, self->slots);
    g_ptr_array_add(self->retired, self->joined);
    if (self->retired_fleets == NULL)
        self->retired_fleets = g_ptr_array_new_with_free_func((GDestroyNotify) shard_fleet_unref);
    g_ptr_array_add(self->retired_fleets, self->fleet);
    /* Never more slots than there are, for whom looks at them now. */
    self->n_slots = MIN(self->n_slots, n_slots);
    self->slots = slots;
    self->joined = g_new0(gboolean, MAX(n_slots, 1));
    self->n_slots = n_slots;
    self->fleet = fleet;
    self->rules = shard_fleet_rules(fleet);
    replace_replicas(self);
    g_hash_table_remove_all(self->absent);
    g_clear_pointer(&self->schema, shard_schema_unref);
    self->last_write_shard = -1;
    self->last_shard = -1;
    self->variable_shard = 0;
    self->locked_tables = FALSE;
}

ShardReload
shard_session_reload(ShardSession *self, GError **error)
{
    ShardFleet *fleet = NULL;

    if (self->pid != getpid() || shard_session_in_transaction(self))
        return SHARD_RELOAD_LATER;
    if (!shard_fleet_newer(self->fleet, &fleet, error)) {
        shard_count(&shard_counters->rules_refused, 1);
        return SHARD_RELOAD_REFUSED;
    }
    if (fleet == NULL)
        return SHARD_RELOAD_NOTHING;
    shard_count(&shard_counters->rules_reloads, 1);
    adopt(self, fleet);
    return SHARD_RELOAD_DONE;
}

char *
shard_session_rules_fault(ShardSession *self)
{
    return shard_fleet_fault(self->fleet);
}

void
shard_session_reset(ShardSession *self)
{
    for (guint i = 0; i < self->n_slots; i++) {
        const ShardMember *slot = &self->slots[i];
        if (slot->backend != NULL &&
            (shard_session_has_state(slot) || shard_backend_is_dead(slot->backend)))
            shard_session_drop(self, i);
    }
    g_array_set_size(self->attributes, 0);
    g_array_set_size(self->set_texts, 0);
    self->attributes_epoch = 0;
    shard_session_set_attribute(self, SQL_ATTR_CONNECTION_TIMEOUT, 0, SQL_IS_UINTEGER, NULL);
    self->last_write_shard = -1;
    self->last_shard = -1;
    self->variable_shard = 0;
    self->locked_tables = FALSE;
    self->mode_known = FALSE;
}
