/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog-list.c - questions to the system catalogs that list tables.
 *
 *   SELECT relname FROM pg_class c WHERE relkind = 'r'              t is t_0 and t_1
 *   SELECT CASE relname WHEN 't_0' THEN 't' ELSE relname END AS relname
 *     FROM pg_class c WHERE (relkind = 'r') AND (c.relname IS NULL OR c.relname NOT IN ('t_1'))
 *
 * The first node that lies on the default shard stands for the table.  What * gives keeps its
 * names, but for SQLite's only catalog, whose columns are known.
 */
#include "router/plan/rewrite/catalog-private.h"

#include "router/plan/condition/expr.h"
#include "router/plan/router-private.h"

#include <string.h>

/* Catalogs with a row for each table, or for what belongs to one, and the column of its name. */
static const struct {
    ShardDialect dialect;
    const char *name, *column;
} catalogs[] = {
    {SHARD_DIALECT_POSTGRESQL, "pg_class", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_tables", "tablename"},
    {SHARD_DIALECT_POSTGRESQL, "pg_indexes", "tablename"},
    {SHARD_DIALECT_POSTGRESQL, "pg_stats", "tablename"},
    {SHARD_DIALECT_POSTGRESQL, "pg_stat_all_tables", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_stat_user_tables", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_stat_all_indexes", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_stat_user_indexes", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_statio_all_tables", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "pg_statio_user_tables", "relname"},
    {SHARD_DIALECT_POSTGRESQL, "tables", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "columns", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "table_constraints", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "key_column_usage", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "constraint_column_usage", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "constraint_table_usage", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "table_privileges", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "role_table_grants", "table_name"},
    {SHARD_DIALECT_POSTGRESQL, "column_privileges", "table_name"},
    {SHARD_DIALECT_MYSQL, "tables", "table_name"},
    {SHARD_DIALECT_MYSQL, "columns", "table_name"},
    {SHARD_DIALECT_MYSQL, "statistics", "table_name"},
    {SHARD_DIALECT_MYSQL, "table_constraints", "table_name"},
    {SHARD_DIALECT_MYSQL, "key_column_usage", "table_name"},
    {SHARD_DIALECT_MYSQL, "referential_constraints", "table_name"},
    {SHARD_DIALECT_MYSQL, "check_constraints", "table_name"},
    {SHARD_DIALECT_MYSQL, "partitions", "table_name"},
    {SHARD_DIALECT_MYSQL, "table_privileges", "table_name"},
    {SHARD_DIALECT_MYSQL, "column_privileges", "table_name"},
    {SHARD_DIALECT_SQLITE, "sqlite_master", "tbl_name"},
    {SHARD_DIALECT_SQLITE, "sqlite_schema", "tbl_name"},
};

static const char *
name_column(const ShardNamer *self, guint table)
{
    const ShardPrepared *prepared = self->prepared;

    for (guint i = 0; prepared->analysis.refs[table].is_catalog && i < G_N_ELEMENTS(catalogs);
         i++) {
        if (catalogs[i].dialect == prepared->mode.dialect &&
            shard_identifier_equal_fold(catalogs[i].name, prepared->statement->tables[table].name))
            return catalogs[i].column;
    }
    return NULL;
}

/* ---- the tables of the shard that is asked ---- */

/* The table's first node there: it is shown under the logical name, the others aren't. */
static void
add_table(ShardNamer *self, const ShardTable *table, guint shard, GString *hidden)
{
    const char *first = NULL;

    for (guint i = 0; i < table->n_nodes; i++) {
        const char *name = table->nodes[i].table;
        if (table->nodes[i].shard != shard || !shard_namer_is_simple(name))
            continue;
        if (first == NULL) {
            first = name;
            if (strcmp(name, table->name) == 0 || !shard_namer_is_simple(table->name))
                continue;
            g_string_append(self->whens, " WHEN ");
            shard_namer_append_string(self->whens, name);
            g_string_append(self->whens, " THEN ");
            shard_namer_append_string(self->whens, table->name);
        } else if (strcmp(name, first) != 0) { /* else in another schema */
            g_string_append(hidden, hidden->len > 0 ? ", " : "");
            shard_namer_append_string(hidden, name);
        }
    }
}

void
shard_namer_read_rules(ShardNamer *self, GString *hidden)
{
    const ShardRules *rules = self->prepared->router->rules;
    guint shard = (guint) MAX(shard_rules_default_shard(rules), 0);

    for (guint i = 0; i < shard_rules_n_tables(rules); i++)
        add_table(self, shard_rules_table(rules, i), shard, hidden);
}

/* ---- their names ---- */

/* Does PostgreSQL look for the table that its arguments name? */
static gboolean
looks_up(const ShardNamer *self, const ShardExpr *expr)
{
    static const char *const functions[] = {"pg_", "has_", "to_reg", "query_to_xml"};

    if (self->prepared->mode.dialect != SHARD_DIALECT_POSTGRESQL || expr->name == NULL)
        return FALSE;
    if (expr->kind == SHARD_EXPR_CAST)
        return strstr(expr->name, "regclass") != NULL;
    for (guint i = 0; expr->kind == SHARD_EXPR_FUNCTION && i < G_N_ELEMENTS(functions); i++) {
        if (g_str_has_prefix(expr->name, functions[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
keep_name(const ShardExpr *expr, void *data)
{
    ShardNamer *self = data;

    if (shard_namer_is_name(self, expr))
        g_ptr_array_add(self->plain, (gpointer) expr);
    return FALSE;
}

static gboolean
map_name(const ShardExpr *expr, void *data)
{
    ShardNamer *self = data;

    if (looks_up(self, expr))
        shard_expr_walk(expr, keep_name, self);
    else if (shard_namer_is_name(self, expr) && !g_ptr_array_find(self->plain, expr, NULL))
        shard_namer_map(self, expr, FALSE);
    return FALSE;
}

/* SQLite's SELECT * FROM sqlite_master. */
static gboolean
is_known_star(const ShardNamer *self, const ShardQuery *query, const ShardExpr *expr)
{
    return self->prepared->mode.dialect == SHARD_DIALECT_SQLITE && expr->kind == SHARD_EXPR_STAR &&
           query->n_from == 1 && query->from[0]->kind == SHARD_FROM_TABLE &&
           name_column(self, (guint) query->from[0]->table) != NULL;
}

static void
map_star(ShardNamer *self, const ShardItem *item)
{
    const char *whens = self->whens->str;
    ShardArena *arena = self->edits->arena;
    g_autofree char *text = g_strdup_printf(
        "type, CASE name%s ELSE name END AS name, CASE tbl_name%s ELSE tbl_name END AS tbl_name,"
        " rootpage, sql",
        whens, whens);

    shard_edits_replace(self->edits, item->first_token, item->last_token,
                        shard_arena_strndup(arena, text, -1));
}

gboolean
shard_namer_map_item(ShardNamer *self, const ShardQuery *query, const ShardItem *item)
{
    if (shard_namer_is_name(self, item->expr))
        shard_namer_map(self, item->expr, item->alias == NULL);
    else if (is_known_star(self, query, item->expr))
        map_star(self, item);
    else
        return FALSE;
    return TRUE;
}

/* A set operation's items are those of its first block. */
static void
map_query(ShardNamer *self, const ShardQuery *query)
{
    for (guint i = 0; query->set == SHARD_SET_NONE && i < query->n_items; i++) {
        const ShardItem *item = &query->items[i];
        if (!shard_namer_map_item(self, query, item))
            shard_expr_walk(item->expr, map_name, self);
    }
    for (guint i = 0; i < query->n_from; i++)
        shard_from_walk(query->from[i], map_name, self);
    shard_expr_walk(query->where, map_name, self);
    shard_expr_walk(query->having, map_name, self);
    for (guint i = 0; i < query->n_group; i++)
        shard_expr_walk(query->group[i], map_name, self);
    for (guint i = 0; i < query->n_order; i++) {
        if (query->order[i].item < 0)
            shard_expr_walk(query->order[i].expr, map_name, self);
    }
}

/* ---- each once ---- */

/* What columns of the reference are qualified by: SQLite knows its catalog by one name only. */
static ShardPiece
qualifier(const ShardNamer *self, const ShardTableRef *ref)
{
    if (ref->alias_token >= 0)
        return SHARD_PIECE_TOKENS((guint) ref->alias_token, (guint) ref->alias_token);
    return self->prepared->mode.dialect == SHARD_DIALECT_SQLITE
               ? SHARD_PIECE_TEXT("sqlite_master")
               : SHARD_PIECE_TOKENS(ref->first_token, ref->last_token);
}

/* The predicate over one table reference, in front of the next one's. */
static void
add_predicate(ShardNamer *self, guint table, const char *hidden, GArray *pieces)
{
    const ShardTableRef *ref = &self->prepared->statement->tables[table];
    const char *column = name_column(self, table);

    if (column == NULL)
        return;
    g_autofree char *is_null = g_strdup_printf(".%s IS NULL OR ", column);
    g_autofree char *not_in = g_strdup_printf(".%s NOT IN (%s))", column, hidden);
    const ShardPiece name = qualifier(self, ref);
    const ShardPiece more[] = {
        SHARD_PIECE_TEXT(pieces->len > 0 ? " AND (" : "("), name,
        SHARD_PIECE_TEXT(shard_arena_strndup(self->edits->arena, is_null, -1)), name,
        SHARD_PIECE_TEXT(shard_arena_strndup(self->edits->arena, not_in, -1))};
    g_array_append_vals(pieces, more, G_N_ELEMENTS(more));
}

static void
add_predicates(ShardNamer *self, const ShardFrom *from, const char *hidden, GArray *pieces)
{
    if (from->kind == SHARD_FROM_TABLE) {
        add_predicate(self, (guint) from->table, hidden, pieces);
    } else if (from->kind == SHARD_FROM_JOIN) {
        add_predicates(self, from->left, hidden, pieces);
        add_predicates(self, from->right, hidden, pieces);
    }
}

/* The last token in front of GROUP BY, HAVING, ORDER BY and LIMIT. */
static guint
end_of_from(const ShardQuery *query)
{
    const guint starts[] = {query->group_first_token, query->having_first_token,
                            query->order_first_token,
                            query->limit.present ? query->limit.first_token : 0};
    guint end = query->tail_token;

    for (guint i = 0; i < G_N_ELEMENTS(starts); i++)
        end = starts[i] > 0 ? MIN(end, starts[i] - 1) : end;
    return end;
}

static void
hide_nodes(ShardNamer *self, const ShardQuery *query, const char *hidden)
{
    g_autoptr(GArray) pieces = g_array_new(FALSE, FALSE, sizeof(ShardPiece));

    for (guint i = 0; i < query->n_from; i++)
        add_predicates(self, query->from[i], hidden, pieces);
    if (pieces->len == 0)
        return;
    if (query->where == NULL) {
        const ShardPiece where = SHARD_PIECE_TEXT(" WHERE ");
        g_array_prepend_val(pieces, where);
        shard_edits_insert_pieces(self->edits, end_of_from(query),
                                  &g_array_index(pieces, ShardPiece, 0), pieces->len);
        return;
    }
    const ShardPiece both = SHARD_PIECE_TEXT(") AND ");
    g_array_prepend_val(pieces, both);
    shard_edits_insert(self->edits, query->where_first_token, " (");
    shard_edits_insert_pieces(self->edits, query->where_last_token,
                              &g_array_index(pieces, ShardPiece, 0), pieces->len);
}

/* A WINDOW clause stands between FROM and ORDER BY, whose names DISTINCT ON shares; TABLE t and
 * SQLite's x IN t have no place for a predicate, and t AS a (b) has no column of that name. */
static gboolean
can_list(const ShardPrepared *self)
{
    const ShardStatement *statement = self->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->has_window || query->is_values || query->n_distinct_on > 0)
            return FALSE;
    }
    for (guint i = 0; i < statement->n_tables; i++) {
        gint alias = statement->tables[i].alias_token;
        if (statement->tables[i].no_alias ||
            (alias >= 0 && shard_token_is(self->tokens, (guint) alias + 1, "(")))
            return FALSE;
    }
    return TRUE;
}

static gboolean
lists_tables(const ShardNamer *self)
{
    for (guint i = 0; i < self->prepared->statement->n_tables; i++) {
        if (name_column(self, i) != NULL)
            return TRUE;
    }
    return FALSE;
}

gboolean
shard_namer_list(ShardNamer *self)
{
    const ShardStatement *statement = self->prepared->statement;
    g_autoptr(GString) hidden = g_string_new(NULL);

    if (!can_list(self->prepared) || !lists_tables(self))
        return FALSE;
    shard_namer_read_rules(self, hidden);
    for (guint i = 0; i < statement->n_queries; i++) {
        if (self->whens->len > 0)
            map_query(self, &statement->queries[i]);
        if (hidden->len > 0)
            hide_nodes(self, &statement->queries[i], hidden->str);
    }
    return self->whens->len > 0 || hidden->len > 0;
}
