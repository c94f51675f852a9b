/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/view.h"

#include <string.h>

/* Escapes that are a typed literal, or a keyword before a literal. */
static const struct {
    const char *word;
    const char *text;
    gboolean quoted;
} literal_escapes[] = {
    {"d", "DATE", FALSE},
    {"t", "TIME", FALSE},
    {"ts", "TIMESTAMP", FALSE},
    {"guid", "\"guid\"", TRUE},
    {"interval", "INTERVAL", FALSE},
    {"escape", "ESCAPE", FALSE},
};

/* Functions of {fn …} that the grammar has a syntax of its own for. */
static const char *const special_calls[] = {"extract", "position", "substring", "trim", NULL};

static guint open_escape(ShardView *self, guint original);

static gboolean
is_symbol(const ShardView *self, guint original, char symbol)
{
    const ShardToken *token = &self->tokens->tokens[original];

    return token->kind == SHARD_TOKEN_PUNCTUATION && self->tokens->text[token->offset] == symbol;
}

guint
shard_view_escape(ShardView *self, guint original)
{
    if (self->mode->no_escapes)
        return original;
    if (is_symbol(self, original, '{'))
        return open_escape(self, original);
    if (!is_symbol(self, original, '}'))
        return original;
    if (self->open_escapes == 0) {
        shard_view_fail(self, "a } without its {", original);
        return original + 1;
    }
    self->open_escapes--;
    shard_view_drop(self, original);
    return original + 1;
}

static void
begin(ShardView *self, guint original)
{
    self->open_escapes++;
    if (self->pending_first < 0)
        self->pending_first = (gint) original;
}

/* {fn CONVERT(x, SQL_INTEGER)} is a CAST. */
static void
open_convert(ShardView *self, guint name)
{
    gint close = shard_view_close(self, name + 1);
    guint inside = self->tokens->tokens[name + 1].depth + 1;

    shard_view_push_word(self, "CAST", (gint) name);
    for (gint i = close - 1; i > (gint) name; i--) {
        if (self->tokens->tokens[i].depth == inside && is_symbol(self, (guint) i, ',')) {
            self->marks[i] = SHARD_MARK_AS;
            if (i + 1 < close)
                self->marks[i + 1] = SHARD_MARK_IDENTIFIER;
            return;
        }
    }
    shard_view_fail(self, "CONVERT without a type", name);
}

/* {fn TIMESTAMPADD(SQL_TSI_DAY, 1, x)}: the unit is no column. */
static void
drop_first_argument(ShardView *self, guint bracket)
{
    for (guint i = bracket + 1; i < self->to; i++) {
        self->marks[i] = SHARD_MARK_DROP;
        if (is_symbol(self, i, ','))
            return;
    }
}

static guint
open_function(ShardView *self, guint original)
{
    guint name = original + 2;

    begin(self, original);
    if (name + 1 >= self->to || self->tokens->tokens[name].kind != SHARD_TOKEN_NAME ||
        !is_symbol(self, name + 1, '('))
        return name;
    if (shard_token_is(self->tokens, name, "convert")) {
        open_convert(self, name);
        return name + 1;
    }
    if (shard_token_is(self->tokens, name, "timestampadd") ||
        shard_token_is(self->tokens, name, "timestampdiff"))
        drop_first_argument(self, name + 1);
    for (guint i = 0; special_calls[i] != NULL; i++)
        if (shard_token_is(self->tokens, name, special_calls[i])) {
            shard_view_push_keyword(self, name);
            return name + 1;
        }
    shard_view_push_name(self, name);
    return name + 1;
}

static guint
open_escape(ShardView *self, guint original)
{
    guint word = original + 1;

    if (word < self->to && shard_token_is(self->tokens, word, "fn"))
        return open_function(self, original);
    if (word < self->to && shard_token_is(self->tokens, word, "oj")) {
        begin(self, original);
        return word + 1;
    }
    for (guint i = 0; word < self->to && i < G_N_ELEMENTS(literal_escapes); i++) {
        if (!shard_token_is(self->tokens, word, literal_escapes[i].word))
            continue;
        begin(self, original);
        if (literal_escapes[i].quoted)
            shard_view_push(self, literal_escapes[i].text, (gint) original, SHARD_TOKEN_QUOTED_NAME,
                            SHARD_WORD_IDENTIFIER);
        else
            shard_view_push_word(self, literal_escapes[i].text, (gint) original);
        shard_view_token(self, self->view->len - 1)->last = (gint) word;
        return word + 1;
    }
    shard_view_fail(self, "an escape that is not known", original);
    return word;
}
