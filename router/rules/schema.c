/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/schema.h"

#include <string.h>

struct _ShardSchema {
    gint references; /* atomic */
    guint version;
    GHashTable *tables; /* name -> Table, shared between snapshots */
};

/* A table's facts, immutable, with what they point to. */
typedef struct {
    gint references; /* atomic */
    ShardArena *arena;
    ShardTableSchema facts;
} Table;

static void
table_unref(gpointer data)
{
    Table *table = data;

    if (!g_atomic_int_dec_and_test(&table->references))
        return;
    shard_arena_free(table->arena);
    g_free(table);
}

static Table *
table_ref(Table *table)
{
    g_atomic_int_inc(&table->references);
    return table;
}

static void
copy_collation(ShardArena *arena, ShardCollation *collation)
{
    collation->name = shard_arena_strndup(arena, collation->name, -1);
    collation->locale = shard_arena_strndup(arena, collation->locale, -1);
    collation->version = shard_arena_strndup(arena, collation->version, -1);
}

static void
copy_columns(ShardArena *arena, const ShardTableSchema *from, ShardTableSchema *to)
{
    ShardColumnSchema *columns = shard_arena_array(arena, ShardColumnSchema, from->n_columns + 1);

    for (guint i = 0; i < from->n_columns; i++) {
        columns[i] = from->columns[i];
        columns[i].name = shard_arena_strndup(arena, columns[i].name, -1);
        columns[i].type_name = shard_arena_strndup(arena, columns[i].type_name, -1);
        copy_collation(arena, &columns[i].collation);
    }
    to->columns = columns;
    to->n_columns = from->n_columns;
    to->n_invisible = from->n_invisible;
}

static void
copy_indexes(ShardArena *arena, const ShardTableSchema *from, ShardTableSchema *to)
{
    ShardIndexSchema *indexes = shard_arena_array(arena, ShardIndexSchema, from->n_indexes + 1);

    for (guint i = 0; i < from->n_indexes; i++) {
        indexes[i] = from->indexes[i];
        indexes[i].name = shard_arena_strndup(arena, indexes[i].name, -1);
        indexes[i].columns = shard_arena_memdup(arena, from->indexes[i].columns,
                                                from->indexes[i].n_columns * sizeof(guint));
    }
    to->indexes = indexes;
    to->n_indexes = from->n_indexes;
}

static void
copy_constraints(ShardArena *arena, const ShardTableSchema *from, ShardTableSchema *to)
{
    const char **names = shard_arena_array(arena, const char *, from->n_constraints + 1);

    for (guint i = 0; i < from->n_constraints; i++)
        names[i] = shard_arena_strndup(arena, from->constraints[i], -1);
    to->constraints = names;
    to->n_constraints = from->n_constraints;
}

static Table *
table_new(const ShardTableSchema *facts)
{
    Table *table = g_new0(Table, 1);

    table->references = 1;
    table->arena = shard_arena_new();
    table->facts.name = shard_arena_strndup(table->arena, facts->name, -1);
    copy_columns(table->arena, facts, &table->facts);
    copy_indexes(table->arena, facts, &table->facts);
    copy_constraints(table->arena, facts, &table->facts);
    table->facts.text_collation = facts->text_collation;
    copy_collation(table->arena, &table->facts.text_collation);
    return table;
}

ShardSchema *
shard_schema_new(void)
{
    ShardSchema *self = g_new0(ShardSchema, 1);

    self->references = 1;
    self->version = 1;
    self->tables = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, table_unref);
    return self;
}

ShardSchema *
shard_schema_ref(ShardSchema *self)
{
    g_atomic_int_inc(&self->references);
    return self;
}

void
shard_schema_unref(ShardSchema *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(&self->references))
        return;
    g_hash_table_unref(self->tables);
    g_free(self);
}

ShardSchema *
shard_schema_with_table(const ShardSchema *self, const ShardTableSchema *table)
{
    ShardSchema *copy = shard_schema_new();
    GHashTableIter iter;
    gpointer name, shared;

    copy->version = self->version + 1;
    g_hash_table_iter_init(&iter, self->tables);
    while (g_hash_table_iter_next(&iter, &name, &shared))
        if (strcmp(name, table->name) != 0)
            g_hash_table_insert(copy->tables, name, table_ref(shared));
    if (table->columns != NULL) {
        Table *added = table_new(table);
        g_hash_table_insert(copy->tables, (gpointer) added->facts.name, added);
    }
    return copy;
}

guint
shard_schema_version(const ShardSchema *self)
{
    return self->version;
}

const ShardTableSchema *
shard_schema_table(const ShardSchema *self, const char *logical_name)
{
    const Table *table = g_hash_table_lookup(self->tables, logical_name);
    return table == NULL ? NULL : &table->facts;
}

guint
shard_table_schema_n_shown(const ShardTableSchema *self)
{
    return self->n_columns - self->n_invisible;
}

gint
shard_table_schema_column(const ShardTableSchema *self, const char *name)
{
    gint found = -1;

    for (guint i = 0; i < self->n_columns; i++)
        if (strcmp(self->columns[i].name, name) == 0)
            return (gint) i;
    for (guint i = 0; i < self->n_columns; i++) {
        if (g_ascii_strcasecmp(self->columns[i].name, name) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = (gint) i;
    }
    return found;
}

ShardValueKind
shard_type_value_kind(ShardTypeClass type)
{
    static const ShardValueKind kinds[] = {
        [SHARD_TYPE_UNKNOWN] = SHARD_VALUE_UNKNOWN,
        [SHARD_TYPE_BOOLEAN] = SHARD_VALUE_BOOLEAN,
        [SHARD_TYPE_INTEGER] = SHARD_VALUE_INTEGER,
        [SHARD_TYPE_BIGINT] = SHARD_VALUE_LONG,
        [SHARD_TYPE_UNSIGNED] = SHARD_VALUE_UNSIGNED,
        [SHARD_TYPE_DECIMAL] = SHARD_VALUE_DECIMAL,
        [SHARD_TYPE_FLOAT] = SHARD_VALUE_FLOAT,
        [SHARD_TYPE_DOUBLE] = SHARD_VALUE_DOUBLE,
        [SHARD_TYPE_CHAR] = SHARD_VALUE_STRING,
        [SHARD_TYPE_TEXT] = SHARD_VALUE_STRING,
        [SHARD_TYPE_BYTES] = SHARD_VALUE_BYTES,
        [SHARD_TYPE_DATE] = SHARD_VALUE_DATE,
        [SHARD_TYPE_TIME] = SHARD_VALUE_TIME,
        [SHARD_TYPE_TIMESTAMP] = SHARD_VALUE_TIMESTAMP,
        [SHARD_TYPE_OFFSET_TIMESTAMP] = SHARD_VALUE_OFFSET_TIMESTAMP,
        [SHARD_TYPE_UUID] = SHARD_VALUE_UUID,
        [SHARD_TYPE_ENUM] = SHARD_VALUE_STRING,
        [SHARD_TYPE_OTHER] = SHARD_VALUE_UNKNOWN,
    };
    return (guint) type < G_N_ELEMENTS(kinds) ? kinds[type] : SHARD_VALUE_UNKNOWN;
}
