/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-with.c - WITH whose items change rows: where the keys of all its tables leave one node, that
 * database takes the statement whole.
 *
 *   WITH gone AS (DELETE FROM t WHERE k = 3 RETURNING k, v) INSERT INTO u SELECT k, v FROM gone
 *     ds_1: WITH gone AS (DELETE FROM t_1 WHERE k = 3 RETURNING k, v) INSERT INTO u_1 SELECT ...
 */
#include "router/plan/insert/private.h"
#include "router/plan/rewrite/rewrite.h"
#include "router/sql/cte-write.h"

typedef struct {
    ShardPlanner *planner;
    ShardInserter *inserters; /* of the INSERTs into tables of several nodes */
    guint n_inserters;
    ShardNodes *rows; /* per reference: where an INSERT's rows belong; no nodes: it is none */
    GError **error;
} WithPlanner;

static gboolean
refuse_with(const WithPlanner *self)
{
    return shard_planner_refuse(self->error,
                                "a WITH that changes rows, over several nodes; conditions on the "
                                "sharding keys of each of its tables that leave one node help");
}

/* ---- its parts ---- */

static gboolean
check_target(const WithPlanner *self, gint table)
{
    const ShardRef *ref = &self->planner->analysis->refs[table];

    if (ref->kind == SHARD_REF_BROADCAST && ref->table->n_nodes > 1)
        return shard_planner_refuse(self->error,
                                    "a WITH that changes rows of '%s', which every shard has a "
                                    "copy of",
                                    ref->table->name);
    return shard_planner_check_node_name(self->planner, (guint) table, self->error);
}

/* A key that stays as it is leaves the row on its node. */
static gboolean
check_modify(const WithPlanner *self, const ShardModify *modify)
{
    const ShardTable *table = self->planner->analysis->refs[modify->table].table;

    if (!check_target(self, modify->table))
        return FALSE;
    for (guint i = 0; table != NULL && table->n_nodes > 1 && i < modify->n_assignments; i++) {
        const char *column = modify->assignments[i].column;
        if (column == NULL || shard_table_is_key(table, column))
            return shard_planner_refuse(self->error,
                                        "UPDATE of the sharding key '%s' beside a WITH that "
                                        "changes rows",
                                        column == NULL ? "" : column);
    }
    return TRUE;
}

static gboolean
nodes_of(const WithPlanner *self, guint table, ShardNodes *out)
{
    if (self->rows[table].n_nodes == 0)
        return shard_route_scan(&self->planner->route_input, table, out, self->error);
    *out = self->rows[table];
    return TRUE;
}

/* Rows that come from one node of a table, with its keys, belong to the node beside it. */
static gboolean
place_selected(const WithPlanner *self, const ShardInserter *inserter, ShardNodes *out)
{
    gint from = shard_inserter_source(inserter, inserter->insert->query);
    ShardNodes nodes;

    if (from < 0)
        return shard_planner_refuse(self->error,
                                    "INSERT INTO '%s' ... SELECT beside a WITH that changes rows, "
                                    "where the rows may belong to other nodes than they come from",
                                    inserter->table->name);
    if (!nodes_of(self, (guint) from, &nodes))
        return FALSE;
    const ShardTable *source = self->planner->analysis->refs[from].table;
    for (guint i = shard_nodes_next(&nodes, 0); i < nodes.n_nodes;
         i = shard_nodes_next(&nodes, i + 1)) {
        gint beside = shard_table_bound_node(source, i, inserter->table);
        if (beside < 0)
            return refuse_with(self);
        shard_nodes_add(out, (guint) beside);
    }
    return TRUE;
}

static gboolean
place_insert(WithPlanner *self, ShardInserter *inserter)
{
    const ShardInsert *insert = inserter->insert;
    ShardNodes *out = &self->rows[insert->table];

    *out = shard_nodes_none(self->planner->arena, inserter->table->n_nodes);
    if (!shard_inserter_find_positions(inserter) || !shard_inserter_check(inserter))
        return FALSE;
    if (insert->query >= 0)
        return place_selected(self, inserter, out);
    if (!shard_inserter_place(inserter))
        return FALSE;
    for (guint i = 0; i < insert->n_rows; i++)
        shard_nodes_add(out, inserter->nodes[i]);
    return TRUE;
}

static gboolean
check_insert(WithPlanner *self, const ShardInsert *insert)
{
    const ShardRef *ref = &self->planner->analysis->refs[insert->table];

    if (!check_target(self, insert->table))
        return FALSE;
    if (ref->kind != SHARD_REF_SHARDED)
        return TRUE;
    ShardInserter *inserter = &self->inserters[self->n_inserters++];
    *inserter = shard_inserter_of(self->planner, insert, self->error);
    return place_insert(self, inserter);
}

static gboolean
check_write(WithPlanner *self, const ShardInsert *insert, const ShardModify *modify)
{
    return (insert == NULL || check_insert(self, insert)) &&
           (modify == NULL || check_modify(self, modify));
}

static gboolean
check_writes(WithPlanner *self)
{
    const ShardStatement *statement = self->planner->statement;

    for (guint i = 0; i < statement->n_cte_writes; i++) {
        const ShardCteWrite *write = &statement->cte_writes[i];
        if (!check_write(self, write->insert, write->modify))
            return FALSE;
    }
    return check_write(self, statement->insert, statement->modify);
}

/* ---- its text ---- */

static gboolean
make_unit(WithPlanner *self, const ShardRoute *route)
{
    ShardPlanner *planner = self->planner;
    const ShardRouteUnit *place = &route->units[0];
    ShardUnit *unit = shard_arena_new0(planner->arena, ShardUnit);
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, planner->prepared->tokens, planner->arena);
    if (!shard_rewrite_names(&edits, planner->analysis, place, self->error))
        return FALSE;
    for (guint i = 0; i < self->n_inserters; i++)
        if (self->inserters[i].insert->query < 0)
            shard_inserter_edit(&self->inserters[i], &edits);
    ShardText text = shard_edits_apply(&edits, planner->arena);
    shard_planner_set_unit(unit, place, &text);
    unit->nodes_text = shard_rewrite_nodes_text(planner->analysis, place, planner->arena);
    planner->plan->units = unit;
    planner->plan->n_units = 1;
    planner->plan->route = route->kind;
    return TRUE;
}

static gboolean
gives_rows(const ShardPlanner *self)
{
    const ShardStatement *statement = self->statement;

    if (statement->insert != NULL)
        return shard_planner_returns_rows(self->prepared, statement->insert->n_returning);
    return statement->modify == NULL ||
           shard_planner_returns_rows(self->prepared, statement->modify->n_returning);
}

gboolean
shard_plan_with(ShardPlanner *self, GError **error)
{
    WithPlanner with = {.planner = self, .error = error};
    ShardRoute route;

    with.inserters =
        shard_arena_array(self->arena, ShardInserter, self->statement->n_cte_writes + 1);
    with.rows = shard_arena_array(self->arena, ShardNodes, self->analysis->n_refs + 1);
    self->plan->is_write = TRUE;
    if (!check_writes(&with))
        return FALSE;
    self->route_input.rows = with.rows;
    if (!shard_route_rows(&self->route_input, &route, error))
        return FALSE;
    if (route.n_units > 1 || route.only_unite != NULL)
        return refuse_with(&with);
    if (!make_unit(&with, &route))
        return FALSE;
    shard_planner_finish(self, gives_rows(self));
    return TRUE;
}
