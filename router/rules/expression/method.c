/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include "router/rules/java-hash.h"

#include <string.h>

#define MAX_ARGUMENTS 4

static const ExprMethod *const tables[] = {
    expr_number_methods, expr_text_methods,   expr_time_methods,
    expr_other_methods,  expr_static_methods,
};

static const char *const classes[] = {
    "Math",          "Integer",           "Long", "String", "BigDecimal", "BigInteger", "LocalDate",
    "LocalDateTime", "DateTimeFormatter",
};

guint
expr_receiver(const ExprValue *value)
{
    static const guint bits[] = {
        [SHARD_VALUE_BOOLEAN] = EXPR_ON_BOOLEAN,
        [SHARD_VALUE_INTEGER] = EXPR_ON_INTEGER,
        [SHARD_VALUE_LONG] = EXPR_ON_INTEGER,
        [SHARD_VALUE_UNSIGNED] = EXPR_ON_BIG,
        [SHARD_VALUE_BIG_INTEGER] = EXPR_ON_BIG,
        [SHARD_VALUE_DECIMAL] = EXPR_ON_DECIMAL,
        [SHARD_VALUE_FLOAT] = EXPR_ON_DOUBLE,
        [SHARD_VALUE_DOUBLE] = EXPR_ON_DOUBLE,
        [SHARD_VALUE_STRING] = EXPR_ON_STRING,
        [SHARD_VALUE_DATE] = EXPR_ON_TIME,
        [SHARD_VALUE_TIME] = EXPR_ON_TIME,
        [SHARD_VALUE_TIMESTAMP] = EXPR_ON_TIME,
        [SHARD_VALUE_OFFSET_TIMESTAMP] = EXPR_ON_TIME,
        [SHARD_VALUE_UUID] = EXPR_ON_UUID,
    };

    if (value->shape != EXPR_SCALAR)
        return value->shape == EXPR_LIST ? EXPR_ON_LIST : EXPR_ON_MAP;
    if (value->is_character)
        return EXPR_ON_CHARACTER;
    return (guint) value->v.kind < G_N_ELEMENTS(bits) ? bits[value->v.kind] : 0;
}

static gboolean
matches(const ExprMethod *method, const char *owner, const char *name, guint n_arguments)
{
    return strcmp(method->name, name) == 0 && n_arguments >= method->min_arguments &&
           n_arguments <= method->max_arguments && g_strcmp0(method->owner, owner) == 0;
}

const ExprMethod *const *
expr_find_methods(ShardArena *arena, const char *owner, const char *name, guint n_arguments)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();

    for (guint i = 0; i < G_N_ELEMENTS(tables) && n_arguments <= MAX_ARGUMENTS; i++)
        for (const ExprMethod *method = tables[i]; method->name != NULL; method++)
            if (matches(method, owner, name, n_arguments))
                g_ptr_array_add(found, (gpointer) method);
    if (found->len == 0)
        return NULL;
    g_ptr_array_add(found, NULL);
    return shard_arena_memdup(arena, found->pdata, found->len * sizeof(gpointer));
}

const char *
expr_similar_method(ShardArena *arena, const char *owner, const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        for (const ExprMethod *method = tables[i]; method->name != NULL; method++) {
            if (g_ascii_strcasecmp(method->name, name) != 0 || strcmp(method->name, name) == 0 ||
                g_strcmp0(method->owner, owner) != 0)
                continue;
            g_autofree char *text = g_strdup_printf(" (there is %s())", method->name);
            return shard_arena_strndup(arena, text, -1);
        }
    }
    return "";
}

gboolean
expr_is_class(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++)
        if (strcmp(classes[i], name) == 0)
            return TRUE;
    return FALSE;
}

gboolean
expr_find_static_constant(const char *owner, const char *name, ExprValue *out)
{
    const struct {
        const char *owner, *name;
        ExprValue value;
    } constants[] = {
        {"Integer", "MAX_VALUE", expr_integer(G_MAXINT32)},
        {"Integer", "MIN_VALUE", expr_integer(G_MININT32)},
        {"Long", "MAX_VALUE", expr_long(G_MAXINT64)},
        {"Long", "MIN_VALUE", expr_long(G_MININT64)},
    };

    for (guint i = 0; i < G_N_ELEMENTS(constants); i++) {
        if (strcmp(constants[i].owner, owner) != 0 || strcmp(constants[i].name, name) != 0)
            continue;
        *out = constants[i].value;
        return TRUE;
    }
    return FALSE;
}

gboolean
expr_hash_code(const ExprCall *call)
{
    gint32 hash;

    if (!shard_java_hash(&call->self->v, call->self->zone, &hash))
        return expr_fail(call->context, "%s has no hashCode() here", expr_type_name(call->self));
    *call->out = expr_integer(hash);
    return TRUE;
}
