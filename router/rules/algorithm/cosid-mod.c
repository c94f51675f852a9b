/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * COSID_MOD: logic-name-prefix and the key modulo mod, never negative.
 *
 *   mod 4, prefix t_mod_:  7 -> t_mod_3,  -1 -> t_mod_3
 */
#include "router/rules/algorithm/type.h"

#include "router/base/decimal.h"

#include <string.h>

typedef struct {
    ShardAlgorithm base;
    gint64 mod;
    char *prefix;
} CosidMod;

static gboolean
cosid_mod_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    static const ShardIntegerProperty mod = {"mod", TRUE, 0, 1, G_MAXINT32};
    CosidMod *self = (CosidMod *) base;

    self->prefix = g_strdup(shard_property_required(properties, "logic-name-prefix", error));
    return self->prefix != NULL && shard_property_integer(properties, &mod, &self->mod, error);
}

static void
cosid_mod_clear(ShardAlgorithm *base)
{
    g_free(((CosidMod *) base)->prefix);
}

/* Number.longValue(); FALSE for what is no number, or whose order longValue() doesn't keep. */
static gboolean
long_value(const ShardValue *value, gint64 *out)
{
    if (value->kind == SHARD_VALUE_STRING || !shard_value_floor(value, out))
        return FALSE;
    /* floor() and cutting off differ below zero. */
    if (*out < 0 && (value->kind == SHARD_VALUE_DECIMAL || value->kind == SHARD_VALUE_DOUBLE ||
                     value->kind == SHARD_VALUE_FLOAT)) {
        ShardDecimal whole;
        gboolean fraction;
        if (value->kind == SHARD_VALUE_DECIMAL) {
            shard_decimal_init(&whole);
            fraction = shard_decimal_parse(&whole, value->text.data, (gssize) value->text.size) &&
                       !shard_decimal_is_integer(&whole);
            shard_decimal_clear(&whole);
        } else {
            fraction = value->d != (double) *out;
        }
        *out += fraction ? 1 : 0;
    }
    return TRUE;
}

static gint
find_number(const CosidMod *self, const ShardTargets *targets, guint64 number, char **out_name)
{
    char room[160];
    gint size = g_snprintf(room, sizeof room, "%s%" G_GUINT64_FORMAT, self->prefix, number);

    if ((gsize) size >= sizeof room)
        return -1;
    if (out_name != NULL)
        *out_name = g_strdup(room);
    return shard_targets_find(targets, room, (gsize) size);
}

static guint64
positive(gint64 value, gint64 mod)
{
    gint64 rest = value % mod;
    return (guint64) (rest < 0 ? rest + mod : rest);
}

static ShardPlace
cosid_mod_place(const ShardAlgorithm *base, const ShardTargets *targets,
                const ShardKeyValues *values, guint *out_target, GError **error)
{
    const CosidMod *self = (const CosidMod *) base;
    gint64 value;

    if (!long_value(&values->values[0], &value))
        return shard_place_bad_value(base, values, "it is no number", error);
    guint64 number = positive(value, self->mod);
    gint target = find_number(self, targets, number, NULL);
    if (target >= 0) {
        *out_target = (guint) target;
        return SHARD_PLACE_FOUND;
    }
    g_autofree char *name = NULL;
    find_number(self, targets, number, &name);
    return shard_place_missing(base, targets, values, name == NULL ? "" : name, error);
}

static void
mark_number(const CosidMod *self, const ShardTargets *targets, guint64 number, gboolean *out)
{
    gint target = find_number(self, targets, number, NULL);
    guint n;

    if (target < 0)
        return;
    const guint *members = shard_targets_members(targets, (guint) target, &n);
    for (guint i = 0; i < n; i++)
        out[members[i]] = TRUE;
}

/* Open bounds of whole numbers are one further in. */
static gboolean
is_whole(ShardValueKind kind)
{
    return kind == SHARD_VALUE_INTEGER || kind == SHARD_VALUE_LONG ||
           kind == SHARD_VALUE_BIG_INTEGER;
}

static gboolean
cosid_mod_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
                gboolean *out, GError **error)
{
    const CosidMod *self = (const CosidMod *) base;
    gint64 lower, upper;

    if (range->lower.kind == SHARD_VALUE_NULL || range->upper.kind == SHARD_VALUE_NULL ||
        !long_value(&range->lower, &lower) || !long_value(&range->upper, &upper))
        return shard_mark_all(targets, out);
    if (!range->lower_closed && is_whole(range->lower.kind) && lower < G_MAXINT64)
        lower++;
    if (!range->upper_closed && is_whole(range->upper.kind) && upper > G_MININT64)
        upper--;
    if (lower > upper)
        return TRUE;
    if ((guint64) upper - (guint64) lower >= (guint64) self->mod - 1 || upper == G_MAXINT64 ||
        lower == G_MININT64)
        return shard_mark_all(targets, out);
    for (guint64 i = 0; i <= (guint64) upper - (guint64) lower; i++)
        mark_number(self, targets, positive(lower + (gint64) i, self->mod), out);
    return TRUE;
}

static gboolean
cosid_mod_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
                const ShardTargets *targets, GError **error)
{
    const CosidMod *self = (const CosidMod *) base;

    for (gint64 i = 0; i < self->mod; i++) {
        g_autofree char *name = NULL;
        if (find_number(self, targets, (guint64) i, &name) >= 0)
            continue;
        g_autofree char *names = shard_targets_describe(targets);
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (COSID_MOD): '%s' is none of %s", base->name,
                        name == NULL ? self->prefix : name, names);
        return FALSE;
    }
    return TRUE;
}

static gboolean
cosid_mod_same(const ShardAlgorithm *a, const char *key_a, const ShardAlgorithm *b,
               const char *key_b)
{
    return ((const CosidMod *) a)->mod == ((const CosidMod *) b)->mod;
}

static const char *const cosid_mod_properties[] = {"mod", "logic-name-prefix", NULL};

const ShardAlgorithmType shard_cosid_mod_algorithm = {
    .name = "COSID_MOD",
    .mixes = SHARD_MIXES_NUMBERS,
    .size = sizeof(CosidMod),
    .properties = cosid_mod_properties,
    .init = cosid_mod_init,
    .clear = cosid_mod_clear,
    .check = cosid_mod_check,
    .place = cosid_mod_place,
    .range = cosid_mod_range,
    .same_structure = cosid_mod_same,
};
