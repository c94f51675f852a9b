/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/read/classify.h"
#include "router/sql/read/guess.h"

/* Behind these a table's name stands. */
static const char *const before_table[] = {"FROM",  "JOIN",   "STRAIGHT_JOIN", "INTO", "UPDATE",
                                           "TABLE", "TABLES", "COPY",          NULL};
/* Where USING names tables, and not columns of a join. */
static const char *const users[] = {"DELETE", "MERGE", "WITH", NULL};
/* These may stand between. */
static const char *const between[] = {"ONLY", "LATERAL", "IGNORE", "LOW_PRIORITY", "IF", "EXISTS",
                                      "NOT",  "OR",      NULL};
/* These end a list of tables. */
static const char *const ends_of_list[] = {
    "WHERE",     "GROUP",  "ORDER",  "HAVING",    "LIMIT",  "SET",       "UNION",    "EXCEPT",
    "INTERSECT", "SELECT", "VALUES", "RETURNING", "WINDOW", "DUPLICATE", "CONFLICT", NULL};

typedef struct {
    ShardReader *reader;
    guint8 *in_list;   /* per bracket depth */
    gboolean expected; /* a table's name is next */
} Guess;

static gboolean
is_any(const ShardReader *reader, const char *const *words)
{
    for (guint i = 0; words[i] != NULL; i++)
        if (shard_reader_is(reader, 0, words[i]))
            return TRUE;
    return FALSE;
}

static gboolean
is_before_table(const ShardReader *reader)
{
    static const char *const clauses[] = {"KEY", "DO", "FOR", "THEN", NULL};
    ShardReader start = *reader;
    ShardReader before = *reader;

    start.at = 0;
    before.at = reader->at > 0 ? reader->at - 1 : 0;
    if (shard_reader_is(reader, 0, "UPDATE") && is_any(&before, clauses))
        return FALSE;
    return is_any(reader, before_table) ||
           (shard_reader_is(reader, 0, "USING") && is_any(&start, users));
}

/* EXTRACT(YEAR FROM d) makes d a table here; that costs at most a refusal. */
static void
guess_token(Guess *self)
{
    ShardReader *reader = self->reader;
    guint depth = reader->tokens->tokens[reader->at].depth;

    if (is_before_table(reader)) {
        self->in_list[depth] = TRUE;
        self->expected = TRUE;
        reader->at++;
    } else if (is_any(reader, ends_of_list)) {
        self->in_list[depth] = FALSE;
        self->expected = FALSE;
        reader->at++;
    } else if (shard_reader_skip(reader, "(")) {
        self->in_list[depth + 1] = (guint8) self->expected;
    } else if (shard_reader_skip(reader, ",")) {
        self->expected = self->in_list[depth];
    } else if (self->expected && shard_reader_skip_list(reader, between)) {
        return;
    } else if (self->expected && shard_reader_is_name(reader, 0)) {
        shard_reader_table(reader, FALSE);
        self->expected = FALSE;
    } else if (self->expected && reader->tokens->tokens[reader->at].kind == SHARD_TOKEN_STRING) {
        shard_reader_string_table(reader);
        self->expected = FALSE;
    } else {
        self->expected = FALSE;
        reader->at++;
    }
}

ShardTableRef *
shard_guess_tables(const ShardTokens *tokens, const ShardSqlMode *mode, ShardArena *arena,
                   guint *out_n)
{
    ShardStatement scratch = {.arena = arena};
    g_autoptr(GArray) tables = g_array_new(FALSE, TRUE, sizeof(ShardTableRef));
    ShardReader reader = {
        .out = &scratch, .tokens = tokens, .mode = mode, .end = tokens->n_tokens, .tables = tables};

    shard_read_guess(&reader);
    *out_n = tables->len;
    return shard_arena_memdup(arena, tables->data, tables->len * sizeof(ShardTableRef));
}

void
shard_read_guess(ShardReader *reader)
{
    g_autofree guint8 *in_list = g_new0(guint8, reader->tokens->max_depth + 2);
    Guess self = {.reader = reader, .in_list = in_list};

    while (reader->at < reader->end)
        guess_token(&self);
}
