/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * label.c - the label that the brand gives a select item without AS.
 *
 * Needed where a unit's text says something else in that place.  PostgreSQL takes the name of what
 * is outermost, the others the item's text.
 */
#include "router/plan/merge/private.h"

#include <string.h>

/* MariaDB refuses longer aliases; it cuts longer labels off by itself. */
#define MAX_LABEL 250u

static const struct {
    const char *word, *name;
} type_names[] = {
    {"int", "int4"},
    {"integer", "int4"},
    {"bigint", "int8"},
    {"smallint", "int2"},
    {"decimal", "numeric"},
    {"dec", "numeric"},
    {"real", "float4"},
    {"float", "float8"},
    {"boolean", "bool"},
    {"double precision", "float8"},
    {"char", "bpchar"},
    {"character", "bpchar"},
    {"character varying", "varchar"},
};

static const char *
type_label(const char *name)
{
    for (guint i = 0; name != NULL && i < G_N_ELEMENTS(type_names); i++) {
        if (strcmp(type_names[i].word, name) == 0)
            return type_names[i].name;
    }
    return name;
}

/* NULL: PostgreSQL finds no name in it. */
static const char *
inner_label(const ShardExpr *expr)
{
    const char *inner = NULL;

    if (expr == NULL)
        return NULL;
    switch (expr->kind) {
    case SHARD_EXPR_COLUMN:
    case SHARD_EXPR_FUNCTION:
    case SHARD_EXPR_AGGREGATE:
    case SHARD_EXPR_COALESCE:
        return expr->name;
    case SHARD_EXPR_CAST:
        inner = inner_label(expr->args[0]);
        return inner != NULL ? inner : type_label(expr->name);
    case SHARD_EXPR_CASE:
        inner = expr->n_args > 0 ? inner_label(expr->args[expr->n_args - 1]) : NULL;
        return inner != NULL ? inner : "case";
    default:
        return NULL;
    }
}

static char *
text_label(const ShardTokens *tokens, const ShardItem *item)
{
    const ShardToken *first = &tokens->tokens[item->first_token];
    const ShardToken *last = &tokens->tokens[item->last_token];

    return g_strndup(tokens->text + first->offset, last->offset + last->size - first->offset);
}

const char *
shard_item_label(const ShardTokens *tokens, ShardDialect dialect, const ShardItem *item,
                 ShardArena *arena)
{
    g_autoptr(GString) alias = g_string_new(" AS ");
    g_autofree char *label = NULL;

    if (dialect == SHARD_DIALECT_POSTGRESQL) {
        const char *name = inner_label(item->expr);
        label = g_strdup(name != NULL ? name : "?column?");
    } else {
        label = text_label(tokens, item);
    }
    if (strlen(label) > MAX_LABEL)
        return NULL;
    shard_identifier_quote(alias, dialect, label);
    return shard_arena_strndup(arena, alias->str, (gssize) alias->len);
}

void
shard_labels_keep(ShardEdits *edits, const ShardAnalysis *analysis, ShardDialect dialect,
                  gboolean merged)
{
    const ShardStatement *statement = analysis->statement;
    gint number = analysis->top;

    if (number < 0 || dialect == SHARD_DIALECT_POSTGRESQL)
        return;
    while (statement->queries[number].set != SHARD_SET_NONE)
        number = statement->queries[number].left;
    const ShardQuery *query = &statement->queries[number];
    for (guint i = 0; i < query->n_items; i++) {
        const ShardItem *item = &query->items[i];
        if (item->alias != NULL || !shard_expr_has_kind(item->expr, SHARD_EXPR_SUBQUERY) ||
            (merged && shard_expr_has_aggregate(item->expr)) ||
            !shard_edits_change(edits, item->first_token, item->last_token))
            continue;
        const char *label = shard_item_label(analysis->tokens, dialect, item, edits->arena);
        if (label != NULL)
            shard_edits_insert(edits, item->last_token, label);
    }
}

void
maker_keep_label(Maker *self, guint number)
{
    const ShardItem *item = &self->query->items[number];
    const char *alias = item->alias != NULL
                            ? NULL
                            : shard_item_label(self->tokens, self->dialect, item, self->arena);
    if (alias == NULL)
        return;
    const ShardPiece piece = SHARD_PIECE_TEXT(alias);
    maker_change(self, SHARD_CHANGE_INSERT, item->last_token, item->last_token, &piece, 1);
}
