/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/catalog-private.h"

#include <string.h>

/* Up to so many tables of one shard are asked for one by one; more by one look at all. */
#define ONE_BY_ONE 4

static gboolean
is_empty(const char *text)
{
    return text == NULL || text[0] == '\0';
}

static gboolean
is_all(const char *text)
{
    return text != NULL && strcmp(text, "%") == 0;
}

static void
add_row(ShardCatalog *self, const ShardValue *row)
{
    g_ptr_array_add(self->rows, (gpointer) row);
}

/* ---- asking for actual tables ---- */

/* A pattern that matches the name at least (rows are held against the name later). */
static const char *
make_pattern(const ShardCatalog *self, const char *name)
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
static gboolean
set_place(ShardCatalog *self, ShardCatalogRequest *request, guint shard, const char *schema,
          GError **error)
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
static gboolean
ask_table(ShardCatalog *self, const ShardTable *table, GError **error)
{
    const ShardNode *node = &table->nodes[0];
    ShardCatalogRequest request = *self->request;

    if (!set_place(self, &request, node->shard, node->schema, error))
        return FALSE;
    request.table = self->function->is_pattern ? make_pattern(self, node->table) : node->table;
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, node->shard, &request, error);
    if (rows == NULL)
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        ShardValue *row = rows->pdata[i];
        if (!is_row_of(self, row, node))
            continue;
        shard_catalog_fold(self, row, self->function->names, self->function->object, table);
        add_row(self, row);
    }
    return TRUE;
}

/* The same for many tables in one schema of a shard: actual name -> logical table. */
static gboolean
ask_tables(ShardCatalog *self, guint shard, const char *schema, GHashTable *wanted, GError **error)
{
    ShardCatalogRequest request = *self->request;
    gint names = self->function->names;

    if (!set_place(self, &request, shard, schema, error))
        return FALSE;
    request.table = "%";
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, shard, &request, error);
    if (rows == NULL)
        return FALSE;
    for (guint i = 0; i < rows->len; i++) {
        ShardValue *row = rows->pdata[i];
        const char *name = shard_catalog_text(&row[names + 2]);
        const ShardTable *table = name != NULL ? g_hash_table_lookup(wanted, name) : NULL;
        if (table == NULL)
            continue;
        shard_catalog_fold(self, row, names, self->function->object, table);
        add_row(self, row);
    }
    return TRUE;
}

static gboolean
same_place(const ShardNode *a, const ShardNode *b)
{
    return a->shard == b->shard && g_strcmp0(a->schema, b->schema) == 0;
}

/* All matched tables whose first node lies where that of tables[first] does. */
static gboolean
ask_group(ShardCatalog *self, GPtrArray *tables, guint first, GError **error)
{
    const ShardNode *place = &((const ShardTable *) tables->pdata[first])->nodes[0];
    g_autoptr(GHashTable) wanted = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = first; i < tables->len; i++) {
        const ShardTable *table = tables->pdata[i];
        if (same_place(&table->nodes[0], place))
            g_hash_table_insert(wanted, (gpointer) table->nodes[0].table, (gpointer) table);
    }
    if (g_hash_table_size(wanted) > ONE_BY_ONE)
        return ask_tables(self, place->shard, place->schema, wanted, error);
    GHashTableIter iter;
    gpointer table;
    g_hash_table_iter_init(&iter, wanted);
    while (g_hash_table_iter_next(&iter, NULL, &table))
        if (!ask_table(self, table, error))
            return FALSE;
    return TRUE;
}

static gboolean
is_first_of_group(GPtrArray *tables, guint at)
{
    const ShardTable *table = tables->pdata[at];

    for (guint i = 0; i < at; i++)
        if (same_place(&((const ShardTable *) tables->pdata[i])->nodes[0], &table->nodes[0]))
            return FALSE;
    return TRUE;
}

/* The schema under which the table is shown must fit the application's argument. */
static gboolean
fits_schema(ShardCatalog *self, const ShardTable *table)
{
    const char *argument = self->request->schema;

    if (is_empty(argument) || is_all(argument))
        return TRUE;
    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return FALSE;
    const char *home = shard_catalog_home(self, table->nodes[0].shard, NULL);
    return home != NULL && shard_catalog_fits(self, argument, self->function->is_pattern, home);
}

static gboolean
add_logical_tables(ShardCatalog *self, GError **error)
{
    g_autoptr(GPtrArray) tables = shard_catalog_match_tables(self, self->request->table);

    for (guint i = tables->len; i-- > 0;)
        if (!fits_schema(self, tables->pdata[i]))
            g_ptr_array_remove_index(tables, i);
    for (guint i = 0; i < tables->len; i++)
        if (is_first_of_group(tables, i) && !ask_group(self, tables, i, error))
            return FALSE;
    return TRUE;
}

/* ---- tables that the rules don't name: the default shard's ---- */

/* An identifier as a pattern that means just it. */
static const char *
make_argument(const ShardCatalog *self, const char *argument)
{
    if (!self->request->metadata_id || is_empty(argument))
        return argument;
    g_autofree char *token = g_strstrip(g_strdup(argument));
    gboolean quoted;
    g_autofree char *plain =
        shard_identifier_from_token(self->dialect, token, strlen(token), &quoted);
    if (!self->function->is_pattern)
        return shard_arena_strndup(self->arena, plain, -1);
    g_autoptr(GString) pattern = g_string_new(NULL);
    for (const char *c = plain; *c != '\0'; c++) {
        if (strchr("\\_%", *c) != NULL)
            g_string_append_c(pattern, '\\');
        g_string_append_c(pattern, *c);
    }
    return shard_arena_strndup(self->arena, pattern->str, (gssize) pattern->len);
}

/* psqlodbc's SQLColumns shows indexes among the tables when the name is a pattern: the names that
 * SQLTables knows are the tables. */
static GHashTable *
list_relations(ShardCatalog *self, const ShardCatalogRequest *like, GError **error)
{
    ShardCatalogRequest request = {.function = SQL_API_SQLTABLES,
                                   .catalog = like->catalog,
                                   .schema = like->schema,
                                   .table = like->table};
    g_autoptr(GPtrArray) rows =
        shard_catalog_ask(self, (guint) self->default_shard, &request, error);
    if (rows == NULL)
        return NULL;
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < rows->len; i++) {
        const ShardValue *row = rows->pdata[i];
        if (shard_catalog_text(&row[2]) != NULL)
            g_hash_table_add(names, (gpointer) shard_catalog_text(&row[2]));
    }
    return names;
}

static gboolean
set_default_request(ShardCatalog *self, ShardCatalogRequest *request, GError **error)
{
    const char *home;

    *request = *self->request;
    request->catalog = NULL;
    request->schema = make_argument(self, is_empty(request->schema) ? NULL : request->schema);
    request->table = make_argument(self, request->table);
    if (self->dialect == SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    home = shard_catalog_home(self, (guint) self->default_shard, error);
    if (home == NULL)
        return FALSE;
    request->schema = NULL;
    request->catalog = home[0] != '\0' ? home : NULL;
    return TRUE;
}

static gboolean
add_default_tables(ShardCatalog *self, GError **error)
{
    ShardCatalogRequest request;
    gint names = self->function->names;
    g_autoptr(GHashTable) relations = NULL;

    if (self->default_shard < 0)
        return TRUE;
    if (self->dialect != SHARD_DIALECT_POSTGRESQL && !is_empty(self->request->schema) &&
        !is_all(self->request->schema))
        return TRUE;
    if (!set_default_request(self, &request, error))
        return FALSE;
    if (self->function->function == SQL_API_SQLCOLUMNS &&
        self->dialect == SHARD_DIALECT_POSTGRESQL) {
        relations = list_relations(self, &request, error);
        if (relations == NULL)
            return FALSE;
    }
    g_autoptr(GPtrArray) rows =
        shard_catalog_ask(self, (guint) self->default_shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        ShardValue *row = rows->pdata[i];
        const char *schema = shard_catalog_text(&row[names + 1]);
        const char *name = shard_catalog_text(&row[names + 2]);
        if (name == NULL ||
            shard_catalog_is_hidden(self, (guint) self->default_shard, schema, name) ||
            (relations != NULL && !g_hash_table_contains(relations, name)))
            continue;
        shard_catalog_fold(self, row, names, -1, NULL);
        add_row(self, row);
    }
    return rows != NULL;
}

/* ---- functions whose table is a name ---- */

typedef struct {
    const ShardTable *table;   /* NULL: not in the rules */
    gint shard;                /* -1: nowhere */
    const char *schema, *name; /* actual */
} Place;

/* Where the table that the arguments name lies. */
static Place
find_place(ShardCatalog *self, const char *schema, const char *name)
{
    g_autoptr(GPtrArray) tables = NULL;
    Place place = {NULL, -1, NULL, NULL};

    if (is_empty(name))
        return place;
    tables = shard_catalog_match_tables(self, name);
    if (tables->len > 0) {
        const ShardTable *table = tables->pdata[0];
        if (!fits_schema(self, table) && schema == self->request->schema)
            return place;
        const ShardNode *node = &table->nodes[0];
        return (Place){table, (gint) node->shard, node->schema, node->table};
    }
    const char *argument = make_argument(self, name);
    if (self->default_shard < 0 ||
        shard_catalog_is_hidden(self, (guint) self->default_shard, schema, argument))
        return place;
    return (Place){NULL, self->default_shard, make_argument(self, schema), argument};
}

static gboolean
add_named_table(ShardCatalog *self, GError **error)
{
    Place place = find_place(self, is_empty(self->request->schema) ? NULL : self->request->schema,
                             self->request->table);
    ShardCatalogRequest request = *self->request;

    if (place.shard < 0)
        return TRUE;
    if (place.table != NULL)
        return ask_table(self, place.table, error);
    if (!set_place(self, &request, (guint) place.shard, place.schema, error))
        return FALSE;
    request.table = place.name;
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, (guint) place.shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        shard_catalog_fold(self, rows->pdata[i], self->function->names, -1, NULL);
        add_row(self, rows->pdata[i]);
    }
    return rows != NULL;
}

/* Statistics of one node say nothing about the others. */
static gboolean
add_statistics(ShardCatalog *self, GError **error)
{
    if (!add_named_table(self, error))
        return FALSE;
    g_autoptr(GPtrArray) tables = shard_catalog_match_tables(self, self->request->table);
    if (tables->len == 0 || ((const ShardTable *) tables->pdata[0])->n_nodes < 2)
        return TRUE;
    for (guint i = 0; i < self->rows->len; i++) {
        ShardValue *row = self->rows->pdata[i];
        row[10] = row[11] = SHARD_VALUE_INIT_NULL;
    }
    return TRUE;
}

/* ---- best row id: the primary key, whatever the driver thinks ---- */

static GPtrArray *
ask_place(ShardCatalog *self, const Place *place, SQLUSMALLINT function, GError **error)
{
    ShardCatalogRequest request = {.function = function, .table = place->name};

    if (!set_place(self, &request, (guint) place->shard, place->schema, error))
        return NULL;
    if (function == SQL_API_SQLCOLUMNS)
        request.table = make_pattern(self, place->name);
    return shard_catalog_ask(self, (guint) place->shard, &request, error);
}

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
    add_row(self, row);
}

static gboolean
add_special_columns(ShardCatalog *self, GError **error)
{
    Place place = find_place(self, is_empty(self->request->schema) ? NULL : self->request->schema,
                             self->request->table);

    if (place.shard < 0)
        return TRUE;
    if (self->request->identifier_type != SQL_BEST_ROWID)
        return add_named_table(self, error);
    g_autoptr(GPtrArray) keys = ask_place(self, &place, SQL_API_SQLPRIMARYKEYS, error);
    if (keys == NULL)
        return FALSE;
    if (keys->len == 0)
        return add_named_table(self, error);
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
set_side(ShardCatalog *self, const Place *place, gboolean other, ShardCatalogRequest *request,
         GError **error)
{
    ShardCatalogRequest side = {0};

    if (!set_place(self, &side, (guint) place->shard, place->schema, error))
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
bring_together(const Place *a, Place *b)
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

static gboolean
add_foreign_keys(ShardCatalog *self, GError **error)
{
    const ShardCatalogRequest *asked = self->request;
    ShardCatalogRequest request = {.function = asked->function};
    gboolean has_key = !is_empty(asked->table);
    gboolean has_other = !is_empty(asked->other_table);
    Place key = find_place(self, is_empty(asked->schema) ? NULL : asked->schema, asked->table);
    Place other = find_place(self, is_empty(asked->other_schema) ? NULL : asked->other_schema,
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
            add_row(self, row);
    }
    return rows != NULL;
}

/* ---- procedures: those of the shard that stands for all ---- */

static gboolean
add_procedures(ShardCatalog *self, GError **error)
{
    guint shard = (guint) MAX(self->default_shard, 0);
    ShardCatalogRequest request = *self->request;

    request.table = make_argument(self, request.table);
    request.schema = make_argument(self, is_empty(request.schema) ? NULL : request.schema);
    request.catalog = NULL;
    if (self->dialect == SHARD_DIALECT_MYSQL) {
        const char *home = shard_catalog_home(self, shard, error);
        if (home == NULL)
            return FALSE;
        request.catalog = home[0] != '\0' ? home : NULL;
    }
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        shard_catalog_fold(self, rows->pdata[i], self->function->names, -1, NULL);
        add_row(self, rows->pdata[i]);
    }
    return rows != NULL;
}

/* ---- SQLTables' enumerations ---- */

static ShardValue *
make_table_row(ShardCatalog *self, guint column, const char *text)
{
    ShardValue *row = shard_arena_array(self->arena, ShardValue, self->function->n_columns);

    row[column] = shard_value_string(text, -1);
    return row;
}

static gboolean
add_catalogs(ShardCatalog *self)
{
    if (self->catalog != NULL)
        add_row(self, make_table_row(self, 0, self->catalog));
    return TRUE;
}

static gboolean
is_node_schema(const ShardCatalog *self, guint shard, const char *schema)
{
    for (guint i = 0; i < shard_rules_n_tables(self->rules); i++) {
        const ShardTable *table = shard_rules_table(self->rules, i);
        for (guint n = 0; n < table->n_nodes; n++)
            if (table->nodes[n].shard == shard && g_strcmp0(table->nodes[n].schema, schema) == 0)
                return TRUE;
    }
    return FALSE;
}

static gboolean
add_schemas(ShardCatalog *self, GError **error)
{
    guint shard = (guint) MAX(self->default_shard, 0);
    ShardCatalogRequest request = {
        .function = SQL_API_SQLTABLES, .catalog = "", .schema = "%", .table = "", .types = ""};

    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    const char *home = shard_catalog_home(self, shard, error);
    if (home == NULL)
        return FALSE;
    g_autoptr(GPtrArray) rows = shard_catalog_ask(self, shard, &request, error);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        const char *schema = shard_catalog_text(&((const ShardValue *) rows->pdata[i])[1]);
        if (schema == NULL)
            continue;
        if (strcmp(schema, home) == 0 ||
            (self->default_shard >= 0 && !is_node_schema(self, shard, schema)))
            add_row(self, make_table_row(self, 1, schema));
    }
    return rows != NULL;
}

/* The words of the brand's driver. */
static gboolean
add_types(ShardCatalog *self)
{
    static const char *const types[][5] = {
        [SHARD_DIALECT_POSTGRESQL] = {"FOREIGN TABLE", "MATVIEW", "SYSTEM TABLE", "TABLE", "VIEW"},
        [SHARD_DIALECT_MYSQL] = {"SYSTEM VIEW", "TABLE", "VIEW"},
        [SHARD_DIALECT_SQLITE] = {"SYSTEM TABLE", "TABLE", "VIEW"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(types[0]) && types[self->dialect][i] != NULL; i++)
        add_row(self, make_table_row(self, 3, types[self->dialect][i]));
    return TRUE;
}

/* ---- the call ---- */

static gboolean
add_pattern_rows(ShardCatalog *self, GError **error)
{
    return add_logical_tables(self, error) && add_default_tables(self, error);
}

static gboolean
is_given_empty(const char *text)
{
    return text != NULL && text[0] == '\0';
}

static gboolean
add_tables(ShardCatalog *self, GError **error)
{
    const ShardCatalogRequest *request = self->request;
    gboolean no_table = is_given_empty(request->table);

    if (no_table && is_all(request->catalog) && is_given_empty(request->schema))
        return add_catalogs(self);
    if (no_table && is_all(request->schema) && is_given_empty(request->catalog))
        return add_schemas(self, error);
    if (no_table && is_all(request->types) && is_given_empty(request->catalog) &&
        is_given_empty(request->schema))
        return add_types(self);
    return add_pattern_rows(self, error);
}

static const struct {
    SQLUSMALLINT function;
    gboolean (*add)(ShardCatalog *self, GError **error);
} adders[] = {
    {SQL_API_SQLTABLES, add_tables},
    {SQL_API_SQLCOLUMNS, add_pattern_rows},
    {SQL_API_SQLPRIMARYKEYS, add_named_table},
    {SQL_API_SQLFOREIGNKEYS, add_foreign_keys},
    {SQL_API_SQLSTATISTICS, add_statistics},
    {SQL_API_SQLSPECIALCOLUMNS, add_special_columns},
    {SQL_API_SQLPROCEDURES, add_procedures},
    {SQL_API_SQLPROCEDURECOLUMNS, add_procedures},
    {SQL_API_SQLTABLEPRIVILEGES, add_pattern_rows},
    {SQL_API_SQLCOLUMNPRIVILEGES, add_named_table},
};

/* A catalog that isn't the logical one holds nothing. */
static gboolean
fits_catalog(const ShardCatalog *self)
{
    const char *argument = self->request->catalog;
    gboolean is_pattern = self->request->function == SQL_API_SQLTABLES;

    if (is_empty(argument) || is_all(argument))
        return TRUE;
    return self->catalog != NULL && shard_catalog_fits(self, argument, is_pattern, self->catalog);
}

/* A row's text, to find rows that several actual tables gave alike. */
static char *
make_key(const ShardCatalog *self, const ShardValue *row)
{
    GString *key = g_string_new(NULL);

    for (guint i = 0; i < self->function->n_columns; i++) {
        const char *text = shard_catalog_text(&row[i]);
        if (row[i].kind == SHARD_VALUE_LONG)
            g_string_append_printf(key, "%" G_GINT64_FORMAT, row[i].i);
        g_string_append_printf(key, "%s%c", text != NULL ? text : "", text != NULL ? 1 : 2);
    }
    return g_string_free(key, FALSE);
}

static void
set_order(const ShardCatalog *self, ShardStaticResult *result)
{
    /* Keys that refer to a table are sorted by the referring one, and the reverse. */
    static const guint by_key_table[] = {0, 1, 2, 8};
    gboolean only_other =
        self->request->function == SQL_API_SQLFOREIGNKEYS && is_empty(self->request->table);

    if (only_other)
        shard_static_result_sort(result, by_key_table, G_N_ELEMENTS(by_key_table));
    else
        shard_static_result_sort(result, self->function->order, self->function->n_order);
}

static ShardStream *
make_stream(const ShardCatalog *self)
{
    gboolean odbc2 = self->request->odbc_version == SQL_OV_ODBC2;
    const ShardStaticColumn *columns =
        odbc2 ? shard_catalog_columns2(self->function, self->arena) : self->function->columns;
    ShardStaticResult *result = shard_static_result_new(columns, self->function->n_columns);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < self->rows->len; i++)
        if (g_hash_table_add(seen, make_key(self, self->rows->pdata[i])))
            shard_static_result_add(result, self->rows->pdata[i]);
    set_order(self, result);
    return shard_static_result_stream(result);
}

static gboolean
add_rows(ShardCatalog *self, GError **error)
{
    guint i = 0;

    if (!fits_catalog(self))
        return TRUE;
    while (adders[i].function != self->request->function)
        i++;
    return adders[i].add(self, error);
}

ShardStream *
shard_catalog_new(ShardSession *session, const ShardCatalogRequest *request, GError **error)
{
    const ShardCatalogFunction *function = shard_catalog_function_find(request->function);
    if (function == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY092", "no catalog function");
        return NULL;
    }
    if (request->metadata_id && function->is_pattern && request->table == NULL) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY009",
                        "with SQL_ATTR_METADATA_ID a table must be named");
        return NULL;
    }
    ShardDialect dialect = shard_session_dialect(session, error);
    if (dialect == SHARD_DIALECT_UNKNOWN)
        return NULL;
    const ShardRules *rules = shard_router_rules(shard_session_router(session));
    const char *catalog = shard_session_settings(session)->catalog;
    g_autoptr(ShardArena) arena = shard_arena_new();
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    ShardCatalog self = {
        .session = session,
        .rules = rules,
        .dialect = dialect,
        .request = request,
        .function = function,
        .catalog = is_empty(catalog) ? NULL : catalog,
        .arena = arena,
        .rows = rows,
        .schemas = shard_arena_array(arena, const char *, shard_rules_n_shards(rules)),
        .default_shard = shard_rules_default_shard(rules),
    };
    return add_rows(&self, error) ? make_stream(&self) : NULL;
}
