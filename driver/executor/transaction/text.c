/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * BEGIN, COMMIT, SAVEPOINT … written as SQL: they change the logical transaction as SQLEndTran and
 * the attributes do.
 */
#include "driver/executor/transaction/two-phase.h"

#include <string.h>

typedef gboolean (*TextHandler)(ShardSession *self, const ShardStatement *statement,
                                const char *sql, GError **error);

/* COMMIT AND CHAIN; not AND NO CHAIN. */
static gboolean
is_chained(const ShardSession *self, const char *sql)
{
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &self->mode);

    for (guint i = 1; i < tokens->n_tokens; i++) {
        if (shard_token_is(tokens, i, "CHAIN") && shard_token_is(tokens, i - 1, "AND"))
            return TRUE;
    }
    return FALSE;
}

static gboolean
says(const ShardTokens *tokens, const char *word)
{
    for (guint i = 0; i < tokens->n_tokens; i++) {
        if (shard_token_is(tokens, i, word))
            return TRUE;
    }
    return FALSE;
}

/* What BEGIN or START TRANSACTION says of its transaction; NULL: nothing.  (transfer full) */
static char *
characteristics_of(const ShardTokens *tokens)
{
    guint first = 0, end = tokens->n_tokens;

    while (shard_token_is(tokens, first, "BEGIN") || shard_token_is(tokens, first, "START") ||
           shard_token_is(tokens, first, "WORK") || shard_token_is(tokens, first, "TRANSACTION"))
        first++;
    while (end > first && shard_token_is(tokens, end - 1, ";"))
        end--;
    if (first == end)
        return NULL;
    const ShardToken *from = &tokens->tokens[first], *last = &tokens->tokens[end - 1];
    return g_strndup(tokens->text + from->offset, last->offset + last->size - from->offset);
}

/* Where the shards' transactions don't begin with the application's own text, its characteristics
 * are said apart.  A snapshot of MariaDB's is then made by the first read. */
static void
note_characteristics(ShardSession *self, const char *sql)
{
    g_autoptr(ShardTokens) tokens = shard_tokens_new(sql, strlen(sql), &self->mode);
    g_autofree char *said = characteristics_of(tokens);

    if (said == NULL)
        return;
    if (self->mode.dialect == SHARD_DIALECT_POSTGRESQL)
        g_ptr_array_add(self->tx_texts, g_strconcat("SET TRANSACTION ", said, NULL));
    else if (self->mode.dialect == SHARD_DIALECT_MYSQL && says(tokens, "ONLY"))
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
    gboolean chain = is_chained(self, sql);
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
