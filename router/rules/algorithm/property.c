/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/type.h"

#include <string.h>

gboolean
shard_property_fail(GError **error, const char *name, const char *text, const char *reason)
{
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s: '%s' %s", name, text, reason);
    return FALSE;
}

static gboolean
fail_unknown(GError **error, const char *name, const char *const *known)
{
    g_autofree char *names = g_strjoinv(", ", (char **) known);

    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "%s: is no property of this type; %s%s",
                    name, *names == '\0' ? "it has none" : "there are ", names);
    return FALSE;
}

gboolean
shard_properties_check(const ShardProperties *self, const char *const *known, GError **error)
{
    GHashTableIter iter;
    gpointer name, text;

    g_hash_table_iter_init(&iter, self->values);
    while (g_hash_table_iter_next(&iter, &name, &text))
        if (!g_strv_contains(known, name))
            return fail_unknown(error, name, known);
    return TRUE;
}

const char *
shard_property_text(const ShardProperties *self, const char *name)
{
    return g_hash_table_lookup(self->values, name);
}

const char *
shard_property_required(const ShardProperties *self, const char *name, GError **error)
{
    const char *text = shard_property_text(self, name);

    if (text != NULL && *text != '\0')
        return text;
    shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                    text == NULL ? "%s is missing" : "%s: has no value", name);
    return NULL;
}

gboolean
shard_property_integer(const ShardProperties *self, const ShardIntegerProperty *wanted,
                       gint64 *out_value, GError **error)
{
    const char *text = wanted->required ? shard_property_required(self, wanted->name, error)
                                        : shard_property_text(self, wanted->name);

    if (text == NULL) {
        *out_value = wanted->value;
        return !wanted->required;
    }
    if (g_ascii_string_to_signed(text, 10, wanted->lowest, wanted->highest, out_value, NULL))
        return TRUE;
    g_autofree char *reason =
        g_strdup_printf("is no integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                        wanted->lowest, wanted->highest);
    return shard_property_fail(error, wanted->name, text, reason);
}

gboolean
shard_property_boolean(const ShardProperties *self, const char *name, gboolean default_value,
                       gboolean *out_value, GError **error)
{
    const char *text = shard_property_text(self, name);

    *out_value = default_value;
    if (text == NULL)
        return TRUE;
    *out_value = g_ascii_strcasecmp(text, "true") == 0;
    if (*out_value || g_ascii_strcasecmp(text, "false") == 0)
        return TRUE;
    return shard_property_fail(error, name, text, "is neither true nor false");
}
