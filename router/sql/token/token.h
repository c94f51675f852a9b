/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * token.h - one lexer pass over a statement in a brand's own spelling.
 *
 * The lexer knows where literals, names and comments end in each dialect; it never fails: what it
 * can't end (an unclosed string) becomes one token of kind INVALID.  Comments and blanks are not
 * tokens; hint comments are found from the text.  Offsets are bytes into the text that was lexed.
 */
#pragma once

#include "router/base/identifier.h"
#include "router/base/value.h"

#include <glib.h>

typedef enum {
    SHARD_TOKEN_NAME,        /* bare identifier or keyword */
    SHARD_TOKEN_QUOTED_NAME, /* "x", `x`, [x] */
    SHARD_TOKEN_STRING,      /* any string literal, with its prefix (E'', N'', _utf8'', $$x$$) */
    SHARD_TOKEN_BIT_STRING,  /* x'..', b'..', 0x.., 0b.. */
    SHARD_TOKEN_INTEGER,
    SHARD_TOKEN_NUMBER,          /* with a point or exponent */
    SHARD_TOKEN_MARKER,          /* ? */
    SHARD_TOKEN_NUMBERED_MARKER, /* $n */
    SHARD_TOKEN_VARIABLE,        /* @x, @@x, :x */
    SHARD_TOKEN_OPERATOR,        /* one operator: = <> || :: -> … */
    SHARD_TOKEN_PUNCTUATION,     /* one of ( ) [ ] , ; . { } */
    SHARD_TOKEN_INVALID
} ShardTokenKind;

typedef struct {
    ShardTokenKind kind;
    guint32 offset;
    guint32 size;
    guint32 depth; /* of brackets around it; a bracket has the depth outside it */
    gint32 marker; /* MARKER: number of the marker, from 0; else -1 */
} ShardToken;

/* How a session reads text; part of the cache key. */
typedef struct {
    ShardDialect dialect;
    gboolean ansi_quotes;          /* mysql: " quotes names */
    gboolean pipes_as_concat;      /* mysql */
    gboolean no_backslash_escapes; /* mysql; postgresql: standard_conforming_strings (TRUE there) */
    gboolean high_not_precedence;  /* mysql */
    gboolean signed_subtraction;   /* mysql: NO_UNSIGNED_SUBTRACTION */
    guint32 server_version;        /* for version comments: 101119; 0 unknown */
    gboolean no_escapes;           /* SQL_ATTR_NOSCAN: { is not an ODBC escape */
} ShardSqlMode;

static inline gboolean
shard_sql_mode_equal(const ShardSqlMode *a, const ShardSqlMode *b)
{
    return a->dialect == b->dialect && a->ansi_quotes == b->ansi_quotes &&
           a->pipes_as_concat == b->pipes_as_concat &&
           a->no_backslash_escapes == b->no_backslash_escapes &&
           a->high_not_precedence == b->high_not_precedence &&
           a->signed_subtraction == b->signed_subtraction &&
           a->server_version == b->server_version && a->no_escapes == b->no_escapes;
}

typedef struct {
    char *text; /* NUL-terminated copy of what was lexed; lies behind this struct */
    gsize size;
    ShardToken *tokens;
    guint n_tokens;
    guint n_markers;
    guint max_depth;
    ShardDialect dialect;
    gboolean has_escapes; /* some { that may be an ODBC escape */
    gint invalid_token;   /* the first one that can't be read; -1 none */
} ShardTokens;

ShardTokens *shard_tokens_new(const char *text, gsize size, const ShardSqlMode *mode);
void shard_tokens_free(ShardTokens *self); /* accepts NULL */

/* Does that token read word (ASCII, case-blind, not quoted)?  FALSE past the end. */
gboolean shard_token_is(const ShardTokens *self, guint token, const char *word);
/* The number of the bracket that closes or opens the one at token; -1 none. */
gint shard_tokens_match(const ShardTokens *self, guint token);

/* The value of a literal token (string without quotes and escapes; integers as INTEGER, LONG or
 * BIG_INTEGER; numbers as DECIMAL; bit strings as BYTES).  FALSE if it isn't one. */
gboolean shard_token_value(const ShardTokens *self, guint token, const ShardSqlMode *mode,
                           ShardArena *arena, ShardValue *out_value);

/* Appends the text with its literals taken out: statements with the same key differ only in
 * literals (of the same kinds and prefixes), blanks and comments.  What facts depend on beyond it:
 * the mode, and the values of the tokens that ShardStatement.literal_matters marks. */
void shard_tokens_cache_key(const ShardTokens *self, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardTokens, shard_tokens_free)
