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
#include "router/plan/rewrite/rewrite.h"
#include "router/plan/router-private.h"
#include "router/plan/condition/scope.h"

#include "router/base/error.h"

#include <string.h>

typedef struct {
    ShardPlanner *planner;
    const ShardInsert *insert;
    const ShardRef *ref;
    const ShardTable *table;
    const ShardTableSchema *schema; /* NULL unknown */
    gint *positions;                /* per key: number of its column in the list; -1: left out */
    gint skipped;                   /* number of the column that rows leave out; -1 none */
    gboolean generates;             /* the generated column is added */
    gint fills;                     /* its position, where rows say DEFAULT or the like; -1 none */
    gint generated_key;             /* the key that it is; -1 none */
    ShardValue *generated;          /* per row */
    guint *nodes;                   /* per row */
    GError **error;
} Inserter;

/* ---- columns ---- */

/* Without a column list, a row with one value fewer than the table has columns leaves out the
 * generated one, wherever it stands. */
static gint
skipped_column(const Inserter *self)
{
    const ShardInsert *insert = self->insert;

    if (insert->columns != NULL || self->schema == NULL || insert->n_rows == 0 ||
        self->table->generate_column == NULL || self->table->generator == NULL ||
        insert->rows[0].n_values + 1 != shard_table_schema_n_shown(self->schema))
        return -1;
    return shard_table_schema_column(self->schema, self->table->generate_column);
}

static const char *
column_name(const Inserter *self, guint position)
{
    if (self->insert->columns != NULL)
        return self->insert->columns[position];
    gboolean behind = self->skipped >= 0 && position >= (guint) self->skipped;
    return self->schema->columns[position + (behind ? 1 : 0)].name;
}

static guint
n_columns(const Inserter *self)
{
    if (self->insert->columns != NULL)
        return self->insert->n_columns;
    return shard_table_schema_n_shown(self->schema) - (self->skipped >= 0 ? 1 : 0);
}

static gint
find_column(const Inserter *self, const char *name)
{
    for (guint i = 0; i < n_columns(self); i++) {
        if (shard_identifier_equal_fold(column_name(self, i), name))
            return (gint) i;
    }
    return -1;
}

static gboolean
find_positions(Inserter *self)
{
    const ShardKeyFacts *keys = &self->ref->keys;
    const ShardInsert *insert = self->insert;

    self->positions = shard_arena_array(self->planner->arena, gint, keys->n_keys + 1);
    self->skipped = skipped_column(self);
    if (insert->columns == NULL && self->schema == NULL && !insert->default_values)
        return shard_planner_refuse(self->error,
                                    "INSERT INTO '%s' without a column list, and the table's "
                                    "columns aren't known; name the columns",
                                    self->table->name);
    for (guint i = 0; i < keys->n_keys; i++)
        self->positions[i] = insert->default_values ? -1 : find_column(self, keys->keys[i].name);
    return TRUE;
}

/* ---- generated keys ---- */

static gboolean
has_generated_column(const Inserter *self)
{
    const ShardInsert *insert = self->insert;
    gint position = insert->default_values ? -1 : find_column(self, self->table->generate_column);

    /* Without a column list, columns behind the given values are left out. */
    return position >= 0 && (insert->columns != NULL || insert->n_rows == 0 ||
                             (guint) position < insert->rows[0].n_values);
}

/* Does the database number the column itself for that value: DEFAULT; NULL (not PostgreSQL), and 0
 * of MariaDB? */
static gboolean
is_numbered_value(const Inserter *self, const ShardExpr *expr, gboolean auto_increment)
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
is_auto_increment(const Inserter *self, const char *column)
{
    gint number = self->schema == NULL ? -1 : shard_table_schema_column(self->schema, column);

    return number >= 0 && self->schema->columns[number].auto_increment;
}

/* Row's value of the generated column is to be made by the generator. */
static gboolean
is_filled(const Inserter *self, guint row)
{
    const ShardInsertRow *facts = &self->insert->rows[row];

    return self->fills >= 0 && (guint) self->fills < facts->n_values &&
           is_numbered_value(self, facts->values[self->fills],
                             is_auto_increment(self, self->table->generate_column));
}

/* The position of the generated column if some row leaves it to the database. */
static gint
find_fills(Inserter *self)
{
    self->fills = find_column(self, self->table->generate_column);
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (is_filled(self, i))
            return self->fills;
    }
    return -1;
}

/* What the brand's function calls the last inserted key: MySQL means the first row of several. */
static void
note_generated(const Inserter *self)
{
    ShardPlan *plan = self->planner->plan;
    gboolean first = self->planner->prepared->mode.dialect == SHARD_DIALECT_MYSQL;

    for (guint i = 0; i < self->insert->n_rows; i++) {
        if ((first && plan->has_generated_key) || (!self->generates && !is_filled(self, i)))
            continue;
        plan->has_generated_key = TRUE;
        plan->generated_key = self->generated[i];
    }
}

static gboolean
make_values(Inserter *self)
{
    const ShardTable *table = self->table;
    guint n_rows = self->insert->n_rows;

    self->generated = shard_arena_array(self->planner->arena, ShardValue, n_rows);
    for (guint i = 0; i < n_rows; i++) {
        if ((self->generates || is_filled(self, i)) &&
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

static gboolean
generate(Inserter *self)
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

/* ---- placing rows ---- */

static gboolean
refuse_key(const Inserter *self, guint key, const char *what)
{
    return shard_planner_refuse(self->error, "the sharding key '%s' of a row for '%s' %s",
                                self->ref->keys.keys[key].name, self->table->name, what);
}

/* The key's value in a row; NULL kind for NULL. */
static gboolean
key_value(const Inserter *self, guint row, guint key, ShardValue *out)
{
    const ShardInsertRow *facts = &self->insert->rows[row];
    const ShardKey *column = &self->ref->keys.keys[key];
    gint position = self->positions[key];
    ShardValue value;

    if (self->generated_key == (gint) key && (self->generates || is_filled(self, row))) {
        value = self->generated[row];
    } else if (position < 0 || (guint) position >= facts->n_values) {
        return refuse_key(self, key,
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
    g_autofree char *why =
        g_strdup_printf("is '%s', which can't be converted exactly to the key's type",
                        shard_value_to_text(&value, self->planner->arena));
    return refuse_key(self, key, why);
}

static gboolean
place_row(const Inserter *self, guint row, guint *out_node)
{
    guint n_keys = self->ref->keys.n_keys;
    ShardValue *values = shard_arena_array(self->planner->arena, ShardValue, n_keys + 1);

    for (guint i = 0; i < n_keys; i++) {
        if (!key_value(self, row, i, &values[i]))
            return FALSE;
    }
    return shard_planner_place_row(self->planner, self->ref, values, out_node, self->error);
}

/* ---- texts ---- */

static void
drop_rows(const Inserter *self, ShardEdits *edits, guint node)
{
    gboolean kept_before = FALSE;

    for (guint i = 0; i < self->insert->n_rows; i++) {
        const ShardInsertRow *row = &self->insert->rows[i];
        if (self->nodes[i] == node)
            kept_before = TRUE;
        else if (kept_before)
            shard_edits_delete(edits, row->first_token - 1, row->last_token);
        else
            shard_edits_cut(edits, row->first_token, self->insert->rows[i + 1].first_token);
    }
}

static const char *
generated_name(const Inserter *self)
{
    g_autoptr(GString) name = g_string_new(NULL);

    shard_identifier_append(name, self->planner->prepared->mode.dialect,
                            self->table->generate_column, '\0');
    return shard_arena_strndup(self->planner->arena, name->str, (gssize) name->len);
}

static void
add_generated_value(const Inserter *self, ShardEdits *edits, guint row)
{
    ShardUnitParam *param = shard_arena_new0(self->planner->arena, ShardUnitParam);
    const ShardInsertRow *facts = &self->insert->rows[row];
    gboolean set_form = self->insert->set_form;
    ShardPiece pieces[4];
    guint n = 0;

    param->marker = SHARD_PARAM_VALUE;
    param->value = self->generated[row];
    pieces[n++] = SHARD_PIECE_TEXT(", ");
    if (set_form) {
        pieces[n++] = SHARD_PIECE_TEXT(generated_name(self));
        pieces[n++] = SHARD_PIECE_TEXT(" = ");
    }
    pieces[n] = SHARD_PIECE_TEXT("?");
    pieces[n++].param = param;
    shard_edits_insert_pieces(edits, set_form ? facts->last_token : facts->last_token - 1, pieces,
                              n);
}

/* DEFAULT becomes the generator's value. */
static void
fill_generated(const Inserter *self, ShardEdits *edits, guint node)
{
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (self->nodes[i] != node || !is_filled(self, i))
            continue;
        ShardUnitParam *param = shard_arena_new0(self->planner->arena, ShardUnitParam);
        const ShardExpr *expr = self->insert->rows[i].values[self->fills];
        *param = (ShardUnitParam){.marker = SHARD_PARAM_VALUE, .value = self->generated[i]};
        const ShardPiece piece = {.text = "?", .param = param};
        shard_edits_replace_pieces(edits, expr->first_token - expr->literal_sign_tokens,
                                   expr->last_token, &piece, 1);
    }
}

static void
add_generated(const Inserter *self, ShardEdits *edits, guint node)
{
    const ShardPiece pieces[] = {SHARD_PIECE_TEXT(", "), SHARD_PIECE_TEXT(generated_name(self))};

    if (!self->insert->set_form && self->insert->columns_close_token > 0)
        shard_edits_insert_pieces(edits, (guint) self->insert->columns_close_token - 1, pieces,
                                  G_N_ELEMENTS(pieces));
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (self->nodes[i] == node)
            add_generated_value(self, edits, i);
    }
}

/* Columns in the catalog's order may lie otherwise on another node: write them out. */
static void
add_columns(const Inserter *self, ShardEdits *edits)
{
    const ShardInsert *insert = self->insert;
    ShardDialect dialect = self->planner->prepared->mode.dialect;
    g_autoptr(GString) list = g_string_new(" (");

    if (insert->columns != NULL || self->schema == NULL || insert->n_rows == 0 ||
        insert->rows[0].n_values != n_columns(self))
        return;
    for (guint i = 0; i < self->schema->n_columns; i++) {
        if (self->schema->columns[i].generated)
            return;
    }
    for (guint i = 0; i < n_columns(self); i++) {
        if (i > 0)
            g_string_append(list, ", ");
        shard_identifier_append(list, dialect, column_name(self, i), '\0');
    }
    if (self->skipped >= 0) {
        g_string_append(list, ", ");
        g_string_append(list, generated_name(self));
    }
    g_string_append_c(list, ')');
    const char *text = shard_arena_strndup(self->planner->arena, list->str, (gssize) list->len);
    const ShardTableRef *target = &self->planner->statement->tables[insert->table];
    guint after = target->alias_token >= 0 ? (guint) target->alias_token : target->alias_point;
    const ShardTokens *tokens = self->planner->analysis->tokens;
    /* MySQL's () is the same as no list. */
    if (after + 2 < tokens->n_tokens && shard_token_is(tokens, after + 1, "(") &&
        shard_token_is(tokens, after + 2, ")"))
        shard_edits_replace(edits, after + 1, after + 2, text + 1);
    else
        shard_edits_insert(edits, after, text);
}

static guint *
rows_of(const Inserter *self, guint node, guint *out_n)
{
    guint *rows = shard_arena_array(self->planner->arena, guint, self->insert->n_rows);

    *out_n = 0;
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (self->nodes[i] == node)
            rows[(*out_n)++] = i;
    }
    return rows;
}

static gboolean
make_unit(const Inserter *self, const ShardRouteUnit *place, guint pattern, ShardUnit *unit)
{
    ShardPlanner *planner = self->planner;
    g_auto(ShardEdits) edits = {0};

    if (self->insert->n_rows > 1)
        unit->rows = rows_of(self, place->lead_node, &unit->n_rows);
    if (place->ref_nodes != NULL)
        pattern = 0;
    if (pattern != 0 && shard_planner_reuse_text(planner, unit, place, pattern))
        return TRUE;
    shard_edits_init(&edits, planner->prepared->tokens, planner->arena);
    if (!shard_rewrite_names(&edits, planner->analysis, place, self->error))
        return FALSE;
    add_columns(self, &edits);
    drop_rows(self, &edits, place->lead_node);
    if (self->generates)
        add_generated(self, &edits, place->lead_node);
    if (self->fills >= 0)
        fill_generated(self, &edits, place->lead_node);
    ShardText text = shard_edits_apply(&edits, planner->arena);
    shard_planner_set_unit(planner, unit, place, &text);
    unit->nodes_text = shard_rewrite_nodes_text(planner->analysis, place, planner->arena);
    if (pattern != 0)
        shard_planner_keep_text(planner, unit, place, pattern);
    return TRUE;
}

/* The number of the pattern in which the rows are dealt; 0: their texts aren't kept. */
static guint
find_pattern(const Inserter *self)
{
    ShardPrepared *prepared = self->planner->prepared;

    if (self->generates || self->fills >= 0 || self->insert->n_rows == 0)
        return 0;
    if (prepared->patterns == NULL)
        prepared->patterns = shard_row_patterns_new();
    return shard_row_patterns_number(prepared->patterns, self->nodes, self->insert->n_rows);
}

static ShardRoute
route_rows(const Inserter *self)
{
    ShardPlanner *planner = self->planner;
    ShardNodes used = shard_nodes_none(planner->arena, self->table->n_nodes);
    ShardRoute route;

    for (guint i = 0; i < self->insert->n_rows; i++)
        shard_nodes_add(&used, self->nodes[i]);
    shard_route_nodes(&planner->route_input, self->table, &used, &route);
    return route;
}

static gboolean
has_row_subquery(const Inserter *self)
{
    return self->planner->statement->n_queries > 0;
}

static gboolean
make_units(Inserter *self)
{
    ShardPlan *plan = self->planner->plan;
    ShardRoute route = route_rows(self);

    if (!shard_route_check(&self->planner->route_input, &route, self->error))
        return FALSE;
    /* A subquery in a row sees its own node only, whatever the number of rows. */
    if (has_row_subquery(self) && self->planner->analysis->n_sharded > 1)
        return shard_planner_refuse(self->error,
                                    "a subquery over a sharded table in an INSERT's VALUES");
    plan->route = route.kind;
    if (route.n_units == 1 && !self->generates && self->fills < 0 && self->insert->columns != NULL)
        return shard_planner_units(self->planner, &route, NULL, self->error);
    ShardUnit *units = shard_arena_array(self->planner->arena, ShardUnit, route.n_units);
    guint pattern = find_pattern(self);
    for (guint i = 0; i < route.n_units; i++) {
        if (!make_unit(self, &route.units[i], pattern, &units[i]))
            return FALSE;
    }
    plan->units = units;
    plan->n_units = route.n_units;
    return TRUE;
}

/* ---- conflicts and unique keys ---- */

static gboolean
index_has_keys(const Inserter *self, const ShardIndexSchema *index)
{
    const ShardKeyFacts *keys = &self->ref->keys;

    for (guint i = 0; i < keys->n_keys; i++) {
        gboolean found = FALSE;
        for (guint j = 0; j < index->n_columns && !found; j++)
            found = shard_identifier_equal_fold(self->schema->columns[index->columns[j]].name,
                                                keys->keys[i].name);
        if (!found)
            return FALSE;
    }
    return keys->n_keys > 0;
}

static gboolean
check_conflict(const Inserter *self)
{
    const ShardTable *table = self->table;
    gboolean offline = self->planner->analysis->schema == NULL;

    if (self->insert->conflict == SHARD_CONFLICT_ERROR || table->n_nodes == 1 ||
        table->local_unique || offline)
        return TRUE;
    if (self->schema == NULL)
        return shard_planner_refuse(self->error,
                                    "what to do on a conflict in '%s', whose unique indexes "
                                    "aren't known; local-unique = true in the rules allows it",
                                    table->name);
    for (guint i = 0; i < self->schema->n_indexes; i++) {
        const ShardIndexSchema *index = &self->schema->indexes[i];
        if (index->unique && !index_has_keys(self, index))
            return shard_planner_refuse(self->error,
                                        "a conflict in unique index '%s' of '%s' may be with a row "
                                        "on another node, since it lacks the sharding key; "
                                        "local-unique = true in the rules allows it",
                                        index->name, table->name);
    }
    return TRUE;
}

static gboolean
check_updates(const Inserter *self)
{
    for (guint i = 0; i < self->insert->n_updates; i++) {
        const char *column = self->insert->updates[i].column;
        if (self->table->n_nodes > 1 && column != NULL && shard_table_is_key(self->table, column))
            return shard_planner_refuse(
                self->error, "the sharding key '%s' is changed where a row exists already", column);
    }
    return TRUE;
}

/* Does every row give the column a value of its own? */
static gboolean
gives_number(const Inserter *self, const char *column)
{
    const ShardInsert *insert = self->insert;
    gint position = insert->default_values ? -1 : find_column(self, column);

    for (guint i = 0; i < insert->n_rows && position >= 0; i++) {
        if ((guint) position < insert->rows[i].n_values &&
            is_numbered_value(self, insert->rows[i].values[position], TRUE))
            return FALSE;
    }
    return position >= 0;
}

static gboolean
check_auto_increment(const Inserter *self)
{
    const ShardTable *table = self->table;

    if (self->schema == NULL || table->n_nodes == 1 || table->local_unique)
        return TRUE;
    for (guint i = 0; i < self->schema->n_columns; i++) {
        const ShardColumnSchema *column = &self->schema->columns[i];
        gboolean generated = table->generate_column != NULL && table->generator != NULL &&
                             shard_identifier_equal_fold(table->generate_column, column->name);
        if (!column->auto_increment || generated || gives_number(self, column->name))
            continue;
        return shard_planner_refuse(self->error,
                                    "column '%s' of '%s' is numbered by each node on its own; give "
                                    "its value, or name a generator for it in the rules",
                                    column->name, table->name);
    }
    return TRUE;
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

/* Do the selected keys lie where the target's rows with them belong? */
static gboolean
source_keeps_keys(const Inserter *self, gint query)
{
    const ShardAnalysis *analysis = self->planner->analysis;
    const ShardQuery *source = &analysis->statement->queries[query];
    gint from = -1;

    if (source->set != SHARD_SET_NONE || (has_star(source) && source->n_items > 1))
        return FALSE;
    for (guint i = 0; i < self->ref->keys.n_keys; i++) {
        ShardColumnId id;
        gint position = self->positions[i];
        if (position < 0 || !shard_insert_selected(analysis, query, (guint) position, &id) ||
            analysis->refs[id.table].kind != SHARD_REF_SHARDED ||
            shard_scope_is_nullable(analysis, (guint) id.table, query) ||
            (from >= 0 && from != id.table))
            return FALSE;
        from = id.table;
        const ShardTable *table = analysis->refs[from].table;
        if (table != self->table && !shard_table_bound(self->table, table))
            return FALSE;
        const char *const *keys = shard_table_keys(table);
        if (!shard_identifier_equal_fold(keys[i], id.column))
            return FALSE;
    }
    return from >= 0;
}

static gboolean
insert_select(Inserter *self)
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
    if (analysis->n_sharded < 2 || !analysis->colocated || !source_keeps_keys(self, query))
        return shard_planner_refuse(self->error,
                                    "INSERT INTO '%s' ... SELECT whose rows may belong to other "
                                    "nodes than they are read from; read the rows and insert them",
                                    self->table->name);
    if (!shard_route_source(&planner->route_input, (guint) self->insert->table, &route,
                            self->error))
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
    const ShardTableSchema *schema = self->analysis->schema == NULL
                                         ? NULL
                                         : shard_schema_table(self->analysis->schema, table->name);
    Inserter inserter = {.planner = self,
                         .insert = insert,
                         .ref = &self->analysis->refs[insert->table],
                         .table = table,
                         .schema = schema,
                         .skipped = -1,
                         .error = error};

    if (table->n_nodes > 1 && insert->n_returning > 0)
        return shard_planner_refuse(error, "RETURNING from a table that every shard has a copy of");
    for (guint i = 0; schema != NULL && insert->columns != NULL && i < schema->n_columns; i++) {
        if (schema->columns[i].auto_increment &&
            find_column(&inserter, schema->columns[i].name) < 0)
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

static gboolean
insert_sharded(ShardPlanner *self, GError **error)
{
    const ShardInsert *insert = self->statement->insert;
    const ShardRef *ref = &self->analysis->refs[insert->table];
    Inserter inserter = {.planner = self,
                         .insert = insert,
                         .ref = ref,
                         .table = ref->table,
                         .skipped = -1,
                         .generated_key = -1,
                         .fills = -1,
                         .error = error};

    if (self->analysis->schema != NULL)
        inserter.schema = shard_schema_table(self->analysis->schema, ref->table->name);
    if (!find_positions(&inserter) || !check_conflict(&inserter) || !check_updates(&inserter) ||
        !check_auto_increment(&inserter))
        return FALSE;
    if (insert->query >= 0)
        return insert_select(&inserter);
    if (!generate(&inserter))
        return FALSE;
    if (insert->n_rows == 0)
        return shard_planner_refuse(error,
                                    "a row for '%s' without its sharding key; give it, or name a "
                                    "generator for it in the rules",
                                    ref->table->name);
    inserter.nodes = shard_arena_array(self->arena, guint, insert->n_rows);
    for (guint i = 0; i < insert->n_rows; i++) {
        if (!place_row(&inserter, i, &inserter.nodes[i]))
            return FALSE;
    }
    return make_units(&inserter);
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
