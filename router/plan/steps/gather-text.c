/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/gather-private.h"

#include "router/plan/condition/expr.h"

#include <string.h>

/* ---- which columns ---- */

typedef struct {
    const ShardStatement *statement;
    gboolean all;
} AllSearch;

/* A *, or a table's name for its whole row. */
static gboolean
needs_all(const ShardExpr *expr, void *data)
{
    AllSearch *search = data;

    if (expr->kind == SHARD_EXPR_STAR)
        search->all = TRUE;
    for (guint i = 0; expr->kind == SHARD_EXPR_COLUMN && i < search->statement->n_tables; i++) {
        const ShardTableRef *table = &search->statement->tables[i];
        if (shard_identifier_equal_fold(table->alias != NULL ? table->alias : table->name,
                                        expr->name))
            search->all = TRUE;
    }
    return search->all;
}

static gboolean
has_natural_join(const ShardFrom *from)
{
    return from != NULL && from->kind == SHARD_FROM_JOIN &&
           (from->natural || has_natural_join(from->left) || has_natural_join(from->right));
}

static gboolean
write_wants_all(const ShardModify *modify, AllSearch *search)
{
    for (guint i = 0; i < modify->n_from && !search->all; i++)
        search->all = has_natural_join(modify->from[i]);
    for (guint i = 0; i < modify->n_assignments; i++)
        shard_expr_walk(modify->assignments[i].value, needs_all, search);
    for (guint i = 0; i < modify->n_returning; i++)
        shard_expr_walk(modify->returning[i].expr, needs_all, search);
    shard_expr_walk(modify->where, needs_all, search);
    shard_expr_walk(modify->merge_on, needs_all, search);
    return search->all;
}

static gboolean
wants_all(const ShardStatement *statement)
{
    AllSearch search = {.statement = statement};

    if (statement->modify != NULL && write_wants_all(statement->modify, &search))
        return TRUE;

    for (guint i = 0; i < statement->n_queries && !search.all; i++) {
        const ShardQuery *query = &statement->queries[i];
        shard_query_walk(query, needs_all, &search);
        for (guint k = 0; k < query->n_from && !search.all; k++)
            search.all = has_natural_join(query->from[k]);
    }
    return search.all;
}

/* Does any token say the column's name? */
static gboolean
is_named(const ShardGatherer *self, const char *name)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        if (token->kind != SHARD_TOKEN_NAME && token->kind != SHARD_TOKEN_QUOTED_NAME)
            continue;
        g_autofree char *said = shard_identifier_from_token(
            self->prepared->mode.dialect, tokens->text + token->offset, token->size, NULL);
        if (said != NULL && shard_identifier_equal_fold(said, name))
            return TRUE;
    }
    return FALSE;
}

const ShardTableSchema *
shard_gather_facts(const ShardGatherer *self, guint table)
{
    return shard_schema_table(self->analysis->schema, self->analysis->refs[table].table->name);
}

GArray *
shard_gather_columns(const ShardGatherer *self, guint table)
{
    g_autoptr(GArray) columns = g_array_new(FALSE, FALSE, sizeof(guint));
    const ShardTableSchema *facts = shard_gather_facts(self, table);
    gboolean all = wants_all(self->analysis->statement);

    for (guint i = 0; facts != NULL && i < facts->n_columns; i++) {
        gboolean shown = all && i < shard_table_schema_n_shown(facts);
        if (!shown && !is_named(self, facts->columns[i].name))
            continue;
        if (shard_gather_literal(self, &facts->columns[i]) == NULL)
            return NULL;
        g_array_append_val(columns, i);
    }
    for (guint i = 0; facts != NULL && columns->len == 0 && i < facts->n_columns; i++) {
        if (shard_gather_literal(self, &facts->columns[i]) != NULL)
            g_array_append_val(columns, i);
    }
    return columns->len == 0 ? NULL : g_steal_pointer(&columns);
}

/* ---- what is asked ---- */

typedef struct {
    const ShardGatherer *gatherer;
    gint table, query;
} OwnSearch;

/* Anything that isn't of the table's row alone. */
static gboolean
is_foreign(const ShardExpr *expr, void *data)
{
    const OwnSearch *search = data;
    ShardColumnId id;

    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
        return !shard_scope_resolve(search->gatherer->analysis, expr, search->query, &id) ||
               id.table != search->table ||
               shard_table_schema_column(shard_gather_facts(search->gatherer, (guint) id.table),
                                         id.column) < 0;
    case SHARD_EXPR_SUBQUERY:
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_WINDOW:
    case SHARD_EXPR_STAR:
    case SHARD_EXPR_OPAQUE:
    case SHARD_EXPR_DEFAULT:
        return TRUE;
    default:
        return expr->volatile_call;
    }
}

static void
append_text(ShardGatherer *self, GArray *pieces, const char *text)
{
    const ShardPiece piece = SHARD_PIECE_TEXT(shard_arena_strndup(self->arena, text, -1));

    g_array_append_val(pieces, piece);
}

static void
append_tokens(GArray *pieces, guint first, guint last)
{
    const ShardPiece piece = SHARD_PIECE_TOKENS(first, last);

    g_array_append_val(pieces, piece);
}

/* The predicates of WHERE that say something of this table's rows alone. */
static void
append_where(ShardGatherer *self, GArray *pieces, guint table)
{
    gint query = self->analysis->statement->tables[table].query;
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    OwnSearch search = {self, (gint) table, query};
    const char *word = " WHERE (";

    if (shard_scope_is_nullable(self->analysis, table, query))
        return;
    shard_scope_split(conjuncts, shard_scope_block(self->analysis, query).where, query);
    for (guint i = 0; i < conjuncts->len; i++) {
        const ShardExpr *expr = g_array_index(conjuncts, ShardConjunct, i).expr;
        if (expr == NULL || shard_expr_walk(expr, is_foreign, &search))
            continue;
        append_text(self, pieces, word);
        append_tokens(pieces, expr->first_token, expr->last_token);
        append_text(self, pieces, ")");
        word = " AND (";
    }
}

static char *
column_literal(const ShardGatherer *self, guint table, const ShardColumnSchema *column)
{
    const ShardTableRef *ref = &self->analysis->statement->tables[table];
    ShardDialect dialect = self->prepared->mode.dialect;
    g_autoptr(GString) name = g_string_new(NULL);

    shard_identifier_quote(name, dialect, ref->alias != NULL ? ref->alias : ref->name);
    g_string_append_c(name, '.');
    shard_identifier_quote(name, dialect, column->name);
    g_auto(GStrv) parts = g_strsplit(shard_gather_literal(self, column), "%s", -1);
    return g_strjoinv(name->str, parts);
}

ShardText
shard_gather_question(const ShardGatherer *self, guint table, const GArray *columns)
{
    ShardGatherer own = *self;
    const ShardTableRef *ref = &self->analysis->statement->tables[table];
    const ShardTableSchema *facts = shard_gather_facts(self, table);
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    g_autoptr(GString) list = g_string_new("SELECT ");
    g_auto(ShardEdits) edits = {0};

    for (guint i = 0; i < columns->len; i++) {
        g_autofree char *literal =
            column_literal(self, table, &facts->columns[g_array_index(columns, guint, i)]);
        g_string_append_printf(list, "%s%s AS c%u", i > 0 ? ", " : "", literal, i + 1);
    }
    g_string_append(list, " FROM ");
    append_text(&own, pieces, list->str);
    append_tokens(pieces, ref->first_token, ref->last_token);
    if (ref->alias_token >= 0) {
        append_text(&own, pieces, " AS ");
        append_tokens(pieces, (guint) ref->alias_token, (guint) ref->alias_token);
    }
    append_where(&own, pieces, table);
    g_autofree char *limit = g_strdup_printf(" LIMIT %u", self->limits.rows + 1);
    append_text(&own, pieces, limit);
    /* A write of MariaDB reads what is committed, and locks it. */
    if (self->target >= 0 && self->prepared->mode.dialect == SHARD_DIALECT_MYSQL)
        append_text(&own, pieces, " LOCK IN SHARE MODE");
    shard_edits_init(&edits, self->prepared->tokens, self->arena);
    shard_edits_replace_pieces(&edits, 0, self->prepared->tokens->n_tokens - 1,
                               (const ShardPiece *) pieces->data, pieces->len);
    return shard_edits_apply(&edits, self->arena);
}
