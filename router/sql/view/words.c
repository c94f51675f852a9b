/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/foreign.h"

#include <string.h>

static const char *const ends_of_limit[] = {"FOR",    "LOCK",      "INTO",      "UNION",
                                            "EXCEPT", "INTERSECT", "RETURNING", "PROCEDURE",
                                            "LIMIT",  ";",         NULL};

static void
set_in_from(ShardForeign *self, guint original, gboolean in_from)
{
    self->in_from[shard_foreign_depth(self, original)] = (guint8) in_from;
    self->in_group[shard_foreign_depth(self, original)] =
        (guint8) shard_foreign_is(self, original, "GROUP");
}

/* ---- clauses ---- */

/* SELECT and the words that may stand between it and the list. */
guint
shard_foreign_select(ShardForeign *self, guint original)
{
    static const char *const modifiers[] = {
        "SQL_NO_CACHE",      "SQL_CACHE",           "HIGH_PRIORITY",
        "STRAIGHT_JOIN",     "SQL_SMALL_RESULT",    "SQL_BIG_RESULT",
        "SQL_BUFFER_RESULT", "SQL_CALC_FOUND_ROWS", NULL};
    guint i = original + 1;

    set_in_from(self, original, FALSE);
    shard_view_push_keyword(self->view, original);
    if (self->view->mode->dialect != SHARD_DIALECT_MYSQL)
        return i;
    for (;;) {
        if (shard_foreign_is_any(self, i, modifiers)) {
            if (shard_foreign_is(self, i, "SQL_CALC_FOUND_ROWS")) {
                self->view->calc_found_rows = TRUE;
                self->view->only_one_node = "SQL_CALC_FOUND_ROWS";
            }
            shard_view_drop(self->view, i++);
        } else if (shard_foreign_is(self, i, "DISTINCT") ||
                   shard_foreign_is(self, i, "DISTINCTROW")) {
            shard_view_push_word(self->view, "DISTINCT", (gint) i++);
        } else if (shard_foreign_is(self, i, "ALL")) {
            shard_view_push_keyword(self->view, i++);
        } else {
            return i;
        }
    }
}

/* Is that FROM the one of a query, and not of EXTRACT(… FROM …) or IS DISTINCT FROM? */
static gboolean
is_query_from(const ShardForeign *self, guint original)
{
    guint depth = shard_foreign_depth(self, original);

    if (shard_foreign_is(self, (gint64) original - 1, "DISTINCT") &&
        !shard_foreign_is(self, (gint64) original - 2, "SELECT"))
        return FALSE;
    if (depth == 0)
        return TRUE;
    for (gint64 i = (gint64) original - 1; i >= self->view->from; i--) {
        guint here = shard_foreign_depth(self, (guint) i);
        if (here == depth && shard_foreign_is(self, i, "SELECT"))
            return TRUE;
        if (here < depth)
            return shard_foreign_is(self, i, "{");
    }
    return TRUE;
}

guint
shard_foreign_from(ShardForeign *self, guint original)
{
    if (!is_query_from(self, original))
        return original;
    set_in_from(self, original, TRUE);
    if (self->view->mode->dialect == SHARD_DIALECT_MYSQL &&
        shard_foreign_is(self, (gint64) original + 1, "DUAL") &&
        shard_foreign_kind(self, (gint64) original + 1) == SHARD_TOKEN_NAME) {
        /* Not as a drop: the select list ends before it. */
        set_in_from(self, original, FALSE);
        return original + 2;
    }
    return original;
}

/* A keyword that ends the list of tables. */
guint
shard_foreign_clause(ShardForeign *self, guint original)
{
    set_in_from(self, original, FALSE);
    return original;
}

/* WHERE CURRENT OF cursor: ODBC's own, also where the brand's grammar has no such words. */
guint
shard_foreign_where(ShardForeign *self, guint original)
{
    set_in_from(self, original, FALSE);
    if (shard_foreign_is(self, (gint64) original + 1, "CURRENT") &&
        shard_foreign_is(self, (gint64) original + 2, "OF")) {
        self->view->marks[original + 1] = SHARD_MARK_KEYWORD;
        self->view->marks[original + 2] = SHARD_MARK_KEYWORD;
    }
    return original;
}

/* ---- CASE, CAST, COLLATE, AS ---- */

guint
shard_foreign_case(ShardForeign *self, guint original)
{
    self->open_cases++;
    return original;
}

guint
shard_foreign_end(ShardForeign *self, guint original)
{
    if (self->open_cases == 0) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    self->open_cases--;
    return original;
}

void
shard_foreign_mark_type(ShardForeign *self, guint original, guint end)
{
    guint depth = original < self->view->to ? shard_foreign_depth(self, original) : 0;

    for (guint i = original; i < end; i++) {
        if (shard_foreign_depth(self, i) != depth || !shard_foreign_is_name(self, i))
            continue;
        shard_foreign_mark(self, i, i == original ? SHARD_MARK_IDENTIFIER : SHARD_MARK_DROP);
    }
}

guint
shard_foreign_cast(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);
    gint as = -1;

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    for (gint at = (gint) original + 2; at < close; at++)
        if (shard_foreign_depth(self, (guint) at) == depth && shard_foreign_is(self, at, "AS"))
            as = at;
    if (as < 0) {
        shard_view_fail(self->view, "CAST without a type", original);
        return original + 1;
    }
    shard_foreign_mark(self, (guint) as, SHARD_MARK_KEYWORD);
    shard_foreign_mark_type(self, (guint) as + 1, (guint) close);
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

guint
shard_foreign_collate(ShardForeign *self, guint original)
{
    if (original + 1 < self->view->to && !shard_foreign_is(self, (gint64) original + 1, "="))
        shard_foreign_mark(self, original + 1, SHARD_MARK_IDENTIFIER);
    return original;
}

/* What stands behind AS is a name, but a bracket or the query of a CTE. */
guint
shard_foreign_as(ShardForeign *self, guint original)
{
    guint next = original + 1;

    if (shard_foreign_is(self, next, "MATERIALIZED") && shard_foreign_is(self, next + 1, "(")) {
        shard_foreign_mark(self, next, SHARD_MARK_KEYWORD);
    } else if (shard_foreign_is(self, next, "NOT") &&
               shard_foreign_is(self, next + 1, "MATERIALIZED")) {
        shard_foreign_mark(self, next, SHARD_MARK_KEYWORD);
        shard_foreign_mark(self, next + 1, SHARD_MARK_KEYWORD);
    } else if (shard_foreign_is_name(self, next)) {
        shard_foreign_mark(self, next, SHARD_MARK_IDENTIFIER);
    }
    return original;
}

/* ---- windows ---- */

static const char *const window_words[] = {
    "PARTITION", "BY",        "ORDER",   "ROWS", "RANGE",   "GROUPS", "UNBOUNDED",
    "PRECEDING", "FOLLOWING", "CURRENT", "ROW",  "BETWEEN", "AND",    "EXCLUDE",
    "TIES",      "OTHERS",    "NO",      "ASC",  "DESC",    NULL};

guint
shard_foreign_over(ShardForeign *self, guint original)
{
    if (shard_foreign_is(self, (gint64) original + 1, "(")) {
        shard_foreign_mark_words(self, original + 1, window_words);
        shard_view_push_keyword(self->view, original);
        return original + 1;
    }
    gint last = (gint) self->view->view->len - 1;
    if (!shard_foreign_is_name(self, (gint64) original + 1) ||
        !shard_view_is_symbol(self->view, last, ")")) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    shard_foreign_mark(self, original + 1, SHARD_MARK_IDENTIFIER);
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

/* WINDOW w AS (…), v AS (…) */
guint
shard_foreign_window(ShardForeign *self, guint original)
{
    guint i = original + 1;

    if (!shard_foreign_is_name(self, i) || !shard_foreign_is(self, (gint64) i + 1, "AS")) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    while (shard_foreign_is_name(self, i) && shard_foreign_is(self, (gint64) i + 1, "AS") &&
           shard_foreign_is(self, (gint64) i + 2, "(")) {
        shard_foreign_mark(self, i, SHARD_MARK_IDENTIFIER);
        shard_foreign_mark_words(self, i + 2, window_words);
        gint close = shard_view_close(self->view, i + 2);
        if (close < 0 || !shard_foreign_is(self, close + 1, ","))
            break;
        i = (guint) close + 2;
    }
    set_in_from(self, original, FALSE);
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

guint
shard_foreign_nulls(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "FIRST") &&
        !shard_foreign_is(self, (gint64) original + 1, "LAST"))
        return original;
    shard_view_push_keyword(self->view, original);
    shard_view_push_keyword(self->view, original + 1);
    return original + 2;
}

/* ---- LIMIT ---- */

static guint
limit_end(const ShardForeign *self, guint from)
{
    guint depth = shard_foreign_depth(self, from - 1);

    for (guint i = from; i < self->view->to; i++)
        if (shard_foreign_depth(self, i) < depth ||
            (shard_foreign_depth(self, i) == depth && shard_foreign_is_any(self, i, ends_of_limit)))
            return i;
    return self->view->to;
}

/* LIMIT a, b → LIMIT b OFFSET a. */
static void
push_comma_limit(ShardForeign *self, guint original, guint comma, guint end)
{
    gint token = (gint) comma;

    shard_view_push_keyword(self->view, original);
    shard_foreign_translate(self, comma + 1, end);
    shard_view_push_word(self->view, "OFFSET", (gint) comma);
    shard_foreign_translate(self, original + 1, comma);
    /* The clause ends where b ends, though a stands last here. */
    shard_view_token(self->view, self->view->view->len - 1)->last = (gint) end - 1;
    g_array_append_val(self->view->commas, token);
}

guint
shard_foreign_limit(ShardForeign *self, guint original)
{
    guint end = limit_end(self, original + 1);
    guint depth = shard_foreign_depth(self, original);
    gint comma = shard_foreign_find(self, original + 1, end, depth, ",");
    gint offset = shard_foreign_find(self, original + 1, end, depth, "OFFSET");

    set_in_from(self, original, FALSE);
    if (shard_foreign_is(self, (gint64) original + 1, "ROWS")) {
        shard_view_fail(self->view, "LIMIT ROWS EXAMINED", original);
        return end;
    }
    if (comma >= 0) {
        push_comma_limit(self, original, (guint) comma, end);
        return end;
    }
    if (offset >= 0)
        shard_foreign_mark(self, (guint) offset, SHARD_MARK_KEYWORD);
    return original;
}

static void
mark_rows(ShardForeign *self, guint from)
{
    static const char *const words[] = {"ROW",  "ROWS",  "ONLY", "WITH",
                                        "TIES", "FIRST", "NEXT", NULL};
    guint end = limit_end(self, from);

    for (guint i = from; i < end && !shard_foreign_is(self, i, "FETCH"); i++)
        if (shard_foreign_is_any(self, i, words))
            shard_foreign_mark(self, i, SHARD_MARK_KEYWORD);
}

/* OFFSET n ROWS: a name can't stand before a number. */
guint
shard_foreign_offset(ShardForeign *self, guint original)
{
    ShardTokenKind next = shard_foreign_kind(self, (gint64) original + 1);

    if (next != SHARD_TOKEN_INTEGER && next != SHARD_TOKEN_MARKER)
        return original;
    mark_rows(self, original + 1);
    shard_view_push_keyword(self->view, original);
    set_in_from(self, original, FALSE);
    return original + 1;
}

guint
shard_foreign_fetch(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "FIRST") &&
        !shard_foreign_is(self, (gint64) original + 1, "NEXT"))
        return original;
    mark_rows(self, original + 1);
    shard_view_push_keyword(self->view, original);
    set_in_from(self, original, FALSE);
    return original + 1;
}

/* ---- calls ---- */

/* GROUP_CONCAT(… SEPARATOR ','): the separator is noted and left out. */
guint
shard_foreign_group_concat(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    gint separator = shard_foreign_find(self, original + 2, (guint) close, depth, "SEPARATOR");
    if (shard_foreign_find(self, original + 2, (guint) close, depth, "LIMIT") >= 0) {
        shard_view_fail(self->view, "GROUP_CONCAT … LIMIT", original);
        return original + 1;
    }
    if (separator >= 0 && separator + 2 == close) {
        ShardViewSeparator noted = {.call = (gint) original, .token = separator + 1};
        g_array_append_val(self->view->separators, noted);
        shard_foreign_mark_range(self, (guint) separator, (guint) close, SHARD_MARK_DROP);
    }
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* RLIKE, REGEXP, GLOB, MATCH: operators like LIKE; before a bracket at an operand's place, names.
 */
guint
shard_foreign_like_word(ShardForeign *self, guint original)
{
    ShardView *view = self->view;
    gint last = (gint) view->view->len - 1;
    gboolean behind_not = shard_view_is(view, last, "NOT");
    gboolean operand =
        last >= 0 && (shard_view_token(view, (guint) last)->word == SHARD_WORD_IDENTIFIER ||
                      shard_view_is_symbol(view, last, ")") ||
                      (shard_view_token(view, (guint) last)->kind != SHARD_TOKEN_NAME &&
                       shard_view_token(view, (guint) last)->kind != SHARD_TOKEN_OPERATOR &&
                       shard_view_token(view, (guint) last)->kind != SHARD_TOKEN_PUNCTUATION));

    if (!behind_not && !operand)
        shard_view_push_name(view, original);
    else
        shard_view_push_word(view, "LIKE", (gint) original);
    return original + 1;
}
