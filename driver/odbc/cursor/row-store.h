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

/* Copies a row.  HY001 when the file can't be written. */
gboolean shard_row_store_add(ShardRowStore *self, const ShardValue *row, GError **error);

/* A row has two numbers, from 0: its index, which stays, and its place among those that haven't
 * been removed. */
guint64 shard_row_store_n(const ShardRowStore *self); /* not removed */
guint64 shard_row_store_index(const ShardRowStore *self, guint64 place);
/* FALSE: there is none, or it was removed. */
gboolean shard_row_store_place(const ShardRowStore *self, guint64 index, guint64 *out_place);

/* The row of that index; valid until the next call of get.  NULL and *error when it can't be read.
 */
const ShardValue *shard_row_store_get(ShardRowStore *self, guint64 index, GError **error);
/* The row has these values from now on; in memory, whatever the limit. */
void shard_row_store_replace(ShardRowStore *self, guint64 index, const ShardValue *row);
void shard_row_store_remove(ShardRowStore *self, guint64 index); /* one that is there */
