/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/json-scalar.h"

#include <errno.h>
#include <string.h>

static const char *
digits(const char *c)
{
    while (g_ascii_isdigit(*c))
        c++;
    return c;
}

/* -?digits[.digits][e[+-]digits], as JSON has it. */
static gboolean
is_number(const char *word, gboolean *out_is_integer)
{
    const char *c = *word == '-' ? word + 1 : word;
    const char *end = digits(c);

    *out_is_integer = TRUE;
    if (end == c || (*c == '0' && end > c + 1))
        return FALSE;
    if (*end == '.') {
        *out_is_integer = FALSE;
        c = end + 1;
        end = digits(c);
        if (end == c)
            return FALSE;
    }
    if (*end == 'e' || *end == 'E') {
        *out_is_integer = FALSE;
        c = end + (end[1] == '+' || end[1] == '-' ? 2 : 1);
        end = digits(c);
        if (end == c)
            return FALSE;
    }
    return *end == '\0';
}

static ShardValue
number_value(const char *word, gboolean is_integer, ShardArena *arena)
{
    char *copy = shard_arena_strndup(arena, word, -1);

    if (is_integer) {
        errno = 0;
        gint64 value = g_ascii_strtoll(word, NULL, 10);
        if (errno == 0)
            return shard_value_long(value);
        ShardValue big = shard_value_string(copy, -1);
        big.kind = SHARD_VALUE_BIG_INTEGER;
        return big;
    }
    return shard_value_decimal(copy, -1);
}

static const struct {
    char letter;
    char meaning;
} escapes[] = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
               {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};

static gboolean
append_escape(GString *out, const char **c)
{
    for (guint i = 0; i < G_N_ELEMENTS(escapes); i++) {
        if (escapes[i].letter != **c)
            continue;
        g_string_append_c(out, escapes[i].meaning);
        (*c)++;
        return TRUE;
    }
    if (**c != 'u')
        return FALSE;
    gunichar unit = 0;
    for (guint i = 1; i <= 4; i++) {
        if (!g_ascii_isxdigit((*c)[i]))
            return FALSE;
        unit = unit * 16 + (gunichar) g_ascii_xdigit_value((*c)[i]);
    }
    *c += 5;
    g_string_append_unichar(out, unit);
    return TRUE;
}

static gboolean
parse_string(const char *word, GString *out)
{
    const char *c = word + 1;

    while (*c != '\0' && *c != '"') {
        if (*c != '\\') {
            g_string_append_c(out, *c++);
            continue;
        }
        c++;
        if (!append_escape(out, &c))
            return FALSE;
    }
    return c[0] == '"' && c[1] == '\0';
}

ShardValue
json_scalar_parse(const char *word, ShardArena *arena)
{
    gboolean is_integer;
    g_autoptr(GString) text = g_string_new(NULL);

    if (strcmp(word, "null") == 0)
        return SHARD_VALUE_INIT_NULL;
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        ShardValue value = {.kind = SHARD_VALUE_BOOLEAN};
        value.i = word[0] == 't';
        return value;
    }
    if (is_number(word, &is_integer))
        return number_value(word, is_integer, arena);
    if (word[0] != '"' || !parse_string(word, text))
        g_string_assign(text, word);
    return shard_value_string(shard_arena_strndup(arena, text->str, (gssize) text->len),
                              (gssize) text->len);
}
