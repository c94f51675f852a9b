/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

gint
shard_facts_original(const ShardFacts *self, gint token)
{
    if (token < 0 || (guint) token >= self->view->view->len)
        return 0;
    return MAX(shard_view_token(self->view, (guint) token)->original, 0);
}

gint
shard_facts_first(const ShardFacts *self, gint token)
{
    for (gint i = MAX(token, 0); (guint) i < self->view->view->len; i++)
        if (shard_view_token(self->view, (guint) i)->first >= 0)
            return shard_view_token(self->view, (guint) i)->first;
    return 0;
}

gint
shard_facts_last(const ShardFacts *self, gint token)
{
    for (gint i = MIN(token, (gint) self->view->view->len - 1); i >= 0; i--)
        if (shard_view_token(self->view, (guint) i)->last >= 0)
            return shard_view_token(self->view, (guint) i)->last;
    return 0;
}

guint
shard_view_depth(const ShardView *view, gint token)
{
    return token < 0 || (guint) token >= view->view->len
               ? 0
               : shard_view_token(view, (guint) token)->depth;
}

void
shard_span_token(const ShardFacts *self, ShardSpan *span, gint token)
{
    if (token < 0 || (guint) token >= self->view->view->len)
        return;
    guint depth = shard_view_depth(self->view, token);
    if (span->first < 0) {
        *span = (ShardSpan){token, token, depth};
        return;
    }
    span->first = MIN(span->first, token);
    span->last = MAX(span->last, token);
    span->depth = MIN(span->depth, depth);
}

void
shard_span_join(ShardSpan *span, const ShardSpan *other)
{
    if (other->first < 0)
        return;
    if (span->first < 0) {
        *span = *other;
        return;
    }
    span->first = MIN(span->first, other->first);
    span->last = MAX(span->last, other->last);
    span->depth = MIN(span->depth, other->depth);
}

void
shard_span_balance(const ShardFacts *self, ShardSpan *span)
{
    if (span->first < 0)
        return;
    while (span->first > 0 && shard_view_depth(self->view, span->first) > span->depth)
        span->first--;
    while ((guint) span->last + 1 < self->view->view->len &&
           shard_view_depth(self->view, span->last) > span->depth)
        span->last++;
}

gint
shard_view_match(const ShardView *view, gint token)
{
    if (token < 0 || (guint) token >= view->view->len)
        return -1;
    guint depth = shard_view_depth(view, token);
    gboolean opens =
        shard_view_is_symbol(view, token, "(") || shard_view_is_symbol(view, token, "[");

    if (opens) {
        for (gint i = token + 1; (guint) i < view->view->len; i++)
            if (shard_view_depth(view, i) <= depth)
                return i;
        return -1;
    }
    for (gint i = token - 1; i >= 0; i--)
        if (shard_view_depth(view, i) <= depth)
            return i;
    return -1;
}

static gboolean
is_word(const ShardView *view, gint token)
{
    if (token < 0 || (guint) token >= view->view->len)
        return FALSE;
    ShardTokenKind kind = shard_view_token(view, (guint) token)->kind;
    return kind == SHARD_TOKEN_NAME || kind == SHARD_TOKEN_QUOTED_NAME;
}

gint
shard_view_name_end(const ShardView *view, gint token)
{
    while (shard_view_is_symbol(view, token + 1, ".") &&
           (is_word(view, token + 2) || shard_view_is_symbol(view, token + 2, "*")))
        token += 2;
    return token;
}

const char *
shard_facts_name(ShardFacts *self, gint token)
{
    if (!is_word(self->view, token))
        return NULL;
    const ShardViewToken *t = shard_view_token(self->view, (guint) token);
    gboolean quoted;
    g_autofree char *name = NULL;

    /* A string that names something is part of the facts. */
    shard_facts_matters(self, t->original, t->original);
    if (t->original < 0 || self->tokens->tokens[t->original].kind == SHARD_TOKEN_STRING ||
        (t->kind == SHARD_TOKEN_QUOTED_NAME &&
         self->tokens->tokens[t->original].kind == SHARD_TOKEN_PUNCTUATION))
        name = shard_identifier_from_token(SHARD_DIALECT_POSTGRESQL, t->text, t->size, &quoted);
    else
        name = shard_identifier_from_token(
            self->mode->dialect, self->tokens->text + self->tokens->tokens[t->original].offset,
            self->tokens->tokens[t->original].size, &quoted);
    return shard_arena_strndup(self->arena, name, -1);
}

gint
shard_view_find(const ShardView *view, gint from, gint end, guint depth, const char *keyword)
{
    for (gint i = MAX(from, 0); i < end && (guint) i < view->view->len; i++) {
        if (shard_view_depth(view, i) < depth)
            return -1;
        if (shard_view_depth(view, i) == depth && shard_view_is(view, i, keyword) &&
            !shard_view_is_symbol(view, i - 1, ".") && !shard_view_is(view, i - 1, "AS"))
            return i;
    }
    return -1;
}

void
shard_facts_fail(ShardFacts *self, const char *reason, gint token)
{
    shard_view_fail(self->view, reason, (guint) shard_facts_original(self, token));
}

gboolean
shard_facts_failed(const ShardFacts *self)
{
    return self->view->reason != NULL;
}

void
shard_facts_matters(ShardFacts *self, gint first, gint last)
{
    for (gint i = MAX(first, 0); i <= last && (guint) i < self->tokens->n_tokens; i++) {
        ShardTokenKind kind = self->tokens->tokens[i].kind;
        if (kind == SHARD_TOKEN_STRING || kind == SHARD_TOKEN_BIT_STRING ||
            kind == SHARD_TOKEN_INTEGER || kind == SHARD_TOKEN_NUMBER)
            self->out->literal_matters[i] = TRUE;
    }
}

void
shard_facts_expr_matters(ShardFacts *self, const ShardExpr *expr)
{
    if (expr != NULL)
        shard_facts_matters(self, (gint) expr->first_token, (gint) expr->last_token);
}

void
shard_facts_one_node(ShardFacts *self, const char *construct)
{
    if (self->out->only_one_node == NULL)
        self->out->only_one_node = construct;
}
