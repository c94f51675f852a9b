/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * BEGIN, COMMIT, SAVEPOINT … written as SQL: they change the logical transaction as SQLEndTran and
 * the attributes do.
 */
#include "driver/executor/transaction/two-phase.h"

#include <string.h>

typedef gboolean (*TextHandler)(ShardSession *self, const ShardStatement *statement,
                                const char *sql, GError **error);

static gboolean
contains_word(const char *sql, const char *word)
{
    g_autofree char *upper = g_ascii_strup(sql, -1);
    gsize size = strlen(word);

    for (const char *p = strstr(upper, word); p != NULL; p = strstr(p + 1, word))
        if ((p == upper || !g_ascii_isalnum(p[-1])) && !g_ascii_isalnum(p[size]))
            return TRUE;
    return FALSE;
}

/* The first character that says something. */
static const char *
skip_comments(const char *sql)
{
    for (;;) {
        sql += strspn(sql, " \t\r\n;");
        const char *end = strncmp(sql, "/*", 2) == 0   ? strstr(sql, "*/")
                          : strncmp(sql, "--", 2) == 0 ? strchr(sql, '\n')
                                                       : sql;
        if (end == NULL)
            return sql + strlen(sql);
        if (end == sql)
            return sql;
        sql = end + (end[0] == '*' ? 2 : 1);
    }
}

/* What BEGIN or START TRANSACTION says of its transaction; NULL: nothing.  (transfer full) */
static char *
characteristics_of(const char *sql)
{
    static const char *const openings[] = {"BEGIN", "START", "WORK", "TRANSACTION"};
    const char *rest = skip_comments(sql);

    for (guint i = 0; i < G_N_ELEMENTS(openings); i++) {
        gsize size = strlen(openings[i]);
        if (g_ascii_strncasecmp(rest, openings[i], size) == 0 && !g_ascii_isalnum(rest[size]))
            rest = skip_comments(rest + size);
    }
    return rest[0] == '\0' ? NULL : g_strdup(rest);
}

/* Where the shards' transactions don't begin with the application's own text, its characteristics
 * are said apart.  A snapshot of MariaDB's is then made by the first read. */
static void
note_characteristics(ShardSession *self, const char *sql)
{
    g_autofree char *said = characteristics_of(sql);

    if (said == NULL)
        return;
    if (self->mode.dialect == SHARD_DIALECT_POSTGRESQL)
        g_ptr_array_add(self->tx_texts, g_strconcat("SET TRANSACTION ", said, NULL));
    else if (self->mode.dialect == SHARD_DIALECT_MYSQL && contains_word(said, "ONLY"))
        g_ptr_array_add(self->tx_texts, g_strdup("SET TRANSACTION READ ONLY"));
}

static gboolean
begin(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    ShardDialect dialect = self->mode.dialect;
    gboolean inside = shard_session_in_transaction(self);

    if (inside && dialect == SHARD_DIALECT_SQLITE) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                        "cannot start a transaction within a transaction");
        return FALSE;
    }
    if (inside && dialect == SHARD_DIALECT_POSTGRESQL)
        return TRUE; /* a warning there */
    if (inside && !shard_session_end(self, TRUE, error))
        return FALSE;
    self->locked_tables = FALSE; /* it releases them */
    if (!self->autocommit || shard_two_phase_uses_xa(self))
        note_characteristics(self, sql);
    if (!self->autocommit)
        return TRUE; /* the next statement begins one anyway */
    g_free(self->begin_text);
    self->begin_text = g_strdup(sql);
    self->explicit_begin = TRUE;
    return TRUE;
}

static gboolean
end(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    gboolean commit = statement->kind == SHARD_STATEMENT_COMMIT;
    gboolean chain = contains_word(sql, "CHAIN") && !contains_word(sql, "NO");
    g_autofree char *begin_text = g_strdup(self->begin_text);
    gboolean was_explicit = self->explicit_begin;

    if (!shard_session_in_transaction(self) && self->autocommit &&
        self->mode.dialect == SHARD_DIALECT_SQLITE) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "cannot %s - no transaction is active",
                        commit ? "commit" : "rollback");
        return FALSE;
    }
    if (!shard_session_end_as_said(self, commit, error))
        return FALSE;
    if (chain && was_explicit) {
        self->begin_text = g_steal_pointer(&begin_text);
        self->explicit_begin = TRUE;
    }
    return TRUE;
}

static gint
find_savepoint(ShardSession *self, const char *name)
{
    for (guint i = self->savepoints->len; i-- > 0;) {
        const char *known = g_array_index(self->savepoints, ShardSavepoint, i).name;
        if (self->mode.dialect == SHARD_DIALECT_POSTGRESQL
                ? strcmp(known, name) == 0
                : shard_identifier_equal_fold(known, name))
            return (gint) i;
    }
    return -1;
}

/* On some shards it may have been done.  psqlodbc guards ordinary statements only, so with
 * PostgreSQL the transaction is aborted at every level of Protocol.  FALSE always. */
static gboolean
control_failed(ShardSession *self)
{
    self->failed = TRUE;
    self->lost |= self->mode.dialect != SHARD_DIALECT_POSTGRESQL;
    return FALSE;
}

static gboolean
savepoint(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    gboolean guards = self->mode.dialect == SHARD_DIALECT_POSTGRESQL;
    g_autofree char *text = g_strconcat(guards ? SHARD_BEFORE_SAVEPOINT : "", sql, NULL);

    if (!shard_session_manual(self)) {
        if (self->mode.dialect == SHARD_DIALECT_POSTGRESQL) {
            shard_error_set(error, SHARD_ERROR_FAILED, "25P01",
                            "SAVEPOINT can only be used in transaction blocks");
            return FALSE;
        }
        if (self->mode.dialect != SHARD_DIALECT_SQLITE)
            return TRUE; /* ends at once with its own transaction */
        self->begin_text = g_strdup("BEGIN");
        self->explicit_begin = TRUE;
        self->outer_savepoint = g_strdup(statement->name);
    }
    if (!shard_session_run_joined(self, text, error))
        return control_failed(self);
    /* MariaDB forgets an older one of the same name. */
    gint older = find_savepoint(self, statement->name);
    if (older >= 0 && self->mode.dialect == SHARD_DIALECT_MYSQL)
        g_array_remove_index(self->savepoints, (guint) older);
    ShardSavepoint made = {g_strdup(statement->name), g_steal_pointer(&text)};
    g_array_append_val(self->savepoints, made);
    return TRUE;
}

static gboolean
no_savepoint(ShardSession *self, const char *name, GError **error)
{
    gboolean mysql = self->mode.dialect == SHARD_DIALECT_MYSQL;
    gboolean postgresql = self->mode.dialect == SHARD_DIALECT_POSTGRESQL;

    if (postgresql && !shard_session_manual(self)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "25P01",
                        "savepoints can only be used in transaction blocks");
        return FALSE;
    }
    self->failed |= postgresql;
    shard_error_set(error, SHARD_ERROR_FAILED,
                    mysql                                        ? "42000"
                    : self->mode.dialect == SHARD_DIALECT_SQLITE ? "HY000"
                                                                 : "3B001",
                    "savepoint \"%s\" does not exist", name);
    return FALSE;
}

static gboolean
release(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    gint at = find_savepoint(self, statement->name);

    if (at < 0)
        return no_savepoint(self, statement->name, error);
    if (at == 0 && self->outer_savepoint != NULL)
        return shard_session_end_as_said(self, TRUE, error);
    if (!shard_session_run_joined(self, sql, error))
        return control_failed(self);
    g_array_set_size(self->savepoints, (guint) at);
    shard_session_lift_settings(self, (guint) at);
    return TRUE;
}

static gboolean
roll_back_to(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    gint at = find_savepoint(self, statement->name);

    if (at < 0)
        return no_savepoint(self, statement->name, error);
    if (!shard_session_run_joined(self, sql, error))
        return control_failed(self);
    g_array_set_size(self->savepoints, (guint) at + 1);
    shard_session_forget_settings(self, FALSE, (guint) at + 1);
    self->failed = self->lost;
    return TRUE;
}

static gboolean
set_transaction(ShardSession *self, const ShardStatement *statement, const char *sql,
                GError **error)
{
    gboolean mysql = self->mode.dialect == SHARD_DIALECT_MYSQL;

    if (!mysql && !shard_session_manual(self))
        return TRUE; /* PostgreSQL warns that it has no effect */
    if (mysql && shard_session_in_transaction(self)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "25001",
                        "Transaction characteristics can't be changed while a transaction is in "
                        "progress");
        return FALSE;
    }
    GError *failure = NULL;
    if (!shard_session_run_joined(self, sql, &failure)) {
        shard_session_note_failure(self, failure);
        g_propagate_error(error, failure);
        return FALSE;
    }
    g_ptr_array_add(self->tx_texts, g_strdup(sql));
    return TRUE;
}

static gboolean
set_autocommit(ShardSession *self, const ShardStatement *statement, const char *sql, GError **error)
{
    return shard_session_set_autocommit(self, statement->autocommit, error);
}

/* BEGIN, COMMIT and ROLLBACK look themselves. */
static gboolean
is_savepoint_word(ShardStatementKind kind)
{
    return kind == SHARD_STATEMENT_SAVEPOINT || kind == SHARD_STATEMENT_RELEASE ||
           kind == SHARD_STATEMENT_ROLLBACK_TO;
}

gboolean
shard_session_transaction(ShardSession *self, const ShardStatement *statement, const char *sql,
                          GError **error)
{
    static const struct {
        ShardStatementKind kind;
        TextHandler handle;
        gboolean when_failed; /* allowed in a failed transaction */
    } handlers[] = {
        {SHARD_STATEMENT_BEGIN, begin, FALSE},
        {SHARD_STATEMENT_COMMIT, end, TRUE},
        {SHARD_STATEMENT_ROLLBACK, end, TRUE},
        {SHARD_STATEMENT_SAVEPOINT, savepoint, FALSE},
        {SHARD_STATEMENT_RELEASE, release, FALSE},
        {SHARD_STATEMENT_ROLLBACK_TO, roll_back_to, TRUE},
        {SHARD_STATEMENT_SET_TRANSACTION, set_transaction, FALSE},
        {SHARD_STATEMENT_SET_AUTOCOMMIT, set_autocommit, TRUE},
    };

    gboolean over;

    shard_session_after_fork(self);
    for (guint i = 0; i < G_N_ELEMENTS(handlers); i++) {
        if (handlers[i].kind != statement->kind)
            continue;
        if (!self->failed && is_savepoint_word(statement->kind) &&
            !shard_session_check_ended(self, &over, error))
            return FALSE;
        if (self->failed && !handlers[i].when_failed)
            return shard_session_refuse_failed(error);
        return handlers[i].handle(self, statement, sql, error);
    }
    shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                    "this statement is no transaction control");
    return FALSE;
}

gboolean
shard_session_refuse_failed(GError **error)
{
    shard_error_set(error, SHARD_ERROR_FAILED, "25P02",
                    "current transaction is aborted, commands ignored until end of transaction "
                    "block");
    return FALSE;
}

/* ---- one statement in several steps ---- */

#define STEPS "shardodbc_steps"

gboolean
shard_session_begin_steps(ShardSession *self, gboolean *out_own, GError **error)
{
    const ShardStatement statement = {.kind = SHARD_STATEMENT_SAVEPOINT, .name = STEPS};

    *out_own = !shard_session_manual(self);
    if (*out_own)
        return shard_session_set_autocommit(self, FALSE, error);
    return shard_session_transaction(self, &statement, "SAVEPOINT " STEPS, error);
}

static gboolean
end_own_steps(ShardSession *self, gboolean keep, GError **error)
{
    gboolean done = shard_session_end(self, keep, keep ? error : NULL);

    return shard_session_set_autocommit(self, TRUE, done && keep ? error : NULL) && done;
}

/* A transaction that the failure ended or spoiled takes the steps with it. */
static void
undo_steps(ShardSession *self)
{
    const ShardStatement statement = {.kind = SHARD_STATEMENT_ROLLBACK_TO, .name = STEPS};

    if (self->failed || find_savepoint(self, STEPS) < 0)
        return;
    if (!roll_back_to(self, &statement, "ROLLBACK TO SAVEPOINT " STEPS, NULL))
        self->failed = self->lost = TRUE;
}

gboolean
shard_session_end_steps(ShardSession *self, gboolean own, gboolean keep, GError **error)
{
    const ShardStatement statement = {.kind = SHARD_STATEMENT_RELEASE, .name = STEPS};

    if (own)
        return end_own_steps(self, keep, error) || !keep;
    if (!keep)
        undo_steps(self);
    if (self->failed || find_savepoint(self, STEPS) < 0)
        return TRUE;
    return release(self, &statement, "RELEASE SAVEPOINT " STEPS, keep ? error : NULL) || !keep;
}
