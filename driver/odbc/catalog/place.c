/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where the tables that an application asks for really lie.
 */
#include "driver/odbc/catalog/private.h"

#include <string.h>

void
shard_catalog_add_row(ShardCatalog *self, const ShardValue *row)
{
    g_ptr_array_add(self->rows, (gpointer) row);
}

/* The name that an identifier is, as a pattern that means just it. */
static const char *
make_name(const ShardCatalog *self, const char *identifier, gboolean is_pattern)
{
    g_autofree char *token = g_strstrip(g_strdup(identifier));
    gboolean quoted;
    g_autofree char *plain =
        shard_identifier_from_token(self->dialect, token, strlen(token), &quoted);

    if (!is_pattern)
        return shard_arena_strndup(self->arena, plain, -1);
    g_autoptr(GString) pattern = g_string_new(NULL);
    for (const char *c = plain; *c != '\0'; c++) {
        if (strchr("\\_%", *c) != NULL)
            g_string_append_c(pattern, '\\');
        g_string_append_c(pattern, *c);
    }
    return shard_arena_strndup(self->arena, pattern->str, (gssize) pattern->len);
}

const char *
shard_catalog_make_argument(const ShardCatalog *self, const char *argument)
{
    if (!self->request->metadata_id || shard_catalog_is_empty(argument))
        return argument;
    return make_name(self, argument, self->function->is_pattern);
}

const char *
shard_catalog_make_column(const ShardCatalog *self)
{
    const char *column = self->request->column;

    if (!self->request->metadata_id || shard_catalog_is_empty(column))
        return column;
    return make_name(self, column, TRUE);
}

/* A pattern that matches the name at least (rows are held against the name later). */
const char *
shard_catalog_make_pattern(const ShardCatalog *self, const char *name)
{
    g_autoptr(GString) pattern = g_string_new(NULL);

    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '\\')
            g_string_append_c(pattern, '\\');
        g_string_append_c(pattern, *c);
    }
    return shard_arena_strndup(self->arena, pattern->str, (gssize) pattern->len);
}

/* Schema or catalog of the node, as the brand names it, into the request. */
gboolean
shard_catalog_set_place(ShardCatalog *self, ShardCatalogRequest *request, guint shard,
                        const char *schema, GError **error)
{
    const char *place = schema;

    if (place == NULL)
        place = shard_catalog_home(self, shard, error);
    if (place == NULL)
        return FALSE;
    request->catalog = request->schema = NULL;
    if (self->dialect == SHARD_DIALECT_POSTGRESQL && place[0] != '\0')
        request->schema = place;
    else if (self->dialect == SHARD_DIALECT_MYSQL && place[0] != '\0')
        request->catalog = place;
    return TRUE;
}

static gboolean
is_row_of(const ShardCatalog *self, const ShardValue *row, const ShardNode *node)
{
    gint names = self->function->names;

    if (names < 0)
        return TRUE;
    const char *name = shard_catalog_text(&row[names + 2]);
    return name != NULL && strcmp(name, node->table) == 0;
}

/* Rows of one node's actual table, under the logical name. */
gboolean
shard_catalog_ask_table(ShardCatalog *self, const ShardTable *table, GError **error)
{
    const ShardNode *node = &table->nodes[0];
    ShardCatalogRequest request = *self->request;

    if (!shard_catalog_set_place(self, &request, node->shard, node->schema, error))
        return FALSE;
    request.table =
        self->function->is_pattern ? shard_catalog_make_pattern(self, node->table) : node->table;
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, node->shard, &request, error);
    if (rows == NULL)
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        ShardValue *row = rows->pdata[i];
        if (!is_row_of(self, row, node))
            continue;
        shard_catalog_fold(self, row, self->function->names, self->function->object, table);
        shard_catalog_add_row(self, row);
    }
    return TRUE;
}

gboolean
shard_catalog_fits_schema(ShardCatalog *self, const ShardTable *table, const char *argument)
{
    if (shard_catalog_means_all(self, argument))
        return TRUE;
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    const char *home = shard_catalog_home(self, table->nodes[0].shard, NULL);
    return home != NULL && shard_catalog_fits(self, argument, self->function->is_pattern, home);
}

/* Where the table that the arguments name lies. */
ShardCatalogPlace
shard_catalog_find_place(ShardCatalog *self, const char *schema, const char *name)
{
    g_autoptr(GPtrArray) tables = NULL;
    ShardCatalogPlace place = {NULL, -1, NULL, NULL};

    if (shard_catalog_is_empty(name) ||
        (self->dialect != SHARD_DIALECT_POSTGRESQL && !shard_catalog_means_all(self, schema)))
        return place;
    tables = shard_catalog_match_tables(self, name);
    if (tables->len > 0 && shard_catalog_fits_schema(self, tables->pdata[0], schema)) {
        const ShardTable *table = tables->pdata[0];
        const ShardNode *node = &table->nodes[0];
        return (ShardCatalogPlace){table, (gint) node->shard, node->schema, node->table};
    }
    const char *argument = shard_catalog_make_argument(self, name);
    if (self->default_shard < 0 ||
        shard_catalog_is_hidden(self, (guint) self->default_shard, schema, argument))
        return place;
    return (ShardCatalogPlace){NULL, self->default_shard, shard_catalog_make_argument(self, schema),
                               argument};
}
