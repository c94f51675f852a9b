/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read-row.h - a whole row of a cursor as values, for keeping.
 */
#pragma once

#include "driver/odbc/cursor/cursor.h"

/* The columns of the row that the cursor is on, as bytes or as text in the driver's spelling, in
 * the arena. */
gboolean shard_cursor_read_row(ShardCursor *self, const ShardColumns *columns, ShardArena *arena,
                               ShardValue *out_values, GError **error);
