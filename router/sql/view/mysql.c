/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/view/foreign.h"

#define K SHARD_VIEW_KEYWORD
#define C SHARD_VIEW_CALLABLE
#define O SHARD_VIEW_OPERAND
#define B SHARD_VIEW_BARE_CALL
#define X SHARD_VIEW_SPECIAL_CALL
#define T SHARD_VIEW_TYPED

/* ---- operators written as words ---- */

static gboolean
behind_operand(const ShardForeign *self)
{
    gint last = (gint) self->view->view->len - 1;
    if (last < 0)
        return FALSE;
    const ShardViewToken *token = shard_view_token(self->view, (guint) last);

    if (token->kind == SHARD_TOKEN_OPERATOR)
        return FALSE;
    if (token->kind == SHARD_TOKEN_PUNCTUATION)
        return token->text[0] == ')';
    return token->word != SHARD_WORD_KEYWORD || shard_view_is(self->view, last, "NULL") ||
           shard_view_is(self->view, last, "END") || shard_view_is(self->view, last, "TRUE") ||
           shard_view_is(self->view, last, "FALSE");
}

static guint
handle_div(ShardForeign *self, guint original)
{
    if (!behind_operand(self))
        return original;
    shard_view_push_symbol(self->view, shard_foreign_is(self, original, "DIV") ? "/" : "%",
                           (gint) original);
    return original + 1;
}

static guint
handle_xor(ShardForeign *self, guint original)
{
    self->view->exclusive_or = TRUE;
    shard_view_push_word(self->view, "OR", (gint) original);
    return original + 1;
}

/* BINARY x binds as tightly as any operator before its operand. */
static guint
handle_binary(ShardForeign *self, guint original)
{
    if (behind_operand(self)) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    shard_view_push_symbol(self->view, "@", (gint) original);
    return original + 1;
}

static guint
handle_not(ShardForeign *self, guint original)
{
    static const char *const predicates[] = {"IN",     "LIKE",    "BETWEEN", "RLIKE",
                                             "REGEXP", "NULL",    "EXISTS",  "TRUE",
                                             "FALSE",  "UNKNOWN", NULL};

    if (!self->view->mode->high_not_precedence ||
        shard_foreign_is_any(self, (gint64) original + 1, predicates))
        return original;
    shard_view_push_symbol(self->view, "!", (gint) original);
    return original + 1;
}

static guint
handle_sounds(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "LIKE"))
        return original;
    shard_view_drop(self->view, original);
    shard_view_push_word(self->view, "LIKE", (gint) original);
    return original + 2;
}

static gboolean
push_operator(ShardForeign *self, guint original)
{
    ShardView *view = self->view;
    gint token = (gint) original;

    if (shard_foreign_is(self, original, "<=>")) {
        shard_view_push_word(view, "IS", token);
        shard_view_push_word(view, "NOT", -1);
        shard_view_push_word(view, "DISTINCT", -1);
        shard_view_push_word(view, "FROM", -1);
        return TRUE;
    }
    if (shard_foreign_is(self, original, "&&")) {
        shard_view_push_word(view, "AND", token);
        return TRUE;
    }
    if (shard_foreign_is(self, original, "||") && !view->mode->pipes_as_concat) {
        shard_view_push_word(view, "OR", token);
        return TRUE;
    }
    if (shard_foreign_is(self, original, ":=")) {
        /* An assignment of UPDATE, or of a variable within an expression. */
        gboolean variable = shard_foreign_kind(self, (gint64) original - 1) == SHARD_TOKEN_VARIABLE;
        shard_view_push_symbol(view, variable ? "~" : "=", token);
        return TRUE;
    }
    return FALSE;
}

/* ---- clauses ---- */

/* ON DUPLICATE KEY UPDATE → ON CONFLICT DO UPDATE SET */
static guint
handle_on(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "DUPLICATE") ||
        !shard_foreign_is(self, (gint64) original + 2, "KEY") ||
        !shard_foreign_is(self, (gint64) original + 3, "UPDATE"))
        return original;
    self->on_duplicate = TRUE;
    self->in_from[shard_foreign_depth(self, original)] = FALSE;
    shard_view_push_word(self->view, "ON", (gint) original);
    shard_view_push_word(self->view, "CONFLICT", (gint) original + 1);
    shard_view_push_word(self->view, "DO", (gint) original + 2);
    shard_view_push_word(self->view, "UPDATE", (gint) original + 3);
    shard_view_push_word(self->view, "SET", -1);
    return original + 4;
}

/* VALUES(c) is a function behind ON DUPLICATE KEY UPDATE, and wherever no row list can stand. */
static guint
handle_values(ShardForeign *self, guint original)
{
    static const char *const before[] = {"SELECT", "DISTINCT", "WHERE", "AND", "OR",   "NOT",
                                         "WHEN",   "THEN",     "ELSE",  "BY",  "CASE", NULL};
    gint last = (gint) self->view->view->len - 1;
    gboolean function =
        self->on_duplicate || shard_view_is_symbol(self->view, last, ",") ||
        (last >= 0 && shard_view_token(self->view, (guint) last)->kind == SHARD_TOKEN_OPERATOR);

    for (guint i = 0; before[i] != NULL; i++)
        function = function || shard_view_is(self->view, last, before[i]);
    if (!function)
        return original;
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* LOCK IN SHARE MODE → FOR SHARE */
static guint
handle_lock(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "IN") ||
        !shard_foreign_is(self, (gint64) original + 2, "SHARE"))
        return original;
    self->in_from[shard_foreign_depth(self, original)] = FALSE;
    shard_view_push_word(self->view, "FOR", (gint) original);
    shard_view_push_word(self->view, "SHARE", (gint) original + 2);
    shard_view_drop(self->view, original + 3);
    return original + 4;
}

/* TIMESTAMP '2024-01-01', ?, NOW() - INTERVAL 1 DAY; what is behind it. */
static guint
time_end(const ShardForeign *self, guint i)
{
    static const char *const types[] = {"TIMESTAMP", "TRANSACTION", NULL};

    for (;;) {
        if (shard_foreign_is(self, i, "INTERVAL"))
            i += 2;
        else if (shard_foreign_is_any(self, i, types) && !shard_foreign_is(self, i + 1, "("))
            i++;
        i++;
        gint close = shard_foreign_is(self, i, "(") ? shard_view_close(self->view, i) : -1;
        if (close >= 0)
            i = (guint) close + 1;
        if (!shard_foreign_is(self, i, "-") && !shard_foreign_is(self, i, "+"))
            return i;
        i++;
    }
}

/* t FOR SYSTEM_TIME ALL, AS OF x, BETWEEN x AND y, FROM x TO y: AS can be written only behind it.
 */
static guint
handle_system_time(ShardForeign *self, guint original)
{
    static const char *const seconds[] = {"AND", "TO", NULL};
    guint end = original + 3; /* ALL, BETWEEN, FROM */

    if (shard_foreign_is(self, (gint64) original + 2, "AS"))
        end = time_end(self, original + 4);
    else if (!shard_foreign_is(self, (gint64) original + 2, "ALL"))
        end = time_end(self, end);
    if (shard_foreign_is_any(self, end, seconds))
        end = time_end(self, end + 1);
    if (end > self->view->to || self->view->view->len == 0) {
        shard_view_fail(self->view, "FOR SYSTEM_TIME", original);
        return original + 1;
    }
    self->view->only_one_node = "FOR SYSTEM_TIME";
    shard_foreign_drop(self, original, end);
    shard_view_token(self->view, self->view->view->len - 1)->alias_point = (gint) end - 1;
    return end;
}

/* FOR UPDATE [OF t] [NOWAIT | WAIT n | SKIP LOCKED] */
static guint
handle_for(ShardForeign *self, guint original)
{
    static const char *const strengths[] = {"UPDATE", "SHARE", NULL};

    if (shard_foreign_is(self, (gint64) original + 1, "SYSTEM_TIME"))
        return handle_system_time(self, original);
    if (!shard_foreign_is_any(self, (gint64) original + 1, strengths))
        return original;
    self->in_from[shard_foreign_depth(self, original)] = FALSE;
    shard_view_push_keyword(self->view, original);
    shard_view_push_keyword(self->view, original + 1);
    guint i = original + 2;
    if (shard_foreign_is(self, i, "WAIT")) {
        shard_foreign_drop(self, i, i + 2);
        return i + 2;
    }
    if (shard_foreign_is(self, i, "NOWAIT") || shard_foreign_is(self, i, "OF"))
        shard_foreign_mark(self, i, SHARD_MARK_KEYWORD);
    if (shard_foreign_is(self, i, "SKIP")) {
        shard_foreign_mark(self, i, SHARD_MARK_KEYWORD);
        shard_foreign_mark(self, i + 1, SHARD_MARK_KEYWORD);
    }
    return i;
}

/* GROUP BY a WITH ROLLUP: a grouping set of our own says so to the facts. */
static guint
handle_with(ShardForeign *self, guint original)
{
    if (shard_foreign_is(self, (gint64) original + 1, "RECURSIVE"))
        shard_foreign_mark(self, original + 1, SHARD_MARK_KEYWORD);
    if (!shard_foreign_is(self, (gint64) original + 1, "ROLLUP") ||
        !self->in_group[shard_foreign_depth(self, original)])
        return original;
    shard_foreign_drop(self, original, original + 2);
    shard_view_push_symbol(self->view, ",", -1);
    shard_view_push_word(self->view, "ROLLUP", -1);
    shard_view_push_symbol(self->view, "(", -1);
    shard_view_push(self->view, "1", -1, SHARD_TOKEN_INTEGER, SHARD_WORD_NONE);
    shard_view_push_symbol(self->view, ")", -1);
    /* What is pushed last has to know where the clause ends. */
    shard_view_token(self->view, self->view->view->len - 1)->last = (gint) original + 1;
    return original + 2;
}

/* SELECT … INTO OUTFILE 'x' …, INTO @a, @b */
static guint
handle_into(ShardForeign *self, guint original)
{
    static const char *const files[] = {"OUTFILE", "DUMPFILE", NULL};
    static const char *const ends[] = {"FROM", "WHERE", "FOR", "LOCK", "UNION", ";", NULL};
    guint depth = shard_foreign_depth(self, original);
    guint i = original + 1;

    if (!shard_foreign_is_any(self, i, files) &&
        shard_foreign_kind(self, i) != SHARD_TOKEN_VARIABLE)
        return original;
    self->view->into = TRUE;
    self->view->only_one_node = "SELECT … INTO";
    while (i < self->view->to && shard_foreign_depth(self, i) >= depth &&
           !shard_foreign_is_any(self, i, ends))
        i++;
    return i;
}

/* USE INDEX (i), IGNORE KEY FOR JOIN (i): hints behind a table. */
static guint
handle_index_hint(ShardForeign *self, guint original)
{
    if (!self->in_from[shard_foreign_depth(self, original)] ||
        (!shard_foreign_is(self, (gint64) original + 1, "INDEX") &&
         !shard_foreign_is(self, (gint64) original + 1, "KEY")))
        return original;
    guint open = original + 2;
    while (open < self->view->to && open < original + 6 && !shard_foreign_is(self, open, "("))
        open++;
    gint close = open < self->view->to ? shard_view_close(self->view, open) : -1;
    if (close < 0)
        return original;
    shard_foreign_drop(self, original, (guint) close + 1);
    return (guint) close + 1;
}

/* t PARTITION (p0): AS can be written only behind it. */
static guint
handle_partition(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);

    if (!self->in_from[shard_foreign_depth(self, original)] || close < 0 ||
        self->view->view->len == 0 || !shard_foreign_is(self, (gint64) original + 1, "("))
        return original;
    shard_foreign_drop(self, original, (guint) close + 1);
    shard_view_token(self->view, self->view->view->len - 1)->alias_point = close;
    return (guint) close + 1;
}

/* ---- calls ---- */

static const char *const interval_units[] = {"MICROSECOND",
                                             "SECOND",
                                             "MINUTE",
                                             "HOUR",
                                             "DAY",
                                             "WEEK",
                                             "MONTH",
                                             "QUARTER",
                                             "YEAR",
                                             "SECOND_MICROSECOND",
                                             "MINUTE_MICROSECOND",
                                             "MINUTE_SECOND",
                                             "HOUR_MICROSECOND",
                                             "HOUR_SECOND",
                                             "HOUR_MINUTE",
                                             "DAY_MICROSECOND",
                                             "DAY_SECOND",
                                             "DAY_MINUTE",
                                             "DAY_HOUR",
                                             "YEAR_MONTH",
                                             NULL};

/* INTERVAL x DAY → "INTERVAL" ( x ) */
static guint
handle_interval(ShardForeign *self, guint original)
{
    guint depth = shard_foreign_depth(self, original);

    for (guint i = original + 2; i < self->view->to && shard_foreign_depth(self, i) >= depth; i++) {
        if (shard_foreign_depth(self, i) != depth)
            continue;
        if (shard_foreign_is(self, i, ","))
            return original;
        if (shard_foreign_kind(self, i) == SHARD_TOKEN_NAME &&
            shard_foreign_is_any(self, i, interval_units) &&
            !shard_foreign_is(self, (gint64) i + 1, "(")) {
            shard_foreign_mark(self, i, SHARD_MARK_CLOSE);
            shard_view_push_name(self->view, original);
            shard_view_push_symbol(self->view, "(", -1);
            return original + 1;
        }
    }
    return original;
}

/* CONVERT(x, type) is a CAST; CONVERT(x USING utf8) a function. */
static guint
handle_convert(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    gint using = shard_foreign_find(self, original + 2, (guint) close, depth, "USING");
    if (using >= 0) {
        shard_foreign_mark_range(self, (guint) using, (guint) close, SHARD_MARK_DROP);
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    gint comma = -1;
    for (gint at = shard_foreign_find(self, original + 2, (guint) close, depth, ","); at >= 0;
         at = shard_foreign_find(self, (guint) at + 1, (guint) close, depth, ","))
        comma = at;
    if (comma < 0) {
        shard_view_push_name(self->view, original);
        return original + 1;
    }
    shard_foreign_mark(self, (guint) comma, SHARD_MARK_AS);
    shard_foreign_mark_type(self, (guint) comma + 1, (guint) close);
    shard_view_push_word(self->view, "CAST", (gint) original);
    return original + 1;
}

/* CHAR(65 USING utf8), WEIGHT_STRING(x AS CHAR(3)): the words behind the argument go. */
static guint
handle_tailed_call(ShardForeign *self, guint original)
{
    static const char *const words[] = {"USING", "AS", "LEVEL", NULL};
    gint close = shard_view_close(self->view, original + 1);

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    for (gint i = (gint) original + 2; i < close; i++)
        if (shard_foreign_depth(self, (guint) i) == depth && shard_foreign_is_any(self, i, words)) {
            shard_foreign_mark_range(self, (guint) i, (guint) close, SHARD_MARK_DROP);
            break;
        }
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* JSON_TABLE(x, '$[*]' COLUMNS (…)): what columns it gives is of no other table. */
static guint
handle_json_table(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    gint columns = shard_foreign_find(self, original + 2, (guint) close, depth, "COLUMNS");
    if (columns < 0)
        return original;
    shard_foreign_mark_range(self, (guint) columns, (guint) close, SHARD_MARK_DROP);
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* EXTRACT(DAY_HOUR FROM d): the unit is a name. */
static guint
handle_extract(ShardForeign *self, guint original)
{
    if (!shard_foreign_is(self, (gint64) original + 1, "("))
        return original;
    if (original + 2 < self->view->to)
        shard_foreign_mark(self, original + 2, SHARD_MARK_IDENTIFIER);
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

/* SUBSTRING(x FROM 1 FOR 2), TRIM(BOTH 'x' FROM y), POSITION(x IN y) have a grammar of their own,
 * but SUBSTRING(x, 1) is a call. */
static guint
handle_substring(ShardForeign *self, guint original)
{
    gint close = shard_view_close(self->view, original + 1);

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0)
        return original;
    guint depth = shard_foreign_depth(self, original + 1) + 1;
    if (shard_foreign_find(self, original + 2, (guint) close, depth, "FROM") >= 0)
        shard_view_push_word(self->view, "SUBSTRING", (gint) original);
    else
        shard_view_push_name(self->view, original);
    return original + 1;
}

/* TIMESTAMPADD(DAY, 1, x): the unit is no column. */
static guint
handle_unit_first(ShardForeign *self, guint original)
{
    if (shard_foreign_is(self, (gint64) original + 1, "(") &&
        shard_foreign_kind(self, (gint64) original + 2) == SHARD_TOKEN_NAME &&
        shard_foreign_is(self, (gint64) original + 3, ","))
        shard_foreign_mark_range(self, original + 2, original + 4, SHARD_MARK_DROP);
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* MATCH (a, b) AGAINST (x IN BOOLEAN MODE) → "MATCH" ( a , b , x ) */
static guint
handle_match(ShardForeign *self, guint original)
{
    static const char *const modes[] = {"IN", "WITH", NULL};
    gint close = shard_view_close(self->view, original + 1);
    guint against = (guint) close + 1;

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || close < 0 ||
        !shard_foreign_is(self, against, "AGAINST") || !shard_foreign_is(self, against + 1, "("))
        return original;
    gint end = shard_view_close(self->view, against + 1);
    if (end < 0)
        return original;
    shard_foreign_mark(self, (guint) close, SHARD_MARK_COMMA);
    shard_foreign_mark_range(self, against, against + 2, SHARD_MARK_DROP);
    for (gint i = (gint) against + 2; i < end; i++)
        if (shard_foreign_depth(self, (guint) i) == shard_foreign_depth(self, (guint) end) + 1 &&
            shard_foreign_is_any(self, i, modes)) {
            shard_foreign_mark_range(self, (guint) i, (guint) end, SHARD_MARK_DROP);
            break;
        }
    shard_view_push_name(self->view, original);
    return original + 1;
}

/* NEXT VALUE FOR s is a call that names no table. */
static guint
handle_next(ShardForeign *self, guint original)
{
    guint i = original + 3;

    if (!shard_foreign_is(self, (gint64) original + 1, "VALUE") ||
        !shard_foreign_is(self, (gint64) original + 2, "FOR"))
        return original;
    shard_view_push(self->view, "\"nextval\"", (gint) original, SHARD_TOKEN_QUOTED_NAME,
                    SHARD_WORD_IDENTIFIER);
    shard_view_push_symbol(self->view, "(", -1);
    while (shard_foreign_is_name(self, i) && shard_foreign_is(self, (gint64) i + 1, "."))
        i += 2;
    shard_view_push_symbol(self->view, ")", (gint) i);
    return i + 1;
}

static guint
handle_any(ShardForeign *self, guint original)
{
    gint last = (gint) self->view->view->len - 1;

    if (!shard_foreign_is(self, (gint64) original + 1, "(") || last < 0 ||
        shard_view_token(self->view, (guint) last)->kind != SHARD_TOKEN_OPERATOR)
        return original;
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

/* IS [NOT] UNKNOWN */
static guint
handle_unknown(ShardForeign *self, guint original)
{
    gint last = (gint) self->view->view->len - 1;

    if (!shard_view_is(self->view, last, "IS") && !shard_view_is(self->view, last, "NOT"))
        return original;
    shard_view_push_keyword(self->view, original);
    return original + 1;
}

/* Sorted by word.  What isn't here is a name. */
static const ShardForeignWord words[] = {
    {"ALL", K, NULL},
    {"AND", K, NULL},
    {"ANY", 0, handle_any},
    {"AS", K, shard_foreign_as},
    {"ASC", K, NULL},
    {"BETWEEN", K, NULL},
    {"BINARY", 0, handle_binary},
    {"BOTH", K, NULL},
    {"BY", K, NULL},
    {"CASE", K, shard_foreign_case},
    {"CAST", X, shard_foreign_cast},
    {"CHAR", 0, handle_tailed_call},
    {"COALESCE", X, NULL},
    {"COLLATE", K, shard_foreign_collate},
    {"CONVERT", 0, handle_convert},
    {"CROSS", K, shard_foreign_join},
    {"CURRENT_DATE", B, NULL},
    {"CURRENT_ROLE", B, NULL},
    {"CURRENT_TIME", B, NULL},
    {"CURRENT_TIMESTAMP", B, NULL},
    {"CURRENT_USER", B, NULL},
    {"DATE", T, NULL},
    {"DEFAULT", K | C, NULL},
    {"DELETE", K, shard_foreign_delete},
    {"DESC", K, NULL},
    {"DISTINCT", K, NULL},
    {"DISTINCTROW", K, NULL},
    {"DIV", 0, handle_div},
    {"ELSE", K, NULL},
    {"END", O, shard_foreign_end},
    {"ESCAPE", K, NULL},
    {"EXCEPT", K, shard_foreign_clause},
    {"EXISTS", K, NULL},
    {"EXTRACT", 0, handle_extract},
    {"FALSE", O, NULL},
    {"FETCH", K, shard_foreign_fetch},
    {"FOR", K, handle_for},
    {"FORCE", 0, handle_index_hint},
    {"FROM", K, shard_foreign_from},
    {"GREATEST", X, NULL},
    {"GROUP", K, shard_foreign_clause},
    {"GROUP_CONCAT", 0, shard_foreign_group_concat},
    {"HAVING", K, shard_foreign_clause},
    {"IGNORE", 0, handle_index_hint},
    {"IN", K, NULL},
    {"INNER", K, shard_foreign_join},
    {"INSERT", K | C, shard_foreign_insert},
    {"INTERSECT", K, shard_foreign_clause},
    {"INTERVAL", 0, handle_interval},
    {"INTO", K, handle_into},
    {"IS", K, NULL},
    {"JOIN", K, shard_foreign_join},
    {"JSON_TABLE", 0, handle_json_table},
    {"LATERAL", K, NULL},
    {"LEADING", K, NULL},
    {"LEAST", X, NULL},
    {"LEFT", K | C, shard_foreign_join},
    {"LIKE", K, NULL},
    {"LIMIT", K, shard_foreign_limit},
    {"LOCALTIME", B, NULL},
    {"LOCALTIMESTAMP", B, NULL},
    {"LOCK", K, handle_lock},
    {"MATCH", 0, handle_match},
    {"MOD", 0, handle_div},
    {"NATURAL", K, shard_foreign_join},
    {"NEXT", 0, handle_next},
    {"NOT", K, handle_not},
    {"NULL", O, NULL},
    {"NULLIF", X, NULL},
    {"OFFSET", 0, shard_foreign_offset},
    {"ON", K, handle_on},
    {"OR", K, NULL},
    {"ORDER", K, shard_foreign_clause},
    {"OVER", K, shard_foreign_over},
    {"PARTITION", 0, handle_partition},
    {"POSITION", X, NULL},
    {"REGEXP", K, shard_foreign_like_word},
    {"REPLACE", K | C, shard_foreign_insert},
    {"RETURNING", K, shard_foreign_clause},
    {"RIGHT", K | C, shard_foreign_join},
    {"RLIKE", K, shard_foreign_like_word},
    {"ROW", X, NULL},
    {"SELECT", K, shard_foreign_select},
    {"SET", K, shard_foreign_clause},
    {"SOME", 0, handle_any},
    {"SOUNDS", 0, handle_sounds},
    {"STRAIGHT_JOIN", K, shard_foreign_join},
    {"SUBSTR", 0, handle_substring},
    {"SUBSTRING", 0, handle_substring},
    {"THEN", K, NULL},
    {"TIME", T, NULL},
    {"TIMESTAMP", T, NULL},
    {"TIMESTAMPADD", 0, handle_unit_first},
    {"TIMESTAMPDIFF", 0, handle_unit_first},
    {"TRAILING", K, NULL},
    {"TRIM", X, NULL},
    {"TRUE", O, NULL},
    {"UNION", K, shard_foreign_clause},
    {"UNKNOWN", 0, handle_unknown},
    {"UPDATE", K, shard_foreign_update},
    {"USE", 0, handle_index_hint},
    {"USING", K, NULL},
    {"UTC_DATE", B, NULL},
    {"UTC_TIME", B, NULL},
    {"UTC_TIMESTAMP", B, NULL},
    {"VALUES", K, handle_values},
    {"WEIGHT_STRING", 0, handle_tailed_call},
    {"WHEN", K, NULL},
    {"WHERE", K, shard_foreign_where},
    {"WINDOW", K, shard_foreign_window},
    {"WITH", K, handle_with},
    {"XOR", K, handle_xor},
};

void
shard_view_make_mysql(ShardView *self)
{
    ShardForeign foreign = {.view = self,
                            .words = words,
                            .n_words = G_N_ELEMENTS(words),
                            .push_operator = push_operator};

    shard_foreign_run(&foreign);
}
