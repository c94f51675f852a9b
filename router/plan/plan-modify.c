/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-modify.c - UPDATE, DELETE and MERGE.
 */
#include "router/plan/condition/expr.h"
#include "router/plan/steps/move-rows.h"
#include "router/plan/router-private.h"
#include "router/plan/condition/scope.h"

#include "router/base/error.h"

#include <string.h>

/* ---- copies ---- */

/* The only copy, written from rows that may lie on several nodes of its shard. */
static gboolean
plan_only_copy(ShardPlanner *self, const ShardTable *table, GError **error)
{
    ShardRoute route;

    if (!shard_route_rows(&self->route_input, &route, error))
        return FALSE;
    if (route.n_units > 1 || route.only_unite != NULL)
        return shard_planner_refuse(error, "'%s' is written from the rows of several nodes",
                                    table->name);
    return shard_planner_units(self, &route, NULL, error);
}

gboolean
shard_plan_copies(ShardPlanner *self, const ShardTable *table, GError **error)
{
    const ShardAnalysis *analysis = self->analysis;

    for (guint i = 0; i < analysis->n_refs; i++) {
        ShardRefKind kind = analysis->refs[i].kind;
        if (kind == SHARD_REF_BROADCAST || kind == SHARD_REF_CTE)
            continue;
        if (table->n_nodes == 1)
            return plan_only_copy(self, table, error);
        return shard_planner_refuse(error,
                                    "'%s', which every shard has a copy of, is written from "
                                    "'%s', which lies elsewhere",
                                    table->name, analysis->statement->tables[i].name);
    }
    if (table->n_nodes > 1 && (!shard_planner_check_copies(self, error) ||
                               !shard_planner_check_copy_defaults(self, table, error)))
        return FALSE;
    return shard_planner_copies(self, table, error);
}

/* SQLite's negative limit is none. */
static gboolean
is_limited(const ShardPlanner *self, const ShardLimit *limit)
{
    gboolean may_be_none = self->prepared->mode.dialect == SHARD_DIALECT_SQLITE &&
                           limit->count != NULL && limit->offset == NULL &&
                           limit->count->kind == SHARD_EXPR_LITERAL;

    if (!limit->present || !may_be_none)
        return limit->present;
    const ShardValue value = shard_operand_value(limit->count, &self->constants);
    return (value.kind != SHARD_VALUE_INTEGER && value.kind != SHARD_VALUE_LONG) || value.i >= 0;
}

static gboolean
has_limit(const ShardPlanner *self)
{
    const ShardStatement *statement = self->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        if (is_limited(self, &statement->queries[i].limit))
            return TRUE;
    }
    return statement->modify->limit.present;
}

static gboolean
modify_copies(ShardPlanner *self, const ShardTable *table, GError **error)
{
    if (table->n_nodes > 1 && has_limit(self))
        return shard_planner_refuse(error,
                                    "LIMIT in a write to '%s' may meet other rows in each "
                                    "copy",
                                    table->name);
    if (table->n_nodes > 1 && self->statement->modify->n_returning > 0)
        return shard_planner_refuse(error, "RETURNING from a table that every shard has a copy of");
    return shard_plan_copies(self, table, error);
}

/* ---- the key ---- */

typedef struct {
    ShardPlanner *planner;
    const ShardRef *ref;
    const ShardRoute *route;
    ShardValue *values; /* per key: what the row holds afterwards; UNKNOWN where not known */
    gboolean moves;     /* some key may get another value */
    GError **error;
} KeyUpdate;

static gboolean
refuse_move(const KeyUpdate *self, const char *column, const char *why)
{
    return shard_planner_refuse(self->error,
                                "UPDATE of the sharding key '%s' of '%s' %s; delete the row and "
                                "insert it again, or set move-rows for the table",
                                column, self->ref->table->name, why);
}

static gint
key_number(const ShardRef *ref, const char *column)
{
    for (guint i = 0; column != NULL && i < ref->keys.n_keys; i++) {
        if (shard_identifier_equal_fold(ref->keys.keys[i].name, column))
            return (gint) i;
    }
    return -1;
}

static gboolean
is_itself(const ShardExpr *expr, const char *column)
{
    return expr->kind == SHARD_EXPR_COLUMN && shard_identifier_equal_fold(expr->name, column) &&
           expr->qualifier == NULL;
}

static gboolean
assign_key(KeyUpdate *self, guint key, const ShardAssignment *assignment)
{
    const ShardKey *facts = &self->ref->keys.keys[key];
    ShardValue value, held;
    int order;

    if (assignment->value != NULL && is_itself(assignment->value, assignment->column))
        return TRUE;
    if (!shard_operand_is_constant(assignment->value))
        return refuse_move(self, facts->name, "to the value of an expression");
    value = shard_operand_value(assignment->value, &self->planner->constants);
    if (value.kind == SHARD_VALUE_NULL || value.kind == SHARD_VALUE_UNKNOWN ||
        !shard_key_assign(facts, &value, self->planner->arena, &self->values[key]) ||
        shard_key_rounds(facts, &self->values[key]))
        return refuse_move(self, facts->name, "to a value that can't be placed");
    if (!shard_condition_key_value(self->ref->scan, &self->ref->keys, &self->planner->constants,
                                   key, &held, self->error))
        return FALSE;
    if (held.kind == self->values[key].kind &&
        shard_domain_compare(&held, &self->values[key], TRUE, &order) && order == 0)
        return TRUE;
    self->moves = TRUE;
    return TRUE;
}

/* Keys that aren't assigned keep what WHERE says of them. */
static gboolean
fill_values(KeyUpdate *self)
{
    const ShardKeyFacts *keys = &self->ref->keys;

    self->values = shard_arena_array(self->planner->arena, ShardValue, keys->n_keys + 1);
    for (guint i = 0; i < keys->n_keys; i++) {
        if (!shard_condition_key_value(self->ref->scan, keys, &self->planner->constants, i,
                                       &self->values[i], self->error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
stays_on_node(const KeyUpdate *self)
{
    const ShardTable *table = self->ref->table;
    g_autofree gboolean *nodes = g_new0(gboolean, table->n_nodes);
    guint node = self->route->units[0].lead_node;

    if (self->route->n_units != 1 || self->route->units[0].ref_nodes != NULL ||
        shard_table_place(table, self->values, nodes, NULL) != SHARD_PLACE_FOUND)
        return FALSE;
    for (guint i = 0; i < table->n_nodes; i++) {
        if (nodes[i] != (i == node))
            return FALSE;
    }
    return TRUE;
}

/* A joined UPDATE says columns of any of its tables. */
static gboolean
check_joined_keys(ShardPlanner *self, GError **error)
{
    const ShardModify *modify = self->statement->modify;

    for (guint i = 0; i < modify->n_assignments; i++) {
        const ShardAssignment *assignment = &modify->assignments[i];
        for (guint j = 0; j < self->analysis->n_refs; j++) {
            const ShardRef *ref = &self->analysis->refs[j];
            if (ref->kind == SHARD_REF_SHARDED && ref->table->n_nodes > 1 &&
                (assignment->column == NULL || shard_table_is_key(ref->table, assignment->column)))
                return shard_planner_refuse(error, "UPDATE of the sharding key '%s' in a join",
                                            assignment->column == NULL ? "" : assignment->column);
        }
    }
    return TRUE;
}

/* Every row certainly stays on its node. */
static gboolean
key_stays(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    const ShardModify *modify = self->statement->modify;
    gint target = modify->table >= 0 ? modify->table : 0;
    KeyUpdate update = {
        .planner = self, .ref = &self->analysis->refs[target], .route = route, .error = error};
    const char *moved = NULL;

    if (modify->multi_table)
        return check_joined_keys(self, error);
    if (update.ref->kind != SHARD_REF_SHARDED || update.ref->table->n_nodes == 1)
        return TRUE;
    if (!fill_values(&update))
        return FALSE;
    for (guint i = 0; i < modify->n_assignments; i++) {
        const ShardAssignment *assignment = &modify->assignments[i];
        if (assignment->column == NULL)
            return shard_planner_refuse(error, "an assignment whose column isn't plain");
        gint key = key_number(update.ref, assignment->column);
        if (key < 0)
            continue;
        if (!assign_key(&update, (guint) key, assignment))
            return FALSE;
        moved = assignment->column;
    }
    if (!update.moves || stays_on_node(&update))
        return TRUE;
    return refuse_move(&update, moved, "would move rows to another node");
}

/* *out_moves: rows may move, and the rules allow it. */
static gboolean
check_key(ShardPlanner *self, const ShardRoute *route, gboolean *out_moves, GError **error)
{
    const ShardModify *modify = self->statement->modify;
    g_autoptr(GError) refused = NULL;

    *out_moves = FALSE;
    if (key_stays(self, route, &refused))
        return TRUE;
    *out_moves = self->statement->kind == SHARD_STATEMENT_UPDATE && !modify->multi_table &&
                 g_error_matches(refused, SHARD_ERROR, SHARD_ERROR_REFUSED) &&
                 self->analysis->refs[modify->table].table->move_rows;
    if (!*out_moves)
        g_propagate_error(error, g_steal_pointer(&refused));
    return *out_moves;
}

/* ---- several nodes ---- */

static gboolean
check_several(ShardPlanner *self, gint target, const ShardSpread *spread, GError **error)
{
    const ShardStatement *statement = self->statement;
    const ShardModify *modify = statement->modify;
    const char *verb = statement->kind == SHARD_STATEMENT_UPDATE ? "UPDATE" : "DELETE";

    if (modify->limit.present)
        return shard_planner_refuse(
            error,
            "%s ... LIMIT over several nodes would change that many rows on "
            "each; conditions on the sharding keys that leave one node help",
            verb);
    if (modify->multi_table && target < 0)
        return shard_planner_refuse(error, "%s of several tables over several nodes", verb);
    if (statement->only_one_node != NULL)
        return shard_planner_refuse(error, "%s over several nodes", statement->only_one_node);
    if (shard_scope_names_place(self->analysis))
        return shard_planner_refuse(error, "'%s', which says where a row lies, over several nodes",
                                    statement->place_column);
    if (statement->session_bound || statement->last_insert)
        return shard_planner_refuse(error, "a function or variable of one session in a write to "
                                           "several nodes");
    if (statement->n_cte_writes > 0)
        return shard_planner_refuse(error, "a WITH that changes rows, over several nodes");
    return shard_planner_check_policy(self, spread, TRUE, error);
}

/* Of a joined write whose targets aren't certain, or are several: is a copied table among them? */
static gboolean
may_write_copy(ShardPlanner *self)
{
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        const ShardRef *ref = &self->analysis->refs[i];
        if (ref->kind == SHARD_REF_BROADCAST && (self->statement->tables[i].is_target ||
                                                 self->statement->kind == SHARD_STATEMENT_UPDATE))
            return TRUE;
    }
    return FALSE;
}

/* The written table must be the sharded one: a copy or single table beside it would be written once
 * per node. */
static gboolean
check_target(ShardPlanner *self, gint target, const ShardRoute *route, GError **error)
{
    if (target < 0 && may_write_copy(self))
        return shard_planner_refuse(error, "a write to several tables of a join, one of which "
                                           "every shard has a copy of");
    if (route->n_units == 1 || target < 0 || self->analysis->refs[target].kind == SHARD_REF_SHARDED)
        return TRUE;
    return shard_planner_refuse(error, "'%s' is written from the rows of several nodes",
                                self->statement->tables[target].name);
}

/* ---- joined UPDATE ---- */

/* The table that an assignment's column is of: by its qualifier, or because no other has it. */
static gint
assigned_table(const ShardAnalysis *self, const ShardAssignment *assignment)
{
    const ShardStatement *statement = self->statement;
    gboolean qualified = assignment->column_last_token > assignment->column_first_token;
    gint found = -1;

    for (guint i = 0; i < statement->n_tables && assignment->column != NULL; i++) {
        const ShardTableRef *table = &statement->tables[i];
        if (table->query >= 0)
            continue;
        if (qualified ? !table->is_target
                      : shard_scope_table_has(self, (gint) i, assignment->column) == SHARD_ABSENT)
            continue;
        if (found >= 0)
            return -1;
        found = (gint) i;
    }
    return found;
}

gint
shard_modify_target(const ShardAnalysis *self)
{
    const ShardModify *modify = self->statement->modify;
    gint target = modify->table;

    if (target >= 0 || !modify->multi_table || self->statement->kind != SHARD_STATEMENT_UPDATE)
        return target;
    for (guint i = 0; i < modify->n_assignments; i++) {
        gint table = assigned_table(self, &modify->assignments[i]);
        if (table < 0 || (target >= 0 && target != table))
            return -1;
        target = table;
    }
    return target;
}

/* WHERE CURRENT OF: the row that a cursor is on lies where that cursor reads. */
static gboolean
route_to_cursor(ShardPlanner *self, ShardRoute *route, GError **error)
{
    const char *name = self->statement->modify->current_of;
    const ShardUnit *cursor = self->input->cursor_unit;

    if (name == NULL || route->n_units <= 1)
        return TRUE;
    for (guint i = 0; cursor != NULL && i < route->n_units; i++) {
        if (route->units[i].shard != cursor->shard || route->units[i].lead_node != cursor->node)
            continue;
        route->units[0] = route->units[i];
        route->n_units = 1;
        return TRUE;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "34000",
                    "'%s' isn't a cursor on a row of this table", name);
    return FALSE;
}

/* The cursor has another name at the shard. */
static void
rename_cursor(ShardPlanner *self)
{
    const char *name = self->statement->modify->current_of;
    const char *other = self->input->cursor_name;
    const ShardUnit *unit = self->plan->units;
    const char *at = name == NULL || other == NULL ? NULL : g_strrstr(unit->sql, name);

    if (at == NULL || self->plan->n_units != 1)
        return;
    ShardUnit *renamed = shard_arena_memdup(self->arena, unit, sizeof *unit);
    g_autofree char *text =
        g_strdup_printf("%.*s%s%s", (int) (at - unit->sql), unit->sql, other, at + strlen(name));
    renamed->sql_size = strlen(text);
    renamed->sql = shard_arena_strndup(self->arena, text, (gssize) renamed->sql_size);
    renamed->text_id = NULL;
    self->plan->units = renamed;
}

static gboolean
route_modify(ShardPlanner *self, ShardRoute *route, GError **error)
{
    if (self->statement->kind != SHARD_STATEMENT_MERGE)
        return shard_route_rows(&self->route_input, route, error);
    if (!shard_plan_check_merge(self, error))
        return FALSE;
    return shard_plan_route_merge(self, route) ||
           shard_route_rows(&self->route_input, route, error);
}

/* A DELETE by a node's own name misplaces no row. */
static gboolean
check_names(ShardPlanner *self, gint written, GError **error)
{
    const ShardModify *modify = self->statement->modify;

    if (self->statement->kind == SHARD_STATEMENT_DELETE)
        return TRUE;
    if (written >= 0)
        return shard_planner_check_node_name(self, (guint) written, error);
    for (guint i = 0; i < modify->n_assignments; i++) {
        gint table = assigned_table(self->analysis, &modify->assignments[i]);
        if (table >= 0 && !shard_planner_check_node_name(self, (guint) table, error))
            return FALSE;
    }
    return TRUE;
}

gboolean
shard_plan_modify(ShardPlanner *self, GError **error)
{
    const ShardModify *modify = self->statement->modify;
    gint written = shard_modify_target(self->analysis);
    const ShardRef *target = written < 0 ? NULL : &self->analysis->refs[written];
    ShardRoute route;
    gboolean moves;

    self->plan->is_write = TRUE;
    if (!check_names(self, written, error))
        return FALSE;
    if (target != NULL && target->kind == SHARD_REF_BROADCAST) {
        if (!modify_copies(self, target->table, error))
            return FALSE;
        shard_planner_finish(self, shard_planner_returns_rows(self->prepared, modify->n_returning));
        return TRUE;
    }
    if (!route_modify(self, &route, error) || !route_to_cursor(self, &route, error))
        return FALSE;
    if (!check_key(self, &route, &moves, error) || !check_target(self, written, &route, error) ||
        (route.n_units > 1 && !check_several(self, written, &route.spread, error)))
        return FALSE;
    if (moves)
        return shard_plan_move(self, &route, error);
    if (!shard_planner_units(self, &route, NULL, error))
        return FALSE;
    rename_cursor(self);
    shard_planner_finish(self, shard_planner_returns_rows(self->prepared, modify->n_returning));
    return TRUE;
}
