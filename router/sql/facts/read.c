/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include "router/base/error.h"

#include <string.h>

typedef struct {
    ShardFacts facts;
    GError **error;
} ReadCall;

static ShardStatementKind
read_node(ShardFacts *self, const PgQuery__Node *node)
{
    switch (node->node_case) {
    case PG_QUERY__NODE__NODE_SELECT_STMT:
        shard_facts_query(self, node->select_stmt, NULL, SHARD_LINK_TOP, -1);
        return SHARD_STATEMENT_SELECT;
    case PG_QUERY__NODE__NODE_INSERT_STMT:
        shard_facts_insert(self, node->insert_stmt, NULL);
        return SHARD_STATEMENT_INSERT;
    case PG_QUERY__NODE__NODE_UPDATE_STMT:
        shard_facts_update(self, node->update_stmt, NULL);
        return SHARD_STATEMENT_UPDATE;
    case PG_QUERY__NODE__NODE_DELETE_STMT:
        shard_facts_delete(self, node->delete_stmt, NULL);
        return SHARD_STATEMENT_DELETE;
    case PG_QUERY__NODE__NODE_MERGE_STMT:
        shard_facts_merge(self, node->merge_stmt, NULL);
        return SHARD_STATEMENT_MERGE;
    default:
        shard_facts_fail(self, "a statement of a kind that isn't known", -1);
        return SHARD_STATEMENT_UNPARSED;
    }
}

static gint
compare_qualifiers(gconstpointer a, gconstpointer b)
{
    const ShardQualifier *x = a;
    const ShardQualifier *y = b;

    return x->first_token < y->first_token ? -1 : x->first_token > y->first_token;
}

/* Expressions that are read twice (a window's) note their qualifiers twice. */
static void
take_qualifiers(ShardFacts *self)
{
    ShardStatement *out = self->out;

    g_array_sort(self->qualifiers, compare_qualifiers);
    out->qualifiers = shard_arena_array(self->arena, ShardQualifier, self->qualifiers->len + 1);
    out->n_qualifiers = 0;
    for (guint i = 0; i < self->qualifiers->len; i++) {
        const ShardQualifier *next = &g_array_index(self->qualifiers, ShardQualifier, i);
        if (out->n_qualifiers == 0 ||
            out->qualifiers[out->n_qualifiers - 1].first_token != next->first_token)
            out->qualifiers[out->n_qualifiers++] = *next;
    }
}

/* Appends to what the statement has already (the target of CREATE TABLE … AS SELECT). */
static void
take_tables(ShardFacts *self)
{
    ShardStatement *out = self->out;

    out->tables = shard_arena_array(self->arena, ShardTableRef, self->tables->len + 1);
    out->n_tables = self->tables->len;
    if (self->tables->len > 0)
        memcpy(out->tables, self->tables->data, self->tables->len * sizeof(ShardTableRef));
}

static void
take_queries(ShardFacts *self)
{
    ShardStatement *out = self->out;

    out->n_queries = self->queries->len;
    out->queries = shard_arena_array(self->arena, ShardQuery, self->queries->len + 1);
    for (guint i = 0; i < self->queries->len; i++)
        out->queries[i] = *(ShardQuery *) g_ptr_array_index(self->queries, i);
}

static void
take_view_flags(ShardFacts *self)
{
    const ShardView *view = self->view;

    if (view->uses_variable)
        self->out->session_bound = TRUE;
    self->out->last_statement |= view->counts_warnings;
    if (self->queries->len > 0) {
        shard_facts_query_at(self, 0)->calc_found_rows = view->calc_found_rows;
        if (view->into)
            shard_facts_query_at(self, 0)->into = TRUE;
    }
    if (view->only_one_node != NULL)
        shard_facts_one_node(self, view->only_one_node);
}

static void
read_tree(void *data)
{
    ReadCall *call = data;
    ShardFacts *self = &call->facts;
    const PgQuery__ParseResult *tree = shard_parse(self->view);

    if (tree == NULL)
        return;
    if (tree->n_stmts != 1 || tree->stmts[0]->stmt == NULL) {
        shard_facts_fail(self, "no statement, or several", -1);
        return;
    }
    self->out->inner_kind = read_node(self, tree->stmts[0]->stmt);
    if (shard_facts_failed(self))
        return;
    take_view_flags(self);
    take_qualifiers(self);
    take_tables(self);
    take_queries(self);
    self->out->n_cte_writes = self->cte_writes->len;
    self->out->cte_writes = shard_arena_memdup(self->arena, self->cte_writes->data,
                                               sizeof(ShardCteWrite) * self->cte_writes->len);
    self->out->clocks = shard_arena_memdup(self->arena, self->clocks->pdata,
                                           sizeof *self->out->clocks * self->clocks->len);
    self->out->n_clocks = self->clocks->len;
    self->out->questions = shard_arena_memdup(self->arena, self->questions->pdata,
                                              sizeof *self->out->questions * self->questions->len);
    self->out->n_questions = self->questions->len;
}

static void
facts_init(ShardFacts *self, ShardStatement *out, const ShardTokens *tokens,
           const ShardSqlMode *mode)
{
    *self = (ShardFacts){
        .tokens = tokens, .mode = mode, .arena = out->arena, .out = out, .write_block = -1};
    self->tables = g_array_new(FALSE, TRUE, sizeof(ShardTableRef));
    self->qualifiers = g_array_new(FALSE, TRUE, sizeof(ShardQualifier));
    self->queries = g_ptr_array_new();
    self->cte_writes = g_array_new(FALSE, FALSE, sizeof(ShardCteWrite));
    self->clocks = g_ptr_array_new();
    self->questions = g_ptr_array_new();
    self->scopes = g_array_new(FALSE, FALSE, sizeof(GArray *));
    if (out->n_tables > 0)
        g_array_append_vals(self->tables, out->tables, out->n_tables);
}

static void
facts_clear(ShardFacts *self)
{
    for (guint i = 0; i < self->scopes->len; i++)
        g_array_unref(g_array_index(self->scopes, GArray *, i));
    g_array_unref(self->scopes);
    g_array_unref(self->tables);
    g_array_unref(self->qualifiers);
    g_ptr_array_unref(self->queries);
    g_array_unref(self->cte_writes);
    g_ptr_array_unref(self->clocks);
    g_ptr_array_unref(self->questions);
    shard_view_free(self->view);
}

/* What went wrong in the view stays in the facts. */
static void
keep_reason(ShardFacts *self)
{
    ShardStatement *out = self->out;

    out->unparsed_reason = shard_arena_strndup(self->arena, self->view->reason, -1);
    out->unparsed_token = self->view->reason_token;
    out->nesting = 0;
    /* So says the grammar when its own stack is full. */
    if (g_str_has_prefix(out->unparsed_reason, "memory exhausted"))
        out->too_complex = TRUE;
    out->insert = NULL;
    out->modify = NULL;
}

gboolean
shard_facts_read(ShardStatement *out, const ShardTokens *tokens, const ShardSqlMode *mode,
                 guint from, guint to, GError **error)
{
    ReadCall call = {.error = error};
    ShardFacts *self = &call.facts;

    facts_init(self, out, tokens, mode);
    self->view = shard_view_new(tokens, mode, from, to);
    guint nesting = shard_parse_nesting(self->view);
    out->nesting = nesting;
    if (self->view->reason == NULL && nesting > SHARD_PARSE_MAX_NESTING) {
        shard_view_fail(self->view, "the statement is nested too deeply", from);
        out->too_complex = TRUE;
    } else if (self->view->reason == NULL && !shard_parse_deep(read_tree, &call, nesting)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001", "no memory to read the statement");
        facts_clear(self);
        return FALSE;
    }
    if (self->view->reason != NULL)
        keep_reason(self);
    facts_clear(self);
    return TRUE;
}
