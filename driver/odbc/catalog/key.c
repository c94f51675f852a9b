/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The catalog functions whose table is a name: keys, indexes, row identifiers.
 *
 * What a node's database enforces it enforces for its own rows.  The primary key is taken to be the
 * logical table's; another unique index of a table with several nodes is only claimed to be unique
 * when it holds all sharding keys, or the rules promise it (local-unique).
 */
#include "driver/odbc/catalog/private.h"

#include <string.h>

gboolean
shard_catalog_add_named(ShardCatalog *self, GError **error)
{
    ShardCatalogPlace place = shard_catalog_find_place(
        self, shard_catalog_is_empty(self->request->schema) ? NULL : self->request->schema,
        self->request->table);
    ShardCatalogRequest request = *self->request;

    if (place.shard < 0)
        return TRUE;
    if (place.table != NULL)
        return shard_catalog_ask_table(self, place.table, error);
    if (!shard_catalog_set_place(self, &request, (guint) place.shard, place.schema, error))
        return FALSE;
    request.table = place.name;
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, (guint) place.shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        shard_catalog_fold(self, rows->pdata[i], self->function->names, -1, NULL);
        shard_catalog_add_row(self, rows->pdata[i]);
    }
    return rows != NULL;
}

/* ---- indexes ---- */

static GPtrArray *
ask_place(ShardCatalog *self, const ShardCatalogPlace *place, SQLUSMALLINT function, GError **error)
{
    ShardCatalogRequest request = {.function = function, .table = place->name};

    if (!shard_catalog_set_place(self, &request, (guint) place->shard, place->schema, error))
        return NULL;
    if (function == SQL_API_SQLCOLUMNS)
        request.table = shard_catalog_make_pattern(self, place->name);
    return shard_catalog_ask(self, (guint) place->shard, &request, error);
}

/* Columns of SQLStatistics. */
enum {
    TABLE_SCHEM = 1,
    NON_UNIQUE = 3,
    INDEX_QUALIFIER = 4,
    INDEX_NAME = 5,
    INDEX_TYPE = 6,
    COLUMN_NAME = 8,
    CARDINALITY = 10,
    PAGES = 11
};

static gboolean
is_of_index(const ShardValue *row, const char *index)
{
    return row[INDEX_TYPE].kind == SHARD_VALUE_LONG && row[INDEX_TYPE].i != SQL_TABLE_STAT &&
           g_strcmp0(shard_catalog_text(&row[INDEX_NAME]), index) == 0;
}

static gboolean
has_index_column(GPtrArray *rows, const char *index, const char *column)
{
    for (guint i = 0; i < rows->len; i++) {
        const ShardValue *row = rows->pdata[i];
        const char *name = shard_catalog_text(&row[COLUMN_NAME]);
        if (is_of_index(row, index) && name != NULL && shard_identifier_equal_fold(name, column))
            return TRUE;
    }
    return FALSE;
}

/* All columns of the primary key are among the index's, so that it is unique with it. */
static gboolean
holds_primary_key(GPtrArray *rows, const char *index, GPtrArray *keys)
{
    for (guint i = 0; i < keys->len; i++) {
        const char *name = shard_catalog_text(&((const ShardValue *) keys->pdata[i])[3]);
        if (name == NULL || !has_index_column(rows, index, name))
            return FALSE;
    }
    return keys->len > 0;
}

static gboolean
holds_sharding_keys(GPtrArray *rows, const char *index, const ShardTable *table)
{
    const char *const *keys = shard_table_keys(table);

    for (guint i = 0; keys[i] != NULL; i++)
        if (!has_index_column(rows, index, keys[i]))
            return FALSE;
    return keys[0] != NULL;
}

/* Statistics of one node say nothing about the others. */
static void
mend_index(ShardCatalog *self, ShardValue *row, const ShardTable *table, GPtrArray *keys)
{
    const char *index = shard_catalog_text(&row[INDEX_NAME]);
    gboolean is_unique = row[NON_UNIQUE].kind == SHARD_VALUE_LONG && row[NON_UNIQUE].i == SQL_FALSE;

    row[CARDINALITY] = row[PAGES] = SHARD_VALUE_INIT_NULL;
    if (is_unique && !table->local_unique && !holds_primary_key(self->rows, index, keys) &&
        !holds_sharding_keys(self->rows, index, table))
        row[NON_UNIQUE] = shard_value_long(SQL_TRUE);
}

gboolean
shard_catalog_add_statistics(ShardCatalog *self, GError **error)
{
    if (!shard_catalog_add_named(self, error))
        return FALSE;
    const char *schema = self->request->schema;
    ShardCatalogPlace place = shard_catalog_find_place(
        self, shard_catalog_is_empty(schema) ? NULL : schema, self->request->table);
    for (guint i = 0; place.table != NULL && i < self->rows->len; i++) {
        ShardValue *row = self->rows->pdata[i];
        if (row[INDEX_QUALIFIER].kind == SHARD_VALUE_STRING)
            row[INDEX_QUALIFIER] = row[TABLE_SCHEM];
    }
    if (self->rows->len == 0 || place.table == NULL || place.table->n_nodes < 2)
        return TRUE;
    g_autoptr(GPtrArray) keys = ask_place(self, &place, SQL_API_SQLPRIMARYKEYS, error);
    if (keys == NULL)
        return FALSE;
    for (guint i = 0; i < self->rows->len; i++)
        mend_index(self, self->rows->pdata[i], place.table, keys);
    for (guint i = self->rows->len; i-- > 0;) {
        const ShardValue *row = self->rows->pdata[i];
        if (self->request->unique == SQL_INDEX_UNIQUE && row[NON_UNIQUE].kind == SHARD_VALUE_LONG &&
            row[NON_UNIQUE].i != SQL_FALSE)
            g_ptr_array_remove_index(self->rows, i);
    }
    return TRUE;
}

/* ---- best row id: the primary key, whatever the driver thinks ---- */

static const ShardValue *
find_column(GPtrArray *columns, const char *table, const char *name)
{
    for (guint i = 0; i < columns->len; i++) {
        const ShardValue *row = columns->pdata[i];
        if (g_strcmp0(shard_catalog_text(&row[2]), table) == 0 &&
            g_strcmp0(shard_catalog_text(&row[3]), name) == 0)
            return row;
    }
    return NULL;
}

static void
add_row_id(ShardCatalog *self, const ShardValue *column)
{
    ShardValue *row = shard_arena_array(self->arena, ShardValue, self->function->n_columns);

    row[0] = shard_value_long(SQL_SCOPE_SESSION);
    for (guint i = 1; i <= 6; i++) /* COLUMN_NAME … DECIMAL_DIGITS stand together in both */
        row[i] = column[i + 2];
    row[7] = shard_value_long(SQL_PC_NOT_PSEUDO);
    shard_catalog_add_row(self, row);
}

gboolean
shard_catalog_add_special_columns(ShardCatalog *self, GError **error)
{
    ShardCatalogPlace place = shard_catalog_find_place(
        self, shard_catalog_is_empty(self->request->schema) ? NULL : self->request->schema,
        self->request->table);

    if (place.shard < 0)
        return TRUE;
    if (self->request->identifier_type != SQL_BEST_ROWID)
        return shard_catalog_add_named(self, error);
    g_autoptr(GPtrArray) keys = ask_place(self, &place, SQL_API_SQLPRIMARYKEYS, error);
    if (keys == NULL)
        return FALSE;
    /* Other row identifiers are a node's own: no row of several nodes can be found by them. */
    if (keys->len == 0)
        return place.table != NULL && place.table->n_nodes > 1
                   ? TRUE
                   : shard_catalog_add_named(self, error);
    g_autoptr(GPtrArray) columns = ask_place(self, &place, SQL_API_SQLCOLUMNS, error);
    for (guint i = 0; columns != NULL && i < keys->len; i++) {
        const char *name = shard_catalog_text(&((const ShardValue *) keys->pdata[i])[3]);
        const ShardValue *column = find_column(columns, place.name, name);
        if (column != NULL)
            add_row_id(self, column);
    }
    return columns != NULL;
}

/* ---- foreign keys ---- */

/* FALSE: the row's table can't be seen through us. */
static gboolean
fold_side(ShardCatalog *self, guint shard, ShardValue *row, gint names, gint object)
{
    const char *name = shard_catalog_text(&row[names + 2]);
    const char *schema = shard_catalog_text(&row[names + 1]);
    const ShardTable *table =
        name != NULL ? shard_catalog_find_logical(self, shard, schema, name) : NULL;

    if (table == NULL && (gint) shard != self->default_shard)
        return FALSE;
    shard_catalog_fold(self, row, names, object, table);
    return TRUE;
}

static gboolean
set_side(ShardCatalog *self, const ShardCatalogPlace *place, gboolean other,
         ShardCatalogRequest *request, GError **error)
{
    ShardCatalogRequest side = {0};

    if (!shard_catalog_set_place(self, &side, (guint) place->shard, place->schema, error))
        return FALSE;
    if (other) {
        request->other_catalog = side.catalog;
        request->other_schema = side.schema;
        request->other_table = place->name;
    } else {
        request->catalog = side.catalog;
        request->schema = side.schema;
        request->table = place->name;
    }
    return TRUE;
}

/* The node of b that lies on the shard of a's first node, so that both can be asked together. */
static void
bring_together(const ShardCatalogPlace *a, ShardCatalogPlace *b)
{
    if (b->table == NULL || b->shard == a->shard)
        return;
    for (guint i = 0; i < b->table->n_nodes; i++)
        if ((gint) b->table->nodes[i].shard == a->shard) {
            b->shard = a->shard;
            b->schema = b->table->nodes[i].schema;
            b->name = b->table->nodes[i].table;
            return;
        }
}

gboolean
shard_catalog_add_foreign_keys(ShardCatalog *self, GError **error)
{
    const ShardCatalogRequest *asked = self->request;
    ShardCatalogRequest request = {.function = asked->function};
    gboolean has_key = !shard_catalog_is_empty(asked->table);
    gboolean has_other = !shard_catalog_is_empty(asked->other_table);
    ShardCatalogPlace key = shard_catalog_find_place(
        self, shard_catalog_is_empty(asked->schema) ? NULL : asked->schema, asked->table);
    ShardCatalogPlace other = shard_catalog_find_place(
        self, shard_catalog_is_empty(asked->other_schema) ? NULL : asked->other_schema,
        asked->other_table);

    if ((has_key && key.shard < 0) || (has_other && other.shard < 0) || (!has_key && !has_other))
        return TRUE;
    if (has_key && has_other)
        bring_together(&key, &other);
    if (has_key && has_other && key.shard != other.shard)
        return TRUE;
    if ((has_key && !set_side(self, &key, FALSE, &request, error)) ||
        (has_other && !set_side(self, &other, TRUE, &request, error)))
        return FALSE;
    guint shard = (guint) (has_key ? key.shard : other.shard);
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        ShardValue *row = rows->pdata[i];
        if (fold_side(self, shard, row, self->function->names, self->function->object) &&
            fold_side(self, shard, row, self->function->other_names, self->function->other_object))
            shard_catalog_add_row(self, row);
    }
    return rows != NULL;
}
