/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/node-pattern.h"

#include "router/rules/expression.h"
#include "router/rules/interval-pattern.h"

#include <string.h>

/* Behind a string that starts at at. */
static const char *
skip_string(const char *at)
{
    char quote = *at++;

    while (*at != '\0' && *at != quote)
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == '\0' ? at : at + 1;
}

/* Behind the hole that starts at at ("${" or "$->{"). */
static const char *
skip_hole(const char *at)
{
    guint depth = 0;

    while (*at != '\0') {
        if (*at == '\'' || *at == '"') {
            at = skip_string(at);
            continue;
        }
        if (*at == '{')
            depth++;
        if (*at++ == '}' && --depth == 0)
            break;
    }
    return at;
}

static const char *
find_comma(const char *at)
{
    while (*at != '\0' && *at != ',') {
        if (at[0] == '$' && (at[1] == '{' || strncmp(at, "$->{", 4) == 0))
            at = skip_hole(at);
        else if (*at == '"')
            at = skip_string(at);
        else
            at++;
    }
    return at;
}

/* A hole that nothing closes; NULL: none. */
static const char *
find_open_hole(const char *piece)
{
    const char *at = piece;

    while (*at != '\0') {
        const char *start = at;
        if (at[0] != '$' || (at[1] != '{' && strncmp(at, "$->{", 4) != 0)) {
            at++;
            continue;
        }
        at = skip_hole(at);
        if (at[-1] != '}')
            return start;
    }
    return NULL;
}

static gboolean
expand_piece(const char *piece, gboolean literal, GPtrArray *names, GError **error)
{
    if (literal) {
        g_ptr_array_add(names, g_strdup(piece));
        return TRUE;
    }
    const char *open = find_open_hole(piece);
    if (open != NULL) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "column %u: ${ has no } in '%s'",
                        (guint) (open - piece) + 1, piece);
        return FALSE;
    }
    g_autoptr(ShardExpression) expression = shard_expression_new(piece, error);
    if (expression == NULL)
        return FALSE;
    const char *const *variables = shard_expression_variables(expression);
    if (variables[0] != NULL) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' in '%s' is no value", variables[0],
                        piece);
        return FALSE;
    }
    g_autoptr(GPtrArray) some = shard_expression_expand(expression, SHARD_NODE_LIMIT, error);
    if (some == NULL) {
        g_prefix_error(error, "'%s': ", piece);
        return FALSE;
    }
    g_ptr_array_set_free_func(some, NULL);
    g_ptr_array_extend(names, some, NULL, NULL);
    return TRUE;
}

static gboolean
expand_list(const char *text, gboolean literal, GPtrArray *names, GError **error)
{
    const char *at = text;

    for (;;) {
        const char *end = find_comma(at);
        g_autofree char *piece = g_strstrip(g_strndup(at, (gsize) (end - at)));
        if (*piece != '\0' && !expand_piece(piece, literal, names, error))
            return FALSE;
        if (names->len > SHARD_NODE_LIMIT) {
            shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' gives more than %u names",
                            text, SHARD_NODE_LIMIT);
            return FALSE;
        }
        if (*end == '\0')
            return TRUE;
        at = end + 1;
    }
}

/* "<TYPE>rest" -> TYPE, and where the rest starts; no prefix: NULL. */
static char *
take_type(const char **text)
{
    const char *end = **text == '<' ? strchr(*text, '>') : NULL;

    if (end == NULL)
        return NULL;
    char *type = g_ascii_strup(*text + 1, (gssize) (end - *text - 1));
    *text = end + 1;
    return type;
}

/* "<INTERVAL>..., <INTERVAL>...": as a key of the first, or a shard's name, it would make no sense
 * to the reader. */
static gboolean
check_single_prefix(const char *rest, GError **error)
{
    static const char *const prefixes[] = {"<GROOVY>", "<LITERAL>", "<INTERVAL>"};
    g_autofree char *upper = g_ascii_strup(rest, -1);

    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        if (strstr(upper, prefixes[i]) == NULL)
            continue;
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "%s stands behind the start of '%s': one prefix, the first thing of the "
                        "value, counts for all of it; several pieces are written with ${...}",
                        prefixes[i], rest);
        return FALSE;
    }
    return TRUE;
}

GPtrArray *
shard_node_pattern_expand(const char *text, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *whole = g_strstrip(g_strdup(text));
    const char *rest = whole;
    g_autofree char *type = take_type(&rest);
    gboolean ok;

    if (!check_single_prefix(rest, error))
        ok = FALSE;
    else if (type == NULL || strcmp(type, "GROOVY") == 0)
        ok = expand_list(rest, FALSE, names, error);
    else if (strcmp(type, "LITERAL") == 0)
        ok = expand_list(rest, TRUE, names, error);
    else if (strcmp(type, "INTERVAL") == 0)
        ok = shard_interval_pattern_expand(rest, names, SHARD_NODE_LIMIT, error);
    else {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "'<%s>' is none of <GROOVY>, <LITERAL>, <INTERVAL>", type);
        ok = FALSE;
    }
    if (!ok)
        return NULL;
    if (names->len == 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' gives no name", text);
        return NULL;
    }
    return g_steal_pointer(&names);
}

/* One name in quotes; at is moved behind it.  FALSE: no closing quote. */
static gboolean
take_quoted(const char **at, GString *name)
{
    for ((*at)++; **at != '\0'; (*at)++) {
        if (**at != '"') {
            g_string_append_c(name, **at);
        } else if ((*at)[1] == '"') {
            g_string_append_c(name, '"');
            (*at)++;
        } else {
            (*at)++;
            return TRUE;
        }
    }
    return FALSE;
}

static void
skip_blanks(const char **at)
{
    while (g_ascii_isspace(**at))
        (*at)++;
}

/* A part up to the separator; NULL and *error if it is none. */
static char *
take_part(const char *text, const char **at, char separator, GError **error)
{
    g_autoptr(GString) name = g_string_new(NULL);
    const char *reason = NULL;

    skip_blanks(at);
    if (**at == '"') {
        if (!take_quoted(at, name))
            reason = "has a quote without end";
        skip_blanks(at);
        if (reason == NULL && **at != '\0' && **at != separator)
            reason = "goes on behind a closing quote";
    } else {
        for (; **at != '\0' && **at != separator; (*at)++)
            g_string_append_c(name, **at);
        g_strchomp(name->str);
    }
    if (reason == NULL && *name->str == '\0')
        reason = "has an empty name";
    if (reason == NULL)
        return g_strdup(name->str);
    shard_error_set(error, SHARD_ERROR_RULES, "HY000", "'%s' %s", text, reason);
    return NULL;
}

GPtrArray *
shard_split_names(const char *text, char separator, GError **error)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
    const char *at = text;

    for (;;) {
        char *part = take_part(text, &at, separator, error);
        if (part == NULL)
            return NULL;
        g_ptr_array_add(parts, part);
        if (*at == '\0')
            return g_steal_pointer(&parts);
        at++;
    }
}
