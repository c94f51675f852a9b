/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog-name.c - logical names in questions to the system catalogs.
 *
 *   SELECT relname FROM pg_class WHERE relname = 't'          t is t_0, t_1 …
 *   SELECT CASE relname WHEN 't_0' THEN 't' ELSE relname END AS relname
 *     FROM pg_class WHERE relname = 't_0'
 *
 * The default shard is asked of the first of the table's nodes that lies there.
 */
#include "router/plan/rewrite/catalog-private.h"

#include "router/plan/condition/expr.h"
#include "router/plan/merge/plan.h"
#include "router/plan/router-private.h"

#include <string.h>

/* Columns of catalogs that hold a table's name. */
static const struct {
    const char *name;
    gboolean only_sqlite;
} columns[] = {
    {"relname", FALSE},  {"table_name", FALSE}, {"tablename", FALSE},
    {"tbl_name", FALSE}, {"name", TRUE},        {"referenced_table_name", FALSE},
};

gboolean
shard_namer_is_name(const ShardNamer *self, const ShardExpr *expr)
{
    if (expr == NULL || expr->kind != SHARD_EXPR_COLUMN)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
        if (g_ascii_strcasecmp(columns[i].name, expr->name) == 0 &&
            (!columns[i].only_sqlite || self->prepared->mode.dialect == SHARD_DIALECT_SQLITE))
            return TRUE;
    }
    return FALSE;
}

/* The actual table that stands for a logical one; NULL: the name means itself. */
static const char *
actual_name(ShardNamer *self, const char *name)
{
    const ShardRules *rules = self->prepared->router->rules;
    const ShardTable *table = shard_rules_find_table(rules, name, TRUE);
    gint shard = MAX(shard_rules_default_shard(rules), 0);
    guint node;

    if (table == NULL)
        table = shard_rules_find_actual(rules, (guint) shard, NULL, name, &node);
    else
        for (guint i = 0; i < table->n_nodes; i++)
            if (table->nodes[i].shard == (guint) shard)
                return strcmp(table->nodes[i].table, name) == 0 ? NULL : table->nodes[i].table;
    self->names_node = self->names_node || table != NULL;
    return NULL;
}

void
shard_namer_append_string(GString *out, const char *text)
{
    g_string_append_printf(out, "'%s'", text);
}

gboolean
shard_namer_is_simple(const char *name)
{
    return strpbrk(name, "'\\\"") == NULL && g_utf8_validate(name, -1, NULL) &&
           g_str_is_ascii(name);
}

/* Is it a text that is known now? */
static gboolean
constant(const ShardNamer *self, const ShardExpr *expr, ShardValue *out)
{
    const ShardConstants constants = {.tokens = self->prepared->tokens,
                                      .mode = &self->prepared->mode,
                                      .values = self->input->values,
                                      .n_values = self->input->n_values,
                                      .arena = self->edits->arena};

    if (expr == NULL || (expr->kind != SHARD_EXPR_LITERAL && expr->kind != SHARD_EXPR_MARKER) ||
        expr->first_token != expr->last_token)
        return FALSE;
    *out = shard_operand_value(expr, &constants);
    return out->kind == SHARD_VALUE_STRING;
}

/* Puts the actual name for the logical one that expr is; FALSE: it is none. */
static gboolean
replace_name(ShardNamer *self, const ShardExpr *expr)
{
    ShardArena *arena = self->edits->arena;
    ShardValue value;

    if (!constant(self, expr, &value))
        return FALSE;
    const char *name = shard_arena_strndup(arena, value.text.data, (gssize) value.text.size);
    const char *actual = actual_name(self, name);
    if (actual == NULL || !shard_namer_is_simple(name) || !shard_namer_is_simple(actual))
        return FALSE;
    if (expr->kind == SHARD_EXPR_LITERAL) {
        g_autoptr(GString) quoted = g_string_new(NULL);
        shard_namer_append_string(quoted, actual);
        const char *text = shard_arena_strndup(arena, quoted->str, (gssize) quoted->len);
        shard_edits_replace(self->edits, expr->first_token, expr->last_token, text);
    } else {
        ShardUnitParam *param = shard_arena_new0(arena, ShardUnitParam);
        param->marker = SHARD_PARAM_VALUE;
        param->value = shard_value_string(actual, -1);
        const ShardPiece piece = {.text = "?", .param = param};
        shard_edits_replace_pieces(self->edits, expr->first_token, expr->last_token, &piece, 1);
    }
    self->replaced = TRUE;
    return TRUE;
}

static void
replace(ShardNamer *self, const ShardExpr *expr)
{
    if (replace_name(self, expr))
        self->maps_back = TRUE;
}

/* column = 't' */
static void
replace_compared(ShardNamer *self, const ShardExpr *column, const ShardExpr *expr)
{
    ShardValue value;

    if (constant(self, expr, &value))
        g_ptr_array_add(self->plain, (gpointer) column);
    replace(self, expr);
}

/* MySQL's column_schema = 'shop', where shop is what the application calls the database. */
static void
replace_schema(ShardNamer *self, const ShardExpr *column, const ShardExpr *expr)
{
    const char *catalog = self->input->catalog;
    ShardValue value;

    if (self->prepared->mode.dialect != SHARD_DIALECT_MYSQL || catalog == NULL ||
        column->kind != SHARD_EXPR_COLUMN || strlen(column->name) < strlen("_schema") ||
        g_ascii_strcasecmp(column->name + strlen(column->name) - strlen("_schema"), "_schema") != 0)
        return;
    if (!constant(self, expr, &value) || value.text.size != strlen(catalog) ||
        g_ascii_strncasecmp(value.text.data, catalog, value.text.size) != 0)
        return;
    shard_edits_replace(self->edits, expr->first_token, expr->last_token, "DATABASE()");
    self->says_database = TRUE;
}

static void
visit_equal(ShardNamer *self, const ShardExpr *a, const ShardExpr *b)
{
    if (shard_namer_is_name(self, a))
        replace_compared(self, a, b);
    else
        replace_schema(self, a, b);
}

/* SQLite's pragma_table_info(…), a table that tells of one. */
static gboolean
is_pragma(const ShardTokens *tokens, guint token)
{
    const ShardToken *name = &tokens->tokens[token];

    return tokens->dialect == SHARD_DIALECT_SQLITE && name->kind == SHARD_TOKEN_NAME &&
           shard_token_is(tokens, token + 1, "(") &&
           g_ascii_strncasecmp(tokens->text + name->offset, "pragma_", strlen("pragma_")) == 0;
}

gboolean
shard_asks_catalog_by_name(const ShardPrepared *self)
{
    gboolean postgresql = self->mode.dialect == SHARD_DIALECT_POSTGRESQL;
    const ShardTokens *tokens = self->tokens;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        if (is_pragma(tokens, i) || (postgresql && (shard_token_is(tokens, i, "regclass") ||
                                                    shard_token_is(tokens, i, "to_regclass"))))
            return TRUE;
    }
    return FALSE;
}

static void
replace_pragmas(ShardNamer *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = 0; i + 2 < tokens->n_tokens; i++) {
        const ShardToken *argument = &tokens->tokens[i + 2];
        if (!is_pragma(tokens, i))
            continue;
        const ShardExpr expr = {.kind =
                                    argument->marker >= 0 ? SHARD_EXPR_MARKER : SHARD_EXPR_LITERAL,
                                .first_token = i + 2,
                                .last_token = i + 2,
                                .marker = argument->marker};
        replace_name(self, &expr);
    }
}

static gboolean
visit(const ShardExpr *expr, void *data)
{
    ShardNamer *self = data;

    if (expr->kind == SHARD_EXPR_COMPARE && expr->n_args == 2 && strcmp(expr->name, "=") == 0) {
        visit_equal(self, expr->args[0], expr->args[1]);
        visit_equal(self, expr->args[1], expr->args[0]);
    } else if (expr->kind == SHARD_EXPR_IN && expr->n_args > 1 &&
               shard_namer_is_name(self, expr->args[0])) {
        for (guint i = 1; i < expr->n_args; i++)
            replace_compared(self, expr->args[0], expr->args[i]);
    } else if (expr->kind == SHARD_EXPR_CAST && expr->n_args == 1 && expr->name != NULL &&
               strcmp(expr->name, "regclass") == 0) {
        replace(self, expr->args[0]);
    } else if (expr->kind == SHARD_EXPR_FUNCTION && expr->n_args == 1 &&
               strcmp(expr->name, "to_regclass") == 0) {
        replace(self, expr->args[0]);
    }
    return FALSE;
}

void
shard_namer_map(const ShardNamer *self, const ShardExpr *column, gboolean with_label)
{
    ShardArena *arena = self->edits->arena;
    const ShardPiece name = SHARD_PIECE_TOKENS(column->first_token, column->last_token);
    const ShardPiece pieces[] = {
        SHARD_PIECE_TEXT("CASE "),
        name,
        SHARD_PIECE_TEXT(shard_arena_strndup(arena, self->whens->str, (gssize) self->whens->len)),
        SHARD_PIECE_TEXT(" ELSE "),
        name,
        SHARD_PIECE_TEXT(with_label ? " END AS " : " END"),
        SHARD_PIECE_TOKENS(column->last_token, column->last_token)};

    shard_edits_replace_pieces(self->edits, column->first_token, column->last_token, pieces,
                               G_N_ELEMENTS(pieces) - (with_label ? 0 : 1));
}

/* What the answer says of the table, and of others that it refers to, is said of the logical ones.
 */
static void
map_back(ShardNamer *self, const ShardQuery *query)
{
    g_autoptr(GString) hidden = g_string_new(NULL);

    shard_namer_read_rules(self, hidden);
    for (guint i = 0; self->whens->len > 0 && i < query->n_items; i++)
        shard_namer_map_item(self, query, &query->items[i]);
}

/* MySQL and SQLite call an item by its text; the columns have their labels already. */
static void
keep_labels(const ShardNamer *self, const ShardQuery *query)
{
    const ShardPrepared *prepared = self->prepared;

    for (guint i = 0; query->set == SHARD_SET_NONE && i < query->n_items; i++) {
        const ShardItem *item = &query->items[i];
        if (item->alias != NULL || item->expr->kind == SHARD_EXPR_COLUMN ||
            item->expr->kind == SHARD_EXPR_STAR ||
            !shard_edits_change(self->edits, item->first_token, item->last_token))
            continue;
        const char *label =
            shard_item_label(prepared->tokens, prepared->mode.dialect, item, self->edits->arena);
        if (label != NULL)
            shard_edits_insert(self->edits, item->last_token, label);
    }
}

static gboolean
asks_catalog(const ShardAnalysis *analysis)
{
    gboolean found = analysis->n_refs == 0;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].kind != SHARD_REF_CTE && !analysis->refs[i].is_catalog)
            return FALSE;
        found = found || analysis->refs[i].is_catalog;
    }
    return found;
}

gboolean
shard_derive_catalog_names(ShardPrepared *self, const ShardPlanInput *input, ShardArena *arena,
                           ShardText *out)
{
    const ShardStatement *statement = self->statement;
    g_auto(ShardEdits) edits = {0};
    g_autoptr(GString) whens = g_string_new(NULL);
    g_autoptr(GPtrArray) plain = g_ptr_array_new();
    ShardNamer namer = {
        .prepared = self, .input = input, .edits = &edits, .whens = whens, .plain = plain};

    if (statement->kind == SHARD_STATEMENT_SHOW && self->mode.dialect == SHARD_DIALECT_MYSQL) {
        edits.arena = arena;
        return shard_namer_show_tables(&namer, out);
    }
    if (statement->kind != SHARD_STATEMENT_SELECT || !asks_catalog(&self->analysis))
        return FALSE;
    shard_edits_init(&edits, self->tokens, arena);
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint j = 0; j < query->n_from; j++)
            shard_from_walk(query->from[j], visit, &namer);
        shard_expr_walk(query->where, visit, &namer);
        for (guint j = 0; j < query->n_items; j++)
            shard_expr_walk(query->items[j].expr, visit, &namer);
    }
    replace_pragmas(&namer);
    gboolean lists = !namer.replaced && !namer.names_node && shard_namer_list(&namer);
    gboolean defines = shard_namer_map_definitions(&namer);
    if (!namer.replaced && !namer.says_database && !lists && !defines)
        return FALSE;
    if (namer.maps_back && statement->queries[0].set == SHARD_SET_NONE &&
        statement->queries[0].n_group == 0)
        map_back(&namer, &statement->queries[0]);
    for (guint i = 0; self->mode.dialect != SHARD_DIALECT_POSTGRESQL && i < statement->n_queries;
         i++)
        keep_labels(&namer, &statement->queries[i]);
    *out = shard_edits_apply(&edits, arena);
    return TRUE;
}
