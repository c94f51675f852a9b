/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/analysis.h"

#include "router/base/error.h"
#include "router/plan/colocate.h"
#include "router/plan/condition/scope.h"
#include "router/sql/cte-write.h"

#include <string.h>

typedef struct {
    ShardAnalysis *self;
    const char *catalog;
    GError **error;
} Analyzer;

/* ---- names ---- */

static const struct {
    ShardDialect dialect;
    const char *schema; /* lower case */
} system_schemas[] = {
    {SHARD_DIALECT_POSTGRESQL, "information_schema"}, {SHARD_DIALECT_POSTGRESQL, "pg_catalog"},
    {SHARD_DIALECT_MYSQL, "information_schema"},      {SHARD_DIALECT_MYSQL, "mysql"},
    {SHARD_DIALECT_MYSQL, "performance_schema"},      {SHARD_DIALECT_MYSQL, "sys"},
};

static gboolean
is_catalog_name(const ShardSqlMode *mode, const ShardTableRef *ref)
{
    for (guint i = 0; ref->schema != NULL && i < G_N_ELEMENTS(system_schemas); i++) {
        if (system_schemas[i].dialect == mode->dialect &&
            shard_identifier_equal_fold(system_schemas[i].schema, ref->schema))
            return TRUE;
    }
    if (mode->dialect == SHARD_DIALECT_POSTGRESQL)
        return ref->schema == NULL && g_str_has_prefix(ref->name, "pg_");
    return mode->dialect == SHARD_DIALECT_SQLITE &&
           g_ascii_strncasecmp(ref->name, "sqlite_", strlen("sqlite_")) == 0;
}

/* Another database than the logical one holds other tables; MySQL's schemas are databases. */
static gboolean
is_foreign_schema(const Analyzer *self, const ShardTableRef *ref)
{
    gboolean is_mysql = self->self->mode->dialect == SHARD_DIALECT_MYSQL;
    const char *database = is_mysql ? ref->schema : ref->catalog;

    return database != NULL && self->catalog != NULL &&
           !shard_identifier_equal_fold(database, self->catalog);
}

static gint
default_shard(const ShardRules *rules)
{
    if (shard_rules_default_shard(rules) >= 0)
        return shard_rules_default_shard(rules);
    return shard_rules_n_shards(rules) == 1 ? 0 : -1;
}

/* The subquery of outer in which query stands; outer itself where it stands in none. */
static gint
stands_in(const ShardStatement *statement, gint query, gint outer)
{
    gint part = outer;

    for (; query != -1 && query != outer; query = shard_statement_parent(statement, query))
        part = query;
    return part;
}

/* Where the name of a WITH item or its query starts; G_MAXUINT: it isn't one. */
static guint
cte_start(const ShardStatement *statement, gint block)
{
    const ShardCteWrite *write = shard_statement_cte_write(statement, block);

    if (write != NULL)
        return write->first_token;
    return block < 0 || statement->queries[block].link != SHARD_LINK_CTE
               ? G_MAXUINT
               : statement->queries[block].first_token;
}

/* What isn't recursive is seen by the WITH items behind it, and by all that isn't one. */
static gboolean
can_see_cte(const ShardStatement *statement, gint from, gint cte)
{
    gint parent = shard_statement_parent(statement, cte);
    gint part = stands_in(statement, from, parent);

    return (cte >= 0 && statement->queries[cte].recursive) || part == parent ||
           cte_start(statement, part) > cte_start(statement, cte);
}

static gint
find_cte_of(const ShardStatement *statement, gint parent, const ShardTableRef *table)
{
    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        if (query->link == SHARD_LINK_CTE && query->parent == parent && query->cte_name != NULL &&
            shard_identifier_equal_fold(query->cte_name, table->name) &&
            can_see_cte(statement, table->query, (gint) i))
            return (gint) i;
    }
    for (guint i = 0; i < statement->n_cte_writes; i++) {
        const ShardCteWrite *write = &statement->cte_writes[i];
        if (write->parent == parent && shard_identifier_equal_fold(write->name, table->name) &&
            can_see_cte(statement, table->query, shard_cte_write_block(i)))
            return shard_cte_write_block(i);
    }
    return -1;
}

/* The innermost WITH around the reference that has the name; a CTE isn't in its own scope. */
static gint
find_cte(const ShardStatement *statement, const ShardTableRef *table)
{
    gint found = find_cte_of(statement, table->query, table);

    for (gint block = table->query; found == -1 && block != -1;) {
        block = shard_statement_parent(statement, block);
        found = find_cte_of(statement, block, table);
    }
    return found;
}

static gboolean
bind_other(const Analyzer *self, const ShardTableRef *table, ShardRef *ref)
{
    ref->kind = SHARD_REF_OTHER;
    ref->shard = default_shard(self->self->rules);
    ref->is_catalog = is_catalog_name(self->self->mode, table);
    if (ref->shard < 0 && ref->is_catalog)
        ref->shard = 0;
    if (ref->shard >= 0)
        return TRUE;
    shard_error_set(self->error, SHARD_ERROR_ROUTE, "42S02",
                    "table '%s' is in no group of the rules, and they name no default-shard",
                    table->name);
    return FALSE;
}

static void
bind_ruled(const Analyzer *self, const ShardTable *table, ShardRef *ref)
{
    ref->table = table;
    switch (table->kind) {
    case SHARD_TABLE_SHARDED:
        ref->kind = SHARD_REF_SHARDED;
        ref->keys = shard_key_facts_new(table, self->self->schema, self->self->mode->dialect,
                                        self->self->arena);
        break;
    case SHARD_TABLE_SINGLE:
        ref->kind = SHARD_REF_SINGLE;
        ref->shard = (gint) table->nodes[0].shard;
        break;
    case SHARD_TABLE_BROADCAST:
        ref->kind = SHARD_REF_BROADCAST;
        break;
    }
}

static gboolean
bind_ref(const Analyzer *self, guint number)
{
    const ShardTableRef *table = &self->self->statement->tables[number];
    ShardRef *ref = &self->self->refs[number];

    ref->shard = -1;
    ref->cte_query = -1;
    ref->branch = -1;
    ref->is_used = TRUE;
    if (table->is_cte) {
        ref->kind = SHARD_REF_CTE;
        ref->cte_query = find_cte(self->self->statement, table);
        if (ref->cte_query != -1)
            return TRUE;
    }
    const ShardTable *ruled =
        is_catalog_name(self->self->mode, table) || is_foreign_schema(self, table)
            ? NULL
            : shard_rules_find_table(self->self->rules, table->name, table->quoted);
    if (ruled == NULL)
        return bind_other(self, table, ref);
    bind_ruled(self, ruled, ref);
    return TRUE;
}

/* ---- conditions ---- */

static const ShardCondition *
compile(const Analyzer *self, guint table, const GArray *conjuncts)
{
    ShardArena *arena = self->self->arena;
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    g_autoptr(ShardEquality) equality = shard_equality_new(self->self, conjuncts);

    /* Each conjunct names columns of its own block, so each is compiled with that block's scope. */
    for (guint i = 0; i < conjuncts->len; i++) {
        const ShardConjunct *conjunct = &g_array_index(conjuncts, ShardConjunct, i);
        if (conjunct->expr == NULL)
            continue;
        ShardCondition *part = shard_scope_condition(self->self, table, equality, conjunct, arena);
        if (!shard_condition_is_all(part))
            g_ptr_array_add(parts, part);
    }
    return shard_condition_all_of((ShardCondition *const *) parts->pdata, parts->len, arena);
}

static void
compile_ref(const Analyzer *self, guint number)
{
    g_autoptr(GArray) scan = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    g_autoptr(GArray) essential = g_array_new(FALSE, FALSE, sizeof(ShardConjunct));
    ShardRef *ref = &self->self->refs[number];
    gint branch = shard_scope_branch(self->self, number);

    ref->branch = branch;
    ref->keys.nulls_narrow = self->self->statement->tables[number].query == branch &&
                             !shard_scope_is_nullable(self->self, number, branch);
    shard_scope_conjuncts(self->self, number, FALSE, scan);
    ref->scan = compile(self, number, scan);
    /* The rows of INSERT's target come from elsewhere. */
    if (self->self->statement->insert != NULL && self->self->statement->tables[number].is_target)
        return;
    if (shard_scope_conjuncts(self->self, number, TRUE, essential))
        ref->essential = compile(self, number, essential);
}

/* ---- the whole ---- */

static gboolean
is_plain_wrapper(const ShardQuery *query)
{
    return query->set == SHARD_SET_NONE && query->n_items == 1 && query->n_from == 1 &&
           query->items[0].expr->kind == SHARD_EXPR_STAR && query->where == NULL &&
           query->n_group == 0 && query->having == NULL && query->n_order == 0 &&
           !query->limit.present && !query->distinct && query->n_distinct_on == 0 &&
           !query->for_update && !query->into && !query->calc_found_rows && !query->is_values;
}

/* SELECT * FROM (…) q, as generators wrap whatever they are given, and WITH c AS (…) SELECT * FROM
 * c: the query inside; -1 none. */
static gint
wrapped_query(const ShardAnalysis *self, gint query)
{
    const ShardQuery *facts = &self->statement->queries[query];
    gint inner = -1;

    if (!is_plain_wrapper(facts))
        return -1;
    const ShardFrom *from = facts->from[0];
    if (from->kind == SHARD_FROM_QUERY && !from->lateral)
        inner = from->query;
    else if (from->kind == SHARD_FROM_TABLE && self->refs[from->table].kind == SHARD_REF_CTE &&
             shard_scope_only_use(self, self->refs[from->table].cte_query) == from->table)
        inner = self->refs[from->table].cte_query;
    if (inner < 0 || self->statement->queries[inner].recursive ||
        self->statement->queries[inner].is_values || shard_scope_renames_columns(self, inner))
        return -1;
    return inner;
}

static gint
find_top(const ShardAnalysis *self)
{
    const ShardStatement *statement = self->statement;
    gint top = 0;

    if (statement->modify != NULL)
        return -1;
    if (statement->insert != NULL)
        return statement->insert->query;
    if (statement->n_queries == 0 || statement->kind != SHARD_STATEMENT_SELECT)
        return -1;
    for (gint inner; (inner = wrapped_query(self, top)) >= 0;)
        top = inner;
    return top;
}

static gboolean
cte_is_used(const ShardAnalysis *self, gint query)
{
    const ShardStatement *statement = self->statement;

    while (query >= 0 && statement->queries[query].link != SHARD_LINK_CTE)
        query = statement->queries[query].parent;
    if (query < 0 || statement->n_cte_writes > 0)
        return TRUE;
    for (guint i = 0; i < self->n_refs; i++) {
        if (self->refs[i].kind == SHARD_REF_CTE && self->refs[i].cte_query == query)
            return TRUE;
    }
    return FALSE;
}

static void
find_lead(ShardAnalysis *self)
{
    self->lead = -1;
    for (guint i = 0; i < self->n_refs; i++) {
        ShardRef *ref = &self->refs[i];
        ref->is_used = cte_is_used(self, self->statement->tables[i].query);
        if (ref->kind != SHARD_REF_SHARDED || !ref->is_used)
            continue;
        if (self->lead < 0)
            self->lead = (gint) i;
        self->n_sharded++;
    }
}

static gboolean
analyze(const Analyzer *self)
{
    ShardAnalysis *analysis = self->self;

    analysis->n_refs = analysis->statement->n_tables;
    analysis->refs = shard_arena_array(analysis->arena, ShardRef, analysis->n_refs);
    for (guint i = 0; i < analysis->n_refs; i++) {
        if (!bind_ref(self, i))
            return FALSE;
    }
    find_lead(analysis);
    analysis->top = find_top(analysis);
    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].kind == SHARD_REF_SHARDED)
            compile_ref(self, i);
    }
    shard_colocate(analysis);
    return TRUE;
}

ShardAnalysis *
shard_analysis_new(const ShardAnalysisInput *input, GError **error)
{
    ShardArena *arena = shard_arena_new();
    ShardAnalysis *self = shard_arena_new0(arena, ShardAnalysis);
    const Analyzer analyzer = {self, input->catalog, error};

    self->references = shard_arena_new0(arena, gint);
    *self->references = 1;
    self->arena = arena;
    self->rules = input->rules;
    self->catalog = shard_arena_strndup(arena, input->catalog, -1);
    self->schema = input->schema == NULL ? NULL : shard_schema_ref((ShardSchema *) input->schema);
    self->schema_version = input->schema == NULL ? 0 : shard_schema_version(input->schema);
    self->statement = input->statement;
    self->tokens = input->tokens;
    self->mode = input->mode;
    if (analyze(&analyzer))
        return self;
    shard_analysis_unref(self);
    return NULL;
}

ShardAnalysis *
shard_analysis_ref(ShardAnalysis *self)
{
    g_atomic_int_inc(self->references);
    return self;
}

void
shard_analysis_unref(ShardAnalysis *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(self->references))
        return;
    shard_schema_unref((ShardSchema *) self->schema);
    shard_arena_free(self->arena);
}

gboolean
shard_analysis_is_of(const ShardAnalysis *self, const ShardSchema *schema, const char *catalog)
{
    return self->schema == schema && g_strcmp0(self->catalog, catalog) == 0;
}

ShardAnalysis
shard_analysis_of_text(const ShardAnalysis *self, const ShardTokens *tokens,
                       const ShardSqlMode *mode)
{
    ShardAnalysis view = *self;

    view.tokens = tokens;
    view.mode = mode;
    return view;
}
