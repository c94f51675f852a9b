/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * INSERT, UPDATE and DELETE of MySQL and SQLite, put together in the order that PostgreSQL has:
 *
 *   INSERT t SET a = 1, b = 2        INSERT INTO t ( a , b ) VALUES ( 1 , 2 )
 *   UPDATE a JOIN b ON … SET a.x = 1 UPDATE "?" SET a.x = 1 FROM a JOIN b ON …
 *   DELETE a FROM a JOIN b ON …      DELETE FROM "?" USING a JOIN b ON …
 *   UPDATE … ORDER BY k LIMIT 3      UPDATE … RETURNING ( SELECT 1 ORDER BY k LIMIT 3 )
 */
#include "router/sql/view/foreign.h"

/* Is that word the statement's own verb, not REPLACE( or FOR UPDATE? */
static gboolean
is_verb(const ShardForeign *self, guint original)
{
    guint from = self->view->from;

    if (original == from)
        return TRUE;
    return shard_foreign_is(self, from, "WITH") && shard_foreign_depth(self, original) == 0 &&
           shard_foreign_is(self, (gint64) original - 1, ")");
}

static guint
skip_modifiers(ShardForeign *self, guint i)
{
    static const char *const words[] = {"LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", NULL};
    static const char *const resolutions[] = {"ROLLBACK", "ABORT",   "FAIL",
                                              "IGNORE",   "REPLACE", NULL};
    gboolean sqlite = self->view->mode->dialect == SHARD_DIALECT_SQLITE;

    for (;;) {
        if (sqlite && shard_foreign_is(self, i, "OR") &&
            shard_foreign_is_any(self, (gint64) i + 1, resolutions)) {
            self->view->ignore = shard_foreign_is(self, (gint64) i + 1, "IGNORE");
            self->view->replace = shard_foreign_is(self, (gint64) i + 1, "REPLACE");
            if (shard_foreign_is(self, (gint64) i + 1, "FAIL"))
                self->view->only_one_node = "OR FAIL";
            if (shard_foreign_is(self, (gint64) i + 1, "ROLLBACK"))
                self->view->only_one_node = "OR ROLLBACK";
            shard_foreign_drop(self, i, i + 2);
            i += 2;
        } else if (!sqlite && (shard_foreign_is_any(self, i, words))) {
            shard_view_drop(self->view, i++);
        } else if (!sqlite && shard_foreign_is(self, i, "IGNORE")) {
            self->view->ignore = TRUE;
            shard_view_drop(self->view, i++);
        } else {
            return i;
        }
    }
}

/* name [. name] [PARTITION (…)]; the token behind. */
static guint
push_table(ShardForeign *self, guint i)
{
    if (!shard_foreign_is_name(self, i)) {
        shard_view_fail(self->view, "a table's name", i);
        return i + 1;
    }
    shard_view_push_name(self->view, i++);
    while (shard_foreign_is(self, i, ".") && shard_foreign_is_name(self, (gint64) i + 1)) {
        shard_view_push_same(self->view, i);
        shard_view_push_name(self->view, i + 1);
        i += 2;
    }
    if (shard_foreign_is(self, i, "PARTITION") && shard_foreign_is(self, (gint64) i + 1, "(")) {
        gint close = shard_view_close(self->view, i + 1);
        if (close < 0)
            return i;
        shard_foreign_drop(self, i, (guint) close + 1);
        shard_view_token(self->view, self->view->view->len - 1)->alias_point = close;
        i = (guint) close + 1;
    }
    return i;
}

/* The first of words from from on at depth, or the end of the view. */
static guint
find_any(const ShardForeign *self, guint from, guint depth, const char *const *words)
{
    for (guint i = from; i < self->view->to; i++) {
        guint here = shard_foreign_depth(self, i);
        if (here < depth ||
            (here == depth && shard_foreign_kind(self, i) == SHARD_TOKEN_NAME &&
             !shard_foreign_is(self, (gint64) i - 1, ".") && shard_foreign_is_any(self, i, words)))
            return i;
    }
    return self->view->to;
}

/* ---- INSERT ---- */

static gboolean
is_on_clause(const ShardForeign *self, guint i)
{
    return shard_foreign_is(self, i, "RETURNING") ||
           (shard_foreign_is(self, i, "ON") &&
            (shard_foreign_is(self, (gint64) i + 1, "DUPLICATE") ||
             shard_foreign_is(self, (gint64) i + 1, "CONFLICT")));
}

static guint
assignments_end(const ShardForeign *self, guint from, guint depth)
{
    for (guint i = from; i < self->view->to; i++)
        if (shard_foreign_depth(self, i) < depth ||
            (shard_foreign_depth(self, i) == depth && is_on_clause(self, i)))
            return i;
    return self->view->to;
}

static guint
assignment_end(const ShardForeign *self, guint from, guint end, guint depth)
{
    gint comma = shard_foreign_find(self, from, end, depth, ",");

    return comma < 0 ? end : (guint) comma;
}

/* SET a = 1, b = 2 → ( a , b ) VALUES ( 1 , 2 ) */
static guint
push_set_form(ShardForeign *self, guint set)
{
    guint depth = shard_foreign_depth(self, set);
    guint end = assignments_end(self, set + 1, depth);

    self->view->set_form = TRUE;
    shard_view_push_symbol(self->view, "(", -1);
    for (guint i = set + 1; i < end; i = assignment_end(self, i, end, depth) + 1) {
        guint equals = i;
        while (equals < end && !shard_foreign_is(self, equals, "=") &&
               !shard_foreign_is(self, equals, ":="))
            equals++;
        if (equals == i || equals >= end || !shard_foreign_is_name(self, (gint64) equals - 1)) {
            shard_view_fail(self->view, "an assignment", i);
            return end;
        }
        if (i > set + 1)
            shard_view_push_symbol(self->view, ",", -1);
        shard_view_push_name(self->view, equals - 1);
    }
    shard_view_push_symbol(self->view, ")", -1);
    shard_view_push_word(self->view, "VALUES", (gint) set);
    shard_view_push_symbol(self->view, "(", -1);
    for (guint i = set + 1; i < end; i = assignment_end(self, i, end, depth) + 1) {
        guint equals = i;
        while (!shard_foreign_is(self, equals, "=") && !shard_foreign_is(self, equals, ":="))
            equals++;
        if (i > set + 1)
            shard_view_push_symbol(self->view, ",", -1);
        shard_foreign_translate(self, equals + 1, assignment_end(self, i, end, depth));
    }
    shard_view_push_symbol(self->view, ")", -1);
    return end;
}

/* VALUES () → DEFAULT VALUES */
static guint
push_empty_values(ShardForeign *self, guint values)
{
    if (shard_foreign_is(self, (gint64) values + 3, ",")) {
        shard_view_fail(self->view, "several rows without values", values);
        return values + 3;
    }
    shard_view_push_word(self->view, "DEFAULT", (gint) values);
    shard_view_push_word(self->view, "VALUES", (gint) values + 2);
    return values + 3;
}

guint
shard_foreign_insert(ShardForeign *self, guint original)
{
    if (!is_verb(self, original))
        return original;
    gboolean replace = shard_foreign_is(self, original, "REPLACE");
    shard_view_push_word(self->view, "INSERT", (gint) original);
    guint i = skip_modifiers(self, original + 1);
    self->view->replace = self->view->replace || replace;
    shard_view_push_word(self->view, "INTO", shard_foreign_is(self, i, "INTO") ? (gint) i : -1);
    if (shard_foreign_is(self, i, "INTO"))
        i++;
    i = push_table(self, i);
    if (self->view->mode->dialect != SHARD_DIALECT_MYSQL)
        return i;
    if (shard_foreign_is(self, i, "(") && shard_foreign_is(self, (gint64) i + 1, ")")) {
        shard_foreign_drop(self, i, i + 2);
        i += 2;
    }
    if (shard_foreign_is(self, i, "SET"))
        return push_set_form(self, i);
    gint values =
        shard_foreign_find(self, i, self->view->to, shard_foreign_depth(self, original), "VALUES");
    gint value =
        shard_foreign_find(self, i, self->view->to, shard_foreign_depth(self, original), "VALUE");
    if (value >= 0 && values < 0 && shard_foreign_is(self, value + 1, "(")) {
        shard_foreign_translate(self, i, (guint) value);
        shard_view_push_word(self->view, "VALUES", value);
        return (guint) value + 1;
    }
    if (values == (gint) i && shard_foreign_is(self, values + 1, "(") &&
        shard_foreign_is(self, values + 2, ")"))
        return push_empty_values(self, i);
    return i;
}

/* ---- ORDER BY and LIMIT of UPDATE and DELETE ---- */

/* Pushes what stands behind the WHERE's start: WHERE …, RETURNING …, and the hidden tail. */
static guint
push_tail(ShardForeign *self, guint from, guint depth)
{
    static const char *const returning_words[] = {"RETURNING", NULL};
    static const char *const tail_words[] = {"ORDER", "LIMIT", "RETURNING", NULL};
    guint tail = find_any(self, from, depth, tail_words);
    guint returning = find_any(self, tail, depth, returning_words);
    guint end = self->view->to;

    shard_foreign_translate(self, from, tail);
    if (tail == returning) {
        shard_foreign_translate(self, returning, end);
        return end;
    }
    self->view->modify_tail = TRUE;
    if (returning < end) {
        shard_foreign_translate(self, returning, end);
        shard_view_push_symbol(self->view, ",", -1);
    } else {
        shard_view_push_word(self->view, "RETURNING", -1);
    }
    shard_view_push_symbol(self->view, "(", -1);
    shard_view_push_word(self->view, "SELECT", -1);
    shard_view_push(self->view, "1", -1, SHARD_TOKEN_INTEGER, SHARD_WORD_NONE);
    shard_foreign_translate(self, tail, returning);
    shard_view_push_symbol(self->view, ")", -1);
    return end;
}

/* The target that stands for none: which tables are written is known otherwise. */
static void
push_no_target(ShardForeign *self)
{
    self->view->multi_table = TRUE;
    shard_view_push(self->view, "\"?\"", -1, SHARD_TOKEN_QUOTED_NAME, SHARD_WORD_IDENTIFIER);
}

/* Table references between from and to, translated as those of a FROM. */
static void
push_references(ShardForeign *self, guint from, guint to, guint depth)
{
    self->in_from[depth] = TRUE;
    shard_foreign_translate(self, from, to);
    self->in_from[depth] = FALSE;
}

static gboolean
has_several_tables(const ShardForeign *self, guint from, guint to, guint depth)
{
    static const char *const words[] = {"JOIN", "STRAIGHT_JOIN", ",", NULL};

    if (shard_foreign_is(self, from, "("))
        return TRUE;
    for (guint i = from; i < to; i++)
        if (shard_foreign_depth(self, i) == depth && shard_foreign_is_any(self, i, words))
            return TRUE;
    return FALSE;
}

/* ---- UPDATE ---- */

guint
shard_foreign_update(ShardForeign *self, guint original)
{
    static const char *const set_words[] = {"SET", NULL};
    static const char *const behind_set[] = {"WHERE", "ORDER", "LIMIT", "RETURNING", "FROM", NULL};
    guint depth = shard_foreign_depth(self, original);

    if (!is_verb(self, original))
        return original;
    shard_view_push_keyword(self->view, original);
    guint i = skip_modifiers(self, original + 1);
    guint set = find_any(self, i, depth, set_words);
    if (set >= self->view->to) {
        shard_view_fail(self->view, "UPDATE without SET", original);
        return set;
    }
    guint rest = find_any(self, set + 1, depth, behind_set);
    if (!has_several_tables(self, i, set, depth)) {
        i = push_table(self, i);
        push_references(self, i, set, depth);
        shard_foreign_translate(self, set, rest);
        return push_tail(self, rest, depth);
    }
    push_no_target(self);
    shard_foreign_translate(self, set, rest);
    shard_view_push_word(self->view, "FROM", -1);
    push_references(self, i, set, depth);
    return push_tail(self, rest, depth);
}

/* ---- DELETE ---- */

/* a, b.*, c: the tables that lose rows. */
static void
note_targets(ShardForeign *self, guint from, guint to)
{
    for (guint i = from; i < to; i++) {
        gint token = (gint) i;
        if (shard_foreign_is_name(self, i) && !(shard_foreign_is(self, (gint64) i + 1, ".") &&
                                                shard_foreign_is_name(self, (gint64) i + 2)))
            g_array_append_val(self->view->targets, token);
    }
}

static guint
push_multi_delete(ShardForeign *self, guint targets, guint targets_end, guint depth)
{
    static const char *const behind[] = {"WHERE", "ORDER", "LIMIT", "RETURNING", NULL};
    guint references = targets_end + 1;
    guint rest = find_any(self, references, depth, behind);

    note_targets(self, targets, targets_end);
    shard_view_push_word(self->view, "FROM", -1);
    push_no_target(self);
    shard_view_push_word(self->view, "USING", (gint) targets_end);
    push_references(self, references, rest, depth);
    return push_tail(self, rest, depth);
}

guint
shard_foreign_delete(ShardForeign *self, guint original)
{
    static const char *const from_words[] = {"FROM", NULL};
    static const char *const using_words[] = {"USING", "WHERE",     "ORDER",
                                              "LIMIT", "RETURNING", NULL};
    guint depth = shard_foreign_depth(self, original);

    if (!is_verb(self, original))
        return original;
    shard_view_push_keyword(self->view, original);
    guint i = skip_modifiers(self, original + 1);
    if (!shard_foreign_is(self, i, "FROM")) {
        guint from = find_any(self, i, depth, from_words);
        if (from >= self->view->to) {
            shard_view_fail(self->view, "DELETE without FROM", original);
            return from;
        }
        return push_multi_delete(self, i, from, depth);
    }
    guint using = find_any(self, i, depth, using_words);
    if (self->view->mode->dialect == SHARD_DIALECT_MYSQL && shard_foreign_is(self, using, "USING"))
        return push_multi_delete(self, i + 1, using, depth);
    shard_view_push_keyword(self->view, i);
    i = push_table(self, i + 1);
    return push_tail(self, i, depth);
}
