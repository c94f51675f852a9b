/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/sharding/set-sharding.h"

#include "driver/odbc/dbc/dbc.h"

#include <string.h>

static const char *const policies[] = {"allow", "warn", "refuse", NULL};
static const char *const levels[] = {"off", "error", "slow", "sql", NULL};

/* ---- each setting ---- */

static gboolean
set_policy(ShardPolicyChoice *choice, gint word)
{
    *choice = (ShardPolicyChoice){word >= 0, word >= 0 ? (ShardPolicy) word : SHARD_POLICY_ALLOW};
    return TRUE;
}

static gboolean
set_scatter_read(ShardDbc *self, gint word, GError **error)
{
    return set_policy(&self->choices.scatter_read, word);
}

static gboolean
set_scatter_write(ShardDbc *self, gint word, GError **error)
{
    return set_policy(&self->choices.scatter_write, word);
}

static gboolean
set_log_level(ShardDbc *self, gint word, GError **error)
{
    guint level = word < 0 ? self->settings->log_level : (guint) word;
    ShardSettings wanted = *self->settings;

    if (level != SHARD_LOG_OFF && (wanted.log == NULL || wanted.log[0] == '\0')) {
        shard_error_set(error, SHARD_ERROR_FAILED, "42000",
                        "SET SHARDING LOG_LEVEL: the data source names no Log to write to");
        return FALSE;
    }
    wanted.log_level = level;
    g_clear_pointer(&self->log, shard_log_close);
    self->log = shard_log_open(&wanted);
    self->choices.has_log_level = word >= 0;
    self->choices.log_level = level;
    return TRUE;
}

static gboolean
set_slow_ms(ShardDbc *self, gint number, GError **error)
{
    self->choices.has_slow_ms = number >= 0;
    self->choices.slow_ms = (guint) MAX(number, 0);
    return TRUE;
}

static void
show_policy(const ShardPolicyChoice *choice, ShardChoiceShown *out)
{
    g_strlcpy(out->value, choice->is_set ? policies[choice->policy] : "", sizeof out->value);
}

static void
show_scatter_read(const ShardDbc *self, ShardChoiceShown *out)
{
    show_policy(&self->choices.scatter_read, out);
}

static void
show_scatter_write(const ShardDbc *self, ShardChoiceShown *out)
{
    show_policy(&self->choices.scatter_write, out);
}

static void
show_log_level(const ShardDbc *self, ShardChoiceShown *out)
{
    const ShardChoices *choices = &self->choices;
    guint usual = self->settings->log_level;

    g_strlcpy(out->value, levels[choices->has_log_level ? choices->log_level : usual],
              sizeof out->value);
    g_strlcpy(out->usual, levels[usual], sizeof out->usual);
}

static void
show_slow_ms(const ShardDbc *self, ShardChoiceShown *out)
{
    const ShardChoices *choices = &self->choices;
    guint usual = self->settings->slow_ms;

    g_snprintf(out->value, sizeof out->value, "%u",
               choices->has_slow_ms ? choices->slow_ms : usual);
    g_snprintf(out->usual, sizeof out->usual, "%u", usual);
}

static const struct {
    const char *name, *meaning;
    const char *const *words;                                    /* NULL: a number */
    gboolean (*set)(ShardDbc *self, gint value, GError **error); /* value < 0: as it was */
    void (*show)(const ShardDbc *self, ShardChoiceShown *out);
} rows[] = {
    {"SCATTER_READ", "SELECT over several nodes; empty: as each table's rules say", policies,
     set_scatter_read, show_scatter_read},
    {"SCATTER_WRITE", "writes over several nodes; empty: as each table's rules say", policies,
     set_scatter_write, show_scatter_write},
    {"LOG_LEVEL", "what is logged", levels, set_log_level, show_log_level},
    {"SLOW_MS", "milliseconds from which a statement is slow", NULL, set_slow_ms, show_slow_ms},
};

void
shard_choices_reset(ShardDbc *self)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        rows[i].set(self, -1, NULL);
}

gboolean
shard_choices_show(const ShardDbc *self, guint number, ShardChoiceShown *out)
{
    if (number >= G_N_ELEMENTS(rows))
        return FALSE;
    *out = (ShardChoiceShown){.name = rows[number].name, .meaning = rows[number].meaning};
    rows[number].show(self, out);
    return TRUE;
}

/* ---- the statement ---- */

static gboolean
refuse(const char *name, const char *const *words, GError **error)
{
    g_autofree char *list =
        words == NULL ? g_strdup("a number") : g_strjoinv(", ", (char **) words);

    shard_error_set(error, SHARD_ERROR_SYNTAX, "42000", "SET SHARDING %s: %s or DEFAULT is wanted",
                    name, list);
    return FALSE;
}

/* The number of the word, or the number itself; -1: neither. */
static gint
read_choice(const ShardTokens *tokens, guint token, const char *const *words)
{
    const ShardToken *value = &tokens->tokens[token];
    g_autofree char *text = g_strndup(tokens->text + value->offset, value->size);
    gsize size = strlen(text);
    guint64 number;

    if (size > 1 && text[0] == '\'' && text[size - 1] == '\'') {
        text[size - 1] = '\0';
        memmove(text, text + 1, size - 1);
    }
    for (gint i = 0; words != NULL && words[i] != NULL; i++)
        if (g_ascii_strcasecmp(words[i], text) == 0)
            return i;
    if (words == NULL && g_ascii_string_to_unsigned(text, 10, 0, G_MAXINT, &number, NULL))
        return (gint) number;
    return -1;
}

static gboolean
set_row(ShardDbc *self, const ShardTokens *tokens, gsize row, GError **error)
{
    gboolean is_usual = shard_token_is(tokens, 4, "DEFAULT");
    gint value = is_usual ? -1 : read_choice(tokens, 4, rows[row].words);

    if (!is_usual && value < 0)
        return refuse(rows[row].name, rows[row].words, error);
    return rows[row].set(self, value, error);
}

/* Tokens: SET SHARDING name = value. */
gboolean
shard_set_sharding(ShardDbc *self, const ShardPrepared *statement, GError **error)
{
    const ShardTokens *tokens = shard_prepared_tokens(statement);
    guint n = tokens->n_tokens;

    if (n > 0 && tokens->text[tokens->tokens[n - 1].offset] == ';')
        n--;
    gboolean is_pair = n == 5 && tokens->text[tokens->tokens[3].offset] == '=';
    for (gsize i = 0; is_pair && i < G_N_ELEMENTS(rows); i++)
        if (shard_token_is(tokens, 2, rows[i].name))
            return set_row(self, tokens, i, error);
    return shard_connection_hints_set(
        &self->hints, statement, shard_router_rules(shard_session_router(self->session)), error);
}
