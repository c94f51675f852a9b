/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-other.c - statements that are neither rows nor tables: sessions, transactions, CALL, SHOW,
 * EXPLAIN, PREVIEW, and what the grammar can't read.
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include <string.h>

/* ---- session and transaction ---- */

static gboolean
to_one(ShardPlanner *self, guint shard, gboolean is_query, GError **error)
{
    ShardRoute route;

    shard_route_one(&self->route_input, shard, SHARD_ROUTE_DEFAULT, &route);
    if (!shard_planner_units(self, &route, NULL, error))
        return FALSE;
    shard_planner_finish(self, is_query);
    return TRUE;
}

static gboolean
on_all_shards(ShardPlanner *self, ShardPlanKind kind, GError **error)
{
    ShardRoute route;

    self->plan->kind = kind;
    shard_route_shards(&self->route_input, FALSE, &route);
    return shard_planner_units(self, &route, NULL, error);
}

static gboolean
plan_transaction(ShardPlanner *self, GError **error)
{
    return on_all_shards(self, SHARD_PLAN_TRANSACTION, error);
}

/* Settings by which the shards' parts of an answer would be others than the whole's. */
static const struct {
    ShardDialect dialect;
    const char *name;
    const char *usual[4]; /* values that change nothing */
    const char *why;
} settings[] = {
    {SHARD_DIALECT_MYSQL,
     "sql_select_limit",
     {NULL},
     "would be each shard's own; write LIMIT, or set SQL_ATTR_MAX_ROWS"},
    {SHARD_DIALECT_MYSQL,
     "div_precision_increment",
     {"4"},
     ": quotients over shards have 4 digits more"},
    {SHARD_DIALECT_POSTGRESQL,
     "extra_float_digits",
     {"1", "2", "3"},
     "below 1: shards would give rounded numbers to be merged; round in the statement"},
    {SHARD_DIALECT_SQLITE,
     "full_column_names",
     {"0", "off", "false", "no"},
     ": columns would have the names of actual tables"},
    {SHARD_DIALECT_SQLITE,
     "short_column_names",
     {"1", "on", "true", "yes"},
     ": columns would have the names of actual tables"},
};

/* name = value, name TO value, PRAGMA name(value): the value's token; 0: there is none. */
static guint
value_token(const ShardTokens *tokens, guint name, ShardDialect dialect)
{
    static const char *const signs[] = {"=", ":=", "to"};
    guint sign = name + 1;

    if (sign + 1 >= tokens->n_tokens)
        return 0;
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
        if (shard_token_is(tokens, sign, signs[i]))
            return sign + 1;
    return dialect == SHARD_DIALECT_SQLITE && shard_token_is(tokens, sign, "(") ? sign + 1 : 0;
}

/* The number in settings of one that gets another value than a usual one; -1 none. */
static gint
find_changed(const ShardTokens *tokens, guint token, ShardDialect dialect)
{
    const ShardToken *name = &tokens->tokens[token];
    const char *end = tokens->text + name->offset + name->size;
    guint value = value_token(tokens, token, dialect);

    for (gsize i = 0; value > 0 && i < G_N_ELEMENTS(settings); i++) {
        gsize size = strlen(settings[i].name);
        gboolean usual = shard_token_is(tokens, value, "default");
        if (settings[i].dialect != dialect || name->size < size ||
            g_ascii_strncasecmp(end - size, settings[i].name, size) != 0)
            continue;
        for (gsize k = 0; k < G_N_ELEMENTS(settings[i].usual); k++)
            usual = usual || (settings[i].usual[k] != NULL &&
                              shard_token_is(tokens, value, settings[i].usual[k]));
        if (!usual)
            return (gint) i;
    }
    return -1;
}

/* PostgreSQL: what the shards' values look like, and how psqlodbc reads them. */
static const struct {
    const char *name;
    const char *words[3]; /* in a value that isn't taken */
    const char *why;
} formats[] = {
    {"datestyle",
     {"german", "sql", "postgres"},
     "a DateStyle other than ISO: dates would be read wrong; write to_char()"},
    {"bytea_output",
     {"escape"},
     "bytea_output = escape: merged values are shown as hex; write encode()"},
};

/* NULL: it sets none of them, or to a value that is taken. */
static const char *
find_format(const ShardTokens *tokens)
{
    const char *why = NULL;

    for (guint token = 0; token < tokens->n_tokens; token++) {
        const ShardToken *value = &tokens->tokens[token];
        g_autofree char *text = g_ascii_strdown(tokens->text + value->offset, (gssize) value->size);
        for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
            if (strcmp(text, formats[i].name) == 0)
                why = formats[i].why;
            for (gsize k = 0; why == formats[i].why && k < G_N_ELEMENTS(formats[i].words); k++)
                if (formats[i].words[k] != NULL && strstr(text, formats[i].words[k]) != NULL)
                    return why;
        }
    }
    return NULL;
}

static gboolean
plan_set(ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;

    const char *why =
        self->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL ? find_format(tokens) : NULL;

    if (why != NULL)
        return shard_planner_refuse(error, "%s", why);
    for (guint i = 0; i < tokens->n_tokens; i++) {
        gint changed = find_changed(tokens, i, self->prepared->mode.dialect);
        if (changed >= 0)
            return shard_planner_refuse(error, "%s%s%s", settings[changed].name,
                                        settings[changed].why[0] == ':' ? "" : " ",
                                        settings[changed].why);
    }
    if (self->prepared->mode.dialect == SHARD_DIALECT_MYSQL &&
        shard_token_is(tokens, 1, "statement"))
        return shard_planner_refuse(error, "SET STATEMENT; set it by a SET of its own before the "
                                           "statement, and back behind it");
    if (shard_planner_sets_computed(self))
        return to_one(self, shard_planner_home_shard(self), FALSE, error);
    return on_all_shards(self, SHARD_PLAN_SESSION, error);
}

static gboolean
plan_user(ShardPlanner *self, GError **error)
{
    ShardRoute route;

    shard_route_shards(&self->route_input, TRUE, &route);
    self->plan->is_write = TRUE;
    self->plan->is_ddl = TRUE;
    if (!shard_planner_units(self, &route, NULL, error))
        return FALSE;
    shard_planner_keep_outside(self);
    return TRUE;
}

static gboolean
plan_use(ShardPlanner *self, GError **error)
{
    self->plan->kind = SHARD_PLAN_USE;
    self->plan->route = SHARD_ROUTE_BLOCKED;
    return TRUE;
}

static gboolean
plan_show_sharding(ShardPlanner *self, GError **error)
{
    self->plan->kind = SHARD_PLAN_SHOW_SHARDING;
    self->plan->is_query = TRUE;
    return TRUE;
}

static gboolean
plan_set_sharding(ShardPlanner *self, GError **error)
{
    self->plan->kind = SHARD_PLAN_SET_SHARDING;
    return TRUE;
}

/* ---- statements within statements ---- */

static ShardPrepared *
inner_prepared(ShardPlanner *self, GError **error)
{
    ShardPrepared *prepared = self->prepared;
    const ShardTokens *tokens = prepared->tokens;
    guint token = self->statement->inner_first_token;

    if (token >= tokens->n_tokens) {
        shard_error_set(error, SHARD_ERROR_SYNTAX, "42000", "there is no statement behind '%.*s'",
                        (int) tokens->tokens[0].size, tokens->text + tokens->tokens[0].offset);
        return NULL;
    }
    if (prepared->inner == NULL) {
        gsize offset = tokens->tokens[token].offset;
        prepared->inner = shard_router_prepare(prepared->router, tokens->text + offset,
                                               tokens->size - offset, &prepared->mode, error);
    }
    return prepared->inner;
}

/* As it would be run by itself: a SELECT with sums as they are, first. */
static ShardPlan *
plan_inner(ShardPlanner *self, ShardPrepared *inner, GError **error)
{
    ShardPlanInput input = *self->input;

    input.sums_in_halves &= shard_prepared_statement(inner)->kind != SHARD_STATEMENT_SELECT;
    return shard_prepared_plan(inner, &input, error);
}

static gboolean
plan_preview(ShardPlanner *self, GError **error)
{
    ShardPlan *plan = self->plan;
    ShardPrepared *inner = inner_prepared(self, &plan->inner_error);

    plan->kind = SHARD_PLAN_PREVIEW;
    plan->is_query = TRUE;
    if (inner != NULL)
        plan->inner = plan_inner(self, inner, &plan->inner_error);
    return TRUE;
}

static gboolean
has_analyze(const ShardPlanner *self)
{
    for (guint i = 0; i < self->statement->inner_first_token; i++) {
        if (shard_token_is(self->prepared->tokens, i, "analyze"))
            return TRUE;
    }
    return FALSE;
}

static void
take_explained(ShardPlanner *self, const ShardPlan *inner)
{
    const ShardTokens *tokens = self->prepared->tokens;
    gsize head = tokens->tokens[self->statement->inner_first_token].offset;
    ShardUnit *units = shard_arena_array(self->arena, ShardUnit, inner->n_units);

    for (guint i = 0; i < inner->n_units; i++) {
        const ShardUnit *unit = &inner->units[i];
        char *sql = shard_arena_alloc(self->arena, head + unit->sql_size + 1);
        memcpy(sql, tokens->text, head);
        memcpy(sql + head, unit->sql, unit->sql_size);
        units[i] = *unit;
        units[i].sql = sql;
        units[i].sql_size = head + unit->sql_size;
        units[i].text_id = NULL;
        units[i].rows = NULL;
        units[i].n_rows = 0;
        units[i].nodes_text = shard_arena_strndup(self->arena, unit->nodes_text, -1);
        ShardUnitParam *params =
            shard_arena_memdup(self->arena, unit->params, sizeof(ShardUnitParam) * unit->n_params);
        for (guint j = 0; j < unit->n_params; j++)
            params[j].value = shard_value_copy(&params[j].value, self->arena);
        units[i].params = params;
    }
    self->plan->units = units;
    self->plan->n_units = inner->n_units;
    self->plan->route = inner->route;
    self->plan->is_write = inner->is_write && has_analyze(self);
}

static gboolean
plan_explain(ShardPlanner *self, GError **error)
{
    ShardPrepared *prepared = inner_prepared(self, error);
    if (prepared == NULL)
        return FALSE;
    g_autoptr(ShardPlan) inner = plan_inner(self, prepared, error);
    if (inner == NULL)
        return FALSE;
    if (inner->kind != SHARD_PLAN_UNITS || inner->n_units == 0)
        return shard_planner_refuse(error, "EXPLAIN of this statement");
    take_explained(self, inner);
    if (self->plan->n_units > 1) {
        ShardMergeSpec *spec =
            shard_arena_memdup(self->arena, shard_planner_append(self), sizeof(ShardMergeSpec));
        spec->leading_shard_column = TRUE;
        self->plan->merge = spec;
    }
    shard_planner_finish(self, TRUE);
    return TRUE;
}

/* ---- one shard ---- */

/* SHOW TABLE STATUS and SHOW OPEN TABLES count what one server has, under its tables' own names. */
static gboolean
counts_actual_tables(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;
    const ShardRules *rules = self->prepared->router->rules;

    if (self->prepared->mode.dialect != SHARD_DIALECT_MYSQL ||
        !((shard_token_is(tokens, 1, "table") && shard_token_is(tokens, 2, "status")) ||
          (shard_token_is(tokens, 1, "open") && shard_token_is(tokens, 2, "tables"))))
        return FALSE;
    for (guint i = 0; i < shard_rules_n_tables(rules); i++) {
        if (shard_rules_table(rules, i)->kind == SHARD_TABLE_SHARDED)
            return TRUE;
    }
    return FALSE;
}

static gboolean
plan_show(ShardPlanner *self, GError **error)
{
    if (counts_actual_tables(self))
        return shard_planner_refuse(error, "SHOW TABLE STATUS and SHOW OPEN TABLES, which tell of "
                                           "one server's tables; ask for rows and names by SELECT");
    return shard_plan_describe(self, error);
}

static gboolean
argument_shard(ShardPlanner *self, const ShardRoutine *routine, guint *out_shard, GError **error)
{
    const ShardTable *table = routine->table;
    ShardKeyFacts keys = shard_key_facts_new(table, self->analysis->schema,
                                             self->prepared->mode.dialect, self->arena);
    g_autofree gboolean *nodes = g_new0(gboolean, table->n_nodes);
    ShardValue *values = shard_arena_array(self->arena, ShardValue, keys.n_keys + 1);
    gint found = -1;

    for (guint i = 0; i < keys.n_keys; i++)
        values[i].kind = SHARD_VALUE_UNKNOWN;
    if (routine->argument == 0 || routine->argument > self->statement->n_arguments ||
        keys.n_keys == 0)
        return shard_planner_refuse(error,
                                    "CALL of '%s' without argument %u, which the rules "
                                    "route it by",
                                    routine->name, routine->argument);
    const ShardExpr *argument = self->statement->arguments[routine->argument - 1];
    ShardValue value = shard_operand_value(argument, &self->constants);
    if (value.kind == SHARD_VALUE_NULL ||
        !shard_key_assign(&keys.keys[0], &value, self->arena, &values[0]))
        return shard_planner_refuse(error, "CALL of '%s' whose argument %u isn't a constant key",
                                    routine->name, routine->argument);
    ShardPlace place = shard_table_place(table, values, nodes, error);
    if (place == SHARD_PLACE_ERROR)
        return FALSE;
    for (guint i = 0; place == SHARD_PLACE_FOUND && i < table->n_nodes; i++) {
        if (!nodes[i])
            continue;
        if (found >= 0 && found != (gint) table->nodes[i].shard)
            return shard_planner_refuse(error, "CALL of '%s': its argument leaves several shards",
                                        routine->name);
        found = (gint) table->nodes[i].shard;
    }
    if (found < 0)
        return shard_planner_refuse(error, "CALL of '%s': no node takes its argument",
                                    routine->name);
    *out_shard = (guint) found;
    return TRUE;
}

void
shard_plan_settle_call(ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;
    ShardUnit *unit = (ShardUnit *) &self->plan->units[0];
    gsize start = tokens->tokens[0].offset;

    if (start > 0 && start < unit->sql_size && memcmp(unit->sql, tokens->text, start) == 0) {
        unit->sql += start;
        unit->sql_size -= start;
    }
}

static gboolean
plan_call(ShardPlanner *self, GError **error)
{
    const ShardRules *rules = self->analysis->rules;
    const ShardRoutine *routine = self->statement->name == NULL
                                      ? NULL
                                      : shard_rules_find_routine(rules, self->statement->name);
    guint shard = shard_planner_home_shard(self);

    self->plan->is_write = TRUE;
    if (routine != NULL) {
        if (!argument_shard(self, routine, &shard, error))
            return FALSE;
    } else if (shard_rules_default_shard(rules) < 0 && shard_rules_n_shards(rules) > 1) {
        return shard_planner_refuse(error,
                                    "CALL of '%s', which the rules don't name, and they name no "
                                    "default-shard",
                                    self->statement->name == NULL ? "" : self->statement->name);
    }
    if (!to_one(self, shard, TRUE, error))
        return FALSE;
    shard_plan_settle_call(self);
    return TRUE;
}

/* They would hold on one shard, while the program's session is on all of them. */
static const struct {
    ShardDialect dialect;
    const char *first, *second; /* tokens; second NULL: any but the next */
    const char *but;
    const char *why;
} lone[] = {
    {SHARD_DIALECT_MYSQL, "xa", NULL, "recover",
     "XA, which would be one shard's; set Transaction=2pc, which says it to each"},
    {SHARD_DIALECT_MYSQL, "flush", NULL, NULL,
     "FLUSH TABLES WITH READ LOCK, which would lock one shard; say it to each shard"},
    {SHARD_DIALECT_MYSQL, "backup", NULL, NULL,
     "BACKUP, which would be one shard's; say it to each shard"},
    {SHARD_DIALECT_POSTGRESQL, "prepare", "transaction", NULL,
     "PREPARE TRANSACTION, which would be one shard's; set Transaction=2pc, which says it to each"},
};

/* NULL: it may go to one shard. */
static const char *
find_lone(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    for (guint i = 0; i < G_N_ELEMENTS(lone); i++) {
        gboolean is_second = lone[i].second == NULL || shard_token_is(tokens, 1, lone[i].second);
        gboolean is_but = lone[i].but != NULL && shard_token_is(tokens, 1, lone[i].but);
        if (lone[i].dialect == self->prepared->mode.dialect &&
            shard_token_is(tokens, 0, lone[i].first) && is_second && !is_but)
            return lone[i].why;
    }
    return NULL;
}

static gboolean
plan_lock(ShardPlanner *self, GError **error)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardTokens *tokens = self->prepared->tokens;
    ShardRoute route;

    self->plan->is_write = TRUE;
    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardTable *table = analysis->refs[i].table;
        if (table != NULL && table->n_nodes > 1)
            return shard_planner_refuse(error, "%.*s of '%s', which lies on several nodes",
                                        (int) tokens->tokens[0].size,
                                        tokens->text + tokens->tokens[0].offset, table->name);
    }
    if (analysis->n_refs == 0) {
        const char *why = shard_rules_n_shards(analysis->rules) > 1 ? find_lone(self) : NULL;
        return why != NULL ? shard_planner_refuse(error, "%s", why)
                           : to_one(self, shard_planner_home_shard(self), FALSE, error);
    }
    if (!shard_route_rows(&self->route_input, &route, error))
        return FALSE;
    if (route.n_units != 1 || !shard_planner_units(self, &route, NULL, error))
        return shard_planner_refuse(error, "locks on several shards");
    shard_planner_finish(self, FALSE);
    return TRUE;
}

/* ---- what the grammar can't read ---- */

static gboolean
keeps_name(const ShardTableRef *name, const ShardRef *ref)
{
    if (ref->table == NULL)
        return TRUE;
    return ref->table->n_nodes == 1 && ref->table->nodes[0].schema == NULL &&
           strcmp(ref->table->nodes[0].table, name->name) == 0;
}

/* PostgreSQL's own grammar has read it: what fails there fails on the server. */
static gboolean
is_syntax_error(const ShardPlanner *self)
{
    return self->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL &&
           self->statement->unparsed_reason != NULL &&
           g_str_has_prefix(self->statement->unparsed_reason, "syntax error");
}

static gboolean
refuse_unread(ShardPlanner *self, const char *table, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    guint number = MIN(self->statement->unparsed_token, tokens->n_tokens - 1);
    const ShardToken *token = &tokens->tokens[number];

    if (self->statement->too_complex) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "54001",
                        "the statement is nested too deeply to be read, and names '%s'", table);
        return FALSE;
    }
    if (is_syntax_error(self)) {
        g_autofree char *message = g_strconcat("ERROR: ", self->statement->unparsed_reason, NULL);
        shard_error_set_backend(error, NULL, "42601", 1, message); /* as psqlodbc says it */
        return FALSE;
    }
    return shard_planner_refuse(error, "the statement can't be read at '%.*s' (%s), and names '%s'",
                                (int) token->size, tokens->text + token->offset,
                                self->statement->unparsed_reason == NULL
                                    ? "not understood"
                                    : self->statement->unparsed_reason,
                                table);
}

static gboolean
plan_unparsed(ShardPlanner *self, GError **error)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardTokens *tokens = self->prepared->tokens;
    gint shard = -1;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        gint home = ref->table == NULL ? ref->shard : (gint) ref->table->nodes[0].shard;
        if (!keeps_name(&analysis->statement->tables[i], ref) || (shard >= 0 && home != shard))
            return refuse_unread(self, analysis->statement->tables[i].name, error);
        shard = home;
    }
    gboolean is_query = shard_token_is(tokens, 0, "select") || shard_token_is(tokens, 0, "with") ||
                        shard_token_is(tokens, 0, "values") || shard_token_is(tokens, 0, "(");
    self->plan->is_write = !is_query;
    return to_one(self, shard < 0 ? shard_planner_home_shard(self) : (guint) shard, is_query,
                  error);
}

static const struct {
    ShardStatementKind kind;
    gboolean (*plan)(ShardPlanner *self, GError **error);
} planners[] = {
    {SHARD_STATEMENT_USER, plan_user},
    {SHARD_STATEMENT_BEGIN, plan_transaction},
    {SHARD_STATEMENT_COMMIT, plan_transaction},
    {SHARD_STATEMENT_ROLLBACK, plan_transaction},
    {SHARD_STATEMENT_SAVEPOINT, plan_transaction},
    {SHARD_STATEMENT_RELEASE, plan_transaction},
    {SHARD_STATEMENT_ROLLBACK_TO, plan_transaction},
    {SHARD_STATEMENT_SET_TRANSACTION, plan_transaction},
    {SHARD_STATEMENT_SET_AUTOCOMMIT, plan_transaction},
    {SHARD_STATEMENT_SET, plan_set},
    {SHARD_STATEMENT_USE, plan_use},
    {SHARD_STATEMENT_SHOW, plan_show},
    {SHARD_STATEMENT_EXPLAIN, plan_explain},
    {SHARD_STATEMENT_CALL, plan_call},
    {SHARD_STATEMENT_LOCK, plan_lock},
    {SHARD_STATEMENT_PREVIEW, plan_preview},
    {SHARD_STATEMENT_SHOW_SHARDING, plan_show_sharding},
    {SHARD_STATEMENT_SET_SHARDING, plan_set_sharding},
    {SHARD_STATEMENT_UNPARSED, plan_unparsed},
};

gboolean
shard_plan_other(ShardPlanner *self, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(planners); i++) {
        if (planners[i].kind == self->statement->kind)
            return planners[i].plan(self, error);
    }
    return shard_planner_refuse(error, "a statement of this kind");
}
