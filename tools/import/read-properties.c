/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read-properties.c - Java properties: "a.b[0].c = value" becomes a tree by its dots and brackets.
 *
 * Escapes (\t, \n, \uXXXX), comments with # and !, lines that go on after a backslash, and '=', ':'
 * or a blank between key and value, as java.util.Properties has them.  Names in brackets keep their
 * dots: "tables[a.b].x".
 */
#include "tools/import/tree.h"

#include "router/base/error.h"

#include <string.h>

typedef struct {
    const char *at, *end;
    guint line;
} Text;

/* One logical line without its line breaks; FALSE at the end. */
static gboolean
next_line(Text *self, GString *out, guint *out_line)
{
    g_string_truncate(out, 0);
    if (self->at >= self->end)
        return FALSE;
    *out_line = self->line;
    for (;;) {
        const char *stop = memchr(self->at, '\n', (gsize) (self->end - self->at));
        const char *last = stop == NULL ? self->end : stop;
        gsize n_slashes = 0;
        g_string_append_len(out, self->at, last - self->at);
        if (out->len > 0 && out->str[out->len - 1] == '\r')
            g_string_truncate(out, out->len - 1);
        self->at = stop == NULL ? self->end : stop + 1;
        self->line++;
        const char *first = out->str + strspn(out->str, " \t\f");
        while (n_slashes < out->len && out->str[out->len - 1 - n_slashes] == '\\')
            n_slashes++;
        if (n_slashes % 2 == 0 || self->at >= self->end || *first == '#' || *first == '!')
            return TRUE;
        g_string_truncate(out, out->len - 1);
        while (self->at < self->end && strchr(" \t\f", *self->at) != NULL && *self->at != '\0')
            self->at++;
    }
}

static const char *
append_escape(GString *out, const char *at)
{
    static const char letters[] = "tnrf";
    static const char meanings[] = "\t\n\r\f";
    const char *letter = *at == '\0' ? NULL : strchr(letters, *at);

    if (*at == 'u' && strlen(at) >= 5) {
        g_autofree char *digits = g_strndup(at + 1, 4);
        g_string_append_unichar(out, (gunichar) g_ascii_strtoull(digits, NULL, 16));
        return at + 5;
    }
    if (*at == '\0')
        return at;
    if (letter != NULL)
        g_string_append_c(out, meanings[letter - letters]);
    else
        g_string_append_c(out, *at);
    return at + 1;
}

static char *
unescape(const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);

    while (*text != '\0') {
        if (*text == '\\') {
            text = append_escape(out, text + 1);
            continue;
        }
        g_string_append_c(out, *text++);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static const char *
end_of_key(const char *text)
{
    for (; *text != '\0' && strchr("=: \t\f", *text) == NULL; text++)
        if (*text == '\\' && text[1] != '\0')
            text++;
    return text;
}

/* "tables[t_order].x" -> tables, t_order, x */
static ImportNode *
find_place(ImportNode *root, const char *key, guint line)
{
    ImportNode *node = root;

    while (*key != '\0') {
        gboolean bracket = *key == '[';
        const char *start = key + bracket;
        gsize size = strcspn(start, bracket ? "]" : ".[");
        g_autofree char *name = g_strndup(start, size);
        if (size > 0)
            node = import_node_child(node, name, line);
        key = start + size;
        if (*key == ']')
            key++;
        if (*key == '.')
            key++;
    }
    return node;
}

static void
add_line(ImportNode *root, const char *text, guint line)
{
    const char *start = text + strspn(text, " \t\f");

    if (*start == '\0' || *start == '#' || *start == '!')
        return;
    const char *end = end_of_key(start);
    const char *value = end + strspn(end, " \t\f");
    if (*value == '=' || *value == ':')
        value++;
    value += strspn(value, " \t\f");
    g_autofree char *raw = g_strndup(start, (gsize) (end - start));
    g_autofree char *key = unescape(raw);
    ImportNode *node = find_place(root, key, line);
    g_free(node->value);
    node->value = g_strchomp(unescape(value));
    node->line = line;
}

/* "x[0]", "x[1]" are a list; the numbers order them. */
static gint
compare_items(gconstpointer a, gconstpointer b)
{
    const ImportNode *left = *(ImportNode *const *) a;
    const ImportNode *right = *(ImportNode *const *) b;
    guint64 i = g_ascii_strtoull(left->name, NULL, 10);
    guint64 j = g_ascii_strtoull(right->name, NULL, 10);

    return i < j ? -1 : i > j;
}

static void
find_lists(ImportNode *self)
{
    gboolean numbers = self->children->len > 0;

    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        numbers &= *child->name != '\0' && strspn(child->name, "0123456789") == strlen(child->name);
        find_lists(child);
    }
    self->is_list = numbers;
    if (numbers)
        g_ptr_array_sort(self->children, compare_items);
}

ImportNode *
import_read_properties(const char *text, gsize size, GError **error)
{
    g_autoptr(ImportNode) root = import_node_new("", 1);
    g_autoptr(GString) line = g_string_new(NULL);
    Text rest = {text, text + size, 1};
    guint number;

    if (!g_utf8_validate(text, (gssize) size, NULL)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "the file is not UTF-8");
        return NULL;
    }
    while (next_line(&rest, line, &number))
        add_line(root, line->str, number);
    find_lists(root);
    return g_steal_pointer(&root);
}
