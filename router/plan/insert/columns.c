/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/insert/private.h"

/* Without a column list, a row with one value fewer than the table has columns leaves out the
 * generated one, wherever it stands. */
static gint
skipped_column(const ShardInserter *self)
{
    const ShardInsert *insert = self->insert;

    if (insert->columns != NULL || self->schema == NULL || insert->n_rows == 0 ||
        self->table->generate_column == NULL || self->table->generator == NULL ||
        insert->rows[0].n_values + 1 != shard_table_schema_n_shown(self->schema))
        return -1;
    return shard_table_schema_column(self->schema, self->table->generate_column);
}

const char *
shard_inserter_column(const ShardInserter *self, guint position)
{
    if (self->insert->columns != NULL)
        return self->insert->columns[position];
    gboolean behind = self->skipped >= 0 && position >= (guint) self->skipped;
    return self->schema->columns[position + (behind ? 1 : 0)].name;
}

guint
shard_inserter_n_columns(const ShardInserter *self)
{
    if (self->insert->columns != NULL)
        return self->insert->n_columns;
    return shard_table_schema_n_shown(self->schema) - (self->skipped >= 0 ? 1 : 0);
}

gint
shard_inserter_find_column(const ShardInserter *self, const char *name)
{
    for (guint i = 0; i < shard_inserter_n_columns(self); i++) {
        if (shard_identifier_equal_fold(shard_inserter_column(self, i), name))
            return (gint) i;
    }
    return -1;
}

gboolean
shard_inserter_find_positions(ShardInserter *self)
{
    const ShardKeyFacts *keys = &self->ref->keys;
    const ShardInsert *insert = self->insert;

    self->positions = shard_arena_array(self->planner->arena, gint, keys->n_keys + 1);
    self->skipped = skipped_column(self);
    if (insert->columns == NULL && self->schema == NULL && !insert->default_values)
        return shard_planner_refuse(self->error,
                                    "INSERT INTO '%s' without a column list, and the table's "
                                    "columns aren't known; name the columns",
                                    self->table->name);
    for (guint i = 0; i < keys->n_keys; i++)
        self->positions[i] =
            insert->default_values ? -1 : shard_inserter_find_column(self, keys->keys[i].name);
    return TRUE;
}
