/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/condition/literal.h"

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
is_number_type(ShardTypeClass type)
{
    return type == SHARD_TYPE_INTEGER || type == SHARD_TYPE_BIGINT || type == SHARD_TYPE_UNSIGNED ||
           type == SHARD_TYPE_DECIMAL;
}

gboolean
shard_literal_append(GString *out, ShardTypeClass type, const ShardValue *value)
{
    switch (value->kind) {
    case SHARD_VALUE_NULL:
        g_string_append(out, "NULL");
        return TRUE;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value->i);
        return is_number_type(type) && value->i != G_MININT64;
    case SHARD_VALUE_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, value->u);
        return is_number_type(type);
    case SHARD_VALUE_DECIMAL:
    case SHARD_VALUE_BIG_INTEGER:
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
        return is_number_type(type) && is_plain_number(value);
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
