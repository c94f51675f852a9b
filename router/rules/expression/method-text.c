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
    const char *at = text->v.text.data;
    gint64 n = 0;

    /* A lead byte of four-byte UTF-8 is a surrogate pair. */
    for (gsize i = 0; i < text->v.text.size; i++) {
        guchar byte = (guchar) at[i];
        n += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
    }
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

/* All characters up to U+0020 go. */
ExprValue
expr_trim(const ExprValue *text)
{
    const char *start = text->v.text.data;
    gsize size = text->v.text.size;

    for (; size > 0 && (guchar) start[0] <= ' '; start++)
        size--;
    while (size > 0 && (guchar) start[size - 1] <= ' ')
        size--;
    return expr_string(start, size);
}

gboolean
expr_reverse(ExprContext *context, const ExprValue *text, ExprValue *out)
{
    if (!g_utf8_validate(text->v.text.data, (gssize) text->v.text.size, NULL))
        return expr_fail(context, "the text is no UTF-8");
    g_autofree char *turned = g_utf8_strreverse(text->v.text.data, (gssize) text->v.text.size);
    gsize size = text->v.text.size;
    *out = expr_string(shard_arena_strndup(expr_arena(context), turned, (gssize) size), size);
    return TRUE;
}

static gboolean
give_text(const ExprCall *call, const char *text, gsize size)
{
    *call->out =
        expr_string(shard_arena_strndup(expr_arena(call->context), text, (gssize) size), size);
    return TRUE;
}

/* A text argument; FALSE with an error if it is another. */
static gboolean
text_argument(const ExprCall *call, guint i, const char **out_text, gsize *out_size)
{
    const ExprValue *value = &call->arguments[i];

    if (expr_kind(value) != SHARD_VALUE_STRING)
        return expr_fail(call->context, "%s() needs a String, not %s", call->method->name,
                         expr_type_name(value));
    *out_text = value->v.text.data;
    *out_size = value->v.text.size;
    return TRUE;
}

static gboolean
call_substring(const ExprCall *call)
{
    gint64 from;
    gint64 to = expr_text_units(call->self);

    if (!expr_to_index(call->context, &call->arguments[0], &from) ||
        (call->n_arguments == 2 && !expr_to_index(call->context, &call->arguments[1], &to)))
        return FALSE;
    return expr_slice(call->context, call->self, from, to, call->out);
}

static gboolean
call_char_at(const ExprCall *call)
{
    gint64 at;

    if (!expr_to_index(call->context, &call->arguments[0], &at) ||
        !expr_slice(call->context, call->self, at, at + 1, call->out))
        return FALSE;
    call->out->is_character = TRUE;
    return TRUE;
}

static gboolean
call_length(const ExprCall *call)
{
    *call->out = expr_integer((gint32) expr_text_units(call->self));
    return TRUE;
}

/* take(n) (detail 0) and drop(n) (1) clip instead of failing. */
static gboolean
call_take(const ExprCall *call)
{
    gint64 units = expr_text_units(call->self);
    gint64 n;

    if (!expr_to_index(call->context, &call->arguments[0], &n))
        return FALSE;
    n = CLAMP(n, 0, units);
    return call->method->detail == 0 ? expr_slice(call->context, call->self, 0, n, call->out)
                                     : expr_slice(call->context, call->self, n, units, call->out);
}

/* Letters whose upper or lower case is more than one letter, or depends on their place. */
static gboolean
has_special_case(gunichar c)
{
    static const gunichar single[] = {0xDF,  0x130, 0x149, 0x1F0, 0x390,
                                      0x3A3, 0x3B0, 0x587, 0x1E9E};

    for (guint i = 0; i < G_N_ELEMENTS(single); i++)
        if (single[i] == c)
            return TRUE;
    return (c >= 0x1E96 && c <= 0x1E9A) || (c >= 0x1F00 && c <= 0x1FFF) ||
           (c >= 0xFB00 && c <= 0xFB17);
}

static gboolean
call_case(const ExprCall *call)
{
    const ShardValue *text = &call->self->v;
    gboolean upper = call->method->detail == 1;
    g_autoptr(GString) out = g_string_sized_new(text->text.size + 8);
    glong n;
    g_autofree gunichar *characters =
        g_utf8_to_ucs4(text->text.data, (glong) text->text.size, NULL, &n, NULL);

    if (characters == NULL)
        return expr_fail(call->context, "the text is no UTF-8");
    for (glong i = 0; i < n; i++) {
        if (has_special_case(characters[i]))
            return expr_fail(call->context, "%s() of U+%04X is not supported", call->method->name,
                             characters[i]);
        g_string_append_unichar(out, upper ? g_unichar_toupper(characters[i])
                                           : g_unichar_tolower(characters[i]));
    }
    return give_text(call, out->str, out->len);
}

static gboolean
call_trim(const ExprCall *call)
{
    *call->out = expr_trim(call->self);
    return TRUE;
}

static const char *
find_text(const char *text, gsize size, const char *wanted, gsize wanted_size)
{
    for (gsize i = 0; i + wanted_size <= size; i++)
        if (memcmp(text + i, wanted, wanted_size) == 0)
            return text + i;
    return NULL;
}

typedef enum { CONTAINS, STARTS_WITH, ENDS_WITH, EQUALS, EQUALS_IGNORE_CASE } TextTest;

static gboolean
call_test(const ExprCall *call)
{
    const ShardValue *self = &call->self->v;
    const char *other;
    gsize size;

    /* equals() takes anything. */
    if (call->method->detail == EQUALS && expr_kind(&call->arguments[0]) != SHARD_VALUE_STRING) {
        *call->out = expr_boolean(FALSE);
        return TRUE;
    }
    if (!text_argument(call, 0, &other, &size))
        return FALSE;
    gboolean longer = self->text.size >= size;
    const char *tail = longer ? self->text.data + self->text.size - size : NULL;
    const gboolean results[] = {
        [CONTAINS] = find_text(self->text.data, self->text.size, other, size) != NULL,
        [STARTS_WITH] = longer && memcmp(self->text.data, other, size) == 0,
        [ENDS_WITH] = longer && memcmp(tail, other, size) == 0,
        [EQUALS] = self->text.size == size && memcmp(self->text.data, other, size) == 0,
        [EQUALS_IGNORE_CASE] =
            self->text.size == size && g_ascii_strncasecmp(self->text.data, other, size) == 0,
    };
    if (call->method->detail == EQUALS_IGNORE_CASE &&
        (!is_ascii(call->self) || !is_ascii(&call->arguments[0])))
        return expr_fail(call->context, "equalsIgnoreCase() is supported for ASCII only");
    *call->out = expr_boolean(results[call->method->detail]);
    return TRUE;
}

/* indexOf (detail 0), lastIndexOf (1); in UTF-16 units. */
static gboolean
call_index_of(const ExprCall *call)
{
    const ShardValue *self = &call->self->v;
    const char *wanted;
    gsize size;
    const char *found = NULL;

    if (!text_argument(call, 0, &wanted, &size))
        return FALSE;
    if (call->method->detail == 0)
        found = find_text(self->text.data, self->text.size, wanted, size);
    for (gsize i = 0; call->method->detail == 1 && i + size <= self->text.size; i++)
        if (memcmp(self->text.data + i, wanted, size) == 0)
            found = self->text.data + i;
    if (found == NULL) {
        *call->out = expr_integer(-1);
        return TRUE;
    }
    ExprValue before = expr_string(self->text.data, (gsize) (found - self->text.data));
    *call->out = expr_integer((gint32) expr_text_units(&before));
    return TRUE;
}

/* Every occurrence, left to right. */
static gboolean
call_replace(const ExprCall *call)
{
    const char *at = call->self->v.text.data;
    const char *end = at + call->self->v.text.size;
    const char *wanted, *instead;
    gsize wanted_size, instead_size;
    g_autoptr(GString) out = g_string_new(NULL);

    if (!text_argument(call, 0, &wanted, &wanted_size) ||
        !text_argument(call, 1, &instead, &instead_size))
        return FALSE;
    if (wanted_size == 0)
        return expr_fail(call->context, "replace() of nothing is not supported");
    for (;;) {
        const char *found = find_text(at, (gsize) (end - at), wanted, wanted_size);
        if (found == NULL || out->len > EXPR_MAX_TEXT)
            break;
        g_string_append_len(out, at, found - at);
        g_string_append_len(out, instead, (gssize) instead_size);
        at = found + wanted_size;
    }
    g_string_append_len(out, at, end - at);
    if (out->len > EXPR_MAX_TEXT)
        return expr_fail(call->context, "the text gets too long");
    return give_text(call, out->str, out->len);
}

/* A regular expression that is just text: "_", "\\.", "--"; NULL for any other. */
static char *
literal_of_regex(const char *text, gsize size)
{
    g_autoptr(GString) literal = g_string_new(NULL);

    for (gsize i = 0; i < size; i++) {
        char c = text[i];
        if (c == '\\' && i + 1 < size && g_ascii_ispunct(text[i + 1]))
            c = text[++i];
        else if (strchr("\\^$.|?*+()[]{}", c) != NULL)
            return NULL;
        g_string_append_c(literal, c);
    }
    return literal->len == 0 ? NULL : g_strdup(literal->str);
}

static gboolean
check_split(const char *text, gsize size)
{
    g_autofree char *literal = literal_of_regex(text, size);
    return literal != NULL;
}

static gboolean
give_list(const ExprCall *call, const GArray *items, gboolean array)
{
    const ExprValue *copy =
        shard_arena_memdup(expr_arena(call->context), items->data, items->len * sizeof(ExprValue));
    *call->out =
        (ExprValue){.shape = EXPR_LIST, .items = copy, .n_items = items->len, .is_array = array};
    return TRUE;
}

/* Java's split(): pieces at the end that are empty are dropped. */
static gboolean
call_split(const ExprCall *call)
{
    const char *at = call->self->v.text.data;
    const char *end = at + call->self->v.text.size;
    const char *pattern;
    gsize size;
    g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(ExprValue));

    if (!text_argument(call, 0, &pattern, &size))
        return FALSE;
    g_autofree char *literal = literal_of_regex(pattern, size);
    if (literal == NULL)
        return expr_fail(call->context, "split() by a regular expression is not supported");
    for (;;) {
        const char *found = find_text(at, (gsize) (end - at), literal, strlen(literal));
        ExprValue piece = expr_string(at, (gsize) ((found == NULL ? end : found) - at));
        g_array_append_val(items, piece);
        if (found == NULL)
            break;
        at = found + strlen(literal);
    }
    while (items->len > 1 && g_array_index(items, ExprValue, items->len - 1).v.text.size == 0)
        g_array_set_size(items, items->len - 1);
    /* Nothing but separators leaves no piece at all. */
    if (items->len == 1 && g_array_index(items, ExprValue, 0).v.text.size == 0 &&
        call->self->v.text.size > 0)
        g_array_set_size(items, 0);
    return give_list(call, items, TRUE);
}

/* Groovy's tokenize(): any of the characters separates, empty pieces don't count. */
static gboolean
call_tokenize(const ExprCall *call)
{
    const char *at = call->self->v.text.data;
    const char *end = at + call->self->v.text.size;
    const char *separators = " \t\n\r\f";
    gsize size = strlen(separators);
    g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(ExprValue));

    if (call->n_arguments == 1 && !text_argument(call, 0, &separators, &size))
        return FALSE;
    while (at < end) {
        const char *start = at;
        while (at < end && memchr(separators, *at, size) == NULL)
            at++;
        ExprValue piece = expr_string(start, (gsize) (at - start));
        if (at > start)
            g_array_append_val(items, piece);
        at += at < end ? 1 : 0;
    }
    return give_list(call, items, FALSE);
}

/* padLeft (detail 0), padRight (1): the filling is repeated and cut off. */
static gboolean
call_pad(const ExprCall *call)
{
    const ShardValue *self = &call->self->v;
    const char *filling = " ";
    gsize size = 1;
    gint64 width;

    if (!expr_to_index(call->context, &call->arguments[0], &width) ||
        (call->n_arguments == 2 && !text_argument(call, 1, &filling, &size)))
        return FALSE;
    gint64 missing = width - expr_text_units(call->self);
    if (missing <= 0) {
        *call->out = *call->self;
        return TRUE;
    }
    if (missing > EXPR_MAX_TEXT || size == 0 ||
        (call->n_arguments == 2 && !is_ascii(&call->arguments[1])))
        return expr_fail(call->context, "%s() fills with ASCII, up to %d characters",
                         call->method->name, EXPR_MAX_TEXT);
    g_autoptr(GString) padding = g_string_sized_new((gsize) missing);
    for (gint64 i = 0; i < missing; i++)
        g_string_append_c(padding, filling[(gsize) i % size]);
    if (call->method->detail == 0)
        g_string_append_len(padding, self->text.data, (gssize) self->text.size);
    else
        g_string_prepend_len(padding, self->text.data, (gssize) self->text.size);
    return give_text(call, padding->str, padding->len);
}

/* Groovy's toInteger() and its kin drop blanks around the number first. */
static gboolean
call_to_number(const ExprCall *call)
{
    ExprValue trimmed = expr_trim(call->self);

    return expr_parse_number(call->context, &trimmed, (ShardValueKind) call->method->detail,
                             call->out);
}

static gboolean
call_reverse(const ExprCall *call)
{
    return expr_reverse(call->context, call->self, call->out);
}

static gboolean
call_concat(const ExprCall *call)
{
    const char *other;
    gsize size;

    if (!text_argument(call, 0, &other, &size))
        return FALSE;
    g_autoptr(GString) text =
        g_string_new_len(call->self->v.text.data, (gssize) call->self->v.text.size);
    g_string_append_len(text, other, (gssize) size);
    return give_text(call, text->str, text->len);
}

static gboolean
call_is_empty(const ExprCall *call)
{
    *call->out = expr_boolean(call->self->v.text.size == 0);
    return TRUE;
}

const ExprMethod expr_text_methods[] = {
    {NULL, "substring", EXPR_ON_STRING, 1, 2, call_substring, 0, NULL},
    {NULL, "charAt", EXPR_ON_STRING, 1, 1, call_char_at, 0, NULL},
    {NULL, "length", EXPR_ON_STRING, 0, 0, call_length, 0, NULL},
    {NULL, "size", EXPR_ON_STRING, 0, 0, call_length, 0, NULL},
    {NULL, "take", EXPR_ON_STRING, 1, 1, call_take, 0, NULL},
    {NULL, "drop", EXPR_ON_STRING, 1, 1, call_take, 1, NULL},
    {NULL, "toLowerCase", EXPR_ON_STRING, 0, 0, call_case, 0, NULL},
    {NULL, "toUpperCase", EXPR_ON_STRING, 0, 0, call_case, 1, NULL},
    {NULL, "trim", EXPR_ON_STRING, 0, 0, call_trim, 0, NULL},
    {NULL, "contains", EXPR_ON_STRING, 1, 1, call_test, CONTAINS, NULL},
    {NULL, "startsWith", EXPR_ON_STRING, 1, 1, call_test, STARTS_WITH, NULL},
    {NULL, "endsWith", EXPR_ON_STRING, 1, 1, call_test, ENDS_WITH, NULL},
    {NULL, "equals", EXPR_ON_STRING, 1, 1, call_test, EQUALS, NULL},
    {NULL, "equalsIgnoreCase", EXPR_ON_STRING, 1, 1, call_test, EQUALS_IGNORE_CASE, NULL},
    {NULL, "indexOf", EXPR_ON_STRING, 1, 1, call_index_of, 0, NULL},
    {NULL, "lastIndexOf", EXPR_ON_STRING, 1, 1, call_index_of, 1, NULL},
    {NULL, "replace", EXPR_ON_STRING, 2, 2, call_replace, 0, NULL},
    {NULL, "split", EXPR_ON_STRING, 1, 1, call_split, 0, check_split},
    {NULL, "tokenize", EXPR_ON_STRING, 0, 1, call_tokenize, 0, NULL},
    {NULL, "padLeft", EXPR_ON_STRING, 1, 2, call_pad, 0, NULL},
    {NULL, "padRight", EXPR_ON_STRING, 1, 2, call_pad, 1, NULL},
    {NULL, "toInteger", EXPR_ON_STRING, 0, 0, call_to_number, SHARD_VALUE_INTEGER, NULL},
    {NULL, "toLong", EXPR_ON_STRING, 0, 0, call_to_number, SHARD_VALUE_LONG, NULL},
    {NULL, "toBigInteger", EXPR_ON_STRING, 0, 0, call_to_number, SHARD_VALUE_BIG_INTEGER, NULL},
    {NULL, "toBigDecimal", EXPR_ON_STRING, 0, 0, call_to_number, SHARD_VALUE_DECIMAL, NULL},
    {NULL, "toDouble", EXPR_ON_STRING, 0, 0, call_to_number, SHARD_VALUE_DOUBLE, NULL},
    {NULL, "reverse", EXPR_ON_STRING, 0, 0, call_reverse, 0, NULL},
    {NULL, "concat", EXPR_ON_STRING, 1, 1, call_concat, 0, NULL},
    {NULL, "isEmpty", EXPR_ON_STRING, 0, 0, call_is_empty, 0, NULL},
    {NULL, NULL, 0, 0, 0, NULL, 0, NULL},
};
