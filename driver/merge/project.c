/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The outermost step.  Hidden columns stand behind the visible ones, so cutting them off only takes
 * telling that there are fewer; and END and FAILED are answered again when asked again.
 */
#include "driver/merge/operators.h"

#include "driver/merge/number.h"

#include <string.h>

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardColumns visible;
    ShardFetch state;
    const ShardValue *first; /* a row that was read to describe it, and not yet given */
    ShardValue *shown;       /* SQLite: the row with numbers as its driver gives them */
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
    g_free(self->shown);
    g_clear_error(&self->failure);
    shard_merge_context_free(self->context);
    g_free(self);
}

/* sqliteodbc is text inside: of a floating number come 15 digits, however it is fetched. */
static void
show_row(ProjectStream *self, const ShardValue **row)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    memcpy(self->shown, *row, self->visible.n_columns * sizeof **row);
    for (guint i = 0; i < self->visible.n_columns; i++) {
        ShardValue *value = &self->shown[i];
        if (value->kind == SHARD_VALUE_DOUBLE)
            value->d = g_ascii_strtod(g_ascii_formatd(text, sizeof text, "%.15g", value->d), NULL);
    }
    *row = self->shown;
}

static ShardFetch
project_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    ProjectStream *self = (ProjectStream *) base;

    if (self->first != NULL) {
        *out_row = self->first;
        self->first = NULL;
    } else if (self->state == SHARD_ROW) {
        self->state = shard_stream_next(self->input, out_row, &self->failure);
    }
    if (self->state == SHARD_ROW && self->shown != NULL)
        show_row(self, out_row);
    if (self->state == SHARD_FAILED && error != NULL && self->failure != NULL)
        g_propagate_error(error, g_error_copy(self->failure));
    return self->state;
}

static const ShardStreamOps project_ops = {project_next, project_free};

/* ---- columns that the drivers describe by the values in them ---- */

/* sqliteodbc describes an expression by the first row's value. */
static void
describe_sqlite(ShardColumn *column, const ShardValue *value)
{
    column->sql_type = 12;
    column->size = 255;
    column->digits = 0;
    if (shard_value_is_integer(value)) {
        column->sql_type = 4;
        column->size = 10;
        column->is_unsigned = FALSE;
    } else if (shard_value_is_real(value)) {
        column->sql_type = 8;
        column->size = 54;
    }
}

/* psqlodbc takes a numeric's digits from the data where none are declared. */
static void
describe_postgresql(ShardColumn *column, const ShardValue *value)
{
    if (column->sql_type != 2)
        return;
    if (value->kind != SHARD_VALUE_DECIMAL) {
        column->digits = 6; /* its default where there are no digits to count */
        return;
    }
    const char *point = memchr(value->text.data, '.', value->text.size);
    column->digits = 0;
    if (point != NULL)
        column->digits = (gint16) (value->text.data + value->text.size - point - 1);
}

static void
describe_slot(ProjectStream *self, ShardSlot slot)
{
    const ShardMergeContext *context = self->context;

    if (slot < 0 || (guint) slot >= self->visible.n_columns)
        return;
    if (context->layout.dialect == SHARD_DIALECT_SQLITE)
        describe_sqlite(&self->visible.columns[slot], &self->first[slot]);
    else if (context->layout.dialect == SHARD_DIALECT_POSTGRESQL &&
             context->spec->group == SHARD_GROUP_ALL)
        describe_postgresql(&self->visible.columns[slot], &self->first[slot]);
}

/* Reads the first row of what merging makes itself; a failure is told by the next fetch. */
static void
describe_made(ProjectStream *self)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (spec->group == SHARD_GROUP_NONE || spec->dialect == SHARD_DIALECT_MYSQL)
        return;
    if (spec->dialect == SHARD_DIALECT_SQLITE)
        self->shown = g_new0(ShardValue, self->visible.n_columns);
    const ShardValue *row = NULL;
    self->state = shard_stream_next(self->input, &row, &self->failure);
    if (self->state != SHARD_ROW)
        return;
    self->first = row;
    for (guint i = 0; i < spec->n_aggregates; i++)
        if (spec->aggregates[i].kind != SHARD_AGGREGATE_ANY)
            describe_slot(self, spec->aggregates[i].target);
    for (guint i = 0; i < spec->n_computed; i++)
        describe_slot(self, spec->computed[i].target);
}

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
    describe_made(self);
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
