/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/inline-common.h"

#include <string.h>

gboolean
shard_inline_init(ShardAlgorithm *base, const ShardProperties *properties,
                  const char *default_expression, GError **error)
{
    ShardInline *self = (ShardInline *) base;
    const char *text = shard_property_text(properties, "algorithm-expression");

    if (text == NULL)
        text = default_expression;
    if (text == NULL && shard_property_required(properties, "algorithm-expression", error) == NULL)
        return FALSE;
    if (!shard_property_boolean(properties, "allow-range-query-with-inline-sharding", FALSE,
                                &self->allow_range, error))
        return FALSE;
    self->expression = shard_expression_new(text, error);
    if (self->expression == NULL)
        g_prefix_error(error, "algorithm-expression: ");
    return self->expression != NULL;
}

void
shard_inline_clear(ShardAlgorithm *base)
{
    ShardInline *self = (ShardInline *) base;

    shard_expression_free(self->expression);
    g_strfreev(self->columns);
}

static gboolean
is_key(const char *name, const char *const *keys, guint n_keys)
{
    for (guint i = 0; i < n_keys; i++)
        if (g_ascii_strcasecmp(keys[i], name) == 0)
            return TRUE;
    return FALSE;
}

static gboolean
check_prefix(const ShardInline *self, const ShardTargets *targets, GError **error)
{
    const char *prefix = shard_expression_literal_prefix(self->expression);

    for (guint i = 0; i < shard_targets_n(targets); i++) {
        const char *name = shard_targets_name(targets, i);
        const char *dot = strrchr(name, '.');
        gsize size = MIN(strlen(prefix), strlen(name));
        if (strncmp(name, prefix, size) == 0 ||
            (dot != NULL && strncmp(dot + 1, prefix, MIN(strlen(prefix), strlen(dot + 1))) == 0))
            return TRUE;
    }
    g_autofree char *names = shard_targets_describe(targets);
    shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                    "algorithm %s: every result of '%s' starts with '%s', but the targets are %s",
                    self->base.name, shard_expression_source(self->expression), prefix, names);
    return FALSE;
}

gboolean
shard_inline_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                   const ShardTargets *targets, GError **error)
{
    const ShardInline *self = (const ShardInline *) base;
    const char *const *names = shard_expression_variables(self->expression);

    for (guint i = 0; names[i] != NULL; i++) {
        if (is_key(names[i], keys, n_keys))
            continue;
        g_autofree char *list = g_strjoinv(", ", (char **) (gpointer) keys);
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s: '%s' in '%s' is none of the keys: %s", base->name, names[i],
                        shard_expression_source(self->expression), list);
        return FALSE;
    }
    if (names[0] == NULL) {
        const char *key = n_keys > 0 ? keys[0] : "";
        gboolean has_hole = strchr(shard_expression_source(self->expression), '{') != NULL;
        g_autofree char *hint =
            has_hole
                ? NULL
                : g_strdup_printf(": what is computed stands in ${...}, as in ds_${%s %% 2}", key);
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s: '%s' doesn't use its key '%s'%s", base->name,
                        shard_expression_source(self->expression), key, hint == NULL ? "" : hint);
        return FALSE;
    }
    return check_prefix(self, targets, error);
}

/* The usual way to get "ds_14.6875". */
static void
explain_fraction(const ShardInline *self, const char *result, GError **error)
{
    const char *point = strrchr(result, '.');
    const char *source = shard_expression_source(self->expression);

    if (error == NULL || *error == NULL || point == NULL || !g_ascii_isdigit(point[1]) ||
        point == result || !g_ascii_isdigit(point[-1]) ||
        !shard_expression_has_division(self->expression))
        return;
    g_autofree char *more = g_strdup_printf(
        "%s; '/' in '%s' gives a fraction, as in Groovy: write (...).intdiv(n) for a whole number",
        (*error)->message, source);
    g_free((*error)->message);
    (*error)->message = g_steal_pointer(&more);
}

ShardPlace
shard_inline_place(const ShardAlgorithm *base, const ShardTargets *targets,
                   const ShardKeyValues *values, guint *out_target, GError **error)
{
    const ShardInline *self = (const ShardInline *) base;
    g_auto(ShardExpressionResult) result;
    GError *inner = NULL;

    if (!shard_expression_evaluate(self->expression, values, &result, &inner)) {
        g_autofree char *reason =
            g_strdup_printf("'%s': %s", shard_expression_source(self->expression), inner->message);
        g_error_free(inner);
        return shard_place_bad_value(base, values, reason, error);
    }
    gint target = shard_targets_find(targets, result.text, result.size);
    if (target >= 0) {
        *out_target = (guint) target;
        return SHARD_PLACE_FOUND;
    }
    g_autofree char *text = g_strndup(result.text, result.size);
    shard_place_missing(base, targets, values, text, error);
    explain_fraction(self, text, error);
    return SHARD_PLACE_ERROR;
}

/* The text without blanks, constant start and the key's first mention. */
static char *
strip_names(const ShardExpression *expression, const char *key)
{
    const char *source = shard_expression_source(expression);
    const char *rest = source + strlen(shard_expression_literal_prefix(expression));
    g_autoptr(GString) text = g_string_new(NULL);

    for (; *rest != '\0'; rest++)
        if (!g_ascii_isspace(*rest))
            g_string_append_c(text, g_ascii_tolower(*rest));
    g_autofree char *name = g_ascii_strdown(key, -1);
    g_string_replace(text, name, "?", 1);
    return g_strdup(text->str);
}

gboolean
shard_inline_same(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
                  const char *key_b)
{
    g_autofree char *left = strip_names(((const ShardInline *) a)->expression, key_a);
    g_autofree char *right = strip_names(((const ShardInline *) b)->expression, key_b);

    return strcmp(left, right) == 0;
}
