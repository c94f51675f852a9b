/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Logical and actual names: which logical tables an argument means, and how a real driver's row is
 * shown under the logical name.
 *
 *   table t with nodes ds_0.t_0, ds_1.t_1; asked for 't%': t is matched, ds_0 is asked for t_0, and
 *   its row (t_0, index t_0_pkey, index ix_v_t_0) is shown as (t, t_pkey, ix_v).
 */
#include "driver/odbc/catalog/private.h"

#include <string.h>

const char *
shard_catalog_text(const ShardValue *value)
{
    /* Texts of this module's rows come from an arena, which puts a NUL behind them. */
    return value->kind == SHARD_VALUE_STRING ? value->text.data : NULL;
}

static gboolean
same_character(gunichar a, gunichar b, gboolean fold)
{
    return a == b || (fold && g_unichar_tolower(a) == g_unichar_tolower(b));
}

/* SQL's LIKE with \ as escape.  A run of % is tried from the right place only once: the last %
 * passed is the one to come back to, so the time is bounded by the product of the lengths. */
static gboolean
matches_pattern(const char *pattern, const char *name, gboolean fold)
{
    const char *after_percent = NULL;
    const char *retry = NULL;

    while (*name != '\0') {
        if (*pattern == '%') {
            after_percent = ++pattern;
            retry = name;
            continue;
        }
        gboolean any = *pattern == '_';
        const char *at = *pattern == '\\' && pattern[1] != '\0' ? pattern + 1 : pattern;
        if (*pattern != '\0' &&
            (any || same_character(g_utf8_get_char(at), g_utf8_get_char(name), fold))) {
            pattern = g_utf8_next_char(at);
            name = g_utf8_next_char(name);
            continue;
        }
        if (after_percent == NULL)
            return FALSE;
        pattern = after_percent;
        retry = g_utf8_next_char(retry);
        name = retry;
    }
    while (*pattern == '%')
        pattern++;
    return *pattern == '\0';
}

gboolean
shard_catalog_is_empty(const char *text)
{
    return text == NULL || text[0] == '\0';
}

gboolean
shard_catalog_is_all(const char *text)
{
    return text != NULL && strcmp(text, "%") == 0;
}

gboolean
shard_catalog_means_all(const ShardCatalog *self, const char *argument)
{
    return shard_catalog_is_empty(argument) ||
           (!self->request->metadata_id && shard_catalog_is_all(argument));
}

static gboolean
equals(const char *a, const char *b, gboolean fold)
{
    return fold ? shard_identifier_equal_fold(a, b) : strcmp(a, b) == 0;
}

/* An identifier argument: blanks around it and its quotes are no part of the name. */
static gboolean
fits_identifier(const ShardCatalog *self, const char *argument, const char *name)
{
    g_autofree char *token = g_strstrip(g_strdup(argument));
    gboolean quoted = FALSE;
    g_autofree char *plain =
        shard_identifier_from_token(self->dialect, token, strlen(token), &quoted);

    return equals(plain, name, !quoted);
}

static gboolean
fits(const ShardCatalog *self, const char *argument, gboolean is_pattern, const char *name,
     gboolean fold)
{
    if (argument == NULL || argument[0] == '\0')
        return TRUE;
    if (self->request->metadata_id)
        return fits_identifier(self, argument, name);
    return is_pattern ? matches_pattern(argument, name, fold) : equals(argument, name, fold);
}

gboolean
shard_catalog_fits(const ShardCatalog *self, const char *argument, gboolean is_pattern,
                   const char *name)
{
    return fits(self, argument, is_pattern, name, self->dialect != SHARD_DIALECT_POSTGRESQL) ||
           shard_catalog_means_all(self, argument);
}

static void
collect_tables(const ShardCatalog *self, const char *argument, gboolean fold, GPtrArray *out)
{
    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        if (table->n_nodes > 0 &&
            fits(self, argument, self->function->is_pattern, table->name, fold))
            g_ptr_array_add(out, (gpointer) table);
    }
}

GPtrArray *
shard_catalog_match_tables(const ShardCatalog *self, const char *argument)
{
    GPtrArray *tables = g_ptr_array_new();

    /* MariaDB's and SQLite's patterns are blind to case.  Of PostgreSQL's, and of names, the exact
     * spelling goes before another case of it. */
    gboolean is_blind = self->dialect != SHARD_DIALECT_POSTGRESQL && self->function->is_pattern &&
                        !self->request->metadata_id;

    collect_tables(self, argument, is_blind, tables);
    if (tables->len == 0)
        collect_tables(self, argument, TRUE, tables);
    return tables;
}

static gboolean
is_home(ShardCatalog *self, guint shard, const char *schema)
{
    const char *home = shard_catalog_home(self, shard, NULL);
    return schema == NULL || (home != NULL && strcmp(home, schema) == 0);
}

const ShardTable *
shard_catalog_find_logical(ShardCatalog *self, guint shard, const char *schema, const char *name)
{
    guint node;
    const ShardTable *table =
        schema != NULL ? shard_rules_find_actual(self->rules, shard, schema, name, &node) : NULL;

    if (table == NULL && is_home(self, shard, schema))
        table = shard_rules_find_actual(self->rules, shard, NULL, name, &node);
    return table;
}

gboolean
shard_catalog_is_hidden(ShardCatalog *self, guint shard, const char *schema, const char *name)
{
    if (shard_catalog_find_logical(self, shard, schema, name) != NULL)
        return TRUE;
    return is_home(self, shard, schema) && shard_rules_find_table(self->rules, name, TRUE) != NULL;
}

/* Where the logical table stands: PostgreSQL's nodes with a schema of their own are shown in the
 * one that bare names mean; MariaDB's database is the logical catalog. */
static void
fold_schema(ShardCatalog *self, ShardValue *schema, const ShardTable *table)
{
    const ShardNode *node = &table->nodes[0];

    if (self->dialect != SHARD_DIALECT_POSTGRESQL || node->schema == NULL)
        return;
    const char *home = shard_catalog_home(self, node->shard, NULL);
    if (home != NULL)
        *schema = shard_value_string(home, -1);
}

/* MySQL's index names belong to their table, and keep what the application called them. */
static gboolean
has_folded_objects(const ShardCatalog *self)
{
    return self->dialect != SHARD_DIALECT_MYSQL ||
           self->request->function == SQL_API_SQLFOREIGNKEYS;
}

void
shard_catalog_fold(ShardCatalog *self, ShardValue *row, gint names, gint object,
                   const ShardTable *table)
{
    if (names < 0)
        return;
    row[names] =
        self->catalog != NULL ? shard_value_string(self->catalog, -1) : SHARD_VALUE_INIT_NULL;
    if (table == NULL)
        return;
    const char *actual = shard_catalog_text(&row[names + 2]);
    fold_schema(self, &row[names + 1], table);
    const char *text = object >= 0 ? shard_catalog_text(&row[object]) : NULL;
    if (text != NULL && actual != NULL && has_folded_objects(self)) {
        g_autofree char *folded =
            shard_object_name_fold(text, actual, table->name, table->kind == SHARD_TABLE_SHARDED);
        row[object] = shard_value_string(shard_arena_strndup(self->arena, folded, -1), -1);
    }
    row[names + 2] = shard_value_string(table->name, -1);
}
