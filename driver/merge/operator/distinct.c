/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Only the first of equal rows. */
#include "driver/merge/hash.h"
#include "driver/merge/operator/operators.h"

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardKeys *keys;
    ShardValue *cells; /* scratch */
    gboolean adjacent, any;
    ShardKept last; /* adjacent */
    ShardHash seen; /* else */
    ShardArena *arena;
} DistinctStream;

static void
distinct_free(ShardStream *base)
{
    DistinctStream *self = (DistinctStream *) base;

    shard_stream_free(self->input);
    shard_hash_clear(&self->seen);
    shard_kept_clear(&self->last);
    shard_arena_free(self->arena);
    shard_keys_free(self->keys);
    g_free(self->cells);
    g_free(self);
}

static gboolean
is_new(DistinctStream *self, gboolean *out_new, GError **error)
{
    if (!self->adjacent)
        return shard_hash_add_copy(&self->seen, self->cells, self->arena, &self->context->memory,
                                   out_new, error);
    *out_new = !self->any || !shard_keys_equal(self->keys, self->last.values, self->cells);
    if (*out_new && !shard_kept_set(&self->last, self->cells, error))
        return FALSE;
    self->any = TRUE;
    return shard_keys_check(self->keys, error);
}

static ShardFetch
distinct_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    DistinctStream *self = (DistinctStream *) base;
    ShardFetch fetch = SHARD_ROW;
    gboolean new_row = FALSE;

    while ((fetch = shard_stream_next(self->input, out_row, error)) == SHARD_ROW) {
        shard_keys_read(self->keys, *out_row, self->cells);
        if (!is_new(self, &new_row, error))
            return SHARD_FAILED;
        if (new_row)
            return SHARD_ROW;
    }
    return fetch;
}

static const ShardStreamOps distinct_ops = {distinct_next, distinct_free};

ShardStream *
shard_distinct_new(ShardMergeContext *context, ShardStream *input, ShardKeys *keys,
                   gboolean adjacent)
{
    DistinctStream *self = g_new0(DistinctStream, 1);

    self->base.ops = &distinct_ops;
    self->base.columns = context->layout.columns;
    self->context = context;
    self->input = input;
    self->keys = keys;
    self->cells = g_new0(ShardValue, MAX(shard_keys_n(keys), 1));
    self->adjacent = adjacent;
    shard_kept_init(&self->last, shard_keys_n(keys));
    shard_hash_init(&self->seen, keys);
    self->arena = shard_arena_new();
    return &self->base;
}
