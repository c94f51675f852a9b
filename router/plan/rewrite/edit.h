/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * edit.h - a list of changes to a statement's text, applied once.
 *
 * Changes are made at token borders of the original text; everything between them, comments and
 * blanks included, stays as it was.  A change inside a stretch that another one replaces or deletes
 * is lost with it.  What is inserted may copy other tokens of the text; changes inside the copied
 * stretch are made in the copy too.
 */
#pragma once

#include "router/plan/plan.h"

/* Stands in ShardUnitParam.marker for values that are filled in at each execute. */
#define SHARD_PARAM_VALUE (-1)
#define SHARD_PARAM_LIMIT (-2)
#define SHARD_PARAM_OFFSET (-3)

/* A piece of inserted text: text, or (NULL) the tokens first..last.  param: text is one marker with
 * that parameter. */
typedef struct {
    const char *text;
    guint first, last;
    const ShardUnitParam *param;
} ShardPiece;

#define SHARD_PIECE_TEXT(words) ((ShardPiece){.text = (words)})
#define SHARD_PIECE_TOKENS(a, b) ((ShardPiece){.first = (a), .last = (b)})

typedef struct {
    gsize start, end;
    const ShardPiece *pieces;
    guint n_pieces;
    guint number;
} ShardEdit;

typedef struct {
    const ShardTokens *tokens;
    ShardArena *arena;
    GArray *edits;
} ShardEdits;

typedef struct {
    const char *sql;
    gsize size;
    const ShardUnitParam *params;
    guint n_params;
} ShardText;

/* ODBC escapes that the shard doesn't read are among the changes from the start. */
void shard_edits_init(ShardEdits *self, const ShardTokens *tokens, ShardArena *arena);
void shard_edits_clear(ShardEdits *self);
/* text is borrowed until apply. */
void shard_edits_replace(ShardEdits *self, guint first, guint last, const char *text);
void shard_edits_replace_pieces(ShardEdits *self, guint first, guint last, const ShardPiece *pieces,
                                guint n_pieces);
void shard_edits_insert(ShardEdits *self, guint after, const char *text);
void shard_edits_insert_pieces(ShardEdits *self, guint after, const ShardPiece *pieces,
                               guint n_pieces);
/* Removes the tokens and the blanks before them. */
void shard_edits_delete(ShardEdits *self, guint first, guint last);
/* Removes what stands from token first up to token until, blanks behind included. */
void shard_edits_cut(ShardEdits *self, guint first, guint until);
/* Is something changed between the tokens? */
gboolean shard_edits_change(const ShardEdits *self, guint first, guint last);
/* The changed text and its parameters, in the arena given. */
ShardText shard_edits_apply(ShardEdits *self, ShardArena *arena);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ShardEdits, shard_edits_clear)
