/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The outermost step.  Hidden columns stand behind the visible ones, so cutting them off only takes
 * telling that there are fewer; and END and FAILED are answered again when asked again.
 */
#include "driver/merge/operators.h"

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardColumns visible;
    ShardFetch state;
    GError *failure;
} ProjectStream;

static void
project_free(ShardStream *base)
{
    ProjectStream *self = (ProjectStream *) base;

    shard_stream_free(self->input);
    for (guint i = 0; i < self->visible.n_columns; i++)
        g_free(self->visible.columns[i].label);
    g_free(self->visible.columns);
    g_clear_error(&self->failure);
    shard_merge_context_free(self->context);
    g_free(self);
}

static ShardFetch
project_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    ProjectStream *self = (ProjectStream *) base;

    if (self->state == SHARD_ROW)
        self->state = shard_stream_next(self->input, out_row, &self->failure);
    if (self->state == SHARD_FAILED && error != NULL)
        g_propagate_error(error, g_error_copy(self->failure));
    return self->state;
}

static const ShardStreamOps project_ops = {project_next, project_free};

/* Size and digits that a driver takes from the data differ between shards: the largest count. */
static void
widen(ShardColumn *column, ShardStream *const *streams, guint n_streams, guint number)
{
    for (guint i = 1; i < n_streams; i++) {
        const ShardColumn *other = &streams[i]->columns->columns[number];
        column->size = MAX(column->size, other->size);
        column->digits = MAX(column->digits, other->digits);
        if (other->nullable != column->nullable)
            column->nullable = MAX(column->nullable, other->nullable);
    }
}

static void
set_columns(ProjectStream *self, ShardStream *const *streams, guint n_streams)
{
    const ShardLayout *layout = &self->context->layout;
    guint lead = self->context->spec->leading_shard_column ? 1 : 0;

    self->visible.n_columns = layout->n_visible + lead;
    self->visible.columns = g_new0(ShardColumn, MAX(self->visible.n_columns, 1));
    if (lead > 0)
        self->visible.columns[0] =
            (ShardColumn){.label = g_strdup("shard"), .sql_type = 12, .size = 64};
    for (guint i = 0; i < layout->n_visible; i++) {
        ShardColumn *column = &self->visible.columns[i + lead];
        *column = layout->columns->columns[i];
        column->label = g_strdup(column->label);
        widen(column, streams, n_streams, i);
    }
}

ShardStream *
shard_project_new(ShardMergeContext *context, ShardStream *input, ShardStream *const *streams,
                  guint n_streams)
{
    ProjectStream *self = g_new0(ProjectStream, 1);

    self->base.ops = &project_ops;
    self->base.columns = &self->visible;
    self->context = context;
    self->input = input;
    self->state = SHARD_ROW;
    set_columns(self, streams, n_streams);
    return &self->base;
}

void
shard_merge_context_free(ShardMergeContext *self)
{
    if (self == NULL)
        return;
    g_strfreev(self->shard_names);
    g_free(self->layout.types);
    g_free(self);
}
