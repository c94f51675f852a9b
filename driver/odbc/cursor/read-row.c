/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/cursor/read-row.h"

static gboolean
is_binary(const ShardColumn *column)
{
    return column->sql_type == SQL_BINARY || column->sql_type == SQL_VARBINARY ||
           column->sql_type == SQL_LONGVARBINARY;
}

static gboolean
read_cell(ShardCursor *self, guint column, gboolean binary, ShardArena *arena, ShardValue *out,
          GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    char buffer[4096];
    SQLLEN length = 0;
    SQLRETURN rc;
    const ShardTarget target = {.c_type = binary ? SQL_C_BINARY : SQL_C_CHAR,
                                .buffer = buffer,
                                .buffer_length = sizeof buffer,
                                .octet_length = &length,
                                .indicator = &length,
                                .precision = -1,
                                .scale = -1};
    const SQLLEN room = (SQLLEN) sizeof buffer - (binary ? 0 : 1);

    do {
        g_autoptr(GError) cut = NULL;
        rc = self->ops->get_data(self, column, &target, &cut);
        if (rc == SQL_ERROR) {
            g_propagate_error(error, g_steal_pointer(&cut));
            return FALSE;
        }
        if (rc != SQL_NO_DATA && length != SQL_NULL_DATA)
            g_byte_array_append(bytes, (const guint8 *) buffer,
                                (guint) (length < 0 || length > room ? room : length));
    } while (rc == SQL_SUCCESS_WITH_INFO);
    g_byte_array_append(bytes, (const guint8 *) "", 1);
    const char *data = shard_arena_memdup(arena, bytes->data, bytes->len);
    *out = length == SQL_NULL_DATA ? SHARD_VALUE_INIT_NULL
                                   : shard_value_string(data, (gssize) bytes->len - 1);
    if (binary && length != SQL_NULL_DATA)
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
