/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/executor/schema/private.h"

#include <string.h>

static const ShardTypeWord words[] = {
    {"bool", SHARD_TYPE_BOOLEAN},        {"int2", SHARD_TYPE_INTEGER},
    {"int4", SHARD_TYPE_INTEGER},        {"int8", SHARD_TYPE_BIGINT},
    {"numeric", SHARD_TYPE_DECIMAL},     {"float4", SHARD_TYPE_FLOAT},
    {"float8", SHARD_TYPE_DOUBLE},       {"bpchar", SHARD_TYPE_CHAR},
    {"varchar", SHARD_TYPE_TEXT},        {"text", SHARD_TYPE_TEXT},
    {"name", SHARD_TYPE_TEXT},           {"bytea", SHARD_TYPE_BYTES},
    {"date", SHARD_TYPE_DATE},           {"time", SHARD_TYPE_TIME},
    {"timestamp", SHARD_TYPE_TIMESTAMP}, {"timestamptz", SHARD_TYPE_OFFSET_TIMESTAMP},
    {"uuid", SHARD_TYPE_UUID},
};

enum {
    COLUMN_NAME,
    COLUMN_NUMBER,
    COLUMN_TYPE,
    COLUMN_TYPE_TEXT,
    COLUMN_IS_ENUM,
    COLUMN_TYPMOD,
    COLUMN_NOT_NULL,
    COLUMN_AUTO,
    COLUMN_DEFAULT,
    COLUMN_GENERATED,
    COLUMN_COLLATION,
    COLUMN_PROVIDER,
    COLUMN_DETERMINISTIC,
    COLUMN_LOCALE,
    COLUMN_VERSION,
    COLUMN_ENCODING,
    COLUMN_DATABASE_PROVIDER,
    COLUMN_DATABASE_LOCALE,
    COLUMN_DATABASE_VERSION,
    N_COLUMNS
};

/* A domain's base is looked through once; a deeper one stays unknown. */
static const char columns_sql[] =
    "SELECT a.attname, a.attnum, b.typname, format_type(a.atttypid, a.atttypmod),"
    " b.typtype = 'e', CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END,"
    " a.attnotnull OR t.typnotnull,"
    " a.attidentity <> '' OR COALESCE(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false),"
    " pg_get_expr(d.adbin, d.adrelid), a.attgenerated <> '' OR a.attidentity = 'a',"
    " c.collname,"
    " CASE WHEN c.collprovider = 'd' THEN db.datlocprovider ELSE c.collprovider END,"
    " COALESCE(c.collisdeterministic, true),"
    " CASE WHEN c.collprovider = 'd' THEN CASE WHEN db.datlocprovider = 'i' THEN db.daticulocale"
    " ELSE db.datcollate END WHEN c.collprovider = 'i' THEN c.colliculocale"
    " ELSE c.collcollate END,"
    " CASE WHEN c.collprovider = 'd' THEN pg_database_collation_actual_version(db.oid)"
    " WHEN c.oid IS NOT NULL THEN pg_collation_actual_version(c.oid) END,"
    " pg_encoding_to_char(db.encoding), db.datlocprovider,"
    " CASE WHEN db.datlocprovider = 'i' THEN db.daticulocale ELSE db.datcollate END,"
    " pg_database_collation_actual_version(db.oid)"
    " FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid"
    " JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END"
    " JOIN pg_database db ON db.datname = current_database()"
    " LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
    " LEFT JOIN pg_collation c ON c.oid = a.attcollation"
    " WHERE a.attrelid = ";

static const char indexes_sql[] =
    "SELECT c.relname, i.indisunique, i.indisprimary,"
    " i.indpred IS NOT NULL OR i.indexprs IS NOT NULL OR NOT i.indisvalid, i.indkey, i.indnkeyatts"
    " FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = ";

/* CHECK and foreign keys; primary keys and their like have an index. */
static const char constraints_sql[] =
    " UNION ALL SELECT conname, NULL, NULL, NULL, NULL, NULL FROM pg_constraint"
    " WHERE contype IN ('c', 'f') AND conrelid = ";

static void
append_table(GString *sql, const ShardNode *node)
{
    g_autoptr(GString) name = g_string_new(NULL);

    if (node->schema != NULL) {
        shard_identifier_quote(name, SHARD_DIALECT_POSTGRESQL, node->schema);
        g_string_append_c(name, '.');
    }
    shard_identifier_quote(name, SHARD_DIALECT_POSTGRESQL, node->table);
    /* Not a cast, which would be an error where the table is missing. */
    g_string_append(sql, "to_regclass(");
    shard_append_literal(sql, name->str, SHARD_DIALECT_POSTGRESQL);
    g_string_append(sql, ")");
}

typedef struct {
    const char *name, *provider, *locale, *version;
    gboolean deterministic;
} CollationRow;

static ShardCollation
collation_of(const CollationRow *row, const char *encoding, ShardArena *arena)
{
    ShardCollation collation = {.kind = SHARD_COLLATION_UNKNOWN};
    const char *provider = row->provider;

    if (row->name == NULL)
        return collation;
    collation.name = shard_arena_strndup(arena, row->name, -1);
    collation.locale = shard_arena_strndup(arena, row->locale, -1);
    collation.version = shard_arena_strndup(arena, row->version, -1);
    /* Text is compared here as UTF-8 only. */
    if (g_strcmp0(encoding, "UTF8") != 0 || row->locale == NULL || provider == NULL)
        return collation;
    if (provider[0] == 'i')
        collation.kind =
            row->deterministic ? SHARD_COLLATION_ICU : SHARD_COLLATION_ICU_NONDETERMINISTIC;
    else if (provider[0] == 'c')
        collation.kind = strcmp(row->locale, "C") == 0 || strcmp(row->locale, "POSIX") == 0
                             ? SHARD_COLLATION_BINARY
                             : SHARD_COLLATION_LIBC;
    return collation;
}

static ShardCollation
column_collation(char **row, ShardArena *arena)
{
    CollationRow collation = {row[COLUMN_COLLATION], row[COLUMN_PROVIDER], row[COLUMN_LOCALE],
                              row[COLUMN_VERSION], shard_cell_true(row[COLUMN_DETERMINISTIC])};

    return collation_of(&collation, row[COLUMN_ENCODING], arena);
}

static ShardCollation
database_collation(char **row, ShardArena *arena)
{
    CollationRow collation = {"default", row[COLUMN_DATABASE_PROVIDER], row[COLUMN_DATABASE_LOCALE],
                              row[COLUMN_DATABASE_VERSION], TRUE};

    return collation_of(&collation, row[COLUMN_ENCODING], arena);
}

/* atttypmod: length + 4, (precision << 16 | scale) + 4, or a time's digits behind the second. */
static void
read_typmod(ShardColumnSchema *column, gint32 typmod)
{
    column->length = column->scale = -1;
    if (column->type == SHARD_TYPE_TIME || column->type == SHARD_TYPE_TIMESTAMP ||
        column->type == SHARD_TYPE_OFFSET_TIMESTAMP)
        column->length = typmod;
    if (typmod < 4)
        return;
    if (column->type == SHARD_TYPE_DECIMAL) {
        column->length = (typmod - 4) >> 16 & 0xffff;
        column->scale = (typmod - 4) & 0x7ff;
    } else if (column->type == SHARD_TYPE_TEXT || column->type == SHARD_TYPE_CHAR) {
        column->length = typmod - 4;
    }
}

static void
read_column(char **row, ShardArena *arena, ShardColumnSchema *out)
{
    ShardTypeClass other =
        shard_cell_true(row[COLUMN_IS_ENUM]) ? SHARD_TYPE_ENUM : SHARD_TYPE_OTHER;

    *out = (ShardColumnSchema){
        .name = shard_arena_strndup(arena, row[COLUMN_NAME], -1),
        .type = shard_type_of_word(words, G_N_ELEMENTS(words), row[COLUMN_TYPE], other),
        .type_name = shard_arena_strndup(arena, row[COLUMN_TYPE_TEXT], -1),
        .not_null = shard_cell_true(row[COLUMN_NOT_NULL]),
        .auto_increment = shard_cell_true(row[COLUMN_AUTO]),
        .has_default = row[COLUMN_DEFAULT] != NULL,
        .generated = shard_cell_true(row[COLUMN_GENERATED]),
    };
    out->computed_default = !out->generated && shard_default_is_computed(row[COLUMN_DEFAULT]);
    read_typmod(out, shard_cell_number(row[COLUMN_TYPMOD], -1));
    if (out->type == SHARD_TYPE_TEXT || out->type == SHARD_TYPE_CHAR)
        out->collation = column_collation(row, arena);
}

static gint
column_of_number(GPtrArray *columns, gint64 number)
{
    for (guint i = 0; i < columns->len; i++)
        if (g_ascii_strtoll(((char **) columns->pdata[i])[COLUMN_NUMBER], NULL, 10) == number)
            return (gint) i;
    return -1;
}

/* indkey is a list of column numbers, the first n of which are the key. */
static void
add_index(GArray *rows, char **index, GPtrArray *columns)
{
    g_auto(GStrv) numbers = g_strsplit(index[4] != NULL ? index[4] : "", " ", -1);
    gint32 n = shard_cell_number(index[5], 0);

    for (gint32 k = 0; k < n && numbers[k] != NULL; k++) {
        ShardIndexRow row = {
            .name = index[0],
            .unique = shard_cell_true(index[1]),
            .primary = shard_cell_true(index[2]),
            .partial = shard_cell_true(index[3]),
            .column = column_of_number(columns, g_ascii_strtoll(numbers[k], NULL, 10)),
        };
        g_array_append_val(rows, row);
    }
}

static void
read_constraints(const GPtrArray *indexes, ShardArena *arena, ShardTableSchema *out)
{
    const char **names = shard_arena_array(arena, const char *, indexes->len + 1);

    for (guint i = 0; i < indexes->len; i++) {
        char **index = indexes->pdata[i];
        if (index[1] == NULL)
            names[out->n_constraints++] = shard_arena_strndup(arena, index[0], -1);
    }
    out->constraints = names;
}

gboolean
shard_schema_read_postgresql(ShardBackend *backend, const ShardNode *node, ShardArena *arena,
                             ShardTableSchema *out, GError **error)
{
    guint n;
    g_autoptr(GString) sql = g_string_new(columns_sql);
    append_table(sql, node);
    g_string_append(sql, " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum");
    g_autoptr(GPtrArray) columns = shard_backend_query(backend, sql->str, &n, error);
    if (columns == NULL)
        return FALSE;
    if (columns->len == 0 || n != N_COLUMNS)
        return TRUE;
    g_string_assign(sql, indexes_sql);
    append_table(sql, node);
    g_string_append(sql, constraints_sql);
    append_table(sql, node);
    g_string_append(sql, " ORDER BY 1");
    g_autoptr(GPtrArray) indexes = shard_backend_query(backend, sql->str, &n, error);
    if (indexes == NULL)
        return FALSE;
    ShardColumnSchema *made = shard_arena_array(arena, ShardColumnSchema, columns->len);
    for (guint i = 0; i < columns->len; i++)
        read_column(columns->pdata[i], arena, &made[i]);
    out->columns = made;
    out->n_columns = columns->len;
    out->text_collation = database_collation(columns->pdata[0], arena);
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ShardIndexRow));
    for (guint i = 0; i < indexes->len; i++)
        add_index(rows, indexes->pdata[i], columns);
    shard_indexes_from_rows(rows, arena, out);
    read_constraints(indexes, arena, out);
    return TRUE;
}
