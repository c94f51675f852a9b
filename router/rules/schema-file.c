/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A schema from a file: a group per table.
 *
 *   [t_order]
 *   order_id = bigint not null auto-increment
 *   price = numeric(10,2)
 *   name = varchar(40) collate C
 *   primary key = order_id
 *   unique uq_name = name, price
 */
#include "router/base/error.h"
#include "router/rules/node-pattern.h"
#include "router/rules/rules-file.h"
#include "router/rules/schema.h"

#include <string.h>

typedef struct {
    const char *word;
    ShardTypeClass type;
} TypeWord;

static const TypeWord type_words[] = {
    {"boolean", SHARD_TYPE_BOOLEAN},
    {"bool", SHARD_TYPE_BOOLEAN},
    {"smallint", SHARD_TYPE_INTEGER},
    {"tinyint", SHARD_TYPE_INTEGER},
    {"mediumint", SHARD_TYPE_INTEGER},
    {"int", SHARD_TYPE_INTEGER},
    {"integer", SHARD_TYPE_INTEGER},
    {"int2", SHARD_TYPE_INTEGER},
    {"int4", SHARD_TYPE_INTEGER},
    {"serial", SHARD_TYPE_INTEGER},
    {"bigint", SHARD_TYPE_BIGINT},
    {"int8", SHARD_TYPE_BIGINT},
    {"bigserial", SHARD_TYPE_BIGINT},
    {"unsigned", SHARD_TYPE_UNSIGNED},
    {"decimal", SHARD_TYPE_DECIMAL},
    {"numeric", SHARD_TYPE_DECIMAL},
    {"real", SHARD_TYPE_FLOAT},
    {"float", SHARD_TYPE_DOUBLE},
    {"double", SHARD_TYPE_DOUBLE},
    {"float4", SHARD_TYPE_FLOAT},
    {"float8", SHARD_TYPE_DOUBLE},
    {"char", SHARD_TYPE_CHAR},
    {"bpchar", SHARD_TYPE_CHAR},
    {"varchar", SHARD_TYPE_TEXT},
    {"text", SHARD_TYPE_TEXT},
    {"string", SHARD_TYPE_TEXT},
    {"bytea", SHARD_TYPE_BYTES},
    {"blob", SHARD_TYPE_BYTES},
    {"binary", SHARD_TYPE_BYTES},
    {"varbinary", SHARD_TYPE_BYTES},
    {"date", SHARD_TYPE_DATE},
    {"time", SHARD_TYPE_TIME},
    {"timestamp", SHARD_TYPE_TIMESTAMP},
    {"datetime", SHARD_TYPE_TIMESTAMP},
    {"timestamptz", SHARD_TYPE_OFFSET_TIMESTAMP},
    {"uuid", SHARD_TYPE_UUID},
    {"enum", SHARD_TYPE_ENUM},
    {"set", SHARD_TYPE_ENUM},
    {"json", SHARD_TYPE_OTHER},
    {"other", SHARD_TYPE_OTHER},
};

static ShardTypeClass
find_type(const char *word)
{
    for (guint i = 0; i < G_N_ELEMENTS(type_words); i++)
        if (g_ascii_strcasecmp(type_words[i].word, word) == 0)
            return type_words[i].type;
    return SHARD_TYPE_UNKNOWN;
}

static ShardCollationKind
find_collation(const char *name)
{
    static const struct {
        const char *name;
        ShardCollationKind kind;
    } known[] = {
        {"C", SHARD_COLLATION_BINARY},      {"POSIX", SHARD_COLLATION_BINARY},
        {"binary", SHARD_COLLATION_BINARY}, {"ucs_basic", SHARD_COLLATION_BINARY},
        {"nocase", SHARD_COLLATION_NOCASE}, {"rtrim", SHARD_COLLATION_RTRIM},
    };

    for (guint i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_ascii_strcasecmp(known[i].name, name) == 0)
            return known[i].kind;
    if (g_str_has_suffix(name, "_nopad_bin"))
        return SHARD_COLLATION_BINARY;
    if (g_str_has_suffix(name, "_ci") || g_str_has_suffix(name, "_bin") ||
        g_str_has_suffix(name, "_cs"))
        return SHARD_COLLATION_MYSQL;
    if (g_str_has_suffix(name, "-x-icu"))
        return SHARD_COLLATION_ICU;
    return strchr(name, '_') != NULL ? SHARD_COLLATION_LIBC : SHARD_COLLATION_UNKNOWN;
}

/* Takes a word, or a parenthesis, off the text; NULL at its end. */
static char *
next_word(const char **at)
{
    while (g_ascii_isspace(**at))
        (*at)++;
    const char *start = *at;
    if (*start == '(') {
        const char *close = strchr(start, ')');
        *at = close == NULL ? start + strlen(start) : close + 1;
    } else {
        *at += strcspn(start, " \t(");
    }
    return *at == start ? NULL : g_strndup(start, (gsize) (*at - start));
}

static void
read_parenthesis(const char *text, ShardColumnSchema *out)
{
    gint64 first = -1;
    gint64 second = -1;
    g_autofree char *inner = g_strdelimit(g_strdup(text), "()", ' ');
    g_auto(GStrv) parts = g_strsplit(inner, ",", 2);

    if (parts[0] != NULL &&
        g_ascii_string_to_signed(g_strstrip(parts[0]), 10, 0, G_MAXINT32, &first, NULL))
        out->length = (gint32) first;
    if (parts[0] != NULL && parts[1] != NULL &&
        g_ascii_string_to_signed(g_strstrip(parts[1]), 10, 0, G_MAXINT32, &second, NULL))
        out->scale = (gint32) second;
    else if (out->type == SHARD_TYPE_DECIMAL && out->length >= 0)
        out->scale = 0;
}

typedef struct {
    ShardArena *arena;
    ShardColumnSchema *column;
    const char *at;
} ColumnReader;

static gboolean
read_attribute(ColumnReader *self, const char *word)
{
    if (g_ascii_strcasecmp(word, "not") == 0) {
        g_autofree char *null = next_word(&self->at);
        self->column->not_null = TRUE;
        return null != NULL && g_ascii_strcasecmp(null, "null") == 0;
    }
    if (g_ascii_strcasecmp(word, "collate") == 0) {
        g_autofree char *name = next_word(&self->at);
        if (name == NULL)
            return FALSE;
        self->column->collation.kind = find_collation(name);
        self->column->collation.name = shard_arena_strndup(self->arena, name, -1);
        self->column->collation.locale = self->column->collation.name;
        return TRUE;
    }
    const struct {
        const char *word;
        gboolean *flag;
    } flags[] = {{"auto-increment", &self->column->auto_increment},
                 {"default", &self->column->has_default},
                 {"computed-default", &self->column->computed_default},
                 {"on-update", &self->column->on_update},
                 {"generated", &self->column->generated}};
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (g_ascii_strcasecmp(flags[i].word, word) != 0)
            continue;
        *flags[i].flag = TRUE;
        return TRUE;
    }
    if (g_ascii_strcasecmp(word, "unsigned") == 0) {
        self->column->type =
            self->column->type == SHARD_TYPE_BIGINT ? SHARD_TYPE_UNSIGNED : SHARD_TYPE_BIGINT;
        return TRUE;
    }
    /* "double precision", "null" */
    return g_ascii_strcasecmp(word, "precision") == 0 || g_ascii_strcasecmp(word, "null") == 0;
}

/* "numeric(10,2) not null"; FALSE: not understood. */
static gboolean
read_column(ShardArena *arena, const ShardRulesEntry *entry, ShardColumnSchema *out)
{
    ColumnReader reader = {arena, out, entry->value};
    g_autofree char *type = next_word(&reader.at);

    *out = (ShardColumnSchema){.name = entry->key, .length = -1, .scale = -1};
    if (type == NULL || (out->type = find_type(type)) == SHARD_TYPE_UNKNOWN)
        return FALSE;
    out->auto_increment = g_str_has_suffix(type, "serial");
    for (;;) {
        const char *before = reader.at;
        g_autofree char *word = next_word(&reader.at);
        if (word == NULL)
            break;
        if (*word == '(') {
            read_parenthesis(word, out);
        } else {
            if (out->type_name == NULL)
                out->type_name = shard_arena_strndup(arena, entry->value, before - entry->value);
            if (!read_attribute(&reader, word))
                return FALSE;
        }
    }
    if (out->type_name == NULL)
        out->type_name = entry->value;
    return TRUE;
}

static gboolean
is_index(const char *key)
{
    return g_ascii_strcasecmp(key, "primary key") == 0 ||
           g_ascii_strncasecmp(key, "unique ", 7) == 0;
}

typedef struct {
    const ShardRulesFile *file;
    const ShardRulesGroup *group;
    ShardArena *arena;
    ShardColumnSchema *columns;
    ShardIndexSchema *indexes;
    ShardTableSchema table;
} TableReader;

static gboolean
read_index(TableReader *self, const ShardRulesEntry *entry, GError **error)
{
    ShardIndexSchema *index = &self->indexes[self->table.n_indexes];
    g_autoptr(GPtrArray) names = shard_split_names(entry->value, ',', error);

    if (names == NULL)
        return shard_rules_file_prefix(self->file, self->group, entry->key, error);
    guint *columns = shard_arena_array(self->arena, guint, names->len);
    for (guint i = 0; i < names->len; i++) {
        gint column = shard_table_schema_column(&self->table, names->pdata[i]);
        if (column < 0)
            return shard_rules_file_fail(self->file, self->group, entry->key, error,
                                         "'%s' is no column of the table",
                                         (char *) names->pdata[i]);
        columns[i] = (guint) column;
    }
    gboolean primary = g_ascii_strncasecmp(entry->key, "primary", 7) == 0;
    *index = (ShardIndexSchema){.name = primary ? "primary" : entry->key + 7,
                                .unique = TRUE,
                                .primary = primary,
                                .columns = columns,
                                .n_columns = names->len};
    for (guint i = 0; primary && i < names->len; i++)
        self->columns[columns[i]].not_null = TRUE;
    self->table.n_indexes++;
    return TRUE;
}

static gboolean
read_table(TableReader *self, GError **error)
{
    const GPtrArray *entries = self->group->entries;

    self->columns = shard_arena_array(self->arena, ShardColumnSchema, entries->len + 1);
    self->indexes = shard_arena_array(self->arena, ShardIndexSchema, entries->len + 1);
    self->table = (ShardTableSchema){
        .name = self->group->header, .columns = self->columns, .indexes = self->indexes};
    for (guint i = 0; i < entries->len; i++) {
        const ShardRulesEntry *entry = entries->pdata[i];
        if (is_index(entry->key))
            continue;
        if (!read_column(self->arena, entry, &self->columns[self->table.n_columns]))
            return shard_rules_file_fail(self->file, self->group, entry->key, error,
                                         "'%s' is no column's type", entry->value);
        self->table.n_columns++;
    }
    for (guint i = 0; i < entries->len; i++)
        if (is_index(((const ShardRulesEntry *) entries->pdata[i])->key) &&
            !read_index(self, entries->pdata[i], error))
            return FALSE;
    return TRUE;
}

ShardSchema *
shard_schema_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize size;

    if (!shard_rules_file_read(path, "schema file", &text, &size, error))
        return NULL;
    g_autoptr(ShardRulesFile) file = shard_rules_file_parse(text, size, path, error);
    if (file == NULL)
        return NULL;
    g_autoptr(ShardSchema) schema = shard_schema_new();
    for (guint i = 0; i < file->groups->len; i++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        TableReader reader = {.file = file, .group = file->groups->pdata[i], .arena = arena};
        if (!read_table(&reader, error))
            return NULL;
        ShardSchema *next = shard_schema_with_table(schema, &reader.table);
        shard_schema_unref(schema);
        schema = next;
    }
    return g_steal_pointer(&schema);
}
