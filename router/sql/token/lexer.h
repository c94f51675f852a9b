/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * lexer.h - where one token ends, per dialect; private to this folder.
 *
 * shard_lexer_next() skips blanks and comments and finds the next token.  It never fails and always
 * moves on.
 */
#pragma once

#include "router/sql/token/token.h"

typedef struct {
    const char *text;
    gsize size;
    gsize at; /* first byte not read yet */
    const ShardSqlMode *mode;
    gboolean after_dot;     /* the last token was a point that follows a name directly */
    guint version_comments; /* version comments open around us */
} ShardLexer;

/* FALSE at the end of the text.  Fills kind, offset and size only. */
gboolean shard_lexer_next(ShardLexer *self, ShardToken *out_token);
