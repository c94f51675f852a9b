/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * chain.c - comparisons of comparisons, which PostgreSQL's grammar doesn't take.
 *
 *   original  1 < k < 3              a = b <=> c
 *   view      ( 1 < k ) < 3          ( a = b ) IS NOT DISTINCT FROM c
 *
 * MySQL's comparisons are of one precedence and go from left to right.  SQLite's = and <> are
 * weaker than < and >; so are its IN, LIKE and IS, and what mixes them stays as it is: unread.
 */
#include "router/sql/view/view.h"

#include <string.h>

/* What goes on from one operand to the next: a comparison begins behind these. */
static const char *const borders[] = {
    "AND",      "OR",    "SELECT",    "WHERE",  "HAVING", "ON",    "BY",     "WHEN",      "THEN",
    "ELSE",     "SET",   "VALUES",    "FROM",   "JOIN",   "LIMIT", "OFFSET", "RETURNING", "UNION",
    "DISTINCT", "USING", "INTERSECT", "EXCEPT", "AS",     "ORDER", "GROUP",  NULL};
static const char *const set_ends[] = {"WHERE", "FROM", "ORDER", "LIMIT", "RETURNING", NULL};
static const char *const predicates[] = {"IN",   "LIKE",  "ILIKE",   "BETWEEN", "NULL",
                                         "TRUE", "FALSE", "UNKNOWN", NULL};

typedef enum { NO_COMPARISON, EQUALITY, RELATION } Comparison;

/* One bracket, or CASE … END. */
typedef struct {
    guint start;      /* view token that the comparison begins with */
    Comparison last;  /* the comparison before */
    gboolean closed;  /* it can't be told where it ends */
    gboolean in_set;  /* SET a = …, b = … */
    gboolean assigns; /* the next = is an assignment */
    gboolean between; /* the next AND is BETWEEN's */
} Level;

typedef struct {
    ShardView *view;
    GArray *levels;
    guint *opens, *closes; /* per view token: brackets to be put before it */
    gboolean found;
} Chains;

static Level *
top(const Chains *self)
{
    return &g_array_index(self->levels, Level, self->levels->len - 1);
}

static gboolean
is_one_of(const Chains *self, guint token, const char *const *words)
{
    for (guint i = 0; words[i] != NULL; i++)
        if (shard_view_is(self->view, (gint) token, words[i]))
            return TRUE;
    return FALSE;
}

/* Does a comparison begin behind this word?  Not behind those of IS NOT DISTINCT FROM. */
static gboolean
is_border(const Chains *self, guint token)
{
    return is_one_of(self, token, borders) && !shard_view_is(self->view, (gint) token - 1, "NOT") &&
           !shard_view_is(self->view, (gint) token - 1, "DISTINCT");
}

static void
begin(Chains *self, guint token, gboolean closed)
{
    Level *level = top(self);

    level->start = token;
    level->last = NO_COMPARISON;
    level->closed = closed;
    level->between = FALSE;
}

static void
open_level(Chains *self, guint start)
{
    const Level level = {.start = start};

    g_array_append_val(self->levels, level);
}

static void
close_level(Chains *self)
{
    if (self->levels->len > 1)
        g_array_set_size(self->levels, self->levels->len - 1);
}

/* ---- words ---- */

static void
note_word(Chains *self, guint token)
{
    Level *level = top(self);
    gboolean sqlite = self->view->mode->dialect == SHARD_DIALECT_SQLITE;

    if (shard_view_is(self->view, (gint) token, "BETWEEN")) {
        level->between = TRUE;
    } else if (level->between && shard_view_is(self->view, (gint) token, "AND")) {
        begin(self, token + 1, TRUE);
    } else if (shard_view_is(self->view, (gint) token, "NOT")) {
        if (!is_one_of(self, token + 1, predicates) &&
            !shard_view_is(self->view, (gint) token - 1, "IS"))
            begin(self, token + 1, FALSE);
    } else if (is_border(self, token)) {
        begin(self, token + 1, FALSE);
        level->in_set = !is_one_of(self, token, set_ends) &&
                        (level->in_set || shard_view_is(self->view, (gint) token, "SET"));
        level->assigns = level->assigns || shard_view_is(self->view, (gint) token, "SET");
    }
    if (sqlite &&
        (is_one_of(self, token, predicates) || shard_view_is(self->view, (gint) token, "IS")))
        level->closed = TRUE;
    if (shard_view_is(self->view, (gint) token, "CASE"))
        open_level(self, token + 1);
    else if (shard_view_is(self->view, (gint) token, "END"))
        close_level(self);
}

/* ---- comparisons ---- */

static Comparison
comparison_at(const Chains *self, guint token)
{
    static const char *const equalities[] = {"=", "==", "<>", "!="};
    static const char *const relations[] = {"<", ">", "<=", ">="};

    for (gsize i = 0; i < G_N_ELEMENTS(equalities); i++)
        if (shard_view_is_symbol(self->view, (gint) token, equalities[i]))
            return EQUALITY;
    for (gsize i = 0; i < G_N_ELEMENTS(relations); i++)
        if (shard_view_is_symbol(self->view, (gint) token, relations[i]))
            return RELATION;
    if (self->view->mode->dialect == SHARD_DIALECT_MYSQL &&
        shard_view_is(self->view, (gint) token, "IS") &&
        shard_view_is(self->view, (gint) token + 2, "DISTINCT"))
        return EQUALITY; /* <=> */
    return NO_COMPARISON;
}

static void
note_comparison(Chains *self, guint token, Comparison comparison)
{
    Level *level = top(self);
    gboolean alike = self->view->mode->dialect == SHARD_DIALECT_MYSQL || level->last == comparison;

    if (level->assigns && comparison == EQUALITY) {
        level->assigns = FALSE;
        begin(self, token + 1, FALSE);
        return;
    }
    if (level->last != NO_COMPARISON && !level->closed && alike) {
        self->opens[level->start]++;
        self->closes[token]++;
        self->found = TRUE;
    }
    level->last = comparison;
}

static void
note_symbol(Chains *self, guint token)
{
    if (shard_view_is_symbol(self->view, (gint) token, "(")) {
        open_level(self, token + 1);
    } else if (shard_view_is_symbol(self->view, (gint) token, ")")) {
        close_level(self);
    } else if (shard_view_is_symbol(self->view, (gint) token, ",") ||
               shard_view_is_symbol(self->view, (gint) token, ";")) {
        begin(self, token + 1, FALSE);
        top(self)->assigns = top(self)->in_set;
    }
}

/* ---- the whole ---- */

static void
put_brackets(Chains *self)
{
    ShardView *view = self->view;
    GArray *old = view->view;

    view->view = g_array_sized_new(FALSE, TRUE, sizeof(ShardViewToken), old->len + 16);
    for (guint i = 0; i < old->len; i++) {
        for (guint n = 0; n < self->closes[i]; n++)
            shard_view_push_symbol(view, ")", -1);
        for (guint n = 0; n < self->opens[i]; n++)
            shard_view_push_symbol(view, "(", -1);
        g_array_append_val(view->view, g_array_index(old, ShardViewToken, i));
    }
    g_array_unref(old);
}

void
shard_view_bracket_chains(ShardView *view)
{
    g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
    Chains chains = {.view = view,
                     .levels = levels,
                     .opens = shard_arena_array(view->arena, guint, view->view->len + 1),
                     .closes = shard_arena_array(view->arena, guint, view->view->len + 1)};

    open_level(&chains, 0);
    for (guint i = 0; i < view->view->len; i++) {
        Comparison comparison = comparison_at(&chains, i);
        if (comparison != NO_COMPARISON)
            note_comparison(&chains, i, comparison);
        else if (shard_view_token(view, i)->kind == SHARD_TOKEN_NAME)
            note_word(&chains, i);
        else if (shard_view_token(view, i)->kind == SHARD_TOKEN_PUNCTUATION)
            note_symbol(&chains, i);
    }
    if (chains.found)
        put_brackets(&chains);
}
