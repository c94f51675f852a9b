/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/move-rows.h"

#include "router/base/error.h"

#include <string.h>

/* ---- steps ---- */

static gboolean
refuse(const ShardMove *self, const char *why)
{
    return shard_planner_refuse(self->error,
                                "UPDATE of the sharding key of '%s' that may move rows, %s",
                                self->ref->table->name, why);
}

/* Another transaction was faster between two steps. */
static gboolean
refuse_changed(const ShardMove *self)
{
    shard_error_set(self->error, SHARD_ERROR_FAILED, "40001",
                    "rows of '%s' were changed by another transaction while they were moved to "
                    "another node; nothing is changed, try again",
                    self->ref->table->name);
    return FALSE;
}

static ShardPlan *
step_new(const ShardMove *self)
{
    ShardArena *arena = shard_arena_new();
    ShardPlan *step = shard_arena_new0(arena, ShardPlan);

    step->arena = arena;
    step->statement = self->planner->statement;
    return step;
}

static gboolean
wait_for(const ShardMove *self, ShardPlan *step)
{
    ShardPlan *plan = self->planner->plan;

    if (step == NULL)
        return FALSE;
    shard_planner_wait(plan, (ShardStep){.plan = step}, self->planner->prepared->mode.dialect);
    plan->is_write = TRUE;
    plan->route = step->route;
    plan->reason = "rows move to other nodes, in steps";
    return TRUE;
}

/* ---- step 1 ---- */

static gboolean
wait_for_rows(const ShardMove *self)
{
    ShardPrepared *prepared = self->planner->prepared;
    ShardPlanInput input = *self->planner->input;
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardText text;

    input.answers = NULL;
    if (!shard_move_read_text(self, arena, &text))
        return refuse(self, "written in a way that isn't UPDATE t SET ... WHERE ...");
    g_autoptr(ShardPlan) step =
        shard_derived_plan(&prepared->move_read, prepared, &text, &input, self->error);
    if (step == NULL)
        return FALSE;
    if (step->kind != SHARD_PLAN_UNITS)
        return refuse(self, "by a subquery that is run first");
    return wait_for(self, g_steal_pointer(&step));
}

/* ---- step 2 ---- */

static ShardUnit
unit_of_text(guint shard, guint node, const char *sql)
{
    return (ShardUnit){.shard = shard, .node = node, .sql = sql, .sql_size = strlen(sql)};
}

static gboolean
wait_for_check(const ShardMove *self)
{
    guint number = self->route->units[0].lead_node;
    const ShardNode *node = &self->ref->table->nodes[number];
    ShardPlan *step = step_new(self);
    ShardUnit *unit = shard_arena_new0(step->arena, ShardUnit);

    *unit = unit_of_text(node->shard, number, shard_move_check_text(self, node));
    step->units = unit;
    step->n_units = 1;
    step->is_query = step->direct = TRUE;
    return wait_for(self, step);
}

static gboolean
is_zero(const ShardMove *self, const ShardValue *value)
{
    return strcmp(shard_value_to_text(value, self->planner->arena), "0") == 0;
}

static gboolean
check_references(const ShardMove *self, const ShardAnswer *answer)
{
    if (answer->n_rows != 1 || answer->n_columns < 2 || !is_zero(self, &answer->values[0]))
        return refuse(self, "to which foreign keys refer");
    if (self->planner->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL &&
        !is_zero(self, &answer->values[1]))
        return refuse(self, "while extra_float_digits hides digits of its floating numbers");
    return TRUE;
}

static gboolean
assigns_expression(const ShardMove *self)
{
    for (guint i = 0; i < self->ref->keys.n_keys; i++)
        if (self->assigned[i] != NULL && self->constants[i].kind == SHARD_VALUE_UNKNOWN)
            return TRUE;
    return FALSE;
}

/* Where rows aren't kept out from between those that were read, the count tells of one that came;
 * but MariaDB's leaves out rows that stay as they are, and one that came might hide behind those.
 */
static gboolean
check_isolation(const ShardMove *self, const ShardAnswer *answer)
{
    if (self->planner->prepared->mode.dialect != SHARD_DIALECT_MYSQL ||
        self->n_rekeyed == self->rows->n_rows || !assigns_expression(self) || answer->n_rows != 1 ||
        answer->n_columns < 2 || is_zero(self, &answer->values[1]))
        return TRUE;
    return refuse(self, "by an expression that some rows' keys equal already, at READ COMMITTED; "
                        "use REPEATABLE READ");
}

/* ---- which rows move ---- */

static gboolean
key_of_text(const ShardMove *self, guint key, const ShardValue *text, ShardValue *out)
{
    if (text->kind == SHARD_VALUE_NULL) {
        *out = *text;
        return TRUE;
    }
    if (shard_key_assign(&self->ref->keys.keys[key], text, self->planner->arena, out))
        return TRUE;
    return refuse(self, "to a value that the key's type doesn't hold exactly");
}

static gboolean
is_same(const ShardMove *self, const ShardValue *one, const ShardValue *other)
{
    ShardArena *arena = self->planner->arena;

    return one->kind == other->kind &&
           strcmp(shard_value_to_text(one, arena), shard_value_to_text(other, arena)) == 0;
}

/* Reads one row of step 1: the node it lies on, and its keys afterwards. */
static gboolean
read_row(ShardMove *self, const ShardValue *row, guint *out_node, ShardValue *out_keys)
{
    guint n_keys = self->ref->keys.n_keys, column = 0;
    gboolean rekeyed = FALSE;
    ShardValue *old = shard_arena_array(self->planner->arena, ShardValue, n_keys + 1);

    for (guint i = 0; i < n_keys; i++) {
        if (!key_of_text(self, i, &row[column++], &old[i]))
            return FALSE;
        out_keys[i] = old[i];
        if (self->assigned[i] == NULL)
            continue;
        if (self->constants[i].kind != SHARD_VALUE_UNKNOWN)
            out_keys[i] = self->constants[i];
        else if (!key_of_text(self, i, &row[column++], &out_keys[i]))
            return FALSE;
        rekeyed = rekeyed || !is_same(self, &old[i], &out_keys[i]);
    }
    self->n_rekeyed += rekeyed;
    return shard_planner_place_row(self->planner, self->ref, old, out_node, self->error);
}

static char *
keys_text(const ShardMove *self, const ShardValue *keys)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        const char *value = shard_value_to_text(&keys[i], self->planner->arena);
        g_string_append_printf(text, "%d:%zu:%s,", (int) keys[i].kind, strlen(value), value);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* A row that gets these keys may lie on any other unit's node before it moves. */
static gboolean
note_keys(const ShardMove *self, GHashTable *seen, const ShardValue *keys)
{
    g_autofree char *text = keys_text(self, keys);
    guint home;

    if (!shard_planner_place_row(self->planner, self->ref, keys, &home, self->error))
        return FALSE;
    if (!g_hash_table_add(seen, g_steal_pointer(&text)))
        return TRUE;
    for (guint i = 0; i < self->route->n_units; i++) {
        if (self->route->units[i].lead_node != home)
            g_ptr_array_add(self->moved[i], (gpointer) keys);
    }
    return TRUE;
}

/* Fills moved; *out_moves: some row leaves its node. */
static gboolean
find_moved(ShardMove *self, gboolean *out_moves)
{
    ShardPlanner *planner = self->planner;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const ShardAnswer *rows = self->rows;

    *out_moves = FALSE;
    self->n_rekeyed = 0;
    for (guint i = 0; i < rows->n_rows; i++) {
        ShardValue *keys =
            shard_arena_array(planner->arena, ShardValue, self->ref->keys.n_keys + 1);
        guint node, home;
        if (!read_row(self, &rows->values[i * rows->n_columns], &node, keys) ||
            !note_keys(self, seen, keys) ||
            !shard_planner_place_row(planner, self->ref, keys, &home, self->error))
            return FALSE;
        *out_moves = *out_moves || node != home;
    }
    return TRUE;
}

/* ---- step 3 ---- */

static gboolean
wait_for_update(const ShardMove *self)
{
    ShardPlanner planner = *self->planner;

    planner.plan = step_new(self);
    planner.plan->is_write = TRUE;
    if (shard_planner_units(&planner, self->route, NULL, self->error)) {
        shard_planner_finish(&planner, FALSE);
        return wait_for(self, planner.plan);
    }
    shard_plan_free(planner.plan);
    return FALSE;
}

/* The rows of step 1 are locked; others than those must not have been changed.  MariaDB doesn't
 * count a row that stays as it is. */
static gboolean
check_count(const ShardMove *self, const ShardAnswer *updated)
{
    gboolean mysql = self->planner->prepared->mode.dialect == SHARD_DIALECT_MYSQL;
    gint64 read = self->rows->n_rows, rekeyed = self->n_rekeyed;

    if (updated->count == read || (mysql && updated->count >= rekeyed && updated->count < read))
        return TRUE;
    return refuse_changed(self);
}

/* ---- steps 4 to 6 ---- */

static gboolean
wait_for_units(const ShardMove *self, gboolean is_delete)
{
    ShardPlan *step = step_new(self);
    ShardUnit *units = shard_arena_array(step->arena, ShardUnit, self->route->n_units);
    ShardMergeSpec *append = shard_arena_new0(step->arena, ShardMergeSpec);

    append->dialect = self->planner->prepared->mode.dialect;
    step->is_write = is_delete;
    step->is_query = !is_delete;
    step->merge = is_delete ? NULL : append;
    step->units = units;
    for (guint i = 0; i < self->route->n_units; i++) {
        const ShardRouteUnit *place = &self->route->units[i];
        const char *select, *delete;
        if (self->moved[i]->len == 0)
            continue;
        if (!shard_move_unit_texts(self, i, &select, &delete)) {
            shard_plan_free(step);
            return refuse(self, "to a value that can't be written as a literal");
        }
        units[step->n_units++] =
            unit_of_text(place->shard, place->lead_node, is_delete ? delete : select);
    }
    return wait_for(self, step);
}

static gboolean
wait_for_insert(const ShardMove *self, const ShardAnswer *rows)
{
    ShardPrepared *prepared = self->planner->prepared;
    ShardPlanInput input = *self->planner->input;
    ShardText text = shard_move_insert_text(self, rows);

    input.answers = NULL;
    ShardPlan *step =
        shard_derived_plan(&prepared->move_insert, prepared, &text, &input, self->error);
    return step != NULL && wait_for(self, step);
}

static gboolean
move_rows(const ShardMove *self)
{
    const ShardPlanInput *input = self->planner->input;
    const ShardAnswer *rows = shard_planner_answer(input);

    if (rows == NULL)
        return wait_for_units(self, FALSE);
    const ShardAnswer *deleted = shard_planner_answer(input);
    if (deleted == NULL)
        return wait_for_units(self, TRUE);
    if (deleted->count != (gint64) rows->n_rows)
        return refuse_changed(self);
    return rows->n_rows == 0 || shard_planner_answer(input) != NULL || wait_for_insert(self, rows);
}

/* ---- the whole ---- */

/* What takes other rows in each step, or isn't seen by the step that reads. */
static gboolean
check_form(const ShardMove *self)
{
    const ShardStatement *statement = self->planner->statement;
    const ShardModify *modify = statement->modify;
    const char *bad;

    if (self->schema == NULL)
        return refuse(self, "of a table whose columns aren't known");
    if (modify->n_from > 1 || modify->multi_table)
        return refuse(self, "in a join");
    if (modify->limit.present || modify->n_order > 0)
        return refuse(self, "with a LIMIT");
    if (modify->n_returning > 0)
        return refuse(self, "with RETURNING");
    if (statement->has_volatile || statement->has_now || statement->session_bound)
        return refuse(self, "with a function whose value differs from call to call");
    bad = shard_move_bad_column(self);
    if (bad == NULL)
        return TRUE;
    return shard_planner_refuse(self->error,
                                "UPDATE of the sharding key of '%s' that may move rows, whose "
                                "column '%s' has a type that can't be written as a literal",
                                self->ref->table->name, bad);
}

static gboolean
check_keys(const ShardMove *self)
{
    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        const ShardKey *key = &self->ref->keys.keys[i];
        if (key->scatter || !key->exact_groups)
            return refuse(self, "by a key whose equal values may lie on different nodes");
    }
    for (guint i = 0; i < self->route->n_units; i++) {
        if (self->route->units[i].ref_nodes != NULL)
            return refuse(self, "beside another table");
    }
    return TRUE;
}

/* MariaDB's later assignments see what the earlier ones have set. */
static gboolean
read_assignments(ShardMove *self)
{
    const ShardModify *modify = self->planner->statement->modify;
    gboolean mysql = self->planner->prepared->mode.dialect == SHARD_DIALECT_MYSQL;

    for (guint i = 0; i < modify->n_assignments; i++) {
        const ShardAssignment *assignment = &modify->assignments[i];
        guint key = 0;
        while (assignment->column != NULL && key < self->ref->keys.n_keys &&
               !shard_identifier_equal_fold(self->ref->keys.keys[key].name, assignment->column))
            key++;
        if (assignment->column != NULL && key == self->ref->keys.n_keys)
            continue;
        if (assignment->column == NULL || assignment->value == NULL ||
            assignment->value->kind == SHARD_EXPR_DEFAULT)
            return refuse(self, "to a value that isn't known");
        self->assigned[key] = assignment;
        if (!shard_operand_is_constant(assignment->value)) {
            if (mysql && i > 0)
                return refuse(self, "by an expression that isn't the first one assigned");
            continue;
        }
        ShardValue value = shard_operand_value(assignment->value, &self->planner->constants);
        if (value.kind != SHARD_VALUE_UNKNOWN &&
            !key_of_text(self, key, &value, &self->constants[key]))
            return FALSE;
    }
    return TRUE;
}

static gboolean
run_steps(ShardMove *self)
{
    const ShardPlanInput *input = self->planner->input;
    gboolean moves;

    self->rows = shard_planner_answer(input);
    if (self->rows == NULL)
        return wait_for_rows(self);
    const ShardAnswer *checked = shard_planner_answer(input);
    if (checked == NULL)
        return wait_for_check(self);
    if (!find_moved(self, &moves) || !check_isolation(self, checked) ||
        (moves && !check_references(self, checked)))
        return FALSE;
    const ShardAnswer *updated = shard_planner_answer(input);
    if (updated == NULL)
        return wait_for_update(self);
    if (!check_count(self, updated))
        return FALSE;
    if (moves && (!move_rows(self) || self->planner->plan->kind == SHARD_PLAN_BEFORE))
        return self->planner->plan->kind == SHARD_PLAN_BEFORE;
    self->planner->plan->kind = SHARD_PLAN_DONE;
    self->planner->plan->count = updated->count;
    return TRUE;
}

gboolean
shard_plan_move(ShardPlanner *self, const ShardRoute *route, GError **error)
{
    const ShardModify *modify = self->statement->modify;
    const ShardRef *ref = &self->analysis->refs[modify->table];
    guint n_keys = ref->keys.n_keys;
    ShardMove move = {.planner = self, .ref = ref, .route = route, .error = error};

    if (self->analysis->schema != NULL)
        move.schema = shard_schema_table(self->analysis->schema, ref->table->name);
    move.assigned = shard_arena_array(self->arena, const ShardAssignment *, n_keys + 1);
    move.constants = shard_arena_array(self->arena, ShardValue, n_keys + 1);
    for (guint i = 0; i < n_keys; i++)
        move.constants[i].kind = SHARD_VALUE_UNKNOWN;
    if (!check_form(&move) || !check_keys(&move) || !read_assignments(&move))
        return FALSE;
    move.moved = g_new0(GPtrArray *, route->n_units);
    for (guint i = 0; i < route->n_units; i++)
        move.moved[i] = g_ptr_array_new();
    gboolean planned = run_steps(&move);
    for (guint i = 0; i < route->n_units; i++)
        g_ptr_array_unref(move.moved[i]);
    g_free(move.moved);
    return planned;
}
