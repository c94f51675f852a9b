/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * keys.c - what is known of a table's key columns: from the rules, then from the catalog.
 */
#include "router/plan/condition/private.h"

#include "router/rules/civil.h"
#include "router/rules/value-convert.h"

#include <string.h>

static ShardValueKind
kind_in_rules(const ShardTable *table, const char *column)
{
    for (guint i = 0; i < table->n_key_types; i++) {
        if (shard_identifier_equal_fold(table->key_types[i].column, column))
            return table->key_types[i].kind;
    }
    return SHARD_VALUE_UNKNOWN;
}

static const ShardColumnSchema *
column_schema(const ShardTable *table, const ShardSchema *schema, const char *column)
{
    const ShardTableSchema *facts = schema == NULL ? NULL : shard_schema_table(schema, table->name);
    gint number = facts == NULL ? -1 : shard_table_schema_column(facts, column);
    return number < 0 ? NULL : &facts->columns[number];
}

/* Does it tell 1.0 from 1.00? */
static gboolean
strategy_tells_scales(const ShardStrategy *strategy, const char *column)
{
    if (strategy->algorithm == NULL || shard_algorithm_mixes(strategy->algorithm, TRUE))
        return FALSE;
    for (guint i = 0; i < strategy->n_keys; i++) {
        if (shard_identifier_equal_fold(strategy->keys[i], column))
            return TRUE;
    }
    return FALSE;
}

/* Is text of that column equal just when its bytes are? */
static gboolean
has_byte_equality(const ShardColumnSchema *column)
{
    ShardCollationKind kind = column->collation.kind;

    return column->type == SHARD_TYPE_TEXT &&
           (kind == SHARD_COLLATION_BINARY || kind == SHARD_COLLATION_LIBC ||
            kind == SHARD_COLLATION_ICU);
}

static gboolean
text_scatters(const ShardTable *table, const ShardColumnSchema *column, gboolean offline)
{
    switch (table->key_match) {
    case SHARD_KEY_MATCH_EXACT:
    case SHARD_KEY_MATCH_CASEFOLD:
        return FALSE;
    case SHARD_KEY_MATCH_SCATTER:
        return TRUE;
    case SHARD_KEY_MATCH_DEFAULT:
        break;
    }
    return column == NULL ? !offline : !has_byte_equality(column);
}

static void
set_text_facts(ShardKey *key, const ShardTable *table, const ShardColumnSchema *column)
{
    key->scatter = text_scatters(table, column, key->assume);
    key->casefold = table->key_match == SHARD_KEY_MATCH_CASEFOLD;
    key->by_bytes = column != NULL && column->type == SHARD_TYPE_TEXT &&
                    column->collation.kind == SHARD_COLLATION_BINARY && !key->casefold;
    key->exact_groups =
        !key->scatter &&
        (key->casefold || (column == NULL ? key->assume : has_byte_equality(column)));
    key->exact_joins = !key->scatter;
}

/* 1.0 = 1.00, but they may be placed apart unless the column fixes the scale. */
static void
set_number_facts(ShardKey *key, const ShardTable *table)
{
    gboolean tells = strategy_tells_scales(&table->shard_strategy, key->name) ||
                     strategy_tells_scales(&table->table_strategy, key->name);

    key->exact_groups = TRUE;
    if (key->kind == SHARD_VALUE_DECIMAL && key->scale < 0 && tells)
        key->scatter = TRUE;
    if (key->scatter || key->kind == SHARD_VALUE_FLOAT || key->kind == SHARD_VALUE_DOUBLE ||
        key->kind == SHARD_VALUE_OFFSET_TIMESTAMP)
        key->exact_groups = FALSE;
    key->exact_joins = key->exact_groups;
}

static void
set_facts(ShardKey *key, const ShardTable *table, const ShardSchema *schema)
{
    const ShardColumnSchema *column = column_schema(table, schema, key->name);

    key->kind = kind_in_rules(table, key->name);
    key->assume = schema == NULL;
    key->scale = column == NULL ? -1 : column->scale;
    key->not_null = column != NULL && column->not_null;
    key->bytea = column != NULL && g_strcmp0(column->type_name, "bytea") == 0;
    if (key->kind == SHARD_VALUE_UNKNOWN && column != NULL)
        key->kind = shard_type_value_kind(column->type);
    if (key->kind == SHARD_VALUE_STRING)
        set_text_facts(key, table, column);
    else if (key->kind == SHARD_VALUE_UNKNOWN)
        key->exact_groups = key->exact_joins = key->assume;
    else
        set_number_facts(key, table);
}

ShardKeyFacts
shard_key_facts_new(const ShardTable *table, const ShardSchema *schema, ShardDialect dialect,
                    ShardArena *arena)
{
    const char *const *names = shard_table_keys(table);
    ShardKeyFacts self = {.table = table, .nulls_narrow = TRUE};

    while (names[self.n_keys] != NULL)
        self.n_keys++;
    ShardKey *keys = shard_arena_array(arena, ShardKey, self.n_keys);
    for (guint i = 0; i < self.n_keys; i++) {
        keys[i].name = names[i];
        set_facts(&keys[i], table, schema);
        if (dialect != SHARD_DIALECT_SQLITE) /* which keeps what it is given */
            keys[i].column = column_schema(table, schema, keys[i].name);
    }
    self.keys = keys;
    return self;
}

static gboolean
is_integer(ShardValueKind kind)
{
    return kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG;
}

static gboolean
placed_alike(const ShardKey *a, const ShardKey *b, const ShardAlgorithm *algorithm)
{
    if (is_integer(a->kind) && is_integer(b->kind) && a->kind != b->kind)
        return algorithm == NULL || shard_algorithm_mixes(algorithm, FALSE);
    if (a->kind == SHARD_VALUE_DECIMAL && b->kind == a->kind && a->scale != b->scale)
        return algorithm == NULL || shard_algorithm_mixes(algorithm, TRUE);
    return a->kind == b->kind;
}

static const ShardKey *
find_key(const ShardKeyFacts *self, const char *column)
{
    for (guint i = 0; i < self->n_keys; i++) {
        if (shard_identifier_equal_fold(self->keys[i].name, column))
            return &self->keys[i];
    }
    return NULL;
}

gboolean
shard_keys_placed_alike(const ShardKeyFacts *a, const ShardKeyFacts *b, gboolean shard)
{
    const ShardStrategy *of_a = shard ? &a->table->shard_strategy : &a->table->table_strategy;
    const ShardStrategy *of_b = shard ? &b->table->shard_strategy : &b->table->table_strategy;

    for (guint i = 0; i < of_a->n_keys; i++) {
        const ShardKey *x = find_key(a, of_a->keys[i]);
        const ShardKey *y = i < of_b->n_keys ? find_key(b, of_b->keys[i]) : NULL;
        if (x == NULL || y == NULL || !placed_alike(x, y, of_a->algorithm))
            return FALSE;
    }
    return TRUE;
}

/* ---- values of keys ---- */

ShardValue
shard_key_fold_case(const ShardValue *value, ShardArena *arena)
{
    if (value->kind != SHARD_VALUE_STRING)
        return *value;
    g_autofree char *folded = g_utf8_validate(value->text.data, (gssize) value->text.size, NULL)
                                  ? g_utf8_strdown(value->text.data, (gssize) value->text.size)
                                  : g_ascii_strdown(value->text.data, (gssize) value->text.size);
    gsize size = strlen(folded);
    return shard_value_string(shard_arena_strndup(arena, folded, (gssize) size), (gssize) size);
}

gboolean
shard_key_natural_kind(const ShardValue *value, ShardValueKind *out_kind)
{
    if (value->kind == SHARD_VALUE_INTEGER || value->kind == SHARD_VALUE_LONG) {
        *out_kind = SHARD_VALUE_LONG;
        return TRUE;
    }
    *out_kind = value->kind;
    return value->kind == SHARD_VALUE_STRING;
}

static gboolean
is_time(ShardValueKind kind)
{
    return kind >= SHARD_VALUE_DATE && kind <= SHARD_VALUE_OFFSET_TIMESTAMP;
}

/* VARCHAR(3) is cut to three characters, where blanks or the settings let it; BINARY(3) is filled
 * up. */
static gboolean
fits_text(const ShardKey *self, const ShardValue *value)
{
    const ShardColumnSchema *column = self->column;
    gsize size = value->text.size;

    if (column->length < 0 || self->scatter)
        return TRUE;
    if (column->type == SHARD_TYPE_BYTES)
        return column->type_name == NULL || !g_str_has_prefix(column->type_name, "binary") ||
               size == (gsize) column->length;
    if (column->type != SHARD_TYPE_TEXT && column->type != SHARD_TYPE_CHAR)
        return TRUE;
    if (g_utf8_validate(value->text.data, (gssize) size, NULL))
        size = (gsize) g_utf8_strlen(value->text.data, (gssize) size);
    return size <= (gsize) column->length;
}

/* A key may be placed as another type than its column has, which rounds 2.5 to an integer or a
 * clock to a day. */
static gboolean
fits_type(const ShardKey *self, const ShardValue *value, ShardArena *arena)
{
    ShardValueKind kind = shard_type_value_kind(self->column->type);
    gboolean number = kind >= SHARD_VALUE_BOOLEAN && kind <= SHARD_VALUE_DOUBLE;
    ShardValue stored;

    if (kind == self->kind || self->kind == SHARD_VALUE_STRING ||
        !(number || (is_time(kind) && is_time(self->kind))))
        return TRUE;
    return shard_value_assign(value, kind, self->column->scale, arena, &stored);
}

/* Does the column hold just that value? */
static gboolean
fits_column(const ShardKey *self, const ShardValue *value, const ShardValue *key, ShardArena *arena)
{
    if (self->column == NULL)
        return TRUE;
    if ((key->kind == SHARD_VALUE_STRING || key->kind == SHARD_VALUE_BYTES) &&
        !fits_text(self, key))
        return FALSE;
    return fits_type(self, value, arena);
}

gboolean
shard_key_assign(const ShardKey *self, const ShardValue *value, ShardArena *arena, ShardValue *out)
{
    ShardValueKind kind = self->kind;

    if (self->bytea && value->kind == SHARD_VALUE_STRING)
        return shard_bytea_parse(value, arena, out);
    if (kind == SHARD_VALUE_UNKNOWN &&
        (!shard_key_natural_kind(value, &kind) || (kind == SHARD_VALUE_STRING && !self->assume)))
        return FALSE;
    if (!shard_value_assign(value, kind, self->scale, arena, out) ||
        !fits_column(self, value, out, arena))
        return FALSE;
    if (self->casefold)
        *out = shard_key_fold_case(out, arena);
    return TRUE;
}

/* TIMESTAMP(3) keeps three digits behind the second; six where nothing is said. */
static guint32
tick(const ShardColumnSchema *column)
{
    gint32 digits = column->length < 0 ? 6 : column->length;
    guint32 unit = 1;

    for (gint32 i = digits; i < 9; i++)
        unit *= 10;
    return unit;
}

gboolean
shard_key_rounds(const ShardKey *self, const ShardValue *key)
{
    return self->column != NULL && is_time(key->kind) &&
           key->time.nanosecond % tick(self->column) != 0;
}

gboolean
shard_key_round(const ShardKey *self, const ShardValue *key, ShardValue *out_down,
                ShardValue *out_up)
{
    guint32 unit = tick(self->column);

    if (key->kind != SHARD_VALUE_TIMESTAMP)
        return FALSE;
    *out_down = *out_up = *key;
    out_down->time.nanosecond -= key->time.nanosecond % unit;
    out_up->time.nanosecond = out_down->time.nanosecond + unit;
    if (out_up->time.nanosecond == 1000000000) {
        shard_civil_from_seconds(shard_civil_seconds(&key->time) + 1, &out_up->time);
        out_up->time.nanosecond = 0;
    }
    return TRUE;
}
