/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/merge/compare/compare.h"

struct _ShardKeys {
    struct KeyPart {
        ShardComparer *comparer;
        gboolean descending, nulls_first;
    } * parts;
    guint n_parts;
};

static ShardKeys *
keys_make(guint n_parts)
{
    ShardKeys *self = g_new0(ShardKeys, 1);

    self->parts = g_new0(struct KeyPart, MAX(n_parts, 1));
    self->n_parts = n_parts;
    return self;
}

ShardKeys *
shard_keys_new(const ShardLayout *layout, const ShardMergeKey *keys, guint n_keys,
               ShardComparePurpose purpose, GError **error)
{
    g_autoptr(ShardKeys) self = keys_make(n_keys);

    for (guint i = 0; i < n_keys; i++) {
        struct KeyPart *part = &self->parts[i];
        part->descending = keys[i].descending;
        part->nulls_first = keys[i].nulls_first;
        part->comparer = shard_comparer_new(layout, keys[i].slot, &keys[i].compare, purpose, error);
        if (part->comparer == NULL)
            return NULL;
    }
    return g_steal_pointer(&self);
}

ShardKeys *
shard_keys_new_for_columns(const ShardLayout *layout, guint n_columns, const ShardCompare *compares,
                           guint n_compares, GError **error)
{
    static const ShardCompare bytes = {.collation = {.kind = SHARD_COLLATION_BINARY},
                                       .weight = SHARD_SLOT_NONE,
                                       .storage = SHARD_SLOT_NONE};
    g_autoptr(ShardKeys) self = keys_make(n_columns);

    for (guint i = 0; i < n_columns; i++) {
        const ShardCompare *compare = compares != NULL && i < n_compares ? &compares[i] : &bytes;
        self->parts[i].nulls_first = TRUE;
        self->parts[i].comparer =
            shard_comparer_new(layout, (ShardSlot) i, compare, SHARD_FOR_EQUALITY, error);
        if (self->parts[i].comparer == NULL)
            return NULL;
    }
    return g_steal_pointer(&self);
}

ShardKeys *
shard_keys_new_single(ShardComparer *comparer)
{
    ShardKeys *self = keys_make(1);

    self->parts[0].comparer = comparer;
    return self;
}

void
shard_keys_free(ShardKeys *self)
{
    if (self == NULL)
        return;
    for (guint i = 0; i < self->n_parts; i++)
        shard_comparer_free(self->parts[i].comparer);
    g_free(self->parts);
    g_free(self);
}

guint
shard_keys_n(const ShardKeys *self)
{
    return self->n_parts;
}

void
shard_keys_read(const ShardKeys *self, const ShardValue *row, ShardValue *out_cells)
{
    for (guint i = 0; i < self->n_parts; i++)
        shard_comparer_read(self->parts[i].comparer, row, &out_cells[i]);
}

static int
part_compare(const struct KeyPart *part, const ShardValue *a, const ShardValue *b)
{
    gboolean null_a = a->kind == SHARD_VALUE_NULL;
    gboolean null_b = b->kind == SHARD_VALUE_NULL;
    int result;

    if (a->kind == SHARD_VALUE_LONG && b->kind == SHARD_VALUE_LONG) {
        result = (a->i > b->i) - (a->i < b->i); /* what most keys are */
    } else if (null_a || null_b) {
        result = (int) null_b - (int) null_a;
        return part->nulls_first ? result : -result;
    } else {
        result = shard_comparer_compare(part->comparer, a, b);
    }
    return part->descending ? -result : result;
}

int
shard_keys_compare(ShardKeys *self, const ShardValue *a, const ShardValue *b)
{
    int result = 0;

    for (guint i = 0; result == 0 && i < self->n_parts; i++)
        result = part_compare(&self->parts[i], &a[i], &b[i]);
    return result;
}

gboolean
shard_keys_equal(ShardKeys *self, const ShardValue *a, const ShardValue *b)
{
    return shard_keys_compare(self, a, b) == 0;
}

guint64
shard_keys_hash(ShardKeys *self, const ShardValue *cells)
{
    guint64 hash = 0;

    for (guint i = 0; i < self->n_parts; i++)
        hash = hash * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) +
               shard_comparer_hash(self->parts[i].comparer, &cells[i]);
    return hash ^ (hash >> 29);
}

gboolean
shard_keys_check(const ShardKeys *self, GError **error)
{
    for (guint i = 0; i < self->n_parts; i++)
        if (!shard_comparer_check(self->parts[i].comparer, error))
            return FALSE;
    return TRUE;
}
