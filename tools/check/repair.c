/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * repair.c - the statements that move a misplaced row; they are printed, never run.
 *
 * The row is inserted first and deleted then, so that a break between leaves it twice rather than
 * never.  A comment before each says on which shard it runs.
 */
#include "tools/check/check.h"

#include <string.h>

/* What a repair reads of a column: as text that means the same value again, where the server can
 * say it.  A driver's own idea of a date before Christ, of NaN or of a time zone would lose it. */
static void
append_selected(GString *sql, ShardDialect dialect, const char *column)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        g_string_append(sql, "quote(");
    shard_identifier_quote(sql, dialect, column);
    if (dialect == SHARD_DIALECT_SQLITE)
        g_string_append_c(sql, ')');
    else if (dialect == SHARD_DIALECT_POSTGRESQL)
        g_string_append(sql, "::text");
}

void
check_append_repaired_columns(GString *sql, ShardDialect dialect, const ShardTableSchema *schema)
{
    for (guint i = 0; i < schema->n_columns; i++) {
        g_string_append(sql, i == 0 ? "" : ", ");
        append_selected(sql, dialect, schema->columns[i].name);
    }
}

/* With backslashes doubled in PostgreSQL's E'…', which every setting of the server reads alike. */
static void
append_quoted(GString *sql, ShardDialect dialect, const char *text, gsize size)
{
    gboolean escapes = memchr(text, '\\', size) != NULL && dialect != SHARD_DIALECT_SQLITE;

    if (escapes && dialect == SHARD_DIALECT_POSTGRESQL)
        g_string_append_c(sql, 'E');
    g_string_append_c(sql, '\'');
    for (gsize i = 0; i < size; i++) {
        if (text[i] == '\'' || (text[i] == '\\' && escapes))
            g_string_append_c(sql, text[i]);
        g_string_append_c(sql, text[i]);
    }
    g_string_append_c(sql, '\'');
}

static void
append_bytes(GString *sql, const ShardValue *value)
{
    g_string_append(sql, "X'");
    for (gsize i = 0; i < value->text.size; i++)
        g_string_append_printf(sql, "%02x", (guint) (guchar) value->text.data[i]);
    g_string_append_c(sql, '\'');
}

/* quote() gives a literal, but for what is infinite. */
static void
append_sqlite(GString *sql, const ShardValue *value)
{
    g_autofree char *text = g_strndup(value->text.data, value->text.size);

    if (strcmp(text, "Inf") == 0 || strcmp(text, "-Inf") == 0)
        g_string_append(sql, *text == '-' ? "-9e999" : "9e999");
    else
        g_string_append_len(sql, value->text.data, (gssize) value->text.size);
}

static gboolean
is_number(ShardValueKind kind)
{
    return kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG ||
           kind == SHARD_VALUE_UNSIGNED || kind == SHARD_VALUE_BIG_INTEGER ||
           kind == SHARD_VALUE_DECIMAL;
}

static void
append_value(GString *sql, ShardDialect dialect, const ShardValue *value, ShardArena *arena)
{
    if (value->kind == SHARD_VALUE_NULL) {
        g_string_append(sql, "NULL");
    } else if (value->kind == SHARD_VALUE_BYTES) {
        append_bytes(sql, value);
    } else if (value->kind == SHARD_VALUE_STRING && dialect == SHARD_DIALECT_SQLITE) {
        append_sqlite(sql, value);
    } else if (value->kind == SHARD_VALUE_STRING) {
        append_quoted(sql, dialect, value->text.data, value->text.size);
    } else if (value->kind == SHARD_VALUE_DOUBLE || value->kind == SHARD_VALUE_FLOAT) {
        char room[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append(sql, g_ascii_dtostr(room, sizeof room, value->d));
    } else {
        const char *text = shard_value_to_text(value, arena);
        if (is_number(value->kind))
            g_string_append(sql, text);
        else
            append_quoted(sql, dialect, text, strlen(text));
    }
}

static const ShardIndexSchema *
find_primary(const ShardTableSchema *schema)
{
    for (guint i = 0; i < schema->n_indexes; i++)
        if (schema->indexes[i].primary && schema->indexes[i].n_columns > 0)
            return &schema->indexes[i];
    return NULL;
}

/* as_text: not every type of PostgreSQL has an equality. */
static void
append_condition(GString *sql, ShardDialect dialect, const char *column, const char *value,
                 gboolean as_text)
{
    shard_identifier_quote(sql, dialect, column);
    if (as_text && dialect == SHARD_DIALECT_POSTGRESQL)
        g_string_append(sql, "::text");
    if (strcmp(value, "NULL") == 0)
        g_string_append(sql, " IS NULL");
    else
        g_string_append_printf(sql, " = %s", value);
}

static char *
insert_sql(const ShardTableSchema *schema, ShardDialect dialect, const ShardNode *to,
           char *const *values)
{
    g_autoptr(GString) sql = g_string_new("INSERT INTO ");

    g_autoptr(GString) names = g_string_new(NULL);
    g_autoptr(GString) row = g_string_new(NULL);
    gboolean counts = FALSE;

    check_append_table(sql, dialect, to);
    for (guint i = 0; i < schema->n_columns; i++) {
        const ShardColumnSchema *column = &schema->columns[i];
        if (column->generated && !column->auto_increment)
            continue;
        counts |= column->auto_increment;
        g_string_append(names, names->len == 0 ? "" : ", ");
        shard_identifier_quote(names, dialect, column->name);
        g_string_append_printf(row, "%s%s", row->len == 0 ? "" : ", ", values[i]);
    }
    g_string_append_printf(
        sql, " (%s)%s VALUES (%s);", names->str,
        counts && dialect == SHARD_DIALECT_POSTGRESQL ? " OVERRIDING SYSTEM VALUE" : "", row->str);
    return g_string_free(g_steal_pointer(&sql), FALSE);
}

/* By the primary key, else by all columns. */
static char *
delete_sql(const ShardTableSchema *schema, ShardDialect dialect, const ShardNode *from,
           char *const *values)
{
    const ShardIndexSchema *primary = find_primary(schema);
    guint n = primary != NULL ? primary->n_columns : schema->n_columns;
    g_autoptr(GString) sql = g_string_new("DELETE FROM ");

    check_append_table(sql, dialect, from);
    for (guint i = 0; i < n; i++) {
        guint column = primary != NULL ? primary->columns[i] : i;
        g_string_append(sql, i == 0 ? " WHERE " : " AND ");
        append_condition(sql, dialect, schema->columns[column].name, values[column],
                         primary == NULL);
    }
    g_string_append_c(sql, ';');
    return g_string_free(g_steal_pointer(&sql), FALSE);
}

void
check_repair_row(Check *self, const ShardTable *table, guint from, guint to, const ShardValue *row)
{
    const ShardTableSchema *schema = shard_schema_table(self->schema, table->name);
    ShardDialect dialect = shard_session_dialect(self->session, NULL);
    const ShardNode *source = &table->nodes[from];
    const ShardNode *target = &table->nodes[to];
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < schema->n_columns; i++) {
        g_autoptr(GString) value = g_string_new(NULL);
        append_value(value, dialect, &row[i], arena);
        g_ptr_array_add(values, g_string_free(g_steal_pointer(&value), FALSE));
    }
    g_autofree char *insert = insert_sql(schema, dialect, target, (char *const *) values->pdata);
    g_autofree char *remove = delete_sql(schema, dialect, source, (char *const *) values->pdata);
    g_print("-- shard %s\n%s\n-- shard %s\n%s\n",
            shard_rules_shard(self->rules, target->shard)->name, insert,
            shard_rules_shard(self->rules, source->shard)->name, remove);
}
