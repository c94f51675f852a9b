/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * spring.c - the settings of Spring Boot, as properties or as YAML: everything below
 * spring.shardingsphere (4.x and 5.x) or sharding.jdbc (3.x).
 */
#include "tools/import/config.h"

#include <string.h>

/* YAML of Spring may write dots into keys: they are levels. */
static void
split_dots(ImportNode *self, ImportNode *out)
{
    for (guint i = 0; i < self->children->len; i++) {
        ImportNode *child = self->children->pdata[i];
        g_auto(GStrv) names = g_strsplit(child->name, ".", -1);
        ImportNode *at = out;
        for (guint j = 0; names[j] != NULL && *child->name != '\0'; j++)
            at = import_node_child(at, names[j], child->line);
        if (*child->name == '\0')
            at = import_node_add(out, import_node_new("", child->line));
        at->is_list = child->is_list;
        if (at->value == NULL)
            at->value = g_strdup(child->value);
        if (at->tag == NULL)
            at->tag = g_strdup(child->tag);
        split_dots(child, at);
    }
}

static gboolean
has_dotted_top(const ImportNode *root)
{
    for (guint i = 0; i < root->children->len; i++) {
        const ImportNode *child = root->children->pdata[i];
        if (strchr(child->name, '.') != NULL)
            return TRUE;
    }
    return FALSE;
}

/* The rest of an application's settings is none of our business. */
static void
mark_around(ImportNode *self, const ImportNode *keep)
{
    gboolean above = FALSE;

    for (const ImportNode *node = keep; node != NULL && !above; node = node->parent)
        above = node == self;
    if (!above) {
        import_mark_all(self);
        return;
    }
    self->seen = TRUE;
    for (guint i = 0; self != keep && i < self->children->len; i++)
        mark_around(self->children->pdata[i], keep);
}

static void
read_common(ImportConfig *config, ImportNode *base)
{
    static const char *const catalogs[] = {"database/name", "schema/name"};
    ImportNode *sources = import_find(base, "datasource");
    ImportNode *mode = import_find(base, "mode");

    if (sources == NULL)
        sources = import_find(base, "datasources");
    if (sources != NULL)
        import_read_sources(config, sources);
    for (guint i = 0; i < G_N_ELEMENTS(catalogs); i++) {
        const ImportNode *node = import_find_path(base, catalogs[i]);
        if (node != NULL && config->catalog == NULL)
            config->catalog = g_strdup(node->value);
    }
    import_read_idle(config, base);
    if (mode != NULL)
        import_read_mode(config, mode);
    if (import_find(base, "props") != NULL)
        import_read_props(config, import_find(base, "props"));
}

static gboolean
read_rules(ImportConfig *config, ImportNode *base)
{
    ImportNode *rules = import_find(base, "rules");
    ImportNode *sharding = import_find(base, "sharding");
    ImportNode *pair = import_find(base, "masterslave");
    ImportNode *encrypt = import_find(base, "encrypt");
    ImportNode *shadow = import_find(base, "shadow");

    config->finds_singles = rules != NULL;
    import_read_rules(config, rules);
    if (sharding != NULL)
        import_read_sharding_rule(config, sharding);
    if (pair != NULL) {
        const char *name = import_text(pair, "name");
        import_read_master_slave(config, pair, name == NULL ? "ms_ds" : name);
    }
    if (encrypt != NULL)
        import_read_encrypt(config, encrypt);
    if (shadow != NULL)
        import_read_shadow(config, shadow);
    return rules != NULL || sharding != NULL || pair != NULL || encrypt != NULL;
}

static void
report_left_out(ImportConfig *self, ImportNode *root)
{
    for (guint i = 0; i < root->children->len; i++) {
        ImportNode *child = root->children->pdata[i];
        if (g_str_has_prefix(child->name, IMPORT_LEFT_OUT))
            import_say(self, IMPORT_LOST, child, "left out: it would override what is above");
    }
}

gboolean
import_read_spring(ImportConfig *self, ImportNode *root)
{
    if (has_dotted_top(root)) {
        g_autoptr(ImportNode) split = import_node_new("", 0);
        split_dots(root, split);
        g_ptr_array_set_size(root->children, 0);
        while (split->children->len > 0)
            import_node_add(root, g_ptr_array_steal_index(split->children, 0));
    }
    ImportNode *base = import_find_path(root, "spring/shardingsphere");
    ImportNode *old = import_find_path(root, "sharding/jdbc");
    if (base == NULL && old == NULL)
        return FALSE;
    if (base == NULL)
        base = old;
    mark_around(root, base);
    read_common(self, base);
    gboolean found = read_rules(self, base);
    ImportNode *config = import_find(base, "config");
    if (config != NULL) {
        read_common(self, config);
        found |= read_rules(self, config);
    }
    import_report_unseen(self, base);
    report_left_out(self, root);
    return found;
}
