/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * fake-stream.h - a stream written as text, for tests.
 *
 * Columns: "k:4 g:12 v:3.2 n:-5u": label, ODBC type, digits, unsigned.
 * Rows: cells apart by '|', rows by ';'.  A cell is NULL, true, false, 5 (LONG), 1.50 (DECIMAL),
 * 1.5d (DOUBLE), 7u (UNSIGNED), 'text (to the end of the cell), xtext (BYTES), #NaN (DECIMAL text),
 * @2024-01-31 (DATE).  A row "!" is a failure with SQLSTATE 08S01.
 */
#pragma once

#include "driver/merge/stream.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ShardStream base; /* must be first */
    ShardColumns columns;
    char **rows;
    guint at, n_reads;
    ShardValue *values;
    char *
        *cells; /* of the current row: freed by the next call, so that users of old rows are seen */
    guint *n_live;
} FakeStream;

static inline void
fake_columns_init(ShardColumns *columns, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);

    columns->n_columns = g_strv_length(words);
    columns->columns = g_new0(ShardColumn, columns->n_columns + 1);
    for (guint i = 0; i < columns->n_columns; i++) {
        g_auto(GStrv) parts = g_strsplit(words[i], ":", 2);
        char *end = NULL;
        columns->columns[i].label = g_strdup(parts[0]);
        columns->columns[i].sql_type = (gint16) strtol(parts[1], &end, 10);
        if (*end == '.')
            columns->columns[i].digits = (gint16) strtol(end + 1, &end, 10);
        columns->columns[i].is_unsigned = *end == 'u';
    }
}

static inline ShardValue
fake_value(const char *cell)
{
    gsize size = strlen(cell);
    char last = size > 0 ? cell[size - 1] : '\0';
    ShardValue value = SHARD_VALUE_INIT_NULL;

    if (strcmp(cell, "NULL") == 0)
        return value;
    if (strcmp(cell, "true") == 0 || strcmp(cell, "false") == 0)
        return (ShardValue){.kind = SHARD_VALUE_BOOLEAN, .i = cell[0] == 't'};
    if (cell[0] == '\'')
        return shard_value_string(cell + 1, -1);
    if (cell[0] == '#')
        return shard_value_decimal(cell + 1, -1);
    if (cell[0] == 'x') {
        value = shard_value_string(cell + 1, -1);
        value.kind = SHARD_VALUE_BYTES;
        return value;
    }
    if (cell[0] == '@') {
        value.kind = SHARD_VALUE_DATE;
        value.time.year = (gint32) strtol(cell + 1, NULL, 10);
        value.time.month = (guint8) strtol(cell + 6, NULL, 10);
        value.time.day = (guint8) strtol(cell + 9, NULL, 10);
        return value;
    }
    if (last == 'd')
        return (ShardValue){.kind = SHARD_VALUE_DOUBLE, .d = g_ascii_strtod(cell, NULL)};
    if (last == 'u')
        return (ShardValue){.kind = SHARD_VALUE_UNSIGNED, .u = strtoull(cell, NULL, 10)};
    if (strpbrk(cell, ".E") != NULL)
        return shard_value_decimal(cell, -1);
    return shard_value_long(strtoll(cell, NULL, 10));
}

static inline ShardFetch
fake_next(ShardStream *base, const ShardValue **out_row, GError **error)
{
    FakeStream *self = (FakeStream *) base;

    g_clear_pointer(&self->cells, g_strfreev);
    self->n_reads++;
    if (self->rows[self->at] == NULL)
        return SHARD_END;
    if (strcmp(self->rows[self->at], "!") == 0) {
        shard_error_set(error, SHARD_ERROR_FAILED, "08S01", "the fake stream fails");
        return SHARD_FAILED;
    }
    self->cells = g_strsplit(self->rows[self->at++], "|", -1);
    for (guint i = 0; i < self->columns.n_columns && self->cells[i] != NULL; i++)
        self->values[i] = fake_value(self->cells[i]);
    *out_row = self->values;
    return SHARD_ROW;
}

static inline void
fake_free(ShardStream *base)
{
    FakeStream *self = (FakeStream *) base;

    for (guint i = 0; i < self->columns.n_columns; i++)
        g_free(self->columns.columns[i].label);
    g_free(self->columns.columns);
    g_strfreev(self->rows);
    g_strfreev(self->cells);
    g_free(self->values);
    if (self->n_live != NULL)
        --*self->n_live;
    g_free(self);
}

static inline ShardStream *
fake_stream_new(const char *columns, const char *rows, guint *n_live)
{
    static const ShardStreamOps ops = {fake_next, fake_free};
    FakeStream *self = g_new0(FakeStream, 1);

    fake_columns_init(&self->columns, columns);
    self->base.ops = &ops;
    self->base.columns = &self->columns;
    self->rows = g_strsplit(rows, ";", -1);
    if (rows[0] == '\0')
        g_clear_pointer(&self->rows, g_strfreev);
    if (self->rows == NULL)
        self->rows = g_new0(char *, 1);
    self->values = g_new0(ShardValue, self->columns.n_columns);
    self->n_live = n_live;
    if (n_live != NULL)
        ++*n_live;
    return &self->base;
}

static inline void
fake_append_value(GString *out, const ShardValue *value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    switch (value->kind) {
    case SHARD_VALUE_NULL:
        g_string_append(out, "NULL");
        break;
    case SHARD_VALUE_BOOLEAN:
        g_string_append(out, value->i ? "true" : "false");
        break;
    case SHARD_VALUE_INTEGER:
    case SHARD_VALUE_LONG:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value->i);
        break;
    case SHARD_VALUE_UNSIGNED:
        g_string_append_printf(out, "%" G_GUINT64_FORMAT "u", value->u);
        break;
    case SHARD_VALUE_FLOAT:
    case SHARD_VALUE_DOUBLE:
        g_string_append(out, g_ascii_formatd(number, sizeof number, "%.15g", value->d));
        g_string_append_c(out, 'd');
        break;
    case SHARD_VALUE_DATE:
        g_string_append_printf(out, "@%04d-%02d-%02d", value->time.year, value->time.month,
                               value->time.day);
        break;
    case SHARD_VALUE_BIG_INTEGER:
    case SHARD_VALUE_DECIMAL:
        /* An integer without a point is told from a LONG by its '#'. */
        if (memchr(value->text.data, '.', value->text.size) == NULL)
            g_string_append_c(out, '#');
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
        break;
    case SHARD_VALUE_STRING:
    case SHARD_VALUE_BYTES:
        g_string_append_c(out, value->kind == SHARD_VALUE_STRING ? '\'' : 'x');
        g_string_append_len(out, value->text.data, (gssize) value->text.size);
        break;
    default:
        g_string_append_c(out, '?');
        break;
    }
}

/* All rows as text; an error ends it with "!SQLSTATE". */
static inline char *
fake_read_all(ShardStream *stream, char **out_message)
{
    GString *out = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    const ShardValue *row = NULL;
    ShardFetch fetch = SHARD_ROW;

    while ((fetch = shard_stream_next(stream, &row, &error)) == SHARD_ROW) {
        if (out->len > 0)
            g_string_append_c(out, ';');
        for (guint i = 0; i < stream->columns->n_columns; i++) {
            if (i > 0)
                g_string_append_c(out, '|');
            fake_append_value(out, &row[i]);
        }
    }
    if (fetch == SHARD_FAILED) {
        g_string_append_printf(out, "!%s", shard_error_sqlstate(error, 0));
        if (out_message != NULL)
            *out_message = g_strdup(error->message);
    }
    return g_string_free(out, FALSE);
}
