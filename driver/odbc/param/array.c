/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * First pass: each row is bound and routed, and its values are added to the columns of its group
 * (shard and text).  Second pass: the columns become arrays of elements of one size, and one plan
 * with a unit per group is run.
 */
#include "driver/odbc/param/array.h"

#include <string.h>

/* The values of one marker for all rows of a group. */
typedef struct {
    SQLSMALLINT c_type;
    gsize fixed;      /* size of an element; 0: by length */
    GByteArray *data; /* one behind the other */
    GArray *lengths;  /* SQLLEN, indicators */
    gsize longest;
    char *elements; /* second pass */
} Column;

/* Rows for one text on one shard. */
typedef struct {
    ShardPlan *plan; /* of the first row */
    const ShardUnit *unit;
    Column *columns; /* n_markers */
    guint n_columns;
    ShardBinding *bindings;
    SQLUSMALLINT *status;
    guint n_rows;
} Group;

static void
free_group(gpointer data)
{
    Group *self = data;

    for (guint i = 0; i < self->n_columns; i++) {
        g_byte_array_unref(self->columns[i].data);
        g_array_unref(self->columns[i].lengths);
        g_free(self->columns[i].elements);
    }
    g_free(self->columns);
    g_free(self->bindings);
    g_free(self->status);
    shard_plan_free(self->plan);
    g_free(self);
}

static Group *
group_new(ShardPlan *plan, const ShardBinding *bindings, guint n_markers)
{
    Group *self = g_new0(Group, 1);

    self->plan = plan;
    self->unit = &plan->units[0];
    self->n_columns = n_markers;
    self->columns = g_new0(Column, MAX(n_markers, 1));
    self->bindings = g_memdup2(bindings, n_markers * sizeof *bindings);
    for (guint i = 0; i < n_markers; i++) {
        self->columns[i] = (Column){.c_type = bindings[i].c_type,
                                    .fixed = shard_convert_c_size(bindings[i].c_type),
                                    .data = g_byte_array_new(),
                                    .lengths = g_array_new(FALSE, FALSE, sizeof(SQLLEN))};
    }
    return self;
}

static gboolean
is_plain_insert(const ShardStatement *statement)
{
    const ShardInsert *insert = statement->insert;

    return statement->kind == SHARD_STATEMENT_INSERT && insert != NULL &&
           insert->conflict == SHARD_CONFLICT_ERROR && insert->query < 0 &&
           insert->n_returning == 0 && insert->n_rows == 1;
}

/* It reads nothing but the rows that it writes: what a row finds hangs on those before it that went
 * to the same node, and on no others. */
static gboolean
is_plain_change(const ShardStatement *statement)
{
    const ShardModify *modify = statement->modify;

    return (statement->kind == SHARD_STATEMENT_UPDATE ||
            statement->kind == SHARD_STATEMENT_DELETE) &&
           modify != NULL && modify->table >= 0 && !modify->multi_table && modify->n_from <= 1 &&
           modify->current_of == NULL && modify->n_returning == 0 && statement->n_queries == 0;
}

static gboolean
fits(const ShardStmt *self, const ShardPlan *plan)
{
    const ShardUnit *unit = plan->units;

    if (plan->kind != SHARD_PLAN_UNITS || plan->n_units != 1 || plan->is_query ||
        unit->text_id == NULL || plan->has_generated_key)
        return FALSE;
    for (guint i = 0; i < unit->n_params; i++)
        if (unit->params[i].marker < 0)
            return FALSE;
    return TRUE;
}

static Group *
find_group(GPtrArray *groups, const ShardUnit *unit)
{
    for (guint i = 0; i < groups->len; i++) {
        Group *group = groups->pdata[i];
        if (group->unit->text_id == unit->text_id && group->unit->shard == unit->shard)
            return group;
    }
    return NULL;
}

/* Two texts for one node: its rows would not be changed in their order. */
static gboolean
has_node(GPtrArray *groups, const ShardUnit *unit)
{
    for (guint i = 0; i < groups->len; i++) {
        const Group *group = groups->pdata[i];
        if (group->unit->shard == unit->shard && group->unit->node == unit->node)
            return TRUE;
    }
    return FALSE;
}

/* Bytes of a value that has a length. */
static gsize
value_size(const ShardBinding *binding, SQLLEN indicator)
{
    if (indicator != SQL_NTS)
        return (gsize) MAX(indicator, 0);
    return binding->c_type == SQL_C_CHAR ? strlen(binding->data) : 0;
}

static void
add_value(Column *column, const ShardBinding *binding)
{
    SQLLEN indicator = binding->indicator == NULL ? SQL_NTS : *binding->indicator;

    if (indicator == SQL_NULL_DATA) {
        guint8 nothing[64] = {0};
        g_byte_array_append(column->data, nothing, (guint) column->fixed);
    } else if (column->fixed != 0) {
        g_byte_array_append(column->data, binding->data, (guint) column->fixed);
        indicator = (SQLLEN) column->fixed;
    } else {
        gsize size = value_size(binding, indicator);
        g_byte_array_append(column->data, binding->data, (guint) size);
        column->longest = MAX(column->longest, size);
        indicator = (SQLLEN) size;
    }
    g_array_append_val(column->lengths, indicator);
}

/* Bytes that the elements of one column may take: what is larger goes row by row. */
#define LARGEST_COLUMN ((guint64) 64 * 1024 * 1024)

/* With the group's next value; all elements get the size of the longest. */
static gboolean
has_room(const Group *group, guint marker, const ShardBinding *binding)
{
    SQLLEN indicator = binding->indicator == NULL ? SQL_NTS : *binding->indicator;
    gsize size = shard_convert_c_size(binding->c_type);
    guint64 n_rows = group == NULL ? 1 : group->n_rows + 1u;
    gsize longest = group == NULL ? 0 : group->columns[marker].longest;

    if (size == 0 && indicator != SQL_NULL_DATA)
        size = value_size(binding, indicator);
    return MAX(size, longest) < LARGEST_COLUMN / n_rows;
}

static gboolean
can_be_kept(const ShardParams *params, const Group *group, guint n_markers)
{
    for (guint i = 0; i < n_markers; i++)
        if (!has_room(group, i, &params->bindings[i]) ||
            (group != NULL && group->columns[i].c_type != params->bindings[i].c_type) ||
            params->bindings[i].io_type != SQL_PARAM_INPUT ||
            params->values[i].kind == SHARD_VALUE_UNKNOWN ||
            shard_convert_c_size(params->bindings[i].c_type) > 64)
            return FALSE;
    return TRUE;
}

/* Routes one row and adds it to its group. */
static ShardArrayResult
deal_row(ShardStmt *self, GPtrArray *groups, SQLULEN row, GError **error)
{
    guint n = shard_prepared_n_markers(self->prepared);

    if (shard_params_next_at_execution(self, n, 0, row) != 0)
        return SHARD_ARRAY_ROW_BY_ROW;
    gboolean in_order = is_plain_change(shard_prepared_statement(self->prepared));
    ShardPlan *plan = shard_stmt_plan_row(self, row, in_order ? NULL : error);
    if (plan == NULL)
        return in_order ? SHARD_ARRAY_ROW_BY_ROW : SHARD_ARRAY_REFUSED;
    Group *group = fits(self, plan) ? find_group(groups, &plan->units[0]) : NULL;
    if (!fits(self, plan) || !can_be_kept(&self->params, group, n) ||
        (in_order && group == NULL && has_node(groups, &plan->units[0]))) {
        shard_plan_free(plan);
        return SHARD_ARRAY_ROW_BY_ROW;
    }
    if (group == NULL) {
        group = group_new(plan, self->params.bindings, n);
        g_ptr_array_add(groups, group);
    } else {
        shard_plan_free(plan);
    }
    for (guint i = 0; i < n; i++)
        add_value(&group->columns[i], &self->params.bindings[i]);
    group->n_rows++;
    return SHARD_ARRAY_DONE;
}

/* Spreads values of different lengths to elements of one size, each with a NUL behind. */
static void
spread(Column *column, gsize element, guint n_rows)
{
    gsize at = 0;

    column->elements = g_malloc0(element * n_rows);
    for (guint row = 0; row < n_rows; row++) {
        SQLLEN length = g_array_index(column->lengths, SQLLEN, row);
        if (length <= 0)
            continue;
        memcpy(column->elements + row * element, column->data->data + at, (gsize) length);
        at += (gsize) length;
    }
}

static void
finish_group(Group *self)
{
    self->status = g_new0(SQLUSMALLINT, self->n_rows);
    for (guint i = 0; i < self->n_columns; i++) {
        Column *column = &self->columns[i];
        ShardBinding *binding = &self->bindings[i];
        gsize element = column->fixed != 0 ? column->fixed : column->longest + 1;
        if (column->fixed == 0)
            spread(column, element, self->n_rows);
        binding->data = column->fixed != 0 ? (SQLPOINTER) column->data->data : column->elements;
        binding->buffer_length = (SQLLEN) element;
        binding->indicator = (SQLLEN *) (gpointer) column->lengths->data;
        binding->generation = 0;
    }
}

static gboolean
run_groups(ShardStmt *self, GPtrArray *groups, gint64 *out_count, GError **error)
{
    g_autofree ShardUnit *units = g_new(ShardUnit, groups->len);
    g_autofree ShardUnitRows *rows = g_new(ShardUnitRows, groups->len);
    ShardPlan combined = *((Group *) groups->pdata[0])->plan;
    GError *warnings = NULL;
    SQLRETURN rc;

    for (guint i = 0; i < groups->len; i++) {
        Group *group = groups->pdata[i];
        finish_group(group);
        units[i] = *group->unit;
        rows[i] = (ShardUnitRows){group->bindings, group->n_rows, group->status};
    }
    combined.units = units;
    combined.n_units = groups->len;
    combined.direct = FALSE;
    const ShardRunOptions options = {
        .n_bindings = shard_prepared_n_markers(self->prepared),
        .query_timeout = shard_stmt_timeout(self),
        .unit_rows = rows,
        .prepared = TRUE,
    };
    ShardRun *run = shard_stmt_run(self);
    self->keeps_units = TRUE;
    gboolean ok = shard_run_execute(run, &combined, &options, &rc, &warnings, error);
    if (warnings != NULL)
        shard_diag_add(&self->head.diag, warnings, SQL_NO_ROW_NUMBER, SQL_NO_COLUMN_NUMBER);
    g_clear_error(&warnings);
    *out_count = ok ? shard_run_row_count(run) : -1;
    shard_run_close(run); /* the plan goes away here */
    return ok;
}

/* Over several groups the run keeps them together.  One alone isn't always one statement there:
 * psqlodbc sends 100 rows at a time, MariaDB's driver and SQLite's may run each for itself. */
static gboolean
run_whole(ShardStmt *self, GPtrArray *groups, gint64 *out_count, GError **error)
{
    ShardSession *session = self->connection->session;
    gboolean own;

    if (groups->len > 1)
        return run_groups(self, groups, out_count, error);
    if (!shard_session_begin_steps(session, &own, error))
        return FALSE;
    gboolean ok = run_groups(self, groups, out_count, error);
    return shard_session_end_steps(session, own, ok, ok ? error : NULL) && ok;
}

ShardArrayResult
shard_stmt_run_array(ShardStmt *self, gint64 *out_count, GError **error)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func(free_group);
    const SQLUSMALLINT *operation = self->apd->array_status;
    const ShardStatement *statement = shard_prepared_statement(self->prepared);

    *out_count = 0;
    if (!is_plain_insert(statement) && !is_plain_change(statement))
        return SHARD_ARRAY_ROW_BY_ROW;
    for (SQLULEN row = 0; row < self->apd->array_size; row++) {
        if (operation != NULL && operation[row] == SQL_PARAM_IGNORE)
            continue;
        ShardArrayResult dealt = deal_row(self, groups, row, error);
        self->array_row = row;
        if (dealt != SHARD_ARRAY_DONE)
            return dealt;
    }
    if (groups->len > 0 && !run_whole(self, groups, out_count, error))
        return SHARD_ARRAY_FAILED;
    return SHARD_ARRAY_DONE;
}
