/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SELECT * with its columns written out, where merging has to know which they are. */
#include "router/base/identifier.h"
#include "router/plan/router-private.h"
#include "router/plan/steps/derive.h"

typedef struct {
    const ShardPrepared *prepared;
    const ShardSchema *schema;
    const char *qualifier; /* of the star; NULL: all tables */
    gboolean qualifies;    /* there are several tables: each column is named with its own */
    GString *list;
} Star;

static gboolean
has_ordinal(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_order; i++)
        if (query->order[i].expr->kind == SHARD_EXPR_LITERAL)
            return TRUE;
    return FALSE;
}

static void
append_column(Star *self, const char *table, const char *column)
{
    ShardDialect dialect = self->prepared->mode.dialect;

    if (self->list->len > 0)
        g_string_append(self->list, ", ");
    if (self->qualifies) {
        shard_identifier_quote(self->list, dialect, table);
        g_string_append_c(self->list, '.');
    }
    shard_identifier_quote(self->list, dialect, column);
}

/* FALSE: nobody knows its columns. */
static gboolean
append_table(Star *self, gint number)
{
    const ShardTableRef *ref = &self->prepared->statement->tables[number];
    const ShardTable *table = self->prepared->analysis.refs[number].table;
    const char *name = ref->alias != NULL ? ref->alias : ref->name;

    if (ref->is_cte || table == NULL)
        return FALSE;
    if (self->qualifier != NULL && !shard_identifier_equal_fold(self->qualifier, name))
        return TRUE;
    const ShardTableSchema *facts = shard_schema_table(self->schema, table->name);
    if (facts == NULL)
        return FALSE;
    for (guint i = 0; i < shard_table_schema_n_shown(facts); i++)
        append_column(self, name, facts->columns[i].name);
    return TRUE;
}

static gboolean
append_from(Star *self, const ShardFrom *from)
{
    if (from->kind == SHARD_FROM_TABLE)
        return append_table(self, from->table);
    /* The columns that both sides share come once, and first. */
    if (from->kind != SHARD_FROM_JOIN || from->natural || from->using_columns != NULL)
        return FALSE;
    return append_from(self, from->left) && append_from(self, from->right);
}

static gboolean
write_out(ShardPrepared *self, const ShardSchema *schema, const ShardItem *item, ShardEdits *edits)
{
    const ShardQuery *query = &self->statement->queries[0];
    g_autoptr(GString) list = g_string_new(NULL);
    Star star = {self, schema, item->expr->qualifier,
                 query->n_from > 1 || query->from[0]->kind == SHARD_FROM_JOIN, list};

    for (guint i = 0; i < query->n_from; i++)
        if (!append_from(&star, query->from[i]))
            return FALSE;
    shard_edits_replace(edits, item->first_token, item->last_token,
                        shard_arena_strndup(edits->arena, list->str, (gssize) list->len));
    return list->len > 0;
}

gboolean
shard_derive_star(ShardPrepared *self, const ShardPlanInput *input, ShardArena *arena,
                  ShardText *out)
{
    const ShardQuery *query = &self->statement->queries[0];
    g_auto(ShardEdits) edits = {0};

    if (self->is_derived || self->statement->kind != SHARD_STATEMENT_SELECT ||
        query->set != SHARD_SET_NONE || query->n_from == 0 || input->schema == NULL ||
        !(query->distinct || has_ordinal(query)))
        return FALSE;
    shard_edits_init(&edits, self->tokens, arena);
    for (guint i = 0; i < query->n_items; i++)
        if (query->items[i].expr->kind == SHARD_EXPR_STAR &&
            !write_out(self, input->schema, &query->items[i], &edits))
            return FALSE;
    if (edits.edits->len == 0)
        return FALSE;
    *out = shard_edits_apply(&edits, arena);
    return TRUE;
}
