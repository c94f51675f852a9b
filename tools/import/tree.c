/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tools/import/tree.h"

#include <string.h>

ImportNode *
import_node_new(const char *name, guint line)
{
    ImportNode *self = g_new0(ImportNode, 1);

    self->name = g_strdup(name);
    self->line = line;
    self->children = g_ptr_array_new_with_free_func((GDestroyNotify) import_node_free);
    return self;
}

void
import_node_free(ImportNode *self)
{
    if (self == NULL)
        return;
    g_free(self->name);
    g_free(self->tag);
    g_free(self->value);
    g_ptr_array_unref(self->children);
    g_free(self);
}

ImportNode *
import_node_add(ImportNode *parent, ImportNode *child)
{
    child->parent = parent;
    g_ptr_array_add(parent->children, child);
    return child;
}

/* "table-strategy" and "tableStrategy": one property in two spellings.  Names that an application
 * gave (t_order, torder, T_ORDER) are others. */
static gboolean
is_same_property(const char *a, const char *b)
{
    for (;; a++, b++) {
        if (*a != *b) {
            gboolean dash_a = *a == '-' && g_ascii_islower(a[1]);
            gboolean dash_b = *b == '-' && g_ascii_islower(b[1]);
            if ((!dash_a || g_ascii_toupper(a[1]) != *b) &&
                (!dash_b || g_ascii_toupper(b[1]) != *a))
                return FALSE;
            a += dash_a;
            b += dash_b;
        } else if (*a == '\0') {
            return TRUE;
        }
    }
}

ImportNode *
import_node_child(ImportNode *self, const char *name, guint line)
{
    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        if (is_same_property(child->name, name))
            return child;
    }
    return import_node_add(self, import_node_new(name, line));
}

static const char *
skip_dashes(const char *text)
{
    while (*text == '-' || *text == '_')
        text++;
    return text;
}

gboolean
import_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a = skip_dashes(a);
        b = skip_dashes(b);
        if (g_ascii_tolower(*a) != g_ascii_tolower(*b))
            return FALSE;
        if (*a == '\0')
            return TRUE;
    }
}

ImportNode *
import_find(const ImportNode *self, const char *name)
{
    if (self == NULL)
        return NULL;
    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        if (!import_same_name(child->name, name))
            continue;
        child->seen = TRUE;
        return child;
    }
    return NULL;
}

ImportNode *
import_find_path(const ImportNode *self, const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, "/", -1);
    ImportNode *node = (ImportNode *) self;

    for (guint i = 0; names[i] != NULL && node != NULL; i++)
        node = import_find(node, names[i]);
    return node;
}

const char *
import_text(const ImportNode *self, const char *name)
{
    const ImportNode *child = import_find(self, name);
    return child == NULL ? NULL : child->value;
}

gboolean
import_flag(const ImportNode *self, const char *name)
{
    static const char *const words[] = {"true", "on", "yes"};
    const char *text = import_text(self, name);

    for (guint i = 0; text != NULL && i < G_N_ELEMENTS(words); i++)
        if (g_ascii_strcasecmp(words[i], text) == 0)
            return TRUE;
    return FALSE;
}

/* Commas inside of ${} are the expression's. */
static void
add_pieces(GPtrArray *out, const char *text)
{
    const char *start = text;
    guint depth = 0;

    for (const char *at = text;; at++) {
        if (*at == '{')
            depth++;
        else if (*at == '}' && depth > 0)
            depth--;
        if (*at != '\0' && (*at != ',' || depth > 0))
            continue;
        char *piece = g_strstrip(g_strndup(start, (gsize) (at - start)));
        if (*piece != '\0')
            g_ptr_array_add(out, piece);
        else
            g_free(piece);
        if (*at == '\0')
            return;
        start = at + 1;
    }
}

GPtrArray *
import_node_texts(ImportNode *self)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);

    if (self == NULL)
        return out;
    self->seen = TRUE;
    if (self->value != NULL)
        add_pieces(out, self->value);
    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        if (child->value == NULL || child->children->len > 0)
            continue;
        child->seen = TRUE;
        add_pieces(out, child->value);
    }
    return out;
}

GPtrArray *
import_texts(const ImportNode *self, const char *name)
{
    return import_node_texts(import_find(self, name));
}

static void
add_leaves(ImportNode *self, const char *prefix, GPtrArray *out)
{
    self->seen = TRUE;
    if (self->value != NULL && *prefix != '\0') {
        g_ptr_array_add(out, g_strdup(prefix));
        g_ptr_array_add(out, g_strdup(self->value));
    }
    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        g_autofree char *name =
            *prefix == '\0' ? g_strdup(child->name) : g_strconcat(prefix, ".", child->name, NULL);
        add_leaves(child, name, out);
    }
}

GPtrArray *
import_leaves(const ImportNode *self, const char *name)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    ImportNode *child = import_find(self, name);

    if (child != NULL)
        add_leaves(child, "", out);
    return out;
}

void
import_mark(ImportNode *self)
{
    if (self != NULL)
        self->seen = TRUE;
}

void
import_mark_all(ImportNode *self)
{
    if (self == NULL)
        return;
    self->seen = TRUE;
    for (guint i = 0; i < self->children->len; i++)
        import_mark_all(self->children->pdata[i]);
}

static gsize
place_in_list(const ImportNode *self)
{
    guint i = 0;

    while (i < self->parent->children->len && self->parent->children->pdata[i] != self)
        i++;
    return i;
}

char *
import_path(const ImportNode *self)
{
    g_autoptr(GString) path = g_string_new(NULL);

    for (; self != NULL && self->parent != NULL; self = self->parent) {
        g_autofree char *item = NULL;
        const char *name = self->name;
        if (*name == '\0' && self->tag != NULL)
            name = self->tag;
        else if (*name == '\0')
            name = item = g_strdup_printf("[%" G_GSIZE_FORMAT "]", place_in_list(self));
        if (path->len > 0 && path->str[0] != '[')
            g_string_prepend_c(path, '/');
        g_string_prepend(path, name);
    }
    return g_string_free(g_steal_pointer(&path), FALSE);
}
