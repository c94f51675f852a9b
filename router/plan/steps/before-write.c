/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a subquery's answer becomes in the statement's text.
 */
#include "router/plan/steps/before-private.h"

#include "router/plan/merge/item-type.h"
#include "router/plan/condition/literal.h"
#include "router/plan/merge/plan.h"

#include "router/base/error.h"

#include <string.h>

static gboolean
append_literal(GString *out, const ShardBeforeQuery *subquery, const ShardValue *value)
{
    return shard_literal_append(out, subquery->type, value);
}

static gboolean
refuse_values(GError **error)
{
    return shard_planner_refuse(error, "a subquery over several nodes whose values can't be "
                                       "written as literals that compare alike");
}

static gboolean
too_many_rows(const ShardBeforeFinder *self, GError **error)
{
    switch (self->prepared->mode.dialect) {
    case SHARD_DIALECT_POSTGRESQL:
        shard_error_set(error, SHARD_ERROR_FAILED, "21000",
                        "more than one row returned by a subquery used as an expression");
        return FALSE;
    case SHARD_DIALECT_MYSQL:
        shard_error_set(error, SHARD_ERROR_FAILED, "21000", "Subquery returns more than 1 row");
        return FALSE;
    default:
        return shard_planner_refuse(error, "a subquery of which any one row counts");
    }
}

static gboolean
append_wrapped(GString *out, const ShardBeforeQuery *subquery, const ShardValue *value)
{
    if (value->kind == SHARD_VALUE_NULL && subquery->null_text != NULL) {
        g_string_append(out, subquery->null_text);
        return TRUE;
    }
    if (subquery->before != NULL)
        g_string_append(out, subquery->before);
    gboolean written = append_literal(out, subquery, value);
    if (subquery->behind != NULL)
        g_string_append(out, subquery->behind);
    return written;
}

static gboolean
write_scalar(const ShardBeforeFinder *self, ShardEdits *edits, const ShardBeforeQuery *subquery,
             GError **error)
{
    const ShardAnswer *answer = subquery->answer;
    g_autoptr(GString) text = g_string_new(" ");
    const ShardValue null = SHARD_VALUE_INIT_NULL;

    if (answer->n_rows > 1)
        return too_many_rows(self, error);
    if (!append_wrapped(text, subquery, answer->n_rows == 0 ? &null : &answer->values[0]))
        return refuse_values(error);
    g_string_append_c(text, ' ');
    shard_edits_replace(edits, subquery->open, subquery->close,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

/* Nothing is IN no values, not even NULL is unknown to be so. */
static gboolean
write_list(ShardEdits *edits, const ShardBeforeQuery *subquery, GError **error)
{
    const ShardAnswer *answer = subquery->answer;
    g_autoptr(GString) text = g_string_new(subquery->negated ? "NOT IN (" : "IN (");
    gsize start = text->len;

    if (answer->n_rows == 0) {
        shard_edits_replace(edits, subquery->left->first_token, subquery->close,
                            subquery->negated ? "(1 = 1)" : "(1 = 0)");
        return TRUE;
    }
    for (guint i = 0; i < answer->n_rows; i++) {
        const ShardValue *value = &answer->values[i * answer->n_columns];
        if (subquery->drops_null && value->kind == SHARD_VALUE_NULL)
            continue;
        if (text->len > start)
            g_string_append(text, ", ");
        if (!append_literal(text, subquery, value))
            return refuse_values(error);
    }
    g_string_append(text, text->len == start ? "NULL)" : ")");
    shard_edits_replace(edits, subquery->list_first, subquery->close,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

/* As many rows as there are, for COUNT(*) to count. */
static void
write_rows(const ShardBeforeFinder *self, ShardEdits *edits, const ShardBeforeQuery *subquery)
{
    g_autoptr(GString) text = g_string_new("(SELECT 1");
    gint64 n = subquery->answer->count;

    if (n == 0)
        g_string_append(text, " WHERE 1 = 0");
    else if (self->prepared->mode.dialect == SHARD_DIALECT_POSTGRESQL)
        g_string_append_printf(text, " FROM generate_series(1, %" G_GINT64_FORMAT ") AS s", n);
    else if (self->prepared->mode.dialect == SHARD_DIALECT_MYSQL)
        g_string_append_printf(text, " FROM seq_1_to_%" G_GINT64_FORMAT, n);
    else
        g_string_printf(text,
                        "(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE "
                        "n < %" G_GINT64_FORMAT ") SELECT 1 FROM s",
                        n);
    g_string_append_c(text, ')');
    shard_edits_replace(edits, subquery->open, subquery->close,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
}

/* SELECT CAST(c1 AS int) AS k, ... FROM: the columns with their names, types and collations. */
static void
append_columns(const ShardBeforeFinder *self, GString *out, gint query, gboolean no_rows)
{
    const ShardQuery *facts = &self->analysis->statement->queries[query];

    for (guint i = 0; i < facts->n_items; i++) {
        const ShardColumnSchema *column =
            shard_item_column(self->analysis, facts->items[i].expr, query);
        const char *type = NULL;
        ShardTypeClass class = shard_item_type(self->analysis, query, i, &type);
        g_string_append(out, i > 0 ? ", CAST(" : "CAST(");
        if (no_rows)
            g_string_append(out, "NULL");
        else
            g_string_append_printf(out, "v.c%u", i + 1);
        g_string_append_printf(out, " AS %s)", type);
        if (class == SHARD_TYPE_TEXT) {
            g_string_append(out, " COLLATE ");
            shard_identifier_quote(out, SHARD_DIALECT_POSTGRESQL, column->collation.name);
        }
        g_string_append(out, " AS ");
        shard_identifier_quote(out, SHARD_DIALECT_POSTGRESQL,
                               shard_before_item_name(&facts->items[i]));
    }
}

static gboolean
append_table_rows(const ShardBeforeFinder *self, GString *out, const ShardBeforeQuery *subquery)
{
    const ShardAnswer *answer = subquery->answer;
    guint n = self->analysis->statement->queries[subquery->query].n_items;
    const char *name;

    g_string_append(out, " FROM (VALUES ");
    for (guint i = 0; i < answer->n_rows; i++) {
        for (guint k = 0; k < n; k++) {
            ShardTypeClass type = shard_item_type(self->analysis, subquery->query, k, &name);
            g_string_append(out, k > 0 ? ", " : i > 0 ? ", (" : "(");
            if (!shard_literal_append(out, type, &answer->values[i * answer->n_columns + k]))
                return FALSE;
        }
        g_string_append_c(out, ')');
    }
    g_string_append(out, ") AS v(");
    for (guint k = 0; k < n; k++)
        g_string_append_printf(out, "%sc%u", k > 0 ? ", " : "", k + 1);
    g_string_append_c(out, ')');
    return TRUE;
}

static gboolean
write_table(const ShardBeforeFinder *self, ShardEdits *edits, const ShardBeforeQuery *subquery,
            GError **error)
{
    g_autoptr(GString) text = g_string_new("(SELECT ");
    gboolean no_rows = subquery->answer->n_rows == 0;

    append_columns(self, text, subquery->query, no_rows);
    if (no_rows)
        g_string_append(text, " WHERE false");
    else if (!append_table_rows(self, text, subquery))
        return refuse_values(error);
    g_string_append_c(text, ')');
    shard_edits_replace(edits, subquery->open, subquery->close,
                        shard_arena_strndup(edits->arena, text->str, (gssize) text->len));
    return TRUE;
}

static gboolean
write_one(const ShardBeforeFinder *self, ShardEdits *edits, const ShardBeforeQuery *subquery,
          GError **error)
{
    switch (subquery->kind) {
    case SHARD_BEFORE_LIST:
        return write_list(edits, subquery, error);
    case SHARD_BEFORE_EXISTS:
        shard_edits_replace(edits, subquery->open - 1, subquery->close,
                            subquery->answer->n_rows > 0 ? "(1 = 1)" : "(1 = 0)");
        return TRUE;
    case SHARD_BEFORE_COUNT:
        write_rows(self, edits, subquery);
        return TRUE;
    case SHARD_BEFORE_TABLE:
        return write_table(self, edits, subquery, error);
    case SHARD_BEFORE_VALUE:
        break;
    }
    return write_scalar(self, edits, subquery, error);
}

/* ---- labels ---- */

/* " AS label" of an item that is changed; NULL: none is needed. */
static const char *
label_of(const ShardBeforeFinder *self, const ShardItem *item)
{
    const ShardStatement *statement = self->analysis->statement;
    ShardDialect dialect = self->prepared->mode.dialect;
    const ShardItem *named = item;

    while (dialect == SHARD_DIALECT_POSTGRESQL && named->alias == NULL &&
           named->expr->kind == SHARD_EXPR_SUBQUERY && named->expr->link == SHARD_LINK_SCALAR)
        named = &statement->queries[named->expr->query].items[0];
    if (named->expr->kind == SHARD_EXPR_SUBQUERY && named->expr->link == SHARD_LINK_EXISTS &&
        dialect == SHARD_DIALECT_POSTGRESQL && named->alias == NULL)
        return " AS \"exists\"";
    if (named->alias == NULL)
        return shard_item_label(self->prepared->tokens, dialect, named, self->arena);
    g_autoptr(GString) text = g_string_new(" AS ");
    shard_identifier_quote(text, dialect, named->alias);
    return shard_arena_strndup(self->arena, text->str, (gssize) text->len);
}

static gboolean
is_changed(const ShardBeforeFinder *self, const ShardItem *item)
{
    for (guint i = 0; i < self->n_found; i++) {
        if (item->first_token <= self->found[i].open && self->found[i].close <= item->last_token)
            return TRUE;
    }
    return FALSE;
}

static gboolean
is_written_over(const ShardBeforeFinder *self, const ShardQuery *query)
{
    for (guint i = 0; i < self->n_found; i++) {
        if (self->found[i].open < query->first_token && query->last_token < self->found[i].close)
            return TRUE;
    }
    return FALSE;
}

/* Items keep the labels that their subqueries gave them. */
static gboolean
keep_labels(const ShardBeforeFinder *self, ShardEdits *edits, GError **error)
{
    const ShardStatement *statement = self->analysis->statement;

    for (guint i = 0; i < statement->n_queries; i++) {
        const ShardQuery *query = &statement->queries[i];
        for (guint k = 0; k < query->n_items && !is_written_over(self, query); k++) {
            const ShardItem *item = &query->items[k];
            if (item->alias != NULL || !is_changed(self, item))
                continue;
            const char *label = label_of(self, item);
            if (label == NULL)
                return shard_planner_refuse(error, "a subquery in an item whose label is too long; "
                                                   "give it a name by AS");
            shard_edits_insert(edits, item->last_token, label);
        }
    }
    return TRUE;
}

gboolean
shard_before_write(const ShardBeforeFinder *self, ShardEdits *edits, GError **error)
{
    for (guint i = 0; i < self->n_found; i++) {
        if (!write_one(self, edits, &self->found[i], error))
            return FALSE;
    }
    return keep_labels(self, edits, error);
}
