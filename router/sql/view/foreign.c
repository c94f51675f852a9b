/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/foreign.h"

#include <string.h>

static guint step(ShardForeign *self, guint i);

void
shard_foreign_run(ShardForeign *self)
{
    ShardView *view = self->view;

    self->in_from = shard_arena_array(view->arena, guint8, view->tokens->max_depth + 2);
    self->in_group = shard_arena_array(view->arena, guint8, view->tokens->max_depth + 2);
    shard_foreign_translate(self, view->from, view->to);
}

void
shard_foreign_translate(ShardForeign *self, guint from, guint to)
{
    guint i = from, end = self->view->to;

    /* Nothing inside may reach past it: what stands there would be translated again and again. */
    self->view->to = to;
    while (i < to && self->view->reason == NULL) {
        guint next = step(self, i);
        i = MAX(next, i + 1);
    }
    self->view->to = end;
}

/* ---- looking at tokens ---- */

guint
shard_foreign_depth(const ShardForeign *self, guint original)
{
    return self->view->tokens->tokens[original].depth;
}

gboolean
shard_foreign_is(const ShardForeign *self, gint64 original, const char *word)
{
    return shard_view_original_is(self->view, original, word);
}

gboolean
shard_foreign_is_any(const ShardForeign *self, gint64 original, const char *const *words)
{
    for (guint i = 0; words[i] != NULL; i++)
        if (shard_foreign_is(self, original, words[i]))
            return TRUE;
    return FALSE;
}

ShardTokenKind
shard_foreign_kind(const ShardForeign *self, gint64 original)
{
    if (original < self->view->from || original >= self->view->to)
        return SHARD_TOKEN_INVALID;
    return self->view->tokens->tokens[original].kind;
}

gboolean
shard_foreign_is_name(const ShardForeign *self, gint64 original)
{
    ShardTokenKind kind = shard_foreign_kind(self, original);

    return kind == SHARD_TOKEN_NAME || kind == SHARD_TOKEN_QUOTED_NAME;
}

gint
shard_foreign_find(const ShardForeign *self, guint from, guint to, guint depth, const char *word)
{
    for (guint i = from; i < to && i < self->view->to; i++) {
        if (shard_foreign_depth(self, i) < depth)
            return -1;
        if (shard_foreign_depth(self, i) == depth && shard_foreign_is(self, i, word) &&
            !shard_foreign_is(self, (gint64) i - 1, "."))
            return (gint) i;
    }
    return -1;
}

void
shard_foreign_mark(ShardForeign *self, guint original, ShardViewMark mark)
{
    if (original < self->view->to)
        self->view->marks[original] = (guint8) mark;
}

void
shard_foreign_mark_range(ShardForeign *self, guint from, guint to, ShardViewMark mark)
{
    for (guint i = from; i < to; i++)
        shard_foreign_mark(self, i, mark);
}

void
shard_foreign_mark_words(ShardForeign *self, guint open, const char *const *words)
{
    gint close = shard_view_close(self->view, open);

    for (gint i = (gint) open + 1; i < close; i++)
        if (shard_foreign_kind(self, i) == SHARD_TOKEN_NAME &&
            shard_foreign_is_any(self, i, words) && !shard_foreign_is(self, i - 1, ".") &&
            !shard_foreign_is(self, i + 1, "."))
            shard_foreign_mark(self, (guint) i, SHARD_MARK_KEYWORD);
}

void
shard_foreign_drop(ShardForeign *self, guint from, guint to)
{
    for (guint i = from; i < to; i++)
        shard_view_drop(self->view, i);
}

/* ---- words ---- */

static const ShardForeignWord *
find_word(const ShardForeign *self, guint original)
{
    const ShardToken *token = &self->view->tokens->tokens[original];
    const char *text = self->view->tokens->text + token->offset;
    guint low = 0;
    guint high = self->n_words;

    while (low < high) {
        guint middle = (low + high) / 2;
        const char *word = self->words[middle].word;
        gint order = g_ascii_strncasecmp(word, text, token->size);
        if (order == 0 && word[token->size] != '\0')
            order = 1;
        if (order == 0)
            return &self->words[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void
push_bare_call(ShardForeign *self, guint original)
{
    shard_view_push_name(self->view, original);
    shard_view_push_symbol(self->view, "(", -1);
    shard_view_push_symbol(self->view, ")", -1);
}

/* A word whose row has no handler, or one that did nothing. */
static void
push_by_flags(ShardForeign *self, guint original, guint flags)
{
    gboolean call = shard_foreign_is(self, (gint64) original + 1, "(");

    if ((flags & SHARD_VIEW_BARE_CALL) != 0 && !call)
        push_bare_call(self, original);
    else if ((flags & SHARD_VIEW_CALLABLE) != 0 && call)
        shard_view_push_name(self->view, original);
    else if ((flags & SHARD_VIEW_SPECIAL_CALL) != 0 && call)
        shard_view_push_keyword(self->view, original);
    else if ((flags & SHARD_VIEW_TYPED) != 0 &&
             shard_foreign_kind(self, (gint64) original + 1) == SHARD_TOKEN_STRING)
        shard_view_push_keyword(self->view, original);
    else if ((flags & (SHARD_VIEW_KEYWORD | SHARD_VIEW_OPERAND)) != 0)
        shard_view_push_keyword(self->view, original);
    else
        shard_view_push_name(self->view, original);
}

static guint
step_word(ShardForeign *self, guint i)
{
    const ShardForeignWord *word =
        shard_foreign_is(self, (gint64) i - 1, ".") || shard_foreign_is(self, (gint64) i + 1, ".")
            ? NULL
            : find_word(self, i);

    if (word == NULL) {
        shard_view_push_name(self->view, i);
        return i + 1;
    }
    if (word->handle != NULL) {
        guint next = word->handle(self, i);
        if (next != i)
            return next;
    }
    push_by_flags(self, i, word->flags);
    return i + 1;
}

/* ---- other tokens ---- */

/* Does what was pushed last end an operand, so that a string behind it is its alias? */
static gboolean
operand_before(const ShardForeign *self)
{
    guint n = self->view->view->len;
    if (n == 0)
        return FALSE;
    const ShardViewToken *last = shard_view_token(self->view, n - 1);

    if (last->word == SHARD_WORD_IDENTIFIER ||
        shard_view_is_symbol(self->view, (gint) n - 1, ")") || last->kind == SHARD_TOKEN_STRING ||
        last->kind == SHARD_TOKEN_INTEGER || last->kind == SHARD_TOKEN_NUMBER ||
        last->kind == SHARD_TOKEN_MARKER || last->kind == SHARD_TOKEN_BIT_STRING)
        return TRUE;
    return shard_view_is(self->view, (gint) n - 1, "NULL") ||
           shard_view_is(self->view, (gint) n - 1, "END") ||
           shard_view_is(self->view, (gint) n - 1, "TRUE") ||
           shard_view_is(self->view, (gint) n - 1, "FALSE");
}

static void
push_string(ShardForeign *self, guint i)
{
    ShardView *view = self->view;

    if (self->in_from[shard_foreign_depth(self, i)] && shard_foreign_at_table(self)) {
        /* SQLite takes it for a name; a name in such quotes can't be replaced by another. */
        shard_view_fail(view, "a string for a table's name", i);
    } else if (shard_view_is(view, (gint) view->view->len - 1, "AS")) {
        shard_view_push_name(view, i);
    } else if (operand_before(self)) {
        shard_view_push_word(view, "AS", -1);
        shard_view_push_name(view, i);
    } else {
        shard_view_push_value(view, i);
    }
}

static void
push_variable(ShardForeign *self, guint i)
{
    static const char *const counts[] = {"@@warning_count",         "@@error_count",
                                         "@@session.warning_count", "@@session.error_count",
                                         "@@local.warning_count",   "@@local.error_count"};

    if (self->view->mode->dialect != SHARD_DIALECT_MYSQL) {
        shard_view_fail(self->view, "a named parameter", i);
        return;
    }
    self->view->uses_variable = TRUE;
    for (guint k = 0; k < G_N_ELEMENTS(counts); k++) {
        if (shard_foreign_is(self, i, counts[k]))
            self->view->counts_warnings = TRUE;
    }
    push_bare_call(self, i);
}

static guint
step_punctuation(ShardForeign *self, guint i)
{
    if (shard_foreign_is(self, i, "(")) {
        guint next = shard_foreign_table_bracket(self, i);
        if (next != i)
            return next;
        self->in_from[shard_foreign_depth(self, i) + 1] = FALSE;
        self->in_group[shard_foreign_depth(self, i) + 1] = FALSE;
    }
    shard_view_push_same(self->view, i);
    return i + 1;
}

static guint
step(ShardForeign *self, guint i)
{
    guint next = shard_view_escape(self->view, i);

    if (next != i)
        return next;
    if (shard_view_push_marked(self->view, i))
        return i + 1;
    switch (shard_foreign_kind(self, i)) {
    case SHARD_TOKEN_INVALID:
        shard_view_fail(self->view, "the text can't be read", i);
        break;
    case SHARD_TOKEN_NAME:
        return step_word(self, i);
    case SHARD_TOKEN_QUOTED_NAME:
        shard_view_push_name(self->view, i);
        break;
    case SHARD_TOKEN_STRING:
        push_string(self, i);
        break;
    case SHARD_TOKEN_VARIABLE:
        push_variable(self, i);
        break;
    case SHARD_TOKEN_OPERATOR:
        if (!self->push_operator(self, i))
            shard_view_push_same(self->view, i);
        break;
    case SHARD_TOKEN_PUNCTUATION:
        return step_punctuation(self, i);
    default:
        shard_view_push_value(self->view, i);
        break;
    }
    return i + 1;
}
