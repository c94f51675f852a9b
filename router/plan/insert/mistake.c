/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * mistake.c - rows without a place that no database of the brand would take: said as it says it.
 *
 *   INSERT INTO t (kk) VALUES (3)               where the key is k
 *   INSERT INTO t (k) VALUES ('abcd')           into VARCHAR(3)
 */
#include "router/plan/insert/private.h"

#include "router/base/error.h"

#include <string.h>

static void
tell_missing(const ShardInserter *self, const char *column)
{
    const char *table = self->table->name;
    const char *state = "HY000";
    gint32 native = 1;
    g_autofree char *message = NULL;

    switch (self->planner->prepared->mode.dialect) {
    case SHARD_DIALECT_POSTGRESQL:
        state = "42703";
        message = g_strdup_printf("ERROR: column \"%s\" of relation \"%s\" does not exist", column,
                                  table);
        break;
    case SHARD_DIALECT_MYSQL:
        state = "42S22";
        native = 1054;
        message = g_strdup_printf("Unknown column '%s' in 'INSERT INTO'", column);
        break;
    case SHARD_DIALECT_SQLITE:
    case SHARD_DIALECT_UNKNOWN:
        message = g_strdup_printf("table %s has no column named %s (1)", table, column);
        break;
    }
    shard_error_set_backend(self->error, NULL, state, native, message);
}

/* SQLite's names for the number of a row, of which no catalog tells. */
static gboolean
may_be_row_number(const ShardInserter *self, const char *column)
{
    static const char *const names[] = {"rowid", "_rowid_", "oid"};

    if (self->planner->prepared->mode.dialect != SHARD_DIALECT_SQLITE)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (shard_identifier_equal_fold(column, names[i]))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_inserter_tell_missing_column(const ShardInserter *self)
{
    for (guint i = 0; self->schema != NULL && i < self->insert->n_columns; i++) {
        const char *column = self->insert->columns[i];
        if (shard_table_schema_column(self->schema, column) < 0 &&
            !may_be_row_number(self, column)) {
            tell_missing(self, column);
            return TRUE;
        }
    }
    return FALSE;
}

gboolean
shard_inserter_tell_too_long(const ShardInserter *self, const ShardColumnSchema *column,
                             const ShardValue *value)
{
    /* MariaDB's mode says whether it cuts; SQLite has no lengths. */
    if (self->planner->prepared->mode.dialect != SHARD_DIALECT_POSTGRESQL || column == NULL ||
        value->kind != SHARD_VALUE_STRING || column->length < 0 ||
        (column->type != SHARD_TYPE_TEXT && column->type != SHARD_TYPE_CHAR))
        return FALSE;
    g_autofree char *text = g_strndup(value->text.data, value->text.size);
    if (!g_utf8_validate(text, -1, NULL) || g_utf8_strlen(text, -1) <= column->length)
        return FALSE;
    /* What is too many in blanks, is cut. */
    const char *rest = g_utf8_offset_to_pointer(text, column->length);
    if (strspn(rest, " ") == strlen(rest))
        return FALSE;
    g_autofree char *message = g_strdup_printf(
        "ERROR: value too long for type %s(%d)",
        column->type == SHARD_TYPE_CHAR ? "character" : "character varying", column->length);
    shard_error_set_backend(self->error, NULL, "22001", 1, message);
    return TRUE;
}
