/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * String.format(): %d %s %x %X %% with the flags 0, - and +, and a width.
 */
#include "router/rules/expression/method.h"

#include <string.h>

#define MAX_WIDTH 1000

typedef struct {
    gboolean zeros, left, plus;
    guint width;
    char letter;
} Directive;

/* Behind the '%'; NULL: not understood. */
static const char *
read_directive(const char *at, const char *end, Directive *out)
{
    *out = (Directive){.zeros = FALSE};
    for (; at < end && (*at == '0' || *at == '-' || *at == '+'); at++) {
        out->zeros |= *at == '0';
        out->left |= *at == '-';
        out->plus |= *at == '+';
    }
    for (; at < end && g_ascii_isdigit(*at); at++) {
        out->width = out->width * 10 + (guint) (*at - '0');
        if (out->width > MAX_WIDTH)
            return NULL;
    }
    if (at == end || strchr("dsxX%", *at) == NULL || *at == '\0')
        return NULL;
    out->letter = *at;
    /* Java wants a width with these flags, and not both. */
    if ((out->zeros || out->left) && out->width == 0)
        return NULL;
    if ((out->zeros && out->left) || (out->plus && out->letter != 'd') ||
        (out->zeros && out->letter == 's'))
        return NULL;
    return at + 1;
}

gboolean
expr_check_format(const char *text, gsize size)
{
    const char *end = text + size;

    for (const char *at = text; at < end;) {
        Directive directive;
        if (*at++ != '%')
            continue;
        at = read_directive(at, end, &directive);
        if (at == NULL)
            return FALSE;
    }
    return TRUE;
}

/* The digits of a whole number; hexadecimal in two's complement. */
static gboolean
whole_text(ExprContext *context, const Directive *directive, const ExprValue *value, GString *out)
{
    ShardValueKind kind = expr_kind(value);
    const char *text;
    gsize size;

    if (kind != SHARD_VALUE_INTEGER && kind != SHARD_VALUE_LONG && kind != SHARD_VALUE_BIG_INTEGER)
        return expr_fail(context, "format(): %%%c needs a whole number, not %s", directive->letter,
                         expr_type_name(value));
    if (directive->letter == 'd') {
        if (!expr_text(context, value, &text, &size))
            return FALSE;
        if (directive->plus && *text != '-')
            g_string_append_c(out, '+');
        g_string_append_len(out, text, (gssize) size);
        return TRUE;
    }
    if (kind == SHARD_VALUE_BIG_INTEGER)
        return expr_fail(context, "format(): %%x of a BigInteger is not supported");
    guint64 bits = kind == SHARD_VALUE_INTEGER ? (guint32) value->v.i : (guint64) value->v.i;
    if (directive->letter == 'x')
        g_string_append_printf(out, "%" G_GINT64_MODIFIER "x", bits);
    else
        g_string_append_printf(out, "%" G_GINT64_MODIFIER "X", bits);
    return TRUE;
}

static void
append_padded(GString *out, const Directive *directive, GString *piece)
{
    ExprValue text = expr_string(piece->str, piece->len);
    gsize units = (gsize) expr_text_units(&text);
    gsize fill = directive->width > units ? directive->width - units : 0;
    gboolean sign = piece->len > 0 && (piece->str[0] == '-' || piece->str[0] == '+');
    gsize at = directive->zeros && sign && directive->letter == 'd' ? 1 : 0;

    if (directive->left)
        at = piece->len;
    for (; fill > 0; fill--)
        g_string_insert_c(piece, (gssize) at, directive->zeros ? '0' : ' ');
    g_string_append_len(out, piece->str, (gssize) piece->len);
}

static gboolean
append_directive(const ExprCall *call, const Directive *directive, guint *next, GString *out)
{
    g_autoptr(GString) piece = g_string_new(NULL);

    if (directive->letter == '%') {
        g_string_append_c(piece, '%');
        append_padded(out, directive, piece);
        return TRUE;
    }
    if (*next >= call->n_arguments)
        return expr_fail(call->context, "format() has too few arguments");
    const ExprValue *value = &call->arguments[(*next)++];
    if (directive->letter != 's') {
        if (!whole_text(call->context, directive, value, piece))
            return FALSE;
    } else {
        const char *text;
        gsize size;
        if (!expr_text(call->context, value, &text, &size))
            return FALSE;
        g_string_append_len(piece, text, (gssize) size);
    }
    append_padded(out, directive, piece);
    return TRUE;
}

gboolean
expr_format(const ExprCall *call)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const ExprValue *format = &call->arguments[0];
    guint next = 1;

    if (!expr_is_string(format))
        return expr_fail(call->context, "format() needs a String");
    const char *at = format->v.text.data;
    const char *end = at + format->v.text.size;
    while (at < end) {
        Directive directive;
        if (*at != '%') {
            g_string_append_c(out, *at++);
            continue;
        }
        at = read_directive(at + 1, end, &directive);
        if (at == NULL)
            return expr_fail(call->context, "the pattern of format() is not understood");
        if (!append_directive(call, &directive, &next, out))
            return FALSE;
        if (out->len > EXPR_MAX_TEXT)
            return expr_fail(call->context, "the text gets too long");
    }
    *call->out = expr_string(
        shard_arena_strndup(expr_arena(call->context), out->str, (gssize) out->len), out->len);
    return TRUE;
}
