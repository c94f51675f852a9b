/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Long results.  psqlodbc and SQLite's driver keep a whole result in memory unless they are told to
 * stream when they connect, so a scan of large tables goes over a second connection to each shard
 * that streams. Small results pay nothing: only a plain scan of a table that is known to be large
 * is a long one.
 *
 * An open stream holds locks, and the application must not wait for itself: before it changes what
 * a stream reads, the stream's rest is read into memory, and past that into a file.
 */
#include "driver/executor/run/private.h"
#include "driver/executor/schema/private.h"

/* Rows of a unit from which on its result is long. */
#define LONG_RESULT 50000
#define SHORT_LIMIT 1000

/* From how many rows of a unit on its result is read as a stream; 0: never.  Merging must hand on
 * all the rows, or as many as make a difference. */
static guint64
rows_worth_it(const ShardMergeSpec *spec, ShardDialect dialect)
{
    if (spec == NULL || spec->group != SHARD_GROUP_NONE || spec->distinct ||
        spec->n_distinct_on > 0 || spec->having != NULL)
        return 0;
    if (!spec->has_limit)
        return LONG_RESULT;
    guint64 n = spec->offset > G_MAXUINT64 - spec->limit ? G_MAXUINT64 : spec->offset + spec->limit;
    /* SQLite makes rows only as they are asked for: of all units together hardly more than n, where
     * without streams each unit would make n.  PostgreSQL's streams take round trips. */
    if (dialect == SHARD_DIALECT_SQLITE && n > SHORT_LIMIT)
        return MIN(n, LONG_RESULT);
    return spec->limit > SHORT_LIMIT || spec->offset > SHORT_LIMIT ? LONG_RESULT : 0;
}

/* SELECT … FROM one_table, without a condition. */
static gboolean
is_plain_scan(const ShardStatement *statement)
{
    return statement != NULL && statement->kind == SHARD_STATEMENT_SELECT &&
           statement->n_queries == 1 && statement->n_tables == 1 &&
           statement->queries[0].where == NULL && statement->queries[0].n_group == 0 &&
           !statement->queries[0].has_window;
}

/* When it streams, SQLite's driver describes expressions as text. */
static gboolean
has_only_columns(const ShardQuery *query)
{
    for (guint i = 0; i < query->n_items; i++)
        if (query->items[i].expr->kind != SHARD_EXPR_COLUMN &&
            query->items[i].expr->kind != SHARD_EXPR_STAR)
            return FALSE;
    return TRUE;
}

/* With SQLite's other journals an open reader stops every writer, also those of other processes. */
static gboolean
lets_others_write(ShardBackend *backend)
{
    guint n = 0;

    if (shard_backend_dialect(backend) != SHARD_DIALECT_SQLITE)
        return TRUE;
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, "PRAGMA journal_mode", &n, NULL);
    return rows != NULL && rows->len == 1 && g_strcmp0(((char **) rows->pdata[0])[0], "wal") == 0;
}

/* As the shard's own statistics have it; 0: nothing known. */
static gint64
ask_rows(ShardBackend *backend, const ShardNode *node)
{
    ShardDialect dialect = shard_backend_dialect(backend);
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) sql = g_string_new(NULL);
    guint n = 0;

    if (node->schema != NULL) {
        shard_identifier_quote(name, dialect, node->schema);
        g_string_append_c(name, '.');
    }
    shard_identifier_quote(name, dialect, node->table);
    if (dialect == SHARD_DIALECT_SQLITE) {
        g_string_printf(sql, "SELECT max(rowid) FROM %s", name->str);
    } else {
        g_string_append(sql, "SELECT CASE WHEN reltuples >= 0 THEN reltuples::bigint"
                             " ELSE pg_relation_size(oid) / 100 END FROM pg_class"
                             " WHERE oid = to_regclass(");
        shard_append_literal(sql, name->str, dialect);
        g_string_append_c(sql, ')');
    }
    g_autoptr(GPtrArray) rows = shard_backend_query(backend, sql->str, &n, NULL);
    const char *cell = rows == NULL || rows->len == 0 ? NULL : ((char **) rows->pdata[0])[0];
    return cell == NULL ? 0 : g_ascii_strtoll(cell, NULL, 10);
}

/* Has it so many rows for each unit? */
static gboolean
is_large(ShardSession *session, const ShardTableRef *reference, guint n_units, guint64 least)
{
    const ShardTable *table =
        shard_rules_find_table(session->rules, reference->name, reference->quoted);
    gint64 rows = 0;

    if (table == NULL || table->n_nodes == 0)
        return FALSE;
    if (!shard_fleet_table_rows(session->fleet, table->index, &rows)) {
        ShardBackend *backend = shard_session_open(session, table->nodes[0].shard, NULL);
        if (backend != NULL && lets_others_write(backend))
            rows = ask_rows(backend, &table->nodes[0]);
        shard_fleet_set_table_rows(session->fleet, table->index, rows);
    }
    /* Of SQLite it is the last row's number, which may be any. */
    return MIN(rows, G_MAXINT64 / table->n_nodes) * table->n_nodes / n_units >= (gint64) least;
}

gboolean
shard_run_is_streaming(ShardRun *self)
{
    const ShardPlan *plan = self->plan;
    ShardSession *session = self->session;
    ShardDialect dialect = session->mode.dialect;

    if (!plan->streamable || !plan->is_query || plan->direct || plan->n_units < 2 ||
        plan->n_units != self->lanes->len || shard_session_manual(session) ||
        session->settings->max_connections_per_shard > 0 || shard_run_is_weak(self))
        return FALSE;
    if (dialect != SHARD_DIALECT_POSTGRESQL && dialect != SHARD_DIALECT_SQLITE)
        return FALSE;
    guint64 least = rows_worth_it(plan->merge, dialect);
    if (least == 0 || !is_plain_scan(plan->statement))
        return FALSE;
    if (dialect == SHARD_DIALECT_SQLITE && !has_only_columns(&plan->statement->queries[0]))
        return FALSE;
    return is_large(session, &plan->statement->tables[0], plan->n_units, least);
}

/* PostgreSQL's readers stop only what changes the table itself, SQLite's every writer. */
static gboolean
disturbs_streams(const ShardRun *self)
{
    static const ShardStatementKind harmless[] = {
        SHARD_STATEMENT_SELECT, SHARD_STATEMENT_INSERT, SHARD_STATEMENT_UPDATE,
        SHARD_STATEMENT_DELETE, SHARD_STATEMENT_MERGE,  SHARD_STATEMENT_EXPLAIN,
        SHARD_STATEMENT_SHOW,
    };
    const ShardPlan *plan = self->plan;

    if (self->session->mode.dialect == SHARD_DIALECT_SQLITE)
        return plan->is_write || !plan->is_query;
    if (plan->is_ddl)
        return TRUE;
    for (guint i = 0; plan->statement != NULL && i < G_N_ELEMENTS(harmless); i++)
        if (plan->statement->kind == harmless[i])
            return FALSE;
    return TRUE;
}

void
shard_run_drain_streams(ShardRun *self, guint shard)
{
    ShardSession *session = self->session;
    ShardBackend *backend = session->slots[shard_fleet_stream_place(session->fleet, shard)].backend;

    if (backend == NULL || !disturbs_streams(self))
        return;
    for (guint i = 0; i < backend->statements->len; i++) {
        ShardBackendStmt *statement = backend->statements->pdata[i];
        if (statement->has_cursor && statement->bound_by != NULL)
            shard_backend_rows_drain(statement->bound_by, session->settings->merge_memory,
                                     session->settings->state);
    }
}
