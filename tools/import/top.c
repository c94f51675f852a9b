/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * top.c - which version and format a tree is of, data sources, and the settings of the whole.
 */
#include "tools/import/config.h"

#include "router/base/error.h"

#include <string.h>

/* What a pool is told besides where to connect. */
static const char *const source_names[] = {"driverClassName",
                                           "dataSourceClassName",
                                           "driver-class",
                                           "type",
                                           "driver",
                                           "destroyMethod",
                                           "id",
                                           "class",
                                           "parent",
                                           "abstract",
                                           "initMethod",
                                           "scope"};

static gboolean
is_source_name(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(source_names); i++)
        if (import_same_name(source_names[i], name))
            return TRUE;
    return FALSE;
}

/* "${NAME:default}" and "$${NAME::default}": the same file's NAME, else the default. */
static char *
fill_in(ImportConfig *config, ImportNode *node, const char *text)
{
    const char *open = text == NULL ? NULL : strstr(text, "${");
    const char *close = open == NULL ? NULL : strchr(open, '}');

    if (close == NULL)
        return g_strdup(text);
    g_autofree char *inside = g_strndup(open + 2, (gsize) (close - open - 2));
    char *colon = strchr(inside, ':');
    const char *value = colon == NULL ? NULL : colon + 1;
    if (value != NULL && *value == ':')
        value++;
    if (colon != NULL)
        *colon = '\0';
    const ImportNode *root = node;
    while (root->parent != NULL)
        root = root->parent;
    g_autofree char *path = g_strdelimit(g_strdup(inside), ".", '/');
    ImportNode *named = import_find_path(root, path);
    if (named != NULL && named->value != NULL)
        value = named->value;
    if (value == NULL) {
        import_say(config, IMPORT_LOST, node, "what ${%s} stands for is not said in this file",
                   inside);
        return g_strdup(text);
    }
    gsize start = (gsize) (open - text);
    if (start > 0 && text[start - 1] == '$')
        start--;
    g_autofree char *filled = g_strdup_printf("%.*s%s%s", (int) start, text, value, close + 1);
    return fill_in(config, node, strcmp(filled, text) == 0 ? NULL : filled);
}

static char *
take_text(ImportConfig *config, ImportNode *node, const char *const *names)
{
    for (guint i = 0; names[i] != NULL; i++) {
        ImportNode *child = import_find(node, names[i]);
        if (child != NULL && child->value != NULL)
            return fill_in(config, child, child->value);
    }
    return NULL;
}

static void
note_pool(ImportConfig *config, ImportNode *node)
{
    g_autoptr(GString) names = g_string_new(NULL);

    for (guint i = 0; i < node->children->len; i++) {
        ImportNode *child = node->children->pdata[i];
        if (!child->seen && !is_source_name(child->name))
            g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", child->name);
        import_mark_all(child);
    }
    if (names->len > 0)
        import_say(config, IMPORT_NOTE, node, "settings of the connection pool: %s", names->str);
}

static void
read_source(ImportConfig *config, ImportNode *node, ImportNode *common)
{
    static const char *const urls[] = {"jdbcUrl", "url", "standardJdbcUrl", "connectionUrl", NULL};
    static const char *const users[] = {"username", "user", NULL};
    static const char *const passwords[] = {"password", NULL};
    static const char *const jndi[] = {"jndiName", NULL};
    for (guint i = 0; i < config->sources->len; i++) {
        if (strcmp(((ImportSource *) config->sources->pdata[i])->name, node->name) != 0)
            continue;
        import_say(config, IMPORT_LOST, node, "data source '%s' is given twice: the first counts",
                   node->name);
        import_mark_all(node);
        return;
    }
    import_check_map(config, node);
    ImportSource *source = import_add_source(config, node->name, node);

    source->url = take_text(config, node, urls);
    source->user = take_text(config, node, users);
    source->password = take_text(config, node, passwords);
    if (source->user == NULL)
        source->user = take_text(config, common, users);
    if (source->password == NULL)
        source->password = take_text(config, common, passwords);
    g_autofree char *name = take_text(config, node, jndi);
    if (name != NULL)
        import_say(config, IMPORT_LOST, node, "the data source is JNDI's '%s'", name);
    if (source->password != NULL && g_str_has_prefix(source->password, "ENC("))
        import_say(config, IMPORT_LOST, node, "the password is encrypted: write it into odbc.ini");
    if (source->user != NULL && g_str_has_prefix(source->user, "ENC("))
        import_say(config, IMPORT_LOST, node, "the user is encrypted: write it into odbc.ini");
    note_pool(config, node);
}

void
import_read_sources(ImportConfig *self, ImportNode *sources)
{
    g_autoptr(GPtrArray) names = import_texts(sources, "names");
    ImportNode *common = import_find_path(sources->parent, "dataSourceCommon");

    if (common == NULL && names->len > 0)
        common = import_find(sources, "common");
    for (guint i = 0; i < sources->children->len; i++) {
        ImportNode *child = sources->children->pdata[i];
        if (child == common || (names->len > 0 && import_same_name(child->name, "names")))
            continue;
        child->seen = TRUE;
        read_source(self, child, common);
    }
    if (common != NULL)
        note_pool(self, common);
    for (guint i = 0; i < names->len; i++) {
        guint at = 0;
        while (at < self->sources->len &&
               g_ascii_strcasecmp(((ImportSource *) self->sources->pdata[at])->name,
                                  names->pdata[i]) != 0)
            at++;
        if (at < self->sources->len)
            continue;
        import_add_source(self, names->pdata[i], sources);
        import_say(self, IMPORT_LOST, sources, "data source '%s' is named, but not described",
                   (char *) names->pdata[i]);
    }
}

typedef struct {
    const char *name;
    ImportLevel level;
    const char *text; /* NULL: nothing to say */
} PropNote;

/* Names of 4.x have dots, those of 5.x dashes. */
static const PropNote prop_notes[] = {
    {"sql-show", IMPORT_NOTE, "the log is the DSN's: Log and LogLevel=sql"},
    {"sql-simple", IMPORT_NOTE, NULL},
    {"kernel-executor-size", IMPORT_NOTE, "threads are made as needed"},
    {"executor-size", IMPORT_NOTE, "threads are made as needed"},
    {"acceptor-size", IMPORT_NOTE, NULL},
    {"max-connections-size-per-query", IMPORT_NOTE,
     "one connection per shard and statement; the cap for all is the DSN's MaxConnectionsPerShard"},
    {"check-table-metadata-enabled", IMPORT_NOTE, "shardodbc check --connect compares the tables"},
    {"check-duplicate-table-enabled", IMPORT_NOTE, NULL},
    {"load-table-metadata-batch-size", IMPORT_NOTE, NULL},
    {"system-log-level", IMPORT_NOTE, NULL},
    {"allow-range-query-with-inline-sharding", IMPORT_NOTE, "ranges are always allowed"},
    {"sql-federation-type", IMPORT_LOST, "SQL federation"},
    {"sql-federation-enabled", IMPORT_LOST, "SQL federation"},
    {"query-with-cipher-column", IMPORT_NOTE, NULL},
    {"query-with-cipher-comlum", IMPORT_NOTE, NULL},
    {"sql-comment-parse-enabled", IMPORT_NOTE, "hints are read when the DSN says Hints=on"},
    {"proxy-hint-enabled", IMPORT_NOTE, "hints are read when the DSN says Hints=on"},
    {"xa-transaction-manager-type", IMPORT_NOTE, NULL},
    {"proxy-*", IMPORT_NOTE, NULL},
    {"cdc-*", IMPORT_NOTE, NULL},
};

static const PropNote *
find_prop(const char *name)
{
    g_autofree char *dashed = g_strdelimit(g_strdup(name), ".", '-');

    for (guint i = 0; i < G_N_ELEMENTS(prop_notes); i++) {
        const char *star = strchr(prop_notes[i].name, '*');
        if (star != NULL ? g_ascii_strncasecmp(dashed, prop_notes[i].name,
                                               (gsize) (star - prop_notes[i].name)) == 0
                         : import_same_name(dashed, prop_notes[i].name))
            return &prop_notes[i];
    }
    return NULL;
}

static gboolean
is_off(const char *value)
{
    return g_ascii_strcasecmp(value, "false") == 0 || g_ascii_strcasecmp(value, "NONE") == 0;
}

/* The Proxy of 4.x and 5.0 has the type of transactions among its properties. */
static gboolean
is_xa(const char *name, const char *value)
{
    g_autofree char *dashed = g_strdelimit(g_strdup(name), ".", '-');
    return import_same_name(dashed, "proxy-transaction-type") && import_same_name(value, "XA");
}

void
import_read_props(ImportConfig *self, ImportNode *props)
{
    g_autoptr(GPtrArray) leaves = import_leaves(props->parent, props->name);
    g_autoptr(GString) idle = g_string_new(NULL);

    for (guint i = 0; i + 1 < leaves->len; i += 2) {
        const char *name = leaves->pdata[i];
        const PropNote *note = find_prop(name);
        if (is_xa(name, leaves->pdata[i + 1])) {
            self->two_phase = TRUE;
            continue;
        }
        if (note == NULL)
            import_say(self, IMPORT_LOST, props, "property %s = %s", name,
                       (char *) leaves->pdata[i + 1]);
        else if (note->text == NULL || is_off(leaves->pdata[i + 1]))
            g_string_append_printf(idle, "%s%s", idle->len > 0 ? ", " : "", name);
        else
            import_say(self, note->level, props, "%s: %s", name, note->text);
    }
    if (idle->len > 0)
        import_say(self, IMPORT_NOTE, props, "nothing to do here: %s", idle->str);
}

void
import_read_mode(ImportConfig *config, ImportNode *mode)
{
    const char *type = import_text(mode, "type");
    gboolean cluster = type != NULL && import_same_name(type, "Cluster");

    import_pass_over(config, IMPORT_NOTE, mode,
                     cluster
                         ? "mode Cluster: rules changed in its registry later are not in this file"
                         : "the rules are this file's; what its repository keeps isn't read");
}

static const char no_users[] = "there are no users of its own here: the databases' accounts count";
static const char registry[] = "rules changed in its registry later are not in this file";

/* Names that say nothing about where rows are. */
static const struct {
    const char *name, *why;
} idle_names[] = {
    {"governance", registry},
    {"orchestration", registry},
    {"authentication", no_users},
    {"proxyAuthority", no_users},
    {"labels", "there are no instances to tell apart here"},
    {"configMap", import_for_programs},
};

void
import_read_idle(ImportConfig *self, ImportNode *parent)
{
    const char *enabled = import_text(parent, "enabled");

    if (enabled != NULL && !import_flag(parent, "enabled"))
        import_say(self, IMPORT_LOST, import_find(parent, "enabled"),
                   "it is switched off there, but read all the same");
    for (guint i = 0; i < G_N_ELEMENTS(idle_names); i++)
        import_pass_over(self, IMPORT_NOTE, import_find(parent, idle_names[i].name),
                         idle_names[i].why);
}

static void
read_rest(ImportConfig *config, ImportNode *root)
{
    static const char *const rules[] = {"transaction", "sqlFederation", "sqlTranslator",
                                        "authority",   "sqlParser",     "logging",
                                        "globalClock"};

    import_read_idle(config, root);
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        ImportNode *found = import_find(root, rules[i]);
        if (found == NULL)
            continue;
        g_autoptr(ImportNode) list = import_node_new("", 0);
        g_ptr_array_set_free_func(list->children, NULL);
        g_ptr_array_add(list->children, found);
        import_read_rules(config, list);
    }
    if (import_find(root, "mode") != NULL)
        import_read_mode(config, import_find(root, "mode"));
    if (import_find(root, "props") != NULL)
        import_read_props(config, import_find(root, "props"));
}

static gboolean
read_old_rules(ImportConfig *config, ImportNode *root)
{
    ImportNode *sharding = import_find(root, "shardingRule");
    ImportNode *pair = import_find(root, "masterSlaveRule");
    ImportNode *pairs = import_find(root, "masterSlaveRules");
    ImportNode *encrypt = import_find(root, "encryptRule");
    ImportNode *shadow = import_find(root, "shadowRule");
    static const char *const shadow_names[] = {"shadowMappings", "column"};

    if (shadow != NULL && sharding == NULL)
        sharding = import_find(shadow, "shardingRule");
    if (shadow != NULL && pair == NULL)
        pair = import_find(shadow, "masterSlaveRule");
    if (sharding != NULL)
        import_read_sharding_rule(config, sharding);
    if (pair != NULL) {
        const char *name = import_text(pair, "name");
        import_read_master_slave(config, pair, name == NULL ? "ms_ds" : name);
    }
    import_read_master_slaves(config, pairs);
    if (encrypt != NULL)
        import_read_encrypt(config, encrypt);
    for (guint i = 0; i < G_N_ELEMENTS(shadow_names); i++)
        import_mark_all(import_find(shadow, shadow_names[i]));
    if (shadow != NULL)
        import_say(config, IMPORT_LOST, shadow, "shadow databases");
    return sharding != NULL || pair != NULL || pairs != NULL || encrypt != NULL || shadow != NULL;
}

/* The keys as the file itself has them, or below spring/shardingsphere. */
gboolean
import_read_plain(ImportConfig *config, ImportNode *root)
{
    static const char *const catalogs[] = {"databaseName", "schemaName"};
    ImportNode *sources = import_find(root, "dataSources");
    ImportNode *rules = import_find(root, "rules");
    gboolean found = rules != NULL;

    for (guint i = 0; i < G_N_ELEMENTS(catalogs); i++)
        if (config->catalog == NULL)
            import_set_text(&config->catalog, import_text(root, catalogs[i]));
    if (sources != NULL)
        import_read_sources(config, sources);
    config->finds_singles = rules != NULL;
    import_read_rules(config, rules);
    found |= read_old_rules(config, root);
    read_rest(config, root);
    import_report_unseen(config, root);
    return found;
}

/* Rules and ini files are made of lines. */
static void
join_lines(ImportNode *self)
{
    g_strdelimit(self->name, "\r\n", ' ');
    if (self->value != NULL)
        g_strdelimit(self->value, "\r\n", ' ');
    for (guint i = 0; i < self->children->len; i++)
        join_lines(self->children->pdata[i]);
}

ImportConfig *
import_config_read(ImportNode *root, GError **error)
{
    g_autoptr(ImportConfig) self = import_config_new();
    gboolean found;

    join_lines(root);
    if (import_find(root, "beans") != NULL) {
        found = import_read_beans(self, root);
    } else {
        found = import_read_spring(self, root);
        if (!found)
            found = import_read_plain(self, root);
    }
    if (found)
        return g_steal_pointer(&self);
    shard_error_set(
        error, SHARD_ERROR_FAILED, "HY000",
        "there is no sharding configuration in it (rules:, shardingRule:, "
        "masterSlaveRule:, spring.shardingsphere.*, sharding.jdbc.*, sharding:rule ...)");
    return NULL;
}
