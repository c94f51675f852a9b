/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* string_agg and GROUP_CONCAT: the raw arguments kept, sorted if asked, joined. */
#include "driver/merge/aggregate/ops.h"
#include "driver/merge/compare/number.h"

#include <string.h>

/* Of a block of an arena, at most. */
#define ROUNDING 16

/* A list in the order of arrival; all of it lies in the aggregate's arena. */
typedef struct StringPart StringPart;
struct StringPart {
    StringPart *next;
    ShardValue text;
    ShardValue *cells; /* of the order keys */
};

typedef struct {
    StringPart *first, *last;
    gsize n_parts;
} StringState;

static void
trim_char(const ShardAggregate *self, ShardValue *text)
{
    const ShardLayout *layout = &self->context->layout;

    if (!shard_column_is_padded(&layout->columns->columns[self->input], layout->dialect))
        return;
    while (text->text.size > 0 && text->text.data[text->text.size - 1] == ' ')
        text->text.size--;
}

/* Text that every brand prints alike; floating numbers are not among it. */
static gboolean
part_text(const ShardAggregate *self, const ShardValue *value, ShardArena *arena,
          ShardValue *out_text, GError **error)
{
    if (shard_value_has_text(value)) {
        *out_text = *value;
        out_text->kind = value->kind == SHARD_VALUE_BYTES ? SHARD_VALUE_BYTES : SHARD_VALUE_STRING;
        trim_char(self, out_text);
        return TRUE;
    }
    if (shard_value_is_integer(value) || value->kind == SHARD_VALUE_UNSIGNED) {
        *out_text = shard_value_string(shard_value_to_text(value, arena), -1);
        return TRUE;
    }
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "values of column '%s' can't be joined to text across shards; cast them to "
                    "text in the statement",
                    shard_layout_label(&self->context->layout, self->input));
    return FALSE;
}

/* In MariaDB's GROUP_CONCAT a NULL comes where a 0 does. */
static void
read_order(const ShardAggregate *self, const ShardValue *row, ShardValue *cells, guint n_cells)
{
    shard_keys_read(self->order, row, cells);
    if (self->context->layout.dialect != SHARD_DIALECT_MYSQL)
        return;
    for (guint i = 0; i < n_cells; i++) {
        ShardTypeClass type = self->spec->order[i].compare.type;
        if (cells[i].kind == SHARD_VALUE_NULL && type >= SHARD_TYPE_INTEGER &&
            type <= SHARD_TYPE_DOUBLE)
            cells[i] = shard_value_long(0);
    }
}

static gboolean
string_step(ShardAggregate *self, gpointer state, const ShardValue *cell, const ShardValue *row,
            GError **error)
{
    StringState *string = state;
    guint n_cells = self->order != NULL ? shard_keys_n(self->order) : 0;
    StringPart *part = shard_arena_new0(self->arena, StringPart);
    ShardValue text;

    if (!part_text(self, &row[self->input], self->arena, &text, error))
        return FALSE;
    g_autofree ShardValue *cells = g_new0(ShardValue, MAX(n_cells, 1));
    if (n_cells > 0)
        read_order(self, row, cells, n_cells);
    gsize size = text.text.size + sizeof *part + n_cells * sizeof(ShardValue) +
                 shard_values_text_size(cells, n_cells);
    if (!shard_memory_take_from(&self->context->memory, self->arena,
                                size + ROUNDING * (n_cells + 2), "joining text", error))
        return FALSE;
    part->text = shard_value_copy(&text, self->arena);
    part->cells = shard_arena_array(self->arena, ShardValue, MAX(n_cells, 1));
    for (guint i = 0; i < n_cells; i++)
        part->cells[i] = shard_value_copy(&cells[i], self->arena);
    if (string->last != NULL)
        string->last->next = part;
    else
        string->first = part;
    string->last = part;
    string->n_parts++;
    return TRUE;
}

static int
compare_parts(gconstpointer a, gconstpointer b, gpointer data)
{
    const StringPart *const *left = a;
    const StringPart *const *right = b;

    return shard_keys_compare(data, (*left)->cells, (*right)->cells);
}

/* MariaDB cuts at group_concat_max_len, which the column's size tells. */
static gboolean
check_size(const ShardAggregate *self, gsize size, GError **error)
{
    const ShardColumn *column = &self->context->layout.columns->columns[self->target];

    if (self->context->layout.dialect != SHARD_DIALECT_MYSQL || column->size == 0 ||
        size <= column->size)
        return TRUE;
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "GROUP_CONCAT over several shards is longer than the server's "
                    "group_concat_max_len lets it be");
    return FALSE;
}

static gboolean
string_finish(ShardAggregate *self, gpointer state, ShardArena *arena, ShardValue *out_value,
              GError **error)
{
    StringState *string = state;
    const ShardValue *separator = self->spec->separator;
    gsize separator_size =
        separator != NULL && shard_value_has_text(separator) ? separator->text.size : 0;

    *out_value = SHARD_VALUE_INIT_NULL;
    if (string->n_parts == 0)
        return TRUE;
    g_autofree StringPart **parts = g_new(StringPart *, string->n_parts);
    gsize n_parts = 0;
    gsize size = separator_size * (string->n_parts - 1);
    for (StringPart *part = string->first; part != NULL; part = part->next) {
        parts[n_parts++] = part;
        size += part->text.text.size;
    }
    if (self->order != NULL)
        g_qsort_with_data(parts, (gint) n_parts, sizeof *parts, compare_parts, self->order);
    if ((self->order != NULL && !shard_keys_check(self->order, error)) ||
        !check_size(self, size, error) ||
        !shard_memory_take_from(&self->context->memory, arena, size + 1, "joining text", error))
        return FALSE;

    char *text = shard_arena_alloc(arena, size + 1);
    char *at = text;
    for (gsize i = 0; i < n_parts; i++) {
        if (i > 0 && separator_size > 0)
            at = (char *) memcpy(at, separator->text.data, separator_size) + separator_size;
        if (parts[i]->text.text.size > 0)
            at = (char *) memcpy(at, parts[i]->text.text.data, parts[i]->text.text.size) +
                 parts[i]->text.text.size;
    }
    *out_value = shard_value_string(text, (gssize) size);
    out_value->kind = parts[0]->text.kind;
    return TRUE;
}

static void
string_clear(gpointer state)
{
    *(StringState *) state = (StringState){0};
}

const ShardAggregateOps shard_string_ops = {
    sizeof(StringState),
    FALSE,
    FALSE,
    (1U << SHARD_DIALECT_POSTGRESQL) | (1U << SHARD_DIALECT_MYSQL) | (1U << SHARD_DIALECT_SQLITE),
    string_step,
    string_finish,
    string_clear,
};
