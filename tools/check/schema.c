/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * schema.c - the tables' columns against what the rules say of them.
 */
#include "tools/check/check.h"

#include <string.h>

char *
check_node_name(const Check *self, const ShardNode *node)
{
    const char *shard = shard_rules_shard(self->rules, node->shard)->name;

    if (node->schema != NULL)
        return g_strdup_printf("%s.%s.%s", shard, node->schema, node->table);
    return g_strdup_printf("%s.%s", shard, node->table);
}

void
check_append_table(GString *sql, ShardDialect dialect, const ShardNode *node)
{
    if (node->schema != NULL) {
        shard_identifier_quote(sql, dialect, node->schema);
        g_string_append_c(sql, '.');
    }
    shard_identifier_quote(sql, dialect, node->table);
}

typedef struct {
    Check *check;
    const ShardTable *table;
    const ShardTableSchema *schema;
    const char *subject;
} Subject;

static gboolean
is_text(const ShardColumnSchema *column)
{
    return column->type == SHARD_TYPE_TEXT || column->type == SHARD_TYPE_CHAR;
}

/* Does the server take two texts as equal that are placed apart? */
static const char *
why_inexact(const ShardColumnSchema *column)
{
    if (column->type == SHARD_TYPE_CHAR)
        return "is padded with blanks";
    switch (column->collation.kind) {
    case SHARD_COLLATION_MYSQL:
        return "is compared without regard to blanks at the end, or to case";
    case SHARD_COLLATION_NOCASE:
        return "is compared without regard to case";
    case SHARD_COLLATION_RTRIM:
        return "is compared without regard to blanks at the end";
    case SHARD_COLLATION_ICU_NONDETERMINISTIC:
        return "has a non-deterministic collation";
    case SHARD_COLLATION_UNKNOWN:
    case SHARD_COLLATION_BINARY:
    case SHARD_COLLATION_LIBC:
    case SHARD_COLLATION_ICU:
        break;
    }
    return NULL;
}

static void
check_text_key(const Subject *self, const ShardColumnSchema *column)
{
    const char *why = why_inexact(column);
    const char *collation = column->collation.name == NULL ? "" : column->collation.name;
    Report *report = self->check->report;

    if (why == NULL)
        return;
    if (self->table->key_match == SHARD_KEY_MATCH_EXACT)
        report_add(report, FINDING_WARNING, "collation", self->subject,
                   "key %s (%s %s) %s, and key-match = exact: equal texts that are written "
                   "differently are looked for on one node only",
                   column->name, column->type_name, collation, why);
    else if (self->table->key_match == SHARD_KEY_MATCH_DEFAULT)
        report_add(report, FINDING_NOTE, "collation", self->subject,
                   "key %s (%s %s) %s: equality on it asks all nodes; key-match says otherwise",
                   column->name, column->type_name, collation, why);
}

static const ShardKeyType *
find_key_type(const ShardTable *table, const char *column)
{
    for (guint i = 0; i < table->n_key_types; i++)
        if (g_ascii_strcasecmp(table->key_types[i].column, column) == 0)
            return &table->key_types[i];
    return NULL;
}

/* Kinds that differ although they hold the same values are placed apart only where they are hashed.
 */
static gboolean
is_integer_kind(ShardValueKind kind)
{
    return kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG ||
           kind == SHARD_VALUE_UNSIGNED || kind == SHARD_VALUE_BIG_INTEGER;
}

static void
check_value_type(const Subject *self, const ShardColumnSchema *column)
{
    const ShardKeyType *type = find_key_type(self->table, column->name);
    ShardValueKind natural = shard_type_value_kind(column->type);

    if (type == NULL || type->kind == SHARD_VALUE_UNKNOWN || natural == SHARD_VALUE_UNKNOWN ||
        type->kind == natural || (is_integer_kind(type->kind) && is_integer_kind(natural)))
        return;
    report_add(self->check->report, FINDING_WARNING, "value-type", self->subject,
               "key %s is of type %s, but value-type says %s", column->name, column->type_name,
               shard_value_kind_name(type->kind));
}

static void
check_keys(const Subject *self)
{
    const char *const *keys = shard_table_keys(self->table);

    for (guint i = 0; keys[i] != NULL; i++) {
        gint at = shard_table_schema_column(self->schema, keys[i]);
        if (at < 0) {
            report_add(self->check->report, FINDING_ERROR, "key", self->subject,
                       "has no column '%s', its key", keys[i]);
            continue;
        }
        const ShardColumnSchema *column = &self->schema->columns[at];
        if (is_text(column))
            check_text_key(self, column);
        if (column->type == SHARD_TYPE_FLOAT || column->type == SHARD_TYPE_DOUBLE)
            report_add(self->check->report, FINDING_WARNING, "key", self->subject,
                       "key %s is a floating-point number: equal values may be written apart",
                       column->name);
        if (!column->not_null && self->table->null_node < 0)
            report_add(self->check->report, FINDING_NOTE, "key", self->subject,
                       "key %s may be NULL, but there is no null-node: such rows are refused",
                       column->name);
        check_value_type(self, column);
    }
}

static gboolean
index_has_keys(const Subject *self, const ShardIndexSchema *index)
{
    const char *const *keys = shard_table_keys(self->table);

    for (guint i = 0; keys[i] != NULL; i++) {
        gint at = shard_table_schema_column(self->schema, keys[i]);
        gboolean found = FALSE;
        for (guint j = 0; j < index->n_columns; j++)
            found |= (gint) index->columns[j] == at;
        if (!found)
            return FALSE;
    }
    return TRUE;
}

static void
check_indexes(const Subject *self)
{
    for (guint i = 0; i < self->schema->n_indexes; i++) {
        const ShardIndexSchema *index = &self->schema->indexes[i];
        g_autoptr(GString) columns = g_string_new(NULL);
        if (!index->unique || index->partial || index_has_keys(self, index))
            continue;
        for (guint j = 0; j < index->n_columns; j++)
            g_string_append_printf(columns, "%s%s", j == 0 ? "" : ", ",
                                   self->schema->columns[index->columns[j]].name);
        report_add(self->check->report, FINDING_WARNING, "unique", self->subject,
                   "%s %s (%s) lacks the key: it is unique on each node, not over all%s",
                   index->primary ? "primary key" : "unique index", index->name, columns->str,
                   self->table->local_unique ? "" : "; upserts are refused");
    }
}

static void
check_generated(const Subject *self)
{
    for (guint i = 0; i < self->schema->n_columns; i++) {
        const ShardColumnSchema *column = &self->schema->columns[i];
        if (!column->auto_increment ||
            (self->table->generate_column != NULL &&
             g_ascii_strcasecmp(self->table->generate_column, column->name) == 0))
            continue;
        /* Many programs give the key themselves, whatever the table could do. */
        gboolean is_key = shard_table_is_key(self->table, column->name);
        report_add(self->check->report, is_key ? FINDING_NOTE : FINDING_WARNING, "auto-increment",
                   self->subject,
                   "%s%s counts on each node by itself: an INSERT without it is refused; generate "
                   "= %s: … makes keys that are unique",
                   is_key ? "key " : "", column->name, column->name);
    }
    if (self->table->generate_column != NULL &&
        shard_table_schema_column(self->schema, self->table->generate_column) < 0)
        report_add(self->check->report, FINDING_ERROR, "generate", self->subject,
                   "has no column '%s', which generate names", self->table->generate_column);
}

static void
check_bind_columns(const Subject *self)
{
    for (guint i = 0; self->table->bind_on[i] != NULL; i++)
        if (shard_table_schema_column(self->schema, self->table->bind_on[i]) < 0)
            report_add(self->check->report, FINDING_ERROR, "bind-on", self->subject,
                       "has no column '%s', which bind-on names", self->table->bind_on[i]);
}

void
check_schema(Check *self)
{
    for (guint i = 0; self->schema != NULL && i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        const ShardTableSchema *schema = shard_schema_table(self->schema, table->name);
        if (schema == NULL || table->kind == SHARD_TABLE_SINGLE)
            continue;
        g_autofree char *name = g_strdup(report_subject("table", table->name));
        const Subject subject = {self, table, schema, name};
        if (table->kind == SHARD_TABLE_SHARDED) {
            check_keys(&subject);
            check_bind_columns(&subject);
        }
        if (table->kind == SHARD_TABLE_SHARDED && table->n_nodes > 1)
            check_indexes(&subject);
        if (table->n_nodes > 1)
            check_generated(&subject);
    }
}
