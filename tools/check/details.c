/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * details.c - what a table has besides columns and indexes: defaults, generated values, checks,
 * foreign keys, triggers, engine.
 *
 * Each is a pair of texts, "default of n" and "0".  Nodes of one table may be called t_1 and t_2,
 * and cover a month each: in checks, foreign keys and triggers numbers don't count.
 */
#include "tools/check/check.h"

#include <string.h>

/* %s: the table as a literal, %t: its name as one, %d: the schema as one or an expression. */
static const char postgresql_sql[] =
    "SELECT 'default of ' || a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN "
    "pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = "
    "%s::regclass "
    "AND pg_get_expr(d.adbin, d.adrelid) NOT LIKE 'nextval(%' UNION ALL "
    "SELECT pg_get_constraintdef(oid), 'one' FROM pg_constraint WHERE conrelid = %s::regclass AND "
    "contype IN ('c', 'f') UNION ALL "
    "SELECT 'trigger ' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = "
    "%s::regclass AND NOT tgisinternal UNION ALL "
    "SELECT 'kind', CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'f' "
    "THEN 'foreign table' ELSE 'table' END || CASE relpersistence WHEN 'u' THEN ' (unlogged)' ELSE "
    "'' END || CASE WHEN relrowsecurity THEN ' (row security)' ELSE '' END FROM pg_class WHERE oid "
    "= %s::regclass";
static const char mysql_sql[] =
    "SELECT CONCAT('default of ', column_name), column_default FROM information_schema.columns "
    "WHERE "
    "table_schema = %d AND table_name = %t AND column_default IS NOT NULL UNION ALL "
    "SELECT CONCAT('value of ', column_name), CONCAT_WS(' ', extra, generation_expression) FROM "
    "information_schema.columns WHERE table_schema = %d AND table_name = %t AND extra NOT IN ('', "
    "'auto_increment') UNION ALL "
    "SELECT 'engine', CONCAT(t.engine, IF(e.transactions = 'YES', '', ' (no transactions)')) FROM "
    "information_schema.tables t LEFT JOIN information_schema.engines e ON e.engine = t.engine "
    "WHERE t.table_schema = %d AND t.table_name = %t AND t.engine IS NOT NULL UNION ALL "
    "SELECT CONCAT('check ', check_clause), 'one' FROM information_schema.check_constraints WHERE "
    "constraint_schema = %d AND table_name = %t UNION ALL "
    "SELECT CONCAT('foreign key to ', referenced_table_name), CONCAT(update_rule, ', ', "
    "delete_rule) "
    "FROM information_schema.referential_constraints WHERE constraint_schema = %d AND table_name = "
    "%t UNION ALL "
    "SELECT CONCAT('trigger ', action_timing, ' ', event_manipulation), action_statement FROM "
    "information_schema.triggers WHERE event_object_schema = %d AND event_object_table = %t";
static const char sqlite_sql[] =
    "SELECT 'default of ' || name, dflt_value FROM pragma_table_xinfo(%t) WHERE dflt_value IS NOT "
    "NULL UNION ALL "
    "SELECT 'value of ' || name, 'generated' FROM pragma_table_xinfo(%t) WHERE hidden > 1 UNION "
    "ALL "
    "SELECT 'foreign key to ' || \"table\" || ' by ' || \"from\", on_update || ', ' || on_delete "
    "FROM "
    "pragma_foreign_key_list(%t) UNION ALL "
    "SELECT 'trigger ' || name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %t";

static void
append_literal(GString *sql, const char *text)
{
    g_auto(GStrv) pieces = g_strsplit(text, "'", -1);
    g_autofree char *doubled = g_strjoinv("''", pieces);

    g_string_append_printf(sql, "'%s'", doubled);
}

static char *
fill_in(const char *pattern, ShardDialect dialect, const ShardNode *node)
{
    g_autoptr(GString) sql = g_string_new(NULL);
    g_autoptr(GString) table = g_string_new(NULL);

    check_append_table(table, dialect, node);
    for (const char *at = pattern; *at != '\0'; at++) {
        char what = *at == '%' ? at[1] : '\0';
        if (what == 's')
            append_literal(sql, table->str);
        else if (what == 't')
            append_literal(sql, node->table);
        else if (what == 'd' && node->schema == NULL)
            g_string_append(sql, "DATABASE()");
        else if (what == 'd')
            append_literal(sql, node->schema);
        else
            g_string_append_c(sql, *at);
        at += what == 's' || what == 't' || what == 'd';
    }
    return g_string_free(g_steal_pointer(&sql), FALSE);
}

/* A run of digits becomes '#'. */
static char *
without_numbers(const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);

    for (; *text != '\0'; text++) {
        if (!g_ascii_isdigit(*text))
            g_string_append_c(out, *text);
        else if (out->len == 0 || out->str[out->len - 1] != '#')
            g_string_append_c(out, '#');
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean
numbers_count(const char *what)
{
    static const char *const loose[] = {"check ", "foreign key ", "trigger "};

    for (guint i = 0; i < G_N_ELEMENTS(loose); i++)
        if (g_ascii_strncasecmp(what, loose[i], strlen(loose[i])) == 0)
            return FALSE;
    return TRUE;
}

GHashTable *
check_read_details(ShardBackend *backend, const ShardNode *node)
{
    ShardDialect dialect = shard_backend_dialect(backend);
    const char *pattern = dialect == SHARD_DIALECT_POSTGRESQL ? postgresql_sql
                          : dialect == SHARD_DIALECT_MYSQL    ? mysql_sql
                                                              : sqlite_sql;
    g_autofree char *sql = fill_in(pattern, dialect, node);
    guint n_columns;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql, &n_columns, NULL);
    GHashTable *details = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

    for (guint i = 0; rows != NULL && n_columns == 2 && i < rows->len; i++) {
        char **cells = rows->pdata[i];
        if (cells[0] == NULL || cells[1] == NULL)
            continue;
        gboolean exact = numbers_count(cells[0]);
        g_hash_table_replace(details, exact ? g_strdup(cells[0]) : without_numbers(cells[0]),
                             exact ? g_strdup(cells[1]) : without_numbers(cells[1]));
    }
    return details;
}

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b);
}

void
check_compare_details(GHashTable *first, GHashTable *other, CheckTellDetail tell, gpointer data)
{
    g_autoptr(GHashTable) all = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTable *both[] = {first, other};
    GHashTableIter iter;
    gpointer name;

    for (guint i = 0; i < G_N_ELEMENTS(both); i++) {
        g_hash_table_iter_init(&iter, both[i]);
        while (g_hash_table_iter_next(&iter, &name, NULL))
            g_hash_table_add(all, name);
    }
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(all), compare_names);
    for (const GList *at = names; at != NULL; at = at->next) {
        const char *there = g_hash_table_lookup(first, at->data);
        const char *here = g_hash_table_lookup(other, at->data);
        if (g_strcmp0(here, there) != 0)
            tell(data, at->data, here == NULL ? "none" : here, there == NULL ? "none" : there);
    }
}
