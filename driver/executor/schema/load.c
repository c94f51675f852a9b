/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/schema/load.h"

#include "driver/executor/schema/private.h"
#include "driver/executor/session-private.h"

#include "router/base/error.h"

#include <string.h>

/* Shards that are asked before a table is given up: one may be down. */
#define MOST_TRIES 3

ShardTypeClass
shard_type_of_word(const ShardTypeWord *words, guint n_words, const char *word,
                   ShardTypeClass fallback)
{
    for (guint i = 0; word != NULL && i < n_words; i++)
        if (g_ascii_strcasecmp(words[i].word, word) == 0)
            return words[i].type;
    return fallback;
}

void
shard_append_literal(GString *sql, const char *text, ShardDialect dialect)
{
    g_string_append_c(sql, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '\'' || (*text == '\\' && dialect == SHARD_DIALECT_MYSQL))
            g_string_append_c(sql, *text);
        g_string_append_c(sql, *text);
    }
    g_string_append_c(sql, '\'');
}

gint32
shard_cell_number(const char *cell, gint32 fallback)
{
    if (cell == NULL || cell[0] == '\0')
        return fallback;
    return (gint32) CLAMP(g_ascii_strtoll(cell, NULL, 10), G_MININT32, G_MAXINT32);
}

gboolean
shard_cell_true(const char *cell)
{
    static const char *const words[] = {"1", "t", "true", "yes"};

    for (guint i = 0; cell != NULL && i < G_N_ELEMENTS(words); i++)
        if (g_ascii_strcasecmp(cell, words[i]) == 0)
            return TRUE;
    return FALSE;
}

/* Behind a quoted text. */
static const char *
skip_quoted(const char *at)
{
    char quote = *at++;

    while (*at != '\0' && (*at != quote || at[1] == quote))
        at += *at == quote ? 2 : 1;
    return *at == '\0' ? at : at + 1;
}

/* Behind PostgreSQL's ::character varying(10)[] or ::timestamp(3) without time zone. */
static const char *
skip_cast(const char *at)
{
    static const char *const tails[] = {" varying", " precision", " without time zone",
                                        " with time zone", "[]"};

    for (at += 2; g_ascii_isalnum(*at) || *at == '_' || *at == '.' || *at == '"'; at++)
        ;
    for (guint i = 0; i < G_N_ELEMENTS(tails); i++) {
        if (*at == '(')
            at += strspn(at, "(0123456789,)");
        if (g_str_has_prefix(at, tails[i]))
            at += strlen(tails[i]);
    }
    return at;
}

/* A word that is a constant, or stands before one: x'00', _utf8mb4 'a'. */
static gboolean
is_constant_word(const char *word, gsize size)
{
    static const char *const words[] = {"null", "true", "false", "b", "x", "e", "n", "_utf8mb4"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (size == strlen(words[i]) && g_ascii_strncasecmp(word, words[i], size) == 0)
            return TRUE;
    return FALSE;
}

gboolean
shard_default_is_computed(const char *text)
{
    const char *at = text != NULL ? text : "";

    while (*at != '\0') {
        const char *start = at;
        if (*at == '\'' || *at == '"')
            at = skip_quoted(at);
        else if (g_str_has_prefix(at, "::"))
            at = skip_cast(at);
        else
            while (g_ascii_isalnum(*at) || *at == '_' || (at > start && *at == '.'))
                at++;
        if (at == start)
            at++;
        else if ((g_ascii_isalpha(*start) || *start == '_') &&
                 !is_constant_word(start, (gsize) (at - start)))
            return TRUE;
    }
    return FALSE;
}

void
shard_indexes_from_rows(const GArray *rows, ShardArena *arena, ShardTableSchema *out)
{
    ShardIndexSchema *indexes = shard_arena_array(arena, ShardIndexSchema, rows->len + 1);
    ShardIndexSchema *index = NULL;
    guint n = 0;

    for (guint i = 0; i < rows->len; i++) {
        const ShardIndexRow *row = &g_array_index(rows, ShardIndexRow, i);
        if (index == NULL || strcmp(index->name, row->name) != 0) {
            index = &indexes[n++];
            *index = (ShardIndexSchema){.name = shard_arena_strndup(arena, row->name, -1),
                                        .unique = row->unique,
                                        .primary = row->primary,
                                        .partial = row->partial};
            index->columns = shard_arena_array(arena, guint, rows->len - i);
        }
        if (row->column < 0)
            index->partial = TRUE;
        else
            ((guint *) index->columns)[index->n_columns++] = (guint) row->column;
    }
    out->indexes = indexes;
    out->n_indexes = n;
}

gboolean
shard_schema_read(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                  ShardTableSchema *out, GError **error)
{
    out->columns = NULL;
    switch (shard_backend_dialect(backend)) {
    case SHARD_DIALECT_POSTGRESQL:
        return shard_schema_read_postgresql(backend, node, arena, out, error);
    case SHARD_DIALECT_MYSQL:
        return shard_schema_read_mysql(backend, node, arena, out, error);
    case SHARD_DIALECT_SQLITE:
        return shard_schema_read_sqlite(backend, node, arena, out, error);
    case SHARD_DIALECT_UNKNOWN:
        break;
    }
    return TRUE;
}

/* The node that costs least to ask: on a shard that takes part already, or is open. */
static guint
choose_node(const ShardSession *self, const ShardTable *table)
{
    for (guint i = 0; i < table->n_nodes; i++)
        if (self->joined[table->nodes[i].shard])
            return i;
    for (guint i = 0; i < table->n_nodes; i++)
        if (shard_session_is_open(self, table->nodes[i].shard))
            return i;
    return 0;
}

/* FALSE: the shard can't be asked. */
static gboolean
ask_node(ShardSession *self, const ShardNode *node, ShardArena *arena, ShardTableSchema *out,
         GError **error)
{
    gboolean was_joined = self->joined[node->shard];
    ShardBackend *backend = shard_session_backend(self, node->shard, error);

    if (backend == NULL)
        return FALSE;
    gboolean done = shard_schema_read(backend, node, arena, out, error);
    if (!was_joined)
        shard_session_leave(self, node->shard);
    return done;
}

/* Names that the rules don't know lie on the default shard.  Where no shard could be asked, the
 * next statement asks again. */
static void
load_table(ShardSession *self, const char *name)
{
    const ShardTable *table = shard_rules_find_table(self->rules, name, TRUE);
    gint home = shard_rules_default_shard(self->rules);
    ShardNode single = {.shard = (guint) MAX(home, 0), .table = name};
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardTableSchema facts = {.name = table != NULL ? table->name : name};
    guint n_nodes = table != NULL ? table->n_nodes : home >= 0;
    guint first = table != NULL ? choose_node(self, table) : 0;
    guint n_tries = 0;
    gint last_shard = -1;

    for (guint i = 0; i < n_nodes && n_tries < MOST_TRIES; i++) {
        const ShardNode *node = table != NULL ? &table->nodes[(first + i) % n_nodes] : &single;
        if ((gint) node->shard == last_shard)
            continue;
        last_shard = (gint) node->shard;
        n_tries++;
        g_autoptr(GError) failure = NULL;
        if (!ask_node(self, node, arena, &facts, &failure))
            continue;
        if (facts.columns != NULL)
            shard_fleet_add_table(self->fleet, &facts);
        else
            g_hash_table_add(self->absent, g_strdup(name));
        return;
    }
}

const ShardSchema *
shard_session_schema(ShardSession *self, const char *const *tables, GError **error)
{
    shard_schema_unref(self->schema);
    self->schema = shard_fleet_schema(self->fleet);
    for (guint i = 0; tables != NULL && tables[i] != NULL; i++) {
        if (shard_schema_table(self->schema, tables[i]) != NULL ||
            g_hash_table_contains(self->absent, tables[i]) || self->failed)
            continue;
        load_table(self, tables[i]);
        shard_schema_unref(self->schema);
        self->schema = shard_fleet_schema(self->fleet);
    }
    return self->schema;
}

static gboolean
same_columns(const ShardTableSchema *a, const ShardTableSchema *b, ShardDialect dialect)
{
    if (a->n_columns != b->n_columns)
        return FALSE;
    for (guint i = 0; i < a->n_columns; i++) {
        const char *left = a->columns[i].name, *right = b->columns[i].name;
        if (dialect == SHARD_DIALECT_POSTGRESQL ? strcmp(left, right) != 0
                                                : g_ascii_strcasecmp(left, right) != 0)
            return FALSE;
    }
    return TRUE;
}

static gboolean
refuse_uneven(const ShardSession *self, const ShardNode *first, const ShardNode *other,
              GError **error)
{
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "%s and %s on shard %s are read as one table here, but haven't the same "
                    "columns in the same order",
                    first->table, other->table, shard_rules_shard(self->rules, first->shard)->name);
    return FALSE;
}

gboolean
shard_session_check_even(ShardSession *self, const ShardTable *table, guint shard, GError **error)
{
    if (shard_fleet_is_even(self->fleet, table, shard))
        return TRUE;
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardTableSchema first = {.name = table->name};
    const ShardNode *first_node = NULL;

    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardNode *node = &table->nodes[i];
        ShardTableSchema facts = {.name = table->name};
        if (node->shard != shard)
            continue;
        if (!ask_node(self, node, arena, &facts, NULL))
            return TRUE;
        if (facts.columns == NULL) /* it isn't there: the statement will fail on it */
            continue;
        if (first_node == NULL) {
            first_node = node;
            first = facts;
        } else if (!same_columns(&first, &facts, self->mode.dialect)) {
            return refuse_uneven(self, first_node, node, error);
        }
    }
    shard_fleet_set_even(self->fleet, table, shard);
    return TRUE;
}

void
shard_session_forget_schema(ShardSession *self, const char *const *tables)
{
    g_hash_table_remove_all(self->absent);
    if (tables == NULL) {
        shard_fleet_forget_tables(self->fleet);
        return;
    }
    for (guint i = 0; tables[i] != NULL; i++) {
        ShardTableSchema gone = {.name = tables[i]};
        shard_fleet_add_table(self->fleet, &gone);
    }
}
