/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/group-order.h"
#include "router/plan/rewrite/edit.h"

#include <string.h>

static const char *const list_ends[] = {"HAVING", "WINDOW", "WITH",      "ORDER", "LIMIT",
                                        "FOR",    "LOCK",   "INTO",      "UNION", "EXCEPT",
                                        "FETCH",  "OFFSET", "INTERSECT", ";",     "PROCEDURE"};
static const char *const order_places[] = {"ORDER", "LIMIT",     "FOR",    "LOCK",
                                           "INTO",  "UNION",     "EXCEPT", "INTERSECT",
                                           ";",     "PROCEDURE", "FETCH",  "OFFSET"};
static const char *const sets[] = {"UNION", "EXCEPT", "INTERSECT"};
static const char *const directions[] = {"ASC", "DESC"};

#define IS_ONE_OF(tokens, token, words) is_one_of(tokens, token, words, G_N_ELEMENTS(words))

static gboolean
is_one_of(const ShardTokens *tokens, guint token, const char *const *words, gsize n)
{
    for (gsize i = 0; i < n; i++)
        if (shard_token_is(tokens, token, words[i]))
            return TRUE;
    return FALSE;
}

/* The first token from from on, at that depth, that is one of the words, or where the bracket or
 * the text ends. */
static guint
find_end(const ShardTokens *tokens, guint from, guint depth, const char *const *words, gsize n)
{
    guint i = from;

    while (i < tokens->n_tokens && tokens->tokens[i].depth >= depth &&
           !(tokens->tokens[i].depth == depth && is_one_of(tokens, i, words, n)))
        i++;
    return i;
}

/* Where the bracket around token begins. */
static guint
find_begin(const ShardTokens *tokens, guint token)
{
    guint depth = tokens->tokens[token].depth;

    while (token > 0 && tokens->tokens[token - 1].depth >= depth)
        token--;
    return token;
}

static gboolean
is_in_set(const ShardTokens *tokens, guint group)
{
    guint begin = find_begin(tokens, group);
    guint depth = tokens->tokens[group].depth;

    for (guint i = begin; i < tokens->n_tokens && tokens->tokens[i].depth >= depth; i++)
        if (tokens->tokens[i].depth == depth && IS_ONE_OF(tokens, i, sets))
            return TRUE;
    return FALSE;
}

static gboolean
is_same_name(const ShardTokens *tokens, guint a, guint b)
{
    const ShardToken *x = &tokens->tokens[a], *y = &tokens->tokens[b];
    const char *text = tokens->text;

    return (x->kind == SHARD_TOKEN_NAME || x->kind == SHARD_TOKEN_QUOTED_NAME) &&
           g_ascii_strncasecmp(text + x->offset, text + y->offset, MIN(x->size, y->size)) == 0 &&
           x->size == y->size;
}

/* ORDER BY prefers an alias where GROUP BY prefers a column: what might be both stays unread. */
static gboolean
may_be_alias(const ShardTokens *tokens, guint group, guint item)
{
    guint depth = tokens->tokens[group].depth;

    for (guint i = find_begin(tokens, group) + 1; i < group; i++) {
        ShardTokenKind before = tokens->tokens[i - 1].kind;
        gboolean behind_operand =
            shard_token_is(tokens, i - 1, "AS") || shard_token_is(tokens, i - 1, ")") ||
            before == SHARD_TOKEN_STRING || before == SHARD_TOKEN_INTEGER ||
            before == SHARD_TOKEN_NUMBER || before == SHARD_TOKEN_QUOTED_NAME ||
            (before == SHARD_TOKEN_NAME && !shard_token_is(tokens, i - 1, "SELECT") &&
             !shard_token_is(tokens, i - 1, "DISTINCT"));
        if (tokens->tokens[i].depth == depth && behind_operand && is_same_name(tokens, i, item))
            return TRUE;
        if (shard_token_is(tokens, i, "FROM") && tokens->tokens[i].depth == depth)
            break;
    }
    return FALSE;
}

/* Is the list one that means the same behind ORDER BY? */
static gboolean
can_order(const ShardTokens *tokens, guint group, guint end)
{
    guint depth = tokens->tokens[group].depth;

    for (guint i = group + 2; i < end; i++) {
        const ShardToken *token = &tokens->tokens[i];
        if (token->marker >= 0 || token->depth != depth || may_be_alias(tokens, group, i))
            return FALSE;
    }
    return TRUE;
}

/* FALSE: this GROUP BY can't be written so. */
static gboolean
rewrite(ShardEdits *edits, guint group, gboolean *out_changed)
{
    const ShardTokens *tokens = edits->tokens;
    guint depth = tokens->tokens[group].depth;
    guint end = find_end(tokens, group + 2, depth, list_ends, G_N_ELEMENTS(list_ends));
    gboolean found = FALSE;

    for (guint i = group + 2; i < end; i++) {
        if (tokens->tokens[i].depth != depth || !IS_ONE_OF(tokens, i, directions))
            continue;
        shard_edits_delete(edits, i, i);
        found = TRUE;
    }
    if (!found)
        return TRUE;
    *out_changed = TRUE;
    if (shard_token_is(tokens, end, "WITH"))
        return FALSE;
    guint place = find_end(tokens, end, depth, order_places, G_N_ELEMENTS(order_places));
    if (shard_token_is(tokens, place, "ORDER") || is_in_set(tokens, group))
        return TRUE;
    if (!can_order(tokens, group, end))
        return FALSE;
    const ShardToken *first = &tokens->tokens[group + 2], *last = &tokens->tokens[end - 1];
    const char *list = shard_arena_strndup(edits->arena, tokens->text + first->offset,
                                           (gssize) (last->offset + last->size - first->offset));
    const ShardPiece pieces[] = {SHARD_PIECE_TEXT(" ORDER BY "), SHARD_PIECE_TEXT(list)};
    shard_edits_insert_pieces(edits, place - 1, pieces, G_N_ELEMENTS(pieces));
    return TRUE;
}

const char *
shard_group_order_text(const ShardStatement *statement, const ShardTokens *tokens,
                       ShardArena *arena, gsize *out_size)
{
    g_auto(ShardEdits) edits = {0};
    gboolean changed = FALSE;

    if (statement->kind != SHARD_STATEMENT_UNPARSED || tokens->dialect != SHARD_DIALECT_MYSQL)
        return NULL;
    shard_edits_init(&edits, tokens, arena);
    for (guint i = 0; i + 2 < tokens->n_tokens; i++)
        if (shard_token_is(tokens, i, "GROUP") && shard_token_is(tokens, i + 1, "BY") &&
            !rewrite(&edits, i, &changed))
            return NULL;
    if (!changed)
        return NULL;
    ShardText text = shard_edits_apply(&edits, arena);
    *out_size = text.size;
    return text.sql;
}
