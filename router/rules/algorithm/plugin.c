/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * PLUGIN: an algorithm in a shared object; library names it, relative to the rules file.
 */
#include "router/rules/plugin.h"

#include "router/rules/algorithm/type.h"

#include <dlfcn.h>
#include <string.h>

typedef struct {
    ShardAlgorithm base;
    void *library;
    const ShardPlugin *plugin;
    void *state;
} Plugin;

/* Names as the plug-in sees them, kept with the targets. */
typedef struct {
    const char **names;
    gsize n;
} Names;

static void
names_free(gpointer data)
{
    Names *names = data;

    g_free(names->names);
    g_free(names);
}

static Names *
names_new(const ShardTargets *targets)
{
    Names *names = g_new0(Names, 1);

    names->n = shard_targets_n(targets);
    names->names = g_new0(const char *, names->n + 1);
    for (guint i = 0; i < names->n; i++)
        names->names[i] = shard_targets_name(targets, i);
    return names;
}

static gboolean
open_library(Plugin *self, const ShardProperties *properties, GError **error)
{
    const char *name = shard_property_required(properties, "library", error);
    typedef const ShardPlugin *(*Entry)(void);

    if (name == NULL)
        return FALSE;
    g_autofree char *path = g_path_is_absolute(name) || properties->directory == NULL
                                ? g_strdup(name)
                                : g_build_filename(properties->directory, name, NULL);
    self->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (self->library == NULL) {
        g_autofree char *reason = g_strdup_printf("can't be loaded: %s", dlerror());
        return shard_property_fail(error, "library", path, reason);
    }
    Entry entry;
    *(void **) &entry = dlsym(self->library, "shard_plugin");
    if (entry == NULL)
        return shard_property_fail(error, "library", path, "exports no shard_plugin()");
    self->plugin = entry();
    if (self->plugin == NULL || self->plugin->version == 0 ||
        self->plugin->version > SHARD_PLUGIN_VERSION) {
        g_autofree char *reason = g_strdup_printf("is of version %u, but %u is known here",
                                                  self->plugin == NULL ? 0 : self->plugin->version,
                                                  (guint) SHARD_PLUGIN_VERSION);
        self->plugin = NULL;
        return shard_property_fail(error, "library", path, reason);
    }
    if (self->plugin->create != NULL && self->plugin->destroy != NULL &&
        self->plugin->place != NULL)
        return TRUE;
    self->plugin = NULL;
    return shard_property_fail(error, "library", path, "lacks create, destroy or place");
}

static gboolean
plugin_init(ShardAlgorithm *base, const ShardProperties *properties, GError **error)
{
    Plugin *self = (Plugin *) base;
    GHashTableIter iter;
    gpointer name, text;
    ShardPluginMessage message = {""};
    gsize n = 0;

    if (!open_library(self, properties, error))
        return FALSE;
    g_autofree ShardPluginProperty *list =
        g_new0(ShardPluginProperty, g_hash_table_size(properties->values) + 1);
    g_hash_table_iter_init(&iter, properties->values);
    while (g_hash_table_iter_next(&iter, &name, &text))
        if (strcmp(name, "library") != 0)
            list[n++] = (ShardPluginProperty){name, text};
    self->state = self->plugin->create(list, n, &message);
    if (self->state != NULL)
        return TRUE;
    message.text[sizeof message.text - 1] = '\0';
    g_autofree char *reason = g_utf8_make_valid(message.text, -1);
    return shard_property_fail(error, "library", shard_property_text(properties, "library"),
                               *reason == '\0' ? "refuses its properties" : reason);
}

static void
plugin_clear(ShardAlgorithm *base)
{
    Plugin *self = (Plugin *) base;

    if (self->state != NULL)
        self->plugin->destroy(self->state);
    if (self->library != NULL)
        dlclose(self->library);
}

static gboolean
plugin_check(const ShardAlgorithm *base, const char *const *keys, guint n_keys,
             const ShardTargets *targets, GError **error)
{
    const Plugin *self = (const Plugin *) base;

    if (n_keys > 0 && self->plugin->hint != 0) {
        shard_error_set(error, SHARD_ERROR_RULES, "HY000",
                        "algorithm %s (PLUGIN) takes hints: leave the key '%s' out", base->name,
                        keys[0]);
        return FALSE;
    }
    shard_targets_attach(targets, base, names_new(targets), names_free);
    return TRUE;
}

static ShardPluginKind
plugin_kind(const ShardValue *value)
{
    static const ShardPluginKind kinds[] = {
        [SHARD_VALUE_NULL] = SHARD_PLUGIN_NONE,
        [SHARD_VALUE_BOOLEAN] = SHARD_PLUGIN_INTEGER,
        [SHARD_VALUE_INTEGER] = SHARD_PLUGIN_INTEGER,
        [SHARD_VALUE_LONG] = SHARD_PLUGIN_INTEGER,
        [SHARD_VALUE_UNSIGNED] = SHARD_PLUGIN_INTEGER,
        [SHARD_VALUE_BIG_INTEGER] = SHARD_PLUGIN_DECIMAL,
        [SHARD_VALUE_DECIMAL] = SHARD_PLUGIN_DECIMAL,
        [SHARD_VALUE_FLOAT] = SHARD_PLUGIN_DOUBLE,
        [SHARD_VALUE_DOUBLE] = SHARD_PLUGIN_DOUBLE,
        [SHARD_VALUE_STRING] = SHARD_PLUGIN_TEXT,
        [SHARD_VALUE_BYTES] = SHARD_PLUGIN_BYTES,
        [SHARD_VALUE_DATE] = SHARD_PLUGIN_DATE,
        [SHARD_VALUE_TIME] = SHARD_PLUGIN_TIME,
        [SHARD_VALUE_TIMESTAMP] = SHARD_PLUGIN_TIMESTAMP,
        [SHARD_VALUE_OFFSET_TIMESTAMP] = SHARD_PLUGIN_TIMESTAMP,
        [SHARD_VALUE_UUID] = SHARD_PLUGIN_UUID,
    };

    if (value->kind == SHARD_VALUE_UNSIGNED && value->u > (guint64) G_MAXINT64)
        return SHARD_PLUGIN_DECIMAL;
    return (guint) value->kind < G_N_ELEMENTS(kinds) ? kinds[value->kind] : SHARD_PLUGIN_NONE;
}

static ShardPluginValue
plugin_value(const char *column, const ShardValue *value, ShardArena *arena)
{
    ShardPluginValue out = {.column = column, .kind = plugin_kind(value)};

    if (out.kind == SHARD_PLUGIN_NONE)
        return out;
    if (out.kind == SHARD_PLUGIN_INTEGER)
        out.integer = value->i;
    if (out.kind == SHARD_PLUGIN_DOUBLE)
        out.real = value->d;
    if (value->kind == SHARD_VALUE_STRING || value->kind == SHARD_VALUE_BYTES) {
        out.text = shard_arena_strndup(arena, value->text.data == NULL ? "" : value->text.data,
                                       (gssize) value->text.size);
        out.size = value->text.size;
        return out;
    }
    out.text = shard_value_to_text(value, arena);
    out.size = strlen(out.text);
    return out;
}

/* Names are made anew only where the targets were never checked. */
static ShardPluginTargets
plugin_targets(const ShardAlgorithm *self, const ShardTargets *targets, Names **out_made)
{
    const Names *names = shard_targets_attached(targets, self);

    *out_made = NULL;
    if (names == NULL)
        names = *out_made = names_new(targets);
    return (ShardPluginTargets){names->names, names->n};
}

static ShardPlace
plugin_place(const ShardAlgorithm *base, const ShardTargets *targets, const ShardKeyValues *values,
             guint *out_target, GError **error)
{
    const Plugin *self = (const Plugin *) base;
    g_autoptr(ShardArena) arena = shard_arena_new();
    ShardPluginValue *list = shard_arena_array(arena, ShardPluginValue, values->n + 1);
    ShardPluginMessage message = {""};
    Names *made;
    size_t target = 0;

    for (guint i = 0; i < values->n; i++)
        list[i] = plugin_value(values->keys[i], &values->values[i], arena);
    ShardPluginTargets names = plugin_targets(base, targets, &made);
    ShardPluginResult result =
        self->plugin->place(self->state, &names, list, values->n, &target, &message);
    if (made != NULL)
        names_free(made);
    if (result == SHARD_PLUGIN_OUTSIDE)
        return SHARD_PLACE_OUTSIDE;
    message.text[sizeof message.text - 1] = '\0';
    if (result == SHARD_PLUGIN_FOUND && target < shard_targets_n(targets)) {
        *out_target = (guint) target;
        return SHARD_PLACE_FOUND;
    }
    g_autofree char *reason =
        result == SHARD_PLUGIN_FOUND
            ? g_strdup_printf("the plug-in gives target number %" G_GSIZE_FORMAT " of %u", target,
                              shard_targets_n(targets))
            : g_utf8_make_valid(message.text, -1);
    return shard_place_bad_value(base, values, reason, error);
}

static gboolean
plugin_range(const ShardAlgorithm *base, const ShardTargets *targets, const ShardRange *range,
             gboolean *out, GError **error)
{
    const Plugin *self = (const Plugin *) base;
    guint n = shard_targets_n(targets);

    if (self->plugin->range == NULL)
        return shard_mark_all(targets, out);
    g_autoptr(ShardArena) arena = shard_arena_new();
    unsigned char *marks = shard_arena_alloc(arena, n + 1);
    ShardPluginMessage message = {""};
    ShardPluginRange bounds = {.lower = plugin_value("", &range->lower, arena),
                               .upper = plugin_value("", &range->upper, arena),
                               .lower_closed = range->lower_closed,
                               .upper_closed = range->upper_closed};
    Names *made;
    ShardPluginTargets names = plugin_targets(base, targets, &made);
    ShardPluginResult result = self->plugin->range(self->state, &names, &bounds, marks, &message);
    if (made != NULL)
        names_free(made);
    /* What the plug-in can't answer is every target. */
    if (result == SHARD_PLUGIN_FAILED)
        return shard_mark_all(targets, out);
    for (guint i = 0; i < n && result == SHARD_PLUGIN_FOUND; i++)
        out[i] |= marks[i] != 0;
    return TRUE;
}

static gboolean
plugin_is_hint(const ShardAlgorithm *base)
{
    return ((const Plugin *) base)->plugin->hint != 0;
}

static const char *const plugin_properties[] = {NULL};

const ShardAlgorithmType shard_plugin_algorithm = {
    .name = "PLUGIN",
    .size = sizeof(Plugin),
    .many = TRUE,
    .any_property = TRUE,
    .properties = plugin_properties,
    .init = plugin_init,
    .clear = plugin_clear,
    .check = plugin_check,
    .place = plugin_place,
    .range = plugin_range,
    .is_hint = plugin_is_hint,
};
