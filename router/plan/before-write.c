/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a subquery's answer becomes in the statement's text.
 */
#include "router/plan/before-private.h"

#include "router/plan/merge-plan.h"

#include "router/base/error.h"

#include <string.h>

static gboolean
is_plain_number(const ShardValue *value)
{
    for (gsize i = 0; i < value->text.size; i++) {
        char c = value->text.data[i];
        if (!g_ascii_isdigit(c) && c != '.' && !(c == '-' && i == 0))
            return FALSE;
    }
    return value->text.size > 0 && value->text.size < 100;
}

static gboolean
append_text(GString *out, const ShardValue *value)
{
    const char *text = value->text.data;
    gsize size = value->text.size;

    if (memchr(text, '\\', size) != NULL || memchr(text, '\0', size) != NULL ||
        !g_utf8_validate(text, (gssize) size, NULL))
        return FALSE;
    g_string_append_c(out, '\'');
    for (gsize i = 0; i < size; i++)
        g_string_append_len(out, text[i] == '\'' ? "''" : text + i, text[i] == '\'' ? 2 : 1);
    g_string_append_c(out, '\'');
    return TRUE;
}

/* Infinity comes as the year 9999 from some drivers. */
static gboolean
append_time(GString *out, const ShardValue *value)
{
    const ShardTime *time = &value->time;

    if (time->year < 1 || time->year >= 9999 || time->nanosecond % 1000 != 0)
        return FALSE;
    g_string_append_printf(out, "%s '%04d-%02u-%02u",
                           value->kind == SHARD_VALUE_DATE ? "DATE" : "TIMESTAMP", time->year,
                           time->month, time->day);
    if (value->kind == SHARD_VALUE_TIMESTAMP)
        g_string_append_printf(out, " %02u:%02u:%02u.%06u", time->hour, time->minute, time->second,
                               time->nanosecond / 1000);
    g_string_append_c(out, '\'');
    return TRUE;
}

static gboolean
is_number_column(const ShardBeforeQuery *subquery)
{
    ShardTypeClass type = subquery->type;

    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL;
}

static gboolean
append_literal(GString *out, const ShardBeforeQuery *subquery, const ShardValue *value)
{
    ShardTypeClass type = subquery->type;

    switch (value->kind) {
    case SHARD_VALUE_NULL:
        g_string_append(out, "NULL");
        return TRUE;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value->i);
        return is_number_column(subquery) && value->i != G_MININT64;
    case SHARD_VALUE_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, value->u);
        return is_number_column(subquery);
    case SHARD_VALUE_DECIMAL:
    case SHARD_VALUE_BIG_INTEGER:
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
        return is_number_column(subquery) && is_plain_number(value);
    case SHARD_VALUE_STRING:
        return type == SHARD_TYPE_TEXT && append_text(out, value);
    case SHARD_VALUE_DATE:
        return type == SHARD_TYPE_DATE && append_time(out, value);
    case SHARD_VALUE_TIMESTAMP:
        return type == SHARD_TYPE_TIMESTAMP && append_time(out, value);
    default:
        return FALSE;
    }
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
