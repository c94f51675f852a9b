/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spill.h - rows in a temporary file, written once and then read once.
 *
 * The file has no name (or loses it at once) and is readable by its owner only.
 */
#pragma once

#include "router/base/error.h"
#include "router/base/value.h"

typedef struct _ShardSpill ShardSpill;

/* folder NULL: the system's folder for temporary files. */
ShardSpill *shard_spill_new(const char *folder, GError **error);
void shard_spill_free(ShardSpill *self); /* accepts NULL */

gboolean shard_spill_write(ShardSpill *self, const ShardValue *row, guint n_columns,
                           GError **error);
/* To the first row; nothing is written any more. */
gboolean shard_spill_rewind(ShardSpill *self, GError **error);
guint64 shard_spill_n_left(const ShardSpill *self);
/* The next row.  Text is put where alloc gives room; NULL from it is an error. */
gboolean shard_spill_read(ShardSpill *self, ShardValue *row, guint n_columns,
                          char *(*alloc)(gpointer data, gsize size), gpointer data, GError **error);
