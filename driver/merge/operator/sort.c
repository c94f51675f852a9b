/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ordered merge of sorted streams by a tree of losers.
 *
 * Leaf i is stream i; each inner node holds the stream that lost there, the winner is kept apart.
 * When the winner's stream has moved on, only the nodes on its way up are played again:
 * log2(streams) comparisons per row.  The keys of each stream's row are kept in buffers of our own,
 * two per stream, so that a row can be compared with the one before it: a stream that isn't in our
 * order would make a silently wrong result otherwise.
 */
#include "driver/merge/operator/operators.h"

typedef struct {
    ShardStream *stream;
    const ShardValue *row; /* NULL: ended */
    ShardKept keys, last_keys;
} SortInput;

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardKeys *keys;
    SortInput *inputs;
    guint n_inputs;
    guint *losers; /* nodes 1 .. n_inputs-1; 0 is the winner */
    gboolean started;
} SortStream;

static void
sort_free(ShardStream *base)
{
    SortStream *self = (SortStream *) base;

    for (guint i = 0; i < self->n_inputs; i++) {
        shard_stream_free(self->inputs[i].stream);
        shard_kept_clear(&self->inputs[i].keys);
        shard_kept_clear(&self->inputs[i].last_keys);
    }
    shard_keys_free(self->keys);
    g_free(self->inputs);
    g_free(self->losers);
    g_free(self);
}

static gboolean
report_order(SortStream *self, guint number, GError **error)
{
    const char *name = self->context->shard_names[number];

    shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                    "shard %s returned rows not in the expected order; its collation isn't the one "
                    "that its catalog tells",
                    name != NULL ? name : "?");
    return FALSE;
}

/* Reads the stream's next row; FALSE on failure. */
static gboolean
input_advance(SortStream *self, guint number, GError **error)
{
    SortInput *input = &self->inputs[number];
    gboolean first = input->row == NULL;
    ShardFetch fetch = shard_stream_next(input->stream, &input->row, error);

    if (fetch == SHARD_FAILED)
        return FALSE;
    if (fetch == SHARD_END) {
        input->row = NULL;
        return TRUE;
    }
    shard_kept_swap(&input->keys, &input->last_keys);
    shard_keys_read(self->keys, input->row, input->keys.values);
    if (!shard_kept_own(&input->keys, error))
        return FALSE;
    if (first || shard_keys_compare(self->keys, input->last_keys.values, input->keys.values) <= 0)
        return TRUE;
    return report_order(self, number, error);
}

/* TRUE if a's row comes first; an ended stream loses, of equal rows the earlier stream's wins. */
static gboolean
input_wins(SortStream *self, guint a, guint b)
{
    const SortInput *left = &self->inputs[a];
    const SortInput *right = &self->inputs[b];

    if (left->row == NULL || right->row == NULL)
        return right->row == NULL && (left->row != NULL || a < b);
    int result = shard_keys_compare(self->keys, left->keys.values, right->keys.values);
    return result != 0 ? result < 0 : a < b;
}

/* Plays from leaf number up to the root. */
static void
tree_replay(SortStream *self, guint number)
{
    guint winner = number;

    for (guint node = (number + self->n_inputs) / 2; node > 0; node /= 2)
        if (input_wins(self, self->losers[node], winner)) {
            guint loser = winner;
            winner = self->losers[node];
            self->losers[node] = loser;
        }
    self->losers[0] = winner;
}

/* The winner below node, losers noted on the way. */
static guint
tree_build(SortStream *self, guint node)
{
    if (node >= self->n_inputs)
        return node - self->n_inputs;
    guint left = tree_build(self, node * 2);
    guint right = tree_build(self, node * 2 + 1);
    gboolean left_wins = input_wins(self, left, right);
    self->losers[node] = left_wins ? right : left;
    return left_wins ? left : right;
}

static gboolean
sort_start(SortStream *self, GError **error)
{
    for (guint i = 0; i < self->n_inputs; i++)
        if (!input_advance(self, i, error))
            return FALSE;
    self->losers[0] = tree_build(self, 1);
    self->started = TRUE;
    return TRUE;
}

static ShardFetch
sort_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    SortStream *self = (SortStream *) base;

    if (!self->started) {
        if (!sort_start(self, error))
            return SHARD_FAILED;
    } else {
        guint winner = self->losers[0];
        if (self->inputs[winner].row == NULL)
            return SHARD_END;
        if (!input_advance(self, winner, error))
            return SHARD_FAILED;
        tree_replay(self, winner);
    }
    if (!shard_keys_check(self->keys, error))
        return SHARD_FAILED;
    *out_row = self->inputs[self->losers[0]].row;
    return *out_row != NULL ? SHARD_ROW : SHARD_END;
}

/* Only the winner's stream moves on. */
static gboolean
sort_stays(const ShardStream *base)
{
    const SortStream *self = (const SortStream *) base;

    if (!self->started)
        return FALSE;
    const SortInput *winner = &self->inputs[self->losers[0]];
    return winner->row == NULL || shard_stream_stays(winner->stream);
}

static const ShardStreamOps sort_ops = {sort_next, sort_free};

ShardStream *
shard_sort_new(ShardMergeContext *context, ShardStream **streams, guint n_streams, ShardKeys *keys)
{
    SortStream *self = g_new0(SortStream, 1);
    guint n_keys = shard_keys_n(keys);

    self->base.ops = &sort_ops;
    self->base.stays = sort_stays;
    self->base.columns = context->layout.columns;
    self->context = context;
    self->keys = keys;
    self->n_inputs = n_streams;
    self->inputs = g_new0(SortInput, n_streams);
    self->losers = g_new0(guint, n_streams);
    for (guint i = 0; i < n_streams; i++) {
        self->inputs[i].stream = streams[i];
        shard_kept_init(&self->inputs[i].keys, n_keys);
        shard_kept_init(&self->inputs[i].last_keys, n_keys);
    }
    return &self->base;
}
