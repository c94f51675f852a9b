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

static gboolean
is_for(const ShardHintValue *hint, const char *table)
{
    return hint->table == NULL || table == NULL ? hint->table == table
                                                : shard_identifier_equal_fold(hint->table, table);
}

/* In a comment the last value of a key counts. */
static void
set_value(GArray *values, const char *table, const char *value)
{
    for (guint i = 0; i < values->len; i++) {
        ShardHintValue *hint = &g_array_index(values, ShardHintValue, i);
        if (!is_for(hint, table))
            continue;
        g_free(hint->value);
        hint->value = g_strdup(value);
        return;
    }
    add_value(values, table, value);
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
    set_value(self->shard_values, table, value);
}

static void
set_table_value(ShardHintSet *self, const char *table, const char *value)
{
    set_value(self->table_values, table, value);
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
set_shadow(ShardHintSet *self, const char *table, const char *value)
{
    self->shadow = is_true(value);
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
    {"SHADOW", set_shadow, is_boolean},
    {"shadow", set_shadow, is_boolean},
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
static gboolean
parse_calls(ShardHintSet *self, const char *text)
{
    static const char *const calls[] = {"READ_CONSISTENCY", "QUERY_TIMEOUT"};
    gboolean found = FALSE;

    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autofree char *upper = g_ascii_strup(text, -1);
        const char *at = strstr(upper, calls[i]);
        const char *open = at == NULL ? NULL : strchr(at, '(');
        const char *close = open == NULL ? NULL : strchr(open, ')');
        if (close == NULL)
            continue;
        g_autofree char *value = g_strndup(open + 1, (gsize) (close - open - 1));
        set_key(self, calls[i], g_strstrip(value));
        found = TRUE;
    }
    return found;
}

/* ---- comments ---- */

static const struct {
    const char *word;
    gboolean ours; /* stands at the statement's start, and what isn't known is an error */
} markers[] = {
    {"SHARDODBC:", TRUE}, {"SHARDINGSPHERE_HINT:", FALSE}, {"ShardingSphere hint:", FALSE}};

typedef struct {
    const char *text;
    gsize size;
    gboolean leading; /* before the statement's first word, or right behind it */
} Comment;

static ShardHintSet *
parse_comment(const Comment *comment, GError **error)
{
    g_autofree char *copy = g_strndup(comment->text, comment->size);
    g_autoptr(ShardHintSet) self = hints_new();
    char *start = g_strstrip(copy);

    if (start[0] == '+' && comment->leading && parse_calls(self, start + 1))
        return g_steal_pointer(&self);
    for (guint i = 0; i < G_N_ELEMENTS(markers); i++) {
        gsize length = strlen(markers[i].word);
        if (g_ascii_strncasecmp(start, markers[i].word, length) != 0 ||
            (markers[i].ours && !comment->leading))
            continue;
        return parse_pairs(self, start + length, markers[i].ours, error) ? g_steal_pointer(&self)
                                                                         : NULL;
    }
    return NULL;
}

/* Where a comment of one line that begins at text ends; 0: none begins there. */
static gsize
line_comment_size(const char *text, gsize size)
{
    if (text[0] != '#' && (size < 2 || text[0] != '-' || text[1] != '-'))
        return 0;
    const char *newline = memchr(text, '\n', size);
    return newline == NULL ? size : (gsize) (newline - text) + 1;
}

/* The next comment in text[*at, to), which lies between two tokens; *at then stands behind it. */
static gboolean
next_comment(const char *text, gsize *at, gsize to, Comment *out)
{
    while (to - *at >= 4) {
        const char *here = text + *at;
        gsize line = line_comment_size(here, to - *at);
        if (line > 0 || here[0] != '/' || here[1] != '*') {
            *at += MAX(line, 1);
            continue;
        }
        const char *close = g_strstr_len(here + 2, (gssize) (to - *at - 2), "*/");
        if (close == NULL)
            return FALSE;
        out->text = here + 2;
        out->size = (gsize) (close - out->text);
        *at = (gsize) (close + 2 - text);
        return TRUE;
    }
    return FALSE;
}

/* The first hint before token i; behind the last one if i is their number. */
static ShardHintSet *
find_before(const ShardTokens *tokens, guint i, GError **error)
{
    const ShardToken *before = i == 0 ? NULL : &tokens->tokens[i - 1];
    gsize at = before == NULL ? 0 : before->offset + (gsize) before->size;
    gsize to = i == tokens->n_tokens ? tokens->size : tokens->tokens[i].offset;
    Comment comment = {.leading = i <= 1};
    GError *failed = NULL;

    while (failed == NULL && next_comment(tokens->text, &at, to, &comment)) {
        ShardHintSet *hints = parse_comment(&comment, &failed);
        if (hints != NULL)
            return hints;
    }
    if (failed != NULL)
        g_propagate_error(error, failed);
    return NULL;
}

ShardHintSet *
shard_hints_parse(const ShardTokens *tokens, GError **error)
{
    GError *failed = NULL;

    for (guint i = 0; tokens->n_tokens > 0 && i <= tokens->n_tokens; i++) {
        ShardHintSet *hints = find_before(tokens, i, &failed);
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
    self->shadow = comment->shadow;
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
    const char *digits = text[0] == '-' || text[0] == '+' ? text + 1 : text;

    if (digits[0] == '\0' || strspn(digits, "0123456789") != strlen(digits))
        return value;
    if (text[0] == '+')
        value = shard_value_string(digits, -1);
    value.kind = SHARD_VALUE_BIG_INTEGER;
    return value;
}

/* Values for the table itself; where there are none, those for all tables. */
const ShardValue *
shard_hints_values(const GArray *values, const char *table, ShardArena *arena, guint *out_n)
{
    ShardValue *chosen = shard_arena_array(arena, ShardValue, values->len + 1);
    const char *const wanted[] = {table, NULL};

    *out_n = 0;
    for (guint of = 0; of < G_N_ELEMENTS(wanted) && *out_n == 0; of++) {
        for (guint i = 0; i < values->len; i++) {
            const ShardHintValue *hint = &g_array_index(values, ShardHintValue, i);
            if (is_for(hint, wanted[of]))
                chosen[(*out_n)++] = hint_value(hint->value);
        }
    }
    return chosen;
}
