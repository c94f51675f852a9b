/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds the stack of steps for a spec:
 *
 *   streams -> append or ordered merge -> group -> compute, having -> distinct -> sort
 *           -> distinct on -> limit -> project
 *
 * Steps that a spec doesn't ask for aren't there.
 */
#include "driver/merge/merge.h"

#include "driver/merge/brand-decimal.h"
#include "driver/merge/operator/operators.h"

typedef struct {
    ShardMergeContext *context;
    ShardStream **streams;
    guint n_streams;
    ShardStream *top; /* owns the streams once it is there */
    gboolean taken;
} Builder;

ShardSlotType *
shard_slot_types_of_columns(const ShardColumns *columns, ShardDialect dialect)
{
    ShardSlotType *types = g_new0(ShardSlotType, columns->n_columns);

    for (guint i = 0; i < columns->n_columns; i++) {
        types[i].type = shard_type_of_column(&columns->columns[i], dialect);
        types[i].scale = types[i].type == SHARD_TYPE_DECIMAL ? columns->columns[i].digits : 0;
    }
    return types;
}

static ShardMergeContext *
context_new(const ShardMergeSpec *spec, ShardStream *const *streams, guint n_streams,
            const ShardMergeOptions *options)
{
    ShardMergeContext *self = g_new0(ShardMergeContext, 1);

    self->spec = spec;
    self->layout.dialect = spec->dialect;
    self->layout.columns = streams[0]->columns;
    self->layout.n_visible = streams[0]->columns->n_columns - spec->n_hidden;
    self->layout.types = shard_slot_types_of_columns(streams[0]->columns, spec->dialect);
    self->layout.trust_collation = options->trust_collation;
    self->memory.limit = options->memory_limit;
    self->max_rows = options->max_rows;
    self->shard_names = g_new0(char *, n_streams + 1);
    for (guint i = 0; i < n_streams; i++) {
        const char *name = options->shard_names != NULL ? options->shard_names[i] : NULL;
        self->shard_names[i] = name != NULL ? g_strdup(name) : g_strdup_printf("%u", i);
    }
    return self;
}

typedef struct {
    ShardStream *const *streams;
    guint n;
    const char *const *names; /* of their shards; NULL: not known */
} Inputs;

/* "ds_1" (transfer full) */
static char *
input_name(const Inputs *in, guint number)
{
    const char *name = in->names == NULL ? NULL : in->names[number];

    return name != NULL ? g_strdup(name) : g_strdup_printf("shard %u", number);
}

static gboolean
check_column(const Inputs *in, guint number, ShardDialect dialect, GError **error)
{
    const ShardColumn *first = &in->streams[0]->columns->columns[number];
    ShardTypeClass type = shard_type_of_column(first, dialect);

    for (guint i = 1; i < in->n; i++) {
        const ShardColumn *other = &in->streams[i]->columns->columns[number];
        ShardTypeClass other_type = shard_type_of_column(other, dialect);
        gboolean text = type == SHARD_TYPE_TEXT || type == SHARD_TYPE_BYTES;
        gboolean other_text = other_type == SHARD_TYPE_TEXT || other_type == SHARD_TYPE_BYTES;
        if (type == other_type || (!text && !other_text))
            continue;
        g_autofree char *one = input_name(in, 0);
        g_autofree char *another = input_name(in, i);
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "the shards disagree on the type of column '%s' (%d on %s, %d on %s)",
                        first->label != NULL ? first->label : "", first->sql_type, one,
                        other->sql_type, another);
        return FALSE;
    }
    return TRUE;
}

/* A label that is a name, not the text of an expression. */
static gboolean
is_name(const char *label)
{
    for (const char *c = label; c != NULL && *c != '\0'; c++)
        if (!g_ascii_isalnum(*c) && *c != '_' && (guchar) *c < 0x80)
            return FALSE;
    return label != NULL && label[0] != '\0';
}

/* A * gives each table's own order of columns. */
static gboolean
check_label(const Inputs *in, guint number, GError **error)
{
    const char *first = in->streams[0]->columns->columns[number].label;

    for (guint i = 1; i < in->n; i++) {
        const char *other = in->streams[i]->columns->columns[number].label;
        if (!is_name(first) || !is_name(other) || g_ascii_strcasecmp(first, other) == 0)
            continue;
        g_autofree char *one = input_name(in, 0);
        g_autofree char *another = input_name(in, i);
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "the shards disagree on the name of column %u ('%s' on %s, '%s' on %s)",
                        number + 1, first, one, other, another);
        return FALSE;
    }
    return TRUE;
}

static gboolean
check_count(const Inputs *in, const ShardMergeSpec *spec, guint n_columns, GError **error)
{
    for (guint i = 1; i < in->n; i++) {
        const ShardColumns *columns = in->streams[i]->columns;
        guint n = columns == NULL ? 0 : columns->n_columns;
        if (n == n_columns)
            continue;
        g_autofree char *one = input_name(in, 0);
        g_autofree char *another = input_name(in, i);
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "the shards gave different numbers of columns (%u on %s, %u on %s)",
                        n_columns - spec->n_hidden, one, n - MIN(n, spec->n_hidden), another);
        return FALSE;
    }
    return TRUE;
}

static gboolean
check_streams(const ShardMergeSpec *spec, const Inputs *in, GError **error)
{
    guint n_columns =
        in->n > 0 && in->streams[0]->columns != NULL ? in->streams[0]->columns->n_columns : 0;

    if (n_columns == 0 || spec->n_hidden >= n_columns) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "the shards gave no columns to merge");
        return FALSE;
    }
    if (!check_count(in, spec, n_columns, error))
        return FALSE;
    for (guint i = 0; i < n_columns; i++)
        if (!check_column(in, i, spec->dialect, error))
            return FALSE;
    for (guint i = 0; i < n_columns - spec->n_hidden && spec->set == NULL; i++)
        if (!check_label(in, i, error))
            return FALSE;
    return TRUE;
}

/* TRUE if sorting by keys sorts by order too. */
static gboolean
is_prefix(const ShardMergeKey *order, guint n_order, const ShardMergeKey *keys, guint n_keys)
{
    if (n_order > n_keys)
        return FALSE;
    for (guint i = 0; i < n_order; i++)
        if (order[i].slot != keys[i].slot || order[i].descending != keys[i].descending ||
            order[i].nulls_first != keys[i].nulls_first)
            return FALSE;
    return TRUE;
}

/* TRUE once the rows of the step in hand come in the final order. */
static gboolean
comes_sorted(const ShardMergeSpec *spec)
{
    switch (spec->group) {
    case SHARD_GROUP_NONE:
        return spec->n_order == 0 || spec->streams_sorted;
    case SHARD_GROUP_SORTED:
        return is_prefix(spec->order, spec->n_order, spec->group_keys, spec->n_group_keys);
    case SHARD_GROUP_HASHED:
        return spec->n_order == 0;
    case SHARD_GROUP_ALL:
        break;
    }
    return TRUE;
}

static gboolean
add_inputs(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;
    gboolean grouped = spec->group == SHARD_GROUP_SORTED;
    gboolean sorted =
        grouped || (spec->group == SHARD_GROUP_NONE && spec->streams_sorted && spec->n_order > 0);

    if (!sorted || self->n_streams == 1) {
        self->taken = TRUE;
        self->top = shard_append_new(self->context, self->streams, self->n_streams);
        return TRUE;
    }
    ShardKeys *keys =
        shard_keys_new(&self->context->layout, grouped ? spec->group_keys : spec->order,
                       grouped ? spec->n_group_keys : spec->n_order, SHARD_FOR_ORDER, error);
    if (keys == NULL)
        return FALSE;
    self->taken = TRUE;
    self->top = shard_sort_new(self->context, self->streams, self->n_streams, keys);
    return TRUE;
}

static gboolean
add_group(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (spec->group != SHARD_GROUP_NONE)
        self->top = shard_group_new(self->context, self->top, error);
    if (self->top != NULL && (spec->n_computed > 0 || spec->having != NULL))
        self->top = shard_compute_new(self->context, self->top, error);
    return self->top != NULL;
}

/* Every visible column is a sort key, so that equal rows come together. */
static gboolean
order_covers_columns(const ShardMergeContext *context)
{
    const ShardMergeSpec *spec = context->spec;

    for (guint i = 0; i < context->layout.n_visible; i++) {
        gboolean found = FALSE;
        for (guint k = 0; !found && k < spec->n_order; k++)
            found = spec->order[k].slot == (ShardSlot) i;
        if (!found)
            return FALSE;
    }
    return spec->streams_sorted && spec->group == SHARD_GROUP_NONE;
}

static gboolean
add_distinct(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (!spec->distinct)
        return TRUE;
    ShardKeys *keys =
        shard_keys_new_for_columns(&self->context->layout, self->context->layout.n_visible,
                                   spec->distinct_compares, spec->n_distinct_compares, error);
    if (keys == NULL)
        return FALSE;
    gboolean adjacent = order_covers_columns(self->context);
    self->top = shard_distinct_new(self->context, self->top, keys, adjacent);
    return TRUE;
}

static guint64
rows_wanted(const ShardMergeSpec *spec)
{
    guint64 wanted = 0;

    if (!spec->has_limit || spec->with_ties || spec->n_distinct_on > 0 ||
        __builtin_add_overflow(spec->offset, spec->limit, &wanted))
        return G_MAXUINT64;
    return wanted;
}

static gboolean
add_order(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (comes_sorted(spec))
        return TRUE;
    ShardKeys *keys =
        shard_keys_new(&self->context->layout, spec->order, spec->n_order, SHARD_FOR_ORDER, error);
    if (keys == NULL)
        return FALSE;
    self->top = shard_sort_memory_new(self->context, self->top, keys, rows_wanted(spec));
    return TRUE;
}

/* The keys of DISTINCT ON lead the order, so that rows equal in them come together. */
static gboolean
order_leads_with_distinct_on(const ShardMergeSpec *spec)
{
    if (spec->n_order < spec->n_distinct_on)
        return FALSE;
    for (guint i = 0; i < spec->n_distinct_on; i++) {
        gboolean found = FALSE;
        for (guint k = 0; !found && k < spec->n_distinct_on; k++)
            found = spec->order[i].slot == spec->distinct_on[k].slot;
        if (!found)
            return FALSE;
    }
    return TRUE;
}

static gboolean
add_distinct_on(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;

    if (spec->n_distinct_on == 0)
        return TRUE;
    ShardKeys *keys = shard_keys_new(&self->context->layout, spec->distinct_on, spec->n_distinct_on,
                                     SHARD_FOR_EQUALITY, error);
    if (keys == NULL)
        return FALSE;
    self->top =
        shard_distinct_new(self->context, self->top, keys, order_leads_with_distinct_on(spec));
    return TRUE;
}

static gboolean
add_limit(Builder *self, GError **error)
{
    const ShardMergeSpec *spec = self->context->spec;
    ShardKeys *ties = NULL;

    if (spec->offset == 0 && !spec->has_limit && self->context->max_rows == 0)
        return TRUE;
    if (spec->has_limit && spec->with_ties && spec->limit > 0) {
        ties = shard_keys_new(&self->context->layout, spec->order, spec->n_order, SHARD_FOR_ORDER,
                              error);
        if (ties == NULL)
            return FALSE;
    }
    self->top = shard_limit_new(self->context, self->top, ties);
    return TRUE;
}

static gboolean
build(Builder *self, GError **error)
{
    return add_inputs(self, error) && add_group(self, error) && add_distinct(self, error) &&
           add_order(self, error) && add_distinct_on(self, error) && add_limit(self, error);
}

static void
free_streams(ShardStream **streams, guint n_streams)
{
    for (guint i = 0; i < n_streams; i++)
        shard_stream_free(streams[i]);
}

static ShardStream *
merge_streams(const ShardMergeSpec *spec, ShardStream **streams, guint n_streams,
              const ShardMergeOptions *options, GError **error)
{
    const Inputs inputs = {streams, n_streams, options->shard_names};
    if (!check_streams(spec, &inputs, error)) {
        free_streams(streams, n_streams);
        return NULL;
    }
    Builder builder = {.context = context_new(spec, streams, n_streams, options),
                       .streams = streams,
                       .n_streams = n_streams};
    if (build(&builder, error))
        return shard_project_new(builder.context, builder.top, streams, n_streams);
    shard_stream_free(builder.top);
    if (!builder.taken)
        free_streams(streams, n_streams);
    shard_merge_context_free(builder.context);
    return NULL;
}

ShardStream *
shard_merge_new(const ShardMergeSpec *spec, ShardStream **streams, guint n_streams,
                const ShardMergeOptions *options, GError **error)
{
    if (spec->set == NULL)
        return merge_streams(spec, streams, n_streams, options, error);
    ShardStream *combined = shard_combine_new(spec, spec->set, streams, options, error);
    return combined == NULL ? NULL : merge_streams(spec, &combined, 1, options, error);
}

/* ---- before the streams run ---- */

static ShardFetch
no_row(ShardStream *self G_GNUC_UNUSED, const ShardValue **out_row G_GNUC_UNUSED,
       GError **error G_GNUC_UNUSED)
{
    return SHARD_END;
}

static void
free_empty(ShardStream *self)
{
    g_free(self);
}

static ShardStream *
empty_stream_new(const ShardColumns *columns)
{
    static const ShardStreamOps ops = {no_row, free_empty};
    ShardStream *self = g_new0(ShardStream, 1);

    self->ops = &ops;
    self->columns = columns;
    return self;
}

gboolean
shard_merge_check(const ShardMergeSpec *spec, const ShardColumns *const *columns, guint n_streams,
                  const ShardMergeOptions *options, GError **error)
{
    g_autofree ShardStream **streams = g_new0(ShardStream *, n_streams);
    g_autofree const char **names = g_new0(const char *, n_streams);
    ShardMergeOptions own = *options;

    for (guint i = 0; i < n_streams; i++) {
        streams[i] = empty_stream_new(columns[i]);
        names[i] = "";
    }
    own.shard_names = names;
    g_autoptr(ShardStream) merged = shard_merge_new(spec, streams, n_streams, &own, error);
    return merged != NULL;
}

ShardColumns *
shard_columns_copy(const ShardColumns *self, ShardArena *arena)
{
    ShardColumns *copy = shard_arena_new0(arena, ShardColumns);

    copy->n_columns = self->n_columns;
    copy->columns = shard_arena_array(arena, ShardColumn, self->n_columns + 1);
    for (guint i = 0; i < self->n_columns; i++) {
        copy->columns[i] = self->columns[i];
        copy->columns[i].label = shard_arena_strndup(arena, self->columns[i].label, -1);
    }
    return copy;
}
