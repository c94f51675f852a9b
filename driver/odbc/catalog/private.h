/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * private.h - what the files of this folder share.
 *
 * A call runs in three steps: catalog.c decides which shards are asked for what, ask.c asks
 * a real driver and brings its rows to the standard's columns, fold.c turns actual names
 * into logical ones.  table.c says where the names stand in each function's rows.
 */
#pragma once

#include "driver/odbc/catalog/catalog.h"
#include "driver/odbc/cursor/static-result.h"

#define SHARD_CATALOG_MAX_COLUMNS 19
#define SHARD_CATALOG_MAX_ORDER 5

typedef struct {
    SQLUSMALLINT function;
    const ShardStaticColumn *columns;
    guint n_columns;
    gint names;                    /* column of the catalog, followed by schema and name; -1 none */
    gint other_names;              /* SQLForeignKeys: those of the foreign key's table; -1 none */
    gint data_type, sql_data_type; /* -1 none */
    gint object;                   /* column of an index's or constraint's name; -1 none */
    gint other_object;             /* the same of the other table */
    gboolean is_pattern;           /* the table's name may be a pattern */
    guint order[SHARD_CATALOG_MAX_ORDER];
    guint n_order;
} ShardCatalogFunction;

/* NULL: no catalog function. */
const ShardCatalogFunction *shard_catalog_function_find(SQLUSMALLINT function);
/* The columns with the labels that ODBC 2 has; in the arena. */
const ShardStaticColumn *shard_catalog_columns2(const ShardCatalogFunction *function,
                                                ShardArena *arena);

typedef struct {
    ShardSession *session;
    const ShardRules *rules;
    ShardDialect dialect;
    const ShardCatalogRequest *request;
    const ShardCatalogFunction *function;
    const char *catalog; /* the logical one; NULL: catalogs are off */
    ShardArena *arena;
    GPtrArray *rows; /* ShardValue arrays in the arena: the answer */
    const char *
        *schemas;       /* per shard: where names without a schema are looked up; NULL not asked */
    gint default_shard; /* -1: none */
} ShardCatalog;

/* ---- ask.c ---- */

/* Asks one shard; *out_rows are ShardValue arrays in the arena with the function's columns, numbers
 * as LONG, names that are empty as NULL.  (transfer container) */
GPtrArray *shard_catalog_ask(ShardCatalog *self, guint shard, const ShardCatalogRequest *request,
                             GError **error);
/* Schema (PostgreSQL) or database (MariaDB) that bare names mean on that shard; "" for SQLite. */
const char *shard_catalog_home(ShardCatalog *self, guint shard, GError **error);

/* ---- place.c ---- */

/* An actual table. */
typedef struct {
    const ShardTable *table; /* NULL: not in the rules */
    gint shard;              /* -1: nowhere */
    const char *schema, *name;
} ShardCatalogPlace;

void shard_catalog_add_row(ShardCatalog *self, const ShardValue *row);
const char *shard_catalog_make_pattern(const ShardCatalog *self, const char *name);
const char *shard_catalog_make_argument(const ShardCatalog *self, const char *argument);
/* The request's column, a pattern for every function that takes one. */
const char *shard_catalog_make_column(const ShardCatalog *self);
/* Schema or catalog of a shard's table (NULL: where bare names lie) into the request, as the brand
 * names it. */
gboolean shard_catalog_set_place(ShardCatalog *self, ShardCatalogRequest *request, guint shard,
                                 const char *schema, GError **error);
/* Adds the rows of the table's first node under the logical name. */
gboolean shard_catalog_ask_table(ShardCatalog *self, const ShardTable *table, GError **error);
/* The schema under which the table is shown fits the application's argument. */
gboolean shard_catalog_fits_schema(ShardCatalog *self, const ShardTable *table,
                                   const char *argument);
/* Where the table lies that schema and name mean. */
ShardCatalogPlace shard_catalog_find_place(ShardCatalog *self, const char *schema,
                                           const char *name);

/* ---- key.c ---- */

gboolean shard_catalog_add_named(ShardCatalog *self, GError **error);
gboolean shard_catalog_add_statistics(ShardCatalog *self, GError **error);
gboolean shard_catalog_add_special_columns(ShardCatalog *self, GError **error);
gboolean shard_catalog_add_foreign_keys(ShardCatalog *self, GError **error);

/* ---- fold.c ---- */

gboolean shard_catalog_is_empty(const char *text);
gboolean shard_catalog_is_all(const char *text);
/* A schema's or catalog's argument that leaves none out. */
gboolean shard_catalog_means_all(const ShardCatalog *self, const char *argument);
/* Does the argument (a pattern, or a name if not is_pattern) fit the name?  NULL and "" fit all. */
gboolean shard_catalog_fits(const ShardCatalog *self, const char *argument, gboolean is_pattern,
                            const char *name);
/* The logical tables that the argument means, in rule order; (transfer container). */
GPtrArray *shard_catalog_match_tables(const ShardCatalog *self, const char *argument);
/* TRUE for a node's actual table, and for what a logical name hides. */
gboolean shard_catalog_is_hidden(ShardCatalog *self, guint shard, const char *schema,
                                 const char *name);
/* The logical table whose node lies under this actual name on the shard; NULL none. */
const ShardTable *shard_catalog_find_logical(ShardCatalog *self, guint shard, const char *schema,
                                             const char *name);
/* Puts logical names into the row: table's for its actual one at names (NULL: only the catalog),
 * and folds the object's name.  */
void shard_catalog_fold(ShardCatalog *self, ShardValue *row, gint names, gint object,
                        const ShardTable *table);
/* The text of a cell; NULL if it is none. */
const char *shard_catalog_text(const ShardValue *value);
