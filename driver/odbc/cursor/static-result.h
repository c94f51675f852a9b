/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * static-result.h - a result set of our own: catalog rows, type info, PREVIEW, SHOW SHARDING.
 * SHARDING).
 */
#pragma once

#include "driver/odbc/dbc/dbc.h"
#include "driver/merge/stream.h"

typedef struct {
    const char *label;
    gint16 sql_type;
    guint64 size;
    gint16 digits;
    gint16 nullable;
} ShardStaticColumn;

typedef struct _ShardStaticResult ShardStaticResult;

/* columns is borrowed (a constant table). */
ShardStaticResult *shard_static_result_new(const ShardStaticColumn *columns, guint n_columns);
/* One row; the values are copied. */
void shard_static_result_add(ShardStaticResult *self, const ShardValue *values);
/* Sorts the rows by these columns (text by bytes, numbers by value, NULL first). */
void shard_static_result_sort(ShardStaticResult *self, const guint *columns, guint n_columns);
/* The stream of its rows; takes self. */
ShardStream *shard_static_result_stream(ShardStaticResult *self);
void shard_static_result_free(ShardStaticResult *self);

/* PREVIEW: (data_source_name, actual_sql, merge, reason) of a plan. */
ShardStream *shard_preview_stream(const ShardPlan *plan, const ShardRules *rules, GError **error);
/* SHOW SHARDING TABLES, NODES …; words upper case. */
ShardStream *shard_show_sharding_stream(ShardDbc *connection, const char *words, GError **error);
