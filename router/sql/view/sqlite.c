/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/foreign.h"

#define K SHARD_VIEW_KEYWORD
#define C SHARD_VIEW_CALLABLE
#define O SHARD_VIEW_OPERAND
#define B SHARD_VIEW_BARE_CALL
#define X SHARD_VIEW_SPECIAL_CALL

static const char *const ends_of_predicate[] = {
    "AND",       "OR",    "NOT",    "WHERE",     "GROUP", "ORDER", "HAVING",
    "LIMIT",     "UNION", "EXCEPT", "INTERSECT", "THEN",  "ELSE",  "WHEN",
    "END",       "ON",    "JOIN",   "LEFT",      "INNER", "CROSS", "NATURAL",
    "RETURNING", "FROM",  "AS",     "WINDOW",    ",",     ";",     NULL};

/* = and LIKE bind alike here, from the left: a = b LIKE c is (a = b) LIKE c, which the grammar
 * would read the other way round. */
static gboolean
chains(const ShardForeign *self, guint original)
{
    static const char *const alike[] = {"LIKE", "GLOB", "MATCH", "REGEXP", "IN", "BETWEEN", NULL};
    guint depth = shard_foreign_depth(self, original);

    for (guint i = original + 1; i < self->view->to; i++) {
        guint here = shard_foreign_depth(self, i);
        if (here < depth)
            return FALSE;
        if (here > depth || shard_foreign_kind(self, i) == SHARD_TOKEN_QUOTED_NAME)
            continue;
        if (shard_foreign_is_any(self, i, ends_of_predicate) && !shard_foreign_is(self, i, "NOT"))
            return FALSE;
        if (shard_foreign_is_any(self, i, alike) && !shard_foreign_is(self, (gint64) i + 1, "("))
            return TRUE;
        if (shard_foreign_is(self, i, "IN"))
            return TRUE;
    }
    return FALSE;
}

static gboolean
push_operator(ShardForeign *self, guint original)
{
    static const char *const equal[] = {"=", "==", "<>", "!=", NULL};

    if (!shard_foreign_is_any(self, original, equal))
        return FALSE;
    if (chains(self, original))
        shard_view_fail(self->view, "a chain of comparisons", original);
    if (!shard_foreign_is(self, original, "=="))
        return FALSE;
    shard_view_push_symbol(self->view, "=", (gint) original);
    return TRUE;
}

/* IS x → IS NOT DISTINCT FROM x; IS [NOT] NULL, TRUE, FALSE stay. */
static guint
handle_is(ShardForeign *self, guint original)
{
    static const char *const plain[] = {"NULL", "TRUE", "FALSE", "DISTINCT", NULL};
    gboolean negated = shard_foreign_is(self, (gint64) original + 1, "NOT");
    guint next = original + (negated ? 2 : 1);

    if (shard_foreign_is(self, next, "DISTINCT")) {
        shard_foreign_mark(self, next, SHARD_MARK_KEYWORD);
        shard_foreign_mark(self, next + 1, SHARD_MARK_KEYWORD);
    }
    if (shard_foreign_is_any(self, next, plain))
        return original;
    shard_view_push_keyword(self->view, original);
    if (negated) {
        shard_view_drop(self->view, original + 1);
    } else {
        shard_view_push_word(self->view, "NOT", -1);
    }
    shard_view_push_word(self->view, "DISTINCT", -1);
    shard_view_push_word(self->view, "FROM", -1);
    return next;
}

/* x NOT NULL → x IS NOT NULL; NOT INDEXED behind a table goes. */
static guint
handle_not(ShardForeign *self, guint original)
{
    if (shard_foreign_is(self, (gint64) original + 1, "NULL") &&
        !shard_foreign_is(self, (gint64) original - 1, "IS") &&
        !shard_foreign_is(self, (gint64) original - 1, "(")) {
        shard_view_push_word(self->view, "IS", (gint) original);
        shard_view_push_word(self->view, "NOT", -1);
        shard_view_push_keyword(self->view, original + 1);
        return original + 2;
    }
    if (shard_foreign_is(self, (gint64) original + 1, "INDEXED")) {
        shard_foreign_drop(self, original, original + 2);
        return original + 2;
    }
    return original;
}

static guint
handle_indexed(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "BY") ||
        !shard_foreign_is_name(self, (gint64) original + 2))
        return original;
    shard_foreign_drop(self, original, original + 3);
    return original + 3;
}

/* IN () has a value of ours, which the facts leave out again; IN u reads a table. */
static guint
handle_in(ShardForeign *self, guint original)
{
    ShardView *view = self->view;
    guint i = original + 1;

    if (shard_foreign_is(self, i, "(") && shard_foreign_is(self, (gint64) i + 1, ")")) {
        shard_view_push_keyword(view, original);
        shard_view_push_symbol(view, "(", (gint) i);
        shard_view_push_word(view, "NULL", -1);
        shard_view_push_symbol(view, ")", (gint) i + 1);
        return i + 2;
    }
    if (!shard_foreign_is_name(self, i))
        return original;
    shard_view_push_keyword(view, original);
    shard_view_push_symbol(view, "(", -1);
    shard_view_push_word(view, "SELECT", -1);
    shard_view_push_symbol(view, "*", -1);
    shard_view_push_word(view, "FROM", -1);
    shard_view_push_name(view, i++);
    while (shard_foreign_is(self, i, ".") && shard_foreign_is_name(self, (gint64) i + 1)) {
        shard_view_push_same(view, i);
        shard_view_push_name(view, i + 1);
        i += 2;
    }
    shard_view_push_symbol(view, ")", -1);
    self->view->bare_in = TRUE;
    return i;
}

/* ON CONFLICT … DO NOTHING | DO UPDATE SET */
static guint
handle_on(ShardForeign *self, guint original)
{
    guint depth = shard_foreign_depth(self, original);

    if (!shard_foreign_is(self, (gint64) original + 1, "CONFLICT"))
        return original;
    shard_view_push_keyword(self->view, original);
    shard_view_push_keyword(self->view, original + 1);
    self->in_from[depth] = FALSE;
    gint action = shard_foreign_find(self, original + 2, self->view->to, depth, "DO");
    if (action < 0)
        return original + 2;
    shard_foreign_mark(self, (guint) action, SHARD_MARK_KEYWORD);
    if (shard_foreign_is(self, action + 1, "NOTHING") ||
        shard_foreign_is(self, action + 1, "UPDATE"))
        shard_foreign_mark(self, (guint) action + 1, SHARD_MARK_KEYWORD);
    return original + 2;
}

static guint
handle_with(ShardForeign *self, guint original)
{
    if (shard_foreign_is(self, (gint64) original + 1, "RECURSIVE"))
        shard_foreign_mark(self, original + 1, SHARD_MARK_KEYWORD);
    return original;
}

/* FILTER (WHERE …) behind a call. */
static guint
handle_filter(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "(") ||
        !shard_foreign_is(self, (gint64) original + 2, "WHERE"))
        return original;
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

/* Sorted by word.  What isn't here is a name. */
static const ShardForeignWord words[] = {
    {"ALL", K, NULL},
    {"AND", K, NULL},
    {"AS", K, shard_foreign_as},
    {"ASC", K, NULL},
    {"BETWEEN", K, NULL},
    {"BY", K, NULL},
    {"CASE", K, shard_foreign_case},
    {"CAST", X, shard_foreign_cast},
    {"COALESCE", X, NULL},
    {"COLLATE", K, shard_foreign_collate},
    {"CROSS", K, shard_foreign_join},
    {"CURRENT_DATE", B, NULL},
    {"CURRENT_TIME", B, NULL},
    {"CURRENT_TIMESTAMP", B, NULL},
    {"DEFAULT", K, NULL},
    {"DELETE", K, shard_foreign_delete},
    {"DESC", K, NULL},
    {"DISTINCT", K, NULL},
    {"ELSE", K, NULL},
    {"END", O, shard_foreign_end},
    {"ESCAPE", K, NULL},
    {"EXCEPT", K, shard_foreign_clause},
    {"EXISTS", K, NULL},
    {"FALSE", O, NULL},
    {"FILTER", 0, handle_filter},
    {"FROM", K, shard_foreign_from},
    {"FULL", K, shard_foreign_join},
    {"GLOB", K, shard_foreign_like_word},
    {"GROUP", K, shard_foreign_clause},
    {"HAVING", K, shard_foreign_clause},
    {"IN", K, handle_in},
    {"INDEXED", 0, handle_indexed},
    {"INNER", K, shard_foreign_join},
    {"INSERT", K, shard_foreign_insert},
    {"INTERSECT", K, shard_foreign_clause},
    {"INTO", K, NULL},
    {"IS", K, handle_is},
    {"ISNULL", K, NULL},
    {"JOIN", K, shard_foreign_join},
    {"LEFT", K, shard_foreign_join},
    {"LIKE", K | C, NULL},
    {"LIMIT", K, shard_foreign_limit},
    {"MATCH", K, shard_foreign_like_word},
    {"NATURAL", K, shard_foreign_join},
    {"NOT", K, handle_not},
    {"NOTNULL", K, NULL},
    {"NULL", O, NULL},
    {"NULLIF", X, NULL},
    {"NULLS", 0, shard_foreign_nulls},
    {"OFFSET", 0, shard_foreign_offset},
    {"ON", K, handle_on},
    {"OR", K, NULL},
    {"ORDER", K, shard_foreign_clause},
    {"OVER", 0, shard_foreign_over},
    {"REGEXP", K, shard_foreign_like_word},
    {"REPLACE", K | C, shard_foreign_insert},
    {"RETURNING", K, shard_foreign_clause},
    {"RIGHT", K, shard_foreign_join},
    {"SELECT", K, shard_foreign_select},
    {"SET", K, shard_foreign_clause},
    {"THEN", K, NULL},
    {"TRUE", O, NULL},
    {"UNION", K, shard_foreign_clause},
    {"UPDATE", K, shard_foreign_update},
    {"USING", K, NULL},
    {"VALUES", K, NULL},
    {"WHEN", K, NULL},
    {"WHERE", K, shard_foreign_where},
    {"WINDOW", 0, shard_foreign_window},
    {"WITH", K, handle_with},
};

void
shard_view_make_sqlite(ShardView *self)
{
    ShardForeign foreign = {.view = self,
                            .words = words,
                            .n_words = G_N_ELEMENTS(words),
                            .push_operator = push_operator};

    shard_foreign_run(&foreign);
}
