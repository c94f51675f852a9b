/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Statements as the grammar gets to see them, and that no table gets lost on the way: every table
 * of the facts is a name of the text, and every name behind FROM and its kin is a table of the
 * facts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/sql/read/classify.h"
#include "router/sql/view/view.h"
#include "tests/unit/statement-cases.h"

#include <string.h>

static const StatementCase view_cases[] = {
    {PG, "SELECT 'x', 1.5, 7, ? FROM t", "SELECT '' , 0.5 , 7 , $1 FROM t"},
    {PG, "SELECT a ??| b", "SELECT a ?| b"},
    {PG, "SELECT {fn UCASE(a)}, {d '2024-01-01'}", "SELECT \"ucase\" ( a ) , DATE ''"},
    {PG, "SELECT * FROM {oj a LEFT JOIN b ON c}", "SELECT * FROM a LEFT JOIN b ON c"},
    {MY, "SELECT a FROM user", "SELECT \"a\" FROM \"user\""},
    {MY, "SELECT v 'total'", "SELECT \"v\" AS \"total\""},
    {MY, "SELECT SQL_NO_CACHE k FROM t PARTITION (p0)", "SELECT \"k\" FROM \"t\""},
    {MY, "UPDATE IGNORE t SET k = 1", "UPDATE \"t\" SET \"k\" = 1"},
    {MY, "SELECT 1 WHERE k=@x", "SELECT 1 WHERE \"k\" = \"@x\" ( )"},
    {MY, "SELECT a FROM t LIMIT 5, ?", "SELECT \"a\" FROM \"t\" LIMIT $1 OFFSET 5"},
    {MY, "SELECT a <=> b", "SELECT \"a\" IS NOT DISTINCT FROM \"b\""},
    {MY, "INSERT t SET a = 1, b = 2 ON DUPLICATE KEY UPDATE a = 3",
     "INSERT INTO \"t\" ( \"a\" , \"b\" ) VALUES ( 1 , 2 ) ON CONFLICT DO UPDATE SET \"a\" = 3"},
    {MY, "UPDATE a JOIN b ON c SET a.x = 1 WHERE d",
     "UPDATE \"?\" SET \"a\" . \"x\" = 1 FROM \"a\" JOIN \"b\" ON \"c\" WHERE \"d\""},
    {MY, "DELETE a FROM a, b WHERE c", "DELETE FROM \"?\" USING \"a\" , \"b\" WHERE \"c\""},
    {MY, "DELETE FROM t WHERE a ORDER BY b LIMIT 3",
     "DELETE FROM \"t\" WHERE \"a\" RETURNING ( SELECT 1 ORDER BY \"b\" LIMIT 3 )"},
    {MY, "SELECT a \"b\" FROM `c``d`", "SELECT \"a\" AS \"b\" FROM \"c`d\""},
    {LITE, "SELECT a == b FROM [t] WHERE c IS NOT 3",
     "SELECT \"a\" = \"b\" FROM \"t\" WHERE \"c\" IS DISTINCT FROM 3"},
    {LITE, "SELECT a FROM (t) WHERE b IN u",
     "SELECT \"a\" FROM \"t\" WHERE \"b\" IN ( SELECT * FROM \"u\" )"},
};

static ShardSqlMode
mode_of(int dialect)
{
    return (ShardSqlMode){.dialect = (ShardDialect) dialect,
                          .no_backslash_escapes = dialect == SHARD_DIALECT_POSTGRESQL,
                          .server_version = 101119};
}

static void
views(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(view_cases); i++) {
        const StatementCase *c = &view_cases[i];
        ShardSqlMode mode = mode_of(c->dialect);
        g_autoptr(ShardTokens) tokens = shard_tokens_new(c->sql, strlen(c->sql), &mode);
        g_autoptr(ShardView) view = shard_view_new(tokens, &mode, 0, tokens->n_tokens);
        g_autofree char *text = g_strdup(view->text);
        assert_null(view->reason);
        assert_string_equal(g_strstrip(text), c->lines);
    }
}

static gboolean
same_place(const ShardTableRef *a, const ShardTableRef *b)
{
    return a->first_token == b->first_token && a->last_token == b->last_token;
}

/* Guessed names that are no tables: functions in FROM, and what stands behind a FROM or USING of
 * another kind. */
static gboolean
is_other_name(const ShardTokens *tokens, const ShardStatement *statement,
              const ShardTableRef *guess)
{
    static const char *const callers[] = {"extract", "trim", "substring"};
    guint first = guess->first_token;

    for (guint i = 0; i < first; i++)
        for (guint c = 0; c < G_N_ELEMENTS(callers); c++)
            if (shard_token_is(tokens, i, callers[c]) &&
                shard_tokens_match(tokens, i + 1) > (gint) first)
                return TRUE;
    return shard_token_is(tokens, guess->last_token + 1, "(") ||
           shard_token_is(tokens, first, "DUAL") || shard_token_is(tokens, first, "OUTFILE") ||
           (first >= 2 && shard_token_is(tokens, first - 2, "DISTINCT")) ||
           (statement->kind == SHARD_STATEMENT_DELETE &&
            shard_token_is(tokens, first - 2, "USING"));
}

static void
no_table_is_lost(void **state)
{
    (void) state;
    for (guint i = 0; i < G_N_ELEMENTS(statement_cases); i++) {
        const StatementCase *c = &statement_cases[i];
        ShardSqlMode mode = mode_of(c->dialect);
        g_autoptr(ShardTokens) tokens = shard_tokens_new(c->sql, strlen(c->sql), &mode);
        g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, NULL);
        if (statement->kind > SHARD_STATEMENT_MERGE)
            continue;
        ShardReader reader = {
            .out = statement, .tokens = tokens, .mode = &mode, .end = tokens->n_tokens};
        reader.tables = g_array_new(FALSE, TRUE, sizeof(ShardTableRef));
        shard_read_guess(&reader);
        for (guint g = 0; g < reader.tables->len; g++) {
            const ShardTableRef *guess = &g_array_index(reader.tables, ShardTableRef, g);
            gboolean found = is_other_name(tokens, statement, guess);
            for (guint t = 0; t < statement->n_tables; t++)
                found = found || same_place(guess, &statement->tables[t]);
            if (!found)
                print_error("%s: %s is no table\n", c->sql, guess->name);
            assert_true(found);
        }
        g_array_unref(reader.tables);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(no_table_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
