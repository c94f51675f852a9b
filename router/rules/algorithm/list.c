/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * LIST: the values of each target, spelled out.
 *
 *   lists = t_eu: (DE, FR, IT), t_us: (US, CA)
 *   default = t_other
 *
 * A value in no list belongs to default; without it no row can have it.
 */
#include "router/rules/algorithm/named.h"
#include "router/rules/algorithm/scalar.h"
#include "router/rules/algorithm/type.h"

#include <string.h>

typedef struct {
    ShardScalar value;
    const char *target; /* owned by names */
} Member;

typedef struct {
    ShardAlgorithm base;
    ShardOrder order;
    GArray *members;  /* Member, ascending */
    GPtrArray *names; /* of the targets */
    char *default_target;
} List;

static void
clear_member(gpointer data)
{
    shard_scalar_clear(&((Member *) data)->value);
}

/* The next value, quotes undone; at is moved behind it.  NULL: none. */
static char *
take_value(const char **at)
{
    *at += strspn(*at, " \t");
    if (**at == '\'' || **at == '"') {
        const char *close = strchr(*at + 1, **at);
        if (close == NULL)
            return NULL;
        char *text = g_strndup(*at + 1, (gsize) (close - *at - 1));
        *at = close + 1 + strspn(close + 1, " \t");
        return text;
    }
    gsize size = strcspn(*at, ",)");
    char *text = g_strchomp(g_strndup(*at, size));
    *at += size;
    return text;
}

/* "(a, b)"; at is moved behind it. */
static gboolean
read_members(List *self, const char **at, const char *target, GError **error)
{
    do {
        (*at)++;
        const char *start = *at;
        g_autofree char *text = take_value(at);
        Member member = {.target = target};
        if (text == NULL || *text == '\0' || (**at != ',' && **at != ')'))
            return shard_property_fail(error, "lists", start, "is not (value, value ...)");
        if (!shard_scalar_parse(&member.value, self->order, text)) {
            shard_scalar_clear(&member.value);
            return shard_property_fail(error, "lists", text, "is not of the list's order");
        }
        g_array_append_val(self->members, member);
    } while (**at == ',');
    (*at)++;
    return TRUE;
}

static gboolean
read_lists(List *self, const char *text, GError **error)
{
    const char *at = text;

    for (;;) {
        const char *colon = strchr(at, ':');
        const char *open = colon == NULL ? NULL : colon + 1 + strspn(colon + 1, " \t");
        if (open == NULL || *open != '(')
            return shard_property_fail(error, "lists", at, "is not name: (value, value ...)");
        char *target = g_strstrip(g_strndup(at, (gsize) (colon - at)));
        g_ptr_array_add(self->names, target);
        at = open;
        if (!read_members(self, &at, target, error))
            return FALSE;
        at += strspn(at, " \t");
        if (*at == '\0')
            return TRUE;
        if (*at != ',')
            return shard_property_fail(error, "lists", at, "stands where a comma should");
        at++;
    }
}

static int
compare_members(gconstpointer a, gconstpointer b, gpointer order)
{
    const Member *left = a;
    const Member *right = b;
    return shard_scalar_compare(&left->value, &right->value, GPOINTER_TO_UINT(order));
}

static gboolean
list_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    List *self = (List *) base;
    const char *order = shard_property_text(properties, "order");
    const char *text = shard_property_required(properties, "lists", error);

    self->members = g_array_new(FALSE, FALSE, sizeof(Member));
    g_array_set_clear_func(self->members, clear_member);
    self->names = g_ptr_array_new_with_free_func(g_free);
    self->default_target = g_strdup(shard_property_text(properties, "default"));
    if (text == NULL)
        return FALSE;
    if (order != NULL && !shard_order_parse(order, &self->order))
        return shard_property_fail(error, "order", order, "is none of number, date, text");
    if (!read_lists(self, text, error))
        return FALSE;
    g_array_sort_with_data(self->members, compare_members, GUINT_TO_POINTER(self->order));
    for (guint i = 1; i < self->members->len; i++) {
        const Member *member = &g_array_index(self->members, Member, i);
        if (compare_members(member - 1, member, GUINT_TO_POINTER(self->order)) == 0)
            return shard_property_fail(error, "lists", member->target,
                                       "has a value that is listed twice");
    }
    return TRUE;
}

static void
list_clear(ShardAlgorithm *base)
{
    List *self = (List *) base;

    g_array_unref(self->members);
    g_ptr_array_unref(self->names);
    g_free(self->default_target);
}

static gboolean
list_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
           const ShardTargets *targets, GError **error)
{
    const List *self = (const List *) base;

    for (guint i = 0; i <= self->names->len; i++) {
        const char *name = i < self->names->len ? self->names->pdata[i] : self->default_target;
        if (!shard_named_check(base, targets, name, error))
            return FALSE;
    }
    return TRUE;
}

static const char *
find_name(const List *self, const ShardScalar *value)
{
    guint low = 0;
    guint high = self->members->len;

    while (low < high) {
        guint middle = (low + high) / 2;
        const Member *member = &g_array_index(self->members, Member, middle);
        int order = shard_scalar_compare(&member->value, value, self->order);
        if (order == 0)
            return member->target;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return self->default_target;
}

static ShardPlace
list_place(const ShardAlgorithm *base, const ShardTargets *targets, const ShardKeyValues *values,
           guint *out_target, GError **error)
{
    const List *self = (const List *) base;
    ShardScalar value;

    gboolean ok = shard_scalar_from_value(&value, self->order, &values->values[0]);
    const char *name = ok ? find_name(self, &value) : NULL;
    shard_scalar_clear(&value);
    if (!ok)
        return shard_place_bad_value(base, values, "its type doesn't go with the lists", error);
    return shard_named_place(base, targets, values, name, out_target, error);
}

/* Targets with a value inside the bounds; text has an order of its own in each collation. */
static gboolean
list_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
           gboolean *out, GError **error)
{
    const List *self = (const List *) base;
    ShardScalar lower, upper;
    gboolean narrows = self->order != SHARD_ORDER_TEXT;
    gboolean has_lower = shard_scalar_from_value(&lower, self->order, &range->lower) && narrows;
    gboolean has_upper = shard_scalar_from_value(&upper, self->order, &range->upper) && narrows;

    for (guint i = 0; i < self->members->len; i++) {
        const Member *member = &g_array_index(self->members, Member, i);
        if ((has_lower && shard_scalar_compare(&member->value, &lower, self->order) < 0) ||
            (has_upper && shard_scalar_compare(&member->value, &upper, self->order) > 0))
            continue;
        shard_named_mark(targets, member->target, out);
    }
    shard_named_mark(targets, self->default_target, out);
    shard_scalar_clear(&lower);
    shard_scalar_clear(&upper);
    return TRUE;
}

static const char *const list_properties[] = {"lists", "order", "default", NULL};

const ShardAlgorithmType shard_list_algorithm = {
    .name = "LIST",
    .mixes = SHARD_MIXES_NUMBERS,
    .size = sizeof(List),
    .properties = list_properties,
    .init = list_init,
    .clear = list_clear,
    .check = list_check,
    .place = list_place,
    .range = list_range,
};
