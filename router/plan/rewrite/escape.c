/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/escape.h"

#include "router/plan/rewrite/escape-functions.h"

#include <string.h>

#define MOST_ARGUMENTS 4u

typedef struct {
    guint first, last; /* last < first: empty */
} Argument;

/* {fn name(…)}: its tokens. */
typedef struct {
    ShardEdits *edits;
    const ShardTokens *tokens;
    guint open, close; /* { and } */
    char *name;
    Argument arguments[MOST_ARGUMENTS];
    guint n_arguments;
} Call;

static gboolean
is_symbol(const ShardTokens *tokens, guint token, char symbol)
{
    return token < tokens->n_tokens && tokens->tokens[token].kind == SHARD_TOKEN_PUNCTUATION &&
           tokens->text[tokens->tokens[token].offset] == symbol;
}

static char *
copy_token(const Call *self, guint token)
{
    const ShardToken *facts = &self->tokens->tokens[token];

    return shard_arena_strndup(self->edits->arena, self->tokens->text + facts->offset,
                               (gssize) facts->size);
}

/* The arguments between two brackets: parted by commas, or by a word (x IN y, unit FROM x). */
static gboolean
read_arguments(Call *self, guint bracket, guint end)
{
    guint inside = self->tokens->tokens[bracket].depth + 1;
    guint first = bracket + 1;

    for (guint i = bracket + 1; i <= end && first < end; i++) {
        gboolean here = self->tokens->tokens[i].depth == inside;
        gboolean parts = here && (is_symbol(self->tokens, i, ',') ||
                                  (i > first && (shard_token_is(self->tokens, i, "in") ||
                                                 shard_token_is(self->tokens, i, "from"))));
        if (!parts && i != end)
            continue;
        if (self->n_arguments == MOST_ARGUMENTS || i == first)
            return FALSE;
        self->arguments[self->n_arguments++] = (Argument){first, i - 1};
        first = i + 1;
    }
    return TRUE;
}

/* FALSE: it isn't name(arguments), or has more than any function here. */
static gboolean
read_call(Call *self)
{
    guint name = self->open + 2;
    gint end =
        is_symbol(self->tokens, name + 1, '(') ? shard_tokens_match(self->tokens, name + 1) : -1;

    if (end < 0 || (guint) end + 1 != self->close ||
        self->tokens->tokens[name].kind != SHARD_TOKEN_NAME)
        return FALSE;
    self->name = copy_token(self, name);
    return read_arguments(self, name + 1, (guint) end);
}

/* The text for this call, with the word that chose it taken from the arguments; NULL: the function
 * is sent by its own name. */
static const char *
find_text(Call *self, ShardDialect dialect)
{
    const Argument *all = self->arguments;
    guint word_at = g_ascii_strcasecmp(self->name, "convert") == 0 ? 1 : 0;

    if (self->n_arguments > word_at && all[word_at].first == all[word_at].last) {
        const char *word = copy_token(self, all[word_at].first);
        const char *text = shard_escape_word(dialect, self->name, word);
        if (text != NULL) {
            for (guint i = word_at; i + 1 < self->n_arguments; i++)
                self->arguments[i] = self->arguments[i + 1];
            self->n_arguments--;
            return text;
        }
    }
    return shard_escape_function(dialect, self->name, self->n_arguments);
}

static void
add_text(GArray *pieces, ShardArena *arena, const char *text, gsize size)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(shard_arena_strndup(arena, text, (gssize) size));

    if (size > 0)
        g_array_append_val(pieces, piece);
}

/* An argument of several tokens is bracketed: an operator may stand beside it. */
static void
add_argument(const Call *self, GArray *pieces, guint number)
{
    const Argument *argument = &self->arguments[number];
    const ShardPiece tokens = SHARD_PIECE_TOKENS(argument->first, argument->last);
    gboolean several = argument->first != argument->last;

    add_text(pieces, self->edits->arena, "(", several);
    g_array_append_val(pieces, tokens);
    add_text(pieces, self->edits->arena, ")", several);
}

static void
replace_call(const Call *self, const char *text)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    const char *from = text;

    for (const char *at = text; *at != '\0'; at++) {
        guint number = at[0] == '$' && g_ascii_isdigit(at[1]) ? (guint) (at[1] - '1') : G_MAXUINT;
        if (number >= self->n_arguments)
            continue;
        add_text(pieces, self->edits->arena, from, (gsize) (at - from));
        add_argument(self, pieces, number);
        from = ++at + 1;
    }
    add_text(pieces, self->edits->arena, from, strlen(from));
    shard_edits_replace_pieces(self->edits, self->open, self->close,
                               (const ShardPiece *) (gpointer) pieces->data, pieces->len);
}

/* {word …} becomes text … */
static void
strip(const Call *self, const char *text)
{
    shard_edits_replace(self->edits, self->open, self->open + 1, text);
    shard_edits_replace(self->edits, self->close, self->close, "");
}

/* Words that stay words when the braces go: what is between them is plain SQL. */
static gboolean
is_plain(const ShardTokens *tokens, guint word)
{
    static const char *const plain[] = {"fn", "d", "t", "ts", "guid", "oj"};

    for (gsize i = 0; i < G_N_ELEMENTS(plain); i++)
        if (shard_token_is(tokens, word, plain[i]))
            return TRUE;
    return FALSE;
}

static void
translate(Call *self, ShardDialect dialect)
{
    guint word = self->open + 1;

    if (shard_token_is(self->tokens, word, "fn") && read_call(self)) {
        const char *text = find_text(self, dialect);
        if (text != NULL) {
            replace_call(self, text);
            return;
        }
    }
    if (shard_token_is(self->tokens, word, "escape") && dialect != SHARD_DIALECT_POSTGRESQL)
        strip(self, "ESCAPE");
    else if (dialect == SHARD_DIALECT_SQLITE && is_plain(self->tokens, word))
        strip(self, "");
    else if (dialect == SHARD_DIALECT_POSTGRESQL && shard_token_is(self->tokens, word, "guid"))
        strip(self, "uuid");
}

void
shard_escape_edits(ShardEdits *edits)
{
    const ShardTokens *tokens = edits->tokens;

    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        gint close = is_symbol(tokens, i, '{') ? shard_tokens_match(tokens, i) : -1;
        if (close < 0 || !is_symbol(tokens, (guint) close, '}') || (guint) close < i + 2)
            continue;
        Call call = {.edits = edits, .tokens = tokens, .open = i, .close = (guint) close};
        translate(&call, tokens->dialect);
    }
}

char *
shard_escape_native(const char *sql, gsize size, const ShardSqlMode *mode)
{
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, size, mode);
    ShardArena *arena = shard_arena_new();
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, tokens, arena);
    ShardText text = shard_edits_apply(&edits, arena);
    char *native = g_strndup(text.sql, text.size);
    shard_arena_free(arena);
    return native;
}
