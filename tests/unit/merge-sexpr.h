/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * merge-sexpr.h - expressions over merged values written as lists, for tests.
 *
 * $0 is a visible slot, nil no operand, anything else a value as fake-stream.h has it.
 * (f a b) is a call; and, or, not, in, notin, between, notbetween, isnull, isnotnull, case and
 * (cast "numeric(10,2)" a) are what they say.
 */
#pragma once

#include "router/plan/merge/spec.h"

#include "tests/unit/fake-stream.h"

typedef struct {
    const char *at;
    ShardArena *arena;
} SexprReader;

static const struct {
    const char *word;
    ShardMergeExprKind kind;
    gboolean negated;
} sexpr_words[] = {
    {"and", SHARD_MERGE_EXPR_AND, FALSE},           {"or", SHARD_MERGE_EXPR_OR, FALSE},
    {"not", SHARD_MERGE_EXPR_NOT, FALSE},           {"in", SHARD_MERGE_EXPR_IN, FALSE},
    {"notin", SHARD_MERGE_EXPR_IN, TRUE},           {"between", SHARD_MERGE_EXPR_BETWEEN, FALSE},
    {"notbetween", SHARD_MERGE_EXPR_BETWEEN, TRUE}, {"isnull", SHARD_MERGE_EXPR_IS_NULL, FALSE},
    {"isnotnull", SHARD_MERGE_EXPR_IS_NULL, TRUE},  {"case", SHARD_MERGE_EXPR_CASE, FALSE},
    {"cast", SHARD_MERGE_EXPR_CAST, FALSE},
};

static inline const char *
sexpr_word(SexprReader *self)
{
    const char *start = self->at;

    if (*start == '"') {
        const char *end = strchr(start + 1, '"');
        self->at = end + 1;
        return shard_arena_strndup(self->arena, start + 1, end - start - 1);
    }
    self->at += strcspn(start, " )");
    return shard_arena_strndup(self->arena, start, self->at - start);
}

static inline ShardMergeExpr *
sexpr_atom(SexprReader *self)
{
    ShardMergeExpr *expr = shard_arena_new0(self->arena, ShardMergeExpr);
    const char *word = sexpr_word(self);

    expr->compare.collation.kind = SHARD_COLLATION_BINARY;
    expr->compare.weight = expr->compare.storage = SHARD_SLOT_NONE;
    if (strcmp(word, "nil") == 0)
        return NULL;
    if (word[0] == '$') {
        expr->kind = SHARD_MERGE_EXPR_SLOT;
        expr->slot = (ShardSlot) strtol(word + 1, NULL, 10);
    } else {
        expr->kind = SHARD_MERGE_EXPR_VALUE;
        expr->value = fake_value(word);
    }
    return expr;
}

static inline void
sexpr_set_word(ShardMergeExpr *expr, const char *word)
{
    expr->kind = SHARD_MERGE_EXPR_CALL;
    expr->name = word;
    for (gsize i = 0; i < G_N_ELEMENTS(sexpr_words); i++)
        if (strcmp(sexpr_words[i].word, word) == 0) {
            expr->kind = sexpr_words[i].kind;
            expr->negated = sexpr_words[i].negated;
        }
}

static inline ShardMergeExpr *
sexpr_read(SexprReader *self)
{
    self->at += strspn(self->at, " ");
    if (*self->at != '(')
        return sexpr_atom(self);
    self->at++;
    ShardMergeExpr *expr = shard_arena_new0(self->arena, ShardMergeExpr);
    sexpr_set_word(expr, sexpr_word(self));
    self->at += strspn(self->at, " ");
    if (expr->kind == SHARD_MERGE_EXPR_CAST)
        expr->name = sexpr_word(self);
    expr->args = shard_arena_array(self->arena, ShardMergeExpr *, 32);
    while (*(self->at += strspn(self->at, " ")) != ')')
        expr->args[expr->n_args++] = sexpr_read(self);
    self->at++;
    return expr;
}

static inline ShardMergeExpr *
sexpr_parse(const char *text, ShardArena *arena)
{
    SexprReader reader = {.at = text, .arena = arena};

    return sexpr_read(&reader);
}
