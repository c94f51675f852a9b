/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/steps/before.h"
#include "router/plan/steps/gather.h"
#include "router/plan/clock.h"
#include "router/plan/rewrite/group-order.h"
#include "router/plan/rewrite/question.h"
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include <string.h>

#define CACHE_CAPACITY 2000u
/* Of more tables the catalog isn't read for one statement. */
#define MAX_TABLES_ASKED 500u

/* ---- router ---- */

ShardRouter *
shard_router_new(ShardRules *rules)
{
    ShardRouter *self = g_new0(ShardRouter, 1);

    self->references = 1;
    self->rules = shard_rules_ref(rules);
    self->cache = shard_plan_cache_new(CACHE_CAPACITY);
    return self;
}

ShardRouter *
shard_router_ref(ShardRouter *self)
{
    g_atomic_int_inc(&self->references);
    return self;
}

void
shard_router_unref(ShardRouter *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(&self->references))
        return;
    shard_plan_cache_free(self->cache);
    shard_rules_unref(self->rules);
    g_free(self);
}

const ShardRules *
shard_router_rules(const ShardRouter *self)
{
    return self->rules;
}

/* ---- prepared statements ---- */

/* PREVIEW and EXPLAIN; an error in the inner statement is told when it is planned. */
static void
prepare_inner(ShardPrepared *self)
{
    const ShardTokens *tokens = self->tokens;
    guint first = self->statement->inner_first_token;

    if ((self->statement->kind != SHARD_STATEMENT_PREVIEW &&
         self->statement->kind != SHARD_STATEMENT_EXPLAIN) ||
        first == 0 || first >= tokens->n_tokens)
        return;
    gsize offset = tokens->tokens[first].offset;
    self->inner = shard_router_prepare(self->router, tokens->text + offset, tokens->size - offset,
                                       &self->mode, NULL);
    if (self->inner != NULL && self->inner->hints == NULL)
        self->inner->hints = g_steal_pointer(&self->hints);
}

/* What psqlodbc would take for markers is written otherwise, and that text is prepared. */
static ShardPrepared *
prepare_translated(ShardRouter *self, const ShardStatement *statement, const ShardTokens *tokens,
                   const ShardSqlMode *mode, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    gsize size;
    const char *text = shard_question_text(statement, tokens, arena, &size, error);

    return text == NULL ? NULL : shard_router_prepare(self, text, size, mode, error);
}

/* The same for a spelling of MariaDB's that the grammar doesn't take; NULL without *error: it is
 * none. */
static ShardPrepared *
prepare_respelt(ShardRouter *self, const ShardStatement *statement, const ShardTokens *tokens,
                const ShardSqlMode *mode, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    gsize size;
    const char *text = shard_group_order_text(statement, tokens, arena, &size);

    return text == NULL ? NULL : shard_router_prepare(self, text, size, mode, error);
}

ShardPrepared *
shard_router_prepare(ShardRouter *self, const char *sql, gsize size, const ShardSqlMode *mode,
                     GError **error)
{
    const char *nul = memchr(sql, '\0', size);
    if (nul != NULL) {
        /* A server would take the text as ended there. */
        shard_error_set(error, SHARD_ERROR_SYNTAX, "42000",
                        "the statement has a NUL character, behind %" G_GSIZE_FORMAT " bytes",
                        (gsize) (nul - sql));
        return NULL;
    }
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, size, mode);
    g_autoptr(ShardCachedFacts) facts = shard_plan_cache_facts(self->cache, tokens, mode, error);
    if (facts == NULL)
        return NULL;
    if (facts->statement->kind != SHARD_STATEMENT_PREVIEW && shard_question_found(tokens))
        return prepare_translated(self, facts->statement, tokens, mode, error);
    ShardPrepared *prepared = NULL;
    if (G_UNLIKELY(facts->statement->kind == SHARD_STATEMENT_UNPARSED) &&
        (prepared = prepare_respelt(self, facts->statement, tokens, mode, error)) != NULL)
        return prepared;
    prepared = g_new0(ShardPrepared, 1);
    prepared->router = shard_router_ref(self);
    prepared->mode = *mode;
    prepared->tokens = g_steal_pointer(&tokens);
    prepared->facts = g_steal_pointer(&facts);
    prepared->statement = prepared->facts->statement;
    prepared->text_arena = shard_arena_new();
    prepared->hints = shard_hints_parse(prepared->tokens, &prepared->hint_error);
    prepare_inner(prepared);
    return prepared;
}

static void
forget_texts(ShardPrepared *self)
{
    g_clear_pointer(&self->texts, g_hash_table_unref);
    g_clear_pointer(&self->patterns, shard_row_patterns_free);
    self->knows_split = FALSE;
    shard_arena_reset(self->text_arena);
}

void
shard_prepared_free(ShardPrepared *self)
{
    if (self == NULL)
        return;
    shard_prepared_free(self->inner);
    shard_prepared_free(self->clock);
    shard_derived_free(self->derived);
    shard_derived_free(self->move_read);
    shard_derived_free(self->move_insert);
    shard_before_free(self->subqueries);
    shard_before_free(self->branches);
    shard_gather_free(self->readers);
    forget_texts(self);
    shard_arena_free(self->text_arena);
    shard_analysis_unref(self->shared);
    shard_cached_facts_unref(self->facts);
    shard_tokens_free(self->tokens);
    shard_router_unref(self->router);
    shard_hints_free(self->hints);
    g_clear_error(&self->hint_error);
    g_free(self);
}

guint
shard_prepared_n_markers(const ShardPrepared *self)
{
    return self->tokens->n_markers;
}

const ShardStatement *
shard_prepared_statement(const ShardPrepared *self)
{
    return self->statement;
}

const ShardTokens *
shard_prepared_tokens(const ShardPrepared *self)
{
    return self->tokens;
}

gboolean
shard_prepared_was_cached(const ShardPrepared *self)
{
    return self->was_cached;
}

const ShardSqlMode *
shard_prepared_mode(const ShardPrepared *self)
{
    return &self->mode;
}

/* ---- what planning wants to know ---- */

static const ShardTable *
table_of(const ShardPrepared *self, const ShardTableRef *ref)
{
    return ref->is_cte ? NULL : shard_rules_find_table(self->router->rules, ref->name, ref->quoted);
}

/* Of single tables just where tables of other shards stand beside them: what is compared with what
 * then matters; and INSERT ... SELECT may have to know what its values are. */
static gboolean
wants_single_tables(const ShardPrepared *self)
{
    const ShardTable *single = NULL;

    if (self->statement->insert != NULL && self->statement->insert->query >= 0)
        return TRUE;
    for (guint i = 0; i < self->statement->n_tables; i++) {
        const ShardTable *table = table_of(self, &self->statement->tables[i]);
        if (table == NULL || table->kind == SHARD_TABLE_BROADCAST)
            continue;
        if (table->kind == SHARD_TABLE_SHARDED ||
            (single != NULL && single->nodes[0].shard != table->nodes[0].shard))
            return TRUE;
        single = table;
    }
    return FALSE;
}

/* DROP INDEX i of PostgreSQL and SQLite: which table it is of, their catalogs tell. */
static gboolean
names_index_only(const ShardStatement *statement)
{
    return statement->n_tables == 0 && statement->n_objects > 0 &&
           statement->objects[0].kind == SHARD_OBJECT_INDEX;
}

static void
want_all_tables(const ShardPrepared *self, const ShardSchema *schema, GPtrArray *names)
{
    guint n = shard_rules_n_tables(self->router->rules);

    for (guint i = 0; i < n && n <= MAX_TABLES_ASKED; i++) {
        const ShardTable *table = shard_rules_table(self->router->rules, i);
        if (table->kind != SHARD_TABLE_SINGLE &&
            (schema == NULL || shard_schema_table(schema, table->name) == NULL))
            g_ptr_array_add(names, (void *) table->name);
    }
}

const char **
shard_prepared_missing_tables(const ShardPrepared *self, const ShardSchema *schema)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();

    if (self->inner != NULL)
        return shard_prepared_missing_tables(self->inner, schema);
    if (names_index_only(self->statement))
        want_all_tables(self, schema, names);
    for (guint i = 0; i < self->statement->n_tables; i++) {
        const ShardTable *table = table_of(self, &self->statement->tables[i]);
        if (table == NULL || (table->kind == SHARD_TABLE_SINGLE && !wants_single_tables(self)) ||
            (schema != NULL && shard_schema_table(schema, table->name) != NULL) ||
            g_ptr_array_find(names, table->name, NULL))
            continue;
        g_ptr_array_add(names, (void *) table->name);
    }
    if (names->len == 0)
        return NULL;
    g_ptr_array_add(names, NULL);
    return (const char **) g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

/* ---- planning ---- */

static gboolean
prepare_analysis(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    const ShardAnalysisInput wanted = {.rules = self->router->rules,
                                       .schema = input->schema,
                                       .statement = self->statement,
                                       .tokens = self->tokens,
                                       .mode = &self->mode,
                                       .catalog = input->catalog};

    if (self->shared != NULL && shard_analysis_is_of(self->shared, input->schema, input->catalog))
        return TRUE;
    g_clear_pointer(&self->shared, shard_analysis_unref);
    forget_texts(self);
    self->shared = shard_cached_facts_analysis(self->facts, input->schema, input->catalog);
    if (self->shared == NULL) {
        self->is_new = TRUE;
        self->shared = shard_analysis_new(&wanted, error);
        if (self->shared == NULL)
            return FALSE;
        shard_cached_facts_keep_analysis(self->facts, self->shared);
    }
    self->analysis = shard_analysis_of_text(self->shared, self->tokens, &self->mode);
    return TRUE;
}

typedef gboolean (*PlanKind)(ShardPlanner *self, GError **error);

static PlanKind
planner_of(const ShardStatement *statement)
{
    if (statement->n_cte_writes > 0 && statement->kind <= SHARD_STATEMENT_DELETE)
        return shard_plan_with;
    switch (statement->kind) {
    case SHARD_STATEMENT_SELECT:
        return shard_plan_select;
    case SHARD_STATEMENT_INSERT:
        return shard_plan_insert;
    case SHARD_STATEMENT_UPDATE:
    case SHARD_STATEMENT_DELETE:
    case SHARD_STATEMENT_MERGE:
        return shard_plan_modify;
    case SHARD_STATEMENT_CREATE_TABLE:
    case SHARD_STATEMENT_ALTER_TABLE:
    case SHARD_STATEMENT_DROP_TABLE:
    case SHARD_STATEMENT_TRUNCATE:
    case SHARD_STATEMENT_CREATE_INDEX:
    case SHARD_STATEMENT_DROP_INDEX:
    case SHARD_STATEMENT_CREATE_VIEW:
    case SHARD_STATEMENT_DROP_VIEW:
    case SHARD_STATEMENT_OTHER_DDL:
    case SHARD_STATEMENT_GRANT:
        return shard_plan_ddl;
    default:
        return shard_plan_other;
    }
}

static gboolean
check_values(const ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    if (input->values == NULL || input->n_values >= self->tokens->n_markers)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_FAILED, "07002",
                    "the statement has %u parameters, and %u have values", self->tokens->n_markers,
                    input->n_values);
    return FALSE;
}

/* Facts nested deeper than this are walked where there is stack enough. */
#define SHALLOW 20u

typedef struct {
    ShardPrepared *self;
    const ShardPlanInput *input;
    ShardPlan *(*function)(ShardPrepared *self, const ShardPlanInput *input, GError **error);
    ShardPlan *plan;
    GError **error;
} PlanCall;

/* An EXPLAIN or PREVIEW lends its own comment. */
static gboolean
choose_hints(const ShardPrepared *self, const ShardPlanInput *input, ShardHintSet **out_owned,
             const ShardHintSet **out_hints, GError **error)
{
    if (input->hints_enabled && self->hint_error != NULL) {
        g_propagate_error(error, g_error_copy(self->hint_error));
        return FALSE;
    }
    const ShardHintSet *comment = input->hints_enabled ? self->hints : NULL;
    *out_hints = comment;
    if (input->hints != NULL)
        *out_hints = *out_owned = shard_hints_from_attributes(input->hints, comment);
    if (*out_hints == NULL || !(*out_hints)->shadow)
        return TRUE;
    return shard_planner_refuse(error,
                                "the hint SHADOW asks for a database of test rows, and there is "
                                "none here: they would lie among the real ones");
}

static gboolean
is_hintable(const ShardStatement *statement)
{
    return statement->kind < SHARD_STATEMENT_BEGIN || statement->kind == SHARD_STATEMENT_CALL ||
           statement->kind == SHARD_STATEMENT_SHOW || statement->kind == SHARD_STATEMENT_EXPLAIN ||
           statement->kind == SHARD_STATEMENT_UNPARSED;
}

static gboolean
call_planner(ShardPlanner *planner, PlanKind planner_function, GError **error)
{
    const ShardHintSet *hints = planner->route_input.hints;
    ShardPlan *plan = planner->plan;

    if (hints != NULL)
        plan->timeout = hints->timeout;
    if (hints != NULL && hints->shard != NULL && is_hintable(planner->statement))
        return shard_planner_check_hinted(planner, hints->shard, planner_function, error) &&
               shard_plan_hinted(planner, hints->shard, error);
    if (!shard_planner_check_tokens(planner, error) ||
        !shard_planner_check_hidden(planner, error) || !planner_function(planner, error) ||
        !shard_planner_check_variables(planner, error))
        return FALSE;
    if (hints == NULL)
        return TRUE;
    plan->weak_read_allowed = plan->weak_read_allowed && !hints->strong && !hints->write_route_only;
    plan->weak_read_asked = plan->weak_read_allowed && hints->weak;
    return TRUE;
}

static ShardPlan *
make_plan(ShardPrepared *self, const ShardPlanInput *input, PlanKind planner_function,
          GError **error)
{
    g_autoptr(ShardHintSet) owned = NULL;
    const ShardHintSet *hints = NULL;

    if (!check_values(self, input, error) || !prepare_analysis(self, input, error) ||
        !choose_hints(self, input, &owned, &hints, error))
        return NULL;
    self->was_cached = !self->is_new;
    self->is_new = FALSE;
    ShardArena *arena = shard_arena_new();
    ShardPlan *plan = shard_arena_new0(arena, ShardPlan);
    ShardPlanner planner = {.prepared = self,
                            .analysis = &self->analysis,
                            .statement = self->statement,
                            .input = input,
                            .plan = plan,
                            .arena = arena};

    plan->arena = arena;
    plan->statement = self->statement;
    planner.constants = (ShardConstants){.tokens = self->tokens,
                                         .mode = &self->mode,
                                         .values = input->values,
                                         .n_values = input->n_values,
                                         .arena = arena};
    planner.route_input = (ShardRouteInput){.analysis = &self->analysis,
                                            .input = input,
                                            .constants = &planner.constants,
                                            .arena = arena,
                                            .hints = hints};
    if (call_planner(&planner, planner_function, error))
        return plan;
    shard_plan_free(plan);
    return NULL;
}

/* Is it the plan of which a shard's description has told that it fails? */
static gboolean
is_unmergeable(const ShardPlan *plan, const ShardPlanInput *input)
{
    return input->unmergeable != NULL && plan->merge != NULL && plan->merge->is_doubtful;
}

/* What several nodes can't answer as it is, they may with its subqueries answered first, or one of
 * them with the tables' rows at hand. */
static ShardPlan *
plan_or_before(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    g_autoptr(GError) refused = NULL;
    guint n_used = input->answers == NULL ? 0 : input->answers->n_used;
    ShardPlan *plan = make_plan(self, input, planner_of(self->statement), &refused);

    if (plan != NULL && !is_unmergeable(plan, input))
        return plan;
    if (plan != NULL) {
        g_clear_pointer(&plan, shard_plan_free);
        refused = g_error_copy(input->unmergeable);
    }
    /* Answers that it used were to its own questions (of a set operation's branch). */
    gboolean asked = input->answers != NULL && input->answers->n_used > n_used;
    if (!asked && g_error_matches(refused, SHARD_ERROR, SHARD_ERROR_REFUSED) &&
        (self->statement->n_queries > 0 || self->statement->modify != NULL) &&
        self->shared != NULL) {
        g_autoptr(GError) failed = NULL;
        if (input->answers != NULL)
            input->answers->n_used = n_used;
        plan = shard_before_plan(self, input, &failed);
        if (plan == NULL && !input->is_gathering &&
            (input->answers == NULL || input->answers->n_used == n_used)) {
            g_clear_error(&failed);
            plan = shard_gather_plan(self, input, refused, &failed);
        }
        if (plan != NULL)
            return plan;
        /* With answers at hand the reason is what became of them. */
        if (failed != NULL && input->answers != NULL && input->answers->n_used > n_used) {
            g_clear_error(&refused);
            refused = g_steal_pointer(&failed);
        }
    }
    g_propagate_error(error, g_steal_pointer(&refused));
    return NULL;
}

static gboolean
has_hints(const ShardPrepared *self, const ShardPlanInput *input)
{
    return input->hints != NULL || (input->hints_enabled && self->hints != NULL);
}

/* Without a sharded table there may be a system catalog: not worth a look on the fast path. */
static gboolean
names_no_sharded_table(ShardPrepared *self, const ShardPlanInput *input)
{
    return (self->statement->n_tables > 0 || shard_asks_catalog_by_name(self)) &&
           !has_hints(self, input) && prepare_analysis(self, input, NULL) &&
           self->analysis.lead < 0;
}

/* SHOW TABLES and the like. */
static gboolean
lists_tables(const ShardPrepared *self, const ShardPlanInput *input)
{
    return self->statement->kind == SHARD_STATEMENT_SHOW && self->statement->n_tables == 0 &&
           !has_hints(self, input);
}

/* NULL without *error: it names no table for which the catalog has another name. */
static ShardPlan *
plan_other_names(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardPlanInput at_default = *input; /* the names are those that the default shard has */
    ShardText text;

    at_default.joined = NULL;
    return !self->is_derived && shard_derive_catalog_names(self, input, arena, &text)
               ? shard_derived_plan(&self->derived, self, &text, &at_default, error)
               : NULL;
}

static ShardPlan *
plan_names(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    GError *failed = NULL;
    ShardPlan *plan = plan_other_names(self, input, &failed);

    if (plan == NULL && failed == NULL)
        return plan_or_before(self, input, error);
    if (failed != NULL)
        g_propagate_error(error, failed);
    return plan;
}

/* With what a * stands for written out, where that is merged as the * can't be; NULL: it isn't. */
static ShardPlan *
plan_star(ShardPrepared *self, const ShardPlanInput *input)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardText text;

    if (has_hints(self, input) || !shard_derive_star(self, input, arena, &text))
        return NULL;
    ShardPlan *plan = shard_derived_plan(&self->derived, self, &text, input, NULL);
    if (plan != NULL && plan->kind == SHARD_PLAN_UNITS && plan->n_units > 1)
        return plan;
    shard_plan_free(plan);
    return NULL;
}

static ShardPlan *
plan_statement(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    if (self->statement->last_insert && input->generated_key != NULL) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        ShardText text;
        if (shard_derive_last_insert(self, input, arena, &text))
            return shard_derived_plan(&self->derived, self, &text, input, error);
    }
    if ((self->statement->kind == SHARD_STATEMENT_SELECT && names_no_sharded_table(self, input)) ||
        lists_tables(self, input))
        return plan_names(self, input, error);
    if (self->statement->n_clocks > 0)
        return shard_clock_plan(self, input, plan_or_before, error);
    ShardPlan *plan = plan_star(self, input);
    return plan != NULL ? plan : plan_or_before(self, input, error);
}

static void
call_deep(void *data)
{
    PlanCall *call = data;

    call->plan = call->function(call->self, call->input, call->error);
}

/* Everything that walks the facts, where their nesting fits on the stack. */
static ShardPlan *
run_deep(ShardPrepared *self, const ShardPlanInput *input,
         ShardPlan *(*function)(ShardPrepared *self, const ShardPlanInput *input, GError **error),
         GError **error)
{
    PlanCall call = {self, input, function, NULL, error};

    if (self->statement->nesting <= SHALLOW)
        return function(self, input, error);
    if (!shard_statement_run(self->statement, call_deep, &call))
        shard_error_set(error, SHARD_ERROR_FAILED, "HY001",
                        "there is no memory for a statement nested so deeply");
    return call.plan;
}

ShardPlan *
shard_prepared_plan(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    return run_deep(self, input, plan_statement, error);
}

static gboolean
gives_rows(const ShardPrepared *self)
{
    const ShardStatement *statement = self->statement;

    switch (statement->kind) {
    case SHARD_STATEMENT_SELECT:
    case SHARD_STATEMENT_SHOW:
    case SHARD_STATEMENT_EXPLAIN:
    case SHARD_STATEMENT_CALL:
        return TRUE;
    case SHARD_STATEMENT_INSERT:
        return shard_planner_returns_rows(self, statement->insert->n_returning);
    case SHARD_STATEMENT_UPDATE:
    case SHARD_STATEMENT_DELETE:
    case SHARD_STATEMENT_MERGE:
        return shard_planner_returns_rows(self, statement->modify->n_returning);
    default:
        return FALSE;
    }
}

static ShardPlan *
describe_statement(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    ShardStatementKind kind = self->statement->kind;

    if (kind == SHARD_STATEMENT_UNPARSED)
        return plan_statement(self, input, error);
    if (!gives_rows(self))
        return NULL;
    if (kind == SHARD_STATEMENT_SELECT && names_no_sharded_table(self, input)) {
        ShardPlan *named = plan_other_names(self, input, error);
        if (named != NULL || (error != NULL && *error != NULL))
            return named;
    }
    if (kind == SHARD_STATEMENT_EXPLAIN || kind == SHARD_STATEMENT_CALL)
        return plan_statement(self, input, error);
    return make_plan(self, input, shard_plan_describe, error);
}

ShardPlan *
shard_prepared_describe(ShardPrepared *self, const ShardPlanInput *input, GError **error)
{
    return run_deep(self, input, describe_statement, error);
}
