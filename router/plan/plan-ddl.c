/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-ddl.c - tables, indexes and rights: on every node of a sharded table, on every copy of a
 * broadcast one.
 */
#include "router/plan/rewrite.h"
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include <string.h>

static gboolean
is_bound(const ShardTable *a, const ShardTable *b)
{
    return a == b || shard_table_bound(a, b);
}

static gboolean
check_partners(ShardPlanner *self, GError **error)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardTable *lead = analysis->refs[analysis->lead].table;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_SHARDED && lead->n_nodes > 1 && !is_bound(lead, ref->table))
            return shard_planner_refuse(error,
                                        "'%s' and '%s' aren't in one binding group; name them in "
                                        "statements of their own",
                                        lead->name, ref->table->name);
    }
    return TRUE;
}

/* ALTER TABLE … RENAME TO: the rules would not know the table any more. */
static gboolean
renames_table(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    if (shard_token_is(tokens, 0, "rename"))
        return TRUE;
    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        if (shard_token_is(tokens, i, "rename") &&
            (shard_token_is(tokens, i + 1, "to") || shard_token_is(tokens, i + 1, "as")))
            return TRUE;
    }
    return FALSE;
}

static const ShardTable *
first_ruled(const ShardAnalysis *analysis, ShardRefKind kind)
{
    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].kind == kind)
            return analysis->refs[i].table;
    }
    return NULL;
}

static gboolean
check_spread(ShardPlanner *self, const ShardTable *table, GError **error)
{
    const ShardStatement *statement = self->statement;

    if (table->n_nodes == 1)
        return TRUE;
    if (statement->temporary)
        return shard_planner_refuse(error,
                                    "a temporary table with the name of '%s', which lies on "
                                    "several nodes",
                                    table->name);
    if (renames_table(self))
        return shard_planner_refuse(error, "renaming '%s', by which the rules know it",
                                    table->name);
    if (statement->kind == SHARD_STATEMENT_CREATE_VIEW)
        return shard_planner_refuse(error, "a view over '%s', which lies on several nodes",
                                    table->name);
    if (statement->n_queries > 0)
        return shard_planner_refuse(error, "CREATE TABLE from a query over several nodes; create "
                                           "it, then insert the rows");
    return TRUE;
}

static gboolean
ddl_sharded(ShardPlanner *self, GError **error)
{
    const ShardTable *lead = self->analysis->refs[self->analysis->lead].table;
    ShardRoute route;

    return check_spread(self, lead, error) && check_partners(self, error) &&
           shard_route_all_nodes(&self->route_input, &route, error) &&
           shard_planner_units(self, &route, NULL, error);
}

static gboolean
ddl_copies(ShardPlanner *self, const ShardTable *table, GError **error)
{
    ShardRoute route = {.kind = SHARD_ROUTE_BROADCAST, .n_units = table->n_nodes};

    if (!check_spread(self, table, error))
        return FALSE;
    route.units = shard_arena_array(self->arena, ShardRouteUnit, table->n_nodes);
    for (guint i = 0; i < table->n_nodes; i++)
        route.units[i] = (ShardRouteUnit){.shard = table->nodes[i].shard, .lead_node = G_MAXUINT};
    self->plan->row_count = SHARD_COUNT_FIRST;
    return shard_route_check(&self->route_input, &route, error) &&
           shard_planner_units(self, &route, NULL, error);
}

/* ---- DROP INDEX without its table ---- */

static const ShardTable *
table_of_index(const ShardPlanner *self, const char *index)
{
    const ShardRules *rules = self->analysis->rules;
    const ShardSchema *schema = self->analysis->schema;

    for (guint i = 0; schema != NULL && i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        const ShardTableSchema *facts = shard_schema_table(schema, table->name);
        for (guint j = 0; facts != NULL && j < facts->n_indexes; j++) {
            g_autofree char *actual = g_strdup_printf("%s_%s", index, table->nodes[0].table);
            const char *name = facts->indexes[j].name;
            if (name != NULL && (shard_identifier_equal_fold(name, index) ||
                                 shard_identifier_equal_fold(name, actual)))
                return table;
        }
    }
    return NULL;
}

static ShardText
index_text(ShardPlanner *self, const ShardObjectName *object, const ShardNode *node)
{
    g_auto(ShardEdits) edits = {0};
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *name = g_strdup_printf("%s_%s", object->name, node->table);
    const ShardToken *token = &self->prepared->tokens->tokens[object->last_token];
    char quote =
        token->kind == SHARD_TOKEN_QUOTED_NAME ? self->prepared->tokens->text[token->offset] : '\0';

    shard_identifier_append(text, self->prepared->mode.dialect, name, quote);
    shard_edits_init(&edits, self->prepared->tokens, self->arena);
    shard_edits_replace(&edits, object->last_token, object->last_token, text->str);
    return shard_edits_apply(&edits, self->arena);
}

static gboolean
drop_index(ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;
    const ShardObjectName *object = statement->n_objects > 0 ? &statement->objects[0] : NULL;
    const ShardTable *table = object == NULL ? NULL : table_of_index(self, object->name);

    if (table == NULL || statement->n_objects > 1)
        return shard_planner_refuse(error, "DROP INDEX, and which table the index is of isn't "
                                           "known");
    ShardUnit *units = shard_arena_array(self->arena, ShardUnit, table->n_nodes);
    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardRouteUnit place = {.shard = table->nodes[i].shard, .lead_node = i};
        ShardText text = {.sql = self->prepared->tokens->text,
                          .size = self->prepared->tokens->size};
        if (table->kind == SHARD_TABLE_SHARDED)
            text = index_text(self, object, &table->nodes[i]);
        shard_planner_set_unit(self, &units[i], &place, &text);
        units[i].nodes_text = table->nodes[i].table;
    }
    self->plan->units = units;
    self->plan->n_units = table->n_nodes;
    self->plan->route = SHARD_ROUTE_BROADCAST;
    return TRUE;
}

/* ---- the rest ---- */

static gboolean
ddl_unruled(ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;
    ShardRoute route;

    if (self->analysis->n_refs > 0) {
        if (!shard_route_rows(&self->route_input, &route, error))
            return FALSE;
    } else if (statement->kind == SHARD_STATEMENT_DROP_INDEX) {
        return drop_index(self, error);
    } else if (statement->kind == SHARD_STATEMENT_OTHER_DDL ||
               statement->kind == SHARD_STATEMENT_GRANT) {
        shard_route_shards(&self->route_input, FALSE, &route);
    } else {
        gint shard = shard_rules_default_shard(self->analysis->rules);
        shard_route_one(&self->route_input, shard < 0 ? 0 : (guint) shard, SHARD_ROUTE_DEFAULT,
                        &route);
    }
    return shard_planner_units(self, &route, NULL, error);
}

static void
note_changed(ShardPlanner *self)
{
    const ShardAnalysis *analysis = self->analysis;
    const char **names = shard_arena_array(self->arena, const char *, analysis->n_refs + 1);
    guint n = 0;

    for (guint i = 0; i < analysis->n_refs; i++) {
        if (analysis->refs[i].table != NULL)
            names[n++] = analysis->refs[i].table->name;
    }
    self->plan->changed_tables = names;
}

gboolean
shard_plan_ddl(ShardPlanner *self, GError **error)
{
    const ShardTable *copies = first_ruled(self->analysis, SHARD_REF_BROADCAST);
    gboolean made;

    self->plan->is_write = TRUE;
    self->plan->is_ddl = TRUE;
    if (self->analysis->lead >= 0)
        made = ddl_sharded(self, error);
    else if (copies != NULL && first_ruled(self->analysis, SHARD_REF_SINGLE) == NULL &&
             self->statement->kind != SHARD_STATEMENT_CREATE_VIEW)
        made = ddl_copies(self, copies, error);
    else
        made = ddl_unruled(self, error);
    if (!made)
        return FALSE;
    note_changed(self);
    shard_planner_finish(self, FALSE);
    return TRUE;
}
