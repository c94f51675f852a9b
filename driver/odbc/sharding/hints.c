/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/sharding/hints.h"

#include <string.h>

/* The first name of each is ours, the others ShardingSphere's. */
static const struct {
    const char *name;
    ShardHintName hint;
} names[] = {
    {"SHARD", SHARD_HINT_SHARD},
    {"DATA_SOURCE_NAME", SHARD_HINT_SHARD},
    {"SHARDING_DATABASE_VALUE", SHARD_HINT_DATABASE_VALUE},
    {"DATABASE_VALUE", SHARD_HINT_DATABASE_VALUE},
    {"SHARDING_TABLE_VALUE", SHARD_HINT_TABLE_VALUE},
    {"TABLE_VALUE", SHARD_HINT_TABLE_VALUE},
    {"READ_CONSISTENCY", SHARD_HINT_CONSISTENCY},
    {"CONSISTENCY", SHARD_HINT_CONSISTENCY},
    {"WRITE_ROUTE_ONLY", SHARD_HINT_WRITE_ROUTE_ONLY},
};

const char *
shard_hint_name(ShardHintName hint)
{
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i].hint == hint)
            return names[i].name;
    return NULL;
}

void
shard_connection_hints_clear(ShardConnectionHints *self)
{
    for (guint i = 0; i < SHARD_HINT_COUNT; i++)
        g_clear_pointer(&self->values[i], g_free);
}

static gint
find_shard(const ShardRules *rules, const char *name)
{
    for (guint i = 0; i < shard_rules_n_shards(rules); i++)
        if (strcmp(shard_rules_shard(rules, i)->name, name) == 0)
            return (gint) i;
    return -1;
}

static gboolean
is_one_of(const char *value, const char *one, const char *other)
{
    return g_ascii_strcasecmp(value, one) == 0 || g_ascii_strcasecmp(value, other) == 0;
}

static gboolean
check_value(ShardHintName hint, const char *value, const ShardRules *rules, GError **error)
{
    gboolean good = TRUE;

    if (hint == SHARD_HINT_SHARD)
        good = find_shard(rules, value) >= 0;
    else if (hint == SHARD_HINT_CONSISTENCY)
        good = is_one_of(value, "weak", "strong");
    else if (hint == SHARD_HINT_WRITE_ROUTE_ONLY)
        good = is_one_of(value, "true", "false");
    if (!good)
        shard_error_set(error, SHARD_ERROR_FAILED, "42000", "SET SHARDING HINT %s: '%s' %s",
                        shard_hint_name(hint), value,
                        hint == SHARD_HINT_SHARD ? "is no shard" : "isn't understood");
    return good;
}

/* The value from a token: a literal, or a bare word. */
static char *
read_value(const ShardPrepared *statement, guint token)
{
    const ShardTokens *tokens = shard_prepared_tokens(statement);
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardValue value;

    if (token >= tokens->n_tokens)
        return NULL;
    if (shard_token_value(tokens, token, shard_prepared_mode(statement), arena, &value))
        return g_strdup(shard_value_to_text(&value, arena));
    const ShardToken *word = &tokens->tokens[token];
    if (word->kind != SHARD_TOKEN_NAME)
        return NULL;
    return g_strndup(tokens->text + word->offset, word->size);
}

static gint
find_name(const ShardTokens *tokens, guint token)
{
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (shard_token_is(tokens, token, names[i].name))
            return (gint) names[i].hint;
    return -1;
}

static gboolean
refuse(GError **error)
{
    shard_error_set(error, SHARD_ERROR_SYNTAX, "42000",
                    "SET SHARDING <name> = <value> or DEFAULT: names are SCATTER_READ, "
                    "SCATTER_WRITE, LOG_LEVEL, SLOW_MS, CONSISTENCY and SHARD; SET SHARDING HINT "
                    "CLEAR, or <name> = <value> or DEFAULT: names are SHARD, "
                    "SHARDING_DATABASE_VALUE, SHARDING_TABLE_VALUE, READ_CONSISTENCY and "
                    "WRITE_ROUTE_ONLY");
    return FALSE;
}

/* SHARD and CONSISTENCY are so usual that they may do without HINT. */
static gboolean
may_lack_hint(const ShardTokens *tokens)
{
    return shard_token_is(tokens, 2, "SHARD") || shard_token_is(tokens, 2, "CONSISTENCY");
}

/* Tokens: SET SHARDING [HINT] name = value. */
gboolean
shard_connection_hints_set(ShardConnectionHints *self, const ShardPrepared *statement,
                           const ShardRules *rules, GError **error)
{
    const ShardTokens *tokens = shard_prepared_tokens(statement);
    guint n = tokens->n_tokens;

    if (n > 0 && tokens->text[tokens->tokens[n - 1].offset] == ';')
        n--;
    gboolean says_hint = shard_token_is(tokens, 2, "HINT");
    if (!says_hint && !may_lack_hint(tokens))
        return refuse(error);
    if (n == 4 && says_hint && shard_token_is(tokens, 3, "CLEAR")) {
        shard_connection_hints_clear(self);
        return TRUE;
    }
    guint name = says_hint ? 3 : 2;
    gint hint = find_name(tokens, name);
    if (n != name + 3 || hint < 0 || tokens->text[tokens->tokens[name + 1].offset] != '=')
        return refuse(error);
    g_autofree char *value = read_value(statement, name + 2);
    if (value == NULL)
        return refuse(error);
    gboolean is_none = value[0] == '\0' || shard_token_is(tokens, name + 2, "DEFAULT");
    if (!is_none && !check_value((ShardHintName) hint, value, rules, error))
        return FALSE;
    g_free(self->values[hint]);
    self->values[hint] = is_none ? NULL : g_steal_pointer(&value);
    return TRUE;
}

/* ---- for one statement ---- */

static void
take_consistency(ShardHints *hints, const ShardConnectionHints *connection, SQLULEN attribute)
{
    const char *said = connection->values[SHARD_HINT_CONSISTENCY];
    const char *primary = connection->values[SHARD_HINT_WRITE_ROUTE_ONLY];

    hints->weak = said != NULL && g_ascii_strcasecmp(said, "weak") == 0;
    hints->strong = said != NULL && !hints->weak;
    hints->write_route_only = primary != NULL && g_ascii_strcasecmp(primary, "true") == 0;
    if (attribute == 0)
        return;
    hints->weak = attribute == SHARD_HINT_READ_WEAK;
    hints->strong = !hints->weak;
    hints->write_route_only = FALSE;
}

const ShardHints *
shard_choose_hints(ShardChosenHints *self, const ShardConnectionHints *connection,
                   const SQLULEN attributes[SHARD_ATTR_COUNT], const ShardRules *rules,
                   GError **error)
{
    SQLULEN number = attributes[SHARD_ATTR_HINT_SHARD];

    *self =
        (ShardChosenHints){.hints.shard = connection->values[SHARD_HINT_SHARD],
                           .shard_values = {connection->values[SHARD_HINT_DATABASE_VALUE], NULL},
                           .table_values = {connection->values[SHARD_HINT_TABLE_VALUE], NULL}};
    if (number > shard_rules_n_shards(rules)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY024",
                        "the statement's attribute asks for shard %lu, and there are %u",
                        (gulong) number, shard_rules_n_shards(rules));
        return NULL;
    }
    if (number > 0)
        self->hints.shard = shard_rules_shard(rules, (guint) number - 1)->name;
    take_consistency(&self->hints, connection, attributes[SHARD_ATTR_HINT_CONSISTENCY]);
    self->hints.shard_values = self->shard_values;
    self->hints.table_values = self->table_values;
    return &self->hints;
}
