/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog-definition.c - PostgreSQL's definitions of foreign keys, which name the table they refer
 * to.
 *
 *   SELECT pg_get_constraintdef(oid) FROM pg_constraint      FOREIGN KEY (k) REFERENCES t_0(k)
 *   SELECT regexp_replace(pg_get_constraintdef(oid), …)      FOREIGN KEY (k) REFERENCES t(k)
 */
#include "router/plan/rewrite/catalog-private.h"

#include "router/plan/router-private.h"

#include <string.h>

#define FUNCTION "pg_get_constraintdef"
/* Each is one more call around the definition. */
#define MOST_TABLES 64u

/* Is the name written without quotes, and has no letter that a pattern takes for more? */
static gboolean
is_bare(const char *name)
{
    for (const char *c = name; *c != '\0'; c++) {
        if (!g_ascii_islower(*c) && !g_ascii_isdigit(*c) && *c != '_')
            return FALSE;
    }
    return g_ascii_islower(name[0]) || name[0] == '_';
}

/* What the table's first node on the shard is called; NULL: like the table, or it has none. */
static const char *
other_name(const ShardTable *table, guint shard)
{
    for (guint i = 0; i < table->n_nodes; i++) {
        const char *name = table->nodes[i].table;
        if (table->nodes[i].shard == shard)
            return strcmp(name, table->name) != 0 && is_bare(name) && is_bare(table->name) ? name
                                                                                           : NULL;
    }
    return NULL;
}

/* The calls' arguments behind the definition, one call per table. */
static guint
append_patterns(const ShardRules *rules, GString *out)
{
    guint shard = (guint) MAX(shard_rules_default_shard(rules), 0), n = 0;

    for (guint i = 0; i < shard_rules_n_tables(rules); i++) {
        const ShardTable *table = shard_rules_table(rules, i);
        const char *name = other_name(table, shard);
        if (name == NULL)
            continue;
        g_string_append_printf(out,
                               ", E'^(FOREIGN KEY .* REFERENCES (|[^ (]+\\\\.))%s\\\\(',"
                               " E'\\\\1%s(')",
                               name, table->name);
        n++;
    }
    return n;
}

static gboolean
is_definition(const ShardExpr *expr)
{
    return expr->kind == SHARD_EXPR_FUNCTION && g_strcmp0(expr->name, FUNCTION) == 0;
}

gboolean
shard_namer_map_definitions(ShardNamer *self)
{
    const ShardStatement *statement = self->prepared->statement;
    g_autoptr(GString) calls = g_string_new(" "), patterns = g_string_new(NULL);
    ShardArena *arena = self->edits->arena;
    gboolean found = FALSE;

    if (self->prepared->mode.dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    guint n = append_patterns(self->prepared->router->rules, patterns);
    for (guint i = 0; i < n; i++)
        g_string_append(calls, "regexp_replace(");
    for (guint i = 0; n > 0 && n <= MOST_TABLES && i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint k = 0; query->set == SHARD_SET_NONE && k < query->n_items; k++) {
            const ShardItem *item = &query->items[k];
            if (!is_definition(item->expr))
                continue;
            g_autofree char *behind =
                g_strconcat(patterns->str, item->alias == NULL ? " AS " FUNCTION : "", NULL);
            shard_edits_insert(self->edits, item->expr->first_token - 1,
                               shard_arena_strndup(arena, calls->str, (gssize) calls->len));
            shard_edits_insert(self->edits, item->expr->last_token,
                               shard_arena_strndup(arena, behind, -1));
            found = TRUE;
        }
    }
    return found;
}
