/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan.c - a plan's end, and how it is shown: for people, for golden files, as JSON.
 */
#include "router/plan/plan.h"

#include "router/base/error.h"

#include <string.h>

void
shard_plan_free(ShardPlan *self)
{
    if (self == NULL)
        return;
    shard_plan_free(self->inner);
    shard_plan_free(self->step.plan);
    for (guint i = 0; i < self->n_branches; i++)
        shard_plan_free(self->branches[i]);
    g_clear_error(&self->inner_error);
    shard_arena_free(self->arena);
}

/* ---- merge ---- */

typedef struct {
    GString *text;
    const ShardQuery *query; /* NULL none */
    guint n_visible;         /* items that a slot names for certain */
} MergeWriter;

static void
separate(MergeWriter *self)
{
    if (self->text->len > 0)
        g_string_append(self->text, "; ");
}

static void
append_slot(MergeWriter *self, ShardSlot slot)
{
    if (slot < 0) {
        g_string_append_printf(self->text, "hidden %d", -slot);
        return;
    }
    if ((guint) slot < self->n_visible) {
        const ShardItem *item = &self->query->items[slot];
        const char *name = item->alias;
        if (name == NULL && item->expr->kind == SHARD_EXPR_COLUMN)
            name = item->expr->name;
        if (name != NULL) {
            g_string_append(self->text, name);
            return;
        }
    }
    g_string_append_printf(self->text, "column %d", slot + 1);
}

static void
append_keys(MergeWriter *self, const ShardMergeKey *keys, guint n_keys, gboolean with_order)
{
    for (guint i = 0; i < n_keys; i++) {
        if (i > 0)
            g_string_append(self->text, ", ");
        append_slot(self, keys[i].slot);
        if (!with_order)
            continue;
        g_string_append(self->text, keys[i].descending ? " desc" : " asc");
        g_string_append(self->text, keys[i].nulls_first ? " nulls first" : " nulls last");
    }
}

static const char *const aggregate_names[] = {
    [SHARD_AGGREGATE_COUNT] = "count",
    [SHARD_AGGREGATE_SUM] = "sum",
    [SHARD_AGGREGATE_AVG] = "avg",
    [SHARD_AGGREGATE_MIN] = "min",
    [SHARD_AGGREGATE_MAX] = "max",
    [SHARD_AGGREGATE_BOOL_AND] = "bool_and",
    [SHARD_AGGREGATE_BOOL_OR] = "bool_or",
    [SHARD_AGGREGATE_BIT_AND] = "bit_and",
    [SHARD_AGGREGATE_BIT_OR] = "bit_or",
    [SHARD_AGGREGATE_BIT_XOR] = "bit_xor",
    [SHARD_AGGREGATE_VAR_POP] = "var_pop",
    [SHARD_AGGREGATE_VAR_SAMP] = "var_samp",
    [SHARD_AGGREGATE_STDDEV_POP] = "stddev_pop",
    [SHARD_AGGREGATE_STDDEV_SAMP] = "stddev_samp",
    [SHARD_AGGREGATE_STRING] = "string",
    [SHARD_AGGREGATE_ANY] = "any",
};

static void
append_aggregate(MergeWriter *self, const ShardMergeAggregate *aggregate)
{
    if (aggregate->kind == SHARD_AGGREGATE_ANY)
        return;
    separate(self);
    append_slot(self, aggregate->target);
    g_string_append_printf(self->text, " = %s(%s", aggregate_names[aggregate->kind],
                           aggregate->distinct ? "distinct " : "");
    append_slot(self, aggregate->input);
    if (aggregate->input2 != SHARD_SLOT_NONE) {
        g_string_append(self->text, ", ");
        append_slot(self, aggregate->input2);
    }
    g_string_append_c(self->text, ')');
}

static void
append_grouping(MergeWriter *self, const ShardMergeSpec *spec)
{
    static const char *const modes[] = {[SHARD_GROUP_SORTED] = "group sorted by ",
                                        [SHARD_GROUP_HASHED] = "group by ",
                                        [SHARD_GROUP_ALL] = "group all"};
    if (spec->group != SHARD_GROUP_NONE) {
        separate(self);
        g_string_append(self->text, modes[spec->group]);
        append_keys(self, spec->group_keys, spec->n_group_keys, FALSE);
    }
    for (guint i = 0; i < spec->n_aggregates; i++)
        append_aggregate(self, &spec->aggregates[i]);
    for (guint i = 0; i < spec->n_computed; i++) {
        separate(self);
        append_slot(self, spec->computed[i].target);
        g_string_append(self->text, " = expression");
    }
    if (spec->having != NULL) {
        separate(self);
        g_string_append(self->text, "having");
    }
    if (spec->distinct) {
        separate(self);
        g_string_append(self->text, "distinct");
    }
}

static void
append_set(GString *out, const ShardMergeSet *set)
{
    static const char *const words[] = {
        [SHARD_MERGE_UNION_ALL] = " union all ",         [SHARD_MERGE_UNION] = " union ",
        [SHARD_MERGE_INTERSECT] = " intersect ",         [SHARD_MERGE_EXCEPT] = " except ",
        [SHARD_MERGE_INTERSECT_ALL] = " intersect all ", [SHARD_MERGE_EXCEPT_ALL] = " except all "};

    g_string_append_c(out, '(');
    if (set->left == NULL) {
        g_string_append_printf(out, "%u: %s", set->n_units, set->text);
    } else {
        append_set(out, set->left);
        g_string_append(out, words[set->kind]);
        append_set(out, set->right);
    }
    g_string_append_c(out, ')');
}

static void
append_ordering(MergeWriter *self, const ShardMergeSpec *spec)
{
    if (spec->n_order > 0) {
        separate(self);
        g_string_append(self->text, "sort ");
        append_keys(self, spec->order, spec->n_order, TRUE);
    }
    if (spec->n_distinct_on > 0) {
        separate(self);
        g_string_append(self->text, "distinct on ");
        append_keys(self, spec->distinct_on, spec->n_distinct_on, FALSE);
    }
    if (spec->offset > 0) {
        separate(self);
        g_string_append_printf(self->text, "skip %" G_GUINT64_FORMAT, spec->offset);
    }
    if (spec->has_limit) {
        separate(self);
        g_string_append_printf(self->text, "take %" G_GUINT64_FORMAT, spec->limit);
    }
    if (spec->with_ties)
        g_string_append(self->text, " with ties");
}

static guint
certain_items(const ShardQuery *query)
{
    for (guint i = 0; query != NULL && i < query->n_items; i++) {
        if (query->items[i].expr->kind == SHARD_EXPR_STAR)
            return i;
    }
    return query == NULL ? 0 : query->n_items;
}

const char *
shard_plan_merge_text(const ShardPlan *self)
{
    const ShardStatement *statement = self->statement;
    g_autoptr(GString) text = g_string_new(NULL);
    MergeWriter writer = {.text = text};

    if (self->merge == NULL)
        return self->is_query || self->n_units <= 1   ? "none"
               : self->row_count == SHARD_COUNT_FIRST ? "row count of one copy"
                                                      : "sum of row counts";
    if (statement->n_queries > 0 && statement->kind == SHARD_STATEMENT_SELECT)
        writer.query = &statement->queries[0];
    writer.n_visible = certain_items(writer.query);
    if (self->merge->set != NULL)
        append_set(text, self->merge->set);
    append_grouping(&writer, self->merge);
    append_ordering(&writer, self->merge);
    if (text->len == 0)
        g_string_append(text,
                        self->merge->leading_shard_column ? "append with shard column" : "append");
    return shard_arena_strndup(self->arena, text->str, (gssize) text->len);
}

/* ---- for people ---- */

static const char *const kind_names[] = {
    [SHARD_PLAN_UNITS] = "units",
    [SHARD_PLAN_TRANSACTION] = "transaction",
    [SHARD_PLAN_SESSION] = "session",
    [SHARD_PLAN_PREVIEW] = "preview",
    [SHARD_PLAN_SHOW_SHARDING] = "show sharding",
    [SHARD_PLAN_SET_SHARDING] = "set sharding",
    [SHARD_PLAN_USE] = "use",
    [SHARD_PLAN_BEFORE] = "before",
    [SHARD_PLAN_DONE] = "done",
};

char *
shard_plan_to_text(const ShardPlan *self, const ShardRules *rules)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if (self->kind == SHARD_PLAN_PREVIEW) {
        if (self->inner != NULL)
            return shard_plan_to_text(self->inner, rules);
        return g_strdup_printf("refused %s %s\n", shard_error_sqlstate(self->inner_error, 0),
                               self->inner_error->message);
    }
    if (self->kind != SHARD_PLAN_UNITS)
        g_string_append_printf(text, "plan %s\n", kind_names[self->kind]);
    for (guint i = 0; i < self->n_units; i++)
        g_string_append_printf(text, "unit %s %s\n",
                               shard_rules_shard(rules, self->units[i].shard)->name,
                               self->units[i].sql);
    if (self->merge != NULL)
        g_string_append_printf(text, "merge %s\n", shard_plan_merge_text(self));
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- JSON ---- */

static void
append_json_bytes(GString *out, const char *data, gsize size)
{
    g_autofree char *valid = g_utf8_make_valid(data, (gssize) size);

    g_string_append_c(out, '"');
    for (const char *c = valid; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            g_string_append_printf(out, "\\%c", *c);
        else if ((guchar) *c < 0x20)
            g_string_append_printf(out, "\\u%04x", (guint) (guchar) *c);
        else
            g_string_append_c(out, *c);
    }
    g_string_append_c(out, '"');
}

static void
append_json_text(GString *out, const char *text)
{
    append_json_bytes(out, text, strlen(text));
}

static void
append_json_value(GString *out, const ShardValue *value, ShardArena *arena)
{
    switch (value->kind) {
    case SHARD_VALUE_NULL:
    case SHARD_VALUE_UNKNOWN:
        g_string_append(out, "null");
        return;
    case SHARD_VALUE_BOOLEAN:
        g_string_append(out, value->i != 0 ? "true" : "false");
        return;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
    case SHARD_VALUE_UNSIGNED:
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        g_string_append(out, shard_value_to_text(value, arena));
        return;
    case SHARD_VALUE_STRING:
        append_json_bytes(out, value->text.data, value->text.size);
        return;
    default:
        append_json_text(out, shard_value_to_text(value, arena));
        return;
    }
}

typedef struct {
    const ShardPlan *plan;
    const ShardRules *rules;
    const ShardValue *params;
    guint n_params;
    gboolean with_nodes;
} JsonWriter;

static void
append_json_unit(const JsonWriter *self, GString *out, const ShardUnit *unit)
{
    g_string_append(out, "{\"shard\":");
    append_json_text(out, shard_rules_shard(self->rules, unit->shard)->name);
    g_string_append(out, ",\"sql\":");
    append_json_bytes(out, unit->sql, unit->sql_size);
    g_string_append(out, ",\"params\":[");
    for (guint i = 0; i < unit->n_params; i++) {
        const ShardUnitParam *param = &unit->params[i];
        const ShardValue unbound = {.kind = SHARD_VALUE_UNKNOWN};
        const ShardValue *value = param->marker < 0 ? &param->value
                                  : (guint) param->marker < self->n_params
                                      ? &self->params[param->marker]
                                      : &unbound;
        if (i > 0)
            g_string_append_c(out, ',');
        append_json_value(out, value, self->plan->arena);
    }
    g_string_append_c(out, ']');
    if (self->with_nodes) {
        g_string_append(out, ",\"nodes\":");
        append_json_text(out, unit->nodes_text == NULL ? "" : unit->nodes_text);
    }
    g_string_append_c(out, '}');
}

static char *
refusal_json(const GError *error)
{
    g_autoptr(GString) out = g_string_new("{\"refused\":");

    append_json_text(out, error->message);
    g_string_append(out, ",\"sqlstate\":");
    append_json_text(out, shard_error_sqlstate(error, 0));
    g_string_append_c(out, '}');
    return g_string_free(g_steal_pointer(&out), FALSE);
}

char *
shard_plan_to_json(const ShardPlan *self, const ShardRules *rules, const ShardValue *params,
                   guint n_params, gboolean with_nodes)
{
    g_autoptr(GString) out = g_string_new("{");
    const JsonWriter writer = {self, rules, params, n_params, with_nodes};

    if (self->kind == SHARD_PLAN_PREVIEW)
        return self->inner != NULL
                   ? shard_plan_to_json(self->inner, rules, params, n_params, with_nodes)
                   : refusal_json(self->inner_error);
    if (self->kind != SHARD_PLAN_UNITS)
        g_string_append_printf(out, "\"kind\":\"%s\",", kind_names[self->kind]);
    g_string_append(out, "\"units\":[");
    for (guint i = 0; i < self->n_units; i++) {
        if (i > 0)
            g_string_append_c(out, ',');
        append_json_unit(&writer, out, &self->units[i]);
    }
    g_string_append(out, "],\"merge\":");
    if (self->merge == NULL)
        g_string_append(out, "null");
    else
        append_json_text(out, shard_plan_merge_text(self));
    g_string_append_c(out, '}');
    return g_string_free(g_steal_pointer(&out), FALSE);
}
