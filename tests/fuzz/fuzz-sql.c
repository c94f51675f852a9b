/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fuzz-sql.c - facts speak of the statement they were read from: every token number lies inside it,
 * ranges run forward, tables are spelled by name tokens, numbers of tables and queries exist.
 */
#include "router/base/error.h"
#include "router/sql/statement-text.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static const ShardStatement *facts;
static const ShardTokens *lexed;

static void
check_range(guint first, guint last)
{
    g_assert(first <= last);
    g_assert(last < lexed->n_tokens);
}

static void check_expr(const ShardExpr *expr);

static void
check_order(const ShardOrderItem *order, guint n)
{
    for (guint i = 0; i < n; i++) {
        check_expr(order[i].expr);
        check_range(order[i].first_token, order[i].last_token);
    }
}

static void
check_list(ShardExpr *const *list, guint n)
{
    for (guint i = 0; i < n; i++)
        check_expr(list[i]);
}

static void
check_expr(const ShardExpr *expr)
{
    if (expr == NULL)
        return;
    check_range(expr->first_token, expr->last_token);
    g_assert(expr->table >= -1 && expr->table < (gint) facts->n_tables);
    g_assert(expr->marker >= -1 && expr->marker < (gint) facts->n_markers);
    g_assert(expr->query >= -1 && expr->query < (gint) facts->n_queries);
    g_assert(expr->kind != SHARD_EXPR_COLUMN || expr->name != NULL);
    check_list(expr->args, expr->n_args);
    check_list(expr->partition, expr->n_partition);
    check_order(expr->order, expr->n_order);
    check_expr(expr->filter);
}

static void
check_items(const ShardItem *items, guint n)
{
    for (guint i = 0; i < n; i++) {
        check_expr(items[i].expr);
        check_range(items[i].first_token, items[i].last_token);
    }
}

static void
check_from(const ShardFrom *from)
{
    g_assert(from->table >= -1 && from->table < (gint) facts->n_tables);
    g_assert(from->query >= -1 && from->query < (gint) facts->n_queries);
    check_expr(from->on);
    if (from->kind == SHARD_FROM_JOIN) {
        check_from(from->left);
        check_from(from->right);
    }
}

static void
check_query(const ShardQuery *query)
{
    check_range(query->first_token, query->last_token);
    check_range(query->tail_token, query->last_token);
    g_assert(query->parent >= -1 && query->parent < (gint) facts->n_queries);
    check_items(query->items, query->set == SHARD_SET_NONE ? query->n_items : 0);
    for (guint i = 0; i < query->n_from; i++)
        check_from(query->from[i]);
    check_expr(query->where);
    check_expr(query->having);
    check_list(query->group, query->n_group);
    check_list(query->distinct_on, query->n_distinct_on);
    check_order(query->order, query->n_order);
    check_expr(query->limit.count);
    check_expr(query->limit.offset);
    check_range(query->where_first_token, query->where_last_token);
    check_range(query->order_first_token, query->order_last_token);
    check_range(query->limit.first_token, query->limit.last_token);
}

static void
check_assignments(const ShardAssignment *list, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_assert(list[i].column != NULL);
        check_range(list[i].column_first_token, list[i].column_last_token);
        check_expr(list[i].value);
    }
}

static void
check_statement(void)
{
    for (guint i = 0; i < facts->n_tables; i++) {
        check_range(facts->tables[i].first_token, facts->tables[i].last_token);
        ShardTokenKind kind = lexed->tokens[facts->tables[i].last_token].kind;
        g_assert(kind == SHARD_TOKEN_NAME || kind == SHARD_TOKEN_QUOTED_NAME ||
                 kind == SHARD_TOKEN_STRING);
        g_assert(facts->tables[i].name != NULL);
        g_assert(facts->tables[i].alias_point < lexed->n_tokens);
    }
    for (guint i = 0; i < facts->n_qualifiers; i++)
        check_range(facts->qualifiers[i].first_token, facts->qualifiers[i].last_token);
    for (guint i = 0; i < facts->n_queries; i++)
        check_query(&facts->queries[i]);
    if (facts->insert != NULL) {
        for (guint i = 0; i < facts->insert->n_rows; i++) {
            check_range(facts->insert->rows[i].first_token, facts->insert->rows[i].last_token);
            check_list(facts->insert->rows[i].values, facts->insert->rows[i].n_values);
        }
        check_assignments(facts->insert->updates, facts->insert->n_updates);
        check_items(facts->insert->returning, facts->insert->n_returning);
    }
    if (facts->modify != NULL) {
        check_assignments(facts->modify->assignments, facts->modify->n_assignments);
        check_expr(facts->modify->where);
        check_expr(facts->modify->merge_on);
        check_order(facts->modify->order, facts->modify->n_order);
        check_items(facts->modify->returning, facts->modify->n_returning);
        for (guint i = 0; i < facts->modify->n_from; i++)
            check_from(facts->modify->from[i]);
    }
    check_list(facts->arguments, facts->n_arguments);
}

static void
check_values(const ShardTokens *tokens, const ShardSqlMode *mode)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GString) key = g_string_new(NULL);
    ShardValue value;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        shard_token_value(tokens, i, mode, arena, &value);
        gint match = shard_tokens_match(tokens, i);
        g_assert(match < 0 || shard_tokens_match(tokens, (guint) match) == (gint) i);
    }
    shard_tokens_cache_key(tokens, key);
}

static void
read_in(ShardDialect dialect, const guint8 *data, gsize size)
{
    ShardSqlMode mode = {.dialect = dialect,
                         .no_backslash_escapes = data[0] & 1,
                         .ansi_quotes = (data[0] & 2) != 0,
                         .pipes_as_concat = (data[0] & 4) != 0,
                         .high_not_precedence = (data[0] & 8) != 0,
                         .no_escapes = (data[0] & 16) != 0,
                         .server_version = (data[0] & 32) != 0 ? 101119 : 0};
    g_autoptr(ShardTokens) tokens = shard_tokens_new((const char *) data + 1, size - 1, &mode);
    g_autoptr(GError) error = NULL;

    check_values(tokens, &mode);
    g_autoptr(ShardStatement) statement = shard_statement_new(tokens, &mode, &error);
    g_assert((statement == NULL) == (error != NULL));
    if (statement == NULL || tokens->n_tokens == 0)
        return;
    facts = statement;
    lexed = tokens;
    check_statement();
    g_free(shard_statement_to_text(statement, tokens));
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const ShardDialect dialects[] = {SHARD_DIALECT_POSTGRESQL, SHARD_DIALECT_MYSQL,
                                            SHARD_DIALECT_SQLITE};

    for (guint i = 0; size > 0 && i < G_N_ELEMENTS(dialects); i++)
        read_in(dialects[i], data, size);
    return 0;
}
