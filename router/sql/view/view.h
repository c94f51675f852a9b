/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * view.h - a statement in the spelling that PostgreSQL's grammar reads; private to this folder.
 *
 * The view is never sent anywhere.  Each of its tokens says which tokens of the original it stands
 * for, so that facts found in the tree speak of the original.  All of it lives in one arena.
 *
 *   original  SELECT `a` FROM t LIMIT 5, ?      (mysql)
 *   view      SELECT "a" FROM "t" LIMIT $1 OFFSET 5
 */
#pragma once

#include "router/base/arena.h"
#include "router/sql/token/token.h"

typedef enum {
    SHARD_WORD_NONE,       /* no word */
    SHARD_WORD_KEYWORD,    /* the grammar's own word */
    SHARD_WORD_IDENTIFIER, /* surely a name */
    SHARD_WORD_EITHER      /* postgresql: whatever the grammar makes of it */
} ShardWordClass;

typedef struct {
    const char *text;
    guint32 size;
    guint32 offset; /* in the view's text */
    guint32 depth;
    gint32 original;    /* the token it stands for; -1: ours alone */
    gint32 first, last; /* the original tokens it covers; -1: none */
    gint32 alias_point; /* table names: AS can be written behind this original token */
    ShardTokenKind kind;
    ShardWordClass word;
} ShardViewToken;

/* A word dropped from a call that facts still want: GROUP_CONCAT(… SEPARATOR ','). */
typedef struct {
    gint call;  /* original token of the function's name */
    gint token; /* original token of the literal */
} ShardViewSeparator;

typedef struct {
    ShardArena *arena;
    const ShardTokens *tokens;
    const ShardSqlMode *mode;
    guint from, to; /* the original tokens that are viewed: from .. to-1 */
    GArray *view;   /* ShardViewToken */
    GArray *separators;
    GArray *commas;  /* gint: original tokens of LIMIT a,b */
    GArray *targets; /* gint: original tokens where DELETE a, b names its targets */
    char *text;
    gsize text_size;
    guint8 *marks;      /* ShardViewMark per original token, set by those that look ahead */
    gint pending_first; /* original token that the next view token covers too; -1 none */
    guint open_escapes; /* ODBC's { … } around the token that is translated */

    gboolean replace;      /* REPLACE, INSERT OR REPLACE */
    gboolean ignore;       /* IGNORE, OR IGNORE */
    gboolean set_form;     /* INSERT … SET */
    gboolean multi_table;  /* the target is among FROM, the view's own target means nothing */
    gboolean modify_tail;  /* the last RETURNING item holds ORDER BY and LIMIT */
    gboolean exclusive_or; /* XOR is OR in the view: no OR can be believed */
    gboolean bare_in;      /* SQLite's x IN t: no alias can be written */
    gboolean calc_found_rows;
    gboolean into; /* INTO OUTFILE, INTO @x */
    gboolean uses_variable;
    gboolean counts_warnings;  /* @@warning_count, @@error_count */
    const char *only_one_node; /* a construct that several nodes can't answer */
    const char *reason;        /* the view is not possible; NULL: it is */
    guint reason_token;
} ShardView;

/* The view of tokens from .. to-1.  Never NULL; look at reason. */
ShardView *shard_view_new(const ShardTokens *tokens, const ShardSqlMode *mode, guint from,
                          guint to);
void shard_view_free(ShardView *self);

/* Puts a name of ours before that token. */
void shard_view_insert_name(ShardView *self, guint token);

/* The view token that starts at a byte of the view's text; -1 none. */
gint shard_view_at(const ShardView *self, gint offset);

static inline ShardViewToken *
shard_view_token(const ShardView *self, guint token)
{
    return &g_array_index(self->view, ShardViewToken, token);
}

/* Is that view token the keyword (an unquoted word)?  FALSE past both ends. */
gboolean shard_view_is(const ShardView *self, gint token, const char *keyword);
gboolean shard_view_is_symbol(const ShardView *self, gint token, const char *symbol);

/* ---- for the files that make views ---- */

/* What becomes of an original token that somebody has looked ahead to. */
typedef enum {
    SHARD_MARK_NONE,
    SHARD_MARK_DROP,
    SHARD_MARK_AS,          /* becomes AS */
    SHARD_MARK_COMMA,       /* becomes , */
    SHARD_MARK_CLOSE,       /* becomes ) */
    SHARD_MARK_CLOSE_NAMED, /* becomes ) and a name for the query before it */
    SHARD_MARK_CROSS_JOIN,  /* becomes CROSS JOIN */
    SHARD_MARK_IDENTIFIER,  /* is a name, whatever it reads */
    SHARD_MARK_KEYWORD      /* is a keyword, whatever it reads */
} ShardViewMark;

enum {
    SHARD_VIEW_KEYWORD = 1,       /* a word of the grammar, also before a bracket */
    SHARD_VIEW_CALLABLE = 2,      /* a keyword that before a bracket is a function's name */
    SHARD_VIEW_OPERAND = 4,       /* ends an operand (NULL, END): a string behind is its alias */
    SHARD_VIEW_BARE_CALL = 8,     /* a function without brackets: CURRENT_DATE */
    SHARD_VIEW_SPECIAL_CALL = 16, /* before a bracket a call of the grammar's own: EXTRACT( */
    SHARD_VIEW_TYPED = 32         /* before a string the type of a literal: DATE '2024-01-01' */
};

/* Each translates all tokens of one dialect. */
void shard_view_make_postgresql(ShardView *self);
void shard_view_make_mysql(ShardView *self);
void shard_view_make_sqlite(ShardView *self);
/* Puts brackets into comparisons of comparisons: chain.c. */
void shard_view_bracket_chains(ShardView *self);

/* Adds a view token; original -1: ours alone. */
void shard_view_push(ShardView *self, const char *text, gint original, ShardTokenKind kind,
                     ShardWordClass word);
/* Adds an original token as it is, as a keyword, or as a quoted name. */
void shard_view_push_same(ShardView *self, guint original);
void shard_view_push_keyword(ShardView *self, guint original);
void shard_view_push_name(ShardView *self, guint original);
/* Adds a word of ours that stands for an original token. */
void shard_view_push_word(ShardView *self, const char *word, gint original);
void shard_view_push_symbol(ShardView *self, const char *symbol, gint original);
/* Adds literals and markers, in the spelling that the grammar takes; FALSE: it is none. */
gboolean shard_view_push_value(ShardView *self, guint original);
/* Leaves an original token out. */
void shard_view_drop(ShardView *self, guint original);
/* The view can't be made. */
void shard_view_fail(ShardView *self, const char *reason, guint original);

/* ODBC escapes: at { or }, translates and gives the next original token; else the same token. */
guint shard_view_escape(ShardView *self, guint original);
/* A token that was marked: pushes what it became and is TRUE. */
gboolean shard_view_push_marked(ShardView *self, guint original);
/* The original bracket that closes the one at original, or -1; never beyond the view. */
gint shard_view_close(const ShardView *self, guint original);
gboolean shard_view_original_is(const ShardView *self, gint64 original, const char *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShardView, shard_view_free)
