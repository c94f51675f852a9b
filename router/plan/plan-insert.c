/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-insert.c - each row to its one node.
 *
 *   INSERT INTO t (k, v) VALUES (1, 'a'), (2, 'b'), (3, 'c')      k placed by k % 2
 *     ds_0: INSERT INTO t_0 (k, v) VALUES (2, 'b')
 *     ds_1: INSERT INTO t_1 (k, v) VALUES (1, 'a'), (3, 'c')
 */
#include "router/plan/colocate.h"
#include "router/plan/condition/expr.h"
#include "router/plan/condition/scope.h"
#include "router/plan/insert/private.h"

#include "router/base/error.h"

/* ---- placing rows ---- */

static gboolean
refuse_key(const ShardInserter *self, guint key, const char *what)
{
    return shard_planner_refuse(self->error, "the sharding key '%s' of a row for '%s' %s",
                                self->ref->keys.keys[key].name, self->table->name, what);
}

/* The key's value in a row; NULL kind for NULL. */
static gboolean
key_value(const ShardInserter *self, guint row, guint key, ShardValue *out)
{
    const ShardInsertRow *facts = &self->insert->rows[row];
    const ShardKey *column = &self->ref->keys.keys[key];
    gint position = self->positions[key];
    ShardValue value;

    if (self->generated_key == (gint) key &&
        (self->generates || shard_inserter_is_filled(self, row))) {
        value = self->generated[row];
    } else if (position < 0 || (guint) position >= facts->n_values) {
        return !shard_inserter_tell_missing_column(self) &&
               refuse_key(self, key,
                          "is left out; give it, or name a generator for it in the rules");
    } else {
        const ShardExpr *expr = facts->values[position];
        if (!shard_operand_is_constant(expr))
            return refuse_key(self, key,
                              "is an expression that can't be evaluated before the row "
                              "is placed; give a constant or parameter");
        value = shard_operand_value(expr, &self->planner->constants);
        if (value.kind == SHARD_VALUE_UNKNOWN && expr->kind == SHARD_EXPR_MARKER) {
            shard_error_set(self->error, SHARD_ERROR_ROUTE, "07002",
                            "the sharding key '%s' is parameter %d, which has no value or one that "
                            "can't be read before the row is placed",
                            column->name, expr->marker + 1);
            return FALSE;
        }
    }
    if (value.kind == SHARD_VALUE_NULL) {
        *out = value;
        return TRUE;
    }
    if (shard_key_assign(column, &value, self->planner->arena, out))
        return TRUE;
    if (shard_inserter_tell_too_long(self, column->column, &value))
        return FALSE;
    g_autofree char *why =
        g_strdup_printf("is '%s', which can't be converted exactly to the key's type",
                        shard_value_to_text(&value, self->planner->arena));
    return refuse_key(self, key, why);
}

static gboolean
place_row(const ShardInserter *self, guint row, guint *out_node)
{
    guint n_keys = self->ref->keys.n_keys;
    ShardValue *values = shard_arena_array(self->planner->arena, ShardValue, n_keys + 1);

    for (guint i = 0; i < n_keys; i++) {
        if (!key_value(self, row, i, &values[i]))
            return FALSE;
    }
    return shard_planner_place_row(self->planner, self->ref, values, out_node, self->error);
}

/* ---- INSERT … SELECT ---- */

static gboolean
has_star(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_items; i++) {
        if (query->items[i].expr->kind == SHARD_EXPR_STAR)
            return TRUE;
    }
    return FALSE;
}

/* Does the target's column keep every key of the source's as it is, and place it alike? */
static gboolean
holds_all_of(const ShardKey *target, const ShardKey *source)
{
    const ShardColumnSchema *to = target->column, *from = source->column;

    if (target->kind != source->kind ||
        (target->kind == SHARD_VALUE_DECIMAL && target->scale != source->scale))
        return FALSE;
    return to == NULL || from == NULL || to->length < 0 || to->type == SHARD_TYPE_DECIMAL ||
           (from->length >= 0 && from->length <= to->length);
}

gint
shard_inserter_source(const ShardInserter *self, gint query)
{
    const ShardAnalysis *analysis = self->planner->analysis;
    const ShardQuery *source = &analysis->statement->queries[query];
    gint from = -1;

    if (source->set != SHARD_SET_NONE || (has_star(source) && source->n_items > 1))
        return -1;
    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        ShardColumnId id;
        gint position = self->positions[i];
        if (position < 0 || !shard_insert_selected(analysis, query, (guint) position, &id) ||
            analysis->refs[id.table].kind != SHARD_REF_SHARDED ||
            shard_scope_is_nullable(analysis, (guint) id.table, query) ||
            (from >= 0 && from != id.table))
            return -1;
        from = id.table;
        const ShardTable *table = analysis->refs[from].table;
        if (!shard_table_bound(self->table, table))
            return -1;
        const char *const *keys = shard_table_keys(table);
        if (!shard_identifier_equal_fold(keys[i], id.column) ||
            !holds_all_of(&self->ref->keys.keys[i], &analysis->refs[from].keys.keys[i]))
            return -1;
    }
    return from;
}

static gboolean
insert_select(ShardInserter *self)
{
    ShardPlanner *planner = self->planner;
    const ShardAnalysis *analysis = planner->analysis;
    gint query = self->insert->query;
    ShardRoute route;

    if (self->table->n_nodes == 1) {
        if (!shard_route_rows(&planner->route_input, &route, self->error))
            return FALSE;
        if (route.n_units == 1 && route.only_unite == NULL)
            return shard_planner_units(planner, &route, NULL, self->error);
    }
    if (analysis->n_sharded < 2 || !analysis->colocated || shard_inserter_source(self, query) < 0)
        return shard_planner_refuse(self->error,
                                    "INSERT INTO '%s' ... SELECT whose rows may belong to other "
                                    "nodes than they are read from; read the rows and insert them",
                                    self->table->name);
    if (!shard_route_source(&planner->route_input, &route, self->error))
        return FALSE;
    if (route.n_units > 1 && !shard_insert_is_local(analysis, query, route.spread))
        return shard_planner_refuse(self->error, "INSERT ... SELECT with a LIMIT, grouping or "
                                                 "window over several nodes");
    return shard_planner_units(planner, &route, NULL, self->error);
}

/* ---- other targets ---- */

/* Copies are written alike on all shards. */
static gboolean
insert_copies(ShardPlanner *self, const ShardTable *table, GError **error)
{
    const ShardInsert *insert = self->statement->insert;
    ShardInserter inserter = shard_inserter_of(self, insert, error);
    const ShardTableSchema *schema = inserter.schema;

    if (table->n_nodes > 1 && insert->n_returning > 0)
        return shard_planner_refuse(error, "RETURNING from a table that every shard has a copy of");
    for (guint i = 0; schema != NULL && insert->columns != NULL && i < schema->n_columns; i++) {
        if (schema->columns[i].auto_increment &&
            shard_inserter_find_column(&inserter, schema->columns[i].name) < 0)
            return shard_planner_refuse(error,
                                        "column '%s' of '%s', which every shard has a copy of, is "
                                        "numbered by each on its own; give its value",
                                        schema->columns[i].name, table->name);
    }
    return shard_plan_copies(self, table, error);
}

static gboolean
insert_elsewhere(ShardPlanner *self, GError **error)
{
    ShardRoute route;

    if (!shard_route_rows(&self->route_input, &route, error))
        return FALSE;
    if (route.n_units > 1 || route.only_unite != NULL)
        return shard_planner_refuse(error, "INSERT ... SELECT from the rows of several nodes");
    return shard_planner_units(self, &route, NULL, error);
}

ShardInserter
shard_inserter_of(ShardPlanner *planner, const ShardInsert *insert, GError **error)
{
    const ShardAnalysis *analysis = planner->analysis;
    const ShardRef *ref = &analysis->refs[insert->table];

    return (ShardInserter){.planner = planner,
                           .insert = insert,
                           .ref = ref,
                           .table = ref->table,
                           .schema = analysis->schema == NULL
                                         ? NULL
                                         : shard_schema_table(analysis->schema, ref->table->name),
                           .skipped = -1,
                           .generated_key = -1,
                           .fills = -1,
                           .error = error};
}

gboolean
shard_inserter_place(ShardInserter *self)
{
    const ShardInsert *insert = self->insert;

    if (!shard_inserter_generate(self))
        return FALSE;
    if (insert->n_rows == 0)
        return shard_planner_refuse(self->error,
                                    "a row for '%s' without its sharding key; give it, or name a "
                                    "generator for it in the rules",
                                    self->table->name);
    self->nodes = shard_arena_array(self->planner->arena, guint, insert->n_rows);
    for (guint i = 0; i < insert->n_rows; i++) {
        if (!place_row(self, i, &self->nodes[i]))
            return FALSE;
    }
    return TRUE;
}

static gboolean
insert_sharded(ShardPlanner *self, GError **error)
{
    ShardInserter inserter = shard_inserter_of(self, self->statement->insert, error);

    if (!shard_inserter_find_positions(&inserter) || !shard_inserter_check(&inserter))
        return FALSE;
    if (inserter.insert->query >= 0)
        return insert_select(&inserter);
    return shard_inserter_place(&inserter) && shard_inserter_make_units(&inserter);
}

static gboolean
insert_by_kind(ShardPlanner *self, GError **error)
{
    const ShardRef *ref = &self->analysis->refs[self->statement->insert->table];

    switch (ref->kind) {
    case SHARD_REF_SHARDED:
        return insert_sharded(self, error);
    case SHARD_REF_BROADCAST:
        return insert_copies(self, ref->table, error);
    default:
        return insert_elsewhere(self, error);
    }
}

/* What the shards can't select for themselves is read first; defaults stay what they are then. */
static gboolean
insert_or_read(ShardPlanner *self, GError **error)
{
    const ShardRef *ref = &self->analysis->refs[self->statement->insert->table];
    g_autoptr(GError) refused = NULL;

    if (ref->kind == SHARD_REF_BROADCAST && ref->table->n_nodes > 1 &&
        !shard_planner_check_copy_defaults(self, ref->table, error))
        return FALSE;
    if (insert_by_kind(self, &refused))
        return TRUE;
    if (self->statement->insert->query < 0 ||
        !g_error_matches(refused, SHARD_ERROR, SHARD_ERROR_REFUSED)) {
        g_propagate_error(error, g_steal_pointer(&refused));
        return FALSE;
    }
    return shard_plan_insert_rows(self, error);
}

gboolean
shard_plan_insert(ShardPlanner *self, GError **error)
{
    const ShardInsert *insert = self->statement->insert;

    self->plan->is_write = TRUE;
    if (!shard_planner_check_node_name(self, (guint) insert->table, error) ||
        !insert_or_read(self, error))
        return FALSE;
    if (self->plan->kind != SHARD_PLAN_UNITS)
        return TRUE;
    if (self->plan->n_units > 1 && self->statement->only_one_node != NULL)
        return shard_planner_refuse(error, "%s over several nodes", self->statement->only_one_node);
    if (self->plan->n_units > 1 && shard_scope_names_place(self->analysis))
        return shard_planner_refuse(error, "'%s', which says where a row lies, over several nodes",
                                    self->statement->place_column);
    if (self->plan->n_units > 1 && !shard_planner_check_policy(self, NULL, TRUE, error))
        return FALSE;
    shard_planner_finish(self, shard_planner_returns_rows(self->prepared, insert->n_returning));
    return TRUE;
}
