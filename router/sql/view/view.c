/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/view.h"

#include <string.h>

static void finish_text(ShardView *self);

ShardView *
shard_view_new(const ShardTokens *tokens, const ShardSqlMode *mode, guint from, guint to)
{
    ShardView *self = g_new0(ShardView, 1);

    self->arena = shard_arena_new();
    self->tokens = tokens;
    self->mode = mode;
    self->from = from;
    self->to = to;
    self->pending_first = -1;
    self->view = g_array_sized_new(FALSE, TRUE, sizeof(ShardViewToken), to - from + 8);
    self->separators = g_array_new(FALSE, FALSE, sizeof(ShardViewSeparator));
    self->commas = g_array_new(FALSE, FALSE, sizeof(gint));
    self->targets = g_array_new(FALSE, FALSE, sizeof(gint));
    self->marks = shard_arena_array(self->arena, guint8, to + 1);
    if (mode->dialect == SHARD_DIALECT_MYSQL)
        shard_view_make_mysql(self);
    else if (mode->dialect == SHARD_DIALECT_SQLITE)
        shard_view_make_sqlite(self);
    else
        shard_view_make_postgresql(self);
    if (mode->dialect != SHARD_DIALECT_POSTGRESQL)
        shard_view_bracket_chains(self);
    if (self->open_escapes > 0)
        shard_view_fail(self, "an escape is not closed", to - 1);
    finish_text(self);
    return self;
}

void
shard_view_free(ShardView *self)
{
    if (self == NULL)
        return;
    g_array_unref(self->view);
    g_array_unref(self->separators);
    g_array_unref(self->commas);
    g_array_unref(self->targets);
    shard_arena_free(self->arena);
    g_free(self);
}

/* Joins the tokens with blanks and gives each its offset and depth. */
static void
finish_text(ShardView *self)
{
    gsize size = 1;
    guint32 depth = 0;

    for (guint i = 0; i < self->view->len; i++)
        size += shard_view_token(self, i)->size + 1;
    self->text = shard_arena_alloc(self->arena, size);
    gsize at = 0;
    for (guint i = 0; i < self->view->len; i++) {
        ShardViewToken *token = shard_view_token(self, i);
        gboolean symbol = token->kind == SHARD_TOKEN_PUNCTUATION;
        if (symbol && strchr(")]", token->text[0]) != NULL && depth > 0)
            depth--;
        token->depth = depth;
        if (symbol && strchr("([", token->text[0]) != NULL)
            depth++;
        token->offset = (guint32) at;
        memcpy(self->text + at, token->text, token->size);
        at += token->size;
        self->text[at++] = ' ';
    }
    self->text_size = at;
}

void
shard_view_insert_name(ShardView *self, guint token)
{
    ShardViewToken name = {.text = "\"?\"",
                           .size = 3,
                           .original = -1,
                           .first = -1,
                           .last = -1,
                           .alias_point = -1,
                           .kind = SHARD_TOKEN_QUOTED_NAME,
                           .word = SHARD_WORD_IDENTIFIER};

    g_array_insert_val(self->view, token, name);
    finish_text(self);
}

gint
shard_view_at(const ShardView *self, gint offset)
{
    guint low = 0;
    guint high = self->view->len;

    if (offset < 0)
        return -1;
    while (low < high) {
        guint middle = (low + high) / 2;
        if (shard_view_token(self, middle)->offset < (guint32) offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < self->view->len && shard_view_token(self, low)->offset == (guint32) offset)
        return (gint) low;
    return -1;
}

gboolean
shard_view_is(const ShardView *self, gint token, const char *keyword)
{
    if (token < 0 || (guint) token >= self->view->len)
        return FALSE;
    const ShardViewToken *t = shard_view_token(self, (guint) token);
    return t->kind == SHARD_TOKEN_NAME && t->word != SHARD_WORD_IDENTIFIER &&
           t->size == strlen(keyword) && g_ascii_strncasecmp(t->text, keyword, t->size) == 0;
}

gboolean
shard_view_is_symbol(const ShardView *self, gint token, const char *symbol)
{
    if (token < 0 || (guint) token >= self->view->len)
        return FALSE;
    const ShardViewToken *t = shard_view_token(self, (guint) token);
    return (t->kind == SHARD_TOKEN_PUNCTUATION || t->kind == SHARD_TOKEN_OPERATOR) &&
           t->size == strlen(symbol) && memcmp(t->text, symbol, t->size) == 0;
}

/* ---- adding tokens ---- */

static void
push_sized(ShardView *self, const char *text, gsize size, ShardViewToken like)
{
    like.text = text;
    like.size = (guint32) size;
    like.first = self->pending_first >= 0 ? self->pending_first : like.original;
    like.last = like.original;
    like.alias_point = like.original;
    if (like.original >= 0)
        self->pending_first = -1;
    else
        like.first = -1;
    g_array_append_val(self->view, like);
}

void
shard_view_push(ShardView *self, const char *text, gint original, ShardTokenKind kind,
                ShardWordClass word)
{
    push_sized(self, text, strlen(text),
               (ShardViewToken){.original = original, .kind = kind, .word = word});
}

static const char *
original_text(const ShardView *self, guint original, gsize *out_size)
{
    *out_size = self->tokens->tokens[original].size;
    return self->tokens->text + self->tokens->tokens[original].offset;
}

void
shard_view_push_same(ShardView *self, guint original)
{
    ShardTokenKind kind = self->tokens->tokens[original].kind;
    ShardWordClass word = kind == SHARD_TOKEN_QUOTED_NAME ? SHARD_WORD_IDENTIFIER
                          : kind == SHARD_TOKEN_NAME      ? SHARD_WORD_EITHER
                                                          : SHARD_WORD_NONE;
    gsize size;
    const char *text = original_text(self, original, &size);

    push_sized(self, text, size,
               (ShardViewToken){.original = (gint) original, .kind = kind, .word = word});
}

void
shard_view_push_keyword(ShardView *self, guint original)
{
    gsize size;
    const char *text = original_text(self, original, &size);

    push_sized(self, text, size,
               (ShardViewToken){.original = (gint) original,
                                .kind = SHARD_TOKEN_NAME,
                                .word = SHARD_WORD_KEYWORD});
}

void
shard_view_push_name(ShardView *self, guint original)
{
    gsize size;
    const char *text = original_text(self, original, &size);
    gboolean quoted;
    g_autofree char *name = shard_identifier_from_token(self->mode->dialect, text, size, &quoted);
    g_autoptr(GString) out = g_string_sized_new(size + 2);

    if (self->tokens->tokens[original].kind == SHARD_TOKEN_STRING) {
        ShardValue value;
        g_clear_pointer(&name, g_free);
        if (shard_token_value(self->tokens, original, self->mode, self->arena, &value))
            name = g_strndup(value.text.data, value.text.size);
    }
    shard_identifier_quote(out, SHARD_DIALECT_POSTGRESQL, name != NULL ? name : "");
    if (out->len == 2) /* the grammar knows no empty name */
        g_string_assign(out, "\"?\"");
    push_sized(self, shard_arena_strndup(self->arena, out->str, (gssize) out->len), out->len,
               (ShardViewToken){.original = (gint) original,
                                .kind = SHARD_TOKEN_QUOTED_NAME,
                                .word = SHARD_WORD_IDENTIFIER});
}

void
shard_view_push_word(ShardView *self, const char *word, gint original)
{
    shard_view_push(self, word, original, SHARD_TOKEN_NAME, SHARD_WORD_KEYWORD);
}

void
shard_view_push_symbol(ShardView *self, const char *symbol, gint original)
{
    ShardTokenKind kind =
        strchr("()[],;.", symbol[0]) != NULL ? SHARD_TOKEN_PUNCTUATION : SHARD_TOKEN_OPERATOR;

    shard_view_push(self, symbol, original, kind, SHARD_WORD_NONE);
}

/* Values are taken from the original, so the grammar gets the shortest literal of each kind; only
 * whole numbers stay, since a type may depend on them (float(53)). */
gboolean
shard_view_push_value(ShardView *self, guint original)
{
    gint token = (gint) original;
    gsize size;
    const char *text = original_text(self, original, &size);

    switch (self->tokens->tokens[original].kind) {
    case SHARD_TOKEN_STRING:
        if (self->mode->dialect == SHARD_DIALECT_POSTGRESQL &&
            (g_ascii_tolower(text[0]) == 'u' ||
             shard_view_original_is(self, (gint64) original - 1, "uescape")))
            shard_view_push_same(self, original);
        else
            shard_view_push(self, "''", token, SHARD_TOKEN_STRING, SHARD_WORD_NONE);
        return TRUE;
    case SHARD_TOKEN_BIT_STRING:
        shard_view_push(self, "b'0'", token, SHARD_TOKEN_BIT_STRING, SHARD_WORD_NONE);
        return TRUE;
    case SHARD_TOKEN_INTEGER:
        shard_view_push_same(self, original);
        return TRUE;
    case SHARD_TOKEN_NUMBER:
        shard_view_push(self, "0.5", token, SHARD_TOKEN_NUMBER, SHARD_WORD_NONE);
        return TRUE;
    case SHARD_TOKEN_MARKER:
    case SHARD_TOKEN_NUMBERED_MARKER:
        shard_view_push(self, "$1", token, SHARD_TOKEN_MARKER, SHARD_WORD_NONE);
        return TRUE;
    default:
        return FALSE;
    }
}

void
shard_view_drop(ShardView *self, guint original)
{
    if (self->view->len > 0 && self->pending_first < 0) {
        ShardViewToken *before = shard_view_token(self, self->view->len - 1);
        if (before->last >= 0 && before->last < (gint) original)
            before->last = (gint) original;
    }
}

void
shard_view_fail(ShardView *self, const char *reason, guint original)
{
    if (self->reason != NULL)
        return;
    self->reason = reason;
    self->reason_token = original;
}

gboolean
shard_view_push_marked(ShardView *self, guint original)
{
    switch ((ShardViewMark) self->marks[original]) {
    case SHARD_MARK_NONE:
        return FALSE;
    case SHARD_MARK_DROP:
        shard_view_drop(self, original);
        return TRUE;
    case SHARD_MARK_AS:
        shard_view_push_word(self, "AS", (gint) original);
        return TRUE;
    case SHARD_MARK_COMMA:
        shard_view_push_symbol(self, ",", (gint) original);
        return TRUE;
    case SHARD_MARK_CLOSE:
        shard_view_push_symbol(self, ")", (gint) original);
        return TRUE;
    case SHARD_MARK_CLOSE_NAMED:
        shard_view_push_symbol(self, ")", (gint) original);
        shard_view_push(self, "\"?\"", -1, SHARD_TOKEN_QUOTED_NAME, SHARD_WORD_IDENTIFIER);
        return TRUE;
    case SHARD_MARK_CROSS_JOIN:
        shard_view_push_word(self, "CROSS", (gint) original);
        shard_view_push_word(self, "JOIN", -1);
        return TRUE;
    case SHARD_MARK_IDENTIFIER:
        shard_view_push_name(self, original);
        return TRUE;
    case SHARD_MARK_KEYWORD:
        shard_view_push_keyword(self, original);
        return TRUE;
    }
    return FALSE;
}

gint
shard_view_close(const ShardView *self, guint original)
{
    gint close = shard_tokens_match(self->tokens, original);

    return close >= 0 && (guint) close < self->to ? close : -1;
}

gboolean
shard_view_original_is(const ShardView *self, gint64 original, const char *word)
{
    return original >= self->from && original < self->to &&
           shard_token_is(self->tokens, (guint) original, word);
}

/* ---- PostgreSQL ---- */

/* ?? is how an operator's ? is written where ? is a marker. */
static void
push_operator(ShardView *self, guint original)
{
    gsize size;
    const char *text = original_text(self, original, &size);

    if (memchr(text, '?', size) == NULL) {
        shard_view_push_same(self, original);
        return;
    }
    g_autoptr(GString) out = g_string_new(NULL);
    for (gsize i = 0; i < size; i++) {
        g_string_append_c(out, text[i]);
        if (text[i] == '?')
            i++;
    }
    shard_view_push(self, shard_arena_strndup(self->arena, out->str, (gssize) out->len),
                    (gint) original, SHARD_TOKEN_OPERATOR, SHARD_WORD_NONE);
}

void
shard_view_make_postgresql(ShardView *self)
{
    guint i = self->from;

    while (i < self->to) {
        guint next = shard_view_escape(self, i);
        if (next != i) {
            i = next;
            continue;
        }
        if (self->tokens->tokens[i].kind == SHARD_TOKEN_INVALID)
            shard_view_fail(self, "the text can't be read", i);
        else if (self->tokens->tokens[i].kind == SHARD_TOKEN_OPERATOR)
            push_operator(self, i);
        else if (!shard_view_push_marked(self, i) && !shard_view_push_value(self, i))
            shard_view_push_same(self, i);
        i++;
    }
}
