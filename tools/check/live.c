/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* live.c - the servers: reachable, alike, and each another database. */
#include "tools/check/check.h"

#include "tools/terminal.h"

#include <string.h>

void
check_connect(Check *self)
{
    guint n = shard_rules_n_shards(self->rules);
    Progress progress = {.what = "connecting", .total = n};

    self->backends = g_ptr_array_new();
    for (guint i = 0; i < n; i++) {
        const char *name = shard_rules_shard(self->rules, i)->name;
        g_autoptr(GError) error = NULL;
        progress_show(&progress, i, name);
        gint64 start = g_get_monotonic_time();
        ShardBackend *backend = shard_session_backend(self->session, i, &error);
        gint64 took = g_get_monotonic_time() - start;
        g_ptr_array_add(self->backends, backend);
        if (backend == NULL)
            report_add(self->report, FINDING_ERROR, "connect", report_subject("shard", name), "%s",
                       error->message);
        else if (took > 2000000)
            report_add(self->report, FINDING_WARNING, "connect", report_subject("shard", name),
                       "connecting took %.1f seconds", (double) took / 1e6);
    }
    progress_end(&progress);
}

/* ---- what must be alike ---- */

typedef struct {
    ShardDialect dialect;
    FindingLevel level;
    const char *what;
    const char *sql;
} Fact;

static const Fact facts[] = {
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "server version",
     "SELECT current_setting('server_version_num')::int / 10000"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "time zone", "SELECT current_setting('TimeZone')"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_ERROR, "encoding",
     "SELECT current_setting('server_encoding')"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "collation",
     "SELECT datcollate || ' ' || datctype FROM pg_database WHERE datname = current_database()"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "collation version",
     "SELECT COALESCE(pg_database_collation_actual_version(oid), 'none') FROM pg_database"
     " WHERE datname = current_database()"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "isolation level",
     "SELECT current_setting('default_transaction_isolation')"},
    {SHARD_DIALECT_POSTGRESQL, FINDING_ERROR, "standard_conforming_strings",
     "SELECT current_setting('standard_conforming_strings')"},
    {SHARD_DIALECT_MYSQL, FINDING_WARNING, "server version",
     "SELECT SUBSTRING_INDEX(VERSION(), '.', 2)"},
    {SHARD_DIALECT_MYSQL, FINDING_WARNING, "time zone",
     "SELECT CONCAT(@@session.time_zone, ' ', TIMEDIFF(NOW(), UTC_TIMESTAMP()))"},
    {SHARD_DIALECT_MYSQL, FINDING_WARNING, "character set",
     "SELECT CONCAT(@@character_set_database, ' ', @@collation_database)"},
    {SHARD_DIALECT_MYSQL, FINDING_ERROR, "sql_mode", "SELECT @@sql_mode"},
    {SHARD_DIALECT_MYSQL, FINDING_ERROR, "lower_case_table_names",
     "SELECT @@lower_case_table_names"},
    {SHARD_DIALECT_MYSQL, FINDING_WARNING, "isolation level", "SELECT @@tx_isolation"},
    {SHARD_DIALECT_SQLITE, FINDING_ERROR, "encoding", "PRAGMA encoding"},
    {SHARD_DIALECT_SQLITE, FINDING_WARNING, "foreign keys", "PRAGMA foreign_keys"},
};

/* The first cell of the first row; NULL when the shard doesn't answer.  (transfer full) */
static char *
ask(Check *self, guint shard, const char *sql)
{
    ShardBackend *backend = self->backends->pdata[shard];
    guint n_columns;

    if (backend == NULL)
        return NULL;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql, &n_columns, NULL);
    if (rows == NULL || rows->len == 0 || n_columns == 0)
        return NULL;
    return g_strdup(((char **) rows->pdata[0])[0]);
}

static void
compare_fact(Check *self, const Fact *fact)
{
    g_autofree char *first = NULL;
    guint first_shard = 0;

    for (guint i = 0; i < self->backends->len; i++) {
        g_autofree char *value = ask(self, i, fact->sql);
        if (value == NULL)
            continue;
        if (first == NULL) {
            first = g_steal_pointer(&value);
            first_shard = i;
        } else if (strcmp(first, value) != 0) {
            report_add(self->report, fact->level, "servers",
                       report_subject("shard", shard_rules_shard(self->rules, i)->name),
                       "%s is '%s', but '%s' on shard %s", fact->what, value, first,
                       shard_rules_shard(self->rules, first_shard)->name);
        }
    }
}

/* ---- limits ---- */

static guint64
ask_number(Check *self, guint shard, const char *sql)
{
    g_autofree char *text = ask(self, shard, sql);
    return text == NULL ? 0 : g_ascii_strtoull(text, NULL, 10);
}

/* What tells a server from others; shards of one share its limits. */
static GPtrArray *
server_names(Check *self, ShardDialect dialect)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *sql = dialect == SHARD_DIALECT_POSTGRESQL
                          ? "SELECT system_identifier FROM pg_control_system()"
                          : "SELECT CONCAT(@@hostname, ':', @@port)";

    for (guint i = 0; i < self->backends->len; i++) {
        char *name = ask(self, i, sql);
        if (name == NULL)
            name = g_strdup(shard_rules_shard(self->rules, i)->server);
        g_ptr_array_add(names, name);
    }
    return names;
}

static guint
count_alike(const GPtrArray *names, guint at, gboolean *out_first)
{
    guint n = 0;

    *out_first = TRUE;
    for (guint i = 0; i < names->len; i++) {
        if (strcmp(names->pdata[i], names->pdata[at]) != 0)
            continue;
        n++;
        if (i < at)
            *out_first = FALSE;
    }
    return n;
}

static void
check_prepared(Check *self, guint shard, guint64 most)
{
    g_autofree char *text = ask(self, shard, "SELECT current_setting('max_prepared_transactions')");
    guint64 prepared = text == NULL ? 0 : g_ascii_strtoull(text, NULL, 10);
    g_autofree char *subject =
        g_strdup(report_subject("shard", shard_rules_shard(self->rules, shard)->name));

    if (text == NULL)
        return;
    if (prepared == 0)
        report_add(self->report, self->two_phase ? FINDING_WARNING : FINDING_NOTE, "prepared",
                   subject,
                   "max_prepared_transactions = 0: with Transaction=2pc one such shard at most can "
                   "be written to in a transaction");
    else if (prepared < most)
        report_add(self->report, self->two_phase ? FINDING_WARNING : FINDING_NOTE, "prepared",
                   subject,
                   "max_prepared_transactions = %" G_GUINT64_FORMAT
                   " is less than the connections that may come",
                   prepared);
}

static void
check_limits(Check *self, ShardDialect dialect)
{
    g_autoptr(GPtrArray) servers = server_names(self, dialect);
    gboolean postgresql = dialect == SHARD_DIALECT_POSTGRESQL;
    const char *sql =
        postgresql ? "SELECT current_setting('max_connections')" : "SELECT @@max_connections";

    for (guint i = 0; i < self->backends->len; i++) {
        gboolean first;
        guint n = count_alike(servers, i, &first);
        guint64 most = first ? ask_number(self, i, sql) : 0;
        if (most == 0)
            continue;
        report_add(self->report, FINDING_NOTE, "connections",
                   report_subject("shard", shard_rules_shard(self->rules, i)->name),
                   "its server holds %u shards and takes %" G_GUINT64_FORMAT
                   " connections: at most %" G_GUINT64_FORMAT " connections of applications",
                   n, most, most / n);
        if (postgresql)
            check_prepared(self, i, most);
    }
}

/* ---- two shards, one database ---- */

static const char *
identity_sql(ShardDialect dialect)
{
    switch (dialect) {
    case SHARD_DIALECT_POSTGRESQL:
        return "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || "
               "current_database()";
    case SHARD_DIALECT_MYSQL:
        return "SELECT CONCAT(@@hostname, ':', @@port, '/', DATABASE())";
    case SHARD_DIALECT_SQLITE:
        return "SELECT file FROM pragma_database_list WHERE name = 'main'";
    case SHARD_DIALECT_UNKNOWN:
        break;
    }
    return "SELECT 1";
}

/* A table that has the same actual table on both; NULL: none. */
static const ShardTable *
shared_table(const Check *self, guint a, guint b)
{
    for (guint t = 0; t < shard_rules_n_tables(self->rules); t++) {
        const ShardTable *table = shard_rules_table(self->rules, t);
        for (guint i = 0; i < table->n_nodes; i++) {
            const ShardNode *node = &table->nodes[i];
            guint found;
            if (node->shard == a &&
                shard_rules_find_actual(self->rules, b, node->schema, node->table, &found) == table)
                return table;
        }
    }
    return NULL;
}

static void
check_identities(Check *self, ShardDialect dialect)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < self->backends->len; i++) {
        g_ptr_array_add(names, ask(self, i, identity_sql(dialect)));
        for (guint j = 0; j < i && names->pdata[i] != NULL; j++) {
            if (g_strcmp0(names->pdata[i], names->pdata[j]) != 0 || *(char *) names->pdata[i] == 0)
                continue;
            const ShardTable *table = shared_table(self, i, j);
            report_add(
                self->report, table == NULL ? FINDING_NOTE : FINDING_ERROR, "twins",
                report_subject("shard", shard_rules_shard(self->rules, i)->name),
                "is the same database as shard %s%s%s%s", shard_rules_shard(self->rules, j)->name,
                table == NULL ? "" : ": the rows of table ", table == NULL ? "" : table->name,
                table == NULL ? "" : " would be read twice, and inserted ones may be lost");
        }
    }
}

void
check_servers(Check *self)
{
    ShardDialect dialect = shard_session_dialect(self->session, NULL);

    for (guint i = 0; i < G_N_ELEMENTS(facts); i++)
        if (facts[i].dialect == dialect)
            compare_fact(self, &facts[i]);
    check_identities(self, dialect);
    if (dialect != SHARD_DIALECT_SQLITE)
        check_limits(self, dialect);
    else if (self->two_phase && self->backends->len > 1)
        report_add(self->report, FINDING_ERROR, "prepared", "",
                   "SQLite has no prepared transactions: with Transaction=2pc a transaction that "
                   "writes on several shards is refused");
}
