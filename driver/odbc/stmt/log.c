/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/stmt/log.h"

#include "driver/executor/counters.h"

#include <string.h>

static gboolean
is_literal(ShardTokenKind kind)
{
    return kind == SHARD_TOKEN_STRING || kind == SHARD_TOKEN_BIT_STRING ||
           kind == SHARD_TOKEN_INTEGER || kind == SHARD_TOKEN_NUMBER || kind == SHARD_TOKEN_INVALID;
}

/* A connection string in a literal, as dblink takes it. */
static gboolean
cites_password(const char *text, gsize size)
{
    static const char *const words[] = {"password", "pwd"};
    g_autofree char *lower = g_ascii_strdown(text, (gssize) size);

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (strstr(lower, words[i]) != NULL)
            return TRUE;
    return FALSE;
}

static gboolean
is_secret(const ShardTokens *tokens)
{
    static const char *const words[] = {"PASSWORD", "IDENTIFIED", "MAPPING",   "SERVER",
                                        "SECRET",   "AUTH",       "CONNECTION"};

    for (guint i = 0; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        for (gsize n = 0; n < G_N_ELEMENTS(words); n++)
            if (shard_token_is(tokens, i, words[n]))
                return TRUE;
        if (is_literal(token->kind) && cites_password(tokens->text + token->offset, token->size))
            return TRUE;
    }
    return FALSE;
}

/* The text without its comments, literals as question marks; (transfer full). */
static char *
mask(const ShardTokens *tokens)
{
    GString *text = g_string_sized_new(tokens->size);
    gsize end = 0;

    for (guint i = 0; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        if (i > 0 && token->offset > end)
            g_string_append_c(text, ' ');
        if (is_literal(token->kind))
            g_string_append_c(text, '?');
        else
            g_string_append_len(text, tokens->text + token->offset, token->size);
        end = token->offset + token->size;
    }
    return g_string_free(text, FALSE);
}

static const ShardSqlMode *
mode_of(const ShardStmt *self)
{
    return self->prepared != NULL ? shard_prepared_mode(self->prepared)
                                  : shard_session_sql_mode(self->connection->session);
}

/* (transfer full) */
static char *
show_text(const ShardStmt *self, const char *sql, gsize size, gboolean open)
{
    g_autoptr(ShardTokens) tokens = NULL;

    if (open)
        return g_strndup(sql, size);
    tokens = shard_tokens_new(sql, size, mode_of(self));
    return tokens == NULL ? g_strdup("?") : mask(tokens);
}

static char *
show_parameters(const ShardStmt *self)
{
    guint n = shard_prepared_n_markers(self->prepared);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(ShardArena) arena = shard_arena_new();

    for (guint i = 0; i < n && self->params.values != NULL; i++) {
        const ShardValue *value = &self->params.values[i];
        const char *shown =
            value->kind == SHARD_VALUE_UNKNOWN ? "?" : shard_value_to_text(value, arena);
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                               cites_password(shown, strlen(shown)) ? "?" : shown);
    }
    return text->len == 0 ? NULL : g_string_free(g_steal_pointer(&text), FALSE);
}

static void
free_units(GArray *units)
{
    for (guint i = 0; i < units->len; i++)
        g_free((char *) g_array_index(units, ShardLogUnit, i).sql);
    g_array_unref(units);
}

static GArray *
show_units(ShardStmt *self, gboolean open)
{
    GArray *units = g_array_new(FALSE, FALSE, sizeof(ShardLogUnit));
    const ShardRules *rules = shard_router_rules(shard_session_router(self->connection->session));
    const ShardPlan *plan = self->plan;

    for (guint i = 0; plan != NULL && plan->kind == SHARD_PLAN_UNITS && i < plan->n_units; i++) {
        const ShardUnit *unit = &plan->units[i];
        ShardLogUnit shown = {
            .shard = shard_rules_shard(rules, unit->shard)->name,
            .sql = show_text(self, unit->sql, unit->sql_size, open),
            .microseconds = shard_run_microseconds(shard_stmt_run(self), unit->shard),
            .rows = shard_run_unit_rows(shard_stmt_run(self), i),
        };
        g_array_append_val(units, shown);
    }
    return units;
}

static gboolean
is_wanted(const ShardStmt *self, gint64 microseconds, const GError *error)
{
    const ShardSettings *settings = self->connection->settings;
    const ShardChoices *choices = &self->connection->choices;
    guint level = choices->has_log_level ? choices->log_level : settings->log_level;
    guint slow_ms = choices->has_slow_ms ? choices->slow_ms : settings->slow_ms;

    if (error != NULL || level == SHARD_LOG_SQL)
        return TRUE;
    /* The rules ask to be warned of it. */
    if (self->plan != NULL && self->plan->warning != NULL)
        return TRUE;
    return level == SHARD_LOG_SLOW && microseconds >= (gint64) slow_ms * 1000;
}

/* Has the statement a cursor whose rows are still to come? */
static gboolean
awaits_rows(const ShardStmt *self, const GError *error)
{
    return error == NULL && self->cursor != NULL && self->plan != NULL && !self->plan->is_write;
}

static gint64
rows_of(const ShardStmt *self, const GError *error)
{
    gboolean while_fetching = error != NULL && self->cursor != NULL;
    return while_fetching ? (gint64) self->n_given : self->row_count;
}

static void
write_waiting(ShardStmt *self)
{
    if (G_LIKELY(self->log_started == 0))
        return;
    /* The log may have been switched off since. */
    if (self->log_line != NULL && self->connection->log != NULL)
        shard_log_finish(self->connection->log, self->log_line, self->n_given);
    g_clear_pointer(&self->log_line, g_free);
    self->log_started = 0;
}

void
shard_stmt_log_fetch(ShardStmt *self, const GError *error)
{
    gint64 started = self->log_started;

    if (started == 0 || self->connection->log == NULL)
        return;
    g_clear_pointer(&self->log_line, g_free);
    self->log_started = 0;
    shard_stmt_log(self, started, error);
}

void
shard_stmt_count_rows(ShardStmt *self)
{
    /* Not those of catalog functions, PREVIEW and SHOW. */
    if (self->n_given > 0 && self->plan != NULL && self->plan->kind == SHARD_PLAN_UNITS) {
        shard_count(&shard_counters->rows_returned, self->n_given);
        /* What a merged cursor reads was counted as it came. */
        shard_run_count_direct_rows(shard_stmt_run(self), self->n_given);
    }
    write_waiting(self);
    self->n_given = 0;
}

void
shard_stmt_log(ShardStmt *self, gint64 started, const GError *error)
{
    ShardDbc *connection = self->connection;
    gint64 microseconds = g_get_monotonic_time() - started;
    gint64 waited = shard_session_take_waited(connection->session);
    gboolean waits = awaits_rows(self, error);

    self->log_started = waits ? started : 0;
    if (!is_wanted(self, microseconds, error))
        return;
    gboolean open = self->prepared != NULL && connection->settings->log_parameters &&
                    !is_secret(shard_prepared_tokens(self->prepared));
    g_autofree char *sql = show_text(self, self->sql, self->sql_size, open);
    g_autofree char *parameters = open ? show_parameters(self) : NULL;
    g_autofree char *message =
        error == NULL ? NULL
                      : (open ? g_strdup(error->message) : shard_log_mask_message(error->message));
    GArray *units = show_units(self, open);
    const ShardLogEntry entry = {
        .event = error == NULL ? "statement" : "error",
        .connection = connection->log_name,
        .route = self->plan == NULL || self->plan->kind != SHARD_PLAN_UNITS
                     ? NULL
                     : shard_route_name(self->plan->route),
        .sql = sql,
        .parameters = parameters,
        .units = (const ShardLogUnit *) (gpointer) units->data,
        .n_units = units->len,
        .rows = waits ? -1 : rows_of(self, error),
        .microseconds = microseconds,
        .waited = waited > 0 ? waited : -1,
        .cache =
            self->prepared != NULL && shard_prepared_was_cached(self->prepared) ? "hit" : "miss",
        .warning = self->plan == NULL ? NULL : self->plan->warning,
        .sqlstate = error == NULL ? NULL : shard_error_sqlstate(error, 0),
        .message = message,
    };
    if (waits)
        self->log_line = shard_log_begin(connection->log, &entry);
    else
        shard_log_write(connection->log, &entry);
    free_units(units);
}
