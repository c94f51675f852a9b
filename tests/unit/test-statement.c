/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Facts of statements.  Each case names lines of shard_statement_to_text() that have to be there;
 * a line that starts with ! must not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/sql/statement-text.h"
#include "tests/unit/statement-cases.h"

#include <string.h>

static ShardSqlMode
mode_of(int dialect)
{
    return (ShardSqlMode){.dialect = (ShardDialect) dialect,
                          .no_backslash_escapes = dialect == SHARD_DIALECT_POSTGRESQL,
                          .server_version = 101119};
}

static gboolean
has_line(char **lines, const char *wanted)
{
    for (guint i = 0; lines[i] != NULL; i++)
        if (strcmp(g_strstrip(lines[i]), wanted) == 0)
            return TRUE;
    return FALSE;
}

static void
check_case(const StatementCase *c)
{
    ShardSqlMode mode = mode_of(c->dialect);
    g_autoptr(GError) error = NULL;
    g_autoptr(ShardTokens) tokens = shard_tokens_new(c->sql, strlen(c->sql), &mode);
    g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, &error);

    assert_non_null(statement);
    g_autofree char *text = shard_statement_to_text(statement, tokens);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_auto(GStrv) wanted = g_strsplit(c->lines, "\n", -1);
    for (guint i = 0; wanted[i] != NULL; i++) {
        const char *line = wanted[i];
        gboolean absent = line[0] == '!';
        if (has_line(lines, line + (absent ? 1 : 0)) == absent) {
            print_error("%s\n--- %s:\n%s\n--- is:\n%s", c->sql, absent ? "unwanted" : "missing",
                        line, text);
            fail();
        }
    }
}

static void
statements(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(statement_cases); i++)
        check_case(&statement_cases[i]);
}

/* Tokens whose values are part of the cache key, joined with blanks. */
static const StatementCase matter_cases[] = {
    {PG, "SELECT a FROM t WHERE k = 5 ORDER BY 1", "1"},
    {PG, "SELECT a, 7 FROM t WHERE k = 5 GROUP BY a, 2", "7 2"},
    {PG, "SELECT a + 3 FROM t GROUP BY a + 3 HAVING count(*) > 4", "3 3 4"},
    {PG, "SELECT DISTINCT a || 'x' FROM t WHERE k = 'y'", "'x'"},
    {PG, "SELECT 5 FROM t LIMIT 3", ""},
    {PG, "SELECT a FROM t LIMIT 3 + 4", "3 4"},
    {PG, "SELECT a::numeric(10, 2) FROM t WHERE k = 1", "10 2"},
    {PG, "SELECT a FROM t WHERE b > CURRENT_TIMESTAMP(3)", "3"},
    {MY, "SET autocommit = 0", "0"},
    {MY, "SELECT a 'al', 'b' FROM t WHERE c = 'd'", "'al'"},
    {LITE, "PRAGMA table_info('t')", "'t'"},
    {MY, "SELECT CAST(a AS CHAR(7)) FROM t LIMIT 2, 3", "7"},
};

static void
literals(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(matter_cases); i++) {
        const StatementCase *c = &matter_cases[i];
        ShardSqlMode mode = mode_of(c->dialect);
        g_autoptr(ShardTokens) tokens = shard_tokens_new(c->sql, strlen(c->sql), &mode);
        g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, NULL);
        g_autoptr(GString) marked = g_string_new(NULL);
        assert_non_null(statement);
        for (guint t = 0; t < tokens->n_tokens; t++)
            if (statement->literal_matters[t])
                g_string_append_printf(marked, "%s%.*s", marked->len > 0 ? " " : "",
                                       (int) tokens->tokens[t].size,
                                       tokens->text + tokens->tokens[t].offset);
        assert_string_equal(marked->str, c->lines);
    }
}

/* Ranges that text is spliced at: first and last token of each, as written. */
typedef enum { WHERE, ORDER, GROUP, HAVING, LIMIT, TAIL, ITEMS_LAST, WHOLE } Place;

static const struct {
    int dialect;
    const char *sql;
    guint query;
    Place place;
    const char *text;
} place_cases[] = {
    {PG, "SELECT a FROM t WHERE (k = 1) AND b ORDER BY a", 0, WHERE, "WHERE ( k = 1 ) AND b"},
    {PG, "SELECT a FROM t ORDER BY (a) DESC, b LIMIT 3", 0, ORDER, "ORDER BY ( a ) DESC , b"},
    {PG, "SELECT a FROM t GROUP BY a, b HAVING c > 1", 0, GROUP, "GROUP BY a , b"},
    {PG, "SELECT a FROM t GROUP BY a HAVING c > 1 LIMIT 1", 0, HAVING, "HAVING c > 1"},
    {PG, "SELECT a FROM t LIMIT 1 OFFSET 2 FOR UPDATE", 0, LIMIT, "LIMIT 1 OFFSET 2"},
    {PG, "SELECT a FROM t OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY", 0, LIMIT,
     "OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY"},
    {PG, "SELECT a FROM t WHERE k = 1 FOR UPDATE", 0, TAIL, "1"},
    {PG, "SELECT a FROM t WHERE k = f(1) LIMIT 1", 0, TAIL, ")"},
    {PG, "SELECT a, (b) AS c FROM t", 0, ITEMS_LAST, "c"},
    {PG, "SELECT a AS from_x, x.\"order\" FROM t", 0, ITEMS_LAST, "\"order\""},
    {PG, "SELECT a IS DISTINCT FROM b FROM t", 0, ITEMS_LAST, "b"},
    {PG, "SELECT extract(year FROM d) FROM t", 0, ITEMS_LAST, ")"},
    {PG, "SELECT a AS limit FROM t", 0, ITEMS_LAST, "limit"},
    {PG, "SELECT * FROM (SELECT b FROM u WHERE c) x", 1, WHOLE, "SELECT b FROM u WHERE c"},
    {PG, "SELECT a FROM t UNION (SELECT b FROM u ORDER BY b) ORDER BY 1", 0, ORDER, "ORDER BY 1"},
    {PG, "SELECT a FROM t UNION (SELECT b FROM u ORDER BY b) ORDER BY 1", 2, ORDER, "ORDER BY b"},
    {PG, "(SELECT a FROM t) ORDER BY a LIMIT 2", 0, ORDER, "ORDER BY a"},
    {PG, "(SELECT a FROM t) ORDER BY a LIMIT 2", 0, WHOLE,
     "( SELECT a FROM t ) ORDER BY a LIMIT 2"},
    {MY, "SELECT a FROM t LIMIT 5, 6", 0, LIMIT, "LIMIT 5 , 6"},
    {MY, "SELECT a FROM t LIMIT 5, 6", 0, WHOLE, "SELECT a FROM t LIMIT 5 , 6"},
    {MY, "SELECT a FROM t LIMIT 5, 6", 0, TAIL, "t"},
    {MY, "SELECT a FROM t USE INDEX (i) LOCK IN SHARE MODE", 0, TAIL, ")"},
    {MY, "SELECT a FROM {oj t LEFT JOIN u ON t.a = u.a}", 0, TAIL, "}"},
    {MY, "SELECT a FROM t WHERE d = {d '2024-01-01'} ORDER BY 1", 0, WHERE,
     "WHERE d = { d '2024-01-01' }"},
};

static const char *
place_text(const ShardQuery *query, Place place, const ShardTokens *tokens, GString *out)
{
    const guint ranges[][2] = {
        {query->where_first_token, query->where_last_token},
        {query->order_first_token, query->order_last_token},
        {query->group_first_token, query->group_last_token},
        {query->having_first_token, query->having_last_token},
        {query->limit.first_token, query->limit.last_token},
        {query->tail_token, query->tail_token},
        {query->items_last_token, query->items_last_token},
        {query->first_token, query->last_token},
    };

    for (guint i = ranges[place][0]; i <= ranges[place][1]; i++)
        g_string_append_printf(out, "%s%.*s", out->len > 0 ? " " : "", (int) tokens->tokens[i].size,
                               tokens->text + tokens->tokens[i].offset);
    return out->str;
}

static void
places(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(place_cases); i++) {
        ShardSqlMode mode = mode_of(place_cases[i].dialect);
        g_autoptr(ShardTokens) tokens =
            shard_tokens_new(place_cases[i].sql, strlen(place_cases[i].sql), &mode);
        g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, NULL);
        g_autoptr(GString) text = g_string_new(NULL);
        assert_non_null(statement);
        assert_true(place_cases[i].query < statement->n_queries);
        assert_string_equal(place_text(&statement->queries[place_cases[i].query],
                                       place_cases[i].place, tokens, text),
                            place_cases[i].text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements),
        cmocka_unit_test(literals),
        cmocka_unit_test(places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
