/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/edit.h"

#include "router/plan/rewrite/escape.h"

#include <string.h>

void
shard_edits_init(ShardEdits *self, const ShardTokens *tokens, ShardArena *arena)
{
    self->tokens = tokens;
    self->arena = arena;
    self->edits = g_array_new(FALSE, FALSE, sizeof(ShardEdit));
    if (tokens->has_escapes)
        shard_escape_edits(self);
}

void
shard_edits_clear(ShardEdits *self)
{
    g_clear_pointer(&self->edits, g_array_unref);
}

static gsize
start_of(const ShardEdits *self, guint token)
{
    return self->tokens->tokens[token].offset;
}

static gsize
end_of(const ShardEdits *self, guint token)
{
    return (gsize) self->tokens->tokens[token].offset + self->tokens->tokens[token].size;
}

static void
add(ShardEdits *self, gsize start, gsize end, const ShardPiece *pieces, guint n_pieces)
{
    ShardEdit edit = {.start = start, .end = end, .n_pieces = n_pieces};

    edit.pieces = shard_arena_memdup(self->arena, pieces, sizeof *pieces * n_pieces);
    edit.number = self->edits->len;
    g_array_append_val(self->edits, edit);
}

void
shard_edits_replace(ShardEdits *self, guint first, guint last, const char *text)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(text);
    add(self, start_of(self, first), end_of(self, last), &piece, 1);
}

void
shard_edits_replace_pieces(ShardEdits *self, guint first, guint last, const ShardPiece *pieces,
                           guint n_pieces)
{
    add(self, start_of(self, first), end_of(self, last), pieces, n_pieces);
}

void
shard_edits_insert(ShardEdits *self, guint after, const char *text)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(text);
    add(self, end_of(self, after), end_of(self, after), &piece, 1);
}

void
shard_edits_insert_pieces(ShardEdits *self, guint after, const ShardPiece *pieces, guint n_pieces)
{
    add(self, end_of(self, after), end_of(self, after), pieces, n_pieces);
}

void
shard_edits_delete(ShardEdits *self, guint first, guint last)
{
    gsize start = start_of(self, first);

    while (start > 0 && g_ascii_isspace(self->tokens->text[start - 1]))
        start--;
    add(self, start, end_of(self, last), NULL, 0);
}

void
shard_edits_cut(ShardEdits *self, guint first, guint until)
{
    add(self, start_of(self, first), start_of(self, until), NULL, 0);
}

/* By place; at one place what inserts comes before what replaces, else as they were made. */
static int
compare_edits(const void *a, const void *b)
{
    const ShardEdit *x = a, *y = b;
    gboolean inserts_x = x->start == x->end, inserts_y = y->start == y->end;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (inserts_x != inserts_y)
        return inserts_x ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* The edits whose pieces are being written, innermost first: none of them is made again inside. */
typedef struct Inside Inside;
struct Inside {
    const ShardEdit *edit;
    const Inside *outer;
};

typedef struct {
    const ShardEdits *edits;
    GString *text;
    GArray *params;
    const Inside *inside;
} Writer;

static gboolean
is_inside(const Writer *self, const ShardEdit *edit)
{
    for (const Inside *inside = self->inside; inside != NULL; inside = inside->outer) {
        if (inside->edit == edit)
            return TRUE;
    }
    return FALSE;
}

static guint
token_at(const ShardTokens *tokens, gsize offset)
{
    guint low = 0, high = tokens->n_tokens;

    while (low < high) {
        guint middle = (low + high) / 2;
        if (tokens->tokens[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static gboolean
is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

/* Would two tokens become another one, or a comment, without a blank between them? */
static gboolean
run_together(char last, char next)
{
    return (is_word(last) && (is_word(next) || next == '\'' || next == '"')) ||
           (last == '-' && next == '-') || (last == '/' && next == '*');
}

/* What stands beside an edit may have had no blank before it, as FROM in "count(*)FROM t". */
static void
append(Writer *self, const char *text, gsize size)
{
    GString *written = self->text;

    if (size > 0 && written->len > 0 && run_together(written->str[written->len - 1], *text))
        g_string_append_c(written, ' ');
    g_string_append_len(written, text, (gssize) size);
}

/* Copies original text; the markers in it keep their parameters. */
static void
copy(Writer *self, gsize start, gsize end)
{
    const ShardTokens *tokens = self->edits->tokens;

    if (end <= start)
        return;
    append(self, tokens->text + start, end - start);
    if (tokens->n_markers == 0)
        return;
    for (guint i = token_at(tokens, start); i < tokens->n_tokens && tokens->tokens[i].offset < end;
         i++) {
        if (tokens->tokens[i].kind != SHARD_TOKEN_MARKER)
            continue;
        ShardUnitParam param = {.marker = tokens->tokens[i].marker};
        g_array_append_val(self->params, param);
    }
}

static void write_range(Writer *self, gsize start, gsize end, gboolean whole);

static void
write_piece(Writer *self, const ShardPiece *piece)
{
    if (piece->text == NULL) {
        write_range(self, start_of(self->edits, piece->first), end_of(self->edits, piece->last),
                    FALSE);
        return;
    }
    append(self, piece->text, strlen(piece->text));
    if (piece->param != NULL)
        g_array_append_val(self->params, *piece->param);
}

static void
write_pieces(Writer *self, const ShardEdit *edit)
{
    const Inside inside = {edit, self->inside};

    self->inside = &inside;
    for (guint i = 0; i < edit->n_pieces; i++)
        write_piece(self, &edit->pieces[i]);
    self->inside = inside.outer;
}

/* whole: insertions at the very borders belong to it. */
static void
write_range(Writer *self, gsize start, gsize end, gboolean whole)
{
    const GArray *edits = self->edits->edits;
    gsize at = start;

    for (guint i = 0; i < edits->len; i++) {
        const ShardEdit *edit = &g_array_index(edits, ShardEdit, i);
        gboolean inserts = edit->start == edit->end;
        if (is_inside(self, edit) || edit->start < at || edit->end > end ||
            (inserts && !whole && (edit->start == start || edit->start == end)))
            continue;
        copy(self, at, edit->start);
        write_pieces(self, edit);
        at = edit->end;
    }
    copy(self, at, end);
}

gboolean
shard_edits_change(const ShardEdits *self, guint first, guint last)
{
    gsize start = self->tokens->tokens[first].offset;
    gsize end = self->tokens->tokens[last].offset;

    for (guint i = 0; i < self->edits->len; i++) {
        const ShardEdit *edit = &g_array_index(self->edits, ShardEdit, i);
        if (edit->start >= start && edit->start <= end)
            return TRUE;
    }
    return FALSE;
}

ShardText
shard_edits_apply(ShardEdits *self, ShardArena *arena)
{
    g_autoptr(GString) text = g_string_sized_new(self->tokens->size + 64);
    g_autoptr(GArray) params = g_array_new(FALSE, FALSE, sizeof(ShardUnitParam));
    Writer writer = {self, text, params, NULL};

    g_array_sort(self->edits, compare_edits);
    write_range(&writer, 0, self->tokens->size, TRUE);
    ShardText result = {.size = text->len, .n_params = params->len};
    result.sql = shard_arena_strndup(arena, text->str, (gssize) text->len);
    result.params = shard_arena_memdup(arena, params->data, sizeof(ShardUnitParam) * params->len);
    return result;
}
