/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/refusal.h"

#include <string.h>

/* Errors that a text has whatever tables there are.  Missing tables are none of them: the shard
 * that is asked may be one that lacks a single table. */
typedef struct {
    ShardDialect dialect;
    const char *state;
    gint32 native;     /* 0: any */
    const char *begin; /* of the message; NULL: any */
} MistakeRow;

static const MistakeRow mistakes[] = {
    {SHARD_DIALECT_POSTGRESQL, "42601", 0, NULL}, /* syntax */
    {SHARD_DIALECT_POSTGRESQL, "42702", 0, NULL}, /* ambiguous column */
    {SHARD_DIALECT_POSTGRESQL, "42703", 0, NULL}, /* no such column */
    {SHARD_DIALECT_POSTGRESQL, "42704", 0, NULL}, /* no such type, collation … */
    {SHARD_DIALECT_POSTGRESQL, "42725", 0, NULL}, /* ambiguous function */
    {SHARD_DIALECT_POSTGRESQL, "42803", 0, NULL}, /* not grouped by */
    {SHARD_DIALECT_POSTGRESQL, "42804", 0, NULL}, /* types don't fit */
    {SHARD_DIALECT_POSTGRESQL, "42883", 0, NULL}, /* no such function or operator */
    {SHARD_DIALECT_MYSQL, "23000", 1052, NULL},   /* ambiguous column */
    {SHARD_DIALECT_MYSQL, "42S22", 1054, NULL},   /* no such column */
    {SHARD_DIALECT_MYSQL, "42000", 1064, NULL},   /* syntax */
    {SHARD_DIALECT_MYSQL, "HY000", 1111, NULL},   /* group function where none may be */
    {SHARD_DIALECT_MYSQL, "42000", 1149, NULL},   /* syntax */
    {SHARD_DIALECT_MYSQL, "21000", 1222, NULL},   /* branches of different width */
    {SHARD_DIALECT_MYSQL, "42000", 1305, NULL},   /* no such function */
    {SHARD_DIALECT_MYSQL, "42000", 1582, NULL},   /* number of arguments */
    {SHARD_DIALECT_MYSQL, "42000", 1630, NULL},   /* no such function */
    {SHARD_DIALECT_SQLITE, "HY000", 1, "near \""},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "incomplete input"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "unrecognized token"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "no such function"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "no such column"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "ambiguous column name"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "wrong number of arguments"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "misuse of"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "SELECTs to the left and right"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "sub-select returns"},
    {SHARD_DIALECT_SQLITE, "HY000", 1, "row value misused"},
};

static gboolean
is_mistake(const GError *error, ShardDialect dialect)
{
    const char *state = shard_error_sqlstate(error, 0);
    gint32 native = shard_error_native(error, 0);

    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        const MistakeRow *row = &mistakes[i];
        if (row->dialect == dialect && strcmp(row->state, state) == 0 &&
            (row->native == 0 || row->native == native) &&
            (row->begin == NULL || g_str_has_prefix(error->message, row->begin)))
            return TRUE;
    }
    return FALSE;
}

/* ---- a text that our grammar can't read ---- */

/* Preparing these does nothing else.  PostgreSQL doesn't prepare the last ones. */
static const char *const verbs[] = {"select", "with",    "values", "insert", "update",
                                    "delete", "replace", "create", "alter",  "drop"};
#define POSTGRESQL_VERBS 6u

/* One statement, without escapes of ODBC.  Its first word may be one that nobody knows. */
static gboolean
is_plain(const ShardTokens *tokens, ShardDialect dialect, guint unparsed_token)
{
    gsize n = dialect == SHARD_DIALECT_POSTGRESQL ? POSTGRESQL_VERBS : G_N_ELEMENTS(verbs);
    gboolean known = unparsed_token == 0;

    for (gsize i = 0; i < n; i++)
        known = known || shard_token_is(tokens, 0, verbs[i]);
    for (guint i = 0; known && i < tokens->n_tokens; i++)
        known = !shard_token_is(tokens, i, "{") &&
                (!shard_token_is(tokens, i, ";") || i + 1 == tokens->n_tokens);
    return known;
}

static char *
mysql_prepare_text(const char *sql, gboolean backslashes)
{
    GString *text = g_string_new("PREPARE shardodbc_reads FROM '");

    for (const char *c = sql; *c != '\0'; c++) {
        if (*c == '\'' || (*c == '\\' && backslashes))
            g_string_append_c(text, *c);
        g_string_append_c(text, *c);
    }
    g_string_append_c(text, '\'');
    return g_string_free(text, FALSE);
}

/* Connectors prepare no more than SELECTs before they execute: this makes the server read any. */
static void
ask_to_read(ShardStmt *self, GError **error)
{
    const ShardSqlMode *mode = shard_prepared_mode(self->prepared);
    ShardBackend *backend = shard_session_any_backend(self->connection->session, error);
    g_autofree char *text = NULL;

    if (backend == NULL)
        return;
    if (mode->dialect == SHARD_DIALECT_SQLITE)
        text = g_strconcat("EXPLAIN ", self->sql, NULL);
    else if (mode->dialect == SHARD_DIALECT_POSTGRESQL)
        text = g_strconcat("PREPARE shardodbc_reads AS ", self->sql, NULL);
    else
        text = mysql_prepare_text(self->sql, !mode->no_backslash_escapes);
    if (shard_backend_run(backend, text, error) && mode->dialect != SHARD_DIALECT_SQLITE)
        shard_backend_run(backend, "DEALLOCATE PREPARE shardodbc_reads", NULL);
}

/* ---- a text that was read ---- */

static void
ask_to_prepare(ShardStmt *self, GError **error)
{
    ShardRun *run = shard_run_new(self->connection->session);
    g_autoptr(ShardPlan) plan = shard_stmt_describe_plan(self, error);

    if (plan != NULL)
        shard_run_describe(run, plan, error);
    shard_run_free(run);
}

/* A transaction of PostgreSQL's that meets an error is over. */
static gboolean
may_ask(ShardStmt *self, ShardDialect dialect)
{
    ShardSession *session = self->connection->session;

    return dialect != SHARD_DIALECT_POSTGRESQL ||
           (shard_session_autocommit(session) && !shard_session_in_transaction(session));
}

void
shard_stmt_check_refusal(ShardStmt *self, GError **error)
{
    g_autoptr(GError) found = NULL;

    if (error == NULL || !g_error_matches(*error, SHARD_ERROR, SHARD_ERROR_REFUSED) ||
        strcmp(shard_error_sqlstate(*error, 0), "0A000") != 0 || self->prepared == NULL)
        return;
    const ShardStatement *statement = shard_prepared_statement(self->prepared);
    ShardDialect dialect = shard_prepared_mode(self->prepared)->dialect;
    if (!may_ask(self, dialect))
        return;
    if (statement->kind == SHARD_STATEMENT_SELECT)
        ask_to_prepare(self, &found);
    else if (statement->kind == SHARD_STATEMENT_UNPARSED &&
             is_plain(shard_prepared_tokens(self->prepared), dialect, statement->unparsed_token))
        ask_to_read(self, &found);
    if (found == NULL || !is_mistake(found, dialect))
        return;
    g_clear_error(error);
    *error = g_steal_pointer(&found);
}
