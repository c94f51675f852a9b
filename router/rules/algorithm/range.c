/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * RANGE: half-open ranges of numbers, dates or text, each with the name (or number) of its target.
 *
 *   ranges = t_0: [, 1000), t_1: [1000, 5000), t_2: [5000, )
 *
 * They must join without gaps unless default names a target for what lies between and outside.
 * Text is compared by its bytes.
 */
#include "router/rules/algorithm/named.h"
#include "router/rules/algorithm/scalar.h"
#include "router/rules/algorithm/type.h"
#include "router/rules/node-pattern.h"

#include <string.h>

typedef struct {
    char *target;
    ShardScalar lower, upper;
    gboolean has_lower, has_upper;
} Piece;

typedef struct {
    ShardAlgorithm base;
    ShardOrder order;
    gboolean binary; /* text: the column compares by bytes, so ranges narrow */
    GArray *pieces;  /* Piece, ascending */
    char *default_target;
} Range;

static void
clear_piece(gpointer data)
{
    Piece *piece = data;

    g_free(piece->target);
    shard_scalar_clear(&piece->lower);
    shard_scalar_clear(&piece->upper);
}

/* One bound: a text perhaps in quotes, nothing for an open end. */
static gboolean
read_bound(const Range *self, const char *text, gsize size, ShardScalar *out, gboolean *out_has)
{
    g_autofree char *bound = g_strstrip(g_strndup(text, size));
    gsize n = strlen(bound);
    gboolean quoted = n >= 2 && (*bound == '\'' || *bound == '"') && bound[n - 1] == *bound;
    g_autofree char *inner = quoted ? g_strndup(bound + 1, n - 2) : g_strdup(bound);

    *out_has = quoted || n > 0;
    if (*out_has)
        return shard_scalar_parse(out, self->order, inner);
    shard_scalar_parse(out, SHARD_ORDER_TEXT, "");
    return TRUE;
}

/* Behind a bound, quotes respected; NULL: no such end. */
static const char *
find_end(const char *at, char end)
{
    while (*at != '\0' && *at != end) {
        if (*at == '\'' || *at == '"') {
            const char *close = strchr(at + 1, *at);
            at = close == NULL ? at + strlen(at) : close;
        }
        at += *at == '\0' ? 0 : 1;
    }
    return *at == end ? at : NULL;
}

/* "t_1: [1000, 5000)"; at is moved behind it. */
static gboolean
read_piece(const Range *self, const char **at, Piece *out)
{
    const char *colon = strchr(*at, ':');
    const char *open = colon == NULL ? NULL : strchr(colon, '[');
    const char *comma = open == NULL ? NULL : find_end(open + 1, ',');
    const char *close = comma == NULL ? NULL : find_end(comma + 1, ')');

    if (close == NULL)
        return FALSE;
    out->target = g_strstrip(g_strndup(*at, (gsize) (colon - *at)));
    gboolean lower =
        read_bound(self, open + 1, (gsize) (comma - open - 1), &out->lower, &out->has_lower);
    gboolean upper =
        read_bound(self, comma + 1, (gsize) (close - comma - 1), &out->upper, &out->has_upper);
    *at = close + 1;
    return lower && upper && *out->target != '\0' &&
           strspn(colon + 1, " \t") == (gsize) (open - colon - 1);
}

static gboolean
read_pieces(Range *self, const char *text, GError **error)
{
    const char *at = text;

    for (;;) {
        Piece piece = {.target = NULL};
        const char *start = at;
        gboolean ok = read_piece(self, &at, &piece);
        if (piece.target == NULL)
            return shard_property_fail(error, "ranges", start, "is not name: [lower, upper)");
        g_array_append_val(self->pieces, piece);
        if (!ok)
            return shard_property_fail(error, "ranges", start, "is not name: [lower, upper)");
        at += strspn(at, " \t");
        if (*at == '\0')
            return TRUE;
        if (*at != ',')
            return shard_property_fail(error, "ranges", at, "stands where a comma should");
        at++;
    }
}

static int
compare_pieces(gconstpointer a, gconstpointer b, gpointer order)
{
    const Piece *left = a;
    const Piece *right = b;

    if (!left->has_lower || !right->has_lower)
        return (int) left->has_lower - (int) right->has_lower;
    return shard_scalar_compare(&left->lower, &right->lower, GPOINTER_TO_UINT(order));
}

static gboolean
check_pieces(const Range *self, const char *text, GError **error)
{
    for (guint i = 0; i < self->pieces->len; i++) {
        const Piece *piece = &g_array_index(self->pieces, Piece, i);
        if (piece->has_lower && piece->has_upper &&
            shard_scalar_compare(&piece->lower, &piece->upper, self->order) >= 0)
            return shard_property_fail(error, "ranges", piece->target, "has an empty range");
        if (i == 0)
            continue;
        const Piece *before = &g_array_index(self->pieces, Piece, i - 1);
        int order = !before->has_upper || !piece->has_lower
                        ? 1
                        : shard_scalar_compare(&before->upper, &piece->lower, self->order);
        if (order > 0)
            return shard_property_fail(error, "ranges", piece->target,
                                       "overlaps the range before it");
        if (order < 0 && self->default_target == NULL)
            return shard_property_fail(
                error, "ranges", piece->target,
                "leaves a gap to the range before it, and there is no default");
    }
    return TRUE;
}

static gboolean
range_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    Range *self = (Range *) base;
    const char *order = shard_property_text(properties, "order");
    const char *text = shard_property_required(properties, "ranges", error);

    self->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
    g_array_set_clear_func(self->pieces, clear_piece);
    if (text == NULL)
        return FALSE;
    if (order != NULL && !shard_order_parse(order, &self->order))
        return shard_property_fail(error, "order", order, "is none of number, date, text");
    if (!shard_property_boolean(properties, "binary", FALSE, &self->binary, error))
        return FALSE;
    self->default_target = g_strdup(shard_property_text(properties, "default"));
    if (!read_pieces(self, text, error))
        return FALSE;
    g_array_sort_with_data(self->pieces, compare_pieces, GUINT_TO_POINTER(self->order));
    return check_pieces(self, text, error);
}

static void
range_clear(ShardAlgorithm *base)
{
    Range *self = (Range *) base;

    g_array_unref(self->pieces);
    g_free(self->default_target);
}

static gboolean
range_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
            const ShardTargets *targets, GError **error)
{
    const Range *self = (const Range *) base;

    for (guint i = 0; i <= self->pieces->len; i++) {
        const char *name = i < self->pieces->len ? g_array_index(self->pieces, Piece, i).target
                                                 : self->default_target;
        if (!shard_named_check(base, targets, name, error))
            return FALSE;
    }
    return TRUE;
}

/* The name that a value belongs to; NULL: none. */
static const char *
find_name(const Range *self, const ShardScalar *value)
{
    guint low = 0;
    guint high = self->pieces->len;

    while (low < high) {
        guint middle = (low + high) / 2;
        const Piece *piece = &g_array_index(self->pieces, Piece, middle);
        if (!piece->has_lower || shard_scalar_compare(&piece->lower, value, self->order) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return self->default_target;
    const Piece *piece = &g_array_index(self->pieces, Piece, low - 1);
    if (piece->has_upper && shard_scalar_compare(value, &piece->upper, self->order) >= 0)
        return self->default_target;
    return piece->target;
}

static ShardPlace
range_place(const ShardAlgorithm *base, const ShardTargets *targets, const ShardKeyValues *values,
            guint *out_target, GError **error)
{
    const Range *self = (const Range *) base;
    ShardScalar value;

    gboolean ok = shard_scalar_from_value(&value, self->order, &values->values[0]);
    const char *name = ok ? find_name(self, &value) : NULL;
    shard_scalar_clear(&value);
    if (!ok)
        return shard_place_bad_value(base, values, "its type doesn't go with the ranges", error);
    return shard_named_place(base, targets, values, name, out_target, error);
}

static gboolean
range_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
            gboolean *out, GError **error)
{
    const Range *self = (const Range *) base;
    ShardScalar lower, upper;
    gboolean narrows = self->order != SHARD_ORDER_TEXT || self->binary;
    gboolean has_lower = shard_scalar_from_value(&lower, self->order, &range->lower) && narrows;
    gboolean has_upper = shard_scalar_from_value(&upper, self->order, &range->upper) && narrows;

    for (guint i = 0; i < self->pieces->len; i++) {
        const Piece *piece = &g_array_index(self->pieces, Piece, i);
        if (has_lower && piece->has_upper &&
            shard_scalar_compare(&piece->upper, &lower, self->order) <= 0)
            continue;
        int order = has_upper && piece->has_lower
                        ? shard_scalar_compare(&piece->lower, &upper, self->order)
                        : -1;
        if (order > 0 || (order == 0 && !range->upper_closed))
            continue;
        shard_named_mark(targets, piece->target, out);
    }
    shard_named_mark(targets, self->default_target, out);
    shard_scalar_clear(&lower);
    shard_scalar_clear(&upper);
    return TRUE;
}

static const char *const range_properties[] = {"ranges", "order", "default", "binary", NULL};

const ShardAlgorithmType shard_range_algorithm = {
    .name = "RANGE",
    .mixes = SHARD_MIXES_NUMBERS,
    .size = sizeof(Range),
    .properties = range_properties,
    .init = range_init,
    .clear = range_clear,
    .check = range_check,
    .place = range_place,
    .range = range_range,
};
