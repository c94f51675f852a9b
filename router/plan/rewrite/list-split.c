/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/list-split.h"

#include "router/plan/condition/private.h"
#include "router/plan/condition/scope.h"

#include <string.h>

/* ---- finding the list ---- */

static gint
key_number(const ShardKeyFacts *keys, const char *column)
{
    for (guint i = 0; i < keys->n_keys; i++) {
        if (shard_identifier_equal_fold(keys->keys[i].name, column))
            return (gint) i;
    }
    return -1;
}

/* Where an element begins, with its minus signs. */
static guint
start_of(const ShardExpr *element)
{
    return element->first_token - element->literal_sign_tokens;
}

/* Nothing but commas stands between the elements, and no brackets around them. */
static gboolean
is_plain_list(const ShardTokens *tokens, const ShardExpr *in)
{
    if (!shard_token_is(tokens, start_of(in->args[1]) - 1, "("))
        return FALSE;
    for (guint i = 1; i < in->n_args; i++) {
        gboolean last = i + 1 == in->n_args;
        guint behind = in->args[i]->last_token + 1;
        if (!shard_token_is(tokens, behind, last ? ")" : ",") ||
            (!last && start_of(in->args[i + 1]) != behind + 1))
            return FALSE;
    }
    return TRUE;
}

/* All elements of one kind: a list of several kinds may be compared otherwise than a part of it. */
static gboolean
are_alike(const ShardTokens *tokens, const ShardExpr *in)
{
    const ShardExpr *first = in->args[1];

    for (guint i = 1; i < in->n_args; i++) {
        const ShardExpr *element = in->args[i];
        if (element == NULL || element->kind != first->kind || element->literal != first->literal ||
            element->collation != NULL)
            return FALSE;
        guint tail = element->last_token, first_tail = first->last_token;
        if (tokens->tokens[tail].kind != tokens->tokens[first_tail].kind)
            return FALSE;
    }
    return first->kind == SHARD_EXPR_MARKER ||
           (first->kind == SHARD_EXPR_LITERAL && first->literal == SHARD_LITERAL_VALUE);
}

static gboolean
is_single_tokens(const ShardExpr *in)
{
    for (guint i = 1; i < in->n_args; i++) {
        if (in->args[i]->first_token != in->args[i]->last_token)
            return FALSE;
    }
    return TRUE;
}

static gboolean
can_split(const ShardAnalysis *analysis, const ShardExpr *in, gint query, ShardListSplit *out)
{
    ShardColumnId id;

    if (in->kind != SHARD_EXPR_IN || in->negated || in->n_args < 3 ||
        in->args[0]->kind != SHARD_EXPR_COLUMN || in->args[0]->collation != NULL ||
        !are_alike(analysis->tokens, in) || !is_plain_list(analysis->tokens, in) ||
        !shard_scope_resolve(analysis, in->args[0], query, &id) ||
        analysis->refs[id.table].kind != SHARD_REF_SHARDED)
        return FALSE;
    gint key = key_number(&analysis->refs[id.table].keys, id.column);
    gboolean of_markers = in->args[1]->kind == SHARD_EXPR_MARKER;
    if (key < 0 || (of_markers && !is_single_tokens(in)))
        return FALSE;
    *out = (ShardListSplit){in, id.table, (guint) key, of_markers, FALSE};
    return TRUE;
}

static gboolean
find_in(const ShardAnalysis *analysis, const ShardExpr *expr, gint query, ShardListSplit *out)
{
    if (expr == NULL)
        return FALSE;
    if (expr->kind != SHARD_EXPR_AND)
        return can_split(analysis, expr, query, out);
    for (guint i = 0; i < expr->n_args; i++) {
        if (find_in(analysis, expr->args[i], query, out))
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_list_split_find(const ShardAnalysis *analysis, ShardListSplit *out)
{
    const ShardStatement *statement = analysis->statement;

    if (statement->modify != NULL)
        return find_in(analysis, statement->modify->where, -1, out);
    if (analysis->top < 0)
        return FALSE;
    const ShardQuery *query = &statement->queries[analysis->top];
    if (!find_in(analysis, query->where, analysis->top, out))
        return FALSE;
    out->keeps_two = analysis->mode->dialect == SHARD_DIALECT_MYSQL && query->n_group > 0;
    return TRUE;
}

/* ---- placing ---- */

gboolean
shard_list_split_place(const ShardRouteInput *in, const ShardListSplit *split, ShardListPlaces *out)
{
    guint n = split->in->n_args - 1;
    const ShardExpr *operand;
    ShardCondition equal = {.kind = CONDITION_COMPARE,
                            .op = OP_EQUAL,
                            .key = split->key,
                            .operands = &operand,
                            .n_operands = 1};
    ShardValueKind kind = SHARD_VALUE_UNKNOWN;

    out->split = split;
    out->nodes = shard_arena_array(in->arena, ShardNodes, n);
    for (guint i = 0; i < n; i++) {
        operand = split->in->args[i + 1];
        ShardValue value = shard_operand_value(operand, in->constants);
        if (value.kind == SHARD_VALUE_NULL || value.kind == SHARD_VALUE_UNKNOWN ||
            (i > 0 && value.kind != kind))
            return FALSE;
        kind = value.kind;
        if (!shard_condition_nodes(&equal, &in->analysis->refs[split->table].keys, in->constants,
                                   &out->nodes[i], NULL))
            return FALSE;
    }
    return TRUE;
}

static gboolean
meet(const ShardNodes *a, const ShardNodes *b)
{
    for (guint i = 0; i < shard_nodes_n_words(a); i++) {
        if ((a->words[i] & b->words[i]) != 0)
            return TRUE;
    }
    return FALSE;
}

ShardListChoice
shard_list_split_choose(const ShardListPlaces *self, const ShardNodes *nodes, ShardArena *arena)
{
    guint n = self->split->in->n_args - 1;
    ShardListChoice choice = {.split = self->split,
                              .elements = shard_arena_array(arena, guint, 2 * n)};

    for (guint i = 0; i < n; i++) {
        if (meet(&self->nodes[i], nodes))
            choice.elements[choice.n++] = i;
    }
    if (choice.n == 0)
        choice.elements[choice.n++] = 0;
    if (self->split->keeps_two && choice.n == 1)
        choice.elements[choice.n++] = choice.elements[0] == 0 ? 1 : 0;
    while (self->split->of_markers && (choice.n & (choice.n - 1)) != 0) {
        choice.elements[choice.n] = choice.elements[choice.n - 1];
        choice.n++;
    }
    return choice;
}

/* ---- text ---- */

void
shard_list_split_apply(const ShardListChoice *self, ShardEdits *edits)
{
    const ShardExpr *in = self->split->in;
    guint n = 0;
    ShardPiece *pieces = shard_arena_array(edits->arena, ShardPiece, 2 * self->n);

    for (guint i = 0; i < self->n; i++) {
        const ShardExpr *element = in->args[self->elements[i] + 1];
        if (i > 0)
            pieces[n++] = SHARD_PIECE_TEXT(", ");
        if (!self->split->of_markers) {
            pieces[n++] = SHARD_PIECE_TOKENS(start_of(element), element->last_token);
            continue;
        }
        ShardUnitParam *param = shard_arena_new0(edits->arena, ShardUnitParam);
        param->marker = SHARD_PARAM_LIST - (gint) i;
        pieces[n] = SHARD_PIECE_TEXT("?");
        pieces[n++].param = param;
    }
    shard_edits_replace_pieces(edits, start_of(in->args[1]), in->args[in->n_args - 1]->last_token,
                               pieces, n);
}

void
shard_list_split_fill(const ShardListChoice *self, ShardUnitParam *params, guint n_params)
{
    for (guint i = 0; i < n_params; i++) {
        if (params[i].marker > SHARD_PARAM_LIST)
            continue;
        guint slot = (guint) (SHARD_PARAM_LIST - params[i].marker);
        params[i].marker = self->split->in->args[self->elements[slot] + 1]->marker;
    }
}
