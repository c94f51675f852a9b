/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/statement.h"

#include "router/base/error.h"
#include "router/sql/read/classify.h"
#include "router/sql/facts/facts.h"

#include <string.h>

static void
take_reader(ShardReader *reader)
{
    ShardStatement *out = reader->out;

    out->n_tables = reader->tables->len;
    out->tables = shard_arena_array(out->arena, ShardTableRef, out->n_tables + 1);
    if (out->n_tables > 0)
        memcpy(out->tables, reader->tables->data, out->n_tables * sizeof(ShardTableRef));
    out->n_objects = reader->objects->len;
    out->objects = shard_arena_array(out->arena, ShardObjectName, out->n_objects + 1);
    if (out->n_objects > 0)
        memcpy(out->objects, reader->objects->data, out->n_objects * sizeof(ShardObjectName));
}

/* The statement ends at its last token that is no semicolon; one with more behind it is several. */
static guint
statement_end(const ShardTokens *tokens, gboolean *out_several)
{
    guint end = tokens->n_tokens;

    while (end > 0 && shard_token_is(tokens, end - 1, ";"))
        end--;
    *out_several = FALSE;
    for (guint i = 0; i < end; i++)
        if (tokens->tokens[i].kind == SHARD_TOKEN_PUNCTUATION &&
            tokens->text[tokens->tokens[i].offset] == ';')
            *out_several = TRUE;
    return end;
}

/* Statements that no grammar reads are short, and their facts may be words of their literals: SET
 * autocommit = 0, PRAGMA table_info('t'). */
static void
mark_literals(ShardReader *reader)
{
    for (guint i = 0; i < reader->tokens->n_tokens; i++) {
        ShardTokenKind kind = reader->tokens->tokens[i].kind;
        if (kind == SHARD_TOKEN_STRING || kind == SHARD_TOKEN_BIT_STRING ||
            kind == SHARD_TOKEN_INTEGER || kind == SHARD_TOKEN_NUMBER)
            reader->out->literal_matters[i] = TRUE;
    }
}

static void
set_unparsed(ShardReader *reader, const char *reason, guint token)
{
    ShardStatement *out = reader->out;

    out->kind = SHARD_STATEMENT_UNPARSED;
    out->unparsed_reason = reason;
    out->unparsed_token = MIN(token, out->n_tokens == 0 ? 0 : out->n_tokens - 1);
    out->n_queries = 0;
    out->insert = NULL;
    out->modify = NULL;
    out->n_qualifiers = 0;
    out->n_questions = 0;
    out->n_clocks = 0;
    mark_literals(reader);
    reader->at = 0;
    reader->end = out->n_tokens;
    g_array_set_size(reader->tables, 0);
    g_array_set_size(reader->objects, 0);
    shard_read_guess(reader);
    take_reader(reader);
}

/* Has the grammar part read; what it can't take leaves the statement to guesses. */
static gboolean
read_grammar_part(ShardReader *reader, GError **error)
{
    ShardStatement *out = reader->out;
    gboolean whole = out->kind == SHARD_STATEMENT_UNPARSED;

    if (!shard_facts_read(out, reader->tokens, reader->mode, (guint) reader->read_from, reader->end,
                          error))
        return FALSE;
    if (out->unparsed_reason != NULL)
        set_unparsed(reader, out->unparsed_reason, out->unparsed_token);
    else if (whole)
        out->kind = out->inner_kind;
    return TRUE;
}

static gboolean
read_statement(ShardReader *reader, GError **error)
{
    ShardStatement *out = reader->out;
    gboolean several;

    reader->end = statement_end(reader->tokens, &several);
    shard_classify(reader);
    out->inner_kind = out->kind;
    take_reader(reader);
    out->several_statements =
        several && out->kind != SHARD_STATEMENT_OTHER_DDL && out->kind != SHARD_STATEMENT_PREVIEW;
    if (out->several_statements)
        set_unparsed(reader, "several statements in one text", 0);
    else if (reader->end == 0)
        set_unparsed(reader, "an empty statement", 0);
    else if (reader->read_from >= 0)
        return read_grammar_part(reader, error);
    else if (out->kind == SHARD_STATEMENT_UNPARSED)
        set_unparsed(reader, "a statement of a kind that isn't known", 0);
    else if (out->kind != SHARD_STATEMENT_CALL)
        mark_literals(reader);
    return TRUE;
}

/* MariaDB's user variables, which live on one connection. */
static void
read_variables(ShardStatement *self, const ShardTokens *tokens)
{
    gboolean into = FALSE;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        const char *text = tokens->text + token->offset;
        if (token->kind != SHARD_TOKEN_VARIABLE) {
            into = shard_token_is(tokens, i, "into") || (into && shard_token_is(tokens, i, ","));
            continue;
        }
        if (token->size < 2 || text[0] != '@' || text[1] == '@')
            continue;
        self->reads_variable = TRUE;
        self->sets_variable |=
            into || shard_token_is(tokens, i + 1, ":=") || self->kind == SHARD_STATEMENT_CALL;
    }
}

ShardStatement *
shard_statement_new(const ShardTokens *tokens, const ShardSqlMode *mode, GError **error)
{
    ShardArena *arena = shard_arena_new();
    ShardStatement *self = shard_arena_new0(arena, ShardStatement);
    ShardReader reader = {.out = self, .tokens = tokens, .mode = mode};

    self->arena = arena;
    self->n_tokens = tokens->n_tokens;
    self->n_markers = tokens->n_markers;
    self->literal_matters = shard_arena_array(arena, gboolean, tokens->n_tokens + 1);
    reader.tables = g_array_new(FALSE, TRUE, sizeof(ShardTableRef));
    reader.objects = g_array_new(FALSE, TRUE, sizeof(ShardObjectName));
    gboolean read = read_statement(&reader, error);
    g_array_unref(reader.tables);
    g_array_unref(reader.objects);
    if (read && mode->dialect == SHARD_DIALECT_MYSQL)
        read_variables(self, tokens);
    if (read)
        return self;
    shard_statement_free(self);
    return NULL;
}

void
shard_statement_free(ShardStatement *self)
{
    if (self != NULL)
        shard_arena_free(self->arena);
}

gboolean
shard_statement_run(const ShardStatement *self, void (*function)(void *data), void *data)
{
    return shard_parse_deep(function, data, self->nesting);
}
