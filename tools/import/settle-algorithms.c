/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * settle-algorithms.c - algorithms and key generators: their properties' names, and which of them
 * can be had.
 */
#include "tools/import/settle.h"

#include "router/rules/algorithm.h"
#include "router/rules/generator.h"

#include <string.h>

static const char *
get_property(const ImportAlgorithm *algorithm, const char *name)
{
    for (guint i = 0; i + 1 < algorithm->properties->len; i += 2)
        if (import_same_name(algorithm->properties->pdata[i], name))
            return algorithm->properties->pdata[i + 1];
    return NULL;
}

/* "worker.id" and "workerId" are worker-id. */
static const char *
known_name(const char *const *known, const char *name)
{
    g_autofree char *dashed = g_strdelimit(g_strdup(name), ".", '-');

    for (guint i = 0; known[i] != NULL; i++)
        if (import_same_name(known[i], dashed))
            return known[i];
    return NULL;
}

/* One line, as a rules file wants it. */
static char *
one_line(const char *text)
{
    return g_strstrip(g_strdelimit(g_strdup(text), "\r\n\t", ' '));
}

static void
append_property(GString *out, const char *name, const char *value)
{
    g_autofree char *line = one_line(value);
    g_string_append_printf(out, "%s = %s\n", name, line);
}

/* The properties that the type knows; the others are told. */
static GHashTable *
take_properties(ImportSettled *self, const ImportAlgorithm *algorithm, const char *const *known)
{
    GHashTable *values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

    for (guint i = 0; i + 1 < algorithm->properties->len; i += 2) {
        const char *given = algorithm->properties->pdata[i];
        const char *value = algorithm->properties->pdata[i + 1];
        const char *name = known_name(known, given);
        if (name == NULL)
            import_say_at(self->config, IMPORT_LOST, algorithm->place,
                          "property %s = %s of %s '%s'", given, value, algorithm->type,
                          algorithm->name);
        else
            g_hash_table_replace(values, g_strdup(name), one_line(value));
    }
    return values;
}

static char *
group_text(const char *kind, const char *name, const char *type, GHashTable *values,
           const char *const *order)
{
    g_autoptr(GString) out = g_string_new(NULL);

    g_string_append_printf(out, "[%s %s]\ntype = %s\n", kind, name, type);
    for (guint i = 0; order[i] != NULL; i++) {
        const char *value = g_hash_table_lookup(values, order[i]);
        if (value != NULL)
            append_property(out, order[i], value);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* What can't be had stays as a comment, so that somebody can fill it in. */
static void
comment_out(ImportSettled *self, GPtrArray *out, const char *kind, const ImportAlgorithm *algorithm)
{
    g_autoptr(GString) text = g_string_new(NULL);

    g_string_append_printf(text, "# [%s %s]\n# type = %s\n", kind, algorithm->name,
                           algorithm->type);
    for (guint i = 0; i + 1 < algorithm->properties->len; i += 2) {
        g_autofree char *value = one_line(algorithm->properties->pdata[i + 1]);
        g_string_append_printf(text, "# %s = %s\n", (char *) algorithm->properties->pdata[i],
                               value);
    }
    g_ptr_array_add(out, g_string_free(g_steal_pointer(&text), FALSE));
}

/* A class with a shared object of the user's: its own properties are handed on. */
static void
write_plugin(ImportSettled *self, const ImportAlgorithm *algorithm, const char *library)
{
    g_autoptr(GString) text = g_string_new(NULL);

    g_string_append_printf(text, "[algorithm %s]\ntype = PLUGIN\nlibrary = %s\n", algorithm->name,
                           library);
    for (guint i = 0; i + 1 < algorithm->properties->len; i += 2) {
        const char *name = algorithm->properties->pdata[i];
        if (!import_same_name(name, "strategy") && !import_same_name(name, "algorithmClassName"))
            append_property(text, name, algorithm->properties->pdata[i + 1]);
    }
    g_hash_table_replace(self->usable, g_strdup(algorithm->name), g_strdup("PLUGIN"));
    g_ptr_array_add(self->algorithms, g_string_free(g_steal_pointer(&text), FALSE));
}

/* ShardingSphere's own classes, named as if they were the user's. */
static const struct {
    const char *class_name, *type;
} own_classes[] = {
    {"ModShardingAlgorithm", "MOD"},
    {"HashModShardingAlgorithm", "HASH_MOD"},
    {"VolumeBasedRangeShardingAlgorithm", "VOLUME_RANGE"},
    {"BoundaryBasedRangeShardingAlgorithm", "BOUNDARY_RANGE"},
    {"AutoIntervalShardingAlgorithm", "AUTO_INTERVAL"},
    {"IntervalShardingAlgorithm", "INTERVAL"},
    {"InlineShardingAlgorithm", "INLINE"},
    {"ComplexInlineShardingAlgorithm", "COMPLEX_INLINE"},
    {"HintInlineShardingAlgorithm", "HINT_INLINE"},
};

static const char *
own_type(const char *class_name)
{
    const char *dot = class_name == NULL ? NULL : strrchr(class_name, '.');

    if (dot == NULL || !g_str_has_prefix(class_name, "org.apache.shardingsphere."))
        return NULL;
    for (guint i = 0; i < G_N_ELEMENTS(own_classes); i++)
        if (strcmp(own_classes[i].class_name, dot + 1) == 0)
            return own_classes[i].type;
    return NULL;
}

static void
drop_property(ImportAlgorithm *algorithm, const char *name)
{
    for (guint i = 0; i + 1 < algorithm->properties->len; i += 2) {
        if (!import_same_name(algorithm->properties->pdata[i], name))
            continue;
        g_ptr_array_remove_range(algorithm->properties, i, 2);
        return;
    }
}

/* A built-in class under CLASS_BASED is its type. */
static void
resolve_class(ImportAlgorithm *algorithm)
{
    const char *type = import_same_name(algorithm->type, "CLASS_BASED")
                           ? own_type(get_property(algorithm, "algorithmClassName"))
                           : NULL;

    if (type == NULL)
        return;
    g_free(algorithm->type);
    algorithm->type = g_strdup(type);
    drop_property(algorithm, "algorithmClassName");
    drop_property(algorithm, "strategy");
}

static void
settle_class(ImportSettled *self, const ImportAlgorithm *algorithm)
{
    const char *class_name = get_property(algorithm, "algorithmClassName");
    const char *library = class_name == NULL || self->options->plugins == NULL
                              ? NULL
                              : g_hash_table_lookup(self->options->plugins, class_name);

    if (library != NULL) {
        write_plugin(self, algorithm, library);
        return;
    }
    import_say_at(self->config, IMPORT_LOST, algorithm->place,
                  "algorithm '%s' is the Java class %s; write it as a PLUGIN, or with one of the "
                  "built-in types",
                  algorithm->name, class_name == NULL ? "?" : class_name);
    comment_out(self, self->algorithms, "algorithm", algorithm);
}

static void
settle_algorithm(ImportSettled *self, ImportAlgorithm *algorithm)
{
    g_autoptr(GError) error = NULL;

    resolve_class(algorithm);
    const char *const *known = shard_algorithm_properties(algorithm->type);

    if (import_same_name(algorithm->type, "CLASS_BASED")) {
        settle_class(self, algorithm);
        return;
    }
    if (known == NULL || import_same_name(algorithm->type, "PLUGIN")) {
        import_say_at(self->config, IMPORT_LOST, algorithm->place, "algorithm '%s' of type '%s'",
                      algorithm->name, algorithm->type);
        comment_out(self, self->algorithms, "algorithm", algorithm);
        return;
    }
    g_autoptr(GHashTable) values = take_properties(self, algorithm, known);
    ShardProperties properties = {algorithm->name, values, "."};
    g_autoptr(ShardAlgorithm) made = shard_algorithm_new(algorithm->type, &properties, &error);
    if (made == NULL) {
        import_say_at(self->config, IMPORT_LOST, algorithm->place, "algorithm '%s': %s",
                      algorithm->name, error->message);
        comment_out(self, self->algorithms, "algorithm", algorithm);
        return;
    }
    const char *type = shard_algorithm_type(made);
    g_hash_table_replace(self->usable, g_strdup(algorithm->name), g_strdup(type));
    g_ptr_array_add(self->algorithms,
                    group_text("algorithm", algorithm->name, type, values, known));
}

/* Ids of two makers with one worker number collide: the Java services keep theirs. */
static void
spare_workers(ImportSettled *self, const ImportAlgorithm *generator, GHashTable *values)
{
    const char *worker = g_hash_table_lookup(values, "worker-id");

    import_say_at(self->config, IMPORT_NOTE, generator->place,
                  "generator '%s': the Java services make ids with worker-id %s; programs behind "
                  "ShardODBC take numbers from 512 on",
                  generator->name, worker == NULL ? "0 (or what their cluster gives)" : worker);
    g_hash_table_remove(values, "worker-id");
    g_hash_table_replace(values, g_strdup("worker-base"), g_strdup("512"));
}

static void
settle_generator(ImportSettled *self, const ImportAlgorithm *generator)
{
    const char *const *known = shard_generator_properties(generator->type);
    g_autoptr(GError) error = NULL;

    if (known == NULL) {
        import_say_at(self->config, IMPORT_LOST, generator->place,
                      "key generator '%s' of type '%s'", generator->name, generator->type);
        comment_out(self, self->generators, "generator", generator);
        return;
    }
    g_autoptr(GHashTable) values = take_properties(self, generator, known);
    if (import_same_name(generator->type, "SNOWFLAKE"))
        spare_workers(self, generator, values);
    ShardProperties properties = {generator->name, values, "."};
    ShardGenerator *made = shard_generator_new(generator->type, &properties, &error);
    if (made == NULL) {
        import_say_at(self->config, IMPORT_LOST, generator->place, "key generator '%s': %s",
                      generator->name, error->message);
        comment_out(self, self->generators, "generator", generator);
        return;
    }
    shard_generator_free(made);
    g_autofree char *type = g_ascii_strup(generator->type, -1);
    g_autofree char *key = g_strconcat("generator ", generator->name, NULL);
    g_hash_table_replace(self->usable, g_steal_pointer(&key), g_strdup(type));
    g_ptr_array_add(self->generators,
                    group_text("generator", generator->name, type, values, known));
}

/* A table that names no generator gets a snowflake, as there. */
static void
add_default_generator(ImportConfig *config)
{
    gboolean needed = FALSE;

    for (guint i = 0; i < config->tables->len; i++) {
        const ImportTable *table = config->tables->pdata[i];
        needed |= table->generate_column != NULL && table->generator == NULL;
    }
    needed |= config->default_generate_column != NULL;
    if (!needed || config->default_generator != NULL)
        return;
    config->default_generator = g_strdup("snowflake");
    if (import_find_algorithm(config->generators, "snowflake") == NULL)
        import_add_algorithm(config->generators, "snowflake", "SNOWFLAKE", NULL, NULL);
}

/* Without a name, or with that of an earlier one. */
static gboolean
is_nameless(ImportSettled *self, const GPtrArray *list, guint at)
{
    const ImportAlgorithm *algorithm = list->pdata[at];
    gboolean twice = import_find_algorithm(list, algorithm->name) != algorithm;

    if (*algorithm->name != '\0' && !twice)
        return FALSE;
    import_say_at(self->config, IMPORT_LOST, algorithm->place, "'%s' %s", algorithm->name,
                  twice ? "is given twice" : "has no name");
    return TRUE;
}

void
import_settle_algorithms(ImportSettled *self)
{
    GPtrArray *algorithms = self->config->algorithms;
    GPtrArray *generators = self->config->generators;

    add_default_generator(self->config);
    for (guint i = 0; i < algorithms->len; i++)
        if (!is_nameless(self, algorithms, i))
            settle_algorithm(self, algorithms->pdata[i]);
    for (guint i = 0; i < generators->len; i++)
        if (!is_nameless(self, generators, i))
            settle_generator(self, generators->pdata[i]);
}
