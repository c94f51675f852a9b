/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/insert/private.h"

static gboolean
index_has_keys(const ShardInserter *self, const ShardIndexSchema *index)
{
    const ShardKeyFacts *keys = &self->ref->keys;

    for (guint i = 0; i < keys->n_keys; i++) {
        gboolean found = FALSE;
        for (guint j = 0; j < index->n_columns && !found; j++)
            found = shard_identifier_equal_fold(self->schema->columns[index->columns[j]].name,
                                                keys->keys[i].name);
        if (!found)
            return FALSE;
    }
    return keys->n_keys > 0;
}

static gboolean
check_conflict(const ShardInserter *self)
{
    const ShardTable *table = self->table;
    gboolean offline = self->planner->analysis->schema == NULL;

    if (self->insert->conflict == SHARD_CONFLICT_ERROR || table->n_nodes == 1 ||
        table->local_unique || offline)
        return TRUE;
    if (self->schema == NULL)
        return shard_planner_refuse(self->error,
                                    "what to do on a conflict in '%s', whose unique indexes "
                                    "aren't known; local-unique = true in the rules allows it",
                                    table->name);
    for (guint i = 0; i < self->schema->n_indexes; i++) {
        const ShardIndexSchema *index = &self->schema->indexes[i];
        if (index->unique && !index_has_keys(self, index))
            return shard_planner_refuse(self->error,
                                        "a conflict in unique index '%s' of '%s' may be with a row "
                                        "on another node, since it lacks the sharding key; "
                                        "local-unique = true in the rules allows it",
                                        index->name, table->name);
    }
    return TRUE;
}

static gboolean
check_updates(const ShardInserter *self)
{
    for (guint i = 0; i < self->insert->n_updates; i++) {
        const char *column = self->insert->updates[i].column;
        if (self->table->n_nodes > 1 && column != NULL && shard_table_is_key(self->table, column))
            return shard_planner_refuse(
                self->error, "the sharding key '%s' is changed where a row exists already", column);
    }
    return TRUE;
}

/* Does every row give the column a value of its own? */
static gboolean
gives_number(const ShardInserter *self, const char *column)
{
    const ShardInsert *insert = self->insert;
    gint position = insert->default_values ? -1 : shard_inserter_find_column(self, column);

    for (guint i = 0; i < insert->n_rows && position >= 0; i++) {
        if ((guint) position < insert->rows[i].n_values &&
            shard_inserter_is_numbered(self, insert->rows[i].values[position], TRUE))
            return FALSE;
    }
    return position >= 0;
}

static gboolean
check_auto_increment(const ShardInserter *self)
{
    const ShardTable *table = self->table;

    if (self->schema == NULL || table->n_nodes == 1 || table->local_unique)
        return TRUE;
    for (guint i = 0; i < self->schema->n_columns; i++) {
        const ShardColumnSchema *column = &self->schema->columns[i];
        gboolean generated = table->generate_column != NULL && table->generator != NULL &&
                             shard_identifier_equal_fold(table->generate_column, column->name);
        if (!column->auto_increment || generated || gives_number(self, column->name))
            continue;
        return !shard_inserter_tell_missing_column(self) &&
               shard_planner_refuse(self->error,
                                    "column '%s' of '%s' is numbered by each node on its own; give "
                                    "its value, or name a generator for it in the rules",
                                    column->name, table->name);
    }
    return TRUE;
}

gboolean
shard_inserter_check(const ShardInserter *self)
{
    return check_conflict(self) && check_updates(self) && check_auto_increment(self);
}
