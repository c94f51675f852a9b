/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/sql/read/classify.h"

#include <string.h>

typedef void (*ReadFunc)(ShardReader *self);

static void
set_kind(ShardReader *self, ShardStatementKind kind)
{
    self->out->kind = kind;
}

/* ---- transactions ---- */

static void
read_begin(ShardReader *self)
{
    static const char *const compounds[] = {"NOT", "ATOMIC", NULL};

    set_kind(self, SHARD_STATEMENT_BEGIN);
    if (shard_reader_skip_list(self, compounds))
        set_kind(self, SHARD_STATEMENT_UNPARSED);
}

static void
read_start(ShardReader *self)
{
    set_kind(self, shard_reader_skip(self, "TRANSACTION") ? SHARD_STATEMENT_BEGIN
                                                          : SHARD_STATEMENT_UNPARSED);
}

static void
read_commit(ShardReader *self)
{
    set_kind(self, shard_reader_is(self, 0, "PREPARED") ? SHARD_STATEMENT_UNPARSED
                                                        : SHARD_STATEMENT_COMMIT);
}

static void
read_rollback(ShardReader *self)
{
    static const char *const fillers[] = {"WORK", "TRANSACTION", NULL};

    set_kind(self, SHARD_STATEMENT_ROLLBACK);
    shard_reader_skip_list(self, fillers);
    if (shard_reader_is(self, 0, "PREPARED"))
        set_kind(self, SHARD_STATEMENT_UNPARSED);
    if (!shard_reader_skip(self, "TO"))
        return;
    shard_reader_skip(self, "SAVEPOINT");
    set_kind(self, SHARD_STATEMENT_ROLLBACK_TO);
    self->out->name = shard_reader_name(self);
}

static void
read_savepoint(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_SAVEPOINT);
    self->out->name = shard_reader_name(self);
}

static void
read_release(ShardReader *self)
{
    shard_reader_skip(self, "SAVEPOINT");
    set_kind(self, SHARD_STATEMENT_RELEASE);
    self->out->name = shard_reader_name(self);
}

/* ---- SET, SHOW ---- */

/* autocommit = 0 | 1 | ON | OFF | TRUE | FALSE; FALSE: something else is set. */
static gboolean
read_autocommit(ShardReader *self)
{
    static const char *const on[] = {"1", "ON", "TRUE", "'ON'", NULL};
    guint at = self->at;

    if (shard_reader_is(self, 0, "@@autocommit") ||
        shard_reader_is(self, 0, "@@session.autocommit"))
        self->at++;
    else if (!shard_reader_skip(self, "AUTOCOMMIT"))
        return FALSE;
    if (!shard_reader_skip(self, "=") && !shard_reader_skip(self, ":=")) {
        self->at = at;
        return FALSE;
    }
    gboolean is_on = shard_reader_skip_list(self, on);
    if (!is_on)
        self->at++;
    if (self->at != self->end) {
        self->at = at;
        return FALSE;
    }
    set_kind(self, SHARD_STATEMENT_SET_AUTOCOMMIT);
    self->out->autocommit = is_on;
    self->out->implicit_commit = is_on;
    return TRUE;
}

static gboolean
read_set_transaction(ShardReader *self)
{
    guint at = self->at;
    /* With SESSION it is a setting of all transactions to come. */
    gboolean session = shard_reader_skip(self, "SESSION");

    if (shard_reader_skip(self, "TRANSACTION") || shard_reader_skip(self, "CHARACTERISTICS")) {
        set_kind(self, session ? SHARD_STATEMENT_SET : SHARD_STATEMENT_SET_TRANSACTION);
        return TRUE;
    }
    self->at = at;
    return FALSE;
}

static void
read_set(ShardReader *self)
{
    static const char *const scopes[] = {"SESSION", "LOCAL", "GLOBAL", NULL};

    /* SQLite has no SET: only ours. */
    if (self->mode->dialect == SHARD_DIALECT_SQLITE && !shard_reader_is(self, 0, "SHARDING"))
        return;
    set_kind(self, SHARD_STATEMENT_SET);
    if (shard_reader_skip(self, "SHARDING")) {
        set_kind(self, SHARD_STATEMENT_SET_SHARDING);
        self->out->name = shard_reader_name(self);
        return;
    }
    if (read_set_transaction(self))
        return;
    if (shard_reader_is(self, 0, "PASSWORD") || shard_reader_is(self, 0, "DEFAULT")) {
        set_kind(self, SHARD_STATEMENT_USER);
        return;
    }
    gboolean scoped = shard_reader_skip_list(self, scopes);
    if (self->mode->dialect == SHARD_DIALECT_MYSQL && read_autocommit(self))
        return;
    if (scoped && shard_reader_is(self, 0, "TRANSACTION")) {
        set_kind(self, SHARD_STATEMENT_SET_TRANSACTION);
        return;
    }
    self->out->name = shard_reader_name(self);
    if (self->mode->dialect == SHARD_DIALECT_MYSQL)
        self->out->session_bound = TRUE;
}

/* PRAGMA name(x): do these ask about x?  Others are set to it. */
static gboolean
asks_about(const char *pragma)
{
    static const char *const starts[] = {
        "table_",      "index_",   "foreign_key_",   "integrity_check",
        "quick_check", "optimize", "wal_checkpoint", "incremental_vacuum"};

    for (gsize i = 0; i < G_N_ELEMENTS(starts); i++)
        if (g_ascii_strncasecmp(pragma, starts[i], strlen(starts[i])) == 0)
            return TRUE;
    return FALSE;
}

static void
read_pragma(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_SHOW);
    if (shard_reader_is_name(self, 0) && shard_reader_is(self, 1, "."))
        self->at += 2;
    self->out->name = shard_reader_name(self);
    gboolean asks = self->out->name != NULL && asks_about(self->out->name);
    if (!asks && (shard_reader_is(self, 0, "=") ||
                  (self->out->name != NULL && shard_reader_is(self, 0, "(")))) {
        set_kind(self, SHARD_STATEMENT_SET);
        return;
    }
    if (asks && (shard_reader_skip(self, "(") || shard_reader_skip(self, "=")) &&
        (g_ascii_strncasecmp(self->out->name, "table_", 6) == 0 ||
         g_ascii_strncasecmp(self->out->name, "index_list", 10) == 0 ||
         g_ascii_strncasecmp(self->out->name, "foreign_key_", 12) == 0) &&
        shard_reader_table(self, FALSE) < 0)
        shard_reader_string_table(self);
}

static void
read_show_sharding(ShardReader *self)
{
    g_autoptr(GString) words = g_string_new(NULL);

    set_kind(self, SHARD_STATEMENT_SHOW_SHARDING);
    while (self->at < self->end) {
        const ShardToken *token = &self->tokens->tokens[self->at++];
        if (words->len > 0)
            g_string_append_c(words, ' ');
        g_string_append_len(words, self->tokens->text + token->offset, token->size);
    }
    g_string_ascii_up(words);
    self->out->words = shard_arena_strndup(self->out->arena, words->str, (gssize) words->len);
}

/* SHOW WARNINGS, SHOW ERRORS, SHOW COUNT(*) WARNINGS. */
static gboolean
says_of_last(const ShardReader *self)
{
    static const char *const words[] = {"WARNINGS", "ERRORS", "COUNT"};

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (shard_reader_is(self, 0, words[i]))
            return TRUE;
    }
    return FALSE;
}

/* SHOW COLUMNS FROM t, SHOW CREATE TABLE t; what else it shows has no table. */
static void
read_show(ShardReader *self)
{
    static const char *const of_tables[] = {"COLUMNS", "FIELDS", "INDEX", "INDEXES", "KEYS", NULL};
    static const char *const fillers[] = {"FULL", "EXTENDED", NULL};

    if (shard_reader_skip(self, "SHARDING")) {
        read_show_sharding(self);
        return;
    }
    set_kind(self, SHARD_STATEMENT_SHOW);
    if (self->mode->dialect != SHARD_DIALECT_MYSQL) {
        self->out->name = shard_reader_name(self);
        return;
    }
    while (shard_reader_skip_list(self, fillers))
        ;
    if (shard_reader_is(self, 0, "CREATE") && shard_reader_is(self, 1, "TABLE")) {
        self->at += 2;
        shard_reader_table(self, FALSE);
    } else if (shard_reader_skip_list(self, of_tables)) {
        if (shard_reader_skip(self, "FROM") || shard_reader_skip(self, "IN"))
            shard_reader_table(self, FALSE);
    } else {
        self->out->last_statement = says_of_last(self);
        self->out->name = shard_reader_name(self);
    }
}

/* ---- statements around statements ---- */

static const char *const query_words[] = {"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE",
                                          "WITH",   "VALUES", "MERGE",  "TABLE",  NULL};

static void
read_inner(ShardReader *self)
{
    self->out->inner_first_token = self->at;
    if (shard_reader_is(self, 0, "(")) {
        self->read_from = (gint) self->at;
        return;
    }
    for (guint i = 0; query_words[i] != NULL; i++)
        if (shard_reader_is(self, 0, query_words[i]))
            self->read_from = (gint) self->at;
}

static void
read_explain(ShardReader *self)
{
    static const char *const options[] = {"ANALYZE", "VERBOSE",    "EXTENDED", "QUERY",
                                          "PLAN",    "PARTITIONS", "FORMAT",   NULL};

    set_kind(self, SHARD_STATEMENT_EXPLAIN);
    if (self->mode->dialect == SHARD_DIALECT_POSTGRESQL && shard_reader_is(self, 0, "(")) {
        gint close = shard_tokens_match(self->tokens, self->at);
        /* EXPLAIN (ANALYZE) SELECT …, but EXPLAIN (SELECT …) too. */
        if (close >= 0 && !shard_reader_is(self, 1, "SELECT") && !shard_reader_is(self, 1, "("))
            self->at = (guint) close + 1;
    }
    while (shard_reader_skip_list(self, options))
        if (shard_reader_skip(self, "="))
            self->at++;
    if (self->mode->dialect == SHARD_DIALECT_SQLITE && shard_reader_is(self, 0, "QUERY"))
        self->at += 2;
    read_inner(self);
}

/* DESCRIBE t [column], or DESCRIBE SELECT … */
static void
read_describe(ShardReader *self)
{
    read_explain(self);
    if (self->read_from >= 0 || self->at >= self->end)
        return;
    set_kind(self, SHARD_STATEMENT_SHOW);
    shard_reader_skip(self, "TABLE");
    shard_reader_table(self, FALSE);
}

static void
read_preview(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_PREVIEW);
    self->out->inner_first_token = self->at;
}

/* ---- calls ---- */

/* One argument: a marker or a literal stands for itself, everything else can't be known. */
static ShardExpr *
read_argument(ShardReader *self, guint first, guint end)
{
    ShardExpr *expr = shard_arena_new0(self->out->arena, ShardExpr);
    guint token = first;

    *expr = (ShardExpr){.kind = SHARD_EXPR_OPAQUE,
                        .first_token = first,
                        .last_token = end - 1,
                        .table = -1,
                        .marker = -1,
                        .query = -1,
                        .separator_token = -1};
    while (token + 1 < end && shard_token_is(self->tokens, token, "-")) {
        token++;
        expr->literal_sign_tokens++;
    }
    if (token + 1 != end)
        return expr;
    const ShardToken *t = &self->tokens->tokens[token];
    if (t->kind == SHARD_TOKEN_MARKER && token == first) {
        expr->kind = SHARD_EXPR_MARKER;
        expr->marker = t->marker;
    } else if (t->kind >= SHARD_TOKEN_STRING && t->kind <= SHARD_TOKEN_NUMBER) {
        expr->kind = SHARD_EXPR_LITERAL;
    } else if (shard_token_is(self->tokens, token, "NULL")) {
        expr->kind = SHARD_EXPR_LITERAL;
        expr->literal = SHARD_LITERAL_NULL;
    }
    if (expr->kind == SHARD_EXPR_LITERAL)
        expr->first_token = expr->last_token = token;
    return expr;
}

static void
read_arguments(ShardReader *self, guint open, guint close)
{
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    guint depth = self->tokens->tokens[open].depth + 1;
    guint first = open + 1;

    for (guint i = first; i <= close; i++) {
        gboolean comma =
            self->tokens->tokens[i].depth == depth && shard_token_is(self->tokens, i, ",");
        if ((!comma && i != close) || i == first)
            continue;
        g_ptr_array_add(arguments, read_argument(self, first, i));
        first = i + 1;
    }
    self->out->n_arguments = arguments->len;
    self->out->arguments = shard_arena_array(self->out->arena, ShardExpr *, arguments->len + 1);
    if (arguments->len > 0)
        memcpy(self->out->arguments, arguments->pdata, arguments->len * sizeof(ShardExpr *));
}

static void
read_call(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_CALL);
    self->out->name = shard_reader_name(self);
    while (shard_reader_is(self, 0, ".") && shard_reader_is_name(self, 1)) {
        self->at++;
        self->out->name = shard_reader_name(self);
    }
    if (!shard_reader_is(self, 0, "("))
        return;
    gint close = shard_tokens_match(self->tokens, self->at);
    if (close >= 0 && (guint) close < self->end)
        read_arguments(self, self->at, (guint) close);
}

/* {call p(?)}, {? = call f(?)} */
static void
read_call_escape(ShardReader *self)
{
    if (self->at < self->end && self->tokens->tokens[self->at].kind == SHARD_TOKEN_MARKER &&
        shard_reader_is(self, 1, "=")) {
        self->out->returns_value = TRUE;
        self->at += 2;
    }
    if (shard_reader_skip(self, "CALL"))
        read_call(self);
}

/* ---- the rest ---- */

static void
read_query(ShardReader *self)
{
    self->at--;
    self->read_from = (gint) self->at;
}

/* SQLite's and MySQL's REPLACE is an INSERT. */
static void
read_use(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_USE);
    self->out->name = shard_reader_name(self);
}

static void
read_lock(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_LOCK);
    self->out->session_bound = TRUE;
    if (!shard_reader_skip(self, "TABLES"))
        shard_reader_skip(self, "TABLE");
    shard_reader_skip(self, "ONLY");
    while (shard_reader_table(self, TRUE) >= 0) {
        /* MySQL: t AS a READ LOCAL, u WRITE. */
        while (self->at < self->end && !shard_reader_is(self, 0, ","))
            self->at++;
        if (!shard_reader_skip(self, ","))
            return;
    }
}

static void
read_session_thing(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_LOCK);
    self->out->session_bound = TRUE;
    shard_read_guess(self);
}

/* What FLUSH empties is emptied on every shard; locks are one shard's. */
static void
read_flush(ShardReader *self)
{
    if (shard_reader_is(self, 0, "TABLES") && shard_reader_is(self, 1, "WITH")) {
        set_kind(self, SHARD_STATEMENT_LOCK);
        self->out->session_bound = TRUE;
        return;
    }
    read_session_thing(self);
    if (self->out->n_tables == 0) {
        set_kind(self, SHARD_STATEMENT_OTHER_DDL);
        self->out->session_bound = FALSE;
    }
}

/* HANDLER t OPEN, and what is read from it. */
static void
read_handler(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_LOCK);
    self->out->session_bound = TRUE;
    shard_reader_table(self, TRUE);
}

static void
read_copy(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_LOCK);
    self->out->session_bound = TRUE;
    if (!shard_reader_is(self, 0, "("))
        shard_reader_table(self, TRUE);
    else
        shard_read_guess(self);
}

/* ANALYZE TABLE t, VACUUM FULL t, REINDEX TABLE t … */
static void
read_maintenance(ShardReader *self)
{
    static const char *const fillers[] = {
        "NO_WRITE_TO_BINLOG", "LOCAL", "TABLE", "TABLES", "FULL", "FREEZE", "VERBOSE", "ANALYZE",
        "CONCURRENTLY",       NULL};

    /* MariaDB's ANALYZE [FORMAT = JSON] SELECT … runs a statement and tells how. */
    if (self->mode->dialect == SHARD_DIALECT_MYSQL && !shard_reader_is(self, 0, "TABLE") &&
        shard_token_is(self->tokens, self->at - 1, "ANALYZE")) {
        read_explain(self);
        if (self->read_from >= 0)
            return;
    }
    set_kind(self, SHARD_STATEMENT_OTHER_DDL);
    if (shard_reader_is(self, 0, "(")) {
        gint close = shard_tokens_match(self->tokens, self->at);
        self->at = close < 0 ? self->end : (guint) close + 1;
    }
    while (shard_reader_skip_list(self, fillers))
        ;
    if (shard_reader_skip(self, "INDEX")) {
        shard_reader_skip(self, "CONCURRENTLY");
        shard_reader_object(self, SHARD_OBJECT_INDEX, -1);
        return;
    }
    if (shard_reader_is(self, 0, "DATABASE") || shard_reader_is(self, 0, "SCHEMA") ||
        shard_reader_is(self, 0, "SYSTEM"))
        return;
    shard_reader_tables(self, TRUE);
    if (shard_reader_skip(self, "USING")) /* CLUSTER t USING i */
        shard_reader_existing_index(self, 0);
}

static void
read_other_ddl(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_OTHER_DDL);
}

static void
read_unlock(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_OTHER_DDL);
    self->out->unlocks = TRUE;
}

static void
read_server_wide(ShardReader *self)
{
    set_kind(self, SHARD_STATEMENT_USER);
}

enum { P = 1, M = 2, S = 4, ALL = 7 };

static const struct {
    const char *word;
    guint dialects;
    ReadFunc read;
} first_words[] = {
    {"SELECT", ALL, read_query},
    {"INSERT", ALL, read_query},
    {"UPDATE", ALL, read_query},
    {"DELETE", ALL, read_query},
    {"WITH", ALL, read_query},
    {"VALUES", ALL, read_query},
    {"(", ALL, read_query},
    {"REPLACE", M | S, read_query},
    {"MERGE", P, read_query},
    {"TABLE", P, read_query},
    {"{", ALL, read_call_escape},
    {"CALL", P | M, read_call},
    {"BEGIN", ALL, read_begin},
    {"START", P | M, read_start},
    {"COMMIT", ALL, read_commit},
    {"END", P | S, read_commit},
    {"ROLLBACK", ALL, read_rollback},
    {"ABORT", P, read_rollback},
    {"SAVEPOINT", ALL, read_savepoint},
    {"RELEASE", ALL, read_release},
    {"SET", ALL, read_set},
    {"RESET", P, read_set},
    {"DISCARD", P, read_set},
    {"PRAGMA", S, read_pragma},
    {"USE", M, read_use},
    {"SHOW", ALL, read_show},
    {"DESCRIBE", M, read_describe},
    {"DESC", M, read_describe},
    {"EXPLAIN", P | S, read_explain},
    {"EXPLAIN", M, read_describe},
    {"PREVIEW", ALL, read_preview},
    {"CREATE", ALL, shard_read_create},
    {"ALTER", ALL, shard_read_alter},
    {"DROP", ALL, shard_read_drop},
    {"TRUNCATE", P | M, shard_read_truncate},
    {"RENAME", M, shard_read_rename},
    {"GRANT", P | M, shard_read_grant},
    {"REVOKE", P | M, shard_read_grant},
    {"COMMENT", P, shard_read_comment},
    {"ANALYZE", ALL, read_maintenance},
    {"HELP", M, read_maintenance},
    {"OPTIMIZE", M, read_maintenance},
    {"CHECK", M, read_maintenance},
    {"CHECKSUM", M, read_maintenance},
    {"REPAIR", M, read_maintenance},
    {"VACUUM", P | S, read_maintenance},
    {"REINDEX", P | S, read_maintenance},
    {"CLUSTER", P, read_maintenance},
    {"REFRESH", P, shard_read_refresh},
    {"SECURITY", P, shard_read_label},
    {"DO", P | M, read_session_thing},
    {"LOCK", P | M, read_lock},
    {"UNLOCK", M, read_unlock},
    {"LISTEN", P, read_session_thing},
    {"UNLISTEN", P, read_session_thing},
    {"NOTIFY", P, read_session_thing},
    {"COPY", P, read_copy},
    {"LOAD", P | M, read_session_thing},
    {"HANDLER", M, read_handler},
    {"PREPARE", P | M, read_session_thing},
    {"EXECUTE", P | M, read_session_thing},
    {"DEALLOCATE", P | M, read_session_thing},
    {"DECLARE", P, read_session_thing},
    {"FETCH", P, read_session_thing},
    {"MOVE", P, read_session_thing},
    {"CLOSE", P, read_session_thing},
    {"ATTACH", S, read_session_thing},
    {"DETACH", S, read_session_thing},
    {"KILL", M, read_session_thing},
    {"FLUSH", M, read_flush},
    {"BACKUP", M, read_session_thing},
    {"XA", M, read_session_thing},
    {"CHECKPOINT", P, read_other_ddl},
    {"REASSIGN", P, read_other_ddl},
    {"INSTALL", M, read_server_wide},
    {"UNINSTALL", M, read_server_wide},
};

/* ---- dispatch ---- */

/* MariaDB ends the transaction before it runs these. */
static gboolean
commits_implicitly(const ShardReader *self)
{
    ShardStatementKind kind = self->out->kind;

    if (self->mode->dialect != SHARD_DIALECT_MYSQL)
        return FALSE;
    if (kind == SHARD_STATEMENT_SET_AUTOCOMMIT)
        return self->out->autocommit;
    if (kind == SHARD_STATEMENT_LOCK)
        return shard_token_is(self->tokens, 0, "LOCK") || shard_token_is(self->tokens, 0, "FLUSH");
    return ((kind >= SHARD_STATEMENT_CREATE_TABLE && kind <= SHARD_STATEMENT_USER) ||
            kind == SHARD_STATEMENT_BEGIN) &&
           !self->out->temporary;
}

void
shard_classify(ShardReader *self)
{
    static const guint bits[] = {P, P, M, S};
    guint bit = bits[self->mode->dialect];

    set_kind(self, SHARD_STATEMENT_UNPARSED);
    self->read_from = -1;
    for (guint i = 0; i < G_N_ELEMENTS(first_words); i++) {
        if ((first_words[i].dialects & bit) == 0 || !shard_reader_is(self, 0, first_words[i].word))
            continue;
        self->at++;
        first_words[i].read(self);
        break;
    }
    self->out->implicit_commit = commits_implicitly(self);
}
