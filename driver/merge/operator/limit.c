/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* OFFSET, LIMIT, WITH TIES, and the most rows that the application takes. */
#include "driver/merge/operator/operators.h"

typedef struct {
    ShardStream base; /* must be first */
    ShardStream *input;
    guint64 skip, left;
    guint64 rows_left; /* SQL_ATTR_MAX_ROWS */
    ShardKeys *ties;   /* NULL: LIMIT ends it */
    ShardValue *cells;
    ShardKept last;
    gboolean any;
} LimitStream;

static void
limit_free(ShardStream *base)
{
    LimitStream *self = (LimitStream *) base;

    shard_stream_free(self->input);
    shard_keys_free(self->ties);
    shard_kept_clear(&self->last);
    g_free(self->cells);
    g_free(self);
}

/* Past the limit: one more row if it ties with the last one. */
static ShardFetch
next_tie(LimitStream *self, const ShardValue **out_row, GError **error)
{
    if (self->ties == NULL || !self->any)
        return SHARD_END;
    ShardFetch fetch = shard_stream_next(self->input, out_row, error);
    if (fetch != SHARD_ROW)
        return fetch;
    shard_keys_read(self->ties, *out_row, self->cells);
    gboolean equal = shard_keys_equal(self->ties, self->last.values, self->cells);
    if (!shard_keys_check(self->ties, error))
        return SHARD_FAILED;
    if (!equal)
        self->any = FALSE;
    return equal ? SHARD_ROW : SHARD_END;
}

static ShardFetch
next_within(LimitStream *self, const ShardValue **out_row, GError **error)
{
    ShardFetch fetch = SHARD_ROW;

    for (; self->skip > 0; self->skip--)
        if ((fetch = shard_stream_next(self->input, out_row, error)) != SHARD_ROW)
            return fetch;
    fetch = shard_stream_next(self->input, out_row, error);
    if (fetch != SHARD_ROW)
        return fetch;
    self->left--;
    if (self->ties != NULL && self->left == 0) {
        shard_keys_read(self->ties, *out_row, self->cells);
        if (!shard_kept_set(&self->last, self->cells, error))
            return SHARD_FAILED;
        self->any = TRUE;
    }
    return SHARD_ROW;
}

static ShardFetch
limit_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    LimitStream *self = (LimitStream *) base;

    if (self->rows_left == 0)
        return SHARD_END;
    ShardFetch fetch =
        self->left > 0 ? next_within(self, out_row, error) : next_tie(self, out_row, error);
    if (fetch == SHARD_ROW)
        self->rows_left--;
    return fetch;
}

static gboolean
limit_stays(const ShardStream *base)
{
    const LimitStream *self = (const LimitStream *) base;

    return self->skip == 0 && shard_stream_stays(self->input);
}

static const ShardStreamOps limit_ops = {limit_next, limit_free};

ShardStream *
shard_limit_new(ShardMergeContext *context, ShardStream *input, ShardKeys *ties)
{
    const ShardMergeSpec *spec = context->spec;
    LimitStream *self = g_new0(LimitStream, 1);
    guint n_ties = ties != NULL ? shard_keys_n(ties) : 0;

    self->base.ops = &limit_ops;
    self->base.stays = limit_stays;
    self->base.columns = context->layout.columns;
    self->input = input;
    self->skip = spec->offset;
    self->left = spec->has_limit ? spec->limit : G_MAXUINT64;
    self->rows_left = context->max_rows > 0 ? context->max_rows : G_MAXUINT64;
    self->ties = ties;
    self->cells = g_new0(ShardValue, MAX(n_ties, 1));
    shard_kept_init(&self->last, n_ties);
    return &self->base;
}
