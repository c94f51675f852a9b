/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/catalog/private.h"

#include <string.h>

/* Up to so many tables of one shard are asked for one by one; more by one look at all. */
#define ONE_BY_ONE 4

/* ---- asking for actual tables ---- */

/* The same for many tables in one schema of a shard: actual name -> logical table. */
static gboolean
ask_tables(ShardCatalog *self, guint shard, const char *schema, GHashTable *wanted, GError **error)
{
    ShardCatalogRequest request = *self->request;
    gint names = self->function->names;

    if (!shard_catalog_set_place(self, &request, shard, schema, error))
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
        shard_catalog_add_row(self, row);
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
        if (!shard_catalog_ask_table(self, table, error))
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

static gboolean
add_logical_tables(ShardCatalog *self, GError **error)
{
    g_autoptr(GPtrArray) tables = shard_catalog_match_tables(self, self->request->table);

    for (guint i = tables->len; i-- > 0;)
        if (!shard_catalog_fits_schema(self, tables->pdata[i], self->request->schema))
            g_ptr_array_remove_index(tables, i);
    for (guint i = 0; i < tables->len; i++)
        if (is_first_of_group(tables, i) && !ask_group(self, tables, i, error))
            return FALSE;
    return TRUE;
}

/* ---- tables that the rules don't name: the default shard's ---- */

/* psqlodbc's SQLColumns shows indexes among the tables when the name is a pattern: schema and name
 * of what is no table or view. */
static GHashTable *
list_indexes(ShardCatalog *self, GError **error)
{
    static const char sql[] =
        "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n "
        "ON n.oid = c.relnamespace WHERE c.relkind NOT IN ('r', 'p', 'v', 'm', 'f')";
    guint n_columns = 0;
    ShardBackend *backend =
        shard_session_backend(self->session, (guint) self->default_shard, error);
    g_autoptr(GPtrArray) rows =
        backend != NULL ? shard_backend_query(backend, sql, &n_columns, error) : NULL;
    if (rows == NULL)
        return NULL;
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < rows->len; i++) {
        char **cells = rows->pdata[i];
        g_hash_table_add(names, g_strconcat(cells[0], "\n", cells[1], NULL));
    }
    return names;
}

static gboolean
is_index(GHashTable *indexes, const char *schema, const char *name)
{
    if (indexes == NULL || schema == NULL)
        return FALSE;
    g_autofree char *key = g_strconcat(schema, "\n", name, NULL);
    return g_hash_table_contains(indexes, key);
}

static gboolean
set_default_request(ShardCatalog *self, ShardCatalogRequest *request, GError **error)
{
    const char *home;

    *request = *self->request;
    request->catalog = NULL;
    request->schema = shard_catalog_make_argument(
        self, shard_catalog_is_empty(request->schema) ? NULL : request->schema);
    request->table = shard_catalog_make_argument(self, request->table);
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
    g_autoptr(GHashTable) indexes = NULL;

    if (self->default_shard < 0)
        return TRUE;
    if (self->dialect != SHARD_DIALECT_POSTGRESQL &&
        !shard_catalog_means_all(self, self->request->schema))
        return TRUE;
    if (!set_default_request(self, &request, error))
        return FALSE;
    if (self->function->function == SQL_API_SQLCOLUMNS &&
        self->dialect == SHARD_DIALECT_POSTGRESQL) {
        indexes = list_indexes(self, error);
        if (indexes == NULL)
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
            is_index(indexes, schema, name))
            continue;
        shard_catalog_fold(self, row, names, -1, NULL);
        shard_catalog_add_row(self, row);
    }
    return rows != NULL;
}

/* ---- procedures: those of the shard that stands for all ---- */

static gboolean
add_procedures(ShardCatalog *self, GError **error)
{
    guint shard = (guint) MAX(self->default_shard, 0);
    ShardCatalogRequest request = *self->request;

    request.table = shard_catalog_make_argument(self, request.table);
    request.schema = shard_catalog_make_argument(
        self, shard_catalog_is_empty(request.schema) ? NULL : request.schema);
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
        shard_catalog_add_row(self, rows->pdata[i]);
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
        shard_catalog_add_row(self, make_table_row(self, 0, self->catalog));
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

/* A schema of nodes is one of the application's only if something else is in it. */
static gboolean
is_schema_shown(ShardCatalog *self, guint shard, const char *schema, const char *relation)
{
    if (g_strcmp0(shard_catalog_home(self, shard, NULL), schema) == 0)
        return TRUE;
    if (self->default_shard < 0)
        return FALSE;
    return !is_node_schema(self, shard, schema) ||
           (relation != NULL && !shard_catalog_is_hidden(self, shard, schema, relation));
}

/* Asked in SQL: psqlodbc's own enumeration depends on memory that it never set. */
static gboolean
add_schemas(ShardCatalog *self, GError **error)
{
    static const char sql[] =
        "SELECT n.nspname, c.relname FROM pg_catalog.pg_namespace n LEFT JOIN pg_catalog.pg_class "
        "c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f') "
        "WHERE n.nspname NOT LIKE 'pg#_%' ESCAPE '#' AND n.nspname <> 'information_schema'";
    guint shard = (guint) MAX(self->default_shard, 0);
    guint n_columns = 0;

    if (self->dialect != SHARD_DIALECT_POSTGRESQL)
        return TRUE;
    const char *home = shard_catalog_home(self, shard, error);
    ShardBackend *backend =
        home != NULL ? shard_session_backend(self->session, shard, error) : NULL;
    g_autoptr(GPtrArray) rows =
        backend != NULL ? shard_backend_query(backend, sql, &n_columns, error) : NULL;
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        char **cells = rows->pdata[i];
        /* Rows alike are one in the end. */
        if (is_schema_shown(self, shard, cells[0], cells[1]))
            shard_catalog_add_row(
                self, make_table_row(self, 1, shard_arena_strndup(self->arena, cells[0], -1)));
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
        shard_catalog_add_row(self, make_table_row(self, 3, types[self->dialect][i]));
    return TRUE;
}

/* ---- the call ---- */

static gboolean
is_given_empty(const char *text)
{
    return text != NULL && text[0] == '\0';
}

/* An empty pattern fits no name, but for psqlodbc's SQLTables and MariaDB's driver, which take it
 * as none. */
static gboolean
is_empty_pattern(const ShardCatalog *self)
{
    const ShardCatalogRequest *request = self->request;
    gboolean is_tables = request->function == SQL_API_SQLTABLES;

    if (!is_given_empty(request->table))
        return FALSE;
    if (is_tables && is_given_empty(request->catalog) && is_given_empty(request->schema))
        return self->dialect != SHARD_DIALECT_POSTGRESQL || is_given_empty(request->types);
    return self->dialect == SHARD_DIALECT_SQLITE ||
           (self->dialect == SHARD_DIALECT_POSTGRESQL && !is_tables);
}

/* MariaDB's tables all have a catalog. */
static gboolean
is_without_catalog(const ShardCatalog *self)
{
    return self->dialect == SHARD_DIALECT_MYSQL && self->catalog != NULL &&
           is_given_empty(self->request->catalog);
}

static gboolean
add_pattern_rows(ShardCatalog *self, GError **error)
{
    return is_empty_pattern(self) || is_without_catalog(self) ||
           (add_logical_tables(self, error) && add_default_tables(self, error));
}

static gboolean
add_tables(ShardCatalog *self, GError **error)
{
    const ShardCatalogRequest *request = self->request;
    gboolean no_table = is_given_empty(request->table);

    if (no_table && shard_catalog_is_all(request->catalog) && is_given_empty(request->schema))
        return add_catalogs(self);
    if (no_table && shard_catalog_is_all(request->schema) && is_given_empty(request->catalog))
        return add_schemas(self, error);
    if (no_table && shard_catalog_is_all(request->types) && is_given_empty(request->catalog) &&
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
    {SQL_API_SQLPRIMARYKEYS, shard_catalog_add_named},
    {SQL_API_SQLFOREIGNKEYS, shard_catalog_add_foreign_keys},
    {SQL_API_SQLSTATISTICS, shard_catalog_add_statistics},
    {SQL_API_SQLSPECIALCOLUMNS, shard_catalog_add_special_columns},
    {SQL_API_SQLPROCEDURES, add_procedures},
    {SQL_API_SQLPROCEDURECOLUMNS, add_procedures},
    {SQL_API_SQLTABLEPRIVILEGES, add_pattern_rows},
    {SQL_API_SQLCOLUMNPRIVILEGES, shard_catalog_add_named},
};

/* A catalog that isn't the logical one holds nothing. */
static gboolean
fits_catalog(const ShardCatalog *self, const char *argument)
{
    gboolean is_pattern = self->request->function == SQL_API_SQLTABLES;

    if (shard_catalog_means_all(self, argument))
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

static gboolean
is_named_so(const ShardCatalog *self, const char *identifier, const ShardValue *name)
{
    const char *text = shard_catalog_text(name);

    return text == NULL || shard_catalog_fits(self, identifier, FALSE, text);
}

/* What psqlodbc found in lower case isn't what an identifier in quotes means. */
static void
drop_other_names(const ShardCatalog *self, const ShardCatalogRequest *asked)
{
    gint names = self->function->names;
    gboolean has_column = asked->function == SQL_API_SQLCOLUMNS ||
                          asked->function == SQL_API_SQLPROCEDURECOLUMNS ||
                          asked->function == SQL_API_SQLCOLUMNPRIVILEGES;

    for (guint i = self->rows->len; names >= 0 && asked->metadata_id && i-- > 0;) {
        const ShardValue *row = self->rows->pdata[i];
        if ((self->function->is_pattern && !is_named_so(self, asked->table, &row[names + 2])) ||
            (has_column && !is_named_so(self, asked->column, &row[names + 3])))
            g_ptr_array_remove_index(self->rows, i);
    }
}

static void
set_order(const ShardCatalog *self, ShardStaticResult *result)
{
    /* Keys that refer to a table are sorted by the referring one, and the reverse. */
    static const guint by_key_table[] = {0, 1, 2, 8};
    gboolean only_other = self->request->function == SQL_API_SQLFOREIGNKEYS &&
                          shard_catalog_is_empty(self->request->table);

    if (only_other)
        shard_static_result_sort(result, by_key_table, G_N_ELEMENTS(by_key_table));
    else
        shard_static_result_sort(result, self->function->order, self->function->n_order);
}

/* Numbers of columns are without gaps, whatever was dropped from the table. */
static void
renumber(const ShardCatalog *self)
{
    enum { TABLE_SCHEM = 1, TABLE_NAME = 2, ORDINAL = 16 };
    const char *schema = NULL;
    const char *table = NULL;
    gint64 number = 0;

    if (self->request->function != SQL_API_SQLCOLUMNS ||
        self->dialect != SHARD_DIALECT_POSTGRESQL ||
        !(shard_catalog_is_empty(self->request->column) ||
          shard_catalog_is_all(self->request->column)))
        return;
    for (guint i = 0; i < self->rows->len; i++) {
        ShardValue *row = self->rows->pdata[i];
        const char *name = shard_catalog_text(&row[TABLE_NAME]);
        const char *place = shard_catalog_text(&row[TABLE_SCHEM]);
        number = g_strcmp0(table, name) == 0 && g_strcmp0(schema, place) == 0 ? number + 1 : 1;
        table = name;
        schema = place;
        row[ORDINAL] = shard_value_long(number);
    }
}

/* PostgreSQL's functions of one name have rows alike. */
static gboolean
is_procedures(const ShardCatalog *self)
{
    return self->request->function == SQL_API_SQLPROCEDURES ||
           self->request->function == SQL_API_SQLPROCEDURECOLUMNS;
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
        if (is_procedures(self) || g_hash_table_add(seen, make_key(self, self->rows->pdata[i])))
            shard_static_result_add(result, self->rows->pdata[i]);
    set_order(self, result);
    return shard_static_result_stream(result);
}

/* 'TABLE', VIEW as 'TABLE',VIEW: sqliteodbc stumbles over blanks. */
static const char *
make_types(const ShardCatalog *self)
{
    if (self->request->types == NULL)
        return NULL;
    g_auto(GStrv) words = g_strsplit(self->request->types, ",", -1);
    for (guint i = 0; words[i] != NULL; i++)
        g_strstrip(words[i]);
    g_autofree char *types = g_strjoinv(",", words);
    return shard_arena_strndup(self->arena, types, -1);
}

static gboolean
add_rows(ShardCatalog *self, GError **error)
{
    guint i = 0;

    if (!fits_catalog(self, self->request->catalog) ||
        !fits_catalog(self, self->request->other_catalog))
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
        .catalog = shard_catalog_is_empty(catalog) ? NULL : catalog,
        .arena = arena,
        .rows = rows,
        .schemas = shard_arena_array(arena, const char *, shard_rules_n_shards(rules)),
        .default_shard = shard_rules_default_shard(rules),
    };
    ShardCatalogRequest plain = *request;
    plain.column = shard_catalog_make_column(&self);
    plain.types = make_types(&self);
    self.request = &plain;
    if (!add_rows(&self, error))
        return NULL;
    drop_other_names(&self, request);
    renumber(&self);
    return make_stream(&self);
}
