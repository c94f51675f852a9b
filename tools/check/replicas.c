/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * replicas.c - the databases that weak reads go to: reachable, really replicas, with every table.
 */
#include "tools/check/check.h"

#include "driver/executor/connection-string.h"
#include "driver/executor/fleet.h"

#include <string.h>

/* What says that a database follows another one. */
static const struct {
    ShardDialect dialect;
    FindingLevel level;
    const char *sql; /* 1 or t: it does */
    const char *fault;
} facts[] = {
    {SHARD_DIALECT_POSTGRESQL, FINDING_WARNING, "SELECT pg_is_in_recovery()",
     "is no standby: what the shard writes doesn't come here, and weak reads miss it"},
    {SHARD_DIALECT_MYSQL, FINDING_NOTE, "SELECT @@read_only",
     "can be written to (read_only = 0): what is written here the shard never sees"},
};

static ShardBackend *
open_replica(Check *self, ShardFleet *fleet, guint place, GError **error)
{
    const ShardDataSource *source = shard_fleet_place(fleet, place);
    const ShardDriverLibrary *library = shard_fleet_library(fleet, place, error);

    if (library == NULL)
        return NULL;
    g_autofree char *text = shard_connection_string_for(
        source, shard_session_settings(self->session), library->dialect, 0, FALSE);
    ShardBackend *backend =
        shard_backend_open(source->name, library, text, SQL_OV_ODBC3, (ShardPatience){0}, error);
    explicit_bzero(text, strlen(text));
    return backend;
}

static void
check_facts(Check *self, ShardBackend *backend, const char *subject)
{
    for (guint i = 0; i < G_N_ELEMENTS(facts); i++) {
        guint n = 0;
        if (facts[i].dialect != shard_backend_dialect(backend))
            continue;
        g_autoptr(GPtrArray) rows = shard_backend_query(backend, facts[i].sql, &n, NULL);
        const char *cell = rows == NULL || rows->len == 0 ? NULL : ((char **) rows->pdata[0])[0];
        if (cell != NULL && *cell != '1' && *cell != 't')
            report_add(self->report, facts[i].level, "replica", subject, "%s", facts[i].fault);
    }
}

/* It may lag, but a table that it hasn't at all will fail the reads that come here. */
static void
check_tables(Check *self, ShardBackend *backend, guint shard, const char *subject)
{
    for (guint t = 0; t < shard_rules_n_tables(self->rules); t++) {
        const ShardTable *table = shard_rules_table(self->rules, t);
        for (guint i = 0; i < table->n_nodes; i++) {
            g_autoptr(GString) sql = g_string_new("SELECT 1 FROM ");
            g_autoptr(GError) error = NULL;
            guint n;
            if (table->nodes[i].shard != shard)
                continue;
            check_append_table(sql, shard_backend_dialect(backend), &table->nodes[i]);
            g_string_append(sql, " WHERE 1 = 0");
            g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n, &error);
            if (rows == NULL)
                report_add(self->report, FINDING_ERROR, "replica", subject, "%s", error->message);
        }
    }
}

static void
check_replica(Check *self, ShardFleet *fleet, guint shard, guint place)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *subject =
        g_strdup(report_subject("replica", shard_fleet_place(fleet, place)->name));
    ShardBackend *backend = open_replica(self, fleet, place, &error);

    if (backend == NULL) {
        report_add(self->report, FINDING_WARNING, "replica", subject,
                   "%s; weak reads go to the others, or to the shard", error->message);
        return;
    }
    check_facts(self, backend, subject);
    check_tables(self, backend, shard, subject);
    shard_backend_close(backend, FALSE);
}

void
check_replicas(Check *self)
{
    ShardFleet *fleet = shard_fleet_get(self->path, NULL);

    for (guint i = 0; fleet != NULL && i < shard_rules_n_shards(self->rules); i++) {
        guint first;
        guint n = shard_fleet_replicas(fleet, i, &first);
        for (guint j = 0; j < n; j++)
            check_replica(self, fleet, i, first + j);
    }
    shard_fleet_unref(fleet);
}
