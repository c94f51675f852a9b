/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/schema/private.h"

#include "router/sql/token/token.h"

#include <string.h>

static const ShardTypeWord words[] = {
    {"boolean", SHARD_TYPE_BOOLEAN},    {"bool", SHARD_TYPE_BOOLEAN},
    {"date", SHARD_TYPE_DATE},          {"time", SHARD_TYPE_TIME},
    {"datetime", SHARD_TYPE_TIMESTAMP}, {"timestamp", SHARD_TYPE_TIMESTAMP},
    {"uuid", SHARD_TYPE_TEXT},
};

/* What SQLite derives an affinity from, in its order. */
static const ShardTypeWord parts[] = {
    {"INT", SHARD_TYPE_BIGINT},  {"CHAR", SHARD_TYPE_TEXT},   {"CLOB", SHARD_TYPE_TEXT},
    {"TEXT", SHARD_TYPE_TEXT},   {"BLOB", SHARD_TYPE_BYTES},  {"REAL", SHARD_TYPE_DOUBLE},
    {"FLOA", SHARD_TYPE_DOUBLE}, {"DOUB", SHARD_TYPE_DOUBLE}, {"DEC", SHARD_TYPE_DECIMAL},
    {"NUM", SHARD_TYPE_DECIMAL},
};

enum { INFO_NAME = 1, INFO_TYPE, INFO_NOT_NULL, INFO_DEFAULT, INFO_PK, INFO_HIDDEN };

static GPtrArray *
pragma(ShardBackend *backend, const ShardNode *node, const char *name, const char *argument,
       GError **error)
{
    guint n;
    g_autoptr(GString) sql = g_string_new("PRAGMA ");

    if (node->schema != NULL) {
        shard_identifier_quote(sql, SHARD_DIALECT_SQLITE, node->schema);
        g_string_append_c(sql, '.');
    }
    g_string_append_printf(sql, "%s(", name);
    shard_identifier_quote(sql, SHARD_DIALECT_SQLITE, argument);
    g_string_append_c(sql, ')');
    return shard_backend_query(backend, sql->str, &n, error);
}

static ShardTypeClass
type_of(const char *declared)
{
    g_autofree char *upper = g_ascii_strup(declared != NULL ? declared : "", -1);
    gsize word = strcspn(upper, " (");
    g_autofree char *first = g_strndup(upper, word);
    ShardTypeClass type = shard_type_of_word(words, G_N_ELEMENTS(words), first, SHARD_TYPE_UNKNOWN);

    for (guint i = 0; type == SHARD_TYPE_UNKNOWN && i < G_N_ELEMENTS(parts); i++)
        if (strstr(upper, parts[i].word) != NULL)
            type = parts[i].type;
    return type != SHARD_TYPE_UNKNOWN ? type : SHARD_TYPE_OTHER;
}

static void
read_lengths(const char *declared, ShardColumnSchema *out)
{
    const char *bracket = declared == NULL ? NULL : strchr(declared, '(');

    out->length = out->scale = -1;
    if (bracket == NULL)
        return;
    out->length = shard_cell_number(bracket + 1, -1);
    const char *comma = strchr(bracket, ',');
    if (comma != NULL)
        out->scale = shard_cell_number(comma + 1, -1);
}

static ShardCollation
collation_named(const char *name, ShardArena *arena)
{
    static const struct {
        const char *name;
        ShardCollationKind kind;
    } kinds[] = {{"BINARY", SHARD_COLLATION_BINARY},
                 {"NOCASE", SHARD_COLLATION_NOCASE},
                 {"RTRIM", SHARD_COLLATION_RTRIM}};
    ShardCollation collation = {.name = shard_arena_strndup(arena, name, -1)};

    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_ascii_strcasecmp(kinds[i].name, name) == 0)
            collation.kind = kinds[i].kind;
    return collation;
}

/* In the text of CREATE TABLE, a column's definition starts with its name behind "(" or ","; its
 * COLLATE stands before the next comma at the same depth. */
static void
read_collations(const char *create, ShardColumnSchema *columns, guint n_columns, ShardArena *arena)
{
    ShardSqlMode mode = {.dialect = SHARD_DIALECT_SQLITE, .no_backslash_escapes = TRUE};
    g_autoptr(ShardTokens) tokens = shard_tokens_new(create, strlen(create), &mode);
    gint current = -1;

    for (guint i = 1; i < tokens->n_tokens; i++) {
        const ShardToken *before = &tokens->tokens[i - 1];
        const ShardToken *token = &tokens->tokens[i];
        gboolean starts = token->depth == 1 && before->kind == SHARD_TOKEN_PUNCTUATION &&
                          strchr("(,", tokens->text[before->offset]) != NULL;
        if (starts) {
            g_autofree char *name = shard_identifier_from_token(
                SHARD_DIALECT_SQLITE, tokens->text + token->offset, token->size, NULL);
            ShardTableSchema table = {.columns = columns, .n_columns = n_columns};
            current = shard_table_schema_column(&table, name);
        }
        if (current < 0 || token->depth != 1 || !shard_token_is(tokens, i - 1, "COLLATE"))
            continue;
        g_autofree char *collation = shard_identifier_from_token(
            SHARD_DIALECT_SQLITE, tokens->text + token->offset, token->size, NULL);
        columns[current].collation = collation_named(collation, arena);
    }
}

static gboolean
read_create(ShardBackend *backend, const ShardNode *node, char **out_create, GError **error)
{
    guint n;
    g_autoptr(GString) sql = g_string_new("SELECT sql FROM ");

    if (node->schema != NULL) {
        shard_identifier_quote(sql, SHARD_DIALECT_SQLITE, node->schema);
        g_string_append_c(sql, '.');
    }
    g_string_append(sql, "sqlite_master WHERE type IN ('table', 'view') AND name = ");
    shard_append_literal(sql, node->table, SHARD_DIALECT_SQLITE);
    g_string_append(sql, " COLLATE NOCASE");
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n, error);
    if (rows == NULL)
        return FALSE;
    *out_create = rows->len == 0 ? NULL : g_strdup(((char **) rows->pdata[0])[0]);
    return TRUE;
}

static void
read_columns(GPtrArray *info, ShardArena *arena, ShardTableSchema *out)
{
    ShardColumnSchema *columns = shard_arena_array(arena, ShardColumnSchema, info->len);
    guint n_keys = 0;

    for (guint i = 0; i < info->len; i++)
        n_keys += shard_cell_number(((char **) info->pdata[i])[INFO_PK], 0) > 0;
    for (guint i = 0; i < info->len; i++) {
        char **row = info->pdata[i];
        gint32 hidden = shard_cell_number(row[INFO_HIDDEN], 0);
        ShardColumnSchema *column = &columns[out->n_columns];
        if (hidden == 1) /* of a virtual table: not in * */
            continue;
        *column = (ShardColumnSchema){
            .name = shard_arena_strndup(arena, row[INFO_NAME], -1),
            .type = type_of(row[INFO_TYPE]),
            .type_name = shard_arena_strndup(arena, row[INFO_TYPE], -1),
            .not_null = shard_cell_true(row[INFO_NOT_NULL]),
            /* An alias of the rowid. */
            .auto_increment = n_keys == 1 && shard_cell_number(row[INFO_PK], 0) > 0 &&
                              g_ascii_strcasecmp(row[INFO_TYPE], "INTEGER") == 0,
            .has_default = row[INFO_DEFAULT] != NULL,
            .computed_default = hidden == 0 && shard_default_is_computed(row[INFO_DEFAULT]),
            .generated = hidden > 1,
            .collation = {.kind = SHARD_COLLATION_BINARY, .name = "BINARY"},
        };
        column->not_null |= column->auto_increment;
        read_lengths(row[INFO_TYPE], column);
        out->n_columns++;
    }
    out->columns = columns;
}

static gboolean
read_index(ShardBackend *backend, const ShardNode *node, char **index,
           const ShardTableSchema *table, GArray *rows, GError **error)
{
    g_autoptr(GPtrArray) columns = pragma(backend, node, "index_info", index[1], error);

    if (columns == NULL)
        return FALSE;
    for (guint i = 0; i < columns->len; i++) {
        const char *name = ((char **) columns->pdata[i])[2];
        ShardIndexRow row = {
            .name = index[1],
            .unique = shard_cell_true(index[2]),
            .primary = g_strcmp0(index[3], "pk") == 0,
            .partial = shard_cell_true(index[4]),
            .column = name == NULL ? -1 : shard_table_schema_column(table, name),
        };
        g_array_append_val(rows, row);
    }
    return TRUE;
}

/* The rowid's alias has no index of its own, but is unique all the same. */
static void
add_rowid_key(const ShardTableSchema *table, GArray *rows)
{
    for (guint i = 0; i < table->n_columns; i++) {
        ShardIndexRow row = {"rowid", TRUE, TRUE, FALSE, (gint) i};
        if (table->columns[i].auto_increment)
            g_array_append_val(rows, row);
    }
}

gboolean
shard_schema_read_sqlite(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                         ShardTableSchema *out, GError **error)
{
    g_autofree char *create = NULL;
    g_autoptr(GPtrArray) info = pragma(backend, node, "table_xinfo", node->table, error);
    if (info == NULL)
        return FALSE;
    if (info->len == 0)
        return TRUE;
    g_autoptr(GPtrArray) list = pragma(backend, node, "index_list", node->table, error);
    if (list == NULL || !read_create(backend, node, &create, error))
        return FALSE;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ShardIndexRow));
    read_columns(info, arena, out);
    if (create != NULL)
        read_collations(create, (ShardColumnSchema *) out->columns, out->n_columns, arena);
    add_rowid_key(out, rows);
    for (guint i = 0; i < list->len; i++)
        if (!read_index(backend, node, list->pdata[i], out, rows, error)) {
            out->columns = NULL;
            return FALSE;
        }
    shard_indexes_from_rows(rows, arena, out);
    return TRUE;
}
