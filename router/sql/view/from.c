/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/foreign.h"

static const char *const join_starts[] = {"JOIN", "STRAIGHT_JOIN", NULL};
static const char *const join_words[] = {"JOIN", "INNER", "CROSS",   "LEFT",          "RIGHT",
                                         "FULL", "OUTER", "NATURAL", "STRAIGHT_JOIN", NULL};
static const char *const ends_of_from[] = {
    "WHERE", "GROUP", "HAVING",    "ORDER",  "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW",
    "LOCK",  "SET",   "RETURNING", "OFFSET", "FETCH", ",",     ";",      NULL};

/* Has the JOIN at join an ON or USING of its own?  Each join further right takes one first:
 * a JOIN b JOIN c ON x leaves none for the first. */
static gboolean
has_condition(const ShardForeign *self, guint join)
{
    guint depth = shard_foreign_depth(self, join);
    guint pending = 1;

    for (guint i = join + 1; i < self->view->to; i++) {
        guint here = shard_foreign_depth(self, i);
        if (here < depth)
            return FALSE;
        if (here > depth || shard_foreign_is(self, (gint64) i - 1, "."))
            continue;
        if (shard_foreign_is_any(self, i, ends_of_from))
            return FALSE;
        gboolean natural = shard_foreign_is(self, (gint64) i - 1, "NATURAL") ||
                           shard_foreign_is(self, (gint64) i - 2, "NATURAL");
        if (shard_foreign_is_any(self, i, join_starts) && !natural)
            pending++;
        else if (shard_foreign_is(self, i, "ON") || shard_foreign_is(self, i, "USING"))
            pending--;
        if (pending == 0)
            return TRUE;
    }
    return FALSE;
}

/* The whole of [INNER | CROSS | LEFT …] JOIN, from its first word on. */
guint
shard_foreign_join(ShardForeign *self, guint original)
{
    guint join = original;

    while (shard_foreign_is_any(self, join, join_words) &&
           !shard_foreign_is_any(self, join, join_starts))
        join++;
    if (!shard_foreign_is_any(self, join, join_starts)) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    gboolean plain =
        join == original || (join == original + 1 && (shard_foreign_is(self, original, "INNER") ||
                                                      shard_foreign_is(self, original, "CROSS")));
    if (plain) {
        /* Inner joins do without ON, and CROSS JOIN may have one. */
        if (join > original)
            shard_view_push_word(self->view, has_condition(self, join) ? "INNER" : "CROSS",
                                 (gint) original);
        else if (!has_condition(self, join))
            shard_view_push_word(self->view, "CROSS", -1);
    } else {
        for (guint i = original; i < join; i++)
            shard_view_push_keyword(self->view, i);
    }
    shard_view_push_word(self->view, "JOIN", (gint) join);
    return join + 1;
}

/* ---- brackets ---- */

gboolean
shard_foreign_at_table(const ShardForeign *self)
{
    gint last = (gint) self->view->view->len - 1;

    return shard_view_is(self->view, last, "FROM") || shard_view_is(self->view, last, "JOIN") ||
           shard_view_is(self->view, last, "LATERAL") ||
           shard_view_is_symbol(self->view, last, ",") ||
           shard_view_is_symbol(self->view, last, "(");
}

static gboolean
starts_query(const ShardForeign *self, guint original)
{
    static const char *const words[] = {"SELECT", "WITH", "VALUES", NULL};

    while (shard_foreign_is(self, original, "("))
        original++;
    return shard_foreign_is_any(self, original, words);
}

/* (SELECT …) without a name behind it gets one. */
static void
mark_nameless(ShardForeign *self, guint close)
{
    if (shard_foreign_is(self, (gint64) close + 1, "AS") ||
        (shard_foreign_is_name(self, (gint64) close + 1) &&
         !shard_foreign_is_any(self, (gint64) close + 1, ends_of_from) &&
         !shard_foreign_is_any(self, (gint64) close + 1, join_words) &&
         !shard_foreign_is(self, (gint64) close + 1, "ON") &&
         !shard_foreign_is(self, (gint64) close + 1, "USING")))
        return;
    shard_foreign_mark(self, close, SHARD_MARK_CLOSE_NAMED);
}

guint
shard_foreign_table_bracket(ShardForeign *self, guint original)
{
    guint depth = shard_foreign_depth(self, original);

    if (!self->in_from[depth] || !shard_foreign_at_table(self))
        return original;
    gint close = shard_view_close(self->view, original);
    if (close < 0)
        return original;
    if (starts_query(self, original + 1)) {
        mark_nameless(self, (guint) close);
        return original;
    }
    gboolean join = FALSE;
    gboolean comma = FALSE;
    for (gint i = (gint) original + 1; i < close; i++) {
        if (shard_foreign_depth(self, (guint) i) != depth + 1)
            continue;
        join = join || shard_foreign_is_any(self, i, join_starts);
        if (shard_foreign_is(self, i, ",")) {
            shard_foreign_mark(self, (guint) i, SHARD_MARK_CROSS_JOIN);
            comma = TRUE;
        }
    }
    self->in_from[depth + 1] = TRUE;
    if (!join && !comma) { /* (t): the grammar has no brackets around one table */
        shard_foreign_mark(self, (guint) close, SHARD_MARK_DROP);
        return original + 1;
    }
    shard_view_push_same(self->view, original);
    return original + 1;
}
