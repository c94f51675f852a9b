/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * row-store.h - rows of values kept for going back to: in memory up to a limit, then in a file that
 * has no name and is seen by nobody else.
 */
#pragma once

#include "router/base/error.h"
#include "router/base/value.h"

typedef struct _ShardRowStore ShardRowStore;

/* limit in bytes of memory; folder for the file, NULL: the system's. */
ShardRowStore *shard_row_store_new(guint n_columns, gsize limit, const char *folder);
void shard_row_store_free(ShardRowStore *self); /* accepts NULL */

guint64 shard_row_store_n(const ShardRowStore *self);
/* Copies a row.  HY001 when the file can't be written. */
gboolean shard_row_store_add(ShardRowStore *self, const ShardValue *row, GError **error);
/* Row number from 0; valid until the next call of get.  NULL and *error when it can't be read. */
const ShardValue *shard_row_store_get(ShardRowStore *self, guint64 row, GError **error);
