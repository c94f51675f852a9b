/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * actual-name.c - logical names in what shards say.
 *
 *   relation "t_0" violates check constraint "positive_t_0"    of node t_0 of t
 *   relation "t" violates check constraint "positive"
 *
 * A word is taken for a name where the brand's messages have one: behind leads.
 */
#include "router/rules/actual-name.h"

#include "router/base/identifier.h"

#include <string.h>

/* What stands before a name, a quotation mark left out. */
static const struct {
    ShardDialect dialect;
    const char *text;
} leads[] = {
    {SHARD_DIALECT_POSTGRESQL, "relation "},
    {SHARD_DIALECT_POSTGRESQL, "table "},
    {SHARD_DIALECT_POSTGRESQL, "constraint "},
    {SHARD_DIALECT_POSTGRESQL, "index "},
    {SHARD_DIALECT_MYSQL, "`."},
    {SHARD_DIALECT_MYSQL, "CONSTRAINT "},
    {SHARD_DIALECT_MYSQL, "REFERENCES "},
    {SHARD_DIALECT_SQLITE, "constraint failed: "},
    {SHARD_DIALECT_SQLITE, "no such table: "},
    {SHARD_DIALECT_SQLITE, "no such column: "},
    {SHARD_DIALECT_SQLITE, "table "},
    {SHARD_DIALECT_SQLITE, "index "},
};

static gboolean
is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80) != 0;
}

static gboolean
ends_with(const char *text, gsize size, const char *end)
{
    gsize n = strlen(end);

    return size >= n && memcmp(text + size - n, end, n) == 0;
}

/* MariaDB's Table 'shop_0.t_0' doesn't exist; SQLite's UNIQUE constraint failed: t_0.a, t_0.b. */
static gboolean
is_named_otherwise(ShardDialect dialect, const char *message, gsize start)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        return ends_with(message, start, ", ") && strstr(message, "constraint failed: ") != NULL;
    if (dialect != SHARD_DIALECT_MYSQL || !ends_with(message, start, "."))
        return FALSE;
    gsize database = start - 1;
    while (database > 0 && is_word(message[database - 1]))
        database--;
    return ends_with(message, database, "able '");
}

static gboolean
is_named(ShardDialect dialect, const char *message, gsize start)
{
    gsize before = start;

    if (is_named_otherwise(dialect, message, start))
        return TRUE;
    if (before > 0 && (message[before - 1] == '"' || message[before - 1] == '`'))
        before--;
    for (gsize i = 0; i < G_N_ELEMENTS(leads); i++) {
        if (leads[i].dialect == dialect && ends_with(message, before, leads[i].text))
            return TRUE;
    }
    return FALSE;
}

static const ShardTable *
find_sharded(const ShardRules *self, guint shard, const char *actual)
{
    const ShardTable *table = shard_rules_find_actual(self, shard, NULL, actual, NULL);

    return table != NULL && table->kind == SHARD_TABLE_SHARDED ? table : NULL;
}

/* The object's name without its table's, the longest that fits. */
static char *
fold_object(const ShardRules *self, guint shard, const char *word)
{
    for (const char *at = strchr(word, '_'); at != NULL; at = strchr(at + 1, '_')) {
        const ShardTable *table = at > word ? find_sharded(self, shard, at + 1) : NULL;
        if (table != NULL)
            return shard_object_name_fold(word, at + 1, table->name, TRUE);
    }
    for (gsize size = strlen(word); size-- > 1;) {
        g_autofree char *actual = word[size] == '_' ? g_strndup(word, size) : NULL;
        const ShardTable *table = actual == NULL ? NULL : find_sharded(self, shard, actual);
        if (table != NULL)
            return shard_object_name_fold(word, actual, table->name, TRUE);
    }
    return g_strdup(word);
}

static char *
fold_word(const ShardRules *self, guint shard, const char *word)
{
    const ShardTable *table = find_sharded(self, shard, word);

    return table != NULL ? g_strdup(table->name) : fold_object(self, shard, word);
}

char *
shard_rules_tell(const ShardRules *self, guint shard, ShardDialect dialect, const char *message)
{
    g_autoptr(GString) told = g_string_new(NULL);

    for (gsize at = 0; message[at] != '\0';) {
        gsize end = at;
        while (is_word(message[end]))
            end++;
        if (end == at) {
            g_string_append_c(told, message[at++]);
            continue;
        }
        g_autofree char *word = g_strndup(message + at, end - at);
        g_autofree char *folded =
            is_named(dialect, message, at) ? fold_word(self, shard, word) : NULL;
        g_string_append(told, folded != NULL ? folded : word);
        at = end;
    }
    return g_string_free(g_steal_pointer(&told), FALSE);
}
