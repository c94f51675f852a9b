/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read-xml.c - XML by libxml2: elements become nodes, attributes become their first children.
 *
 * A node's tag is its namespace.  Nothing outside of the file is ever read.
 */
#include "tools/import/tree.h"

#include "router/base/error.h"

#include <libxml/parser.h>
#include <string.h>

#define MAX_DEPTH 64

static void
add_attributes(ImportNode *out, xmlNode *element)
{
    for (const xmlAttr *attribute = element->properties; attribute != NULL;
         attribute = attribute->next) {
        xmlChar *text = xmlNodeListGetString(element->doc, attribute->children, 1);
        ImportNode *child = import_node_new((const char *) attribute->name, out->line);
        child->value = g_strstrip(g_strdup(text == NULL ? "" : (const char *) text));
        /* schemaLocation and the like say nothing. */
        child->seen = attribute->ns != NULL;
        import_node_add(out, child);
        xmlFree(text);
    }
}

static void
fill(ImportNode *out, xmlNode *element, guint depth)
{
    g_autoptr(GString) text = g_string_new(NULL);

    if (element->ns != NULL)
        out->tag = g_strdup((const char *) element->ns->href);
    add_attributes(out, element);
    for (xmlNode *node = element->children; node != NULL; node = node->next) {
        if (node->type == XML_ELEMENT_NODE && depth < MAX_DEPTH) {
            ImportNode *child =
                import_node_new((const char *) node->name, (guint) xmlGetLineNo(node));
            fill(import_node_add(out, child), node, depth + 1);
        } else if ((node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) &&
                   node->content != NULL) {
            g_string_append(text, (const char *) node->content);
        }
    }
    g_strstrip(text->str);
    if (*text->str != '\0')
        out->value = g_strdup(text->str);
}

static void
keep_silent(void *context, const char *format, ...)
{
}

ImportNode *
import_read_xml(const char *text, gsize size, GError **error)
{
    g_autoptr(ImportNode) root = import_node_new("", 1);

    if (size > G_MAXINT) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "the file is too large");
        return NULL;
    }
    xmlSetGenericErrorFunc(NULL, keep_silent);
    xmlDoc *document = xmlReadMemory(text, (int) size, NULL, NULL,
                                     XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    const xmlNode *top = document == NULL ? NULL : xmlDocGetRootElement(document);
    if (top == NULL) {
        const xmlError *fault = xmlGetLastError();
        g_autofree char *reason =
            g_strdup(fault == NULL || fault->message == NULL ? "no XML" : fault->message);
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "line %d: %s",
                        fault == NULL ? 1 : fault->line, g_strchomp(reason));
        xmlFreeDoc(document);
        return NULL;
    }
    ImportNode *child = import_node_new((const char *) top->name, (guint) xmlGetLineNo(top));
    fill(import_node_add(root, child), (xmlNode *) top, 0);
    xmlFreeDoc(document);
    return g_steal_pointer(&root);
}
