/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - the tables behind info.c.
 */
#pragma once

#include "driver/odbc/info/info.h"

/* Columns of the tables; a dialect that isn't known is answered as PostgreSQL. */
typedef enum {
    SHARD_INFO_POSTGRESQL,
    SHARD_INFO_MYSQL,
    SHARD_INFO_SQLITE,
    SHARD_INFO_N_BRANDS
} ShardInfoBrand;

typedef struct {
    SQLUSMALLINT type;
    guint32 values[SHARD_INFO_N_BRANDS];
} ShardInfoNumber;

typedef struct {
    SQLUSMALLINT type;
    const char *values[SHARD_INFO_N_BRANDS];
} ShardInfoText;

extern const ShardInfoNumber shard_info_numbers16[], shard_info_numbers32[];
extern const guint shard_info_numbers16_n, shard_info_numbers32_n;
extern const ShardInfoText shard_info_texts[];
extern const guint shard_info_texts_n;

#define SHARD_TYPE_NONE G_MININT16 /* NULL in the row */

/* One row of SQLGetTypeInfo. */
typedef struct {
    const char *name;
    gint16 data_type;
    gint32 size;
    const char *prefix, *suffix, *parameters;
    gint16 nullable, case_sensitive, searchable, is_unsigned, fixed_scale, auto_unique;
    gint16 min_scale, max_scale, radix;
} ShardTypeRow;

typedef struct {
    const ShardTypeRow *rows;
    guint n_rows;
} ShardTypeTable;

extern const ShardTypeTable shard_type_tables[SHARD_INFO_N_BRANDS];

ShardInfoBrand shard_info_brand(const ShardInfoContext *context);
