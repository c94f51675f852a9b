/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * GROUP BY and aggregates: the partial rows of one group made one row.
 *
 * The row that comes out is the first one of its group with the aggregates written over it.  Sorted
 * input needs one group at a time; else all groups are kept in a table, up to the memory limit.
 */
#include "driver/merge/aggregate/aggregate.h"
#include "driver/merge/hash.h"

#include <string.h>

/* Of a block of an arena, at most. */
#define ROUNDING 16

#define ALIGNMENT 16

typedef struct {
    ShardHashEntry entry; /* must be first */
    ShardValue *values;   /* all columns */
    gpointer states;
} HashedGroup;

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardKeys *keys;
    ShardAggregates *aggregates;
    ShardValue *cells; /* scratch: of the row in hand */
    ShardArena *results;
    /* one group at a time */
    ShardKept first;         /* its first row */
    ShardValue *first_cells; /* borrow from it */
    ShardValue *row;         /* what is handed out */
    gpointer states;
    const ShardValue *pending; /* the next group's first row */
    gboolean ended;
    /* all groups */
    ShardHash groups;
    ShardArena *kept;
    HashedGroup *at;
    gboolean read;
} GroupStream;

static void
group_free(ShardStream *base)
{
    GroupStream *self = (GroupStream *) base;

    if (self->aggregates != NULL) {
        for (ShardHashEntry *entry = self->groups.first; entry != NULL; entry = entry->next)
            shard_aggregates_clear(self->aggregates, ((HashedGroup *) entry)->states);
        shard_aggregates_clear(self->aggregates, self->states);
    }
    shard_stream_free(self->input);
    shard_hash_clear(&self->groups);
    shard_aggregates_free(self->aggregates);
    shard_keys_free(self->keys);
    shard_arena_free(self->results);
    shard_arena_free(self->kept);
    shard_kept_clear(&self->first);
    g_free(self->first_cells);
    g_free(self->cells);
    g_free(self->states);
    g_free(self->row);
    g_free(self);
}

/* What the aggregates leave in their slots. */
static void
set_types(ShardMergeContext *context)
{
    ShardLayout *layout = &context->layout;

    for (guint i = 0; i < context->spec->n_aggregates; i++) {
        const ShardMergeAggregate *aggregate = &context->spec->aggregates[i];
        ShardSlotType *type = &layout->types[shard_layout_index(layout, aggregate->target, NULL)];
        /* Of the columns, since inputs may be targets of others. */
        *type = (ShardSlotType){.type = shard_aggregate_type(aggregate, layout),
                                .scale = shard_aggregate_mysql_scale(aggregate, layout)};
    }
}

/* ---- one group at a time ---- */

/* Reads up to the first row of another group, which is left pending. */
static ShardFetch
read_group(GroupStream *self, GError **error)
{
    const ShardValue *row = self->pending;
    ShardFetch fetch = SHARD_ROW;

    self->pending = NULL;
    if (!shard_kept_set(&self->first, row, error))
        return SHARD_FAILED;
    shard_keys_read(self->keys, self->first.values, self->first_cells);
    do {
        shard_keys_read(self->keys, row, self->cells);
        if (!shard_keys_equal(self->keys, self->first_cells, self->cells)) {
            self->pending = row;
            break;
        }
        if (!shard_aggregates_step(self->aggregates, self->states, row, error))
            return SHARD_FAILED;
    } while ((fetch = shard_stream_next(self->input, &row, error)) == SHARD_ROW);
    if (fetch == SHARD_END)
        self->ended = TRUE;
    return fetch == SHARD_FAILED || !shard_keys_check(self->keys, error) ? SHARD_FAILED : SHARD_ROW;
}

static ShardFetch
finish_group(GroupStream *self, const ShardValue **out_row, GError **error)
{
    memcpy(self->row, self->first.values, self->first.n * sizeof *self->row);
    if (!shard_aggregates_finish(self->aggregates, self->states, self->row, self->results, error))
        return SHARD_FAILED;
    *out_row = self->row;
    return SHARD_ROW;
}

/* The first row of all: with no GROUP BY there is a group even of nothing. */
static ShardFetch
start_groups(GroupStream *self, GError **error)
{
    ShardFetch fetch = shard_stream_next(self->input, &self->pending, error);

    self->read = TRUE;
    if (fetch == SHARD_END) {
        self->pending = NULL;
        self->ended = TRUE;
    }
    return fetch;
}

static ShardFetch
group_next_sorted(ShardStream *base, const ShardValue **out_row, GError **error)
{
    GroupStream *self = (GroupStream *) base;
    gboolean first = !self->read;

    shard_aggregates_clear(self->aggregates, self->states);
    shard_aggregates_forget(self->aggregates);
    shard_arena_reset(self->results);
    if (first && start_groups(self, error) == SHARD_FAILED)
        return SHARD_FAILED;
    if (self->pending == NULL && !(first && self->context->spec->group == SHARD_GROUP_ALL))
        return SHARD_END;
    gsize used = self->context->memory.used;
    if (self->pending != NULL && read_group(self, error) == SHARD_FAILED)
        return SHARD_FAILED;
    ShardFetch fetch = finish_group(self, out_row, error);
    self->context->memory.used = used;
    return fetch;
}

/* ---- all groups in a table ---- */

static HashedGroup *
add_group(GroupStream *self, const ShardValue *row, guint64 hash, GError **error)
{
    guint n_values = self->base.columns->n_columns;
    gsize states_size = shard_aggregates_state_size(self->aggregates);
    gsize values_size = (n_values + shard_keys_n(self->keys)) * sizeof(ShardValue);
    gsize size = states_size + values_size + shard_values_text_size(row, n_values);

    if (!shard_memory_take_from(&self->context->memory, self->kept,
                                size + sizeof(HashedGroup) + ROUNDING, "grouping", error))
        return NULL;
    HashedGroup *group = shard_arena_new0(self->kept, HashedGroup);
    char *block = shard_arena_alloc(self->kept, size);
    ShardValue *values = (ShardValue *) (block + states_size);
    shard_values_copy(values, block + states_size + values_size, row, n_values);
    shard_keys_read(self->keys, values, values + n_values);
    group->states = block;
    group->values = values;
    group->entry.hash = hash;
    group->entry.cells = values + n_values;
    return shard_hash_add(&self->groups, &group->entry, &self->context->memory, error) ? group
                                                                                       : NULL;
}

static gboolean
add_row(GroupStream *self, const ShardValue *row, GError **error)
{
    shard_keys_read(self->keys, row, self->cells);
    guint64 hash = shard_keys_hash(self->keys, self->cells);
    HashedGroup *group = (HashedGroup *) shard_hash_find(&self->groups, hash, self->cells);

    if (!shard_keys_check(self->keys, error))
        return FALSE;
    if (group == NULL)
        group = add_group(self, row, hash, error);
    return group != NULL && shard_aggregates_step(self->aggregates, group->states, row, error);
}

static gboolean
read_groups(GroupStream *self, GError **error)
{
    const ShardValue *row = NULL;
    ShardFetch fetch = SHARD_ROW;

    while ((fetch = shard_stream_next(self->input, &row, error)) == SHARD_ROW)
        if (!add_row(self, row, error))
            return FALSE;
    self->at = (HashedGroup *) self->groups.first;
    self->read = TRUE;
    return fetch == SHARD_END;
}

static ShardFetch
group_next_hashed(ShardStream *base, const ShardValue **out_row, GError **error)
{
    GroupStream *self = (GroupStream *) base;

    if (!self->read && !read_groups(self, error))
        return SHARD_FAILED;
    if (self->at == NULL)
        return SHARD_END;
    HashedGroup *group = self->at;
    self->at = (HashedGroup *) group->entry.next;
    shard_arena_reset(self->results);
    if (!shard_aggregates_finish(self->aggregates, group->states, group->values, self->results,
                                 error))
        return SHARD_FAILED;
    *out_row = group->values;
    return SHARD_ROW;
}

static const ShardStreamOps group_sorted_ops = {group_next_sorted, group_free};
static const ShardStreamOps group_hashed_ops = {group_next_hashed, group_free};

ShardStream *
shard_group_new(ShardMergeContext *context, ShardStream *input, GError **error)
{
    const ShardMergeSpec *spec = context->spec;
    guint n_keys = spec->group == SHARD_GROUP_ALL ? 0 : spec->n_group_keys;
    guint n_columns = context->layout.columns->n_columns;
    GroupStream *self = g_new0(GroupStream, 1);
    g_autoptr(ShardStream) owner = &self->base;

    self->base.ops = spec->group == SHARD_GROUP_HASHED ? &group_hashed_ops : &group_sorted_ops;
    self->base.columns = context->layout.columns;
    self->context = context;
    self->input = input;
    self->results = shard_arena_new();
    self->kept = shard_arena_new();
    self->cells = g_new0(ShardValue, MAX(n_keys, 1));
    self->first_cells = g_new0(ShardValue, MAX(n_keys, 1));
    self->row = g_new0(ShardValue, n_columns);
    shard_kept_init(&self->first, n_columns);
    self->keys =
        shard_keys_new(&context->layout, spec->group_keys, n_keys, SHARD_FOR_EQUALITY, error);
    if (self->keys == NULL)
        return NULL;
    shard_hash_init(&self->groups, self->keys);
    ShardAggregates *aggregates = shard_aggregates_new(context, error);
    if (aggregates == NULL)
        return NULL;
    self->states = g_malloc0(MAX(shard_aggregates_state_size(aggregates), ALIGNMENT));
    self->aggregates = aggregates;
    set_types(context);
    return g_steal_pointer(&owner);
}
