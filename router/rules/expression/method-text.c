/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "router/rules/expression/method.h"

#include <string.h>

static gboolean
is_ascii(const ExprValue *text)
{
    for (gsize i = 0; i < text->v.text.size; i++)
        if ((text->v.text.data[i] & 0x80) != 0)
            return FALSE;
    return TRUE;
}

/* NULL (error set) if the text is no UTF-8. */
static gunichar2 *
to_units(ExprContext *context, const ExprValue *text, glong *out_n)
{
    gunichar2 *units =
        g_utf8_to_utf16(text->v.text.data, (glong) text->v.text.size, NULL, out_n, NULL);
    if (units == NULL)
        expr_fail(context, "the text is no UTF-8");
    return units;
}

gint64
expr_text_units(const ExprValue *text)
{
    glong n = 0;

    if (is_ascii(text))
        return (gint64) text->v.text.size;
    g_autofree gunichar2 *units =
        g_utf8_to_utf16(text->v.text.data, (glong) text->v.text.size, NULL, &n, NULL);
    return n;
}

gboolean
expr_slice(ExprContext *context, const ExprValue *text, gint64 from, gint64 to, ExprValue *out)
{
    glong n;

    if (is_ascii(text)) {
        if (from < 0 || to < from || to > (gint64) text->v.text.size)
            return expr_fail(context,
                             "%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT
                             " is outside of a text of %" G_GSIZE_FORMAT,
                             from, to, text->v.text.size);
        *out = expr_string(text->v.text.data + from, (gsize) (to - from));
        return TRUE;
    }
    g_autofree gunichar2 *units = to_units(context, text, &n);
    if (units == NULL)
        return FALSE;
    if (from < 0 || to < from || to > n)
        return expr_fail(context,
                         "%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT " is outside of a text of %ld",
                         from, to, n);
    g_autofree char *piece = g_utf16_to_utf8(units + from, (glong) (to - from), NULL, NULL, NULL);
    if (piece == NULL)
        return expr_fail(context, "half a character would be cut off");
    *out = expr_string(shard_arena_strndup(expr_arena(context), piece, -1), strlen(piece));
    return TRUE;
}

const ExprMethod expr_text_methods[] = {
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
