/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The outermost step.  Hidden columns stand behind the visible ones, so cutting them off only takes
 * telling that there are fewer; and END and FAILED are answered again when asked again.
 */
#include "driver/merge/operator/operators.h"

#include "driver/merge/compare/number.h"

#include <string.h>

typedef struct {
    ShardStream base; /* must be first */
    ShardMergeContext *context;
    ShardStream *input;
    ShardColumns visible;
    ShardFetch state;
    const ShardValue *first;     /* a row that was read to describe it, and not yet given */
    ShardValue *shown;           /* SQLite: the row with values as its driver gives them */
    GByteArray *blobs;           /* what the bytes in it are kept in */
    ShardStream *const *streams; /* while the columns are described */
    guint n_streams;
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
    g_clear_pointer(&self->blobs, g_byte_array_unref);
    g_clear_error(&self->failure);
    shard_merge_context_free(self->context);
    g_free(self);
}

static gboolean
is_binary(gint16 sql_type)
{
    return sql_type == -2 || sql_type == -3 || sql_type == -4;
}

/* X'00FF', as the driver writes a blob where a shard's first row had it take the column for text.
 */
static gboolean
is_blob_text(const ShardValue *value)
{
    return value->kind == SHARD_VALUE_STRING && value->text.size >= 3 &&
           value->text.size % 2 == 1 && value->text.data[0] == 'X' && value->text.data[1] == '\'';
}

static void
show_blob(ProjectStream *self, ShardValue *value)
{
    gsize start = self->blobs->len;

    for (gsize i = 2; i + 2 < value->text.size; i += 2) {
        guint8 byte = (guint8) (g_ascii_xdigit_value(value->text.data[i]) * 16 +
                                g_ascii_xdigit_value(value->text.data[i + 1]));
        g_byte_array_append(self->blobs, &byte, 1);
    }
    value->kind = SHARD_VALUE_BYTES;
    value->text.data = (const char *) self->blobs->data + start;
    value->text.size = self->blobs->len - start;
}

static gsize
blob_space(const ProjectStream *self, const ShardValue *row)
{
    gsize space = 1;

    for (guint i = 0; i < self->visible.n_columns; i++) {
        if (is_blob_text(&row[i]))
            space += row[i].text.size;
    }
    return space;
}

/* sqliteodbc is text inside: of a floating number come 15 digits, however it is fetched. */
static void
show_row(ProjectStream *self, const ShardValue **row)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    memcpy(self->shown, *row, self->visible.n_columns * sizeof **row);
    /* Made large enough at once, since values point into it. */
    g_byte_array_set_size(self->blobs, (guint) blob_space(self, *row));
    g_byte_array_set_size(self->blobs, 0);
    for (guint i = 0; i < self->visible.n_columns; i++) {
        ShardValue *value = &self->shown[i];
        if (value->kind == SHARD_VALUE_DOUBLE)
            value->d = g_ascii_strtod(g_ascii_formatd(text, sizeof text, "%.15g", value->d), NULL);
        else if (is_binary(self->visible.columns[i].sql_type) && is_blob_text(value))
            show_blob(self, value);
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

static ShardSpan
project_take(ShardStream *base, guint most)
{
    ProjectStream *self = (ProjectStream *) base;

    if (self->state != SHARD_ROW || self->first != NULL || self->shown != NULL)
        return (ShardSpan){0};
    return shard_stream_take(self->input, most);
}

static gboolean
project_stays(const ShardStream *base)
{
    const ProjectStream *self = (const ProjectStream *) base;

    return self->first == NULL && self->shown == NULL && shard_stream_stays(self->input);
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
        /* Its driver says INTEGER of larger ones too, and cuts them off. */
        gboolean small =
            value->kind == SHARD_VALUE_INTEGER ||
            (value->kind == SHARD_VALUE_LONG && value->i >= G_MININT32 && value->i <= G_MAXINT32);
        column->sql_type = small ? 4 : -5;
        column->size = small ? 10 : 19;
        column->is_unsigned = FALSE;
    } else if (value->kind == SHARD_VALUE_BYTES) {
        column->sql_type = -3;
    } else if (shard_value_is_number(value)) { /* as text, a real isn't rounded: DECIMAL */
        column->sql_type = 8;
        column->size = 54;
    }
}

/* psqlodbc takes a numeric's digits and size from the data where none are declared: the longest
 * text, but not less than its default. */
static void
describe_postgresql(ShardColumn *column, const ShardValue *value)
{
    if (column->sql_type != 2)
        return;
    if (value->kind != SHARD_VALUE_DECIMAL) {
        /* Its default where there is nothing to count digits of. */
        column->digits = value->kind == SHARD_VALUE_NULL ? 6 : 0;
        return;
    }
    const char *point = memchr(value->text.data, '.', value->text.size);
    column->digits = 0;
    if (point != NULL)
        column->digits = (gint16) (value->text.data + value->text.size - point - 1);
    column->size = MAX(column->size, value->text.size);
}

/* A shard whose own first row had a NULL gives text for numbers; another one tells what they are.
 */
static ShardValue
first_value(const ProjectStream *self, guint slot)
{
    ShardValue value = self->first[slot], number;
    gboolean numeric = FALSE;

    for (guint i = 0; i < self->n_streams && value.kind == SHARD_VALUE_STRING; i++) {
        gint16 type = self->streams[i]->columns->columns[slot].sql_type;
        numeric = numeric || type == 4 || type == 8;
    }
    if (numeric && shard_number_parse(value.text.data, value.text.size, &number))
        return number;
    return value;
}

static void
describe_slot(ProjectStream *self, ShardSlot slot)
{
    const ShardMergeContext *context = self->context;

    if (slot < 0 || (guint) slot >= self->visible.n_columns)
        return;
    if (context->layout.dialect == SHARD_DIALECT_SQLITE) {
        const ShardValue value = first_value(self, (guint) slot);
        describe_sqlite(&self->visible.columns[slot], &value);
    }
    /* Of many rows the first one stands for all, if it has a value. */
    if (context->layout.dialect == SHARD_DIALECT_POSTGRESQL &&
        (context->spec->group == SHARD_GROUP_ALL || self->first[slot].kind == SHARD_VALUE_DECIMAL))
        describe_postgresql(&self->visible.columns[slot], &self->first[slot]);
}

static gboolean
needs_show(const ProjectStream *self)
{
    const ShardMergeSpec *spec = self->context->spec;
    gboolean blob = FALSE;

    for (guint i = 0; i < spec->n_guessed; i++)
        blob = blob || is_binary(self->visible.columns[spec->guessed[i]].sql_type);
    return spec->dialect == SHARD_DIALECT_SQLITE && (spec->group != SHARD_GROUP_NONE || blob);
}

/* SQLite: shards describe a column by other values than the first one, so that it is an expression;
 * what stands behind a * isn't known by the statement. */
static gboolean
is_described_apart(const ProjectStream *self, guint number)
{
    gboolean found = FALSE;

    for (guint i = 1; i < self->n_streams && !found; i++)
        found = self->streams[i]->columns->columns[number].sql_type !=
                self->streams[0]->columns->columns[number].sql_type;
    return found && self->context->spec->dialect == SHARD_DIALECT_SQLITE &&
           !self->context->spec->leading_shard_column;
}

/* Is there a column whose description depends on the first row? */
static gboolean
needs_first_row(const ProjectStream *self)
{
    const ShardMergeSpec *spec = self->context->spec;
    gboolean found = spec->group != SHARD_GROUP_NONE || spec->n_guessed > 0;

    for (guint i = 0; i < self->visible.n_columns && !found; i++)
        found = is_described_apart(self, i);
    return found && spec->dialect != SHARD_DIALECT_MYSQL;
}

/* Reads the first row of what merging makes itself; a failure is told by the next fetch. */
static void
describe_made(ProjectStream *self)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (!needs_first_row(self))
        return;
    const ShardValue *row = NULL;
    self->state = shard_stream_next(self->input, &row, &self->failure);
    if (self->state != SHARD_ROW)
        return;
    self->first = row;
    for (guint i = 0; i < self->visible.n_columns; i++)
        if (is_described_apart(self, i))
            describe_slot(self, (ShardSlot) i);
    for (guint i = 0; i < spec->n_guessed; i++)
        describe_slot(self, spec->guessed[i]);
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
        if (i < self->context->spec->n_text_forms) {
            const ShardTextForm *form = &self->context->spec->text_forms[i];
            column->text_decimals = (gint8) (form->decimals + 1);
            column->text_digits = form->digits;
        }
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
    self->base.take = project_take;
    self->base.stays = project_stays;
    self->context = context;
    self->input = input;
    self->state = SHARD_ROW;
    self->streams = streams;
    self->n_streams = n_streams;
    set_columns(self, streams, n_streams);
    describe_made(self);
    self->n_streams = 0;
    if (needs_show(self)) {
        self->shown = g_new0(ShardValue, self->visible.n_columns);
        self->blobs = g_byte_array_new();
    }
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
