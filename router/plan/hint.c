/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/plan/hint.h"

#include "router/base/error.h"

#include <string.h>

static ShardHintSet *
hints_new(void)
{
    ShardHintSet *self = g_new0(ShardHintSet, 1);

    self->shard_values = g_array_new(FALSE, FALSE, sizeof(ShardHintValue));
    self->table_values = g_array_new(FALSE, FALSE, sizeof(ShardHintValue));
    return self;
}

static void
free_values(GArray *values)
{
    for (guint i = 0; i < values->len; i++) {
        g_free(g_array_index(values, ShardHintValue, i).table);
        g_free(g_array_index(values, ShardHintValue, i).value);
    }
    g_array_unref(values);
}

void
shard_hints_free(ShardHintSet *self)
{
    if (self == NULL)
        return;
    free_values(self->shard_values);
    free_values(self->table_values);
    g_free(self->shard);
    g_free(self);
}

static void
add_value(GArray *values, const char *table, const char *value)
{
    ShardHintValue hint = {g_strdup(table), g_strdup(value)};

    g_array_append_val(values, hint);
}

/* ---- key = value ---- */

static gboolean
is_true(const char *value)
{
    return g_ascii_strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0;
}

static gboolean
is_boolean(const char *value)
{
    return is_true(value) || g_ascii_strcasecmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static gboolean
is_consistency(const char *value)
{
    return g_ascii_strcasecmp(value, "weak") == 0 || g_ascii_strcasecmp(value, "strong") == 0;
}

static gboolean
is_number(const char *value)
{
    return value[0] != '\0' && strlen(value) < 19 && strspn(value, "0123456789") == strlen(value);
}

static void
set_shard(ShardHintSet *self, const char *table, const char *value)
{
    g_free(self->shard);
    self->shard = g_strdup(value);
}

static void
set_shard_value(ShardHintSet *self, const char *table, const char *value)
{
    add_value(self->shard_values, table, value);
}

static void
set_table_value(ShardHintSet *self, const char *table, const char *value)
{
    add_value(self->table_values, table, value);
}

static void
set_write_route_only(ShardHintSet *self, const char *table, const char *value)
{
    self->write_route_only = is_true(value);
}

static void
set_skip_rewrite(ShardHintSet *self, const char *table, const char *value)
{
    self->skip_rewrite = is_true(value);
}

static void
set_consistency(ShardHintSet *self, const char *table, const char *value)
{
    self->weak = g_ascii_strcasecmp(value, "weak") == 0;
    self->strong = g_ascii_strcasecmp(value, "strong") == 0;
}

static void
set_timeout(ShardHintSet *self, const char *table, const char *value)
{
    self->timeout = is_number(value) ? g_ascii_strtoull(value, NULL, 10) : 0;
}

static void
set_nothing(ShardHintSet *self, const char *table, const char *value)
{
}

static const struct {
    const char *key;
    void (*set)(ShardHintSet *self, const char *table, const char *value);
    gboolean (*is_good)(const char *value); /* NULL: any */
} keys[] = {
    {"shard", set_shard, NULL},
    {"DATA_SOURCE_NAME", set_shard, NULL},
    {"dataSourceName", set_shard, NULL},
    {"SHARDING_DATABASE_VALUE", set_shard_value, NULL},
    {"shardingDatabaseValue", set_shard_value, NULL},
    {"SHARDING_TABLE_VALUE", set_table_value, NULL},
    {"shardingTableValue", set_table_value, NULL},
    {"WRITE_ROUTE_ONLY", set_write_route_only, is_boolean},
    {"writeRouteOnly", set_write_route_only, is_boolean},
    {"SKIP_SQL_REWRITE", set_skip_rewrite, is_boolean},
    {"skipSQLRewrite", set_skip_rewrite, is_boolean},
    {"READ_CONSISTENCY", set_consistency, is_consistency},
    {"QUERY_TIMEOUT", set_timeout, is_number},
    {"SKIP_METADATA_VALIDATE", set_nothing, NULL},
    {"skipMetadataValidate", set_nothing, NULL},
    {"DISABLE_AUDIT_NAMES", set_nothing, NULL},
    {"disableAuditNames", set_nothing, NULL},
    {"SHADOW", set_nothing, NULL},
    {"shadow", set_nothing, NULL},
};

/* FALSE: the name isn't known, or not with this value. */
static gboolean
set_key(ShardHintSet *self, const char *name, const char *value)
{
    const char *dot = strrchr(name, '.');
    g_autofree char *table = dot == NULL ? NULL : g_strndup(name, (gsize) (dot - name));

    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (g_ascii_strcasecmp(keys[i].key, dot == NULL ? name : dot + 1) == 0) {
            keys[i].set(self, table, value);
            return keys[i].is_good == NULL || keys[i].is_good(value);
        }
    }
    return FALSE;
}

static gboolean
parse_pairs(ShardHintSet *self, const char *text, gboolean strict, GError **error)
{
    g_auto(GStrv) pairs = g_strsplit(text, ",", -1);

    for (guint i = 0; pairs[i] != NULL; i++) {
        g_auto(GStrv) sides = g_strsplit(pairs[i], "=", -1);
        gboolean is_pair = g_strv_length(sides) == 2;
        if (is_pair && set_key(self, g_strstrip(sides[0]), g_strstrip(sides[1])))
            continue;
        /* ShardingSphere passes over what it doesn't know. */
        if (!strict || g_strstrip(pairs[i])[0] == '\0')
            continue;
        shard_error_set(error, SHARD_ERROR_SYNTAX, "42000", "the hint '%s' isn't known", pairs[i]);
        return FALSE;
    }
    return TRUE;
}

/* READ_CONSISTENCY(WEAK) among other words, which are the shards' own hints. */
static void
parse_calls(ShardHintSet *self, const char *text)
{
    static const char *const calls[] = {"READ_CONSISTENCY", "QUERY_TIMEOUT"};

    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autofree char *upper = g_ascii_strup(text, -1);
        const char *at = strstr(upper, calls[i]);
        const char *open = at == NULL ? NULL : strchr(at, '(');
        const char *close = open == NULL ? NULL : strchr(open, ')');
        if (close == NULL)
            continue;
        g_autofree char *value = g_strndup(open + 1, (gsize) (close - open - 1));
        set_key(self, calls[i], g_strstrip(value));
    }
}

/* ---- comments ---- */

static const struct {
    const char *word;
    gboolean strict;
} markers[] = {
    {"SHARDODBC:", TRUE}, {"SHARDINGSPHERE_HINT:", FALSE}, {"ShardingSphere hint:", FALSE}};

static ShardHintSet *
parse_comment(const char *text, gsize size, GError **error)
{
    g_autofree char *comment = g_strndup(text, size);
    g_autoptr(ShardHintSet) self = hints_new();
    char *start = g_strstrip(comment);

    if (start[0] == '+') {
        parse_calls(self, start + 1);
        return g_steal_pointer(&self);
    }
    for (guint i = 0; i < G_N_ELEMENTS(markers); i++) {
        gsize length = strlen(markers[i].word);
        if (g_ascii_strncasecmp(start, markers[i].word, length) != 0)
            continue;
        return parse_pairs(self, start + length, markers[i].strict, error) ? g_steal_pointer(&self)
                                                                           : NULL;
    }
    return NULL;
}

/* The first comment between two places of the text. */
static gboolean
find_comment(const ShardTokens *tokens, gsize from, gsize to, const char **out_text,
             gsize *out_size)
{
    const char *open = g_strstr_len(tokens->text + from, (gssize) (to - from), "/*");
    if (open == NULL)
        return FALSE;
    const char *close = strstr(open + 2, "*/");
    if (close == NULL)
        return FALSE;
    *out_text = open + 2;
    *out_size = (gsize) (close - open - 2);
    return TRUE;
}

ShardHintSet *
shard_hints_parse(const ShardTokens *tokens, GError **error)
{
    const char *text;
    gsize size;
    GError *failed = NULL;

    if (tokens->n_tokens == 0)
        return NULL;
    const ShardToken *first = &tokens->tokens[0];
    gsize end = first->offset + (gsize) first->size;
    gsize next = tokens->n_tokens > 1 ? tokens->tokens[1].offset : tokens->size;
    for (guint i = 0; i < 2; i++) {
        if (!find_comment(tokens, i == 0 ? 0 : end, i == 0 ? first->offset : next, &text, &size))
            continue;
        ShardHintSet *hints = parse_comment(text, size, &failed);
        if (failed != NULL)
            g_propagate_error(error, failed);
        if (hints != NULL || failed != NULL)
            return hints;
    }
    return NULL;
}

/* ---- attributes and values ---- */

/* "1, t_order.2": the name of a table doesn't begin with a digit, so that 1.5 is a value. */
static void
add_attribute_values(GArray *values, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text == NULL ? "" : text, ",", -1);

    for (guint i = 0; parts[i] != NULL; i++) {
        const char *part = g_strstrip(parts[i]);
        const char *dot = strchr(part, '.');
        if (dot == NULL || g_ascii_isdigit(part[0]) || part[0] == '-') {
            add_value(values, NULL, part);
            continue;
        }
        g_autofree char *table = g_strndup(part, (gsize) (dot - part));
        add_value(values, table, dot + 1);
    }
}

static void
copy_values(GArray *values, const GArray *from)
{
    for (guint i = 0; i < from->len; i++) {
        const ShardHintValue *hint = &g_array_index(from, ShardHintValue, i);
        add_value(values, hint->table, hint->value);
    }
}

static gboolean
says_where(const ShardHintSet *self)
{
    return self->shard != NULL || self->shard_values->len > 0 || self->table_values->len > 0;
}

static void
add_comment(ShardHintSet *self, const ShardHintSet *comment)
{
    if (comment->weak || comment->strong || comment->write_route_only) {
        self->weak = comment->weak;
        self->strong = comment->strong;
        self->write_route_only = comment->write_route_only;
    }
    self->skip_rewrite = self->skip_rewrite || comment->skip_rewrite;
    self->timeout = comment->timeout;
}

ShardHintSet *
shard_hints_from_attributes(const ShardHints *hints, const ShardHintSet *comment)
{
    ShardHintSet *self = hints_new();

    self->write_route_only = hints->write_route_only;
    self->skip_rewrite = hints->skip_rewrite;
    self->weak = hints->weak;
    self->strong = hints->strong;
    if (comment != NULL)
        add_comment(self, comment);
    if (comment != NULL && says_where(comment)) {
        self->shard = g_strdup(comment->shard);
        copy_values(self->shard_values, comment->shard_values);
        copy_values(self->table_values, comment->table_values);
        return self;
    }
    self->shard = g_strdup(hints->shard);
    add_attribute_values(self->shard_values, hints->shard_values);
    add_attribute_values(self->table_values, hints->table_values);
    return self;
}

/* An integer of any size, else text: the types that hint algorithms were written for. */
static ShardValue
hint_value(const char *text)
{
    ShardValue value = shard_value_string(text, -1);
    const char *digits = text[0] == '-' ? text + 1 : text;

    if (digits[0] != '\0' && strspn(digits, "0123456789") == strlen(digits))
        value.kind = SHARD_VALUE_BIG_INTEGER;
    return value;
}

const ShardValue *
shard_hints_values(const GArray *values, const char *table, ShardArena *arena, guint *out_n)
{
    ShardValue *chosen = shard_arena_array(arena, ShardValue, values->len + 1);

    *out_n = 0;
    for (guint i = 0; i < values->len; i++) {
        const ShardHintValue *hint = &g_array_index(values, ShardHintValue, i);
        if (hint->table == NULL || shard_identifier_equal_fold(hint->table, table))
            chosen[(*out_n)++] = hint_value(hint->value);
    }
    return chosen;
}
