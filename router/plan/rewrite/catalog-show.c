/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * catalog-show.c - MySQL's SHOW TABLES, as a question to its catalog that can be given other names.
 *
 *   SHOW FULL TABLES LIKE 't%'
 *   SELECT `Tables_in_shop` AS `Tables_in_shop (t%)`, `Table_type`
 *     FROM (SELECT … AS `Tables_in_shop`, … FROM information_schema.TABLES WHERE …) AS t
 *    WHERE `Tables_in_shop` LIKE 't%' ORDER BY …
 */
#include "router/plan/rewrite/catalog-private.h"

#include "router/plan/router-private.h"

#include <string.h>

/* What the statement says; tokens. */
typedef struct {
    gboolean full;
    gint database;        /* FROM database; -1: the session's */
    gint pattern, filter; /* behind LIKE, WHERE; -1 none */
} Show;

static gboolean
read_tables(const ShardTokens *tokens, Show *out)
{
    guint at = 1;

    *out = (Show){.database = -1, .pattern = -1, .filter = -1};
    for (; shard_token_is(tokens, at, "FULL") || shard_token_is(tokens, at, "EXTENDED"); at++)
        out->full = out->full || shard_token_is(tokens, at, "FULL");
    if (!shard_token_is(tokens, at++, "TABLES"))
        return FALSE;
    if (shard_token_is(tokens, at, "FROM") || shard_token_is(tokens, at, "IN")) {
        out->database = (gint) at + 1;
        at += 2;
    }
    if (shard_token_is(tokens, at, "LIKE"))
        out->pattern = (gint) at + 1;
    else if (shard_token_is(tokens, at, "WHERE"))
        out->filter = (gint) at + 1;
    for (guint i = at; i < tokens->n_tokens; i++) {
        if (tokens->tokens[i].marker >= 0)
            return FALSE;
    }
    if (out->filter >= 0)
        return at + 1 < tokens->n_tokens;
    return at + (out->pattern >= 0 ? 2 : 0) == tokens->n_tokens;
}

static char *
token_text(const ShardTokens *tokens, gint first, guint last)
{
    gsize start = tokens->tokens[first].offset;

    return g_strndup(tokens->text + start,
                     tokens->tokens[last].offset + tokens->tokens[last].size - start);
}

/* The database as a value, and as the label calls it.  FALSE: its name would have to be escaped. */
static gboolean
name_database(const ShardNamer *self, const Show *show, char **out_value, char **out_label)
{
    const ShardRules *rules = self->prepared->router->rules;
    const ShardTokens *tokens = self->prepared->tokens;
    const char *catalog = self->input->catalog;
    guint shard = (guint) MAX(shard_rules_default_shard(rules), 0);
    gboolean quoted;

    *out_value = g_strdup("DATABASE()");
    *out_label = g_strdup(catalog != NULL ? catalog : shard_rules_shard(rules, shard)->name);
    if (show->database >= 0) {
        if ((guint) show->database >= tokens->n_tokens)
            return FALSE;
        const ShardToken *token = &tokens->tokens[show->database];
        g_free(*out_label);
        *out_label = shard_identifier_from_token(SHARD_DIALECT_MYSQL, tokens->text + token->offset,
                                                 token->size, &quoted);
        if (catalog == NULL || !shard_identifier_equal_fold(*out_label, catalog)) {
            g_free(*out_value);
            *out_value = g_strdup_printf("'%s'", *out_label);
        }
    }
    return shard_namer_is_simple(*out_label) && strchr(*out_label, '`') == NULL;
}

/* SELECT … AS `Tables_in_shop`, TABLE_TYPE AS `Table_type` FROM … */
static void
append_source(const ShardNamer *self, const char *hidden, const char *value, const char *label,
              GString *out)
{
    g_string_append(out, "(SELECT ");
    if (self->whens->len > 0)
        g_string_append_printf(out,
                               "CASE WHEN TABLE_SCHEMA = DATABASE() THEN CASE TABLE_NAME%s ELSE"
                               " TABLE_NAME END ELSE TABLE_NAME END",
                               self->whens->str);
    else
        g_string_append(out, "TABLE_NAME");
    g_string_append_printf(out,
                           " AS `Tables_in_%s`, TABLE_TYPE AS `Table_type` FROM"
                           " information_schema.TABLES WHERE TABLE_SCHEMA = %s",
                           label, value);
    if (hidden[0] != '\0')
        g_string_append_printf(out, " AND (TABLE_SCHEMA <> DATABASE() OR TABLE_NAME NOT IN (%s))",
                               hidden);
    g_string_append(out, ") AS t");
}

gboolean
shard_namer_show_tables(ShardNamer *self, ShardText *out)
{
    const ShardTokens *tokens = self->prepared->tokens;
    g_autoptr(GString) hidden = g_string_new(NULL);
    g_autoptr(GString) sql = g_string_new("SELECT ");
    g_autofree char *value = NULL, *label = NULL, *rest = NULL;
    Show show;

    if (!read_tables(tokens, &show) || !name_database(self, &show, &value, &label))
        return FALSE;
    shard_namer_read_rules(self, hidden);
    if (self->whens->len == 0 && hidden->len == 0 && self->input->catalog == NULL)
        return FALSE;
    gint condition = MAX(show.pattern, show.filter);
    if (condition >= 0)
        rest = token_text(tokens, condition, tokens->n_tokens - 1);
    g_string_append_printf(sql, "`Tables_in_%s`", label);
    if (show.pattern >= 0 && strlen(rest) > 2 && strchr(rest, '`') == NULL)
        g_string_append_printf(sql, " AS `Tables_in_%s (%.*s)`", label, (int) strlen(rest) - 2,
                               rest + 1);
    g_string_append_printf(sql, "%s FROM ", show.full ? ", `Table_type`" : "");
    append_source(self, hidden->str, value, label, sql);
    if (show.pattern >= 0)
        g_string_append_printf(sql, " WHERE `Tables_in_%s` LIKE %s", label, rest);
    else if (show.filter >= 0)
        g_string_append_printf(sql, " WHERE %s", rest);
    g_string_append_printf(
        sql, " ORDER BY CONVERT(`Tables_in_%s` USING utf8mb4) COLLATE utf8mb4_bin", label);
    *out = (ShardText){.sql = shard_arena_strndup(self->edits->arena, sql->str, (gssize) sql->len),
                       .size = sql->len};
    return TRUE;
}
