/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * tree.h - what a configuration file says, whatever its format: YAML, properties and XML all become
 * trees of these nodes.
 *
 * A node may have a value and children at once ("sql.show" and "sql.show.x" of properties).  Names
 * are compared relaxed, as Spring does: case, '-' and '_' don't count ("actualDataNodes" finds
 * "actual-data-nodes").  Every look-up leaves a mark on the node found; what is unmarked in the end
 * was not understood, so nothing is dropped silently.
 */
#pragma once

#include <glib.h>

typedef struct ImportNode {
    char *name;          /* key; "" for an item of a list and for the root */
    char *tag;           /* of YAML: "!SHARDING"; of XML: the namespace; NULL none */
    char *value;         /* NULL: none (a map, a list, or null) */
    guint line;          /* from 1; 0 unknown */
    gboolean is_list;    /* children are items */
    gboolean seen;       /* somebody asked for it */
    GPtrArray *children; /* ImportNode*; never NULL */
    struct ImportNode *parent;
} ImportNode;

ImportNode *import_node_new(const char *name, guint line);
void import_node_free(ImportNode *self); /* accepts NULL */
/* Adds child to parent, which owns it now; gives child. */
ImportNode *import_node_add(ImportNode *parent, ImportNode *child);
/* The child of that name (in-dashes or inCamelCase), made if need be; for readers. */
ImportNode *import_node_child(ImportNode *self, const char *name, guint line);

/* So begins the name of a node that stands for a document that was left out. */
#define IMPORT_LEFT_OUT "---"

/* Readers of the formats.  NULL and *error with the line of what can't be read. */
ImportNode *import_read_yaml(const char *text, gsize size, GError **error);
ImportNode *import_read_properties(const char *text, gsize size, GError **error);
ImportNode *import_read_xml(const char *text, gsize size, GError **error);

/* Relaxed look-up; the child found is marked.  self NULL: NULL. */
ImportNode *import_find(const ImportNode *self, const char *name);
/* The same along "a/b/c". */
ImportNode *import_find_path(const ImportNode *self, const char *path);
/* The value of a child; NULL: there is none.  The child is marked. */
const char *import_text(const ImportNode *self, const char *name);
/* "true", "on", "yes", in any case. */
gboolean import_flag(const ImportNode *self, const char *name);
/* A list, or a text with commas, as texts without blanks; the child is marked with its items.
 * (transfer full), never NULL. */
GPtrArray *import_texts(const ImportNode *self, const char *name);
/* The same for the node itself. */
GPtrArray *import_node_texts(ImportNode *self);
/* All leaves below a child as "a.b.c" = value pairs, name and value in turn; all of it is marked.
 * (transfer full), never NULL. */
GPtrArray *import_leaves(const ImportNode *self, const char *name);

/* Marks the node, or the node and all below. */
void import_mark(ImportNode *self);
void import_mark_all(ImportNode *self);
/* "rules/!SHARDING/tables/t_order" (transfer full). */
char *import_path(const ImportNode *self);
/* Do two names mean the same key? */
gboolean import_same_name(const char *a, const char *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ImportNode, import_node_free)
