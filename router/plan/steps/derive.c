/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/derive.h"

#include "router/plan/router-private.h"

#include <string.h>

struct ShardDerived {
    char *sql;
    ShardPrepared *prepared;
    ShardArena *arena; /* values and parameters of the last plan */
    ShardValue *values;
    const ShardUnitParam *params;
};

void
shard_derived_free(ShardDerived *self)
{
    if (self == NULL)
        return;
    shard_prepared_free(self->prepared);
    shard_arena_free(self->arena);
    g_free(self->sql);
    g_free(self);
}

static ShardDerived *
derived_new(ShardPrepared *from, const ShardText *text, GError **error)
{
    g_autoptr(ShardPrepared) prepared =
        shard_router_prepare(from->router, text->sql, text->size, &from->mode, error);
    if (prepared == NULL)
        return NULL;
    if (shard_prepared_n_markers(prepared) != text->n_params) {
        shard_planner_refuse(error, "a value in this place of the statement");
        return NULL;
    }
    prepared->is_derived = TRUE;
    ShardDerived *self = g_new0(ShardDerived, 1);
    self->sql = g_strndup(text->sql, text->size);
    self->prepared = g_steal_pointer(&prepared);
    self->arena = shard_arena_new();
    return self;
}

static void
fill_values(ShardDerived *self, const ShardText *text, const ShardPlanInput *input)
{
    ShardUnitParam *params =
        shard_arena_memdup(self->arena, text->params, sizeof *params * text->n_params);

    self->values = shard_arena_array(self->arena, ShardValue, text->n_params + 1);
    for (guint i = 0; i < text->n_params; i++) {
        gint marker = params[i].marker;
        if (marker < 0) {
            params[i].marker = -1;
            params[i].value = shard_value_copy(&params[i].value, self->arena);
            self->values[i] = params[i].value;
        } else if (input->values != NULL && (guint) marker < input->n_values) {
            self->values[i] = input->values[marker];
        } else {
            self->values[i].kind = SHARD_VALUE_UNKNOWN;
        }
    }
    self->params = params;
}

/* The units' markers become the application's, and values of ours.  Texts aren't kept: the next
 * execute may have another one at the same address. */
static void
give_back_unit_markers(const ShardDerived *self, ShardPlan *plan, guint first_marker)
{
    ShardUnit *units = shard_arena_memdup(plan->arena, plan->units, sizeof *units * plan->n_units);

    for (guint i = 0; i < plan->n_units; i++) {
        ShardUnitParam *params =
            shard_arena_memdup(plan->arena, units[i].params, sizeof *params * units[i].n_params);
        for (guint j = 0; j < units[i].n_params; j++) {
            if (params[j].marker >= 0)
                params[j] = self->params[first_marker + (guint) params[j].marker];
        }
        units[i].params = params;
        units[i].text_id = NULL;
    }
    plan->units = units;
}

static void
give_back_markers(const ShardDerived *self, ShardPlan *plan)
{
    if (plan->kind != SHARD_PLAN_BEFORE) {
        give_back_unit_markers(self, plan, 0);
        return;
    }
    give_back_unit_markers(self, plan->step.plan, plan->step.first_marker);
    plan->step.first_marker = 0;
    plan->units = plan->step.plan->units;
}

ShardPlan *
shard_derived_plan(ShardDerived **kept, ShardPrepared *from, const ShardText *text,
                   const ShardPlanInput *input, GError **error)
{
    ShardPlanInput derived_input = *input;

    if (*kept != NULL &&
        (strlen((*kept)->sql) != text->size || memcmp((*kept)->sql, text->sql, text->size) != 0))
        g_clear_pointer(kept, shard_derived_free);
    if (*kept == NULL && (*kept = derived_new(from, text, error)) == NULL)
        return NULL;
    ShardDerived *self = *kept;
    shard_arena_reset(self->arena);
    fill_values(self, text, input);
    derived_input.values = self->values;
    derived_input.n_values = text->n_params;
    derived_input.generated_key = NULL;
    ShardPlan *plan = shard_prepared_plan(self->prepared, &derived_input, error);
    if (plan == NULL)
        return NULL;
    give_back_markers(self, plan);
    plan->statement = from->statement;
    return plan;
}

/* ---- the last inserted key ---- */

/* before and behind stand around the marker; label: what the brand calls such a column. */
static const struct {
    ShardDialect dialect;
    const char *name, *before, *behind, *label;
} calls[] = {
    {SHARD_DIALECT_POSTGRESQL, "lastval", "CAST(", " AS bigint)", " AS lastval"},
    {SHARD_DIALECT_MYSQL, "last_insert_id", "CAST(", " AS UNSIGNED)", " AS `LAST_INSERT_ID()`"},
    {SHARD_DIALECT_SQLITE, "last_insert_rowid", "CAST(", " AS INTEGER)",
     " AS \"last_insert_rowid()\""},
};

/* The select item that consists of the call at token; NULL none. */
static const ShardItem *
find_item(const ShardStatement *statement, guint token)
{
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint j = 0; j < query->n_items; j++) {
            const ShardItem *item = &query->items[j];
            if (item->first_token == token && item->expr->kind == SHARD_EXPR_FUNCTION)
                return item;
        }
    }
    return NULL;
}

gboolean
shard_derive_last_insert(ShardPrepared *self, const ShardPlanInput *input, ShardArena *arena,
                         ShardText *out)
{
    const ShardTokens *tokens = self->tokens;
    ShardUnitParam param = {.marker = SHARD_PARAM_VALUE};
    g_auto(ShardEdits) edits = {0};
    guint call = 0;

    while (call < G_N_ELEMENTS(calls) && calls[call].dialect != self->mode.dialect)
        call++;
    if (!self->statement->last_insert || input->generated_key == NULL ||
        call == G_N_ELEMENTS(calls))
        return FALSE;
    param.value = *input->generated_key;
    shard_edits_init(&edits, tokens, arena);
    for (guint i = 0; i + 2 < tokens->n_tokens; i++) {
        if (!shard_token_is(tokens, i, calls[call].name) || !shard_token_is(tokens, i + 1, "(") ||
            !shard_token_is(tokens, i + 2, ")"))
            continue;
        const ShardItem *item = find_item(self->statement, i);
        const ShardPiece pieces[] = {
            SHARD_PIECE_TEXT(item != NULL ? calls[call].before : ""),
            {.text = "?", .param = shard_arena_memdup(arena, &param, sizeof param)},
            SHARD_PIECE_TEXT(item != NULL ? calls[call].behind : ""),
            SHARD_PIECE_TEXT(item != NULL && item->alias == NULL ? calls[call].label : "")};
        shard_edits_replace_pieces(&edits, i, i + 2, pieces, G_N_ELEMENTS(pieces));
    }
    if (edits.edits->len == 0)
        return FALSE;
    *out = shard_edits_apply(&edits, arena);
    return TRUE;
}
