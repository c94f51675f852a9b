/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/insert/private.h"

#include "router/plan/rewrite/rewrite.h"

static void
drop_rows(const ShardInserter *self, ShardEdits *edits, guint node)
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
generated_name(const ShardInserter *self)
{
    g_autoptr(GString) name = g_string_new(NULL);

    shard_identifier_append(name, self->planner->prepared->mode.dialect,
                            self->table->generate_column, '\0');
    return shard_arena_strndup(self->planner->arena, name->str, (gssize) name->len);
}

static void
add_generated_value(const ShardInserter *self, ShardEdits *edits, guint row)
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
fill_generated(const ShardInserter *self, ShardEdits *edits, guint node)
{
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (self->nodes[i] != node || !shard_inserter_is_filled(self, i))
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
add_generated(const ShardInserter *self, ShardEdits *edits, guint node)
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
add_columns(const ShardInserter *self, ShardEdits *edits)
{
    const ShardInsert *insert = self->insert;
    ShardDialect dialect = self->planner->prepared->mode.dialect;
    g_autoptr(GString) list = g_string_new(" (");

    if (insert->columns != NULL || self->schema == NULL || insert->n_rows == 0 ||
        insert->rows[0].n_values != shard_inserter_n_columns(self))
        return;
    for (guint i = 0; i < self->schema->n_columns; i++) {
        if (self->schema->columns[i].generated)
            return;
    }
    for (guint i = 0; i < shard_inserter_n_columns(self); i++) {
        if (i > 0)
            g_string_append(list, ", ");
        shard_identifier_append(list, dialect, shard_inserter_column(self, i), '\0');
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
rows_of(const ShardInserter *self, guint node, guint *out_n)
{
    guint *rows = shard_arena_array(self->planner->arena, guint, self->insert->n_rows);

    *out_n = 0;
    for (guint i = 0; i < self->insert->n_rows; i++) {
        if (self->nodes[i] == node)
            rows[(*out_n)++] = i;
    }
    return rows;
}

/* What the rows of a node get beside what is written. */
static void
edit_rows(const ShardInserter *self, ShardEdits *edits, guint node)
{
    add_columns(self, edits);
    if (self->generates)
        add_generated(self, edits, node);
    if (self->fills >= 0)
        fill_generated(self, edits, node);
}

void
shard_inserter_edit(const ShardInserter *self, ShardEdits *edits)
{
    edit_rows(self, edits, self->nodes[0]);
}

static gboolean
make_unit(const ShardInserter *self, const ShardRouteUnit *place, guint pattern, ShardUnit *unit)
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
    drop_rows(self, &edits, place->lead_node);
    edit_rows(self, &edits, place->lead_node);
    ShardText text = shard_edits_apply(&edits, planner->arena);
    shard_planner_set_unit(unit, place, &text);
    unit->nodes_text = shard_rewrite_nodes_text(planner->analysis, place, planner->arena);
    if (pattern != 0)
        shard_planner_keep_text(planner, unit, place, pattern);
    return TRUE;
}

/* The number of the pattern in which the rows are dealt; 0: their texts aren't kept. */
static guint
find_pattern(const ShardInserter *self)
{
    ShardPrepared *prepared = self->planner->prepared;

    if (self->generates || self->fills >= 0 || self->insert->n_rows == 0)
        return 0;
    if (prepared->patterns == NULL)
        prepared->patterns = shard_row_patterns_new();
    return shard_row_patterns_number(prepared->patterns, self->nodes, self->insert->n_rows);
}

static ShardRoute
route_rows(const ShardInserter *self)
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
has_row_subquery(const ShardInserter *self)
{
    return self->planner->statement->n_queries > 0;
}

gboolean
shard_inserter_make_units(ShardInserter *self)
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
