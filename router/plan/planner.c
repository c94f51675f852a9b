/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * planner.c - what all kinds of statements need: units with their texts, kept between executes.
 */
#include "router/plan/router-private.h"
#include "router/plan/rewrite/rewrite.h"

#include "router/base/error.h"

#include <stdatomic.h>
#include <string.h>

/* Texts kept per prepared statement. */
#define MAX_TEXTS 20000u
/* Shapes past this are patterns of rows. */
#define FIRST_PATTERN_SHAPE 16u

typedef struct {
    guint shard, node;
    guint shape; /* 0 direct; else how the merge changes the text */
    guint list;  /* values of the split IN list; 0: it isn't split */
} TextKey;

typedef struct {
    TextKey key;
    const void *id;
    ShardText text;
    const char *nodes_text;
    gboolean is_dynamic; /* a parameter has a value of ours */
} KeptText;

/* A number that no text had before in this process: addresses come again with other texts. */
static const void *
new_text_id(void)
{
    static _Atomic guintptr last;

    return (const void *) (atomic_fetch_add(&last, 1) + 1);
}

gboolean
shard_planner_refuse(GError **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000", "%s", message);
    return FALSE;
}

/* ---- steps ---- */

const ShardAnswer *
shard_planner_answer(const ShardPlanInput *input)
{
    ShardAnswers *answers = input->answers;

    return answers == NULL || answers->n_used == answers->n ? NULL
                                                            : &answers->answers[answers->n_used++];
}

/* The answer to a query is read by the driver as merged rows. */
void
shard_planner_wait(ShardPlan *self, ShardStep step, ShardDialect dialect)
{
    if (step.plan->direct && step.plan->is_query) {
        ShardMergeSpec *append = shard_arena_new0(step.plan->arena, ShardMergeSpec);
        append->dialect = dialect;
        step.plan->direct = FALSE;
        step.plan->merge = append;
    }
    self->kind = SHARD_PLAN_BEFORE;
    self->step = step;
    self->units = step.plan->units;
    self->n_units = step.plan->n_units;
}

/* ---- texts ---- */

static guint
key_hash(const void *key)
{
    const TextKey *self = key;

    return self->node * 2654435761u ^ self->shard * 40503u ^ self->shape ^ self->list << 8;
}

static gboolean
key_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(TextKey)) == 0;
}

/* SKIP_SQL_REWRITE: the text names actual tables already. */
static gboolean
skips_rewriting(const ShardPlanner *self)
{
    return self->route_input.hints != NULL && self->route_input.hints->skip_rewrite;
}

/* How one unit's text differs from the statement's. */
typedef struct {
    const ShardRouteUnit *place;
    const ShardMergePlan *merge; /* may be NULL */
    guint shape;
    const ShardListChoice *list; /* NULL none */
} Shape;

static gboolean
make_text(ShardPlanner *self, const Shape *shape, ShardArena *arena, KeptText *out, GError **error)
{
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, self->prepared->tokens, self->arena);
    if (skips_rewriting(self)) {
        out->text = shard_edits_apply(&edits, arena);
        return TRUE;
    }
    if (!shard_rewrite_names(&edits, self->analysis, shape->place, error))
        return FALSE;
    shard_labels_keep(&edits, self->analysis, self->prepared->mode.dialect, shape->merge != NULL);
    if (shape->merge != NULL)
        shard_merge_plan_apply(shape->merge, &edits);
    if (shape->list != NULL)
        shard_list_split_apply(shape->list, &edits);
    out->text = shard_edits_apply(&edits, arena);
    out->nodes_text = shard_rewrite_nodes_text(self->analysis, shape->place, arena);
    for (guint i = 0; i < out->text.n_params; i++) {
        if (out->text.params[i].marker < 0)
            out->is_dynamic = TRUE;
    }
    return TRUE;
}

static const KeptText *
kept_text(ShardPlanner *self, const Shape *shape, GError **error)
{
    ShardPrepared *prepared = self->prepared;
    const TextKey key = {shape->place->shard, shape->place->lead_node, shape->shape,
                         shape->list == NULL ? 0 : shape->list->n};

    if (prepared->texts == NULL)
        prepared->texts = g_hash_table_new(key_hash, key_equal);
    const KeptText *found = g_hash_table_lookup(prepared->texts, &key);
    if (found != NULL)
        return found;
    if (g_hash_table_size(prepared->texts) >= MAX_TEXTS)
        return NULL;
    KeptText *kept = shard_arena_new0(prepared->text_arena, KeptText);
    kept->key = key;
    kept->id = new_text_id();
    if (!make_text(self, shape, prepared->text_arena, kept, error))
        return NULL;
    g_hash_table_insert(prepared->texts, &kept->key, kept);
    return kept;
}

const ShardUnitParam *
shard_planner_fill_params(ShardPlanner *self, const ShardText *text, const ShardMergePlan *merge)
{
    ShardUnitParam *params =
        shard_arena_memdup(self->arena, text->params, sizeof *params * text->n_params);

    for (guint i = 0; i < text->n_params; i++) {
        gint which = params[i].marker;
        if (which >= 0 || which == SHARD_PARAM_VALUE || which <= SHARD_PARAM_LIST)
            continue;
        params[i].marker = -1;
        if (which == SHARD_PARAM_OFFSET)
            params[i].value = shard_value_long(0);
        else if (!merge->limit_known)
            params[i].value.kind = SHARD_VALUE_UNKNOWN;
        else if (merge->limit_is_null)
            params[i].value.kind = SHARD_VALUE_NULL;
        else
            params[i].value = shard_value_long(merge->limit_value);
    }
    return params;
}

void
shard_planner_set_unit(ShardUnit *unit, const ShardRouteUnit *place, const ShardText *text)
{
    unit->shard = place->shard;
    unit->node = place->lead_node;
    unit->sql = text->sql;
    unit->sql_size = text->size;
    unit->params = text->params;
    unit->n_params = text->n_params;
}

/* The text's parameters with what this execute says. */
static const ShardUnitParam *
fill_params(ShardPlanner *self, const ShardText *text, const Shape *shape)
{
    const ShardUnitParam *filled = shard_planner_fill_params(self, text, shape->merge);

    if (shape->list == NULL)
        return filled;
    ShardUnitParam *params =
        shard_arena_memdup(self->arena, filled, sizeof *filled * text->n_params);
    shard_list_split_fill(shape->list, params, text->n_params);
    return params;
}

static TextKey
pattern_key(const ShardRouteUnit *place, guint pattern)
{
    return (TextKey){
        .shard = place->shard, .node = place->lead_node, .shape = FIRST_PATTERN_SHAPE + pattern};
}

gboolean
shard_planner_reuse_text(ShardPlanner *self, ShardUnit *unit, const ShardRouteUnit *place,
                         guint pattern)
{
    const TextKey key = pattern_key(place, pattern);
    const KeptText *kept =
        self->prepared->texts == NULL ? NULL : g_hash_table_lookup(self->prepared->texts, &key);

    if (kept == NULL)
        return FALSE;
    shard_planner_set_unit(unit, place, &kept->text);
    unit->text_id = kept->id;
    unit->nodes_text = kept->nodes_text;
    return TRUE;
}

void
shard_planner_keep_text(ShardPlanner *self, ShardUnit *unit, const ShardRouteUnit *place,
                        guint pattern)
{
    ShardPrepared *prepared = self->prepared;
    ShardArena *arena = prepared->text_arena;
    KeptText *kept = shard_arena_new0(arena, KeptText);

    if (prepared->texts == NULL)
        prepared->texts = g_hash_table_new(key_hash, key_equal);
    kept->key = pattern_key(place, pattern);
    kept->id = new_text_id();
    kept->text.sql = shard_arena_strndup(arena, unit->sql, (gssize) unit->sql_size);
    kept->text.size = unit->sql_size;
    kept->text.params =
        shard_arena_memdup(arena, unit->params, sizeof *unit->params * unit->n_params);
    kept->text.n_params = unit->n_params;
    kept->nodes_text = shard_arena_strndup(arena, unit->nodes_text, -1);
    g_hash_table_insert(prepared->texts, &kept->key, kept);
    shard_planner_reuse_text(self, unit, place, pattern);
}

static gboolean
add_unit(ShardPlanner *self, const Shape *shape, ShardUnit *unit, GError **error)
{
    GError *failed = NULL;
    gboolean keeps = shape->place->ref_nodes == NULL && !skips_rewriting(self);
    const KeptText *kept = keeps ? kept_text(self, shape, &failed) : NULL;
    gboolean is_kept = kept != NULL;

    if (kept == NULL && failed == NULL) {
        KeptText *made = shard_arena_new0(self->arena, KeptText);
        if (make_text(self, shape, self->arena, made, &failed))
            kept = made;
    }
    if (kept == NULL) {
        g_propagate_error(error, failed);
        return FALSE;
    }
    shard_planner_set_unit(unit, shape->place, &kept->text);
    unit->text_id = is_kept ? kept->id : NULL;
    unit->nodes_text = kept->nodes_text;
    if (kept->is_dynamic)
        unit->params = fill_params(self, &kept->text, shape);
    return TRUE;
}

/* ---- IN lists ---- */

gboolean
shard_planner_split_list(ShardPlanner *self, ShardListPlaces *out)
{
    ShardPrepared *prepared = self->prepared;

    if (!prepared->knows_split) {
        prepared->knows_split = TRUE;
        prepared->can_split = shard_list_split_find(self->analysis, &prepared->split);
    }
    return prepared->can_split && shard_list_split_place(&self->route_input, &prepared->split, out);
}

/* The list's values for a unit of one node. */
static ShardListChoice
choose_values(ShardPlanner *self, const ShardListPlaces *places, const ShardRouteUnit *place)
{
    guint table = (guint) places->split->table;
    const ShardTable *facts = self->analysis->refs[table].table;
    const ShardNode *node = shard_route_node(self->analysis, place, table);
    ShardNodes nodes = shard_nodes_none(self->arena, facts->n_nodes);

    if (node == NULL)
        shard_nodes_fill(&nodes);
    else
        shard_nodes_add(&nodes, (guint) (node - facts->nodes));
    return shard_list_split_choose(places, &nodes, self->arena);
}

static const char *const reasons[] = {
    [SHARD_ROUTE_SINGLE] = "the sharding key names one node",
    [SHARD_ROUTE_SEVERAL] = "predicates on the sharding key leave several nodes",
    [SHARD_ROUTE_RANGE] = "predicates on the sharding key leave several nodes",
    [SHARD_ROUTE_CARTESIAN] = "all tables are on one shard",
    [SHARD_ROUTE_BROADCAST] = "every node or copy: no predicate on a sharding key narrows",
    [SHARD_ROUTE_SHARDS] = "every shard",
    [SHARD_ROUTE_INSTANCES] = "every server once",
    [SHARD_ROUTE_UNICAST] = "any one shard can answer",
    [SHARD_ROUTE_BLOCKED] = "answered without a shard",
    [SHARD_ROUTE_DIRECT] = "a hint names the shard",
    [SHARD_ROUTE_SINGLE_TABLE] = "the tables lie on one shard",
    [SHARD_ROUTE_DEFAULT] = "the default shard",
};

gboolean
shard_planner_units(ShardPlanner *self, const ShardRoute *route, const ShardMergePlan *merge,
                    GError **error)
{
    ShardUnit *units = shard_arena_array(self->arena, ShardUnit, route->n_units);
    ShardListPlaces places;
    guint shape = merge == NULL ? 0
                                : 1 + (route->spread.several_shards ? 1 : 0) +
                                      (route->spread.several_nodes ? 2 : 0) +
                                      (self->input->sums_in_halves ? 4 : 0);

    if (skips_rewriting(self) && route->n_units > 1)
        return shard_planner_refuse(error, "SKIP_SQL_REWRITE for a statement that goes to several "
                                           "nodes");
    gboolean splits = route->n_units > 1 && shard_planner_split_list(self, &places);
    for (guint i = 0; i < route->n_units; i++) {
        ShardListChoice list;
        Shape unit_shape = {&route->units[i], merge, shape, NULL};
        if (splits) {
            list = choose_values(self, &places, &route->units[i]);
            unit_shape.list = &list;
        }
        if (!add_unit(self, &unit_shape, &units[i], error))
            return FALSE;
    }
    self->plan->units = units;
    self->plan->n_units = route->n_units;
    self->plan->route = route->kind;
    self->plan->reason = reasons[route->kind];
    return TRUE;
}

gboolean
shard_planner_copies(ShardPlanner *self, const ShardTable *table, GError **error)
{
    ShardRoute route = {.kind = SHARD_ROUTE_BROADCAST, .n_units = table->n_nodes};

    route.units = shard_arena_array(self->arena, ShardRouteUnit, table->n_nodes);
    for (guint i = 0; i < table->n_nodes; i++)
        route.units[i] = (ShardRouteUnit){.shard = table->nodes[i].shard, .lead_node = G_MAXUINT};
    self->plan->row_count = SHARD_COUNT_FIRST;
    return shard_route_check(&self->route_input, &route, error) &&
           shard_planner_units(self, &route, NULL, error);
}

gboolean
shard_plan_hinted(ShardPlanner *self, const char *shard, GError **error)
{
    gint number = shard_rules_find_shard(self->analysis->rules, shard);
    ShardUnit *unit = shard_arena_new0(self->arena, ShardUnit);
    g_auto(ShardEdits) edits = {0};
    const ShardRouteUnit place = {.shard = (guint) number, .lead_node = G_MAXUINT};

    if (number < 0) {
        shard_error_set(error, SHARD_ERROR_ROUTE, "HY000",
                        "a hint names shard '%s', which isn't in the rules", shard);
        return FALSE;
    }
    shard_edits_init(&edits, self->prepared->tokens, self->arena);
    ShardText text = shard_edits_apply(&edits, self->arena);
    shard_planner_set_unit(unit, &place, &text);
    self->plan->units = unit;
    self->plan->n_units = 1;
    self->plan->route = SHARD_ROUTE_DIRECT;
    self->plan->reason = reasons[SHARD_ROUTE_DIRECT];
    self->plan->is_write = self->statement->kind != SHARD_STATEMENT_SELECT;
    if (self->statement->kind == SHARD_STATEMENT_CALL)
        shard_plan_settle_call(self);
    shard_planner_finish(self, TRUE);
    return TRUE;
}

/* ---- the rest ---- */

const ShardMergeSpec *
shard_planner_append(ShardPlanner *self)
{
    ShardMergeSpec *spec = shard_arena_new0(self->arena, ShardMergeSpec);

    spec->dialect = self->prepared->mode.dialect;
    return spec;
}

gboolean
shard_planner_returns_rows(const ShardPrepared *prepared, guint n_returning)
{
    return n_returning > 0 && prepared->mode.dialect != SHARD_DIALECT_SQLITE;
}

void
shard_planner_finish(ShardPlanner *self, gboolean is_query)
{
    ShardPlan *plan = self->plan;

    plan->is_query = is_query;
    plan->direct = plan->n_units == 1 && plan->merge == NULL;
    if (is_query && !plan->direct && plan->merge == NULL)
        plan->merge = shard_planner_append(self);
}

gboolean
shard_planner_check_copies(ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;

    if (statement->has_volatile || statement->has_now || statement->session_bound)
        return shard_planner_refuse(error,
                                    "a function whose value differs from call to call is written "
                                    "to a table that every shard has a copy of; pass the value as "
                                    "a parameter");
    return TRUE;
}
