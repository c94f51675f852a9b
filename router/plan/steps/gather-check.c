/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which statements one shard answers rightly when it is given the rows, and which writes each node
 * makes rightly: those whose answer is the same in whatever order the rows come.
 */
#include "router/plan/steps/gather-private.h"

#include "router/plan/condition/expr.h"
#include "router/sql/functions.h"

#include <string.h>

/* Each table is read by a statement of its own, after which the whole is planned again.  MariaDB
 * doesn't know how many rows a JSON_TABLE has, and tries all orders of a join: of 12 that takes a
 * second, of 20 for ever. */
#define MOST_TABLES 64u
#define MOST_JSON_TABLES 10u

/* Their answer follows the order of the rows, which is that of an ORDER BY inside or none. */
static const char *const ordered_calls[] = {
    "string_agg",
    "array_agg",
    "json_agg",
    "jsonb_agg",
    "json_object_agg",
    "jsonb_object_agg",
    "xmlagg",
    "range_agg",
    "group_concat",
    "json_arrayagg",
    "json_objectagg",
    "json_group_array",
    "json_group_object",
    "any_value",
    "row_number",
    "ntile",
    "lag",
    "lead",
    "first_value",
    "last_value",
    "nth_value",
};

static gboolean
is_ordered_call(const ShardTokens *tokens, guint token)
{
    for (guint i = 0; i < G_N_ELEMENTS(ordered_calls); i++) {
        if (shard_token_is(tokens, token, ordered_calls[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
has_word(const ShardTokens *tokens, guint first, guint last, const char *word)
{
    for (guint i = first; i <= last; i++) {
        if (shard_token_is(tokens, i, word))
            return TRUE;
    }
    return FALSE;
}

/* call ( … ) [OVER ( … )]: where it ends. */
static guint
end_of_call(const ShardTokens *tokens, guint open)
{
    gint close = shard_tokens_match(tokens, open);

    if (close < 0)
        return open;
    guint end = (guint) close;
    if (end + 2 < tokens->n_tokens && shard_token_is(tokens, end + 1, "over") &&
        shard_token_is(tokens, end + 2, "(")) {
        gint over = shard_tokens_match(tokens, end + 2);
        return over < 0 ? end : (guint) over;
    }
    return end;
}

/* Every call whose answer follows the order says which; PostgreSQL sorts arguments for DISTINCT. */
static gboolean
calls_say_order(const ShardTokens *tokens, ShardDialect dialect)
{
    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        if (!shard_token_is(tokens, i + 1, "("))
            continue;
        gboolean framed = shard_token_is(tokens, i, "over");
        if (!framed && !is_ordered_call(tokens, i))
            continue;
        guint end = end_of_call(tokens, i + 1);
        framed = framed && has_word(tokens, i + 1, end, "rows");
        if (dialect == SHARD_DIALECT_POSTGRESQL && shard_token_is(tokens, i + 2, "distinct"))
            continue;
        if ((framed || is_ordered_call(tokens, i)) && !has_word(tokens, i + 1, end, "order"))
            return FALSE;
    }
    return !has_word(tokens, 0, tokens->n_tokens - 1, "window");
}

/* ---- columns that aren't grouped by ---- */

static gboolean
is_group_key(const ShardGatherer *self, gint number, const ShardExpr *expr)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    for (guint i = 0; i < query->n_group; i++) {
        gint item = query->grouping_sets && query->group_items != NULL ? query->group_items[i] : -1;
        const ShardExpr *key = item >= 0 ? query->items[item].expr
                               : query->grouping_sets
                                   ? query->group[i]
                                   : shard_scope_group_expr(self->analysis, number, i);
        if (key != NULL && shard_expr_equal(key, expr, self->prepared->tokens))
            return TRUE;
    }
    return FALSE;
}

/* Does the column stand in the brackets of an aggregate?  What isn't read of a call (INTERVAL 1
 * DAY) tells no more than its columns. */
static gboolean
is_aggregated(const ShardGatherer *self, const ShardExpr *call, const ShardExpr *column)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = call->first_token + 1; i < column->first_token; i++) {
        gint close = shard_token_is(tokens, i, "(") ? shard_tokens_match(tokens, i) : -1;
        if (close < (gint) column->last_token)
            continue;
        const ShardToken *name = &tokens->tokens[i - 1];
        g_autofree char *word = g_strndup(tokens->text + name->offset, name->size);
        if ((shard_function_flags(self->prepared->mode.dialect, word) & SHARD_FUNCTION_AGGREGATE) !=
            0)
            return TRUE;
    }
    return FALSE;
}

/* A column of any one row of its group, outside of aggregates. */
static gboolean
takes_any_row(const ShardGatherer *self, gint number, const ShardExpr *expr, gboolean in_item)
{
    if (expr == NULL || expr->kind == SHARD_EXPR_AGGREGATE || expr->kind == SHARD_EXPR_SUBQUERY ||
        is_group_key(self, number, expr))
        return FALSE;
    if (expr->kind == SHARD_EXPR_STAR)
        return TRUE;
    /* In HAVING and ORDER BY what no table has is an item's name. */
    if (expr->kind == SHARD_EXPR_COLUMN)
        return in_item ||
               shard_scope_has_column(self->analysis, number, expr->name, 0) != SHARD_ABSENT;
    for (guint i = 0; i < expr->n_args; i++) {
        gboolean hidden = expr->kind == SHARD_EXPR_OPAQUE && expr->args[i] != NULL &&
                          is_aggregated(self, expr, expr->args[i]);
        if (!hidden && takes_any_row(self, number, expr->args[i], in_item))
            return TRUE;
    }
    return FALSE;
}

static gboolean
block_takes_any_row(const ShardGatherer *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    if (query->n_group == 0 && !query->has_aggregate && !query->grouping_sets)
        return FALSE;
    for (guint i = 0; i < query->n_items; i++) {
        if (takes_any_row(self, number, query->items[i].expr, TRUE))
            return TRUE;
    }
    for (guint i = 0; i < query->n_order; i++) {
        if (query->order[i].item < 0 && takes_any_row(self, number, query->order[i].expr, FALSE))
            return TRUE;
    }
    return takes_any_row(self, number, query->having, FALSE);
}

/* ---- rows of which any one counts ---- */

/* Has each row of the list one value of it?  Of what isn't selected, DISTINCT takes any row's. */
static gboolean
is_selected(const ShardGatherer *self, const ShardQuery *query, const ShardExpr *expr)
{
    if (expr == NULL)
        return TRUE;
    for (guint i = 0; i < query->n_items; i++) {
        const ShardExpr *item = query->items[i].expr;
        if (item->kind == SHARD_EXPR_STAR || shard_expr_equal(item, expr, self->prepared->tokens))
            return TRUE;
    }
    for (guint i = 0; i < expr->n_args; i++) {
        if (!is_selected(self, query, expr->args[i]))
            return FALSE;
    }
    return expr->kind != SHARD_EXPR_COLUMN && expr->kind != SHARD_EXPR_SUBQUERY;
}

static gboolean
distinct_is_ordered(const ShardGatherer *self, const ShardQuery *query)
{
    for (guint i = 0; query->distinct && i < query->n_order; i++) {
        if (query->order[i].item < 0 && !is_selected(self, query, query->order[i].expr))
            return FALSE;
    }
    return TRUE;
}

/* column = something that isn't of the column's table. */
static gboolean
is_fixed(const ShardGatherer *self, const GArray *conjuncts, ShardColumnId column)
{
    ShardColumnId id;

    for (guint i = 0; i < conjuncts->len; i++) {
        const ShardExpr *expr = g_array_index(conjuncts, ShardConjunct, i).expr;
        gint number = g_array_index(conjuncts, ShardConjunct, i).query;
        if (expr == NULL || expr->kind != SHARD_EXPR_COMPARE || g_strcmp0(expr->name, "=") != 0)
            continue;
        for (guint side = 0; side < 2; side++) {
            const ShardExpr *other = expr->args[1 - side];
            /* By another collation several keys may be equal. */
            if (other->collation == NULL && expr->args[side]->collation == NULL &&
                shard_scope_resolve(self->analysis, expr->args[side], number, &id) &&
                id.table == column.table && shard_identifier_equal_fold(id.column, column.column) &&
                (other->kind == SHARD_EXPR_LITERAL || other->kind == SHARD_EXPR_MARKER ||
                 (shard_scope_resolve(self->analysis, other, number, &id) &&
                  id.table != column.table)))
                return TRUE;
        }
    }
    return FALSE;
}

/* A unique key of the table is compared with one value. */
static gboolean
table_has_fixed_key(const ShardGatherer *self, gint table, const GArray *conjuncts)
{
    const ShardTable *rule = self->analysis->refs[table].table;
    const ShardTableSchema *facts =
        rule == NULL ? NULL : shard_schema_table(self->analysis->schema, rule->name);

    for (guint i = 0; facts != NULL && i < facts->n_indexes; i++) {
        const ShardIndexSchema *index = &facts->indexes[i];
        gboolean fixed = index->unique && !index->partial && index->n_columns > 0;
        for (guint k = 0; k < index->n_columns && fixed; k++)
            fixed = is_fixed(self, conjuncts,
                             (ShardColumnId){table, facts->columns[index->columns[k]].name, 0});
        if (fixed)
            return TRUE;
    }
    return FALSE;
}

/* Of the block's only table. */
static gboolean
has_fixed_key(const ShardGatherer *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];
    g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));

    if (query->n_from != 1 || query->from[0]->kind != SHARD_FROM_TABLE)
        return FALSE;
    shard_scope_split(conjuncts, query->where, number);
    return table_has_fixed_key(self, query->from[0]->table, conjuncts);
}

static gboolean
reads_within(const ShardGatherer *self, const ShardQuery *query)
{
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        guint token = self->analysis->statement->tables[i].first_token;
        if (shard_gather_reads(self, i) && query->first_token <= token &&
            token <= query->last_token)
            return TRUE;
    }
    return FALSE;
}

/* SQLite takes the first of several rows for a value; the others call them an error. */
static gboolean
takes_first_row(const ShardGatherer *self, gint number)
{
    const ShardQuery *query = &self->analysis->statement->queries[number];

    if (self->prepared->mode.dialect != SHARD_DIALECT_SQLITE || query->link != SHARD_LINK_SCALAR ||
        !reads_within(self, query))
        return FALSE;
    if (query->set != SHARD_SET_NONE)
        return TRUE;
    gboolean one = (query->has_aggregate && query->n_group == 0) || query->n_from == 0 ||
                   (query->limit.present && query->n_order > 0);
    return !one && !has_fixed_key(self, number);
}

/* ---- the whole ---- */

static gboolean
blocks_are_plain(const ShardGatherer *self)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->for_update || query->into || query->calc_found_rows ||
            (query->n_order == 0 && (query->link == SHARD_LINK_ARRAY ||
                                     (query->limit.present && (i > 0 || self->target >= 0)))) ||
            block_takes_any_row(self, (gint) i) || !distinct_is_ordered(self, query) ||
            takes_first_row(self, (gint) i))
            return FALSE;
    }
    return TRUE;
}

static gboolean
has_leaf(const ShardFrom *from, gint table)
{
    if (from == NULL)
        return FALSE;
    if (from->kind == SHARD_FROM_JOIN)
        return has_leaf(from->left, table) || has_leaf(from->right, table);
    return from->kind == SHARD_FROM_TABLE && from->table == table;
}

/* name [AS alias] in a FROM, and no more. */
static gboolean
is_replaceable(const ShardGatherer *self, guint table)
{
    const ShardTokens *tokens = self->prepared->tokens;
    const ShardTableRef *ref = &self->analysis->statement->tables[table];
    const ShardBlock block = shard_scope_block(self->analysis, ref->query);
    guint last = ref->alias_token >= 0 ? (guint) ref->alias_token : ref->last_token;
    gboolean found = FALSE;

    for (guint i = 0; i < block.n_from && !found; i++)
        found = has_leaf(block.from[i], (gint) table);
    guint between = ref->last_token + 1;
    if (between < last && shard_token_is(tokens, between, "as"))
        between++;
    return found && !ref->only_star && !ref->no_alias && between >= last &&
           !shard_token_is(tokens, last + 1, "(");
}

/* A write is made where its table is; what of others isn't there is read, if the rules know it. */
static gboolean
find_home_of_write(ShardGatherer *self)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardRef *target = &analysis->refs[self->target];

    self->home = target->shard;
    if (target->is_catalog)
        return FALSE;
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_OTHER && (ref->is_catalog || ref->shard != self->home))
            return FALSE;
    }
    return TRUE;
}

/* Tables that the rules don't know can't be read, since nothing is known of their columns; so their
 * shard comes first.  FALSE: a system catalog's table, or one that is nowhere. */
static gboolean
find_home(ShardGatherer *self)
{
    const ShardAnalysis *analysis = self->analysis;
    gboolean fixed = FALSE;

    self->home = -1;
    if (self->target >= 0)
        return find_home_of_write(self);
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind != SHARD_REF_SINGLE && ref->kind != SHARD_REF_OTHER)
            continue;
        if (ref->is_catalog || ref->shard < 0)
            return FALSE;
        if (!fixed && (ref->kind == SHARD_REF_OTHER || self->home < 0))
            self->home = ref->shard;
        fixed = fixed || ref->kind == SHARD_REF_OTHER;
    }
    return TRUE;
}

gboolean
shard_gather_reads(const ShardGatherer *self, guint table)
{
    const ShardRef *ref = &self->analysis->refs[table];

    return (gint) table != self->target &&
           (ref->kind == SHARD_REF_SHARDED ||
            (ref->kind == SHARD_REF_SINGLE && ref->shard != self->home));
}

gboolean
shard_gather_stands_alone(const ShardGatherer *self, guint table)
{
    return self->target >= 0 || !shard_gather_has_pattern(self, table);
}

gboolean
shard_gather_has_pattern(const ShardGatherer *self, guint table)
{
    const ShardTable *facts = self->analysis->refs[table].table;

    for (guint i = 0; i < facts->n_nodes && self->home >= 0; i++) {
        if (facts->nodes[i].shard == (guint) self->home)
            return TRUE;
    }
    return self->home < 0;
}

/* How often the rows of a block are asked for: where it stands in a CTE, once for each use of that.
 * known: of each query, 0 not counted yet. */
static guint
count_uses(const ShardGatherer *self, gint query, guint *known)
{
    const ShardStatement *statement = self->analysis->statement;

    while (query >= 0 && statement->queries[query].link != SHARD_LINK_CTE)
        query = statement->queries[query].parent;
    if (query < 0)
        return 1;
    if (known[query] > 0)
        return known[query];
    guint n = 0;
    known[query] = 1; /* for one that names itself */
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        if (self->analysis->refs[i].kind == SHARD_REF_CTE &&
            self->analysis->refs[i].cte_query == query)
            n = MIN(n + count_uses(self, statement->tables[i].query, known), MOST_TABLES + 1);
    }
    known[query] = MAX(n, 1);
    return known[query];
}

static gboolean
tables_are_replaceable(const ShardGatherer *self)
{
    ShardDialect dialect = self->prepared->mode.dialect;
    gboolean needs_pattern = dialect == SHARD_DIALECT_SQLITE && self->target < 0;
    guint most = dialect == SHARD_DIALECT_MYSQL ? MOST_JSON_TABLES : MOST_TABLES;
    const ShardAnalysis *analysis = self->analysis;
    g_autofree guint *known = g_new0(guint, analysis->statement->n_queries + 1);
    guint n_read = 0;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!shard_gather_reads(self, i))
            continue;
        if (!is_replaceable(self, i) || (needs_pattern && !shard_gather_has_pattern(self, i)))
            return FALSE;
        n_read += count_uses(self, analysis->statement->tables[i].query, known);
    }
    for (guint i = 0; i < analysis->statement->n_qualifiers; i++) {
        const ShardQualifier *qualifier = &analysis->statement->qualifiers[i];
        if (qualifier->last_token > qualifier->first_token)
            return FALSE;
    }
    return n_read > 0 && n_read <= most;
}

/* ---- writes ---- */

static gboolean
is_of_others(const ShardExpr *expr, void *data)
{
    const ShardGatherer *self = data;
    ShardColumnId id;

    if (expr->kind != SHARD_EXPR_COLUMN)
        return expr->kind == SHARD_EXPR_STAR;
    return !shard_scope_resolve(self->analysis, expr, -1, &id) || id.table != self->target;
}

static gboolean
takes_from_others(ShardGatherer *self)
{
    const ShardModify *modify = self->analysis->statement->modify;

    for (guint i = 0; i < modify->n_assignments; i++) {
        if (modify->assignments[i].value == NULL ||
            shard_expr_walk(modify->assignments[i].value, is_of_others, self))
            return TRUE;
    }
    for (guint i = 0; i < modify->n_returning; i++) {
        if (shard_expr_walk(modify->returning[i].expr, is_of_others, self))
            return TRUE;
    }
    return FALSE;
}

/* Where several rows of a joined table meet one of the written table's, any of them counts; a MERGE
 * calls that an error. */
static gboolean
takes_one_row_each(ShardGatherer *self)
{
    const ShardStatement *statement = self->analysis->statement;

    if (statement->kind == SHARD_STATEMENT_MERGE || !takes_from_others(self))
        return TRUE;
    for (guint i = 0; i < self->analysis->n_refs; i++) {
        g_autoptr(GArray) conjuncts = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
        if (statement->tables[i].query >= 0 || !shard_gather_reads(self, i))
            continue;
        shard_scope_conjuncts(self->analysis, i, FALSE, conjuncts);
        if (!table_has_fixed_key(self, (gint) i, conjuncts))
            return FALSE;
    }
    return TRUE;
}

static gboolean
assigns_key(const ShardGatherer *self)
{
    const ShardModify *modify = self->analysis->statement->modify;
    const ShardRef *target = &self->analysis->refs[self->target];

    for (guint i = 0; target->kind == SHARD_REF_SHARDED && i < modify->n_assignments; i++) {
        const char *column = modify->assignments[i].column;
        if (column == NULL || shard_table_is_key(target->table, column))
            return TRUE;
    }
    return FALSE;
}

static gboolean
write_is_plain(ShardGatherer *self)
{
    const ShardModify *modify = self->analysis->statement->modify;

    if (modify == NULL || self->target < 0 || assigns_key(self))
        return FALSE;
    if (self->prepared->mode.dialect == SHARD_DIALECT_MYSQL && modify->n_returning > 0)
        return FALSE;
    return !modify->limit.present && modify->current_of == NULL;
}

gboolean
shard_gather_check(ShardGatherer *self)
{
    const ShardStatement *statement = self->analysis->statement;
    gboolean is_read = statement->kind == SHARD_STATEMENT_SELECT;

    self->target = statement->modify == NULL ? -1 : shard_modify_target(self->analysis);
    return (is_read || write_is_plain(self)) && self->analysis->schema != NULL &&
           !statement->has_volatile && !statement->has_now && !statement->session_bound &&
           !statement->last_insert && statement->n_cte_writes == 0 &&
           !statement->several_statements && !statement->calls_own &&
           statement->only_one_node == NULL && statement->place_column == NULL && find_home(self) &&
           tables_are_replaceable(self) && blocks_are_plain(self) &&
           (is_read || takes_one_row_each(self)) &&
           calls_say_order(self->prepared->tokens, self->prepared->mode.dialect);
}
