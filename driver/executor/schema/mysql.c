/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/schema/private.h"

#include <string.h>

static const ShardTypeWord words[] = {
    {"tinyint", SHARD_TYPE_INTEGER},    {"smallint", SHARD_TYPE_INTEGER},
    {"mediumint", SHARD_TYPE_INTEGER},  {"int", SHARD_TYPE_INTEGER},
    {"bigint", SHARD_TYPE_BIGINT},      {"decimal", SHARD_TYPE_DECIMAL},
    {"float", SHARD_TYPE_FLOAT},        {"double", SHARD_TYPE_DOUBLE},
    {"char", SHARD_TYPE_CHAR},          {"varchar", SHARD_TYPE_TEXT},
    {"tinytext", SHARD_TYPE_TEXT},      {"text", SHARD_TYPE_TEXT},
    {"mediumtext", SHARD_TYPE_TEXT},    {"longtext", SHARD_TYPE_TEXT},
    {"binary", SHARD_TYPE_BYTES},       {"varbinary", SHARD_TYPE_BYTES},
    {"tinyblob", SHARD_TYPE_BYTES},     {"blob", SHARD_TYPE_BYTES},
    {"mediumblob", SHARD_TYPE_BYTES},   {"longblob", SHARD_TYPE_BYTES},
    {"date", SHARD_TYPE_DATE},          {"time", SHARD_TYPE_TIME},
    {"datetime", SHARD_TYPE_TIMESTAMP}, {"timestamp", SHARD_TYPE_TIMESTAMP},
    {"year", SHARD_TYPE_INTEGER},       {"enum", SHARD_TYPE_ENUM},
    {"set", SHARD_TYPE_ENUM},           {"uuid", SHARD_TYPE_UUID},
};

enum {
    COLUMN_NAME,
    COLUMN_DATA_TYPE,
    COLUMN_TYPE_TEXT,
    COLUMN_LENGTH,
    COLUMN_PRECISION,
    COLUMN_SCALE,
    COLUMN_NULLABLE,
    COLUMN_EXTRA,
    COLUMN_DEFAULT,
    COLUMN_COLLATION,
    N_COLUMNS
};

static void
append_where(GString *sql, const ShardNode *node)
{
    g_string_append(sql, " WHERE table_schema = ");
    if (node->schema != NULL)
        shard_append_literal(sql, node->schema, SHARD_DIALECT_MYSQL);
    else
        g_string_append(sql, "DATABASE()");
    g_string_append(sql, " AND table_name = ");
    shard_append_literal(sql, node->table, SHARD_DIALECT_MYSQL);
}

static ShardTypeClass
type_of(char **row)
{
    gboolean is_unsigned =
        row[COLUMN_TYPE_TEXT] != NULL && strstr(row[COLUMN_TYPE_TEXT], "unsigned") != NULL;
    ShardTypeClass type =
        shard_type_of_word(words, G_N_ELEMENTS(words), row[COLUMN_DATA_TYPE], SHARD_TYPE_OTHER);

    if (!is_unsigned)
        return type;
    if (type == SHARD_TYPE_BIGINT)
        return SHARD_TYPE_UNSIGNED;
    return type == SHARD_TYPE_INTEGER ? SHARD_TYPE_BIGINT : type;
}

/* Only *_nopad_bin and binary compare as bytes: utf8mb4_bin pads with blanks. */
static ShardCollation
collation_of(const char *name, ShardArena *arena)
{
    ShardCollation collation = {.kind = SHARD_COLLATION_UNKNOWN};

    if (name == NULL)
        return collation;
    collation.name = shard_arena_strndup(arena, name, -1);
    collation.kind = g_str_has_suffix(name, "_nopad_bin") || strcmp(name, "binary") == 0
                         ? SHARD_COLLATION_BINARY
                         : SHARD_COLLATION_MYSQL;
    return collation;
}

static gboolean
is_invisible(char **row)
{
    return row[COLUMN_EXTRA] != NULL && strstr(row[COLUMN_EXTRA], "INVISIBLE") != NULL;
}

static void
read_column(char **row, ShardArena *arena, ShardColumnSchema *out)
{
    const char *extra = row[COLUMN_EXTRA] != NULL ? row[COLUMN_EXTRA] : "";
    gint32 length = shard_cell_number(row[COLUMN_LENGTH], -1);

    *out = (ShardColumnSchema){
        .name = shard_arena_strndup(arena, row[COLUMN_NAME], -1),
        .type = type_of(row),
        .type_name = shard_arena_strndup(arena, row[COLUMN_TYPE_TEXT], -1),
        .length = length >= 0 ? length : shard_cell_number(row[COLUMN_PRECISION], -1),
        .scale = shard_cell_number(row[COLUMN_SCALE], -1),
        .not_null = !shard_cell_true(row[COLUMN_NULLABLE]),
        .auto_increment = strstr(extra, "auto_increment") != NULL,
        .has_default = row[COLUMN_DEFAULT] != NULL,
        .computed_default = shard_default_is_computed(row[COLUMN_DEFAULT]),
        .on_update = strstr(extra, "on update") != NULL,
        .generated = strstr(extra, "GENERATED") != NULL,
        .collation = collation_of(row[COLUMN_COLLATION], arena),
    };
}

static void
add_index(GArray *rows, char **index, const ShardTableSchema *table)
{
    ShardIndexRow row = {
        .name = index[0],
        .unique = !shard_cell_true(index[1]),
        .primary = g_strcmp0(index[0], "PRIMARY") == 0,
        .partial = index[3] != NULL, /* a prefix of the column */
        .column = index[2] == NULL ? -1 : shard_table_schema_column(table, index[2]),
    };

    g_array_append_val(rows, row);
}

gboolean
shard_schema_read_mysql(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                        ShardTableSchema *out, GError **error)
{
    guint n;
    g_autoptr(GString) sql = g_string_new(
        "SELECT column_name, data_type, column_type, character_maximum_length,"
        " COALESCE(numeric_precision, datetime_precision), numeric_scale, is_nullable, extra,"
        " column_default, collation_name FROM information_schema.columns");
    append_where(sql, node);
    g_string_append(sql, " ORDER BY extra LIKE '%INVISIBLE%', ordinal_position");
    g_autoptr(GPtrArray) columns = shard_backend_query(backend, sql->str, &n, error);
    if (columns == NULL)
        return FALSE;
    if (columns->len == 0 || n != N_COLUMNS)
        return TRUE;
    g_string_assign(sql, "SELECT index_name, non_unique, column_name, sub_part"
                         " FROM information_schema.statistics");
    append_where(sql, node);
    g_string_append(sql, " ORDER BY index_name, seq_in_index");
    g_autoptr(GPtrArray) indexes = shard_backend_query(backend, sql->str, &n, error);
    if (indexes == NULL)
        return FALSE;
    ShardColumnSchema *made = shard_arena_array(arena, ShardColumnSchema, columns->len);
    for (guint i = 0; i < columns->len; i++) {
        read_column(columns->pdata[i], arena, &made[i]);
        out->n_invisible += is_invisible(columns->pdata[i]);
    }
    out->columns = made;
    out->n_columns = columns->len;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ShardIndexRow));
    for (guint i = 0; i < indexes->len; i++)
        add_index(rows, indexes->pdata[i], out);
    shard_indexes_from_rows(rows, arena, out);
    return TRUE;
}
