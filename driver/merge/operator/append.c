/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Streams one after the other.  While one has to wait for its shard, rows of another are taken that
 * has some: long results of several shards are fetched side by side.
 */
#include "driver/merge/operator/operators.h"

#include <string.h>

typedef struct {
    ShardStream base; /* must be first */
    ShardStream **inputs;
    guint n_inputs, at;
    gboolean *ended;
    const char *const *shard_names;
    ShardValue *row; /* with the shard's name before it; NULL: rows are handed on as they are */
} AppendStream;

static void
append_free(ShardStream *base)
{
    AppendStream *self = (AppendStream *) base;

    for (guint i = 0; i < self->n_inputs; i++)
        shard_stream_free(self->inputs[i]);
    g_free(self->inputs);
    g_free(self->ended);
    g_free(self->row);
    g_free(self);
}

/* The current one, unless it would have to wait: then one that has rows at hand, else one that
 * isn't fetching yet, so that all of them are soon.  n_inputs: all have ended. */
static guint
choose_input(const AppendStream *self)
{
    guint best = self->n_inputs;
    ShardReadiness best_readiness = SHARD_UNDER_WAY;

    for (guint i = 0; i < self->n_inputs; i++) {
        guint input = (self->at + i) % self->n_inputs;
        if (self->ended[input])
            continue;
        ShardReadiness readiness = shard_stream_readiness(self->inputs[input]);
        gboolean is_first = best == self->n_inputs;
        if (readiness == SHARD_AT_HAND || (is_first && readiness == SHARD_IDLE))
            return input;
        if (is_first || (readiness == SHARD_IDLE && best_readiness == SHARD_UNDER_WAY)) {
            best = input;
            best_readiness = readiness;
        }
    }
    return best;
}

static ShardFetch
append_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    AppendStream *self = (AppendStream *) base;
    guint input;

    while ((input = choose_input(self)) < self->n_inputs) {
        self->at = input;
        ShardFetch fetch = shard_stream_next(self->inputs[input], out_row, error);
        if (fetch != SHARD_END)
            return fetch;
        self->ended[input] = TRUE;
    }
    return SHARD_END;
}

static ShardSpan
append_take(ShardStream *base, guint most)
{
    AppendStream *self = (AppendStream *) base;

    if (self->at == self->n_inputs)
        return (ShardSpan){0};
    return shard_stream_take(self->inputs[self->at], most);
}

/* Rows that say whose they are stand together. */
static ShardFetch
append_next_in_order(AppendStream *self, const ShardValue **out_row, GError **error)
{
    while (self->at < self->n_inputs) {
        ShardFetch fetch = shard_stream_next(self->inputs[self->at], out_row, error);
        if (fetch != SHARD_END)
            return fetch;
        self->at++;
    }
    return SHARD_END;
}

static ShardFetch
append_next_named(ShardStream *base, const ShardValue **out_row, GError **error)
{
    AppendStream *self = (AppendStream *) base;
    const ShardValue *row = NULL;
    ShardFetch fetch = append_next_in_order(self, &row, error);

    if (fetch != SHARD_ROW)
        return fetch;
    const char *name = self->shard_names[self->at];
    self->row[0] = shard_value_string(name != NULL ? name : "", -1);
    memcpy(self->row + 1, row, self->base.columns->n_columns * sizeof *row);
    *out_row = self->row;
    return SHARD_ROW;
}

static const ShardStreamOps append_ops = {append_next, append_free};
static const ShardStreamOps append_named_ops = {append_next_named, append_free};

ShardStream *
shard_append_new(ShardMergeContext *context, ShardStream **streams, guint n_streams)
{
    AppendStream *self = g_new0(AppendStream, 1);

    self->base.ops = &append_ops;
    self->base.take = append_take;
    self->base.columns = context->layout.columns;
    self->inputs = g_memdup2(streams, n_streams * sizeof *streams);
    self->n_inputs = n_streams;
    self->ended = g_new0(gboolean, n_streams + 1);
    if (context->spec->leading_shard_column) {
        self->base.ops = &append_named_ops;
        self->base.take = NULL;
        self->shard_names = (const char *const *) context->shard_names;
        self->row = g_new0(ShardValue, context->layout.columns->n_columns + 1);
    }
    return &self->base;
}
