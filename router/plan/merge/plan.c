/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/merge/private.h"
#include "router/plan/condition/scalar.h"

#include "router/base/error.h"

#include <string.h>

gboolean
maker_refuse_but(Maker *self, const char *what, const char *remedy)
{
    if (self->error == NULL || *self->error == NULL)
        shard_error_set(self->error, SHARD_ERROR_REFUSED, "0A000",
                        "%s over several nodes can't be answered exactly; %s", what, remedy);
    return FALSE;
}

/* "compare 'user_id' and 'order_id' of 't_order' with values" */
static char *
remedy_by_keys(const Maker *self)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardTable *table = analysis->lead < 0 ? NULL : analysis->refs[analysis->lead].table;
    const char *const *keys = table == NULL ? NULL : shard_table_keys(table);

    if (keys == NULL || keys[0] == NULL)
        return g_strdup("ask for the rows of one node");
    g_autofree char *names = g_strjoinv("' and '", (char **) keys);
    return g_strdup_printf("compare '%s' of '%s' with values", names, table->name);
}

gboolean
maker_refuse(Maker *self, const char *format, ...)
{
    va_list arguments;
    g_autofree char *remedy = remedy_by_keys(self);

    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return maker_refuse_but(self, what, remedy);
}

gboolean
maker_refuse_or(Maker *self, const char *what, const char *otherwise)
{
    g_autofree char *by_keys = remedy_by_keys(self);
    g_autofree char *remedy = g_strdup_printf("%s, or %s", by_keys, otherwise);

    return maker_refuse_but(self, what, remedy);
}

void
maker_change(Maker *self, ShardChangeKind kind, guint first, guint last, const ShardPiece *pieces,
             guint n_pieces)
{
    ShardChange change = {.kind = kind, .first = first, .last = last, .n_pieces = n_pieces};

    change.pieces = shard_arena_memdup(self->arena, pieces, sizeof *pieces * n_pieces);
    g_array_append_val(self->changes, change);
}

/* PostgreSQL takes NULL for the largest value, the others for the smallest. */
gboolean
maker_nulls_first(const Maker *self, const ShardOrderItem *item)
{
    if (item->nulls != SHARD_NULLS_DEFAULT)
        return item->nulls == SHARD_NULLS_FIRST;
    gboolean nulls_are_high = self->dialect == SHARD_DIALECT_POSTGRESQL;
    return nulls_are_high == item->descending;
}

/* ---- rows that each node has whole ---- */

/* An ordinal or alias counts output columns; behind a * its place isn't known, but its expression
 * is. */
static gboolean
check_ordinal(Maker *self, const ShardOrderItem *order)
{
    if (order->expr->kind != SHARD_EXPR_LITERAL || self->star_at == self->query->n_items ||
        (order->item >= 0 && (guint) order->item < self->star_at))
        return TRUE;
    return maker_refuse_but(self, "ORDER BY a column's number behind *", "name the column");
}

gboolean
maker_order_is_idle(const Maker *self, const ShardOrderItem *order)
{
    const ShardExpr *expr = order->item >= 0 ? self->query->items[order->item].expr : order->expr;

    return shard_operand_is_constant(expr);
}

static gboolean
is_shuffle(const Maker *self, const ShardExpr *expr)
{
    const char *name = self->dialect == SHARD_DIALECT_MYSQL ? "rand" : "random";

    return self->in->query == 0 && !self->in->united && expr->kind == SHARD_EXPR_FUNCTION &&
           expr->n_args == 0 && strcmp(expr->name, name) == 0;
}

/* ORDER BY RAND(): PostgreSQL and MariaDB sort by the value that they give for the same call in the
 * select list; SQLite makes another one, so it sorts by the hidden column's name.  As text it comes
 * whole, and in no less random an order. */
static gboolean
shuffle(Maker *self, const ShardOrderItem *order, gint item, ShardMergeKey *key)
{
    static const ShardPiece value = SHARD_PIECE_TEXT("CAST(random() AS TEXT) AS shard_random");
    static const ShardPiece name = SHARD_PIECE_TEXT("shard_random");
    static const ShardPiece storage = SHARD_PIECE_TEXT("'text'");

    key->compare = maker_compare(self, order->expr, NULL);
    if (self->dialect != SHARD_DIALECT_SQLITE) {
        key->slot =
            item >= 0 ? maker_item_slot(self, (guint) item) : maker_hide_expr(self, order->expr);
        return TRUE;
    }
    if (item >= 0 || self->no_hidden)
        return maker_refuse(self, "ORDER BY a random() that is selected");
    key->slot = maker_hide(self, &value, 1);
    key->compare.storage = maker_hide(self, &storage, 1);
    key->compare.collation.kind = SHARD_COLLATION_BINARY;
    maker_change(self, SHARD_CHANGE_REPLACE, order->expr->first_token, order->expr->last_token,
                 &name, 1);
    return TRUE;
}

static gboolean
add_row_order_key(Maker *self, const ShardOrderItem *order, ShardMergeKey *key)
{
    gint item = order->item >= 0 ? order->item : maker_find_item(self, order->expr);
    const ShardExpr *expr = item >= 0 ? self->query->items[item].expr : order->expr;

    key->descending = order->descending;
    key->nulls_first = maker_nulls_first(self, order);
    self->replaces_aliases = item < 0 && self->dialect != SHARD_DIALECT_POSTGRESQL;
    if (expr->kind == SHARD_EXPR_STAR)
        return maker_refuse_but(self, "ORDER BY a column's number behind *", "name the column");
    gboolean is_shown = item >= 0 && (guint) item < self->star_at;
    if (self->query->distinct && self->query->n_distinct_on == 0 && !is_shown && item < 0)
        return maker_refuse(self, "DISTINCT with an ORDER BY that isn't selected");
    if (is_shuffle(self, expr) && !self->query->distinct)
        return shuffle(self, order, is_shown ? item : -1, key);
    gboolean done = maker_key(self, expr, is_shown ? item : -1, order->collation, key);
    self->replaces_aliases = FALSE;
    return done;
}

static gboolean
add_row_order(Maker *self)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_order);

    for (guint i = 0; i < query->n_order; i++) {
        if (!check_ordinal(self, &query->order[i]))
            return FALSE;
        if (maker_order_is_idle(self, &query->order[i]))
            continue;
        if (!add_row_order_key(self, &query->order[i], &keys[self->spec->n_order++]))
            return FALSE;
    }
    self->spec->order = keys;
    /* No database promises that a derived table's order outlives it. */
    self->spec->streams_sorted = self->in->query == 0;
    return TRUE;
}

/* DISTINCT is a grouping by all items, so that their values compare exactly. */
static gboolean
add_distinct(Maker *self)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_items);

    if (self->star_at < query->n_items)
        return maker_refuse_or(self, "DISTINCT of *", "name the columns");
    for (guint i = 0; i < query->n_items; i++) {
        if (!maker_key(self, query->items[i].expr, (gint) i, NULL, &keys[i]))
            return FALSE;
    }
    self->spec->group = SHARD_GROUP_HASHED;
    self->spec->group_keys = keys;
    self->spec->n_group_keys = query->n_items;
    self->spec->streams_sorted = FALSE;
    return TRUE;
}

/* A bare name means the output column of that name, as in ORDER BY. */
static gint
distinct_on_item(const Maker *self, const ShardExpr *expr)
{
    const ShardQuery *query = self->query;
    gboolean is_bare = expr->kind == SHARD_EXPR_COLUMN && expr->qualifier == NULL;

    for (guint i = 0; i < query->n_order; i++) {
        if (query->order[i].item >= 0 && (guint) query->order[i].item < self->star_at &&
            shard_expr_equal(query->order[i].expr, expr, self->tokens))
            return query->order[i].item;
    }
    for (guint i = 0; is_bare && i < self->star_at; i++) {
        const char *alias = query->items[i].alias;
        if (alias != NULL && shard_identifier_equal_fold(alias, expr->name))
            return (gint) i;
    }
    return maker_find_item(self, expr);
}

static gboolean
add_distinct_on(Maker *self)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_distinct_on);

    for (guint i = 0; i < query->n_distinct_on; i++) {
        const ShardExpr *expr = query->distinct_on[i];
        if (expr->kind == SHARD_EXPR_LITERAL)
            return maker_refuse(self, "DISTINCT ON a column's number");
        gint item = distinct_on_item(self, expr);
        const ShardExpr *meant = item < 0 ? expr : query->items[item].expr;
        if (!maker_key(self, meant, item, NULL, &keys[i]))
            return FALSE;
    }
    self->spec->distinct_on = keys;
    self->spec->n_distinct_on = query->n_distinct_on;
    return TRUE;
}

static gboolean
make_rows(Maker *self, ShardMergePlan *plan)
{
    const ShardQuery *query = self->query;

    if (!add_row_order(self))
        return FALSE;
    if (query->n_distinct_on > 0 && !add_distinct_on(self))
        return FALSE;
    if (query->distinct && query->n_distinct_on == 0 &&
        !shard_items_separate(self->analysis, self->in->query, self->in->spread) &&
        !add_distinct(self))
        return FALSE;
    return maker_limit(self, LIMIT_PUSH, plan);
}

/* ---- grouping ---- */

static gboolean
is_grouped(const Maker *self)
{
    const ShardQuery *query = self->query;

    return query->n_group > 0 || query->has_aggregate || query->grouping_sets ||
           (query->having != NULL && self->dialect == SHARD_DIALECT_POSTGRESQL);
}

/* Rows of one group are one row: DISTINCT changes nothing if all keys are shown. */
static gboolean
distinct_is_idle(const Maker *self)
{
    const ShardQuery *query = self->query;

    for (guint i = 0; i < query->n_group; i++) {
        gint item = shard_scope_group_item(self->analysis, self->in->query, i);
        if (item < 0 && maker_find_item(self, query->group[i]) < 0)
            return FALSE;
    }
    return TRUE;
}

static gboolean
make_groups(Maker *self, ShardMergePlan *plan)
{
    const ShardQuery *query = self->query;

    if (query->has_window || query->n_distinct_on > 0)
        return maker_refuse(self, "a window or DISTINCT ON beside a GROUP BY or an aggregate");
    if (query->distinct && !distinct_is_idle(self))
        return maker_refuse(self, "DISTINCT beside a GROUP BY that isn't selected");
    if (!maker_regroup(self))
        return FALSE;
    gboolean streams = maker_stream_groups(self);
    if (query->limit.present && maker_may_push_limit(self))
        return maker_limit(self, LIMIT_PUSH, plan);
    if (query->n_order > 0 && !streams)
        maker_change(self, SHARD_CHANGE_DELETE, query->order_first_token, query->order_last_token,
                     NULL, 0);
    return maker_limit(self, LIMIT_REMOVE, plan);
}

/* ---- set operations ---- */

/* Is the whole chain of set operations UNION ALL (or, also, UNION)? */
static gboolean
is_union(const Maker *self, gint query, gboolean all)
{
    const ShardQuery *queries = self->analysis->statement->queries;

    for (; queries[query].set != SHARD_SET_NONE; query = queries[query].left) {
        if (queries[query].set != SHARD_SET_UNION_ALL &&
            (all || queries[query].set != SHARD_SET_UNION))
            return FALSE;
        if (queries[queries[query].right].set != SHARD_SET_NONE &&
            !is_union(self, queries[query].right, all))
            return FALSE;
    }
    return TRUE;
}

static const ShardQuery *
first_branch(const Maker *self)
{
    const ShardQuery *query = self->query;

    while (query->set != SHARD_SET_NONE)
        query = &self->analysis->statement->queries[query->left];
    return query;
}

static gboolean
branches_compare_alike(const Maker *self, gint query, guint item, const ShardCompare *compare)
{
    const ShardQuery *branch = &self->analysis->statement->queries[query];

    if (branch->set != SHARD_SET_NONE)
        return branches_compare_alike(self, branch->left, item, compare) &&
               branches_compare_alike(self, branch->right, item, compare);
    if (item >= branch->n_items || branch->items[item].expr->kind == SHARD_EXPR_STAR)
        return FALSE;
    const ShardCompare other = maker_compare(self, branch->items[item].expr, NULL);
    return other.type == compare->type && other.collation.kind == compare->collation.kind &&
           g_strcmp0(other.collation.name, compare->collation.name) == 0;
}

static gboolean
is_text(ShardTypeClass type)
{
    return type == SHARD_TYPE_TEXT || type == SHARD_TYPE_CHAR;
}

static gboolean
gives_text(const Maker *self, const ShardExpr *expr)
{
    return is_text(maker_compare(self, expr, NULL).type);
}

/* Is the item so in some branch of the set operation? */
static gboolean
is_in_branch(const Maker *self, gint query, guint item,
             gboolean (*is_so)(const Maker *, const ShardExpr *))
{
    const ShardQuery *branch = &self->analysis->statement->queries[query];

    if (branch->set != SHARD_SET_NONE)
        return is_in_branch(self, branch->left, item, is_so) ||
               is_in_branch(self, branch->right, item, is_so);
    return item < branch->n_items && is_so(self, branch->items[item].expr);
}

/* Columns of one collation keep it in a set operation; MariaDB's would need a hidden column. */
static ShardCompare
set_compare(const Maker *self, const ShardQuery *branch, guint item, const char *collation)
{
    const ShardCompare first = maker_compare(self, branch->items[item].expr, NULL);

    if (collation == NULL && self->dialect == SHARD_DIALECT_POSTGRESQL &&
        branches_compare_alike(self, self->in->query, item, &first))
        return first;
    return maker_compare(self, NULL, collation);
}

static gboolean
add_set_order(Maker *self, const ShardQuery *branch)
{
    const ShardQuery *query = self->query;
    ShardMergeKey *keys = shard_arena_array(self->arena, ShardMergeKey, query->n_order);

    for (guint i = 0; i < query->n_order; i++) {
        const ShardOrderItem *order = &query->order[i];
        gint item = order->item;
        if (self->dialect == SHARD_DIALECT_SQLITE || item < 0 || (guint) item >= branch->n_items)
            return maker_refuse(self, "the ORDER BY of a set operation");
        for (guint j = 0; j <= (guint) item; j++) {
            if (branch->items[j].expr->kind == SHARD_EXPR_STAR)
                return maker_refuse(self, "the ORDER BY of a set operation with *");
        }
        if (is_in_branch(self, self->in->query, (guint) item, maker_is_zoned))
            return maker_refuse(self, "a time in the session's zone in a set operation's ORDER BY");
        keys[i].slot = item;
        keys[i].compare = set_compare(self, branch, (guint) item, order->collation);
        keys[i].descending = order->descending;
        keys[i].nulls_first = maker_nulls_first(self, order);
    }
    self->spec->order = keys;
    self->spec->n_order = query->n_order;
    self->spec->streams_sorted = self->in->query == 0;
    return TRUE;
}

/* Equality of the columns of a UNION: by bytes unless a column's collation says otherwise. */
static gboolean
add_set_distinct(Maker *self, const ShardQuery *branch)
{
    ShardCompare *compares = shard_arena_array(self->arena, ShardCompare, branch->n_items);

    if (self->dialect == SHARD_DIALECT_SQLITE)
        return maker_refuse(self, "UNION without ALL, INTERSECT or EXCEPT");
    for (guint i = 0; i < branch->n_items; i++) {
        if (branch->items[i].expr->kind == SHARD_EXPR_STAR)
            return maker_refuse_or(self, "UNION without ALL, INTERSECT or EXCEPT of *",
                                   "name the columns");
        if (is_in_branch(self, self->in->query, i, maker_is_zoned))
            return maker_refuse(self, "a time in the session's zone in a set operation");
        ShardCompare compare = maker_compare(self, branch->items[i].expr, NULL);
        if (self->dialect == SHARD_DIALECT_MYSQL && compare.type != SHARD_TYPE_UNKNOWN &&
            !is_text(compare.type) && is_in_branch(self, self->in->query, i, gives_text))
            return maker_refuse(self, "a set operation of text and something else");
        if (!maker_add_weight(self, branch->items[i].expr, NULL, 0, &compare))
            return FALSE;
        if (self->dialect == SHARD_DIALECT_POSTGRESQL && compare.type == SHARD_TYPE_UNKNOWN)
            compare.collation.kind = SHARD_COLLATION_BINARY;
        compares[i] = compare;
    }
    self->spec->distinct = TRUE;
    self->spec->distinct_compares = compares;
    self->spec->n_distinct_compares = branch->n_items;
    return TRUE;
}

/* The same key of tables sharded alike, at one place of both branches? */
static gboolean
is_same_key(const ShardAnalysis *analysis, const ShardQuery *set, guint item)
{
    const ShardQuery *queries = analysis->statement->queries;
    const gint branches[] = {set->left, set->right};
    const ShardKey *keys[2] = {NULL, NULL};
    const ShardTable *tables[2];
    guint numbers[2] = {0, 0};

    for (guint i = 0; i < 2; i++) {
        const ShardExpr *expr = queries[branches[i]].items[item].expr;
        ShardColumnId id;
        if (expr->kind != SHARD_EXPR_COLUMN ||
            !shard_scope_resolve(analysis, expr, branches[i], &id) ||
            analysis->refs[id.table].kind != SHARD_REF_SHARDED)
            return FALSE;
        const ShardKeyFacts *facts = &analysis->refs[id.table].keys;
        tables[i] = facts->table;
        for (guint j = 0; j < facts->n_keys && keys[i] == NULL; j++) {
            numbers[i] = j;
            if (shard_identifier_equal_fold(facts->keys[j].name, id.column))
                keys[i] = &facts->keys[j];
        }
        if (keys[i] == NULL || !keys[i]->exact_groups)
            return FALSE;
    }
    return numbers[0] == numbers[1] && keys[0]->kind == keys[1]->kind &&
           (keys[0]->kind != SHARD_VALUE_DECIMAL || keys[0]->scale == keys[1]->scale) &&
           shard_table_bound(tables[0], tables[1]);
}

static gboolean
has_star(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_items; i++) {
        if (query->items[i].expr->kind == SHARD_EXPR_STAR)
            return TRUE;
    }
    return FALSE;
}

/* Do equal rows of both branches lie on one node, so that each node's UNION, INTERSECT or EXCEPT is
 * a part of the whole one? */
static gboolean
branches_separate(const Maker *self)
{
    const ShardQuery *queries = self->analysis->statement->queries;
    const ShardQuery *set = self->query;
    const ShardQuery *left = &queries[set->left], *right = &queries[set->right];
    g_autoptr(GPtrArray) of_left = g_ptr_array_new(), of_right = g_ptr_array_new();

    if (left->set != SHARD_SET_NONE || right->set != SHARD_SET_NONE || has_star(left) ||
        has_star(right) || left->n_items != right->n_items)
        return FALSE;
    for (guint i = 0; i < left->n_items; i++) {
        if (!is_same_key(self->analysis, set, i))
            continue;
        g_ptr_array_add(of_left, left->items[i].expr);
        g_ptr_array_add(of_right, right->items[i].expr);
    }
    return shard_separates(self->analysis, set->left, (ShardExpr **) of_left->pdata, of_left->len,
                           self->in->spread) &&
           shard_separates(self->analysis, set->right, (ShardExpr **) of_right->pdata,
                           of_right->len, self->in->spread);
}

static gboolean
make_combined(Maker *self, ShardMergePlan *plan)
{
    self->no_hidden = TRUE;
    if (!is_union(self, self->in->query, TRUE) && !add_set_distinct(self, first_branch(self)))
        return FALSE;
    self->spec->distinct = FALSE;
    if (!add_set_order(self, first_branch(self)))
        return FALSE;
    self->spec->streams_sorted = FALSE;
    return maker_limit(self, LIMIT_REMOVE, plan);
}

static gboolean
make_set(Maker *self, ShardMergePlan *plan)
{
    if (self->in->combined)
        return make_combined(self, plan);
    gboolean all = is_union(self, self->in->query, TRUE);

    self->no_hidden = TRUE;
    if (!all && branches_separate(self))
        return add_set_order(self, first_branch(self)) && maker_limit(self, LIMIT_PUSH, plan);
    if (!all && !is_union(self, self->in->query, FALSE))
        return maker_refuse(self, "INTERSECT or EXCEPT");
    /* UNION of the nodes' unions: the last one must be a UNION, or duplicates of an ALL would be
     * lost. */
    if (!all && self->query->set != SHARD_SET_UNION)
        return maker_refuse(self, "UNION ALL of a UNION");
    if (!all && !add_set_distinct(self, first_branch(self)))
        return FALSE;
    return add_set_order(self, first_branch(self)) && maker_limit(self, LIMIT_PUSH, plan);
}

/* ---- the whole ---- */

/* Groups that lie on one node each are right whatever is computed for them. */
static gboolean
is_separated(const Maker *self)
{
    return self->query->n_group > 0 &&
           shard_group_separates(self->analysis, self->in->query, self->in->spread);
}

static gboolean
selects_aggregate(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_items; i++)
        if (shard_expr_has_aggregate(query->items[i].expr))
            return TRUE;
    return FALSE;
}

static gboolean
check_block(Maker *self)
{
    const ShardQuery *query = self->query;
    const ShardStatement *statement = self->analysis->statement;

    if (query->into)
        return maker_refuse(self, "SELECT INTO");
    if (query->calc_found_rows)
        return maker_refuse_or(self, "SQL_CALC_FOUND_ROWS", "count with COUNT(*)");
    if (statement->only_one_node != NULL)
        return maker_refuse(self, "%s", statement->only_one_node);
    if (shard_scope_names_place(self->analysis))
        return maker_refuse(self, "'%s', which says where a row lies,", statement->place_column);
    if (statement->session_bound)
        return maker_refuse(self, "a function or variable of one session");
    if (statement->last_insert)
        return maker_refuse(self, "the last inserted key or row count");
    if (query->is_values)
        return maker_refuse(self, "VALUES");
    if (query->n_items == 0 && shard_token_is(self->tokens, query->first_token, "select"))
        return maker_refuse(self, "SELECT of no column");
    if (query->having != NULL && query->n_group == 0 && self->dialect == SHARD_DIALECT_SQLITE &&
        !selects_aggregate(query))
        return maker_refuse(self, "HAVING without GROUP BY");
    const char *doubtful = shard_query_doubtful_function(query, self->dialect);
    if (doubtful != NULL && !is_separated(self)) {
        g_autofree char *what =
            g_strdup_printf("the function '%s', which may be an aggregate,", doubtful);
        return maker_refuse_or(self, what, "have the keys in GROUP BY");
    }
    if (query->set == SHARD_SET_NONE && query->has_window &&
        !shard_windows_separate(self->analysis, self->in->query, self->in->spread))
        return maker_refuse_or(self, "a window that isn't partitioned by the sharding keys",
                               "have the keys in PARTITION BY");
    return TRUE;
}

static gboolean
make(Maker *self, ShardMergePlan *plan)
{
    if (!check_block(self))
        return FALSE;
    if (self->query->set != SHARD_SET_NONE)
        return make_set(self, plan);
    if (!is_grouped(self))
        return make_rows(self, plan);
    if (shard_group_separates(self->analysis, self->in->query, self->in->spread))
        return make_rows(self, plan);
    return make_groups(self, plan);
}

static void
add_guessed(Maker *self)
{
    ShardSlot *slots = shard_arena_array(self->arena, ShardSlot, self->star_at);
    ShardColumnId id;

    if (self->dialect != SHARD_DIALECT_SQLITE || self->query->set != SHARD_SET_NONE)
        return;
    for (guint i = 0; i < self->star_at; i++) {
        if (!shard_scope_resolve(self->analysis, self->query->items[i].expr, self->in->query, &id))
            slots[self->spec->n_guessed++] = (ShardSlot) i;
    }
    self->spec->guessed = slots;
}

static void
finish(Maker *self, ShardMergePlan *plan)
{
    ShardMergeSpec *spec = self->spec;

    if (self->hidden->len > 0)
        maker_change(self, SHARD_CHANGE_INSERT, self->query->items_last_token,
                     self->query->items_last_token, (const ShardPiece *) self->hidden->data,
                     self->hidden->len);
    spec->aggregates = shard_arena_memdup(self->arena, self->aggregates->data,
                                          sizeof(ShardMergeAggregate) * self->aggregates->len);
    spec->n_aggregates = self->aggregates->len;
    spec->computed = shard_arena_memdup(self->arena, self->computed->data,
                                        sizeof(ShardMergeComputed) * self->computed->len);
    spec->n_computed = self->computed->len;
    add_guessed(self);
    shard_merge_add_decimals(self->in, spec);
    plan->spec = spec;
    plan->changes = shard_arena_memdup(self->arena, self->changes->data,
                                       sizeof(ShardChange) * self->changes->len);
    plan->n_changes = self->changes->len;
}

static guint
find_star(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_items; i++) {
        if (query->items[i].expr->kind == SHARD_EXPR_STAR)
            return i;
    }
    return query->n_items;
}

gboolean
shard_merge_plan_new(const ShardMergeInput *in, ShardMergePlan *out, GError **error)
{
    const ShardAnalysis *analysis = in->analysis;
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(ShardChange));
    g_autoptr(GArray) hidden = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    g_autoptr(GHashTable) hidden_slots = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) aggregates = g_array_new(FALSE, FALSE, sizeof(ShardMergeAggregate));
    g_autoptr(GArray) computed = g_array_new(FALSE, FALSE, sizeof(ShardMergeComputed));
    g_autoptr(GArray) extra_group = g_array_new(FALSE, FALSE, sizeof(ShardPiece));
    Maker self = {.in = in,
                  .analysis = analysis,
                  .query = &analysis->statement->queries[in->query],
                  .tokens = analysis->tokens,
                  .dialect = analysis->mode->dialect,
                  .arena = in->arena,
                  .changes = changes,
                  .hidden = hidden,
                  .hidden_slots = hidden_slots,
                  .aggregates = aggregates,
                  .computed = computed,
                  .extra_group = extra_group,
                  .error = error};

    *out = (ShardMergePlan){.limit_known = TRUE};
    self.star_at = find_star(self.query);
    self.no_hidden =
        shard_token_is(self.tokens, self.query->first_token, "table") || self.query->n_items == 0;
    self.spec = shard_arena_new0(in->arena, ShardMergeSpec);
    self.spec->dialect = self.dialect;
    if (!make(&self, out))
        return FALSE;
    finish(&self, out);
    return TRUE;
}

void
shard_merge_plan_apply(const ShardMergePlan *self, ShardEdits *edits)
{
    for (guint i = 0; i < self->n_changes; i++) {
        const ShardChange *change = &self->changes[i];
        switch (change->kind) {
        case SHARD_CHANGE_INSERT:
            shard_edits_insert_pieces(edits, change->last, change->pieces, change->n_pieces);
            break;
        case SHARD_CHANGE_REPLACE:
            shard_edits_replace_pieces(edits, change->first, change->last, change->pieces,
                                       change->n_pieces);
            break;
        case SHARD_CHANGE_DELETE:
            shard_edits_delete(edits, change->first, change->last);
            break;
        }
    }
}
