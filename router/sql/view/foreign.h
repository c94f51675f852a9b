/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * foreign.h - the engine that writes MySQL's and SQLite's spelling as PostgreSQL's; private to
 * this folder.
 *
 * A name is only believed to be a keyword if the dialect's table has it; everything else becomes a
 * quoted name, so that the grammar can't take a table for a function.  A row of the table may have
 * a handler that looks ahead, pushes what it likes and says where to go on.
 */
#pragma once

#include "router/sql/view/view.h"

typedef struct ShardForeign ShardForeign;

/* At an original token that reads the row's word: gives the token to go on with; the same token:
 * nothing was done. */
typedef guint (*ShardForeignFunc)(ShardForeign *self, guint original);

typedef struct {
    const char *word;
    guint flags;
    ShardForeignFunc handle; /* NULL: by the flags alone */
} ShardForeignWord;

struct ShardForeign {
    ShardView *view;
    const ShardForeignWord *words; /* sorted */
    guint n_words;
    /* Pushes an operator; FALSE: as it is. */
    gboolean (*push_operator)(ShardForeign *self, guint original);
    guint8 *in_from;  /* per bracket depth: is this a list of tables? */
    guint8 *in_group; /* per bracket depth: is this a GROUP BY? */
    guint open_cases;
    gboolean on_duplicate; /* behind ON DUPLICATE KEY UPDATE: VALUES is a function */
};

void shard_foreign_run(ShardForeign *self);
/* Translates the original tokens from .. to-1. */
void shard_foreign_translate(ShardForeign *self, guint from, guint to);

guint shard_foreign_depth(const ShardForeign *self, guint original);
gboolean shard_foreign_is(const ShardForeign *self, gint64 original, const char *word);
gboolean shard_foreign_is_any(const ShardForeign *self, gint64 original, const char *const *words);
ShardTokenKind shard_foreign_kind(const ShardForeign *self, gint64 original);
gboolean shard_foreign_is_name(const ShardForeign *self, gint64 original);
/* The first token from from on, before to, that reads word at that depth; -1: a shallower token or
 * to comes first. */
gint shard_foreign_find(const ShardForeign *self, guint from, guint to, guint depth,
                        const char *word);
void shard_foreign_mark(ShardForeign *self, guint original, ShardViewMark mark);
void shard_foreign_mark_range(ShardForeign *self, guint from, guint to, ShardViewMark mark);
/* Marks the words inside the bracket at open as keywords. */
void shard_foreign_mark_words(ShardForeign *self, guint open, const char *const *words);
/* Drops the tokens from .. to-1 at once. */
void shard_foreign_drop(ShardForeign *self, guint from, guint to);

/* Handlers that both dialects use: words.c. */
guint shard_foreign_select(ShardForeign *self, guint original);
guint shard_foreign_from(ShardForeign *self, guint original);
guint shard_foreign_clause(ShardForeign *self, guint original);
guint shard_foreign_where(ShardForeign *self, guint original);
guint shard_foreign_join(ShardForeign *self, guint original);
guint shard_foreign_case(ShardForeign *self, guint original);
guint shard_foreign_end(ShardForeign *self, guint original);
guint shard_foreign_cast(ShardForeign *self, guint original);
guint shard_foreign_over(ShardForeign *self, guint original);
guint shard_foreign_window(ShardForeign *self, guint original);
guint shard_foreign_limit(ShardForeign *self, guint original);
guint shard_foreign_offset(ShardForeign *self, guint original);
guint shard_foreign_fetch(ShardForeign *self, guint original);
guint shard_foreign_collate(ShardForeign *self, guint original);
guint shard_foreign_nulls(ShardForeign *self, guint original);
guint shard_foreign_as(ShardForeign *self, guint original);
guint shard_foreign_group_concat(ShardForeign *self, guint original);
guint shard_foreign_like_word(ShardForeign *self, guint original);
/* Statements that are put together anew: modify.c. */
guint shard_foreign_insert(ShardForeign *self, guint original);
guint shard_foreign_update(ShardForeign *self, guint original);
guint shard_foreign_delete(ShardForeign *self, guint original);
/* Is a table next, if this is a list of tables? */
gboolean shard_foreign_at_table(const ShardForeign *self);
/* Brackets among tables: from.c; the token to go on with, or the same one. */
guint shard_foreign_table_bracket(ShardForeign *self, guint original);
/* Marks the type that starts at original, up to end. */
void shard_foreign_mark_type(ShardForeign *self, guint original, guint end);
