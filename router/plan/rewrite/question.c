/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/rewrite/question.h"

#include "router/base/error.h"
#include "router/plan/rewrite/edit.h"

#include <string.h>

static const struct {
    const char *written, *function;
} operators[] = {
    {"??", " (pg_catalog.jsonb_exists("},
    {"??|", " (pg_catalog.jsonb_exists_any("},
    {"??&", " (pg_catalog.jsonb_exists_all("},
};

static gboolean
is_question(const ShardTokens *tokens, guint i)
{
    const ShardToken *token = &tokens->tokens[i];

    return token->kind == SHARD_TOKEN_OPERATOR &&
           memchr(tokens->text + token->offset, '?', token->size) != NULL;
}

gboolean
shard_question_found(const ShardTokens *tokens)
{
    for (guint i = 0; tokens->dialect == SHARD_DIALECT_POSTGRESQL && i < tokens->n_tokens; i++)
        if (is_question(tokens, i))
            return TRUE;
    return FALSE;
}

static gboolean
is_one_of(const ShardTokens *tokens, guint token, const char *const *words)
{
    for (; *words != NULL; words++)
        if (shard_token_is(tokens, token, *words))
            return TRUE;
    return FALSE;
}

/* May an expression begin behind that token, whatever stands before it? */
static gboolean
opens(const ShardTokens *tokens, guint token)
{
    static const char *const words[] = {"(",      ",",        "=",    "<",         ">",
                                        "<=",     ">=",       "<>",   "!=",        "SELECT",
                                        "AND",    "OR",       "NOT",  "WHERE",     "ON",
                                        "WHEN",   "BY",       "THEN", "ELSE",      "CASE",
                                        "HAVING", "DISTINCT", "ALL",  "RETURNING", NULL};

    return is_one_of(tokens, token, words);
}

/* May an expression go on with that token? */
static gboolean
goes_on(const ShardTokens *tokens, guint token)
{
    static const char *const words[] = {"COLLATE", "AT", "OPERATOR", "OVER", "FILTER", "WITHIN",
                                        "UESCAPE", "(",  "[",        ".",    NULL};
    static const char *const ends[] = {"=", "<", ">", "<=", ">=", "<>", "!=", NULL};

    if (token >= tokens->n_tokens)
        return FALSE;
    if (tokens->tokens[token].kind == SHARD_TOKEN_OPERATOR)
        return !is_one_of(tokens, token, ends);
    return is_one_of(tokens, token, words) || tokens->tokens[token].kind == SHARD_TOKEN_STRING;
}

/* The operator that stands between the two sides, only brackets beside it. */
static gboolean
is_of(const ShardTokens *tokens, const ShardExpr *expr, guint token)
{
    if (expr->n_args != 2 || expr->args[0] == NULL || expr->args[1] == NULL ||
        expr->args[0]->last_token >= token || expr->args[1]->first_token <= token)
        return FALSE;
    for (guint i = expr->args[0]->last_token + 1; i < expr->args[1]->first_token; i++)
        if (i != token && !shard_token_is(tokens, i, "(") && !shard_token_is(tokens, i, ")"))
            return FALSE;
    return TRUE;
}

static const ShardExpr *
expr_of(const ShardStatement *statement, const ShardTokens *tokens, guint token)
{
    for (guint i = 0; i < statement->n_questions; i++) {
        const ShardExpr *expr = statement->questions[i];
        if (is_of(tokens, expr, token))
            return expr->first_token > 0 && opens(tokens, expr->first_token - 1) &&
                           !goes_on(tokens, expr->last_token + 1)
                       ? expr
                       : NULL;
    }
    return NULL;
}

static const char *
function_of(const ShardTokens *tokens, guint token)
{
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
        if (shard_token_is(tokens, token, operators[i].written))
            return operators[i].function;
    return NULL;
}

static gboolean
translate(ShardEdits *edits, const ShardStatement *statement, guint token, GError **error)
{
    const ShardTokens *tokens = edits->tokens;
    const ShardToken *place = &tokens->tokens[token];
    const char *function = function_of(tokens, token);
    const ShardExpr *expr = function == NULL ? NULL : expr_of(statement, tokens, token);

    if (expr == NULL && statement->unparsed_reason != NULL &&
        g_str_has_prefix(statement->unparsed_reason, "syntax error")) {
        shard_error_set(error, SHARD_ERROR_SYNTAX, "42601", "%s", statement->unparsed_reason);
        return FALSE;
    }
    if (expr == NULL) {
        shard_error_set(error, SHARD_ERROR_REFUSED, "0A000",
                        "the operator %.*s can't be handed to psqlodbc here; use the function that "
                        "it stands for",
                        (int) place->size, tokens->text + place->offset);
        return FALSE;
    }
    shard_edits_insert(edits, expr->first_token - 1, function);
    shard_edits_replace(edits, token, token, ",");
    shard_edits_insert(edits, expr->last_token, ") AND TRUE)");
    return TRUE;
}

const char *
shard_question_text(const ShardStatement *statement, const ShardTokens *tokens, ShardArena *arena,
                    gsize *out_size, GError **error)
{
    g_auto(ShardEdits) edits = {0};

    shard_edits_init(&edits, tokens, arena);
    for (guint i = 0; i < tokens->n_tokens; i++)
        if (is_question(tokens, i) && !translate(&edits, statement, i, error))
            return NULL;
    ShardText text = shard_edits_apply(&edits, arena);
    *out_size = text.size;
    return text.sql;
}
