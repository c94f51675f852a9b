/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/token/token.h"

#include "router/sql/token/lexer.h"

#include <string.h>

static void place_token(ShardTokens *self, ShardToken *token, guint *depth);

/* Room for more tokens. */
static void
grow(ShardTokens *self, guint *capacity)
{
    guint wanted = *capacity * 2;
    ShardToken *more = g_new(ShardToken, wanted);

    memcpy(more, self->tokens, sizeof *more * self->n_tokens);
    g_free(self->tokens);
    self->tokens = more;
    *capacity = wanted;
}

ShardTokens *
shard_tokens_new(const char *text, gsize size, const ShardSqlMode *mode)
{
    /* Offsets have 32 bits; what lies behind them can't be a statement anyone means. */
    size = MIN(size, G_MAXUINT32 - 1);
    /* Struct and text are one block; a fifth of the bytes is a good guess at the number of tokens.
     */
    guint capacity = (guint) MIN(size / 5 + 8, 65536);
    ShardTokens *self = g_malloc(sizeof(ShardTokens) + size + 1);
    char *copy = (char *) (self + 1);
    guint depth = 0;

    if (size > 0)
        memcpy(copy, text, size);
    copy[size] = '\0';
    *self = (ShardTokens){.text = copy,
                          .size = size,
                          .tokens = g_new(ShardToken, capacity),
                          .dialect = mode->dialect,
                          .invalid_token = -1};
    ShardLexer lexer = {.mode = mode, .text = copy, .size = size};
    while (shard_lexer_next(&lexer, &self->tokens[self->n_tokens])) {
        place_token(self, &self->tokens[self->n_tokens++], &depth);
        if (self->n_tokens == capacity)
            grow(self, &capacity);
    }
    self->has_escapes = self->has_escapes && !mode->no_escapes;
    return self;
}

void
shard_tokens_free(ShardTokens *self)
{
    if (self == NULL)
        return;
    g_free(self->tokens);
    g_free(self);
}

/* Its depth, and its number when it is a marker. */
static void
place_token(ShardTokens *self, ShardToken *token, guint *depth)
{
    char c = self->text[token->offset];

    if (token->kind == SHARD_TOKEN_INVALID && self->invalid_token < 0)
        self->invalid_token = (gint) self->n_tokens - 1;
    if (token->kind == SHARD_TOKEN_MARKER)
        token->marker = (gint32) self->n_markers++;
    if (token->kind != SHARD_TOKEN_PUNCTUATION) {
        token->depth = *depth;
        return;
    }
    if ((c == ')' || c == ']' || c == '}') && *depth > 0)
        (*depth)--;
    token->depth = *depth;
    if (c == '(' || c == '[' || c == '{')
        (*depth)++;
    self->max_depth = MAX(self->max_depth, *depth);
    self->has_escapes = self->has_escapes || c == '{';
}

gboolean
shard_token_is(const ShardTokens *self, guint token, const char *word)
{
    if (token >= self->n_tokens || self->tokens[token].kind == SHARD_TOKEN_QUOTED_NAME ||
        self->tokens[token].kind == SHARD_TOKEN_STRING)
        return FALSE;
    gsize size = strlen(word);
    return self->tokens[token].size == size &&
           g_ascii_strncasecmp(self->text + self->tokens[token].offset, word, size) == 0;
}

static gint
match_forward(const ShardTokens *self, guint token)
{
    for (guint i = token + 1; i < self->n_tokens; i++)
        if (self->tokens[i].depth <= self->tokens[token].depth)
            return (gint) i;
    return -1;
}

static gint
match_backward(const ShardTokens *self, guint token)
{
    for (guint i = token; i-- > 0;)
        if (self->tokens[i].depth <= self->tokens[token].depth)
            return (gint) i;
    return -1;
}

gint
shard_tokens_match(const ShardTokens *self, guint token)
{
    if (token >= self->n_tokens || self->tokens[token].kind != SHARD_TOKEN_PUNCTUATION)
        return -1;
    static const char open[] = "([{";
    static const char close[] = ")]}";
    char c = self->text[self->tokens[token].offset];
    const char *opens = strchr(open, c);
    const char *closes = strchr(close, c);
    gint other = opens != NULL    ? match_forward(self, token)
                 : closes != NULL ? match_backward(self, token)
                                  : -1;

    if (other < 0 || self->tokens[other].kind != SHARD_TOKEN_PUNCTUATION)
        return -1;
    char wanted = opens != NULL ? close[opens - open] : open[closes - close];
    return self->text[self->tokens[other].offset] == wanted ? other : -1;
}

/* The part of a literal that is no value: prefix letters of a string. */
static gsize
prefix_size(const char *text, gsize size)
{
    gsize n = 0;

    while (n < size && text[n] != '\'' && text[n] != '"' && text[n] != '$')
        n++;
    return n;
}

/* What stands for a literal in a key: its kind, and what of its text isn't its value. */
static char *
put_literal(const ShardToken *token, const char *text, char *out)
{
    static const char letters[] = {
        [SHARD_TOKEN_STRING] = 's',
        [SHARD_TOKEN_BIT_STRING] = 'b',
        [SHARD_TOKEN_INTEGER] = 'i',
        [SHARD_TOKEN_NUMBER] = 'n',
    };

    *out++ = '\001';
    *out++ = letters[token->kind];
    if (token->kind == SHARD_TOKEN_BIT_STRING)
        *out++ = text[0] == '0' ? text[1] : text[0];
    if (token->kind != SHARD_TOKEN_STRING)
        return out;
    gsize prefix = prefix_size(text, token->size);
    memcpy(out, text, prefix);
    return out + prefix;
}

void
shard_tokens_cache_key(const ShardTokens *self, GString *out)
{
    gsize before = out->len;

    /* No token takes more than its text and three bytes. */
    g_string_set_size(out, before + self->size + (gsize) self->n_tokens * 4);
    char *end = out->str + before;
    for (guint i = 0; i < self->n_tokens; i++) {
        const ShardToken *token = &self->tokens[i];
        const char *text = self->text + token->offset;

        if (token->kind >= SHARD_TOKEN_STRING && token->kind <= SHARD_TOKEN_NUMBER) {
            end = put_literal(token, text, end);
        } else {
            memcpy(end, text, token->size);
            end += token->size;
        }
        *end++ = ' ';
    }
    g_string_truncate(out, (gsize) (end - out->str));
}
