/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * insert-rows.c - INSERT ... SELECT whose rows belong to other nodes than they are read from: they
 * are read first, and then inserted as VALUES.
 *
 *   INSERT INTO t (k, v) SELECT v, k FROM u
 *     first:  SELECT v, k FROM u
 *     then:   INSERT INTO t (k, v) VALUES (10, 2), (9, 4)
 */
#include "router/plan/colocate.h"
#include "router/plan/merge/item-type.h"
#include "router/plan/condition/literal.h"
#include "router/plan/router-private.h"
#include "router/plan/condition/scope.h"
#include "router/sql/cte-write.h"

#include "router/base/error.h"

#include <string.h>

/* ---- what a SELECT gives ---- */

/* The table whose columns * gives, through RETURNING * of a WITH item; -1: that can't be said. */
static gint
starred_table(const ShardAnalysis *analysis, const ShardFrom *from)
{
    const ShardCteWrite *write;
    guint n;

    if (from == NULL || from->kind != SHARD_FROM_TABLE)
        return -1;
    const ShardRef *ref = &analysis->refs[from->table];
    if (ref->kind != SHARD_REF_CTE ||
        (write = shard_statement_cte_write(analysis->statement, ref->cte_query)) == NULL)
        return from->table;
    const ShardItem *items = shard_cte_write_returning(write, &n);
    if (n != 1 || items[0].expr->kind != SHARD_EXPR_STAR ||
        (write->modify != NULL && write->modify->n_from > 1))
        return -1;
    return write->insert != NULL ? write->insert->table : write->modify->table;
}

gboolean
shard_insert_selected(const ShardAnalysis *analysis, gint query, guint position, ShardColumnId *out)
{
    const ShardQuery *source = &analysis->statement->queries[query];
    const ShardFrom *from = source->n_from == 1 ? source->from[0] : NULL;

    if (source->n_items != 1 || source->items[0].expr->kind != SHARD_EXPR_STAR)
        return position < source->n_items &&
               shard_scope_resolve(analysis, source->items[position].expr, query, out);
    gint table = starred_table(analysis, from);
    if (table < 0 || analysis->schema == NULL || analysis->refs[table].table == NULL)
        return FALSE;
    const ShardTableSchema *facts =
        shard_schema_table(analysis->schema, analysis->refs[table].table->name);
    if (facts == NULL || position >= shard_table_schema_n_shown(facts))
        return FALSE;
    *out = (ShardColumnId){table, facts->columns[position].name, 0};
    return TRUE;
}

gboolean
shard_insert_is_local(const ShardAnalysis *analysis, gint query, ShardSpread spread)
{
    const ShardQuery *source = &analysis->statement->queries[query];
    gboolean grouped = source->n_group > 0 || source->has_aggregate || source->having != NULL;

    return !source->limit.present && source->n_distinct_on == 0 &&
           (!grouped || shard_group_separates(analysis, query, spread)) &&
           (!source->distinct || shard_items_separate(analysis, query, spread)) &&
           (!source->has_window || shard_windows_separate(analysis, query, spread));
}

/* ---- its rows read first ---- */

typedef struct {
    ShardPlanner *planner;
    const ShardInsert *insert;
    const ShardQuery *query;
    const ShardTableSchema *schema; /* of the target */
    ShardTypeClass *types;          /* per column of the query; UNKNOWN: as the value is */
    GError **error;
} RowInserter;

static gboolean
refuse(const RowInserter *self, const char *why)
{
    return shard_planner_refuse(self->error,
                                "INSERT INTO '%s' ... SELECT over several nodes, %s; read the rows "
                                "and insert them",
                                self->planner->statement->tables[self->insert->table].name, why);
}

/* ---- what may be written as literals ---- */

static gboolean
is_sqlite(const RowInserter *self)
{
    return self->planner->prepared->mode.dialect == SHARD_DIALECT_SQLITE;
}

/* SQLite keeps dates as texts and decimals as floating numbers. */
static gboolean
is_literal_type(const RowInserter *self, ShardTypeClass type)
{
    switch (type) {
    case SHARD_TYPE_INTEGER:
    case SHARD_TYPE_BIGINT:
    case SHARD_TYPE_CHAR:
    case SHARD_TYPE_TEXT:
        return TRUE;
    case SHARD_TYPE_UNSIGNED:
    case SHARD_TYPE_DECIMAL:
    case SHARD_TYPE_DATE:
    case SHARD_TYPE_TIMESTAMP:
        return !is_sqlite(self);
    default:
        return FALSE;
    }
}

static const ShardColumnSchema *
target_column(const RowInserter *self, guint position)
{
    const ShardInsert *insert = self->insert;
    gint number = (gint) position;

    if (self->schema == NULL)
        return NULL;
    if (insert->columns != NULL && position >= insert->n_columns)
        return NULL;
    if (insert->columns != NULL)
        number = shard_table_schema_column(self->schema, insert->columns[position]);
    else if (position >= shard_table_schema_n_shown(self->schema))
        number = -1;
    return number < 0 ? NULL : &self->schema->columns[number];
}

/* A text is certainly one only where the catalog says so: a driver gives many types as text. */
static gboolean
check_columns(RowInserter *self)
{
    const ShardAnalysis *analysis = self->planner->analysis;
    guint n = self->query->n_items;
    const char *name;

    self->types = shard_arena_array(self->planner->arena, ShardTypeClass, n + 1);
    for (guint i = 0; i < n; i++) {
        const ShardColumnSchema *column = target_column(self, i);
        if (self->query->items[i].expr->kind == SHARD_EXPR_STAR)
            return refuse(self, "with *");
        if (self->schema == NULL)
            return refuse(self, "into a table whose columns aren't known (one that the rules "
                                "don't name?)");
        if (column == NULL || !is_literal_type(self, column->type))
            return refuse(self, "into a column whose values can't be written as literals");
        self->types[i] = shard_item_type(analysis, self->insert->query, i, &name);
        if (self->types[i] == SHARD_TYPE_CHAR ||
            self->query->items[i].expr->kind == SHARD_EXPR_LITERAL)
            self->types[i] = SHARD_TYPE_TEXT;
        if (self->types[i] != SHARD_TYPE_UNKNOWN && !is_literal_type(self, self->types[i]))
            return refuse(self, "of a column whose values can't be written as literals");
    }
    return TRUE;
}

static gboolean
names_column(const RowInserter *self, const char *name)
{
    for (guint i = 0; self->insert->columns != NULL && i < self->insert->n_columns; i++) {
        if (shard_identifier_equal_fold(self->insert->columns[i], name))
            return TRUE;
    }
    return FALSE;
}

static gboolean
check_form(const RowInserter *self)
{
    const ShardStatement *statement = self->planner->statement;
    const ShardTable *table = self->planner->analysis->refs[self->insert->table].table;

    if (self->insert->n_returning > 0)
        return refuse(self, "with RETURNING");
    if (statement->has_volatile || statement->session_bound || statement->last_insert ||
        statement->only_one_node != NULL)
        return refuse(self, "with what belongs to one session or row");
    if (table != NULL && table->generate_column != NULL && table->generator != NULL &&
        !names_column(self, table->generate_column))
        return refuse(self, "without the generated column");
    if (shard_token_is(self->planner->prepared->tokens, 0, "with"))
        return refuse(self, "with a WITH before it");
    return TRUE;
}

/* ---- first ---- */

static ShardPrepared *
prepare_query(const RowInserter *self)
{
    ShardPrepared *prepared = self->planner->prepared;
    const ShardTokens *tokens = prepared->tokens;
    const ShardToken *last = &tokens->tokens[self->query->last_token];
    gsize start = tokens->tokens[self->query->first_token].offset;

    if (prepared->branches != NULL)
        return prepared->branches->pdata[0];
    ShardPrepared *query =
        shard_router_prepare(prepared->router, tokens->text + start,
                             last->offset + last->size - start, &prepared->mode, self->error);
    if (query == NULL)
        return NULL;
    prepared->branches = g_ptr_array_new();
    g_ptr_array_add(prepared->branches, query);
    return query;
}

/* Markers are numbered through; the query's begin behind those before it. */
static guint
first_marker(const RowInserter *self)
{
    const ShardTokens *tokens = self->planner->prepared->tokens;
    guint n = 0;

    for (guint i = 0; i < self->query->first_token; i++)
        n += tokens->tokens[i].kind == SHARD_TOKEN_MARKER;
    return n;
}

static gboolean
wait_for(const RowInserter *self, ShardPlan *plan, guint marker)
{
    ShardPlan *waiting = self->planner->plan;
    ShardStep step = {.plan = plan, .first_marker = marker};

    if (plan->kind == SHARD_PLAN_BEFORE) {
        step = plan->step;
        step.first_marker += marker;
        plan->step.plan = NULL;
        shard_plan_free(plan);
    }
    shard_planner_wait(waiting, step, self->planner->prepared->mode.dialect);
    waiting->is_write = TRUE;
    waiting->reason = "the rows are read first, and then inserted";
    return TRUE;
}

/* Runs the query, or what it runs first itself; *out_rows: its answer is there. */
static gboolean
read_rows(const RowInserter *self, const ShardAnswer **out_rows)
{
    ShardPlanInput input = *self->planner->input;
    ShardPrepared *query = prepare_query(self);
    guint marker = first_marker(self);

    *out_rows = NULL;
    if (query == NULL)
        return FALSE;
    input.n_values = shard_prepared_n_markers(query);
    input.values = input.values == NULL ? NULL : input.values + marker;
    ShardPlan *plan = shard_prepared_plan(query, &input, self->error);
    if (plan == NULL)
        return FALSE;
    if (plan->kind == SHARD_PLAN_UNITS && plan->is_query && !plan->is_write)
        *out_rows = shard_planner_answer(&input);
    else if (plan->kind != SHARD_PLAN_BEFORE) {
        shard_plan_free(plan);
        return refuse(self, "of a query that isn't a plain one");
    }
    plan->weak_read_allowed = FALSE;
    if (*out_rows == NULL)
        return wait_for(self, plan, marker);
    shard_plan_free(plan);
    return TRUE;
}

/* ---- then ---- */

/* PostgreSQL would take an untyped literal for any column. */
static gboolean
append_value(const RowInserter *self, GString *out, guint column, const ShardValue *value)
{
    ShardTypeClass type = self->types[column];
    gboolean casts = value->kind == SHARD_VALUE_STRING &&
                     self->planner->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL;

    /* A number is one whatever the expression is. */
    if (value->kind != SHARD_VALUE_STRING && value->kind != SHARD_VALUE_DATE &&
        value->kind != SHARD_VALUE_TIMESTAMP)
        type = SHARD_TYPE_DECIMAL;
    if (is_sqlite(self) && (value->kind == SHARD_VALUE_DECIMAL))
        return FALSE;
    if (casts)
        g_string_append(out, "CAST(");
    if (!shard_literal_append(out, type, value))
        return FALSE;
    if (casts)
        g_string_append(out, " AS text)");
    return TRUE;
}

static gboolean
append_rows(const RowInserter *self, GString *out, const ShardAnswer *rows)
{
    guint n = self->query->n_items;

    g_string_append(out, "VALUES ");
    for (guint i = 0; i < rows->n_rows; i++) {
        const ShardValue *row = &rows->values[i * rows->n_columns];
        for (guint k = 0; k < n; k++) {
            g_string_append(out, k > 0 ? ", " : i > 0 ? ", (" : "(");
            if (!append_value(self, out, k, &row[k]))
                return refuse(self, "whose values can't be written as literals");
        }
        g_string_append_c(out, ')');
    }
    return TRUE;
}

static gboolean
wait_for_insert(const RowInserter *self, const ShardAnswer *rows)
{
    ShardPrepared *prepared = self->planner->prepared;
    const ShardTokens *tokens = prepared->tokens;
    ShardPlanInput input = *self->planner->input;
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GString) values = g_string_new(NULL);
    g_auto(ShardEdits) edits = {0};
    guint first = self->query->first_token, last = self->query->last_token;

    while (shard_token_is(tokens, first - 1, "(") && shard_token_is(tokens, last + 1, ")")) {
        first--;
        last++;
    }
    if (!append_rows(self, values, rows))
        return FALSE;
    shard_edits_init(&edits, tokens, arena);
    shard_edits_replace(&edits, first, last, values->str);
    ShardText text = shard_edits_apply(&edits, arena);
    input.answers = NULL;
    ShardPlan *step =
        shard_derived_plan(&prepared->move_insert, prepared, &text, &input, self->error);
    if (step == NULL)
        return FALSE;
    if (step->kind == SHARD_PLAN_UNITS)
        return wait_for(self, step, 0);
    shard_plan_free(step);
    return refuse(self, "with a subquery that is run first");
}

static gboolean
finish(const RowInserter *self, gint64 count)
{
    ShardPlan *plan = self->planner->plan;

    plan->kind = SHARD_PLAN_DONE;
    plan->count = count;
    plan->route = self->planner->analysis->refs[self->insert->table].kind == SHARD_REF_SHARDED
                      ? SHARD_ROUTE_SEVERAL
                      : SHARD_ROUTE_SINGLE_TABLE;
    return TRUE;
}

gboolean
shard_plan_insert_rows(ShardPlanner *self, GError **error)
{
    const ShardInsert *insert = self->statement->insert;
    const ShardTable *table = self->analysis->refs[insert->table].table;
    RowInserter inserter = {.planner = self,
                            .insert = insert,
                            .query = &self->statement->queries[insert->query],
                            .error = error};
    const ShardAnswer *rows;

    if (table != NULL && self->analysis->schema != NULL)
        inserter.schema = shard_schema_table(self->analysis->schema, table->name);
    if (!check_form(&inserter) || !check_columns(&inserter) || !read_rows(&inserter, &rows))
        return FALSE;
    if (rows == NULL)
        return TRUE;
    if (rows->n_rows == 0)
        return finish(&inserter, 0);
    const ShardAnswer *inserted = shard_planner_answer(self->input);
    return inserted == NULL ? wait_for_insert(&inserter, rows) : finish(&inserter, inserted->count);
}
