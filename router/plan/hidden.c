/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hidden.c - tables of several nodes in texts that no facts are made of.
 *
 *   CREATE FUNCTION f() … AS $$ SELECT count(*) FROM t $$      SET @n = (SELECT count(*) FROM t)
 *   CREATE TRIGGER … ON single FOR EACH ROW INSERT INTO t …    DO $$ … $$,  PREPARE p FROM '…'
 *
 * Each shard would run such a text for itself and see its own rows only, or write rows that belong
 * elsewhere, and nobody would notice.
 */
#include "router/plan/router-private.h"

#include "router/base/error.h"
#include "router/sql/read/guess.h"

#include <string.h>

/* Texts within texts within a text. */
#define MAX_NESTED 3u

static const ShardTable *
spread_table(const ShardPlanner *self, const char *name, gboolean quoted)
{
    const ShardTable *table = shard_rules_find_table(self->analysis->rules, name, quoted);

    return table != NULL && table->kind == SHARD_TABLE_SHARDED && table->n_nodes > 1 ? table : NULL;
}

static const ShardTable *
find_named(const ShardPlanner *self, const ShardTokens *tokens, guint texts_within)
{
    const ShardSqlMode *mode = &self->prepared->mode;
    guint n;
    const ShardTableRef *named = shard_guess_tables(tokens, mode, self->arena, &n);

    for (guint i = 0; i < n; i++) {
        const ShardTable *table = spread_table(self, named[i].name, named[i].quoted);
        if (table != NULL)
            return table;
    }
    for (guint i = 0; texts_within > 0 && i < tokens->n_tokens; i++) {
        ShardValue value;
        if (tokens->tokens[i].kind != SHARD_TOKEN_STRING ||
            !shard_token_value(tokens, i, mode, self->arena, &value))
            continue;
        g_autoptr(ShardTokens) inner = shard_tokens_new(value.text.data, value.text.size, mode);
        const ShardTable *table = find_named(self, inner, texts_within - 1);
        if (table != NULL)
            return table;
    }
    return NULL;
}

/* ---- routines, triggers, events ---- */

typedef enum { OBJECT_NONE, OBJECT_ROUTINE, OBJECT_OTHER } ObjectKind;

/* What CREATE or ALTER is of, and the token of its name. */
static ObjectKind
object_kind(const ShardTokens *tokens, guint *out_name)
{
    static const struct {
        const char *word;
        ObjectKind kind;
    } words[] = {{"procedure", OBJECT_ROUTINE},
                 {"function", OBJECT_ROUTINE},
                 {"trigger", OBJECT_OTHER},
                 {"event", OBJECT_OTHER}};

    if (!shard_token_is(tokens, 0, "create") && !shard_token_is(tokens, 0, "alter"))
        return OBJECT_NONE;
    /* Between them stand OR REPLACE, DEFINER = a@b, AGGREGATE, TEMP … */
    for (guint i = 1; i < tokens->n_tokens && i < 12; i++) {
        for (guint k = 0; k < G_N_ELEMENTS(words); k++) {
            if (!shard_token_is(tokens, i, words[k].word))
                continue;
            *out_name = i + 1;
            if (shard_token_is(tokens, i + 1, "if"))
                *out_name += shard_token_is(tokens, i + 2, "not") ? 3 : 2;
            return words[k].kind;
        }
    }
    return OBJECT_NONE;
}

/* One that the rules send to the shard of its argument is meant to see that shard's rows. */
static gboolean
is_ruled_routine(const ShardPlanner *self, guint name)
{
    const ShardTokens *tokens = self->prepared->tokens;

    while (shard_token_is(tokens, name + 1, "."))
        name += 2;
    if (name >= tokens->n_tokens)
        return FALSE;
    const ShardToken *token = &tokens->tokens[name];
    gboolean quoted;
    g_autofree char *text = shard_identifier_from_token(
        self->prepared->mode.dialect, tokens->text + token->offset, token->size, &quoted);
    return text != NULL && shard_rules_find_routine(self->analysis->rules, text) != NULL;
}

static gboolean
check_object(const ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    guint name = 0;
    ObjectKind kind = object_kind(tokens, &name);

    if (kind == OBJECT_NONE || (kind == OBJECT_ROUTINE && is_ruled_routine(self, name)))
        return TRUE;
    const ShardTable *table = find_named(self, tokens, kind == OBJECT_ROUTINE ? MAX_NESTED : 0);
    if (table == NULL)
        return TRUE;
    if (kind == OBJECT_ROUTINE)
        return shard_planner_refuse(error,
                                    "a routine over '%s', which lies on several nodes: it would "
                                    "see one shard's rows; one that is called for one key at a "
                                    "time is named in the rules as a [routine ...]",
                                    table->name);
    return shard_planner_refuse(error,
                                "a trigger or event that reads or writes '%s', which lies on "
                                "several nodes: it would do so on its own shard only; say it in a "
                                "statement of the program",
                                table->name);
}

/* ---- texts for DO, PREPARE, EXECUTE IMMEDIATE ---- */

static gboolean
is_name_byte(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

static gboolean
has_word(const char *text, gsize size, const char *word)
{
    gsize length = strlen(word);

    for (gsize i = 0; i + length <= size; i++) {
        if (g_ascii_strncasecmp(text + i, word, length) == 0 &&
            (i == 0 || !is_name_byte(text[i - 1])) &&
            (i + length == size || !is_name_byte(text[i + length])))
            return TRUE;
    }
    return FALSE;
}

/* The statement may be put together from pieces, so that any mention counts. */
static gboolean
check_text(const ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    const ShardRules *rules = self->analysis->rules;

    if (!shard_token_is(tokens, 0, "do") && !shard_token_is(tokens, 0, "prepare") &&
        !shard_token_is(tokens, 0, "execute"))
        return TRUE;
    for (guint i = 1; i < tokens->n_tokens; i++) {
        const ShardToken *token = &tokens->tokens[i];
        for (guint k = 0; token->kind == SHARD_TOKEN_STRING && k < shard_rules_n_tables(rules);
             k++) {
            const ShardTable *table = shard_rules_table(rules, k);
            if (table->n_nodes > 1 &&
                has_word(tokens->text + token->offset, token->size, table->name))
                return shard_planner_refuse(
                    error,
                    "%.*s with '%s' in a text, which lies on several nodes; say it in a "
                    "statement of its own",
                    (int) tokens->tokens[0].size, tokens->text + tokens->tokens[0].offset,
                    table->name);
        }
    }
    return TRUE;
}

/* SET @n = (SELECT … FROM t), CALL p((SELECT … FROM t)). */
static gboolean
check_subquery(const ShardPlanner *self, GError **error)
{
    const ShardTokens *tokens = self->prepared->tokens;
    const ShardTable *table = find_named(self, tokens, 0);

    if (table == NULL)
        return TRUE;
    return shard_planner_refuse(error,
                                "%.*s with a query over '%s', which lies on several nodes; ask it "
                                "for itself, and give its value",
                                (int) tokens->tokens[0].size,
                                tokens->text + tokens->tokens[0].offset, table->name);
}

gboolean
shard_planner_check_hidden(const ShardPlanner *self, GError **error)
{
    switch (self->statement->kind) {
    case SHARD_STATEMENT_OTHER_DDL:
        return check_object(self, error);
    case SHARD_STATEMENT_SET:
        return self->prepared->mode.dialect != SHARD_DIALECT_MYSQL || check_subquery(self, error);
    case SHARD_STATEMENT_CALL:
        return check_subquery(self, error);
    case SHARD_STATEMENT_LOCK:
        return check_text(self, error);
    default:
        return TRUE;
    }
}
