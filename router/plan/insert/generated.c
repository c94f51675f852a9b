/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/insert/private.h"

#include "router/plan/condition/expr.h"

static gboolean
has_generated_column(const ShardInserter *self)
{
    const ShardInsert *insert = self->insert;
    gint position = insert->default_values
                        ? -1
                        : shard_inserter_find_column(self, self->table->generate_column);

    /* Without a column list, columns behind the given values are left out. */
    return position >= 0 && (insert->columns != NULL || insert->n_rows == 0 ||
                             (guint) position < insert->rows[0].n_values);
}

gboolean
shard_inserter_is_numbered(const ShardInserter *self, const ShardExpr *expr,
                           gboolean auto_increment)
{
    ShardDialect dialect = self->planner->prepared->mode.dialect;

    if (expr->kind == SHARD_EXPR_DEFAULT)
        return TRUE;
    if (!auto_increment || dialect == SHARD_DIALECT_POSTGRESQL || !shard_operand_is_constant(expr))
        return FALSE;
    const ShardValue value = shard_operand_value(expr, &self->planner->constants);
    return value.kind == SHARD_VALUE_NULL ||
           (dialect == SHARD_DIALECT_MYSQL && value.i == 0 &&
            (value.kind == SHARD_VALUE_INTEGER || value.kind == SHARD_VALUE_LONG));
}

static gboolean
is_auto_increment(const ShardInserter *self, const char *column)
{
    gint number = self->schema == NULL ? -1 : shard_table_schema_column(self->schema, column);

    return number >= 0 && self->schema->columns[number].auto_increment;
}

gboolean
shard_inserter_is_filled(const ShardInserter *self, guint row)
{
    const ShardInsertRow *facts = &self->insert->rows[row];

    return self->fills >= 0 && (guint) self->fills < facts->n_values &&
           shard_inserter_is_numbered(self, facts->values[self->fills],
                                      is_auto_increment(self, self->table->generate_column));
}

/* The position of the generated column if some row leaves it to the database. */
static gint
find_fills(ShardInserter *self)
{
    self->fills = shard_inserter_find_column(self, self->table->generate_column);
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (shard_inserter_is_filled(self, i))
            return self->fills;
    }
    return -1;
}

/* What the brand's function calls the last inserted key: MySQL means the first row of several. */
static void
note_generated(const ShardInserter *self)
{
    ShardPlan *plan = self->planner->plan;
    gboolean first = self->planner->prepared->mode.dialect == SHARD_DIALECT_MYSQL;

    for (guint i = 0; i < self->insert->n_rows; i++) {
        if ((first && plan->has_generated_key) ||
            (!self->generates && !shard_inserter_is_filled(self, i)))
            continue;
        plan->has_generated_key = TRUE;
        plan->generated_key = self->generated[i];
    }
}

static gboolean
make_values(ShardInserter *self)
{
    const ShardTable *table = self->table;
    guint n_rows = self->insert->n_rows;

    self->generated = shard_arena_array(self->planner->arena, ShardValue, n_rows);
    for (guint i = 0; i < n_rows; i++) {
        if ((self->generates || shard_inserter_is_filled(self, i)) &&
            !shard_generator_next(table->generator, self->planner->arena, &self->generated[i],
                                  self->error))
            return FALSE;
    }
    note_generated(self);
    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        if (shard_identifier_equal_fold(self->ref->keys.keys[i].name, table->generate_column))
            self->generated_key = (gint) i;
    }
    return TRUE;
}

gboolean
shard_inserter_generate(ShardInserter *self)
{
    const ShardTable *table = self->table;
    const ShardInsert *insert = self->insert;

    self->generated_key = self->fills = -1;
    if (table->generate_column == NULL || table->generator == NULL)
        return TRUE;
    if (has_generated_column(self)) {
        self->fills = find_fills(self);
        return self->fills < 0 || make_values(self);
    }
    if (insert->default_values || insert->n_rows == 0 ||
        (insert->columns == NULL && self->skipped < 0))
        return shard_planner_refuse(self->error,
                                    "the generated column '%s' of '%s' is left out of an INSERT "
                                    "without a column list, or one with a query",
                                    table->generate_column, table->name);
    self->generates = TRUE;
    return make_values(self);
}
