/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/static-result.h"

#include <string.h>

struct _ShardStaticResult {
    ShardStream base; /* must be first */
    ShardColumns columns;
    ShardArena *arena;
    GPtrArray *rows; /* ShardValue arrays in the arena */
    guint next;
};

static ShardFetch
static_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    ShardStaticResult *self = (ShardStaticResult *) base;

    if (self->next == self->rows->len)
        return SHARD_END;
    *out_row = self->rows->pdata[self->next++];
    return SHARD_ROW;
}

static void
static_free(ShardStream *base)
{
    shard_static_result_free((ShardStaticResult *) base);
}

static const ShardStreamOps static_ops = {static_next, static_free};

ShardStaticResult *
shard_static_result_new(const ShardStaticColumn *columns, guint n_columns)
{
    ShardStaticResult *self = g_new0(ShardStaticResult, 1);

    self->arena = shard_arena_new();
    self->rows = g_ptr_array_new();
    self->columns.columns = shard_arena_array(self->arena, ShardColumn, n_columns);
    self->columns.n_columns = n_columns;
    for (guint i = 0; i < n_columns; i++) {
        ShardColumn *column = &self->columns.columns[i];
        column->label = shard_arena_strndup(self->arena, columns[i].label, -1);
        column->sql_type = columns[i].sql_type;
        column->size = columns[i].size;
        column->digits = columns[i].digits;
        column->nullable = columns[i].nullable;
    }
    self->base.ops = &static_ops;
    self->base.columns = &self->columns;
    return self;
}

void
shard_static_result_add(ShardStaticResult *self, const ShardValue *values)
{
    guint n_columns = self->columns.n_columns;
    ShardValue *row = shard_arena_array(self->arena, ShardValue, n_columns);

    for (guint i = 0; i < n_columns; i++)
        row[i] = shard_value_copy(&values[i], self->arena);
    g_ptr_array_add(self->rows, row);
}

typedef struct {
    const guint *columns;
    guint n_columns;
} SortKeys;

static int
compare_text(const ShardValue *a, const ShardValue *b)
{
    gsize size = MIN(a->text.size, b->text.size);
    int order = size > 0 ? memcmp(a->text.data, b->text.data, size) : 0;

    if (order != 0)
        return order;
    return a->text.size < b->text.size ? -1 : a->text.size > b->text.size;
}

static int
compare_values(const ShardValue *a, const ShardValue *b)
{
    gboolean a_null = a->kind == SHARD_VALUE_NULL;
    gboolean b_null = b->kind == SHARD_VALUE_NULL;

    if (a_null || b_null)
        return (int) b_null - (int) a_null;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == SHARD_VALUE_LONG)
        return a->i < b->i ? -1 : a->i > b->i;
    return a->kind == SHARD_VALUE_STRING ? compare_text(a, b) : 0;
}

static int
compare_rows(gconstpointer a, gconstpointer b, gpointer data)
{
    const SortKeys *keys = data;
    const ShardValue *row_a = *(const ShardValue *const *) a;
    const ShardValue *row_b = *(const ShardValue *const *) b;

    for (guint i = 0; i < keys->n_columns; i++) {
        guint column = keys->columns[i];
        int order = compare_values(&row_a[column], &row_b[column]);
        if (order != 0)
            return order;
    }
    return 0;
}

void
shard_static_result_sort(ShardStaticResult *self, const guint *columns, guint n_columns)
{
    SortKeys keys = {columns, n_columns};

    /* Stable, so that rows that are equal by these columns stay as they were added. */
    g_ptr_array_sort_with_data(self->rows, compare_rows, &keys);
}

ShardStream *
shard_static_result_stream(ShardStaticResult *self)
{
    return &self->base;
}

void
shard_static_result_free(ShardStaticResult *self)
{
    if (self == NULL)
        return;
    g_ptr_array_unref(self->rows);
    shard_arena_free(self->arena);
    g_free(self);
}
