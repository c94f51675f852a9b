/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog.h - the catalog functions: logical tables only, under logical names.
 *
 * Each is asked of one shard per table (the one of its first node) through the real driver's own
 * catalog function, so that column types, sizes and words are the brand's; actual names are folded
 * to logical ones.  The streams own their columns.
 */
#pragma once

#include "driver/executor/run/run.h"

/* Text arguments as UTF-8; NULL as the application gave it. */
typedef struct {
    SQLUSMALLINT function; /* SQL_API_SQLTABLES … */
    const char *catalog, *schema, *table,
        *column;       /* PrimaryKeys …: table; Procedures: table = proc */
    const char *types; /* SQLTables */
    const char *other_catalog, *other_schema, *other_table; /* SQLForeignKeys: the FK side */
    SQLUSMALLINT identifier_type, scope, nullable;          /* SQLSpecialColumns */
    SQLUSMALLINT unique, accuracy;                          /* SQLStatistics */
    gboolean metadata_id;
    gboolean wide;
    SQLINTEGER odbc_version;
    ShardRun *run; /* a cancel of it is heard; NULL none */
} ShardCatalogRequest;

ShardStream *shard_catalog_new(ShardSession *session, const ShardCatalogRequest *request,
                               GError **error);
