/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * plan-ddl.c - tables, indexes and rights: on every node of a sharded table, on every copy of a
 * broadcast one.
 */
#include "router/plan/rewrite/rewrite.h"
#include "router/plan/router-private.h"

#include "router/base/error.h"

#include <string.h>

static gboolean
check_partners(ShardPlanner *self, GError **error)
{
    const ShardAnalysis *analysis = self->analysis;
    const ShardTable *lead = analysis->refs[analysis->lead].table;

    for (guint i = 0; i < analysis->n_refs; i++) {
        const ShardRef *ref = &analysis->refs[i];
        if (ref->kind == SHARD_REF_SHARDED && lead->n_nodes > 1 &&
            !shard_table_bound(lead, ref->table))
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
    if (self->statement->kind != SHARD_STATEMENT_ALTER_TABLE)
        return FALSE;
    for (guint i = 0; i + 1 < tokens->n_tokens; i++) {
        if (shard_token_is(tokens, i, "set") && shard_token_is(tokens, i + 1, "schema"))
            return TRUE;
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

/* Have two of the table's nodes one shard? */
static gboolean
shares_shard(const ShardPlanner *self, const ShardTable *table)
{
    guint n_shards = shard_rules_n_shards(self->analysis->rules);
    guint8 *seen = shard_arena_array(self->arena, guint8, n_shards);

    for (guint i = 0; i < table->n_nodes; i++) {
        if (seen[table->nodes[i].shard]++ > 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean
check_spread(ShardPlanner *self, const ShardTable *table, GError **error)
{
    const ShardStatement *statement = self->statement;

    if (table->n_nodes == 1)
        return TRUE;
    if (statement->temporary && statement->n_queries == 0)
        return shard_planner_refuse(error,
                                    "a temporary table with the name of '%s', which lies on "
                                    "several nodes",
                                    table->name);
    if (renames_table(self))
        return shard_planner_refuse(error, "renaming '%s', by which the rules know it",
                                    table->name);
    if (statement->only_one_node != NULL)
        return shard_planner_refuse(error,
                                    "%s on '%s', which lies on several nodes; create it on each "
                                    "shard by a statement with a hint (shard=...)",
                                    statement->only_one_node, table->name);
    if (statement->one_per_shard != NULL && shares_shard(self, table))
        return shard_planner_refuse(error,
                                    "%s of '%s', of which several nodes lie on one shard; a "
                                    "statement with a hint (shard=...) can name them there",
                                    statement->one_per_shard, table->name);
    if (statement->kind == SHARD_STATEMENT_CREATE_VIEW)
        return shard_planner_refuse(error,
                                    "a view over '%s', which lies on several nodes; write its "
                                    "query out in a WITH, or create a view on each shard by a "
                                    "statement with a hint (shard=...) and name them in the rules "
                                    "as the nodes of a table",
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
    if (!check_spread(self, table, error) ||
        (self->statement->kind == SHARD_STATEMENT_ALTER_TABLE && table->n_nodes > 1 &&
         !shard_planner_check_added_defaults(self, table, error)))
        return FALSE;
    return shard_planner_copies(self, table, error);
}

/* ---- indexes named without their table ---- */

/* Where an index of the catalog lies, and whether it has a name per node. */
typedef struct {
    const ShardTable *table; /* NULL: of no table that the catalog knows */
    gboolean per_node;
} IndexPlace;

static IndexPlace
find_index(const ShardPlanner *self, const char *index)
{
    const ShardRules *rules = self->analysis->rules;
    const ShardSchema *schema = self->analysis->schema;

    for (guint i = 0; schema != NULL && i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        const ShardTableSchema *facts = shard_schema_table(schema, table->name);
        g_autofree char *actual = g_strdup_printf("%s_%s", index, table->nodes[0].table);
        for (guint j = 0; facts != NULL && j < facts->n_indexes; j++) {
            const char *name = facts->indexes[j].name;
            if (name != NULL && shard_identifier_equal_fold(name, actual))
                return (IndexPlace){table, TRUE};
            if (name != NULL && shard_identifier_equal_fold(name, index))
                return (IndexPlace){table, FALSE};
        }
    }
    return (IndexPlace){NULL, FALSE};
}

static gboolean
is_index_statement(const ShardStatement *statement)
{
    return statement->n_tables == 0 && statement->n_objects > 0 &&
           statement->objects[0].kind == SHARD_OBJECT_INDEX;
}

/* The objects of one statement lie node by node beside each other. */
static gboolean
find_indexes(const ShardPlanner *self, IndexPlace *places, const ShardTable **out_table)
{
    const ShardStatement *statement = self->statement;

    *out_table = NULL;
    for (guint i = 0; i < statement->n_objects; i++) {
        places[i] = find_index(self, statement->objects[i].name);
        /* RENAME TO: the new one is named as the old one is. */
        if (places[i].table == NULL && i > 0 && shard_token_is(self->prepared->tokens, 0, "alter"))
            places[i] = places[0];
        if (places[i].table == NULL)
            continue;
        if (*out_table != NULL && !shard_table_bound(*out_table, places[i].table))
            return FALSE;
        *out_table = places[i].table;
    }
    return TRUE;
}

static ShardText
index_text(ShardPlanner *self, const IndexPlace *places, guint node)
{
    const ShardTokens *tokens = self->prepared->tokens;
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, tokens, self->arena);
    for (guint i = 0; i < self->statement->n_objects; i++) {
        const ShardObjectName *object = &self->statement->objects[i];
        const ShardToken *token = &tokens->tokens[object->last_token];
        g_autoptr(GString) text = g_string_new(NULL);
        if (places[i].table == NULL || !places[i].per_node)
            continue;
        g_autofree char *name =
            g_strdup_printf("%s_%s", object->name, places[i].table->nodes[node].table);
        shard_identifier_append(text, self->prepared->mode.dialect, name,
                                token->kind == SHARD_TOKEN_QUOTED_NAME ? tokens->text[token->offset]
                                                                       : '\0');
        shard_edits_replace(&edits, object->last_token, object->last_token,
                            shard_arena_strndup(self->arena, text->str, (gssize) text->len));
    }
    return shard_edits_apply(&edits, self->arena);
}

/* A name of one index can't be that of several on one shard. */
static gboolean
check_shared_names(const ShardPlanner *self, const IndexPlace *places)
{
    for (guint i = 0; i < self->statement->n_objects; i++) {
        const ShardTable *table = places[i].table;
        for (guint k = 1; table != NULL && !places[i].per_node && k < table->n_nodes; k++) {
            if (table->nodes[k].shard == table->nodes[0].shard)
                return FALSE;
        }
    }
    return TRUE;
}

/* Every table that the rules name elsewhere is known: the index is of none of them. */
static gboolean
index_elsewhere(ShardPlanner *self, GError **error)
{
    const ShardRules *rules = self->analysis->rules;
    const ShardSchema *schema = self->analysis->schema;
    gint shard = shard_rules_default_shard(rules);
    ShardRoute route;

    for (guint i = 0; i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        gboolean at_home = table->kind == SHARD_TABLE_SINGLE && shard >= 0 &&
                           table->nodes[0].shard == (guint) shard;
        if (!at_home && (schema == NULL || shard_schema_table(schema, table->name) == NULL))
            return shard_planner_refuse(error, "an index, and which table it is of isn't known");
    }
    shard_route_one(&self->route_input, shard < 0 ? 0 : (guint) shard, SHARD_ROUTE_DEFAULT, &route);
    return shard_planner_units(self, &route, NULL, error);
}

static gboolean
ddl_indexes(ShardPlanner *self, GError **error)
{
    IndexPlace *places = shard_arena_array(self->arena, IndexPlace, self->statement->n_objects);
    const ShardTable *table;

    if (!find_indexes(self, places, &table) || !check_shared_names(self, places))
        return shard_planner_refuse(error, "indexes of tables that don't lie side by side, or "
                                           "whose names on a shard aren't known");
    if (table == NULL)
        return index_elsewhere(self, error);
    ShardUnit *units = shard_arena_array(self->arena, ShardUnit, table->n_nodes);
    for (guint i = 0; i < table->n_nodes; i++) {
        const ShardRouteUnit place = {.shard = table->nodes[i].shard, .lead_node = i};
        ShardText text = index_text(self, places, i);
        shard_planner_set_unit(&units[i], &place, &text);
        units[i].nodes_text = table->nodes[i].table;
    }
    self->plan->units = units;
    self->plan->n_units = table->n_nodes;
    self->plan->route = SHARD_ROUTE_BROADCAST;
    return TRUE;
}

/* ---- the rest ---- */

/* What databases of one PostgreSQL server share. */
typedef enum {
    TOUCHES_NOTHING,
    TOUCHES_CATALOGS, /* every database's statement writes the shared catalogs */
    TOUCHES_OBJECTS,  /* of which a server has one: roles, databases, tablespaces */
} ServerTouch;

/* GRANT of a role names no object. */
static gboolean
grants_role(const ShardTokens *tokens)
{
    if (!shard_token_is(tokens, 0, "grant") && !shard_token_is(tokens, 0, "revoke"))
        return FALSE;
    for (guint i = 1; i < tokens->n_tokens; i++) {
        if (shard_token_is(tokens, i, "on"))
            return FALSE;
    }
    return TRUE;
}

static ServerTouch
server_touch(const ShardPlanner *self)
{
    static const char *const verbs[] = {"create", "alter", "drop"};
    static const char *const objects[] = {"role", "user", "group", "database", "tablespace"};
    static const char *const everywhere[] = {"analyze", "vacuum", "reindex", "cluster"};
    static const char *const owners[] = {"owned", "subscription"};
    const ShardTokens *tokens = self->prepared->tokens;
    gboolean commented = shard_token_is(tokens, 0, "comment") && shard_token_is(tokens, 1, "on");

    if (self->prepared->mode.dialect != SHARD_DIALECT_POSTGRESQL || self->analysis->n_refs > 0)
        return TOUCHES_NOTHING;
    for (guint i = 0; i < G_N_ELEMENTS(everywhere); i++) {
        if (shard_token_is(tokens, 0, everywhere[i]))
            return TOUCHES_CATALOGS;
    }
    for (guint i = 0; i < G_N_ELEMENTS(owners); i++) {
        if (shard_token_is(tokens, 1, owners[i]))
            return TOUCHES_CATALOGS;
    }
    if (shard_token_is(tokens, 0, "alter") && shard_token_is(tokens, 1, "system"))
        return TOUCHES_OBJECTS;
    for (guint i = 0; i < G_N_ELEMENTS(objects); i++) {
        if (commented && shard_token_is(tokens, 2, objects[i]))
            return TOUCHES_OBJECTS;
        for (guint k = 0; k < G_N_ELEMENTS(verbs); k++) {
            if (shard_token_is(tokens, 0, verbs[k]) && shard_token_is(tokens, 1, objects[i]) &&
                !shard_token_is(tokens, 2, "mapping"))
                return TOUCHES_OBJECTS;
        }
    }
    return grants_role(tokens) ? TOUCHES_OBJECTS : TOUCHES_NOTHING;
}

static gboolean
ddl_unruled(ShardPlanner *self, GError **error)
{
    const ShardStatement *statement = self->statement;
    ShardRoute route;

    if (is_index_statement(statement))
        return ddl_indexes(self, error);
    if (self->analysis->n_refs > 0) {
        if (!shard_route_rows(&self->route_input, &route, error))
            return FALSE;
    } else if (statement->kind == SHARD_STATEMENT_OTHER_DDL ||
               statement->kind == SHARD_STATEMENT_GRANT) {
        shard_route_shards(&self->route_input, server_touch(self) == TOUCHES_OBJECTS, &route);
    } else {
        gint shard = shard_rules_default_shard(self->analysis->rules);
        shard_route_one(&self->route_input, shard < 0 ? 0 : (guint) shard, SHARD_ROUTE_DEFAULT,
                        &route);
    }
    return shard_planner_units(self, &route, NULL, error);
}

static gboolean
is_concurrent(const ShardTokens *tokens)
{
    for (guint i = 0; i < tokens->n_tokens && i < 8; i++) {
        if (shard_token_is(tokens, i, "concurrently"))
            return TRUE;
    }
    return FALSE;
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

/* MariaDB's ANALYZE TABLE and its like say in rows how it went. */
static gboolean
tells_by_rows(const ShardPlanner *self)
{
    static const char *const words[] = {"analyze", "check", "checksum"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (self->prepared->mode.dialect == SHARD_DIALECT_MYSQL &&
            shard_token_is(self->prepared->tokens, 0, words[i]))
            return TRUE;
    }
    return FALSE;
}

void
shard_planner_keep_outside(ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;
    ShardDialect dialect = self->prepared->mode.dialect;

    self->plan->changes_server = self->plan->n_units > 1 && server_touch(self) != TOUCHES_NOTHING;
    self->plan->no_transaction =
        self->plan->changes_server ||
        (dialect == SHARD_DIALECT_POSTGRESQL && is_concurrent(tokens)) ||
        (dialect != SHARD_DIALECT_MYSQL && shard_token_is(tokens, 0, "vacuum"));
}

/* The connection would be out of step with the server. */
static gboolean
loses_rows(const ShardPlanner *self)
{
    const ShardTokens *tokens = self->prepared->tokens;

    return self->prepared->mode.dialect == SHARD_DIALECT_MYSQL &&
           (shard_token_is(tokens, 0, "optimize") || shard_token_is(tokens, 0, "repair") ||
            shard_token_is(tokens, 0, "help"));
}

gboolean
shard_plan_ddl(ShardPlanner *self, GError **error)
{
    const ShardTable *copies = first_ruled(self->analysis, SHARD_REF_BROADCAST);
    const ShardSpread all_nodes = {.several_shards = TRUE, .several_nodes = TRUE};
    gboolean made;

    self->plan->is_write = TRUE;
    self->plan->is_ddl = TRUE;
    if (loses_rows(self))
        return shard_planner_refuse(error,
                                    "OPTIMIZE, REPAIR and HELP, whose rows MariaDB's connector "
                                    "leaves unread; run them with the server's own client");
    if (self->analysis->lead >= 0)
        made = ddl_sharded(self, error);
    else if (copies != NULL && first_ruled(self->analysis, SHARD_REF_SINGLE) == NULL &&
             self->statement->kind != SHARD_STATEMENT_CREATE_VIEW)
        made = ddl_copies(self, copies, error);
    else
        made = ddl_unruled(self, error);
    /* Other DDL belongs on every node; rows that all go are a write. */
    if (!made || (self->statement->kind == SHARD_STATEMENT_TRUNCATE && self->plan->n_units > 1 &&
                  !shard_planner_check_policy(self, &all_nodes, TRUE, error)))
        return FALSE;
    note_changed(self);
    shard_planner_keep_outside(self);
    shard_planner_finish(self, tells_by_rows(self));
    return TRUE;
}
