/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * copy-default.c - writes to a table that every shard has a copy of, by which each shard would
 * compute a value for itself: defaults like now(), random() and nextval(), and MariaDB's ON UPDATE.
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"
#include "router/base/identifier.h"

typedef struct {
    const ShardTable *table;
    const ShardTableSchema *schema;
    const ShardStatement *statement;
    GError **error;
} Copies;

static gboolean
refuse(const Copies *self, const ShardColumnSchema *column, const char *what)
{
    return shard_planner_refuse(self->error,
                                "column '%s' of '%s', which every shard has a copy of, %s, which "
                                "each shard computes on its own; give its value",
                                column->name, self->table->name, what);
}

/* Where a row has the column's value; -1: nowhere. */
static gint
find_position(const Copies *self, const char *name)
{
    const ShardInsert *insert = self->statement->insert;

    if (insert->default_values)
        return -1;
    if (insert->columns == NULL)
        return shard_table_schema_column(self->schema, name);
    for (guint i = 0; i < insert->n_columns; i++) {
        if (shard_identifier_equal_fold(insert->columns[i], name))
            return (gint) i;
    }
    return -1;
}

/* Does every row that is inserted give the column a value?  A query without a column list gives all
 * columns, or is an error. */
static gboolean
gives_value(const Copies *self, const char *name)
{
    const ShardInsert *insert = self->statement->insert;
    gint position = find_position(self, name);

    for (guint i = 0; i < insert->n_rows && position >= 0; i++) {
        const ShardInsertRow *row = &insert->rows[i];
        if ((guint) position >= row->n_values || row->values[position]->kind == SHARD_EXPR_DEFAULT)
            return FALSE;
    }
    return position >= 0;
}

/* Of the assignments to the column; *out_default: one is to DEFAULT. */
static gboolean
is_assigned(const ShardAssignment *assignments, guint n, const char *name, gboolean *out_default)
{
    gboolean found = FALSE;

    for (guint i = 0; i < n; i++) {
        if (assignments[i].column == NULL ||
            !shard_identifier_equal_fold(assignments[i].column, name))
            continue;
        found = TRUE;
        *out_default |=
            assignments[i].value != NULL && assignments[i].value->kind == SHARD_EXPR_DEFAULT;
    }
    return found;
}

static gboolean
check_assignments(const Copies *self, const ShardColumnSchema *column,
                  const ShardAssignment *assignments, guint n)
{
    gboolean to_default = FALSE;
    gboolean assigned = is_assigned(assignments, n, column->name, &to_default);

    if (to_default && column->computed_default)
        return refuse(self, column, "is set to its default");
    if (n > 0 && column->on_update && !assigned)
        return refuse(self, column, "changes with each UPDATE by ON UPDATE");
    return TRUE;
}

static gboolean
check_column(const Copies *self, const ShardColumnSchema *column)
{
    const ShardInsert *insert = self->statement->insert;
    const ShardModify *modify = self->statement->modify;

    if (insert != NULL && column->computed_default && !gives_value(self, column->name))
        return refuse(self, column, "has a default");
    if (insert != NULL && !check_assignments(self, column, insert->updates, insert->n_updates))
        return FALSE;
    if (modify == NULL)
        return TRUE;
    if (modify->n_merge_inserts > 0 && column->computed_default)
        return refuse(self, column, "has a default");
    return check_assignments(self, column, modify->assignments, modify->n_assignments);
}

gboolean
shard_planner_check_copy_defaults(ShardPlanner *self, const ShardTable *table, GError **error)
{
    Copies copies = {.table = table, .statement = self->statement, .error = error};

    if (self->analysis->schema != NULL)
        copies.schema = shard_schema_table(self->analysis->schema, table->name);
    for (guint i = 0; copies.schema != NULL && i < copies.schema->n_columns; i++) {
        if (!check_column(&copies, &copies.schema->columns[i]))
            return FALSE;
    }
    return TRUE;
}

/* ---- ALTER TABLE ---- */

static gboolean
is_constant_token(const ShardTokens *tokens, guint number)
{
    static const char *const words[] = {"null", "true", "false", "-", "+"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (shard_token_is(tokens, number, words[i]))
            return TRUE;
    }
    ShardTokenKind kind = tokens->tokens[number].kind;
    return kind >= SHARD_TOKEN_STRING && kind <= SHARD_TOKEN_NUMBER;
}

/* ADD c timestamp DEFAULT now() fills the rows that are there; SET DEFAULT doesn't. */
gboolean
shard_planner_check_added_defaults(ShardPlanner *self, const ShardTable *table, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    gboolean adds = FALSE;

    for (guint i = 1; i + 1 < tokens->n_tokens; i++) {
        adds |= shard_token_is(tokens, i, "add");
        if (adds && shard_token_is(tokens, i, "default") && !shard_token_is(tokens, i - 1, "set") &&
            !is_constant_token(tokens, i + 1))
            return shard_planner_refuse(error,
                                        "a column is added to '%s', which every shard has a copy "
                                        "of, with a default that each shard computes on its own; "
                                        "add it without, and set the default then",
                                        table->name);
    }
    return TRUE;
}
