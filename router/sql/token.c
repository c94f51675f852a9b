/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/token.h"

#include "router/sql/lexer.h"

#include <string.h>

static void add_token(ShardTokens *self, GArray *tokens, ShardToken token, guint *depth);

ShardTokens *
shard_tokens_new(const char *text, gsize size, const ShardSqlMode *mode)
{
    ShardTokens *self = g_new0(ShardTokens, 1);
    /* A fifth of the bytes is a good guess at the number of tokens. */
    GArray *tokens =
        g_array_sized_new(FALSE, FALSE, sizeof(ShardToken), (guint) MIN(size / 5 + 8, 65536));
    ShardLexer lexer = {.mode = mode};
    ShardToken token;
    guint depth = 0;

    /* Offsets have 32 bits; what lies behind them can't be a statement anyone means. */
    size = MIN(size, G_MAXUINT32 - 1);
    self->text = g_malloc(size + 1);
    if (size > 0)
        memcpy(self->text, text, size);
    self->text[size] = '\0';
    self->size = size;
    lexer.text = self->text;
    lexer.size = size;
    while (shard_lexer_next(&lexer, &token))
        add_token(self, tokens, token, &depth);
    self->n_tokens = tokens->len;
    self->tokens = (ShardToken *) (void *) g_array_free(tokens, FALSE);
    return self;
}

void
shard_tokens_free(ShardTokens *self)
{
    if (self == NULL)
        return;
    g_free(self->text);
    g_free(self->tokens);
    g_free(self);
}

static void
add_token(ShardTokens *self, GArray *tokens, ShardToken token, guint *depth)
{
    char c = self->text[token.offset];
    gboolean punctuation = token.kind == SHARD_TOKEN_PUNCTUATION;

    if (punctuation && (c == ')' || c == ']' || c == '}') && *depth > 0)
        (*depth)--;
    token.depth = *depth;
    if (punctuation && (c == '(' || c == '[' || c == '{'))
        (*depth)++;
    self->max_depth = MAX(self->max_depth, *depth);
    if (token.kind == SHARD_TOKEN_MARKER)
        token.marker = (gint32) self->n_markers++;
    g_array_append_val(tokens, token);
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

void
shard_tokens_cache_key(const ShardTokens *self, GString *out)
{
    for (guint i = 0; i < self->n_tokens; i++) {
        const ShardToken *token = &self->tokens[i];
        const char *text = self->text + token->offset;

        switch (token->kind) {
        case SHARD_TOKEN_STRING:
            g_string_append(out, "\001s");
            g_string_append_len(out, text, (gssize) prefix_size(text, token->size));
            break;
        case SHARD_TOKEN_BIT_STRING:
            g_string_append(out, "\001b");
            g_string_append_c(out, text[0] == '0' ? text[1] : text[0]);
            break;
        case SHARD_TOKEN_INTEGER:
            g_string_append(out, "\001i");
            break;
        case SHARD_TOKEN_NUMBER:
            g_string_append(out, "\001n");
            break;
        default:
            g_string_append_len(out, text, token->size);
            break;
        }
        g_string_append_c(out, ' ');
    }
}
