/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "driver/odbc/sharding/hints.h"

#include "driver/odbc/text.h"

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
shard_hint_texts_clear(ShardHintTexts *self)
{
    for (guint i = 0; i < SHARD_HINT_COUNT; i++)
        g_clear_pointer(&self->values[i], g_free);
}

void
shard_hint_texts_copy(ShardHintTexts *self, const ShardHintTexts *from)
{
    for (guint i = 0; i < SHARD_HINT_COUNT; i++)
        self->values[i] = g_strdup(from->values[i]);
}

/* ---- attributes ---- */

/* Its length says that it is a number, or it can be no address. */
static gboolean
is_number(const ShardAttrValue *value)
{
    return value->length == SQL_IS_INTEGER || value->length == SQL_IS_UINTEGER ||
           value->length == SQL_IS_SMALLINT || value->length == SQL_IS_USMALLINT ||
           (value->value != NULL && (guintptr) value->value <= 0x10000);
}

static char *
number_text(const ShardAttrValue *value)
{
    if (value->length == SQL_IS_INTEGER || value->length == SQL_IS_SMALLINT)
        return g_strdup_printf("%d", (SQLINTEGER) (gintptr) value->value);
    return g_strdup_printf("%" G_GSIZE_FORMAT, (gsize) value->value);
}

SQLRETURN
shard_hint_texts_set_attribute(ShardHintTexts *self, ShardHintName hint,
                               const ShardAttrValue *value, GError **error)
{
    SQLLEN length = value->length == SQL_IS_POINTER ? SQL_NTS : value->length;
    char *text;

    if (is_number(value))
        text = number_text(value);
    else if (!shard_text_in(value->value,
                            value->wide && length > 0 ? length / (SQLLEN) sizeof(SQLWCHAR) : length,
                            value->wide, &text, NULL, error))
        return SQL_ERROR;
    if (text != NULL && text[0] == '\0')
        g_clear_pointer(&text, g_free);
    g_free(self->values[hint]);
    self->values[hint] = text;
    return SQL_SUCCESS;
}

/* ---- SET SHARDING HINT ---- */

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
        good = shard_rules_find_shard(rules, value) >= 0;
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
shard_connection_hints_set(ShardHintTexts *self, const ShardPrepared *statement,
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
        shard_hint_texts_clear(self);
        return TRUE;
    }
    guint name = says_hint ? 3 : 2;
    gint hint = find_name(tokens, name);
    if (n != name + 3 || hint < 0 || tokens->text[tokens->tokens[name + 1].offset] != '=')
        return refuse(error);
    g_autofree char *value = read_value(statement, name + 2);
    if (value == NULL)
        return refuse(error);
    gboolean is_none = value[0] == '\0' || shard_token_is(tokens, name + 2, "DEFAULT") ||
                       shard_token_is(tokens, name + 2, "NULL");
    if (!is_none && !check_value((ShardHintName) hint, value, rules, error))
        return FALSE;
    g_free(self->values[hint]);
    self->values[hint] = is_none ? NULL : g_steal_pointer(&value);
    return TRUE;
}

/* ---- for one statement ---- */

/* TRUE: the attributes say where; the connection's hints of where don't count then. */
static gboolean
place_by_attributes(const ShardHintSources *from, const ShardRules *rules, ShardHints *out,
                    GError **error)
{
    char *const *texts = from->texts->values;
    SQLULEN number = from->attributes[SHARD_ATTR_HINT_SHARD];

    *out = (ShardHints){.shard = texts[SHARD_HINT_SHARD],
                        .shard_values = texts[SHARD_HINT_DATABASE_VALUE],
                        .table_values = texts[SHARD_HINT_TABLE_VALUE]};
    if (number > shard_rules_n_shards(rules)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY024",
                        "the statement's attribute asks for shard %lu, and there are %u",
                        (gulong) number, shard_rules_n_shards(rules));
    } else if (number > 0) {
        const char *name = shard_rules_shard(rules, (guint) number - 1)->name;
        if (out->shard != NULL && strcmp(out->shard, name) != 0)
            shard_error_set(error, SHARD_ERROR_FAILED, "HY024",
                            "the statement's attributes ask for two shards, '%s' and '%s'", name,
                            out->shard);
        out->shard = name;
    }
    return out->shard != NULL || out->shard_values != NULL || out->table_values != NULL;
}

static void
place_by_connection(const ShardHintSources *from, ShardHints *out)
{
    out->shard = from->connection->values[SHARD_HINT_SHARD];
    out->shard_values = from->connection->values[SHARD_HINT_DATABASE_VALUE];
    out->table_values = from->connection->values[SHARD_HINT_TABLE_VALUE];
}

static void
take_consistency(const ShardHintSources *from, ShardHints *out)
{
    const char *said = from->connection->values[SHARD_HINT_CONSISTENCY];
    const char *primary = from->connection->values[SHARD_HINT_WRITE_ROUTE_ONLY];
    SQLULEN asked = from->attributes[SHARD_ATTR_HINT_CONSISTENCY];

    out->write_route_only = from->attributes[SHARD_ATTR_HINT_WRITE_ROUTE_ONLY] != 0;
    if (asked != 0 || out->write_route_only) {
        out->weak = asked == SHARD_HINT_READ_WEAK;
        out->strong = !out->weak;
        return;
    }
    out->weak = said != NULL && g_ascii_strcasecmp(said, "weak") == 0;
    out->strong = said != NULL && !out->weak;
    out->write_route_only = primary != NULL && g_ascii_strcasecmp(primary, "true") == 0;
}

gboolean
shard_choose_hints(const ShardHintSources *from, const ShardRules *rules, ShardHints *out,
                   GError **error)
{
    GError *failed = NULL;

    if (!place_by_attributes(from, rules, out, &failed))
        place_by_connection(from, out);
    take_consistency(from, out);
    out->skip_rewrite = from->attributes[SHARD_ATTR_HINT_SKIP_REWRITE] != 0;
    if (failed == NULL)
        return TRUE;
    g_propagate_error(error, failed);
    return FALSE;
}

static gboolean
has_texts(const ShardHintTexts *texts)
{
    for (guint i = 0; i < SHARD_HINT_COUNT; i++)
        if (texts->values[i] != NULL)
            return TRUE;
    return FALSE;
}

gboolean
shard_has_hints(const ShardHintSources *from)
{
    const SQLULEN *attributes = from->attributes;

    return (attributes[SHARD_ATTR_HINT_SHARD] | attributes[SHARD_ATTR_HINT_CONSISTENCY] |
            attributes[SHARD_ATTR_HINT_WRITE_ROUTE_ONLY] |
            attributes[SHARD_ATTR_HINT_SKIP_REWRITE]) != 0 ||
           has_texts(from->connection) || has_texts(from->texts);
}

void
shard_hints_recall(const ShardHintTexts *connection, GError *failure)
{
    static const ShardHintName places[] = {SHARD_HINT_SHARD, SHARD_HINT_DATABASE_VALUE,
                                           SHARD_HINT_TABLE_VALUE};

    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        const char *value = connection->values[places[i]];
        GError *record = NULL;
        if (value == NULL || failure == NULL)
            continue;
        shard_error_set(&record, SHARD_ERROR_FAILED, "01000",
                        "SET SHARDING HINT %s = '%s' holds for this connection; SET SHARDING HINT "
                        "CLEAR takes it back",
                        shard_hint_name(places[i]), value);
        shard_error_append(failure, record);
        return;
    }
}
