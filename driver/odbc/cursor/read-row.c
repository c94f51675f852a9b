/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/read-row.h"

#include "router/base/buffer.h"

static gboolean
is_binary(const ShardColumn *column)
{
    return column->sql_type == SQL_BINARY || column->sql_type == SQL_VARBINARY ||
           column->sql_type == SQL_LONGVARBINARY;
}

/* The whole cell, piece by piece, with a NUL behind. */
static gboolean
read_pieces(ShardCursor *self, guint column, SQLSMALLINT c_type, ShardBuffer *out,
            gboolean *out_is_null, GError **error)
{
    char buffer[4096];
    SQLLEN length = 0;
    SQLRETURN rc;
    const ShardTarget target = {.c_type = c_type,
                                .buffer = buffer,
                                .buffer_length = sizeof buffer,
                                .octet_length = &length,
                                .indicator = &length,
                                .precision = -1,
                                .scale = -1};
    const SQLLEN room = (SQLLEN) sizeof buffer - (c_type == SQL_C_CHAR);

    do {
        g_autoptr(GError) cut = NULL;
        rc = self->ops->get_data(self, column, &target, &cut);
        if (rc == SQL_ERROR) {
            g_propagate_error(error, g_steal_pointer(&cut));
            return FALSE;
        }
        gsize size = length < 0 || length > room ? (gsize) room : (gsize) length;
        if (rc != SQL_NO_DATA && length != SQL_NULL_DATA &&
            !shard_buffer_append(out, buffer, size, error))
            return FALSE;
    } while (rc == SQL_SUCCESS_WITH_INFO);
    *out_is_null = length == SQL_NULL_DATA;
    return shard_buffer_append(out, "", 1, error);
}

static gboolean
read_cell(ShardCursor *self, guint column, gboolean binary, ShardArena *arena, ShardValue *out,
          GError **error)
{
    g_auto(ShardBuffer) cell = {0};
    gboolean is_null = FALSE;

    if (!read_pieces(self, column, binary ? SQL_C_BINARY : SQL_C_CHAR, &cell, &is_null, error))
        return FALSE;
    *out = SHARD_VALUE_INIT_NULL;
    if (is_null)
        return TRUE;
    if (!shard_arena_reserve(arena, cell.size))
        return shard_no_memory(error);
    *out =
        shard_value_string(shard_arena_memdup(arena, cell.data, cell.size), (gssize) cell.size - 1);
    if (binary)
        out->kind = SHARD_VALUE_BYTES;
    return TRUE;
}

gboolean
shard_cursor_read_row(ShardCursor *self, const ShardColumns *columns, ShardArena *arena,
                      ShardValue *out_values, GError **error)
{
    for (guint i = 0; i < columns->n_columns; i++)
        if (!read_cell(self, i + 1, is_binary(&columns->columns[i]), arena, &out_values[i], error))
            return FALSE;
    return TRUE;
}
