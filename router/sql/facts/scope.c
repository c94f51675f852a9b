/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/facts/facts.h"

#include <string.h>

ShardScope *
shard_scope_new(ShardFacts *facts, ShardScope *parent, gint query)
{
    ShardScope *self = shard_arena_new0(facts->view->arena, ShardScope);

    self->parent = parent;
    self->query = query;
    self->entries = g_array_new(FALSE, FALSE, sizeof(ShardScopeEntry));
    g_array_append_val(facts->scopes, self->entries);
    return self;
}

void
shard_scope_add(ShardScope *self, ShardScopeEntry entry)
{
    g_array_append_val(self->entries, entry);
}

gboolean
shard_facts_same_name(const ShardFacts *self, const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return FALSE;
    return self->mode->dialect == SHARD_DIALECT_POSTGRESQL ? strcmp(a, b) == 0
                                                           : shard_identifier_equal_fold(a, b);
}

static const ShardScopeEntry *
find_entry(const ShardFacts *facts, const ShardScope *scope, const char *schema, const char *name)
{
    const ShardScopeEntry *found = NULL;

    for (guint i = 0; i < scope->entries->len; i++) {
        const ShardScopeEntry *entry = &g_array_index(scope->entries, ShardScopeEntry, i);
        if (entry->name == NULL || !shard_facts_same_name(facts, entry->name, name))
            continue;
        if (schema != NULL &&
            (entry->is_alias ||
             (entry->schema != NULL && !shard_facts_same_name(facts, entry->schema, schema))))
            continue;
        if (found == NULL)
            found = entry;
    }
    return found;
}

/* A block that uses a name of a block around it depends on that block's row. */
static void
mark_correlated(ShardFacts *facts, const ShardScope *from, const ShardScope *home)
{
    for (const ShardScope *scope = from; home != NULL && scope != home; scope = scope->parent)
        if (scope->query >= 0)
            shard_facts_query_at(facts, scope->query)->correlated = TRUE;
}

static void
resolve_qualified(ShardFacts *facts, ShardScope *self, ShardExpr *expr, const gint *names,
                  guint n_qualifier)
{
    const char *schema = n_qualifier >= 2 ? shard_facts_name(facts, names[n_qualifier - 2]) : NULL;

    for (ShardScope *scope = self; scope != NULL; scope = scope->parent) {
        const ShardScopeEntry *entry = find_entry(facts, scope, schema, expr->qualifier);
        if (entry == NULL)
            continue;
        expr->table = entry->table;
        mark_correlated(facts, self, scope);
        if (entry->table >= 0 && !entry->is_alias) {
            ShardQualifier qualifier = {
                .first_token = (guint) shard_facts_original(facts, names[0]),
                .last_token = (guint) shard_facts_original(facts, names[n_qualifier - 1]),
                .table = entry->table};
            g_array_append_val(facts->qualifiers, qualifier);
        }
        return;
    }
}

/* A bare column belongs to the only table there is; with several it takes a schema to know. */
static void
resolve_bare(ShardFacts *facts, ShardScope *self, ShardExpr *expr)
{
    const ShardScope *scope = self;

    while (scope != NULL && scope->entries->len == 0)
        scope = scope->parent;
    mark_correlated(facts, self, scope);
    const ShardScopeEntry *only = NULL;
    for (guint i = 0; scope != NULL && i < scope->entries->len; i++) {
        const ShardScopeEntry *entry = &g_array_index(scope->entries, ShardScopeEntry, i);
        if (entry->qualified_only)
            continue;
        if (only != NULL)
            return;
        only = entry;
    }
    if (only != NULL)
        expr->table = only->table;
}

/* Columns that every table has, and whose values one table's rows don't share with another's. */
static gboolean
is_place(const ShardFacts *facts, const ShardExpr *expr)
{
    static const struct {
        ShardDialect dialect;
        const char *name;
    } names[] = {
        {SHARD_DIALECT_POSTGRESQL, "ctid"}, {SHARD_DIALECT_POSTGRESQL, "xmin"},
        {SHARD_DIALECT_POSTGRESQL, "xmax"}, {SHARD_DIALECT_POSTGRESQL, "cmin"},
        {SHARD_DIALECT_POSTGRESQL, "cmax"}, {SHARD_DIALECT_POSTGRESQL, "tableoid"},
        {SHARD_DIALECT_SQLITE, "rowid"},    {SHARD_DIALECT_SQLITE, "_rowid_"},
        {SHARD_DIALECT_SQLITE, "oid"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(names) && expr->kind == SHARD_EXPR_COLUMN; i++) {
        if (names[i].dialect == facts->mode->dialect && expr->name != NULL &&
            shard_identifier_equal_fold(names[i].name, expr->name))
            return TRUE;
    }
    return FALSE;
}

void
shard_facts_resolve(ShardFacts *facts, ShardScope *self, ShardExpr *expr, const gint *names,
                    guint n)
{
    expr->table = -1;
    expr->query = self == NULL ? -1 : self->query;
    if (is_place(facts, expr))
        facts->out->place_column = expr->name;
    if (self == NULL)
        return;
    if (n > 1)
        resolve_qualified(facts, self, expr, names, n - 1);
    else if (expr->kind == SHARD_EXPR_COLUMN)
        resolve_bare(facts, self, expr);
}
