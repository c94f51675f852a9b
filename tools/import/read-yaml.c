/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * read-yaml.c - YAML by libyaml: all documents of a file as one tree.
 *
 * Aliases are resolved and "<<" merges maps, as SnakeYAML does.  Tags are kept: they say which rule
 * it is.  Several documents (Spring's "---") become one map; a key that comes again gives way.
 */
#include "tools/import/tree.h"

#include "router/base/error.h"

#include <errno.h>
#include <string.h>
#include <yaml.h>

#define MAX_DEPTH 64
#define MAX_NODES 200000

typedef struct {
    yaml_document_t *document;
    GHashTable *uses; /* number of a node -> how often it is written or referred to */
    guint n_nodes;
    const char *fault; /* NULL: none */
    guint fault_line;
} Reader;

static gboolean fill(Reader *self, ImportNode *out, int index, guint depth);

static gboolean
fail(Reader *self, const yaml_node_t *node, const char *fault)
{
    self->fault = fault;
    self->fault_line = (guint) node->start_mark.line + 1;
    return FALSE;
}

static const char *
scalar(const yaml_node_t *node)
{
    return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *) node->data.scalar.value
                                                          : NULL;
}

static gboolean
is_null(const yaml_node_t *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};

    if (node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (strcmp(words[i], scalar(node)) == 0)
            return TRUE;
    return FALSE;
}

/* The map's own keys win over merged ones. */
static void
merge_children(ImportNode *out, ImportNode *from)
{
    while (from->children->len > 0) {
        ImportNode *child = g_ptr_array_steal_index(from->children, 0);
        gboolean known = FALSE;
        for (guint i = 0; i < out->children->len && !known; i++)
            known = strcmp(((ImportNode *) out->children->pdata[i])->name, child->name) == 0;
        if (known)
            import_node_free(child);
        else
            import_node_add(out, child);
    }
}

static gboolean
fill_map(Reader *self, ImportNode *out, const yaml_node_t *node, guint depth)
{
    g_autoptr(ImportNode) merged = import_node_new("", 0);

    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(self->document, pair->key);
        const char *name = scalar(key);
        if (name == NULL)
            return fail(self, node, "a key is no text");
        ImportNode *child = import_node_new(name, (guint) key->start_mark.line + 1);
        import_node_add(strcmp(name, "<<") == 0 ? merged : out, child);
        if (!fill(self, child, pair->value, depth + 1))
            return FALSE;
    }
    for (guint i = 0; i < merged->children->len; i++) {
        ImportNode *from = merged->children->pdata[i];
        for (guint j = 0; from->is_list && j < from->children->len; j++)
            merge_children(out, from->children->pdata[j]);
        if (!from->is_list)
            merge_children(out, from);
    }
    return TRUE;
}

static gboolean
fill_list(Reader *self, ImportNode *out, const yaml_node_t *node, guint depth)
{
    out->is_list = TRUE;
    for (const yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
        const yaml_node_t *of = yaml_document_get_node(self->document, *item);
        ImportNode *child = import_node_new("", of == NULL ? 0 : (guint) of->start_mark.line + 1);
        import_node_add(out, child);
        if (!fill(self, child, *item, depth + 1))
            return FALSE;
    }
    return TRUE;
}

/* libyaml gives every node a tag; only those of the file matter. */
static char *
own_tag(const char *tag)
{
    static const char core[] = "tag:yaml.org,2002:";
    static const char *const plain[] = {"str", "map", "seq", "null", "bool", "int", "float", NULL};

    if (tag == NULL)
        return NULL;
    if (!g_str_has_prefix(tag, core))
        return g_strdup(tag);
    tag += strlen(core);
    return g_strv_contains(plain, tag) ? NULL : g_strconcat("!!", tag, NULL);
}

/* ---- words and numbers of YAML 1.1 ---- */

/* Digits with underscores, of a base; NULL: they are none, or too many. */
static char *
read_digits(const char *sign, const char *digits, guint base)
{
    g_autofree char *plain = g_strdup(digits);
    char *end = plain;
    gsize n = 0;

    for (const char *at = digits; *at != '\0'; at++)
        if (*at != '_')
            plain[n++] = *at;
    plain[n] = '\0';
    errno = 0;
    guint64 value = g_ascii_strtoull(plain, &end, base);
    if (n == 0 || !g_ascii_isxdigit(plain[0]) || *end != '\0' || errno != 0)
        return NULL;
    return g_strdup_printf("%s%" G_GUINT64_FORMAT, value == 0 ? "" : sign, value);
}

/* What Java's reader makes of a bare 010, 0x10, 1_000: the number's own digits. */
static char *
read_integer(const char *text)
{
    static const struct {
        const char *start;
        guint base;
    } bases[] = {{"0x", 16}, {"0b", 2}, {"0", 8}, {"", 10}};
    const char *sign = text[0] == '-' ? "-" : "";
    const char *digits = text + (text[0] == '-' || text[0] == '+' ? 1 : 0);

    for (guint i = 0; i < G_N_ELEMENTS(bases); i++) {
        gsize size = strlen(bases[i].start);
        if (g_str_has_prefix(digits, bases[i].start) && digits[size] != '\0' &&
            g_ascii_isxdigit(digits[0]))
            return read_digits(sign, digits + size, bases[i].base);
    }
    return NULL;
}

/* What Java's reader hands to an algorithm for a value without quotes; NULL: the text itself. */
static char *
read_plain(const char *text)
{
    static const char *const words[][2] = {
        {"yes", "true"}, {"on", "true"},   {"true", "true"},
        {"no", "false"}, {"off", "false"}, {"false", "false"},
    };

    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *upper = g_ascii_strup(words[i][0], -1);
        g_autofree char *capital = g_strdup(words[i][0]);
        capital[0] = g_ascii_toupper(capital[0]);
        if (strcmp(text, words[i][0]) == 0 || strcmp(text, upper) == 0 ||
            strcmp(text, capital) == 0)
            return g_strdup(words[i][1]);
    }
    return read_integer(text);
}

/* The texts of other settings stay as they are written: Java makes texts of them. */
static gboolean
is_property(const ImportNode *self)
{
    for (; self != NULL; self = self->parent) {
        g_auto(GStrv) parts = g_strsplit(self->name, ".", -1);
        for (guint i = 0; parts[i] != NULL; i++)
            if (import_same_name(parts[i], "props"))
                return TRUE;
    }
    return FALSE;
}

static char *
scalar_value(const yaml_node_t *node, const ImportNode *at)
{
    char *read = NULL;

    if (is_null(node))
        return NULL;
    if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && is_property(at))
        read = read_plain(scalar(node));
    return read != NULL ? read : g_strdup(scalar(node));
}

static gboolean
fill(Reader *self, ImportNode *out, int index, guint depth)
{
    const yaml_node_t *node = yaml_document_get_node(self->document, index);

    if (node == NULL)
        return TRUE;
    if (depth > MAX_DEPTH)
        return fail(self, node, "the file is nested too deep");
    if (++self->n_nodes > MAX_NODES)
        return fail(self, node, "the file is too large");
    gsize n_uses = GPOINTER_TO_SIZE(g_hash_table_lookup(self->uses, GINT_TO_POINTER(index)));
    g_hash_table_insert(self->uses, GINT_TO_POINTER(index), GSIZE_TO_POINTER(n_uses + 1));
    out->tag = own_tag((const char *) node->tag);
    if (node->type == YAML_MAPPING_NODE)
        return fill_map(self, out, node, depth);
    if (node->type == YAML_SEQUENCE_NODE)
        return fill_list(self, out, node, depth);
    out->value = scalar_value(node, out);
    return TRUE;
}

/* Top-level maps that are there only to be referred to ("common: &common") are no settings. */
static void
mark_anchors(Reader *self, ImportNode *root)
{
    const yaml_node_t *top = yaml_document_get_root_node(self->document);

    for (guint i = 0; i < root->children->len; i++) {
        ImportNode *child = root->children->pdata[i];
        if (g_str_has_prefix(child->name, "x-"))
            import_mark_all(child);
        for (const yaml_node_pair_t *pair = top->data.mapping.pairs.start;
             top->type == YAML_MAPPING_NODE && pair < top->data.mapping.pairs.top; pair++) {
            const yaml_node_t *key = yaml_document_get_node(self->document, pair->key);
            gpointer n = g_hash_table_lookup(self->uses, GINT_TO_POINTER(pair->value));
            if (GPOINTER_TO_SIZE(n) > 1 && strcmp(child->name, scalar(key)) == 0)
                import_mark_all(child);
        }
    }
}

static ImportNode *
find_child(const ImportNode *self, const char *name)
{
    for (guint i = 0; i < self->children->len; i++)
        if (strcmp(((ImportNode *) self->children->pdata[i])->name, name) == 0)
            return self->children->pdata[i];
    return NULL;
}

static gboolean
is_map(const ImportNode *self)
{
    return !self->is_list && self->value == NULL && self->children->len > 0;
}

/* Maps are merged, whatever else is said again goes before what was said. */
static void
override_children(ImportNode *out, ImportNode *from)
{
    while (from->children->len > 0) {
        ImportNode *child = g_ptr_array_steal_index(from->children, 0);
        ImportNode *before = find_child(out, child->name);
        if (before != NULL && is_map(before) && is_map(child)) {
            override_children(before, child);
            import_node_free(child);
            continue;
        }
        if (before != NULL)
            g_ptr_array_remove(out->children, before);
        import_node_add(out, child);
    }
}

/* The first of the places that says something; a path's names end with NULL. */
static const ImportNode *
find_first(const ImportNode *document, const char *const (*paths)[5], guint n_paths)
{
    for (guint i = 0; i < n_paths; i++) {
        const ImportNode *at = document;
        for (guint k = 0; paths[i][k] != NULL && at != NULL; k++)
            at = find_child(at, paths[i][k]);
        if (at != NULL && (at->value != NULL || at->is_list))
            return at;
    }
    return NULL;
}

/* What Spring reads only when that profile is active; NULL: always. */
static const ImportNode *
profile_of(const ImportNode *document)
{
    static const char *const paths[][5] = {{"spring", "config", "activate", "on-profile", NULL},
                                           {"spring.config.activate.on-profile", NULL},
                                           {"spring", "profiles", NULL},
                                           {"spring.profiles", NULL}};

    return find_first(document, paths, G_N_ELEMENTS(paths));
}

/* "dev, test", or a list of such; the node isn't marked. */
static char **
names_in(const ImportNode *node)
{
    g_autoptr(GString) all = g_string_new(node->value);

    for (guint i = 0; i < node->children->len; i++) {
        const ImportNode *item = node->children->pdata[i];
        g_string_append_printf(all, ",%s", item->value == NULL ? "" : item->value);
    }
    char **names = g_strsplit(all->str, ",", -1);
    for (guint i = 0; names[i] != NULL; i++)
        g_strstrip(names[i]);
    return names;
}

/* Does the file itself make one of the document's profiles active? */
static gboolean
is_active(const ImportNode *root, const ImportNode *profile)
{
    static const char *const paths[][5] = {{"spring", "profiles", "active", NULL},
                                           {"spring.profiles.active", NULL}};
    const ImportNode *active = find_first(root, paths, G_N_ELEMENTS(paths));

    if (active == NULL)
        return FALSE;
    g_auto(GStrv) actives = names_in(active);
    g_auto(GStrv) wanted = names_in(profile);
    for (guint i = 0; wanted[i] != NULL; i++)
        if (*wanted[i] != '\0' && g_strv_contains((const char *const *) actives, wanted[i]))
            return TRUE;
    return FALSE;
}

/* Is there anything of sharding in it? */
static gboolean
is_of_interest(const ImportNode *document)
{
    const ImportNode *spring = find_child(document, "spring");

    if (spring != NULL && find_child(spring, "shardingsphere") != NULL)
        return TRUE;
    for (guint i = 0; i < document->children->len; i++) {
        const char *name = ((ImportNode *) document->children->pdata[i])->name;
        if (g_str_has_prefix(name, "spring.shardingsphere") || g_str_has_prefix(name, "sharding"))
            return TRUE;
    }
    return FALSE;
}

/* Later documents add to the first, and override it; those of a profile that isn't known to be
 * active are left out and named. */
static void
add_document(ImportNode *root, ImportNode *document)
{
    const ImportNode *profile = root->children->len == 0 ? NULL : profile_of(document);

    if (profile == NULL || is_active(root, profile)) {
        override_children(root, document);
        return;
    }
    if (!is_of_interest(document))
        return;
    g_auto(GStrv) names = names_in(profile);
    g_autofree char *all = g_strjoinv(" ", names);
    g_autofree char *name =
        g_strdup_printf(IMPORT_LEFT_OUT " (the document of profile %s)", g_strstrip(all));
    const ImportNode *first = document->children->pdata[0];
    import_node_add(root, import_node_new(name, first->line));
}

static gboolean
read_document(yaml_parser_t *parser, ImportNode *root, gboolean *out_more, GError **error)
{
    yaml_document_t document;

    *out_more = FALSE;
    if (!yaml_parser_load(parser, &document)) {
        shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "line %u: %s",
                        (guint) parser->problem_mark.line + 1,
                        parser->problem == NULL ? "can't be read" : parser->problem);
        return FALSE;
    }
    const yaml_node_t *top = yaml_document_get_root_node(&document);
    g_autoptr(GHashTable) uses = g_hash_table_new(NULL, NULL);
    Reader reader = {.document = &document, .uses = uses};
    g_autoptr(ImportNode) tree = import_node_new("", 1);
    gboolean ok = top == NULL || fill(&reader, tree, 1, 0);
    if (ok && top != NULL)
        mark_anchors(&reader, tree);
    *out_more = top != NULL;
    yaml_document_delete(&document);
    if (ok) {
        add_document(root, tree);
        return TRUE;
    }
    shard_error_set(error, SHARD_ERROR_FAILED, "HY000", "line %u: %s", reader.fault_line,
                    reader.fault);
    return FALSE;
}

/* Reads no further than the first thing that is nested too deep, since libyaml's time grows with
 * the square of the nesting.  What is no YAML is told when it is read again. */
static gboolean
check_depth(const char *text, gsize size, GError **error)
{
    yaml_parser_t parser;
    yaml_event_t event;
    yaml_event_type_t type = YAML_NO_EVENT;
    gint depth = 0;

    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *) text, size);
    while (depth <= MAX_DEPTH && type != YAML_STREAM_END_EVENT &&
           yaml_parser_parse(&parser, &event)) {
        type = event.type;
        depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        if (depth > MAX_DEPTH)
            shard_error_set(error, SHARD_ERROR_FAILED, "HY000",
                            "line %u: the file is nested too deep",
                            (guint) event.start_mark.line + 1);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return depth <= MAX_DEPTH;
}

ImportNode *
import_read_yaml(const char *text, gsize size, GError **error)
{
    g_autoptr(ImportNode) root = import_node_new("", 1);
    yaml_parser_t parser;
    gboolean more = TRUE;
    gboolean ok = TRUE;

    if (!check_depth(text, size, error))
        return NULL;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *) text, size);
    while (ok && more)
        ok = read_document(&parser, root, &more, error);
    yaml_parser_delete(&parser);
    return ok ? g_steal_pointer(&root) : NULL;
}
