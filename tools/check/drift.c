/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* drift.c - the same table everywhere: columns, types, keys, collations, rights of every node. */
#include "tools/check/check.h"

#include "driver/executor/schema/load.h"
#include "router/base/error.h"
#include "tools/terminal.h"

#include <string.h>

/* Differences of one node that are told; more say nothing new. */
#define MOST_DIFFERENCES 5

typedef struct {
    Check *check;
    const ShardTable *table;
    const ShardTableSchema *first; /* of the first node that has the table */
    GHashTable *first_details;
    char *first_name;
    char *subject;        /* of the node at hand */
    guint n;              /* differences found */
    gboolean hides_error; /* one that isn't told is an error */
} Drift;

static void
tell(Drift *self, FindingLevel level, const char *format, const char *what, const char *here,
     const char *there)
{
    if (self->n++ >= MOST_DIFFERENCES) {
        self->hides_error |= level == FINDING_ERROR;
        return;
    }
    report_add(self->check->report, level, "drift", self->subject, "%s: %s%s%s here, %s on %s",
               what, format, *format == '\0' ? "" : " ", here, there, self->first_name);
}

static const char *
yes_no(gboolean value)
{
    return value ? "yes" : "no";
}

static void
compare_columns(Drift *self, const ShardColumnSchema *a, const ShardColumnSchema *b)
{
    g_autofree char *what = g_strdup_printf("column %s", a->name);

    if (g_strcmp0(a->type_name, b->type_name) != 0)
        tell(self, FINDING_ERROR, "type", what, b->type_name, a->type_name);
    if (a->not_null != b->not_null)
        tell(self, FINDING_WARNING, "NOT NULL", what, yes_no(b->not_null), yes_no(a->not_null));
    if (a->auto_increment != b->auto_increment)
        tell(self, FINDING_WARNING, "auto-increment", what, yes_no(b->auto_increment),
             yes_no(a->auto_increment));
    if (g_strcmp0(a->collation.name, b->collation.name) != 0)
        tell(self, FINDING_ERROR, "collation", what,
             b->collation.name == NULL ? "none" : b->collation.name,
             a->collation.name == NULL ? "none" : a->collation.name);
    else if (g_strcmp0(a->collation.version, b->collation.version) != 0)
        tell(self, FINDING_WARNING, "version of the collation", what,
             b->collation.version == NULL ? "none" : b->collation.version,
             a->collation.version == NULL ? "none" : a->collation.version);
}

static void
compare_column_lists(Drift *self, const ShardTableSchema *other)
{
    const ShardTableSchema *first = self->first;

    for (guint i = 0; i < first->n_columns; i++) {
        const ShardColumnSchema *column = &first->columns[i];
        gint at = shard_table_schema_column(other, column->name);
        if (at < 0)
            tell(self, FINDING_ERROR, "", column->name, "no such column", "there is one");
        else
            compare_columns(self, column, &other->columns[at]);
        if (at >= 0 && at != (gint) i && first->n_columns == other->n_columns)
            tell(self, FINDING_WARNING, "place", column->name, "another",
                 "SELECT * and INSERT without columns differ: other");
    }
    for (guint i = 0; i < other->n_columns; i++)
        if (shard_table_schema_column(first, other->columns[i].name) < 0)
            tell(self, FINDING_ERROR, "", other->columns[i].name, "there is such a column",
                 "there is none");
}

/* "unique (a, b)"; names of indexes differ from node to node. */
static char *
describe_index(const ShardTableSchema *table, const ShardIndexSchema *index)
{
    g_autoptr(GString) text = g_string_new(index->primary  ? "primary key ("
                                           : index->unique ? "unique ("
                                                           : "index (");

    for (guint i = 0; i < index->n_columns; i++)
        g_string_append_printf(text, "%s%s", i == 0 ? "" : ", ",
                               table->columns[index->columns[i]].name);
    g_string_append(text, index->partial ? ") partial" : ")");
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean
has_index(const ShardTableSchema *table, const char *text)
{
    for (guint i = 0; i < table->n_indexes; i++) {
        g_autofree char *other = describe_index(table, &table->indexes[i]);
        if (strcmp(other, text) == 0)
            return TRUE;
    }
    return FALSE;
}

static void
compare_indexes(Drift *self, const ShardTableSchema *a, const ShardTableSchema *b, gboolean here)
{
    for (guint i = 0; i < a->n_indexes; i++) {
        g_autofree char *text = describe_index(a, &a->indexes[i]);
        FindingLevel level = a->indexes[i].unique ? FINDING_ERROR : FINDING_WARNING;
        if (!has_index(b, text))
            tell(self, level, "", text, here ? "there is one" : "none", here ? "none" : "one");
    }
}

/* ---- rights ---- */

static void
append_literal(GString *sql, const char *text)
{
    g_auto(GStrv) pieces = g_strsplit(text, "'", -1);
    g_autofree char *doubled = g_strjoinv("''", pieces);

    g_string_append_printf(sql, "'%s'", doubled);
}

static void
check_rights_postgresql(Check *self, ShardBackend *backend, const ShardNode *node,
                        const char *subject)
{
    static const char *const rights[] = {"SELECT", "INSERT", "UPDATE", "DELETE"};
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) sql = g_string_new("SELECT ");
    guint n_columns;

    check_append_table(name, SHARD_DIALECT_POSTGRESQL, node);
    for (guint i = 0; i < G_N_ELEMENTS(rights); i++) {
        g_string_append(sql, i == 0 ? "has_table_privilege(" : ", has_table_privilege(");
        append_literal(sql, name->str);
        g_string_append_printf(sql, ", '%s')", rights[i]);
    }
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n_columns, NULL);
    for (guint i = 0; rows != NULL && rows->len == 1 && i < n_columns; i++) {
        const char *cell = ((char **) rows->pdata[0])[i];
        if (cell != NULL && (*cell == '0' || *cell == 'f'))
            report_add(self->report, i == 0 ? FINDING_ERROR : FINDING_WARNING, "rights", subject,
                       "the account may not %s", rights[i]);
    }
}

/* MariaDB's codes for a table and for a column that may not be used so. */
static gboolean
is_denied(const GError *error)
{
    gint32 native = shard_error_native(error, 0);

    return native == 1142 || native == 1143;
}

/* EXPLAIN wants the same rights as the statement, and does nothing. */
static void
check_rights_mysql(Check *self, ShardBackend *backend, const ShardNode *node,
                   const ShardTableSchema *facts, const char *subject)
{
    g_autoptr(GString) table = g_string_new(NULL);
    g_autoptr(GString) column = g_string_new(NULL);

    check_append_table(table, SHARD_DIALECT_MYSQL, node);
    shard_identifier_quote(column, SHARD_DIALECT_MYSQL, facts->columns[0].name);
    g_autofree char *insert = g_strdup_printf("EXPLAIN INSERT INTO %s () VALUES ()", table->str);
    g_autofree char *update =
        g_strdup_printf("EXPLAIN UPDATE %s SET %s = NULL WHERE 1 = 0", table->str, column->str);
    g_autofree char *delete = g_strdup_printf("EXPLAIN DELETE FROM %s WHERE 1 = 0", table->str);
    const char *const tries[][2] = {{"INSERT", insert}, {"UPDATE", update}, {"DELETE", delete}};
    for (guint i = 0; i < G_N_ELEMENTS(tries); i++) {
        g_autoptr(GError) error = NULL;
        guint n_columns;
        g_autoptr(GPtrArray) rows = shard_backend_query(backend, tries[i][1], &n_columns, &error);
        if (rows == NULL && is_denied(error))
            report_add(self->report, FINDING_WARNING, "rights", subject, "the account may not %s",
                       tries[i][0]);
    }
}

static void
check_rights(Check *self, ShardBackend *backend, const ShardNode *node,
             const ShardTableSchema *facts, const char *subject)
{
    ShardDialect dialect = shard_backend_dialect(backend);
    g_autoptr(GString) sql = g_string_new("SELECT 1 FROM ");
    g_autoptr(GError) error = NULL;
    guint n_columns;

    if (dialect == SHARD_DIALECT_POSTGRESQL) {
        check_rights_postgresql(self, backend, node, subject);
        return;
    }
    check_append_table(sql, dialect, node);
    g_string_append(sql, " WHERE 1 = 0");
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n_columns, &error);
    if (rows == NULL && dialect == SHARD_DIALECT_MYSQL && is_denied(error))
        report_add(self->report, FINDING_ERROR, "rights", subject, "the account may not SELECT");
    else if (rows == NULL)
        report_add(self->report, FINDING_ERROR, "rights", subject, "%s", error->message);
    if (dialect == SHARD_DIALECT_MYSQL)
        check_rights_mysql(self, backend, node, facts, subject);
}

/* ---- nodes ---- */

/* A table that the account has no way to is not there, either. */
static void
report_missing(Check *self, ShardBackend *backend, const ShardNode *node, const char *subject)
{
    ShardDialect dialect = shard_backend_dialect(backend);
    g_autoptr(GString) sql = g_string_new("SELECT n.nspname FROM pg_catalog.pg_class c JOIN "
                                          "pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
                                          "WHERE NOT has_schema_privilege(n.oid, 'USAGE') AND "
                                          "c.relname = ");
    guint n_columns;

    if (dialect == SHARD_DIALECT_POSTGRESQL) {
        append_literal(sql, node->table);
        g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n_columns, NULL);
        if (rows != NULL && rows->len > 0) {
            report_add(self->report, FINDING_ERROR, "rights", subject,
                       "the account may not use schema %s, which has such a table",
                       ((char **) rows->pdata[0])[0]);
            return;
        }
    }
    report_add(self->report, FINDING_ERROR, "missing", subject, "%s",
               dialect == SHARD_DIALECT_MYSQL
                   ? "there is no such table there, or the account may not see it"
                   : "there is no such table there");
}

static void
tell_detail(gpointer data, const char *what, const char *here, const char *there)
{
    tell(data, FINDING_WARNING, "", what, here, there);
}

/* Without transactions a failed statement leaves what it wrote. */
static void
check_engine(const Drift *self, GHashTable *details)
{
    const char *engine = g_hash_table_lookup(details, "engine");

    if (engine != NULL && g_str_has_suffix(engine, ")"))
        report_add(self->check->report, FINDING_WARNING, "engine", self->subject,
                   "engine %s: ROLLBACK undoes nothing here, and a write over several shards may "
                   "stay half done",
                   engine);
}

static void
check_node(Drift *self, const ShardNode *node, ShardArena *arena)
{
    Check *check = self->check;
    ShardBackend *backend = check->backends->pdata[node->shard];
    ShardTableSchema *facts = shard_arena_new0(arena, ShardTableSchema);
    g_autoptr(GError) error = NULL;

    if (backend == NULL)
        return;
    facts->name = self->table->name;
    if (!shard_schema_read(backend, node, arena, facts, &error)) {
        report_add(check->report, FINDING_ERROR, "drift", self->subject, "%s", error->message);
        return;
    }
    if (facts->columns == NULL) {
        report_missing(check, backend, node, self->subject);
        return;
    }
    check_rights(check, backend, node, facts, self->subject);
    g_autoptr(GHashTable) details = check_read_details(backend, node);
    check_engine(self, details);
    if (self->first == NULL) {
        self->first = facts;
        self->first_details = g_steal_pointer(&details);
        self->first_name = check_node_name(check, node);
        return;
    }
    compare_column_lists(self, facts);
    compare_indexes(self, self->first, facts, FALSE);
    compare_indexes(self, facts, self->first, TRUE);
    check_compare_details(self->first_details, details, tell_detail, self);
    if (self->n > MOST_DIFFERENCES)
        report_add(check->report, self->hides_error ? FINDING_ERROR : FINDING_WARNING, "drift",
                   self->subject, "and %u differences more", self->n - MOST_DIFFERENCES);
}

/* ---- tables that look like nodes, but are none ---- */

static const char *
tables_sql(ShardDialect dialect)
{
    if (dialect == SHARD_DIALECT_SQLITE)
        return "SELECT name FROM sqlite_master WHERE type = 'table'";
    if (dialect == SHARD_DIALECT_MYSQL)
        return "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()";
    return "SELECT c.relname FROM pg_class c WHERE c.relkind IN ('r', 'p') AND "
           "pg_table_is_visible(c.oid)";
}

static gsize
without_digits(const char *name)
{
    gsize size = strlen(name);

    while (size > 0 && g_ascii_isdigit(name[size - 1]))
        size--;
    return size;
}

/* The table whose nodes are named like that, apart from the number. */
static const ShardTable *
find_alike(const Check *self, guint shard, const char *name)
{
    gsize size = without_digits(name);

    for (guint t = 0; name[size] != '\0' && t < shard_rules_n_tables(self->rules); t++) {
        const ShardTable *table = shard_rules_table(self->rules, t);
        for (guint i = 0; i < table->n_nodes; i++) {
            const ShardNode *node = &table->nodes[i];
            if (node->shard == shard && node->schema == NULL && size > 0 &&
                without_digits(node->table) == size && node->table[size] != '\0' &&
                strncmp(node->table, name, size) == 0)
                return table;
        }
    }
    return NULL;
}

static void
check_strays(Check *self, guint shard)
{
    ShardBackend *backend = self->backends->pdata[shard];
    guint n_columns, found;

    if (backend == NULL)
        return;
    g_autoptr(GPtrArray) rows =
        shard_backend_query(backend, tables_sql(shard_backend_dialect(backend)), &n_columns, NULL);
    for (guint i = 0; rows != NULL && i < rows->len; i++) {
        const char *name = ((char **) rows->pdata[i])[0];
        if (name == NULL || shard_rules_find_actual(self->rules, shard, NULL, name, &found) != NULL)
            continue;
        const ShardTable *table = find_alike(self, shard, name);
        if (table != NULL)
            report_add(self->report, FINDING_WARNING, "stray",
                       report_subject("shard", shard_rules_shard(self->rules, shard)->name),
                       "'%s' looks like a node of table %s, but the rules don't name it: its rows "
                       "are never seen",
                       name, table->name);
    }
}

ShardSchema *
check_drift(Check *self)
{
    ShardSchema *schema = shard_schema_new();
    guint n = shard_rules_n_tables(self->rules);
    Progress progress = {.what = "comparing tables", .total = n};

    for (guint t = 0; t < n; t++) {
        g_autoptr(ShardArena) arena = shard_arena_new();
        Drift drift = {.check = self, .table = shard_rules_table(self->rules, t)};
        progress_show(&progress, t, drift.table->name);
        for (guint i = 0; i < drift.table->n_nodes; i++) {
            g_autofree char *node = check_node_name(self, &drift.table->nodes[i]);
            drift.subject = g_strdup(report_subject("node", node));
            drift.n = 0;
            drift.hides_error = FALSE;
            check_node(&drift, &drift.table->nodes[i], arena);
            g_free(drift.subject);
        }
        if (drift.first != NULL) {
            ShardSchema *next = shard_schema_with_table(schema, drift.first);
            shard_schema_unref(schema);
            schema = next;
        }
        g_free(drift.first_name);
        g_clear_pointer(&drift.first_details, g_hash_table_unref);
    }
    progress_end(&progress);
    for (guint i = 0; i < self->backends->len; i++)
        check_strays(self, i);
    return schema;
}
