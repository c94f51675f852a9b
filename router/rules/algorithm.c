/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/algorithm/type.h"

#include <string.h>

static const ShardAlgorithmType *const types[] = {
    &shard_mod_algorithm,
    &shard_hash_mod_algorithm,
    &shard_inline_algorithm,
    &shard_complex_inline_algorithm,
    &shard_hint_inline_algorithm,
    &shard_volume_range_algorithm,
    &shard_boundary_range_algorithm,
    &shard_auto_interval_algorithm,
    &shard_interval_algorithm,
    &shard_cosid_mod_algorithm,
    &shard_cosid_interval_algorithm,
    &shard_cosid_interval_snowflake_algorithm,
    &shard_consistent_hash_algorithm,
    &shard_postgresql_hash_algorithm,
    &shard_range_algorithm,
    &shard_list_algorithm,
    &shard_plugin_algorithm,
};

static const ShardAlgorithmType *
find_type(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(types); i++)
        if (g_ascii_strcasecmp(types[i]->name, name) == 0)
            return types[i];
    return NULL;
}

const char *const *
shard_algorithm_properties(const char *type)
{
    const ShardAlgorithmType *found = find_type(type);
    return found == NULL ? NULL : found->properties;
}

static GHashTable *
copy_values(GHashTable *values)
{
    GHashTable *copy = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    GHashTableIter iter;
    gpointer name, text;

    g_hash_table_iter_init(&iter, values);
    while (g_hash_table_iter_next(&iter, &name, &text))
        g_hash_table_insert(copy, g_strdup(name), g_strdup(text));
    return copy;
}

ShardAlgorithm *
shard_algorithm_new(const char *type_name, const ShardProperties *properties, GError **error)
{
    const ShardAlgorithmType *type = find_type(type_name);

    if (type == NULL) {
        g_autoptr(GString) known = g_string_new("is no type of algorithm; there are ");
        for (guint i = 0; i < G_N_ELEMENTS(types); i++)
            g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", types[i]->name);
        if (g_ascii_strcasecmp(type_name, "CLASS_BASED") == 0)
            g_string_append(known, "; a Java class becomes a PLUGIN, or an expression of INLINE");
        shard_property_fail(error, "type", type_name, known->str);
        return NULL;
    }
    if (!type->any_property && !shard_properties_check(properties, type->properties, error))
        return NULL;
    ShardAlgorithm *self = g_malloc0(type->size);
    self->type = type;
    self->references = 1;
    self->name = g_strdup(properties->name);
    self->values = copy_values(properties->values);
    if (type->init(self, properties, error))
        return self;
    shard_algorithm_unref(self);
    return NULL;
}

void
shard_algorithm_unref(ShardAlgorithm *self)
{
    if (self == NULL || !g_atomic_int_dec_and_test(&self->references))
        return;
    if (self->type->clear != NULL)
        self->type->clear(self);
    g_hash_table_unref(self->values);
    g_free(self->name);
    g_free(self);
}

gboolean
shard_algorithm_check(const ShardAlgorithm *self, const char *const *keys, guint n_keys,
                      const ShardTargets *targets, GError **error)
{
    if (!shard_algorithm_is_hint(self) && n_keys == 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "algorithm %s (%s) needs a key",
                        self->name, self->type->name);
        return FALSE;
    }
    if (!self->type->many && n_keys > 1) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (%s) takes one key, not %u: use COMPLEX_INLINE or PLUGIN",
                        self->name, self->type->name, n_keys);
        return FALSE;
    }
    return self->type->check == NULL || self->type->check(self, keys, n_keys, targets, error);
}

ShardPlace
shard_algorithm_place(const ShardAlgorithm *self, const ShardTargets *targets,
                      const ShardKeyValues *values, guint *out_target, GError **error)
{
    return self->type->place(self, targets, values, out_target, error);
}

gboolean
shard_algorithm_range(const ShardAlgorithm *self, const ShardTargets *targets,
                      const ShardRange *range, gboolean *out, GError **error)
{
    if (self->type->range == NULL)
        return shard_mark_all(targets, out);
    return self->type->range(self, targets, range, out, error);
}

const char *
shard_algorithm_type(const ShardAlgorithm *self)
{
    return self->type->name;
}

const char *
shard_algorithm_name(const ShardAlgorithm *self)
{
    return self->name;
}

guint
shard_algorithm_auto_count(const ShardAlgorithm *self)
{
    return self->type->auto_count == NULL ? 0 : self->type->auto_count(self);
}

gboolean
shard_algorithm_is_hint(const ShardAlgorithm *self)
{
    return self->type->is_hint != NULL ? self->type->is_hint(self) : self->type->hint;
}

gboolean
shard_algorithm_hashes(const ShardAlgorithm *self)
{
    const char *expression = g_hash_table_lookup(self->values, "algorithm-expression");

    if (self->type->hashes)
        return TRUE;
    return expression != NULL &&
           (strstr(expression, "hashCode") != NULL || strstr(expression, "getTime()") != NULL);
}

static gboolean
has_any(const char *text, const char *const *words)
{
    for (guint i = 0; words[i] != NULL; i++) {
        if (strstr(text, words[i]) != NULL)
            return TRUE;
    }
    return FALSE;
}

/* Sums and products of integers of 32 bits wrap, but what a remainder leaves is small. */
static gboolean
expression_mixes(const char *text, gboolean decimals)
{
    static const char *const typed[] = {"hashCode", "*", "<<", ">>>", "class", NULL};
    static const char *const cutting[] = {"longValue", "intValue", "toLong", "toInteger", NULL};
    static const char *const spelling[] = {"toString", "format", NULL};

    if (has_any(text, typed))
        return FALSE;
    if (decimals)
        return has_any(text, cutting) && !has_any(text, spelling);
    /* Behind "->" of a hole's begin. */
    const char *hole = strchr(text, '{');
    const char *sum = hole == NULL ? NULL : strpbrk(hole, "+-");
    const char *remainder = hole == NULL ? NULL : strchr(hole, '%');
    return sum == NULL || (remainder != NULL && remainder < sum);
}

gboolean
shard_algorithm_mixes(const ShardAlgorithm *self, gboolean decimals)
{
    static const char *const offsets[] = {"start-offset", "stop-offset"};
    const char *expression = g_hash_table_lookup(self->values, "algorithm-expression");

    if (expression != NULL)
        return expression_mixes(expression, decimals);
    /* Offsets cut the text of a decimal. */
    for (guint i = 0; decimals && i < G_N_ELEMENTS(offsets); i++) {
        if (g_hash_table_lookup(self->values, offsets[i]) != NULL)
            return FALSE;
    }
    return self->type->mixes >= (decimals ? SHARD_MIXES_NUMBERS : SHARD_MIXES_INTEGERS);
}

gboolean
shard_algorithm_same_structure(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
                               const char *key_b)
{
    GHashTableIter iter;
    gpointer name, text;

    if (a == b)
        return TRUE;
    if (a->type != b->type)
        return FALSE;
    if (a->type->same_structure != NULL)
        return a->type->same_structure(a, key_a, b, key_b);
    g_hash_table_iter_init(&iter, a->values);
    while (g_hash_table_iter_next(&iter, &name, &text))
        if (g_strcmp0(text, g_hash_table_lookup(b->values, name)) != 0)
            return FALSE;
    return g_hash_table_size(a->values) == g_hash_table_size(b->values);
}

gboolean
shard_mark_all(const ShardTargets *targets, gboolean *out)
{
    for (guint i = 0; i < shard_targets_n(targets); i++)
        out[i] = TRUE;
    return TRUE;
}

/* "order_id = 7, user_id = 'x'" */
static char *
describe_values(const ShardKeyValues *values)
{
    g_autoptr(ShardArena) arena = shard_arena_new();
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < values->n; i++) {
        gboolean quoted = values->values[i].kind == SHARD_VALUE_STRING;
        const char *shown = shard_value_to_text(&values->values[i], arena);
        g_autofree char *valid = g_utf8_make_valid(shown, -1);
        g_string_append_printf(text, "%s%s = %s%.200s%s", i == 0 ? "" : ", ", values->keys[i],
                               quoted ? "'" : "", valid, quoted ? "'" : "");
    }
    return g_string_free(text, FALSE);
}

ShardPlace
shard_place_missing(const ShardAlgorithm *self, const ShardTargets *targets,
                    const ShardKeyValues *values, const char *result, GError **error)
{
    if (error == NULL)
        return SHARD_PLACE_ERROR;
    g_autofree char *given = describe_values(values);
    g_autofree char *names = shard_targets_describe(targets);
    shard_error_set(error, SHARD_ERROR_ROUTE, "HY000",
                    "algorithm %s (%s) gives '%s' for %s, which is none of %s", self->name,
                    self->type->name, result, given, names);
    return SHARD_PLACE_ERROR;
}

ShardPlace
shard_place_bad_value(const ShardAlgorithm *self, const ShardKeyValues *values, const char *reason,
                      GError **error)
{
    if (error == NULL)
        return SHARD_PLACE_ERROR;
    g_autofree char *given = describe_values(values);
    shard_error_set(error, SHARD_ERROR_ROUTE, "22000", "algorithm %s (%s) can't place %s: %s",
                    self->name, self->type->name, given, reason);
    return SHARD_PLACE_ERROR;
}

/* Decimal digits, without printf's cost. */
static const char *
write_number(guint64 number, char *room, gsize size, gsize *out_size)
{
    char *at = room + size;

    do {
        *--at = (char) ('0' + number % 10);
        number /= 10;
    } while (number != 0);
    *out_size = (gsize) (room + size - at);
    return at;
}

ShardPlace
shard_place_number(const ShardAlgorithm *self, const ShardTargets *targets,
                   const ShardKeyValues *values, guint64 number, guint *out_target, GError **error)
{
    char room[24];
    gsize size;
    const char *digits = write_number(number, room, sizeof room, &size);
    gint target = shard_targets_find_suffix(targets, digits, size);

    if (target >= 0) {
        *out_target = (guint) target;
        return SHARD_PLACE_FOUND;
    }
    g_autofree char *result = g_strndup(digits, size);
    return shard_place_missing(self, targets, values, result, error);
}

void
shard_mark_number(const ShardTargets *targets, guint64 number, gboolean *out)
{
    char room[24];
    gsize size;
    const char *digits = write_number(number, room, sizeof room, &size);
    gint target = shard_targets_find_suffix(targets, digits, size);

    if (target >= 0)
        out[target] = TRUE;
}

gboolean
shard_check_numbers(const ShardAlgorithm *self, const ShardTargets *targets, guint64 count,
                    GError **error)
{
    char room[24];
    gsize size;

    for (guint64 i = 0; i < count; i++) {
        const char *digits = write_number(i, room, sizeof room, &size);
        if (shard_targets_find_suffix(targets, digits, size) >= 0)
            continue;
        g_autofree char *names = shard_targets_describe(targets);
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (%s) gives numbers up to %" G_GUINT64_FORMAT
                        ", but '%s%" G_GUINT64_FORMAT "' is none of %s",
                        self->name, self->type->name, count - 1, shard_targets_prefix(targets), i,
                        names);
        return FALSE;
    }
    return TRUE;
}
